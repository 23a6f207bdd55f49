"""An owner's corrections, written into his data folder whole or not at all.

A correction touches the rows it is about and nothing else. It is tried on a copy, which must be
readable and hold what was meant, before it takes the place of the tables. Two programs that
correct one folder wait for each other; a table that is changed by hand meanwhile is read again
first, so no correction is lost.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TypeAlias

from attrs import evolve

from witp_learn.components import current
from witp_learn.components.board import FIELDS, HEX_COLUMNS, ORIGIN_COLUMNS, SIDE, SIDE_COLUMNS
from witp_learn.components.reading import read
from witp_learn.components.rows import full_number, illegible
from witp_learn.components.sheet import Sheet
from witp_learn.components.values import cells
from witp_learn.files import BadData, one_of, whole_path
from witp_learn.hexgrid import HexId, adjacent
from witp_learn.model import Board, Grade, Hex, Terrain, side_pair

SAME = "the same on the owner's printed map"
TAKEN = "taken from the owner's printed map"

LOCK = ".witp-learn-lock"
_TRIAL = ".witp-learn-trial-"
_PATIENCE = 5.0
_ROUNDS = 5
_COLUMNS = {
    "hexes.csv": HEX_COLUMNS,
    "hexsides.csv": SIDE_COLUMNS,
    "sources.csv": ORIGIN_COLUMNS,
}

Sheets: TypeAlias = Mapping[str, Sheet]
Change: TypeAlias = Callable[[Sheets, Board], None]
Meant: TypeAlias = Callable[[Board, Board], Board]
"""The board that is meant, from the one before and the one that the copy gives."""


def confirm(folder: Path | str, hex_id: HexId, *keys: str, sides: Iterable[HexId] = ()) -> None:
    """Say that fields of a hex are the same on the owner's map: grade ``confirmed``.

    ``keys`` are names of `FIELDS`; ``sides`` the neighbours to which the side is the same too. The
    values stay as they are. Raises BadData, with nothing changed, when the folder cannot be read or
    written or has no such hex or side.
    """

    def change(sheets: Sheets, board: Board) -> None:
        place = _known(board, hex_id)
        for key in keys:
            _pin(sheets["hexes.csv"], place, key, cells(place, key))
            _vouch_datum(sheets["sources.csv"], hex_id, key, SAME)
        for other in sides:
            _known_side(board, hex_id, other)
            kind = board.hexside(hex_id, other)
            _vouch_side(sheets["hexsides.csv"], hex_id, other, kind, SAME)

    _apply(folder, change, lambda board, _: board)


def correct(folder: Path | str, place: Hex, keys: tuple[str, ...]) -> None:
    """Write fields of a hex as the owner's map shows them, with the grade ``confirmed``.

    ``place`` holds the new values, ``keys`` says which of its fields count; the others keep what
    the folder has (a ``land_part`` that the table leaves open follows the terrain). Raises BadData,
    with nothing changed, when the values do not go together or the folder cannot be read or
    written.
    """
    _legible(place.name)

    def change(sheets: Sheets, board: Board) -> None:
        known = _known(board, place.id)
        for key in keys:
            _pin(sheets["hexes.csv"], known, key, cells(place, key))
            _vouch_datum(sheets["sources.csv"], known.id, key, TAKEN)

    def meant(board: Board, found: Board) -> Board:
        wanted = {c: getattr(place, c) for key in keys for c in _attributes(key)}
        if "terrain" in keys:
            wanted = {"land_part": found[place.id].land_part} | wanted
        return board.with_hex(evolve(board[place.id], **wanted))

    _apply(folder, change, meant)


def confirm_side(folder: Path | str, a: HexId, b: HexId) -> None:
    """Say that the side between two hexes is the same on the owner's map.

    Raises BadData, with nothing changed, when the two are no neighbours of the board or the folder
    cannot be read or written.
    """

    def change(sheets: Sheets, board: Board) -> None:
        _known_side(board, a, b)
        _vouch_side(sheets["hexsides.csv"], a, b, board.hexside(a, b), SAME)

    _apply(folder, change, lambda board, _: board)


def correct_side(folder: Path | str, a: HexId, b: HexId, kind: Terrain) -> None:
    """Write the kind of the side between two hexes as the owner's map shows it.

    Raises BadData as `confirm_side` does, and for a kind that there is not.
    """
    if kind not in (kinds := [one.value for one in Terrain]):
        raise BadData("hexsides.csv", "kind", f"must be {one_of(kinds)}", kind)

    def change(sheets: Sheets, board: Board) -> None:
        _known_side(board, a, b)
        _vouch_side(sheets["hexsides.csv"], a, b, Terrain(kind), TAKEN)

    def meant(board: Board, _: Board) -> Board:
        return evolve(board, hexsides={**board.hexsides, side_pair(a, b): Terrain(kind)})

    _apply(folder, change, meant)


def _attributes(key: str) -> tuple[str, ...]:
    return ("facility", "owner") if key == "icon" else (key,)


def _legible(name: str) -> None:
    if problem := illegible(name):
        raise BadData("", "name", problem, name)


def _is(cell: str, hex_id: HexId) -> bool:
    return full_number(cell.strip()) == hex_id


def _known(board: Board, hex_id: HexId) -> Hex:
    if hex_id not in board:
        raise BadData("hexes.csv", "id", "no such hex on the board of this folder", hex_id)
    return board[hex_id]


def _known_side(board: Board, a: HexId, b: HexId) -> None:
    for hex_id in (a, b):
        _known(board, hex_id)
    if not adjacent(a, b):
        raise BadData("hexsides.csv", "b", f"does not touch {a}", b)


def _pin(sheet: Sheet, known: Hex, key: str, new: dict[str, str]) -> None:
    """Put a field into its cells; ``land_part`` in so many words, so that it stays as it is."""
    line = sheet.find(lambda row: _is(row["id"], known.id))
    if line is not None and (cells(known, key) != new or key == "land_part"):
        sheet.change(line, new)


def _vouch_datum(sheet: Sheet, hex_id: HexId, key: str, why: str) -> None:
    """Grade a field ``confirmed``; with an icon goes the row that tells only whose it is."""
    _vouch(sheet, hex_id, key, why)
    if key == "icon" and sheet.find(_row_of(hex_id, SIDE)) is not None:
        _vouch(sheet, hex_id, SIDE, why)


def _row_of(hex_id: HexId, key: str) -> Callable[[Mapping[str, str]], bool]:
    return lambda row: _is(row["hex"], hex_id) and row["field"].strip() == key


def _vouch(sheet: Sheet, hex_id: HexId, key: str, why: str) -> None:
    """Give a field its row with the grade ``confirmed``; the section of the old row stays."""
    line = sheet.find(_row_of(hex_id, key))
    new = {"grade": Grade.CONFIRMED.value, "why": why}
    if line is not None:
        if line.cells["grade"].strip() != Grade.CONFIRMED or why == TAKEN:
            sheet.change(line, new)
        return
    sheet.insert(
        {"hex": hex_id, "field": key, **new},
        before=lambda row: (
            row["hex"].strip() != "*" and _after(row["hex"], row["field"], hex_id, key)
        ),
    )


def _after(hex_cell: str, field_cell: str, hex_id: HexId, key: str) -> bool:
    place, field = full_number(hex_cell.strip()), field_cell.strip()
    order = FIELDS.index(field) if field in FIELDS else 0
    return (place, order) > (hex_id, FIELDS.index(key))


def _vouch_side(sheet: Sheet, a: HexId, b: HexId, kind: Terrain, why: str) -> None:
    pair = side_pair(a, b)
    line = sheet.find(lambda row: side_pair(*_pair(row)) == pair)
    new = {"kind": kind.value, "grade": Grade.CONFIRMED.value, "why": why}
    if line is not None:
        if line.cells["grade"].strip() != Grade.CONFIRMED or why == TAKEN:
            sheet.change(line, new)
        return
    sheet.insert(
        {"a": pair[0], "b": pair[1], **new}, before=lambda row: side_pair(*_pair(row)) > pair
    )


def _pair(row: Mapping[str, str]) -> tuple[HexId, HexId]:
    return full_number(row["a"].strip()), full_number(row["b"].strip())


def _apply(named: Path | str, change: Change, meant: Meant) -> None:
    """Make a change: on copies first, then in the folder, then for every map that is drawn next."""
    folder = whole_path(named)
    if folder.resolve() == current.shipped().resolve():
        raise BadData(
            str(folder), "", "is the companion's own; witp-learn data init DIR makes one of yours"
        )
    with alone(folder):
        for _ in range(_ROUNDS):
            if _attempt(folder, change, meant):
                break
        else:
            raise BadData(str(folder), "", "is being changed by another program; try again soon")
    current.reload()


def _attempt(folder: Path, change: Change, meant: Meant) -> bool:
    """Whether the change was made; False when a table changed under it."""
    found = read(folder)
    board = found.board
    with _told(folder):
        before = {name: (folder / name).read_bytes() for name in _COLUMNS}
    sheets = {name: Sheet(text.decode(), _COLUMNS[name]) for name, text in before.items()}
    try:
        change(sheets, board)
    except BadData as error:
        where = str(folder / error.source) if error.source else str(folder)
        raise BadData(where, error.key, error.problem, error.value) from None
    after = {name: sheet.text.encode() for name, sheet in sheets.items()}
    changed = [name for name in _COLUMNS if after[name] != before[name]]
    with _told(folder), tempfile.TemporaryDirectory(dir=folder, prefix=_TRIAL) as made:
        trial = Path(made)
        for name in found.files:
            if name in after:
                _write(trial / name, after[name])
            else:
                shutil.copyfile(folder / name, trial / name)
        _examine(trial, folder, board, meant)
        if any((folder / name).read_bytes() != text for name, text in before.items()):
            return False
        _swap(folder, trial, {name: before[name] for name in changed})
    return True


def _examine(trial: Path, folder: Path, board: Board, meant: Meant) -> None:
    """Raise BadData unless the copy can be read and holds just what was meant."""
    try:
        found = read(trial).board
    except BadData as error:
        where = error.source.replace(str(trial), str(folder))
        raise BadData(where, error.key, error.problem, error.value) from None
    wanted = meant(board, found)
    for hex_id, place in wanted.hexes.items():
        if found[hex_id] != place:
            problem = "the table would not hold this hex as it was given"
            raise BadData(str(folder / "hexes.csv"), "id", problem, hex_id)
    if any(found.hexside(*pair) is not kind for pair, kind in wanted.hexsides.items()):
        raise BadData(str(folder / "hexsides.csv"), "", "the table would not hold this side")


def _write(file: Path, content: bytes) -> None:
    with file.open("wb") as out:
        out.write(content)
        out.flush()
        os.fsync(out.fileno())


def _swap(folder: Path, trial: Path, before: Mapping[str, bytes]) -> None:
    """Put the new tables in place, values ahead of their grades; on a failure put all back.

    The old ones lie ready beforehand, so that putting them back needs no room on the disk.
    """
    places = {name: (folder / name).resolve() for name in before}
    for name, content in before.items():
        _write(trial / f"{name}.old", content)
        for made in (name, f"{name}.old"):
            shutil.copymode(places[name], trial / made)
    done: list[str] = []
    try:
        for name, place in places.items():
            os.replace(trial / name, place)
            done.append(name)
    except BaseException:
        for name in done:
            os.replace(trial / f"{name}.old", places[name])
        raise


@contextmanager
def _told(folder: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        problem = f"cannot be written: {(error.strerror or str(error)).lower()}; nothing changed"
        raise BadData(_blamed(error, folder), "", problem) from None


def _blamed(error: OSError, folder: Path) -> str:
    """The file that an owner knows: the folder where one of our own beside his tables fails."""
    file = str(error.filename or folder)
    own = any(part.startswith((_TRIAL, LOCK)) for part in Path(file).parts)
    return str(folder) if own else file


@contextmanager
def alone(folder: Path | str) -> Iterator[None]:
    """Keep other programs from correcting a folder during a block.

    Corrections inside the block are the holder's own and go through; each takes the lock by itself
    otherwise. It is a lock file, which the system frees when this program ends, however it ends.
    Raises BadData when there is no such folder, or another program does not let go of it.
    """
    place = whole_path(folder).resolve()
    mine = _held.__dict__.setdefault("folders", set())
    if place in mine:
        yield
        return
    if not place.is_dir():
        raise BadData(str(folder), "", "is not a folder; witp-learn data init makes one")
    with _told(place):
        file = os.open(place / LOCK, os.O_RDWR | os.O_CREAT, 0o666)
    try:
        _wait_for(file, place)
        mine.add(place)
        for left in place.glob(f"{_TRIAL}*"):
            shutil.rmtree(left, ignore_errors=True)
        yield
    finally:
        mine.discard(place)
        os.close(file)


_held = threading.local()


def _wait_for(file: int, place: Path) -> None:
    end = time.monotonic() + _PATIENCE
    while not _lock(file):
        if time.monotonic() > end:
            raise BadData(str(place), "", "is being changed by another program; try again soon")
        time.sleep(0.02)


def _lock(held: int) -> bool:
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(held, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
