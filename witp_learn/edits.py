"""Edits of a position for study: turn a counter over, add, remove, move, build, take away.

Every edit has a text (``flip 1009 us A``, ``base al 1110``), a name for the undo button, and gives
a new position; none asks whether the rules of play would allow it, only whether the result can be.
"""

from __future__ import annotations

import re

from attrs import evolve, field, frozen

from witp_learn.files import Unreadable, nearest, one_of
from witp_learn.hexgrid import HexId
from witp_learn.model import Kind, Nation, Side, State, Unit
from witp_learn.position.check import fatal, settled
from witp_learn.position.line import counter, counter_text, place

VERBS = ("flip", "remove", "add", "move", "base", "unbase", "turn", "ruling")

_SIDES = {side.short: side for side in Side}
_NATIONS = {nation.short: nation for nation in Nation}


class CannotEdit(ValueError):
    """The edit leads to a position that cannot be, or speaks of what is not there."""


@frozen
class Edit:
    """One change to a position.

    ``unit`` is one counter for flip, remove, add and move; ``to`` the hex it moves to; ``side``
    and ``at`` say whose base and where; ``value`` is the turn, or ``slug=reading``.
    """

    verb: str
    unit: Unit | None = None
    at: str = ""
    to: str = ""
    side: Side | None = None
    value: str = field(default="")

    def __str__(self) -> str:
        if self.unit is not None:
            text = f"{self.verb} {self.unit.at} {self.unit.nation.short} {_counter(self.unit)}"
            return f"{text} {self.to}" if self.to else text
        if self.side is not None:
            return f"{self.verb} {self.side.short} {self.at}"
        return f"{self.verb} {self.value}"

    @property
    def hexes(self) -> tuple[HexId, ...]:
        """The hexes it touches."""
        touched = [self.unit.hex] if self.unit else []
        touched += [text[:4] for text in (self.at, self.to) if text]
        return tuple(dict.fromkeys(touched))


def _counter(unit: Unit) -> str:
    text = counter_text(unit, 1)
    return f"({text})" if unit.aboard else text


def flip(unit: Unit) -> Edit:
    """Turn over one of these counters (2.2.2)."""
    return Edit("flip", evolve(unit, count=1))


def remove(unit: Unit) -> Edit:
    """Take one of these counters off the map."""
    return Edit("remove", evolve(unit, count=1))


def add(unit: Unit) -> Edit:
    """Put one counter on the map."""
    return Edit("add", evolve(unit, count=1))


def move(unit: Unit, to: str) -> Edit:
    """Put one of these counters elsewhere; no movement rule is asked."""
    return Edit("move", evolve(unit, count=1), to=to)


def base(side: Side, at: HexId) -> Edit:
    """Put a supply base of ``side`` in a hex."""
    return Edit("base", side=side, at=at)


def unbase(side: Side, at: HexId) -> Edit:
    """Take a supply base of ``side`` away."""
    return Edit("unbase", side=side, at=at)


def turn(number: int) -> Edit:
    """Make it another turn."""
    return Edit("turn", value=str(number))


def read(text: str) -> Edit:
    """The edit that a text names.

    Raises Unreadable saying what would be right.
    """
    try:
        return _read(text.split())
    except ValueError as error:
        raise Unreadable(text, str(error)) from None


def _read(words: list[str]) -> Edit:
    verb = words[0] if words else ""
    if verb not in VERBS:
        raise ValueError(f"an edit starts with {one_of(VERBS)}.{nearest(verb, VERBS)}")
    if verb in ("turn", "ruling"):
        if len(words) != 2:
            raise ValueError(f"write {verb} and one value")
        return Edit(verb, value=words[1])
    if verb in ("base", "unbase"):
        if len(words) != 3 or words[1] not in _SIDES:
            raise ValueError(f"write {verb} jp or {verb} al and a hex")
        return Edit(verb, side=_SIDES[words[1]], at=place(words[2])[:4])
    wanted = 5 if verb == "move" else 4
    if len(words) != wanted or words[2] not in _NATIONS:
        raise ValueError(f"write {verb}, a hex, a nation ({one_of(_NATIONS)}) and a counter")
    aboard = words[3].startswith("(")
    unit = counter(place(words[1]), _NATIONS[words[2]], words[3].strip("()"), aboard)
    if unit.count != 1:
        raise ValueError("an edit names one counter, without a number before it")
    return Edit(verb, unit, to=place(words[4]) if verb == "move" else "")


def apply(state: State, edit: Edit) -> State:
    """The position after an edit, tidied.

    Raises CannotEdit when what it speaks of is not there, or the result cannot be.
    """
    if edit.unit is not None:
        edit = evolve(edit, unit=settled(edit.unit, state.board))
    changed = tidy(applied(state, edit))
    if amiss := fatal(changed):
        raise CannotEdit(amiss.problem)
    return changed


def applied(state: State, edit: Edit) -> State:
    """The position after an edit, neither tidied nor asked whether it can be; see `apply`."""
    if edit.verb == "turn":
        if not re.fullmatch(r"[0-9]{1,3}", edit.value):
            raise CannotEdit("a turn is a whole number, 1 to 16")
        return evolve(state, turn=int(edit.value))
    if edit.verb == "ruling":
        return _with_ruling(state, *edit.value.split("=", 1))
    if edit.side is not None:
        return _with_base(state, edit.side, edit.at, edit.verb == "base")
    if edit.unit is None:
        raise CannotEdit(f"{edit.verb}: which counter?")
    if edit.verb == "add":
        return evolve(state, units=(*state.units, edit.unit))
    without = _without(state, edit.unit)
    if edit.verb == "flip":
        return evolve(without, units=(*without.units, edit.unit.turned))
    if edit.verb == "move":
        return _with_cargo(state, without, edit.unit, edit.to)
    return _cargo_goes_too(state, without, edit.unit)


