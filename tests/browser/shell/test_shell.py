"""The page shell in a browser: the page, by mouse, by touch, by keys, in fields."""

from __future__ import annotations

import json
import os
import signal
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from browsing import DESKTOP, PHONE, Server, free_port, serving
from playwright.sync_api import expect
from shell_app import (
    APP,
    SERVE,
    chosen,
    click,
    cursor_says,
    frames,
    go,
    gone,
    hears,
    hex_at,
    lines,
    write_notebooks,
)

if TYPE_CHECKING:
    from playwright.sync_api import Page


# ---------------------------------------------------------------- the page


def test_the_page_is_an_app_and_not_a_notebook(alone: Page) -> None:
    assert alone.title() == "Shell"
    assert alone.get_attribute("html", "lang") == "en"
    assert "width=device-width" in str(alone.get_attribute("meta[name=viewport]", "content"))
    expect(alone.get_by_text("Only for the book.")).to_be_hidden()
    assert "shell_demo" not in alone.locator("body").inner_text()
    app = alone.locator(".witp-app").bounding_box()
    assert app is not None
    assert (app["x"], app["y"], app["width"]) == (0, 0, DESKTOP[0])
    expect(alone.locator("nav.witp-home")).to_be_hidden()
    assert len(alone.locator("path.hex").all()) == 160


def test_a_page_of_words_has_a_way_home_and_a_skip_link(page: Page, server: Server) -> None:
    page.goto(server.url + "/voila/render/examples/words.ipynb")
    expect(page.get_by_role("heading", name="A page of words")).to_be_visible()
    expect(page.get_by_text("no widget here")).to_be_visible()
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
    page.keyboard.press("Enter")
    page.locator("nav.witp-home").get_by_role("link").click()
    expect(page.get_by_role("link", name="Shell")).to_be_visible()


def test_a_page_that_cannot_start_says_so_without_code(page: Page, server: Server) -> None:
    page.goto(server.url + "/voila/render/examples/fails.ipynb")
    said = page.get_by_role("alert")
    expect(said).to_contain_text("Something went wrong while this page started")
    shown = page.locator("body").inner_text()
    assert "purpose" not in shown and "Error" not in shown and "cell" not in shown
    said.get_by_role("link", name="Load it again").click()
    expect(page.get_by_role("alert")).to_be_visible()


def test_a_page_that_is_not_there_says_so(page: Page, server: Server) -> None:
    answer = page.goto(server.url + "/voila/render/examples/nothing.ipynb")
    assert answer is not None and answer.status == 404
    expect(page.get_by_role("heading")).to_have_text("There is no such page")
    page.errors.clear()


@pytest.mark.parametrize("way", ["home", "close", "blank"])
def test_a_page_that_is_left_takes_its_engine_along(
    open_page: Callable[..., Page], server: Server, way: str
) -> None:
    before = {k.pid for k in server.kernels()}
    page = go(open_page(), server)
    click(page, "0905")
    assert len({k.pid for k in server.kernels()} - before) == 1
    if way == "close":
        page.close()
    else:
        page.goto(server.url if way == "home" else "about:blank")
    assert gone(server, before)


def test_an_engine_cannot_be_stopped_from_another_site(alone: Page, server: Server) -> None:
    config = json.loads(alone.locator("#jupyter-config-data").inner_text())
    url = f"{server.url}/voila/api/shutdown/{config['kernelId']}"
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(urllib.request.Request(url, method="POST"))
    assert refused.value.code == 403
    click(alone, "0905")


def test_a_server_that_is_stopped_takes_its_engines_along(
    tmp_path: Path, open_page: Callable[..., Page]
) -> None:
    write_notebooks(tmp_path)
    port = free_port()
    with serving(tmp_path, ["-c", SERVE, str(port), str(tmp_path)], port) as running:
        request = urllib.request.urlopen(running.url + APP)
        request.read()
        engines = running.kernels()
        assert len(engines) == 1
        os.kill(running.process.pid, signal.SIGTERM)
        running.process.wait(15)
        assert not any(engine.is_running() for engine in engines)
        assert running.tail().strip() == ""


# ---------------------------------------------------------------- mouse and touch


def test_a_click_sends_one_message_and_hovering_none(page: Page, server: Server) -> None:
    sent = frames(page)
    go(page, server)
    click(page, "0905")
    page.wait_for_timeout(300)
    sent.clear()
    for step in range(60):
        page.mouse.move(200 + 8 * step, 200 + step)
    # A page that has just come up may still tell its size; that is no answer to the mouse.
    quiet = [s for s in sent if "ping" not in s and '"resize"' not in s]
    click(page, "0805")
    page.wait_for_timeout(300)
    loud = [s for s in sent if "ping" not in s and '"resize"' not in s]
    assert quiet == []
    assert len(loud) == 2, loud  # the hex, then the cursor's new place
    assert '"hex"' in loud[0]


