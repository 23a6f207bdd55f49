"""The way of a move on the map: a line, a chevron at each hex entered, its RP in a disc (8.4).

`way_line` makes the view of a judged move; `way` and `discs` draw it for `witp_learn.view.lines`.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from witp_learn.explain import say
from witp_learn.hexgrid import HexId
from witp_learn.rules.moves import Move
from witp_learn.view import style
from witp_learn.view.boxes import Box, Scale
from witp_learn.view.layout import Layout
from witp_learn.view.scene import LineView
from witp_learn.view.svg import Point, circle, group, label, path, polyline

DEAR = 2
"""RP from which a hex has a dark disc: an air zone or jungle makes it dearer."""

_SPOTS = tuple(t / 20 for t in range(20, 9, -1))
"""Where on its step a disc may lie, from the middle of the hex out to its side."""

_LEAST_GAP = 0.2


def way_line(move: Move) -> LineView:
    """The way of a move as the map shows it, with the RP of each hex.

    A move that may not be made is cut where it first stops: in a hex it may not enter, or in the
    first that cannot be paid. What the marker costs stands only in the ledger.
    """
    hexes = tuple(at[:4] for at in move.path)
    cut_at, words = _stop(move, hexes)
    return LineView(
        hexes, cut_at, f"✕ {words}" if words else "", "move", tuple(_costs(move, cut_at))
    )


def _costs(move: Move, cut_at: HexId | None) -> Iterator[str]:
    """RP for each hex of the way as far as it can be gone, and of the first that cannot be paid."""
    sums: list[int] = [0]
    for item in move.ledger:
        if item.what == "hex":
            sums.append(0)
        sums[-1] += item.rp
    closed = any(r.hex == cut_at and r.why != "no_rp" for r in move.reasons)
    hexes = [at[:4] for at in move.path]
    stops = hexes.index(cut_at) if cut_at in hexes else len(hexes)
    last = stops - closed
    yield from (str(rp) if 0 < at <= last else "" for at, rp in enumerate(sums))


def _stop(move: Move, hexes: tuple[HexId, ...]) -> tuple[HexId | None, str]:
    """The first hex of the way that something forbids, and the words for its pill."""
    if not move.reasons:
        return None, ""
    first = min(move.reasons, key=lambda reason: _place(hexes, reason.hex))
    key = _WHYS.get(first.why, "stop")
    return (first.hex if first.hex in hexes else hexes[-1]), say(f"move_way.{key}")


def _place(hexes: tuple[HexId, ...], hex_id: HexId) -> int:
    return hexes.index(hex_id) if hex_id in hexes else len(hexes)


_OWN_WORDS = (
    "no_rp",
    "land_hexside",
    "deep_hexside",
    "land",
    "deep",
    "mountain",
    "enemy_fleet",
    "enemy_land",
    "locked",
    "not_adjacent",
    "contested",
)
_WHYS = {why: why for why in _OWN_WORDS} | {"no_land": "deep"}
"""Reasons that the pill names; of all others it says only that the way stops."""


# -- drawing


def disc_radius(scale: Scale) -> float:
    """Half the width of a disc with RP: 20 px where hexes have room for it."""
    if scale.room:
        return 15.0
    return min(10.0, max(6.0, scale.hex_px * 0.125))


def disc(
    x: float, y: float, radius: float, rp: str, *, dark: bool = False, pale: bool = False
) -> str:
    """RP in a disc: white, ``dark`` where a hex is dearer, ``pale`` where it cannot be paid."""
    face, ink = (style.INK, style.WHITE) if dark else (style.WHITE, style.INK)
    edge = style.INK
    if pale:
        face, ink, edge = style.PAPER, style.QUIET, style.CONTROL
    size = radius * (1.3 if len(rp) < 2 else 1.1)
    return (
        circle(x, y, radius + 1.5, fill=style.WHITE)
        + circle(
            x,
            y,
            radius,
            fill=face,
            stroke=edge,
            stroke_width=1.5,
            stroke_dasharray="2 2" if pale else None,
        )
        + label(rp, x, y + size * 0.36, size, fill=ink, weight=700)
    )


def way(layout: Layout, line: LineView, points: Sequence[Point]) -> str:
    """The line of a move with its chevrons; dotted beyond the side where it is cut."""
    thin = layout.scale.thin
    if line.tone != "chosen":
        return _beside(line, points, thin)
    near, far = _parted(line, list(points))
    beyond = polyline(far) if len(far) > 1 else ""
    d = polyline(near) if len(near) > 1 else ""
    heads = "".join(_chevron(layout, line, points, at, 8 * thin) for at in range(1, len(near)))
    dots = f"0.1 {7 * thin:.2f}"
    return (
        path(beyond, stroke=style.WHITE, stroke_width=6 * thin)
        + path(beyond, stroke=style.CONTROL, stroke_width=3 * thin, stroke_dasharray=dots)
        + path(d + heads, stroke=style.WHITE, stroke_width=9 * thin)
        + path(d, stroke=style.INK, stroke_width=4 * thin)
        + path(heads, stroke=style.INK, stroke_width=4 * thin)
    )


def _beside(line: LineView, points: Sequence[Point], thin: float) -> str:
    """A way that is not the one looked at: thin, dashed where it is only possible."""
    d = polyline(points)
    colour, dashes = (style.CONTROL, "6 4") if line.tone == "other" else (style.LINK, None)
    return path(d, stroke=style.WHITE, stroke_width=6 * thin) + path(
        d, stroke=colour, stroke_width=3 * thin, stroke_dasharray=dashes
    )


def _parted(line: LineView, points: list[Point]) -> tuple[list[Point], list[Point]]:
    """The way up to the side of the hex where it is cut, and the rest; whole without a cut."""
    if line.cut_at not in line.path:
        return points, []
    at = line.path.index(line.cut_at)
    if at == 0:
        return points[:1], points
    side = _between(points[at - 1], points[at], 0.5)
    return [*points[:at], side], [side, *points[at:]]


def _between(start: Point, end: Point, part: float) -> Point:
    return start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part


def _chevron(layout: Layout, line: LineView, points: Sequence[Point], at: int, size: float) -> str:
    """An open arrow head on a step, halfway between what lies on it at both ends."""
    start, end = points[at - 1], points[at]
    last = _part_of(layout, line, points, at)
    first = min(_first_seen(layout, line.path[at - 1], start, end), last - _LEAST_GAP)
    if at == (line.path.index(line.cut_at) if line.cut_at in line.path else -1):
        last = 0.5
    length = max(math.hypot(end[0] - start[0], end[1] - start[1]), 1.0)
    ux, uy = (end[0] - start[0]) / length * size, (end[1] - start[1]) / length * size
    x, y = _between(start, end, (first + last) / 2)
    x, y = x + ux / 2, y + uy / 2
    return polyline([(x - ux - uy, y - uy + ux), (x, y), (x - ux + uy, y - uy - ux)])


def _first_seen(layout: Layout, hex_id: HexId, start: Point, end: Point) -> float:
    """Where a step comes out from under the counters of the hex it leaves."""
    pieces = layout.at(hex_id).pieces if hex_id in layout.shown else None
    if pieces is None:
        return 0.0
    parts = (t / 20 for t in range(11))
    points = ((t, Box.around(*_between(start, end, t), 1)) for t in parts)
    return next((t for t, point in points if not point.overlaps(pieces)), 0.5)


def discs(layout: Layout, line: LineView, points: Sequence[Point], pill: Box | None = None) -> str:
    """The RP of each hex of a move, clear of counters, bases and numbers; else on its side.

    ``pill``: what lies on the hex where the way is cut; what cannot be paid there is pale.
    """
    if layout.scale.pips:
        return ""
    radius = disc_radius(layout.scale)
    cut = line.path.index(line.cut_at) if line.cut_at in line.path else len(line.path)
    made = []
    for at, rp in enumerate(line.costs):
        if rp and at and line.path[at] in layout.shown:
            part = _part_of(layout, line, points, at, pill if at == cut else None)
            x, y = _between(points[at - 1], points[at], part)
            dark = rp.isdecimal() and int(rp) >= DEAR
            drawn = disc(x, y, radius, rp, dark=dark, pale=at >= cut)
            made.append(group(drawn, data_rp=f"{line.path[at]} {rp}"))
    return "".join(made)


def _part_of(
    layout: Layout, line: LineView, points: Sequence[Point], at: int, pill: Box | None = None
) -> float:
    """How far along its step the disc of a hex lies: 1 is the middle of the hex, 0.5 its side.

    In the middle of an empty hex; else as far in as counters, bases and signs allow.
    """
    hex_id = line.path[at]
    if hex_id not in layout.shown:
        return 1.0
    here = layout.at(hex_id)
    number = layout.number_box(hex_id)
    pieces = [b for b in (here.pieces, pill) if b is not None] + [b for _, b in here.bases]
    wide = 2 * disc_radius(layout.scale) + 2
    signs = [*layout.taken(hex_id), *([number] if number is not None else [])]
    for boxes in ([*pieces, *signs], pieces):
        for part in _SPOTS:
            lies = Box.around(*_between(points[at - 1], points[at], part), wide)
            if not any(lies.overlaps(box) for box in boxes):
                return part
    return _SPOTS[-1]
