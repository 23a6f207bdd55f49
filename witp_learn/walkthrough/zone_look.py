"""A step that asks where an air zone lies (2.2.3): one hex, or the whole zone of a side."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from attrs import field, frozen

from witp_learn.explain import Answer
from witp_learn.hexgrid import HexId
from witp_learn.model import Side, State
from witp_learn.rules.control import air_zone, lifted_zone
from witp_learn.rules.zone_answers import zone_answer
from witp_learn.walkthrough.book import Book, Comparison, Zone, hexes_text

ASKS = "Air zone"
WORDS = {Zone.COVERED: "covered", Zone.LIFTED: "lifted", Zone.FREE: "not covered"}


@frozen(slots=False)
class ZoneLook:
    """What a step looks at: a hex and the air zone of ``side``, the zone alone, or nothing."""

    state: State = field(repr=False)
    hex: HexId | None = None
    side: Side | None = None

    @cached_property
    def covers(self) -> tuple[HexId, ...]:
        """The hexes under the air zone of the side."""
        return () if self.side is None else air_zone(self.state, self.side)

    @cached_property
    def lifted(self) -> tuple[HexId, ...]:
        """The hexes that its zone reaches, and where it is lifted."""
        return () if self.side is None else lifted_zone(self.state, self.side)

    @property
    def found(self) -> Zone | None:
        """How the zone stands to the hex looked at."""
        if self.hex is None or self.side is None:
            return None
        if self.hex in self.covers:
            return Zone.COVERED
        return Zone.LIFTED if self.hex in self.lifted else Zone.FREE

    @cached_property
    def answer(self) -> Answer | None:
        """The whole answer for the hex looked at."""
        if self.hex is None or self.side is None:
            return None
        return zone_answer(self.state, self.hex, self.side)

    @property
    def rules(self) -> tuple[str, ...]:
        """The clauses that decide about the hex looked at."""
        if self.hex is None or self.side is None:
            return ()
        return zone_answer(self.state, self.hex, self.side, deep=False).rules

    @property
    def asks(self) -> str:
        """What is asked, in a word or two."""
        return ASKS

    @property
    def short(self) -> str:
        """The verdict in two words; nothing where no hex is looked at."""
        return "" if self.found is None else WORDS[self.found]

    def computed(self, book: Book | None) -> str:
        """The verdict of the hex, or the hexes that the side covers."""
        if self.answer is not None:
            return self.answer.verdict
        if self.side is None:
            return ""
        who = "Japan covers" if self.side is Side.JAPAN else "The Allies cover"
        if not self.covers:
            return f"{who} no hex."
        lifted = f" Lifted at {self._labels(self.lifted)}." if self.lifted else ""
        return f"{who} {hexes_text(len(self.covers))}: {', '.join(self.covers)}.{lifted}"

    def comparisons(self, book: Book) -> Iterator[Comparison]:
        """What is printed beside what is computed: of the hex, or of the whole zone."""
        if book.zone is not None and self.found is not None:
            yield book.point("zone", ASKS, WORDS[book.zone], WORDS[self.found])
        if book.count is not None:
            covered = hexes_text(len(self.covers))
            yield book.point("count", "How many", hexes_text(book.count), covered)
        if book.covers:
            printed, computed = sorted(book.covers), self.covers
            found = " ".join(computed) or "no hex"
            yield book.point("covers", "Covered", " ".join(printed), found)
        if book.lifted:
            label = self.state.board.label(book.lifted)
            found = self._labels(self.lifted) or "no hex"
            yield book.point("lifted", "Lifted at", label, found)

    def _labels(self, hexes: tuple[HexId, ...]) -> str:
        return ", ".join(self.state.board.label(h) for h in hexes)
