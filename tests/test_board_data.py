"""The shipped board: whole, graded throughout, and true to every supply statement of the text."""

from __future__ import annotations

import csv
import re
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest
from attrs import evolve

from witp_learn import rulebook
from witp_learn.components import FIELDS, board, extent, rectangle
from witp_learn.hexgrid import adjacent, between, distance
from witp_learn.model import (
    Area,
    Board,
    Facility,
    Grade,
    Nation,
    Side,
    State,
    Terrain,
    side_pair,
)
from witp_learn.position import read_line
from witp_learn.rules import bases, supply

ROOT = Path(__file__).resolve().parent.parent
TABLES = ROOT / "witp_learn" / "data" / "components"
GRADES = ("printed", "derived", "assumed", "unknown")
OPTIONAL_BASES = ("0207", "0509", "0607", "0710", "1205", "1407")

# Units that the set-up example of 7.3 speaks of. Taiwan's stands for those that need no base.
SETUP = "0506 jp L; 0507 jp A; 0605 jp L; 0707 jp A; 1107 jp L; 0606 us A L; base al 0607"
NEW_HEBRIDES = (
    "base al 1110; base jp 0907; 1008 jp A; 1009 us A; 1309 us L; 1208 us L; 1207 us A; 0909 us L"
)


@pytest.fixture(scope="module")
def pacific() -> Board:
    return board()


def position(text: str) -> State:
    return read_line(text, board())


def starving(text: str, side: Side = Side.JAPAN) -> set[str]:
    out = supply.check(position(text)).out()
    return {found.unit.hex for found in out if found.unit.side is side}


def may_build(text: str, hex_id: str, side: Side = Side.JAPAN) -> bool:
    return bases.site(position(text), side, hex_id).allowed


def rows(name: str) -> list[dict[str, str]]:
    with (TABLES / name).open(encoding="utf-8", newline="") as table:
        return list(csv.DictReader(table))


# The tables themselves.


def test_the_board_is_the_whole_ocean_and_the_american_west_coast(pacific: Board) -> None:
    assert extent(pacific) == ((1, 18), (1, 12))
    west_coast = rectangle((18, 18), (1, 4))
    assert set(pacific.hexes) == {*rectangle((1, 17), (1, 12)), *west_coast}


def test_every_datum_has_a_grade_and_says_why(pacific: Board) -> None:
    silent = [
        (place.id, key)
        for place in pacific.hexes.values()
        for key in FIELDS
        if key not in place.origins
        or not place.origin(key).why
        or place.origin(key).why == "nothing is recorded"
    ]
    assert silent == []


def test_a_hex_that_shows_something_says_itself_why(pacific: Board) -> None:
    own = {(row["hex"], row["field"]) for row in rows("sources.csv")}
    borrowed = [
        (place.id, key)
        for place in pacific.hexes.values()
        for key, shown in {
            "name": place.name,
            "mountain": place.mountain,
            "jungle": place.jungle,
            "icon": place.facility,
            "source": place.source,
            "area": place.area,
            "resource": place.resource,
            "coasts": place.coasts,
            "unlimited": place.unlimited,
            "fleet_limit": place.fleet_limit != 5,
        }.items()
        if shown and (place.id, key) not in own
    ]
    assert borrowed == []


def test_what_is_printed_or_derived_names_a_section_of_the_rulebook() -> None:
    sections = {clause.section for clause in rulebook.clauses().values()}
    amiss = [
        row
        for row in (*rows("sources.csv"), *rows("hexsides.csv"))
        if row["grade"] in ("printed", "derived") and row["section"] not in sections
    ]
    assert amiss == []


def test_assumed_rows_of_a_section_name_one_that_exists() -> None:
    sections = {clause.section for clause in rulebook.clauses().values()} | {""}
    both = (*rows("sources.csv"), *rows("hexsides.csv"))
    assert [row for row in both if row["section"] not in sections] == []


def test_each_field_has_a_grade_for_all_hexes_without_a_row_of_their_own() -> None:
    defaults = [row["field"] for row in rows("sources.csv") if row["hex"] == "*"]
    assert sorted(defaults) == sorted(FIELDS)


def test_names_are_short_and_used_once(pacific: Board) -> None:
    names = [place.name for place in pacific.hexes.values() if place.name]
    assert [name for name in names if len(name.split()) > 3] == []
    assert [name for name, times in Counter(names).items() if times > 1] == []


