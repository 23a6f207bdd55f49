"""The odds in the grammar of every answer: verdict, deciding fact, tests, changes, rests on.

Changes and facts are found by trying: one unit more or less, one point more or less of a value that
is not printed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial

from attrs import frozen

from witp_learn.dicepool.engine import BOUND, Sides
from witp_learn.dicepool.forces import Force, Order, notice
from witp_learn.dicepool.outcomes import Odds, odds, percent
from witp_learn.dicepool.readings import readings_of
from witp_learn.dicepool.stages import CHOICES, NEVER, RULES, Fire, Plan, Role, dice, half, room
from witp_learn.dicepool.units import (
    LARGEST,
    SURE,
    Category,
    UnitTable,
    UnitType,
    changed,
    counted,
    dice_word,
    joined,
    printed,
)
from witp_learn.explain import Answer, Change, Fact, Tab, Test, say
from witp_learn.files import NotAvailable, Unreadable

MOST_TRIED = 1_000_000
"""The largest battle on land, in states times hit points, for which changes are tried."""

LEAST_SHIFT = 0.00005
"""Changes of the chance that are smaller are not told: they would show as 0.00."""

MOST_FLOWN = 40_000
"""The same for a battle with aircraft, whose stages in the air take longer."""


@frozen
class BattleAnswer(Answer):
    """An answer about the odds of a battle; ``readings`` are the rulings in whose reading it holds.

    ``tried`` is false when the battle is too large to try changes; ``notices`` say which units
    have values that are not the game's.
    """

    readings: tuple[str, ...] = ()
    tried: bool = True
    notices: tuple[str, ...] = ()

    def lines(self) -> Iterator[str]:
        """The answer as plain text."""
        yield from super().lines()
        yield from self.notices

    def leans_on(self) -> str:
        """``Rests on 1 assumed value and on these readings: d-simultaneity.``"""
        key = "readings" if self.readings else "no_readings"
        readings = say(f"dicepool.answer.{key}", names=", ".join(self.readings))
        if not self.tried:
            return say("dicepool.answer.rests_untried", readings=readings)
        return say(
            "dicepool.answer.rests",
            facts=counted(len(self.facts), "unprinted value", "unprinted values"),
            readings=readings,
        )


def answer(found: Odds, table: UnitTable | None = None) -> BattleAnswer:
    """The odds of a battle as an answer.

    ``table``: the unit types that one more unit is tried of, the printed ones by default.

    Rules: D-completion-1, D-completion-4, D-completion-5
    """
    known = (group.unit for role in Role for group in found.start(role))
    table = joined(table or printed(), known)
    tried = small(found)
    changes = tuple(_changes(found, table)) if tried else ()
    facts = tuple(facts_of(starts(found), partial(_turns, found))) if tried else ()
    good = found.attacker > 0.5
    heading = "untried" if not tried else "changes" if changes else "unchanged"
    return BattleAnswer(
        good,
        say("dicepool.answer.takes", chance=percent(found.attacker))
        if good
        else say("dicepool.answer.keeps", chance=percent(1 - found.attacker)),
        _deciding(found),
        tuple(_tab(found, role) for role in Role),
        changes,
        facts,
        (),
        _rules(found),
        None,
        say(f"dicepool.answer.{heading}"),
        readings_of(found),
        tried,
        notice(found.attacking, found.defending),
    )


def small(found: Odds) -> bool:
    """Whether a battle is small enough to try others beside it."""
    most = MOST_FLOWN if _flown(found) else MOST_TRIED
    return Sides.of(found.attacking, found.defending, found.plan).work <= most


def _flown(found: Odds) -> bool:
    """Whether a side has aircraft."""
    return any(group.count for role in Role for group in found.start(role).air)


def _deciding(found: Odds) -> str:
    """The one sentence that tells most of why it is so.

    Rules: D-completion-4, D-completion-5, D-withdraw-1
    """
    ours, theirs = found.attacking, found.defending
    if not ours.has_land:
        return say("dicepool.answer.deciding_raid")
    if not theirs.has_land:
        return say("dicepool.answer.deciding_open")
    for role in Role:
        if _leaving_decides(found, role):
            chance = percent(found.withdrawn(role))
            return say("dicepool.answer.deciding_leaves", side=role, chance=chance)
    if _both_decides(found):
        return say("dicepool.answer.deciding_both", both=percent(found.both))
    if _flown(found):
        return _all_stages(found)
    return say(
        "dicepool.answer.deciding",
        attacker=dice_word(dice(Fire.MAIN, ours)),
        defender=dice_word(dice(Fire.MAIN, theirs)),
        theirs=counted(room(Fire.MAIN, theirs), "hit point"),
        ours=counted(room(Fire.MAIN, ours), "hit point"),
    )


def _all_stages(found: Odds) -> str:
    """The dice of a whole round, since aircraft throw in two stages before the land units do."""
    air, run, land = (dice(fire, found.attacking) for fire in _STAGES)
    enemy = [dice(fire, found.defending) for fire in _STAGES]
    return say(
        "dicepool.answer.deciding_air",
        attacker=dice_word(air + run + land),
        ours=air,
        ours2=run,
        ours3=land,
        defender=sum(enemy),
        theirs=", ".join(map(str, enemy)),
    )


_STAGES = (Fire.DOGFIGHT, Fire.RUN, Fire.MAIN)


def _both_decides(found: Odds) -> bool:
    """Whether the attacker would have the better chance, were both not destroyed so often.

    Rules: D-completion-5
    """
    return found.attacker <= 0.5 < found.attacker + found.both


def _leaving_decides(found: Odds, role: Role) -> bool:
    """Whether a side loses the better chance by withdrawing.

    Rules: D-withdraw-1
    """
    gone = found.withdrawn(role)
    if role is Role.ATTACKER:
        return found.attacker <= 0.5 < found.attacker + gone
    return found.attacker - gone <= 0.5 < found.attacker


def _tab(found: Odds, role: Role) -> Tab:
    ours, enemy = found.start(role), found.start(role.other)
    rows = []
    for fire in _STAGES if _flown(found) else (Fire.MAIN,):
        mine, other = dice(fire, ours), dice(fire, enemy)
        rows.append(_row(fire.value, mine, other, (RULES[fire, role][0], "D-units-6")))
    points = room(Fire.MAIN, ours), room(Fire.MAIN, enemy)
    rows.append(_row("points", *points, ("D-units-8",)))
    if ours.has_land and enemy.has_land:
        order = RULES[Fire.MAIN, role.other][1]
        rows.append(_row("half", half(ours), half(enemy), (order,)))
    rows += _turned(found, role)
    return Tab("", say(f"dicepool.answer.{role}"), tuple(rows), "dicepool")


def _row(name: str, mine: int, other: int, rules: tuple[str, ...]) -> Test:
    note = say("dicepool.answer.note", mine=mine, other=other)
    label = say(f"dicepool.answer.row.{name}")
    return Test(name, label, str(mine), mine < other, note, rules)


def _turned(found: Odds, role: Role) -> Iterator[Test]:
    """Chances that are lost to a side by what the rules make of them, not by its dice."""
    if role is Role.ATTACKER and found.attacking.has_land and found.both > BOUND:
        yield _chance("both", found.both, _both_decides(found), "D-completion-5")
    if gone := found.withdrawn(role):
        yield _chance("leaves", gone, _leaving_decides(found, role), "D-withdraw-1")


def _chance(name: str, chance: float, stops: bool, rule: str) -> Test:
    label, note = say(f"dicepool.answer.row.{name}"), say(f"dicepool.answer.note_{name}")
    return Test(name, label, percent(chance), stops, note, (rule,))


def _rules(found: Odds) -> tuple[str, ...]:
    rules = ["D-main-2", "D-main-4", "D-main-5", "D-completion-1", "D-completion-5"]
    if not all(found.start(role).has_land for role in Role):
        rules = ["D-completion-1", "D-completion-4", "D-completion-5"]
    if _flown(found):
        rules = ["D-dogfight-5", "D-strafe-3", "D-strafe-6", "D-strafe-7", *rules]
    if any(found.plan.of(role).leave != NEVER for role in Role):
        rules += ["D-withdraw-1", "D-withdraw-3", "D-withdraw-5"]
    return tuple(rules)


def _changes(found: Odds, table: UnitTable) -> Iterator[Change]:
    """One unit more or less on either side, the strongest effect first."""
    ranked = []
    for role in Role:
        for name, more in _edits(found, role, table):
            there = _with(found, role, name, more, table)
            if there is not None and abs(there - found.attacker) >= LEAST_SHIFT:
                ranked.append((abs(there - found.attacker), role, name, more, there))
    ranked.sort(key=lambda row: -row[0])
    for _, role, name, more, there in ranked:
        yield Change(f"{role} {more:+d} {name}", _told(found.attacker, role, name, more, there))


def _told(before: float, role: Role, name: str, more: int, there: float) -> str:
    turns = say("dicepool.answer.turns") if (there > 0.5) != (before > 0.5) else ""
    return say(
        f"dicepool.answer.{'more' if more > 0 else 'less'}",
        name=name,
        side=role,
        chance=percent(there),
        shift=f"{100 * (there - before):+.2f}".replace("-", "\N{MINUS SIGN}"),
        turns=turns,
    )


def _edits(found: Odds, role: Role, table: UnitTable) -> Iterator[tuple[str, int]]:
    held = found.start(role)
    for unit in table:
        if not unit.category.is_naval and (role is Role.DEFENDER or can_attack(unit)):
            yield unit.name, 1
    for group in held:
        yield group.name, -1


def can_attack(unit: UnitType) -> bool:
    """Whether a land unit can move into a territory at all; a blockhouse cannot.

    Rules: D-stats-5
    """
    return unit.movement > 0 or unit.category is Category.AIRCRAFT


def _with(found: Odds, role: Role, name: str, more: int, table: UnitTable) -> float | None:
    try:
        side = found.start(role).with_units(name, more, table)
        return _again(found, {role: side}) if side else None
    except (NotAvailable, Unreadable):
        return None


def _again(found: Odds, other: dict[Role, Force]) -> float:
    """The attacker's chance with other forces."""
    forces = {role: other.get(role, found.start(role)) for role in Role}
    return odds(forces[Role.ATTACKER], forces[Role.DEFENDER], found.plan).attacker


