"""The map check: hex by hex, is it the same on your map? What differs is corrected here."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import ipywidgets as widgets

from witp_learn.hexgrid import HexId, within
from witp_learn.model import Board
from witp_learn.ui.companion import Companion, Hello, Page
from witp_learn.ui.hexmap import HEX, HexMap
from witp_learn.ui.lab_actions import Zooming
from witp_learn.ui.map_check_desk import MapDesk, Pane
from witp_learn.ui.map_check_panels import bar, foot, key_line, panel, tools
from witp_learn.ui.owner import Owner, in_app
from witp_learn.ui.pictured import Pictured
from witp_learn.view.cards import card_css
from witp_learn.view.frame import frame_around, frame_bounds
from witp_learn.view.hex_card import headline, hex_css
from witp_learn.view.picture import board_picture, counters_picture, lines_picture, scene_svg
from witp_learn.view.scene import Scene

PICTURE_WIDTH = 760
"""Pixels at which the picture for places without widgets is displayed."""

MOST_HEX_PX = 142.0
LEAST_HEX_PX = 64.0
"""The widest and, on a phone, the narrowest a hex is drawn unless one zooms."""

AROUND = 3
"""Steps round the hex in hand that are in view."""

PATH = "#mc-path"
DRAFT = "witp-map-check"
"""Where the browser keeps an editor that is not saved yet."""

MAP = ".witp-map .leaflet-container"
PANEL = ".witp-right"
FORWARD, BACKWARD = "ArrowRight", "ArrowLeft"

_PICTURES: dict[str, Callable[[Scene, float], str]] = {
    "board": board_picture,
    "lines": lines_picture,
    "counters": counters_picture,
}


class MapCheck(Zooming):
    """The widgets of the map check, bound to a desk. ``view`` is what a notebook shows."""

    def __init__(self) -> None:
        owner = Owner()
        if in_app():
            owner.start()
        self.desk = MapDesk(owner)
        self.map = HexMap(self.desk.board.hexes, height_px=520, height="520px", shown=self._near())
        self.page = Companion(self.map, title="Map check", page_keys=[FORWARD, BACKWARD])
        self.page.storage_key = DRAFT
        self._kept = ""
        self.bar, self.tools, self.key, self.side, self.foot = (widgets.HTML() for _ in range(5))
        self.whole = False
        self._drawn: dict[str, tuple[object, ...]] = {}
        self._spoken_of: Board | None = None
        self._board_of = self.desk.board
        self._bind()
        self.draw()
        self.view = self._laid_out()

    def _laid_out(self) -> Pictured:
        left = _classed(widgets.VBox([self.tools, self.map, self.key]), "witp-left")
        right = _classed(widgets.VBox([self.side]), "witp-right")
        body = _classed(widgets.Box([left, right]), "witp-body")
        self.foot.add_class("witp-foothold")
        own = (Path(__file__).parent / "map_check.css").read_text("utf-8")
        style = widgets.HTML(f"<style>{card_css()}{hex_css()}{own}</style>")
        parts = [self.bar, body, self.foot, self.page, style]
        return Pictured(parts, self.picture, "Map check", "witp-app witp-check")

    def picture(self) -> str:
        """The map round the first hex, standing alone."""
        frame = frame_around(self.desk.board, [self.desk.at], margin=3)
        return scene_svg(self._scene(frame), width=PICTURE_WIDTH)

    # -- drawing

    def draw(self) -> None:
        """Bring everything on the screen in step with the desk."""
        self._draw_map()
        self.bar.value = bar(self.desk)
        self.tools.value = tools(self.desk)
        self.key.value = key_line(self.desk)
        self.side.value = panel(self.desk)
        self.foot.value = foot(self.desk)
        self._keep_draft()
        if self.desk.pane is Pane.FOLDER:
            self.page.set_value(PATH, self.desk.path or self.desk.owner.former)
        self.page.cursor = self.desk.at
        if self._spoken_of is not self.desk.board:
            self._spoken_of = board = self.desk.board
            self.page.hexes = {h: headline(board, h) for h in board.hexes}

    def _keep_draft(self) -> None:
        """Have the browser keep the editor, so that it outlives the engine."""
        if (text := self.desk.draft()) != self._kept:
            self._kept = text
            self.page.store(DRAFT, text or None)

    def _scene(self, frame: tuple[HexId, ...] = ()) -> Scene:
        desk = self.desk
        return Scene(
            board=desk.board,
            hexes=frame,
            selected=desk.at,
            spotlight=desk.covered(),
            assumed=frozenset(desk.open),
            title="Map check",
        )

    def _draw_map(self) -> None:
        """Draw anew the pictures whose content has changed."""
        desk, size = self.desk, round(self.map.hex_px, 3)
        if tuple(desk.board.hexes) != self.map.hexes:
            self.map.set_hexes(desk.board.hexes)
        scene = self._scene()
        left, top, right, bottom = (side * HEX for side in frame_bounds(scene.frame))
        keys: dict[str, tuple[object, ...]] = {
            "board": (id(desk.board), size),
            "lines": (id(desk.board), size, desk.at),
            "counters": (size, desk.covered()),
        }
        for name, draw_picture in _PICTURES.items():
            if self._drawn.get(name) != keys[name]:
                self.map.set_picture(name, draw_picture(scene, size), (left, top, right, bottom))
                self._drawn[name] = keys[name]
        # Kept, so that no other board can come to lie at the same place in memory.
        self._board_of = desk.board

    def _near(self) -> tuple[HexId, ...]:
        return tuple(h for h in within(self.desk.at, AROUND) if h in self.desk.board)

    def _frame(self) -> None:
        """Bring the hex in hand and those round it into view."""
        self.whole = False
        page = self.page.page
        self.map.frame(
            self._near(),
            page.map_width or None,
            page.map_height or None,
            least_px=LEAST_HEX_PX if page.narrow else 0.0,
            most_px=MOST_HEX_PX,
        )

    # -- events

    def _bind(self) -> None:
        self.map.on_click(self._pressed)
        self.map.on_zoom(lambda _: self._draw_map())
        self.page.on_hello(self._hello)
        self.page.on_resize(self._resized)
        self.page.on_action(self._action)
        self.page.on_key(self._key)

    def _hello(self, hello: Hello) -> None:
        if not self.desk.owner.started:
            self.desk.owner.start()
            self.desk.refresh()
        self.desk.start(hello.query.get("p", ""), hello.query.get("hex", ""))
        if hello.query.get("open") in [pane.value for pane in Pane]:
            self._do_pane(hello.query["open"])
        self._resume(hello)
        self._frame()
        self.draw()
        if said := self.desk.owner.problem or (self.desk.notice and self.desk.notice.text):
            self.page.announce(said)

    def _resume(self, hello: Hello) -> None:
        """Open the editor that the browser kept, unless the address asks for another hex."""
        asked, before = hello.query.get("hex", ""), self.desk.at
        if hello.stored and self.desk.resume(hello.stored):
            if asked and asked != self.desk.at:
                self.desk.cancel()
                self.desk.start("", before)
            else:
                self._kept = hello.stored

    def _resized(self, _: Page) -> None:
        self._draw_map()

    def _pressed(self, hex_id: HexId) -> None:
        self.desk.press(hex_id)
        self._after()

    def _action(self, name: str, value: str) -> None:
        if name.startswith("hex:"):
            self._put(name.removeprefix("hex:"), value)
            return
        if name == "path":
            self.desk.path = value
            return
        act = getattr(self, f"_do_{name.replace('-', '_')}", None)
        if act is None:
            raise LookupError(f"the page asks for {name!r}, which the map check does not know")
        act(value)

    def _put(self, field: str, value: str) -> None:
        """A field of the editor was changed: the fields stay, what stands under them follows."""
        editor = self.desk.editor
        if editor is None:
            return
        if editor.put(field, value):
            self.draw()
        else:
            self.page.set_html("#hx-note", editor.note())
            self._keep_draft()

    def _after(self, words: str = "") -> None:
        """Draw, show the hex in hand, and say what is new."""
        self.draw()
        self.map.reveal(self.desk.at)
        self.page.to_top(PANEL)
        notice = self.desk.notice.text if self.desk.notice else ""
        card = self.desk.words() if self.desk.pane is Pane.CARD else ""
        self.page.announce(words or f"{notice} {card}".strip())

    def _do_same(self, _: str) -> None:
        self.desk.same()
        self._after()

    def _do_skip(self, _: str) -> None:
        self.desk.skip()
        self._after()

    def _do_again(self, _: str) -> None:
        self.desk.again()
        self._after()
        self.page.focus('[data-key="hex-head"]')

    def _do_back(self, _: str) -> None:
        self.desk.back()
        self._after()

    def _do_undo(self, _: str) -> None:
        self.desk.undo()
        self._after()

    def _do_cover(self, value: str) -> None:
        self.desk.cover(value == "near")
        self._after()

    def _do_different(self, _: str) -> None:
        self.desk.different()
        self._after()
        self.page.focus('[data-key="hex:terrain"]')

    def _do_hex_save(self, _: str) -> None:
        done = self.desk.save()
        self._after(self._said_of_editor())
        if done:
            self.page.focus('[data-key="hex-head"]')
        elif self.desk.editor is not None and self.desk.editor.asking:
            self.page.focus('[data-key="hex-yes"]')

    def _said_of_editor(self) -> str:
        editor = self.desk.editor
        if editor is None:
            return ""
        return " ".join(editor.problems()) or (editor.question() if editor.asking else "")

    def _do_hex_yes(self, _: str) -> None:
        self._do_hex_save("")

    def _do_hex_back(self, _: str) -> None:
        if self.desk.editor is not None:
            self.desk.editor.asking = False
        self._after()
        self.page.focus('[data-key="hex-save"]')

    def _do_hex_cancel(self, _: str) -> None:
        self._do_close("")

    def _do_close(self, _: str) -> None:
        self.desk.cancel()
        self._after()
        self.page.focus('[data-key="hex-head"]')

    def _do_pane(self, value: str) -> None:
        self.desk.show(Pane(value))
        self._after()
        shown = self.desk.pane is not Pane.CARD
        self.page.focus(f"{PANEL} .witp-head" if shown else '[data-key="hex-head"]')

    def _do_choose(self, value: str) -> None:
        """Enter in the field of the path."""
        self.desk.path = value
        self._do_choose_typed("")

    def _do_choose_typed(self, _: str) -> None:
        self.desk.choose()
        self._after()

    def _do_make_typed(self, _: str) -> None:
        self.desk.make()
        self._after()

    def _do_leave(self, _: str) -> None:
        self.desk.leave()
        self._after()
        self.page.focus(PATH)

    def _key(self, key: str, shift: bool, hex_id: HexId) -> None:
        """Keys answer on the card; while the editor is open only Escape does anything."""
        if key == "Escape":
            if self.desk.pane is not Pane.CARD:
                self._do_close("")
            return
        act, value = _KEYS.get(key.lower(), ("", ""))
        if self.desk.pane is Pane.EDIT or (act in _ON_CARD and self.desk.pane is not Pane.CARD):
            return
        if act:
            getattr(self, f"_do_{act}")(value)
        elif key.lower() == "n":
            self._do_cover("near" if self.desk.region is None else "all")


_KEYS = {
    "s": ("same", ""),
    "d": ("different", ""),
    "k": ("skip", ""),
    "arrowright": ("skip", ""),
    "arrowleft": ("back", ""),
    "u": ("undo", ""),
    "ctrl+z": ("undo", ""),
    "f": ("pane", "folder"),
    "?": ("pane", "keys"),
    "0": ("zoom", "all"),
    "+": ("zoom", "in"),
    "=": ("zoom", "in"),
    "-": ("zoom", "out"),
}

_ON_CARD = ("same", "different", "skip", "back")
"""What answers only while the question is shown."""


def _classed(box: widgets.Box, *classes: str) -> widgets.Box:
    for name in classes:
        box.add_class(name)
    return box


def map_check() -> widgets.Box:
    """The map check: walks every hex that the printed map might show otherwise.

    What is confirmed and corrected goes into the owner's data folder, which the first answer makes.
    """
    return MapCheck().view
