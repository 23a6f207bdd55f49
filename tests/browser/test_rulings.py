"""The register and the data page in a browser: no engine, by key and touch, on any screen."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from browsing import DESKTOP, PHONE, Server
from playwright.sync_api import expect

from witp_learn import rulebook
from witp_learn.components import FIELDS, shipped_board
from witp_learn.position import read_line

if TYPE_CHECKING:
    from playwright.sync_api import Page

PROJECTOR = (1024, 768)
PAGES = ("rulings", "data")

SMALL_TARGETS = """() => [...document.querySelectorAll("a, button, input, select, summary")]
  .filter((e) => e.checkVisibility({ visibilityProperty: true }))
  .map((e) => [e.textContent || e.getAttribute("aria-label"), e.getBoundingClientRect()])
  .filter(([, r]) => r.width < 43.5 || r.height < 43.5)
  .map(([text, r]) => `${text.slice(0, 40)}: ${r.width} x ${r.height}`)"""

FOCUSED = "document.activeElement.closest('.wr-entry')?.id ?? document.activeElement.id"


@pytest.fixture
def own(open_page: Callable[..., Page], server: Server) -> Callable[..., Page]:
    """An own page of the server at a size, with every address of an engine blocked."""

    def opened(path: str, size: tuple[int, int] = DESKTOP, **context: Any) -> Page:
        page = open_page(size, **context)
        page.route("**/voila/**", lambda route: route.abort())
        page.route("**/api/**", lambda route: route.abort())
        page.goto(f"{server.url}/{path}")
        return page

    return opened


def visible(page: Page) -> list[str]:
    found: list[str] = page.evaluate(
        "() => [...document.querySelectorAll('.wr-entry')].filter((e) => !e.hidden)"
        ".map((e) => e.id)"
    )
    return found


def search(page: Page, text: str) -> list[str]:
    page.locator("#wr-find").fill(text)
    return visible(page)


# ---------------------------------------------------------------- search and filters


def test_everything_is_there_and_counted(own: Callable[..., Page]) -> None:
    page = own("rulings")
    assert set(visible(page)) == set(rulebook.rulings())
    expect(page.locator("#wr-count")).to_have_text("146 of 146")
    assert page.title() == "Rulings"


@pytest.mark.parametrize("text", ["supply-range-three", "Supply range  THREE", "exactly three"])
def test_a_ruling_is_found_by_slug_and_by_words(own: Callable[..., Page], text: str) -> None:
    page = own("rulings")
    assert search(page, text) == ["supply-range-three"]
    expect(page.locator("#wr-count")).to_have_text("1 of 146")


@pytest.mark.parametrize("wanted", ["7.1c", "rule 7.1", "7", "1", "9.6.1"])
def test_a_number_finds_its_clauses_and_no_others(own: Callable[..., Page], wanted: str) -> None:
    page = own("rulings")
    found = set(search(page, wanted))
    number = wanted.removeprefix("rule ")
    cited = {
        slug
        for slug, ruling in rulebook.rulings().items()
        if any(re.match(rf"{re.escape(number)}(?!\d)", c) for c in ruling.clauses)
    }
    assert cited <= found
    for slug in found - cited:
        said = page.locator(f"[id='{slug}']").text_content() or ""
        assert re.search(rf"(?<![\w.]){re.escape(number)}(?!\w)", said, re.I), slug


def test_the_dice_pool_is_found_by_its_clauses(own: Callable[..., Page]) -> None:
    found = set(search(own("rulings"), "D-main-3"))
    cited = {s for s, r in rulebook.rulings().items() if "D-main-3" in r.clauses}
    assert cited and cited <= found


def test_what_nothing_has_is_said(own: Callable[..., Page]) -> None:
    page = own("rulings")
    assert search(page, "zeppelin") == []
    expect(page.locator("#wr-count")).to_contain_text("0 of 146")
    page.get_by_role("button", name="Show all").click()
    assert len(visible(page)) == 146
    expect(page.locator("#wr-find")).to_be_focused()
    expect(page.get_by_role("button", name="Show all")).to_be_hidden()


def test_filters_narrow_each_other(own: Callable[..., Page]) -> None:
    page = own("rulings")
    page.get_by_label("In a position").select_option("yes")
    assert set(visible(page)) == set(rulebook.switches())
    expect(page.locator("#wr-count")).to_have_text("16 of 146")
    page.get_by_label("Chapter").select_option("7")
    page.get_by_label("Kind").select_option("contradiction")
    assert visible(page) == ["supply-range-three"]
    page.get_by_label("Impact").select_option("low")
    assert visible(page) == []


def test_the_address_can_carry_filters(own: Callable[..., Page]) -> None:
    page = own("rulings?switch=yes&chapter=9&kind=nonsense&find=winner")
    assert visible(page) == ["winner-hits-basis"]
    expect(page.get_by_label("Kind")).to_have_value("")


def test_the_count_is_announced(own: Callable[..., Page]) -> None:
    page = own("rulings")
    assert page.locator("#wr-count").get_attribute("role") == "status"
    assert page.locator("#wr-find").get_attribute("aria-describedby") == "wr-count"


# ---------------------------------------------------------------- one entry


def test_a_deep_link_opens_and_marks_one(own: Callable[..., Page], server: Server) -> None:
    page = own("rulings?kind=misprint#winner-hits-basis")
    entry = page.locator("#winner-hits-basis")
    expect(entry).to_have_class(re.compile("wr-marked"))
    assert entry.get_attribute("open") is not None
    expect(entry.locator("summary")).to_have_attribute("aria-current", "true")
    expect(entry.locator("summary")).to_be_in_viewport()
    assert page.evaluate(FOCUSED) == "winner-hits-basis"
    page.evaluate("location.hash = 'supply-range-three'")
    expect(page.locator(".wr-marked")).to_have_attribute("id", "supply-range-three")
    page.evaluate("location.hash = '<b>%'")
    expect(page.locator(".wr-marked")).to_have_count(1)


def test_the_address_follows_what_is_opened(own: Callable[..., Page]) -> None:
    page = own("rulings")
    page.locator("#terrain-classes summary").click()
    expect(page).to_have_url(re.compile("/rulings#terrain-classes$"))
    expect(page.locator("#terrain-classes .wr-readings")).to_be_visible()


def test_the_default_is_marked_in_words(own: Callable[..., Page]) -> None:
    page = own("rulings#hollandia-0807-control")
    rows = page.locator("#hollandia-0807-control .wr-readings li")
    said = [text.endswith("default") for text in rows.all_inner_texts()]
    assert said == [False, True, False]


def test_a_clause_opens_in_a_drawer_of_this_page(own: Callable[..., Page]) -> None:
    page = own("rulings#supply-range-three")
    chip = page.locator("#supply-range-three").get_by_role("button", name="Rule 7.1c")
    chip.click()
    drawer = page.locator(".wh-drawer")
    expect(drawer).to_contain_text(rulebook.clause("7.1c").says)
    expect(drawer.get_by_role("button", name="Close")).to_be_focused()
    assert urlsplit(page.url).path == "/rulings"
    drawer.get_by_role("link", name=rulebook.ruling("supply-range-three").question).click()
    expect(drawer).to_be_hidden()
    assert page.evaluate(FOCUSED) == "supply-range-three"
    chip.click()
    page.keyboard.press("Escape")
    expect(drawer).to_be_hidden()
    expect(chip).to_be_focused()


def test_a_reading_can_be_copied_and_tried(own: Callable[..., Page], server: Server) -> None:
    page = own("rulings#supply-range-three")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=server.url)
    copy = page.get_by_role("button", name="Copy ruling supply-range-three=b")
    copy.click()
    expect(copy).to_have_text("Copied")
    expect(page.locator("[data-said]")).to_have_text("Copied: ruling supply-range-three=b")
    assert page.evaluate("navigator.clipboard.readText()") == "ruling supply-range-three=b"
    href = page.get_by_role("link", name="Try it in the supply lab").get_attribute("href") or ""
    (line,) = parse_qs(urlsplit(href).query)["p"]
    assert read_line(line, shipped_board()).rulings == {"supply-range-three": "b"}


def test_copying_works_without_the_right_to_the_clipboard(own: Callable[..., Page]) -> None:
    page = own("rulings")
    page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    page.evaluate("location.hash = 'supply-range-three'")
    copy = page.get_by_role("button", name="Copy ruling supply-range-three=b")
    copy.click()
    expect(copy).to_have_text("Copied")
    expect(copy).to_be_focused()
    assert page.locator("textarea").count() == 0


# ---------------------------------------------------------------- keys, screens, paper


def test_the_whole_register_by_keyboard(own: Callable[..., Page]) -> None:
    page = own("rulings")
    page.keyboard.press("/")
    page.keyboard.type("kure")
    found = visible(page)
    assert len(found) > 1
    page.keyboard.press("ArrowDown")
    assert page.evaluate(FOCUSED) == found[0]
    page.keyboard.press("ArrowDown")
    assert page.evaluate(FOCUSED) == found[1]
    page.keyboard.press("End")
    assert page.evaluate(FOCUSED) == found[-1]
    page.keyboard.press("ArrowDown")
    assert page.evaluate(FOCUSED) == found[-1]
    page.keyboard.press("Home")
    page.keyboard.press("Enter")
    expect(page.locator(f"[id='{found[0]}'] .wr-readings")).to_be_visible()
    page.keyboard.press("ArrowUp")
    assert page.evaluate(FOCUSED) == "wr-find"
    page.keyboard.press("Escape")
    assert len(visible(page)) == 146
    ring = page.evaluate("getComputedStyle(document.activeElement).outlineColor")
    assert ring == "rgb(255, 196, 0)"


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("size", [DESKTOP, PROJECTOR, PHONE, (320, 640), (860, 700)])
def test_no_page_scrolls_sideways(
    own: Callable[..., Page], name: str, size: tuple[int, int]
) -> None:
    page = own(name, size)
    page.locator("details.wr-entry > summary").first.click()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize(
    "path", ["rulings?switch=yes#supply-range-three", "data?find=0909#hexes-0909"]
)
def test_targets_are_large_enough_for_a_thumb(own: Callable[..., Page], path: str) -> None:
    page = own(path, PHONE, has_touch=True, is_mobile=True)
    assert page.evaluate(SMALL_TARGETS) == []


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
@pytest.mark.parametrize("path", ["rulings#supply-range-three", "data#hexes-0909"])
def test_axe_finds_nothing_serious(
    own: Callable[..., Page], path: str, size: tuple[int, int]
) -> None:
    page = own(path, size, reduced_motion="reduce")
    for opened in (False, True):
        if opened:
            page.locator(".wr-entry[open] .witp-chip").first.click()
        found = Axe().run(page).response["violations"]
        serious = [v for v in found if v["impact"] in ("serious", "critical")]
        assert not serious, [(v["id"], v["nodes"][0]["html"]) for v in serious]


def test_on_paper_everything_that_is_shown_is_open(own: Callable[..., Page]) -> None:
    page = own("rulings?chapter=7")
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert page.locator(".wr-readings:visible").count() == len(visible(page)) > 1
    assert page.evaluate("getComputedStyle(document.querySelector('.wr-list')).columnCount") == "2"
    expect(page.locator(".wr-filters")).to_be_hidden()
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert page.locator(".wr-entry[open]").count() == 0


# ---------------------------------------------------------------- the data page


def test_a_hex_is_found_while_its_number_is_typed(own: Callable[..., Page]) -> None:
    page = own("data")
    assert {h[:8] for h in search(page, "09") if h.startswith("hexes")} == {"hexes-09"}
    assert "hexes-1009" in search(page, "guadalcanal")
    found = search(page, "least-squares")
    assert any(h.startswith("hexes-") for h in found), "reasons are searched"


def test_every_datum_of_a_hex_tells_its_grade_and_reason(own: Callable[..., Page]) -> None:
    page = own("data#hexes-0909")
    entry, place = page.locator("#hexes-0909"), shipped_board()["0909"]
    told = entry.locator(".wd-data dd").all_inner_texts()
    assert len(told) == len(FIELDS)
    assert any("that it is Allied is derived: an Allied fleet lies here" in text for text in told)
    for text in told:
        assert any(origin.grade.value in text for origin in place.origins.values())
    origin = place.origin("terrain")
    assert any(origin.why in text and origin.grade.value in text for text in told)


def test_the_data_can_be_narrowed_by_table_and_grade(own: Callable[..., Page]) -> None:
    page = own("data")
    page.get_by_label("Table").select_option("turns")
    assert len(visible(page)) == 16
    page.get_by_label("Grade of what is shown").select_option("printed")
    assert visible(page) == ["turns-1", "turns-4", "turns-5"]
    shown = page.locator(".wr-entry:visible").all_inner_texts()
    assert all("printed" in text for text in shown)


def test_a_section_that_is_cited_opens(own: Callable[..., Page]) -> None:
    page = own("data#hexes-0909")
    page.locator("#hexes-0909 .witp-chip").first.click()
    expect(page.locator(".wh-drawer")).to_be_visible()


# ---------------------------------------------------------------- between the pages


def test_the_ways_between_the_pages(own: Callable[..., Page], server: Server) -> None:
    page = own("")
    for name in ("Where the rulebook is open", "Where the data comes from"):
        page.get_by_role("link", name=name).click()
        page.get_by_role("link", name="Home").click()
        page.wait_for_url(server.url + "/")


def test_an_address_that_is_no_page_is_answered_in_words(own: Callable[..., Page]) -> None:
    page = own("nothing")
    expect(page.get_by_role("heading")).to_have_text("There is no such page")
    page.errors.clear()


@pytest.mark.slow
def test_the_drawer_of_an_app_leads_to_the_register(
    open_page: Callable[..., Page], server: Server
) -> None:
    page = open_page()
    page.goto(f"{server.url}/voila/render/examples/supply_lab.ipynb")
    page.locator("[data-action=select]", has_text="Gilberts").click()
    page.locator("[data-action=rule][data-value='7.1j']").first.click()
    link = page.locator(".w-register").first
    expect(link).to_be_visible()
    with page.context.expect_page() as opened:
        link.click()
    opened.value.wait_for_url("**/rulings#supply-range-three")
    expect(page.locator(".w-drawer")).to_be_visible()
