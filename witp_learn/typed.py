"""Actions as people type them: with place names of the board where records have hex numbers.

``move naval:1 Kure,Okinawa,Manila`` and ``redeploy land:2 Pearl Harbor Midway`` are read; what
`actions.read` gives of them, and so every record, has numbers only.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from witp_learn import actions
from witp_learn.actions import NOWHERE, Action
from witp_learn.files import Unreadable
from witp_learn.model import Board
from witp_learn.position.finding import find_place, named_sea


def read(text: str, board: Board) -> Action:
    """The action that a text names, with hex numbers or place names of the board.

    Raises Unreadable with the piece and what would be right, or with the places near to it.
    """
    try:
        return actions.read(text)
    except Unreadable:
        if (meant := numbered(text, board)) == text:
            raise
        try:
            return actions.read(meant)
        except Unreadable as error:
            raise Unreadable(text, error.problem) from None


def numbered(text: str, board: Board) -> str:
    """The text of an action with hex numbers for its place names; another text as it is.

    Raises Unreadable for what stands where a place should and is none of the board.
    """
    if len(text) > actions.LONGEST:
        return text
    verb, *words = actions.joined(text).split() or [""]
    kind = _FORMS.get(verb.lower())
    if kind is None or not words:
        return text
    found = kind(words, board)
    return text if found == words else " ".join([verb, *found])


_NUMBER = re.compile(r"[0-9].*")
_STEP = re.compile(r"([^()]*)(\(.*\))?")


def _at(words: list[str], board: Board) -> list[str]:
    """The place that these words name, as a list; a number as it is, nothing for nothing."""
    text = " ".join(words)
    if not text or text.lower() == NOWHERE:
        return words
    if _NUMBER.fullmatch(text):
        found = named_sea(board, text)
        return words if found is None else [found]
    return [find_place(board, text)]


def _two(words: list[str], board: Board) -> list[str]:
    """Two places one after the other, also with ``to`` between them."""
    if len(words) < 2 or all(map(_NUMBER.fullmatch, words)):
        return words
    lower = [word.lower() for word in words]
    if "to" in lower[1:-1]:
        cut = lower.index("to", 1)
        return [*_at(words[:cut], board), *_at(words[cut + 1 :], board)]
    cuts = range(len(words) - 1, 0, -1)
    first = [cut for cut in cuts if _known(words[:cut], board)]
    last = [cut for cut in cuts if _known(words[cut:], board)]
    both = [cut for cut in first if cut in last]
    cut = [*both, *first, *last, 1][0]
    return [*_at(words[:cut], board), *_at(words[cut:], board)]


def _known(words: list[str], board: Board) -> bool:
    return " ".join(words).lower() == NOWHERE or named_sea(board, " ".join(words)) is not None


def _after_first(words: list[str], board: Board) -> list[str]:
    return [words[0], *_at(words[1:], board)]


def _before_yes(words: list[str], board: Board) -> list[str]:
    if words[-1].lower() not in ("yes", "no"):
        raise Unreadable(" ".join(words), "ends with yes or no")
    return [*_at(words[:-1], board), words[-1]]


def _support(words: list[str], board: Board) -> list[str]:
    if len(words) < 2:
        return words
    nation = words[:1] if len(words) > 2 and words[0].lower() in actions.FLYING else []
    return [*nation, *_before_yes(words[len(nation) :], board)]


def _path(words: list[str], board: Board) -> list[str]:
    """A path of names and numbers with commas between them, and what stays behind on the way."""
    if len(words) < 2:
        return words
    steps = []
    for piece in re.split(r",(?![^(]*\))", " ".join(words[1:])):
        found = _STEP.fullmatch(piece.strip())
        if found is None:
            return words
        steps.append("".join(_at(found[1].split(), board)) + (found[2] or "").replace(" ", ""))
    return [words[0], ",".join(steps)]


def _put(words: list[str], board: Board) -> list[str]:
    lower = [word.lower() for word in words]
    if "from" not in lower[2:]:
        return _after_first(words, board)
    cut = lower.index("from", 2)
    return [*_after_first(words[:cut], board), "from", *_at(words[cut + 1 :], board)]


_FORMS: Mapping[str, Callable[[list[str], Board], list[str]]] = {
    **dict.fromkeys(("build", "remove", "target", "activate", "fight"), _at),
    **dict.fromkeys(("hit", "lose", "retreat", "rebuild"), _after_first),
    "move": _path,
    "support": _support,
    "land": _before_yes,
    "displace": _two,
    "redeploy": lambda words, board: [words[0], *_two(words[1:], board)],
    "place": _put,
}
"""Where the places stand among the words of an action, by its verb."""
