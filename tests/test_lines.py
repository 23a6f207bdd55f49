"""Supply lines: the four tests of a hex between, and the shortest line (6.3, 7.1)."""

from __future__ import annotations

import oracle
import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st
from strategies import at_large, examples, on, plain_board, port, positions

from witp_learn.explain import faults
from witp_learn.hexgrid import distance
from witp_learn.model import Facility, Hex, Kind, Nation, Side, State, Terrain, Unit
from witp_learn.rules.lines import CLAUSES, TESTS, Ground, Purpose

JAPAN, ALLIES = Side.JAPAN, Side.ALLIES
MIDDLE = "0505"


def stops(state: State, hex_id: str = MIDDLE, side: Side = ALLIES, why: str = "unit") -> list[str]:
    return list(Ground(state, side, Purpose(why)).stops(hex_id))


both = pytest.mark.parametrize("purpose", ["unit", "base"])


@both
@pytest.mark.clause("6.3c", "7.1d")
def test_a_mountain_stops_a_line(purpose: str) -> None:
    mountain = Hex(MIDDLE, Terrain.LAND, mountain=True, land_part=True)
    assert stops(on("", mountain), why=purpose) == ["mountain"]


@both
@pytest.mark.clause("6.3d", "7.1e")
@pytest.mark.parametrize("counter", ["C", "N", "L", "A-", "C-", "N-", "L-", "N(L)"])
def test_any_enemy_unit_stops_a_line_in_any_state(purpose: str, counter: str) -> None:
    shore = Hex(MIDDLE, Terrain.SHALLOW, land_part=True)
    assert stops(on(f"0505 jp {counter}", shore), why=purpose) == ["enemy_unit"]
    assert stops(on(f"0505 us {counter}", shore), why=purpose) == []


@pytest.mark.ruling("split-sea-hexes")
@both
@pytest.mark.clause("6.3d", "7.1e")
def test_a_fleet_on_either_sea_stops_a_line(purpose: str) -> None:
    for coast in "WE":
        assert "enemy_unit" in stops(at_large(f"0406{coast} us N"), "0406", JAPAN, purpose)


@both
@pytest.mark.clause("6.3e", "7.1f", "2.3.3e")
def test_an_enemy_port_or_airfield_stops_a_line(purpose: str) -> None:
    for facility in Facility:
        place = port(MIDDLE, Nation.JAPAN, facility=facility)
        assert stops(on("", place), why=purpose) == ["enemy_facility"]
        assert stops(on("0505 us L-", place), why=purpose) == []
        assert stops(on("0505 us N(L)", place), why=purpose) == ["enemy_facility"]
        assert stops(on("0505 us L; 0505 jp L", place), why=purpose) == [
            "enemy_unit",
            "enemy_facility",
        ]
        own = port(MIDDLE, Nation.COMMONWEALTH, facility=facility)
        assert stops(on("", own), why=purpose) == []


@both
@pytest.mark.clause("6.3f", "7.1g", "2.2.3c", "2.2.3d")
def test_an_enemy_air_zone_stops_a_line(purpose: str) -> None:
    assert stops(on("0504 jp A"), why=purpose) == ["enemy_azoc"]
    assert stops(on("0504 jp A-"), why=purpose) == []
    assert stops(on("0504 us A"), why=purpose) == []
    assert stops(on("0503 jp A"), why=purpose) == []


@both
@pytest.mark.clause("6.3g", "7.1h")
def test_a_full_own_air_unit_lifts_the_zone(purpose: str) -> None:
    shore = Hex(MIDDLE, Terrain.SHALLOW, land_part=True)
    assert stops(on("0504 jp A; 0505 us A", shore), why=purpose) == []
    assert stops(on("0504 jp 2A; 0604 jp A; 0505 cw A", shore), why=purpose) == []
    for counter in ("A-", "L", "C", "2C 4N"):
        assert stops(on(f"0504 jp A; 0505 us {counter}", shore), why=purpose) == ["enemy_azoc"]
    assert stops(on("0504 jp A; 0605 us A", shore), why=purpose) == ["enemy_azoc"]


@both
@pytest.mark.clause("6.3d", "7.1e", "7.1h")
def test_the_air_unit_that_lifts_does_not_help_against_a_unit(purpose: str) -> None:
    assert stops(on("0504 jp A; 0505 us A; 0505 jp N-"), why=purpose) == ["enemy_unit"]


@both
def test_what_does_not_stop_a_line(purpose: str) -> None:
    jungle = Hex(MIDDLE, Terrain.LAND, jungle=True, land_part=True)
    split = Hex(MIDDLE, Terrain.SHALLOW, land_part=True, coasts={"W": ("0404",), "E": ("0604",)})
    for place in (jungle, split, Hex(MIDDLE), Hex(MIDDLE, resource=True)):
        assert stops(on("0504 jp C N", place), why=purpose) == []


@pytest.mark.clause("7.1i", "6.6.1a", "12.1c")
@both
def test_on_turn_one_allied_zones_do_not_count_for_japan(purpose: str) -> None:
    text = "0504 us A; turn 1"
    assert stops(on(text), side=JAPAN, why=purpose) == []
    assert stops(on("0504 us A; turn 2"), side=JAPAN, why=purpose) == ["enemy_azoc"]
    assert stops(on("0504 jp A; turn 1"), side=ALLIES, why=purpose) == ["enemy_azoc"]
    assert stops(on("0504 us A; 0505 us N; turn 1"), side=JAPAN, why=purpose) == ["enemy_unit"]
    place = port(MIDDLE, Nation.US)
    assert stops(on(text, place), side=JAPAN, why=purpose) == ["enemy_facility"]


