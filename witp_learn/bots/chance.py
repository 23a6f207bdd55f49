"""Dice and cards for a game that plays by itself, from one source of chance (4.2, 5.1, 9.6)."""

from __future__ import annotations

from random import Random

from witp_learn import engine
from witp_learn.actions import Action, Draw, Roll
from witp_learn.engine.fights import scene
from witp_learn.engine.table import progress
from witp_learn.model import Phase, State
from witp_learn.rules.combat import fight


class Chance:
    """Throws dice and draws cards: every face and every card of the deck is as likely.

    Where an event lets a side throw two dice and keep the higher one, that one is entered (4.3).
    """

    def __init__(self, source: Random) -> None:
        self._source = source

    def due(self, state: State) -> bool:
        """Whether dice or a card come next; a side that rolls for its points decides nothing."""
        rolls = state.phase is Phase.RESOURCES and not progress(state).pending
        return rolls or engine.acting(state) is None

    def action(self, state: State) -> Action:
        """The dice or the card that are due.

        Raises ValueError where neither is.
        """
        offered = engine.legal_actions(state)
        draws = [one for one in offered if isinstance(one, Draw)]
        if draws:
            return self._source.choice(draws)
        if not any(isinstance(one, Roll) for one in offered):
            raise ValueError("neither dice nor cards are due")
        japan, allies = self._best(state)
        return Roll(self._die(twice=japan), self._die(twice=allies))

    def _die(self, *, twice: bool) -> int:
        first = self._source.randint(1, 6)
        return max(first, self._source.randint(1, 6)) if twice else first

    def _best(self, state: State) -> tuple[bool, bool]:
        """Which sides keep the higher of two dice in the battle at hand."""
        now = scene(state)
        if now is None:
            return False, False
        return fight.stakes(now.arena, now.moment).best
