"""The scripts that set up a machine for the tests."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools import chromium, notebooks


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
