"""What the referee asks of the module of a phase, and of a decision that interrupts one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from witp_learn.actions import Action
from witp_learn.engine.verdicts import Log
from witp_learn.model import Pending, Side, State
from witp_learn.rules.refusals import Refusal


class Part(Protocol):
    """A phase or segment: who acts, what may be done, and what it leads to."""

    def acting(self, state: State) -> Side | None:
        """Whose decision it is; None while dice or cards are due, or nobody decides."""

    def automatic(self, state: State, log: Log) -> State | None:
        """The state after what needs no decision; None when one is due."""

    def offers(self, state: State) -> Iterator[Action]:
        """Every action that may be done."""

    def refusals(self, state: State, action: Action) -> Iterator[Refusal]:
        """Every reason why an action may not be done."""

    def carried_out(self, state: State, action: Action, log: Log) -> State:
        """The state after an action that may be done."""


class Interruption(Protocol):
    """A kind of decision that comes first (`Pending`); it is off the stack when carried out."""

    def acting(self, state: State, found: Pending) -> Side | None:
        """Who decides; None while dice are due."""

    def status(self, state: State, found: Pending, phase: str) -> str:
        """What is due, in a sentence."""

    def offers(self, state: State, found: Pending) -> Iterator[Action]:
        """Every answer."""

    def refusals(self, state: State, found: Pending, action: Action) -> Iterator[Refusal]:
        """Why an action is no answer."""

    def carried_out(self, state: State, found: Pending, action: Action, log: Log) -> State:
        """The state after the answer."""
