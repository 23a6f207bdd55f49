"""Two forces against the same enemy: who does better for what he costs, and what costs the same."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from witp_learn.dicepool.endings import stranded
from witp_learn.dicepool.forces import MOST, Force, cost, pu, written
from witp_learn.dicepool.outcomes import Odds, odds, percent
from witp_learn.dicepool.stages import PLAIN, Fire, Plan, Role, dice, room
from witp_learn.dicepool.units import UnitTable, UnitType, printed
from witp_learn.display import Displayed
from witp_learn.explain import say

EVEN = 5e-5
"""Chances that are not farther apart than this are called equal."""


@frozen
class Line:
    """One line of a comparison: a name, and what it is for the first and the second force."""

    name: str
    label: str
    first: str
    second: str


@frozen(eq=False)
class Comparison(Displayed):
    """Two forces on the same side of the same battle, each with its odds.

    ``role``: the side they fight on; ``enemy``: whom they fight.
    """

    role: Role
    first: Odds
    second: Odds

    def force(self, found: Odds) -> Force:
        """The force that is compared."""
        return found.start(self.role)

    def success(self, found: Odds) -> float:
        """The chance that the side has the territory in the end.

        The defender keeps it also when both land forces are destroyed.

        Rules: D-completion-4, D-completion-5
        """
        return found.attacker if self.role is Role.ATTACKER else 1 - found.attacker

    @property
    def gap(self) -> int:
        """PU that the second force costs more than the first."""
        return pu(self.force(self.second)) - pu(self.force(self.first))

    @property
    def better(self) -> int:
        """1 or 2, the force that more often has the territory; 0 when they are equal."""
        shift = self.success(self.second) - self.success(self.first)
        return 0 if abs(shift) <= EVEN else 2 if shift > 0 else 1

    @property
    def verdict(self) -> str:
        """Which force does better, in a sentence."""
        shift = abs(self.success(self.second) - self.success(self.first))
        key = ("even", "first", "second")[self.better]
        return say(f"dicepool.compare.{key}", shift=f"{100 * shift:.2f}")

    @property
    def price(self) -> str:
        """Whether they cost the same, in a sentence."""
        gap = self.gap
        if gap == 0:
            return say("dicepool.compare.same", pu=pu(self.force(self.first)))
        key = "dearer" if gap > 0 else "cheaper"
        return say(f"dicepool.compare.{key}", pu=abs(gap))

    def lines(self) -> Iterator[Line]:
        """The table: cost, dice, hit points, chances, rounds, losses, exchange.

        Rules: D-units-6, D-units-8
        """
        first, second = self.force(self.first), self.force(self.second)
        yield self._line("cost", cost(first), cost(second))
        yield self._line("dice", str(dice(Fire.MAIN, first)), str(dice(Fire.MAIN, second)))
        yield self._line("points", str(room(Fire.PURSUIT, first)), str(room(Fire.PURSUIT, second)))
        success = (percent(self.success(found)) for found in (self.first, self.second))
        yield self._line(f"success_{self.role}", *success)
        yield self._line("both", percent(self.first.both), percent(self.second.both))
        yield self._line("rounds", _mean(self.first.rounds), _mean(self.second.rounds))
        for name, role in (("own", self.role), ("enemy", self.role.other)):
            lost = (f"{found.lost_pu(role):.2f}" for found in (self.first, self.second))
            yield self._line(name, *lost)
        yield self._line("exchange", *map(self._gain, (self.first, self.second)))

    def _gain(self, found: Odds) -> str:
        gain = found.exchange if self.role is Role.ATTACKER else -found.exchange
        return f"{gain:+.2f}"

    @staticmethod
    def _line(name: str, first: str, second: str) -> Line:
        return Line(name, say(f"dicepool.compare.row.{name}"), first, second)

    def __str__(self) -> str:
        heads = (written(self.force(self.first)), written(self.force(self.second)))
        rows = (f"{line.label}: {line.first} | {line.second}" for line in self.lines())
        return "\n".join((f"A {heads[0]} | B {heads[1]}", self.verdict, self.price, *rows))


def _mean(rounds: float | None) -> str:
    return say("dicepool.compare.open") if rounds is None else f"{rounds:.3f}"


def compare(
    first: Force, second: Force, enemy: Force, role: Role = Role.ATTACKER, plan: Plan = PLAIN
) -> Comparison:
    """Two forces on side ``role`` against the same enemy, with exact odds for each.

    Raises NotAvailable when a battle has too many states.
    """
    return Comparison(role, _fought(first, enemy, role, plan), _fought(second, enemy, role, plan))


def _fought(held: Force, enemy: Force, role: Role, plan: Plan) -> Odds:
    return odds(held, enemy, plan) if role is Role.ATTACKER else odds(enemy, held, plan)


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
    made: dict[int, float] = {}
    for outcome in found.outcomes:
        theirs = outcome.defender
        if stranded(outcome.fate, outcome.leaver, found.plan):
            theirs = theirs.land
        gain = (whole[Role.DEFENDER] - pu(theirs)) - (whole[Role.ATTACKER] - pu(outcome.attacker))
        made[gain] = made.get(gain, 0.0) + outcome.chance
    return dict(sorted(made.items()))
