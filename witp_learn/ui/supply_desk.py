"""What the supply lab does to a position, without a widget: counters, bases, whole positions.

The lab draws what the desk says and passes on clicks, keys and texts; so everything here can be
tried without a browser.
"""

from __future__ import annotations

from attrs import evolve

from witp_learn import edits, queries
from witp_learn.components import board as companion_board
from witp_learn.components import shipped_board
from witp_learn.files import BadData, NotAvailable, Unreadable
from witp_learn.model import Facility, Kind, Nation, State, Step, Terrain, Unit
from witp_learn.position import warnings
from witp_learn.position.line import Item
from witp_learn.rules.answers import subject, what_changed
from witp_learn.ui.supply_facts import take_back
from witp_learn.ui.supply_selection import Notice, Pane, Past, Selection
from witp_learn.ui.supply_text import (
    OFF_THE_MAP,
    draft,
    laid,
    like_a_file,
    read,
    sentence,
    stopped,
)


class SupplyDesk(Selection):
    """The desk: what is selected on it can be turned over, moved, added to and taken off."""

    # -- edits from keys and buttons

    def flip(self) -> None:
        """Turn over the selected counter."""
        if self.row is not None:
            self.do(edits.flip(self.row.unit))
        else:
            self.notice = Notice("info", "Select a counter first; then F turns it over.")

    def remove(self) -> None:
        """Take the selected counter off, or the base when no counter stands there."""
        if self.row is not None:
            self.do(edits.remove(self.row.unit))
            return
        for side in (self.nation.side, self.nation.side.enemy):
            if self.selected is not None and self.state.has_base(self.selected, side):
                self.do(edits.unbase(side, self.selected))
                return
        self.notice = Notice("info", "Nothing here to take off.")

    def add(self, kind: Kind, attrited: bool = False) -> None:
        """Add a counter of the chosen nation in the selected hex."""
        if self.selected is None:
            self.notice = Notice("info", "Select a hex first; then C, N, L or A adds a counter.")
            return
        coast = self.sea if kind.is_fleet else ""
        step = Step.ATTRITED if attrited else Step.FULL
        unit = Unit(self.selected + coast, self.nation, kind, step)
        if self.do(edits.add(unit)):
            self._take_up(unit)

    def _take_up(self, unit: Unit) -> None:
        """Select such a counter in the selected hex."""
        wanted = evolve(unit, count=1)
        same = (i for i in self.here if evolve(self.state.units[i], count=1) == wanted)
        self.index = next(same, self.index)

    def toggle_base(self) -> None:
        """Build or take away a base of the chosen nation's side in the selected hex."""
        if self.selected is None:
            self.notice = Notice("info", "Select a hex first; then B puts a base there.")
            return
        side = self.nation.side
        if self.state.has_base(self.selected, side):
            self.do(edits.unbase(side, self.selected))
        elif self.state.board[self.selected].facility is None:
            label = self.state.board.label(self.selected)
            self.notice = Notice(
                "info", f"{label} has no port or airfield; a base needs one (6.1)."
            )
        else:
            self.do(edits.base(side, self.selected))

    def choose_nation(self, nation: Nation) -> None:
        """The nation of the counters and bases added next."""
        self.nation = nation

    @property
    def coasts(self) -> tuple[str, ...]:
        """The letters of the seas of the selected hex, when it has more than one (8.7)."""
        return (
            () if self.selected is None else tuple(sorted(self.state.board[self.selected].coasts))
        )

    @property
    def sea(self) -> str:
        """The sea that a fleet added in the selected hex stands on."""
        return self.coast if self.coast in self.coasts else next(iter(self.coasts), "")

    def choose_coast(self, letter: str) -> None:
        """The sea, of a hex with two, for the fleets added next; a selected fleet goes there."""
        if letter not in self.coasts:
            return
        self.coast = letter
        unit = self.row.unit if self.row else None
        if unit is not None and unit.kind.is_fleet and unit.coast != letter:
            there = evolve(unit, at=unit.hex + letter)
            if self.do(edits.move(unit, there.at)):
                self._take_up(there)

    @property
    def can_load(self) -> bool:
        """Whether the selected land unit is at sea, or a ship with room for it is here (8.6)."""
        unit = self.row.unit if self.row else None
        if unit is None or unit.kind is not Kind.LAND:
            return False
        return unit.aboard or self._berth(unit) is not None

    def _berth(self, unit: Unit) -> str | None:
        """Where ships of the unit's side in its hex have room for one more land unit."""
        for ship in self.state.at(unit.hex, unit.side):
            there = [u for u in self.state.at(unit.hex, unit.side) if u.at == ship.at]
            carried = sum(u.count for u in there if u.aboard)
            if sum(u.count for u in there if u.kind is Kind.NAVAL) > carried:
                return ship.at
        return None

    def load(self) -> None:
        """Put the selected land unit aboard a ship here, or ashore (8.6)."""
        unit = self.row.unit if self.row else None
        if unit is None or not self.can_load:
            self.notice = Notice("info", "Select a land unit beside a ship with room for it (8.6).")
            return
        if unit.aboard:
            after, name = evolve(unit, at=unit.hex, count=1, aboard=False), "ashore"
        else:
            after, name = (
                evolve(unit, at=self._berth(unit) or unit.at, count=1, aboard=True),
                "aboard",
            )
        try:
            changed = edits.apply(edits.apply(self.state, edits.remove(unit)), edits.add(after))
        except edits.CannotEdit as error:
            self.notice = Notice("warning", sentence(str(error)))
            return
        said = f"Put {self.state.board.label(unit.hex)} L {name}"
        before = self.state
        self._remember(said)
        self._show(changed, Notice("changed", f"{said}. {what_changed(before, changed)}"))
        self._take_up(after)

    def set_turn(self, number: int) -> None:
        """Make it another turn; turn 1 has exceptions (7.1)."""
        self.do(edits.turn(number))

    def apply_text(self, text: str) -> None:
        """Make the edit that a button carries."""
        try:
            self.do(edits.read(text))
        except Unreadable as error:
            self.notice = Notice("warning", sentence(str(error)))

    def apply_listed(self, text: str) -> None:
        """Build or remove the base of a row of the list; its hex is the one looked at then."""
        before = self.state
        self.apply_text(text)
        if self.state is not before:
            self.selected = edits.read(text).at
            self.index = self._first_checked()

    def can_stand(self, kind: Kind) -> bool:
        """Whether a counter of that kind could be added in the selected hex."""
        if self.selected is None:
            return False
        place = self.state.board[self.selected]
        if kind is Kind.AIR:
            return True
        if kind is Kind.LAND:
            return place.land_part and place.terrain is not Terrain.DEEP
        return place.terrain is not Terrain.LAND

    def can_base(self) -> bool:
        """Whether the selected hex has a port or airfield, or a base to take away."""
        if self.selected is None:
            return False
        facility: Facility | None = self.state.board[self.selected].facility
        return facility is not None or self.state.has_base(self.selected, self.nation.side)

    def undo(self) -> bool:
        """Go back one edit, also one of the map; says whether another position has come up."""
        if self.done and self.done[-1].folder:
            take_back(self)
            return False
        return super().undo()

    # -- whole positions

    def replace(self, state: State, name: str) -> None:
        """Another position; undo brings the former back."""
        after = edits.tidy(state)
        if after != self.state:
            self._remember(name, whole=True)
        odd = " ".join(sentence(w) for w in warnings(after))
        self.selected = self.index = None
        self._show(after, Notice("info", f"{stopped(name)} {odd}".strip()))
        self.pane, self.rule = Pane.UNITS, ""

    def open_text(self, text: str, source: str) -> bool:
        """Open a position from a file's or a line's text; on bad input the old one stays."""
        try:
            state = read(text, source)
        except (BadData, Unreadable) as error:
            self.notice = Notice("warning", f"Not opened. {stopped(str(error))}")
            return False
        self.replace(state, f"Opened {source}")
        if state.board.own and state.board.hexes is shipped_board().hexes:
            self._add_words(f"{OFF_THE_MAP}.")
        return True

    def open_example(self, name: str) -> None:
        """Open a position that comes with the companion."""
        if name in queries.examples():
            state, told = laid(queries.example(name))
            self.replace(state, f"Opened {state.title or name}")
            self._add_words(told)

    def open_scenario(self, name: str, *, optional_bases: bool = False) -> None:
        """Open the start of a scenario; the old position stays when the data lacks its set-up."""
        try:
            state = queries.scenario(name, optional_bases=optional_bases)
            off = queries.left_out(name)
        except (BadData, NotAvailable) as error:
            self.notice = Notice("warning", f"Not opened. {stopped(str(error))}")
            return
        self.replace(state, f"Opened {state.title or name}")
        if off:
            self._add_words(f"Left out, as your map has no place for them: {'. '.join(off)}.")

    def _add_words(self, told: str) -> None:
        if told and self.notice is not None:
            self.notice = Notice("warning", f"{self.notice.text} {told}")

    def carry_out(self) -> None:
        """Carry out the check on both sides at once: turned over, or removed (7.2)."""
        after = edits.tidy(self.supply.after())
        if after == self.state:
            self.notice = Notice("info", "The supply check changes nothing now (7.2).")
            return
        out = self.supply.found.out()
        hit = [f"{subject(self.state, j.unit, letter=True)} {j.effect}" for j in out]
        more = f" and {len(hit) - 4} more" if len(hit) > 5 else ""
        said = ", ".join(hit[: 4 if more else 5]) + more
        self._remember("Carried out the supply check")
        self._show(after, Notice("changed", f"Carried out the supply check: {said} (7.2)."))

    def empty(self) -> None:
        """An empty map."""
        self.replace(State(board=companion_board(), turn=2), "Cleared the map")

    def keep(self, kept: State) -> Notice | None:
        """Have another position one Undo away, without showing it."""
        if edits.tidy(kept) == self.state:
            return None
        self.done = [Past(edits.tidy(kept), "Opened the address")]
        return Notice("info", "Opened from the address. Undo brings back your last position.")

    def type_line(self, text: str) -> None:
        """The text as typed so far: what can be read is on the map, the rest says why not.

        While nothing can be read, the position stays as it is.
        """
        if self.state.board.own and not like_a_file(text):
            # A line speaks of the companion's map; it must not take this board away.
            self.items, self.typed = (Item(text[:40], 0, len(text), OWN_BOARD),), text
            return
        state, items = draft(text)
        after = self.state if state is None else edits.tidy(state)
        if after != self.state:
            self._put_typed(after)
        self.items, self.typed = items, text

    @property
    def line_text(self) -> str:
        """What the line editor holds: the text as typed, or else the position's own."""
        return self.typed if self.items else self.text()

    def _put_typed(self, after: State) -> None:
        """All that is typed until something else happens is one step of the history."""
        if not self.typing:
            self._remember(TYPED)
        self.undone = []
        self._show(after, None)
        self.typing = after != self.done[-1].state
        if not self.typing:
            self.done = self.done[:-1]


OWN_BOARD = "this position has its own board; for a line choose Open and Empty map first"
"""Why a line cannot be typed over a position that brings its own board."""

TYPED = "Typed a position"
"""The name in the history of all typing since the line was opened."""
