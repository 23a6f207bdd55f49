"""Chances of the other rolls: submarines (10.4), resource points (5.1), sudden death (15)."""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction

from attrs import frozen

from witp_learn.chances import DIE, Distribution
from witp_learn.components import in_use, shipped
from witp_learn.components.turns import read_turns
from witp_learn.explain import Reason, say
from witp_learn.hexgrid import HexId
from witp_learn.model import Side, State
from witp_learn.odds.records import mean, percent
from witp_learn.rules.redeployment import submarine_limit
from witp_learn.rules.resources import TURN_1_POINTS, trp_chances, turn_1_points
from witp_learn.rules.turn_end import midway_value, sudden_death_value, switched_off

TWO_DICE: Distribution[int] = DIE.join(DIE, lambda one, other: one + other)
"""The total of two dice."""


@frozen
class Chance:
    """How likely something is, in words, and the reason of the number that the dice must meet."""

    p: Fraction
    text: str
    rules: tuple[str, ...]
    reason: Reason

    def __str__(self) -> str:
        return f"{self.text} ({', '.join(self.rules)})"


@frozen
class PointsOdds:
    """How likely each number of resource points is, in RP.

    ``base``: the base points, None on turn 1 (5.3). ``grade``: how well they are known, empty where
    they were given.
    """

    side: Side
    points: Distribution[int]
    base: int | None
    grade: str
    text: str
    rules: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.text} ({', '.join(self.rules)})"


@frozen
class FirstOdds:
    """How likely it is that a side has more resource points than the other, or both as many."""

    japan: Fraction
    allies: Fraction
    equal: Fraction
    text: str
    rules: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.text} ({', '.join(self.rules)})"


def submarine_odds(turn: int, side: Side) -> Chance:
    """The chance that submarines hit a redeployed land stack of ``side`` on a turn.

    Raises ValueError for a turn that is not 1 to 16.

    Rules: 10.4a, 10.4c, 10.4d, 10.4e
    """
    limit = submarine_limit(turn, side)
    highest = int(limit.value or 0)
    chance = TWO_DICE.chance(lambda total: total <= highest)
    text = say("odds.submarines", side=side.adjective, chance=percent(chance), highest=highest)
    return Chance(chance, text, ("10.4a", "10.4c", *limit.rules), limit)


def resource_odds(source: State | int, side: Side, *, others: int = 0) -> PointsOdds:
    """How likely each number of resource points of ``side`` is on a turn, before the roll.

    ``source``: a position, for the base points its turn has on the track of the data folder in
    use, or base points. ``others``: what events add. On turn 1 nothing is rolled. Raises BadData
    when the track cannot be read.

    Rules: 5.1a, 5.1b, 5.1c, 5.3a, 12.1a, 12.1b
    """
    grade = ""
    if isinstance(source, State):
        if source.turn == 1:
            return _fixed(side)
        entry = read_turns(in_use() or shipped()).entry(source.turn, side)
        source, grade = entry.brp, entry.origin.grade.value
    points = trp_chances(source, others)
    known = say("odds.points_grade", grade=grade) if grade else ""
    text = say(
        "odds.points",
        side=side.adjective,
        base=source,
        grade=known,
        lowest=min(points.chances),
        most=max(points.chances),
        mean=mean(points.mean(Fraction)),
    )
    return PointsOdds(side, points, source, grade, text, ("5.1b", "5.1c"))


def _fixed(side: Side) -> PointsOdds:
    known = turn_1_points(side)
    rule = "12.1a" if side is Side.JAPAN else "12.1b"
    points = Distribution.of([TURN_1_POINTS[side]])
    return PointsOdds(side, points, None, known.grade, known.text, (*known.rules, rule))


def first_player_odds(state: State) -> FirstOdds:
    """How likely each side is to have more resource points on the turn of a position.

    On equal points Japan acts first, in phase 6 the Allies. Raises BadData when the track cannot
    be read.

    Rules: 5.2c, 5.2e, 5.2g, 5.2h
    """
    japan, allies = (resource_odds(state, side).points for side in (Side.JAPAN, Side.ALLIES))
    ahead = japan.join(allies, lambda j, a: (j > a) - (j < a)).chances
    more, fewer, equal = (ahead.get(sign, Fraction(0)) for sign in (1, -1, 0))
    text = say("odds.more_points", japan=percent(more), allies=percent(fewer), equal=percent(equal))
    return FirstOdds(more, fewer, equal, text, ("5.2e", "5.2g", "5.2h"))


def sudden_death_odds(
    state: State, taken: HexId | None = None, *, drawn: Collection[str] = ()
) -> Chance:
    """The chance that Japan wins at once when it rolls now, by the optional rule.

    ``taken``: the hex whose capture is rolled for; it matters by reading c of
    sudden-death-example-math only. ``drawn``: numbers of the cards drawn so far.

    Rules: 15.0a, 15.0c, 15.0d, 15.0e, 15.0g
    """
    value = sudden_death_value(state, taken)
    if switched_off(drawn):
        return Chance(Fraction(0), say("odds.sudden_death_off"), ("15.0g",), value)
    return _sudden_death(value)


def midway_odds(letter: str) -> Chance:
    """The printed example of Midway by a reading of sudden-death-example-math: a, b or c.

    Raises KeyError for another letter.

    Rules: 15.0c, 15.0f
    """
    return _sudden_death(midway_value(letter))


def _sudden_death(value: Reason) -> Chance:
    most = int(value.value or 0)
    chance = TWO_DICE.chance(lambda total: total <= most)
    key = "odds.sudden_death" if chance else "odds.sudden_death_never"
    text = say(key, chance=percent(chance), value=most)
    return Chance(chance, text, value.rules, value)
