"""What follows of itself in a fight: the next battle, landing, lost bases, continuing combat.

These tasks need no decision (9.1d, 9.6.3, 9.7, 8.6.2, 8.7, 8.8).
"""

from __future__ import annotations

from collections.abc import Callable

from witp_learn.model import Side
from witp_learn.rules.combat import losses
from witp_learn.rules.combat.arena import Arena
from witp_learn.rules.combat.battles import (
    Battle,
    ashore,
    at_once,
    clear_seas,
    faces_enemy,
    fleet_battle,
    ground_battle,
)
from witp_learn.rules.combat.losses import Note, Notes
from witp_learn.rules.combat.moment import Moment, Task, battle_of
from witp_learn.rules.combat.pieces import order
from witp_learn.rules.combat.tally import SIDES
from witp_learn.rules.control import alone_ashore
from witp_learn.rules.movement import must_leave


def _arrive(arena: Arena, moment: Moment, task: Task, notes: Notes | None) -> Moment:
    """Cargo that no enemy on land keeps aboard is ashore before the first battle.

    Where nobody fights all stays as it is.

    Rules: 8.6.2a, 8.6.2b
    """
    here, hex_id = moment.here, arena.hex
    if not (fleet_battle(here, arena.place) or ground_battle(arena.state, here, hex_id)):
        return moment
    arriving = at_once(arena.state, here, hex_id)
    if not arriving:
        return moment
    for side, seas in arriving:
        landing = Battle("assault", hex_id, seas, side)
        here = losses.unloaded(here, landing, notes, ("8.6.2a", "8.6.2b"))
    before = arena.holder(moment.here, hex_id)
    todo = (Task("settle", before, what=hex_id), *moment.todo)
    return moment._replace(here=losses.untagged(here), todo=todo)


def _next(arena: Arena, moment: Moment, task: Task, notes: Notes | None) -> Moment:
    """The next battle in the hex: fleets first, then one combat on land.

    Rulings: same-hex-combat-sequence
    Rules: 9.1a, 9.1b, 9.1c, 9.1d, 8.6.2d, 8.6.2e
    """
    here = tuple(sorted(losses.untagged(moment.here), key=order))
    moment = moment._replace(here=here, battle=None)
    battle = fleet_battle(moment.here, arena.place)
    if battle is not None:
        return moment._replace(battle=battle, todo=(Task("dice"), *moment.todo))
    if moment.grounded:
        return moment
    battle = ground_battle(arena.state, moment.here, arena.hex, moment.barred)
    if battle is None:
        return moment
    asked = battle.lander is not None and arena.landing_is_optional
    first = Task("land", battle.lander) if asked else Task("dice")
    return moment._replace(battle=battle, todo=(first, *moment.todo), grounded=True)


def _extra(arena: Arena, moment: Moment, task: Task, notes: Notes | None) -> Moment:
    """Extra hits go on air units, or one on a carrier (``left`` is the enemy die).

    Rules: 9.6.2c, 9.6.2e, 9.6.2f, 9.6.2g
    """
    side = task.side or Side.JAPAN
    if losses.hits_a_carrier(moment.here, battle_of(moment), side, task.left):
        follows = Task("carrier", side, 1)
    else:
        follows = Task("air", side, losses.extra_hits(task.left))
    return moment._replace(todo=(follows, *moment.todo))


def _halve(arena: Arena, moment: Moment, task: Task, notes: Notes | None) -> Moment:
    """Half of the landed survivors, rounded down, are lost.

    Rulings: landing-loss-half
    Rules: 9.6.3l
    """
    lost = len(losses.landed(moment.here, arena.hex)) // 2
    if not lost:
        return moment
    return moment._replace(todo=(Task("lose", task.side, lost), *moment.todo))


def _board(arena: Arena, moment: Moment, task: Task, notes: Notes | None) -> Moment:
    """Rules: 9.6.3m, 9.6.3n"""
    return moment._replace(here=losses.boarded(moment.here, battle_of(moment), notes))


def _clear(arena: Arena, moment: Moment, task: Task, notes: Notes | None) -> Moment:
    """After a fleet combat the winner's cargo lands at once where no enemy is to be fought.

    Rules: 8.6.2a, 8.6.2b, 8.6.2d, 8.6.2e
    """
    side = task.side or Side.JAPAN
    sea = battle_of(moment).seas[0]
    if sea not in clear_seas(moment.here, arena.place, side):
        return moment
    if faces_enemy(arena.state, moment.here, arena.hex, side):
        return moment
    if sea in moment.barred and arena.air_at(moment.here, arena.hex, side.enemy):
        return moment
    before = arena.holder(moment.here, arena.hex)
    landing = Battle("assault", arena.hex, (sea,), side)
    rules = () if notes is None else _landing_rules(arena, moment, side)
    here = losses.untagged(losses.unloaded(moment.here, landing, notes, rules))
    todo = (Task("settle", before, what=arena.hex), *moment.todo)
    return moment._replace(here=here, todo=todo)


def _landing_rules(arena: Arena, moment: Moment, side: Side) -> tuple[str, ...]:
    """The clauses by which cargo lands once the enemy fleets are beaten, unopposed on land."""
    return ("8.6.2d", "8.6.2e") if arena.air_at(moment.here, arena.hex, side.enemy) else ("8.6.2b",)


def _close(arena: Arena, moment: Moment, task: Task, notes: Notes | None) -> Moment:
    """A combat on land is over: continuing combat, or not, and what changed hands.

    ``task.side`` held the port or airfield before it.

    Rulings: continuing-end
    Rules: 9.6.3f, 9.6.3g, 9.6.3o, 9.7a
    """
    here = losses.untagged(moment.here)
    both = all(ashore(here, side, arena.hex) for side in SIDES)
    if notes is not None and both:
        notes.append(Note("continuing", rules=("9.6.3g", "9.7a")))
    if notes is not None and moment.contested and not both:
        notes.append(Note("ended", rules=("9.7a",)))
    todo = (Task("settle", task.side, what=arena.hex), *moment.todo)
    return moment._replace(here=here, contested=both, todo=todo)


def _settle(arena: Arena, moment: Moment, task: Task, notes: Notes | None) -> Moment:
    """Bases lost and air units displaced in a hex where land units came or went.

    ``task.side`` held the port or airfield before.

    Rules: 8.7e, 8.7f, 8.8b, 9.2b
    """
    here = moment.here
    ashore_there = arena.ashore_there(here, task.what)
    alone = alone_ashore(*ashore_there)
    holder = arena.holder_with(task.what, ashore_there)
    lost = moment.lost_bases
    if alone is not None and arena.state.has_base(task.what, alone.enemy):
        if notes is not None and (alone.enemy, task.what) not in lost:
            notes.append(Note("lost_base", None, task.what, alone.enemy, ("8.8b",)))
        lost |= {(alone.enemy, task.what)}
    displaced = tuple(
        Task("displace", side, len(flying), task.what)
        for side in SIDES
        if (flying := arena.air_at(here, task.what, side))
        and must_leave(side, alone, holder, task.side)
    )
    return moment._replace(todo=(*displaced, *moment.todo), lost_bases=lost)


AUTOMATIC: dict[str, Callable[[Arena, Moment, Task, Notes | None], Moment]] = {
    "arrive": _arrive,
    "next": _next,
    "extra": _extra,
    "halve": _halve,
    "board": _board,
    "clear": _clear,
    "close": _close,
    "settle": _settle,
}
"""The tasks that need no decision."""
