"""A move carried out hex by hex: who sets out, who stays on the way, who lands (8.2-8.8).

Air units that have to leave are not settled here, since their owner decides at once: after each
step `witp_learn.rules.displacement` says which they are.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attrs import evolve

from witp_learn.hexgrid import HexId
from witp_learn.model import Journey, Kind, Leaving, Side, State, Unit
from witp_learn.rules.combat.battles import at_once
from witp_learn.rules.combat.pieces import pieces
from witp_learn.rules.movement import base_lost
from witp_learn.rules.moves import Move
from witp_learn.rules.stacks import together, without


def set_out(state: State, move: Move) -> tuple[State, Journey]:
    """The position when a move begins: its units count as moved, its cargo is aboard.

    Nobody has left yet. Raises ValueError when the units are not there or enter no hex.

    Rules: 8.2e, 8.2f, 8.5a, 8.6.1a, 8.6.1b, 8.6.1c
    """
    if len(move.path) < 2:
        raise ValueError("the move enters no hex")
    stack = move.stack
    going = tuple(_under_way(u, stack.at, aboard=stack.kind != "land") for u in stack.units)
    leaving = tuple(
        Leaving(one.at, tuple(_under_way(u, one.at) for u in one.units)) for one in move.leaving
    )
    units = together(without(state.units, stack.units), going)
    journey = Journey(stack.kind, stack.at, together((), going), move.path[1:], leaving)
    return evolve(state, units=units), journey


def _under_way(unit: Unit, at: str, *, aboard: bool = True) -> Unit:
    return evolve(unit, at=at, moved=True, aboard=aboard and unit.kind is Kind.LAND)


def advance(state: State, journey: Journey) -> tuple[State, Journey | None]:
    """The position one hex further, and the move as it goes on: None when it has ended.

    Those left behind stay where they are. On foot, a hex without land part is crossed on the way
    to the next. Bases go where enemy land units now stand alone. In the last hex cargo lands,
    unless an enemy has to be fought for the land first. Raises ValueError when the units are not
    there.

    Rulings: pass-through-capture
    Rules: 8.2e, 8.2f, 8.5l, 8.6.2a, 8.6.2b, 8.6.2c, 8.6.2d, 8.8b
    """
    start = journey.at
    going = without(journey.units, _stays(journey))
    path = _ahead(state, journey)
    at, later = path[0], path[1:]
    there = tuple(evolve(u, at=at) for u in going)
    state = evolve(state, units=together(without(state.units, going), there))
    if not later:
        return _settled(_landed(state, at, there), (start[:4], at[:4])), None
    leaving = tuple(one for one in journey.leaving if one.at != start)
    further = Journey(journey.kind, at, there, later, leaving)
    return _settled(state, (start[:4], at[:4])), further


def _stays(journey: Journey) -> Iterator[Unit]:
    return (u for one in journey.leaving if one.at == journey.at for u in one.units)


def _ahead(state: State, journey: Journey) -> tuple[str, ...]:
    """The hexes still to be entered, less those that are only crossed on foot."""
    path = journey.path
    while journey.kind == "land" and len(path) > 1 and not state.board[path[0][:4]].land_part:
        path = path[1:]
    return path


def _landed(state: State, at: str, there: tuple[Unit, ...]) -> State:
    """The position with the cargo of the stack ashore, where it lands at once.

    Rulings: assault-vs-lone-air
    """
    cargo = tuple(u for u in there if u.aboard)
    if not cargo or at not in _landing_seas(state, at[:4], cargo[0].side):
        return state
    ashore = (evolve(u, at=u.hex, aboard=False) for u in cargo)
    return evolve(state, units=together(without(state.units, cargo), ashore))


def _landing_seas(state: State, hex_id: HexId, side: Side) -> tuple[str, ...]:
    return dict(at_once(state, pieces(state, hex_id), hex_id)).get(side, ())


def _settled(state: State, hexes: Iterable[HexId]) -> State:
    """The position without the bases that were lost in these hexes.

    Rules: 8.8b, 8.8c
    """
    lost = {(side, h) for h in hexes for side in Side if base_lost(state, h, side)}
    if not lost:
        return state
    left = {side: tuple(h for h in state.bases[side] if (side, h) not in lost) for side in Side}
    return evolve(state, bases=left)
