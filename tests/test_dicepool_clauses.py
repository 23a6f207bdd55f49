"""Every clause of the second ruleset is named by the code that does it, and by a test."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from witp_learn import rulebook

ROOT = Path(__file__).resolve().parent.parent
ID = re.compile(r"D-[a-z]+-\d+")
CLAUSES = {name for name in rulebook.clauses() if name.startswith("D-")}


def docstrings(file: Path) -> Iterator[str]:
    """The docstrings of a module, its classes and functions."""
    kinds = ast.Module | ast.ClassDef | ast.FunctionDef
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, kinds) and (text := ast.get_docstring(node)):
            yield text


def implemented() -> dict[str, str]:
    """Clauses by a module that names them under ``Rules:``."""
    found = {}
    for file in sorted((ROOT / "witp_learn" / "dicepool").glob("*.py")):
        for text in docstrings(file):
            for name in ID.findall(text.rpartition("Rules:")[2] if "Rules:" in text else ""):
                found[name] = file.name
    return found


def marked() -> dict[str, str]:
    """Clauses by a test file that is marked with them."""
    found = {}
    for file in sorted((ROOT / "tests").glob("test_dicepool*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.clause":
                for name in (n.value for n in node.args if isinstance(n, ast.Constant)):
                    found[str(name)] = file.name
    return found


def test_there_are_53_clauses() -> None:
    assert len(CLAUSES) == 53


def test_every_clause_is_done_somewhere() -> None:
    assert set(implemented()) == CLAUSES


def test_every_clause_is_tested() -> None:
    assert {name for name in marked() if name.startswith("D-")} == CLAUSES
