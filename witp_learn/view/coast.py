"""The coast of the real Pacific, drawn softly on the ground so that people see where they are.

It is a picture, no datum of the game: which hexes hold land is said by the board alone.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cache, lru_cache

from attrs import frozen

from witp_learn import hexgrid
from witp_learn.hexgrid import HEIGHT, HexId
from witp_learn.view import style
from witp_learn.view.shores import Ring, area, shapes, shore
from witp_learn.view.svg import Point, num, path

LEAST_STEP = 1.2
"""Pixels between two points of the drawn line; what lies closer together is left out."""

LEAST_LAND = 0.045
"""The part of a hex that its real land must fill to be drawn; else a disc stands for it."""

DISC = 0.15
"""Radius of that disc in widths of a hex."""


@frozen
class _Stretch:
    """One coastline in widths of a hex, and the hex in which each of its points lies."""

    points: tuple[Point, ...]
    hexes: tuple[HexId, ...]


@lru_cache(maxsize=4)
def coast(shown: frozenset[HexId], hex_px: float, thick: float) -> str:
    """The coastline within some hexes, at ``hex_px`` pixels a hex, ``thick`` pixels wide."""
    d = "".join(_written(run, hex_px) for run in _runs(shown))
    return path(
        d,
        fill="none",
        stroke=style.COAST,
        stroke_opacity=0.6,
        stroke_width=thick,
        stroke_linejoin="round",
        data_coast="real",
    )


@lru_cache(maxsize=12)
def land(hexes: tuple[HexId, ...], hex_px: float) -> tuple[str, str]:
    """Path data of the real land of some sea hexes, at ``hex_px`` pixels a hex.

    The first is land whose edge is the real coast. The second needs an edge of its own: discs in
    place of land too small to be seen, and land that would leave no sea, drawn within a rim of it.
    In the hexes of `coastless` land no coast is to be drawn.
    """
    real: list[str] = []
    edged: list[str] = []
    for hex_id in hexes:
        found = shore(hex_id)
        if found is None or found.share < LEAST_LAND:
            island = found.island if found else None
            edged.append(_disc(island or hexgrid.centre(hex_id), hex_px))
        else:
            (edged if found.rimmed else real).append(_filled(found.rings, hex_px))
    return "".join(real), "".join(edged)


def rimmed(hexes: Iterable[HexId]) -> frozenset[HexId]:
    """Those of some sea hexes whose land is drawn within a rim of sea."""
    return frozenset(h for h in hexes if (found := shore(h)) and found.rimmed)


def coastless(hexes: Iterable[HexId]) -> frozenset[HexId]:
    """Those of some sea hexes whose land is not bounded by the real coast: rimmed, or a disc."""
    return frozenset(
        h for h in hexes if (found := shore(h)) and (found.rimmed or found.share < LEAST_LAND)
    )


def _filled(rings: Iterable[Ring], hex_px: float) -> str:
    seen = (ring for ring in rings if abs(area(ring)) * hex_px**2 > LEAST_STEP**2)
    return "".join(f"{_written(ring, hex_px)}z" for ring in seen)


def _disc(middle: Point, hex_px: float) -> str:
    x, y = middle
    r, across = num(DISC * hex_px), num(2 * DISC * hex_px)
    start = f"M{num((x - DISC) * hex_px)} {num(y * hex_px)}"
    return f"{start}a{r} {r} 0 1 0 {across} 0a{r} {r} 0 1 0 -{across} 0z"


@cache
def _stretches() -> tuple[_Stretch, ...]:
    return tuple(_Stretch(points, tuple(_hexes(points))) for points in shapes("lines"))


def _hexes(points: Iterable[Point]) -> Iterator[HexId]:
    """The hex of each point; most lie in that of the point before, well within its sides."""
    hex_id, cx, cy = "", math.inf, math.inf
    for x, y in points:
        if (x - cx) ** 2 + (y - cy) ** 2 >= HEIGHT**2 / 4:
            hex_id = hex_at(x, y)
            cx, cy = hexgrid.centre(hex_id)
        yield hex_id


def hex_at(x: float, y: float) -> HexId:
    """The hex that holds a point given in widths of a hex, kept within numbers 0000 to 9999."""
    first = min(max(int(x / 0.75), 0), 98)
    near = []
    for column in (first, first + 1):
        drop = 0.5 if column % 2 == 0 else 0.0
        row = min(max(round(y / HEIGHT - drop), 0), 99)
        near.append(hexgrid.make(column, row))

    def far(hex_id: HexId) -> float:
        cx, cy = hexgrid.centre(hex_id)
        return (cx - x) ** 2 + (cy - y) ** 2

    return min(near, key=far)


def _runs(shown: Collection[HexId]) -> Iterator[list[Point]]:
    """The pieces of coast in some hexes, each led to the edge of the last of them."""
    for stretch in _stretches():
        run: list[Point] = []
        last: Point | None = None
        for point, hex_id in zip(stretch.points, stretch.hexes, strict=True):
            if hex_id in shown:
                if not run and last is not None:
                    run = [_edge(point, last, shown)]
                run.append(point)
            elif run:
                yield [*run, _edge(run[-1], point, shown)]
                run = []
            last = point
        if len(run) > 1:
            yield run


def _edge(inner: Point, outer: Point, shown: Collection[HexId]) -> Point:
    """Where the way from a point in the shown hexes to one outside leaves them, by halving."""
    for _ in range(6):
        middle = (inner[0] + outer[0]) / 2, (inner[1] + outer[1]) / 2
        if hex_at(*middle) in shown:
            inner = middle
        else:
            outer = middle
    return inner


def _written(run: Sequence[Point], hex_px: float) -> str:
    """Path data of a run in tenths of a pixel, without points that lie too close together."""
    if len(run) < 2:
        return ""
    tenths = 10 * hex_px
    points = [(round(x * tenths), round(y * tenths)) for x, y in run]
    (px, py), last = points[0], points[-1]
    least = (10 * LEAST_STEP) ** 2
    steps = [f"M{_px(px)} {_px(py)}l"]
    for x, y in points[1:]:
        dx, dy = x - px, y - py
        if dx * dx + dy * dy < least and (x, y) != last:
            continue
        steps.append(f"{_px(dx)}{'' if dy < 0 else ' '}{_px(dy)} ")
        px, py = x, y
    return "".join(steps).rstrip() if len(steps) > 1 else ""


@lru_cache(maxsize=4096)
def _px(tenths: int) -> str:
    return f"{tenths / 10:g}"
