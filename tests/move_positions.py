"""Random moves: small boards, what stands on them, and who goes where, as plain position files.

Every position could arise in play: nothing stands where it may not, and no air unit is where it
would have been displaced.
"""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

import move_oracle as oracle
from attrs import Factory, evolve, frozen

WEST = ("us", "us", "commonwealth")
HOMES = ("united-states", "australia", "india", "new-zealand")
SIDES = ("japan", "allies")
KINDS = ("fleet", "land", "transport")


@frozen
class Move:
    """A question to `cost`; the first and last hex of the path serve `routes` as well."""

    position: dict[str, Any]
    side: str
    kind: str
    path: list[str]
    take: dict[str, int] | None = None
    leave: dict[int, dict[str, int]] = Factory(dict)

    @property
    def tokens(self) -> list[str]:
        """The path as it is typed, with what stays behind on the way."""
        return [hex_id + _brackets(self.leave.get(i)) for i, hex_id in enumerate(self.path)]


def _brackets(words: dict[str, int] | None) -> str:
    listed = ",".join(f"{word}:{number}" for word, number in (words or {}).items())
    return f"({listed})" if listed else ""


def _chance(rng: Random, percent: int) -> bool:
    return rng.randint(1, 100) <= percent


# Boards


def _ground(rng: Random, hex_id: str, kind: str) -> dict[str, Any]:
    row: dict[str, Any] = {"id": hex_id}
    weights = (6, 4, 1) if kind == "land" else (7, 1, 4)
    row["terrain"] = rng.choices(("shallow", "land", "deep"), weights)[0]
    solid = row["terrain"] != "deep"
    if row["terrain"] == "shallow" and _chance(rng, 15):
        row["land_part"] = solid = False
    if row["terrain"] != "deep":
        row["mountain"] = _chance(rng, 8)
        row["jungle"] = _chance(rng, 25)
        if _chance(rng, 20):
            row["area"] = rng.choice((*HOMES, "china", "china"))
    if solid and _chance(rng, 45):
        row["facility"] = rng.choice(("port", "airfield"))
        row["owner"] = "china" if _chinese(row) else rng.choice(("japan", "japan", *WEST[1:]))
    if row["terrain"] != "land" and _chance(rng, 6):
        row["unlimited"] = True
    return row


def _chinese(row: dict[str, Any]) -> bool:
    return row.get("area") == "china"


def _two_seas(rng: Random, row: dict[str, Any]) -> None:
    around = oracle.touching(row["id"])
    ring = _ring(around)
    turn = rng.randint(0, 5)
    ring = ring[turn:] + ring[:turn]
    first, last = rng.randint(1, 3), rng.randint(3, 5)
    row.update(terrain="shallow", land_part=True, mountain=False, unlimited=False)
    row["coasts"] = {"E": ring[:first], "W": ring[last:]}


def _ring(around: list[str]) -> list[str]:
    """The six hexes in the order of a walk around the middle one."""
    ring = [around[0]]
    while len(ring) < len(around):
        near = oracle.touching(ring[-1])
        ring.append(next(h for h in around if h in near and h not in ring))
    return ring


def board(rng: Random, kind: str) -> dict[str, Any]:
    """Nine to twenty hexes, with more land where the move is on foot."""
    first = rng.choice((1, 2, 11))
    columns = [first, first + rng.randint(2, 4)]
    rows = [3, 3 + rng.randint(2, 3)]
    span = product(range(columns[0], columns[1] + 1), range(rows[0], rows[1] + 1))
    ids = [f"{c:02d}{r:02d}" for c, r in span]
    hexes = {h: _ground(rng, h, kind) for h in ids}
    for hex_id in rng.sample(ids, rng.choice((0, 0, 1, 2))):
        _two_seas(rng, hexes[hex_id])
    pairs = sorted({tuple(sorted((h, n))) for h in ids for n in oracle.touching(h) if n in hexes})
    edges = [
        {"between": list(pair), "kind": rng.choice(("land", "shallow", "deep"))}
        for pair in rng.sample(pairs, rng.randint(0, 6))
    ]
    return {"columns": columns, "rows": rows, "hexes": list(hexes.values()), "hexsides": edges}


