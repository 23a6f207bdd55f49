"""What lies on the desk of the supply lab: a position with its history, a selection, a panel.

`witp_learn.ui.supply_desk` adds what is done to the position.
"""

from __future__ import annotations

from enum import StrEnum

from witp_learn import edits, queries
from witp_learn.hexgrid import HexId
from witp_learn.model import Nation, Side, State, Unit
from witp_learn.rules.answers import what_changed
from witp_learn.rules.planning import link_news, refused
from witp_learn.ui.counter_desk import CounterDesk, Notice
from witp_learn.ui.hex_editor import HexEditor
from witp_learn.ui.owner import Owner
from witp_learn.view.supply_view import Focus, Overlays

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
    HEX = "hex"
    BASES = "bases"
    LEGEND = "legend"


class Selection(CounterDesk):
    """A position with undo and redo, a selected hex and counter, and what is shown of them."""

    def __init__(self, state: State | None = None, owner: Owner | None = None) -> None:
        super().__init__(state or queries.example("new_hebrides"))
        self.owner = owner or Owner()
        self.editor: HexEditor | None = None
        self.pane = Pane.UNITS
        self.tab = 0
        self.passed_open = False
        self.rests_open = False
        self.base_side = Side.JAPAN
        self.on = dict(OVERLAYS)
        self._supply: tuple[State, queries.Supply] | None = None
        self.bases_seen: object = None

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
    def side(self) -> Side:
        """The side whose supply is looked at: the selected unit's, else that of the last nation.

        While bases are looked at, the side that was chosen there.
        """
        if self.pane is Pane.BASES:
            return self.base_side
        return self.row.unit.side if self.row else self.nation.side

    def shown(self) -> Overlays:
        """The overlays with their sides worked out from the selection."""
        on, side = self.on, self.side
        zones = {side.enemy: on["enemy-zone"], side: on["own-zone"]}
        return Overlays(
            supply=on["supply"],
            zones=tuple(one for one, is_on in zones.items() if is_on),
            control=on["control"],
            network=side if on["network"] or self.pane is Pane.BASES else None,
            sites=side if self.pane is Pane.BASES else None,
            counters=on["counters"],
            all_lines=on["all-lines"],
        )

    def focus(self) -> Focus:
        """What is selected and pointed at, for the scene."""
        if self.pane is Pane.HEX and self.editor is not None:
            return Focus(self.selected, self.index, (self.editor.hex,))
        if self.pane is not Pane.BASES:
            return Focus(self.selected, self.index)
        return Focus(self.selected, planned=self._thought_of())

    def _thought_of(self) -> HexId | None:
        """The selected hex, when a base could be built there now."""
        at = self.selected
        if at is None or refused(self.state, edits.base(self.base_side, at)):
            return None
        return at

    @property
    def built_now(self) -> frozenset[HexId]:
        """Bases of the side looked at that the last edits built, while they were of bases alone."""
        now, built = self.state, set[HexId]()
        for past in reversed(self.done):
            before = past.state
            if past.whole or past.folder or (before.turn, before.units) != (now.turn, now.units):
                break
            built |= set(now.bases[self.side]) - set(before.bases[self.side])
            now = before
        return frozenset(built & set(self.state.bases[self.side]))

    # -- what is said and shown after an edit

    @property
    def label(self) -> str:
        """The selected counter in words."""
        return self.row.label if self.row else ""

    def news(self, before: State, after: State) -> str:
        """Whose supply another position changes, in words."""
        return what_changed(before, after)

    def more_news(self, edit: edits.Edit, before: State, after: State) -> str:
        """What an edit of a base does to the links of the network."""
        if edit.side is None and self.pane is not Pane.BASES:
            return ""
        return "".join(f" {text}" for text in link_news(before, after))

    def show_state(self, state: State, notice: Notice | None) -> None:
        """Another position comes up, with what is selected in it, and a message."""
        super().show_state(state, notice)
        self.tab = 0

    def opened(self) -> None:
        """Another position altogether: the list of its units."""
        self.pane = Pane.UNITS

    def put_down(self, hex_id: HexId, unit: Unit) -> None:
        """A counter was moved to a hex: its answer comes up."""
        super().put_down(hex_id, unit)
        self.pane = Pane.CARD

    # -- selecting

    def press(self, hex_id: HexId) -> None:
        """A hex is clicked: select it, walk its stack, or put down the unit that is moving."""
        if hex_id not in self.state.board:
            return
        if self.moving is not None:
            self.drop_at(hex_id)
            return
        if hex_id == self.selected and self.pane in _AT_HEX and self.here and not self.rule:
            here = self.here
            at = here.index(self.index) if self.index in here else -1
            self.select(here[(at + 1) % len(here)])
            return
        self.selected = hex_id
        self.index = self.first_here()
        self._look()

    def first_here(self) -> int | None:
        """The first row here that is checked, else the first."""
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
        """Show what is selected; while adding counters or looking at bases, that stays up."""
        self.tab, self.notice, self.moving, self.rule = 0, None, None, ""
        self.rests_open = False
        self.stop_typing()
        if self.pane in (Pane.ADD, Pane.BASES):
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

    # -- panels

    @property
    def _behind(self) -> Pane:
        """The panel that comes up when another is closed."""
        return Pane.CARD if self.selected else Pane.UNITS

    def show(self, pane: Pane) -> None:
        """Bring up a panel, or close it when it is up."""
        closes = self.pane is pane and pane is not Pane.UNITS and not self.rule
        if pane is Pane.BASES and not closes:
            self.choose_side(self._hungrier() if self.index is None else self.side)
        self.pane = self._behind if closes else pane
        self.rule, self.notice = "", None
        self.stop_typing()

    def close(self) -> None:
        """Close the panel that was called up."""
        self.pane, self.notice = self._behind, None
        self.stop_typing()

    def why(self) -> None:
        """Bring up the answer of what is selected."""
        self.pane, self.rule = self._behind, ""
        self.stop_typing()
        if self.selected is None:
            self.notice = Notice("info", "Choose a hex with a counter; its answer says why.")

    def _hungrier(self) -> Side:
        """The side with more units out of supply, else that of the last nation."""
        out = [j.unit.side for j in self.supply.found.out() for _ in range(j.unit.count)]
        return max((self.side, self.side.enemy), key=out.count)

    def choose_side(self, side: Side) -> None:
        """Look at the bases of this side; bases added next are of it too."""
        self.base_side, self.tab = side, 0
        if self.nation.side is not side:
            self.nation = Nation.JAPAN if side is Side.JAPAN else Nation.US

    def close_rule(self) -> None:
        """Close the drawer of a rule; the panel behind it is as it was."""
        self.rule = ""

    def toggle(self, overlay: str) -> None:
        """Switch an overlay on or off by name; the network stays while bases are looked at."""
        if overlay == "network" and self.pane is Pane.BASES:
            self.notice = Notice("info", "The network is shown as long as Bases is open.")
            return
        self.on[overlay] = not self.on[overlay]


_AT_HEX = (Pane.CARD, Pane.ADD)
