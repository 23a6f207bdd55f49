"""The board itself: ground, sea, hexsides, numbers, names, ports and airfields, supply sources.

Terrain is told by pattern as well as by colour: waves, dots, carets, and the wide stripes of areas
that need no base (7.3).
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Sequence

from attrs import evolve

from witp_learn import hexgrid
from witp_learn.hexgrid import HexId
from witp_learn.model import Hex, Terrain
from witp_learn.view import style, symbols
from witp_learn.view.assumed import assumed_side
from witp_learn.view.boxes import Box
from witp_learn.view.coast import coast, coastless, land, rimmed
from witp_learn.view.layout import Layout
from witp_learn.view.shores import RIM
from witp_learn.view.svg import (
    Point,
    circle,
    fitted,
    group,
    label,
    num,
    path,
    pattern,
    polygon,
    polyline,
    rect,
    tag,
    text_of,
    use,
)

SHORT = 0.16
"""How much of its length an assumed hexside lacks at each corner."""


def outline(hex_id: HexId, hex_px: float, inset: float = 0) -> list[Point]:
    """The corners of a hex in pixels, ``inset`` pixels inside its edge."""
    cx, cy = hexgrid.centre(hex_id)
    shrink = 1 - inset / (hexgrid.HEIGHT / 2 * hex_px)
    return [
        ((cx + (x - cx) * shrink) * hex_px, (cy + (y - cy) * shrink) * hex_px)
        for x, y in hexgrid.corners(hex_id)
    ]


def _patterns(thin: float) -> str:
    wave = path(
        "M0 5q5-4 10 0t10 0", fill="none", stroke=style.WAVE, stroke_width=1.1, stroke_opacity=0.75
    )
    dots = [circle(x, y, 1.5, fill=style.JUNGLE_DOT) for x, y in ((3.5, 3.5), (10.5, 10.5))]
    caret = [
        path(
            f"M{x} {y}l5-7 5 7",
            fill="none",
            stroke=style.CARET,
            stroke_width=1.6,
            stroke_linecap="round",
            stroke_linejoin="round",
        )
        for x, y in ((2, 10), (15, 22))
    ]
    stripe = rect(0, 0, 12, 24, fill=style.WHITE, fill_opacity=0.5)
    return tag(
        "defs",
        pattern("wave", 20, 13, wave),
        pattern("jungle", 14, 14, *dots),
        pattern("mountain", 26, 25, *caret),
        pattern(
            "stripe", 24 * thin, 24 * thin, tag("g", stripe, transform=f"scale({thin:g})"), turn=45
        ),
    )


def ground(datum: Hex) -> str:
    """The colour a hex is filled with."""
    if datum.terrain is Terrain.LAND:
        if datum.mountain:
            return style.MOUNTAIN
        if datum.jungle:
            return style.JUNGLE
    return style.TERRAINS[datum.terrain]


def _island(hex_id: HexId, hex_px: float) -> str:
    """The land inside a sea hex: a rounded hexagon, since no true coast is known."""
    points = outline(hex_id, hex_px, inset=0.155 * hex_px)
    middles = [
        ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
        for a, b in zip(points, points[1:] + points[:1], strict=True)
    ]
    start = f"M{middles[-1][0]:.1f} {middles[-1][1]:.1f}"
    bends = (
        f"Q{p[0]:.1f} {p[1]:.1f} {m[0]:.1f} {m[1]:.1f}"
        for p, m in zip(points, middles, strict=True)
    )
    return start + "".join(bends) + "z"


def _surf(hex_id: HexId, hex_px: float) -> str:
    """Waves along the sides of a sea hex whose land leaves only a rim of water."""
    points = outline(hex_id, hex_px, inset=RIM / 2 * hexgrid.HEIGHT / 2 * hex_px)
    d = [f"M{num(points[0][0])} {num(points[0][1])}"]
    for (ax, ay), (bx, by) in zip(points, points[1:] + points[:1], strict=True):
        waves = max(2, 2 * round(math.dist((ax, ay), (bx, by)) / 20))
        dx, dy = (bx - ax) / waves, (by - ay) / waves
        for i in range(waves):
            lift = 0.4 if i % 2 else -0.4
            d.append(f"q{num(dx / 2 + dy * lift)} {num(dy / 2 - dx * lift)} {num(dx)} {num(dy)}")
    return "".join(d) + "z"


def _shallows(layout: Layout) -> list[HexId]:
    """The shallow sea hexes of the frame."""
    board = layout.scene.board
    return [h for h in layout.scene.frame if board[h].terrain is Terrain.SHALLOW]


def _grounds(layout: Layout) -> str:
    w, board = layout.scale.hex_px, layout.scene.board
    shapes: list[str] = []
    fills: dict[str, list[str]] = {}
    islands: dict[str, list[str]] = {}
    full = frozenset() if board.own else rimmed(_shallows(layout))
    rims: list[str] = []
    for hex_id in layout.scene.frame:
        datum = board[hex_id]
        d = polygon(outline(hex_id, w))
        shapes.append(
            path(d, fill=ground(datum), data_hex=hex_id, data_terrain=datum.terrain.value)
        )
        if datum.area is not None:
            fills.setdefault("stripe", []).append(d)
        if datum.terrain is Terrain.LAND:
            if datum.mountain or datum.jungle:
                fills.setdefault("mountain" if datum.mountain else "jungle", []).append(d)
            continue
        if hex_id in full:
            rims.append(_surf(hex_id, w))
        elif datum.terrain is Terrain.SHALLOW:
            fills.setdefault("wave", []).append(d)
        if datum.land_part or datum.mountain or datum.jungle:
            kind = "mountain" if datum.mountain else "jungle" if datum.jungle else "land"
            islands.setdefault(kind, []).append(hex_id)
    order = [path("".join(fills.get(k, ())), fill=use(k)) for k in ("stripe", "wave")]
    order.append(path("".join(rims), fill="none", stroke=style.WAVE, stroke_width=1.4))
    for kind, colour in (
        ("land", style.LAND),
        ("jungle", style.JUNGLE),
        ("mountain", style.MOUNTAIN),
    ):
        found = tuple(islands.get(kind, ()))
        real, edged = ("", "".join(_island(h, w) for h in found)) if board.own else land(found, w)
        order += [
            path(real, fill=colour),
            path(edged, fill=colour, stroke=style.COAST, stroke_opacity=0.6, stroke_width=1.2),
        ]
        if kind != "land":
            order.append(path(real + edged + "".join(fills.get(kind, ())), fill=use(kind)))
    return group(*shapes) + group(*order)


def _lines(layout: Layout) -> str:
    w = layout.scale.hex_px
    d = "".join(polygon(outline(h, w)) for h in layout.scene.frame)
    return path(
        d,
        fill="none",
        stroke=style.CONTROL,
        stroke_width=1.5 if layout.scale.room else max(0.75, layout.scale.thin * 1.1),
        stroke_linejoin="round",
    )


def _coast(layout: Layout) -> str:
    """The coast of the real Pacific, which only the companion's map lies on."""
    scale = layout.scale
    if layout.scene.board.own:
        return ""
    shown = layout.shown - coastless(_shallows(layout))
    return coast(shown, scale.hex_px, 2.0 if scale.room else max(1.0, 1.5 * scale.thin))


