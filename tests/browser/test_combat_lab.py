"""The combat lab in a browser: a fight by keyboard, by touch, over reloads and failures."""

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

APP = "/voila/render/examples/combat_lab.ipynb"
MANILA = (
    "turn 4; 0606 jp 2C 4N(2L); 0707 jp A; 0507 jp A; 0606 us A L; 0606 cw 2N 2L "
    "# fight 0606; unasked"
)
EVEN = "turn 4; 0606 jp 2L; 0606 us 2L # fight 0606; unasked"
MOST_STEPS = 120

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
    # A phone shows the ledger alone; the die is on every screen that has a fight.
    expect(page.locator(".cl-main")).to_contain_text(re.compile(r"\w"))


def position(page: Page) -> str:
    """The position that the page address carries."""
    return str(page.evaluate("new URL(location.href).searchParams.get('p') ?? ''"))


def wait_position(page: Page, part: str) -> None:
    """Wait until the address carries some text; it is kept in the browser by then."""
    page.wait_for_function(
        "part => (new URL(location.href).searchParams.get('p') ?? '').includes(part)", arg=part
    )


def wait_stored(page: Page, part: str) -> None:
    """Wait until the browser keeps some text of the lab's."""
    page.wait_for_function(
        "part => Object.values(localStorage).some(text => text.includes(part))", arg=part
    )


def wait_main(page: Page, text: str) -> None:
    """Wait until the main column says just this."""
    page.wait_for_function(
        "text => document.querySelector('.cl-main').innerText === text", arg=text
    )


def told(page: Page) -> Any:
    return page.locator(".cl-told")


def name(page: Page) -> Any:
    return page.locator(".witp-name")


def visible(page: Page, action: str) -> Any:
    return page.locator(f'.witp-left [data-action="{action}"]:visible')


def barriers(page: Page, where: str) -> None:
    found = Axe().run(page).response["violations"]
    grave = [
        f"{v['id']}: {v['nodes'][0]['html'][:200]}"
        for v in found
        if v["impact"] in ("serious", "critical") or v["id"] == "heading-order"
    ]
    assert not grave, f"{where}: {grave}"


# -- by keyboard


def test_a_whole_fight_by_keyboard(page: Page, server: Server) -> None:
    open_lab(page, server)
    page.keyboard.press("4")
    expect(page.locator("[data-key=die-0]")).to_have_attribute("aria-label", "Japan's die: 4")
    page.keyboard.press("5")
    expect(told(page)).to_have_text("Japan wins by 11. The Allies' fleets must leave.")
    expect(page.locator("[data-live=say]")).to_contain_text("Japan wins by 11.")
    expect(page.locator(".cb-rolled")).to_have_attribute("data-value", "4 5")
    expect(page.locator(".cb-ask")).to_be_visible()
    page.keyboard.press(".")
    expect(page.locator(".cl-made summary")).to_have_text("Choices made: 1")
    page.keyboard.press("d")
    expect(page.locator(".cl-made summary")).to_have_text("Choices made: 4")
    expect(page.locator(".cb-result")).to_contain_text("6 full")
    page.keyboard.press(".")
    expect(name(page)).to_have_text("Manila 0606 · landing, fight 2 of 2")
    expect(page.locator(".cb-k-strength .cb-value")).to_have_text(["6", "6"])
    expect(page.locator(".cb-below")).to_contain_text("Japan 50.00 % (1/2), ties rolled again 10")
    page.keyboard.press("3")
    page.keyboard.press("1")
    expect(page.locator(".cb-k-total .cb-value")).to_have_text(["7", "6"])
    page.keyboard.press(".")
    expect(page.locator(".cb-ask")).to_have_count(0)
    page.keyboard.press(".")
    expect(name(page)).to_have_text("Manila 0606 · after the fight")
    expect(page.locator(".witp-right")).to_contain_text("Continuing combat: both sides stay")
    expect(page.locator(".witp-map .leaflet-container")).to_be_visible()
    page.keyboard.press("u")
    expect(page.locator(".witp-left .w-panel")).to_contain_text("Undone")


