"""Two dice for a sudden-death victory of Japan (15.0)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from witp_learn.actions import Action, Roll
from witp_learn.components.turns import deck_year
from witp_learn.engine.table import noted, progress
from witp_learn.engine.verdicts import Event, Log
from witp_learn.explain import Reason, say
from witp_learn.model import Ending, Pending, Side, State
from witp_learn.rules import turn_end
from witp_learn.rules.refusals import Refusal

OPTION = "sudden-death"
"""The choice of a game that is played with this option."""

FACES = range(1, 7)

YEAR = 1943
"""The year of the card that switches the option off."""

LEAST = 2
"""The lowest total of two dice."""


def drawn(state: State) -> Iterator[str]:
    """The cards that are known to have been drawn, by whichever side.

    Those held, named this turn, or noted for good. A card among those put away counts as long as
    the cards of 1943 are drawn: later it may have been left over, undrawn.

    Rulings: sudden-death-off-switch
    Rules: 15.0g
    """
    now = progress(state)
    yield from (card for hand in now.hands for card in hand.cards)
    yield from now.declared
    yield from now.once
    if deck_year(state.turn) <= YEAR:
        yield from now.discards


def asked(before: State, after: State, log: Log) -> State:
    """The state after a step, with two dice due for each Allied place that Japan has taken in it.

    Places of one step are rolled for in order of number; nothing is due while land units are on
    their way through.

    Rulings: sudden-death-trigger, sudden-death-off-switch
    Rules: 15.0a, 15.0b, 15.0g
    """
    now = progress(after)
    if OPTION not in now.choices or now.journey is not None or before.units == after.units:
        return after
    if turn_end.switched_off(tuple(drawn(after))):
        return after
    places = turn_end.rolls_due(before, after)
    for hex_id in places:
        text = say("sudden_death.play.due", place=after.board.label(hex_id))
        log.append(Event(text, Side.JAPAN, ("15.0b",), (hex_id,)))
    due = tuple(Pending(OPTION, Side.JAPAN, at=h) for h in reversed(places))
    return noted(after, pending=(*now.pending, *due)) if due else after


def acting(state: State, found: Pending) -> Side | None:
    """Nobody: dice are due."""
    return None


def status(state: State, found: Pending, phase: str) -> str:
    """What is due and what wins, in a sentence."""
    value = turn_end.sudden_death_value(state, found.at).value
    key = "status" if isinstance(value, int) and value >= LEAST else "status_never"
    place = state.board.label(found.at)
    return say(f"sudden_death.play.{key}", phase=phase, place=place, value=value)


def offers(state: State, found: Pending) -> Iterator[Action]:
    """Every roll."""
    return (Roll(one, other) for one, other in product(FACES, FACES))


def refusals(state: State, found: Pending, action: Action) -> Iterator[Refusal]:
    """Why this is no answer: the dice come first.

    Rules: 15.0b
    """
    if not isinstance(action, Roll):
        text = say("sudden_death.play.dice_due", place=state.board.label(found.at))
        yield Refusal("15.0b", "dice_due", found.at, text)


def carried_out(state: State, found: Pending, action: Action, log: Log) -> State:
    """Japan has won, or the war goes on: the value is that at the time of the roll.

    Rules: 15.0c, 15.0d, 15.0e
    """
    if not isinstance(action, Roll):
        raise ValueError(f"{action} is no roll")
    limit = turn_end.sudden_death_value(state, found.at)
    value = int(limit.value or 0)
    won = turn_end.sudden_death(value, (action.first, action.second))
    key = "won" if won else "missed"
    total, place = action.first + action.second, state.board.label(found.at)
    text = say(f"sudden_death.play.{key}", place=place, total=total, sum=_sum_text(limit))
    log.append(Event(text, Side.JAPAN, ("15.0c", "15.0d"), (found.at,)))
    return noted(state, ending=Ending(Side.JAPAN, "15.0c")) if won else state


def _sum_text(limit: Reason) -> str:
    """``3 = 7 places taken - 4 full Allied carriers``.

    Rules: 15.0d
    """
    held, carriers = (int(part.value or 0) for part in limit.parts)
    told = [say(f"sudden_death.play.held_{'one' if held == 1 else 'many'}", count=held)]
    told += [
        say(f"sudden_death.play.carriers_{'one' if carriers == 1 else 'many'}", count=carriers)
    ]
    return f"{limit.value} = {' - '.join(told)}"
