"""The coverage of the rulebook: how it is read, what the command prints, and that it is whole."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from witp_learn import rulebook
from witp_learn.cli import app
from witp_learn.coverage import (
    Coverage,
    Decided,
    Row,
    coverage,
    decided,
    descriptive,
    implemented,
    marks,
)
from witp_learn.coverage import report as reporting
from witp_learn.coverage.code import citing, named
from witp_learn.coverage.marks import marked
from witp_learn.coverage.rulings import citing as ruled

RUN = CliRunner()

CODE = '''
"""A module.

Rules: 3.1a
"""

class Kind:
    """Kinds.

    Rules: 2.2b
    """

    @property
    def is_fleet(self):
        """Whether it sails. Rules: not a last paragraph, so 7.1a is not named.

        Rules: 2.2d, 8.7e-g,
        9.1a
        """

def plain():
    """Nothing named."""
'''

TESTS = """
import pytest
from pytest import mark

pytestmark = [mark.clause("3.1a"), pytest.mark.slow]
IDS = ("5.1a", "5.1b")
ROWS = [pytest.param(1, marks=pytest.mark.clause("8.9f")), 2]

@pytest.mark.clause("7.1a", "7.1c")
def test_one(): ...

@pytest.mark.parametrize("n", ROWS)
@pytest.mark.clause(*IDS)
def test_rows(n): ...

@pytest.mark.clause("6.1a")
class TestBoth:
    @pytest.mark.clause("6.1b")
    def test_two(self): ...

@pytest.mark.ruling("trp-floor", "supply-range-three")
@pytest.mark.clause("9.9z")
def helper(): ...

@pytest.mark.ruling("trp-floor")
def test_ruled(): ...

def test_nothing(): ...
"""


@pytest.fixture(scope="module")
def found() -> Coverage:
    return coverage()


def test_a_docstring_names_its_clauses_in_its_last_paragraph() -> None:
    found = dict(citing(CODE))
    assert found == {
        "": ("3.1a",),
        "Kind": ("2.2b",),
        "Kind.is_fleet": ("2.2d", "8.7e", "8.7f", "8.7g", "9.1a"),
    }


@pytest.mark.parametrize("text", ["", "Rules:", "See Rules: 7.1a", "Rules: 7.1a\n\nAnd more."])
def test_what_is_no_last_paragraph_of_rules_names_nothing(text: str) -> None:
    assert named(text) == ()


def test_the_rules_of_a_dice_pool_function_are_read_over_two_lines() -> None:
    text = "Sums.\n\nRules: D-units-7, D-units-8,\nD-main-2"
    assert named(text) == ("D-units-7", "D-units-8", "D-main-2")


def test_marks_count_on_tests_classes_rows_and_modules() -> None:
    found: dict[str, list[str]] = {}
    for test, clause in marked(TESTS):
        found.setdefault(test, []).append(clause)
    assert found == {
        "": ["3.1a"],
        "test_one": ["7.1a", "7.1c"],
        "test_rows": ["8.9f", "5.1a", "5.1b"],
        "TestBoth::test_two": ["6.1a", "6.1b"],
    }


def test_a_package_and_a_folder_of_tests_are_walked(tmp_path: Path) -> None:
    (tmp_path / "game" / "rules").mkdir(parents=True)
    (tmp_path / "game" / "rules" / "__init__.py").write_text(CODE, "utf-8")
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "test_it.py").write_text(TESTS, "utf-8")
    assert implemented(tmp_path / "game")["2.2d"] == ("game.rules:Kind.is_fleet",)
    assert implemented(tmp_path / "game")["3.1a"] == ("game.rules",)
    assert marks.tested(tmp_path / "tests")["7.1a"] == ("tests/test_it.py::test_one",)


def test_what_a_clause_still_lacks() -> None:
    clause, example = rulebook.clause("7.1c"), rulebook.clause("14.1b")
    assert Row(clause).open == ("implemented", "tested")
    assert Row(clause, ("m:f",), ()).open == ("tested",)
    assert Row(clause, ("m:f",), ("t::t",)).open == ()
    assert Row(clause, descriptive="why").open == ()
    assert Row(example).open == ("tested",)
    assert Row(example, (), ("t::t",)).open == ()
    assert Row(clause, ("m:f",), with_tests=False).open == ()


def test_the_command_prints_every_clause_with_totals_and_chapters() -> None:
    done = RUN.invoke(app, ["coverage", "--json"])
    assert done.exit_code == 0
    found: dict[str, Any] = json.loads(done.stdout)
    assert [row["id"] for row in found["clauses"]] == list(rulebook.clauses())
    row = next(row for row in found["clauses"] if row["id"] == "7.1c")
    assert set(row) >= {"id", "implemented", "tested", "taught", "descriptive"}
    assert "witp_learn.rules.supply" in " ".join(row["implemented"])
    assert any(where.startswith("tests/test_supply.py::") for where in row["tested"])
    assert any("step" in where for where in row["taught"])
    by_id = {row["id"]: row for row in found["clauses"]}
    assert "examples/manila_turn_4.ipynb" in by_id["14.1i"]["taught"]
    assert row["descriptive"] is None
    assert found["note"] is None
    totals = found["totals"]
    assert totals["clauses"] == 619
    assert totals["tested"] == sum(bool(row["tested"]) for row in found["clauses"])
    for key, many in totals.items():
        assert sum(chapter[key] for chapter in found["chapters"]) == many
    assert [c["chapter"] for c in found["chapters"]][-2:] == ["end", "D"]


def test_only_what_is_open_can_be_asked_for() -> None:
    done = RUN.invoke(app, ["coverage", "--open"])
    assert done.stdout.startswith(("Open: ", "Nothing is open."))
    rows = (Row(rulebook.clause("7.1a"), ("m:f",), ("t",)), Row(rulebook.clause("8.1a")))
    plain = reporting.Coverage(rows).as_dict(open_only=True)
    assert [row["id"] for row in plain["clauses"]] == ["8.1a"]
    assert (plain["totals"]["clauses"], plain["totals"]["open"]) == (2, 1)


def test_without_the_checkout_no_test_is_read_and_it_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(reporting, "tests_folder", lambda: None)
    found = coverage()
    assert found.as_dict()["totals"]["tested"] == 0
    assert found.note.startswith("The tests are in the checkout")
    assert found.text().endswith(found.note)
    assert all("tested" not in row.open for row in found.rows)


def test_the_table_has_a_line_for_each_chapter_and_names_what_is_open() -> None:
    rows = (Row(rulebook.clause("7.1a"), ("m:f",), ("t",)), Row(rulebook.clause("8.1a")))
    text = str(reporting.Coverage(rows))
    assert [line.split()[0] for line in text.splitlines()[1:4]] == ["7", "8", "all"]
    assert "Open: 1 of 2 clauses." in text
    assert "  8.1a        not implemented or tested: " in text
    assert str(reporting.Coverage(rows[:1])).endswith("Nothing is open.")


def test_every_clause_that_is_named_anywhere_exists() -> None:
    known = set(rulebook.clauses())
    assert set(implemented()) <= known
    folder = marks.tests_folder()
    assert folder is not None and set(marks.tested(folder)) <= known


def test_only_definitions_and_setups_that_no_code_carries_are_descriptive() -> None:
    carried = implemented()
    assert [clause for clause in descriptive() if clause in carried] == []
    assert {rulebook.clause(clause).kind for clause in descriptive()} <= {"definition", "setup"}


def test_every_clause_is_carried_and_tested(found: Coverage) -> None:
    assert [str(row) for row in found.open] == []


# Rulings

RULED = '''
"""A module, by ruling trp-floor.

