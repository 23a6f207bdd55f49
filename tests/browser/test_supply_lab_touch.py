"""The supply lab on a phone: by touch alone, nothing too small, nothing that scrolls sideways."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import pytest
from browsing import PHONE, Server, assert_quiet, watched
from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Page

APP = "/voila/render/examples/supply_lab.ipynb"
MOST_TAPS = 40
"""At three seconds a tap, two minutes."""

TOO_SMALL = """() => {
    const all = document.querySelectorAll(
        ".witp-lab :is(button, select, input, textarea, summary, a[href], [role=button])");
    const small = [];
    for (const e of all) {
        const box = e.getBoundingClientRect();
        if (!box.width || getComputedStyle(e).visibility === "hidden") continue;
        if (e.closest(".witp-map") || box.right < 0) continue;
        if (box.width < 43.5 || box.height < 43.5)
            small.push(`${e.textContent.slice(0, 30)}: ${box.width} x ${box.height}`);
    }
    return small;
}"""
SIDEWAYS = "document.documentElement.scrollWidth > innerWidth"


@pytest.fixture(scope="module")
def stage(browser: Any, server: Server) -> Iterator[Page]:
    """One phone for all tests here."""
    with watched(browser, server.url, PHONE, has_touch=True, is_mobile=True) as page:
        page.goto(server.url + APP + "?p=" + quote(LINE))
        page.wait_for_selector("html[data-witp-ready]", state="attached")
        yield page
        assert_quiet(page)


@pytest.fixture
def phone(stage: Page) -> Thumb:
    """The phone with the example, nothing selected, at the top of the page."""
    stage.evaluate(
        """text => {
            const data = new DataTransfer();
            data.items.add(new File([text], "example"));
            const said = { dataTransfer: data, bubbles: true, cancelable: true };
            document.body.dispatchEvent(new DragEvent("drop", said));
        }""",
        LINE,
    )
    expect(stage.locator(".w-k-info")).to_have_text("Opened example.")
    stage.evaluate("scrollTo(0, 0)")
    return Thumb(stage)


LINE = (
    "title New Hebrides; turn 4; 0909 us L; 1008 jp A; 1009 us A; 1207 us A; 1208 us L; "
    "1309 us L; base jp 0907; base al 1110"
)


NAMES = {
    "0907": "Truk",
    "0909": "Port Moresby",
    "1008": "Rabaul",
    "1009": "Guadalcanal",
    "1110": "New Hebrides",
    "1207": "Gilberts",
    "1208": "Ellis",
    "1309": "Samoa",
}


class Thumb:
    """A page that can be tapped and looked at; it counts the taps."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = 0

    def look(self, selector: str) -> Any:
        return self.page.locator(selector)

    def tap(self, selector: str) -> None:
        """Tap what is there: it may be brought into view, never be hidden behind something."""
        self.taps += 1
        self.page.locator(f"{selector}:visible").first.tap()

    def tap_hex(self, hex_id: str) -> None:
        self.taps += 1
        box = self.page.locator(f".witp-map .hex-{hex_id}").bounding_box()
        assert box is not None
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        above = self.page.evaluate(
            "([x, y]) => document.elementFromPoint(x, y)?.closest('.witp-map') !== null", [x, y]
        )
        assert above, f"{hex_id} is not on the screen"
        self.page.touchscreen.tap(x, y)

    def fits(self) -> None:
        assert not self.page.evaluate(TOO_SMALL)
        assert not self.page.evaluate(SIDEWAYS)


def within(page: Page, selector: str) -> tuple[float, float]:
    """Top and bottom of something on the screen."""
    box = page.locator(selector).first.bounding_box()
    assert box is not None
    return box["y"], box["y"] + box["height"]


def test_bar_map_card_and_foot_have_their_places(phone: Thumb) -> None:
    page = phone.page
    assert within(page, ".witp-bar") == pytest.approx((0, 48), abs=1)
    assert within(page, ".witp-map") == pytest.approx((48, 380), abs=3)
    assert within(page, ".witp-foot") == pytest.approx((734, 800), abs=12)
    texts = page.locator(".witp-foot button").all_text_contents()
    assert texts == ["Why", "Turn over", "Add", "Units"]
    visible = page.locator(".witp-bar button:visible").all_text_contents()
    assert visible == ["Undo", "Menu"]
    hex_box = page.locator(".hex-1009").bounding_box()
    assert hex_box is not None and hex_box["width"] >= 64
    phone.fits()


def test_a_tap_on_a_hex_shows_verdict_reason_and_tests_and_moves_nothing(phone: Thumb) -> None:
    page = phone.page
    phone.tap_hex("0909")
    expect(phone.look("h2.w-verdict")).to_contain_text("Port Moresby land unit is in supply.")
    assert page.evaluate("scrollY") == 0
    foot = within(page, ".witp-foot")[0]
    for selector in ("h2.w-verdict", ".w-deciding", ".w-tests tbody tr"):
        assert 380 < within(page, selector)[0] < foot, selector
    assert within(page, ".w-deciding")[1] < foot
    page.evaluate("scrollTo(0, 120)")
    phone.tap_hex("1109")
    expect(phone.look("h2.witp-verdict")).to_contain_text("1109")
    assert page.evaluate("scrollY") == 120
    phone.tap_hex("1309")
    expect(phone.look("h2.w-verdict")).to_contain_text("Samoa")
    assert page.evaluate("scrollY") == 120
    phone.fits()


