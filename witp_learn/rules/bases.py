"""Supply networks: which bases are linked, where one may be built, and why not (6.1 to 6.6)."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

from witp_learn.explain import say
from witp_learn.hexgrid import HexId, distance, within
from witp_learn.model import Side, State
from witp_learn.rulebook import reading
from witp_learn.rules.control import holder
from witp_learn.rules.lines import CLAUSES, Ground, Purpose
from witp_learn.rules.links import REACH, links
from witp_learn.rules.refusals import Refusal


@frozen
class Site:
    """A hex judged for a new base: the line that links it, or all that speaks against it."""

    hex: HexId
    side: Side
    path: tuple[HexId, ...] | None
    refusals: tuple[Refusal, ...] = ()

    @property
    def allowed(self) -> bool:
        """Whether the base may be built."""
        return not self.refusals


@frozen
class Network:
    """The bases of a side that are linked to a source, and how.

    ``lines`` gives for each linked base its line to a source or to a base nearer to one.
    """

    side: Side
    linked: tuple[HexId, ...]
    lines: Mapping[HexId, tuple[HexId, ...]]
    cut_off: tuple[HexId, ...]


def network(state: State, side: Side) -> Network:
    """The supply network of a side.

    A base is linked when a line of at most three steps, its hexes between open, reaches a source
    or a linked base. The ends are not tested (ruling supply-line-endpoints).

    Rulings: network-chain-validity
    Rules: 6.1d, 6.2a, 6.2b, 6.2c, 6.3a, 6.3b, 6.5f, 6.6.1a
    """
    ground = Ground(state, side, Purpose.BASE)
    rounds = links(state, side).rounds
    linked = tuple(h for h in sorted(state.bases[side]) if h in rounds)
    lines = {h: line_of_base(ground, h, rounds) for h in linked}
    cut_off = tuple(h for h in sorted(state.bases[side]) if h not in rounds)
    return Network(side, linked, lines, cut_off)


def line_of_base(ground: Ground, base: HexId, rounds: Mapping[HexId, int]) -> tuple[HexId, ...]:
    """The line of a linked base: to a source, or to a base fewer lines away from one."""
    nearer = tuple(h for h, lines in rounds.items() if lines < rounds[base])
    return line_to(ground, base, nearer) or (base,)


def line_to(ground: Ground, start: HexId, goals: tuple[HexId, ...]) -> tuple[HexId, ...] | None:
    """The shortest line from a hex to any goal, then that with the lowest numbers."""
    lines = []
    for goal in goals:
        if distance(start, goal) <= REACH and _ends_pass(ground, start, goal):
            line = ground.shortest(start, goal, REACH)
            if line is not None:
                lines.append(line)
    return min(lines, key=lambda line: (len(line), line), default=None)


def _ends_pass(ground: Ground, start: HexId, goal: HexId) -> bool:
    """Reading b of supply-line-endpoints tests the ends as well; on the source there is no line."""
    if start == goal or reading("supply-line-endpoints", ground.state.rulings) != "b":
        return True
    return not any(ground.end_stops(h) for h in (start, goal))


def sites(state: State, side: Side) -> tuple[Site, ...]:
    """Every port or airfield that a side controls, judged for a new base, in order of number.

    Rules: 6.1a, 6.1b, 6.1c, 6.1d, 6.2b, 6.3a, 6.3b, 6.6.1a
    """
    ground = Ground(state, side, Purpose.BASE)
    reached = tuple(sorted(links(state, side).rounds))
    controlled = [h for h in sorted(state.board.hexes) if holder(state, h) is side]
    return tuple(_site(ground, h, reached) for h in controlled)


def buildable(state: State, side: Side) -> tuple[HexId, ...]:
    """Where a side may build a base, in order of number: the sites that `sites` would allow.

    Rules: 6.1a, 6.1b, 6.1c, 6.1d, 6.2b, 6.3a, 6.3b, 6.6.1a
    """
    net = links(state, side)
    return tuple(
        h
        for h, place in sorted(state.board.hexes.items())
        if place.owner is not None
        and not state.has_base(h, side)
        and holder(state, h) is side
        and net.site(h)
    )


def site(state: State, side: Side, hex_id: HexId) -> Site:
    """One hex judged for a new base; also one without a port or airfield of the side's.

    Rulings: base-count-limits, base-in-contested-hex, base-build-cost
    Rules: 6.1a, 6.1b, 6.1c, 6.3a, 6.3b
    """
    ground = Ground(state, side, Purpose.BASE)
    found = _site(ground, hex_id, tuple(sorted(links(state, side).rounds)))
    if holder(state, hex_id) is side:
        return found
    text = say("bases.no_facility", place=state.board.label(hex_id), side=side.adjective)
    none = Refusal("6.1b", "no_facility", hex_id, text)
    return Site(hex_id, side, None, (none, *found.refusals))


def _site(ground: Ground, hex_id: HexId, reached: tuple[HexId, ...]) -> Site:
    refusals: list[Refusal] = []
    label = ground.state.board.label(hex_id)
    if ground.state.has_base(hex_id, ground.side):
        text = say("bases.has_base", place=label)
        refusals.append(Refusal("6.1a", "has_base", hex_id, text))
    line = line_to(ground, hex_id, reached)
    if line is None and not refusals:
        refusals += why_no_line(ground, hex_id, reached) or [_too_far(hex_id, label)]
    return Site(hex_id, ground.side, line, tuple(refusals))


def _too_far(hex_id: HexId, label: str) -> Refusal:
    return Refusal("6.3b", "too_far", hex_id, say("bases.too_far", place=label))


def why_no_line(ground: Ground, hex_id: HexId, reached: tuple[HexId, ...]) -> list[Refusal]:
    """What stops every line; nothing where the board leaves no way at all."""
    near = tuple(h for h in reached if distance(hex_id, h) <= REACH)
    board = ground.state.board
    if not any(board.source_side(h) is ground.side for h in board.sources):
        text = say("bases.no_source", side=ground.side.adjective)
        return [Refusal("6.1c", "no_source", hex_id, text)]
    if not near:
        return [_too_far(hex_id, board.label(hex_id))]
    return [
        Refusal(CLAUSES[Purpose.BASE][test.what], test.what, place, test.text)
        for place in sorted(h for h in within(hex_id, REACH) if h in board)
        for test in ground.between(place).parts
        if test.value and test.what in _stops_on_a_line(ground, hex_id, place, near)
    ]


def _stops_on_a_line(
    ground: Ground, start: HexId, place: HexId, goals: tuple[HexId, ...]
) -> tuple[str, ...]:
    """What stops a line in ``place``, if some line of at most three steps to a goal meets it."""
    if any(_lies_between(start, place, goal) for goal in goals):
        return ground.stops(place)
    ends_count = reading("supply-line-endpoints", ground.state.rulings) == "b"
    return ground.end_stops(place) if ends_count and place in (start, *goals) else ()


def _lies_between(start: HexId, middle: HexId, goal: HexId) -> bool:
    inside = middle not in (start, goal)
    return inside and distance(start, middle) + distance(middle, goal) <= REACH
