"""Rebuilding attrited units: where, for how much, in which order, and what is lost (10.6)."""

from __future__ import annotations

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st
from strategies import at_large, dressed, examples, on, pacific, positions
from test_engine import legal, pos, told, why

from witp_learn import engine
from witp_learn.actions import Ambiguous, Pass, Rebuild, read
from witp_learn.engine import rebuilding as phase
from witp_learn.engine.table import noted
from witp_learn.explain import faults
from witp_learn.model import Facility, Hex, Kind, Nation, Phase, Side, State, Step, Terrain
from witp_learn.rules import rebuilding

JAPAN, ALLIES = Side.JAPAN, Side.ALLIES


def ready(line: str) -> State:
    return engine.begin(pos(f"phase rebuilding; turn 4; {line}"))


def done(state: State, *actions: str) -> State:
    for action in actions:
        state = engine.apply(state, action)
    return state


def worn(state: State) -> int:
    return sum(u.count for u in state.units if not u.full)


@pytest.mark.clause("10.6a", "10.6c", "10.6d")
@pytest.mark.parametrize(
    ("kind", "price"), [(Kind.CARRIER, 2), (Kind.NAVAL, 1), (Kind.LAND, 1), (Kind.AIR, 1)]
)
def test_a_carrier_costs_two_any_other_unit_one(kind: Kind, price: int) -> None:
    state = ready(f"trp 5 5; 0606 us {kind.letter}-")
    assert legal(state) == [f"rebuild {kind.value} 0606", "pass"]
    after = engine.play(state, f"rebuild {kind.value} 0606")
    assert after.state.trp == (5, 5 - price)
    assert worn(after.state) == 0
    assert told(after).startswith(
        f"1 attrited US {kind.noun} at Manila rebuilt, {price} RP (10.6a)"
    )


@pytest.mark.clause("10.6a", "10.6c", "10.6d")
def test_points_that_are_not_there_rebuild_nothing() -> None:
    state = ready("trp 0 1; 0606 us C- N-; 0605 jp N-")
    assert legal(state) == ["rebuild naval 0606", "pass"]
    assert why(state, "rebuild carrier 0606") == [("10.6c", "too_dear")]
    state = done(state, "pass")
    assert legal(state) == ["pass"]
    assert why(state, "rebuild naval 0605") == [("10.6d", "too_dear")]


@pytest.mark.ruling("rebuild-nationality-icons")
@pytest.mark.clause("10.6b", "2.3.3b")
@pytest.mark.parametrize("place", ["0606", "0806"], ids=["port", "airfield"])
def test_a_port_or_airfield_of_the_own_nation_serves(place: str) -> None:
    assert rebuilding.serves(at_large(""), place, Nation.US).value
    assert f"rebuild land {place}" in legal(ready(f"trp 5 5; {place} us L-"))


@pytest.mark.clause("10.6b", "2.3.4a")
def test_a_supply_source_of_the_own_nation_serves_while_it_is_open() -> None:
    place = Hex("0505", Terrain.SHALLOW, land_part=True, source=Nation.US)
    assert rebuilding.serves(on("", place), "0505", Nation.US).value
    assert not rebuilding.serves(on("", place), "0505", Nation.COMMONWEALTH).value
    assert not rebuilding.serves(on("0505 jp L", place), "0505", Nation.US).value
    assert rebuilding.serves(on("0505 jp L; 0505 us L", place), "0505", Nation.US).value


@pytest.mark.clause("10.6b")
def test_a_hex_without_port_airfield_or_source_does_not_serve() -> None:
    state = ready("trp 5 5; 0908 us L-; 0808 jp L-")
    assert legal(state) == ["pass"]
    assert why(state, "rebuild land 0908") == [("10.6b", "place_none")]


@pytest.mark.clause("10.6b", "2.3.3e")
def test_a_place_that_the_enemy_holds_does_not_serve() -> None:
    state = ready("trp 5 5; 0606 jp L; 0606 us N-")
    assert legal(state) == ["pass"]
    assert why(state, "rebuild naval 0606") == [("10.6b", "place_taken")]
    assert "The Allied side does not hold Manila" in str(engine.check(state, "rebuild naval 0606"))


@pytest.mark.clause("10.6f")
def test_us_and_commonwealth_do_not_share_for_rebuilding() -> None:
    state = ready("trp 5 5; 0606 cw L-; 0407 us N-; 0607 us L-")
    assert legal(state) == ["rebuild land 0607", "pass"]
    assert why(state, "rebuild land 0606") == [("10.6f", "place_ally")]
    assert why(state, "rebuild naval 0407") == [("10.6f", "place_ally")]


