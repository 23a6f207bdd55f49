"""What the supply lab knows and does, without a widget: position, history, selection, panels.

The lab draws what the desk says and passes on clicks, keys and texts; so everything here can be
tried without a browser.
"""

from __future__ import annotations

from enum import StrEnum

from attrs import evolve, frozen

from witp_learn import edits, queries
from witp_learn.components import board as companion_board
from witp_learn.files import BadData, Unreadable
from witp_learn.hexgrid import HexId
from witp_learn.model import Facility, Kind, Nation, Side, State, Step, Terrain, Unit
from witp_learn.position import warnings, write_file, write_line
from witp_learn.position.line import Item
from witp_learn.rules.answers import subject, what_changed
from witp_learn.ui.supply_text import draft, like_a_file, read
from witp_learn.view.supply_view import Focus, Overlays

MOST_UNDO = 200
OVERLAYS = {
    "supply": True,
    "enemy-zone": True,
    "own-zone": False,
    "control": False,
    "network": False,
    "all-lines": False,
    "counters": True,
}
"""What the map can show, and whether it does at first: one air zone at a time."""


class Pane(StrEnum):
    """What the right-hand side shows."""

    CARD = "card"
    UNITS = "units"
    ADD = "add"
    LINE = "line"
    OPEN = "open"
    SHARE = "share"
    FIND = "find"
    KEYS = "keys"
    MENU = "menu"


@frozen
class Past:
    """A position one can go back to, and the name of the edit that left it.

    ``whole``: the edit put another position in its place.
    """

    state: State
    name: str
    whole: bool = False


@frozen(eq=False)
class Notice:
    """A short message: ``kind`` is ``changed``, ``warning`` or ``info``."""

    kind: str
    text: str


