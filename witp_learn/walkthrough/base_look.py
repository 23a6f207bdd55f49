"""A step that asks whether a base can be built in a hex (6)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from attrs import field, frozen

from witp_learn.explain import Answer
from witp_learn.hexgrid import HexId
from witp_learn.model import Side, State
from witp_learn.rules.base_answers import base_answer
from witp_learn.rules.bases import Site, site
from witp_learn.rules.lines import Ground, Purpose
from witp_learn.walkthrough.book import Book, Comparison
from witp_learn.walkthrough.supply_look import stopped, through

ASKS = "A base"
VERDICTS = {True: "can be built", False: "cannot be built"}


@frozen(slots=False)
class BaseLook:
    """What a step looks at: a hex where ``side`` would build a base, or nothing."""

    state: State = field(repr=False)
    hex: HexId | None = None
    side: Side | None = None

    @cached_property
    def found(self) -> Site | None:
        """The hex judged for a base."""
        if self.hex is None or self.side is None:
            return None
        return site(self.state, self.side, self.hex)

    @cached_property
    def answer(self) -> Answer | None:
        """The whole answer for the hex looked at."""
        if self.hex is None or self.side is None:
            return None
        return base_answer(self.state, self.side, self.hex)

    @property
    def rules(self) -> tuple[str, ...]:
        """The clauses that decide about the hex looked at."""
        if self.hex is None or self.side is None:
            return ()
        return base_answer(self.state, self.side, self.hex, deep=False).rules

    @property
    def asks(self) -> str:
        """What is asked, in a word or two."""
        return ASKS

    @property
    def short(self) -> str:
        """The verdict in a few words; nothing where no hex is looked at."""
        return "" if self.found is None else VERDICTS[self.found.allowed]

    def computed(self, book: Book | None) -> str:
        """The verdict of the hex."""
        return "" if self.answer is None else self.answer.verdict

    def comparisons(self, book: Book) -> Iterator[Comparison]:
        """What is printed beside what is computed: whether, by which line, stopped where."""
        if self.found is None or self.side is None:
            return
        if book.build is not None:
            yield book.point("build", ASKS, VERDICTS[book.build], self.short)
        if book.through:
            yield through(self.state, book, self.found.path)
        if book.stopped:
            yield from stopped(Ground(self.state, self.side, Purpose.BASE), book)
