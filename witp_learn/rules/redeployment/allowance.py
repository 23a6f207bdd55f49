"""How many stacks a side may redeploy: one number for the whole phase, fleets included (10.1)."""

from __future__ import annotations

from witp_learn.components.current import track
from witp_learn.explain import Reason, number, say
from witp_learn.model import Side, State

STACKS = "stacks"
"""The word of an event that lets a side redeploy more or fewer stacks."""


def allowance(state: State, side: Side) -> Reason:
    """How many stacks a side may redeploy this turn (value: a number of stacks).

    Half its BRP, rounded down; for the Allies five on turn 1; with what events add. RP buy none.
    Fleets, air and land units share it (ruling redeploy-limit-shared), and what must go counts
    like the rest (ruling redeploy-mandatory-over-limit).

    Rules: 10.1c, 10.1d, 10.1g, 12.1h
    """
    printed = _printed(state.turn, side)
    added = tuple(
        Reason(
            effect.amount,
            say("redeploying.event", card=effect.card, count=f"{effect.amount:+d}"),
            what="event",
            rules=("4.3a",),
        )
        for effect in state.effects
        if effect.what == STACKS and effect.side in (None, side)
    )
    if not added:
        return printed
    total = number(say("redeploying.sum"), "sum", printed, *added, what="sum")
    many = max(0, int(total.value or 0))
    text = say("redeploying.allowance", side=side.adjective, count=stacks_text(many))
    return number(text, "above_zero", total, what="allowance", rules=("10.1c",))


def _printed(turn: int, side: Side) -> Reason:
    """What the track gives."""
    table = track()
    many = table.stacks(turn, side)
    text = say("redeploying.allowance", side=side.adjective, count=stacks_text(many))
    entry = table.entry(turn, side)
    if turn == 1 and side is Side.ALLIES:
        rules = ("10.1g", "12.1h")
        return Reason(many, text, "data", what="allowance", rules=rules, grade="printed")
    brp = Reason(
        entry.brp,
        say("redeploying.brp", points=entry.brp, turn=turn),
        "data",
        what="brp",
        rules=("5.1a",),
        grade=entry.origin.grade.value,
    )
    return number(text, "half", brp, what="allowance", rules=("10.1c",))


def redeployed(state: State, side: Side) -> int:
    """How many stacks a side has redeployed this turn.

    Rules: 10.1b
    """
    done = state.progress.stacks if state.progress else ()
    return done[list(Side).index(side)] if done else 0


def stacks_left(state: State, side: Side) -> Reason:
    """How many stacks a side may still redeploy this turn (value: a number of stacks).

    Rules: 10.1b, 10.1c, 10.3a
    """
    whole = allowance(state, side)
    done = redeployed(state, side)
    gone = Reason(
        done, say("redeploying.done", count=stacks_text(done)), what="done", rules=("10.1b",)
    )
    rest = number(say("redeploying.difference"), "difference", whole, gone, what="difference")
    many = max(0, int(rest.value or 0))
    text = say("redeploying.left", side=side.adjective, count=stacks_text(many))
    return number(text, "above_zero", rest, what="left", rules=("10.1c",))


def stacks_text(many: int) -> str:
    """``1 stack`` or ``5 stacks``."""
    return f"{many} stack{'' if many == 1 else 's'}"
