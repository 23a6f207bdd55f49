"""Walkthroughs: an example of the rulebook gone through step by step, its words beside the rules.

A walkthrough is data (TOML, ``format = "witp-walkthrough/1"``). It says what the rulebook states,
never what the rules give: every verdict here is computed. It always lies on the board that comes
with the companion, so that an owner's corrections cannot break it.

What reads and compares is loaded when a walkthrough is first asked for.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from witp_learn.files import DATA, NotAvailable, nearest

if TYPE_CHECKING:
    from witp_learn.walkthrough.book import (
        MOST_WORDS,
        OURS,
        SHOWN,
        Book,
        Comparison,
        Effect,
        Mode,
        Stop,
        Verdict,
        Zone,
    )
    from witp_learn.walkthrough.reading import FORMAT, read
    from witp_learn.walkthrough.steps import WalkStep, Walkthrough, reading_of

__all__ = [
    "FORMAT",
    "MOST_WORDS",
    "OURS",
    "SHOWN",
    "Book",
    "Comparison",
    "Effect",
    "Mode",
    "Stop",
    "Verdict",
    "WalkStep",
    "Walkthrough",
    "Zone",
    "read",
    "reading_of",
    "walkthrough",
    "walkthroughs",
]

_READING = ("FORMAT", "read")
_STEPS = ("WalkStep", "Walkthrough", "reading_of")


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    home = "reading" if name in _READING else "steps" if name in _STEPS else "book"
    return getattr(import_module(f"{__name__}.{home}"), name)


def walkthroughs() -> tuple[str, ...]:
    """The names of the walkthroughs that come with the companion."""
    return tuple(sorted(path.stem for path in (DATA / "walkthroughs").glob("*.toml")))


def walkthrough(name: str) -> Walkthrough:
    """A walkthrough that comes with the companion, by name.

    Raises NotAvailable with the names there are.
    """
    from witp_learn.walkthrough.reading import read

    if name not in walkthroughs():
        known = ", ".join(walkthroughs())
        hint = nearest(name, walkthroughs())
        raise NotAvailable(f"no walkthrough {name!r}.{hint} There are: {known}")
    text = (DATA / "walkthroughs" / f"{name}.toml").read_text("utf-8")
    return read(text, f"{name}.toml", name)
