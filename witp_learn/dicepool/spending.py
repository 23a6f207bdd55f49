"""Points: other forces at the same price, and how likely each exchange of points is."""

from __future__ import annotations

from witp_learn.dicepool.endings import stranded
from witp_learn.dicepool.forces import MOST, Force, pu, written
from witp_learn.dicepool.outcomes import Odds, summed
from witp_learn.dicepool.stages import Role
from witp_learn.dicepool.units import UnitTable, UnitType, printed


def same_price(
    held: Force, table: UnitTable | None = None, role: Role = Role.ATTACKER
) -> tuple[Force, ...]:
    """Land forces that cost as many PU: as much of one type as can be paid, the rest in infantry.

    A type that cannot move is for the defender only.

    Rules: D-stats-2, D-stats-4, D-stats-5, D-stats-7, D-stats-9
    """
    table = printed() if table is None else table
    whole = pu(held)
    cheap = min((u for u in table if _buys(u, role)), key=lambda u: u.pu, default=None)
    made: dict[str, Force] = {}
    for unit in table:
        if not _buys(unit, role) or cheap is None or unit.pu > whole:
            continue
        count, rest = divmod(whole, unit.pu)
        spare, over = divmod(rest, cheap.pu)
        counts = {unit.name: count}
        if unit.name != cheap.name and spare:
            counts[cheap.name] = spare
        if not over and sum(counts.values()) <= MOST:
            there = Force.of(counts, table)
            made[written(there)] = there
    made.pop(written(held), None)
    return tuple(made.values())


def _buys(unit: UnitType, role: Role) -> bool:
    return unit.category.is_land and unit.pu > 0 and (role is Role.DEFENDER or unit.movement > 0)


def exchange_chances(found: Odds) -> dict[int, float]:
    """The chance of each exchange: PU lost by the defender less those lost by the attacker.

    Rules: D-completion-3
    """
    whole = {role: pu(found.start(role)) for role in Role}
    parts = []
    for outcome in found.outcomes:
        theirs = outcome.defender
        if stranded(outcome.fate, outcome.leaver, found.plan):
            theirs = theirs.land
        gain = (whole[Role.DEFENDER] - pu(theirs)) - (whole[Role.ATTACKER] - pu(outcome.attacker))
        parts.append((gain, outcome.chance))
    return dict(sorted(summed(parts).items()))
