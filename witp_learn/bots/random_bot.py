"""A bot that does anything: a kind of action by chance, then one of that kind."""

from __future__ import annotations

from random import Random

from witp_learn import engine
from witp_learn.actions import Action, Pass
from witp_learn.bots.choices import Choice
from witp_learn.explain import say
from witp_learn.model import Side, State

PASSES = 0.05
"""How often it passes where it could do something else."""


class RandomBot:
    """Chooses by chance alone. It passes seldom, so that something happens."""

    name = "random"

    def __init__(self, source: Random) -> None:
        self._source = source

    def choose(self, seen: State, side: Side) -> Choice:
        """Any action that may be done.

        Raises ValueError where the side has nothing to decide.
        """
        offered = engine.legal_actions(seen)
        kinds: dict[str, list[Action]] = {}
        for one in offered:
            kinds.setdefault(type(one).__name__, []).append(one)
        passing = kinds.pop(Pass.__name__, [])
        if not offered:
            raise ValueError(f"{side.adjective}: nothing is to be decided here")
        many = len(offered)
        note = say("bots.chance", many=many) if many > 1 else say("bots.only")
        if passing and (not kinds or self._source.random() < PASSES):
            return Choice(passing[0], among=many, note=note)
        kind = self._source.choice(sorted(kinds))
        return Choice(self._source.choice(kinds[kind]), among=many, note=note)
