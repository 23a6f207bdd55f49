"""The rulebook as data: its clauses, the rulings on its gaps, and the words it uses.

Three files in ``witp_learn/data`` hold the text, all of it paraphrased: ``clauses.csv`` (one row
for each clause), ``rulings.toml`` (one table for each point the rulebook leaves open or
contradicts) and ``glossary.toml``. They are read when first asked for and once only.

A clause id is a section number and a letter: ``7.1c``, ``12.2aa``. Clauses of the dice-pool system
start with ``D-``. A reading is named by a letter, ``a``, ``b`` or ``c``.
"""

from __future__ import annotations

import csv
import difflib
import functools
import re
import textwrap
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

import attrs

_DATA = Path(__file__).parent / "data"
_WIDTH = 80

ACTING = (
    "air-hits-total-vs-each",
    "assault-may-or-must",
    "assault-vs-lone-air",
    "azoc-air-redeploy",
    "azoc-combat-support",
    "enemy-fleet-eliminated-or-gone",
    "rangoon-example-turn",
    "redeploy-into-continuing",
    "stacking-check-time",
    "sudden-death-example-math",
    "supply-line-endpoints",
    "supply-range-three",
    "supply-simultaneity",
    "target-hex-once-scope",
    "transport-hit-vs-singapore",
    "winner-hits-basis",
)
"""The switches that a rule asks: all of them. A position would keep one that none asks, unused."""

_CLAUSE_ID = re.compile(r"(?P<section>.+?)-?(?P<letter>(?<=-)\d+|[a-z]{1,2})")


class UnknownRule(LookupError):
    """A clause, section, ruling, reading or term that the rulebook does not have."""


@attrs.frozen
class Example:
    """What a printed example starts from, what it reports, and whether the rules agree."""

    given: str
    expect: str
    check: str

    def text(self) -> str:
        """The three parts on three lines."""
        return f"Given: {self.given}\nPrinted: {self.expect}\nChecked: {self.check}"

    __str__ = text


@attrs.frozen
class Clause:
    """One statement of the rulebook, in the project's words.

    ``needs`` names the clauses it builds on or limits, ``data`` the printed facts the text does not
    hold (such as ``map-terrain``), ``rulings`` the slugs of the rulings that touch it.
    """

    id: str
    section: str
    title: str
    says: str
    kind: str
    phase: str
    needs: tuple[str, ...] = ()
    data: tuple[str, ...] = ()
    rulings: tuple[str, ...] = ()
    example: Example | None = None

    def text(self) -> str:
        """The clause as plain text, with its example where it is one."""
        lines = [_hang(f"{self.id}  ", self.says)]
        if self.example is not None:
            lines += [_hang("    ", line) for line in self.example.text().splitlines()]
        return "\n".join(lines)

    __str__ = text


@attrs.frozen
class Reading:
    """One way to read an open point: its letter and what it says."""

    name: str
    says: str


@attrs.frozen
class Ruling:
    """A point the rulebook leaves open or contradicts, its readings, and the one used by default.

    ``kind`` is ``silence``, ``contradiction``, ``misprint`` or ``map``. Only a ruling with
    ``switch`` set can be chosen in a position; the others are decided, and cited, in the code.
    """

    slug: str
    kind: str
    impact: str
    switch: bool
    clauses: tuple[str, ...]
    question: str
    readings: tuple[Reading, ...]
    default: str
    examples: str
    why: str

    @property
    def acts(self) -> bool:
        """Whether it is a switch that changes answers in this version."""
        return self.slug in ACTING

    @property
    def options(self) -> dict[str, str]:
        """Reading by letter."""
        return {reading.name: reading.says for reading in self.readings}

    @property
    def sections(self) -> tuple[str, ...]:
        """The sections its clauses stand in, each once."""
        return tuple(dict.fromkeys(section_of(clause_id) for clause_id in self.clauses))

    def as_dict(self) -> dict[str, Any]:
        """The ruling as plain data, the form ``witp-learn rulings --json`` prints."""
        return {
            "slug": self.slug,
            "kind": self.kind,
            "impact": self.impact,
            "sections": list(self.sections),
            "clauses": list(self.clauses),
            "question": self.question,
            "options": self.options,
            "default": self.default,
            "examples": self.examples,
            "why": self.why,
            "switch": self.switch,
        }

    def text(self) -> str:
        """Question, readings with the default marked, and the reason."""
        head = f"{self.slug} ({'switch' if self.switch else self.kind}; {', '.join(self.sections)})"
        lines = [head, _hang("    ", self.question)]
        for reading in self.readings:
            mark = "*" if reading.name == self.default else " "
            lines.append(_hang(f"  {mark} {reading.name}  ", reading.says))
        lines += [_hang("    ", f"Examples: {self.examples}"), _hang("    ", f"Why: {self.why}")]
        return "\n".join(lines)

    __str__ = text


