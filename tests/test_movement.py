"""Steps of fleets and land units, retreats, displaced air units, removed bases (8.5-8.8, 9.6.3)."""

from __future__ import annotations

import tomllib
from itertools import pairwise
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st
from strategies import (
    at_large,
    boards_with_hexsides,
    examples,
    on,
    pacific,
    plain_board,
    port,
    positions_on,
)

from witp_learn.components import board
from witp_learn.explain import faults
from witp_learn.files import DATA
from witp_learn.hexgrid import adjacent, distance
from witp_learn.model import Area, Hex, Kind, Nation, Side, State, Terrain, side_pair
from witp_learn.rulebook import clause
from witp_learn.rules import control, movement

JAPAN, ALLIES = Side.JAPAN, Side.ALLIES
US, CHINA = Nation.US, Nation.CHINA
DEEP, SHALLOW, LAND = Terrain.DEEP, Terrain.SHALLOW, Terrain.LAND


def coast(hex_id: str, terrain: Terrain = SHALLOW, **changes: Any) -> Hex:
    """A hex with land to stand on."""
    return evolve(Hex(hex_id, terrain, land_part=True), **changes)


def with_side(state: State, a: str, b: str, kind: Terrain) -> State:
    sides = {**state.board.hexsides, side_pair(a, b): kind}
    return evolve(state, board=evolve(state.board, hexsides=sides))


def whys(way: movement.Way) -> list[tuple[str, str]]:
    return [(b.why, b.rule) for b in way.barred]


def sails(state: State, at: str, to: str, side: Side = ALLIES) -> list[tuple[str, str]]:
    return whys(movement.fleet_step(state, at, to, side))


def walks(
    state: State, start: str, to: str, nation: Nation = Nation.JAPAN
) -> list[tuple[str, str]]:
    return whys(movement.land_step(state, start, to, nation))


def way_to(ways: tuple[movement.Way, ...], to: str) -> movement.Way:
    return next(way for way in ways if way.to == to)


# Fleets, one step


@pytest.mark.clause("2.3.2c")
def test_fleets_enter_deep_and_shallow_sea_and_never_a_land_hex() -> None:
    state = with_side(on("0505 us N", coast("0504"), coast("0506", LAND)), "0505", "0506", DEEP)
    assert sails(state, "0505", "0404") == []
    assert sails(state, "0505", "0504") == []
    assert sails(state, "0505", "0506") == [("land", "2.3.2c")]


@pytest.mark.clause("8.5i", "2.3.1a")
def test_fleets_cross_no_land_hexside() -> None:
    state = with_side(on("0505 us N", coast("0504")), "0504", "0505", LAND)
    assert sails(state, "0505", "0504") == [("land_hexside", "8.5i")]
    assert sails(state, "0504", "0505") == [("land_hexside", "8.5i")]


def test_every_reason_is_told() -> None:
    place = coast("0506", LAND, area=Area.INDIA, unlimited=True)
    state = evolve(on("0505 jp N; turn 1", place), contested=("0506",))
    found = sails(state, "0505", "0506", JAPAN)
    assert found == [
        ("land_hexside", "8.5i"),
        ("land", "2.3.2c"),
        ("barred", "8.5o"),
        ("barred", "12.1e"),
    ]


@pytest.mark.ruling("fleet-in-continuing-hex")
@pytest.mark.clause("8.5n", "9.7e")
@pytest.mark.parametrize("side", Side)
def test_fleets_enter_no_shallow_hex_in_continuing_combat_but_may_leave_it(side: Side) -> None:
    state = evolve(on("0505 us N", port("0504", US)), contested=("0504",))
    assert sails(state, "0505", "0504", side) == [("contested", "8.5n")]
    assert sails(state, "0504", "0505", side) == []


@pytest.mark.clause("8.5o")
def test_panama_and_south_africa_are_closed_to_japanese_fleets() -> None:
    state = at_large("0208 jp N; turn 4")
    for start, gate in (("0208", "0109"), ("1607", "1708")):
        assert sails(state, start, gate, JAPAN) == [("barred", "8.5o")]
        assert sails(state, start, gate, ALLIES) == []


