"""Printed examples with what is computed for them: one by one, and as a table."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator
from functools import cached_property
from itertools import zip_longest
from typing import Any

from attrs import field, frozen

from witp_learn.display import Displayed, register
from witp_learn.explain import say
from witp_learn.files import BadData, NotAvailable, nearest
from witp_learn.printed_examples.asks import answer, functions
from witp_learn.printed_examples.rows import Other, Row, Verdict, Way, rows
from witp_learn.printed_examples.setting import START, setting
from witp_learn.rulebook import Ruling, clause, ruling, section_of

_WIDTH = 88


@frozen(slots=False)
class Reproduced:
    """One way to compute an example: by which reading or in which case, and what comes out.

    ``used``: whether it is the one in use.
    """

    name: str
    letter: str
    used: bool
    way: Way = field(repr=False)

    @cached_property
    def computed(self) -> str:
        """What comes out, computed when it is first asked for."""
        try:
            return answer(setting(self.way), self.way.ask)
        except BadData as error:
            return say("printed.not_here", why=str(error))

    @property
    def how(self) -> str:
        """From which position or record it is computed, and by which functions."""
        return " ".join(filter(None, (self._source(), *self._steps(), self._fight(), self._ask())))

    def _source(self) -> str:
        way = self.way
        if way.position:
            return say("printed.how.position", name=way.position)
        action, _, number = way.after.partition("#")
        key = {"": "record", START: "record_start"}.get(action, "record_after")
        if not number:
            return say(f"printed.how.{key}", name=way.record, action=action)
        nth = say(f"move.nth.{number}")
        return say("printed.how.record_after_nth", name=way.record, action=action, nth=nth)

    def _steps(self) -> Iterator[str]:
        for key in ("plays", "edits", "bare"):
            if items := getattr(self.way, key):
                yield say(f"printed.how.{key}", items=", ".join(items))

    def _fight(self) -> str:
        if not self.way.hex:
            return ""
        dice = ", ".join(map(str, self.way.dice))
        key = "fight_dice" if dice else "fight"
        return say(f"printed.how.{key}", hex=self.way.hex, dice=dice)

    def _ask(self) -> str:
        named = ", ".join(functions(self.way.ask))
        return say("printed.how.ask", functions=named, ask=self.way.ask)

    def as_dict(self) -> dict[str, Any]:
        """The reading as ``witp-learn examples --json`` prints it."""
        return {
            "name": self.name,
            "letter": self.letter,
            "used": self.used,
            "computed": self.computed,
            "how": self.how,
        }


@frozen(slots=False)
class PrintedExample(Displayed):
    """One printed example: what is given, what is printed, what the rules give, and how."""

    row: Row = field(repr=False)

    @property
    def id(self) -> str:
        """The clause that prints it."""
        return self.row.id

    @property
    def section(self) -> str:
        """The section it stands in."""
        return section_of(self.row.id)

    @property
    def says(self) -> str:
        """What it shows, in our words."""
        return clause(self.row.id).says

    @property
    def given(self) -> str:
        """What it starts from, in our words."""
        return self.row.given

    @property
    def printed(self) -> str:
        """What it prints."""
        return self.row.printed

    @cached_property
    def used(self) -> Reproduced:
        """The way in use: by the condition, or by the reading that the companion follows."""
        return Reproduced(self.row.reading or self.row.condition, self.row.letter, True, self.row)

    @cached_property
    def others(self) -> tuple[Reproduced, ...]:
        """The other readings, or the case that the condition excludes."""
        return tuple(_other(self.row, other) for other in self.row.others)

    @property
    def computed(self) -> str:
        """What the rules give, by the way in use."""
        return self.used.computed

    @property
    def verdict(self) -> Verdict:
        """How it stands to the rules."""
        return self.row.verdict

    @property
    def same(self) -> bool:
        """Whether the way in use gives what is printed."""
        return self.computed == self.printed

    @property
    def holds(self) -> bool:
        """Whether the verdict is borne out by what is computed now.

        An example that agrees gives what is printed, and does not by another reading that it
        rules out, or where its condition fails. Where the rulebook contradicts itself some
        reading gives what is printed and another does not.
        """
        others = [one.computed == self.printed for one in self.others]
        if self.verdict is Verdict.CONTRADICTION:
            found = [self.same, *others]
            return any(found) and not all(found)
        return self.same and not any(others)

    @cached_property
    def ruling(self) -> Ruling | None:
        """The ruling that decides, where one does."""
        return ruling(self.row.ruling) if self.row.ruling else None

    @property
    def told(self) -> str:
        """The verdict in words."""
        if not self.holds:
            return say("printed.differs")
        if self.verdict is Verdict.CONTRADICTION:
            return say("printed.contradiction", reading=self.row.reading, slug=self.row.ruling)
        if self.verdict is Verdict.CONDITION:
            return say("printed.condition", condition=self.row.condition)
        return say("printed.agrees")

    @property
    def besides(self) -> tuple[str, ...]:
        """What comes out by other readings, or where a condition fails, in words."""
        return tuple(
            say(
                f"printed.{'other_reading' if one.letter else 'otherwise'}",
                name=one.name,
                computed=one.computed,
            )
            for one in self.others
        )

    def as_dict(self) -> dict[str, Any]:
        """The example as ``witp-learn examples --json`` prints it."""
        return {
            "id": self.id,
            "section": self.section,
            "says": self.says,
            "given": self.given,
            "printed": self.printed,
            "computed": self.computed,
            "verdict": self.verdict.value,
            "holds": self.holds,
            "told": self.told,
            "ruling": self.row.ruling,
            "readings": [one.as_dict() for one in (self.used, *self.others)],
            "note": self.row.note,
        }

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def lines(self) -> Iterator[str]:
        """The example as plain text."""
        yield from _hung(f"{self.id}  ", self.says)
        parts = {
            "given": self.given,
            "printed": self.printed,
            "computed": self.computed,
            "verdict": self.told,
        }
        for key, text in parts.items():
            yield from _hung(f"    {say(f'printed.label.{key}')}: ", text)
        for text in self.besides:
            yield from _hung("    ", text)
        yield from _hung("    ", self.used.how)
        if self.row.note:
            yield from _hung("    ", self.row.note)


def _other(row: Row, other: Other) -> Reproduced:
    return Reproduced(other.name, other.letter, False, other.way(row))


def _hung(lead: str, text: str) -> list[str]:
    indent = " " * (len(lead) if lead.strip() == "" or lead[0] != " " else 4)
    found = textwrap.wrap(
        text, _WIDTH, initial_indent=lead, subsequent_indent=indent, break_on_hyphens=False
    )
    return found or [lead.rstrip()]


@frozen(slots=False)
class Printed(Displayed):
    """Printed examples, in rulebook order; ``found["14.1m"]`` is one of them."""

    examples: tuple[PrintedExample, ...]

    def __iter__(self) -> Iterator[PrintedExample]:
        return iter(self.examples)

    def __len__(self) -> int:
        return len(self.examples)

    def __getitem__(self, key: str) -> PrintedExample:
        """The example that a clause prints. Raises KeyError when it is none of these."""
        return next(_wanted(self.examples, key))

    def of(self, verdict: Verdict | str) -> Printed:
        """Those with a verdict: ``agrees``, ``condition`` or ``contradiction``."""
        wanted = Verdict(verdict)
        return Printed(tuple(one for one in self if one.verdict is wanted))

    @property
    def counts(self) -> dict[Verdict, int]:
        """How many there are of each verdict, and hold."""
        return {v: sum(one.holds for one in self if one.verdict is v) for v in Verdict}

    @property
    def summary(self) -> str:
        """How many agree, how many do on a condition, and where the rulebook is at odds."""
        found = {verdict.value: number for verdict, number in self.counts.items()}
        differ = len(self) - sum(found.values())
        text = say("printed.summary", total=len(self), **found)
        return f"{text} {say('printed.summary_differs', count=differ)}" if differ else text

    def as_dict(self) -> dict[str, Any]:
        """The table as ``witp-learn examples --json`` prints it."""
        counts = {verdict.value: number for verdict, number in self.counts.items()}
        return {"examples": [one.as_dict() for one in self], "counts": counts}

    def __str__(self) -> str:
        return "\n".join([*self.lines(), "", self.summary])

    def lines(self) -> Iterator[str]:
        """Each example on a line or two: clause, what is printed, what is computed, the verdict.

        Below it the other readings, or the case that the condition excludes.
        """
        yield from _row(*(say(f"printed.column.{key}") for key in _COLUMNS))
        for one in self:
            yield from _row(one.id, one.printed, one.computed, _mark(one))
            for text in one.besides:
                yield from _hung(f"{' ' * _WIDTHS[0]}  ", text)


_COLUMNS = ("id", "printed", "computed", "mark")
_WIDTHS = (7, 32, 32, 14)


def _row(*cells: str) -> Iterator[str]:
    """Cells side by side, each wrapped to the width of its column."""
    wrapped = [textwrap.wrap(c, w) for c, w in zip(cells, _WIDTHS, strict=True)]
    for pieces in zip_longest(*wrapped, fillvalue=""):
        told = (piece.ljust(width) for piece, width in zip(pieces, _WIDTHS, strict=True))
        yield "  ".join(told).rstrip()


def _mark(one: PrintedExample) -> str:
    return say(f"printed.mark.{one.verdict.value}" if one.holds else "printed.mark.differs")


def _wanted(examples: tuple[PrintedExample, ...], key: str) -> Iterator[PrintedExample]:
    found = [one for one in examples if one.id == key]
    if not found:
        raise KeyError(key)
    return iter(found)


def printed(about: str = "") -> Printed:
    """Every printed example of the rulebook, with what the rules give for it.

    ``about``: a clause such as ``14.1m``, or a section such as ``14.1``, for its examples alone.
    Raises NotAvailable when no example stands there.
    """
    every = tuple(PrintedExample(row) for row in rows())
    wanted = about.strip()
    if not wanted:
        return Printed(every)
    found = tuple(one for one in every if _about(one, wanted))
    if not found:
        names = [one.id for one in every] + [one.section for one in every]
        problem = say("printed.none", wanted=wanted)
        raise NotAvailable(f"{problem}{nearest(wanted, names)}")
    return Printed(found)


def _about(one: PrintedExample, wanted: str) -> bool:
    return one.id == wanted or re.match(rf"{re.escape(wanted)}(\.|$)", one.section) is not None


def _table_faces(found: Printed) -> dict[str, str]:
    from witp_learn.view.printed_table import printed_table

    return {"text/html": printed_table(found)}


def _example_faces(one: PrintedExample) -> dict[str, str]:
    from witp_learn.view.printed_table import example_card

    return {"text/html": example_card(one)}


register(Printed, _table_faces)
register(PrintedExample, _example_faces)
