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
    """The ledger: each item with its hex, what it is, its RP, the sum so far, what is left."""
    counted = move.available is not None
    heads = ["Hex", "For", "RP", "Sum", *(["Left"] if counted else [])]
    head = "".join(f'<th scope="col">{h}</th>' for h in heads)
    unpaid = move.cannot_pay
    rows, paid = [], 0
    for item in move.ledger:
        paid += item.rp
        left = None if move.available is None else move.available - paid
        rows.append(_row(move, item, paid, left, item is unpaid))
    foot = (
        f'<tr class="mv-total"><th scope="row" colspan="2">{text_of(sum_text(move.ledger))}</th>'
        f'<td class="mv-n">{move.cost}</td><td></td>{"<td></td>" if counted else ""}</tr>'
    )
    return (
        f'<table class="mv-ledger"><caption class="w-hidden">What the move costs</caption>'
        f"<thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody><tfoot>{foot}</tfoot></table>"
    )


def _row(move: Move, item: Item, paid: int, left: int | None, unpaid: bool) -> str:
    place = move.state.board[item.hex]
    named = f"{text_of(place.name)} " if place.name else ""
    mark = '<span class="mv-mark">first you cannot pay</span>' if unpaid else ""
    rest = ""
    if left is not None:
        minus = f"\N{MINUS SIGN}{-left}" if left < 0 else str(left)
        rest = f'<td class="mv-n">{minus}</td>'
    sub = " mv-sub" if item.what in ("azoc", "jungle") else ""
    cls = f"mv-row{sub}{' mv-unpaid' if unpaid else ''}"
    where = f'{named}<span class="mv-id">{item.hex}</span>'
    return (
        f'<tr class="{cls}"><th scope="row">{where}</th>'
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
