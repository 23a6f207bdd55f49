"""The odds in the grammar of every answer: verdict, deciding fact, tests, changes, rests on.

Changes and facts are found by trying: one unit more or less, one point more or less of a value that
is not printed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial

from attrs import frozen

from witp_learn.dicepool.engine import Sides
from witp_learn.dicepool.forces import Force, notice
from witp_learn.dicepool.outcomes import Odds, odds, percent
from witp_learn.dicepool.stages import RULES, Fire, Role, dice, room
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
"""The largest battle, in states times hit points, for which changes are tried."""


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
        if not self.tried:
            return say("dicepool.answer.rests_untried", readings=", ".join(self.readings))
        return say(
            "dicepool.answer.rests",
            facts=counted(len(self.facts), "unprinted value", "unprinted values"),
            readings=", ".join(self.readings),
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
        say("dicepool.answer.changes" if tried else "dicepool.answer.untried"),
        readings_of(found),
        tried,
        notice(found.attacking, found.defending),
    )


def small(found: Odds) -> bool:
    """Whether a battle is small enough to try others beside it."""
    return Sides.of(found.attacking, found.defending, found.plan).work <= MOST_TRIED


def _deciding(found: Odds) -> str:
    ours, theirs = found.attacking, found.defending
    return say(
        "dicepool.answer.deciding",
        attacker=dice_word(dice(Fire.MAIN, ours)),
        defender=dice_word(dice(Fire.MAIN, theirs)),
        theirs=counted(room(Fire.MAIN, theirs), "hit point"),
        ours=counted(room(Fire.MAIN, ours), "hit point"),
    )


def _tab(found: Odds, role: Role) -> Tab:
    ours, enemy = found.start(role), found.start(role.other)
    rows = []
    for fire in (Fire.DOGFIGHT, Fire.RUN, Fire.MAIN):
        mine, other = dice(fire, ours), dice(fire, enemy)
        rows.append(_row(fire.value, mine, other, (RULES[fire, role][0], "D-units-6")))
    points = room(Fire.MAIN, ours), room(Fire.MAIN, enemy)
    rows.append(_row("points", *points, ("D-units-8",)))
    return Tab("", say(f"dicepool.answer.{role}"), tuple(rows), "dicepool")


def _row(name: str, mine: int, other: int, rules: tuple[str, ...]) -> Test:
    note = say("dicepool.answer.note", mine=mine, other=other)
    label = say(f"dicepool.answer.row.{name}")
    return Test(name, label, str(mine), mine < other, note, rules)


def _rules(found: Odds) -> tuple[str, ...]:
    rules = ["D-main-2", "D-main-4", "D-main-5", "D-completion-1", "D-completion-5"]
    if any(group.count for role in Role for group in found.start(role).air):
        rules = ["D-dogfight-5", "D-strafe-3", "D-strafe-6", "D-strafe-7", *rules]
    if any(str(found.plan.of(role).leave) != "never" for role in Role):
        rules += ["D-withdraw-1", "D-withdraw-3", "D-withdraw-5"]
    return tuple(rules)


def readings_of(found: Odds) -> tuple[str, ...]:
    """The rulings in whose reading the odds of a battle hold."""
    readings = [
        "d-simultaneity",
        "d-hit-order-detail",
        "d-damage-spreading",
        "d-damage-persist",
    ]
    if any(group.count for role in Role for group in found.start(role).air):
        readings += ["d-round-order", "d-strafe-targets", "d-strafe-allocator", "d-air-evacuation"]
    if any(str(found.plan.of(role).leave) != "never" for role in Role):
        readings += ["d-withdraw-order", "d-withdraw-choice"]
    return tuple(readings)


def _changes(found: Odds, table: UnitTable) -> Iterator[Change]:
    """One unit more or less on either side, the strongest effect first."""
    ranked = []
    for role in Role:
        for name, more in _edits(found, role, table):
            there = _with(found, role, name, more, table)
            if there is not None:
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
        shift=f"{100 * (there - before):+.2f}",
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


def odd(attacker: Force) -> Iterator[str]:
    """What is strange about an attacking force: land units that cannot move in."""
    for group in attacker:
        if not can_attack(group.unit):
            yield say("dicepool.cannot_attack", name=group.name)
