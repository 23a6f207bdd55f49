"""Chapter 8 a second time: what a move costs and the ways there, slow and by trying everything.

Written from the text of chapters 2.2.3, 2.3, 8, 12.1 and 12.2 with the readings on record, on the
plain tables of a position file. It uses nothing of the package, so that an error there has to be
made twice to go unseen. Counters are dictionaries, one each. `cost` walks one path, `routes` walks
every path that visits no hex twice.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

HOMELANDS = ("united-states", "australia", "india", "new-zealand")
PRINTED = {"carrier": 2, "naval": 1, "land": 1, "air": 2}
FLEETS = ("carrier", "naval")
ENEMY = {"japan": "allies", "allies": "japan"}
BARE: dict[str, Any] = {
    "terrain": "deep",
    "mountain": False,
    "jungle": False,
    "coasts": {},
    "unlimited": False,
    "facility": None,
    "owner": None,
    "area": None,
}

Man = dict[str, Any]
Table = dict[str, Any]
Spot = tuple[str, str]
"""A hex and the coast of it, for a fleet where two seas meet; the coast is empty elsewhere."""


class Unclear(ValueError):
    """What the command takes for bad input."""


# The table: hexes, hexsides, counters


def table_of(position: Mapping[str, Any]) -> Table:
    """The position with every counter on its own and every hex of its board written out."""
    board = position["board"]
    (west, east), (north, south) = board["columns"], board["rows"]
    ids = [f"{c:02d}{r:02d}" for c, r in product(range(west, east + 1), range(north, south + 1))]
    hexes = {h: dict(BARE) for h in ids}
    for row in board.get("hexes", ()):
        hexes[row["id"]].update(row)
    for place in hexes.values():
        place.setdefault("land_part", place["terrain"] != "deep")
    return {
        "turn": position["turn"],
        "trp": position.get("trp"),
        "hexes": hexes,
        "edges": {frozenset(e["between"]): e["kind"] for e in board.get("hexsides", ())},
        "contested": set(position.get("contested", ())),
        "men": [_man(row) for row in position["units"] for _ in range(row.get("count", 1))],
    }


def _man(row: Mapping[str, Any]) -> Man:
    full = row.get("state", "full") == "full"
    given = row.get("strength")
    strength = PRINTED[row["kind"]] if given is None else given
    return {
        "hex": row["at"][:4],
        "sea": row["at"][4:],
        "nation": row["nation"],
        "side": side_of(row["nation"]),
        "kind": row["kind"],
        "full": full,
        "aboard": row.get("aboard", False),
        "moved": row.get("moved", False),
        "strength": strength,
        "force": strength if full else 0,
    }


def side_of(nation: str) -> str:
    return "japan" if nation == "japan" else "allies"


def touching(hex_id: str) -> list[str]:
    """The six hexes around: even columns hang half a hex lower."""
    column, row = int(hex_id[:2]), int(hex_id[2:])
    shift = 0 if column % 2 == 0 else -1
    around = [(column, row - 1), (column, row + 1)]
    around += [(c, row + shift + down) for c in (column - 1, column + 1) for down in (0, 1)]
    return [f"{c:02d}{r:02d}" for c, r in around if 0 <= c <= 99 and 0 <= r <= 99]


def around(table: Table, hex_id: str) -> list[str]:
    return sorted(h for h in touching(hex_id) if h in table["hexes"])


def edge(table: Table, a: str, b: str) -> str:
    """What two touching hexes share: the hexside on the map, or what their terrain makes it."""
    marked = table["edges"].get(frozenset((a, b)))
    if marked:
        return str(marked)
    kinds = {table["hexes"][a]["terrain"], table["hexes"][b]["terrain"]}
    if "land" in kinds:
        return "land"
    return "shallow" if kinds == {"shallow"} else "deep"


def sea_towards(table: Table, hex_id: str, other: str) -> str | None:
    """Which sea of a hex a neighbour touches; None: the one that is no sea of it."""
    coasts = table["hexes"][hex_id]["coasts"]
    if not coasts:
        return ""
    return next((letter for letter, near in coasts.items() if other in near), None)


# Who stands where


def ashore(table: Table, hex_id: str, side: str) -> list[Man]:
    return [
        m
        for m in table["men"]
        if m["hex"] == hex_id and m["side"] == side and m["kind"] == "land" and not m["aboard"]
    ]


def fleets(table: Table, spot: Spot, side: str) -> list[Man]:
    return [
        m
        for m in table["men"]
        if (m["hex"], m["sea"]) == spot and m["side"] == side and m["kind"] in FLEETS
    ]


def zone_reaches(table: Table, hex_id: str, side: str, gone: frozenset[int]) -> bool:
    """Whether the hex is in the air zone of the enemy of ``side`` (2.2.3)."""
    full = [m for m in table["men"] if m["kind"] == "air" and m["full"] and id(m) not in gone]
    if any(m["side"] == side and m["hex"] == hex_id for m in full):
        return False
    return any(m["side"] != side and hex_id in touching(m["hex"]) for m in full)


def driven_off(table: Table, hex_id: str, side: str) -> set[int]:
    """Air units that leave when land of ``side`` enters: the enemy's, once it is alone there."""
    if not table["hexes"][hex_id]["land_part"] or ashore(table, hex_id, ENEMY[side]):
        return set()
    men = table["men"]
    return {id(m) for m in men if m["kind"] == "air" and m["hex"] == hex_id and m["side"] != side}


