"""The supply check of air and land units: who is fed, why, and what it does to them (7)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attrs import evolve, frozen

from witp_learn.explain import Reason, number, say
from witp_learn.hexgrid import HexId, between, distance, simple_paths
from witp_learn.model import Area, Kind, Nation, Side, State, Step, Unit
from witp_learn.rulebook import reading
from witp_learn.rules.lines import TESTS, End, Ground, Purpose

CHONGQING = "0404"
"""The hex of the white airfield (2.3.3, 12.2)."""

HOMELANDS = (Area.UNITED_STATES, Area.AUSTRALIA, Area.INDIA, Area.NEW_ZEALAND)
"""Striped areas where Allied air and land units need no base (7.3)."""


@frozen
class Blocked:
    """A hex between that fails, and by which test."""

    hex: HexId
    why: str


@frozen
class Judgement:
    """What the supply check finds for one row of like units.

    ``path``: from the unit to its base or source (one hex when it stands on it), None when
    automatic or out. ``blocked``: the hexes between it and bases or sources two hexes off that
    fail, also when another works. ``effect``: ``none``, ``attrited`` or ``removed``.
    """

    unit: Unit
    in_supply: bool
    automatic: bool
    path: tuple[HexId, ...] | None
    effect: str
    blocked: tuple[Blocked, ...]
    reason: Reason

    @property
    def rules(self) -> tuple[str, ...]:
        """The clauses the judgement follows from."""
        return self.reason.clause_ids()


def limit(state: State) -> int:
    """The farthest a base or source may be, in hexes: 2, or 3 by reading b of supply-range-three.

    Rules: 7.1c, 7.1j
    """
    return 3 if reading("supply-range-three", state.rulings) == "b" else 2


def judge(state: State, unit: Unit, ground: Ground | None = None) -> Judgement:
    """Whether units like ``unit`` are in supply where they stand, and why.

    ``ground`` may be shared by many units of one side and one state.

    Rules: 7.0b, 7.0c, 7.1a, 7.1b, 7.1c, 7.1j, 7.2a, 7.2b, 7.3a, 7.3b, 7.3c, 7.3d
    """
    automatic = always_fed(state, unit)
    if automatic.value:
        reason = number(automatic.text, "any", automatic, what="supply")
        return Judgement(unit, True, True, None, "none", (), reason)
    if ground is None:
        ground = Ground(state, unit.side, Purpose.UNIT)
    reach = limit(state)
    near = [e for e in ground.ends if distance(unit.hex, e.hex) <= reach]
    paths = [p for e in near if (p := _path(ground, unit.hex, e.hex, reach)) is not None]
    path = min(paths, key=lambda p: (len(p), p), default=None)
    reason = _reason(ground, unit, automatic, near, reach, path)
    effect = "none" if path else "attrited" if unit.full else "removed"
    return Judgement(unit, path is not None, False, path, effect, _blocked(ground, unit), reason)


def always_fed(state: State, unit: Unit) -> Reason:
    """Whether a unit is in supply wherever its bases are (value: bool).

    Fleets always; Allied air and land units in a striped homeland; Chinese land units in China;
    an Allied air unit at Chongqing, which counts as Chinese there (ruling chongqing-air-status).

    Rulings: striped-hex-list
    Rules: 7.0b, 7.0c, 7.3a, 7.3b, 7.3c, 7.3d, 12.2g, 12.2z
    """
    place = state.board[unit.hex]
    text: str
    rules: tuple[str, ...]
    if unit.kind.is_fleet:
        fact = Reason(True, say("supply.fleet"), what="fleet", rules=("7.3d", "7.0c"))
        return number(fact.text, "same", fact, what="automatic")
    homeland = place.area in HOMELANDS and unit.side is Side.ALLIES
    chinese = place.area is Area.CHINA and (
        (unit.nation is Nation.CHINA and unit.kind is Kind.LAND)
        or (unit.side is Side.ALLIES and unit.kind is Kind.AIR and unit.hex == CHONGQING)
    )
    area = place.area.label if place.area else ""
    if homeland:
        text, rules = say("supply.homeland", area=area), ("7.3a", "7.3c")
    elif chinese:
        air = unit.kind is Kind.AIR
        text = say("supply.chongqing" if air else "supply.china")
        rules = ("7.3b", "12.2z") if air else ("7.3b", "12.2g")
    else:
        text, rules = say("supply.not_automatic", place=place.label), ("7.3c",)
    fact = Reason(
        homeland or chinese,
        text,
        "data",
        what="area",
        rules=rules,
        hexes=(unit.hex,),
        grade=place.origin("area").grade.value,
    )
    return number(text, "same", fact, what="automatic")


def _path(ground: Ground, start: HexId, end: HexId, reach: int) -> tuple[HexId, ...] | None:
    """The line of a unit: as many steps as the hexes lie apart, or up to three by reading b."""
    steps = distance(start, end) if reach == 2 else reach
    return ground.shortest(start, end, steps)


def _reason(
    ground: Ground,
    unit: Unit,
    automatic: Reason,
    near: list[End],
    reach: int,
    path: tuple[HexId, ...] | None,
) -> Reason:
    ways = tuple(_way(ground, unit.hex, e, reach) for e in near)
    fed = path is not None
    rules = () if fed else ("7.2a" if unit.full else "7.2b",)
    text = say("supply.in" if fed else "supply.out")
    if not near:
        far = _too_far(ground, unit, reach)
        return number(text, "any", automatic, far, what="supply", rules=rules)
    return number(text, "any", automatic, *ways, what="supply", rules=rules)


def _too_far(ground: Ground, unit: Unit, reach: int) -> Reason:
    nearest = nearest_end(ground, unit.hex)
    if nearest is None:
        text = say("supply.no_end", side=ground.side.adjective)
        return Reason(False, text, what="reach", rules=("7.1j",))
    away = distance(unit.hex, nearest.hex)
    text = say("supply.too_far", end=end_label(ground.state, nearest), steps=away)
    return number(
        text,
        "at_most",
        Reason(away, say("supply.steps", steps=away), hexes=(unit.hex, nearest.hex)),
        Reason(reach, say("supply.reach", steps=reach), "data", rules=("7.1c",)),
        what="reach",
        rules=("7.1j",),
    )


def nearest_end(ground: Ground, hex_id: HexId) -> End | None:
    """The base or source nearest to a hex, then that with the lowest number."""
    return min(ground.ends, key=lambda e: (distance(hex_id, e.hex), e.hex), default=None)


def end_label(state: State, end: End) -> str:
    """``the base at New Hebrides`` or ``the supply source at Kure``."""
    key = "supply.source" if end.is_source else "supply.base"
    return say(key, place=state.board.label(end.hex))


def _way(ground: Ground, start: HexId, end: End, reach: int) -> Reason:
    """Whether one base or source feeds the hex (value: bool)."""
    away = distance(start, end.hex)
    label = end_label(ground.state, end)
    if away <= 1:
        rule = "7.1b" if away else "7.1a"
        text = say("supply.next_door" if away else "supply.here", end=label)
        return Reason(True, text, what="near", rules=(rule,), hexes=(end.hex,))
    if reach == 2:
        middles = tuple(ground.between(h) for h in between(start, end.hex) if _on(ground, h))
        open_ways = any(m.value for m in middles)
        text = say("supply.through" if open_ways else "supply.no_way", end=label)
        rules = ("7.1c",)
        return number(text, "any", *middles, what="way", rules=rules, hexes=(end.hex,))
    return _long_way(ground, start, end, reach, label)


def _on(ground: Ground, hex_id: HexId) -> bool:
    return hex_id in ground.state.board


def _long_way(ground: Ground, start: HexId, end: End, reach: int, label: str) -> Reason:
    """Lines of up to three steps, by reading b of supply-range-three."""
    lines = tuple(
        number(
            say("supply.line", path=" ".join(path)),
            "all",
            *(ground.between(h) for h in path[1:-1]),
            what="line",
            hexes=path,
        )
        for path in simple_paths(start, end.hex, reach)
        if all(h in ground.state.board for h in path)
    )
    found = any(line.value for line in lines)
    text = say("supply.through" if found else "supply.no_way", end=label)
    return number(text, "any", *lines, what="way", rules=("7.1c",), hexes=(end.hex,))


def _blocked(ground: Ground, unit: Unit) -> tuple[Blocked, ...]:
    middles = {h for e in ground.ends for h in between(unit.hex, e.hex) if h in ground.state.board}
    return tuple(Blocked(h, why) for h in sorted(middles) for why in ground.stops(h))


@frozen
class Check:
    """The supply check of a position: one judgement per row of units, all from one photograph."""

    state: State
    judgements: tuple[Judgement, ...]

    def __iter__(self) -> Iterator[Judgement]:
        return iter(self.judgements)

    def __len__(self) -> int:
        return len(self.judgements)

    def out(self) -> tuple[Judgement, ...]:
        """The units out of supply."""
        return tuple(j for j in self.judgements if not j.in_supply)

    def after(self) -> State:
        """The position after the check: full units turned over, attrited ones removed.

        Rules: 7.2a, 7.2b
        """
        pairs = ((found.effect, found.unit) for found in self.judgements)
        return evolve(self.state, units=tuple(_units_left(pairs)))


def check(state: State) -> Check:
    """The supply check of every unit of both sides, judged from the same position.

    By reading b of supply-simultaneity Japan is judged first, and the Allies from what is left.

    Rules: 7.0a, 7.0b, 7.0d, 7.1i
    """
    found: dict[int, Judgement] = {}
    for side in Side:
        found |= _judge_side(state, side)
    return Check(state, tuple(found[i] for i in range(len(state.units))))


def photograph(state: State, side: Side) -> State:
    """The position that the units of ``side`` are judged from: this one, for both sides.

    By reading b of supply-simultaneity the Allies are judged after Japan's losses.

    Rules: 7.0d
    """
    if side is Side.JAPAN or reading("supply-simultaneity", state.rulings) != "b":
        return state
    judged = _judge_side(state, Side.JAPAN)
    pairs = ((judged[i].effect if i in judged else "none", u) for i, u in enumerate(state.units))
    return evolve(state, units=tuple(_units_left(pairs)))


def _judge_side(state: State, side: Side) -> dict[int, Judgement]:
    view = photograph(state, side)
    ground = Ground(view, side, Purpose.UNIT)
    return {i: judge(view, unit, ground) for i, unit in enumerate(state.units) if unit.side is side}


def _units_left(effects: Iterable[tuple[str, Unit]]) -> Iterator[Unit]:
    """Units after the effect on each: turned over, or gone."""
    for effect, unit in effects:
        if effect == "attrited":
            yield evolve(unit, state=Step.ATTRITED)
        elif effect == "none":
            yield unit


def stops_text(why: str) -> str:
    """The short words for what stops a line: ``air zone``, ``enemy unit`` ..."""
    if why not in TESTS:
        raise KeyError(why)
    return say(f"pill.{why}")
