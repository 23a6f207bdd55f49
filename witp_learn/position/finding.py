"""One thing amiss in a position, and the commonest: a hex that is not there."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from witp_learn.files import nearest, one_of
from witp_learn.model import State


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
