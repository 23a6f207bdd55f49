"""Dice, totals, winner and the number of hits (9.3, 9.4, 9.6, 9.6.1): plain arithmetic."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache
from typing import NamedTuple

from witp_learn.model import Side

SIDES = (Side.JAPAN, Side.ALLIES)
"""The order in which pairs of numbers are kept: Japan's, then the Allies'."""

FACES = range(1, 7)
"""What a die can show."""

LONG = 3
"""From this difference on the loser of a fight on land has to leave (9.6.3)."""

Pair = tuple[int, int]


class Stakes(NamedTuple):
    """What the dice cannot change: strengths, and what each side can lose.

    ``full``: full units of the fighting kind before any hit; ``absorb``: hits its units can take.
    ``basis``: the reading of winner-hits-basis. ``best``: which sides throw two dice and keep the
    higher one (4.3).
    """

    kind: str
    strength: Pair
    full: Pair
    absorb: Pair
    basis: str = "a"
    best: tuple[bool, bool] = (False, False)

    @property
    def lead(self) -> Stakes:
        """The same battle with the lead of one side for strengths: every roll does the same."""
        japan, allies = self.strength
        least = min(japan, allies)
        return Stakes(self.kind, (japan - least, allies - least), *self[2:])


class Tally(NamedTuple):
    """A battle's numbers after the dice. Pairs are Japan's, then the Allies'.

    ``winner`` is None on a tie, which is rolled again. ``hits``: suffered, after the caps.
    """

    dice: Pair
    added: Pair
    total: Pair
    difference: int
    winner: Side | None
    hits: Pair

    @property
    def loser(self) -> Side | None:
        """The side that lost, None on a tie."""
        return None if self.winner is None else self.winner.enemy

    @property
    def long(self) -> bool:
        """Whether the difference drives the loser of a fight on land out (9.6.3).

        Rulings: margin-vs-capped-hits
        """
        return self.difference >= LONG


def added(kind: str, die: int) -> int:
    """What a die adds: all of it at sea, half of it, rounded down, on land.

    Rules: 9.3d, 9.4d, 9.5c
    """
    return die if kind == "fleet" else die // 2


def loser_hits(difference: int, cap: int) -> int:
    """The hits the loser takes: the difference, at most the winner's full units.

    Rules: 9.6.1a, 9.6.1c
    """
    return min(difference, cap)


def winner_base(basis: str, difference: int, hits: int, absorb: int) -> int:
    """What the winner's hits are half of, by the reading of winner-hits-basis.

    a: the loser's hits after the cap; b: the difference; c: the hits its units could absorb.

    Rulings: hits-actually-taken
    Rules: 9.6.1b
    """
    return {"a": hits, "b": difference, "c": min(hits, absorb)}[basis]


def winner_hits(base: int, cap: int) -> int:
    """The hits the winner takes: half, rounded down, at most the loser's full units.

    Rules: 9.6.1b, 9.6.1c
    """
    return min(base // 2, cap)


def tally(stakes: Stakes, japan: int, allies: int) -> Tally:
    """Every number of a battle once both dice lie. Dice are 1 to 6.

    Rules: 9.3d, 9.3e, 9.4d, 9.4e, 9.5c, 9.6a, 9.6b, 9.6.1a, 9.6.1b, 9.6.1c
    """
    gains = (added(stakes.kind, japan), added(stakes.kind, allies))
    total = (stakes.strength[0] + gains[0], stakes.strength[1] + gains[1])
    gap = total[0] - total[1]
    if gap == 0:
        return Tally((japan, allies), gains, total, 0, None, (0, 0))
    win, lose = (0, 1) if gap > 0 else (1, 0)
    taken = loser_hits(abs(gap), stakes.full[win])
    base = winner_base(stakes.basis, abs(gap), taken, stakes.absorb[lose])
    given = winner_hits(base, stakes.full[lose])
    hits = (given, taken) if gap > 0 else (taken, given)
    return Tally((japan, allies), gains, total, abs(gap), SIDES[win], hits)


def ways(stakes: Stakes, found: Collection[Tally]) -> int:
    """How many throws of all dice show one of these rolls, of 36 where each side has one die.

    A side that keeps the higher of two dice shows a 1 in one of the 36 throws of both, a 6 in 11.

    Rules: 4.3c
    """
    best = stakes.best
    if not any(best):
        return len(found)
    return sum(
        (2 * j - 1 if best[0] else 1) * (2 * a - 1 if best[1] else 1)
        for j, a in (roll.dice for roll in found)
    )


@lru_cache(maxsize=1024)
def rolls(stakes: Stakes) -> tuple[Tally, ...]:
    """The numbers of all 36 rolls, ties too, by Japan's die, then the Allied one."""
    return tuple(tally(stakes, japan, allies) for japan in FACES for allies in FACES)


@lru_cache(maxsize=1024)
def alike(stakes: Stakes, flying: tuple[bool, bool]) -> tuple[tuple[Tally, ...], ...]:
    """The rolls that decide the battle, those together that do the same.

    ``flying``: whether air units of Japan and of the Allies support it; only then does an enemy 5
    or 6 do more than it adds (9.6.2). Hits that nobody is left to take make no difference.

    Rules: 9.6.1k
    """
    groups: dict[tuple[object, ...], list[Tally]] = {}
    for found in rolls(stakes):
        if found.winner is not None:
            extra = tuple(found.dice[1 - i] * (flying[i] and found.dice[1 - i] > 4) for i in (0, 1))
            leaves = stakes.kind != "fleet" and found.long
            hits = tuple(map(min, found.hits, stakes.absorb))
            groups.setdefault((found.winner, hits, leaves, extra), []).append(found)
    return tuple(map(tuple, groups.values()))
