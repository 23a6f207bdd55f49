"""What the tests of an owner's data folder share."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from witp_learn.components import writing

BOARD = ("hexes.csv", "hexsides.csv", "sources.csv")


def contents(place: Path) -> dict[str, bytes]:
    """Every file of a folder, the lock file and the explanations left out."""
    return {
        f.name: f.read_bytes() for f in place.iterdir() if f.name not in (writing.LOCK, "README.md")
    }


def rows(place: Path, name: str) -> list[str]:
    return (place / name).read_bytes().decode().splitlines(keepends=True)


def rewrite(place: Path, name: str, change: Callable[[str], str]) -> None:
    file = place / name
    file.write_bytes(change(file.read_bytes().decode()).encode())


def no_text(place: Path) -> None:
    (place / "hexes.csv").write_bytes(b"\xff\xfe\x00")


def missing(name: str) -> Callable[[Path], None]:
    return lambda place: (place / name).unlink()


def as_folder(place: Path) -> None:
    (place / "sources.csv").unlink()
    (place / "sources.csv").mkdir()


def edit(name: str, old: str, new: str) -> Callable[[Path], None]:
    def change(place: Path) -> None:
        text = (place / name).read_text("utf-8")
        assert old in text, f"{old} is not in {name}"
        (place / name).write_text(text.replace(old, new, 1), "utf-8")

    return change


def semicolons(place: Path) -> None:
    rewrite(place, "hexes.csv", lambda text: text.replace(",", ";"))


def fail_on(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """From now on no file of this name can be put in its place."""
    real = os.replace

    def replace(source: Path, target: Path) -> None:
        if Path(target).name == name:
            raise OSError(28, "No space left on device", str(target))
        real(source, target)

    monkeypatch.setattr(os, "replace", replace)
