"""What another die, choice or counter changes in a fight, in words."""

from __future__ import annotations

from witp_learn.rules.combat.record import Combat


def what_changed(before: Combat | None, after: Combat | None) -> str:
    """What is otherwise in a fight, as sentences; "Nothing else changed." when nothing is."""
    return ""
