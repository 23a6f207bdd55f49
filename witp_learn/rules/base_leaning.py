"""What a base or a building site hangs by: edits, map facts, rulings that would turn the answer.

Everything is found by trying it. What cannot matter is left out beforehand, and only that: while a
hex is joined to a source, nothing off one chain of lines to it can part them; while it is not, only
what opens a hex between two ends, or brings an end, can join them.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from attrs import evolve, frozen

from witp_learn import edits
from witp_learn.hexgrid import HexId
from witp_learn.model import Kind, Nation, Side, State, Unit
from witp_learn.rulebook import switches
from witp_learn.rules.control import holder, source_open
from witp_learn.rules.leaning import Lean, alternatives, open_to_doubt, weakest
from witp_learn.rules.links import REACH, Links, links

FACT_KEYS = ("mountain", "icon", "source")
"""The map data that a network can lean on."""

RULINGS = ("supply-line-endpoints", "rangoon-example-turn")
"""The switches whose readings the building of bases asks."""


@frozen
class Turning:
    """An edit that turns the answer.

    ``way`` says what it stands for: ``counter`` turned over or gone, ``base`` built or gone,
    ``arrives`` any enemy unit, ``captures`` an enemy land unit alone, ``takes`` an own land unit,
    ``lifts`` an own full air unit in the hex, ``covers`` an enemy one next door, ``turn``.
    """

    edit: edits.Edit
    way: str


@frozen(slots=False)
class Question:
    """Whether a side's base in a hex is linked; or, where it has none, whether it may build one."""

    state: State
    side: Side
    hex: HexId

    @cached_property
    def links(self) -> Links:
        """The side's network."""
        return links(self.state, self.side)

    @property
    def is_base(self) -> bool:
        """Whether the base stands there already."""
        return self.state.has_base(self.hex, self.side)

    @cached_property
    def good(self) -> bool:
        """The answer.

        Rules: 6.1b, 6.1c, 6.2a, 6.2b
        """
        return self._stands(self.state, self.links)

    def _stands(self, state: State, net: Links) -> bool:
        held = self.is_base or holder(state, self.hex) is self.side
        return held and net.joins(self.hex)

    def turned(self, state: State, touched: tuple[HexId, ...]) -> bool:
        """Whether the answer is another in a position that differs in ``touched`` alone.

        Of that position only the units that `_near` gives are looked at.
        """
        return self._stands(state, self.links.after(state, touched)) is not self.good

    def _near(self, touched: tuple[HexId, ...]) -> State:
        """The position with no other units than can bear on some hexes and on the hex itself."""
        near = {self.hex, *touched, *(n for h in touched for n in self.links.near[h])}
        units = tuple(u for h in near for u in self.state.at(h))
        return evolve(self.state, units=units, contested=())

    # -- what can matter

    @cached_property
    def _places(self) -> frozenset[HexId]:
        """The hexes in which something must change for the answer to turn."""
        if self.good:
            return frozenset(self.links.chain(self.hex) or ())
        if not self.is_base and holder(self.state, self.hex) is not self.side:
            return frozenset({self.hex})
        return frozenset({self.hex, *self._shut_sources, *self._between_ends()})

    @property
    def _shut_sources(self) -> tuple[HexId, ...]:
        """Sources printed for the side that do not serve it now."""
        board = self.state.board
        printed = (h for h in board.sources if board.source_side(h) is self.side)
        return tuple(h for h in printed if h not in self.links.sources)

    def _between_ends(self) -> Iterator[HexId]:
        """The ends, and every hex on a way of three steps between two of them, stopped or not."""
        net = self.links
        away: dict[HexId, list[int]] = {}
        for end in {self.hex, *net.bases, *net.sources, *self._shut_sources}:
            for hex_id, steps in self._steps_from(end, REACH - 1).items():
                away.setdefault(hex_id, []).append(steps)
        return (h for h, steps in away.items() if 0 in steps or _meet(steps))

    def _steps_from(self, start: HexId, most: int) -> dict[HexId, int]:
        found, edge = {start: 0}, [start]
        for steps in range(1, most + 1):
            edge = [n for h in edge for n in self.links.near[h] if n not in found]
            found |= dict.fromkeys(edge, steps)
        return found

    @cached_property
    def _around(self) -> frozenset[HexId]:
        """Those hexes and the hexes next to them, from which an air zone reaches them."""
        return self._places | {n for h in self._places for n in self.links.near[h]}

    # -- edits

    def turnings(self) -> tuple[Turning, ...]:
        """Every single edit that turns the answer, counters first.

        Rules: 6.1b, 6.1c, 6.1d, 6.2b, 6.2c, 6.3c, 6.3d, 6.3e, 6.3f, 6.3g
        """
        found = [t for t in self._counters() if self._turns(t.edit)]
        found += [Turning(e, "base") for e in self._bases()]
        found += self._arrivals()
        if self.state.turn == 1 and self.side is Side.JAPAN:
            found += [Turning(e, "turn") for e in (edits.turn(2),) if self._turns(e)]
        return tuple(found)

    def _turns(self, edit: edits.Edit) -> bool:
        if edit.unit is None:
            after = edits.applied(self.state, edit)
            return Question(after, self.side, self.hex).good is not self.good
        here = edit.unit.hex
        zone = self.links.near[here] if edit.unit.kind is Kind.AIR else ()
        near = self._near((here, *zone))
        if not self.turned(edits.applied(near, edit), (here, *zone)):
            return False
        return edit.verb != "add" or self._can_be(edit)

    def _can_be(self, edit: edits.Edit) -> bool:
        """Whether the counter may stand there at all (2.3.2)."""
        hex_id = edit.unit.hex if edit.unit else ""
        alone = evolve(self._near(()), units=self.state.at(hex_id), bases=dict.fromkeys(Side, ()))
        try:
            edits.apply(alone, edit)
        except edits.CannotEdit:
            return False
        return True

    def _counters(self) -> Iterator[Turning]:
        """Counters turned over or gone: own ones that keep the answer, enemy ones that stop it."""
        for unit in self._single(self._around):
            telling = (unit.side is self.side) is self.good
            is_air = unit.kind is Kind.AIR
            if is_air and unit.full is telling:
                yield Turning(edits.flip(unit), "counter")
            if telling and (unit.hex in self._places or (is_air and unit.full)):
                yield Turning(edits.remove(unit), "counter")

    def _single(self, places: frozenset[HexId]) -> Iterator[Unit]:
        """One of each kind of counter in some hexes, in the order of the position."""
        here = (u for u in self.state.units if u.hex in places)
        yield from dict.fromkeys(u if u.count == 1 else evolve(u, count=1) for u in here)

    def _bases(self) -> Iterator[edits.Edit]:
        """The bases elsewhere that it hangs by, or that would join it."""
        net = self.links
        if self.good:
            for place in sorted(net.bases & self._places - {self.hex}):
                if not net.without_base(place).joins(self.hex):
                    yield edits.unbase(self.side, place)
        elif self.is_base or self._held(self.hex):
            for place in sorted(self.state.board.hexes.keys() - net.bases - {self.hex}):
                if self._held(place) and net.with_base(place).joins(self.hex):
                    yield edits.base(self.side, place)

    def _held(self, place: HexId) -> bool:
        return holder(self.state, place) is self.side

    def _arrivals(self) -> Iterator[Turning]:
        for place in sorted(self._around):
            yield from (self._lost_by if self.good else self._won_by)(place)

    def _lost_by(self, place: HexId) -> Iterator[Turning]:
        """The enemy unit whose arrival turns the answer: any unit, else a land or an air unit."""
        enemy = self.side.enemy
        tried = []
        if place in self._places:
            tried.append(("arrives", weakest(self.state, place, enemy)))
            if self._worth_landing(place):
                tried.append(("captures", Unit(place, _flag(enemy), Kind.LAND)))
        if self._takes_air(place, enemy):
            tried.append(("covers", Unit(place, _flag(enemy), Kind.AIR)))
        for way, unit in tried:
            if self._turns(edits.add(unit)):
                yield Turning(edits.add(unit), way)
                return

    def _takes_air(self, place: HexId, side: Side) -> bool:
        """Whether a side can send an air unit there: 10.3 names these places."""
        held = self.state.board[place].facility and holder(self.state, place) is side
        contested = place in self.state.contested
        return bool(held) or contested or source_open(self.state, place, side)

    def _won_by(self, place: HexId) -> Iterator[Turning]:
        """The own unit whose arrival turns the answer."""
        if place not in self._places:
            return
        tried = []
        if place in self.links.stopped | self.links.barred:
            tried.append(("lifts", Unit(place, _flag(self.side), Kind.AIR)))
        if self._worth_landing(place):
            tried.append(("takes", Unit(place, _flag(self.side), Kind.LAND)))
        for way, unit in tried:
            if self._turns(edits.add(unit)):
                yield Turning(edits.add(unit), way)

    def _worth_landing(self, place: HexId) -> bool:
        there = self.state.board[place]
        return there.facility is not None or there.source is not None

    # -- map facts and rulings

    def leans(self) -> tuple[Lean, ...]:
        """The assumed or unknown map data whose other value would turn the answer.

        Rules: 2.3.3c, 2.3.4a, 6.3c, 6.3e
        """
        board = self.state.board
        places = self._places if self.good else self._places | self._in_reach()
        return tuple(
            found
            for h in sorted(places, key=lambda h: (h != self.hex, h))
            for key in FACT_KEYS
            if open_to_doubt(board[h], key) and self._could(h, key)
            if (found := self._lean(h, key)) is not None
        )

    def _in_reach(self) -> frozenset[HexId]:
        """The hexes in which a new source would join it."""
        joined = self.links.component(self.hex)
        return frozenset(n for h in joined for n in self._steps_from(h, REACH))

    def _could(self, hex_id: HexId, key: str) -> bool:
        """Whether a datum can matter: of a hex that is not joined, only what now stops it."""
        if self.good:
            return True
        if key == "mountain":
            return self.state.board[hex_id].mountain
        if key == "icon":
            return hex_id == self.hex or holder(self.state, hex_id) is self.side.enemy
        return hex_id not in self.links.sources

    def _lean(self, hex_id: HexId, key: str) -> Lean | None:
        near = self._near((hex_id,))
        for other in alternatives(near.board[hex_id], key):
            after = evolve(near, board=near.board.with_hex(other))
            if self.turned(after, (hex_id,)):
                return Lean(hex_id, key, other)
        return None

    def rulings(self) -> tuple[tuple[str, str], ...]:
        """The switches, each with a reading, that would turn the answer."""
        found = []
        waiver = self.state.turn == 1 and self.side is Side.JAPAN
        for slug in RULINGS if waiver else RULINGS[:1]:
            item = switches()[slug]
            chosen = self.state.rulings.get(slug, item.default)
            for name in item.options:
                after = evolve(self.state, rulings={**self.state.rulings, slug: name})
                if name != chosen and Question(after, self.side, self.hex).good is not self.good:
                    found.append((slug, name))
        return tuple(found)


def _meet(steps: list[int]) -> bool:
    """Whether a line between two ends so many steps away can run through a hex."""
    return len(steps) > 1 and sum(sorted(steps)[:2]) <= REACH


def _flag(side: Side) -> Nation:
    return Nation.JAPAN if side is Side.JAPAN else Nation.US
