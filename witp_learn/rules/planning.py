"""Bases planned ahead: what each costs, whom it feeds, what it links (6.4, 6.5, 6.6.2, 7).

A plan is tried on a copy of the position, one action after the other; nothing is advised beyond
what the rules imply.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from itertools import chain

from attrs import evolve, field, frozen

from witp_learn import edits
from witp_learn.display import Displayed
from witp_learn.explain import say
from witp_learn.hexgrid import HexId, between, distance
from witp_learn.model import Side, State, Unit
from witp_learn.rules.answers import name_list, unit_name
from witp_learn.rules.bases import network, site
from witp_learn.rules.control import holder
from witp_learn.rules.lines import End, Ground, Purpose
from witp_learn.rules.links import Links, links
from witp_learn.rules.refusals import Refusal
from witp_learn.rules.resources import turn_1_points, upkeep
from witp_learn.rules.supply import always_fed, check, end_label, limit, photograph

SET_UP_BASES = ("0207", "0509", "0607", "0710", "1205", "1407")
"""The hexes in which the Allies may place bases at set-up instead of building (6.6.2)."""

FREE_BASES = 6
"""The most bases that the Allies may build on turn 1, free of upkeep (6.6.2)."""


# -- what bases cost


@frozen
class Cost:
    """The upkeep of a side's bases: RP due, RP there to pay it (None when not counted).

    ``short``: the bases that must go for want of RP; the opponent chooses which.
    """

    side: Side
    bases: int
    due: int
    points: int | None
    left: int | None
    short: int
    rules: tuple[str, ...]

    def __str__(self) -> str:
        many = f"{self.bases} base{'' if self.bases == 1 else 's'}"
        free = "6.6.2b" in self.rules
        key = "cost_free" if free else "cost" if self.points is None else "cost_of"
        key = "cost_short" if self.short else key
        words = {"due": self.due, "points": self.points, "left": self.left, "short": self.short}
        rule = "6.6.2" if free else "6.5"
        return say(f"plan.{key}", bases=many, rule=rule, **words)


def cost(state: State, side: Side) -> Cost:
    """What the bases of a side on the map cost in this turn's phase 3.

    Rules: 6.5a, 6.5b, 6.5c, 6.5d, 6.6.2b, 6.6.2d
    """
    points = points_of(state, side)
    count = len(state.bases[side])
    found = upkeep(state, side, count if points is None else points)
    left = None if points is None else found.left
    return Cost(side, count, found.due, points, left, found.short, found.reason.rules)


def points_of(state: State, side: Side) -> int | None:
    """The RP that a side has: those of the position, else the fixed ones of turn 1.

    Rules: 5.3a
    """
    if state.trp is not None:
        return dict(zip(Side, state.trp, strict=True))[side]
    if state.turn != 1:
        return None
    return int(turn_1_points(side).value or 0)


# -- whom bases feed


@frozen(slots=False)
class Pantry:
    """Which hexes could feed each unit of a side, were a base in them.

    A base changes no line, so the units that two bases feed are those that the one or the other
    feeds; one look serves every plan.
    """

    state: State = field(repr=False)
    side: Side

    @cached_property
    def _ground(self) -> Ground:
        return Ground(photograph(self.state, self.side), self.side, Purpose.UNIT)

    @cached_property
    def checked(self) -> tuple[Unit, ...]:
        """The rows of units that need a base or a source, in the order of the position."""
        own = (u for u in self.state.units if u.side is self.side)
        return tuple(u for u in own if not always_fed(self.state, u).value)

    @cached_property
    def ends(self) -> frozenset[HexId]:
        """The bases and sources there are."""
        return frozenset(e.hex for e in self._ground.ends)

    def feeds(self, place: HexId, unit: Unit) -> bool:
        """Whether a base in a hex would feed a unit.

        Rules: 7.1a, 7.1b, 7.1c
        """
        away, reach = distance(unit.hex, place), limit(self.state)
        if away > reach:
            return False
        if reach > 2:
            return self._ground.shortest(unit.hex, place, reach) is not None
        middles = between(unit.hex, place) if away == 2 else ()
        on_board = (h for h in middles if h in self.state.board)
        return away < 2 or any(self._ground.between(h).value for h in on_board)

    def feeders(self, unit: Unit) -> frozenset[HexId]:
        """The bases and sources that feed a unit now."""
        return frozenset(h for h in self.ends if self.feeds(h, unit))

    @cached_property
    def starving(self) -> tuple[Unit, ...]:
        """The units that nothing feeds."""
        return tuple(u for u in self.checked if not self.feeders(u))

    def fed_by(self, places: Iterable[HexId]) -> tuple[Unit, ...]:
        """The starving units that bases in some hexes would feed."""
        spots = tuple(places)
        return tuple(u for u in self.starving if any(self.feeds(h, u) for h in spots))

    def hanging_by(self, base: HexId) -> tuple[Unit, ...]:
        """The units that would starve if one base went."""
        if base in self._sources:
            return ()
        return tuple(u for u in self.checked if self.feeders(u) == {base})

    @cached_property
    def _sources(self) -> frozenset[HexId]:
        return frozenset(e.hex for e in self._ground.ends if e.is_source)


def names(state: State, units: Iterable[Unit]) -> str:
    """Units in a few words: ``Saigon A, Palau A and Hainan L``; nothing for none."""
    found = list(dict.fromkeys(unit_name(state, u) for u in units))
    return name_list(found) if found else ""


# -- a plan, action by action


@frozen
class PlanStep(Displayed):
    """One action of a plan, and what it brings at the supply check to come.

    ``state`` is the position after it, the same as before when it is refused. ``fed`` and
    ``starved``: the units, of both sides, whose verdict it turns; ``linked`` and ``cut_off``: the
    side's bases that it links or parts from every source.
    """

    edit: edits.Edit
    refusals: tuple[Refusal, ...]
    path: tuple[HexId, ...] | None
    state: State = field(repr=False)
    cost: Cost
    fed: tuple[Unit, ...]
    starved: tuple[Unit, ...]
    linked: tuple[HexId, ...]
    cut_off: tuple[HexId, ...]

    @property
    def allowed(self) -> bool:
        """Whether the action may be taken."""
        return not self.refusals

    def __str__(self) -> str:
        return ". ".join(self.sentences()) + "."

    def sentences(self) -> Iterator[str]:
        """What it does, what the bases then cost, whom it feeds and starves, what it cuts off."""
        yield self._action()
        if not self.allowed:
            return
        yield str(self.cost)
        if self.fed:
            yield say("plan.fed", who=names(self.state, self.fed))
        if self.starved:
            yield say("plan.starved", who=names(self.state, self.starved))
        if not self.fed and not self.starved:
            yield say("plan.nothing")
        yield from _link_words(self.state, self.linked, self.cut_off)

    def _action(self) -> str:
        verb = "build" if self.edit.verb == "base" else "remove"
        place = self.state.board.label(self.edit.at)
        if not self.allowed:
            why = ". ".join(f"{r.text} ({r.rule})" for r in self.refusals[:3])
            return say(f"plan.refused_{verb}", place=place, why=why)
        return say(f"plan.{verb}", place=place, verdict=self._verdict())

    def _verdict(self) -> str:
        if self.path is None or len(self.path) < 2:
            return say("plan.allowed")
        end = self.path[-1]
        is_source = not self.state.has_base(end, self.cost.side)
        return say("plan.linked_to", end=end_label(self.state, End(end, is_source)))


def _link_words(
    state: State, linked: tuple[HexId, ...], cut_off: tuple[HexId, ...]
) -> Iterator[str]:
    label = state.board.label
    if linked:
        yield say("plan.linked", who=name_list([label(h) for h in linked]))
    if cut_off:
        key = "cut_off" if len(cut_off) == 1 else "cut_off_many"
        yield say(f"plan.{key}", who=name_list([label(h) for h in cut_off]))


def link_news(before: State, after: State) -> tuple[str, ...]:
    """Which bases, standing before and after, a change links or cuts off, in sentences.

    Rules: 6.2a, 6.2b, 6.5e, 6.5f
    """
    linked: list[HexId] = []
    cut_off: list[HexId] = []
    for side in Side:
        old, new = links(before, side).rounds, links(after, side).rounds
        for base in set(before.bases[side]) & set(after.bases[side]):
            if (base in old) is not (base in new):
                (linked if base in new else cut_off).append(base)
    words = _link_words(after, tuple(sorted(linked)), tuple(sorted(cut_off)))
    return tuple(f"{text}." for text in words)


@frozen
class Plan(Displayed):
    """Bases built and removed in an order, tried on a copy of the position."""

    side: Side
    start: State = field(repr=False)
    steps: tuple[PlanStep, ...]

    @property
    def end(self) -> State:
        """The position after the plan."""
        return self.steps[-1].state if self.steps else self.start

    @property
    def allowed(self) -> bool:
        """Whether every action may be taken."""
        return all(step.allowed for step in self.steps)

    @property
    def cost(self) -> Cost:
        """What the bases cost at the end."""
        return cost(self.end, self.side)

    @property
    def fed(self) -> tuple[Unit, ...]:
        """The units, of both sides, out of supply before the plan and in supply after it."""
        return _turned(self.start, self.end)[0]

    @property
    def starved(self) -> tuple[Unit, ...]:
        """The units, of both sides, in supply before the plan and out of supply after it."""
        return _turned(self.start, self.end)[1]

    @property
    def out(self) -> tuple[Unit, ...]:
        """The units of the side that are out of supply after the plan."""
        return tuple(j.unit for j in check(self.end).out() if j.unit.side is self.side)

    def __str__(self) -> str:
        lines = [f"{i}. {step}" for i, step in enumerate(self.steps, 1)]
        out = self.out
        key = "plan.out" if out else "plan.none_out"
        return "\n".join((*lines, f"{say(key, who=names(self.end, out))}."))


def plan(
    state: State, side: Side, actions: Iterable[edits.Edit], *, set_up: bool | None = None
) -> Plan:
    """What building and removing bases in this order brings.

    ``set_up``: whether the Allies placed their six bases at set-up, so that they build none on
    turn 1; when it is not said, all six standing there on turn 1 says it. Raises ValueError for
    an edit that is no base of the side's.

    Rules: 6.1a, 6.1b, 6.1c, 6.2c, 6.4a, 6.4b, 6.4c, 6.4d, 6.5a, 6.5e, 6.6.2a, 6.6.2b, 6.6.2e
    """
    here = edits.tidy(state)
    at_set_up = placed_at_set_up(here) if set_up is None else set_up
    steps: list[PlanStep] = []
    built: frozenset[HexId] = frozenset()
    for edit in actions:
        if edit.verb not in ("base", "unbase") or edit.side is not side:
            raise ValueError(f"{edit}: a plan builds or removes {side.adjective} bases")
        refusals = refused(here, edit, built=built, set_up=at_set_up)
        steps.append(_step(here, edit, refusals))
        if not refusals and edit.verb == "base":
            built |= {edit.at}
        here = steps[-1].state
    return Plan(side, edits.tidy(state), tuple(steps))


def placed_at_set_up(state: State) -> bool:
    """Whether the six Allied bases of the option stand there on turn 1.

    Rules: 6.6.2c, 6.6.2f
    """
    return state.turn == 1 and set(SET_UP_BASES) <= set(state.bases[Side.ALLIES])


def refused(
    state: State,
    edit: edits.Edit,
    *,
    built: frozenset[HexId] = frozenset(),
    set_up: bool | None = None,
) -> tuple[Refusal, ...]:
    """Why a base may not be built or removed now; nothing when it may.

    ``built``: the hexes in which a base was built earlier in this phase.

    Rules: 6.1a, 6.1b, 6.1c, 6.4a, 6.4d, 6.6.2a, 6.6.2e
    """
    side, place = edit.side, edit.at
    if side is None:
        raise ValueError(f"{edit}: whose base?")
    words = {"place": state.board.label(place), "side": side.adjective}

    def no(rule: str, why: str) -> tuple[Refusal, ...]:
        return (Refusal(rule, why, place, say(f"plan.{why}", **words)),)

    if edit.verb == "unbase":
        if not state.has_base(place, side):
            return no("6.4a", "no_base")
        return no("6.4d", "built_now") if place in built else ()
    if (shut := closed(state, side, set_up=set_up)) is not None:
        return (evolve(shut, hex=place),)
    return site(state, side, place).refusals


def closed(state: State, side: Side, *, set_up: bool | None = None) -> Refusal | None:
    """Why a side may build no base at all now, whatever its network would let it; else None.

    Rules: 6.6.2a, 6.6.2e
    """
    if state.turn != 1 or side is not Side.ALLIES:
        return None
    if placed_at_set_up(state) if set_up is None else set_up:
        return Refusal("6.6.2e", "set_up", "", say("plan.set_up"))
    if len(state.bases[side]) >= FREE_BASES:
        return Refusal("6.6.2a", "six", "", say("plan.six"))
    return None


def may_build(state: State, side: Side) -> tuple[HexId, ...]:
    """Where a side may build a base now: its network allows it, and so does turn 1.

    Rules: 6.1a, 6.1b, 6.1c, 6.2c, 6.6.2a, 6.6.2e
    """
    return buildable(state, side) if closed(state, side) is None else ()


def _step(state: State, edit: edits.Edit, refusals: tuple[Refusal, ...]) -> PlanStep:
    side = edit.side or Side.JAPAN
    if refusals:
        return PlanStep(edit, refusals, None, state, cost(state, side), (), (), (), ())
    after = edits.apply(state, edit)
    path = site(state, side, edit.at).path if edit.verb == "base" else None
    fed, starved = _turned(state, after)
    before, now = network(state, side), network(after, side)
    return PlanStep(
        edit=edit,
        refusals=(),
        path=path,
        state=after,
        cost=cost(after, side),
        fed=fed,
        starved=starved,
        linked=tuple(h for h in now.linked if h in before.cut_off),
        cut_off=tuple(h for h in now.cut_off if h in before.linked),
    )


def _turned(before: State, after: State) -> tuple[tuple[Unit, ...], tuple[Unit, ...]]:
    """The units fed and those starved by a change of bases alone."""
    pairs = tuple(zip(check(before), check(after), strict=True))
    fed = tuple(b.unit for a, b in pairs if b.in_supply and not a.in_supply)
    return fed, tuple(b.unit for a, b in pairs if a.in_supply and not b.in_supply)


# -- what could be built


@frozen
class Suggestion(Displayed):
    """Bases that could be built in this order: whom they feed, who of the side stays out."""

    state: State = field(repr=False)
    hexes: tuple[HexId, ...]
    fed: tuple[Unit, ...]
    out: tuple[Unit, ...]
    bases: int

    @property
    def count(self) -> int:
        """How many units it feeds."""
        return sum(u.count for u in self.fed)

    def __str__(self) -> str:
        label = self.state.board.label
        values = {
            "places": " and ".join(label(h) for h in self.hexes),
            "fed": names(self.state, self.fed) or "nobody more",
            "out": names(self.state, self.out),
        }
        if not self.out:
            return say("plan.feeds", **values)
        one = len(self.out) == 1 and self.out[0].count == 1
        return say(f"plan.feeds_{'one' if one else 'some'}", **values)


def suggestions(state: State, side: Side, most: int = 1) -> tuple[Suggestion, ...]:
    """Where a side could build now, those that feed most units first.

    ``most``: the greatest number of bases built together, 1 to 3; of more than one only those
    that feed more than any part of them. On turn 1 the limit of the free Allied bases holds.

    Rules: 6.1b, 6.1c, 6.2c, 6.6.2a, 6.6.2e, 7.1a, 7.1b, 7.1c
    """
    if most not in (1, 2, 3):
        raise ValueError(f"1 to 3 bases together, not {most}")
    pantry = Pantry(state, side)
    feeds = {h: frozenset(_fed_rows(pantry, h)) for h in held(state, side)}
    found: dict[frozenset[HexId], tuple[HexId, ...]] = {}
    edge: list[tuple[HexId, ...]] = [()]
    for _ in range(min(most, _room(state, side))):
        ahead: list[tuple[HexId, ...]] = []
        for done in edge:
            for place in buildable(state, side, done):
                chosen = (*done, place)
                if frozenset(chosen) not in found:
                    found[frozenset(chosen)] = chosen
                    ahead.append(chosen)
        edge = ahead
    made = (_suggestion(pantry, feeds, chosen) for chosen in found.values())
    worth = (s for s in made if len(s.hexes) == 1 or _all_needed(feeds, s.hexes))
    return tuple(sorted(worth, key=lambda s: (-s.count, len(s.hexes), s.hexes)))


def buildable(state: State, side: Side, done: tuple[HexId, ...] = ()) -> tuple[HexId, ...]:
    """Where a side could build a base once it has bases in ``done`` as well.

    Rules: 6.1a, 6.1b, 6.1c, 6.2c
    """
    net: Links = links(state, side)
    for place in done:
        net = net.with_base(place)
    return tuple(h for h in held(state, side) if h not in net.bases and net.joins(h))


@frozen
class Approach(Displayed):
    """The fewest bases, built in this order, whose last feeds units that no single base would feed.

    ``hexes`` is empty when no row of bases comes near them. ``room``: how many bases may be built.
    """

    state: State = field(repr=False)
    units: tuple[Unit, ...]
    hexes: tuple[HexId, ...]
    room: int

    @property
    def possible(self) -> bool:
        """Whether so many bases may be built now."""
        return 0 < len(self.hexes) <= self.room

    def __str__(self) -> str:
        way = ", then ".join(self.state.board.label(h) for h in self.hexes)
        key = "approach" if self.possible else "approach_long" if way else "approach_none"
        who = names(self.state, self.units)
        return say(f"plan.{key}", who=who, way=way, count=len(self.hexes), room=self.room)


def approaches(state: State, side: Side) -> tuple[Approach, ...]:
    """How bases could reach the starving units that no single base would feed, shortest first.

    On turn 1 the limit of the free Allied bases holds.

    Rules: 6.1b, 6.1c, 6.2c, 6.6.2a, 6.6.2e, 7.1a, 7.1b, 7.1c
    """
    pantry, room = Pantry(state, side), _room(state, side)
    if not pantry.starving or not room:
        return ()
    ways = _ways(state, side)
    found: dict[tuple[HexId, ...], list[Unit]] = {}
    for unit in pantry.starving:
        near = [way for place, way in ways.items() if pantry.feeds(place, unit)]
        best = min(near, key=lambda way: (len(way), way), default=())
        if len(best) != 1:
            found.setdefault(best, []).append(unit)
    made = (Approach(state, tuple(units), way, room) for way, units in found.items())
    return tuple(sorted(made, key=lambda one: (not one.hexes, len(one.hexes), one.hexes)))


def _ways(state: State, side: Side) -> Mapping[HexId, tuple[HexId, ...]]:
    """For each port or airfield that can come to a base: the fewest to build, itself the last."""
    net = links(state, side)
    free = frozenset(held(state, side)) - net.bases
    full = evolve(net, bases=net.bases | free)
    ways: dict[HexId, tuple[HexId, ...]] = {h: (h,) for h in sorted(free) if net.joins(h)}
    edge = list(ways)
    while edge:
        ahead: list[HexId] = []
        for place in edge:
            fresh = {place} | (net.component(place) - net.rounds.keys())
            for n in sorted({n for at in fresh for n in full.next_to(at)} & free):
                if n not in ways:
                    ways[n] = (*ways[place], n)
                    ahead.append(n)
        edge = ahead
    return ways


def held(state: State, side: Side) -> tuple[HexId, ...]:
    """The ports and airfields that a side controls, in order of number.

    Rules: 2.3.3c, 2.3.3e, 6.1b
    """
    return tuple(h for h in sorted(state.board.hexes) if holder(state, h) is side)


def _room(state: State, side: Side) -> int:
    """How many bases the special rule of turn 1 still lets a side build; else more than enough."""
    if state.turn != 1 or side is not Side.ALLIES:
        return FREE_BASES
    return 0 if placed_at_set_up(state) else max(0, FREE_BASES - len(state.bases[side]))


def _fed_rows(pantry: Pantry, place: HexId) -> Iterator[int]:
    return (i for i, u in enumerate(pantry.starving) if pantry.feeds(place, u))


def _all_needed(feeds: Mapping[HexId, frozenset[int]], hexes: tuple[HexId, ...]) -> bool:
    """Whether each of some bases feeds a unit that the others do not."""
    return all(
        feeds[h] - frozenset(chain.from_iterable(feeds[o] for o in hexes if o != h)) for h in hexes
    )


def _suggestion(
    pantry: Pantry, feeds: Mapping[HexId, frozenset[int]], hexes: tuple[HexId, ...]
) -> Suggestion:
    rows = frozenset(chain.from_iterable(feeds[h] for h in hexes))
    units = tuple(enumerate(pantry.starving))
    fed = tuple(u for i, u in units if i in rows)
    out = tuple(u for i, u in units if i not in rows)
    count = len(pantry.state.bases[pantry.side]) + len(hexes)
    return Suggestion(pantry.state, hexes, fed, out, count)
