"""The signs of the board as paths: nation marks, silhouettes, ports, airfields, badges, bases.

Drawn, not typed: a star or an anchor from a typeface looks different on every machine.
"""

from __future__ import annotations

import math

from witp_learn.model import Facility, Kind, Nation, Side
from witp_learn.view import style
from witp_learn.view.scene import Badge
from witp_learn.view.svg import Point, circle, group, label, num, path, polygon, rect


def _star(x: float, y: float, radius: float) -> list[Point]:
    return [
        (
            x + math.sin(i * math.pi / 5) * radius * (1 if i % 2 == 0 else 0.42),
            y - math.cos(i * math.pi / 5) * radius * (1 if i % 2 == 0 else 0.42),
        )
        for i in range(10)
    ]


def _plus(x: float, y: float, radius: float) -> list[Point]:
    arm = radius * 0.36
    turns = [(arm, radius), (arm, arm), (radius, arm)]
    quarter = [(a, -b) for a, b in turns]
    points = list(quarter)
    for _ in range(3):
        quarter = [(-b, a) for a, b in quarter]
        points += quarter
    return [(x + px, y + py) for px, py in points]


def nation_mark(nation: Nation, x: float, y: float, radius: float, fill: str) -> str:
    """Disc, star, cross or triangle, centred at x, y."""
    if nation is Nation.JAPAN:
        return circle(x, y, radius * 0.9, fill=fill)
    if nation is Nation.US:
        return path(polygon(_star(x, y + radius * 0.06, radius * 1.12)), fill=fill)
    if nation is Nation.COMMONWEALTH:
        return path(polygon(_plus(x, y, radius)), fill=fill)
    tip = [(x, y - radius), (x + radius, y + radius * 0.8), (x - radius, y + radius * 0.8)]
    return path(polygon(tip), fill=fill)


_SILHOUETTES = {
    Kind.CARRIER: "M0 5.4H24V7.6L20.6 8.4 19.4 12.4H4.6L3.4 8.4 0 7.6z"
    "M14.6 5.4V2.2h1.4V.4h1.6v1.8h1.4V5.4z",
    Kind.NAVAL: "M.5 8.6L6 9.2H24L21.6 13.2H3.4zM7 9V6.2h2.6V3.2h1.5V.3h1.4v2.9h1.7v3h2.2V9z"
    "M17.6 9V7h1.2l4-1.7.4 1-3 1.4V9zM1.6 6.4l.4-1 3.2 1.2V9H3.8V7.3z",
    Kind.AIR: "M12 .2c.9.9 1.3 2 1.3 3.4L23 7.4v2L13.3 8.1l-.4 3.1 2.7 1.6v1.2L12 13.3l-3.6.7v-1.2"
    "l2.7-1.6-.4-3.1L1 9.4v-2l9.7-3.8C10.7 2.2 11.1 1.1 12 .2z",
}


def silhouette(kind: Kind, x: float, y: float, width: float, fill: str) -> str:
    """Flat-top, ship, crossed box or aircraft, ``width`` wide, centred at x, y."""
    scale = width / 24
    place = f"translate({num(x - width / 2)} {num(y - 7 * scale)}) scale({scale:.4f})"
    if kind is Kind.LAND:
        box = "M2.5 1.5h19v11h-19zM2.5 1.5l19 11M21.5 1.5l-19 11"
        return path(box, transform=place, fill="none", stroke=fill, stroke_width=1.8)
    return path(_SILHOUETTES[kind], transform=place, fill=fill)


_ANCHOR = "M8 5.4V14.2M4.6 7.2H11.4M2 9.4C2.6 12.6 5 14.3 8 14.3S13.4 12.6 14 9.4"


def facility_sign(kind: Facility, x: float, y: float, size: float, colour: str) -> str:
    """An anchor, or the double bar of an airfield, centred at x, y."""
    scale = size / 16
    place = f"translate({num(x - size / 2)} {num(y - size / 2)}) scale({scale:.4f})"
    if kind is Facility.AIRFIELD:
        return path("M1.5 3.4h13v3.4h-13zM1.5 9.2h13v3.4h-13z", transform=place, fill=colour)
    lines = path(_ANCHOR, fill="none", stroke=colour, stroke_width=2, stroke_linecap="round")
    ring = circle(8, 3.4, 1.9, fill="none", stroke=colour, stroke_width=1.8)
    return group(lines, ring, transform=place)


