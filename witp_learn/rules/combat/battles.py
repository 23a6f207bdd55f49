"""Which fights there are, and in what order (9.0, 9.1, 8.6.2)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from witp_learn.hexgrid import HexId
from witp_learn.model import Hex, Side, State, Terrain
from witp_learn.rulebook import reading
from witp_learn.rules.combat.pieces import AIR, LAND, SIDE_OF, Piece, pieces
from witp_learn.rules.effects import landing_bar


class Battle(NamedTuple):
    """One battle: ``fleet``, ``land`` or ``assault`` (9.1).

    ``seas``: the waters it is fought in or landed from, a hex or a hex with a coast letter.
    ``lander``: the side that lands, in an assault landing.
    """

    kind: str
    hex: HexId
    seas: tuple[str, ...]
    lander: Side | None = None


def fleets(here: tuple[Piece, ...], side: Side, at: str) -> list[Piece]:
    """The carriers and naval units of a side in these waters."""
    return [p for p in here if p.at == at and SIDE_OF[p.nation] is side and p.is_fleet]


def ashore(here: tuple[Piece, ...], side: Side, hex_id: HexId) -> list[Piece]:
    """The land units of a side that stand ashore in a hex."""
    return [p for p in here if p.kind is LAND and SIDE_OF[p.nation] is side and p.at[:4] == hex_id]


def waters(place: Hex) -> tuple[str, ...]:
    """The seas of a hex: one, or one for each coast letter."""
    return tuple(place.id + c for c in sorted(place.coasts)) or (place.id,)


def fleet_battle(here: tuple[Piece, ...], place: Hex) -> Battle | None:
    """The next fleet combat in a hex: fleets of both sides on the same sea.

    Rules: 9.1a, 9.3a, 9.1f, 8.7k
    """
    for at in waters(place):
        if all(fleets(here, side, at) for side in Side):
            return Battle("fleet", place.id, (at,))
    return None


def beach(place: Hex) -> bool:
    """Whether cargo can land in a hex: shallow sea with a land part that is no mountain.

    Rules: 8.6.1d, 8.6.2a, 8.5c
    """
    return place.terrain is Terrain.SHALLOW and place.land_part and not place.mountain


def clear_seas(here: tuple[Piece, ...], place: Hex, side: Side) -> tuple[str, ...]:
    """The waters from which cargo of ``side`` could land: carried there, no enemy fleet there.

    Rulings: enemy-fleet-eliminated-or-gone
    Rules: 9.1d, 8.6.2d, 8.6.2e
    """
    if not beach(place):
        return ()
    return tuple(
        at
        for at in waters(place)
        if any(p.cargo is not None for p in fleets(here, side, at))
        and not fleets(here, side.enemy, at)
    )


def faces_enemy(state: State, here: tuple[Piece, ...], hex_id: HexId, side: Side) -> bool:
    """Whether cargo of ``side`` must fight its way ashore: an enemy land unit stands there.

    By reading b of assault-vs-lone-air an enemy air unit alone has to be fought as well.

    Rules: 9.1c, 8.6.2a, 8.6.2b, 8.6.2c
    """
    if ashore(here, side.enemy, hex_id):
        return True
    if reading("assault-vs-lone-air", state.rulings) != "b":
        return False
    return any(p.kind is AIR and p.at == hex_id and p.side is side.enemy for p in here)


def at_once(
    state: State, here: tuple[Piece, ...], hex_id: HexId
) -> tuple[tuple[Side, tuple[str, ...]], ...]:
    """Whose cargo has landed before the fighting in a hex begins, and out of which waters.

    Enemy fleets keep no cargo aboard, nor do land units that they carry (14.1); an enemy land unit
    ashore does, and an enemy air unit where enemy fleets are in the same waters. Each side is
    judged by the hex as it stands.

    Rules: 8.6.2a, 8.6.2b, 8.6.2c, 8.6.2d, 8.7k
    """
    place = state.board[hex_id]
    if not beach(place):
        return ()
    found = []
    for side in Side:
        if faces_enemy(state, here, hex_id, side):
            continue
        air = any(p.kind is AIR and p.at == hex_id and p.side is side.enemy for p in here)
        seas = tuple(
            at
            for at in waters(place)
            if any(p.cargo is not None for p in fleets(here, side, at))
            and not (air and fleets(here, side.enemy, at))
        )
        if seas:
            found.append((side, seas))
    return tuple(found)


def landing(
    state: State, here: tuple[Piece, ...], hex_id: HexId, barred: frozenset[str] = frozenset()
) -> Battle | None:
    """The assault landing to be fought in a hex, if any.

    ``barred``: waters out of which enemy fleets only retreated, by reading b of
    enemy-fleet-eliminated-or-gone. Where both sides could land, the side that does not hold the
    hex does. Where an event forbids it, cargo stays aboard.

    Rulings: assault-may-or-must, assault-vs-lone-air
    Rules: 4.3c, 4.5c, 4.5e, 9.1c, 9.1d, 9.5a, 9.5.2a, 9.5.2b
    """
    place = state.board[hex_id]
    for side in _landers(place):
        seas = tuple(at for at in clear_seas(here, place, side) if at not in barred)
        if seas and faces_enemy(state, here, hex_id, side) and landing_bar(state, side) is None:
            return Battle("assault", hex_id, seas, side)
    return None


def _landers(place: Hex) -> tuple[Side, ...]:
    owner = place.owner.side if place.owner else Side.ALLIES
    return (owner.enemy, owner)


def ground_battle(
    state: State, here: tuple[Piece, ...], hex_id: HexId, barred: frozenset[str] = frozenset()
) -> Battle | None:
    """The one combat on land in a hex: a landing if cargo must land, else land combat.

    Rulings: same-hex-combat-sequence, sea-reinforce-contested
    Rules: 9.1b, 9.1c, 9.4a, 9.5.2b, 9.6.3p
    """
    if (found := landing(state, here, hex_id, barred)) is not None:
        return found
    if all(ashore(here, side, hex_id) for side in Side):
        return Battle("land", hex_id, ())
    return None


def first_battle(state: State, hex_id: HexId) -> Battle | None:
    """The battle that is fought first in a hex, None where nobody fights.

    Rules: 9.0b, 9.1a, 9.1b, 9.1c, 9.1d, 9.1e, 9.1f
    """
    here = pieces(state, hex_id)
    return fleet_battle(here, state.board[hex_id]) or ground_battle(state, here, hex_id)


def fought_over(state: State) -> Iterator[HexId]:
    """Every hex in which a fight must be fought, in order of number.

    Rules: 9.0a, 9.0b, 9.0c
    """
    both = {h for h, units in state.by_hex.items() if len({u.side for u in units}) == len(Side)}
    return (h for h in sorted(both) if first_battle(state, h) is not None)


def order_chooser(state: State) -> Side | None:
    """The side that picks the order of the hexes; None when points are not counted.

    ``state.trp`` is taken as the points of the start of the turn. Japan picks on equal points.

    Rulings: equal-trp-order
    Rules: 9.0d, 9.0e
    """
    if state.trp is None:
        return None
    japan, allies = state.trp
    return Side.ALLIES if allies > japan else Side.JAPAN