def _boxes(layout: Layout) -> str:
    """Hexes without stacking limit, which stand for more sea than their own: a double frame."""
    w, thin = layout.scale.hex_px, layout.scale.thin
    d = "".join(
        polygon(outline(h, w, inset=4.5 * thin))
        for h in layout.scene.frame
        if layout.scene.board[h].unlimited
    )
    return path(d, fill="none", stroke=style.WHITE, stroke_width=6 * thin) + path(
        d, fill="none", stroke=style.CONTROL, stroke_width=2.5 * thin, data_box="unlimited"
    )


def side_mark(
    kind: Terrain, ends: Sequence[Point], thin: float, open_: bool, **data: object
) -> str:
    """A hexside: land brown, deep sea dashed, shallow sea pale.

    One that is only assumed (``open_``) stops short of the corners.
    """
    if open_:
        (x1, y1), (x2, y2) = ends
        dx, dy = (x2 - x1) * SHORT, (y2 - y1) * SHORT
        ends = ((x1 + dx, y1 + dy), (x2 - dx, y2 - dy))
    d = polyline(ends)
    if kind is Terrain.LAND:
        casing = path(d, stroke=style.WHITE, stroke_width=7.5 * thin, stroke_linecap="round")
        return casing + path(
            d, stroke=style.LAND_SIDE, stroke_width=5 * thin, stroke_linecap="round", **data
        )
    # Thin: there are many, and only armies mind them.
    dashes = f"{5 * thin:g} {5 * thin:g}" if kind is Terrain.DEEP else None
    return path(
        d,
        stroke=style.DEEP_SIDE if dashes else style.WAVE,
        stroke_width=2.4 * thin,
        stroke_dasharray=dashes,
        **data,
    )