def facility_plate(
    kind: Facility, side: Side, x: float, y: float, size: float, *, upright: bool, letter: bool
) -> str:
    """A port or airfield on the plate of its holder: Japan sharp, the Allies rounded, J or A.

    ``size``: the short side in pixels; ``upright``: the letter stands below the sign, not beside.
    """
    fill = style.SIDES[side]
    long = size * 1.72 if letter else size
    w, h = (size, long) if upright else (long, size)
    radius = 0 if side is Side.JAPAN else size * 0.36
    casing = rect(
        x - w / 2 - 1.5,
        y - h / 2 - 1.5,
        w + 3,
        h + 3,
        rx=radius + 1.5 * bool(radius) or None,
        fill=style.WHITE,
    )
    plate = rect(x - w / 2, y - h / 2, w, h, rx=radius or None, fill=fill)
    shift = size * 0.4 if letter else 0
    sx, sy = (x, y - shift) if upright else (x - shift, y)
    sign = facility_sign(kind, sx, sy, size * 0.8, style.WHITE)
    mark = ""
    if letter:
        lx, ly = (x, y + shift) if upright else (x + shift * 1.05, y)
        type_size = size * 0.76
        word = "J" if side is Side.JAPAN else "A"
        mark = label(word, lx, ly + type_size * 0.36, type_size, fill=style.WHITE, weight=700)
    return casing + plate + sign + mark


def source_sign(nation: Nation, x: float, y: float, radius: float) -> str:
    """A supply source: a ringed hexagon in the nation's colour."""
    fill, ink = style.FACES[nation]

    def hexagon(r: float) -> str:
        turn = math.pi / 3
        return polygon((x + math.cos(i * turn) * r, y + math.sin(i * turn) * r) for i in range(6))

    ring = path(hexagon(radius), fill=style.WHITE, stroke=style.INK, stroke_width=1.5)
    core = path(hexagon(radius * 0.7), fill=fill, stroke=style.INK, stroke_width=1)
    return ring + core + nation_mark(nation, x, y, radius * 0.34, ink)


def resource_sign(x: float, y: float, size: float) -> str:
    """A drop: a hex with a resource icon."""
    scale = size / 16
    place = f"translate({num(x - size / 2)} {num(y - size / 2)}) scale({scale:.4f})"
    drop = "M8 .8C10.6 4.6 13 7.4 13 10.2A5 5 0 0 1 3 10.2C3 7.4 5.4 4.6 8 .8z"
    return path(drop, transform=place, fill=style.INK, stroke=style.WHITE, stroke_width=1.4)


def _house(x: float, y: float, size: float) -> str:
    h = size / 2
    return polygon(
        [
            (x, y - h),
            (x + h, y - h * 0.1),
            (x + h, y + h),
            (x - h, y + h),
            (x - h, y - h * 0.1),
        ]
    )


def base_sign(side: Side, x: float, y: float, size: float) -> str:
    """A supply base: a house with S. Japan filled and sharp, the Allies white and rounded."""
    japan = side is Side.JAPAN
    join = "miter" if japan else "round"
    fill = style.JAPAN if japan else style.WHITE
    word = style.WHITE if japan else style.UNITED_STATES
    edge = style.INK if japan else style.UNITED_STATES
    thick = 1.5 if japan else max(2.0, size * 0.1)
    house = _house(x, y, size)
    casing = path(
        house, fill=style.WHITE, stroke=style.WHITE, stroke_width=thick + 4, stroke_linejoin=join
    )
    outline = ""
    if not japan:
        outline = path(
            house, fill=style.INK, stroke=style.INK, stroke_width=thick + 2, stroke_linejoin=join
        )
    face = path(house, fill=fill, stroke=edge, stroke_width=thick, stroke_linejoin=join)
    type_size = size * 0.62
    letter = label("S", x, y + size * 0.36, type_size, fill=word, weight=700)
    nation = Nation.JAPAN if japan else Nation.US
    mark = nation_mark(nation, x, y - size * 0.2, size * 0.1, word) if size >= 22 else ""
    return casing + outline + face + letter + mark


