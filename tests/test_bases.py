"""Supply networks and where a base may be built (6.1 to 6.6)."""

from __future__ import annotations

from itertools import pairwise

import oracle
import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st
from strategies import at_large, examples, on, pacific, port, positions

from witp_learn.hexgrid import adjacent, distance
from witp_learn.model import Board, Facility, Hex, Nation, Side, State, Terrain
from witp_learn.rules.bases import Site, network, site, sites
from witp_learn.rules.lines import CLAUSES, TESTS, Purpose
from witp_learn.rules.supply import check

JAPAN, ALLIES = Side.JAPAN, Side.ALLIES
SOURCE = port("0101", Nation.US, source=Nation.US)
NEAR = port("0104", Nation.US)
FAR = port("0107", Nation.US)


def linked(state: State, side: Side = ALLIES) -> list[str]:
    return list(network(state, side).linked)


def may(state: State, hex_id: str, side: Side = ALLIES) -> bool:
    return site(state, side, hex_id).allowed


def why(state: State, hex_id: str, side: Side = ALLIES) -> list[tuple[str, str, str]]:
    return [(r.rule, r.why, r.hex) for r in site(state, side, hex_id).refusals]


# 6.1


@pytest.mark.ruling("base-count-limits")
@pytest.mark.clause("6.1a")
def test_one_base_a_hex() -> None:
    state = on("base al 0104", SOURCE, NEAR)
    assert why(state, "0104") == [("6.1a", "has_base", "0104")]
    assert may(on("", SOURCE, NEAR), "0104")


@pytest.mark.clause("6.1b", "2.3.3e", "2.3.3f", "2.3.3g")
def test_the_port_or_airfield_must_be_held() -> None:
    enemy = port("0103", Nation.JAPAN)
    assert why(on("", SOURCE, enemy), "0103") == [("6.1b", "no_facility", "0103")]
    assert why(on("", SOURCE), "0103") == [("6.1b", "no_facility", "0103")]
    assert may(on("0103 us L-", SOURCE, enemy), "0103")
    assert not may(on("0103 us L; 0103 jp L", SOURCE, enemy), "0103")
    assert not may(on("0103 us N(L) A", SOURCE, enemy), "0103")
    airfield = evolve(enemy, owner=Nation.US, facility=Facility.AIRFIELD)
    assert may(on("", SOURCE, airfield), "0103")


@pytest.mark.ruling("base-in-contested-hex")
@pytest.mark.clause("6.1b")
def test_a_held_hex_with_enemy_units_may_be_built_on() -> None:
    assert may(on("0104 jp N L; 0104 us L", SOURCE, NEAR), "0104")
    assert may(on("0104 jp A-", SOURCE, NEAR), "0104")


@pytest.mark.clause("6.1c")
def test_a_network_must_reach_a_source() -> None:
    assert why(on("", NEAR), "0104") == [("6.1c", "no_source", "0104")]
    assert why(on("base al 0107", NEAR, FAR), "0104") == [("6.1c", "no_source", "0104")]
    taken = on("0101 jp L", SOURCE, NEAR)
    assert why(taken, "0104") == [("6.3b", "too_far", "0104")], "it is on the board, but taken"
    japans = port("0101", Nation.JAPAN, source=Nation.JAPAN)
    assert why(on("", japans, NEAR), "0104") == [("6.1c", "no_source", "0104")]


@pytest.mark.clause("6.1d")
def test_americans_and_british_share_sources_and_bases() -> None:
    british = port("0107", Nation.COMMONWEALTH)
    assert linked(on("base al 0104", SOURCE, NEAR, british)) == ["0104"]
    assert may(on("base al 0104", SOURCE, NEAR, british), "0107")
    source = port("0101", Nation.COMMONWEALTH, source=Nation.COMMONWEALTH)
    assert may(on("", source, NEAR), "0104")


# 6.2


@pytest.mark.clause("6.2a", "6.3b")
def test_a_base_within_three_hexes_of_a_source_is_linked() -> None:
    for row in range(1, 6):
        place = port(f"01{row:02d}", Nation.US, source=Nation.US if row == 1 else None)
        state = on(f"base al 01{row:02d}", SOURCE, place)
        assert linked(state) == ([f"01{row:02d}"] if row <= 4 else [])
    state = on("base al 0105", SOURCE, port("0105", Nation.US))
    assert network(state, ALLIES).cut_off == ("0105",)


