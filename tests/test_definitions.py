"""What the rulebook only defines, held to the code that carries it (2, 3.3, 5.2, 8.9)."""

from __future__ import annotations

import shutil
from collections import Counter
from pathlib import Path

import pytest
from attrs import evolve
from combat_cases import fight, strength

import witp_learn as witp
from witp_learn import components, edits, engine, sequence
from witp_learn.components.cards import Card, read_cards
from witp_learn.components.scenarios import Scenario, read_scenarios
from witp_learn.components.units import Counters, read_units
from witp_learn.files import BadData, NotAvailable
from witp_learn.model import Kind, Nation, Phase, Side, State, Step, Terrain, Unit
from witp_learn.playing import new_game
from witp_learn.rules.resources import first_to_act, trp
from witp_learn.view import style
from witp_learn.view.layout import Layout
from witp_learn.view.scene import plain_scene

JAPAN, ALLIES = Side.JAPAN, Side.ALLIES
SEGMENTS = [
    Phase.FLEET_REDEPLOYMENT,
    Phase.TROOP_REDEPLOYMENT,
    Phase.STACKING,
    Phase.REBUILDING,
]


def pos(line: str) -> State:
    return witp.load(f"text:{line}")


@pytest.fixture(scope="module")
def counters() -> tuple[Counters, ...]:
    return read_units(components.shipped())


@pytest.fixture(scope="module")
def scenarios() -> dict[str, Scenario]:
    return {one.name: one for one in read_scenarios(components.shipped())}


# The pieces (2.1, 2.2).


@pytest.mark.clause("2.1b")
def test_which_die_is_white_and_which_red_changes_the_points() -> None:
    assert trp(10, white=6, red=1).value == 15
    assert trp(10, white=1, red=6).value == 5


@pytest.mark.clause("2.2b")
def test_there_are_four_kinds_of_unit_with_a_letter_each() -> None:
    assert [kind.letter for kind in Kind] == ["C", "N", "L", "A"]


@pytest.mark.clause("2.2d")
def test_carriers_and_naval_units_are_fleets() -> None:
    assert [kind for kind in Kind if kind.is_fleet] == [Kind.CARRIER, Kind.NAVAL]


@pytest.mark.clause("2.2c")
def test_units_with_the_same_values_are_one_row_in_whatever_order_they_are_named() -> None:
    one, other = pos("turn 4; 0606 us L N L"), pos("turn 4; 0606 us N 2L")
    assert edits.tidy(one).units == edits.tidy(other).units
    assert sorted(unit.count for unit in edits.tidy(one).units) == [1, 2]
    worn = edits.tidy(pos("turn 4; 0606 us L L-"))
    assert [unit.count for unit in worn.units] == [1, 1]


@pytest.mark.clause("2.2e", "2.2f", "2.2g", "2.2h")
@pytest.mark.parametrize("kind", Kind)
def test_a_counter_has_a_start_hex_or_a_turn_of_arrival_and_a_strength(
    counters: tuple[Counters, ...], kind: Kind
) -> None:
    mine = [one for one in counters if one.kind is kind]
    assert any(one.hex for one in mine) and any(one.turn for one in mine)
    assert [one for one in mine if one.hex and one.turn] == []
    face = next(one for one in mine if one.hex).unit()
    assert (face.kind.letter, face.value) == (kind.letter, 2 if kind.letter in "CA" else 1)


@pytest.mark.clause("2.2e", "2.2f")
def test_a_carrier_helps_a_landing_and_a_naval_unit_does_not() -> None:
    def landing(ships: str) -> tuple[int, int]:
        return strength(fight(f"0505 jp {ships}N(L); 0505 us L"))

    assert landing("") == landing("2N ") == (1, 2)
    assert landing("C ") == (2, 2)


