"""A battle, volley by volley: whose dice are due, what they hit, who may withdraw, how it ends.

A `Moment` is all there is to know of a battle in progress. `due` says which volley comes next,
`roll` fires it with given dice, `decide` goes on or lets a side withdraw after a round. Volleys
without dice or without a target are passed over. Hits of a stage count at its end, so both sides
of a stage fire with what they had when it began.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from attrs import evolve, frozen

from witp_learn.dicepool.forces import Force, Group, Order, Placed, take
from witp_learn.dicepool.stages import (
    HIT,
    PLAIN,
    REMOVAL,
    RULES,
    Fire,
    Plan,
    Role,
    answering,
    room,
    shooters,
)
from witp_learn.dicepool.units import counted, dice_word, named
from witp_learn.explain import Reason, number, say
from witp_learn.files import Unreadable

ROUND: tuple[tuple[Fire, Role], ...] = (
    (Fire.DOGFIGHT, Role.ATTACKER),
    (Fire.DOGFIGHT, Role.DEFENDER),
    (Fire.RUN, Role.ATTACKER),
    (Fire.ANSWER, Role.DEFENDER),
    (Fire.RUN, Role.DEFENDER),
    (Fire.ANSWER, Role.ATTACKER),
    (Fire.MAIN, Role.ATTACKER),
    (Fire.MAIN, Role.DEFENDER),
)
"""The volleys of a round in their order.

