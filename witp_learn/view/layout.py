"""Where everything in a hex lies, at a given zoom.

One place decides, so that the board, the counters and the lines never disagree, and so that a test
can ask whether a badge hides a strength.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Literal

from attrs import evolve, field, frozen

from witp_learn import hexgrid
from witp_learn.hexgrid import HEIGHT, HexId
from witp_learn.model import Facility, Kind, Side
from witp_learn.view import style
from witp_learn.view.frame import frame_box
from witp_learn.view.scene import CounterView, Scene
from witp_learn.view.svg import Point, text_width

PIPS_BELOW = 44
"""Width of a hex in pixels below which counters become pips."""

CROWDED_BELOW = 60
"""Width of a hex in pixels below which names that run into each other are left out."""

Form = Literal["counter", "tile", "pip"]


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
        return min(style.MAP_NAME, max(11.0, self.hex_px * 0.145))

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
        least = (0, 0, 92, 140) if self.room else (0, 0, 60, 99)
        return self.hex_px >= least[kinds]

    @property
    def tile(self) -> float:
        """Height of one entry of a plate, or of a pip."""
        w = self.hex_px
        if self.pips:
            return min(15.0, max(9.0, 0.4 * w))
        return max(28.0, 0.24 * w) if self.room else min(30.0, max(16.0, 0.22 * w))

    def badge(self, side: float) -> float:
        """Radius of the badge of a counter of ``side`` pixels."""
        return max(13.0, 0.2 * side) if self.room else max(7.5, 0.17 * side)

    def small_badge(self, height: float) -> float:
        """Radius of the badge of an entry of a plate or of cargo, ``height`` pixels high."""
        least = 12.0 if self.room else 4.0 if self.pips else 5.5
        return max(least, 0.27 * height)


@frozen
class Placed:
    """A counter and its box. ``cargo``: what it carries. ``crowded``: others lie beside it."""

    view: CounterView
    box: Box
    form: Form
    cargo: tuple[CounterView, ...] = ()
    crowded: bool = False

    @property
    def reach(self) -> Box:
        """Its box, down to the lower edge of its cargo."""
        below = 0.24 if self.cargo else 0.06
        return Box(self.box.x, self.box.y, self.box.w, self.box.h * (1 + below))

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


@frozen
class HexLayout:
    """What lies where in one hex. Points are centres, for words the middle of the baseline."""

    hex: HexId
    middle: Point
    placed: tuple[Placed, ...] = ()
    plates: tuple[tuple[Side, Box], ...] = ()
    rest: tuple[tuple[Side, int, Box], ...] = ()
    bases: tuple[tuple[Side, Box], ...] = ()
    id_at: Point | None = None
    name_at: Point = (0.0, 0.0)
    facility_at: Point | None = (0.0, 0.0)
    upright: bool = True
    source_at: Point = (0.0, 0.0)
    resource_at: Point = (0.0, 0.0)

    @property
    def pieces(self) -> Box | None:
        """The box round all counters of the hex, or None without any."""
        boxes = [p.box for p in self.placed] + [b for _, b in self.plates]
        return Box.hull(boxes) if boxes else None


@frozen
class _Stack:
    """A counter and its cargo, before it has a place."""

    view: CounterView
    cargo: tuple[CounterView, ...] = ()


def _stacks(views: tuple[CounterView, ...]) -> list[_Stack]:
    """Counters of one hex, Japan first, each with its cargo: full ships carry before others."""
    ordered = sorted(views, key=lambda v: v.unit.side is not Side.JAPAN)
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
    return [_Stack(ordered[i], tuple(cargo.get(i, ()))) for i in loose]


def tile_text(view: CounterView) -> str:
    """A counter in a plate or as a pip: ``2C``, ``A``; cargo in brackets."""
    unit = view.unit
    text = f"{unit.count if unit.count > 1 else ''}{unit.kind.letter}"
    return f"({text})" if unit.aboard else text


def tile_width(text: str, height: float) -> float:
    """Width of a tile in a plate."""
    return max(height * 0.92, text_width(text, height * 0.68) + height * 0.3)


def _spread(stacks: list[_Stack], middle: Point, scale: Scale) -> list[Placed]:
    """One to three counters side by side."""
    x, y = middle
    many = len(stacks)
    side = scale.counter(many)
    if many == 1:
        fan = 0.075 * side if stacks[0].view.unit.count > 1 else 0.0
        rise = 0.07 * side if stacks[0].cargo else 0.0
        places = [(x - fan, y + fan - rise)]
    elif many == 2:
        shift = (side + max(3.0, scale.badge(side) * 0.75)) / 2
        y -= 2 if scale.tight else 0
        places = [(x - shift, y), (x + shift, y)]
    else:
        gap = max(3.0, scale.badge(side) * 0.75)
        shift, drop = (side + gap) / 2, side / 2 + 1
        places = [(x, y - drop), (x - shift, y + drop), (x + shift, y + drop)]
    return [
        Placed(s.view, Box.around(*p, side), "counter", s.cargo, many > 1)
        for s, p in zip(stacks, places, strict=True)
    ]


@frozen
class _Row:
    side: Side
    tiles: tuple[tuple[CounterView | int | None, float], ...]

    @property
    def width(self) -> float:
        return sum(w for _, w in self.tiles)


def _rows(stacks: list[_Stack], bases: list[Side], scale: Scale, most: int) -> list[_Row]:
    """Tiles by side, in rows no wider than the hex; None stands for a base, a number for a rest."""
    height, limit = scale.tile, scale.hex_px * 0.9
    rows: list[_Row] = []
    for side in Side:
        tiles: list[tuple[CounterView | int | None, float]] = []
        for stack in stacks:
            if stack.view.unit.side is side:
                tiles += [(v, tile_width(tile_text(v), height)) for v in (stack.view, *stack.cargo)]
        if side in bases:
            tiles.append((None, height))
        rows += _wrapped(side, tiles, limit, height, most)
    return rows


def _wrapped(
    side: Side,
    tiles: list[tuple[CounterView | int | None, float]],
    limit: float,
    height: float,
    most: int,
) -> list[_Row]:
    """Tiles in at most ``most`` rows; what does not fit is counted in a last tile."""
    rows: list[list[tuple[CounterView | int | None, float]]] = []
    for tile in tiles:
        if rows and sum(w for _, w in rows[-1]) + tile[1] <= limit:
            rows[-1].append(tile)
        else:
            rows.append([tile])
    left = [t for row in rows[most:] for t in row]
    rows = rows[:most]
    if left:
        width = tile_width("+9", height)
        while len(rows[-1]) > 1 and sum(w for _, w in rows[-1]) + width > limit:
            left.append(rows[-1].pop())
        rows[-1].append((sum(v.unit.count for v, _ in left if isinstance(v, CounterView)), width))
    return [_Row(side, tuple(row)) for row in rows]


def _most_rows(sides: int, scale: Scale) -> int:
    """How many rows of tiles each side may fill."""
    if sides > 1:
        return 1 if scale.pips else 2
    return 2 if scale.pips else 3


def _collapsed(at: HexLayout, stacks: list[_Stack], bases: list[Side], scale: Scale) -> HexLayout:
    """The hex with its counters collapsed to one plate a side, or to pips."""
    sides = len({s.view.unit.side for s in stacks} | set(bases))
    rows = _rows(stacks, bases, scale, most=_most_rows(sides, scale))
    height = scale.tile
    gap = 1.0 if scale.pips else max(4.0, height * 0.3)
    x, middle = at.middle
    total, last = 0.0, None
    for row in rows:
        total += height + (gap if last not in (None, row.side) else 0.0)
        last = row.side
    y, last = middle - total / 2, None
    form: Form = "pip" if scale.pips else "tile"
    placed: list[Placed] = []
    rest: list[tuple[Side, int, Box]] = []
    houses: list[tuple[Side, Box]] = []
    plates: list[tuple[Side, Box]] = []
    for row in rows:
        y += gap if last not in (None, row.side) else 0.0
        left, last = x - row.width / 2, row.side
        plates.append((row.side, Box(left, y, row.width, height)))
        for what, width in row.tiles:
            box = Box(left, y, width, height)
            if what is None:
                size = height if scale.room else height * 0.82
                houses.append((row.side, Box.around(*box.centre, size)))
            elif isinstance(what, int):
                rest.append((row.side, what, box))
            else:
                placed.append(Placed(what, box, form))
            left += width
        y += height
    return evolve(
        at, placed=tuple(placed), plates=tuple(plates), rest=tuple(rest), bases=tuple(houses)
    )


def _house(scale: Scale) -> float:
    """Side of a base."""
    if scale.pips:
        return max(10.0, 0.4 * scale.hex_px)
    if scale.room:
        return max(32.0, 0.22 * scale.hex_px)
    return min(34.0, max(16.0, 0.23 * scale.hex_px))


@frozen
class Layout:
    """The layout of a whole scene at one scale, hex by hex."""

    scene: Scene
    scale: Scale
    _views: Mapping[HexId, tuple[CounterView, ...]] = field(factory=dict)
    _bases: Mapping[HexId, tuple[Side, ...]] = field(factory=dict)
    _known: dict[HexId, HexLayout] = field(factory=dict, init=False, eq=False, repr=False)

    @staticmethod
    def of(scene: Scene, hex_px: float, room: bool = False) -> Layout:
        """The layout of ``scene`` at ``hex_px`` pixels a hex, ``room`` for the wall."""
        views: dict[HexId, tuple[CounterView, ...]] = {}
        for view in scene.counters:
            views[view.unit.hex] = (*views.get(view.unit.hex, ()), view)
        bases: dict[HexId, tuple[Side, ...]] = {}
        for side, at in scene.bases:
            bases[at] = (*bases.get(at, ()), side)
        return Layout(scene, Scale(hex_px, room), views, bases)

    @cached_property
    def occupied(self) -> tuple[HexId, ...]:
        """The hexes of the frame that hold a counter or a base, in the frame's order."""
        return tuple(h for h in self.scene.frame if h in self._views or h in self._bases)

    @cached_property
    def shown(self) -> frozenset[HexId]:
        """The hexes of the frame."""
        return frozenset(self.scene.frame)

    def at(self, hex_id: HexId) -> HexLayout:
        """The layout of a hex of the frame, worked out when it is first asked for."""
        if hex_id not in self._known:
            self._known[hex_id] = self._hex(hex_id)
        return self._known[hex_id]

    def _hex(self, hex_id: HexId) -> HexLayout:
        w, scale = self.scale.hex_px, self.scale
        cx, cy = hexgrid.centre(hex_id)
        x, y = cx * w, cy * w
        stacks = _stacks(self._views.get(hex_id, ()))
        bases = list(self._bases.get(hex_id, ()))
        kinds = len(stacks)
        spread = scale.holds(kinds)
        name = self.scene.board[hex_id].name
        sx, sy = self._signs(kinds if spread else 4)
        plain = HexLayout(
            hex=hex_id,
            middle=(x, y),
            id_at=self._number_at(hex_id, x, y, crowded=bool(bases) and kinds > 1),
            name_at=self._name_at(name, x, y),
            facility_at=None if kinds > 1 and scale.tight else (x - sx * w, y - sy * w),
            upright=scale.tight or (spread and kinds != 2),
            source_at=(x + (0.4 if bases else sx) * w, y - (0 if bases else sy) * w),
            resource_at=(x + 0.36 * w, y + 0.14 * w),
        )
        if not spread:
            plates = _collapsed(plain, stacks, bases, scale)
            return evolve(plates, name_at=self._name_at(name, x, y, (b for _, b in plates.plates)))
        size = _house(scale)
        lone = scale.pips and not kinds
        houses = tuple(
            (
                s,
                Box.around(
                    x + (0 if lone else (sx, -sx)[i % 2]) * w, y - (0 if lone else sy) * w, size
                ),
            )
            for i, s in enumerate(bases)
        )
        placed = tuple(_spread(stacks, (x, y), scale)) if stacks else ()
        return evolve(
            plain,
            placed=placed,
            bases=houses,
            name_at=self._name_at(name, x, y, (p.reach for p in placed)),
        )

    def _signs(self, kinds: int) -> Point:
        """How far from the middle the signs stand, in widths: left or right, and up."""
        if kinds == 3:
            return 0.3, 0.17
        if kinds <= 1:
            return (0.33, 0.1) if self.scale.tight else (0.32, 0.16)
        return 0.27, 0.29

    @cached_property
    def frame_px(self) -> tuple[float, float, float, float]:
        """Left, top, width and height of the picture in pixels."""
        return frame_box(self.scene.frame, self.scale.hex_px)

    def _name_at(self, name: str, x: float, y: float, above: Iterable[Box] = ()) -> Point:
        """Where the place name stands: at the lower edge, lower still under tall counters.

        Names at the edge of the picture move inwards.
        """
        w, size = self.scale.hex_px, self.scale.name_size
        line = y + HEIGHT / 2 * w - max(2.0, 0.04 * w)
        for box in above:
            line = max(line, box.bottom + 0.76 * size)
        left, _, width, _ = self.frame_px
        room = text_width(name, size) / 2 + 2
        x = min(max(x, left + room), max(left + width - room, left + room))
        return x, min(line, y + HEIGHT / 2 * w + 0.3 * size)

    def _number_at(self, hex_id: HexId, x: float, y: float, crowded: bool) -> Point | None:
        """Where the hex number stands, or None where it is left out."""
        scale, scene = self.scale, self.scene
        if not scene.show_ids or scale.hex_px < 48:
            return None
        if scale.room and hex_id not in self.spoken_of:
            return None
        top = y - HEIGHT / 2 * scale.hex_px
        shift = -0.1 * scale.hex_px if crowded and scale.tight else 0.0
        return x + shift, top + scale.id_size + max(0.0, 0.02 * scale.hex_px - 1)

    @cached_property
    def spoken_of(self) -> frozenset[HexId]:
        """The hexes that the moment is about: their numbers show on the wall."""
        scene = self.scene
        spoken = {*scene.ringed, *scene.spotlight}
        if scene.selected:
            spoken.add(scene.selected)
        return frozenset(spoken | {line.cut_at for line in scene.lines if line.cut_at})

    def named(self, hex_id: HexId) -> bool:
        """Whether the place name of the hex shows."""
        return hex_id in self._names

    @cached_property
    def _names(self) -> frozenset[HexId]:
        scene = self.scene
        if scene.names == "none" or self.scale.pips:
            return frozenset()
        wanted = [h for h in scene.frame if scene.board[h].name]
        if scene.names == "counters":
            return frozenset(h for h in wanted if h in self._views or h in self._bases)
        return frozenset(wanted) if self.scale.hex_px >= CROWDED_BELOW else self._apart(wanted)

    def _apart(self, wanted: list[HexId]) -> frozenset[HexId]:
        """Of some names those that do not run into each other: sources first, then ports."""
        board, size = self.scene.board, self.scale.name_size

        def rank(hex_id: HexId) -> tuple[bool, bool, HexId]:
            datum = board[hex_id]
            return datum.source is None, datum.facility is not Facility.PORT, hex_id

        taken: dict[HexId, Box] = {}
        for hex_id in sorted(wanted, key=rank):
            x, y = self.at(hex_id).name_at
            box = Box.around(x, y, text_width(board[hex_id].name, size), size)
            if not any(box.overlaps(other) for other in taken.values()):
                taken[hex_id] = box
        return frozenset(taken)
