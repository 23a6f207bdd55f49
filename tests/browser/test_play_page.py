"""A whole game in a browser: by mouse, by keys, by touch; refusals, records, reloads."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from browsing import DESKTOP, PHONE, Server
from playwright.sync_api import expect

from witp_learn.ui.play import STORAGE
from witp_learn.ui.play_keep import Table
from witp_learn.ui.play_sight import PlaySight

if TYPE_CHECKING:
    from playwright.sync_api import Page

APP = "/voila/render/examples/play.ipynb"
KEPT = f"localStorage.getItem('{STORAGE}') ?? ''"
UNREAD = 450
"""Milliseconds after which the same key or spot may be pressed for what stands there now."""

MANILA = ("target 0606", "activate 0804", "move carrier:3,naval:2,land:2 0804")

TOO_SMALL = """() => {
    const all = document.querySelectorAll(
        ".witp-play :is(button, select, input, textarea, summary, a[href], [role=button])");
    const small = [];
    for (const e of all) {
        const target = e.matches("[type=checkbox]") ? e.closest("label") : e;
        const box = target.getBoundingClientRect();
        if (!box.width || getComputedStyle(e).visibility === "hidden") continue;
        if (e.closest(".witp-map") || box.right < 0) continue;
        if (box.width < 43.5 || box.height < 43.5)
            small.push(`${e.textContent.slice(0, 30)}: ${box.width} x ${box.height}`);
    }
    return small;
}"""


def game(*actions: str, table: Table | None = None) -> str:
    """The text of a game after the first cards and some actions, the partner's among them."""
    desk = PlaySight()
    if table is not None:
        desk.begin("standard", table)
    while desk.chance_due:
        desk.throw() if desk.mine else desk.go_on()
    for action in actions:
        if action == "roll":
            desk.throw()
        else:
            assert desk.do(action), desk.notice
        desk.go_on()
    return desk.kept()


def open_game(page: Page, server: Server, text: str = "") -> None:
    """The page on a game that this browser keeps, or on a new one."""
    if text:
        put = f"localStorage.getItem('{STORAGE}') ?? localStorage.setItem('{STORAGE}', "
        page.add_init_script(f"if (origin !== 'null') {put}{json.dumps(text)})")
    page.goto(f"{server.url}{APP}")
    page.wait_for_selector("html[data-witp-ready]", state="attached")
    expect(right(page)).to_contain_text(re.compile(r"\w"))
    if text:
        expect(right(page)).to_contain_text("The game goes on where it was left.")


def right(page: Page) -> Any:
    return page.locator(".witp-right")


def asked(page: Page) -> Any:
    return page.locator(".wp-asked")


def said(page: Page) -> Any:
    return page.locator("[data-live=say]")


def row(page: Page, words: str) -> Any:
    return page.locator(".wp-row", has_text=words)


def click(page: Page, hex_id: str) -> None:
    """Press a hex, once the map has come to rest."""
    last = None
    for _ in range(40):
        box = page.locator(f".witp-map .hex-{hex_id}").bounding_box()
        if box is not None and box == last:
            break
        last = box
        page.wait_for_timeout(150)
    assert last is not None
    page.mouse.click(last["x"] + last["width"] / 2, last["y"] + last["height"] / 2)


def wait_kept(page: Page, part: str) -> None:
    """Wait until this browser keeps some text of the game."""
    page.wait_for_function(f"part => ({KEPT}).includes(part)", arg=part)


def barriers(page: Page, where: str) -> None:
    found = Axe().run(page).response["violations"]
    grave = [
        f"{v['id']}: {v['nodes'][0]['html'][:200]}"
        for v in found
        if v["impact"] in ("serious", "critical") or v["id"] == "heading-order"
    ]
    assert not grave, f"{where}: {grave}"


def not_sideways(page: Page) -> None:
    wide = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert wide[0] <= wide[1], wide


