"""Units, dice and the two sides of the dice-pool system as small pictures.

The attacker is dark with sharp corners, the defender light with round ones, in grey as well.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from witp_learn.dicepool import Category, Role, Size, UnitType
from witp_learn.dicepool.stages import HIT
from witp_learn.view import style
from witp_learn.view.svg import circle, label, path, polygon, rect, tag

COLOURS: dict[Role, tuple[str, str]] = {
    Role.ATTACKER: (style.CHINA_INK, style.WHITE),
    Role.DEFENDER: (style.COMMONWEALTH, style.INK),
}
"""Face of a side, and what is printed on it."""

CLASSES = {Role.ATTACKER: "dp-att", Role.DEFENDER: "dp-def"}

_LOW, _MID, _HIGH = 12.5, 22.0, 31.5
_PIPS = {
    1: ((_MID, _MID),),
    2: ((_LOW, _LOW), (_HIGH, _HIGH)),
    3: ((_LOW, _LOW), (_MID, _MID), (_HIGH, _HIGH)),
    4: ((_LOW, _LOW), (_HIGH, _HIGH), (_HIGH, _LOW), (_LOW, _HIGH)),
    5: ((_LOW, _LOW), (_HIGH, _HIGH), (_HIGH, _LOW), (_LOW, _HIGH), (_MID, _MID)),
    6: ((_LOW, _LOW), (_HIGH, _HIGH), (_HIGH, _LOW), (_LOW, _HIGH), (_LOW, _MID), (_HIGH, _MID)),
}


@cache
def dicepool_css() -> str:
    """The style sheet of everything drawn here and in the modules beside; on `card_css`."""
    return (files("witp_learn.view") / "dicepool.css").read_text("utf-8")


def side_tag(role: Role) -> str:
    """The name of a side on its colour."""
    return f'<span class="dp-tag {CLASSES[role]}">{role.capitalize()}</span>'


def unit_svg(unit: UnitType, role: Role, width: float = 42) -> str:
    """A unit as a counter with the sign of its category, as decoration beside its name."""
    face, ink = COLOURS[role]
    return tag(
        "svg",
        rect(
            1.5,
            1.5,
            39.0,
            27.0,
            rx=1.5 if role is Role.ATTACKER else 8.0,
            fill=face,
            stroke=style.INK,
            stroke_width=1.5,
        ),
        _sign(unit, ink),
        xmlns="http://www.w3.org/2000/svg",
        viewBox="0 0 42 30",
        width=width,
        height=width * 30 / 42,
        aria_hidden="true",
        focusable="false",
        class_="dp-unit",
    )


def _sign(unit: UnitType, ink: str) -> str:
    line = {"fill": "none", "stroke": ink, "stroke_width": 2.2}
    box = rect(9.0, 7.0, 24.0, 16.0, **line)
    if unit.category is Category.INFANTRY:
        return box + path("M9 7L33 23M33 7L9 23", **line)
    if unit.category is Category.TANK:
        return box + rect(13.0, 10.5, 16.0, 9.0, rx=4.5, **line)
    if unit.category is Category.ARTILLERY:
        wall = path("M6 26H36", **line) if unit.size is Size.NONE else ""
        return box + circle(21, 15, 4.2, fill=ink) + wall
    if unit.category is Category.AIRCRAFT:
        wings = polygon(((8, 9), (21, 15), (34, 9), (34, 21), (21, 15), (8, 21)))
        return path(wings, fill=ink)
    return label(unit.name[:1].upper(), 21, 21, 16, fill=ink, weight=700)


def die_words(value: int) -> str:
    """A die for those who listen: ``3, a hit``."""
    if not value:
        return "not set"
    return f"{value}, {'a hit' if value <= HIT else 'no hit'}"


def die_svg(value: int, role: Role, size: float = 40, *, named: bool = True) -> str:
    """A die: a hit has the face of its side, a miss a white one, one not set a dashed edge.

    Rules: D-units-7
    """
    face, ink = COLOURS[role]
    hit = 0 < value <= HIT
    edge = style.INK if hit else style.CONTROL
    name: dict[str, object] = (
        {"role": "img", "aria_label": die_words(value)} if named else {"aria_hidden": "true"}
    )
    return tag(
        "svg",
        rect(
            2.5,
            2.5,
            39.0,
            39.0,
            rx=2.0 if role is Role.ATTACKER else 12.0,
            fill=face if hit else style.WHITE,
            stroke=edge,
            stroke_width=2.0,
            stroke_dasharray=None if value else "5 3.5",
        ),
        _pips(value, ink if hit else style.CONTROL),
        xmlns="http://www.w3.org/2000/svg",
        viewBox="0 0 44 44",
        width=size,
        height=size,
        font_family=style.SANS,
        focusable="false",
        class_="dp-die",
        **name,
    )


def _pips(value: int, ink: str) -> str:
    if not value:
        return label("?", 22, 30, 24, fill=ink, weight=700)
    return "".join(circle(x, y, 4.2, fill=ink) for x, y in _PIPS[value])
