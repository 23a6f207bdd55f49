"""A whole battle from given or thrown dice, round by round, with the reasons of every line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import Any

from attrs import field, frozen

from witp_learn.dicepool.endings import fate, holder, stranded
from witp_learn.dicepool.forces import Force, mp, notice, pu, unsure, written
from witp_learn.dicepool.moments import Due, Moment, Volley, begin, decide, due, roll
from witp_learn.dicepool.stages import PLAIN, Plan, Role, idle
from witp_learn.dicepool.units import dice_word
from witp_learn.display import Displayed
from witp_learn.explain import Reason, number, say
from witp_learn.files import Unreadable

LONGEST = 10_000
"""Rounds after which a battle with thrown dice is given up; chance alone never comes near."""


@frozen
class Round:
    """A round: its volleys, and who withdraws after it."""

    number: int
    volleys: tuple[Volley, ...]
    leaver: Role | None = None


@frozen
class Result:
    """How a battle ended.

    ``fate`` is one of `endings.FATES`; ``holder`` who controls the territory; ``attacker`` and
    ``defender`` the survivors at full health; ``aircraft`` what becomes of the aircraft left, by
    side: ``stay``, ``evacuate``, ``lost``, ``return`` or ``withdraw``.
    """

    fate: str
    holder: Role
    leaver: Role | None
    attacker: Force
    defender: Force
    aircraft: dict[Role, str] = field(hash=False)
    control: Reason
    rules: tuple[str, ...]

    def force(self, role: Role) -> Force:
        """The survivors of a side at full health."""
        return self.attacker if role is Role.ATTACKER else self.defender


@frozen
class Battle(Displayed):
    """The ledger of one battle."""

    attacking: Force
    defending: Force
    plan: Plan
    rounds: tuple[Round, ...]
    result: Result

    def start(self, role: Role) -> Force:
        """The force of a side before the battle."""
        return self.attacking if role is Role.ATTACKER else self.defending

    def losses(self, role: Role) -> dict[str, int]:
        """Units lost by type, aircraft without a place to go among them."""
        kept = self.result.force(role)
        return {group.name: group.left - kept.left(group.name) for group in self.start(role)}

    def lost_pu(self, role: Role) -> int:
        """PU lost."""
        return pu(self.start(role)) - pu(self.result.force(role))

    def volleys(self) -> Iterator[Volley]:
        """All volleys in their order."""
        for row in self.rounds:
            yield from row.volleys

    def as_dict(self) -> dict[str, Any]:
        """The ledger as plain data, the form ``witp-learn dicepool battle --json`` prints."""
        result = self.result
        return {
            "rounds": [
                {
                    "round": row.number,
                    "volleys": [_volley_dict(volley) for volley in row.volleys],
                    "withdraws": row.leaver.value if row.leaver else None,
                }
                for row in self.rounds
            ],
            "result": {
                "fate": result.fate,
                "holder": result.holder.value,
                "withdrew": result.leaver.value if result.leaver else None,
                "rounds": len(self.rounds),
                "left": {role.value: result.force(role).counts() for role in Role},
                "lost": {role.value: self.losses(role) for role in Role},
                "lost_pu": {role.value: self.lost_pu(role) for role in Role},
                "lost_mp": {
                    role.value: mp(self.start(role)) - mp(result.force(role)) for role in Role
                },
                "aircraft": {role.value: told for role, told in result.aircraft.items()},
                "rules": list(result.rules),
            },
            "assumed": [unit.name for unit in unsure(self.attacking, self.defending)],
            "dice": [die for volley in self.volleys() for die in volley.dice],
        }

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def lines(self) -> Iterator[str]:
        """The ledger as plain text."""
        forces = {role.value: written(self.start(role)) for role in Role}
        yield say("dicepool.battle", **forces)
        yield from notice(self.attacking, self.defending)
        for row in self.rounds:
            yield say("dicepool.round", number=row.number)
            for volley in row.volleys:
                yield from (f"  {line}" for line in volley.lines())
            if not row.volleys:
                yield f"  {say('dicepool.quiet')}"
            if row.leaver:
                yield f"  {say('dicepool.leaves', side=row.leaver)} (D-withdraw-1)"
        yield from self._ending()

    def _ending(self) -> Iterator[str]:
        result = self.result
        yield f"{say(f'dicepool.ended.{result.fate}')} ({', '.join(result.rules)})"
        for role in Role:
            key = "withdrew" if role is result.leaver else "kept"
            lost = self.lost_pu(role)
            yield say(f"dicepool.{key}", side=role, force=result.force(role), pu=lost)
        for role, told in result.aircraft.items():
            yield f"{say(f'dicepool.aircraft.{told}', side=role)} ({AIR_RULES[told]})"


def _volley_dict(volley: Volley) -> dict[str, Any]:
    return {
        "stage": volley.due.fire.stage.value,
        "fire": volley.due.fire.value,
        "side": volley.due.side.value,
        "dice": list(volley.dice),
        "parts": [part.text for part in volley.due.dice.parts],
        "hits": volley.hits,
        "placed": [
            {"unit": row.name, "hits": row.hits, "destroyed": row.destroyed}
            for row in volley.placed
        ],
        "rules": list(volley.rules),
    }


AIR_RULES = {
    "stay": "D-completion-1",
    "evacuate": "D-completion-2",
    "lost": "D-completion-3",
    "return": "D-completion-1",
    "withdraw": "D-withdraw-1",
}
"""The clause behind each word on what becomes of aircraft."""


def battle(
    attacker: Force,
    defender: Force,
    dice: Iterable[int] | Random | None = None,
    plan: Plan = PLAIN,
) -> Battle:
    """Fight a battle to its end.

    ``dice``: the dice in the order of the volleys, attacker first in each stage; or a source of
    chance, a fresh one when nothing is given. Raises Unreadable when dice are missing or left over,
    or when one shows no number from 1 to 6.

    Rules: D-round-1, D-completion-1, D-completion-2, D-completion-3, D-completion-4,
    D-completion-5, D-completion-6, D-completion-7, D-withdraw-1
    """
    cup = _Cup(dice)
    moment, rounds = begin(attacker, defender), []
    fired: list[Volley] = []
    while True:
        wanted = due(moment, plan)
        if wanted is not None:
            volley, moment = roll(moment, cup.draw(wanted), plan)
            fired.append(volley)
            continue
        leaver, still = moment.leaver, False
        if moment.deciding:
            leaver = plan.leaver(moment.round, moment.attacker, moment.defender)
            if leaver:
                moment = decide(moment, leaver)
                continue
            still = _stands_still(moment, plan)
        rounds.append(Round(moment.round, tuple(fired), leaver))
        fired = []
        if moment.over or still:
            cup.check_empty()
            return Battle(attacker, defender, plan, tuple(rounds), result(moment, plan, still))
        moment = decide(moment, None)


def _stands_still(moment: Moment, plan: Plan) -> bool:
    if plan.pending(moment.round):
        return False
    return moment.round >= LONGEST or idle(moment.attacker, moment.defender)


class _Cup:
    """Where the dice of a battle come from."""

    def __init__(self, dice: Iterable[int] | Random | None) -> None:
        self._chance = dice if isinstance(dice, Random) else Random()
        self._given: list[int] | None = None
        if dice is not None and not isinstance(dice, Random):
            self._given = list(dice)
        self._used = 0

    def draw(self, wanted: Due) -> Sequence[int]:
        """The dice of a volley."""
        if self._given is None:
            return [self._chance.randint(1, 6) for _ in range(wanted.count)]
        drawn = self._given[self._used : self._used + wanted.count]
        if len(drawn) < wanted.count:
            more = wanted.count - len(drawn)
            raise Unreadable("", say("dicepool.dice_short", volley=wanted, more=more))
        self._used += wanted.count
        return drawn

    def check_empty(self) -> None:
        """Raise Unreadable when dice are left over."""
        over = len(self._given or ()) - self._used
        if over > 0:
            raise Unreadable("", say("dicepool.dice_over", used=dice_word(self._used), over=over))


def result(moment: Moment, plan: Plan = PLAIN, still: bool = False) -> Result:
    """How a battle ends that is over, or in which nobody can hit anything any more.

    Rules: D-completion-1, D-completion-2, D-completion-3, D-completion-4, D-completion-5,
    D-completion-6
    """
    ended = fate(moment.attacker, moment.defender, moment.leaver, still)
    lost = stranded(ended, moment.leaver, plan)
    aircraft = {role: _aircraft(role, moment, ended, lost) for role in Role}
    survivors = {role: moment.force(role).healed() for role in Role}
    if lost:
        survivors[Role.DEFENDER] = survivors[Role.DEFENDER].land
    told = {role: word for role, word in aircraft.items() if word}
    return Result(
        ended,
        holder(ended),
        moment.leaver,
        survivors[Role.ATTACKER],
        survivors[Role.DEFENDER],
        told,
        _control(moment),
        (*_RESULT_RULES[ended], *(("D-withdraw-1",) if moment.leaver else ())),
    )


_RESULT_RULES = {
    "attacker": ("D-completion-1", "D-completion-4"),
    "defender": ("D-completion-1", "D-completion-4"),
    "both": ("D-completion-1", "D-completion-5"),
    "empty": ("D-completion-5",),
    "unending": ("D-completion-7",),
}


def _aircraft(role: Role, moment: Moment, ended: str, lost: bool) -> str:
    """What becomes of the aircraft a side has left; nothing where it has none.

    Rulings: d-air-evacuation
    Rules: D-completion-1, D-completion-2, D-completion-3, D-withdraw-1
    """
    if not any(group.left for group in moment.force(role).air):
        return ""
    if role is moment.leaver:
        return "withdraw"
    if role is Role.DEFENDER and ended == "attacker":
        return "lost" if lost else "evacuate"
    away = role is Role.ATTACKER and ended != "attacker" and ended != "unending"
    return "return" if away else "stay"


def _control(moment: Moment) -> Reason:
    """Whether the attacker takes the territory, from who has land units in it."""
    parts = []
    for role in Role:
        held = moment.force(role)
        here = held.has_land and role is not moment.leaver
        text = say(f"dicepool.{'has' if here else 'lacks'}_land", side=role, force=held.land)
        parts.append(Reason(here, text, "state", what=role.value))
    alone = number(
        say("dicepool.clear" if not parts[1].value else "dicepool.held"), "none", parts[1]
    )
    rules = ("D-completion-4",) if parts[0].value or parts[1].value else ("D-completion-5",)
    text = say("dicepool.takes" if parts[0].value and alone.value else "dicepool.keeps")
    return number(text, "all", parts[0], alone, what="control", rules=rules)