def test_only_mountains_on_land_and_no_land_part_in_deep_sea(pacific: Board) -> None:
    for place in pacific.hexes.values():
        assert not place.mountain or place.terrain is Terrain.LAND, place.id
        assert place.land_part == (place.terrain is not Terrain.DEEP), place.id
        assert place.facility is None or place.land_part, place.id
        assert place.facility is not Facility.PORT or place.terrain is Terrain.SHALLOW, place.id
        assert not place.jungle or place.land_part, place.id
        assert not place.resource or place.facility, place.id
        assert place.source is None or place.facility is Facility.PORT, place.id
        assert place.area is None or place.land_part, place.id


@pytest.mark.clause("12.2g")
def test_china_has_no_source_and_each_source_is_its_owners(pacific: Board) -> None:
    for hex_id in pacific.sources:
        place = pacific[hex_id]
        assert place.source is place.owner
        assert place.source is not Nation.CHINA


@pytest.mark.parametrize("hex_id", ["0101", "0703", "0801", "0902", "1001", "1002", "1101"])
def test_the_neutral_north_shows_no_icon(pacific: Board, hex_id: str) -> None:
    assert pacific[hex_id].facility is None
    assert pacific[hex_id].area is None


def test_hexsides_are_listed_once_in_order_and_only_where_they_differ(pacific: Board) -> None:
    listed = [(row["a"], row["b"]) for row in rows("hexsides.csv")]
    assert listed == sorted(set(listed))
    bare = Board(pacific.hexes)
    for pair in listed:
        assert pair == side_pair(*pair)
        assert adjacent(*pair)
        assert bare.hexside(*pair) is not pacific.hexside(*pair), pair


def tally() -> dict[str, Counter[str]]:
    """For each field, how many hexes of the board have it at each grade; and the hexsides."""
    places = board().hexes.values()
    table = {key: Counter(p.origin(key).grade.value for p in places) for key in FIELDS}
    return {**table, "hexsides": Counter(row["grade"] for row in rows("hexsides.csv"))}


def test_the_page_about_the_data_tells_the_true_numbers() -> None:
    text = (ROOT / "DATA.md").read_text(encoding="utf-8")
    cells = re.findall(r"^\| `([a-z_]+)` \| (\d+) \| (\d+) \| (\d+) \| (\d+) \|$", text, re.M)
    told = {name: [int(n) for n in numbers] for name, *numbers in cells}
    assert told == {name: [count[g] for g in GRADES] for name, count in tally().items()}


def test_a_datum_has_the_grade_of_its_weakest_part() -> None:
    tables = ("sources.csv", "hexsides.csv", "units.csv", "cards.csv", "turns.csv")
    firm = [r for name in tables for r in rows(name) if r["grade"] in ("printed", "derived")]
    assert [r for r in firm if "assumed" in r["why"]] == []


@pytest.mark.parametrize(
    ("hex_id", "key", "grade", "section"),
    [
        ("0705", "icon", "assumed", "6.6.2"),
        ("0805", "icon", "assumed", "3.2"),
        ("0906", "icon", "assumed", "6.6.2"),
        ("1302", "icon", "assumed", "8.3"),
        ("0306", "icon", "assumed", "6.6.2"),
        ("0807", "icon", "assumed", "7.3"),
        ("0806", "icon", "assumed", "6.6.2"),
        ("0806", "side", "derived", "6.6.2"),
        ("0807", "side", "assumed", "7.3"),
        ("0407", "name", "printed", "8.9"),
        ("0406", "coasts", "assumed", "8.7"),
    ],
)
def test_the_grade_of_what_is_partly_forced(
    pacific: Board, hex_id: str, key: str, grade: str, section: str
) -> None:
    origin = pacific[hex_id].origin(key)
    assert (origin.grade, origin.section) == (grade, section)


@pytest.mark.clause("8.5d", "8.9c", "8.9d")
@pytest.mark.parametrize("pair", [("0407", "0507"), ("0408", "0508")])
def test_a_sea_hexside_is_derived_to_be_deep(pacific: Board, pair: tuple[str, str]) -> None:
    origin = pacific.side_origin(*pair)
    assert (origin.grade, origin.section) == (Grade.DERIVED, "8.9")


# What the text says about hexes and hexsides.


@pytest.mark.clause("2.3.2e", "2.3.2f", "2.3.2g", "2.3.2h")
def test_shallow_sea_joins_rabaul_to_port_moresby_and_deep_sea_parts_0908(pacific: Board) -> None:
    assert pacific.hexside("0909", "1008") is Terrain.SHALLOW
    assert pacific.hexside("0908", "1008") is Terrain.DEEP


