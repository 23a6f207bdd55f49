"""Which hexes a picture shows, and the box they fill.

All pictures of one scene fill the same box, so that they lie exactly on each other.
"""

from __future__ import annotations

from collections.abc import Iterable

from witp_learn import hexgrid
from witp_learn.hexgrid import HEIGHT, HexId
from witp_learn.model import Board

MARGIN = 0.06
"""Free edge round the outermost hexes, in widths of a hex."""


def frame_bounds(hexes: Iterable[HexId]) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of the frame in widths of a hex, y down.

    Without hexes the box of a single hex at the origin.
    """
    centres = [hexgrid.centre(h) for h in hexes] or [(0.0, 0.0)]
    xs, ys = [x for x, _ in centres], [y for _, y in centres]
    side, half = 0.5 + MARGIN, HEIGHT / 2 + MARGIN
    return min(xs) - side, min(ys) - half, max(xs) + side, max(ys) + half


def frame_box(hexes: Iterable[HexId], hex_px: float) -> tuple[float, float, float, float]:
    """Left, top, width and height of the frame in pixels, at ``hex_px`` pixels for each hex."""
    left, top, right, bottom = frame_bounds(hexes)
    return left * hex_px, top * hex_px, (right - left) * hex_px, (bottom - top) * hex_px


def frame_around(
    board: Board, hexes: Iterable[HexId], margin: int = 1, least: tuple[int, int] = (5, 4)
) -> tuple[HexId, ...]:
    """The block of board hexes that holds ``hexes`` and ``margin`` hexes around them.

    At least ``least`` columns and rows where the board is as large; the whole board when no hex is
    given. Sorted by number.
    """
    wanted = [h for h in hexes if h in board]
    if not wanted or not board.hexes:
        return tuple(sorted(board.hexes))
    edge = hexgrid.bounds(board.hexes)
    use = hexgrid.bounds(wanted)
    first, last = _span(use[0], use[2], margin, least[0], edge[0], edge[2])
    top, bottom = _span(use[1], use[3], margin, least[1], edge[1], edge[3])
    block = (hexgrid.make(c, r) for c in range(first, last + 1) for r in range(top, bottom + 1))
    return tuple(h for h in block if h in board)


def _span(low: int, high: int, margin: int, least: int, start: int, end: int) -> tuple[int, int]:
    """``low`` to ``high`` widened by ``margin`` to at least ``least``, kept in start to end."""
    low, high = low - margin, high + margin
    lack = max(0, least - (high - low + 1))
    low, high = low - lack // 2, high + lack - lack // 2
    if low < start:
        low, high = start, high + start - low
    if high > end:
        low, high = low - (high - end), end
    return max(low, start), high
