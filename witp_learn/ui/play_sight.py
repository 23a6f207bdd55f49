"""What a page of a game shows apart from the game: the panel called up, overlays, log, new game."""

from __future__ import annotations

from enum import StrEnum
from random import SystemRandom

from attrs import evolve, field, frozen

from witp_learn import components, queries
from witp_learn.ui.counter_desk import Notice
from witp_learn.ui.play_desk import STANDARD, PlayDesk
from witp_learn.ui.play_keep import PLAYERS, SEEDS, Table


class Pane(StrEnum):
    """What stands in the panel."""

    DO = "do"
    NEW = "new"
    OPEN = "open"
    FIND = "find"
    KEYS = "keys"
    MENU = "menu"


@frozen
class Draft:
    """What is filled in for a new game; ``seed`` and ``bid`` as they were typed."""

    scenario: str = STANDARD
    last_turn: int = 8
    bid: str = "20"
    seed: str = "1"
    optional_bases: bool = False
    options: tuple[str, ...] = ()
    table: Table = field(factory=Table)


FEW = 8
"""Actions of another game after which the way back to the one before is no longer shown."""


class PlaySight(PlayDesk):
    """A game on a desk with what the page shows of it."""

    def __init__(self) -> None:
        super().__init__()
        self.pane = Pane.DO
        self.draft = Draft(table=self.table)
        self.on = {"can": True, "supply": False, "japan": False, "allies": False, "control": False}
        self.folded: set[int] = set()
        self.older = False
        self.before, self._opened_at = "", 0
        self.text, self.elsewhere = "", ""
        self.seen_here = False

    def show(self, pane: Pane) -> None:
        """Bring up a panel, or close it when it is up."""
        closes = self.pane is pane and not self.rule
        self.pane = Pane.DO if closes else pane
        self.rule, self.notice = "", None
        if self.pane is Pane.NEW:
            self.draft = Draft(table=self.table, seed=str(SystemRandom().choice(SEEDS)))

    def toggle(self, overlay: str) -> None:
        """Switch something the map shows on or off; one air zone at a time."""
        self.on[overlay] = not self.on[overlay]
        for other in {"japan", "allies"} - {overlay}:
            if overlay in ("japan", "allies"):
                self.on[other] = False

    def clear(self) -> None:
        """Escape: one step back."""
        self.notice = None
        if self.rule:
            self.rule = ""
        elif self.pane is not Pane.DO:
            self.pane = Pane.DO
        else:
            self.at = self.start = self.seek = ""
            self.page = 0

    def begin_draft(self) -> bool:
        """Begin the game that is filled in; the one before is kept for a way back.

        While a number is none that can be, say what would be right and begin nothing.
        """
        kept, draft = self._left, self.draft
        short = components.scenario(draft.scenario).agreed_end
        seed, bid = seed_of(draft.seed), number_of(draft.bid) if short else 0
        if seed is None or bid is None:
            right = "the bid has to be a whole number (13.2b)"
            if seed is None:
                right = f"the seed has to be a whole number from {SEEDS[0]} to {SEEDS[-1]}"
            typed = (draft.seed if seed is None else draft.bid).strip()
            given = f"not {typed}" if typed else "and none is given"
            self.notice = Notice("warning", f"No new game: {right}, {given}. This game goes on.")
            return False
        made = self.begin(
            draft.scenario,
            evolve(draft.table, seed=seed),
            optional_bases=draft.optional_bases,
            options=draft.options,
            last_turn=draft.last_turn if short else 0,
            bid=bid,
        )
        if made:
            self._opened(kept)
        return made

    def open_text(self, text: str, source: str) -> bool:
        """Open a record; the game before is kept for a way back."""
        return self._opens(text, source, self._left if self.game.history else self.before)

    def _opens(self, text: str, source: str, kept: str) -> bool:
        if not super().open_text(text, source):
            return False
        self._opened(kept)
        return True

    @property
    def _left(self) -> str:
        """The game to go back to: this one, or the one before while nothing was done in this."""
        touched = any(place >= self._opened_at for place in self._own)
        return self.kept() if touched or not self.before else self.before

    def _opened(self, kept: str) -> None:
        self.before, self._opened_at = kept, len(self.game.history)
        self.pane, self.folded, self.older, self.text = Pane.DO, set(), False, ""

    @property
    def can_go_back(self) -> bool:
        """Whether the game before is still offered: until a few actions of this one are done."""
        return bool(self.before) and len(self.game.history) - self._opened_at < FEW

    def back(self) -> bool:
        """The game that was there before a new one, or before a record was opened."""
        kept = self.kept() if self.game.history else ""
        return bool(self.before) and self._opens(self.before, "the game before", kept)

    def fold(self, number: int) -> None:
        """Fold the part of the log that begins at an action, or unfold it."""
        self.folded ^= {number}


def scenarios() -> dict[str, str]:
    """The scenarios that can be played, and their titles."""
    known = {name: components.scenario(name) for name in queries.scenarios()}
    return {name: one.title for name, one in known.items() if one.complete}


def number_of(text: str) -> int | None:
    """A whole number as typed, blanks around it left out; None for a text that is none."""
    digits = text.strip()
    return int(digits) if digits.isascii() and digits.isdecimal() else None


def seed_of(text: str) -> int | None:
    """A seed as typed; None for a text that is none."""
    number = number_of(text)
    return number if number in SEEDS else None


def player_of(text: str) -> str:
    """A player by name, else somebody here."""
    return text if text in PLAYERS else Table().japan
