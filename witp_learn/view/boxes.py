"""Rectangles, and the sizes of everything drawn in a hex at a given zoom."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import frozen

from witp_learn.view import style
from witp_learn.view.svg import Point

PIPS_BELOW = 44
"""Width of a hex in pixels below which counters become pips."""

NUMBERS_FROM = 48
"""Width of a hex in pixels from which hex numbers show."""

CROWDED_BELOW = 60
"""Width of a hex in pixels below which ports and airfields carry no letter."""

FAN = 0.15
"""How far a stack fans out, in sides of a counter."""


@frozen
class Box:
    """A rectangle in pixels: left, top, width, height."""

    x: float
    y: float
    w: float
    h: float

    @property
    def right(self) -> float:
        """The right edge."""
        return self.x + self.w

    @property
    def bottom(self) -> float:
        """The lower edge."""
        return self.y + self.h

    @property
    def centre(self) -> Point:
        """The middle."""
        return self.x + self.w / 2, self.y + self.h / 2

    def overlaps(self, other: Box) -> bool:
        """Whether two boxes share more than an edge."""
        return (
            self.x < other.right
            and other.x < self.right
            and self.y < other.bottom
            and other.y < self.bottom
        )

    @staticmethod
    def around(x: float, y: float, w: float, h: float | None = None) -> Box:
        """The box of width ``w`` and height ``h`` (``w`` when left out) centred at x, y."""
        h = w if h is None else h
        return Box(x - w / 2, y - h / 2, w, h)

    @staticmethod
    def hull(boxes: Iterable[Box]) -> Box:
        """The smallest box that holds all of some boxes (at least one)."""
        kept = list(boxes)
        x, y = min(b.x for b in kept), min(b.y for b in kept)
        return Box(x, y, max(b.right for b in kept) - x, max(b.bottom for b in kept) - y)


@frozen
class Scale:
    """Sizes in pixels at one zoom: ``hex_px`` is the width of a hex, ``room`` the wall."""

    hex_px: float
    room: bool = False

    @property
    def pips(self) -> bool:
        """Whether hexes are too small for counters."""
        return self.hex_px < PIPS_BELOW

    @property
    def tight(self) -> bool:
        """Whether signs move beside the counter for want of room above it."""
        return self.hex_px < 80 or self.room

    @property
    def name_size(self) -> float:
        """Type of place names."""
        if self.room:
            return style.ROOM_NAME
        return min(style.MAP_NAME, max(10.5, self.hex_px * 0.145))

    @property
    def id_size(self) -> float:
        """Type of hex numbers."""
        return style.ROOM_ID if self.room else style.MAP_ID

    @property
    def pill_size(self) -> float:
        """Type of the pill on a hex that cuts a line."""
        if self.room:
            return style.ROOM_PILL
        if self.pips:
            return 9.0
        return min(style.MAP_PILL, max(11.0, self.hex_px * 0.17))

    @property
    def thin(self) -> float:
        """Factor for lines and casings: smaller where hexes are small."""
        return 1.0 if self.room else min(1.0, max(0.5, self.hex_px / 84))

    @property
    def pitch(self) -> float:
        """Distance of the hatching lines of an air zone."""
        if self.room:
            return 18
        return 14 if self.hex_px >= 70 else 10 if self.hex_px >= PIPS_BELOW else 7

    def counter(self, kinds: int) -> float:
        """Side of a counter where ``kinds`` counters (1 to 3) lie side by side in the hex."""
        w = self.hex_px
        if kinds == 1:
            return max(56.0 if self.room else 28.0, 0.42 * w)
        if kinds == 2:
            return max(28.0, 0.36 * w, min(56.0, 0.42 * w) if self.room else 0)
        return max(28.0, 0.285 * w)

    def holds(self, kinds: int) -> bool:
        """Whether ``kinds`` counters fit side by side; otherwise they collapse to a plate."""
        if self.pips or kinds > 3:
            return False
        least = (0, 0, 92, 140) if self.room else (0, 0, 60, 110)
        return self.hex_px >= least[kinds]

    @property
    def tile(self) -> float:
        """Height of one entry of a plate, or of a pip."""
        w = self.hex_px
        if self.pips:
            return min(15.0, max(9.0, 0.4 * w))
        return max(28.0, 0.24 * w) if self.room else min(30.0, max(16.0, 0.22 * w))

    @property
    def least_tile(self) -> float:
        """Height to which the entries of a full plate may shrink."""
        if self.pips:
            return min(self.tile, 9.0)
        return 28.0 if self.room else min(self.tile, 14.0)

    def badge(self, side: float) -> float:
        """Radius of the badge of a counter of ``side`` pixels."""
        return max(13.0, 0.2 * side) if self.room else max(7.5, 0.17 * side)

    def small_badge(self, height: float) -> float:
        """Radius of the badge of an entry of a plate or of cargo, ``height`` pixels high."""
        least = 12.0 if self.room else 4.0 if self.pips else 5.5
        return max(least, 0.27 * height)

    @property
    def least_name(self) -> float:
        """The smallest type of place names."""
        return style.ROOM_ID if self.room else style.MAP_NAME_LEAST

    @property
    def house(self) -> float:
        """Side of a base."""
        if self.pips:
            return max(10.0, 0.4 * self.hex_px)
        if self.room:
            return max(32.0, 0.22 * self.hex_px)
        return min(34.0, max(16.0, 0.23 * self.hex_px))

    @property
    def facility(self) -> float:
        """Short side of the plate of a port or airfield."""
        if self.hex_px < CROWDED_BELOW:
            return max(9.0, 0.21 * self.hex_px)
        return 22.5 if self.room else min(18.0, max(12.0, 0.13 * self.hex_px))

    @property
    def lettered(self) -> bool:
        """Whether ports and airfields carry the letter of their holder."""
        return self.hex_px >= CROWDED_BELOW

    @property
    def source(self) -> float:
        """Radius of a supply source."""
        return max(5.0, 0.105 * self.hex_px)

    @property
    def resource(self) -> float:
        """Size of a resource icon."""
        return max(12.0, 0.12 * self.hex_px)

    @property
    def site(self) -> float:
        """Size of the mark on a place where a base could be built or not."""
        return 20.0 if self.room else max(9.0, min(15.0, 0.15 * self.hex_px))

    @property
    def mark(self) -> float:
        """Radius of the mark of assumed data."""
        return 2.8 if self.hex_px >= 70 else 2.3

    def tally(self, side: float) -> float:
        """Type of the count on a stack of counters of ``side`` pixels."""
        return max(17.0 if self.room else 11.0, 0.22 * side)
