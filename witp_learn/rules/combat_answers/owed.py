"""The hits that a roll puts on each side, and how they are worked out (9.6.1)."""

from __future__ import annotations

from witp_learn.explain import say
from witp_learn.model import Side
from witp_learn.rules.combat.tally import SIDES, Stakes, Tally, winner_base
from witp_learn.rules.combat_answers.records import Line
from witp_learn.rules.combat_answers.words import full_units, number_of, winner_words


def loser_owes(stakes: Stakes, tally: Tally, winner: Side) -> Line:
    """The hits that the loser takes: the difference, at most the winner's full units.

    Rules: 9.6.1a, 9.6.1c
    """
    win, words = SIDES.index(winner), winner_words(winner)
    value, cap = tally.hits[1 - win], stakes.full[win]
    bound = ""
    if cap < tally.difference:
        full = full_units(stakes.kind, cap)
        values = {"value": value, "difference": tally.difference, "full": full}
        bound = say("combat.line.cap_binds", **values, **words)
    return Line(
        "loser_hits",
        say("combat.line.loser_hits", hits=number_of("hits.", value), **words),
        ("9.6.1a", "9.6.1c"),
        say("combat.line.least", first=tally.difference, second=cap),
        bound,
        value=value,
    )


def winner_owes(stakes: Stakes, tally: Tally, winner: Side) -> Line:
    """The hits that the winner takes: half, rounded down, at most the loser's full units.

    Rulings: winner-hits-basis
    Rules: 9.6.1b, 9.6.1c
    """
    win, words = SIDES.index(winner), winner_words(winner)
    value, cap = tally.hits[win], stakes.full[1 - win]
    base = winner_base(stakes.basis, tally.difference, tally.hits[1 - win], stakes.absorb[1 - win])
    told_base = say(f"combat.line.basis_{stakes.basis}", count=base)
    values = {"base": told_base, "half": base // 2, "value": value}
    bound = ""
    if cap < base // 2:
        full = full_units(stakes.kind, cap)
        bound = say("combat.line.half_binds", full=full, **values, **words)
    key = "half_least" if base // 2 else "half_of"
    return Line(
        "winner_hits",
        say("combat.line.winner_hits", hits=number_of("hits.", value), **words),
        ("9.6.1b", "9.6.1c"),
        say(f"combat.line.{key}", cap=cap, **values),
        bound,
        value=value,
    )
