"""Where place names stand: clear of counters, signs, hex numbers and each other.

A name may break into two lines, be narrowed and move within its hex before it is left out: where
it would seem to name another hex it never stands. Where room is short, names of supply sources come
first, then ports and airfields, hexes with counters, others.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache

from attrs import frozen

from witp_learn.hexgrid import HEIGHT, HexId, within
from witp_learn.view.boxes import Box, Scale
from witp_learn.view.svg import Point, name_width

Edges = tuple[float, float, float, float]
"""A rectangle for quick comparisons: left, top, right, bottom."""

Stretch = tuple[float, float]
"""From here to there on the x axis."""

ASCENT, LEADING, DESCENT = 0.74, 1.06, 0.22
"""Height of capitals, distance of two lines and depth of a g, in sizes of type."""

_ASIDE = 0.4
"""How far a name may move sideways, in widths of a hex."""

_SPOTS = ("low", "foot", "below", "edge", "middle", "above")
"""Heights at which a name may stand, the best first."""

_ABOVE_FROM = 100
"""Width of a hex in pixels from which a name above a counter is not taken for the next hex's."""

NARROW = 0.9
"""How far a name may be narrowed before it is left out."""


@frozen
class NamePlace:
    """A place name as it is drawn: its lines, each with the middle of its baseline.

    ``width``: how much of their natural width the lines take, 1 unless they are narrowed.
    """

    lines: tuple[tuple[str, Point], ...]
    size: float
    box: Box
    width: float = 1.0


@frozen
class Spot:
    """A hex that wants its name shown.

    ``pieces``: the box round its counters; ``counts``: whether the name matters more than numbers.
    """

    hex: HexId
    name: str
    middle: Point
    number_foot: float
    pieces: Box | None
    counts: bool


@frozen
class _Way:
    """One way to set a name, wherever it comes to stand sideways; ``cost`` orders them."""

    cost: float
    size: float
    lines: int
    height: str
    width: float


@cache
def _ways(most: float, least: float) -> tuple[_Way, ...]:
    """All ways, the cheapest first: type smaller than that of other names comes last."""
    forms = [(most, 1.0, 0.0), (most, NARROW, 1.5)]
    smaller = sorted({max(least, most - 2), least} - {most}, reverse=True)
    for i, size in enumerate(smaller):
        forms += [(size, 1.0, 9.0 + 3 * i), (size, NARROW, 10.5 + 3 * i)]
    ways = (
        _Way(cost + (lines - 1) * 1.1 + place * 0.6, size, lines, height, width)
        for size, width, cost in forms
        for lines in (1, 2)
        for place, height in enumerate(_SPOTS)
    )
    return tuple(sorted(ways, key=lambda way: way.cost))


@cache
def broken(name: str) -> tuple[str, ...]:
    """A name in two lines as equal as its spaces allow, or whole when it has none."""
    words = name.split()
    if len(words) < 2:
        return (name,)
    halves = ((" ".join(words[:i]), " ".join(words[i:])) for i in range(1, len(words)))
    return min(halves, key=lambda h: max(name_width(h[0], 1), name_width(h[1], 1)))


@cache
def _measured(name: str, lines: int) -> tuple[tuple[str, ...], float, float] | None:
    """The lines of a name, their width and height at a size of 1; None for a way it cannot go."""
    parts = (name,) if lines == 1 else broken(name)
    if len(parts) != lines:
        return None
    deep = DESCENT if set(parts[-1]) & set("gjpqyQ,;()") else 0.02
    return parts, max(name_width(p, 1) for p in parts), ASCENT + LEADING * (lines - 1) + deep


