"""What lies on the desk of the supply lab: a position with its history, a selection, a panel.

`witp_learn.ui.supply_desk` adds what is done to the position.
"""

from __future__ import annotations

from enum import StrEnum

from attrs import evolve, frozen

from witp_learn import edits, queries
from witp_learn.hexgrid import HexId
from witp_learn.model import Nation, Side, State, Unit
from witp_learn.position import warnings, write_file, write_line
from witp_learn.position.line import Item
from witp_learn.rules.answers import what_changed
from witp_learn.rules.planning import link_news, refused
from witp_learn.ui.hex_editor import HexEditor
from witp_learn.ui.owner import Owner
from witp_learn.ui.supply_text import laid, lowered, sentence, stopped
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
    HEX = "hex"
    BASES = "bases"
    LEGEND = "legend"


@frozen
class Past:
    """A position one can go back to, and the name of the edit that left it.

    ``whole``: the edit put another position in its place; ``folder``: it changed the map under it.
    """

    state: State
    name: str
    whole: bool = False
    folder: bool = False


@frozen(eq=False)
class Notice:
    """A short message: ``kind`` is ``changed``, ``warning`` or ``info``."""

    kind: str
    text: str


class Selection:
    """A position with undo and redo, a selected hex and counter, and what is shown of them."""

    def __init__(self, state: State | None = None, owner: Owner | None = None) -> None:
        self.owner = owner or Owner()
        self.editor: HexEditor | None = None
        self.state = edits.tidy(laid(state or queries.example("new_hebrides"))[0])
        self.undone: list[Past] = []
        self.done: list[Past] = []
        self.selected: HexId | None = None
        self.index: int | None = None
        self.pane = Pane.UNITS
        self.tab = 0
        self.passed_open = False
        self.rests_open = False
        self.rule = ""
        self.query = ""
        self.notice: Notice | None = None
        self.moving: Unit | None = None
        self.nation = Nation.US
        self.base_side = Side.JAPAN
        self.coast = ""
        self.items: tuple[Item, ...] = ()
        self.typing, self.typed = False, ""
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
    def here(self) -> tuple[int, ...]:
        """The rows of units in the selected hex."""
        return tuple(i for i, u in enumerate(self.state.units) if u.hex == self.selected)

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
        state, told = laid(past.state)
        said = told if past.whole else f"{what_changed(before, state)} {told}"
        words = f"{word}: {lowered(stopped(past.name))} {said}"
        self._show(state, Notice("info", words.strip()))
        return past.whole

    def _show(self, state: State, notice: Notice | None) -> None:
        old = self.row.unit if self.row else None
        self.state, self.notice = state, notice
        self.moving, self.tab = None, 0
        self._stop_typing()
        if self.selected is not None and self.selected not in state.board:
            self.selected = None
        self.index = self.same_row(old)

    def _stop_typing(self) -> None:
        self.items, self.typing, self.typed = (), False, ""

    def same_row(self, unit: Unit | None) -> int | None:
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
            self.notice = Notice("warning", sentence(str(error)))
            return False
        if after == before:
            return False
        name = edits.name(before, edit)
        self._remember(name)
        odd = "".join(f" {sentence(w)}" for w in warnings(after) if w not in warnings(before))
        of_bases = edit.side is not None or self.pane is Pane.BASES
        news = "".join(f" {text}" for text in link_news(before, after)) if of_bases else ""
        said = f"{name}. {what_changed(before, after)}{news}{odd}"
        self._show(after, Notice("changed", said))
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
        """Show what is selected; while adding counters or looking at bases, that stays up."""
        self.tab, self.notice, self.moving, self.rule = 0, None, None, ""
        self.rests_open = False
        self._stop_typing()
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

    # -- moving

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


def _alike(unit: Unit, wanted: Unit) -> bool:
    return (unit.hex, unit.nation, unit.kind, unit.state) == (
        wanted.hex,
        wanted.nation,
        wanted.kind,
        wanted.state,
    )
