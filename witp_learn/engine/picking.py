"""Which counter of those on offer an action means by its unit word and its hex (3.1)."""

from __future__ import annotations

from collections.abc import Iterable

from witp_learn.actions import Action, Ambiguous
from witp_learn.model import Unit
from witp_learn.rules.naming import fits, word


def picked(action: Action, named: str, at: str, rows: Iterable[Unit]) -> Unit | None:
    """The row that a unit word means, None when it means none of them.

    ``at``: the hex, with or without its coast letter; rows that wait off the map fit any. Raises
    Ambiguous, naming the fuller words, when it could mean several.
    """
    here = tuple(rows)
    meant = [u for u in here if fits(named, u) and (u.at.startswith(at) or not u.at)]
    only_one(action, [f"{word(u, here)} {u.at}".strip() for u in meant])
    return meant[0] if meant else None


def only_one(action: Action, meant: Iterable[str]) -> None:
    """Raise Ambiguous when an action could mean more than one of these."""
    names = list(meant)
    if len(names) > 1:
        raise Ambiguous(str(action), f"could be {', '.join(names)}; name it more fully")