@pytest.mark.clause("2.2i", "2.2.2a", "2.2.2b", "2.2.2c")
@pytest.mark.parametrize("kind", Kind)
def test_the_back_of_every_unit_is_attrited_and_worth_nothing(kind: Kind) -> None:
    front = Unit("0606", Nation.US, kind)
    assert front.full and front.value > 0
    assert evolve(front, strength=3).value == 3
    back = front.turned
    assert back.state is Step.ATTRITED and not back.full and back.value == 0
    assert evolve(front, strength=3).turned.value == 0
    assert back.turned == front


@pytest.mark.clause("2.2.1a", "2.2.1b", "2.2.1c", "2.2.1d", "2.2.1e")
def test_a_nation_has_a_face_and_a_side_of_its_own() -> None:
    assert {nation for nation in Nation if nation.side is JAPAN} == {Nation.JAPAN}
    assert len({style.FACES[nation] for nation in Nation}) == len(Nation)
    british = pos("turn 4; 0207 cw L; 0710 cw L")
    assert {unit.nation for unit in british.units} == {Nation.COMMONWEALTH}


# The map and the cards (2.3).


@pytest.mark.clause("2.3a")
@pytest.mark.parametrize("where", ["0001", "1901", "9999"])
def test_no_unit_stands_off_the_map(where: str) -> None:
    with pytest.raises((BadData, witp.Unreadable)):
        pos(f"turn 4; {where} us A")


@pytest.mark.clause("2.3.2a", "2.3.2b")
def test_hexes_are_of_three_kinds_and_air_units_may_be_on_all() -> None:
    board = components.shipped_board()
    by_terrain = {place.terrain: hex_id for hex_id, place in board.hexes.items()}
    assert set(by_terrain) == set(Terrain)
    for hex_id in by_terrain.values():
        assert pos(f"turn 4; {hex_id} us A").at(hex_id)


@pytest.mark.clause("2.cards-a", "2.cards-b", "4.0b", "4.3b")
def test_a_card_has_a_number_a_year_and_a_part_for_each_side() -> None:
    cards = read_cards(components.shipped())
    card: Card = cards.card("1942-03")
    assert (card.year, card.label) == (1942, f"1942-03 {card.name}")
    assert card.japan or card.allies
    told = [one for one in cards if not one.is_blank]
    assert any(one.japan and one.allies for one in told)
    assert any(bool(one.japan) is not bool(one.allies) for one in told)


# Turns, phases and scenarios (3).


@pytest.mark.clause("3.1e", "3.1f", "3.1g", "8.0a")
def test_movement_combat_redeployment_and_reinforcements_follow_each_other() -> None:
    order = [Phase.MOVEMENT, Phase.COMBAT, *SEGMENTS, Phase.REINFORCEMENT]
    assert [sequence.following(phase) for phase in order] == [*order[1:], None]
    numbers = [sequence.stage(phase).number for phase in order]
    assert numbers == ["5", "5", "6", "6", "6", "6", "7"]


@pytest.mark.clause("8.0a", "3.1e")
def test_when_both_have_passed_the_combat_segment_begins() -> None:
    state = engine.begin(pos("turn 4; phase movement; 0606 us L; 0605 jp L; trp 5 5"))
    first = engine.acting(state)
    state = engine.apply(state, "pass")
    assert state.phase is Phase.MOVEMENT and engine.acting(state) is not first
    assert engine.apply(state, "pass").phase is not Phase.MOVEMENT


@pytest.mark.clause("3.3a", "3.3b", "3.3c", "13.1b")
def test_a_game_begins_with_its_scenario_on_the_map_in_the_hexes_printed_on_the_units(
    counters: tuple[Counters, ...],
) -> None:
    game = new_game("standard")
    begun = game.state
    assert begun.progress is not None and begun.progress.scenario == "standard"
    assert begun.turn == 1
    printed: Counter[tuple[str, Nation, Kind]] = Counter()
    for one in counters:
        if one.hex:
            printed[one.hex, one.nation, one.kind] += one.count
    on_map: Counter[tuple[str, Nation, Kind]] = Counter()
    for unit in begun.units:
        on_map[unit.hex, unit.nation, unit.kind] += unit.count
    assert on_map == printed
    assert all(unit.full for unit in begun.units)


