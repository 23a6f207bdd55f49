"""The coastline: how it is made from Natural Earth, and the file that came of it."""

from __future__ import annotations

import json
import math
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from tools import coastline
from tools.coastline import (
    FRAME,
    PLACES,
    Line,
    Point,
    clip,
    crop,
    eastward,
    hex_of,
    linear,
    read,
    simplify,
    whole,
)
from witp_learn.components import shipped_board
from witp_learn.hexgrid import bounds, centre, corners

OFF_THE_GLOBE = {
    "Kure",
    "Yokosuka",
    "Honshu",
    "South Africa",
    "Panama",
    "Siberia",
    "Yunnan",
    "South China",
}
"""Names of hexes of the rules, of boxes and of regions: no single spot on the globe."""


@pytest.fixture(scope="module")
def shipped() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(coastline.TARGET.read_text("utf-8"))
    return found


@pytest.fixture(scope="module")
def lines(shipped: dict[str, Any]) -> list[Line]:
    return [list(zip(flat[::2], flat[1::2], strict=True)) for flat in shipped["lines"]]


@pytest.fixture(scope="module")
def rings(shipped: dict[str, Any]) -> list[Line]:
    return [list(zip(flat[::2], flat[1::2], strict=True)) for flat in shipped["land"]]


def near(point: Point, a: Point, b: Point) -> Point:
    """The point between a and b that is nearest to another."""
    (dx, dy), (px, py) = (b[0] - a[0], b[1] - a[1]), (point[0] - a[0], point[1] - a[1])
    along = min(max((px * dx + py * dy) / (dx * dx + dy * dy), 0.0), 1.0)
    return a[0] + along * dx, a[1] + along * dy


def topology(arcs: list[list[list[int]]], *rings: list[int]) -> dict[str, Any]:
    """Land of some rings, in whole degrees."""
    land = {"type": "MultiPolygon", "arcs": [[ring] for ring in rings]}
    return {
        "type": "Topology",
        "transform": {"scale": [1, 1], "translate": [0, 0]},
        "objects": {"land": {"type": "GeometryCollection", "geometries": [land]}},
        "arcs": arcs,
    }


def written(folder: Path, data: dict[str, Any]) -> Path:
    file = folder / "land.json"
    file.write_text(json.dumps(data), "utf-8")
    return file


# Where places come to lie.


def test_the_places_are_those_that_the_board_names() -> None:
    named = {(p.id, p.name) for p in shipped_board().hexes.values() if p.name}
    placed = {(p.hex, p.name) for p in PLACES}
    assert {name for _, name in named - placed} == OFF_THE_GLOBE
    assert {name for _, name in placed - named} == {"Hiroshima", "Ominato", "Tokyo"}
    assert {hex_id for hex_id, _ in placed - named} == {"0704", "0803", "0804"}


@pytest.mark.parametrize(
    ("name", "east", "north", "hex_id"),
    [
        ("Manila", 121.0, 14.6, "0606"),
        ("Rabaul", 152.2, -4.2, "1008"),
        ("Truk", 151.8, 7.4, "0907"),
        ("Pearl Harbor", 202.0, 21.3, "1406"),
        ("Singapore", 103.8, 1.3, "0407"),
        ("Yokosuka, not in the list", 139.7, 35.3, "0804"),
        ("Colombo, not in the list", 79.9, 6.9, "0207"),
        ("Kwajalein, not in the list", 167.7, 8.7, "1107"),
    ],
)
def test_a_place_lands_in_its_hex(name: str, east: float, north: float, hex_id: str) -> None:
    assert hex_of(coastline.projection()(east, north)) == hex_id, name


