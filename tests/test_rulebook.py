"""The rulebook data hang together, and looking things up in them works."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from witp_learn import rulebook
from witp_learn.rulebook import UnknownRule

DATA = Path(rulebook.__file__).parent / "data"

SWITCHES = {
    "air-hits-total-vs-each": "ab",
    "assault-may-or-must": "ab",
    "assault-vs-lone-air": "ab",
    "azoc-air-redeploy": "abc",
    "azoc-combat-support": "ab",
    "enemy-fleet-eliminated-or-gone": "ab",
    "rangoon-example-turn": "ab",
    "redeploy-into-continuing": "ab",
    "stacking-check-time": "ab",
    "sudden-death-example-math": "abc",
    "supply-line-endpoints": "ab",
    "supply-range-three": "ab",
    "supply-simultaneity": "ab",
    "target-hex-once-scope": "ab",
    "transport-hit-vs-singapore": "ab",
    "winner-hits-basis": "abc",
}

# Where the design decides against the first reading, or the only trigger printed does.
NOT_FIRST = {
    "base-after-reversion",
    "d-damage-spreading",
    "die-six-cv-choice",
    "hollandia-0807-control",
    "striped-hex-list",
    "sudden-death-example-math",
}

KINDS = """
definition setup timing permission prohibition cost effect calculation victory option example
"""
PHASES = """
any setup turn-start event resource supply-base supply-check movement combat redeploy redeploy-fleet
redeploy-air-land stacking rebuild reinforcement turn-end game-end
"""


def ids(clauses: tuple[rulebook.Clause, ...]) -> list[str]:
    return [clause.id for clause in clauses]


def every_text() -> list[tuple[str, str]]:
    texts = []
    for clause in rulebook.clauses().values():
        texts += [(clause.id, clause.says), (clause.id, clause.title)]
        if clause.example:
            example = clause.example
            texts += [(clause.id, text) for text in (example.given, example.expect, example.check)]
    for ruling in rulebook.rulings().values():
        words = (ruling.question, ruling.examples, ruling.why, *ruling.options.values())
        texts += [(ruling.slug, text) for text in words]
    texts += [(term.name, term.meaning) for term in rulebook.glossary().values()]
    return texts


# --- the data -------------------------------------------------------------------------------------


def test_counts() -> None:
    assert len(rulebook.clauses()) == 619
    assert len(rulebook.rulings()) == 146
    assert len(rulebook.glossary()) >= 45


def test_no_row_was_lost_to_a_repeated_name() -> None:
    rows = (DATA / "clauses.csv").read_text(encoding="utf-8").splitlines()
    assert len(rows) == 1 + 619
    tables = tomllib.loads((DATA / "rulings.toml").read_text(encoding="utf-8"))["ruling"]
    assert len({table["slug"] for table in tables}) == len(tables) == 146
    terms = tomllib.loads((DATA / "glossary.toml").read_text(encoding="utf-8"))["term"]
    names = [name.casefold() for term in terms for name in (term["name"], *term.get("also", ()))]
    assert sorted(set(names)) == sorted(names)


def test_clause_fields_use_the_known_words() -> None:
    for clause in rulebook.clauses().values():
        assert clause.kind in KINDS.split(), clause.id
        assert clause.phase in PHASES.split(), clause.id
        assert rulebook.section_of(clause.id) == clause.section
        assert clause.title
        assert (clause.example is not None) == (clause.kind == "example"), clause.id


def test_examples_say_whether_the_rules_agree() -> None:
    for clause in rulebook.clauses().values():
        if clause.example:
            assert clause.example.given and clause.example.expect, clause.id
            verdict = re.match(r"\w+", clause.example.check)
            assert verdict and verdict[0] in {"consistent", "conditional", "inconsistent"}


def test_every_reference_of_a_clause_resolves() -> None:
    known = rulebook.clauses()
    for clause in known.values():
        assert not set(clause.needs) - set(known), clause.id
        assert clause.id not in clause.needs
        assert not set(clause.rulings) - set(rulebook.rulings()), clause.id


def test_section_numbers_named_in_a_text_exist() -> None:
    known = set(rulebook.clauses()) | set(rulebook.sections())
    pattern = re.compile(r"\b(\d{1,2}\.\d(?:\.\d)?[a-z]{0,2})\b")
    named = {(where, ref) for where, text in every_text() for ref in pattern.findall(text)}
    missing = {(where, ref) for where, ref in named if ref not in known}
    assert missing == {("term-drift", "9.4.1")}


def test_needs_never_form_a_cycle() -> None:
    known = rulebook.clauses()
    done: set[str] = set()

    def visit(clause_id: str, above: tuple[str, ...]) -> None:
        assert clause_id not in above, (*above, clause_id)
        if clause_id not in done:
            for need in known[clause_id].needs:
                visit(need, (*above, clause_id))
            done.add(clause_id)

    for clause_id in known:
        visit(clause_id, ())


def test_rulings_and_clauses_name_each_other() -> None:
    from_rulings = {(r.slug, c) for r in rulebook.rulings().values() for c in r.clauses}
    from_clauses = {(slug, c.id) for c in rulebook.clauses().values() for slug in c.rulings}
    assert from_rulings == from_clauses


def test_every_ruling_is_complete() -> None:
    for ruling in rulebook.rulings().values():
        assert ruling.kind in {"silence", "contradiction", "misprint", "map"}
        assert ruling.impact in {"high", "medium", "low"}
        names = [reading.name for reading in ruling.readings]
        assert names == list("abc"[: len(names)]) and len(names) >= 2, ruling.slug
        assert len(set(ruling.options.values())) == len(names), ruling.slug
        assert ruling.default in names
        assert ruling.sections and "?" in ruling.question, ruling.slug
        assert ruling.why.endswith(".") and ruling.examples.endswith("."), ruling.slug


def test_defaults_are_the_first_reading_but_for_six() -> None:
    other = {r.slug for r in rulebook.rulings().values() if r.default != "a"}
    assert other == NOT_FIRST
    assert {rulebook.ruling(slug).default for slug in NOT_FIRST} == {"b"}


def test_the_switches() -> None:
    switches = rulebook.switches()
    assert {slug: "".join(ruling.options) for slug, ruling in switches.items()} == SWITCHES
    for ruling in switches.values():
        assert ruling.kind in {"contradiction", "silence"}, ruling.slug
        assert "It is a switch" in ruling.why, ruling.slug


def test_texts_are_short_and_spelled_out() -> None:
    for where, text in every_text():
        assert text == text.strip() and "  " not in text, where
        assert not re.search(r"\b(AIR|LND|NAV|CV)\b", text), where
        assert not re.search(r"illegal|invalid|oops|!", text, re.I), where
        assert not re.search(r"\b(color|center|neighbor|defense)", text, re.I), where
    for clause in rulebook.clauses().values():
        assert 0 < len(clause.says) <= 400, clause.id
        assert clause.says[-1] in ".)", clause.id
    for term in rulebook.glossary().values():
        assert len(term.meaning.split()) <= 30, term.name


def test_glossary_is_sorted_and_its_sections_exist() -> None:
    names = list(rulebook.glossary())
    assert names == sorted(names, key=str.casefold)
    for term in rulebook.glossary().values():
        assert term.sections and not set(term.sections) - set(rulebook.sections()), term.name


# --- order and sections ---------------------------------------------------------------------------


def natural(number: str) -> list[int]:
    return [int(part) for part in number.split(".")]


def test_sections_stand_in_natural_order() -> None:
    numbers = [n for n in rulebook.sections() if re.fullmatch(r"[\d.]+", n)]
    assert numbers == sorted(numbers, key=natural)
    assert numbers.index("6.6.2") == numbers.index("6.6.1") + 1
    assert numbers.index("9.7") < numbers.index("10") < numbers.index("10.0")


def test_clauses_stand_in_the_order_of_their_letters() -> None:
    in_china = [clause_id for clause_id in rulebook.clauses() if clause_id.startswith("12.2")]
    assert in_china[0] == "12.2a"
    assert in_china[25:] == ["12.2z", "12.2aa", "12.2ab"]
    assert list(rulebook.clauses())[-1].startswith("D-")


def test_a_section_holds_its_subsections() -> None:
    assert ids(rulebook.section("7.2")) == ["7.2a", "7.2b"]
    assert {clause.section for clause in rulebook.section("9.6")} == {
        "9.6",
        "9.6.1",
        "9.6.2",
        "9.6.3",
    }
    assert {clause.section for clause in rulebook.section("6.6")} == {"6.6.1", "6.6.2"}
    assert len(rulebook.section("7")) > len(rulebook.section("7.0")) == 4
    assert rulebook.section("12.0") == rulebook.section("12")
    assert all(clause.id.startswith("D-") for clause in rulebook.section("D"))
    with pytest.raises(UnknownRule, match=r'no section "7\.9"; near it: .*7\.'):
        rulebook.section("7.9")


def test_titles_of_headings_without_clauses() -> None:
    titles = rulebook.sections()
    assert titles["6.6"] == "Special rules for turn 1"
    assert titles["12"] == "Special rules"
    assert titles["7"] == titles["7.0"] == "Air and land supply check"
    assert titles["7.1"] == "Units in supply"


@pytest.mark.parametrize(
    ("clause_id", "section"),
    [("7.1c", "7.1"), ("12.2aa", "12.2"), ("2.cards-b", "2.cards"), ("D-main-3", "D-main")],
)
def test_section_of(clause_id: str, section: str) -> None:
    assert rulebook.section_of(clause_id) == section


def test_section_of_refuses_a_section_number() -> None:
    with pytest.raises(UnknownRule, match="not a clause id"):
        rulebook.section_of("7.1")


# --- readings -------------------------------------------------------------------------------------


def test_reading_is_the_chosen_one_or_the_default() -> None:
    assert rulebook.reading("supply-range-three", {}) == "a"
    assert rulebook.reading("supply-range-three", {"supply-range-three": "b"}) == "b"
    assert rulebook.reading("supply-range-three", {"supply-simultaneity": "b"}) == "a"
    assert rulebook.reading("sudden-death-example-math", {}) == "b"
    assert rulebook.reading("trp-floor", {"trp-floor": "a"}) == "a"


def test_reading_names_the_right_ones() -> None:
    with pytest.raises(UnknownRule, match=r'no reading "z".*a: .*limit.*b: ') as caught:
        rulebook.reading("supply-range-three", {"supply-range-three": "z"})
    assert isinstance(caught.value, LookupError)
    with pytest.raises(UnknownRule, match="near it: supply-range-three"):
        rulebook.reading("supply-range", {})
    with pytest.raises(UnknownRule, match=r"trp-floor cannot be switched.*supply-range-three"):
        rulebook.reading("trp-floor", {"trp-floor": "b"})


def test_check_readings() -> None:
    rulebook.check_readings({"winner-hits-basis": "c", "supply-range-three": "b"})
    with pytest.raises(UnknownRule):
        rulebook.check_readings({"winner-hits-basis": "d"})
    with pytest.raises(UnknownRule):
        rulebook.check_readings({"winners-hits": "b"})


def test_ruling_as_plain_data() -> None:
    data = rulebook.ruling("supply-range-three").as_dict()
    assert data["sections"] == ["7.1", "7.3"]
    assert data["clauses"] == ["7.1c", "7.1j", "7.3i"]
    assert data["options"].keys() == {"a", "b"}
    assert data["default"] == "a" and data["switch"] is True


# --- looking up and searching ---------------------------------------------------------------------


def test_look_up_a_section() -> None:
    entry = rulebook.look_up("7.1")
    assert (entry.ref, entry.kind, entry.title) == ("7.1", "section", "Units in supply")
    assert ids(entry.clauses) == [f"7.1{letter}" for letter in "abcdefghij"]
    assert "supply-range-three" in [ruling.slug for ruling in entry.rulings]
    assert "hex between" in [term.name for term in entry.terms]


def test_look_up_a_clause() -> None:
    entry = rulebook.look_up("7.1c")
    assert (entry.ref, entry.kind) == ("7.1c", "clause")
    assert ids(entry.clauses) == ["7.1c"]
    assert [ruling.slug for ruling in entry.rulings] == ["supply-range-three"]
    assert "base" in [term.name for term in entry.terms]


def test_look_up_a_deep_section() -> None:
    entry = rulebook.look_up("9.6.1")
    assert ids(entry.clauses)[0] == "9.6.1a" and len(entry.clauses) == 11
    assert "winner-hits-basis" in [ruling.slug for ruling in entry.rulings]


def test_look_up_a_ruling() -> None:
    entry = rulebook.look_up("supply-range-three")
    assert (entry.ref, entry.kind) == ("supply-range-three", "ruling")
    assert ids(entry.clauses) == ["7.1c", "7.1j", "7.3i"]
    assert [ruling.slug for ruling in entry.rulings] == ["supply-range-three"]


def test_look_up_a_word() -> None:
    entry = rulebook.look_up("azoc")
    assert (entry.ref, entry.kind) == ("air zone", "term")
    assert {clause.section for clause in entry.clauses} == {"2.2.3"}
    assert [term.name for term in entry.terms] == ["air zone"]


@pytest.mark.parametrize(
    ("typed", "ref"),
    [
        ("7.1C", "7.1c"),
        ("§7.1", "7.1"),
        ("rule 7.1c", "7.1c"),
        ("(7.1)", "7.1"),
        ("12.0", "12"),
        ("supply range three", "supply-range-three"),
        ("Supply base", "base"),
        ("bases", "base"),
    ],
)
def test_look_up_forgives_spelling(typed: str, ref: str) -> None:
    assert rulebook.look_up(typed).ref == ref


def test_every_reference_can_be_looked_up() -> None:
    for clause_id in rulebook.clauses():
        assert rulebook.look_up(clause_id).ref == clause_id
    for number in rulebook.sections():
        assert rulebook.look_up(number).ref == number
    for slug in rulebook.rulings():
        assert rulebook.look_up(slug).ref == slug
    for term in rulebook.glossary().values():
        for name in term.names:
            assert rulebook.look_up(name).ref == term.name


@pytest.mark.parametrize(
    ("typed", "near"),
    [("7.1z", "7.1"), ("supply-range", "supply-range-three"), ("azc", "AZOC"), ("9.4.1", "9.4.2")],
)
def test_unknown_reference_names_near_ones(typed: str, near: str) -> None:
    with pytest.raises(UnknownRule) as caught:
        rulebook.look_up(typed)
    message = str(caught.value)
    assert f'"{typed}"' in message
    assert near in message.split("near it: ")[1].split(", ")


def test_unknown_reference_without_neighbours() -> None:
    with pytest.raises(UnknownRule, match=r'"qqqq"$'):
        rulebook.look_up("qqqq")


def test_find_puts_the_name_first() -> None:
    assert [found.ref for found in rulebook.find("7.1")][:3] == ["7.1", "7.1a", "7.1b"]
    assert rulebook.find("AZOC")[0].ref == "air zone"
    assert rulebook.find("supply-range-three")[0].ref == "supply-range-three"


def test_find_needs_every_word() -> None:
    refs = [found.ref for found in rulebook.find("Rabaul attrited", limit=100)]
    assert "2.2.3l" in refs and "2.2.3k" not in refs
    assert rulebook.find("   ") == ()
    assert rulebook.find("zeppelin") == ()
    assert len(rulebook.find("unit", limit=7)) == 7


def test_find_gives_references_that_can_be_looked_up() -> None:
    for found in rulebook.find("supply", limit=500):
        assert rulebook.look_up(found.ref).kind == found.kind


def test_words_of_the_other_ruleset_stay_out() -> None:
    second = [term.name for term in rulebook.look_up("D-main-2").terms]
    assert second == ["artillery"]
    first = [term.name for term in rulebook.look_up("9.6.1a").terms]
    assert "hit" in first
    for ref in rulebook.clauses():
        for term in rulebook.look_up(ref).terms:
            assert any(s.startswith("D") == ref.startswith("D") for s in term.sections), ref


def test_terms_in_a_text() -> None:
    terms = rulebook.terms_in("Test 4: hexes between must not lie in an enemy AZOC or air zone.")
    assert [term.name for term in terms] == ["hex between", "air zone"]
    assert rulebook.terms_in("Nothing of note.") == ()
    assert "base" not in [term.name for term in rulebook.terms_in("A database.")]


# --- as text --------------------------------------------------------------------------------------


def test_an_entry_says_itself_as_text() -> None:
    text = str(rulebook.look_up("7.1c"))
    lines = text.splitlines()
    assert lines[0] == "7.1c  Units in supply"
    assert "supply-range-three (switch; 7.1, 7.3)" in lines
    assert any(line.startswith("  * a  ") for line in lines)
    assert any(line.startswith("    b  ") for line in lines)
    assert max(map(len, lines)) <= 80
    assert "Given: " in rulebook.look_up("7.3i").text()


def test_a_ruling_and_a_term_come_first_in_their_entry() -> None:
    assert rulebook.look_up("trp-floor").text().startswith("trp-floor (silence; ")
    assert rulebook.look_up("azoc").text().startswith("air zone (also: AZOC")


def test_text_of_every_record_has_its_name() -> None:
    for ref in ("7.3i", "7", "D-main", "hit", "kure-hex-number"):
        entry = rulebook.look_up(ref)
        assert entry.ref in entry.text()
    assert str(rulebook.find("7.1c")[0]).startswith("7.1c  ")


# --- how it is read -------------------------------------------------------------------------------


def test_importing_reads_no_file() -> None:
    program = (
        "import sys; seen = []\n"
        "sys.addaudithook(lambda e, a: seen.append(str(a[0])) if e == 'open' else None)\n"
        "import witp_learn.rulebook\n"
        "sys.exit(any(name.endswith(('.csv', '.toml')) for name in seen))"
    )
    root = Path(rulebook.__file__).parents[1]
    assert subprocess.run([sys.executable, "-c", program], cwd=root, check=False).returncode == 0


def test_records_and_tables_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        rulebook.clause("7.1c").says = "x"
    for table in (rulebook.clauses(), rulebook.rulings(), rulebook.glossary()):
        with pytest.raises(TypeError):
            table["x"] = None
    assert hash(rulebook.ruling("supply-range-three"))
    assert rulebook.clauses() is rulebook.clauses()
