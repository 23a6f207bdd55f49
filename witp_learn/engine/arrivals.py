"""Phase 7: reinforcements come, then the turn ends (11, 12.2)."""

from __future__ import annotations

from collections.abc import Iterator

from witp_learn.actions import Action
from witp_learn.engine import season
from witp_learn.engine.verdicts import Log
from witp_learn.model import Side, State
from witp_learn.rules.refusals import Refusal


def acting(state: State) -> Side | None:
    """Who decides."""
    return season.acting(state) if season.closing(state) else None


def automatic(state: State, log: Log) -> State | None:
    """What needs no decision."""
    return season.ended(state, log)


def offers(state: State) -> Iterator[Action]:
    """What may be done."""
    return season.offers(state) if season.closing(state) else iter(())


def refusals(state: State, action: Action) -> Iterator[Refusal]:
    """Why it may not be done."""
    return season.refusals(state, action) if season.closing(state) else iter(())


def carried_out(state: State, action: Action, log: Log) -> State:
    """The state after it."""
    return season.carried_out(state, action, log) if season.closing(state) else state