def starts(found: Odds) -> tuple[Force, ...]:
    """Both forces of a battle."""
    return tuple(found.start(role) for role in Role)


def _turns(found: Odds, unit: UnitType) -> bool:
    """Whether other values of a type turn the verdict."""
    forces = {role: found.start(role).retyped(unit) for role in Role}
    return (_again(found, forces) > 0.5) != (found.attacker > 0.5)


def facts_of(forces: Iterable[Force], turns: Callable[[UnitType], bool]) -> Iterator[Fact]:
    """Values that are not printed or confirmed, and would turn a verdict by one point.

    ``turns``: whether the verdict is another one with other values of a type.
    """
    seen = dict.fromkeys(group.unit for held in forces for group in held)
    for unit in seen:
        for value in ("land", "air", "hits"):
            grade = unit.grade_of(value)
            if grade not in SURE and (other := _turning(unit, value, turns)) is not None:
                now = getattr(unit, value)
                text = say("dicepool.answer.fact", name=unit.name, value=value, now=now)
                why = unit.why or say("dicepool.answer.no_why")
                otherwise = say("dicepool.answer.otherwise", other=other)
                yield Fact("", f"{unit.name}.{value}", text, grade, why, otherwise)


def _turning(unit: UnitType, value: str, turns: Callable[[UnitType], bool]) -> int | None:
    """The value one higher or lower that turns the verdict; None when neither does."""
    now: int = getattr(unit, value)
    least = 1 if value == "hits" else 0
    for other in (now + 1, now - 1):
        if least <= other <= LARGEST:
            try:
                if turns(changed(unit, value, other)):
                    return other
            except NotAvailable:
                continue
    return None