@pytest.mark.clause("14.1w")
def test_a_land_hexside_lies_between_port_moresby_and_0908(pacific: Board) -> None:
    assert pacific.hexside("0908", "0909") is Terrain.LAND


@pytest.mark.clause("8.9c", "8.9d", "8.9e")
def test_sea_parts_palembang_from_brunei_and_singapore_from_saigon(pacific: Board) -> None:
    assert pacific.hexside("0408", "0508") is Terrain.DEEP
    assert pacific.hexside("0407", "0507") is Terrain.DEEP
    for step in (("0407", "0406"), ("0406", "0507")):
        assert pacific.hexside(*step) is not Terrain.DEEP


@pytest.mark.clause("8.7h", "8.7i", "8.7j", "8.4i")
def test_bangkok_has_two_seas_and_land_ways_to_three_neighbours(pacific: Board) -> None:
    place = pacific["0406"]
    assert place.coasts == {"W": ("0306", "0307"), "E": ("0407", "0507")}
    assert place.terrain is Terrain.SHALLOW
    for neighbour in ("0306", "0407", "0507"):
        assert pacific.hexside("0406", neighbour) is not Terrain.DEEP
        assert pacific[neighbour].land_part
    assert pacific["0306"].jungle


@pytest.mark.parametrize(
    "route",
    [
        pytest.param("0306 0307 0407 0507 0506", marks=pytest.mark.clause("8.7h")),
        pytest.param("0909 0808 0708 0607 0606", marks=pytest.mark.clause("14.1v")),
        pytest.param("0407 0507 0606", marks=pytest.mark.clause("14.1t")),
        pytest.param("0804 0805 0706 0606", marks=pytest.mark.clause("14.1m")),
        pytest.param("0408 0508", marks=pytest.mark.clause("8.9f")),
        pytest.param("0408 0407", marks=pytest.mark.clause("8.9f")),
        "0707 0606",
        "0605 0606",
    ],
)
def test_ships_can_sail_the_routes_of_the_examples(pacific: Board, route: str) -> None:
    hexes = route.split()
    assert all(pacific[h].terrain is not Terrain.LAND for h in hexes)
    assert all(pacific.hexside(*step) is not Terrain.LAND for step in pairwise(hexes))


def test_ports_where_fleets_of_the_examples_lie(pacific: Board) -> None:
    for hex_id in ("0407", "0506", "0605", "0606", "0607", "0707", "0804", "0909"):
        assert pacific[hex_id].facility is Facility.PORT, hex_id


@pytest.mark.clause("12.3a")
def test_the_resource_hexes(pacific: Board) -> None:
    assert {h for h, p in pacific.hexes.items() if p.resource} == {"0408", "0508", "0509"}


@pytest.mark.ruling("china-hex-set")
@pytest.mark.clause("2.3.3d", "12.2a", "7.3b")
def test_china(pacific: Board) -> None:
    china = {h for h, p in pacific.hexes.items() if p.area is Area.CHINA}
    assert china == {"0404", "0504", "0505"}
    chongqing = pacific["0404"]
    assert (chongqing.facility, chongqing.owner) == (Facility.AIRFIELD, Nation.CHINA)
    assert not any(pacific[h].mountain for h in china)


@pytest.mark.clause("7.3a", "7.3c")
def test_ceylon_is_india_and_darwin_is_australia(pacific: Board) -> None:
    assert pacific["0207"].area is Area.INDIA
    assert pacific["0710"].area is Area.AUSTRALIA
    assert starving("0207 cw A; 0710 cw A L; 1211 cw L; 0205 us L", Side.ALLIES) == set()


@pytest.mark.clause("8.3g", "8.3h")
def test_the_two_hexes_with_a_stacking_rule_of_their_own(pacific: Board) -> None:
    assert {p.name: p.fleet_limit for p in pacific.hexes.values() if p.fleet_limit != 5} == {
        "Dutch Harbor": 1
    }
    unlimited = {p.name for p in pacific.hexes.values() if p.unlimited}
    assert unlimited == {"South Africa", "Panama"}


# Supply: what the text says of Japan.


@pytest.mark.ruling("kure-hex-number")
@pytest.mark.clause("2.3.4b", "3.2b")
def test_japan_has_three_sources_and_0804_is_one(pacific: Board) -> None:
    own = [h for h in pacific.sources if pacific[h].source is Nation.JAPAN]
    assert own == ["0704", "0803", "0804"]
    assert distance("0804", "0606") == 3


