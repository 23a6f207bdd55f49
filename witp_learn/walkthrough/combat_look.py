"""A step that looks at a battle (9): strengths, dice, hits, and how the position stands then."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cached_property

from attrs import evolve, field, frozen

from witp_learn.explain import Answer
from witp_learn.hexgrid import HexId
from witp_learn.model import Side, State
from witp_learn.odds.grid import RollCell, rolls36
from witp_learn.rules.combat import fight
from witp_learn.rules.combat.battles import fought_over
from witp_learn.rules.combat.record import Combat, Fought, fight_out
from witp_learn.rules.combat.tally import Pair
from witp_learn.rules.combat_answers.answers import battle_answer
from witp_learn.rules.combat_answers.records import Line, Row, Sheet
from witp_learn.rules.combat_answers.sheet import sheet
from witp_learn.walkthrough.book import Book, Comparison
from witp_learn.walkthrough.combat_points import (
    NONE,
    Point,
    Scene,
    computed,
    in_order,
    read_points,
    result_words,
)

ASKS = "Battle"
FACES = range(1, 7)


@frozen
class Chances:
    """How the next roll of a battle may end: both sides' chance to win it, and of a tie in one."""

    win: tuple[Fraction, Fraction]
    tie: Fraction


@frozen(slots=False)
class CombatLook:
    """What a step looks at: the fight for a hex as far as the dice go, and one of its battles.

    ``dice`` are Japan's and the Allied one of each roll, ``choices`` what owners decide.
    ``battle`` counts from 1; 0 looks at the hex alone, before the fight. ``odds``: whether the
    step shows its 36 rolls. ``changed``: the dice are not those of the book any more.
    """

    state: State = field(repr=False)
    hex: HexId
    dice: tuple[int, ...] = ()
    choices: tuple[str, ...] = ()
    battle: int = 1
    odds: bool = False
    changed: bool = False

    @cached_property
    def combat(self) -> Combat:
        """The whole fight, as far as the dice carry it."""
        return fight_out(self.state, self.hex, self.dice, self.choices, lenient=self.changed)

    @property
    def fought(self) -> Fought | None:
        """The battle looked at, None where only the hex is."""
        found = self.combat.battles
        return found[self.battle - 1] if 0 < self.battle <= len(found) else None

    @property
    def rolled(self) -> bool:
        """Whether the dice of the battle looked at lie."""
        return self.fought is not None and bool(self.fought.rolls)

    @property
    def side(self) -> Side | None:
        """A battle is looked at from both sides."""
        return None

    @cached_property
    def shown(self) -> State:
        """The position as it stands: before the battle's dice, or after all they led to."""
        found = self.fought
        if found is None:
            return self.state
        return fight.position(self.combat.arena, found.after or found.before)

    @property
    def struck(self) -> tuple[HexId, ...]:
        """The hexes round it where the battle turned a counter over or took it away."""
        notes = () if self.fought is None else tuple(self.fought.notes)
        hit = (n.piece.hex for n in notes if n.piece and n.event in ("attrited", "removed"))
        return tuple(dict.fromkeys(h for h in hit if h and h != self.hex))

    @cached_property
    def answer(self) -> Answer | None:
        """The whole answer for the battle looked at."""
        return None if self.fought is None else battle_answer(self.combat, self.battle - 1)

    @property
    def rules(self) -> tuple[str, ...]:
        """The clauses that decide the battle looked at."""
        if self.fought is None:
            return ()
        return battle_answer(self.combat, self.battle - 1, deep=False).rules

    @property
    def asks(self) -> str:
        """What is asked, in a word."""
        return ASKS

    @property
    def short(self) -> str:
        """The score in a few words: ``20 against 9``, or the strengths before the dice."""
        if self.fought is None:
            return ""
        at = self.fought.tally.total if self.fought.tally else self.fought.stakes.strength
        return f"{at[0]} against {at[1]}"

    def with_dice(self, pair: Pair) -> CombatLook:
        """The same battle with other dice for its roll."""
        before = 2 * sum(len(b.rolls) for b in self.combat.battles[: self.battle - 1])
        dice = (*self.dice[:before], *pair)
        return evolve(self, dice=dice, changed=True)

    @property
    def pair(self) -> Pair | None:
        """The dice that lie in the battle looked at, Japan's and the Allied one."""
        return self.fought.rolls[-1] if self.fought is not None and self.fought.rolls else None

    @cached_property
    def cells(self) -> tuple[RollCell, ...]:
        """All 36 rolls of the battle looked at."""
        if self.fought is None:
            return ()
        return rolls36(self.combat.arena, self.fought.before)

    @property
    def chances(self) -> Chances | None:
        """The chances of the battle looked at, before its dice.

        Rules: 9.6a, 9.6b
        """
        if not self.cells:
            return None
        ties = sum(cell.tie for cell in self.cells)
        won = sum(cell.difference > 0 for cell in self.cells)
        japan = Fraction(won, len(self.cells) - ties)
        return Chances((japan, 1 - japan), Fraction(ties, len(self.cells)))

    def computed(self, book: Book | None) -> str:
        """The strengths, or who has won and by how much."""
        if self.fought is None:
            return self._order()
        return "" if self.answer is None else self.answer.verdict

    def _order(self) -> str:
        """Where fights are to be fought, and in what order here."""
        where = ", ".join(self.state.board.label(h) for h in fought_over(self.state))
        order = in_order(b.battle.kind for b in self.combat.battles)
        return f"Fought over: {where}, {order}." if where else "Nobody fights yet."

    def comparisons(self, book: Book) -> Iterator[Comparison]:
        """What is printed beside what is computed, point by point."""
        scene = Scene(self.combat, self.fought, self.shown)
        for point in self.points(book):
            found = computed(point, scene)
            if found != NONE or point.printed != NONE or point.name != "holds":
                yield book.point(point.key, point.what, point.printed, found)

    def points(self, book: Book) -> Iterator[Point]:
        """The points that the book prints."""
        for text in book.printed:
            yield from read_points(text, self.state.board.label)

    def sheet(self, book: Book | None) -> Sheet | None:
        """The ledger of the battle, with what the book prints beside its lines."""
        if self.fought is None:
            return None
        plain = sheet(self.combat, self.battle - 1)
        if book is None:
            return plain
        return with_print(plain, tuple(self.points(book)), self.fought)


