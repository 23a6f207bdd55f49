"""Tables of a data folder, read cell by cell with errors that name file, line and column."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from witp_learn.files import BadData, nearest, one_of, read_csv, read_text
from witp_learn.hexgrid import HexId, is_hex
from witp_learn.model import Grade, Hex, Origin

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

E = TypeVar("E", bound=Enum)

_SECTION = re.compile(r"([1-9]\d?(\.\d{1,2}){0,2})?")


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

    def hex(self, column: str, known: Mapping[HexId, Hex] | None = None) -> HexId:
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
        return Origin(self.given("grade", Grade), self.text("section"), self.text("why"))
