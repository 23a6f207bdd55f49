"""The supply lab: counters are turned over, added and moved, and every verdict says why."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

import ipywidgets as widgets
from attrs import evolve

from witp_learn.files import BadData, Unreadable
from witp_learn.hexgrid import HexId
from witp_learn.model import State
from witp_learn.ui import supply_bases
from witp_learn.ui.companion import Companion, Hello, Page
from witp_learn.ui.counter_desk import Notice
from witp_learn.ui.hexmap import HexMap
from witp_learn.ui.owner import Owner, in_app
from witp_learn.ui.pictured import Pictured
from witp_learn.ui.position_panels import found
from witp_learn.ui.position_text import read as read_position
from witp_learn.ui.supply_actions import Actions
from witp_learn.ui.supply_bars import bar, foot, key_line, tools
from witp_learn.ui.supply_desk import SupplyDesk
from witp_learn.ui.supply_facts import begin, warn
from witp_learn.ui.supply_panels import line_below, panel, place_facts
from witp_learn.ui.supply_selection import Pane
from witp_learn.view import state_svg
from witp_learn.view.cards import card_css
from witp_learn.view.frame import frame_bounds
from witp_learn.view.hex_card import hex_css
from witp_learn.view.legend import legend_css
from witp_learn.view.picture import (
    board_picture,
    counters_picture,
    lines_picture,
    zones_picture,
)
from witp_learn.view.supply_view import spoken, supply_scene

STORAGE = "witp-supply-lab"
"""Where the browser keeps the position of the lab."""

MOST_HEX_PX = 142.0
"""The widest a hex is drawn unless one zooms in: seven columns fill the map of a laptop."""

LEAST_HEX_PX = 64.0
"""The narrowest a hex is drawn on a phone unless one zooms out."""

_MAP_HEIGHT = 480
_HEX = 100.0


class SupplyLab(Actions):
    """The widgets of the lab, bound to a desk. ``view`` is what a notebook shows.

    Without a ``state`` it goes on where this browser left off, else with the example of 7.3.
    """

    def __init__(self, state: State | None = None) -> None:
        owner = Owner()
        if in_app():
            owner.start()
        self.desk = SupplyDesk(state, owner)
        self.map = HexMap(
            self.desk.state.board.hexes, height_px=_MAP_HEIGHT, height=f"{_MAP_HEIGHT}px"
        )
        key = STORAGE if state is None else ""
        self.page = Companion(self.map, storage_key=key, title="Supply lab")
        self.bar, self.tools, self.key, self.foot, self.side = (widgets.HTML() for _ in range(5))
        self.page.guard.position = self.desk.text
        self.whole = False
        self._greeted, self._spoken_of = False, ("", 0)
        self._cursor_of: HexId | None = None
        self._drawn_of = (self.desk.state, self.desk.state.board)
        self._drawn: dict[str, tuple[object, ...]] = {}
        self._heard: tuple[object, ...] = self._hearable()
        self._bind()
        self._frame()
        self._prepare()
        left = _column("witp-left", self.tools, self.map, self.key)
        right = _column("witp-right", self.side)
        body = _classed(widgets.Box([left, right]), "witp-body")
        self.foot.add_class("witp-foothold")
        parts = (self.bar, body, self.foot, self.page, _style())
        self.view = Pictured(parts, self.picture, "Supply lab", "witp-app witp-lab")

    def picture(self) -> str:
        """The board as it lies on the table, for places without widgets."""
        return state_svg(self.desk.state, width=760)

    # -- drawing

    def _prepare(self) -> None:
        """All but the position, which the page may know better than the notebook.

        What the first panel takes long to find is found while the page is still loading.
        """
        self._draw_bars()
        panel(self.desk)

    def draw(self) -> None:
        """Bring everything on the screen in step with the desk; what is the same is not sent."""
        self._draw_bars()
        self.side.value = panel(self.desk)
        self._draw_fields()

    def _draw_bars(self) -> None:
        """Everything but the panel."""
        self._draw_map()
        self.bar.value = bar(self.desk)
        self.tools.value = tools(self.desk)
        self.key.value = key_line(self.desk)
        self.foot.value = foot(self.desk)
        self._tell_page()

    def _draw_fields(self) -> None:
        """Fields hold what was typed since their panel was sent; they follow the desk."""
        if self.desk.pane is Pane.LINE and not self.desk.rule:
            self.page.set_value("#witp-line", self.desk.line_text)
        elif self.desk.pane is Pane.FIND and not self.desk.rule:
            self.page.set_value("#witp-find", self.desk.query)
        self._draw_below_fields()

    def _draw_below_fields(self) -> None:
        """What was made of a typed text; the field itself may hold newer text already."""
        if self.desk.pane is Pane.LINE:
            self.page.set_html("#witp-items", line_below(self.desk))
        elif self.desk.pane is Pane.FIND:
            self.page.set_html("#witp-found", found(self.desk))

    def _tell_page(self) -> None:
        text = self.desk.text()
        about = (text, id(self.desk.state.board))
        if self._spoken_of != about:
            self._spoken_of = about
            self.page.hexes = dict(spoken(self.desk.state))
        # Only a change after the page stands is put into its address and kept.
        if self._greeted:
            self.page.position = text
        # Between two choices the cursor goes where the arrow keys take it.
        if self._cursor_of != self.desk.selected:
            self._cursor_of = self.desk.selected
            self.page.cursor = self.desk.selected or self.page.cursor

    def _draw_map(self) -> None:
        """Draw anew the pictures whose content has changed; the rest of the stack stays."""
        desk, size = self.desk, round(self.map.hex_px, 3)
        shown, focus, state = desk.shown(), desk.focus(), desk.state
        self._follow_board()
        names: Literal["all", "counters"] = "counters" if self.page.page.narrow else "all"
        scene = evolve(supply_scene(state, shown, focus), names=names)
        rect = _rect(scene.frame)
        ground = (id(state.board), size, names)
        # Names make way for counters, so the board is drawn anew when a hex holds other counters.
        units = [view.unit for view in scene.counters]
        filled = tuple((u.at, u.nation, u.kind, u.count, u.aboard) for u in units)
        keys = {
            "board": (
                *ground,
                tuple(sorted(scene.controls.items())),
                filled,
                scene.bases,
                scene.planned,
            ),
            "zones": (*ground, id(state), shown.zones, shown.control),
            "lines": (*ground, id(state), shown, focus),
            "counters": (
                *ground,
                id(state),
                shown.supply,
                shown.counters,
                scene.lines,
                scene.planned,
            ),
        }
        for name, draw_picture in _PICTURES.items():
            if name != "board" and not self._greeted:
                continue
            if self._drawn.get(name) != keys[name]:
                self.map.set_picture(name, draw_picture(scene, size), rect)
                self._drawn[name] = keys[name]
        # Kept, so that no other position can come to lie at the same place in memory.
        self._drawn_of = (state, state.board)

    def _follow_board(self) -> None:
        """Another board than before: its hexes take the place of the old ones."""
        board = self.desk.state.board
        if board is not self._drawn_of[1] and tuple(board.hexes) != self.map.hexes:
            self.map.set_hexes(board.hexes)
            self._frame()

    def _frame(self) -> None:
        """Bring the hexes in use into view."""
        self.whole = False
        page, used = self.page.page, tuple(self.desk.state.in_use())
        self.map.frame(
            used or self.map.hexes,
            page.map_width or None,
            page.map_height or None,
            margin=0.5,
            least_px=LEAST_HEX_PX if page.narrow else 0.0,
            most_px=MOST_HEX_PX,
        )
        if used and not any(self.map.shows(h) for h in used):
            self.map.reveal(used[0])
        self._framed = self._view

    @property
    def _view(self) -> tuple[float, ...]:
        """Where the map is, and how near."""
        return (*map(float, self.map.center), 100 * float(self.map.zoom))

    @property
    def _moved(self) -> bool:
        """Whether the reader has moved the map since it was framed, by more than a rounding."""
        return any(abs(a - b) > 2 for a, b in zip(self._view, self._framed, strict=True))

    # -- events

    def _bind(self) -> None:
        self.map.on_click(self._pressed)
        self.map.on_zoom(lambda _: self._draw_map())
        self.page.on_hello(self._hello)
        self.page.on_resize(self._resized)
        self.page.on_action(self._action)
        self.page.on_key(self._key)
        self.page.on_file(self._file)

    def _hearable(self) -> tuple[object, ...]:
        desk = self.desk
        unit = desk.row.unit if desk.row else None
        side = desk.base_side
        return desk.notice, unit, desk.selected, desk.pane, desk.rule, side, desk.text()

    def _speak(self) -> None:
        """Say what is new: a message, a verdict, a hex without a counter, the name of a panel."""
        now = self._hearable()
        if now == self._heard:
            return
        told, self._heard = self._heard[0], now
        notice = self.desk.notice
        words = self._words() if notice is None or notice is told else notice.text
        if words:
            self.page.announce(words)

    def _words(self) -> str:
        """What is shown, apart from messages."""
        desk = self.desk
        if desk.rule:
            return f"Rule {desk.rule}"
        if desk.pane is Pane.BASES:
            return supply_bases.told(desk)
        if desk.pane not in (Pane.CARD, Pane.ADD):
            return _SPOKEN_PANES.get(desk.pane, "")
        if desk.row is not None:
            return f"{desk.row.verdict} {desk.row.answer.deciding}"
        if desk.selected is not None:
            label = f"{desk.selected} {desk.state.board[desk.selected].name}".strip()
            return f"{label}. {' '.join(place_facts(desk, desk.selected))}"
        return ""

    def _hello(self, hello: Hello) -> None:
        self._greeted = True
        begin(self.desk)
        self._restore(hello)
        warn(self.desk)
        if hello.query.get("open") in [pane.value for pane in Pane]:
            self._do_pane(hello.query["open"])
        self._frame()
        self.draw()
        if self.desk.notice is not None:
            self._speak()
        self._heard = self._hearable()

    def _restore(self, hello: Hello) -> None:
        """The position of the address, else the one kept in this browser."""
        warning = None
        texts = (("the address", hello.query.get("p")), ("this browser", hello.stored))
        for source, text in texts:
            if text and text != self.desk.text():
                if not self.desk.open_text(text, source):
                    warning = warning or self.desk.notice
                    continue
                self.desk.done, self.desk.undone = [], []
            if text:
                break
        self.desk.notice = warning or self._keep(hello.stored)

    def _keep(self, stored: str | None) -> Notice | None:
        """The position that this browser kept is one Undo away when an address brings another."""
        try:
            return self.desk.keep(read_position(stored, "this browser")) if stored else None
        except (BadData, Unreadable):
            return None

    def _resized(self, _: Page) -> None:
        """Another size of the map: what was framed stays framed, unless the reader has moved it."""
        if not self._moved:
            self._frame()
        self._draw_map()


_PICTURES = {
    "board": board_picture,
    "zones": zones_picture,
    "lines": lines_picture,
    "counters": counters_picture,
}

_SPOKEN_PANES = {
    Pane.UNITS: "All units, worst first",
}
"""Panels whose name is said; the others take the keyboard focus and so name themselves."""


def _style() -> widgets.HTML:
    own = (Path(__file__).parent / "supply_lab.css").read_text("utf-8")
    return widgets.HTML(f"<style>{card_css()}{hex_css()}{legend_css()}{own}</style>")


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
    """The supply lab on a position, or where this browser left off when none is given."""
    return SupplyLab(state).view
