"""TOML, JSON and CSV to frozen records and back, with errors that say what would be right.

No game words here: the records are other modules' attrs classes. By itself cattrs would accept
``"2"`` for 2 or a text for a list; the converter below accepts only what was meant.
"""

from __future__ import annotations

import csv
import difflib
import io
import json
import math
import os
import stat
import sys
import tomllib
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from enum import Enum
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, get_args, get_origin

if TYPE_CHECKING:
    from cattrs import Converter

T = TypeVar("T")

DATA = Path(__file__).resolve().parent / "data"
"""The folder of the data that comes with the package."""

LARGEST = 2_000_000
"""Characters of the largest file that is read; more is refused in words."""


class BadData(ValueError):
    """Data that cannot be used: names the file, the key, the value and what would be right."""

    def __init__(self, source: str, key: str, problem: str, value: Any = None) -> None:
        self.source, self.key, self.problem, self.value = source, key, problem, value
        shown = "" if value is None else f" = {show(value)}"
        where = f"{source}: " if source else ""
        at = f"{key}{shown}: " if key else ""
        super().__init__(f"{where}{at}{problem}")


class Unreadable(ValueError):
    """Text in a short notation that cannot be read: names the piece and what would be right."""

    def __init__(self, piece: str, problem: str, at: int = 0) -> None:
        self.piece, self.problem, self.at = piece, problem, at
        super().__init__(f"{show(piece)}: {problem}" if piece else problem)


class NotAvailable(LookupError):
    """Data or a rule that this companion does not have."""


def show(value: Any) -> str:
    """A value as a file would write it, cut short when long."""
    if isinstance(value, bool):
        return "true" if value else "false"
    try:
        text = json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError, RecursionError):
        text = str(type(value).__name__)
    text = text.encode("utf-8", "backslashreplace").decode()
    return text if len(text) <= 60 else text[:57] + "..."


def one_of(names: Iterable[str]) -> str:
    """``a, b or c``."""
    words = list(names)
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"


def nearest(word: str, names: Iterable[str]) -> str:
    """`` Did you mean x?`` when some name is close, else nothing."""
    close = difflib.get_close_matches(word, list(names), n=1, cutoff=0.6)
    return f" Did you mean {close[0]}?" if close else ""


def read_text(path: Path | str) -> str:
    """The text of a file.

    Raises BadData when it is missing, not an ordinary file, too large or not UTF-8.
    """
    place = Path(_name(path))
    try:
        kind = place.stat().st_mode
        if not (stat.S_ISREG(kind) or stat.S_ISDIR(kind)):
            raise BadData(str(path), "", "is not an ordinary file")
        with place.open("rb") as file:
            found = file.read(LARGEST * 4 + 1)
        if len(found) > LARGEST * 4:
            raise BadData(str(path), "", f"larger than {LARGEST:,} characters")
        return found.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError as error:
        raise BadData(str(path), "", f"not UTF-8 text (byte {error.start})") from None
    except OSError as error:
        raise BadData(str(path), "", (error.strerror or str(error)).lower()) from None
    except ValueError as error:
        if isinstance(error, BadData):
            raise
        raise BadData(str(path), "", "not a usable file name") from None


def _name(path: Any) -> Path | str:
    """The name of a file. Raises BadData for what is none."""
    if not isinstance(path, Path | str):
        raise BadData("", "file", "must be its name, a text or a path", path)
    return path


def save_text(path: Path | str, text: str) -> None:
    """Write a text to a file: the whole of it, or what was there stays as it was.

    Raises BadData when it cannot be written.
    """
    from shutil import copymode
    from tempfile import TemporaryDirectory

    named = str(_name(path))
    if not named.strip():
        raise BadData("", "", "the name of the file is empty")
    try:
        place = Path(path).resolve()
        if place.exists() and not place.is_file():
            place.write_text(text, "utf-8")
            return
        with TemporaryDirectory(prefix=".witp-", dir=place.parent) as made:
            fresh = Path(made) / "new"
            fresh.write_text(text, "utf-8")
            if place.exists():
                copymode(place, fresh)
            os.replace(fresh, place)
    except OSError as error:
        raise BadData(named, "", (error.strerror or str(error)).lower()) from None
    except ValueError:
        raise BadData(named, "", "not a usable file name") from None


def standard_input() -> str:
    """The text on standard input. Raises BadData when it is not UTF-8."""
    try:
        return sys.stdin.buffer.read().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadData("standard input", "", f"not UTF-8 text (byte {error.start})") from None


