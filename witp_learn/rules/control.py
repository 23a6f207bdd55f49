"""Air zones (2.2.3), who controls a port or airfield (2.3.3), and who a source serves (2.3.4)."""

from __future__ import annotations

from witp_learn.explain import Reason, number, say
from witp_learn.hexgrid import HexId
from witp_learn.model import Kind, Side, State


def projectors(state: State, hex_id: HexId, side: Side) -> tuple[HexId, ...]:
    """The neighbouring hexes whose full air units of ``side`` reach into ``hex_id``, lifted or not.

    Rules: 2.2.3a, 2.2.3b, 2.2.3h, 2.2.3p
    """
    return tuple(sorted(n for n in state.board.neighbours(hex_id) if state.full_air(n, side)))


def zone(state: State, hex_id: HexId, side: Side) -> Reason:
    """Whether ``hex_id`` lies under the air zone of ``side`` after lifting (value: bool).

    A full enemy air unit in the hex lifts the zone there; nothing else does.

    Rulings: air-both-sides-one-hex
    Rules: 2.2.3a, 2.2.3b, 2.2.3h, 2.2.3i, 2.2.3j, 2.2.3p
    """
    board = state.board
    reaching = tuple(
        Reason(
            True,
            say("zone.projects", place=board.label(h), side=side.adjective),
            what="projects",
            rules=("2.2.3a",),
            hexes=(h,),
        )
        for h in projectors(state, hex_id, side)
    )
    lifter = Reason(
        state.full_air(hex_id, side.enemy),
        say(
            "zone.lifter" if state.full_air(hex_id, side.enemy) else "zone.no_lifter",
            place=board.label(hex_id),
            side=side.enemy.adjective,
        ),
        what="lifts",
        rules=("2.2.3i", "2.2.3j"),
        hexes=(hex_id,),
    )
    values = {"place": board.label(hex_id), "side": side.adjective}
    reached = number(
        say("zone.reached" if reaching else "zone.not_reached", **values),
        "any",
        *reaching,
        what="reached",
        rules=("2.2.3a",) if reaching else ("2.2.3b", "2.2.3p"),
    )
    key = "zone.lift" if lifter.value else "zone.no_lift"
    lifted = number(say(key, **values), "none", lifter, what="not_lifted")
    covered = reached.value and lifted.value
    key = "zone.covered" if covered else "zone.lifted" if reaching else "zone.free"
    return number(say(key, **values), "all", reached, lifted, what="zone")


def air_zone(state: State, side: Side) -> tuple[HexId, ...]:
    """The hexes under the air zone of ``side`` after lifting, in order of number.

    Rules: 2.2.3a, 2.2.3b, 2.2.3h, 2.2.3i, 2.2.3j, 2.2.3p
    """
    return tuple(h for h in reach(state, side) if not state.full_air(h, side.enemy))


def lifted_zone(state: State, side: Side) -> tuple[HexId, ...]:
    """The hexes that the air zone of ``side`` would cover but for a full enemy air unit there.

    Rules: 2.2.3i
    """
    return tuple(h for h in reach(state, side) if state.full_air(h, side.enemy))


def reach(state: State, side: Side) -> tuple[HexId, ...]:
    """The hexes next to full air units of ``side``, lifted or not, in order of number.

    Rules: 2.2.3a
    """
    full = {u.hex for u in state.units if u.kind is Kind.AIR and u.full and u.side is side}
    return tuple(sorted({n for h in full for n in state.board.neighbours(h)}))


def alone_ashore(japan_ashore: bool, allies_ashore: bool) -> Side | None:
    """The side whose land units alone stand ashore in a hex, None where both or none do.

    Rules: 2.3.3e, 2.3.3g
    """
    if japan_ashore == allies_ashore:
        return None
    return Side.JAPAN if japan_ashore else Side.ALLIES


