"""A side's bases and building sites as one HTML table, complete without script or style sheet."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from witp_learn.queries import BaseRow, Bases

_CELL = 'style="text-align:left;vertical-align:top;padding:4px 8px"'
_OUT = 'style="background:#1A1F26;color:#FFFFFF;text-align:left;vertical-align:top;padding:4px 8px"'
_SIGNS = {
    (True, True): "\N{CHECK MARK} linked",
    (True, False): "\N{MULTIPLICATION X} cut off",
    (False, True): "\N{CHECK MARK} can build",
    (False, False): "\N{MULTIPLICATION X} cannot build",
}


def base_table(found: Bases) -> str:
    """A row for each base and for each port or airfield held: linked or not, and why."""
    names = ("Hex", "Place", "Base", "Deciding fact", "Rules")
    head = "".join(f'<th scope="col" {_CELL}>{name}</th>' for name in names)
    rows = "".join(_row(row) for row in found)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"


def _row(row: BaseRow) -> str:
    answer = row.short_answer
    cell = _CELL if answer.good else _OUT
    sign = _SIGNS[row.is_base, answer.good]
    words = (row.label, sign, answer.deciding, ", ".join(answer.rules))
    cells = "".join(f"<td {cell}>{escape(w)}</td>" for w in words)
    return f'<tr><th scope="row" {_CELL}>{escape(row.hex)}</th>{cells}</tr>'
