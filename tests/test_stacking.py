"""Stacking limits (8.3, 9.7) and the check that takes off what is over them (10.5)."""

from __future__ import annotations

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st
from strategies import at_large, dressed, examples, on, pacific, positions
from test_engine import legal, pos, told, why

import witp_learn as witp
from witp_learn import engine
from witp_learn.actions import Ambiguous, read
from witp_learn.explain import faults
from witp_learn.model import Facility, Hex, Kind, Nation, Phase, Side, State, Terrain, Unit
from witp_learn.position.file import from_plain, to_plain
from witp_learn.rules import stacking

JAPAN, ALLIES = Side.JAPAN, Side.ALLIES


def over(text: str, hex_id: str, side: Side, **places: Hex) -> dict[str, int]:
    found = stacking.over_limit(at_large(text), hex_id, side)
    for one in found:
        assert faults(one.reason) == [] and one.reason.value == one.count > 0
    return {one.what: one.count for one in found}


def left(state: State, at: str, side: Side) -> str:
    """What stands in a hex, such as ``2L A- N``."""
    rows = sorted(state.at(at, side), key=lambda u: "CNLA".index(u.kind.letter))
    return " ".join(
        f"{u.count if u.count > 1 else ''}{u.kind.letter}{'' if u.full else '-'}" for u in rows
    )


def checked(line: str) -> engine.Outcome:
    """The check of a position, up to its first decision, or the next phase."""
    return engine.opening(pos(f"phase stacking; turn 4; {line}"))


# The limits (8.3).


@pytest.mark.clause("8.3d", "10.5c")
def test_a_hex_without_icon_holds_one_land_or_one_air_unit() -> None:
    limit = stacking.stack_limit(at_large(""), "0908", JAPAN)
    assert (limit.land, limit.air, limit.fleets, limit.together) == (1, 1, 0, True)
    assert over("0908 jp L", "0908", JAPAN) == {}
    assert over("0908 jp A", "0908", JAPAN) == {}
    assert over("0908 jp L A", "0908", JAPAN) == {"troops": 1}
    assert over("0908 jp 2L", "0908", JAPAN) == {"troops": 1}
    assert over("0908 jp 2A", "0908", JAPAN) == {"troops": 1}
    assert over("0908 jp 3L 2A 2N", "0908", JAPAN) == {"fleets": 2, "troops": 4}


@pytest.mark.clause("8.3e", "10.5d")
def test_an_airfield_holds_three_land_and_one_air_unit() -> None:
    assert over("0806 us 3L A", "0806", ALLIES) == {}
    assert over("0806 us N", "0806", ALLIES) == {"fleets": 1}
    assert stacking.stack_limit(at_large(""), "0806", ALLIES).reason.rules == ("8.3e",)


@pytest.mark.ruling("stacking-mixed-nationality")
@pytest.mark.clause("8.3e")
def test_us_and_commonwealth_share_a_limit() -> None:
    """Ruling stacking-mixed-nationality."""
    assert over("0806 us 2L A; 0806 cw 2L- A-", "0806", ALLIES) == {"land": 1, "air": 1}
    assert over("0407 us 3N; 0407 cw 3N", "0407", ALLIES) == {"fleets": 1}


@pytest.mark.clause("8.3f", "10.5e")
def test_a_port_holds_five_fleets_more() -> None:
    assert over("0907 jp 3L A 2C 3N", "0907", JAPAN) == {}
    assert over("0907 jp 4L 2A 3C 4N", "0907", JAPAN) == {"land": 1, "air": 1, "fleets": 2}
    assert stacking.stack_limit(at_large(""), "0907", JAPAN).fleets == 5


@pytest.mark.clause("8.3e")
def test_cargo_counts_as_land_units() -> None:
    assert over("0907 jp 3N(3L)", "0907", JAPAN) == {}
    assert over("0907 jp 2L 3N(3L)", "0907", JAPAN) == {"land": 2}


@pytest.mark.clause("8.3g", "10.5f")
def test_dutch_harbor_holds_one_fleet() -> None:
    limit = stacking.stack_limit(at_large(""), "1302", ALLIES)
    assert (limit.land, limit.air, limit.fleets) == (3, 1, 1)
    assert limit.reason.rules == ("8.3e", "8.3g")
    assert "1 fleet" in limit.reason.text
    assert over("1302 us 2N", "1302", ALLIES) == {"fleets": 1}


