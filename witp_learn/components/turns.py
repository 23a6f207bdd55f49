"""The turn record track: base resource points by turn and side, and what follows from the turn."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from attrs import frozen

from witp_learn.components.rows import Row, rows
from witp_learn.files import BadData
from witp_learn.model import TURNS, Origin, Side

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

TURNS_FILE = "turns.csv"

TURN_COLUMNS = ("turn", "side", "brp", "grade", "section", "why")

MOST = 99
"""The largest number of base resource points of a turn."""

SEASONS = ("winter", "spring", "summer", "autumn")
"""The seasons in the order of the turns; turn 1 is a winter (13.1)."""

YEARS = range(1942, 1946)
"""The years of the four decks (2.2)."""


@frozen
class Entry:
    """A side's base resource points of one turn, in RP, and where the number comes from."""

    turn: int
    side: Side
    brp: int
    origin: Origin


@frozen
class Track:
    """The turn record track (2.3): every turn of the game, for both sides."""

    entries: Mapping[tuple[int, Side], Entry]

    def entry(self, turn: int, side: Side) -> Entry:
        """A side's box of a turn. Raises ValueError for a turn that is not 1 to 16."""
        _known(turn)
        return self.entries[turn, side]

    def brp(self, turn: int, side: Side) -> int:
        """Base resource points of a side on a turn, in RP.

        Raises ValueError for a turn that is not 1 to 16.

        Rules: 5.1a
        """
        return self.entry(turn, side).brp

    def stacks(self, turn: int, side: Side) -> int:
        """How many stacks a side may redeploy on a turn: half its BRP, rounded down.

        The Allies may redeploy five on turn 1. Raises ValueError for a turn that is not 1 to 16.

        Rules: 10.1c, 10.1g, 12.1h
        """
        brp = self.brp(turn, side)
        return FREE_STACKS if turn == 1 and side is Side.ALLIES else brp // 2


FREE_STACKS = 5
"""Stacks the Allies may redeploy on turn 1 (10.1, 12.1)."""


def read_turns(folder: Traversable) -> Track:
    """The turn record track of a data folder: sixteen turns, two sides.

    Raises BadData naming file, line and column, or the turn that is missing.

    Rulings: missing-component-data
    """
    found: dict[tuple[int, Side], Entry] = {}
    for cells in rows(folder, TURNS_FILE, TURN_COLUMNS):
        row = Row(TURNS_FILE, cells)
        entry = _entry(row)
        if (entry.turn, entry.side) in found:
            raise row.bad("turn", f"turn {entry.turn} has two rows for {entry.side}")
        found[entry.turn, entry.side] = entry
    _all_there(found)
    return Track(found)


def _entry(row: Row) -> Entry:
    turn = row.count("turn", 0)
    if turn not in TURNS:
        raise row.bad("turn", f"must be a turn of the game, 1 to {TURNS[-1]} (3.0)")
    if not row.text("brp"):
        raise row.bad("brp", f"is missing; must be 0 to {MOST}")
    if (brp := row.count("brp", 0)) > MOST:
        raise row.bad("brp", f"must be 0 to {MOST}")
    return Entry(turn, row.given("side", Side), brp, row.origin())


def _all_there(found: Iterable[tuple[int, Side]]) -> None:
    have = set(found)
    for turn in TURNS:
        for side in Side:
            if (turn, side) not in have:
                problem = f"a row for {side} is missing; every turn has one for each side"
                raise BadData(TURNS_FILE, f"turn {turn}", problem)


def _known(turn: int) -> None:
    if turn not in TURNS:
        raise ValueError(f"no turn {turn}; the game has turns 1 to {TURNS[-1]}")


def season(turn: int) -> str:
    """The season of a turn: ``winter 1941-42``, ``autumn 1942``.

    Raises ValueError for a turn that is not 1 to 16.

    Rules: 13.1a, 3.0a
    """
    year = deck_year(turn)
    name = SEASONS[(turn - 1) % len(SEASONS)]
    return f"{name} {year - 1}-{year % 100}" if name == "winter" else f"{name} {year}"


def deck_year(turn: int) -> int:
    """The year whose cards are drawn on a turn: four turns a year, from 1942 on.

    A winter belongs to the new year (ruling year-of-winter-turn). Raises ValueError for a turn
    that is not 1 to 16.

    Rules: 4.4a, 4.4b
    """
    _known(turn)
    return YEARS[(turn - 1) // len(SEASONS)]


def declares_first(turn: int) -> Side | None:
    """Who names the card to be used first; nobody on turn 1, when no card is used.

    Raises ValueError for a turn that is not 1 to 16.

    Rules: 4.1f, 4.2c, 4.2d
    """
    _known(turn)
    if turn == 1:
        return None
    return Side.ALLIES if turn <= 8 else Side.JAPAN


def submarine_row(turn: int) -> str:
    """The row of the submarine table that holds on a turn: ``1941-1943`` or ``1944-1945``.

    Raises ValueError for a turn that is not 1 to 16.

    Rules: 10.4d, 10.4e
    """
    return "1941-1943" if deck_year(turn) <= 1943 else "1944-1945"