def left_alone(table: Table, hex_id: str, side: str, leaving: list[Man]) -> set[int]:
    """Own air units that go because own land does: the icon turns enemy, or enemy land is alone."""
    place = table["hexes"][hex_id]
    there = ashore(table, hex_id, side)
    if not there or not all(_among(m, leaving) for m in there):
        return set()
    turns = place["facility"] and side_of(place["owner"]) != side
    if not turns and not ashore(table, hex_id, ENEMY[side]):
        return set()
    men = table["men"]
    return {id(m) for m in men if m["kind"] == "air" and m["hex"] == hex_id and m["side"] == side}


# Who moves


class Stack:
    """Those who move: ships and what they carry, or men on foot."""

    def __init__(self, table: Table, side: str, kind: str, spot: Spot) -> None:
        self.side, self.kind, self.spot = side, kind, spot
        self.ships: list[Man] = []
        self.land: list[Man] = []
        self.table = table

    @property
    def at_sea(self) -> bool:
        return self.kind != "land"

    @property
    def naval(self) -> list[Man]:
        return [m for m in self.ships if m["kind"] == "naval"]


def picked(pool: list[Man], take: Mapping[str, int], kinds: tuple[str, ...]) -> list[Man]:
    """What the unit words name: cargo first, then full ones, the stronger, US before the rest."""
    found: list[Man] = []
    for word, number in take.items():
        *marks, kind = word.split("-")
        if kind not in kinds:
            continue
        fit = [m for m in pool if m["kind"] == kind and not _among(m, found)]
        for mark in marks:
            fit = [m for m in fit if _marked(m, mark)]
        fit.sort(key=lambda m: (not m["aboard"], not m["full"], -m["force"], m["nation"] != "us"))
        if number > len(fit):
            raise Unclear(f"{word}: only {len(fit)} there")
        found += fit[:number]
    return found


def _marked(man: Man, mark: str) -> bool:
    if mark in ("full", "attrited"):
        return bool(man["full"]) is (mark == "full")
    return bool(man["nation"] == mark)


def _among(man: Man, men: list[Man]) -> bool:
    return any(man is m for m in men)


def start_of(table: Table, side: str, kind: str, token: str) -> Spot:
    """The hex, and for ships the sea they are on."""
    hex_id, letter = token[:4], token[4:]
    if kind == "land" or not table["hexes"][hex_id]["coasts"]:
        return hex_id, ""
    seas = {
        m["sea"]
        for m in table["men"]
        if m["hex"] == hex_id and m["side"] == side and m["kind"] in FLEETS
    }
    if not letter and len(seas) > 1:
        raise Unclear(f"{hex_id}: fleets on two seas")
    return hex_id, letter or next(iter(seas), "")


def chosen(table: Table, side: str, kind: str, token: str, take: Mapping[str, int] | None) -> Stack:
    spot = start_of(table, side, kind, token)
    stack = Stack(table, side, kind, spot)
    idle = [m for m in ashore(table, spot[0], side) if not m["moved"]]
    if kind == "land":
        stack.land = idle if take is None else picked(idle, take, ("land",))
        return stack
    ships = [m for m in fleets(table, spot, side) if not m["moved"]]
    stack.ships = ships if take is None else picked(ships, take, FLEETS)
    cargo = [
        m
        for m in table["men"]
        if m["aboard"] and m["side"] == side and (m["hex"], m["sea"]) == spot
    ]
    room = sum(m["kind"] == "naval" and not _among(m, stack.ships) for m in ships)
    if kind == "fleet":
        # Cargo stays with the ships that stay as long as these can hold it.
        stack.land = cargo[: max(0, len(cargo) - room)]
    elif take is None:
        stack.land = cargo + idle
    else:
        stack.land = picked(cargo + idle, take, ("land",))
        if sum(not _among(m, stack.land) for m in cargo) > room:
            raise Unclear("cargo would be left without a ship")
    return stack


