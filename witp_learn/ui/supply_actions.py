"""What the supply lab does when the page tells it of a click, a key, a text or a file.

`Actions` is the half of the lab that listens; `witp_learn.ui.supply_lab` is the half that draws.
An action ``name`` of the page is answered by ``_do_name``, with its value.
"""

from __future__ import annotations

from witp_learn.hexgrid import HexId
from witp_learn.model import Kind, Side, State
from witp_learn.position import write_file
from witp_learn.ui.companion import Companion
from witp_learn.ui.fact_actions import FIELD, FactActions
from witp_learn.ui.lab_actions import CounterActions
from witp_learn.ui.position_panels import STANDARD, hits
from witp_learn.ui.supply_desk import SupplyDesk
from witp_learn.ui.supply_facts import holds_back
from witp_learn.ui.supply_selection import Pane

MAP = ".witp-map .leaflet-container"
PANEL = ".witp-right"


class Actions(CounterActions, FactActions):
    """The answers to clicks, keys, texts and files. What they change, ``draw`` brings up."""

    desk: SupplyDesk
    page: Companion

    def draw(self) -> None:
        """Bring everything on the screen in step with the desk."""
        raise NotImplementedError

    def _speak(self) -> None:
        raise NotImplementedError

    def _draw_bars(self) -> None:
        raise NotImplementedError

    def _draw_below_fields(self) -> None:
        raise NotImplementedError

    def _pressed(self, hex_id: HexId) -> None:
        if not holds_back(self.desk):
            self.desk.press(hex_id)
        self._after()
        if self.page.page.width >= _SCROLLS_ALONE:
            self.page.to_top(PANEL)

    def _after(self) -> None:
        self.draw()
        self._speak()

    def _file(self, name: str, text: str) -> None:
        if self.desk.open_text(text, name):
            self._frame()
        self._after()

    def _action(self, name: str, value: str) -> None:
        if name in ("line", "find"):
            self._typing(name, value)
            return
        if name.startswith(FIELD):
            self._put(name.removeprefix(FIELD), value)
            return
        act = getattr(self, f"_do_{name.replace('-', '_')}", None)
        if act is None:
            raise LookupError(f"the page asks for {name!r}, which the lab does not know")
        if name.startswith("hex-") or name in _BESIDE or not holds_back(self.desk):
            act(value)
        self._after()
        if name in _VANISHING and not self.page.page.narrow:
            self.page.focus(_VANISHING[name])

    def _typing(self, name: str, value: str) -> None:
        """While a field is typed in, its panel stays as it is; only the part below it changes."""
        if name == "find":
            self.desk.query = value
        else:
            before = self.desk.state
            self.desk.type_line(value)
            self._draw_bars()
            after = self.desk.state
            self._bring_in([h for h in after.in_use() if not _same_there(before, after, h)])
        self._draw_below_fields()

    def _bring_in(self, fresh: list[HexId]) -> None:
        """Let what has just been typed be seen: a hex or two, or a whole position."""
        for hex_id in fresh[:2]:
            self.map.reveal(hex_id)
        if len(fresh) > 2 or not all(self.map.shows(h) for h in fresh):
            self._frame()

    def _do_select(self, value: str) -> None:
        """A unit of the list, or of the stack in the selected hex."""
        stack = self.desk.pane in (Pane.CARD, Pane.ADD)
        self.desk.select(int(value))
        if not stack:
            self._arrive()

    def _do_place(self, value: str) -> None:
        self.desk.press(value)
        self._arrive()

    def _arrive(self) -> None:
        """Another hex was chosen elsewhere than on the map: show it there, and go there."""
        if self.desk.selected is not None:
            self.map.reveal(self.desk.selected)
        self.draw()
        self.page.focus(MAP)
        self.page.to_top(PANEL)

    def _do_edit(self, value: str) -> None:
        self.desk.apply_text(value)

    def _do_base_edit(self, value: str) -> None:
        """Build or Remove in the list of bases: its hex is looked at then."""
        self.desk.apply_listed(value)
        if self.desk.selected is not None:
            self.map.reveal(self.desk.selected)

    def _do_tab(self, value: str) -> None:
        self.desk.tab = int(value)

    def _do_passed(self, value: str) -> None:
        self.desk.passed_open = value == "1"

    def _do_rule(self, value: str) -> None:
        self.desk.rule = value
        self.draw()
        self.page.to_top(PANEL)
        self.page.focus('[data-action="rule-close"]')

    def _do_rule_close(self, _: str) -> None:
        rule = self.desk.rule
        self.desk.close_rule()
        self.draw()
        self.page.focus(f'{PANEL} [data-action="rule"][data-value="{rule}"]')

    def _do_pane(self, value: str) -> None:
        self.desk.show(Pane(value))
        self.draw()
        self.page.to_top(PANEL)
        self.page.focus(_FIRST.get(self.desk.pane, ".witp-right .witp-head"))

    def _do_close(self, _: str) -> None:
        self.desk.close()
        self.draw()
        self.page.focus(MAP)

    def _do_why(self, _: str) -> None:
        """The answer of the selected unit, from its start."""
        self.desk.why()
        self.draw()
        self.page.to_top(PANEL)

    def _do_first(self, value: str) -> None:
        """Enter in the search field: the first that was found."""
        self.desk.query = value
        for action, target, _ in hits(self.desk)[:1]:
            {"place": self._do_place, "example": self._do_example, "rule": self._do_rule}[action](
                target
            )

    def _do_overlay(self, value: str) -> None:
        self.desk.toggle(value)

    def _do_example(self, value: str) -> None:
        self.desk.open_example(value)
        self._frame()
        self.draw()
        self.page.focus(MAP)
        self.page.to_top(PANEL)

    def _do_scenario(self, value: str) -> None:
        self.desk.open_scenario(STANDARD, optional_bases=value == "bases")
        self._frame()
        self.draw()
        self.page.focus(MAP)
        self.page.to_top(PANEL)

    def _do_base_side(self, value: str) -> None:
        self.desk.choose_side(Side(value))

    def _do_base_at(self, value: str) -> None:
        """A base or a building site of the list: its answer, and where it lies."""
        self.desk.press(value)
        self.map.reveal(value)
        self.draw()
        self.page.to_top(PANEL)
        self.page.focus(".witp-right .witp-head")

    def _do_empty(self, _: str) -> None:
        self.desk.empty()

    def _do_carry_out(self, _: str) -> None:
        self.desk.carry_out()

    def _do_save(self, _: str) -> None:
        title = "".join(c if c.isalnum() else "_" for c in self.desk.state.title.lower())
        name = title[:40].strip("_") or "position"
        self.page.download(f"{name}.toml", write_file(self.desk.state), "application/toml")

    # -- keys

    def _key(self, key: str, shift: bool, hex_id: HexId) -> None:
        desk = self.desk
        letter = key.lower()
        if key == "Escape":
            self._escape()
        elif desk.pane is Pane.HEX:
            return
        elif letter in _KINDS:
            self._at_cursor(hex_id)
            desk.add(_KINDS[letter], attrited=shift)
        elif letter == "m" and desk.moving is not None:
            desk.start_move()
        elif letter in _AT_CURSOR:
            self._at_cursor(hex_id)
            _AT_CURSOR[letter](desk)
        elif letter in _ACTIONS:
            name, value = _ACTIONS[letter]
            getattr(self, f"_do_{name}")(value)
        elif letter == "u":
            (self._do_redo if shift else self._do_undo)("")
        elif key in ("Ctrl+z", "Ctrl+y", "Ctrl+Z"):
            (self._do_undo if key == "Ctrl+z" else self._do_redo)("")
        elif key in ("[", "]"):
            self._step(-1 if key == "[" else 1)
        else:
            return
        self._after()

    def _escape(self) -> None:
        """Close what was called up last; the keyboard goes back to the map."""
        called_up = self.desk.rule or self.desk.pane not in (Pane.CARD, Pane.UNITS)
        self.desk.clear()
        if called_up:
            self.draw()
            self.page.focus(MAP)

    def _at_cursor(self, hex_id: HexId) -> None:
        """Keys speak of the hex under the keyboard cursor, which a click moves too."""
        self.desk.moving = None
        if hex_id and hex_id != self.desk.selected:
            self.desk.press(hex_id)

    def _step(self, by: int) -> None:
        """The unit before or after, in the order of the list."""
        order = [r.index for r in self.desk.supply.worst_first()]
        if order:
            index = self.desk.index
            start = order.index(index) if index in order else (-1 if by > 0 else 0)
            self.desk.select(order[(start + by) % len(order)])
            self._arrive()