def test_with_the_bend_all_places_lie_in_their_hexes_and_without_it_most() -> None:
    bent = coastline.projection()
    assert [p.name for p in PLACES if hex_of(bent(p.east, p.north)) != p.hex] == []
    straight = [p.name for p in PLACES if hex_of(linear(p.east, p.north)) != p.hex]
    assert straight != []
    assert len(straight) < len(PLACES) / 5
    told = coastline.report()
    assert f"with the bend: {len(PLACES)} of {len(PLACES)}" in told
    assert f"linear fit: {len(PLACES) - len(straight)} of {len(PLACES)}" in told


def test_the_bend_is_small_and_never_folds_the_map() -> None:
    project = coastline.projection()
    for east in range(70, 256, 3):
        for north in range(-45, 66, 3):
            here = project(east, north)
            right, up = project(east + 0.5, north), project(east, north + 0.5)
            (ax, ay), (bx, by) = (
                (right[0] - here[0], right[1] - here[1]),
                (up[0] - here[0], up[1] - here[1]),
            )
            assert ax * by - ay * bx < 0, (east, north)
            assert math.dist(here, linear(east, north)) < 0.65, (east, north)


def test_without_places_nothing_bends() -> None:
    assert coastline.projection(())(150.0, 10.0) == linear(150.0, 10.0)


@pytest.mark.parametrize("hex_id", ["0101", "1009", "1804", "0606"])
def test_every_part_of_a_hex_is_in_it(hex_id: str) -> None:
    (cx, cy) = centre(hex_id)
    for x, y in corners(hex_id):
        assert hex_of((cx + (x - cx) * 0.95, cy + (y - cy) * 0.95)) == hex_id


def test_a_system_of_equations_is_solved_whatever_comes_first() -> None:
    found = coastline.solve([[0.0, 2.0], [1.0, 1.0]], [(2.0, 4.0), (3.0, 5.0)])
    assert found == [(2.0, 3.0), (1.0, 2.0)]


# Reading.


def test_arcs_are_steps_and_may_be_read_backwards(tmp_path: Path) -> None:
    arcs = [[[100, 0], [5, 0], [0, 5]], [[100, 0], [0, 5], [5, 0]]]
    (ring,) = read(written(tmp_path, topology(arcs, [0, ~1])))
    assert ring == [(100, 0), (105, 0), (105, 5), (100, 5), (100, 0)]


def test_scale_and_origin_of_the_file_hold(tmp_path: Path) -> None:
    data = topology([[[0, 0], [2, 0], [0, 2], [-2, -2]]], [0])
    data["transform"] = {"scale": [0.5, 0.25], "translate": [30, -10]}
    data["objects"]["land"] = {"type": "Polygon", "arcs": [[0]]}
    assert read(written(tmp_path, data)) == [[(30, -10), (31, -10), (31, -9.5), (30, -10)]]


def test_land_cut_at_the_meridian_of_180_shows_no_seam() -> None:
    west = eastward([(178.0, 60.0), (180.0, 61.0), (180.0, 65.0), (178.0, 66.0)])
    assert west == [[(178.0, 60.0), (180.0, 61.0)], [(180.0, 65.0), (178.0, 66.0)]]
    east = eastward([(-178.0, 60.0), (-180.0, 61.0), (-180.0, 65.0)])
    assert east == [[(182.0, 60.0), (180.0, 61.0)]]


def test_a_line_over_20_degrees_east_is_cut_there() -> None:
    assert eastward([(19.0, 0.0), (21.0, 0.0), (22.0, 1.0)]) == [[(21.0, 0.0), (22.0, 1.0)]]


def test_another_file_is_refused_in_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"land\.json: must be a TopoJSON topology"):
        read(written(tmp_path, {"type": "FeatureCollection"}))


# Cutting and thinning.


def test_lines_are_cut_at_the_frame() -> None:
    left, top, right, bottom = FRAME
    assert clip([(left - 2, 5.0), (right + 2, 5.0)]) == [[(left, 5.0), (right, 5.0)]]
    assert clip([(left - 2, 5.0), (left - 1, 6.0)]) == []
    assert clip([(3.0, top - 1), (4.0, top - 1)]) == []
    out_and_in = [(1.0, 5.0), (1.0, bottom + 1), (3.0, bottom + 1), (3.0, 5.0)]
    assert clip(out_and_in) == [[(1.0, 5.0), (1.0, bottom)], [(3.0, bottom), (3.0, 5.0)]]


