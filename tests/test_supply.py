"""The supply check (7), its printed examples (7.3), and both readings of its switches."""

from __future__ import annotations

import oracle
import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st
from strategies import at_large, examples, on, pacific, plain_board, port, positions

from witp_learn.hexgrid import distance
from witp_learn.model import Area, Hex, Kind, Nation, Side, State, Step, Terrain, Unit
from witp_learn.rules.lines import TESTS
from witp_learn.rules.supply import Judgement, check, judge, stops_text

JAPAN, ALLIES = Side.JAPAN, Side.ALLIES
BASE = port("0505", Nation.US)
SHORE = Hex("0503", Terrain.SHALLOW, land_part=True)
FED = "base al 0505; "

NEW_HEBRIDES = (
    "base al 1110; base jp 0907; 1008 jp A; 1009 us A; 1309 us L; 1208 us L; 1207 us A; 0909 us L"
)
"""The example of 7.3. The base at Truk is ours: without it the unit at Rabaul would starve."""

PEARL_HARBOR = "0506 jp L; 0507 jp A; 0707 jp A; 1107 jp L; 0606 us A L; base al 0607"


def row(state: State, at: str, kind: Kind | None = None) -> Judgement:
    rows = [j for j in check(state) if j.unit.at == at and kind in (None, j.unit.kind)]
    assert len(rows) == 1
    return rows[0]


def starving(state: State, side: Side | None = None) -> set[str]:
    return {j.unit.hex for j in check(state).out() if side in (None, j.unit.side)}


def fed(text: str, *places: Hex, at: str = "0503") -> bool:
    return row(on(text, *places), at).in_supply


# 7.0


@pytest.mark.clause("7.0b", "7.0c", "7.3d")
def test_only_air_and_land_units_are_checked() -> None:
    state = on("0505 us C N A; 0505 jp C- N- A")
    found = {(j.unit.nation, j.unit.kind): j for j in check(state)}
    for nation in (Nation.US, Nation.JAPAN):
        for kind in (Kind.CARRIER, Kind.NAVAL):
            fleet = found[nation, kind]
            assert fleet.automatic and fleet.in_supply and fleet.effect == "none"
            assert fleet.path is None and fleet.blocked == ()
            assert "7.3d" in fleet.rules
        assert not found[nation, Kind.AIR].in_supply


@pytest.mark.clause("7.0d", "2.2.3b")
def test_both_sides_are_judged_from_one_position() -> None:
    # Rabaul's air unit starves in this very check, and cuts Port Moresby all the same.
    state = at_large("base al 1110; 1008 jp A; 1009 us L; 0909 us L-; 1208 us L")
    found = check(state)
    assert starving(state) == {"1008", "0909"}
    assert row(state, "1008").effect == "attrited"
    assert row(state, "0909").effect == "removed"
    after = found.after()
    assert [(u.at, u.state) for u in after.units] == [
        ("1008", Step.ATTRITED),
        ("1009", Step.FULL),
        ("1208", Step.FULL),
    ]
    assert starving(after) == {"1008"}, "next time its zone is gone, too late for Port Moresby"


@pytest.mark.ruling("supply-simultaneity")
@pytest.mark.clause("7.0d")
def test_both_readings_of_simultaneity() -> None:
    text = "base al 1110; 1008 jp A; 0909 us L"
    frozen, in_turn = at_large(text), at_large(text + "; ruling supply-simultaneity=b")
    assert starving(frozen) == {"1008", "0909"}
    assert starving(in_turn) == {"1008"}
    assert [u.at for u in check(in_turn).after().units] == ["1008", "0909"]
    gone = at_large("base al 1110; 1009 jp A-; 0909 us L; ruling supply-simultaneity=b")
    assert starving(gone) == {"1009"}, "removed first, it no longer stands in the way"


def test_the_phase_of_the_position_is_not_asked() -> None:
    assert starving(at_large(NEW_HEBRIDES + "; phase combat")) == {"1207"}


# 7.1


@pytest.mark.clause("7.1a")
@pytest.mark.parametrize("counter", ["A", "L", "A-", "L-"])
def test_a_base_in_the_hex_feeds(counter: str) -> None:
    found = row(on(f"{FED}0505 us {counter}", BASE), "0505")
    assert found.in_supply and found.path == ("0505",)
    assert "7.1a" in found.rules


