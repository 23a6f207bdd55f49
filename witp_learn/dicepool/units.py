"""Unit types of the dice-pool system: the four printed ones, and a learner's own table.

The text gives values for infantry, tank, artillery and blockhouse only. Everything else, aircraft
above all, comes from a table in TOML, whose values are graded and never passed off as the game's.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Any

from attrs import asdict, evolve, frozen

from witp_learn.display import Displayed
from witp_learn.explain import say
from witp_learn.files import (
    DATA,
    BadData,
    NotAvailable,
    nearest,
    one_of,
    parse,
    plain,
    read_text,
    structure,
)
from witp_learn.rulebook import clauses

FORMAT = "witp-dicepool-units/1"
"""The first line of a unit table."""

GRADES = ("printed", "derived", "assumed", "unknown", "confirmed")
"""How well a value is known."""

OWN_GRADES = GRADES[1:]
"""The grades a learner's own table may give; ``printed`` is kept for the four printed units."""

SURE = ("printed", "confirmed")
"""Grades of values that nobody needs to check."""

LARGEST = 20
"""The highest combat value and the most hit points of a unit in a table."""

DEAREST = 1000
"""The highest cost and the longest movement of a unit in a table."""

VALUES = ("land", "naval", "air", "movement", "pu", "mp", "hits")
"""The values of a unit that are whole numbers."""

_NAME = re.compile(r"[a-z][a-z0-9]*([- ][a-z0-9]+)*")
_FOLDER = DATA / "dicepool"


class Category(StrEnum):
    """What kind of unit it is. The naval ones are categories only: the text has no rules for them.

    Rulings: d-land-categories
    Rules: D-units-1, D-units-2, D-units-3
    """

    INFANTRY = "infantry"
    TANK = "tank"
    ARTILLERY = "artillery"
    AIRCRAFT = "aircraft"
    ESCORT = "escort"
    CAPITAL = "capital-ship"
    SUBMARINE = "submarine"
    TRANSPORT = "transport"

    @property
    def is_land(self) -> bool:
        """Whether its units fight on the ground."""
        return self in LAND

    @property
    def is_naval(self) -> bool:
        """Whether its units are ships."""
        return self in NAVAL


LAND = (Category.INFANTRY, Category.TANK, Category.ARTILLERY)
"""The land categories, in the order in which main combat destroys them (D-main-2)."""

NAVAL = (Category.ESCORT, Category.CAPITAL, Category.SUBMARINE, Category.TRANSPORT)
"""The naval categories, which have a name and nothing else (D-units-2)."""


class Size(StrEnum):
    """How much room a land unit takes on a transport; ``none`` cannot be shipped (D-units-5)."""

    SMALL = "small"
    LARGE = "large"
    NONE = "none"


@frozen
class UnitType:
    """A type of unit with its attributes.

    ``land``, ``naval``, ``air``: dice per round; ``movement``: territories; ``pu``, ``mp``: cost;
    ``hits``: hit points; ``unprinted``: values that no source gives, counted as 0.

    Rulings: d-missing-stats
    Rules: D-units-4, D-units-5
    """

    name: str
    category: Category
    pu: int
    hits: int
    land: int = 0
    naval: int = 0
    air: int = 0
    movement: int = 0
    mp: int = 0
    size: Size = Size.NONE
    grade: str = "assumed"
    why: str = ""
    rules: tuple[str, ...] = ()
    unprinted: tuple[str, ...] = ()

    def grade_of(self, value: str) -> str:
        """How well one of `VALUES` is known: ``assumed`` where the source does not give it."""
        return "assumed" if value in self.unprinted else self.grade

    def __str__(self) -> str:
        size = "" if self.size is Size.NONE else f", {self.size}"
        return say(
            "dicepool.unit",
            name=self.name,
            category=self.category,
            land=self.land,
            naval=self.naval,
            air=self.air,
            movement=self.movement,
            hits=self.hits,
            cost=price(self.pu, self.mp),
            size=size,
            grade=self.grade,
        )


def price(pu: int, mp: int) -> str:
    """``5 PU`` or ``1 PU and 1 MP``."""
    return f"{pu} PU and {mp} MP" if mp else f"{pu} PU"


def counted(count: int, one: str, many: str = "") -> str:
    """``1 hit``, ``2 hits``; ``many`` where an s does not do."""
    return f"{count} {one if count == 1 else many or one + 's'}"


def named(count: float, name: str) -> str:
    """``1 tank``, ``3 tanks``, ``3 infantry``, ``0.79 tanks``."""
    number = str(count) if isinstance(count, int) else f"{count:.2f}"
    same = count == 1 or name.endswith(_NO_PLURAL)
    return f"{number} {name}{'' if same else 's'}"


_NO_PLURAL = ("infantry", "artillery", "cavalry", "s")
"""Endings of names of types that are the same for one and for many."""


def dice_word(count: int) -> str:
    """``1 die``, ``2 dice``."""
    return counted(count, "die", "dice")


@frozen
class UnitTable(Displayed):
    """Unit types by name, in the order of main combat: infantry, tanks, artillery, then the rest.

    Within a category the order is that of the file; what cannot be shipped, the blockhouse, comes
    after the other artillery.
    """

    units: tuple[UnitType, ...]
    source: str = ""

    def __iter__(self) -> Iterator[UnitType]:
        return iter(self.units)

    def __contains__(self, name: object) -> bool:
        return any(unit.name == name for unit in self.units)

    def __getitem__(self, name: str) -> UnitType:
        """The type of this name. Raises NotAvailable, naming the nearest."""
        for unit in self.units:
            if unit.name == name:
                return unit
        raise NotAvailable(unknown(name, self))

    def __str__(self) -> str:
        return "\n".join([*map(str, self.units), say("dicepool.naval")])


