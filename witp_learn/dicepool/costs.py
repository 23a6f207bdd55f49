"""Production and manpower: what units cost, who collects manpower, what can be shipped."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import evolve, frozen

from witp_learn.dicepool.forces import Force, mp, pu
from witp_learn.dicepool.units import Size, named
from witp_learn.explain import Reason, number, say


@frozen
class Territory:
    """A land territory: its name, the points it yields, who held it at the start and holds it now.

    The text prints no territories; all of this is a player's own data.

    Rules: D-manpower-1
    """

    name: str
    first: str
    holder: str
    mp: int = 0
    pu: int = 0


@frozen
class Stockpile:
    """Points that a nation has saved; they keep for later turns.

    Rules: D-manpower-4
    """

    nation: str
    pu: int = 0
    mp: int = 0


def manpower(nation: str, territories: Iterable[Territory]) -> Reason:
    """Manpower that a nation collects at the end of its turn, with each territory's part.

    A territory yields only to its first holder, and (an assumption) only while he holds it.

    Rulings: d-manpower-scope
    Rules: D-manpower-1, D-manpower-2, D-manpower-3
    """
    parts = [_yield(nation, place) for place in territories]
    rules = ("D-manpower-1", "D-manpower-2", "D-manpower-3")
    total = sum(int(part.value or 0) for part in parts)
    text = say("dicepool.manpower", nation=nation, points=total)
    return number(text, "sum", *parts, what="manpower", rules=rules)


def _yield(nation: str, place: Territory) -> Reason:
    gives = place.mp if nation == place.first == place.holder else 0
    if gives or place.first == place.holder == nation:
        why = "own"
    elif place.first != nation:
        why = "captured" if place.holder == nation else "foreign"
    else:
        why = "lost"
    text = say(f"dicepool.yield.{why}", place=place.name, points=gives, holder=place.holder)
    return Reason(gives, text, "data", what=why, rules=("D-manpower-2",), grade="given")


def collect(saved: Stockpile, territories: Iterable[Territory]) -> Stockpile:
    """The stockpile at the end of the nation's turn: its manpower, and its territories' PU.

    PU come from every territory held; the text says only that they are collected at the same
    moment.

    Rules: D-manpower-3, D-manpower-4
    """
    places = tuple(territories)
    points = int(manpower(saved.nation, places).value or 0)
    earned = sum(place.pu for place in places if place.holder == saved.nation)
    return evolve(saved, pu=saved.pu + earned, mp=saved.mp + points)


def shortfall(saved: Stockpile, wanted: Force) -> tuple[int, int]:
    """PU and MP that are missing to buy a force; (0, 0) when it can be paid."""
    return max(0, pu(wanted) - saved.pu), max(0, mp(wanted) - saved.mp)


def buy(saved: Stockpile, wanted: Force) -> Stockpile | None:
    """The stockpile after buying a force; None when it cannot be paid, see `shortfall`.

    Rules: D-stats-2, D-stats-4, D-stats-7, D-stats-9
    """
    if any(shortfall(saved, wanted)):
        return None
    return evolve(saved, pu=saved.pu - pu(wanted), mp=saved.mp - mp(wanted))


def shipping(held: Force) -> Reason:
    """Whether the land units of a force can all go by sea, and what size each is.

    Rules: D-units-5, D-stats-1, D-stats-3, D-stats-6, D-stats-8
    """
    parts = []
    for group in held.land.groups:
        if group.left:
            fits = group.unit.size is not Size.NONE
            key = f"dicepool.ship.{group.unit.size}"
            text = say(key, units=named(group.left, group.name))
            parts.append(Reason(fits, text, "data", rules=group.unit.rules, grade=group.unit.grade))
    good = all(part.value for part in parts)
    text = say("dicepool.ship.all" if good else "dicepool.ship.stays")
    return number(text, "all", *parts, what="shipping", rules=("D-units-5",))
