"""Random boards and positions for Hypothesis, and how many of them a property tries.

Boards are small and dense (mountains, icons of all owners, sources, striped areas, a hex with two
seas), because on the real map most random positions have nothing to decide. Positions on the
companion's map are drawn around one place for the same reason.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

from attrs import evolve
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from witp_learn.components import board as companion_board
from witp_learn.hexgrid import neighbours, within
from witp_learn.model import (
    Area,
    Board,
    Facility,
    Grade,
    Hex,
    Kind,
    Nation,
    Origin,
    Phase,
    Side,
    State,
    Step,
    Terrain,
    Unit,
    side_pair,
)
from witp_learn.position import read_line
from witp_learn.rulebook import switches

SUPPLY_SWITCHES = (
    "supply-range-three",
    "supply-line-endpoints",
    "supply-simultaneity",
    "rangoon-example-turn",
)
"""The switches that networks and the supply check ask."""

FACTS = ("mountain", "icon", "source", "area")


def examples(number: int) -> Callable[..., Any]:
    """Try ``number`` random cases, always the same ones, however slow the machine is."""
    return settings(
        max_examples=number,
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    )


_ICONS = (
    (Facility.PORT, Nation.JAPAN),
    (Facility.AIRFIELD, Nation.JAPAN),
    (Facility.PORT, Nation.US),
    (Facility.AIRFIELD, Nation.COMMONWEALTH),
)

_PLACES: tuple[dict[str, Any], ...] = (
    {},
    {},
    {},
    {"terrain": Terrain.SHALLOW, "land_part": True},
    {"terrain": Terrain.SHALLOW},
    {"terrain": Terrain.LAND, "land_part": True, "jungle": True},
    {"terrain": Terrain.LAND, "land_part": True, "mountain": True},
    {"terrain": Terrain.LAND, "land_part": True, "area": Area.AUSTRALIA},
    *(
        {"terrain": Terrain.SHALLOW, "land_part": True, "facility": f, "owner": o, "source": s}
        for (f, o), s in product(_ICONS, (None, None))
    ),
    *(
        {
            "terrain": Terrain.SHALLOW,
            "land_part": True,
            "facility": Facility.PORT,
            "owner": nation,
            "source": nation,
        }
        for nation in (Nation.JAPAN, Nation.COMMONWEALTH)
    ),
    {
        "terrain": Terrain.SHALLOW,
        "land_part": True,
        "facility": Facility.PORT,
        "owner": Nation.US,
        "source": Nation.US,
        "unlimited": True,
    },
    {
        "terrain": Terrain.LAND,
        "land_part": True,
        "facility": Facility.AIRFIELD,
        "owner": Nation.CHINA,
        "area": Area.CHINA,
    },
    {"terrain": Terrain.DEEP, "facility": Facility.AIRFIELD, "owner": Nation.US, "fleet_limit": 1},
)


@st.composite
def boards(draw: st.DrawFn, *, graded: bool = False) -> Board:
    """A board of 1 to 6 columns and rows; ``graded`` leaves the grade of its data to chance."""
    first = draw(st.sampled_from((1, 2, 11)))
    columns = range(first, first + draw(st.sampled_from((1, 3, 4, 5, 5, 6))))
    rows = range(1, 1 + draw(st.sampled_from((1, 3, 4, 5, 5))))
    hexes = {}
    for column, row in product(columns, rows):
        hex_id = f"{column:02d}{row:02d}"
        hexes[hex_id] = Hex(hex_id, **draw(st.sampled_from(_PLACES)))
    if draw(st.booleans()):
        split = draw(st.sampled_from(sorted(hexes)))
        around = neighbours(split)
        coasts = {"E": around[:2], "W": around[3:5]}
        hexes[split] = Hex(
            split, Terrain.SHALLOW, land_part=True, coasts=coasts, name='Isthmus "two seas"'
        )
    if graded:
        hexes = {h: evolve(place, origins=draw(_origins())) for h, place in hexes.items()}
    return Board(hexes, own=True)


def _origins() -> st.SearchStrategy[dict[str, Origin]]:
    grade = st.sampled_from((Grade.PRINTED, Grade.DERIVED, Grade.ASSUMED, Grade.UNKNOWN))
    four = st.tuples(grade, grade, grade, grade)
    return four.map(
        lambda g: {k: Origin(x, "", "by chance") for k, x in zip(FACTS, g, strict=True)}
    )


@st.composite
def boards_with_hexsides(draw: st.DrawFn) -> Board:
    """A small board with some hexsides of its own, for what is written and read back."""
    found = draw(boards())
    pairs = sorted({side_pair(h, n) for h in found.hexes for n in found.neighbours(h)})
    if not pairs:
        return found
    sides = draw(st.dictionaries(st.sampled_from(pairs), st.sampled_from(Terrain), max_size=4))
    return evolve(found, hexsides=sides)


def allowed_kinds(place: Hex) -> list[Kind]:
    """The kinds of unit that may stand in a hex on their own."""
    kinds = [Kind.AIR]
    if place.terrain is not Terrain.LAND:
        kinds += [Kind.NAVAL, Kind.CARRIER]
    if place.terrain is not Terrain.DEEP and place.land_part:
        kinds.append(Kind.LAND)
    return kinds


_NATIONS = st.sampled_from(
    (Nation.JAPAN, Nation.JAPAN, Nation.JAPAN, Nation.US, Nation.US, Nation.COMMONWEALTH)
)
_STEPS = st.sampled_from((Step.FULL, Step.FULL, Step.ATTRITED))
_COUNTS = st.sampled_from((1, 1, 1, 2, 5))


@st.composite
def units(draw: st.DrawFn, board: Board, places: list[str], *, chinese: bool = False) -> list[Unit]:
    """One row of like units in one of ``places``, followed by its cargo if it carries any."""
    hex_id = draw(st.sampled_from(places))
    place = board[hex_id]
    kind = draw(st.sampled_from(allowed_kinds(place)))
    nation = draw(_NATIONS)
    if chinese and kind is Kind.LAND and draw(st.booleans()):
        nation = Nation.CHINA
    coast = draw(st.sampled_from(sorted(place.coasts))) if kind.is_fleet and place.coasts else ""
    unit = Unit(hex_id + coast, nation, kind, draw(_STEPS), draw(_COUNTS))
    if kind is not Kind.NAVAL or not draw(st.booleans()):
        return [unit]
    cargo = evolve(unit, kind=Kind.LAND, state=draw(_STEPS), aboard=True)
    return [unit, evolve(cargo, count=draw(st.integers(1, unit.count)))]


def rulings(*slugs: str) -> st.SearchStrategy[dict[str, str]]:
    """Readings that differ from the default of some of these switches."""
    some = st.lists(st.sampled_from(slugs), max_size=2, unique=True)
    return some.map(lambda chosen: {s: _other(s) for s in chosen})


def _other(slug: str) -> str:
    item = switches()[slug]
    return next(name for name in item.options if name != item.default)


@st.composite
def positions_on(
    draw: st.DrawFn,
    board: Board,
    places: list[str],
    *,
    least: int = 3,
    most: int = 8,
    switched: bool = True,
    chinese: bool = False,
) -> State:
    """A position whose units and bases stand in ``places``."""
    rows = draw(st.lists(units(board, places, chinese=chinese), min_size=least, max_size=most))
    facilities = [h for h in places if board[h].facility is not None] or places
    spots = st.lists(st.sampled_from(facilities), min_size=1, max_size=3, unique=True).map(tuple)
    spots = st.one_of(spots, spots, st.just(()))
    return State(
        board=board,
        turn=draw(st.sampled_from((1, 2, 4))),
        units=tuple(unit for row in rows for unit in row),
        bases={Side.JAPAN: draw(spots), Side.ALLIES: draw(spots)},
        rulings=draw(rulings(*SUPPLY_SWITCHES) if switched else st.just({})),
    )


@st.composite
def positions(draw: st.DrawFn, *, graded: bool = False, most: int = 8) -> State:
    """A position on a small random board."""
    board = draw(boards(graded=graded))
    middle = draw(st.sampled_from(sorted(board.hexes)))
    places = sorted(h for h in within(middle, 2) if h in board)
    return draw(positions_on(board, places, most=most, chinese=True))


@st.composite
def pacific(draw: st.DrawFn, *, most: int = 8, switched: bool = True) -> State:
    """A position on the companion's map, its counters within three hexes of one place."""
    board = companion_board()
    middle = draw(st.sampled_from(sorted(h for h, p in board.hexes.items() if p.facility)))
    places = sorted(h for h in within(middle, 3) if h in board)
    return draw(positions_on(board, places, most=most, switched=switched))


