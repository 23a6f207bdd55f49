"""A slow second opinion on dice-pool battles, written from the text alone, in exact fractions.

It keeps every unit by itself with its hit points, tries every number of hits of every volley, and
shares nothing with `witp_learn.dicepool` but the words. Only for a handful of units.
"""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb

# name: land value, air value, hit points. Aircraft have small letters that no land unit has.
VALUES = {
    "infantry": (1, 0, 2),
    "tank": (2, 0, 2),
    "artillery": (3, 1, 1),
    "blockhouse": (4, 2, 2),
    "fighter": (1, 2, 1),
    "bomber": (3, 1, 1),
}
LAND = ("infantry", "tank", "artillery", "blockhouse")
PLANES = ("fighter", "bomber")

# A side is a sorted tuple of units; a unit is its name and the hit points it has left.
Unit = tuple[str, int]
Army = tuple[Unit, ...]


def army(counts: dict[str, int]) -> Army:
    """Fresh units."""
    return tuple(sorted((name, VALUES[name][2]) for name, n in counts.items() for _ in range(n)))


def living(side: Army, names: tuple[str, ...]) -> list[Unit]:
    return [unit for unit in side if unit[0] in names and unit[1] > 0]


def place(side: Army, hits: int, order: tuple[str, ...]) -> tuple[Army, list[str]]:
    """Put hits on one unit after the other; the units, dead ones at 0, and the names of those hit.

    A unit is hit until it is dead; among units of a name the weakest comes first.
    """
    units = [list(unit) for unit in side]
    touched: dict[int, str] = {}
    for _ in range(hits):
        choice = None
        for name in order:
            alive = [i for i, unit in enumerate(units) if unit[0] == name and unit[1] > 0]
            if alive:
                choice = min(alive, key=lambda i: units[i][1])
                break
        if choice is None:
            break
        units[choice][1] -= 1
        touched[choice] = units[choice][0]
    return tuple(sorted((name, left) for name, left in units)), list(touched.values())


def buried(side: Army) -> Army:
    return tuple(unit for unit in side if unit[1] > 0)


@cache
def hits_of(dice: int) -> list[tuple[int, Fraction]]:
    """Each number of hits with its chance: 1, 2, 3 and 4 hit, 5 and 6 miss."""
    third = Fraction(1, 3)
    return [(k, comb(dice, k) * (2 * third) ** k * third ** (dice - k)) for k in range(dice + 1)]


def dice(units: list[Unit], which: int) -> int:
    return sum(VALUES[name][which] for name, _ in units)


def volley(
    shooters: int, target: Army, order: tuple[str, ...]
) -> list[tuple[Army, list[str], Fraction]]:
    """Every result of a volley: the target, who was hit, the chance."""
    if not living(target, order):
        return [(target, [], Fraction(1))]
    return [(*place(target, hits, order), p) for hits, p in hits_of(shooters)]


Orders = dict[str, tuple[str, ...]]
"""Orders of targets by stage: ``dogfight``, ``strafing``, ``answer``, ``withdrawal``."""

PLAIN: Orders = {"dogfight": PLANES, "strafing": LAND, "answer": PLANES, "withdrawal": LAND}


def one_round(a: Army, d: Army, a_orders: Orders, d_orders: Orders) -> dict:
    """Where a round leads, as a table of chances over pairs of sides."""
    found: dict[tuple[Army, Army], Fraction] = defaultdict(Fraction)
    a_air, d_air = dice(living(a, PLANES), 1), dice(living(d, PLANES), 1)
    for (d1, _, p), (a1, _, q) in product(
        volley(a_air, d, a_orders["dogfight"]), volley(d_air, a, d_orders["dogfight"])
    ):
        for pair, chance in strafed(buried(a1), buried(d1), a_orders, d_orders).items():
            found[pair] += p * q * chance
    return found


def strafed(a: Army, d: Army, a_orders: Orders, d_orders: Orders) -> dict:
    found: dict[tuple[Army, Army], Fraction] = defaultdict(Fraction)
    a_bombs, d_bombs = dice(living(a, PLANES), 0), dice(living(d, PLANES), 0)
    for (d1, hit_d, p), (a1, hit_a, q) in product(
        volley(a_bombs, d, a_orders["strafing"]), volley(d_bombs, a, d_orders["strafing"])
    ):
        back_d = sum(VALUES[name][1] for name in hit_d)
        back_a = sum(VALUES[name][1] for name in hit_a)
        # Return fire falls on aircraft; both sides' aircraft were counted before it.
        for (a2, _, r), (d2, _, s) in product(
            volley(back_d, a1, d_orders["answer"]), volley(back_a, d1, a_orders["answer"])
        ):
            for pair, chance in fought(buried(a2), buried(d2)).items():
                found[pair] += p * q * r * s * chance
    return found


def fought(a: Army, d: Army) -> dict:
    found: dict[tuple[Army, Army], Fraction] = defaultdict(Fraction)
    a_guns, d_guns = dice(living(a, LAND), 0), dice(living(d, LAND), 0)
    for (d1, _, p), (a1, _, q) in product(volley(a_guns, d, LAND), volley(d_guns, a, LAND)):
        found[buried(a1), buried(d1)] += p * q
    return found


class Oracle:
    """Battles under fixed orders of targets."""

    def __init__(self, a_orders: Orders = PLAIN, d_orders: Orders = PLAIN) -> None:
        self.orders = a_orders, d_orders
        self.seen: dict[tuple[Army, Army], tuple[dict, Fraction]] = {}

    def after_one(self, a: Army, d: Army) -> dict:
        return one_round(a, d, *self.orders)

    def ends(self, a: Army, d: Army, first: bool = True) -> tuple[dict, Fraction]:
        """The chances of all ends, and the mean number of rounds still to come."""
        if not first and not (living(a, LAND) and living(d, LAND)):
            return {(a, d): Fraction(1)}, Fraction(0)
        key = (a, d)
        if key not in self.seen:
            ways = self.after_one(a, d)
            stay = ways.pop(key, Fraction(0)) if living(a, LAND) and living(d, LAND) else 0
            total: dict[tuple[Army, Army], Fraction] = defaultdict(Fraction)
            rounds = Fraction(1) / (1 - stay)
            for pair, chance in ways.items():
                ends, more = self.ends(*pair, first=False)
                rounds += chance / (1 - stay) * more
                for end, p in ends.items():
                    total[end] += chance / (1 - stay) * p
            self.seen[key] = dict(total), rounds
        return self.seen[key]

    def withdrawn_after_one(self, a: Army, d: Army, leaver: str) -> dict:
        """All ends, with who left, when ``leaver`` withdraws after round 1."""
        found: dict[tuple[Army, Army, bool], Fraction] = defaultdict(Fraction)
        for (a1, d1), p in self.after_one(a, d).items():
            if not (living(a1, LAND) and living(d1, LAND)):
                found[a1, d1, False] += p
                continue
            stay, gone = (d1, a1) if leaver == "attacker" else (a1, d1)
            stays, goes = (1, 0) if leaver == "attacker" else (0, 1)
            chase = dice(living(stay, (*PLANES, "tank")), 0)
            cover = dice(living(gone, PLANES), 0)
            for (gone2, _, q), (stay2, _, r) in product(
                volley(chase, gone, self.orders[stays]["withdrawal"]),
                volley(cover, stay, self.orders[goes]["withdrawal"]),
            ):
                pair = (gone2, stay2) if leaver == "attacker" else (stay2, gone2)
                found[buried(pair[0]), buried(pair[1]), True] += p * q * r
        return found
