"""The home page: its states are computed, its links exist, and no text in it becomes markup."""

from __future__ import annotations

import json
import shutil
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from witp_learn import components, queries, rulebook
from witp_learn.components import board
from witp_learn.hexgrid import centre
from witp_learn.model import Side
from witp_learn.position import read_line
from witp_learn.rules.answers import what_changed
from witp_learn.rules.control import air_zone, lifted_zone
from witp_learn.ui.owner import grades
from witp_learn.ui.play import STORAGE
from witp_learn.view.home import MORAL, STORED_GAME, TYPED, home_html, position_picture
from witp_learn.view.home_hero import ASKED, SIZES, Cut, example, first_question
from witp_learn.view.home_index import embedded, index
from witp_learn.view.layout import Layout
from witp_learn.view.provenance import tables

BIG = 600_000


@attrs.frozen
class Book:
    """A notebook as the app server describes it."""

    path: str
    title: str = "A title"
    summary: str = "A summary"
    example: str = ""
    steps: str = ""
    battle: str = ""

    @property
    def href(self) -> str:
        return f"/voila/render/{self.path}"


WALK = Book("examples/supply_check.ipynb", example="new_hebrides", steps="new_hebrides")
LAB = Book("examples/supply_lab.ipynb")
CHECK = Book("examples/map_check.ipynb", "Map check")
MORE = Book("examples/manila.ipynb", "Manila, turn 4", example="new_hebrides")
LESSON = Book("tutorials/supply.ipynb", "The supply check")


