"""Chapter 9 a second time: slow, on plain dictionaries, independent of the package's own combat.

Written from the text of chapters 8.5 to 8.8, 9 and 12.1 to 12.2 with the readings of the rulings on
record. It reads a position and uses no rule function of the package. Counters are dictionaries, one
each; a fight is a chain of battles, and `odds` walks the same chain over all dice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

from oracle import touch

from witp_learn.model import Board, State
from witp_learn.position.file import from_plain

SIDES = ("japan", "allies")
HOMELANDS = ("united-states", "australia", "india", "new-zealand")
PRINTED = {"carrier": 2, "naval": 1, "land": 1, "air": 2}
NATIONS = ("japan", "us", "commonwealth", "china")
ROLLS = tuple(product(range(1, 7), repeat=2))

Man = dict[str, Any]
Table = dict[str, Any]


class WrongDice(ValueError):
    """Fewer or more dice than the battles of the hex need, or a die that has no such face."""


# The table: hexes, hexsides, counters


def table_of(position: State | dict[str, Any]) -> Table:
    """The position as plain dictionaries, every counter on its own."""
    state = position if isinstance(position, State) else from_plain(position, "oracle")
    men = [
        {
            "hex": unit.at[:4],
            "sea": unit.at[4:],
            "nation": unit.nation.value,
            "side": "japan" if unit.nation.value == "japan" else "allies",
            "kind": unit.kind.value,
            "full": unit.state.value == "full",
            "aboard": unit.aboard,
            "strength": unit.strength,
            "ship": None,
            "from": None,
            "gone": False,
        }
        for unit in state.units
        for _ in range(unit.count)
    ]
    return {
        "map": _Map(state.board),
        "turn": state.turn,
        "rulings": dict(state.rulings),
        "contested": sorted(set(state.contested)),
        "bases": {side.value: sorted(state.bases[side]) for side in state.bases},
        "men": men,
        "fought": [],
        "fled": [],
        "ground": False,
    }


def copied(table: Table) -> Table:
    """A table of its own; between battles no counter refers to another."""
    return {
        **table,
        "bases": {side: list(table["bases"][side]) for side in SIDES},
        "men": [dict(man) for man in table["men"]],
        "fought": list(table["fought"]),
        "fled": list(table["fled"]),
    }


class _Map:
    """Hexes as dictionaries. Never changed, so copies of a table share it."""

    def __init__(self, board: Board) -> None:
        self.hexes = {
            h: {
                "terrain": place.terrain.value,
                "mountain": place.mountain,
                "land_part": place.land_part and place.terrain.value != "deep",
                "coasts": {sea: tuple(near) for sea, near in place.coasts.items()},
                "unlimited": place.unlimited,
                "owner": place.owner.value if place.facility and place.owner else None,
                "area": place.area.value if place.area else None,
            }
            for h, place in board.hexes.items()
        }
        self.sides = {pair: kind.value for pair, kind in board.hexsides.items()}

    def near(self, hex_id: str) -> list[str]:
        return [h for h in sorted(_ring(hex_id)) if h in self.hexes]

    def near_two(self, hex_id: str) -> list[str]:
        reach = {far for middle in _ring(hex_id) for far in _ring(middle)} | set(_ring(hex_id))
        return [h for h in sorted(reach - {hex_id}) if h in self.hexes]

    def side(self, a: str, b: str) -> str:
        printed = self.sides.get((min(a, b), max(a, b)))
        if printed is not None:
            return printed
        kinds = [self.hexes[a]["terrain"], self.hexes[b]["terrain"]]
        if "land" in kinds:
            return "land"
        return "shallow" if kinds == ["shallow", "shallow"] else "deep"


@cache
def _ring(hex_id: str) -> tuple[str, ...]:
    column, row = int(hex_id[:2]), int(hex_id[2:])
    wide = product(range(column - 1, column + 2), range(row - 1, row + 2))
    texts = [f"{c:02d}{r:02d}" for c, r in wide if 0 <= c <= 99 and 0 <= r <= 99]
    return tuple(h for h in texts if touch(h, hex_id))


def other(side: str) -> str:
    return "allies" if side == "japan" else "japan"


def reading(table: Table, slug: str) -> str:
    return str(table["rulings"].get(slug, "a"))


def worth(man: Man) -> int:
    if not man["full"]:
        return 0
    return PRINTED[man["kind"]] if man["strength"] is None else int(man["strength"])


def men(table: Table, hex_id: str, side: str, *kinds: str) -> list[Man]:
    return [
        m
        for m in table["men"]
        if not m["gone"] and m["hex"] == hex_id and m["side"] == side and m["kind"] in kinds
    ]


def ashore(table: Table, hex_id: str, side: str) -> list[Man]:
    return [m for m in men(table, hex_id, side, "land") if not m["aboard"]]


def cargo(table: Table, hex_id: str, sea: str, side: str) -> list[Man]:
    return [m for m in men(table, hex_id, side, "land") if m["aboard"] and m["sea"] == sea]


def fleet(table: Table, hex_id: str, sea: str, side: str) -> list[Man]:
    return [m for m in men(table, hex_id, side, "naval", "carrier") if m["sea"] == sea]


def seas(table: Table, hex_id: str) -> list[str]:
    return sorted(table["map"].hexes[hex_id]["coasts"]) or [""]


def hit(man: Man) -> None:
    """9.6.1e-f: a full counter is turned over, an attrited one removed."""
    if man["full"]:
        man["full"] = False
    else:
        man["gone"] = True


# 9.2: support from the air


def support(table: Table, hex_id: str, side: str) -> list[Man]:
    """Full air units of a side in the hex or next to it; attrited ones do not support."""
    near = [hex_id, *_ring(hex_id)]
    found = [m for h in near for m in men(table, h, side, "air") if m["full"]]
    if reading(table, "azoc-combat-support") == "b" and _zoned(table, hex_id, other(side)):
        return []
    return found


def _zoned(table: Table, hex_id: str, side: str) -> bool:
    """Whether the hex lies in the air zone of ``side``, not cancelled by a full air unit in it."""
    if any(m["full"] for m in men(table, hex_id, other(side), "air")):
        return False
    return any(m["full"] for h in _ring(hex_id) for m in men(table, h, side, "air"))


# 9.1: which battle comes next


def next_battle(table: Table, hex_id: str) -> dict[str, Any] | None:
    """The next battle of the hex, None when there is none left."""
    for sea in seas(table, hex_id):
        both = all(fleet(table, hex_id, sea, side) for side in SIDES)
        if sea not in table["fought"] and both:
            return {"kind": "fleet", "sea": sea}
    if table["ground"]:
        return None
    able = [side for side in SIDES if _may_assault(table, hex_id, side)]
    if len(able) == 2:
        owner = table["map"].hexes[hex_id]["owner"]
        able = ["allies" if owner == "japan" else "japan"]
    if able:
        return {"kind": "assault", "lander": able[0]}
    if all(ashore(table, hex_id, side) for side in SIDES):
        return {"kind": "land"}
    return None


def _assault_seas(table: Table, hex_id: str, side: str) -> list[str]:
    """Those of which no enemy fleet only fled, when 8.6.2e wants it eliminated."""
    return [sea for sea in _landing_seas(table, hex_id, side) if sea not in table["fled"]]


def _may_assault(table: Table, hex_id: str, side: str) -> bool:
    return bool(_assault_seas(table, hex_id, side)) and _opposed(table, hex_id, side)


def _opposed(table: Table, hex_id: str, side: str) -> bool:
    enemy = other(side)
    if ashore(table, hex_id, enemy):
        return True
    lone = bool(men(table, hex_id, enemy, "air"))
    return lone and reading(table, "assault-vs-lone-air") == "b"


def _beach(table: Table, hex_id: str) -> bool:
    place = table["map"].hexes[hex_id]
    return place["terrain"] == "shallow" and place["land_part"] and not place["mountain"]


def _landing_seas(table: Table, hex_id: str, side: str) -> list[str]:
    """The seas from which the side's cargo could land now: no enemy fleet is there (9.1d)."""
    if not _beach(table, hex_id):
        return []
    return [
        sea
        for sea in seas(table, hex_id)
        if cargo(table, hex_id, sea, side) and not fleet(table, hex_id, sea, other(side))
    ]


