"""The text of a game as a page keeps it: who plays, and the record (see `witp_learn.game`).

The first line is a comment to every other reader of records, so the text is a record file as well.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from attrs import frozen

from witp_learn.model import Side

YOU = "you"
"""A side that somebody at this screen plays."""

PLAYERS = {YOU: "You", "greedy": "Sparring partner", "random": "Random"}
"""Who can play a side."""

MINE, BOT, CHANCE, ITSELF = "y", "b", "c", "a"
"""Who did an action: somebody here, also dice thrown here; a bot; chance for a bot; nobody."""

SEEDS = range(1, 1_000_000)
"""The seeds of chance that a page takes."""

_HEAD = re.compile(
    r"# witp-play seed=([0-9]{1,6}) japan=([a-z]+) allies=([a-z]+) chores=(yes|no) by=([ybca]*)"
)


@frozen
class Table:
    """Who sits at the table: a player for each side, and the seed of dice and cards.

    ``chores``: hits, retreats and the like are done in the usual way without asking.
    """

    japan: str = YOU
    allies: str = "greedy"
    seed: int = 1
    chores: bool = False

    def player(self, side: Side) -> str:
        """Who plays a side."""
        return self.japan if side is Side.JAPAN else self.allies

    @property
    def mine(self) -> tuple[Side, ...]:
        """The sides that somebody here plays."""
        return tuple(side for side in Side if self.player(side) == YOU)

    @property
    def bots(self) -> Mapping[Side, str]:
        """The bots by side."""
        return {side: self.player(side) for side in Side if self.player(side) != YOU}


def written(table: Table, by: str, record: str) -> str:
    """The game as text: a first line for the page, then the record."""
    chores = "yes" if table.chores else "no"
    head = f"# witp-play seed={table.seed} japan={table.japan} allies={table.allies}"
    return f"{head} chores={chores} by={by}\n{record}"


def head_of(text: str) -> tuple[Table, str] | None:
    """Who plays, and who did each action; None for a record that no page has kept."""
    found = _HEAD.fullmatch(text.partition("\n")[0].strip())
    if found is None:
        return None
    seed, japan, allies, chores, by = found.groups()
    if japan not in PLAYERS or allies not in PLAYERS or int(seed) not in SEEDS:
        return None
    return Table(japan, allies, int(seed), chores == "yes"), by
