"""The end of a turn, and the next one's beginning (12.2, 3.2)."""

from __future__ import annotations

from attrs import evolve

from witp_learn.engine.table import LASTING, progress
from witp_learn.engine.verdicts import Log
from witp_learn.model import TURNS, Phase, Progress, State


def ended(state: State, log: Log) -> State | None:
    """The state at the start of the next turn; None after the last one."""
    if state.turn == TURNS[-1]:
        return None
    now = progress(state)
    kept = {name: getattr(now, name) for name in LASTING}
    return evolve(state, turn=state.turn + 1, phase=Phase.EVENT, progress=Progress(**kept))
