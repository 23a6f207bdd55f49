"""A position as the move lab shows it: zones, what has moved, the ways of a move and of a plan."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise

from attrs import evolve

from witp_learn.hexgrid import HexId, adjacent
from witp_learn.model import Side, State
from witp_learn.rules.control import air_zone, holder, lifted_zone
from witp_learn.rules.moves import Move
from witp_learn.view.move_way import way_line
from witp_learn.view.scene import CounterView, LineView, Scene, plain_scene
from witp_learn.view.supply_view import held_by_other


def move_scene(
    state: State,
    *,
    zones: Iterable[Side] = (),
    selected: HexId | None = None,
    control: bool = False,
) -> Scene:
    """A position with air zones; what has moved this turn is faded."""
    scene = plain_scene(state)
    wash: Mapping[HexId, Side] = {}
    if control:
        held = ((h, holder(state, h)) for h in state.board.hexes)
        wash = {h: side for h, side in held if side is not None}
    sides = tuple(zones)
    return evolve(
        scene,
        counters=tuple(CounterView(u, index=i, faded=u.moved) for i, u in enumerate(state.units)),
        controls=held_by_other(state),
        zones={side: air_zone(state, side) for side in sides},
        lifted={side: lifted_zone(state, side) for side in sides},
        selected=selected,
        control_wash=wash,
    )


def hexes_of(move: Move) -> tuple[HexId, ...]:
    """The hexes of a move, the start first."""
    return tuple(at[:4] for at in move.path)


def touching(move: Move) -> bool:
    """Whether the hexes of a move make a way; a target that nothing reaches has none."""
    return all(one == other or adjacent(one, other) for one, other in pairwise(hexes_of(move)))


def way_lines(
    move: Move | None,
    *,
    others: Iterable[Move] = (),
    planned: Iterable[tuple[HexId, ...]] = (),
) -> tuple[LineView, ...]:
    """The ways on the map: what is planned, other ways there, on top the one looked at."""
    return tuple(_lines(move, others, planned))


def _lines(
    move: Move | None, others: Iterable[Move], planned: Iterable[tuple[HexId, ...]]
) -> Iterator[LineView]:
    for path in planned:
        yield LineView(path, kind="move", tone="planned")
    for other in others:
        yield LineView(hexes_of(other), kind="move", tone="other")
    if move is not None and len(move.path) > 1 and touching(move):
        yield way_line(move)
