"""Who fires in which stage, with how many dice, at what: asked by the battle and by the odds."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from enum import StrEnum
from typing import Any

from attrs import field, frozen

from witp_learn.dicepool.forces import Force, Group, Order, Placed, take
from witp_learn.dicepool.units import Category, UnitTable, unknown
from witp_learn.explain import say
from witp_learn.files import Unreadable, nearest, one_of

HIT = 4
"""A die that shows this or less is a hit (D-units-7)."""

LATEST = 99
"""The last round after which a plan may have a side withdraw."""


class Role(StrEnum):
    """The two sides of a battle."""

    ATTACKER = "attacker"
    DEFENDER = "defender"

    @property
    def other(self) -> Role:
        """The enemy."""
        return Role.DEFENDER if self is Role.ATTACKER else Role.ATTACKER


class Stage(StrEnum):
    """The stages of a round in their order, and the withdrawal that may follow it.

    Rulings: d-round-order
    Rules: D-round-1
    """

    DOGFIGHT = "dogfight"
    STRAFING = "strafing"
    MAIN = "main"
    WITHDRAWAL = "withdrawal"


class Fire(StrEnum):
    """The six kinds of volleys.

    ``run`` and ``answer`` are the two halves of a strafing run; ``pursuit`` is the volley of the
    side that stays when the other withdraws, ``cover`` that of the side that leaves.
    """

    DOGFIGHT = "dogfight"
    RUN = "run"
    ANSWER = "answer"
    MAIN = "main"
    PURSUIT = "pursuit"
    COVER = "cover"

    @property
    def stage(self) -> Stage:
        """The stage it belongs to."""
        return _STAGES[self]


_STAGES = {
    Fire.DOGFIGHT: Stage.DOGFIGHT,
    Fire.RUN: Stage.STRAFING,
    Fire.ANSWER: Stage.STRAFING,
    Fire.MAIN: Stage.MAIN,
    Fire.PURSUIT: Stage.WITHDRAWAL,
    Fire.COVER: Stage.WITHDRAWAL,
}

RULES: dict[tuple[Fire, Role], tuple[str, str]] = {
    (Fire.DOGFIGHT, Role.ATTACKER): ("D-dogfight-1", "D-dogfight-2"),
    (Fire.DOGFIGHT, Role.DEFENDER): ("D-dogfight-3", "D-dogfight-4"),
    (Fire.RUN, Role.ATTACKER): ("D-strafe-1", "D-strafe-2"),
    (Fire.ANSWER, Role.DEFENDER): ("D-strafe-3", "D-strafe-3"),
    (Fire.RUN, Role.DEFENDER): ("D-strafe-4", "D-strafe-5"),
    (Fire.ANSWER, Role.ATTACKER): ("D-strafe-6", "D-strafe-6"),
    (Fire.MAIN, Role.ATTACKER): ("D-main-1", "D-main-2"),
    (Fire.MAIN, Role.DEFENDER): ("D-main-3", "D-main-4"),
    **{(Fire.PURSUIT, role): ("D-withdraw-3", "D-withdraw-4") for role in Role},
    **{(Fire.COVER, role): ("D-withdraw-5", "D-withdraw-6") for role in Role},
}
"""The clauses that give the dice of a volley, and that say where its hits go."""

REMOVAL = {
    Stage.DOGFIGHT: "D-dogfight-5",
    Stage.STRAFING: "D-strafe-7",
    Stage.MAIN: "D-main-5",
    Stage.WITHDRAWAL: "D-withdraw-7",
}
"""The clause by which destroyed units leave only at the end of the stage."""


def shooters(fire: Fire, held: Force) -> Iterator[tuple[Group, int]]:
    """The groups that fire in a volley, each with the dice of one of its units.

    Not for ``answer``, whose dice follow from the run: see `answering`.

    Rules: D-units-6, D-dogfight-1, D-dogfight-3, D-strafe-1, D-strafe-4, D-main-1, D-main-3,
    D-withdraw-3, D-withdraw-5
    """
    for group in held.groups:
        category = group.unit.category
        if fire is Fire.DOGFIGHT:
            fires, dice = category is Category.AIRCRAFT, group.unit.air
        elif fire is Fire.MAIN:
            fires, dice = category.is_land, group.unit.land
        else:
            tanks = fire is Fire.PURSUIT and category is Category.TANK
            fires, dice = tanks or category is Category.AIRCRAFT, group.unit.land
        if fires:
            yield group, dice


def dice(fire: Fire, held: Force) -> int:
    """How many dice a force throws in a volley."""
    return sum(group.left * each for group, each in shooters(fire, held))


def half(held: Force) -> int:
    """The dice in main combat once half the hit points on land are gone, in the forced order.

    Rules: D-main-2, D-main-4
    """
    return dice(Fire.MAIN, take(held, room(Fire.MAIN, held) // 2, held.land.names)[0])


def answering(placed: Iterable[Placed], held: Force) -> Iterator[tuple[Group, int]]:
    """The strafed groups, each with how many of its units shoot back: all that were hit.

    Units that the run destroys shoot back too, since they leave only at the end of the stage.

    Rulings: d-strafe-targets
    Rules: D-strafe-3, D-strafe-6
    """
    touched = {row.name: row.touched for row in placed}
    for group in held.groups:
        if group.name in touched:
            yield group, touched[group.name]


def answer_dice(placed: Iterable[Placed], held: Force) -> int:
    """How many dice the strafed units of a force throw at the aircraft."""
    return sum(units * group.unit.air for group, units in answering(placed, held))


def targets(fire: Fire, enemy: Force) -> Order:
    """The types that a volley can hit: aircraft, strafing aircraft, or land units.

    Rules: D-dogfight-2, D-dogfight-4, D-strafe-2, D-strafe-3, D-strafe-5, D-strafe-6, D-main-2,
    D-main-4, D-withdraw-4, D-withdraw-6
    """
    if fire is Fire.DOGFIGHT:
        return enemy.air.names
    if fire is Fire.ANSWER:
        return tuple(group.name for group in enemy.air if group.unit.land)
    return enemy.land.names


def room(fire: Fire, enemy: Force) -> int:
    """Hits that the possible targets of a volley can still take."""
    names = targets(fire, enemy)
    return sum(group.room for group in enemy.groups if group.name in names)


def ordered(fire: Fire, enemy: Force, wish: Order) -> Order:
    """The order in which the hits of a volley go through the enemy's types.

    Main combat: infantry, tanks, artillery, whatever is wished. Elsewhere: the types wished, then
    the others in that same order.

    Rulings: d-hit-order-detail, d-withdraw-choice
    Rules: D-main-2, D-main-4, D-dogfight-2, D-dogfight-4, D-strafe-2, D-strafe-5, D-withdraw-4,
    D-withdraw-6
    """
    names = targets(fire, enemy)
    if fire is Fire.MAIN:
        return names
    first = tuple(name for name in wish if name in names)
    return (*first, *(name for name in names if name not in first))


@frozen
class Leave:
    """When a side withdraws: ``after`` a round, or once ``mobile``: only aircraft and tanks left.

    With neither it never does.
    """

    after: int = 0
    mobile: bool = False

    def __str__(self) -> str:
        if self.after:
            return f"after:{self.after}"
        return "tanks" if self.mobile else "never"

    def wanted(self, number: int, held: Force) -> bool:
        """Whether the side withdraws after round ``number``, with these units left.

        Rules: D-withdraw-1
        """
        if self.after and number >= self.after:
            return True
        slow = (Category.INFANTRY, Category.ARTILLERY)
        left = [group.unit.category for group in held.groups if group.left]
        return self.mobile and Category.TANK in left and not any(c in slow for c in left)


NEVER = Leave()
"""Fight to the end."""


def leave(text: str) -> Leave:
    """When a side withdraws, from ``never``, ``after:2`` or ``tanks``. Raises Unreadable."""
    if text == "never":
        return NEVER
    if text == "tanks":
        return Leave(mobile=True)
    found = re.fullmatch(r"after:([0-9]{1,2})", text)
    if found is None or not 1 <= int(found[1]) <= LATEST:
        raise Unreadable(text, say("dicepool.leave_form", latest=LATEST))
    return Leave(after=int(found[1]))


@frozen
class Conduct:
    """What a side does where the rules let it choose: which targets first, and when to leave.

    Each order names enemy types, first the one that is hit first; types not named follow in the
    order of main combat, which is the default everywhere.
    """

    dogfight: Order = ()
    strafing: Order = ()
    answer: Order = ()
    withdrawal: Order = ()
    leave: Leave = NEVER

    def order(self, fire: Fire, enemy: Force) -> Order:
        """The order of the hits of one of this side's volleys.

        Rulings: d-strafe-allocator
        """
        wishes = {
            Fire.DOGFIGHT: self.dogfight,
            Fire.RUN: self.strafing,
            Fire.ANSWER: self.answer,
            Fire.PURSUIT: self.withdrawal,
            Fire.COVER: self.withdrawal,
        }
        return ordered(fire, enemy, wishes.get(fire, ()))


@frozen
class Plan:
    """The conduct of both sides, and whether the defender's aircraft have somewhere to go.

    ``refuge``: an adjacent friendly territory without an unresolved combat.

    Rules: D-completion-2, D-completion-3
    """

    attacker: Conduct = field(factory=Conduct)
    defender: Conduct = field(factory=Conduct)
    refuge: bool = True

    def of(self, role: Role) -> Conduct:
        """The conduct of a side."""
        return self.attacker if role is Role.ATTACKER else self.defender

    def leaver(self, number: int, attacker: Force, defender: Force) -> Role | None:
        """Who withdraws after round ``number``; the defender declares first.

        Nobody does once a land force is gone, since the combat is over.

        Rulings: d-withdraw-order
        Rules: D-withdraw-1, D-completion-1
        """
        if not (attacker.has_land and defender.has_land):
            return None
        if self.defender.leave.wanted(number, defender):
            return Role.DEFENDER
        return Role.ATTACKER if self.attacker.leave.wanted(number, attacker) else None

    @property
    def has_wishes(self) -> bool:
        """Whether a side has wishes for its targets beyond the usual order."""
        return any(getattr(self.of(role), choice) for role in Role for choice in CHOICES)

    def pending(self, number: int) -> bool:
        """Whether somebody will withdraw after a later round, come what may."""
        return any(self.of(role).leave.after > number for role in Role)


PLAIN = Plan()
"""Nobody withdraws, every hit goes through the types in the order of main combat."""


CHOICES = ("dogfight", "strafing", "answer", "withdrawal")
"""The volleys in which the shooter chooses his targets."""


def conduct(text: str, when: Leave, table: UnitTable) -> Conduct:
    """A side's conduct from text like ``strafing=artillery,tank; dogfight=bomber``.

    Raises Unreadable for a stage without a choice, for a type the table does not hold or that
    can never be hit in that stage.

    Rules: D-dogfight-2, D-dogfight-4, D-strafe-2, D-strafe-5, D-withdraw-4, D-withdraw-6
    """
    orders: dict[str, Order] = {}
    for piece in filter(None, (part.strip() for part in text.split(";"))):
        stage, equals, names = (part.strip() for part in piece.partition("="))
        if not equals or stage not in CHOICES or stage in orders:
            problem = say("dicepool.choice_form", stages=one_of(CHOICES))
            raise Unreadable(piece, problem + nearest(stage, CHOICES))
        orders[stage] = _target_order(stage, names, table)
    chosen: Any = orders
    return Conduct(**chosen, leave=when)


def _target_order(stage: str, text: str, table: UnitTable) -> Order:
    names = tuple(name.strip() for name in text.split(","))
    in_air = stage in ("dogfight", "answer")
    for index, name in enumerate(names):
        if not name:
            raise Unreadable(f"{stage}={text}", say("dicepool.no_names"))
        if name not in table:
            raise Unreadable(name, unknown(name, table))
        if name in names[:index]:
            raise Unreadable(name, say("dicepool.twice", name=name))
        if (table[name].category is Category.AIRCRAFT) is not in_air:
            kind = say("dicepool.aircraft_only" if in_air else "dicepool.land_units")
            raise Unreadable(name, say("dicepool.never_hit", name=name, stage=stage, kind=kind))
    return names


def idle(attacker: Force, defender: Force) -> bool:
    """Whether no volley of a round would throw a die at a target: the battle stands still."""
    return not any(
        dice(fire, ours) and room(fire, enemy)
        for ours, enemy in ((attacker, defender), (defender, attacker))
        for fire in (Fire.DOGFIGHT, Fire.RUN, Fire.MAIN)
    )
