"""What the page of a game does when it is told of a click, a key, a text or a file.

An action ``name`` of the page is answered by ``_do_name``, with its value.
"""

from __future__ import annotations

from typing import Any

from attrs import evolve

from witp_learn.hexgrid import HexId
from witp_learn.model import Side
from witp_learn.ui.companion import Companion
from witp_learn.ui.counter_desk import Notice
from witp_learn.ui.lab_actions import Zooming
from witp_learn.ui.play_panels import ELSEWHERE, hits
from witp_learn.ui.play_sight import Pane, PlaySight, player_of, scenarios
from witp_learn.ui.play_why import typed

MAP = ".witp-map .leaflet-container"
PANEL = ".witp-right"

_WHICH = {"japan": 0, "allies": 1, "first": 0, "second": 1}


class Actions(Zooming):
    """The answers to clicks, keys, texts and files. What they change, ``draw`` brings up."""

    desk: PlaySight
    page: Companion

    def draw(self) -> None:
        """Bring everything on the screen in step with the desk."""
        raise NotImplementedError

    def _speak(self) -> None:
        raise NotImplementedError

    def _draw_below_fields(self) -> None:
        raise NotImplementedError

    def _bots(self) -> None:
        raise NotImplementedError

    def _pressed(self, hex_id: HexId) -> None:
        self.desk.pane = Pane.DO
        self.desk.press(hex_id)
        self._after()
        if self.page.page.width >= _SCROLLS_ALONE:
            self.page.to_top(PANEL)

    def _after(self) -> None:
        self.draw()
        self._speak()
        self._bots()

    def _file(self, name: str, text: str) -> None:
        self._open(text, name)
        self._after()

    def _open(self, text: str, source: str) -> None:
        if self.desk.open_text(text, source):
            self._frame()

    def _action(self, name: str, value: str) -> None:
        if name in _TYPED:
            self._typing(name, value)
            return
        act = getattr(self, f"_do_{name.replace('-', '_')}", None)
        if act is None:
            raise LookupError(f"the page asks for {name!r}, which it does not know")
        if name in OFFERED and self._late():
            return
        act(value)
        self._after()

    def _late(self, *, listed: bool = False) -> bool:
        """Whether what was pressed belongs to an offer that is over."""
        shown = self.page.offer
        return bool(shown) and not self.desk.stands(shown, listed=listed)

    def _typing(self, name: str, value: str) -> None:
        """While a field is typed in, it stays as it is; only what stands below it changes."""
        if name == "find":
            self.desk.query = value
        elif name == "text":
            self.desk.text = value
        elif name in ("new-seed", "new-bid"):
            self._number(name, value)
        else:
            self.desk.seek, self.desk.page = value, 0
        self._draw_below_fields()

    # -- playing

    def _do_do(self, value: str) -> None:
        if self._here() and self.desk.by_hand(value):
            self._at_top()

    def _here(self) -> bool:
        """Whether somebody here has to act; says so where not."""
        if not self.desk.mine:
            self.desk.notice = Notice("info", "It is not your turn to act.")
        return self.desk.mine

    def _at_top(self) -> None:
        """After an action: the list has changed, so the keyboard goes to its head.

        On a phone the map follows what has happened instead.
        """
        self.draw()
        if self.page.page.narrow:
            for hex_id in self.desk.last_hexes[-1:]:
                self.map.reveal(hex_id)
        else:
            self.page.to_top(PANEL)
            self.page.focus(f"{PANEL} .wp-do .witp-head")

    def _do_pass(self, _: str) -> None:
        one = self.desk.offers.passing if self.desk.mine else None
        if one is None:
            self.desk.notice = Notice("info", "Passing is not possible now.")
        elif self.desk.do(one.action):
            self._at_top()

    def _do_throw(self, _: str) -> None:
        if self._here() and self.desk.throw():
            self._at_top()

    def _do_die(self, value: str) -> None:
        which, _, number = value.partition(" ")
        self.desk.set_die(_WHICH[which], int(number))

    def _do_lay(self, _: str) -> None:
        if self._here() and self.desk.lay_dice():
            self._at_top()

    def _do_naming(self, _: str) -> None:
        self.desk.naming = not self.desk.naming

    def _do_hand(self, value: str) -> None:
        """Two at one screen: a hand is turned up, or face down again."""
        side = Side(value)
        opens = side in self.desk.table.mine and self.desk.hand_open is not side
        self.desk.hand_open = side if opens else None

    def _do_go_on(self, _: str) -> None:
        if self.desk.mine:
            self.desk.notice = Notice("info", "It is your turn: nobody else has to act.")
        elif not self.desk.over:
            self._play_bots()

    def _play_bots(self) -> None:
        raise NotImplementedError

    def _do_place(self, value: str) -> None:
        """A hex chosen in the panel: what can be done there, and the map shows it."""
        self.desk.pane = Pane.DO
        if value != self.desk.at:
            self.desk.at = self.desk.start = ""
            self.desk.press(value)
        self.map.reveal(value)
        self._at_top()

    def _do_all(self, _: str) -> None:
        self.desk.at = self.desk.start = self.desk.seek = ""
        self.desk.page = 0
        self.draw()
        self.page.focus(MAP)

    def _do_page(self, value: str) -> None:
        self.desk.page = max(0, int(value))

    def _do_seek_do(self, value: str) -> None:
        """Enter in the field: the first action that was found, or the one that was typed."""
        self.desk.seek = value
        row = self.desk.offers.numbered(1)
        if row is not None and value.strip() and row.told is not None:
            self._do_do(str(row.told.action))
        elif value.strip() and not self.desk.offers.found:
            found = typed(self.desk.state, value)
            self._do_do(value if found is None else str(found.told.action))

    def _do_undo(self, _: str) -> None:
        self.desk.undo()

    def _do_redo(self, _: str) -> None:
        self.desk.redo()

    def _do_fold(self, value: str) -> None:
        self.desk.fold(int(value))

    def _do_older(self, _: str) -> None:
        self.desk.older = True

    # -- games

    def _do_new_scenario(self, value: str) -> None:
        if value in scenarios():
            self.desk.draft = evolve(self.desk.draft, scenario=value)

    def _do_new_last(self, value: str) -> None:
        self.desk.draft = evolve(self.desk.draft, last_turn=int(value))

    def _number(self, name: str, value: str) -> None:
        """A number typed for a new game, as it stands in its field."""
        draft = self.desk.draft
        is_seed = name == "new-seed"
        self.desk.draft = evolve(draft, seed=value) if is_seed else evolve(draft, bid=value)

    def _do_new_japan(self, value: str) -> None:
        self._seat(japan=player_of(value))

    def _do_new_allies(self, value: str) -> None:
        self._seat(allies=player_of(value))

    def _do_new_chores(self, value: str) -> None:
        self._seat(chores=value == "on")

    def _seat(self, **changes: Any) -> None:
        draft = self.desk.draft
        self.desk.draft = evolve(draft, table=evolve(draft.table, **changes))

    def _do_new_bases(self, value: str) -> None:
        self.desk.draft = evolve(self.desk.draft, optional_bases=value == "on")

    def _do_new_sudden_death(self, value: str) -> None:
        self._option("sudden-death", value == "on")

    def _do_new_chinese_stay_turn_1(self, value: str) -> None:
        self._option("chinese-stay-turn-1", value == "on")

    def _option(self, name: str, on: bool) -> None:
        rest = tuple(one for one in self.desk.draft.options if one != name)
        self.desk.draft = evolve(self.desk.draft, options=(*rest, name) if on else rest)

    def _do_begin(self, _: str) -> None:
        if self.desk.begin_draft():
            self._frame()
            self._at_top()

    def _do_sit(self, _: str) -> None:
        self.desk.sit(evolve(self.desk.draft.table, seed=self.desk.table.seed))
        self.desk.pane = Pane.DO
        self.desk.notice = Notice("info", "The game goes on with these players.")
        self._at_top()

    def _do_back(self, _: str) -> None:
        if self.desk.back():
            self._frame()

    def _elsewhere(self, text: str) -> None:
        """Another tab keeps a game: say so once, and have that game at hand."""
        known, desk = bool(self.desk.elsewhere), self.desk
        desk.elsewhere = "" if text == desk.kept() else text
        self.draw()
        if desk.elsewhere and not known:
            self.page.announce(ELSEWHERE)

    def _do_take_over(self, _: str) -> None:
        text = self.desk.elsewhere
        if text and self.desk.open_text(text, "the game of the other tab"):
            self.desk.elsewhere = ""
            self._frame()
            self._at_top()

    def _do_stay(self, _: str) -> None:
        self.desk.elsewhere = ""
        self.page.store(self.page.storage_key, self.desk.kept())
        self.desk.notice = Notice("info", "This game is kept in this browser again.")

    def _do_open_text(self, _: str) -> None:
        self._open(self.desk.text, "the text")

    def _do_save(self, _: str) -> None:
        name = f"witp_turn_{self.desk.state.turn}.toml"
        self.page.download(name, self.desk.kept(), "application/toml")
        self.desk.notice = Notice("info", f"Saved as {name}; it holds all cards drawn.")

    # -- panels

    def _do_overlay(self, value: str) -> None:
        self.desk.toggle(value)

    def _do_pane(self, value: str) -> None:
        self.desk.show(Pane(value))
        self.draw()
        self.page.to_top(PANEL)
        first = {Pane.FIND: "#witp-find", Pane.DO: MAP}
        self.page.focus(first.get(self.desk.pane, f"{PANEL} .witp-head"))

    def _do_close(self, _: str) -> None:
        self.desk.pane, self.desk.notice = Pane.DO, None
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
            {"place": self._do_place, "rule": self._do_rule}[action](target)

    def _do_go(self, value: str) -> None:
        """The foot of a phone: to what can be done, or to the log."""
        self.desk.pane, self.desk.rule = Pane.DO, ""
        self.draw()
        where = {"do": ".wp-do", "log": ".wp-log"}[value]
        self.page.show(where)
        self.page.focus(f"{where} .witp-head")

    # -- keys

    def _key(self, key: str, shift: bool, hex_id: HexId) -> None:
        letter = key.lower()
        if letter in OFFERED_KEYS and self._late(listed=letter.isdecimal()):
            return
        if key == "Escape":
            self._escape()
        elif key in "123456789":
            self._numbered(int(key))
        elif letter in _KEYS:
            name, value = _KEYS[letter]
            getattr(self, f"_do_{name}")(value)
        elif letter == "n":
            self.desk.notice = None
            last = self.desk.offers.pages - 1
            self.desk.page = self.desk.page + 1 if self.desk.page < last else 0
        elif letter == "f":
            self.page.focus("#wp-seek")
        elif letter == "u":
            (self._do_redo if shift else self._do_undo)("")
        elif key in ("Ctrl+z", "Ctrl+y", "Ctrl+Z"):
            (self._do_undo if key == "Ctrl+z" else self._do_redo)("")
        else:
            return
        self._after()

    def _numbered(self, number: int) -> None:
        row = self.desk.offers.numbered(number) if self.desk.mine else None
        if row is None or self.desk.pane is not Pane.DO or self.desk.rule:
            self.desk.notice = Notice("info", f"No action has the number {number} now.")
        elif row.told is not None:
            self._do_do(str(row.told.action))
        else:
            self._do_place(row.hex)

    def _escape(self) -> None:
        """One step back; from a panel the keyboard goes back to the map."""
        called_up = bool(self.desk.rule or self.desk.pane is not Pane.DO)
        self.desk.clear()
        if called_up:
            self.draw()
            self.page.focus(MAP)


_TYPED = ("find", "seek", "text", "new-seed", "new-bid")
"""Fields that stay as they are while they are typed in."""

OFFERED = ("do", "place", "pass", "throw", "lay", "seek-do", "begin", "back", "open-text")
"""What is done only from the offer in which it was pressed."""

OFFERED_KEYS = (*"123456789", "p", "r")
"""The keys that do the same."""

_SCROLLS_ALONE = 960
"""Width of the window from which the panel scrolls by itself."""

_KEYS = {
    "p": ("pass", ""),
    "r": ("throw", ""),
    "g": ("go_on", ""),
    "/": ("pane", "find"),
    "?": ("pane", "keys"),
    "0": ("zoom", "all"),
    "+": ("zoom", "in"),
    "=": ("zoom", "in"),
    "-": ("zoom", "out"),
}
