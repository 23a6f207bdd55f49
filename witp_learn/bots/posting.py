"""Where the greedy bot sends what is redeployed, placed or driven out (8.7, 10, 11)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property

from attrs import evolve, frozen

from witp_learn import engine
from witp_learn.actions import (
    NOWHERE,
    Action,
    Displace,
    Lose,
    Pass,
    Place,
    Redeploy,
    counted,
    take,
)
from witp_learn.bots.attacks import WANTED_IN_CHINA, some
from witp_learn.bots.choices import Choice, Term, best
from witp_learn.bots.outlook import CHONGQING, Outlook, strength
from witp_learn.bots.passing import TRIED, passed
from witp_learn.hexgrid import HexId, distance
from witp_learn.model import Area, Kind, Nation, Phase, Side, Unit
from witp_learn.rules import stacks
from witp_learn.rules.redeployment import places, who
from witp_learn.rules.stacking import stack_limit

FLEETS_OF_A_PORT = 5
TROOPS_OF_A_PORT = 3


@frozen(slots=False, eq=False)
class Posts:
    """What each hex is worth as a place for own units."""

    look: Outlook

    @cached_property
    def havens(self) -> tuple[HexId, ...]:
        """Where own fleets may stay (10.2)."""
        look = self.look
        return tuple(
            h for h in sorted(look.state.board.hexes) if places.is_haven(look.state, h, look.side)
        )

    @cached_property
    def front(self) -> HexId:
        """The hex that is most worth an attack: its prize, less the way there from the fleets."""
        look = self.look
        homes = [u.hex for u in look.own if u.kind.is_fleet] or list(look.net.sources)

        def worth(hex_id: HexId) -> float:
            prize = sum(term.value for term in look.prize(hex_id))
            away = min((distance(hex_id, h) for h in homes), default=0)
            return prize - 0.3 * away - look.enemy_at(hex_id).land

        return max(look.targets, key=worth, default=min(look.state.board.hexes))

    @cached_property
    def rally(self) -> HexId:
        """The port where the next attack is gathered: land units to be carried, and the way."""
        look = self.look
        paid = look.sailing(self.front)

        def worth(hex_id: HexId) -> float:
            away = min((c for at, c in paid.items() if at[:4] == hex_id), default=99)
            here = look.state.at(hex_id, look.side)
            troops = sum(u.count for u in here if u.ashore and u.nation is not Nation.CHINA)
            fleets = sum(u.count for u in here if u.kind.is_fleet)
            room = 99 if look.state.board[hex_id].unlimited else FLEETS_OF_A_PORT
            return min(troops, 6) + 0.3 * min(fleets, room) - 0.5 * away + 0.3 * (room > 5)

        return max(self.havens, key=worth, default="")

    def stack(self, rows: Iterable[Unit], hex_id: HexId) -> Iterator[Term]:
        """What it is worth to have the counters of a stack in a hex, one row after the other."""
        units = tuple(rows)
        beside = self._beside(units[0], hex_id) - sum(u.count for u in units if u.hex == hex_id)
        for unit in units:
            yield from self._terms(unit, hex_id, beside)
            beside += unit.count

    def _beside(self, unit: Unit, hex_id: HexId) -> int:
        """Own counters of the type of a unit in a hex, Chinese ones aside."""
        here = self.look.state.at(hex_id, self.look.side)
        return sum(u.count for u in here if _alike(u, unit) and u.nation is not Nation.CHINA)

    def _terms(self, unit: Unit, hex_id: HexId, others: int) -> Iterator[Term]:
        if unit.kind.is_fleet:
            return self._fleet(unit, hex_id, others)
        if unit.kind is Kind.LAND:
            return self._land(unit, hex_id, others)
        return self._air(unit, hex_id, others)

    def _fleet(self, unit: Unit, hex_id: HexId, others: int) -> Iterator[Term]:
        look, term = self.look, self.look.weights.term
        if hex_id not in self.havens:
            return
        place = look.state.board[hex_id]
        over = 0 if place.unlimited else max(0, others + unit.count - place.fleet_limit)
        over = min(over, unit.count)
        settles = "home" if unit.hex else "placed"
        yield term(settles, strength(unit) * (1 - over / unit.count))
        if hex_id == self.rally:
            yield term("rally", strength(unit))
        if not unit.full and self._repairs(unit, hex_id):
            yield term("repair", strength(unit))
        if over:
            yield term("crowd", over)

    def _land(self, unit: Unit, hex_id: HexId, others: int) -> Iterator[Term]:
        look, term = self.look, self.look.weights.term
        yield from self._fares(unit, hex_id)
        if others < (wanted := look.guards(hex_id)):
            yield term("guard", min(unit.count, wanted - others))
        if not others and look.captured(hex_id):
            yield from look.value(hex_id)
        if hex_id in look.state.contested:
            yield term("reinforced", strength(unit) * (1 + look.guards(hex_id)))
        if hex_id == self.rally:
            yield term("rally", strength(unit))
        if look.state.board[hex_id].area is Area.CHINA and look.side is Side.JAPAN:
            there = self._in_china - (unit.count if self._is_in_china(unit) else 0)
            yield term("garrison_china", max(0, min(unit.count, WANTED_IN_CHINA - there)))
        yield from self._crowd(unit, hex_id, others, TROOPS_OF_A_PORT)

    @cached_property
    def _in_china(self) -> int:
        return sum(u.count for u in self.look.own if self._is_in_china(u))

    def _is_in_china(self, unit: Unit) -> bool:
        area = self.look.state.board[unit.hex].area if unit.hex else None
        return unit.ashore and area is Area.CHINA

    def _air(self, unit: Unit, hex_id: HexId, others: int) -> Iterator[Term]:
        term = self.look.weights.term
        yield from self._fares(unit, hex_id)
        if self._flown_from(hex_id):
            yield term("support", strength(unit))
        yield from self._crowd(unit, hex_id, others, 1)

    def _flown_from(self, hex_id: HexId) -> bool:
        """Whether air units there are in reach of the front, or of what is to be guarded."""
        if distance(hex_id, self.front) <= 1:
            return True
        near = (hex_id, *self.look.state.board.neighbours(hex_id))
        return any(self.look.guards(h) and self.look.land_at(h) for h in near)

    def _fares(self, unit: Unit, hex_id: HexId) -> Iterator[Term]:
        look = self.look
        if look.eats(evolve(unit, at=hex_id), look.fed):
            yield look.weights.term("feeds", strength(unit))
        if not unit.full and self._repairs(unit, hex_id):
            yield look.weights.term("repair", strength(unit))

    def _crowd(self, unit: Unit, hex_id: HexId, others: int, most: int) -> Iterator[Term]:
        place = self.look.state.board[hex_id]
        if place.unlimited or hex_id in self.look.state.contested:
            return
        if place.facility is None and place.source is None:
            most = 1
        if (over := others + unit.count - most) > 0:
            yield self.look.weights.term("crowd", min(over, unit.count))

    def _repairs(self, unit: Unit, hex_id: HexId) -> bool:
        place = self.look.state.board[hex_id]
        return unit.nation in (place.owner, place.source)

    def gain(self, units: Iterable[Unit], to: HexId) -> tuple[Term, ...]:
        """What it brings to have a stack elsewhere: what it finds there less what it leaves."""
        rows = tuple(units)
        return self.difference(self.kept(rows), rows, to)

    def kept(self, rows: tuple[Unit, ...]) -> Mapping[str, Term]:
        """What the units of a stack have where they are, by name of term."""
        return _summed(self.stack(rows, rows[0].hex))

    def difference(
        self, kept: Mapping[str, Term], rows: tuple[Unit, ...], to: HexId
    ) -> tuple[Term, ...]:
        """What a stack finds in another hex, less what it has where it is."""
        found = _summed(self.stack(rows, to))
        both = [(found.get(name), kept.get(name)) for name in dict.fromkeys((*found, *kept))]
        return tuple(one for new, old in both if (one := _less(new, old)) is not None)

    def room(self, what: str, hex_id: HexId) -> int:
        """How many more units of a type a hex has room for (8.3); many where there is no limit."""
        limit = stack_limit(self.look.state, hex_id, self.look.side)
        most = {who.FLEET: limit.fleets, who.LAND: limit.land}.get(what, limit.air)
        here = self.look.state.at(hex_id, self.look.side)
        there = sum(u.count for u in here if _is(u, what) and u.nation is not Nation.CHINA)
        return MANY if most is None else max(0, most - there)

    def ends(self, what: str) -> tuple[HexId, ...]:
        """Where units of a type might be wanted, few enough to be compared one by one."""
        look, board = self.look, self.look.state.board
        if what == who.FLEET:
            wanted = [h for h in self.havens if h == self.rally or board[h].source is not None]
            near = sorted(self.havens, key=lambda h: (distance(h, self.front), h))
            return tuple(dict.fromkeys((*wanted, *near[:FEW])))
        friendly = _friendly(look)
        if what == who.LAND:
            wanted = [h for h in friendly if self._short_of_guards(h) or h == self.rally]
        else:
            wanted = [h for h in friendly if self._flown_from(h) and not self._has_air(h)]
        near = sorted(friendly, key=lambda h: (distance(h, self.front), h))
        return tuple(dict.fromkeys((*wanted, *near[:FEW], *look.net.sources)))

    def _short_of_guards(self, hex_id: HexId) -> bool:
        look = self.look
        china = look.side is Side.JAPAN and look.state.board[hex_id].area is Area.CHINA
        wanted = WANTED_IN_CHINA if china else look.guards(hex_id)
        return look.land_at(hex_id) < wanted

    def _has_air(self, hex_id: HexId) -> bool:
        here = self.look.state.at(hex_id, self.look.side)
        return any(u.kind is Kind.AIR for u in here)


MANY = 99

FEW = 5
"""Places near the front that are looked at besides those that are wanted."""


def _summed(terms: Iterable[Term]) -> Mapping[str, Term]:
    """Terms of one name as one."""
    found: dict[str, Term] = {}
    for one in terms:
        old = found.get(one.name)
        found[one.name] = one if old is None else evolve(old, amount=old.amount + one.amount)
    return found


def _less(new: Term | None, old: Term | None) -> Term | None:
    """A term less what was had before, None where nothing is left of it."""
    if old is None:
        return new
    amount = (0.0 if new is None else new.amount) - old.amount
    return evolve(old, amount=amount) if abs(amount) > 1e-9 else None


def redeployed(look: Outlook) -> Choice:
    """The stack whose new place brings most, or `pass`."""
    posts = Posts(look)
    fleets = look.state.phase is Phase.FLEET_REDEPLOYMENT
    every = sorted(_stacks(posts, fleets), key=lambda one: -one.score)
    least = look.weights.aims.least
    found = [one for one in every if one.score > least]
    for one in found[:TRIED]:
        action = _redeploy(look, one)
        if engine.check(look.state, action).ok:
            return Choice(action, one.terms, len(found) + 1)
    others = [(_redeploy(look, one), one.score) for one in every[:TRIED]]
    return passed(look, others, len(found) + 1)


@frozen
class Sending:
    """A stack of a type that may be sent from one place to another, and the terms of that."""

    what: str
    at: str
    units: tuple[Unit, ...]
    to: HexId
    terms: tuple[Term, ...]
    score: float


def _stacks(posts: Posts, fleets: bool) -> Iterator[Sending]:
    look = posts.look
    for what in (who.FLEET,) if fleets else (who.LAND, who.AIR):
        ends = posts.ends(what)
        for at in sorted({u.at for u in look.own if _is(u, what)}):
            portions = {units: posts.kept(units) for units in _portions(look, what, at)}
            for to in ends:
                if to != at[:4]:
                    yield from _sent(posts, what, at, to, portions)


def _sent(
    posts: Posts, what: str, at: str, to: HexId, portions: Mapping[Portion, Mapping[str, Term]]
) -> Iterator[Sending]:
    """The stacks that could be sent from one hex to another, those that find room too."""
    room = posts.room(what, to)
    for units, kept in portions.items():
        if 0 < room < stacks.count(units):
            units = some(units, room)
            kept = posts.kept(units)
        terms = posts.difference(kept, units, to)
        yield Sending(what, at, units, to, terms, sum(term.value for term in terms))


Portion = tuple[Unit, ...]


def _alike(unit: Unit, other: Unit) -> bool:
    """Whether two units are of one type of stack; cargo is none."""
    if unit.aboard or unit.kind.is_fleet or other.kind.is_fleet:
        return unit.kind.is_fleet and other.kind.is_fleet
    return unit.kind is other.kind


def _is(unit: Unit, what: str) -> bool:
    return unit.kind.is_fleet if what == who.FLEET else unit.kind.value == what


def _redeploy(look: Outlook, sent: Sending) -> Action:
    pool = who.pool(look.state, look.side, sent.what, sent.at)
    words = counted(take(stacks.words_among(look.state, pool, sent.units)))
    seas = look.state.board[sent.to].coasts
    by_sea = seas and sent.what == who.FLEET
    return Redeploy(words, sent.at, sent.to + min(seas) if by_sea else sent.to)


def _portions(look: Outlook, what: str, at: str) -> Iterator[tuple[Unit, ...]]:
    """Stacks worth a thought: all, the full ones, the attrited ones, one counter."""
    pool = who.pool(look.state, look.side, what, at)
    if not pool:
        return
    options = [
        pool,
        tuple(u for u in pool if u.full),
        tuple(u for u in pool if not u.full),
        *((evolve(u, count=1),) for u in pool),
        *((evolve(u, count=u.count - 1),) for u in pool[:1] if u.count > 1),
    ]
    yield from dict.fromkeys(one for one in options if one)


def _friendly(look: Outlook) -> tuple[HexId, ...]:
    state = look.state
    own = (h for h in sorted(state.board.hexes) if places.is_friendly(state, h, look.side))
    return tuple(dict.fromkeys((*own, *state.contested)))


def offered(look: Outlook) -> Choice:
    """The best of what is on offer where units are placed, lost or driven out, or `pass`."""
    posts = Posts(look)
    actions = engine.legal_actions(look.state)
    found = [Choice(one, tuple(_terms(posts, one)), len(actions)) for one in actions]
    return best(found, look.state, lambda one: (one.score, one.action == Pass()))


def _terms(posts: Posts, action: Action) -> Iterator[Term]:
    look = posts.look
    if isinstance(action, Lose):
        yield from _loses(look, action)
    elif isinstance(action, Displace):
        driven = look.state.progress.pending[-1].unit if look.state.progress else None
        if driven is not None and action.to != NOWHERE:
            yield from posts.gain((evolve(driven.turned, count=1),), action.to)
    elif isinstance(action, Place):
        yield from _places(posts, action)
    elif isinstance(action, Redeploy):
        yield from _chinese(look, action)


def _loses(look: Outlook, action: Lose) -> Iterator[Term]:
    """A counter that goes: as little as may be of one's own, as much as may be of the enemy's."""
    *more, word = action.unit.split("-")
    value = {"carrier": 2.0, "air": 2.0}.get(word, 1.0) / (2 if "attrited" in more else 1)
    enemy = look.state.phase in (Phase.EVENT, Phase.REINFORCEMENT)
    yield look.weights.term("enemy_counter" if enemy else "counter", value)


def _places(posts: Posts, action: Place) -> Iterator[Term]:
    look = posts.look
    for word, many in action.units:
        *more, kind = word.split("-")
        nation = next((n for n in Nation if n.short in more), None)
        own = nation or (Nation.JAPAN if look.side is Side.JAPAN else Nation.US)
        unit = Unit(action.start or action.at, own, Kind(kind), count=many)
        if action.at == CHONGQING:
            yield look.weights.term("chongqing_air", strength(unit))
        elif action.start:
            yield from posts.gain((unit,), action.at)
        else:
            yield from posts.stack((evolve(unit, at=""),), action.at)


def _chinese(look: Outlook, action: Redeploy) -> Iterator[Term]:
    """Chinese units go where Japanese ones stand against fewer of them."""
    start, to = action.at[:4], action.to[:4]
    many = sum(n for _, n in action.units)

    def need(hex_id: HexId, more: int) -> float:
        own = sum(u.count for u in look.state.at(hex_id, look.side) if u.ashore) + more
        enemy = look.enemy_at(hex_id).troops + (hex_id == CHONGQING)
        return max(0.0, enemy - own / 2) + (2.0 if not own else 0.0)

    before = need(start, 0) + need(to, 0)
    after = need(start, -many) + need(to, many)
    if before != after:
        yield look.weights.term("chinese", before - after)
