"""What another die, choice or counter changes in a fight, in words."""

from __future__ import annotations

from witp_learn.rules.combat.record import Combat
from witp_learn.rules.combat_answers import changes
from witp_learn.rules.combat_answers.sheet import heading
from witp_learn.rules.combat_answers.words import title


def what_changed(before: Combat | None, after: Combat | None) -> str:
    """What is otherwise in a fight, as sentences; nothing when there was and is no fight."""
    if after is None:
        return "" if before is None else f"Nobody fights at {_at(before)} any more (9.1)."
    if before is None or before.hex != after.hex:
        return f"{_at(after)} is fought over: {_first(after)}."
    return " ".join(changes.what_changed(before, after))


def _at(combat: Combat) -> str:
    return title(combat.before, combat.hex)


def _first(combat: Combat) -> str:
    return heading(combat, 0) if combat.battles else "cargo may land"
