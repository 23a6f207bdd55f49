"""An owner's data folder: make it, read it, check it, correct it, and see what it changes.

The folder holds the tables of the printed map and pieces as the owner's own copy shows them. All
that the companion offers for it stands here; `witp_learn.components.current` says which folder is
in use.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from attrs import frozen

from witp_learn.components.board import FIELDS
from witp_learn.components.current import shipped, shipped_board
from witp_learn.components.printed import Finding, findings
from witp_learn.components.reading import FILES, README, Components, read
from witp_learn.components.units import Misfit
from witp_learn.components.values import told
from witp_learn.components.writing import alone, confirm, confirm_side, correct, correct_side
from witp_learn.files import BadData, whole_path
from witp_learn.hexgrid import HexId
from witp_learn.model import Board, Grade, Hex, Origin

__all__ = [
    "FILES",
    "README",
    "Change",
    "Components",
    "Finding",
    "Misfit",
    "OpenFact",
    "Report",
    "alone",
    "changes",
    "check",
    "confirm",
    "confirm_side",
    "correct",
    "correct_side",
    "counts",
    "init",
    "misfits",
    "open_facts",
    "open_sides",
    "read",
    "told",
]

Place = HexId | tuple[HexId, HexId]
"""A hex, or the two hexes of a side."""


@frozen
class OpenFact:
    """A datum of the map that the printed map might show otherwise: ``assumed`` or ``unknown``.

    ``place``: a hex, or the two hexes of a side. ``field``: a name of `FIELDS`, or ``hexside``.
    ``value``: as the tables write it.
    """

    place: Place
    field: str
    value: str
    origin: Origin


@frozen
class Change:
    """A datum in which a folder differs from the companion's own data, or which it confirms.

    ``field`` is ``id``, without a grade, for a hex that only one of the two boards has.

    ``shipped`` and ``here`` are the values as the tables write them.
    """

    place: Place
    field: str
    shipped: str
    here: str
    grade: Grade | None

    @property
    def differs(self) -> bool:
        """Whether the value is another one; else it is the same and confirmed."""
        return self.shipped != self.here

    def __str__(self) -> str:
        where = self.place if isinstance(self.place, str) else "/".join(self.place)
        values = self.here or "none"
        if self.differs:
            values = f"{values} instead of {self.shipped or 'none'}"
        return f"{where} {self.field}: {values}{f', {self.grade}' if self.grade else ''}"


@frozen
class Report:
    """What `check` finds in a folder.

    ``counts``: how many data of each table have each grade. ``findings``: what contradicts the
    rulebook's printed statements; an owner's copy may truly differ, so they are no errors.
    ``changes``: what differs from the companion's own data, and what is confirmed.
    """

    folder: Path
    counts: Mapping[str, Mapping[Grade, int]]
    findings: tuple[Finding, ...]
    changes: tuple[Change, ...]

    def as_dict(self) -> dict[str, Any]:
        """The form ``witp-learn data check --json`` prints."""
        return {
            "folder": str(self.folder),
            "counts": {
                table: {grade.value: many for grade, many in row.items()}
                for table, row in self.counts.items()
            },
            "findings": [finding.as_dict() for finding in self.findings],
            "changes": [
                {
                    "place": c.place if isinstance(c.place, str) else list(c.place),
                    "field": c.field,
                    "shipped": c.shipped,
                    "here": c.here,
                    "grade": c.grade.value if c.grade else None,
                }
                for c in self.changes
            ],
        }

    def __str__(self) -> str:
        grades = [g for g in Grade if g is not Grade.GIVEN]
        width = max(len(table) for table in self.counts)
        lines = [f"{self.folder} can be read.", ""]
        lines.append(" " * width + "".join(f"{g.value:>11}" for g in grades))
        for table, row in self.counts.items():
            lines.append(f"{table:{width}}" + "".join(f"{row.get(g, 0):>11}" for g in grades))
        lines += ["", *self._contradictions(), "", *self._differences()]
        return "\n".join(lines)

    def _contradictions(self) -> Iterator[str]:
        if not self.findings:
            yield "Nothing contradicts what the rulebook prints or implies."
            return
        yield "The rulebook prints or implies otherwise (your copy may truly differ):"
        for finding in self.findings:
            yield f"  {finding}"

    def _differences(self) -> Iterator[str]:
        if not self.changes:
            yield "All data are the companion's own: nothing here is changed or confirmed."
            return
        other = [c for c in self.changes if c.differs]
        yield f"Confirmed unchanged: {len(self.changes) - len(other)}. Changed: {len(other)}."
        for change in other:
            yield f"  {change}"


def init(folder: Path | str) -> tuple[Path, ...]:
    """Write the complete template into a folder, which is made where it does not exist.

    Returns the files written. Raises BadData, with nothing written, when the folder holds one of
    them already, is a file, or cannot be written.
    """
    place = whole_path(folder)
    made = [p for p in (place, *place.parents) if not p.exists()]
    if place.exists() and not place.is_dir():
        raise BadData(str(folder), "", "is a file; name a folder to be made or an empty one")
    for name in _template():
        if os.path.lexists(place / name):
            problem = "is there already, and nothing is written over; choose another folder"
            raise BadData(str(place / name), "", problem)
    try:
        return _lay_out(place)
    except OSError as error:
        for path in made:
            with contextlib.suppress(OSError):
                path.rmdir()
        problem = f"cannot be written: {(error.strerror or str(error)).lower()}; nothing is kept"
        raise BadData(str(error.filename or folder), "", problem) from None


def _template() -> tuple[str, ...]:
    return (*FILES, README)


def _lay_out(place: Path) -> tuple[Path, ...]:
    place.mkdir(parents=True, exist_ok=True)
    written: list[Path] = []
    try:
        with tempfile.TemporaryDirectory(dir=place, prefix=".witp-learn-") as made:
            for name in _template():
                shutil.copyfile(shipped() / name, Path(made) / name)
            for name in _template():
                os.replace(Path(made) / name, place / name)
                written.append(place / name)
    except BaseException:
        for file in written:
            with contextlib.suppress(OSError):
                file.unlink()
        raise
    return tuple(written)


def check(folder: Path | str) -> Report:
    """Read a folder and hold it against the rulebook and the companion's own data.

    Raises BadData naming the file, the line and column or the key, when it cannot be read.
    """
    found = read(folder)
    against = (*findings(found), *map(_out_of_place, found.misfits))
    return Report(found.folder, counts(found), against, _changes(found.board))


def _out_of_place(one: Misfit) -> Finding:
    """Counters that do not fit the map, told as `check` tells what the rulebook prints."""
    return Finding(one.section, one.needs, f"{one.here}, and {one.who}", (one.counters.hex or "",))


def misfits(folder: Path | str, hex_id: HexId = "") -> tuple[Misfit, ...]:
    """The counters of a folder that cannot be where they start, all or those of one hex.

    Raises BadData when the folder cannot be read.
    """
    return tuple(m for m in read(folder).misfits if hex_id in ("", m.counters.hex))


def counts(found: Components) -> dict[str, dict[Grade, int]]:
    """How many rows of each table, and how many hexes for each field, have each grade."""
    places = found.board.hexes.values()
    table = {f"hexes {key}": Counter(p.origin(key).grade for p in places) for key in FIELDS}
    rows: dict[str, Iterable[Origin]] = {
        "hexsides": found.board.side_origins.values(),
        "units": (one.origin for one in found.counters),
        **{name: (one.origin for one in setup) for name, setup in found.setups.items()},
        "turns": (entry.origin for entry in found.track.entries.values()),
        "cards": (card.origin for card in (*found.cards, *found.cards.unnumbered)),
        "scenarios": (one.origin for one in found.scenarios),
    }
    table |= {name: Counter(o.grade for o in origins) for name, origins in rows.items()}
    return {name: dict(row) for name, row in table.items()}


def changes(folder: Path | str) -> tuple[Change, ...]:
    """What a folder changes in the companion's own map, and what it confirms, by hex.

    Raises BadData when the folder cannot be read.
    """
    return _changes(read(folder).board)


def _changes(here: Board) -> tuple[Change, ...]:
    ours = shipped_board()
    found: list[Change] = []
    for hex_id in sorted({*here.hexes, *ours.hexes}):
        found += _hex_changes(hex_id, here.hexes.get(hex_id), ours.hexes.get(hex_id))
    pairs = sorted({*here.hexsides, *ours.hexsides})
    return (*found, *_side_changes(pairs, here, ours))


def _hex_changes(hex_id: HexId, here: Hex | None, ours: Hex | None) -> Iterator[Change]:
    if here is None or ours is None:
        words = ("on the board", "not on the board")
        then, now = words if here is None else reversed(words)
        yield Change(hex_id, "id", then, now, None)
        return
    for key in FIELDS:
        grade, value, old = here.origin(key).grade, told(here, key), told(ours, key)
        newly = grade is Grade.CONFIRMED and ours.origin(key).grade is not Grade.CONFIRMED
        if value != old or newly:
            yield Change(hex_id, key, old, value, grade)


def _side_changes(pairs: list[tuple[HexId, HexId]], here: Board, ours: Board) -> Iterator[Change]:
    for pair in pairs:
        if not all(h in b for h in pair for b in (here, ours)):
            continue
        value, old = here.hexside(*pair).value, ours.hexside(*pair).value
        grade = here.side_origin(*pair).grade
        if value != old or grade is Grade.CONFIRMED:
            yield Change(pair, "hexside", old, value, grade)


def open_facts(board: Board) -> tuple[OpenFact, ...]:
    """Every assumed or unknown datum of a hex, by hex and field."""
    return tuple(
        OpenFact(hex_id, key, told(place, key), place.origin(key))
        for hex_id, place in sorted(board.hexes.items())
        for key in FIELDS
        if place.origin(key).grade.is_open
    )


def open_sides(board: Board) -> tuple[OpenFact, ...]:
    """Every hexside with an assumed or unknown kind of its own, by hex.

    A side without one follows from its two hexes, and so do doubts about it.
    """
    return tuple(
        OpenFact(pair, "hexside", board.hexside(*pair).value, origin)
        for pair, origin in sorted(board.side_origins.items())
        if origin.grade.is_open
    )