@pytest.mark.clause("8.3h", "10.5g")
@pytest.mark.parametrize("box", ["0109", "1708"])
def test_panama_and_south_africa_have_no_limit(box: str) -> None:
    limit = stacking.stack_limit(at_large(""), box, ALLIES)
    assert (limit.land, limit.air, limit.fleets) == (None, None, None)
    assert over(f"{box} cw 9L 9A 9N 9C", box, ALLIES) == {}


@pytest.mark.ruling("stacking-continuing-scope")
@pytest.mark.clause("8.3i", "8.3j", "9.7d", "10.5h", "10.5i")
def test_continuing_combat_any_land_two_air_units_a_side() -> None:
    """Ruling stacking-continuing-scope: two for each side, fleets as in a port."""
    text = "0606 jp 9L 3A; 0606 us 7L 2A; contested 0606"
    assert over(text, "0606", JAPAN) == {"air": 1}
    assert over(text, "0606", ALLIES) == {}
    assert over(text + "; 0606 us 6N; 0606 jp N", "0606", ALLIES) == {"fleets": 1}
    assert over(text + "; 0606 us 6N; 0606 jp N", "0606", JAPAN) == {"air": 1, "fleets": 1}
    assert "no fleets" in stacking.stack_limit(at_large(text), "0606", JAPAN).reason.text
    assert "5 fleets" in stacking.stack_limit(at_large(text), "0606", ALLIES).reason.text


@pytest.mark.clause("8.3k", "10.5j")
def test_chinese_land_units_and_bases_do_not_count() -> None:
    assert over("0504 cn 5L", "0504", ALLIES) == {}
    assert over("0404 cn 5L; 0404 us A L; base al 0404", "0404", ALLIES) == {}
    assert over("0404 cn 5L; 0404 us 2A", "0404", ALLIES) == {"air": 1}


@pytest.mark.ruling("stacking-after-control-change")
@pytest.mark.clause("8.3c", "8.3e")
def test_limits_follow_control_at_the_check() -> None:
    """Ruling stacking-after-control-change: an icon that is not held is none."""
    assert over("0606 jp 3L A 5N", "0606", JAPAN) == {}
    assert over("0606 jp 2N", "0606", JAPAN) == {"fleets": 2}
    assert over("0606 jp L; 0606 us 2N", "0606", ALLIES) == {"fleets": 2}
    assert over("0606 jp L A; 0606 us L", "0606", JAPAN) == {"troops": 1}


@pytest.mark.ruling("stacking-no-base-hex")
@pytest.mark.clause("8.3d", "8.3f")
def test_a_source_without_icon_counts_as_a_port() -> None:
    """Ruling stacking-no-base-hex."""
    place = Hex("0505", Terrain.SHALLOW, land_part=True, source=Nation.US)
    limit = stacking.stack_limit(on("", place), "0505", ALLIES)
    assert (limit.land, limit.air, limit.fleets) == (3, 1, 5)
    assert stacking.stack_limit(on("", place), "0505", JAPAN).together
    assert stacking.stack_limit(on("0505 jp L", place), "0505", ALLIES).together


@pytest.mark.clause("8.3a", "8.3b")
def test_no_limit_while_moving() -> None:
    state = engine.begin(pos("turn 4; phase movement; trp 9 9; 0803 jp 5N; 0804 jp 2N"))
    assert stacking.crowded(state, JAPAN) == ()
    for action in ("target 0803", "activate 0804", "move naval:2 0804,0803", "pass"):
        state = engine.apply(state, action)
    assert sum(u.count for u in state.at("0803", JAPAN)) == 7
    assert stacking.crowded(state, JAPAN) == ("0803",)


def test_what_is_over_says_why() -> None:
    (found,) = stacking.over_limit(at_large("0606 us 5L"), "0606", ALLIES)
    assert str(found.reason).splitlines() == [
        "2 of the land units at Manila over the limit (8.3c)",
        "  land units at Manila beyond the limit",
        "    5 land units at Manila",
        "    A port or supply source held at Manila: three land units, one air unit, 5 fleets"
        " (8.3e, 8.3f)",
    ]


