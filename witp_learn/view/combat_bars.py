"""Chances as pictures: labelled bars, and the distribution of a difference (9.3e, 9.4e)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

from attrs import frozen

from witp_learn.model import Side
from witp_learn.view import style
from witp_learn.view.combat_parts import chance_words, side_class
from witp_learn.view.svg import label, num, path, rect, tag, text_of

WIDEST = 344
"""Pixels that a picture of a distribution may be wide: it fits a card on a phone or in a panel."""

PITCH, LEAST_PITCH = 34.0, 7.0
_BARS, _FOOT, _HEAD = 84.0, 20.0, 16.0
_WHOLE, _LETTER = 24.0, 6.6
"""Pixels that a whole percentage, and a letter of a difference, need to be read."""
_EDGE = 8.0
"""Room left and right, for the words of the outermost bars."""


@frozen
class Bar:
    """One outcome with its chance; ``side``: whose it is, None for both or nobody."""

    label: str
    chance: Fraction
    side: Side | None = None


def bars_html(bars: Iterable[Bar], name: str) -> str:
    """Outcomes as a list, each with its chance in words and as a bar. ``name``: of the list."""
    items = "".join(_bar(bar) for bar in bars)
    return f'<ul class="cb-bars" aria-label="{text_of(name)}">{items}</ul>' if items else ""


def _bar(bar: Bar) -> str:
    wide = num(float(bar.chance * 100))
    return (
        f'<li><span class="cb-bar-words"><span>{text_of(bar.label)}</span>'
        f"<strong>{chance_words(bar.chance)}</strong></span>"
        f'<svg class="cb-bar" width="100%" height="12" aria-hidden="true" focusable="false">'
        f'<rect class="cb-ground" width="100%" height="12"/>'
        f'<rect class="cb-filled {side_class(bar.side)}" width="{wide}%" height="12"/></svg></li>'
    )


def difference_words(difference: int) -> str:
    """A difference as on the grid of rolls: ``J+2``, ``A+1``, ``0`` for a tie."""
    if difference == 0:
        return "0"
    return f"J+{difference}" if difference > 0 else f"A+{-difference}"


def difference_html(chances: Mapping[int, Fraction], name: str) -> str:
    """How likely each difference is, Japan's end left: a picture, and a table for those who listen.

    ``chances`` by Japan's total less the Allies'; ``name``: what the table is called.
    """
    if not chances:
        return ""
    rows = "".join(
        f'<tr><th scope="row">{_told(gap)}</th><td>{chance_words(chances[gap])}</td></tr>'
        for gap in sorted(chances, reverse=True)
    )
    return (
        f'<div class="cb-difference">{difference_svg(chances)}<table class="w-hidden">'
        f'<caption>{text_of(name)}</caption><thead><tr><th scope="col">Difference</th>'
        f'<th scope="col">Chance</th></tr></thead><tbody>{rows}</tbody></table></div>'
    )


def _told(difference: int) -> str:
    if difference == 0:
        return "Tie"
    who = "Japan" if difference > 0 else "The Allies"
    return f"{who} by {abs(difference)}"


def difference_svg(chances: Mapping[int, Fraction]) -> str:
    """The bars of `difference_html` alone, as decoration beside words."""
    low, high = min(chances), max(chances)
    gaps = range(high, low - 1, -1)
    pitch = max(LEAST_PITCH, min(PITCH, (WIDEST - 2 * _EDGE) / len(gaps)))
    top = max(chances.values())
    need = (max(len(difference_words(gap)) for gap in (low, high)) + 0.6) * _LETTER
    every = next(n for n in (1, 2, 5) if n * pitch >= need)
    drawn = "".join(
        _column(chances.get(gap, Fraction(0)), gap, place, pitch, top, gap % every == 0)
        for place, gap in enumerate(gaps)
    )
    wide = pitch * len(gaps) + 2 * _EDGE
    high_px = _HEAD + _BARS + _FOOT
    ground = path(f"M0 {num(_HEAD + _BARS)}H{num(wide)}", stroke=style.CONTROL, stroke_width=1)
    return tag(
        "svg",
        drawn,
        ground,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {num(wide)} {num(high_px)}",
        width=wide,
        height=high_px,
        font_family=style.SANS,
        aria_hidden="true",
        focusable="false",
    )


def _column(
    chance: Fraction, gap: int, place: int, pitch: float, top: Fraction, labelled: bool
) -> str:
    middle, tall = _EDGE + (place + 0.5) * pitch, float(chance / top) * _BARS
    bar = ""
    if chance:
        bar = rect(
            middle - pitch / 2 + 1.5,
            _HEAD + _BARS - tall,
            pitch - 3,
            tall,
            fill=_colour(gap),
            rx=None if gap >= 0 else min(4.0, (pitch - 3) / 3),
        )
        if pitch >= _WHOLE:
            share = str(round(chance * 100)) if chance >= Fraction(1, 200) else "<1"
            bar += label(share, middle, _HEAD + _BARS - tall - 4, 12)
    words = label(difference_words(gap), middle, _HEAD + _BARS + 15, 11) if labelled else ""
    return bar + words


def _colour(gap: int) -> str:
    if gap == 0:
        return style.CONTROL
    return style.SIDES[Side.JAPAN if gap > 0 else Side.ALLIES]
