"""The map check in a browser: by keyboard, by touch, over a restart, with a broken folder."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import pytest
from axe_playwright_python.sync_playwright import Axe
from browsing import DESKTOP, PHONE, Server, assert_quiet, free_port, serving, watched
from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Page

CHECK = "/voila/render/examples/map_check.ipynb"
LAB = "/voila/render/examples/supply_lab.ipynb"
ALL = "0 of 208"
OVERFLOW = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
SMALL_TARGETS = """() => [...document.querySelectorAll("button, a[href], input, select")]
  .filter((e) => e.checkVisibility({visibilityProperty: true}) && !e.matches(".witp-skip"))
  .map((e) => [e, (e.closest("label.hx-check") ?? e).getBoundingClientRect()])
  .filter(([, box]) => box.width < 44 || box.height < 44)
  .map(([e]) => e.textContent.trim() || e.ariaLabel || e.id)"""

Opened = Callable[..., "Page"]


class Start:
    """The companion, started in one folder again and again, as on one computer."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.map = folder / "witp-home" / "map"

    def server(self, stack: ExitStack) -> Server:
        port = free_port()
        words = ["-m", "witp_learn", "app", "--port", str(port), "--no-browser"]
        return stack.enter_context(serving(self.folder, words, port))

    def check(self) -> subprocess.CompletedProcess[str]:
        """What ``witp-learn data check`` says of the owner's folder."""
        command = [sys.executable, "-m", "witp_learn", "data", "check", str(self.map)]
        return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.fixture
def start(tmp_path: Path) -> Start:
    return Start(tmp_path)


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Start]]:
    """A companion of this file's own, with a map of its own."""
    begun = Start(tmp_path_factory.mktemp("map-check"))
    with ExitStack() as stack:
        yield begun.server(stack), begun


@pytest.fixture
def check(own: tuple[Server, Start], browser: Any) -> Iterator[Opened]:
    """Open the map check on the shipped map, in a window of any size."""
    server, begun = own
    forget(begun)
    with ExitStack() as stack:
        pages: list[Page] = []

        def make(query: str = "", size: tuple[int, int] = DESKTOP, **context: Any) -> Page:
            page = stack.enter_context(watched(browser, server.url, size, **context))
            pages.append(page)
            return opened(page, server.url + CHECK + query)

        yield make
        for page in pages:
            assert_quiet(page)


def forget(begun: Start) -> None:
    """As before the first answer."""
    import shutil

    shutil.rmtree(begun.map.parent, ignore_errors=True)


def opened(page: Page, address: str) -> Page:
    page.goto(address)
    page.wait_for_selector("html[data-witp-ready]", state="attached")
    expect(page.locator(".witp-right")).to_contain_text(re.compile(r"\w"))
    return page


def head(page: Page) -> Any:
    return page.locator(".witp-right [data-key=hex-head]")


def at(page: Page, text: str) -> None:
    """Wait until the hex is asked about."""
    expect(head(page)).to_contain_text(text)


def progress(page: Page, count: int) -> None:
    expect(page.locator(".mc-progress")).to_contain_text(f"{count} of 208")


def told(page: Page) -> Any:
    return page.locator(".witp-right .w-panel")


def spot(page: Page, hex_id: str) -> tuple[float, float]:
    box = page.locator(f".witp-map .hex-{hex_id}").bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def axe(page: Page) -> None:
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()


# ---------------------------------------------------------------- by keyboard alone