# Leaving the first hex


def start_problems(table: Table, stack: Stack) -> set[tuple[str, str]]:
    """Why the stack may not leave its hex, or does not exist (8.5, 8.6, 12.1, 12.2)."""
    here, side = stack.spot[0], stack.side
    found: set[tuple[str, str]] = set()
    if not stack.ships and not stack.land:
        return {("no_unit", here)}
    if stack.kind == "fleet" and not stack.ships:
        return {("no_unit", here)}
    if table["turn"] == 1 and side == "allies":
        found.add(("barred", here))
    if any(m["nation"] == "china" for m in stack.land):
        found.add(("china", here))
    if stack.kind == "transport" and not stack.land:
        found.add(("no_cargo", here))
    short = len(stack.land) > len(stack.naval)
    if stack.at_sea and (short or (stack.kind == "transport" and not stack.naval)):
        found.add(("no_carrier", here))
    on_foot = [m for m in stack.land if not m["aboard"]]
    if on_foot and ashore(table, here, ENEMY[side]):
        found.add(("locked", here))
    if stack.ships and held_down(table, stack, stack.spot, []):
        found.add(("locked", here))
    return found


def held_down(table: Table, stack: Stack, spot: Spot, left: list[Man]) -> bool:
    """Whether ships may not go on: an enemy fleet, and no force as strong stays (8.5)."""
    foes = fleets(table, spot, ENEMY[stack.side])
    if not foes:
        return False
    there = fleets(table, spot, stack.side)
    stay = [m for m in there if not _among(m, stack.ships)] + left
    return not stay or sum(m["force"] for m in stay) < sum(m["force"] for m in foes)


# One step


def enter(table: Table, stack: Stack, spot: Spot, to: str) -> tuple[Spot | None, set[str]]:
    """The spot reached and what forbids the step; no spot where it cannot be told."""
    hex_id, side = spot[0], stack.side
    place = table["hexes"][to]
    found: set[str] = set()
    if to not in touching(hex_id):
        found.add("not_adjacent")
    home = place["area"] in HOMELANDS and to != "1406"
    if table["turn"] == 1 and side == "japan" and home:
        found.add("barred")
    chinese = any(m["nation"] == "china" for m in stack.land)
    if side == "allies" and (place["area"] == "china") is not chinese:
        found.add("china")
    if not stack.at_sea:
        return (to, ""), found | _on_foot(table, hex_id, to)
    if to in table["contested"] and place["terrain"] == "shallow":
        found.add("contested")
    if side == "japan" and place["unlimited"]:
        found.add("barred")
    if "not_adjacent" in found:
        return None if place["coasts"] else (to, ""), found
    out, back = sea_towards(table, hex_id, to), sea_towards(table, to, hex_id)
    if edge(table, hex_id, to) == "land" or out != spot[1] or back is None:
        found.add("land_hexside")
    elif place["terrain"] == "land" and not found & {"barred", "china"}:
        found.add("land")
    return None if back is None else (to, back), found


def _on_foot(table: Table, here: str, to: str) -> set[str]:
    place = table["hexes"][to]
    found = set()
    if place["mountain"]:
        found.add("mountain")
    if place["terrain"] == "deep":
        found.add("deep")
    if to in touching(here) and edge(table, here, to) == "deep":
        found.add("deep_hexside")
    return found


def target_problems(table: Table, stack: Stack, to: str) -> set[str]:
    """Why the stack may not end there (2.3.2, 8.6.1)."""
    place = table["hexes"][to]
    if not stack.land:
        return set()
    if stack.at_sea and place["terrain"] != "shallow":
        return {"not_shallow"}
    if not place["land_part"] and place["terrain"] != "deep":
        return {"no_land"}
    return {"mountain"} if stack.at_sea and place["mountain"] else set()


def dues(table: Table, stack: Stack, to: str, gone: frozenset[int]) -> list[str]:
    """What entering a hex costs, 1 RP each (8.4)."""
    found = ["hex"]
    if zone_reaches(table, to, stack.side, gone):
        found.append("azoc")
    if not stack.at_sea and table["hexes"][to]["jungle"]:
        found.append("jungle")
    return found