def test_tab_and_enter_reach_dice_choices_and_links(page: Page, server: Server) -> None:
    open_lab(page, server)
    page.locator("[data-key=die-0]").focus()
    page.keyboard.press("Enter")
    expect(page.locator("[data-key=die-0]")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(told(page)).to_contain_text("Japan wins by 12")
    page.locator(".cb-choice").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".cl-made summary")).to_have_text("Choices made: 1")
    page.keyboard.press("t")
    expect(page.locator("#witp-line")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("[data-key=die-0]")).to_be_focused()


# -- dice and what they change


def test_a_cell_sets_both_dice_and_a_tie_is_rolled_again(page: Page, server: Server) -> None:
    open_lab(page, server, EVEN)
    page.locator(".cb-cell[data-value='2 3']").click()
    expect(told(page)).to_have_text("A tie: rolled again (9.6).")
    visible(page, "roll-again").click()
    expect(page.locator("[data-key=die-0]")).to_have_attribute("aria-label", re.compile("not"))
    page.locator(".cb-cell[data-value='6 1']").click()
    expect(told(page)).to_contain_text("Japan wins by 3")
    expect(page.locator(".cb-tie")).to_have_count(1)
    wait_position(page, "dice 2:3 6:1")


def test_another_early_die_recomputes_the_rest_and_says_so(page: Page, server: Server) -> None:
    open_lab(page, server, MANILA.replace("unasked", "dice 4:5 / 3:1; unasked"))
    page.locator(".cb-link").first.click()
    expect(page.locator(".cb-k-total .cb-value")).to_have_text(["20", "9"])
    page.locator("[data-key=die-0]").click()
    notice = page.locator(".witp-left .w-panel")
    expect(notice).to_contain_text("Japan's die 4 to 5")
    expect(notice).to_contain_text("Landing.")
    expect(page.locator(".cb-link").nth(1)).to_contain_text("7:4")
    notice.locator("[data-action=undo]").click()
    expect(page.locator(".cb-link").nth(1)).to_contain_text("7:6")


def pictured(page: Page) -> tuple[str, str]:
    """Ledger and grid, but for the cell that the Tab key would come to."""
    grid = page.locator(".cl-rolls").inner_html()
    return page.locator(".cl-main").inner_text(), re.sub(r' tabindex="-?\d"', "", grid)


def test_fifty_quick_clicks_on_a_die_end_in_the_picture_of_one(page: Page, server: Server) -> None:
    open_lab(page, server, EVEN)
    page.locator(".cb-cell[data-value='3 1']").click()
    wait_position(page, "dice 3:1")
    expect(page.locator(".cb-rolled")).to_have_attribute("data-value", "3 1")
    one = pictured(page)
    open_lab(page, server, EVEN)
    page.locator(".cb-cell[data-value='1 1']").click()
    wait_position(page, "dice 1:1")
    for _ in range(50):
        page.evaluate("document.querySelector('[data-key=die-0]').click()")
    wait_position(page, "dice 3:1")
    expect(page.locator(".cb-rolled")).to_have_attribute("data-value", "3 1")
    expect(page.locator(".cb-k-total .cb-value").first).to_have_text("3")
    assert pictured(page) == one


def test_what_would_change_it_is_worked_out_and_made_with_a_click(
    page: Page, server: Server
) -> None:
    open_lab(page, server, MANILA.replace("0707 jp A", "0707 jp A-"))
    effect = page.locator(".cb-effect").first
    expect(effect).to_be_visible()
    page.locator(".cl-effects [data-action=keep]").click()
    expect(page.locator(".cl-compare")).to_be_visible()
    page.locator(".cb-effects [data-value='flip 0606 us A']").first.click()
    expect(page.locator(".witp-left .w-panel")).to_contain_text("Turned over Manila A")
    expect(page.locator(".cl-compare")).to_contain_text("14 : 2")
    page.locator(".cl-compare [data-action=back-to-kept]").click()
    expect(page.locator(".cb-k-strength .cb-value")).to_have_text(["14", "4"])


