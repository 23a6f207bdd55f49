"""The bars of the combat lab as HTML: title, strip of the fight, key line, bottom bar."""

from __future__ import annotations

from html import escape

from witp_learn.rules.combat_answers.sheet import heading, links
from witp_learn.rules.combat_answers.words import title
from witp_learn.ui.buttons import button, home_link, redo, turns, undo
from witp_learn.ui.combat_desk import CombatDesk
from witp_learn.ui.combat_sight import Pane, View
from witp_learn.view.combat_strip import strip_html

VIEWS = (
    (View.LEDGER, "Ledger"),
    (View.ROLLS, "36 rolls"),
    (View.WHAT_IF, "What if"),
    (View.MAP, "Map"),
)


def bar(desk: CombatDesk) -> str:
    """The bar: title, fight, turn, undo and redo, panels; on a phone the fight, undo and menu."""
    panes = (
        ("Open", Pane.OPEN),
        ("Share", Pane.SHARE),
        ("Rulings", Pane.RULINGS),
        ("Find a rule", Pane.FIND),
        ("Keys", Pane.KEYS),
    )
    calls = "".join(
        button(words, "pane", pane.value, pressed=desk.pane is pane, kind="small wide")
        for words, pane in panes
    )
    return (
        f'<div class="witp-bar">{home_link()}<h1>Combat lab</h1>'
        f'<span class="witp-name">{escape(fight_name(desk))}</span>'
        '<span class="witp-space"></span>'
        f"{turns(desk, 'turn', 'wide')}{undo(desk)}{redo(desk, 'small wide')}{calls}"
        f"{button('Menu', 'pane', 'menu', pressed=desk.pane is Pane.MENU, kind='small narrow')}"
        "</div>"
    )


def fight_name(desk: CombatDesk) -> str:
    """``Manila 0606 · landing, fight 2 of 2``."""
    combat = desk.combat
    if combat is None:
        return desk.state.title or "No fight"
    named = title(combat.before, combat.hex)
    if desk.after:
        return f"{named} · after the fight"
    return f"{named} · {heading(combat, desk.battle)}" if combat.battles else named


def strip(desk: CombatDesk) -> str:
    """The whole fight as links, the choice of the hex, and ledger or map."""
    combat = desk.combat
    made = ""
    if combat is not None:
        found = links(combat)
        current = len(found) - 1 if desk.after else desk.battle if combat.battles else None
        made = strip_html(found, current)
    tabs = "".join(
        button(words, "view", view.value, pressed=desk.map_shown is (view is View.MAP))
        for view, words in VIEWS
        if view in (View.LEDGER, View.MAP)
    )
    zoom = ""
    if desk.map_shown:
        signs = (
            ("+", "in", "Zoom in"),
            ("\N{MINUS SIGN}", "out", "Zoom out"),
            ("0", "all", "The fight, or the whole board"),
        )
        zoom = "".join(button(sign, "zoom", way, label=label) for sign, way, label in signs)
        zoom = f'<span class="witp-zoom">{zoom}</span>'
    return (
        f'<div class="cl-strip">{made}<span class="witp-space"></span>{where(desk)}{zoom}'
        f'<span class="cl-tabs" role="group" aria-label="What is shown">{tabs}</span></div>'
    )


def where(desk: CombatDesk, key: str = "hex") -> str:
    """The hexes fought over as a field, when there is more than one."""
    if len(desk.fights) < 2:
        return ""
    options = "".join(
        f'<option value="{h}"{" selected" if h == desk.fight.hex else ""}>'
        f"{escape(title(desk.state, h))}</option>"
        for h in desk.fights
    )
    return (
        '<select class="witp-field cl-where" aria-label="Hex fought over" '
        f'data-action-input="fight-hex" data-key="{key}">{options}</select>'
    )


def key_line(desk: CombatDesk) -> str:
    """The line under the map."""
    words = "Ringed: what the fight has changed." if desk.after else _map_words(desk)
    key = button("Key", "pane", "legend", pressed=desk.pane is Pane.LEGEND, label="Key of the map")
    return f'<div class="witp-key"><span>{escape(words)}</span>{key}</div>'


def _map_words(desk: CombatDesk) -> str:
    if desk.combat is None:
        return "Put counters of both sides into one hex."
    return f"Ringed: {desk.state.board.label(desk.fight.hex)}, the hex fought over."


def foot(desk: CombatDesk) -> str:
    """The bottom bar of a phone."""
    made = "".join(
        button(
            words,
            "view",
            view.value,
            kind="",
            pressed=not desk.pane and not desk.rule and view is desk.shown_view,
            where="foot-",
        )
        for view, words in VIEWS
    )
    return f'<div class="witp-foot" role="group" aria-label="What is shown">{made}</div>'