@pytest.mark.clause("12.1e")
def test_on_turn_1_japan_enters_no_homeland() -> None:
    first, later = at_large("1605 jp N; turn 1"), at_large("1605 jp N; turn 2")
    steps = (("1704", "1803"), ("1011", "0912"), ("0306", "0205"), ("1111", "1211"))
    for start, to in steps:
        assert sails(first, start, to, JAPAN) == [("barred", "12.1e")]
        assert sails(first, start, to, ALLIES) == []
        assert sails(later, start, to, JAPAN) == []
    assert walks(first, "0306", "0205") == [("barred", "12.1e")]
    assert walks(later, "0306", "0205") == []


@pytest.mark.ruling("striped-hex-list")
@pytest.mark.clause("12.1e")
def test_hawaii_is_open_to_japan_on_turn_1() -> None:
    state = at_large("1405 jp C; turn 1")
    assert sails(state, "1405", "1406", JAPAN) == []
    striped = evolve(state.board["1406"], area=Area.UNITED_STATES)
    state = evolve(state, board=state.board.with_hex(striped))
    assert sails(state, "1405", "1406", JAPAN) == [], "striped, but not the mainland"


@pytest.mark.clause("12.1e")
def test_china_is_no_homeland_closed_on_turn_1() -> None:
    assert walks(at_large("0603 jp L; turn 1"), "0603", "0504") == []


@pytest.mark.clause("8.5k")
def test_an_enemy_fleet_does_not_bar_a_step() -> None:
    assert sails(on("0505 us N; 0504 jp 3N"), "0505", "0504") == []


@pytest.mark.parametrize(("at", "to"), [("0505", "0507"), ("0505W", "0504"), ("0406", "0407")])
def test_a_step_that_is_none_is_refused(at: str, to: str) -> None:
    state = at_large("0505 cn L")
    with pytest.raises(ValueError, match=r"do not touch|does not say which sea"):
        movement.fleet_step(state, at, to, ALLIES)


# The two seas of Bangkok


@pytest.mark.clause("8.7h")
def test_from_rangoon_to_hainan_by_sea() -> None:
    state = at_large("0306 cw N; turn 4")
    route = ("0306", "0307", "0407", "0507", "0506")
    for start, to in pairwise(route):
        assert movement.fleet_step(state, start, to, ALLIES) == movement.Way(to)


@pytest.mark.clause("8.7i")
def test_from_rangoon_a_fleet_comes_to_the_western_sea_of_bangkok() -> None:
    way = movement.fleet_step(at_large("0306 cw N; turn 4"), "0306", "0406", ALLIES)
    assert (way.open, way.to, way.hex) == (True, "0406W", "0406")


@pytest.mark.clause("8.7j")
@pytest.mark.parametrize("to", ["0407", "0507"])
def test_no_fleet_crosses_bangkok(to: str) -> None:
    state = at_large("0406W cw N; turn 4")
    way = movement.fleet_step(state, "0406W", to, ALLIES)
    assert whys(way) == [("land_hexside", "8.7j")]
    label = state.board.label(to)
    assert way.barred[0].text == f"Land lies between the sea W of Bangkok and {label}"
    assert movement.fleet_step(state, "0406E", to, ALLIES).open
    assert movement.fleet_step(state, to, "0406", ALLIES).to == "0406E"


@pytest.mark.clause("8.7j")
def test_a_hex_that_neither_sea_touches_is_no_neighbour_by_sea() -> None:
    isthmus = coast("0505", coasts={"E": ("0604",), "W": ("0404",)})
    state = on("0505W us N", isthmus)
    way = movement.fleet_step(state, "0504", "0505", ALLIES)
    assert (way.to, whys(way)) == ("0505", [("land_hexside", "8.7j")])
    assert sails(state, "0505W", "0504") == [("land_hexside", "8.7j")]
    assert sails(state, "0505W", "0404") == []


def test_two_hexes_with_two_seas_each() -> None:
    west = coast("0505", coasts={"A": ("0605",), "B": ("0504",)})
    east = coast("0605", coasts={"C": ("0606",), "D": ("0505",)})
    state = on("0505A us N", west, east)
    assert movement.fleet_step(state, "0505A", "0605", ALLIES) == movement.Way("0605D")
    way = movement.fleet_step(state, "0505B", "0605", ALLIES)
    assert (way.to, whys(way)) == ("0605D", [("land_hexside", "8.7j")])


@pytest.mark.clause("8.5i", "8.7j")
def test_no_fleet_goes_from_port_moresby_to_lae() -> None:
    state = at_large("0909 us N")
    assert sails(state, "0909", "0908") == [("land_hexside", "8.5i")]
    assert sails(state, "0909", "1008") == []