def test_a_change_of_the_list_tells_what_it_does_to_the_chances(page: Page, server: Server) -> None:
    open_lab(page, server)
    page.locator(".cl-effects .cb-rest summary").click()
    page.locator(".cb-effects [data-value='add 0606 us L']").click()
    notice = page.locator(".witp-left .w-panel")
    expect(notice).to_contain_text("Japan's chance to win on land, or be alone there: 90.90 %")
    expect(notice).not_to_contain_text("Nothing")


def test_a_cell_that_is_pointed_at_tells_its_sums(page: Page, server: Server) -> None:
    open_lab(page, server)
    content = "getComputedStyle(document.activeElement, '::after').content"
    page.locator(".cb-cell[data-value='1 1']").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".cb-cell[data-value='2 2']")).to_be_focused()
    assert "16 + 2 = 18 to 4 + 2 = 6. Japan wins by 12." in page.evaluate(content)
    assert page.evaluate("document.querySelectorAll('.cb-cell[tabindex=\"0\"]').length") == 1
    page.keyboard.press("Enter")
    expect(page.locator(".cb-cell[data-value='2 2']")).to_be_focused()
    expect(told(page)).to_contain_text("Japan wins by 12")
    expect(page.locator(".cb-cell[tabindex='0']")).to_have_attribute("data-value", "2 2")


@pytest.mark.parametrize("size", [(1280, 800), (1024, 768), PHONE])
def test_the_question_is_in_view_once_the_dice_lie(
    open_page: Callable[..., Page], server: Server, size: tuple[int, int]
) -> None:
    page = open_page(size)
    open_lab(page, server)
    page.keyboard.press("4")
    page.keyboard.press("5")
    below = page.evaluate("innerHeight") - (57 if size == PHONE else 0)
    for count in (1, 2, 3):
        choices = page.locator(".cb-ask .cb-choice")
        expect(choices.first).to_be_in_viewport(ratio=1)
        expect(choices.last).to_be_in_viewport(ratio=1)
        boxes = [choices.nth(i).bounding_box() for i in range(choices.count())]
        assert all(box and box["y"] + box["height"] <= below for box in boxes), boxes
        bar, ask = page.locator(".cl-dice").bounding_box(), page.locator(".cb-ask").bounding_box()
        assert bar and ask and 0 <= ask["y"] - bar["y"] - bar["height"] < 24, "right below the dice"
        page.keyboard.press(".")
        expect(page.locator(".cl-made summary")).to_have_text(f"Choices made: {count}")
    page.reload()
    expect(page.locator(".cb-ask .cb-choice").last).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("size", [(1280, 800), PHONE])
def test_no_chance_is_seen_before_the_guess_and_the_answer_is(
    open_page: Callable[..., Page], server: Server, size: tuple[int, int]
) -> None:
    page = open_page(size)
    open_lab(page, server, EVEN.replace("; unasked", ""))
    for view in ("rolls", "what-if", "ledger") if size == PHONE else ("ledger",):
        if size == PHONE:
            page.locator(f".witp-foot [data-value={view}]").click()
        expect(page.locator(".cb-effect, .cb-grid, .cb-bar, .cl-odds")).to_have_count(0)
        assert "%" not in page.locator(".witp-body").inner_text()
    page.locator(".cl-guess [data-action=guess][data-value=japan]").click()
    expect(page.locator(".cl-guessed")).to_be_in_viewport(ratio=1)
    said = page.locator("[data-live=say]")
    expect(said).to_have_text(
        "Not yet. Neither is more likely to win: Japan wins 50.00 % (1/2), ties rolled again."
    )
    expect(page.locator(".cb-grid")).to_have_count(1)


def test_the_next_fight_is_announced(page: Page, server: Server) -> None:
    open_lab(page, server, MANILA.replace("unasked", "dice 4:5; choose / -, -, -, -; unasked"))
    page.locator(".cb-link").first.click()
    said = page.locator("[data-live=say]")
    expect(said).to_contain_text("Fleet combat, fight 1 of 2.")
    page.keyboard.press(".")
    expect(said).to_contain_text("Landing, fight 2 of 2. Strength: Japan 6, the Allies 6.")


