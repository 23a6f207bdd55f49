"""The event cards, as far as the rulebook or players tell of them (4).

No card text is known. A card of which nothing is told is blank, and says so.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from attrs import frozen

from witp_learn.components.deeds import Deed, read_deeds
from witp_learn.components.rows import Row, rows, text_of
from witp_learn.components.turns import YEARS
from witp_learn.files import DATA, BadData, NotAvailable, Unreadable, nearest
from witp_learn.model import Grade, Origin, Side

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

CARDS_FILE = "cards.csv"

EFFECTS = ("japan_effect", "allies_effect")
"""The columns that say in the words of `witp_learn.components.deeds` what the two parts do.

A table that was made before they came in has neither, and takes the companion's own."""

CARD_COLUMNS = (
    "id",
    "name",
    "red",
    "forced",
    "japan",
    "allies",
    *EFFECTS,
    "grade",
    "section",
    "why",
)

NUMBERS = range(1, 11)
"""The cards of each year are numbered 1 to 10 (4.0)."""

CARD_IDS = tuple(f"{year}-{number:02}" for year in YEARS for number in NUMBERS)
"""The forty numbers of the cards, by year."""

BLANK = "not described in the rulebook"
"""What stands for the name of a card of which nothing is told."""

_LONGEST_NAME = 80
_UNNUMBERED = re.compile(r"(194[2-5])-\?\?")


@frozen
class Card:
    """One event card, and where what is told of it comes from.

    ``red``: whether it is kept out of the first deal (4.1); ``forced``: whether it must be used
    when drawn (4.5); None where nobody says. ``japan`` and ``allies``: what its two parts do, in
    our words, empty where it is not known; ``japan_deeds`` and ``allies_deeds`` the same as the
    companion plays it. A card whose number is not known has an ``id`` such as ``1943-??``.

    Rules: 2.cards-a, 2.cards-b, 4.0b, 4.3b
    """

    id: str
    name: str
    red: bool | None
    forced: bool | None
    japan: str
    allies: str
    origin: Origin
    japan_deeds: tuple[Deed, ...] = ()
    allies_deeds: tuple[Deed, ...] = ()

    def part(self, side: Side) -> str:
        """What its part for a side does, in our words; empty where it is not known.

        Rules: 2.cards-b, 4.3a, 4.3b
        """
        return self.japan if side is Side.JAPAN else self.allies

    def deeds(self, side: Side) -> tuple[Deed, ...]:
        """What its part for a side does, as the companion plays it; nothing where nobody says.

        Rules: 2.cards-b, 4.3a, 4.3b
        """
        return self.japan_deeds if side is Side.JAPAN else self.allies_deeds

    @property
    def year(self) -> int:
        """The year on its back (2.2)."""
        return int(self.id[:4])

    @property
    def is_blank(self) -> bool:
        """Whether nothing is told of it."""
        return not self.name

    @property
    def label(self) -> str:
        """``1942-03 Type 95 torpedo``, or that the rulebook does not describe it."""
        return f"{self.id} {self.name}" if self.name else f"{self.id} ({BLANK})"


@frozen
class Cards:
    """The forty cards in order, and the cards told of without their number."""

    numbered: tuple[Card, ...]
    unnumbered: tuple[Card, ...] = ()

    def __iter__(self) -> Iterator[Card]:
        return iter(self.numbered)

    def __len__(self) -> int:
        return len(self.numbered)

    def card(self, card_id: str) -> Card:
        """A card by its number, such as ``1942-03``. Raises NotAvailable with the nearest one."""
        for one in self.numbered:
            if one.id == card_id:
                return one
        raise NotAvailable(f"no card {card_id!r}.{nearest(card_id, CARD_IDS)}")

    def of_year(self, year: int) -> tuple[Card, ...]:
        """The ten cards of a year, in order.

        Rules: 2.2k, 4.0a
        """
        return tuple(c for c in self.numbered if c.year == year)


def read_cards(folder: Traversable) -> Cards:
    """The cards of a data folder: each of the forty numbers once, then any without a number.

    Raises BadData naming file, line and column, or the card that is missing.
    """
    found: dict[str, Card] = {}
    unnumbered: list[Card] = []
    for cells in _rows(folder):
        row = Row(CARDS_FILE, cells)
        one = _card(row)
        if one.id in found:
            raise row.bad("id", "stands twice")
        if one.id in CARD_IDS:
            found[one.id] = one
        else:
            unnumbered.append(one)
    for card_id in CARD_IDS:
        if card_id not in found:
            raise BadData(CARDS_FILE, card_id, "its row is missing; each year has ten cards (4.0)")
    return Cards(tuple(found[card_id] for card_id in CARD_IDS), tuple(unnumbered))


def _rows(folder: Traversable) -> list[dict[str, str]]:
    """The rows of a table; one without the columns of effects takes the companion's own effects.

    It takes them for each part that it tells in the companion's own words.
    """
    head = next(csv.reader(text_of(folder, CARDS_FILE).splitlines()[:1]), [])
    older = tuple(name for name in CARD_COLUMNS if name not in EFFECTS)
    if tuple(name.strip() for name in head) != older:
        return rows(folder, CARDS_FILE, CARD_COLUMNS)
    ours = {(row["id"], row["name"]): row for row in rows(_OURS, CARDS_FILE, CARD_COLUMNS)}
    return [cells | _effects(cells, ours) for cells in rows(folder, CARDS_FILE, older)]


_OURS = DATA / "components"
"""The folder of the companion's own tables."""


def _effects(
    cells: Mapping[str, str], ours: Mapping[tuple[str, str], Mapping[str, str]]
) -> dict[str, str]:
    same = ours.get((cells["id"].strip(), cells["name"].strip()), {})
    return {
        f"{part}_effect": same[f"{part}_effect"]
        if same and same[part].strip() == cells[part].strip()
        else ""
        for part in Side
    }


def _card(row: Row) -> Card:
    card_id, name = row.text("id"), row.name("name", _LONGEST_NAME)
    numberless = _UNNUMBERED.fullmatch(card_id) is not None
    if card_id not in CARD_IDS and not numberless:
        problem = "must be a year and a number, 1942-01 to 1945-10; ?? for a number not known"
        raise row.bad("id", problem)
    if numberless and not name:
        raise row.bad("name", "is missing; a card without a number has a name at least")
    origin = row.origin()
    if not name and origin.grade is not Grade.UNKNOWN:
        raise row.bad("grade", "must be unknown where no name is given")
    if name and origin.grade is Grade.UNKNOWN:
        raise row.bad("grade", "cannot be unknown where a name is given")
    for part in ("japan", "allies", *EFFECTS):
        if row.text(part) and not name:
            raise row.bad(part, "must be empty where no name is given")
    return Card(
        id=card_id,
        name=name,
        red=_flag(row, "red"),
        forced=_flag(row, "forced"),
        japan=row.text("japan"),
        allies=row.text("allies"),
        origin=origin,
        japan_deeds=_deeds(row, Side.JAPAN),
        allies_deeds=_deeds(row, Side.ALLIES),
    )


def _deeds(row: Row, side: Side) -> tuple[Deed, ...]:
    column = f"{side}_effect"
    try:
        found = read_deeds(row.text(column))
    except Unreadable as error:
        raise row.bad(column, str(error)) from None
    if side is Side.JAPAN and any(deed.what == "win" for deed in found):
        raise row.bad(column, "win is for the Allies alone (3.2)")
    return found


def _flag(row: Row, column: str) -> bool | None:
    return row.flag(column) if row.text(column) else None
