"""The fight for one hex as a chain of small steps: questions, dice, and what follows (9).

`question` asks what has to be decided next; `answered` and `rolled` carry it out; whatever needs
no decision has been done by then. The steps are pure: a `Moment` in, a `Moment` out.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from witp_learn.model import Side, State
from witp_learn.rules.combat import losses
from witp_learn.rules.combat.aftermath import AUTOMATIC
from witp_learn.rules.combat.arena import Arena
from witp_learn.rules.combat.battles import Battle
from witp_learn.rules.combat.choices import ANSWERS, CHOICES, after_hits, by_default, subjects
from witp_learn.rules.combat.losses import Notes
from witp_learn.rules.combat.moment import Moment, Question, Task, battle_of
from witp_learn.rules.combat.pieces import CARRIER, Piece
from witp_learn.rules.combat.strength import Held, Term, fighters, strength, supporters, terms
from witp_learn.rules.combat.tally import SIDES, Stakes, Tally, alike, tally
from witp_learn.rules.effects import best_dice


def begin(arena: Arena, held: Held = frozenset(), notes: Notes | None = None) -> Moment:
    """The fight before its first battle. ``held``: air units held back from support (9.2).

    Cargo that no enemy on land keeps aboard is ashore by then; ``notes`` tells of it.

    Rules: 8.6.2a, 8.6.2b
    """
    contested = arena.hex in arena.state.contested
    todo = (Task("arrive"), Task("next"))
    moment = Moment(arena.start, todo, held=held, contested=contested)
    return _run(arena, moment, notes)


def question(arena: Arena, moment: Moment) -> Question | None:
    """What has to be decided next, None when the fight is over.

    Rules: 9.2d, 9.6.1d, 9.6.1g, 9.6.2d, 9.6.3d, 9.6.3j, 9.6.3s
    """
    if not moment.todo:
        return None
    task = moment.todo[0]
    if task.kind == "dice":
        return Question("dice", None)
    choices, default = CHOICES[task.kind](arena, moment, task)
    return Question(task.kind, task.side, tuple(choices), default, task.left, task.what)


def answered(arena: Arena, moment: Moment, index: int, notes: Notes | None = None) -> Moment:
    """The fight after the choice number ``index`` of its question."""
    asked = question(arena, moment)
    if asked is None or asked.kind == "dice":
        raise ValueError("nothing is to be chosen here")
    done = ANSWERS[asked.kind](arena, moment, asked.choices[index], notes)
    return _run(arena, done, notes)


def settled(arena: Arena, moment: Moment) -> Moment:
    """The fight up to the next dice or its end, every owner doing what he does without being asked.

    The same as `answered` with the default of every question.
    """
    moment = _run(arena, moment, None)
    while moment.todo and moment.todo[0].kind != "dice":
        moment = _run(arena, by_default(arena, moment), None)
    return moment


def stakes(arena: Arena, moment: Moment) -> Stakes:
    """What is known of the battle before its dice.

    Rulings: hit-cap-timing, hit-cap-scope
    Rules: 4.3c, 9.3c, 9.4c, 9.6.1c, 9.1g
    """
    battle = battle_of(moment)
    forces = [fighters(moment.here, battle, side) for side in SIDES]
    sums = [strength(lines(arena, moment, side)) for side in SIDES]
    full = [sum(1 for p in force if p.full) for force in forces]
    absorb = [sum(2 if p.full else 1 for p in force) for force in forces]
    return Stakes(
        battle.kind,
        (sums[0], sums[1]),
        (full[0], full[1]),
        (absorb[0], absorb[1]),
        arena.hit_basis,
        best_dice(arena.state, battle.kind),
    )


def lines(arena: Arena, moment: Moment, side: Side) -> tuple[Term, ...]:
    """Every line of a side's strength in the battle at hand."""
    return terms(arena.state, moment.here, battle_of(moment), side, moment.held)


def rolled(
    arena: Arena,
    moment: Moment,
    japan: int,
    allies: int,
    known: Stakes | None = None,
    notes: Notes | None = None,
) -> tuple[Moment, Tally]:
    """The fight after both dice, and the battle's numbers; on a tie nothing has changed.

    ``known``: the stakes of this moment, when they have been worked out. Raises ValueError for a
    die that is not 1 to 6.

    Rulings: tie-reroll-scope, air-hits-on-reroll
    Rules: 9.3d, 9.3e, 9.4d, 9.4e, 9.6a, 9.6b, 9.6.1d, 9.6.2c, 9.6.3a
    """
    for die in (japan, allies):
        if die not in range(1, 7):
            raise ValueError(f"a die shows 1 to 6, not {die}")
    found = tally(known or stakes(arena, moment), japan, allies)
    if found.winner is None:
        return moment, found
    return _fallen(arena, moment, _throw(arena, moment, notes), found, notes), found


def outcomes(
    arena: Arena, moment: Moment, known: Stakes
) -> Iterator[tuple[tuple[Tally, ...], Moment]]:
    """What the 36 rolls of the battle at hand lead to, ties left out.

    Rolls that lead to the same moment come together. ``known``: the stakes of this moment.
    """
    throw = _throw(arena, moment, None)
    japan, allies = map(bool, throw.flying)
    for group in alike(known, (japan, allies)):
        yield group, _fallen(arena, moment, throw, group[0], None)