@pytest.mark.clause("8.3b", "8.3c", "10.5a")
def test_the_hexes_over_their_limit_are_listed_with_their_reasons() -> None:
    crowd = witp.stacking(pos("phase movement; 0606 us 5L 2A; 0804 jp 7N; 0605 jp 3L"))
    assert [(row.hex, row.side, row.count) for row in crowd] == [
        ("0804", JAPAN, 2),
        ("0606", ALLIES, 3),
    ]
    assert crowd.as_dict()["over"][1] == {
        "hex": "0606",
        "side": "allies",
        "excess": {"land": 2, "air": 1},
        "rules": ["8.3c", "8.3e", "8.3f"],
    }
    assert "2 of the land units at Manila over the limit (8.3c)" in str(crowd)
    assert "From these: 2 US air units" in str(crowd)
    none = witp.stacking(witp.scenario())
    assert len(none) == 0 and str(none) == "Every hex is within its stacking limits (10.5a)"


# The check (10.5).


@pytest.mark.ruling("stacking-check-time")
@pytest.mark.clause("10.5a", "8.3c", "10.0b")
def test_nothing_over_a_limit_leads_on_to_rebuilding() -> None:
    outcome = checked("0606 us 3L A; 0605 jp 3L")
    assert outcome.state.phase is Phase.REBUILDING
    assert told(outcome) == "Every hex is within its stacking limits (10.5a)"


@pytest.mark.clause("10.5b", "8.3c", "8.3e")
def test_like_units_over_a_limit_go_without_a_question() -> None:
    outcome = checked("0606 us 5L 2A; 0605 jp 7N")
    assert outcome.state.phase is Phase.REBUILDING
    assert left(outcome.state, "0606", ALLIES) == "3L A"
    assert left(outcome.state, "0605", JAPAN) == "5N"
    assert "2 US land units at Manila over the stacking limit, removed" in told(outcome)
    assert "2 Japanese naval units at Taiwan over the stacking limit, removed" in told(outcome)


@pytest.mark.clause("8.3d", "8.3e", "8.3f", "8.3g", "8.3j", "8.6c")
@pytest.mark.parametrize(
    ("line", "cited"),
    [
        ("0606 us 5L", ["10.5b, 8.3e"]),
        ("0606 us 2A L", ["10.5b, 8.3e"]),
        ("0605 jp 7N", ["10.5b, 8.3f"]),
        ("1302 us 2N", ["10.5b, 8.3g"]),
        ("0908 jp 2L", ["10.5b, 8.3d"]),
        ("0606 jp L 3A; 0606 us L; contested 0606", ["10.5b, 8.3j"]),
        ("0605 jp 6N(6L)", ["10.5b, 8.3f", "8.6c", "10.5b, 8.3e"]),
    ],
)
def test_what_goes_names_the_limit_it_is_over(line: str, cited: list[str]) -> None:
    gone = [event for event in checked(line).events if "over the stacking limit" in event.text]
    assert [", ".join(event.rules) for event in gone] == cited


@pytest.mark.clause("10.5b", "8.3d")
def test_what_has_to_go_as_a_whole_goes_without_a_question() -> None:
    outcome = checked("0908 jp C N- A")
    assert outcome.state.phase is Phase.REBUILDING
    assert left(outcome.state, "0908", JAPAN) == "A"


@pytest.mark.ruling("stacking-removal-choice")
@pytest.mark.clause("10.5b")
def test_the_owner_picks_among_unlike_units() -> None:
    """Ruling stacking-removal-choice: the owner, attrited ones if wanted."""
    state = checked("0606 us 3L L-; 0606 cw L").state
    assert state.phase is Phase.STACKING
    assert engine.acting(state) is ALLIES
    assert legal(state) == [
        "lose attrited-us-land 0606",
        "lose full-us-land 0606",
        "lose full-cw-land 0606",
    ]
    assert engine.status(state).endswith("may say which units over a limit go")
    assert engine.usual(state) == read("lose attrited-us-land 0606")
    state = engine.apply(state, "lose attrited-land 0606")
    assert legal(state) == ["lose us-land 0606", "lose cw-land 0606"]
    state = engine.apply(state, "lose cw-land 0606")
    assert state.phase is Phase.REBUILDING
    assert left(state, "0606", ALLIES) == "3L"


