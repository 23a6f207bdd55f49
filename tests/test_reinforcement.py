"""Reinforcements: what arrives, where it may be placed, and what waits (11.0, 3.3)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st
from strategies import examples, plain_board
from test_engine import legal, pos, told, why

from witp_learn import components, engine
from witp_learn.actions import Ambiguous, Place, read
from witp_learn.components import units as counters
from witp_learn.engine import arrivals, season
from witp_learn.files import BadData, NotAvailable
from witp_learn.model import (
    Facility,
    Hex,
    Kind,
    Nation,
    Phase,
    Progress,
    Side,
    State,
    Step,
    Terrain,
    Unit,
)
from witp_learn.position.file import from_plain, to_plain
from witp_learn.rules import reinforcement
from witp_learn.rules.stacking import crowded

JAPAN, ALLIES = Side.JAPAN, Side.ALLIES
SHIP = Unit("", Nation.JAPAN, Kind.NAVAL)
TROOPS = Unit("", Nation.JAPAN, Kind.LAND)
SQUADRON = Unit("", Nation.US, Kind.AIR)


def ready(line: str = "", *waiting: Unit, scenario: str = "", turn: int = 2) -> State:
    """A position in phase 7 before anything has arrived."""
    state = pos(f"phase reinforcement; turn {turn}; {line}")
    return evolve(state, progress=Progress(scenario=scenario, waiting=waiting))


def counted(units: Iterator[Unit] | tuple[Unit, ...]) -> dict[tuple[Nation, Kind], int]:
    table: dict[tuple[Nation, Kind], int] = {}
    for unit in units:
        table[unit.nation, unit.kind] = table.get((unit.nation, unit.kind), 0) + unit.count
    return table


def waiting(state: State) -> tuple[Unit, ...]:
    assert state.progress is not None
    return state.progress.waiting


def places(state: State, unit: Unit) -> tuple[str, ...]:
    return reinforcement.places(state, unit)


# What arrives.


@pytest.mark.clause("11.0a", "3.3e")
@pytest.mark.parametrize("turn", range(1, 17))
def test_the_units_in_the_box_of_the_turn_arrive(turn: int) -> None:
    found = reinforcement.arriving("standard", turn)
    table = counters.read_units(components.shipped())
    due = [one for one in table if one.turn == turn]
    assert [(u.nation, u.kind, u.count) for u in found] == [
        (one.nation, one.kind, one.count) for one in due
    ]
    assert all(u.full and not u.at and not u.moved for u in found)


@pytest.mark.clause("3.3l")
def test_the_air_unit_in_reserve_never_arrives_by_itself() -> None:
    every = [u for turn in range(1, 17) for u in reinforcement.arriving("standard", turn)]
    table = counters.totals(one for one in components.forces("standard") if one.turn)
    assert counted(tuple(every)) == table
    (spare,) = counters.reserve(components.forces("standard"))
    assert (spare.nation, spare.kind, spare.count) == (Nation.US, Kind.AIR, 1)


def test_a_position_of_its_own_has_no_reinforcements() -> None:
    assert reinforcement.arriving("", 2) == ()
    after = engine.opening(ready())
    assert "Reinforcements" not in told(after)
    assert after.state.turn == 3


@pytest.mark.clause("3.3f", "3.3d")
def test_the_1943_start_has_only_those_of_turn_6_and_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(NotAvailable):
        components.forces("1943")
    folder = tmp_path / "own"
    copytree(components.shipped(), folder)
    head = (folder / "units.csv").read_text("utf-8").splitlines()[0]
    row = "us,land,,1,1406,,confirmed,,from the aid sheet"
    (folder / "setup_1943.csv").write_text(f"{head}\n{row}\n", "utf-8")
    monkeypatch.setenv(components.DATA_VARIABLE, str(folder))
    turns = {one.turn for one in components.forces("1943") if one.turn is not None}
    assert min(turns) == 6
    assert reinforcement.arriving("1943", 5) == ()
    assert reinforcement.arriving("1943", 7) == reinforcement.arriving("standard", 7)


# Where they may be placed.


@pytest.mark.clause("11.0b")
def test_a_source_of_the_own_nation() -> None:
    state = pos("")
    assert places(state, SHIP) == ("0704", "0803", "0804")
    assert places(state, SQUADRON) == ("1708",)
    assert places(state, Unit("", Nation.COMMONWEALTH, Kind.LAND)) == ("0109",)
    assert places(state, Unit("", Nation.CHINA, Kind.LAND)) == ()


@pytest.mark.ruling("reinforcement-placement")
@pytest.mark.clause("11.0b")
def test_a_source_with_enemy_land_units_is_shut_also_one_fought_over() -> None:
    """Ruling reinforcement-placement."""
    assert places(pos("0804 us L-"), SHIP) == ("0704", "0803")
    assert places(pos("0804 us L; 0804 jp L; contested 0804"), SHIP) == ("0704", "0803")
    assert places(pos("0804 us N(L) A"), SHIP) == ("0704", "0803", "0804")


SEAS = {"E": ("0605",), "W": ("0405",)}


def island(hex_id: str, **changes: Any) -> Hex:
    place = Hex(hex_id, Terrain.SHALLOW, land_part=True, source=Nation.JAPAN)
    icon = {"facility": Facility.PORT, "owner": Nation.JAPAN}
    return evolve(place, **{**icon, **changes})


@pytest.mark.clause("2.3.2c", "2.3.2d", "11.0b")
def test_fleets_need_sea_and_a_letter_land_units_land() -> None:
    board = plain_board(
        island("0303", terrain=Terrain.LAND),
        island("0505", coasts=SEAS),
        island("0707", land_part=False),
    )
    state = State(board, 2, phase=Phase.REINFORCEMENT)
    assert places(state, SHIP) == ("0505E", "0505W", "0707")
    assert places(state, TROOPS) == ("0303", "0505")
    assert places(state, evolve(SQUADRON, nation=Nation.JAPAN)) == ("0303", "0505", "0707")


# Placing.


@pytest.mark.clause("11.0a", "11.0b")
def test_where_one_source_is_open_units_are_placed_without_a_question() -> None:
    before = ready("0605 jp L", scenario="standard")
    after = engine.opening(before)
    assert "Reinforcements: 1 Japanese naval unit, 1 Japanese land unit (11.0a)" in told(after)
    assert "1 US carrier at Panama (11.0b)" in told(after)
    assert "1 Commonwealth land unit at South Africa (11.0b)" in told(after)
    assert counted(after.state.at("1708")) == {
        (Nation.US, kind): 1 for kind in (Kind.CARRIER, Kind.NAVAL, Kind.LAND, Kind.AIR)
    }
    assert engine.acting(after.state) is JAPAN
    assert counted(waiting(after.state)) == {
        (Nation.JAPAN, Kind.NAVAL): 1,
        (Nation.JAPAN, Kind.LAND): 1,
    }


@pytest.mark.ruling("reinforcement-placement")
@pytest.mark.clause("11.0b", "11.0a")
def test_where_more_are_open_the_owner_says_where() -> None:
    """Ruling reinforcement-placement."""
    state = engine.begin(ready("", evolve(SHIP, count=2), TROOPS))
    assert engine.acting(state) is JAPAN
    assert legal(state) == [
        *(f"place naval{many} {at}" for at in ("0704", "0803", "0804") for many in ("", ":2")),
        *(f"place land {at}" for at in ("0704", "0803", "0804")),
    ]
    state = engine.apply(state, "place naval 0804")
    assert sum(u.count for u in waiting(state)) == 2
    state = engine.apply(state, "place land:1 0803")
    after = engine.play(state, "place naval:1 0704")
    assert "1 Japanese naval unit at Honshu (11.0b)" in told(after)
    assert {(u.at, u.kind, u.count, u.full) for u in after.state.units} == {
        ("0804", Kind.NAVAL, 1, True),
        ("0803", Kind.LAND, 1, True),
        ("0704", Kind.NAVAL, 1, True),
    }
    assert after.state.turn == 3


@pytest.mark.ruling("reinforcement-placement")
@pytest.mark.clause("11.0b")
def test_without_an_open_source_units_wait_and_come_when_one_is() -> None:
    """Ruling reinforcement-placement: delayed, not lost."""
    after = engine.opening(ready("1708 jp L", SQUADRON, evolve(SQUADRON, kind=Kind.LAND, count=2)))
    assert "1 US air unit: no US supply source is open, so it waits (11.0b)" in told(after)
    assert "2 US land units: no US supply source is open, so they wait (11.0b)" in told(after)
    state = after.state
    assert state.turn == 3
    assert counted(waiting(state)) == {(Nation.US, Kind.AIR): 1, (Nation.US, Kind.LAND): 2}
    freed = evolve(state, phase=Phase.REINFORCEMENT, units=())
    assert freed.progress is not None
    kept = Progress(waiting=freed.progress.waiting)
    state = engine.begin(evolve(freed, progress=kept))
    assert counted(state.at("1708")) == {(Nation.US, Kind.AIR): 1, (Nation.US, Kind.LAND): 2}
    assert waiting(state) == ()


@pytest.mark.clause("11.0d", "8.3c")
def test_placing_may_break_the_stacking_limits() -> None:
    state = engine.begin(ready("0704 jp 3L; 0803 us L; 0804 us L", evolve(TROOPS, count=2)))
    assert sum(u.count for u in state.at("0704")) == 5
    assert crowded(state, JAPAN) == ("0704",)


@pytest.mark.clause("11.0c")
def test_they_move_from_the_next_turn_on() -> None:
    state = engine.begin(ready("", SHIP, turn=4))
    state = engine.apply(state, "place naval 0804")
    assert state.turn == 5
    (ship,) = state.units
    assert not ship.moved
    moving = evolve(state, phase=Phase.MOVEMENT, trp=(9, 0), progress=None)
    moving = engine.apply(engine.apply(moving, "target 0803"), "activate 0804")
    assert "move naval:1 0804,0803" in legal(moving)


@pytest.mark.clause("11.0a", "5.2e")
def test_the_side_that_acts_first_places_first() -> None:
    two = plain_board(
        island("0303"),
        island("0505"),
        island("0707", source=Nation.US, owner=Nation.US),
        island("0709", source=Nation.US, owner=Nation.US),
    )
    for points, first in (((5, 5), JAPAN), ((4, 5), ALLIES)):
        now = Progress(points=points, waiting=(SHIP, SQUADRON))
        state = State(two, 2, phase=Phase.REINFORCEMENT, progress=now)
        state = engine.begin(state)
        assert engine.acting(state) is first
        state = engine.apply(state, legal(state)[0])
        assert engine.acting(state) is first.enemy


@pytest.mark.clause("11.0a", "11.0b", "2.3.2c", "2.3.2d")
def test_why_a_unit_may_not_be_placed() -> None:
    line = "0605 jp L; 0803 us L"
    state = engine.begin(ready(line, SHIP, TROOPS))
    assert why(state, "place naval 0605") == [("11.0b", "no_source")]
    assert why(state, "place naval 0803") == [("11.0b", "occupied")]
    assert why(state, "place naval 9999") == [("11.0b", "no_hex")]
    assert why(state, "place naval 0404") == [("11.0b", "no_source"), ("2.3.2c", "no_sea")]
    assert why(state, "place naval 0804W") == [("8.7k", "water")]
    assert why(state, "place air 0804") == [("11.0a", "nobody")]
    assert why(state, "place us-naval 0804") == [("11.0a", "nobody")]
    assert why(state, "place naval:2 0804") == [("11.0a", "fewer")]
    assert why(state, "place naval:1,land:1 0804") == [("11.0b", "one_kind")]
    assert why(state, "place naval 0804 from 0605") == [("11.0b", "from_map")]
    assert why(state, "pass") == [("11.0b", "first")]
    open_sea = next(h for h, p in state.board.hexes.items() if p.terrain is Terrain.DEEP)
    assert ("2.3.2d", "no_land") in why(state, f"place land {open_sea}")


def test_unlike_units_and_coasts_are_told_apart() -> None:
    board = plain_board(island("0303"), island("0505", coasts=SEAS))
    strong = evolve(TROOPS, strength=3)
    now = Progress(waiting=(TROOPS, strong, SHIP))
    state = engine.begin(State(board, 2, phase=Phase.REINFORCEMENT, progress=now))
    assert legal(state) == [
        "place strength1-land 0303",
        "place strength1-land 0505",
        "place strength3-land 0303",
        "place strength3-land 0505",
        "place naval 0303",
        "place naval 0505E",
        "place naval 0505W",
    ]
    with pytest.raises(Ambiguous, match="strength1-land, strength3-land"):
        engine.check(state, "place land 0505")
    with pytest.raises(Ambiguous, match="0505E, 0505W"):
        engine.check(state, "place naval 0505")
    after = engine.apply(state, "place naval 0505W")
    assert [u.at for u in after.units] == ["0505W"]


def test_a_position_in_the_middle_of_placing_goes_through_a_file() -> None:
    state = engine.begin(ready("", SHIP, evolve(TROOPS, count=2, strength=2)))
    again = from_plain(to_plain(state), "again")
    assert again == state
    assert legal(again) == legal(state)
    plain = to_plain(state)
    plain["progress"]["waiting"][0]["at"] = "0804"
    with pytest.raises(BadData, match="waiting"):
        from_plain(plain, "again")


@pytest.mark.clause("3.1g")
def test_with_all_placed_the_end_of_the_turn_is_played() -> None:
    state = engine.begin(ready("0504 jp L; 0505 jp 2L; 0404 cn L", SHIP, turn=4))
    assert not season.closing(state)
    after = arrivals.carried_out(state, read("place naval 0804"), [])
    ended = arrivals.automatic(after, [])
    assert ended is not None and season.closing(ended)


# Over a whole game.


def test_forces_are_kept_for_the_shipped_tables() -> None:
    assert components.forces("standard") is components.forces("standard")
    with pytest.raises(NotAvailable):
        components.forces("no such")


def _all(state: State) -> dict[tuple[Nation, Kind], int]:
    return counted((*state.units, *waiting(state)))


def _plus(
    some: dict[tuple[Nation, Kind], int], more: dict[tuple[Nation, Kind], int]
) -> dict[tuple[Nation, Kind], int]:
    return {key: some.get(key, 0) + more.get(key, 0) for key in some.keys() | more.keys()}


WHERE = st.sampled_from(("0704", "0803", "0804", "0109", "1708", "0606", "0605"))
KINDS = st.sampled_from((Kind.LAND, Kind.NAVAL, Kind.AIR))
NATIONS = st.sampled_from((Nation.JAPAN, Nation.US, Nation.COMMONWEALTH))
STANDING = st.builds(Unit, WHERE, NATIONS, KINDS, st.sampled_from(Step), st.integers(1, 3))
LATE = st.builds(Unit, st.just(""), NATIONS, st.sampled_from(Kind), count=st.integers(1, 3))


@examples(60)
@given(
    st.lists(STANDING, max_size=6),
    st.lists(LATE, max_size=3),
    st.integers(2, 16),
    st.sampled_from(((5, 5), (3, 9))),
    st.data(),
)
def test_units_are_conserved_between_track_waiting_and_map(
    standing: list[Unit],
    late: list[Unit],
    turn: int,
    points: tuple[int, int],
    data: st.DataObject,
) -> None:
    board = components.board()
    now = Progress(scenario="standard", waiting=tuple(late), points=points)
    state = State(board, turn, tuple(standing), phase=Phase.REINFORCEMENT, progress=now)
    total = _plus(_all(state), counted(reinforcement.arriving("standard", turn)))
    log: list[engine.Event] = []
    while not season.closing(state):
        done = arrivals.automatic(state, log)
        if done is None:
            action = data.draw(st.sampled_from(list(arrivals.offers(state))))
            assert isinstance(action, Place) and read(str(action)) == action
            assert list(arrivals.refusals(state, action)) == []
            done = arrivals.carried_out(state, action, log)
        if not season.closing(done):
            was = _all(state)
            step = arrivals.PLACING
            assert state.progress is not None
            assert _all(done) == (was if state.progress.step == step else total)
        state = done
    assert _all(state) == total
    for unit in waiting(state):
        assert reinforcement.places(state, unit) == ()
    for unit in state.units:
        assert unit in standing or not unit.moved
    came = _plus(counted(state.units), {k: -n for k, n in counted(tuple(standing)).items()})
    for (nation, _), many in came.items():
        assert many >= 0
        if many and not any(board[h].source is nation for h in board.sources):
            raise AssertionError(f"{nation} has no source to come to")


@pytest.mark.clause("2.3.2d")
def test_land_units_do_not_arrive_in_deep_sea_whatever_the_board_says_of_its_land() -> None:
    unit = Unit("", Nation.US, Kind.LAND)
    for terrain, amiss in ((Terrain.SHALLOW, ""), (Terrain.DEEP, "no_land"), (Terrain.LAND, "")):
        assert reinforcement.amiss(Hex("1708", terrain, land_part=True), unit) == amiss
    assert reinforcement.amiss(Hex("1708", Terrain.SHALLOW), unit) == "no_land"