# Units


class _Setter:
    """Puts counters down, and remembers whose land is ashore where."""

    def __init__(self, rng: Random, rows: list[dict[str, Any]]) -> None:
        self.rng = rng
        self.places = {row["id"]: row for row in rows}
        self.units: list[dict[str, Any]] = []
        self.held: dict[str, set[str]] = {}

    def put(self, at: str, side: str, kind: str, **more: Any) -> None:
        nation = "japan" if side == "japan" else self.rng.choice(WEST)
        if side == "allies" and _chinese(self.places[at[:4]]):
            nation = "china"
        row = {"at": at, "nation": nation, "kind": kind, **more}
        if _chance(self.rng, 35):
            row["state"] = "attrited"
        if _chance(self.rng, 8):
            row["strength"] = self.rng.choice((0, 3, 4))
        self.units.append(row)
        if kind == "land" and not more.get("aboard"):
            self.held.setdefault(at[:4], set()).add(side)

    def land(self, hex_id: str, side: str, numbers: tuple[int, ...] = (1, 1, 1, 2, 3)) -> None:
        place = self.places[hex_id]
        solid = place["terrain"] != "deep" and place.get("land_part", True)
        if solid and not place.get("mountain"):
            for _ in range(self.rng.choice(numbers)):
                self.put(hex_id, side, "land")

    def fleets(self, hex_id: str, side: str) -> None:
        place = self.places[hex_id]
        shut = place.get("unlimited") if side == "japan" else _chinese(place)
        if place["terrain"] == "land" or shut:
            return
        at = hex_id + self.rng.choice(sorted(place.get("coasts", {"": ()})))
        naval = self.rng.choice((0, 1, 1, 2, 3))
        for _ in range(naval):
            self.put(at, side, "naval")
        for _ in range(self.rng.choice((0, 0, 1, 2)) if naval else 1):
            self.put(at, side, "carrier")
        if naval and _chance(self.rng, 25):
            for _ in range(self.rng.randint(1, naval)):
                self.put(at, side, "land", aboard=True)

    def air(self, hex_id: str, side: str) -> None:
        place = self.places[hex_id]
        owner = place.get("owner")
        held = self.held.get(hex_id, set())
        theirs = oracle.ENEMY[side] in held or (owner and oracle.side_of(owner) != side)
        if (side in held or not theirs) and not (side == "allies" and _chinese(place)):
            self.put(hex_id, side, "air")


def _tire(rng: Random, units: list[dict[str, Any]]) -> None:
    """Some units have moved already, but none where there is cargo."""
    loaded = {row["at"] for row in units if row.get("aboard")}
    for row in units:
        if row["kind"] != "air" and row["at"] not in loaded and _chance(rng, 5):
            row["moved"] = True


def position(rng: Random, kind: str) -> dict[str, Any]:
    """A board and counters, thinly or thickly set."""
    ground = board(rng, kind)
    many = rng.choice((6, 12, 20))
    flying = rng.choice((25, 40, 60) if kind == "land" else (12, 25, 40))
    setter = _Setter(rng, ground["hexes"])
    ids = sorted(setter.places)
    for hex_id in ids:
        crowded = _chance(rng, 6)
        for side in SIDES:
            if crowded:
                setter.land(hex_id, side)
            if setter.places[hex_id].get("coasts") and _chance(rng, 30):
                setter.fleets(hex_id, side)
            if _chance(rng, many):
                setter.land(hex_id, side)
            if _chance(rng, many):
                setter.fleets(hex_id, side)
                if kind == "transport" and _chance(rng, 80):
                    setter.land(hex_id, side, (1,))
    for hex_id in ids:
        for side in SIDES:
            if _chance(rng, flying):
                setter.air(hex_id, side)
    _tire(rng, setter.units)
    both = [h for h, held in setter.held.items() if len(held) == 2]
    found: dict[str, Any] = {
        "format": "witp-position/1",
        "turn": rng.choice((1, 1, 2, 4, 9)),
        "board": ground,
        "units": setter.units,
        "contested": [h for h in both if _chance(rng, 75)],
    }
    if _chance(rng, 25):
        found["trp"] = {side: rng.randint(0, 9) for side in SIDES}
    return found