@pytest.mark.clause("7.1b")
def test_a_base_next_door_feeds_without_any_test() -> None:
    state = on(f"{FED}0504 us L; 0504 jp A N; 0604 jp A", BASE, port("0504", Nation.JAPAN))
    found = row(state, "0504", Kind.LAND)
    assert found.in_supply and found.path == ("0504", "0505")
    assert found.blocked == ()


@pytest.mark.clause("7.1a", "7.1b", "2.3.4a")
def test_a_source_feeds_as_a_base_does() -> None:
    source = port("0505", Nation.US, source=Nation.US)
    for at in ("0505", "0504", "0503"):
        assert fed(f"{at} us A", source, at=at)
    assert not fed("0502 us A", source, at="0502")
    assert not fed("0503 jp A", source)
    assert not fed("0503 us A; 0505 jp L", source), "taken by land units alone"
    assert fed("0503 us A; 0505 jp L; 0505 cw L-", source)


@pytest.mark.clause("7.1c")
def test_one_hex_between_is_allowed() -> None:
    found = row(on(f"{FED}0503 us A", BASE), "0503")
    assert found.in_supply and found.path == ("0503", "0504", "0505")


@pytest.mark.clause("7.1c")
def test_one_open_hex_of_two_is_enough() -> None:
    state = on(f"{FED}0506 jp N; 0606 us A", BASE)
    found = row(state, "0606")
    assert found.in_supply and found.path == ("0606", "0605", "0505")
    assert [(b.hex, b.why) for b in found.blocked] == [("0506", "enemy_unit")]
    assert starving(on(f"{FED}0506 jp N; 0605 jp N; 0606 us A", BASE), ALLIES) == {"0606"}


@pytest.mark.clause("7.1d")
def test_a_mountain_between_cuts() -> None:
    mountain = Hex("0504", Terrain.LAND, mountain=True, land_part=True)
    assert not fed(f"{FED}0503 us A", BASE, mountain)
    jungle = evolve(mountain, mountain=False, jungle=True)
    assert fed(f"{FED}0503 us A", BASE, jungle)


@pytest.mark.clause("7.1d")
def test_a_mountain_at_the_ends_does_not_cut() -> None:
    high = Hex("0503", Terrain.LAND, mountain=True, land_part=True)
    assert fed(f"{FED}0503 us A", evolve(BASE, terrain=Terrain.LAND, mountain=True), high)


@pytest.mark.clause("7.1e")
@pytest.mark.parametrize("counter", ["C", "N", "L", "A-", "C-", "N-", "L-"])
def test_an_enemy_unit_between_cuts_full_or_attrited(counter: str) -> None:
    shore = Hex("0504", Terrain.SHALLOW, land_part=True)
    assert not fed(f"{FED}0503 us A; 0504 jp {counter}", BASE, shore)
    assert fed(f"{FED}0503 us A; 0504 cw {counter}", BASE, shore)


@pytest.mark.clause("7.1f", "2.3.3e", "2.3.3f")
def test_an_enemy_port_between_cuts_until_it_is_taken() -> None:
    enemy = port("0504", Nation.JAPAN)
    assert not fed(f"{FED}0503 us A", BASE, enemy)
    assert fed(f"{FED}0503 us A; 0504 us L-", BASE, enemy)
    assert not fed(f"{FED}0503 us A; 0504 us N A", BASE, enemy)


@pytest.mark.clause("7.1g", "2.2.3a", "2.2.3d")
def test_a_zone_cuts_between_and_nowhere_else() -> None:
    unit, between, at_base = "0502 jp A", "0404 jp A", "0506 jp A"
    assert fed(f"{FED}0503 us A-; {unit}", BASE, SHORE), "the unit's own hex"
    assert oracle.in_zone(on(f"{FED}0503 us A-; {unit}", BASE, SHORE), "0503", JAPAN)
    assert fed(f"{FED}0503 us A; {at_base}", BASE), "the base's hex"
    assert oracle.in_zone(on(f"{FED}0503 us A; {at_base}", BASE), "0505", JAPAN)
    assert not fed(f"{FED}0503 us A; {between}", BASE), "the hex between"


@pytest.mark.clause("7.1g", "2.2.3b", "2.2.3p")
@pytest.mark.parametrize("counter", ["A-", "C", "N", "2C 4N(2L)"])
def test_what_projects_no_zone_does_not_cut_from_next_door(counter: str) -> None:
    assert fed(f"{FED}0503 us A; 0404 jp {counter}", BASE)