def _hexsides(layout: Layout) -> str:
    """The hexsides that are not what their hexes would give (2.3.1, 2.3.2)."""
    w, board = layout.scale.hex_px, layout.scene.board
    shown = layout.shown
    bare = evolve(board, hexsides={})
    drawn = []
    for (a, b), kind in sorted(board.hexsides.items()):
        if not {a, b} <= set(board.hexes) or not {a, b} & shown or bare.hexside(a, b) is kind:
            continue
        ends = [(x * w, y * w) for x, y in hexgrid.shared_side(a, b)]
        open_ = assumed_side(board, a, b)
        data = {"data_side": f"{a}-{b}", "data_open": "yes" if open_ else None}
        drawn.append(side_mark(kind, ends, layout.scale.thin, open_, **data))
    return group(*drawn, fill="none")


def signs(layout: Layout, hexes: Iterable[HexId]) -> str:
    """Resources, supply sources, ports, airfields and letters of two seas in some hexes."""
    scene, scale = layout.scene, layout.scale
    drawn = []
    for hex_id in hexes:
        datum, at = scene.board[hex_id], layout.at(hex_id)
        if datum.resource and not scale.pips:
            drawn.append(symbols.resource_sign(*at.resource_at, scale.resource))
        if datum.source is not None:
            drawn.append(
                group(
                    symbols.source_sign(datum.source, *at.source_at, scale.source),
                    data_source=hex_id,
                )
            )
        holder = layout.holder(hex_id)
        if datum.facility and holder and at.facility_at:
            plate = symbols.facility_plate(
                datum.facility,
                holder,
                *at.facility_at,
                scale.facility,
                upright=at.upright,
                letter=scale.lettered,
            )
            drawn.append(group(plate, data_facility=hex_id, data_holder=holder.value))
        drawn += [
            label(letter, x, y, scale.id_size, weight=700, halo=3)
            for letter, (x, y) in layout.coast_letters(hex_id)
        ]
    return group(*drawn)


def _numbers(layout: Layout, hexes: Iterable[HexId], halo: float = 0) -> str:
    """Hex numbers in one group, which says once what is the same for all."""
    size = float(layout.scale.id_size)
    numbers = (
        tag("text", text_of(h), x=at[0], y=at[1], font_size=size)
        for h in hexes
        if h not in layout.silent and (at := layout.at(h).id_at) is not None
    )
    edge = {"stroke": style.WHITE, "stroke_width": halo, "paint_order": "stroke"} if halo else {}
    return group(*numbers, font_family=style.MONO, text_anchor="middle", fill=style.INK, **edge)


def labels(layout: Layout, hexes: Iterable[HexId], covered: Collection[HexId] = ()) -> str:
    """Numbers, marks and names of some hexes. Pictures that cover the board repeat them.

    Numbers in ``covered`` hexes get a white edge.
    """
    shown = list(hexes)
    marks = (
        symbols.assumed_mark(*layout.at(h).mark_at, layout.scale.mark, data_assumed=h)
        for h in shown
        if h in layout.scene.assumed
    )
    names = (
        group(
            *(
                fitted(text, x, y, place.size, halo=4, width=place.width)
                for text, (x, y) in place.lines
            ),
            data_name=h,
        )
        for h in shown
        if (place := layout.names.get(h))
    )
    return group(
        _numbers(layout, (h for h in shown if h not in covered)),
        _numbers(layout, (h for h in shown if h in covered), halo=3),
        *marks,
        *names,
    )


def crossed(layout: Layout, covered: Iterable[HexId]) -> list[HexId]:
    """The hexes whose labels a drawing over ``covered`` touches: long names reach next door."""
    wanted = set(covered)
    for hex_id in tuple(wanted):
        w = layout.scale.hex_px
        here = Box.around(*layout.at(hex_id).middle, w, hexgrid.HEIGHT * w)
        wanted.update(
            n
            for n in hexgrid.within(hex_id, 2)
            if (place := layout.names.get(n)) and place.box.overlaps(here)
        )
    return [h for h in layout.scene.frame if h in wanted]


def terrain(layout: Layout) -> str:
    """The board without its labels."""
    parts = (_grounds, _coast, _lines, _boxes, _hexsides)
    drawn = "".join(part(layout) for part in parts)
    return _patterns(layout.scale.thin) + drawn + signs(layout, layout.scene.frame)