# 9.3: fleet combat


def arrive(table: Table, hex_id: str) -> None:
    """8.6.2a-d before the combat segment: cargo goes ashore unless an enemy is there to be fought.

    Enemy fleets do not keep it aboard, not even loaded ones (14.1y). Enemy land units ashore do;
    with enemy fleets in the same waters an air unit does as well, for then the fleets come first.
    Both sides are judged by the hex as it is before anyone has landed.
    """
    if next_battle(table, hex_id) is None or not _beach(table, hex_id):
        return
    before = snapshot(table, hex_id)
    going: list[Man] = []
    for side in SIDES:
        if _opposed(table, hex_id, side):
            continue
        for sea in seas(table, hex_id):
            guarded = fleet(table, hex_id, sea, other(side))
            if not (guarded and men(table, hex_id, other(side), "air")):
                going += cargo(table, hex_id, sea, side)
    for man in going:
        man["aboard"], man["sea"] = False, ""
    if going:
        settle(table, before)
    table["men"] = [m for m in table["men"] if not m["gone"]]


def opened(position: State | dict[str, Any], hex_id: str) -> Table:
    """The table as the fight for a hex begins."""
    table = table_of(position)
    arrive(table, hex_id)
    return table


def _nation(man: Man) -> int:
    return NATIONS.index(man["nation"])