@pytest.mark.clause("7.1h", "2.2.3i", "2.2.3j")
def test_a_full_own_air_unit_between_lifts_the_zone() -> None:
    shore = Hex("0504", Terrain.SHALLOW, land_part=True)
    text = f"{FED}0503 us L; 0404 jp A; 0504 us "
    assert fed(text + "A", BASE, shore, SHORE)
    assert fed(text.replace("0504 us", "0504 cw") + "A", BASE, shore, SHORE)
    for counter in ("A-", "L", "C", "N"):
        assert not fed(text + counter, BASE, shore, SHORE)
    next_door = text.replace("0504 us", "0604 us") + "A"
    assert not fed(next_door, BASE, shore, SHORE)


@pytest.mark.clause("7.1i", "12.1c")
def test_on_turn_one_allied_zones_are_void_for_japan_alone() -> None:
    base = port("0505", Nation.JAPAN)
    text = "base jp 0505; 0503 jp A; 0404 us A; turn "
    assert fed(text + "1", base)
    assert not fed(text + "2", base)
    assert not fed(f"{FED}0503 us A; 0404 jp A; turn 1", BASE)
    assert not fed("base jp 0505; 0503 jp A; 0504 us N; turn 1", base)
    assert not fed("base jp 0505; 0503 jp A; turn 1", base, port("0504", Nation.US))


@pytest.mark.clause("7.1j")
def test_three_hexes_away_is_out() -> None:
    assert starving(on(f"{FED}0505 us A; 0504 us A; 0503 us A; 0502 us A", BASE)) == {"0502"}


@pytest.mark.ruling("supply-range-three")
@pytest.mark.clause("7.1c", "7.1j")
def test_both_readings_of_the_range() -> None:
    text = f"{FED}0502 us A; 0501 us A"
    assert starving(on(text, BASE)) == {"0502", "0501"}
    other = "; ruling supply-range-three=b"
    assert starving(on(text + other, BASE)) == {"0501"}
    assert row(on(text + other, BASE), "0502").path == ("0502", "0503", "0504", "0505")
    assert starving(on(text + other + "; 0503 jp N", BASE), ALLIES) == {"0502", "0501"}
    assert starving(on(text + other + "; 0504 jp N", BASE), ALLIES) == {"0502", "0501"}


@pytest.mark.ruling("allied-sharing-supply-check")
@pytest.mark.clause("7.1a", "6.1d")
def test_americans_and_british_feed_each_other() -> None:
    assert fed(f"{FED}0503 cw A", BASE)
    assert fed("0503 us A", port("0505", Nation.COMMONWEALTH, source=Nation.COMMONWEALTH))
    assert not fed("base jp 0505; 0503 us A", BASE)


@pytest.mark.clause("7.1c")
def test_both_readings_of_the_ends_agree_on_units() -> None:
    # 7.1 names the hex between and no other, so the reading about the ends concerns 6.3.
    text = f"{FED}0503 us A; 0506 jp A; 0502 jp N; 0505 jp N"
    for reading in "ab":
        assert fed(f"{text}; ruling supply-line-endpoints={reading}", BASE)


# 7.2


@pytest.mark.clause("7.2a", "7.2b")
def test_full_units_are_turned_over_and_attrited_ones_removed() -> None:
    state = on("0503 us 2A L; 0503 us A- L-; 0503 us N; 0404 jp 3A", SHORE)
    effects = [j.effect for j in check(state)]
    assert effects == ["attrited", "attrited", "removed", "removed", "none", "attrited"]
    after = check(state).after()
    assert [(u.kind, u.state, u.count) for u in after.units] == [
        (Kind.AIR, Step.ATTRITED, 2),
        (Kind.LAND, Step.ATTRITED, 1),
        (Kind.NAVAL, Step.FULL, 1),
        (Kind.AIR, Step.ATTRITED, 3),
    ]
    assert [u.kind for u in check(after).after().units] == [Kind.NAVAL]
    assert {"7.2a", "7.2b"} <= {r for j in check(state) for r in j.rules}


# 7.3


