"""The supply lab in a browser: by mouse, by keyboard alone, over reloads, files and failures."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import pytest
from axe_playwright_python.sync_playwright import Axe
from browsing import Server
from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Page

APP = "/voila/render/examples/supply_lab.ipynb"
START = (
    "title New Hebrides: who is in supply?; turn 4; 0909 us L; 1008 jp A; 1009 us A; 1207 us A; "
    "1208 us L; 1309 us L; base jp 0907; base al 1110"
)
OWN_BOARD = """
format = "witp-position/1"
title = "Two islands"
turn = 3

[board]
columns = [1, 3]
rows = [1, 2]
hexes = [
    { id = "0101", terrain = "shallow", facility = "port", owner = "us", source = "us" },
    { id = "0301", terrain = "shallow", name = "Far isle" },
]

[[units]]
at = "0301"
nation = "us"
kind = "land"
"""
ALERT = ".witp-right [role=status], .witp-right [role=alert]"


def open_lab(page: Page, server: Server, query: str = "") -> None:
    page.goto(server.url + APP + query)
    page.wait_for_selector("html[data-witp-ready]", state="attached")
    expect(page.locator(".witp-lab .witp-right")).to_contain_text(re.compile(r"\w"))


def spot(page: Page, hex_id: str) -> tuple[float, float]:
    """The middle of a hex on the screen."""
    box = page.locator(f".witp-map .hex-{hex_id}").bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def click(page: Page, hex_id: str) -> None:
    page.mouse.click(*spot(page, hex_id))


def verdict(page: Page) -> Any:
    return page.locator(".witp-right h2.w-verdict")


def changed(page: Page) -> Any:
    return page.locator(".witp-right .w-k-changed, .witp-right .w-k-info")


def position(page: Page) -> str:
    """The position that the page address carries."""
    return str(page.evaluate("new URL(location.href).searchParams.get('p') ?? ''"))


def wait_position(page: Page, text: str) -> None:
    page.wait_for_function(
        "text => new URL(location.href).searchParams.get('p') === text", arg=text
    )


def pictures(page: Page) -> list[str]:
    """The pictures of the map as they are shown."""
    script = "[...document.querySelectorAll('.witp-map img.leaflet-image-layer')].map(i => i.src)"
    found = [str(src) for src in page.evaluate(script)]
    assert len(found) == 4
    return found


@pytest.fixture(scope="module")
def stage(browser: Any, server: Server) -> Iterator[Page]:
    """One page for the tests that only look and edit; each opens the position it needs."""
    from browsing import DESKTOP, assert_quiet, watched

    with watched(browser, server.url, DESKTOP) as page:
        open_lab(page, server)
        yield page
        assert_quiet(page)


@pytest.fixture
def lab(stage: Page) -> Page:
    """The shared page, back at the example, with nothing selected and nothing called up."""
    name = "new_hebrides.toml"
    show_file(stage, name, example_file())
    expect(stage.locator(ALERT)).to_have_text(f"Opened {name}.")
    wait_position(stage, START)
    return stage


def example_file() -> str:
    from witp_learn import queries
    from witp_learn.position import write_file

    return write_file(queries.example("new_hebrides"))


def show_file(page: Page, name: str, text: str) -> None:
    """Drop a file on the page."""
    page.evaluate(
        """([name, text]) => {
            const data = new DataTransfer();
            data.items.add(new File([text], name));
            const said = { dataTransfer: data, bubbles: true, cancelable: true };
            document.body.dispatchEvent(new DragEvent("dragover", said));
            document.body.dispatchEvent(new DragEvent("drop", said));
        }""",
        [name, text],
    )


# -- by mouse


def test_a_click_answers_and_a_second_walks_the_stack(lab: Page) -> None:
    click(lab, "0909")
    expect(verdict(lab)).to_have_text(re.compile("Port Moresby land unit is in supply. It stays"))
    expect(lab.locator(".w-deciding")).to_contain_text("One hex lies between it and the base")
    click(lab, "0909")
    expect(verdict(lab)).to_contain_text("Port Moresby")
    lab.keyboard.press("a")
    expect(verdict(lab)).to_contain_text("Port Moresby air unit")
    click(lab, "0909")
    expect(verdict(lab)).to_contain_text("Port Moresby land unit")
    expect(lab.locator(".witp-stack [aria-pressed=true]")).to_have_text("us L")


def test_an_edit_leads_with_what_changed_and_the_frame_stays(lab: Page) -> None:
    before = spot(lab, "1009"), spot(lab, "1309")
    click(lab, "1009")
    lab.keyboard.press("f")
    expect(changed(lab)).to_contain_text(
        "Turned over Guadalcanal A. Now cut: Port Moresby L. Nothing else changed."
    )
    assert (spot(lab, "1009"), spot(lab, "1309")) == before
    expect(lab.locator(".witp-bar [data-action=undo]")).to_have_text(
        "Undo: turned over Guadalcanal A"
    )
    lab.locator(".witp-right [data-action=undo]").click()
    expect(changed(lab)).to_contain_text("Undone: turned over Guadalcanal A. Now fed")
    wait_position(lab, START)


def test_the_change_that_saves_is_ringed_when_pointed_at_and_made_when_pressed(lab: Page) -> None:
    click(lab, "1207")
    expect(verdict(lab)).to_contain_text("out of supply. It will be attrited.")
    button = lab.locator("[data-action=edit][data-value='base al 1208']")
    button.hover()
    expect(lab.locator(".witp-map .hex-1208.witp-pointed")).to_have_count(1)
    button.click()
    expect(changed(lab)).to_contain_text("Now fed: Gilberts A.")
    expect(verdict(lab)).to_contain_text("Gilberts air unit is in supply.")


def test_the_list_goes_to_a_unit_and_the_check_can_be_carried_out(lab: Page) -> None:
    rows = lab.locator(".w-unit")
    expect(rows).to_have_count(6)
    expect(rows.first).to_contain_text("Gilberts air unit, 3 hexes from the nearest base")
    lab.get_by_role("button", name="Carry out the check").click()
    expect(changed(lab)).to_contain_text("Carried out the supply check: Gilberts A attrited (7.2).")
    rows.first.click()
    expect(verdict(lab)).to_contain_text("Gilberts air unit is out of supply. It will be removed.")


def test_a_rule_opens_beside_the_map_and_closes_again(lab: Page) -> None:
    click(lab, "0909")
    lab.locator(".w-card > .w-chips [data-value='7.1c']").click()
    expect(lab.locator(".w-drawer h2")).to_contain_text("7.1c")
    expect(lab.locator("[data-action=rule-close]")).to_be_focused()
    lab.keyboard.press("Enter")
    expect(verdict(lab)).to_contain_text("Port Moresby")
    expect(lab.locator("[data-action=rule][data-value='7.1c']").first).to_be_focused()


def test_overlays_the_turn_and_the_zoom(lab: Page) -> None:
    before = pictures(lab)
    lab.locator(".witp-tools [data-value=control]").click()
    expect(lab.locator(".witp-tools [data-value=control]")).to_have_attribute(
        "aria-pressed", "true"
    )
    lab.wait_for_function(
        "before => document.querySelectorAll('.witp-map img')[1].src !== before", arg=before[1]
    )
    lab.locator(".witp-tools [data-value=control]").click()
    lab.locator(".witp-bar select.witp-turn").select_option("1")
    expect(changed(lab)).to_contain_text("Went to turn 1.")
    wide = lab.locator(".hex-1009").bounding_box()
    assert wide is not None and 135 < wide["width"] < 145
    lab.keyboard.press("0")
    lab.wait_for_function("document.querySelector('.hex-1009').getBoundingClientRect().width < 70")
    lab.keyboard.press("0")
    lab.wait_for_function("document.querySelector('.hex-1009').getBoundingClientRect().width > 135")


def test_the_tools_stand_on_one_line_and_nothing_scrolls_sideways(lab: Page) -> None:
    tops = lab.eval_on_selector_all(
        ".witp-tools .witp-btn", "all => all.map(e => e.getBoundingClientRect().top)"
    )
    assert len(set(tops)) == 1
    for selector, height in ((".witp-bar", 48), (".witp-tools", 48), (".witp-key", 40)):
        box = lab.locator(selector).bounding_box()
        assert box is not None and box["height"] == pytest.approx(height, abs=1), selector
    size = lab.evaluate(
        "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
    )
    assert size == [1280, 800]


def test_fifty_quick_turns_end_as_they_began_and_one_more_as_one(lab: Page) -> None:
    click(lab, "1009")
    lab.keyboard.press("f")
    expect(changed(lab)).to_contain_text("Turned over Guadalcanal A.")
    wait_position(lab, START.replace("1009 us A", "1009 us A-"))
    turned = pictures(lab), position(lab)
    lab.keyboard.press("u")
    expect(changed(lab)).to_contain_text("Undone")
    wait_position(lab, START)
    start = pictures(lab)
    for _ in range(50):
        lab.keyboard.press("f")
    last = "document.querySelector('.w-k-changed')?.textContent.startsWith"
    lab.wait_for_function(f"{last}('Turned over Guadalcanal A-.')")
    undo = lab.locator(".witp-bar [data-action=undo]")
    settle(lab)
    assert (pictures(lab), position(lab)) == (start, START)
    lab.keyboard.press("f")
    expect(undo).to_have_text("Undo: turned over Guadalcanal A")
    settle(lab)
    assert (pictures(lab), position(lab)) == turned


def settle(page: Page) -> None:
    """Wait until all that was sent to the engine is answered: a last message comes back."""
    page.evaluate("window.witpSettled = document.querySelector('[data-live=say]').textContent")
    page.keyboard.press("?")
    expect(page.locator(".witp-right .witp-head")).to_have_text("Keys")
    page.keyboard.press("Escape")
    expect(page.locator(".witp-right .witp-head")).to_have_count(0)


# -- text and map


def test_text_and_map_are_in_step_both_ways(lab: Page) -> None:
    lab.keyboard.press("t")
    field = lab.locator("#witp-line")
    expect(field).to_be_focused()
    expect(field).to_have_value(START)
    field.press("Control+a")
    lab.keyboard.type("0909 us L; 1008 jp A; 1O09 us A; 1009 us A; base al 1110")
    expect(lab.locator(".witp-wrong")).to_have_text("1O09 us A")
    expect(lab.locator("#witp-items")).to_contain_text("did you mean 1009?")
    expect(field).to_be_focused()
    wait_position(lab, "turn 2; 0909 us L; 1008 jp A; 1009 us A; base al 1110")
    undo = lab.locator(".witp-bar [data-action=undo]")
    expect(undo).to_have_text("Undo: typed a position")
    undo.click()
    expect(field).to_have_value(START)
    expect(lab.locator(".witp-wrong")).to_have_count(0)
    lab.locator(".witp-bar [data-action=redo]").click()
    expect(field).to_have_value("turn 2; 0909 us L; 1008 jp A; 1009 us A; base al 1110")
    field.focus()
    lab.keyboard.press("End")
    lab.keyboard.press("Escape")
    expect(lab.locator(".w-unit")).to_have_count(3)


def test_a_title_that_is_a_script_is_shown_as_text(lab: Page) -> None:
    evil = "<script>document.title='ran'</script><img src=x onerror=\"document.title='ran'\">"
    lab.keyboard.press("t")
    lab.locator("#witp-line").fill(f"title {evil}; 0909 us L; {evil}")
    expect(lab.locator(".witp-name")).to_have_text(evil)
    expect(lab.locator(".witp-wrong")).to_have_text(re.compile("<script>"))
    for pane in ("share", "open", "find"):
        lab.locator(f".witp-bar [data-value={pane}]").click()
        expect(lab.locator(".witp-right .witp-head")).to_be_visible()
    lab.locator("#witp-find").fill(evil)
    expect(lab.locator("#witp-found")).to_contain_text("Nothing by that name")
    show_file(lab, f"{evil}.toml", "x")
    expect(lab.locator(ALERT)).to_contain_text("<script>")
    assert lab.title() == "Supply lab"
    assert lab.locator(".witp-lab script, .witp-lab img[src=x]").count() == 0


# -- files

HEAD = 'format = "witp-position/1"\nturn = 2\n'
UNIT = HEAD + '[[units]]\nat = "0909"\nnation = "us"\nkind = "land"\n'
BAD = {
    "not-toml.toml": (HEAD + "units = [", "not TOML"),
    "nation.toml": (UNIT.replace("us", "uk"), "nation"),
    "key.toml": (HEAD + "weather = 1\n", "weather = 1: no such key"),
    "hex.toml": (UNIT.replace("0909", "9909"), "no such hex on the board"),
    "bases.toml": (HEAD + '[bases]\nallies = ["1110", "1110"]\n', "a second Allied base"),
    "deep.toml": (UNIT.replace("0909", "1109"), "deep sea"),
    "negative.toml": (UNIT + "count = -1\n", "must be 1 to 99"),
    "fraction.toml": (UNIT + "count = 1.5\n", "must be a whole number"),
    "text.toml": (UNIT + 'count = "2"\n', "must be a whole number"),
    "brackets.toml": ("x = " + "[" * 3000, "brackets nested too deep"),
    "letter.txt": ("Dear friend", "an item starts with"),
}


def test_a_bad_file_leaves_the_position_and_says_one_thing(lab: Page) -> None:
    click(lab, "0909")
    expect(verdict(lab)).to_contain_text("Port Moresby")
    before = pictures(lab)
    lab.locator(".witp-bar [data-value=open]").click()
    for name, (text, message) in BAD.items():
        file = {"name": name, "mimeType": "text/plain", "buffer": text.encode()}
        lab.set_input_files("#witp-file", [file])
        where = f"Not opened. {name}: " if name.endswith(".toml") else "Not opened. "
        expect(lab.locator(ALERT)).to_contain_text(where)
        expect(lab.locator(ALERT)).to_contain_text(message)
        assert lab.locator(ALERT).count() == 1
        assert position(lab) == START
    assert pictures(lab) == before
    binary = {"name": "x.toml", "mimeType": "text/plain", "buffer": b"\xff\xfe\x00"}
    lab.set_input_files("#witp-file", [binary])
    expect(lab.locator(".witp-notice")).to_contain_text("x.toml is not a text file.")
    lab.locator(".witp-notice button").click()
    assert position(lab) == START


def test_a_file_with_its_own_board_and_back_again(lab: Page) -> None:
    lab.locator(".witp-bar [data-value=open]").click()
    file = {"name": "isles.toml", "mimeType": "text/plain", "buffer": OWN_BOARD.encode()}
    lab.set_input_files("#witp-file", [file])
    expect(lab.locator(".witp-name")).to_have_text("Two islands")
    expect(lab.locator(".witp-map path.hex")).to_have_count(6)
    click(lab, "0301")
    expect(verdict(lab)).to_contain_text("Far isle land unit is in supply.")
    with lab.expect_download() as saved:
        lab.locator(".witp-bar [data-value=share]").click()
        lab.locator("[data-action=save]").click()
    assert saved.value.suggested_filename == "two_islands.toml"
    lab.locator(".witp-right [data-action=close]").click()
    lab.keyboard.press("u")
    expect(lab.locator(".witp-name")).to_have_text("New Hebrides: who is in supply?")
    lab.wait_for_function("document.querySelectorAll('.witp-map path.hex').length > 100")


# -- failures


def test_a_callback_that_fails_says_so_and_the_lab_goes_on(lab: Page, stage: Page) -> None:
    lab.evaluate(
        """() => {
            const button = document.createElement("button");
            button.dataset.action = "no-such-thing";
            document.querySelector(".witp-tools").append(button);
            button.click();
            button.remove();
        }"""
    )
    note = lab.locator(".witp-notice")
    expect(note).to_contain_text("Something went wrong here; your position is safe.")
    report = note.locator("textarea").input_value()
    assert "no-such-thing" in report and "Position: title New Hebrides" in report
    assert not any(str(part) in report for part in (Path.home(), Path(__file__).parents[2]))
    note.get_by_role("button", name="Close").click()
    click(lab, "1009")
    lab.keyboard.press("f")
    expect(changed(lab)).to_contain_text("Turned over Guadalcanal A.")


def test_a_stopped_engine_is_told_with_the_position(
    open_page: Callable[..., Page], server: Server
) -> None:
    page = open_page()
    before = {k.pid for k in server.kernels()}
    open_lab(page, server)
    click(page, "1009")
    page.keyboard.press("f")
    turned = START.replace("1009 us A", "1009 us A-")
    wait_position(page, turned)
    (kernel,) = [k for k in server.kernels() if k.pid not in before]
    kernel.kill()
    banner = page.locator(".witp-banner")
    expect(banner).to_be_visible(timeout=10_000)
    assert banner.locator("textarea").input_value() == turned
    expect(banner.get_by_role("button", name="Copy it")).to_be_visible()
    page.errors.clear()
    banner.get_by_role("button", name="Reload").click()
    expect(page.locator(".w-unit").first).to_contain_text("Port Moresby land unit, cut at Guad")
    assert position(page) == turned


# -- over reloads


def test_reload_address_and_a_second_browser_show_the_same(
    open_page: Callable[..., Page], server: Server
) -> None:
    before = {k.pid for k in server.kernels()}
    page = open_page()
    open_lab(page, server, "?p=" + quote("0909 us L; 1207 us A; base al 1110"))
    expect(page.locator(".w-unit")).to_have_count(2)
    click(page, "1009")
    page.keyboard.press("a")
    expect(changed(page)).to_contain_text("Added Guadalcanal A.")
    wanted = "turn 2; 0909 us L; 1009 us A; 1207 us A; base al 1110"
    wait_position(page, wanted)
    address = page.url
    page.reload()
    expect(page.locator(".w-unit")).to_have_count(3)
    assert stored(page) == wanted
    other = open_page()
    other.goto(address)
    expect(other.locator(".w-unit")).to_have_count(3)
    open_lab(page, server, "?p=nonsense")
    expect(page.locator(ALERT)).to_contain_text("Not opened. ")
    expect(page.locator(".w-unit")).to_have_count(3)
    assert stored(page) == wanted
    for one in (page, other):
        one.goto("about:blank")
    for _ in range(100):
        if {k.pid for k in server.kernels()} <= before:
            break
        other.wait_for_timeout(100)
    assert {k.pid for k in server.kernels()} <= before, "a kernel outlived its page"


def stored(page: Page) -> str:
    return str(page.evaluate("localStorage.getItem('witp-supply-lab')"))


# -- by keyboard alone


class NoMouse:
    """A page that can be used with keys and looked at, and nothing else."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self.said = page.locator("[data-live=say]")
        self.under = page.locator("[data-live=cursor]")

    def press(self, *keys: str) -> None:
        for key in keys:
            self._page.keyboard.press(key)

    def type(self, text: str) -> None:
        self._page.keyboard.type(text)

    def look(self, selector: str) -> Any:
        return self._page.locator(selector)

    def tab_to(self, selector: str, key: str = "Tab") -> None:
        for _ in range(80):
            if self._page.evaluate("s => document.activeElement?.matches(s)", selector):
                return
            self._page.keyboard.press(key)
        pytest.fail(f"{key} does not reach {selector}")

    def hears(self, text: str) -> None:
        expect(self.said).to_contain_text(text)

    def go(self, hex_id: str) -> None:
        """Arrow keys over the map, one hex at a time, listening to where one is."""
        for _ in range(30):
            expect(self.under).to_have_text(re.compile(r"^\d{4}"))
            here = str(self.under.text_content())[:4]
            if here == hex_id:
                return
            if here[:2] != hex_id[:2]:
                key = "ArrowRight" if here[:2] < hex_id[:2] else "ArrowLeft"
            else:
                key = "ArrowDown" if here[2:] < hex_id[2:] else "ArrowUp"
            self.press(key)
            expect(self.under).to_have_text(re.compile(rf"^(?!{here})\d{{4}}"))
        pytest.fail(f"the arrow keys do not reach {hex_id}")