def test_a_ring_over_the_edge_is_one_line_whatever_point_it_starts_at() -> None:
    _, _, _, bottom = FRAME
    ring = [(1.0, 5.0), (2.0, 5.0), (2.0, bottom + 1), (1.0, bottom + 1), (1.0, 5.0)]
    assert clip(ring) == [[(1.0, bottom), (1.0, 5.0), (2.0, 5.0), (2.0, bottom)]]


def test_thinning_keeps_what_stands_out_and_the_ends() -> None:
    line = [(0.0, 0.0), (1.0, 0.001), (2.0, 0.5), (3.0, 0.001), (4.0, 0.0)]
    assert simplify(line, 0.01) == line
    assert simplify(line, 0.3) == [(0.0, 0.0), (2.0, 0.5), (4.0, 0.0)]
    assert simplify(line, 0.6) == [(0.0, 0.0), (4.0, 0.0)]


def test_a_thinned_ring_stays_a_ring() -> None:
    circle = [(math.cos(i / 50 * math.tau), math.sin(i / 50 * math.tau)) for i in range(50)]
    ring = [*circle, circle[0]]
    thin = simplify(ring, 0.05)
    assert thin[0] == thin[-1] == ring[0]
    assert 6 < len(thin) < 20


def test_small_islands_are_left_out_and_large_ones_stay_closed() -> None:
    small = [(150.0, 0.0), (150.1, 0.0), (150.1, 0.1), (150.0, 0.0)]
    large = [(160.0, 0.0), (165.0, 0.0), (165.0, 5.0), (160.0, 0.0)]
    for made in (coastline.coast([small, large]), coastline.land([small, large])):
        (flat,) = made
        assert flat[:2] == flat[-2:]
        assert len(flat) == 8


def test_a_ring_is_cropped_to_the_frame_and_stays_closed() -> None:
    left, top, right, bottom = FRAME
    ring = [(1.0, 5.0), (2.0, 5.0), (2.0, bottom + 1), (1.0, bottom + 1), (1.0, 5.0)]
    cropped = crop(ring)
    assert cropped[0] == cropped[-1]
    assert {(round(x, 6), round(y, 6)) for x, y in cropped} == {
        (1.0, 5.0),
        (2.0, 5.0),
        (2.0, bottom),
        (1.0, bottom),
    }
    over_all = [(-9.0, -9.0), (99.0, -9.0), (99.0, 99.0), (-9.0, 99.0), (-9.0, -9.0)]
    assert {(round(x, 6), round(y, 6)) for x, y in crop(over_all)} == {
        (x, y) for x in (left, right) for y in (top, bottom)
    }
    assert crop([(-9.0, 1.0), (-8.0, 1.0), (-8.0, 2.0), (-9.0, 1.0)]) == []


def test_a_ring_across_the_meridian_of_180_is_whole() -> None:
    ring = [(170.0, 60.0), (179.0, 60.0), (-170.0, 65.0), (170.0, 65.0), (170.0, 60.0)]
    assert [x for x, _ in whole(ring)] == [170, 179, 190, 170, 170]
    america = [(-120.0, 40.0), (-110.0, 40.0), (-110.0, 50.0), (-120.0, 40.0)]
    assert [x for x, _ in whole(america)] == [240, 250, 250, 240]
    eurasia = [(-10.0, 40.0), (150.0, 40.0), (150.0, 50.0), (-10.0, 40.0)]
    assert whole(eurasia) == eurasia


