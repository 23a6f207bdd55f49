"""The counters that a fight in one hex concerns, one by one, with what each ship carries (9).

They are plain tuples, so that thousands of fights can be told apart and counted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from witp_learn.hexgrid import HexId
from witp_learn.model import STRENGTHS, Kind, Nation, Side, State, Step, Unit

SIDE_OF = {nation: nation.side for nation in Nation}
CARRIER, NAVAL, LAND, AIR = Kind
JAPAN, ALLIES = Side


class Piece(NamedTuple):
    """One counter. ``cargo`` is the land unit a naval unit carries, whose ``at`` is empty (8.6).

    ``part`` is its part in the battle being fought: ``sea`` for a land unit that lands, ``land``
    for one of the landing side that stood ashore (9.5.2), ``support`` for an air unit that may
    take extra hits (9.6.2), else empty.
    """

    at: str
    nation: Nation
    kind: Kind
    full: bool
    strength: int | None = None
    cargo: Piece | None = None
    part: str = ""

    @property
    def hex(self) -> HexId:
        """The hex without a coast letter."""
        return self.at[:4]

    @property
    def side(self) -> Side:
        """The side it fights for."""
        return SIDE_OF[self.nation]

    @property
    def is_fleet(self) -> bool:
        """Whether it sails (2.2)."""
        return self.kind is CARRIER or self.kind is NAVAL

    @property
    def value(self) -> int:
        """Combat strength: 0 when attrited (2.2.2)."""
        if not self.full:
            return 0
        return STRENGTHS[self.kind] if self.strength is None else self.strength

    @property
    def attrited(self) -> Piece:
        """The same counter with its back up."""
        at, nation, kind, _, strength, cargo, part = self
        return Piece(at, nation, kind, False, strength, cargo, part)

    def moved(self, at: str) -> Piece:
        """The same counter elsewhere, without a part in the battle."""
        _, nation, kind, full, strength, cargo, _ = self
        return Piece(at, nation, kind, full, strength, cargo)


NATIONS = {nation: i for i, nation in enumerate(Nation)}
KINDS = {kind: i for i, kind in enumerate(Kind)}


@lru_cache(maxsize=4096)
def order(piece: Piece) -> tuple[object, ...]:
    """A sort key that tells all pieces apart: by hex, nation, kind, full first."""
    cargo = piece.cargo
    return (
        piece.at,
        NATIONS[piece.nation],
        KINDS[piece.kind],
        not piece.full,
        -1 if piece.strength is None else piece.strength,
        () if cargo is None else order(cargo),
        piece.part,
    )


def is_local(unit: Unit, hex_id: HexId, near: Iterable[HexId]) -> bool:
    """Whether a fight in ``hex_id`` concerns these counters: all there, air units next to it."""
    return unit.hex == hex_id or (unit.kind is AIR and unit.hex in near)


def pieces(state: State, hex_id: HexId) -> tuple[Piece, ...]:
    """The counters that a fight in a hex concerns, cargo with its ships.

    Cargo rides full naval units first, US before Commonwealth; full cargo is put aboard first.
    """
    near = state.board.neighbours(hex_id)
    local = [u for u in state.units if is_local(u, hex_id, near)]
    out = [p for u in local if not u.aboard for p in _each(u)]
    cargo = sorted((p for u in local if u.aboard for p in _each(u)), key=order)
    for load in sorted(cargo, key=lambda p: not p.full):
        out = stowed(out, load)
    return tuple(sorted(out, key=order))


def _each(unit: Unit) -> Iterator[Piece]:
    one = Piece(unit.at, unit.nation, unit.kind, unit.full, unit.strength)
    return (one for _ in range(unit.count))


def stowed(here: list[Piece], load: Piece) -> list[Piece]:
    """The pieces with a land unit put aboard a naval unit of its side in the same waters.

    The first that carries nothing is taken: full before attrited, US before Commonwealth. Raises
    ValueError when none has room.

    Rules: 8.6b, 8.6c, 8.6.1b
    """
    free = free_ships(here, load.side, load.at)
    if not free:
        raise ValueError("no naval unit has room for the land unit")
    ship = free[0]
    index = here.index(ship)
    aboard = load._replace(at="", part="")
    return [*here[:index], ship._replace(cargo=aboard), *here[index + 1 :]]


def free_ships(here: Iterable[Piece], side: Side, at: str) -> list[Piece]:
    """The naval units of a side in these waters that carry nothing, the first to load first.

    Rules: 8.6b, 8.6c
    """
    free = (
        p for p in here if p.kind is NAVAL and p.cargo is None and p.at == at and p.side is side
    )
    return sorted(free, key=lambda p: (not p.full, NATIONS[p.nation], order(p)))


def units(here: Iterable[Piece]) -> tuple[Unit, ...]:
    """The pieces as rows of like units, sorted, with cargo aboard."""
    counted: dict[Unit, int] = {}
    for piece in here:
        for one, aboard in _loose(piece):
            step = Step.FULL if one.full else Step.ATTRITED
            unit = Unit(one.at, one.nation, one.kind, step, 1, aboard, one.strength)
            counted[unit] = counted.get(unit, 0) + 1
    return tuple(
        Unit(u.at, u.nation, u.kind, u.state, n, u.aboard, u.strength) for u, n in counted.items()
    )


def _loose(piece: Piece) -> Iterator[tuple[Piece, bool]]:
    yield piece, False
    if piece.cargo is not None:
        yield piece.cargo._replace(at=piece.at), True
