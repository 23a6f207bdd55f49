"""The battle of the dice-pool lab as far as it is fought: its volleys, what is due, how it ends."""

from __future__ import annotations

from functools import lru_cache

from attrs import evolve, frozen

from witp_learn.dicepool import (
    NEVER,
    Battle,
    Due,
    Force,
    Moment,
    Plan,
    Result,
    Role,
    Round,
    Stage,
    Volley,
    begin,
    decide,
    due,
    result,
    roll,
)
from witp_learn.dicepool.forces import Order
from witp_learn.dicepool.stages import Fire, idle
from witp_learn.files import NotAvailable, Unreadable
from witp_learn.ui.dicepool_setup import Setup, Step, digits, read_setup, without_fight


@frozen(eq=False)
class Entry:
    """A step that was made: a volley, or None for a decision; and what lay there before and after.

    ``step``: its place among the steps.
    """

    volley: Volley | None
    before: Moment
    after: Moment
    step: int

    @property
    def stage(self) -> Stage | None:
        """The stage of the volley."""
        return self.volley.due.fire.stage if self.volley else None


@frozen(eq=False)
class Fight:
    """A battle as far as it is fought.

    ``used``: how many of the steps could be made; ``misfit``: why the next one could not.
    """

    setup: Setup
    attacker: Force
    defender: Force
    entries: tuple[Entry, ...]
    moment: Moment
    used: int
    misfit: str = ""

    def start(self, role: Role) -> Force:
        """The force of a side before the battle."""
        return self.attacker if role is Role.ATTACKER else self.defender

    @property
    def due(self) -> Due | None:
        """The volley that is due."""
        return due(self.moment, self.setup.plan)

    @property
    def still(self) -> bool:
        """Whether nobody can hit anything any more."""
        return self.moment.deciding and idle(self.moment.attacker, self.moment.defender)

    @property
    def deciding(self) -> bool:
        """Whether a round is over and a side may withdraw."""
        return self.moment.deciding

    @property
    def planned(self) -> Role | None:
        """Who withdraws now by the plans."""
        moment = self.moment
        return self.setup.plan.leaver(moment.round, moment.attacker, moment.defender)

    @property
    def result(self) -> Result | None:
        """How the battle has ended; None while it goes on."""
        if self.moment.over or self.still:
            return result(self.moment, self.setup.plan, self.still)
        return None

    @property
    def ledger(self) -> Battle | None:
        """The whole battle as the command tells it; None while it goes on."""
        ended = self.result
        if ended is None:
            return None
        plan = evolve(self.setup.plan)
        return Battle(self.attacker, self.defender, plan, self._rounds(), ended)

    def _rounds(self) -> tuple[Round, ...]:
        last = self.moment.round
        return tuple(
            Round(number, self.volleys(number), self.moment.leaver if number == last else None)
            for number in range(1, last + 1)
        )

    def volleys(self, number: int) -> tuple[Volley, ...]:
        """The volleys of a round so far."""
        found = (entry.volley for entry in self.entries)
        return tuple(volley for volley in found if volley and volley.due.round == number)


@lru_cache(maxsize=64)
def fight(setup: Setup) -> Fight | None:
    """The battle on the table, as far as its steps can be made; None while a side has no units."""
    attacker, defender = setup.force(Role.ATTACKER), setup.force(Role.DEFENDER)
    if attacker is None or defender is None:
        return None
    moment, entries, misfit = begin(attacker, defender), [], ""
    for place, step in enumerate(setup.steps):
        try:
            volley, after = _made(moment, step, setup.plan)
        except Unreadable as error:
            misfit = _misfit(step, error)
            break
        entries.append(Entry(volley, moment, after, place))
        moment = after
    return Fight(setup, attacker, defender, tuple(entries), moment, len(entries), misfit)


def _misfit(step: Step, error: Unreadable) -> str:
    """Which step does not fit, and what would."""
    told = str(error)
    return told if step.choice else f"{digits(step.dice)} does not fit: {told}"


def misfit(setup: Setup) -> str:
    """Which dice or decisions of a table do not fit its forces, and what would; else nothing."""
    found = fight(setup)
    if found is None:
        return "A side has no units, so no dice are due" if setup.steps or setup.dice else ""
    if found.misfit:
        return found.misfit
    wanted = found.due.count if found.due else 0
    if len(setup.dice) > wanted:
        told = f"{found.due}" if found.due else "no dice are due"
        return f"{digits(setup.dice)}? does not fit: {told}"
    return ""


def _made(moment: Moment, step: Step, plan: Plan) -> tuple[Volley | None, Moment]:
    if step.choice:
        leaver = None if step.choice == "go" else Role(step.choice.removesuffix("-leaves"))
        return None, decide(moment, leaver)
    return roll(moment, step.dice, plan, step.order or None)


def read_whole(text: str) -> tuple[Setup, str]:
    """A table from its text, and what is wrong with its dice when they are left out.

    Raises Unreadable, BadData or NotAvailable when the rest cannot be read either.
    """
    try:
        setup = read_setup(text)
    except (Unreadable, NotAvailable) as error:
        rest = without_fight(text)
        if rest == text:
            raise
        return read_setup(rest), f"dice left out, {error}"
    wrong = misfit(setup)
    return setup, f"dice left out from where they do not fit, {wrong}" if wrong else ""


def fitted(setup: Setup) -> Setup:
    """The same with only the steps that can be made, and only dice that are due."""
    found = fight(setup)
    if found is None:
        return setup.fresh()
    wanted = found.due
    kept = evolve(setup, steps=setup.steps[: found.used])
    if wanted is None or len(setup.dice) > wanted.count or found.used < len(setup.steps):
        return evolve(kept, dice=(), order=())
    return kept


def chosen_order(wanted: Due, order: Order) -> Order:
    """The order of the hits of a volley when these types are to be hit first."""
    first = tuple(name for name in order if name in wanted.order)
    return (*first, *(name for name in wanted.order if name not in first))


def may_choose(found: Fight, wanted: Due) -> bool:
    """Whether the shooter has a choice of targets in the volley that is due.

    Rules: D-dogfight-2, D-dogfight-4, D-strafe-2, D-strafe-3, D-strafe-5, D-strafe-6,
    D-withdraw-4, D-withdraw-6
    """
    if wanted.fire is Fire.MAIN:
        return False
    target = found.moment.force(wanted.side.other)
    return sum(1 for g in target if g.name in wanted.order and g.room) > 1


def to_the_end(plan: Plan) -> Plan:
    """The same targets, and nobody withdraws."""
    return evolve(
        plan,
        attacker=evolve(plan.attacker, leave=NEVER),
        defender=evolve(plan.defender, leave=NEVER),
    )