def planned_sign(side: Side, x: float, y: float, size: float) -> str:
    """A base that is being planned: the outline of the house in dashes, with a plus."""
    join = "miter" if side is Side.JAPAN else "round"
    house, colour = _house(x, y, size), style.SIDES[side]
    casing = path(house, fill=style.WHITE, stroke=style.WHITE, stroke_width=5, stroke_linejoin=join)
    thick = max(1.6, size * 0.08)
    edge = path(
        house,
        fill=style.WHITE,
        stroke=colour,
        stroke_width=thick,
        stroke_linejoin=join,
        stroke_dasharray=f"{num(size * 0.16)} {num(size * 0.11)}",
    )
    plus = path(polygon(_plus(x, y + size * 0.1, size * 0.27)), fill=colour)
    return casing + edge + plus


def site_sign(possible: bool, x: float, y: float, size: float) -> str:
    """Whether a base could be built: a plus in a ring, or a bar in a square."""
    r = size / 2
    if possible:
        ring = circle(x, y, r, fill=style.WHITE, stroke=style.SUPPLIED, stroke_width=1.6)
        return ring + path(polygon(_plus(x, y, r * 0.72)), fill=style.SUPPLIED)
    box = rect(x - r, y - r, size, size, fill=style.WHITE, stroke=style.CONTROL, stroke_width=1.4)
    bar = rect(x - r * 0.6, y - r * 0.18, r * 1.2, r * 0.36, fill=style.CONTROL)
    return box + bar


def cut_off_ring(x: float, y: float, size: float) -> str:
    """A base that no network line reaches: a dotted ring round it."""
    r = size * 0.76
    gap = num(max(4.0, size * 0.2))
    casing = circle(x, y, r, fill="none", stroke=style.WHITE, stroke_width=max(4.0, size * 0.18))
    dots = circle(
        x,
        y,
        r,
        fill="none",
        stroke=style.STOPPED,
        stroke_width=max(2.4, size * 0.11),
        stroke_dasharray=f"0.1 {gap}",
        stroke_linecap="round",
    )
    return casing + dots


def assumed_mark(x: float, y: float, radius: float, **attributes: object) -> str:
    """The small open circle of assumed data."""
    return circle(
        x,
        y,
        radius,
        fill=style.WHITE,
        stroke=style.ASSUMED,
        stroke_width=radius / 2,
        **attributes,
    )


def check(x: float, y: float, size: float, colour: str) -> str:
    """A check mark, centred at x, y."""
    points = [(x - size * 0.5, y + size * 0.02), (x - size * 0.14, y + size * 0.38)]
    d = f"M{num(points[0][0])} {num(points[0][1])}L{num(points[1][0])} {num(points[1][1])}"
    d += f"L{num(x + size * 0.5)} {num(y - size * 0.38)}"
    return path(
        d,
        fill="none",
        stroke=colour,
        stroke_width=size * 0.27,
        stroke_linecap="round",
        stroke_linejoin="round",
    )


def cross(x: float, y: float, size: float, colour: str) -> str:
    """A cross that says "stopped", centred at x, y."""
    r = size * 0.4
    d = f"M{num(x - r)} {num(y - r)}L{num(x + r)} {num(y + r)}"
    d += f"M{num(x + r)} {num(y - r)}L{num(x - r)} {num(y + r)}"
    return path(d, fill="none", stroke=colour, stroke_width=size * 0.27, stroke_linecap="round")


def verdict_badge(badge: Badge, x: float, y: float, radius: float) -> str:
    """The verdict of a counter: check on a disc, cross on a square, A in a ring, ? in dashes."""
    if badge == "":
        return ""
    r = radius - 1.5
    if badge == "out":
        side = r * 0.93
        box = rect(
            x - side,
            y - side,
            side * 2,
            side * 2,
            fill=style.STOPPED,
            stroke=style.WHITE,
            stroke_width=2,
            paint_order="stroke",
        )
        return box + cross(x, y, r * 1.25, style.WHITE)
    if badge == "in":
        disc = circle(
            x, y, r, fill=style.SUPPLIED, stroke=style.WHITE, stroke_width=3, paint_order="stroke"
        )
        return disc + check(x, y, r * 1.15, style.WHITE)
    casing = circle(x, y, radius, fill=style.WHITE)
    dashed = "4 2.5" if badge == "ask" and r > 9 else None
    edge = style.INK if badge == "ask" else style.SUPPLIED
    ring = circle(
        x, y, r - 0.5, fill=style.WHITE, stroke=edge, stroke_width=2, stroke_dasharray=dashed
    )
    size = r * 1.65
    word = "?" if badge == "ask" else "A"
    return casing + ring + label(word, x, y + size * 0.36, size, fill=edge, weight=700)
