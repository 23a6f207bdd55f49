"""Random fights: small boards, and positions with something to fight over in one hex.

One maker serves a seeded generator and Hypothesis, which lends it a random source of its own. Every
position could arise in play, unless `odd` asks for air units where they would have been displaced.
"""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

import combat_oracle as oracle
from attrs import evolve, frozen
from hypothesis import strategies as st

from witp_learn.components import board as companion_board
from witp_learn.hexgrid import neighbours, within
from witp_learn.model import (
    Area,
    Board,
    Facility,
    Hex,
    Kind,
    Nation,
    Side,
    State,
    Step,
    Terrain,
    Unit,
    side_pair,
)

SWITCHES = {
    "azoc-combat-support": "b",
    "assault-vs-lone-air": "b",
    "enemy-fleet-eliminated-or-gone": "b",
    "assault-may-or-must": "b",
    "winner-hits-basis": "bc",
    "transport-hit-vs-singapore": "b",
    "air-hits-total-vs-each": "b",
}
"""The switches of chapter 9 with the readings that are not their default."""

_WEST = (Nation.US, Nation.US, Nation.COMMONWEALTH)
_HOMES = (Area.UNITED_STATES, Area.AUSTRALIA, Area.INDIA, Area.NEW_ZEALAND)


@frozen
class Case:
    """A position and the hex to fight in."""

    state: State
    hex: str

    def dice(self, rng: Random) -> list[int]:
        """As many random dice as the battles of the hex take, ties and all."""
        found: list[int] = []

        def throw() -> tuple[int, int]:
            raw = (rng.randint(1, 6), rng.randint(1, 6))
            found.extend(raw)
            return raw

        oracle.play(self.state, self.hex, throw)
        return found


def _chance(rng: Random, percent: int) -> bool:
    return rng.randint(1, 100) <= percent


# Boards


def _ground(rng: Random, hex_id: str) -> Hex:
    draw = rng.randint(1, 10)
    terrain = Terrain.SHALLOW if draw <= 5 else Terrain.LAND if draw <= 8 else Terrain.DEEP
    land_part = terrain is Terrain.LAND or (terrain is Terrain.SHALLOW and _chance(rng, 90))
    place = Hex(hex_id, terrain, land_part=land_part)
    if terrain is not Terrain.DEEP:
        place = evolve(place, mountain=_chance(rng, 8))
        if _chance(rng, 15):
            place = evolve(place, area=rng.choice((*_HOMES, Area.CHINA, Area.CHINA)))
    if land_part and _chance(rng, 50):
        owner = rng.choice((Nation.JAPAN, Nation.JAPAN, *_WEST[1:]))
        if place.area is Area.CHINA and _chance(rng, 50):
            owner = Nation.CHINA
        facility = rng.choice((Facility.PORT, Facility.AIRFIELD))
        place = evolve(place, facility=facility, owner=owner)
        place = evolve(place, unlimited=owner is Nation.US and _chance(rng, 10))
    return place


def _two_seas(rng: Random, place: Hex) -> Hex:
    around = list(neighbours(place.id))
    turn = rng.randint(0, 5)
    around = around[turn:] + around[:turn]
    first, last = rng.randint(1, 3), rng.randint(3, 5)
    coasts = {"E": tuple(around[:first]), "W": tuple(around[last:])}
    return evolve(place, terrain=Terrain.SHALLOW, land_part=True, coasts=coasts)


def small_board(rng: Random) -> tuple[Board, str]:
    """A board of 9 to 20 hexes and the hex in it that is fought over."""
    first = rng.choice((1, 2, 11))
    columns = range(first, first + rng.randint(3, 5))
    rows = range(1, 1 + rng.randint(3, 4))
    ids = [f"{c:02d}{r:02d}" for c, r in product(columns, rows)]
    hexes = {h: _ground(rng, h) for h in ids}
    middle = f"{columns[len(columns) // 2]:02d}{rows[len(rows) // 2]:02d}"
    if _chance(rng, 85):
        hexes[middle] = evolve(
            hexes[middle], terrain=Terrain.SHALLOW, land_part=True, mountain=False
        )
    hexes[middle] = evolve(hexes[middle], mountain=False, unlimited=False)
    if _chance(rng, 25):
        hexes[middle] = _two_seas(rng, hexes[middle])
    if _chance(rng, 25):
        near = rng.choice([h for h in neighbours(middle) if h in hexes])
        hexes[near] = _two_seas(rng, hexes[near])
    pairs = sorted({side_pair(h, n) for h in ids for n in neighbours(h) if n in hexes})
    sides = {p: rng.choice(list(Terrain)) for p in rng.sample(pairs, rng.randint(0, 6))}
    return Board(hexes, sides, own=True), middle


