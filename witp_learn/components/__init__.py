"""Component data: the board and the pieces, each datum with its origin.

They come from a data folder: the one shipped in ``witp_learn/data/components``, or that of an
owner of the printed game. `board` is the map of the folder in use; `shipped_board` is always ours,
so that no correction can break an example or a lesson.
"""

from witp_learn.components.board import FIELDS, extent, read_board, rectangle
from witp_learn.components.current import (
    DATA_VARIABLE,
    board,
    event_cards,
    forces,
    in_use,
    reload,
    scenario,
    shipped,
    shipped_board,
    track,
    use,
)

__all__ = [
    "DATA_VARIABLE",
    "FIELDS",
    "board",
    "event_cards",
    "extent",
    "forces",
    "in_use",
    "read_board",
    "rectangle",
    "reload",
    "scenario",
    "shipped",
    "shipped_board",
    "track",
    "use",
]
