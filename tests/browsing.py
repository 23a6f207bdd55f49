"""Fixtures for tests in a browser: the running app, Chromium, and pages that tell on themselves.

A page keeps in ``page.external`` the address of every request that would leave its own server,
and Chromium knows no address but this machine's; console errors and uncaught exceptions are kept
in ``page.errors``. Both must be empty when a test ends. A test that provokes an error empties
``page.errors`` itself, after looking at it.
"""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import psutil
import pytest

from tools import chromium

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

ROOT = Path(__file__).resolve().parent.parent
PICTURES = ROOT / ".cache" / "failed-pages"
FLAGS = [
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # Nothing but this machine has a name or address, whatever asks for it.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
]
START_SECONDS = 60
# Chromium's remark on a line to the engine that is being made again, as a crowded machine now and
# then makes it. What a page must do then has tests of its own; whatever got lost fails its test.
RECONNECTING = "WebSocket is already in CLOSING or CLOSED state."
# What a site may store; what was fetched from it is not part of this.
STORED = "cookies,file_systems,indexeddb,local_storage,cache_storage,service_workers"
DESKTOP = (1280, 800)
PHONE = (400, 800)


class Server:
    """A process that serves pages on this machine, and what a test may ask about it."""

    def __init__(self, command: list[str], folder: Path, url: str, env: dict[str, str]) -> None:
        self.url = url
        self.log = folder / "server.log"
        with self.log.open("w") as out:
            self.process = subprocess.Popen(
                command,
                cwd=folder,
                env={**os.environ, **env},
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        self._wait()

    def _wait(self) -> None:
        end = time.monotonic() + START_SECONDS
        while time.monotonic() < end:
            if self.process.poll() is not None:
                pytest.fail(f"The server stopped before it answered:\n{self.tail()}")
            try:
                with urllib.request.urlopen(self.url, timeout=5):
                    return
            except urllib.error.HTTPError as answer:
                self.stop()
                pytest.fail(f"The server answered {answer.code}:\n{self.tail()}")
            except OSError:
                time.sleep(0.05)
        self.stop()
        pytest.fail(f"No answer within {START_SECONDS} s:\n{self.tail()}")

    def tail(self, characters: int = 4000) -> str:
        """The end of what the server wrote."""
        return self.log.read_text(errors="replace")[-characters:]

    def kernels(self) -> list[psutil.Process]:
        """The kernels that run under this server now."""
        found = []
        for child in psutil.Process(self.process.pid).children(recursive=True):
            try:
                if any("ipykernel" in word for word in child.cmdline()):
                    found.append(child)
            except psutil.NoSuchProcess:
                continue
        return found

    def stop(self) -> None:
        """End the server and everything it started."""
        for sign in (signal.SIGTERM, signal.SIGKILL):
            try:
                os.killpg(self.process.pid, sign)
            except ProcessLookupError:
                return
            try:
                self.process.wait(10)
                return
            except subprocess.TimeoutExpired:
                continue


def free_port() -> int:
    """A port of this machine that nothing listens on."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def jupyter_folders(folder: Path) -> dict[str, str]:
    """Settings that keep a Jupyter process away from the user's own configuration."""
    names = ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR")
    return {name: str(folder / name.lower()) for name in names}


@contextmanager
def serving(folder: Path, words: list[str], port: int) -> Iterator[Server]:
    """Run ``python WORDS`` in a folder until the block ends, once it answers on ``port``.

    Settings and an owner's map lie in that folder too.
    """
    url = f"http://127.0.0.1:{port}"
    own = {"WITP_LEARN_HOME": str(folder / "witp-home"), "WITP_LEARN_DATA": ""}
    server = Server([sys.executable, *words], folder, url, {**jupyter_folders(folder), **own})
    try:
        yield server
    finally:
        server.stop()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The companion, served as a user starts it, from a folder that is not the checkout."""
    port = free_port()
    words = ["-m", "witp_learn", "app", "--port", str(port), "--no-browser"]
    with serving(tmp_path_factory.mktemp("app"), words, port) as running:
        yield running


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One Chromium for the whole run. Without one the test fails; it is never skipped."""
    from playwright.sync_api import expect, sync_playwright

    path = chromium.find()
    if path is None:
        pytest.fail(chromium.MISSING)
    # Chromium keeps its sandbox except as root, where it refuses to start with it.
    flags = [*FLAGS, "--no-sandbox"] if os.geteuid() == 0 else FLAGS
    expect.set_options(timeout=20_000)
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=path, args=flags)
        yield running
        running.close()


def new_context(browser: Browser, size: tuple[int, int], **options: Any) -> BrowserContext:
    """A visitor of one's own: nothing fetched, nothing stored."""
    view = {"width": size[0], "height": size[1]}
    return browser.new_context(viewport=view, service_workers="block", **options)