def effects(table: Table, stack: Stack, here: str, to: str, first: bool) -> set[int]:
    """Air units that a step sends off, whose zones are gone from then on (8.7)."""
    found = left_alone(table, here, stack.side, stack.land) if first and stack.land else set()
    return found if stack.at_sea else found | driven_off(table, to, stack.side)


# The two questions


def cost(
    position: Mapping[str, Any],
    side: str,
    kind: str,
    path: list[str],
    take: Mapping[str, int] | None = None,
    leave: Mapping[int, Mapping[str, int]] | None = None,
) -> dict[str, Any]:
    """What the move costs and every reason against it.

    ``leave``: what stays behind on the way, by the place in the path. ``vague``: the path jumps, so
    that what it meets afterwards cannot be told for certain.
    """
    table = table_of(position)
    stack = chosen(table, side, kind, path[0], take)
    why = start_problems(table, stack)
    if ("no_unit", stack.spot[0]) in why:
        return {"legal": False, "rp": None, "ledger": [], "why": why, "vague": True}
    ledger = [("activation", stack.spot[0], 1)]
    spot: Spot = stack.spot
    gone: frozenset[int] = frozenset()
    vague = False
    going = list(stack.ships)
    for index, token in enumerate(path[1:], start=1):
        to = token[:4]
        reached, against = enter(table, stack, spot, to)
        gone |= effects(table, stack, spot[0], to, first=index == 1)
        ledger += [(what, to, 1) for what in dues(table, stack, to, gone)]
        vague = vague or reached is None or "not_adjacent" in against
        spot = reached or (to, "?")
        if index == len(path) - 1:
            against |= target_problems(table, stack, to)
            against |= {"start"} if spot == stack.spot else set()
        else:
            going, more = _leave(table, stack, spot, going, (leave or {}).get(index, {}))
            against |= more
        why |= {(word, to) for word in against}
    rp = sum(due for _, _, due in ledger)
    why |= _unpaid(table, side, ledger)
    legal = not why
    return {
        "legal": legal,
        "rp": rp if legal else None,
        "ledger": ledger,
        "why": why,
        "vague": vague,
    }


def _leave(
    table: Table, stack: Stack, spot: Spot, going: list[Man], words: Mapping[str, int]
) -> tuple[list[Man], set[str]]:
    """Who goes on from a hex on the way, and why they may not."""
    if not stack.at_sea:
        foes = ashore(table, spot[0], ENEMY[stack.side])
        return going, {"enemy_land"} if foes else set()
    stay = picked(going, words, FLEETS)
    room = sum(m["kind"] == "naval" for m in going)
    going = [m for m in going if not _among(m, stay)]
    found = set()
    if stay and not (going and fleets(table, spot, ENEMY[stack.side])):
        found.add("left")
    if room >= len(stack.land) > sum(m["kind"] == "naval" for m in going):
        found.add("no_carrier")
    if held_down(table, stack, spot, stay):
        found.add("enemy_fleet")
    return going, found


def _unpaid(table: Table, side: str, ledger: list[tuple[str, str, int]]) -> set[tuple[str, str]]:
    """The first hex the side's RP do not reach to."""
    if table["trp"] is None:
        return set()
    left = table["trp"][side]
    for _, hex_id, due in ledger:
        left -= due
        if left < 0:
            return {("no_rp", hex_id)}
    return set()


def routes(
    position: Mapping[str, Any],
    side: str,
    kind: str,
    start: str,
    goal: str,
    more: int = 0,
    limit: int = 100,
    take: Mapping[str, int] | None = None,
) -> dict[str, Any]:
    """The cheapest ways by path order, then the dearer ones, RP enough or not."""
    table = table_of(position)
    stack = chosen(table, side, kind, start, take)
    if start_problems(table, stack) or target_problems(table, stack, goal[:4]):
        return {"total": 0, "routes": []}
    found: list[tuple[int, list[str]]] = []
    cheapest: list[tuple[int, list[str]]] = []
    for bound in range(2, 2 + 3 * len(table["hexes"])):
        found = sorted(ways(table, stack, goal[:4], bound))
        cheapest = [way for way in found if way[0] == found[0][0]]
        if found and len(found) >= len(cheapest) + more:
            break
    dearer = found[len(cheapest) :]
    purse = table["trp"][side] if table["trp"] else None
    listed = cheapest[:limit] + dearer[:more]
    return {
        "total": len(cheapest),
        "routes": [
            {"path": path, "rp": rp, "affordable": purse is None or rp <= purse}
            for rp, path in listed
        ],
    }


