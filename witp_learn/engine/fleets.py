"""Phase 6, fleet redeployment (10.2)."""

from __future__ import annotations

from collections.abc import Iterator

from witp_learn.actions import Action
from witp_learn.engine.table import enter
from witp_learn.engine.verdicts import Log
from witp_learn.model import Phase, Side, State
from witp_learn.rules.refusals import Refusal


def acting(state: State) -> Side | None:
    """Who decides."""
    return None


def automatic(state: State, log: Log) -> State | None:
    """What needs no decision."""
    return enter(state, Phase.TROOP_REDEPLOYMENT)


def offers(state: State) -> Iterator[Action]:
    """What may be done."""
    return iter(())


def refusals(state: State, action: Action) -> Iterator[Refusal]:
    """Why it may not be done."""
    return iter(())


def carried_out(state: State, action: Action, log: Log) -> State:
    """The state after it."""
    return state
