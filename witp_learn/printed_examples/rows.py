"""The printed examples as their file holds them: what is given, what is printed, what to ask."""

from __future__ import annotations

from enum import StrEnum
from functools import cache

from attrs import frozen

from witp_learn import rulebook
from witp_learn.files import DATA, BadData, parse, read_text, structure

FILE = DATA / "printed_examples.toml"
FORMAT = "witp-printed/1"


class Verdict(StrEnum):
    """How an example stands to the rules.

    ``agrees``: the rules give what is printed. ``condition``: they do if something holds that the
    example does not say. ``contradiction``: the rulebook says two things, and one must be chosen.
    """

    AGREES = "agrees"
    CONDITION = "condition"
    CONTRADICTION = "contradiction"


@frozen(kw_only=True)
class Way:
    """How a value is computed: from which position or record, and what is asked there.

    ``ask``: questions with their arguments, parted by semicolons; see `asks`. ``position``: an
    example by name. ``record``: a recorded game by name; ``after`` an action in it, the position
    after which is looked at (``target 0606#2`` for the second of that text, ``start`` before the
    first, none for the end). ``edits``: changes for study; ``bare``: hexes that lose their port or
    airfield; ``plays``: actions done then. ``hex``, ``dice``, ``battle``: the fight
    looked at, its dice, and which of its battles, the first of all if not told.
    """

    ask: str
    position: str = ""
    record: str = ""
    after: str = ""
    plays: tuple[str, ...] = ()
    edits: tuple[str, ...] = ()
    bare: tuple[str, ...] = ()
    hex: str = ""
    dice: tuple[int, ...] = ()
    battle: int = 1


@frozen(kw_only=True)
class Other:
    """Another reading, or the same without the condition: what differs from the example's way.

    ``letter``: of the ruling's reading, where it is one. What is left out is as in the example;
    ``plays``, ``edits`` and ``bare`` are added to the example's.
    """

    name: str
    letter: str = ""
    ask: str = ""
    position: str = ""
    dice: tuple[int, ...] = ()
    plays: tuple[str, ...] = ()
    edits: tuple[str, ...] = ()
    bare: tuple[str, ...] = ()

    def way(self, base: Way) -> Way:
        """How its value is computed, given how the example's is."""
        return Way(
            ask=self.ask or base.ask,
            position=self.position or base.position,
            record="" if self.position else base.record,
            after="" if self.position else base.after,
            plays=(*base.plays, *self.plays),
            edits=(*base.edits, *self.edits),
            bare=(*base.bare, *self.bare),
            hex=base.hex,
            dice=self.dice or base.dice,
            battle=base.battle,
        )


@frozen(kw_only=True)
class Row(Way):
    """One printed example.

    ``given``: what it starts from, in our words; ``printed``: what it prints. ``condition``: what
    must hold for it. ``reading``: the reading in use, where the rulebook contradicts itself, with
    ``letter`` and ``ruling``. ``others``: the other readings, or the case that the condition
    excludes; where the example agrees, what it rules out. ``note``: what else is to be said.
    """

    id: str
    given: str
    printed: str
    condition: str = ""
    reading: str = ""
    letter: str = ""
    ruling: str = ""
    others: tuple[Other, ...] = ()
    note: str = ""

    @property
    def verdict(self) -> Verdict:
        """How it stands to the rules, if they give what they should."""
        if self.reading:
            return Verdict.CONTRADICTION
        return Verdict.CONDITION if self.condition else Verdict.AGREES


@frozen
class _File:
    format: str
    example: tuple[Row, ...]


@cache
def rows() -> tuple[Row, ...]:
    """All rows of the file that comes with the companion, in rulebook order."""
    return read(read_text(FILE), FILE.name)


def read(text: str, source: str) -> tuple[Row, ...]:
    """The rows of a TOML text, in rulebook order.

    Raises BadData naming ``source``, key and value for what cannot be.
    """
    data = parse(text, source)
    if "format" in data and data["format"] != FORMAT:
        problem = f'this companion reads format = "{FORMAT}"'
        raise BadData(source, "format", problem, data["format"])
    found = structure(_File, data, source).example
    order = list(rulebook.clauses())
    seen: set[str] = set()
    for index, row in enumerate(found):
        key = f"example[{index}]"
        if row.id not in order or rulebook.clause(row.id).kind != "example":
            raise BadData(source, f"{key}.id", "is no clause that prints an example", row.id)
        if row.id in seen:
            raise BadData(source, f"{key}.id", "stands twice", row.id)
        seen.add(row.id)
        _check(row, source, key)
    return tuple(sorted(found, key=lambda row: order.index(row.id)))


def _check(row: Row, source: str, key: str) -> None:
    if row.reading and row.condition:
        problem = "an example has a condition or a reading, not both"
        raise BadData(source, f"{key}.condition", problem, row.condition)
    if (row.reading or row.condition) and not row.others:
        problem = "are missing; say what else there is beside the condition or the reading"
        raise BadData(source, f"{key}.others", problem)
    if row.reading and not row.ruling:
        raise BadData(source, f"{key}.ruling", "is missing; it decides between the readings")
    if bool(row.position) == bool(row.record):
        raise BadData(source, f"{key}.position", "give either a position or a record")
    if row.ruling:
        _check_letters(row, source, key)


def _check_letters(row: Row, source: str, key: str) -> None:
    try:
        ruling = rulebook.ruling(row.ruling)
    except rulebook.UnknownRule as error:
        raise BadData(source, f"{key}.ruling", str(error), row.ruling) from None
    if row.letter and row.letter != ruling.default:
        problem = f"is not the reading in use, which is {ruling.default}"
        raise BadData(source, f"{key}.letter", problem, row.letter)
    for place, other in enumerate(row.others):
        if other.letter and other.letter not in ruling.options:
            where = f"{key}.others[{place}].letter"
            raise BadData(source, where, "names no reading of the ruling", other.letter)
