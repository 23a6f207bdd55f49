"""Forces: units by type with the hits they have taken, and the one function that places hits.

Hits on a type are concentrated: they fall on one unit until it is destroyed, a damaged one first.
So one number per type, the hits taken so far, says everything; battle and odds both use it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from attrs import evolve, frozen

from witp_learn.dicepool.units import (
    SURE,
    Category,
    UnitTable,
    UnitType,
    counted,
    named,
    price,
    printed,
    unknown,
)
from witp_learn.explain import say
from witp_learn.files import Unreadable

MOST = 200
"""The most units of a force."""

Order = tuple[str, ...]
"""Names of unit types, in the order in which hits go through them; others cannot be hit."""


@frozen
class Group:
    """All units of one type in a force: how many there were, and the hits they have taken."""

    unit: UnitType
    count: int
    taken: int = 0

    @property
    def name(self) -> str:
        """The name of the type."""
        return self.unit.name

    @property
    def room(self) -> int:
        """Hits that the group can still take."""
        return self.count * self.unit.hits - self.taken

    @property
    def left(self) -> int:
        """Units that are not destroyed; a damaged one counts.

        Rules: D-units-8
        """
        return self.count - self.taken // self.unit.hits

    @property
    def damaged(self) -> int:
        """Hits on the one unit that is damaged but not destroyed."""
        return self.taken % self.unit.hits

    def __str__(self) -> str:
        hurt = say("dicepool.hurt", hits=counted(self.damaged, "hit")) if self.damaged else ""
        return f"{named(self.left, self.name)}{hurt}"


@frozen
class Placed:
    """Hits that fell on one type: how many units they touched, and how many they destroyed."""

    name: str
    hits: int
    touched: int
    destroyed: int

    def __str__(self) -> str:
        hits = counted(self.hits, "hit")
        return say("dicepool.placed", name=self.name, hits=hits, destroyed=self.destroyed)


@frozen
class Force:
    """The units of one side, in the order of the unit table; hashable."""

    groups: tuple[Group, ...]

    @staticmethod
    def of(counts: Mapping[str, int], table: UnitTable | None = None) -> Force:
        """A fresh force from numbers of units by type.

        Raises Unreadable for a type the table does not hold, a ship, or a number that is not
        from 1 to 200.

        Rules: D-units-2
        """
        table = printed() if table is None else table
        for name, count in counts.items():
            _check(name, count, table)
        if not counts:
            raise Unreadable("", say("dicepool.empty"))
        if sum(counts.values()) > MOST:
            raise Unreadable(str(sum(counts.values())), say("dicepool.too_many", most=MOST))
        return Force(tuple(Group(u, counts[u.name]) for u in table if u.name in counts))

    def __iter__(self) -> Iterator[Group]:
        return iter(self.groups)

    def __str__(self) -> str:
        return ", ".join(str(group) for group in self.groups if group.left) or say("dicepool.none")

    def part(self, holds: Callable[[Group], bool]) -> Force:
        """The groups for which ``holds`` is true."""
        return Force(tuple(group for group in self.groups if holds(group)))

    @property
    def land(self) -> Force:
        """Its land units, also those destroyed."""
        return self.part(lambda group: group.unit.category.is_land)

    @property
    def air(self) -> Force:
        """Its aircraft, also those destroyed."""
        return self.part(lambda group: group.unit.category is Category.AIRCRAFT)

    @property
    def has_land(self) -> bool:
        """Whether a land unit is left.

        Rules: D-completion-1
        """
        return any(g.left and g.unit.category.is_land for g in self.groups)

    @property
    def names(self) -> Order:
        """The types of the force, in the order of the table."""
        return tuple(group.name for group in self.groups)

    def left(self, name: str) -> int:
        """Units of a type that are left; 0 for a type it never had."""
        return sum(group.left for group in self.groups if group.name == name)

    def counts(self) -> dict[str, int]:
        """Units left by type."""
        return {group.name: group.left for group in self.groups}

    def losses(self) -> dict[str, int]:
        """Units destroyed by type."""
        return {group.name: group.count - group.left for group in self.groups}

    def healed(self) -> Force:
        """The survivors at full health, those destroyed gone.

        Rulings: d-damage-persist
        Rules: D-completion-6
        """
        kept = (Group(group.unit, group.left) for group in self.groups)
        return Force(tuple(group for group in kept if group.count))

    def joined(self, other: Force) -> Force:
        """Both together, in this order; no type may stand in both."""
        return Force((*self.groups, *other.groups))

    def retyped(self, unit: UnitType) -> Force:
        """The fresh force with other values for one of its types."""
        groups = (
            Group(unit if group.name == unit.name else group.unit, group.count)
            for group in self.groups
        )
        return Force(tuple(groups))

    def with_units(self, name: str, more: int, table: UnitTable) -> Force | None:
        """The fresh force with ``more`` (or fewer) units of a type; None when nothing is left."""
        counts = {group.name: group.count for group in self.groups}
        counts[name] = counts.get(name, 0) + more
        wanted = {key: count for key, count in counts.items() if count > 0}
        return Force.of(wanted, table) if wanted else None


def _check(name: str, count: int, table: UnitTable) -> None:
    if name not in table:
        raise Unreadable(name, unknown(name, table))
    if table[name].category.is_naval:
        raise Unreadable(name, say("dicepool.naval"))
    if not 1 <= count <= MOST:
        raise Unreadable(f"{name}:{count}", say("dicepool.number", most=MOST))


def force(text: str, table: UnitTable | None = None) -> Force:
    """A force from text like ``infantry:3,tank:1``.

    Raises Unreadable with the piece that cannot be read and what would be right.
    """
    counts: dict[str, int] = {}
    for piece in text.split(","):
        name, colon, number = (part.strip() for part in piece.partition(":"))
        if not name:
            raise Unreadable(text, say("dicepool.form"))
        if colon and not (number.isascii() and number.isdecimal() and len(number) < 6):
            raise Unreadable(piece.strip(), say("dicepool.number", most=MOST))
        if name in counts:
            raise Unreadable(piece.strip(), say("dicepool.twice", name=name))
        counts[name] = int(number) if colon else 1
    return Force.of(counts, table)


def written(held: Force) -> str:
    """The units left, as `force` reads them."""
    return ",".join(f"{name}:{count}" for name, count in held.counts().items() if count)


def take(held: Force, hits: int, order: Iterable[str]) -> tuple[Force, tuple[Placed, ...]]:
    """A force after ``hits`` went through its types in ``order``, and where they fell.

    Each type is destroyed wholly before the next is hit, one unit after the other, a damaged one
    first; hits that find nothing are lost. Units destroyed stay in the record, with none left.

    Rulings: d-damage-spreading, d-hit-order-detail
    Rules: D-units-8, D-main-2, D-main-4
    """
    groups = {group.name: group for group in held.groups}
    placed = []
    for name in order:
        group = groups.get(name)
        falls = min(hits, group.room) if group else 0
        if group and falls:
            hurt = evolve(group, taken=group.taken + falls)
            size = group.unit.hits
            touched = -(-hurt.taken // size) - group.taken // size
            placed.append(Placed(name, falls, touched, group.left - hurt.left))
            groups[name] = hurt
            hits -= falls
    return Force(tuple(groups.values())), tuple(placed)


def cost(held: Force) -> str:
    """What the units left cost, ``8 PU and 3 MP``."""
    return price(pu(held), mp(held))


def pu(held: Force) -> int:
    """Production points that the units left cost.

    Rules: D-stats-2, D-stats-4, D-stats-7, D-stats-9
    """
    return sum(group.left * group.unit.pu for group in held.groups)


def mp(held: Force) -> int:
    """Manpower points that the units left cost.

    Rules: D-stats-2
    """
    return sum(group.left * group.unit.mp for group in held.groups)


def unsure(*forces: Force) -> tuple[UnitType, ...]:
    """The types in these forces whose values are neither printed nor confirmed, each once."""
    kinds = dict.fromkeys(group.unit for held in forces for group in held.groups)
    return tuple(unit for unit in kinds if unit.grade not in SURE)


def notice(*forces: Force) -> tuple[str, ...]:
    """For each of those types a line that says that its values are not the game's, and why."""
    return tuple(
        say("dicepool.unsure", name=unit.name, grade=unit.grade, why=unit.why and f": {unit.why}")
        for unit in unsure(*forces)
    )
