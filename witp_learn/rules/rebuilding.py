"""Where attrited units are turned to their full face again, and what that costs (10.6)."""

from __future__ import annotations

from collections.abc import Iterator

from witp_learn.explain import Reason, number, say
from witp_learn.hexgrid import HexId
from witp_learn.model import Hex, Kind, Nation, Side, State, Unit
from witp_learn.rules.control import holder, source_open
from witp_learn.rules.refusals import Refusal

CARRIER_COST = 2
"""RP to rebuild a carrier (10.6)."""

USUAL_COST = 1
"""RP to rebuild any other unit (10.6)."""


def cost(kind: Kind) -> int:
    """What rebuilding a unit costs, in RP: 2 a carrier, 1 any other.

    Rules: 10.6c, 10.6d
    """
    return CARRIER_COST if kind is Kind.CARRIER else USUAL_COST


def serves(state: State, hex_id: HexId, nation: Nation) -> Reason:
    """Whether units of a nation can be rebuilt in a hex (value: bool).

    They can in a port or airfield of the nation's colour that its side controls, and at a supply
    source of the nation that serves it; Chongqing serves nobody. Neither the other nation of the
    side nor the enemy's places help. Continuing combat does not keep from rebuilding.

    Rulings: rebuild-nationality-icons, rebuild-continuing-hex
    Rules: 2.3.3b, 2.3.3d, 10.6b, 10.6f, 10.6g, 14.1au
    """
    place = state.board[hex_id]
    values = {"place": place.label, "nation": nation.adjective, "side": nation.side.adjective}

    def part(found: bool, key: str, rule: str) -> Reason:
        text = say(f"rebuilding.{key if found else f'no_{key}'}", **values)
        return Reason(found, text, "state", what=key, rules=(rule,), hexes=(hex_id,))

    colour = place.facility is not None and place.owner is nation is not Nation.CHINA
    held = holder(state, hex_id) is nation.side
    icon = number(
        say(f"rebuilding.icon.{_icon(place, nation, held)}", **values),
        "all",
        part(colour, "colour", _against(place, nation)),
        part(held, "held", "10.6b"),
        what="icon",
    )
    source = part(_source(state, hex_id, nation), "source", "10.6b")
    either = icon.value or source.value
    text = say("rebuilding.serves" if either else "rebuilding.serves_not", **values)
    return number(text, "any", icon, source, what="serves", rules=("10.6b",), hexes=(hex_id,))


def _source(state: State, hex_id: HexId, nation: Nation) -> bool:
    own = state.board[hex_id].source is nation and nation is not Nation.CHINA
    return own and source_open(state, hex_id, nation.side)


def _icon(place: Hex, nation: Nation, held: bool) -> str:
    """A word for what the icon of a hex means for rebuilding units of a nation."""
    if place.facility is None or place.owner is None:
        return "none"
    if place.owner is Nation.CHINA:
        return "white"
    if place.owner is not nation:
        return "enemy" if place.owner.side is nation.side.enemy else "ally"
    return "own" if held else "taken"


def _against(place: Hex, nation: Nation) -> str:
    """The clause that says whose places serve, for the icon of a hex."""
    if place.owner is None or place.owner in (nation, Nation.CHINA):
        return "10.6b"
    return "10.6g" if place.owner.side is nation.side.enemy else "10.6f"


def can_serve(state: State, hex_id: HexId, nation: Nation) -> bool:
    """Whether units of a nation can be rebuilt in a hex, without the reasons; see `serves`.

    Rules: 10.6b, 10.6f, 10.6g
    """
    place = state.board[hex_id]
    if nation is Nation.CHINA:
        return False
    colour = place.facility is not None and place.owner is nation
    return (colour and holder(state, hex_id) is nation.side) or _source(state, hex_id, nation)


def rebuildable(state: State, side: Side, points: int | None) -> tuple[Unit, ...]:
    """The rows of attrited units that a side can rebuild with so many RP, in their order.

    ``points`` None: they are not counted, and everything can be paid.

    Rules: 10.6a, 10.6b, 10.6c, 10.6d
    """
    return tuple(
        unit
        for unit in state.units
        if unit.side is side
        and not unit.full
        and (points is None or cost(unit.kind) <= points)
        and can_serve(state, unit.hex, unit.nation)
    )


def refusals(state: State, unit: Unit, points: int | None) -> Iterator[Refusal]:
    """Every reason why an attrited unit cannot be rebuilt: its place, and the RP left.

    Rules: 10.6a, 10.6b, 10.6c, 10.6d, 10.6f, 10.6g
    """
    if not can_serve(state, unit.hex, unit.nation):
        place = state.board[unit.hex]
        why = _icon(place, unit.nation, holder(state, unit.hex) is unit.side)
        text = say(
            f"rebuilding.icon.{why}",
            place=place.label,
            nation=unit.nation.adjective,
            side=unit.side.adjective,
        )
        yield Refusal(_against(place, unit.nation), f"place_{why}", unit.hex, text)
    price = cost(unit.kind)
    if points is not None and price > points:
        noun = unit.kind.noun
        text = say("rebuilding.too_dear", unit=noun, cost=price, left=points)
        rule = "10.6c" if unit.kind is Kind.CARRIER else "10.6d"
        yield Refusal(rule, "too_dear", unit.hex, text)
