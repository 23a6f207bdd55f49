"""Attacks: what could go to a hex, what that may bring, and the plan that is worth most (8, 9)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property

from attrs import evolve, frozen

from witp_learn.bots.choices import Term
from witp_learn.bots.exact import exact
from witp_learn.bots.forces import Force, Forecast, Ground, forecast
from witp_learn.bots.outlook import Outlook
from witp_learn.engine.table import progress
from witp_learn.hexgrid import HexId
from witp_learn.model import Area, Facility, Kind, Nation, Side, Unit
from witp_learn.rules.effects import fleet_bar, landing_bar

CERTAIN = 50.0
"""From this worth on a hex is attacked with everything."""


@frozen
class Part:
    """What one hex gives to an attack: fleets with cargo, or land units on foot.

    ``at``: the waters or the hex. ``cost``: RP from there, without the activation.
    """

    at: str
    units: tuple[Unit, ...]
    cost: int
    by_sea: bool

    @property
    def hex(self) -> HexId:
        """The hex without a coast letter."""
        return self.at[:4]

    @cached_property
    def force(self) -> Force:
        """What it adds."""
        return Force.of(self.units)


@frozen
class Plan:
    """An attack: its target, what goes there, and the terms that speak for and against it."""

    target: HexId
    parts: tuple[Part, ...]
    hopes: Forecast
    terms: tuple[Term, ...]

    @property
    def score(self) -> float:
        """What the terms add up to."""
        return sum(term.value for term in self.terms)


@frozen(slots=False, eq=False)
class Planner:
    """Plans attacks for a side in a position in which it may move."""

    look: Outlook

    def best(self, targets: Iterable[HexId]) -> tuple[Plan, ...]:
        """The plans for these hexes, the best first, those not worth an impulse as well."""
        wanted = set(self.look.targets)
        found = (self.plan(h) for h in targets if h in wanted)
        there = [one for one in found if one is not None]
        return tuple(sorted(there, key=lambda one: (-one.score, one.target)))

    def plan(self, target: HexId) -> Plan | None:
        """The best plan for a hex: the cheapest parts first, until the chance is good enough.

        None where nothing can go there.
        """
        budget = self.look.points
        best: Plan | None = None
        chosen: list[Part] = []
        for part in self._parts(target):
            more = [*chosen, part]
            price = sum(map(self._price, more, _first(more)))
            if price > budget or any(_share(part, one) for one in chosen):
                continue
            chosen = more
            found = self._judged(target, tuple(chosen))
            if best is None or found.score > best.score:
                best = found
            if found.hopes.take >= self.look.weights.aims.enough:
                break
        return best

    def _price(self, part: Part, first: bool) -> int:
        activated = part.hex in progress(self.look.state).activated
        return part.cost + (first and not activated)

    def exact(self, plan: Plan) -> Plan:
        """The plan judged by the exact chances of its fight, where they can be had quickly."""
        look = self.look
        hopes = exact(
            look.state,
            look.side,
            plan.target,
            (u for part in plan.parts for u in part.units),
            any(part.by_sea for part in plan.parts),
        )
        return plan if hopes is None else self._judged(plan.target, plan.parts, hopes)

    # What could go

    def _parts(self, target: HexId) -> list[Part]:
        """What could go to a hex, the most strength for the RP first; what is activated before."""
        activated = progress(self.look.state).activated
        worth = sum(term.value for term in self.look.prize(target))
        found = [*self._by_sea(target, worth), *self._on_foot(target, worth)]
        return sorted(found, key=lambda p: (p.hex not in activated, -self._use(p), p.at))

    def _use(self, part: Part) -> float:
        force = part.force
        return (force.at_sea + 2.0 * force.troops) / (part.cost + 2)

    def _by_sea(self, target: HexId, worth: float) -> Iterator[Part]:
        state, side = self.look.state, self.look.side
        if fleet_bar(state, side) is not None:
            return
        paid = self.look.sailing(target)
        barred = landing_bar(state, side) is not None and state.land_ashore(target, side.enemy)
        carries = state.board[target].land_part and not barred
        for at in sorted({u.at for u in self.look.own if u.kind.is_fleet and not u.moved}):
            if at not in paid or at[:4] == target or at[:4] in progress(state).done:
                continue
            there = state.at(at[:4], side)
            if any(u.kind.is_fleet and u.at == at for u in state.at(at[:4], side.enemy)):
                continue
            ships = tuple(u for u in there if u.kind.is_fleet and u.at == at and not u.moved)
            cargo = self._cargo(at, ships, worth) if carries else ()
            if any(u.aboard and u.at == at and not u.moved for u in there) and not cargo:
                continue
            yield Part(at, (*ships, *cargo), paid[at], True)

    def _cargo(self, at: str, ships: tuple[Unit, ...], worth: float) -> tuple[Unit, ...]:
        room = sum(u.count for u in ships if u.kind is Kind.NAVAL)
        here = self.look.state.at(at[:4], self.look.side)
        aboard = tuple(u for u in here if u.aboard and u.at == at and not u.moved)
        room -= sum(u.count for u in aboard)
        free = min(room, self._spare(at[:4], worth))
        return (*aboard, *some(_troops(here), free))

    def _spare(self, hex_id: HexId, worth: float) -> int:
        """Land units that may leave a hex: one guards what matters, unless all is at stake."""
        state, side = self.look.state, self.look.side
        if state.land_ashore(hex_id, side.enemy):
            return 0
        ready = sum(u.count for u in _troops(state.at(hex_id, side)))
        if worth >= CERTAIN:
            return ready
        return min(ready - min(1, self.look.guards(hex_id)), self.look.weights.aims.landing)

    def _on_foot(self, target: HexId, worth: float) -> Iterator[Part]:
        state, side = self.look.state, self.look.side
        paid = self.look.marching(target)
        for hex_id in sorted({u.hex for u in self.look.own if u.ashore and not u.moved}):
            cost = paid.get(hex_id, PLENTY_OF_RP)
            if hex_id == target or hex_id in progress(state).done:
                continue
            if cost <= self.look.weights.aims.march and (spare := self._spare(hex_id, worth)) > 0:
                yield Part(hex_id, some(_troops(state.at(hex_id, side)), spare), cost, False)

    # What it may bring

    def _judged(
        self, target: HexId, parts: tuple[Part, ...], known: Forecast | None = None
    ) -> Plan:
        look, term = self.look, self.look.weights.term
        there = Force.of(look.state.at(target, look.side))
        ground = self.ground(target, any(p.by_sea for p in parts))
        now = forecast(there, ground) if there.ships or there.troops else Forecast()
        whole = there
        for part in parts:
            whole = whole + part.force
        hopes = forecast(whole, ground) if known is None else known
        more = hopes.take - now.take
        cost = sum(map(self._price, parts, _first(parts)))
        found = [evolve(one, amount=one.amount * more) for one in look.prize(target)]
        found += [
            term("destroyed", hopes.given - now.given),
            term("lost", hopes.taken - now.taken),
            term("rp", cost),
            term("share", cost / max(1, look.points)),
            *self._defended(target, there, whole),
            *self._china(target, whole),
            *self._after(target, parts, hopes),
        ]
        return Plan(target, parts, hopes, tuple(one for one in found if one.amount))

    def _defended(self, target: HexId, before: Force, after: Force) -> Iterator[Term]:
        """What the enemy would gain in a hex that he attacks, as far as this keeps him from it."""
        look = self.look
        enemy = look.enemy_at(target)
        if not enemy.troops or not before.troops:
            return
        aboard = any(u.aboard for u in look.state.at(target, look.side.enemy))
        stake = sum(term.value for term in look.enemy.prize(target))
        air = look.air(target, look.side.enemy), look.air(target, look.side)
        then, now = (
            forecast(enemy, Ground(own, *air, lands=aboard)).take for own in (before, after)
        )
        yield look.weights.term("defended", (then - now) * stake)

    def ground(self, target: HexId, lands: bool) -> Ground:
        """What an attack on a hex meets."""
        look = self.look
        return Ground(
            look.enemy_at(target),
            look.air(target, look.side),
            look.air(target, look.side.enemy),
            lands and not look.state.land_ashore(target, look.side),
            look.side is Side.JAPAN and look.state.turn == 1,
        )

    def _china(self, target: HexId, whole: Force) -> Iterator[Term]:
        """Japan's duties in China: a fight each turn, three land units there."""
        look = self.look
        china = look.state.board[target].area is Area.CHINA
        if look.side is not Side.JAPAN or not china or not whole.troops:
            return
        if self._quota_due and look.state.land_ashore(target, Side.ALLIES):
            yield look.weights.term("quota", 1)
        there = sum(u.count for u in look.own if u.ashore and _in_china(look, u.hex))
        if there < WANTED_IN_CHINA:
            coming = whole.troops - look.land_at(target)
            yield look.weights.term("garrison_china", min(coming, WANTED_IN_CHINA - there))

    @cached_property
    def _quota_due(self) -> bool:
        """Whether no fight with a Chinese unit stands or has been fought this turn (12.2k)."""
        state = self.look.state
        meets = any(
            u.nation is Nation.CHINA and u.ashore and state.land_ashore(u.hex, Side.JAPAN)
            for u in state.units
        )
        return state.turn > 1 and not meets and not progress(state).met_chinese

    def _after(self, target: HexId, parts: tuple[Part, ...], hopes: Forecast) -> Iterator[Term]:
        """What is left behind, and how those that go will be fed."""
        look = self.look
        landed = sum(p.force.troops for p in parts)
        fed = target in look.fed or look.state.board[target].area is Area.CHINA
        place = look.state.board[target]
        linked = place.facility is not None and look.net.site(target)
        if landed and not (fed or linked):
            yield look.weights.term("unfed", landed * hopes.win)
        for part in parts:
            going = part.force.troops
            if going and look.guards(part.hex) and going >= look.land_at(part.hex):
                yield look.weights.term("bared", 1)
        ships = sum(p.force.ships for p in parts)
        port = look.holds(target) and place.facility is Facility.PORT
        if ships and not port:
            yield look.weights.term("far", 0.2 * ships)


