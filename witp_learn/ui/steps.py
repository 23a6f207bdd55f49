"""A stepped example: the map, the rulebook's words beside what is computed, and two keys."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cached_property
from pathlib import Path

import ipywidgets as widgets

from witp_learn.hexgrid import HexId
from witp_learn.model import Side
from witp_learn.ui.companion import Companion, Hello, Page
from witp_learn.ui.hexmap import HEX, HexMap, extent
from witp_learn.ui.pictured import Pictured
from witp_learn.ui.steps_desk import StepsDesk
from witp_learn.ui.steps_panels import bar, card, dots, foot, key_line
from witp_learn.view.cards import card_css
from witp_learn.view.combat_parts import combat_css
from witp_learn.view.frame import frame_around, frame_bounds
from witp_learn.view.move_ledger import move_css
from witp_learn.view.picture import (
    board_picture,
    counters_picture,
    lines_picture,
    scene_svg,
    zones_picture,
)
from witp_learn.view.step_fight import SET
from witp_learn.view.step_view import spoken_step, step_place, step_scene
from witp_learn.walkthrough import Walkthrough, walkthrough
from witp_learn.walkthrough.book import Frame, Mode

FORWARD = ("ArrowRight", "PageDown", " ")
BACKWARD = ("ArrowLeft", "PageUp")
KEYS = (*FORWARD, *BACKWARD, "Home", "End")
"""The keys that step; on the map itself the arrow keys, Home and End go from hex to hex."""

PHONE_HEX = 84.0
"""The widest a hex becomes on a phone, in pixels."""

PICTURE_WIDTH = 640
"""Pixels at which the picture for places without widgets is displayed."""

_PICTURES = {
    "board": board_picture,
    "zones": zones_picture,
    "lines": lines_picture,
    "counters": counters_picture,
}


class Steps:
    """The widgets of a stepped example, bound to a desk. ``view`` is what a notebook shows."""

    def __init__(self, walk: Walkthrough) -> None:
        self.desk = StepsDesk(walk)
        board = walk.start.board
        self._narrow = False
        self.map = HexMap(
            board.hexes, shown=self._in_view(), height_px=620, height="460px", wheel=False
        )
        self.map.dragging = False
        self.page = Companion(
            self.map,
            storage_key=f"witp-steps-{walk.name}",
            title=walk.title,
            page_keys=list(KEYS),
        )
        self.bar, self.key, self.side, self.dots, self.foot = (widgets.HTML() for _ in range(5))
        self._bind()
        self.draw()
        self.view = self._laid_out()

    def _laid_out(self) -> Pictured:
        left = _classed(widgets.VBox([self.map, self.key]), "witp-left")
        right = _classed(widgets.VBox([self.side]), "witp-right")
        body = _classed(widgets.Box([left, right]), "witp-body")
        ways = _classed(widgets.Box([self.dots, self.foot]), "st-ways")
        own = (Path(__file__).parent / "steps.css").read_text("utf-8")
        style = widgets.HTML(f"<style>{card_css()}{combat_css()}{move_css()}{own}</style>")
        words = f"{self.desk.walk.title} {len(self.desk.walk)} steps"
        parts = [self.bar, body, ways, self.page, style]
        return Pictured(parts, self.picture, words, "witp-app witp-steps")

    def picture(self) -> str:
        """The map of the first step, standing alone."""
        close = self.desk.walk.frame is Frame.STEP
        shown = self._in_view() if close else self._frame(margin=1)
        scene = step_scene(self.desk.walk.steps[0], shown)
        return scene_svg(scene, width=PICTURE_WIDTH)

    # -- drawing

    def draw(self) -> None:
        """Bring everything on the screen in step with the desk."""
        self._draw_map()
        self.bar.value = bar(self.desk)
        self.key.value = key_line(self.desk)
        self.side.value = card(self.desk)
        self.dots.value = dots(self.desk)
        self.foot.value = foot(self.desk)
        self.page.position = self.desk.text()
        self.page.hexes = dict(spoken_step(self.desk.step))

    def _draw_map(self) -> None:
        scene, size = self.desk.scene(), round(self.map.hex_px, 3)
        left, top, right, bottom = (side * HEX for side in frame_bounds(scene.frame))
        for name, draw_picture in _PICTURES.items():
            self.map.set_picture(name, draw_picture(scene, size), (left, top, right, bottom))

    def _frame(self, margin: int = 0) -> tuple[HexId, ...]:
        """The hexes in view: all that some step is about, so that the frame never moves."""
        return frame_around(self.desk.walk.start.board, self._used, margin, least=(5, 4))

    def _in_view(self) -> tuple[HexId, ...]:
        """The frame; what the step is about on a phone, or where the walkthrough wants it so."""
        close = self.desk.walk.frame is Frame.STEP
        near = step_place(self.desk.step) if self._narrow or close else ()
        if not near:
            return self._frame()
        margin, least = (0, (3, 2)) if self._narrow else (1, (6, 5))
        return frame_around(self.desk.walk.start.board, near, margin, least=least)

    @cached_property
    def _used(self) -> frozenset[HexId]:
        """The hexes with counters, those looked at, and those of lines, at any step; of a recorded
        game only those that it is about.
        """
        used: set[HexId] = set()
        for step in self.desk.walk:
            # A recorded game has counters far from what the step is about.
            whole = step.mode is not Mode.PLAY
            used.update(step.state.in_use() if whole else step_place(step))
            used.update([step.hex] if step.hex else [])
            used.update(h for line in step_scene(step).lines for h in line.path)
        return frozenset(used)

    # -- events

    def _bind(self) -> None:
        self.map.on_click(self._pressed)
        self.map.on_zoom(lambda _: self._draw_map())
        self.page.on_hello(self._hello)
        self.page.on_resize(self._fit)
        self.page.on_action(self._action)
        self.page.on_key(self._key)

    def _hello(self, hello: Hello) -> None:
        restored = self.desk.restore(hello.position)
        self._fit(hello.page)
        self.draw()
        if restored:
            self.page.announce(self.desk.words())

    def _fit(self, page: Page) -> None:
        self._narrow = page.narrow
        if page.map_width and page.map_height:
            self.map.frame(
                self._in_view(), page.map_width, page.map_height, most_px=self._most_px()
            )

    def _most_px(self) -> float:
        """The widest a hex becomes; on a phone the place has to be seen with what lies round it."""
        return PHONE_HEX if self._narrow else math.inf

    def _pressed(self, hex_id: HexId) -> None:
        self._after(self.desk.press(hex_id))
        if self.desk.tapped:
            self.page.announce(self.desk.tapped)

    def _action(self, name: str, value: str) -> None:
        act, opened = _ACTIONS.get(name), self.desk.rule
        if act is not None:
            self._after(bool(act(self.desk, value)))
            self._focus_rule(opened)
        elif name in _DICE and _DICE[name](self.desk, value):
            self.draw()
            self.page.announce(self.desk.words())

    def _focus_rule(self, before: str) -> None:
        """A rule that opens takes the focus; when it closes its chip has it back."""
        if self.desk.rule and not before:
            self.page.focus('[data-key="rule-close"]')
        elif before and not self.desk.rule and before.replace(".", "").isalnum():
            self.page.focus(f'[data-action="rule"][data-value="{before}"]')

    def _key(self, key: str, shift: bool, hex_id: HexId) -> None:
        desk = self.desk
        if key in FORWARD:
            self._after(desk.forward())
        elif key in BACKWARD:
            self._after(desk.back())
        elif key == "Home":
            self._after(desk.go(1))
        elif key == "End":
            self._after(desk.go(len(desk.walk)))
        elif key == "Escape" and desk.rule:
            opened, desk.rule = desk.rule, ""
            self._after(False)
            self._focus_rule(opened)

    def _after(self, moved: bool) -> None:
        """Draw; after a step also go to the top of the card and say what the step is."""
        self.draw()
        if moved:
            self._unmoved()
            self.page.to_top(".witp-right")
            self.page.announce(self.desk.words())

    def _unmoved(self) -> None:
        """Bring the frame back when the keyboard has led out of it; or go along with the step."""
        shown = self._in_view()
        left, top, right, bottom = extent(shown)
        up, across = self.map.center
        follows = self.desk.walk.frame is Frame.STEP
        if follows or max(abs(up + (top + bottom) / 2), abs(across - (left + right) / 2)) > 1:
            self.map.frame(shown, most_px=self._most_px())


def _tab(desk: StepsDesk, value: str) -> None:
    desk.tab = int(value) if value.isdecimal() else 0


def _passed(desk: StepsDesk, value: str) -> None:
    desk.passed_open = value == "1"


def _rule(desk: StepsDesk, value: str) -> None:
    desk.rule = value


def _rule_close(desk: StepsDesk, _: str) -> None:
    desk.rule = ""


_ACTIONS: dict[str, Callable[[StepsDesk, str], object]] = {
    "next": lambda desk, _: desk.forward(),
    "back": lambda desk, _: desk.back(),
    "go": lambda desk, value: value.isdecimal() and desk.go(int(value)),
    "select": lambda desk, value: value.isdecimal() and desk.select(int(value)),
    "tab": _tab,
    "passed": _passed,
    "rule": _rule,
    "rule-close": _rule_close,
}


_DIE_OF = {Side.JAPAN.value: 0, Side.ALLIES.value: 1}


def _die(desk: StepsDesk, value: str) -> bool:
    """``japan 4``: a die of a battle."""
    side, _, face = value.partition(" ")
    return side in _DIE_OF and face.isdecimal() and desk.set_die(_DIE_OF[side], int(face))


def _set_die(desk: StepsDesk, value: str) -> bool:
    """``2 5``: a die of a sum by its number."""
    index, _, face = value.partition(" ")
    return index.isdecimal() and face.isdecimal() and desk.set_die(int(index), int(face))


def _roll_cell(desk: StepsDesk, value: str) -> bool:
    """``4 5``: both dice of a battle."""
    words = value.split()
    return all(map(str.isdecimal, words)) and desk.set_dice(tuple(map(int, words)))


_DICE: dict[str, Callable[[StepsDesk, str], bool]] = {
    "die": _die,
    SET: _set_die,
    "roll-cell": _roll_cell,
    "as-printed": lambda desk, _: desk.as_printed(),
}
"""What changes dice: the step stays, and only what is computed moves."""


def _classed(box: widgets.Box, *classes: str) -> widgets.Box:
    for name in classes:
        box.add_class(name)
    return box


def steps(name: str) -> widgets.Box:
    """The walkthrough ``name``, to be gone through step by step.

    Raises NotAvailable with the names there are.
    """
    return Steps(walkthrough(name)).view
