"""The best choices of both owners in a fight, found by looking ahead through every roll (9).

Each chooser wants to be the only one left in the hex, on land where land units fight for it, else
with his fleets; then that the enemy is not; then to lose as little strength as he can.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import NamedTuple

from witp_learn.explain import say
from witp_learn.files import NotAvailable
from witp_learn.model import STRENGTHS, Side
from witp_learn.odds.slim import slim
from witp_learn.rules.combat import fight
from witp_learn.rules.combat.arena import Arena
from witp_learn.rules.combat.moment import Moment, Question
from witp_learn.rules.combat.pieces import LAND, SIDE_OF, Piece, order
from witp_learn.rules.combat.tally import SIDES, ways

MOST = 100_000
"""How many moments of a fight are compared at most: ten seconds or so."""

DEEPEST = 150
"""How many decisions and rolls may follow each other."""


Pair = tuple[Fraction, Fraction]
"""A number for Japan, and one for the Allies."""


class Worth(NamedTuple):
    """What a moment promises: pairs are Japan's, then the Allies'.

    ``alone``: the chance to be the only one left; ``left``: expected strength left, in halves.
    """

    alone: Pair
    left: Pair

    def to(self, side: Side) -> tuple[Fraction, Fraction, Fraction]:
        """What ``side`` compares, the most important first; more is better."""
        own = SIDES.index(side)
        return self.alone[own], -self.alone[1 - own], self.left[own]

    def more(self, now: Pair, then: Pair) -> Worth:
        """The same with the strength left of ``now`` in place of that of ``then``."""
        japan, allies = (left + a - b for left, a, b in zip(self.left, now, then, strict=True))
        return Worth(self.alone, (japan, allies))


class Plan:
    """The best choices from a moment on. Worked out when first asked for.

    Raises NotAvailable when more than `MOST` moments would have to be compared, or more than
    `DEEPEST` in a row.
    """

    def __init__(self, arena: Arena, start: Moment) -> None:
        self.arena = arena
        self.by_land = arena.place.land_part and any(
            p.kind is LAND for piece in start.here for p in (piece, piece.cargo) if p is not None
        )
        self._deep = 0
        self._worth: dict[Moment, Worth] = {}
        self._choice: dict[Moment, Moment] = {}

    def settled(self, moment: Moment) -> Moment:
        """The fight up to the next dice or its end, every owner choosing what is best for him."""
        moment = _sorted(moment)
        while moment.todo and moment.todo[0].kind != "dice":
            self.worth(moment)
            moment = self._choice[moment]
        return moment

    def worth(self, moment: Moment) -> Worth:
        """What a moment promises when both sides choose what is best for them."""
        known = self._worth.get(moment)
        if known is None:
            if len(self._worth) >= MOST or self._deep >= DEEPEST:
                place = self.arena.state.board.label(self.arena.hex)
                raise NotAvailable(say("odds.too_large", place=place, most=MOST))
            self._deep += 1
            known = self._worth[moment] = self._found(moment)
            self._deep -= 1
        return known

    def _found(self, moment: Moment) -> Worth:
        asked = fight.question(self.arena, moment)
        if asked is None:
            return self._end(moment)
        if asked.side is None:
            return self._rolled(moment)
        ways = [_sorted(fight.answered(self.arena, moment, i)) for i in _worth_trying(asked)]
        side = asked.side
        best = max(ways, key=lambda way: self.worth(way).to(side)) if len(ways) > 1 else ways[0]
        self._choice[moment] = best
        return self.worth(best)

    def _rolled(self, moment: Moment) -> Worth:
        slimmed = slim(moment).moment
        if slimmed != moment:
            return self.worth(slimmed).more(_lefts(moment), _lefts(slimmed))
        known = fight.stakes(self.arena, moment)
        worths = [
            (self.worth(_sorted(fallen)), ways(known, group))
            for group, fallen in fight.outcomes(self.arena, moment, known)
        ]
        return Worth(
            (_mean(worths, lambda w: w.alone[0]), _mean(worths, lambda w: w.alone[1])),
            (_mean(worths, lambda w: w.left[0]), _mean(worths, lambda w: w.left[1])),
        )

    def _end(self, moment: Moment) -> Worth:
        there = {
            SIDE_OF[p.nation]
            for p in moment.here
            if p.at[:4] == self.arena.hex and (p.kind is LAND if self.by_land else p.is_fleet)
        }
        japan, allies = (Fraction(there == {side}) for side in SIDES)
        return Worth((japan, allies), _lefts(moment))


def _worth_trying(asked: Question) -> Sequence[int]:
    """The choices that may differ, the default first: to which hex fleets retreat does not."""
    if asked.kind == "retreat" and asked.what == "fleet":
        return [asked.default]
    return [asked.default, *(i for i in range(len(asked.choices)) if i != asked.default)]


def _sorted(moment: Moment) -> Moment:
    """The moment with its counters in one order, so that more moments are equal."""
    return moment._replace(here=tuple(sorted(moment.here, key=order)))


def _mean(worths: Sequence[tuple[Worth, int]], pick: Callable[[Worth], Fraction]) -> Fraction:
    total = sum((pick(worth) * many for worth, many in worths), Fraction(0))
    return total / sum(many for _, many in worths)


def _lefts(moment: Moment) -> Pair:
    return _left(moment, SIDES[0]), _left(moment, SIDES[1])


def _left(moment: Moment, side: Side) -> Fraction:
    """The strength a side has left: a full counter counts twice its strength, an attrited once."""
    total = 0
    for piece in moment.here:
        for one in (piece, piece.cargo):
            if one is not None and SIDE_OF[one.nation] is side:
                total += _strength(one) * (2 if one.full else 1)
    return Fraction(total)


def _strength(piece: Piece) -> int:
    return STRENGTHS[piece.kind] if piece.strength is None else piece.strength