def test_the_edge_of_the_frame_is_land_without_a_shore() -> None:
    ring = [(230.0, 40.0), (300.0, 40.0), (300.0, 50.0), (230.0, 50.0), (230.0, 40.0)]
    (line,), (flat,) = coastline.coast([ring]), coastline.land([ring])
    shore = set(zip(line[::2], line[1::2], strict=True))
    assert shore <= set(zip(flat[::2], flat[1::2], strict=True))
    assert line[:2] != line[-2:]
    assert flat[:2] == flat[-2:]


def test_the_script_writes_the_file_and_says_how_well_it_fits(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = written(tmp_path, topology([[[160, 0], [5, 0], [0, 5], [-5, -5]]], [0]))
    out = tmp_path / "coast.json"
    assert coastline.main([str(source), "--out", str(out)]) == 0
    made = json.loads(out.read_text("utf-8"))
    assert made["about"] == coastline.ABOUT
    assert len(made["lines"]) == len(made["land"]) == 1
    told = capsys.readouterr().out
    assert told.startswith("coast.json: 1 lines, 1 land")
    assert "in their own hex" in told


# The file.


def test_the_file_is_small_and_says_what_it_is(shipped: dict[str, Any]) -> None:
    assert coastline.TARGET.stat().st_size < 90_000
    assert set(shipped) == {"about", "lines", "land"}
    assert "Natural Earth" in shipped["about"]
    assert "public domain" in shipped["about"]


def test_all_of_it_lies_in_the_frame_to_two_decimals(lines: list[Line], rings: list[Line]) -> None:
    left, top, right, bottom = FRAME
    for line in lines + rings:
        assert len(line) >= 2
        assert all(a != b for a, b in pairwise(line))
        for x, y in line:
            assert left <= x <= right
            assert top <= y <= bottom
            assert (x, y) == (round(x, 2), round(y, 2))


def test_land_is_closed_and_its_outline_is_the_shore(lines: list[Line], rings: list[Line]) -> None:
    assert all(ring[0] == ring[-1] and len(ring) > 3 for ring in rings)
    outlines = {point for ring in rings for point in ring}
    shores = [line for line in lines if line[0] != line[-1] or len(set(line)) > 2]
    apart = [point for line in shores for point in line if point not in outlines]
    assert len(apart) < sum(map(len, shores)) / 50
    drawn = [(a, b) for line in lines for a, b in pairwise(line)]
    stray = {
        point
        for point in outlines - {point for line in lines for point in line}
        if min(math.dist(point, near(point, a, b)) for a, b in drawn) > 0.03
    }
    assert stray <= {(x, y) for x in FRAME[::2] for y in FRAME[1::2]}


def test_the_frame_holds_the_board_whole() -> None:
    c0, r0, c1, r1 = bounds(shipped_board().hexes)
    assert (c0, r0, c1, r1) == (1, 1, 18, 12)
    left, top, right, bottom = FRAME
    for hex_id in shipped_board().hexes:
        for x, y in corners(hex_id):
            assert left < x < right
            assert top < y < bottom


def test_a_line_ends_where_it_began_or_at_the_edge_or_at_a_seam(lines: list[Line]) -> None:
    left, top, right, bottom = FRAME
    ends = [end for line in lines if line[0] != line[-1] for end in (line[0], line[-1])]
    inner = [
        (x, y)
        for x, y in ends
        if min(abs(x - left), abs(x - right), abs(y - top), abs(y - bottom)) > 0.02
    ]
    loose = [p for p in inner if inner.count(p) + sum(math.dist(p, q) < 0.03 for q in inner) < 3]
    assert loose == []


def test_islands_show_in_their_hexes_and_the_ocean_is_empty(lines: list[Line]) -> None:
    touched = {hex_of(point) for line in lines for point in line}
    land = "0207 0506 0605 0606 0607 0408 0508 0509 0705 0803 0804 1009 1110 1210 1211 1406 1302"
    assert set(land.split()) <= touched
    ocean = "0108 0110 0209 0311 0411 1004 1105 1206 1305 1404 1506 1605 1612 1705 1708 1710 0109"
    assert touched.isdisjoint(ocean.split())
