"""Which data folder is in use: the shipped one, or an owner's."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from witp_learn.components.board import read_board
from witp_learn.components.rows import placed
from witp_learn.files import DATA, BadData, whole_path
from witp_learn.model import Board

if TYPE_CHECKING:
    from witp_learn.components.cards import Cards
    from witp_learn.components.scenarios import Scenario
    from witp_learn.components.turns import Track
    from witp_learn.components.units import Counters

T = TypeVar("T")

DATA_VARIABLE = "WITP_LEARN_DATA"
"""The environment variable that names an owner's data folder."""

BOARD_FILES = ("hexes.csv", "hexsides.csv", "sources.csv")
"""The tables of a data folder that make up its board."""

Stamps: TypeAlias = tuple[tuple[int, int, int], ...]

_chosen: list[Path] = []
_kept: dict[Path, tuple[Stamps, Board]] = {}
_tables: dict[tuple[Path, str], tuple[tuple[int, int, int], Any]] = {}


def shipped() -> Path:
    """The data folder that comes with the companion."""
    return DATA / "components"


def use(folder: Path | str | None) -> None:
    """Take the component data from an owner's folder from now on; None: what the environment says.

    Raises BadData, and changes nothing, when the board of the folder cannot be read.
    """
    if folder is None:
        _chosen.clear()
        return
    path = whole_path(folder).resolve()
    if not path.is_dir():
        raise BadData(str(folder), "", "is not a folder; witp-learn data init makes one")
    reload()
    _board(path)
    _chosen[:] = [path]


def in_use() -> Path | None:
    """The owner's folder in use, None while it is the shipped data.

    Raises BadData when the environment names what can be no folder.
    """
    if _chosen:
        return _chosen[0]
    named = os.environ.get(DATA_VARIABLE, "")
    return whole_path(named).resolve() if named else None


def reload() -> None:
    """Read the owner's folder again when it is next asked for."""
    _kept.clear()
    _tables.clear()


def _table(folder: Path, file: str, key: str, read: Callable[[], T]) -> T:
    """What a table of a folder gives: the very same object as long as its file is the same.

    ``key``: what is asked of the table, which may be several things.
    """
    try:
        stat = os.stat(folder / file)
    except OSError:
        return read()
    stamp = stat.st_mtime_ns, stat.st_size, stat.st_ino
    kept = _tables.get((folder, key))
    if kept is None or kept[0] != stamp:
        kept = _tables[folder, key] = stamp, read()
    found: T = kept[1]
    return found


def board() -> Board:
    """The companion's map: that of the owner's folder in use, else the shipped one.

    Raises BadData when the owner's folder cannot be read.
    """
    folder = in_use()
    return shipped_board() if folder is None or folder == shipped() else _board(folder)


def track() -> Track:
    """The turn record track: that of the owner's folder in use, else the shipped one.

    Raises BadData when the owner's table cannot be read.
    """
    folder = in_use() or shipped()
    return _shipped_track() if folder == shipped() else _track(folder)


@cache
def _shipped_track() -> Track:
    return _track(shipped())


def _track(folder: Path) -> Track:
    from witp_learn.components.turns import TURNS_FILE, read_turns

    return _table(folder, TURNS_FILE, TURNS_FILE, lambda: read_turns(folder))


def event_cards() -> Cards:
    """The event cards: those of the owner's folder in use, else the shipped ones.

    Raises BadData when the owner's table cannot be read.
    """
    folder = in_use() or shipped()
    return _shipped_cards() if folder == shipped() else _cards(folder)


@cache
def _shipped_cards() -> Cards:
    return _cards(shipped())


def _cards(folder: Path) -> Cards:
    from witp_learn.components.cards import CARDS_FILE, read_cards

    with placed(folder):
        return _table(folder, CARDS_FILE, CARDS_FILE, lambda: read_cards(folder))


def scenario(name: str) -> Scenario:
    """A scenario by name: of the owner's folder in use, else the shipped one.

    Raises NotAvailable with the names there are, BadData when the table cannot be read.
    """
    folder = in_use() or shipped()
    return _shipped_scenario(name) if folder == shipped() else _scenario(folder, name)


@cache
def _shipped_scenario(name: str) -> Scenario:
    return _scenario(shipped(), name)


def _scenario(folder: Path, name: str) -> Scenario:
    from witp_learn.components.scenarios import SCENARIOS_FILE, find

    with placed(folder):
        return _table(folder, SCENARIOS_FILE, f"scenario {name}", lambda: find(folder, name))


def forces(name: str) -> tuple[Counters, ...]:
    """The counters of a scenario by name: at their start, on the track, and in reserve.

    They are those of the owner's folder in use, else the shipped ones. Raises NotAvailable for an
    unknown scenario or one whose set-up is missing, BadData when a table cannot be read.
    """
    folder = in_use() or shipped()
    return _shipped_forces(name) if folder == shipped() else _forces(folder, name)


@cache
def _shipped_forces(name: str) -> tuple[Counters, ...]:
    return _forces(shipped(), name)


def _forces(folder: Path, name: str) -> tuple[Counters, ...]:
    from witp_learn.components import scenarios

    found = _scenario(folder, name)
    with placed(folder):
        return scenarios.forces(folder, found, board())


@cache
def shipped_board() -> Board:
    """The map that comes with the companion."""
    return read_board(shipped())


def _board(folder: Path) -> Board:
    """The board of an owner's folder: the very same object as long as its tables are the same.

    A change by hand or by another page is seen at the next call.
    """
    stamps = _stamps(folder)
    kept = _kept.get(folder)
    if kept is None or kept[0] != stamps:
        with placed(folder):
            kept = stamps, read_board(folder)
        _kept[folder] = kept
    return kept[1]


def _stamps(folder: Path) -> Stamps:
    if not folder.is_dir():
        raise BadData(str(folder), "", "is not a folder; witp-learn data init makes one")
    try:
        found = [os.stat(folder / name) for name in BOARD_FILES]
    except OSError as error:
        missing = str(error.filename)
        raise BadData(missing, "", (error.strerror or str(error)).lower()) from None
    return tuple((s.st_mtime_ns, s.st_size, s.st_ino) for s in found)