def odd(attacker: Force, defender: Force, plan: Plan) -> Iterator[str]:
    """What is strange about two forces and a plan, both sides, each with its clause."""
    for role, held in ((Role.ATTACKER, attacker), (Role.DEFENDER, defender)):
        enemy = defender if role is Role.ATTACKER else attacker
        yield from odd_side(role, held, enemy, plan)


def odd_side(role: Role, held: Force, enemy: Force, plan: Plan) -> Iterator[str]:
    """What is strange about one side: what cannot move in or away, targets that can never be hit.

    Rules: D-stats-5, D-withdraw-1, D-dogfight-1, D-dogfight-3, D-strafe-1, D-strafe-4
    """
    fixed = [group.name for group in held if not can_attack(group.unit)]
    if role is Role.ATTACKER:
        for name in fixed:
            yield f"{say('dicepool.cannot_attack', name=name)} (D-stats-5)"
    if plan.of(role).leave != NEVER:
        for name in fixed:
            yield f"{say('dicepool.goes_along', name=name)} (D-stats-5, D-withdraw-1)"
    for choice in CHOICES:
        wish = getattr(plan.of(role), choice)
        if wish and not _can_hit(role, choice, wish, held, enemy, plan):
            yield say("dicepool.no_target_volley", side=role, stage=choice)


def _can_hit(role: Role, choice: str, wish: Order, held: Force, enemy: Force, plan: Plan) -> bool:
    """Whether a side ever throws dice where it wishes for targets, at one of those."""
    if not any(name in enemy.names for name in wish):
        return False
    if choice == "answer":
        strafed = any(group.unit.land for group in enemy.air if group.name in wish)
        return strafed and any(group.unit.air for group in held.land)
    if choice == "withdrawal":
        stays = plan.of(role.other).leave != NEVER and dice(Fire.PURSUIT, held)
        goes = plan.of(role).leave != NEVER and dice(Fire.COVER, held)
        return bool(stays or goes)
    return bool(dice(Fire.DOGFIGHT if choice == "dogfight" else Fire.RUN, held))
