"""Which map the apps use, and how an owner's corrections get into their data folder.

The folder that the environment names comes first, then the one remembered in the settings, then the
shipped data. Only apps ask here: a script, a notebook that is run without a browser and the command
line take the shipped map or what they are told.

The settings are a small TOML file in the user's configuration folder; the environment variable
``WITP_LEARN_HOME`` names another place for it, and for the folder that the first correction makes.
"""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path

from attrs import frozen

from witp_learn import components
from witp_learn.components import DATA_VARIABLE
from witp_learn.components import folder as data_folder
from witp_learn.files import BadData, parse, read_text, to_toml, whole_path
from witp_learn.model import Board, Grade

HOME_VARIABLE = "WITP_LEARN_HOME"
"""The environment variable that names the folder of settings and of the first data folder."""

APP_VARIABLE = "WITP_LEARN_APP"
"""Set for the engines of the apps, so that they start on the owner's map at once."""

SETTINGS = "settings.toml"
FORMAT = "witp-settings/1"
MOST_UNDO = 100

_MOST_PATH = 100
"""The longest path that is told in full, in letters."""


class How(StrEnum):
    """Why the map in use is the one it is."""

    SHIPPED = "shipped"
    REMEMBERED = "remembered"
    ENVIRONMENT = "environment"
    TOLD = "told"


class CannotWrite(ValueError):
    """A correction that could not be kept; the message says why, and nothing was written."""


@frozen
class Settings:
    """What the apps remember between starts: the data folder, and the one used before it."""

    data: str = ""
    former: str = ""


@frozen
class Past:
    """A change of the data folder: its name, and the files before and after it."""

    name: str
    before: Mapping[str, bytes]
    after: Mapping[str, bytes]


# ---------------------------------------------------------------- where things lie


def settings_folder() -> Path:
    """The folder of the settings file, by the conventions of the platform."""
    return _home() or _user_folder("APPDATA", "XDG_CONFIG_HOME", ".config")


def maps_folder() -> Path:
    """The folder in which the first data folder is made, by the conventions of the platform."""
    return _home() or _user_folder("LOCALAPPDATA", "XDG_DATA_HOME", ".local/share")


def _home() -> Path | None:
    named = os.environ.get(HOME_VARIABLE, "")
    return whole_path(named).resolve() if named else None


def _user_folder(windows: str, unix: str, fallback: str) -> Path:
    home = Path.home()
    if sys.platform == "win32":
        root = Path(os.environ.get(windows) or home / "AppData" / "Roaming")
    elif sys.platform == "darwin":
        root = home / "Library" / "Application Support"
    else:
        root = Path(os.environ.get(unix) or home / fallback)
    return root / "witp-learn"


def free_place() -> Path:
    """A place for a new data folder: ``map`` in `maps_folder`, or ``map-2`` and so on."""
    root, number = maps_folder(), 2
    place = root / "map"
    while place.exists():
        place, number = root / f"map-{number}", number + 1
    return place


def read_settings() -> tuple[Settings, str]:
    """The settings, and what is wrong with their file in words; never an error."""
    try:
        file = settings_folder() / SETTINGS
        if not file.exists():
            return Settings(), ""
        told = parse(read_text(file), str(file))
        for key in ("data", "former"):
            if not isinstance(told.get(key, ""), str):
                raise BadData(str(file), key, 'must be a text in quotes, like "x"', told[key])
        return Settings(told.get("data", ""), told.get("former", "")), ""
    except (BadData, OSError) as error:
        return Settings(), f"The settings cannot be read, so nothing is remembered. {error}"


def write_settings(settings: Settings) -> str:
    """Keep the settings; what went wrong in words, else nothing.

    A file that could not be read is kept beside the new one.
    """
    try:
        file = settings_folder() / SETTINGS
    except BadData as error:
        return f"It could not be remembered for the next start: {error}."
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        if read_settings()[1]:
            os.replace(file, file.with_suffix(".bak"))
        fresh = file.with_suffix(".new")
        table = {"format": FORMAT, "data": settings.data, "former": settings.former}
        fresh.write_text(to_toml(table), "utf-8", newline="\n")
        os.replace(fresh, file)
    except OSError as error:
        return f"It could not be remembered for the next start: {_reason(error)} ({file})."
    return ""


