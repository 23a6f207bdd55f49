"""One thing amiss in a position, and the commonest: a hex that is not there; hexes by name."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable, Iterator

from attrs import frozen

from witp_learn.files import Unreadable, nearest, one_of
from witp_learn.hexgrid import HexId
from witp_learn.model import Board, State

MOST = 99
"""The largest count or strength of a row of like units; the game has 234 counters in all (2.1)."""


@frozen
class Finding:
    """One thing amiss: the key of the position file, the value there, and what would be right."""

    key: str
    value: object
    problem: str
    fatal: bool = True


def misplaced(state: State, at: str, key: str) -> Iterator[Finding]:
    """What is wrong with a hex, with or without a coast letter, that a position names.

    Rules: 2.3a
    """
    hex_id, coast = at[:4], at[4:]
    if hex_id not in state.board:
        hint = nearest(at.upper().replace("O", "0").replace("I", "1"), state.board.hexes)
        yield Finding(key, at, f"no such hex on the board.{hint}")
    elif coast and coast not in state.board[hex_id].coasts:
        coasts = state.board[hex_id].coasts
        right = f"write {one_of(hex_id + c for c in coasts)}" if coasts else "it has one sea only"
        yield Finding(key, at, f"no such coast; {right}")


Judge = Callable[[State], Iterator[Finding]]
"""What finds fault with a position that stands in the middle of a turn."""

_JUDGES: list[Judge] = []


def judge(by: Judge) -> None:
    """Let the rules, which stand above positions, have their say in what cannot be."""
    _JUDGES.append(by)


def beyond(state: State) -> Iterator[Finding]:
    """What the rules find in a position under way that is sound in itself."""
    if state.progress is not None:
        for by in _JUDGES:
            yield from by(state)


def named_hex(board: Board, where: str) -> HexId | None:
    """The hex that a number or a place name means on a board; case and blanks do not matter.

    A group of islands may be called so: ``Marshall Islands`` for Marshalls (7.3).
    """
    wanted = " ".join(where.split()).casefold()
    if wanted in board:
        return wanted
    named = {at.name.casefold(): h for h, at in board.hexes.items() if at.name}
    group = _ISLANDS.sub("", wanted)
    short = named.get(group, named.get(f"{group}s")) if group != wanted else None
    return named.get(wanted, short)


_ISLANDS = re.compile(r" islands?$")


def named_sea(board: Board, where: str) -> str | None:
    """As `named_hex`, also with the letter of one of two seas: ``0406W``, ``Bangkok W``.

    Rules: 8.7c
    """
    if (found := named_hex(board, where)) is not None:
        return found
    at = named_hex(board, where.rstrip()[:-1])
    letter = where.rstrip()[-1:].upper()
    return at + letter if at and letter in board[at].coasts and _SEA.search(where) else None


_SEA = re.compile(r"(\d| )\s*[A-Za-z]\s*$")
"""The letter of a sea follows a number at once, a name after a blank."""


def find_place(board: Board, where: str) -> str:
    """The hex that a number or a place name means, with the letter of a sea where it has one.

    Raises Unreadable with the names near to it, or the letters there are.
    """
    if (found := named_sea(board, where)) is not None:
        return found
    at = named_hex(board, where.rstrip()[:-1]) if _SEA.search(where) else None
    if at is not None and (board[at].coasts or where.strip()[0].isdigit()):
        right = f"write {one_of([at, *(at + c for c in sorted(board[at].coasts))])}"
        raise Unreadable(where, f"no such coast; {right}")
    raise Unreadable(where, f"no hex or place of this board.{near_places(board, where)}")


def titles(board: Board, hexes: Iterable[HexId]) -> list[str]:
    """Hexes with their names: ``Port Moresby 0909``; ``1007`` where nothing is named."""
    return [at if (name := board.label(at)) == at else f"{name} {at}" for at in hexes]


def near_places(board: Board, where: str) -> str:
    """`` Did you mean Saigon or Saipan?``: the places that are as close as the closest."""
    if where.strip()[:1].isdigit():
        return nearest(where.strip().upper().replace("O", "0").replace("I", "1"), board.hexes)
    names = [at.name for at in board.hexes.values() if at.name]
    wanted = " ".join(where.split()).casefold()
    close = [name for name in names if len(wanted) > 2 and wanted in name.casefold()]
    if not close and names:
        match = difflib.SequenceMatcher(b=wanted)
        found = sorted(((_likeness(match, name), name) for name in names), reverse=True)
        close = [name for likeness, name in found if likeness >= max(_ALIKE, found[0][0] - 0.05)]
    return f" Did you mean {one_of(close[:3])}?" if close else ""


_ALIKE = 0.6
"""How much a name must be like a word to be meant by it, from 0 to 1."""


def _likeness(match: difflib.SequenceMatcher[str], name: str) -> float:
    match.set_seq1(name.casefold())
    return match.ratio()
