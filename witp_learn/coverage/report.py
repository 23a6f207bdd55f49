"""The coverage of the rulebook: one row a clause, totals, and what is still open."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from itertools import groupby
from typing import Any

from attrs import field, frozen

from witp_learn import rulebook
from witp_learn.coverage.code import implemented
from witp_learn.coverage.lessons import taught
from witp_learn.coverage.marks import tested, tests_folder
from witp_learn.files import DATA
from witp_learn.rulebook import Clause

NO_TESTS = "The tests are in the checkout, not in the installed package: none was read."

COLUMNS = ("clauses", "implemented", "tested", "taught", "descriptive", "open")
"""What is counted, for each chapter and for all of them."""

_DESCRIBING = ("definition", "setup")
"""The kinds of clause that may only describe."""

_TITLE = 44


@frozen
class Row:
    """One clause: where it is carried, tested and shown, or why there is nothing to carry.

    ``descriptive``: the reason, in our words, for a clause that only names or lists things.
    """

    clause: Clause
    implemented: tuple[str, ...] = ()
    tested: tuple[str, ...] = ()
    taught: tuple[str, ...] = ()
    descriptive: str | None = None
    with_tests: bool = True

    @property
    def open(self) -> tuple[str, ...]:
        """What it still lacks, ``implemented`` and ``tested``.

        A descriptive clause lacks nothing; a printed example has to be tested only. Where no tests
        could be read, none is missed.
        """
        if self.descriptive is not None:
            return ()
        lacks = []
        if not self.implemented and self.clause.kind != "example":
            lacks.append("implemented")
        if not self.tested and self.with_tests:
            lacks.append("tested")
        return tuple(lacks)

    def as_dict(self) -> dict[str, Any]:
        """The row as the command prints it."""
        return {
            "id": self.clause.id,
            "kind": self.clause.kind,
            "implemented": list(self.implemented),
            "tested": list(self.tested),
            "taught": list(self.taught),
            "descriptive": self.descriptive,
            "open": list(self.open),
        }

    def __str__(self) -> str:
        lacks = " or ".join(self.open)
        what = f"not {lacks}" if lacks else "done"
        return f"{self.clause.id:<11} {what}: {self.clause.title}"


@frozen
class Coverage:
    """Every clause of the rulebook. ``note``: what could not be read, or nothing."""

    rows: tuple[Row, ...] = field(repr=False)
    note: str = ""

    @property
    def open(self) -> tuple[Row, ...]:
        """The clauses that lack something."""
        return tuple(row for row in self.rows if row.open)

    @property
    def chapters(self) -> Mapping[str, tuple[Row, ...]]:
        """The rows by chapter number, ``D`` for the dice pool."""
        return {name: tuple(rows) for name, rows in groupby(self.rows, _chapter)}

    def as_dict(self, open_only: bool = False) -> dict[str, Any]:
        """The answer as the command prints it; ``open_only`` leaves out what is done."""
        titles = rulebook.sections()
        return {
            "clauses": [row.as_dict() for row in (self.open if open_only else self.rows)],
            "totals": counted(self.rows),
            "chapters": [
                {"chapter": name, "title": titles[name], **counted(rows)}
                for name, rows in self.chapters.items()
            ],
            "note": self.note or None,
        }

    def text(self, open_only: bool = False) -> str:
        """A table of the chapters, then the open clauses by name."""
        listed = [f"  {row}" for row in self.open]
        head = f"Open: {len(listed)} of {len(self.rows)} clauses." if listed else "Nothing is open."
        parts = [] if open_only else [self._table()]
        return "\n\n".join([*parts, "\n".join([head, *listed]), *([self.note] * bool(self.note))])

    __str__ = text

    def _table(self) -> str:
        titles = rulebook.sections()
        lines = ["".join([" " * _TITLE, *(f"{name:>12}" for name in COLUMNS)])]
        for name, rows in self.chapters.items():
            lines.append(_line(f"{name:<4}{titles[name]}", rows))
        return "\n".join([*lines, _line("all", self.rows)])


def _chapter(row: Row) -> str:
    return row.clause.section.split(".")[0].split("-")[0]


def _line(title: str, rows: Iterable[Row]) -> str:
    short = title if len(title) < _TITLE else f"{title[: _TITLE - 2]}…"
    return "".join([f"{short:<{_TITLE}}", *(f"{many:>12}" for many in counted(rows).values())])


def counted(rows: Iterable[Row]) -> dict[str, int]:
    """How many of the rows there are, are carried, tested, shown, descriptive and open."""
    listed = tuple(rows)
    numbers = (sum(bool(getattr(row, name)) for row in listed) for name in COLUMNS[1:])
    return dict(zip(COLUMNS, (len(listed), *numbers), strict=True))


def descriptive() -> Mapping[str, str]:
    """Why a clause has nothing to carry, by clause, from ``data/descriptive.toml``."""
    read = tomllib.loads((DATA / "descriptive.toml").read_text("utf-8"))
    reasons: dict[str, str] = read["reasons"]
    for clause, reason in reasons.items():
        if rulebook.clause(clause).kind not in _DESCRIBING or not reason.strip():
            kinds = " or ".join(_DESCRIBING)
            raise ValueError(f"descriptive.toml, {clause}: must be a {kinds} with a reason")
    return reasons


def coverage() -> Coverage:
    """Where every clause of the rulebook is carried, tested and shown.

    Reads the package, the tests beside it where there are any, walkthroughs and notebooks.
    """
    known = rulebook.clauses()
    folder = tests_folder()
    by_code, by_test = implemented(), tested(folder) if folder else {}
    by_lesson, reasons = taught(), descriptive()
    rows = tuple(
        Row(
            clause,
            by_code.get(name, ()),
            by_test.get(name, ()),
            by_lesson.get(name, ()),
            reasons.get(name),
            with_tests=folder is not None,
        )
        for name, clause in known.items()
    )
    return Coverage(rows, "" if folder else NO_TESTS)
