"""What the search field of the home page looks through: rules, words, places and notebooks."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any, Protocol

from witp_learn import rulebook
from witp_learn.components import board
from witp_learn.model import Hex, Terrain


class Page(Protocol):
    """A notebook that opens as an app. ``path`` from the served root, ``href`` its address.

    ``example``: the position that its picture shows, and ``steps`` the walkthrough that it steps
    through, by name, or nothing. ``battle``: the dice-pool battle that its picture shows instead.
    """

    @property
    def path(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def summary(self) -> str: ...
    @property
    def example(self) -> str: ...
    @property
    def steps(self) -> str: ...
    @property
    def battle(self) -> str: ...
    @property
    def href(self) -> str: ...


def index(pages: Sequence[Page]) -> dict[str, Any]:
    """The index as plain data, in lists to keep it small.

    ``sections``: number, title, and the clauses of the section as id, words and the clauses they
    build on. ``rulings``: slug, question, clauses. ``words``: name, other names, meaning, sections.
    ``places``: hex, name, lines about it. ``pages``: title, summary, address.
    """
    return {
        **rules(),
        "words": [
            [t.name, list(t.also), t.meaning, list(t.sections)]
            for t in rulebook.glossary().values()
        ],
        "places": [
            [place.id, place.name, list(_about(place))]
            for place in board().hexes.values()
            if place.name
        ],
        "pages": [[p.title, p.summary, p.href] for p in pages],
    }


def rules() -> dict[str, Any]:
    """The part of the index that a drawer with a rule needs: ``sections`` and ``rulings``."""
    return {
        "sections": list(_sections()),
        "rulings": [[r.slug, r.question, list(r.clauses)] for r in rulebook.rulings().values()],
    }


def _sections() -> Iterable[list[Any]]:
    clauses: dict[str, list[Any]] = {number: [] for number in rulebook.sections()}
    for clause in rulebook.clauses().values():
        clauses[clause.section].append([clause.id, clause.says, list(clause.needs)])
    return ([number, title, clauses[number]] for number, title in rulebook.sections().items())


_SEAS = {Terrain.LAND: "Land", Terrain.SHALLOW: "Shallow sea", Terrain.DEEP: "Deep sea"}


def _about(place: Hex) -> Iterable[str]:
    """What is known of a place, each line with its grade."""
    ground = _SEAS[place.terrain]
    if place.terrain is not Terrain.LAND and place.land_part:
        ground += " with land"
    ground += ", mountain" if place.mountain else ", jungle" if place.jungle else ""
    yield _graded(place, "terrain", ground)
    if place.facility is None or place.owner is None:
        yield _graded(place, "icon", "No port or airfield")
    else:
        yield _graded(place, "icon", f"{place.owner.adjective} {place.facility.value}")
    if place.source is not None:
        yield _graded(place, "source", f"{place.source.adjective} supply source")
    if place.resource:
        yield _graded(place, "resource", "Resource hex")
    if place.area is not None:
        label = place.area.label
        yield _graded(place, "area", f"Part of {label}")


def _graded(place: Hex, key: str, words: str) -> str:
    origin = place.origin(key)
    section = f" in {origin.section}" if origin.section else ""
    return f"{words} ({origin.grade.value}{section}: {origin.why})"


def embedded(data: object) -> str:
    """Data as JSON that is safe inside ``<script>`` and inside a page template."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    for char in "<>&\u2028\u2029":
        text = text.replace(char, f"\\u{ord(char):04x}")
    return text.replace("{%", "{\\u0025")
