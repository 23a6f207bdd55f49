"""What the rulebook prints or implies about the data, held against a folder.

Each datum that the companion's own tables grade ``printed`` or ``derived`` is such a statement;
those about several hexes at once are written out here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import pairwise
from typing import Any

from attrs import frozen

from witp_learn.components.board import FIELDS, SIDE
from witp_learn.components.cards import Card
from witp_learn.components.current import shipped, shipped_board
from witp_learn.components.reading import Components, read
from witp_learn.components.values import told
from witp_learn.files import one_of
from witp_learn.hexgrid import HexId, within
from witp_learn.model import Area, Board, Facility, Grade, Hex, Kind, Side, Terrain


@frozen
class Finding:
    """One statement that the rulebook prints or implies and a folder contradicts.

    ``section`` prints it, or it follows from there; ``printed`` says it, ``here`` is what the
    folder says.
    """

    section: str
    printed: str
    here: str
    hexes: tuple[HexId, ...] = ()

    def as_dict(self) -> dict[str, Any]:
        """The finding as plain data."""
        return {
            "section": self.section,
            "printed": self.printed,
            "here": self.here,
            "hexes": list(self.hexes),
        }

    def __str__(self) -> str:
        return f"{self.printed} ({self.section}); here: {self.here}"


def findings(found: Components) -> tuple[Finding, ...]:
    """Every statement of the rulebook that the data contradict: hexes, sides, then the rest."""
    board, ours = found.board, _ours()
    return (
        *_hexes(board),
        *_sides(board),
        *(finding for look in _BOARD for finding in look(board)),
        *_counters(ours, found),
        *_track(ours, found),
        *_cards(ours, found),
        *_scenarios(ours, found),
    )


@cache
def _ours() -> Components:
    return read(shipped())


_WORDS = {
    "land_part": "land to stand on",
    "icon": "port or airfield",
    SIDE: "port or airfield",
    "source": "supply source",
    "area": "homeland",
    "coasts": "two seas",
    "unlimited": "no stacking limit",
    "fleet_limit": "fleet limit",
}
"""How a finding names a field that is no plain word."""

_FIRM = (Grade.PRINTED, Grade.DERIVED)


def _hexes(board: Board) -> Iterator[Finding]:
    for hex_id, ours in sorted(shipped_board().hexes.items()):
        here = board.hexes.get(hex_id)
        for key in (*FIELDS, SIDE):
            origin = ours.origins.get(key)
            if origin is None or origin.grade not in _FIRM or _open_by_nature(ours, key):
                continue
            if here is None:
                yield Finding(origin.section, f"{hex_id} is a hex", "no such hex", (hex_id,))
                break
            if not _agree(ours, here, key):
                name = f" {ours.name}" if ours.name and key != "name" else ""
                printed = f"{hex_id}{name}: {_WORDS.get(key, key)} {_said(ours, key)}"
                yield Finding(
                    origin.section,
                    printed,
                    told(here, "icon" if key == SIDE else key) or "none",
                    (hex_id,),
                )


def _open_by_nature(ours: Hex, key: str) -> bool:
    """Whether a hex without a source or area has that from the text's silence alone.

    A source in an Allied hex would turn a verdict of 7.3 where the reason names it; those of Japan
    are counted.
    """
    if key == "source" and ours.origin(key).section == "7.3":
        return not ours.source and _holder(ours) is not Side.ALLIES
    return key in ("source", "area", "resource") and not getattr(ours, key)


def _agree(ours: Hex, here: Hex, key: str) -> bool:
    if key == "name":
        return ours.name.casefold() == here.name.casefold()
    if key == SIDE:
        return _holder(ours) is _holder(here)
    columns = ("facility", "owner") if key == "icon" else (key,)
    return all(getattr(ours, column) == getattr(here, column) for column in columns)


def _holder(place: Hex) -> Side | None:
    return place.owner.side if place.owner else None


def _said(ours: Hex, key: str) -> str:
    """The value that is forced: of some icons only whose side's, while kind and colour are open."""
    side = _holder(ours)
    if key == SIDE and side:
        return side.adjective
    return told(ours, key) or "none"


