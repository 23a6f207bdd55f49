"""Air zones as hatching, lifted zones as dotted outlines, control as a wash (2.2.3, 2.3.3)."""

from __future__ import annotations

from witp_learn.hexgrid import HexId
from witp_learn.model import Side
from witp_learn.view import style
from witp_learn.view.layout import Layout
from witp_learn.view.svg import group, label, num, path, pattern, polygon, rect, tag, use
from witp_learn.view.terrain import outline

_TURN = {Side.JAPAN: 45, Side.ALLIES: -45}
"""Clockwise turn of upright lines: Japan rises to the right, the Allies fall."""


def _hatch(side: Side, layout: Layout) -> str:
    pitch = layout.scale.pitch
    thick = 3.0 if layout.scale.room else 2.4 * max(0.6, layout.scale.thin)
    line = rect(0, 0, thick, pitch, fill=style.ZONES[side], fill_opacity=style.ZONE_OPACITY)
    return pattern(f"zone-{side.short}", pitch, pitch, line, turn=_TURN[side])


def _shown(layout: Layout, hexes: tuple[HexId, ...]) -> list[HexId]:
    kept = set(hexes)
    return [h for h in layout.scene.frame if h in kept]


def _ruling(side: Side, layout: Layout) -> str:
    """The lines of the control overlay: upright for Japan, level for the Allies."""
    pitch = 12.0 if layout.scale.room else 8.0 * max(0.7, layout.scale.thin)
    upright = side is Side.JAPAN
    line = rect(
        0,
        0,
        1.3 if upright else pitch,
        pitch if upright else 1.3,
        fill=style.SIDES[side],
        fill_opacity=0.5,
    )
    return pattern(f"held-{side.short}", pitch, pitch, line)


def wash(d: str, side: Side, thin: float, **data: object) -> str:
    """The control overlay over a shape: a tint and a border under the ruled lines of a side."""
    colour = style.SIDES[side]
    tint = path(d, fill=colour, fill_opacity=0.14)
    edge = {"stroke": colour, "stroke_width": 2 * thin}
    return tint + path(d, fill=use(f"held-{side.short}"), **edge, **data)


def _washes(layout: Layout) -> str:
    """Who controls what (2.3.3), with the letter of the side where no port or airfield says it."""
    scene, w = layout.scene, layout.scale.hex_px
    drawn, letters = [], []
    for hex_id in scene.frame:
        side = scene.control_wash.get(hex_id)
        if side is None:
            continue
        d = polygon(outline(hex_id, w, inset=3.5 * layout.scale.thin))
        drawn.append(wash(d, side, layout.scale.thin, data_control=hex_id))
        if layout.scale.lettered and layout.facility_box(hex_id) is None:
            x, y = layout.at(hex_id).middle
            size = layout.scale.id_size
            word = "J" if side is Side.JAPAN else "A"
            letters.append(
                label(
                    word,
                    x - 0.4 * w,
                    y + size * 0.36,
                    size,
                    fill=style.SIDES[side],
                    weight=700,
                    halo=3,
                )
            )
    return group(*drawn, stroke_linejoin="round") + group(*letters)


def _lifted(layout: Layout, side: Side) -> str:
    w, thin = layout.scale.hex_px, layout.scale.thin
    d = "".join(
        polygon(outline(h, w, inset=5 * thin))
        for h in _shown(layout, layout.scene.lifted.get(side, ()))
    )
    casing = path(d, stroke=style.WHITE, stroke_width=5 * thin)
    dots = path(
        d,
        stroke=style.ZONES[side],
        stroke_width=3.2 * thin,
        stroke_linecap="round",
        stroke_dasharray=f"0.1 {num(6.5 * thin)}",
    )
    return group(casing, dots, fill="none", data_lifted=side.value) if d else ""


def zones(layout: Layout) -> str:
    """Hatching, dotted outlines and washes, without labels."""
    scene, w = layout.scene, layout.scale.hex_px
    held = set(scene.control_wash.values())
    defs, drawn = [_ruling(s, layout) for s in Side if s in held], [_washes(layout)]
    for side in Side:
        hexes = _shown(layout, scene.zones.get(side, ()))
        if hexes:
            defs.append(_hatch(side, layout))
            shapes = [path(polygon(outline(h, w, inset=2)), data_zone=h) for h in hexes]
            drawn.append(group(*shapes, fill=use(f"zone-{side.short}"), data_side=side.value))
        drawn.append(_lifted(layout, side))
    return (tag("defs", *defs) if defs else "") + "".join(drawn)


def covered(layout: Layout) -> set[HexId]:
    """The hexes on which this picture draws."""
    scene = layout.scene
    hexes = {h for side in Side for h in scene.zones.get(side, ())}
    hexes |= {h for side in Side for h in scene.lifted.get(side, ())} | set(scene.control_wash)
    return hexes & set(scene.frame)