@pytest.mark.clause("10.6g", "14.1au")
def test_a_place_that_was_the_enemys_never_serves() -> None:
    state = done(ready("trp 5 5; 0606 jp L L- 2N-; 0605 jp L-"), "pass")
    assert legal(state) == ["rebuild land 0605", "pass"]
    assert why(state, "rebuild naval 0606") == [("10.6g", "place_enemy")]
    assert why(state, "rebuild land 0606") == [("10.6g", "place_enemy")]


@pytest.mark.clause("14.1au", "10.6d", "10.6e", "10.6g")
def test_the_manila_example_two_naval_units_and_three_points() -> None:
    state = done(ready("trp 3 0; 0804 jp 2N-"), "rebuild naval 0804")
    state = done(state, "pass", "rebuild naval 0804")
    assert state.trp == (1, 0) and worn(state) == 0
    assert legal(state) == ["pass"]
    after = engine.play(state, "pass")
    assert "Japanese: 1 RP left, lost (10.6e)" in told(after)


@pytest.mark.ruling("rebuild-nationality-icons")
@pytest.mark.clause("10.6b", "2.3.3d")
def test_chongqing_serves_nobody_and_the_chinese_are_not_rebuilt() -> None:
    """Ruling rebuild-nationality-icons."""
    state = ready("trp 5 5; 0404 us A-; 0404 cn L-")
    assert legal(state) == ["pass"]
    assert why(state, "rebuild air 0404") == [("10.6b", "place_white")]
    assert why(state, "rebuild land 0404") == [("10.6b", "place_white")]


@pytest.mark.ruling("rebuild-continuing-hex")
@pytest.mark.clause("10.6a")
def test_continuing_combat_does_not_keep_from_rebuilding() -> None:
    """Ruling rebuild-continuing-hex: yes if the icon is held."""
    state = ready("trp 5 5; 0606 us L-; 0606 jp L-; contested 0606")
    assert legal(state) == ["rebuild land 0606", "pass"]
    state = done(state, "rebuild land 0606")
    assert engine.acting(state) is JAPAN
    assert why(state, "rebuild land 0606") == [("10.6g", "place_enemy")]


@pytest.mark.clause("10.6a")
def test_why_there_is_nothing_to_rebuild() -> None:
    state = ready("trp 0 0; 0606 us L A-; 0908 us C-")
    assert why(state, "rebuild land 0606") == [("10.6a", "not_attrited")]
    assert why(ready("trp 3 0; 0606 jp L"), "rebuild land 0606") == [
        ("10.6a", "not_attrited"),
        ("10.6g", "place_enemy"),
    ]
    assert why(state, "rebuild naval 0606") == [("10.6a", "not_there")]
    assert why(state, "rebuild green-air 0606") == [("10.6a", "not_attrited")]
    assert why(state, "rebuild land 9999") == [("10.6b", "no_hex")]
    assert why(state, "rebuild carrier 0908") == [("10.6b", "place_none"), ("10.6c", "too_dear")]
    assert why(state, "build 0606") == [("3.1f", "phase")]


def test_unlike_attrited_units_are_told_apart_and_like_ones_are_not() -> None:
    state = ready("trp 5 5; 0606 us L- L-=3; 0606 cw L-; 0407 cw 2L- 2L")
    assert legal(state) == [
        "rebuild land 0407",
        "rebuild us-strength1-land 0606",
        "rebuild us-strength3-land 0606",
        "pass",
    ]
    with pytest.raises(Ambiguous, match="strength1-land 0606, strength3-land 0606"):
        engine.check(state, "rebuild land 0606")
    after = done(state, "rebuild strength3-land 0606")
    assert any(u.full and u.strength == 3 for u in after.units)
    after = done(state, "rebuild attrited-land 0407")
    rows = sorted((u.full, u.count) for u in after.at("0407"))
    assert rows == [(False, 1), (True, 3)]


def test_a_hex_with_two_seas_goes_by_its_coast_where_need_be() -> None:
    two = Hex(
        "0505",
        Terrain.SHALLOW,
        land_part=True,
        facility=Facility.PORT,
        owner=Nation.US,
        coasts={"E": ("0605",), "W": ("0405",)},
    )
    state = engine.begin(on("turn 4; phase rebuilding; trp 3 3; 0505E us N-; 0505W us N-", two))
    assert legal(state) == ["rebuild naval 0505E", "rebuild naval 0505W", "pass"]
    with pytest.raises(Ambiguous):
        engine.check(state, "rebuild naval 0505")
    after = done(state, "rebuild naval 0505W")
    assert {(u.at, u.full) for u in after.units} == {("0505E", False), ("0505W", True)}


