"""The counters and bases of a hex: side by side where there is room, else on plates or as pips."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Literal

from attrs import evolve, field, frozen

from witp_learn.model import Kind, Side
from witp_learn.view.boxes import FAN, Box, Scale
from witp_learn.view.scene import Badge, CounterView
from witp_learn.view.svg import Point, text_width

Form = Literal["counter", "tile", "pip"]

_WORST: tuple[Badge, ...] = ("out", "ask", "in", "auto")


_NAME_ROOM = 12.0
"""Pixels below the plates of a hex that its name would like to have."""


@frozen
class House:
    """A base, or one that is being planned."""

    side: Side
    planned: bool = False


@frozen
class Placed:
    """A counter and its box. ``cargo``: what it carries. ``crowded``: others lie beside it."""

    view: CounterView
    box: Box
    form: Form
    cargo: tuple[CounterView, ...] = ()
    crowded: bool = False
    tally_to: float = math.inf
    """The right edge that its count must not pass."""

    @property
    def reach(self) -> Box:
        """Its box, down to the lower edge of its cargo."""
        below = 0.24 if self.cargo else 0.06
        return Box(self.box.x, self.box.y, self.box.w, self.box.h * (1 + below))

    @property
    def fanned(self) -> Box:
        """Its box with the counters fanned out behind it."""
        more = FAN * self.box.w if self.view.unit.count > 1 else 0.0
        return Box(self.box.x, self.box.y - more, self.box.w + more, self.box.h + more)

    def badge_at(self, radius: float) -> Point:
        """The middle of its badge: at the lower left, outside; nearer where others lie beside."""
        if self.form != "counter":
            return self.box.x + radius * 0.35, self.box.bottom + radius * 0.1
        if self.crowded:
            return self.box.x + radius * 0.1, self.box.bottom + radius * 0.1
        return self.box.x - radius * 0.35, self.box.bottom - radius * 0.5

    def badge_box(self, radius: float) -> Box:
        """The box of its badge."""
        return Box.around(*self.badge_at(radius), radius * 2)

    def strength_size(self, room: bool) -> float:
        """Type of its strength."""
        return max(17.0 if room else 10.0, self.box.w * 0.27)

    def strength_box(self, room: bool) -> Box:
        """The box of its strength, at the lower right, inside."""
        size = self.strength_size(room)
        w, h = size * 0.6, size * 0.74
        inset = self.box.w * (0.1 if self.view.unit.full else 0.155)
        return Box(self.box.right - inset - w, self.box.bottom - inset - h, w, h)

    @property
    def tally(self) -> str:
        """The count of a stack, with the coast letter in a hex with two seas."""
        unit = self.view.unit
        return " ".join(filter(None, (unit.coast, f"×{unit.count}" if unit.count > 1 else "")))

    def tally_box(self, scale: Scale) -> Box | None:
        """The plate with the count, or None without one."""
        if not self.tally or self.form != "counter":
            return None
        size = scale.tally(self.box.w)
        w, h = text_width(self.tally, size) + size * 0.5, size * 1.3
        small = self.box.w < 44
        x = self.box.right + (-1 if small else 0.06 * self.box.w)
        y = self.box.y + (1 if small else 0.5 * self.box.h)
        return Box.around(min(x, self.tally_to - w / 2), y, w, h)

    def cargo_boxes(self, scale: Scale) -> tuple[Box, ...]:
        """The boxes of what it carries, in the lower edge of its own."""
        s, many = self.box.w, len(self.cargo)
        size = max(23.0 if scale.room else 13.0, 0.36 * s)
        made = []
        for i, view in enumerate(self.cargo):
            width = max(size, text_width(cargo_text(view), size * 0.75) + 4)
            x = self.box.x + s * 0.47 + (i - (many - 1) / 2) * (width + 3)
            made.append(Box.around(x, self.box.bottom + size * 0.12, width, size))
        return tuple(made)


@frozen
class Rest:
    """The last entry of a full plate: how many more counters lie there, the worst verdict first.

    Rules: 8.9a
    """

    side: Side
    count: int
    badge: Badge
    box: Box


@frozen
class Pieces:
    """All counters and bases of one hex, placed. ``plates``: what entries of a side lie on."""

    placed: tuple[Placed, ...] = ()
    plates: tuple[tuple[Side, Box], ...] = ()
    rest: tuple[Rest, ...] = ()
    houses: tuple[tuple[House, Box], ...] = ()


@frozen
class Stack:
    """A counter and its cargo, before it has a place."""

    view: CounterView
    cargo: tuple[CounterView, ...] = ()


_WESTWARD = "WNSE"
"""The letters of seas in the order in which counters stand from left to right."""


def stacks(views: Sequence[CounterView]) -> list[Stack]:
    """Counters of one hex, each with its cargo: full ships carry before others.

    Japan first; where a hex has two seas, what lies on its western one.
    """
    ordered = sorted(
        views, key=lambda v: (_WESTWARD.find(v.unit.coast), v.unit.side is not Side.JAPAN)
    )
    cargo: dict[int, list[CounterView]] = {}
    loose: list[int] = []
    for i, view in enumerate(ordered):
        if not view.unit.aboard:
            loose.append(i)
            continue
        ships = [
            j
            for j, other in enumerate(ordered)
            if other.unit.kind is Kind.NAVAL
            and other.unit.at == view.unit.at
            and other.unit.side is view.unit.side
        ]
        ships.sort(
            key=lambda j: (ordered[j].unit.nation is not view.unit.nation, not ordered[j].unit.full)
        )
        if ships:
            cargo.setdefault(ships[0], []).append(view)
        else:
            loose.append(i)
    return [Stack(ordered[i], tuple(cargo.get(i, ()))) for i in loose]


def cargo_text(view: CounterView) -> str:
    """A land counter on its ship: ``L``, ``2L``."""
    unit = view.unit
    return unit.kind.letter if unit.count == 1 else f"{unit.count}{unit.kind.letter}"


def tile_text(view: CounterView) -> str:
    """A counter in a plate or as a pip: ``2C``, ``A``; cargo in brackets."""
    text = cargo_text(view)
    return f"({text})" if view.unit.aboard else text


def tile_width(text: str, height: float) -> float:
    """Width of a tile in a plate."""
    return max(height * 0.92, text_width(text, height * 0.68) + height * 0.3)


def spread(found: list[Stack], middle: Point, scale: Scale) -> tuple[Placed, ...]:
    """One to three counters side by side."""
    x, y = middle
    many = len(found)
    side = scale.counter(many)
    if many == 1:
        fan = 0.075 * side if found[0].view.unit.count > 1 else 0.0
        rise = 0.07 * side if found[0].cargo else 0.0
        places = [(x - fan, y + fan - rise)]
    elif many == 2:
        shift = (side + max(3.0, scale.badge(side) * 0.75)) / 2
        y -= 2 if scale.tight else 0
        places = [(x - shift, y), (x + shift, y)]
    else:
        gap = max(3.0, scale.badge(side) * 0.75)
        shift, drop = (side + gap) / 2, side / 2 + 1
        places = [(x, y - drop), (x - shift, y + drop), (x + shift, y + drop)]
    return tuple(
        Placed(
            s.view,
            Box.around(*p, side),
            "counter",
            s.cargo,
            many > 1,
            x + 0.5 * scale.hex_px,
        )
        for s, p in zip(found, places, strict=True)
    )


@frozen
class _Tile:
    """What stands in a plate: a counter, a base, or how many more there are."""

    what: CounterView | House | None
    width: float
    hidden: tuple[CounterView, ...] = ()


@frozen
class _Room:
    """The space for plates: the line they centre on, how high and wide they may grow."""

    x: float
    top: float
    bottom: float
    width: float
    scale: Scale
    heights: tuple[float, ...] = field(init=False)

    @heights.default
    def _heights(self) -> tuple[float, ...]:
        most, least = self.scale.tile, self.scale.least_tile
        return (most, (most + least) / 2, least) if most > least else (most,)

    def gap(self, height: float) -> float:
        """The space between the plates of two sides."""
        return 1.0 if self.scale.pips else max(4.0, height * 0.3)

    def rows(self, height: float, sides: int) -> int:
        """How many rows of entries fit."""
        free = self.bottom - self.top - self.gap(height) * (sides - 1)
        return max(sides, int(free / height + 0.05))


def collapsed(
    found: list[Stack], houses: Sequence[House], middle: Point, top: float, scale: Scale
) -> Pieces:
    """Counters and bases of a hex on one plate a side, or as pips, below the line ``top``.

    Entries shrink before any is left out. What still finds no room is counted in a last entry:
    fleets first, which no supply check touches.
    """
    x, y = middle
    half = 0.866 * scale.hex_px / 2
    free = _Room(x, top, y + half - 1, scale.hex_px * 0.9, scale)
    sides = [
        s
        for s in Side
        if any(f.view.unit.side is s for f in found) or any(h.side is s for h in houses)
    ]
    ways = [
        (height, {s: _wrapped(_tiles(found, houses, s, height), free.width) for s in sides})
        for height in free.heights
    ]

    def high(way: tuple[float, dict[Side, list[list[_Tile]]]]) -> float:
        lines = sum(map(len, way[1].values()))
        return lines * way[0] + free.gap(way[0]) * (len(sides) - 1)

    # The largest entries that leave room for the name, else the lowest plates.
    airy = [way for way in ways if high(way) <= free.bottom - free.top - _NAME_ROOM]
    height, rows = airy[0] if airy else min(ways, key=lambda way: sum(map(len, way[1].values())))
    if high((height, rows)) > free.bottom - free.top + 1:
        height, rows = ways[-1]
    most = free.rows(height, len(sides))
    if sum(map(len, rows.values())) > most:
        shares = _shares({s: len(r) for s, r in rows.items()}, most)
        rows = {
            s: _curtailed(_tiles(found, houses, s, height), free.width, height, shares[s])
            for s in sides
        }
    return _set(rows, height, y, free)


def _shares(wanted: dict[Side, int], rows: int) -> dict[Side, int]:
    """Rows for each side: what one side does not need goes to the other."""
    shares = dict.fromkeys(wanted, 0)
    for _ in range(rows):
        hungry = [s for s in wanted if shares[s] < wanted[s]]
        if hungry:
            shares[min(hungry, key=lambda s: shares[s])] += 1
    return shares


def _tiles(found: list[Stack], houses: Sequence[House], side: Side, height: float) -> list[_Tile]:
    views = [v for s in found if s.view.unit.side is side for v in (s.view, *s.cargo)]
    tiles = [_Tile(v, tile_width(tile_text(v), height)) for v in views]
    return tiles + [_Tile(h, height) for h in houses if h.side is side]


def _wrapped(tiles: Sequence[_Tile], limit: float) -> list[list[_Tile]]:
    rows: list[list[_Tile]] = []
    for tile in tiles:
        if rows and sum(t.width for t in rows[-1]) + tile.width <= limit:
            rows[-1].append(tile)
        else:
            rows.append([tile])
    return rows


def _curtailed(tiles: Sequence[_Tile], limit: float, height: float, most: int) -> list[list[_Tile]]:
    """Entries in at most ``most`` rows, with one that counts what is left out, where any is."""
    kept = list(tiles)
    hidden: list[CounterView] = []

    def rank(tile: _Tile) -> int:
        return 0 if isinstance(tile.what, CounterView) and tile.what.unit.kind.is_fleet else 1

    while True:
        count = sum(v.unit.count for v in hidden)
        last = _Tile(None, tile_width(f"+{count}", height), tuple(hidden))
        rows = _wrapped([*kept, last] if hidden else kept, limit)
        counters = [t for t in kept if isinstance(t.what, CounterView)]
        if len(rows) <= most or not counters:
            return rows
        lowest = min(map(rank, counters))
        gone = next(t for t in reversed(counters) if rank(t) == lowest)
        kept.remove(gone)
        if isinstance(gone.what, CounterView):
            hidden.append(gone.what)


def _set(rows: dict[Side, list[list[_Tile]]], height: float, y: float, free: _Room) -> Pieces:
    """Rows of entries at their places."""
    scale = free.scale
    gap = free.gap(height)
    total = height * sum(map(len, rows.values())) + gap * (len(rows) - 1)
    top = max(y - total / 2, min(free.top, free.bottom - total))
    made = Pieces()
    for i, (side, lines) in enumerate(rows.items()):
        top += gap if i else 0.0
        for line in lines:
            made = _row(made, side, line, Box(free.x, top, 0.0, height), scale)
            top += height
    return made


def _row(made: Pieces, side: Side, line: list[_Tile], at: Box, scale: Scale) -> Pieces:
    form: Form = "pip" if scale.pips else "tile"
    width = sum(t.width for t in line)
    left = at.x - width / 2
    placed, rest, houses = list(made.placed), list(made.rest), list(made.houses)
    plate = Box(left, at.y, width, at.h)
    for tile in line:
        box = Box(left, at.y, tile.width, at.h)
        if isinstance(tile.what, CounterView):
            placed.append(Placed(tile.what, box, form))
        elif isinstance(tile.what, House):
            size = at.h if scale.room else at.h * 0.82
            houses.append((tile.what, Box.around(*box.centre, size)))
        else:
            count = sum(v.unit.count for v in tile.hidden)
            rest.append(Rest(side, count, _worst(tile.hidden), box))
        left += tile.width
    return evolve(
        made,
        placed=tuple(placed),
        plates=(*made.plates, (side, plate)),
        rest=tuple(rest),
        houses=tuple(houses),
    )


def _worst(views: Sequence[CounterView]) -> Badge:
    """The verdict that must not stay hidden."""
    worn = {v.badge for v in views}
    return next((b for b in _WORST if b in worn), "")