def unknown(name: str, table: UnitTable) -> str:
    """What to say of a name that the table does not hold."""
    if name in [str(category) for category in NAVAL]:
        return say("dicepool.naval")
    known = [unit.name for unit in table]
    hint = nearest(name, known)
    if name in sample():
        hint = say("dicepool.in_sample", name=name)
    if not hint and name in [str(category) for category in Category]:
        return say("dicepool.no_values", name=name)
    return say("dicepool.no_unit", name=name, known=one_of(known), hint=hint)


@frozen
class _Sheet:
    format: str
    units: tuple[UnitType, ...]


def printed() -> UnitTable:
    """The four land units that the text prints.

    Rules: D-stats-1, D-stats-3, D-stats-5, D-stats-8
    """
    return _shipped("printed")


def sample() -> UnitTable:
    """The printed land units and two made-up aircraft, for trying the air stages."""
    return _with(printed(), _shipped("sample"))


def units(path: Path | str | None = None) -> UnitTable:
    """The printed units, with those of a learner's own table where a file is named.

    Raises BadData naming file, key and value, and what would be right.
    """
    if path is None:
        return printed()
    return read_units(read_text(path), str(path))


def read_units(text: str, source: str) -> UnitTable:
    """The printed units and those of a table given as TOML or JSON text.

    Raises BadData naming ``source``, key and value, and what would be right.
    """
    table = _read(text, source)
    for index, unit in enumerate(table.units):
        _check_own(unit, index, source)
    return _with(printed(), table)


def joined(table: UnitTable, more: Iterable[UnitType]) -> UnitTable:
    """A table with the types of ``more`` that it does not hold yet."""
    found = {unit.name: unit for unit in (*more, *table.units)}
    fresh = tuple(unit for name, unit in found.items() if name not in table)
    return UnitTable(_in_order((*table.units, *fresh)), table.source)


def type_as_dict(unit: UnitType) -> dict[str, Any]:
    """A unit type as plain data."""
    found: dict[str, Any] = plain(asdict(unit))
    return found


def to_table(table: UnitTable) -> dict[str, Any]:
    """The units that are not printed, as plain data that `read_units` takes back."""
    own = [unit for unit in table if unit not in printed().units]
    return {"format": FORMAT, "units": [type_as_dict(unit) for unit in own]}


@cache
def _shipped(name: str) -> UnitTable:
    file = _FOLDER / f"{name}.toml"
    return _read(file.read_text("utf-8"), file.name)


def _with(first: UnitTable, second: UnitTable) -> UnitTable:
    return UnitTable(_in_order((*first.units, *second.units)), second.source)


def _in_order(found: tuple[UnitType, ...]) -> tuple[UnitType, ...]:
    categories = list(Category)

    def rank(unit: UnitType) -> tuple[int, bool]:
        return categories.index(unit.category), unit.size is Size.NONE

    return tuple(sorted(found, key=rank))


def _read(text: str, source: str) -> UnitTable:
    data = parse(text, source)
    if data.get("format") != FORMAT:
        raise BadData(source, "format", f'must be "{FORMAT}"', data.get("format"))
    sheet = structure(_Sheet, data, source)
    for index, unit in enumerate(sheet.units):
        _check(unit, f"units[{index}]", source)
    names = [unit.name for unit in sheet.units]
    for index, name in enumerate(names):
        if name in names[:index]:
            raise BadData(source, f"units[{index}].name", "stands twice in this table", name)
    return UnitTable(_in_order(sheet.units), source)


def _check(unit: UnitType, key: str, source: str) -> None:
    if not _NAME.fullmatch(unit.name) or len(unit.name) > 30:
        problem = "must be small letters and digits, such as light-bomber"
        raise BadData(source, f"{key}.name", problem, unit.name)
    for name in VALUES:
        given, lowest = getattr(unit, name), 1 if name == "hits" else 0
        highest = LARGEST if name in ("land", "naval", "air", "hits") else DEAREST
        if not lowest <= given <= highest:
            problem = f"must be from {lowest} to {highest}"
            raise BadData(source, f"{key}.{name}", problem, given)
    if unit.grade not in GRADES:
        problem = f"must be {one_of(GRADES)}.{nearest(unit.grade, GRADES)}"
        raise BadData(source, f"{key}.grade", problem, unit.grade)
    if unit.size is not Size.NONE and not unit.category.is_land:
        raise BadData(source, f"{key}.size", "only land units have a size (D-units-5)", unit.size)
    for index, name in enumerate(unit.rules):
        if name not in clauses():
            problem = f"must be a clause id.{nearest(name, clauses())}"
            raise BadData(source, f"{key}.rules[{index}]", problem, name)
    for index, name in enumerate(unit.unprinted):
        if name not in VALUES or getattr(unit, name):
            problem = f"must name one of {', '.join(VALUES)} that is 0"
            raise BadData(source, f"{key}.unprinted[{index}]", problem, name)


def _check_own(unit: UnitType, index: int, source: str) -> None:
    key = f"units[{index}]"
    if unit.name in printed():
        problem = "the text prints the values of this unit; give yours another name"
        raise BadData(source, f"{key}.name", problem, unit.name)
    if unit.grade not in OWN_GRADES:
        problem = f"must be {one_of(OWN_GRADES)}: only the four units of the text are printed"
        raise BadData(source, f"{key}.grade", problem, unit.grade)


def changed(unit: UnitType, value: str, to: int) -> UnitType:
    """The same type with another ``land``, ``air``, ``hits`` or other number."""
    numbers: Any = {value: to}
    return evolve(unit, **numbers)
