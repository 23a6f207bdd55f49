"""The register of rulings and the data page: nothing is missing, nothing stands unmarked."""

from __future__ import annotations

import re
from html import unescape
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import attrs
import pytest

import witp_learn
from witp_learn import queries, rulebook
from witp_learn.components import shipped, shipped_board
from witp_learn.components.cards import BLANK
from witp_learn.components.folder import counts
from witp_learn.components.reading import read
from witp_learn.model import Grade, Side
from witp_learn.position import read_line
from witp_learn.rulebook import Ruling
from witp_learn.view.data_page import MEANING, data_html, index, mark
from witp_learn.view.provenance import GRADES, Table, tables
from witp_learn.view.rulings_page import TRIED, chapters, rulings_html

PACKAGE = Path(witp_learn.__file__).parent

# Section 0 of the list of ambiguities: where the rulebook contradicts itself or its own examples.
DECIDED_BY_MAP = {"hollandia-0807-control", "palau-truk-blocked"}
MISPRINTS = {
    "kure-hex-number",
    "manila-difference-21",
    "manila-total-30",
    "guadalcanal-one-rp",
    "ellis-1109-reason",
}
CONTRADICTIONS = {
    "air-hits-total-vs-each",
    "assault-may-or-must",
    "assault-vs-lone-air",
    "azoc-air-redeploy",
    "azoc-combat-support",
    "enemy-fleet-eliminated-or-gone",
    "rangoon-example-turn",
    "redeploy-into-continuing",
    "stacking-check-time",
    "sudden-death-example-math",
    "supply-range-three",
    "target-hex-once-scope",
    "transport-hit-vs-singapore",
    "winner-hits-basis",
}
# Silences on which much supply hangs; their own reason says why they are switches.
ASKED_BY_THE_SUPPLY_CHECK = {"supply-line-endpoints", "supply-simultaneity"}


@attrs.frozen
class Book:
    path: str
    title: str = "A title"
    summary: str = ""
    example: str = ""
    steps: str = ""

    @property
    def href(self) -> str:
        return f"/voila/render/{self.path}"


LAB = Book("examples/supply_lab.ipynb")
CHECK = Book("examples/map_check.ipynb")


