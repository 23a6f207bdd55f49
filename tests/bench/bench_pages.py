"""The pages: how long until the map can be used, and from a click to the explained answer."""

from __future__ import annotations

from typing import Any

from browsing import Server
from measuring import Table, timed_page, until

LAB = "/voila/render/examples/supply_lab.ipynb"
BARE_MAP = "/voila/render/map.ipynb"
BARE_CLICK = "/voila/render/click.ipynb"
HEXES = "document.querySelectorAll('.leaflet-overlay-pane path').length > 20"
TURNS = 8
CLICKS = 20


def loading(browser: Any, server: Server, path: str) -> float:
    """Milliseconds from asking for the page to a painted map, as a first-time visitor."""
    with timed_page(browser, server, path) as page:
        return until(page, HEXES)


def bench_page_to_map(browser: Any, server: Server, bare: Server, table: Table) -> None:
    loading(browser, bare, BARE_MAP)
    loading(browser, server, LAB)
    ours, plain = [], []
    for _ in range(TURNS):
        plain.append(loading(browser, bare, BARE_MAP))
        ours.append(loading(browser, server, LAB))
    table.ratio("page to a usable map, without a cache", ours, plain, (1.5, 1.15))


def answering(page: Any, target: Any, shown: str) -> float:
    """Milliseconds from a click on ``target`` to a changed and painted text of ``shown``."""
    page.evaluate("(shown) => { window.before = document.querySelector(shown).innerText; }", shown)
    target.click()
    done = until(page, f"document.querySelector('{shown}').innerText !== window.before")
    return done - float(page.evaluate("() => window.clickedAt"))