# Land units, one step


@pytest.mark.clause("8.5c")
def test_land_units_on_foot_enter_no_mountain_and_no_deep_hex() -> None:
    state = on("0505 jp L", coast("0505"), coast("0504", LAND, mountain=True))
    assert walks(state, "0505", "0504") == [("mountain", "8.5c")]
    assert walks(state, "0505", "0506") == [("deep_hexside", "8.5d"), ("deep", "8.5c")]


@pytest.mark.clause("8.5d", "2.3.2f")
def test_land_units_cross_no_deep_hexside() -> None:
    state = on("0505 jp L", coast("0505"), coast("0506"))
    assert walks(state, "0505", "0506") == []
    assert walks(with_side(state, "0505", "0506", DEEP), "0505", "0506") == [
        ("deep_hexside", "8.5d")
    ]


@pytest.mark.clause("8.5e", "2.3.2d", "2.3.2e")
@pytest.mark.parametrize("terrain", [LAND, SHALLOW])
def test_land_units_cross_land_and_shallow_hexsides(terrain: Terrain) -> None:
    state = on("0505 jp L", coast("0505"), coast("0506", terrain))
    assert walks(state, "0505", "0506") == []
    assert walks(with_side(state, "0505", "0506", LAND), "0505", "0506") == []


@pytest.mark.ruling("shallow-land-part")
@pytest.mark.clause("2.3.2d")
def test_land_units_stop_only_where_there_is_land() -> None:
    state = on("0505 jp L", coast("0505"), Hex("0506", SHALLOW))
    assert walks(state, "0505", "0506") == [("no_land", "2.3.2d")]
    assert movement.land_step(state, "0505", "0506", Nation.JAPAN, stops=False).open


@pytest.mark.clause("2.3.2g", "2.3.2h")
def test_rabaul_touches_port_moresby_by_land_and_not_lae() -> None:
    state = at_large("1008 jp L; turn 4")
    assert walks(state, "1008", "0909") == [] == walks(state, "0909", "1008")
    assert walks(state, "0908", "1008") == [("deep_hexside", "8.5d")]


@pytest.mark.clause("8.9c", "8.9d", "8.9e")
def test_the_steps_round_singapore() -> None:
    state = at_large("0408 jp L; turn 4")
    assert walks(state, "0408", "0508") == [("deep_hexside", "8.5d")]
    assert walks(state, "0407", "0507") == [("deep_hexside", "8.5d")]
    assert walks(state, "0407", "0406") == [] == walks(state, "0406", "0507")


@pytest.mark.clause("12.2a")
def test_chinese_units_stay_in_china() -> None:
    state = at_large("0505 cn L")
    assert walks(state, "0505", "0404", CHINA) == [] == walks(state, "0505", "0504", CHINA)
    assert walks(state, "0505", "0604", CHINA) == [("china", "12.2a")]


@pytest.mark.clause("12.2c")
@pytest.mark.parametrize("nation", [US, Nation.COMMONWEALTH])
def test_other_allied_units_stay_out_of_china(nation: Nation) -> None:
    state = at_large("0506 us L")
    assert walks(state, "0506", "0505", nation) == [("china", "12.2c")]
    assert walks(state, "0506", "0505", Nation.JAPAN) == []


@pytest.mark.clause("8.5h")
def test_enemy_land_units_do_not_bar_a_step() -> None:
    assert walks(on("0505 jp L; 0506 us L", coast("0505"), coast("0506")), "0505", "0506") == []


# Retreats


@pytest.mark.clause("9.6.3b")
def test_a_beaten_fleet_has_a_way_into_every_neighbour_it_may_enter() -> None:
    state = on("0505 us N; 0505 jp C")
    ways = movement.fleet_retreats(state, "0505", ALLIES)
    assert movement.open_hexes(ways) == ("0404", "0405", "0504", "0506", "0604", "0605")
    assert [way.to for way in ways] == sorted(way.to for way in ways)


def test_retreats_end_at_the_edge_of_the_board() -> None:
    state = on("0101 us N; 0101 jp C")
    assert movement.open_hexes(movement.fleet_retreats(state, "0101", ALLIES)) == ("0102", "0201")


