"""The coast of the real Pacific: where it may lie, how large it may grow (UX of the map)."""

import re
import xml.etree.ElementTree as ET

import pytest
from attrs import evolve

from witp_learn import components, hexgrid
from witp_learn.view import style
from witp_learn.view.coast import coast, hex_at
from witp_learn.view.frame import frame_around
from witp_learn.view.picture import board_picture
from witp_learn.view.scene import Scene

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


def test_a_position_that_brings_its_board_has_no_coast() -> None:
    board = components.board()
    assert _coast_of(board_picture(Scene(evolve(board, own=True)), 59)) is None


@pytest.mark.parametrize("hex_px", (30.0, 59.0, 84.0, 140.0, 280.0))
def test_the_picture_of_the_whole_board_stays_small(hex_px: float) -> None:
    assert len(board_picture(Scene(components.board()), hex_px).encode()) < MOST_BYTES
