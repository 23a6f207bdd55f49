"""A CSV table changed row by row: every row that is not changed stays as it is, byte for byte.

Owners keep their tables in spreadsheets and editors, so the byte order mark, the line ends, the
quotes and the order of the rows are theirs.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Mapping, Sequence

from attrs import define


@define
class Line:
    """One row: its text with its line end, and its cells by column."""

    raw: str
    cells: dict[str, str]


class Sheet:
    """A table as text and as rows. Give it a text that `read_csv` has read without an error."""

    def __init__(self, text: str, columns: Sequence[str]) -> None:
        self._columns = tuple(columns)
        whole = list(io.StringIO(text, newline=""))
        reader = csv.reader(iter(whole))
        next(reader)
        done = reader.line_num
        self._head = "".join(whole[:done])
        self._end = "\r\n" if self._head.endswith("\r\n") else "\n"
        self.lines: list[Line] = []
        for cells in reader:
            raw = "".join(whole[done : reader.line_num])
            done = reader.line_num
            self.lines.append(Line(raw, dict(zip(self._columns, cells, strict=False))))

    @property
    def text(self) -> str:
        """The whole table."""
        return self._head + "".join(line.raw for line in self.lines)

    def find(self, wanted: Callable[[Mapping[str, str]], bool]) -> Line | None:
        """The first row for which ``wanted`` holds."""
        return next((line for line in self.lines if line.cells and wanted(line.cells)), None)

    def change(self, line: Line, cells: Mapping[str, str]) -> None:
        """Put new texts into some cells of a row; a row that has them already stays as it is."""
        if all(line.cells[name].strip() == text for name, text in cells.items()):
            return
        end = line.raw[len(line.raw.rstrip("\r\n")) :]
        line.cells = {**line.cells, **cells}
        line.raw = self._row(line.cells, end)

    def insert(self, cells: Mapping[str, str], before: Callable[[Mapping[str, str]], bool]) -> None:
        """Add a row ahead of the first one for which ``before`` holds, else at the end."""
        places = [i for i, line in enumerate(self.lines) if line.cells and before(line.cells)]
        where = places[0] if places else len(self.lines)
        if where == len(self.lines):
            self._close_last()
        whole = {name: cells.get(name, "") for name in self._columns}
        self.lines.insert(where, Line(self._row(whole, self._end), whole))

    def _close_last(self) -> None:
        if self.lines and not self.lines[-1].raw.endswith(("\n", "\r")):
            self.lines[-1].raw += self._end
        if not self.lines and not self._head.endswith(("\n", "\r")):
            self._head += self._end

    def _row(self, cells: Mapping[str, str], end: str) -> str:
        buffer = io.StringIO(newline="")
        csv.writer(buffer, lineterminator=end).writerow([cells[n] for n in self._columns])
        return buffer.getvalue()
