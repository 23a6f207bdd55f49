"""Measuring: the table of figures, and a page that carries its own clock."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from statistics import median
from typing import Any

from attrs import field, frozen
from browsing import DESKTOP, Server, watched

# `whenTrue` resolves with the browser's own clock, in ms since the page was asked for, once the
# condition holds and has been painted.
CLOCK = """
window.whenTrue = (condition) => new Promise((done, failed) => {
  const end = performance.now() + 60000;
  const look = () => condition()
    ? requestAnimationFrame(() => setTimeout(() => done(performance.now())))
    : performance.now() > end ? failed(new Error(`not within a minute: ${condition}`))
    : requestAnimationFrame(look);
  look();
});
window.addEventListener("click", (event) => { window.clickedAt = event.timeStamp; }, true);
"""


@frozen
class Figure:
    """One line of the table: a measured value, and beside it what must be reached and the aim."""

    name: str
    value: float
    unit: str
    limits: tuple[float, float] | None = None
    note: str = ""

    def __str__(self) -> str:
        return f"{self.name:<42} {self.value:8.2f} {self.unit:<3} {self.judged():<28} {self.note}"

    def judged(self) -> str:
        """How the value stands to its limits."""
        if self.limits is None:
            return ""
        must, aim = self.limits
        verdict = "OVER" if self.value > must else "ok" if self.value > aim else "at aim"
        return f"must {must:g}, aim {aim:g}: {verdict}"


@frozen
class Table:
    """All figures of a run, in the order they were measured."""

    figures: list[Figure] = field(factory=list)

    def add(
        self, name: str, value: float, unit: str, limits: tuple[float, float] | None = None
    ) -> None:
        """Keep a figure that stands for itself; ``limits``: what must be reached, and the aim."""
        self.figures.append(Figure(name, value, unit, limits))

    def ratio(
        self,
        name: str,
        ours: list[float],
        bare: list[float],
        limits: tuple[float, float],
        unit: str = "ms",
    ) -> None:
        """Keep the ratio of two medians, measured turn by turn."""
        note = f"({median(ours):.0f} {unit} to {median(bare):.0f} {unit})"
        self.figures.append(Figure(name, median(ours) / median(bare), "x", limits, note))


@contextmanager
def timed_page(browser: Any, server: Server, path: str) -> Iterator[Any]:
    """A page at ``path``, opened with the clock in place; also for a visitor without a cache."""
    with watched(browser, server.url, DESKTOP) as page:
        page.add_init_script(CLOCK)
        page.goto(server.url + path, wait_until="commit")
        yield page


def until(page: Any, condition: str) -> float:
    """Browser time in ms when a JavaScript condition first held and was painted."""
    return float(page.evaluate(f"() => window.whenTrue(() => {condition})"))