@pytest.mark.clause("9.6.3c")
@pytest.mark.parametrize(("counter", "barred"), [("C", True), ("N-", True), ("A", False)])
def test_only_enemy_fleets_bar_a_fleets_retreat(counter: str, barred: bool) -> None:
    state = on(f"0505 us N; 0505 jp C; 0506 jp {counter}", port("0506", Nation.JAPAN))
    way = way_to(movement.fleet_retreats(state, "0505", ALLIES), "0506")
    assert whys(way) == ([("enemy_fleet", "9.6.3c")] if barred else [])


@pytest.mark.clause("9.6.3b", "9.6.3c")
def test_air_zones_enemy_ports_and_fights_to_come_bar_no_fleet() -> None:
    held = port("0506", Nation.JAPAN)
    state = on("0505 us N; 0505 jp C; 0506 jp A L; 0506 us L; 0604 jp A; turn 4", held)
    ways = movement.fleet_retreats(state, "0505", ALLIES)
    assert control.zone(state, "0605", JAPAN).value
    assert len(movement.open_hexes(ways)) == 6


@pytest.mark.clause("8.7k", "9.6.3c")
def test_a_fleet_on_the_other_sea_of_a_hex_bars_nothing() -> None:
    state = at_large("0306 cw N; 0306 jp C; 0406E jp N; turn 4")
    way = way_to(movement.fleet_retreats(state, "0306", ALLIES), "0406W")
    assert way.open
    state = at_large("0306 cw N; 0306 jp C; 0406W jp N; turn 4")
    way = way_to(movement.fleet_retreats(state, "0306", ALLIES), "0406W")
    assert whys(way) == [("enemy_fleet", "9.6.3c")]
    assert way.barred[0].text == "A Japanese fleet holds the sea W of Bangkok"


@pytest.mark.clause("9.6.3b", "8.7j")
def test_a_fleet_beaten_off_bangkok_goes_where_its_sea_leads() -> None:
    state = at_large("0406W cw N; 0406W jp C; turn 4")
    found = {c: movement.fleet_retreats(state, f"0406{c}", ALLIES) for c in "WE"}
    assert movement.open_hexes(found["W"]) == ("0306", "0307")
    assert movement.open_hexes(found["E"]) == ("0407", "0507")


@pytest.mark.clause("8.5n", "8.5o", "12.1e", "9.6.3b")
def test_what_bars_a_move_bars_a_retreat() -> None:
    places = (coast("0504", unlimited=True), coast("0506", area=Area.INDIA), coast("0605"))
    state = evolve(on("0505 jp N; 0505 us C; turn 1", *places), contested=("0605",))
    ways = {way.to: whys(way) for way in movement.fleet_retreats(state, "0505", JAPAN)}
    assert ways["0504"] == [("barred", "8.5o")]
    assert ways["0506"] == [("barred", "12.1e")]
    assert ways["0605"] == [("contested", "8.5n")]


RING = ("0404", "0405", "0504", "0506", "0604", "0605")
ISLANDS = tuple(coast(h) for h in ("0505", *RING))


@pytest.mark.clause("9.6.3h", "9.6.3q")
@pytest.mark.parametrize("landing", [False, True])
def test_beaten_land_units_go_where_they_may_walk(landing: bool) -> None:
    places = [*ISLANDS[:5], coast("0604", LAND, mountain=True), Hex("0605")]
    state = with_side(on("0505 us L; 0505 jp 3L", *places), "0404", "0505", DEEP)
    ways = movement.land_retreats(state, "0505", ALLIES, [US], landing=landing)
    assert movement.open_hexes(ways) == ("0405", "0504", "0506")
    assert [way.to for way in ways] == sorted(RING)


@pytest.mark.clause("9.6.3i", "9.6.3r")
@pytest.mark.parametrize(("landing", "rule"), [(False, "9.6.3i"), (True, "9.6.3r")])
def test_enemy_land_units_ashore_bar_a_land_retreat(landing: bool, rule: str) -> None:
    state = on("0505 us L; 0505 jp 3L; 0504 jp L-; 0506 jp N(L); 0604 us L", *ISLANDS)
    ways = movement.land_retreats(state, "0505", ALLIES, [US], landing=landing)
    assert whys(way_to(ways, "0504")) == [("enemy_land", rule)]
    assert movement.open_hexes(ways) == ("0404", "0405", "0506", "0604", "0605")


