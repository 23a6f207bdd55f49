"""What a position cannot be, and what is odd about it.

A fatal finding makes a file or line bad data; an odd one is kept and told as a warning.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from witp_learn.files import one_of
from witp_learn.model import STRENGTHS, Board, Kind, Nation, Side, State, Terrain, Unit
from witp_learn.position import progress
from witp_learn.position.finding import MOST, Finding, beyond, misplaced
from witp_learn.rulebook import UnknownRule, ruling


def findings(state: State) -> Iterator[Finding]:
    """Everything amiss in a position, fatal or odd, in file order."""
    if not 1 <= state.turn <= 16:
        yield Finding("turn", state.turn, "must be a turn of the game, 1 to 16 (3.2)")
    if state.trp is not None:
        for side, points in zip(Side, state.trp, strict=True):
            if points < 0:
                yield Finding(f"trp.{side}", points, "must be 0 or more")
    yield from _rulings(state)
    if state.board.own:
        yield from _odd_ground(state.board)
    for index, unit in enumerate(state.units):
        yield from _unit(state, unit, f"units[{index}]")
    yield from _cargo(state)
    yield from _bases(state)
    yield from _contested(state)
    yield from _odd_company(state)
    yield from progress.findings(state)


def settled(unit: Unit, board: Board) -> Unit:
    """A unit without what means nothing: a coast letter ashore, a strength that is the printed one.

    Only fleets and cargo are on a coast.
    """
    if unit.strength is not None and unit.strength == STRENGTHS.get(unit.kind):
        unit = evolve(unit, strength=None)
    if unit.coast and not unit.kind.is_fleet and not unit.aboard:
        known = unit.hex in board and unit.coast in board[unit.hex].coasts
        return evolve(unit, at=unit.hex) if known else unit
    return unit


def fatal(state: State) -> Finding | None:
    """The first finding that makes the position impossible, if any.

    Once everything else fits, the rules are asked as well (`witp_learn.position.finding.judge`).
    """
    found = next((f for f in findings(state) if f.fatal), None)
    return found or next(beyond(state), None)


def warnings(state: State) -> tuple[str, ...]:
    """What is odd but possible, in words."""
    return tuple(f.problem for f in findings(state) if not f.fatal)


def _odd_ground(board: Board) -> Iterator[Finding]:
    for place in board.hexes.values():
        if place.mountain and place.terrain is Terrain.DEEP:
            problem = f"{place.label}: a mountain in deep sea (2.3.2)"
            yield Finding("board.hexes", place.id, problem, fatal=False)
        if place.source is Nation.CHINA:
            problem = f"{place.label}: China has no supply source (12.2)"
            yield Finding("board.hexes", place.id, problem, fatal=False)


def _rulings(state: State) -> Iterator[Finding]:
    for slug, reading in state.rulings.items():
        key = f"rulings.{slug}"
        try:
            item = ruling(slug)
        except UnknownRule as error:
            yield Finding(key, reading, str(error))
            continue
        if not item.switch:
            yield Finding(key, reading, "this ruling has no switch; its default is built in")
        elif reading not in item.options:
            yield Finding(key, reading, f"must be {one_of(item.options)}")


def _unit(state: State, unit: Unit, key: str) -> Iterator[Finding]:
    amiss = list(misplaced(state, unit.at, f"{key}.at"))
    yield from amiss
    if not 1 <= unit.count <= MOST:
        yield Finding(f"{key}.count", unit.count, f"must be 1 to {MOST}")
    if unit.strength is not None and not 0 <= unit.strength <= MOST:
        yield Finding(f"{key}.strength", unit.strength, f"must be 0 to {MOST}")
    if unit.aboard and unit.kind is not Kind.LAND:
        yield Finding(f"{key}.aboard", True, "only land units are carried (8.6)")
    if not amiss:
        yield from _ground(state, unit, key)


def _ground(state: State, unit: Unit, key: str) -> Iterator[Finding]:
    """What is wrong with a unit on the ground of its hex; air units may be anywhere.

    Rules: 2.3.2b, 2.3.2c, 2.3.2d
    """
    place = state.board[unit.hex]
    if unit.kind.is_fleet and place.terrain is Terrain.LAND:
        yield Finding(f"{key}.at", unit.at, f"{place.label} is land; fleets need sea (2.3.2)")
    if unit.kind.is_fleet and place.coasts and not unit.coast:
        right = one_of(unit.hex + c for c in place.coasts)
        problem = f"{place.label} has two seas; for a fleet write {right} (8.7)"
        yield Finding(f"{key}.at", unit.at, problem)
    if unit.ashore and place.terrain is Terrain.DEEP:
        problem = f"a land unit cannot stand in deep sea; {place.label} is deep sea (2.3.2)"
        yield Finding(f"{key}.at", unit.at, problem)
    elif unit.ashore and not place.land_part:
        problem = f"a land unit cannot stand at {place.label}: no land there (2.3.2)"
        yield Finding(f"{key}.at", unit.at, problem)
    if unit.ashore and place.mountain:
        problem = f"{place.label}: land units do not enter mountains (8.5)"
        yield Finding(f"{key}.at", unit.at, problem, fatal=False)
    if unit.nation is Nation.CHINA and unit.kind is not Kind.LAND:
        problem = f"{place.label}: the Chinese have land units only (2.2.1)"
        yield Finding(f"{key}.nation", unit.nation.value, problem, fatal=False)
    if unit.kind.is_fleet and unit.side is Side.JAPAN and place.unlimited:
        problem = f"{place.label}: closed to Japanese fleets (8.5)"
        yield Finding(f"{key}.at", unit.at, problem, fatal=False)


def _cargo(state: State) -> Iterator[Finding]:
    room: dict[tuple[str, Side], int] = {}
    for unit in state.units:
        if unit.kind is Kind.NAVAL:
            key = (unit.at, unit.side)
            room[key] = room.get(key, 0) + unit.count
    for index, unit in enumerate(state.units):
        if unit.aboard and unit.kind is Kind.LAND:
            place = (unit.at, unit.side)
            if place not in room:
                problem = f"no {unit.side.adjective} naval unit at {unit.at} carries it (8.6)"
                yield Finding(f"units[{index}].aboard", True, problem)
                continue
            room[place] -= unit.count
            if room[place] < 0:
                problem = f"more cargo than naval units at {unit.at}; one carries one (8.6.1)"
                yield Finding(f"units[{index}].aboard", True, problem)


def _bases(state: State) -> Iterator[Finding]:
    for side in Side:
        seen = set()
        for index, hex_id in enumerate(state.bases[side]):
            key = f"bases.{side}[{index}]"
            yield from misplaced(state, hex_id, key)
            if hex_id in seen:
                problem = f"a second {side.adjective} base in one hex; one is the limit (6.1)"
                yield Finding(key, hex_id, problem)
            seen.add(hex_id)
            if hex_id in state.board and state.board[hex_id].facility is None:
                label = state.board.label(hex_id)
                problem = f"{label}: a base without a port or airfield (6.1)"
                yield Finding(key, hex_id, problem, fatal=False)
            if state.land_ashore(hex_id, side.enemy) and not state.land_ashore(hex_id, side):
                label = state.board.label(hex_id)
                problem = f"{label}: a base goes once enemy land units alone are there (8.8)"
                yield Finding(key, hex_id, problem, fatal=False)


def _contested(state: State) -> Iterator[Finding]:
    for index, hex_id in enumerate(state.contested):
        key = f"contested[{index}]"
        amiss = list(misplaced(state, hex_id, key))
        yield from amiss
        if hex_id in state.contested[:index]:
            problem = f"{state.board.label(hex_id)} stands twice in contested"
            yield Finding(key, hex_id, problem, fatal=False)
        elif not amiss and not all(state.land_ashore(hex_id, side) for side in Side):
            problem = f"{state.board.label(hex_id)}: continuing combat needs land units of both"
            yield Finding(key, hex_id, f"{problem} sides (9.6.3)", fatal=False)


def _odd_company(state: State) -> Iterator[Finding]:
    for index, unit in enumerate(state.units):
        enemy = unit.side.enemy
        alone = unit.kind is Kind.AIR and not state.land_ashore(unit.hex, unit.side)
        if alone and state.land_ashore(unit.hex, enemy):
            problem = f"{state.board.label(unit.hex)}: an air unit alone with an enemy land unit"
            yield Finding(f"units[{index}].at", unit.at, f"{problem} (8.7)", fatal=False)