def _sides(board: Board) -> Iterator[Finding]:
    ours = shipped_board()
    for (a, b), origin in sorted(ours.side_origins.items()):
        kind = ours.hexside(a, b)
        if origin.grade not in _FIRM or a not in board or b not in board:
            continue
        if (here := board.hexside(a, b)) is not kind:
            printed = f"the side between {a} and {b} is {kind.value}"
            yield Finding(origin.section, printed, here.value, (a, b))


def _sources(board: Board) -> Iterator[Finding]:
    japan = tuple(h for h in board.sources if board.source_side(h) is Side.JAPAN)
    allies = tuple(h for h in board.sources if board.source_side(h) is Side.ALLIES)
    if len(japan) != 3:
        yield Finding("3.2", "Japan has three supply sources", _listed(japan), japan)
    if len(allies) < 2:
        printed = "South Africa and Panama are supply sources of the Allies"
        yield Finding("2.3.4", printed, _listed(allies), allies)
    for hex_id in japan:
        if hex_id in ("0705", "0805"):
            printed = f"no Japanese supply source in {hex_id}, from where Hollandia would be open"
            yield Finding("6.6.2", printed, "one", (hex_id,))
        fed = [h for h in ("0506", "0507", "0707", "0907", "1107") if hex_id in within(h, 2)]
        if fed:
            printed = "no Japanese supply source within two hexes of units that need a base"
            here = f"{hex_id}, two hexes or less from {_listed(fed)}"
            yield Finding("7.3", printed, here, (hex_id, *fed))


_UNLIMITED = ("south africa", "panama")
"""The places without a stacking limit (8.3)."""


def _stacking(board: Board) -> Iterator[Finding]:
    free = tuple(sorted(h for h, place in board.hexes.items() if place.unlimited))
    named = tuple(
        sorted(h for h, place in board.hexes.items() if place.name.casefold() in _UNLIMITED)
    )
    if free != named if len(named) == len(_UNLIMITED) else len(free) != len(_UNLIMITED):
        printed = "no stacking limit in South Africa and Panama, and nowhere else"
        yield Finding("8.3", printed, f"none in {_listed(free)}", free)
    own = tuple(sorted(h for h, place in board.hexes.items() if place.fleet_limit != 5))
    limits = [board[h].fleet_limit for h in own]
    if limits != [1]:
        printed = "a fleet limit of its own only at Dutch Harbor, one fleet"
        here = _listed([f"{h}: {n}" for h, n in zip(own, limits, strict=True)])
        yield Finding("8.3", printed, here, own)


def _resources(board: Board) -> Iterator[Finding]:
    listed = ("0408", "0508", "0509")
    here = tuple(sorted(h for h, place in board.hexes.items() if place.resource))
    if extra := tuple(h for h in here if h not in listed):
        printed = f"resource icons in {_listed(listed)} and nowhere else"
        yield Finding("12.3", printed, f"also in {_listed(extra)}", extra)


def _china(board: Board) -> Iterator[Finding]:
    listed = ("0404", "0504", "0505")
    here = tuple(sorted(h for h, place in board.hexes.items() if place.area is Area.CHINA))
    if extra := tuple(h for h in here if h not in listed):
        printed = f"Chinese land units stand in {_listed(listed)} and nowhere else"
        yield Finding("12.2", printed, f"also in {_listed(extra)}", extra)


def _seas(board: Board) -> Iterator[Finding]:
    place = board.hexes.get("0406")
    if place and len(place.coasts) != 2:
        printed = "0406 Bangkok: two seas that ships cannot pass between"
        yield Finding("8.7", printed, told(place, "coasts") or "one sea", ("0406",))