@both
@pytest.mark.clause("7.1i", "6.6.1a")
def test_a_zone_that_is_waived_says_so(purpose: str) -> None:
    first, second = (
        Ground(on(f"0504 us A; turn {turn}"), JAPAN, Purpose(purpose)).between(MIDDLE).parts[-1]
        for turn in (1, 2)
    )
    waiver = "7.1i" if purpose == "unit" else "6.6.1a"
    assert first.text == "On turn 1 Allied air zones do not count against Japanese supply"
    assert waiver in first.rules
    assert second.text == "0505 lies in an Allied air zone"
    assert waiver not in second.rules


@pytest.mark.clause("6.6.1a", "6.6.2h")
def test_the_other_reading_of_the_rangoon_example_keeps_zones_between_for_bases() -> None:
    text = "0504 us A; turn 1; ruling rangoon-example-turn=b"
    assert stops(on(text), side=JAPAN, why="base") == ["enemy_azoc"]
    assert stops(on(text), side=JAPAN, why="unit") == []
    ground = Ground(on(text), JAPAN, Purpose.BASE)
    assert ground.end_stops(MIDDLE) == ()


@both
def test_every_test_names_its_clause_and_explains_itself(purpose: str) -> None:
    ground = Ground(on("0504 jp A; 0505 us A"), ALLIES, Purpose(purpose))
    found = ground.between(MIDDLE)
    assert [part.what for part in found.parts] == list(TESTS)
    for part in found.parts:
        assert CLAUSES[Purpose(purpose)][part.what] in part.rules
        assert part.text
    lifted = found.parts[-1]
    assert ("7.1h" if purpose == "unit" else "6.3g") in lifted.rules
    assert "would lie in a Japanese air zone" in lifted.text
    assert faults(found) == []


@pytest.mark.clause("6.3a", "6.3b")
def test_the_shortest_line_then_the_lowest_numbers() -> None:
    ground = Ground(on(""), ALLIES, Purpose.BASE)
    assert ground.shortest("0505", "0505", 3) == ("0505",)
    assert ground.shortest("0505", "0506", 3) == ("0505", "0506")
    assert ground.shortest("0505", "0705", 3) == ("0505", "0604", "0705")
    assert ground.shortest("0505", "0706", 3) == ("0505", "0605", "0706")
    assert ground.shortest("0505", "0805", 3) == ("0505", "0604", "0705", "0805")
    assert ground.shortest("0505", "0905", 3) is None


@pytest.mark.clause("6.3b", "6.3d")
def test_a_line_of_three_goes_round_what_stops_it() -> None:
    ground = Ground(on("0605 jp N"), ALLIES, Purpose.BASE)
    assert ground.shortest("0505", "0706", 2) is None
    round_it = ground.shortest("0505", "0706", 3)
    assert round_it == ("0505", "0506", "0606", "0706")


@pytest.mark.clause("6.1d", "7.1a", "2.3.4a")
def test_the_ends_are_the_sides_bases_and_open_sources() -> None:
    state = at_large("base al 1110 0606; base jp 0907; 0804 us L; 0804 jp L-; 0803 us L")
    ground = Ground(state, JAPAN, Purpose.UNIT)
    assert [(e.hex, e.is_source) for e in ground.ends] == [
        ("0704", True),
        ("0804", True),
        ("0907", False),
    ]
    allied = Ground(state, ALLIES, Purpose.UNIT)
    assert [e.hex for e in allied.ends] == ["0109", "0606", "1110", "1708"]


@examples(120)
@given(positions(), st.sampled_from(Side), st.sampled_from(Purpose))
def test_stops_and_lines_against_the_oracle(state: State, side: Side, purpose: Purpose) -> None:
    building = purpose is Purpose.BASE
    state = evolve(
        state, rulings={k: v for k, v in state.rulings.items() if k != "supply-line-endpoints"}
    )
    kept = building and state.rulings.get("rangoon-example-turn") == "b"
    waived = state.turn == 1 and side is JAPAN and not kept
    ground = Ground(state, side, purpose)
    for hex_id in state.board.hexes:
        found = set(ground.stops(hex_id))
        assert found == oracle.stops(state, hex_id, side, waived=waived)
        assert bool(ground.between(hex_id).value) is (not found)
    start = state.units[0].hex
    for goal in sorted(state.board.hexes)[:12]:
        if distance(start, goal) <= 3:
            line = ground.shortest(start, goal, 3)
            way = oracle.line(state, start, {goal}, side, 3, building=building)
            assert (list(line) if line else None) == way


@examples(100)
@given(positions(), st.sampled_from(Side), st.sampled_from(Purpose))
def test_more_of_the_enemy_never_opens_a_hex(state: State, side: Side, purpose: Purpose) -> None:
    """Each kind of counter can only add the stops its rule names."""
    nation = Nation.JAPAN if side is ALLIES else Nation.US
    ground = Ground(state, side, purpose)
    before = {h: set(ground.stops(h)) for h in state.board.hexes}
    spot = state.units[0].hex
    for kind, may_add in (
        (Kind.NAVAL, {"enemy_unit"}),
        (Kind.AIR, {"enemy_unit", "enemy_azoc"}),
        (Kind.LAND, {"enemy_unit", "enemy_facility"}),
    ):
        after = Ground(evolve(state, units=(*state.units, Unit(spot, nation, kind))), side, purpose)
        for hex_id, old in before.items():
            new = set(after.stops(hex_id))
            assert old <= new, f"{kind} at {spot} opened {hex_id}"
            assert new - old <= may_add
            assert hex_id == spot or new - old <= {"enemy_azoc"}


def test_the_plain_board_stops_nothing() -> None:
    state = State(board=plain_board(), turn=2)
    ground = Ground(state, JAPAN, Purpose.UNIT)
    assert all(ground.stops(h) == () for h in state.board.hexes)
    assert ground.ends == ()
