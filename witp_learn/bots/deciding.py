"""What the greedy bot decides about cards and in fights (4.3, 9)."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from witp_learn import engine
from witp_learn.actions import Action, Declare, Land, Retreat
from witp_learn.bots.attacks import Planner
from witp_learn.bots.choices import Choice, Term, best
from witp_learn.bots.forces import Force, forecast
from witp_learn.bots.outlook import Outlook
from witp_learn.bots.posting import Posts
from witp_learn.components.deeds import Deed
from witp_learn.engine.fights import scene
from witp_learn.explain import say
from witp_learn.hexgrid import distance
from witp_learn.model import Side, State
from witp_learn.rules import events
from witp_learn.rules.combat_answers.words import question_rules

WORTH = {"win": 100.0, "remove": 1.5, "reserve": 2.0, "no-landings": 0.5, "bonus": 0.7}
"""What one of a verb is worth to its side, 1 where nothing else is said."""


def card(look: Outlook) -> Choice:
    """The card to be named: the one whose effects are worth most now."""
    offered = engine.legal_actions(look.state)
    found = []
    for one in offered:
        if isinstance(one, Declare):
            deeds = events.card(one.card).deeds(look.side)
            gain = sum(_worth(look, deed) for deed in deeds)
            terms = (look.weights.term("gain", gain),) if gain else ()
            found.append(Choice(one, terms, len(offered)))
    return best(found, look.state)


def _worth(look: Outlook, deed: Deed) -> float:
    """What an effect is worth to the side that uses it; less than nothing if it hurts it."""
    whom = deed.side(look.side)
    hurts = deed.what in ("remove", "attrite", "remove-base", "no-landings", "no-fleet-moves")
    value = WORTH.get(deed.what, 1.0) * deed.amount
    if whom is None:
        return value if look.side is Side.JAPAN else -value
    return value if hurts is (whom is look.side.enemy) else -value


def first_fight(look: Outlook) -> Choice:
    """The hex to be fought over next: where the own chances are best."""
    offered = engine.legal_actions(look.state)
    found = []
    for one in offered:
        at = getattr(one, "at", "")
        chance = _chance(look, at)
        found.append(Choice(one, (look.weights.term("chance", chance),), len(offered)))
    return best(found, look.state)


def _chance(look: Outlook, hex_id: str) -> float:
    here = look.state.at(hex_id, look.side)
    lands = any(u.aboard for u in here)
    return forecast(Force.of(here), Planner(look).ground(hex_id, lands)).win


def in_fight(look: Outlook) -> Choice:
    """What an owner decides in a fight: whether to land, where to go; hits as owners usually do."""
    offered = engine.legal_actions(look.state)
    usual = engine.usual(look.state)
    found = [Choice(one, tuple(_terms(look, one, one == usual)), len(offered)) for one in offered]
    return best(found, look.state)


def _terms(look: Outlook, action: Action, usual: bool) -> Iterator[Term]:
    term = look.weights.term
    if isinstance(action, Land):
        if action.wanted:
            chance = _chance(shown(look), action.at)
            yield term("chance", chance - LEAST_CHANCE)
    elif isinstance(action, Retreat):
        posts = Posts(look)
        haven = action.to[:4] in posts.havens
        if haven:
            yield term("haven", 1)
        if haven and posts.rally:
            yield term("astray", distance(action.to[:4], posts.rally))
    if usual:
        yield _usual(look.state, term("usual", 0.01))


def _usual(state: State, term: Term) -> Term:
    """The term with what an owner looks at in such a question, and the clauses that ask it.

    Rules: 9.6.1g, 9.6.2d, 9.6.3d, 9.6.3j, 9.6.3l, 9.6.3s
    """
    now = scene(state)
    if now is None or now.asked is None:
        return term
    asked = now.asked
    text = say(f"bots.usual.{asked.kind}") if asked.kind in _LOOKED_AT else term.text
    return evolve(term, text=text, rules=question_rules(asked))


_LOOKED_AT = ("hit", "air", "carrier", "lose")
"""The questions in which owners go by what they can best do without."""


LEAST_CHANCE = 0.3
"""The chance to win a landing below which cargo stays aboard."""


def shown(look: Outlook) -> Outlook:
    """The same look at the position as the fight under way stands."""
    return Outlook(_standing(look.state), look.side)


def _standing(state: State) -> State:
    return engine.fights.shown(state) if scene(state) is not None else state
