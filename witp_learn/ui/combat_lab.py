"""The combat lab: any fight set up, rolled and led to its end, with every term and every chance."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any, Literal, NamedTuple

import ipywidgets as widgets
from attrs import evolve

from witp_learn.files import BadData, Unreadable
from witp_learn.hexgrid import neighbours
from witp_learn.model import State
from witp_learn.ui.combat_actions import Actions
from witp_learn.ui.combat_bars import bar, foot, key_line, strip
from witp_learn.ui.combat_desk import CombatDesk, parts
from witp_learn.ui.combat_fight import same_but_guesses, split
from witp_learn.ui.combat_guess import guess_spoken
from witp_learn.ui.combat_panels import line_below, main, note, panel
from witp_learn.ui.combat_sight import Pane
from witp_learn.ui.combat_sums import Sums
from witp_learn.ui.companion import Companion, Hello, Page
from witp_learn.ui.counter_desk import Notice, Past
from witp_learn.ui.hexmap import HexMap
from witp_learn.ui.later import Later
from witp_learn.ui.owner import Owner, in_app
from witp_learn.ui.pictured import Pictured
from witp_learn.ui.position_panels import found
from witp_learn.ui.position_text import laid
from witp_learn.ui.position_text import read as read_position
from witp_learn.view import state_svg
from witp_learn.view.cards import card_css
from witp_learn.view.combat_parts import combat_css
from witp_learn.view.frame import frame_bounds
from witp_learn.view.legend import legend_css
from witp_learn.view.picture import (
    board_picture,
    counters_picture,
    lines_picture,
    zones_picture,
)
from witp_learn.view.scene import Scene, plain_scene
from witp_learn.view.supply_view import held_by_other, spoken

STORAGE = "witp-combat-lab"
"""Where the browser keeps the position and the fight of the lab."""

MOST_HEX_PX, LEAST_HEX_PX = 200.0, 64.0
"""The widest and the narrowest a hex is drawn unless one zooms."""

_HEX = 100.0
_PICTURES = {
    "board": board_picture,
    "zones": zones_picture,
    "lines": lines_picture,
    "counters": counters_picture,
}


class Heard(NamedTuple):
    """What is there to be heard: whatever of it is new is said."""

    notice: Notice | None
    place: tuple[object, ...]
    guess: str
    rest: tuple[object, ...]


class CombatLab(Actions):
    """The widgets of the lab, bound to a desk. ``view`` is what a notebook shows.

    Without a ``state`` it goes on where this browser left off, else with Manila on turn 4.
    """

    def __init__(self, state: State | None = None, dice: random.Random | None = None) -> None:
        owner = Owner()
        if in_app():
            owner.start()
        self.desk = CombatDesk(state, owner)
        self.dice = dice or random.SystemRandom()
        self.map = HexMap(self.desk.state.board.hexes, height_px=480, height="480px")
        key = STORAGE if state is None else ""
        self.page = Companion(self.map, storage_key=key, title="Combat lab")
        self.sums = Sums(Later(self.page.guard))
        self.bar, self.strip, self.note, self.main, self.key, self.foot, self.side = (
            widgets.HTML() for _ in range(7)
        )
        self.page.guard.position = self.desk.shared
        self.whole, self._greeted = False, False
        self._drawn: dict[str, tuple[object, ...]] = {}
        self._spoken_of: object = None
        self._heard = self._hearable()
        self._brought = ()
        self._bind()
        self._frame()
        self._build()
        self._draw_bars()

    def _build(self) -> None:
        for name, part in (("cl-main", self.main), ("cl-note", self.note)):
            part.add_class(name)
        self.foot.add_class("witp-foothold")
        ground = _box("cl-ground", self.map, self.key)
        left = _box("witp-left", self.strip, self.note, self.main, ground)
        body = _box("witp-body", left, _box("witp-right", self.side))
        parts = (self.bar, body, self.foot, self.page, _style())
        self.view = Pictured(parts, self.picture, "Combat lab", "witp-app witp-lab witp-combat")

    def picture(self) -> str:
        """The board as it lies on the table, for places without widgets."""
        return state_svg(self.desk.state, width=760)

    # -- drawing

    def draw(self) -> None:
        """Bring everything on the screen in step with the desk; what is the same is not sent."""
        self._draw_all_but_fields()
        self.side.value = panel(self.desk, self.sums)
        self._draw_fields()
        if self._greeted:
            self.sums.follow(self.desk, self._draw_sums)

    def _draw_sums(self) -> None:
        """Chances that have been worked out meanwhile; a panel with fields is left alone."""
        if not self.desk.pane and not self.desk.rule:
            self.side.value = panel(self.desk, self.sums)

    def _draw_all_but_fields(self) -> None:
        self._draw_bars()
        self.main.value = main(self.desk)

    def _draw_bars(self) -> None:
        desk = self.desk
        self._dress()
        self._draw_map()
        self.bar.value, self.strip.value = bar(desk), strip(desk)
        self.note.value, self.key.value, self.foot.value = note(desk), key_line(desk), foot(desk)
        self._tell_page()

    def _dress(self) -> None:
        """The view that is up, as classes of the app: on a phone it is the only one."""
        called = bool(self.desk.pane or self.desk.rule)
        wanted = {"cl-called"} if called else set()
        wanted.add(f"cl-v-{self.desk.shown_view.value}")
        wanted |= {"cl-over"} if self.desk.after else set()
        for name in _CLASSES - wanted:
            self.view.remove_class(name)
        for name in sorted(wanted):
            self.view.add_class(name)

    def _draw_fields(self) -> None:
        """Fields hold what was typed since their panel was sent; they follow the desk."""
        desk = self.desk
        if desk.pane is Pane.LINE and not desk.rule:
            self.page.set_value("#witp-line", desk.line_text)
        elif desk.pane is Pane.FIND and not desk.rule:
            self.page.set_value("#witp-find", desk.query)
        self._draw_below_fields()

    def _draw_below_fields(self) -> None:
        if self.desk.pane is Pane.LINE:
            self.page.set_html("#witp-items", line_below(self.desk))
        elif self.desk.pane is Pane.FIND:
            self.page.set_html("#witp-found", found(self.desk))

    def _tell_page(self) -> None:
        seen = self.desk.seen
        if self._spoken_of is not seen:
            self._spoken_of = seen
            self.page.hexes = dict(spoken(seen, verdicts=False))
        # Only a change after the page stands is put into its address and kept.
        if self._greeted:
            self.page.kept, self.page.position = self.desk.kept_text(), self.desk.shared()

    def _scene(self) -> Scene:
        desk, seen = self.desk, self.desk.seen
        names: Literal["all", "counters"] = "counters" if self.page.page.narrow else "all"
        ringed = desk.changed_hexes() if desk.after else (desk.fight.hex,)
        return evolve(
            plain_scene(seen),
            names=names,
            controls=held_by_other(seen),
            ringed=tuple(h for h in ringed if h in seen.board),
            selected=None if desk.after else desk.selected,
        )

    def _draw_map(self) -> None:
        """Draw anew the pictures whose content has changed; the rest of the stack stays."""
        self._follow_board()
        scene, size = self._scene(), round(self.map.hex_px, 3)
        rect = _rect(scene)
        filled = tuple(view.unit for view in scene.counters)
        ground = (scene.board, size, scene.names)
        keys: dict[str, tuple[object, ...]] = {
            "board": (*ground, tuple(sorted(scene.controls.items())), filled, scene.bases),
            "zones": ground,
            "lines": (*ground, scene.selected, scene.ringed),
            "counters": (*ground, filled, scene.contested, scene.ringed, scene.selected),
        }
        for name, draw_picture in _PICTURES.items():
            if name != "board" and not self._greeted:
                continue
            if not _same(self._drawn.get(name), keys[name]):
                self.map.set_picture(name, draw_picture(scene, size), rect)
                self._drawn[name] = keys[name]

    def _follow_board(self) -> None:
        board = self.desk.state.board
        if tuple(board.hexes) != self.map.hexes:
            self.map.set_hexes(board.hexes)
            self._frame()

    def _frame(self) -> None:
        """Bring the hex fought over and its neighbours into view, else the hexes in use."""
        self.whole = False
        desk, page = self.desk, self.page.page
        at, board = desk.fight.hex, desk.state.board
        fight = (at, *(h for h in neighbours(at) if h in board)) if at in board else ()
        used = (*fight, *desk.changed_hexes()) if desk.after else fight
        used = used or tuple(desk.state.in_use())
        self.map.frame(
            used or self.map.hexes,
            page.map_width or None,
            page.map_height or None,
            margin=0.2,
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
        self.page.on_file(self._file)

    def _hearable(self) -> Heard:
        desk = self.desk
        return Heard(
            desk.notice,
            (desk.fight.hex, desk.battle, desk.after),
            desk.fight.guess(desk.battle).winner,
            (desk.question, desk.roll, desk.pane, desk.rule),
        )

    def _speak(self) -> None:
        """Say what is new: a message, the fight that comes up, the verdict, the question asked."""
        desk, now, was = self.desk, self._hearable(), self._heard
        if now == was:
            return
        self._heard = now
        told = [now.notice.text] if now.notice is not None and now.notice is not was.notice else []
        anew = now.place != was.place
        if not anew and now.guess != was.guess:
            told += guess_spoken(desk)
        words = " ".join([*told, *desk.spoken(anew=anew)])
        if words:
            self.page.announce(words)

    def _hello(self, hello: Hello) -> None:
        self._greeted = True
        if not self.desk.owner.started:
            self.desk.owner.start()
            self.desk.state = laid(self.desk.state)[0]
        self._restore(hello)
        if self.desk.owner.problem:
            more = f" {self.desk.notice.text}" if self.desk.notice else ""
            self.desk.notice = Notice("warning", f"{self.desk.owner.problem}{more}")
        if hello.query.get("open") in [pane.value for pane in Pane if pane]:
            self.desk.show(Pane(hello.query["open"]))
        self._frame()
        self.draw()
        if self.desk.notice is not None:
            self._speak()
        self._heard = self._hearable()
        self._bring_up()

    def _restore(self, hello: Hello) -> None:
        """The position and fight of the address, else those kept in this browser."""
        warning, stored = None, hello.stored or ""
        address = hello.query.get("p", "")
        if same_but_guesses(address, stored):
            address = ""
        for source, text in (("the address", address), ("this browser", stored)):
            if text and text != self.desk.kept_text():
                if not self.desk.open_text(text, source):
                    warning = warning or self.desk.notice
                    continue
                self.desk.done, self.desk.undone = [], []
                if split(text).wrong:
                    warning = self.desk.notice
            if text:
                break
        self.desk.notice = warning or self._keep(stored)

    def _keep(self, stored: str) -> Notice | None:
        """What this browser kept is one Undo away when an address brings something else."""
        if not stored or same_but_guesses(stored, self.desk.shared()):
            return None
        found = parts(stored, "this browser")
        try:
            kept = read_position(found.position, "this browser")
        except (BadData, Unreadable):
            return None
        past = Past(laid(kept)[0], "Opened the address", whole=True, beside=found.fight)
        self.desk.done = [past]
        return Notice("info", "Opened from the address. Undo brings back your last fight.")

    def _resized(self, _: Page) -> None:
        """Another size of the map: the fight stays in view."""
        if not self.whole:
            self._frame()
        self._draw_map()


_CLASSES = {"cl-called", "cl-over", "cl-v-ledger", "cl-v-rolls", "cl-v-what-if", "cl-v-map"}


def _same(one: tuple[object, ...] | None, other: tuple[object, ...]) -> bool:
    """Whether two keys are the same; boards by identity, which is quick."""
    return one is not None and one[0] is other[0] and one[1:] == other[1:]


def _style() -> widgets.HTML:
    here = Path(__file__).parent
    own = "".join((here / n).read_text("utf-8") for n in ("supply_lab.css", "combat_lab.css"))
    return widgets.HTML(f"<style>{card_css()}{combat_css()}{legend_css()}{own}</style>")


def _box(name: str, *children: widgets.Widget) -> Any:
    box = widgets.VBox(children) if name != "witp-body" else widgets.Box(children)
    box.add_class(name)
    return box


def _rect(scene: Scene) -> tuple[float, float, float, float]:
    left, top, right, bottom = frame_bounds(scene.frame)
    return left * _HEX, top * _HEX, right * _HEX, bottom * _HEX


def combat_lab(state: State | None = None) -> widgets.Box:
    """The combat lab on a position, or where this browser left off when none is given."""
    return CombatLab(state).view
