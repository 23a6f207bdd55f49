"""Air zones, control, networks and the supply check a second time: slow, plain, independent.

Written from the text of chapters 2.2.3, 2.3.3, 6.1 to 6.3, 6.6.1 and 7 alone, with the readings of
the rulings on record. It reads the fields of a position and uses no geometry and no rule function
of the package, so that an error there has to be made twice to go unseen.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from attrs import evolve

from witp_learn.model import Area, Kind, Nation, Side, State, Step, Unit

HOMELANDS = {Area.UNITED_STATES, Area.AUSTRALIA, Area.INDIA, Area.NEW_ZEALAND}


# The grid: two hexes touch when their centres are one hex height apart.


def _centre(hex_id: str) -> tuple[int, int]:
    """Column, and row counted in half hexes: even columns hang half a hex lower."""
    column, row = int(hex_id[0:2]), int(hex_id[2:4])
    return column, 2 * row + (1 if column % 2 == 0 else 0)


@cache
def touch(a: str, b: str) -> bool:
    (xa, ya), (xb, yb) = _centre(a), _centre(b)
    return (abs(xa - xb), abs(ya - yb)) in ((0, 2), (1, 1))


@cache
def _touching(hex_id: str) -> list[str]:
    column, row = int(hex_id[0:2]), int(hex_id[2:4])
    near = (f"{c:02d}{r:02d}" for c in _beside(column) for r in _beside(row))
    return [h for h in near if touch(h, hex_id)]


def around(state: State, hex_id: str) -> list[str]:
    return [h for h in _touching(hex_id) if h in state.board.hexes]


def _beside(number: int) -> list[int]:
    return [n for n in (number - 1, number, number + 1) if 0 <= n <= 99]


def walks(state: State, start: str, longest: int) -> Iterator[list[str]]:
    """Every way of at most ``longest`` steps on the board that visits no hex twice."""
    waiting = [[start]]
    while waiting:
        way = waiting.pop()
        yield way
        if len(way) <= longest:
            waiting += [[*way, h] for h in around(state, way[-1]) if h not in way]


# 2.2.3 and 2.3.3


def is_full_air(unit: Unit, side: Side) -> bool:
    return unit.kind is Kind.AIR and unit.state is Step.FULL and unit.nation.side is side


def in_zone(state: State, hex_id: str, side: Side) -> bool:
    """Whether the hex is under the air zone of ``side``."""
    enemy = Side.JAPAN if side is Side.ALLIES else Side.ALLIES
    for unit in state.units:
        if unit.at[:4] == hex_id and is_full_air(unit, enemy):
            return False
    return any(is_full_air(u, side) and touch(u.at[:4], hex_id) for u in state.units)


def zone(state: State, side: Side) -> list[str]:
    return sorted(h for h in state.board.hexes if in_zone(state, h, side))


def ashore(state: State, hex_id: str) -> set[Side]:
    land = (u for u in state.units if u.kind is Kind.LAND and not u.aboard)
    return {u.nation.side for u in land if u.at[:4] == hex_id}


def controller(state: State, hex_id: str) -> Side | None:
    place = state.board.hexes[hex_id]
    if place.facility is None or place.owner is None:
        return None
    there = ashore(state, hex_id)
    return there.pop() if len(there) == 1 else place.owner.side


def printed_sources(state: State, side: Side) -> set[str]:
    nations = {h: place.source for h, place in state.board.hexes.items()}
    return {h for h, nation in nations.items() if nation is not None and nation.side is side}


def sources(state: State, side: Side) -> set[str]:
    """The sources that serve ``side``: its own, unless enemy land units alone stand there."""
    own = printed_sources(state, side)
    return {h for h in own if not ashore(state, h) or side in ashore(state, h)}


# 6.3 and 7.1: what stops a line in a hex


def stops(state: State, hex_id: str, side: Side, *, waived: bool) -> set[str]:
    """Why a line of ``side`` fails in a hex; ``waived``: enemy air zones do not count there."""
    enemy = Side.JAPAN if side is Side.ALLIES else Side.ALLIES
    found = set()
    if state.board.hexes[hex_id].mountain:
        found.add("mountain")
    if any(u.at[:4] == hex_id and u.nation.side is enemy for u in state.units):
        found.add("enemy_unit")
    if controller(state, hex_id) is enemy:
        found.add("enemy_facility")
    if not waived and in_zone(state, hex_id, enemy):
        found.add("enemy_azoc")
    return found


def _reading(state: State, slug: str) -> str:
    return state.rulings.get(slug, "a")


def _passes(state: State, way: list[str], side: Side, *, building: bool) -> bool:
    first_turn = state.turn == 1 and side is Side.JAPAN
    # 7.1 itself says that only the hex between is asked about; 6.3 is where the text is silent.
    # Where base and source share a hex there is no line to trace.
    ends_count = building and _reading(state, "supply-line-endpoints") == "b" and len(way) > 1
    for place, hex_id in enumerate(way):
        is_end = place in (0, len(way) - 1)
        if is_end and not ends_count:
            continue
        waived = first_turn
        if building and not is_end and _reading(state, "rangoon-example-turn") == "b":
            waived = False
        if stops(state, hex_id, side, waived=waived):
            return False
    return True


def line(
    state: State, start: str, ends: set[str], side: Side, longest: int, *, building: bool
) -> list[str] | None:
    """The first line from ``start`` to one of ``ends``: the shortest, then the lowest numbers."""
    found = [
        way
        for way in walks(state, start, longest)
        if way[-1] in ends and _passes(state, way, side, building=building)
    ]
    return min(found, key=lambda way: (len(way), way), default=None)


# Chapter 6


def network(state: State, side: Side) -> list[str]:
    """The bases of ``side`` that a chain of lines joins to one of its sources."""
    joined: set[str] = set()
    while True:
        ends = joined | sources(state, side)
        more = {
            base
            for base in state.bases[side]
            if base not in joined and line(state, base, ends, side, 3, building=True)
        }
        if not more:
            return sorted(joined)
        joined |= more


def can_build(state: State, side: Side) -> list[str]:
    ends = set(network(state, side)) | sources(state, side)
    return sorted(
        h
        for h in state.board.hexes
        if controller(state, h) is side
        and h not in state.bases[side]
        and line(state, h, ends, side, 3, building=True)
    )


def held(state: State, side: Side) -> list[str]:
    return sorted(h for h in state.board.hexes if controller(state, h) is side)


# Chapter 7


def automatic(state: State, unit: Unit) -> bool:
    if unit.kind in (Kind.CARRIER, Kind.NAVAL):
        return True
    place = state.board.hexes[unit.at[:4]]
    if place.area in HOMELANDS:
        return unit.nation.side is Side.ALLIES
    if place.area is Area.CHINA and unit.kind is Kind.LAND:
        return unit.nation is Nation.CHINA
    chongqing = place.area is Area.CHINA and place.id == "0404"
    return chongqing and unit.nation.side is Side.ALLIES


def unit_line(state: State, unit: Unit) -> list[str] | None:
    side = unit.nation.side
    longest = 3 if _reading(state, "supply-range-three") == "b" else 2
    ends = set(state.bases[side]) | sources(state, side)
    return line(state, unit.at[:4], ends, side, longest, building=False)


def in_supply(state: State, unit: Unit) -> bool:
    return automatic(state, unit) or unit_line(state, unit) is not None


def judge(state: State) -> list[bool]:
    """In supply or not, one answer for each unit of the position, in its order."""
    if _reading(state, "supply-simultaneity") == "a":
        return [in_supply(state, u) for u in state.units]
    japan = {i for i, u in enumerate(state.units) if u.nation.side is Side.JAPAN}
    first = {i: in_supply(state, state.units[i]) for i in japan}
    after = evolve(state, units=tuple(_left(state, japan, first)))
    return [first[i] if i in japan else in_supply(after, u) for i, u in enumerate(state.units)]


def _left(state: State, judged: set[int], verdicts: dict[int, bool]) -> Iterator[Unit]:
    for i, unit in enumerate(state.units):
        if i not in judged or verdicts[i]:
            yield unit
        elif unit.state is Step.FULL:
            yield evolve(unit, state=Step.ATTRITED)


def effect(unit: Unit, supplied: bool) -> str:
    if supplied:
        return "none"
    return "attrited" if unit.state is Step.FULL else "removed"


def after_check(state: State) -> State:
    """The position after the check."""
    verdicts = dict(enumerate(judge(state)))
    return evolve(state, units=tuple(_left(state, set(verdicts), verdicts)))


def middle_blocks(state: State, unit: Unit) -> dict[str, set[str]]:
    """Each failing hex between the unit and a base or source two hexes off, with the reasons."""
    side = unit.nation.side
    start = unit.at[:4]
    waived = state.turn == 1 and side is Side.JAPAN
    found = {}
    for end in set(state.bases[side]) | sources(state, side):
        if end == start or touch(start, end):
            continue
        for middle in around(state, start):
            if touch(middle, end) and (why := stops(state, middle, side, waived=waived)):
                found[middle] = why
    return found
