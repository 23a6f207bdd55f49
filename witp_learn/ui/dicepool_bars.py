"""The bars of the dice-pool lab as HTML: title, what is shown right, bottom bar of a phone."""

from __future__ import annotations

from witp_learn.ui.buttons import button, home_link, redo, undo
from witp_learn.ui.dicepool_desk import DicepoolDesk, Pane, View

TITLE = "Dice-pool lab"

VIEWS = (
    (View.FORCES, "Forces"),
    (View.BATTLE, "Battle"),
    (View.ODDS, "Odds"),
    (View.COMPARE, "Compare"),
)


def bar(desk: DicepoolDesk) -> str:
    """The bar: title, undo and redo, panels; on a phone undo and menu."""
    panes = (
        ("Units", Pane.UNITS),
        ("Share", Pane.SHARE),
        ("Find a rule", Pane.FIND),
        ("Keys", Pane.KEYS),
    )
    calls = "".join(
        button(words, "pane", pane.value, pressed=desk.pane is pane, kind="small wide")
        for words, pane in panes
    )
    return (
        f'<div class="witp-bar">{home_link()}<h1>{TITLE}</h1>'
        '<span class="witp-name">land combat of the second ruleset</span>'
        f'<span class="witp-space"></span>{undo(desk)}{redo(desk, "small wide")}{calls}'
        f"{button('Menu', 'pane', 'menu', pressed=desk.pane is Pane.MENU, kind='small narrow')}"
        "</div>"
    )


def tabs(desk: DicepoolDesk) -> str:
    """What stands on the right: the odds, or two forces compared."""
    made = "".join(
        button(
            words,
            "view",
            view.value,
            pressed=not desk.pane and not desk.rule and desk.right is view,
            where="tab-",
        )
        for view, words in VIEWS[2:]
    )
    return f'<div class="dl-tabs" role="group" aria-label="What is shown">{made}</div>'


def foot(desk: DicepoolDesk) -> str:
    """The bottom bar of a phone."""
    made = "".join(
        button(
            words,
            "view",
            view.value,
            kind="",
            pressed=not desk.pane and not desk.rule and view is desk.view,
            where="foot-",
        )
        for view, words in VIEWS
    )
    return f'<div class="witp-foot" role="group" aria-label="What is shown">{made}</div>'
