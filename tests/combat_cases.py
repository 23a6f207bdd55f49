"""Small fights for the tests of chapter 9: a beach in an empty sea, and what is left afterwards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from attrs import evolve
from strategies import on

from witp_learn.model import Hex, State, Terrain
from witp_learn.rules.combat.record import Combat, Fought, fight_out

AROUND = ("0404", "0405", "0504", "0506", "0604", "0605")
"""The six hexes that touch 0505."""


def shore(hex_id: str, terrain: Terrain = Terrain.SHALLOW, **changes: Any) -> Hex:
    """A hex with land to stand on."""
    return evolve(Hex(hex_id, terrain, land_part=True), **changes)


BEACH = shore("0505")


def sea(text: str, *places: Hex) -> State:
    """A position on an empty sea with a beach at 0505 and these hexes."""
    return on(f"turn 4; {text}" if "turn" not in text else text, BEACH, *places)


def fight(
    text: str, dice: Sequence[int] = (), *choices: str | None, places: Sequence[Hex] = ()
) -> Combat:
    """The fight at 0505. ``places``: what is not deep sea, besides the beach."""
    return fight_out(sea(text, *places), "0505", dice, choices)


def again(found: Combat, dice: Sequence[int] = (), *choices: str | None) -> Combat:
    """The next fight for the same hex, from what the first one left."""
    return fight_out(found.after, found.hex, dice, choices)


def kinds(found: Combat) -> list[str]:
    """The battles, in the order they are fought."""
    return [one.battle.kind for one in found.battles]


def strength(found: Combat, index: int = 0) -> tuple[int, int]:
    """Japan's and the Allied strength in a battle."""
    return found.battles[index].stakes.strength


def total(found: Combat, index: int = 0) -> tuple[int, int]:
    """Both totals of a battle that is decided."""
    return told(found.battles[index]).total


def hits(found: Combat, index: int = 0) -> tuple[int, int]:
    """The hits of 9.6.1 that either side suffered."""
    return told(found.battles[index]).hits


def told(one: Fought) -> Any:
    """The numbers of a battle that is decided."""
    assert one.tally is not None, "the battle is not decided"
    return one.tally


def offered(found: Combat) -> list[str]:
    """What can be chosen where the fight has stopped."""
    assert found.pending is not None, "the fight is over"
    return [choice.action for choice in found.pending.choices]


def left(found: Combat | State, *hexes: str) -> list[str]:
    """The units left in some hexes, all by default: ``0505 jp 2N-``, cargo as ``0505 jp L*``."""
    state = found.after if isinstance(found, Combat) else found
    rows = []
    for unit in state.units:
        if hexes and unit.hex not in hexes:
            continue
        count = "" if unit.count == 1 else str(unit.count)
        marks = f"{'' if unit.full else '-'}{'*' if unit.aboard else ''}"
        rows.append(f"{unit.at} {unit.nation.short} {count}{unit.kind.letter}{marks}")
    return sorted(rows)