@pytest.mark.clause("9.6.3h")
def test_a_lone_air_unit_a_fleet_or_a_base_of_the_enemy_bars_no_land_retreat() -> None:
    places = (*ISLANDS[:3], port("0504", Nation.JAPAN), *ISLANDS[4:])
    state = on("0505 us L; 0505 jp 3L; 0504 jp A N", *places)
    state = evolve(state, bases={JAPAN: ("0504",), ALLIES: ()})
    assert way_to(movement.land_retreats(state, "0505", ALLIES, [US]), "0504").open


@pytest.mark.clause("12.2a", "12.2b", "12.2f")
def test_chinese_units_retreat_within_china_only() -> None:
    state = at_large("0505 cn 2L; 0505 jp 4L; turn 4")
    ways = movement.land_retreats(state, "0505", ALLIES, [CHINA])
    assert movement.open_hexes(ways) == ("0404", "0504")
    state = at_large("0505 cn 2L; 0505 jp 4L; 0404 jp L; 0504 jp L; turn 4")
    ways = movement.land_retreats(state, "0505", ALLIES, [CHINA])
    assert movement.open_hexes(ways) == ()
    assert ("china", "12.2a") in whys(way_to(ways, "0604"))


@pytest.mark.clause("12.2c")
def test_beaten_allied_units_do_not_retreat_into_china() -> None:
    state = at_large("0506 us L; 0506 jp 4L; turn 4")
    ways = movement.land_retreats(state, "0506", ALLIES, [US, Nation.COMMONWEALTH])
    assert whys(way_to(ways, "0505")) == [("china", "12.2c")]
    assert "0507" in movement.open_hexes(ways)


@pytest.mark.clause("12.1e")
def test_beaten_japanese_units_stay_out_of_homelands_on_turn_1() -> None:
    for turn, found in ((1, False), (2, True)):
        state = at_large(f"0306 jp L; 0306 cw 4L; turn {turn}")
        ways = movement.land_retreats(state, "0306", JAPAN, [Nation.JAPAN])
        assert ("0205" in movement.open_hexes(ways)) is found


def test_units_of_two_nations_go_only_where_both_may() -> None:
    state = at_large("0505 cn L; 0505 us L; 0505 jp 4L; turn 4")
    ways = movement.land_retreats(state, "0505", ALLIES, [CHINA, US])
    assert movement.open_hexes(ways) == ()
    assert whys(way_to(ways, "0404")) == [("china", "12.2c")]


# Words


def test_every_reason_has_words_and_a_clause_that_exists() -> None:
    words = tomllib.loads((DATA / "words.toml").read_text("utf-8"))["movement"]
    state = at_large("0306 cw N; turn 4")
    texts = set()
    for why, rule in (
        ("land_hexside", "8.5i"),
        ("land_hexside", "8.7j"),
        ("deep_hexside", "8.5d"),
        ("land", "2.3.2c"),
        ("mountain", "8.5c"),
        ("deep", "8.5c"),
        ("no_land", "2.3.2d"),
        ("enemy_fleet", "9.6.3c"),
        ("enemy_land", "9.6.3i"),
        ("contested", "8.5n"),
        ("barred", "8.5o"),
        ("barred", "12.1e"),
        ("china", "12.2a"),
        ("china", "12.2c"),
    ):
        assert clause(rule).id == rule
        bar = movement.Barred(why, rule, "0406", "Rangoon", "Bangkok", "Allied")
        assert "Bangkok" in bar.text
        assert why in words
        assert bar.text[0].isupper()
        assert not bar.text.endswith(".")
        texts.add(bar.text)
    assert len(texts) == 13
    assert movement.Barred("enemy_fleet", "9.6.3c", "0406", "", "Bangkok", "Allied").text == (
        "An Allied fleet holds Bangkok"
    )
    assert movement.sea_label(state.board, "0406E") == "the sea E of Bangkok"
    assert movement.sea_label(state.board, "0307") == "0307"


# Displaced air units


def displaced(state: State, hex_id: str, side: Side, before: Side | None) -> bool:
    found = movement.air_displaced(state, hex_id, side, before)
    assert faults(found) == []
    return bool(found.value)


@pytest.mark.clause("8.7e")
@pytest.mark.parametrize(
    ("text", "leaves"),
    [
        ("0504 us A", False),
        ("0504 us A; 0504 jp L", True),
        ("0504 us A; 0504 jp L-", True),
        ("0504 us A L-; 0504 jp 3L", False),
        ("0504 us A; 0504 jp N(L)", False),
    ],
)
def test_enemy_land_units_alone_ashore_drive_an_air_unit_out(text: str, leaves: bool) -> None:
    assert displaced(on(text, port("0504", US)), "0504", ALLIES, ALLIES) is leaves
    assert displaced(on(text, coast("0504")), "0504", ALLIES, None) is leaves