def test_hexes_are_confirmed_skipped_corrected_and_undone_by_keyboard(check: Opened) -> None:
    page = check()
    press = page.keyboard.press
    at(page, "0606 Manila")
    progress(page, 0)
    press("s")
    progress(page, 1)
    expect(told(page)).to_contain_text("Your map is kept in")
    first = head(page).inner_text()
    press("k")
    expect(head(page)).not_to_have_text(first)
    press("ArrowLeft")
    expect(head(page)).to_have_text(first)
    press("ArrowRight")
    expect(head(page)).not_to_have_text(first)
    press("u")
    expect(told(page)).to_have_text("Undone: confirmed Manila.")
    at(page, "0606 Manila")
    progress(page, 0)

    # The editor: the first field has the focus, letters are letters, Escape leaves.
    press("d")
    expect(page.locator("#hx-terrain")).to_be_focused()
    press("Escape")
    at(page, "0606 Manila")
    expect(head(page)).to_be_focused()
    press("d")
    expect(page.locator("#hx-terrain")).to_be_focused()
    page.locator("#hx-jungle").focus()
    press("Space")
    expect(page.locator("#hx-note")).to_contain_text("Jungle: yes instead of no.")
    page.locator("#hx-name").focus()
    press("Control+a")
    page.keyboard.type("Luzon <i>sd</i>")
    expect(page.locator("#hx-note")).to_contain_text("Name: Luzon <i>sd</i> instead of Manila.")
    page.locator("[data-key=hex-save]").focus()
    press("Enter")
    expect(page.locator("[data-key=hex-yes]")).to_be_focused()
    expect(told(page)).to_contain_text("The rulebook prints this in")
    expect(told(page)).to_contain_text("Your map differs?")
    press("Enter")
    at(page, "0606 Luzon <i>sd</i>: US port, shallow sea, jungle")
    expect(told(page)).to_contain_text("Nothing in the examples changes")
    expect(head(page)).to_be_focused()
    press("s")
    progress(page, 1)

    # The map: arrow keys step, Enter takes a hex up; panels open and close.
    page.locator(".witp-map .leaflet-container").focus()
    press("ArrowDown")
    spoken = page.locator("[data-live=cursor]")
    expect(spoken).to_contain_text(re.compile(r"\d{4}"))
    number = re.search(r"\d{4}", spoken.inner_text())
    assert number is not None
    press("Enter")
    at(page, number[0])
    press("f")
    expect(page.get_by_role("heading", name="Data folder")).to_be_focused()
    press("Escape")
    at(page, number[0])
    press("?")
    expect(page.get_by_role("heading", name="Keys")).to_be_focused()
    press("Escape")
    press("n")
    near = page.locator("[data-action=cover][data-value=near]")
    expect(near).to_have_attribute("aria-pressed", "true")


def test_what_cannot_be_is_refused_and_what_was_typed_stays(check: Opened) -> None:
    page = check("?hex=0806")
    at(page, "0806 Guam")
    page.keyboard.press("d")
    page.locator("#hx-facility").select_option("port")
    page.locator("#hx-owner").select_option("")
    page.locator("#hx-fleet_limit").fill("few")
    note = page.locator("#hx-note")
    expect(note).to_contain_text("Whose port is it?")
    expect(note).to_contain_text("whole number")
    page.locator("[data-key=hex-save]").click()
    expect(note).to_contain_text("Whose port is it?")
    expect(page.locator("#hx-fleet_limit")).to_have_value("few")
    page.mouse.click(*spot(page, "0807"))
    expect(told(page)).to_have_text("Save or cancel the changes to Guam first.")
    expect(page.locator("#hx-fleet_limit")).to_have_value("few")
    page.locator("[data-key=hex-cancel]").click()
    progress(page, 0)
    page.mouse.click(*spot(page, "0807"))
    at(page, "0807")


def test_land_units_follow_the_terrain_on_the_screen_too(check: Opened) -> None:
    page = check("?hex=1309")
    page.keyboard.press("d")
    expect(page.locator("#hx-land_part")).to_be_checked()
    page.locator("#hx-terrain").select_option("deep")
    expect(page.locator("#hx-land_part")).not_to_be_checked()
    expect(page.locator("#hx-terrain")).to_be_focused()


# ---------------------------------------------------------------- the data folder


def test_a_folder_is_refused_made_left_and_used_again(
    check: Opened, own: tuple[Server, Start]
) -> None:
    page = check("?open=folder")
    mine = own[1].folder / "my maps" / "é"
    field = page.locator("#mc-path")
    field.fill(str(mine))
    page.keyboard.press("Enter")
    expect(told(page)).to_contain_text("is not a folder")
    expect(field).to_have_value(str(mine))
    page.get_by_role("button", name="Make a new one there").click()
    expect(told(page)).to_contain_text(f"Made {mine}")
    expect(page.locator(".mc-check")).to_contain_text("0 data confirmed unchanged, 0 changed.")
    page.get_by_role("button", name="Back to the shipped map").click()
    expect(told(page)).to_contain_text("The shipped map is in use.")
    expect(field).to_have_value(str(mine))
    page.get_by_role("button", name="Use this folder").click()
    expect(told(page)).to_contain_text(f"Your map is {mine} from now on.")


# ---------------------------------------------------------------- over a restart


