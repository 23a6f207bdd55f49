"""What the map check knows and does, without a widget: the walk over all open hexes, the editor.

It walks the hexes whose data the printed map might say otherwise, nearest first to where it
started, and writes what the reader answers into the owner's data folder.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from enum import StrEnum
from pathlib import Path

from witp_learn import components
from witp_learn.components import folder as data_folder
from witp_learn.files import BadData, Unreadable
from witp_learn.hexgrid import HexId, distance, within
from witp_learn.model import Board
from witp_learn.ui.counter_desk import Notice
from witp_learn.ui.hex_editor import HexEditor
from witp_learn.ui.owner import CannotWrite, Owner
from witp_learn.ui.position_text import read
from witp_learn.view.hex_card import SIDE, headline, open_data, open_hexes

START = "0606"
"""Where the walk starts when no position is given: Manila."""

NEAR = 3
"""Steps from the chosen hex that the narrower walk covers."""


class Pane(StrEnum):
    """What the right-hand side shows."""

    CARD = "card"
    EDIT = "edit"
    FOLDER = "folder"
    KEYS = "keys"
    MENU = "menu"


class MapDesk:
    """The owner's map on the desk, a hex in hand, and what is asked of it."""

    def __init__(self, owner: Owner | None = None) -> None:
        self.owner = owner or Owner()
        self.board: Board = components.shipped_board()
        self.open: tuple[HexId, ...] = ()
        self.notice: Notice | None = None
        self.refresh()
        self.at: HexId = START if START in self.board else min(self.board.hexes)
        self.from_here: tuple[HexId, ...] = (self.at,)
        self.position = ""
        self.region: HexId | None = None
        self.skipped: set[HexId] = set()
        self.been: list[HexId] = []
        self.changed_at: list[HexId] = []
        self.pane = Pane.CARD
        self.editor: HexEditor | None = None
        self.path = ""
        """What was typed as the path of a data folder."""
        if self.at not in self.open:
            self._go_on()

    # -- what is known

    def refresh(self) -> None:
        """Take the map up again after a change; when it cannot be read, the last one stays."""
        try:
            self.board = components.board()
        except BadData as error:
            self.notice = Notice("warning", f"Your map cannot be read now. {error}")
        self.open = open_hexes(self.board)

    @property
    def settled(self) -> int:
        """How many hexes have nothing left to confirm."""
        return len(self.board.hexes) - len(self.open)

    @property
    def progress(self) -> str:
        """``37 of 208 hexes confirmed``."""
        return f"{self.settled} of {len(self.board.hexes)} hexes confirmed"

    @property
    def still_open(self) -> bool:
        """Whether the hex in hand has something left to confirm."""
        return self.at in self.open

    @property
    def left(self) -> tuple[HexId, ...]:
        """The open hexes that the walk still comes to, in no order."""
        inside = self.covered()
        return tuple(h for h in self.open if h not in self.skipped and (not inside or h in inside))

    def covered(self) -> tuple[HexId, ...]:
        """The hexes of the narrower walk; none when it covers the whole map."""
        if self.region is None:
            return ()
        return tuple(h for h in within(self.region, NEAR) if h in self.board)

    def words(self) -> str:
        """The hex in hand as a screen reader says it."""
        asked = "Same on your map?" if self.still_open else "Nothing is left to confirm here."
        return f"{headline(self.board, self.at)} {asked}"

    # -- starting

    def start(self, text: str, hex_id: str = "") -> None:
        """Begin at a hex, or at the hexes in use of a position given as a line; else at Manila."""
        if text:
            self.position = text
            try:
                used = [h for h in read(text, "the address").in_use() if h in self.board]
            except (BadData, Unreadable) as error:
                self.notice = Notice("warning", f"The position is passed over. {error}")
                used = []
            self._begin(used)
        if hex_id in self.board:
            self._begin([hex_id])
            self.at = hex_id

    def _begin(self, hexes: Iterable[HexId]) -> None:
        if found := tuple(hexes):
            self.from_here = found
            self.been = []
            self.at = found[0]
            if not self.still_open or len(found) > 1:
                self._go_on(stay=True)

    # -- walking

    def next(self) -> HexId | None:
        """The open hex to come: in rings round the start, and in a ring the nearest one."""
        ways = [h for h in self.left if h != self.at]
        return min(ways, key=self._order) if ways else None

    def _order(self, hex_id: HexId) -> tuple[int, int, HexId]:
        ring = min(distance(h, hex_id) for h in self.from_here)
        return ring, distance(self.at, hex_id), hex_id

    def _go_on(self, stay: bool = False) -> bool:
        """Take up the next open hex; says whether there is one."""
        found = self.next()
        if stay and self.still_open and self._order(self.at)[0] == 0:
            return True
        if found is None:
            return False
        self.been.append(self.at)
        self.at = found
        return True

    def press(self, hex_id: HexId) -> None:
        """A hex is chosen: take it up, and walk on from there."""
        if hex_id not in self.board or self._held():
            return
        if hex_id != self.at:
            self.been.append(self.at)
        self.at, self.from_here = hex_id, (hex_id,)
        self.skipped.discard(hex_id)
        if self.region is not None:
            self.region = hex_id
        self._show_card()

    def _held(self) -> bool:
        """Whether an editor with changes in it is open; then the reader is told to end it first."""
        if self.pane is not Pane.EDIT or self.editor is None or not self.editor.corrections():
            return False
        label = self.board.label(self.at)
        self.notice = Notice("info", f"Save or cancel the changes to {label} first.")
        return True

    def back(self) -> None:
        """Take up the hex before this one again."""
        self._show_card()
        if self.been:
            self.at = self.been.pop()
            self.skipped.discard(self.at)

    def _show_card(self) -> None:
        self.pane, self.editor, self.notice = Pane.CARD, None, None

    def cover(self, near: bool) -> None:
        """Walk the hexes near the one in hand only, or all of them."""
        if self._held():
            return
        self.region = self.at if near else None
        self._show_card()
        if near:
            self.from_here = (self.at,)

    def again(self) -> None:
        """Come to the skipped hexes again."""
        self.skipped = set()
        self._show_card()
        if not self.still_open:
            self._go_on()

    # -- answering

    def same(self) -> None:
        """The printed map says the same of this hex: all that is open becomes confirmed."""
        self._show_card()
        keys = open_data(self.board, self.at)
        if not keys:
            self.skip()
            return
        hex_id, label = self.at, self.board.label(self.at)

        def confirm(folder: Path) -> None:
            confirm_data(folder, hex_id, keys)

        if self._change(f"confirmed {label}", confirm):
            self._told_end()

    def skip(self) -> None:
        """Leave this hex for another time."""
        self._show_card()
        if self.still_open:
            self.skipped.add(self.at)
        if not self._go_on():
            self._told_end()

    def _told_end(self) -> None:
        """Go on to the next hex, or say that there is none."""
        if self.still_open or not self._go_on():
            waiting = len(self.skipped & set(self.open))
            if self.left:
                return
            if waiting:
                words = f"The rest is skipped: {waiting} {'hex' if waiting == 1 else 'hexes'}."
                self.notice = Notice("info", words)
            elif self.region is not None:
                self.notice = Notice("good", "Everything near here is confirmed.")
            else:
                self.notice = Notice("good", "Every hex is confirmed: the map is yours.")

    def _change(self, name: str, act: Callable[[Path], object]) -> bool:
        try:
            told = self.owner.change(name, act)
        except CannotWrite as error:
            self.notice = Notice("warning", str(error))
            return False
        self.changed_at.append(self.at)
        self.refresh()
        if told:
            self.notice = Notice("info", told)
        return True

    def undo(self) -> None:
        """Put the data folder back as it was before the last answer, and go back to its hex."""
        if self._held():
            return
        self._show_card()
        try:
            name = self.owner.undo()
        except CannotWrite as error:
            self.notice = Notice("info", str(error))
            return
        self.refresh()
        if self.changed_at:
            self.at = self.changed_at.pop()
            self.skipped.discard(self.at)
        self.notice = Notice("info", f"Undone: {name}.")

    # -- correcting

    def different(self) -> None:
        """Open the editor of the hex in hand."""
        self.editor, self.pane, self.notice = HexEditor(self.board, self.at), Pane.EDIT, None

    def save(self) -> bool:
        """Keep what the editor holds; it stays open when that cannot be."""
        editor = self.editor
        if editor is None or editor.problems():
            return False
        if not editor.corrections():
            self.notice = Notice("info", "Nothing is changed yet.")
            return False
        if editor.question() and not editor.asking:
            editor.asking = True
            return False
        try:
            said = editor.save(self.owner)
        except CannotWrite as error:
            editor.asking = False
            self.notice = Notice("warning", str(error))
            return False
        self.changed_at.append(self.at)
        self.refresh()
        self._show_card()
        self.notice = Notice("good", said)
        return True

    def cancel(self) -> None:
        """Close the editor, or the panel that was called up; nothing is kept."""
        self._show_card()

    def show(self, pane: Pane) -> None:
        """Bring up a panel, or close it when it is up."""
        if self._held():
            return
        to = Pane.CARD if self.pane is pane else pane
        self._show_card()
        self.pane = to

    # -- over a reload

    def draft(self) -> str:
        """The editor as a text for the browser to keep; nothing while it has no change."""
        editor = self.editor
        if self.pane is not Pane.EDIT or editor is None or not editor.touched:
            return ""
        fields = {name: editor.draft[name] for name in sorted(editor.touched)}
        return json.dumps({"hex": self.at, "fields": fields}, ensure_ascii=False)

    def resume(self, text: str) -> bool:
        """Open the editor again as `draft` kept it; a text that is none changes nothing."""
        try:
            kept = json.loads(text)
            hex_id, fields = kept["hex"], dict(kept["fields"])
        except (ValueError, TypeError, KeyError):
            return False
        if not isinstance(hex_id, str) or hex_id not in self.board or not fields:
            return False
        self.at, self.from_here = hex_id, (hex_id,)
        self.different()
        assert self.editor is not None
        for name in sorted(fields, key=lambda field: field == "land_part"):
            self.editor.put(str(name), str(fields[name]))
        label = self.board.label(hex_id)
        self.notice = Notice(
            "info", f"Your changes to {label} are here again; save or cancel them."
        )
        return True

    # -- the data folder

    def choose(self) -> None:
        """Use the data folder at the path that was typed."""
        self._settle(lambda: self.owner.choose(self.path or self.owner.former))

    def make(self) -> None:
        """Make a data folder at the path that was typed."""
        self._settle(lambda: self.owner.make(self.path or self.owner.former))

    def leave(self) -> None:
        """Go back to the shipped map."""
        self._settle(self.owner.leave)

    def _settle(self, act: Callable[[], str]) -> None:
        try:
            said = act()
        except CannotWrite as error:
            self.notice = Notice("warning", str(error))
            return
        self.changed_at, self.skipped = [], set()
        self.refresh()
        if self.at not in self.board:
            self.at = min(self.board.hexes)
        self.notice = Notice("good", said)


def confirm_data(folder: Path, hex_id: HexId, keys: Iterable[str]) -> None:
    """Confirm data of a hex, and sides of it, in a data folder."""
    named = tuple(keys)
    sides = [key.removeprefix(SIDE) for key in named if key.startswith(SIDE)]
    data_folder.confirm(folder, hex_id, *(k for k in named if not k.startswith(SIDE)), sides=sides)
