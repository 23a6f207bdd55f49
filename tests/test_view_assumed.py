"""No assumed datum is shown unmarked, and nothing confirmed, printed or derived is marked (2.3)."""

import xml.etree.ElementTree as ET

import pytest
from attrs import evolve

from witp_learn import components
from witp_learn.components.board import FIELDS
from witp_learn.model import Area, Board, Facility, Grade, Hex, Nation, Origin, State, Terrain
from witp_learn.view.assumed import assumed_hexes, assumed_side
from witp_learn.view.picture import board_picture, scene_svg
from witp_learn.view.scene import Scene, plain_scene
from witp_learn.view.supply_view import supply_scene

CONFIRMED = dict.fromkeys(FIELDS, Origin(Grade.CONFIRMED))

EMPTY = {
    "name": "",
    "terrain": object(),
    "mountain": False,
    "jungle": False,
    "land_part": object(),
    "icon": object(),
    "source": None,
    "area": None,
    "resource": False,
    "coasts": {},
    "unlimited": False,
    "fleet_limit": 5,
}
"""What a datum is where a map shows nothing of it. Ground and icon always show; so does the land
of a hex that is not all land or all deep."""


def _value(place: Hex, key: str) -> object:
    return (place.facility, place.owner) if key == "icon" else getattr(place, key)


def _must_be_marked(place: Hex) -> bool:
    for key in FIELDS:
        shows = _value(place, key) != EMPTY[key]
        if key == "land_part":
            shows = place.terrain is Terrain.SHALLOW or (
                place.land_part and place.terrain is Terrain.DEEP
            )
        if shows and place.origin(key).grade.is_open:
            return True
    return False


def _marked(svg: str, key: str = "data-assumed") -> set[str]:
    return {e.get(key, "") for e in ET.fromstring(svg).iter() if e.get(key)}


@pytest.mark.parametrize("hex_px", (30.0, 46.0, 59.0, 84.0, 140.0))
@pytest.mark.parametrize("make", (lambda s: supply_scene(s), lambda s: plain_scene(s)))
def test_every_assumed_hex_of_the_companions_map_is_marked_at_every_size(make, hex_px) -> None:
    board = components.board()
    wanted = {h for h, place in board.hexes.items() if _must_be_marked(place)}
    scene = make(State(board, 1))
    assert scene.assumed == wanted
    assert _marked(scene_svg(scene, hex_px)) == wanted
    assert _marked(board_picture(evolve(scene, names="none", show_ids=False), hex_px)) == wanted


def test_the_mark_shows_on_the_wall_where_numbers_do_not() -> None:
    scene = Scene(components.board())
    assert _marked(board_picture(scene, 99, room=True)) == scene.assumed


FULL = Hex(
    "0303",
    Terrain.SHALLOW,
    mountain=True,
    jungle=True,
    land_part=True,
    coasts={"W": ("0203",)},
    unlimited=True,
    fleet_limit=1,
    facility=Facility.PORT,
    owner=Nation.US,
    source=Nation.US,
    resource=True,
    area=Area.AUSTRALIA,
    name="Somewhere",
    origins=CONFIRMED,
)


@pytest.mark.parametrize("grade", Grade)
@pytest.mark.parametrize("key", FIELDS)
def test_one_open_datum_is_enough_and_only_an_open_one(key: str, grade: Grade) -> None:
    place = evolve(FULL, origins={**CONFIRMED, key: Origin(grade)})
    board = Board({place.id: place})
    assert assumed_hexes(board) == ({"0303"} if grade.is_open else set())
    assert bool(_marked(board_picture(Scene(board), 84))) is grade.is_open


@pytest.mark.parametrize("key", FIELDS)
def test_what_a_hex_does_not_have_needs_no_mark_but_its_ground_and_icon_do(key: str) -> None:
    bare = Hex("0303", origins={**CONFIRMED, key: Origin(Grade.ASSUMED)})
    marked = bool(assumed_hexes(Board({bare.id: bare})))
    assert marked is (key in ("terrain", "icon"))


def test_a_position_that_brings_its_board_carries_no_marks() -> None:
    board = Board({"0303": evolve(FULL, origins={})}, own=True)
    assert not assumed_hexes(board)


def test_a_corrected_board_is_looked_at_anew() -> None:
    board = Board({"0303": evolve(FULL, origins={**CONFIRMED, "icon": Origin(Grade.ASSUMED)})})
    assert assumed_hexes(board) == {"0303"}
    assert not assumed_hexes(board.with_hex(FULL))


def _sides(grade: Grade) -> str:
    hexes = {h: Hex(h, Terrain.SHALLOW, origins=CONFIRMED) for h in ("0303", "0304", "0403")}
    sides = {("0303", "0304"): Terrain.DEEP, ("0303", "0403"): Terrain.LAND}
    board = Board(hexes, sides, dict.fromkeys(sides, Origin(grade)))
    assert all(assumed_side(board, a, b) is grade.is_open for a, b in sides)
    return board_picture(Scene(board), 140)


def _lengths(svg: str) -> dict[str, float]:
    """Length of each drawn hexside in pixels."""
    found = {}
    for e in ET.fromstring(svg).iter():
        if side := e.get("data-side"):
            (x1, y1), (x2, y2) = (p.split() for p in e.get("d", "")[1:].split("L"))
            found[side] = ((float(x1) - float(x2)) ** 2 + (float(y1) - float(y2)) ** 2) ** 0.5
    return found


@pytest.mark.parametrize("grade", Grade)
def test_an_assumed_hexside_stops_short_of_the_corners(grade: Grade) -> None:
    lengths = _lengths(_sides(grade))
    assert set(lengths) == {"0303-0304", "0303-0403"}
    for length in lengths.values():
        assert (length < 55) is grade.is_open
        assert grade.is_open or length == pytest.approx(70, abs=0.1)


def test_every_assumed_hexside_of_the_companions_map_is_told_apart() -> None:
    board = components.board()
    root = ET.fromstring(board_picture(Scene(board), 59))
    drawn = {e.get("data-side", ""): e.get("data-open") for e in root.iter() if e.get("data-side")}
    assert drawn
    for pair, told in drawn.items():
        a, b = pair.split("-")
        assert (told == "yes") is board.side_origin(a, b).grade.is_open
