"""The clauses that docstrings name: ``Rules: 7.1a-c, 6.2b`` as their last paragraph."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent

_LAST = re.compile(r"^Rules: ((?:[^\n]+\n?)+)\Z", re.MULTILINE)
_SPAN = re.compile(r"(.*\d)([a-z])-([a-z])")
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


def named(docstring: str) -> tuple[str, ...]:
    """The clauses of a docstring's last paragraph, spans spelled out, in its order.

    ``Rules: 7.1a-c, 6.2b`` gives 7.1a, 7.1b, 7.1c, 6.2b. Whether they exist is not asked.
    """
    found = _LAST.search(docstring.rstrip())
    items = found[1].replace("\n", " ").rstrip(" .").split(",") if found else ()
    return tuple(clause for item in items for clause in _spelled_out(item.strip()))


def _spelled_out(item: str) -> list[str]:
    span = _SPAN.fullmatch(item)
    if span is None:
        return [item] if item else []
    section, first, last = span.groups()
    return [f"{section}{chr(letter)}" for letter in range(ord(first), ord(last) + 1)]


def citing(text: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The functions and classes of a module that name clauses, each with them.

    Nested names are joined by dots: ``Kind.is_fleet``. The module itself has the empty name.
    """
    return _citing(ast.parse(text), "")


def _citing(
    node: ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef, name: str
) -> Iterator[tuple[str, tuple[str, ...]]]:
    if clauses := named(ast.get_docstring(node) or ""):
        yield name, clauses
    for child in node.body:
        if isinstance(child, (ast.ClassDef, *_FUNCTIONS)):
            yield from _citing(child, f"{name}.{child.name}" if name else child.name)


def module_of(file: Path, package: Path) -> str:
    """The dotted name of a module of a package: ``witp_learn.rules.supply``."""
    parts = file.relative_to(package.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def functions(package: Path = PACKAGE) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """Module, name and clauses of everything in the package that names clauses, file by file."""
    for file in sorted(package.rglob("*.py")):
        text = file.read_text("utf-8")
        if "Rules: " in text:
            module = module_of(file, package)
            for name, clauses in citing(text):
                yield module, name, clauses


def implemented(package: Path = PACKAGE) -> Mapping[str, tuple[str, ...]]:
    """Where each clause is carried: ``witp_learn.rules.supply:judge``, in order of file."""
    found: dict[str, list[str]] = {}
    for module, name, clauses in functions(package):
        for clause in dict.fromkeys(clauses):
            found.setdefault(clause, []).append(f"{module}:{name}" if name else module)
    return {clause: tuple(where) for clause, where in found.items()}
