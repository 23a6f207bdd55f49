"""A position as a bot looks at it: who is where, who is fed, what is far, what is worth having."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property

from attrs import frozen

from witp_learn.bots.chain import chain
from witp_learn.bots.choices import Term
from witp_learn.bots.forces import Force
from witp_learn.bots.weights import Weights, weights
from witp_learn.engine.table import points_left
from witp_learn.hexgrid import HexId
from witp_learn.model import Area, Facility, Kind, Nation, Side, State, Unit
from witp_learn.rules.control import alone, holder
from witp_learn.rules.links import Links, links
from witp_learn.rules.nets import waters
from witp_learn.rules.supply import HOMELANDS
from witp_learn.rules.tolls import Costs, costs
from witp_learn.rules.turn_end.victory import STEPPING_STONES, stepping_stones

PLENTY = 99
"""RP where they are not counted."""

CHONGQING = "0404"

NOBODY = Force()


def strength(unit: Unit) -> float:
    """The strength of a row of counters; attrited ones count half."""
    full = {Kind.CARRIER: 2.0, Kind.AIR: 2.0}.get(unit.kind, 1.0)
    each = full if unit.strength is None else float(unit.strength)
    return unit.count * (each if unit.full else each / 2)


@frozen(slots=False, eq=False)
class Outlook:
    """What a side makes of a position. Everything is worked out when it is first asked for."""

    state: State
    side: Side

    @cached_property
    def weights(self) -> Weights:
        """What it weighs."""
        return weights()

    @cached_property
    def points(self) -> int:
        """RP left; plenty where they are not counted."""
        left = points_left(self.state, self.side)
        return PLENTY if left is None else left

    @cached_property
    def enemy(self) -> Outlook:
        """The same position as the enemy may look at it."""
        return Outlook(self.state, self.side.enemy)

    @cached_property
    def net(self) -> Links:
        """The own network of bases and sources (6.2)."""
        return links(self.state, self.side)

    @cached_property
    def sources(self) -> tuple[HexId, ...]:
        """Supply sources printed for Japan (2.3.4)."""
        board = self.state.board
        return tuple(h for h in board.sources if board.source_side(h) is Side.JAPAN)

    @cached_property
    def islands(self) -> tuple[HexId, ...]:
        """Iwo Jima and Okinawa, where the map has them (3.2c)."""
        return tuple(h for h, p in self.state.board.hexes.items() if p.name in STEPPING_STONES)

    @cached_property
    def island_based(self) -> bool:
        """Whether an Allied base stands on one of them (3.2c)."""
        return bool(stepping_stones(self.state))

    @cached_property
    def chain(self) -> tuple[HexId, ...]:
        """The hexes for the bases still to be built up to one of the islands; none for Japan."""
        if self.side is Side.JAPAN or self.island_based:
            return ()
        return chain(self.state, self.net, self.islands)

    @cached_property
    def fed(self) -> frozenset[HexId]:
        """Where own units would be in supply next time, homelands aside (7.1)."""
        return self.fed_by(self.net.bases)

    def fed_by(self, bases: Iterable[HexId]) -> frozenset[HexId]:
        """Where own units would be in supply with these bases."""
        near, stopped, found = self.net.near, self.net.stopped, set[HexId]()
        for end in {*bases, *self.net.sources}:
            found.add(end)
            for middle in near[end]:
                found.add(middle)
                if middle not in stopped:
                    found.update(near[middle])
        return frozenset(found)

    def eats(self, unit: Unit, fed: frozenset[HexId]) -> bool:
        """Whether a unit is in supply when these hexes are (7.1, 7.3)."""
        area = self.state.board[unit.hex].area
        if unit.kind.is_fleet or unit.hex in fed:
            return True
        home = unit.side is Side.ALLIES and area in HOMELANDS
        return home or (unit.nation is Nation.CHINA and area is Area.CHINA)

    @cached_property
    def own(self) -> tuple[Unit, ...]:
        """Own units."""
        return tuple(u for u in self.state.units if u.side is self.side)

    def holds(self, hex_id: HexId) -> bool:
        """Whether the side controls the port or airfield in a hex (2.3.3)."""
        return holder(self.state, hex_id) is self.side

    def enemy_at(self, hex_id: HexId) -> Force:
        """The enemy's fleets and land units in a hex."""
        return self._enemies.get(hex_id, NOBODY)

    @cached_property
    def _enemies(self) -> Mapping[HexId, Force]:
        enemy = self.side.enemy
        met = {u.hex for u in self.state.units if u.side is enemy and u.kind is not Kind.AIR}
        return {h: Force.of(self.state.at(h, enemy)) for h in met}

    @cached_property
    def targets(self) -> tuple[HexId, ...]:
        """Hexes that may be worth an attack, in order: prizes, and enemies on land or at sea."""
        hexes = self.state.board.hexes
        prizes = {h for h, p in hexes.items() if (p.facility or p.source) and self.prize(h)}
        return tuple(sorted(prizes | set(self._enemies)))

    def land_at(self, hex_id: HexId) -> int:
        """Own land units in a hex, those aboard included."""
        here = self.state.at(hex_id, self.side)
        return sum(u.count for u in here if u.kind is Kind.LAND and u.nation is not Nation.CHINA)

    def air(self, hex_id: HexId, side: Side) -> int:
        """Strength of the full air units of a side in reach of a hex (9.2)."""
        places = (hex_id, *self.state.board.neighbours(hex_id))
        here = (u for h in places for u in self.state.at(h, side) if u.kind is Kind.AIR)
        return sum(u.value * u.count for u in here)

    @cached_property
    def _at_sea(self) -> Costs:
        return costs(self.state, self.side, "fleet")

    @cached_property
    def _on_foot(self) -> Costs:
        return costs(self.state, self.side, "land")

    def sailing(self, target: HexId) -> Mapping[str, int]:
        """RP that fleets pay to a hex, without activation, from everywhere (8.4)."""
        net = self._at_sea.net
        seas = (at for at in waters(self.state.board, target) if at in net.stops)
        return self._at_sea.home(frozenset(seas))

    def marching(self, target: HexId) -> Mapping[str, int]:
        """RP that land units pay on foot to a hex, without activation, from everywhere (8.4)."""
        goals = frozenset((target,)) if target in self._on_foot.net.stops else frozenset()
        return self._on_foot.home(goals)

    @cached_property
    def _prizes(self) -> dict[HexId, tuple[Term, ...]]:
        return {}

    def prize(self, hex_id: HexId) -> tuple[Term, ...]:
        """What it is worth to hold a hex alone that is not held yet."""
        if (known := self._prizes.get(hex_id)) is None:
            known = self._prizes[hex_id] = self._prize(hex_id)
        return known

    def _prize(self, hex_id: HexId) -> tuple[Term, ...]:
        if self.holds(hex_id) or alone(self.state, hex_id, self.side):
            return ()
        return (*self.value(hex_id), *self._prize_of_allies(hex_id))

    def value(self, hex_id: HexId) -> tuple[Term, ...]:
        """What it is worth to control a hex, whoever does now."""
        term, place = self.weights.term, self.state.board[hex_id]
        found = []
        if place.facility is not None:
            found.append(term("port" if place.facility is Facility.PORT else "airfield", 1))
        return (*found, *self._value_to_japan(hex_id))

    def _threat(self, hex_id: HexId) -> Iterator[Term]:
        """What Japan loses for good unless it retakes a hex: an island, or a source."""
        if hex_id in self.islands and self.state.has_base(hex_id, Side.ALLIES):
            yield self.weights.term("retaken", 1)
        elif hex_id in self.islands or hex_id in self.sources:
            yield self.weights.term("retaken", 0.5)

    def _value_to_japan(self, hex_id: HexId) -> tuple[Term, ...]:
        if self.side is not Side.JAPAN:
            return ()
        term, place = self.weights.term, self.state.board[hex_id]
        found = [term("resource", 1)] if place.resource else []
        if not self.holds(hex_id):
            found += self._threat(hex_id)
        if place.area in (Area.AUSTRALIA, Area.INDIA) and place.facility is not None:
            found.append(term("homeland", 0.3 if self._penalises else 1))
        if hex_id == CHONGQING:
            found.append(term("chongqing", 1))
        return tuple(found)

    @cached_property
    def _penalises(self) -> bool:
        """Whether Japan stands alone in a port or airfield of Australia or India (12.4)."""
        return any(
            p.area in (Area.AUSTRALIA, Area.INDIA)
            and p.facility is not None
            and alone(self.state, h, Side.JAPAN)
            for h, p in self.state.board.hexes.items()
        )

    def _prize_of_allies(self, hex_id: HexId) -> tuple[Term, ...]:
        if self.side is not Side.ALLIES:
            return ()
        term = self.weights.term
        found = []
        if hex_id in self.sources:
            found.append(term("victory" if self.island_based else "source", 1))
        elif self.state.board[hex_id].area is not Area.CHINA:
            japanese = self.enemy_at(hex_id).troops
            found += [term("last_units", japanese)] if japanese else []
        if hex_id in self.islands and not self.island_based:
            found.append(term("island", 1 if self.net.site(hex_id) else 0.3))
        elif hex_id in self.chain:
            found.append(term("advance", 1))
        return tuple(found)

    def captured(self, hex_id: HexId) -> bool:
        """Whether a port or airfield is the enemy's again as soon as no land unit holds it."""
        owner = self.state.board[hex_id].owner
        return owner is not None and owner.side is not self.side

    def guards(self, hex_id: HexId) -> int:
        """Land units wanted in a hex: three where victory turns on it, one in what was taken."""
        home = self.side is Side.JAPAN and (hex_id in self.sources or hex_id in self.islands)
        return 3 if home else int(self.captured(hex_id))
