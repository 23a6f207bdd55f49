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
    off: bool = False,
    label: str = "",
    more: str = "",
    where: str = "",
) -> str:
    """A button that sends an action.

    ``label`` is what a screen reader says instead of the text; ``more`` is shown behind the text
    where there is room; ``where`` tells equal buttons of one page apart. A ``dim`` button has
    nothing to do now, and says why when it is pressed; one that is ``off`` cannot be pressed, but
    keeps the focus of the keyboard.
    """
    extra = f' aria-pressed="{str(pressed).lower()}"' if pressed is not None else ""
    extra += f' aria-label="{escape(label)}"' if label else ""
    extra += ' aria-disabled="true"' if off else ""
    key = escape(f"{where}{action}:{value}")
    behind = f'<span class="witp-more">{escape(more)}</span>' if more else ""
    kind = f"{kind} dim".strip() if dim or off else kind
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


MOST_NAMED = 30
"""Letters of an edit's name that a button of the bar shows; longer ones are said, not cut."""


def undo(desk: Remembering) -> str:
    """The button that goes back one edit, named."""
    named, label = _named("Undo", desk.undo_name)
    return button("Undo", "undo", off=not desk.undo_name, label=label, more=named)


def redo(desk: Remembering, kind: str, where: str = "") -> str:
    """The button that does again what was undone, named."""
    label = _named("Redo", desk.redo_name)[1]
    return button("Redo", "redo", off=not desk.redo_name, label=label, kind=kind, where=where)


def _named(word: str, name: str) -> tuple[str, str]:
    """An edit behind a word, where it is short enough; and the word with it for a listener."""
    named = f": {name[:1].lower()}{name[1:]}" if name else ""
    return named if len(named) <= MOST_NAMED else "", f"{word}{named}"
