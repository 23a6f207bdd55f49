"""Counters, stacks, cargo, bases and continuing combat.

Side by outline (Japan sharp, the Allies rounded), nation by mark, kind by letter and silhouette,
state by a different object: nothing is told by colour alone.
"""

from __future__ import annotations

from witp_learn.model import Nation, Side, Unit
from witp_learn.view import style, symbols
from witp_learn.view.boxes import FAN, Box, Scale
from witp_learn.view.layout import HexLayout, Layout
from witp_learn.view.scene import CounterView
from witp_learn.view.stacks import Placed, Rest, cargo_text, tile_text
from witp_learn.view.svg import (
    circle,
    group,
    label,
    num,
    path,
    pattern,
    polygon,
    polyline,
    rect,
    tag,
    use,
)
from witp_learn.view.terrain import labels, outline

ROUND = 0.18
"""Corner radius of an Allied counter, in sides of it."""
CUT = 0.27
"""The corner cut off an attrited counter, in sides of it."""


def _shape(side: Side, box: Box, cut: float) -> str:
    """Path data of a counter's outline; ``cut``: length of the corner cut off at the upper right.

    Corners of the Allies are rounded, those of Japan sharp.
    """
    x, y, w, h = box.x, box.y, box.w, box.h
    r = 0.0 if side is Side.JAPAN else ROUND * min(w, h)
    if r == 0:
        points = [(x, y), (x + w - cut, y), (x + w, y + cut), (x + w, y + h), (x, y + h)]
        return polygon(points if cut else [p for i, p in enumerate(points) if i != 2])
    top = f"M{num(x + r)} {num(y)}H{num(x + w - max(cut, r))}"
    if cut:
        top += f"L{num(x + w)} {num(y + cut)}"
    else:
        top += f"A{num(r)} {num(r)} 0 0 1 {num(x + w)} {num(y + r)}"
    arc = f"A{num(r)} {num(r)} 0 0 1 "
    return (
        f"{top}V{num(y + h - r)}{arc}{num(x + w - r)} {num(y + h)}"
        f"H{num(x + r)}{arc}{num(x)} {num(y + h - r)}V{num(y + r)}{arc}{num(x + r)} {num(y)}z"
    )


def _inner(box: Box, inset: float) -> Box:
    return Box(box.x + inset, box.y + inset, box.w - 2 * inset, box.h - 2 * inset)


def _blank(unit: Unit, box: Box, thin: float) -> str:
    """The face of a counter without its print: casing, outline, face or border and shading."""
    cut = 0.0 if unit.full else CUT * box.w
    d = _shape(unit.side, box, cut)
    join = "miter" if unit.side is Side.JAPAN else "round"
    casing = path(
        d, fill=style.WHITE, stroke=style.WHITE, stroke_width=1.5 + 4 * thin, stroke_linejoin=join
    )
    if unit.full:
        fill, _ = style.FACES[unit.nation]
        return casing + path(d, fill=fill, stroke=style.INK, stroke_width=1.5, stroke_linejoin=join)
    border, _ = style.EDGES[unit.nation]
    thick = max(3.0, 0.1 * box.w)
    band = _inner(box, thick / 2 + 0.75)
    inner = _inner(box, thick + 0.75)
    rim = path(
        _shape(unit.side, band, cut * 0.93),
        fill=style.WHITE,
        stroke=border,
        stroke_width=thick,
        stroke_linejoin=join,
    )
    face = path(
        _shape(unit.side, inner, cut * 0.84),
        fill=use(f"worn-{unit.nation.short}"),
        stroke=style.INK if unit.nation is Nation.COMMONWEALTH else None,
        stroke_width=1,
    )
    return (
        casing
        + path(d, fill=style.INK, stroke=style.INK, stroke_width=1.5, stroke_linejoin=join)
        + rim
        + face
    )


def _shading(nation: Nation, thin: float) -> str:
    _, ink = style.EDGES[nation]
    step = 5.0 * max(0.8, thin)
    line = rect(0, 0, 1.1, step, fill=ink, fill_opacity=0.36)
    return pattern(f"worn-{nation.short}", step, step, line, turn=-45)