# Moves


def _starts(units: list[dict[str, Any]], kind: str) -> list[tuple[str, str]]:
    kinds = ("land",) if kind == "land" else oracle.FLEETS
    if kind == "transport":
        kinds = ("naval",)
    return sorted(
        {
            (row["at"], oracle.side_of(row["nation"]))
            for row in units
            if row["kind"] in kinds and not row.get("aboard")
        }
    )


def make(rng: Random) -> Move:
    """A random move: mostly steps the rules allow, now and then one they do not."""
    kind = rng.choice(KINDS)
    found = position(rng, kind)
    starts = _starts(found["units"], kind)
    ids = [row["id"] for row in found["board"]["hexes"]]
    lost = [(rng.choice(ids), rng.choice(SIDES))]
    if not starts:
        return make(rng)
    if _chance(rng, 2):
        starts = lost
    loaded = {(r["at"], oracle.side_of(r["nation"])) for r in found["units"] if r["kind"] == "land"}
    if kind == "transport" and loaded & set(starts) and _chance(rng, 95):
        starts = sorted(loaded & set(starts))
    at, side = rng.choice(starts)
    if side == "allies" and found["turn"] == 1 and _chance(rng, 85):
        found["turn"] = 2
    take = _take(rng, found["units"], at, side, kind) if _chance(rng, 35) else None
    try:
        oracle.chosen(oracle.table_of(found), side, kind, at, take)
    except oracle.Unclear:
        take = None
    return Move(found, side, kind, _path(rng, found, side, kind, at, take), take)


def _take(
    rng: Random, units: list[dict[str, Any]], at: str, side: str, kind: str
) -> dict[str, int] | None:
    """Some of the units there, at least one."""
    mine = [r for r in units if r["at"][:4] == at[:4] and oracle.side_of(r["nation"]) == side]
    kinds = ("land",) if kind == "land" else oracle.FLEETS
    wanted = [*kinds, "land"] if kind == "transport" else list(kinds)
    words: dict[str, int] = {}
    for word in wanted:
        pool = [r for r in mine if r["kind"] == word and (r["at"] == at or not r.get("aboard"))]
        pool = [r for r in pool if (word == "land" and kind == "transport") or _stands(r, at)]
        if _chance(rng, 20):
            nation = rng.choice(WEST) if side == "allies" else "japan"
            pool, word = [r for r in pool if r["nation"] == nation], f"{nation}-{word}"
        elif _chance(rng, 20):
            pool, word = [r for r in pool if r.get("state")], f"attrited-{word}"
        if pool:
            words[word] = rng.randint(1, len(pool))
    return words or None


def _stands(row: dict[str, Any], at: str) -> bool:
    """Whether a ship lies there, or land is ashore there."""
    return not row.get("aboard") and (row["kind"] == "land" or row["at"] == at)


def _path(
    rng: Random,
    found: dict[str, Any],
    side: str,
    kind: str,
    at: str,
    take: dict[str, int] | None,
) -> list[str]:
    table = oracle.table_of(found)
    stack = oracle.chosen(table, side, kind, at, take)
    path, spot = [at], stack.spot
    ids = sorted(table["hexes"])
    length = rng.choice((1, 1, 2, 2, 3, 3, 4, 5))
    while len(path) <= length or (_unfit(table, stack, path[-1]) and len(path) < length + 3):
        near = oracle.around(table, spot[0])
        open_to = [h for h in near if not oracle.enter(table, stack, spot, h)[1]]
        fresh = [h for h in open_to if h not in {p[:4] for p in path}]
        draw = rng.randint(1, 100)
        pool = fresh if draw <= 75 and fresh else open_to if draw <= 88 and open_to else near
        to = rng.choice(ids if draw > 98 else pool)
        spot = oracle.enter(table, stack, spot, to)[0] or (to, "?")
        path.append(to)
    return path


