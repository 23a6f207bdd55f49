"""Supply lines, network lines, and the rings round hexes that are chosen or have changed."""

from __future__ import annotations

import math

from witp_learn import hexgrid
from witp_learn.hexgrid import HexId
from witp_learn.view import style, symbols
from witp_learn.view.boxes import Box
from witp_learn.view.layout import Layout
from witp_learn.view.move_way import discs, way
from witp_learn.view.scene import LineView
from witp_learn.view.svg import (
    Point,
    circle,
    group,
    label,
    num,
    path,
    polygon,
    polyline,
    rect,
    text_width,
)
from witp_learn.view.terrain import outline

_STOP = "✕"


def _points(layout: Layout, line: LineView) -> list[Point]:
    """The way of a line: from its unit or base to the sign of its base or source.

    Those of a move lead from the counters to the middle of its target.
    """
    w = layout.scale.hex_px
    points = [(x * w, y * w) for x, y in (hexgrid.centre(h) for h in line.path)]
    starts_at_base = line.kind == "network"
    points[0] = _end(layout, line.path[0], points[0], points[1], starts_at_base)
    ends_at_base = line.kind != "move"
    points[-1] = _end(layout, line.path[-1], points[-1], points[-2], ends_at_base)
    return points


def _end(layout: Layout, hex_id: HexId, middle: Point, other: Point, sign: bool) -> Point:
    """Where a line that comes from ``other`` ends in a hex: at its base or source, or counters.

    Bases and counters lie on lines; before a source, which lies under them, the line stops.
    """
    if hex_id not in layout.shown:
        return middle
    at = layout.at(hex_id)
    houses = at.bases or at.planned
    if sign and houses:
        return houses[0][1].centre
    if sign and layout.scene.board[hex_id].source is not None:
        (x, y), (fx, fy) = at.source_at, other
        short = layout.scale.source + 4.5 * layout.scale.thin
        part = short / max(math.hypot(fx - x, fy - y), short)
        return x + (fx - x) * part, y + (fy - y) * part
    return middle if sign or at.pieces is None else at.pieces.centre


def _whole(d: str, thin: float) -> str:
    casing = path(d, stroke=style.WHITE, stroke_width=11 * thin)
    return casing + path(d, stroke=style.SUPPLIED, stroke_width=6 * thin)


def _network(d: str, thin: float) -> str:
    return (
        path(d, stroke=style.WHITE, stroke_width=13 * thin)
        + path(d, stroke=style.SUPPLIED, stroke_width=9 * thin)
        + path(d, stroke=style.WHITE, stroke_width=3 * thin)
    )


def _cut(layout: Layout, line: LineView, at: int) -> str:
    thin = layout.scale.thin
    points = _points(layout, line)
    near = polyline(points[: at + 1]) if at else ""
    far = polyline(points[at:]) if at + 1 < len(points) else ""
    return (
        path(far, stroke=style.WHITE, stroke_width=5 * thin)
        + path(far, stroke=style.CONTROL, stroke_width=2.2 * thin)
        + path(near, stroke=style.WHITE, stroke_width=11 * thin)
        + path(
            near,
            stroke=style.STOPPED,
            stroke_width=6 * thin,
            stroke_dasharray=f"0.1 {num(10.5 * thin)}",
        )
    )


def _drawable(line: LineView) -> bool:
    return len(line.path) > 1 and all(map(hexgrid.is_hex, line.path))


def _line(layout: Layout, line: LineView) -> str:
    if not _drawable(line):
        return ""
    if line.kind == "move":
        drawn = way(layout, line, _points(layout, line))
    elif line.cut_at in line.path:
        drawn = _cut(layout, line, line.path.index(line.cut_at))
    else:
        d = polyline(_points(layout, line))
        drawn = (_network if line.kind == "network" else _whole)(d, layout.scale.thin)
    return group(
        drawn,
        fill="none",
        stroke_linecap="round",
        stroke_linejoin="round",
        data_line=" ".join(line.path),
        data_cut=line.cut_at,
    )