@attrs.frozen
class Term:
    """A word of the game with its plain meaning, other names for it, and where it is explained.

    Rulings: term-drift
    """

    name: str
    meaning: str
    sections: tuple[str, ...]
    also: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """The word itself, then its other names."""
        return (self.name, *self.also)

    def text(self) -> str:
        """Word, other names, meaning and sections on one paragraph."""
        other = f" (also: {', '.join(self.also)})" if self.also else ""
        return _hang("", f"{self.name}{other}: {self.meaning} ({', '.join(self.sections)})")

    __str__ = text


@attrs.frozen
class Entry:
    """Everything the rulebook has on one reference.

    ``kind`` is ``clause``, ``section``, ``ruling`` or ``term``; ``ref`` its proper spelling.
    """

    ref: str
    kind: str
    title: str
    clauses: tuple[Clause, ...] = ()
    rulings: tuple[Ruling, ...] = ()
    terms: tuple[Term, ...] = ()

    def text(self) -> str:
        """The entry as plain text, what was asked for first, then what belongs to it."""
        own = "\n".join(clause.text() for clause in self.clauses)
        points = [point.text() for point in self.rulings]
        words = "\n".join(term.text() for term in self.terms)
        if self.kind == "term":
            parts = [words, own]
        elif self.kind == "ruling":
            parts = [*points, own]
        else:
            parts = [f"{self.ref}  {self.title}", own, self._builds_on(), *points, words]
        return "\n\n".join(part for part in parts if part)

    __str__ = text

    def as_dict(self) -> dict[str, Any]:
        """The entry as plain data, the form ``witp-learn explain --json`` prints."""
        return {
            "ref": self.ref,
            "kind": self.kind,
            "title": self.title,
            "clauses": [
                {"id": c.id, "says": c.says, "kind": c.kind, "needs": list(c.needs)}
                for c in self.clauses
            ],
            "rulings": [item.as_dict() for item in self.rulings],
            "terms": [
                {"name": t.name, "also": list(t.also), "meaning": t.meaning} for t in self.terms
            ],
        }

    def _builds_on(self) -> str:
        needs = self.clauses[0].needs if self.kind == "clause" else ()
        return f"Builds on {', '.join(needs)}" if needs else ""


@attrs.frozen
class Found:
    """One result of a search: a reference that ``look_up`` knows, and a line to show for it."""

    ref: str
    kind: str
    title: str
    says: str

    def text(self) -> str:
        """Reference and line."""
        return _hang(f"{self.ref}  ", f"{self.title}: {self.says}")

    __str__ = text


def clauses() -> Mapping[str, Clause]:
    """Every clause by id, in rulebook order, the dice-pool system last."""
    return _clauses()


def clause(clause_id: str) -> Clause:
    """The clause with this id, such as ``7.1c``. Raises UnknownRule."""
    try:
        return _clauses()[clause_id]
    except KeyError:
        raise UnknownRule(_unknown("clause", clause_id, _clauses())) from None


def section_of(clause_id: str) -> str:
    """The section a clause id belongs to: ``7.1`` for ``7.1c``, ``D-main`` for ``D-main-3``."""
    match = _CLAUSE_ID.fullmatch(clause_id)
    if match is None:
        raise UnknownRule(f'"{clause_id}" is not a clause id; one looks like 7.1c')
    return match["section"]


def sections() -> Mapping[str, str]:
    """Title of every section and chapter by number, in rulebook order."""
    return _sections()[0]


def section(number: str) -> tuple[Clause, ...]:
    """The clauses of a section and its subsections: ``7.1``, ``7`` for the whole chapter.

    ``7.0`` is the introduction of chapter 7; where a chapter has none, the whole chapter.
    Raises UnknownRule.
    """
    _, members = _sections()
    found = members.get(number) or members.get(number.removesuffix(".0"))
    if found is None:
        raise UnknownRule(_unknown("section", number, members))
    return found


def rulings() -> Mapping[str, Ruling]:
    """Every ruling by slug, in the order of the register."""
    return _rulings()


def ruling(slug: str) -> Ruling:
    """The ruling with this slug, such as ``supply-range-three``. Raises UnknownRule."""
    try:
        return _rulings()[slug]
    except KeyError:
        raise UnknownRule(_unknown("ruling", slug, _rulings())) from None


def switches() -> Mapping[str, Ruling]:
    """The rulings a position can choose, by slug."""
    return MappingProxyType({slug: item for slug, item in _rulings().items() if item.switch})