Rules: 3.1a
"""

MOST = 3
"""As many as there are (ruling base-count-limits)."""

class Kind:
    def f(self):
        """As ``supply-range-three`` is written; a well-known thing.

        Rulings: tf-bonus-attrited,
        d-round-order
        Rules: 2.2b
        """
        def inner():
            """By reading b of azoc-combat-support."""
'''


def test_docstrings_of_modules_names_and_functions_cite_rulings() -> None:
    assert dict(ruled(RULED)) == {
        "": ("trp-floor", "base-count-limits"),
        "Kind.f": ("tf-bonus-attrited", "d-round-order"),
        "Kind.f.inner": ("azoc-combat-support",),
    }


def test_tests_are_marked_with_rulings_too() -> None:
    assert list(marked(TESTS, marks.RULING)) == [("test_ruled", "trp-floor")]


def test_data_decide_rulings_as_well(tmp_path: Path) -> None:
    (tmp_path / "game" / "data").mkdir(parents=True)
    (tmp_path / "game" / "kinds.py").write_text(RULED, "utf-8")
    text = 'ruling = "manila-total-30"\nnote = "ruling trp-floor"\n'
    (tmp_path / "game" / "data" / "printed_examples.toml").write_text(text, "utf-8")
    found = decided(tmp_path / "game")
    assert found["trp-floor"] == ("game.kinds", "data/printed_examples.toml")
    assert found["manila-total-30"] == ("data/printed_examples.toml",)


def test_what_a_ruling_still_lacks() -> None:
    ruling = rulebook.ruling("trp-floor")
    assert Decided(ruling).open == ("decided", "tested")
    assert Decided(ruling, with_tests=False).open == ("decided",)
    assert Decided(ruling, ("m:f",), ("t::t",)).open == ()
    text = reporting.Coverage((), rulings=(Decided(ruling, ("m:f",)),)).text()
    assert "1 rulings: 1 decided, 0 tested" in text
    assert "Open: 0 of 0 clauses, 1 of 1 rulings." in text
    assert text.endswith("  ruling trp-floor: not tested")


def test_every_ruling_is_listed_with_where_it_is_decided_and_tested(found: Coverage) -> None:
    plain = found.as_dict()
    assert [row["slug"] for row in plain["rulings"]] == list(rulebook.rulings())
    by_slug = {row["slug"]: row for row in plain["rulings"]}
    assert "witp_learn.rules.resources:trp" in by_slug["trp-floor"]["decided"]
    assert by_slug["manila-total-30"]["decided"] == ["data/printed_examples.toml"]
    tests = by_slug["trp-floor"]["tested"]
    assert "tests/test_resources.py::test_points_never_fall_below_nothing" in tests
    totals = plain["ruling_totals"]
    assert totals["rulings"] == 146
    assert totals["decided"] == sum(bool(row["decided"]) for row in plain["rulings"])
    assert found.as_dict(open_only=True)["rulings"] == []
