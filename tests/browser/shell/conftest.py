"""The small app of ``shell_app.py``, served, and a page that shows it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from browsing import (
    DESKTOP,
    Server,
    assert_quiet,
    free_port,
    keep_pictures,
    serving,
    watched,
)
from shell_app import SERVE, begin_anew, go, write_notebooks

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The small app behind the companion's own template and settings."""
    folder = tmp_path_factory.mktemp("shell")
    write_notebooks(folder)
    port = free_port()
    with serving(folder, ["-c", SERVE, str(port), str(folder)], port) as running:
        yield running


@pytest.fixture
def alone(page: Page, server: Server) -> Page:
    """The small app, ready, on a page of the test's own."""
    return go(page, server)


@pytest.fixture(scope="module")
def stage(browser: Browser, server: Server) -> Iterator[Page]:
    """One page, and so one engine, for the tests that leave both as they were."""
    with watched(browser, server.url, DESKTOP) as page:
        yield go(page, server)
        assert_quiet(page)


@pytest.fixture
def shell(stage: Page, request: pytest.FixtureRequest) -> Iterator[Page]:
    """The shared page with the app as it comes up."""
    begin_anew(stage, request.node.name)
    yield stage
    if getattr(request.node, "failed", False):
        keep_pictures(request.node.nodeid, [stage])
