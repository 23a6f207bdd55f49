"""What a bot answers: an action, and the terms of the evaluation that made it choose it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Protocol

from attrs import field, frozen

from witp_learn.actions import Action
from witp_learn.model import Side, State


@frozen
class Term:
    """One line of an evaluation: so much of something, at so much each.

    ``text``: what it is, in words; ``rules``: the clauses that make it count.
    """

    name: str
    amount: float
    weight: float
    text: str = ""
    rules: tuple[str, ...] = ()

    @property
    def value(self) -> float:
        """What the line adds."""
        return self.amount * self.weight

    def __str__(self) -> str:
        cited = f" ({', '.join(self.rules)})" if self.rules else ""
        return f"{self.value:+.1f} {self.text or self.name}{cited}"


@frozen
class Choice:
    """An action chosen, the terms that speak for and against it, and how many were compared."""

    action: Action
    terms: tuple[Term, ...] = ()
    among: int = field(default=1)

    @property
    def score(self) -> float:
        """What the terms add up to."""
        return sum(term.value for term in self.terms)

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def lines(self) -> Iterator[str]:
        """The choice and its terms as plain text."""
        yield f"{self.action}: {self.score:+.1f}"
        yield from (f"  {term}" for term in self.terms)

    def as_dict(self) -> dict[str, Any]:
        """The score and the terms in plain data."""
        terms = [
            {
                "name": one.name,
                "text": one.text,
                "amount": round(one.amount, 3),
                "weight": one.weight,
                "value": round(one.value, 3),
                "rules": list(one.rules),
            }
            for one in self.terms
        ]
        return {"score": round(self.score, 3), "terms": terms}


class Bot(Protocol):
    """Somebody who decides for a side."""

    name: str

    def choose(self, seen: State, side: Side) -> Choice:
        """What the side does in a position as it may see it (see `witp_learn.engine.observe`).

        Raises ValueError where the side has nothing to decide.
        """
