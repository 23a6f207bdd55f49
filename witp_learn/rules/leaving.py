"""Ways past enemy fleets: part of a fleet stays there as cover, the rest sails on (8.5l, 8.5m).

Counters that fare alike are one make. A force is told by how many there are of each make, so that
a search has few to tell apart.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property, lru_cache
from itertools import count as counting
from itertools import product

from attrs import evolve, field, frozen

from witp_learn.hexgrid import HexId
from witp_learn.model import Kind, Nation, Side, State, Unit
from witp_learn.rules.moves import Move, fleets_at, judge, no_landing
from witp_learn.rules.stacks import Stack, Take, count, strength, together, words
from witp_learn.rules.tolls import Costs

Force = tuple[int, ...]
"""How many counters of each make there are."""


@frozen(order=True)
class Make:
    """Counters of a fleet that fare alike; those of less strength come first."""

    value: int
    carrier: bool
    full: bool


@frozen
class Due:
    """What has to stay in some waters before others may go on: so much strength, so many at least.

    Rulings: leave-behind-strength
    Rules: 8.5l, 8.5m
    """

    force: int
    bodies: int


@frozen
class Fleet:
    """Counters that set out from some waters: what they may leave behind and still arrive.

    ``rests``: the forces they may be, none of which holds another. ``loaded``: how many naval units
    carry and have to arrive.
    """

    makes: tuple[Make, ...]
    rests: tuple[Force, ...]
    loaded: int = 0

    def stays(self, have: Force, due: Due) -> tuple[Force, ...]:
        """The smallest parts of a force that cover the rest; cargo goes on with a ship.

        Rules: 8.2e, 8.5l, 8.5m, 8.6c
        """
        return _stays(self.makes, have, due, self.loaded)

    def after(self, rests: tuple[Force, ...], due: Due) -> tuple[Force, ...]:
        """What may be left of forces once they have gone on from an enemy fleet."""
        return _after(self.makes, rests, due, self.loaded)

    def goes(self, force: Force) -> bool:
        """Whether a force can arrive: somebody, and the naval units that carry.

        Rulings: transport-stopped-en-route
        """
        return _goes(self.makes, force, self.loaded)


@lru_cache(maxsize=1024)
def _stays(makes: tuple[Make, ...], have: Force, due: Due, loaded: int) -> tuple[Force, ...]:
    ones = [tuple(int(make is one) for make in makes) for one in makes]
    found = []
    for stay in product(*(range(n + 1) for n in have)):
        if _enough(makes, stay, due) and _goes(makes, less(have, stay), loaded):
            fewer = (less(stay, one) for one in ones if _holds(stay, one))
            if not any(_enough(makes, one_less, due) for one_less in fewer):
                found.append(stay)
    return tuple(found)


@lru_cache(maxsize=1024)
def _after(
    makes: tuple[Make, ...], rests: tuple[Force, ...], due: Due, loaded: int
) -> tuple[Force, ...]:
    return largest(less(have, stay) for have in rests for stay in _stays(makes, have, due, loaded))


def _goes(makes: tuple[Make, ...], force: Force, loaded: int) -> bool:
    return any(force) and naval(makes, force) >= loaded


def _enough(makes: tuple[Make, ...], stay: Force, due: Due) -> bool:
    value, bodies, _, _ = weight(makes, stay)
    return value >= due.force and bodies >= due.bodies


def naval(makes: tuple[Make, ...], force: Force) -> int:
    """How many naval units a force has."""
    return sum(n for n, make in zip(force, makes, strict=True) if not make.carrier)


def weight(makes: tuple[Make, ...], force: Force) -> tuple[int, int, int, int]:
    """How much a force is: its strength, its counters, its carriers, its full units."""
    parts = tuple(zip(force, makes, strict=True))
    return (
        sum(n * make.value for n, make in parts),
        sum(force),
        sum(n * make.carrier for n, make in parts),
        sum(n * make.full for n, make in parts),
    )


def largest(forces: Iterable[Force]) -> tuple[Force, ...]:
    """The forces that no other of them holds."""
    found = sorted(set(forces))
    return tuple(a for a in found if not any(a != b and _holds(b, a) for b in found))


def less(force: Force, gone: Force) -> Force:
    """A force without some of it."""
    return tuple(a - b for a, b in zip(force, gone, strict=True))


def _holds(force: Force, part: Force) -> bool:
    return all(a >= b for a, b in zip(force, part, strict=True))


def make_of(unit: Unit) -> Make:
    """The make of a carrier or naval unit."""
    return Make(unit.value, unit.kind is Kind.CARRIER, unit.full)


def _mustered(units: Iterable[Unit]) -> tuple[tuple[Make, ...], Force]:
    """The makes among some fleets, in order, and how many there are of each."""
    many: dict[Make, int] = {}
    for unit in units:
        many[make_of(unit)] = many.get(make_of(unit), 0) + unit.count
    makes = tuple(sorted(many))
    return makes, tuple(many[make] for make in makes)


# Who may sail


def fleet_of(stack: Stack) -> Fleet:
    """The fleets of a stack; its cargo has to arrive."""
    makes, force = _mustered(stack.fleets)
    return Fleet(makes, (force,), count(stack.land))


def free(state: State, side: Side, at: str) -> Fleet:
    """All stacks without cargo that may leave some waters, cover for enemy fleets there left.

    Rules: 8.5a, 8.5j, 8.5l, 8.5m, 8.6.1c
    """
    return _setting_out(state, side, at, loaded=0)


def bound(state: State, side: Side, at: str) -> Fleet | None:
    """All stacks that carry a land unit which would have no ship left; None where none is aboard.

    Rules: 8.5a, 8.5j, 8.5l, 8.5m, 8.6.1c, 12.2d
    """
    cargo = (u for u in state.at(at[:4], side) if u.aboard and u.at == at and not u.moved)
    if all(u.nation is Nation.CHINA for u in cargo):
        return None
    return _setting_out(state, side, at, loaded=1)


def _setting_out(state: State, side: Side, at: str, *, loaded: int) -> Fleet:
    there = fleets_at(state, at, side)
    enemy = fleets_at(state, at, side.enemy)
    makes, ready = _mustered(u for u in there if not u.moved)
    held = [u for u in there if u.moved]
    cover = Due(strength(enemy) - strength(held), 0 if held else 1) if enemy else Due(0, 0)
    aboard = count(u for u in state.at(at[:4], side) if u.aboard and u.at == at and not u.moved)
    fleet = Fleet(makes, (), loaded)
    stay = max(0, aboard - loaded)
    able = fleet.after((ready,), cover) if enemy else (ready,)
    if stay:
        able = largest(fewer for have in able for fewer in _without(fleet, ready, have, stay))
    return evolve(fleet, rests=tuple(force for force in able if fleet.goes(force)))


def _without(fleet: Fleet, ready: Force, have: Force, stay: int) -> Iterator[Force]:
    """The largest parts of a force that leave so many naval units behind where it starts."""
    makes = fleet.makes
    most = min(naval(makes, ready) - stay, naval(makes, have))
    some = [(n,) if make.carrier else range(n + 1) for n, make in zip(have, makes, strict=True)]
    return (part for part in product(*some) if naval(makes, part) == most)


# Searching


@frozen(slots=False)
class Sea:
    """What the waters cost a side, and what each enemy fleet on the way has to be covered with."""

    state: State = field(repr=False, eq=False)
    costs: Costs = field(repr=False)

    @cached_property
    def dues(self) -> Mapping[str, Due]:
        """What passing waters takes, by waters where an enemy fleet ends the move."""
        return {at: self._due(at) for at in self.costs.halts}

    def _due(self, at: str) -> Due:
        there = fleets_at(self.state, at, self.costs.side)
        enemy = fleets_at(self.state, at, self.costs.side.enemy)
        return Due(strength(enemy) - strength(there), 0 if there else 1)

    def passed(self, fleet: Fleet) -> frozenset[str]:
        """The waters with an enemy fleet that a fleet could go on from if it met no other."""
        return frozenset(at for at, due in self.dues.items() if fleet.after(fleet.rests, due))

    def gained(self, fleet: Fleet, start: str, most: int | None) -> Iterator[tuple[str, int]]:
        """Waters that a fleet comes to sooner, or at all, by leaving a force on the way; the RP.

        Cheapest first, each once. ``most``: the RP at hand, None for any.

        Rules: 8.4e, 8.4f, 8.5k, 8.5l, 8.5m
        """
        ahead, plain, dues = self.costs.net.ahead, self.costs.plain, self.dues
        whole, done, open_ways = fleet.rests, set[str](), set(self.passed(fleet))
        parted: dict[str, list[tuple[Force, ...]]] = {}
        waiting: list[tuple[list[str], list[tuple[str, tuple[Force, ...]]]]] = [([start], [])]
        for paid in counting():
            if paid == len(waiting) or (most is not None and paid > most):
                return
            if not open_ways and not any(later for _, later in waiting[paid:]):
                return
            onward: list[tuple[str, tuple[Force, ...]]] = []
            for at in waiting[paid][0]:
                if at not in done:
                    done.add(at)
                    open_ways.discard(at)
                    onward.append((at, whole))
            for at, rests in waiting[paid][1]:
                known = parted.setdefault(at, [])
                if at in done or any(_all_held(rests, others) for others in known):
                    continue
                if not known:
                    yield at, paid
                known.append(rests)
                onward.append((at, rests))
            for at, rests in onward:
                if paid and at in dues:
                    rests = fleet.after(rests, dues[at])
                    if not rests:
                        continue
                full = rests is whole
                for to in ahead[at]:
                    if to in done:
                        continue
                    further = paid + plain[to]
                    while len(waiting) <= further:
                        waiting.append(([], []))
                    if full:
                        waiting[further][0].append(to)
                    else:
                        waiting[further][1].append((to, rests))


def _all_held(rests: tuple[Force, ...], others: tuple[Force, ...]) -> bool:
    return rests == others or all(any(_holds(b, a) for b in others) for a in rests)


@frozen(order=True)
class Way:
    """A path from some waters on, with the forces left on it.

    Ways are in order of what they leave: strength, counters, carriers, full units; then of their
    hexes.
    """

    weight: tuple[int, int, int, int]
    path: tuple[str, ...]
    stays: tuple[tuple[str, Force], ...] = ()

    def longer(self, at: str, weight: tuple[int, int, int, int], stay: Force | None) -> Way:
        """The way with one more place before it, and the force that stays there."""
        value, bodies, carriers, full = (a + b for a, b in zip(self.weight, weight, strict=True))
        stays = self.stays if stay is None else ((at, stay), *self.stays)
        return Way((value, bodies, carriers, full), (at, *self.path), stays)


NOTHING = (0, 0, 0, 0)


class _Finder:
    """The least way of a fleet to one of the goals that costs just so much."""

    def __init__(self, sea: Sea, fleet: Fleet, goals: frozenset[str]) -> None:
        self.sea, self.fleet, self.goals = sea, fleet, goals
        shut = sea.costs.halts - sea.passed(fleet)
        self.left = evolve(sea.costs, halts=shut).home(goals)
        self._known: dict[tuple[str, Force, int], Way | None] = {}

    def least(self, at: str, have: Force, rest: int) -> Way | None:
        """The least way from here on that pays the rest of the cost; None where there is none."""
        key = (at, have, rest)
        if key not in self._known:
            self._known[key] = min(self._onward(at, have, rest), default=None)
        return self._known[key]

    def _onward(self, at: str, have: Force, rest: int) -> Iterator[Way]:
        fleet, dues, plain = self.fleet, self.sea.dues, self.sea.costs.plain
        for to in self.sea.costs.net.ahead[at]:
            later = rest - plain[to]
            if to in self.goals:
                if later == 0:
                    yield Way(NOTHING, (to,))
            elif later < self.left.get(to, later + 1):
                continue
            elif to not in dues:
                if (way := self.least(to, have, later)) is not None:
                    yield way.longer(to, NOTHING, None)
            else:
                for stay in fleet.stays(have, dues[to]):
                    if (way := self.least(to, less(have, stay), later)) is not None:
                        yield way.longer(to, weight(fleet.makes, stay), stay)


class Passing:
    """Moves from some waters to a hex on which part of the stack stays behind as cover.

    Of the cheapest ways the one that leaves the least: strength, then counters, then carriers,
    then full units; then the first in order of its hexes. There is none where one without leaving
    anybody costs no more.
    """

    def __init__(self, sea: Sea, target: HexId, goals: frozenset[str]) -> None:
        self.sea, self.target, self.goals = sea, target, goals
        self._known: dict[tuple[str, Fleet, int | None], Way | None] = {}

    def judged(
        self,
        stack: Stack,
        *,
        activation: bool = True,
        rp: int | None = None,
        most: int | None = None,
    ) -> Move | None:
        """The move of a stack, None where there is no such way.

        Whether its units may set out, and whether the RP cover it, is for the move to tell.
        ``most``: what the way may cost without activation, None for anything.

        Rules: 8.4d, 8.4e, 8.4f, 8.5j, 8.5k, 8.5l, 8.5m, 8.6c
        """
        if stack.kind == "land" or count(stack.fleets) < 2 or stack.hex == self.target:
            return None
        if stack.carries and any(no_landing(self.sea.state, self.target, stack.side)):
            return None
        fleet = fleet_of(stack)
        key = (stack.at, fleet, most)
        if key not in self._known:
            self._known[key] = self._way(*key)
        if (way := self._known[key]) is None:
            return None
        state, path = self.sea.state, (stack.at, *way.path)
        left = dict(told(state, stack, fleet.makes, way.stays))
        return judge(state, stack, path, activation=activation, rp=rp, leaving=left)

    def _way(self, start: str, fleet: Fleet, most: int | None) -> Way | None:
        if not all(fleet.goes(force) for force in fleet.rests) or not self.sea.passed(fleet):
            return None
        gained = self.sea.gained(fleet, start, most)
        cost = next((paid for at, paid in gained if at in self.goals), None)
        if cost is None:
            return None
        return _Finder(self.sea, fleet, self.goals).least(start, fleet.rests[0], cost)


def told(
    state: State, stack: Stack, makes: tuple[Make, ...], stays: tuple[tuple[str, Force], ...]
) -> Iterator[tuple[HexId, Take]]:
    """The units that stay behind, in unit words, by hex; US before Commonwealth."""
    going = [
        evolve(unit, count=1)
        for unit in sorted(stack.fleets, key=lambda u: list(Nation).index(u.nation))
        for _ in range(unit.count)
    ]
    for at, force in stays:
        here: list[Unit] = []
        for many, make in zip(force, makes, strict=True):
            alike = [unit for unit in going if make_of(unit) == make][:many]
            for unit in alike:
                going.remove(unit)
            here += alike
        yield at[:4], in_words(state, here)


def left(move: Move) -> Mapping[HexId, Take]:
    """What a move leaves on its way, in unit words, by hex."""
    return {one.at[:4]: in_words(move.state, one.units) for one in move.leaving}


def in_words(state: State, units: Iterable[Unit]) -> Take:
    """Some units of one hex by unit word."""
    listed = words(state, together((), units)).split(",")
    return {word: int(many) for word, _, many in (one.partition(":") for one in listed)}