def test_three_corrections_outlive_the_server(start: Start, browser: Any) -> None:
    names = {"0806": "Guahan", "1110": "Espiritu Santo", "0707": "Belau"}
    with ExitStack() as stack:
        server = start.server(stack)
        page = stack.enter_context(watched(browser, server.url, DESKTOP))
        for number, (hex_id, name) in enumerate(names.items()):
            opened(page, f"{server.url}{CHECK}?hex={hex_id}")
            at(page, hex_id)
            page.keyboard.press("d")
            page.locator("#hx-name").fill(name)
            if number == 0:
                page.locator("#hx-facility").select_option("port")
            page.locator("[data-key=hex-save]").click()
            expect(page.locator("[data-key=hex-yes], [data-key=hex-head]")).to_have_count(1)
            if page.locator("[data-key=hex-yes]").count():
                page.locator("[data-key=hex-yes]").click()
            at(page, f"{hex_id} {name}")
            page.keyboard.press("s")
            progress(page, number + 1)
        assert_quiet(page)

    done = start.check()
    assert (done.returncode, done.stderr) == (0, ""), done
    assert "0806 icon: port us instead of airfield us, confirmed" in done.stdout

    with ExitStack() as stack:
        server = start.server(stack)
        page = stack.enter_context(watched(browser, server.url, DESKTOP))
        opened(page, f"{server.url}{CHECK}?hex=0806")
        at(page, "0806 Guahan: US port")
        progress(page, 3)
        expect(page.locator(".hx-asked")).to_contain_text("confirmed by you")
        opened(page, f"{server.url}{LAB}?p={quote('1110 us L; base al 1110')}")
        page.mouse.click(*spot(page, "1110"))
        expect(page.locator(".w-verdict")).to_contain_text("Espiritu Santo land unit is in supply")
        assert_quiet(page)


def test_a_broken_folder_is_one_notice_and_the_shipped_map_works(
    start: Start, browser: Any
) -> None:
    with ExitStack() as stack:
        server = start.server(stack)
        page = stack.enter_context(watched(browser, server.url, DESKTOP))
        opened(page, server.url + CHECK)
        page.keyboard.press("s")
        progress(page, 1)

        table = start.map / "hexes.csv"
        whole = table.read_text("utf-8")
        table.write_text(whole.replace(",shallow,", ",swamp,", 1), "utf-8")
        opened(page, server.url + CHECK)
        for words in (str(table), "terrain", '"swamp"', "land, shallow or deep"):
            expect(told(page)).to_contain_text(words)
        expect(told(page)).to_have_count(1)
        progress(page, 0)
        page.keyboard.press("s")
        expect(told(page).last).to_contain_text("Nothing was written")
        opened(page, f"{server.url}{LAB}?p={quote('0909 us L; base al 1110')}")
        expect(told(page)).to_have_count(1)
        expect(told(page)).to_contain_text(str(table))
        page.mouse.click(*spot(page, "0909"))
        expect(page.locator(".w-verdict")).to_contain_text("Port Moresby")
        assert '"swamp"' not in (page.locator(".witp-right").inner_text())

        table.write_text(whole, "utf-8")
        opened(page, server.url + CHECK)
        progress(page, 1)
        expect(told(page)).to_have_count(0)
        assert_quiet(page)


# ---------------------------------------------------------------- in the supply lab


def test_facts_of_a_verdict_are_confirmed_and_corrected_in_the_lab(
    check: Opened, own: tuple[Server, Start]
) -> None:
    page = check()
    line = "base al 1110; 0909 us L; 1008 jp A; 1009 us A; base jp 0907"
    opened(page, f"{own[0].url}{LAB}?p={quote(line)}")
    page.mouse.click(*spot(page, "0909"))
    rests = page.locator("summary[data-key=rests]")
    expect(rests).to_contain_text("Rests on 1 assumed map fact")
    rests.click()
    page.get_by_role("button", name="Same on my map").click()
    expect(page.locator(".w-k-changed")).to_contain_text("Guadalcanal, port or airfield: confirmed")
    expect(page.locator(".w-rests")).to_contain_text("0 assumed map facts")
    expect(page.locator(".w-k-changed [data-key=undo]")).to_be_focused()
    page.keyboard.press("Enter")
    expect(rests).to_contain_text("Rests on 1 assumed map fact")

    if not page.get_by_role("button", name="Correct it").is_visible():
        rests.click()
    page.get_by_role("button", name="Correct it").click()
    expect(page.locator("#hx-terrain")).to_be_focused()
    axe(page)
    page.locator("#hx-facility").select_option("")
    expect(page.locator("#hx-note")).to_contain_text("A colour belongs to a port or airfield")
    page.locator("#hx-owner").select_option("japan")
    page.locator("#hx-facility").select_option("airfield")
    expect(page.locator("#hx-note")).to_contain_text("Japanese airfield instead of")
    page.locator("[data-key=hex-save]").click()
    verdict = page.locator(".w-verdict")
    expect(verdict).to_contain_text("out of supply")
    expect(page.locator(".w-k-changed")).to_contain_text("Port Moresby")
    page.keyboard.press("u")
    expect(verdict).to_contain_text("in supply")


