"""Where everything in a hex lies, at a given zoom.

One place decides, so that the board, the counters and the lines never disagree, and so that a test
can ask whether a badge hides a strength.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from attrs import evolve, field, frozen

from witp_learn import hexgrid
from witp_learn.hexgrid import HEIGHT, HexId
from witp_learn.model import Board, Hex, Side
from witp_learn.view.boxes import NUMBERS_FROM, Box, Scale
from witp_learn.view.frame import frame_box
from witp_learn.view.names import NamePlace, Spot, placed
from witp_learn.view.scene import CounterView, Scene
from witp_learn.view.stacks import House, Pieces, Placed, Rest, collapsed, spread, stacks
from witp_learn.view.svg import Point, name_width, text_width

_Names = tuple[Mapping[HexId, NamePlace], frozenset[HexId]]

_KEPT = 4
_placements: list[tuple[Board, tuple[object, ...], _Names]] = []


@frozen
class HexLayout:
    """What lies where in one hex. Points are centres, for words the middle of the baseline.

    ``id_at``: the hex number, None where it is left out; ``mark_at``: the mark of assumed data.
    """

    hex: HexId
    middle: Point
    placed: tuple[Placed, ...] = ()
    plates: tuple[tuple[Side, Box], ...] = ()
    rest: tuple[Rest, ...] = ()
    bases: tuple[tuple[Side, Box], ...] = ()
    planned: tuple[tuple[Side, Box], ...] = ()
    id_at: Point | None = None
    mark_at: Point = (0.0, 0.0)
    facility_at: Point | None = (0.0, 0.0)
    upright: bool = True
    source_at: Point = (0.0, 0.0)
    resource_at: Point = (0.0, 0.0)

    @property
    def pieces(self) -> Box | None:
        """The box round all counters of the hex, or None without any."""
        boxes = [p.box for p in self.placed] + [b for _, b in self.plates]
        return Box.hull(boxes) if boxes else None

    def with_pieces(self, made: Pieces) -> HexLayout:
        """The hex with its counters and bases."""
        return evolve(
            self,
            placed=made.placed,
            plates=made.plates,
            rest=made.rest,
            bases=tuple((h.side, box) for h, box in made.houses if not h.planned),
            planned=tuple((h.side, box) for h, box in made.houses if h.planned),
        )


@frozen
class Layout:
    """The layout of a whole scene at one scale, hex by hex."""

    scene: Scene
    scale: Scale
    _views: Mapping[HexId, tuple[CounterView, ...]] = field(factory=dict)
    _houses: Mapping[HexId, tuple[House, ...]] = field(factory=dict)
    _known: dict[HexId, HexLayout] = field(factory=dict, init=False, eq=False, repr=False)

    @staticmethod
    def of(scene: Scene, hex_px: float, room: bool = False) -> Layout:
        """The layout of ``scene`` at ``hex_px`` pixels a hex, ``room`` for the wall."""
        views: dict[HexId, list[CounterView]] = {}
        for view in scene.counters:
            views.setdefault(view.unit.hex, []).append(view)
        houses: dict[HexId, list[House]] = {}
        for planned, listed in ((False, scene.bases), (True, scene.planned)):
            for side, at in listed:
                houses.setdefault(at, []).append(House(side, planned))
        return Layout(
            scene,
            Scale(hex_px, room),
            {h: tuple(v) for h, v in views.items()},
            {h: tuple(b) for h, b in houses.items()},
        )

    @cached_property
    def occupied(self) -> tuple[HexId, ...]:
        """The hexes of the frame that hold a counter or a base, in the frame's order."""
        return tuple(h for h in self.scene.frame if h in self._views or h in self._houses)

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
        found = stacks(self._views.get(hex_id, ()))
        houses = self._houses.get(hex_id, ())
        kinds = len(found)
        apart = scale.holds(kinds)
        number = self._number_at(hex_id, x, y, crowded=bool(houses) and kinds > 1)
        top = y - HEIGHT / 2 * w
        free = top + 1 if number is None else number[1] + 2
        if apart:
            counters = spread(found, (x, y), scale) if found else ()
            made = Pieces(placed=counters, houses=self._stand(houses, counters, (x, y)))
        else:
            made = collapsed(found, houses, (x, y), free, scale)
        plain = HexLayout(
            hex=hex_id,
            middle=(x, y),
            id_at=number,
            mark_at=self._mark_at(hex_id, number, x, top),
            upright=scale.tight or (apart and kinds != 2),
            source_at=self._source_at(kinds if apart else 4, bool(houses), (x, y)),
            resource_at=(x + 0.36 * w, y + 0.14 * w),
        ).with_pieces(made)
        return evolve(plain, facility_at=self._facility_at(plain, kinds, free))

    def _source_at(self, kinds: int, based: bool, middle: Point) -> Point:
        """Where a supply source stands: to the right, beside a base and counters."""
        w = self.scale.hex_px
        if based:
            return middle[0] + 0.4 * w, middle[1]
        aside, rise = {0: (0.28, 0.06), 1: (0.33, 0.1), 3: (0.3, 0.17)}.get(kinds, (0.27, 0.29))
        if kinds == 1 and not self.scale.tight:
            aside, rise = 0.32, 0.16
        return middle[0] + aside * w, middle[1] - rise * w

    def _stand(
        self, houses: Sequence[House], counters: Sequence[Placed], middle: Point
    ) -> tuple[tuple[House, Box], ...]:
        """Bases beside the counters of a hex, within its sides: to the right, a second left."""
        w, kinds, scale = self.scale.hex_px, len(counters), self.scale
        size = scale.house
        if scale.pips:
            aside, rise = (0.33, 0.1) if kinds else (0.0, 0.0)
        elif kinds == 2:
            aside, rise = 0.27, 0.29
        elif kinds == 3:
            aside, rise = 0.28, 0.165
        else:
            size = min(size, 0.24 * w) if kinds and not scale.room else size
            tally = counters[0].tally_box(scale) if counters else None
            rise = (
                0.05 if tally is None else min(0.05, (middle[1] - tally.bottom) / w - size / w / 2)
            )
            # The shoulders and the foot of the house reach furthest out.
            out = max(abs(rise * w + 0.05 * size), abs(size / 2 - rise * w))
            most = 0.5 - (out / math.sqrt(3) + size / 2 + _EDGE) / w
            aside = (
                min(most, 0.5 * scale.counter(1) / w + size / w / 2) if kinds else min(most, 0.26)
            )
        x, y = middle
        return tuple(
            (house, Box.around(x + (aside, -aside)[i % 2] * w, y - rise * w, size))
            for i, house in enumerate(houses)
        )

    def _facility_at(self, at: HexLayout, kinds: int, free: float) -> Point | None:
        """Where a port or airfield stands: left in its hex, as far in as the counters allow.

        ``free``: the line below the hex number. None where a tight hex has no room for it.
        """
        scale, (x, y) = self.scale, at.middle
        w = scale.hex_px
        if kinds > 1 and scale.tight:
            return None
        wide, high = self._plate(at.upright)
        if not kinds or at.pieces is None:
            # The letters of two seas stand left and right.
            two_seas = bool(self.scene.board[at.hex].coasts) and not at.bases
            return (x, y - 0.08 * w) if two_seas else (x - 0.25 * w, y - 0.03 * w)
        if len(at.placed) == 1 and at.placed[0].form == "counter":
            box, radius = at.placed[0].box, scale.badge(at.placed[0].box.w)
            low = at.placed[0].badge_at(radius)[1] - radius - 1
            return box.x - wide / 2 + 1.5, min(y, low - high / 2)
        if at.upright and len(at.placed) == 3:
            first, second = at.placed[0].box, at.placed[1].box
            return first.x - wide / 2 - 0.5, second.y - high / 2 - 0.5
        if at.upright:
            return x - 0.37 * w, y - 0.1 * w
        low = at.pieces.y - high / 2 - 0.5
        if low - high / 2 >= free - 1:
            inner = w / 2 - abs(low - high / 2 - y) / math.sqrt(3)
            return x - inner + wide / 2, low
        number = self._number_width() / 2
        return x - number - wide / 2 - 1, low

    def _plate(self, upright: bool) -> Point:
        """Width and height of the plate of a port or airfield, with its white edge."""
        short = self.scale.facility
        long = short * 1.72 if self.scale.lettered else short
        return (short + 3, long + 3) if upright else (long + 3, short + 3)

    def _number_width(self) -> float:
        return text_width("0000", self.scale.id_size, mono=True)

    @cached_property
    def frame_px(self) -> tuple[float, float, float, float]:
        """Left, top, width and height of the picture in pixels."""
        return frame_box(self.scene.frame, self.scale.hex_px)

    def _number_at(self, hex_id: HexId, x: float, y: float, crowded: bool) -> Point | None:
        """Where the hex number stands, or None where it is left out."""
        scale, scene = self.scale, self.scene
        if not scene.show_ids or scale.hex_px < NUMBERS_FROM:
            return None
        if scale.room and hex_id not in self.spoken_of:
            return None
        top = y - HEIGHT / 2 * scale.hex_px
        shift = -0.1 * scale.hex_px if crowded and scale.tight else 0.0
        return x + shift, top + 0.9 * scale.id_size + max(0.0, 0.02 * scale.hex_px - 1)

    def _mark_at(self, hex_id: HexId, number: Point | None, x: float, top: float) -> Point:
        """Where the mark of assumed data stands: behind the number, or in its place."""
        if number is None:
            return x, top + max(4.0, 0.07 * self.scale.hex_px)
        size = self.scale.id_size
        shift = text_width(hex_id, size, mono=True) / 2 + 5
        return number[0] + shift, number[1] - size * 0.36

    @cached_property
    def spoken_of(self) -> frozenset[HexId]:
        """The hexes that the moment is about: their numbers show on the wall."""
        scene = self.scene
        spoken = {*scene.ringed, *scene.spotlight}
        if scene.selected:
            spoken.add(scene.selected)
        return frozenset(spoken | {line.cut_at for line in scene.lines if line.cut_at})

    def holder(self, hex_id: HexId) -> Side | None:
        """Who holds the port or airfield of a hex, None where there is none."""
        datum = self.scene.board[hex_id]
        if datum.facility is None or datum.owner is None:
            return None
        return self.scene.controls.get(hex_id, datum.owner.side)

    def facility_box(self, hex_id: HexId) -> Box | None:
        """The plate of the port or airfield of a hex, None where none is drawn."""
        at = self.at(hex_id)
        if self.holder(hex_id) is None or at.facility_at is None:
            return None
        return Box.around(*at.facility_at, *self._plate(at.upright))

    def site_at(self, hex_id: HexId) -> Point:
        """Where the mark stands that tells whether a base could be built: the first free corner."""
        x, y = self.at(hex_id).middle
        w, size = self.scale.hex_px, self.scale.site + 3
        near = [b for h in (hex_id, *hexgrid.neighbours(hex_id)) for b in self.taken(h)]
        near += [p.box for h in hexgrid.within(hex_id, 2) if (p := self.names.get(h))]
        number = self.number_box(hex_id)
        near += [number] if number is not None else []
        spots = [(x + dx * w, y + dy * w) for dx, dy in _CORNERS]
        free = (p for p in spots if not any(Box.around(*p, size).overlaps(b) for b in near))
        return next(free, spots[0])

    def coast_letters(self, hex_id: HexId) -> tuple[tuple[str, Point], ...]:
        """The letters of the two seas of a hex, each towards the neighbours it touches (2.3)."""
        datum, scale = self.scene.board[hex_id], self.scale
        if scale.pips or not datum.coasts:
            return ()
        cx, cy = hexgrid.centre(hex_id)
        made = []
        for letter, touched in sorted(datum.coasts.items()):
            if not touched:
                continue
            dx = sum(hexgrid.centre(h)[0] - cx for h in touched)
            dy = sum(hexgrid.centre(h)[1] - cy for h in touched)
            far = math.hypot(dx, dy) or 1.0
            x, y = (cx + 0.36 * dx / far) * scale.hex_px, (cy + 0.36 * dy / far) * scale.hex_px
            made.append((letter, (x, y + scale.id_size * 0.36)))
        return tuple(made)

    def taken(self, hex_id: HexId) -> list[Box]:
        """Everything drawn in a hex that a name must keep clear of.

        Badges count where a verdict may come to stand, and so does the ring round a base, so that
        no name moves with a verdict.
        """
        if hex_id not in self.shown:
            return []
        at, scale = self.at(hex_id), self.scale
        datum = self.scene.board[hex_id]
        boxes = [_grown(b, 0.25 * b.w) for _, b in at.bases]
        boxes += [_grown(b, 2.0) for _, b in at.planned]
        if hex_id in self.scene.assumed:
            boxes.append(Box.around(*at.mark_at, 2 * scale.mark + 1.5))
        boxes += [self.facility_box(hex_id) or _NOTHING, *self._sign_boxes(at, datum)]
        boxes += [_grown(b, 3.0) for _, b in at.plates]
        for piece in at.placed:
            boxes += _piece_boxes(piece, scale)
        return [b for b in boxes if b is not _NOTHING]

    def number_box(self, hex_id: HexId) -> Box | None:
        """The digits of the number of a hex, None where there are none."""
        found = self.at(hex_id).id_at if hex_id in self.shown else None
        if found is None:
            return None
        size = self.scale.id_size
        wide, high = text_width(hex_id, size, mono=True), 0.74 * size
        return Box(found[0] - wide / 2, found[1] - high, wide, high)

    def _sign_boxes(self, at: HexLayout, datum: Hex) -> list[Box]:
        scale = self.scale
        boxes = []
        if datum.source is not None:
            boxes.append(Box.around(*at.source_at, 2 * scale.source + 1))
        if datum.resource and not scale.pips:
            boxes.append(Box.around(*at.resource_at, scale.resource))
        size = scale.id_size
        boxes += [
            Box.around(x, y - 0.37 * size, size + 3) for _, (x, y) in self.coast_letters(at.hex)
        ]
        return boxes

    def named(self, hex_id: HexId) -> bool:
        """Whether the place name of the hex shows."""
        return hex_id in self.names

    @property
    def names(self) -> Mapping[HexId, NamePlace]:
        """The place names that show, and where."""
        return self._placed_names[0]

    @property
    def silent(self) -> frozenset[HexId]:
        """Hexes whose number makes way for the name of a port, an airfield or a source."""
        return self._placed_names[1]

    @cached_property
    def _placed_names(self) -> _Names:
        """Places of names. The last few are remembered: no verdict and no choice moves one."""
        scene = self.scene
        if scene.names == "none" or self.scale.pips:
            return {}, frozenset()
        key = self._names_key()
        for board, known, found in _placements:
            if board is scene.board and known == key:
                return found
        wanted = [h for h in scene.frame if scene.board[h].name]
        if scene.names == "counters":
            wanted = [h for h in wanted if h in self._views or h in self._houses]
        left, top, width, height = self.frame_px
        spots = [self._spot(h) for h in sorted(wanted, key=self._rank)]
        frame = (left, top, left + width, top + height)
        made = placed(spots, self.taken, self.number_box, frame, self.scale)
        _placements.insert(0, (scene.board, key, made))
        del _placements[_KEPT:]
        return made

    def _names_key(self) -> tuple[object, ...]:
        """All that places of names depend on, but for the board itself."""
        scene = self.scene
        crowd = tuple(
            (u.at, u.nation, u.kind, u.count, u.aboard, bool(v.badge))
            for v in scene.counters
            for u in (v.unit,)
        )
        flags = (scene.names, scene.show_ids, scene.assumed)
        spoken = self.spoken_of if self.scale.room else None
        return self.scale, scene.frame, flags, spoken, crowd, scene.bases, scene.planned

    def _rank(self, hex_id: HexId) -> tuple[int, bool, float, HexId]:
        """Sources, then ports and airfields, then the rest; what is hardest to place before."""
        datum = self.scene.board[hex_id]
        free = hex_id not in self._views
        wide = name_width(datum.name, 1)
        if datum.source is not None:
            return 0, free, -wide, hex_id
        if datum.facility is not None:
            return 1, free, -wide, hex_id
        return (3 if free else 2), free, -wide, hex_id

    def _spot(self, hex_id: HexId) -> Spot:
        at = self.at(hex_id)
        x, y = at.middle
        top = y - HEIGHT / 2 * self.scale.hex_px
        reach = [b for p in at.placed for b in _piece_boxes(p, self.scale)]
        reach += [_grown(b, 3.0) for _, b in at.plates]
        pieces = Box.hull(reach) if reach else None
        foot = top if at.id_at is None else at.id_at[1]
        counts = self._rank(hex_id)[0] < 2
        return Spot(hex_id, self.scene.board[hex_id].name, (x, y), foot, pieces, counts)


