"""Which hexes and hexsides of a board carry the mark of assumed data (2.3).

Everything drawn that the printed map might show otherwise is marked; what has been confirmed, is
printed or derived is not.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from witp_learn.hexgrid import HexId
from witp_learn.model import Board, Hex, Terrain

_SHOWS: Mapping[str, Callable[[Hex], bool]] = {
    "terrain": lambda place: True,
    "icon": lambda place: True,
    "name": lambda place: bool(place.name),
    "mountain": lambda place: place.mountain,
    "jungle": lambda place: place.jungle,
    "land_part": lambda place: (
        place.terrain is not Terrain.LAND and (place.land_part or place.terrain is Terrain.SHALLOW)
    ),
    "source": lambda place: place.source is not None,
    "area": lambda place: place.area is not None,
    "resource": lambda place: place.resource,
    "coasts": lambda place: bool(place.coasts),
    "unlimited": lambda place: place.unlimited,
    "fleet_limit": lambda place: place.fleet_limit != Hex("0101").fleet_limit,
}
"""Whether a hex shows something of each of its data. Its ground shows, and so does whether it has a
port or an airfield; a shallow sea shows whether land lies in it."""

_KEPT = 3
_known: list[tuple[Board, frozenset[HexId]]] = []


def open_data(place: Hex) -> tuple[str, ...]:
    """The data of a hex that a map shows and that may differ from the printed map."""
    return tuple(
        key for key, shows in _SHOWS.items() if shows(place) and place.origin(key).grade.is_open
    )


def assumed_hexes(board: Board) -> frozenset[HexId]:
    """Hexes that show something assumed or unknown. The last few boards are remembered."""
    for known, found in _known:
        if known is board:
            return found
    found = frozenset(h for h, place in board.hexes.items() if open_data(place))
    _known.insert(0, (board, found))
    del _known[_KEPT:]
    return found


def assumed_side(board: Board, a: HexId, b: HexId) -> bool:
    """Whether the kind of the side between two adjacent hexes may differ from the printed map."""
    return board.side_origin(a, b).grade.is_open
