"""The editor of a hex without a widget: what was put into its fields, and what becomes of it.

The map check and the supply lab use the same one; its HTML is `witp_learn.view.hex_card`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape
from pathlib import Path
from typing import TypeVar

from attrs import evolve, frozen

from witp_learn.components import folder as data_folder
from witp_learn.hexgrid import HexId
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
from witp_learn.ui.owner import Owner
from witp_learn.view.hex_card import (
    LABELS,
    NAME_LENGTH,
    SEA,
    SIDE,
    TERRAINS,
    hex_editor,
    sea_name,
    seas_of,
    usual_side,
    value,
)

CHOICES = ("terrain", "facility", "owner", "source", "area")
CHECKS = ("mountain", "jungle", "land_part", "resource", "unlimited", "coasts")
TEXTS = ("name", "fleet_limit")
EXAMPLES_STAND = "Nothing in the examples changes; they carry their own board."


@frozen
class Correction:
    """One datum that the owner's map has otherwise: its key, what it was and what it is.

    ``follows``: the reader did not touch it; it is so because the terrain is.
    """

    key: str
    label: str
    before: str
    after: str
    origin: Origin
    follows: bool = False


class HexEditor:
    """The fields of one hex of a board, as far as they have been filled in.

    ``came_from``: the panel to go back to, by name.
    """

    def __init__(self, board: Board, hex_id: HexId, came_from: str = "") -> None:
        self.board, self.hex, self.came_from = board, hex_id, came_from
        self.draft = dict(_first(board, hex_id))
        self.asking = False
        """Whether the fields wait for a yes to changing what the rulebook prints."""
        self.touched: set[str] = set()
        """The fields that the reader changed."""

    def put(self, field: str, text: str) -> bool:
        """A field was changed; unknown fields change nothing. Says whether another one followed.

        Whether land units may stand here follows the terrain, until it is changed itself; a port
        has a field for its fleets, and two seas have theirs.
        """
        if field not in self.draft:
            return False
        self.touched.add(field)
        deep = Terrain.DEEP.value
        was_usual = bool(self.draft["land_part"]) == (self.draft["terrain"] != deep)
        self.draft[field] = text
        if field in ("facility", "coasts"):
            return True
        if field != "terrain" or not was_usual:
            return False
        before, self.draft["land_part"] = self.draft["land_part"], "" if text == deep else "on"
        return before != self.draft["land_part"]

    # -- what became of it

    @property
    def place(self) -> Hex:
        """The hex as it would be; a field that cannot be read keeps what it was."""
        old, draft = self.board[self.hex], self.draft
        limit = draft["fleet_limit"].strip() if draft["facility"] == Facility.PORT else ""
        return evolve(
            old,
            terrain=_one(Terrain, draft["terrain"]) or old.terrain,
            facility=_one(Facility, draft["facility"]),
            owner=_one(Nation, draft["owner"]),
            source=_one(Nation, draft["source"]),
            area=_one(Area, draft["area"]),
            name=" ".join(draft["name"].split()),
            fleet_limit=int(limit) if _is_count(limit) else old.fleet_limit,
            mountain=bool(draft["mountain"]),
            jungle=bool(draft["jungle"]),
            land_part=bool(draft["land_part"]),
            resource=bool(draft["resource"]),
            unlimited=bool(draft["unlimited"]),
            coasts=self._coasts(),
        )

    def _coasts(self) -> Mapping[str, tuple[HexId, ...]]:
        """The hexes to which each of two seas lies; those of the map where nothing differs."""
        old = self.board[self.hex]
        if not self.draft["coasts"]:
            return {}
        found = {}
        for letter in seas_of(old):
            there = [
                n for n in self.board.neighbours(self.hex) if letter == self.draft[f"{SEA}{n}"]
            ]
            was = old.coasts.get(letter, ())
            found[letter] = was if set(was) == set(there) else tuple(sorted(there))
        return found

    def corrections(self) -> tuple[Correction, ...]:
        """What differs from the map as it is, the sides last."""
        return (*self._data(), *self._sides())

    def _data(self) -> Iterator[Correction]:
        old, new = self.board[self.hex], self.place
        for key, label in LABELS.items():
            before, after = value(old, key), value(new, key)
            if before != after:
                follows = key == "land_part" and key not in self.touched
                yield Correction(key, label, before, after, old.origin(key), follows)

    def _sides(self) -> Iterator[Correction]:
        for other in self.board.neighbours(self.hex):
            text = _side_text(self.board, self.hex, other)
            left_alone, wanted = self._side_kind(other, text), self._side_kind(other)
            if left_alone is not wanted:
                before = TERRAINS[self.board.hexside(self.hex, other)]
                origin = self.board.side_origin(self.hex, other)
                label = f"Side to {self.board.label(other)}"
                yield Correction(f"{SIDE}{other}", label, before, TERRAINS[wanted], origin)

    def problems(self) -> tuple[str, ...]:
        """Why it cannot be saved, each a sentence."""
        return tuple(_problems(self.place, self.draft))

    def question(self) -> str:
        """What is asked before printed or derived data are changed; nothing when there are none."""
        firm = (Grade.PRINTED, Grade.DERIVED)
        known = [c for c in self.corrections() if c.origin.grade in firm]
        known = [c for c in known if not (c.key.startswith(SIDE) and not c.origin.why)]
        return " ".join(f"{_printed(c)} Your map differs?" for c in known)

    def note(self) -> str:
        """What stands under the fields, as HTML: what is wrong, else what would be changed."""
        if wrong := self.problems():
            return "".join(f'<p class="hx-wrong">{escape(w)}</p>' for w in wrong)
        said = self.words()
        return f'<p class="hx-would">{escape(said)}</p>' if said else ""

    def words(self) -> str:
        """The corrections in words: ``Terrain: land instead of shallow sea.``"""
        return " ".join(map(_told, self.corrections()))

    def html(self) -> str:
        """The editor as HTML."""
        question = self.question() if self.asking else ""
        return hex_editor(self.board, self.hex, self.draft, note=self.note(), question=question)

    # -- keeping it

    def save(self, owner: Owner) -> str:
        """Write what differs into the owner's folder; gives what to tell the reader.

        Raises CannotWrite, with the folder as it was.
        """
        label = self.board.label(self.hex)
        told = owner.change(f"corrected {label}", self._write)
        parts = (
            f"{label}: {_lower(self.words())}",
            EXAMPLES_STAND,
            self._out_of_place(owner),
            told,
        )
        return " ".join(filter(None, parts))

    def _out_of_place(self, owner: Owner) -> str:
        """The lines of the order of battle that do not fit the hex any more, in words."""
        if owner.folder is None:
            return ""
        found = data_folder.misfits(owner.folder, self.hex)
        left_out = [str(m) for m in found if m.counters.origin.grade.is_open]
        firm = [str(m) for m in found if not m.counters.origin.grade.is_open]
        parts = (
            f"A set-up now leaves out {'. '.join(left_out)}." if left_out else "",
            f"A set-up cannot be opened until this is put right: {'. '.join(firm)}."
            if firm
            else "",
        )
        return " ".join(filter(None, parts))

    def _write(self, folder: Path) -> None:
        done = self.corrections()
        keys = tuple(c.key for c in done if not c.key.startswith(SIDE) and not c.follows)
        if keys:
            data_folder.correct(folder, self.place, keys)
        if "terrain" in keys:
            found = data_folder.read(folder).board[self.hex]
            if found.land_part != self.place.land_part:
                data_folder.correct(folder, self.place, ("land_part",))
        for c in done:
            if c.key.startswith(SIDE):
                other = c.key.removeprefix(SIDE)
                data_folder.correct_side(folder, self.hex, other, self._side_kind(other))

    def _side_kind(self, other: HexId, text: str | None = None) -> Terrain:
        """The side as its field says, or another text would; else as the two hexes give it."""
        said = _one(Terrain, self.draft[f"{SIDE}{other}"] if text is None else text)
        return said or usual_side(self.board.with_hex(self.place), self.hex, other)


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]


def _told(c: Correction) -> str:
    why = ", which follows from the terrain" if c.follows else ""
    return f"{c.label}: {c.after} instead of {c.before}{why}."


def _printed(c: Correction) -> str:
    label = _lower(c.label)
    what = f"{label} {c.before}" if c.before not in ("yes", "no") else label
    if c.key.startswith(SIDE):
        what = f"{label} is {c.before}"
    if c.origin.grade is Grade.PRINTED:
        where = f" in {c.origin.section}" if c.origin.section else ""
        return f"The rulebook prints this{where} ({what})."
    return f"This follows from the rulebook ({what}: {c.origin.why})."


def _first(board: Board, hex_id: HexId) -> Iterator[tuple[str, str]]:
    place = board[hex_id]
    for field in CHOICES:
        chosen = getattr(place, field)
        yield field, chosen.value if chosen is not None else ""
    for field in CHECKS:
        yield field, "on" if getattr(place, field) else ""
    for field in TEXTS:
        yield field, str(getattr(place, field))
    for other in board.neighbours(hex_id):
        yield f"{SEA}{other}", next((c for c, to in place.coasts.items() if other in to), "")
        yield f"{SIDE}{other}", _side_text(board, hex_id, other)


def _side_text(board: Board, hex_id: HexId, other: HexId) -> str:
    kind = board.hexsides.get(side_pair(hex_id, other))
    return "" if kind is None else kind.value


E = TypeVar("E", Terrain, Facility, Nation, Area)


def _one(kind: type[E], text: str) -> E | None:
    return kind(text) if text in {str(m.value) for m in kind} else None


def _is_count(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 4


def _problems(place: Hex, draft: Mapping[str, str]) -> Iterator[str]:
    if place.facility is not None and place.owner is None:
        yield f"Whose {place.facility.value} is it? Choose the colour of its icon (2.3.3)."
    if place.owner is not None and place.facility is None:
        yield "A colour belongs to a port or airfield: choose one of them, or no colour (2.3.3)."
    if place.terrain is Terrain.DEEP:
        for key in ("mountain", "jungle"):
            if getattr(place, key):
                yield f"Deep sea has no {key}: choose another terrain, or no {key} (2.3.2)."
        if place.land_part:
            yield "Land units cannot stand in deep sea: untick it, or choose other terrain (2.3.2)."
        if place.facility is not None:
            icon = place.facility.value
            yield f"Deep sea has no {icon}: choose another terrain, or no {icon} (2.3.2)."
    if place.terrain is Terrain.LAND and not place.land_part:
        yield "Land units may stand in a land hex: tick it, or choose other terrain (2.3.2)."
    for letter, there in sorted(place.coasts.items()):
        if not there:
            yield f"To which hexes does the {sea_name(letter)} lie? Choose one at least (8.7)."
    if place.coasts and place.terrain is Terrain.DEEP:
        yield "Two seas are parted by land: choose another terrain, or untick two seas (8.7)."
    if place.facility is Facility.PORT and not _is_count(draft["fleet_limit"].strip()):
        yield "Fleets in port is a whole number, such as 5 (8.3)."
    if len(place.name) > NAME_LENGTH:
        yield f"A name has at most {NAME_LENGTH} letters."
