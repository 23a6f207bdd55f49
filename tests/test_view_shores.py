"""Land cut to the hexes: how much of a hex it fills, and that it stays within it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from witp_learn import components, hexgrid
from witp_learn.hexgrid import HEIGHT
from witp_learn.model import Terrain
from witp_learn.view.coast import hex_at
from witp_learn.view.shores import MOST, NEAR, area, cut, cut_to, shapes, shore

SQUARE = [(0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0), (0.0, 0.0)]
SEAS = [h.id for h in components.board().hexes.values() if h.terrain is Terrain.SHALLOW]


def test_area_has_the_sign_of_the_turn() -> None:
    assert area(SQUARE) == 4
    assert area(SQUARE[::-1]) == -4


@given(st.floats(-1, 3), st.sampled_from(((1, 0), (-1, 0), (0, 1), (0, -1))))
def test_a_cut_and_its_counterpart_make_up_the_whole(limit: float, way: tuple[int, int]) -> None:
    x, y = way
    one, other = cut(SQUARE, x, y, limit), cut(SQUARE, -x, -y, -limit)
    assert area(one) + area(other) == pytest.approx(4)
    assert all(x * a + y * b <= limit + 1e-9 for a, b in one)
    for part in (one, other):
        assert not part or part[0] == part[-1]


def test_nothing_is_left_outside_the_sides() -> None:
    assert not cut_to(SQUARE, [(1, 0, -1), (0, 1, 1)])
    assert cut_to(SQUARE, []) == SQUARE


def test_land_lies_in_its_hex() -> None:
    for hex_id in SEAS:
        found = shore(hex_id)
        cx, cy = hexgrid.centre(hex_id)
        for ring in found.rings if found else ():
            assert ring[0] == ring[-1]
            for x, y in ring:
                assert hex_at(cx + (x - cx) * 0.999, cy + (y - cy) * 0.999) == hex_id


def test_the_land_of_all_hexes_is_all_the_land() -> None:
    """Hexes round the frame, cut one by one, add up to what the file has."""
    hexes = [hexgrid.make(c, r) for c in range(22) for r in range(17)]
    shares = sum(found.share for h in hexes if (found := shore(h)))
    ring = [(-0.25, 0.45), (15.0, 0.45), (15.0, 12.3), (-0.25, 12.3), (-0.25, 0.45)]
    inside = [(-1, 0, 0.25), (0, -1, -0.45)]
    assert area(ring) > 0
    whole = abs(sum(area(cut_to(r, inside)) for r in shapes("land") if cut_to(r, inside)))
    assert whole <= shares * 0.75 * HEIGHT <= abs(sum(map(area, shapes("land"))))


@pytest.mark.parametrize(
    ("hex_id", "least", "most"),
    [("0508", 0.4, 0.6), ("0808", 0.5, 0.65), ("0704", 0.15, 0.35), ("1210", 0, 0.05)],
)
def test_how_much_of_a_hex_is_land(hex_id: str, least: float, most: float) -> None:
    found = shore(hex_id)
    assert found
    assert least < found.share < most


def test_the_ocean_and_atolls_have_none() -> None:
    assert [h for h in ("1305", "1007", "1106", "0109", "1708", "9950") if shore(h)] == []


def test_a_rim_of_sea_is_left_where_land_fills_the_hex() -> None:
    full = {h for h in SEAS if (found := shore(h)) and found.share > MOST}
    assert {"0205", "0710", "1802"} <= full
    for hex_id in SEAS:
        found = shore(hex_id)
        if not found:
            continue
        assert found.rimmed == (hex_id in full)
        drawn = abs(sum(map(area, found.rings))) / (0.75 * HEIGHT)
        assert drawn <= MOST + 0.01
        assert found.rimmed or drawn == pytest.approx(found.share)


def test_an_island_that_stands_for_a_hex_is_near_its_middle() -> None:
    found = [(h, island) for h in SEAS if (s := shore(h)) and (island := s.island)]
    assert found
    for hex_id, (x, y) in found:
        cx, cy = hexgrid.centre(hex_id)
        assert (x - cx) ** 2 + (y - cy) ** 2 <= NEAR**2