def test_dragging_moves_the_map_and_chooses_nothing(shell: Page) -> None:
    click(shell, "0905")
    x, y = hex_at(shell, "0804")
    shell.mouse.move(x, y)
    shell.mouse.down()
    shell.mouse.move(x - 90, y + 20, steps=6)
    shell.mouse.up()
    time.sleep(0.3)
    after = hex_at(shell, "0804")
    assert after[0] - x == pytest.approx(-90, abs=8)
    chosen(shell, "0905")
    click(shell, "0804")


def test_the_wheel_zooms_the_map_and_not_the_page(shell: Page) -> None:
    shell.mouse.move(400, 300)
    shell.mouse.wheel(0, -240)
    hears(shell, "zoom")
    assert shell.evaluate("scrollY") == 0
    click(shell, "0905")


def test_changing_a_picture_moves_nothing(shell: Page) -> None:
    before = hex_at(shell, "0905")
    click(shell, "0805")
    shell.get_by_role("button", name="Add").click()
    expect(shell.locator("#units")).to_have_text("0905 0805")
    assert hex_at(shell, "0905") == before


def test_by_touch_on_a_phone(open_page: Callable[..., Page], server: Server) -> None:
    page = go(open_page(PHONE, has_touch=True, is_mobile=True), server)
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE[0]
    hears(page, "hello 400 True")
    page.touchscreen.tap(*hex_at(page, "0905"))
    chosen(page, "0905")
    assert page.evaluate("scrollY") == 0
    touch = page.context.new_cdp_session(page)

    def move(kind: str, *points: tuple[float, float]) -> None:
        at = [{"x": x, "y": y} for x, y in points]
        touch.send("Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": at})
        time.sleep(0.02)

    x, y = hex_at(page, "0905")
    move("Start", (x, y))
    for step in range(10):
        move("Move", (x - 8 * step, y))
    move("End")
    time.sleep(0.3)
    assert hex_at(page, "0905")[0] == pytest.approx(x - 72, abs=8)
    x, y = hex_at(page, "0905")
    move("Start", (x - 20, y), (x + 20, y))
    for step in range(10):
        move("Move", (x - 20 - 5 * step, y), (x + 20 + 5 * step, y))
    move("End")
    hears(page, "zoom")
    chosen(page, "0905")


# ---------------------------------------------------------------- keys


def test_tab_goes_into_the_map_and_out_again(alone: Page) -> None:
    for _ in range(3):
        alone.keyboard.press("Tab")
    board = alone.get_by_role("application", name="Map.")
    expect(board).to_be_focused()
    assert board.get_attribute("tabindex") == "0"
    frame = "e => getComputedStyle(e, '::after').borderTopColor"
    assert board.evaluate(frame) == "rgb(255, 196, 0)"
    expect(alone.locator("path.witp-cursor")).to_have_count(1)
    cursor_says(alone, "0906, open sea")
    alone.keyboard.press("Tab")
    expect(alone.get_by_role("button", name="Add")).to_be_focused()


def test_arrows_step_over_hexes_and_say_them(shell: Page) -> None:
    click(shell, "0705")
    assert shell.locator(".witp-cursor").count() == 0
    for key, at in [
        ("ArrowRight", "0805"),
        ("ArrowRight", "0905"),
        ("ArrowUp", "0904"),
        ("ArrowLeft", "0804"),
        ("ArrowDown", "0805"),
    ]:
        shell.keyboard.press(key)
        cursor_says(shell, f"{at}, open sea")
    ring = shell.locator("path.witp-cursor")
    expect(ring).to_have_count(1)
    assert ring.get_attribute("d") == shell.locator("path.hex-0805").get_attribute("d")
    assert ring.evaluate("e => getComputedStyle(e).stroke") == "rgb(255, 196, 0)"
    chosen(shell, "0705")
    shell.keyboard.press("Enter")
    chosen(shell, "0805")
    expect(shell.locator("[data-live=say]")).to_have_text("Chosen.")


