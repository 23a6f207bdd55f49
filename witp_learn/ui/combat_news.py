"""What another die, choice or counter changes in a fight, and what one did, in words."""

from __future__ import annotations

from witp_learn import edits
from witp_learn.explain import say
from witp_learn.model import State, Unit
from witp_learn.rulebook import switches
from witp_learn.rules.combat.record import Combat
from witp_learn.rules.combat_answers import changes
from witp_learn.rules.combat_answers.sheet import heading
from witp_learn.rules.combat_answers.words import title
from witp_learn.ui.position_text import lowered

QUIET = "The dice and strengths of this fight stay as they are."
"""What is said of a change that the fight, as far as it has come, does not show."""


def what_changed(before: Combat | None, after: Combat | None, *, quiet: bool = False) -> str:
    """What is otherwise in a fight, as sentences; nothing when there was and is no fight.

    ``quiet``: whether a change that does not show is passed over, as something else is told of it.
    """
    if after is None:
        return "" if before is None else f"Nobody fights at {_at(before)} any more (9.1)."
    if before is None or before.hex != after.hex:
        return f"{_at(after)} is fought over: {_first(after)}."
    told = changes.what_changed(before, after)
    if len(told) > 1:
        return " ".join(t for t in told if not quiet or t != say("combat.changed.else"))
    return "" if quiet else " ".join(told) if after.over else QUIET


def _at(combat: Combat) -> str:
    return title(combat.before, combat.hex)


def _first(combat: Combat) -> str:
    return heading(combat, 0) if combat.battles else "cargo may land"


def edit_name(state: State, edit: edits.Edit) -> str:
    """What an edit did, for its message and for Undo: readings by their rule and what they say.

    It is said whose a counter is where it is new, or others have such a counter in the hex too:
    ``Added Manila us L``.
    """
    if edit.verb == "ruling":
        return reading_name(edit.value)
    name, unit = edits.name(state, edit), edit.unit
    if unit is None or not (edit.verb == "add" or _others_have_one(state, unit)):
        return name
    place = state.board.label(unit.hex)
    return name.replace(place, f"{place} {unit.nation.short}", 1)


def _others_have_one(state: State, unit: Unit) -> bool:
    like = (u.nation for u in state.at(unit.hex) if u.kind is unit.kind)
    return any(nation is not unit.nation for nation in like)


def reading_name(value: str) -> str:
    """A reading chosen: ``Read 9.6.1b as: half of the difference``."""
    slug, _, name = value.partition("=")
    ruling = switches().get(slug)
    if ruling is None or name not in ruling.options:
        return f"Chose ruling {value}"
    says = ruling.options[name].partition(";")[0].rstrip(".")
    return f"Read {ruling.clauses[0]} as: {lowered(says)}"
