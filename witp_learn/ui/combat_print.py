"""The numbers that the rulebook prints, beside the ledger of its own examples (9.6.2, 14.1)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from attrs import evolve, frozen

from witp_learn import edits, queries
from witp_learn.model import Side, State
from witp_learn.rules.combat_answers.records import Sheet
from witp_learn.ui.combat_fight import Roll
from witp_learn.ui.combat_sight import EXAMPLES, CombatSight
from witp_learn.walkthrough import walkthrough, walkthroughs
from witp_learn.walkthrough.combat_look import CombatLook, with_print
from witp_learn.walkthrough.combat_points import Point

BEFORE_DICE = ("carrier", "naval", "pair", "land", "carrier_support", "air", "defence", "strength")
"""Printed points that are known before the dice."""

_OTHER = {"loser_hits": "winner_hits", "winner_hits": "loser_hits"}


@frozen
class Print:
    """What is printed of a battle: its points, and the dice, Japan's first."""

    points: tuple[Point, ...]
    roll: Roll | None = None

    @property
    def winner(self) -> Side | None:
        """Who wins in print; None where it cannot be told."""
        for point in self.points:
            if point.name == "winner":
                return Side.JAPAN if point.printed == "Japan" else Side.ALLIES
        total = next((p.pair for p in self.points if p.name == "total"), ("", ""))
        if not all(total) or total[0] == total[1]:
            return None
        return Side.JAPAN if int(total[0]) > int(total[1]) else Side.ALLIES


def printed(desk: CombatSight) -> Print | None:
    """What the rulebook prints of the battle shown, where the desk has the book's position.

    None once a battle before it was fought with dice or choices of one's own: what follows is then
    not the book's.
    """
    for name in EXAMPLES:
        if name in walkthroughs() and _is(desk.state, name):
            found = _prints(name)
            earlier = range(desk.battle)
            if all(_as_printed(desk, found.get((desk.fight.hex, n)), n) for n in earlier):
                return found.get((desk.fight.hex, desk.battle))
    return None


def _as_printed(desk: CombatSight, said: Print | None, battle: int) -> bool:
    chosen = any(desk.fight.answers_after(battle + 1))
    return not chosen and said is not None and desk.fight.rolls_of(battle) == (said.roll,)


def beside_print(plain: Sheet, desk: CombatSight) -> Sheet:
    """The ledger of the battle shown, with its printed numbers where it is a printed one.

    With dice of one's own only what is known before the dice is compared. Printed hits go by side:
    another reading that turns the winner does not move them.
    """
    said, fought = printed(desk), desk.fought
    if said is None or fought is None:
        return plain
    points, tally = said.points, fought.tally
    if tally is None or desk.roll != said.roll:
        points = tuple(p for p in points if p.name in BEFORE_DICE)
    elif tally.winner is not said.winner:
        points = tuple(evolve(p, name=_OTHER.get(p.name, p.name)) for p in points)
    return with_print(plain, points, fought)


def _is(state: State, name: str) -> bool:
    return (state.turn, state.units) == _stands(name)


@cache
def _stands(name: str) -> tuple[object, object]:
    state = edits.tidy(queries.example(name))
    return state.turn, state.units


@cache
def _prints(name: str) -> Mapping[tuple[str, int], Print]:
    """What is printed of each battle of an example, by its hex and number."""
    found: dict[tuple[str, int], tuple[Point, ...]] = {}
    for step in walkthrough(name):
        look = step.look
        if isinstance(look, CombatLook) and look.battle and step.book is not None:
            key = (look.hex, look.battle - 1)
            found[key] = (*found.get(key, ()), *look.points(step.book))
    return {key: Print(points, _roll(points)) for key, points in found.items()}


def _roll(points: tuple[Point, ...]) -> Roll | None:
    pair = next((p.pair for p in points if p.name == "die"), ("", ""))
    return (int(pair[0]), int(pair[1])) if all(pair) else None
