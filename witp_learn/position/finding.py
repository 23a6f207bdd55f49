"""One thing amiss in a position, and the commonest: a hex that is not there."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from attrs import frozen

from witp_learn.files import nearest, one_of
from witp_learn.model import State

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
