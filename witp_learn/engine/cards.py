"""Phase 1: cards are drawn, named and used (4)."""

from __future__ import annotations

from collections.abc import Iterator

from witp_learn.actions import Action
from witp_learn.engine import season
from witp_learn.engine.table import enter, noted
from witp_learn.engine.verdicts import Log
from witp_learn.model import Phase, Side, State
from witp_learn.rules.refusals import Refusal


def acting(state: State) -> Side | None:
    """Who decides."""
    return season.dawn_acting(state) if season.dawning(state) else None


def automatic(state: State, log: Log) -> State | None:
    """What needs no decision."""
    if season.dawning(state):
        return season.dawn(state, log)
    return enter(noted(state, points=()), Phase.RESOURCES)


def offers(state: State) -> Iterator[Action]:
    """What may be done."""
    return season.dawn_offers(state) if season.dawning(state) else iter(())


def refusals(state: State, action: Action) -> Iterator[Refusal]:
    """Why it may not be done."""
    return season.dawn_refusals(state, action) if season.dawning(state) else iter(())


def carried_out(state: State, action: Action, log: Log) -> State:
    """The state after it."""
    return season.dawn_carried_out(state, action, log) if season.dawning(state) else state