PLENTY_OF_RP = 99
WANTED_IN_CHINA = 3
"""Land units in China that save Japan 3 RP (12.2n)."""


def _in_china(look: Outlook, hex_id: HexId) -> bool:
    return look.state.board[hex_id].area is Area.CHINA


def _share(part: Part, other: Part) -> bool:
    """Whether two parts would take land units from the same hex."""
    return part.hex == other.hex and part.force.troops > 0 and other.force.troops > 0


def _first(parts: Iterable[Part]) -> list[bool]:
    """For each part whether it is the first of its hex, whose activation it pays."""
    seen: set[HexId] = set()
    found = []
    for part in parts:
        found.append(part.hex not in seen)
        seen.add(part.hex)
    return found


def _troops(units: Iterable[Unit]) -> tuple[Unit, ...]:
    """Land units ashore that have not moved, full ones first; Chinese ones do not move."""
    able = (u for u in units if u.ashore and not u.moved and u.nation is not Nation.CHINA)
    return tuple(sorted(able, key=lambda u: not u.full))


def some(rows: Iterable[Unit], many: int) -> tuple[Unit, ...]:
    """The first so many counters of some rows."""
    taken: list[Unit] = []
    for row in rows:
        if many > 0:
            taken.append(evolve(row, count=min(row.count, many)))
            many -= row.count
    return tuple(taken)
