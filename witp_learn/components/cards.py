"""The event cards, as far as the rulebook or players tell of them (4).

No card text is known. A card of which nothing is told is blank, and says so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from attrs import frozen

from witp_learn.components.rows import Row, rows
from witp_learn.components.turns import YEARS
from witp_learn.files import BadData, NotAvailable, nearest
from witp_learn.model import Grade, Origin

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

CARDS_FILE = "cards.csv"

CARD_COLUMNS = ("id", "name", "red", "forced", "japan", "allies", "grade", "section", "why")

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
    our words, empty where it is not known. A card whose number is not known has an ``id`` such as
    ``1943-??``.
    """

    id: str
    name: str
    red: bool | None
    forced: bool | None
    japan: str
    allies: str
    origin: Origin

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
    for cells in rows(folder, CARDS_FILE, CARD_COLUMNS):
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
    for part in ("japan", "allies"):
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
    )


def _flag(row: Row, column: str) -> bool | None:
    return row.flag(column) if row.text(column) else None
