"""Geometry of the hex numbers: the neighbours the rulebook implies, and distances that are one."""

from __future__ import annotations

import math

import oracle
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import examples

from witp_learn import hexgrid

numbers = st.integers(0, 99)
hexes = st.builds(hexgrid.make, numbers, numbers)
inner = st.builds(hexgrid.make, st.integers(8, 90), st.integers(8, 90))


@pytest.mark.ruling("hex-grid-parity")
@pytest.mark.clause("2.3c")
def test_even_columns_lie_half_a_hex_lower() -> None:
    assert hexgrid.neighbours("1009") == ("1008", "1109", "1110", "1010", "0910", "0909")
    assert hexgrid.neighbours("0909") == ("0908", "1008", "1009", "0910", "0809", "0808")


@pytest.mark.ruling("hex-grid-parity")
@pytest.mark.clause("2.3c")
@pytest.mark.parametrize(
    ("a", "b", "steps"),
    [
        ("1008", "1009", 1),
        ("1008", "0909", 1),
        ("1009", "1110", 1),
        ("1110", "1309", 2),
        ("1110", "1208", 2),
        ("1110", "1207", 3),
        ("1110", "0909", 2),
        ("0907", "1107", 2),
        ("0907", "0507", 4),
        ("0605", "0506", 1),
        ("0605", "0707", 2),
        ("0804", "0606", 3),
        ("0801", "0606", 6),
        ("0306", "0406", 1),
        ("0406", "0407", 1),
    ],
)
def test_distances_that_the_rulebook_states(a: str, b: str, steps: int) -> None:
    assert hexgrid.distance(a, b) == hexgrid.distance(b, a) == steps
    assert hexgrid.adjacent(a, b) is (steps == 1)


@pytest.mark.clause("7.1c")
def test_the_hexes_between() -> None:
    assert hexgrid.between("1110", "1309") == ("1209",)
    assert hexgrid.between("1110", "1208") == ("1109", "1209")
    assert hexgrid.between("1110", "1009") == ()
    assert hexgrid.between("1110", "1110") == ()
    assert hexgrid.between("1110", "1207") == ()


@pytest.mark.parametrize("text", ["", "100", "10095", "1O09", "10 9", "-109", "१००९", "1009W"])
def test_what_is_no_hex_number(text: str) -> None:
    assert not hexgrid.is_hex(text)
    with pytest.raises(ValueError, match="four digits, column then row"):
        hexgrid.parts(text)


def test_numbers_end_at_the_edges() -> None:
    assert hexgrid.neighbours("0000") == ("0100", "0101", "0001")
    assert hexgrid.neighbours("9999") == ("9998", "9899", "9898")
    assert hexgrid.step("0000", "N") is None


def test_within_lists_the_nearest_first() -> None:
    found = hexgrid.within("1009", 2)
    assert found[:2] == ("1009", "0909")
    assert len(found) == 19
    assert [hexgrid.distance("1009", h) for h in found] == [0] + [1] * 6 + [2] * 12


def test_simple_paths_are_all_of_them_in_order() -> None:
    assert list(hexgrid.simple_paths("1110", "1110", 3)) == [("1110",)]
    assert list(hexgrid.simple_paths("1110", "1309", 2)) == [("1110", "1209", "1309")]
    assert list(hexgrid.simple_paths("1110", "1207", 2)) == []
    three = list(hexgrid.simple_paths("1110", "1309", 3))
    assert three == sorted(three)
    assert ("1110", "1210", "1310", "1309") in three


def test_touching_hexes_share_two_corners_and_others_do_not() -> None:
    a, b = hexgrid.shared_side("1008", "1009")
    assert math.dist(a, b) == pytest.approx(0.5)
    with pytest.raises(ValueError, match="do not touch"):
        hexgrid.shared_side("1008", "1010")


def test_bounds() -> None:
    assert hexgrid.bounds(["1009", "0710", "1205"]) == (7, 5, 12, 10)


@examples(300)
@given(hexes, hexes)
def test_touching_is_what_a_drawn_map_shows(a: str, b: str) -> None:
    close = math.dist(hexgrid.centre(a), hexgrid.centre(b)) < 0.9
    assert hexgrid.adjacent(a, b) is (close and a != b) is oracle.touch(a, b)


@examples(300)
@given(inner)
def test_neighbours_are_six_mutual_and_clockwise(a: str) -> None:
    around = hexgrid.neighbours(a)
    assert len(set(around)) == 6
    x, y = hexgrid.centre(a)
    angles = []
    for n in around:
        assert a in hexgrid.neighbours(n)
        nx, ny = hexgrid.centre(n)
        assert math.dist((x, y), (nx, ny)) == pytest.approx(hexgrid.HEIGHT)
        angles.append(math.atan2(nx - x, y - ny) % math.tau)
    assert angles == sorted(angles)


@examples(300)
@given(hexes, hexes, hexes)
def test_distance_is_a_distance(a: str, b: str, c: str) -> None:
    assert hexgrid.distance(a, b) == hexgrid.distance(b, a)
    assert (hexgrid.distance(a, b) == 0) is (a == b)
    assert hexgrid.distance(a, c) <= hexgrid.distance(a, b) + hexgrid.distance(b, c)


@examples(100)
@given(inner, st.integers(1, 3))
def test_distance_counts_steps(a: str, steps: int) -> None:
    reached = {a}
    for _ in range(steps):
        reached |= {n for h in reached for n in hexgrid.neighbours(h)}
    assert reached == set(hexgrid.within(a, steps))
    assert {hexgrid.distance(a, h) for h in reached} == set(range(steps + 1))


@examples(300)
@given(inner, inner)
def test_hexes_between_touch_both(a: str, b: str) -> None:
    found = hexgrid.between(a, b)
    assert all(hexgrid.adjacent(a, h) and hexgrid.adjacent(h, b) for h in found)
    assert len(found) in ((1, 2) if hexgrid.distance(a, b) == 2 else (0,))


@examples(60)
@given(inner, st.integers(0, 2), st.data())
def test_simple_paths_against_every_walk(a: str, steps: int, data: st.DataObject) -> None:
    b = data.draw(st.sampled_from(hexgrid.within(a, steps)))
    walks = [(a,)]
    for length in range(1, steps + 2):
        walks += [
            (*w, n)
            for w in walks
            if len(w) == length and w[-1] != b
            for n in hexgrid.neighbours(w[-1])
            if n not in w
        ]
    expected = sorted(w for w in walks if w[-1] == b and len(w) <= steps + 1)
    assert list(hexgrid.simple_paths(a, b, steps)) == expected


@examples(100)
@given(inner)
def test_corners_lie_round_the_centre(a: str) -> None:
    centre = hexgrid.centre(a)
    assert all(math.dist(centre, c) == pytest.approx(0.5) for c in hexgrid.corners(a))
    for n in hexgrid.neighbours(a):
        p, q = hexgrid.shared_side(a, n)
        assert sorted(map(_rounded, (p, q))) == sorted(map(_rounded, hexgrid.shared_side(n, a)))


def _rounded(point: tuple[float, float]) -> tuple[float, float]:
    return round(point[0], 6), round(point[1], 6)
