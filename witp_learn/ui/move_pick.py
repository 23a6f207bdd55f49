"""The units that are picked to move together, and what is known of them without a path (8.3)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from attrs import evolve, frozen

from witp_learn.actions import take as read_take
from witp_learn.files import BadData
from witp_learn.hexgrid import HexId, distance
from witp_learn.model import Kind, Nation, Side, State, Unit
from witp_learn.rules import stacks
from witp_learn.rules.movement import fleet_step, land_step
from witp_learn.rules.moves import fleets_at, no_landing, unable
from witp_learn.rules.refusals import Refusal
from witp_learn.rules.routes import reach
from witp_learn.rules.stacks import Stack

BARRED = 20
"""What a step that is barred counts, in steps, when the least barred way is looked for."""

HOW = {
    "fleet": "The fleet sails",
    "land": "On foot",
    "transport": "The fleet carries land units",
}
"""A kind of move as the head of a stack."""


@frozen
class Pick:
    """Units of a side in some waters, each row of one counter with how many of it go."""

    side: Side
    at: str
    chosen: tuple[tuple[Unit, int], ...]

    @property
    def hex(self) -> HexId:
        """The hex without a coast letter."""
        return self.at[:4]

    def many(self, row: Unit) -> int:
        """How many of these counters go."""
        return dict(self.chosen).get(single(row), 0)

    def with_many(self, row: Unit, number: int) -> Pick:
        """The same with another number of one counter."""
        chosen = {**dict(self.chosen), single(row): number}
        return evolve(self, chosen=tuple((u, n) for u, n in chosen.items() if n))


def single(row: Unit) -> Unit:
    """One counter of a row."""
    return evolve(row, count=1)


def waters(state: State, side: Side, hex_id: HexId) -> tuple[str, ...]:
    """The places of a hex from which units of a side can move together: its seas with fleets."""
    ready = [u for u in state.at(hex_id, side) if u.kind is not Kind.AIR and not u.moved]
    seas = sorted({u.at for u in ready if u.coast})
    ashore = any(u.ashore for u in ready)
    return tuple(seas) or ((hex_id,) if ready and (ashore or not seas) else ())


def pool(state: State, side: Side, at: str) -> tuple[Unit, ...]:
    """Every counter that could go from there: fleets, their cargo, land units ashore."""
    if not state.board[at[:4]].coasts or at[4:]:
        return stacks.stack(state, side, "transport", at).units
    return stacks.stack(state, side, "land", at).units


def movers(state: State) -> Iterator[tuple[Side, str]]:
    """Where units stand that could still move, Japan's first, in order of the hexes."""
    for side in Side:
        hexes = {u.hex for u in state.units if u.side is side and u.kind is not Kind.AIR}
        for hex_id in sorted(hexes):
            for at in waters(state, side, hex_id):
                if any(u.nation is not Nation.CHINA for u in pool(state, side, at)):
                    yield side, at


def everything(state: State, side: Side, at: str) -> Pick:
    """All fleets with as many land units as they have room for; without ships all go on foot."""
    rows = pool(state, side, at)
    fleets = [u for u in rows if u.kind.is_fleet]
    room = stacks.count(u for u in fleets if u.kind is Kind.NAVAL)
    land = sorted(
        (u for u in rows if u.kind is Kind.LAND), key=lambda u: (not u.aboard, not u.full)
    )
    chosen = [(single(u), u.count) for u in fleets]
    for row in land:
        many = row.count if not fleets else min(room, row.count)
        room -= many
        if many and (row.nation is not Nation.CHINA or not fleets):
            chosen.append((single(row), many))
    return Pick(side, at, tuple(chosen))


def only(state: State, pick: Pick, kind: str) -> Pick:
    """The same waters with other units: the fleet alone, all on foot, or all that can go."""
    whole = everything(state, pick.side, pick.at)
    rows = pool(state, pick.side, pick.at)
    if kind == "fleet":
        kept = tuple((u, n) for u, n in whole.chosen if u.kind.is_fleet or u.aboard)
        return evolve(whole, chosen=kept)
    if kind == "land":
        return evolve(whole, chosen=tuple((single(u), u.count) for u in rows if u.ashore))
    return whole


def ways_to_go(state: State, pick: Pick) -> tuple[str, ...]:
    """The kinds of move that the units there allow."""
    rows = pool(state, pick.side, pick.at)
    ships = any(u.kind is Kind.NAVAL for u in rows)
    kinds = {
        "transport": ships and any(u.kind is Kind.LAND for u in rows),
        "fleet": any(u.kind.is_fleet for u in rows),
        "land": any(u.ashore for u in rows),
    }
    return tuple(kind for kind, there in kinds.items() if there)


def again(state: State, pick: Pick) -> Pick | None:
    """The same units in another position, as far as they are still there to move."""
    if pick.hex not in state.board:
        return None
    here = waters(state, pick.side, pick.hex)
    if pick.at not in here and not (pick.at == pick.hex and here):
        return None
    at = pick.at if pick.at in here else here[0]
    there = {single(u): u.count for u in pool(state, pick.side, at)}
    kept = ((u, min(n, there.get(u, 0))) for u, n in pick.chosen)
    chosen = tuple((u, n) for u, n in kept if n)
    return Pick(pick.side, at, chosen) if chosen else everything(state, pick.side, at)


