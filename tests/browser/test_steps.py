"""The stepped example in a browser: by keyboard, by touch, forth and back, left and reopened."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from browsing import DESKTOP, PHONE, Server
from playwright.sync_api import Page, expect

from witp_learn.ui.steps_desk import StepsDesk
from witp_learn.walkthrough import Walkthrough, walkthrough

FOLDER = "/voila/render/examples"
PAGES = {"new_hebrides": "supply_check"}
"""The notebooks that are not named like their walkthrough."""
OTHERS = ("air_zones", "supply_network", "supply_setup")
"""The other stepped examples."""
PROJECTOR = (1024, 768)
WALK = walkthrough("new_hebrides")
LAST = len(WALK)

Open = Callable[..., Page]

EVERYTHING = """() => [
  ...[...document.querySelectorAll(".witp-steps .widget-html-content")].map((e) => e.innerHTML),
  ...[...document.querySelectorAll(".witp-map img")].map((e) => e.src),
  document.querySelector(".witp-map .leaflet-map-pane").style.transform,
  new URL(location).searchParams.get("p"),
]"""
"""All that a reader sees and the page remembers."""

SMALL_TARGETS = """() => [...document.querySelectorAll("button, a[href], summary, input, select")]
  .filter((e) => e.checkVisibility({visibilityProperty: true}) && !e.matches(".witp-skip"))
  .map((e) => [e.textContent.trim() || e.ariaLabel, e.getBoundingClientRect()])
  .filter(([, box]) => box.width < 44 || box.height < 44).map(([words]) => words)"""

REMEMBERED = """([line, number]) => {
  const kept = new URL(location).searchParams.get("p");
  return kept === line || (kept === null && number === 1);
}"""
"""The address holds the position of the step; on a first visit it holds none."""

OVERFLOW = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


def opened(page: Page, server: Server, search: str = "", walk: Walkthrough = WALK) -> Page:
    name = PAGES.get(walk.name, walk.name)
    page.goto(f"{server.url}{FOLDER}/{name}.ipynb{search}")
    page.wait_for_function("document.documentElement.dataset.witpReady === '1'")
    expect(page.locator(".st-dot")).to_have_count(len(walk))
    return page


def at(page: Page, number: int, walk: Walkthrough = WALK) -> None:
    """Wait until a step is shown on every part of the page; its address comes last."""
    step = walk.step(number)
    desk = StepsDesk(walk)
    desk.go(number)
    page.wait_for_function(REMEMBERED, arg=[desk.text(), number])
    here = page.locator(".st-dot[aria-current=step]")
    expect(here).to_have_text(str(number))
    expect(page.locator(".witp-bar .st-count")).to_have_text(f"Step {number} of {len(walk)}")
    shown = page.locator(".witp-right")
    expect(shown.get_by_role("heading", name=step.title, exact=True)).to_have_count(1)


def compared(page: Page) -> list[tuple[str, ...]]:
    """The table on the card: what, printed, sign, computed."""
    rows = page.locator(".st-points tbody tr").evaluate_all(
        """rows => rows.map((row) => [...row.cells].map((cell) => {
          const own = cell.cloneNode(true);
          own.querySelectorAll(".w-hidden, .st-follows").forEach((e) => e.remove());
          return own.textContent.trim();
        }))"""
    )
    return [tuple(row) for row in rows]


def assert_step(page: Page, number: int, walk: Walkthrough = WALK) -> None:
    """The card says what the rulebook says and what is computed, the map and the voice as well."""
    at(page, number, walk)
    step = walk.step(number)
    right = page.locator(".witp-right")
    if step.book is not None:
        expect(right.locator(".st-book")).to_contain_text(step.book.says)
    assert compared(page) == [
        (c.what, c.printed, "=" if c.agrees else "≠", c.computed) for c in step.comparisons
    ]
    expect(right.locator(".st-ruling")).to_have_count(len(step.rulings))
    if step.answer is not None:
        expect(right.locator(".w-verdict")).to_contain_text(step.answer.verdict)
        expect(right.locator(".w-deciding")).to_have_text(step.answer.deciding)
    if number > 1:
        said = page.locator("[data-live=say]")
        expect(said).to_contain_text(f"Step {number} of {len(walk)}. {step.title}")
        expect(said).to_contain_text(step.computed)


def test_the_whole_example_by_keyboard_alone(page: Page, server: Server) -> None:
    opened(page, server)
    press = page.keyboard.press
    assert_step(page, 1)
    # Only the app is here: the cells that are to be read are neither run nor sent.
    assert page.get_by_text("by the rulebook's own example").count() == 0
    assert "witp.example" not in page.content()
    keys = ("ArrowRight", "PageDown", "Space")
    for number in range(2, LAST + 1):
        press(keys[number % 3])
        assert_step(page, number)
    press("ArrowRight")
    at(page, LAST)
    press("ArrowLeft")
    assert_step(page, LAST - 1)
    press("PageUp")
    assert_step(page, LAST - 2)
    press("Home")
    at(page, 1)
    press("End")
    at(page, LAST)

    # Back and Next are buttons, and keep the focus; the arrow keys step from there as well.
    back = page.get_by_role("button", name="Back", exact=True)
    back.focus()
    press("Enter")
    at(page, LAST - 1)
    expect(back).to_be_focused()
    press("Space")
    at(page, LAST - 2)
    press("ArrowRight")
    at(page, LAST - 1)
    expect(back).to_be_focused()
    press("Home")
    at(page, 1)
    expect(back).to_be_focused()
    press("Enter")
    at(page, 1)
    press("Tab")
    press("Enter")
    at(page, 2)

    # A dot, a tab of the tests, a rule, all with Tab and Enter.
    page.get_by_role("button", name="Step 5: Ellis: not through 1109").focus()
    press("Enter")
    at(page, 5)
    stopped = page.get_by_role("button", name="1109 stopped")
    expect(stopped).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="1209 open").focus()
    press("Enter")
    expect(stopped).to_have_attribute("aria-pressed", "false")
    expect(page.get_by_role("button", name="1209 open")).to_be_focused()
    chip = page.locator(".st-book").get_by_role("button", name="Rule 7.3h")
    chip.focus()
    press("Enter")
    expect(page.get_by_role("region", name="Rule 7.3h")).to_be_visible()
    expect(page.get_by_role("button", name="Close")).to_be_focused()
    press("Escape")
    expect(chip).to_be_focused()
    at(page, 5)

    # On the map the arrow keys go from hex to hex; Enter leads to the step about a unit.
    page.get_by_role("application").focus()
    cursor = page.locator("[data-live=cursor]")
    press("ArrowRight")
    expect(cursor).not_to_be_empty()
    at(page, 5)
    while not (here := under_the_cursor(page)).startswith("0909"):
        press(towards(here, 9, 9))
        expect(cursor).not_to_have_text(here)
        expect(cursor).not_to_be_empty()
    press("Enter")
    assert_step(page, 8)


def under_the_cursor(page: Page) -> str:
    """What is said of the hex that the arrow keys have reached."""
    return page.locator("[data-live=cursor]").text_content() or ""


def towards(spoken: str, column: int, row: int) -> str:
    """The arrow key that leads nearer to a hex."""
    across, down = column - int(spoken[:2]), row - int(spoken[2:4])
    if across:
        return "ArrowRight" if across > 0 else "ArrowLeft"
    return "ArrowDown" if down > 0 else "ArrowUp"


def test_back_undoes_exactly(page: Page, server: Server) -> None:
    opened(page, server)
    page.keyboard.press("ArrowRight")
    at(page, 2)
    page.keyboard.press("ArrowLeft")
    seen = []
    for number in range(1, LAST + 1):
        at(page, number)
        seen.append(settled(page))
        page.keyboard.press("ArrowRight")
    assert len({tuple(map(str, each)) for each in seen}) == LAST
    for number in range(LAST, 0, -1):
        at(page, number)
        assert settled(page) == seen[number - 1], f"step {number} shows something else"
        page.keyboard.press("ArrowLeft")
    # What was opened on a card is closed again when one comes back to it.
    page.get_by_role("button", name="Step 8:").click()
    at(page, 8)
    page.get_by_role("button", name="Fold the passed tests").click()
    page.locator(".st-book .w-chip").first.click()
    page.keyboard.press("PageDown")
    at(page, 9)
    page.keyboard.press("PageUp")
    at(page, 8)
    assert settled(page) == seen[7]


def settled(page: Page) -> Any:
    """What is seen once nothing changes any more."""
    now = page.evaluate(EVERYTHING)
    for _ in range(40):
        page.wait_for_timeout(60)
        before, now = now, page.evaluate(EVERYTHING)
        if before == now:
            return [text.replace(' class="p-Widget"', "") for text in now]
    raise AssertionError("the page does not come to rest")


def test_reload_and_a_new_visit_come_back_to_the_step(page: Page, server: Server) -> None:
    opened(page, server)
    page.get_by_role("button", name="Step 8:").click()
    at(page, 8)
    address = page.url
    page.reload()
    assert_step(page, 8)
    opened(page, server)
    at(page, 8)
    page.get_by_role("button", name="Next", exact=True).click()
    at(page, 9)
    page.goto(address)
    page.wait_for_function("document.documentElement.dataset.witpReady === '1'")
    at(page, 8)
    opened(page, server, "?p=base%20al%201110%3B%20nonsense")
    expect(page.locator(".st-dot[aria-current=step]")).to_have_text("1")


def test_the_link_to_the_lab_carries_the_position(page: Page, server: Server) -> None:
    opened(page, server)
    page.keyboard.press("End")
    at(page, LAST)
    (kept,) = parse_qs(urlsplit(page.url).query)["p"]
    line = kept.replace(f" Step {LAST};", f" (step {LAST});")
    link = page.get_by_role("link", name="Try it in the supply lab")
    link.focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/supply_lab.ipynb?**")
    page.wait_for_function("document.documentElement.dataset.witpReady === '1'")
    page.wait_for_function("line => new URL(location).searchParams.get('p') === line", arg=line)
    expect(page.locator(".witp-lab")).to_contain_text("Port Moresby")


def test_by_touch_on_a_phone(open_page: Open, server: Server) -> None:
    page = opened(open_page(PHONE, has_touch=True, is_mobile=True), server)
    for number in range(1, LAST + 1):
        assert_step(page, number)
        assert page.evaluate(OVERFLOW) <= 0, f"step {number} scrolls sideways"
        assert page.evaluate(SMALL_TARGETS) == []
        assert page.evaluate("scrollY") == 0, "each step starts at the top"
        ways = page.locator(".st-foot").bounding_box()
        assert ways and ways["y"] + ways["height"] <= PHONE[1] + 1, "Next is always in view"
        page.get_by_role("link", name="Try it in the supply lab").scroll_into_view_if_needed()
        if number < LAST:
            page.get_by_role("button", name="Next", exact=True).tap()
    dot = page.get_by_role("button", name="Step 2:")
    dot.scroll_into_view_if_needed()
    dot.tap()
    at(page, 2)
    page.wait_for_function("scrollY === 0")
    page.locator("path.hex-1309").tap()
    assert_step(page, 3)
    page.locator("path.hex-1309").tap()
    at(page, 3)
    page.get_by_role("button", name="Rule 7.3f").tap()
    expect(page.get_by_role("region", name="Rule 7.3f")).to_be_visible()
    page.get_by_role("button", name="Close").tap()
    at(page, 3)


@pytest.mark.parametrize("size", [DESKTOP, PROJECTOR])
def test_on_a_screen_everything_stays_in_its_place(
    open_page: Open, server: Server, size: tuple[int, int]
) -> None:
    page = opened(open_page(size), server)
    board = page.locator(".witp-map").bounding_box()
    assert board and board["width"] >= 600 and board["height"] >= 560
    for number in (1, 5, 8, LAST):
        page.get_by_role("button", name=f"Step {number}:").click()
        at(page, number)
        assert page.evaluate(OVERFLOW) <= 0
        height = page.evaluate("document.documentElement.scrollHeight")
        assert height <= size[1], "the card scrolls, not the page"
        assert page.locator(".witp-map").bounding_box() == board
        page.wait_for_function("document.querySelector('.witp-right').scrollTop === 0")
        foot = page.get_by_role("button", name="Next", exact=True).bounding_box()
        assert foot and foot["y"] + foot["height"] <= size[1]
        page.locator(".witp-right").evaluate("e => e.scrollTo(0, 9999)")


@pytest.mark.parametrize(("size", "touch"), [(DESKTOP, False), (PROJECTOR, False), (PHONE, True)])
def test_axe_finds_nothing_serious(
    open_page: Open, server: Server, size: tuple[int, int], touch: bool
) -> None:
    page = opened(open_page(size, has_touch=touch, is_mobile=touch), server)
    for number in (1, 5, 6, 10):
        page.get_by_role("button", name=f"Step {number}:").click()
        at(page, number)
        assert serious(page) == []
    page.locator(".st-book .w-chip").first.click()
    expect(page.locator(".w-drawer")).to_be_visible()
    assert serious(page) == []


def serious(page: Page) -> list[Any]:
    found = Axe().run(page).response["violations"]
    bad = [v for v in found if v["impact"] in ("serious", "critical")]
    return [(v["id"], [n["html"] for n in v["nodes"]]) for v in bad]


@pytest.mark.parametrize("name", OTHERS)
def test_the_other_examples_by_keyboard_alone(page: Page, server: Server, name: str) -> None:
    walk = walkthrough(name)
    opened(page, server, walk=walk)
    for number in range(1, len(walk) + 1):
        assert_step(page, number, walk)
        assert page.evaluate(OVERFLOW) <= 0
        if number % 3 == 0:
            assert serious(page) == [], f"step {number}"
        page.keyboard.press("ArrowRight")
    page.keyboard.press("PageUp")
    at(page, len(walk) - 1, walk)
    page.reload()
    assert_step(page, len(walk) - 1, walk)


@pytest.mark.parametrize("name", OTHERS)
def test_the_other_examples_by_touch_on_a_phone(open_page: Open, server: Server, name: str) -> None:
    walk = walkthrough(name)
    page = opened(open_page(PHONE, has_touch=True, is_mobile=True), server, walk=walk)
    for number in range(1, len(walk) + 1):
        assert_step(page, number, walk)
        assert page.evaluate(OVERFLOW) <= 0, f"step {number} scrolls sideways"
        assert page.evaluate(SMALL_TARGETS) == []
        if number % 4 == 0:
            assert serious(page) == [], f"step {number}"
        if number < len(walk):
            page.get_by_role("button", name="Next", exact=True).tap()


def test_an_air_zone_is_told_hex_by_hex(page: Page, server: Server) -> None:
    walk = walkthrough("air_zones")
    opened(page, server, walk=walk)
    page.keyboard.press("ArrowRight")
    at(page, 2, walk)
    page.locator("path.hex-1108").click()
    expect(page.locator(".witp-key")).to_contain_text("under the Japanese air zone")
    page.locator("path.hex-1009").click()
    assert_step(page, 3, walk)
    page.get_by_role("button", name="Rule 2.2.3i").first.click()
    expect(page.get_by_role("region", name="Rule 2.2.3i")).to_be_visible()
    page.keyboard.press("Escape")
    at(page, 3, walk)
