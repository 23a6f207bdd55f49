"""The rulebook's examples of movement as positions to start from (8.7, 8.9, 14.1)."""

from __future__ import annotations

from functools import cache

from attrs import frozen

from witp_learn import queries
from witp_learn.components import shipped_board
from witp_learn.position import read_line, write_line
from witp_learn.ui.move_plan import split
from witp_learn.view import state_svg


@frozen
class Starter:
    """A position to start from: its title, and its text with what is picked."""

    title: str
    line: str
    example: str = ""
    looked: str = ""

    @property
    def text(self) -> str:
        """The position with what is picked behind it."""
        line = write_line(queries.example(self.example)) if self.example else self.line
        return f"{line} # plan {self.looked}" if self.looked else line


STARTERS = {
    "manila": Starter(
        "Manila on turn 4: four impulses and 14 RP (14.1)",
        "",
        "manila_before_moves",
        "now jp move carrier:1,naval:2,land:1 0804",
    ),
    "british-fleet": Starter(
        "A British fleet round Bangkok (8.7)",
        "title The British fleet of 8.7; turn 4; 0306 cw N",
        looked="now al move naval:1 0306,0307,0407,0507,0506",
    ),
    "land-and-sea": Starter(
        "On foot, or by sea to Brunei (8.9)",
        "title Land units of 8.9; turn 4; 0408 jp N L; 0407 jp L",
        looked="now jp move land:1 0408,0508",
    ),
}
"""The starters by name."""


@cache
def starter_picture(name: str) -> str:
    """A small picture of a starter."""
    state = read_line(split(STARTERS[name].text).position, shipped_board())
    return state_svg(state, hex_px=48, width=320)