# Units


class _Setter:
    """Puts counters down: what stands where, with the strengths of this position."""

    def __init__(self, rng: Random, board: Board, most: int) -> None:
        self.rng, self.board, self.most = rng, board, most
        self.rows: list[Unit] = []
        self.strengths: dict[tuple[Side, Kind], int | None] = {}
        if _chance(rng, 15):
            self.strengths = {key: rng.choice((None, 0, 1, 3)) for key in product(Side, Kind)}

    def nation(self, side: Side) -> Nation:
        return Nation.JAPAN if side is Side.JAPAN else self.rng.choice(_WEST)

    def put(self, at: str, nation: Nation, kind: Kind, **more: Any) -> Unit:
        state = Step.FULL if _chance(self.rng, 70) else Step.ATTRITED
        strength = self.strengths.get((nation.side, kind))
        unit = Unit(at, nation, kind, state, 1, strength=strength, **more)
        self.rows.append(unit)
        return unit

    def number(self) -> int:
        return min(self.rng.choice((0, 1, 1, 1, 2, 2, 3, 4)), self.most)

    def china(self, hex_id: str, side: Side) -> bool:
        return side is Side.ALLIES and self.board[hex_id].area is Area.CHINA

    def land(self, hex_id: str, side: Side, number: int) -> None:
        for _ in range(number):
            nation = Nation.CHINA if self.china(hex_id, side) else self.nation(side)
            self.put(hex_id, nation, Kind.LAND)

    def fleets(self, at: str, side: Side, loads: int) -> None:
        if self.china(at[:4], side):
            return
        ships = self.number() or 1
        for _ in range(ships):
            self.put(at, self.nation(side), Kind.NAVAL)
        for _ in range(self.rng.choice((0, 0, 1, 1, 2))):
            self.put(at, self.nation(side), Kind.CARRIER)
        if _chance(self.rng, loads):
            for _ in range(self.rng.randint(1, ships)):
                self.put(at, self.nation(side), Kind.LAND, aboard=True)

    def seas(self, hex_id: str) -> list[str]:
        place = self.board[hex_id]
        if place.terrain is Terrain.LAND:
            return []
        return [hex_id + sea for sea in place.coasts] or [hex_id]

    def stands(self, hex_id: str, side: Side) -> bool:
        return any(u.ashore and u.hex == hex_id and u.side is side for u in self.rows)

    def standable(self, hex_id: str) -> bool:
        place = self.board[hex_id]
        return place.land_part and not place.mountain and place.terrain is not Terrain.DEEP

    def holds(self, hex_id: str, side: Side) -> bool:
        """Whether an air unit or base of the side may be there without being driven off."""
        owner = self.board[hex_id].owner
        if self.stands(hex_id, side):
            return True
        return not self.stands(hex_id, side.enemy) and (owner is None or owner.side is side)

    def battlefield(self, hex_id: str, odd: bool) -> None:
        for at in self.seas(hex_id):
            for side in Side:
                if _chance(self.rng, 65):
                    self.fleets(at, side, 60)
        if self.standable(hex_id):
            for side in Side:
                if _chance(self.rng, 60):
                    self.land(hex_id, side, self.number())
        for side in Side:
            if _chance(self.rng, 45) and (odd or self.holds(hex_id, side)):
                self.air(hex_id, side)

    def air(self, hex_id: str, side: Side) -> None:
        for _ in range(self.rng.choice((1, 1, 1, 2))):
            self.put(hex_id, self.nation(side), Kind.AIR)

    def surroundings(self, places: list[str], odd: bool) -> None:
        for hex_id in places:
            side = self.rng.choice(list(Side))
            if self.standable(hex_id) and _chance(self.rng, 20):
                self.land(hex_id, side, 1)
                if _chance(self.rng, 20):
                    self.land(hex_id, side.enemy, 1)
            for at in self.seas(hex_id):
                if _chance(self.rng, 15):
                    self.fleets(at, self.rng.choice(list(Side)), 20)
            for flyer in Side:
                if _chance(self.rng, 15) and (odd or self.holds(hex_id, flyer)):
                    self.air(hex_id, flyer)