def test_escape_closes_a_rule_and_goes_back_to_its_number(page: Page, server: Server) -> None:
    open_lab(page, server)
    chip = page.locator(".cb-ledger [data-action=rule][data-value='9.3c']")
    for leave in ("Escape", "Enter"):
        chip.focus()
        page.keyboard.press("Enter")
        expect(page.locator("[data-action=rule-close]")).to_be_focused()
        page.keyboard.press(leave)
        expect(page.locator(".w-drawer")).to_have_count(0)
        expect(chip).to_be_focused()


def test_air_support_is_held_back_and_a_ruling_switched(page: Page, server: Server) -> None:
    open_lab(page, server)
    page.locator("[data-action=hold][data-value='0707 jp']").click()
    expect(page.locator(".cb-k-strength .cb-value")).to_have_text(["14", "4"])
    expect(page.locator(".cb-ledger")).to_contain_text("gives 0")
    page.locator(".witp-bar [data-value=rulings]").click()
    page.locator("[data-value='winner-hits-basis=b']").click()
    wait_position(page, "ruling winner-hits-basis=b")
    expect(page.locator("[data-value='winner-hits-basis=b']")).to_have_attribute(
        "aria-pressed", "true"
    )


def test_the_question_before_the_dice_is_answered_in_words(page: Page, server: Server) -> None:
    open_lab(page, server, EVEN.replace("; unasked", ""))
    expect(page.locator(".cb-grid")).to_have_count(0)
    page.locator("#cl-guess-words").fill("one hit and both stay")
    page.locator("[data-action=guess][data-value=even]").click()
    answer = page.locator(".cl-guessed")
    expect(answer).to_contain_text("You said even.")
    expect(answer).to_contain_text("You wrote: one hit and both stay")
    expect(page.locator(".cb-grid")).to_be_visible()
    page.wait_for_function("localStorage.getItem('witp-combat-lab')?.includes('guess even')")
    assert "guess" not in page.url, "one's own guess is not handed on"
    page.reload()
    expect(page.locator(".cl-guessed")).to_contain_text("one hit and both stay")


# -- setting up


def resting(page: Page, hex_id: str) -> tuple[float, float]:
    """The middle of a hex, once the map has come to rest."""
    last = None
    for _ in range(40):
        box = page.locator(f".witp-map .hex-{hex_id}").bounding_box()
        if box is not None and box == last:
            break
        last = box
        page.wait_for_timeout(200)
    assert last is not None
    return last["x"] + last["width"] / 2, last["y"] + last["height"] / 2


def test_counters_are_edited_on_the_map_of_the_fight(page: Page, server: Server) -> None:
    open_lab(page, server)
    page.keyboard.press("m")
    expect(page.locator(".witp-map .leaflet-container")).to_be_visible()
    page.mouse.click(*resting(page, "0707"))
    expect(page.locator(".witp-right .witp-head")).to_have_text("0707 Palau")
    page.keyboard.press("f")
    expect(page.locator(".witp-left .w-panel")).to_contain_text("Japan's strength 16 to 14")
    page.keyboard.press("g")
    expect(page.locator(".cb-k-strength .cb-value")).to_have_text(["14", "4"])


def test_a_typed_line_is_live(page: Page, server: Server) -> None:
    open_lab(page, server, "")
    page.keyboard.press("t")
    page.locator("#witp-line").fill("turn 1; 0407 jp 2N(2L); 0507 jp A; 0407 cw N L A; 9")
    expect(page.locator("#witp-items u")).to_have_text("9")
    expect(page.locator("#witp-items")).to_contain_text("Fought over: Singapore 0407.")
    expect(page.locator(".cb-k-strength .cb-value")).to_have_text(["4", "3"])
    expect(page.locator("#witp-line")).to_be_focused()


# -- nothing is lost