@pytest.mark.clause("7.3a", "7.3c")
@pytest.mark.parametrize("area", [Area.UNITED_STATES, Area.AUSTRALIA, Area.INDIA, Area.NEW_ZEALAND])
def test_allied_units_in_the_homelands_are_always_fed(area: Area) -> None:
    home = Hex("0503", Terrain.SHALLOW, land_part=True, area=area)
    for counter in ("us A", "cw L-", "us L"):
        found = row(on(f"0503 {counter}; 0504 jp A", home), "0503")
        assert found.in_supply and found.automatic and found.path is None
        assert found.effect == "none" and found.blocked == ()
        assert "7.3a" in found.rules
    assert not fed("0503 jp L", home)


@pytest.mark.clause("7.3b", "12.2g", "12.2z")
def test_chinese_land_units_in_china_are_always_fed() -> None:
    state = at_large("0504 cn L-; 0505 cn L; 0404 cn L; 0404 us A; 0504 jp L A")
    found = {(j.unit.at, j.unit.nation): j for j in check(state) if j.unit.kind is Kind.LAND}
    assert found["0504", Nation.CHINA].automatic and found["0404", Nation.CHINA].automatic
    assert not found["0504", Nation.JAPAN].automatic
    assert row(state, "0404", Kind.AIR).automatic
    assert not check(at_large("0504 us A")).judgements[0].automatic


@pytest.mark.clause("7.3e", "7.3f", "7.3g", "7.3h", "7.3i", "7.3j", "7.3k", "7.1g", "7.1h")
def test_the_new_hebrides_example() -> None:
    state = at_large(NEW_HEBRIDES)
    verdicts = {j.unit.at: (j.in_supply, j.path) for j in check(state)}
    assert verdicts == {
        "1008": (True, ("1008", "0908", "0907")),
        "1009": (True, ("1009", "1110")),
        "1309": (True, ("1309", "1209", "1110")),
        "1208": (True, ("1208", "1209", "1110")),
        "1207": (False, None),
        "0909": (True, ("0909", "1009", "1110")),
    }
    assert [(b.hex, b.why) for b in row(state, "1208").blocked] == [("1109", "enemy_azoc")]
    assert distance("1207", "1110") == 3
    assert row(state, "1207").effect == "attrited"
    assert [u.at for u in check(state).after().units if not u.full] == ["1207"]


@pytest.mark.clause("7.3j", "2.2.3j")
def test_with_guadalcanals_air_unit_attrited_port_moresby_is_out_as_well() -> None:
    state = at_large(NEW_HEBRIDES.replace("1009 us A", "1009 us A-"))
    assert starving(state) == {"1207", "0909"}
    assert [(b.hex, b.why) for b in row(state, "0909").blocked] == [("1009", "enemy_azoc")]


@pytest.mark.clause("7.3j")
@pytest.mark.parametrize(
    ("more", "saved"),
    [
        ("1009 us A-; 1008 jp A-", True),
        ("1009 us A- L", False),
        ("1009 us A- C", False),
        ("1009 us A-; 1110 us A", False),
        ("1009 cw A; 1009 us A-", True),
    ],
)
def test_what_brings_port_moresby_back(more: str, saved: bool) -> None:
    text = NEW_HEBRIDES.replace("1009 us A; ", "")
    if "1008" in more:
        text = text.replace("1008 jp A; ", "")
    assert ("0909" not in starving(at_large(f"{text}; {more}"))) is saved


@pytest.mark.clause("7.3l", "7.3m", "7.3n", "6.5a")
def test_one_base_at_truk_leaves_three_places_out() -> None:
    state = at_large(f"{PEARL_HARBOR}; base jp 0907; turn 1")
    assert starving(state, JAPAN) == {"0506", "0507", "0707"}
    assert row(state, "1107").path is not None
    blocked = {(b.hex, b.why) for b in row(state, "0707").blocked}
    assert blocked == {("0806", "enemy_facility"), ("0807", "enemy_facility")}


@pytest.mark.clause("7.3o", "7.1i")
def test_one_base_at_taiwan_leaves_only_the_marshalls_out() -> None:
    state = at_large(f"{PEARL_HARBOR}; base jp 0605; turn 1")
    assert starving(state, JAPAN) == {"1107"}
    assert row(state, "0707").path == ("0707", "0706", "0605")
    assert row(state, "0507").path == ("0507", "0506", "0605")


@pytest.mark.clause("7.3p", "7.1g")
def test_on_turn_two_palau_and_saigon_would_be_out_as_well() -> None:
    state = at_large(f"{PEARL_HARBOR}; base jp 0605; turn 2")
    assert starving(state, JAPAN) == {"0707", "0507", "1107"}
    turned = at_large(f"{PEARL_HARBOR.replace('us A L', 'us A- L')}; base jp 0605; turn 2")
    assert starving(turned, JAPAN) == {"1107"}