def test_the_whole_lab_by_keyboard_alone(open_page: Callable[..., Page], server: Server) -> None:
    page = open_page()
    open_lab(page, server)
    keys = NoMouse(page)
    keys.tab_to(".leaflet-container")
    keys.press("ArrowUp")
    expect(keys.under).to_contain_text(re.compile(r"\d{4}"))
    keys.go("0909")
    expect(keys.under).to_contain_text("US land unit full, in supply")
    keys.press("Enter")
    keys.hears("Port Moresby land unit is in supply. It stays as it is. One hex lies between")
    keys.go("1009")
    keys.press("f")
    keys.hears("Turned over Guadalcanal A. Now cut: Port Moresby L. Nothing else changed.")
    keys.press("u")
    keys.hears("Undone: turned over Guadalcanal A.")
    keys.press("Shift+u")
    keys.hears("Done again: turned over Guadalcanal A.")
    keys.press("Delete")
    keys.hears("Removed Guadalcanal A-.")
    keys.go("1008")
    keys.press("m")
    keys.hears("Where to? Choose a hex for Rabaul air unit.")
    keys.go("0907")
    keys.press("Enter")
    keys.hears("Moved Rabaul A to Truk.")
    keys.press("Shift+l")
    keys.hears("Added Truk L-.")
    keys.press("c")
    keys.hears("Added Truk C.")
    keys.press("n")
    keys.hears("Added Truk N.")
    keys.press("b")
    keys.hears("Took away the Japanese base at Truk.")
    keys.press("b")
    keys.hears("Built the Japanese base at Truk.")
    keys.press("Escape")
    keys.hears("All units, worst first")
    keys.press("]")
    keys.hears("out of supply.")
    keys.press("]", "[")
    keys.press("0", "0", "+", "-")

    keys.press("/")
    expect(keys.look("#witp-find")).to_be_focused()
    keys.type("samoa")
    expect(keys.look("#witp-found button").first).to_have_text("1309 Samoa")
    keys.press("Enter")
    keys.hears("Samoa land unit is")
    expect(keys.look(".leaflet-container")).to_be_focused()
    keys.press("/")
    expect(keys.look("#witp-find")).to_be_focused()
    keys.press("Escape")
    expect(keys.look(".leaflet-container")).to_be_focused()

    keys.press("t")
    expect(keys.look("#witp-line")).to_be_focused()
    keys.press("Control+a")
    keys.type("1309 us L; base al 1110")
    wait_position(page, "turn 2; 1309 us L; base al 1110")
    keys.press("Escape")
    expect(keys.look(".leaflet-container")).to_be_focused()
    keys.press("Escape")

    keys.tab_to(".w-unit")
    keys.press("Enter")
    keys.hears("Samoa land unit is in supply.")
    keys.tab_to(".w-chip")
    keys.press("Enter")
    keys.hears("Rule 7.1")
    keys.press("Enter")
    expect(keys.look(".w-verdict")).to_contain_text("Samoa")
    keys.tab_to(".witp-handles [data-action=flip]", "Shift+Tab")
    keys.press("Enter")
    keys.hears("Turned over Samoa L.")
    expect(keys.look(".witp-handles [data-action=flip]")).to_be_focused()

    keys.press("?")
    expect(keys.look(".witp-right .witp-head")).to_have_text("Keys")
    expect(keys.look(".witp-right .witp-head")).to_be_focused()
    keys.press("Tab", "Enter")
    expect(keys.look(".leaflet-container")).to_be_focused()
    keys.tab_to(".witp-bar [data-value=share]", "Shift+Tab")
    keys.press("Enter")
    expect(keys.look(".witp-right .witp-head")).to_be_focused()
    keys.tab_to("#witp-text")
    keys.press("Escape")
    keys.tab_to(".witp-bar [data-value=open]", "Shift+Tab")
    keys.press("Enter")
    keys.tab_to("[data-action=example][data-value=new_hebrides]")
    keys.press("Enter")
    keys.hears("Opened New Hebrides: who is in supply?")
    keys.tab_to(".witp-bar select.witp-turn", "Shift+Tab")
    keys.press("ArrowUp")
    keys.hears("Went to turn 3.")
    keys.press("ArrowUp")
    keys.hears("Went to turn 2.")


