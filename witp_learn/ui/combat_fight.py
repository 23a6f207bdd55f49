"""A fight as the combat lab keeps it: dice by battle, answers by battle, and what was guessed.

Dice and answers stay with their battle, so that another die early in the fight leaves the later
ones where they were. The text form stands behind the text of the position::

    turn 4; 0606 jp 2C; ... # fight 0606; dice 4:5 / 3:1; choose / hit naval 0606, -; hold 0707 jp

Behind that may stand the set-up it is compared with, as such a text of its own, quoted.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeVar
from urllib.parse import quote, unquote

from attrs import evolve, frozen

from witp_learn.files import Unreadable
from witp_learn.hexgrid import HexId
from witp_learn.model import Nation, State
from witp_learn.rules.combat.record import Combat, Decided, fight_out
from witp_learn.rules.combat.strength import Held

MARK = "# fight "
"""What stands between the text of a position and that of the fight in it."""

BESIDE = " # beside "
"""What stands before the set-up that is kept for comparison."""

MOST_BATTLES = 6
MOST_ROLLS = 30
MOST_ANSWERS = 80
MOST_GUESS = 200

WINNERS = ("japan", "allies", "even")
"""Who can be guessed to be the more likely to win."""

T = TypeVar("T")

Roll = tuple[int, int]
"""Japan's die and the Allies'; 0 for one that is still to be set."""

Answers = tuple[str | None, ...]
"""Answers in the notation of actions; None is the owner's default."""


@frozen
class Guess:
    """What the reader thinks before the dice: who is more likely to win, and what 1 means."""

    winner: str = ""
    words: str = ""


@frozen
class Fight:
    """What lies beside the position.

    ``rolls``: for each battle every roll, ties before the last. ``answers``: what was chosen after
    no battle, one battle and so on. ``held``: air units held back. ``asks``: whether the reader is
    asked for a guess. ``shown``: the battle looked at, the one after the last for what is left; -1
    for the one that is fought. ``spent``: each hex gone on from, with the turn on which it was
    fought over and is not fought over again (9.0).
    """

    hex: HexId = ""
    rolls: tuple[tuple[Roll, ...], ...] = ()
    answers: tuple[Answers, ...] = ()
    held: Held = frozenset()
    guesses: tuple[Guess, ...] = ()
    asks: bool = True
    shown: int = -1
    spent: frozenset[tuple[int, HexId]] = frozenset()

    @property
    def fresh(self) -> bool:
        """Whether nothing has been rolled or chosen."""
        return not any(self.rolls) and not any(self.answers)

    @property
    def unguessed(self) -> Fight:
        """The same without what was guessed: that is the reader's own, and not handed on."""
        return evolve(self, guesses=())

    def rolls_of(self, battle: int) -> tuple[Roll, ...]:
        """The rolls set for a battle."""
        return self.rolls[battle] if 0 <= battle < len(self.rolls) else ()

    def answers_after(self, battles: int) -> Answers:
        """What was chosen once so many battles were decided."""
        return self.answers[battles] if battles < len(self.answers) else ()

    def guess(self, battle: int) -> Guess:
        """What was guessed of a battle."""
        return self.guesses[battle] if 0 <= battle < len(self.guesses) else Guess()

    def with_rolls(self, battle: int, rolls: tuple[Roll, ...]) -> Fight:
        """The same with other rolls of one battle."""
        return evolve(self, rolls=_put(self.rolls, battle, rolls, ()))

    def with_answers(self, battles: int, answers: Answers) -> Fight:
        """The same with other answers once so many battles were decided."""
        return evolve(self, answers=_put(self.answers, battles, answers, ()))

    def with_guess(self, battle: int, guess: Guess) -> Fight:
        """The same with another guess of one battle."""
        return evolve(self, guesses=_put(self.guesses, battle, guess, Guess()))

    # -- text

    def text(self) -> str:
        """The fight as text; empty when there is nothing to keep."""
        if not self.hex:
            return ""
        parts = [f"{MARK}{self.hex}"]
        if any(self.rolls):
            parts.append(f"dice {' / '.join(_roll_text(r) for r in self.rolls)}")
        if any(self.answers):
            parts.append(
                f"choose {' / '.join(', '.join(a or '-' for a in b) for b in self.answers)}"
            )
        if self.held:
            named = sorted(f"{at} {nation.short}" for at, nation in self.held)
            parts.append(f"hold {', '.join(named)}")
        if any(g != Guess() for g in self.guesses):
            parts.append(f"guess {' / '.join(_guess_text(g) for g in self.guesses)}")
        if not self.asks:
            parts.append("unasked")
        if self.shown >= 0:
            parts.append(f"see {self.shown}")
        if self.spent:
            parts.append(f"spent {', '.join(f'{turn} {at}' for turn, at in sorted(self.spent))}")
        return "; ".join(parts)


