"""The board from its CSV tables, each datum with its origin (2.3).

A data folder holds it as ``hexes.csv``, ``hexsides.csv`` and ``sources.csv``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from witp_learn.components.rows import Row, rows
from witp_learn.files import BadData, one_of
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

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

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

SIDE = "side"
"""A row of its own where it is better known that an icon is there, and whose side's, than which."""


def read_board(folder: Traversable) -> Board:
    """The board of a data folder.

    Raises BadData naming file, line and column.
    """
    listed: dict[HexId, Row] = {}
    for cells in rows(folder, "hexes.csv", HEX_COLUMNS):
        row = Row("hexes.csv", cells)
        if (hex_id := row.hex("id")) in listed:
            raise row.bad("id", "stands twice")
        listed[hex_id] = row
    if not listed:
        raise BadData("hexes.csv", "", "has no hex; each line below the first one is a hex")
    _named_once(listed)
    origins = _origins(folder, listed)
    hexes = {hex_id: _hex(row, origins) for hex_id, row in listed.items()}
    sides = dict(_sides(folder, hexes))
    kinds = {pair: kind for pair, (kind, _) in sides.items()}
    return Board(hexes, kinds, {pair: origin for pair, (_, origin) in sides.items()})


def _named_once(listed: Mapping[HexId, Row]) -> None:
    names: dict[str, HexId] = {}
    for hex_id, row in listed.items():
        name = row.name("name").casefold()
        if name and (other := names.setdefault(name, hex_id)) != hex_id:
            raise row.bad("name", f"is the name of {other} too")


def _origins(folder: Traversable, listed: Mapping[HexId, Row]) -> Mapping[tuple[str, str], Origin]:
    table: dict[tuple[str, str], Origin] = {}
    for cells in rows(folder, "sources.csv", ORIGIN_COLUMNS):
        row = Row("sources.csv", cells)
        hex_id = "*" if row.text("hex") == "*" else row.hex("hex", listed)
        if (name := row.text("field")) not in (*FIELDS, SIDE):
            raise row.bad("field", f"must be {one_of((*FIELDS, SIDE))}")
        if (hex_id, name) in table:
            raise row.bad("field", f"hex {hex_id} has two rows for it")
        table[hex_id, name] = row.origin()
    return table


def _hex(row: Row, origins: Mapping[tuple[str, str], Origin]) -> Hex:
    hex_id = row.hex("id")
    terrain = row.choice("terrain", Terrain) or Terrain.DEEP
    facility, owner = row.choice("facility", Facility), row.choice("owner", Nation)
    if (facility is None) != (owner is None):
        raise row.bad("owner", "a port or airfield has an owner, and only it")
    if row.flag("mountain") and terrain is Terrain.DEEP:
        raise row.bad("mountain", "must be empty in deep sea: a mountain needs land")
    if (source := row.choice("source", Nation)) is Nation.CHINA:
        raise row.bad("source", "China has no supply source (12.2)")
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
        source=source,
        resource=row.flag("resource"),
        area=row.choice("area", Area),
        name=row.text("name"),
        origins=_of_hex(hex_id, origins),
    )


def _of_hex(hex_id: HexId, origins: Mapping[tuple[str, str], Origin]) -> Mapping[str, Origin]:
    unknown = Origin(Grade.UNKNOWN, "", "nothing is recorded")
    found = {f: origins.get((hex_id, f), origins.get(("*", f), unknown)) for f in FIELDS}
    side = origins.get((hex_id, SIDE))
    return found if side is None else {**found, SIDE: side}


def _coasts(row: Row, hex_id: HexId) -> Mapping[str, tuple[HexId, ...]]:
    table: dict[str, tuple[HexId, ...]] = {}
    for part in filter(None, row.text("coasts").split("|")):
        letter, _, rest = part.partition(":")
        touched = tuple(rest.split())
        if len(letter) != 1 or not letter.isupper() or not touched:
            raise row.bad("coasts", "must read like W:0306 0307|E:0407 0507")
        if not all(is_hex(h) and adjacent(hex_id, h) for h in touched):
            raise row.bad("coasts", f"names a hex that does not touch {hex_id}")
        if twice := [h for near in table.values() for h in near if h in touched]:
            raise row.bad("coasts", f"{twice[0]} touches two seas; ships pass between them there")
        table[letter] = touched
    return table


def _sides(
    folder: Traversable, hexes: Mapping[HexId, Hex]
) -> Iterable[tuple[tuple[HexId, HexId], tuple[Terrain, Origin]]]:
    seen: set[tuple[HexId, HexId]] = set()
    for cells in rows(folder, "hexsides.csv", SIDE_COLUMNS):
        row = Row("hexsides.csv", cells)
        a, b = row.hex("a", hexes), row.hex("b", hexes)
        if not adjacent(a, b):
            raise row.bad("b", f"does not touch {a}")
        if (pair := side_pair(a, b)) in seen:
            raise row.bad("b", f"the side between {a} and {b} stands twice")
        seen.add(pair)
        yield pair, (row.given("kind", Terrain), row.origin())


def rectangle(columns: tuple[int, int], rows: tuple[int, int]) -> tuple[HexId, ...]:
    """All hex numbers of the given columns and rows, both ends included."""
    return tuple(
        make(c, r) for c in range(columns[0], columns[1] + 1) for r in range(rows[0], rows[1] + 1)
    )


def extent(shown: Board) -> tuple[tuple[int, int], tuple[int, int]]:
    """First and last column, first and last row of a board."""
    c0, r0, c1, r1 = bounds(shown.hexes)
    return (c0, c1), (r0, r1)