Rules: D-round-1
"""

DECISION = len(ROUND)
"""The step after the last volley of a round: go on, or withdraw."""

PURSUIT, COVER, END = DECISION + 1, DECISION + 2, DECISION + 3


@frozen
class Moment:
    """A battle in progress.

    ``attacker``, ``defender``: the forces with all hits booked; ``begun``: the same when the stage
    began, which is what fires; ``step``: place in `ROUND`, or `DECISION`, `PURSUIT`, `COVER`,
    `END`; ``run``: where the hits of the last strafing run fell; ``leaver``: who withdraws.
    """

    attacker: Force
    defender: Force
    begun: tuple[Force, Force]
    round: int = 1
    step: int = 0
    run: tuple[Placed, ...] = ()
    leaver: Role | None = None

    def force(self, role: Role) -> Force:
        """The force of a side with all hits booked."""
        return self.attacker if role is Role.ATTACKER else self.defender

    def firing(self, role: Role) -> Force:
        """The force of a side as it was when the stage began."""
        return self.begun[list(Role).index(role)]

    @property
    def over(self) -> bool:
        """Whether the battle is over."""
        return self.step == END

    @property
    def deciding(self) -> bool:
        """Whether a round is over and either side may withdraw."""
        return self.step == DECISION


@frozen
class Due:
    """A volley that is due: what kind, whose, how many dice and why, and the order of its hits."""

    fire: Fire
    side: Role
    round: int
    dice: Reason
    order: Order

    @property
    def count(self) -> int:
        """How many dice are thrown."""
        return int(self.dice.value or 0)

    def __str__(self) -> str:
        return say(
            f"dicepool.due.{self.fire}",
            side=self.side,
            round=self.round,
            dice=dice_word(self.count),
        )


@frozen
class Volley:
    """A volley that was fired.

    ``taken``: hits that found a target, with every die and why; ``placed``: where they fell;
    ``target``: the enemy's force after it, the destroyed still counted until the stage ends.
    """

    due: Due
    dice: tuple[int, ...]
    taken: Reason
    placed: tuple[Placed, ...]
    target: Force

    @property
    def hits(self) -> int:
        """Dice that hit."""
        return sum(die <= HIT for die in self.dice)

    @property
    def rules(self) -> tuple[str, ...]:
        """The clauses of its dice, of its hits, and of the removal at the end of the stage."""
        found = (*RULES[self.due.fire, self.due.side], "D-units-7", REMOVAL[self.due.fire.stage])
        return tuple(dict.fromkeys(found))

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def lines(self) -> Iterator[str]:
        """The dice, what they are made of, and where the hits fell, each a line."""
        fire, side = self.due.fire, self.due.side
        head = say(f"dicepool.volley.{fire}", side=side, dice=dice_word(self.due.count))
        shown = " ".join(str(die) for die in self.dice)
        rules = ", ".join(dict.fromkeys(RULES[fire, side]))
        yield f"{head}: {shown}: {counted(self.hits, 'hit')} ({rules})"
        parts = ", ".join(part.text for part in self.due.dice.parts)
        yield f"  {say('dicepool.made_of', parts=parts)}"
        yield f"  {'; '.join(str(row) for row in self.placed) or say('dicepool.no_hits')}"


def begin(attacker: Force, defender: Force) -> Moment:
    """The start of a battle, at its first volley.

    The first round is always begun, so aircraft alone may raid; they take nothing.

    Rules: D-round-1, D-completion-7
    """
    return _settled(Moment(attacker, defender, (attacker, defender)))


def due(moment: Moment, plan: Plan = PLAIN) -> Due | None:
    """The volley that comes next; None at a decision and at the end."""
    found = _volley(moment)
    if found is None:
        return None
    fire, side = found
    order = plan.of(side).order(fire, moment.firing(side.other))
    return Due(fire, side, moment.round, dice_of(moment, fire, side), order)


def dice_of(moment: Moment, fire: Fire, side: Role) -> Reason:
    """How many dice a volley throws, from each type of unit that fires.

    Rules: D-units-6, D-dogfight-1, D-dogfight-3, D-strafe-1, D-strafe-3, D-strafe-4, D-strafe-6,
    D-main-1, D-main-3, D-withdraw-3, D-withdraw-5
    """
    held = moment.firing(side)
    if fire is Fire.ANSWER:
        rows = [(g, units, g.unit.air, "air") for g, units in answering(moment.run, held)]
    else:
        kind = "air" if fire is Fire.DOGFIGHT else "land"
        rows = [(group, group.left, each, kind) for group, each in shooters(fire, held)]
    parts = [_fired(*row) for row in rows if row[1]]
    total = sum(int(part.value or 0) for part in parts)
    text = say("dicepool.dice", dice=dice_word(total))
    return number(text, "sum", *parts, what="dice", rules=(RULES[fire, side][0], "D-units-6"))


def _fired(group: Group, units: int, each: int, kind: str) -> Reason:
    grade = group.unit.grade_of(kind)
    count = Reason(units, named(units, group.name), "state")
    value = Reason(
        each,
        say("dicepool.value", name=group.name, kind=kind, value=each),
        "data",
        what=kind,
        rules=group.unit.rules[:1],
        grade=grade,
    )
    text = say("dicepool.fired", units=named(units, group.name), each=each, dice=units * each)
    return number(text, "product", count, value, what=group.name)


def roll(
    moment: Moment, dice: Sequence[int], plan: Plan = PLAIN, order: Order | None = None
) -> tuple[Volley, Moment]:
    """Fire the volley that is due, and the moment after it.

    ``order``: enemy types in the order in which the hits go through them, where the shooter may
    choose; the plan's order otherwise. Raises Unreadable when no volley is due, when the number of
    dice is not the one due, or a die shows no number from 1 to 6.

    Rules: D-units-7, D-units-8, D-dogfight-2, D-dogfight-4, D-strafe-2, D-strafe-3, D-strafe-5,
    D-strafe-6, D-main-2, D-main-4, D-withdraw-4, D-withdraw-6
    """
    wanted = due(moment, plan)
    if wanted is None:
        raise Unreadable("", say("dicepool.no_volley"))
    _check_dice(wanted, dice)
    if order is not None and wanted.fire is not Fire.MAIN:
        wanted = evolve(wanted, order=order)
    target = moment.force(wanted.side.other)
    hits = sum(die <= HIT for die in dice)
    after, placed = take(target, hits, wanted.order)
    volley = Volley(wanted, tuple(dice), _taken(wanted, dice, target), placed, after)
    forces: Any = {wanted.side.other.value: after}
    return volley, _settled(evolve(moment, **forces, run=placed, step=moment.step + 1))


def _check_dice(wanted: Due, dice: Sequence[int]) -> None:
    for die in dice:
        if type(die) is not int or not 1 <= die <= 6:
            raise Unreadable(str(die), say("dicepool.die"))
    if len(dice) != wanted.count:
        raise Unreadable("", say("dicepool.dice_due", volley=wanted, given=dice_word(len(dice))))


def _taken(wanted: Due, dice: Sequence[int], target: Force) -> Reason:
    shown = [_die(die) for die in dice]
    hits = sum(die <= HIT for die in dice)
    thrown = number(
        say("dicepool.hits", hits=counted(hits, "hit")), "count", *shown, rules=("D-units-7",)
    )
    space = sum(group.room for group in target.groups if group.name in wanted.order)
    left = Reason(
        space, say("dicepool.room", room=counted(space, "hit")), "state", rules=("D-units-8",)
    )
    key = "lost_hits" if hits > space else "taken"
    fell, wasted = counted(min(hits, space), "hit"), counted(max(0, hits - space), "hit")
    text = say(f"dicepool.{key}", taken=fell, lost=wasted)
    rules = (RULES[wanted.fire, wanted.side][1],)
    return number(text, "smallest", thrown, left, what="taken", rules=rules)


def _die(die: int) -> Reason:
    rolled = Reason(die, say("dicepool.rolled", die=die), "die")
    limit = Reason(HIT, say("dicepool.limit", limit=HIT), "data", grade="printed")
    text = say("dicepool.hit" if die <= HIT else "dicepool.miss", die=die)
    return number(text, "at_most", rolled, limit, what="die")


def decide(moment: Moment, leaver: Role | None) -> Moment:
    """Go on with the next round, or let a side withdraw.

    The defender declares first, so ask him first. Raises Unreadable when no round has just ended.

    Rules: D-withdraw-1, D-completion-7
    """
    if not moment.deciding:
        raise Unreadable("", say("dicepool.no_decision"))
    if leaver is None:
        return _settled(evolve(moment, round=moment.round + 1, step=0, run=()))
    return _settled(evolve(moment, leaver=leaver, step=PURSUIT))


def _volley(moment: Moment) -> tuple[Fire, Role] | None:
    if moment.step < DECISION:
        return ROUND[moment.step]
    if moment.leaver and moment.step == PURSUIT:
        return Fire.PURSUIT, moment.leaver.other
    if moment.leaver and moment.step == COVER:
        return Fire.COVER, moment.leaver
    return None


def _settled(moment: Moment) -> Moment:
    """The moment after passing over what needs no dice, and over the ends of stages.

    Rulings: d-simultaneity
    Rules: D-dogfight-5, D-strafe-7, D-main-5, D-withdraw-7, D-completion-1
    """
    while True:
        if moment.step in _STAGE_STARTS:
            moment = evolve(moment, begun=(moment.attacker, moment.defender))
        if moment.step in _LAND_STAYS and not _both_have_land(moment):
            moment = evolve(moment, step=END)
        elif moment.step in (END, DECISION) or _has_volley(moment):
            return moment
        else:
            moment = evolve(moment, step=moment.step + 1, run=())


_STAGE_STARTS = (0, 2, 6, DECISION, PURSUIT, END)
"""Steps at which what a stage destroyed is gone and all fire with what is left."""

_LAND_STAYS = (6, DECISION)
"""Steps that need a land force on both sides: main combat, and the decision after the round."""


def _both_have_land(moment: Moment) -> bool:
    return moment.attacker.has_land and moment.defender.has_land


def _has_volley(moment: Moment) -> bool:
    found = _volley(moment)
    if found is None:
        return False
    fire, side = found
    return bool(dice_of(moment, fire, side).value) and bool(room(fire, moment.firing(side.other)))