def _same_there(one: State, other: State, hex_id: HexId) -> bool:
    """Whether a hex holds the same counters and bases in two positions."""
    units = one.by_hex.get(hex_id, ()) == other.by_hex.get(hex_id, ())
    return units and all(one.has_base(hex_id, s) is other.has_base(hex_id, s) for s in Side)


_SCROLLS_ALONE = 960
"""Width of the window from which the panel scrolls by itself, see supply_lab.css."""

_BESIDE = ("zoom", "overlay")
"""What can be done beside an editor with changes in it; all else waits until it is closed."""

_FIRST = {
    Pane.FIND: "#witp-find",
    Pane.LINE: "#witp-line",
    Pane.CARD: MAP,
}
"""Where the keyboard goes when a panel comes up; else to its heading."""

_VANISHING = {
    "edit": '.witp-right [data-key="undo"]',
    "base-edit": '.witp-right [data-key="undo"]',
    "carry-out": '.witp-right [data-key="undo"]',
    "undo": '.witp-bar [data-action="undo"]',
    "remove": MAP,
    "coast": MAP,
    "empty": MAP,
}
"""Buttons that are gone after they were pressed, and where the keyboard goes instead."""

_KINDS = {kind.letter.lower(): kind for kind in Kind}

_AT_CURSOR = {
    "f": SupplyDesk.flip,
    "m": SupplyDesk.start_move,
    "b": SupplyDesk.toggle_base,
    "delete": SupplyDesk.remove,
    "backspace": SupplyDesk.remove,
}

_ACTIONS = {
    "p": ("pane", "bases"),
    "t": ("pane", "line"),
    "/": ("pane", "find"),
    "?": ("pane", "keys"),
    "0": ("zoom", "all"),
    "+": ("zoom", "in"),
    "=": ("zoom", "in"),
    "-": ("zoom", "out"),
}
