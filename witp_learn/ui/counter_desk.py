"""A position on a desk, without a widget: history, the selected counter, edits, whole positions.

The labs add to it what they show of the position. Everything here can be tried without a browser.
"""

from __future__ import annotations

from attrs import evolve, frozen

from witp_learn import edits, queries
from witp_learn.components import board as companion_board
from witp_learn.components import shipped_board
from witp_learn.files import BadData, NotAvailable, Unreadable
from witp_learn.hexgrid import HexId
from witp_learn.model import Facility, Kind, Nation, State, Step, Terrain, Unit
from witp_learn.position import warnings, write_file, write_line
from witp_learn.position.line import Item
from witp_learn.ui.position_text import (
    OFF_THE_MAP,
    draft,
    laid,
    like_a_file,
    lowered,
    read,
    sentence,
    stopped,
)

MOST_UNDO = 200

OWN_BOARD = "this position has its own board; for a line choose Open and Empty map first"
"""Why a line cannot be typed over a position that brings its own board."""

NOTHING = "an empty line leaves the position as it is; for an empty map choose Open, Empty map"
"""What an empty line gets for an answer."""

TYPED = "Typed a position"
"""The name in the history of all typing since the line was opened."""


@frozen
class Past:
    """A position one can go back to, and the name of the edit that left it.

    ``whole``: the edit put another position in its place; ``folder``: it changed the map under it.
    ``beside``: what lay beside the position.
    """

    state: State
    name: str
    whole: bool = False
    folder: bool = False
    beside: object = None


@frozen(eq=False)
class Notice:
    """A short message: ``kind`` is ``changed``, ``warning`` or ``info``."""

    kind: str
    text: str


def position_text(state: State) -> str:
    """A position as text: the line, or the file of one with its own board or in mid-turn."""
    whole = state.board.own or state.under_way
    return write_file(state) if whole else write_line(state)


