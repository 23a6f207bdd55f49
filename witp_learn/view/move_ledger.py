"""A move as HTML: its ledger as a table, its reasons, the ways as a list. All words are escaped.

Actions: ``way`` (place in the list), ``rule`` (clause). The classes, styled in ``move.css``:
``mv-ledger`` with ``mv-unpaid`` on the first row that cannot be paid; ``mv-reasons``; ``mv-ways``
with ``mv-way`` rows.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib.resources import files

from witp_learn.model import Kind, Leaving
from witp_learn.rules.charges import Item, sum_text
from witp_learn.rules.moves import Move
from witp_learn.rules.refusals import Refusal
from witp_learn.view.cards import button, chips
from witp_learn.view.move_view import hexes_of, touching
from witp_learn.view.svg import text_of

_WHAT = {"activation": "Activation", "hex": "Hex", "azoc": "Air zone", "jungle": "Jungle"}


@cache
def move_css() -> str:
    """The style sheet of ledger, reasons and ways; it builds upon `card_css`."""
    return (files("witp_learn.view") / "move.css").read_text("utf-8")


def ledger_html(move: Move) -> str:
    """The ledger: each item with its hex, what it is, its RP, the sum so far, what is left.

    Where something bars the way, the sum stops there: its row says so, and those behind are not
    told.
    """
    counted = move.available is not None
    heads = ["Hex", "For", "RP", "Sum", *(["Left"] if counted else [])]
    head = "".join(f'<th scope="col">{h}</th>' for h in heads)
    unpaid, barred = move.cannot_pay, barred_item(move)
    items = move.ledger if barred is None else move.ledger[:barred]
    rows, paid = [], 0
    for item in items:
        paid += item.rp
        left = None if move.available is None else move.available - paid
        rows.append(_row(move, item, paid, left, item is unpaid))
    if barred is not None:
        rows.append(_barred_row(move, move.ledger[barred], len(heads)))
    told = sum_text(items) if items else "nothing"
    words = told if barred is None else f"Up to there: {told}"
    foot = (
        f'<tr class="mv-total"><th scope="row" colspan="2">{text_of(words)}</th>'
        f'<td class="mv-n">{paid}</td><td></td>{"<td></td>" if counted else ""}</tr>'
    )
    return (
        f'<table class="mv-ledger"><caption class="w-hidden">What the move costs</caption>'
        f"<thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody><tfoot>{foot}</tfoot></table>"
    )


_GOES_ON = ("enemy_fleet", "enemy_land", "no_carrier", "left_all")
"""Reasons that let a hex on the way be entered, but nobody go on from it."""


def barred_item(move: Move) -> int | None:
    """The place in the ledger of the first step that may not be made, whatever RP there are.

    None for a move that may be made, or is only too dear.

    Rules: 8.4e, 8.5h, 8.5k
    """
    barred = [r for r in move.reasons if r.why != "no_rp"]
    if not barred or not move.ledger:
        return None
    way, enters = hexes_of(move), [i for i, one in enumerate(move.ledger) if one.what == "hex"]
    steps = [way.index(r.hex) + (r.why in _GOES_ON) for r in barred if r.hex in way]
    first = min(min(steps, default=0), len(enters))
    return enters[first - 1] if first else 0


def _barred_row(move: Move, item: Item, columns: int) -> str:
    """The step that may not be made; nothing is summed for it."""
    where = _where(move, item)
    return (
        f'<tr class="mv-row mv-unpaid mv-barred"><th scope="row">{where}</th>'
        f'<td colspan="{columns - 1}">{_WHAT[item.what]}'
        f'<span class="mv-mark">not allowed: the sum stops here</span></td></tr>'
    )


def _where(move: Move, item: Item) -> str:
    place = move.state.board[item.hex]
    named = f"{text_of(place.name)} " if place.name else ""
    return f'{named}<span class="mv-id">{item.hex}</span>'


def _row(move: Move, item: Item, paid: int, left: int | None, unpaid: bool) -> str:
    mark = '<span class="mv-mark">first you cannot pay</span>' if unpaid else ""
    rest = ""
    if left is not None:
        minus = f"\N{MINUS SIGN}{-left}" if left < 0 else str(left)
        rest = f'<td class="mv-n">{minus}</td>'
    sub = " mv-sub" if item.what in ("azoc", "jungle") else ""
    cls = f"mv-row{sub}{' mv-unpaid' if unpaid else ''}"
    return (
        f'<tr class="{cls}"><th scope="row">{_where(move, item)}</th>'
        f"<td>{_WHAT[item.what]}{mark}</td>"
        f'<td class="mv-n">{item.rp}</td><td class="mv-n">{paid}</td>{rest}</tr>'
    )


def reasons_html(reasons: Sequence[Refusal], title: str) -> str:
    """Every reason with its clause."""
    if not reasons:
        return ""
    items = "".join(
        f"<li><span>{text_of(r.text)}.</span> {chips([r.rule], f'why{i}')}</li>"
        for i, r in enumerate(reasons)
    )
    return f'<h3>{text_of(title)}</h3><ul class="mv-reasons">{items}</ul>'


def ways_html(ways: Sequence[Move], chosen: Move | None, total: int) -> str:
    """The ways to the target as buttons, cheapest first; the chosen one is pressed."""
    if not ways:
        return ""
    best = ways[0].cost
    shown = sum(1 for m in ways if m.cost == best)
    rows = []
    for index, way in enumerate(ways):
        same = chosen is not None and way.leaving == chosen.leaving
        pressed = same and chosen is not None and hexes_of(way) == hexes_of(chosen)
        rows.append(f"<li>{_way(way, index, pressed, best)}</li>")
    head = "" if shown == total else f'<p class="mv-shown">{shown} of {total} are listed.</p>'
    return f'{head}<ul class="mv-ways">{"".join(rows)}</ul>'


def _way(way: Move, index: int, pressed: bool, best: int) -> str:
    label = way.state.board.label
    path = ", ".join(label(h) for h in hexes_of(way)[1:])
    more = way.cost - best
    sign = f" (+{more})" if more else ""
    left = "".join(f", leaving {_many(one)} at {label(one.at[:4])}" for one in way.leaving)
    dear = "" if way.cannot_pay is None else " · too dear"
    inner = (
        f'<span class="mv-cost">{way.cost} RP</span><span>{text_of(path + left)}{sign}{dear}</span>'
    )
    return button(
        "",
        "way",
        index,
        kind="mv-way",
        inner=inner,
        aria_pressed="true" if pressed else "false",
        data_hexes=" ".join(hexes_of(way)),
    )


def _many(left: Leaving) -> str:
    """``1 naval unit``."""
    many = {kind: sum(u.count for u in left.units if u.kind is kind) for kind in Kind}
    told = (f"{n} {kind.noun}{'' if n == 1 else 's'}" for kind, n in many.items() if n)
    return " and ".join(told)


def move_text(verdict: str, move: Move) -> str:
    """A move in lines, for a message: verdict, way, ledger or reasons."""
    label = move.state.board.label
    way = ", ".join(f"{label(h)} {h}" if label(h) != h else h for h in hexes_of(move))
    lines = [verdict, *([f"Way: {way}"] if touching(move) else [])]
    if move.reasons:
        lines += [f"- {r.text} ({r.rule})" for r in move.reasons]
    else:
        lines += [f"- {item.text}: {item.rp} RP ({item.rule})" for item in move.ledger]
        lines.append(f"= {move.cost} RP: {sum_text(move.ledger)}")
    return "\n".join(lines)