@pytest.mark.clause("8.7f")
def test_an_air_unit_leaves_when_the_port_turns_back_to_the_enemy() -> None:
    place = port("0504", US)
    assert not displaced(on("0504 jp A L", place), "0504", JAPAN, JAPAN)
    gone = on("0504 jp A", place)
    assert displaced(gone, "0504", JAPAN, JAPAN)
    found = movement.air_displaced(gone, "0504", JAPAN, JAPAN)
    assert [part.value for part in found.parts] == [False, True]
    assert found.clause_ids()[0] == "8.7e"
    assert not displaced(gone, "0504", JAPAN, ALLIES)


@pytest.mark.clause("8.7g")
def test_an_enemy_fleet_drives_no_air_unit_out() -> None:
    assert not displaced(on("0504 us A; 0504 jp 3C 3N", port("0504", US)), "0504", ALLIES, ALLIES)


@pytest.mark.ruling("displaced-air-destination")
@pytest.mark.clause("8.7a", "8.7d")
def test_a_displaced_air_unit_goes_to_an_own_port_or_airfield_two_hexes_away_at_most() -> None:
    places = (
        port("0504", US),
        port("0505", US),
        port("0506", Nation.COMMONWEALTH),
        port("0507", US),
        port("0404", Nation.JAPAN),
        port("0405", US),
    )
    state = on("0504 us A; 0504 jp L; 0405 jp L; 0505 us 3A", *places)
    assert movement.displaced_to(state, "0504", ALLIES, US) == ("0505", "0506")
    assert movement.displaced_to(state, "0504", JAPAN, Nation.JAPAN) == ("0404", "0405")
    assert movement.displaced_to(on("0504 us A", port("0504", US)), "0504", ALLIES, US) == ()


@pytest.mark.clause("12.2c")
def test_displaced_allied_air_units_do_not_go_into_china() -> None:
    state = at_large("0505 us A; turn 7")
    assert "0404" not in movement.displaced_to(state, "0505", ALLIES, US)
    assert "0404" in movement.displaced_to(state, "0505", ALLIES, CHINA)


@pytest.mark.clause("12.1e")
def test_displaced_japanese_air_units_stay_out_of_homelands_on_turn_1() -> None:
    for turn, found in ((1, False), (2, True)):
        state = at_large(f"0306 jp A; 0205 jp L; turn {turn}")
        hexes = movement.displaced_to(state, "0306", JAPAN, Nation.JAPAN)
        assert "0406" in hexes
        assert ("0205" in hexes) is found


# Bases


@pytest.mark.ruling("attrited-land-holds")
@pytest.mark.clause("8.8b")
@pytest.mark.parametrize(
    ("units", "lost"),
    [
        ("0504 jp L-", True),
        ("0504 jp 3L; 0504 us L-", False),
        ("0504 jp C N(L)", False),
        ("0504 us A", False),
    ],
)
def test_a_base_goes_when_enemy_land_units_stand_there_alone(units: str, lost: bool) -> None:
    state = on(units, port("0504", US), port("0704", US))
    state = evolve(state, bases={JAPAN: (), ALLIES: ("0504", "0704")})
    assert movement.base_lost(state, "0504", ALLIES) is lost
    assert not movement.base_lost(state, "0504", JAPAN)
    left = ("0704",) if lost else ("0504", "0704")
    assert movement.bases_left(state) == {JAPAN: (), ALLIES: left}


def test_where_no_base_is_none_is_lost() -> None:
    assert not movement.base_lost(on("0504 jp L", port("0504", US)), "0504", ALLIES)


@pytest.mark.clause("8.8a", "8.8c")
def test_bases_never_move_and_a_hex_that_lost_one_may_hold_one_again() -> None:
    place = port("0504", US)
    taken = evolve(on("0504 jp L", place), bases={JAPAN: (), ALLIES: ("0504",)})
    after = evolve(taken, bases=movement.bases_left(taken))
    assert after.bases == {JAPAN: (), ALLIES: ()}
    again = evolve(after, units=(), bases={JAPAN: (), ALLIES: ("0504",)})
    assert movement.bases_left(again) == again.bases