_HAVENS = {
    "0407": Side.ALLIES,
    "0506": Side.JAPAN,
    "0605": Side.JAPAN,
    "0606": Side.ALLIES,
    "0607": Side.ALLIES,
    "0707": Side.JAPAN,
    "0804": Side.JAPAN,
    "0909": Side.ALLIES,
}
"""Ports in which fleets of the example lie between turns (14.1, 10.2)."""


def _ports(board: Board) -> Iterator[Finding]:
    for hex_id, side in _HAVENS.items():
        place = board.hexes.get(hex_id)
        if place and place.facility is not Facility.PORT and not place.source:
            printed = f"{hex_id} {place.name}: fleets lie here between turns, so it is a port"
            here = place.facility.value if place.facility else "neither port nor airfield"
            yield Finding("14.1", printed, here, (hex_id,))
        elif place and place.owner and place.owner.side is not side:
            printed = f"{hex_id} {place.name}: a fleet lies in this {side.adjective} port"
            yield Finding("14.1", printed, place.owner.side.adjective, (hex_id,))


_ROUTES = (
    ("8.7", "0306 0307 0407 0507 0506"),
    ("8.9", "0408 0407"),
    ("14.1", "0804 0805 0706 0606"),
    ("14.1", "0407 0507 0606"),
    ("14.1", "0909 0808 0708 0607 0606"),
    ("14.1", "0707 0606"),
    ("14.1", "0605 0606"),
)
"""Ways that ships take in the examples."""


def _routes(board: Board) -> Iterator[Finding]:
    for section, route in _ROUTES:
        way = tuple(route.split())
        if any(h not in board for h in way):
            continue
        shut = [h for h in way if board[h].terrain is Terrain.LAND]
        shut += [f"{a}/{b}" for a, b in pairwise(way) if board.hexside(a, b) is Terrain.LAND]
        if shut:
            yield Finding(section, f"ships sail {route}", f"land at {_listed(shut)}", way)


_WALKS = (
    ("8.4", "0406", "0306"),
    ("8.9", "0406", "0407"),
    ("8.9", "0406", "0507"),
)
"""Sides that land units cross in the examples."""


def _walks(board: Board) -> Iterator[Finding]:
    for section, a, b in _WALKS:
        if a not in board or b not in board:
            continue
        deep = board.hexside(a, b) is Terrain.DEEP
        if deep or not (board[a].land_part and board[b].land_part):
            here = "deep sea between them" if deep else "no land to stand on"
            yield Finding(section, f"land units go from {a} to {b}", here, (a, b))


def _counters(ours: Components, found: Components) -> Iterator[Finding]:
    """What the text counts in a hex at the start; there may be more."""
    for one in ours.counters:
        if one.origin.grade not in _FIRM or one.hex is None:
            continue
        like = [
            c for c in found.counters if (c.hex, c.side, c.kind) == (one.hex, one.side, one.kind)
        ]
        if (many := sum(c.count for c in like)) < one.count:
            start = "starts" if one.count == 1 else "start"
            noun = one.kind.noun if one.count == 1 else f"{one.kind.noun}s"
            place = found.board.label(one.hex)
            printed = f"{one.count} {one.side.adjective} {noun} {start} at {place}"
            yield Finding(one.origin.section, printed, str(many or "none"), (one.hex,))
    if not found.counters:
        yield Finding("3.3", "units start on the map", "no counters at all")
    troops = {c.hex for c in found.counters if c.side is Side.JAPAN and not c.kind.is_fleet}
    for hex_id in ("0707", "1107"):
        if hex_id not in troops:
            printed = f"a Japanese land or air unit starts at {found.board.label(hex_id)}"
            yield Finding("7.3", printed, "none", (hex_id,))
    for one in found.counters:
        if one.hex == "0907" and one.side is Side.JAPAN and one.kind in (Kind.LAND, Kind.AIR):
            printed = "no Japanese land or air unit starts at Truk"
            yield Finding("7.3", printed, f"{one.count} {one.kind.noun}", ("0907",))


