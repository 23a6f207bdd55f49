"""The dice-pool lab: a land battle of the second ruleset, die by die and in exact odds."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import ipywidgets as widgets

from witp_learn.dicepool import odds
from witp_learn.files import BadData, NotAvailable, Unreadable
from witp_learn.ui.companion import Companion, Hello
from witp_learn.ui.counter_desk import Notice
from witp_learn.ui.dicepool_actions import Actions
from witp_learn.ui.dicepool_bars import TITLE, bar, foot
from witp_learn.ui.dicepool_battle import battle
from witp_learn.ui.dicepool_desk import DicepoolDesk, Past
from witp_learn.ui.dicepool_forces import forces, line_field, line_said, line_text
from witp_learn.ui.dicepool_panels import found_list, note, own_said, panel
from witp_learn.ui.dicepool_setup import Setup, read_setup
from witp_learn.ui.dicepool_sums import Sums
from witp_learn.ui.pictured import Pictured
from witp_learn.view.cards import card_css
from witp_learn.view.dicepool_faces import odds_svg
from witp_learn.view.dicepool_parts import dicepool_css

STORAGE = "witp-dicepool-lab"
"""Where the browser keeps the table of the lab."""


class DicepoolLab(Actions):
    """The widgets of the lab, bound to a desk. ``view`` is what a notebook shows.

    Without a ``setup`` it goes on where this browser left off, else with two small forces.
    """

    def __init__(self, setup: Setup | None = None, dice: random.Random | None = None) -> None:
        self.desk = DicepoolDesk(setup)
        self.dice = dice or random.SystemRandom()
        self.page = Companion(storage_key="" if setup else STORAGE, title=TITLE)
        self.page.guard.position = self.desk.shared
        self.sums = Sums(self.page.guard)
        self.bar, self.note, self.forces, self.line, self.main, self.foot, self.side = (
            widgets.HTML() for _ in range(7)
        )
        self._greeted = False
        self._heard: tuple[object, ...] = ()
        self._bind()
        self._build()
        self.line.value = line_field(self.desk)
        self._draw_all_but_fields()
        self.side.value = panel(self.desk, self.sums)

    def _build(self) -> None:
        parts = (("dl-note", self.note), ("dl-top", self.forces), ("dl-typed", self.line))
        for name, part in (*parts, ("dl-battle", self.main)):
            part.add_class(name)
        self.foot.add_class("witp-foothold")
        left = _box("witp-left", self.note, _box("dl-main", self.line, self.forces, self.main))
        body = _box("witp-body", left, _box("witp-right", self.side))
        shown = (self.bar, body, self.foot, self.page, _style())
        self.view = Pictured(shown, self.picture, TITLE, "witp-app witp-lab witp-dicepool")

    def picture(self) -> str:
        """Both forces and how their battle ends, for places without widgets."""
        found = self.desk.fight
        if found is None:
            return ""
        return odds_svg(odds(found.attacker, found.defender, self.desk.setup.plan))

    # -- drawing

    def draw(self) -> None:
        """Bring everything on the screen in step with the desk; what is the same is not sent."""
        self._draw_all_but_fields()
        self.side.value = panel(self.desk, self.sums)
        self.page.set_value("#dl-line", line_text(self.desk))
        self._draw_below_fields()

    def _draw_all_but_fields(self) -> None:
        desk = self.desk
        self._dress()
        self.bar.value, self.note.value, self.foot.value = bar(desk), note(desk), foot(desk)
        self.forces.value, self.main.value = forces(desk), battle(desk)
        if self._greeted:
            self.page.position = desk.shared()
            self.sums.follow(desk, self._draw_sums)
            if not (desk.pane or desk.rule):
                self.side.value = panel(desk, self.sums)

    def _draw_sums(self) -> None:
        """Chances that have been worked out meanwhile; a panel with fields is left alone."""
        if not self.desk.pane and not self.desk.rule:
            self.side.value = panel(self.desk, self.sums)

    def _draw_below_fields(self) -> None:
        self.page.set_html("#dl-line-said", line_said(self.desk))
        self.page.set_html("#witp-found", found_list(self.desk))
        self.page.set_html("#dl-own-said", own_said(self.desk))

    def _dress(self) -> None:
        """The view that is up, as classes of the app: on a phone it is the only one."""
        called = bool(self.desk.pane or self.desk.rule)
        wanted = {"dl-called"} if called else {f"dl-v-{self.desk.view.value}"}
        wanted |= {"dl-folded"} if self.desk.folded else set()
        for name in _CLASSES - wanted:
            self.view.remove_class(name)
        for name in sorted(wanted):
            self.view.add_class(name)

    # -- events

    def _bind(self) -> None:
        self.page.on_hello(self._hello)
        self.page.on_action(self._action)
        self.page.on_key(self._key)
        self.page.on_file(self._file)

    def _hearable(self) -> tuple[object, ...]:
        desk = self.desk
        return desk.notice, desk.setup.steps, desk.setup.dice, desk.pane, desk.rule

    def _speak(self) -> None:
        """Say what is new: a message, what was hit, what is due."""
        now = self._hearable()
        if now == self._heard:
            return
        told, self._heard = (self._heard or (None,))[0], now
        notice = self.desk.notice
        parts = [] if notice is None or notice is told else [notice.text]
        words = " ".join([*parts, *self.desk.spoken()])
        if words:
            self.page.announce(words)

    def _hello(self, hello: Hello) -> None:
        self._greeted = True
        self._restore(hello)
        self.line.value = line_field(self.desk)
        self.draw()
        if self.desk.notice is not None:
            self._speak()
        self._heard = self._hearable()

    def _restore(self, hello: Hello) -> None:
        """The table of the address, else the one kept in this browser."""
        desk, warning = self.desk, None
        for source, text in (("The address", hello.query.get("p")), ("This browser", hello.stored)):
            if text and text != desk.shared():
                if not desk.open_text(text, source):
                    warning = warning or desk.notice
                    continue
                if desk.notice is not None and desk.notice.kind == "warning":
                    warning = warning or desk.notice
                desk.done, desk.undone = [], []
            if text:
                break
        kept = self._keep(hello.stored)
        desk.notice = warning or kept

    def _keep(self, stored: str | None) -> Notice | None:
        """What this browser kept is one Undo away when an address brings something else."""
        if not stored or stored == self.desk.shared():
            return None
        try:
            kept = read_setup(stored)
        except (BadData, NotAvailable, Unreadable):
            return None
        self.desk.done = [Past(kept, "Opened the address")]
        return Notice("info", "Opened from the address. Undo brings back your last battle.")


_CLASSES = {"dl-called", "dl-folded", "dl-v-forces", "dl-v-battle", "dl-v-odds", "dl-v-compare"}


def _style() -> widgets.HTML:
    here = Path(__file__).parent
    own = "".join((here / n).read_text("utf-8") for n in ("supply_lab.css", "dicepool_lab.css"))
    return widgets.HTML(f"<style>{card_css()}{dicepool_css()}{own}</style>")


def _box(name: str, *children: widgets.Widget) -> Any:
    box = widgets.VBox(children) if name != "witp-body" else widgets.Box(children)
    box.add_class(name)
    return box


def dicepool_lab(setup: Setup | None = None) -> widgets.Box:
    """The dice-pool lab on a table, or where this browser left off when none is given."""
    return DicepoolLab(setup).view