@pytest.mark.clause("3.0d", "13.3a")
def test_a_scenario_has_turns_of_its_own_that_go_before_the_standard_ones(
    scenarios: dict[str, Scenario],
) -> None:
    assert (scenarios["standard"].first_turn, scenarios["standard"].last_turn) == (1, 16)
    assert scenarios["1943"].first_turn == 6
    assert scenarios["short"].agreed_end and not scenarios["standard"].agreed_end
    short = new_game("short", last_turn=8, bid=20)
    assert short.state.progress is not None and short.state.progress.last_turn == 8
    with pytest.raises(BadData, match="short game"):
        new_game("standard", last_turn=8)


@pytest.mark.ruling("missing-component-data")
@pytest.mark.clause("13.4a", "13.3a")
@pytest.mark.parametrize(
    ("name", "table", "turn"), [("delayed-entry", "delayed_entry", 1), ("1943", "1943", 6)]
)
def test_a_scenario_of_the_aid_sheet_starts_once_an_owner_has_its_set_up(
    tmp_path: Path, name: str, table: str, turn: int
) -> None:
    with pytest.raises(NotAvailable, match=f"setup_{table}"):
        witp.scenario(name)
    folder = tmp_path / "mine"
    shutil.copytree(components.shipped(), folder)
    shutil.copy(folder / "units.csv", folder / f"setup_{table}.csv")
    components.use(folder)
    try:
        state = witp.scenario(name)
    finally:
        components.use(None)
    assert state.turn == turn and state.units


# Points and markers (5, 8.9).


@pytest.mark.clause("5.2c", "5.2d", "5.2f")
@pytest.mark.parametrize(
    ("points", "phase", "side"),
    [
        ((9, 4), Phase.BASES, JAPAN),
        ((4, 9), Phase.BASES, ALLIES),
        ((7, 7), Phase.BASES, JAPAN),
        ((9, 4), Phase.REBUILDING, JAPAN),
        ((7, 7), Phase.REBUILDING, ALLIES),
    ],
)
def test_who_has_more_points_is_told_and_acts_first(
    points: tuple[int, int], phase: Phase, side: Side
) -> None:
    assert Side(str(first_to_act(points, phase).value)) is side


@pytest.mark.clause("5.0b")
def test_points_pay_for_bases_operations_and_rebuilding() -> None:
    before = witp.example("manila_before_moves")
    moved = witp.apply(before, "target 0606", "activate 0407", "move naval:1,land:1 0407,0507,0606")
    assert (before.trp, moved.trp) == ((14, 17), (14, 14))
    state = engine.begin(pos("turn 4; phase bases; 0404 cn L; base al 0606 0607; trp 5 5"))
    while state.phase is Phase.BASES:
        state = engine.apply(state, "pass")
    assert state.trp == (5, 3)
    worn = engine.begin(pos("turn 4; phase rebuilding; 0805 jp 2N-; trp 5 5"))
    while engine.acting(worn) is not JAPAN:
        worn = engine.apply(worn, "pass")
    rebuild = next(str(a) for a in engine.legal_actions(worn) if str(a).startswith("rebuild"))
    worn = engine.apply(worn, rebuild)
    assert worn.phase is Phase.REBUILDING
    assert worn.trp is not None and worn.trp[0] < 5 == worn.trp[1]


@pytest.mark.clause("8.9a", "8.9b")
def test_a_crowded_hex_says_how_many_more_there_are_and_the_position_tells_all() -> None:
    crowd = pos("turn 4; 0606 us C C- 9N 9N- 4L 4L- A A-; 0606 jp 4L 4L- A A-")
    layout = Layout.of(plain_scene(crowd), 59).at("0606")
    assert layout.rest
    shown = sum(p.view.unit.count for p in layout.placed)
    hidden = sum(one.count for one in layout.rest)
    assert shown + hidden == sum(unit.count for unit in crowd.units)
    assert edits.tidy(witp.load(f"text:{witp.line(crowd)}")).units == edits.tidy(crowd).units