@pytest.mark.clause("6.2b", "6.3a")
def test_the_network_grows_base_by_base() -> None:
    state = on("base al 0104 0107", SOURCE, NEAR, FAR)
    found = network(state, ALLIES)
    assert found.linked == ("0104", "0107")
    assert found.lines["0104"] == ("0104", "0103", "0102", "0101")
    assert found.lines["0107"] == ("0107", "0106", "0105", "0104")
    assert linked(on("base al 0107", SOURCE, NEAR, FAR)) == []


@pytest.mark.clause("6.2c")
def test_a_new_base_extends_the_network_at_once() -> None:
    assert why(on("", SOURCE, NEAR, FAR), "0107") == [("6.3b", "too_far", "0107")]
    assert may(on("base al 0104", SOURCE, NEAR, FAR), "0107")


@pytest.mark.ruling("network-chain-validity")
@pytest.mark.clause("6.2b", "6.1c")
def test_a_base_that_is_cut_off_carries_no_network() -> None:
    cut = on("base al 0107", SOURCE, FAR, port("0109", Nation.US))
    assert why(cut, "0109") == [("6.3b", "too_far", "0109")]


# 6.3


@pytest.mark.clause("6.3b")
def test_three_steps_and_no_more() -> None:
    assert may(on("", SOURCE, NEAR), "0104")
    assert why(on("", SOURCE, port("0105", Nation.US)), "0105") == [("6.3b", "too_far", "0105")]


BLOCKS = {
    "mountain": ("", Hex("0102", Terrain.LAND, mountain=True, land_part=True), "6.3c"),
    "enemy_unit": ("0102 jp N-", Hex("0102", Terrain.SHALLOW), "6.3d"),
    "enemy_facility": ("", port("0102", Nation.JAPAN), "6.3e"),
    "enemy_azoc": ("0202 jp A; 0103 us A; 0302 us A", Hex("0102"), "6.3f"),
}


@pytest.mark.clause("6.3c", "6.3d", "6.3e", "6.3f")
@pytest.mark.parametrize("name", TESTS)
def test_what_stops_a_line_is_named_hex_by_hex(name: str) -> None:
    text, middle, rule = BLOCKS[name]
    # One row of hexes: no way round.
    state = on(text, SOURCE, middle, port("0103", Nation.US))
    narrow = {h: p for h, p in state.board.hexes.items() if h[:2] == "01" or h == "0202"}
    state = evolve(state, board=Board(narrow, own=True), units=state.units[:1])
    found = why(state, "0103")
    assert (rule, name, "0102") in found
    assert all(w in TESTS for _, w, _ in found)


@pytest.mark.clause("6.3b", "6.3d")
def test_a_line_may_go_round() -> None:
    state = on("0102 jp N", SOURCE, port("0103", Nation.US))
    found = site(state, ALLIES, "0103")
    assert found.path == ("0103", "0202", "0201", "0101")
    blocked = on("0102 jp N; 0201 jp N", SOURCE, port("0103", Nation.US))
    assert why(blocked, "0103") == [("6.3d", "enemy_unit", "0102"), ("6.3d", "enemy_unit", "0201")]


@pytest.mark.clause("6.3f", "6.3g", "2.2.3c")
def test_a_full_air_unit_in_the_hex_lifts_the_zone() -> None:
    cut = on("0203 jp A", SOURCE, NEAR)
    assert why(cut, "0104") == [("6.3f", "enemy_azoc", "0103")]
    assert not may(on("0203 jp A; 0103 us A- C", SOURCE, NEAR), "0104")
    assert may(on("0203 jp A; 0103 us A", SOURCE, NEAR), "0104")
    assert not may(on("0203 jp A; 0102 us A", SOURCE, NEAR), "0104")


# The switches


