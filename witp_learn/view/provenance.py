"""All shipped data as one list: what it says in words, and where it comes from.

Nothing stands here without its grade: a datum is made from its value and its origin, never from a
value alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from attrs import frozen

from witp_learn.components import FIELDS, read_board, shipped
from witp_learn.components.cards import BLANK, Card, read_cards
from witp_learn.components.scenarios import Scenario, read_scenarios
from witp_learn.components.turns import read_turns, season
from witp_learn.components.units import Counters, read_units
from witp_learn.components.values import explained
from witp_learn.model import TURNS, Board, Grade, Hex, Origin, Side, Terrain

GRADES = (Grade.PRINTED, Grade.DERIVED, Grade.ASSUMED, Grade.UNKNOWN, Grade.CONFIRMED)
"""The grades in the order they are told."""

SEAS = {Terrain.LAND: "land", Terrain.SHALLOW: "shallow sea", Terrain.DEEP: "deep sea"}

_SIDES = {
    Terrain.LAND: "land: no ship crosses it",
    Terrain.SHALLOW: "shallow sea: units on land and ships cross it",
    Terrain.DEEP: "deep sea: no unit on land crosses it",
}
_LABELS = {
    "name": "name",
    "terrain": "terrain",
    "mountain": "mountain",
    "jungle": "jungle",
    "land_part": "land part",
    "icon": "port or airfield",
    "source": "supply source",
    "area": "area",
    "resource": "resource hex",
    "coasts": "seas",
    "unlimited": "stacking without limit",
    "fleet_limit": "fleets that may stay",
}


@frozen
class Datum:
    """One datum: what it is about, what it says, and where it comes from.

    ``quiet``: it says that there is nothing of note, and a short look leaves it out.
    """

    label: str
    value: str
    origin: Origin
    quiet: bool = False


@frozen
class Row:
    """The data of one thing: a hex, a side between two hexes, a turn, some counters, a card."""

    title: str
    data: tuple[Datum, ...]


@frozen
class Table:
    """A table of the data folder. ``name``: for addresses and filters."""

    name: str
    title: str
    rows: tuple[Row, ...]

    @property
    def counts(self) -> Mapping[Grade, int]:
        """How many of its data have each grade."""
        return Counter(d.origin.grade for row in self.rows for d in row.data)

    def reasons(self, grade: Grade) -> list[tuple[str, int]]:
        """The reasons given for the data of a grade, the commonest first, with how many each."""
        found = (d.origin for row in self.rows for d in row.data)
        return Counter(o.why for o in found if o.grade is grade).most_common()


def tables(folder: Path | None = None) -> tuple[Table, ...]:
    """All data of a folder, the shipped one unless another is given, table by table.

    Raises BadData when a table cannot be read.
    """
    place = folder or shipped()
    board = read_board(place)
    return (
        Table("hexes", "Hexes", tuple(map(_hex, board.hexes.values()))),
        Table("hexsides", "Sides between hexes", tuple(_hexsides(board))),
        Table("units", "Counters", tuple(_units(read_units(place), board))),
        Table("turns", "Turn track", tuple(_turns(place))),
        Table("cards", "Event cards", tuple(map(_card, _all_cards(place)))),
        Table("scenarios", "Scenarios", tuple(map(_scenario, read_scenarios(place)))),
    )


def _hex(place: Hex) -> Row:
    told = ((key, *_told(place, key)) for key in FIELDS)
    data = tuple(Datum(_LABELS[k], value, explained(place, k), quiet) for k, value, quiet in told)
    return Row(place.id, data)


def _told(place: Hex, key: str) -> tuple[str, bool]:
    """A field of a hex in words, and whether it is one that a short look leaves out."""
    match key:
        case "name":
            return place.name or "none", not place.name
        case "terrain":
            return SEAS[place.terrain], False
        case "icon":
            if place.facility is None or place.owner is None:
                return "none", False
            return f"{place.owner.adjective} {place.facility.value}", False
        case "source":
            nation = place.source
            return (nation.adjective, False) if nation else ("none", True)
        case "area":
            return (place.area.label, False) if place.area else ("none", True)
        case "fleet_limit":
            return str(place.fleet_limit), place.fleet_limit == 5
        case "coasts":
            seas = (f"{letter} touches {', '.join(near)}" for letter, near in place.coasts.items())
            return ("; ".join(seas), False) if place.coasts else ("one", True)
        case "land_part":
            usual = place.terrain is not Terrain.DEEP
            return ("yes" if place.land_part else "no"), place.land_part is usual
    return ("yes", False) if getattr(place, key) else ("no", True)


def _hexsides(board: Board) -> Iterator[Row]:
    for (a, b), origin in board.side_origins.items():
        kind = _SIDES[board.hexside(a, b)]
        yield Row(f"{_at(board, a)} | {_at(board, b)}", (Datum("side", kind, origin),))


def _at(board: Board, hex_id: str) -> str:
    """A hex by number, with its name where that is certain; an open name has its own datum."""
    place = board[hex_id]
    return hex_id if place.origin("name").grade.is_open else f"{hex_id} {place.name}".strip()


def _units(counters: Iterable[Counters], board: Board) -> Iterator[Row]:
    for one in counters:
        where = "in reserve, to come by a card"
        if one.hex is not None:
            coast = f", sea {one.coast}" if one.coast else ""
            where = f"at the start at {_at(board, one.hex)}{coast}"
        elif one.turn is not None:
            where = f"arriving at the end of turn {one.turn}, {season(one.turn)}"
        strength = "" if one.strength is None else f" of strength {one.strength}"
        told = f"{one.count}{strength} {where}"
        title = f"{one.nation.adjective} {one.kind.value} units"
        yield Row(title, (Datum("counters", told, one.origin),))


def _turns(place: Path) -> Iterator[Row]:
    track = read_turns(place)
    for turn in TURNS:
        entries = (track.entry(turn, side) for side in Side)
        data = (Datum(f"{e.side.adjective} base RP", str(e.brp), e.origin) for e in entries)
        yield Row(f"Turn {turn}, {season(turn)}", tuple(data))


def _all_cards(place: Path) -> Iterator[Card]:
    cards = read_cards(place)
    yield from cards.numbered
    yield from cards.unnumbered


def _card(card: Card) -> Row:
    parts = (
        card.name or BLANK,
        f"Japan: {card.japan}" if card.japan else "",
        f"Allies: {card.allies}" if card.allies else "",
        "its number is red" if card.red else "",
        "it must be used when drawn" if card.forced else "",
    )
    return Row(card.id, (Datum("card", "; ".join(filter(None, parts)), card.origin),))


def _scenario(one: Scenario) -> Row:
    told = f"turns {one.first_turn} to {one.last_turn}"
    if not one.complete:
        told += f"; cannot be set up: {one.missing}"
    return Row(one.title, (Datum("scenario", told, one.origin),))