def test_no_japanese_source_is_within_two_hexes_of_what_needs_a_base(pacific: Board) -> None:
    own = [h for h in pacific.sources if pacific[h].source is Nation.JAPAN]
    for hex_id in ("0506", "0507", "0707", "0907", "1107"):
        assert min(distance(hex_id, source) for source in own) > 2, hex_id
    assert min(distance("0605", source) for source in own) == 2


@pytest.mark.clause("7.3m", "7.3n")
def test_a_base_at_truk_leaves_hainan_saigon_and_palau_out() -> None:
    assert may_build(f"{SETUP}; turn 1", "0907")
    assert starving(f"{SETUP}; base jp 0907; turn 1") == {"0506", "0507", "0707"}


@pytest.mark.clause("7.3o", "7.1i")
def test_a_base_at_taiwan_leaves_the_marshalls_out() -> None:
    assert may_build(f"{SETUP}; turn 1", "0605")
    assert starving(f"{SETUP}; base jp 0605; turn 1") == {"1107"}


@pytest.mark.clause("7.3p")
def test_on_turn_2_palau_and_saigon_go_out_as_well() -> None:
    assert starving(f"{SETUP}; base jp 0605; turn 2") == {"0507", "0707", "1107"}


@pytest.mark.ruling("palau-truk-blocked")
@pytest.mark.clause("7.3n", "7.1f")
def test_both_hexes_between_truk_and_palau_are_allied(pacific: Board) -> None:
    assert between("0707", "0907") == ("0806", "0807")
    for hex_id in ("0806", "0807"):
        owner = pacific[hex_id].owner
        assert owner is not None and owner.side is Side.ALLIES


@pytest.mark.clause("6.6.2i", "6.6.2j", "6.2c")
def test_hollandia_waits_for_okinawa_or_saipan() -> None:
    held = "0807 jp L; turn 2"
    assert not may_build(held, "0807")
    stopped = bases.site(position(held), Side.JAPAN, "0807").refusals
    assert ("0806", "enemy_facility") in {(r.hex, r.why) for r in stopped}
    for base in ("0705", "0906"):
        assert may_build(held, base)
        assert may_build(f"{held}; base jp {base}", "0807"), base


@pytest.mark.parametrize("source", ["0705", "0805"])
def test_a_source_in_0705_or_0805_would_open_hollandia_at_once(source: str) -> None:
    assert may_build(f"0807 jp L; base jp {source}; turn 2", "0807")


@pytest.mark.clause("6.6.2g", "6.6.2h")
@pytest.mark.parametrize("base", ["0506", "0507"])
@pytest.mark.parametrize("air", ["0205", "0206", "0305"])
def test_rangoon_is_open_in_an_air_zone_and_closed_by_one_at_singapore(base: str, air: str) -> None:
    held = f"0306 jp L; {air} cw A; base jp 0605 {base}; turn 2"
    assert adjacent("0306", air)
    assert not adjacent("0406", air)
    assert may_build(held, "0306")
    assert not may_build(f"{held}; 0407 cw A", "0306")


# Supply: what the text says of the Allies.


@pytest.mark.clause("7.3e", "7.3f", "7.3g", "7.3i", "7.3j", "7.3k")
def test_new_hebrides() -> None:
    assert starving(NEW_HEBRIDES, Side.ALLIES) == {"1207"}
    assert starving(NEW_HEBRIDES) == set()


@pytest.mark.clause("7.1h", "2.2.3e")
def test_new_hebrides_with_the_air_unit_at_guadalcanal_attrited() -> None:
    turned = NEW_HEBRIDES.replace("1009 us A", "1009 us A-")
    assert starving(turned, Side.ALLIES) == {"0909", "1207"}


def test_the_frame_of_the_supply_example(pacific: Board) -> None:
    for hex_id in ("1008", "1009", "1110", "0909", "1208", "1207", "1309"):
        owner = pacific[hex_id].owner
        assert owner is not None and owner.side is Side.ALLIES, hex_id
    for hex_id in ("1108", "1109", "1209"):
        assert pacific[hex_id].terrain is Terrain.DEEP, hex_id
    frame = rectangle((7, 14), (6, 11))
    assert [h for h in frame if pacific[h].mountain] == []