class CounterDesk:
    """A position with undo and redo, and a selected counter that edits are about."""

    def __init__(self, state: State) -> None:
        self.state = edits.tidy(laid(state)[0])
        self.undone: list[Past] = []
        self.done: list[Past] = []
        self.selected: HexId | None = None
        self.index: int | None = None
        self.rule = ""
        self.query = ""
        self.notice: Notice | None = None
        self.moving: Unit | None = None
        self.nation = Nation.US
        self.coast = ""
        self.items: tuple[Item, ...] = ()
        self.typing, self.typed = False, ""

    # -- what a lab says of it

    def news(self, before: State, after: State) -> str:
        """What another position changes, in words; nothing when there is nothing to say."""
        return ""

    def more_news(self, edit: edits.Edit, before: State, after: State) -> str:
        """What an edit brings beside that, each sentence with a blank before it."""
        return ""

    def edit_name(self, edit: edits.Edit) -> str:
        """What an edit of this position does, as Undo names it."""
        return edits.name(self.state, edit)

    def beside(self) -> object:
        """What lies beside the position and goes back with it."""
        return None

    def lay_beside(self, kept: object) -> None:
        """Put back what lay beside the position."""

    def opened(self) -> None:
        """Another position altogether has come up."""

    def put_down(self, hex_id: HexId, unit: Unit) -> None:
        """A counter was moved to a hex: it is the selected one there."""
        self.selected = hex_id
        wanted = evolve(unit, at=hex_id, count=1, aboard=False)
        same = (i for i in self.here if _alike(self.state.units[i], wanted))
        self.index = next(same, self.first_here())

    def first_here(self) -> int | None:
        """The row of units that is selected first in the selected hex."""
        return self.here[0] if self.here else None

    @property
    def unit(self) -> Unit | None:
        """The selected row of units."""
        if self.index is None or self.index >= len(self.state.units):
            return None
        return self.state.units[self.index]

    @property
    def label(self) -> str:
        """The selected counter in words."""
        unit = self.unit
        return "" if unit is None else f"{self.state.board.label(unit.hex)} {unit.kind.noun}"

    @property
    def here(self) -> tuple[int, ...]:
        """The rows of units in the selected hex."""
        return tuple(i for i, u in enumerate(self.state.units) if u.hex == self.selected)

    def text(self) -> str:
        """The position as text: the line, or the file when it has a board of its own."""
        return position_text(self.state)

    def shared(self) -> str:
        """The position as it is kept and handed on, with what lies beside it."""
        return self.text()

    @property
    def undo_name(self) -> str:
        """What Undo would take back; nothing when there is nothing."""
        return self.done[-1].name if self.done else ""

    @property
    def redo_name(self) -> str:
        """What Redo would do again."""
        return self.undone[-1].name if self.undone else ""

    def undo(self) -> bool:
        """Go back one edit; says whether another position altogether has come up."""
        return self._step(self.done, self.undone, "Undone")

    def redo(self) -> bool:
        """Do again what was undone; says whether another position altogether has come up."""
        return self._step(self.undone, self.done, "Done again")

    def _step(self, source: list[Past], target: list[Past], word: str) -> bool:
        if not source:
            self.notice = Notice(
                "info", "Nothing to undo." if word == "Undone" else "Nothing to redo."
            )
            return False
        past, before = source.pop(), self.state
        target.append(Past(before, past.name, past.whole, beside=self.beside()))
        state, told = laid(past.state)
        said = told if past.whole else f"{self.news(before, state)} {told}"
        words = f"{word}: {lowered(stopped(past.name))} {said}"
        self.lay_beside(past.beside)
        self.show_state(state, Notice("info", words.strip()))
        return past.whole

    def show_state(self, state: State, notice: Notice | None) -> None:
        """Another position comes up, with a message."""
        old = self.unit
        self.state, self.notice = state, notice
        self.moving = None
        self.stop_typing()
        if self.selected is not None and self.selected not in state.board:
            self.selected = None
        self.index = self.same_row(old)

    def stop_typing(self) -> None:
        """Let the line editor follow the position again."""
        self.items, self.typing, self.typed = (), False, ""

    def same_row(self, unit: Unit | None) -> int | None:
        """The selected units after an edit: the same, else their other face, else the first."""
        if self.selected is None:
            return None
        here = self.here
        wanted = [] if unit is None else [evolve(unit, count=1), evolve(unit.turned, count=1)]
        for want in wanted:
            for i in here:
                if evolve(self.state.units[i], count=1) == want:
                    return i
        return here[0] if here else None

    def do(self, edit: edits.Edit) -> bool:
        """Make an edit; gives False, with a notice in words, when it cannot be."""
        before = self.state
        try:
            after = edits.apply(before, edit)
        except edits.CannotEdit as error:
            self.notice = Notice("warning", sentence(str(error)))
            return False
        if after == before:
            return False
        name = self.edit_name(edit)
        self.remember(name)
        odd = "".join(f" {sentence(w)}" for w in warnings(after) if w not in warnings(before))
        said = f"{name}. {self.news(before, after)}{self.more_news(edit, before, after)}{odd}"
        self.show_state(after, Notice("changed", said.rstrip()))
        return True

    def remember(self, name: str, whole: bool = False) -> None:
        """Make what lies here now the step that Undo goes back to."""
        past = Past(self.state, name, whole, beside=self.beside())
        self.done = [*self.done[1 - MOST_UNDO :], past]
        self.undone = []

    def start_move(self) -> None:
        """Pick the selected counter up; the next hex pressed is where it goes.

        Again, it stays where it is.
        """
        if self.moving is not None:
            self.moving, self.notice = None, None
        elif self.unit is None:
            self.notice = Notice("info", "Select a counter first; then M moves it.")
        else:
            self.moving = self.unit
            self.notice = Notice("info", f"Where to? Choose a hex for {self.label}.")

    def drop_at(self, hex_id: HexId) -> None:
        """The counter goes to the hex; where it cannot stand, another can be chosen."""
        unit = self.moving
        if unit is None or hex_id == unit.hex:
            self.moving, self.notice = None, None
            return
        if self.do(edits.move(unit, hex_id)):
            self.put_down(hex_id, unit)

    def flip(self) -> None:
        """Turn over the selected counter."""
        if self.unit is not None:
            self.do(edits.flip(self.unit))
        else:
            self.notice = Notice("info", "Select a counter first; then F turns it over.")

    def remove(self) -> None:
        """Take the selected counter off, or the base when no counter stands there."""
        if self.unit is not None:
            self.do(edits.remove(self.unit))
            return
        for side in (self.nation.side, self.nation.side.enemy):
            if self.selected is not None and self.state.has_base(self.selected, side):
                self.do(edits.unbase(side, self.selected))
                return
        self.notice = Notice("info", "Nothing here to take off.")

    def add(self, kind: Kind, attrited: bool = False) -> None:
        """Add a counter of the chosen nation in the selected hex."""
        if self.selected is None:
            self.notice = Notice("info", "Select a hex first; then C, N, L or A adds a counter.")
            return
        coast = self.sea if kind.is_fleet else ""
        step = Step.ATTRITED if attrited else Step.FULL
        unit = Unit(self.selected + coast, self.nation, kind, step)
        if self.do(edits.add(unit)):
            self._take_up(unit)

    def _take_up(self, unit: Unit) -> None:
        """Select such a counter in the selected hex."""
        wanted = evolve(unit, count=1)
        same = (i for i in self.here if evolve(self.state.units[i], count=1) == wanted)
        self.index = next(same, self.index)

    def toggle_base(self) -> None:
        """Build or take away a base of the chosen nation's side in the selected hex."""
        if self.selected is None:
            self.notice = Notice("info", "Select a hex first; then B puts a base there.")
            return
        side = self.nation.side
        if self.state.has_base(self.selected, side):
            self.do(edits.unbase(side, self.selected))
        elif self.state.board[self.selected].facility is None:
            label = self.state.board.label(self.selected)
            self.notice = Notice(
                "info", f"{label} has no port or airfield; a base needs one (6.1)."
            )
        else:
            self.do(edits.base(side, self.selected))

    def can_base(self) -> bool:
        """Whether the selected hex has a port or airfield, or a base to take away."""
        if self.selected is None:
            return False
        facility: Facility | None = self.state.board[self.selected].facility
        return facility is not None or self.state.has_base(self.selected, self.nation.side)

    def choose_nation(self, nation: Nation) -> None:
        """The nation of the counters and bases added next."""
        self.nation = nation

    @property
    def coasts(self) -> tuple[str, ...]:
        """The letters of the seas of the selected hex, when it has more than one (8.7)."""
        return (
            () if self.selected is None else tuple(sorted(self.state.board[self.selected].coasts))
        )

    @property
    def sea(self) -> str:
        """The sea that a fleet added in the selected hex stands on."""
        return self.coast if self.coast in self.coasts else next(iter(self.coasts), "")

    def choose_coast(self, letter: str) -> None:
        """The sea, of a hex with two, for the fleets added next; a selected fleet goes there."""
        if letter not in self.coasts:
            return
        self.coast = letter
        unit = self.unit
        if unit is not None and unit.kind.is_fleet and unit.coast != letter:
            there = evolve(unit, at=unit.hex + letter)
            if self.do(edits.move(unit, there.at)):
                self._take_up(there)

    @property
    def can_load(self) -> bool:
        """Whether the selected land unit is at sea, or a ship with room for it is here (8.6)."""
        unit = self.unit
        if unit is None or unit.kind is not Kind.LAND:
            return False
        return unit.aboard or self._berth(unit) is not None

    def _berth(self, unit: Unit) -> str | None:
        """Where ships of the unit's side in its hex have room for one more land unit."""
        for ship in self.state.at(unit.hex, unit.side):
            there = [u for u in self.state.at(unit.hex, unit.side) if u.at == ship.at]
            carried = sum(u.count for u in there if u.aboard)
            if sum(u.count for u in there if u.kind is Kind.NAVAL) > carried:
                return ship.at
        return None

    def load(self) -> None:
        """Put the selected land unit aboard a ship here, or ashore (8.6)."""
        unit = self.unit
        if unit is None or not self.can_load:
            self.notice = Notice("info", "Select a land unit beside a ship with room for it (8.6).")
            return
        if unit.aboard:
            after, name = evolve(unit, at=unit.hex, count=1, aboard=False), "ashore"
        else:
            after, name = (
                evolve(unit, at=self._berth(unit) or unit.at, count=1, aboard=True),
                "aboard",
            )
        try:
            changed = edits.apply(edits.apply(self.state, edits.remove(unit)), edits.add(after))
        except edits.CannotEdit as error:
            self.notice = Notice("warning", sentence(str(error)))
            return
        said = f"Put {self.state.board.label(unit.hex)} L {name}"
        before = self.state
        self.remember(said)
        self.show_state(changed, Notice("changed", f"{said}. {self.news(before, changed)}"))
        self._take_up(after)

    def set_turn(self, number: int) -> None:
        """Make it another turn; turn 1 has exceptions (7.1)."""
        self.do(edits.turn(number))

    def apply_text(self, text: str) -> None:
        """Make the edit that a button carries."""
        try:
            self.do(edits.read(text))
        except Unreadable as error:
            self.notice = Notice("warning", sentence(str(error)))

    def can_stand(self, kind: Kind) -> bool:
        """Whether a counter of that kind could be added in the selected hex."""
        if self.selected is None:
            return False
        place = self.state.board[self.selected]
        if kind is Kind.AIR:
            return True
        if kind is Kind.LAND:
            return place.land_part and place.terrain is not Terrain.DEEP
        return place.terrain is not Terrain.LAND

    def replace(self, state: State, name: str) -> None:
        """Another position; undo brings the former back."""
        after = edits.tidy(state)
        if after != self.state:
            self.remember(name, whole=True)
        odd = " ".join(sentence(w) for w in warnings(after))
        self.selected = self.index = None
        self.show_state(after, Notice("info", f"{stopped(name)} {odd}".strip()))
        self.rule = ""
        self.opened()

    def open_text(self, text: str, source: str) -> bool:
        """Open a position from a file's or a line's text; on bad input the old one stays."""
        if not text.strip():
            self.notice = Notice("warning", f"Not opened. {source} is empty.")
            return False
        try:
            state = read(text, source)
        except (BadData, Unreadable) as error:
            self.notice = Notice("warning", f"Not opened. {stopped(str(error))}")
            return False
        self.replace(state, f"Opened {source}")
        if state.board.own and state.board.hexes is shipped_board().hexes:
            self._add_words(f"{OFF_THE_MAP}.")
        return True

    def open_example(self, name: str) -> None:
        """Open a position that comes with the companion."""
        if name in queries.examples():
            state, told = laid(queries.example(name))
            self.replace(state, f"Opened {state.title or name}")
            self._add_words(told)

    def open_scenario(self, name: str, *, optional_bases: bool = False) -> None:
        """Open the start of a scenario; the old position stays when the data lacks its set-up."""
        try:
            state = queries.scenario(name, optional_bases=optional_bases)
            off = queries.left_out(name)
        except (BadData, NotAvailable) as error:
            self.notice = Notice("warning", f"Not opened. {stopped(str(error))}")
            return
        self.replace(state, f"Opened {state.title or name}")
        if off:
            self._add_words(f"Left out, as your map has no place for them: {'. '.join(off)}.")

    def _add_words(self, told: str) -> None:
        if told and self.notice is not None:
            self.notice = Notice("warning", f"{self.notice.text} {told}")

    def empty(self) -> None:
        """An empty map."""
        self.replace(State(board=companion_board(), turn=2), "Cleared the map")

    def keep(self, kept: State) -> Notice | None:
        """Have another position one Undo away, without showing it."""
        if edits.tidy(kept) == self.state:
            return None
        self.done = [Past(edits.tidy(kept), "Opened the address")]
        return Notice("info", "Opened from the address. Undo brings back your last position.")

    def type_line(self, text: str) -> None:
        """The text as typed so far: what can be read is on the map, the rest says why not.

        While nothing can be read, the position stays as it is.
        """
        if self.state.board.own and not like_a_file(text):
            # A line speaks of the companion's map; it must not take this board away.
            self.items, self.typed = (Item(text[:40], 0, len(text), OWN_BOARD),), text
            return
        if not text.strip():
            self.items, self.typed = (Item("nothing", 0, 0, NOTHING),), text
            return
        state, items = draft(text)
        after = self.state if state is None else edits.tidy(state)
        if after != self.state:
            self._put_typed(after)
        self.items, self.typed = items, text

    @property
    def line_text(self) -> str:
        """What the line editor holds: the text as typed, or else the position's own."""
        return self.typed if self.items else self.text()

    def _put_typed(self, after: State) -> None:
        """All that is typed until something else happens is one step of the history."""
        if not self.typing:
            self.remember(TYPED)
        self.undone = []
        self.show_state(after, None)
        self.typing = after != self.done[-1].state
        if not self.typing:
            self.done = self.done[:-1]


def sea_words(letter: str) -> str:
    """One of two seas of a hex in words."""
    names = {"N": "north", "S": "south", "W": "west", "E": "east"}
    return f"{names[letter]} sea" if letter in names else f"sea {letter}"


def _alike(unit: Unit, wanted: Unit) -> bool:
    return (unit.hex, unit.nation, unit.kind, unit.state) == (
        wanted.hex,
        wanted.nation,
        wanted.kind,
        wanted.state,
    )