class Seen(HTMLParser):
    """Tags in order, ids, links, headings, and the text of every script."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.labels: list[str] = []
        self.headings: list[int] = []
        self.scripts: list[str] = []
        self.words: list[str] = []
        self._open = ""
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self._open = tag
        self.tags.append(tag)
        self.ids += [found["id"]] if found.get("id") else []
        self.links += [found["href"] or ""] if tag == "a" else []
        self.labels += [v or "" for k, v in attrs if k.startswith("on") or k == "src"]
        if tag in ("h1", "h2", "h3", "h4"):
            self.headings.append(int(tag[1]))
        if tag == "script":
            self.scripts.append("")

    def handle_data(self, data: str) -> None:
        if self._open == "script":
            self.scripts[-1] += data
        elif self._open != "style":
            self.words.append(data)

    def handle_endtag(self, tag: str) -> None:
        self._open = ""


def page(*books: Book) -> Seen:
    return Seen(home_html(books))


# ---------------------------------------------------------------- the first question


@pytest.mark.clause("7.1c", "7.1h", "2.2.3i")
def test_the_first_answer_is_the_one_the_rules_give() -> None:
    question = first_question()
    before = question.before
    row = queries.supply(before.state)[ASKED]
    assert before.answer.good and row.in_supply
    assert (before.answer.verdict, before.answer.deciding) == (
        row.short_answer.verdict,
        row.short_answer.deciding,
    )
    assert before.path == ("0909", "1009", "1110")


@pytest.mark.clause("7.1g", "7.2a", "2.2.3b")
def test_one_air_unit_turned_over_starves_the_army_and_nothing_else() -> None:
    question = first_question()
    before, after = question.before, question.after
    assert queries.edit(before.state, "flip 1009 us A") == after.state
    assert not after.answer.good
    changed = what_changed(before.state, after.state)
    assert "Port Moresby" in changed and "Nothing else" in changed
    fresh = set(air_zone(after.state, Side.JAPAN)) - set(air_zone(before.state, Side.JAPAN))
    assert fresh == {question.lifter.hex} == {"1009"}
    assert set(air_zone(before.state, Side.JAPAN)) < set(air_zone(after.state, Side.JAPAN))


@pytest.mark.clause("7.1g", "7.1h")
def test_what_the_not_yet_panel_states_is_true_and_short() -> None:
    question = first_question()
    state = question.before.state
    assert ASKED in air_zone(state, Side.JAPAN)
    assert question.lifter.hex in lifted_zone(state, Side.JAPAN)
    assert question.lifter.full
    assert len(question.idea.split()) <= 40
    assert "7.1" in question.idea and "Guadalcanal" in question.idea


def test_it_is_the_example_of_the_book_without_the_gilberts() -> None:
    units = set(first_question().before.state.units)
    book = queries.example("new_hebrides")
    assert {u.hex for u in book.units} - {u.hex for u in units} == {"1207"}
    assert units < set(book.units)


def test_the_line_runs_from_left_to_right_so_that_a_wipe_draws_it() -> None:
    for moment in (first_question().before,):
        xs = [centre(h)[0] for h in moment.path or ()]
        assert xs == sorted(xs) and len(set(xs)) == len(xs)


@pytest.mark.parametrize("name", SIZES)
def test_every_map_shows_the_places_of_the_question_whole(name: str) -> None:
    question = first_question()
    state = question.before.state
    mine = (*(u.hex for u in state.units), *state.bases[Side.ALLIES])
    px, wide, high = SIZES[name]
    shown = {"wide": (760, 400), "middle": (504, 420), "narrow": (400, 300)}[name]
    assert shown[0] <= wide and shown[1] <= high + 60
    cut = Cut.around(mine, SIZES[name])
    hexes = cut.hexes(state.board)
    layout = Layout.of(attrs.evolve(question.before.scene, hexes=hexes), px)
    for unit in state.units:
        box = layout.at(unit.hex).placed[0].box
        x, y = box.centre[0] - cut.x * px, box.centre[1] - cut.y * px
        assert abs(x) + box.w / 2 <= shown[0] / 2, unit.hex
        assert abs(y) + box.h / 2 <= shown[1] / 2, unit.hex


def test_the_page_says_what_the_engine_says() -> None:
    words = " ".join(page(WALK, LAB).words)
    question = first_question()
    for said in (question.before.answer, question.after.answer):
        assert said.verdict in words
        assert said.deciding in words
    assert MORAL in words


# ---------------------------------------------------------------- links


@pytest.mark.parametrize(
    "books", [(), (WALK,), (LAB,), (WALK, LAB), (LESSON, MORE, WALK, LAB), (MORE,)]
)
def test_only_notebooks_that_exist_are_linked(books: tuple[Book, ...]) -> None:
    seen = page(*books)
    known = {b.href for b in books} | {"/rulings", "/data"}
    assert {link.partition("?")[0] for link in seen.links} == known


def test_without_notebooks_there_is_no_door_and_nothing_to_continue() -> None:
    html = home_html(())
    assert "wh-door" not in html.partition("</style>")[2].partition("<script")[0]
    assert 'data-stored="' not in html
    assert "In supply" in html


def test_the_map_opens_in_the_lab_as_it_was_left() -> None:
    links = [link for link in page(WALK, LAB).links if "?p=" in link]
    assert len(links) == 1
    line = parse_qs(urlsplit(links[0]).query, strict_parsing=True)["p"][0]
    assert read_line(line, board()) == first_question().after.state


def test_the_lab_opens_with_its_line_editor_and_nothing_on_the_map() -> None:
    (link,) = [link for link in page(LAB).links if "open=line" in link]
    asked = parse_qs(urlsplit(link).query, strict_parsing=True)
    assert asked["open"] == ["line"]
    assert not read_line(asked["p"][0], board()).units


def test_the_map_check_stands_with_the_records_and_behind_the_footer() -> None:
    html = home_html((MORE, CHECK))
    worked, _, records = html.partition("On record")
    assert CHECK.title in records and CHECK.title not in worked.partition("Worked examples")[2]
    assert page(CHECK).links.count(CHECK.href) == 2
    assert CHECK.href in html.partition("<footer")[2].partition("</footer>")[0]
    assert "<a" not in home_html(()).partition("<footer")[2].partition("</footer>")[0]


def test_a_game_has_a_door_and_a_way_back_to_the_last_one() -> None:
    game = Book("examples/play.ipynb", "Play a game", example="manila_turn_4")
    html = home_html((WALK, LAB, MORE, game))
    doors = html.partition('class="wh-doors"')[2].partition("</section>")[0]
    assert "sparring partner who says why" in doors and "two people at one screen" in doors
    assert doors.count(game.href) == 2 and f'data-stored="{STORED_GAME}"' in doors
    assert game.title not in html.partition("Worked examples")[2].partition("</section>")[0]
    assert STORED_GAME == STORAGE


def test_lessons_and_worked_examples_stand_on_shelves_of_their_own() -> None:
    html = home_html((LESSON, MORE, WALK, LAB))
    lessons, _, worked = html.partition("Worked examples")
    assert LESSON.title in lessons.partition("Lessons</h2>")[2]
    assert MORE.title in worked


def test_the_picture_of_a_fight_asks_nobody_for_supply() -> None:
    fight = position_picture("f", example("singapore_turn_1"))
    assert "data-badge" not in fight and "data-zone" not in fight
    assert "data-badge" in position_picture("s", example("new_hebrides"))


def test_the_picture_of_the_typed_line_shows_one_fed_and_one_starving() -> None:
    found = queries.supply(read_line(TYPED, board()))
    assert [row.badge for row in found][:2] == ["in", "out"]


# ---------------------------------------------------------------- text stays text

NASTY = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "</script><script>alert(1)</script>",
    "<!--",
    "{% endraw %}{{ 7 * 7 }}",
    "' onclick='alert(1)",
    "\u2028line",
)


@pytest.mark.parametrize("text", NASTY)
def test_titles_and_summaries_are_text(text: str) -> None:
    books = [attrs.evolve(b, title=text, summary=text) for b in (LESSON, MORE, WALK, LAB)]
    seen, plain = Seen(home_html(books)), page(LESSON, MORE, WALK, LAB)
    assert seen.tags == plain.tags
    assert seen.labels == plain.labels == []
    assert json.loads(seen.scripts[0])["pages"][0][:2] == [text, text]
    assert text in "".join(seen.words)


@pytest.mark.parametrize("name", ["nowhere", "../board/hexes", "", "new_hebrides.toml"])
def test_a_notebook_with_no_such_example_has_no_picture(name: str) -> None:
    html = home_html((attrs.evolve(MORE, example=name),))
    card = html.partition('class="wh-example"')[2]
    assert card and "wh-picture" not in card.partition("</li>")[0]


@given(st.text())
def test_embedded_data_comes_back_and_cannot_end_its_script(text: str) -> None:
    found = embedded({"text": text})
    assert json.loads(found) == {"text": text}
    assert not set(found) & set("<>&\u2028\u2029") and "{%" not in found


def test_nothing_on_the_page_points_to_another_machine() -> None:
    html = home_html((LESSON, MORE, WALK, LAB)).replace('xmlns="http://www.w3.org/2000/svg"', "")
    for sign in ("http:", "https:", "url(//", "@import", 'src="'):
        assert sign not in html


def test_the_page_is_light_and_its_ids_are_its_own() -> None:
    html = home_html((LESSON, MORE, WALK, LAB))
    seen = Seen(html)
    assert len(html.encode()) < BIG
    assert len(seen.ids) == len(set(seen.ids))
    assert seen.tags.count("main") == seen.tags.count("footer") == seen.tags.count("h1") == 1


def test_headings_never_skip_a_level() -> None:
    levels = page(LESSON, MORE, WALK, LAB).headings
    assert levels[0] == 1
    assert all(b - a <= 1 for a, b in pairwise(levels))


# ---------------------------------------------------------------- search and footer


def test_the_index_holds_every_clause_word_and_named_place() -> None:
    found = index((WALK,))
    clauses = [row[0] for section in found["sections"] for row in section[2]]
    assert clauses == list(rulebook.clauses())
    assert [w[0] for w in found["words"]] == list(rulebook.glossary())
    assert [row[0] for row in found["rulings"]] == list(rulebook.rulings())
    named = {h for h, place in board().hexes.items() if place.name}
    assert {p[0] for p in found["places"]} == named
    assert found["pages"] == [[WALK.title, WALK.summary, WALK.href]]


def test_every_line_about_a_place_says_how_well_it_is_known() -> None:
    for _, name, lines in index(())["places"]:
        assert lines, name
        assert all(" (" in line and line.endswith(")") for line in lines)
    moresby = next(p for p in index(())["places"] if p[0] == "0909")
    place = board()["0909"]
    assert place.origin("icon").grade.value in moresby[2][1]


def test_the_footer_counts_what_the_map_check_counts() -> None:
    text = home_html(()).partition("<footer")[2].partition("<p>")[2].partition("</p>")[0]
    assert text.startswith("Nothing leaves this computer.")
    hexes, sides, data, *graded = [int(n) for n in text.replace(",", "").split() if n.isdecimal()]
    assert (hexes, sides) == (len(board().hexes), len(board().hexsides))
    maps = [table for table in tables() if table.name in ("hexes", "hexsides")]
    assert data == sum(sum(table.counts.values()) for table in maps)
    assert data == sum(graded) == sum(grades(board()).values())


def test_the_first_question_stays_what_it_is_on_a_corrected_map(tmp_path: Path) -> None:
    """An owner whose Guadalcanal is Japanese still gets the question of the example."""
    whole = first_question()
    own = tmp_path / "map"
    shutil.copytree(components.shipped(), own)
    table = own / "hexes.csv"
    text = table.read_text("utf-8")
    line = next(row for row in text.splitlines() if row.startswith("1009,"))
    table.write_text(text.replace(line, line.replace("commonwealth", "japan")), "utf-8")
    components.use(own)
    try:
        assert components.board()["1009"].owner == "japan"
        assert first_question().lifter == whole.lifter
        assert first_question().before.answer == whole.before.answer
    finally:
        components.use(None)