@pytest.mark.ruling("supply-line-endpoints")
@pytest.mark.clause("6.3c", "6.3d", "6.6.2g")
def test_both_readings_of_the_ends_of_a_line() -> None:
    zone_at_end = "0204 jp A-; 0105 jp A"
    state = on(zone_at_end, SOURCE, NEAR)
    other = on(zone_at_end + "; ruling supply-line-endpoints=b", SOURCE, NEAR)
    assert may(state, "0104")
    assert why(other, "0104") == [("6.3f", "enemy_azoc", "0104")]
    at_source = "0101 jp N"
    assert may(on(at_source, SOURCE, NEAR), "0104")
    found = on(at_source + "; ruling supply-line-endpoints=b", SOURCE, NEAR)
    assert why(found, "0104") == [("6.3d", "enemy_unit", "0101")]
    based = on("base al 0101; 0101 jp N; ruling supply-line-endpoints=b", SOURCE)
    assert linked(based) == ["0101"], "on the source there is no line to test"


RANGOON = "base jp 0507; 0306 jp L; 0407 us A"
"""Rangoon held by Japan, its base at Saigon, an Allied air unit at Singapore."""


def rangoon(turn: int, reading: str = "a", singapore: bool = True) -> bool:
    state = at_large(f"{RANGOON}; turn {turn}; ruling rangoon-example-turn={reading}")
    # A Japanese source at Hainan, so that only the line to Rangoon is in question.
    hainan = evolve(state.board["0506"], source=Nation.JAPAN)
    state = evolve(state, board=state.board.with_hex(hainan))
    if not singapore:
        state = evolve(state, units=state.units[:1])
    return may(state, "0306", JAPAN)


@pytest.mark.ruling("rangoon-example-turn")
@pytest.mark.clause("6.6.1a", "6.6.2h")
def test_both_readings_of_the_singapore_sentence() -> None:
    assert rangoon(1, "a"), "on turn 1 no Allied zone counts"
    assert not rangoon(1, "b"), "the printed sentence, taken at its place"
    assert not rangoon(2, "a") and not rangoon(2, "b"), "from turn 2 the zone cuts"
    assert rangoon(2, "a", singapore=False) and rangoon(1, "b", singapore=False)


@pytest.mark.clause("6.6.2g")
def test_rangoon_in_a_british_zone_may_be_built_on() -> None:
    # A British air unit at Calcutta's side of Rangoon covers it, not Bangkok between.
    state = at_large("base jp 0507; 0306 jp L; 0205 cw A; turn 2")
    hainan = evolve(state.board["0506"], source=Nation.JAPAN)
    state = evolve(state, board=state.board.with_hex(hainan))
    assert oracle.in_zone(state, "0306", ALLIES)
    assert not oracle.in_zone(state, "0406", ALLIES)
    found = site(state, JAPAN, "0306")
    assert found.allowed and found.path == ("0306", "0406", "0506")
    other = evolve(state, rulings={"supply-line-endpoints": "b"})
    assert not may(other, "0306", JAPAN)
    assert may(evolve(other, turn=1), "0306", JAPAN), "the waiver covers the ends"


@pytest.mark.clause("6.6.1a", "12.1c")
def test_the_surprise_is_japans_and_of_turn_one() -> None:
    source = port("0101", Nation.JAPAN, source=Nation.JAPAN)
    goal = port("0104", Nation.JAPAN)
    cut = "0203 us A; 0202 us N"
    assert may(on(cut + "; turn 1", source, goal), "0104", JAPAN)
    assert not may(on(cut + "; turn 2", source, goal), "0104", JAPAN)
    mirrored = "0203 jp A; 0202 jp N"
    for turn in (1, 2):
        assert not may(on(f"{mirrored}; turn {turn}", SOURCE, NEAR), "0104")


@pytest.mark.ruling("hollandia-0807-control")
@pytest.mark.clause("6.6.2i", "6.6.2j")
def test_hollandia_of_the_example() -> None:
    assert not may(at_large("turn 1; 0807 jp L"), "0807", JAPAN)
    found = why(at_large("turn 1; 0807 jp L"), "0807", JAPAN)
    assert ("6.3e", "enemy_facility", "0806") in found
    assert may(at_large("turn 1; 0807 jp L; base jp 0906"), "0807", JAPAN)
    assert may(at_large("turn 1; 0807 jp L; base jp 0907"), "0807", JAPAN)
    assert why(at_large("turn 1; base jp 0906"), "0807", JAPAN) == [("6.1b", "no_facility", "0807")]


