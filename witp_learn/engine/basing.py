"""Phase 3: supply bases are built and removed in alternation, then paid for (6)."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from witp_learn.actions import Action, Build, Pass, Remove
from witp_learn.engine.table import SIDES, enter, handed_over, noted, points_left, progress
from witp_learn.engine.verdicts import Event, Log
from witp_learn.explain import say
from witp_learn.hexgrid import HexId
from witp_learn.model import Mark, Pending, Phase, Side, State
from witp_learn.rules import bases, resources
from witp_learn.rules.refusals import Refusal
from witp_learn.sequence import leader, turn_of

FREE_BASES = 6
"""Bases the Allies may build on turn 1 (6.6.2)."""

PLACED = "six-bases"
"""The choice of a game whose Allied bases were placed at the start (6.6.2c)."""


def acting(state: State) -> Side | None:
    """Whose turn it is to build or remove."""
    return turn_of(progress(state), state.phase)


def automatic(state: State, log: Log) -> State | None:
    """With both sides done the bases are paid for.

    Rules: 6.0c, 6.5b
    """
    if acting(state) is not None:
        return None
    first = leader(progress(state), state.phase)
    state = evolve(enter(state, Phase.SUPPLY))
    for side in (first, first.enemy):
        state = _maintained(state, side, log)
    pending = progress(state).pending
    return noted(state, pending=tuple(reversed(pending)))


def _maintained(state: State, side: Side, log: Log) -> State:
    """A side pays for its bases; for each RP short its opponent picks one that goes.

    Where points are not counted, nothing is paid.

    Rulings: base-shortfall-choice, free-base-duration
    Rules: 6.5a, 6.5b, 6.5c, 6.5d, 6.6.2b, 6.6.2d
    """
    points = points_left(state, side)
    if points is None or not state.bases[side]:
        return state
    due = resources.upkeep(state, side, points)
    log.append(Event(f"{side.adjective}: {due.reason.text}", side, due.reason.rules))
    left = list(state.trp or (0, 0))
    left[SIDES.index(side)] = due.left
    state = evolve(state, trp=(left[0], left[1]))
    if not due.short:
        return state
    asked = Pending("base", side.enemy, due.short)
    return noted(state, pending=(*progress(state).pending, asked))


def offers(state: State) -> Iterator[Action]:
    """Every base that may be built or removed, and passing."""
    side = acting(state)
    if side is None:
        return
    if not any(_no_building(state, side)):
        yield from map(Build, bases.buildable(state, side))
    for hex_id in sorted(state.bases[side]):
        if not _built_now(state, side, hex_id):
            yield Remove(hex_id)
    yield Pass()


def refusals(state: State, action: Action) -> Iterator[Refusal]:
    """Why a base may not be built or removed."""
    side = acting(state)
    if side is None or isinstance(action, Pass):
        return
    if isinstance(action, Build):
        if action.at not in state.board:
            yield Refusal("6.1b", "no_hex", action.at, say("engine.no_hex", hex=action.at))
            return
        yield from _no_building(state, side)
        yield from bases.site(state, side, action.at).refusals
    if isinstance(action, Remove):
        yield from _no_removal(state, side, action.at)


def _no_building(state: State, side: Side) -> Iterator[Refusal]:
    """What keeps the Allies from building at all on turn 1.

    Rulings: t1-allied-base-rules, t1-option-build-ban
    Rules: 6.6.2a, 6.6.2e, 12.1g
    """
    if side is not Side.ALLIES or state.turn != 1:
        return
    if PLACED in progress(state).choices:
        yield Refusal("6.6.2e", "placed", "", say("engine.bases_placed"))
    elif sum(1 for mark in progress(state).built if mark.side is side) >= FREE_BASES:
        yield Refusal("6.6.2a", "six", "", say("engine.six_built"))


def _no_removal(state: State, side: Side, hex_id: HexId) -> Iterator[Refusal]:
    """Why a base may not be removed.

    Rules: 6.4a, 6.4d
    """
    place = state.board.label(hex_id)
    if not state.has_base(hex_id, side):
        text = say("engine.no_base", side=side.adjective, place=place)
        yield Refusal("6.4a", "no_base", hex_id, text)
    elif _built_now(state, side, hex_id):
        yield Refusal("6.4d", "built_now", hex_id, say("engine.built_now", place=place))


def _built_now(state: State, side: Side, hex_id: HexId) -> bool:
    return Mark(side, hex_id) in progress(state).built


def carried_out(state: State, action: Action, log: Log) -> State:
    """A base is built or removed, or the side passes; then the other side is up.

    Rules: 6.0a, 6.0b, 6.0c, 6.1a, 6.2c, 6.4a, 6.4b, 6.4c
    """
    side = acting(state)
    if side is None:
        raise ValueError("nobody builds here")
    now = progress(state)
    if isinstance(action, Build):
        state = _with_bases(state, side, (*state.bases[side], action.at))
        state = noted(state, built=(*now.built, Mark(side, action.at)))
        _told(log, "built", state, side, action.at, ("6.1a", "6.2c"))
    elif isinstance(action, Remove):
        state = removed(state, side, action.at)
        _told(log, "removed", state, side, action.at, ("6.4a", "6.4b"))
    else:
        state = noted(state, passed=(*now.passed, side))
        log.append(Event(say("engine.passes", side=side.adjective), side, ("6.0b",)))
    return handed_over(state, side)


def _with_bases(state: State, side: Side, places: tuple[HexId, ...]) -> State:
    return evolve(state, bases={**state.bases, side: tuple(sorted(places))})


def removed(state: State, side: Side, hex_id: HexId) -> State:
    """The state without a base.

    Rules: 6.4a, 6.5c, 8.8c
    """
    return _with_bases(state, side, tuple(h for h in state.bases[side] if h != hex_id))


def _told(
    log: Log, key: str, state: State, side: Side, hex_id: HexId, rules: tuple[str, ...]
) -> None:
    text = say(f"engine.{key}", side=side.adjective, place=state.board.label(hex_id))
    log.append(Event(text, side, rules, (hex_id,)))
