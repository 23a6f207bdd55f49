"""Ways of moves on the map: lines with a chevron for each hex, and discs with RP (8.4).

Two pictures over the same box as the others: ways lie under the counters, discs on top of them.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Literal

from attrs import field, frozen

from witp_learn import hexgrid
from witp_learn.hexgrid import HexId
from witp_learn.view import style
from witp_learn.view.frame import frame_box
from witp_learn.view.scene import Scene
from witp_learn.view.svg import Point, circle, finished, group, label, path, polyline, rect

DISC = 20.0
"""Width of a disc in pixels; smaller where hexes are small."""

Tone = Literal["chosen", "other", "planned"]


@frozen
class WayView:
    """A way on the map. ``cut``: from which step on, counted from 1, it cannot be gone."""

    path: tuple[HexId, ...]
    tone: Tone = "chosen"
    cut: int | None = None


@frozen
class DiscView:
    """RP in a hex. ``kind``: what a step of the way costs, the first step that cannot be paid,

    a step that is barred, or the least RP for which the hex is reached: at hand, or too dear.
    """

    hex: HexId
    text: str
    kind: Literal["step", "unpaid", "barred", "reach", "dear"] = "reach"


@frozen
class Marks:
    """Everything a move adds to the map. ``target``: the hex with a second ring."""

    ways: tuple[WayView, ...] = ()
    discs: tuple[DiscView, ...] = ()
    target: HexId = ""


@frozen
class _Pen:
    """Sizes at one zoom, in pixels."""

    w: float
    thin: float = field(init=False)

    @thin.default
    def _thin(self) -> float:
        return min(1.0, max(0.5, self.w / 84))

    @property
    def disc(self) -> float:
        """The radius of a disc."""
        return min(DISC / 2 + 1, max(5.5, 0.13 * self.w))

    def middle(self, hex_id: HexId) -> Point:
        """Where a way goes through a hex."""
        x, y = hexgrid.centre(hex_id)
        return x * self.w, y * self.w

    def disc_at(self, hex_id: HexId) -> Point:
        """Where the disc of a hex stands: at its lower left, beside counters and name."""
        x, y = self.middle(hex_id)
        if self.w < 44:
            return x, y + 0.2 * self.w
        return x - 0.26 * self.w, y + 0.25 * self.w


def ways_picture(scene: Scene, marks: Marks, hex_px: float) -> str:
    """The ways, those planned and those not chosen under the one that is."""
    order = {"planned": 0, "other": 1, "chosen": 2}
    pen = _Pen(hex_px)
    shown = set(scene.frame)
    drawn = [
        _way(pen, way)
        for way in sorted(marks.ways, key=lambda one: order[one.tone])
        if len(way.path) > 1 and shown.issuperset(way.path)
    ]
    ring = _target(pen, marks.target) if marks.target in shown else ""
    return finished(frame_box(scene.frame, hex_px), ring, *drawn)


def discs_picture(scene: Scene, marks: Marks, hex_px: float) -> str:
    """The discs."""
    pen, shown = _Pen(hex_px), set(scene.frame)
    drawn = [_disc(pen, disc) for disc in marks.discs if disc.hex in shown]
    return finished(frame_box(scene.frame, hex_px), *drawn)


def _target(pen: _Pen, hex_id: HexId) -> str:
    x, y = pen.middle(hex_id)
    rings = (
        circle(x, y, 0.41 * pen.w, stroke=style.WHITE, stroke_width=8 * pen.thin),
        circle(
            x,
            y,
            0.41 * pen.w,
            stroke=style.INK,
            stroke_width=4 * pen.thin,
            stroke_dasharray=f"{9 * pen.thin:.1f} {5 * pen.thin:.1f}",
            data_target=hex_id,
        ),
    )
    return group(*rings, fill="none")


_STROKES: Mapping[Tone, tuple[str, float]] = {
    "chosen": (style.INK, 4),
    "other": (style.CONTROL, 2.5),
    "planned": (style.LINK, 3),
}


def _way(pen: _Pen, way: WayView) -> str:
    colour, width = _STROKES[way.tone]
    points = list(_points(pen, way))
    cut = len(points) if way.cut is None else way.cut
    near, far = points[: cut + 1], points[cut:] if cut < len(points) else []
    if way.cut is not None:
        near, far = points[: way.cut], points[way.cut - 1 :]
    thin = pen.thin
    d = polyline(near) if len(near) > 1 else ""
    heads = "".join(_chevron(a, b, 8 * thin) for a, b in pairwise(near))
    lost = polyline(far) if len(far) > 1 else ""
    casing = path(d + heads + lost, stroke=style.WHITE, stroke_width=(width + 5) * thin)
    drawn = path(d + heads, stroke=colour, stroke_width=width * thin) if d else ""
    dotted = lost and path(
        lost,
        stroke=colour,
        stroke_width=width * thin,
        stroke_dasharray=f"0.1 {8 * thin:.1f}",
    )
    return group(
        casing,
        drawn,
        dotted,
        fill="none",
        stroke_linecap="round",
        stroke_linejoin="round",
        data_way=" ".join(way.path),
        data_tone=way.tone,
    )


def _points(pen: _Pen, way: WayView) -> Iterator[Point]:
    aside = {"chosen": 0.0, "other": 0.05, "planned": -0.05}[way.tone] * pen.w
    for hex_id in way.path:
        x, y = pen.middle(hex_id)
        yield x + aside, y + aside


def _chevron(start: Point, end: Point, size: float) -> str:
    """An open arrow head halfway from one point to the next."""
    (ax, ay), (bx, by) = start, end
    length = max(math.hypot(bx - ax, by - ay), 1.0)
    ux, uy = (bx - ax) / length * size, (by - ay) / length * size
    x, y = (ax + bx) / 2 + ux / 2, (ay + by) / 2 + uy / 2
    return polyline([(x - ux - uy, y - uy + ux), (x, y), (x - ux + uy, y - uy - ux)])


def _disc(pen: _Pen, disc: DiscView) -> str:
    x, y = pen.disc_at(disc.hex)
    r = pen.disc
    size = r * (1.3 if len(disc.text) < 2 else 1.1)
    ink, ground, edge, opacity = _FACES[disc.kind]
    shape = (
        rect(x - r, y - r, 2 * r, 2 * r, rx=2, fill=ground, stroke=edge, stroke_width=1.5)
        if disc.kind in ("unpaid", "barred")
        else circle(
            x,
            y,
            r,
            fill=ground,
            stroke=edge,
            stroke_width=1.5,
            stroke_dasharray="2.5 2" if disc.kind == "dear" else None,
        )
    )
    words = label(disc.text, x, y + size * 0.36, size, fill=ink, weight=700)
    return group(
        shape,
        words,
        opacity=opacity,
        data_disc=disc.hex,
        data_kind=disc.kind,
        data_rp=disc.text,
    )


_FACES: Mapping[str, tuple[str, str, str, float | None]] = {
    "reach": (style.INK, style.WHITE, style.INK, None),
    "dear": (style.QUIET, style.WHITE, style.QUIET, 0.75),
    "step": (style.WHITE, style.INK, style.WHITE, None),
    "unpaid": (style.INK, style.NOT_YET, style.INK, None),
    "barred": (style.WHITE, style.INK, style.WHITE, None),
}
"""Ink, ground, edge and opacity of a disc."""
