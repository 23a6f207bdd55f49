"""The list of commands in ``witp-learn --help``: in groups, by what a newcomer wants to do."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from typer.core import TyperGroup

GROUPS: Mapping[str, tuple[str, ...]] = {
    "Ask about a position": ("supply", "bases", "azoc", "cost", "routes", "combat", "odds"),
    "Play a game": ("new", "legal", "play", "apply", "replay", "bot"),
    "Look up the rules": ("explain", "rulings", "examples", "coverage"),
    "Open the pages": ("app", "lab"),
    "Your own pieces, and the second ruleset": ("data", "dicepool"),
}
"""The headings of the list, and the commands under each, in order."""


class Grouped(TyperGroup):
    """A list of commands under headings, each with a short help that is never cut."""

    def list_commands(self, ctx: Any) -> list[str]:
        """The commands in the order of their groups."""
        known = super().list_commands(ctx)
        order = [name for names in GROUPS.values() for name in names]
        return sorted(known, key=order.index)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write every group with its commands, all short helps in one column."""
        width = max(map(len, self.commands))
        for heading, names in GROUPS.items():
            with formatter.section(heading):
                formatter.write_dl([self._row(name, width) for name in names])

    def _row(self, name: str, width: int) -> tuple[str, str]:
        return name.ljust(width), self.commands[name].get_short_help_str(_UNCUT)


_UNCUT = 200
"""Characters after which a short help would be cut; longer lines are folded instead."""
