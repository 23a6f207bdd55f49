"""A step that only adds up: resource points (5.1), who acts first (5.2), what a way costs (8.4)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from attrs import evolve, field, frozen

from witp_learn.explain import Answer, Reason, number, say
from witp_learn.hexgrid import HexId, adjacent
from witp_learn.model import Phase, Side, State
from witp_learn.rules.charges import Item
from witp_learn.rules.control import lifted_zone
from witp_learn.rules.moves import Move, judge
from witp_learn.rules.resources import first_to_act, trp
from witp_learn.rules.stacks import stack
from witp_learn.walkthrough.book import Book, Comparison, SumData, SumKind

ASKS = "Sum"
_SIDES = {side.short: side for side in Side}
_PART = re.compile(r"([+-]?[0-9]{1,3}) (.+?)(?: \(([0-9a-z., ]+)\))?")


@frozen
class Sum:
    """One sum: what it is, its value with the parts it was made from, and what is printed."""

    what: str
    kind: SumKind
    reason: Reason
    printed: str = ""
    way: tuple[HexId, ...] = ()

    @property
    def value(self) -> str:
        """What it comes to, in words."""
        if self.kind is SumKind.FIRST:
            return "Japan" if self.reason.value == Side.JAPAN.value else "the Allies"
        return f"{self.reason.value} RP"

    @property
    def rows(self) -> tuple[Reason, ...]:
        """The lines of the ledger: what was added up, or the one fact that decides."""
        if self.kind is SumKind.TRP:
            return tuple(self.reason.leaves())
        return self.reason.parts or (self.reason,)

    def lines(self) -> Iterator[str]:
        """The sum as plain text: what it comes to, and its parts line by line."""
        yield f"{self.what}: {self.value}"
        if self.kind not in (SumKind.COST, SumKind.PARTS):
            yield f"  {self.reason.text}"
            return
        for part in self.rows:
            cited = f" ({', '.join(part.rules)})" if part.rules else ""
            yield f"  {part.value:>3} {part.text}{cited}"


@frozen(slots=False)
class SumLook:
    """What a step adds up on a position; ``dice`` are white and red, for each roll in turn."""

    state: State = field(repr=False)
    data: tuple[SumData, ...] = ()
    dice: tuple[int, ...] = ()
    hex: HexId | None = None
    side: Side | None = None

    @cached_property
    def sums(self) -> tuple[Sum, ...]:
        """Every sum of the step. Raises ValueError for one that cannot be made."""
        made: list[Sum] = []
        for index, wanted in enumerate(self.data):
            reason = _MAKERS[wanted.kind](self, wanted, index, made)
            made.append(Sum(wanted.what, wanted.kind, reason, wanted.printed, wanted.way))
        return tuple(made)

    @property
    def answer(self) -> Answer | None:
        """A sum has its ledger; there is no verdict on a unit."""
        return None

    @property
    def rules(self) -> tuple[str, ...]:
        """The clauses by which the sums are made."""
        found = (clause for made in self.sums for clause in made.reason.clause_ids())
        return tuple(dict.fromkeys(found))

    @property
    def asks(self) -> str:
        """What is asked, in a word."""
        return ASKS

    @property
    def short(self) -> str:
        """Each sum in a few words; nothing where none is made."""
        return "; ".join(f"{made.what}: {made.value}" for made in self.sums)

    def with_dice(self, dice: Sequence[int]) -> SumLook:
        """The same sums with other dice."""
        return evolve(self, dice=tuple(dice))

    def computed(self, book: Book | None) -> str:
        """Every sum in a sentence."""
        return " ".join(f"{made.what}: {made.value}." for made in self.sums)

    def comparisons(self, book: Book) -> Iterator[Comparison]:
        """What is printed beside what is computed."""
        for made in self.sums:
            if made.printed:
                yield book.point("sum", made.what, made.printed, made.value)


def _trp(look: SumLook, wanted: SumData, index: int, made: Sequence[Sum]) -> Reason:
    """Rules: 5.1a, 5.1b, 5.1c"""
    first = 2 * sum(data.kind is SumKind.TRP for data in look.data[:index])
    dice = look.dice[first : first + 2]
    if len(dice) < 2:
        raise ValueError("a roll for resource points needs two dice, white and red")
    return trp(wanted.brp, dice[0], dice[1])


def _first(look: SumLook, wanted: SumData, index: int, made: Sequence[Sum]) -> Reason:
    """Rules: 5.2c, 5.2e"""
    points = [int(m.reason.value or 0) for m in made if m.kind is SumKind.TRP]
    if len(points) != len(Side):
        raise ValueError("who acts first needs two sums of resource points before it")
    return first_to_act((points[0], points[1]), Phase.MOVEMENT)


def _cost(look: SumLook, wanted: SumData, index: int, made: Sequence[Sum]) -> Reason:
    """What the ledger of a move by sea along the given way charges, hexes in one line."""
    if wanted.side not in _SIDES:
        raise ValueError("write whose way it is: jp or al")
    steps = list(zip(wanted.way, wanted.way[1:], strict=False))
    if not steps or not all(adjacent(a, b) for a, b in steps):
        raise ValueError("a way leads from hex to hex next to it, at least one")
    side = _SIDES[wanted.side]
    move = judge(look.state, stack(look.state, side, "fleet", wanted.way[0], None), wanted.way)
    entered = [item for item in move.ledger if item.what == "hex"]
    zones = {item.hex: item for item in move.ledger if item.what == "azoc"}
    parts = [
        *(_paid(item, say("walk_sum.activation")) for item in move.ledger[:1]),
        Reason(len(entered), _hexes(look.state, entered), "data", rules=(entered[0].rule,)),
        *(_zone(look.state, item, zones) for item in entered if _in_zone(move, item, zones)),
    ]
    return number(wanted.what, "sum", *parts, what="cost", rules=("8.4a",))


def _paid(item: Item, text: str) -> Reason:
    return Reason(item.rp, text, "data", rules=(item.rule,))


def _hexes(state: State, entered: Sequence[Item]) -> str:
    labels = ", ".join(state.board.label(item.hex) for item in entered)
    return say("walk_sum.hex" if len(entered) == 1 else "walk_sum.hexes", hexes=labels)


def _in_zone(move: Move, item: Item, zones: Mapping[HexId, Item]) -> bool:
    """Whether an enemy air zone is paid for in a hex, or would be but for the air unit there."""
    side = move.stack.side
    lifted = item.hex in lifted_zone(move.state, side.enemy)
    return item.hex in zones or (lifted and bool(move.state.full_air(item.hex, side)))


def _zone(state: State, entered: Item, zones: Mapping[HexId, Item]) -> Reason:
    """Rules: 8.4f, 8.4g"""
    hex_id, place = entered.hex, state.board.label(entered.hex)
    if hex_id in zones:
        item = zones[hex_id]
        text = say("walk_sum.zone", place=place)
        return Reason(item.rp, text, "state", rules=(item.rule,), hexes=(hex_id,))
    text = say("walk_sum.lifted", place=place)
    return Reason(0, text, "state", rules=("8.4g",), hexes=(hex_id,))


def _parts(look: SumLook, wanted: SumData, index: int, made: Sequence[Sum]) -> Reason:
    if not wanted.parts:
        raise ValueError("has no parts to add up")
    parts = [_part(text) for text in wanted.parts]
    return number(wanted.what, "sum", *parts, what="parts")


def _part(text: str) -> Reason:
    found = _PART.fullmatch(text)
    if found is None:
        raise ValueError(f"{text!r}: write a number and what it is, like -8 for bases (6.5a)")
    value, words, rules = found.groups()
    cited = tuple(re.split(r"[ ,]+", rules)) if rules else ()
    return Reason(int(value), words, "data", rules=cited, grade="printed")


_MAKERS = {
    SumKind.TRP: _trp,
    SumKind.FIRST: _first,
    SumKind.COST: _cost,
    SumKind.PARTS: _parts,
}
