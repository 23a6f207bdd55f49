"""Which functions of the rules a run has reached, for the list of those it never did."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

import witp_learn

HOME = Path(witp_learn.__file__).parent

KINDS = (
    "Roll",
    "Build",
    "Remove",
    "Target",
    "Activate",
    "Move",
    "Support",
    "Fight",
    "Hit",
    "Lose",
    "Retreat",
    "Displace",
    "Draw",
    "Declare",
    "Redeploy",
    "Rebuild",
    "Place",
    "Pass",
)
"""Kinds of action of a game by the default readings (`Land` belongs to another reading)."""

NOT_IN_PLAY: dict[str, str] = {}
"""Rule functions that no play by the default readings asks, with the reason."""


def rule_functions() -> Iterator[str]:
    """``rules/supply.py:check`` for every function of rules and referee that names clauses."""
    for folder in ("rules", "engine"):
        for path in sorted((HOME / folder).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, ast.FunctionDef) and "Rules:" in (
                    ast.get_docstring(node) or ""
                ):
                    yield f"{path.relative_to(HOME).as_posix()}:{node.name}"


@contextmanager
def watching(seen: set[str], *, on: bool = True) -> Iterator[None]:
    """Write down every function of the package that is called meanwhile."""
    if not on:
        yield
        return
    home = f"{HOME}/"
    codes: set[Any] = set()

    def note(frame: FrameType, event: str, _: object) -> None:
        if event == "call":
            codes.add(frame.f_code)

    sys.setprofile(note)
    try:
        yield
    finally:
        sys.setprofile(None)
        seen.update(
            f"{code.co_filename.removeprefix(home)}:{code.co_name}"
            for code in codes
            if code.co_filename.startswith(home)
        )


def never(seen: set[str]) -> list[str]:
    """The rule functions of play that were not reached."""
    return [
        name
        for name in rule_functions()
        if name not in seen and name not in NOT_IN_PLAY and name.split(":")[0] not in NOT_IN_PLAY
    ]