def _load(table: Table, hex_id: str, sea: str) -> None:
    """Which naval unit carries which land unit: full ones first on both sides (8.6c)."""
    for side in SIDES:
        ships = [m for m in fleet(table, hex_id, sea, side) if m["kind"] == "naval"]
        ships.sort(key=lambda m: (not m["full"], _nation(m)))
        loads = cargo(table, hex_id, sea, side)
        loads.sort(key=lambda m: (not m["full"], _nation(m)))
        for ship, load in zip(ships, loads, strict=False):
            load["ship"] = ship


def _cargo_of(table: Table, ship: Man) -> Man | None:
    return next((m for m in table["men"] if m["ship"] is ship and not m["gone"]), None)


def _fleet_strength(table: Table, hex_id: str, sea: str, side: str) -> int:
    ships = fleet(table, hex_id, sea, side)
    full = Counter(m["kind"] for m in ships if m["full"])
    pairs = min(full["carrier"], full["naval"])
    return sum(map(worth, [*ships, *support(table, hex_id, side)])) + 2 * pairs


def _strike_fleet(table: Table, hex_id: str, sea: str, side: str, hits: int) -> None:
    for _ in range(hits):
        ships = fleet(table, hex_id, sea, side)
        if not ships:
            return

        struck = min(ships, key=lambda m: _give_up(table, m))
        load = _cargo_of(table, struck)
        hit(struck)
        if load is not None and reading(table, "transport-hit-vs-singapore") == "a":
            hit(load)
        if struck["gone"] and load is not None and not load["gone"]:
            _save(table, hex_id, sea, side, load)


def _give_up(table: Table, ship: Man) -> tuple[Any, ...]:
    """Full units first: naval units that carry nothing, those that carry, carriers; US first.

    Which of two like ships with different loads, no text says: here the one that costs least. The
    load of a full ship is only hit, so better a full one; an attrited ship may take all down.
    """
    load = _cargo_of(table, ship)
    place = 2 if ship["kind"] == "carrier" else int(load is not None)
    carried = (load["full"] is not ship["full"], _nation(load)) if load else (False, 0)
    return (not ship["full"], place, _nation(ship), carried)