@contextmanager
def watched(browser: Browser, origin: str, size: tuple[int, int], **options: Any) -> Iterator[Page]:
    """A page that may reach ``origin`` only, and remembers whatever else it tried."""
    made = new_context(browser, size, **options)
    try:
        with watching(made, origin) as page:
            yield page
    finally:
        made.close()


@contextmanager
def watching(visitor: BrowserContext, origin: str) -> Iterator[Page]:
    """The same, as one more page of a visitor who may have been here before.

    What does not lie on this machine has no address (``FLAGS``); requests are not taken out of
    Chromium's hands to refuse them, as that would end its store of what it fetched before.
    """
    page = visitor.new_page()
    page.set_default_timeout(30_000)
    external: list[str] = []
    errors: list[str] = []
    page.external, page.errors = external, errors
    host = origin.partition("://")[2]

    def asked(url: str) -> None:
        scheme, _, rest = url.partition("://")
        if scheme in ("http", "https", "ws", "wss") and rest.partition("/")[0] != host:
            external.append(url)

    def requested(request: Any) -> None:
        asked(request.url)

    def note(line: Any) -> None:
        if line.type == "error" and line.text != RECONNECTING:
            errors.append(line.text)

    visitor.on("request", requested)
    page.on("websocket", lambda ws: asked(ws.url))
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", note)
    try:
        yield page
    finally:
        visitor.remove_listener("request", requested)
        # Leaving the page tells the server to stop its kernel; closing it alone does not.
        if not page.is_closed():
            page.goto("about:blank")


class Visitors:
    """Visitors who come back: what Chromium fetched and compiled is still there, all else is gone.

    Each belongs to one test at a time, and a test that fails keeps its own to itself.
    """

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.waiting: dict[str, list[BrowserContext]] = {}

    def take(self, size: tuple[int, int], options: dict[str, Any]) -> BrowserContext:
        """A visitor with a window of this size, back or new; with rights of its own, new."""
        waiting = self.waiting.get(repr((size, sorted(options.items()))), [])
        return waiting.pop() if waiting else new_context(self.browser, size, **options)

    def give_back(
        self, visitor: BrowserContext, origin: str, size: tuple[int, int], options: dict[str, Any]
    ) -> None:
        """Let a visitor forget what the site stored, and wait for the next test."""
        if "permissions" in options or not visitor.pages:
            visitor.close()
            return
        session = visitor.new_cdp_session(visitor.pages[0])
        session.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": STORED})
        visitor.clear_cookies()
        visitor.clear_permissions()
        for page in visitor.pages:
            page.close()
        self.waiting.setdefault(repr((size, sorted(options.items()))), []).append(visitor)


@pytest.fixture(scope="session")
def visitors(browser: Browser) -> Visitors:
    """The visitors of this run."""
    return Visitors(browser)


def assert_quiet(page: Any) -> None:
    """Fail when the page tried to leave this machine or reported an error."""
    assert not page.external, f"requests that would leave this machine: {page.external}"
    assert not page.errors, f"errors in the page: {page.errors}"


@pytest.fixture
def open_page(
    visitors: Visitors, server: Server, request: pytest.FixtureRequest
) -> Iterator[Callable[..., Page]]:
    """Make pages of any size: ``open_page()``, ``open_page((400, 800), has_touch=True)``.

    Each is the first page of a visitor for whom the site has stored nothing.
    """
    pages: list[Page] = []
    lent: list[tuple[BrowserContext, tuple[int, int], dict[str, Any]]] = []
    with ExitStack() as stack:

        def make(size: tuple[int, int] = DESKTOP, **options: Any) -> Page:
            visitor = visitors.take(size, options)
            lent.append((visitor, size, options))
            pages.append(stack.enter_context(watching(visitor, server.url)))
            return pages[-1]

        yield make
        failed = getattr(request.node, "failed", False)
        if failed:
            keep_pictures(request.node.nodeid, pages)
    loud = any(page.external or page.errors for page in pages)
    for visitor, size, options in lent:
        if failed or loud:
            visitor.close()
        else:
            visitors.give_back(visitor, server.url, size, options)
    if not failed:
        for page in pages:
            assert_quiet(page)


@pytest.fixture
def page(open_page: Callable[..., Page]) -> Page:
    """An empty page of 1280 x 800; go where the test needs with ``page.goto(server.url + ...)``."""
    return open_page()


def keep_pictures(name: str, pages: list[Page]) -> None:
    """Keep what a failed test last saw under ``.cache/failed-pages``."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    for number, page in enumerate(pages):
        if not page.is_closed():
            stem = re.sub(r"[^A-Za-z0-9]+", "-", name).strip("-")
            page.screenshot(path=PICTURES / f"{stem}-{number}.png")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[None]:
    """Let fixtures know that their test failed."""
    report = yield
    if report.when == "call":
        item.failed = report.failed
    return report
