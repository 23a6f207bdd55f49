"""The key of the map: every sign of it, drawn by the code that draws the map, with its meaning."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files

from attrs import evolve

from witp_learn.explain import say
from witp_learn.model import Area, Board, Facility, Hex, Nation, Side, Terrain
from witp_learn.view import counters, lines, style, symbols, terrain, zones
from witp_learn.view.boxes import Box, Scale
from witp_learn.view.layout import Layout
from witp_learn.view.scene import Badge, LineView, Scene
from witp_learn.view.stacks import Rest
from witp_learn.view.svg import Point, finished, group, label, path, text_of

WIDE, HIGH = 60.0, 40.0
"""Size of a swatch in pixels."""

_HEX = 44.0
"""Width of the hex in a swatch."""

_AT = "1007"
"""A hex in which the real Pacific shows no land: swatches have the land of their sign alone."""

_SEA = Hex(_AT, Terrain.SHALLOW, land_part=True)
_COASTAL = Hex("0608", Terrain.SHALLOW, land_part=True)


def _scene(place: Hex) -> Scene:
    return Scene(Board({place.id: place}), show_ids=False, names="none", assumed=frozenset())


def _drawn(scene: Scene, hex_px: float = _HEX) -> str:
    """A hex as the map draws it, without counters."""
    layout = Layout.of(scene, hex_px)
    x, y, w, h = layout.frame_px
    box = (x + w / 2 - WIDE / 2, y, WIDE, h)
    parts = (terrain.terrain, zones.zones, lines.lines, lines.pills)
    return finished(box, *(part(layout) for part in parts))


def _sign(*content: str) -> str:
    """Signs on shallow sea, in a box whose middle is 0, 0."""
    ground = path(f"M{-WIDE / 2:g} {-HIGH / 2:g}h{WIDE:g}v{HIGH:g}h{-WIDE:g}z", fill=style.SHALLOW)
    return finished((-WIDE / 2, -HIGH / 2, WIDE, HIGH), ground, *content)


def _side(kind: Terrain, open_: bool) -> str:
    ends: tuple[Point, Point] = ((-24.0, 0.0), (24.0, 0.0))
    return group(terrain.side_mark(kind, ends, 1.0, open_), fill="none")


def _open_side() -> str:
    known = group(_side(Terrain.DEEP, False), transform="translate(0 -8)")
    return _sign(known, group(_side(Terrain.DEEP, True), transform="translate(0 8)"))


def _line(line: LineView) -> str:
    """A line over a row of hexes, from left to right."""
    hexes = {h: Hex(h, Terrain.SHALLOW) for h in ("0102", "0202", "0302")}
    scene = Scene(Board(hexes, own=True), lines=(line,), show_ids=False, names="none")
    layout = Layout.of(scene, 36.0)
    x, y, w, h = layout.frame_px
    parts = (terrain.terrain(layout), lines.lines(layout), lines.pills(layout))
    return finished((x, y + 4, w, h - 4), *parts, width=WIDE)


def _pair(one: str, other: str) -> str:
    """Two signs made for 0, 0 side by side."""
    return _sign(
        group(one, transform="translate(-14 0)"), group(other, transform="translate(14 0)")
    )


def _facility(kind: Facility) -> str:
    plates = (
        symbols.facility_plate(kind, side, 0, 0, 14, upright=False, letter=True)
        for side in (Side.ALLIES, Side.JAPAN)
    )
    return _pair(*plates)


def _badge(badge: Badge) -> str:
    return _sign(symbols.verdict_badge(badge, 0, 0, 11))


def _more() -> str:
    rest = Rest(Side.ALLIES, 7, "out", Box.around(0, 0, 26, 22))
    return _sign(*counters.rest_tile(rest, Scale(140)))


def _cut_off() -> str:
    return _sign(symbols.base_sign(Side.ALLIES, 0, 0, 16), symbols.cut_off_ring(0, 0, 16))


def _coast() -> str:
    wavy = path(
        "M-26 8q8-16 16-6t14-4 8 8 14-12",
        fill="none",
        stroke=style.COAST,
        stroke_opacity=0.6,
        stroke_width=1.5,
    )
    return _sign(wavy)


def _seas() -> str:
    return _sign(
        label("W", -14, 5, 12, weight=700, halo=3), label("E", 14, 5, 12, weight=700, halo=3)
    )


def _swatches() -> Mapping[str, Mapping[str, str]]:
    land = Hex(_AT, Terrain.LAND, land_part=True)
    wash = {s: _drawn(evolve(_scene(_SEA), control_wash={_AT: s})) for s in Side}
    zone = {s: _drawn(evolve(_scene(_SEA), zones={s: (_AT,)})) for s in Side}
    way = ("0102", "0202", "0302")
    return {
        "ground": {
            "deep": _drawn(_scene(Hex(_AT))),
            "shallow": _drawn(_scene(_COASTAL)),
            "islet": _drawn(_scene(_SEA)),
            "water": _drawn(_scene(Hex(_AT, Terrain.SHALLOW))),
            "land": _drawn(_scene(land)),
            "mountain": _drawn(_scene(evolve(land, mountain=True))),
            "jungle": _drawn(_scene(evolve(land, jungle=True))),
            "stripes": _drawn(_scene(evolve(land, area=Area.AUSTRALIA))),
            "box": _drawn(_scene(evolve(_SEA, unlimited=True))),
            "coast": _coast(),
        },
        "sides": {
            "land_side": _sign(_side(Terrain.LAND, False)),
            "deep_side": _sign(_side(Terrain.DEEP, False)),
            "open_side": _open_side(),
        },
        "signs": {
            "assumed": _sign(symbols.assumed_mark(0, 0, 5)),
            "port": _facility(Facility.PORT),
            "airfield": _facility(Facility.AIRFIELD),
            "source": _pair(
                symbols.source_sign(Nation.US, 0, 0, 11),
                symbols.source_sign(Nation.JAPAN, 0, 0, 11),
            ),
            "resource": _sign(symbols.resource_sign(0, 0, 18)),
            "seas": _seas(),
            "more": _more(),
        },
        "verdicts": {name: _badge(name) for name in _VERDICTS},
        "zones": {
            "japan_zone": zone[Side.JAPAN],
            "allied_zone": zone[Side.ALLIES],
            "lifted": _drawn(evolve(_scene(_SEA), lifted={Side.JAPAN: (_AT,)})),
            "japan_held": wash[Side.JAPAN],
            "allied_held": wash[Side.ALLIES],
        },
        "lines": {
            "supply_line": _line(LineView(way)),
            "cut_line": _line(LineView(way, "0202", "✕")),
            "network": _line(LineView(way, kind="network")),
            "base": _pair(*(symbols.base_sign(s, 0, 0, 20) for s in Side)),
            "cut_off": _cut_off(),
            "planned": _pair(*(symbols.planned_sign(s, 0, 0, 20) for s in Side)),
            "site": _sign(symbols.site_sign(True, 0, 0, 15)),
            "no_site": _sign(symbols.site_sign(False, 0, 0, 15)),
        },
    }


_VERDICTS: tuple[Badge, ...] = ("in", "out", "auto", "ask")


@cache
def legend_css() -> str:
    """The style sheet of the key."""
    return (files("witp_learn.view") / "legend.css").read_text("utf-8")


@cache
def legend_html(heading: int = 3) -> str:
    """Every sign of the map with its meaning, in groups under headings of level ``heading``."""
    parts = "".join(
        f"<section><h{heading}>{text_of(say(f'legend.{name}'))}</h{heading}>"
        f"<ul>{_items(swatches.items())}</ul></section>"
        for name, swatches in _swatches().items()
    )
    return f'<div class="w-legend">{parts}</div>'


def _items(swatches: Iterable[tuple[str, str]]) -> str:
    return "".join(
        f'<li><span class="w-swatch">{svg}</span><span>{text_of(say(f"legend.{name}"))}</span></li>'
        for name, svg in swatches
    )
