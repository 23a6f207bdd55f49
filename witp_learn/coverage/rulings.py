"""Where each ruling is decided: the docstrings and the data that name it.

Code cites a ruling by its slug anywhere in a docstring, by itself as ``Rulings: trp-floor`` right
before the clauses; what stands in double backticks is an example. Misprints and open points of the
map are decided by data: the printed examples and the reasons of the map's facts.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from witp_learn import rulebook
from witp_learn.coverage.code import PACKAGE, module_of

DECIDING = ("data/printed_examples.toml", "data/components/sources.csv")
"""The data that decide rulings, inside the package."""

_SLUG = re.compile(r"(?<![\w-])[a-z0-9]+(?:-[a-z0-9]+)+(?![\w-])")
_EXAMPLE = re.compile(r"``[^`]*``")


def slugs(text: str) -> tuple[str, ...]:
    """The rulings that a text names, each once; those in double backticks do not count."""
    known = rulebook.rulings()
    found = dict.fromkeys(_SLUG.findall(_EXAMPLE.sub("", text)))
    return tuple(slug for slug in found if slug in known)


def citing(text: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The functions, classes and names of a module whose docstrings name rulings.

    Nested names are joined by dots; the module itself, and what it names outside any function or
    class, has the empty name.
    """
    yield from _citing(ast.parse(text), "")


def _citing(node: ast.AST, name: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    found: list[str] = []
    for child in getattr(node, "body", []):
        if isinstance(child, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield from _citing(child, f"{name}.{child.name}" if name else child.name)
        elif isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant):
            found += slugs(str(child.value.value))
    if found:
        yield name, tuple(dict.fromkeys(found))


def decided(package: Path = PACKAGE) -> Mapping[str, tuple[str, ...]]:
    """Where each ruling is decided: ``witp_learn.rules.resources:trp``, by file, then the data."""
    found: dict[str, list[str]] = {}
    for file in sorted(package.rglob("*.py")):
        module = module_of(file, package)
        for name, named in citing(file.read_text("utf-8")):
            for slug in named:
                found.setdefault(slug, []).append(f"{module}:{name}" if name else module)
    for path in DECIDING:
        if (data := package / path).is_file():
            for slug in slugs(data.read_text("utf-8")):
                found.setdefault(slug, []).append(path)
    return {slug: tuple(where) for slug, where in found.items()}
