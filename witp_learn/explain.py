"""Values with reasons.

A `Reason` is a value and the parts it was made from; its leaves are only data, die or state, and
`faults` recomputes every node, so that no node can say what its parts do not give. An `Answer` is
how a screen or a text tells it: verdict, deciding fact, tests, one change, what it rests on, rules.
The words live in ``data/words.toml``.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from math import prod
from typing import Any

from attrs import field, frozen

from witp_learn.display import Displayed
from witp_learn.files import DATA
from witp_learn.hexgrid import HexId

Value = bool | int | Fraction | str | None

LEAVES = ("data", "die", "state")
"""What a leaf may be: a datum of board or table, a die, or the position itself."""

OPERATIONS: Mapping[str, Callable[[list[Any]], Any]] = {
    "all": all,
    "any": any,
    "none": lambda parts: not any(parts),
    "sum": sum,
    "difference": lambda parts: parts[0] - sum(parts[1:]),
    "count": lambda parts: sum(1 for p in parts if p),
    "at_most": lambda parts: parts[0] <= parts[1],
    "smallest": min,
    "same": lambda parts: parts[0],
    "above_zero": lambda parts: max(0, parts[0]),
    "product": prod,
    "half": lambda parts: parts[0] // 2,
    "size": lambda parts: abs(parts[0]),
    "sign": lambda parts: (parts[0] > 0) - (parts[0] < 0),
    "reading": lambda parts: parts[1 + "abc".index(parts[0])],
    "list": lambda parts: ", ".join(str(p) for p in parts),
}
"""How a node follows from its parts, by name."""


@frozen
class Reason:
    """A value, why it is so, and what it was made from.

    ``op`` is a kind of leaf (`LEAVES`) or a name in `OPERATIONS`; ``what`` a short machine name;
    ``rules`` clause ids; ``hexes`` the hexes to highlight; ``grade`` the grade of a data leaf.
    """

    value: Value
    text: str
    op: str = "state"
    parts: tuple[Reason, ...] = ()
    what: str = ""
    rules: tuple[str, ...] = ()
    hexes: tuple[HexId, ...] = ()
    grade: str = ""

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def lines(
        self, indent: int = 0, told: dict[tuple[str, str], Reason] | None = None
    ) -> Iterator[str]:
        """The reason and its parts as plain text, two spaces a level.

        A named part that comes again is told with its own parts only the first time; ``told``
        holds the named parts told so far, by name and text.
        """
        told = {} if told is None else told
        again = bool(self.what and self.parts) and told.get((self.what, self.text)) == self
        told[self.what, self.text] = self
        cited = f" ({', '.join(self.rules)})" if self.rules else ""
        above = f", {say('reason.above')}" if again else ""
        yield f"{'  ' * indent}{self.text}{above}{cited}"
        for part in () if again else self.parts:
            yield from part.lines(indent + 1, told)

    def leaves(self) -> Iterator[Reason]:
        """All leaves below, itself when it is one."""
        if not self.parts and self.op in LEAVES:
            yield self
        for part in self.parts:
            yield from part.leaves()

    def clause_ids(self) -> tuple[str, ...]:
        """Every clause cited here or below, once each, in order of appearance."""
        seen = dict.fromkeys(self.rules)
        for part in self.parts:
            seen |= dict.fromkeys(part.clause_ids())
        return tuple(seen)


def faults(reason: Reason) -> list[str]:
    """What is wrong in a reason: a node whose parts give another value, or a leaf that is none."""
    found = [fault for part in reason.parts for fault in faults(part)]
    if reason.op in LEAVES:
        if reason.parts:
            found.append(f"{reason.text!r}: a leaf with parts")
        return found
    if reason.op not in OPERATIONS:
        return [*found, f"{reason.text!r}: no operation {reason.op!r}"]
    given = OPERATIONS[reason.op]([p.value for p in reason.parts])
    if given != reason.value:
        found.append(f"{reason.text!r}: says {reason.value!r}, its parts give {given!r}")
    return found


def number(
    text: str,
    op: str,
    *parts: Reason,
    what: str = "",
    rules: tuple[str, ...] = (),
    hexes: tuple[HexId, ...] = (),
) -> Reason:
    """A node computed from its parts by the operation ``op``."""
    value = OPERATIONS[op]([p.value for p in parts])
    return Reason(value, text, op, parts, what, rules, hexes)


@frozen
class Test:
    """One row of the table of tests.

    ``result`` is the short finding ("none", "ours", "Rabaul A"); ``stops`` whether it fails here;
    ``note`` explains it in a sentence, also when nothing was found (absence is explained too).
    """

    __test__ = False

    name: str
    label: str
    result: str
    stops: bool
    note: str
    rules: tuple[str, ...]
    hexes: tuple[HexId, ...] = ()


@frozen
class Tab:
    """The tests of one hex between, open when none stops the line.

    ``about`` names the words of the table in ``data/words.toml``: ``line`` for a hex between,
    ``zone`` for an air zone, ``control`` for a port or airfield.
    """

    hex: HexId
    label: str
    tests: tuple[Test, ...]
    about: str = "line"

    @property
    def open(self) -> bool:
        """Whether a line may run through."""
        return not any(t.stops for t in self.tests)

    def words(self, key: str) -> str:
        """What the table says: ``open``, ``shut``, ``passed``, ``failed``, ``one``, ``many``."""
        return say(f"tab.{self.about}.{key}")


@frozen
class Change:
    """One edit that would turn the verdict; ``edit`` in the notation of `witp_learn.edits`."""

    edit: str
    text: str
    hexes: tuple[HexId, ...] = ()


@frozen
class Fact:
    """A datum the verdict leans on: change it and the verdict changes."""

    hex: HexId
    key: str
    text: str
    grade: str
    why: str
    otherwise: str


@frozen
class RulingEffect:
    """A ruling whose other reading would turn the verdict; ``switch`` when it can be chosen."""

    slug: str
    reading: str
    text: str
    switch: bool = True


@frozen
class Answer(Displayed):
    """An answer in the grammar that every screen uses: six parts, always in this order."""

    good: bool
    verdict: str
    deciding: str
    tabs: tuple[Tab, ...] = ()
    changes: tuple[Change, ...] = ()
    facts: tuple[Fact, ...] = ()
    rulings: tuple[RulingEffect, ...] = ()
    rules: tuple[str, ...] = ()
    reason: Reason | None = field(default=None, repr=False)
    heading: str = ""

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def lines(self) -> Iterator[str]:
        """The answer as plain text."""
        yield self.verdict
        yield self.deciding
        for tab in self.tabs:
            yield f"  {tab.label}: {tab.words('open' if tab.open else 'shut')}"
            for test in tab.tests:
                mark = "x" if test.stops else "-"
                yield f"    {mark} {test.label}: {test.result} ({', '.join(test.rules)})"
        yield from _listed(self.heading, [c.text for c in self.changes])
        yield self.leans_on()
        yield from (f"  {f.text} ({f.grade}: {f.why})" for f in self.facts)
        yield from (f"  ruling {r.slug}: {r.text}" for r in self.rulings)
        yield f"Rules: {', '.join(self.rules)}"

    def leans_on(self) -> str:
        """``Rests on 2 assumed map facts and 0 rulings.``"""
        facts, rulings = len(self.facts), len(self.rulings)
        return say(
            "answer.rests",
            facts=f"{facts} assumed map fact{'' if facts == 1 else 's'}",
            rulings=f"{rulings} ruling{'' if rulings == 1 else 's'}",
        )


def _listed(heading: str, items: list[str]) -> Iterator[str]:
    if heading:
        yield heading
        yield from (f"  {item}" for item in items)


@cache
def _words() -> Mapping[str, Any]:
    text = (DATA / "words.toml").read_text("utf-8")
    return tomllib.loads(text)


_AN = re.compile(r"\b([Aa]) (?=Allied\b)")


def say(key: str, **values: object) -> str:
    """The words filed under ``key`` (dots between tables), with ``{names}`` filled in.

    Raises KeyError when no such words are filed.
    """
    here: Any = _words()
    for name in key.split("."):
        here = here[name]
    text = str(here).format(**values)
    return _AN.sub(r"\1n ", text) if "a Allied" in text or "A Allied" in text else text
