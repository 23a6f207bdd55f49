"""What the referee tells of a fight: strengths, dice, hits, and what became of whom (9)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from witp_learn.engine.verdicts import Event
from witp_learn.explain import say
from witp_learn.hexgrid import HexId
from witp_learn.model import Kind, State
from witp_learn.rules.combat import fight, losses
from witp_learn.rules.combat.arena import Arena
from witp_learn.rules.combat.battles import fleets
from witp_learn.rules.combat.losses import Note
from witp_learn.rules.combat.moment import Moment, battle_of
from witp_learn.rules.combat.pieces import CARRIER
from witp_learn.rules.combat.strength import supporters
from witp_learn.rules.combat.tally import SIDES, Pair, Stakes, Tally
from witp_learn.rules.combat_answers.owed import owed_in_full
from witp_learn.rules.combat_answers.terms import DIE_RULES, strength_text
from witp_learn.rules.combat_answers.words import (
    battle_name,
    capital,
    counted,
    notes_told,
    number_of,
    side_words,
    winner_words,
)


def roll_events(arena: Arena, moment: Moment, tally: Tally) -> Iterator[Event]:
    """Both strengths term by term with what the dice add, who wins, and the hits to be placed.

    ``moment``: the fight before the dice.

    Rules: 4.3c, 9.3c, 9.3d, 9.4c, 9.4d, 9.5c, 9.6a, 9.6b, 9.6.1a, 9.6.1b, 9.6.1c
    """
    stakes, hexes = fight.stakes(arena, moment), (arena.hex,)
    yield from _totals(arena, moment, stakes, tally)
    japan, allies = tally.total
    if tally.winner is None:
        text = say("engine.tie", japan=japan, allies=allies)
        yield Event(text, None, ("9.6b",), hexes)
        return
    hits, rules = owed_in_full(stakes, tally, tally.winner)
    words = winner_words(tally.winner)
    values = {"japan": japan, "allies": allies, "difference": tally.difference, "hits": hits}
    text = say("engine.rolled", **values, **words)
    yield Event(text, tally.winner, ("9.6a", *rules), hexes)
    yield from _extra(arena, moment, tally)


def _totals(arena: Arena, moment: Moment, stakes: Stakes, tally: Tally) -> Iterator[Event]:
    state, battle = arena.state, battle_of(moment)
    lines = fight.lines(arena, moment, SIDES[0]), fight.lines(arena, moment, SIDES[1])
    key = "engine.adds_all" if battle.kind == "fleet" else "engine.adds_half"
    for at, side in enumerate(SIDES):
        told, rules = strength_text(state, lines, side)
        text = say(
            key,
            strength=told,
            die=say(f"engine.{'higher' if stakes.best[at] else 'one'}_die"),
            shows=tally.dice[at],
            value=tally.added[at],
            total=tally.total[at],
        )
        if at == 0:
            text = f"{capital(battle_name(state, battle))}: {text}"
        best = ("4.3c",) if stakes.best[at] else ()
        cited = dict.fromkeys((*rules, *DIE_RULES[battle.kind], *best))
        yield Event(text, side, tuple(cited), (arena.hex,))


def _extra(arena: Arena, moment: Moment, tally: Tally) -> Iterator[Event]:
    """The extra hits of a 5 or 6 on a side whose air units support.

    A 6 hits a carrier if one is left once the other hits are placed.

    Rules: 9.6.2c, 9.6.2e, 9.6.2f, 9.6.2g
    """
    battle = battle_of(moment)
    for at, side in enumerate(SIDES):
        die = tally.dice[1 - at]
        hits = losses.extra_hits(die)
        flying = hits and supporters(arena.state, moment.here, battle, side, moment.held)
        if not flying:
            continue
        carriers = battle.kind == "fleet" and any(
            p.kind is CARRIER for p in fleets(moment.here, side, battle.seas[0])
        )
        either = carriers and die == _HITS_A_CARRIER
        key = "extra_either" if either else "extra_each" if arena.air_hits_each else "extra"
        units = counted(Kind.AIR, len(flying))
        told = number_of("hits.extra_", hits)
        text = say(f"engine.{key}", hits=told, units=units, die=die, **side_words(side))
        rules = (losses.EXTRA_RULES[hits - 1], *(losses.CARRIER_RULES if either else ()))
        yield Event(text, side, (*rules, "9.6.2c"), (arena.hex,))


_HITS_A_CARRIER = 6
"""The die that hits a carrier at sea instead of air units (9.6.2)."""


def note_events(
    state: State, at: HexId, notes: Iterable[Note], dice: Pair | None
) -> Iterator[Event]:
    """What became of whom, each with the clause by which it did.

    ``at``: the hex fought for. ``dice``: the last roll, which tells extra hits of a 5 from those
    of a 6; None before the first.
    """
    for text, note, rules in notes_told(state, notes):
        if rules == losses.EXTRA_RULES and dice is not None and note.side is not None:
            die = dice[1 - SIDES.index(note.side)]
            rules = (losses.EXTRA_RULES[losses.extra_hits(die) - 1],)
        hexes = tuple(dict.fromkeys((note.piece.hex if note.piece else at, note.to[:4] or at)))
        yield Event(text, note.side, rules, hexes)
