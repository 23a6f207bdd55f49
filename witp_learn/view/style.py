"""Colours, sizes and typefaces, in one place.

`witp_learn/view/cards.css` and the style of the pages repeat these values; the tests compare them.
Colours are ``#RRGGBB``; sizes are pixels at the size a picture is drawn for, unless a name says
otherwise.
"""

from __future__ import annotations

from collections.abc import Mapping

from witp_learn.model import Nation, Side, Terrain

INK = "#1A1F26"
QUIET = "#4B5563"
PAPER = "#FAF8F3"
WHITE = "#FFFFFF"
CONTROL = "#4F5F6E"
"""Outlines of controls, and the lines between hexes."""
LINK = "#0B4F8A"

DEEP = "#A9C6DC"
SHALLOW = "#DDEBF2"
LAND = "#F2E8D0"
JUNGLE = "#D3DCAE"
MOUNTAIN = "#CDB994"

COAST = "#7A5C2E"
WAVE = "#86AFC8"
JUNGLE_DOT = "#7C8F45"
CARET = "#8A6E45"
LAND_SIDE = "#6B4A1B"
DEEP_SIDE = "#173F7F"

JAPAN = "#7F1414"
UNITED_STATES = "#2563B0"
COMMONWEALTH = "#F0B93A"
CHINA = "#E4D9F2"
CHINA_INK = "#4A2C7A"
COMMONWEALTH_INK = "#6B4E00"

SUPPLIED = "#00665A"
"""In supply, and right."""
STOPPED = INK
"""Out of supply. Red and green never carry a verdict."""
NOT_YET = "#FFF0C9"
GOOD = "#DDF0EB"
AMBER = "#8A6A00"
ASSUMED = "#6B4E00"
ASSUMED_PAPER = "#FFF7DF"
FOCUS = "#FFC400"
ODDS_RAMP = ("#C9736B", "#EBD3CF", "#F4F4F4", "#CFDDEF", "#7FA6D6")

TERRAINS: Mapping[Terrain, str] = {
    Terrain.LAND: LAND,
    Terrain.SHALLOW: SHALLOW,
    Terrain.DEEP: DEEP,
}
"""Ground colour of a hex without jungle or mountain."""

GROUNDS = (DEEP, SHALLOW, LAND, JUNGLE, MOUNTAIN)
"""Every colour a line or a label may lie on."""

FACES: Mapping[Nation, tuple[str, str]] = {
    Nation.JAPAN: (JAPAN, WHITE),
    Nation.US: (UNITED_STATES, WHITE),
    Nation.COMMONWEALTH: (COMMONWEALTH, INK),
    Nation.CHINA: (CHINA, CHINA_INK),
}
"""A full counter: its face, and what is printed on it."""

EDGES: Mapping[Nation, tuple[str, str]] = {
    Nation.JAPAN: (JAPAN, JAPAN),
    Nation.US: (UNITED_STATES, UNITED_STATES),
    Nation.COMMONWEALTH: (COMMONWEALTH, COMMONWEALTH_INK),
    Nation.CHINA: (CHINA_INK, CHINA_INK),
}
"""An attrited counter on its white face: the thick border, and what is printed on it."""

SIDES: Mapping[Side, str] = {Side.JAPAN: JAPAN, Side.ALLIES: UNITED_STATES}
"""Ports, airfields and washes by holder."""

ZONES: Mapping[Side, str] = {Side.JAPAN: JAPAN, Side.ALLIES: DEEP_SIDE}
ZONE_OPACITY = 0.8

SANS = (
    'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Noto Sans JP", '
    '"Liberation Sans", sans-serif'
)
MONO = 'ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace'

BODY, VERDICT, CARD_TITLE, TABLE, CHIP, KEY_LINE = 16, 20, 15, 15, 13, 14
"""Type of the panels."""
MAP_NAME, MAP_ID, MAP_PILL = 14, 11, 13
MAP_NAME_LEAST = 10
"""Type of the map; names shrink to the last where they have no room."""
ROOM_NAME, ROOM_ID, ROOM_PILL = 20, 17, 20
"""Type of the map on the wall."""
TOUCH = 44
"""Least side of anything that is tapped."""


def _linear(channel: int) -> float:
    value = channel / 255
    return value / 12.92 if value <= 0.04045 else float(((value + 0.055) / 1.055) ** 2.4)


def channels(colour: str) -> tuple[int, int, int]:
    """Red, green and blue, 0 to 255, of ``#RRGGBB``.

    Raises ValueError for another form.
    """
    if len(colour) != 7 or not colour.startswith("#"):
        raise ValueError(f"{colour!r} is not a colour like #1A1F26")
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def luminance(colour: str) -> float:
    """Relative luminance, 0 for black to 1 for white (WCAG 2)."""
    red, green, blue = (_linear(c) for c in channels(colour))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Contrast ratio of two colours, 1 to 21 (WCAG 2)."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def blend(over: str, ground: str, opacity: float) -> str:
    """The colour seen where ``over`` lies on ``ground`` with an opacity of 0 to 1."""
    mixed = (
        round(a * opacity + b * (1 - opacity))
        for a, b in zip(channels(over), channels(ground), strict=True)
    )
    return "#" + "".join(f"{c:02X}" for c in mixed)
