"""Opponents that play by themselves: one by chance, one greedy over an evaluation that can be read.

A bot sees only what its side may see (4.2) and says why it chose. The modules are loaded when
something of them is first asked for.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from witp_learn.bots.chance import Chance
    from witp_learn.bots.choices import Bot, Choice, Term
    from witp_learn.bots.greedy import GreedyBot
    from witp_learn.bots.match import BOTS, Match, play_out
    from witp_learn.bots.random_bot import RandomBot
    from witp_learn.bots.sparring import play_on

NAMES = ("greedy", "random")
"""The bots there are, by name."""

__all__ = [
    "BOTS",
    "NAMES",
    "Bot",
    "Chance",
    "Choice",
    "GreedyBot",
    "Match",
    "RandomBot",
    "Term",
    "play_on",
    "play_out",
]

_HOMES = {
    "BOTS": "match",
    "Bot": "choices",
    "Chance": "chance",
    "Choice": "choices",
    "GreedyBot": "greedy",
    "Match": "match",
    "RandomBot": "random_bot",
    "Term": "choices",
    "play_on": "sparring",
    "play_out": "match",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