def whole_path(named: Path | str) -> Path:
    """A path that somebody gave, with ``~`` written out.

    Raises BadData when it is empty or the system takes no such name.
    """
    if not str(named).strip():
        raise BadData("", "", "the name of the folder is empty")
    try:
        place = Path(named).expanduser()
        with suppress(FileNotFoundError, NotADirectoryError):
            place.stat()
    except RuntimeError:
        raise BadData(str(named), "", "no user of that name is known here") from None
    except OSError as error:
        raise BadData(str(named), "", (error.strerror or str(error)).lower()) from None
    except ValueError:
        raise BadData(show(str(named)), "", "not a usable name of a folder") from None
    return place


def parse(text: str, source: str) -> dict[str, Any]:
    """A TOML or JSON document (JSON when it starts with a brace or is named so) as plain tables.

    Raises BadData with the line and column of a slip in the notation.
    """
    if len(text) > LARGEST:
        raise BadData(source, "", f"larger than {LARGEST:,} characters")
    text = text.removeprefix("\ufeff")
    is_json = text.lstrip().startswith("{") or source.lower().endswith(".json")
    try:
        data = json.loads(text, object_pairs_hook=_no_twins) if is_json else tomllib.loads(text)
    except (tomllib.TOMLDecodeError, json.JSONDecodeError) as error:
        kind = "JSON" if is_json else "TOML"
        raise BadData(source, "", f"not {kind}: {str(error)[0].lower()}{str(error)[1:]}") from None
    except _Twin as twin:
        raise BadData(source, str(twin), "stands twice in one table") from None
    except RecursionError:
        raise BadData(source, "", "brackets nested too deep") from None
    except ValueError:
        raise BadData(source, "", "a number has too many digits") from None
    if not isinstance(data, dict):
        raise BadData(source, "", "must be a table of keys and values in braces", data)
    return data


class _Twin(ValueError):
    """A key that stands twice in one JSON table."""


