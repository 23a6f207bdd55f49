"""What has to be decided in a fight: the choices, the default of the owner, and their effect."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from witp_learn.model import Side
from witp_learn.rules.combat import losses
from witp_learn.rules.combat.arena import Arena
from witp_learn.rules.combat.battles import Battle, clear_seas, fleets, ground_battle
from witp_learn.rules.combat.losses import Note, Notes
from witp_learn.rules.combat.moment import Choice, Moment, Task, battle_of
from witp_learn.rules.combat.pieces import CARRIER, Piece, order

Offer = tuple[Sequence[Choice], int]
"""The choices of a question, and which of them is the default."""

NOWHERE = "none"
"""The word for a retreat or displacement that has no hex to go to."""


def owner(task: Task) -> Side:
    """The side that decides.

    Rulings: hit-chooser
    """
    if task.side is None:
        raise ValueError(f"nobody decides {task.kind}")
    return task.side


def subjects(arena: Arena, moment: Moment, task: Task) -> list[Piece]:
    """The counters a task is about: those that can take its hit, that retreat, that are lost.

    Rules: 9.6.1d, 9.6.1h, 9.6.1i, 9.6.2d
    """
    side = owner(task)
    if task.kind == "displace":
        return arena.air_at(moment.here, task.what, side)
    battle = battle_of(moment)
    if task.kind in ("hit", "retreat"):
        return losses.can_be_hit(moment.here, battle, side)
    if task.kind == "air":
        return losses.marked(moment.here, side)
    if task.kind == "carrier":
        return [p for p in fleets(moment.here, side, battle.seas[0]) if p.kind is CARRIER]
    return losses.landed(moment.here, battle.hex)


def word(piece: Piece, others: Iterable[Piece]) -> str:
    """The unit word of a choice: ``naval``, or ``attrited-us-naval`` where that tells units apart.

    Among like units ``loaded`` is a ship with cargo, ``landed`` a land unit that came by sea.
    """
    rivals = {p for p in others if p.kind is piece.kind and p.at == piece.at}
    marks = []
    if len({p.full for p in rivals}) > 1:
        marks.append("full" if piece.full else "attrited")
    if len({p.nation for p in rivals}) > 1:
        marks.append(piece.nation.short)
    marks += _load(piece, rivals)
    if len({p.part for p in rivals}) > 1:
        marks.append("landed" if piece.part == "sea" else "walked")
    if len({p.strength for p in rivals}) > 1:
        marks.append(f"strength{piece._replace(full=True).value}")
    return "-".join([*marks, piece.kind.value])


def _load(piece: Piece, rivals: Iterable[Piece]) -> list[str]:
    """``empty`` or ``loaded`` where ships differ in it, and what tells their loads apart."""
    loads = [p.cargo for p in rivals]
    cargo = piece.cargo
    if cargo is None:
        return ["empty"] if any(loads) else []
    others = [load for load in loads if load is not None]
    marks = ["loaded"]
    if len({load.nation for load in others}) > 1:
        marks.append(cargo.nation.short)
    if len({load.full for load in others}) > 1:
        marks.append("full" if cargo.full else "attrited")
    if len({load.strength for load in others}) > 1:
        marks.append(f"strength{cargo._replace(full=True).value}")
    return marks if len(marks) > 1 or None in loads else []


def _among(here: list[Piece], verb: str, first: Callable[[Piece], Any]) -> Offer:
    """One choice for each unlike counter, the default first by ``first``."""
    unlike = sorted(set(here), key=order)
    choices = [Choice(f"{verb} {word(p, unlike)} {p.at}", p) for p in unlike]
    best = min(range(len(unlike)), key=lambda i: first(unlike[i]))
    return choices, best


def _hit(arena: Arena, moment: Moment, task: Task) -> Offer:
    return _among(subjects(arena, moment, task), "hit", losses.first_to_be_hit)


def _air(arena: Arena, moment: Moment, task: Task) -> Offer:
    flying = subjects(arena, moment, task)
    if arena.air_hits_each:
        return [Choice("hit each air")], 0
    return _among(flying, "hit", losses.first_air_hit)


def _carrier(arena: Arena, moment: Moment, task: Task) -> Offer:
    return _among(subjects(arena, moment, task), "hit", losses.first_air_hit)


def _lose(arena: Arena, moment: Moment, task: Task) -> Offer:
    return _among(subjects(arena, moment, task), "lose", losses.first_destroyed)


def _retreat(arena: Arena, moment: Moment, task: Task) -> Offer:
    """The hexes a beaten force may go to; with none it is destroyed.

    Rules: 9.6.3b, 9.6.3e, 9.6.3h, 9.6.3k, 9.6.3q, 9.6.3t
    """
    hexes = _retreats(arena, moment, task)
    verb = f"retreat {task.what}"
    return [Choice(f"{verb} {h}", to=h) for h in hexes] or [Choice(f"{verb} {NOWHERE}")], 0


def _retreats(arena: Arena, moment: Moment, task: Task) -> tuple[str, ...]:
    battle, side = battle_of(moment), owner(task)
    if task.what == "fleet":
        return arena.fleet_retreats(battle.seas[0], side)
    nations = frozenset(p.nation for p in subjects(arena, moment, task))
    return arena.land_retreats(side, nations, battle.kind == "assault")


def _displace(arena: Arena, moment: Moment, task: Task) -> Offer:
    """Where a displaced air unit may go; an attrited one is removed, as is one with no place.

    Rules: 8.7a, 8.7b, 8.7c, 8.7d
    """
    piece = min(subjects(arena, moment, task), key=order)
    verb = f"displace {task.what}"
    gone = [Choice(f"{verb} {NOWHERE}", piece)]
    if not piece.full:
        return gone, 0
    hexes = arena.displaced_to(moment.here, task.what, piece.nation)
    return [Choice(f"{verb} {h}", piece, h) for h in hexes] or gone, 0


def _land(arena: Arena, moment: Moment, task: Task) -> Offer:
    """Whether cargo lands, by reading b of assault-may-or-must."""
    return [Choice(f"land {arena.hex} yes", to="yes"), Choice(f"land {arena.hex} no")], 0


CHOICES: dict[str, Callable[[Arena, Moment, Task], Offer]] = {
    "hit": _hit,
    "air": _air,
    "carrier": _carrier,
    "lose": _lose,
    "retreat": _retreat,
    "displace": _displace,
    "land": _land,
}
"""The choices of each kind of question."""


def _counted_down(moment: Moment, task: Task) -> tuple[Task, ...]:
    """The tasks left when one of ``task.left`` has been done."""
    rest = moment.todo[1:]
    return (task._replace(left=task.left - 1), *rest) if task.left > 1 else rest


def _do_hit(arena: Arena, moment: Moment, choice: Choice, notes: Notes | None) -> Moment:
    task = moment.todo[0]
    if choice.piece is None:
        return _do_each(moment, task, notes)
    extra = _EXTRA.get(task.kind, ())
    here = losses.hit(moment.here, choice.piece, arena.cargo_is_hit, notes, extra)
    return moment._replace(here=here, todo=_counted_down(moment, task))


_EXTRA = {"air": losses.EXTRA_RULES, "carrier": losses.CARRIER_RULES}


def _do_each(moment: Moment, task: Task, notes: Notes | None) -> Moment:
    """Extra hits on each supporting air unit, by reading b of air-hits-total-vs-each."""
    here = moment.here
    for piece in losses.marked(here, owner(task)):
        here = losses.hit(here, piece, False, notes, losses.EXTRA_RULES)
        if task.left > 1:
            here = losses.hit(here, piece.attrited, False, notes, losses.EXTRA_RULES)
    return moment._replace(here=here, todo=moment.todo[1:])


def _do_lose(arena: Arena, moment: Moment, choice: Choice, notes: Notes | None) -> Moment:
    """Half of the beaten landed units are destroyed.

    Rules: 9.6.3l
    """
    piece = _about(choice)
    _note(notes, Note("destroyed", piece, "", piece.side, ("9.6.3l",)))
    here = losses.without(moment.here, piece)
    return moment._replace(here=here, todo=_counted_down(moment, moment.todo[0]))


def _do_retreat(arena: Arena, moment: Moment, choice: Choice, notes: Notes | None) -> Moment:
    """The beaten force goes to one hex, or is destroyed.

    Rulings: retreat-split, losing-fleet-cargo
    Rules: 9.6.3b, 9.6.3d, 9.6.3e, 9.6.3h, 9.6.3j, 9.6.3k, 9.6.3q, 9.6.3s, 9.6.3t
    """
    task = moment.todo[0]
    moving = subjects(arena, moment, task)
    if notes is not None:
        event = "retreated" if choice.to else "destroyed"
        rules = _beaten_rules(battle_of(moment), task, bool(choice.to))
        notes += [Note(event, piece, choice.to, piece.side, rules) for piece in moving]
    gone = frozenset(moving)
    here = tuple(p for p in moment.here if p not in gone)
    if choice.to:
        here += tuple(p.moved(choice.to) for p in moving)
    barred, todo = moment.barred, moment.todo[1:]
    if task.what == "fleet" and choice.to and arena.retreat_bars_landing:
        barred |= {battle_of(moment).seas[0]}
    if task.what == "land" and choice.to:
        todo = (Task("settle", arena.holder(moment.here, choice.to), what=choice.to), *todo)
    return moment._replace(here=here, todo=todo, barred=barred)


def _beaten_rules(battle: Battle, task: Task, leaves: bool) -> tuple[str, ...]:
    """The clauses by which the beaten leave, or are destroyed; of a landing those who walked in.

    Rules: 9.5.2c, 9.6.3b, 9.6.3e, 9.6.3h, 9.6.3k, 9.6.3q, 9.6.3t
    """
    walked = battle.lander is task.side and battle.kind == "assault"
    rule = _BEATEN["land" if walked else battle.kind][0 if leaves else 1]
    return ("9.5.2c", rule) if walked else (rule,)


_BEATEN = {
    "fleet": ("9.6.3b", "9.6.3e"),
    "land": ("9.6.3h", "9.6.3k"),
    "assault": ("9.6.3q", "9.6.3t"),
}


def _do_displace(arena: Arena, moment: Moment, choice: Choice, notes: Notes | None) -> Moment:
    """The air unit goes to its new hex attrited, or is removed.

    Rules: 8.7a, 8.7b, 8.7c, 8.7d
    """
    piece = _about(choice)
    event = "displaced" if choice.to else "removed"
    why = "8.7b" if choice.to else "8.7d" if piece.full else "8.7c"
    _note(notes, Note(event, piece, choice.to, piece.side, ("8.7a", why)))
    here = losses.without(moment.here, piece)
    if choice.to:
        here = (*here, piece.attrited._replace(at=choice.to, part=""))
    return moment._replace(here=here, todo=_counted_down(moment, moment.todo[0]))


def _do_land(arena: Arena, moment: Moment, choice: Choice, notes: Notes | None) -> Moment:
    """The landing is fought, or the cargo stays aboard and those ashore fight on land.

    Rules: 8.6.2e, 9.1b, 9.1c
    """
    rest = moment.todo[1:]
    if choice.to:
        return moment._replace(todo=(Task("dice"), *rest))
    seas = frozenset(clear_seas(moment.here, arena.place, owner(moment.todo[0])))
    moment = moment._replace(barred=moment.barred | seas)
    battle = ground_battle(arena.state, moment.here, arena.hex, moment.barred)
    if battle is None or battle.kind == "assault":
        return moment._replace(todo=rest, battle=None)
    return moment._replace(todo=(Task("dice"), *rest), battle=battle)


def _about(choice: Choice) -> Piece:
    if choice.piece is None:
        raise ValueError(f"{choice.action} is about no counter")
    return choice.piece


def _note(notes: Notes | None, note: Note) -> None:
    if notes is not None:
        notes.append(note)


ANSWERS: dict[str, Callable[[Arena, Moment, Choice, Notes | None], Moment]] = {
    "hit": _do_hit,
    "air": _do_hit,
    "carrier": _do_hit,
    "lose": _do_lose,
    "retreat": _do_retreat,
    "displace": _do_displace,
    "land": _do_land,
}
"""What an answer to each kind of question does."""


_FIRST: dict[str, Callable[[Piece], Any]] = {
    "hit": losses.first_to_be_hit,
    "air": losses.first_air_hit,
    "carrier": losses.first_air_hit,
    "lose": losses.first_destroyed,
}


def by_default(arena: Arena, moment: Moment) -> Moment:
    """The task at hand carried out as its owner does it without being asked, all hits at once.

    The same as answering each of its questions with the default, but quicker.
    """
    task = moment.todo[0]
    if task.kind in _FIRST:
        own = subjects(arena, moment, task)
        gone = frozenset(own)
        rest = tuple(p for p in moment.here if p not in gone)
        return moment.on((*rest, *after_hits(arena, own, task)), moment.todo[1:])
    if task.kind == "retreat":
        choice = Choice("", to=next(iter(_retreats(arena, moment, task)), ""))
    else:
        choices, index = CHOICES[task.kind](arena, moment, task)
        choice = choices[index]
    return ANSWERS[task.kind](arena, moment, choice, None)


def after_hits(arena: Arena, own: Iterable[Piece], task: Task) -> tuple[Piece, ...]:
    """What is left of the counters a task is about, its owner losing what he gives up first.

    ``own``: all of them, as `subjects` has them; ``task`` is to place hits, or to lose units.

    Rules: 9.6.1e, 9.6.1f, 9.6.1j, 9.6.1k, 9.6.2e, 9.6.2f, 9.6.2g, 9.6.3l
    """
    left = tuple(own)
    if task.kind == "air" and arena.air_hits_each:
        for _ in range(task.left):
            left = tuple(p for piece in left if (p := losses.struck(piece, False)) is not None)
        return left
    first = _FIRST[task.kind]
    for _ in range(min(task.left, 2 * len(left))):
        if not left:
            break
        piece = min(left, key=first)
        if task.kind == "lose":
            left = losses.without(left, piece)
        else:
            left = losses.hit(left, piece, arena.cargo_is_hit)
    return left
