"""The numbers that the rulebook prints, beside the ledger of its own examples (9.6.2, 14.1)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from witp_learn import edits, queries
from witp_learn.model import State
from witp_learn.rules.combat_answers.records import Sheet
from witp_learn.ui.combat_sight import EXAMPLES, CombatSight
from witp_learn.walkthrough import walkthrough, walkthroughs
from witp_learn.walkthrough.combat_look import CombatLook, with_print
from witp_learn.walkthrough.combat_points import Point


def beside_print(plain: Sheet, desk: CombatSight) -> Sheet:
    """The ledger of the battle shown, with its printed numbers where it is a printed one.

    Other dice and readings leave the printed numbers where they are; another counter does not,
    since the position is then no longer the book's.
    """
    for name in EXAMPLES:
        if name in walkthroughs() and _is(desk.state, name):
            return with_print(plain, _points(name).get((desk.fight.hex, desk.battle), ()))
    return plain


def _is(state: State, name: str) -> bool:
    return (state.turn, state.units) == _stands(name)


@cache
def _stands(name: str) -> tuple[object, object]:
    state = edits.tidy(queries.example(name))
    return state.turn, state.units


@cache
def _points(name: str) -> Mapping[tuple[str, int], tuple[Point, ...]]:
    """What is printed of each battle of an example, by its hex and number."""
    found: dict[tuple[str, int], tuple[Point, ...]] = {}
    for step in walkthrough(name):
        look = step.look
        if isinstance(look, CombatLook) and look.battle and step.book is not None:
            key = (look.hex, look.battle - 1)
            found[key] = (*found.get(key, ()), *look.points(step.book))
    return found