def _put(items: tuple[T, ...], index: int, item: T, empty: T) -> tuple[T, ...]:
    filled = (*items, *(empty for _ in range(index + 1 - len(items))))
    return (*filled[:index], item, *filled[index + 1 :])


def _roll_text(rolls: tuple[Roll, ...]) -> str:
    return " ".join(f"{j}:{a}" for j, a in rolls)


def _guess_text(guess: Guess) -> str:
    return f"{guess.winner or '-'} {quote(guess.words, safe='')}".strip()


class Parts(NamedTuple):
    """A text taken apart: the position, its fight, and the set-up kept beside them.

    ``text``: the position with its fight; ``wrong``: why the fight cannot be read, which then is
    None; ``behind``: its text. A title may look like a fight, see `witp_learn.ui.combat_desk`.
    """

    position: str
    fight: Fight | None = None
    beside: str = ""
    text: str = ""
    wrong: str = ""
    behind: str = ""


def split(text: str) -> Parts:
    """The text of a position, and the fight that stands behind it, if one does."""
    whole, mark, quoted = text.rpartition(BESIDE)
    if not mark or not _QUOTED.fullmatch(quoted.strip()):
        whole, quoted = text, ""
    beside = unquote(quoted.strip())
    position, mark, rest = whole.rpartition(MARK)
    if not mark:
        return Parts(whole, None, beside, whole)
    try:
        return Parts(position.rstrip(), read(rest), beside, whole)
    except Unreadable as error:
        return Parts(position.rstrip(), None, beside, whole, str(error), f"{MARK}{rest}".strip())


def same_but_guesses(one: str, other: str) -> bool:
    """Whether two texts are the same position, fight and set-up beside, guesses apart."""
    return _bare(one) == _bare(other)


def _bare(text: str) -> tuple[object, ...]:
    found = split(text)
    fight = found.fight.unguessed if found.fight is not None else found.behind
    return found.position.strip(), fight, _bare(found.beside) if found.beside else ()


def beside(text: str) -> str:
    """A set-up kept for comparison, as it stands behind the text of another."""
    return f"{BESIDE}{quote(text, safe=' ,:()/-=')}"


# The items of a position are told apart by what the quotation has in place of ; and of a new line.
_QUOTED = re.compile(r"[^;#\n]*%(?:3B|0A)[^;#\n]*")


def read(text: str) -> Fight:
    """The fight of a text, without its mark.

    Raises Unreadable, which says what would be right.
    """
    head, *parts = [part.strip() for part in text.strip().split(";")]
    if not re.fullmatch(r"[0-9]{4}", head):
        raise Unreadable(head, "a fight starts with its hex, like 0606")
    found = Fight(head)
    for part in parts:
        word, _, rest = part.partition(" ")
        if word not in _PARTS:
            raise Unreadable(part, "dice, choose, hold, guess, unasked, see or spent stands here")
        found = evolve(found, **_PARTS[word](rest))
    return found


def _groups(text: str, most: int) -> list[str]:
    groups = [group.strip() for group in text.split("/")]
    if len(groups) > most:
        raise Unreadable(text[:40], f"at most {most} parts between the strokes")
    return groups


def _read_dice(text: str) -> dict[str, Any]:
    return {"rolls": tuple(_read_rolls(g) for g in _groups(text, MOST_BATTLES))}


def _read_rolls(text: str) -> tuple[Roll, ...]:
    words = text.split()
    for word in words:
        if not re.fullmatch(r"[0-6]:[0-6]", word):
            raise Unreadable(word, "a roll is two dice, like 4:5")
    return tuple((int(w[0]), int(w[2])) for w in words[:MOST_ROLLS])


def _read_choices(text: str) -> dict[str, Any]:
    groups = _groups(text, MOST_BATTLES + 1)
    return {"answers": tuple(_read_answers(g) for g in groups)}


