"""The position file: TOML or JSON, format ``witp-position/1``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from attrs import asdict, field, frozen

from witp_learn.components import board as companion_board
from witp_learn.components import extent, rectangle
from witp_learn.files import BadData, parse, plain, structure, to_toml
from witp_learn.hexgrid import adjacent
from witp_learn.model import (
    Area,
    Board,
    Facility,
    Hex,
    Nation,
    Phase,
    Progress,
    Side,
    State,
    Step,
    Terrain,
    Unit,
    side_pair,
)
from witp_learn.position import progress
from witp_learn.position.bare import rows
from witp_learn.position.check import fatal, settled

FORMAT = "witp-position/1"


@frozen
class _Points:
    japan: int
    allies: int


@frozen
class _Bases:
    japan: tuple[str, ...] = ()
    allies: tuple[str, ...] = ()


@frozen
class _HexRow:
    id: str
    terrain: Terrain = Terrain.DEEP
    mountain: bool = False
    jungle: bool = False
    land_part: bool | None = None
    coasts: dict[str, tuple[str, ...]] = field(factory=dict)
    unlimited: bool = False
    fleet_limit: int = 5
    facility: Facility | None = None
    owner: Nation | None = None
    source: Nation | None = None
    resource: bool = False
    area: Area | None = None
    name: str = ""


@frozen
class _SideRow:
    between: tuple[str, ...]
    kind: Terrain


@frozen
class _BoardTable:
    columns: tuple[int, ...]
    rows: tuple[int, ...]
    hexes: tuple[_HexRow, ...] = ()
    hexsides: tuple[_SideRow, ...] = ()


@frozen
class _File:
    format: str
    turn: int
    title: str = ""
    phase: Phase = Phase.SUPPLY
    trp: _Points | None = None
    rulings: dict[str, str] = field(factory=dict)
    contested: tuple[str, ...] = ()
    board: _BoardTable | None = None
    bases: _Bases = field(factory=_Bases)
    units: tuple[Unit, ...] = ()
    progress: Progress | None = None


def read(text: str, source: str, board: Board | None = None) -> State:
    """The position of a TOML or JSON text; one without a board of its own lies on ``board``.

    ``board``: the companion's map when None.

    Raises BadData naming ``source``, key and value, and saying what would be right.
    """
    return from_plain(parse(text, source), source, board)


def from_plain(data: Mapping[str, Any], source: str, board: Board | None = None) -> State:
    """The position of plain tables, as a parser gives them; see `read`. Raises BadData."""
    if "format" in data and data["format"] != FORMAT:
        problem = f'this companion reads format = "{FORMAT}"'
        raise BadData(source, "format", problem, data["format"])
    found = structure(_File, dict(data), source)
    board = _board(found.board, source) if found.board else board or companion_board()
    state = State(
        board=board,
        turn=found.turn,
        units=tuple(settled(u, board) for u in found.units),
        bases={
            Side.JAPAN: tuple(_whole(h) for h in found.bases.japan),
            Side.ALLIES: tuple(_whole(h) for h in found.bases.allies),
        },
        title=found.title,
        phase=found.phase,
        trp=(found.trp.japan, found.trp.allies) if found.trp else None,
        rulings=_without_defaults(found.rulings),
        contested=tuple(_whole(h) for h in found.contested),
        progress=found.progress,
    )
    if amiss := fatal(state):
        raise BadData(source, amiss.key, amiss.problem, amiss.value)
    return state


def _whole(at: str) -> str:
    return at[:4] if len(at) == 5 and at[4].isupper() else at


def _without_defaults(chosen: Mapping[str, str]) -> dict[str, str]:
    from witp_learn.rulebook import switches

    defaults = {slug: item.default for slug, item in switches().items()}
    return {slug: reading for slug, reading in chosen.items() if defaults.get(slug) != reading}


def _board(table: _BoardTable, source: str) -> Board:
    columns = _span(table.columns, source, "board.columns")
    rows = _span(table.rows, source, "board.rows")
    hexes = {h: Hex(h) for h in rectangle(columns, rows)}
    seen: set[str] = set()
    for index, row in enumerate(table.hexes):
        key = f"board.hexes[{index}]"
        if row.id not in hexes:
            raise BadData(source, f"{key}.id", "outside the board's columns and rows", row.id)
        if row.id in seen:
            raise BadData(source, f"{key}.id", "stands twice", row.id)
        seen.add(row.id)
        hexes[row.id] = _hex(row, source, key)
    sides = dict(_sides(table.hexsides, hexes, source))
    return Board(hexes, sides, own=True)


def _span(numbers: tuple[int, ...], source: str, key: str) -> tuple[int, int]:
    if len(numbers) != 2 or not 0 <= numbers[0] <= numbers[1] <= 99:
        problem = "must be the first and the last number, like [1, 17], within 0 to 99"
        raise BadData(source, key, problem, list(numbers))
    return numbers[0], numbers[1]


def _hex(row: _HexRow, source: str, key: str) -> Hex:
    if (row.facility is None) != (row.owner is None):
        missing = "owner" if row.facility else "facility"
        raise BadData(source, f"{key}.{missing}", "a port or airfield has an owner, and only it")
    if row.fleet_limit < 0:
        raise BadData(source, f"{key}.fleet_limit", "must be 0 or more", row.fleet_limit)
    for letter, touched in row.coasts.items():
        if len(letter) != 1 or not letter.isascii() or not letter.isupper():
            raise BadData(source, f"{key}.coasts", "a coast is one capital letter", letter)
        for neighbour in touched:
            if not _touches(row.id, neighbour):
                problem = f"does not touch {row.id}"
                raise BadData(source, f"{key}.coasts.{letter}", problem, neighbour)
    _two_seas(row, source, key)
    values = asdict(row, recurse=False)
    values["land_part"] = _land_part(row)
    return Hex(**values)


def _two_seas(row: _HexRow, source: str, key: str) -> None:
    touched = [h for neighbours in row.coasts.values() for h in neighbours]
    if twin := next((h for h in touched if touched.count(h) > 1), None):
        raise BadData(source, f"{key}.coasts", "two coasts touch the same hex", twin)


def _land_part(row: _HexRow) -> bool:
    return row.terrain is not Terrain.DEEP if row.land_part is None else row.land_part


def _touches(a: str, b: str) -> bool:
    try:
        return adjacent(a, b)
    except ValueError:
        return False


def _sides(
    rows: tuple[_SideRow, ...], hexes: Mapping[str, Hex], source: str
) -> Iterator[tuple[tuple[str, str], Terrain]]:
    seen: set[tuple[str, str]] = set()
    for index, row in enumerate(rows):
        key = f"board.hexsides[{index}].between"
        pair = list(row.between)
        if len(pair) != 2 or not all(h in hexes for h in pair) or not _touches(*pair):
            raise BadData(source, key, "must be two hexes of the board that touch", pair)
        if side_pair(pair[0], pair[1]) in seen:
            raise BadData(source, key, "stands twice", pair)
        seen.add(side_pair(pair[0], pair[1]))
        yield side_pair(pair[0], pair[1]), row.kind


def to_plain(state: State) -> dict[str, Any]:
    """The position as plain tables; what equals its default is left out."""
    data: dict[str, Any] = {"format": FORMAT}
    if state.title:
        data["title"] = state.title
    data["turn"] = state.turn
    data["phase"] = state.phase.value
    if state.trp is not None:
        data["trp"] = {"japan": state.trp[0], "allies": state.trp[1]}
    if state.rulings:
        data["rulings"] = dict(state.rulings)
    if state.contested:
        data["contested"] = list(state.contested)
    if state.board.own:
        data["board"] = _board_plain(state.board)
    data["bases"] = {side.value: list(state.bases[side]) for side in Side}
    data["units"] = [_unit_plain(unit) for unit in rows(state.units)]
    if state.progress is not None:
        data["progress"] = progress.to_plain(state.progress)
    return data


def _unit_plain(unit: Unit) -> dict[str, Any]:
    row: dict[str, Any] = {"at": unit.at, "nation": unit.nation.value, "kind": unit.kind.value}
    if unit.state is not Step.FULL:
        row["state"] = unit.state.value
    if unit.count != 1:
        row["count"] = unit.count
    if unit.aboard:
        row["aboard"] = True
    if unit.strength is not None:
        row["strength"] = unit.strength
    if unit.moved:
        row["moved"] = True
    return row


def _board_plain(board: Board) -> dict[str, Any]:
    columns, rows = extent(board)
    return {
        "columns": list(columns),
        "rows": list(rows),
        "hexes": [_hex_plain(place) for h, place in sorted(board.hexes.items()) if place != Hex(h)],
        "hexsides": [
            {"between": list(pair), "kind": kind.value}
            for pair, kind in sorted(board.hexsides.items())
        ],
    }


def _hex_plain(place: Hex) -> dict[str, Any]:
    plain_hex = Hex(place.id)
    row: dict[str, Any] = {"id": place.id}
    for name, value in asdict(place, recurse=False).items():
        if name not in ("id", "origins", "land_part") and value != getattr(plain_hex, name):
            row[name] = plain(value)
    if place.land_part != (place.terrain is not Terrain.DEEP):
        row["land_part"] = place.land_part
    return row


def write(state: State) -> str:
    """The position as TOML text."""
    return to_toml(to_plain(state))