def _save(table: Table, hex_id: str, sea: str, side: str, load: Man) -> None:
    """Cargo of a ship that is gone finds a naval unit that carries nothing, or is lost."""
    free = [
        m
        for m in fleet(table, hex_id, sea, side)
        if m["kind"] == "naval" and _cargo_of(table, m) is None
    ]
    if free:
        load["ship"] = min(free, key=lambda m: (not m["full"], _nation(m)))
    else:
        load["gone"] = True


# 9.6: totals and hits


def _caps(margin: int, winner: int, loser: int, absorb: int, basis: str) -> tuple[int, int]:
    """Hits of loser and winner (9.6.1a-c), from the numbers of full units on each side."""
    lost = min(margin, winner)
    half = {"a": lost, "b": margin, "c": min(lost, absorb)}[basis] // 2
    return lost, min(half, loser)


def _numbers(
    table: Table, sides: dict[str, list[Man]], strength: dict[str, int], dice: dict[str, int]
) -> dict[str, Any]:
    """Everything that follows from strengths and two dice that are not a tie."""
    total = {s: strength[s] + dice[s] for s in SIDES}
    winner = max(SIDES, key=lambda s: total[s])
    loser = other(winner)
    margin = total[winner] - total[loser]
    full = {s: sum(m["full"] for m in sides[s]) for s in SIDES}
    absorb = full[loser] + len(sides[loser])
    basis = reading(table, "winner-hits-basis")
    lost, paid = _caps(margin, full[winner], full[loser], absorb, basis)
    return {
        "strength": strength,
        "total": total,
        "difference": margin,
        "winner": winner,
        "hits": {loser: lost, winner: paid},
    }


def _air_hits(
    table: Table, raw: dict[str, int], flying: dict[str, list[Man]], carriers: dict[str, list[Man]]
) -> dict[str, int]:
    """9.6.2, after the hits of 9.6.1: what each side suffers for the other's 5 or 6."""
    suffered = {}
    for side in SIDES:
        die = raw[other(side)]
        left = [m for m in carriers[side] if not m["gone"]]
        number = 0
        if flying[side] and die == 6 and left:
            hit(min(left, key=lambda m: (not m["full"], _nation(m))))
            number = 1
        elif flying[side] and die >= 5:
            each = die - 4
            if reading(table, "air-hits-total-vs-each") == "b":
                number = each * len(flying[side])
                for man in flying[side] * each:
                    hit(man)
            else:
                number = each
                for _ in range(each):
                    up = [m for m in flying[side] if not m["gone"]]
                    hit(min(up, key=lambda m: (not m["full"], -int(m["hex"]), _nation(m))))
        suffered[side] = number
    return suffered


def fight_fleets(table: Table, hex_id: str, sea: str, raw: dict[str, int]) -> dict[str, Any]:
    _load(table, hex_id, sea)
    sides = {s: fleet(table, hex_id, sea, s) for s in SIDES}
    carriers = {s: [m for m in sides[s] if m["kind"] == "carrier"] for s in SIDES}
    flying = {s: support(table, hex_id, s) for s in SIDES}
    strength = {s: _fleet_strength(table, hex_id, sea, s) for s in SIDES}
    report = _numbers(table, sides, strength, raw)
    winner = report["winner"]
    loser = other(winner)
    for side in (loser, winner):
        _strike_fleet(table, hex_id, sea, side, report["hits"][side])
    report["air_hits"] = _air_hits(table, raw, flying, carriers)
    table["fought"].append(sea)
    report["result"] = _flee(table, hex_id, sea, loser)
    if report["result"] == "retreat" and reading(table, "enemy-fleet-eliminated-or-gone") == "b":
        table["fled"].append(sea)
    for man in table["men"]:
        man["ship"] = None
    _land_unopposed(table, hex_id, sea, winner)
    return report


