"""The ledger of a battle and its result as HTML: Japan left, the Allies right, rules between.

Everything builds on the cards (`witp_learn.view.cards`): rule chips are its buttons, so that the
page companion handles them alike. Classes, styled in ``combat.css``:

- ``cb-ledger`` the ledger, a ``w-card``; ``cb-rows`` its table; a row is ``cb-row`` with
  ``cb-k-units`` and so on for its kind; ``cb-tie`` a roll that was a tie
- ``cb-text`` and ``cb-value`` the two cells of a side, with ``cb-jp`` or ``cb-al``; ``cb-mid`` the
  label and rules between; ``cb-zero`` a cell that gives nothing; ``cb-won`` the winner's total
- ``cb-print`` what the rulebook prints, with ``cb-same`` or ``cb-differs``
- ``cb-result`` the result, a ``w-card``; ``cb-lines``, ``cb-bound`` the number that bound a cap
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain

from witp_learn.model import Side
from witp_learn.rules.combat_answers.records import Cell, Line, Row, Sheet
from witp_learn.view.cards import chips
from witp_learn.view.combat_parts import SIDE_NAMES, dice_svg, side_class
from witp_learn.view.svg import text_of

STRESSED = ("strength", "total")
"""Kinds of rows that add up the rows above them."""


def ledger_html(
    sheet: Sheet,
    *,
    printed: bool = False,
    printed_in: str = "",
    titled: bool = True,
    one_stop: bool = False,
) -> str:
    """The ledger of a battle, line by line.

    A line that gives 0 stays, struck through, with its reason. ``printed``: whether the numbers of
    the rulebook stand beside the computed ones; ``printed_in``: the section they are printed in.
    ``titled``: whether the card has a heading; without, it is named for screen readers only.
    ``one_stop``: whether the page companion makes its rules one stop of the Tab key.
    """
    name, head = _name(sheet), ""
    stop = _ONE_STOP if one_stop else ""
    if titled:
        kicker = f'<p class="w-kicker">{text_of(sheet.heading)}</p>' if sheet.heading else ""
        head = f"{kicker}<h2>{text_of(sheet.title)}</h2>"
    where = printed_in if printed else None
    return (
        f'<section class="w-card cb-ledger"{stop} aria-label="Ledger: {name}">{head}'
        f'<table class="cb-rows"><caption class="w-hidden">{name}: both strengths, line by line'
        f"</caption>{_COLUMNS}{_head()}<tbody>{''.join(_body(sheet, where))}</tbody></table>"
        "</section>"
    )


_ONE_STOP = ' data-roving="1"'


def _name(sheet: Sheet) -> str:
    return text_of(", ".join(t for t in (sheet.title, sheet.heading) if t))


_COLUMNS = (
    '<colgroup><col><col class="cb-numbers"></colgroup>'
    '<colgroup><col class="cb-rules"></colgroup>'
    '<colgroup><col class="cb-numbers"><col></colgroup>'
)


def _head() -> str:
    sides = {
        side: f'<th scope="col" colspan="2" class="cb-side {side_class(side)}">'
        f"<span>{name}</span></th>"
        for side, name in SIDE_NAMES.items()
    }
    middle = '<th scope="col" class="cb-middle"><span class="w-hidden">Line and rules</span></th>'
    return f"<thead><tr>{sides[Side.JAPAN]}{middle}{sides[Side.ALLIES]}</tr></thead>"


def _body(sheet: Sheet, printed_in: str | None) -> Iterable[str]:
    """All rows; rolls that were ties stand above the dice that decided, or at the end."""
    kinds = [row.kind for row in sheet.rows]
    at = kinds.index("die") if "die" in kinds else len(kinds)
    rows = [_row(row, place, sheet, printed_in) for place, row in enumerate(sheet.rows)]
    ties = [
        f'<tr class="cb-tie"><td colspan="5"><span aria-hidden="true">↻</span> {text_of(told)}'
        "</td></tr>"
        for told in sheet.rolls
    ]
    return chain(rows[:at], ties, rows[at:])


def _row(row: Row, place: int, sheet: Sheet, printed_in: str | None) -> str:
    said = (row.printed if printed_in is not None else ("", ""), printed_in or "")
    left = _half(row, Side.JAPAN, _printed(row.japan, said[0][0], said[1]), sheet)
    right = _half(row, Side.ALLIES, _printed(row.allies, said[0][1], said[1]), sheet)
    rules = f'<span class="w-chips">{chips(row.rules, f"{row.kind}{place}")}</span>'
    return (
        f'<tr class="cb-row cb-k-{text_of(row.kind)}">{left[0]}{left[1]}'
        f'<th scope="row" class="cb-mid"><span class="cb-label">{text_of(row.label)}</span>'
        f"{rules if row.rules else ''}</th>{right[1]}{right[0]}</tr>"
    )


def winner(sheet: Sheet) -> Side | None:
    """Who has the higher total; None before the dice lie and on a tie."""
    for row in sheet.rows:
        if row.kind == "total" and row.japan and row.allies:
            ours, theirs = row.japan.value, row.allies.value
            if ours is not None and theirs is not None and ours != theirs:
                return Side.JAPAN if ours > theirs else Side.ALLIES
    return None


def _half(row: Row, side: Side, printed: str, sheet: Sheet) -> tuple[str, str]:
    """A side's two cells of a row: its words, and its number."""
    cell, kind = row.japan if side is Side.JAPAN else row.allies, side_class(side)
    if cell is None:
        none = '<span class="w-hidden">none</span>'
        return f'<td class="cb-text {kind}">{none}</td>', f'<td class="cb-value {kind}"></td>'
    hexes = f' data-hexes="{text_of(cell.hex)}"' if cell.hex else ""
    zero = " cb-zero" if cell.zero else ""
    words = f'<td class="cb-text {kind}{zero}"{hexes}>{_words(row, cell, side)}{printed}</td>'
    return words, f'<td class="cb-value {kind}{zero}">{_value(row, cell, side, sheet)}</td>'


