"""Which rulings matter for a battle: those whose other reading could change something in it."""

from __future__ import annotations

from collections.abc import Iterator

from witp_learn.dicepool.forces import Force
from witp_learn.dicepool.outcomes import Odds
from witp_learn.dicepool.stages import NEVER, Fire, Role, dice, room
from witp_learn.dicepool.units import Category, Size


def readings_of(found: Odds) -> tuple[str, ...]:
    """The rulings in whose reading the odds of a battle hold, those that cannot matter left out."""
    return tuple(_readings(found))


def _readings(found: Odds) -> Iterator[str]:
    forces = tuple(found.start(role) for role in Role)
    longer = _both(forces, Fire.MAIN) or all(held.has_land for held in forces)
    if _both(forces, Fire.MAIN) or _both(forces, Fire.DOGFIGHT):
        yield "d-simultaneity"
    if longer and any(
        _fires(enemy, Fire.MAIN, held) and _mixed(held) for held, enemy in _sides(forces)
    ):
        yield "d-hit-order-detail"
    if _spreads(found, forces, longer):
        yield "d-damage-spreading"
    if longer and any(group.unit.hits > 1 for held in forces for group in held):
        yield "d-damage-persist"
    yield from _in_the_air(forces, longer)
    if any(group.unit.size is Size.NONE for held in forces for group in held.land):
        yield "d-land-categories"
    if any(group.unit.grade != "printed" for held in forces for group in held):
        yield "d-missing-stats"
    if longer:
        yield from _withdrawals(found)


def _sides(forces: tuple[Force, ...]) -> Iterator[tuple[Force, Force]]:
    """Each side with its enemy."""
    yield forces[0], forces[1]
    yield forces[1], forces[0]


def _fires(held: Force, fire: Fire, enemy: Force) -> bool:
    """Whether a side throws dice in a volley at something it can hit."""
    return bool(dice(fire, held) and room(fire, enemy))


def _both(forces: tuple[Force, ...], fire: Fire) -> bool:
    return all(_fires(held, fire, enemy) for held, enemy in _sides(forces))


def _mixed(held: Force) -> bool:
    return len(held.land.groups) > 1


def _spreads(found: Odds, forces: tuple[Force, ...], longer: bool) -> bool:
    """Whether a hit could fall on a second unit while a first is only hurt."""
    leaving = longer and any(found.plan.of(role).leave != NEVER for role in Role)
    for held, enemy in _sides(forces):
        strong = [group for group in held.land if group.unit.hits > 1]
        if longer and _fires(enemy, Fire.MAIN, held) and any(g.count > 1 for g in strong):
            return True
        chosen = _fires(enemy, Fire.RUN, held) or (leaving and _fires(enemy, Fire.PURSUIT, held))
        if chosen and strong and sum(group.count for group in held.land) > 1:
            return True
        planes = [group for group in held.air if group.unit.hits > 1]
        shot = _fires(enemy, Fire.DOGFIGHT, held) or _answers(enemy, held)
        if shot and planes and sum(group.count for group in held.air) > 1:
            return True
    return False


def _answers(held: Force, enemy: Force) -> bool:
    """Whether land units of a side can fire back at aircraft that strafe them."""
    return _fires(enemy, Fire.RUN, held) and any(group.unit.air for group in held.land)


def _in_the_air(forces: tuple[Force, ...], longer: bool) -> Iterator[str]:
    if not any(group.unit.category is Category.AIRCRAFT for held in forces for group in held):
        return
    if longer and any(_fires(held, Fire.RUN, enemy) for held, enemy in _sides(forces)):
        yield "d-round-order"
    answered = [enemy for held, enemy in _sides(forces) if _answers(held, enemy)]
    if answered:
        yield "d-strafe-targets"
    if any(len([g for g in held.air if g.unit.land]) > 1 for held in answered):
        yield "d-strafe-allocator"
    yield "d-air-evacuation"


def _withdrawals(found: Odds) -> Iterator[str]:
    leavers = [role for role in Role if found.plan.of(role).leave != NEVER]
    if leavers:
        yield "d-withdraw-order"
    for role in leavers:
        held, enemy = found.start(role), found.start(role.other)
        chased = _fires(enemy, Fire.PURSUIT, held) and _mixed(held)
        if chased or (_fires(held, Fire.COVER, enemy) and _mixed(enemy)):
            yield "d-withdraw-choice"
            break
