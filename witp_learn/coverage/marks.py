"""The clauses that tests are marked with: ``@pytest.mark.clause("7.1a")``.

A mark counts on a test, on its class, on one row of its parameters, and on a whole module
(``pytestmark``). Rows kept under a name of the module count for the tests that use the name.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path

from witp_learn.coverage.code import PACKAGE

_MARK = ("pytest.mark.clause", "mark.clause")


def tests_folder() -> Path | None:
    """The tests beside the package, None where only the package is installed."""
    folder = PACKAGE.parent / "tests"
    return folder if (folder / "conftest.py").is_file() else None


def tested(folder: Path) -> Mapping[str, tuple[str, ...]]:
    """The tests of each clause: ``tests/test_supply.py::test_a_base_next_door``, by file."""
    found: dict[str, list[str]] = {}
    for file in sorted(folder.rglob("test_*.py")):
        text = file.read_text("utf-8")
        if "mark.clause" in text:
            where = file.relative_to(folder.parent).as_posix()
            for name, clause in marked(text):
                place = f"{where}::{name}" if name else where
                found.setdefault(clause, []).append(place)
    return {clause: tuple(dict.fromkeys(where)) for clause, where in found.items()}


def marked(text: str) -> Iterator[tuple[str, str]]:
    """Each test of a module and a clause it is marked with; an empty name means the module."""
    tree = ast.parse(text)
    values = dict(_values(tree))
    for clause in _clauses(values.get("pytestmark"), values):
        yield "", clause
    yield from _tests(tree.body, (), "", values)


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
    body: list[ast.stmt], above: tuple[str, ...], prefix: str, values: Mapping[str, ast.expr]
) -> Iterator[tuple[str, str]]:
    """Each test with its own clauses and those of its class."""
    for node in body:
        if not isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        own = (c for word in node.decorator_list for c in _clauses(word, values))
        clauses = tuple(dict.fromkeys((*above, *own)))
        if isinstance(node, ast.ClassDef):
            yield from _tests(node.body, clauses, f"{prefix}{node.name}::", values)
        elif node.name.startswith("test"):
            yield from ((f"{prefix}{node.name}", clause) for clause in clauses)


def _clauses(
    node: ast.expr | None, values: Mapping[str, ast.expr], seen: frozenset[str] = frozenset()
) -> Iterator[str]:
    """The clauses of all marks in an expression, and in what its names stand for."""
    for part in ast.walk(node) if node is not None else ():
        if isinstance(part, ast.Call) and ast.unparse(part.func) in _MARK:
            for word in part.args:
                yield from _words(word, values)
        elif isinstance(part, ast.Name) and part.id in values and part.id not in seen:
            yield from _clauses(values[part.id], values, seen | {part.id})


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