def test_pills_have_words() -> None:
    assert [stops_text(why) for why in TESTS] == [
        "mountain",
        "enemy unit",
        "enemy port or airfield",
        "air zone",
    ]
    with pytest.raises(KeyError):
        stops_text("weather")


# Everywhere


def agree(state: State) -> None:
    found = check(state)
    assert len(found) == len(state.units)
    assert [j.unit for j in found] == list(state.units)
    assert [j.in_supply for j in found] == oracle.judge(state)
    assert found.after() == oracle.after_check(state)
    in_turn = state.rulings.get("supply-simultaneity") == "b"
    for one in found:
        assert one.effect == oracle.effect(one.unit, one.in_supply)
        assert one.automatic is oracle.automatic(state, one.unit)
        assert one.rules
        if one.automatic:
            assert (one.path, one.blocked) == (None, ())
        elif not (in_turn and one.unit.side is ALLIES):
            way = oracle.unit_line(state, one.unit)
            assert (list(one.path) if one.path else None) == way
            blocked: dict[str, set[str]] = {}
            for item in one.blocked:
                blocked.setdefault(item.hex, set()).add(item.why)
            assert blocked == oracle.middle_blocks(state, one.unit)
            pairs = [(b.hex, TESTS.index(b.why)) for b in one.blocked]
            assert pairs == sorted(pairs)


@examples(300)
@given(positions())
def test_the_check_against_the_oracle_on_random_boards(state: State) -> None:
    agree(state)


@examples(80)
@given(pacific())
def test_the_check_against_the_oracle_on_the_map(state: State) -> None:
    agree(state)


@pytest.mark.slow
@examples(1200)
@given(st.one_of(positions(), pacific()))
def test_the_check_against_the_oracle_on_many_boards(state: State) -> None:
    agree(state)


@examples(120)
@given(positions(), st.data())
def test_more_of_the_enemy_never_feeds_anyone(state: State, data: st.DataObject) -> None:
    """Adding an enemy unit never brings a unit into supply (7.1e to 7.1g)."""
    side = data.draw(st.sampled_from(Side))
    spot = data.draw(st.sampled_from(sorted(state.board.hexes)))
    kind = data.draw(st.sampled_from(Kind))
    step = data.draw(st.sampled_from(Step))
    nation = Nation.JAPAN if side is ALLIES else Nation.US
    more = evolve(state, units=(*state.units, Unit(spot, nation, kind, step)))
    for before, after in zip(check(state), check(more), strict=False):
        if before.unit.side is side:
            assert before.in_supply or not after.in_supply


@examples(120)
@given(positions(), st.data())
def test_more_bases_and_air_units_never_starve_their_side(
    state: State, data: st.DataObject
) -> None:
    """An own base or full air unit more never takes a unit out of supply (7.1a, 7.1h)."""
    side = data.draw(st.sampled_from(Side))
    spot = data.draw(st.sampled_from(sorted(state.board.hexes)))
    nation = Nation.JAPAN if side is JAPAN else Nation.US
    bases = tuple(dict.fromkeys((*state.bases[side], spot)))
    based = evolve(state, bases={**state.bases, side: bases})
    flown = evolve(state, units=(*state.units, Unit(spot, nation, Kind.AIR)))
    for more, rule in ((based, "7.1a"), (flown, "7.1h")):
        for before, after in zip(check(state), check(more), strict=False):
            if before.unit.side is side:
                assert after.in_supply or not before.in_supply, rule


@examples(100)
@given(positions())
def test_like_units_fare_alike_whatever_their_order(state: State) -> None:
    back = evolve(state, units=state.units[::-1])
    assert [j.in_supply for j in check(back)] == [j.in_supply for j in check(state)][::-1]
    for unit in state.units:
        if "supply-simultaneity" not in state.rulings:
            turned = judge(state, evolve(unit, state=Step.ATTRITED, count=1))
            assert turned.in_supply is judge(state, unit).in_supply, "7.2 asks its face, 7.1 not"


def test_nothing_on_the_board() -> None:
    found = check(State(board=plain_board(), turn=2))
    assert (len(found), found.out(), found.after().units) == (0, (), ())
