"""Where a whole battle can lead and how likely that is, round by round, with a bound of the error.

The states of a battle are four numbers: what the attacker's aircraft and land units, and the
defender's, have taken. For each pair of air states there is a table over the land states. Stages
ask `stages` for dice and targets and move by `forces.take`, as the battle does.

Error. Chances are floats and all terms are positive, so each round adds a relative error of one
rounding for each product and sum on the way, which are counted. It weighs as much as the chance
that the round is fought. Chances below a threshold are left out and counted, and so is what is
still fighting when its chance has sunk below `END`. Endings are added up round by round, and then
by `math.fsum`, which rounds once. `Course.error` is the sum of all of it, for every figure that is
a chance; a battle for which it would come to more than `BOUND` is refused.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import count
from math import fsum

from attrs import define, field, frozen

from witp_learn.dicepool.forces import Force, Order, take
from witp_learn.dicepool.stages import (
    Fire,
    Plan,
    Role,
    answer_dice,
    dice,
    idle,
    room,
)
from witp_learn.dicepool.tracks import Track, binomial
from witp_learn.dicepool.volleys import UNIT, Exchanged, Table, exchange
from witp_learn.explain import say
from witp_learn.files import NotAvailable

END = 1e-17
"""What may still be fighting when the reckoning stops."""

LEFT_OUT = 1e-17
"""What one round may leave out at most, in states too unlikely to follow."""

MOST_WORK = 100_000_000
"""The most states of a battle, times its hit points on land, that are reckoned with."""

BOUND = 1e-12
"""What the error may come to."""

Blocks = dict[tuple[int, int], Table]
"""Tables over the land states, by the air states of attacker and defender."""


@frozen
class Ending:
    """How a battle can end: after which round, who withdrew, whether it stands still, and states.

    The states are numbers in the tracks of `Sides`: attacker's air and land, defender's air and
    land.
    """

    leaver: Role | None
    still: bool
    air: tuple[int, int]
    land: tuple[int, int]


@define(slots=False)
class Course:
    """Chances of every ending and of every number of rounds, and how far they may be off.

    ``fighting[n]`` is the chance that a round ``n + 1`` is fought.
    """

    endings: dict[Ending, float] = field(factory=dict)
    rounds: dict[int, float] = field(factory=dict)
    fighting: list[float] = field(factory=list)
    lost: float = 0.0
    drift: list[float] = field(factory=list)
    now: list[float] = field(factory=list)

    @property
    def error(self) -> float:
        """A bound for how far any chance may be off."""
        rounded = sum(p * e for p, e in zip(self.fighting, self.drift, strict=True))
        return self.lost + rounded + (len(self.fighting) + 8) * UNIT

    def begin(self, going: float) -> None:
        """Note that one more round is fought with this chance, and what ended in the last."""
        self.close()
        self.fighting.append(going)
        self.drift.append(0.0)

    def close(self) -> None:
        """Add up what ended in the present round. Raises NotAvailable when the error grows big."""
        if self.now:
            self.rounds[len(self.fighting)] = fsum(self.now)
            self.now = []
        if self.error > BOUND:
            rounds = len(self.fighting)
            raise NotAvailable(say("dicepool.too_long", rounds=rounds, bound=f"{BOUND:.0e}"))

    def note(self, exchanges: list[Exchanged], flown: float = 0.0) -> None:
        """Count what a stage of the present round leaves out and rounds, in all its tables.

        ``flown``: a bound of the relative error of the stages in the air before it.
        """
        self.lost += sum(after.lost for after in exchanges)
        most = max((after.roundings for after in exchanges), default=0)
        self.drift[-1] += most * UNIT + flown

    def end(self, ending: Ending, chance: float) -> None:
        """Note that the battle ends so after the present round."""
        self.endings[ending] = self.endings.get(ending, 0.0) + chance
        self.now.append(chance)


@define(eq=False, slots=False)
class Sides:
    """The tracks of both sides and the dice of their states."""

    plan: Plan
    air: dict[Role, Track]
    land: dict[Role, Track]
    orders: dict[tuple[Role, Fire], Order]
    thrown: dict[tuple[Role, Fire], list[int]]
    runs: dict[tuple[Role, int, int], list[tuple[int, int, float]]] = field(factory=dict)

    @staticmethod
    def of(attacker: Force, defender: Force, plan: Plan) -> Sides:
        """The states that a battle between two forces can come to.

        Raises NotAvailable when they are too many to reckon with, and says which limit was met.
        """
        try:
            found = Sides._tracked(attacker, defender, plan)
            found.check()
        except NotAvailable as error:
            if plan.has_wishes:
                raise NotAvailable(say("dicepool.or_targets", why=error)) from None
            raise
        return found

    @staticmethod
    def _tracked(attacker: Force, defender: Force, plan: Plan) -> Sides:
        forces = {Role.ATTACKER: attacker, Role.DEFENDER: defender}
        orders = {
            (role, fire): plan.of(role).order(fire, forces[role.other])
            for role in Role
            for fire in Fire
        }
        air, land = {}, {}
        for role, held in forces.items():
            fires = [fire for fire in Fire if _matters(fire, role, forces, plan)]
            on_air = {orders[role.other, f] for f in fires if f in (Fire.DOGFIGHT, Fire.ANSWER)}
            on_land = {
                orders[role.other, f] for f in fires if f not in (Fire.DOGFIGHT, Fire.ANSWER)
            }
            air[role] = Track.of(held.air, tuple(sorted(on_air)))
            land[role] = Track.of(held.land, tuple(sorted(on_land)))
        thrown = {
            (role, fire): [dice(fire, state) for state in (land if on_land else air)[role].states]
            for role in Role
            for fire, on_land in _THROWN_BY_LAND.items()
        }
        return Sides(plan, air, land, orders, thrown)

    @cached_property
    def gone(self) -> dict[Role, list[bool]]:
        """For each land state of a side whether nothing is left.

        Rules: D-completion-1
        """
        return {role: [not state.has_land for state in self.land[role].states] for role in Role}

    @cached_property
    def quiet(self) -> dict[Role, list[bool]]:
        """For each land state of a side whether units are left that throw no dice."""
        return {
            role: [
                not (gone or thrown)
                for gone, thrown in zip(self.gone[role], self.thrown[role, Fire.MAIN], strict=True)
            ]
            for role in Role
        }

    @property
    def work(self) -> int:
        """States of the battle times the hit points on land, a measure of the effort."""
        points = [sum(group.room for group in self.land[role].states[0]) for role in Role]
        work = max(1, *points)
        for role in Role:
            work *= len(self.air[role]) * len(self.land[role])
        return work

    def check(self) -> None:
        """Raise NotAvailable when there is too much to reckon."""
        if self.work > MOST_WORK:
            most, work = f"{MOST_WORK:,}", f"{self.work:,}"
            raise NotAvailable(say("dicepool.too_much_work", work=work, most=most))

    def force(self, role: Role, air: int, land: int) -> Force:
        """The force of a side in two states of its tracks."""
        return self.land[role].states[land].joined(self.air[role].states[air])


_THROWN_BY_LAND = {
    Fire.DOGFIGHT: False,
    Fire.RUN: False,
    Fire.COVER: False,
    Fire.MAIN: True,
    Fire.PURSUIT: True,
}
"""Volleys by whether the land track gives their dice; in a pursuit the aircraft add theirs."""


def _matters(fire: Fire, on: Role, forces: dict[Role, Force], plan: Plan) -> bool:
    ours, enemy = forces[on], forces[on.other]
    if fire is Fire.MAIN:
        return True
    if fire is Fire.ANSWER:
        return bool(room(fire, ours)) and any(group.unit.air for group in enemy.land)
    if fire is Fire.PURSUIT:
        return str(plan.of(on).leave) != "never"
    if fire is Fire.COVER:
        return str(plan.of(on.other).leave) != "never" and bool(dice(fire, enemy))
    return bool(dice(fire, enemy) and room(fire, ours))


def reckon(sides: Sides) -> Course:
    """Follow a battle through its rounds until hardly any chance is left.

    Rules: D-round-1, D-completion-1, D-completion-7, D-withdraw-1
    """
    course = Course()
    size = [len(sides.land[role]) for role in Role]
    blocks: Blocks = {(0, 0): {0: [1.0, *[0.0] * (size[1] - 1)]}}
    flown = _flown(sides)
    for number in count(1):
        going = _total(blocks)
        if going <= END:
            course.lost += going
            course.close()
            return course
        course.begin(going)
        blocks = _dogfights(sides, blocks)
        blocks = _strafing(sides, blocks)
        _finished(sides, blocks, course)
        blocks = _main(sides, blocks, course, flown)
        _finished(sides, blocks, course)
        _withdrawals(sides, blocks, course, number)
        if not sides.plan.pending(number):
            _standing_still(sides, blocks, course)
    raise AssertionError("rounds do not end")


def _flown(sides: Sides) -> float:
    """A bound of the relative error that the air stages of a round add.

    Each counts the states that can flow into one, which is how many terms are added up there, and
    a few products.
    """
    if not any(
        any(sides.thrown[role, fire]) for role in Role for fire in (Fire.DOGFIGHT, Fire.RUN)
    ):
        return 0.0
    met = len(sides.air[Role.ATTACKER]) * len(sides.air[Role.DEFENDER]) + 8
    for role in Role:
        most = max(sides.thrown[role, Fire.RUN])
        flows = sides.land[role.other].inflow(sides.orders[role, Fire.RUN], most)
        met += len(sides.air[role]) * flows + 8
    return met * UNIT


def _total(blocks: Blocks) -> float:
    return fsum(chance for table in blocks.values() for row in table.values() for chance in row)


def _put(blocks: Blocks, key: tuple[int, int], state: int, row: list[float], weight: float) -> None:
    table = blocks.setdefault(key, {})
    held = table.get(state)
    if held is None:
        table[state] = [weight * chance for chance in row]
    else:
        table[state] = [a + weight * b for a, b in zip(held, row, strict=True)]


def _dogfights(sides: Sides, blocks: Blocks) -> Blocks:
    if not any(any(sides.thrown[role, Fire.DOGFIGHT]) for role in Role):
        return blocks
    made: Blocks = {}
    for (ours, theirs), table in blocks.items():
        after_ours = _hit(sides, Role.ATTACKER, Fire.DOGFIGHT, theirs, ours)
        after_theirs = _hit(sides, Role.DEFENDER, Fire.DOGFIGHT, ours, theirs)
        for key, weight in (
            ((a, b), p * q) for a, p in after_ours.items() for b, q in after_theirs.items()
        ):
            for state, row in table.items():
                _put(made, key, state, row, weight)
    return made


def _hit(sides: Sides, role: Role, fire: Fire, shooter: int, state: int) -> dict[int, float]:
    """Chances of the air states of ``role`` after a dogfight."""
    order = sides.orders[role.other, fire]
    track = sides.air[role]
    thrown = sides.thrown[role.other, fire][shooter]
    if not thrown or order not in track.after:
        return {state: 1.0}
    chain = track.chains(order)[state]
    return dict(zip(chain, binomial(thrown).within(len(chain) - 1), strict=False))


def _strafing(sides: Sides, blocks: Blocks) -> Blocks:
    if not any(any(sides.thrown[role, Fire.RUN]) for role in Role):
        return blocks
    halfway: Blocks = {}
    for key, table in blocks.items():
        _attackers_run(sides, key, table, halfway)
    # The defender's run counts the aircraft he had before the answer to the attacker's run; the
    # answers hit the attacker's aircraft only, so his own air state is still what it was.
    made: Blocks = {}
    for key, table in halfway.items():
        _defenders_run(sides, key, table, made)
    return made


def _attackers_run(sides: Sides, key: tuple[int, int], table: Table, made: Blocks) -> None:
    ours, theirs = key
    if not sides.thrown[Role.ATTACKER, Fire.RUN][ours]:
        for state, row in table.items():
            _put(made, key, state, row, 1.0)
        return
    runs = [
        _run(sides, Role.ATTACKER, ours, land) for land in range(len(sides.land[Role.DEFENDER]))
    ]
    for state, row in table.items():
        for chance, outcomes in zip(row, runs, strict=True):
            if chance:
                for air, land, likely in outcomes:
                    rows = made.setdefault((air, theirs), {})
                    if state not in rows:
                        rows[state] = [0.0] * len(row)
                    rows[state][land] += chance * likely


def _defenders_run(sides: Sides, key: tuple[int, int], table: Table, made: Blocks) -> None:
    ours, theirs = key
    for state, row in table.items():
        for air, land, likely in _run(sides, Role.DEFENDER, theirs, state):
            _put(made, (ours, air), land, row, likely)


def _run(sides: Sides, role: Role, air: int, land: int) -> list[tuple[int, int, float]]:
    """A strafing run by ``role`` with its answer: air state, enemy land state, chance.

    Rules: D-strafe-1, D-strafe-2, D-strafe-3, D-strafe-4, D-strafe-5, D-strafe-6
    """
    if (role, air, land) not in sides.runs:
        sides.runs[role, air, land] = _fresh_run(sides, role, air, land)
    return sides.runs[role, air, land]


def _fresh_run(sides: Sides, role: Role, air: int, land: int) -> list[tuple[int, int, float]]:
    thrown = sides.thrown[role, Fire.RUN][air]
    order = sides.orders[role, Fire.RUN]
    track = sides.land[role.other]
    if not thrown or order not in track.after:
        return [(air, land, 1.0)]
    chain = track.chains(order)[land]
    likely = binomial(thrown).within(len(chain) - 1)
    found = []
    for hits, (there, chance) in enumerate(zip(chain, likely, strict=False)):
        for state, more in _answered(sides, role, air, land, hits):
            found.append((state, there, chance * more))
    return found


def _answered(
    sides: Sides, role: Role, air: int, land: int, hits: int
) -> Iterator[tuple[int, float]]:
    enemy = sides.land[role.other].states[land]
    placed = take(enemy, hits, sides.orders[role, Fire.RUN])[1]
    thrown = answer_dice(placed, enemy)
    order = sides.orders[role.other, Fire.ANSWER]
    track = sides.air[role]
    if not thrown or order not in track.after:
        return iter([(air, 1.0)])
    chain = track.chains(order)[air]
    return zip(chain, binomial(thrown).within(len(chain) - 1), strict=False)


def _main(sides: Sides, blocks: Blocks, course: Course, flown: float) -> Blocks:
    order = sides.orders[Role.DEFENDER, Fire.MAIN], sides.orders[Role.ATTACKER, Fire.MAIN]
    first, second = (sides.land[role] for role in Role)
    thrown = sides.thrown[Role.ATTACKER, Fire.MAIN], sides.thrown[Role.DEFENDER, Fire.MAIN]
    cut = LEFT_OUT / (len(first) * len(second) * max(1, len(blocks)))
    chains = first.chains(order[0]), second.chains(order[1])
    made = {key: exchange(table, thrown, chains, cut) for key, table in blocks.items()}
    course.note(list(made.values()), flown)
    return {key: after.table for key, after in made.items()}


def _finished(sides: Sides, blocks: Blocks, course: Course) -> None:
    """Take the states out in which a land force is gone."""
    ours_gone, theirs_gone = (sides.gone[role] for role in Role)
    empty = [state for state, gone in enumerate(theirs_gone) if gone]
    for air, table in blocks.items():
        for ours, row in list(table.items()):
            for theirs in range(len(row)) if ours_gone[ours] else empty:
                if row[theirs]:
                    ending = Ending(None, False, air, (ours, theirs))
                    course.end(ending, row[theirs])
                    row[theirs] = 0.0
            if ours_gone[ours]:
                del table[ours]


def _withdrawals(sides: Sides, blocks: Blocks, course: Course, number: int) -> None:
    """Take the states out in which somebody withdraws, after the two volleys."""
    if all(str(sides.plan.of(role).leave) == "never" for role in Role):
        return
    exchanged = []
    for air, table in blocks.items():
        leaving: dict[Role, Table] = {role: {} for role in Role}
        for ours, row in table.items():
            for theirs, chance in enumerate(row):
                attacker = sides.land[Role.ATTACKER].states[ours]
                defender = sides.land[Role.DEFENDER].states[theirs]
                role = sides.plan.leaver(number, attacker, defender) if chance else None
                if role:
                    leaving[role].setdefault(ours, [0.0] * len(row))[theirs] = chance
                    row[theirs] = 0.0
        for role, rows in leaving.items():
            if rows:
                exchanged.append(_leave(sides, role, air, rows, course))
    course.note(exchanged)


def _leave(
    sides: Sides, role: Role, air: tuple[int, int], table: Table, course: Course
) -> Exchanged:
    """The volleys of a withdrawal by ``role``.

    Rules: D-withdraw-3, D-withdraw-4, D-withdraw-5, D-withdraw-6, D-withdraw-7
    """
    first, second = (sides.land[side] for side in Role)
    state = dict(zip(Role, air, strict=True))
    thrown, orders = {}, {}
    for side in Role:
        flown = sides.thrown[side, Fire.COVER][state[side]]
        land = sides.thrown[side, Fire.PURSUIT]
        thrown[side] = [flown if side is role else flown + tanks for tanks in land]
        fire = Fire.COVER if side is role else Fire.PURSUIT
        orders[side] = sides.orders[side, fire]
    chains = first.chains(orders[Role.DEFENDER]), second.chains(orders[Role.ATTACKER])
    after = exchange(table, (thrown[Role.ATTACKER], thrown[Role.DEFENDER]), chains, 0.0)
    for ours, row in after.table.items():
        for theirs, chance in enumerate(row):
            if chance:
                course.end(Ending(role, False, air, (ours, theirs)), chance)
    return after


def _standing_still(sides: Sides, blocks: Blocks, course: Course) -> None:
    """Take the states out in which nobody can hit anything any more."""
    ours_quiet, theirs_quiet = (sides.quiet[role] for role in Role)
    if not (any(ours_quiet) and any(theirs_quiet)):
        return
    for air, table in blocks.items():
        for ours, row in table.items():
            for theirs, chance in enumerate(row):
                if not (chance and ours_quiet[ours] and theirs_quiet[theirs]):
                    continue
                attacker = sides.force(Role.ATTACKER, air[0], ours)
                if idle(attacker, sides.force(Role.DEFENDER, air[1], theirs)):
                    course.end(Ending(None, True, air, (ours, theirs)), chance)
                    row[theirs] = 0.0
