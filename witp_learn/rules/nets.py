"""Where a side may step at all: the open steps between hexes, once for each board (8.5).

`witp_learn.rules.movement` says why a step is barred; this module only keeps which are open, so
that paths can be searched for. Only enemies on the way and what the target allows are left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

from attrs import frozen

from witp_learn.hexgrid import HexId
from witp_learn.model import Board, Nation, Side, State
from witp_learn.rules.movement import fleet_step, land_step

Steps = Mapping[str, tuple[str, ...]]


@frozen(slots=False)
class Net:
    """The open steps of one kind of move: from waters to waters, on foot from hex to hex.

    ``ahead`` and ``back``: the ends and the starts of open steps, in order of number. ``stops``:
    where a move may end.
    """

    ahead: Steps
    back: Steps
    stops: frozenset[str]


class _Ground:
    """A board as the key of a table: the same object, not an equal one."""

    def __init__(self, board: Board) -> None:
        self.board = board

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Ground) and other.board is self.board

    def __hash__(self) -> int:
        return id(self.board)


def fleet_net(state: State, side: Side) -> Net:
    """The open steps of fleets of a side.

    Rules: 2.3.2c, 8.5i, 8.5n, 8.5o, 8.7h, 8.7i, 8.7j, 12.1e, 12.2c, 9.7e
    """
    net = _fleet_net(_Ground(state.board), side, _surprise(state, side))
    if not state.contested:
        return net
    ahead = dict(net.ahead)
    touched = {n for h in state.contested for n in state.board.neighbours(h)}
    for at in ahead:
        if at[:4] in touched:
            ahead[at] = _sailing(state, at, side)
    return _net(ahead, net.stops)


def land_net(state: State, side: Side) -> Net:
    """The open steps on foot of land units of a side, Chinese ones aside.

    Rules: 2.3.2d, 2.3.2e, 2.3.2f, 8.5c, 8.5d, 8.5e, 12.1e, 12.2c
    """
    return _land_net(_Ground(state.board), side, _surprise(state, side))


def waters(board: Board, hex_id: HexId) -> tuple[str, ...]:
    """The seas of a hex: one, or one for each coast letter."""
    return tuple(hex_id + c for c in sorted(board[hex_id].coasts)) or (hex_id,)


def _surprise(state: State, side: Side) -> bool:
    return side is Side.JAPAN and state.turn == 1


@lru_cache(maxsize=16)
def _fleet_net(ground: _Ground, side: Side, surprise: bool) -> Net:
    bare = State(ground.board, 1 if surprise else 2)
    seas = [at for h in ground.board.hexes for at in waters(ground.board, h)]
    return _net({at: _sailing(bare, at, side) for at in seas}, frozenset(seas))


def _sailing(state: State, at: str, side: Side) -> tuple[str, ...]:
    near = sorted(state.board.neighbours(at[:4]))
    return tuple(way.to for n in near if (way := fleet_step(state, at, n, side)).open)


@lru_cache(maxsize=16)
def _land_net(ground: _Ground, side: Side, surprise: bool) -> Net:
    board = ground.board
    bare = State(board, 1 if surprise else 2)
    nation = Nation.JAPAN if side is Side.JAPAN else Nation.US
    ahead: dict[str, tuple[str, ...]] = {}
    stops: set[str] = set()
    for h in board.hexes:
        near = sorted(board.neighbours(h))
        ahead[h] = tuple(n for n in near if land_step(bare, h, n, nation, stops=False).open)
        stops |= {n for n in ahead[h] if land_step(bare, h, n, nation).open}
    return _net(ahead, frozenset(stops))


def _net(ahead: Steps, stops: Iterable[str]) -> Net:
    back: dict[str, list[str]] = {at: [] for at in ahead}
    for at in sorted(ahead):
        for to in ahead[at]:
            back[to].append(at)
    return Net(ahead, {at: tuple(starts) for at, starts in back.items()}, frozenset(stops))
