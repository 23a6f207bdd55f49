"""How far a stack could go, on the map: in every hex a disc with the least RP to get there (8.4).

The picture lies on top of all others, over the same box.
"""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

from witp_learn import hexgrid
from witp_learn.hexgrid import HexId
from witp_learn.view.boxes import Box, Scale
from witp_learn.view.layout import Layout
from witp_learn.view.move_way import disc, disc_radius
from witp_learn.view.scene import Scene
from witp_learn.view.svg import Point, finished, group

_SPOTS = (
    (-0.26, -0.26),
    (0.26, -0.26),
    (-0.37, -0.08),
    (0.37, -0.08),
    (-0.37, 0.08),
    (0.37, 0.08),
    (-0.26, 0.27),
    (0.26, 0.27),
    (0.0, 0.32),
    (0.0, 0.0),
)
"""Where in a hex a disc may stand, from its middle, in widths of a hex; the best first."""


@frozen
class Reached:
    """What a hex costs at least; ``dear``: more than is at hand."""

    rp: int
    dear: bool = False


def reach_discs(found: Mapping[HexId, int], rp: int | None) -> Mapping[HexId, Reached]:
    """The least RP for each hex that can be reached; those out of budget are pale."""
    return {h: Reached(cost, rp is not None and cost > rp) for h, cost in found.items()}


def discs_picture(scene: Scene, found: Mapping[HexId, Reached], hex_px: float) -> str:
    """The discs, clear of names, numbers and counters where a hex has room for it."""
    layout = Layout.of(scene, hex_px)
    if not found:
        return finished(layout.frame_px)
    names = [place.box for place in layout.names.values()]
    drawn = [
        _disc(layout, hex_id, one, names) for hex_id, one in found.items() if hex_id in layout.shown
    ]
    return finished(layout.frame_px, *drawn)


def _disc(layout: Layout, hex_id: HexId, one: Reached, names: list[Box]) -> str:
    radius = disc_radius(layout.scale)
    x, y = _spot(layout, hex_id, radius, names)
    drawn = disc(x, y, radius, str(one.rp), pale=one.dear)
    return group(drawn, data_reach=f"{hex_id} {one.rp}", data_dear="yes" if one.dear else None)


def _spot(layout: Layout, hex_id: HexId, radius: float, names: list[Box]) -> Point:
    """The first free spot of a hex, else the one that covers least."""
    x, y = layout.at(hex_id).middle
    w = layout.scale.hex_px
    if layout.scale.pips:
        return x, y + _low(layout.scale)
    near = Box.around(x, y, 1.3 * w)
    here = [b for h in (hex_id, *hexgrid.neighbours(hex_id)) for b in layout.taken(h)]
    number = layout.number_box(hex_id)
    boxes = [*here, *([number] if number else []), *(b for b in names if b.overlaps(near))]

    def covered(spot: Point) -> float:
        lies = Box.around(*spot, 2 * radius + 2)
        return sum(_shared(lies, box) for box in boxes)

    return min(((x + dx * w, y + dy * w) for dx, dy in _SPOTS), key=covered)


def _low(scale: Scale) -> float:
    return 0.22 * scale.hex_px


def _shared(one: Box, other: Box) -> float:
    """The area that two boxes share."""
    wide = min(one.right, other.right) - max(one.x, other.x)
    high = min(one.bottom, other.bottom) - max(one.y, other.y)
    return max(0.0, wide) * max(0.0, high)
