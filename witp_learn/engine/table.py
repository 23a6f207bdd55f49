"""What every phase of the referee needs: the progress of the turn, points, what steps bring about.

The functions give a new state; those with a ``log`` write what happened into it.
"""

from __future__ import annotations

from typing import Any

from attrs import evolve

from witp_learn.edits import tidy
from witp_learn.engine.verdicts import Event, Log
from witp_learn.explain import say
from witp_learn.hexgrid import HexId
from witp_learn.model import Pending, Phase, Progress, Side, State
from witp_learn.rules import movement
from witp_learn.rules.displacement import Displaced, displace, displaced

SIDES = tuple(Side)


def progress(state: State) -> Progress:
    """How far the turn has come; nothing done yet where the position does not say."""
    return state.progress or Progress()


def noted(state: State, **changes: Any) -> State:
    """The state with these fields of its progress changed."""
    return evolve(state, progress=evolve(progress(state), **changes))


def points_left(state: State, side: Side) -> int | None:
    """RP a side has left, None when they are not counted."""
    return None if state.trp is None else state.trp[SIDES.index(side)]


def paid(state: State, side: Side, points: int) -> State:
    """The state after a side has spent points.

    Rules: 5.2a, 5.0b
    """
    if state.trp is None:
        return state
    left = list(state.trp)
    left[SIDES.index(side)] -= points
    return evolve(state, trp=(left[0], left[1]))


def handed_over(state: State, side: Side) -> State:
    """The state with the other side up, or the same again when the other has passed.

    Rules: 6.0c, 8.1a, 8.1c
    """
    passed = progress(state).passed
    return noted(state, to_act=side if side.enemy in passed else side.enemy)


LASTING = (
    "choices",
    "scenario",
    "last_turn",
    "bid",
    "hands",
    "deck",
    "discards",
    "waiting",
    "once",
)
"""What a turn hands on to the next."""

_TURN = (
    *LASTING,
    "points",
    "special",
    "targets",
    "stacks",
    "pending",
    "met_chinese",
    "penalty",
    "effects",
    "ending",
)
"""What a phase hands on to the next."""


def enter(state: State, phase: Phase) -> State:
    """The state at the start of a phase: nobody has acted or passed in it.

    Decisions that are still to be made stay, and come first.
    """
    now = progress(state)
    kept = {name: getattr(now, name) for name in _TURN}
    if phase is Phase.RESOURCES:
        kept["gains"] = now.gains
    return evolve(state, phase=phase, progress=Progress(**kept))


def settled(before: State, after: State, hexes: tuple[HexId, ...], log: Log) -> State:
    """What a step brings about in the hexes it touched: bases lost, air units driven out.

    A marker of continuing combat comes off where only one side is left. An air unit whose owner
    has a choice waits as a decision, the last one first.

    Rulings: continuing-end, displaced-air-trigger
    Rules: 8.7a, 8.7b, 8.7c, 8.7d, 8.7e, 8.7f, 8.8b, 9.7b
    """
    bases = movement.bases_left(after)
    for side in SIDES:
        for lost in sorted(set(before.bases[side]) - set(bases[side])):
            text = say("engine.base_lost", side=side.adjective, place=after.board.label(lost))
            log.append(Event(text, side, ("8.8b",), (lost,)))
    state = evolve(after, bases=bases, contested=_still_contested(after))
    waiting = []
    for driven in displaced(before, state, hexes):
        if len(driven.destinations) > 1:
            waiting.append(Pending("displace", driven.unit.side, unit=driven.unit))
        else:
            state = driven_out(state, driven, next(iter(driven.destinations), None), log)
    if waiting:
        state = noted(state, pending=(*progress(state).pending, *reversed(waiting)))
    return tidy(state)


def _still_contested(state: State) -> tuple[HexId, ...]:
    return tuple(h for h in state.contested if all(state.land_ashore(h, side) for side in SIDES))


def driven_out(state: State, driven: Displaced, to: HexId | None, log: Log) -> State:
    """The state after an air unit has left its hex: turned over elsewhere, or removed.

    Rules: 8.7a, 8.7b, 8.7c, 8.7d
    """
    place = state.board.label(driven.unit.hex)
    unit = f"{driven.unit.nation.adjective} {driven.unit.kind.noun}"
    if to is None:
        rule = "8.7d" if driven.unit.full else "8.7c"
        text = say("engine.driven_off", unit=unit, place=place)
        log.append(Event(text, driven.unit.side, (rule,), (driven.unit.hex,)))
    else:
        text = say("engine.driven_out", unit=unit, place=place, to=state.board.label(to))
        log.append(Event(text, driven.unit.side, ("8.7a", "8.7b"), (driven.unit.hex, to)))
    return displace(state, driven, to)
