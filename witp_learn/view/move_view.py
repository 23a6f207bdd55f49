"""A move as what the map shows of it: the ways, the RP of each step, how far a stack could go."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from attrs import evolve

from witp_learn.hexgrid import HexId
from witp_learn.model import Side, State
from witp_learn.rules.control import air_zone, holder, lifted_zone
from witp_learn.rules.moves import Move
from witp_learn.view.move_marks import DiscView, Marks, WayView
from witp_learn.view.scene import CounterView, Scene, plain_scene
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


def barred_from(move: Move) -> int | None:
    """The first step, counted from 1, that cannot be gone: barred, or not to be paid."""
    whole = hexes_of(move)
    bad = [r.hex for r in move.reasons]
    return next((i for i, h in enumerate(whole) if i and h in bad), None)


def step_discs(move: Move) -> Iterator[DiscView]:
    """What is paid in each hex of a move; the first item that cannot be paid is marked."""
    unpaid = move.cannot_pay
    barred = {r.hex for r in move.reasons if r.why != "no_rp"}
    for hex_id in dict.fromkeys(hexes_of(move)):
        rp = sum(item.rp for item in move.ledger if item.hex == hex_id)
        first = unpaid is not None and unpaid.hex == hex_id
        shut = hex_id in barred and hex_id != move.stack.hex
        text = "\N{MULTIPLICATION X}" if shut else str(rp)
        if rp or shut:
            yield DiscView(hex_id, text, "barred" if shut else "unpaid" if first else "step")


def reach_discs(found: Mapping[HexId, int], rp: int | None) -> Iterator[DiscView]:
    """The least RP for each hex that can be reached; those out of budget are pale."""
    for hex_id, cost in found.items():
        yield DiscView(hex_id, str(cost), "dear" if rp is not None and cost > rp else "reach")


def move_marks(
    move: Move | None,
    *,
    others: Iterable[Move] = (),
    planned: Iterable[tuple[HexId, ...]] = (),
    reach: Mapping[HexId, int] | None = None,
    rp: int | None = None,
) -> Marks:
    """Everything the map shows of a move, of other ways, and of what is planned."""
    ways = [WayView(path, "planned") for path in planned]
    ways += [WayView(hexes_of(m), "other") for m in others]
    discs = () if reach is None else tuple(reach_discs(reach, rp))
    if move is None:
        return Marks(tuple(ways), discs)
    ways.append(WayView(hexes_of(move), "chosen", barred_from(move)))
    steps = tuple(step_discs(move))
    on_way = {d.hex for d in steps} | set(hexes_of(move))
    rest = tuple(d for d in discs if d.hex not in on_way)
    return Marks(tuple(ways), (*rest, *steps), move.target)