class Tags(HTMLParser):
    """The start tags of a page with their attributes."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.all: list[tuple[str, dict[str, str]]] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.all.append((tag, {key: value or "" for key, value in attrs}))

    def named(self, tag: str) -> list[dict[str, str]]:
        return [found for name, found in self.all if name == tag]


def body(page: str) -> str:
    """The page between its style sheet and its data."""
    return page.partition("</style>")[2].partition("<script")[0]


def entries(page: str) -> dict[str, str]:
    """The text of each entry by its id, as plain words."""
    parts = re.findall(r'<details class="wr-entry" id="([^"]+)"(.*?)</details>', page, re.S)
    words = {name: re.sub(r"<[^>]+>", " ", rest.partition(">")[2]) for name, rest in parts}
    return {name: " ".join(unescape(text).split()) for name, text in words.items()}


@pytest.fixture(scope="module")
def register() -> str:
    return rulings_html((LAB,))


@pytest.fixture(scope="module")
def data_page() -> str:
    return data_html((CHECK,))


# ---------------------------------------------------------------- the switches


def test_a_switch_is_a_contradiction_or_one_of_two_silences() -> None:
    found = rulebook.rulings()
    by_kind = {
        kind: {s for s, r in found.items() if r.kind == kind} for kind in ("map", "misprint")
    }
    assert by_kind["map"] >= DECIDED_BY_MAP and by_kind["misprint"] >= MISPRINTS
    assert {s for s, r in found.items() if r.kind == "contradiction"} == CONTRADICTIONS
    assert set(rulebook.switches()) == CONTRADICTIONS | ASKED_BY_THE_SUPPLY_CHECK


def test_the_switches_that_act_are_those_the_code_asks() -> None:
    asked = set()
    for file in PACKAGE.rglob("*.py"):
        asked |= set(re.findall(r'\bread(?:ing|s)\(\s*"([a-z0-9-]+)"', file.read_text("utf-8")))
    assert set(rulebook.ACTING) == asked
    assert {s for s, r in rulebook.rulings().items() if r.acts} == asked <= set(rulebook.switches())


@pytest.mark.parametrize("slug", TRIED)
def test_a_tried_position_is_judged_differently_by_the_other_reading(slug: str) -> None:
    def judged(line: str) -> object:
        state = read_line(line, shipped_board())
        verdicts = [row.badge for row in queries.supply(state)]
        return verdicts, [set(queries.bases(state, side).can_build) for side in Side]

    assert judged(TRIED[slug]) != judged(f"{TRIED[slug]}; ruling {slug}=b")


# ---------------------------------------------------------------- the register


def test_every_ruling_stands_there_whole(register: str) -> None:
    found = entries(register)
    assert set(found) == set(rulebook.rulings()) and len(found) == 146
    for slug, ruling in rulebook.rulings().items():
        said = found[slug]
        for text in (slug, ruling.question, ruling.examples, ruling.why, ruling.kind):
            assert " ".join(text.split()) in said, slug
        assert f"{ruling.impact} impact" in said
        for reading in ruling.readings:
            wanted = f"{reading.name} {reading.says}" + (
                " default" if reading.name == ruling.default else ""
            )
            assert wanted in said, slug
        assert said.count(" default ") == 1, slug
        assert all(clause in said for clause in ruling.clauses)


def test_the_page_says_honestly_what_can_be_chosen(register: str) -> None:
    found = entries(register)
    for slug, ruling in rulebook.rulings().items():
        others = [r.name for r in ruling.readings if r.name != ruling.default]
        written = [f"ruling {slug}={letter}" for letter in others]
        assert all((text in found[slug]) == ruling.switch for text in written)
        assert ("Built in" in found[slug]) != ruling.switch
        assert ("it changes answers" in found[slug]) == ruling.acts == ruling.switch


def test_what_the_copy_buttons_hold_can_be_put_in_a_position(register: str) -> None:
    copied = [b["data-copy"] for b in Tags(register).named("button") if "data-copy" in b]
    choices = sum(len(r.readings) - 1 for r in rulebook.switches().values())
    assert len(copied) == choices
    for text in copied:
        state = read_line(f"turn 4; {text}", shipped_board())
        assert [f"ruling {s}={letter}" for s, letter in state.rulings.items()] == [text]


def test_the_lab_opens_with_the_other_reading(register: str) -> None:
    links = [a["href"] for a in Tags(register).named("a") if a["href"].startswith(LAB.href)]
    assert len(links) == len(TRIED)
    for href in links:
        (line,) = parse_qs(urlsplit(href).query, strict_parsing=True)["p"]
        assert len(read_line(line, shipped_board()).rulings) == 1
    assert LAB.href not in rulings_html(())


def test_the_filters_count_what_they_find(register: str) -> None:
    options = dict(re.findall(r'<option value="([^"]+)">[^<]*\((\d+)\)</option>', register))
    rulings: tuple[Ruling, ...] = tuple(rulebook.rulings().values())
    for kind in ("contradiction", "misprint", "silence", "map"):
        assert int(options[kind]) == sum(r.kind == kind for r in rulings)
    assert int(options["yes"]) == len(rulebook.switches())
    assert int(options["yes"]) == len(rulebook.ACTING), "every switch acts"
    assert int(options["no"]) == 146 - len(rulebook.switches())
    for chapter in {c for r in rulings for c in chapters(r)}:
        assert int(options[chapter]) == sum(chapter in chapters(r) for r in rulings)


def test_chapters_are_those_of_the_clauses() -> None:
    assert chapters(rulebook.ruling("target-hex-once-scope")) == ("8", "14")
    assert chapters(rulebook.ruling("d-simultaneity")) == ("D",)


# ---------------------------------------------------------------- the data page


@pytest.fixture(scope="module")
def shown() -> tuple[Table, ...]:
    return tables()


def test_every_datum_of_the_map_is_counted_once(shown: tuple[Table, ...]) -> None:
    known = counts(read(shipped()))
    hexes = next(t for t in shown if t.name == "hexes")
    sides = next(t for t in shown if t.name == "hexsides")
    for grade in GRADES:
        wanted = sum(row.get(grade, 0) for name, row in known.items() if name.startswith("hexes"))
        assert hexes.counts[grade] == wanted
        assert sides.counts[grade] == known["hexsides"].get(grade, 0)


def test_every_table_of_the_folder_is_there(shown: tuple[Table, ...]) -> None:
    lines = {t.name: len(t.rows) for t in shown}
    text = {f.stem: f.read_text("utf-8").splitlines() for f in shipped().glob("*.csv")}
    assert lines["hexes"] == len(text["hexes"]) - 1
    assert lines["units"] == len(text["units"]) - 1
    assert lines["cards"] == len(text["cards"]) - 1
    assert lines["turns"] == 16 and 2 * lines["turns"] == len(text["turns"]) - 1


def test_no_datum_stands_unmarked(shown: tuple[Table, ...], data_page: str) -> None:
    data = re.findall(r'<span class="wd-datum">(.*?)</span></span>', data_page)
    grades = [re.fullmatch(r".+ <span class=\"wd-grade wd-(\w+)\">\1", text) for text in data]
    assert all(grades)
    visible = [d for table in shown for row in table.rows for d in row.data if not d.quiet]
    assert [m[1] for m in grades if m] == [d.origin.grade.value for d in visible]
    assert Grade.GIVEN not in {d.origin.grade for d in visible}
    # Beside its marked data an entry shows nothing but which thing it is about.
    for summary in re.findall(r"<summary>(<strong>.*?)</summary>", data_page):
        rest = re.sub(r'<span class="wd-datum">.*?</span></span>', "", summary)
        assert re.fullmatch(r"<strong>[^<]+</strong>", rest)


def test_a_place_name_that_is_ours_is_marked_wherever_it_stands(
    shown: tuple[Table, ...],
) -> None:
    open_names = {
        place.name
        for place in shipped_board().hexes.values()
        if place.name and place.origin("name").grade.is_open
    }
    assert open_names
    named = re.compile(rf"\b({'|'.join(map(re.escape, open_names))})\b")
    for table in shown:
        for row in table.rows:
            assert not named.search(row.title), row.title
            if table.name in ("hexsides", "units"):
                assert not any(named.search(d.value) for d in row.data), row


def test_the_numbered_data_say_what_the_tables_say(shown: tuple[Table, ...]) -> None:
    found = index(shown)
    rows = [row for table in shown for row in table.rows]
    assert len(found["rows"]) == len(rows)
    for numbers, row in zip(found["rows"], rows, strict=True):
        told = [
            (found["texts"][a], found["texts"][b], found["grades"][g], found["texts"][why])
            for a, b, g, _, why in numbers
        ]
        assert told == [(d.label, d.value, d.origin.grade.value, d.origin.why) for d in row.data]


def test_blank_cards_are_shown_as_blank(shown: tuple[Table, ...]) -> None:
    cards = next(t for t in shown if t.name == "cards")
    unknown = [row for row in cards.rows if row.data[0].origin.grade is Grade.UNKNOWN]
    assert unknown and all(row.data[0].value.startswith(BLANK) for row in unknown)


def test_the_counts_on_the_page_are_the_counts_of_the_tables(
    shown: tuple[Table, ...], data_page: str
) -> None:
    body_rows = re.findall(r'<tr><th scope="row">([^<]+)</th>(.*?)</tr>', data_page)
    used = [g for g in GRADES if any(t.counts[g] for t in shown)]
    for table, (title, cells) in zip(shown, body_rows, strict=False):
        assert unescape(title) == table.title
        numbers = [int(n) if n.isdecimal() else 0 for n in re.findall(r"<td>(\d+|<)", cells)]
        assert numbers == [table.counts[g] for g in used]
    for grade, meaning in MEANING.items():
        assert f"{mark(grade)}</dt><dd>{meaning}" in data_page


def test_the_map_check_is_linked_only_where_it_is(data_page: str) -> None:
    assert f'href="{CHECK.href}"' in data_page
    assert "voila" not in body(data_html(()))


# ---------------------------------------------------------------- both


@pytest.mark.parametrize("name", ["register", "data_page"])
def test_a_page_is_whole_small_and_asks_for_nothing(
    name: str, request: pytest.FixtureRequest
) -> None:
    page = request.getfixturevalue(name)
    tags = Tags(page)
    ids = [found["id"] for _, found in tags.all if "id" in found]
    assert len(ids) == len(set(ids))
    assert len(page.encode()) < 450_000
    plain = page.replace('xmlns="http://www.w3.org/2000/svg"', "")
    for sign in ("http:", "https:", "url(//", "@import", 'src="', " onclick", " style="):
        assert sign not in plain
    assert [len(tags.named(tag)) for tag in ("h1", "main", "footer", "dialog")] == [1, 1, 1, 1]
    levels = [int(tag[1]) for tag, _ in tags.all if re.fullmatch("h[1-4]", tag)]
    assert levels[0] == 1 and all(b - a <= 1 for a, b in pairwise(levels))
