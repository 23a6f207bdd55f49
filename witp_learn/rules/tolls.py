"""What entering each hex costs one kind of move of a side, and where enemies end it (8.4, 8.5).

`witp_learn.rules.routes` searches with these; `witp_learn.rules.charges` bills one path.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import count as counting

from attrs import field, frozen

from witp_learn.hexgrid import HexId
from witp_learn.model import Kind, Side, State
from witp_learn.rules.charges import driven, own_ashore
from witp_learn.rules.control import air_zone
from witp_learn.rules.moves import covers, fleets_at
from witp_learn.rules.nets import Net, fleet_net, land_net
from witp_learn.rules.stacks import Stack, without

Gone = frozenset[HexId]
"""Hexes whose enemy air units a march has driven out so far (8.7)."""

NOBODY: Gone = frozenset()


@frozen(slots=False)
class Costs:
    """What entering each hex costs one kind of move of a side, in RP.

    ``halts``: waters or hexes where an enemy ends the move. ``captive``: hexes whose enemy air
    units a march drives out as it enters. A zone is not paid once all that reach are gone.
    """

    state: State = field(repr=False, eq=False)
    side: Side
    walks: bool
    net: Net = field(repr=False)
    halts: frozenset[str]
    captive: frozenset[HexId]

    @cached_property
    def _zone(self) -> frozenset[HexId]:
        return frozenset(air_zone(self.state, self.side.enemy))

    @cached_property
    def plain(self) -> Mapping[str, int]:
        """What each hex costs while no air unit has been driven out."""
        hexes, zoned = self.state.board.hexes, self._zone
        return {
            at: 1 + (at[:4] in zoned) + (self.walks and hexes[at[:4]].jungle)
            for at in self.net.ahead
        }

    @cached_property
    def lowest(self) -> Mapping[str, int]:
        """What each hex costs at least, all ``captive`` air units being gone."""
        if not self.captive:
            return self.plain
        return {at: self.cost(at, self.captive) for at in self.plain}

    def cost(self, at: str, gone: Gone) -> int:
        """What entering costs after the march has driven out the air units of some hexes."""
        if not gone or at[:4] not in self._zone:
            return self.plain[at]
        state, enemy = self.state, self.side.enemy
        near = (h for h in state.board.neighbours(at[:4]) if state.full_air(h, enemy))
        return self.plain[at] - all(h in gone for h in near)

    def after(self, at: str, gone: Gone) -> Gone:
        """The hexes whose air units are gone once another one has been entered."""
        return gone | {at} if at in self.captive else gone

    def home(self, goals: frozenset[str]) -> dict[str, int]:
        """What is still to be paid at least from each place to the nearest of the goals.

        A place where a move halts counts as a start, not as a hex on the way.
        """
        found: dict[str, int] = {}
        buckets: list[list[str]] = [list(goals)]
        for paid in counting():
            if paid == len(buckets):
                return found
            for at in buckets[paid]:
                if at in found:
                    continue
                found[at] = paid
                if at in self.halts and at not in goals:
                    continue
                further = paid + self.lowest[at]
                while len(buckets) <= further:
                    buckets.append([])
                buckets[further] += [b for b in self.net.back[at] if b not in found]
        return found


def costs(state: State, side: Side, kind: str, stack: Stack | None = None) -> Costs:
    """What entering each hex costs, for a stack or for any that moves alone.

    Rules: 8.4e, 8.4f, 8.4g, 8.4h, 8.4i, 8.4j, 8.5h, 8.5k, 8.5l, 8.7e
    """
    if kind == "land":
        halts = frozenset(u.hex for u in state.units if u.ashore and u.side is side.enemy)
        net = land_net(state, side)
        captive = frozenset(h for h in _captive(state, side, stack) if net.back[h])
        return Costs(state, side, True, net, halts, captive)
    enemy = {u.at for u in state.units if u.kind.is_fleet and u.side is side.enemy}
    halts = frozenset(at for at in enemy if not _covered(state, side, at, stack))
    return Costs(state, side, False, fleet_net(state, side), halts, frozenset())


def _covered(state: State, side: Side, at: str, stack: Stack | None) -> bool:
    there = fleets_at(state, at, side)
    if stack is not None and at == stack.at:
        there = without(there, stack.fleets)
    return covers(there, fleets_at(state, at, side.enemy))


def _captive(state: State, side: Side, stack: Stack | None) -> Iterator[HexId]:
    for unit in state.units:
        if unit.kind is not Kind.AIR or unit.side is side or not unit.full:
            continue
        if not state.board[unit.hex].land_part:
            continue
        own = own_ashore(state, stack, unit.hex) if stack else state.land_ashore(unit.hex, side)
        if side.enemy in driven(state, unit.hex, side, before=own, after=True):
            yield unit.hex
