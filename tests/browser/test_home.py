"""The home page in a browser: both answers without an engine, by key and touch, on any screen."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from browsing import DESKTOP, PHONE, Server
from playwright.sync_api import expect

from witp_learn.components import board
from witp_learn.position import read_line
from witp_learn.view.home import MORAL, STORED
from witp_learn.view.home_hero import first_question

if TYPE_CHECKING:
    from playwright.sync_api import Page

PROJECTOR = (1024, 768)
SIZES = (DESKTOP, PROJECTOR, PHONE)
QUESTION = first_question()

VISIBLE_LAYERS = """() => [...document.querySelectorAll(".wh-map [data-layer]")]
  .filter((e) => e.checkVisibility({ visibilityProperty: true }) && e.closest(".wh-hero"))
  .map((e) => e.dataset.layer)"""

SMALL_TARGETS = """() => [...document.querySelectorAll("a, button, input, [role=option]")]
  .filter((e) => e.checkVisibility({ visibilityProperty: true }))
  .map((e) => [e, e.matches(".wh-stretched") ? e.closest("li") : e])
  .map(([e, box]) => [e.textContent || e.getAttribute("aria-label"), box.getBoundingClientRect()])
  .filter(([, r]) => r.width < 43.5 || r.height < 43.5)
  .map(([text, r]) => `${text}: ${r.width} x ${r.height}`)"""

FOCUSED = """() => {
  const e = document.activeElement;
  return e.getAttribute("aria-label") || e.textContent.trim() || e.tagName;
}"""


@pytest.fixture
def home(open_page: Callable[..., Page], server: Server) -> Callable[..., Page]:
    """The home page at a size, with every address of an engine blocked."""

    def opened(size: tuple[int, int] = DESKTOP, **context: Any) -> Page:
        page = open_page(size, **context)
        page.route("**/voila/**", lambda route: route.abort())
        page.route("**/api/**", lambda route: route.abort())
        page.goto(server.url)
        return page

    return opened


def panel(page: Page, name: str) -> Any:
    return page.locator(f".wh-card [data-panel={name}]")


def live(page: Page) -> Any:
    return page.locator("[data-live]")


def answer(page: Page, name: str) -> None:
    page.locator(f"[data-answer={name}]").click()


def settled(page: Page) -> None:
    """Let every movement that ends come to its end."""
    page.evaluate(
        """() => Promise.all(document.getAnimations()
             .filter((a) => a.animationName !== "wh-ring").map((a) => a.finished))"""
    )


# ---------------------------------------------------------------- the question


@pytest.mark.clause("7.1c", "7.1h")
@pytest.mark.parametrize("chosen", ["in", "cut"])
def test_both_answers_without_an_engine(home: Callable[..., Page], chosen: str) -> None:
    page = home()
    expect(panel(page, "ask").get_by_role("heading")).to_have_text(
        "Port Moresby: in supply, or cut off?"
    )
    expect(panel(page, "in")).to_be_hidden()
    answer(page, chosen)
    expect(panel(page, "ask")).to_be_hidden()
    expect(panel(page, "in")).to_contain_text(QUESTION.before.answer.verdict)
    expect(panel(page, "in")).to_contain_text(QUESTION.before.answer.deciding)
    not_yet = panel(page, "in").locator("[data-wrong]")
    if chosen == "cut":
        expect(not_yet).to_contain_text(f"Not yet. {QUESTION.idea}")
    else:
        expect(not_yet).to_be_hidden()
    settled(page)
    assert page.evaluate(VISIBLE_LAYERS) == [
        "board",
        "zone",
        "lifted",
        "whole",
        "plain",
        "judged",
    ]


@pytest.mark.clause("7.1g", "7.2a")
@pytest.mark.parametrize("size", SIZES)
def test_the_line_breaks_where_the_zone_falls(
    home: Callable[..., Page], size: tuple[int, int]
) -> None:
    page = home(size)
    answer(page, "in")
    page.locator(".wh-counter:visible").click()
    out = panel(page, "out")
    expect(out).to_contain_text(QUESTION.after.answer.verdict)
    expect(out).to_contain_text(QUESTION.after.answer.deciding)
    expect(out).to_contain_text(MORAL)
    settled(page)
    shown = page.evaluate(VISIBLE_LAYERS)
    assert shown == ["board", "zone", "fresh", "cut", "turned", "starved"]
    pill = page.locator("[data-layer=cut] [data-pill='1009']:visible")
    assert pill.text_content() == "air zone"
    air = page.locator("[data-layer=starved] [data-at='1009']:visible")
    assert air.get_attribute("data-state") == "attrited"
    army = page.locator("[data-layer=starved] [data-at='0909']:visible")
    assert army.get_attribute("data-badge") == "out"


def test_it_can_be_turned_back_and_started_again(home: Callable[..., Page]) -> None:
    page = home()
    answer(page, "cut")
    page.get_by_role("button", name="Now turn over that air unit").click()
    page.get_by_role("button", name="Turn it back").last.click()
    expect(panel(page, "in")).to_be_visible()
    page.locator(".wh-counter:visible").click()
    expect(panel(page, "out")).to_be_visible()
    page.get_by_role("button", name="Start again").click()
    expect(panel(page, "ask")).to_be_visible()
    assert page.evaluate(VISIBLE_LAYERS) == ["board", "zone", "lifted", "plain"]
    answer(page, "in")
    expect(panel(page, "in").locator("[data-wrong]")).to_be_hidden()


@pytest.mark.parametrize("size", SIZES)
def test_the_button_lies_on_the_counter(home: Callable[..., Page], size: tuple[int, int]) -> None:
    page = home(size)
    answer(page, "in")
    counter = page.locator("[data-layer=judged] [data-at='1009']:visible").bounding_box()
    button = page.locator(".wh-counter:visible").bounding_box()
    assert counter and button
    for edge, long in (("x", "width"), ("y", "height")):
        middle = counter[edge] + counter[long] / 2
        assert abs(button[edge] + button[long] / 2 - middle) < 4


def test_the_way_back_and_a_reload_do_no_harm(home: Callable[..., Page], server: Server) -> None:
    page = home()
    answer(page, "cut")
    page.goto("about:blank")
    page.go_back()
    if panel(page, "in").is_visible():
        page.get_by_role("button", name="Now turn over that air unit").click()
    else:
        answer(page, "in")
    page.reload()
    expect(panel(page, "ask")).to_be_visible()
    expect(panel(page, "out")).to_be_hidden()
    assert urlsplit(page.url).path == "/"


def test_the_map_goes_with_the_reader_into_the_lab(
    open_page: Callable[..., Page], server: Server
) -> None:
    page = open_page()
    page.route("**/voila/**", lambda route: route.fulfill(body="<p>the lab</p>"))
    page.goto(server.url)
    answer(page, "in")
    page.get_by_role("button", name="Now turn over that air unit").click()
    page.get_by_role("link", name="Try it on this map").click()
    page.wait_for_url("**/supply_lab.ipynb?p=*")
    line = parse_qs(urlsplit(page.url).query)["p"][0]
    found = read_line(line, board())
    assert found == QUESTION.after.state
    assert found.title == "Port Moresby: in supply, or cut off?"


# ---------------------------------------------------------------- keyboard and voice


@pytest.mark.parametrize(("key", "wrong"), [("1", False), ("2", True)])
def test_the_keys_1_and_2_answer(home: Callable[..., Page], key: str, wrong: bool) -> None:
    page = home()
    page.keyboard.press(key)
    expect(panel(page, "in").locator("[data-wrong]")).to_be_visible(visible=wrong)
    page.keyboard.press("Enter")
    expect(panel(page, "out")).to_be_visible()
    page.keyboard.press(key)
    expect(panel(page, "out")).to_be_visible()


def test_a_key_held_down_acts_once(home: Callable[..., Page]) -> None:
    page = home()
    page.locator("[data-answer=in]").focus()
    for _ in range(5):
        page.keyboard.down("Enter")
    page.keyboard.up("Enter")
    expect(panel(page, "in")).to_be_visible()


def test_the_whole_question_by_tab_and_enter(home: Callable[..., Page]) -> None:
    page = home()
    walked = []
    for _ in range(3):
        page.keyboard.press("Tab")
        walked.append(page.evaluate(FOCUSED))
    assert walked == ["Find a rule, place or example", "1In supply", "2Cut off"]
    page.keyboard.press("Enter")
    assert page.evaluate(FOCUSED) == "Now turn over that air unit"
    ring = page.evaluate("getComputedStyle(document.activeElement).outlineColor")
    assert ring == "rgb(255, 196, 0)"
    page.keyboard.press("Shift+Tab")
    assert page.evaluate(FOCUSED) == "Turn over the Guadalcanal air unit"
    page.keyboard.press("Enter")
    expect(panel(page, "out")).to_be_visible()
    assert page.evaluate(FOCUSED) == "Turn it back"
    rest = []
    for _ in range(20):
        page.keyboard.press("Tab")
        rest.append(page.evaluate(FOCUSED))
        if rest[-1] == "BODY":
            break
    assert rest[:4] == [
        "Step through the rulebook's example",
        "Try it on this map",
        "Turn it back",
        "Start again",
    ]
    assert "Step through it" in rest and "Type a position" in rest
    assert not [name for name in rest if name == "Open the last one"]


@pytest.mark.parametrize("chosen", ["in", "cut"])
def test_the_answer_is_announced(home: Callable[..., Page], chosen: str) -> None:
    page = home()
    assert live(page).get_attribute("role") == "status"
    expect(live(page)).to_have_text("")
    answer(page, chosen)
    before, after = QUESTION.before.answer, QUESTION.after.answer
    idea = f" ↺ Not yet. {QUESTION.idea}" if chosen == "cut" else ""
    expect(live(page)).to_have_text(f"{before.verdict} {before.deciding}{idea}")
    page.locator(".wh-counter:visible").press("Enter")
    expect(live(page)).to_have_text(f"{after.verdict} {after.deciding} {MORAL}")
    assert page.locator(".wh-counter:visible").get_attribute("aria-label") == "Turn it back"


def test_the_map_is_told_in_words(home: Callable[..., Page]) -> None:
    told = home().locator(".wh-board > p").text_content() or ""
    for words in ("Port Moresby 0909: US land unit, full", "New Hebrides 1110: Allied base"):
        assert words in told
    assert "Under the Japanese air zone:" in told


# ---------------------------------------------------------------- motion


def moving(page: Page) -> list[str]:
    found: list[str] = page.evaluate("document.getAnimations().map((a) => a.animationName)")
    return sorted(found)


def test_lines_are_drawn_and_zones_flow(home: Callable[..., Page]) -> None:
    page = home()
    answer(page, "in")
    assert {"wh-draw", "wh-fade", "wh-ring"} <= set(moving(page))
    took = page.evaluate(
        """() => document.getAnimations().find((a) => a.animationName === "wh-draw")
             .effect.getComputedTiming().duration"""
    )
    assert took == 600
    page.locator(".wh-counter:visible").click()
    assert {"wh-flow", "wh-go"} <= set(moving(page))


def test_nothing_moves_for_those_who_asked_for_that(home: Callable[..., Page]) -> None:
    page = home(reduced_motion="reduce")
    answer(page, "cut")
    assert moving(page) == []
    page.locator(".wh-counter:visible").click()
    assert moving(page) == []
    assert "cut" in page.evaluate(VISIBLE_LAYERS)
    assert "whole" not in page.evaluate(VISIBLE_LAYERS)


# ---------------------------------------------------------------- sizes, targets, axe


@pytest.mark.parametrize("size", [*SIZES, (320, 640), (700, 900), (860, 700), (1920, 1080)])
def test_no_page_scrolls_sideways(home: Callable[..., Page], size: tuple[int, int]) -> None:
    page = home(size)
    for act in (None, lambda: answer(page, "cut"), lambda: page.keyboard.press("Enter")):
        if act:
            act()
        width = page.evaluate("document.documentElement.scrollWidth")
        assert width <= page.evaluate("innerWidth")
        assert page.locator(".wh-board .wh-map:visible").count() == 1


def test_targets_are_large_enough_for_a_thumb(home: Callable[..., Page]) -> None:
    page = home(PHONE, has_touch=True, is_mobile=True)
    assert page.evaluate(SMALL_TARGETS) == []
    for name in ("in", "cut"):
        box = page.locator(f"[data-answer={name}]").bounding_box()
        assert box and box["height"] >= 48 and box["width"] > 300
    board_box = page.locator(".wh-board").bounding_box()
    assert board_box and (board_box["width"], board_box["height"]) == (400, 300)
    answer(page, "cut")
    assert page.evaluate(SMALL_TARGETS) == []
    turn = page.get_by_role("button", name="Now turn over that air unit").bounding_box()
    assert turn and turn["y"] + turn["height"] <= PHONE[1], "the map and the button at once"
    page.locator(".wh-counter:visible").tap()
    assert page.evaluate(SMALL_TARGETS) == []
    page.get_by_role("button", name="Rule 7.1c").tap()
    assert page.evaluate(SMALL_TARGETS) == []


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_axe_finds_nothing_serious(home: Callable[..., Page], size: tuple[int, int]) -> None:
    page = home(size, reduced_motion="reduce")
    page.evaluate(f"localStorage.setItem('{STORED}', 'base al 1110; 0909 us L')")
    page.reload()
    acts: list[Callable[[], Any]] = [
        lambda: None,
        lambda: answer(page, "cut"),
        lambda: page.get_by_role("button", name="Now turn over that air unit").click(),
        lambda: page.get_by_role("button", name="Rule 7.1c").click(),
        lambda: (page.keyboard.press("Escape"), page.keyboard.press("/")),
        lambda: (page.keyboard.type("supply"), page.keyboard.press("ArrowDown")),
    ]
    for act in acts:
        act()
        found = Axe().run(page).response["violations"]
        bad = [v for v in found if v["impact"] in ("serious", "critical")]
        assert not bad, [(v["id"], [n["html"] for n in v["nodes"]]) for v in bad]


# ---------------------------------------------------------------- search


def test_a_rule_opens_beside_the_page(home: Callable[..., Page]) -> None:
    page = home()
    page.keyboard.press("/")
    page.keyboard.type("7.1c")
    expect(page.get_by_role("option").first).to_contain_text("7.1c")
    page.keyboard.press("Enter")
    drawer = page.get_by_role("dialog")
    expect(drawer.get_by_role("heading").first).to_have_text("7.1c Units in supply")
    drawer.get_by_role("button", name="Rule 7.1g").click()
    expect(drawer.get_by_role("heading").first).to_contain_text("7.1g")
    assert page.evaluate(FOCUSED) == "Close"
    page.keyboard.press("Escape")
    expect(drawer).to_be_hidden()
    assert page.evaluate(FOCUSED) == "Find a rule, place or example"
    assert urlsplit(page.url).path == "/"


@pytest.mark.parametrize(
    ("typed", "title"),
    [
        ("rabaul", "1008 Rabaul"),
        ("1008", "1008 Rabaul"),
        ("AZOC", "air zone"),
        ("rule 7.2", "7.2 Effects of being out of supply"),
        ("Section 7", "7 Air and land supply check"),
        ("D-main", "D-main"),
    ],
)
def test_the_first_hit_is_the_one_meant(home: Callable[..., Page], typed: str, title: str) -> None:
    page = home()
    page.keyboard.press("/")
    page.keyboard.type(typed)
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog").get_by_role("heading").first).to_contain_text(title)


def test_arrow_keys_walk_through_what_was_found(home: Callable[..., Page]) -> None:
    page = home()
    field = page.get_by_role("combobox")
    field.fill("supply line")
    expect(field).to_have_attribute("aria-expanded", "true")
    count = page.get_by_role("option").count()
    assert count > 2
    chosen = page.locator("[role=option][aria-selected=true]")
    field.press("ArrowDown")
    field.press("ArrowDown")
    expect(chosen).to_have_id("wh-found-1")
    expect(field).to_have_attribute("aria-activedescendant", "wh-found-1")
    for _ in range(2):
        field.press("ArrowUp")
    expect(chosen).to_have_id(f"wh-found-{count - 1}")
    field.press("Escape")
    expect(page.get_by_role("listbox")).to_be_hidden()
    expect(field).to_have_attribute("aria-expanded", "false")


def test_nothing_found_says_what_would_be(home: Callable[..., Page]) -> None:
    page = home()
    text = "<img src=x onerror=alert(1)>"
    page.get_by_role("combobox").fill(text)
    told = page.locator(".wh-results [role=status]")
    expect(told).to_contain_text(f"Nothing has “{text}” in it.")
    assert page.locator(".wh-results img").count() == 0


def test_a_notebook_that_is_found_opens(open_page: Callable[..., Page], server: Server) -> None:
    page = open_page()
    page.route("**/voila/**", lambda route: route.fulfill(body="<p>opened</p>"))
    page.goto(server.url)
    page.keyboard.press("/")
    page.keyboard.type("supply lab")
    page.keyboard.press("Enter")
    page.wait_for_url("**/voila/render/examples/supply_lab.ipynb")


def test_a_ruling_that_is_found_opens_in_the_register(home: Callable[..., Page]) -> None:
    page = home()
    page.keyboard.press("/")
    page.keyboard.type("supply range three")
    page.keyboard.press("Enter")
    page.wait_for_url("**/rulings#supply-range-three")
    expect(page.locator(".wr-marked")).to_have_attribute("id", "supply-range-three")


# ---------------------------------------------------------------- those who come back


STEPPED = "title New Hebrides: who is in supply? Step {}; turn 4; 0909 us L"


@pytest.mark.parametrize(
    ("stored", "shown"),
    [
        (STEPPED.format(1), "Step through it"),
        (STEPPED.format(4), "Continue at step 4"),
        (STEPPED.format(11), "Step through it"),
        ("turn 4; 0909 us L", "Step through it"),
    ],
)
def test_a_stepped_example_says_where_it_was_left(
    home: Callable[..., Page], stored: str, shown: str
) -> None:
    page = home()
    page.evaluate("text => localStorage.setItem('witp-steps-new_hebrides', text)", stored)
    page.reload()
    expect(page.get_by_role("link", name=shown)).to_have_attribute(
        "href", "/voila/render/examples/supply_check.ipynb"
    )


def test_a_card_says_it_too(home: Callable[..., Page]) -> None:
    page = home()
    key, card = "witp-steps-air_zones", page.locator(".wh-example", has_text="air zones").first
    expect(card.locator("strong")).to_be_hidden()
    stored = "title Rabaul and Guadalcanal: air zones Step 3; turn 4"
    page.evaluate("([key, text]) => localStorage.setItem(key, text)", [key, stored])
    page.reload()
    expect(card.locator("strong")).to_have_text("Continue at step 3")


def test_a_page_left_while_it_loads_leaves_the_terminal_quiet(
    open_page: Callable[..., Page], server: Server
) -> None:
    page = open_page()
    page.goto(server.url)
    before = server.log.stat().st_size
    for wait in (700, 1100, 1500):
        page.goto(f"{server.url}/voila/render/examples/supply_lab.ipynb", wait_until="commit")
        page.wait_for_timeout(wait)
        page.goto("about:blank")
    page.wait_for_timeout(4000)
    assert server.log.read_text()[before:] == ""


@pytest.mark.parametrize(
    ("stored", "shown"),
    [
        ("base al 1110; 0909 us L", "base al 1110; 0909 us L"),
        ('0909 us L; title "Rabaul; \\"spring\\""', 'Rabaul; "spring"'),
        ('title "<script>alert(1)</script>"', "<script>alert(1)</script>"),
        ('format = "witp-position/1"\ntitle = "My own map"\nturn = 4', "My own map"),
        ("format = 1\nturn = 4", "a position on its own board"),
    ],
)
def test_one_button_leads_back(home: Callable[..., Page], stored: str, shown: str) -> None:
    page = home()
    strip = page.get_by_role("region", name="Continue")
    expect(strip).to_be_hidden()
    expect(page.get_by_role("link", name="Open the last one")).to_be_hidden()
    page.evaluate("([key, text]) => localStorage.setItem(key, text)", [STORED, stored])
    page.reload()
    expect(strip.locator("span")).to_have_text(shown)
    expect(page.get_by_role("link", name="Open the last one")).to_be_visible()
    assert strip.get_by_role("link").get_attribute("href") == (
        "/voila/render/examples/supply_lab.ipynb"
    )


def test_a_browser_that_refuses_storage_shows_the_page(
    open_page: Callable[..., Page], server: Server
) -> None:
    page = open_page()
    page.add_init_script(
        "Object.defineProperty(window, 'localStorage', { get() { throw new Error('no'); } })"
    )
    page.goto(server.url)
    answer(page, "in")
    expect(panel(page, "in")).to_be_visible()
