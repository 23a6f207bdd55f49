"""The bars round the map of the move lab as HTML: title, what the map shows, key line, foot."""

from __future__ import annotations

from html import escape

from witp_learn.model import Side
from witp_learn.ui.buttons import button, home_link, redo, turns, undo
from witp_learn.ui.move_desk import MoveDesk
from witp_learn.ui.move_sight import Pane

NAMES = {Side.JAPAN: "Japan", Side.ALLIES: "Allies"}
"""A side as a short label."""


def bar(desk: MoveDesk) -> str:
    """The bar: title, position, turn, undo and redo, panels; on a phone title, undo and menu."""
    panes = (
        (plan_words(desk), Pane.PLAN),
        ("Open", Pane.OPEN),
        ("Share", Pane.SHARE),
        ("Find a rule", Pane.FIND),
        ("Keys", Pane.KEYS),
    )
    calls = "".join(
        button(words, "pane", pane.value, pressed=desk.pane is pane, kind="small wide")
        for words, pane in panes
    )
    return (
        f'<div class="witp-bar">{home_link()}<h1>Move lab</h1>'
        f'<span class="witp-name">{escape(desk.state.title or "Untitled position")}</span>'
        '<span class="witp-space"></span>'
        f"{turns(desk, 'turn', 'wide')}{undo(desk)}{redo(desk, 'small wide')}{calls}"
        f"{button('Menu', 'pane', 'menu', pressed=desk.pane is Pane.MENU, kind='small narrow')}"
        "</div>"
    )


def plan_words(desk: MoveDesk) -> str:
    """``Plan (2)``."""
    return f"Plan ({len(desk.impulses)})" if desk.impulses else "Plan"


def points_words(desk: MoveDesk) -> str:
    """``RP left: Japan 14, Allies 17``."""
    left = [(NAMES[side], desk.left(side)) for side in Side]
    if any(n is None for _, n in left):
        return "RP not counted"
    return "RP left: " + ", ".join(f"{name} {n}" for name, n in left)


def tools(desk: MoveDesk) -> str:
    """What the map shows, the RP left, and the zoom."""
    signs = (
        ("+", "in", "Zoom in"),
        ("\N{MINUS SIGN}", "out", "Zoom out"),
        ("0", "all", "Whole board or hexes in use"),
    )
    zoom = "".join(button(sign, "zoom", way, label=label) for sign, way, label in signs)
    edit = button("Edit counters", "pane", "edit", pressed=desk.pane is Pane.EDIT)
    return (
        '<div class="witp-tools" role="group" aria-label="What the map shows">'
        f'{overlays(desk)}{edit}<span class="witp-space"></span>'
        f'<span class="witp-zoom">{zoom}</span></div>'
    )


def overlays(desk: MoveDesk, where: str = "") -> str:
    """A button for each thing the map can show."""
    names = {
        "reach": "Reach",
        "enemy-zone": f"{desk.side.enemy.adjective} zone",
        "own-zone": f"{desk.side.adjective} zone",
        "ways": "Other ways",
        "control": "Control",
    }
    return "".join(
        button(names[name], "overlay", name, pressed=on, where=where)
        for name, on in desk.on.items()
    )


def key_line(desk: MoveDesk) -> str:
    """The line under the map: what the discs and lines mean, in words."""
    key = button("Key", "pane", "legend", pressed=desk.pane is Pane.LEGEND, label="Key of the map")
    marks = "".join(f"<span>{mark}</span>" for mark in _marks(desk))
    points = f'<span class="ml-points">{points_words(desk)}</span>'
    return f'<div class="witp-key">{marks}<span class="witp-space"></span>{points}{key}</div>'


def _marks(desk: MoveDesk) -> tuple[str, ...]:
    if desk.pane is Pane.EDIT:
        return ("Counters before the plan.",)
    if desk.drawing:
        return ("Next hex; the last one again ends the way.",)
    if desk.move is not None:
        dark = '<span class="ml-disc ml-step" aria-hidden="true">2</span> RP of a step'
        pale = '<span class="ml-disc ml-dear" aria-hidden="true">1</span> not to be paid'
        return (dark, *(() if desk.move.cannot_pay is None else (pale,)))
    if desk.pick is not None:
        reach = '<span class="ml-disc" aria-hidden="true">5</span> least RP to get there'
        dear = '<span class="ml-disc ml-dear" aria-hidden="true">9</span> too dear'
        return (reach, *(() if desk.left(desk.side) is None else (dear,)))
    if desk.impulses:
        return ("Blue: planned.", "Faded: has moved.")
    return ("Choose a hex with fleets or land units.",)


def foot(desk: MoveDesk) -> str:
    """The bottom bar of a phone: Units, Draw, Add to plan, Plan."""
    move = desk.pane is Pane.MOVE and not desk.rule
    return (
        '<div class="witp-foot" role="group" aria-label="What to do">'
        + button("Units", "let-go", kind="", pressed=move and desk.pick is None, where="foot-")
        + button(
            "Draw", "draw", kind="", pressed=desk.drawing, dim=desk.pick is None, where="foot-"
        )
        + button("Add", "plan", kind="", dim=desk.trial is None, where="foot-")
        + button(
            plan_words(desk),
            "pane",
            "plan",
            kind="",
            pressed=desk.pane is Pane.PLAN,
            where="foot-",
        )
        + "</div>"
    )
