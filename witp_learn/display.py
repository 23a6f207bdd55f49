"""How a record shows itself in a notebook, without the record knowing who draws it.

Records inherit `Displayed`; the package façade registers for each kind a maker that loads the
drawing only when something is shown. A kind may be named (``package.module.Class``), so that
nothing has to be loaded for it. No game words here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

Maker = Callable[[Any], dict[str, str]]
"""A record to its faces by media type: ``text/plain``, ``text/html``, ``image/svg+xml``."""

_MAKERS: dict[str, Maker] = {}


def register(kind: type | str, maker: Maker) -> None:
    """Let records of ``kind``, a class or its full name, show themselves through ``maker``."""
    _MAKERS[kind if isinstance(kind, str) else _name(kind)] = maker


def _name(kind: type) -> str:
    return f"{kind.__module__}.{kind.__qualname__}"


class Displayed:
    """A record that a notebook shows through its registered maker, else as its plain text."""

    __slots__ = ()

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        names = map(_name, type(self).__mro__)
        maker = next((_MAKERS[name] for name in names if name in _MAKERS), None)
        faces = {"text/plain": str(self)}
        return faces | maker(self) if maker else faces


_HARD = "\u00a0"
"""A blank at which no line is folded."""


def folded(head: str, items: Iterable[str]) -> str:
    """Items with commas after a head, in lines of at most 100 characters; none is broken in two."""
    from textwrap import fill

    listed = ", ".join(item.replace(" ", _HARD) for item in items)
    return fill(head + listed, 100, subsequent_indent="  ").replace(_HARD, " ")
