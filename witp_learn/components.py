"""The companion's component data: the board from its CSV tables, each datum with its origin.

A data folder holds ``hexes.csv``, ``hexsides.csv`` and ``sources.csv``; the shipped one lies in
``witp_learn/data/board``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import TypeVar

from witp_learn.files import BadData, nearest, one_of, read_csv
from witp_learn.hexgrid import HexId, adjacent, bounds, is_hex, make
from witp_learn.model import (
    Area,
    Board,
    Facility,
    Grade,
    Hex,
    Nation,
    Origin,
    Terrain,
    side_pair,
)

HEX_COLUMNS = (
    "id",
    "name",
    "terrain",
    "mountain",
    "jungle",
    "land_part",
    "unlimited",
    "fleet_limit",
    "facility",
    "owner",
    "source",
    "resource",
    "area",
    "coasts",
)
SIDE_COLUMNS = ("a", "b", "kind", "grade", "section", "why")
ORIGIN_COLUMNS = ("hex", "field", "grade", "section", "why")

FIELDS = (
    "name",
    "terrain",
    "mountain",
    "jungle",
    "land_part",
    "icon",
    "source",
    "area",
    "resource",
    "coasts",
    "unlimited",
    "fleet_limit",
)
"""The data of a hex that carry an origin; ``icon`` is facility and owner together."""

E = TypeVar("E", bound=Enum)


@cache
def board() -> Board:
    """The companion's map."""
    return read_board(files("witp_learn") / "data" / "board")


def read_board(folder: Traversable) -> Board:
    """The board of a data folder.

    Raises BadData naming file, line and column.
    """
    origins = _origins(folder)
    hexes: dict[HexId, Hex] = {}
    for row in _rows(folder, "hexes.csv", HEX_COLUMNS):
        found = _hex(_Row("hexes.csv", row), origins)
        if found.id in hexes:
            raise BadData("hexes.csv", f"line {row['line']}, id", "stands twice", found.id)
        hexes[found.id] = found
    return Board(hexes, dict(_sides(folder, hexes)))


def _rows(folder: Traversable, name: str, columns: Iterable[str]) -> list[dict[str, str]]:
    return read_csv((folder / name).read_text("utf-8-sig"), name, columns)


class _Row:
    """One line of a table, read cell by cell with errors that name file, line and column."""

    def __init__(self, source: str, cells: Mapping[str, str]) -> None:
        self.source, self.cells = source, cells

    def bad(self, column: str, problem: str) -> BadData:
        key = f"line {self.cells['line']}, {column}"
        return BadData(self.source, key, problem, self.cells[column])

    def text(self, column: str) -> str:
        return self.cells[column].strip()

    def hex(self, column: str, known: Mapping[HexId, Hex] | None = None) -> HexId:
        text = self.text(column)
        if not is_hex(text) or (known is not None and text not in known):
            raise self.bad(column, "must be the number of a hex of the board")
        return text

    def choice(self, column: str, kind: type[E]) -> E | None:
        text = self.text(column)
        names = [str(m.value) for m in kind]
        if text and text not in names:
            raise self.bad(column, f"must be {one_of(names)}.{nearest(text, names)}")
        return kind(text) if text else None

    def flag(self, column: str, default: bool = False) -> bool:
        text = self.text(column)
        if text not in ("", "true", "false"):
            raise self.bad(column, "must be true, false or empty")
        return default if not text else text == "true"

    def count(self, column: str, default: int) -> int:
        text = self.text(column)
        if text and not text.isdecimal():
            raise self.bad(column, "must be a whole number or empty")
        return int(text) if text else default


def _origins(folder: Traversable) -> Mapping[tuple[str, str], Origin]:
    table: dict[tuple[str, str], Origin] = {}
    for cells in _rows(folder, "sources.csv", ORIGIN_COLUMNS):
        row = _Row("sources.csv", cells)
        hex_id = "*" if row.text("hex") == "*" else row.hex("hex")
        if (name := row.text("field")) not in FIELDS:
            raise row.bad("field", f"must be {one_of(FIELDS)}")
        grade = row.choice("grade", Grade)
        if grade is None:
            raise row.bad("grade", "is missing")
        if (hex_id, name) in table:
            raise row.bad("field", f"hex {hex_id} has two rows for it")
        table[hex_id, name] = Origin(grade, row.text("section"), row.text("why"))
    return table


def _hex(row: _Row, origins: Mapping[tuple[str, str], Origin]) -> Hex:
    hex_id = row.hex("id")
    terrain = row.choice("terrain", Terrain) or Terrain.DEEP
    facility, owner = row.choice("facility", Facility), row.choice("owner", Nation)
    if (facility is None) != (owner is None):
        raise row.bad("owner", "a port or airfield has an owner, and only it")
    unknown = Origin(Grade.UNKNOWN, "", "nothing is recorded")
    return Hex(
        id=hex_id,
        terrain=terrain,
        mountain=row.flag("mountain"),
        jungle=row.flag("jungle"),
        land_part=row.flag("land_part", terrain is not Terrain.DEEP),
        coasts=_coasts(row, hex_id),
        unlimited=row.flag("unlimited"),
        fleet_limit=row.count("fleet_limit", 5),
        facility=facility,
        owner=owner,
        source=row.choice("source", Nation),
        resource=row.flag("resource"),
        area=row.choice("area", Area),
        name=row.text("name"),
        origins={f: origins.get((hex_id, f), origins.get(("*", f), unknown)) for f in FIELDS},
    )


def _coasts(row: _Row, hex_id: HexId) -> Mapping[str, tuple[HexId, ...]]:
    table: dict[str, tuple[HexId, ...]] = {}
    for part in filter(None, row.text("coasts").split("|")):
        letter, _, rest = part.partition(":")
        touched = tuple(rest.split())
        if len(letter) != 1 or not letter.isupper() or not touched:
            raise row.bad("coasts", "must read like W:0306 0307|E:0407 0507")
        if not all(is_hex(h) and adjacent(hex_id, h) for h in touched):
            raise row.bad("coasts", f"names a hex that does not touch {hex_id}")
        table[letter] = touched
    return table


def _sides(
    folder: Traversable, hexes: Mapping[HexId, Hex]
) -> Iterable[tuple[tuple[HexId, HexId], Terrain]]:
    for cells in _rows(folder, "hexsides.csv", SIDE_COLUMNS):
        row = _Row("hexsides.csv", cells)
        a, b = row.hex("a", hexes), row.hex("b", hexes)
        if not adjacent(a, b):
            raise row.bad("b", f"does not touch {a}")
        kind = row.choice("kind", Terrain)
        if kind is None:
            raise row.bad("kind", "is missing")
        yield side_pair(a, b), kind


def rectangle(columns: tuple[int, int], rows: tuple[int, int]) -> tuple[HexId, ...]:
    """All hex numbers of the given columns and rows, both ends included."""
    return tuple(
        make(c, r) for c in range(columns[0], columns[1] + 1) for r in range(rows[0], rows[1] + 1)
    )


def extent(shown: Board) -> tuple[tuple[int, int], tuple[int, int]]:
    """First and last column, first and last row of a board."""
    c0, r0, c1, r1 = bounds(shown.hexes)
    return (c0, c1), (r0, r1)
