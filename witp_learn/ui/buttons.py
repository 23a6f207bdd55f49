"""Buttons and fields that every app has in its bar, as HTML."""

from __future__ import annotations

from html import escape
from typing import Protocol

from witp_learn.model import TURNS
from witp_learn.ui.counter_desk import CounterDesk


def button(
    text: str,
    action: str,
    value: str = "",
    *,
    kind: str = "small",
    pressed: bool | None = None,
    dim: bool = False,
    label: str = "",
    more: str = "",
    where: str = "",
) -> str:
    """A button that sends an action.

    ``label`` is what a screen reader says instead of the text; ``more`` is shown behind the text
    where there is room; ``where`` tells equal buttons of one page apart. A ``dim`` button has
    nothing to do now, and says so when it is pressed.
    """
    extra = f' aria-pressed="{str(pressed).lower()}"' if pressed is not None else ""
    extra += f' aria-label="{escape(label)}"' if label else ""
    key = escape(f"{where}{action}:{value}")
    behind = f'<span class="witp-more">{escape(more)}</span>' if more else ""
    kind = f"{kind} dim".strip() if dim else kind
    return (
        f'<button type="button" class="witp-btn {kind}" data-action="{action}" '
        f'data-value="{escape(value)}" data-key="{key}"{extra}>{escape(text)}{behind}</button>'
    )


def home_link() -> str:
    """The way to the home page."""
    return '<a class="witp-homelink" href="../../../">Home</a>'


def turns(desk: CounterDesk, key: str, kind: str) -> str:
    """The choice of the turn."""
    options = "".join(
        f'<option value="{n}"{" selected" if n == desk.state.turn else ""}>Turn {n}</option>'
        for n in TURNS
    )
    return (
        f'<select class="witp-field witp-turn {kind}" aria-label="Turn" '
        f'data-action-input="turn" data-key="{key}">{options}</select>'
    )


class Remembering(Protocol):
    """A desk that names what Undo and Redo would do; nothing when there is nothing."""

    @property
    def undo_name(self) -> str: ...
    @property
    def redo_name(self) -> str: ...


def undo(desk: Remembering) -> str:
    """The button that goes back one edit, named."""
    named = f": {desk.undo_name[:1].lower()}{desk.undo_name[1:]}" if desk.undo_name else ""
    return button("Undo", "undo", dim=not named, label=f"Undo{named}", more=named)


def redo(desk: Remembering, kind: str, where: str = "") -> str:
    """The button that does again what was undone, named."""
    named = f": {desk.redo_name[:1].lower()}{desk.redo_name[1:]}" if desk.redo_name else ""
    return button("Redo", "redo", dim=not named, label=f"Redo{named}", kind=kind, where=where)
