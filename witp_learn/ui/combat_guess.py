"""The question before the dice, and its answer: who is more likely to win, and what 1 means."""

from __future__ import annotations

from fractions import Fraction
from html import escape

from witp_learn.rules.combat.record import Combat, Fought
from witp_learn.rules.combat.tally import SIDES, Tally, rolls
from witp_learn.rules.combat_answers.sheet import sheet
from witp_learn.ui.buttons import button
from witp_learn.ui.combat_desk import CombatDesk
from witp_learn.ui.combat_fight import MOST_GUESS, Roll, played
from witp_learn.view.cards import chips
from witp_learn.view.combat_parts import chance_words

ANSWERS = (("japan", "Japan"), ("allies", "The Allies"), ("even", "Even"))
"""The three answers that can be given."""

_MANY: tuple[None, ...] = (None,) * 60


def guess_card(desk: CombatDesk) -> str:
    """The question, where it is asked: a field, three buttons, and a way past it.

    The field stands first, as the buttons bring the answer to both.
    """
    if not desk.guessing:
        return ""
    words = desk.fight.guess(desk.battle).words
    answers = "".join(button(text, "guess", value, kind="") for value, text in ANSWERS)
    return (
        '<section class="witp-card cl-guess" aria-label="Before the dice">'
        f'<div><label for="cl-guess-words">{_asked_at(desk.fought)}</label>'
        '<input id="cl-guess-words" class="witp-field" data-action-input="guess-words" '
        f'data-key="guess-words" maxlength="{MOST_GUESS}" autocomplete="off" '
        f'aria-describedby="cl-guess-length" value="{escape(words)}">'
        f'<p id="cl-guess-length" class="witp-quiet">{_length(words)}</p>'
        '</div><div><h2>Who is more likely to win?</h2><div class="witp-row">'
        f'{answers}</div><p class="witp-quiet">This brings the answer to both.</p></div>'
        f"{button('Skip', 'ask', 'no', kind='quiet')}</section>"
    )


def _length(words: str) -> str:
    """How much of the room for words is taken; said early enough to be of use."""
    left = MOST_GUESS - len(words)
    if left > MOST_GUESS // 2:
        return ""
    return f"Room for {left} more letters." if left else f"Full: {MOST_GUESS} letters are kept."


def _least(fought: Fought) -> int:
    """The smallest difference that can come up, ties apart: 1, unless no roll gives it."""
    return min((t.difference for t in rolls(fought.stakes) if t.difference), default=1)


def _asked_at(fought: Fought | None) -> str:
    if fought is None or _least(fought) == 1:
        return "What happens at a difference of 1?"
    return "What happens at the smallest difference that can come up?"


def guessed(desk: CombatDesk, combat: Combat) -> str:
    """What was guessed of the battle shown, and how it is."""
    fought, guess = desk.fought, desk.fight.guess(desk.battle)
    if fought is None or not guess.winner:
        return ""
    found = chance(fought)
    verdict = "right" if guess.winner == _likely(found) else "not yet"
    said = {"japan": "Japan", "allies": "the Allies", "even": "even"}[guess.winner]
    own = f" You wrote: {escape(guess.words)}" if guess.words else ""
    sign, words = ("✓", "You") if verdict == "right" else ("↺", "Not yet: you")
    return (
        f'<section class="witp-card cl-guessed cl-{verdict.replace(" ", "-")}" '
        f'aria-label="Your guess"><h2><span aria-hidden="true">{sign}</span> {words} said {said}.'
        f"</h2><p>{escape(_odds_words(fought))}</p>{_at_one(desk, fought, own)}"
        f'<p class="w-chips">{chips(("9.6a", "9.6b"), "guess")}</p></section>'
    )


def guess_spoken(desk: CombatDesk) -> list[str]:
    """The answer to a guess for those who listen."""
    fought, guess = desk.fought, desk.fight.guess(desk.battle)
    if fought is None or not guess.winner:
        return []
    right = guess.winner == _likely(chance(fought))
    return ["You are right." if right else "Not yet.", _odds_words(fought)]


def chance(fought: Fought) -> Fraction | None:
    """How likely it is that Japan wins a battle; None when every roll is a tie."""
    found = rolls(fought.stakes)
    wins = sum(t.winner is not None and t.winner.value == "japan" for t in found)
    losses = sum(t.winner is not None and t.winner.value == "allies" for t in found)
    return Fraction(wins, wins + losses) if wins + losses else None


def _likely(found: Fraction | None) -> str:
    if found is None or found == Fraction(1, 2):
        return "even"
    return "japan" if found > Fraction(1, 2) else "allies"


def _odds_words(fought: Fought) -> str:
    found = chance(fought)
    if found is None:
        return "Every roll is a tie, and rolled again."
    words = {
        "even": "Neither is more likely to win",
        "japan": "Japan is more likely to win",
        "allies": "The Allies are more likely to win",
    }
    ties = any(t.winner is None for t in rolls(fought.stakes))
    again = ", ties rolled again" if ties else ""
    return f"{words[_likely(found)]}: Japan wins {chance_words(found)}{again}."


def _at_one(desk: CombatDesk, fought: Fought, own: str) -> str:
    """What a difference of 1 does, or the smallest there is, by the likelier winner.

    In a landing it is told by either winner, as the two end differently (9.6.3).
    """
    found, least = _likely(chance(fought)), _least(fought)
    ones: list[Tally] = [t for t in rolls(fought.stakes) if t.difference == least]
    if not ones:
        return f"<p>{own.strip()}</p>" if own else ""
    by = {t.winner: t.dice for t in reversed(ones) if t.winner is not None}
    likely = next((side for side in by if side.value == found), ones[0].winner)
    sides = SIDES if fought.battle.kind == "assault" else (likely,)
    words = " ".join(_tried(desk, by[side]) for side in sides if side in by)
    asked = "A difference of 1." if least == 1 else f"The smallest difference here is {least}."
    return f"<p>{asked} {escape(words)}{own}</p>"


def _tried(desk: CombatDesk, roll: Roll) -> str:
    """How the battle shown ends with these dice, its owners choosing by the default."""
    fight = desk.fight.with_rolls(desk.battle, (roll,))
    fight = fight.with_answers(desk.battle + 1, _MANY)
    tried = sheet(played(desk.state, fight).combat, desk.battle)
    return f"At {roll[0]} and {roll[1]}: {tried.verdict} {tried.deciding}".strip()