def _bases(rng: Random, setter: _Setter, places: list[str]) -> dict[Side, tuple[str, ...]]:
    return {
        side: tuple(
            h
            for h in places
            if setter.board[h].facility and setter.holds(h, side) and _chance(rng, 40)
        )
        for side in Side
    }


def _rulings(rng: Random, percent: int) -> dict[str, str]:
    return {s: rng.choice(others) for s, others in SWITCHES.items() if _chance(rng, percent)}


def make(rng: Random, *, most: int = 4, odd: bool = False, switched: int = 12) -> Case:
    """A random fight. ``most``: like units in one place; ``switched``: chance of each switch."""
    if _chance(rng, 85):
        board, middle = small_board(rng)
    else:
        board = companion_board()
        coast = [h for h, p in board.hexes.items() if p.terrain is Terrain.SHALLOW and p.land_part]
        middle = rng.choice(sorted(coast))
    setter = _Setter(rng, board, most)
    setter.battlefield(middle, odd)
    around = [h for h in within(middle, 2) if h in board and h != middle]
    setter.surroundings(sorted(around), odd)
    places = sorted([middle, *around])
    both = [h for h in places if all(setter.stands(h, side) for side in Side)]
    state = State(
        board=board,
        turn=rng.choice((1, 2, 4, 4, 9)),
        units=tuple(setter.rows),
        bases=_bases(rng, setter, places),
        rulings=_rulings(rng, switched),
        contested=tuple(h for h in both if _chance(rng, 60)),
    )
    return Case(state, middle)


def seeded(number: int, **how: Any) -> list[Case]:
    """The first ``number`` cases of a fixed row."""
    return [make(Random(seed), **how) for seed in range(number)]


def cases(**how: Any) -> st.SearchStrategy[Case]:
    """Random fights for Hypothesis."""
    return st.randoms(use_true_random=False).map(lambda rng: make(rng, **how))


# Sides swapped


_SWAPPED = {Nation.JAPAN: Nation.US, Nation.US: Nation.JAPAN}


def even(case: Case) -> Case:
    """The case without what tells the sides apart: no China, no turn 1, one Allied nation.

    The hex fought over has an icon, as without one Japan goes first where both could land.
    """
    hexes = {h: _even_ground(place) for h, place in case.state.board.hexes.items()}
    fought_over = hexes[case.hex]
    if fought_over.owner is None:
        fought_over = evolve(fought_over, facility=Facility.PORT, owner=Nation.JAPAN)
    hexes[case.hex] = fought_over
    board = Board(hexes, case.state.board.hexsides, own=True)
    units = tuple(
        unit if unit.nation is Nation.JAPAN else evolve(unit, nation=Nation.US)
        for unit in case.state.units
    )
    return Case(evolve(case.state, board=board, units=units, turn=2), case.hex)


def _even_ground(place: Hex) -> Hex:
    owner = place.owner if place.owner in (None, Nation.JAPAN) else Nation.US
    return evolve(place, owner=owner, source=None, area=None, unlimited=False)


def swapped(case: Case) -> Case:
    """An `even` case with every unit, icon and base on the other side."""
    state = case.state
    hexes = {
        h: evolve(place, owner=_SWAPPED.get(place.owner) if place.owner else None)
        for h, place in state.board.hexes.items()
    }
    return Case(
        evolve(
            state,
            board=evolve(state.board, hexes=hexes),
            units=tuple(evolve(unit, nation=_SWAPPED[unit.nation]) for unit in state.units),
            bases={side: state.bases[side.enemy] for side in Side},
        ),
        case.hex,
    )
