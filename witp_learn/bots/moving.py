"""What the greedy bot does in the movement segment: one planned attack after the other (8)."""

from __future__ import annotations

from collections.abc import Iterator

from witp_learn import engine
from witp_learn.actions import Action, Activate, Move, Pass, Target, counted, take
from witp_learn.bots.attacks import Part, Plan, Planner
from witp_learn.bots.choices import Choice
from witp_learn.bots.outlook import Outlook
from witp_learn.bots.passing import passed
from witp_learn.engine.table import progress
from witp_learn.explain import say
from witp_learn.hexgrid import HexId
from witp_learn.model import State
from witp_learn.rules import stacks
from witp_learn.rules.routes import reach

CLOSER = 3
"""How many of the best plans are judged by exact chances."""

TRIED = 6
"""How many of the best plans are tried on the rules."""


def choose(look: Outlook) -> Choice | None:
    """The next step of the best attack, or `pass`; None where the offers have to be looked at."""
    now = progress(look.state)
    if not now.target:
        return _target(look)
    planner = Planner(look)
    plan = planner.plan(now.target)
    if plan is not None and not now.done:
        for part in plan.parts:
            if part.hex not in now.activated:
                found = Choice(Activate(part.hex), plan.terms)
                if engine.check(look.state, found.action).ok:
                    return found
    for hex_id in now.activated:
        if hex_id not in now.done:
            return _move(look, plan, hex_id)
    return Choice(Pass(), note=say("bots.complete")) if now.activated else None


def _target(look: Outlook) -> Choice:
    planner = Planner(look)
    near = reach(look.state, look.side, rp=look.points)
    least = look.weights.aims.least
    every = planner.best(near)
    found = [one for one in every if one.score > least]
    closer = [planner.exact(one) for one in found[:CLOSER]]
    good = (one for one in closer if one.score > least)
    plans = sorted((*good, *found[CLOSER:]), key=lambda one: -one.score)
    for plan in plans[:TRIED]:
        action = Target(plan.target)
        if engine.check(look.state, action).ok:
            return Choice(action, plan.terms, len(near) + 1)
    rest = sorted((*closer, *every[len(closer) :]), key=lambda one: -one.score)
    others = [(Target(one.target), one.score) for one in rest]
    return passed(look, others, len(near) + 1)


def _move(look: Outlook, plan: Plan | None, hex_id: HexId) -> Choice | None:
    """The move of an activated hex, as planned where the rules allow it."""
    parts = () if plan is None else tuple(p for p in plan.parts if p.hex == hex_id)
    for part in parts:
        for action in _tries(look.state, part):
            if engine.check(look.state, action).ok:
                return Choice(engine.canonical(look.state, action), plan.terms if plan else ())
    return None


def _tries(state: State, part: Part) -> Iterator[Action]:
    """The move of a part by its cheapest way."""
    words = counted(take(stacks.words(state, part.units)))
    yield Move(words, (part.at,))