def taken(state: State, pick: Pick) -> Stack:
    """The stack of what is picked. Raises BadData when the units cannot go together."""
    units = [evolve(u, count=n) for u, n in pick.chosen]
    fleets = any(u.kind.is_fleet for u in units)
    land = any(u.kind is Kind.LAND for u in units)
    kind = "transport" if fleets and land else "fleet" if fleets else "land"
    if not units:
        raise BadData("", "take", "take at least one unit", "nothing")
    words = read_take(stacks.words(state, units))
    at = pick.hex if kind == "land" else pick.at
    return stacks.stack(state, pick.side, kind, at, words)


def told(pick: Pick) -> str:
    """What is picked in words: ``1 carrier, 2 naval units and 1 land unit``."""
    many = {k: sum(n for u, n in pick.chosen if u.kind is k) for k in Kind}
    words = [f"{n} {k.noun}{'' if n == 1 else 's'}" for k, n in many.items() if n]
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} and {words[-1]}"


def hexes_told(number: int) -> str:
    """A number of hexes in words: ``1 hex``."""
    return "1 hex" if number == 1 else f"{number} hexes"


def letters(units: tuple[Unit, ...]) -> str:
    """Units in short: ``C 2N L``."""
    many = {k: stacks.count(u for u in units if u.kind is k) for k in Kind}
    return " ".join(f"{n if n > 1 else ''}{k.letter}" for k, n in many.items() if n)


# -- what they could do


def reached(state: State, stack: Stack) -> Mapping[HexId, int]:
    """The least RP, activation included, for every hex that just this stack could move to.

    Rules: 8.2d, 8.4d, 8.4e, 8.4f, 8.4i, 8.6.1d
    """
    if unable(state, stack):
        return {}
    rest = (evolve(u, moved=True) for u in stacks.without(state.units, stack.units))
    alone = evolve(state, units=(*rest, *(_embarked(stack, u) for u in stack.units)))
    found = reach(alone, stack.side, origins=(stack.hex,))
    closed = (h for h in found if stack.carries and any(no_landing(state, h, stack.side)))
    shut = frozenset(closed)
    return {h: one.rp for h, one in found.items() if h not in shut and h != stack.hex}


def _embarked(stack: Stack, unit: Unit) -> Unit:
    if stack.kind == "land" or unit.kind is not Kind.LAND:
        return unit
    return evolve(unit, at=stack.at, aboard=True)


def least_barred(state: State, stack: Stack, goal: HexId) -> tuple[str, ...]:
    """The way to a hex with the fewest barred steps, the shortest of them; for saying why not."""
    start = stack.at
    paid: dict[str, int] = {start: 0}
    came: dict[str, str] = {}
    buckets: list[list[str]] = [[start]]
    for cost, places in enumerate(buckets):
        for at in places:
            if paid[at] < cost:
                continue
            if at[:4] == goal:
                return _back(came, at)
            held = at != start and _holds(state, stack, at)
            for to, barred in _steps(state, stack, at):
                further = cost + 1 + BARRED * (barred + held)
                if further < paid.get(to, further + 1):
                    paid[to], came[to] = further, at
                    while len(buckets) <= further:
                        buckets.append([])
                    buckets[further].append(to)
    return (start,)


def _steps(state: State, stack: Stack, at: str) -> Iterator[tuple[str, int]]:
    for to in state.board.neighbours(at[:4]):
        if stack.kind == "land":
            nations = {u.nation for u in stack.units}
            barred = any(land_step(state, at[:4], to, n).barred for n in nations)
            yield to, int(barred)
        else:
            coasts = state.board[at[:4]].coasts
            sea = at if not coasts or at[4:] else at + min(coasts)
            way = fleet_step(state, sea, to, stack.side)
            yield way.to, int(bool(way.barred))


def _holds(state: State, stack: Stack, at: str) -> bool:
    """Whether enemies at a place end a move that comes there."""
    enemy = stack.side.enemy
    if stack.kind == "land":
        return state.land_ashore(at[:4], enemy)
    return bool(fleets_at(state, at, enemy))


def _back(came: Mapping[str, str], at: str) -> tuple[str, ...]:
    path = [at]
    while path[-1] in came:
        path.append(came[path[-1]])
    return tuple(reversed(path))


def nearest(found: Mapping[HexId, int], goal: HexId, rp: int | None) -> HexId | None:
    """The hex nearest to a goal that can be reached for the RP at hand, the cheapest of them."""
    able = [h for h, cost in found.items() if h != goal and (rp is None or cost <= rp)]
    return min(able, key=lambda h: (distance(h, goal), found[h], h), default=None)


def cannot_set_out(state: State, side: Side, hex_id: HexId) -> tuple[Refusal, ...]:
    """Why nothing of a side can be picked in a hex."""
    return unable(state, Stack(side, "transport", hex_id, ()))
