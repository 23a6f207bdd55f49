"""Exact chances: finite distributions with fractions, no rounding and no game words."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from fractions import Fraction
from typing import Generic, TypeVar

from attrs import frozen

A = TypeVar("A", bound=Hashable)
B = TypeVar("B", bound=Hashable)
C = TypeVar("C", bound=Hashable)


@frozen
class Distribution(Generic[A]):
    """What may happen and how likely it is; the chances sum to exactly 1."""

    chances: Mapping[A, Fraction]

    @staticmethod
    def of(weights: Mapping[A, int | Fraction] | Iterable[A]) -> Distribution[A]:
        """From weights, or from equally likely outcomes (repeats add up).

        Raises ValueError when there is nothing, or a weight is negative.
        """
        table: dict[A, Fraction] = {}
        items = weights.items() if isinstance(weights, Mapping) else ((w, 1) for w in weights)
        for outcome, weight in items:
            if weight < 0:
                raise ValueError(f"the weight of {outcome!r} is negative")
            table[outcome] = table.get(outcome, Fraction(0)) + Fraction(weight)
        total = sum(table.values(), Fraction(0))
        if total == 0:
            raise ValueError("a distribution needs at least one outcome")
        return Distribution({o: w / total for o, w in table.items() if w})

    def map(self, change: Callable[[A], B]) -> Distribution[B]:
        """The distribution of ``change`` applied to the outcome."""
        table: dict[B, Fraction] = {}
        for outcome, chance in self.chances.items():
            new = change(outcome)
            table[new] = table.get(new, Fraction(0)) + chance
        return Distribution(table)

    def join(self, other: Distribution[B], merge: Callable[[A, B], C]) -> Distribution[C]:
        """Two independent happenings, merged pair by pair."""
        table: dict[C, Fraction] = {}
        for a, p in self.chances.items():
            for b, q in other.chances.items():
                outcome = merge(a, b)
                table[outcome] = table.get(outcome, Fraction(0)) + p * q
        return Distribution(table)

    def chance(self, holds: Callable[[A], bool]) -> Fraction:
        """How likely it is that ``holds`` is true."""
        return sum((p for o, p in self.chances.items() if holds(o)), Fraction(0))

    def mean(self, value: Callable[[A], int | Fraction]) -> Fraction:
        """The expected ``value``."""
        return sum((p * value(o) for o, p in self.chances.items()), Fraction(0))


DIE: Distribution[int] = Distribution.of(range(1, 7))
"""One six-sided die."""
