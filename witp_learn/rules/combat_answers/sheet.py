"""The sheet of a battle: paired rows, verdict, lines of the result, and the strip of links (9)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest

from witp_learn.explain import say
from witp_learn.hexgrid import HexId
from witp_learn.model import Side, State
from witp_learn.rules.combat.battles import Battle, fleet_battle, fleets, ground_battle
from witp_learn.rules.combat.pieces import Piece
from witp_learn.rules.combat.record import Combat, Fought
from witp_learn.rules.combat.strength import Term
from witp_learn.rules.combat.tally import SIDES, Pair, added
from witp_learn.rules.combat_answers.lines import result_lines
from witp_learn.rules.combat_answers.outcome import deciding, dice_told, verdict
from witp_learn.rules.combat_answers.records import Cell, Link, Row, Sheet
from witp_learn.rules.combat_answers.terms import DIE_RULES, summed, term_text, zero_text
from witp_learn.rules.combat_answers.words import (
    battle_name,
    side_name,
    title,
)
from witp_learn.rules.effects import Both

GROUPS = ("carrier", "naval", "land", "carrier_support", "pair", "air", "defence", "event")
"""The kinds of lines of a strength, in the order of the rows."""

_LABELS = {"land": "land_units"}
_SUM_RULES = {"fleet": ("9.3c",), "land": ("9.4c",), "assault": ("9.5c", "9.4c")}
_TOTAL_RULES = {"fleet": ("9.3e", "9.6a"), "land": ("9.4e", "9.6a"), "assault": ("9.5c", "9.6a")}


def sheet(combat: Combat, index: int) -> Sheet:
    """Battle number ``index`` as a screen or a text shows it, as far as it has come.

    Before the dice it has strengths and no verdict; choices still open leave their lines short.

    Rules: 9.3c, 9.3d, 9.3e, 9.4c, 9.4d, 9.4e, 9.5c, 9.6a, 9.6b
    """
    fought = combat.battles[index]
    lines = result_lines(combat, index)
    return Sheet(
        title=title(combat.before, combat.hex),
        heading=heading(combat, index),
        kind=fought.battle.kind,
        rows=tuple(_rows(combat.before, fought)),
        verdict=verdict(combat, index),
        deciding=deciding(combat, index),
        rolls=dice_told(fought),
        lines=lines,
        rules=tuple(r for line in lines if line.key == "result" for r in line.rules),
    )


def heading(combat: Combat, index: int) -> str:
    """``landing, fight 2 of 2``; without the number of fights while it is open."""
    kind = battle_name(combat.before, combat.battles[index].battle)
    count = len(combat.battles)
    if _may_follow(combat):
        return say("combat.fight", kind=kind, number=index + 1)
    if count == 1:
        return kind
    return say("combat.fight_of", kind=kind, number=index + 1, count=count)


# -- rows


def _rows(state: State, fought: Fought) -> Iterator[Row]:
    kind = fought.battle.kind
    for what in GROUPS:
        ours, theirs = ([t for t in side if t.what == what] for side in fought.lines)
        if what == "air":
            ours, theirs = (sorted(s, key=lambda t: _air_order(fought, t)) for s in (ours, theirs))
        for pair in zip_longest(ours, theirs):
            yield _row(state, fought, what, pair)
    yield _sum_row("strength", _SUM_RULES[kind], fought.stakes.strength, _added_up(fought))
    tally = fought.tally
    yield _die_row(kind, tally.dice if tally else None, fought.stakes.best)
    if tally is not None:
        yield _total_row(kind, fought.stakes.strength, tally.added)


def roll_rows(fought: Fought, dice: Pair) -> tuple[Row, Row]:
    """The rows of one roll of a battle, such as one that is a tie: what the dice add, and totals.

    ``dice``: Japan's, then the Allies'.

    Rules: 9.3d, 9.3e, 9.4d, 9.4e, 9.5c, 9.6b
    """
    kind = fought.battle.kind
    more = added(kind, dice[0]), added(kind, dice[1])
    return _die_row(kind, dice, fought.stakes.best), _total_row(kind, fought.stakes.strength, more)


def _total_row(kind: str, strength: Pair, more: Pair) -> Row:
    parts = [f"{s} + {a}" for s, a in zip(strength, more, strict=True)]
    totals = strength[0] + more[0], strength[1] + more[1]
    return _sum_row("total", _TOTAL_RULES[kind], totals, parts)


def _air_order(fought: Fought, term: Term) -> tuple[bool, HexId]:
    """Air units in the hex itself first, then by hex."""
    return (term.at[:4] != fought.battle.hex, term.at)


def _row(state: State, fought: Fought, what: str, pair: tuple[Term | None, Term | None]) -> Row:
    cells = [
        None if term is None else _cell(state, fought, side, term)
        for side, term in zip(SIDES, pair, strict=True)
    ]
    rules = dict.fromkeys(r for term in pair if term is not None for r in term.rules)
    kind = "units" if what in ("carrier", "naval", "land") else what
    label = say(f"combat.{_LABELS.get(what, what)}")
    return Row(kind, label, tuple(rules), cells[0], cells[1])


def _cell(state: State, fought: Fought, side: Side, term: Term) -> Cell:
    return Cell(
        term_text(state, fought.lines, side, term),
        term.value,
        zero_text(fought.lines, side, term),
        term.at[:4],
    )


def _added_up(fought: Fought) -> list[str]:
    """``2 + 2 + 2`` for each side; empty where one line alone counts."""
    found = []
    for lines in fought.lines:
        values = [str(t.value) for t in lines if t.value]
        found.append(summed(values) if len(values) > 1 else "")
    return found


def _sum_row(kind: str, rules: tuple[str, ...], values: tuple[int, int], parts: list[str]) -> Row:
    cells = [Cell(text, value) for text, value in zip(parts, values, strict=True)]
    return Row(kind, say(f"combat.{kind}"), rules, cells[0], cells[1])


def _die_row(kind: str, dice: Pair | None, best: Both) -> Row:
    """The dice and what they add; of a side that keeps the higher of two dice it says so (4.3)."""
    cells = [Cell(say("combat.best_die") if two else "") for two in best]
    if dice is not None:
        key = "whole" if kind == "fleet" else "half"
        adds = [(die, added(kind, die)) for die in dice]
        told = [say(f"combat.{key}", die=d, value=a) for d, a in adds]
        kept = [_kept(text, two) for text, two in zip(told, best, strict=True)]
        cells = [Cell(text, a, die=d) for text, (d, a) in zip(kept, adds, strict=True)]
    rules = (*DIE_RULES[kind], "4.3c") if any(best) else DIE_RULES[kind]
    return Row("die", say("combat.die"), rules, cells[0], cells[1])


def _kept(told: str, best: bool) -> str:
    return say("combat.best_of_two", told=told) if best else told


# -- the strip


def links(combat: Combat) -> tuple[Link, ...]:
    """The whole fight as a strip: ``Fleet 20:9``, ``Landing 7:6``, ``After``.

    ``state``: ``done``, ``now`` or ``coming``; ``winner``: ``japan``, ``allies`` or empty. Empty
    where nobody fights.

    Rules: 9.1a, 9.1b, 9.1c, 9.1d
    """
    found = [_link(fought) for fought in combat.battles]
    asked = combat.pending
    if asked is not None and asked.kind == "land":
        found.append(Link(say("combat.link.assault"), "", "", "now"))
    elif label := _coming(combat):
        found.append(Link(label, "", "", "coming"))
    if not found:
        return ()
    return (*found, Link(say("combat.link.after"), "", "", "done" if combat.over else "coming"))


def _link(fought: Fought) -> Link:
    tally = fought.tally
    score = f"{tally.total[0]}:{tally.total[1]}" if tally else ""
    won = tally.winner.value if tally and tally.winner else ""
    label = link_label(fought.battle)
    return Link(label, score, won, "done" if fought.over else "now")


def link_label(battle: Battle) -> str:
    """``Landing``; ``Fleet W`` where the hex has two seas."""
    label = say(f"combat.link.{battle.kind}")
    letter = battle.seas[0][4:] if battle.kind == "fleet" else ""
    return f"{label} {letter}".rstrip()


def _may_follow(combat: Combat) -> bool:
    """Whether another battle may still come after the last one begun."""
    asked = combat.pending
    return asked is not None and (asked.kind == "land" or bool(_coming(combat)))


def _coming(combat: Combat) -> str:
    """The battle that may follow the one being fought, in words; empty when none can.

    It is found by trying both winners of each fleet combat not yet decided.

    Rules: 9.1a, 9.1b, 9.1c, 9.1d
    """
    if combat.over or not combat.battles or combat.moment.grounded:
        return ""
    found = {w: _next_kind(combat, w) for w in _winners(combat)}
    kinds = [k for k in dict.fromkeys(found.values()) if k]
    if not kinds:
        return ""
    label = say("combat.link.or").join(say(f"combat.link.{k}") for k in kinds)
    if len(kinds) == 1 and "" in found.values():
        side = next(w for w, k in found.items() if k)
        return say("combat.link.if", label=label, side=side_name(side), s=_s(side))
    return label


def _s(side: Side) -> str:
    return "s" if side is Side.JAPAN else ""


def _winners(combat: Combat) -> tuple[Side, ...]:
    """Who can still win the battle being fought."""
    tally = combat.battles[-1].tally
    return SIDES if tally is None or tally.winner is None else (tally.winner,)


def _next_kind(combat: Combat, winner: Side) -> str:
    """The kind of the battle that follows if ``winner`` wins this fleet combat, or nothing."""
    battle = combat.battles[-1].battle
    here = _without_fleets(combat.moment.here, battle, winner.enemy)
    found = fleet_battle(here, combat.arena.place)
    found = found or ground_battle(combat.before, here, combat.hex, combat.moment.barred)
    return found.kind if found else ""


def _without_fleets(here: tuple[Piece, ...], battle: Battle, side: Side) -> tuple[Piece, ...]:
    gone = fleets(here, side, battle.seas[0])
    return tuple(p for p in here if p not in gone)
