"""What a verdict hangs by: single edits, single map facts and single rulings that would turn it.

Everything here is found by trying the change and judging again, never by writing it down.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from attrs import evolve, frozen

from witp_learn import edits
from witp_learn.hexgrid import HexId, between, within
from witp_learn.model import Area, Board, Facility, Hex, Kind, Nation, Side, State, Step, Unit
from witp_learn.rulebook import switches
from witp_learn.rules.bases import site
from witp_learn.rules.control import holds
from witp_learn.rules.lines import Ground, Purpose
from witp_learn.rules.supply import judge, limit, photograph

FACT_KEYS = ("mountain", "icon", "source", "area")
"""The map data a supply verdict can lean on; terrain, jungle and hexsides never matter to it."""

RULINGS = ("supply-range-three", "supply-line-endpoints", "supply-simultaneity")
"""The switches whose readings the supply check asks; the property tests try all of them."""


@frozen
class Turning:
    """An edit that turns the verdict; ``arrival`` when it stands for any enemy unit arriving.

    ``buildable``: for a new base, whether the network allows it now (6.1).
    """

    edit: edits.Edit
    arrival: bool = False
    buildable: bool = True


def fed(state: State, unit: Unit) -> bool:
    """Whether the unit is in supply in this position."""
    view = photograph(state, unit.side)
    return judge(view, unit).in_supply


def possible_edits(state: State, unit: Unit) -> Iterator[Turning]:
    """Every single edit of the kinds that the answer offers, near enough to matter.

    A counter turned over (an air unit; any counter when the sides are judged in turn), a unit
    gone, a base of the unit's side built at a port or airfield it holds or taken away, any enemy
    unit arriving in a hex between.
    """
    reach = limit(state)
    near = _near(state, unit, reach + 1)
    in_turn = _in_turn(state, unit)
    for other in dict.fromkeys(evolve(u, count=1) for u in state.units):
        if other.hex in near:
            if other.kind is Kind.AIR or in_turn:
                yield Turning(edits.flip(other))
            if other != evolve(unit, count=1):
                yield Turning(edits.remove(other))
    for side in (unit.side, unit.side.enemy) if in_turn else (unit.side,):
        yield from _base_edits(state, side, _near(state, unit, reach))
    for hex_id in _middles(state, unit, reach):
        yield Turning(edits.add(weakest(state, hex_id, unit.side.enemy)), arrival=True)


def _in_turn(state: State, unit: Unit) -> bool:
    """Whether the other side is judged first (reading b of supply-simultaneity)."""
    return photograph(state, unit.side) is not state


def _near(state: State, unit: Unit, steps: int) -> tuple[HexId, ...]:
    """The hexes that can matter to the unit, nearest first: all of them when judged in turn."""
    near = tuple(h for h in within(unit.hex, steps) if h in state.board)
    if not _in_turn(state, unit):
        return near
    return (*near, *(h for h in state.board.hexes if h not in near))


def _base_edits(state: State, side: Side, places: tuple[HexId, ...]) -> Iterator[Turning]:
    for place in places:
        if state.has_base(place, side):
            yield Turning(edits.unbase(side, place))
        elif holds(state, place, side).value:
            yield Turning(edits.base(side, place))


def _middles(state: State, unit: Unit, reach: int) -> tuple[HexId, ...]:
    ends = Ground(photograph(state, unit.side), unit.side, Purpose.UNIT).ends
    if reach > 2:
        return tuple(h for h in within(unit.hex, reach - 1)[1:] if h in state.board)
    found = {h for e in ends for h in between(unit.hex, e.hex)}
    return tuple(sorted(h for h in found if h in state.board))


def weakest(state: State, hex_id: HexId, side: Side) -> Unit:
    """An attrited enemy counter that can be in the hex: it stops a line as any other does."""
    place = state.board[hex_id]
    sails = place.terrain.value != "land" and not place.coasts
    nation = Nation.JAPAN if side is Side.JAPAN else Nation.US
    kind = Kind.NAVAL if sails else Kind.AIR
    return Unit(hex_id, nation, kind, Step.ATTRITED)


def turnings(state: State, unit: Unit) -> tuple[Turning, ...]:
    """Every edit of `possible_edits` that turns the verdict of the unit.

    Rules: 7.1a, 7.1b, 7.1c, 7.1e, 7.1f, 7.1g, 7.1h
    """
    now = fed(state, unit)
    found = []
    for turning in possible_edits(state, unit):
        if turning.arrival and not now:
            continue
        try:
            after = edits.apply(state, turning.edit)
        except edits.CannotEdit:
            continue
        subject = _after(unit, turning.edit)
        if fed(after, subject) is not now:
            found.append(_with_network(state, unit.side, turning))
    return tuple(found)


def _after(unit: Unit, edit: edits.Edit) -> Unit:
    """The unit asked about, turned over when the edit turned it over."""
    is_it = edit.verb == "flip" and edit.unit == evolve(unit, count=1)
    return unit.turned if is_it and unit.count == 1 else unit


def _with_network(state: State, side: Side, turning: Turning) -> Turning:
    if turning.edit.verb != "base":
        return turning
    return evolve(turning, buildable=site(state, side, turning.edit.at).allowed)


@frozen
class Lean:
    """A map datum that the verdict leans on, and a value that would turn it."""

    hex: HexId
    key: str
    otherwise: Hex


def alternatives(place: Hex, key: str) -> Iterator[Hex]:
    """The hex with another plausible value of one datum.

    A mountain needs land; an icon may be absent or belong to either side; a source belongs to the
    side of the port or airfield it stands at, where there is one (2.3.4).
    """
    if key == "mountain" and place.terrain.value != "deep":
        yield evolve(place, mountain=not place.mountain)
    elif key == "icon":
        for owner in (None, Nation.JAPAN, Nation.US):
            if (owner and owner.side) != (place.owner and place.owner.side):
                facility = place.facility or Facility.AIRFIELD
                yield evolve(place, facility=facility if owner else None, owner=owner)
    elif key == "source":
        for nation in (None, Nation.JAPAN, Nation.US):
            ours = not (nation and place.owner) or nation.side is place.owner.side
            if ours and (nation and nation.side) != (place.source and place.source.side):
                yield evolve(place, source=nation)
    elif key == "area":
        for area in (None, *Area):
            if area is not place.area:
                yield evolve(place, area=area)


def open_to_doubt(place: Hex, key: str) -> bool:
    """Whether another value of a datum, as `alternatives` gives them, might stand on the map."""
    return place.origin("side" if key == "icon" else key).grade.is_open


def leans(state: State, unit: Unit) -> tuple[Lean, ...]:
    """The assumed or unknown map data whose other value would turn the verdict, nearest first."""
    now = fed(state, unit)
    return tuple(_leans(state, unit, lambda changed: fed(changed, unit) is not now))


def _leans(state: State, unit: Unit, turned: Callable[[State], bool]) -> Iterator[Lean]:
    in_turn = _in_turn(state, unit)
    for hex_id in _near(state, unit, limit(state)):
        place = state.board[hex_id]
        for key in FACT_KEYS:
            elsewhere = key == "area" and hex_id != unit.hex and not in_turn
            if elsewhere or not open_to_doubt(place, key):
                continue
            for other in alternatives(place, key):
                if turned(_with_board(state, state.board.with_hex(other))):
                    yield Lean(hex_id, key, other)
                    break


def _with_board(state: State, board: Board) -> State:
    return evolve(state, board=board)


def turning_rulings(state: State, unit: Unit) -> tuple[tuple[str, str], ...]:
    """The switches, each with a reading, that would turn the verdict."""
    now = fed(state, unit)
    found = []
    for slug in RULINGS:
        item = switches()[slug]
        chosen = state.rulings.get(slug, item.default)
        for name in item.options:
            changed = evolve(state, rulings={**state.rulings, slug: name})
            if name != chosen and fed(changed, unit) is not now:
                found.append((slug, name))
    return tuple(found)