@pytest.mark.clause("6.6.2f")
def test_the_six_optional_bases_stand_on_allied_icons_in_one_linked_net(pacific: Board) -> None:
    for hex_id in OPTIONAL_BASES:
        owner = pacific[hex_id].owner
        assert owner is not None and owner.side is Side.ALLIES, hex_id
    found = bases.network(position(f"base al {' '.join(OPTIONAL_BASES)}; turn 1"), Side.ALLIES)
    assert found.linked == OPTIONAL_BASES
    assert found.cut_off == ()


@pytest.mark.clause("2.3.4b", "8.3g")
def test_south_africa_and_panama_are_the_allied_sources(pacific: Board) -> None:
    allied = [h for h in pacific.sources if pacific[h].source is not Nation.JAPAN]
    assert [pacific[h].name for h in allied] == ["South Africa", "Panama"]
    for hex_id in allied:
        assert pacific[hex_id].unlimited
        assert pacific[hex_id].origin("source").grade is Grade.ASSUMED
    assert distance("0109", "0207") == 2
    assert distance("1708", "1407") == 3


def test_the_allied_sources_feed_nothing_that_an_example_leaves_to_a_base(pacific: Board) -> None:
    allied = [h for h in pacific.sources if pacific[h].source is not Nation.JAPAN]
    examples = ("0306", "0407", "0606", "0607", "0909", "1009", "1110", "1207", "1208", "1309")
    for hex_id in (*examples, "1106", "1205", "1406", "1407"):
        assert min(distance(hex_id, source) for source in allied) > 2, hex_id


NEAR_GILBERTS = {"1106", "1205", "1207", "1208", "1309", "1406", "1407"}
NEAR_PORT_MORESBY = {"0710", "0807", "0909", "0910", "1008", "1009"}


def contradicts(pacific: Board, hex_id: str) -> set[str]:
    """Of the Gilberts and Port Moresby, what a source here would feed that 7.3 leaves out."""
    place = pacific[hex_id]
    assert place.owner is not None
    with_source = pacific.with_hex(evolve(place, source=place.owner))
    fed: set[str] = set()
    for text in (NEW_HEBRIDES, NEW_HEBRIDES.replace("1009 us A", "1009 us A-")):
        here, there = (
            {j.unit.hex for j in supply.check(read_line(text, on)).out()}
            for on in (pacific, with_source)
        )
        fed |= here - there
    return fed


@pytest.mark.clause("2.3.4b", "7.3i", "7.3j", "12.2g")
def test_no_allied_source_is_derived_only_where_one_would_turn_a_verdict(pacific: Board) -> None:
    allied = {
        h
        for h, place in pacific.hexes.items()
        if place.owner and place.owner.side is Side.ALLIES and not place.source
    }
    turned = {h: contradicts(pacific, h) for h in allied if h != "0404"}
    assert {h for h, fed in turned.items() if "1207" in fed} == NEAR_GILBERTS
    assert {h for h, fed in turned.items() if "0909" in fed} == NEAR_PORT_MORESBY
    for hex_id in allied:
        origin = pacific[hex_id].origin("source")
        forced = hex_id in NEAR_GILBERTS | NEAR_PORT_MORESBY | {"0404"}
        assert origin.grade is (Grade.DERIVED if forced else Grade.ASSUMED), hex_id
    assert pacific["0404"].origin("source").section == "12.2"


@pytest.mark.clause("3.2b", "7.3n", "7.3o")
def test_no_japanese_source_is_derived_only_where_one_would_turn_a_verdict(pacific: Board) -> None:
    def out(base: str, on: Board) -> set[str]:
        found = supply.check(read_line(f"{SETUP}; base jp {base}; turn 1", on)).out()
        return {j.unit.hex for j in found if j.unit.side is Side.JAPAN}

    for hex_id, place in pacific.hexes.items():
        if place.owner is Nation.JAPAN and not place.source and hex_id not in ("0705", "0805"):
            on = pacific.with_hex(evolve(place, source=Nation.JAPAN))
            forced = any(out(base, on) != out(base, pacific) for base in ("0907", "0605"))
            grade = Grade.DERIVED if forced else Grade.ASSUMED
            assert pacific[hex_id].origin("source").grade is grade, hex_id


def test_each_icon_without_a_source_says_itself_why(pacific: Board) -> None:
    own = {row["hex"] for row in rows("sources.csv") if row["field"] == "source"}
    assert [h for h, place in pacific.hexes.items() if place.facility and h not in own] == []


