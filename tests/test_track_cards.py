"""The turn record track, the cards and the scenarios: read strictly, and true to the text."""

from __future__ import annotations

import csv
import io
import re
import shutil
import tempfile
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import examples

from witp_learn import rulebook
from witp_learn.components import shipped
from witp_learn.components.cards import (
    BLANK,
    CARD_COLUMNS,
    CARD_IDS,
    Cards,
    read_cards,
)
from witp_learn.components.scenarios import Scenario, find, is_available, read_scenarios
from witp_learn.components.turns import (
    TURN_COLUMNS,
    YEARS,
    Track,
    deck_year,
    declares_first,
    read_turns,
    season,
    submarine_row,
)
from witp_learn.files import BadData, NotAvailable
from witp_learn.model import TURNS, Grade, Side

ROOT = Path(__file__).resolve().parent.parent
GRADES = ("printed", "derived", "assumed", "unknown")
PRINTED_BRP = {
    (1, Side.JAPAN): 20,
    (1, Side.ALLIES): 0,
    (4, Side.JAPAN): 15,
    (4, Side.ALLIES): 16,
    (5, Side.JAPAN): 13,
}


@pytest.fixture(scope="module")
def track() -> Track:
    return read_turns(shipped())


@pytest.fixture(scope="module")
def cards() -> Cards:
    return read_cards(shipped())


@pytest.fixture(scope="module")
def scenarios() -> dict[str, Scenario]:
    return {one.name: one for one in read_scenarios(shipped())}


def shipped_rows(name: str) -> list[dict[str, str]]:
    with (shipped() / name).open(encoding="utf-8", newline="") as table:
        return list(csv.DictReader(table))


