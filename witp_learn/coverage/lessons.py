"""The clauses that walkthroughs and notebooks cite."""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from witp_learn import queries, rulebook
from witp_learn.coverage.code import PACKAGE

FOLDERS = ("tutorials", "examples")
"""Where the notebooks lie: inside an installed package, beside it in a checkout."""

_WORD = re.compile(r"(?<![\w.])(?:D-[a-z]+-\d+|[\d.]+[a-z]{1,2}|2\.cards-[a-z])(?![\w])")


@functools.cache
def taught() -> Mapping[str, tuple[str, ...]]:
    """Where each clause is shown at work: ``movement, step 3``, ``examples/movement.ipynb``.

    Asked once: the looks of the walkthroughs have to be worked out for it.
    """
    found: dict[str, list[str]] = {}
    for step, cited in queries.shown_steps():
        for clause in dict.fromkeys(cited):
            found.setdefault(clause, []).append(f"{step.name}, step {step.step}")
    for where, clause in _in_notebooks():
        found.setdefault(clause, []).append(where)
    return {clause: tuple(where) for clause, where in found.items()}


def _in_notebooks() -> Iterator[tuple[str, str]]:
    known = rulebook.clauses()
    for root in (PACKAGE, PACKAGE.parent):
        for folder in FOLDERS:
            for file in sorted((root / folder).glob("*.ipynb")):
                cited = dict.fromkeys(_WORD.findall(_written(file)))
                where = file.relative_to(root).as_posix()
                yield from ((where, clause) for clause in cited if clause in known)


def _written(file: Path) -> str:
    """What can be read in a notebook: its cells, and the words that they put out."""
    found = []
    for cell in json.loads(file.read_text("utf-8"))["cells"]:
        found += cell["source"]
        for output in cell.get("outputs", ()):
            found += output.get("text", ())
            for kind in ("text/plain", "text/html"):
                found += output.get("data", {}).get(kind, ())
    return "".join(found)
