"""The pictures of a scene, each a whole SVG over the same box, and all of them in one."""

from __future__ import annotations

from witp_learn.view import counters, lines, terrain, zones
from witp_learn.view.frame import frame_box
from witp_learn.view.layout import Layout
from witp_learn.view.scene import Scene
from witp_learn.view.svg import finished


def board_picture(scene: Scene, hex_px: float, room: bool = False) -> str:
    """Terrain, hexsides, numbers, names, ports, airfields and sources."""
    layout = Layout.of(scene, hex_px, room)
    drawn = terrain.terrain(layout) + terrain.labels(layout, scene.frame)
    return finished(frame_box(scene.frame, hex_px), drawn)


def zones_picture(scene: Scene, hex_px: float, room: bool = False) -> str:
    """Air zones, lifted zones and the control wash; labels are repeated on top of them."""
    layout = Layout.of(scene, hex_px, room)
    under = terrain.crossed(layout, zones.covered(layout))
    drawn = zones.zones(layout) + terrain.labels(layout, under, under)
    return finished(frame_box(scene.frame, hex_px), drawn)


def lines_picture(scene: Scene, hex_px: float, room: bool = False) -> str:
    """Rings, lines and pills; the labels of the hexes that a line runs through are repeated."""
    layout = Layout.of(scene, hex_px, room)
    under = terrain.crossed(layout, lines.covered(layout))
    drawn = lines.lines(layout) + terrain.labels(layout, under, under) + lines.pills(layout)
    return finished(frame_box(scene.frame, hex_px), drawn)


def counters_picture(scene: Scene, hex_px: float, room: bool = False) -> str:
    """Counters with their badges, bases, continuing combat, and the dimming of a spotlight."""
    layout = Layout.of(scene, hex_px, room)
    return finished(frame_box(scene.frame, hex_px), counters.counters(layout))


def scene_svg(
    scene: Scene, hex_px: float = 72, width: float | None = None, room: bool = False
) -> str:
    """Everything in one picture that stands alone and says in words what it shows.

    ``hex_px``: the width of a hex that sizes of type and lines are chosen for; ``width``: pixels
    at which the whole is displayed, its own size when None.
    """
    layout = Layout.of(scene, hex_px, room)
    covered = zones.covered(layout) | lines.covered(layout)
    return finished(
        frame_box(scene.frame, hex_px),
        terrain.terrain(layout),
        zones.zones(layout),
        lines.lines(layout),
        terrain.labels(layout, scene.frame, covered),
        lines.pills(layout),
        counters.counters(layout),
        width=width,
        title=scene.title or "Board",
        desc=counters.description(layout),
    )
