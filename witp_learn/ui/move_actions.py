"""What the move lab does when the page tells it of a click, a key, a text or a file.

An action ``name`` of the page is answered by ``_do_name``, with its value.
"""

from __future__ import annotations

from witp_learn.hexgrid import HexId
from witp_learn.model import Kind, Side
from witp_learn.position import write_file
from witp_learn.ui.companion import Companion
from witp_learn.ui.lab_actions import CounterActions
from witp_learn.ui.move_desk import MoveDesk
from witp_learn.ui.move_sight import Pane
from witp_learn.ui.move_starters import STARTERS
from witp_learn.ui.position_panels import STANDARD, hits

MAP = ".witp-map .leaflet-container"
PANEL = ".witp-right"

_SIDES = {side.short: side for side in Side}


class Actions(CounterActions):
    """The answers to clicks, keys, texts and files. What they change, ``draw`` brings up."""

    desk: MoveDesk
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
        act = getattr(self, f"_do_{name.replace('-', '_')}", None)
        if act is None:
            raise LookupError(f"the page asks for {name!r}, which the lab does not know")
        act(value)
        self._after()
        if name in _VANISHING and not self.page.page.narrow:
            self.page.focus(_VANISHING[name])

    def _typing(self, name: str, value: str) -> None:
        """While a field is typed in, it stays as it is; only what stands below it changes."""
        if name == "find":
            self.desk.query = value
        else:
            self.desk.type_line(value)
            self._frame()
            self._draw_bars()
        self._draw_below_fields()

    # -- the move

    def _do_pick(self, value: str) -> None:
        side, _, at = value.partition(" ")
        self.desk.pick_place(_SIDES[side], at)
        self.map.reveal(at[:4])
        self._at_move()

    def _do_aim(self, value: str) -> None:
        self.desk.press(value) if not self.desk.pick else self.desk.aim(value)
        self.map.reveal(value)
        self._at_move()

    def _at_move(self) -> None:
        """Something was chosen in the panel: its start is in view, the keyboard on the map."""
        self.draw()
        self.page.to_top(PANEL)
        self.page.focus(MAP)

    def _do_more(self, value: str) -> None:
        index, _, by = value.partition(" ")
        self.desk.take_more(int(index), int(by))

    def _do_kind(self, value: str) -> None:
        self.desk.take_kind(value)

    def _do_units(self, _: str) -> None:
        self.desk.stack_open = True

    def _do_let_go(self, _: str) -> None:
        self.desk.show(Pane.MOVE) if self.desk.pane is not Pane.MOVE else None
        self.desk.rule, self.desk.notice = "", None
        self.desk.let_go()

    def _do_ways(self, _: str) -> None:
        self.desk.ways_open = not self.desk.ways_open

    def _do_way(self, value: str) -> None:
        self.desk.choose_way(int(value))

    def _do_draw(self, _: str) -> None:
        self.desk.start_drawing()
        self.draw()
        self.page.focus(MAP)

    def _do_leave(self, value: str) -> None:
        self.desk.leave(value)

    def _do_draw_back(self, _: str) -> None:
        self.desk.draw_back()

    def _do_plan(self, _: str) -> None:
        self._planned(self.desk.plan_it())

    def _do_plan_anyway(self, _: str) -> None:
        self._planned(self.desk.plan_it(anyway=True))

    def _planned(self, done: bool) -> None:
        self.draw()
        self.page.to_top(PANEL)
        if done:
            self.page.focus(MAP)
        elif self.desk.asking:
            self.page.focus('[data-action="plan-anyway"]')

    def _do_plan_back(self, _: str) -> None:
        self.desk.asking = False
        self.draw()
        self.page.focus('[data-action="plan"]')

    def _do_drop(self, value: str) -> None:
        self.desk.drop_impulse(int(value))

    def _do_go_on(self, _: str) -> None:
        self.desk.go_on()
        self._frame()

    def _do_points_jp(self, value: str) -> None:
        self.desk.set_points(Side.JAPAN, int(value) if value else None)

    def _do_points_al(self, value: str) -> None:
        self.desk.set_points(Side.ALLIES, int(value) if value else None)

    def _do_tab(self, value: str) -> None:
        self.desk.tab = int(value)

    def _do_passed(self, value: str) -> None:
        self.desk.passed_open = value == "1"

    def _do_edit(self, value: str) -> None:
        self.desk.apply_text(value)

    # -- the position

    def _do_select(self, value: str) -> None:
        index = int(value)
        if 0 <= index < len(self.desk.state.units):
            self.desk.index = index
            self.desk.selected = self.desk.state.units[index].hex

    def _do_place(self, value: str) -> None:
        """A place that was searched for: it is shown on the map."""
        self.desk.close()
        self.desk.selected, self.desk.index = value, None
        self.map.reveal(value)
        self.draw()
        self.page.focus(MAP)

    def _do_starter(self, value: str) -> None:
        if value in STARTERS:
            self.desk.open_text(STARTERS[value].text, STARTERS[value].title)
            self._opened()

    def _do_example(self, value: str) -> None:
        self.desk.open_example(value)
        self._opened()

    def _do_scenario(self, value: str) -> None:
        self.desk.open_scenario(STANDARD, optional_bases=value == "bases")
        self._opened()

    def _opened(self) -> None:
        self._frame()
        self._at_move()

    def _do_empty(self, _: str) -> None:
        self.desk.empty()
        self.desk.show(Pane.EDIT)
        self._opened()

    def _do_save(self, _: str) -> None:
        title = "".join(c if c.isalnum() else "_" for c in self.desk.state.title.lower())
        text = f"{write_file(self.desk.state)}{self.desk.plan.text()}\n"
        self.page.download(f"{title[:40].strip('_') or 'plan'}.toml", text, "application/toml")

    # -- panels

    def _do_overlay(self, value: str) -> None:
        self.desk.toggle(value)

    def _do_pane(self, value: str) -> None:
        self.desk.show(Pane(value))
        self.draw()
        self.page.to_top(PANEL)
        self.page.focus(_FIRST.get(self.desk.pane, f"{PANEL} .witp-head"))

    def _do_close(self, _: str) -> None:
        self.desk.close()
        self.draw()
        self.page.focus(MAP)

    def _do_rule(self, value: str) -> None:
        self.desk.rule = value
        self.draw()
        self.page.to_top(PANEL)
        self.page.focus('[data-action="rule-close"]')

    def _do_rule_close(self, _: str) -> None:
        rule, self.desk.rule = self.desk.rule, ""
        self.draw()
        self.page.focus(f'{PANEL} [data-action="rule"][data-value="{rule}"]')

    def _do_first(self, value: str) -> None:
        """Enter in the search field: the first that was found."""
        self.desk.query = value
        for action, target, _ in hits(self.desk)[:1]:
            {"place": self._do_place, "example": self._do_example, "rule": self._do_rule}[action](
                target
            )

    # -- keys

    def _key(self, key: str, shift: bool, hex_id: HexId) -> None:
        desk, letter = self.desk, key.lower()
        editing = desk.pane is Pane.EDIT
        if key == "Escape":
            self._escape()
        elif editing and letter in _KINDS:
            self._at_cursor(hex_id)
            desk.add(_KINDS[letter], attrited=shift)
        elif editing and letter == "m" and desk.moving is not None:
            desk.start_move()
        elif editing and letter in _AT_CURSOR:
            self._at_cursor(hex_id)
            _AT_CURSOR[letter](desk)
        elif letter == "backspace" and desk.drawing:
            desk.draw_back()
        elif key in ("[", "]"):
            desk.next_way(-1 if key == "[" else 1)
        elif letter in _ACTIONS:
            name, value = _ACTIONS[letter]
            getattr(self, f"_do_{name}")(value)
        elif letter == "u":
            (self._do_redo if shift else self._do_undo)("")
        elif key in ("Ctrl+z", "Ctrl+y", "Ctrl+Z"):
            (self._do_undo if key == "Ctrl+z" else self._do_redo)("")
        else:
            return
        self._after()

    def _escape(self) -> None:
        """One step back; from a panel the keyboard goes back to the map."""
        called_up = bool(self.desk.rule or self.desk.pane is not Pane.MOVE or self.desk.asking)
        self.desk.clear()
        if called_up:
            self.draw()
            self.page.focus(MAP)

    def _at_cursor(self, hex_id: HexId) -> None:
        """While counters are edited, keys speak of the hex under the keyboard cursor."""
        self.desk.moving = None
        if hex_id and hex_id != self.desk.selected:
            self.desk.press(hex_id)


