"""Why a bot passes: what it leaves, what that would be worth, and what forbids it."""

from __future__ import annotations

from collections.abc import Sequence

from witp_learn import engine
from witp_learn.actions import Action, Pass
from witp_learn.bots.choices import Choice, told, told_apart
from witp_learn.bots.outlook import Outlook
from witp_learn.explain import say
from witp_learn.wording import words

TRIED = 12
"""How many of the best alternatives are tried on the rules."""


def passed(look: Outlook, others: Sequence[tuple[Action, float]], among: int) -> Choice:
    """`pass`, with the best of the alternatives and its score.

    ``others``: actions with their scores, the best first. One that is worth doing is told with the
    reason that forbids it; else the best that may be done, with what is asked.
    """
    return Choice(Pass(), among=among, note=_note(look, others[:TRIED]))


def _note(look: Outlook, others: Sequence[tuple[Action, float]]) -> str:
    least = look.weights.aims.least
    for action, score in others:
        verdict = engine.check(look.state, action)
        name = words(look.state, action)
        if verdict.ok:
            reached, asked = told_apart(score, least)
            return say("bots.too_little", action=name, score=reached, least=asked)
        if score > least:
            reason = verdict.reasons[0]
            why = {"reason": reason.text, "rule": reason.rule}
            return say("bots.forbidden", action=name, score=told(score), **why)
    offered = engine.legal_actions(look.state)
    return say("bots.alike", many=len(offered)) if len(offered) > 1 else say("bots.only")
