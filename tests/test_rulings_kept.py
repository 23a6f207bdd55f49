"""Every ruling is decided somewhere and held to its reading; the switches to each of theirs."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from witp_learn import rulebook
from witp_learn.coverage import decided, marks
from witp_learn.coverage.code import PACKAGE
from witp_learn.coverage.rulings import DECIDING, slugs

TESTS = Path(__file__).parent
SLUGS = tuple(rulebook.rulings())
HELD = marks.tested(TESTS, marks.RULING)
DECIDED = decided()


def letters(test: str, slug: str) -> set[str]:
    """The readings that a marked test names: ``"b"``, ``slug=b``, or each of ``"abc"``."""
    path, name = test.split("::", 1)
    tree = ast.parse((TESTS.parent / path).read_text("utf-8"))
    (node,) = (n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef) and n.name == name)
    texts = [n.value for n in ast.walk(node) if isinstance(n, ast.Constant)]
    return {
        letter
        for letter in rulebook.ruling(slug).options
        for text in texts
        if text in (letter, "ab", "abc") or f"{slug}={letter}" in str(text)
    }


def test_there_are_146_rulings_and_16_switches() -> None:
    assert (len(SLUGS), len(rulebook.switches())) == (146, 16)


@pytest.mark.parametrize("slug", SLUGS)
def test_every_ruling_is_cited_where_it_is_decided(slug: str) -> None:
    assert DECIDED.get(slug), f"no docstring and none of {DECIDING} names it"


@pytest.mark.parametrize("slug", SLUGS)
def test_every_ruling_has_a_test_that_holds_it(slug: str) -> None:
    assert HELD.get(slug), f'no test is marked @pytest.mark.ruling("{slug}")'


def test_marks_name_rulings_that_there_are() -> None:
    assert set(HELD) <= set(SLUGS)


def test_what_a_rulings_line_names_is_a_ruling() -> None:
    for file in sorted(PACKAGE.rglob("*.py")):
        text = re.sub(r",\n +", ", ", file.read_text("utf-8"))
        for line in re.findall(r"^ *Rulings: (.+)$", text, re.MULTILINE):
            assert tuple(line.rstrip(".").split(", ")) == slugs(line), f"{file.name}: {line}"


@pytest.mark.parametrize("slug", rulebook.switches())
def test_every_reading_of_a_switch_is_tried(slug: str) -> None:
    """What is not the default is chosen by a marked test; the default needs no choosing."""
    item, tests = rulebook.ruling(slug), HELD[slug]
    tried = {item.default}.union(*(letters(test, slug) for test in tests))
    assert tried == set(item.options), f"tried in {', '.join(tests)}"