_SCROLLS_ALONE = 960
"""Width of the window from which the panel scrolls by itself."""

_FIRST = {Pane.FIND: "#witp-find", Pane.LINE: "#witp-line", Pane.MOVE: MAP}
"""Where the keyboard goes when a panel comes up; else to its heading."""

_VANISHING = {
    "edit": f'{PANEL} [data-key="undo"]',
    "drop": f'{PANEL} [data-key="undo"]',
    "let-go": MAP,
    "remove": MAP,
    "coast": MAP,
}
"""Buttons that are gone after they were pressed, and where the keyboard goes instead."""

_KINDS = {kind.letter.lower(): kind for kind in Kind}

_AT_CURSOR = {
    "f": MoveDesk.flip,
    "m": MoveDesk.start_move,
    "b": MoveDesk.toggle_base,
    "delete": MoveDesk.remove,
    "backspace": MoveDesk.remove,
}

_ACTIONS = {
    "w": ("draw", ""),
    "p": ("plan", ""),
    "r": ("overlay", "reach"),
    "z": ("overlay", "enemy-zone"),
    "e": ("pane", "edit"),
    "t": ("pane", "line"),
    "/": ("pane", "find"),
    "?": ("pane", "keys"),
    "0": ("zoom", "all"),
    "+": ("zoom", "in"),
    "=": ("zoom", "in"),
    "-": ("zoom", "out"),
}
