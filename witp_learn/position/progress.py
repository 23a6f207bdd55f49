"""The table ``[progress]`` of a position: how far a turn has come (3.1).

What `witp_learn.engine` prints can be read back and played on, so every key is written that is not
at its default, and what is read has to fit the position: the phase, the board, the counters.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from attrs import evolve

from witp_learn.hexgrid import adjacent
from witp_learn.model import Journey, Kind, Mark, Phase, Progress, Side, State, Unit
from witp_learn.position import course, decisions
from witp_learn.position.bare import bare, bare_value, rows
from witp_learn.position.course import REDEPLOYMENT, twins
from witp_learn.position.decisions import counted
from witp_learn.position.finding import Finding

JOURNEYS = ("fleet", "land", "transport")
"""Ways to move (8.4)."""

LONGEST = 400
"""Hexes of the longest way, and actions of the longest fight, that are read."""


def to_plain(progress: Progress) -> dict[str, Any]:
    """The table as a file writes it; what equals its default is left out."""
    return bare(evolve(progress, waiting=tuple(rows(progress.waiting))))


def findings(state: State) -> Iterator[Finding]:
    """Everything in the table, and of units that have moved, that does not fit the position."""
    yield from _moved(state)
    now = state.progress
    if now is None:
        return
    yield from _points(now)
    yield from course.findings(state, now)
    yield from _hexes(state, now)
    yield from _sides(now)
    yield from _impulse(state, now)
    yield from decisions.findings(state, now)
    if now.journey is not None:
        yield from _journey(state, now, now.journey)


def _moved(state: State) -> Iterator[Finding]:
    """Units marked as moved: in the movement segment fleets and land units (8.1e, 8.5a), in the
    segments of redeployment any (10.1a), as the turn ends Chinese ones (12.2r).

    In a position at rest the phase says nothing: a question of movement may be asked of it.
    """
    late = state.phase in (*REDEPLOYMENT, Phase.REINFORCEMENT)
    for index, unit in enumerate(state.units):
        if unit.moved and unit.kind is Kind.AIR and not late:
            yield Finding(f"units[{index}].moved", True, "air units do not move (8.0)")
        elif (
            unit.moved
            and state.progress is not None
            and not (late or state.phase is Phase.MOVEMENT)
        ):
            problem = "units are marked in movement and redeployment only (8.1, 10.1)"
            yield Finding(f"units[{index}].moved", True, problem)


def _points(now: Progress) -> Iterator[Finding]:
    if len(now.points) not in (0, 2) or any(points < 0 for points in now.points):
        problem = "must be two numbers of 0 or more, Japan's first, or empty"
        yield Finding("progress.points", list(now.points), problem)
    for key in ("gains", "special"):
        if len(getattr(now, key)) not in (0, 2):
            problem = "must be two numbers, Japan's first, or empty"
            yield Finding(f"progress.{key}", list(getattr(now, key)), problem)
    if len(now.stacks) not in (0, 2) or any(many < 0 for many in now.stacks):
        problem = "must be two numbers of 0 or more, Japan's first, or empty (10.1)"
        yield Finding("progress.stacks", list(now.stacks), problem)


def _hexes(state: State, now: Progress) -> Iterator[Finding]:
    named: list[tuple[str, str]] = [("target", now.target), ("fight", now.fight)]
    for key in ("activated", "done", "fought"):
        named += [(f"{key}[{i}]", h) for i, h in enumerate(getattr(now, key))]
        yield from twins(f"progress.{key}", getattr(now, key))
    for key in ("built", "targets"):
        marks: tuple[Mark, ...] = getattr(now, key)
        named += [(f"{key}[{i}].hex", mark.hex) for i, mark in enumerate(marks)]
        yield from twins(f"progress.{key}", marks)
    for key, hex_id in named:
        if hex_id and hex_id not in state.board:
            problem = "must be a hex of the board, without a coast letter"
            yield Finding(f"progress.{key}", hex_id, problem)
    if now.fight and now.fight in now.fought:
        yield Finding("progress.fight", now.fight, "is among progress.fought, so it is over (9.0)")
    for index, mark in enumerate(now.built):
        if not state.has_base(mark.hex, mark.side):
            problem = f"no {mark.side.adjective} base stands there"
            yield Finding(f"progress.built[{index}].hex", mark.hex, problem)


def _sides(now: Progress) -> Iterator[Finding]:
    yield from twins("progress.passed", now.passed)
    if now.rolled not in ((), (Side.JAPAN,), tuple(Side)):
        yield Finding("progress.rolled", bare_value(now.rolled), "Japan rolls first (5.1)")
    if now.to_act in now.passed and len(now.passed) < len(Side):
        problem = "has passed, so it is not its turn (6.0, 8.1)"
        yield Finding("progress.to_act", bare_value(now.to_act), problem)


def _impulse(state: State, now: Progress) -> Iterator[Finding]:
    """The impulse under way: its side, its target, its markers (8.2)."""
    if now.record and not now.fight:
        problem = "progress.fight has to say where this is fought"
        yield Finding("progress.record", len(now.record), problem)
    if len(now.record) > LONGEST:
        yield Finding("progress.record", len(now.record), f"at most {LONGEST} actions")
    if not now.target:
        for key in ("activated", "done"):
            if hexes := getattr(now, key):
                problem = "an impulse starts with its target; progress.target is missing (8.2)"
                yield Finding(f"progress.{key}", list(hexes), problem)
        return
    side = now.to_act
    if side is None or side in now.passed:
        problem = "must say whose impulse it is, a side that has not passed (8.1)"
        yield Finding("progress.to_act", bare_value(side), problem)
        return
    if state.turn == 1 and side is Side.ALLIES:
        yield Finding("progress.to_act", side.value, "the Allies do not move on turn 1 (12.1)")
    if Mark(side, now.target) not in now.targets:
        problem = f"must stand among progress.targets as {side.adjective} (8.2)"
        yield Finding("progress.target", now.target, problem)
    for index, hex_id in enumerate(now.activated):
        key = f"progress.activated[{index}]"
        if hex_id == now.target:
            yield Finding(key, hex_id, "is the target itself (8.2)")
        elif hex_id not in now.done and not _movers(state, side, hex_id):
            yield Finding(key, hex_id, f"no {side.adjective} unit that could move is there (8.2)")
    if stray := [h for h in now.done if h not in now.activated]:
        problem = "not among progress.activated, which holds all markers of the impulse (8.2)"
        yield Finding("progress.done", stray[0], problem)


def _movers(state: State, side: Side, hex_id: str) -> bool:
    return any(u.kind is not Kind.AIR and not u.moved for u in state.at(hex_id, side))


def _journey(state: State, now: Progress, journey: Journey) -> Iterator[Finding]:
    """A move under way: its units stand in its hex, and its way leads to the target (8.2)."""
    key = "progress.journey"
    if journey.kind not in JOURNEYS:
        yield Finding(f"{key}.kind", journey.kind, f"must be one of {', '.join(JOURNEYS)}")
        return
    if not journey.units:
        yield Finding(f"{key}.units", [], "must name the units that move")
    if not now.done:
        yield Finding(key, journey.at, "its marker is missing from progress.done (8.2)")
    there = counted(state.units)
    for index, unit in enumerate(journey.units):
        fits = _fits(journey.kind, unit) and unit.side is now.to_act and unit.moved
        at_sea = journey.at if journey.kind != "land" else journey.at[:4]
        if not fits or unit.at != at_sea:
            problem = f"must be marked as moved, stand at {at_sea} and suit its kind of move"
            yield Finding(f"{key}.units[{index}]", bare(unit), problem)
        elif there.get(evolve(unit, count=1), 0) < unit.count:
            yield Finding(f"{key}.units[{index}]", unit.at, "are not on the map there")
    yield from _way(state, now, journey, f"{key}.path")
    units = counted(journey.units)
    for index, left in enumerate(journey.leaving):
        named = counted(evolve(u, at=journey.at) for u in left.units)
        if left.at not in (journey.at, *journey.path) or any(
            units.get(unit, 0) < count for unit, count in named.items()
        ):
            problem = "must be units of the move that stay in a hex of its way (8.5l)"
            yield Finding(f"{key}.leaving[{index}]", left.at, problem)


def _fits(kind: str, unit: Unit) -> bool:
    if kind == "land":
        return unit.ashore
    return unit.kind.is_fleet or unit.aboard


def _way(state: State, now: Progress, journey: Journey, key: str) -> Iterator[Finding]:
    whole = (journey.at, *journey.path)
    if not journey.path or len(journey.path) > LONGEST:
        yield Finding(key, len(journey.path), f"must be 1 to {LONGEST} hexes")
        return
    if astray := next((at for at in whole if not _known(state, at, journey.kind)), None):
        yield Finding(
            key, astray, "must be hexes of the board, with a letter where it has two seas"
        )
        return
    for before, after in pairwise(whole):
        if not adjacent(before[:4], after[:4]) or not _same_sea(state, before, after):
            yield Finding(key, [before, after], "do not touch")
            return
    if whole[-1][:4] != now.target:
        yield Finding(key, whole[-1], f"must end at the target, {now.target or 'which is missing'}")


def _known(state: State, at: str, kind: str) -> bool:
    if at[:4] not in state.board:
        return False
    letters = tuple(state.board[at[:4]].coasts) or ("",)
    return at[4:] in (("",) if kind == "land" else letters)


def _same_sea(state: State, before: str, after: str) -> bool:
    """Whether each of the two waters touches the other's hex; land units cross on land."""
    pairs = ((before, after[:4]), (after, before[:4]))
    return all(not at[4:] or hex_id in state.board[at[:4]].coasts[at[4:]] for at, hex_id in pairs)
