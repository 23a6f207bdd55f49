"""The examples of movement as steps in a browser: every way is seen whole, and opens in the lab."""

from __future__ import annotations

from collections.abc import Callable

from browser.test_combat_steps import OVERFLOW, SMALL_TARGETS, at, compared, go, opened, serious
from browsing import PHONE, Server
from playwright.sync_api import Page, expect

from witp_learn.walkthrough import WalkStep, walkthrough
from witp_learn.walkthrough.move_look import MoveLook

Open = Callable[..., Page]

SEEN = """(way) => {
  const map = document.querySelector(".witp-map").getBoundingClientRect();
  for (const img of document.querySelectorAll(".witp-map img")) {
    const svg = new DOMParser().parseFromString(
      decodeURIComponent(img.src.slice(img.src.indexOf(",") + 1)), "image/svg+xml");
    const line = svg.querySelector(`[data-line="${way}"] path`);
    if (!line) continue;
    const box = svg.documentElement.getAttribute("viewBox").split(" ").map(Number);
    const at = img.getBoundingClientRect(), size = at.width / box[2];
    const points = [...line.getAttribute("d").matchAll(/[ML](\\S+) (\\S+?)(?=[ML]|$)/g)];
    return points.length > 0 && points.every(([, x, y]) => {
      const left = at.left + (x - box[0]) * size, top = at.top + (y - box[1]) * size;
      return left > map.left && left < map.right && top > map.top && top < map.bottom;
    });
  }
  return false;
}"""
"""Whether the line of a way is drawn, and all of it within the map."""


def check(page: Page, step: WalkStep) -> None:
    """The step's points, its answer with the ledger, and its way, which lies within the map."""
    assert compared(page) == [
        [c.what, c.printed, "=" if c.agrees else "≠", c.computed] for c in step.comparisons
    ]
    expect(page.locator(".st-ruling")).to_have_count(len(step.rulings))
    look = step.look
    if isinstance(look, MoveLook):
        card = page.locator(".witp-right")
        expect(card.locator(".w-verdict")).to_contain_text(look.answer.verdict)
        rows = card.locator(".mv-ledger tbody tr")
        expect(rows).to_have_count(len(look.move.ledger) if look.move.legal else 0)
        page.wait_for_function(SEEN, arg=" ".join(look.way))
    assert page.evaluate(OVERFLOW) <= 0, f"step {step.number} scrolls sideways"


def test_every_step_by_keyboard_alone(page: Page, server: Server) -> None:
    walk = walkthrough("movement")
    opened(page, server, walk.name)
    for step in walk:
        at(page, walk, step.number)
        check(page, step)
        if step.number % 5 == 0:
            assert serious(page) == [], f"step {step.number}"
        page.keyboard.press("ArrowRight")
    page.reload()
    at(page, walk, len(walk))


def test_by_touch_on_a_phone(open_page: Open, server: Server) -> None:
    walk = walkthrough("movement")
    page = opened(open_page(PHONE, has_touch=True, is_mobile=True), server, walk.name)
    for step in walk:
        at(page, walk, step.number)
        check(page, step)
        assert page.evaluate(SMALL_TARGETS) == [], f"step {step.number}"
        if step.number % 6 == 0:
            assert serious(page) == [], f"step {step.number}"
        if step.number < len(walk):
            page.get_by_role("button", name="Next", exact=True).tap()


def test_the_link_opens_the_move_in_its_lab(page: Page, server: Server) -> None:
    walk = walkthrough("movement")
    opened(page, server, walk.name)
    go(page, walk, "Port Moresby: 7")
    page.get_by_role("link", name="Try it in the move lab").click()
    page.wait_for_url("**/move_lab.ipynb?**")
    page.wait_for_function("document.documentElement.dataset.witpReady === '1'")
    expect(page.locator(".witp-right .w-verdict")).to_contain_text("7 RP")
    page.wait_for_function(SEEN, arg="0909 0808 0708 0607 0606")