def _print(placed: Placed, scale: Scale) -> str:
    """Mark, silhouette, letter and strength."""
    unit, box = placed.view.unit, placed.box
    s = box.w
    _, ink = style.FACES[unit.nation] if unit.full else style.EDGES[unit.nation]
    halo = 0.0 if unit.full else max(2.5, 0.07 * s)
    edge = 0.0 if unit.full else max(0.055 * s, 2.2)
    mark = symbols.nation_mark(
        unit.nation, box.x + 0.2 * s + edge, box.y + 0.2 * s + edge, 0.115 * s, ink
    )
    shape = ""
    if s >= 36:
        width = 0.34 * s if unit.full else 0.26 * s
        at = 0.71 if unit.full else 0.53
        shape = symbols.silhouette(unit.kind, box.x + at * s, box.y + 0.2 * s + edge, width, ink)
    size = (0.56 if unit.full else 0.52) * s
    lift = 0.06 * s if placed.cargo else 0.0
    letter = label(
        unit.kind.letter,
        box.x + 0.49 * s,
        box.y + 0.775 * s - lift - edge / 2,
        size,
        fill=ink,
        weight=700,
        halo=halo,
    )
    strong = placed.strength_box(scale.room)
    value = label(
        str(unit.value),
        strong.centre[0],
        strong.bottom,
        placed.strength_size(scale.room),
        fill=ink,
        weight=700,
        halo=halo,
    )
    return mark + shape + letter + value


def _tally(placed: Placed, scale: Scale) -> str:
    """The count plate of a stack, with the coast letter in a hex with two seas."""
    box = placed.tally_box(scale)
    if box is None:
        return ""
    size = scale.tally(placed.box.w)
    x, y = box.centre
    plate = rect(
        box.x, box.y, box.w, box.h, rx=3, fill=style.WHITE, stroke=style.INK, stroke_width=1.2
    )
    return plate + label(placed.tally, x, y + size * 0.36, size, weight=700)


def _cargo(placed: Placed, scale: Scale) -> tuple[str, str]:
    """Land counters in the lower edge of their ship, and their badges."""
    faces, badges = [], []
    for view, box in zip(placed.cargo, placed.cargo_boxes(scale), strict=True):
        unit, size = view.unit, box.h
        _, ink = style.FACES[unit.nation] if unit.full else style.EDGES[unit.nation]
        face = _blank(unit, box, scale.thin) + label(
            cargo_text(view),
            box.centre[0],
            box.y + size * 0.77,
            size * 0.75,
            fill=ink,
            weight=700,
            halo=0 if unit.full else 2.5,
        )
        faces.append(group(face, **_data(view)))
        radius = scale.small_badge(0.6 * size)
        badges.append(symbols.verdict_badge(view.badge, box.x, box.bottom, radius))
    return "".join(faces), "".join(badges)


def _data(view: CounterView) -> dict[str, object]:
    unit = view.unit
    return {
        "data_unit": view.index,
        "data_at": unit.at,
        "data_state": unit.state.value,
        "data_badge": view.badge or None,
        "opacity": 0.35 if view.faded else None,
    }


def _counter(placed: Placed, scale: Scale) -> tuple[str, str]:
    """A counter with the fan behind it, and what lies on top: count, cargo, badges."""
    view, box = placed.view, placed.box
    copies = min(view.unit.count - 1, 2)
    behind = "".join(
        _blank(view.unit, Box(box.x + shift, box.y - shift, box.w, box.h), scale.thin)
        for shift in (FAN * box.w * i / copies for i in range(copies, 0, -1))
    )
    face = group(behind, _blank(view.unit, box, scale.thin), _print(placed, scale), **_data(view))
    radius = scale.badge(box.w)
    badge = symbols.verdict_badge(view.badge, *placed.badge_at(radius), radius)
    cargo, cargo_badges = _cargo(placed, scale)
    on_top = group(
        _tally(placed, scale), cargo, badge, cargo_badges, opacity=0.35 if view.faded else None
    )
    return face, on_top


def _tile(placed: Placed, scale: Scale) -> tuple[str, str]:
    """An entry of a plate, or a pip: letter and number on the nation's face."""
    view, box = placed.view, placed.box
    unit = view.unit
    fill, ink = style.FACES[unit.nation]
    if not unit.full:
        _, ink = style.EDGES[unit.nation]
        fill = style.WHITE
    edge = style.INK if unit.full else style.EDGES[unit.nation][0]
    thick = 1.0 if unit.full else max(1.6, 0.11 * box.h)
    inset = thick / 2 if not unit.full else 0.0
    cut = 0.0 if unit.full else 0.3 * box.h
    d = _shape(unit.side, _inner(box, inset), cut)
    face = path(d, fill=fill, stroke=edge, stroke_width=thick)
    if not unit.full:
        face = (
            path(_shape(unit.side, box, cut), fill=style.INK, stroke=style.INK, stroke_width=1)
            + face
        )
    size = box.h * 0.68
    word = label(tile_text(view), box.centre[0], box.y + box.h * 0.74, size, fill=ink, weight=700)
    radius = scale.small_badge(box.h)
    badge = symbols.verdict_badge(view.badge, *placed.badge_at(radius), radius)
    return group(face, word, **_data(view)), badge


