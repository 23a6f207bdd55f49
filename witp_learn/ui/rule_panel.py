"""A rule of the rulebook as the drawer that every app opens from a rule chip."""

from __future__ import annotations

from witp_learn.rulebook import UnknownRule, look_up
from witp_learn.view.cards import notice, rule_drawer


def rule_panel(ref: str) -> str:
    """The drawer of a clause, section, ruling or term; a message when there is no such rule."""
    try:
        entry = look_up(ref)
    except UnknownRule as error:
        return notice("warning", str(error))
    many = len(entry.clauses) > 1
    said = [f"{c.id}: {c.says}" if many else c.says for c in entry.clauses]
    said = said or [t.text() for t in entry.terms]
    rulings = ((r.slug, r.question, f"{r.options[r.default]} {r.why}") for r in entry.rulings)
    return rule_drawer(entry.ref, entry.title, said, rulings)
