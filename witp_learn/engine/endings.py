"""Whether the game is over, after every step (3.2, 15.0)."""

from __future__ import annotations

from witp_learn.engine.verdicts import Log
from witp_learn.model import Ending, State


def judged(before: State, after: State, log: Log) -> State:
    """The state after a step, with its ending where it has one."""
    return after


def told(over: Ending) -> str:
    """Who has won, and how, in a sentence."""
    return f"{over.winner.adjective} victory"
