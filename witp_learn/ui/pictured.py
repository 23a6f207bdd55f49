"""A column of widgets with a picture of itself, for places that show no widgets."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import ipywidgets as widgets


class Pictured(widgets.VBox):
    """An app as a notebook shows it: live where there are widgets, else a picture, else words.

    ``picture`` makes the SVG text; ``words`` is the plain text, fixed so that a stored notebook
    stays the same.
    """

    def __init__(
        self,
        children: Sequence[widgets.Widget],
        picture: Callable[[], str],
        words: str,
        classes: str = "",
    ) -> None:
        self._picture, self._words = picture, words
        super().__init__(children=tuple(children))
        for name in classes.split():
            self.add_class(name)

    def __repr__(self) -> str:
        return self._words

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, Any]:
        faces: dict[str, Any] = super()._repr_mimebundle_(**kwargs)
        return {**faces, "text/plain": self._words, "image/svg+xml": self._picture()}
