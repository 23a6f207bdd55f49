"""The second ruleset: exact odds of whole battles, and how the effort grows with the forces."""

from __future__ import annotations

import time
from statistics import median
from typing import Any

from measuring import Table

from witp_learn import dicepool
from witp_learn.dicepool import Conduct, Leave, Plan


def bench_odds_of_35_against_31(benchmark: Any, table: Table) -> None:
    attacker = dicepool.force("infantry:20,tank:10,artillery:5")
    defender = dicepool.force("infantry:20,tank:8,artillery:3")
    found = benchmark(dicepool.odds, attacker, defender)
    assert found.error < 1e-12
    cost = 1000 * benchmark.stats.stats.median
    table.add("dice pool, 35 v 31 units, exact", cost, "ms", (200, 50))


def spent(attacker: str, defender: str, plan: Plan = dicepool.PLAIN, times: int = 5) -> float:
    """Milliseconds for the odds of a battle, the median of a few."""
    units = dicepool.sample()
    sides = dicepool.force(attacker, units), dicepool.force(defender, units)
    found = []
    for _ in range(times):
        start = time.perf_counter()
        dicepool.odds(*sides, plan)
        found.append(1000 * (time.perf_counter() - start))
    return median(found)


def bench_growth(table: Table) -> None:
    for count in (10, 20, 40, 80):
        tanks, guns = round(count * 0.29), round(count * 0.14)
        side = f"infantry:{count - tanks - guns},tank:{tanks},artillery:{guns}"
        table.add(f"dice pool, {count} units a side", spent(side, side), "ms")


def bench_aircraft_and_withdrawal(table: Table) -> None:
    ours = "infantry:6,tank:3,artillery:1,fighter:2,bomber:1"
    theirs = "infantry:6,tank:2,artillery:2,fighter:2"
    table.add("dice pool, 10 v 10 with aircraft", spent(ours, theirs), "ms")
    plan = Plan(Conduct(strafing=("artillery", "tank")))
    table.add("dice pool, the same, guns strafed first", spent(ours, theirs, plan), "ms")
    big, other = "infantry:20,tank:10,artillery:5", "infantry:20,tank:8,artillery:3"
    leaves = Plan(Conduct(leave=Leave(after=1)))
    table.add("dice pool, 35 v 31, leaving after round 1", spent(big, other, leaves), "ms")
