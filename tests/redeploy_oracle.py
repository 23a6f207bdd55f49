"""Where stacks may be redeployed, worked out plainly from chapter 10 on a position's plain table.

Nothing here is shared with the package: hexes, control, air zones and links are found again.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from move_oracle import ENEMY, side_of, touching


class Table:
    """A position file as it is written, asked by hex."""

    def __init__(self, plain: dict[str, Any]) -> None:
        self.hexes = {row["id"]: row for row in plain["board"]["hexes"]}
        self.units = plain["units"]
        self.bases = plain.get("bases", {})
        self.contested = set(plain.get("contested", ()))

    def near(self, at: str) -> list[str]:
        return [h for h in touching(at) if h in self.hexes]

    def ashore(self, at: str) -> set[str]:
        """The sides with land units ashore."""
        return {
            side_of(u["nation"])
            for u in self.units
            if u["at"][:4] == at and u["kind"] == "land" and not u.get("aboard")
        }

    def alone(self, at: str, side: str) -> bool:
        return self.ashore(at) == {side}

    def holds(self, at: str, side: str) -> bool:
        """Whether a side controls a port or airfield (2.3.3)."""
        owner = self.hexes[at].get("owner")
        if owner is None:
            return False
        if side_of(owner) == side:
            return not self.alone(at, ENEMY[side])
        return self.alone(at, side)

    def serves(self, at: str, side: str) -> bool:
        """Whether a supply source is one for a side (2.3.4)."""
        source = self.hexes[at].get("source")
        return bool(source) and side_of(source) == side and not self.alone(at, ENEMY[side])

    def full_air(self, at: str, side: str) -> bool:
        return any(
            u["at"][:4] == at
            and u["kind"] == "air"
            and u.get("state") != "attrited"
            and side_of(u["nation"]) == side
            for u in self.units
        )

    def zone(self, at: str, side: str) -> bool:
        """Whether a hex lies in an enemy air zone that is not lifted, for a side (2.2.3)."""
        if self.full_air(at, side):
            return False
        return any(self.full_air(n, ENEMY[side]) for n in self.near(at))

    def theirs(self, at: str, side: str) -> bool:
        """Whether the enemy controls a port, airfield or source."""
        source = self.hexes[at].get("source")
        taken = bool(source) and side_of(source) == side and self.alone(at, ENEMY[side])
        return self.holds(at, ENEMY[side]) or self.serves(at, ENEMY[side]) or taken

    def shut(self, at: str, side: str) -> bool:
        """The three things that are no part of a transport network (10.3)."""
        mountain = bool(self.hexes[at].get("mountain"))
        return mountain or self.theirs(at, side) or self.zone(at, side)

    def dry(self, at: str) -> bool:
        return bool(self.hexes[at]["terrain"] == "land")

    def china(self, at: str) -> bool:
        return bool(self.hexes[at].get("area") == "china")

    def solid(self, at: str) -> bool:
        row = self.hexes[at]
        return row["terrain"] != "deep" and bool(row.get("land_part", True))


def base_or_source(table: Table, side: str) -> set[str]:
    """The hexes with a base or source of a side; where a unit comes from, one is never shut."""
    return {*table.bases.get(side, ()), *(h for h in table.hexes if table.serves(h, side))}


def nodes(table: Table, side: str) -> set[str]:
    """The bases and sources of a network."""
    return {h for h in base_or_source(table, side) if not table.shut(h, side)}


def linked(table: Table, side: str, one: str, other: str, dry: bool) -> bool:
    """Whether two hexes are at most two apart, with an open hex between if need be."""
    if other in table.near(one):
        return True
    between = set(table.near(one)) & set(table.near(other))
    return any(not table.shut(h, side) and (table.dry(h) or not dry) for h in between)


def leads(table: Table, side: str, start: str, end: str, *, dry: bool = False) -> bool:
    """Whether the network leads from a hex to another, ``dry``: without a hex of sea in it."""
    if dry and not table.dry(end):
        return False
    if table.shut(end, side):
        void = table.hexes[end].get("mountain") or table.zone(end, side)
        if void or end not in table.contested:
            return False
    mine = base_or_source(table, side) & {start}
    whole = {h for h in nodes(table, side) | mine if table.dry(h) or not dry}
    found = {h for h in whole if h == start or linked(table, side, start, h, dry)}
    while more := {h for h in whole - found if any(linked(table, side, h, f, dry) for f in found)}:
        found |= more
    return any(h == end or linked(table, side, h, end, dry) for h in found)


def friendly(table: Table, side: str, at: str) -> bool:
    return table.holds(at, side) or table.serves(at, side)


def troops(table: Table, side: str) -> Iterator[tuple[str, str, str]]:
    """Every way in which air and land units may go: type, start and end."""
    ends = [
        h
        for h in table.hexes
        if (friendly(table, side, h) or h in table.contested)
        and not (side == "allies" and table.china(h))
    ]
    for unit in table.units:
        start = unit["at"][:4]
        if side_of(unit["nation"]) != side or unit["kind"] not in ("air", "land"):
            continue
        if unit["kind"] == "air":
            yield from (("air", start, end) for end in ends if end != start)
        elif not unit.get("aboard") and unit["nation"] != "china" and start not in table.contested:
            for end in ends:
                if end != start and table.solid(end) and leads(table, side, start, end):
                    yield "land", start, end


def fleets(table: Table, side: str) -> Iterator[tuple[str, str]]:
    """Every way in which fleets may go: start and end."""
    ends = [h for h in table.hexes if _port(table, side, h)]
    for unit in table.units:
        start = unit["at"][:4]
        if side_of(unit["nation"]) == side and unit["kind"] in ("carrier", "naval"):
            yield from ((start, end) for end in ends if end != start)


def _port(table: Table, side: str, at: str) -> bool:
    row = table.hexes[at]
    closed = row.get("unlimited") if side == "japan" else table.china(at)
    return (
        not closed
        and row["terrain"] != "land"
        and at not in table.contested
        and safe(table, side, at)
    )


def safe(table: Table, side: str, at: str) -> bool:
    """Whether fleets may be there when their segment ends."""
    port = table.hexes[at].get("facility") == "port" and table.holds(at, side)
    return port or table.serves(at, side)
