"""The page of the printed examples in a browser: the whole table, on any screen."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from axe_playwright_python.sync_playwright import Axe
from browsing import DESKTOP, PHONE, Server
from playwright.sync_api import expect

import witp_learn as witp

if TYPE_CHECKING:
    from playwright.sync_api import Page


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_the_table_fits_and_can_be_read_by_all(
    open_page: Callable[..., Page], server: Server, size: tuple[int, int]
) -> None:
    page = open_page(size)
    page.goto(f"{server.url}/voila/render/examples/printed_examples.ipynb")
    expect(page.locator("h1")).to_have_text("The rulebook's printed examples", timeout=60_000)
    found = witp.printed()
    expect(page.locator("main, body").first).to_contain_text(found.summary)
    expect(page.locator("tbody td:last-child")).to_have_count(len(found))
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    violations = Axe().run(page).response["violations"]
    assert [one["id"] for one in violations] == []
