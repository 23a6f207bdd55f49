"""The steps of a walkthrough: a position, what is looked at, what is printed and what computed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from attrs import evolve, field, frozen

from witp_learn import edits
from witp_learn.display import Displayed
from witp_learn.explain import Answer
from witp_learn.hexgrid import HexId
from witp_learn.model import Side, State
from witp_learn.rulebook import Ruling
from witp_learn.rules.supply import Check, Judgement, check
from witp_learn.walkthrough.base_look import BaseLook
from witp_learn.walkthrough.book import OURS, Book, Comparison, Frame, Mode
from witp_learn.walkthrough.combat_look import FACES, CombatLook
from witp_learn.walkthrough.move_look import MoveLook
from witp_learn.walkthrough.play_look import PlayLook
from witp_learn.walkthrough.sum_look import SumLook
from witp_learn.walkthrough.supply_look import SupplyLook
from witp_learn.walkthrough.zone_look import ZoneLook

Look = SupplyLook | ZoneLook | BaseLook | CombatLook | SumLook | MoveLook | PlayLook
"""What a step looks at, by its question."""


_MODES: Mapping[type, Mode] = {
    SupplyLook: Mode.SUPPLY,
    ZoneLook: Mode.ZONES,
    BaseLook: Mode.BASES,
    CombatLook: Mode.COMBAT,
    SumLook: Mode.SUM,
    MoveLook: Mode.MOVE,
    PlayLook: Mode.PLAY,
}


@frozen(slots=False)
class WalkStep(Displayed):
    """One step: a position, what is looked at, what the rulebook says of it and what is computed.

    ``judged`` is the position that the verdicts are given on; `state` the one to show, which
    differs when the step carries out the check. ``tab`` is the hex between to open. ``says`` is
    our word to the reader, ``ours`` what is ours and not the rulebook's, ``misprint`` the ruling
    where print and rule differ, ``ruling`` one that the step rests on though they agree.
    ``said_of``: the dice that title, print and words speak of, while others lie; None while none
    do, empty where none are printed.
    """

    number: int
    title: str
    look: Look
    tab: HexId = ""
    carried_out: bool = False
    book: Book | None = None
    says: str = ""
    ours: str = ""
    misprint: Ruling | None = None
    ruling: Ruling | None = None
    show: tuple[str, ...] = ()
    said_of: tuple[int, ...] | None = None

    @property
    def mode(self) -> Mode:
        """The question that the step asks."""
        return _MODES[type(self.look)]

    @property
    def judged(self) -> State:
        """The position that the verdicts are given on."""
        return self.look.state

    @property
    def hex(self) -> HexId | None:
        """The hex looked at."""
        return self.look.hex

    @property
    def side(self) -> Side | None:
        """The side whose air zone or base is looked at, or whose unit."""
        if isinstance(self.look, SupplyLook):
            return None if self.found is None else self.found.unit.side
        return self.look.side

    @property
    def index(self) -> int | None:
        """The row of units looked at."""
        return self.look.index if isinstance(self.look, SupplyLook) else None

    @cached_property
    def check(self) -> Check:
        """The supply check of the position."""
        return self.look.check if isinstance(self.look, SupplyLook) else check(self.judged)

    @cached_property
    def state(self) -> State:
        """The position to show: after a check, a move or what is played, or as a fight stands."""
        if isinstance(self.look, CombatLook | MoveLook | PlayLook):
            return self.look.shown
        return edits.tidy(self.check.after()) if self.carried_out else self.judged

    @property
    def dice(self) -> tuple[int, ...]:
        """The dice that can be changed: both of a battle, or white and red of each roll."""
        if isinstance(self.look, CombatLook):
            return self.look.pair or ()
        return self.look.dice if isinstance(self.look, SumLook) else ()

    def with_dice(self, dice: Sequence[int]) -> WalkStep:
        """The same step with other dice: what is computed moves, what is printed does not.

        A battle takes two, Japan's and the Allied one, also where none lie yet. Raises ValueError
        for a step without dice, another number of them, or one that is not 1 to 6.
        """
        fought = isinstance(self.look, CombatLook) and self.look.fought is not None
        wanted = 2 if fought else len(self.dice)
        if not wanted or len(dice) != wanted:
            raise ValueError(f"this step has {wanted} dice, not {len(dice)}")
        for die in dice:
            if die not in FACES:
                raise ValueError(f"a die shows 1 to 6, not {die}")
        said_of = self.dice if self.said_of is None else self.said_of
        other = None if tuple(dice) == said_of else said_of
        if isinstance(self.look, CombatLook):
            return evolve(self, look=self.look.with_dice((dice[0], dice[1])), said_of=other)
        if isinstance(self.look, SumLook):
            return evolve(self, look=self.look.with_dice(dice), said_of=other)
        return self

    @property
    def found(self) -> Judgement | None:
        """The judgement of the row of units looked at."""
        return self.look.found if isinstance(self.look, SupplyLook) else None

    @property
    def answer(self) -> Answer | None:
        """The whole answer for what is looked at."""
        return self.look.answer

    @property
    def computed(self) -> str:
        """What the rules give, in a sentence; nothing where the step only shows the position."""
        return self.look.computed(self.book)

    @property
    def short(self) -> str:
        """The verdict in two words; nothing where the step looks at nothing."""
        return self.look.short

    @cached_property
    def comparisons(self) -> tuple[Comparison, ...]:
        """The points that rulebook and rules both speak of."""
        return () if self.book is None else tuple(self.look.comparisons(self.book))

    @property
    def agrees(self) -> bool | None:
        """Whether rulebook and rules agree in every point; None when there is none."""
        return all(c.agrees for c in self.comparisons) if self.comparisons else None

    @property
    def agreement(self) -> str:
        """``They agree.`` or ``They differ in one point.``; nothing when none is compared.

        With other dice than printed, where a difference is no slip: how many points they change.
        """
        if not self.comparisons:
            return ""
        count, own = sum(not c.agrees for c in self.comparisons), self.said_of is not None
        if not count:
            return "Your dice come to what is printed." if own else "They agree."
        points = "one point" if count == 1 else f"{count} points"
        return f"Your dice bring out {points} otherwise." if own else f"They differ in {points}."

    @property
    def own_dice(self) -> str:
        """``Your dice, in this step only: 1 and 5.`` and what is of others, while others lie."""
        if self.said_of is None:
            return ""
        rest = "Title and remarks are from before the dice."
        if self.said_of:
            rest = f"Title, print and remarks are of {dice_words(self.said_of)}."
        return f"Your dice, in this step only: {dice_words(self.dice)}. {rest}"

    @property
    def remark_of(self) -> str:
        """What stands before ``says`` while other dice lie than it speaks of: ``With 4 and 5:``."""
        if self.said_of is None:
            return ""
        return f"With {dice_words(self.said_of)}:" if self.said_of else "Before the dice:"

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def lines(self) -> Iterator[str]:
        """The step as plain text."""
        yield f"{self.number}. {self.title}"
        if self.own_dice:
            yield self.own_dice
        if self.book is not None:
            yield f"The rulebook says ({', '.join(self.book.clauses)}): {self.book.says}"
        if isinstance(self.look, SumLook):
            for made in self.look.sums:
                yield from made.lines()
        elif isinstance(self.look, PlayLook):
            yield "Computed:"
        elif self.computed:
            yield f"Computed: {self.computed}"
        if isinstance(self.look, MoveLook | PlayLook):
            yield from self.look.lines()
        own = self.said_of is not None
        rows = [(c.what, *_sides(c, own)) for c in self.comparisons]
        yield from (f"  {row}" for row in _table(rows))
        if self.agreement:
            yield self.agreement
        for item in self.rulings:
            yield f"Ruling {item.slug}: {reading_of(item)}"
        if self.ours:
            yield f"{OURS}: {self.ours}"
        if self.says:
            yield f"{self.remark_of} {self.says}".strip()

    @property
    def rulings(self) -> tuple[Ruling, ...]:
        """The rulings named: where print and rule differ, and what the step rests on."""
        return tuple(item for item in (self.misprint, self.ruling) if item is not None)


@frozen
class Walkthrough(Displayed):
    """An example of the rulebook, step by step. ``name`` is its file's, ``section`` its place.

    ``frame``: what the map shows of the board at a step.
    """

    name: str
    title: str
    section: str
    start: State = field(repr=False)
    steps: tuple[WalkStep, ...] = field(repr=False)
    frame: Frame = Frame.WHOLE

    def __len__(self) -> int:
        return len(self.steps)

    def __iter__(self) -> Iterator[WalkStep]:
        return iter(self.steps)

    def step(self, number: int) -> WalkStep:
        """A step by its number, from 1; the first or last one for numbers beyond."""
        return self.steps[min(max(number, 1), len(self.steps)) - 1]

    def __str__(self) -> str:
        head = f"{self.title} ({self.section})" if self.section else self.title
        rows = [row for step in self.steps for row in _listed(step)]
        return "\n".join([head, *_table([("", "The rulebook", "Computed", ""), *rows])])


def dice_words(dice: Sequence[int]) -> str:
    """``4 and 5``; of more rolls than one ``2 and 3, 5 and 4``."""
    pairs = [dice[at : at + 2] for at in range(0, len(dice), 2)]
    return ", ".join(" and ".join(map(str, pair)) for pair in pairs)


def reading_of(item: Ruling) -> str:
    """The reading that the companion follows, and why."""
    return f"{item.options[item.default]} {item.why}"


def _listed(step: WalkStep) -> Iterator[tuple[str, ...]]:
    """The rows of one step in the listing: its title, and one for each point."""
    yield f"{step.number:2} {step.title}", "", "", ""
    for point in step.comparisons:
        yield f"     {point.what}", *_sides(point)
    if step.short and not step.comparisons:
        yield f"     {step.look.asks}", "", step.short, ""


def _sides(point: Comparison, own: bool = False) -> tuple[str, str, str]:
    agreed = "follows" if point.follows else "agree"
    differs = "your dice" if own else "DIFFER"
    return point.printed, point.computed, agreed if point.agrees else differs


def _table(rows: Sequence[tuple[str, ...]]) -> Iterator[str]:
    """Rows in columns; a row of one cell alone may be as long as it likes."""
    full = [row for row in rows if any(row[1:])]
    widths = [max(len(cell) for cell in column) for column in zip(*full, strict=True)]
    widths = widths or [0] * len(rows[0] if rows else ())
    for row in rows:
        cells = (f"{cell:{width}}" for cell, width in zip(row, widths, strict=True))
        yield "  ".join(cells).rstrip()