def _flee(table: Table, hex_id: str, sea: str, loser: str) -> str:
    """9.6.3b-e: all surviving losing fleets and what is aboard go to one hex, or are destroyed."""
    ships = fleet(table, hex_id, sea, loser)
    load = cargo(table, hex_id, sea, loser)
    refuges = _fleet_refuges(table, hex_id, sea, loser)
    if not ships or not refuges:
        for man in ships + load:
            man["gone"] = True
        return "eliminated"
    for man in ships + load:
        man["hex"], man["sea"] = refuges[0]
    return "retreat"


def _fleet_refuges(table: Table, hex_id: str, sea: str, side: str) -> list[tuple[str, str]]:
    """Hexes, with the sea entered, that the fleets of a side may retreat to (8.5i-o, 9.6.3b-c)."""
    board = table["map"]
    found = []
    for near in board.near(hex_id):
        place = board.hexes[near]
        if place["terrain"] == "land" or board.side(hex_id, near) == "land":
            continue
        if sea and near not in board.hexes[hex_id]["coasts"][sea]:
            continue
        entered = [""]
        if place["coasts"]:
            entered = [s for s in sorted(place["coasts"]) if hex_id in place["coasts"][s]]
        for shore in entered:
            if fleet(table, near, shore, other(side)) or _barred(table, near, side):
                continue
            if near in table["contested"] and place["terrain"] == "shallow":
                continue
            if place["unlimited"] and side == "japan":
                continue
            found.append((near, shore))
    return found


def _barred(table: Table, hex_id: str, side: str) -> bool:
    """12.1e for Japan on turn 1, 12.2c for Allied units other than the Chinese."""
    area = table["map"].hexes[hex_id]["area"]
    if side == "japan":
        return table["turn"] == 1 and area in HOMELANDS and hex_id != "1406"
    return bool(area == "china")


def _land_unopposed(table: Table, hex_id: str, sea: str, winner: str) -> None:
    """8.6.2b: no enemy land unit ashore, so the winner's cargo in these waters lands at once.

    Where enemy fleets only fled and 8.6.2e wants them eliminated, a lone air unit keeps it aboard.
    """
    if sea not in _landing_seas(table, hex_id, winner) or _opposed(table, hex_id, winner):
        return
    if sea in table["fled"] and men(table, hex_id, other(winner), "air"):
        return
    before = snapshot(table, hex_id)
    for man in cargo(table, hex_id, sea, winner):
        man["aboard"], man["sea"] = False, ""
    settle(table, before)


# 9.4 and 9.5: land combat and landings