@pytest.mark.clause("7.3a", "7.3c")
def test_the_american_mainland_eats_at_home_and_hawaii_is_left_open(pacific: Board) -> None:
    mainland = {h for h, p in pacific.hexes.items() if p.area is Area.UNITED_STATES}
    assert mainland == {"1802", "1803", "1804"}
    assert starving("1802 us L; 1803 us A; 1804 us L; 1406 us L", Side.ALLIES) == {"1406"}
    for hex_id in ("1302", "1406"):
        assert pacific[hex_id].origin("area").grade is Grade.UNKNOWN


def test_wake_starves_where_players_say_so_and_their_six_bases_are_one_net() -> None:
    chosen = "0407 0509 0607 0909 1208 1406"
    text = f"1106 us A; base al {chosen}; turn 1"
    found = bases.network(position(text), Side.ALLIES)
    assert found.linked == tuple(chosen.split())
    assert starving(text, Side.ALLIES) == {"1106"}
    assert distance("1208", "1406") == 3


def test_pearl_harbor_and_wake_lie_where_the_optional_bases_reach_them() -> None:
    text = f"1406 us L; 1106 us A; base al {' '.join(OPTIONAL_BASES)}; turn 1"
    assert starving(text, Side.ALLIES) == set()
    assert adjacent("1106", "1205")


def test_no_japanese_unit_can_start_at_truk_without_a_base() -> None:
    assert starving("0907 jp L; turn 1") == {"0907"}


# Geometry of the numbered hexes (7.3, 8.7, 12.2, 14.1).


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("0404", "0504"),
        ("0404", "0505"),
        ("0504", "0505"),
        ("0505", "0506"),
        ("0505", "0605"),
        ("0506", "0605"),
        ("0605", "0606"),
        ("0606", "0707"),
        ("0606", "0607"),
        ("0607", "0707"),
        ("0507", "0606"),
        ("0407", "0507"),
        ("0306", "0406"),
        ("0406", "0407"),
        ("0406", "0507"),
        ("0408", "0508"),
        ("0407", "0408"),
        ("0908", "1008"),
        ("0909", "1008"),
        ("1008", "1009"),
        ("0909", "1009"),
        ("1009", "1110"),
        ("1109", "1110"),
        ("1008", "1109"),
        ("1110", "1209"),
        ("1208", "1209"),
        ("1209", "1309"),
    ],
)
def test_hexes_that_touch_in_the_text_touch_here(a: str, b: str) -> None:
    assert adjacent(a, b)


@pytest.mark.parametrize(
    ("a", "b", "steps"),
    [
        ("0804", "0606", 3),
        ("0804", "0907", 3),
        ("1207", "1110", 3),
        ("0909", "1110", 2),
        ("0907", "1107", 2),
        ("0907", "0707", 2),
        ("0605", "0507", 2),
        ("0605", "0707", 2),
        ("0207", "0509", 3),
        ("0509", "0607", 2),
        ("0509", "0710", 2),
        ("0607", "0710", 3),
        ("1205", "1407", 3),
    ],
)
def test_distances_of_the_text(a: str, b: str, steps: int) -> None:
    assert distance(a, b) == steps


@pytest.mark.clause("8.5i")
@pytest.mark.parametrize(
    "route",
    [
        pytest.param("0902 1002", id="Kamchatka"),
        pytest.param("1401 1502", id="Alaska"),
        pytest.param("0106 0206", id="India"),
        pytest.param("0807 0808", id="New Guinea"),
        pytest.param("0406 0506", id="Annam"),
    ],
)
def test_ships_do_not_cross_a_peninsula(pacific: Board, route: str) -> None:
    a, b = route.split()
    assert pacific[a].terrain is pacific[b].terrain is Terrain.SHALLOW
    assert pacific.hexside(a, b) is Terrain.LAND


@pytest.mark.parametrize(
    "route",
    [
        pytest.param("0902 0903 1002", id="Kamchatka"),
        pytest.param("1401 1302 1402 1502", id="Alaska"),
        pytest.param("0106 0107 0207 0206 0205", id="India"),
        pytest.param("1804 1803 1802 1702 1601 1501 1502", id="West Coast"),
        pytest.param("0910 1010 1011 0912", id="Australia"),
    ],
)
def test_ships_go_round_by_sea(pacific: Board, route: str) -> None:
    for a, b in pairwise(route.split()):
        assert pacific.hexside(a, b) is not Terrain.LAND
