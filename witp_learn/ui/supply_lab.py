"""The supply lab: counters are turned over, added and moved, and every verdict says why."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import ipywidgets as widgets

from witp_learn.files import BadData, Unreadable
from witp_learn.hexgrid import HexId
from witp_learn.model import Kind, Nation, State
from witp_learn.ui.companion import Companion, Hello, Page
from witp_learn.ui.hexmap import HexMap
from witp_learn.ui.supply_desk import Pane, SupplyDesk
from witp_learn.ui.supply_panels import bar, foot, found, key_line, line_items, panel, tools
from witp_learn.view.cards import card_css
from witp_learn.view.frame import frame_around, frame_bounds
from witp_learn.view.picture import (
    board_picture,
    counters_picture,
    lines_picture,
    zones_picture,
)
from witp_learn.view.supply_view import spoken, supply_scene

STORAGE = "witp-supply-lab"
_HEX = 100.0


class SupplyLab:
    """The widgets of the lab, bound to a desk. ``view`` is what a notebook shows."""

    def __init__(self, state: State | None = None) -> None:
        self.desk = SupplyDesk(state)
        self.map = HexMap(
            self.desk.state.board.hexes, shown=self._frame(), height_px=664, height="664px"
        )
        self.page = Companion(self.map, storage_key=STORAGE, title="Supply lab")
        self.bar, self.tools, self.key, self.foot, self.side = (_html() for _ in range(5))
        self.whole = False
        self._board_hexes = tuple(self.desk.state.board.hexes)
        self._drawn: dict[str, tuple[object, ...]] = {}
        self._bind()
        self.draw()
        left = _column("witp-left", self.tools, self.map, self.key)
        right = _column("witp-right", self.side)
        body = _classed(widgets.Box([left, right]), "witp-body")
        parts = (self.bar, body, self.foot, self.page, _style())
        self.view = _column("witp-app witp-lab", *parts)

    # -- drawing

    def draw(self) -> None:
        """Bring everything on the screen in step with the desk; what is the same is not sent."""
        self._draw_map()
        self.bar.value = bar(self.desk)
        self.tools.value = tools(self.desk)
        self.key.value = key_line(self.desk)
        self.foot.value = foot(self.desk)
        self.side.value = panel(self.desk)
        self._tell_page()

    def _tell_page(self) -> None:
        text = self.desk.text()
        if self.page.position != text:
            self.page.position = text
            self.page.hexes = dict(spoken(self.desk.state))
        if self.desk.selected and self.page.cursor != self.desk.selected:
            self.page.cursor = self.desk.selected

    def _draw_map(self) -> None:
        """Draw anew the pictures whose content has changed; the rest of the stack stays."""
        desk, size = self.desk, round(self.map.hex_px, 3)
        shown, focus, state = desk.shown(), desk.focus(), desk.state
        scene = supply_scene(state, shown, focus)
        rect = _rect(scene.frame)
        ground = (id(state.board), size)
        # Names make way for counters, so the board is drawn anew when another hex is filled.
        filled = tuple(view.unit.hex for view in scene.counters)
        keys = {
            "board": (*ground, tuple(sorted(scene.controls.items())), filled, scene.bases),
            "zones": (*ground, id(state), shown.zones, shown.control),
            "lines": (*ground, id(state), shown, focus),
            "counters": (*ground, id(state), shown.supply, shown.counters, scene.lines),
        }
        for name, draw_picture in _PICTURES.items():
            if self._drawn.get(name) != keys[name]:
                self._drawn[name] = keys[name]
                self.map.set_picture(name, draw_picture(scene, size), rect)

    def _frame(self) -> tuple[HexId, ...]:
        used = tuple(self.desk.state.in_use())
        return frame_around(self.desk.state.board, used, margin=1, least=(7, 5))

    # -- events

    def _bind(self) -> None:
        self.map.on_click(self._pressed)
        self.map.on_zoom(lambda _: self._draw_map())
        self.page.on_hello(self._hello)
        self.page.on_resize(self._resized)
        self.page.on_action(self._action)
        self.page.on_key(self._key)
        self.page.on_file(self._file)

    def _pressed(self, hex_id: HexId) -> None:
        self.desk.press(hex_id)
        self._after()

    def _after(self) -> None:
        self._follow_board()
        self.draw()
        self._speak()

    def _follow_board(self) -> None:
        """Another board than before: its hexes take the place of the old ones."""
        hexes = tuple(self.desk.state.board.hexes)
        if hexes != self._board_hexes:
            self._board_hexes = hexes
            self.map.set_hexes(hexes)
            self.map.frame(self._frame())

    def _speak(self) -> None:
        desk = self.desk
        if desk.notice is not None:
            self.page.announce(desk.notice.text)
        elif desk.row is not None and desk.pane is Pane.CARD:
            self.page.announce(f"{desk.row.verdict} {desk.row.answer.deciding}")

    def _hello(self, hello: Hello) -> None:
        if hello.position:
            try:
                self.desk.replace(SupplyDesk.read(hello.position, "this page"), "Went on")
                self.desk.done, self.desk.notice = [], None
            except (BadData, Unreadable) as error:
                self.desk.open_text(hello.position, "the address")
                self.page.announce(str(error))
        if hello.query.get("open") in [pane.value for pane in Pane]:
            self.desk.show(Pane(hello.query["open"]))
        self._follow_board()
        self._fit(hello.page)
        self.draw()

    def _resized(self, page: Page) -> None:
        self.map.resize(page.map_width, page.map_height)

    def _fit(self, page: Page) -> None:
        if page.map_width and page.map_height:
            self.map.frame(self._frame(), page.map_width, page.map_height)

    def _file(self, name: str, text: str) -> None:
        if self.desk.open_text(text, name):
            self._follow_board()
            self.map.frame(self._frame())
        self._after()

    def _action(self, name: str, value: str) -> None:
        if name in ("line", "find"):
            self._typing(name, value)
            return
        act = getattr(self, f"_do_{name.replace('-', '_')}", None)
        if act is not None:
            act(value)
            self._after()

    def _typing(self, name: str, value: str) -> None:
        """While a field is typed in, its panel stays as it is; only the part below it changes."""
        if name == "find":
            self.desk.query = value
            self.page.set_html("#witp-found", found(self.desk))
            return
        self.desk.type_line(value)
        self.page.set_html("#witp-items", line_items(self.desk))
        self._draw_map()
        self.bar.value = bar(self.desk)
        self._tell_page()

    def _do_select(self, value: str) -> None:
        if value.isdecimal():
            self.desk.select(int(value))

    def _do_place(self, value: str) -> None:
        self.desk.press(value)

    def _do_edit(self, value: str) -> None:
        self.desk.apply_text(value)

    def _do_tab(self, value: str) -> None:
        self.desk.tab = int(value) if value.isdecimal() else 0

    def _do_passed(self, value: str) -> None:
        self.desk.passed_open = value == "1"

    def _do_rule(self, value: str) -> None:
        self.desk.rule = value

    def _do_rule_close(self, _: str) -> None:
        self.desk.clear()

    def _do_undo(self, _: str) -> None:
        self.desk.undo()

    def _do_redo(self, _: str) -> None:
        self.desk.redo()

    def _do_flip(self, _: str) -> None:
        self.desk.flip()

    def _do_remove(self, _: str) -> None:
        self.desk.remove()

    def _do_move(self, _: str) -> None:
        self.desk.start_move()

    def _do_base(self, _: str) -> None:
        self.desk.toggle_base()

    def _do_add(self, value: str) -> None:
        self.desk.add(Kind(value))

    def _do_nation(self, value: str) -> None:
        self.desk.choose_nation(Nation(value))

    def _do_turn(self, value: str) -> None:
        if value.isdecimal():
            self.desk.set_turn(int(value))

    def _do_pane(self, value: str) -> None:
        self.desk.show(Pane(value))
        if self.desk.pane is Pane.FIND:
            self.draw()
            self.page.focus("[data-find]")
        elif self.desk.pane is Pane.LINE:
            self.draw()
            self.page.focus("#witp-line")

    def _do_overlay(self, value: str) -> None:
        self.desk.toggle(value)

    def _do_example(self, value: str) -> None:
        self.desk.open_example(value)
        self._follow_board()
        self.map.frame(self._frame())

    def _do_empty(self, _: str) -> None:
        self.desk.empty()

    def _do_carry_out(self, _: str) -> None:
        self.desk.carry_out()

    def _do_save(self, _: str) -> None:
        from witp_learn.position import write_file

        name = "".join(c if c.isalnum() else "_" for c in self.desk.state.title.lower())[:40]
        text = write_file(self.desk.state)
        self.page.download(f"{name.strip('_') or 'position'}.toml", text, "application/toml")

    def _do_zoom(self, value: str) -> None:
        if value == "in":
            self.map.zoom_in()
        elif value == "out":
            self.map.zoom_out()
        else:
            self._toggle_whole()

    def _toggle_whole(self) -> None:
        self.whole = not self.whole
        if self.whole:
            self.map.whole_board()
        else:
            self.map.frame(self._frame())

    def _key(self, key: str, shift: bool, hex_id: HexId) -> None:
        desk = self.desk
        letter = key.lower()
        if letter in "cnla" and len(letter) == 1:
            self._at_cursor(hex_id)
            desk.add({k.letter.lower(): k for k in Kind}[letter], attrited=shift)
        elif key in ("Delete", "Backspace"):
            desk.remove()
        elif key == "Escape":
            desk.clear()
        elif letter == "b":
            self._at_cursor(hex_id)
            desk.toggle_base()
        elif letter in _PLAIN_KEYS:
            _PLAIN_KEYS[letter](self, shift)
        elif key in ("Ctrl+z", "Ctrl+y", "Ctrl+Z"):
            (desk.undo if key == "Ctrl+z" else desk.redo)()
        else:
            return
        self._after()

    def _at_cursor(self, hex_id: HexId) -> None:
        if hex_id and hex_id != self.desk.selected and hex_id in self.desk.state.board:
            self.desk.press(hex_id)

    def _step(self, by: int) -> None:
        """The unit before or after, in the order of the list."""
        order = [r.index for r in self.desk.supply.worst_first()]
        if order:
            now = (
                order.index(self.desk.index) if self.desk.index in order else -by if by < 0 else -1
            )
            self.desk.select(order[(now + by) % len(order)])


_PICTURES = {
    "board": board_picture,
    "zones": zones_picture,
    "lines": lines_picture,
    "counters": counters_picture,
}

_PLAIN_KEYS = {
    "f": lambda lab, _: lab.desk.flip(),
    "m": lambda lab, _: lab.desk.start_move(),
    "u": lambda lab, shift: lab.desk.redo() if shift else lab.desk.undo(),
    "t": lambda lab, _: lab._do_pane("line"),
    "/": lambda lab, _: lab._do_pane("find"),
    "?": lambda lab, _: lab.desk.show(Pane.KEYS),
    "0": lambda lab, _: lab._toggle_whole(),
    "+": lambda lab, _: lab.map.zoom_in(),
    "=": lambda lab, _: lab.map.zoom_in(),
    "-": lambda lab, _: lab.map.zoom_out(),
    "[": lambda lab, _: lab._step(-1),
    "]": lambda lab, _: lab._step(1),
}


def _html() -> widgets.HTML:
    return widgets.HTML()


def _style() -> widgets.HTML:
    own = (Path(__file__).parent / "supply_lab.css").read_text("utf-8")
    return widgets.HTML(f"<style>{card_css()}{own}</style>")


def _column(classes: str, *children: widgets.Widget) -> widgets.VBox:
    return _classed(widgets.VBox(children), classes)


def _classed(box: widgets.Box, classes: str) -> Any:
    for name in classes.split():
        box.add_class(name)
    return box


def _rect(hexes: tuple[HexId, ...]) -> tuple[float, float, float, float]:
    left, top, right, bottom = frame_bounds(hexes)
    return left * _HEX, top * _HEX, right * _HEX, bottom * _HEX


def supply_lab(state: State | None = None) -> widgets.Box:
    """The supply lab on a position, the example of 7.3 when none is given."""
    return SupplyLab(state).view
