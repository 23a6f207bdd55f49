"""How a battle ends: who is left there, who controls the territory, whose aircraft are lost."""

from __future__ import annotations

from witp_learn.dicepool.forces import Force
from witp_learn.dicepool.stages import Plan, Role

FATES = ("attacker", "defender", "both", "empty", "unending")
"""How a battle ends: one side alone has land units there, both land forces are destroyed, nobody
is there after a withdrawal, or nobody can hit anything any more."""


def fate(attacker: Force, defender: Force, leaver: Role | None, still: bool) -> str:
    """Which of `FATES` it is.

    Rules: D-completion-1, D-completion-4, D-completion-5
    """
    if still:
        return "unending"
    here = [
        role.value
        for role, held in ((Role.ATTACKER, attacker), (Role.DEFENDER, defender))
        if held.has_land and role is not leaver
    ]
    if here:
        return here[0]
    return "empty" if attacker.has_land or defender.has_land else "both"


def holder(ended: str) -> Role:
    """Who controls the territory: the attacker only when he alone has land units in it.

    Rules: D-completion-4, D-completion-5
    """
    return Role.ATTACKER if ended == "attacker" else Role.DEFENDER


def stranded(ended: str, leaver: Role | None, plan: Plan) -> bool:
    """Whether the defender's aircraft are lost because they have nowhere to go.

    Rulings: d-air-evacuation
    Rules: D-completion-2, D-completion-3
    """
    return ended == "attacker" and leaver is None and not plan.refuge
