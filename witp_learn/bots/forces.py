"""What a force may expect of a fight, estimated from strengths and dice (9.3 to 9.6).

Cheaper than the exact chances of `witp_learn.odds`: losses of one battle are not followed into the
next one counter by counter.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from attrs import frozen

from witp_learn.model import Kind, Unit
from witp_learn.rules.combat.strength import CARRIER_SUPPORT, DEFENCE_BONUS, PAIR_BONUS
from witp_learn.rules.combat.tally import FACES, LONG, Stakes, tally


@frozen
class Force:
    """How many full and attrited counters of each kind stand against each other."""

    carriers: int = 0
    naval: int = 0
    land: int = 0
    hurt_carriers: int = 0
    hurt_naval: int = 0
    hurt_land: int = 0

    @staticmethod
    def of(units: Iterable[Unit]) -> Force:
        """The fleets and land units among some rows."""
        many = {(kind, full): 0 for kind in Kind for full in (True, False)}
        for unit in units:
            many[unit.kind, unit.full] += unit.count
        return Force(*(many[k, f] for f in (True, False) for k in _KINDS))

    def __add__(self, more: Force) -> Force:
        return Force(*(a + b for a, b in zip(_numbers(self), _numbers(more), strict=True)))

    @property
    def fleets(self) -> int:
        """Full fleets."""
        return self.carriers + self.naval

    @property
    def ships(self) -> int:
        """All fleets, attrited ones too."""
        return self.fleets + self.hurt_carriers + self.hurt_naval

    @property
    def troops(self) -> int:
        """All land units, attrited ones too."""
        return self.land + self.hurt_land

    @property
    def at_sea(self) -> int:
        """Strength in a fleet combat without air support (9.3.1)."""
        pairs = min(self.carriers, self.naval)
        return 2 * self.carriers + self.naval + PAIR_BONUS * pairs


_KINDS = (Kind.CARRIER, Kind.NAVAL, Kind.LAND)


def _numbers(force: Force) -> tuple[int, ...]:
    return (
        force.carriers,
        force.naval,
        force.land,
        force.hurt_carriers,
        force.hurt_naval,
        force.hurt_land,
    )


class Battle(NamedTuple):
    """What a side may expect of a battle: chances, and hits given and taken on average.

    ``rout``: the chance to win by 3 or more, which drives the loser out on land (9.6.3).
    """

    win: float
    rout: float
    given: float
    taken: float


@lru_cache(maxsize=4096)
def battle(
    kind: str, own: int, enemy: int, full: tuple[int, int], bodies: tuple[int, int]
) -> Battle:
    """What the first of two sides may expect of a battle; ties are rolled again.

    ``full`` and ``bodies``: full counters, and hits that all counters can take, on either side.
    """
    stakes = Stakes(kind, (own, enemy), full, bodies)
    found = [tally(stakes, j, a) for j in FACES for a in FACES]
    decided = [one for one in found if one.winner is not None]
    won = [one for one in decided if one.total[0] > one.total[1]]
    number = len(decided)
    return Battle(
        len(won) / number,
        sum(one.difference >= LONG for one in won) / number,
        sum(min(one.hits[1], bodies[1]) for one in decided) / number,
        sum(min(one.hits[0], bodies[0]) for one in decided) / number,
    )


@frozen
class Forecast:
    """What an attack may expect: the chance to hold the hex alone, strength hit on either side."""

    take: float = 0.0
    win: float = 0.0
    given: float = 0.0
    taken: float = 0.0


@frozen
class Ground:
    """What an attack meets: the enemy's force, and air strength in support of either side.

    ``lands``: whether land units come by sea. ``surprise``: no bonus for the side landed upon, as
    on turn 1 for Japan (12.1).
    """

    enemy: Force
    own_air: int = 0
    enemy_air: int = 0
    lands: bool = True
    surprise: bool = False


def forecast(force: Force, ground: Ground) -> Forecast:
    """What a force may expect in a hex: the battle at sea, then that on land."""
    enemy, win, given, taken = ground.enemy, 1.0, 0.0, 0.0
    if force.ships and enemy.ships:
        sea = battle(
            "fleet",
            force.at_sea + ground.own_air,
            enemy.at_sea + ground.enemy_air,
            (force.fleets, enemy.fleets),
            (_hits(force.fleets, force.ships), _hits(enemy.fleets, enemy.ships)),
        )
        win, given, taken = sea.win, sea.given * PER_HIT_AT_SEA, sea.taken * PER_HIT_AT_SEA
    elif enemy.ships and not force.ships and ground.lands:
        win = 0.0
    if not force.troops:
        return Forecast(0.0, win, given, taken)
    if not enemy.troops:
        return Forecast(win, win, given, taken)
    support = CARRIER_SUPPORT * force.carriers if ground.lands else 0
    defence = DEFENCE_BONUS if ground.lands and not ground.surprise else 0
    lost = min(force.land, int(taken / 2))
    land = battle(
        "assault" if ground.lands else "land",
        force.land - lost + support + ground.own_air,
        enemy.land + defence + ground.enemy_air,
        (force.land - lost, enemy.land),
        (_hits(force.land, force.troops), _hits(enemy.land, enemy.troops)),
    )
    take = win * (land.rout + (land.win - land.rout) / 2)
    beaten = (1 - land.win) * force.troops if ground.lands else 0.0
    cost = (land.taken + beaten) * PER_HIT
    return Forecast(take, win * land.win, given + win * land.given * PER_HIT, taken + win * cost)


PER_HIT = 0.5
"""Strength that a hit on a land unit costs: half of it, as attrited ones count half."""

PER_HIT_AT_SEA = 0.7
"""The same at sea, where some are carriers and ships go down with their cargo."""


def _hits(full: int, bodies: int) -> int:
    return full + bodies
