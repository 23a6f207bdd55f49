"""The impulses of chapter 8 by trying every stack: targets, activations, who can go, what is left.

`impulses` counts what may be done first. `after` tells who stands where once a stack has moved.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

import move_oracle as oracle


def impulses(position: Mapping[str, Any], side: str) -> dict[str, dict[str, int]]:
    """Each first target, the hexes to activate for it, and how many stacks may go from there.

    A stack is a choice among the groups of like units of a hex; what it costs is the cheapest way.
    """
    table = oracle.table_of(position)
    purse = table["trp"][side]
    found: dict[str, dict[str, int]] = {}
    for hex_id in table["hexes"]:
        for stack in stacks_in(table, side, hex_id):
            if oracle.start_problems(table, stack):
                continue
            for goal in sorted(targets(table, stack, purse)):
                origins = found.setdefault(goal, {})
                origins[hex_id] = origins.get(hex_id, 0) + 1
    return found


def targets(table: oracle.Table, stack: oracle.Stack, bound: int) -> set[str]:
    """Where the stack can end for at most ``bound`` RP."""
    return {
        goal
        for goal in table["hexes"]
        if goal != stack.spot[0]
        and not oracle.target_problems(table, stack, goal)
        and _gets_there(table, stack, goal, bound)
    }


def _gets_there(table: oracle.Table, stack: oracle.Stack, goal: str, bound: int) -> bool:
    """Whether a way leads there, if need be with a force left on it."""
    if any(True for _ in oracle.ways(table, stack, goal, bound)):
        return True
    alone = len(stack.ships) < 2
    return not alone and any(True for _ in oracle.covered_ways(table, stack, goal, bound))


def stacks_in(table: oracle.Table, side: str, hex_id: str) -> Iterator[oracle.Stack]:
    """Every stack that may be made of the units of one hex, like units being one as the other."""
    idle = [m for m in oracle.ashore(table, hex_id, side) if not m["moved"]]
    for land in choices(idle):
        if land:
            yield _stack(table, side, "land", (hex_id, ""), [], land)
    for sea in sorted(table["hexes"][hex_id]["coasts"]) or [""]:
        spot = (hex_id, sea)
        here = [m for m in oracle.fleets(table, spot, side) if not m["moved"]]
        men = table["men"]
        mine = [m for m in men if m["aboard"] and m["side"] == side]
        cargo = [m for m in mine if (m["hex"], m["sea"]) == spot]
        for ships in choices(here):
            naval = sum(m["kind"] == "naval" for m in ships)
            room = sum(m["kind"] == "naval" for m in here) - naval
            for land in choices(cargo + idle) if ships else ():
                stranded = sum(not _is_one(m, land) for m in cargo) > room
                if not stranded and len(land) <= naval:
                    kind = "transport" if land else "fleet"
                    yield _stack(table, side, kind, spot, ships, land)


def _stack(
    table: oracle.Table,
    side: str,
    kind: str,
    spot: oracle.Spot,
    ships: list[oracle.Man],
    land: list[oracle.Man],
) -> oracle.Stack:
    stack = oracle.Stack(table, side, kind, spot)
    stack.ships, stack.land = ships, land
    return stack


def choices(men: list[oracle.Man]) -> Iterator[list[oracle.Man]]:
    """Every choice among men, none and all of them included; like men count once."""
    groups: dict[tuple[Any, ...], list[oracle.Man]] = {}
    for man in men:
        like = tuple(man[key] for key in ("nation", "kind", "full", "aboard", "strength"))
        groups.setdefault(like, []).append(man)
    for numbers in product(*(range(len(group) + 1) for group in groups.values())):
        pairs = zip(numbers, groups.values(), strict=True)
        yield [man for number, group in pairs for man in group[:number]]


def _is_one(man: oracle.Man, men: list[oracle.Man]) -> bool:
    return any(man is m for m in men)


# After a move


def after(
    position: Mapping[str, Any], side: str, words: str, path: list[str]
) -> tuple[Counter[tuple[Any, ...]], dict[str, set[str]], set[str]]:
    """Ships and land units after a move, the bases left, and hexes left by enemy air (8.6.2-8.8).

    Where to those air units go is their owner's choice.
    """
    table = oracle.table_of(position)
    take = take_of(words)
    kind = kind_of(take)
    stack = oracle.chosen(table, side, kind, path[0], take)
    enemy = oracle.ENEMY[side]
    spot = stack.spot
    entered = []
    for token in path[1:]:
        spot = oracle.enter(table, stack, spot, token[:4])[0] or ("", "")
        if kind == "land" and table["hexes"][spot[0]]["land_part"]:
            entered.append(spot[0])
    waits = kind == "transport" and _must_wait(table, spot, enemy)
    if kind == "transport" and not waits:
        entered.append(spot[0])
    taken = {h for h in entered if stack.land and not oracle.ashore(table, h, enemy)}
    for man in stack.ships + stack.land:
        man["hex"], man["sea"] = spot
    for man in stack.land:
        man["aboard"] = waits
        man["sea"] = spot[1] if man["aboard"] else ""
    bases = {who: set(position["bases"][who]) for who in oracle.ENEMY}
    bases[enemy] -= taken
    return Counter(standing(m) for m in table["men"] if m["kind"] != "air"), bases, taken


def _must_wait(table: oracle.Table, spot: oracle.Spot, enemy: str) -> bool:
    """Whether cargo stays aboard: enemy land defends, or fleets guard a lone air unit (8.6.2)."""
    if oracle.ashore(table, spot[0], enemy):
        return True
    flying = [m for m in table["men"] if m["kind"] == "air" and m["hex"] == spot[0]]
    guarded = any(m["side"] == enemy for m in flying)
    return guarded and bool(oracle.fleets(table, spot, enemy))


def kind_of(take: Mapping[str, int]) -> str:
    """How a stack of these unit words moves."""
    kinds = {word.split("-")[-1] for word in take}
    if "land" not in kinds:
        return "fleet"
    return "land" if kinds == {"land"} else "transport"


def take_of(words: str) -> dict[str, int]:
    """The unit words of a move, counted."""
    pairs = (word.replace("cw-", "commonwealth-").split(":") for word in words.split(","))
    return {word: int(number) for word, number in pairs}


def standing(man: oracle.Man) -> tuple[Any, ...]:
    """Where a counter is, and which one it is."""
    keys = ("hex", "sea", "nation", "kind", "full", "aboard")
    return tuple(man[key] for key in keys)