def reading(slug: str, chosen: Mapping[str, str]) -> str:
    """The letter of the reading in force: the one chosen, else the default.

    ``chosen`` maps slugs to letters, as a position's ``rulings`` does. Raises UnknownRule for a
    slug or letter that does not exist, and for a ruling that is no switch.
    """
    item = ruling(slug)
    letter = chosen.get(slug, item.default)
    if letter == item.default:
        return letter
    options = item.options
    if letter not in options:
        listed = "; ".join(f"{name}: {says}" for name, says in options.items())
        raise UnknownRule(f'ruling {slug} has no reading "{letter}"; its readings are {listed}')
    if not item.switch:
        listed = ", ".join(switches())
        raise UnknownRule(f"ruling {slug} cannot be switched; the switches are {listed}")
    return letter


def check_readings(chosen: Mapping[str, str]) -> None:
    """Raise UnknownRule unless every slug and letter of ``chosen`` exists and can be chosen."""
    for slug in chosen:
        reading(slug, chosen)


def glossary() -> Mapping[str, Term]:
    """Every term by its name, in alphabetical order."""
    return _glossary()


def terms_in(text: str) -> tuple[Term, ...]:
    """The glossary terms that occur in a text, each once, in the order they first appear."""
    pattern, by_name = _term_pattern()
    names = (_plain(match[1]) for match in pattern.finditer(_plain(text)))
    return tuple(dict.fromkeys(by_name[name] for name in names))


def look_up(ref: str) -> Entry:
    """Everything on a clause id, section number, ruling slug or glossary term.

    Capitals, hyphens, brackets and a leading "rule" do not matter. Raises UnknownRule, naming the
    nearest references.
    """
    wanted = _plain(re.sub(r"^(rule |section |clause |§)", "", ref.strip(" ()."), flags=re.I))
    spellings = (wanted, wanted.removesuffix(".0"), wanted.removesuffix("s"))
    found = next((_index()[name] for name in spellings if name in _index()), None)
    if found is None:
        names = (name for row in _searchable() for name in row.names)
        raise UnknownRule(_unknown("rule or word", ref, names))
    return _entry(found.ref, found.kind)


def find(text: str, limit: int = 50) -> tuple[Found, ...]:
    """Search ids, titles, clauses, rulings and terms; every word of ``text`` must occur.

    The best matches come first: a reference or term of that very name, then references that begin
    so, then titles, then words in the text. At most ``limit`` results.
    """
    wanted = _plain(text)
    words = wanted.split()
    if not words:
        return ()
    hits = [row for row in _searchable() if all(word in row.haystack for word in words)]
    hits.sort(key=lambda row: row.rank(wanted))
    return tuple(row.found for row in hits[:limit])


@attrs.frozen
class _Searchable:
    found: Found
    names: tuple[str, ...]
    haystack: str

    @classmethod
    def of(cls, found: Found, *names: str) -> _Searchable:
        return cls(found, names, _plain(" ".join([*names, found.title, found.says])))

    def rank(self, wanted: str) -> int:
        plain = [_plain(name) for name in self.names]
        if wanted in plain:
            return 0
        if any(name.startswith(wanted) for name in plain):
            return 1
        return 2 if all(word in _plain(self.found.title) for word in wanted.split()) else 3


def _hang(lead: str, text: str) -> str:
    return textwrap.fill(
        text, _WIDTH, initial_indent=lead, subsequent_indent=" " * len(lead), break_on_hyphens=False
    )


def _plain(text: str) -> str:
    return " ".join(re.sub(r"[\s_–-]+", " ", text.casefold()).split())


def _unknown(what: str, ref: str, known: Iterable[str]) -> str:
    spelled = {_plain(name): name for name in known}
    near = difflib.get_close_matches(_plain(ref), spelled, n=4, cutoff=0.5)
    message = f'there is no {what} "{ref}"'
    return message + (f"; near it: {', '.join(spelled[name] for name in near)}" if near else "")


@functools.cache
def _clauses() -> Mapping[str, Clause]:
    with (_DATA / "clauses.csv").open(encoding="utf-8", newline="") as file:
        rows = csv.reader(file)
        next(rows)
        return MappingProxyType({row[0]: _clause(row) for row in rows})


def _clause(row: list[str]) -> Clause:
    id_, in_section, title, says, kind, phase, needs, data, touched, given, expect, check = row
    return Clause(
        id_,
        in_section,
        title,
        says,
        kind,
        phase,
        tuple(needs.split()),
        tuple(data.split()),
        tuple(touched.split()),
        Example(given, expect, check) if check else None,
    )


