"""Tables and answers as HTML for notebooks: complete without any script or style sheet."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from witp_learn.explain import Answer
    from witp_learn.hexgrid import HexId
    from witp_learn.model import Board
    from witp_learn.queries import AirZones, Supply

_SIGNS = {"in": "✓ in supply", "out": "✕ out of supply", "auto": "A always in supply"}
_CELL = 'style="text-align:left;vertical-align:top;padding:4px 8px"'
_OUT = 'style="background:#1A1F26;color:#FFFFFF;text-align:left;padding:4px 8px"'


def supply_table(found: Supply) -> str:
    """The supply check, a row for each row of units: unit, verdict, reason, rules."""
    head = "".join(
        f'<th scope="col" {_CELL}>{name}</th>'
        for name in ("Hex", "Unit", "Verdict", "Deciding fact", "Effect", "Rules")
    )
    rows = []
    for row in found:
        answer = row.short_answer
        cell = _OUT if row.badge == "out" else _CELL
        words = (row.label, _SIGNS[row.badge], answer.deciding, row.judgement.effect)
        cells = "".join(f"<td {cell}>{escape(w)}</td>" for w in (*words, ", ".join(answer.rules)))
        rows.append(f'<tr><th scope="row" {cell}>{escape(row.unit.at)}</th>{cells}</tr>')
    return f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table>"


def zone_table(found: AirZones) -> str:
    """The air zones of both sides, a row for each: hexes covered, hexes where it is lifted."""
    head = "".join(f'<th scope="col" {_CELL}>{name}</th>' for name in ("Side", "Covers", "Lifted"))
    rows = []
    for side, name, covers in (
        ("japan", "Japan", found.japan),
        ("allies", "The Allies", found.allies),
    ):
        told = (_hexes(found.board, hexes) for hexes in (covers, found.lifted[side]))
        cells = "".join(f"<td {_CELL}>{escape(text)}</td>" for text in told)
        rows.append(f'<tr><th scope="row" {_CELL}>{name}</th>{cells}</tr>')
    return f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table>"


def _hexes(board: Board, hexes: tuple[HexId, ...]) -> str:
    return ", ".join(f"{h} {board[h].name}".strip() for h in hexes) or "no hex"


def answer_html(answer: Answer) -> str:
    """One answer: verdict, deciding fact, tests, one change, what it rests on, rules."""
    parts = [f"<h4>{escape(answer.verdict)}</h4><p>{escape(answer.deciding)}</p>"]
    parts += [_tests(answer)] if answer.tabs else []
    if answer.heading:
        items = "".join(f"<li>{escape(c.text)}</li>" for c in answer.changes)
        parts.append(f"<p>{escape(answer.heading)}:</p><ul>{items}</ul>" if items else "")
    facts = "".join(f"<li>{escape(f'{f.text} ({f.grade})')}</li>" for f in answer.facts)
    parts.append(f"<p>{escape(answer.leans_on())}</p>" + (f"<ul>{facts}</ul>" if facts else ""))
    parts.append(f"<p>Rules: {escape(', '.join(answer.rules))}</p>")
    return "".join(parts)


def _tests(answer: Answer) -> str:
    rows = []
    for tab in answer.tabs:
        for test in tab.tests:
            cell = _OUT if test.stops else _CELL
            words = (tab.label, test.label, test.result, ", ".join(test.rules))
            cells = "".join(f"<td {cell}>{escape(w)}</td>" for w in words)
            rows.append(f"<tr>{cells}</tr>")
    names = (escape(answer.tabs[0].words("place")), "Test", "Found", "Rule")
    head = "".join(f'<th scope="col" {_CELL}>{name}</th>' for name in names)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table>"
