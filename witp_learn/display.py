"""How a record shows itself in a notebook, without the record knowing who draws it.

Records inherit `Displayed`; the package façade registers for each kind a maker that loads the
drawing only when something is shown. No game words here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Maker = Callable[[Any], dict[str, str]]
"""A record to its faces by media type: ``text/plain``, ``text/html``, ``image/svg+xml``."""

_MAKERS: dict[type, Maker] = {}


def register(kind: type, maker: Maker) -> None:
    """Let records of ``kind`` show themselves through ``maker``."""
    _MAKERS[kind] = maker


class Displayed:
    """A record that a notebook shows through its registered maker, else as its plain text."""

    __slots__ = ()

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        maker = next((_MAKERS[k] for k in type(self).__mro__ if k in _MAKERS), None)
        faces = {"text/plain": str(self)}
        return faces | maker(self) if maker else faces
