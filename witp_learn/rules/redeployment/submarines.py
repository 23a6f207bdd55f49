"""Submarine attacks on redeployed land units (10.4)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from attrs import evolve

from witp_learn.components.turns import submarine_row
from witp_learn.explain import Reason, number, say
from witp_learn.hexgrid import HexId
from witp_learn.model import Board, Kind, Side, Step, Terrain, Unit

HIGHEST: Mapping[tuple[str, Side], int] = {
    ("1941-1943", Side.JAPAN): 3,
    ("1941-1943", Side.ALLIES): 3,
    ("1944-1945", Side.JAPAN): 5,
    ("1944-1945", Side.ALLIES): 3,
}
"""The highest total of two dice that hits a stack, by row of the table and the side attacked."""

_CLAUSES = {"1941-1943": "10.4d", "1944-1945": "10.4e"}


def submarines_reach(board: Board, path: Iterable[HexId], kind: Kind) -> bool:
    """Whether a redeployed unit may be attacked: a land unit whose path has a sea hex in it.

    Shallow sea counts. Fleets and air units are never attacked.

    Rules: 10.4a, 10.4b
    """
    return kind is Kind.LAND and any(board[h].terrain is not Terrain.LAND for h in path)


def submarine_limit(turn: int, side: Side) -> Reason:
    """The highest total of two dice that hits a stack of ``side`` (value: 3 or 5).

    Raises ValueError for a turn that is not 1 to 16.

    Rules: 10.4d, 10.4e
    """
    row = submarine_row(turn)
    highest = HIGHEST[row, side]
    text = say("redeployment.limit", row=row, side=side.adjective, highest=highest)
    return Reason(highest, text, "data", what="limit", rules=(_CLAUSES[row],), grade="printed")


def submarine_hit(turn: int, side: Side, dice: tuple[int, int]) -> Reason:
    """Whether a redeployed stack of ``side`` is hit by submarines (value: bool).

    Raises ValueError for a die that is not 1 to 6, or a turn that is not 1 to 16.

    Rules: 10.4c, 10.4d, 10.4e
    """
    thrown = tuple(_die(die) for die in dice)
    total = number(
        say("redeployment.total", total=sum(dice)), "sum", *thrown, what="total", rules=("10.4c",)
    )
    limit = submarine_limit(turn, side)
    hit = sum(dice) <= int(limit.value or 0)
    text = say("redeployment.hit" if hit else "redeployment.missed", side=side.adjective)
    return number(text, "at_most", total, limit, what="hit")


def _die(die: int) -> Reason:
    if die not in range(1, 7):
        raise ValueError(f"a die shows 1 to 6, not {die}")
    return Reason(die, say("redeployment.die", die=die), "die", what="die", rules=("10.4c",))


def struck_stack(stack: Iterable[Unit]) -> tuple[Unit, ...]:
    """A stack after a submarine attack that hit: each unit takes one (submarine-stack-hit).

    Full units are attrited, attrited ones removed.

    Rules: 10.4f
    """
    return tuple(evolve(unit, state=Step.ATTRITED) for unit in stack if unit.full)