def test_the_first_phases_by_mouse(page: Page, server: Server) -> None:
    open_game(page, server)
    expect(asked(page)).to_contain_text("the Japanese side is dealt a card")
    page.locator(".witp-right [data-action=throw]").click()
    expect(asked(page)).to_contain_text("the Japanese side may build or remove a supply base")
    click(page, "0605")
    expect(page.locator(".wp-filter")).to_contain_text("At Taiwan 0605: 1 of")
    row(page, "Build a base at Taiwan").click()
    expect(page.locator(".wp-since")).to_contain_text("Allies: Build a base at")
    expect(page.locator(".wp-log")).to_contain_text("Japanese base built at Taiwan.")
    page.locator(".wp-log summary", has_text="Why").first.click()
    expect(page.locator(".wp-why[open] li").first).to_be_visible()
    page.locator(".wp-pass [data-action=pass]").click()
    expect(asked(page)).to_contain_text("may make a movement impulse")
    row(page, "Target Manila").click()
    expect(page.locator(".wp-impulse")).to_contain_text("Target: Manila.")
    click(page, "0804")
    row(page, "Activate Kure").click()
    expect(page.locator(".wp-impulse")).to_contain_text("Activated: Kure.")
    page.wait_for_timeout(UNREAD)
    row(page, "3 carriers, 2 naval units and 2 land units").first.click()
    expect(page.locator(".wp-log")).to_contain_text("3 carriers, 2 naval units and 2 land units")
    wait_kept(page, "move carrier:3,naval:2,land:2 0804")


def test_the_first_phases_by_keyboard(page: Page, server: Server) -> None:
    open_game(page, server)
    page.keyboard.press("r")
    expect(asked(page)).to_contain_text("may build or remove a supply base")
    expect(said(page)).to_contain_text("Supply base construction phase")
    page.locator(".witp-map .leaflet-container").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("[data-live=cursor]")).to_contain_text(re.compile(r"\d{4}"))
    page.keyboard.press("Enter")
    expect(page.locator(".wp-filter")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".wp-filter")).to_have_count(0)
    page.keyboard.press("1")
    expect(page.locator(".wp-log")).to_contain_text("Japanese base built at Hainan.")
    expect(page.locator(".wp-since")).to_contain_text("Allies: Build a base at")
    page.keyboard.press("u")
    expect(right(page)).to_contain_text("Taken back: Build a base at Hainan.")
    page.keyboard.press("Shift+U")
    expect(right(page)).to_contain_text("Done again: Build a base at Hainan.")
    page.keyboard.press("p")
    expect(asked(page)).to_contain_text("may make a movement impulse")
    page.keyboard.press("f")
    expect(page.locator("#wp-seek")).to_be_focused()
    page.keyboard.type("target manila")
    page.keyboard.press("Enter")
    expect(page.locator(".wp-impulse")).to_contain_text("Target: Manila.")
    expect(page.locator(".wp-do .witp-head")).to_be_focused()
    page.keyboard.press("/")
    expect(page.locator("#witp-find")).to_be_focused()
    page.keyboard.type("8.5b")
    expect(page.locator("#witp-found button").first).to_be_visible()


@pytest.mark.parametrize("apart", [60, 250])
def test_a_second_quick_click_does_nothing_else(page: Page, server: Server, apart: int) -> None:
    open_game(page, server, game())
    twice(page, page.locator(".wp-pass [data-action=pass]"), apart)
    expect(asked(page)).to_contain_text("may make a movement impulse")
    page.wait_for_timeout(UNREAD)
    twice(page, row(page, "Target Manila"), apart)
    expect(page.locator(".wp-impulse")).to_contain_text("Target: Manila.")
    page.wait_for_timeout(UNREAD)
    expect(page.locator(".wp-impulse")).not_to_contain_text("Activated")
    twice(page, row(page, "Activate Taiwan"), apart)
    expect(page.locator(".wp-impulse")).to_contain_text("Activated: Taiwan.")
    page.wait_for_timeout(UNREAD)
    assert "move " not in page.evaluate(KEPT)