@functools.cache
def _sections() -> tuple[Mapping[str, str], Mapping[str, tuple[Clause, ...]]]:
    headings = _toml("glossary.toml")["headings"]
    titles: dict[str, str] = {}
    members: dict[str, list[Clause]] = {}
    for item in _clauses().values():
        for number in _lineage(item.section):
            titles.setdefault(number, headings.get(number, item.title))
            members.setdefault(number, []).append(item)
    return MappingProxyType(titles), MappingProxyType({n: tuple(m) for n, m in members.items()})


def _lineage(number: str) -> list[str]:
    parts = re.split(r"(?=[.-])", number)
    return ["".join(parts[: count + 1]) for count in range(len(parts))]


@functools.cache
def _rulings() -> Mapping[str, Ruling]:
    return MappingProxyType({row["slug"]: _ruling(row) for row in _toml("rulings.toml")["ruling"]})


def _ruling(row: dict[str, Any]) -> Ruling:
    return Ruling(
        slug=row["slug"],
        kind=row["kind"],
        impact=row["impact"],
        switch=row["switch"],
        clauses=tuple(row["clauses"]),
        question=row["question"],
        readings=tuple(Reading(name, says) for name, says in row["options"].items()),
        default=row["default"],
        examples=row["examples"],
        why=row["why"],
    )


@functools.cache
def _glossary() -> Mapping[str, Term]:
    rows = _toml("glossary.toml")["term"]
    return MappingProxyType(
        {
            row["name"]: Term(
                row["name"], row["meaning"], tuple(row["sections"]), tuple(row.get("also", ()))
            )
            for row in rows
        }
    )


@functools.cache
def _toml(name: str) -> dict[str, Any]:
    return tomllib.loads((_DATA / name).read_text(encoding="utf-8"))


@functools.cache
def _term_pattern() -> tuple[re.Pattern[str], Mapping[str, Term]]:
    by_name = {_plain(name): term for term in _glossary().values() for name in term.names}
    longest_first = sorted(by_name, key=len, reverse=True)
    alternatives = "|".join(re.escape(name) for name in longest_first)
    return re.compile(rf"\b({alternatives})s?\b"), by_name


@functools.cache
def _searchable() -> tuple[_Searchable, ...]:
    of = _Searchable.of
    return (
        *(of(Found(t.name, "term", t.name, t.meaning), *t.names) for t in _glossary().values()),
        *(of(Found(n, "section", title, _size(n)), n) for n, title in sections().items()),
        *(of(Found(c.id, "clause", c.title, c.says), c.id) for c in _clauses().values()),
        *(of(Found(p.slug, "ruling", "Ruling", p.question), p.slug) for p in _rulings().values()),
    )


def _size(number: str) -> str:
    count = len(section(number))
    return f"{count} clause{'' if count == 1 else 's'}"


@functools.cache
def _index() -> Mapping[str, Found]:
    rows = sorted(_searchable(), key=lambda row: row.found.kind == "term")
    index: dict[str, Found] = {}
    for row in rows:
        for name in row.names:
            index.setdefault(_plain(name), row.found)
    return MappingProxyType(index)


def _entry(ref: str, kind: str) -> Entry:
    if kind == "clause":
        item = clause(ref)
        return _with_rulings(ref, kind, item.title, (item,), _terms(item.says, (item,)))
    if kind == "section":
        return _section_entry(ref)
    if kind == "ruling":
        point = ruling(ref)
        touched = tuple(clause(clause_id) for clause_id in point.clauses)
        return Entry(ref, kind, "Ruling", touched, (point,), _terms(point.question, touched))
    term = _glossary()[ref]
    where = tuple(item for item in _clauses().values() if item.section in term.sections)
    return Entry(ref, kind, "Word", where, (), (term,))


def _terms(text: str, about: tuple[Clause, ...]) -> tuple[Term, ...]:
    """The terms in a text on some clauses, without those of the other ruleset."""
    second = any(_is_second(item.section) for item in about)
    return tuple(
        term for term in terms_in(text) if second in {_is_second(s) for s in term.sections}
    )


def _is_second(section: str) -> bool:
    """Whether a section belongs to the second ruleset."""
    return section.startswith("D")


def _section_entry(number: str) -> Entry:
    inside = section(number)
    numbers = {number, *(item.section for item in inside)}
    explained = tuple(t for t in _glossary().values() if numbers.intersection(t.sections))
    return _with_rulings(number, "section", sections()[number], inside, explained)


def _with_rulings(
    ref: str, kind: str, title: str, inside: tuple[Clause, ...], terms: tuple[Term, ...]
) -> Entry:
    slugs = dict.fromkeys(slug for item in inside for slug in item.rulings)
    return Entry(ref, kind, title, inside, tuple(ruling(slug) for slug in slugs), terms)
