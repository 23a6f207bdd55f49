"""The small app of ``shell_app.py``, served, and a page that shows it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from browsing import Server, free_port, serving
from shell_app import SERVE, go, write_notebooks

if TYPE_CHECKING:
    from playwright.sync_api import Page


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The small app behind the companion's own template and settings."""
    folder = tmp_path_factory.mktemp("shell")
    write_notebooks(folder)
    port = free_port()
    with serving(folder, ["-c", SERVE, str(port), str(folder)], port) as running:
        yield running


@pytest.fixture
def shell(page: Page, server: Server) -> Page:
    """The small app, ready."""
    return go(page, server)