def twice(page: Page, what: Any, apart: int) -> None:
    """Two clicks on one spot, so many milliseconds apart."""
    what.scroll_into_view_if_needed()
    box = what.bounding_box()
    assert box is not None
    at = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.click(*at)
    page.wait_for_timeout(apart)
    page.mouse.click(*at)


@pytest.mark.parametrize("apart", [20, 150])
def test_a_key_pressed_quickly_does_one_thing(page: Page, server: Server, apart: int) -> None:
    open_game(page, server, game("pass"))
    for _ in range(8):
        page.keyboard.press("1")
        page.wait_for_timeout(apart)
    expect(page.locator(".wp-impulse")).to_contain_text("Target: Peiping.")
    page.wait_for_timeout(UNREAD)
    expect(page.locator(".wp-impulse")).not_to_contain_text("Activated")
    page.keyboard.press("1")
    expect(page.locator(".wp-impulse")).to_contain_text("Activated")


def test_begin_pressed_twice_keeps_the_game_before(page: Page, server: Server) -> None:
    open_game(page, server, game("build 0605"))
    page.locator(".witp-bar [data-value=new]").click()
    twice(page, page.locator("[data-action=begin]"), 60)
    expect(asked(page)).to_contain_text("is dealt a card")
    page.locator("[data-action=back]").click()
    expect(page.locator(".wp-log")).to_contain_text("Japanese base built at Taiwan.")


def test_a_fight_with_dice_and_a_choice(page: Page, server: Server) -> None:
    open_game(page, server, game("pass", *MANILA, "pass"))
    expect(asked(page)).to_contain_text("dice are due")
    expect(page.locator(".wp-fight")).to_contain_text("Japan 14 = 6 carriers + 2 naval")
    page.locator("summary", has_text="Set the dice by hand").click()
    page.locator("[data-action=die][data-value='japan 6']").click()
    page.locator("[data-action=die][data-value='allies 1']").click()
    expect(page.locator("[data-action=die][aria-pressed=true]")).to_have_count(2)
    page.locator("[data-action=lay]").click()
    expect(page.locator(".wp-log .wp-dice").first).to_have_attribute(
        "aria-label", "Japan's die 6, the Allies' 1"
    )
    wait_kept(page, "roll 6 1")
    page.locator(".witp-bar [data-action=undo]").click()
    expect(asked(page)).to_contain_text("dice are due")
    page.keyboard.press("r")
    expect(page.locator(".wp-log .wp-dice").first).to_be_visible()


@pytest.mark.clause("6.1b")
def test_a_refusal_says_every_reason_with_its_rule(page: Page, server: Server) -> None:
    open_game(page, server, game())
    click(page, "0606")
    why = page.locator(".wp-no")
    expect(why).to_contain_text("Build a base at Manila: not allowed.")
    chip = why.locator("[data-action=rule]").first
    expect(chip).to_be_visible()
    expect(said(page)).to_contain_text("Build a base at Manila: not allowed.")
    barriers(page, "refused")
    chip.click()
    expect(page.locator(".w-drawer")).to_be_visible()
    page.keyboard.press("Escape")
    expect(why).to_be_visible()


def test_a_bad_record_is_one_message_and_a_good_one_opens(
    page: Page, server: Server, tmp_path: Path
) -> None:
    open_game(page, server, game("build 0605"))
    bad = tmp_path / "bad.toml"
    bad.write_text('format = "witp-game/1"\nscenario = "standard"\nactions = ["build 0605"]\n')
    page.locator(".witp-bar [data-value=open]").click()
    page.locator("#witp-file").set_input_files(bad)
    expect(right(page)).to_contain_text("Not opened. bad.toml: actions[0]")
    expect(right(page)).to_contain_text("The game before stays.")
    with page.expect_download() as saved:
        page.locator(".witp-bar [data-action=save]").click()
    text = Path(saved.value.path()).read_text("utf-8")
    assert '"build 0605"' in text and saved.value.suggested_filename == "witp_turn_1.toml"
    good = tmp_path / "good.toml"
    good.write_text(game("pass", "target 0606"))
    page.locator("#witp-file").set_input_files(good)
    expect(page.locator(".wp-impulse")).to_contain_text("Target: Manila.")
    page.locator("[data-action=back]").click()
    expect(page.locator(".wp-log")).to_contain_text("Japanese base built at Taiwan.")


