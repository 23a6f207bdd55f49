"""Which counters move together: all that can from a hex, or those named by unit words (8.3, 8.4).

A unit word is ``carrier``, ``naval`` or ``land``, where needed with nation and state before it:
``us-naval``, ``attrited-land``, ``us-attrited-land``, ``ashore-land``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from math import prod

from attrs import evolve, frozen

from witp_learn.explain import say
from witp_learn.files import BadData, one_of
from witp_learn.hexgrid import HexId
from witp_learn.model import Kind, Nation, Side, State, Step, Unit

KINDS = ("fleet", "land", "transport")
"""Ways to move: fleets, land units on foot, fleets that carry land units."""

Take = Mapping[str, int]
"""How many of which unit word, such as ``{"naval": 2, "land": 1}``."""

_NATIONS = {nation.short: nation for nation in Nation} | {nation.value: nation for nation in Nation}
_STATES = {step.value: step for step in Step}
_MOVERS = (Kind.CARRIER, Kind.NAVAL, Kind.LAND)
_STRENGTH = "strength"
_CARRIED = {True: "aboard", False: "ashore"}


@frozen
class Stack:
    """Counters of one side that move together from a hex.

    ``kind``: ``fleet``, ``land`` or ``transport``. ``at``: the hex, for fleets in a hex with two
    seas with its letter. ``units``: rows as they stand before the move; a land unit ashore that is
    to be carried is not aboard yet.
    """

    side: Side
    kind: str
    at: str
    units: tuple[Unit, ...]

    @property
    def hex(self) -> HexId:
        """The hex without a coast letter."""
        return self.at[:4]

    @property
    def fleets(self) -> tuple[Unit, ...]:
        """The carriers and naval units."""
        return tuple(u for u in self.units if u.kind.is_fleet)

    @property
    def land(self) -> tuple[Unit, ...]:
        """The land units, on foot or carried."""
        return tuple(u for u in self.units if u.kind is Kind.LAND)

    @property
    def ships(self) -> int:
        """How many naval units there are, each with room for one land unit (8.6c)."""
        return count(u for u in self.units if u.kind is Kind.NAVAL)

    @property
    def carries(self) -> bool:
        """Whether land units are carried."""
        return self.kind != "land" and bool(self.land)


def stack(state: State, side: Side, kind: str, at: str, take: Take | None = None) -> Stack:
    """The units of a kind of move in a hex that have not moved, or those of them that are named.

    Full ones are taken first, then US before Commonwealth. Naval units that carry nothing are
    taken before those that carry, and cargo goes with its ship; a transport takes cargo that is
    aboard before land units ashore. With nothing named all go, for a transport also land units
    that find no room. ``at``: a hex, with a letter where fleets of the side are on both its seas.

    Raises BadData, naming ``take`` or ``at``, for words that name no such units or more than there
    are.

    Rulings: activation-split-stacks, transport-attrited
    Rules: 8.0b, 8.0c, 8.3a, 8.4a, 8.4b, 8.4c, 8.5a, 8.6a, 8.6.1a
    """
    if kind not in KINDS:
        raise BadData("", "kind", f"must be {one_of(KINDS)}; air units do not move (8.0)", kind)
    waters = _waters(state, side, kind, at)
    pool = _pool(state, side, kind, waters)
    if take is None:
        return Stack(side, kind, waters, pool)
    _suits(kind, take)
    fleets = _named(state, pool, {w: n for w, n in take.items() if _kind(w) is not Kind.LAND})
    cargo = tuple(sorted((u for u in pool if u.kind is Kind.LAND), key=_first))
    land = {w: n for w, n in take.items() if _kind(w) is Kind.LAND}
    if kind == "fleet":
        units = (*fleets, *_some(cargo, _bound(pool, fleets)))
    else:
        units = (*fleets, *_named(state, cargo, land))
    _check_cargo(state, pool, units)
    return Stack(side, kind, waters, _in_order(pool, units))


MOST_LISTED = 400
"""Stacks of one hex that are told one by one; where there would be more, only the plainest are."""


def every(state: State, side: Side, at: str) -> Iterator[Stack]:
    """Every stack that could leave these waters together, like counters told by number alone.

    Land units on foot come with the first sea of a hex. Fleets take along what would have no ship
    left; with as many land units as they have naval units they are a transport. Where unlike
    counters crowd a hex, only those of one row, or of all rows, are combined, and all cargo that is
    aboard already.

    Rules: 8.0c, 8.4a, 8.4b, 8.4c, 8.5a, 8.6b, 8.6c, 8.6.1c, 12.2d
    """
    hex_id, coasts = at[:4], state.board[at[:4]].coasts
    if at[4:] == min(coasts, default=""):
        ashore = _pool(state, side, "land", hex_id)
        for units in _choices(ashore, short=_ways(ashore) > MOST_LISTED):
            yield Stack(side, "land", hex_id, units)
    pool = _pool(state, side, "transport", at)
    cargo = tuple(u for u in pool if u.kind is Kind.LAND and u.nation is not Nation.CHINA)
    ships = tuple(u for u in pool if u.kind.is_fleet)
    short = _ways(ships) * _ways(cargo) > MOST_LISTED
    for fleets in _choices(ships, short=short):
        bound, room = _bound(pool, fleets), count(u for u in fleets if u.kind is Kind.NAVAL)
        if not bound:
            yield Stack(side, "fleet", at, fleets)
        for land in _loads(cargo, short=short) if room else ():
            if count(land) <= room and count(u for u in land if u.aboard) >= bound:
                yield Stack(side, "transport", at, (*fleets, *land))


def _loads(cargo: tuple[Unit, ...], *, short: bool) -> Iterator[tuple[Unit, ...]]:
    """Choices of cargo; among unlike counters also just what is aboard already, which must go."""
    yield from _choices(cargo, short=short)
    aboard = tuple(unit for unit in cargo if unit.aboard)
    if short and 1 < len(aboard) < len(cargo):
        yield aboard


def _ways(rows: tuple[Unit, ...]) -> int:
    """How many choices there are among rows of like counters, none of them included."""
    return prod(row.count + 1 for row in rows)


def _choices(rows: tuple[Unit, ...], *, short: bool) -> Iterator[tuple[Unit, ...]]:
    """Every choice of at least one counter among rows of like ones.

    ``short``: only those from one row, and all counters together.
    """
    if short:
        for row in rows:
            yield from ((evolve(row, count=n),) for n in range(1, row.count + 1))
        if len(rows) > 1:
            yield rows
        return
    for numbers in product(*(range(row.count + 1) for row in rows)):
        units = tuple(evolve(r, count=n) for r, n in zip(rows, numbers, strict=True) if n)
        if units:
            yield units


def kind_of(take: Take) -> str:
    """The kind of move that a list of units asks for: fleets with land units are a transport.

    Raises BadData for a word that names no unit that moves.
    """
    kinds = {_kind(word) for word in take}
    if kinds == {Kind.LAND}:
        return "land"
    return "transport" if Kind.LAND in kinds else "fleet"


def words(state: State, units: Iterable[Unit]) -> str:
    """The shortest words that name these units of one hex: ``carrier:1,naval:2,land:1``.

    They give the same units when `stack` takes them.
    """
    rows = tuple(units)
    told = []
    for kind in _MOVERS:
        wanted = tuple(u for u in rows if u.kind is kind)
        if wanted:
            told.append(_told(state, _rivals(state, rows, wanted[0]), wanted))
    return ",".join(told)


def words_among(state: State, pool: Iterable[Unit], units: Iterable[Unit]) -> str:
    """The shortest words that name these units among others, air units too: ``us-air:1``.

    They give the same units when `pick` takes them from the same pool.
    """
    others, rows = tuple(pool), tuple(units)
    told = []
    for kind in Kind:
        if wanted := tuple(u for u in rows if u.kind is kind):
            told.append(_told(state, tuple(u for u in others if u.kind is kind), wanted))
    return ",".join(told)


def pick(state: State, units: tuple[Unit, ...], take: Take) -> tuple[Unit, ...]:
    """Some of these units by unit words, full ones first; air units have words here too.

    Raises BadData naming ``take`` for words that name no such units or more than there are.
    """
    return _in_order(units, _named(state, units, take))


def count(units: Iterable[Unit]) -> int:
    """How many counters the rows hold."""
    return sum(u.count for u in units)


def strength(units: Iterable[Unit]) -> int:
    """The sum of the printed strengths of full units; attrited ones count nothing."""
    return sum(u.value * u.count for u in units)


def without(units: Iterable[Unit], gone: Iterable[Unit]) -> tuple[Unit, ...]:
    """The rows less some of their counters.

    Raises ValueError when they are not all there.
    """
    less: dict[Unit, int] = {}
    for unit in gone:
        less[_one(unit)] = less.get(_one(unit), 0) + unit.count
    left = []
    for unit in units:
        away = min(unit.count, less.get(_one(unit), 0))
        if away:
            less[_one(unit)] -= away
        if away < unit.count:
            left.append(evolve(unit, count=unit.count - away) if away else unit)
    if any(less.values()):
        raise ValueError("not all of these units are there")
    return tuple(left)


def together(units: Iterable[Unit], more: Iterable[Unit]) -> tuple[Unit, ...]:
    """The rows with more counters: on top of like ones, or as rows of their own at the end."""
    rows = list(units)
    place = {_one(u): i for i, u in enumerate(rows)}
    for unit in more:
        if (index := place.get(_one(unit))) is None:
            place[_one(unit)] = len(rows)
            rows.append(unit)
        else:
            rows[index] = evolve(rows[index], count=rows[index].count + unit.count)
    return tuple(rows)


def _one(unit: Unit) -> Unit:
    return unit if unit.count == 1 else evolve(unit, count=1)


def _waters(state: State, side: Side, kind: str, at: str) -> str:
    """The hex, for fleets in one with two seas with the letter of the sea they are on."""
    hex_id, letter = at[:4], at[4:]
    coasts = state.board[hex_id].coasts
    place = state.board.label(hex_id)
    if letter and letter not in coasts:
        raise BadData("", "at", say("take.no_coast", place=place), at)
    if kind == "land" or not coasts:
        return hex_id
    if letter:
        return at
    seas = sorted({u.coast for u in state.at(hex_id, side) if u.kind.is_fleet and not u.moved})
    if len(seas) > 1:
        right = one_of(hex_id + c for c in seas)
        raise BadData("", "at", say("take.two_seas", place=place, right=right), at)
    return hex_id + (seas[0] if seas else min(coasts))


def _pool(state: State, side: Side, kind: str, at: str) -> tuple[Unit, ...]:
    """The counters in a hex that may move in this way, like ones in one row."""
    here = (u for u in state.at(at[:4], side) if not u.moved)
    if kind == "land":
        return together((), (u for u in here if u.ashore))
    carried = kind == "transport"
    return together(
        (),
        (
            u
            for u in here
            if ((u.kind.is_fleet or u.aboard) and u.at == at) or (u.ashore and carried)
        ),
    )


def _suits(kind: str, take: Take) -> None:
    for word in take:
        if (_kind(word) is Kind.LAND and kind == "fleet") or (
            _kind(word) is not Kind.LAND and kind == "land"
        ):
            raise BadData("", "take", say(f"take.not_{kind}"), word)


def _bound(pool: tuple[Unit, ...], fleets: tuple[Unit, ...]) -> int:
    """How many land units aboard have to go when these fleets do (8.6.1c)."""
    aboard = count(u for u in pool if u.aboard)
    staying = count(u for u in without(pool, fleets) if u.kind is Kind.NAVAL)
    return max(0, aboard - staying)


def _check_cargo(state: State, pool: tuple[Unit, ...], units: tuple[Unit, ...]) -> None:
    left = _bound(pool, units) - count(u for u in units if u.aboard)
    if left > 0:
        place = state.board.label(pool[0].hex)
        raise BadData("", "take", say("take.stranded", count=left, place=place))


def _first(unit: Unit) -> tuple[object, ...]:
    """The order in which counters are taken."""
    nations = list(Nation)
    return (not unit.aboard, not unit.full, nations.index(unit.nation), -unit.value)


def _some(rows: tuple[Unit, ...], wanted: int) -> Iterator[Unit]:
    """The first counters of some rows."""
    for unit in rows:
        if wanted <= 0:
            return
        yield evolve(unit, count=min(wanted, unit.count))
        wanted -= unit.count


def _named(state: State, pool: tuple[Unit, ...], take: Take) -> tuple[Unit, ...]:
    """The counters that unit words take, those of fuller words before the others."""
    left = tuple(sorted(pool, key=_first))
    found: tuple[Unit, ...] = ()
    for word, wanted in sorted(take.items(), key=lambda item: -item[0].count("-")):
        fitting = tuple(u for u in left if _fits(word, u))
        there = count(u for u in pool if _fits(word, u))
        if wanted < 1 or count(fitting) < wanted:
            key = "least" if wanted < 1 else "more" if there else "none"
            problem = say(f"take.{key}", word=_noun(word, there), count=there)
            raise BadData("", "take", problem, f"{word}:{wanted}")
        some = tuple(_some(fitting, wanted))
        left, found = without(left, some), (*found, *some)
    return found


def _noun(word: str, many: int) -> str:
    """A unit word as a noun: ``us-naval units``; of none the singular."""
    kind = next((one for one in Kind if word.endswith(one.value)), None)
    if kind is None:
        return word
    return word.removesuffix(kind.value) + kind.noun + ("s" if many > 1 else "")


def _in_order(pool: tuple[Unit, ...], units: tuple[Unit, ...]) -> tuple[Unit, ...]:
    """The same counters as rows in the order in which they stand."""
    counted = together((), units)
    order = {_one(u): i for i, u in reversed(list(enumerate(pool)))}
    return tuple(sorted(counted, key=lambda u: order[_one(u)]))


@frozen
class _Word:
    """A unit word taken apart; what is None says nothing."""

    kind: Kind
    nation: Nation | None = None
    step: Step | None = None
    strength: int | None = None
    aboard: bool | None = None

    def __str__(self) -> str:
        marks = (
            "" if self.aboard is None else _CARRIED[self.aboard],
            self.nation.short if self.nation else "",
            self.step.value if self.step else "",
            "" if self.strength is None else f"{_STRENGTH}{self.strength}",
        )
        return "-".join([*filter(None, marks), self.kind.value])


def _read_word(word: str, kinds: tuple[Kind, ...] = tuple(Kind)) -> _Word:
    *marks, last = word.split("-")
    names = [kind.value for kind in kinds]
    if last not in names:
        raise BadData("", "take", say("take.unknown", right=one_of(names)), word)
    found = _Word(Kind(last))
    for mark in marks:
        number = mark.removeprefix(_STRENGTH)
        if mark in _NATIONS:
            found = evolve(found, nation=_NATIONS[mark])
        elif mark in _STATES:
            found = evolve(found, step=_STATES[mark])
        elif mark in _CARRIED.values() and found.kind is Kind.LAND:
            found = evolve(found, aboard=mark == _CARRIED[True])
        elif number != mark and number.isascii() and number.isdecimal() and len(number) < 3:
            found = evolve(found, strength=int(number))
        else:
            right = one_of([*(n.short for n in Nation), *_STATES])
            raise BadData("", "take", say("take.mark", mark=mark, right=right), word)
    return found


def _kind(word: str) -> Kind:
    """The kind of unit that a word names; air units do not move."""
    return _read_word(word, _MOVERS).kind


def _fits(word: str, unit: Unit) -> bool:
    asked = _read_word(word)
    return (
        unit.kind is asked.kind
        and asked.nation in (None, unit.nation)
        and asked.step in (None, unit.state)
        and asked.strength in (None, _front(unit))
        and asked.aboard in (None, unit.aboard)
    )


def _front(unit: Unit) -> int:
    """The strength printed on the front, whichever face shows."""
    return evolve(unit, state=Step.FULL).value


def _rivals(state: State, rows: tuple[Unit, ...], one: Unit) -> tuple[Unit, ...]:
    """The counters that the same word could mean."""
    seas = {u.at for u in rows if u.kind.is_fleet}
    here = (u for u in state.at(one.hex, one.side) if u.kind is one.kind and u.moved == one.moved)
    if one.kind is Kind.LAND:
        return tuple(u for u in here if (u.ashore and (one.ashore or seas)) or u.at in seas)
    return tuple(u for u in here if u.at == one.at)


def _told(state: State, rivals: tuple[Unit, ...], wanted: tuple[Unit, ...]) -> str:
    """The shortest words that take just these of the rivals."""
    if len(rivals) == 1:
        return f"{wanted[0].kind.value}:{count(wanted)}"
    told = ""
    for marks in _MARKS:
        take: dict[str, int] = {}
        for unit in wanted:
            word = str(_word(unit, marks))
            take[word] = take.get(word, 0) + unit.count
        told = ",".join(f"{word}:{number}" for word, number in take.items())
        if set(_in_order(rivals, _named(state, rivals, take))) == set(together((), wanted)):
            break
    return told


_MARKS = (
    (),
    ("nation",),
    ("step",),
    ("nation", "step"),
    ("aboard",),
    ("aboard", "nation", "step"),
    ("aboard", "nation", "step", "strength"),
)
"""What a unit word may say, the shortest first."""


def _word(unit: Unit, marks: tuple[str, ...]) -> _Word:
    return _Word(
        unit.kind,
        unit.nation if "nation" in marks else None,
        unit.state if "step" in marks else None,
        _front(unit) if "strength" in marks else None,
        unit.aboard if "aboard" in marks and unit.kind is Kind.LAND else None,
    )