def placed(
    spots: Sequence[Spot],
    taken: Callable[[HexId], Iterable[Box]],
    numbers: Callable[[HexId], Box | None],
    frame: Edges,
    scale: Scale,
) -> tuple[Mapping[HexId, NamePlace], frozenset[HexId]]:
    """Places for as many names as find room, in the order of ``spots``.

    ``taken``: what is drawn in a hex already, but for its ``numbers``; ``frame``: the edges of the
    picture. A name that counts and finds no other room covers hex numbers: the hexes whose number
    must be left out come second.
    """
    things: dict[HexId, list[Edges]] = {}
    digits: dict[HexId, Edges] = {}
    made: dict[HexId, NamePlace] = {}
    silent: set[HexId] = set()
    w = scale.hex_px
    for spot in spots:
        x, y = spot.middle
        wide = min(name_width(spot.name, scale.name_size), 3 * w) / 2 + 0.35 * w
        window = (x - wide, y - 0.75 * w, x + wide, y + 0.75 * w)
        around = within(spot.hex, 2)
        for h in around:
            if h not in things:
                things[h] = [_edges(b) for b in taken(h)]
                if (number := numbers(h)) is not None:
                    digits[h] = _edges(number)
        near = [e for h in around for e in things[h] if _meet(e, window)]
        spoken = [(h, digits[h]) for h in around if h in digits and h not in silent]
        place = _place(spot, [*near, *(e for _, e in spoken)], frame, scale)
        if place is None and spot.counts:
            place = _place(spot, near, frame, scale)
        if place is not None:
            made[spot.hex] = place
            mine = _edges(place.box)
            silent |= {h for h, e in spoken if _meet(e, mine)}
            things[spot.hex].append((mine[0] - 1, mine[1] - 1, mine[2] + 1, mine[3] + 1))
    return made, frozenset(silent)


def _edges(box: Box) -> Edges:
    return box.x, box.y, box.right, box.bottom


def _meet(a: Edges, b: Edges) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def _place(spot: Spot, near: Sequence[Edges], frame: Edges, scale: Scale) -> NamePlace | None:
    """The cheapest free place of a name."""
    w, x = scale.hex_px, spot.middle[0]
    best: tuple[float, NamePlace] | None = None
    for way in _ways(scale.name_size, scale.least_name):
        if best is not None and way.cost >= best[0]:
            break
        measured = _measured(spot.name, way.lines)
        if measured is None:
            continue
        parts, wide, high = measured
        width, height = wide * way.size * way.width, high * way.size
        top = _top(spot, way.height, height, w)
        if top is None or top + height > frame[3] or top < frame[1]:
            continue
        bounds = (frame[0] + width / 2 + 2, frame[2] - width / 2 - 2)
        closed = [
            (e[0] - width / 2, e[2] + width / 2) for e in near if e[1] < top + height and top < e[3]
        ]
        rise = abs(top + height / 2 - spot.middle[1])
        aside = min(_ASIDE * w, w / 2 - rise / math.sqrt(3) - 1)
        at = _nearest_free(x, aside, bounds, closed)
        if at is None:
            continue
        cost = way.cost + 12 * abs(at - x) / w
        if best is None or cost < best[0]:
            lines = tuple(
                (part, (at, top + (ASCENT + LEADING * i) * way.size))
                for i, part in enumerate(parts)
            )
            box = Box(at - width / 2, top, width, height)
            best = cost, NamePlace(lines, way.size, box, way.width)
    return None if best is None else best[1]


def _nearest_free(
    x: float, aside: float, bounds: Stretch, closed: Sequence[Stretch]
) -> float | None:
    """The point nearest to ``x`` that lies in no closed stretch, at most ``aside`` away.

    Where the edge of the picture keeps it further off, it may stand right there.
    """
    start = max(min(x, bounds[1]), bounds[0])
    if not any(a < start < b for a, b in closed):
        return start
    low, high = max(bounds[0], min(start, x - aside)), min(bounds[1], max(start, x + aside))
    ends = sorted((end for pair in closed for end in pair), key=lambda end: abs(end - x))
    return next(
        (e for e in ends if low <= e <= high and not any(a < e < b for a, b in closed)), None
    )


def _top(spot: Spot, where: str, height: float, w: float) -> float | None:
    """The upper edge of a name of ``height`` pixels; None where that makes no sense."""
    y = spot.middle[1]
    foot = y + HEIGHT / 2 * w
    if where == "foot":
        return foot - max(2.0, 0.035 * w) - height
    if where == "edge":
        return foot + 1.5 - height
    if where == "middle":
        return y - height / 2
    if where == "low":
        return y + 0.18 * w if spot.pieces is None else None
    if spot.pieces is None:
        return None
    if where == "above":
        return spot.number_foot + 1.5 if w >= _ABOVE_FROM else None
    top = spot.pieces.bottom + 0.5
    return top if top + height / 2 <= foot - 1 else None