# Properties


@st.composite
def sites(draw: st.DrawFn) -> State:
    """A crowded position, on a small board with hexsides of its own or on the companion's map."""
    if draw(st.booleans()):
        state = draw(pacific(switched=False))
    else:
        found = draw(boards_with_hexsides())
        state = draw(positions_on(found, sorted(found.hexes), switched=False, chinese=True))
    spots = draw(st.lists(st.sampled_from(sorted(state.board.hexes)), max_size=4))
    return evolve(state, contested=tuple(sorted(set(spots))))


@pytest.mark.clause("9.6.3b", "9.6.3c", "9.6.3h", "9.6.3i")
@given(state=sites())
@examples(120)
def test_a_retreat_goes_next_door_and_never_to_an_enemy_of_its_kind(state: State) -> None:
    for unit in state.units:
        enemy = unit.side.enemy
        fleet = unit.kind.is_fleet or unit.aboard
        if unit.kind is Kind.AIR:
            continue
        ways = (
            movement.fleet_retreats(state, unit.at, unit.side)
            if fleet
            else movement.land_retreats(state, unit.hex, unit.side, [unit.nation])
        )
        near = state.board.neighbours(unit.hex)
        assert sorted(way.hex for way in ways) == sorted(near)
        for to in movement.open_hexes(ways):
            place, sea = state.board[to[:4]], state.board.hexside(unit.hex, to[:4])
            assert adjacent(unit.hex, place.id)
            if fleet:
                assert to[4:] in (place.coasts or ("",))
                assert LAND not in (place.terrain, sea)
                assert place.terrain is DEEP or place.id not in state.contested
                assert not any(u.at == to and u.kind.is_fleet for u in state.at(place.id, enemy))
            else:
                assert place.land_part
                assert not place.mountain
                assert DEEP not in (place.terrain, sea)
                assert not state.land_ashore(place.id, enemy)


@given(state=sites(), at=st.sampled_from(Side))
@examples(60)
def test_ways_by_sea_lead_back(state: State, at: Side) -> None:
    free = evolve(state, units=(), contested=(), turn=2)
    for unit in state.units:
        if unit.kind.is_fleet:
            for way in movement.fleet_retreats(free, unit.at, at):
                if way.open and not free.board[unit.hex].unlimited:
                    back = movement.fleet_step(free, way.to, unit.hex, at)
                    assert (back.to, back.open) == (unit.at, True)


@pytest.mark.clause("8.7a", "8.7e", "8.8b")
@given(state=sites())
@examples(80)
def test_displaced_units_and_bases_end_where_their_side_holds(state: State) -> None:
    for hex_id in sorted({u.hex for u in state.units}):
        for side in Side:
            found = movement.air_displaced(state, hex_id, side, side)
            assert faults(found) == []
            assert bool(found.value) or not control.alone(state, hex_id, side.enemy)
            nation = Nation.JAPAN if side is JAPAN else US
            for to in movement.displaced_to(state, hex_id, side, nation):
                assert 1 <= distance(hex_id, to) <= movement.AIR_REACH
                assert control.holder(state, to) is side
    for side, left in movement.bases_left(state).items():
        assert set(left) <= set(state.bases[side])
        assert not any(control.alone(state, h, side.enemy) for h in left)


@pytest.mark.clause("2.3.3c", "2.3.3e", "2.3.3f", "2.3.3g")
@pytest.mark.parametrize(
    ("owner", "japan", "allies", "holder"),
    [
        (None, True, False, None),
        (JAPAN, False, False, JAPAN),
        (JAPAN, True, True, JAPAN),
        (JAPAN, False, True, ALLIES),
        (ALLIES, False, False, ALLIES),
        (ALLIES, True, True, ALLIES),
        (ALLIES, True, False, JAPAN),
        (ALLIES, False, True, ALLIES),
    ],
)
def test_who_holds_a_port_by_who_stands_ashore(
    owner: Side | None, japan: bool, allies: bool, holder: Side | None
) -> None:
    assert control.held_by(owner, japan, allies) is holder


def test_the_plain_sea_and_the_map_agree_on_what_a_way_is() -> None:
    state = State(plain_board(), 4)
    assert movement.fleet_step(state, "0505", "0506", JAPAN) == movement.Way("0506")
    real = State(board(), 4)
    assert all(way.open for way in movement.fleet_retreats(real, "1105", JAPAN))
