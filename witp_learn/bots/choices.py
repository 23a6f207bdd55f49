"""What a bot answers: an action, and the terms of the evaluation that made it choose it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Protocol

from attrs import evolve, field, frozen

from witp_learn.actions import Action
from witp_learn.explain import say
from witp_learn.model import Side, State
from witp_learn.wording import words


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

    @property
    def counts(self) -> bool:
        """Whether its value is told: one that rounds to nothing is not."""
        return told(self.value) != NOTHING

    @property
    def words(self) -> str:
        """What it is, with its clauses."""
        cited = f" ({', '.join(self.rules)})" if self.rules else ""
        return f"{self.text or self.name}{cited}"

    def __str__(self) -> str:
        return f"{told(self.value)} {self.words}"


@frozen
class Choice:
    """An action chosen, the terms that speak for and against it, and how many were compared.

    ``note``: why it was chosen where no terms speak for it, in words.
    """

    action: Action
    terms: tuple[Term, ...] = ()
    among: int = field(default=1)
    note: str = ""

    @property
    def score(self) -> float:
        """What the terms add up to."""
        return sum(term.value for term in self.terms)

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def lines(self) -> Iterator[str]:
        """The choice and its terms as plain text."""
        score = self.told
        yield f"{self.action}: {score}" if score else str(self.action)
        yield from (f"  {why}" for why in self.whys())

    @property
    def told(self) -> str:
        """The score as it is written, empty where no term counts."""
        return told(self.score) if any(term.counts for term in self.terms) else ""

    def whys(self) -> Iterator[str]:
        """What speaks for and against the choice, and the note, one line each.

        Terms that round to nothing are left out; where there are no others the last of them is
        told in words, as what settled it.
        """
        counting = [term for term in self.terms if term.counts]
        yield from map(str, counting)
        if self.terms and not counting:
            key = "settled" if self.among > 1 else "settled_alone"
            yield say(f"bots.{key}", reason=self.terms[-1].words)
        if self.note:
            yield self.note

    def as_dict(self) -> dict[str, Any]:
        """The score, the terms and the note in plain data."""
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
        return {"score": round(self.score, 3), "terms": terms, "note": self.note}


def best(
    found: Sequence[Choice],
    state: State,
    key: Callable[[Choice], Any] = lambda one: one.score,
) -> Choice:
    """The best choice, the first of equal ones; without terms, with what would come next to it.

    ``state``: the position in which what comes next is told in words.
    """
    chosen = max(found, key=key)
    if chosen.terms:
        return chosen
    others = [one for one in found if one.action != chosen.action]
    if not others:
        return evolve(chosen, note=say("bots.only"))
    second = max(others, key=lambda one: one.score)
    if not second.terms:
        return evolve(chosen, note=say("bots.alike", many=len(found)))
    return evolve(
        chosen,
        note=say("bots.better", action=words(state, second.action), score=told(second.score)),
    )


NOTHING = "0.0"
"""A score that rounds to nothing, as it is written."""


def told(score: float, places: int = 1) -> str:
    """A score as it is written: ``+2.4``, and ``0.0`` without a sign."""
    text = f"{score:+.{places}f}"
    return text[1:] if float(text) == 0 else text


def told_apart(score: float, least: float) -> tuple[str, str]:
    """Two scores as they are written, with so many places that different ones look different."""
    pairs = ((told(score, n), told(least, n)) for n in range(1, _FINEST + 1))
    return next((pair for pair in pairs if pair[0] != pair[1]), (told(score), told(least)))


_FINEST = 4
"""The most places of a score."""


class Bot(Protocol):
    """Somebody who decides for a side."""

    name: str

    def choose(self, seen: State, side: Side) -> Choice:
        """What the side does in a position as it may see it (see `witp_learn.engine.observe`).

        Raises ValueError where the side has nothing to decide.
        """
