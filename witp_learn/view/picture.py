"""The pictures of a scene, each a whole SVG over the same box, and all of them in one."""

from __future__ import annotations

from witp_learn.model import Board
from witp_learn.view import counters, lines, terrain, words, zones
from witp_learn.view.boxes import Scale
from witp_learn.view.layout import Layout
from witp_learn.view.scene import Scene
from witp_learn.view.svg import finished

KEPT = 4
"""Board pictures remembered: most edits and every choice leave the board as it was."""

_boards: list[tuple[Board, tuple[object, ...], str]] = []
_layouts: list[Layout] = []


def _layout(scene: Scene, hex_px: float, room: bool) -> Layout:
    """The layout of a scene, shared by the pictures that are made of it one after the other."""
    scale = Scale(hex_px, room)
    for known in _layouts:
        if known.scene is scene and known.scale == scale:
            return known
    _layouts[:] = [Layout.of(scene, hex_px, room)]
    return _layouts[0]


def board_picture(scene: Scene, hex_px: float, room: bool = False) -> str:
    """Terrain, hexsides, numbers, names, ports, airfields and sources.

    The last few pictures are remembered, since this is the largest and changes least.
    """
    layout = _layout(scene, hex_px, room)
    key = _board_key(layout)
    for board, known, picture in _boards:
        if board is scene.board and known == key:
            return picture
    drawn = terrain.terrain(layout) + terrain.labels(layout, scene.frame)
    picture = finished(layout.frame_px, drawn)
    _boards.insert(0, (scene.board, key, picture))
    del _boards[KEPT:]
    return picture


def _board_key(layout: Layout) -> tuple[object, ...]:
    """All that a board picture depends on, but for the board itself."""
    scene = layout.scene
    moved = tuple(
        (h, at.id_at, at.facility_at, at.source_at, at.upright)
        for h, at in ((h, layout.at(h)) for h in layout.occupied)
    )
    spoken = layout.spoken_of if layout.scale.room else None
    held = tuple(sorted(scene.controls.items()))
    flags = (scene.show_ids, scene.names, scene.assumed)
    return layout.scale, scene.frame, flags, held, spoken, moved, layout.names


def zones_picture(scene: Scene, hex_px: float, room: bool = False) -> str:
    """Air zones, lifted zones and the control wash; labels are repeated on top of them."""
    layout = _layout(scene, hex_px, room)
    under = terrain.crossed(layout, zones.covered(layout))
    return finished(layout.frame_px, zones.zones(layout), terrain.labels(layout, under, under))


def lines_picture(scene: Scene, hex_px: float, room: bool = False) -> str:
    """Rings, lines and pills; labels under a line or ring and signs under a ring are repeated."""
    layout = _layout(scene, hex_px, room)
    under = terrain.crossed(layout, lines.covered(layout))
    repeated = terrain.labels(layout, under, under)
    signs = terrain.signs(layout, sorted(lines.ringed(layout)))
    return finished(layout.frame_px, lines.lines(layout), signs, repeated, lines.pills(layout))


def counters_picture(scene: Scene, hex_px: float, room: bool = False) -> str:
    """Counters with their badges, bases, continuing combat, a spotlight's dimming, RP of moves."""
    layout = _layout(scene, hex_px, room)
    return finished(layout.frame_px, counters.counters(layout), lines.paid(layout))


def scene_svg(
    scene: Scene, hex_px: float = 72, width: float | None = None, room: bool = False
) -> str:
    """Everything in one picture that stands alone and says in words what it shows.

    ``hex_px``: the width of a hex that sizes of type and lines are chosen for; ``width``: pixels
    at which the whole is displayed, its own size when None.
    """
    layout = _layout(scene, hex_px, room)
    covered = zones.covered(layout) | lines.covered(layout)
    return finished(
        layout.frame_px,
        terrain.terrain(layout),
        zones.zones(layout),
        lines.lines(layout),
        terrain.signs(layout, sorted(lines.ringed(layout))),
        terrain.labels(layout, scene.frame, covered),
        lines.pills(layout),
        counters.counters(layout),
        lines.paid(layout),
        width=width,
        title=scene.title or "Board",
        desc=words.description(layout),
    )
