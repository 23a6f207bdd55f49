"""The counters: where each starts, when it arrives, or that it waits in reserve (2.2, 3.3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from attrs import field, frozen

from witp_learn.components.rows import Row, full_number, rows
from witp_learn.files import one_of
from witp_learn.hexgrid import HexId, is_hex
from witp_learn.model import TURNS, Hex, Kind, Nation, Origin, Side, Terrain, Unit

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

UNITS_FILE = "units.csv"

UNIT_COLUMNS = ("nation", "kind", "strength", "count", "hex", "turn", "grade", "section", "why")

CHINESE_HEXES = ("0404", "0504", "0505")
"""The only hexes in which Chinese land units may be (12.2)."""

FIRST_ARRIVAL = 2
"""The first turn box of the track that holds reinforcements."""

MOST = 99
"""The largest count or strength of one row."""


@frozen
class Counters:
    """Like counters: ``count`` of them, with a start hex, an arrival turn, or neither (reserve).

    ``strength`` None: the usual one of their kind. ``coast``: the sea of a two-sea hex, for
    fleets. ``line``: where the table has them.

    Rules: 2.2e-h, 2.2.1a-e
    """

    nation: Nation
    kind: Kind
    count: int
    hex: HexId | None
    turn: int | None
    strength: int | None
    origin: Origin
    coast: str = ""
    line: int = field(default=0, eq=False)

    @property
    def side(self) -> Side:
        """The side they fight for."""
        return self.nation.side

    @property
    def is_reserve(self) -> bool:
        """Whether they have neither a start hex nor an arrival turn (3.3)."""
        return self.hex is None and self.turn is None

    def unit(self, at: str = "") -> Unit:
        """The counters on the map, full, in their start hex or in ``at``.

        Raises ValueError when there is no start hex and none is given.
        """
        place = at or (self.hex or "") + self.coast
        if not place:
            raise ValueError("counters without a start hex need one")
        return Unit(place, self.nation, self.kind, count=self.count, strength=self.strength)


@frozen
class Misfit:
    """Counters that cannot be in their start hex as the map has it.

    ``file``: their table. ``section`` prints what their kind needs, ``needs`` says it, ``here``
    says what the map has.
    """

    file: str
    counters: Counters
    section: str
    needs: str
    here: str

    @property
    def who(self) -> str:
        """The counters and their place: ``units.csv, line 16: 1 Japanese naval unit at 0707``."""
        one = self.counters
        noun = one.kind.noun if one.count == 1 else f"{one.kind.noun}s"
        told = f"{one.count} {one.nation.adjective} {noun} at {one.unit().at}"
        return f"{self.file}, line {one.line}: {told}"

    @property
    def problem(self) -> str:
        """Why, with the section: ``Palau is land; fleets need sea (2.3.2)``."""
        return f"{self.here}; {self.needs} ({self.section})"

    def __str__(self) -> str:
        return f"{self.who}; {self.problem}"


def misfits(
    counters: Iterable[Counters], hexes: Mapping[HexId, Hex], file: str = UNITS_FILE
) -> tuple[Misfit, ...]:
    """The counters of a table that cannot be in their start hexes as the map has them.

    Rules: 2.3.2c, 2.3.2d, 8.7k
    """
    found: list[Misfit] = []
    for one in counters:
        if one.hex is not None and (why := _amiss(one, hexes[one.hex])):
            found.append(Misfit(file, one, *why))
    return tuple(found)


def _amiss(one: Counters, place: Hex) -> tuple[str, str, str] | None:
    """The section, what counters need, and what their start hex is; None when they fit."""
    if one.kind.is_fleet:
        return _no_sea(one, place)
    if one.kind is Kind.AIR:
        return None
    if place.terrain is Terrain.DEEP:
        return "2.3.2", f"{one.kind.noun}s cannot stand in deep sea", f"{place.label} is deep sea"
    if not place.land_part:
        return "2.3.2", "land units need land to stand on", f"{place.label} has none"
    return None


def _no_sea(one: Counters, place: Hex) -> tuple[str, str, str] | None:
    if place.terrain is Terrain.LAND:
        return "2.3.2", "fleets need sea", f"{place.label} is land"
    if one.coast and not place.coasts:
        return "8.7", "fleets stand in a sea that is there", f"{place.label} has one sea only"
    if place.coasts and one.coast not in place.coasts:
        right = one_of(place.id + letter for letter in place.coasts)
        return "8.7", "a fleet stands in one of two seas", f"{place.label} has both: write {right}"
    return None


def read_units(
    folder: Traversable,
    name: str = UNITS_FILE,
    hexes: Mapping[HexId, Hex] | None = None,
) -> tuple[Counters, ...]:
    """All counters of a table of a data folder, in its order.

    With ``hexes``, every start hex must be one of them; whether its kind can be there is for
    `misfits` to say. Raises BadData naming file, line and column.
    """
    found: list[Counters] = []
    for cells in rows(folder, name, UNIT_COLUMNS):
        row = Row(name, cells)
        one = _counters(row, hexes)
        _not_twice(row, one, found)
        found.append(one)
    return tuple(found)


def _counters(row: Row, hexes: Mapping[HexId, Hex] | None) -> Counters:
    nation, kind = row.given("nation", Nation), row.given("kind", Kind)
    hex_id, coast = _start(row, kind, hexes)
    turn = _turn(row)
    if hex_id and turn is not None:
        raise row.bad("turn", "a unit has a start hex or an arrival turn, not both (3.3)")
    if nation is Nation.CHINA:
        _chinese(row, kind, hex_id)
    count = row.count("count", 1)
    if not 1 <= count <= MOST:
        raise row.bad("count", f"must be 1 to {MOST}, or empty for 1")
    one = Counters(
        nation=nation,
        kind=kind,
        count=count,
        hex=hex_id,
        turn=turn,
        strength=_strength(row),
        origin=row.origin(),
        coast=coast,
        line=int(row.cells["line"]),
    )
    if one.is_reserve and (nation, kind, count) != (Nation.US, Kind.AIR, 1):
        problem = "is empty, and so is turn; only one US air unit has neither (3.3)"
        raise row.bad("hex", problem)
    return one


def _start(row: Row, kind: Kind, hexes: Mapping[HexId, Hex] | None) -> tuple[HexId | None, str]:
    text = row.text("hex")
    if not text:
        return None, ""
    coast = text[-1] if text[-1].isalpha() else ""
    hex_id = full_number(text.removesuffix(coast))
    if not is_hex(hex_id) or (hexes is not None and hex_id not in hexes):
        raise row.bad("hex", "must be the number of a hex of the board, or empty")
    if coast and not kind.is_fleet:
        raise row.bad("hex", f"only fleets are on a coast; write {hex_id} (8.7)")
    return hex_id, coast


def _turn(row: Row) -> int | None:
    text = row.text("turn")
    last = TURNS[-1]
    if text and not FIRST_ARRIVAL <= row.count("turn", 0) <= last:
        raise row.bad("turn", f"must be {FIRST_ARRIVAL} to {last}, or empty (3.3)")
    return int(text) if text else None


def _strength(row: Row) -> int | None:
    if not row.text("strength"):
        return None
    if (strength := row.count("strength", 0)) > MOST:
        raise row.bad("strength", f"must be 0 to {MOST}, or empty for the usual one of its kind")
    return strength


def _chinese(row: Row, kind: Kind, hex_id: HexId | None) -> None:
    if kind is not Kind.LAND:
        raise row.bad("kind", "the Chinese have land units only (2.2.1)")
    if row.text("turn"):
        raise row.bad("turn", "China has no supply source to arrive in (12.2)")
    if hex_id not in CHINESE_HEXES:
        raise row.bad("hex", f"Chinese units start in {one_of(CHINESE_HEXES)} (12.2)")


def _not_twice(row: Row, one: Counters, found: Iterable[Counters]) -> None:
    for other in found:
        if one.is_reserve and other.is_reserve:
            raise row.bad("hex", "is empty, and so is turn; one US air unit is in reserve (3.3)")
        if _key(one) == _key(other):
            problem = f"the same counters stand in line {other.line}; raise their count there"
            raise row.bad("count", problem)


def _key(one: Counters) -> tuple[object, ...]:
    return (one.nation, one.kind, one.strength, one.hex, one.coast, one.turn)


def at_start(counters: Iterable[Counters]) -> tuple[Counters, ...]:
    """The counters that start on the map, in their order.

    Rules: 3.3c
    """
    return tuple(c for c in counters if c.hex is not None)


def arriving(counters: Iterable[Counters], turn: int) -> tuple[Counters, ...]:
    """The counters in the box of a turn, which come in at its end.

    Rules: 3.3e, 11.0a
    """
    return tuple(c for c in counters if c.turn == turn)


def reserve(counters: Iterable[Counters]) -> tuple[Counters, ...]:
    """The counters without start hex and arrival turn.

    Rules: 3.3l
    """
    return tuple(c for c in counters if c.is_reserve)


def totals(counters: Iterable[Counters]) -> Mapping[tuple[Nation, Kind], int]:
    """How many counters there are of each nation and kind."""
    table: Counter[tuple[Nation, Kind]] = Counter()
    for one in counters:
        table[one.nation, one.kind] += one.count
    return table


def from_turn(counters: Iterable[Counters], first: int) -> Iterator[Counters]:
    """The counters of the track that are still to come when a game starts on turn ``first``.

    Rules: 3.3e, 3.3f
    """
    return (c for c in counters if c.turn is not None and c.turn >= first)
