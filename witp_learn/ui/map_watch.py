"""Whether the map that the apps use has changed, for the page that tells how well it is known."""

from __future__ import annotations

import os
from contextlib import suppress

from witp_learn import components
from witp_learn.components import DATA_VARIABLE
from witp_learn.files import BadData
from witp_learn.model import Board
from witp_learn.ui.owner import read_settings


class MapWatch:
    """The map that an app started now would use; from the start on it is this program's map too."""

    def __init__(self) -> None:
        self._folder = ""
        self._seen: Board | None = None
        self.changed()

    def changed(self) -> bool:
        """Whether it is another one, or has been corrected, since this was last asked.

        A folder that cannot be read, or is being written, is no change; apps say what is wrong.
        """
        with suppress(BadData):
            self._follow()
            found = components.board()
            before, self._seen = self._seen, found
            return found is not before
        return False

    def _follow(self) -> None:
        """Use the folder that the apps remember, unless one was named when this program began."""
        if os.environ.get(DATA_VARIABLE):
            return
        settings, _ = read_settings()
        if settings.data != self._folder:
            self._folder = settings.data
            components.use(settings.data or None)
