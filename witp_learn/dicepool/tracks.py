"""All the states a part of a force can come to, by number, for reckoning with vectors.

Made by `forces.take`, one hit at a time, so that the odds destroy units in the very order in
which the battle does.
"""

from __future__ import annotations

from collections import Counter
from functools import cached_property, lru_cache

from attrs import define, frozen

from witp_learn.dicepool.forces import Force, Order, take
from witp_learn.explain import say
from witp_learn.files import NotAvailable

MOST_STATES = 1500
"""The most states of one part of a force that are reckoned with."""


@frozen
class Binomial:
    """Chances of 0, 1, 2 ... hits with a number of dice, and of at least as many.

    Each is the exact fraction rounded once.
    """

    exactly: tuple[float, ...]
    at_least: tuple[float, ...]

    def within(self, most: int) -> tuple[float, ...]:
        """Chances of 0 to ``most`` hits, where more than ``most`` count as ``most``."""
        if most >= len(self.exactly):
            return self.exactly
        return (*self.exactly[:most], self.at_least[most])


@lru_cache(maxsize=1024)
def binomial(dice: int) -> Binomial:
    """The chances of hits when each die hits with 4 in 6, which is 2 in 3.

    Rules: D-units-7
    """
    total = 3**dice
    ways = [1]
    for hits in range(dice):
        ways.append(ways[-1] * 2 * (dice - hits) // (hits + 1))
    tails = [0]
    for way in reversed(ways):
        tails.append(tails[-1] + way)
    exactly = tuple(way / total for way in ways)
    return Binomial(exactly, tuple(tail / total for tail in reversed(tails[1:])))


@define(eq=False, slots=False)
class Track:
    """The states of a part of a force, those with fewer hits first, and where each hit leads.

    ``after[order][state]`` is the state after one more hit through ``order``; a state in which
    nothing is left to hit leads to itself.
    """

    states: tuple[Force, ...]
    after: dict[Order, tuple[int, ...]]

    @staticmethod
    def of(start: Force, orders: tuple[Order, ...]) -> Track:
        """All states that hits in any of these orders lead to.

        Raises NotAvailable when there are too many.
        """
        found = {_key(start): start}
        fresh = [start]
        while fresh:
            here = fresh.pop()
            for order in orders:
                there = take(here, 1, order)[0]
                if _key(there) not in found:
                    found[_key(there)] = there
                    fresh.append(there)
            if len(found) > MOST_STATES:
                raise NotAvailable(say("dicepool.too_many_states", most=MOST_STATES))
        keys = sorted(found, key=lambda key: (sum(key), key))
        number = {key: index for index, key in enumerate(keys)}
        states = tuple(found[key] for key in keys)
        after = {
            order: tuple(number[_key(take(state, 1, order)[0])] for state in states)
            for order in orders
        }
        return Track(states, after)

    def __len__(self) -> int:
        return len(self.states)

    @cached_property
    def _chains(self) -> dict[Order, tuple[tuple[int, ...], ...]]:
        return {order: _chains(after) for order, after in self.after.items()}

    def chains(self, order: Order) -> tuple[tuple[int, ...], ...]:
        """For each state the states after 0, 1, 2 ... hits, until nothing is left to hit.

        Through an order in which nothing can be hit, each state stays what it is.
        """
        if order not in self.after:
            return tuple((state,) for state in range(len(self.states)))
        return self._chains[order]

    def inflow(self, order: Order, dice: int) -> int:
        """The most states that so many dice through an order can lead to one and the same."""
        met = Counter(there for chain in self.chains(order) for there in chain[: dice + 1])
        return max(met.values())


def _key(held: Force) -> tuple[int, ...]:
    return tuple(group.taken for group in held.groups)


def _chains(after: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    chains: list[tuple[int, ...]] = [()] * len(after)
    for state in reversed(range(len(after))):
        there = after[state]
        chains[state] = (state,) if there == state else (state, *chains[there])
    return tuple(chains)
