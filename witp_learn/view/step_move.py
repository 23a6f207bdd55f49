"""What the card and the map of a step show of a move: its ledger, its reasons, its ways."""

from __future__ import annotations

from collections.abc import Iterator

from witp_learn.view.move_ledger import ledger_html, reasons_html
from witp_learn.view.move_way import way_line
from witp_learn.view.scene import LineView
from witp_learn.walkthrough.move_look import MoveLook


def move_html(look: MoveLook) -> str:
    """The ledger of a move that may be made or is too dear, and all reasons against another."""
    move = look.move
    told = reasons_html(move.reasons, "All reasons") if len(move.reasons) > 1 else ""
    paid = move.legal or move.cannot_pay is not None
    return told + (ledger_html(move) if paid else "")


def move_lines(look: MoveLook) -> Iterator[LineView]:
    """The way of the move, over the others that the map shows beside it."""
    for way in look.others:
        yield LineView(way, kind="move", tone="other")
    yield way_line(look.move)


def way_marks(look: MoveLook) -> Iterator[str]:
    """What the marks of a way mean, for the line under the map."""
    yield "arrows: the way; discs: its RP" if look.move.legal else "dotted: cannot be gone"
    if look.others:
        yield "dashed: another way"