def test_a_reload_restores_dice_and_choices(page: Page, server: Server) -> None:
    open_lab(page, server, "")
    page.locator(".cl-main [data-action=ask]").click()
    for key in ("4", "5", "d", ".", "3"):
        page.keyboard.press(key)
    wait_position(page, "dice 4:5 / 3:0")
    expect(page.locator("[data-key=die-0]")).to_have_attribute("aria-label", "Japan's die: 3")
    die = page.locator(".cl-main .cb-k-die").get_by_role("img", name="Japan's die: 3")
    expect(die).to_be_visible()
    wait_stored(page, "dice 4:5 / 3:0")
    before = page.locator(".cl-main").inner_text()
    page.goto(server.url + APP)
    page.wait_for_selector("html[data-witp-ready]", state="attached")
    expect(name(page)).to_have_text("Manila 0606 · landing, fight 2 of 2")
    wait_main(page, before)
    page.keyboard.press("1")
    expect(page.locator(".cb-k-total .cb-value")).to_have_text(["7", "6"])


def test_a_fight_that_cannot_be_read_leaves_its_position(page: Page, server: Server) -> None:
    open_lab(page, server, EVEN.replace("unasked", "dice 7:1"))
    notice = page.locator(".cl-note .w-panel")
    expect(notice).to_contain_text("the fight starts anew")
    expect(notice).to_contain_text("7:1")
    expect(name(page)).to_contain_text("Manila 0606")
    expect(page.locator(".cb-k-strength .cb-value")).to_have_text(["2", "2"])


def test_the_set_up_kept_for_comparison_outlives_a_reload(page: Page, server: Server) -> None:
    open_lab(page, server)
    page.locator(".cl-effects [data-action=keep]").click()
    page.locator("[data-action=hold][data-value='0707 jp']").click()
    expect(page.locator(".cl-compare")).to_contain_text("14 : 4")
    wait_position(page, "beside")
    for address in (page.url, server.url + APP):
        page.goto(address)
        page.wait_for_selector("html[data-witp-ready]", state="attached")
        expect(page.locator(".cl-compare")).to_contain_text("14 : 4")
        assert page.evaluate(
            "() => { const c = document.querySelector('.cl-compare');"
            "return c.scrollWidth <= c.clientWidth }"
        )
    page.locator("[data-action=back-to-kept]").click()
    expect(page.locator(".cb-k-strength .cb-value")).to_have_text(["16", "4"])


def test_a_long_title_leaves_every_button_in_the_bar(page: Page, server: Server) -> None:
    long = "A very long title of a position that nobody would think up but somebody will paste " * 3
    open_lab(page, server, f"title {long}; turn 4; 0606 us L")
    for size in ((1280, 800), (1024, 768)):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        expect(page.locator(".witp-bar [data-value=keys]")).to_be_in_viewport(ratio=1)
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0]


def test_a_stopped_engine_is_told_and_one_click_restores_the_fight(
    open_page: Callable[..., Page], server: Server
) -> None:
    page = open_page()
    before = {k.pid for k in server.kernels()}
    open_lab(page, server)
    page.keyboard.press("4")
    page.keyboard.press("5")
    wait_position(page, "dice 4:5")
    kept = position(page)
    (kernel,) = [k for k in server.kernels() if k.pid not in before]
    kernel.kill()
    banner = page.locator(".witp-banner")
    expect(banner).to_be_visible(timeout=15_000)
    assert banner.locator("textarea").input_value() == kept
    page.errors.clear()
    banner.get_by_role("button", name="Reload").click()
    expect(told(page)).to_contain_text("Japan wins by 11.")
    assert position(page) == kept


def test_the_ledger_is_copied_as_text(open_page: Callable[..., Page], server: Server) -> None:
    page = open_page(permissions=["clipboard-read", "clipboard-write"])
    open_lab(page, server, MANILA.replace("unasked", "dice 4:5; unasked"))
    page.locator("[data-key=copy-ledger]").click()
    expect(page.locator(".witp-notice")).to_contain_text("Copied.")
    text = page.evaluate("navigator.clipboard.readText()")
    first = text.split("\n\n")[0].splitlines()
    assert first[0].startswith("Manila 0606") and len(first) <= 12
    assert "Japan wins by 11." in text