def rest_tile(rest: Rest, scale: Scale) -> tuple[str, str]:
    """The last entry of a full plate: how many more counters lie there, the worst verdict."""
    box = rest.box
    face = path(_shape(rest.side, box, 0), fill=style.WHITE, stroke=style.INK, stroke_width=1)
    size = box.h * 0.62
    word = label(f"+{rest.count}", box.centre[0], box.y + box.h * 0.72, size, weight=700)
    radius = scale.small_badge(box.h)
    at = box.x + radius * 0.35, box.bottom + radius * 0.1
    return group(face, word, data_more=rest.count), symbols.verdict_badge(rest.badge, *at, radius)


def _hex(at: HexLayout, scale: Scale) -> str:
    plates = [
        path(
            _shape(side, _inner(box, -1.5), 0),
            fill=style.WHITE,
            stroke=style.WHITE,
            stroke_width=2.5,
        )
        for side, box in at.plates
    ]
    faces, tops = [], []
    for placed in at.placed:
        if placed.form == "counter":
            face, top = _counter(placed, scale)
        else:
            face, top = _tile(placed, scale)
        faces.append(face)
        tops.append(top)
    for rest in at.rest:
        face, top = rest_tile(rest, scale)
        faces.append(face)
        tops.append(top)
    houses = [
        group(symbols.base_sign(side, *box.centre, box.w), data_base=at.hex, data_side=side.value)
        for side, box in at.bases
    ]
    houses += [
        group(
            symbols.planned_sign(side, *box.centre, box.w),
            data_planned=at.hex,
            data_side=side.value,
        )
        for side, box in at.planned
    ]
    return group(*plates, *faces, *houses, *tops, data_stack=at.hex)


def _contested(layout: Layout) -> str:
    """Two crossed bars over each hex in continuing combat."""
    w, thin = layout.scale.hex_px, layout.scale.thin
    drawn = []
    shown = set(layout.scene.contested)
    for hex_id in (h for h in layout.scene.frame if h in shown):
        corners = outline(hex_id, w, inset=0.1 * w)
        d = polyline([corners[1], corners[4]]) + polyline([corners[2], corners[5]])
        drawn.append(
            path(d, stroke=style.WHITE, stroke_width=9 * thin)
            + path(d, stroke=style.INK, stroke_width=5 * thin, data_contested=hex_id)
        )
    return group(*drawn, fill="none", stroke_linecap="round")


def _contested_signs(layout: Layout) -> str:
    """The crossed bars once more, small and above the counters, where these hide them.

    They stand at the lower left corner, where they hide least of counters, signs and names.
    """
    w, thin = layout.scale.hex_px, layout.scale.thin
    shown = set(layout.scene.contested)
    drawn = []
    for hex_id in (h for h in layout.occupied if h in shown):
        x, y = min(
            outline(hex_id, w, inset=0.03 * w), key=lambda corner: (-round(corner[1]), corner[0])
        )
        reach = 0.055 * w
        bars = "".join(
            polyline([(x - reach, y - up), (x + reach, y + up)]) for up in (reach, -reach)
        )
        disc = circle(x, y, 0.1 * w, fill=style.WHITE, stroke=style.INK, stroke_width=1.5 * thin)
        drawn.append(
            group(disc, path(bars, stroke=style.INK, stroke_width=3 * thin), data_sign=hex_id)
        )
    return group(*drawn, stroke_linecap="round")


def _dimmed(layout: Layout) -> str:
    """Everything outside the spotlight, 60 % covered."""
    light = set(layout.scene.spotlight)
    if not light:
        return ""
    w = layout.scale.hex_px
    d = "".join(polygon(outline(h, w)) for h in layout.scene.frame if h not in light)
    veil = path(d, fill=style.PAPER, fill_opacity=0.6)
    return veil + labels(layout, [h for h in layout.scene.frame if h in light], light)


def counters(layout: Layout) -> str:
    """All counters and bases of the frame, and the dimming of a spotlight on top."""
    scale = layout.scale
    nations = {v.unit.nation for v in layout.scene.counters if not v.unit.full}
    defs = [_shading(n, scale.thin) for n in Nation if n in nations]
    stacks = [_hex(layout.at(h), scale) for h in layout.occupied]
    return (
        (tag("defs", *defs) if defs else "")
        + _contested(layout)
        + "".join(stacks)
        + _contested_signs(layout)
        + _dimmed(layout)
    )
