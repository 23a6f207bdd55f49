"""A whole game on a page: what can be done, why not, a partner who says why, a log with rules."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

import ipywidgets as widgets
from attrs import evolve

from witp_learn.hexgrid import HexId
from witp_learn.model import Side
from witp_learn.ui.companion import Companion, Hello, Page
from witp_learn.ui.counter_desk import Notice
from witp_learn.ui.hexmap import HexMap
from witp_learn.ui.owner import Owner, in_app
from witp_learn.ui.pictured import Pictured
from witp_learn.ui.play_actions import OFFERED, OFFERED_KEYS, Actions
from witp_learn.ui.play_bars import bar, foot, key_line, tools
from witp_learn.ui.play_desk import STANDARD
from witp_learn.ui.play_keep import BOT
from witp_learn.ui.play_panels import actions_html, asked, found, panel
from witp_learn.ui.play_sight import Pane, PlaySight
from witp_learn.ui.play_why import questions
from witp_learn.view import state_svg
from witp_learn.view.cards import card_css
from witp_learn.view.combat_parts import combat_css
from witp_learn.view.frame import frame_bounds
from witp_learn.view.picture import board_picture, counters_picture, lines_picture, zones_picture
from witp_learn.view.play_marks import Marks, can_picture, marked, marks_picture
from witp_learn.view.scene import Scene
from witp_learn.view.supply_view import Focus, Overlays, spoken, supply_scene

STORAGE = "witp-play"
"""Where the browser keeps the game."""

MOST_HEX_PX, LEAST_HEX_PX = 142.0, 64.0
"""The widest and the narrowest a hex is drawn unless one zooms."""

MANY_HEXES = 60
"""From so many hexes on, only those with enemy units have a strong edge."""

AT_ONCE = 0.35
"""Seconds that bots play before what they did is shown."""

_MAP_HEIGHT = 480
_HEX = 100.0
_STACK = ("board", "zones", "can", "lines", "counters", "marks")
_PICTURES = {
    "board": board_picture,
    "zones": zones_picture,
    "lines": lines_picture,
    "counters": counters_picture,
}
_MARKS = {"can": can_picture, "marks": marks_picture}


class PlayPage(Actions):
    """The widgets of the page, bound to a desk. ``view`` is what a notebook shows.

    It goes on where this browser left off, else with a new standard game against a partner.
    """

    def __init__(self) -> None:
        self.owner = Owner()
        if in_app():
            self.owner.start()
        self.desk = PlaySight()
        self.map = HexMap(
            self.desk.state.board.hexes,
            height_px=_MAP_HEIGHT,
            height=f"{_MAP_HEIGHT}px",
            pictures=_STACK,
        )
        self.page = Companion(
            self.map,
            storage_key=STORAGE,
            title="Play",
            offered=list(OFFERED),
            offered_keys=list(OFFERED_KEYS),
        )
        self.bar, self.tools, self.key, self.foot, self.side = (widgets.HTML() for _ in range(5))
        self.page.guard.position = self.desk.kept
        self.whole, self._greeted, self._running = False, False, False
        self._cursor_of: HexId = ""
        self._spoken_of: tuple[object, ...] = ()
        self._drawn: dict[str, tuple[object, ...]] = {}
        self._heard: tuple[object, ...] = ()
        self._bind()
        self._frame()
        self._draw_bars()
        self.view = self._view()

    def _view(self) -> Pictured:
        left = _column("witp-left", self.tools, self.map, self.key)
        body = widgets.Box([left, _column("witp-right", self.side)])
        body.add_class("witp-body")
        self.foot.add_class("witp-foothold")
        parts = (self.bar, body, self.foot, self.page, _style())
        return Pictured(parts, self.picture, "Play", "witp-app witp-lab witp-play")

    def picture(self) -> str:
        """The board as it lies on the table, for places without widgets."""
        return state_svg(self.desk.board_state, width=760)

    # -- drawing

    def draw(self) -> None:
        """Bring everything on the screen in step with the desk; what is the same is not sent."""
        self._draw_bars()
        self.side.value = panel(self.desk)
        if self.desk.pane is Pane.FIND and not self.desk.rule:
            self.page.set_value("#witp-find", self.desk.query)
        if self.desk.pane is Pane.DO and not self.desk.rule:
            self.page.set_value("#wp-seek", self.desk.seek)
        self._draw_below_fields()

    def _draw_bars(self) -> None:
        """Everything but the panel."""
        desk = self.desk
        self._draw_map()
        self.bar.value, self.tools.value = bar(desk), tools(desk)
        self.key.value, self.foot.value = key_line(desk), foot(desk)
        self._tell_page()

    def _draw_below_fields(self) -> None:
        """What was made of a typed text; the field itself may hold newer text already."""
        if self.desk.pane is Pane.FIND:
            self.page.set_html("#witp-found", found(self.desk))
        elif self.desk.pane is Pane.DO and self.desk.mine:
            self.page.set_html("#wp-list", actions_html(self.desk))

    def _tell_page(self) -> None:
        desk = self.desk
        about = (len(desk.game.history), desk.state, desk.at)
        if self._spoken_of[:1] != about[:1] or self._spoken_of[1] is not about[1]:
            self._spoken_of = about
            self.page.hexes = dict(self._spoken())
            # Only a change after the page stands is kept.
            if self._greeted:
                self.page.kept = desk.kept()
        if self._cursor_of != desk.at:
            self._cursor_of = desk.at
            self.page.cursor = desk.at or self.page.cursor

    def _spoken(self) -> Mapping[HexId, str]:
        """What a screen reader says of each hex, and whether something can be done there."""
        said = spoken(self.desk.board_state, verdicts=False)
        extra = {h: f", {words}" for h, words in marked(self._marks())}
        can = dict.fromkeys(self.desk.offers.hexes if self.desk.mine else (), ", can act")
        return {h: f"{text}{extra.get(h, '')}{can.get(h, '')}" for h, text in said.items()}

    def _marks(self) -> Marks:
        desk, now = self.desk, self.desk.state.progress
        shown = desk.on["can"] and desk.mine and desk.pane is Pane.DO
        hexes = desk.offers.hexes if shown else ()
        strong = hexes
        if len(hexes) > MANY_HEXES:
            strong = tuple(h for h in hexes if desk.offers.enemy(h))
        return Marks(
            can=strong,
            may=hexes if strong != hexes else (),
            target=now.target if now else "",
            activated=now.activated if now else (),
            done=now.done if now else (),
            last=desk.last_hexes if desk.on["can"] else (),
        )

    def _scene(self) -> Scene:
        desk, state = self.desk, self.desk.board_state
        overlays = Overlays(
            supply=desk.on["supply"],
            zones=tuple(side for side in Side if desk.on[side.value]),
            control=desk.on["control"],
        )
        scene = supply_scene(state, overlays, Focus(hex=desk.at or None))
        counters = tuple(evolve(view, faded=view.unit.moved) for view in scene.counters)
        names: Literal["all", "counters"] = "counters" if self.page.page.narrow else "all"
        ringed = (desk.start,) if desk.start else ()
        return evolve(scene, counters=counters, names=names, ringed=ringed)

    def _draw_map(self) -> None:
        """Draw anew the pictures whose content has changed; the rest of the stack stays."""
        self._follow_board()
        scene, marks, size = self._scene(), self._marks(), round(self.map.hex_px, 3)
        rect = _rect(scene.frame)
        views = scene.counters
        zones = tuple((s, tuple(h)) for s, h in scene.zones.items())
        lifted = tuple((s, tuple(h)) for s, h in scene.lifted.items())
        ground = (scene.board, size, scene.names)
        held = tuple(sorted(scene.controls.items()))
        wash = tuple(sorted(scene.control_wash.items()))
        units = tuple(view.unit for view in views)
        keys: dict[str, tuple[object, ...]] = {
            "board": (*ground, held, units, scene.bases),
            "zones": (*ground, zones, lifted, wash, units, scene.bases),
            "lines": (*ground, scene.selected, scene.ringed, scene.lines, units),
            "counters": (*ground, views, scene.bases, scene.contested),
            "can": (*ground, marks, held, units, scene.bases),
            "marks": (*ground, marks),
        }
        for name, key in keys.items():
            if (name != "board" and not self._greeted) or _same(self._drawn.get(name), key):
                continue
            self._drawn[name] = key
            self.map.set_picture(name, _drawn(name, scene, marks, size), rect)

    def _follow_board(self) -> None:
        """Another board than before: its hexes take the place of the old ones."""
        board = self.desk.state.board
        if tuple(board.hexes) != self.map.hexes:
            self.map.set_hexes(board.hexes)
            self._frame()

    def _frame(self) -> None:
        """Bring the hexes in use into view; on a phone so many as are wide enough to be touched."""
        self.whole = False
        page = self.page.page
        used = tuple(h for h in self.desk.state.in_use() if h in self.desk.state.board)
        self.map.frame(
            used or self.map.hexes,
            page.map_width or None,
            page.map_height or None,
            margin=0.2,
            least_px=LEAST_HEX_PX if page.narrow else 0.0,
            most_px=MOST_HEX_PX,
        )
        self._framed = self._lies

    @property
    def _lies(self) -> tuple[float, ...]:
        """Where the map is, and how near."""
        return (*map(float, self.map.center), 100 * float(self.map.zoom))

    # -- events

    def _bind(self) -> None:
        self.map.on_click(self._pressed)
        self.map.on_zoom(lambda _: self._draw_map())
        self.page.on_hello(self._hello)
        self.page.on_resize(self._resized)
        self.page.on_action(self._action)
        self.page.on_key(self._key)
        self.page.on_file(self._file)
        self.page.on_elsewhere(self._elsewhere)

    def _bots(self) -> None:
        """After something was done here, the others play on."""
        desk = self.desk
        if desk.table.mine and desk.redo_name == "" and not (desk.mine or desk.over):
            self._play_bots()

    def _play_bots(self) -> None:
        """Let the others play, in short spells between which the page shows what they did."""
        if self._running:
            return
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            self.desk.go_on()
            self._told_bots()
            return
        self._running = True
        loop.call_later(0.01, self.page.guard(self._spell))

    def _spell(self) -> None:
        more = False
        try:
            more = self.desk.go_on(AT_ONCE)
        finally:
            self._running = False
            if more:
                self._play_bots()
        self._told_bots()

    def _told_bots(self) -> None:
        self.draw()
        self._speak()

    def _hearable(self) -> tuple[object, ...]:
        desk = self.desk
        return (desk.notice, len(desk.game.history), desk.at, desk.start, desk.rule, desk.pane)

    def _speak(self) -> None:
        """Say what is new: a message, what happened, what is asked, what a hex offers."""
        now, was = self._hearable(), self._heard
        if now == was:
            return
        self._heard = now
        notice = self.desk.notice
        news = "" if notice is None or (was and notice is was[0]) else notice.text
        happened = self._happened() if was and now[1] != was[1] else ""
        words = " ".join(filter(None, (news, happened, self._words())))
        if words:
            self.page.announce(words)

    def _happened(self) -> str:
        """The last action in words, and how many the others did."""
        desk = self.desk
        if not desk.game.history:
            return ""
        last = desk.game.history[-1]
        texts = [event.text for event in last.events][-3:]
        many = 0
        while many < len(desk.game.history) and desk.by[len(desk.game.history) - 1 - many] == BOT:
            many += 1
        others = f"The partner made {many} actions." if many > 1 else ""
        return " ".join([others, *(f"{t.rstrip('.')}." for t in texts)]).strip()

    def _words(self) -> str:
        """What is asked now, or what the hex chosen offers."""
        desk = self.desk
        if desk.rule or desk.pane is not Pane.DO:
            return f"Rule {desk.rule}" if desk.rule else ""
        if not desk.at:
            return asked(desk)
        label = desk.state.board.label(desk.at)
        offers = desk.offers
        if offers.found:
            many = len(offers.found)
            return f"{label}: {many} action{'' if many == 1 else 's'}, {offers.found[0].text}."
        refused = [q for q in questions(offers) if not q.verdict.ok]
        told = [f"{q.heading} {q.verdict.reasons[0].text}." for q in refused]
        return " ".join(told) or f"{label}: nothing can be done."

    def _hello(self, hello: Hello) -> None:
        self._greeted = True
        desk = self.desk
        if not self.owner.started:
            self.owner.start()
            desk.begin(STANDARD, desk.table)
        if hello.stored and hello.stored != desk.kept():
            opened = desk.open_text(hello.stored, "the game kept in this browser")
            desk.before = ""
            if opened and desk.game.history:
                desk.notice = Notice("info", "The game goes on where it was left.")
        if self.owner.problem:
            more = f" {desk.notice.text}" if desk.notice else ""
            desk.notice = Notice("warning", f"{self.owner.problem}{more}")
        self._frame()
        self.draw()
        if desk.notice is not None:
            self._speak()
        self._heard = self._hearable()
        self._bots()

    def _resized(self, _: Page) -> None:
        """Another size of the map: what was framed stays framed, unless the reader has moved it."""
        if all(abs(a - b) <= 2 for a, b in zip(self._lies, self._framed, strict=True)):
            self._frame()
        self._draw_map()


def _drawn(name: str, scene: Scene, marks: Marks, size: float) -> str:
    """One picture of the stack."""
    if name in _MARKS:
        return _MARKS[name](scene, marks, size)
    return _PICTURES[name](scene, size)


def _same(one: tuple[object, ...] | None, other: tuple[object, ...]) -> bool:
    """Whether two keys are the same; boards, which come first, by identity."""
    return bool(one) and one is not None and one[0] is other[0] and one[1:] == other[1:]


def _style() -> widgets.HTML:
    here = Path(__file__).parent
    own = "".join((here / n).read_text("utf-8") for n in ("supply_lab.css", "play.css"))
    return widgets.HTML(f"<style>{card_css()}{combat_css()}{own}</style>")


def _column(name: str, *children: widgets.Widget) -> Any:
    box = widgets.VBox(children)
    box.add_class(name)
    return box


def _rect(hexes: tuple[HexId, ...]) -> tuple[float, float, float, float]:
    left, top, right, bottom = frame_bounds(hexes)
    return left * _HEX, top * _HEX, right * _HEX, bottom * _HEX


def play() -> widgets.Box:
    """A whole game against a sparring partner or between two people at one screen."""
    return PlayPage().view