def _read_answers(text: str) -> Answers:
    words = [w.strip() for w in text.split(",") if w.strip()][:MOST_ANSWERS]
    return tuple(None if w == "-" else w[:60] for w in words)


def _read_held(text: str) -> dict[str, Any]:
    nations = {nation.short: nation for nation in Nation}
    held = []
    for item in text.split(","):
        at, _, short = item.strip().partition(" ")
        if not re.fullmatch(r"[0-9]{4}", at) or short not in nations:
            raise Unreadable(item.strip(), "an air unit is a hex and a nation, like 0707 jp")
        held.append((at, nations[short]))
    return {"held": frozenset(held)}


def _read_guesses(text: str) -> dict[str, Any]:
    return {"guesses": tuple(_read_guess(g) for g in _groups(text, MOST_BATTLES))}


def _read_guess(text: str) -> Guess:
    winner, _, words = text.partition(" ")
    if winner not in (*WINNERS, "-", ""):
        raise Unreadable(winner, "a guess is japan, allies or even")
    return Guess(winner.strip("-"), unquote(words)[:MOST_GUESS])


def _read_shown(text: str) -> dict[str, Any]:
    if not re.fullmatch(r"[0-9]", text.strip()):
        raise Unreadable(text, "the battle to see is a number from 0")
    return {"shown": int(text)}


def _read_spent(text: str) -> dict[str, Any]:
    found = []
    for item in text.split(","):
        match = re.fullmatch(r"([0-9]{1,2}) ([0-9]{4})", item.strip())
        if match is None:
            raise Unreadable(item.strip(), "a hex fought over is a turn and a hex, like 4 0606")
        found.append((int(match[1]), match[2]))
    return {"spent": frozenset(found)}


_PARTS: Mapping[str, Callable[[str], dict[str, Any]]] = {
    "dice": _read_dice,
    "choose": _read_choices,
    "hold": _read_held,
    "guess": _read_guesses,
    "unasked": lambda _: {"asks": False},
    "see": _read_shown,
    "spent": _read_spent,
}


# -- fighting it out


@frozen(eq=False)
class Played:
    """A fight as far as it has come, and how many choices were made before each battle's dice."""

    combat: Combat
    before: tuple[int, ...] = ()

    def steps_after(self, battles: int) -> tuple[Decided, ...]:
        """The choices made once so many battles were decided, in order."""
        made = (step for step in self.combat.decided if step.number >= 0)
        return tuple(step for step in made if sum(n <= step.number for n in self.before) == battles)


def played(state: State, fight: Fight) -> Played:
    """The fight as far as its dice and answers carry it.

    It stops at the first question after the last battle rolled that has not been answered; before
    that, a missing answer is the owner's default. Answers that are no longer on offer are too.
    """
    dice: list[int] = []
    choices = list(fight.answers_after(0))
    before: list[int] = []
    fed = 0
    while True:
        combat = _fought(state, fight, dice, choices)
        asked = sum(1 for step in combat.decided if step.number >= 0)
        if decided(combat) > len(before):
            before.append(fed)
        roll = _next_roll(combat, fight, len(before))
        if roll is None:
            break
        fed = asked
        dice += roll
        missing = [None] * (asked - len(choices))
        choices = [*choices[:asked], *missing, *fight.answers_after(len(before) + 1)]
    answered = (before[-1] if before else 0) + len(fight.answers_after(len(before)))
    if asked > answered:
        combat = _fought(state, fight, dice, choices, answered)
    return Played(combat, tuple(before))


def _fought(
    state: State, fight: Fight, dice: list[int], choices: list[str | None], steps: int | None = None
) -> Combat:
    return fight_out(state, fight.hex, dice, choices, held=fight.held, lenient=True, steps=steps)


def decided(combat: Combat) -> int:
    """How many battles of a fight have been decided."""
    return sum(1 for battle in combat.battles if battle.tally is not None)


def _next_roll(combat: Combat, fight: Fight, battles: int) -> Roll | None:
    """The next roll that has been set whole, where dice are due."""
    if combat.pending is None or combat.pending.kind != "dice":
        return None
    thrown = len(combat.battles[-1].rolls)
    rolls = fight.rolls_of(battles)
    return rolls[thrown] if thrown < len(rolls) and all(rolls[thrown]) else None