@pytest.mark.clause("6.6.2f")
def test_the_six_hexes_of_the_option_hold_allied_icons() -> None:
    state = at_large("base al 0207 0509 0607 0710 1205 1407; turn 1")
    assert network(state, ALLIES).cut_off == (), "each links to a source, one by one or in a row"
    assert set(state.bases[ALLIES]) <= set(oracle.held(state, ALLIES))
    for hex_id in state.bases[ALLIES]:
        assert site(state, ALLIES, hex_id).refusals[0].why == "has_base"


@pytest.mark.clause("6.5e", "6.5f")
def test_a_base_cut_off_from_its_source_still_feeds_units() -> None:
    state = on("base al 0505; 0504 us L", port("0505", Nation.US), port("0504", Nation.US))
    assert network(state, ALLIES).cut_off == ("0505",)
    assert [j.in_supply for j in check(state)] == [True]


def test_a_board_with_holes_gives_no_line_and_says_so() -> None:
    hexes = {"0101": SOURCE, "0104": NEAR}
    state = State(board=Board(hexes, own=True), turn=2)
    found = site(state, ALLIES, "0104")
    assert not found.allowed
    assert [r.why for r in found.refusals] == ["too_far"]


# Everywhere


def agree(state: State) -> None:
    for side in Side:
        found = network(state, side)
        assert list(found.linked) == oracle.network(state, side)
        assert sorted((*found.linked, *found.cut_off)) == sorted(state.bases[side])
        for base, line in found.lines.items():
            assert line[0] == base
            assert line[-1] in {*oracle.sources(state, side), *found.linked}
            assert len(line) <= 4
            assert all(adjacent(a, b) for a, b in pairwise(line))
        judged = sites(state, side)
        assert [s.hex for s in judged] == oracle.held(state, side)
        assert [s.hex for s in judged if s.allowed] == oracle.can_build(state, side)
        for place in judged:
            refused_soundly(state, side, place)


def refused_soundly(state: State, side: Side, place: Site) -> None:
    """Each refusal is true, cites its clause, and is about a hex in reach."""
    assert place.allowed is (place.refusals == ())
    ends = oracle.sources(state, side) | set(oracle.network(state, side))
    near = {e for e in ends if distance(place.hex, e) <= 3}
    for found in place.refusals:
        if found.why in TESTS:
            waived = state.turn == 1 and side is JAPAN and found.hex in (place.hex, *ends)
            assert found.why in oracle.stops(state, found.hex, side, waived=False)
            assert found.rule == CLAUSES[Purpose.BASE][found.why]
            assert distance(place.hex, found.hex) <= 3 and near
            assert not waived or found.why != "enemy_azoc" or found.hex != place.hex
        else:
            expected = {"has_base": "6.1a", "no_source": "6.1c", "too_far": "6.3b"}
            assert found.rule == expected[found.why] and found.hex == place.hex
            assert found.why != "has_base" or place.hex in state.bases[side]
            assert found.why != "no_source" or not oracle.printed_sources(state, side)
            assert found.why != "too_far" or not near
        assert found.text


@examples(300)
@given(positions())
def test_networks_against_the_oracle_on_random_boards(state: State) -> None:
    agree(state)


@examples(25)
@given(pacific())
def test_networks_against_the_oracle_on_the_map(state: State) -> None:
    agree(state)


@pytest.mark.slow
@examples(800)
@given(positions())
def test_networks_against_the_oracle_on_many_boards(state: State) -> None:
    agree(state)


@examples(100)
@given(positions(), st.data())
def test_a_base_built_where_allowed_joins_the_network(state: State, data: st.DataObject) -> None:
    """A legal base is linked at once and cuts nothing off (6.2b, 6.2c)."""
    side = data.draw(st.sampled_from(Side))
    choices = [s.hex for s in sites(state, side) if s.allowed]
    if not choices:
        return
    spot = data.draw(st.sampled_from(choices))
    before = network(state, side)
    after = evolve(state, bases={**state.bases, side: (*state.bases[side], spot)})
    assert spot in linked(after, side), "6.2c"
    assert set(before.linked) <= set(linked(after, side)), "6.2b"
    assert network(after, side.enemy).linked == network(state, side.enemy).linked
