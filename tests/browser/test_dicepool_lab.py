"""The dice-pool lab in a browser: a battle by keyboard, by touch, over reloads and failures."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import pytest
from axe_playwright_python.sync_playwright import Axe
from browsing import PHONE, Server
from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Page

APP = "/voila/render/examples/dicepool_lab.ipynb"
SMALL = "infantry:3,tank:1 v infantry:2,artillery:1"
AIR = (
    "infantry:3,tank:1,fighter:1 v infantry:2,artillery:2,fighter:1; units sample; "
    "attacker leaves after:2"
)
MOST_STEPS = 60

TOO_SMALL = """() => {
    const all = document.querySelectorAll(
        ".witp-lab :is(button, select, input, textarea, summary, a[href], [role=button])");
    const small = [];
    for (const e of all) {
        const box = e.getBoundingClientRect();
        if (!box.width || getComputedStyle(e).visibility === "hidden") continue;
        if (box.width < 43.5 || box.height < 43.5)
            small.push(`${e.textContent.slice(0, 30)}: ${box.width} x ${box.height}`);
    }
    return small;
}"""


def open_lab(page: Page, server: Server, text: str = SMALL) -> None:
    page.goto(f"{server.url}{APP}?p={quote(text)}" if text else f"{server.url}{APP}")
    page.wait_for_selector("html[data-witp-ready]", state="attached")
    expect(page.locator(".dl-battle")).to_contain_text(re.compile(r"\w"))


def wait_text(page: Page, part: str) -> None:
    """Wait until the address carries some text; it is kept in the browser by then."""
    page.wait_for_function(
        "part => (new URL(location.href).searchParams.get('p') ?? '').includes(part)", arg=part
    )


def address(page: Page) -> str:
    return str(page.evaluate("new URL(location.href).searchParams.get('p') ?? ''"))


def now(page: Page) -> Any:
    return page.locator(".dl-now")


def barriers(page: Page, where: str) -> None:
    found = Axe().run(page).response["violations"]
    grave = [
        f"{v['id']}: {v['nodes'][0]['html'][:200]}"
        for v in found
        if v["impact"] in ("serious", "critical")
    ]
    assert not grave, f"{where}: {grave}"


# -- by keyboard


def test_a_whole_battle_by_keyboard(page: Page, server: Server) -> None:
    open_lab(page, server)
    expect(page.locator(".w-verdict")).to_contain_text("79.43 %")
    for key in "25131":
        page.keyboard.press(key)
    expect(page.locator(".dp-volley")).to_contain_text("4 hits")
    expect(page.locator("[data-live=say]")).to_contain_text("infantry: 4 hits, 2 destroyed")
    for key in "44464":
        page.keyboard.press(key)
    expect(now(page)).to_contain_text("The round is over")
    expect(page.locator(".dl-ends")).to_contain_text("From here")
    page.keyboard.press(".")
    expect(now(page)).to_contain_text("Round 2")
    page.keyboard.press("x")
    expect(page.locator(".dl-ended")).to_contain_text("Controls the territory")
    page.keyboard.press("u")
    expect(now(page)).to_contain_text("Round 2")


def test_tab_and_enter_reach_forces_and_dice(page: Page, server: Server) -> None:
    open_lab(page, server)
    page.keyboard.press("t")
    expect(page.locator("#dl-line")).to_be_focused()
    page.locator("[data-key='add:attacker +1 tank']").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page.locator("[data-key='count attacker tank']")).to_have_value("3")
    expect(page.locator("[data-key='add:attacker +1 tank']")).to_be_focused()
    page.locator("[data-key=die-0]").focus()
    page.keyboard.press("Enter")
    expect(page.locator("[data-key=die-0]")).to_have_attribute("aria-label", "Die 1: 1, a hit")
    expect(page.locator("[data-key=die-0]")).to_be_focused()


def test_a_typed_line_is_live_and_keeps_its_caret(page: Page, server: Server) -> None:
    open_lab(page, server, "")
    line = page.locator("#dl-line")
    line.fill("1 infantry v 1 infantry")
    expect(page.locator(".dl-ends")).to_contain_text("34.38 %")
    expect(line).to_have_value("1 infantry v 1 infantry")
    expect(line).to_be_focused()
    line.fill("1 infantry v 1 infantri")
    expect(page.locator("#dl-line-said")).to_contain_text("infantri")
    line.fill("infantry:5,tank:3,artillery:2 v infantry:6,artillery:2")
    expect(page.locator(".dl-ends")).to_contain_text("99.156 %")
    line.press("Enter")
    expect(page.locator("[data-key=die-0]")).to_be_focused()
    wait_text(page, "tank:3")


# -- what is chosen and changed


def test_plans_change_the_odds_and_a_change_is_made_with_a_click(
    page: Page, server: Server
) -> None:
    open_lab(page, server)
    page.locator("[data-key='leave attacker']").select_option("after:1")
    expect(page.locator(".dl-ends")).to_contain_text("The attacker withdraws")
    page.locator("[data-key='leave attacker']").select_option("never")
    expect(page.locator(".w-verdict")).to_contain_text("79.43 %")
    page.locator("[data-action=edit][data-value='defender +1 blockhouse']").click()
    wait_text(page, "blockhouse:1")
    page.locator(".witp-bar [data-action=undo]").click()
    expect(page.locator("[data-key='count defender blockhouse']")).to_have_value("0")


def test_an_early_die_is_changed_in_the_ledger(page: Page, server: Server) -> None:
    open_lab(page, server, f"{SMALL}; fight 25131 44464 go 214")
    page.locator("[data-action=volley][data-value='0']").click()
    page.locator("[data-key=die-1]").click()
    page.locator(".dl-now [data-action=next]").click()
    wait_text(page, "fight 26131 44464")


def test_the_shooter_chooses_where_the_rules_let_him(page: Page, server: Server) -> None:
    text = "infantry:1,bomber:1 v infantry:2,artillery:2; units sample"
    open_lab(page, server, text)
    for key in "366":
        page.keyboard.press(key)
    page.locator("[data-action=aim][data-value=artillery]").click()
    page.keyboard.press(".")
    wait_text(page, "fight 366>artillery")
    expect(page.locator(".dp-placed")).to_contain_text("artillery: 1 hit, 1 destroyed")


def test_two_forces_are_compared(page: Page, server: Server) -> None:
    open_lab(page, server)
    page.keyboard.press("c")
    page.locator("[data-action=suggest]").first.click()
    expect(page.locator(".dl-compared")).to_contain_text("the second force does better")
    page.locator("[data-action=take-second]").click()
    wait_text(page, "infantry:8 v")


def test_an_own_unit_table_is_checked_as_it_is_typed(page: Page, server: Server) -> None:
    open_lab(page, server)
    page.keyboard.press("y")
    page.locator("[data-action=own-sample]").click()
    expect(page.locator("#dl-own-said")).to_contain_text("Read, and in use.")
    text = page.locator("#dl-own").input_value()
    page.locator("#dl-own").fill(text.replace("hits = 1", "hits = 0"))
    expect(page.locator("#dl-own-said")).to_contain_text("units[0].hits")
    page.locator("#dl-own").fill(text.replace("fighter", "kite"))
    expect(page.locator(".dl-forces")).to_contain_text("kite")
    page.locator("[data-key='add:attacker +1 kite']").click()
    wait_text(page, "kite:1")
    page.reload()
    expect(page.locator("[data-key='count attacker kite']")).to_have_value("1")


def test_a_rule_opens_beside_the_battle_and_closes_again(page: Page, server: Server) -> None:
    open_lab(page, server)
    chip = page.locator(".dl-now [data-value='D-main-1']")
    chip.click()
    expect(page.locator(".w-drawer")).to_contain_text("D-main-1")
    page.keyboard.press("Escape")
    expect(page.locator(".w-drawer")).to_have_count(0)


# -- nothing is lost


def test_a_reload_restores_dice_and_plans(page: Page, server: Server) -> None:
    open_lab(page, server, f"{AIR}; fight 33")
    page.keyboard.press("4")
    wait_text(page, "fight 33 4")
    before = page.locator(".dl-battle").inner_text()
    page.goto(server.url + APP)
    page.wait_for_selector("html[data-witp-ready]", state="attached")
    expect(page.locator(".dl-battle")).to_contain_text("Dogfight")
    assert page.locator(".dl-battle").inner_text() == before
    assert page.locator("[data-key='leave attacker']").input_value() == "after:2"


def test_a_stopped_engine_is_told_and_one_click_restores_the_battle(
    open_page: Callable[..., Page], server: Server
) -> None:
    page = open_page()
    before = {k.pid for k in server.kernels()}
    open_lab(page, server)
    for key in "25131":
        page.keyboard.press(key)
    wait_text(page, "fight 25131")
    kept = address(page)
    (kernel,) = [k for k in server.kernels() if k.pid not in before]
    kernel.kill()
    banner = page.locator(".witp-banner")
    expect(banner).to_be_visible(timeout=15_000)
    assert banner.locator("textarea").input_value() == kept
    page.errors.clear()
    banner.get_by_role("button", name="Reload").click()
    expect(page.locator(".dp-volley")).to_contain_text("4 hits")
    assert address(page) == kept


def test_the_battle_is_copied_as_text(open_page: Callable[..., Page], server: Server) -> None:
    page = open_page(permissions=["clipboard-read", "clipboard-write"])
    open_lab(page, server, f"{SMALL}; fight 25131 44464 go 214 144")
    page.locator("[data-key=copy-ledger]").click()
    expect(page.locator(".witp-notice")).to_contain_text("Copied.")
    text = page.evaluate("navigator.clipboard.readText()")
    assert text.startswith(SMALL) and "takes the territory (D-completion-1" in text


def test_an_error_is_told_and_the_lab_goes_on(page: Page, server: Server) -> None:
    open_lab(page, server)
    page.evaluate(
        """() => document.querySelector('[data-key="die-0"]').dataset.action = 'no-such-thing'"""
    )
    page.locator("[data-key=die-0]").click()
    note = page.locator(".witp-notice")
    expect(note).to_contain_text("Something went wrong here; your position is safe.")
    note.get_by_role("button", name="Close").click()
    page.keyboard.press("r")
    expect(page.locator(".dp-volley")).to_have_count(1)


# -- by touch


def test_a_whole_battle_by_touch_alone(open_page: Callable[..., Page], server: Server) -> None:
    page = open_page(PHONE, has_touch=True, is_mobile=True)
    open_lab(page, server, AIR)

    def fits() -> None:
        assert not page.evaluate(TOO_SMALL)
        assert page.evaluate("[document.documentElement.scrollWidth, innerWidth]") == [400, 400]

    fits()
    page.locator("[data-key='add:defender -1 artillery']").tap()
    expect(page.locator("[data-key='count defender artillery']")).to_have_value("1")
    for view, seen in (("odds", ".dl-plots >> nth=0"), ("compare", ".dl-compare")):
        page.locator(f".witp-foot [data-value={view}]").tap()
        expect(page.locator(seen)).to_be_visible()
        fits()
    page.locator(".witp-foot [data-value=battle]").tap()
    for _ in range(MOST_STEPS):
        if page.locator(".dl-ended").count():
            break
        page.locator(".dl-now .primary").first.tap()
        page.wait_for_timeout(250)
        fits()
    expect(page.locator(".dl-ended")).to_contain_text("Controls the territory")
    page.locator(".witp-bar [data-value=menu]").tap()
    expect(page.locator(".witp-right")).to_contain_text("Swap the sides")
    fits()


# -- for everyone


@pytest.mark.parametrize("size", [(1280, 800), (1024, 768), PHONE])
def test_no_barriers_and_nothing_sideways(
    open_page: Callable[..., Page], server: Server, size: tuple[int, int]
) -> None:
    page = open_page(size)
    open_lab(page, server, AIR)
    expect(page.locator(".dl-plots").first).to_be_attached()
    barriers(page, "forces")
    page.keyboard.press("e")
    page.keyboard.press("b")
    expect(page.locator(".dl-ledger")).to_be_visible()
    barriers(page, "a round")
    page.keyboard.press("x")
    expect(page.locator(".dl-ended")).to_be_visible()
    barriers(page, "the end")
    for key, seen in (("o", ".dl-plots >> nth=0"), ("c", ".dl-compare"), ("y", ".dl-table")):
        page.keyboard.press(key)
        expect(page.locator(seen)).to_be_visible()
        barriers(page, seen)
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    barriers(page, "the keys")
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]


def test_the_home_page_leads_here(page: Page, server: Server) -> None:
    page.goto(server.url)
    page.get_by_role("link", name="Dice-pool lab").click()
    page.wait_for_url("**/dicepool_lab.ipynb")
    expect(page.locator(".dl-forces")).to_be_visible()
