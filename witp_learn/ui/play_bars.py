"""The bars round the map of a game as HTML: title and turn, what the map shows, key line, foot."""

from __future__ import annotations

from html import escape

from witp_learn.components.turns import season
from witp_learn.engine.table import points_left, progress
from witp_learn.model import Phase, Side
from witp_learn.rules.redeployment import allowance
from witp_learn.ui.buttons import button, home_link, redo, undo
from witp_learn.ui.play_log import WHO
from witp_learn.ui.play_sight import Pane, PlaySight

_REDEPLOYS = (Phase.FLEET_REDEPLOYMENT, Phase.TROOP_REDEPLOYMENT)


def bar(desk: PlaySight) -> str:
    """The bar: title, turn, season and phase, whose turn, undo and redo, panels."""
    calls = "".join(
        button(words, action, value, pressed=pressed, kind="small wide")
        for words, action, value, pressed in (
            ("New game", "pane", "new", desk.pane is Pane.NEW),
            ("Save record", "save", "", None),
            ("Open record", "pane", "open", desk.pane is Pane.OPEN),
            ("Find a rule", "pane", "find", desk.pane is Pane.FIND),
            ("Keys", "pane", "keys", desk.pane is Pane.KEYS),
        )
    )
    calls = calls.replace(" record</button>", '<span class="wp-long">record</span></button>')
    return (
        f'<div class="witp-bar">{home_link()}<h1>Play</h1>'
        f'<span class="witp-name">{escape(where(desk))}</span>'
        f'<span class="wp-whose"><span class="narrow">T{desk.state.turn}: </span>'
        f"{_whose_html(desk)}</span>"
        '<span class="witp-space"></span>'
        f"{undo(desk)}{redo(desk, 'small wide')}{calls}"
        f"{button('Menu', 'pane', 'menu', pressed=desk.pane is Pane.MENU, kind='small narrow')}"
        "</div>"
    )


def _whose_html(desk: PlaySight) -> str:
    """Whose turn it is; a phone has room for the name only."""
    name, _, act = whose(desk).partition(" to ")
    return escape(name) + (f'<span class="wide"> to {escape(act)}</span>' if act else "")


def where(desk: PlaySight) -> str:
    """``Turn 1, winter 1941-42: bases``."""
    return f"Turn {desk.state.turn}, {season(desk.state.turn)}: {_PHASES[desk.state.phase]}"


_PHASES = {
    Phase.EVENT: "events",
    Phase.RESOURCES: "resources",
    Phase.BASES: "supply bases",
    Phase.SUPPLY: "supply check",
    Phase.MOVEMENT: "movement",
    Phase.COMBAT: "combat",
    Phase.FLEET_REDEPLOYMENT: "fleets redeploy",
    Phase.TROOP_REDEPLOYMENT: "air, land redeploy",
    Phase.STACKING: "stacking",
    Phase.REBUILDING: "rebuilding",
    Phase.REINFORCEMENT: "reinforcement",
}
"""A phase or segment in a word or two."""


def whose(desk: PlaySight) -> str:
    """Whose turn it is, in two words."""
    if desk.over:
        return "Game over"
    if desk.side is None:
        return "Dice"
    return f"{WHO[desk.side]} to act"


def tools(desk: PlaySight) -> str:
    """What the map shows, and the zoom."""
    signs = (
        ("+", "in", "Zoom in"),
        ("\N{MINUS SIGN}", "out", "Zoom out"),
        ("0", "all", "Whole board or hexes in use"),
    )
    zoom = "".join(button(sign, "zoom", way, label=label) for sign, way, label in signs)
    names = {
        "can": "Where to act",
        "supply": "Supply",
        "japan": "Japanese zone",
        "allies": "Allied zone",
        "control": "Control",
    }
    shown = "".join(
        button(names[name], "overlay", name, pressed=on) for name, on in desk.on.items()
    )
    return (
        '<div class="witp-tools" role="group" aria-label="What the map shows">'
        f'{shown}<span class="witp-space"></span><span class="witp-zoom">{zoom}</span></div>'
    )


def key_line(desk: PlaySight) -> str:
    """The line under the map: what the marks mean, and what each side has left."""
    marks = []
    if desk.on["can"] and desk.mine and desk.offers.hexes:
        marks.append('<span><i class="wp-can" aria-hidden="true"></i> something can be done</span>')
    if desk.last_hexes:
        marks.append('<span><i class="wp-last" aria-hidden="true"></i> happened last</span>')
    now = progress(desk.state)
    if now.target:
        marks.append('<span><i class="wp-t" aria-hidden="true">T</i> target</span>')
    if now.activated:
        marks.append('<span><i class="wp-a" aria-hidden="true">A</i> activation marker</span>')
    return (
        f'<div class="witp-key">{"".join(marks)}<span class="witp-space"></span>'
        f'<span class="wp-points">{escape(points(desk))}</span></div>'
    )


def points(desk: PlaySight) -> str:
    """``RP left: Japan 14, Allies 17``; in redeployment the stacks that are left."""
    if desk.state.phase in _REDEPLOYS:
        left = [(WHO[s], allowance.stacks_left(desk.state, s).value) for s in Side]
        return "Stacks left: " + ", ".join(f"{name} {n}" for name, n in left)
    rps = [(WHO[side], points_left(desk.state, side)) for side in Side]
    if any(n is None for _, n in rps):
        return "RP not yet rolled for"
    return "RP left: " + ", ".join(f"{name} {n}" for name, n in rps)


def foot(desk: PlaySight) -> str:
    """The bottom bar of a phone: what can be done, what happened, the next step, passing."""
    step = _step(desk)
    return (
        '<div class="witp-foot" role="group" aria-label="Where to">'
        + button("Actions", "go", "do", kind="", where="foot-")
        + button("Log", "go", "log", kind="", where="foot-")
        + step
        + button("Pass", "pass", kind="", dim=desk.offers.passing is None, where="foot-")
        + "</div>"
    )


def _step(desk: PlaySight) -> str:
    if desk.chance_due and desk.mine:
        word = "Draw" if desk.state.phase is Phase.EVENT and not desk.asks_dice else "Roll"
        return button(word, "throw", kind="", where="foot-")
    return button("Go on", "go-on", kind="", dim=desk.mine or desk.over, where="foot-")
