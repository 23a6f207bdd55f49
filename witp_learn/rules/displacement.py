"""Air units that have to leave their hex, and where they may go (8.7)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attrs import evolve, frozen

from witp_learn.hexgrid import HexId
from witp_learn.model import Kind, State, Unit
from witp_learn.rules.control import holder
from witp_learn.rules.movement import air_displaced, displaced_to
from witp_learn.rules.stacks import together, without


@frozen
class Displaced:
    """One air unit that has to leave now, and the hexes it may go to; none: it is removed."""

    unit: Unit
    destinations: tuple[HexId, ...]


def displaced(before: State, after: State, hexes: Iterable[HexId]) -> tuple[Displaced, ...]:
    """The air units that have to leave these hexes after the step between two states.

    Attrited ones have nowhere to go: they are removed.

    Rules: 8.7a, 8.7c, 8.7d, 8.7e, 8.7f, 8.7g, 9.2c
    """
    return tuple(one for h in dict.fromkeys(hexes) for one in _in_hex(before, after, h))


def _in_hex(before: State, after: State, hex_id: HexId) -> Iterator[Displaced]:
    for unit in after.at(hex_id):
        if unit.kind is not Kind.AIR:
            continue
        if not air_displaced(after, hex_id, unit.side, holder(before, hex_id)).value:
            continue
        to = displaced_to(after, hex_id, unit.side, unit.nation) if unit.full else ()
        one = evolve(unit, count=1)
        yield from (Displaced(one, to) for _ in range(unit.count))


def displace(state: State, driven: Displaced, to: HexId | None) -> State:
    """The state after the air unit has gone to ``to`` and been turned over, or been removed.

    Raises ValueError when it may not go there.

    Rules: 8.7a, 8.7b, 8.7c, 8.7d
    """
    if to is not None and to not in driven.destinations:
        raise ValueError(f"the air unit at {driven.unit.hex} may not go to {to}")
    left = without(state.units, (driven.unit,))
    there = () if to is None else (evolve(driven.unit.turned, at=to),)
    return evolve(state, units=together(left, there))