def _reason(error: OSError) -> str:
    return (error.strerror or str(error)).lower()


def _told(error: BadData) -> str:
    """What is wrong, for the page: without a command to type, and no path longer than a line."""
    words = str(error).replace(error.source, _cut(error.source)) if error.source else str(error)
    return words.removesuffix("; witp-learn data init makes one")


def _cut(path: str) -> str:
    """A path as it is, or its beginning and its end when it is longer than a line."""
    return path if len(path) <= _MOST_PATH else f"{path[:60]}…{path[-15:]}"


# ---------------------------------------------------------------- the folder in use


class Owner:
    """The owner's data folder as one app uses it, with the corrections that can be undone."""

    def __init__(self) -> None:
        self.how = How.SHIPPED
        self.problem = ""
        """Why the map in use is not the one that was asked for, in words."""
        self.former = ""
        self.broken = ""
        """The folder that cannot be read, as text."""
        self.started = False
        self.done: list[Past] = []

    @property
    def folder(self) -> Path | None:
        """The owner's folder in use, None on the shipped map."""
        return None if self.how is How.SHIPPED else components.in_use()

    def start(self) -> None:
        """Find the folder to use. It never fails: `problem` says what is wrong."""
        self.started = True
        if os.environ.get(DATA_VARIABLE):
            self._try(os.environ[DATA_VARIABLE], How.ENVIRONMENT)
        elif components.in_use() is not None:
            self.how = How.TOLD
        else:
            settings, self.problem = read_settings()
            self.former = settings.former
            if settings.data:
                self._try(settings.data, How.REMEMBERED)

    def _try(self, folder: str, how: How) -> None:
        try:
            components.use(folder)
            self.how = how
        except BadData as error:
            components.use(components.shipped())
            self.broken, self.problem = folder, f"Your map is not in use: {_told(error)}"

    # -- choosing

    def choose(self, text: str) -> str:
        """Use the data folder at a path from now on; gives what to tell the reader.

        Raises CannotWrite in words when there is no such folder, or it cannot be read.
        """
        path = self._named(text)
        try:
            components.use(path)
        except BadData as error:
            raise CannotWrite(f"Not changed. {_told(error)}") from None
        return self._settle(path, f"Your map is {path} from now on.")

    def make(self, text: str) -> str:
        """Make a data folder at a path, a copy of the shipped one, and use it from now on.

        Raises CannotWrite in words when it cannot be made there.
        """
        path = self._named(text)
        self._init(path)
        return self._settle(path, f"Made {path}, a copy of the shipped map; it is in use.")

    def leave(self) -> str:
        """Go back to the shipped map; the folder stays as it is.

        Raises CannotWrite when the folder was named at the start.
        """
        self._may_choose()
        former = str(self.folder or self.broken or self.former)
        components.use(None)
        self.how, self.problem, self.broken, self.former = How.SHIPPED, "", "", former
        self.done = []
        kept = f" {former} stays as it is." if former else ""
        return f"The shipped map is in use.{kept} {write_settings(Settings('', former))}".strip()

    @property
    def named_at_start(self) -> bool:
        """Whether the folder was named when the companion was started, and so comes first."""
        return bool(os.environ.get(DATA_VARIABLE))

    def _may_choose(self) -> None:
        if self.named_at_start:
            raise CannotWrite(
                f"Not changed: {DATA_VARIABLE} or --data named the folder when the companion was "
                "started, and comes first. Start it without, then choose here."
            )

    def _named(self, text: str) -> Path:
        self._may_choose()
        words = text.strip().strip('"')
        if not words:
            raise CannotWrite("Type the path of a folder first.")
        try:
            path = whole_path(words)
        except BadData as error:
            raise CannotWrite(f"Not changed. {_told(error)}") from None
        if not path.is_absolute():
            raise CannotWrite(f"{_cut(words)} is not a full path: start it at the root or with ~.")
        return path.resolve()

    def _init(self, path: Path) -> None:
        try:
            data_folder.init(path)
            components.use(path)
        except BadData as error:
            raise CannotWrite(f"Nothing was made. {_told(error)}") from None
        except OSError as error:
            where = _cut(str(path))
            raise CannotWrite(f"Nothing was made at {where}: {_reason(error)}.") from None

    def _settle(self, path: Path, said: str) -> str:
        self.how, self.problem, self.broken, self.done = How.REMEMBERED, "", "", []
        return f"{said} {write_settings(Settings(str(path), self.former))}".strip()

    # -- changing

    def ready(self) -> tuple[Path, str]:
        """The folder to write into, made when there is none, and what to tell of that.

        Raises CannotWrite when the owner's folder is broken: it must not be passed over.
        """
        if self.broken:
            raise CannotWrite(
                f"Nothing was written. {self.problem} Put it right and reload this page, or choose "
                "another folder in the map check, under Data folder."
            )
        if (folder := self.folder) is not None:
            return folder, ""
        try:
            path = free_place()
        except BadData as error:
            raise CannotWrite(f"Nothing was made. {error}") from None
        self._init(path)
        return path, self._settle(path, f"Your map is kept in {path} from now on.")

    def change(self, name: str, act: Callable[[Path], object]) -> str:
        """Change the data folder by ``act``; gives what to tell of a folder made for it.

        Whole or not at all: when anything fails, or the folder could not be read afterwards, its
        files are as before. Raises CannotWrite, which says why.
        """
        folder, told = self.ready()
        with _alone(folder):
            try:
                before = _contents(folder)
            except OSError as error:
                raise CannotWrite(f"{folder} cannot be read: {_reason(error)}.") from None
            try:
                act(folder)
                components.use(folder)
                after = _contents(folder)
            except (BadData, OSError) as error:
                words = _reason(error) if isinstance(error, OSError) else str(error)
                self._put_back(folder, before)
                raise CannotWrite(f"Nothing was written. {words}") from None
        if after != before:
            self.done = [*self.done[1 - MOST_UNDO :], Past(name, before, after)]
        return told

    @property
    def undo_name(self) -> str:
        """What Undo would take back; nothing when there is nothing."""
        return self.done[-1].name if self.done else ""

    def undo(self) -> str:
        """Put the files of the folder back as they were before the last change; gives its name.

        Raises CannotWrite when there is nothing to undo, or when the files were changed elsewhere
        since: those changes are not thrown away.
        """
        folder = self.folder
        if not self.done or folder is None:
            raise CannotWrite("Nothing to undo.")
        past = self.done[-1]
        with _alone(folder):
            try:
                if _contents(folder) != past.after:
                    raise CannotWrite(
                        f"Not undone: the files in {folder} were changed elsewhere since then."
                    )
                self._put_back(folder, past.before)
            except OSError as error:
                raise CannotWrite(f"Not undone: {_reason(error)} ({folder}).") from None
        self.done.pop()
        return past.name

    def _put_back(self, folder: Path, files: Mapping[str, bytes]) -> None:
        now = _contents(folder)
        for name, content in files.items():
            if now.get(name) != content:
                fresh = folder / f"{name}.new"
                fresh.write_bytes(content)
                os.replace(fresh, folder / name)
        components.use(folder)


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Other pages and programs wait with their corrections until the block is done."""
    try:
        with data_folder.alone(folder):
            yield
    except BadData as error:
        raise CannotWrite(f"Nothing was written. {error}") from None


def _contents(folder: Path) -> dict[str, bytes]:
    """The tables and records of a data folder by name."""
    files = (p for p in folder.iterdir() if p.suffix in (".csv", ".toml") and p.is_file())
    return {p.name: p.read_bytes() for p in files}


def grades(board: Board) -> Counter[Grade]:
    """How many data of the map have each grade: those of hexes, and the sides of their own."""
    return Counter(_grades(board))


def _grades(board: Board) -> Iterator[Grade]:
    for place in board.hexes.values():
        yield from (place.origin(key).grade for key in components.FIELDS)
    yield from (board.side_origin(a, b).grade for a, b in board.hexsides)


def in_app() -> bool:
    """Whether this engine was started for an app."""
    return bool(os.environ.get(APP_VARIABLE))
