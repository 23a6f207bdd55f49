"""The hits that a roll puts on each side, and how they are worked out (9.6.1)."""

from __future__ import annotations

from witp_learn.explain import say
from witp_learn.model import Side
from witp_learn.rules.combat.tally import SIDES, Stakes, Tally, winner_base
from witp_learn.rules.combat_answers.records import Line
from witp_learn.rules.combat_answers.words import (
    capital,
    full_units,
    number_of,
    side_name,
    winner_words,
)


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
    base, told_base = _base(stakes, tally, win)
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


def _base(stakes: Stakes, tally: Tally, win: int) -> tuple[int, str]:
    """What the winner's hits are half of, and in words."""
    lose = 1 - win
    base = winner_base(stakes.basis, tally.difference, tally.hits[lose], stakes.absorb[lose])
    return base, say(f"combat.line.basis_{stakes.basis}", count=base)


def owed_in_full(stakes: Stakes, tally: Tally, winner: Side) -> tuple[str, tuple[str, ...]]:
    """The hits of both sides, the loser's first, each with its reason, and the clauses.

    ``the Allies take 2 hits [the difference; Japan has 2 full fleet units]; Japan takes 1 hit ...``

    Rules: 9.6.1a, 9.6.1b, 9.6.1c, 9.6.1k
    """
    win = SIDES.index(winner)
    loses, wins = loser_owes(stakes, tally, winner), winner_owes(stakes, tally, winner)
    base, told_base = _base(stakes, tally, win)
    full = full_units(stakes.kind, stakes.full[win])
    least = say("combat.line.cap_free", full=full, **winner_words(winner))
    half = say("combat.line.half_of", base=told_base, half=base // 2)
    told, rules = [], [*loses.rules, *wins.rules]
    for line, free, side in ((loses, least, winner.enemy), (wins, half, winner)):
        told.append(f"{within(line.text, side)} [{line.bound or free}]")
        surplus = (line.value or 0) - stakes.absorb[SIDES.index(side)]
        if surplus > 0:
            them = "it" if surplus == 1 else "them"
            told.append(say("combat.line.surplus", hits=number_of("hits.", surplus), them=them))
            rules.append("9.6.1k")
    return "; ".join(told), tuple(dict.fromkeys(rules))


def within(text: str, side: Side) -> str:
    """A sentence that begins with a side as part of another: ``the Allies take 1 hit``."""
    return side_name(side) + text.removeprefix(capital(side_name(side)))
