"""The coast of the real Pacific: where it may lie, how large it may grow (UX of the map)."""

import math
import re
import xml.etree.ElementTree as ET

import pytest
from attrs import evolve

from witp_learn import components, hexgrid
from witp_learn.model import Terrain
from witp_learn.view import style
from witp_learn.view.coast import DISC, coast, coastless, hex_at, land, rimmed
from witp_learn.view.frame import frame_around
from witp_learn.view.picture import board_picture
from witp_learn.view.scene import Scene
from witp_learn.view.svg import num

MOST_BYTES = 260_000
"""Largest picture of the whole board; it is on the path of every zoom."""


def _points(d: str) -> list[tuple[float, float]]:
    found = []
    x = y = 0.0
    for piece in re.findall(r"M[^M]+", d):
        start, _, steps = piece[1:].partition("l")
        x, y = (float(n) for n in start.split())
        found.append((x, y))
        numbers = [float(n) for n in re.findall(r"-?[\d.]+", steps)]
        for dx, dy in zip(numbers[::2], numbers[1::2], strict=True):
            x, y = x + dx, y + dy
            found.append((x, y))
    return found


def _coast_of(svg: str) -> ET.Element | None:
    return next((e for e in ET.fromstring(svg).iter() if e.get("data-coast")), None)


def test_the_hex_of_a_point() -> None:
    for hex_id in components.board().hexes:
        x, y = hexgrid.centre(hex_id)
        assert hex_at(x, y) == hex_id
        for cx, cy in hexgrid.corners(hex_id):
            assert hex_at(x + 0.98 * (cx - x), y + 0.98 * (cy - y)) == hex_id
    assert hexgrid.is_hex(hex_at(-9, -9)) and hexgrid.is_hex(hex_at(999, 999))


@pytest.mark.parametrize("hex_px", (59.0, 140.0))
@pytest.mark.parametrize("middle", ("0704", "0909", "1803", "0109"))
def test_the_coast_stays_in_the_hexes_shown(middle: str, hex_px: float) -> None:
    board = components.board()
    shown = frozenset(frame_around(board, (middle,), margin=1, least=(3, 3)))
    found = re.search(r' d="([^"]*)"', coast(shown, hex_px, 1.5))
    assert found or middle in ("1803", "0109")
    near = {n for h in shown for n in hexgrid.neighbours(h)} | shown
    slack = 0.5 / hex_px
    for x, y in _points(found[1] if found else ""):
        x, y = x / hex_px, y / hex_px
        assert hex_at(x, y) in near
        assert any(
            hex_at(x + dx, y + dy) in shown
            for dx in (-slack, 0, slack)
            for dy in (-slack, 0, slack)
        )


def test_the_coast_is_soft_and_lies_under_lines_and_signs() -> None:
    svg = board_picture(Scene(components.board()), 140)
    line = _coast_of(svg)
    assert line is not None
    assert (line.get("stroke"), line.get("stroke-opacity")) == (style.COAST, "0.6")
    assert line.get("stroke-width") == "1.5"
    at = svg.index("data-coast")
    assert svg.rindex("data-terrain") < at < svg.index("data-side") < svg.index("data-facility")


SEAS = tuple(
    h.id for h in components.shipped_board().hexes.values() if h.terrain is Terrain.SHALLOW
)


def _filled(svg: str, colour: str) -> str:
    """The path data of what is filled with a colour, but for whole hexes."""
    found = (e for e in ET.fromstring(svg).iter() if e.get("fill") == colour)
    return "".join(e.get("d", "") for e in found if not e.get("data-hex"))


@pytest.mark.parametrize("hex_px", (30.0, 59.0, 140.0))
def test_every_sea_hex_with_land_shows_some_and_keeps_some_sea(hex_px: float) -> None:
    for hex_id in SEAS:
        real, edged = land((hex_id,), hex_px)
        assert real or edged
        cx, cy = (v * hex_px for v in hexgrid.centre(hex_id))
        for x, y in _points(real):
            assert abs(x - cx) <= 0.5 * hex_px + 0.2
            assert abs(y - cy) <= hexgrid.HEIGHT / 2 * hex_px + 0.2
        if hex_id in rimmed(SEAS):
            assert not real
            for _, y in _points(edged):
                assert abs(y - cy) <= 0.71 * hexgrid.HEIGHT / 2 * hex_px + 0.2


