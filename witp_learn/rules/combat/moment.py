"""How far a fight has come: plain tuples, so that equal moments can be counted together (9)."""

from __future__ import annotations

from typing import NamedTuple

from witp_learn.model import Side
from witp_learn.rules.combat.arena import BaseAt
from witp_learn.rules.combat.battles import Battle
from witp_learn.rules.combat.pieces import Piece
from witp_learn.rules.combat.strength import Held


class Task(NamedTuple):
    """One thing still to be done, for ``side``.

    ``kind``: ``arrive next dice land hit extra air carrier halve lose board retreat clear settle
    displace close``.
    """

    kind: str
    side: Side | None = None
    left: int = 0
    what: str = ""


class Moment(NamedTuple):
    """How far a fight has come: the counters, the tasks left, and what has to be remembered.

    ``barred``: waters whose cargo may not land. ``grounded``: the combat on land has been begun.
    ``contested``: whether the hex carries the marker of continuing combat.
    """

    here: tuple[Piece, ...]
    todo: tuple[Task, ...]
    battle: Battle | None = None
    held: Held = frozenset()
    barred: frozenset[str] = frozenset()
    grounded: bool = False
    contested: bool = False
    lost_bases: frozenset[BaseAt] = frozenset()

    def on(self, here: tuple[Piece, ...], todo: tuple[Task, ...]) -> Moment:
        """The same fight with other counters and other tasks left."""
        return Moment(here, todo, *self[2:])


class Choice(NamedTuple):
    """One way to answer: the notation of the action, and the counter or hex it is about."""

    action: str
    piece: Piece | None = None
    to: str = ""


class Question(NamedTuple):
    """What has to be decided next, by whom, and what the owner does without being asked.

    ``kind``: ``dice land hit air carrier lose retreat displace``; ``choices`` is empty for dice.
    ``left``: hits or units still to be placed.
    """

    kind: str
    side: Side | None
    choices: tuple[Choice, ...] = ()
    default: int = 0
    left: int = 0
    what: str = ""


def battle_of(moment: Moment) -> Battle:
    """The battle being fought. Raises ValueError when there is none."""
    if moment.battle is None:
        raise ValueError("no battle is being fought")
    return moment.battle
