"""What a stepped example hands to a lab: the position of a step, its dice, or its move."""

from __future__ import annotations

from attrs import evolve

from witp_learn import queries
from witp_learn.ui.combat_fight import Answers, Fight, played
from witp_learn.ui.move_plan import Looked, Plan, order
from witp_learn.walkthrough import WalkStep
from witp_learn.walkthrough.combat_look import CombatLook
from witp_learn.walkthrough.move_look import MoveLook

_DEFAULTS: Answers = (None,) * 60
"""More defaults than any fight asks for."""


def lab_text(step: WalkStep, title: str) -> str:
    """The position that a lab opens, as a line with ``title``.

    Of a fight it is the one before it, and behind it stand the dice as they lie, the choices, and
    the battle looked at, so that the lab shows what the step shows. Of a move it is the one before
    it, with the move.
    """
    if isinstance(step.look, MoveLook):
        move = step.look.move
        looked = Looked(step.look.side, order(move.stack, move.state, step.look.way))
        before = queries.line(evolve(step.judged, title=title))
        return f"{before} {Plan(looked=looked).text()}"
    if not isinstance(step.look, CombatLook):
        return queries.line(evolve(step.state, title=title))
    return f"{queries.line(evolve(step.judged, title=title))} {lab_fight(step.look).text()}"


def lab_fight(look: CombatLook) -> Fight:
    """The fight of a step as the combat lab keeps it.

    Nothing is asked before the dice where the step has shown dice or chances already. A step that
    looks at the hex alone has shown none.
    """
    if look.fought is None:
        return Fight(look.hex)
    rolls = tuple(battle.rolls for battle in look.combat.battles if battle.rolls)
    shown = look.battle - 1 if look.rolled else -1
    fight = Fight(look.hex, rolls, asks=not (look.rolled or look.odds), shown=shown)
    chosen: Answers = look.choices
    for battles in range(len(rolls) + 1):
        made = played(look.state, fight.with_answers(battles, _DEFAULTS)).steps_after(battles)
        mine, chosen = chosen[: len(made)], chosen[len(made) :]
        rest = _DEFAULTS[: len(made) - len(mine)] if battles == len(rolls) else ()
        fight = fight.with_answers(battles, (*mine, *rest))
    return fight