def fight_ashore(table: Table, hex_id: str, lander: str | None, raw: dict[str, int]) -> Any:
    before = [snapshot(table, near) for near in [hex_id, *table["map"].near(hex_id)]]
    landed: list[Man] = []
    helpers: list[Man] = []
    bonus = {"japan": 0, "allies": 0}
    walked = ashore(table, hex_id, lander) if lander else []
    if lander:
        for sea in _assault_seas(table, hex_id, lander):
            landed += cargo(table, hex_id, sea, lander)
            helpers += fleet(table, hex_id, sea, lander)
        for man in landed:
            man["from"] = man["sea"]
            man["aboard"], man["sea"] = False, ""
        bonus[lander] = sum(m["full"] and m["kind"] == "carrier" for m in helpers)
        if not (lander == "japan" and table["turn"] == 1):
            bonus[other(lander)] = 1
    sides = {s: ashore(table, hex_id, s) for s in SIDES}
    flying = {s: support(table, hex_id, s) for s in SIDES}
    strength = {s: sum(map(worth, sides[s] + flying[s])) + bonus[s] for s in SIDES}
    halved = {s: raw[s] // 2 for s in SIDES}
    report = _numbers(table, sides, strength, halved)
    loser = other(report["winner"])
    for side in (loser, report["winner"]):
        _strike_land(sides[side], report["hits"][side])
    report["air_hits"] = _air_hits(table, raw, flying, {s: [] for s in SIDES})
    if lander == loser:
        report["result"] = _embark(table, hex_id, landed)
        if walked:
            report["result_overland"] = _yield_ground(table, hex_id, walked, report)
    else:
        report["result"] = _yield_ground(table, hex_id, sides[loser], report)
    for man in table["men"]:
        man["from"] = None
    table["ground"] = True
    now = [snapshot(table, moment["hex"]) for moment in before]
    there = [old for old, new in zip(before, now, strict=True) if old["stood"] != new["stood"]]
    settle(table, *(moment for moment in before if moment in there or moment["hex"] == hex_id))
    return report


def _strike_land(force: list[Man], hits: int) -> None:
    for _ in range(hits):
        left = [m for m in force if not m["gone"]]
        if left:
            hit(min(left, key=lambda m: (not m["full"], m["from"] is not None, _nation(m))))


def _has_room(table: Table, hex_id: str, sea: str, side: str) -> bool:
    ships = [m for m in fleet(table, hex_id, sea, side) if m["kind"] == "naval"]
    return len(cargo(table, hex_id, sea, side)) < len(ships)


def _embark(table: Table, hex_id: str, landed: list[Man]) -> str:
    """9.6.3l-n: half of the landers die, the rest turn over and go back aboard."""
    left = [m for m in landed if not m["gone"]]
    left.sort(key=lambda m: (m["full"], _nation(m)))
    for man in left[: len(left) // 2]:
        man["gone"] = True
    shores = sorted({m["from"] for m in landed})
    saved = False
    for man in left[len(left) // 2 :]:
        man["full"] = False
        free = [sea for sea in shores if _has_room(table, hex_id, sea, man["side"])]
        if free:
            man["aboard"], man["sea"] = True, free[0]
            saved = True
        else:
            man["gone"] = True
    return "embarked" if saved else "destroyed"


def _yield_ground(table: Table, hex_id: str, force: list[Man], report: dict[str, Any]) -> str:
    """9.6.3f-k, o-t: what the losers ashore do."""
    left = [m for m in force if not m["gone"]]
    if not left:
        return "eliminated"
    if report["difference"] <= 2:
        return "continuing"
    refuges = _land_refuges(table, hex_id, left)
    for man in left:
        if refuges:
            man["hex"] = refuges[0]
        else:
            man["gone"] = True
    return "retreat" if refuges else "eliminated"


def _land_refuges(table: Table, hex_id: str, force: list[Man]) -> list[str]:
    board = table["map"]
    side = force[0]["side"]
    chinese = any(m["nation"] == "china" for m in force)
    found = []
    for near in board.near(hex_id):
        place = board.hexes[near]
        if place["mountain"] or not place["land_part"] or board.side(hex_id, near) == "deep":
            continue
        if ashore(table, near, other(side)):
            continue
        if (place["area"] != "china") if chinese else _barred(table, near, side):
            continue
        found.append(near)
    return found


# 8.7, 8.8, 9.7: what the outcome does to air units, bases and markers


def controller(table: Table, hex_id: str) -> str | None:
    """2.3.3e-g: whose the port or airfield is."""
    owner = table["map"].hexes[hex_id]["owner"]
    if owner is None:
        return None
    there = [s for s in SIDES if ashore(table, hex_id, s)]
    if len(there) == 1:
        return there[0]
    return "japan" if owner == "japan" else "allies"


def snapshot(table: Table, hex_id: str) -> dict[str, Any]:
    """What 8.7 compares with: who held the hex, and who stood there."""
    stood = {side: len(ashore(table, hex_id, side)) for side in SIDES}
    return {"hex": hex_id, "holder": controller(table, hex_id), "stood": stood}


def settle(table: Table, *moments: dict[str, Any]) -> None:
    """Displaced air units and lost bases in hexes where land units came or went."""
    for hex_id in (m["hex"] for m in moments):
        for side in SIDES:
            alone = ashore(table, hex_id, other(side)) and not ashore(table, hex_id, side)
            if alone and hex_id in table["bases"][side]:
                table["bases"][side].remove(hex_id)
    homeless = []
    for before, side in product(moments, SIDES):
        if _driven_off(table, before, side):
            homeless += men(table, before["hex"], side, "air")
    for man in homeless:
        side = man["side"]
        fields = [
            h
            for h in table["map"].near_two(man["hex"])
            if controller(table, h) == side and not _barred(table, h, side)
        ]
        if fields and man["full"]:
            man["full"] = False
            man["hex"] = fields[0]
        else:
            man["gone"] = True


def _driven_off(table: Table, before: dict[str, Any], side: str) -> bool:
    """8.7e, 8.7f, and the state test of displaced-air-trigger: the icon has turned enemy.

    An icon that was the enemy's before does not come under his control (8.7f).
    """
    hex_id, enemy = before["hex"], other(side)
    if ashore(table, hex_id, enemy) and not ashore(table, hex_id, side):
        return True
    return controller(table, hex_id) == enemy and before["holder"] != enemy


def _mark(table: Table, hex_id: str) -> None:
    both = all(ashore(table, hex_id, side) for side in SIDES)
    table["contested"] = [h for h in table["contested"] if h != hex_id]
    if both:
        table["contested"] = sorted([*table["contested"], hex_id])


# The whole fight


def strike(table: Table, hex_id: str, raw: tuple[int, int]) -> dict[str, Any]:
    """Fight the next battle of the hex with a pair of dice that is not a tie; changes the table."""
    battle = next_battle(table, hex_id)
    assert battle is not None
    dice = dict(zip(SIDES, raw, strict=True))
    if battle["kind"] == "fleet":
        report = fight_fleets(table, hex_id, battle["sea"], dice)
    else:
        report = fight_ashore(table, hex_id, battle.get("lander"), dice)
        _mark(table, hex_id)
    table["men"] = [m for m in table["men"] if not m["gone"]]
    return {"kind": battle["kind"], "dice": dice, **report}


def tied(table: Table, hex_id: str, raw: tuple[int, int]) -> bool:
    """Whether a pair of dice gives equal totals in the next battle (9.6b)."""
    trial = copied(table)
    report = strike(trial, hex_id, raw)
    return bool(report["total"]["japan"] == report["total"]["allies"])


def fight(position: State | dict[str, Any], hex_id: str, dice: list[int]) -> dict[str, Any]:
    """The contract's answer: ``battles`` and the position ``after``, in a normal form."""
    waiting = list(dice)

    def throw() -> tuple[int, int]:
        if len(waiting) < 2:
            raise WrongDice("too few dice")
        raw = (waiting.pop(0), waiting.pop(0))
        if not all(1 <= die <= 6 for die in raw):
            raise WrongDice("no such face")
        return raw

    found = play(position, hex_id, throw)
    if waiting:
        raise WrongDice("too many dice")
    return found


def play(
    position: State | dict[str, Any], hex_id: str, throw: Callable[[], tuple[int, int]]
) -> dict[str, Any]:
    """As `fight`, with pairs of dice asked for as they are needed."""
    table = opened(position, hex_id)
    battles = []
    while next_battle(table, hex_id):
        rolls = [throw()]
        while tied(table, hex_id, rolls[-1]):
            rolls.append(throw())
        report = strike(table, hex_id, rolls[-1])
        battles.append({**report, "rolls": [list(raw) for raw in rolls]})
    return {"battles": battles, "after": after(table)}


def after(table: Table) -> dict[str, Any]:
    return {
        "units": dict(sorted(Counter(map(_face, table["men"])).items())),
        "bases": {side: sorted(table["bases"][side]) for side in SIDES},
        "contested": sorted(table["contested"]),
    }


def _face(man: Man) -> tuple[str, str, str, str, bool, int]:
    at = man["hex"] + man["sea"]
    state = "full" if man["full"] else "attrited"
    strength = PRINTED[man["kind"]] if man["strength"] is None else man["strength"]
    return (at, man["nation"], man["kind"], state, man["aboard"], strength)


def normal(position: dict[str, Any]) -> dict[str, Any]:
    """What `after` holds, from a position as JSON."""
    units: Counter[tuple[str, str, str, str, bool, int]] = Counter()
    for row in position["units"]:
        strength = row.get("strength", PRINTED[row["kind"]])
        state, aboard = row.get("state", "full"), row.get("aboard", False)
        key = (row["at"], row["nation"], row["kind"], state, aboard, strength)
        units[key] += row.get("count", 1)
    return {
        "units": dict(sorted(units.items())),
        "bases": {side: sorted(position["bases"].get(side, [])) for side in SIDES},
        "contested": sorted(position.get("contested", [])),
    }


# Odds: the same battles over all dice


def _key(table: Table) -> tuple[Any, ...]:
    bases = tuple(tuple(table["bases"][s]) for s in SIDES)
    done = (tuple(table["fought"]), tuple(table["fled"]), table["ground"])
    return (tuple(sorted(map(_face, table["men"]))), bases, tuple(table["contested"]), done)


def _branches(table: Table, hex_id: str) -> Iterator[tuple[Fraction, dict[str, Any], Table]]:
    """Every deciding pair of dice of the next battle with its exact chance."""
    found = []
    for raw in ROLLS:
        trial = copied(table)
        report = strike(trial, hex_id, raw)
        if report["total"]["japan"] != report["total"]["allies"]:
            found.append((report, trial))
    for report, trial in found:
        yield Fraction(1, len(found)), report, trial


def odds(position: State | dict[str, Any], hex_id: str) -> dict[str, Any]:
    """The contract's answer, fractions as `Fraction`; each kind of n-th battle is a row.

    ``left``: how many full counters, and how many in all, may be expected of each side and kind.
    """
    start = opened(position, hex_id)
    layer = {_key(start): (Fraction(1), start)}
    rows: dict[tuple[int, str], dict[str, Any]] = {}
    ends: dict[tuple[str, str], Fraction] = {}
    remain: Counter[tuple[str, str, str]] = Counter()
    number = 0
    while layer:
        following: dict[tuple[Any, ...], tuple[Fraction, Table]] = {}
        for chance, table in layer.values():
            battle = next_battle(table, hex_id)
            if battle is None:
                left = who_is_left(table, hex_id)
                ends[left] = ends.get(left, Fraction(0)) + chance
                for man in table["men"]:
                    remain[man["side"], man["kind"], "all"] += chance
                    remain[man["side"], man["kind"], "full"] += chance * man["full"]
                continue
            empty = {"kind": battle["kind"], "p": Fraction(0), "japan": Fraction(0)}
            row = rows.setdefault((number, battle["kind"]), {**empty, "difference": Counter()})
            row["p"] += chance
            for part, report, trial in _branches(table, hex_id):
                share = chance * part
                japan = report["winner"] == "japan"
                signed = report["difference"] if japan else -report["difference"]
                row["japan"] += share if japan else 0
                row["difference"][signed] += share
                key = _key(trial)
                already = following[key][0] if key in following else Fraction(0)
                following[key] = (already + share, trial)
        layer, number = following, number + 1
    battles = [_given(row) for _, row in sorted(rows.items())]
    return {"battles": battles, "outcomes": ends, "left": remain}


def _given(row: dict[str, Any]) -> dict[str, Any]:
    """A battle's figures on condition that it is fought."""
    japan = row["japan"] / row["p"]
    spread = {str(d): p / row["p"] for d, p in sorted(row["difference"].items())}
    return {
        "kind": row["kind"],
        "win": {"japan": japan, "allies": 1 - japan},
        "difference": spread,
    }


def who_is_left(table: Table, hex_id: str) -> tuple[str, str]:
    """Whose land units stand ashore, and whose fleets are in the hex."""
    land = [s for s in SIDES if ashore(table, hex_id, s)]
    sail = [s for s in SIDES if men(table, hex_id, s, "carrier", "naval")]
    return _one(land), _one(sail)


def _one(found: list[str]) -> str:
    return {0: "none", 2: "both"}.get(len(found), "".join(found[:1]))
