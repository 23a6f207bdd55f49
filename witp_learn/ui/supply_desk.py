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
from witp_learn.position import draft_line, read_file, read_line, warnings, write_file, write_line
from witp_learn.position.line import Item
from witp_learn.rules.answers import what_changed
from witp_learn.view.supply_view import Focus, Overlays

MOST_UNDO = 200


class Pane(StrEnum):
    """What the right-hand side shows."""

    CARD = "card"
    UNITS = "units"
    LINE = "line"
    OPEN = "open"
    SHARE = "share"
    FIND = "find"
    KEYS = "keys"


@frozen
class Past:
    """A position one can go back to, and the name of the edit that left it."""

    state: State
    name: str


@frozen
class Notice:
    """A short message: ``kind`` is ``changed``, ``warning`` or ``info``."""

    kind: str
    text: str


class SupplyDesk:
    """A position on the desk with undo and redo, a selection, and what is shown of it."""

    def __init__(self, state: State | None = None, name: str = "") -> None:
        self.start = edits.tidy(state or queries.example("new_hebrides"))
        self.state = self.start
        self.name = name
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
        self.preview: tuple[HexId, ...] = ()
        self.items: tuple[Item, ...] = ()
        self.overlays = Overlays()
        self.show_enemy_zone, self.show_own_zone, self.show_network = True, False, False
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
        zones = [self.side.enemy] if self.show_enemy_zone else []
        zones += [self.side] if self.show_own_zone else []
        network = self.side if self.show_network else None
        return evolve(self.overlays, zones=tuple(zones), network=network)

    def focus(self) -> Focus:
        """What is selected and pointed at, for the scene."""
        return Focus(self.selected, self.index, self.preview)

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

    def undo(self) -> None:
        """Go back one edit."""
        if self.done:
            past = self.done.pop()
            self.undone.append(Past(self.state, past.name))
            self._show(past.state, Notice("changed", f"Undone: {_lower(past.name)}."))

    def redo(self) -> None:
        """Do again what was undone."""
        if self.undone:
            past = self.undone.pop()
            self.done.append(Past(self.state, past.name))
            self._show(past.state, Notice("changed", f"Done again: {_lower(past.name)}."))

    def _show(self, state: State, notice: Notice | None) -> None:
        old = self.row.unit if self.row else None
        self.state, self.notice = state, notice
        self.preview, self.moving = (), None
        self.index = self._same_row(old)
        if self.selected is not None and self.selected not in state.board:
            self.selected = None

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
        self._show(after, Notice("changed", f"{name}. {what_changed(before, after)}"))
        return True

    def _remember(self, name: str) -> None:
        self.done = [*self.done[-MOST_UNDO:], Past(self.state, name)]
        self.undone = []

    # -- selecting

    def press(self, hex_id: HexId) -> None:
        """A hex is clicked: select it, walk its stack, or put down the unit that is moving."""
        if self.moving is not None:
            self._put_down(hex_id)
            return
        if hex_id == self.selected and self.pane is Pane.CARD and self.here:
            here = self.here
            at = here.index(self.index) if self.index in here else -1
            self.select(here[(at + 1) % len(here)])
            return
        self.notice = None
        self.selected, self.pane, self.rule = hex_id, Pane.CARD, ""
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
            self.selected, self.pane, self.rule = self.state.units[index].hex, Pane.CARD, ""
            self.notice = None
            self._look()

    def _look(self) -> None:
        self.tab, self.preview = 0, ()
        if self.row is not None:
            self.nation = self.row.unit.nation

    def clear(self) -> None:
        """Escape: stop moving, close a drawer or panel, else select nothing."""
        if self.moving is not None:
            self.moving, self.notice = None, None
        elif self.rule:
            self.rule = ""
        elif self.pane not in (Pane.CARD, Pane.UNITS):
            self.pane = Pane.CARD if self.selected else Pane.UNITS
        else:
            self.selected = self.index = None
            self.pane, self.notice, self.preview = Pane.UNITS, None, ()

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
        for side in Side:
            if self.selected is not None and self.state.has_base(self.selected, side):
                self.do(edits.unbase(side, self.selected))
                return
        self.notice = Notice("info", "Nothing here to take off.")

    def add(self, kind: Kind, attrited: bool = False) -> None:
        """Add a counter of the chosen nation in the selected hex."""
        if self.selected is None:
            self.notice = Notice("info", "Select a hex first; then C, N, L or A adds a counter.")
            return
        place = self.state.board[self.selected]
        coast = min(place.coasts, default="") if kind.is_fleet else ""
        step = Step.ATTRITED if attrited else Step.FULL
        unit = Unit(self.selected + coast, self.nation, kind, step)
        if self.do(edits.add(unit)):
            same = (i for i in self.here if evolve(self.state.units[i], count=1) == unit)
            self.index = next(same, self.index)

    def toggle_base(self) -> None:
        """Build or take away a base of the side looked at in the selected hex."""
        if self.selected is None:
            self.notice = Notice("info", "Select a hex first; then B puts a base there.")
            return
        side = self.side
        there = self.state.has_base(self.selected, side)
        self.do((edits.unbase if there else edits.base)(side, self.selected))

    def choose_nation(self, nation: Nation) -> None:
        """The nation of the counters added next."""
        self.nation = nation

    def start_move(self) -> None:
        """Pick the selected counter up; the next hex pressed is where it goes."""
        if self.row is None:
            self.notice = Notice("info", "Select a counter first; then M moves it.")
            return
        self.moving = self.row.unit
        self.notice = Notice("info", f"Where to? Choose a hex for {self.row.label}.")

    def _put_down(self, hex_id: HexId) -> None:
        unit, self.moving = self.moving, None
        if unit is None or hex_id == unit.hex:
            self.notice = None
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
            self._remember(name)
        odd = " ".join(_sentence(w) for w in warnings(after))
        self.selected = self.index = None
        self._show(after, Notice("info", f"{name}. {odd}".strip()))
        self.pane, self.items = Pane.UNITS, ()

    def open_text(self, text: str, source: str) -> bool:
        """Open a position from a file's or a line's text; on bad input the old one stays."""
        try:
            state = self.read(text, source)
        except (BadData, Unreadable) as error:
            self.notice = Notice("warning", f"Not opened. {_sentence(str(error))}")
            return False
        self.replace(state, f"Opened {source}")
        return True

    @staticmethod
    def read(text: str, source: str) -> State:
        """A position from a file's text or a line. Raises BadData or Unreadable."""
        looks_like_a_file = "witp-position" in text or text.lstrip().startswith("{")
        if looks_like_a_file or source.endswith((".toml", ".json")):
            return read_file(text, source)
        return read_line(text, companion_board())

    def open_example(self, name: str) -> None:
        """Open a position that comes with the companion."""
        if name in queries.examples():
            state = queries.example(name)
            self.replace(state, f"Opened {state.title or name}")

    def carry_out(self) -> None:
        """Carry out the check on both sides at once: turned over, or removed (7.2)."""
        after = edits.tidy(self.supply.after())
        if after != self.state:
            lost = len(self.supply.found.out())
            self._remember("Carried out the supply check")
            words = "1 row of units was hit" if lost == 1 else f"{lost} rows of units were hit"
            self._show(after, Notice("changed", f"Carried out the supply check: {words} (7.2)."))

    def empty(self) -> None:
        """An empty map."""
        self.replace(State(board=companion_board(), turn=2), "Cleared the map")

    def type_line(self, text: str) -> None:
        """The line as typed so far: what can be read is on the map, the rest says why not."""
        state, self.items = draft_line(text, companion_board())
        after = edits.tidy(state)
        if after != self.state:
            if self.undo_name != TYPED:
                self._remember(TYPED)
            pane = self.pane
            self._show(after, None)
            self.pane = pane

    # -- other

    def point_at(self, text: str) -> None:
        """Ring the hexes that an offered change touches; an empty text takes the ring away."""
        try:
            self.preview = edits.read(text).hexes if text else ()
        except Unreadable:
            self.preview = ()

    def apply_text(self, text: str) -> None:
        """Make the edit that a button carries."""
        try:
            self.do(edits.read(text))
        except Unreadable as error:
            self.notice = Notice("warning", _sentence(str(error)))

    def show(self, pane: Pane) -> None:
        """Bring up a panel, or close it when it is up."""
        back = Pane.CARD if self.selected else Pane.UNITS
        self.pane = back if self.pane is pane and pane is not Pane.UNITS else pane
        self.rule, self.notice = "", None
        if pane is Pane.LINE:
            self.items = ()

    def toggle(self, overlay: str) -> None:
        """Switch an overlay on or off by name."""
        flags = {"enemy-zone": "show_enemy_zone", "own-zone": "show_own_zone"}
        flags["network"] = "show_network"
        if overlay in flags:
            name = flags[overlay]
            setattr(self, name, not getattr(self, name))
        elif overlay in ("supply", "control", "counters", "all_lines"):
            now = bool(getattr(self.overlays, overlay))
            self.overlays = evolve(self.overlays, **{overlay: not now})

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
        return facility is not None or self.state.has_base(self.selected, self.side)


TYPED = "Typed a position"
"""The name in the history of all typing since the line was opened."""


def _alike(unit: Unit, wanted: Unit) -> bool:
    return (unit.hex, unit.nation, unit.kind, unit.state) == (
        wanted.hex,
        wanted.nation,
        wanted.kind,
        wanted.state,
    )


def _sentence(text: str) -> str:
    body = text[:1].upper() + text[1:]
    return body if body.endswith((".", "?")) else body + "."


def _lower(name: str) -> str:
    return name[:1].lower() + name[1:]
