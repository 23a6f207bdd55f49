"""The chain of bases that brings the Allies within reach of victory (3.2c, 6.2)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from heapq import heappop, heappush

from witp_learn.bots.forces import Force
from witp_learn.hexgrid import HexId, simple_paths, within
from witp_learn.model import State
from witp_learn.rules.control import holder
from witp_learn.rules.links import REACH, Links

BUILDING = 1.0
"""What a link costs in a hex that is held: a base."""

TAKING = 4.0
"""What it costs to take a hex first, before whoever defends it."""

STOPPED = 2.0
"""What each hex on a line costs that stops it as things stand."""


def chain(state: State, net: Links, goals: Iterable[HexId]) -> tuple[HexId, ...]:
    """The hexes in which bases are still missing to one of the goals, in order, the goal last.

    The cheapest by what has to be built, taken and opened; none where no chain leads there.
    """
    wanted = frozenset(goals)
    start: tuple[HexId, ...] = ()
    waiting = [(0.0, h, start) for h in sorted(net.rounds)]
    done: set[HexId] = set()
    while waiting:
        paid, here, way = heappop(waiting)
        if here in done:
            continue
        done.add(here)
        if here in wanted:
            return way
        for there, stops in _in_reach(state, net, here):
            if there not in done:
                further = paid + STOPPED * stops + _price(state, net, there)
                heappush(waiting, (further, there, (*way, there)))
    return ()


def _price(state: State, net: Links, hex_id: HexId) -> float:
    """What a base in a hex costs: building it, and taking the hex where the enemy holds it."""
    if hex_id in net.bases:
        return 0.0
    enemy = Force.of(state.at(hex_id, net.side.enemy))
    if holder(state, hex_id) is net.side and not enemy.troops:
        return BUILDING
    return TAKING + enemy.land + enemy.fleets / 2


def _in_reach(state: State, net: Links, start: HexId) -> Iterator[tuple[HexId, int]]:
    """Each port or airfield in reach of a line, with the hexes between that stop it now.

    A mountain stops every line for good.
    """
    hexes = state.board.hexes
    for there in within(start, REACH)[1:]:
        place = hexes.get(there)
        if place is None or place.facility is None:
            continue
        fewest = REACH
        for way in _between(start, there):
            stops = 0
            for h in way:
                if h in net.stopped:
                    stops += REACH if hexes[h].mountain else 1
                elif h not in hexes:
                    stops = REACH
            fewest = min(fewest, stops)
            if not fewest:
                break
        if fewest < REACH:
            yield there, fewest


@cache
def _between(start: HexId, end: HexId) -> tuple[tuple[HexId, ...], ...]:
    """The hexes between on every line from hex to hex, the shortest first."""
    return tuple(sorted((path[1:-1] for path in simple_paths(start, end, REACH)), key=len))