def _pill_box(layout: Layout, line: LineView) -> tuple[Box, str]:
    """Where the pill lies, inside the frame and clear of counters, and its words."""
    size = layout.scale.pill_size
    words = "" if layout.scale.pips else line.pill.removeprefix(_STOP).strip()
    w, h = text_width(words, size) + size * (2.6 if words else 1.75), size * 1.75
    at = layout.at(line.cut_at or "")
    x, y = at.middle
    houses = [box for _, box in at.bases]
    pieces = at.pieces or (Box.hull(houses) if houses else None)
    left, top, width, _ = layout.frame_px
    if pieces is not None:
        y = pieces.y - h / 2 - 2
        if y - h / 2 < top:
            y = pieces.bottom + h / 2 + 4
    x = min(max(x, left + w / 2 + 1), left + width - w / 2 - 1)
    return Box.around(x, y, w, h), words


def _pill(layout: Layout, line: LineView) -> str:
    if not line.pill or line.cut_at not in layout.shown:
        return ""
    size = layout.scale.pill_size
    box, words = _pill_box(layout, line)
    y = box.centre[1]
    plate = rect(
        box.x,
        box.y,
        box.w,
        box.h,
        rx=box.h / 2,
        fill=style.STOPPED,
        stroke=style.WHITE,
        stroke_width=3,
        paint_order="stroke",
    )
    sign = symbols.cross(box.x + size * (1.05 if words else 0.875), y, size * 0.85, style.WHITE)
    word = words and label(
        words,
        box.x + size * 1.8,
        y + size * 0.36,
        size,
        fill=style.WHITE,
        weight=700,
        anchor="start",
    )
    return group(plate, sign, word, data_pill=line.cut_at)


def _paid(layout: Layout, line: LineView) -> str:
    """The RP of a move, clear of its pill."""
    if not line.costs or not _drawable(line):
        return ""
    pill = _pill_box(layout, line)[0] if line.pill and line.cut_at in layout.shown else None
    return discs(layout, line, _points(layout, line), pill)


def _rings(layout: Layout) -> str:
    scene, w, thin = layout.scene, layout.scale.hex_px, layout.scale.thin
    shown = set(scene.frame)
    drawn = []
    if scene.selected in shown and scene.selected is not None:
        d = polygon(outline(scene.selected, w, inset=4 * thin + 2.5))
        drawn.append(
            path(d, stroke=style.WHITE, stroke_width=8 * thin)
            + path(d, stroke=style.INK, stroke_width=4.5 * thin, data_selected=scene.selected)
        )
    for hex_id in scene.ringed:
        if hex_id in shown:
            x, y = layout.at(hex_id).middle
            drawn.append(
                circle(x, y, 0.4 * w, stroke=style.INK, stroke_width=7 * thin)
                + circle(
                    x, y, 0.4 * w, stroke=style.FOCUS, stroke_width=4 * thin, data_ringed=hex_id
                )
            )
    return group(*drawn, fill="none", stroke_linejoin="round")


def _cut_off(layout: Layout) -> str:
    """A dotted ring round every base that the network does not reach."""
    drawn = []
    for hex_id in layout.scene.cut_off:
        if hex_id in layout.shown:
            drawn += [
                group(symbols.cut_off_ring(*box.centre, box.w), data_cut_off=hex_id)
                for _, box in layout.at(hex_id).bases
            ]
    return "".join(drawn)


def _sites(layout: Layout) -> str:
    """Ports and airfields where a base could be built, and where not."""
    return "".join(
        group(
            symbols.site_sign(possible, *layout.site_at(hex_id), layout.scale.site),
            data_site=hex_id,
            data_possible="yes" if possible else "no",
        )
        for hex_id, possible in layout.scene.sites.items()
        if hex_id in layout.shown
    )


def lines(layout: Layout) -> str:
    """Rings and lines, without labels and pills."""
    return _rings(layout) + "".join(_line(layout, line) for line in layout.scene.lines)


def pills(layout: Layout) -> str:
    """What lies on the labels: sites, bases cut off, and the pills of the lines that are cut."""
    cut = "".join(_pill(layout, line) for line in layout.scene.lines)
    return _sites(layout) + _cut_off(layout) + cut


def paid(layout: Layout) -> str:
    """The RP of moves in discs, which lie on everything else."""
    return "".join(_paid(layout, line) for line in layout.scene.lines)


def covered(layout: Layout) -> set[HexId]:
    """The hexes on which this picture draws."""
    return ({h for line in layout.scene.lines for h in line.path} & layout.shown) | ringed(layout)


def ringed(layout: Layout) -> set[HexId]:
    """The hexes with a ring, whose signs must be drawn anew on top of it."""
    scene = layout.scene
    return {h for h in (scene.selected, *scene.ringed) if h is not None} & layout.shown
