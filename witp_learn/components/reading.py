"""Everything in a data folder, read at once."""

from __future__ import annotations

from pathlib import Path

from attrs import field, frozen

from witp_learn.components.board import read_board
from witp_learn.components.rows import placed
from witp_learn.files import BadData
from witp_learn.model import Board

FILES = ("hexes.csv", "hexsides.csv", "sources.csv")
"""The tables of a data folder, in the order they are explained."""

README = "README.md"
"""The page in every data folder that explains its tables."""


@frozen
class Components:
    """The data of a folder: the board and all that is laid on it."""

    folder: Path
    board: Board = field(repr=False)


def read(folder: Path | str) -> Components:
    """All data of a folder.

    Raises BadData naming the file, the line and column or the key, and the value.
    """
    place = Path(folder).expanduser()
    if not place.is_dir():
        raise BadData(str(folder), "", "is not a folder; witp-learn data init makes one")
    with placed(place):
        return Components(place, read_board(place))
