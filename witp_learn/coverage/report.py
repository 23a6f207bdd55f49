"""The coverage of the rulebook: one row a clause, totals, and what is still open."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from itertools import groupby
from pathlib import Path
from typing import Any

from attrs import field, frozen

from witp_learn import rulebook
from witp_learn.coverage.code import implemented
from witp_learn.coverage.lessons import taught
from witp_learn.coverage.marks import RULING, tested, tests_folder
from witp_learn.coverage.rulings import decided
from witp_learn.files import DATA
from witp_learn.rulebook import Clause, Ruling

NO_TESTS = "The tests are in the checkout, not in the installed package: none was read."

COLUMNS = ("clauses", "implemented", "tested", "taught", "descriptive", "open")
"""What is counted, for each chapter and for all of them."""

RULING_COLUMNS = ("rulings", "decided", "tested", "open")
"""What is counted of the rulings."""

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
class Decided:
    """One ruling: where code or data decide it, and the tests that hold it to its readings."""

    ruling: Ruling
    decided: tuple[str, ...] = ()
    tested: tuple[str, ...] = ()
    with_tests: bool = True

    @property
    def open(self) -> tuple[str, ...]:
        """What it still lacks, ``decided`` and ``tested``; no test is missed where none is read."""
        lacks = [name for name in ("decided", "tested") if not getattr(self, name)]
        return tuple(name for name in lacks if self.with_tests or name != "tested")

    def as_dict(self) -> dict[str, Any]:
        """The ruling as the command prints it."""
        return {
            "slug": self.ruling.slug,
            "switch": self.ruling.switch,
            "default": self.ruling.default,
            "decided": list(self.decided),
            "tested": list(self.tested),
            "open": list(self.open),
        }

    def __str__(self) -> str:
        lacks = " or ".join(self.open)
        return f"ruling {self.ruling.slug}: {f'not {lacks}' if lacks else 'done'}"


@frozen
class Coverage:
    """Every clause of the rulebook, every ruling. ``note``: what could not be read, or nothing."""

    rows: tuple[Row, ...] = field(repr=False)
    note: str = ""
    rulings: tuple[Decided, ...] = field(default=(), repr=False)

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
            "rulings": [one.as_dict() for one in self.rulings if one.open or not open_only],
            "ruling_totals": counted_rulings(self.rulings),
            "note": self.note or None,
        }

    def text(self, open_only: bool = False) -> str:
        """A table of the chapters, then the open clauses by name."""
        open_rulings = tuple(one for one in self.rulings if one.open)
        head = f"Open: {len(self.open)} of {len(self.rows)} clauses."
        if open_rulings:
            head = f"{head[:-1]}, {len(open_rulings)} of {len(self.rulings)} rulings."
        listed = [f"  {row}" for row in (*self.open, *open_rulings)]
        head = head if listed else "Nothing is open."
        parts = [] if open_only else [self._table()]
        return "\n\n".join([*parts, "\n".join([head, *listed]), *([self.note] * bool(self.note))])

    __str__ = text

    def _table(self) -> str:
        titles = rulebook.sections()
        lines = ["".join([" " * _TITLE, *(f"{name:>12}" for name in COLUMNS)])]
        for name, rows in self.chapters.items():
            lines.append(_line(f"{name:<4}{titles[name]}", rows))
        lines.append(_line("all", self.rows))
        if self.rulings:
            many = counted_rulings(self.rulings)
            lines.append("{rulings} rulings: {decided} decided, {tested} tested".format(**many))
        return "\n".join(lines)


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


def counted_rulings(listed: tuple[Decided, ...]) -> dict[str, int]:
    """How many rulings there are, are decided by code or data, are tested and are open."""
    numbers = (sum(bool(getattr(one, name)) for one in listed) for name in RULING_COLUMNS[1:])
    return dict(zip(RULING_COLUMNS, (len(listed), *numbers), strict=True))


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
    """Where every clause of the rulebook is carried, tested and shown, every ruling decided.

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
    return Coverage(rows, "" if folder else NO_TESTS, _rulings(folder))


def _rulings(folder: Path | None) -> tuple[Decided, ...]:
    by_code, by_test = decided(), tested(folder, RULING) if folder else {}
    return tuple(
        Decided(one, by_code.get(slug, ()), by_test.get(slug, ()), folder is not None)
        for slug, one in rulebook.rulings().items()
    )
