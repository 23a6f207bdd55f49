"""Colours: the contrasts that the design states, measured again; the style sheet repeats them."""

import re

import pytest

from witp_learn.model import Nation
from witp_learn.view import style
from witp_learn.view.cards import card_css

STATED = [
    (style.INK, style.WHITE, 16.6),
    (style.INK, style.PAPER, 15.6),
    (style.INK, style.DEEP, 9.3),
    (style.INK, style.MOUNTAIN, 8.7),
    (style.QUIET, style.WHITE, 7.6),
    (style.QUIET, style.PAPER, 7.1),
    (style.LINK, style.WHITE, 8.4),
    (style.WHITE, style.JAPAN, 10.4),
    (style.WHITE, style.UNITED_STATES, 6.0),
    (style.INK, style.COMMONWEALTH, 9.2),
    (style.CHINA_INK, style.CHINA, 8.0),
    (style.JAPAN, style.DEEP, 5.9),
    (style.UNITED_STATES, style.DEEP, 3.4),
    (style.WHITE, style.SUPPLIED, 6.9),
    (style.INK, style.NOT_YET, 14.6),
    (style.INK, style.GOOD, 14.0),
    (style.AMBER, style.WHITE, 5.1),
    (style.ASSUMED, style.ASSUMED_PAPER, 7.2),
    (style.FOCUS, style.INK, 10.4),
]


@pytest.mark.parametrize(("one", "other", "stated"), STATED)
def test_the_stated_contrasts(one: str, other: str, stated: float) -> None:
    assert style.contrast(one, other) == pytest.approx(stated, abs=0.1)


def test_contrast_knows_its_ends() -> None:
    assert style.contrast("#000000", "#FFFFFF") == pytest.approx(21)
    assert style.contrast("#777777", "#777777") == 1
    assert style.luminance("#808080") == pytest.approx(0.2159, abs=1e-4)
    with pytest.raises(ValueError, match="not a colour"):
        style.contrast("red", "#FFFFFF")


@pytest.mark.parametrize("ground", style.GROUNDS)
def test_lines_are_seen_on_every_terrain(ground: str) -> None:
    assert round(style.contrast(style.CONTROL, ground), 1) >= 3.4
    assert round(style.contrast(style.SUPPLIED, ground), 1) >= 3.6
    assert round(style.contrast(style.INK, ground), 1) >= 8.6
    for colour in style.ZONES.values():
        seen = style.blend(colour, ground, style.ZONE_OPACITY)
        assert round(style.contrast(seen, ground), 1) >= 3.8


@pytest.mark.parametrize("nation", Nation)
def test_the_print_of_every_counter_is_read(nation: Nation) -> None:
    face, ink = style.FACES[nation]
    assert style.contrast(ink, face) >= 4.5
    _, worn = style.EDGES[nation]
    assert style.contrast(worn, style.WHITE) >= 4.5


def test_the_odds_ramp_carries_ink() -> None:
    assert all(style.contrast(style.INK, c) >= 4.8 for c in style.ODDS_RAMP)


def test_nations_differ_in_grey() -> None:
    """Japan darkest, the US in the middle, the light two apart from both."""
    grey = {n: style.luminance(face) for n, (face, _) in style.FACES.items()}
    order = sorted(grey, key=lambda n: grey[n])
    assert order[:2] == [Nation.JAPAN, Nation.US]
    lights = [style.luminance(style.FACES[n][0]) for n in order]
    assert (lights[1] + 0.05) / (lights[0] + 0.05) > 1.5
    assert (lights[2] + 0.05) / (lights[1] + 0.05) > 2.5


def _in_deuteranopia(colour: str) -> tuple[float, float, float]:
    """Linear RGB as seen without green cones (Machado and others, 2009, severity 1)."""
    linear = [
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4
        for c in (v / 255 for v in style.channels(colour))
    ]
    rows = (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    )
    red, green, blue = (sum(a * b for a, b in zip(row, linear, strict=True)) for row in rows)
    return red, green, blue


def test_faces_of_the_nations_stay_apart_without_green_cones() -> None:
    faces = [_in_deuteranopia(face) for face, _ in style.FACES.values()]
    for i, one in enumerate(faces):
        for other in faces[:i]:
            assert max(abs(a - b) for a, b in zip(one, other, strict=True)) > 0.15


def test_the_card_sheet_uses_no_colour_of_its_own() -> None:
    named = {v.upper() for v in vars(style).values() if isinstance(v, str) and v.startswith("#")}
    faint = {"#D5D9DD"}
    used = {c.upper() for c in re.findall(r"#[0-9A-Fa-f]{3,6}\b", card_css())}
    assert used <= named | faint


def test_the_card_sheet_keeps_the_sizes() -> None:
    sheet = card_css()
    assert f"font: {style.BODY}px/1.45" in sheet
    verdict = re.search(r"\.w-card h2 \{[^}]*font-size: (\d+)px[^}]*line-height: ([\d.]+)", sheet)
    assert verdict and (int(verdict[1]), float(verdict[2])) == (style.VERDICT, 1.25)
    assert f"min-height: {style.TOUCH}px" in sheet
    assert "box-shadow: 0 0 0 5px" in sheet
    assert "italic" not in sheet and "uppercase" not in sheet and "gradient" not in sheet
