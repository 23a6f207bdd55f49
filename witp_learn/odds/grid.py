"""All 36 rolls of the battle about to be fought, cell by cell (9.3 to 9.6)."""

from __future__ import annotations

from attrs import frozen

from witp_learn.explain import say
from witp_learn.model import Side
from witp_learn.rules.combat import fight, losses
from witp_learn.rules.combat.arena import Arena
from witp_learn.rules.combat.moment import Moment, battle_of
from witp_learn.rules.combat.strength import supporters
from witp_learn.rules.combat.tally import LONG, SIDES, Pair, Tally, rolls, ways


@frozen
class RollCell:
    """What one roll does. Pairs are Japan's, then the Allies'.

    ``difference`` is seen from Japan; ``tie``: rolled again. ``text``: ``J+2``, ``A+1`` or ``↻``.
    ``hits``: suffered under 9.6.1, after the caps. ``extra``: extra hits due under 9.6.2 on air
    units that support, or on a carrier. ``strong``: a difference of 3 or more. ``ways``: how many
    throws show it, one where each side has one die (4.3).
    """

    japan: int
    allies: int
    tally: Tally
    difference: int
    tie: bool
    text: str
    hits: Pair
    extra: Pair
    strong: bool
    ways: int = 1

    @property
    def winner(self) -> Side | None:
        """The side that wins, None on a tie."""
        return self.tally.winner


def rolls36(arena: Arena, moment: Moment) -> tuple[RollCell, ...]:
    """The 36 rolls of the battle about to be rolled, by Japan's die, then the Allied one.

    Raises ValueError when no dice are due.

    Rules: 9.3d, 9.3e, 9.4d, 9.4e, 9.5c, 9.6a, 9.6b, 9.6.2a
    """
    if not moment.todo or moment.todo[0].kind != "dice":
        raise ValueError("no dice are due")
    battle = battle_of(moment)
    flying = [
        bool(supporters(arena.state, moment.here, battle, side, moment.held)) for side in SIDES
    ]

    def extra(own: int, found: Tally) -> int:
        die = found.dice[1 - own]
        if found.winner is None or not flying[own]:
            return 0
        on_carrier = losses.hits_a_carrier(moment.here, battle, SIDES[own], die)
        return 1 if on_carrier else losses.extra_hits(die)

    known = fight.stakes(arena, moment)
    return tuple(
        _cell(found, (extra(0, found), extra(1, found)), ways(known, (found,)))
        for found in rolls(known)
    )


def _cell(found: Tally, extra: Pair, many: int) -> RollCell:
    signed = found.total[0] - found.total[1]
    return RollCell(
        *found.dice,
        found,
        signed,
        signed == 0,
        cell_text(signed),
        found.hits,
        extra,
        found.difference >= LONG,
        many,
    )


def cell_text(difference: int) -> str:
    """``J+2``, ``A+1``, or ``↻`` for a tie, from a difference seen from Japan."""
    if not difference:
        return say("odds.tie")
    return f"{'J' if difference > 0 else 'A'}+{abs(difference)}"
