"""A side's network as a small graph: where a line may run, where it may end, what joins what (6).

`witp_learn.rules.lines` says why a hex stops a line; this module only says that it does, once for
the whole board, so that hundreds of what-ifs can be tried in a moment.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property

from attrs import evolve, frozen

from witp_learn.hexgrid import HexId
from witp_learn.model import Side, State
from witp_learn.rulebook import reading
from witp_learn.rules.control import air_zone, holder, source_open
from witp_learn.rules.lines import Ground, Purpose

REACH = 3
"""Steps of the longest line between two bases, or a base and a source (6.3)."""


@frozen(slots=False)
class Links:
    """What joins the bases and sources of a side.

    ``near``: the neighbours of each hex on the board. ``stopped``: hexes that no line runs
    through. ``barred``: hexes that no line ends in, by reading b of supply-line-endpoints; none
    by reading a. ``sources`` are those that serve the side now.
    """

    side: Side
    near: Mapping[HexId, tuple[HexId, ...]]
    stopped: frozenset[HexId]
    barred: frozenset[HexId]
    sources: frozenset[HexId]
    bases: frozenset[HexId]

    @cached_property
    def rounds(self) -> Mapping[HexId, int]:
        """Sources and linked bases, each with the number of lines that part it from a source.

        Rules: 6.2a, 6.2b
        """
        found = dict.fromkeys(self.sources, 0)
        edge = list(found)
        while edge:
            ahead = dict.fromkeys(b for a in edge for b in self.next_to(a) if b not in found)
            found |= dict.fromkeys(ahead, found[edge[0]] + 1)
            edge = list(ahead)
        return found

    def next_to(self, start: HexId) -> Iterator[HexId]:
        """The sources and bases that one line joins to a hex.

        Rules: 6.3a, 6.3b
        """
        return (h for h, _ in self._lines(start))

    def _lines(self, start: HexId) -> Iterator[tuple[HexId, tuple[HexId, ...]]]:
        """Each source and base that a line joins to a hex, with the hexes between."""
        if start in self.barred:
            return
        seen = {start}
        edge: list[tuple[HexId, tuple[HexId, ...]]] = [(start, ())]
        for left in reversed(range(REACH)):
            ahead: list[tuple[HexId, tuple[HexId, ...]]] = []
            for here, way in edge:
                for n in self.near[here]:
                    if n in seen:
                        continue
                    seen.add(n)
                    if (n in self.bases or n in self.sources) and n not in self.barred:
                        yield n, way
                    if left and n not in self.stopped:
                        ahead.append((n, (*way, n)))
            edge = ahead

    def component(self, start: HexId) -> frozenset[HexId]:
        """A hex and every source and base that lines join to it, one after the other."""
        found, waiting = {start}, [start]
        while waiting:
            ahead = [h for h in self.next_to(waiting.pop()) if h not in found]
            found |= set(ahead)
            waiting += ahead
        return frozenset(found)

    def joins(self, start: HexId) -> bool:
        """Whether lines from a hex, from base to base, come to a source.

        Rules: 6.1c, 6.2a, 6.2b
        """
        return self.chain(start) is not None

    def chain(self, start: HexId) -> tuple[HexId, ...] | None:
        """The hexes of a way to a source in few lines, the ends of its lines included.

        Rulings: network-chain-validity
        """
        if start in self.sources:
            return (start,)
        seen = {start}
        waiting: list[tuple[HexId, tuple[HexId, ...]]] = [(start, (start,))]
        for here, way in waiting:
            for end, middles in self._lines(here):
                if end in self.sources:
                    return (*way, *middles, end)
                if end not in seen:
                    seen.add(end)
                    waiting.append((end, (*way, *middles, end)))
        return None

    def site(self, start: HexId) -> bool:
        """Whether a line joins a hex to a source or a linked base; a source is its own.

        Rules: 6.1c, 6.2b, 6.3a, 6.3b
        """
        return start in self.sources or any(h in self.rounds for h in self.next_to(start))

    def with_base(self, hex_id: HexId) -> Links:
        """The same with one more base."""
        return evolve(self, bases=self.bases | {hex_id})

    def without_base(self, hex_id: HexId) -> Links:
        """The same with one base less."""
        return evolve(self, bases=self.bases - {hex_id})

    def after(self, state: State, touched: tuple[HexId, ...]) -> Links:
        """The same where units, sources and terrain of ``touched`` are as in another position."""
        judge = _Judge(state, self.side)
        return evolve(
            self,
            stopped=_patched(self.stopped, touched, judge.stops),
            barred=_patched(self.barred, touched, judge.bars),
            sources=_patched(self.sources, touched, judge.is_source),
        )


def _patched(
    known: frozenset[HexId], touched: tuple[HexId, ...], test: Callable[[HexId], bool]
) -> frozenset[HexId]:
    now = {h for h in touched if test(h)}
    return (known - set(touched)) | now


class _Judge:
    """The plain tests of one side's lines in one position."""

    def __init__(self, state: State, side: Side) -> None:
        ground = Ground(state, side, Purpose.BASE)
        self.state, self.side = state, side
        self.waived = ground.zones_waived
        self.ends_count = reading("supply-line-endpoints", state.rulings) == "b"
        self.surprise = state.turn == 1 and side is Side.JAPAN
        self.zone = frozenset(air_zone(state, side.enemy))
        self.met = frozenset(u.hex for u in state.units if u.side is side.enemy)

    def stops(self, hex_id: HexId) -> bool:
        """Whether no line runs through the hex."""
        return self._blocked(hex_id) or (not self.waived and self._covered(hex_id))

    def bars(self, hex_id: HexId) -> bool:
        """Whether no line ends in the hex."""
        if not self.ends_count:
            return False
        return self._blocked(hex_id) or (not self.surprise and self._covered(hex_id))

    def is_source(self, hex_id: HexId) -> bool:
        """Whether a source in the hex serves the side."""
        return source_open(self.state, hex_id, self.side)

    def _blocked(self, hex_id: HexId) -> bool:
        place = self.state.board[hex_id]
        if place.mountain or hex_id in self.met:
            return True
        return place.owner is not None and holder(self.state, hex_id) is self.side.enemy

    def _covered(self, hex_id: HexId) -> bool:
        return hex_id in self.zone


def links(state: State, side: Side) -> Links:
    """The network of a side in a position.

    Rules: 6.1d, 6.2a, 6.2b, 6.3a, 6.3b, 6.3c, 6.3d, 6.3e, 6.3f, 6.3g, 6.6.1a
    """
    board, judge = state.board, _Judge(state, side)
    return Links(
        side=side,
        near=board.near,
        stopped=frozenset(h for h in board.hexes if judge.stops(h)),
        barred=frozenset(h for h in board.hexes if judge.bars(h)),
        sources=frozenset(h for h in board.sources if judge.is_source(h)),
        bases=frozenset(h for h in state.bases[side] if h in board),
    )
