"""How many units of a side may stay in a hex, and which are over the limit (8.3, 9.7, 10.5)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from attrs import field, frozen

from witp_learn.explain import Reason, number, say
from witp_learn.hexgrid import HexId
from witp_learn.model import Facility, Kind, Nation, Side, State, Unit
from witp_learn.rulebook import reading
from witp_learn.rules.control import holder, source_open

USUAL_FLEETS = 5
"""Fleets that may stay in a port (8.3)."""

IN_COMBAT = 2
"""Air units of a side that may stay in a hex of continuing combat (8.3)."""


@frozen
class StackLimit:
    """How many of a side may stay in a hex at the stacking check (8.3); None is no limit.

    ``together``: the land and air limits are one limit of one unit, either kind.
    """

    land: int | None
    air: int | None
    fleets: int | None
    together: bool
    reason: Reason


@frozen
class Excess:
    """What a side has over a limit of a hex.

    ``what``: ``fleets``, ``land``, ``air``, or ``troops`` where land and air units have one limit.
    ``count``: how many have to go; ``units``: the rows they can be of.
    """

    what: str
    count: int
    units: tuple[Unit, ...]
    reason: Reason = field(repr=False)


def stack_limit(state: State, hex_id: HexId, side: Side) -> StackLimit:
    """The stacking limits of ``side`` in a hex at the stacking check.

    They follow control at that time, are shared by the nations of a side, and hold for each side
    in continuing combat. A supply source that serves the side counts as a port.

    Rulings: stacking-after-control-change, stacking-mixed-nationality, stacking-continuing-scope,
    stacking-no-base-hex
    Rules: 8.3d, 8.3e, 8.3f, 8.3g, 8.3h, 8.3i, 8.3j, 9.7d, 10.5c, 10.5d, 10.5e, 10.5f, 10.5g, 10.5h,
    10.5i
    """
    found = _numbers(state, hex_id, side)
    text = say(
        f"stacking.{found.key}", place=state.board.label(hex_id), fleets=_fleets(found.fleets or 0)
    )
    reason = Reason(found.key, text, "data", what="limit", rules=_RULES[found.key], hexes=(hex_id,))
    return StackLimit(found.land, found.air, found.fleets, found.key == "open", reason)


def limit_rule(state: State, hex_id: HexId, side: Side, what: str) -> str:
    """The clause that limits ``what`` of a side in a hex: as `Excess` names it.

    Rules: 8.3d, 8.3e, 8.3f, 8.3g, 8.3i, 8.3j
    """
    key = _numbers(state, hex_id, side).key
    return _OF_KIND.get((key, what), _RULES[key][0])


class _Numbers(NamedTuple):
    """The limits of a hex for a side, and the name of the rule that gives them."""

    key: str
    land: int | None
    air: int | None
    fleets: int | None


_RULES: Mapping[str, tuple[str, ...]] = {
    "unlimited": ("8.3h",),
    "contested": ("8.3i", "8.3j"),
    "contested_port": ("8.3i", "8.3j"),
    "port": ("8.3e", "8.3f"),
    "small_port": ("8.3e", "8.3g"),
    "airfield": ("8.3e",),
    "open": ("8.3d",),
}

_OF_KIND: Mapping[tuple[str, str], str] = {
    ("port", "fleets"): "8.3f",
    ("small_port", "fleets"): "8.3g",
    ("contested_port", "fleets"): "8.3f",
    ("contested", "fleets"): "8.3f",
    ("contested_port", "air"): "8.3j",
    ("contested", "air"): "8.3j",
}
"""The clause of a limit where it is not the first of those of its hex."""


def _numbers(state: State, hex_id: HexId, side: Side) -> _Numbers:
    place = state.board[hex_id]
    if place.unlimited:
        return _Numbers("unlimited", None, None, None)
    held = holder(state, hex_id) is side
    port = (held and place.facility is Facility.PORT) or source_open(state, hex_id, side)
    fleets = place.fleet_limit if port else 0
    if hex_id in state.contested:
        return _Numbers("contested_port" if port else "contested", None, IN_COMBAT, fleets)
    if port:
        return _Numbers("port" if fleets == USUAL_FLEETS else "small_port", 3, 1, fleets)
    return _Numbers("airfield", 3, 1, 0) if held else _Numbers("open", 1, 1, 0)


def _fleets(count: int) -> str:
    return f"{count} fleet{'' if count == 1 else 's'}"


def counts(unit: Unit) -> bool:
    """Whether a unit counts for stacking limits: all but Chinese land units, and no base.

    Rules: 8.3k, 10.5j
    """
    return not (unit.nation is Nation.CHINA and unit.kind is Kind.LAND)


def over_limit(state: State, hex_id: HexId, side: Side) -> tuple[Excess, ...]:
    """What ``side`` has over the limits of a hex, fleets first; nothing where it keeps to them.

    Land units carried by ships count as land units.

    Rules: 8.3b, 8.3c, 8.3d, 8.3e, 8.3f, 8.3g, 8.3h, 8.3i, 8.3j, 8.3k
    """
    here = tuple(unit for unit in state.at(hex_id, side) if counts(unit))
    if not here:
        return ()
    limit = stack_limit(state, hex_id, side)
    return tuple(
        _excess(state, hex_id, limit, what, most, units)
        for what, most in _limits(limit)
        if most is not None
        and _many(units := tuple(unit for unit in here if _is(unit, what))) > most
    )


def _many(units: Iterable[Unit]) -> int:
    return sum(unit.count for unit in units)


def _limits(limit: StackLimit) -> Iterator[tuple[str, int | None]]:
    yield "fleets", limit.fleets
    if limit.together:
        yield "troops", limit.land
    else:
        yield "land", limit.land
        yield "air", limit.air


def _is(unit: Unit, what: str) -> bool:
    if what == "fleets":
        return unit.kind.is_fleet
    return not unit.kind.is_fleet and what in ("troops", unit.kind.value)


def _excess(
    state: State, hex_id: HexId, limit: StackLimit, what: str, most: int, units: tuple[Unit, ...]
) -> Excess:
    many = _many(units)
    place = state.board.label(hex_id)
    words = {"what": say(f"stacking.what.{what}"), "place": place}
    there = Reason(many, say("stacking.there", count=many, **words), what=what, hexes=(hex_id,))
    allowed = Reason(
        most, limit.reason.text, "data", what="limit", rules=limit.reason.rules, hexes=(hex_id,)
    )
    more = number(say("stacking.beyond", **words), "difference", there, allowed)
    over = number(
        say("stacking.over", count=many - most, **words),
        "above_zero",
        more,
        what="over",
        rules=("8.3c",),
        hexes=(hex_id,),
    )
    return Excess(what, int(over.value or 0), units, over)


def crowded(state: State, side: Side) -> tuple[HexId, ...]:
    """The hexes where ``side`` has more units than may stay, in order of number.

    Rules: 8.3c, 10.5a
    """
    return tuple(h for h in sorted(state.by_hex) if _is_crowded(state, h, side))


def _is_crowded(state: State, hex_id: HexId, side: Side) -> bool:
    """Whether `over_limit` finds anything, without its reasons."""
    fleets = land = air = 0
    for unit in state.at(hex_id, side):
        if unit.kind.is_fleet:
            fleets += unit.count
        elif unit.kind is Kind.AIR:
            air += unit.count
        elif counts(unit):
            land += unit.count
    if not fleets and land + air <= 1:
        return False
    limit = _numbers(state, hex_id, side)
    if limit.key == "open":
        return fleets > 0 or land + air > 1
    pairs = ((fleets, limit.fleets), (land, limit.land), (air, limit.air))
    return any(most is not None and many > most for many, most in pairs)


def checked_last(state: State) -> bool:
    """Whether the check comes after rebuilding: by reading b of stacking-check-time.

    Rulings: stacking-check-time
    Rules: 8.3c, 10.5a
    """
    return reading("stacking-check-time", state.rulings) == "b"
