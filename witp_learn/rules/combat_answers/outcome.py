"""How a battle ended, as far as it has: verdict and deciding fact in words (9.6)."""

from __future__ import annotations

from typing import NamedTuple

from witp_learn.explain import say
from witp_learn.model import Kind, Side
from witp_learn.rules.combat import losses
from witp_learn.rules.combat.battles import ashore, fleets
from witp_learn.rules.combat.record import Combat, Fought
from witp_learn.rules.combat.strength import supporters
from witp_learn.rules.combat.tally import SIDES, Tally
from witp_learn.rules.combat_answers.words import counted, place_of, winner_words

MOST_ADDED = {"fleet": 6, "land": 3, "assault": 3}
"""The most that a die adds, by kind of battle (9.3d, 9.4d, 9.5c)."""

LEAST_ADDED = {"fleet": 1, "land": 0, "assault": 0}
"""The least that a die adds."""


class Outcome(NamedTuple):
    """What became of the loser.

    ``key``: ``retreat nowhere gone gone_fleet winner_gone continuing must must_fleet stay fails
    embarked destroyed both_stay``. ``to``: where the loser went. ``boarded`` and ``lost``: landed
    units back aboard, and landed units that are destroyed after the hits.
    """

    key: str
    to: str = ""
    boarded: int = 0
    lost: int = 0


def decided_tally(fought: Fought) -> tuple[Tally, Side]:
    """The numbers and the winner of a battle that has been rolled for.

    Raises ValueError before the deciding roll.
    """
    if fought.tally is None or fought.tally.winner is None:
        raise ValueError("no dice have decided this battle yet")
    return fought.tally, fought.tally.winner


def outcome(fought: Fought) -> Outcome:
    """What became of the loser of a battle that has been rolled for.

    Rules: 9.6.3b, 9.6.3e, 9.6.3f, 9.6.3h, 9.6.3k, 9.6.3l, 9.6.3m, 9.6.3n, 9.6.3o, 9.6.3q, 9.6.3t
    """
    tally, winner = decided_tally(fought)
    loser = winner.enemy
    if fought.battle.lander is loser:
        return _beaten_landing(fought, loser)
    if fought.battle.kind == "fleet" or tally.long:
        return _leaving(fought, loser)
    return Outcome(_staying(fought, winner) if fought.over else "stay")


def _leaving(fought: Fought, loser: Side) -> Outcome:
    at_sea = fought.battle.kind == "fleet"
    for note in fought.notes:
        if note.piece is None or note.side is not loser:
            continue
        if note.event in ("retreated", "destroyed"):
            return Outcome("retreat" if note.to else "nowhere", note.to)
    if _left(fought, loser):
        return Outcome("must_fleet" if at_sea else "must")
    return Outcome("gone_fleet" if at_sea else "gone")


def _left(fought: Fought, side: Side) -> int:
    """The units of the fighting kind that a side still has there."""
    here = fought.after.here if fought.after else ()
    if fought.battle.kind == "fleet":
        return len(fleets(here, side, fought.battle.seas[0]))
    return len(ashore(here, side, fought.battle.hex))


def _staying(fought: Fought, winner: Side) -> str:
    if not _left(fought, winner.enemy):
        return "gone"
    return "continuing" if _left(fought, winner) else "winner_gone"


def _beaten_landing(fought: Fought, loser: Side) -> Outcome:
    events = [n.event for s in (fought.landed, *(d.notes for d in fought.decided)) for n in s]
    boarded = events.count("boarded")
    lost = sum(
        1
        for note in fought.notes
        if note.event == "destroyed" and note.piece is not None and note.piece.part == "sea"
    )
    if not fought.over and not boarded + lost:
        return Outcome("fails")
    if fought.over and _left(fought, loser) and _left(fought, loser.enemy):
        return Outcome("both_stay", "", boarded, lost)
    return Outcome("embarked" if boarded else "destroyed", "", boarded, lost)