def held_by(owner: Side | None, japan_ashore: bool, allies_ashore: bool) -> Side | None:
    """The side that controls a port or airfield, from who stands ashore; None where there is none.

    ``owner``: the icon's side. It keeps control unless land units of the other side alone stand
    ashore, attrited ones included; as soon as those have left it has control again.

    Rulings: attrited-land-holds, embarked-land-control
    Rules: 2.3.3c, 2.3.3e, 2.3.3f, 2.3.3g
    """
    if owner is None:
        return None
    alone_there = alone_ashore(japan_ashore, allies_ashore)
    return owner if alone_there is None else alone_there


def holder(state: State, hex_id: HexId) -> Side | None:
    """The side that controls the port or airfield in a hex, None where there is none.

    Rules: 2.3.3c, 2.3.3e, 2.3.3f, 2.3.3g, 2.3.3b
    """
    owner = state.board[hex_id].owner
    return held_by(
        owner.side if owner else None,
        state.land_ashore(hex_id, Side.JAPAN),
        state.land_ashore(hex_id, Side.ALLIES),
    )


def alone(state: State, hex_id: HexId, side: Side) -> bool:
    """Whether land units of ``side``, full or attrited, stand ashore in a hex and no enemy's do."""
    japan, allies = (state.land_ashore(hex_id, one) for one in Side)
    return alone_ashore(japan, allies) is side


def holds(state: State, hex_id: HexId, side: Side) -> Reason:
    """Whether ``side`` controls a port or airfield in the hex (value: bool).

    The icon's side does, unless land units of the other side alone stand ashore there; land
    units carried by ships do not count, attrited ones do.

    Rules: 2.3.3a, 2.3.3c, 2.3.3e, 2.3.3f, 2.3.3g
    """
    place = state.board[hex_id]
    icon = Reason(
        place.owner is not None and place.facility is not None,
        icon_text(state, hex_id),
        "data",
        what="icon",
        rules=("2.3.3c",),
        hexes=(hex_id,),
        grade=place.origin("side").grade.value,
    )
    if place.owner is None:
        return number(icon.text, "same", icon, what="holds")
    capturer = place.owner.side.enemy
    captured = taken(state, hex_id, capturer)
    held = bool(captured.value) is (side is capturer)
    key = "control.held" if held else "control.not_held"
    text = say(key, place=place.label, side=side.adjective)
    if side is capturer:
        return number(text, "all", icon, captured, what="holds", rules=("2.3.3e", "2.3.3f"))
    kept = number(captured.text, "none", captured, what="kept", rules=("2.3.3g",))
    return number(text, "all", icon, kept, what="holds", rules=("2.3.3c",))


def taken(state: State, hex_id: HexId, capturer: Side) -> Reason:
    """Whether land units of ``capturer`` alone stand ashore in the hex (value: bool).

    Rules: 2.3.3e
    """
    captured = alone(state, hex_id, capturer)
    place = state.board.label(hex_id)
    defender = _ashore(state, hex_id, capturer.enemy)
    return number(
        say(
            "control.taken" if captured else "control.not_taken",
            place=place,
            side=capturer.adjective,
        ),
        "all",
        _ashore(state, hex_id, capturer),
        number(defender.text, "none", defender),
        what="captured",
        rules=("2.3.3e",),
    )


def _ashore(state: State, hex_id: HexId, side: Side) -> Reason:
    there = state.land_ashore(hex_id, side)
    key = "control.land" if there else "control.no_land"
    text = say(key, place=state.board.label(hex_id), side=side.adjective)
    return Reason(there, text, what="land_ashore", hexes=(hex_id,))


def icon_text(state: State, hex_id: HexId) -> str:
    """``Guam has a US airfield`` or ``1209 has no port or airfield``."""
    place = state.board[hex_id]
    if place.facility is None or place.owner is None:
        return say("control.no_icon", place=place.label)
    nation = place.owner.adjective
    return say("control.icon", place=place.label, nation=nation, facility=place.facility.value)


def source_open(state: State, hex_id: HexId, side: Side) -> bool:
    """Whether a printed supply source of ``side`` serves it now.

    It does not while enemy land units alone stand there, and never serves the captor.

    Rulings: captured-supply-source
    Rules: 2.3.4a, 2.3.4b
    """
    source = state.board[hex_id].source
    return source is not None and source.side is side and not alone(state, hex_id, side.enemy)
