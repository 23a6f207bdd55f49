"""Two dice for a stack that was redeployed by sea (10.4)."""

from __future__ import annotations

from collections.abc import Iterator

from witp_learn.actions import Action
from witp_learn.engine.verdicts import Log
from witp_learn.model import Pending, Side, State
from witp_learn.rules.refusals import Refusal


def acting(state: State, found: Pending) -> Side | None:
    """Nobody: dice are due."""
    return None


def status(state: State, found: Pending, phase: str) -> str:
    """What is due, in a sentence."""
    return ""


def offers(state: State, found: Pending) -> Iterator[Action]:
    """Every answer."""
    return iter(())


def refusals(state: State, found: Pending, action: Action) -> Iterator[Refusal]:
    """Why this is no answer."""
    return iter(())


def carried_out(state: State, found: Pending, action: Action, log: Log) -> State:
    """The state after the answer; it is off the stack already."""
    return state
