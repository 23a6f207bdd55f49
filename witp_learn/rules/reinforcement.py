"""Which units arrive on a turn, and at which supply sources they may be placed (11.0)."""

from __future__ import annotations

from collections.abc import Iterator

from witp_learn import components
from witp_learn.components.units import arriving as in_box
from witp_learn.hexgrid import HexId
from witp_learn.model import Hex, Nation, State, Terrain, Unit


def arriving(scenario: str, turn: int) -> tuple[Unit, ...]:
    """The units in the box of a turn of the track, full and off the map; none without a scenario.

    The unit in reserve is in no box. Raises NotAvailable and BadData as
    `witp_learn.components.forces` does.

    Rulings: missing-component-data
    Rules: 3.3e, 3.3f, 3.3l, 11.0a
    """
    if not scenario:
        return ()
    return tuple(
        Unit("", one.nation, one.kind, count=one.count, strength=one.strength)
        for one in in_box(components.forces(scenario), turn)
    )


def is_open(state: State, hex_id: HexId, nation: Nation) -> bool:
    """Whether a hex is a supply source of a nation that is free of enemy land units.

    Land units of both sides there close it too.

    Rulings: reinforcement-placement
    Rules: 11.0b
    """
    source = state.board[hex_id].source is nation
    return source and not state.land_ashore(hex_id, nation.side.enemy)


def places(state: State, unit: Unit) -> tuple[str, ...]:
    """Where a unit that has arrived may be placed: a source of its nation, as its owner chooses.

    Stacking limits do not matter. For fleets a hex with two seas counts twice, with the letters of
    its coasts; they need sea, land units need land. None: it waits.

    Rulings: reinforcement-placement
    Rules: 2.3.2c, 2.3.2d, 11.0b, 11.0d
    """
    board = state.board
    return tuple(
        at
        for hex_id in board.sources
        if is_open(state, hex_id, unit.nation) and not amiss(board[hex_id], unit)
        for at in _waters(board[hex_id], unit)
    )


def amiss(place: Hex, unit: Unit) -> str:
    """What keeps a kind of unit from standing in a hex: ``no_sea``, ``no_land``, or nothing.

    Rules: 2.3.2c, 2.3.2d
    """
    if unit.kind.is_fleet and place.terrain is Terrain.LAND:
        return "no_sea"
    solid = place.land_part and place.terrain is not Terrain.DEEP
    return "no_land" if unit.ashore and not solid else ""


def _waters(place: Hex, unit: Unit) -> Iterator[str]:
    letters = sorted(place.coasts) if unit.kind.is_fleet else []
    return (place.id + letter for letter in letters or [""])