def _with_cargo(state: State, without: State, unit: Unit, to: str) -> State:
    """The move made; a naval unit takes its cargo along when no other ship has room (8.6)."""
    there = _moved(state, unit, to)
    left = _cargo_goes_too(state, without, unit)
    gone = next((u for u in without.units if u not in left.units), None)
    carried = () if gone is None else (evolve(gone, at=there.at, count=1),)
    return evolve(left, units=(*left.units, there, *carried))


def _moved(state: State, unit: Unit, to: str) -> Unit:
    coast = to[4:] if unit.kind.is_fleet or unit.aboard else ""
    if not coast and unit.kind.is_fleet and to[:4] in state.board:
        coast = min(state.board[to[:4]].coasts, default="")
    return evolve(unit, at=to[:4] + coast, aboard=False)


def _without(state: State, unit: Unit) -> State:
    for index, found in enumerate(state.units):
        if evolve(found, count=1) == unit:
            left = (evolve(found, count=found.count - 1),) if found.count > 1 else ()
            return evolve(state, units=(*state.units[:index], *left, *state.units[index + 1 :]))
    raise CannotEdit(f"no such counter at {state.board.label(unit.hex)}: {_counter(unit)}")


def _cargo_goes_too(before: State, state: State, removed: Unit) -> State:
    """A naval unit taken off takes one cargo along when no other ship has room (8.6)."""
    if removed.kind is not Kind.NAVAL:
        return state
    here = [u for u in state.units if u.at == removed.at and u.side is removed.side]
    room = sum(u.count for u in here if u.kind is Kind.NAVAL)
    cargo = [u for u in here if u.aboard]
    if sum(u.count for u in cargo) <= room:
        return state
    return _without(state, evolve(cargo[-1], count=1))


def _with_base(state: State, side: Side, at: HexId, there: bool) -> State:
    others = tuple(h for h in state.bases[side] if h != at)
    if not there and others == state.bases[side]:
        raise CannotEdit(f"no {side.adjective} base at {state.board.label(at)}")
    if there and others != state.bases[side]:
        label = state.board.label(at)
        raise CannotEdit(f"{label} already holds {_a(side)} base; one is the limit (6.1)")
    bases = (*others, at) if there else others
    return evolve(state, bases={**state.bases, side: bases})


def _a(side: Side) -> str:
    return "an Allied" if side is Side.ALLIES else "a Japanese"


def _with_ruling(state: State, slug: str, reading: str = "") -> State:
    from witp_learn.rulebook import switches

    if slug not in switches() or reading not in switches()[slug].options:
        raise CannotEdit(f"{slug}={reading}: no such switch or reading")
    others = {s: r for s, r in state.rulings.items() if s != slug}
    if reading != switches()[slug].default:
        others[slug] = reading
    return evolve(state, rulings=others)


_NATION_ORDER = {nation: i for i, nation in enumerate(Nation)}
_KIND_ORDER = {kind: i for i, kind in enumerate(Kind)}


def _order(unit: Unit) -> tuple[object, ...]:
    return (
        unit.hex,
        _NATION_ORDER[unit.nation],
        unit.coast,
        _KIND_ORDER[Kind.NAVAL if unit.aboard else unit.kind],
        unit.aboard,
        not unit.full,
        -1 if unit.strength is None else unit.strength,
        unit.moved,
    )


def tidy(state: State) -> State:
    """The same position in the one order that edits keep: like counters joined, by hex.

    Two positions with the same counters tidy to the same position.

    Rules: 2.2c
    """
    joined: dict[Unit, int] = {}
    for unit in state.units:
        key = unit if unit.count == 1 else evolve(unit, count=1)
        joined[key] = joined.get(key, 0) + unit.count
    rows = (u if n == 1 else evolve(u, count=n) for u, n in joined.items())
    units = sorted(rows, key=_order)
    return evolve(
        state,
        units=tuple(units),
        bases={side: tuple(sorted(state.bases[side])) for side in Side},
        contested=tuple(sorted(state.contested)),
        rulings=dict(sorted(state.rulings.items())),
    )


def name(state: State, edit: Edit) -> str:
    """What the edit did, for the undo button: ``Turned over Guadalcanal A``."""
    if edit.verb == "turn":
        return f"Went to turn {edit.value}"
    if edit.verb == "ruling":
        return f"Chose ruling {edit.value}"
    if edit.side is not None:
        what = "Built" if edit.verb == "base" else "Took away"
        return f"{what} the {edit.side.adjective} base at {state.board.label(edit.at)}"
    if edit.unit is None:
        return edit.verb
    label = f"{state.board.label(edit.unit.hex)} {_counter(edit.unit)}"
    if edit.verb == "move":
        coast = f" {edit.to[4:]}" if edit.to[4:] else ""
        return f"Moved {label} to {state.board.label(edit.to[:4])}{coast}"
    return {"flip": "Turned over", "remove": "Removed", "add": "Added"}[edit.verb] + f" {label}"