def ways(table: Table, stack: Stack, goal: str, bound: int) -> Iterator[tuple[int, list[str]]]:
    """Every legal way of at most ``bound`` RP that visits no hex twice."""
    steps = _open_steps(table, stack)
    none: frozenset[int] = frozenset()
    waiting: list[tuple[Spot, list[str], frozenset[int], int]] = [
        (stack.spot, [stack.spot[0]], none, 1)
    ]
    while waiting:
        spot, path, gone, rp = waiting.pop()
        if not _leads_on(steps, spot, path, goal):
            continue
        for reached in steps[spot]:
            to = reached[0]
            if to in path:
                continue
            now = gone | effects(table, stack, spot[0], to, first=len(path) == 1)
            paid = rp + len(dues(table, stack, to, now))
            if paid > bound:
                continue
            if to == goal:
                yield paid, [*path, to]
            else:
                waiting.append((reached, [*path, to], now, paid))


Left = list[tuple[int, list[Man]]]
"""Who stays behind on the way, by the place in the path."""


def covered_ways(
    table: Table, stack: Stack, goal: str, bound: int
) -> Iterator[tuple[int, list[str], Left]]:
    """Every legal way by sea of at most ``bound`` RP, with every force that could stay on it."""
    steps: dict[Spot, list[Spot]] = {}
    hops = _hops(table, goal)
    waiting: list[tuple[Spot, list[str], list[Man], Left, int]] = [
        (stack.spot, [stack.spot[0]], stack.ships, [], 1)
    ]
    none: frozenset[int] = frozenset()
    while waiting:
        spot, path, going, left, rp = waiting.pop()
        if spot not in steps:
            steps[spot] = [
                reached
                for to in around(table, spot[0])
                for reached, against in (enter(table, stack, spot, to),)
                if reached and not against
            ]
        for reached in steps[spot]:
            to = reached[0]
            paid = rp + len(dues(table, stack, to, none))
            if to in path or paid + hops.get(to, bound) > bound:
                continue
            if to == goal:
                yield paid, [*path, to], left
                continue
            for stay in _covers(table, stack, reached, going):
                on = [m for m in going if not _among(m, stay)]
                kept = [*left, (len(path), stay)] if stay else left
                waiting.append((reached, [*path, to], on, kept, paid))


def _hops(table: Table, goal: str) -> dict[str, int]:
    """How many hexes it is at least from each hex to the goal."""
    found, waiting = {goal: 0}, [goal]
    for hex_id in waiting:
        for near in around(table, hex_id):
            if near not in found:
                found[near] = found[hex_id] + 1
                waiting.append(near)
    return found


def _covers(table: Table, stack: Stack, spot: Spot, going: list[Man]) -> Iterator[list[Man]]:
    """Whoever may stay so that the others go on; like ones count once."""
    if not held_down(table, stack, spot, []):
        yield []
        return
    groups: dict[tuple[Any, ...], list[Man]] = {}
    for man in going:
        groups.setdefault((man["nation"], man["kind"], man["full"], man["force"]), []).append(man)
    for numbers in product(*(range(len(group) + 1) for group in groups.values())):
        pairs = zip(numbers, groups.values(), strict=True)
        stay = [man for number, group in pairs for man in group[:number]]
        naval = sum(m["kind"] == "naval" and not _among(m, stay) for m in going)
        room = naval >= len(stack.land) and len(stay) < len(going)
        if room and not held_down(table, stack, spot, stay):
            yield stay


def _open_steps(table: Table, stack: Stack) -> dict[Spot, list[Spot]]:
    """The steps nothing forbids, from every spot that may be passed."""
    found: dict[Spot, list[Spot]] = {}
    waiting = [stack.spot]
    while waiting:
        spot = waiting.pop()
        if spot in found:
            continue
        found[spot] = []
        if spot != stack.spot and _leave(table, stack, spot, stack.ships, {})[1]:
            continue
        for to in around(table, spot[0]):
            reached, against = enter(table, stack, spot, to)
            if reached and not against:
                found[spot].append(reached)
                waiting.append(reached)
    return found


def _leads_on(steps: dict[Spot, list[Spot]], spot: Spot, path: list[str], goal: str) -> bool:
    """Whether the goal can still be reached through hexes not yet visited."""
    seen = {spot}
    waiting = [spot]
    while waiting:
        for reached in steps[waiting.pop()]:
            if reached[0] == goal:
                return True
            if reached not in seen and reached[0] not in path:
                seen.add(reached)
                waiting.append(reached)
    return False
