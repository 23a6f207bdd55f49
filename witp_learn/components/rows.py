"""Tables of a data folder, read cell by cell with errors that name file, line and column."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Container, Iterable, Iterator, Mapping
from contextlib import contextmanager
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from witp_learn.files import BadData, nearest, one_of, read_csv, read_text
from witp_learn.hexgrid import HexId, is_hex
from witp_learn.model import Grade, Origin

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

E = TypeVar("E", bound=Enum)

_SECTION = re.compile(r"([1-9]\d?(\.\d{1,2}){0,2})?")


GRADES = tuple(grade for grade in Grade if grade is not Grade.GIVEN)
"""The grades that a table may give; ``given`` is for positions that bring their own board."""

LONGEST_NAME = 40
"""Letters of the longest name of a hex."""


def illegible(name: str, longest: int = LONGEST_NAME) -> str:
    """What is wrong with a name, in words; nothing when it can be shown in one line."""
    hidden = ("Cc", "Cf", "Cs", "Zl", "Zp")
    if any(unicodedata.category(char) in hidden for char in name):
        return "must be one line, without signs that do not show"
    if len(name) > longest or name != name.strip():
        return f"must be at most {longest} letters, without blanks round it"
    return ""


def unsourced(grade: Grade, section: str) -> str:
    """What is wrong with the section of a grade, in words; nothing when they go together."""
    from witp_learn.rulebook import sections

    if section and section not in sections():
        return f"the rulebook has no such section.{nearest(section, sections())}"
    if not section and grade in (Grade.PRINTED, Grade.DERIVED):
        return f"is missing; what is {grade} names the section it comes from"
    return ""


def text_of(folder: Traversable, name: str) -> str:
    """The text of a file of a data folder.

    Raises BadData when it is missing, too large or not UTF-8.
    """
    file = folder / name
    if isinstance(file, Path):
        return read_text(file)
    return file.read_text("utf-8-sig")


def rows(folder: Traversable, name: str, columns: Iterable[str]) -> list[dict[str, str]]:
    """The rows of a table of a data folder, as texts by column.

    Raises BadData naming the file and the line.
    """
    source = str(folder / name) if isinstance(folder, Path) else name
    return read_csv(text_of(folder, name), source, columns)


def full_number(text: str) -> str:
    """A hex number with the leading zero that spreadsheets drop: ``806`` is ``0806``."""
    return text.zfill(4) if len(text) == 3 and text.isascii() and text.isdecimal() else text


@contextmanager
def placed(folder: Traversable) -> Iterator[None]:
    """Errors of the block name the file with its folder, so that an owner knows which it is."""
    try:
        yield
    except BadData as error:
        if not isinstance(folder, Path) or error.source != Path(error.source).name:
            raise
        where = str(folder / error.source) if error.source else str(folder)
        raise BadData(where, error.key, error.problem, error.value) from None


class Row:
    """One line of a table."""

    def __init__(self, source: str, cells: Mapping[str, str]) -> None:
        self.source, self.cells = source, cells

    def bad(self, column: str, problem: str) -> BadData:
        """An error that names file, line, column and value."""
        key = f"line {self.cells['line']}, {column}"
        return BadData(self.source, key, problem, self.cells[column])

    def text(self, column: str) -> str:
        """A cell without blanks round it."""
        return self.cells[column].strip()

    def name(self, column: str, longest: int = LONGEST_NAME) -> str:
        """A name that can be shown in one line."""
        text = self.text(column)
        if problem := illegible(text, longest):
            raise self.bad(column, problem)
        return text

    def hex(self, column: str, known: Container[HexId] | None = None) -> HexId:
        """A hex number, of a known hex where some are given."""
        text = full_number(self.text(column))
        if not is_hex(text) or (known is not None and text not in known):
            raise self.bad(column, "must be the number of a hex of the board")
        return text

    def choice(self, column: str, kind: type[E]) -> E | None:
        """One of the values of an enum, None for an empty cell."""
        text = self.text(column)
        names = [str(m.value) for m in kind]
        if text and text not in names:
            raise self.bad(column, f"must be {one_of(names)}.{nearest(text, names)}")
        return kind(text) if text else None

    def given(self, column: str, kind: type[E]) -> E:
        """One of the values of an enum; an empty cell is an error."""
        found = self.choice(column, kind)
        if found is None:
            names = [str(m.value) for m in kind]
            raise self.bad(column, f"is missing; must be {one_of(names)}")
        return found

    def flag(self, column: str, default: bool = False) -> bool:
        """``true`` or ``false``, as spreadsheets write it too; the default for an empty cell."""
        text = self.text(column).lower()
        if text not in ("", "true", "false"):
            raise self.bad(column, "must be true, false or empty")
        return default if not text else text == "true"

    def count(self, column: str, default: int) -> int:
        """A whole number; the default for an empty cell."""
        text = self.text(column)
        if text and not (text.isascii() and text.isdecimal() and len(text) < 10):
            raise self.bad(column, "must be a whole number or empty")
        return int(text) if text else default

    def origin(self) -> Origin:
        """The cells ``grade``, ``section`` and ``why``."""
        if not _SECTION.fullmatch(self.text("section")):
            problem = "must be a section like 2.3.3, or empty; spreadsheets make a date of it"
            raise self.bad("section", problem)
        grade, section = self.grade(), self.text("section")
        if problem := unsourced(grade, section):
            raise self.bad("section", problem)
        return Origin(grade, section, self.text("why"))

    def grade(self) -> Grade:
        """The cell ``grade``: one of `GRADES`."""
        text, names = self.text("grade"), [grade.value for grade in GRADES]
        if text not in names:
            missing = "" if text else "is missing; "
            raise self.bad("grade", f"{missing}must be {one_of(names)}.{nearest(text, names)}")
        return Grade(text)