def _unfit(table: oracle.Table, stack: oracle.Stack, end: str) -> bool:
    """Whether the stack should rather go on: it may not end there."""
    return bool(oracle.target_problems(table, stack, end[:4]))


def leaving(rng: Random) -> Move:
    """A move by sea through enemy fleets, with ships told to stay behind on the way."""
    move = make(rng)
    while not _can_leave(move) or not (_chance(rng, 20) or _legal(move)):
        move = make(rng)
    table = oracle.table_of(move.position)
    stack = oracle.chosen(table, move.side, move.kind, move.path[0], None)
    units = list(move.position["units"])
    leave = {}
    spot = stack.spot
    nation = "us" if move.side == "japan" else "japan"
    for index, hex_id in enumerate(move.path[1:-1], start=1):
        spot = oracle.enter(table, stack, spot, hex_id[:4])[0] or (hex_id[:4], "")
        if table["hexes"][spot[0]]["terrain"] != "land" and _chance(rng, 50):
            step = rng.choice(("full", "attrited"))
            kind = rng.choice(oracle.FLEETS)
            units.append({"at": "".join(spot), "nation": nation, "kind": kind, "state": step})
        if _chance(rng, 60):
            leave[index] = {rng.choice(("naval", "naval", "carrier")): rng.choice((1, 1, 2))}
    own = {"at": "".join(stack.spot), "nation": stack.ships[0]["nation"], "kind": "naval"}
    units += [own] * rng.randint(0, 2)
    return evolve(move, position={**move.position, "units": units}, leave=leave)


def _can_leave(move: Move) -> bool:
    """Whether a path by sea is long enough, comes to no hex twice and never jumps."""
    if move.kind == "land" or move.take or len(move.path) < 3:
        return False
    if len({hex_id[:4] for hex_id in move.path}) < len(move.path):
        return False
    told = oracle.cost(move.position, move.side, move.kind, move.path)
    table = oracle.table_of(move.position)
    ships = oracle.chosen(table, move.side, move.kind, move.path[0], None).ships
    return bool(ships) and not told["vague"] and "land" not in {word for word, _ in told["why"]}


def _legal(move: Move) -> bool:
    return bool(oracle.cost(move.position, move.side, move.kind, move.path)["legal"])


def opening(rng: Random) -> tuple[dict[str, Any], str]:
    """A position before the first impulse, and the side that alone has RP for one."""
    while len((found := position(rng, rng.choice(KINDS)))["units"]) > 24:
        pass
    side = rng.choice(SIDES)
    found["turn"] = rng.choice((1, 2, 4)) if side == "japan" else 4
    found["trp"] = {side: rng.randint(2, 5), oracle.ENEMY[side]: 0}
    found["bases"] = {who: _bases(rng, found, who) for who in SIDES}
    return {**found, "phase": "movement"}, side


def _bases(rng: Random, found: dict[str, Any], side: str) -> list[str]:
    """Some of the ports and airfields that the side's land units alone, or none, stand in."""
    table = oracle.table_of(found)
    return [
        hex_id
        for hex_id, place in table["hexes"].items()
        if place["owner"] and oracle.side_of(place["owner"]) == side and _chance(rng, 50)
        if not oracle.ashore(table, hex_id, oracle.ENEMY[side])
    ]


def seeded(number: int, first: int = 0) -> list[Move]:
    """As many moves of a fixed row."""
    return [make(Random(seed)) for seed in range(first, first + number)]
