"""The page shell in a browser: nothing is lost, whatever fails; barriers; in JupyterLab."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from browsing import DESKTOP, PHONE, Server, free_port, serving
from playwright.sync_api import expect
from shell_app import (
    APP,
    BANNER,
    chosen,
    click,
    cursor_says,
    engine_of,
    go,
    gone,
    hears,
    hex_at,
    kept,
    lines,
    write_notebooks,
)

if TYPE_CHECKING:
    from playwright.sync_api import Page


# ---------------------------------------------------------------- nothing is lost


def test_a_reload_and_a_later_visit_find_the_position(alone: Page, server: Server) -> None:
    click(alone, "0805")
    alone.get_by_role("button", name="Add").click()
    expect(alone.locator("#units")).to_have_text("0905 0805")
    expect(alone).to_have_url(re.compile(re.escape("?p=0905%20us%20L%3B%200805%20us%20L") + "$"))
    alone.reload()
    expect(alone.locator("#units")).to_have_text("0905 0805")
    go(alone, server)
    expect(alone.locator("#units")).to_have_text("0905 0805")
    go(alone, server, "?p=0404%20us%20L&step=2")
    expect(alone.locator("#units")).to_have_text("0404")
    click(alone, "0805")
    alone.get_by_role("button", name="Add").click()
    expect(alone.locator("#units")).to_have_text("0404 0805")
    expect(alone).to_have_url(re.compile("step=2&p=0404.*0805"))


def test_a_long_position_is_stored_but_not_put_into_the_address(
    alone: Page, server: Server
) -> None:
    alone.get_by_role("button", name="many").click()
    kept(alone, "1610 us L")
    expect(alone).not_to_have_url(re.compile("p="))
    go(alone, server)
    expect(alone.locator("#units")).to_contain_text("1610")
    expect(alone).not_to_have_url(re.compile("p="))


def test_a_browser_that_stores_nothing_still_plays(page: Page, server: Server) -> None:
    page.add_init_script(
        "Object.defineProperty(window, 'localStorage', { get() { throw new Error('refused') } })"
    )
    go(page, server)
    click(page, "0805")
    page.get_by_role("button", name="Add").click()
    expect(page.locator("#units")).to_have_text("0905 0805")
    expect(page).to_have_url(re.compile("p=0905"))


def test_files_come_in_by_button_and_by_dropping(shell: Page) -> None:
    field = shell.get_by_label("Open")
    field.set_input_files({"name": "a.toml", "mimeType": "text/plain", "buffer": b"turn = 4"})
    hears(shell, "file a.toml turn = 4")
    shell.evaluate(
        """() => {
          const data = new DataTransfer();
          data.items.add(new File(["base al 1110"], "b.txt"));
          document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true }));
        }"""
    )
    hears(shell, "file b.txt base al 1110")


@pytest.mark.parametrize(
    ("buffer", "said"),
    [(b"x" * 1_500_000, "x.toml has 1.4 MB"), (b"\x89PNG\xff\xfe", "x.toml is not a text file")],
)
def test_files_that_cannot_be_read_are_told_in_words(shell: Page, buffer: bytes, said: str) -> None:
    field = shell.get_by_label("Open")
    field.set_input_files({"name": "x.toml", "mimeType": "text/plain", "buffer": buffer})
    expect(shell.locator(".witp-notice")).to_contain_text(said)
    shell.get_by_role("button", name="Close").click()
    expect(shell.locator(".witp-notice")).to_have_count(0)
    assert not [x for x in lines(shell) if x.startswith("file")]


def test_saving_and_copying(alone: Page) -> None:
    with alone.expect_download() as saved:
        alone.get_by_role("button", name="save").click()
    assert saved.value.suggested_filename == "position.txt"
    assert Path(saved.value.path()).read_text("utf-8") == "0905 us L"
    alone.context.grant_permissions(["clipboard-read", "clipboard-write"])
    alone.get_by_role("button", name="copy").click()
    expect(alone.locator(".witp-notice")).to_contain_text("Copied.")
    assert alone.evaluate("navigator.clipboard.readText()") == "0905 us L"


def test_without_a_clipboard_the_text_lies_ready_to_copy(alone: Page) -> None:
    refuse = "void (navigator.clipboard.writeText = () => Promise.reject(new Error('no')))"
    alone.evaluate(refuse)
    alone.get_by_role("button", name="copy").click()
    expect(alone.locator(".witp-notice")).to_contain_text("Press Ctrl+C to copy.")
    field = alone.get_by_label("Text to copy")
    expect(field).to_be_focused()
    assert field.evaluate("e => e.value.slice(e.selectionStart, e.selectionEnd)") == "0905 us L"


# ---------------------------------------------------------------- failures


def test_an_error_is_told_with_its_report_and_the_app_goes_on(alone: Page) -> None:
    alone.get_by_role("button", name="Fail").click()
    notice = alone.locator(".witp-notice")
    expect(notice).to_contain_text("Something went wrong here; your position is safe.")
    text = notice.locator("textarea").input_value()
    assert "RuntimeError: <b>on purpose</b>" in text and "Position: 0905 us L" in text
    expect(notice.get_by_role("button", name="Copy the report")).to_be_visible()
    click(alone, "0805")


def test_a_killed_engine_is_told_within_ten_seconds(
    open_page: Callable[..., Page], server: Server
) -> None:
    before = {k.pid for k in server.kernels()}
    page = go(open_page(), server)
    click(page, "0805")
    page.get_by_role("button", name="Add").click()
    kept(page, "0805 us L")
    engine_of(server, before).kill()
    start = time.monotonic()
    banner = page.locator(BANNER)
    expect(banner).to_be_visible(timeout=15_000)
    assert time.monotonic() - start < 10
    expect(banner).to_contain_text("The engine has stopped. Your position is safe.")
    expect(banner.locator("textarea")).to_have_value("0905 us L; 0805 us L")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    banner.get_by_role("button", name="Copy it").click()
    expect(page.locator(".witp-notice")).to_contain_text("Copied.")
    assert page.evaluate("navigator.clipboard.readText()") == "0905 us L; 0805 us L"
    banner.get_by_role("button", name="Reload").click()
    expect(page.locator("#units")).to_have_text("0905 0805")
    expect(banner).to_have_count(0)
    page.goto(server.url)
    assert gone(server, before)


def test_a_busy_engine_is_not_a_lost_one(shell: Page) -> None:
    shell.get_by_role("button", name="busy").click()
    end = time.monotonic() + 6.5
    while time.monotonic() < end:
        assert shell.locator(BANNER).count() == 0
        time.sleep(0.2)
    click(shell, "0805")


def test_an_engine_that_answers_again_is_not_lost_any_more(
    open_page: Callable[..., Page], server: Server
) -> None:
    before = {k.pid for k in server.kernels()}
    page = go(open_page(), server)
    engine = engine_of(server, before)
    engine.suspend()
    try:
        expect(page.locator(BANNER)).to_be_visible(timeout=15_000)
    finally:
        engine.resume()
    expect(page.locator(BANNER)).to_have_count(0)
    click(page, "0805")


def test_what_is_not_answered_is_told_of_before_the_engine_is_given_up(
    open_page: Callable[..., Page], server: Server
) -> None:
    before = {k.pid for k in server.kernels()}
    page = go(open_page(), server)
    slow = page.locator(".witp-slow")
    engine = engine_of(server, before)
    engine.suspend()
    try:
        time.sleep(1)
        assert slow.count() == 0, "nothing has been done yet"
        page.locator("path.hex-0805").click()
        expect(slow).to_have_text("The engine has not answered yet.", timeout=6_000)
        assert page.locator(BANNER).count() == 0
        expect(page.locator(BANNER)).to_be_visible(timeout=15_000)
        expect(slow).to_have_count(0)
    finally:
        engine.resume()
    expect(page.locator(BANNER)).to_have_count(0)
    click(page, "0906")
    time.sleep(4)
    assert slow.count() == 0, "what is answered at once is not told of"


def test_a_hidden_page_does_not_worry(open_page: Callable[..., Page], server: Server) -> None:
    before = {k.pid for k in server.kernels()}
    page = go(open_page(), server)
    page.evaluate("Object.defineProperty(document, 'hidden', { value: true, writable: true })")
    engine = engine_of(server, before)
    engine.suspend()
    try:
        time.sleep(9)
        assert page.locator(BANNER).count() == 0
    finally:
        engine.resume()
    page.evaluate("document.hidden = false")
    click(page, "0805")
    assert page.locator(BANNER).count() == 0


def test_a_page_that_never_gets_its_map_says_so_and_reloads_once(
    page: Page, server: Server
) -> None:
    # The clock stands still but for what is told: a slow machine must not use up the time.
    page.clock.install(time=0)
    page.clock.pause_at(60)
    page.route("**/anywidget/**", lambda route: route.abort())
    page.goto(server.url + APP)
    page.locator("#rendered_cells").wait_for()
    assert page.locator(".witp-slow").count() == 0
    page.clock.run_for(21_000)
    slow = page.locator(".witp-slow")
    expect(slow).to_contain_text("Still loading.")
    expect(slow.get_by_role("button", name="Reload this page")).to_be_visible()
    with page.expect_navigation():
        page.clock.run_for(10_000)
    assert page.evaluate("sessionStorage.getItem('witp-reloads')") == "1"
    page.locator("#rendered_cells").wait_for()
    page.clock.run_for(40_000)
    expect(slow).to_be_visible()
    assert page.evaluate("sessionStorage.getItem('witp-reloads')") == "1"
    page.unroute("**/anywidget/**")
    page.clock.resume()
    slow.get_by_role("button", name="Reload this page").click()
    page.wait_for_selector("html[data-witp-ready]", state="attached")
    page.clock.run_for(40_000)
    assert slow.count() == 0
    page.errors.clear()


def grave(page: Page) -> list[str]:
    """What axe-core finds serious or critical."""
    found = Axe().run(page).response["violations"]
    return [
        f"{v['id']}: {v['nodes'][0]['html'][:200]}"
        for v in found
        if v["impact"] in ("serious", "critical")
    ]


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_axe_finds_nothing_serious(
    open_page: Callable[..., Page], server: Server, size: tuple[int, int]
) -> None:
    before = {k.pid for k in server.kernels()}
    page = go(open_page(size), server)
    assert grave(page) == []
    page.get_by_role("button", name="Fail").click()
    expect(page.locator(".witp-notice")).to_be_visible()
    assert grave(page) == []
    page.get_by_role("button", name="Close").click()
    engine_of(server, before).kill()
    expect(page.locator(BANNER)).to_be_visible(timeout=15_000)
    assert grave(page) == []


@pytest.mark.parametrize("path", ["", "/voila/tree/examples", "/voila/render/examples/words.ipynb"])
def test_axe_finds_nothing_serious_on_plain_pages(page: Page, server: Server, path: str) -> None:
    page.goto(server.url + path)
    expect(page.locator("h1").first).to_be_visible()
    assert grave(page) == []


# ---------------------------------------------------------------- in JupyterLab


@pytest.fixture
def lab(tmp_path: Path) -> Iterator[Server]:
    write_notebooks(tmp_path)
    port = free_port()
    code = (
        "import os, sys, subprocess; from pathlib import Path; from witp_learn.ui import serve\n"
        "launch = serve.lab_command(int(sys.argv[1]), Path('root').resolve(), Path('config'))\n"
        "argv = [*launch.argv, '--no-browser', '--IdentityProvider.token=']\n"
        "os.environ.update(launch.env); sys.exit(subprocess.call(argv))"
    )
    with serving(tmp_path, ["-c", code, str(port)], port) as running:
        yield running


def test_in_jupyterlab_the_app_keeps_to_its_output(browser: Any, lab: Server) -> None:
    from browsing import assert_quiet, watched

    with watched(browser, lab.url, (1400, 1000)) as page:
        page.goto(lab.url + "/lab/tree/examples/shell.ipynb")
        expect(page.get_by_text("| Idle")).to_be_visible(timeout=40_000)
        page.locator(".jp-CodeCell .cm-content").first.click()
        page.keyboard.press("Shift+Enter")
        expect(page.locator("#log")).to_contain_text("hello")
        cells = page.locator(".jp-Cell").count()
        page.mouse.click(*hex_at(page, "0905"))
        page.mouse.click(*hex_at(page, "0905"))
        chosen(page, "0905")
        for key in ("b", "a", "ArrowUp"):  # commands of JupyterLab, elsewhere
            page.keyboard.press(key)
        hears(page, "key a False 0905")
        cursor_says(page, "0904, open sea")
        page.locator("[data-action=add]").click()
        page.keyboard.press("b")
        hears(page, "key b False 0904")
        assert page.locator(".jp-Cell").count() == cells
        assert re.search(r"/lab/tree/examples(/shell.ipynb)?$", page.url)
        assert "JupyterLab" in page.title()
        assert page.get_by_text("Jupyter news").count() == 0
        assert_quiet(page)
