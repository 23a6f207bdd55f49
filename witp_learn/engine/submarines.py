"""Two dice for a stack that was redeployed by sea (10.4)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from attrs import evolve

from witp_learn.actions import Action, Roll
from witp_learn.engine.redeploying import units_text
from witp_learn.engine.table import settled
from witp_learn.engine.verdicts import Event, Log
from witp_learn.explain import say
from witp_learn.model import Pending, Side, State
from witp_learn.rules.redeployment import struck_stack, submarine_hit
from witp_learn.rules.refusals import Refusal
from witp_learn.rules.stacks import together, without

DICE = tuple(Roll(first, second) for first, second in product(range(1, 7), repeat=2))
"""Every throw of two dice."""


def acting(state: State, found: Pending) -> Side | None:
    """Nobody: dice are due.

    Rules: 10.4c
    """
    return None


def status(state: State, found: Pending, phase: str) -> str:
    """What is due, in a sentence."""
    names = {"side": found.side.adjective, "place": state.board.label(found.at)}
    return say("redeploying.dice", phase=phase, units=units_text(found.units), **names)


def offers(state: State, found: Pending) -> Iterator[Action]:
    """Every throw of the two dice.

    Rules: 10.4c
    """
    return iter(DICE)


def refusals(state: State, found: Pending, action: Action) -> Iterator[Refusal]:
    """Why this is no throw for the stack."""
    if not isinstance(action, Roll):
        text = say("redeploying.dice_first", place=state.board.label(found.at))
        yield Refusal("10.4c", "dice", found.at, text)


def carried_out(state: State, found: Pending, action: Action, log: Log) -> State:
    """The stack hit or missed; when hit each of its units takes one.

    Rules: 10.4c, 10.4d, 10.4e, 10.4f
    """
    if not isinstance(action, Roll):
        raise ValueError("dice are due")
    hit = submarine_hit(state.turn, found.side, (action.first, action.second))
    text = say("redeploying.rolled", first=action.first, second=action.second, what=hit.text)
    log.append(Event(text, found.side, hit.clause_ids(), (found.at,)))
    if not hit.value:
        return state
    after = evolve(
        state, units=together(without(state.units, found.units), struck_stack(found.units))
    )
    text = say("redeploying.struck", units=units_text(found.units))
    log.append(Event(text, found.side, ("10.4f",), (found.at,)))
    return settled(state, after, (found.at,), log)
