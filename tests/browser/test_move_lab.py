"""The move lab in a browser: a plan by mouse, by keyboard, by touch, over reloads and failures."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import pytest
from axe_playwright_python.sync_playwright import Axe
from browsing import DESKTOP, PHONE, Server
from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Page

APP = "/voila/render/examples/move_lab.ipynb"
MANILA = (
    "turn 4; 0804 jp C 2N L; 0707 jp C 2N L A; 0605 jp N L; 0507 jp A; 0606 us A L; "
    "base jp 0707 0506; base al 0607; trp 14 17"
)
BRITISH = "turn 4; 0306 cw N # plan now al move naval:1 0306"
PICKED = f"{MANILA} # plan now jp move carrier:1,naval:2,land:1 0804"
PLANNED = (
    f"{MANILA} # plan jp target 0606; activate 0804; "
    "move carrier:1,naval:2,land:1 0804,0705,0605,0606; pass"
)

TOO_SMALL = """() => {
    const all = document.querySelectorAll(
        ".witp-lab :is(button, select, input, textarea, summary, a[href], [role=button])");
    const small = [];
    for (const e of all) {
        const box = e.getBoundingClientRect();
        if (!box.width || getComputedStyle(e).visibility === "hidden") continue;
        if (e.closest(".witp-map") || box.right < 0) continue;
        if (box.width < 43.5 || box.height < 43.5)
            small.push(`${e.textContent.slice(0, 30)}: ${box.width} x ${box.height}`);
    }
    return small;
}"""


def open_lab(page: Page, server: Server, text: str = MANILA) -> None:
    page.goto(f"{server.url}{APP}?p={quote(text)}" if text else f"{server.url}{APP}")
    page.wait_for_selector("html[data-witp-ready]", state="attached")
    expect(right(page)).to_contain_text(re.compile(r"\w"))


def right(page: Page) -> Any:
    return page.locator(".witp-right")


def said(page: Page) -> Any:
    return page.locator("[data-live=say]")


def resting(page: Page, hex_id: str) -> tuple[float, float]:
    """The middle of a hex, once the map has come to rest."""
    last = None
    for _ in range(40):
        box = page.locator(f".witp-map .hex-{hex_id}").bounding_box()
        if box is not None and box == last:
            break
        last = box
        page.wait_for_timeout(150)
    assert last is not None
    return last["x"] + last["width"] / 2, last["y"] + last["height"] / 2


def click(page: Page, hex_id: str) -> None:
    page.mouse.click(*resting(page, hex_id))


def wait_position(page: Page, part: str) -> None:
    """Wait until the address carries some text; it is kept in the browser by then."""
    page.wait_for_function(
        "part => (new URL(location.href).searchParams.get('p') ?? '').includes(part)", arg=part
    )


def verdict(page: Page) -> Any:
    return page.locator(".witp-right .w-verdict")


def barriers(page: Page, where: str) -> None:
    found = Axe().run(page).response["violations"]
    grave = [
        f"{v['id']}: {v['nodes'][0]['html'][:200]}"
        for v in found
        if v["impact"] in ("serious", "critical") or v["id"] == "heading-order"
    ]
    assert not grave, f"{where}: {grave}"


# -- by mouse and by keyboard


def test_units_and_target_by_mouse(page: Page, server: Server) -> None:
    open_lab(page, server)
    click(page, "0804")
    expect(right(page)).to_contain_text("The fleet carries land units: 1 carrier, 2 naval units")
    expect(right(page)).to_contain_text("for the 14 RP left")
    click(page, "0606")
    expect(verdict(page)).to_contain_text("reaches Manila for 5 RP; 9 are left.")
    rows = page.locator(".mv-ledger tbody tr")
    expect(rows).to_have_count(5)
    expect(rows.nth(3)).to_contain_text("Air zone")
    expect(page.locator(".mv-total")).to_contain_text("1 activation + 3 hexes + 1 air zone")
    wait_position(page, "now jp move carrier:1,naval:2,land:1 0804,0705,0605,0606")


def test_a_plan_by_keyboard_alone(page: Page, server: Server) -> None:
    open_lab(page, server, PICKED)
    page.locator(".witp-map .leaflet-container").focus()
    for key in ("ArrowLeft", "ArrowLeft", "ArrowDown", "ArrowDown"):
        page.keyboard.press(key)
        page.wait_for_timeout(120)
    expect(page.locator("[data-live=cursor]")).to_contain_text("0606 Manila")
    expect(page.locator("[data-live=cursor]")).to_contain_text("5 RP")
    page.keyboard.press("Enter")
    expect(verdict(page)).to_contain_text("reaches Manila for 5 RP")
    expect(said(page)).to_contain_text("reaches Manila for 5 RP")
    page.keyboard.press("]")
    expect(page.locator(".mv-way[aria-pressed=true]")).to_have_attribute("data-value", "1")
    page.keyboard.press("p")
    expect(right(page)).to_contain_text("Planned the impulse to Manila: 5 RP.")
    expect(page.locator(".witp-map .leaflet-container")).to_be_focused()
    wait_position(page, "plan jp target 0606")
    page.keyboard.press("u")
    expect(right(page)).to_contain_text("Undone")
    expect(verdict(page)).to_contain_text("reaches Manila for 5 RP")
    page.keyboard.press("Escape")
    expect(right(page)).to_contain_text("Where to?")
    page.keyboard.press("Escape")
    expect(right(page)).to_contain_text("Which units move?")


def test_units_and_target_from_the_lists(page: Page, server: Server) -> None:
    open_lab(page, server)
    page.locator("[data-action=pick][data-value='jp 0804']").focus()
    page.keyboard.press("Enter")
    expect(right(page)).to_contain_text("Where to?")
    page.locator("[data-action=more][data-value='2 -1']").press("Enter")
    expect(right(page)).to_contain_text("The fleet sails: 1 carrier and 2 naval units.")
    page.locator("[data-action=aim][data-value='0606']").press("Enter")
    expect(verdict(page)).to_contain_text("The fleet from Kure reaches Manila")


# -- why not, other ways


def test_a_refusal_tells_all_reasons_and_what_is_near(page: Page, server: Server) -> None:
    open_lab(page, server, PICKED)
    expect(right(page)).to_contain_text("Where to?")
    click(page, "0505")
    expect(verdict(page)).to_contain_text("cannot go to South China by any way")
    reasons = page.locator(".mv-reasons li")
    assert reasons.count() >= 2
    expect(reasons.first).to_contain_text("South China is a land hex.")
    expect(page.locator(".mv-reasons [data-action=rule][data-value='8.6.1d']")).to_be_visible()
    expect(page.locator(".witp-right [data-action=plan]")).to_have_count(0)
    near = page.locator(".witp-right [data-key^='near-aim']")
    expect(near).to_contain_text("Nearest within reach")
    near.click()
    expect(page.locator(".w-verdict.w-in")).to_be_visible()


def test_another_way_is_chosen_from_the_list(page: Page, server: Server) -> None:
    open_lab(page, server, f"{PICKED},0705,0605,0606")
    expect(verdict(page)).to_contain_text("for 5 RP")
    page.locator("[data-action=ways]").click()
    expect(page.locator(".mv-way")).to_have_count(9)
    page.locator(".mv-way").last.click()
    expect(verdict(page)).to_contain_text("for 6 RP; 8 are left.")
    expect(page.locator(".mv-ledger tbody tr")).to_have_count(6)


def test_a_way_is_drawn_and_each_step_judged(page: Page, server: Server) -> None:
    open_lab(page, server, BRITISH)
    expect(right(page)).to_contain_text("Where to?")
    page.keyboard.press("w")
    expect(right(page)).to_contain_text("Your way")
    click(page, "0406")
    expect(verdict(page)).to_contain_text("Bangkok")
    click(page, "0407")
    expect(page.locator(".mv-reasons [data-value='8.7j']")).to_be_visible()
    page.keyboard.press("Backspace")
    page.keyboard.press("Backspace")
    for hex_id, rp in (("0307", 2), ("0407", 3), ("0507", 4), ("0506", 5)):
        click(page, hex_id)
        expect(page.locator(".mv-total .mv-n")).to_have_text(str(rp))
    page.locator("[data-key='done-draw:']").click()
    expect(verdict(page)).to_contain_text("reaches Hainan for 5 RP")


# -- the plan


def test_two_impulses_and_the_points_left(page: Page, server: Server) -> None:
    open_lab(page, server)
    click(page, "0804")
    click(page, "0606")
    page.locator(".witp-right [data-action=plan]").click()
    expect(right(page)).to_contain_text("Japan has 9 RP left.")
    click(page, "0707")
    click(page, "0606")
    page.locator(".witp-right [data-action=plan]", has_text="Add stack to this impulse").click()
    expect(right(page)).to_contain_text("Japan has 7 RP left.")
    click(page, "0605")
    click(page, "0506")
    page.locator(".witp-right [data-action=plan]", has_text="Add to plan").click()
    expect(page.locator(".ml-total")).to_have_text("Japan: 10 of 14 RP, 4 left")
    expect(page.locator(".ml-plan > li")).to_have_count(2)
    page.locator(".witp-bar [data-action=undo]").click()
    expect(page.locator(".ml-plan > li")).to_have_count(1)
    page.locator(".witp-bar [data-action=redo]").click()
    expect(page.locator(".ml-plan > li")).to_have_count(2)


def test_a_warning_comes_before_units_are_left_without_supply(page: Page, server: Server) -> None:
    open_lab(page, server, f"{PICKED},0805,0806,0907,1007")
    expect(verdict(page)).to_contain_text("Ponape")
    page.keyboard.press("p")
    warning = page.locator(".ml-ask")
    expect(warning).to_contain_text("Ponape L would be out of supply next turn.")
    expect(warning.locator("[data-action=plan-anyway]")).to_be_focused()
    warning.locator("[data-action=plan-back]").click()
    expect(warning).to_have_count(0)
    expect(page.locator(".ml-plan > li")).to_have_count(0)
    page.keyboard.press("p")
    page.locator("[data-action=plan-anyway]").click()
    expect(page.locator(".ml-plan > li")).to_contain_text("Out of supply next turn: Ponape L")


def test_a_reload_keeps_plan_and_target(page: Page, server: Server) -> None:
    open_lab(page, server, PLANNED)
    expect(page.locator(".ml-total")).to_have_text("Japan: 5 of 14 RP, 9 left")
    click(page, "0605")
    click(page, "0506")
    expect(verdict(page)).to_contain_text("Hainan")
    wait_position(page, "now jp move")
    page.reload()
    page.wait_for_selector("html[data-witp-ready]", state="attached")
    expect(verdict(page)).to_contain_text("Hainan")
    expect(page.locator(".ml-total")).to_have_text("Japan: 5 of 14 RP, 9 left")
    page.goto(f"{server.url}{APP}")
    page.wait_for_selector("html[data-witp-ready]", state="attached")
    expect(verdict(page)).to_contain_text("Hainan")


def test_an_engine_that_stops_loses_nothing(page: Page, server: Server) -> None:
    open_lab(page, server, PLANNED)
    expect(page.locator(".ml-total")).to_be_visible()
    click(page, "0605")
    wait_position(page, "now jp move")
    for kernel in server.kernels():
        kernel.kill()
    banner = page.locator(".witp-banner")
    expect(banner).to_be_visible(timeout=30_000)
    assert "plan jp target 0606" in banner.locator("textarea").input_value()
    page.errors.clear()  # type: ignore[attr-defined]
    banner.get_by_text("Reload").click()
    expect(page.locator(".ml-total")).to_have_text("Japan: 5 of 14 RP, 9 left")
    page.errors.clear()  # type: ignore[attr-defined]


def test_counters_are_edited_and_the_move_follows(page: Page, server: Server) -> None:
    open_lab(page, server, f"{PICKED},0705,0605,0606")
    page.locator(".w-change[data-value='flip 0606 us A']").click()
    expect(right(page)).to_contain_text("The move costs 4 RP instead of 5.")
    page.locator(".witp-right [data-key=undo]").click()
    expect(verdict(page)).to_contain_text("for 5 RP")
    page.keyboard.press("e")
    expect(right(page)).to_contain_text("Edit counters")
    click(page, "0607")
    page.keyboard.press("l")
    wait_position(page, "0607 us L")


# -- sizes and barriers


def test_a_plan_by_touch(open_page: Callable[..., Page], server: Server) -> None:
    page = open_page(PHONE, has_touch=True)
    open_lab(page, server)
    page.touchscreen.tap(*resting(page, "0707"))
    expect(right(page)).to_contain_text("Where to?")
    assert not page.evaluate(TOO_SMALL)
    page.touchscreen.tap(*resting(page, "0606"))
    expect(verdict(page)).to_contain_text("for 2 RP")
    expect(verdict(page)).to_be_in_viewport()
    assert not page.evaluate(TOO_SMALL)
    page.locator(".witp-foot [data-action=plan]").tap()
    expect(right(page)).to_contain_text("Japan has 12 RP left.")
    page.locator(".witp-foot [data-value=plan]").tap()
    expect(page.locator(".ml-plan > li")).to_have_count(1)
    assert not page.evaluate(TOO_SMALL)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def not_sideways(page: Page) -> None:
    wide = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert wide[0] <= wide[1], wide


@pytest.mark.parametrize("size", [DESKTOP, (1024, 768), PHONE])
def test_no_barriers_and_nothing_sideways(
    open_page: Callable[..., Page], server: Server, size: tuple[int, int]
) -> None:
    page = open_page(size)
    open_lab(page, server)
    barriers(page, "nothing picked")
    click(page, "0707")
    expect(right(page)).to_contain_text("Where to?")
    barriers(page, "picked")
    not_sideways(page)
    click(page, "0606")
    expect(verdict(page)).to_contain_text("for 2 RP")
    page.locator("[data-action=ways]").click()
    expect(page.locator(".mv-way").first).to_be_visible()
    barriers(page, "legal")
    not_sideways(page)
    page.keyboard.press("p")
    expect(page.locator(".ml-plan > li")).to_have_count(1)
    barriers(page, "planned")
    click(page, "0605")
    click(page, "0505")
    expect(page.locator(".mv-reasons li").first).to_be_visible()
    barriers(page, "refused")
    not_sideways(page)
    page.keyboard.press("w")
    click(page, "0604")
    expect(right(page)).to_contain_text("Your way")
    barriers(page, "drawn")
    not_sideways(page)


PANES = ("edit", "open", "share", "find", "line", "legend")


def test_panels_are_reached_and_left(open_page: Callable[..., Page], server: Server) -> None:
    page = open_page(PHONE)
    open_lab(page, server, PLANNED)
    for pane in ("plan", "menu", *PANES):
        if pane == "plan":
            page.locator(".witp-foot [data-value=plan]").click()
        else:
            page.locator(".witp-bar [data-value=menu]").click()
        if pane in PANES:
            page.locator(f".witp-right [data-key='menu-pane:{pane}']").click()
            expect(page.locator(".witp-right [data-key='menu-pane:open']")).to_have_count(0)
        expect(page.locator(".witp-right .witp-head").first).to_be_visible()
        barriers(page, pane)
        assert not page.evaluate(TOO_SMALL), pane
        not_sideways(page)
        page.locator(".witp-right [data-action=close]").first.click()
        expect(right(page)).to_contain_text("Which units move?")
