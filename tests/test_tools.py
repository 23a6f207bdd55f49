"""The scripts that set up a machine for the tests."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tools import chromium, notebooks, provenance
from witp_learn.components import FIELDS, shipped, shipped_board


@pytest.fixture
def bare_machine(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """No browser anywhere; the folder is all of PATH."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("CHROMIUM", raising=False)
    monkeypatch.setattr(chromium, "MAC", tmp_path / "none")
    return tmp_path


def program(path: Path) -> Path:
    path.write_text("#!/bin/sh\n")
    path.chmod(0o755)
    return path


def test_a_browser_on_the_path_is_found(bare_machine: Path) -> None:
    chrome = program(bare_machine / "google-chrome")
    assert chromium.find() == str(chrome)
    better = program(bare_machine / "chromium")
    assert chromium.find() == str(better)


def test_a_named_browser_comes_first(bare_machine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program(bare_machine / "chromium")
    named = program(bare_machine / "mine")
    monkeypatch.setenv("CHROMIUM", str(named))
    assert chromium.find() == str(named)
    monkeypatch.setenv("CHROMIUM", str(bare_machine / "missing"))
    assert chromium.find() is None


def test_without_a_browser_the_one_line_is_printed(
    bare_machine: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(chromium, "may_install", lambda: False)
    assert chromium.main() == 1
    assert chromium.INSTALL in capsys.readouterr().err


def test_root_installs_a_browser(bare_machine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chromium, "may_install", lambda: True)
    monkeypatch.setattr(chromium, "install", lambda: program(bare_machine / "chromium"))
    assert chromium.main() == 0


def test_nothing_is_installed_without_apt(bare_machine: Path) -> None:
    assert not chromium.may_install()


def test_notebooks_are_found_and_their_checkpoints_are_not(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name in ("examples/b.ipynb", "tutorials/a.ipynb", "examples/.ipynb_checkpoints/b.ipynb"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("{}")
    monkeypatch.setattr(notebooks, "ROOT", tmp_path)
    assert [path.name for path in notebooks.notebooks()] == ["b.ipynb", "a.ipynb"]


# The page about the data.


def test_the_page_about_the_data_is_current() -> None:
    assert provenance.main(["--check"]) == 0
    assert provenance.page() == provenance.page()


def test_a_page_that_the_data_have_left_behind_fails_and_is_written_anew(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "provenance.md"
    monkeypatch.setattr(provenance, "PAGE", page)
    assert provenance.main(["--check"]) == 1
    assert "tools/provenance.py writes it" in capsys.readouterr().out
    assert not page.exists()
    assert provenance.main([]) == 0 and provenance.main(["--check"]) == 0
    page.write_text(page.read_text("utf-8").replace("| assumed |", "| printed |", 1), "utf-8")
    assert provenance.main(["--check"]) == 1
    assert provenance.main(["--write"]) == 2


def test_the_page_about_the_data_has_every_row_of_every_table() -> None:
    page = provenance.page()
    parts = {part.split("\n")[0]: part for part in page.split("\n## ")[1:]}
    rows = {name: part.count("\n| ") - 2 for name, part in parts.items()}

    def lines(name: str) -> int:
        return len((shipped() / name).read_text("utf-8").splitlines()) - 1

    defaults = rows["What holds for every hex without a row of its own"]
    assert defaults == len(FIELDS)
    assert rows["Hexes"] == lines("sources.csv") - defaults
    assert rows["Hexsides"] == lines("hexsides.csv")
    assert rows["Units"] == lines("units.csv")
    assert rows["Turn record track"] == lines("turns.csv")
    assert rows["Event cards"] == lines("cards.csv")
    for hex_id, place in shipped_board().hexes.items():
        if place.name:
            assert f"\n| {hex_id} | {place.name} | name | {place.name} |" in page
    widths = {
        name: {len(re.findall(r"(?<!\\)\|", line)) for line in part.split("\n") if "| " in line}
        for name, part in parts.items()
    }
    assert all(len(width) == 1 for width in widths.values())


def test_marks_in_a_cell_do_not_break_the_table() -> None:
    made = provenance.table(("a",), [("x | y <b> *z* a_b\nc",)])
    assert made.splitlines()[2] == r"| x \| y &lt;b> \*z\* a\_b c |"
