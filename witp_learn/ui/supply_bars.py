"""The bars round the map of the supply lab as HTML: title, overlays, key line, bottom bar."""

from __future__ import annotations

from html import escape

from witp_learn.model import Side
from witp_learn.ui.buttons import button, home_link, redo, turns, undo
from witp_learn.ui.supply_desk import SupplyDesk
from witp_learn.ui.supply_selection import Pane


def bar(desk: SupplyDesk) -> str:
    """The bar: title, position, turn, undo and redo, open, share, find.

    On a phone title, undo and menu.
    """
    return "".join(
        (
            '<div class="witp-bar">',
            home_link(),
            "<h1>Supply lab</h1>",
            f'<span class="witp-name">{escape(desk.state.title or "Untitled position")}</span>',
            '<span class="witp-space"></span>',
            turns(desk, "turn", "wide"),
            undo(desk),
            redo(desk, "small wide"),
            button("Bases", "pane", "bases", pressed=desk.pane is Pane.BASES, kind="small wide"),
            button("Open", "pane", "open", pressed=desk.pane is Pane.OPEN, kind="small wide"),
            button("Share", "pane", "share", pressed=desk.pane is Pane.SHARE, kind="small wide"),
            button(
                "Find a rule", "pane", "find", pressed=desk.pane is Pane.FIND, kind="small wide"
            ),
            button("Keys", "pane", "keys", pressed=desk.pane is Pane.KEYS, kind="small wide"),
            button("Menu", "pane", "menu", pressed=desk.pane is Pane.MENU, kind="small narrow"),
            "</div>",
        )
    )


def tools(desk: SupplyDesk) -> str:
    """The overlay row."""
    zoom = "".join(
        button(sign, "zoom", value, label=label)
        for sign, value, label in (
            ("+", "in", "Zoom in"),
            ("\N{MINUS SIGN}", "out", "Zoom out"),
            ("0", "all", "Whole board or hexes in use"),
        )
    )
    return (
        '<div class="witp-tools" role="group" aria-label="What the map shows">'
        f'{overlays(desk)}<span class="witp-space"></span>'
        f'<span class="witp-zoom">{zoom}</span></div>'
    )


def overlays(desk: SupplyDesk, where: str = "") -> str:
    """A button for each thing the map can show."""
    names = {
        "supply": "Supply",
        "enemy-zone": f"{desk.side.enemy.adjective} zone",
        "own-zone": f"{desk.side.adjective} zone",
        "control": "Control",
        "network": "Network",
        "all-lines": "All lines",
        "counters": "Counters",
    }
    return "".join(
        button(names[name], "overlay", name, pressed=on or _held_on(desk, name), where=where)
        for name, on in desk.on.items()
    )


def _held_on(desk: SupplyDesk, overlay: str) -> bool:
    """Whether an overlay is on because the panel beside the map speaks of it."""
    return overlay == "network" and desk.pane is Pane.BASES


def key_line(desk: SupplyDesk) -> str:
    """The line under the map: what the marks mean, in words."""
    side = desk.side.enemy
    slope = "rising" if side is Side.JAPAN else "falling"
    assumed = '<span class="witp-assumed" aria-hidden="true">\N{WHITE CIRCLE}</span> assumed'
    marks = (
        _sign("in", "\N{CHECK MARK}") + " in supply",
        _sign("out", "\N{MULTIPLICATION X}") + " out",
        _sign("auto", "A") + " always in",
        f"<span>{escape(side.adjective)} zone: {slope}"
        '<span class="witp-words"> lines, lifted dotted</span></span>',
        assumed,
    )
    pressed = desk.pane is Pane.LEGEND
    key = button("Key", "pane", "legend", pressed=pressed, label="Key of the map")
    return f'<div class="witp-key">{"".join(f"<span>{m}</span>" for m in marks)}{key}</div>'


def _sign(badge: str, sign: str) -> str:
    return f'<span class="w-badge w-b-{badge}" aria-hidden="true">{sign}</span>'


def foot(desk: SupplyDesk) -> str:
    """The bottom bar of a phone: Why, Turn over, Add, Units."""
    return (
        '<div class="witp-foot" role="group" aria-label="What to do">'
        + button("Why", "why", kind="", pressed=desk.pane is Pane.CARD and not desk.rule)
        + button("Turn over", "flip", kind="", dim=desk.row is None)
        + button("Add", "pane", "add", kind="", pressed=desk.pane is Pane.ADD)
        + button("Units", "pane", "units", kind="", pressed=desk.pane is Pane.UNITS)
        + "</div>"
    )