@pytest.mark.clause("8.3d", "10.5c")
def test_where_one_land_or_air_unit_may_stay_the_owner_says_which() -> None:
    state = checked("0908 jp L A").state
    assert legal(state) == ["lose land 0908", "lose air 0908"]
    assert left(engine.apply(state, "lose land 0908"), "0908", JAPAN) == "A"
    assert left(engine.apply(state, "lose air 0908"), "0908", JAPAN) == "L"


@pytest.mark.clause("10.0d", "10.0e", "10.5b")
def test_the_side_that_acts_first_takes_off_first() -> None:
    line = "phase stacking; turn 4; 0908 jp L A; 0808 us L A"
    state = engine.begin(pos(line + "; trp 5 5"))
    assert engine.acting(state) is ALLIES
    assert why(state, "lose land 0908") == [("10.0d", "other_side")]
    state = engine.apply(state, "lose air 0808")
    assert engine.acting(state) is JAPAN
    assert engine.acting(engine.begin(pos(line + "; trp 6 5"))) is JAPAN


@pytest.mark.clause("10.5b", "8.3e")
def test_why_a_unit_may_not_be_taken_off() -> None:
    state = checked("0606 us 3L L- A; 0607 us 2L; 0908 jp A").state
    assert why(state, "lose land 0607") == [("8.3e", "within")]
    assert why(state, "lose land 0908") == [("10.5b", "nobody")]
    assert why(state, "lose air 0606") == [("10.5b", "pick")]
    assert why(state, "lose green-land 0606") == [("10.5b", "pick")]
    assert why(state, "lose land 9999") == [("10.5b", "no_hex")]
    assert why(state, "pass") == [("3.1f", "phase")]
    with pytest.raises(Ambiguous, match="full-land 0606, attrited-land 0606"):
        engine.check(state, "lose land 0606")


@pytest.mark.clause("8.6c", "10.5b")
def test_cargo_goes_with_the_ship_that_carried_it() -> None:
    outcome = checked("0908 jp 2N(L L-)")
    assert left(outcome.state, "0908", JAPAN) == ""
    outcome = checked("0605 jp 6N(6L)")
    assert left(outcome.state, "0605", JAPAN) == "5N 3L"
    state = checked("0605 jp C 5N(3L)").state
    assert legal(state) == ["lose naval 0605", "lose carrier 0605"]
    assert left(engine.apply(state, "lose naval 0605"), "0605", JAPAN) == "C 4N 3L"


def test_fleets_on_two_seas_are_told_apart_by_the_coast() -> None:
    state = checked("0406E jp N; 0406W jp N; 0406 jp L").state
    assert state.phase is Phase.REBUILDING, "an airfield holds no fleets"
    two = Hex(
        "0505",
        Terrain.SHALLOW,
        land_part=True,
        facility=Facility.PORT,
        owner=Nation.US,
        coasts={"E": ("0605",), "W": ("0405",)},
    )
    line = "turn 4; phase stacking; 0505E us 3N; 0505W us 3N"
    state = engine.begin(on(line, two))
    assert legal(state) == ["lose naval 0505E", "lose naval 0505W"]
    with pytest.raises(Ambiguous):
        engine.check(state, "lose naval 0505")
    after = engine.apply(state, "lose naval 0505W")
    assert [(u.at, u.count) for u in after.units] == [("0505E", 3), ("0505W", 2)]


@pytest.mark.clause("8.7a", "10.5b")
def test_an_air_unit_left_alone_with_an_enemy_land_unit_has_to_leave() -> None:
    state = checked("0908 jp L A; 0908 cw L").state
    state = engine.apply(state, "lose land 0908")
    assert {action.split()[0] for action in legal(state)} == {"displace"}
    assert why(state, "lose air 0908")[0][0] == "8.7a"
    state = engine.apply(state, legal(state)[0])
    assert left(state, "0908", JAPAN) == ""
    assert state.phase is Phase.REBUILDING