def test_a_reload_goes_on_and_a_broken_text_loses_nothing(page: Page, server: Server) -> None:
    open_game(page, server)
    page.keyboard.press("r")
    expect(asked(page)).to_contain_text("may build or remove a supply base")
    page.keyboard.press("1")
    expect(page.locator(".wp-since")).to_contain_text("Allies: Build a base at")
    wait_kept(page, "by=ycyb")
    page.reload()
    page.wait_for_selector("html[data-witp-ready]", state="attached")
    expect(right(page)).to_contain_text("The game goes on where it was left.")
    expect(page.locator(".wp-log")).to_contain_text("Japanese base built at Hainan.")
    assert "?p=" not in page.url, "the address tells no cards"
    page.evaluate(f"localStorage.setItem('{STORAGE}', 'nonsense')")
    page.reload()
    page.wait_for_selector("html[data-witp-ready]", state="attached")
    expect(right(page)).to_contain_text("Not opened. the game kept in this browser")
    expect(asked(page)).to_contain_text("is dealt a card")
    assert page.evaluate(KEPT) == "nonsense", "kept until something is done"


def test_two_tabs_tell_each_other_and_lose_nothing(page: Page, server: Server) -> None:
    open_game(page, server, game())
    other = page.context.new_page()
    open_game(other, server)
    expect(right(other)).to_contain_text("The game goes on where it was left.")
    row(other, "Build a base at Taiwan").click()
    wait_kept(other, "build 0605")
    told = "Another tab has kept another game"
    expect(right(page)).to_contain_text(told)
    expect(said(page)).to_contain_text(told)
    barriers(page, "elsewhere")
    page.locator("[data-action=stay]").click()
    expect(right(page)).not_to_contain_text(told)
    expect(right(other)).to_contain_text(told)
    other.close()
    row(page, "Build a base at Hainan").click()
    wait_kept(page, "build 0506")
    third = page.context.new_page()
    open_game(third, server)
    third.keyboard.press("u")
    expect(right(page)).to_contain_text(told)
    page.locator("[data-action=take-over]").click()
    expect(right(page)).not_to_contain_text(told)
    expect(row(page, "Build a base at Hainan")).to_be_visible()
    page.locator("[data-action=back]").click()
    expect(page.locator(".wp-log")).to_contain_text("Japanese base built at Hainan.")


def test_an_engine_that_stops_loses_nothing(page: Page, server: Server) -> None:
    open_game(page, server, game("build 0605"))
    for kernel in server.kernels():
        kernel.kill()
    banner = page.locator(".witp-banner")
    expect(banner).to_be_visible(timeout=30_000)
    page.errors.clear()  # type: ignore[attr-defined]
    banner.get_by_text("Reload").click()
    expect(page.locator(".wp-log")).to_contain_text("Japanese base built at Taiwan.")
    page.errors.clear()  # type: ignore[attr-defined]


def test_two_bots_are_told_to_go_on(page: Page, server: Server) -> None:
    open_game(page, server)
    page.locator(".witp-bar [data-value=new]").click()
    page.locator("#new-japan").select_option("greedy")
    page.locator("#new-allies").select_option("random")
    page.locator("#new-seed").fill("77")
    page.locator("[data-action=begin]").click()
    expect(page.locator(".wp-waits")).to_be_visible()
    page.keyboard.press("g")
    expect(page.locator(".witp-name")).to_contain_text("supply bases")
    page.keyboard.press("g")
    expect(page.locator(".witp-name")).not_to_contain_text("supply bases")
    wait_kept(page, "seed=77 japan=greedy allies=random")