def hurt_outcomes(
    arena: Arena, moment: Moment, known: Stakes
) -> Iterator[tuple[tuple[Tally, ...], Moment]]:
    """As `outcomes`, all hits placed by default, but nothing after them done yet.

    Quicker than to place them one by one, since rolls share their hits.
    """
    battle, throw = battle_of(moment), _throw(arena, moment, None)
    own = [losses.can_be_hit(throw.here, battle, side) for side in SIDES]
    touched = frozenset((*own[0], *own[1], *throw.flying[0], *throw.flying[1]))
    rest = tuple(p for p in throw.here if p not in touched)
    hurt: dict[tuple[Side, int, int], tuple[Piece, ...]] = {}
    for group in alike(known, (bool(throw.flying[0]), bool(throw.flying[1]))):
        found = group[0]
        here = rest
        for index, side in enumerate(SIDES):
            key = side, found.hits[index], losses.extra_hits(found.dice[1 - index])
            if key not in hurt:
                hurt[key] = _hurt(arena, battle, own[index], throw.flying[index], *key)
            here += hurt[key]
        winner = SIDES[0] if found.winner is SIDES[0] else SIDES[1]
        follows = _what_follows(battle, found, winner, throw.holder)
        yield group, moment.on(here, (*follows, *moment.todo[1:]))


def _hurt(
    arena: Arena,
    battle: Battle,
    own: list[Piece],
    flying: list[Piece],
    side: Side,
    hits: int,
    extra: int,
) -> tuple[Piece, ...]:
    """What is left of those of a side that fight and support, after its hits and extra hits."""
    left = after_hits(arena, own, Task("hit", side, hits))
    if not (extra and flying):
        return (*left, *flying)
    if losses.hits_a_carrier(left, battle, side, losses.EXTRA_FROM + extra):
        carriers = [p for p in left if p.kind is CARRIER]
        others = (p for p in left if p.kind is not CARRIER)
        return (*others, *after_hits(arena, carriers, Task("carrier", side, 1)), *flying)
    return (*left, *after_hits(arena, flying, Task("air", side, extra)))


class _Throw(NamedTuple):
    """What is the same for every roll of a battle.

    ``here``: the counters, cargo put ashore. ``flying``: air units that support, Japan's, then the
    Allies'. ``holder`` has the port or airfield as the dice fall.
    """

    here: tuple[Piece, ...]
    flying: tuple[list[Piece], list[Piece]]
    holder: Side | None


def _throw(arena: Arena, moment: Moment, notes: Notes | None) -> _Throw:
    battle = battle_of(moment)
    japan, allies = (
        supporters(arena.state, moment.here, battle, side, moment.held) for side in SIDES
    )
    here = moment.here if battle.lander is None else losses.unloaded(moment.here, battle, notes)
    return _Throw(here, (japan, allies), arena.holder(moment.here, arena.hex))


def _fallen(
    arena: Arena, moment: Moment, throw: _Throw, found: Tally, notes: Notes | None
) -> Moment:
    """The fight after a roll that is no tie.

    Rulings: extra-hits-timing
    """
    winner = SIDES[0] if found.winner is SIDES[0] else SIDES[1]
    extra, here = _extra(throw, found)
    hits = tuple(
        Task("hit", side, n)
        for side in (winner.enemy, winner)
        if (n := found.hits[SIDES.index(side)])
    )
    follows = _what_follows(battle_of(moment), found, winner, throw.holder)
    todo = (*hits, *extra, *follows, *moment.todo[1:])
    return _run(arena, moment.on(here, todo), notes)


def hold_back(moment: Moment, held: Held) -> Moment:
    """The fight before a roll, with these air units and no others held back from support.

    Raises ValueError when no dice are due.

    Rules: 9.2d
    """
    if not moment.todo or moment.todo[0].kind != "dice":
        raise ValueError("support is decided before the dice")
    return moment._replace(held=held)


def position(arena: Arena, moment: Moment) -> State:
    """The position as the fight stands."""
    return arena.position(moment.here, moment.lost_bases, moment.contested)


def _extra(throw: _Throw, found: Tally) -> tuple[tuple[Task, ...], tuple[Piece, ...]]:
    """The extra hits of a 5 or 6 on each side whose air units support, and those marked.

    Rulings: die-six-needs-air
    Rules: 9.6.2a, 9.6.2b
    """
    tasks, here = [], throw.here
    for index, side in enumerate(SIDES):
        die = found.dice[1 - index]
        if losses.extra_hits(die) and throw.flying[index]:
            here = losses.mark_supporters(here, throw.flying[index])
            tasks.append(Task("extra", side, die))
    return tuple(tasks), here


def _what_follows(
    battle: Battle, found: Tally, winner: Side, holder: Side | None
) -> tuple[Task, ...]:
    """What comes after the hits: retreat, re-embarking, continuing combat (9.6.3).

    Beaten fleets leave whatever the difference. ``holder`` has the port or airfield of the hex as
    the dice fall.

    Rulings: mixed-assault-loss
    Rules: 9.6.3a, 9.6.3b, 9.6.3l, 9.7c
    """
    loser = winner.enemy
    if battle.kind == "fleet":
        return (Task("retreat", loser, what="fleet"), Task("clear", winner), Task("next"))
    leaves = (Task("retreat", loser, what="land"),) if found.long else ()
    if battle.lander is loser:
        return (Task("halve", loser), Task("board", loser), *leaves, Task("close", holder))
    return (*leaves, Task("close", holder))


def _run(arena: Arena, moment: Moment, notes: Notes | None) -> Moment:
    """Everything done that needs no decision."""
    while moment.todo:
        task = moment.todo[0]
        automatic = AUTOMATIC.get(task.kind)
        if automatic is not None:
            moment = automatic(arena, moment.on(moment.here, moment.todo[1:]), task, notes)
        elif task.kind != "dice" and not _matters(arena, moment, task):
            moment = moment.on(moment.here, moment.todo[1:])
        else:
            break
    return moment


def _matters(arena: Arena, moment: Moment, task: Task) -> bool:
    """Whether anything is left that the task is about; surplus hits are lost.

    Rules: 9.6.1k
    """
    return task.kind == "land" or bool(subjects(arena, moment, task))
