"""The end of a turn, and the next one's beginning (12.2, 3.2)."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from witp_learn.actions import Action
from witp_learn.engine.table import LASTING, progress
from witp_learn.engine.verdicts import Log
from witp_learn.model import TURNS, Phase, Progress, Side, State
from witp_learn.rules.refusals import Refusal


def ended(state: State, log: Log) -> State | None:
    """The state at the start of the next turn; None after the last one."""
    if state.turn == TURNS[-1]:
        return None
    now = progress(state)
    kept = {name: getattr(now, name) for name in LASTING}
    return evolve(state, turn=state.turn + 1, phase=Phase.EVENT, progress=Progress(**kept))


def acting(state: State) -> Side | None:
    """Who decides as the turn ends."""
    return None


def offers(state: State) -> Iterator[Action]:
    """What may be done as the turn ends."""
    return iter(())


def refusals(state: State, action: Action) -> Iterator[Refusal]:
    """Why it may not be done."""
    return iter(())


def carried_out(state: State, action: Action, log: Log) -> State:
    """The state after it."""
    return state