@pytest.mark.ruling("stacking-check-time")
@pytest.mark.clause("8.3c", "10.5a")
def test_by_the_other_reading_the_check_comes_after_rebuilding() -> None:
    """Ruling stacking-check-time, reading b."""
    line = "phase stacking; turn 4; trp 5 5; 0606 us 3L L-; ruling stacking-check-time=b"
    state = engine.begin(pos(line))
    assert state.phase is Phase.REBUILDING
    state = engine.apply(state, "rebuild land 0606")
    state = engine.apply(engine.apply(state, "pass"), "pass")
    assert state.phase is not Phase.STACKING
    assert sum(u.count for u in state.at("0606", ALLIES)) == 3
    crowded = engine.begin(pos(line.replace("3L L-", "3L L A 2A-")))
    crowded = engine.apply(engine.apply(crowded, "pass"), "pass")
    assert crowded.phase is Phase.STACKING and engine.acting(crowded) is ALLIES
    again = from_plain(to_plain(crowded), "again")
    assert legal(again) == legal(crowded) == ["lose attrited-air 0606", "lose full-air 0606"]


# Everywhere.


def ready(state: State) -> State:
    """The position at the start of the check, without what rests on other phases."""
    return evolve(state, phase=Phase.STACKING, progress=None, rulings={})


def sums(state: State) -> dict[tuple[str, Nation, Kind], int]:
    found: dict[tuple[str, Nation, Kind], int] = {}
    for unit in state.units:
        key = unit.hex, unit.nation, unit.kind
        found[key] = found.get(key, 0) + unit.count
    return found


@examples(120)
@given(st.one_of(positions(most=12), pacific(most=12)), st.data())
def test_after_the_check_no_hex_is_over_its_limit(state: State, data: st.DataObject) -> None:
    at_first = ready(data.draw(dressed(state)))
    state = engine.begin(at_first)
    crowded = {h for side in Side for h in stacking.crowded(at_first, side)}
    while state.phase is Phase.STACKING:
        offered = engine.legal_actions(state)
        action = data.draw(st.sampled_from(offered))
        assert engine.check(state, str(action)).ok and read(str(action)) == action
        before = sum(u.count for u in state.units)
        state = engine.apply(state, action)
        assert sum(u.count for u in state.units) <= before
    assert [stacking.crowded(state, side) for side in Side] == [(), ()]
    had, have = sums(at_first), sums(state)
    if not crowded:
        assert had == have
    chinese = {k: n for k, n in had.items() if k[1] is Nation.CHINA and k[2] is Kind.LAND}
    assert chinese.items() <= have.items(), "8.3k"


@examples(120)
@given(st.one_of(positions(), pacific()))
def test_limits_against_a_plain_reading_of_the_rule(state: State) -> None:
    for hex_id in state.board.hexes:
        for side in Side:
            found = {one.what: one.count for one in stacking.over_limit(state, hex_id, side)}
            assert found == plainly(state, hex_id, side)
            assert (hex_id in stacking.crowded(state, side)) is bool(found)


def plainly(state: State, hex_id: str, side: Side) -> dict[str, int]:
    """The limits written out once more, from units and icons alone."""
    place, own, enemy = state.board[hex_id], state.at(hex_id, side), state.at(hex_id, side.enemy)
    stand = any(u.ashore for u in own)
    beaten = any(u.ashore for u in enemy) and not stand
    owner = place.owner.side if place.owner else None
    held = owner is side and not beaten
    held = held or (owner is side.enemy and stand and not any(u.ashore for u in enemy))
    source = place.source is not None and place.source.side is side and not beaten
    port = source or (held and place.facility is Facility.PORT)
    if place.unlimited:
        return {}

    def many(*kinds: Kind) -> int:
        counted = (u for u in own if u.kind in kinds and not _chinese(u))
        return sum(u.count for u in counted)

    fleets = many(Kind.CARRIER, Kind.NAVAL) - (place.fleet_limit if port else 0)
    land, air = many(Kind.LAND), many(Kind.AIR)
    if hex_id in state.contested:
        found = {"fleets": fleets, "air": air - 2}
    elif held or source:
        found = {"fleets": fleets, "land": land - 3, "air": air - 1}
    else:
        found = {"fleets": fleets, "troops": land + air - 1}
    return {what: n for what, n in found.items() if n > 0}


def _chinese(unit: Unit) -> bool:
    return unit.nation is Nation.CHINA and unit.kind is Kind.LAND