def test_the_cursor_stops_at_the_edge_and_stays_in_view(shell: Page) -> None:
    click(shell, "1005")
    shell.keyboard.press("End")
    cursor_says(shell, "1605, open sea")
    shell.keyboard.press("ArrowRight")
    cursor_says(shell, "Edge of the board.")
    board = shell.locator(".witp-map").bounding_box()
    assert board is not None

    def wholly_seen() -> bool:
        box = shell.locator("path.hex-1605").bounding_box()
        return box is not None and box["x"] + box["width"] <= board["x"] + board["width"] + 1

    end = time.monotonic() + 5
    while not wholly_seen() and time.monotonic() < end:
        time.sleep(0.05)
    assert wholly_seen()
    shell.keyboard.press("Home")
    cursor_says(shell, "0105, open sea")
    shell.keyboard.press("ArrowUp")
    for _ in range(12):
        shell.keyboard.press("ArrowUp")
    cursor_says(shell, "Edge of the board.")


def test_the_ring_follows_the_map_when_it_zooms(shell: Page) -> None:
    click(shell, "0905")
    shell.keyboard.press("ArrowUp")
    expect(shell.locator(".witp-cursor")).to_have_count(1)
    shell.mouse.move(400, 300)
    shell.mouse.wheel(0, -240)
    hears(shell, "zoom")
    shell.wait_for_function(
        """() => document.querySelector(".witp-cursor").getAttribute("d") ===
             document.querySelector("path.hex-0904").getAttribute("d")"""
    )


def test_letters_reach_the_app_with_the_hex_under_the_cursor(shell: Page) -> None:
    click(shell, "0905")
    for key in ("f", "Shift+F", "Delete", "?", "Control+z", "PageDown"):
        shell.keyboard.press(key)
    for line in ("f False", "F True", "Delete False", "? False", "Ctrl+z False", "PageDown False"):
        hears(shell, f"key {line} 0905")


def test_letters_typed_into_a_field_are_text(shell: Page) -> None:
    shell.keyboard.press("/")
    field = shell.get_by_label("Find")
    expect(field).to_be_focused()
    shell.keyboard.type("fuel /")
    shell.keyboard.press("Enter")
    hears(shell, "action find fuel /")
    assert not [line for line in lines(shell) if line.startswith("key")]
    shell.keyboard.press("Escape")
    hears(shell, "key Escape")


def test_a_key_held_down_acts_once(shell: Page) -> None:
    click(shell, "0905")
    shell.keyboard.down("f")
    shell.keyboard.down("f")
    shell.keyboard.up("f")
    shell.keyboard.press("g")
    hears(shell, "key g")
    assert lines(shell).count("key f False 0905") == 1


# ---------------------------------------------------------------- fields and focus


TYPE = """([text]) => {
  const field = document.querySelector("[data-key=line]");
  field.focus();
  for (const letter of text) {
    field.value += letter;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
  field.setSelectionRange(3, 3);
  return %s;
}"""


def typed(page: Page) -> list[str]:
    return [line for line in lines(page) if line.startswith("action")]


def test_typing_is_sent_when_it_rests(shell: Page) -> None:
    shell.evaluate(TYPE % "0", ["0404 us L"])
    hears(shell, "action line 0404 us L")
    assert typed(shell) == ["action line 0404 us L"]


def test_typing_is_sent_before_a_button_that_is_pressed(shell: Page) -> None:
    shell.evaluate(TYPE % "document.querySelector('[data-action=copy]').click()", ["0404"])
    hears(shell, "action copy")
    assert typed(shell) == ["action line 0404", "action copy "]


def test_a_field_drawn_anew_keeps_focus_caret_and_fresh_text(shell: Page) -> None:
    redraw = """new Promise((done) => {
      const box = field.parentElement;
      box.innerHTML = box.innerHTML;
      setTimeout(() => {
        const now = document.activeElement;
        done([now !== field, now.dataset.key, now.value, now.selectionStart]);
      });
    })"""
    assert shell.evaluate(TYPE % redraw, ["abcd"]) == [True, "line", "abcd", 3]
    hears(shell, "action line abcd")


def test_a_button_drawn_anew_keeps_the_focus(shell: Page) -> None:
    click(shell, "0805")
    add = shell.get_by_role("button", name="Add")
    add.focus()
    for count in (2, 3, 4):
        shell.keyboard.press("Enter")
        expect(shell.locator("#units")).to_have_text(" ".join(["0905", *["0805"] * (count - 1)]))
        expect(add).to_be_focused()


def test_boxes_and_buttons_that_are_off(shell: Page) -> None:
    shell.get_by_label("Box").check()
    hears(shell, "action box on")
    shell.get_by_label("Box").uncheck()
    shell.evaluate("document.querySelector('[data-action=off]').click()")
    shell.get_by_role("button", name="save").click()
    hears(shell, "action save")
    assert "action box " in shell.locator("#log").inner_text()
    assert not [x for x in lines(shell) if x.startswith("action off")]
