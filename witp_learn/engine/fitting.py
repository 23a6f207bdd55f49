"""Whether a fight or an impulse that a position says is under way can be so (8.2, 9.0).

Reading a position asks this once all else fits, so that what is read can be played on.
"""

from __future__ import annotations

from collections.abc import Iterator

from witp_learn.engine import fights
from witp_learn.engine.marching import Impulse
from witp_learn.explain import say
from witp_learn.files import BadData
from witp_learn.model import Phase, Progress, State
from witp_learn.position.finding import Finding


def findings(state: State) -> Iterator[Finding]:
    """A fight that nobody has to fight or that went otherwise, an impulse that nobody can make.

    Rules: 8.2a, 8.2d, 8.2e, 9.0b
    """
    now = state.progress
    if now is None or now.ending is not None:
        return
    if state.phase is Phase.COMBAT and now.fight:
        yield from _fight(state)
    elif state.phase is Phase.MOVEMENT and now.target and not now.activated:
        yield from _impulse(state, now)


def _impulse(state: State, now: Progress) -> Iterator[Finding]:
    """A target that no unit could be activated for, so that the impulse cannot go on."""
    side = now.to_act
    if side is not None and not Impulse(state, side).origins():
        text = say("engine.nobody_could", side=side.adjective, place=state.board.label(now.target))
        yield Finding("progress.target", now.target, text)


def _fight(state: State) -> Iterator[Finding]:
    try:
        fights.scene(state)
    except BadData as error:
        yield Finding(error.key, error.value, error.problem)
