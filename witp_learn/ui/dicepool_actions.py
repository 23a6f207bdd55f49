"""What the dice-pool lab does when the page tells it of a click, a key, a text or a file.

An action ``name`` of the page is answered by ``_do_name``, with its value; the fields for numbers
and plans put what they are about behind the name.
"""

from __future__ import annotations

import random

from witp_learn.dicepool import Role
from witp_learn.ui.companion import Companion
from witp_learn.ui.dicepool_desk import DicepoolDesk, Pane, View
from witp_learn.ui.dicepool_panels import hits
from witp_learn.ui.dicepool_setup import read_counts, sample_text

PANEL = ".witp-right"
LEFT = ".dl-main"
NOW = '.dl-now :is([data-key="die-0"], .primary)'
"""Where the work goes on in the battle."""


class Actions:
    """The answers to clicks, keys, texts and files. What they change, ``draw`` brings up."""

    desk: DicepoolDesk
    page: Companion
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

    def _after(self) -> None:
        self.draw()
        self._speak()

    def _file(self, name: str, text: str) -> None:
        self.desk.open_text(text, name)
        self._after()

    def _action(self, name: str, value: str) -> None:
        if name in ("line", "find", "own"):
            self._typing(name, value)
            return
        name, _, about = name.partition(" ")
        act = getattr(self, f"_do_{name.replace('-', '_')}", None)
        if act is None:
            raise LookupError(f"the page asks for {name!r}, which the lab does not know")
        act(f"{about} {value}" if about else value)
        self._after()

    def _typing(self, name: str, value: str) -> None:
        """While a field is typed in, it stays as it is; only what stands around it changes."""
        if name == "find":
            self.desk.query = value
        elif name == "own":
            self.desk.set_own(value)
        else:
            self.desk.type_line(value)
        self._draw_all_but_fields()
        self._draw_below_fields()

    # -- forces, plans, units

    def _do_line_done(self, value: str) -> None:
        """Enter in the field of both forces: to the battle."""
        self.desk.type_line(value)
        if not self.desk.line_error:
            self.draw()
            self.page.focus(NOW)

    def _do_add(self, value: str) -> None:
        role, more, name = value.split(" ", 2)
        self.desk.add(Role(role), name, int(more))

    def _do_count(self, value: str) -> None:
        about, number = value.rsplit(" ", 1)
        role, _, name = about.partition(" ")
        count = _number(number)
        if count is not None:
            self.desk.set_count(Role(role), name, count)
        held = dict(self.desk.setup.counts(Role(role))).get(name, 0)
        self._correct(f"count {about}", number, held)

    def _do_add2(self, value: str) -> None:
        _, more, name = value.split(" ", 2)
        self.desk.add_second(name, int(more))

    def _do_count2(self, value: str) -> None:
        about, number = value.rsplit(" ", 1)
        name = about.partition(" ")[2]
        count = _number(number)
        if count is not None:
            self.desk.add_second(name, count - dict(self.desk.setup.second).get(name, 0))
        self._correct(f"count2 {about}", number, dict(self.desk.setup.second).get(name, 0))

    def _correct(self, key: str, typed: str, held: int) -> None:
        """A number that was not taken is set back in its field."""
        if typed.strip() and _number(typed) != held:
            self.page.set_value(f'[data-key="{key}"]', str(held))

    def _do_edit(self, value: str) -> None:
        """One change of the answer: ``attacker +1 infantry``."""
        self._do_add(value)

    def _do_leave(self, value: str) -> None:
        role, _, when = value.partition(" ")
        self.desk.set_leave(Role(role), when)

    def _do_first(self, value: str) -> None:
        role, stage, name = value.split(" ", 2)
        self.desk.set_first(Role(role), stage, name.strip())

    def _do_refuge(self, _: str) -> None:
        self.desk.toggle_refuge()

    def _do_swap(self, _: str) -> None:
        self.desk.swap()

    def _do_units(self, value: str) -> None:
        self.desk.set_units(value)

    def _do_own_sample(self, _: str) -> None:
        """The sample's text as the start of one's own table."""
        self.desk.set_own(sample_text())
        self.draw()
        self.page.set_value("#dl-own", self.desk.draft)
        self.page.focus("#dl-own")

    def _do_save_own(self, _: str) -> None:
        self.page.download("units.toml", self.desk.draft or sample_text(), "application/toml")

    # -- the battle

    def _do_die(self, value: str) -> None:
        self.desk.cycle_die(int(value))

    def _do_roll(self, _: str) -> None:
        self.desk.throw(self.dice)

    def _do_roll_round(self, _: str) -> None:
        self.desk.throw_round(self.dice)

    def _do_roll_all(self, _: str) -> None:
        self.desk.throw_all(self.dice)

    def _do_next(self, _: str) -> None:
        self.desk.next()

    def _do_aim(self, value: str) -> None:
        self.desk.aim(value)

    def _do_decide(self, value: str) -> None:
        self.desk.decide(value)
        self.draw()
        self.page.focus(NOW)

    def _do_volley(self, value: str) -> None:
        self.desk.open_volley(int(value))
        self.draw()
        self.page.to_top(LEFT)
        self.page.focus(NOW)

    def _do_again(self, _: str) -> None:
        self.desk.again()
        self.draw()
        self.page.focus(NOW)

    def _do_undo(self, _: str) -> None:
        self.desk.undo()

    def _do_redo(self, _: str) -> None:
        self.desk.redo()

    # -- comparing

    def _do_side(self, value: str) -> None:
        self.desk.set_side(Role(value))

    def _do_suggest(self, value: str) -> None:
        self.desk.second(read_counts(value, self.desk.table))

    def _do_second(self, value: str) -> None:
        self.desk.type_second(value)

    def _do_take_second(self, _: str) -> None:
        self.desk.take_second()

    # -- panels

    def _do_view(self, value: str) -> None:
        self.desk.look(View(value))
        self.draw()
        self.page.to_top(f"{PANEL}, {LEFT}")

    def _do_pane(self, value: str) -> None:
        self.desk.show(Pane(value))
        self.draw()
        self.page.to_top(PANEL)
        self.page.focus(_FIRST.get(self.desk.pane, f"{PANEL} .witp-head"))

    def _do_close(self, _: str) -> None:
        called = bool(self.desk.pane or self.desk.rule or self.desk.editing is not None)
        self.desk.close()
        if called:
            self.draw()
            self.page.focus(NOW)

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
        rule, self.desk.rule = self.desk.rule, ""
        self.draw()
        self.page.focus(f'[data-action="rule"][data-value="{rule}"]')

    def _do_first_found(self, value: str) -> None:
        """Enter in the search field: the first that was found."""
        self.desk.query = value
        for hit in hits(self.desk)[:1]:
            self._do_rule(hit.ref)

    def _do_save(self, _: str) -> None:
        self.page.download("battle.txt", self.desk.shared() + "\n", "text/plain")

    # -- keys

    def _key(self, key: str, shift: bool, _: str) -> None:
        letter = key.lower()
        if key == "Escape":
            self._do_close("")
        elif key in _DICE:
            self.desk.key_die(int(key))
        elif key == "Backspace":
            self.desk.take_back()
        elif letter == "t":
            self.desk.look(View.FORCES)
            self.draw()
            self.page.focus("#dl-line")
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


def _number(text: str) -> int | None:
    """A typed number of units; None while it is none."""
    text = text.strip()
    if not text:
        return 0
    return int(text) if text.isascii() and text.isdecimal() else None


_DICE = tuple("123456")

_FIRST = {Pane.FIND: "#witp-find"}
"""Where the keyboard goes when a panel comes up; else to its heading."""

_ACTIONS = {
    "r": ("roll", ""),
    "e": ("roll_round", ""),
    "x": ("roll_all", ""),
    " ": ("next", ""),
    ".": ("next", ""),
    "a": ("decide", "attacker-leaves"),
    "d": ("decide", "defender-leaves"),
    "n": ("again", ""),
    "s": ("swap", ""),
    "f": ("view", "forces"),
    "b": ("view", "battle"),
    "o": ("view", "odds"),
    "c": ("view", "compare"),
    "y": ("pane", "units"),
    "/": ("pane", "find"),
    "?": ("pane", "keys"),
}
