"""Printed examples as HTML: what is printed beside what is computed, with every reading."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape
from itertools import groupby
from typing import TYPE_CHECKING

from witp_learn.explain import say
from witp_learn.rulebook import sections

if TYPE_CHECKING:
    from witp_learn.printed_examples import Printed, PrintedExample

_STYLE = "text-align:left;vertical-align:top;padding:4px 8px;overflow-wrap:anywhere"
_CELL = f'style="{_STYLE}"'
_HEAD = f'style="{_STYLE};padding-top:16px"'
_MARKED = f'style="{_STYLE};background:#FFF0C9;color:#1A1F26"'
_SIGNS = {"agrees": "✓", "condition": "✓", "contradiction": "≠"}
_DIFFERS = "✕"


def printed_table(found: Printed) -> str:
    """A row for each example: what is given, printed and computed, and the verdict.

    Complete without any script or style sheet. Where the rulebook is at odds with itself all
    readings are told, the one in use first.
    """
    names = (say(f"printed.column.{key}") for key in ("given", "printed", "computed"))
    head = "".join(f'<th scope="col" {_CELL}>{escape(name)}</th>' for name in names)
    body = "".join(_chapter(section, ones) for section, ones in groupby(found, _section))
    table = f'<table style="width:100%"><thead><tr>{head}</tr></thead>{body}</table>'
    return f"{_TITLE}<p>{escape(found.summary)}</p>{table}"


_TITLE = f'<h1 style="font-size:1.4em">{escape(say("printed.title"))}</h1>'


def _section(one: PrintedExample) -> str:
    return one.section


def _chapter(section: str, ones: Iterable[PrintedExample]) -> str:
    """The examples of one section under its number and title."""
    title = escape(f"{section}  {sections()[section]}")
    head = f'<tr><th scope="rowgroup" colspan="3" {_HEAD}>{title}</th></tr>'
    return f"<tbody>{head}{''.join(map(_row, ones))}</tbody>"


def _row(one: PrintedExample) -> str:
    plain = one.holds and one.verdict.value == "agrees"
    cell = _CELL if plain else _MARKED
    told = "".join(f"<br>{escape(text)}" for text in _told(one))
    return (
        f'<tr><th scope="row" {_CELL}>{escape(one.id)}<br>'
        f'<span style="font-weight:normal">{escape(one.given)}</span></th>'
        f"<td {_CELL}>{escape(one.printed)}</td>"
        f"<td {cell}>{escape(one.computed)}{told}</td></tr>"
    )


def _told(one: PrintedExample) -> Iterator[str]:
    """The verdict, the other readings, and what else is to be said."""
    sign = _SIGNS[one.verdict.value] if one.holds else _DIFFERS
    yield f"{sign} {one.told}"
    yield from one.besides


def example_card(one: PrintedExample) -> str:
    """One example: given, printed, computed, the verdict with all readings, and how."""
    rows = {
        "given": one.given,
        "printed": one.printed,
        "computed": one.computed,
        "verdict": one.told,
    }
    body = "".join(
        f'<tr><th scope="row" {_CELL}>{escape(say(f"printed.label.{key}"))}</th>'
        f"<td {_CELL}>{escape(text)}</td></tr>"
        for key, text in rows.items()
    )
    more = [*one.besides, one.used.how, one.row.note]
    told = "".join(f"<p>{escape(text)}</p>" for text in more if text)
    return f"<h4>{escape(f'{one.id}: {one.says}')}</h4><table><tbody>{body}</tbody></table>{told}"