def test_an_error_is_told_and_the_lab_goes_on(page: Page, server: Server) -> None:
    open_lab(page, server)
    page.evaluate(
        """() => document.querySelector('[data-key="die-0"]').dataset.action = 'no-such-thing'"""
    )
    page.locator("[data-key=die-0]").click()
    note = page.locator(".witp-notice")
    expect(note).to_contain_text("Something went wrong here; your position is safe.")
    assert "no-such-thing" in note.locator("textarea").input_value()
    note.get_by_role("button", name="Close").click()
    page.keyboard.press("6")
    expect(page.locator("[data-key=die-0]")).to_have_attribute("aria-label", "Japan's die: 6")


# -- by touch


def test_a_whole_fight_by_touch_alone(open_page: Callable[..., Page], server: Server) -> None:
    page = open_page(PHONE, has_touch=True, is_mobile=True)
    open_lab(page, server)

    def fits() -> None:
        assert not page.evaluate(TOO_SMALL)
        assert page.evaluate("[document.documentElement.scrollWidth, innerWidth]") == [400, 400]

    fits()
    page.locator("[data-key=die-0]").tap()
    page.locator("[data-key=die-1]").tap()
    expect(told(page)).to_contain_text("Japan wins by 12")
    fits()
    page.locator(".cb-choice").first.tap()
    expect(page.locator(".cl-made summary")).to_have_text("Choices made: 1")
    for view, seen in (("rolls", ".cb-grid"), ("what-if", ".cb-effect >> nth=0")):
        page.locator(f".witp-foot [data-value={view}]").tap()
        expect(page.locator(seen)).to_be_visible()
        fits()
    page.locator(".witp-foot [data-value=map]").tap()
    expect(page.locator(".witp-map .leaflet-container")).to_be_visible()
    box = page.locator(".witp-map .hex-0606").bounding_box()
    assert box is not None and box["width"] >= 64
    fits()
    page.locator(".witp-foot [data-value=ledger]").tap()
    for _ in range(MOST_STEPS):
        if visible(page, "next").count():
            visible(page, "next").tap()
        elif visible(page, "roll").count():
            visible(page, "roll").tap()
        page.wait_for_timeout(250)
        fits()
        if "after the fight" in name(page).inner_text():
            break
    expect(name(page)).to_have_text("Manila 0606 · after the fight")
    expect(page.locator(".witp-right")).to_contain_text("What happened")


# -- for everyone


@pytest.mark.parametrize("size", [(1280, 800), (1024, 768), PHONE])
def test_no_barriers_and_nothing_sideways(
    open_page: Callable[..., Page], server: Server, size: tuple[int, int]
) -> None:
    page = open_page(size)
    open_lab(page, server, MANILA.replace("; unasked", ""))
    barriers(page, "before the dice")
    page.keyboard.press("4")
    page.keyboard.press("5")
    expect(told(page)).to_contain_text("Japan wins by 11.")
    expect(page.locator(".cb-effect").first).to_be_attached()
    barriers(page, "a question")
    for key in ("d", ".", "3", "1", "d", "."):
        page.keyboard.press(key)
    expect(name(page)).to_contain_text("after the fight")
    barriers(page, "after")
    page.keyboard.press("w")
    expect(page.locator(".cl-what")).to_be_visible()
    barriers(page, "what would change it")
    for pane in ("t", "?"):
        page.keyboard.press(pane)
        expect(page.locator(".witp-right .witp-head").first).to_be_visible()
        barriers(page, f"the panel of {pane}")
        page.keyboard.press("Escape")
        expect(page.locator(".witp-right [data-action=close]")).to_have_count(0)
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]


def test_the_home_page_leads_here(page: Page, server: Server) -> None:
    page.goto(server.url)
    page.get_by_role("link", name="Combat and odds").click()
    page.wait_for_url("**/combat_lab.ipynb")
    expect(page.locator(".cb-ledger")).to_be_visible()
