"""A step that asks who is in supply (7): one row of units, or the whole position."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from attrs import field, frozen

from witp_learn.explain import Answer
from witp_learn.hexgrid import HexId, distance
from witp_learn.model import State
from witp_learn.rules import answers
from witp_learn.rules.control import lifted_zone
from witp_learn.rules.lines import Ground, Purpose
from witp_learn.rules.supply import (
    Check,
    Judgement,
    check,
    limit,
    nearest_end,
    photograph,
    stops_text,
)
from witp_learn.walkthrough.book import Book, Comparison, Verdict, hexes_text, stopped_text

ASKS = "Verdict"
VERDICTS = {True: "in supply", False: "out of supply"}


@frozen(slots=False)
class SupplyLook:
    """What a step looks at: the row ``index`` of units in ``hex``, a hex alone, or nothing.

    ``rows`` are the rows that the rulebook says are out of supply.
    """

    state: State = field(repr=False)
    hex: HexId | None = None
    index: int | None = None
    rows: tuple[int, ...] = ()
    carried_out: bool = False

    @cached_property
    def check(self) -> Check:
        """The supply check of the position."""
        return check(self.state)

    @property
    def found(self) -> Judgement | None:
        """The judgement of the row of units looked at."""
        return None if self.index is None else self.check.judgements[self.index]

    @cached_property
    def answer(self) -> Answer | None:
        """The whole answer for the row of units looked at."""
        return None if self.found is None else answers.answer(self.state, self.found.unit)

    @property
    def rules(self) -> tuple[str, ...]:
        """The clauses that decide about the unit looked at."""
        if self.found is None:
            return ()
        return answers.answer(self.state, self.found.unit, deep=False).rules

    @property
    def asks(self) -> str:
        """What is asked, in a word."""
        return ASKS

    @property
    def short(self) -> str:
        """The verdict in two words; nothing where no unit is looked at."""
        return "" if self.found is None else VERDICTS[self.found.in_supply]

    def computed(self, book: Book | None) -> str:
        """The verdict of the unit, or who is out of supply; nothing where nothing is asked."""
        if self.found is not None:
            return answers.verdict(self.state, self.found)
        asked = book is not None and any(self.comparisons(book))
        if not asked and not self.carried_out:
            return ""
        out = [f"{name} ({effect})" for name, effect in self._out()]
        return f"Out of supply: {', '.join(out) or 'nobody'}. All others stay as they are."

    def comparisons(self, book: Book) -> Iterator[Comparison]:
        """What is printed beside what is computed: of the unit, then of the whole position."""
        if self.found is not None:
            yield from self._of_unit(self.found, book)
        if book.reach is not None:
            there = hexes_text(limit(self.state))
            yield book.point("reach", "Reach of a base", hexes_text(book.reach), there)
        if book.out:
            units = (self.check.judgements[row].unit for row in sorted(self.rows))
            said = [answers.subject(self.state, unit, letter=True) for unit in units]
            names = [name for name, _ in self._out()]
            found = ", ".join(names) or "nobody"
            yield book.point("out", "Out of supply", ", ".join(said), found)
            if book.effect is not None:
                effects = dict.fromkeys(effect for _, effect in self._out())
                found = ", ".join(effects) or "none"
                yield book.point("effect", "Effect", book.effect.value, found)

    def _of_unit(self, found: Judgement, book: Book) -> Iterator[Comparison]:
        state, side = self.state, found.unit.side
        ground = Ground(photograph(state, side), side, Purpose.UNIT)
        if book.verdict is not None:
            printed = VERDICTS[book.verdict is Verdict.IN]
            yield book.point("verdict", ASKS, printed, VERDICTS[found.in_supply])
        if book.effect is not None and not book.out:
            yield book.point("effect", "Effect", book.effect.value, found.effect)
        if book.away is not None:
            end = nearest_end(ground, found.unit.hex)
            steps = hexes_text(distance(found.unit.hex, end.hex)) if end else "no base"
            yield book.point("away", "Distance to the base", hexes_text(book.away), steps)
        if book.through:
            yield through(state, book, found.path)
        if book.stopped:
            yield from stopped(ground, book)
        if book.lifted:
            lifted = book.lifted in lifted_zone(state, side.enemy)
            told = "lifted" if lifted else "not lifted"
            yield book.point("lifted", f"Air zone at {book.lifted}", "lifted", told)

    def _out(self) -> list[tuple[str, str]]:
        """Who is out of supply, and what happens to each."""
        out = self.check.out()
        return [(answers.subject(self.state, j.unit, letter=True), j.effect) for j in out]


def through(state: State, book: Book, path: tuple[HexId, ...] | None) -> Comparison:
    """The hex between that is said to carry a line beside those that do."""
    used = path[1:-1] if path else ()
    ways = " and ".join(state.board.label(h) for h in used) or "no hex between"
    return book.point("through", "Through", state.board.label(book.through), ways)


def stopped(ground: Ground, book: Book) -> Iterator[Comparison]:
    """The hex between that is said to stop a line, and the reason, beside what the rules find."""
    stops = ground.stops(book.stopped)
    yield book.point("stopped", f"Hex {book.stopped}", "stopped", stopped_text(stops))
    if book.why is not None:
        reason = stops_text(stops[0]) if stops else "nothing"
        yield book.point("why", "Stopped by", stops_text(book.why), reason)
