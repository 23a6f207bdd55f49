"""What tests are marked with: ``@pytest.mark.clause("7.1a")``, or ``ruling("trp-floor")``.

A mark counts on a test, on its class, on one row of its parameters, and on a whole module
(``pytestmark``). Rows kept under a name of the module count for the tests that use the name.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path

from witp_learn.coverage.code import PACKAGE

CLAUSE, RULING = "clause", "ruling"
"""The names of the marks."""


def tests_folder() -> Path | None:
    """The tests beside the package, None where only the package is installed."""
    folder = PACKAGE.parent / "tests"
    return folder if (folder / "conftest.py").is_file() else None


def tested(folder: Path, mark: str = CLAUSE) -> Mapping[str, tuple[str, ...]]:
    """The tests of each clause, or ruling: ``tests/test_supply.py::test_a_base_next_door``."""
    found: dict[str, list[str]] = {}
    for file in sorted(folder.rglob("test_*.py")):
        text = file.read_text("utf-8")
        if f"mark.{mark}" in text:
            where = file.relative_to(folder.parent).as_posix()
            for name, marked_with in marked(text, mark):
                place = f"{where}::{name}" if name else where
                found.setdefault(marked_with, []).append(place)
    return {name: tuple(dict.fromkeys(where)) for name, where in found.items()}


def marked(text: str, mark: str = CLAUSE) -> Iterator[tuple[str, str]]:
    """Each test of a module and a clause it is marked with; an empty name means the module.

    ``mark``: which mark is looked for, `CLAUSE` or `RULING`.
    """
    tree = ast.parse(text)
    values = dict(_values(tree))
    for found in _marked_with(mark, values.get("pytestmark"), values):
        yield "", found
    yield from _tests(mark, tree.body, (), "", values)


def _values(tree: ast.Module) -> Iterator[tuple[str, ast.expr]]:
    """What the names of a module stand for, as it is written."""
    for node in tree.body:
        if isinstance(node, ast.Assign):
            for target in node.targets:
                if isinstance(target, ast.Name):
                    yield target.id, node.value
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value:
            yield node.target.id, node.value


def _tests(
    mark: str,
    body: list[ast.stmt],
    above: tuple[str, ...],
    prefix: str,
    values: Mapping[str, ast.expr],
) -> Iterator[tuple[str, str]]:
    """Each test with its own clauses or rulings and those of its class."""
    for node in body:
        if not isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        own = (c for word in node.decorator_list for c in _marked_with(mark, word, values))
        names = tuple(dict.fromkeys((*above, *own)))
        if isinstance(node, ast.ClassDef):
            yield from _tests(mark, node.body, names, f"{prefix}{node.name}::", values)
        elif node.name.startswith("test"):
            yield from ((f"{prefix}{node.name}", name) for name in names)


def _marked_with(
    mark: str,
    node: ast.expr | None,
    values: Mapping[str, ast.expr],
    seen: frozenset[str] = frozenset(),
) -> Iterator[str]:
    """What all these marks in an expression name, and those in what its names stand for."""
    calls = (f"pytest.mark.{mark}", f"mark.{mark}")
    for part in ast.walk(node) if node is not None else ():
        if isinstance(part, ast.Call) and ast.unparse(part.func) in calls:
            for word in part.args:
                yield from _words(word, values)
        elif isinstance(part, ast.Name) and part.id in values and part.id not in seen:
            yield from _marked_with(mark, values[part.id], values, seen | {part.id})


def _words(node: ast.expr, values: Mapping[str, ast.expr]) -> Iterator[str]:
    """The texts of an argument; ``*NAMES`` are those of a list or tuple of the module."""
    if isinstance(node, ast.Starred) and isinstance(node.value, ast.Name):
        listed = values.get(node.value.id)
        items = listed.elts if isinstance(listed, ast.Tuple | ast.List) else []
    else:
        items = [node]
    for item in items:
        if isinstance(item, ast.Constant) and isinstance(item.value, str):
            yield item.value