def write(folder: Path, name: str, columns: Sequence[str], rows: list[dict[str, str]]) -> Path:
    text = io.StringIO()
    writer = csv.DictWriter(text, columns, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    (folder / name).write_text(text.getvalue(), "utf-8")
    return folder


def changed(folder: Path, name: str, columns: Sequence[str], change: dict[str, str]) -> Path:
    """A folder with a shipped table, its third line changed."""
    rows = shipped_rows(name)
    rows[1] = {**rows[1], **change}
    return write(folder, name, columns, rows)


def test_every_row_says_why_and_where_it_is_printed_or_derived() -> None:
    sections = {clause.section for clause in rulebook.clauses().values()}
    both = [*shipped_rows("turns.csv"), *shipped_rows("cards.csv")]
    assert [row for row in both if not row["why"]] == []
    assert [row for row in both if row["section"] not in {"", *sections}] == []
    assert [r for r in both if r["grade"] in ("printed", "derived") and not r["section"]] == []
    assert {row["grade"] for row in both} <= set(GRADES)


@pytest.mark.parametrize("name", ["turns.csv", "cards.csv"])
def test_the_page_about_the_data_counts_the_grades(name: str) -> None:
    text = (ROOT / "DATA.md").read_text("utf-8")
    found = re.search(rf"^\| `{name}` \| (\d+) \| (\d+) \| (\d+) \| (\d+) \|$", text, re.M)
    assert found is not None
    grades = Counter(row["grade"] for row in shipped_rows(name))
    assert [int(n) for n in found.groups()] == [grades[g] for g in GRADES]


# The track.


@pytest.mark.clause("5.1a", "5.3a")
def test_the_printed_numbers_are_those_of_the_text_and_no_other(track: Track) -> None:
    printed = {k: e.brp for k, e in track.entries.items() if e.origin.grade is Grade.PRINTED}
    assert printed == PRINTED_BRP
    assert len(track.entries) == 2 * len(TURNS)


def test_japan_dwindles_and_the_allies_pass_it_by_turn_4(track: Track) -> None:
    japan = [track.brp(t, Side.JAPAN) for t in TURNS]
    allies = [track.brp(t, Side.ALLIES) for t in TURNS]
    assert japan == sorted(japan, reverse=True)
    assert allies == sorted(allies)
    ahead = [t for t in TURNS if track.brp(t, Side.ALLIES) > track.brp(t, Side.JAPAN)]
    assert ahead == list(TURNS)[3:]
    assert track.brp(8, Side.ALLIES) >= 2 * track.brp(8, Side.JAPAN)
    assert min(japan) >= 2


def test_the_assumed_numbers_follow_the_formulas_that_their_rows_state(track: Track) -> None:
    for turn in range(2, 4):
        assert abs(track.brp(turn, Side.JAPAN) - (20 - 5 * (turn - 1) / 3)) <= 0.5
    for turn in range(6, 17):
        assert abs(track.brp(turn, Side.JAPAN) - (13 - 8 * (turn - 5) / 11)) <= 0.5
    for before, turn in pairwise(range(2, 13)):
        assert track.brp(turn, Side.ALLIES) - track.brp(before, Side.ALLIES) == 2
    assert {track.brp(t, Side.ALLIES) for t in range(12, 17)} == {32}


def test_the_page_about_the_data_shows_the_track(track: Track) -> None:
    text = (ROOT / "DATA.md").read_text("utf-8")
    for side, name in ((Side.JAPAN, "Japan"), (Side.ALLIES, "Allies")):
        found = re.search(rf"^\| {name} \| ([\d |]+) \|$", text, re.M)
        assert found is not None
        assert [int(n) for n in found[1].split(" | ")] == [track.brp(t, side) for t in TURNS]


@pytest.mark.clause("10.1c", "10.1g", "12.1h")
def test_stacks_that_may_be_redeployed(track: Track) -> None:
    assert (track.stacks(1, Side.JAPAN), track.stacks(1, Side.ALLIES)) == (10, 5)
    assert (track.stacks(4, Side.JAPAN), track.stacks(4, Side.ALLIES)) == (7, 8)
    assert track.stacks(5, Side.JAPAN) == 6


@pytest.mark.clause("3.0a", "13.1a", "14.1a")
def test_the_seasons() -> None:
    assert season(1) == "winter 1941-42"
    assert season(2) == "spring 1942"
    assert season(4) == "autumn 1942"
    assert season(5) == "winter 1942-43"
    assert season(16) == "autumn 1945"
    assert len({season(t) for t in TURNS}) == 16


@pytest.mark.ruling("year-of-winter-turn")
@pytest.mark.clause("4.4a", "4.4b")
def test_four_turns_draw_from_the_deck_of_each_year() -> None:
    assert Counter(deck_year(t) for t in TURNS) == dict.fromkeys(YEARS, 4)
    assert [t for t in TURNS if t > 1 and deck_year(t) != deck_year(t - 1)] == [5, 9, 13]


@pytest.mark.clause("4.1f", "4.2c", "4.2d")
def test_who_names_a_card_first() -> None:
    assert declares_first(1) is None
    assert {declares_first(t) for t in range(2, 9)} == {Side.ALLIES}
    assert {declares_first(t) for t in range(9, 17)} == {Side.JAPAN}


@pytest.mark.ruling("year-of-winter-turn")
@pytest.mark.clause("10.4d", "10.4e")
def test_the_row_of_the_submarine_table() -> None:
    assert {submarine_row(t) for t in range(1, 9)} == {"1941-1943"}
    assert {submarine_row(t) for t in range(9, 17)} == {"1944-1945"}


@pytest.mark.parametrize("turn", [0, 17, -1])
def test_a_turn_that_is_none_is_refused(track: Track, turn: int) -> None:
    for ask in (season, deck_year, declares_first, submarine_row):
        with pytest.raises(ValueError, match=f"no turn {turn}"):
            ask(turn)
    with pytest.raises(ValueError, match=f"no turn {turn}"):
        track.brp(turn, Side.JAPAN)


@pytest.mark.parametrize(
    ("column", "value", "says"),
    [
        ("turn", "17", "must be a turn of the game"),
        ("turn", "", "must be a turn of the game"),
        ("turn", "2", ""),
        ("side", "axis", "must be japan or allies"),
        ("side", "", "is missing"),
        ("side", "japan", "two rows for japan"),
        ("brp", "", "is missing"),
        ("brp", "-3", "must be a whole number"),
        ("brp", "100", "must be 0 to 99"),
        ("grade", "sure", "must be printed"),
        ("grade", "", "is missing"),
    ],
)
def test_a_broken_track_is_refused_by_line_and_column(
    tmp_path: Path, column: str, value: str, says: str
) -> None:
    changed(tmp_path, "turns.csv", TURN_COLUMNS, {column: value})
    with pytest.raises(BadData) as caught:
        read_turns(tmp_path)
    twice = {("side", "japan"): "line 3, turn", ("turn", "2"): "line 5, turn"}
    key = twice.get((column, value), f"line 3, {column}")
    assert (caught.value.source, caught.value.key) == ("turns.csv", key)
    assert says in str(caught.value)


def test_a_turn_that_is_missing_is_named(tmp_path: Path) -> None:
    rows = [r for r in shipped_rows("turns.csv") if (r["turn"], r["side"]) != ("7", "allies")]
    with pytest.raises(BadData, match=r"turns\.csv: turn 7: a row for allies is missing"):
        read_turns(write(tmp_path, "turns.csv", TURN_COLUMNS, rows))


# The cards.


@pytest.mark.clause("2.2k", "4.0a")
def test_there_are_ten_cards_a_year(cards: Cards) -> None:
    assert tuple(card.id for card in cards) == CARD_IDS
    assert len(cards) == 40
    assert [len(cards.of_year(year)) for year in YEARS] == [10] * 4


@pytest.mark.clause("4.1a")
def test_the_red_cards_are_those_held_out_of_the_first_deal(
    cards: Cards, scenarios: dict[str, Scenario]
) -> None:
    assert tuple(c.id for c in cards.of_year(1942) if c.red) == scenarios["standard"].held_out
    assert tuple(c.id for c in cards.of_year(1943) if c.red) == scenarios["1943"].held_out
    assert {c.red for c in cards.of_year(1942)} == {True, False}


def test_a_card_that_nobody_describes_is_blank_and_says_so(cards: Cards) -> None:
    named = {c.id: c.name for c in cards if not c.is_blank}
    assert set(named) == {
        "1942-02",
        "1942-03",
        "1942-05",
        "1942-10",
        "1943-09",
        "1944-06",
        "1944-08",
    }
    for card in cards:
        if card.is_blank:
            assert (card.origin.grade, card.japan, card.allies) == (Grade.UNKNOWN, "", "")
            assert card.label == f"{card.id} ({BLANK})"
        else:
            assert card.label == f"{card.id} {card.name}"
    assert {c.year for c in cards.unnumbered} == {1942, 1943, 1945}
    assert all(c.origin.grade is Grade.ASSUMED for c in cards.unnumbered)


def test_effects_known_from_players_only_are_not_graded_as_printed(cards: Cards) -> None:
    for card in (*cards, *cards.unnumbered):
        for text in (card.japan, card.allies):
            told = re.search(r"\((\d+\.\d+|as players report)\)\.$", text)
            assert not text or told, card.id
            if told and told[1] == "as players report":
                assert card.origin.grade is Grade.ASSUMED, card.id


@pytest.mark.clause("14.1a", "14.1c", "14.1d", "4.5e")
def test_the_cards_of_the_examples(cards: Cards) -> None:
    assert cards.card("1942-02").name.startswith("Midget submarine")
    assert "Allied naval unit" in cards.card("1942-03").japan
    assert "2 RP" in cards.card("1942-10").allies
    cobra = cards.card("1944-06")
    assert cobra.forced is True
    assert cobra.japan == cobra.allies != ""
    assert cards.card("1944-08").allies
    with pytest.raises(NotAvailable, match=r"no card '1942-11'\. Did you mean"):
        cards.card("1942-11")


def test_no_card_known_to_be_forced_can_be_in_a_starting_hand(
    cards: Cards, scenarios: dict[str, Scenario]
) -> None:
    """Ruling forced-initial-hand: whether a blank one is forced is not known, so it may occur."""
    for name in ("standard", "1943"):
        start = scenarios[name]
        dealt = [c for c in cards.of_year(start.decks[0]) if c.id not in start.held_out]
        assert not any(c.forced for c in dealt)
        assert any(c.forced is None for c in dealt)


@pytest.mark.parametrize(
    ("column", "change", "says"),
    [
        ("id", {"id": "1946-01"}, "1942-01 to 1945-10"),
        ("id", {"id": ""}, "1942-01 to 1945-10"),
        ("id", {"id": "1942-01"}, "stands twice"),
        ("name", {"id": "1944-??", "name": ""}, "has a name at least"),
        ("grade", {"name": ""}, "must be unknown where no name is given"),
        ("grade", {"grade": "unknown"}, "cannot be unknown where a name is given"),
        ("grade", {"grade": "guess"}, "must be printed"),
        ("grade", {"grade": ""}, "is missing"),
        ("red", {"red": "yes"}, "must be true, false or empty"),
        ("forced", {"forced": "1"}, "must be true, false or empty"),
        ("japan", {"name": "", "grade": "unknown", "japan": "x"}, "must be empty"),
        ("allies", {"name": "", "grade": "unknown", "allies": "x"}, "must be empty"),
        ("japan_effect", {"name": "", "grade": "unknown", "japan_effect": "rp 1"}, "must be empty"),
        ("allies_effect", {"allies_effect": "rp"}, "after rp comes perhaps own or enemy"),
    ],
)
def test_a_broken_card_is_refused_by_line_and_column(
    tmp_path: Path, column: str, change: dict[str, str], says: str
) -> None:
    changed(tmp_path, "cards.csv", CARD_COLUMNS, change)
    with pytest.raises(BadData) as caught:
        read_cards(tmp_path)
    assert (caught.value.source, caught.value.key) == ("cards.csv", f"line 3, {column}")
    assert says in str(caught.value)


def test_a_card_that_is_missing_is_named(tmp_path: Path) -> None:
    rows = [r for r in shipped_rows("cards.csv") if r["id"] != "1944-04"]
    with pytest.raises(BadData, match=r"cards\.csv: 1944-04: its row is missing"):
        read_cards(write(tmp_path, "cards.csv", CARD_COLUMNS, rows))


@given(st.sampled_from(["turns.csv", "cards.csv"]), st.data())
@examples(100)
def test_any_text_in_a_cell_is_read_or_refused_by_name(name: str, data: st.DataObject) -> None:
    columns = TURN_COLUMNS if name == "turns.csv" else CARD_COLUMNS
    column = data.draw(st.sampled_from(columns))
    text = data.draw(st.text(max_size=6))
    with tempfile.TemporaryDirectory() as folder:
        changed(Path(folder), name, columns, {column: text})
        try:
            (read_turns if name == "turns.csv" else read_cards)(Path(folder))
        except BadData as error:
            assert error.source.endswith(name)
            assert error.key


# The scenarios.


@pytest.mark.clause("4.4a")
@pytest.mark.parametrize("name", ["standard", "1943"])
def test_two_cards_are_left_in_the_deck_at_the_end_of_each_year(
    scenarios: dict[str, Scenario], name: str
) -> None:
    start = scenarios[name]
    for year in start.decks:
        left = 10
        turns = [t for t in TURNS if deck_year(t) == year and t >= start.first_turn]
        if year == start.decks[0]:
            left -= 2 * start.deal
            turns = [t for t in turns if t > 1]
        assert left - 2 * len(turns) == 2, year


@pytest.mark.clause("4.1a", "3.3h", "3.3i", "3.3j", "3.3k")
def test_turns_and_cards_of_the_starts(scenarios: dict[str, Scenario]) -> None:
    standard, later = scenarios["standard"], scenarios["1943"]
    assert (standard.first_turn, standard.last_turn, standard.surprise) == (1, 16, True)
    assert standard.held_out == ("1942-01", "1942-05", "1942-08")
    assert (later.first_turn, later.last_turn, later.surprise) == (6, 16, False)
    assert later.held_out == ("1943-07", "1943-08", "1943-09")
    assert 1942 not in later.decks
    assert scenarios["short"].agreed_end


@pytest.mark.clause("6.6.2f")
def test_the_optional_bases(scenarios: dict[str, Scenario]) -> None:
    six = ("0207", "0509", "0607", "0710", "1205", "1407")
    assert scenarios["standard"].optional_bases == scenarios["short"].optional_bases == six


def test_what_is_not_given_is_said_with_the_file_that_would_hold_it(
    scenarios: dict[str, Scenario],
) -> None:
    open_ones = {name for name, one in scenarios.items() if not one.complete}
    assert open_ones == {"1943", "delayed-entry"}
    for name in open_ones:
        one = scenarios[name]
        assert one.setup in one.missing
        assert not is_available(shipped(), one)
    assert is_available(shipped(), scenarios["short"])


def test_every_scenario_names_its_section_and_its_reason(scenarios: dict[str, Scenario]) -> None:
    sections = {clause.section for clause in rulebook.clauses().values()}
    for one in scenarios.values():
        assert one.section in sections and one.why
        printed = one.name != "delayed-entry"
        assert one.origin.grade is (Grade.PRINTED if printed else Grade.ASSUMED)
        for note in one.notes:
            named = re.findall(r"\d+\.\d+(?:\.\d+)?", note)
            assert named and set(named) <= sections, note


BROKEN = [
    ('format = "witp-scenarios/1"', 'format = "witp-scenarios/2"', "format"),
    ('name = "short"', 'name = "standard"', "scenarios[1].name"),
    ('name = "standard"', 'name = ""', "scenarios[0].name"),
    ('title = "Short game"', "title = 3", "scenarios[1].title"),
    ('title = "Short game"\n', "", "scenarios[1].title"),
    ('grade = "printed"', 'grade = "sure"', "scenarios[0].grade"),
    ("first_turn = 6", "first_turn = 0", "scenarios[2].first_turn"),
    ("first_turn = 6", 'first_turn = "6"', "scenarios[2].first_turn"),
    ("last_turn = 16", "last_turn = 17", "scenarios[0].last_turn"),
    ('setup = "setup_1943.csv"', 'setup = "../setup_1943.csv"', "scenarios[2].setup"),
    ('setup = "setup_1943.csv"', 'setup = "a\\\\b.csv"', "scenarios[2].setup"),
    ('setup = "units.csv"', 'setup = "mine.csv"', "scenarios[0].setup"),
    ("complete = false", "complete = true", "scenarios[2].setup"),
    ("decks = [1943, 1944, 1945]", "decks = [1944, 1943]", "scenarios[2].decks"),
    ("decks = [1943, 1944, 1945]", "decks = []", "scenarios[2].decks"),
    ('"1943-09"]', '"1943-11"]', "scenarios[2].held_out"),
    ("deal = 1", "deal = 5", "scenarios[0].deal"),
    ("surprise = true", 'surprise = "yes"', "scenarios[0].surprise"),
    ('"1407"]', '"0207"]', "scenarios[0].optional_bases"),
    ("agreed_end = true", "agreed = true", "scenarios[1].agreed"),
]


@pytest.mark.parametrize(("old", "new", "key"), BROKEN)
def test_a_broken_scenario_is_refused_by_its_key(
    tmp_path: Path, old: str, new: str, key: str
) -> None:
    shutil.copytree(shipped(), tmp_path, dirs_exist_ok=True)
    file = tmp_path / "scenarios.toml"
    text = file.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), "utf-8")
    with pytest.raises(BadData) as caught:
        read_scenarios(tmp_path)
    assert Path(caught.value.source).name == "scenarios.toml"
    assert caught.value.key == key


def test_what_is_missing_must_be_said(tmp_path: Path) -> None:
    shutil.copytree(shipped(), tmp_path, dirs_exist_ok=True)
    file = tmp_path / "scenarios.toml"
    text = re.sub(r'^missing = ".*"$', 'missing = ""', file.read_text("utf-8"), flags=re.M)
    file.write_text(text, "utf-8")
    with pytest.raises(BadData, match=r"scenarios\[2\]\.missing = \"\": must say what is missing"):
        read_scenarios(tmp_path)


def test_an_unknown_scenario_is_answered_with_the_names() -> None:
    assert find(shipped(), "short").section == "13.2"
    with pytest.raises(NotAvailable, match="There are: standard, short, 1943, delayed-entry"):
        find(shipped(), "1944")
