"""Paths for a stack: the cheapest, dearer ones, and what a side can reach at all (8.4, 8.5).

Paths leave nobody behind; only where none of them leads to a hex, or can be paid, the way is told
on which a force stays to cover the rest (8.5l, see `witp_learn.rules.leaving`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from heapq import heappop, heappush
from itertools import count as counting
from itertools import islice

from attrs import evolve, field, frozen

from witp_learn.explain import say
from witp_learn.hexgrid import HexId
from witp_learn.model import Kind, Nation, Side, State, Unit
from witp_learn.rules.effects import fleet_bar
from witp_learn.rules.leaving import Fleet, Passing, Sea, bound, free
from witp_learn.rules.movement import fleet_step, land_step
from witp_learn.rules.moves import Move, covers, fleets_at, judge, no_landing, unable
from witp_learn.rules.nets import waters
from witp_learn.rules.refusals import Refusal
from witp_learn.rules.stacks import Stack, count, without
from witp_learn.rules.tolls import NOBODY, Costs, Gone, costs


@frozen(slots=False)
class Routes:
    """Paths of a stack to a hex: the cheapest in path order, then dearer ones.

    ``total``: how many cheapest there are. ``reasons``: why there is none.
    """

    state: State = field(repr=False, eq=False)
    stack: Stack
    goal: str
    total: int
    routes: tuple[Move, ...]
    reasons: tuple[Refusal, ...] = ()

    def __iter__(self) -> Iterator[Move]:
        return iter(self.routes)

    def __len__(self) -> int:
        return len(self.routes)


def routes(
    state: State, stack: Stack, goal: str, *, more: int = 0, limit: int = 100, rp: int | None = None
) -> Routes:
    """The paths of a stack to a hex that enter no hex twice, whatever RP there are.

    First the cheapest in order of their hexes, at most ``limit``, then up to ``more`` dearer
    ones. ``goal``: a hex, with a coast letter for one of its seas. ``rp``: the points each move is
    held against. Where no path leads there unless a force stays to cover the rest, the only one
    told is the cheapest that leaves the least.

    Rules: 8.4d, 8.4e, 8.4f, 8.4g, 8.4h, 8.4i, 8.5c, 8.5h, 8.5i, 8.5k, 8.5l, 8.5n, 8.6.1d
    """
    reasons = why_not(state, stack, goal)
    search = _Search(state, stack, goal)
    best = None if reasons else search.least
    past = search.past(rp=rp) if best is None and not reasons else None
    if past is not None:
        return Routes(state, stack, goal, 1, (past,) if limit > 0 else ())
    if best is None:
        reasons = reasons or shut(state, stack, goal[:4]) or (_no_way(state, stack, goal),)
        return Routes(state, stack, goal, 0, (), reasons)
    cheapest = list(islice(search.paths(best), max(0, limit)))
    total = search.number(best)
    dearer = (path for cost in range(best + 1, search.most + 1) for path in search.paths(cost))
    found = [*cheapest, *islice(dearer, max(0, more))]
    moves = tuple(judge(state, stack, path, rp=rp) for path in found)
    return Routes(state, stack, goal, total, moves)


def first_choice(
    state: State, stack: Stack, goal: str, *, activation: bool = True, rp: int | None = None
) -> Move | None:
    """The cheapest move of a stack to a hex, first by path order; None where none may be made.

    ``activation``: whether the marker has still to be paid. ``rp``: the points at hand. Where no
    way without leaving anybody can be made and paid, the cheapest on which a force stays.

    Rules: 8.4d, 8.4e, 8.4f, 8.4g, 8.4h, 8.4i, 8.5l, 8.5m
    """
    if why_not(state, stack, goal):
        return None
    search = _Search(state, stack, goal)
    best = search.least
    if best is None or (rp is not None and best + activation > rp):
        most = None if rp is None else rp - activation
        past = search.past(activation=activation, rp=rp, most=most)
        return past if past is not None and past.legal else None
    move = judge(state, stack, next(search.paths(best)), activation=activation, rp=rp)
    return move if move.legal else None


def first_path(state: State, stack: Stack, goal: str) -> tuple[str, ...] | None:
    """The cheapest path of units like these, first by path order, None where there is none.

    It leaves nobody behind; see `passing` for those that do. Whether these very units may set out
    is not asked (8.5j, 8.5l).

    Rules: 8.4e, 8.4f, 8.4g, 8.4h, 8.4i
    """
    if stack.carries and any(no_landing(state, goal[:4], stack.side)):
        return None
    search = _Search(state, stack, goal)
    return None if search.least is None else next(search.paths(search.least))


def passing(state: State, side: Side, goal: HexId) -> Passing:
    """The ways of fleets of a side to a hex on which a force stays to cover the rest.

    Rules: 8.5k, 8.5l, 8.5m
    """
    at_sea = costs(state, side, "fleet")
    return Passing(Sea(state, at_sea), goal, frozenset(waters(state.board, goal)))


def why_not(state: State, stack: Stack, goal: str) -> tuple[Refusal, ...]:
    """What keeps a stack from any path to a hex: the units themselves, or the hex as a target."""
    end = no_landing(state, goal[:4], stack.side) if stack.carries else ()
    return (*unable(state, stack), *end)


def closest(state: State, stack: Stack, goal: HexId) -> tuple[str, ...]:
    """The way to a hex that the least bars, the shortest of them, for a stack that has no path.

    Judged, it tells what keeps the stack from its goal; only the start where that is the goal.

    Rules: 8.5c, 8.5i, 8.5k
    """
    halts = costs(state, stack.side, stack.kind, stack).halts - {stack.at}
    waiting: list[tuple[int, int, tuple[str, ...]]] = [(0, 0, (stack.at,))]
    done: set[str] = set()
    while waiting:
        bars, steps, path = heappop(waiting)
        if path[-1][:4] == goal:
            return path
        if path[-1] in done:
            continue
        done.add(path[-1])
        stopped = bars + (path[-1] in halts)
        for to, more in _steps(state, stack, path[-1], goal):
            if to not in done:
                heappush(waiting, (stopped + more, steps + 1, (*path, to)))
    return (stack.at,)


def _steps(state: State, stack: Stack, at: str, goal: HexId) -> Iterator[tuple[str, int]]:
    """Every step of a stack, and how much bars it; none into a hex that no sea of it leads to."""
    board = state.board
    for hex_id in board.neighbours(at[:4]):
        if stack.kind == "land":
            way = land_step(state, at, hex_id, stack.units[0].nation)
        else:
            way = fleet_step(state, at, hex_id, stack.side)
        if stack.kind == "land" or hex_id == goal or way.to in waters(board, hex_id):
            yield way.to, len(way.barred)


def shut(state: State, stack: Stack, goal: HexId) -> tuple[Refusal, ...]:
    """What closes a hex from every side: its terrain, a special rule, continuing combat.

    Rules: 8.5c, 8.5d, 8.5i, 8.5n, 12.1d
    """
    doors = [set(_bars(state, stack, n, goal)) for n in state.board.neighbours(goal)]
    found = set[Refusal]().union(*doors[:1]).intersection(*doors)
    return tuple(sorted(found, key=lambda one: (one.rule, one.why)))


def _bars(state: State, stack: Stack, start: HexId, goal: HexId) -> Iterator[Refusal]:
    if stack.kind == "land":
        nation = next((u.nation for u in stack.units), Nation.JAPAN)
        ways = [land_step(state, start, goal, nation)]
    else:
        ways = [fleet_step(state, at, goal, stack.side) for at in waters(state.board, start)]
    for bar in (bar for way in ways for bar in way.barred):
        if not bar.why.endswith("hexside"):
            yield Refusal(bar.rule, bar.why, bar.hex, bar.text)


def _no_way(state: State, stack: Stack, goal: str) -> Refusal:
    names = {"start": state.board.label(stack.hex), "place": state.board.label(goal[:4])}
    rule = "8.5c" if stack.kind == "land" else "8.5i"
    return Refusal(rule, "no_way", goal[:4], say(f"move.no_way_{stack.kind}", **names))


class _Search:
    """Paths of one stack to one goal, by what they cost without activation.

    They enter no hex twice; only where the cheapest all do, a hex is entered by both its seas.
    """

    def __init__(self, state: State, stack: Stack, goal: str) -> None:
        self.state, self.stack, self.goal = state, stack, goal
        self.twice = False
        self.costs = costs(state, stack.side, stack.kind, stack)
        net = self.costs.net
        seas = (goal,) if stack.kind == "land" or goal[4:] else waters(state.board, goal)
        same = goal[:4] == stack.hex
        self.goals = frozenset(() if same else (at for at in seas if at in net.stops))
        self.left = self._left()

    def _left(self) -> dict[str, int]:
        """What is still to be paid at least from each place to the goal."""
        found, halts = self.costs.home(self.goals), self.costs.halts
        kept = (self.stack.at, *self.goals)
        return {at: paid for at, paid in found.items() if at not in halts or at in kept}

    @cached_property
    def least(self) -> int | None:
        """What the cheapest path costs; None where none leads to the goal."""
        start = self.stack.at
        if start not in self.left:
            return None
        if not self.costs.captive:
            self.twice = next(self.paths(self.left[start]), None) is None
            return self.left[start]
        return next(c for c in counting(self.left[start]) if next(self.paths(c), None) is not None)

    def past(
        self, *, activation: bool = True, rp: int | None = None, most: int | None = None
    ) -> Move | None:
        """The cheapest way on which a force stays behind, if it costs less than all others."""
        if self.stack.kind == "land":
            return None
        ways = Passing(Sea(self.state, self.costs), self.goal[:4], self.goals)
        return ways.judged(self.stack, activation=activation, rp=rp, most=most)

    @property
    def most(self) -> int:
        """What no path can cost more than: every hex that leads to the goal, entered once."""
        return sum(self.costs.plain[at] for at in self.left)

    def number(self, best: int) -> int:
        """How many cheapest paths there are."""
        if self.costs.captive:
            return sum(1 for _ in self.paths(best))
        lowest, ways = self.costs.lowest, dict.fromkeys(self.goals, 1)
        for at in sorted(self.left, key=self.left.__getitem__):
            if at not in self.goals:
                ways[at] = sum(
                    ways[to]
                    for to in self.costs.net.ahead[at]
                    if to in self.left and self.left[at] == lowest[to] + self.left[to]
                )
        return ways[self.stack.at]

    def paths(self, cost: int) -> Iterator[tuple[str, ...]]:
        """Every path of just this cost that enters no hex twice, in order of its hexes."""
        start = self.stack.at
        yield from self._further((start,), frozenset((self._once(start),)), cost, NOBODY)

    def _once(self, at: str) -> str:
        """What no path enters twice: a hex, or where it must be one of its seas."""
        return at if self.twice else at[:4]

    def _further(
        self, path: tuple[str, ...], seen: frozenset[str], rest: int, gone: Gone
    ) -> Iterator[tuple[str, ...]]:
        for to in self.costs.net.ahead[path[-1]]:
            left = rest - self.costs.cost(to, gone)
            if left < 0 or self._once(to) in seen:
                continue
            if to in self.goals:
                if left == 0:
                    yield (*path, to)
            elif left >= self.left.get(to, left + 1) and to not in self.costs.halts:
                further = seen | {self._once(to)}
                if left == self.left[to] or self._leads_on(to, further):
                    yield from self._further((*path, to), further, left, self.costs.after(to, gone))

    def _leads_on(self, start: str, seen: frozenset[str]) -> bool:
        """Whether the goal can be reached from a place without entering a hex twice."""
        found, waiting = {start}, [start]
        while waiting:
            for to in self.costs.net.ahead[waiting.pop()]:
                if to in self.goals:
                    return True
                if to in found or self._once(to) in seen:
                    continue
                if to in self.costs.halts or to not in self.left:
                    continue
                found.add(to)
                waiting.append(to)
        return False


# What a side can reach


@frozen
class Reach:
    """The least RP, activation included, for something of a side to get to a hex as its target.

    ``origin``: the hex it comes from. ``kind``: ``fleet`` or ``land``.
    """

    rp: int
    origin: HexId
    kind: str


def reach(
    state: State, side: Side, *, rp: int | None = None, origins: Iterable[HexId] | None = None
) -> Mapping[HexId, Reach]:
    """Every hex that some unit of a side could have as its target, and the least RP for it.

    ``rp``: the points at hand, None for any. ``origins``: the hexes that units may come from, all
    where none are given.

    Rules: 8.2b, 8.2c, 8.4d, 8.4e, 8.4f, 8.4i, 8.5a, 8.5g, 8.5j, 8.5l, 8.5m, 12.1d
    """
    if state.turn == 1 and side is Side.ALLIES:
        return {}
    only = None if origins is None else frozenset(h[:4] for h in origins)
    most = None if rp is None else rp - 1
    found: dict[HexId, tuple[int, HexId, str]] = {}
    empty, loaded = _sailors(state, side, only)
    at_sea = costs(state, side, "fleet")
    for hex_id, paid, origin in _spread(at_sea, empty, most):
        _keep(found, hex_id, (paid + 1, origin, "fleet"))
    for hex_id, paid, origin in _spread(at_sea, loaded, most) if loaded else ():
        if not any(no_landing(state, hex_id, side)):
            _keep(found, hex_id, (paid + 1, origin, "fleet"))
    sea = Sea(state, at_sea)
    for at, fleet in _passers(sea, only):
        for place, paid in sea.gained(fleet, at, most):
            hex_id = place[:4]
            known = found.get(hex_id)
            if (known is None or paid + 1 < known[0]) and _ends_at(state, side, fleet, at, hex_id):
                found[hex_id] = (paid + 1, at[:4], "fleet")
    walkers = _walkers(state, side, only)
    for hex_id, paid, origin in _spread(costs(state, side, "land"), walkers, most):
        _keep(found, hex_id, (paid + 1, origin, "land"))
    return {h: Reach(*found[h]) for h in sorted(found)}


def least(state: State, side: Side, origin: HexId, target: HexId) -> int | None:
    """The least RP, without activation, for something in ``origin`` to get to ``target``.

    None where nothing there can.

    Rules: 8.4e, 8.4f, 8.4i
    """
    found = reach(state, side, origins=(origin,)).get(target[:4])
    return None if found is None else found.rp - 1


def distances(state: State, side: Side, target: HexId) -> Mapping[HexId, int]:
    """The least RP, without activation, from every hex of which something can get to ``target``.

    Rules: 8.4e, 8.4f, 8.4i, 8.5a, 8.5g, 8.5j, 8.5l, 8.5m, 12.1d
    """
    if state.turn == 1 and side is Side.ALLIES:
        return {}
    sailors, loaded = _sailors(state, side, None)
    if loaded and not any(no_landing(state, target, side)):
        sailors = [*sailors, *loaded]
    found: dict[HexId, int] = {}
    at_sea, ashore = costs(state, side, "fleet"), costs(state, side, "land")
    for toll, starts, seas in (
        (at_sea, sailors, waters(state.board, target)),
        (ashore, _walkers(state, side, None), (target,)),
    ):
        known = toll.home(frozenset(at for at in seas if at in toll.net.stops))
        if toll.captive:
            exact = ((h, _on_foot(toll, h, target)) for h in starts if h in known)
            known = {h: paid for h, paid in exact if paid is not None}
        for at in starts:
            if at in known and at[:4] != target:
                found[at[:4]] = min(known[at], found.get(at[:4], known[at]))
    sea = Sea(state, at_sea)
    for at, fleet in _passers(sea, None):
        if _ends_at(state, side, fleet, at, target):
            most = found[at[:4]] - 1 if at[:4] in found else None
            gained = sea.gained(fleet, at, most)
            found |= {at[:4]: paid for _, paid in islice(_at(gained, target), 1)}
    return found


def _on_foot(toll: Costs, start: HexId, target: HexId) -> int | None:
    """The least RP on foot, air units driven out on the way counted; None where no way leads."""
    return next((paid for h, paid, _ in _spread(toll, [start], None) if h == target), None)


def _at(places: Iterable[tuple[str, int]], target: HexId) -> Iterator[tuple[str, int]]:
    return ((place, paid) for place, paid in places if place[:4] == target)


def _passers(sea: Sea, only: frozenset[HexId] | None) -> Iterator[tuple[str, Fleet]]:
    """The fleets that can go on from some enemy fleet under cover, and where they set out.

    Rules: 4.3c, 8.5a, 8.5j, 8.5l, 8.5m, 8.6.1c
    """
    state, side = sea.state, sea.costs.side
    if not sea.dues or fleet_bar(state, side) is not None:
        return
    for at in sorted({u.at for u in state.units if u.kind.is_fleet and u.side is side}):
        if only is None or at[:4] in only:
            for fleet in (free(state, side, at), bound(state, side, at)):
                if fleet is not None and sea.passed(fleet):
                    yield at, fleet


def _ends_at(state: State, side: Side, fleet: Fleet, start: str, hex_id: HexId) -> bool:
    """Whether a hex may be the target of a fleet, which lands there what it has to carry."""
    if hex_id == start[:4]:
        return False
    return not (fleet.loaded and any(no_landing(state, hex_id, side)))


def _keep(
    found: dict[HexId, tuple[int, HexId, str]], hex_id: HexId, new: tuple[int, HexId, str]
) -> None:
    old = found.get(hex_id)
    if old is None or new < old:
        found[hex_id] = new


def _walkers(state: State, side: Side, only: frozenset[HexId] | None) -> list[str]:
    """The hexes from which land units on foot may set out.

    Rules: 8.5a, 8.5g, 12.2d
    """
    able = {
        u.hex
        for u in state.units
        if u.ashore and not u.moved and u.side is side and u.nation is not Nation.CHINA
    }
    return [
        h
        for h in sorted(able)
        if (only is None or h in only) and not state.land_ashore(h, side.enemy)
    ]


def _sailors(
    state: State, side: Side, only: frozenset[HexId] | None
) -> tuple[list[str], list[str]]:
    """The waters that a fleet may leave: without cargo, or only with some.

    Rules: 4.3c, 8.5a, 8.5j, 8.5l, 8.5m, 8.6.1c
    """
    if fleet_bar(state, side) is not None:
        return [], []
    empty: list[str] = []
    loaded: list[str] = []
    for at in sorted({u.at for u in state.units if u.kind.is_fleet and u.side is side}):
        if only is not None and at[:4] not in only:
            continue
        able = _able(state, side, at)
        if any(u.kind is Kind.CARRIER for u in able) or (able and _spare(state, side, at)):
            empty.append(at)
        elif able:
            loaded.append(at)
    return empty, loaded


def _able(state: State, side: Side, at: str) -> list[Unit]:
    """The counters of a fleet that may leave these waters one at a time."""
    there, enemy = fleets_at(state, at, side), fleets_at(state, at, side.enemy)
    ready = [evolve(u, count=1) for u in there if not u.moved]
    return [u for u in ready if not enemy or covers(without(there, (u,)), enemy)]


def _spare(state: State, side: Side, at: str) -> bool:
    """Whether a naval unit there carries nothing."""
    here = tuple(u for u in state.at(at[:4], side) if u.at == at and not u.moved)
    naval = count(u for u in here if u.kind is Kind.NAVAL)
    return naval > count(u for u in here if u.aboard)


def _spread(
    costs: Costs, sources: list[str], most: int | None
) -> Iterator[tuple[HexId, int, HexId]]:
    """Each hex that can be reached as a target, with the RP paid and the hex of origin.

    From all sources at once, cheapest first. A place is kept with the first two origins that come
    to it, so that a hex from which units set out is reached from elsewhere.
    """
    ahead, halts, stops, plain = costs.net.ahead, costs.halts, costs.net.stops, costs.plain
    kept: dict[tuple[str, Gone], tuple[HexId, ...]] = {}
    told: set[HexId] = set()
    buckets: list[list[tuple[str, Gone, HexId]]] = [[(at, NOBODY, at[:4]) for at in sources]]
    for paid in counting():
        if paid == len(buckets) or (most is not None and paid > most):
            return
        for at, gone, origin in buckets[paid]:
            known = kept.get((at, gone), ())
            if len(known) == 2 or origin in known:
                continue
            kept[at, gone] = (*known, origin)
            if paid and at in stops and at[:4] != origin and at[:4] not in told:
                told.add(at[:4])
                yield at[:4], paid, origin
            if at in halts and paid:
                continue
            for to in ahead[at]:
                later = costs.after(to, gone) if costs.captive else gone
                if len(kept.get((to, later), ())) == 2:
                    continue
                further = paid + (costs.cost(to, gone) if gone else plain[to])
                while len(buckets) <= further:
                    buckets.append([])
                buckets[further].append((to, later, origin))
