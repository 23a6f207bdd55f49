"""The key of the map: every sign in it, drawn by the code of the map, ids apart."""

import re
import xml.etree.ElementTree as ET

from witp_learn.explain import say
from witp_learn.view.legend import legend_css, legend_html

SVG = "{http://www.w3.org/2000/svg}"


def _root() -> ET.Element:
    return ET.fromstring(legend_html())


def test_every_entry_has_a_picture_and_words() -> None:
    items = list(_root().iter("li"))
    assert len(items) >= 30
    words = []
    for item in items:
        swatch, told = list(item)
        assert swatch.get("class") == "w-swatch" and len(list(swatch.iter(f"{SVG}svg"))) == 1
        assert all(s.get("aria-hidden") == "true" for s in swatch.iter(f"{SVG}svg"))
        words.append(told.text or "")
    assert all(words) and len(words) == len(set(words))
    for key in ("port", "airfield", "source", "resource", "assumed", "lifted", "network", "box"):
        assert say(f"legend.{key}") in words
    for key in ("japan_held", "allied_held", "in", "out", "auto", "coast", "open_side", "stripes"):
        assert say(f"legend.{key}") in words


def test_pictures_on_one_page_keep_their_ids_apart() -> None:
    text = legend_html()
    made = re.findall(r' id="([^"]+)"', text)
    used = set(re.findall(r"url\(#([^)]+)\)", text))
    assert used <= set(made)
    assert len(made) == len(set(made))


def test_the_signs_are_those_of_the_map() -> None:
    text = legend_html()
    for sign in (
        "data-zone",
        "data-lifted",
        "data-control",
        'data-terrain="deep"',
        "data-box",
        "data-more",
    ):
        assert sign in text


def test_headings_follow_the_page_and_the_key_stays_small() -> None:
    assert legend_html(2).count("<h2>") == legend_html().count("<h3>") == 6
    assert len(legend_html()) < 60_000
    assert "px" in legend_css() and "gradient" not in legend_css()
