"""The shipped data as a page: how much of it is known and how well, and every datum with its grade.

The page needs no engine, and so it shows the data that comes with the companion, not an owner's.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from witp_learn.components import shipped_board
from witp_learn.hexgrid import centre, corners
from witp_learn.model import Grade, Terrain
from witp_learn.view import style
from witp_learn.view.frame import frame_box
from witp_learn.view.home_index import Page, rules
from witp_learn.view.provenance import GRADES, Datum, Row, Table, tables
from witp_learn.view.register import filters, register_page, select
from witp_learn.view.site import link, titled
from witp_learn.view.svg import finished, path, rect, text_of

CHECK = "map_check.ipynb"

MEANING = {
    Grade.PRINTED: "the rulebook says it",
    Grade.DERIVED: "it follows from what the rulebook says",
    Grade.ASSUMED: "ours; your copy of the game may say otherwise",
    Grade.UNKNOWN: "nothing speaks for either answer; a placeholder",
}

MOST_REASONS = 3
"""Reasons of assumptions shown for each table; the entries hold them all."""


def data_html(notebooks: Sequence[Page]) -> str:
    """The body of the data page as HTML, with its style and script.

    ``notebooks``: those that can be opened; without the map check there is no link to it.
    """
    found = tables()
    check = next((n for n in notebooks if n.path.rpartition("/")[2] == CHECK), None)
    count = sum(len(table.rows) for table in found)
    main = (
        f'<div class="wr-intro">{_intro(found, check)}{_summary(found)}{_assumptions(found)}</div>'
        f"{_filters(found, count)}"
        f'<div class="wr-list">{"".join(_group(table) for table in found)}</div>'
    )
    foot = "<p>Nothing leaves this computer. No art and no text of the game is shipped.</p>"
    data = {**rules(), **index(found)}
    return register_page("data", titled("Where the data comes from"), main, foot, data)


def index(found: Iterable[Table]) -> dict[str, Any]:
    """All data by number, to keep it small.

    ``texts``: every label, value, section and reason once. ``rows``: for each entry of the page,
    in order, its data as label, value, grade, section and reason, each a place in a list;
    ``grades``: the grades.
    """
    texts: dict[str, int] = {}

    def place(text: str) -> int:
        return texts.setdefault(text, len(texts))

    def told(datum: Datum) -> list[int]:
        origin = datum.origin
        number = GRADES.index(origin.grade)
        words = place(datum.label), place(datum.value)
        return [*words, number, place(origin.section), place(origin.why)]

    rows = [[told(datum) for datum in row.data] for table in found for row in table.rows]
    return {"rows": rows, "texts": list(texts), "grades": [grade.value for grade in GRADES]}


def mark(grade: Grade) -> str:
    """A grade as a small sign with its word in it."""
    return f'<span class="wd-grade wd-{grade.value}">{grade.value}</span>'


# ---------------------------------------------------------------- above the entries


def _intro(found: Sequence[Table], check: Page | None) -> str:
    count = sum(sum(table.counts.values()) for table in found)
    ours = (
        link(check.href, "Check them against your own map", "wd-check")
        + ": what you confirm and correct is kept and shown there."
        if check
        else "An owner of the game puts a folder of their own in its place."
    )
    return (
        f"<p>The rulebook holds no map, no counter sheet and almost no card text. What it says is "
        f"taken over; the rest is worked out or assumed, and each of these {count} data says "
        f"which. This page shows the shipped data. {ours}</p>"
    )


def _summary(found: Sequence[Table]) -> str:
    used = [g for g in GRADES if any(table.counts[g] for table in found)]
    head = "".join(f'<th scope="col">{mark(grade)}</th>' for grade in used)
    rows = "".join(
        f'<tr><th scope="row">{text_of(table.title)}</th>'
        f"{''.join(f'<td>{table.counts[g] or _NONE}</td>' for g in used)}</tr>"
        for table in found
    )
    total = "".join(f"<td>{sum(table.counts[g] for table in found)}</td>" for g in used)
    meant = "".join(f"<div><dt>{mark(g)}</dt><dd>{MEANING[g]}</dd></div>" for g in MEANING)
    return (
        '<div class="wd-summary"><table><caption class="wh-unseen">Data by table and grade'
        f"</caption><thead><tr><td></td>{head}</tr></thead><tbody>{rows}</tbody><tfoot><tr>"
        f'<th scope="row">All</th>{total}</tr></tfoot></table>'
        f'<dl class="wd-meaning">{meant}</dl></div>'
    )


_NONE = '<span aria-hidden="true">–</span><span class="wh-unseen">none</span>'


def _assumptions(found: Sequence[Table]) -> str:
    parts = "".join(_reasons(table) for table in found if table.counts[Grade.ASSUMED])
    return (
        '<details class="wd-reasons"><summary>The main assumptions, table by table</summary>'
        f"{parts}</details>"
    )


def _reasons(table: Table) -> str:
    reasons = table.reasons(Grade.ASSUMED)
    rows = "".join(
        f"<li><b>{count}</b> {text_of(why)}</li>" for why, count in reasons[:MOST_REASONS]
    )
    rest = len(reasons) - MOST_REASONS
    more = f"<li><b></b> and {rest} more reasons, each in its entry</li>" if rest > 1 else ""
    return f"<h2>{text_of(table.title)}</h2><ul>{rows}{more}</ul>"


# ---------------------------------------------------------------- entries


def _filters(found: Sequence[Table], count: int) -> str:
    listed = [(table.name, f"{table.title} ({len(table.rows)})") for table in found]
    grades = [(g.value, g.value) for g in GRADES if any(t.counts[g] for t in found)]
    selects = (
        select("table", "Table", "all tables", listed),
        select("grade", "Grade of what is shown", "any", grades),
    )
    return filters("Data", "Find a place, hex or reason", selects, count)


def _group(table: Table) -> str:
    rows = "".join(_entry(table, number, row) for number, row in enumerate(table.rows))
    return (
        f'<section class="wr-group" id="{table.name}"><h2>{text_of(table.title)}</h2>{rows}'
        "</section>"
    )


def _entry(table: Table, number: int, row: Row) -> str:
    shown = [datum for datum in row.data if not datum.quiet]
    grades = " ".join(dict.fromkeys(datum.origin.grade.value for datum in shown))
    name = f"{table.name}-{row.title if table.name == 'hexes' else number + 1}"
    data = "".join(
        f'<span class="wd-datum">{text_of(_short(datum))} {mark(datum.origin.grade)}</span>'
        for datum in shown
    )
    return (
        f'<details class="wr-entry" id="{name}" data-table="{table.name}" data-grade="{grades}">'
        f"<summary><strong>{text_of(row.title)}</strong>{data}</summary></details>"
    )


def _short(datum: Datum) -> str:
    """A datum in few words: what speaks for itself needs no label."""
    if datum.value in ("yes", "no", "none") or datum.value.isdecimal():
        return f"{datum.label}: {datum.value}"
    if datum.label in ("supply source", "seas"):
        return f"{datum.label}: {datum.value}"
    return datum.value


# ---------------------------------------------------------------- pictures

_PX = 17
"""Width of a hex in the picture of the whole map."""

_FILLS = {
    Grade.PRINTED: style.INK,
    Grade.DERIVED: style.CONTROL,
    Grade.ASSUMED: style.ASSUMED_PAPER,
    Grade.UNKNOWN: style.WHITE,
    Grade.CONFIRMED: style.SUPPLIED,
}


def data_picture() -> str:
    """How much of each table has which grade, as bars, as decoration."""
    bars = []
    for row, table in enumerate(tables()):
        total, left, top = sum(table.counts.values()), 0.0, 14 + row * 25
        for grade in GRADES:
            width = 256 * table.counts[grade] / total
            if width:
                shape: dict[str, Any] = {"fill": _FILLS[grade], "stroke": style.ASSUMED}
                bars.append(rect(12 + left, top, width, 16, **shape))
            left += width
    picture = finished((0, 0, 280, 168), *bars)
    return f'<div class="wh-picture wh-drawn" aria-hidden="true">{picture}</div>'


def map_picture() -> str:
    """The whole map, small, as decoration: a disc where the ground is known, a ring where not."""
    board = shipped_board()
    grounds: dict[str, list[str]] = {}
    known: list[str] = []
    open_: list[str] = []
    for hex_id, place in board.hexes.items():
        points = " ".join(f"{x * _PX:.0f} {y * _PX:.0f}" for x, y in corners(hex_id))
        grounds.setdefault(_GROUND[place.terrain], []).append(f"M{points}z")
        x, y = centre(hex_id)
        signs = open_ if place.origin("terrain").grade.is_open else known
        signs.append(f"M{x * _PX:.0f} {y * _PX:.0f}h0")
    drawn = "".join(path("".join(parts), fill=fill) for fill, parts in grounds.items())
    dots: dict[str, Any] = {"fill": "none", "stroke_linecap": "round"}
    drawn += path("".join(known), stroke=style.INK, stroke_width=7, **dots)
    drawn += path("".join(open_), stroke=style.CONTROL, stroke_width=4, **dots)
    drawn += path("".join(open_), stroke=style.WHITE, stroke_width=2, **dots)
    picture = finished(frame_box(board.hexes, _PX), drawn)
    return f'<div class="wh-picture wh-drawn" aria-hidden="true">{picture}</div>'


_GROUND = {Terrain.LAND: style.LAND, Terrain.SHALLOW: style.SHALLOW, Terrain.DEEP: style.DEEP}
