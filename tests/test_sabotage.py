"""The tool that breaks rule functions to see whether a test notices."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

TESTS = """
import pytest

from witp_learn.rules.resources import trp

@pytest.mark.clause("5.1a")
def test_a_roll():
    assert trp(10, 6, 1).value == 15

@pytest.mark.clause("5.1b")
def test_that_fails_whatever_happens():
    assert trp is None

@pytest.mark.clause("5.3a", "5.3b")
def test_nothing():
    assert True

@pytest.mark.clause("6.5a")
@pytest.mark.browser
def test_that_is_not_run():
    assert False
"""


def run(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(ROOT / "tools" / "sabotage.py"), *words]
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)


@pytest.fixture(scope="module")
def tried(tmp_path_factory: pytest.TempPathFactory) -> subprocess.CompletedProcess[str]:
    file = tmp_path_factory.mktemp("tests") / "test_points.py"
    file.write_text(TESTS, "utf-8")
    names = ("trp", "turn_1_points", "upkeep", "trp_chances")
    only = [word for name in names for word in ("--only", f"rules.resources:{name}")]
    return run(*only, "--tests", str(file))


def test_a_function_that_a_test_of_its_clauses_misses_is_bitten(
    tried: subprocess.CompletedProcess[str],
) -> None:
    assert tried.stderr == ""
    assert "rules.resources:trp:" not in tried.stdout


def test_survivors_are_named_with_the_reason(tried: subprocess.CompletedProcess[str]) -> None:
    assert tried.returncode == 1
    assert "rules.resources:turn_1_points: its tests pass all the same" in tried.stdout
    assert "rules.resources:upkeep: no test names its clauses" in tried.stdout


def test_a_test_that_fails_anyway_bites_nothing(tried: subprocess.CompletedProcess[str]) -> None:
    assert "fail with nothing broken" in tried.stdout
    assert "test_that_fails_whatever_happens" in tried.stdout.splitlines()[-1]


def test_a_name_that_is_no_function_is_refused() -> None:
    done = run("--only", "rules.nothing")
    assert done.returncode == 2
    assert done.stdout == "No function that names clauses is called rules.nothing.\n"


def test_functions_and_the_number_of_their_tests_can_be_listed() -> None:
    done = run("--only", "rules.resources:trp", "--list", "--tests", "tests/test_resources.py")
    assert done.returncode == 0
    assert "tests  rules.resources:trp (5.1a, " in done.stdout


SLEEPY = """
import time

import pytest

from witp_learn.rules.resources import trp, turn_1_points

@pytest.mark.clause("5.1a")
def test_that_takes_a_while():
    time.sleep(2)
    assert trp(10, 6, 1).value == 15

@pytest.mark.clause("5.3a", "5.3b")
def test_that_takes_too_long():
    time.sleep(60)
    assert turn_1_points()
"""


def test_what_takes_too_long_is_tried_once_more_with_more_time_and_then_unsure(
    tmp_path: Path,
) -> None:
    file = tmp_path / "test_sleepy.py"
    file.write_text(SLEEPY, "utf-8")
    names = ("--only", "rules.resources:trp", "--only", "rules.resources:turn_1_points")
    done = run(*names, "--tests", str(file), "--seconds", "0.15", "--jobs", "2")
    assert done.returncode == 1
    assert "rules.resources:trp" not in done.stdout, "noticed with four times as long"
    assert "rules.resources:turn_1_points: unsure, no test had failed after 0.6 s" in done.stdout
    assert done.stdout.splitlines()[-1] == "0 of 2 functions survive, 1 unsure."