@pytest.mark.ruling("redeploy-autopass")
@pytest.mark.clause("10.0c", "10.6a")
def test_sides_alternate_and_who_passes_is_done() -> None:
    """Ruling redeploy-autopass."""
    state = ready("trp 9 5; 0605 jp 2L-; 0606 us 3L-")
    assert engine.acting(state) is JAPAN
    state = done(state, "rebuild land 0605")
    assert engine.acting(state) is ALLIES
    state = done(state, "rebuild land 0606")
    assert engine.acting(state) is JAPAN
    state = done(state, "pass")
    for _ in range(2):
        assert engine.acting(state) is ALLIES
        state = done(state, "rebuild land 0606")
    assert engine.acting(state) is ALLIES and state.trp == (8, 2)
    assert state.phase is Phase.REBUILDING


@pytest.mark.clause("10.0d", "10.0e")
@pytest.mark.parametrize(("points", "first"), [("5 5", ALLIES), ("6 5", JAPAN), ("5 6", ALLIES)])
def test_the_higher_side_goes_first_the_allies_on_equal_points(points: str, first: Side) -> None:
    assert engine.acting(ready(f"trp {points}; 0606 us L-")) is first


@pytest.mark.clause("10.6e", "5.2b")
def test_points_left_at_the_end_are_lost() -> None:
    state = done(ready("trp 4 3; 0606 us L-"), "pass")
    after = engine.play(state, "pass")
    assert "Japanese: 4 RP left, lost (10.6e)" in told(after)
    assert "Allied: 3 RP left, lost (10.6e)" in told(after)
    left = phase.automatic(noted(state, passed=tuple(Side)), [])
    assert left is not None and left.trp == (0, 0)
    assert left.phase is Phase.REINFORCEMENT


@pytest.mark.clause("10.6e")
def test_points_that_are_not_counted_are_not_spent_and_not_lost() -> None:
    state = ready("0606 us C-")
    state = done(state, "rebuild carrier 0606") if engine.acting(state) is ALLIES else state
    if worn(state):
        state = done(state, "pass", "rebuild carrier 0606")
    assert worn(state) == 0 and state.trp is None
    while state.phase is Phase.REBUILDING:
        state = done(state, "pass")
    assert state.trp is None


@examples(100)
@given(st.one_of(positions(), pacific()))
def test_whether_a_place_serves_says_why_everywhere(state: State) -> None:
    for hex_id, place in state.board.hexes.items():
        for nation in Nation:
            found = rebuilding.serves(state, hex_id, nation)
            assert faults(found) == []
            assert found.value is rebuilding.can_serve(state, hex_id, nation)
            if found.value:
                assert nation in (place.owner, place.source) and nation is not Nation.CHINA


@examples(80)
@given(st.one_of(positions(most=12), pacific(most=12)), st.data())
def test_rebuilding_never_spends_what_is_not_there(state: State, data: st.DataObject) -> None:
    points = data.draw(st.tuples(st.integers(0, 4), st.integers(0, 4)))
    state = evolve(data.draw(dressed(state)), phase=Phase.REBUILDING, rulings={}, trp=points)
    state = engine.begin(evolve(state, progress=None))
    while state.phase is Phase.REBUILDING:
        offered = engine.legal_actions(state)
        action = data.draw(st.sampled_from(offered))
        assert engine.check(state, str(action)).ok and read(str(action)) == action
        before, side = state, engine.acting(state)
        assert side is not None
        state = engine.apply(state, action)
        if isinstance(action, Pass):
            continue
        assert isinstance(action, Rebuild) and before.trp is not None and state.trp is not None
        spent = [was - left for was, left in zip(before.trp, state.trp, strict=True)]
        own = list(Side).index(side)
        carrier = action.unit.endswith("carrier")
        assert spent[own] == (2 if carrier else 1) and spent[1 - own] == 0
        assert min(state.trp) >= 0
        assert worn(state) == worn(before) - 1
        place = state.board[action.at[:4]]
        turned = _turned(before, state, action.at)
        assert turned in (place.owner, place.source), "10.6b"


def _turned(before: State, after: State, at: str) -> Nation:
    """The nation of the one unit of a hex that was turned to its full face."""
    changed = [
        nation
        for nation in Nation
        if _full(after, at, nation) == _full(before, at, nation) + 1
        and _sum(after, at, nation) == _sum(before, at, nation)
    ]
    assert len(changed) == 1
    return changed[0]


def _full(state: State, at: str, nation: Nation) -> int:
    here = state.at(at[:4])
    return sum(u.count for u in here if u.nation is nation and u.state is Step.FULL)


def _sum(state: State, at: str, nation: Nation) -> int:
    return sum(u.count for u in state.at(at[:4]) if u.nation is nation)
