"""What a game shows on the map beyond counters: where one can act, target and markers (8.2).

The edges lie under counters and lines, the signs on top of all, over the same box.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

from attrs import frozen

from witp_learn.hexgrid import HexId
from witp_learn.view import style
from witp_learn.view.layout import Layout
from witp_learn.view.scene import Scene
from witp_learn.view.svg import circle, finished, group, label, path, polygon
from witp_learn.view.terrain import labels, outline, signs


@frozen
class Marks:
    """What is marked: hexes that something can be done about, the target, activation markers.

    ``may``: hexes that something can be done about as well, but there are many; a thin edge.
    ``done``: markers that are turned over, their units having moved. ``last``: hexes of what
    happened last.
    """

    can: tuple[HexId, ...] = ()
    may: tuple[HexId, ...] = ()
    target: HexId = ""
    activated: tuple[HexId, ...] = ()
    done: tuple[HexId, ...] = ()
    last: tuple[HexId, ...] = ()


Sign = Literal["target", "marker", "done"]

_LETTERS = {"target": "T", "marker": "A", "done": "A"}


def can_picture(scene: Scene, marks: Marks, hex_px: float) -> str:
    """Where something can be done and what happened last, as edges; names lie on top of them."""
    layout = Layout.of(scene, hex_px)
    thin, shown = layout.scale.thin, layout.shown
    can = "".join(_edge(layout, h, 3.5 * thin) for h in marks.can if h in shown)
    may = "".join(_edge(layout, h, 3 * thin) for h in marks.may if h in shown)
    last = "".join(_edge(layout, h, 8 * thin) for h in marks.last if h in shown)
    line = {"fill": "none", "stroke_linecap": "round", "stroke_linejoin": "round"}
    dots = f"0.1 {5 * thin:.2f}"
    under = [h for h in dict.fromkeys((*marks.can, *marks.may, *marks.last)) if h in shown]
    return finished(
        layout.frame_px,
        path(may, stroke=style.SUPPLIED, stroke_width=1.8 * thin, **line),
        path(can, stroke=style.WHITE, stroke_width=6 * thin, **line),
        path(can, stroke=style.SUPPLIED, stroke_width=3.6 * thin, data_can="yes", **line),
        path(last, stroke=style.WHITE, stroke_width=4.6 * thin, **line),
        path(last, stroke=style.INK, stroke_width=2.6 * thin, stroke_dasharray=dots, **line),
        signs(layout, under),
        labels(layout, under, under),
    )


def marks_picture(scene: Scene, marks: Marks, hex_px: float) -> str:
    """The target and the activation markers as a picture, over the counters."""
    layout = Layout.of(scene, hex_px)
    here = ((h, sign) for h, sign in _signs(marks) if h in layout.shown)
    return finished(layout.frame_px, *(_sign(layout, h, sign) for h, sign in here))


def _edge(layout: Layout, hex_id: HexId, inset: float) -> str:
    return polygon(outline(hex_id, layout.scale.hex_px, inset))


def _signs(marks: Marks) -> Iterator[tuple[HexId, Sign]]:
    for at in marks.activated:
        yield at, "done" if at in marks.done else "marker"
    if marks.target:
        yield marks.target, "target"


def _sign(layout: Layout, hex_id: HexId, sign: Sign) -> str:
    """A disc with a letter in the upper left of a hex: T the target, A a marker; used: struck."""
    w = layout.scale.hex_px
    x, y = layout.at(hex_id).middle
    radius = max(7.0, 0.12 * w)
    x, y = x - 0.27 * w, y - 0.25 * w
    target, used = sign == "target", sign == "done"
    face = style.INK if target else style.WHITE
    ink = style.WHITE if target else style.INK
    ring = circle(
        x,
        y,
        radius,
        fill=face,
        stroke=style.WHITE if target else style.INK,
        stroke_width=1.6,
        stroke_dasharray="2.5 2" if used else None,
    )
    letter = label(_LETTERS[sign], x, y + 0.36 * radius * 1.1, 1.25 * radius, fill=ink, weight=700)
    casing = circle(x, y, radius + 1.6, fill=style.WHITE if not target else style.INK)
    return group(casing, ring, letter, data_sign=f"{hex_id} {sign}")


def marked(marks: Marks) -> Iterable[tuple[HexId, str]]:
    """The signs in words, for those who listen: hex and ``target`` or ``activation marker``."""
    words = {"target": "target", "marker": "activation marker", "done": "used activation marker"}
    return ((h, words[sign]) for h, sign in _signs(marks))