def _no_twins(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    table = dict(pairs)
    if len(table) < len(pairs):
        names = [name for name, _ in pairs]
        raise _Twin(next(n for i, n in enumerate(names) if n in names[:i]))
    return table


class _Slip(ValueError):
    """A value of the wrong kind, before its key is known."""

    def __init__(self, problem: str, value: Any) -> None:
        super().__init__(problem)
        self.problem, self.value = problem, value


_WORDS: dict[type, str] = {
    str: 'a text in quotes, like "x"',
    int: "a whole number without quotes",
    float: "a number without quotes",
    bool: "true or false without quotes",
}


def _exactly(kind: type) -> Callable[[Any, Any], Any]:
    def hook(value: Any, wanted: Any) -> Any:
        if issubclass(wanted, Enum):
            return _enum_hook(value, wanted)
        good = type(value) is kind or (kind is float and type(value) is int)
        if not good or (type(value) is float and not math.isfinite(value)):
            raise _Slip(f"must be {_WORDS[kind]}", value)
        if kind is str and any("\ud800" <= char <= "\udfff" for char in value):
            raise _Slip("holds half a character, which cannot be written to a file", value)
        return kind(value)

    return hook


def _enum_hook(value: Any, kind: type[Enum]) -> Any:
    names = [str(member.value) for member in kind]
    if type(value) is not str or value not in names:
        close = nearest(value, names) if isinstance(value, str) else ""
        raise _Slip(f"must be {one_of(names)}.{close}", value)
    return kind(value)


def _is_tuple(kind: Any) -> bool:
    origin: Any = get_origin(kind)
    return origin is tuple


@cache
def _converter() -> Converter:
    from cattrs import Converter
    from cattrs.errors import IterableValidationError, IterableValidationNote

    converter = Converter(forbid_extra_keys=True, detailed_validation=True)
    # A hook for str is also asked for enums that are texts, and hands those on.
    for kind in (str, int, float, bool):
        converter.register_structure_hook(kind, _exactly(kind))
    converter.register_structure_hook_func(
        lambda t: isinstance(t, type) and issubclass(t, Enum), _enum_hook
    )

    def tuples(kind: Any, conv: Converter) -> Callable[[Any, Any], Any]:
        inner = get_args(kind)[0]
        one = conv.get_structure_hook(inner)

        def hook(value: Any, _: Any) -> Any:
            if not isinstance(value, list):
                raise _Slip("must be a list in square brackets", value)
            done, errors = [], []
            for index, item in enumerate(value):
                try:
                    done.append(one(item, inner))
                except Exception as error:
                    note = IterableValidationNote(f"at index {index}", index, inner)
                    error.__notes__ = [*getattr(error, "__notes__", []), note]
                    errors.append(error)
                    break
            if errors:
                raise IterableValidationError("a list", errors, kind)
            return tuple(done)

        return hook

    converter.register_structure_hook_factory(_is_tuple, tuples)
    return converter


def structure(kind: type[T], data: Any, source: str, key: str = "") -> T:
    """A frozen record from plain tables.

    Raises BadData for an unknown key, a missing key or a value of the wrong kind, with its path.
    """
    _only_tables(kind, data, source, key)
    try:
        return _converter().structure(data, kind)
    except Exception as error:
        raise _explained(error, data, source, key) from None


def _only_tables(kind: type, data: Any, source: str, key: str) -> None:
    if not isinstance(data, dict):
        raise BadData(source, key, "must be a table of keys and values", data)


def _explained(error: BaseException, data: Any, source: str, key: str) -> BadData:
    from cattrs.errors import (
        AttributeValidationNote,
        ForbiddenExtraKeysError,
        IterableValidationNote,
    )

    path, here, leaf = key, data, error
    while isinstance(leaf, BaseExceptionGroup):
        leaf = min(leaf.exceptions, key=lambda e: not isinstance(e, ForbiddenExtraKeysError))
        for note in getattr(leaf, "__notes__", []):
            # Notes are texts, so only their class tells what they carry.
            if isinstance(note, IterableValidationNote):
                step = f"[{note.index}]" if isinstance(note.index, int) else f".{note.index}"
                path, here = f"{path}{step}", _into(here, note.index)
            elif isinstance(note, AttributeValidationNote):
                path, here = f"{path}.{note.name}" if path else note.name, _into(here, note.name)
    if isinstance(leaf, ForbiddenExtraKeysError):
        wrong = sorted(leaf.extra_fields)[0]
        known = [a.name for a in getattr(leaf.cl, "__attrs_attrs__", ())]
        full = f"{path}.{wrong}" if path else wrong
        hint = nearest(wrong, known) or f" Known here: {', '.join(known)}."
        return BadData(source, full, f"no such key.{hint}", _into(here, wrong))
    if isinstance(leaf, KeyError):
        return BadData(source, path or str(leaf.args[0]), "is missing")
    if isinstance(leaf, _Slip):
        return BadData(source, path, leaf.problem, leaf.value)
    return BadData(source, path, "must be a table of keys and values", here)


def _into(data: Any, key: Any) -> Any:
    try:
        return data[key]
    except (KeyError, IndexError, TypeError):
        return None


def plain(value: Any) -> Any:
    """Plain tables from records: tuples to lists, enums to their text, None left out."""
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Mapping):
        return {str(k): plain(v) for k, v in value.items() if v is not None}
    if isinstance(value, list | tuple):
        return [plain(v) for v in value]
    return value


def to_toml(data: Mapping[str, Any]) -> str:
    """Plain tables as TOML text."""
    import tomli_w

    return tomli_w.dumps(plain(data))


def read_csv(text: str, source: str, columns: Iterable[str]) -> list[dict[str, str]]:
    """Rows of a CSV file as texts by column; every row carries its ``line``.

    Raises BadData naming file, line and column when the heading or a row's length is off.
    """
    expected = list(columns)
    reader = csv.reader(io.StringIO(text))
    try:
        head = [name.strip() for name in next(reader, [])]
        if head != expected:
            raise _heading(source, head, expected)
        rows = []
        for cells in reader:
            if not cells:
                continue
            if len(cells) != len(expected):
                problem = f"{len(cells)} cells where {len(expected)} belong"
                raise BadData(source, f"line {reader.line_num}", problem)
            rows.append({**dict(zip(expected, cells, strict=True)), "line": str(reader.line_num)})
        return rows
    except csv.Error as error:
        raise BadData(source, f"line {reader.line_num}", str(error)) from None


def _heading(source: str, head: list[str], expected: list[str]) -> BadData:
    problem = f"the columns must be {','.join(expected)}"
    unknown = [name for name in head if name not in expected]
    missing = [name for name in expected if name not in head]
    for mark, name in ((";", "semicolons"), ("\t", "tabs")):
        if len(head) == 1 and mark in head[0]:
            problem += f"; here {name} part the cells, so save the table with commas"
            return BadData(source, "line 1", problem, head[0])
    if unknown and any(head):
        known = nearest(unknown[0], expected)
        return BadData(source, "line 1", f"{problem}; there is no {show(unknown[0])}.{known}")
    if missing and any(head):
        return BadData(source, "line 1", f"{problem}; {missing[0]} is missing")
    return BadData(source, "line 1", problem, head)
