"""Air zones (2.2.3), control of ports and airfields (2.3.3), sources (2.3.4)."""

from __future__ import annotations

import oracle
import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st
from strategies import at_large, examples, on, pacific, positions

from witp_learn.components import board
from witp_learn.explain import faults
from witp_learn.model import Facility, Kind, Nation, Side, State, Step, Terrain
from witp_learn.rules import control

JAPAN, ALLIES = Side.JAPAN, Side.ALLIES
EXAMPLE = "1008 jp A; 1009 us A; 0909 cw A-"
"""The example of 2.2.3."""


def zone(text: str, side: Side) -> set[str]:
    return set(control.air_zone(at_large(text), side))


# 2.2.2 and 2.2.3


@pytest.mark.clause("2.2.2a", "2.2.2b", "2.2.2c")
def test_front_and_back() -> None:
    full, spent = at_large("1009 us A L; 1008 jp A- L-").units[::2]
    assert full.full and not spent.full
    values = [u.value for u in at_large("1009 us C N L A A=5").units]
    assert values == [2, 1, 1, 2, 5]
    assert [u.value for u in at_large("1009 us C- N- L- A- A-=5").units] == [0] * 5
    assert full.turned.turned == full
    assert full.turned.state is Step.ATTRITED


@pytest.mark.clause("2.2.3a", "2.2.3h")
def test_a_full_air_unit_covers_its_six_neighbours_and_not_its_own_hex() -> None:
    state = on("0505 jp A")
    assert control.air_zone(state, JAPAN) == ("0404", "0405", "0504", "0506", "0604", "0605")
    assert not control.zone(state, "0505", JAPAN).value
    assert control.air_zone(state, ALLIES) == ()


@pytest.mark.clause("2.2.3a")
def test_a_zone_ends_at_the_edge_of_the_board() -> None:
    assert control.air_zone(on("0101 us A"), ALLIES) == ("0102", "0201")


@pytest.mark.clause("2.2.3h")
def test_two_air_units_next_door_cover_each_others_hexes() -> None:
    covered = set(control.air_zone(on("0505 jp A; 0506 jp A"), JAPAN))
    assert {"0505", "0506"} <= covered


@pytest.mark.clause("2.2.3b", "2.2.3o")
def test_an_attrited_air_unit_projects_nothing() -> None:
    assert zone("0909 cw A-", ALLIES) == set()


@pytest.mark.clause("2.2.3p")
@pytest.mark.parametrize("counter", ["C", "N", "L", "2C 4N(2L)"])
def test_only_air_units_project(counter: str) -> None:
    assert zone(f"1009 us {counter}", ALLIES) == set()


@pytest.mark.clause("2.2.3k", "2.2.3i")
def test_rabaul_covers_five_hexes_but_not_guadalcanal() -> None:
    assert zone(EXAMPLE, JAPAN) == {"0908", "0909", "1007", "1108", "1109"}


@pytest.mark.clause("2.2.3n", "2.2.3o")
def test_guadalcanal_covers_five_hexes_but_not_rabaul() -> None:
    assert zone(EXAMPLE, ALLIES) == {"0909", "0910", "1010", "1109", "1110"}


@pytest.mark.clause("2.2.3l", "2.2.3j")
def test_an_attrited_air_unit_lifts_nothing() -> None:
    assert "0909" in zone(EXAMPLE, JAPAN)
    assert "0909" not in zone(EXAMPLE.replace("A-", "A"), JAPAN)


@pytest.mark.clause("2.2.3m", "2.2.3j")
@pytest.mark.parametrize("counter", ["L", "3L", "C", "2C 4N(2L)", "A-"])
def test_nothing_but_a_full_air_unit_lifts_a_zone(counter: str) -> None:
    assert "0909" in zone(f"1008 jp A; 0909 us {counter}", JAPAN)
    assert "0909" not in zone(f"1008 jp A; 0909 us {counter} A", JAPAN)


@pytest.mark.clause("2.2.3i")
def test_lifting_is_for_that_hex_alone() -> None:
    state = at_large("1008 jp A; 1009 us A")
    assert control.lifted_zone(state, JAPAN) == ("1009",)
    assert control.lifted_zone(state, ALLIES) == ("1008",)
    assert "0909" in control.air_zone(state, JAPAN)


@pytest.mark.ruling("air-both-sides-one-hex")
@pytest.mark.clause("2.2.3i")
def test_air_units_of_both_sides_in_one_hex_both_cover_the_neighbours() -> None:
    state = on("0505 jp A; 0505 us A")
    assert set(control.air_zone(state, JAPAN)) == set(control.air_zone(state, ALLIES))
    assert len(control.air_zone(state, JAPAN)) == 6


@pytest.mark.clause("2.2.3i", "2.2.3j")
def test_the_reason_explains_a_zone_that_is_not_there() -> None:
    state = at_large(EXAMPLE)
    lifted = control.zone(state, "1009", JAPAN)
    assert not lifted.value
    assert "a full air unit there lifts it" in lifted.text
    assert {"2.2.3a", "2.2.3i", "2.2.3j"} <= set(lifted.clause_ids())
    free = control.zone(state, "0710", JAPAN)
    assert not free.value and "no Japanese air zone" in free.text
    assert control.projectors(state, "0909", JAPAN) == ("1008",)


# 2.3: terrain, icons, control, sources


