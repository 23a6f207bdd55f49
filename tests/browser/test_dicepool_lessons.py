"""The dice-pool course in a browser: questions before answers, by key and touch, on any screen."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from axe_playwright_python.sync_playwright import Axe
from browsing import DESKTOP, PHONE, Server
from playwright.sync_api import expect

from witp_learn.dicepool.asking import questions

if TYPE_CHECKING:
    from playwright.sync_api import Page

LESSONS = ("dicepool_1_one_round", "dicepool_2_odds")

SMALL_TARGETS = """() => [...document.querySelectorAll("summary")]
  .filter((e) => e.getBoundingClientRect().height < 43.5).map((e) => e.textContent)"""


@pytest.fixture
def lesson(open_page: Callable[..., Page], server: Server) -> Callable[..., Page]:
    """A lesson at a size, once its last question is there."""

    def opened(name: str, size: tuple[int, int] = DESKTOP) -> Page:
        page = open_page(size)
        page.goto(f"{server.url}/voila/render/tutorials/{name}.ipynb")
        expect(page.locator("summary", has_text="Keep this")).to_be_visible(timeout=60_000)
        return page

    return opened


def problems(page: Page) -> list[str]:
    return [found["id"] for found in Axe().run(page).response["violations"]]


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
@pytest.mark.parametrize("name", LESSONS)
def test_a_lesson_fits_and_can_be_read_by_all(
    lesson: Callable[..., Page], name: str, size: tuple[int, int]
) -> None:
    page = lesson(name, size)
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    assert page.evaluate(SMALL_TARGETS) == []
    assert page.locator("details[open]").count() == 0
    assert problems(page) == []
    page.evaluate(
        "document.querySelectorAll('details').forEach(d => {d.removeAttribute('name'); d.open = 1})"
    )
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    assert problems(page) == []


def test_one_answer_is_open_at_a_time_and_keys_open_it(lesson: Callable[..., Page]) -> None:
    page = lesson(LESSONS[0])
    group = page.locator('details[name="dogfight-dice"]')
    asked = questions()["dogfight-dice"]
    assert group.count() == len(asked.option) + 1
    group.nth(0).locator("summary").focus()
    page.keyboard.press("Enter")
    expect(group.nth(0)).to_contain_text("Not yet. The fighter's 2 are right")
    expect(group.nth(0).locator("p")).to_be_visible()
    group.nth(1).locator("summary").focus()
    page.keyboard.press("Space")
    expect(group.nth(1).locator("pre")).to_be_visible()
    expect(group.nth(0).locator("p")).to_be_hidden()
    assert page.locator("details[open]").count() == 1