@pytest.mark.parametrize("hex_px", (30.0, 59.0, 140.0))
def test_waves_run_round_land_that_fills_its_hex(hex_px: float) -> None:
    svg = board_picture(Scene(components.shipped_board()), hex_px)
    waves = [
        e.get("d", "")
        for e in ET.fromstring(svg).iter()
        if e.get("stroke") == style.WAVE and e.get("fill") == "none" and "z" in e.get("d", "")
    ]
    assert len(waves) == 1
    assert waves[0].count("z") == len(rimmed(SEAS))
    assert waves[0].count("q") >= 12 * len(rimmed(SEAS))


def test_a_disc_stands_for_land_too_small_to_be_seen() -> None:
    for hex_id in ("1106", "1007", "1208"):
        x, y = hexgrid.centre(hex_id)
        real, edged = land((hex_id,), 100)
        assert not real
        assert edged.startswith(f"M{num((x - DISC) * 100)} {num(y * 100)}a15 15 ")
    for hex_id in ("0508", "0808", "0608", "1211"):
        assert "a" not in "".join(land((hex_id,), 100))
    kiska, (x, y) = land(("1202",), 100)[1], hexgrid.centre("1202")
    assert kiska.count("a15 15 ") == 2
    left, top = (float(n) for n in re.split(r"[M a]", kiska)[1:3])
    assert 5 < math.dist((left + 15, top), (x * 100, y * 100)) < 25


def test_land_has_the_colour_and_pattern_of_its_hex() -> None:
    board = components.shipped_board()
    svg = board_picture(Scene(board), 59)
    assert _filled(svg, style.JUNGLE).startswith(land(("0306",), 59)[0][:40])
    mountain = evolve(board["0808"], jungle=False, mountain=True)
    svg = board_picture(Scene(board.with_hex(mountain)), 59)
    assert _filled(svg, style.MOUNTAIN) == "".join(land(("0808",), 59))


def test_land_and_deep_sea_show_no_land_of_their_own() -> None:
    board = components.shipped_board()
    hexes = {h: evolve(d, terrain=Terrain.DEEP, land_part=False) for h, d in board.hexes.items()}
    assert not _filled(board_picture(Scene(evolve(board, hexes=hexes)), 59), style.LAND)


def test_no_coast_is_drawn_where_land_has_an_edge_of_its_own() -> None:
    board = components.shipped_board()
    full = coastless(SEAS)
    assert full > rimmed(SEAS) > {"0205", "0406"}
    assert {"1008", "1009", "1502"} < full
    line = _coast_of(board_picture(Scene(board), 59))
    assert line is not None
    d = line.get("d", "")
    assert f'd="{d}"' in coast(frozenset(board.hexes) - full, 59, 1.0)
    assert f'd="{d}"' not in coast(frozenset(board.hexes), 59, 1.0)


def test_a_board_of_its_own_shows_rounded_patches() -> None:
    board = evolve(components.shipped_board(), own=True)
    d = _filled(board_picture(Scene(board), 59), style.LAND)
    assert d.count("M") == len([h for h in SEAS if not board[h].jungle])
    assert "Q" in d


def test_a_position_that_brings_its_board_has_no_coast() -> None:
    board = components.board()
    assert _coast_of(board_picture(Scene(evolve(board, own=True)), 59)) is None


@pytest.mark.parametrize("hex_px", (30.0, 59.0, 84.0, 140.0, 280.0))
def test_the_picture_of_the_whole_board_stays_small(hex_px: float) -> None:
    assert len(board_picture(Scene(components.board()), hex_px).encode()) < MOST_BYTES