@pytest.mark.ruling("terrain-classes")
@pytest.mark.clause("2.3.2e", "2.3.2f", "2.3.2g", "2.3.2h", "2.3.1a")
def test_shallow_sea_joins_and_deep_sea_parts() -> None:
    pacific_board = board()
    assert pacific_board.hexside("1008", "0909") is Terrain.SHALLOW
    assert pacific_board.hexside("0908", "1008") is Terrain.DEEP
    assert pacific_board.hexside("0908", "0909") is Terrain.LAND


@pytest.mark.clause("2.3.2b")
@pytest.mark.parametrize("hex_id", ["0404", "0405", "1009", "1109"])
def test_air_units_may_be_anywhere(hex_id: str) -> None:
    assert at_large(f"{hex_id} us A").units


@pytest.mark.clause("2.3.3a", "2.3.3b", "2.3.3c", "2.3.3d")
def test_icons_and_their_owners() -> None:
    state = at_large("")
    assert state.board["0404"].facility is Facility.AIRFIELD
    assert state.board["0404"].owner is Nation.CHINA
    for hex_id, side in (("0907", JAPAN), ("0606", ALLIES), ("0407", ALLIES), ("0404", ALLIES)):
        assert control.holder(state, hex_id) is side
        assert control.holds(state, hex_id, side).value
        assert not control.holds(state, hex_id, side.enemy).value
    assert control.holder(state, "1109") is None
    assert not any(control.holds(state, "1109", side).value for side in Side)


@pytest.mark.ruling("attrited-land-holds")
@pytest.mark.clause("2.3.3e")
@pytest.mark.parametrize("counter", ["L", "L-", "2L"])
def test_land_units_alone_take_an_enemy_icon(counter: str) -> None:
    state = at_large(f"0606 jp {counter}")
    assert control.holder(state, "0606") is JAPAN
    assert "2.3.3e" in control.holds(state, "0606", JAPAN).clause_ids()


@pytest.mark.ruling("embarked-land-control")
@pytest.mark.clause("2.3.3e")
@pytest.mark.parametrize("counter", ["C", "2N", "N(L)", "A"])
def test_fleets_air_units_and_cargo_take_nothing(counter: str) -> None:
    assert control.holder(at_large(f"0606 jp {counter}"), "0606") is ALLIES


@pytest.mark.clause("2.3.3f")
def test_control_goes_back_when_the_captor_leaves() -> None:
    taken = at_large("0606 jp L")
    assert control.holder(evolve(taken, units=()), "0606") is ALLIES


@pytest.mark.clause("2.3.3g")
def test_with_land_units_of_both_the_icon_decides() -> None:
    assert control.holder(at_large("0606 jp 3L; 0606 us L-"), "0606") is ALLIES
    assert control.holder(at_large("0907 jp L; 0907 us 3L"), "0907") is JAPAN
    assert control.holder(at_large("0606 jp L; 0606 us N(L)"), "0606") is JAPAN


@pytest.mark.ruling("captured-supply-source")
@pytest.mark.clause("2.3.4a", "2.3.4b")
def test_a_source_serves_its_owner_until_enemy_land_units_alone_are_there() -> None:
    state = at_large("")
    assert state.board.sources == ("0109", "0704", "0803", "0804", "1708")
    assert [h for h in state.board.sources if control.source_open(state, h, JAPAN)] == [
        "0704",
        "0803",
        "0804",
    ]
    assert not control.source_open(at_large("0804 us L-"), "0804", JAPAN)
    assert not control.source_open(at_large("0804 us L-"), "0804", ALLIES)
    assert control.source_open(at_large("0804 us L; 0804 jp L-"), "0804", JAPAN)
    assert control.source_open(at_large("0804 us N(L) A"), "0804", JAPAN)


# Everywhere


@examples(100)
@given(positions())
def test_zones_and_control_against_the_oracle(state: State) -> None:
    for side in Side:
        covered = control.air_zone(state, side)
        assert list(covered) == oracle.zone(state, side)
        assert sorted({*covered, *control.lifted_zone(state, side)}) == list(
            control.reach(state, side)
        )
    for hex_id in state.board.hexes:
        assert control.holder(state, hex_id) is oracle.controller(state, hex_id)
        for side in Side:
            found = control.zone(state, hex_id, side)
            assert found.value is oracle.in_zone(state, hex_id, side)
            held = control.holds(state, hex_id, side)
            assert bool(held.value) is (oracle.controller(state, hex_id) is side)
            assert faults(found) == faults(held) == []
            source = hex_id in oracle.sources(state, side)
            assert control.source_open(state, hex_id, side) is source


@examples(150)
@given(st.one_of(positions(), pacific()), st.data())
def test_adding_and_attriting_air_units_only_ever_does_one_thing(
    state: State, data: st.DataObject
) -> None:
    air = [u for u in state.units if u.kind is Kind.AIR and u.full]
    if not air:
        return
    unit = data.draw(st.sampled_from(air))
    units = tuple(u.turned if u is unit else u for u in state.units)
    after = evolve(state, units=units)
    own, enemy = unit.side, unit.side.enemy
    assert set(control.air_zone(after, own)) <= set(control.air_zone(state, own)), "2.2.3a"
    grown = set(control.air_zone(after, enemy)) - set(control.air_zone(state, enemy))
    assert grown <= {unit.hex}, "2.2.3i"
    assert not set(control.air_zone(state, enemy)) - set(control.air_zone(after, enemy)), "2.2.3j"