titles = st.one_of(
    st.text(max_size=12),
    st.sampled_from(
        (
            "New Hebrides",
            "<script>alert(1)</script>",
            '"quoted"; turn 9',
            "back\\slash; and\nline\ttab\r",
            " space at both ends ",
            "turn 3",
            "\x00\x1f\x7f\x85\u2028\ufeff",
            "[[[" * 30,
            "太平洋戦争 🗾",
            "{" * 50,
            "'''\"\"\"",
        )
    ),
)
"""Titles with every character that a notation might stumble over."""


@st.composite
def dressed(draw: st.DrawFn, state: State, *, strengths: bool = True) -> State:
    """The position with title, phase, points, continuing combat, strengths and any readings."""
    hexes = sorted(state.board.hexes)
    points = st.tuples(st.integers(0, 99), st.integers(0, 99))
    extra = draw(rulings(*sorted(switches())))
    numbers = st.sampled_from((None, None, 0, 3, 99))
    dressed_units = tuple(
        evolve(unit, strength=draw(numbers)) if strengths else unit for unit in state.units
    )
    return evolve(
        state,
        title=draw(titles),
        turn=draw(st.integers(1, 16)),
        phase=draw(st.sampled_from(Phase)),
        trp=draw(st.none() | points),
        contested=tuple(draw(st.lists(st.sampled_from(hexes), max_size=3, unique=True))),
        rulings={**state.rulings, **extra},
        units=dressed_units,
    )


def plain_board(*places: Hex, size: int = 9) -> Board:
    """An empty sea of ``size`` columns and rows, with these hexes in it."""
    numbers = range(1, size + 1)
    hexes = {f"{c:02d}{r:02d}": Hex(f"{c:02d}{r:02d}") for c, r in product(numbers, numbers)}
    return Board(hexes | {place.id: place for place in places}, own=True)


def port(hex_id: str, owner: Nation, **changes: Any) -> Hex:
    """A shallow hex with a port of ``owner``."""
    place = Hex(hex_id, Terrain.SHALLOW, land_part=True, facility=Facility.PORT, owner=owner)
    return evolve(place, **changes)


def on(text: str, *places: Hex) -> State:
    """The position of a line on a plain sea with these hexes in it."""
    return read_line(text, plain_board(*places))


def at_large(text: str) -> State:
    """The position of a line on the companion's map."""
    return read_line(text, companion_board())
