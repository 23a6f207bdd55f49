"""A whole fight as plain text for a forum post: at most twelve lines for each battle (9)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from witp_learn.edits import tidy
from witp_learn.explain import say
from witp_learn.model import State
from witp_learn.position import at_rest, write_line
from witp_learn.rules.combat.record import Combat, Fought
from witp_learn.rules.combat.tally import SIDES
from witp_learn.rules.combat_answers.after import opening_line
from witp_learn.rules.combat_answers.answers import fight_answer
from witp_learn.rules.combat_answers.records import Sheet
from witp_learn.rules.combat_answers.sheet import sheet
from witp_learn.rules.combat_answers.terms import inline, strength_text, zero_text
from witp_learn.rules.combat_answers.words import (
    question_rules,
    question_text,
    side_name,
    title,
)

MOST_LINES = 12
"""The longest text of one battle."""


def text_copy(combat: Combat) -> str:
    """The ledger of a whole fight as text, with the position it began from.

    A position with its own board has no line, and is not repeated.

    Rules: 9.0b, 9.6a
    """
    battles = [_battle(combat, index) for index in range(len(combat.battles))]
    told = ["\n".join(lines) for lines in battles] or [_nothing(combat)]
    if (first := opening_line(combat)) is not None:
        told.insert(0, _cited(first.text, first.rules))
    if combat.pending is not None:
        asked = combat.pending
        rules = question_rules(asked, combat.battles[-1] if combat.battles else None)
        told.append(
            _cited(say("combat.text.open", asked=question_text(combat.before, asked)), rules)
        )
    if not combat.before.board.own:
        told.append("\n".join(_positions(combat)))
    return "\n\n".join(told)


def _positions(combat: Combat) -> Iterator[str]:
    """The position before the fight and, once dice have decided anything, the one after it."""
    if not any(fought.tally for fought in combat.battles):
        yield say("combat.text.position", line=_line(combat.before))
        return
    yield say("combat.text.before", line=_line(combat.before))
    key = "after" if combat.over else "so_far"
    yield say(f"combat.text.{key}", line=_line(tidy(combat.after)))


def _line(state: State) -> str:
    """The map as a line, with a word where events are in force that no line can hold."""
    line = write_line(at_rest(state))
    return say("combat.text.with_events", line=line) if state.effects else line


def _nothing(combat: Combat) -> str:
    found = fight_answer(combat.before, combat.hex)
    place = title(combat.before, combat.hex)
    return _cited(say("combat.text.nobody", place=place, why=found.deciding), found.rules)


def _battle(combat: Combat, index: int) -> list[str]:
    fought, told = combat.battles[index], sheet(combat, index)
    lines = [say("combat.text.title", title=told.title, heading=told.heading)]
    lines += [_cited(*strength_text(combat.before, fought.lines, side)) for side in SIDES]
    lines += _zeros(combat, fought)
    if told.rolls:
        lines.append("; ".join(told.rolls))
    if fought.tally is not None:
        lines += [_dice(fought, told), *_result(told)]
    return lines


def _cited(text: str, rules: Iterable[str]) -> str:
    listed = ", ".join(dict.fromkeys(rules))
    return f"{text} ({listed})" if listed else text


def _zeros(combat: Combat, fought: Fought) -> Iterator[str]:
    told, rules = [], []
    for at, side in enumerate(SIDES):
        zeros = [t for t in fought.lines[at] if t.zero]
        items = [
            say(
                "combat.text.zero",
                what=inline(combat.before, fought.lines, side, t),
                zero=zero_text(fought.lines, side, t),
            )
            for t in zeros
        ]
        if items:
            told.append(say("combat.text.zeros", side=side_name(side), items=", ".join(items)))
        rules += [r for t in zeros for r in t.rules]
    if told:
        yield _cited("; ".join(told), rules)


def _dice(fought: Fought, told: Sheet) -> str:
    if fought.tally is None:
        return ""
    key = "die" if fought.battle.kind == "fleet" else "die_half"
    dice = [
        say(f"combat.text.{key}", side=side_name(side), die=die, value=added)
        for side, die, added in zip(SIDES, fought.tally.dice, fought.tally.added, strict=True)
    ]
    japan, allies = fought.tally.total
    text = say("combat.text.dice", dice=", ".join(dice), japan=japan, allies=allies)
    rules = [row.rules for row in told.rows if row.kind in ("die", "total")]
    return _cited(text, (r for found in rules for r in found))


def _result(told: Sheet) -> Iterator[str]:
    result = next(line for line in told.lines if line.key == "result")
    yield _cited(told.verdict, result.rules)
    for line in told.lines:
        if line.key in ("loser_hits", "winner_hits"):
            yield _cited(f"{line.text} [{line.bound or line.sum}]", line.rules)
    for keys in (("extra_japan", "extra_allies"), _MORE, ("stays",)):
        lines = [line for line in told.lines if line.key in keys]
        if lines:
            text = ". ".join(line.text for line in lines)
            yield _cited(text, (r for line in lines for r in line.rules))


_MORE = ("cargo", "landing_loss", "left", "walked", "marker", "bases")
"""The lines that a text tells in one."""
