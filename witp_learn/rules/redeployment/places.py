"""Where redeployed units may go: friendly ports, airfields and sources, fights (10.2, 10.3)."""

from __future__ import annotations

from collections.abc import Iterator

from witp_learn.explain import Reason, number, say
from witp_learn.hexgrid import HexId
from witp_learn.model import Area, Facility, Side, State, Terrain
from witp_learn.rules.control import alone, holder, holds, source_open
from witp_learn.rules.refusals import Refusal


def is_haven(state: State, hex_id: HexId, side: Side) -> bool:
    """Whether fleets of a side may be in a hex when the segment ends; `haven` says why.

    Rules: 10.2b, 10.2c
    """
    port = state.board[hex_id].facility is Facility.PORT and holder(state, hex_id) is side
    return port or source_open(state, hex_id, side)


def haven(state: State, hex_id: HexId, side: Side) -> Reason:
    """Whether a hex is a friendly port or supply source (value: bool).

    US and Commonwealth share theirs. A port is friendly while the side controls it, so a fleet
    stays in one that is fought over as long as its side holds it (rulings fleets-in-captured-port,
    fleet-in-continuing-hex).

    Rules: 10.2b, 10.2c, 2.3.3c, 2.3.3e, 2.3.4a
    """
    place = state.board[hex_id]
    names = {"place": place.label, "side": side.adjective}
    port = place.facility is Facility.PORT
    drawn = Reason(
        port,
        say("redeploying.port" if port else "redeploying.no_port", **names),
        "data",
        what="port",
        rules=("10.2b",),
        hexes=(hex_id,),
        grade=place.origin("icon").grade.value,
    )
    held = holds(state, hex_id, side)
    key = "redeploying.own_port" if port and held.value else "redeploying.no_own_port"
    own = number(say(key, **names), "all", drawn, held, what="own_port", rules=("10.2b",))
    return _either(state, hex_id, side, own, "haven", ("10.2b", "10.2c"))


def is_friendly(state: State, hex_id: HexId, side: Side) -> bool:
    """Whether a hex is a friendly port, airfield or source; `friendly` says why.

    Rules: 10.3d
    """
    return holder(state, hex_id) is side or source_open(state, hex_id, side)


def friendly(state: State, hex_id: HexId, side: Side) -> Reason:
    """Whether a hex is a friendly port, airfield or supply source (value: bool).

    US and Commonwealth share theirs (ruling allied-sharing-redeploy).

    Rules: 10.3d, 2.3.3c, 2.3.3e, 2.3.4a
    """
    held = holds(state, hex_id, side)
    return _either(state, hex_id, side, held, "friendly", ("10.3d",))


def _either(
    state: State, hex_id: HexId, side: Side, held: Reason, what: str, rules: tuple[str, ...]
) -> Reason:
    """A port or airfield of the side, or a source that serves it."""
    names = {"place": state.board.label(hex_id), "side": side.adjective}
    serves = source_open(state, hex_id, side)
    source = Reason(
        serves,
        say("redeploying.source" if serves else "redeploying.no_source", **names),
        what="source",
        rules=("2.3.4a",),
        hexes=(hex_id,),
    )
    found = bool(held.value) or serves
    text = say(f"redeploying.{what}" if found else f"redeploying.no_{what}", **names)
    return number(text, "any", held, source, what=what, rules=rules, hexes=(hex_id,))


def enemy_place(state: State, hex_id: HexId, side: Side) -> bool:
    """Whether the enemy of a side controls a port, an airfield or a supply source in a hex.

    A source is controlled by whoever it serves, or by those who have taken it from its owner, whom
    it does not serve (ruling captured-supply-source).

    Rules: 10.3i, 2.3.3c, 2.3.3e
    """
    enemy = side.enemy
    if holder(state, hex_id) is enemy or source_open(state, hex_id, enemy):
        return True
    source = state.board[hex_id].source
    return source is not None and source.side is side and alone(state, hex_id, enemy)


def seas(state: State, hex_id: HexId) -> tuple[str, ...]:
    """Where fleets are put in a hex: there, or in either of its two seas (split-sea-hexes)."""
    return tuple(hex_id + c for c in sorted(state.board[hex_id].coasts)) or (hex_id,)


def _candidates(state: State) -> Iterator[HexId]:
    """The hexes worth a look: those with a port, an airfield or a source, and those fought over."""
    return (
        h
        for h, place in state.board.hexes.items()
        if place.owner is not None or place.source is not None or h in state.contested
    )


def fleet_places(state: State, side: Side) -> tuple[str, ...]:
    """Where fleets of a side may be put, in order of number; in a hex with two seas each sea.

    Rules: 10.2b, 10.2c, 10.2g, 9.7e
    """
    return tuple(
        at
        for h in sorted(_candidates(state))
        if is_haven(state, h, side) and not any(fleet_bars(state, h, side))
        for at in seas(state, h)
    )


def fleet_bars(state: State, hex_id: HexId, side: Side) -> Iterator[Refusal]:
    """Why fleets of a side may not be put in a hex, however far it is.

    Enemy fleets there bar nothing, continuing combat does (ruling fleet-redeploy-blocked-port).

    Rules: 10.2b, 10.2c, 10.2g, 9.7e, 2.3.2c, 8.5o, 12.2c
    """
    place = state.board[hex_id]
    names = {"place": place.label, "side": side.adjective}
    if not is_haven(state, hex_id, side):
        yield Refusal("10.2b", "no_haven", hex_id, say("redeploying.no_haven", **names))
    if hex_id in state.contested:
        yield Refusal("9.7e", "contested", hex_id, say("redeploying.contested_port", **names))
    if place.terrain is Terrain.LAND:
        yield Refusal("2.3.2c", "land", hex_id, say("redeploying.dry", **names))
    if place.unlimited and side is Side.JAPAN:
        yield Refusal("8.5o", "barred", hex_id, say("redeploying.barred", **names))
    yield from _china(state, hex_id, side)


def troop_places(state: State, side: Side) -> tuple[HexId, ...]:
    """Where air and land units of a side may be put, the transport network aside, in order.

    Rules: 9.7g, 10.3d, 12.2c, 12.2aa
    """
    return tuple(
        h
        for h in sorted(_candidates(state))
        if (h in state.contested or is_friendly(state, h, side)) and not any(_china(state, h, side))
    )


def troop_bars(state: State, hex_id: HexId, side: Side, *, ground: bool) -> Iterator[Refusal]:
    """Why air and land units of a side may not be put in a hex, the transport network aside.

    ``ground``: for land units, which need land to stand on.

    Rules: 9.7g, 10.3d, 2.3.2d, 12.2c
    """
    place = state.board[hex_id]
    names = {"place": place.label, "side": side.adjective}
    if hex_id not in state.contested and not is_friendly(state, hex_id, side):
        yield Refusal("10.3d", "not_friendly", hex_id, say("redeploying.no_friendly", **names))
    if ground and not (place.land_part and place.terrain is not Terrain.DEEP):
        yield Refusal("2.3.2d", "no_land", hex_id, say("redeploying.no_land", **names))
    yield from _china(state, hex_id, side)


def _china(state: State, hex_id: HexId, side: Side) -> Iterator[Refusal]:
    if side is Side.ALLIES and state.board[hex_id].area is Area.CHINA:
        names = {"place": state.board.label(hex_id)}
        yield Refusal("12.2c", "china", hex_id, say("redeploying.china", **names))
