"""Bases in the supply lab in a browser: by mouse, by keyboard alone, on a phone, one-row bars."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from browsing import DESKTOP, PHONE, Server, assert_quiet, watched
from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Page

APP = "/voila/render/examples/supply_lab.ipynb"
MAP = ".witp-map .leaflet-container"
PANEL = ".witp-lab .witp-right"
SIDEWAYS = "document.documentElement.scrollWidth > innerWidth"
TOO_SMALL = """() => {
    const all = document.querySelectorAll(".witp-lab :is(button, select, summary, a[href])");
    const seen = [...all].filter((e) => !e.closest(".witp-map"));
    const boxes = seen.map((e) => [e.textContent, e.getBoundingClientRect()]);
    return boxes.filter(([, b]) => b.width && b.right > 0 && Math.min(b.width, b.height) < 43.5)
        .map(([text, b]) => `${text.slice(0, 30)}: ${b.width} x ${b.height}`);
}"""


def open_lab(page: Page, server: Server) -> None:
    page.goto(server.url + APP)
    page.wait_for_selector("html[data-witp-ready]", state="attached")
    expect(page.locator(PANEL)).to_contain_text(re.compile(r"\w"))


def show_truk(page: Page) -> None:
    """Drop the example of one base on the page."""
    from witp_learn import queries
    from witp_learn.position import write_file

    page.evaluate(
        """text => {
            const data = new DataTransfer();
            data.items.add(new File([text], "truk.toml"));
            const said = { dataTransfer: data, bubbles: true, cancelable: true };
            document.body.dispatchEvent(new DragEvent("drop", said));
        }""",
        write_file(queries.example("one_base_truk")),
    )
    expect(page.locator(".w-k-info")).to_contain_text("Opened truk.toml")


@pytest.fixture(scope="module")
def stage(browser: Any, server: Server) -> Iterator[Page]:
    """One page for the tests on a desktop."""
    with watched(browser, server.url, DESKTOP) as page:
        open_lab(page, server)
        yield page
        assert_quiet(page)


@pytest.fixture
def lab(stage: Page) -> Page:
    """The page with the example of one base on turn 1, nothing called up."""
    stage.set_viewport_size({"width": DESKTOP[0], "height": DESKTOP[1]})
    show_truk(stage)
    return stage


def grave(page: Page) -> list[str]:
    """What axe finds serious or critical."""
    found = Axe().run(page).response["violations"]
    worst = (v for v in found if v["impact"] in ("serious", "critical"))
    return [f"{v['id']}: {v['nodes'][0]['html'][:200]}" for v in worst]


def test_a_base_is_built_and_taken_back_by_mouse(lab: Page) -> None:
    lab.locator('.witp-bar [data-value="bases"]').click()
    panel = lab.locator(PANEL)
    expect(panel).to_contain_text("1 base: 1 RP of 20, 19 left (6.5).")
    expect(lab.locator('.witp-tools [data-value="network"]')).to_have_attribute(
        "aria-pressed", "true"
    )
    panel.locator('[data-action="base-edit"][data-value="base jp 0605"]').click()
    expect(panel.locator(".w-k-changed")).to_contain_text(
        "Now fed: Hainan L, Saigon A and Palau A."
    )
    expect(panel).to_contain_text("2 bases: 2 RP of 20, 18 left (6.5).")
    panel.locator('[data-key="undo"]').click()
    expect(panel).to_contain_text("1 base: 1 RP of 20")


def test_pointing_at_a_row_rings_the_units_it_would_feed(lab: Page) -> None:
    lab.locator('.witp-bar [data-value="bases"]').click()
    lab.locator(f'{PANEL} [data-action="base-at"][data-value="0605"]').hover()
    expect(lab.locator(".witp-map path.witp-pointed")).to_have_count(4)
    lab.locator(f'{PANEL} [data-action="base-edit"][data-value="unbase jp 0907"]').focus()
    expect(lab.locator(".witp-map path.witp-pointed")).to_have_count(2)


def test_bases_by_keyboard_alone(lab: Page) -> None:
    lab.locator(MAP).focus()
    lab.keyboard.press("p")
    expect(lab.locator(f"{PANEL} .witp-head")).to_be_focused()
    lab.locator(f'{PANEL} [data-action="base-at"][data-value="0605"]').focus()
    lab.keyboard.press("Enter")
    expect(lab.locator(f"{PANEL} .w-verdict")).to_contain_text("Japan can build a base at Taiwan")
    expect(lab.locator(f"{PANEL} .witp-head")).to_be_focused()
    lab.locator(f"{PANEL} .witp-do button").focus()
    lab.keyboard.press("Enter")
    expect(lab.locator(f"{PANEL} .w-k-changed")).to_contain_text(
        "Built the Japanese base at Taiwan"
    )
    expect(lab.locator(f'{PANEL} [data-key="undo"]')).to_be_focused()
    lab.keyboard.press("u")
    expect(lab.locator(f"{PANEL} .w-verdict")).to_contain_text("Japan can build a base at Taiwan")
    lab.keyboard.press("Escape")
    expect(lab.locator(MAP)).to_be_focused()
    expect(lab.locator('.witp-tools [data-value="network"]')).to_have_attribute(
        "aria-pressed", "false"
    )


def test_a_hex_pressed_on_the_map_is_judged_for_a_base(lab: Page) -> None:
    lab.locator('.witp-bar [data-value="bases"]').click()
    box = lab.locator(".witp-map .hex-0606").bounding_box()
    assert box is not None
    lab.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(lab.locator(f"{PANEL} .w-verdict")).to_contain_text(
        "Japan cannot build a base at Manila"
    )
    lab.locator(f'{PANEL} [data-action="base-side"][data-value="allies"]').click()
    expect(lab.locator(f"{PANEL} .w-verdict")).to_contain_text("The Allies")


@pytest.mark.parametrize("pane", ["bases", "legend"])
def test_nothing_serious_for_axe(lab: Page, pane: str) -> None:
    lab.locator(f'.witp-lab [data-value="{pane}"]:visible').first.click()
    expect(lab.locator(f"{PANEL} .witp-head")).to_be_visible()
    assert grave(lab) == []


@pytest.mark.parametrize("width", [960, 1024, 1100, 1150, 1200, 1280])
def test_the_bars_never_wrap(lab: Page, width: int) -> None:
    lab.set_viewport_size({"width": width, "height": 768})
    lab.wait_for_function("w => innerWidth === w", arg=width)
    heights = lab.evaluate(
        "['bar', 'tools', 'key'].map(n => document.querySelector('.witp-' + n).offsetHeight)"
    )
    assert max(heights) <= 52, heights
    assert not lab.evaluate(SIDEWAYS)
    over = lab.evaluate(
        "[...document.querySelectorAll('.witp-bar, .witp-tools')]"
        ".map(e => e.scrollWidth - e.clientWidth)"
    )
    assert max(over) <= 0, over


def test_the_set_up_is_opened_with_its_six_bases(lab: Page) -> None:
    lab.locator('.witp-bar [data-value="open"]').click()
    lab.locator(f'{PANEL} [data-action="scenario"][data-value="bases"]').click()
    expect(lab.locator(f"{PANEL} .w-k-info")).to_contain_text("Opened Standard set-up")
    lab.locator('.witp-bar [data-value="bases"]').click()
    lab.locator(f'{PANEL} [data-action="base-side"][data-value="allies"]').click()
    expect(lab.locator(PANEL)).to_contain_text("none is built on turn 1")


def test_a_message_about_a_file_goes_when_one_works_on(lab: Page) -> None:
    drop = """size => {
        const data = new DataTransfer();
        data.items.add(new File([new Uint8Array(size).fill(255)], "picture.png"));
        const said = { dataTransfer: data, bubbles: true, cancelable: true };
        document.body.dispatchEvent(new DragEvent("drop", said));
    }"""
    for size, said in ((100, "is not a text file"), (2 << 20, "at most 1 MB")):
        lab.evaluate(drop, size)
        expect(lab.locator(".witp-notice")).to_contain_text(said)
        lab.locator(".witp-notice p").click()
        expect(lab.locator(".witp-notice")).to_be_visible()
        lab.locator('.witp-bar [data-value="keys"]').click()
        expect(lab.locator(".witp-notice")).to_have_count(0)


def test_bases_on_a_phone(browser: Any, server: Server) -> None:
    with watched(browser, server.url, PHONE, has_touch=True, is_mobile=True) as page:
        open_lab(page, server)
        show_truk(page)
        page.locator('.witp-bar [data-value="menu"]').tap()
        page.locator(f'{PANEL} [data-value="bases"]').tap()
        panel = page.locator(PANEL)
        expect(panel).to_contain_text("1 base: 1 RP of 20")
        assert page.evaluate(TOO_SMALL) == []
        assert not page.evaluate(SIDEWAYS)
        panel.locator('[data-action="base-at"][data-value="0605"]').tap()
        verdict = panel.locator(".w-verdict")
        expect(verdict).to_contain_text("Japan can build a base at Taiwan")
        expect(verdict).to_be_in_viewport()
        expect(panel.locator(".w-deciding")).to_be_in_viewport()
        assert page.evaluate(TOO_SMALL) == []
        assert not page.evaluate(SIDEWAYS)
        panel.locator(".witp-do button").tap()
        expect(panel.locator(".w-k-changed")).to_contain_text("Now fed")
        assert_quiet(page)
