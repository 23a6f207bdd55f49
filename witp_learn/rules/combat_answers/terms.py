"""The terms of a strength in words, and a whole side's strength in one line (9.3.1, 9.4.2, 9.5.1).

``lines`` are everywhere the terms of both sides, Japan's first.
"""

from __future__ import annotations

from collections.abc import Iterable

from witp_learn.explain import say
from witp_learn.model import STRENGTHS, Kind, Side, State
from witp_learn.rules.combat.strength import Term, strength
from witp_learn.rules.combat.tally import SIDES
from witp_learn.rules.combat_answers.words import capital, counted, noun, side_name
from witp_learn.rules.effects import card_label

Lines = tuple[tuple[Term, ...], tuple[Term, ...]]
"""The terms of both sides."""

DIE_RULES = {"fleet": ("9.3d",), "land": ("9.4d",), "assault": ("9.5c", "9.4d")}
"""The clauses by which each kind of battle adds the dice."""

_UNITS = ("carrier", "naval", "land", "air")


def term_text(state: State, lines: Lines, side: Side, term: Term, *, named: bool = False) -> str:
    """A line of a strength in words: ``2 carriers, 2 each``, ``Air, Palau``.

    ``named``: with its nation; else only where the side has such units of several nations.
    """
    many = term.times > 1 and term.each > 1 and not term.zero
    told = _term_bare(state, lines, side, term, named)
    usual = term.what not in _UNITS or term.each == STRENGTHS[Kind(term.what)]
    if many:
        return say("combat.each", what=told, each=term.each)
    if not (usual or term.zero):
        return say("combat.strong", what=told, each=term.each)
    return told


def _term_bare(state: State, lines: Lines, side: Side, term: Term, always: bool) -> str:
    if term.what == "pair":
        if term.zero:
            return say("combat.no_pair")
        return say(f"combat.pairs_{'one' if term.times == 1 else 'many'}", count=term.times)
    if term.what == "defence":
        return say("combat.no_bonus" if term.zero else "combat.bonus")
    if term.what == "event":
        return card_label(term.card)
    if term.what == "carrier_support":
        return counted(Kind.CARRIER, term.times)
    own = lines[SIDES.index(side)]
    like = [t for t in own if t.what == term.what and (t.what != "air" or t.at == term.at)]
    named = term.nation if always or len({t.nation for t in like}) > 1 else None
    if term.what != "air":
        return counted(Kind(term.what), term.times, named)
    place = state.board.label(term.at[:4])
    if term.times > 1:
        return say("combat.air_many", units=counted(Kind.AIR, term.times, named), place=place)
    flag = f"{named.adjective} " if named else ""
    return capital(say("combat.air_at", place=place, flag=flag))


def zero_text(lines: Lines, side: Side, term: Term) -> str:
    """Why a line gives nothing, in words; empty when it gives something."""
    if term.zero == "unpaired":
        own = lines[SIDES.index(side)]
        carriers = any(t.what == "carrier" and not t.zero for t in own)
        missing = Kind.NAVAL if carriers else Kind.CARRIER
        return say("combat.unpaired", noun=noun(missing, 1))
    return say(f"combat.{term.zero}") if term.zero else ""


def summed(parts: Iterable[str]) -> str:
    """``2 + 2``, and ``2 - 1`` where an event takes something off."""
    return " + ".join(parts).replace("+ -", "- ")


def strength_text(state: State, lines: Lines, side: Side) -> tuple[str, tuple[str, ...]]:
    """``Japan 5 = 4 (2 carriers, 2 each) + 1 naval unit``, and its clauses; what gives 0 left out.

    Rules: 9.3c, 9.4c, 9.5c
    """
    own = lines[SIDES.index(side)]
    terms = [t for t in own if not t.zero]
    parts = [_part(state, lines, side, t) for t in terms]
    text = say(
        f"combat.text.{'strength' if parts else 'no_strength'}",
        side=capital(side_name(side)),
        value=strength(own),
        parts=summed(parts),
    )
    return text, tuple(dict.fromkeys(r for t in terms for r in t.rules))


def _part(state: State, lines: Lines, side: Side, term: Term) -> str:
    """``2 land units``; ``4 (2 carriers, 2 each)`` where value and number differ."""
    told = inline(state, lines, side, term)
    countable = term.what not in ("air", "defence", "event") and term.each == 1
    return told if countable else f"{term.value} ({told})"


def inline(state: State, lines: Lines, side: Side, term: Term) -> str:
    """A term's words within a sentence."""
    told = term_text(state, lines, side, term)
    proper = term.nation is not None and told.startswith(term.nation.adjective)
    return told if proper else told[:1].lower() + told[1:]