def verdict(combat: Combat, index: int) -> str:
    """Who won and what follows, in at most 14 words; empty before the dice have decided.

    Rules: 9.6a, 9.6.3b, 9.6.3f, 9.6.3h, 9.6.3l, 9.6.3o, 9.6.3q
    """
    fought = combat.battles[index]
    if fought.tally is None:
        return ""
    tally, winner = decided_tally(fought)
    words = winner_words(winner)
    found = outcome(fought)
    first = say("combat.verdict.wins", difference=tally.difference, **words)
    if found.key == "stay":
        return first
    where = place_of(combat.before, found.to) if found.to else ""
    then = say(
        f"combat.verdict.{found.key}", place=where, units=counted(Kind.LAND, found.boarded), **words
    )
    return f"{first} {then}"


def deciding(combat: Combat, index: int) -> str:
    """The fact that decided who won, in at most 25 words.

    Rules: 9.3d, 9.4d, 9.5c, 9.6a
    """
    fought = combat.battles[index]
    if fought.tally is None:
        return ""
    tally, winner = decided_tally(fought)
    win = SIDES.index(winner)
    strength, kind = fought.stakes.strength, fought.battle.kind
    lead = strength[win] - strength[1 - win]
    swing = MOST_ADDED[kind] - LEAST_ADDED[kind]
    key = "sure" if lead >= swing else "ahead" if lead > 0 else "turned" if lead < 0 else "level"
    if kind == "fleet" and key in ("turned", "level"):
        key += "_whole"
    return say(
        f"combat.deciding.{key}",
        mine=strength[win],
        theirs=strength[1 - win],
        gain=tally.added[win],
        lost=tally.added[1 - win],
        whole=tally.total[win],
        rest=tally.total[1 - win],
        die=tally.dice[win],
        other=tally.dice[1 - win],
        **winner_words(winner),
    )


def extra_kind(fought: Fought, combat: Combat, side: Side) -> str:
    """What extra hits a side takes: ``air each carrier``, or why none: ``no_die no_air``.

    While hits are still to be placed it is told as things stand.

    Rules: 9.6.2a, 9.6.2b, 9.6.2e, 9.6.2f, 9.6.2g, 9.6.2h, 9.6.2i
    """
    tally, _ = decided_tally(fought)
    die = tally.dice[1 - SIDES.index(side)]
    if not losses.extra_hits(die):
        return "no_die"
    if not supporting(fought, combat, side):
        return "no_air"
    for step in fought.decided:
        if step.question.kind == "carrier" and step.question.side is side:
            return "carrier"
        if step.question.kind == "air" and step.question.side is side:
            return "each" if combat.arena.air_hits_each else "air"
    here = fought.after.here if fought.after else fought.before.here
    if losses.hits_a_carrier(here, fought.battle, side, die):
        return "carrier"
    return "each" if combat.arena.air_hits_each else "air"


def supporting(fought: Fought, combat: Combat, side: Side) -> int:
    """How many air units of a side supported the battle.

    Rules: 9.6.2b
    """
    before = fought.before
    return len(supporters(combat.before, before.here, fought.battle, side, before.held))


def extra_due(fought: Fought, combat: Combat, side: Side) -> int:
    """The extra hits that the enemy die puts on a side.

    Rules: 9.6.2a, 9.6.2b, 9.6.2e, 9.6.2f, 9.6.2g
    """
    kind = extra_kind(fought, combat, side)
    if kind in ("no_die", "no_air"):
        return 0
    if kind == "carrier":
        return 1
    tally, _ = decided_tally(fought)
    hits = losses.extra_hits(tally.dice[1 - SIDES.index(side)])
    return hits * supporting(fought, combat, side) if kind == "each" else hits


def dice_told(fought: Fought) -> tuple[str, ...]:
    """One text for each roll that was a tie.

    Rules: 9.6b
    """
    ties = fought.rolls if fought.tally is None else fought.rolls[:-1]
    return tuple(
        say("combat.tie", japan=japan, allies=allies, total=_tied(fought, japan))
        for japan, allies in ties
    )


def _tied(fought: Fought, die: int) -> int:
    added = die if fought.battle.kind == "fleet" else die // 2
    return fought.stakes.strength[0] + added