# -- for everyone


@pytest.mark.parametrize("size", [(1280, 800), (1024, 768), (400, 800)])
def test_no_serious_barrier_in_any_panel(
    open_page: Callable[..., Page], server: Server, size: tuple[int, int]
) -> None:
    page = open_page(size)
    open_lab(page, server, "?open=line")
    barriers(page, "the line editor")
    click(page, "1009")
    page.keyboard.press("f")
    expect(changed(page)).to_contain_text("Turned over")
    barriers(page, "an answer after an edit")
    for pane in PANES[size[0]]:
        page.locator(f".witp-lab [data-action=pane][data-value={pane}]:visible").first.click()
        expect(page.locator(".witp-right .witp-head").first).to_be_attached()
        barriers(page, pane)
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    if size[0] == 1024:
        return
    page.keyboard.press("Escape")
    click(page, "1109")
    expect(page.locator(".witp-right .witp-verdict")).to_contain_text("1109")
    barriers(page, "a hex without units")
    page.keyboard.press("t")
    page.locator("#witp-line").fill("turn 2")
    wait_position(page, "turn 2")
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    expect(page.locator(".w-empty")).to_be_visible()
    barriers(page, "an empty map")
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]


PANES = {1280: ("open", "share", "find", "keys"), 1024: ("open",), 400: ("units", "add", "menu")}
"""What is looked at, by the width of the window; between the sizes only the room differs."""


def barriers(page: Page, where: str) -> None:
    found = Axe().run(page).response["violations"]
    grave = [
        f"{v['id']}: {v['nodes'][0]['html'][:200]}"
        for v in found
        if v["impact"] in ("serious", "critical")
    ]
    assert not grave, f"{where}: {grave}"
