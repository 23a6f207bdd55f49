"""What was worked out of the positions looked at last, so that it is not worked out again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from witp_learn.model import State

T = TypeVar("T")

SIZE = 8
"""How many positions are remembered."""


class Remembered(Generic[T]):
    """A function of a position that keeps its last answers, by the very same position.

    Positions never change, so the answers stay right; an equal position that is another object is
    asked anew.
    """

    def __init__(self, work: Callable[[State], T]) -> None:
        self._work = work
        self._kept: tuple[tuple[State, T], ...] = ()
        self.__doc__ = work.__doc__

    def __call__(self, state: State) -> T:
        """The answer, kept or new."""
        for known, answer in self._kept:
            if known is state:
                return answer
        answer = self._work(state)
        self.keep(state, answer)
        return answer

    def known(self, state: State) -> T | None:
        """The answer if it is kept, else None."""
        return next((answer for known, answer in self._kept if known is state), None)

    def keep(self, state: State, answer: T) -> None:
        """Remember an answer; the oldest goes."""
        self._kept = ((state, answer), *self._kept[: SIZE - 1])
