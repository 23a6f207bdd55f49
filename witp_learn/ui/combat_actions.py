"""What the combat lab does when the page tells it of a click, a key, a text or a file.

An action ``name`` of the page is answered by ``_do_name``, with its value.
"""

from __future__ import annotations

import random

from witp_learn.hexgrid import HexId
from witp_learn.model import Kind, Nation, Side
from witp_learn.position import write_file
from witp_learn.ui.combat_desk import CombatDesk
from witp_learn.ui.combat_sight import Pane, View
from witp_learn.ui.combat_sums import Sums
from witp_learn.ui.companion import Companion
from witp_learn.ui.lab_actions import CounterActions
from witp_learn.ui.position_panels import STANDARD, hits

MAP = ".witp-map .leaflet-container"
PANEL = ".witp-right"
LEFT = ".cl-main"
ASKED = ".cl-asked .cb-ask"


class Actions(CounterActions):
    """The answers to clicks, keys, texts and files. What they change, ``draw`` brings up."""

    desk: CombatDesk
    page: Companion
    sums: Sums
    _brought: tuple[object, ...]
    dice: random.Random

    def draw(self) -> None:
        """Bring everything on the screen in step with the desk."""
        raise NotImplementedError

    def _speak(self) -> None:
        raise NotImplementedError

    def _draw_all_but_fields(self) -> None:
        raise NotImplementedError

    def _draw_below_fields(self) -> None:
        raise NotImplementedError

    def _pressed(self, hex_id: HexId) -> None:
        self.desk.press(hex_id)
        self._after()

    def _after(self) -> None:
        self.draw()
        self._speak()
        self._bring_up()

    def _bring_up(self) -> None:
        """What the dice have brought, or the question they lead to, is scrolled into view."""
        desk, now = self.desk, self._news()
        if now == self._brought:
            return
        self._brought = now
        if desk.pane or desk.rule or desk.map_shown or not all(desk.roll):
            return
        row = ".cb-k-die" if desk.is_tie else ".cb-k-total"
        self.page.show(ASKED if desk.question is not None else row)

    def _news(self) -> tuple[object, ...]:
        desk = self.desk
        return desk.battle, desk.roll, desk.question, desk.shown_view

    def _file(self, name: str, text: str) -> None:
        if self.desk.open_text(text, name):
            self._frame()
        self._after()

    def _action(self, name: str, value: str) -> None:
        if name in ("line", "find", "guess-words"):
            self._typing(name, value)
            return
        act = getattr(self, f"_do_{name.replace('-', '_')}", None)
        if act is None:
            raise LookupError(f"the page asks for {name!r}, which the lab does not know")
        act(value)
        self._after()

    def _typing(self, name: str, value: str) -> None:
        """While a field is typed in, it stays as it is; only what stands below it changes."""
        if name == "find":
            self.desk.query = value
        elif name == "guess-words":
            self.desk.guess_words(value)
        else:
            self.desk.type_line(value)
            self._frame()
        self._draw_all_but_fields()
        self._draw_below_fields()

    # -- the fight

    def _do_die_next(self, value: str) -> None:
        self.desk.cycle_die(int(value))

    def _do_roll(self, _: str) -> None:
        self.desk.throw(self.dice)

    def _do_roll_again(self, _: str) -> None:
        self.desk.roll_again()

    def _do_roll_cell(self, value: str) -> None:
        japan, _, allies = value.partition(" ")
        self.desk.set_roll(int(japan), int(allies))

    def _do_next(self, _: str) -> None:
        battle, after = self.desk.battle, self.desk.after
        self.desk.next()
        self._look_up(battle, after)

    def _look_up(self, battle: int, after: bool) -> None:
        """Another battle, or what is left, is looked at from its start."""
        if (battle, after) == (self.desk.battle, self.desk.after):
            return
        if self.desk.after:
            self._frame()
        self.draw()
        self.page.to_top(f"{LEFT}, {PANEL}")
        if self.desk.question is None:
            self._brought = self._news()

    def _do_defaults(self, _: str) -> None:
        self.desk.all_defaults()

    def _do_choose(self, value: str) -> None:
        self.desk.choose(int(value))

    def _do_reopen(self, value: str) -> None:
        battles, _, at = value.partition(" ")
        self.desk.reopen(int(battles), int(at))
        self.draw()
        self.page.focus(".cl-asked .cb-choice")

    def _do_link(self, value: str) -> None:
        battle, after = self.desk.battle, self.desk.after
        self.desk.link(int(value))
        self._look_up(battle, after)

    def _do_hold(self, value: str) -> None:
        at, _, short = value.partition(" ")
        nation = next(n for n in Nation if n.short == short)
        self.desk.toggle_held(at, nation)

    def _do_fight_hex(self, value: str) -> None:
        self.desk.choose_hex(value)
        self._frame()
        self.draw()
        self.page.to_top(f"{LEFT}, {PANEL}")

    def _do_ruling(self, value: str) -> None:
        slug, _, reading = value.partition("=")
        self.desk.set_ruling(slug, reading)

    def _do_guess(self, value: str) -> None:
        self.desk.guess(value)
        self.draw()
        self.page.focus('[data-key="die-0"]')

    def _do_ask(self, value: str) -> None:
        self.desk.ask(value == "yes")
        if self.desk.pane is Pane.NONE:
            self.draw()
            self.page.focus('[data-key="die-0"]')

    def _do_for_side(self, value: str) -> None:
        self.sums.side = Side(value)

    def _do_keep(self, _: str) -> None:
        self.desk.keep_for_comparison()

    def _do_back_to_kept(self, _: str) -> None:
        self.desk.back_to_kept()

    def _do_carry_out(self, _: str) -> None:
        self.desk.carry_out()
        self._frame()

    # -- the position

    def _do_edit(self, value: str) -> None:
        self.desk.try_change(value, self.sums.told(self.desk, value))

    def _do_select(self, value: str) -> None:
        self.desk.select(int(value))

    def _do_place(self, value: str) -> None:
        """A place that was searched for: it is shown on the map."""
        self.desk.look(View.MAP)
        self.desk.press(value)
        self.map.reveal(value)
        self.draw()
        self.page.focus(MAP)

    def _do_example(self, value: str) -> None:
        self.desk.open_example(value)
        self._frame()

    def _do_scenario(self, value: str) -> None:
        self.desk.open_scenario(STANDARD, optional_bases=value == "bases")
        self._frame()

    def _do_empty(self, _: str) -> None:
        self.desk.empty()
        self.desk.look(View.MAP)
        self._frame()

    def _do_save(self, _: str) -> None:
        title = "".join(c if c.isalnum() else "_" for c in self.desk.state.title.lower())
        text = f"{write_file(self.desk.state)}{self.desk.fight.unguessed.text()}\n"
        self.page.download(f"{title[:40].strip('_') or 'fight'}.toml", text, "application/toml")

    # -- panels

    def _do_view(self, value: str) -> None:
        self.desk.look(View(value))
        self.draw()
        if self.desk.view is View.MAP:
            self._frame()
        self.page.to_top(PANEL)

    def _do_pane(self, value: str) -> None:
        self.desk.show(Pane(value))
        self.draw()
        self.page.to_top(PANEL)
        self.page.focus(_FIRST.get(self.desk.pane, f"{PANEL} .witp-head"))

    def _do_close(self, _: str) -> None:
        self.desk.close()
        self.draw()
        self.page.focus(MAP if self.desk.map_shown else '[data-key="die-0"]')

    def _do_rule(self, value: str) -> None:
        self.desk.rule = value
        self.draw()
        self.page.to_top(PANEL)
        self.page.focus('[data-action="rule-close"]')

    def _do_rule_close(self, _: str) -> None:
        rule, self.desk.rule = self.desk.rule, ""
        self.draw()
        self.page.focus(f'[data-action="rule"][data-value="{rule}"]')

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
        if key == "Escape":
            self._escape()
        elif key in _DICE:
            desk.key_die(int(key))
        elif letter in _KINDS and desk.map_shown:
            self._at_cursor(hex_id)
            desk.add(_KINDS[letter], attrited=shift)
        elif letter == "v" and desk.moving is not None:
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
        else:
            return
        self._after()

    def _escape(self) -> None:
        """Close what was called up last; the keyboard goes back to where the work is."""
        if self.desk.rule and self.desk.moving is None:
            self._do_rule_close("")
            return
        called_up = bool(self.desk.rule or self.desk.pane)
        self.desk.clear()
        if called_up:
            self.draw()
            self.page.focus(MAP if self.desk.map_shown else '[data-key="die-0"]')

    def _at_cursor(self, hex_id: HexId) -> None:
        """On the map, keys speak of the hex under the cursor; the position before the fight."""
        self.desk.moving = None
        if not self.desk.map_shown:
            return
        if self.desk.after:
            self.desk.look(View.MAP)
        if hex_id and hex_id != self.desk.selected:
            self.desk.press(hex_id)


_DICE = tuple("123456")

_FIRST = {Pane.FIND: "#witp-find", Pane.LINE: "#witp-line"}
"""Where the keyboard goes when a panel comes up; else to its heading."""

_KINDS = {kind.letter.lower(): kind for kind in Kind}

_AT_CURSOR = {
    "f": CombatDesk.flip,
    "v": CombatDesk.start_move,
    "b": CombatDesk.toggle_base,
    "delete": CombatDesk.remove,
    "backspace": CombatDesk.remove,
}

_ACTIONS = {
    "r": ("roll", ""),
    " ": ("next", ""),
    ".": ("next", ""),
    "d": ("defaults", ""),
    "g": ("view", "ledger"),
    "w": ("view", "what-if"),
    "m": ("view", "map"),
    "k": ("keep", ""),
    "t": ("pane", "line"),
    "/": ("pane", "find"),
    "?": ("pane", "keys"),
    "0": ("zoom", "all"),
    "+": ("zoom", "in"),
    "=": ("zoom", "in"),
    "-": ("zoom", "out"),
}