def test_what_changed_stays_in_sight(phone: Thumb) -> None:
    phone.tap_hex("1009")
    expect(phone.look("h2.w-verdict")).to_contain_text("Guadalcanal")
    phone.tap(".witp-foot [data-action=flip]")
    told = phone.look(".w-k-changed")
    expect(told).to_contain_text("Turned over Guadalcanal A. Now cut: Port Moresby L.")
    phone.page.evaluate("scrollTo(0, 600)")
    assert within(phone.page, ".w-k-changed")[0] >= 0
    phone.tap(".w-k-changed [data-action=undo]")
    expect(phone.look(".w-k-info")).to_contain_text("Undone: turned over Guadalcanal A.")
    phone.tap(".witp-foot [data-value=units]")
    expect(phone.look(".w-unit")).to_have_count(6)
    phone.tap(".w-unit")
    expect(phone.look("h2.w-verdict")).to_contain_text("Gilberts air unit is out of supply.")
    phone.page.wait_for_function("scrollY === 0")


def test_every_panel_fits_a_phone_and_a_thumb(phone: Thumb) -> None:
    phone.tap(".witp-bar [data-value=menu]")
    expect(phone.look(".witp-right .witp-head")).to_have_text("Menu")
    phone.fits()
    for pane in ("open", "share", "find", "line"):
        phone.tap(f".witp-right [data-value={pane}]")
        expect(phone.look(".witp-right .witp-head")).not_to_have_text("Menu")
        phone.fits()
        phone.tap(".witp-right [data-action=close]")
        phone.tap(".witp-bar [data-value=menu]")
        expect(phone.look(".witp-right .witp-head")).to_have_text("Menu")
    phone.tap(".witp-right [data-value=control]")
    expect(phone.look(".witp-right [data-value=control]")).to_have_attribute("aria-pressed", "true")
    phone.tap(".witp-right [data-action=zoom]")
    phone.page.wait_for_function(
        "document.querySelector('.hex-1009').getBoundingClientRect().width < 45"
    )
    phone.tap(".witp-right [data-action=zoom]")
    phone.page.wait_for_function(
        "document.querySelector('.hex-1009').getBoundingClientRect().width > 64"
    )
    phone.tap(".witp-foot [data-action=why]")
    phone.page.wait_for_function("scrollY === 0")
    phone.tap_hex("1207")
    expect(phone.look("h2.w-verdict")).to_contain_text("Gilberts")
    phone.tap("[data-action=rule]")
    expect(phone.look(".w-drawer")).to_be_visible()
    phone.fits()


def test_the_book_position_is_entered_by_taps_in_under_two_minutes(phone: Thumb) -> None:
    page = phone.page
    phone.tap(".witp-bar [data-value=menu]")
    phone.tap(".witp-right [data-value=open]")
    phone.tap("[data-action=empty]")
    expect(phone.look(".w-empty")).to_be_visible()
    phone.fits()
    phone.tap(".witp-foot [data-value=add]")
    expect(phone.look(".witp-right .witp-head")).to_have_text("Add")

    def put(hex_id: str, what: str) -> None:
        phone.tap_hex(hex_id)
        expect(phone.look(".witp-edit h3")).to_have_text(f"Add at {NAMES[hex_id]}")
        phone.tap(f".witp-edit [data-action={what}]")
        verb = "Built" if what == "base" else "Added"
        expect(phone.look(".w-k-changed")).to_contain_text(verb)
        expect(phone.look(".w-k-changed")).to_contain_text(NAMES[hex_id])

    for hex_id, letter in (("0909", "land"), ("1009", "air"), ("1207", "air"), ("1208", "land")):
        put(hex_id, f"add][data-value={letter}")
    put("1309", "add][data-value=land")
    put("1110", "base")
    phone.tap(".witp-edit [data-value=japan]")
    put("1008", "add][data-value=air")
    put("0907", "base")
    phone.tap(".witp-bar [data-value=menu]")
    phone.tap(".witp-right select.witp-turn")
    page.locator(".witp-right select.witp-turn").select_option("4")
    phone.taps += 1
    wanted = (
        "turn 4; 0909 us L; 1008 jp A; 1009 us A; 1207 us A; 1208 us L; 1309 us L; "
        "base jp 0907; base al 1110"
    )
    page.wait_for_function(
        "text => new URL(location.href).searchParams.get('p') === text", arg=wanted
    )
    phone.tap(".witp-foot [data-value=units]")
    expect(phone.look(".w-unit").first).to_contain_text("Gilberts air unit, 3 hexes from")
    assert phone.taps <= MOST_TAPS, phone.taps
