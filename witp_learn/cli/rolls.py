"""The chances of the rolls that are no fights: of a turn, or of all turns where none is given."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import TYPE_CHECKING, Any

from witp_learn import fighting, queries
from witp_learn.explain import say
from witp_learn.model import TURNS, Side, State

if TYPE_CHECKING:
    from witp_learn.odds import Chance, PointsOdds

Told = dict[str, dict[str, Any]]
"""What is told of a roll, by side or by what it has to meet; each has its ``text``."""


def told(state: State | None, names: Iterable[str]) -> tuple[dict[str, Any], str]:
    """The chances of some rolls as plain data and as text; without a position of every turn."""
    if state is not None:
        found = {name: _of(state, name) for name in names}
        return found, "\n".join(_texts(found.values()))
    every, parts = {}, []
    for name in names:
        if name == "sudden_death":
            every[name] = values = _by_value()
            parts.append("\n".join(_texts([values])))
        else:
            every[name] = turns = {str(turn): _of(_turn(turn), name) for turn in TURNS}
            parts.append("\n".join(_by_turn(turns)))
    return every, "\n\n".join(parts)


def _turn(turn: int) -> State:
    return queries.load(f"{queries.TEXT}turn {turn}")


def _texts(found: Iterable[Told]) -> Iterator[str]:
    return (
        f"{line['text']} ({', '.join(line['rules'])})" for one in found for line in one.values()
    )


def _by_turn(turns: dict[str, Told]) -> Iterator[str]:
    """Turns in a row of which the same is told, under one heading."""
    for texts, same in groupby(turns, lambda turn: tuple(_texts([turns[turn]]))):
        numbers = list(same)
        key = "turn" if len(numbers) == 1 else "turns"
        yield say(f"fighting.{key}", first=numbers[0], last=numbers[-1])
        yield from (f"  {text}" for text in texts)


def _of(state: State, name: str) -> Told:
    """The chances of a roll on the turn of a position, by side."""
    if name == "sudden_death":
        return {"japan": _chance(fighting.sudden_death_odds(state))}
    if name == "submarines":
        found = {side: fighting.submarine_odds(state.turn, side) for side in Side}
        return {side.value: _chance(one) for side, one in found.items()}
    points = {side: fighting.resource_odds(state, side) for side in Side}
    return {side.value: _points(one) for side, one in points.items()}


def _by_value() -> Told:
    """What every value of the optional rule is worth: places taken less full Allied carriers."""
    from witp_learn.odds import percent
    from witp_learn.odds.tables import TWO_DICE

    found = {}
    for most in sorted(TWO_DICE.chances):
        p = TWO_DICE.chance(most.__ge__)
        text = say("odds.sudden_death", chance=percent(p), value=most)
        found[str(most)] = {"p": str(p), "text": text, "rules": ["15.0c"]}
    return found


def _chance(found: Chance) -> dict[str, Any]:
    return {"p": str(found.p), "text": found.text, "rules": list(found.rules)}


def _points(found: PointsOdds) -> dict[str, Any]:
    listed = sorted(found.points.chances.items())
    return {
        "base": found.base,
        "grade": found.grade,
        "points": {str(points): str(chance) for points, chance in listed},
        "text": found.text,
        "rules": list(found.rules),
    }
