"""The pages: how long until the map can be used, and from a click to the explained answer."""

from __future__ import annotations

from typing import Any

from browsing import Server
from measuring import Table, timed_page, until

LAB = "/voila/render/examples/supply_lab.ipynb"
BARE_MAP = "/voila/render/map.ipynb"
BARE_CLICK = "/voila/render/click.ipynb"
ANSWER = ".witp-right"
HEXES = "document.querySelectorAll('.leaflet-container path').length > 20"
FILLED = f"{HEXES} && document.querySelector('{ANSWER}')?.innerText.includes('Gilberts')"
TURNS = 8
CLICKS = 20


def loading(browser: Any, server: Server, path: str, usable: str) -> float:
    """Milliseconds from asking for the page until it can be used, as a first-time visitor."""
    with timed_page(browser, server, path) as page:
        return until(page, usable)


def bench_page_to_map(browser: Any, server: Server, bare: Server, table: Table) -> None:
    loading(browser, bare, BARE_MAP, HEXES)
    loading(browser, server, LAB, FILLED)
    ours, plain = [], []
    for _ in range(TURNS):
        plain.append(loading(browser, bare, BARE_MAP, HEXES))
        ours.append(loading(browser, server, LAB, FILLED))
    table.ratio("page to a usable map, without a cache", ours, plain, (1.5, 1.15))


def answering(page: Any, target: str, shown: str) -> float:
    """Milliseconds from a click on ``target`` to a changed and painted text of ``shown``."""
    page.evaluate("(shown) => { window.before = document.querySelector(shown).innerText; }", shown)
    page.locator(target).click()
    done = until(page, f"document.querySelector('{shown}').innerText !== window.before")
    return done - float(page.evaluate("() => window.clickedAt"))


def bench_click_to_answer(browser: Any, server: Server, bare: Server, table: Table) -> None:
    with timed_page(browser, server, LAB) as lab, timed_page(browser, bare, BARE_CLICK) as plain:
        until(lab, FILLED)
        until(plain, "document.querySelector('.bare-answer')")
        ours, trips = [], []
        for turn in range(CLICKS):
            trips.append(answering(plain, ".bare-button", ".bare-answer"))
            ours.append(answering(lab, f"path.hex-{('1009', '0909')[turn % 2]}", ANSWER))
        table.ratio("click on a hex to the explained answer", ours, trips, (4, 2.5))


def bench_memory_of_a_kernel(browser: Any, server: Server, bare: Server, table: Table) -> None:
    sizes = []
    for running, path in ((bare, BARE_MAP), (server, LAB)):
        with timed_page(browser, running, path) as page:
            until(page, HEXES)
            page.wait_for_timeout(2000)
            sizes.append(max(kernel.memory_full_info().pss for kernel in running.kernels()) / 2**20)
    bare_size, our_size = sizes
    table.ratio("memory of one kernel (PSS)", [our_size], [bare_size], (1.5, 1.15), "MiB")
