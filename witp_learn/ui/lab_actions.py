"""What every lab does in the same way when the page tells it of a click.

An action ``name`` of the page is answered by ``_do_name``, with its value. `Zooming` is for a lab
with a map, `CounterActions` for one whose desk has counters on it.
"""

from __future__ import annotations

from witp_learn.model import Kind, Nation
from witp_learn.ui.counter_desk import CounterDesk
from witp_learn.ui.hexmap import HexMap


class Zooming:
    """The buttons of a map: closer, farther, and the whole of it or what it was framed on."""

    map: HexMap
    whole: bool

    def _frame(self) -> None:
        raise NotImplementedError

    def _do_zoom(self, value: str) -> None:
        if value == "in":
            self.map.zoom_in()
        elif value == "out":
            self.map.zoom_out()
        elif self.whole:
            self._frame()
        else:
            self.whole = True
            self.map.whole_board()


class CounterActions(Zooming):
    """History, and what is done to the counters, the bases and the turn of a position."""

    desk: CounterDesk

    def _do_undo(self, _: str) -> None:
        if self.desk.undo():
            self._frame()

    def _do_redo(self, _: str) -> None:
        if self.desk.redo():
            self._frame()

    def _do_flip(self, _: str) -> None:
        self.desk.flip()

    def _do_remove(self, _: str) -> None:
        self.desk.remove()

    def _do_move(self, _: str) -> None:
        self.desk.start_move()

    def _do_load(self, _: str) -> None:
        self.desk.load()

    def _do_coast(self, value: str) -> None:
        self.desk.choose_coast(value)

    def _do_base(self, _: str) -> None:
        self.desk.toggle_base()

    def _do_add(self, value: str) -> None:
        self.desk.add(Kind(value))

    def _do_nation(self, value: str) -> None:
        self.desk.choose_nation(Nation(value))

    def _do_turn(self, value: str) -> None:
        self.desk.set_turn(int(value))
