"""The app server: Voila, with the companion's own pages beside its notebooks.

A program of its own, run by its file, so that it starts without the rest of the companion::

    python -P server.py FOLDER --Voila.config_file_paths=FOLDER
"""

from __future__ import annotations

from typing import Any

from jinja2 import TemplateNotFound
from jupyter_server.utils import url_path_join
from tornado import web
from voila.app import Voila
from voila.handler import BaseVoilaHandler

PREFIX = "own-"
"""What the names of the templates of own pages begin with."""


class OwnPage(BaseVoilaHandler):
    """A page that is finished before the server starts; it needs no engine."""

    @web.authenticated
    def get(self, name: str) -> None:
        """Send the page of this name; there may be none."""
        try:
            self.write(self.render_template(f"{PREFIX}{name}.html"))
        except TemplateNotFound as error:
            raise web.HTTPError(404) from error


class CompanionServer(Voila):
    """Voila that also knows the companion's own pages, each by one word: ``/rulings``."""

    def init_handlers(self) -> list[Any]:
        """Voila's handlers, then the own pages for addresses that none of them takes."""
        own = (
            url_path_join(self.server_url, r"/([a-z]+)/?"),
            OwnPage,
            {"voila_configuration": self.voila_configuration},
        )
        return [*super().init_handlers(), own]


if __name__ == "__main__":
    CompanionServer.launch_instance()
