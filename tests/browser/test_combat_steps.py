"""Singapore and Manila as stepped examples in a browser: every step, dice changed and laid back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from browsing import DESKTOP, PHONE, Server
from playwright.sync_api import Page, expect

from witp_learn.ui.steps_desk import StepsDesk
from witp_learn.walkthrough import Walkthrough, walkthrough

FOLDER = "/voila/render/examples"
WALKS = ("singapore_turn_1", "manila_turn_4")
PROJECTOR = (1024, 768)

Open = Callable[..., Page]

OVERFLOW = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
SMALL_TARGETS = """() => [...document.querySelectorAll("button, a[href], summary, input, select")]
  .filter((e) => e.checkVisibility({visibilityProperty: true}) && !e.matches(".witp-skip"))
  .map((e) => [e.textContent.trim() || e.ariaLabel, e.getBoundingClientRect()])
  .filter(([, box]) => box.width < 44 || box.height < 44).map(([words]) => words)"""
REMEMBERED = """([line, number]) => {
  const kept = new URL(location).searchParams.get("p");
  return kept === line || (kept === null && number === 1);
}"""
CUT = """() => [...document.querySelectorAll(".witp-right .w-card *")]
  .filter((e) => e.checkVisibility() && !e.matches(".w-hidden"))
  .filter((e) => e.getBoundingClientRect().right >
      e.closest(".w-card").getBoundingClientRect().right)
  .map((e) => e.className || e.textContent)"""
ROWS = """rows => rows.map((row) => [...row.cells].map((cell) => {
  const own = cell.cloneNode(true);
  own.querySelectorAll(".w-hidden, .st-follows").forEach((e) => e.remove());
  return own.textContent.trim();
}))"""


def opened(page: Page, server: Server, name: str, search: str = "") -> Page:
    page.goto(f"{server.url}{FOLDER}/{name}.ipynb{search}")
    page.wait_for_function("document.documentElement.dataset.witpReady === '1'")
    expect(page.locator(".st-dot")).to_have_count(len(walkthrough(name)))
    return page


def at(page: Page, walk: Walkthrough, number: int) -> None:
    """Wait until a step is shown; the address of the page holds it last."""
    desk = StepsDesk(walk)
    desk.go(number)
    page.wait_for_function(REMEMBERED, arg=[desk.text(), number])
    expect(page.locator(".st-dot[aria-current=step]")).to_have_text(str(number))
    shown = page.locator(".witp-right")
    title = walk.step(number).title
    expect(shown.get_by_role("heading", name=title, exact=True)).to_have_count(1)


def go(page: Page, walk: Walkthrough, words: str) -> int:
    number = next(step.number for step in walk if words in step.title)
    page.get_by_role("button", name=f"Step {number}:").click()
    at(page, walk, number)
    return number


def compared(page: Page) -> list[list[str]]:
    found: list[list[str]] = page.locator(".st-points tbody tr").evaluate_all(ROWS)
    return found


def serious(page: Page) -> list[Any]:
    found = Axe().run(page).response["violations"]
    bad = [v for v in found if v["impact"] in ("serious", "critical")]
    return [(v["id"], [n["html"] for n in v["nodes"]]) for v in bad]


@pytest.mark.parametrize("name", WALKS)
def test_every_step_by_keyboard_alone(page: Page, server: Server, name: str) -> None:
    walk = walkthrough(name)
    opened(page, server, name)
    for step in walk:
        at(page, walk, step.number)
        expect(page.locator(".st-points tbody tr")).to_have_count(len(step.comparisons))
        assert compared(page) == [
            [c.what, c.printed, "=" if c.agrees else "≠", c.computed] for c in step.comparisons
        ]
        expect(page.locator(".st-ruling")).to_have_count(len(step.rulings))
        if step.answer is not None:
            expect(page.locator(".witp-right .w-verdict")).to_contain_text(step.answer.verdict)
            expect(page.locator(".cb-ledger")).to_be_visible()
        assert page.evaluate(OVERFLOW) <= 0
        if step.number % 4 == 0:
            assert serious(page) == [], f"step {step.number}"
        page.keyboard.press("ArrowRight")
    page.reload()
    at(page, walk, len(walk))


def test_a_die_is_set_and_laid_back_by_keyboard(page: Page, server: Server) -> None:
    walk = walkthrough("manila_turn_4")
    opened(page, server, walk.name)
    number = go(page, walk, "printed 30")
    kept = page.url
    one = page.get_by_role("button", name="Japan's die: 1")
    one.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".st-own")).to_contain_text("Your dice, in this step only: 1 and 5.")
    expect(page.locator(".st-points .st-moved")).to_have_count(2)
    expect(page.locator(".st-points .st-differs, .cb-print")).to_have_count(0)
    assert compared(page) == [["Die", "4 v 5", "≠", "1 v 5"], ["Total", "30 v 9", "≠", "17 v 9"]]
    expect(one).to_be_focused()
    expect(one).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".cb-result .w-verdict")).to_contain_text("Japan wins by 8")
    expect(page.locator("[data-live=say]")).to_contain_text(
        "Your dice bring out 2 points otherwise."
    )
    assert page.url == kept
    back = page.get_by_role("button", name="As printed")
    back.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".st-points .st-differs")).to_have_count(1)
    expect(page.locator(".cb-ledger")).to_contain_text("printed 30, computed 20 (14.1)")
    expect(back).to_have_count(0)
    # A die that was changed lies as printed when one comes back to the step.
    one.click()
    expect(page.locator(".st-points .st-moved")).to_have_count(2)
    page.get_by_role("button", name="Next", exact=True).click()
    at(page, walk, number + 1)
    page.get_by_role("button", name="Back", exact=True).click()
    at(page, walk, number)
    expect(page.locator(".st-points .st-differs")).to_have_count(1)


def test_the_roll_for_points_and_the_36_rolls(page: Page, server: Server) -> None:
    walk = walkthrough("manila_turn_4")
    opened(page, server, walk.name)
    go(page, walk, "The roll")
    page.get_by_role("button", name="Japan, white die: 6").click()
    expect(page.locator(".st-points .st-moved")).to_have_count(2)
    assert compared(page)[0] == ["Japan, TRP", "14 RP", "≠", "18 RP"]
    assert compared(page)[2] == ["Acts first", "the Allies", "≠", "Japan"]
    go(page, walk, "7 against 6")
    expect(page.locator(".cb-below")).to_contain_text("Japan 50.00 % (1/2)")
    page.locator('[data-action="roll-cell"][data-value="1 6"]').click()
    expect(page.locator(".cb-result .w-verdict")).to_contain_text("The Allies win by 3")
    page.get_by_role("button", name="As printed").click()
    expect(page.locator(".cb-result .w-verdict")).to_contain_text("Japan wins by 1")


def test_the_link_leads_to_the_combat_lab(page: Page, server: Server) -> None:
    walk = walkthrough("singapore_turn_1")
    opened(page, server, walk.name)
    go(page, walk, "dice 1 and 6")
    page.get_by_role("button", name="Japan's die: 2").click()
    expect(page.locator(".st-own")).to_contain_text("Your dice, in this step only: 2 and 6.")
    page.get_by_role("link", name="Try it in the combat lab").click()
    page.wait_for_url("**/combat_lab.ipynb?**")
    page.wait_for_function("document.documentElement.dataset.witpReady === '1'")
    expect(page.locator(".witp-name")).to_have_text("Singapore 0407 · landing, fight 2 of 2")
    expect(page.locator(".cb-rolled")).to_have_attribute("data-value", "2 6")
    expect(page.locator(".cb-k-total .cb-value")).to_have_text(["3", "4"])


@pytest.mark.parametrize("name", WALKS)
def test_by_touch_on_a_phone(open_page: Open, server: Server, name: str) -> None:
    walk = walkthrough(name)
    page = opened(open_page(PHONE, has_touch=True, is_mobile=True), server, name)
    for step in walk:
        at(page, walk, step.number)
        assert page.evaluate(OVERFLOW) <= 0, f"step {step.number} scrolls sideways"
        assert page.evaluate(SMALL_TARGETS) == [], f"step {step.number}"
        if step.number % 5 == 0:
            assert serious(page) == [], f"step {step.number}"
        if step.number < len(walk):
            page.get_by_role("button", name="Next", exact=True).tap()
    go(page, walk, "Dice ")
    page.get_by_role("button", name="The Allies' die: 1").tap()
    expect(page.get_by_role("button", name="As printed")).to_be_visible()


@pytest.mark.parametrize("size", [DESKTOP, PROJECTOR, (1920, 1080)])
def test_on_a_screen_everything_stays_in_its_place(
    open_page: Open, server: Server, size: tuple[int, int]
) -> None:
    walk = walkthrough("manila_turn_4")
    page = opened(open_page(size), server, walk.name)
    board = page.locator(".witp-map").bounding_box()
    assert board and board["width"] >= 600 and board["height"] >= 560
    for number in (1, 2, 8, 16, len(walk)):
        page.get_by_role("button", name=f"Step {number}:").click()
        at(page, walk, number)
        assert page.evaluate(OVERFLOW) <= 0
        assert page.evaluate("document.documentElement.scrollHeight") <= size[1]
        assert page.locator(".witp-map").bounding_box() == board
        assert page.evaluate(CUT) == [], f"step {number} is cut at its right-hand edge"
        foot = page.get_by_role("button", name="Next", exact=True).bounding_box()
        assert foot and foot["y"] + foot["height"] <= size[1]