def test_the_editor_of_the_lab_by_touch(check: Opened, own: tuple[Server, Start]) -> None:
    page = check("", PHONE, has_touch=True, is_mobile=True)
    opened(page, f"{own[0].url}{LAB}?p={quote('base al 1110; 1309 us L')}")
    page.touchscreen.tap(*spot(page, "1209"))
    page.get_by_role("button", name="Correct this hex").tap()
    save = page.locator("[data-key=hex-save]")
    expect(save).to_be_in_viewport(ratio=1)
    box, foot = save.bounding_box(), page.locator(".witp-foot").bounding_box()
    assert box is not None and foot is not None and box["y"] + box["height"] <= foot["y"]
    assert page.evaluate(OVERFLOW) == 0
    assert page.evaluate(SMALL_TARGETS) == []
    page.locator("#hx-name").fill("Phoenix")
    save.tap()
    expect(page.locator(".witp-right")).to_contain_text("name: Phoenix instead of none")
    expect(page.locator(".witp-right h2").first).to_contain_text("1209 Phoenix")
    axe(page)


def test_an_editor_that_is_not_saved_comes_back_after_a_reload(check: Opened) -> None:
    page = check("?hex=0806")
    page.keyboard.press("d")
    page.locator("#hx-name").fill("Guahan")
    expect(page.locator("#hx-note")).to_contain_text("Name: Guahan instead of Guam.")
    page.wait_for_function("localStorage.getItem('witp-map-check')?.includes('Guahan')")
    page.reload()
    page.wait_for_selector("html[data-witp-ready]", state="attached")
    expect(page.locator("#hx-name")).to_have_value("Guahan")
    expect(told(page)).to_contain_text("Your changes to Guam are here again")
    page.locator("[data-key=hex-cancel]").click()
    at(page, "0806 Guam")
    page.wait_for_function("localStorage.getItem('witp-map-check') === null")


# ---------------------------------------------------------------- by touch, and for everybody


def test_on_a_phone_it_is_done_by_touch_alone(check: Opened) -> None:
    page = check("?hex=0806", PHONE, has_touch=True, is_mobile=True)
    foot = page.locator(".witp-foot")
    expect(foot).to_be_in_viewport()
    expect(head(page)).to_be_in_viewport()
    assert page.evaluate(OVERFLOW) == 0
    assert page.evaluate(SMALL_TARGETS) == []
    foot.get_by_role("button", name="Different").tap()
    expect(page.locator("#hx-terrain")).to_be_in_viewport()
    expect(page.locator("[data-key=hex-save]")).to_be_in_viewport()
    assert page.evaluate(OVERFLOW) == 0
    assert page.evaluate(SMALL_TARGETS) == []
    page.locator("label[for=hx-mountain]").tap()
    expect(page.locator("#hx-note")).to_contain_text("Mountain: yes instead of no.")
    page.locator("[data-key=hex-save]").tap()
    at(page, "mountain")
    foot.get_by_role("button", name="Same").tap()
    progress(page, 1)
    page.get_by_role("button", name="Menu").tap()
    expect(page.get_by_role("heading", name="Menu")).to_be_focused()
    panel = page.locator(".witp-right")
    for name in ("Home", "Supply lab"):
        expect(panel.get_by_role("link", name=name)).to_be_visible()
    assert page.evaluate(OVERFLOW) == 0
    assert page.evaluate(SMALL_TARGETS) == []
    axe(page)
    panel.get_by_role("button", name="Data folder").tap()
    expect(page.locator(".mc-check")).to_contain_text("0806 mountain: yes instead of no")
    assert page.evaluate(OVERFLOW) == 0
    assert page.evaluate(SMALL_TARGETS) == []


@pytest.mark.parametrize("size", [DESKTOP, PHONE, (1024, 768)], ids=["laptop", "phone", "room"])
def test_no_barriers_in_any_panel(check: Opened, size: tuple[int, int]) -> None:
    page = check("?hex=0806", size)
    axe(page)
    for opens in ("d", "f", "?"):
        page.keyboard.press(opens)
        expect(head(page)).to_have_count(0)
        axe(page)
        page.keyboard.press("Escape")
        at(page, "0806")
    page.keyboard.press("n")
    page.keyboard.press("s")
    progress(page, 1)
    axe(page)
