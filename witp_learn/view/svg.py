"""Small pieces of SVG text: elements, paths, words.

Everything is written as attributes, without classes, scripts or outside references, so that one
picture serves the map, a page, a notebook and a file.
"""

from __future__ import annotations

import hashlib
import html
import re
from collections.abc import Iterable

from witp_learn.view import style

Point = tuple[float, float]

ID_MARK = "\x00"
"""Stands before every id until `finished` puts the prefix of the picture there."""

_ILLEGAL = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def text_of(value: object) -> str:
    """A value as text that is safe in elements and attributes of SVG and HTML."""
    return html.escape(_ILLEGAL.sub("\N{REPLACEMENT CHARACTER}", str(value)))


def num(value: float) -> str:
    """A length in pixels with at most two decimals."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def _attribute(value: object) -> str:
    if isinstance(value, float):
        return num(value)
    return html.escape(value) if isinstance(value, str) else str(value)


def tag(name: str, *content: str, **attributes: object) -> str:
    """One element. Underscores in names become hyphens; attributes that are None or "" fall away.

    ``content`` is written as it is: escape words with `text_of`. Attributes are escaped here.
    """
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{_attribute(value)}"'
        for key, value in attributes.items()
        if value is not None and value != ""
    )
    inner = "".join(content)
    return f"<{name}{written}>{inner}</{name}>" if inner else f"<{name}{written}/>"


def group(*content: str, **attributes: object) -> str:
    """A group of elements, or nothing when there is no content."""
    return tag("g", *content, **attributes) if any(content) else ""


def polygon(points: Iterable[Point]) -> str:
    """Path data of a closed polygon, relative steps after the first point."""
    first, *rest = points
    steps, (x, y) = [f"M{num(first[0])} {num(first[1])}"], first
    for px, py in rest:
        steps.append(f"l{num(px - x)} {num(py - y)}")
        x, y = px, py
    return "".join(steps) + "z"


def polyline(points: Iterable[Point]) -> str:
    """Path data of an open line."""
    return "M" + "L".join(f"{num(x)} {num(y)}" for x, y in points)


def label(
    words: str,
    x: float,
    y: float,
    size: float,
    *,
    fill: str = style.INK,
    weight: int = 400,
    anchor: str = "middle",
    mono: bool = False,
    halo: float = 0,
    **attributes: object,
) -> str:
    """Words with their baseline at ``y``; ``halo`` pixels of white around them.

    Words that are not ``mono`` take the typeface of the picture.
    """
    edge: dict[str, object] = {}
    if halo:
        edge = {
            "stroke": style.WHITE,
            "stroke_width": halo,
            "stroke_linejoin": "round",
            "paint_order": "stroke",
        }
    return tag(
        "text",
        text_of(words),
        x=x,
        y=y,
        font_size=float(size),
        font_family=style.MONO if mono else None,
        font_weight=weight if weight != 400 else None,
        text_anchor=anchor if anchor != "start" else None,
        fill=fill,
        **edge,
        **attributes,
    )


_NARROW = frozenset("fijlrtI.,:;'()|! ·")
_WIDE = frozenset("mwMW@%")


def text_width(words: str, size: float, *, mono: bool = False) -> float:
    """Roughly how wide words are, in pixels, rather too wide than too narrow."""
    if mono:
        return 0.61 * size * len(words)
    total = 0.0
    for char in words:
        if ord(char) >= 0x2E80:
            total += 1.0
        elif char in _NARROW:
            total += 0.38
        elif char in _WIDE or char.isupper():
            total += 0.78
        else:
            total += 0.63
    return total * size


_ADVANCES = {
    278: " Iijl.,:;'!|/",
    333: "ft-()",
    389: "r",
    500: "z",
    556: "aceksvxyJ0123456789",
    611: "bdghnopqFLTZu",
    667: "EPSVXY",
    722: "ABCDHKNRU",
    778: "wGOQ",
    833: "M",
    889: "m",
    944: "W",
}
_ADVANCE = {char: width / 1000 for width, chars in _ADVANCES.items() for char in chars}


def name_width(words: str, size: float) -> float:
    """How wide a place name is drawn, in pixels: `fitted` words take this width in every typeface.

    The measure is a common bold sans, so that wide typefaces are narrowed and none is cramped.
    """
    return size * sum(_ADVANCE.get(c, 1.0 if ord(c) >= 0x2E80 else 0.65) for c in words)


def fitted(
    words: str, x: float, y: float, size: float, *, halo: float = 0, width: float = 1
) -> str:
    """A place name, centred at ``x``, drawn ``width`` times its `name_width` wide."""
    wide = name_width(words, size) * width
    return label(
        words,
        x,
        y,
        size,
        weight=600,
        halo=halo,
        textLength=num(wide) if wide else None,
        lengthAdjust="spacingAndGlyphs" if wide else None,
    )


def circle(x: float, y: float, radius: float, **attributes: object) -> str:
    """A circle."""
    return tag("circle", cx=x, cy=y, r=radius, **attributes)


def rect(x: float, y: float, w: float, h: float, **attributes: object) -> str:
    """A rectangle."""
    return tag("rect", x=x, y=y, width=w, height=h, **attributes)


def path(d: str, **attributes: object) -> str:
    """A path, or nothing when it has no data."""
    return tag("path", d=d, **attributes) if d else ""


def pattern(name: str, w: float, h: float, *content: str, turn: float = 0) -> str:
    """A repeating pattern of ``w`` by ``h`` pixels, turned clockwise by ``turn`` degrees."""
    return tag(
        "pattern",
        *content,
        id=ID_MARK + name,
        width=float(w),
        height=float(h),
        patternUnits="userSpaceOnUse",
        patternTransform=f"rotate({num(turn)})" if turn else None,
    )


def use(name: str) -> str:
    """The fill that a pattern of this picture gives."""
    return f"url(#{ID_MARK}{name})"


def finished(
    box: tuple[float, float, float, float],
    *content: str,
    width: float | None = None,
    title: str = "",
    desc: str = "",
) -> str:
    """A whole SVG picture of ``box`` (left, top, width, height), at its own size or ``width`` px.

    Ids get a prefix made from the content, so that two pictures on one page never share one unless
    they mean the same. With a title the picture announces itself; without, it is decoration.
    """
    x, y, w, h = box
    drawn_w = w if width is None else float(width)
    named: dict[str, object] = {"role": "img"} if title else {"aria_hidden": "true"}
    words = ""
    if title:
        words = tag("title", text_of(title), id=ID_MARK + "t")
        words += tag("desc", text_of(desc), id=ID_MARK + "d")
        named["aria_labelledby"] = f"{ID_MARK}t {ID_MARK}d" if desc else ID_MARK + "t"
    svg = tag(
        "svg",
        words,
        *content,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"{num(x)} {num(y)} {num(w)} {num(h)}",
        width=drawn_w,
        height=drawn_w * h / w,
        font_family=style.SANS,
        **named,
    )
    prefix = "w" + hashlib.sha256(svg.encode("utf-8", "replace")).hexdigest()[:8] + "-"
    return svg.replace(ID_MARK, prefix)
