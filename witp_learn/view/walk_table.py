"""A walkthrough as one HTML table: what the rulebook says beside what is computed."""

from __future__ import annotations

from html import escape

from witp_learn.walkthrough import WalkStep, Walkthrough, reading_of

_CELL = 'style="text-align:left;vertical-align:top;padding:4px 8px"'
_DIFFERS = (
    'style="text-align:left;vertical-align:top;padding:4px 8px;background:#FFF0C9;color:#1A1F26"'
)


def walk_table(walk: Walkthrough) -> str:
    """A row for each step that the rulebook speaks of, or that a unit is looked at in.

    Complete without any script or style sheet. Where print and rule differ, the ruling is named.
    """
    names = ("Step", "The rulebook says", "Computed", "")
    head = "".join(f'<th scope="col" {_CELL}>{name}</th>' for name in names)
    rows = "".join(_row(step) for step in walk if step.computed)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"


def _row(step: WalkStep) -> str:
    said = "nothing; this step is ours"
    if step.book is not None:
        said = f"{step.book.says} ({', '.join(step.book.clauses)})"
    mark = "" if step.agrees is None else "✓ agree" if step.agrees else "≠ differ"
    computed = [step.computed]
    computed += [_differing(step)] if step.agrees is False else []
    computed += [f"Ruling {item.slug}: {reading_of(item)}" for item in step.rulings]
    cell = _DIFFERS if step.agrees is False else _CELL
    told = "<br>".join(escape(text) for text in computed)
    return (
        f'<tr><th scope="row" {_CELL}>{step.number}. {escape(step.title)}</th>'
        f"<td {_CELL}>{escape(said)}</td><td {cell}>{told}</td><td {cell}>{mark}</td></tr>"
    )


def _differing(step: WalkStep) -> str:
    points = (c for c in step.comparisons if not c.agrees)
    return "; ".join(f"{c.what}: printed {c.printed}, computed {c.computed}" for c in points) + "."
