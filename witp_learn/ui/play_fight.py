"""The battle whose dice are due: both strengths with their parts (9.3, 9.4, 9.5)."""

from __future__ import annotations

from html import escape

from witp_learn.engine.fights import scene
from witp_learn.model import Side, State
from witp_learn.rules.combat import fight
from witp_learn.rules.combat.moment import battle_of
from witp_learn.rules.combat.strength import Term
from witp_learn.rules.combat_answers.words import battle_name
from witp_learn.view.cards import chips
from witp_learn.view.combat_parts import SIDE_NAMES

_PARTS = {
    "carrier": "carriers",
    "naval": "naval",
    "pair": "pair bonus",
    "land": "land",
    "carrier_support": "carriers in support",
    "air": "air",
    "defence": "defence",
    "event": "event",
}
"""What adds to a strength, in a word or two."""

_WHY = {
    "attrited": "attrited",
    "held_back": "held back",
    "air_zone": "in an enemy air zone",
    "turn_1": "not on turn 1",
    "attacker": "not for the attacker",
    "unpaired": "not in a pair",
}
"""Why a part gives nothing."""


def fight_html(state: State) -> str:
    """Both strengths of the battle at hand, and the rules that add them up; empty without one."""
    now = scene(state)
    if now is None or now.asked is None or now.asked.kind != "dice":
        return ""
    name = battle_name(state, battle_of(now.moment))
    place = state.board.label(now.arena.hex)
    strength = fight.stakes(now.arena, now.moment).strength
    made, rules = [], []
    for side, total in zip(Side, strength, strict=True):
        terms = fight.lines(now.arena, now.moment, side)
        rules += [rule for one in terms for rule in one.rules]
        made.append(
            f'<p class="wp-sum"><strong>{SIDE_NAMES[side]} {total}</strong>{_sum(state, terms)}</p>'
        )
    return (
        f'<section class="wp-fight" aria-label="The battle"><h3>{escape(name.capitalize())} at '
        f"{escape(place)}</h3>{''.join(made)}"
        f'<p class="w-chips">{chips(dict.fromkeys(rules), "fight")}</p></section>'
    )


def _sum(state: State, terms: tuple[Term, ...]) -> str:
    """`` = 6 carriers + 2 air, Taiwan``; what gives nothing is struck through, with its reason."""
    counted = [f"{one.value} {escape(_part(state, one))}" for one in terms if not one.zero]
    nothing = [
        f"<s>{escape(_part(state, one))}</s> {escape(_WHY.get(one.zero, one.zero))}"
        for one in terms
        if one.zero
    ]
    said = f" = {' + '.join(counted)}" if counted else ""
    return said + (f"; without {', '.join(nothing)}" if nothing else "")


def _part(state: State, one: Term) -> str:
    """``carriers``, ``air, Taiwan``."""
    name = _PARTS.get(one.what, one.what)
    if one.what == "event":
        return f"{name} {one.card}"
    return f"{name}, {state.board.label(one.at[:4])}" if one.what == "air" else name