def _track(ours: Components, found: Components) -> Iterator[Finding]:
    for (turn, side), entry in ours.track.entries.items():
        here = found.track.brp(turn, side)
        if entry.origin.grade in _FIRM and here != entry.brp:
            printed = f"{side.adjective} BRP on turn {turn}: {entry.brp}"
            yield Finding(entry.origin.section, printed, str(here))


def _cards(ours: Components, found: Components) -> Iterator[Finding]:
    for card in ours.cards:
        here = found.cards.card(card.id)
        section = card.origin.section or "4.0"
        if card.name and card.name.casefold() != here.name.casefold():
            yield Finding(section, f"card {card.id}: {card.name}", here.name or "no name")
        if card.year == _RED_YEAR and here.red is (not card.red):
            yield _flag("4.1", card.id, "red", here.red)
        firm = card.origin.grade in _FIRM and card.forced is not None
        if firm and here.forced is (not card.forced):
            yield _flag(section, card.id, "forced", here.forced)
        if card.origin.grade in _FIRM:
            yield from _played(card, here, section)


def _played(ours: Card, here: Card, section: str) -> Iterator[Finding]:
    """What a card does in play, where the rulebook prints it."""
    for side in Side:
        said, told_here = (_listed_deeds(card, side) for card in (ours, here))
        if said and said != told_here:
            printed = f"card {ours.id} does for the {side.adjective} side: {said}"
            yield Finding(section, printed, told_here or "nothing")


def _listed_deeds(card: Card, side: Side) -> str:
    return "; ".join(map(str, card.deeds(side)))


_RED_YEAR = 1942
"""The year whose red numbers are printed (4.1)."""


def _flag(section: str, card_id: str, name: str, here: bool) -> Finding:
    return Finding(section, f"card {card_id} is {'not ' if here else ''}{name}", _yes(here))


def _scenarios(ours: Components, found: Components) -> Iterator[Finding]:
    known = {one.name: one for one in found.scenarios}
    for one in ours.scenarios:
        if not one.complete or one.origin.grade not in _FIRM:
            continue
        here = known.get(one.name)
        if here is None:
            yield Finding(one.section, f"a scenario {one.name}", "none")
            continue
        for name in ("first_turn", "last_turn", "held_out", "optional_bases"):
            said, told_here = getattr(one, name), getattr(here, name)
            if said != told_here:
                printed = f"scenario {one.name}: {name} {_plainly(said)}"
                yield Finding(one.section, printed, _plainly(told_here))


def _plainly(value: int | tuple[str, ...]) -> str:
    return str(value) if isinstance(value, int) else " ".join(value) or "none"


def _yes(flag: bool) -> str:
    return "yes" if flag else "no"


def _listed(names: tuple[str, ...] | list[str]) -> str:
    return one_of(names).replace(" or ", " and ") if names else "none"


def _extent(board: Board) -> Iterator[Finding]:
    """The rulebook draws no edge; a board that lacks a hex of ours, or has more, is said here."""
    ours = shipped_board().hexes
    missing = tuple(sorted(set(ours) - set(board.hexes)))
    more = tuple(sorted(set(board.hexes) - set(ours)))
    for hexes, word in ((missing, "not there"), (more, "there in addition")):
        if hexes:
            shown = _listed(hexes[:6]) + (f" and {len(hexes) - 6} more" if len(hexes) > 6 else "")
            printed = (
                "one map, as the companion reads it: columns 01 to 17, and 18 as far as row 04"
            )
            yield Finding("2.3", printed, f"{word}: {shown}", hexes)


_BOARD: tuple[Callable[[Board], Iterator[Finding]], ...] = (
    _extent,
    _sources,
    _stacking,
    _resources,
    _china,
    _seas,
    _ports,
    _routes,
    _walks,
)
"""The statements about the board that speak of several hexes."""