def _words(row: Row, cell: Cell, side: Side) -> str:
    if row.kind == "die":
        words = cell.text or ("" if cell.die else "not thrown yet")
        return (
            f'<span class="cb-die">{dice_svg(cell.die, side)}<span>{text_of(words)}</span></span>'
        )
    if not cell.zero:
        return text_of(cell.text)
    return f'<s>{text_of(cell.text)}</s><span class="w-note">gives 0: {text_of(cell.zero)}</span>'


def _value(row: Row, cell: Cell, side: Side, sheet: Sheet) -> str:
    if cell.zero:
        return "<s>0</s>"
    if cell.value is None:
        return '<span aria-hidden="true">–</span>'
    if row.kind == "total" and winner(sheet) is side:
        return f'<span class="cb-won {side_class(side)}">{cell.value}</span>'
    return str(cell.value)


def _printed(cell: Cell | None, printed: str, printed_in: str) -> str:
    value = cell.value if cell is not None and not cell.zero else 0
    return print_note(printed, "" if value is None else str(value), printed_in)


def print_note(printed: str, computed: str, printed_in: str = "") -> str:
    """What the rulebook prints beside what is computed; nothing where it prints nothing."""
    if not printed:
        return ""
    if printed == computed:
        return '<span class="cb-print cb-same"><span aria-hidden="true">✓ </span>as printed</span>'
    where = f" ({printed_in})" if printed_in else ""
    both = f"printed {printed}, computed {computed}" if computed else f"printed {printed}"
    return f'<span class="cb-print cb-differs">{text_of(both + where)}</span>'


def result_html(
    sheet: Sheet, *, printed: bool = False, printed_in: str = "", one_stop: bool = False
) -> str:
    """What the dice have decided: verdict, deciding fact, and the lines of the result.

    Each line has its sum, the number that bound a cap, and its rules. Empty until there is a
    verdict. ``printed``, ``printed_in`` and ``one_stop`` as in `ledger_html`.
    """
    if not sheet.verdict:
        return ""
    side = winner(sheet)
    mark = f'<span class="cb-mark {side_class(side)}" aria-hidden="true"></span>' if side else ""
    fact = f'<p class="w-deciding">{text_of(sheet.deciding)}</p>' if sheet.deciding else ""
    lines = "".join(
        _line(line, place, printed_in if printed else None)
        for place, line in enumerate(sheet.lines)
    )
    lines = f'<ul class="cb-lines">{lines}</ul>' if lines else ""
    rules = ""
    if sheet.rules:
        rules = (
            f'<p class="w-chips"><span class="w-hidden">Rules: </span>'
            f"{chips(sheet.rules, 'result')}</p>"
        )
    return (
        f'<section class="w-card cb-result"{_ONE_STOP if one_stop else ""} '
        f'aria-label="Result: {_name(sheet)}">'
        f'<h2 class="w-verdict">{mark}<span>{text_of(sheet.verdict)}</span></h2>'
        f"{fact}{lines}{rules}</section>"
    )


def _line(line: Line, place: int, printed_in: str | None) -> str:
    hexes = f' data-hexes="{text_of(" ".join(line.hexes))}"' if line.hexes else ""
    worked = f'<span class="w-note">{text_of(line.sum)}</span>' if line.sum else ""
    bound = f'<span class="cb-bound">{text_of(line.bound)}</span>' if line.bound else ""
    said = ""
    if printed_in is not None:
        said = print_note(line.printed, line.found, printed_in)
    rules = f'<span class="w-chips">{chips(line.rules, f"{line.key}{place}")}</span>'
    return (
        f'<li class="cb-line cb-l-{text_of(line.key)}"{hexes}><span class="cb-found">'
        f"<strong>{text_of(line.text)}</strong>{worked}{bound}{said}</span>"
        f"{rules if line.rules else ''}</li>"
    )
