"""What a move costs, item by item: activation, hexes, air zones, jungle (8.4).

On foot the march drives enemy air units out as it goes, and their zones with them (8.7).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from attrs import evolve, frozen

from witp_learn.explain import Reason, number, say
from witp_learn.hexgrid import HexId
from witp_learn.model import Kind, Side, State
from witp_learn.rules.control import alone_ashore, held_by, projectors, zone
from witp_learn.rules.movement import must_leave
from witp_learn.rules.stacks import Stack, without

RULES = {"activation": "8.4d", "hex": "8.4e", "azoc": "8.4f", "jungle": "8.4i"}
"""The clause of each kind of cost."""

_SUMMANDS = {"activation": "activations", "hex": "hexes", "azoc": "zones", "jungle": "jungle"}


@frozen
class Item:
    """One line of the ledger: ``activation``, ``hex``, ``azoc`` or ``jungle``, and its RP."""

    what: str
    hex: HexId
    rp: int
    rule: str
    text: str


def nth(place: int) -> str:
    """``third``."""
    return say(f"move.nth.{place}") if place <= 10 else say("move.nth.n", n=place)


def before(ledger: tuple[Item, ...], item: Item) -> Iterator[Item]:
    """The items up to one of them, itself included."""
    for one in ledger:
        yield one
        if one is item:
            return


def sum_text(ledger: Iterable[Item]) -> str:
    """``1 activation + 4 hexes + 2 air zones``."""
    counted: dict[str, int] = {}
    for item in ledger:
        counted[item.what] = counted.get(item.what, 0) + item.rp
    return " + ".join(_summand(what, many) for what, many in counted.items())


def _summand(what: str, many: int) -> str:
    key = f"move.{_SUMMANDS[what]}_{1 if many == 1 else 'n'}"
    return say(key, count=many)


@frozen
class Entry:
    """A hex that is entered, and whose air units have been driven out of which hexes by then."""

    hex: HexId
    gone: frozenset[tuple[HexId, Side]]


def entries(state: State, stack: Stack, whole: tuple[str, ...]) -> Iterator[Entry]:
    """Each hex entered, with the air units that the march drove out before (8.7).

    Rules: 8.7e, 8.7f
    """
    side, gone = stack.side, set[tuple[HexId, Side]]()
    walks = stack.kind == "land"
    for index, (start, to) in enumerate(pairwise(at[:4] for at in whole)):
        if (walks or index == 0) and any(u.kind is Kind.LAND for u in stack.units):
            own = own_ashore(state, stack, start)
            gone |= {(start, s) for s in driven(state, start, side, before=True, after=own)}
        yield Entry(to, frozenset(gone))
        if walks and state.board[to].land_part:
            own = own_ashore(state, stack, to)
            gone |= {(to, s) for s in driven(state, to, side, before=own, after=True)}


def own_ashore(state: State, stack: Stack, hex_id: HexId) -> bool:
    """Whether land units of the side stand ashore in a hex that do not move with the stack."""
    here = tuple(u for u in state.at(hex_id, stack.side) if u.ashore)
    if hex_id == stack.hex:
        here = without(here, (u for u in stack.units if u.ashore))
    return bool(here)


def driven(state: State, hex_id: HexId, side: Side, *, before: bool, after: bool) -> Iterator[Side]:
    """The sides whose air units have to leave a hex when land units of ``side`` come or go.

    ``before`` and ``after``: whether land units of ``side`` stand ashore there.

    Rules: 8.7e, 8.7f
    """
    owner = state.board[hex_id].owner
    enemy = state.land_ashore(hex_id, side.enemy)
    was, now = ((own, enemy) if side is Side.JAPAN else (enemy, own) for own in (before, after))
    icon = owner.side if owner else None
    for flier in Side:
        if must_leave(flier, alone_ashore(*now), held_by(icon, *now), held_by(icon, *was)):
            yield flier


def in_zone(state: State, entry: Entry, side: Side) -> bool:
    """Whether units of ``side`` pay for an enemy air zone in the hex that they enter.

    Rules: 8.4f, 8.4g, 8.4h, 2.2.3e
    """
    enemy = side.enemy
    if state.full_air(entry.hex, side) and (entry.hex, side) not in entry.gone:
        return False
    return any((h, enemy) not in entry.gone for h in projectors(state, entry.hex, enemy))


def ledger_of(
    state: State, stack: Stack, whole: tuple[str, ...], activation: bool, *, passing: bool = True
) -> Iterator[Item]:
    """What a move costs, item by item; ``passing``: a march drives air units out as it passes.

    Rulings: activation-split-stacks, jungle-hex-or-hexside
    Rules: 8.2d, 8.4d, 8.4e, 8.4f, 8.4g, 8.4h, 8.4i, 8.4j, 8.6.1c
    """
    if activation:
        yield _item(state, stack, "activation", stack.hex)
    for found in entries(state, stack, whole):
        entry = found if passing else Entry(found.hex, frozenset())
        yield _item(state, stack, "hex", entry.hex)
        if in_zone(state, entry, stack.side):
            yield _item(state, stack, "azoc", entry.hex)
        if stack.kind == "land" and state.board[entry.hex].jungle:
            yield _item(state, stack, "jungle", entry.hex)


def _item(state: State, stack: Stack, what: str, hex_id: HexId) -> Item:
    place, side = state.board.label(hex_id), stack.side.enemy.adjective
    return Item(what, hex_id, 1, RULES[what], say(f"move.{what}", place=place, side=side))


def unpaid(ledger: tuple[Item, ...], rp: int | None) -> Item | None:
    """The first item that the RP do not cover; None where they do or are not counted."""
    if rp is None:
        return None
    for item in ledger:
        rp -= item.rp
        if rp < 0:
            return item
    return None


def cost_reason(
    state: State, stack: Stack, whole: tuple[str, ...], items: tuple[Item, ...]
) -> Reason:
    """The cost of a move as a sum with all its parts, down to the air units whose zones count.

    Rules: 8.2d, 8.4d, 8.4e, 8.4f, 8.4g, 8.4h, 8.4i, 8.4j
    """
    parts = [_paid(item) for item in items if item.what == "activation"]
    entered = [_paid(item) for item in items if item.what == "hex"]
    reached = tuple(entries(state, stack, whole))
    zones = [zone(_after(state, entry), entry.hex, stack.side.enemy) for entry in reached]
    parts.append(_counted("hex", "sum", entered))
    parts.append(_counted("azoc", "count", zones))
    if stack.kind == "land":
        parts.append(_counted("jungle", "sum", [_paid(i) for i in items if i.what == "jungle"]))
    text = say("move.cost", cost=sum(i.rp for i in items), sum=sum_text(items))
    return number(text, "sum", *parts, what="cost", hexes=tuple(e.hex for e in reached))


def _paid(item: Item) -> Reason:
    rules = ("8.2d", item.rule) if item.what == "activation" else (item.rule,)
    return Reason(item.rp, item.text, "state", (), item.what, rules, (item.hex,))


def _counted(what: str, op: str, parts: Sequence[Reason]) -> Reason:
    many = sum(int(p.value or 0) for p in parts)
    return number(_summand(what, many), op, *parts, what=what, rules=(RULES[what],))


def _after(state: State, entry: Entry) -> State:
    """The position without the air units that have been driven out by then."""
    if not entry.gone:
        return state
    left = (u for u in state.units if u.kind is not Kind.AIR or (u.hex, u.side) not in entry.gone)
    return evolve(state, units=tuple(left))