class SupplyDesk:
    """A position on the desk with undo and redo, a selection, and what is shown of it."""

    def __init__(self, state: State | None = None) -> None:
        self.state = edits.tidy(state or queries.example("new_hebrides"))
        self.undone: list[Past] = []
        self.done: list[Past] = []
        self.selected: HexId | None = None
        self.index: int | None = None
        self.pane = Pane.UNITS
        self.tab = 0
        self.passed_open = False
        self.rule = ""
        self.query = ""
        self.notice: Notice | None = None
        self.moving: Unit | None = None
        self.nation = Nation.US
        self.coast = ""
        self.items: tuple[Item, ...] = ()
        self.typing, self.typed = False, ""
        self.on = dict(OVERLAYS)
        self._supply: tuple[State, queries.Supply] | None = None

    # -- what is known

    @property
    def supply(self) -> queries.Supply:
        """The supply check of the position, made once per position."""
        if self._supply is None or self._supply[0] is not self.state:
            self._supply = (self.state, queries.supply(self.state))
        return self._supply[1]

    @property
    def row(self) -> queries.SupplyRow | None:
        """The selected row of units."""
        if self.index is None or self.index >= len(self.supply):
            return None
        return self.supply[self.index]

    @property
    def here(self) -> tuple[int, ...]:
        """The rows of units in the selected hex."""
        return tuple(i for i, u in enumerate(self.state.units) if u.hex == self.selected)

    @property
    def side(self) -> Side:
        """The side whose supply is looked at: the selected unit's, else that of the last nation."""
        return self.row.unit.side if self.row else self.nation.side

    def shown(self) -> Overlays:
        """The overlays with their sides worked out from the selection."""
        on, side = self.on, self.side
        zones = {side.enemy: on["enemy-zone"], side: on["own-zone"]}
        return Overlays(
            supply=on["supply"],
            zones=tuple(one for one, is_on in zones.items() if is_on),
            control=on["control"],
            network=side if on["network"] else None,
            counters=on["counters"],
            all_lines=on["all-lines"],
        )

    def focus(self) -> Focus:
        """What is selected and pointed at, for the scene."""
        return Focus(self.selected, self.index)

    def text(self) -> str:
        """The position as text: the line, or the file when it has a board of its own."""
        return write_file(self.state) if self.state.board.own else write_line(self.state)

    # -- history

    @property
    def undo_name(self) -> str:
        """What Undo would take back; nothing when there is nothing."""
        return self.done[-1].name if self.done else ""

    @property
    def redo_name(self) -> str:
        """What Redo would do again."""
        return self.undone[-1].name if self.undone else ""

    def undo(self) -> bool:
        """Go back one edit; says whether another position altogether has come up."""
        return self._step(self.done, self.undone, "Undone")

    def redo(self) -> bool:
        """Do again what was undone; says whether another position altogether has come up."""
        return self._step(self.undone, self.done, "Done again")

    def _step(self, source: list[Past], target: list[Past], word: str) -> bool:
        if not source:
            self.notice = Notice(
                "info", "Nothing to undo." if word == "Undone" else "Nothing to redo."
            )
            return False
        past, before = source.pop(), self.state
        target.append(Past(before, past.name, past.whole))
        said = "" if past.whole else f" {what_changed(before, past.state)}"
        self._show(past.state, Notice("info", f"{word}: {_lower(_stopped(past.name))}{said}"))
        return past.whole

    def _show(self, state: State, notice: Notice | None) -> None:
        old = self.row.unit if self.row else None
        self.state, self.notice = state, notice
        self.moving, self.tab = None, 0
        self._stop_typing()
        if self.selected is not None and self.selected not in state.board:
            self.selected = None
        self.index = self._same_row(old)

    def _stop_typing(self) -> None:
        self.items, self.typing, self.typed = (), False, ""

    def _same_row(self, unit: Unit | None) -> int | None:
        """The selected units after an edit: the same, else their other face, else the first."""
        if self.selected is None:
            return None
        here = self.here
        wanted = [] if unit is None else [evolve(unit, count=1), evolve(unit.turned, count=1)]
        for want in wanted:
            for i in here:
                if evolve(self.state.units[i], count=1) == want:
                    return i
        return here[0] if here else None

    def do(self, edit: edits.Edit) -> bool:
        """Make an edit; gives False, with a notice in words, when it cannot be."""
        before = self.state
        try:
            after = edits.apply(before, edit)
        except edits.CannotEdit as error:
            self.notice = Notice("warning", _sentence(str(error)))
            return False
        if after == before:
            return False
        name = edits.name(before, edit)
        self._remember(name)
        odd = "".join(f" {_sentence(w)}" for w in warnings(after) if w not in warnings(before))
        self._show(after, Notice("changed", f"{name}. {what_changed(before, after)}{odd}"))
        return True

    def _remember(self, name: str, whole: bool = False) -> None:
        self.done = [*self.done[1 - MOST_UNDO :], Past(self.state, name, whole)]
        self.undone = []

    # -- selecting

    def press(self, hex_id: HexId) -> None:
        """A hex is clicked: select it, walk its stack, or put down the unit that is moving."""
        if hex_id not in self.state.board:
            return
        if self.moving is not None:
            self._put_down(hex_id)
            return
        if hex_id == self.selected and self.pane in _AT_HEX and self.here and not self.rule:
            here = self.here
            at = here.index(self.index) if self.index in here else -1
            self.select(here[(at + 1) % len(here)])
            return
        self.selected = hex_id
        self.index = self._first_checked()
        self._look()

    def _first_checked(self) -> int | None:
        rows = [self.supply[i] for i in self.here]
        checked = [r.index for r in rows if not r.unit.kind.is_fleet]
        return checked[0] if checked else rows[0].index if rows else None

    def select(self, index: int) -> None:
        """Select a row of units, and its hex."""
        if 0 <= index < len(self.state.units):
            self.index = index
            self.selected = self.state.units[index].hex
            self._look()

    def _look(self) -> None:
        """Show what is selected; only while adding counters the palette stays up as it is."""
        self.tab, self.notice, self.moving, self.rule = 0, None, None, ""
        self._stop_typing()
        if self.pane is Pane.ADD:
            return
        self.pane = Pane.CARD
        if self.row is not None:
            self.nation = self.row.unit.nation

    def clear(self) -> None:
        """Escape: stop moving, close a drawer or panel, else select nothing."""
        if self.moving is not None:
            self.moving, self.notice = None, None
        elif self.rule:
            self.rule = ""
        elif self.pane not in (Pane.CARD, Pane.UNITS):
            self.close()
        else:
            self.selected = self.index = None
            self.pane, self.notice = Pane.UNITS, None

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
            self.notice = Notice("warning", _sentence(str(error)))
            return
        said = f"Put {self.state.board.label(unit.hex)} L {name}"
        before = self.state
        self._remember(said)
        self._show(changed, Notice("changed", f"{said}. {what_changed(before, changed)}"))
        self._take_up(after)

    def start_move(self) -> None:
        """Pick the selected counter up; the next hex pressed is where it goes.

        Again, it stays where it is.
        """
        if self.moving is not None:
            self.moving, self.notice = None, None
        elif self.row is None:
            self.notice = Notice("info", "Select a counter first; then M moves it.")
        else:
            self.moving = self.row.unit
            self.notice = Notice("info", f"Where to? Choose a hex for {self.row.label}.")

    def _put_down(self, hex_id: HexId) -> None:
        """The counter goes to the hex; where it cannot stand, another can be chosen."""
        unit = self.moving
        if unit is None or hex_id == unit.hex:
            self.moving, self.notice = None, None
            return
        if self.do(edits.move(unit, hex_id)):
            self.selected, self.pane = hex_id, Pane.CARD
            wanted = evolve(unit, at=hex_id, count=1, aboard=False)
            same = (i for i in self.here if _alike(self.state.units[i], wanted))
            self.index = next(same, self._first_checked())

    def set_turn(self, number: int) -> None:
        """Make it another turn; turn 1 has exceptions (7.1)."""
        self.do(edits.turn(number))

    # -- whole positions

    def replace(self, state: State, name: str) -> None:
        """Another position; undo brings the former back."""
        after = edits.tidy(state)
        if after != self.state:
            self._remember(name, whole=True)
        odd = " ".join(_sentence(w) for w in warnings(after))
        self.selected = self.index = None
        self._show(after, Notice("info", f"{_stopped(name)} {odd}".strip()))
        self.pane, self.rule = Pane.UNITS, ""

    def open_text(self, text: str, source: str) -> bool:
        """Open a position from a file's or a line's text; on bad input the old one stays."""
        try:
            state = read(text, source)
        except (BadData, Unreadable) as error:
            self.notice = Notice("warning", f"Not opened. {_stopped(str(error))}")
            return False
        self.replace(state, f"Opened {source}")
        return True

    def open_example(self, name: str) -> None:
        """Open a position that comes with the companion."""
        if name in queries.examples():
            state = queries.example(name)
            self.replace(state, f"Opened {state.title or name}")

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

    # -- other

    def apply_text(self, text: str) -> None:
        """Make the edit that a button carries."""
        try:
            self.do(edits.read(text))
        except Unreadable as error:
            self.notice = Notice("warning", _sentence(str(error)))

    @property
    def _behind(self) -> Pane:
        """The panel that comes up when another is closed."""
        return Pane.CARD if self.selected else Pane.UNITS

    def show(self, pane: Pane) -> None:
        """Bring up a panel, or close it when it is up."""
        closes = self.pane is pane and pane is not Pane.UNITS and not self.rule
        self.pane = self._behind if closes else pane
        self.rule, self.notice = "", None
        self._stop_typing()

    def close(self) -> None:
        """Close the panel that was called up."""
        self.pane, self.notice = self._behind, None
        self._stop_typing()

    def why(self) -> None:
        """Bring up the answer of what is selected."""
        self.pane, self.rule = self._behind, ""
        self._stop_typing()
        if self.selected is None:
            self.notice = Notice("info", "Choose a hex with a counter; its answer says why.")

    def close_rule(self) -> None:
        """Close the drawer of a rule; the panel behind it is as it was."""
        self.rule = ""

    def toggle(self, overlay: str) -> None:
        """Switch an overlay on or off by name."""
        self.on[overlay] = not self.on[overlay]

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


OWN_BOARD = "this position has its own board; for a line choose Open and Empty map first"
"""Why a line cannot be typed over a position that brings its own board."""

TYPED = "Typed a position"
"""The name in the history of all typing since the line was opened."""

_AT_HEX = (Pane.CARD, Pane.ADD)


def _alike(unit: Unit, wanted: Unit) -> bool:
    return (unit.hex, unit.nation, unit.kind, unit.state) == (
        wanted.hex,
        wanted.nation,
        wanted.kind,
        wanted.state,
    )


def _sentence(text: str) -> str:
    return _stopped(text[:1].upper() + text[1:])


def _stopped(text: str) -> str:
    return text if text.endswith((".", "?")) else f"{text}."


def _lower(name: str) -> str:
    return name[:1].lower() + name[1:]