def test_two_people_at_one_screen(page: Page, server: Server) -> None:
    open_game(page, server, game("build 0605", table=Table("you", "you", 3)))
    expect(page.locator(".wp-whose")).to_contain_text("Allies to act")
    expect(page.locator(".wp-hand")).to_have_count(2)
    expect(page.locator(".wp-hand strong")).to_have_count(0)
    show = page.locator(".wp-hand [data-key='hand-hand:allies']")
    show.click()
    expect(page.locator(".wp-hand strong")).to_have_count(1)
    expect(show).to_have_text("Hide")
    expect(show).to_be_focused()
    barriers(page, "hand")
    page.keyboard.press("1")
    expect(page.locator(".wp-whose")).to_contain_text("Japan to act")


@pytest.mark.parametrize("size", [DESKTOP, (1024, 768), PHONE])
def test_no_barriers_and_nothing_sideways(
    open_page: Callable[..., Page], server: Server, size: tuple[int, int]
) -> None:
    page = open_page(size)
    open_game(page, server, game("pass", "target 0606", "activate 0804"))
    barriers(page, "moves")
    not_sideways(page)
    small = size[0] < 720
    assert not small or not page.evaluate(TOO_SMALL)
    row(page, "3 carriers").first.click()
    expect(page.locator(".wp-log")).to_contain_text("3 carriers, 2 naval units and 2 land units")
    barriers(page, "targets")
    not_sideways(page)
    assert not small or not page.evaluate(TOO_SMALL)


@pytest.mark.parametrize("pane", ["new", "open", "find", "keys"])
def test_panels_on_a_phone(open_page: Callable[..., Page], server: Server, pane: str) -> None:
    page = open_page(PHONE, has_touch=True)
    open_game(page, server, game("pass", *MANILA, "pass"))
    page.locator("summary", has_text="Set the dice by hand").tap()
    page.locator("[data-action=die]").first.tap()
    barriers(page, "dice")
    assert not page.evaluate(TOO_SMALL)
    page.locator(".witp-bar [data-value=menu]").tap()
    barriers(page, "menu")
    assert not page.evaluate(TOO_SMALL), "menu"
    page.locator(f".witp-right [data-key='menu-pane:{pane}']").tap()
    expect(page.locator(".witp-right .witp-head").first).to_be_visible()
    expect(page.locator(".witp-right [data-key='menu-pane:open']")).to_have_count(0)
    barriers(page, pane)
    not_sideways(page)
    assert not page.evaluate(TOO_SMALL), pane
    page.locator(".witp-right [data-action=close]").first.tap()
    expect(asked(page)).to_contain_text("dice are due")
    page.locator(".witp-foot [data-value=log]").tap()
    expect(page.locator(".wp-log")).to_be_in_viewport()


def test_the_log_on_a_phone_can_be_touched(open_page: Callable[..., Page], server: Server) -> None:
    page = open_page(PHONE, has_touch=True)
    open_game(page, server, game("build 0605"))
    why = page.locator(".wp-log .wp-why summary").first
    expect(why).to_be_visible()
    assert not page.evaluate(TOO_SMALL), "log"
    why.tap()
    expect(page.locator(".wp-why[open] li").first).to_be_visible()
    assert not page.evaluate(TOO_SMALL), "why"
    not_sideways(page)


@pytest.mark.slow
def test_a_whole_turn_against_the_partner(page: Page, server: Server) -> None:
    open_game(page, server)
    for _ in range(80):
        if "Turn 2" in page.locator(".witp-name").inner_text():
            break
        expect(page.locator(".wp-waits")).to_have_count(0)
        before = page.evaluate(KEPT)
        page.wait_for_timeout(UNREAD)
        words = asked(page).inner_text()
        if page.locator(".witp-right [data-action=throw]").count():
            page.keyboard.press("r")
        elif "may " in words and page.locator(".wp-pass").count():
            page.keyboard.press("p")
        else:
            page.keyboard.press("1")
        page.wait_for_function(f"before => ({KEPT}) !== before", arg=before)
    expect(page.locator(".witp-name")).to_contain_text("Turn 2")
    expect(page.locator(".wp-log")).to_contain_text("Turn 2")