_CORNERS = (
    (0.35, -0.19),
    (0.32, -0.31),
    (0.4, 0.0),
    (0.33, 0.2),
    (-0.33, 0.2),
    (-0.35, -0.19),
    (-0.32, -0.31),
    (0.0, 0.3),
)
"""Where a mark may stand in a hex, from its middle, in widths of a hex."""

_EDGE = 3.0
"""Pixels that the outline of a base takes, and those that it keeps from the sides of its hex."""

_NOTHING = Box(0.0, 0.0, 0.0, 0.0)


def _grown(box: Box, by: float) -> Box:
    return Box(box.x - by, box.y - by, box.w + 2 * by, box.h + 2 * by)


def _piece_boxes(piece: Placed, scale: Scale) -> Iterable[Box]:
    """A counter with its fan, its cargo, its count and the place of its badge."""
    judged = bool(piece.view.badge) or not piece.view.unit.kind.is_fleet
    if piece.form != "counter":
        if judged:
            yield _grown(piece.badge_box(scale.small_badge(piece.box.h)), -1.0)
        return
    yield _grown(piece.fanned, 0.75 + 2 * scale.thin)
    tally = piece.tally_box(scale)
    if tally is not None:
        yield tally
    yield from piece.cargo_boxes(scale)
    if judged:
        yield _grown(piece.badge_box(scale.badge(piece.box.w)), -1.0)
