"""The commands that open the companion in a browser."""

from __future__ import annotations

import os
from typing import Annotated, Any

import typer

from witp_learn import components
from witp_learn.cli.common import Data, app, stop

Port = Annotated[int, typer.Option("--port", metavar="N", min=1, max=65535, help="Where to serve.")]
NoBrowser = Annotated[bool, typer.Option("--no-browser", help="Do not open a browser.")]


@app.command(name="app")
def serve_apps(port: Port = 8866, no_browser: NoBrowser = False, data: Data = None) -> None:
    """Open the companion's pages in the browser."""
    _server().app(port, not no_browser)


@app.command()
def lab(port: Port = 8888, no_browser: NoBrowser = False, data: Data = None) -> None:
    """Open the notebooks in JupyterLab."""
    _server().lab(port, not no_browser)


def _server() -> Any:
    """The server module; the engines it starts use the same data folder as this command."""
    try:
        from witp_learn.ui import serve
    except ModuleNotFoundError as error:
        stop(f"{error.name} is not installed; pip install 'witp_learn[app]' brings it")
    folder = components.in_use()
    if folder is not None:
        os.environ[components.DATA_VARIABLE] = str(folder)
    return serve