def with_print(plain: Sheet, points: Sequence[Point], fought: Fought) -> Sheet:
    """The ledger of a battle with what the book prints beside its lines."""
    return evolve(
        plain,
        rows=tuple(_printed(row, points, plain.kind == "fleet") for row in plain.rows),
        lines=tuple(_told(line, points, fought) for line in plain.lines),
    )


_ROWS = {"strength": ("strength",), "total": ("total",), "die": ("added", "die")}
"""The point that is printed beside a row of the ledger: the first there is."""


def _printed(row: Row, points: Sequence[Point], fleet: bool) -> Row:
    """A row with the printed numbers of its point; a die on land is told by what it adds."""
    names = [name for name in _ROWS.get(row.kind, ()) if fleet or name != "die"]
    told = next((found for name in names if (found := _pair(points, name))), ("", ""))
    return evolve(row, printed=told)


def _pair(points: Sequence[Point], name: str) -> tuple[str, str] | None:
    return next((p.pair for p in points if p.name == name), None)


def _told(line: Line, points: Sequence[Point], fought: Fought) -> Line:
    """A line of the result with the printed number of hits, or with what is printed to follow.

    While choices are still open nothing has followed yet that could be compared.
    """
    printed = next((p.printed for p in points if p.name == line.key), "")
    if line.key != "result":
        return evolve(line, printed=printed)
    found = result_words(fought)
    return evolve(line, printed=printed if found else "", computed=found)
