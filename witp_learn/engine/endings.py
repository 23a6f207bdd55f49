"""Whether the game is over, after every step (3.2, 15.0)."""

from __future__ import annotations

from collections.abc import Mapping

from witp_learn.engine import short_war
from witp_learn.engine.table import noted, progress
from witp_learn.engine.verdicts import Event, Log
from witp_learn.explain import say
from witp_learn.model import Ending, State
from witp_learn.rules.turn_end import victory

_TOLD: Mapping[str, str] = {
    "3.2b": "driven_out",
    "3.2c": "homeland",
    "3.2d": "atom_bomb",
    "3.2e": "last_turn",
    "13.2c": "bid_missed",
    "13.2d": "bid_kept",
    "15.0c": "peace",
}
"""The words for each way to win, by its clause."""


def judged(before: State, after: State, log: Log) -> State:
    """The state after a step: with its ending when the Allies have won, or two dice due.

    A position of its own has neither (its scenario is empty).

    Rules: 3.2a, 3.2b, 3.2c, 13.1b, 13.2c, 13.3b, 15.0a, 15.0b
    """
    now = progress(after)
    if not now.scenario or now.ending is not None:
        return after
    if (won := victory.allied_victory(after)) is not None:
        winner = victory.WINNER
        text = say("victory.won", side=winner.adjective, why=won.reason.text)
        log.append(Event(text, winner, (won.rule,), won.reason.hexes))
        return noted(after, ending=Ending(winner, won.rule))
    return short_war.asked(before, after, log)


def told(over: Ending) -> str:
    """Who has won, and how, in a sentence.

    Rules: 3.2b-e, 13.2c, 13.2d, 15.0c
    """
    side = over.winner.adjective
    if over.rule not in _TOLD:
        return f"{side} victory"
    return say("victory.won", side=side, why=say(f"victory.told.{_TOLD[over.rule]}"))
