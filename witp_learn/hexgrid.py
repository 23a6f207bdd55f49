"""Geometry of the hex numbers printed on the map.

A hex is a text ``CCRR``: column, then row. Columns stand upright (flat-top hexes) and even columns
lie half a hex lower. Nothing here knows the game: no sides, no terrain, no board edge.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator
from functools import cache

HexId = str
"""Four digits, column then row: ``"1009"``."""

HEIGHT = math.sqrt(3) / 2
"""Height of a flat-top hex whose width is 1."""

DIRECTIONS = ("N", "NE", "SE", "S", "SW", "NW")
"""The six ways out of a hex, clockwise from the top."""

_HEX = re.compile(r"[0-9]{4}")


def is_hex(text: str) -> bool:
    """Whether ``text`` has the form of a hex number (it may still lie off a board)."""
    return _HEX.fullmatch(text) is not None


def make(column: int, row: int) -> HexId:
    """The hex number of ``column`` and ``row`` (both 0 to 99)."""
    return f"{column:02d}{row:02d}"


@cache
def parts(hex_id: HexId) -> tuple[int, int]:
    """Column and row of a hex number.

    Raises ValueError when the text is not four digits.

    Rules: 2.3c
    """
    if not is_hex(hex_id):
        raise ValueError(f"{hex_id!r} is not a hex number: four digits, column then row")
    return int(hex_id[:2]), int(hex_id[2:])


@cache
def step(hex_id: HexId, direction: str) -> HexId | None:
    """The hex next door in one of `DIRECTIONS`, or None where the numbers end.

    Rulings: hex-grid-parity
    """
    column, row = parts(hex_id)
    low = column % 2 == 0
    dc, dr = {
        "N": (0, -1),
        "NE": (1, 0 if low else -1),
        "SE": (1, 1 if low else 0),
        "S": (0, 1),
        "SW": (-1, 1 if low else 0),
        "NW": (-1, 0 if low else -1),
    }[direction]
    column, row = column + dc, row + dr
    return make(column, row) if 0 <= column <= 99 and 0 <= row <= 99 else None


@cache
def neighbours(hex_id: HexId) -> tuple[HexId, ...]:
    """The hexes that touch ``hex_id``, clockwise from the top."""
    return tuple(n for d in DIRECTIONS if (n := step(hex_id, d)) is not None)


def _axial(hex_id: HexId) -> tuple[int, int]:
    column, row = parts(hex_id)
    return column, row - (column - 1) // 2


@cache
def distance(a: HexId, b: HexId) -> int:
    """Steps from ``a`` to ``b``: 0 for the same hex, 1 for hexes that touch."""
    (qa, sa), (qb, sb) = _axial(a), _axial(b)
    dq, ds = qb - qa, sb - sa
    return max(abs(dq), abs(ds), abs(dq + ds))


def adjacent(a: HexId, b: HexId) -> bool:
    """Whether two different hexes share a side."""
    return distance(a, b) == 1


@cache
def between(a: HexId, b: HexId) -> tuple[HexId, ...]:
    """The hexes that touch both ``a`` and ``b``, in order of number, for hexes two steps apart."""
    if distance(a, b) != 2:
        return ()
    return tuple(sorted(n for n in neighbours(a) if distance(n, b) == 1))


@cache
def within(hex_id: HexId, steps: int) -> tuple[HexId, ...]:
    """All hexes at most ``steps`` away, itself included, nearest first, then by number."""
    found = {hex_id}
    edge = {hex_id}
    for _ in range(steps):
        edge = {n for h in edge for n in neighbours(h)} - found
        found |= edge
    return tuple(sorted(found, key=lambda h: (distance(hex_id, h), h)))


def simple_paths(start: HexId, end: HexId, steps: int) -> Iterator[tuple[HexId, ...]]:
    """Every path of at most ``steps`` steps that visits no hex twice, in order of numbers."""
    if start == end:
        yield (start,)
        return

    def walk(path: tuple[HexId, ...]) -> Iterator[tuple[HexId, ...]]:
        for n in sorted(neighbours(path[-1])):
            if n == end:
                yield (*path, n)
            elif n not in path and len(path) + distance(n, end) <= steps:
                yield from walk((*path, n))

    if distance(start, end) <= steps:
        yield from walk((start,))


@cache
def centre(hex_id: HexId) -> tuple[float, float]:
    """Centre in widths of a hex, x to the right and y down."""
    column, row = parts(hex_id)
    return column * 0.75, (row + (0.5 if column % 2 == 0 else 0.0)) * HEIGHT


@cache
def corners(hex_id: HexId) -> tuple[tuple[float, float], ...]:
    """The six corners in widths of a hex, clockwise from the right-hand one."""
    x, y = centre(hex_id)
    turn = math.pi / 3
    return tuple((x + math.cos(i * turn) / 2, y + math.sin(i * turn) / 2) for i in range(6))


def shared_side(a: HexId, b: HexId) -> tuple[tuple[float, float], tuple[float, float]]:
    """The two corners that adjacent hexes share.

    Raises ValueError when the hexes do not touch.
    """
    if not adjacent(a, b):
        raise ValueError(f"{a} and {b} do not touch")
    (ax, ay), (bx, by) = centre(a), centre(b)
    middle = ((ax + bx) / 2, (ay + by) / 2)
    nearest = sorted(corners(a), key=lambda p: math.dist(p, middle))
    return nearest[0], nearest[1]


def bounds(hexes: Iterable[HexId]) -> tuple[int, int, int, int]:
    """Lowest column, lowest row, highest column, highest row of some hexes."""
    numbers = [parts(h) for h in hexes]
    columns, rows = [c for c, _ in numbers], [r for _, r in numbers]
    return min(columns), min(rows), max(columns), max(rows)
