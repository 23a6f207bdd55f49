"""The land of the real Pacific, hex by hex: which part of a hex is land, and of what shape.

It is a picture, no datum of the game: which hexes hold land is said by the board alone.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import pairwise
from typing import Any, NamedTuple

from attrs import frozen

from witp_learn import hexgrid
from witp_learn.files import DATA
from witp_learn.hexgrid import HEIGHT, HexId
from witp_learn.view.svg import Point

Ring = Sequence[Point]
"""A closed outline: its last point is its first one again."""

Side = tuple[float, float, float]
"""What `cut` keeps of a ring: parts of x and y, and their limit."""

_AREA = 0.75 * HEIGHT
"""Area of a hex whose width is 1."""

_TURNS = [math.pi / 6 + side * math.pi / 3 for side in range(6)]
"""Directions of the sides of a hex, clockwise from the one to the lower right."""

_WIDEST = 32
"""Columns and rows of the first block, which holds all land there is."""

_SLIVER = 1e-6
"""Areas below this are what cutting leaves, and no land."""

NEAR = 0.24
"""How far from the middle of its hex an island may be to stand for its land, in widths of a hex."""

MOST = 0.65
"""The part of a sea hex that may be drawn as land; where there is more, a rim of sea is left."""

RIM = 0.3
"""How wide that rim is: 1 would reach the centre of the hex."""


@frozen
class Shore:
    """The land of a hex in widths of a hex, cut at the edges of the hex.

    ``share``: the part of the hex that is land, 0 to 1. ``island``: the middle of the largest ring
    whose middle is near that of the hex. ``rimmed``: whether the rings are cut within the edges of
    the hex, to leave a rim of sea.
    """

    rings: tuple[Ring, ...]
    share: float
    island: Point | None
    rimmed: bool


def shapes(name: str) -> tuple[tuple[Point, ...], ...]:
    """The lines or the rings that coast.json has under a name, in widths of a hex."""
    return tuple(tuple(zip(flat[::2], flat[1::2], strict=True)) for flat in _file()[name])


@cache
def _file() -> Mapping[str, Any]:
    found: Mapping[str, Any] = json.loads((DATA / "coast.json").read_text("utf-8"))
    return found


@cache
def shore(hex_id: HexId) -> Shore | None:
    """The real land of a hex, or None where there is only sea."""
    rings = _in_hex(hex_id)
    rings = tuple(ring for ring in rings if abs(area(ring)) > _SLIVER)
    if not rings:
        return None
    share = abs(sum(map(area, rings))) / _AREA
    middles = [(abs(area(ring)), _middle(ring)) for ring in rings]
    near = [(size, at) for size, at in middles if math.dist(at, hexgrid.centre(hex_id)) <= NEAR]
    rimmed = share > MOST
    return Shore(
        rings=_in_hex(hex_id, RIM) if rimmed else rings,
        share=share,
        island=max(near)[1] if near else None,
        rimmed=rimmed,
    )


def _in_hex(hex_id: HexId, rim: float = 0) -> tuple[Ring, ...]:
    cx, cy = hexgrid.centre(hex_id)
    steps = [(math.cos(turn), math.sin(turn)) for turn in _TURNS]
    sides = [(dx, dy, dx * cx + dy * cy + (1 - rim) * HEIGHT / 2) for dx, dy in steps]
    column, row = hexgrid.parts(hex_id)
    return tuple(part for p in _block(column, row, 1) if (part := cut_to(p.ring, sides)))


class _Piece(NamedTuple):
    """A ring and the box round it: most land is far from a hex, or all in a block."""

    left: float
    top: float
    right: float
    bottom: float
    ring: Ring


def _piece(ring: Ring) -> _Piece:
    xs, ys = [x for x, _ in ring], [y for _, y in ring]
    return _Piece(min(xs), min(ys), max(xs), max(ys), ring)


@cache
def _block(column: int, row: int, size: int) -> tuple[_Piece, ...]:
    """The land in a square of ``size`` columns and rows, cut from one twice as wide."""
    if size == _WIDEST:
        return tuple(map(_piece, shapes("land")))
    twice = 2 * size
    left, right = column * 0.75 - 0.5, (column + size - 1) * 0.75 + 0.5
    top, bottom = (row - 0.5) * HEIGHT, (row + size) * HEIGHT
    found = []
    for piece in _block(column // twice * twice, row // twice * twice, twice):
        if piece.right <= left or piece.left >= right or piece.bottom <= top or piece.top >= bottom:
            continue
        over = (
            (piece.left < left, (-1, 0, -left)),
            (piece.right > right, (1, 0, right)),
            (piece.top < top, (0, -1, -top)),
            (piece.bottom > bottom, (0, 1, bottom)),
        )
        sides = [side for crosses, side in over if crosses]
        if part := cut_to(piece.ring, sides):
            found.append(_piece(part) if sides else piece)
    return tuple(found)


def cut_to(ring: Ring, sides: Iterable[Side]) -> Ring:
    """The part of a ring within all of some sides; no points when nothing is left."""
    for side in sides:
        if not ring:
            break
        ring = cut(ring, *side)
    return ring


def cut(ring: Ring, x_part: float, y_part: float, limit: float) -> Ring:
    """The part of a ring where ``x_part * x + y_part * y`` is at most ``limit``, closed again.

    Pieces that the cut sets apart stay joined along it (Sutherland and Hodgman).
    """
    beyond = [x_part * x + y_part * y - limit for x, y in ring]
    if max(beyond) <= 0:
        return ring
    if min(beyond) >= 0:
        return ()
    kept: list[Point] = []
    for a, b, here, there in zip(ring, ring[1:], beyond, beyond[1:], strict=False):
        if (here > 0) != (there > 0):
            part = here / (here - there)
            kept.append((a[0] + part * (b[0] - a[0]), a[1] + part * (b[1] - a[1])))
        if there <= 0:
            kept.append(b)
    return [kept[-1], *kept]


def area(ring: Ring) -> float:
    """The area of a ring, below zero when it runs the other way round."""
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in pairwise(ring)) / 2


def _middle(ring: Ring) -> Point:
    """The centre of gravity of a ring that has an area."""
    x = y = whole = 0.0
    for a, b in pairwise(ring):
        turn = a[0] * b[1] - b[0] * a[1]
        x, y, whole = x + (a[0] + b[0]) * turn, y + (a[1] + b[1]) * turn, whole + turn
    return x / whole / 3, y / whole / 3
