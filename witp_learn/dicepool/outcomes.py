"""Exact odds of whole battles: who is left, after how many rounds, at what cost.

Chances are floats; `Odds.error` bounds how far any of them may be off, and stays below 1e-12 for
every battle that `odds` accepts; `Odds.rounds_error` does the same for the mean number of rounds,
which only battles of dozens of rounds bring above 1e-12. See `engine` for how the bounds are made.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from functools import cached_property
from itertools import accumulate
from math import fsum
from typing import Any, TypeVar

from attrs import define, frozen

from witp_learn.dicepool.endings import FATES, fate, stranded
from witp_learn.dicepool.engine import BOUND, Course, Sides, reckon
from witp_learn.dicepool.forces import Force, mp, pu, unsure
from witp_learn.dicepool.stages import PLAIN, Plan, Role
from witp_learn.dicepool.units import named
from witp_learn.dicepool.volleys import UNIT
from witp_learn.display import Displayed
from witp_learn.explain import say

K = TypeVar("K", bound=Hashable)

TINY = 0.000005
"""Chances below this show no figure in three decimals of a percent."""


@frozen
class Outcome:
    """One way a battle can end, and its chance.

    ``fate`` is one of `endings.FATES`; ``attacker``, ``defender``: the forces at the end, wherever
    they are; ``leaver`` who withdrew.
    """

    fate: str
    attacker: Force
    defender: Force
    leaver: Role | None
    chance: float

    def force(self, role: Role) -> Force:
        """The force of a side at the end."""
        return self.attacker if role is Role.ATTACKER else self.defender


@define(eq=False, slots=False)
class Odds(Displayed):
    """The odds of one battle; every chance is exact to within ``error``."""

    attacking: Force
    defending: Force
    plan: Plan
    course: Course
    outcomes: tuple[Outcome, ...]

    def start(self, role: Role) -> Force:
        """The force of a side before the battle."""
        return self.attacking if role is Role.ATTACKER else self.defending

    def chance(self, holds: Callable[[Outcome], bool]) -> float:
        """How likely it is that ``holds`` is true of the end."""
        return fsum(outcome.chance for outcome in self.outcomes if holds(outcome))

    @cached_property
    def fates(self) -> dict[str, float]:
        """The chance of each of `endings.FATES`."""
        found = summed((outcome.fate, outcome.chance) for outcome in self.outcomes)
        return {name: found.get(name, 0.0) for name in FATES}

    @property
    def attacker(self) -> float:
        """Chance that only the attacker has land units there at the end: he takes it."""
        return self.fates["attacker"]

    @property
    def defender(self) -> float:
        """Chance that only the defender has land units there at the end."""
        return self.fates["defender"]

    @property
    def both(self) -> float:
        """Chance that both land forces are destroyed; the defender keeps the territory."""
        return self.fates["both"]

    def withdrawn(self, role: Role) -> float:
        """Chance that a side withdraws."""
        return self.chance(lambda outcome: outcome.leaver is role)

    @property
    def error(self) -> float:
        """A bound for how far any chance may be off."""
        return self.course.error

    @property
    def rounds(self) -> float | None:
        """The mean number of rounds, those without a hit too; None when it may never end."""
        if self.fates["unending"]:
            return None
        return fsum(self.course.fighting)

    @property
    def rounds_error(self) -> float:
        """A bound for how far the mean number of rounds may be off.

        What was left out ends on average within three rounds for two hit points, since a round
        in which a die falls brings a hit in two of three cases at least.
        """
        points = sum(group.room for role in Role for group in self.start(role))
        course = self.course
        longest = len(course.fighting) + 1.5 * points
        first = (len(course.fighting) + 8) * UNIT
        drifted = zip(course.fighting, accumulate(course.drift, initial=first), strict=False)
        return course.lost * longest + sum(chance * drift for chance, drift in drifted)

    @property
    def round_chances(self) -> dict[int, float]:
        """The chance of each number of rounds."""
        return dict(sorted(self.course.rounds.items()))

    def left_chances(self, role: Role) -> dict[str, dict[int, float]]:
        """By type, the chance of each number of units left; a damaged unit counts."""
        parts: dict[str, list[tuple[int, float]]] = {g.name: [] for g in self.start(role)}
        for outcome in self.outcomes:
            lost = role is Role.DEFENDER and stranded(outcome.fate, outcome.leaver, self.plan)
            for group in outcome.force(role):
                count = 0 if lost and not group.unit.category.is_land else group.left
                parts[group.name].append((count, outcome.chance))
        return {name: dict(sorted(summed(counts).items())) for name, counts in parts.items()}

    def left(self, role: Role) -> dict[str, float]:
        """By type, the mean number of units left."""
        return {
            name: sum(count * chance for count, chance in chances.items())
            for name, chances in self.left_chances(role).items()
        }

    def lost(self, role: Role) -> dict[str, float]:
        """By type, the mean number of units lost."""
        left = self.left(role)
        return {group.name: group.count - left[group.name] for group in self.start(role)}

    def lost_pu_chances(self, role: Role) -> dict[int, float]:
        """The chance of each loss in PU."""
        whole = pu(self.start(role))
        parts = []
        for outcome in self.outcomes:
            kept = outcome.force(role)
            if role is Role.DEFENDER and stranded(outcome.fate, outcome.leaver, self.plan):
                kept = kept.land
            parts.append((whole - pu(kept), outcome.chance))
        return dict(sorted(summed(parts).items()))

    def lost_pu(self, role: Role) -> float:
        """The mean loss in PU."""
        return sum(points * chance for points, chance in self.lost_pu_chances(role).items())

    def lost_mp(self, role: Role) -> float:
        """The mean loss in MP."""
        lost = self.lost(role)
        return sum(lost[group.name] * group.unit.mp for group in self.start(role))

    @property
    def exchange(self) -> float:
        """Mean PU lost by the defender less those lost by the attacker."""
        return self.lost_pu(Role.DEFENDER) - self.lost_pu(Role.ATTACKER)

    def as_dict(self) -> dict[str, Any]:
        """The odds as plain data, the form ``witp-learn dicepool odds --json`` prints."""
        return {
            **self.fates,
            "rounds": self.rounds,
            "left": {role.value: self.left(role) for role in Role},
            "left_chances": {
                role.value: {
                    name: {str(count): chance for count, chance in chances.items()}
                    for name, chances in self.left_chances(role).items()
                }
                for role in Role
            },
            "lost": {role.value: self.lost(role) for role in Role},
            "lost_pu": {role.value: self.lost_pu(role) for role in Role},
            "exchange": self.exchange,
            "withdrawn": {role.value: self.withdrawn(role) for role in Role},
            "round_chances": {str(n): chance for n, chance in self.round_chances.items()},
            "cost": {
                role.value: {"pu": pu(self.start(role)), "mp": mp(self.start(role))}
                for role in Role
            },
            "assumed": [unit.name for unit in unsure(self.attacking, self.defending)],
            "error": self.error,
            "rounds_error": self.rounds_error,
        }

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def lines(self) -> Iterator[str]:
        """The odds as plain text."""
        for name, chance in self.fates.items():
            if chance:
                yield say(f"dicepool.fate.{name}", chance=percent(chance))
        for role in Role:
            if chance := self.withdrawn(role):
                yield say("dicepool.withdrawn", side=role, chance=percent(chance))
        yield self._rounds()
        for role in Role:
            kept = ", ".join(named(mean, name) for name, mean in self.left(role).items())
            points = self.lost_pu(role)
            yield say("dicepool.left", side=role, kept=kept, points=f"{points:.2f}")
        yield say("dicepool.exact", error=f"{BOUND:.0e}".replace("e-0", "e-"))

    def _rounds(self) -> str:
        mean = self.rounds
        if mean is None:
            return say("dicepool.rounds_open")
        likely = ", ".join(
            f"{number}: {percent(chance)}"
            for number, chance in self.round_chances.items()
            if chance >= 0.00005
        )
        return say("dicepool.rounds", mean=f"{mean:.3f}", likely=likely)


def summed(parts: Iterable[tuple[K, float]]) -> dict[K, float]:
    """The sum of the chances of each key, rounded once."""
    found: dict[K, list[float]] = {}
    for key, chance in parts:
        found.setdefault(key, []).append(chance)
    return {key: fsum(chances) for key, chances in found.items()}


def percent(chance: float) -> str:
    """``79.43 %``, with three decimals near 0 and near 100.

    What is not certain is never shown as 0 or 100: ``under 0.001 %``, ``over 99.999 %``.
    """
    if min(chance, 1 - chance) <= BOUND:
        return f"{100 * round(chance):.2f} %"
    if chance < TINY:
        return say("dicepool.under")
    if chance > 1 - TINY:
        return say("dicepool.over")
    near = chance < 0.01 or chance > 0.99
    return f"{100 * chance:.{3 if near else 2}f} %"


def odds(attacker: Force, defender: Force, plan: Plan = PLAIN) -> Odds:
    """The odds of a battle between two fresh forces.

    Raises NotAvailable when the battle has too many states.

    Rules: D-round-1, D-completion-1, D-completion-4, D-completion-5, D-withdraw-1
    """
    sides = Sides.of(attacker, defender, plan)
    course = reckon(sides)
    outcomes = []
    for ending, chance in course.endings.items():
        ours = sides.force(Role.ATTACKER, ending.air[0], ending.land[0])
        theirs = sides.force(Role.DEFENDER, ending.air[1], ending.land[1])
        ended = fate(ours, theirs, ending.leaver, ending.still)
        outcomes.append(Outcome(ended, ours, theirs, ending.leaver, chance))
    return Odds(attacker, defender, plan, course, tuple(outcomes))
