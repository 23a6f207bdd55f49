"""Dice, chances in words and the names of the sides: what every drawing of a fight needs."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from importlib.resources import files

from witp_learn.model import Side
from witp_learn.view import style
from witp_learn.view.cards import button
from witp_learn.view.svg import circle, label, rect, tag

SIDE_NAMES = {Side.JAPAN: "Japan", Side.ALLIES: "The Allies"}
"""A side as the head of a column."""

DIE = 44
"""Side of a die in pixels: it can be tapped."""

_ROUND = {Side.JAPAN: 1.5, Side.ALLIES: 12.0}
_LOW, _MID, _HIGH = 12.5, 22.0, 31.5
_CORNERS = ((_LOW, _LOW), (_HIGH, _HIGH))
_CROSS = ((_HIGH, _LOW), (_LOW, _HIGH))
_SIDEWAYS = ((_LOW, _MID), (_HIGH, _MID))
_MIDDLE = ((_MID, _MID),)
_PIPS = {
    1: _MIDDLE,
    2: _CORNERS,
    3: _CORNERS + _MIDDLE,
    4: _CORNERS + _CROSS,
    5: _CORNERS + _CROSS + _MIDDLE,
    6: _CORNERS + _CROSS + _SIDEWAYS,
}


@cache
def combat_css() -> str:
    """The style sheet of ledger, result, rolls, odds and strip; it builds upon `card_css`."""
    return (files("witp_learn.view") / "combat.css").read_text("utf-8")


def side_words(side: Side) -> str:
    """A side within a sentence: ``Japan``, ``the Allies``."""
    return "Japan" if side is Side.JAPAN else "the Allies"


def die_words(value: int | None, side: Side) -> str:
    """A die for those who listen: ``Japan's die: 4``."""
    whose = "Japan's" if side is Side.JAPAN else "the Allies'"
    return f"{whose} die: {value or 'not thrown'}"


def dice_svg(value: int | None, side: Side, *, size: float = DIE, named: bool = True) -> str:
    """A die of ``side`` showing ``value`` 1 to 6; None or 0 is a die still to be thrown, ``?``.

    Japan's die is dark red with sharp corners, the Allies' is blue with round ones; a pending die
    has a white face and a dashed edge. ``size``: pixels. ``named``: whether it tells its number to
    those who listen, else it is decoration beside words. Raises ValueError for another number.

    Rules: 9.3d, 9.4d
    """
    if value and value not in _PIPS:
        raise ValueError(f"a die shows 1 to 6, not {value}")
    colour = style.SIDES[side]
    name: dict[str, object] = (
        {"role": "img", "aria_label": die_words(value, side)} if named else {"aria_hidden": "true"}
    )
    return tag(
        "svg",
        _face(bool(value), colour, _ROUND[side]),
        _print(value, colour),
        xmlns="http://www.w3.org/2000/svg",
        viewBox="0 0 44 44",
        width=float(size),
        height=float(size),
        font_family=style.SANS,
        focusable="false",
        **name,
    )


def _face(thrown: bool, colour: str, corner: float) -> str:
    if thrown:
        return rect(2.0, 2.0, 40.0, 40.0, rx=corner, fill=colour)
    return rect(
        3.0,
        3.0,
        38.0,
        38.0,
        rx=corner,
        fill=style.WHITE,
        stroke=colour,
        stroke_width=2.5,
        stroke_dasharray="5 3.5",
    )


def _print(value: int | None, colour: str) -> str:
    if not value:
        return label("?", 22, 30, 24, fill=colour, weight=700)
    return "".join(circle(x, y, 4.2, fill=style.WHITE) for x, y in _PIPS[value])


def dice_html(japan: int | None, allies: int | None) -> str:
    """Six dice for either side, as buttons that set the die; the one that lies is pressed.

    Each has ``data-action="die"``, ``data-value="japan 4"``, and ``data-side`` and ``data-die``.
    """
    rows = "".join(
        f'<div class="cb-pick" role="group" aria-label="{_whose(side)} die">'
        f'<span class="cb-pick-name" aria-hidden="true">{SIDE_NAMES[side]}</span>'
        f'<span class="cb-pick-dice">{"".join(_faces(side, lies))}</span></div>'
        for side, lies in ((Side.JAPAN, japan), (Side.ALLIES, allies))
    )
    return f'<div class="cb-dice">{rows}</div>'


def _whose(side: Side) -> str:
    return "Japan's" if side is Side.JAPAN else "The Allies'"


def _faces(side: Side, lies: int | None) -> Iterator[str]:
    for value in _PIPS:
        yield button(
            "",
            "die",
            f"{side.value} {value}",
            kind="cb-face",
            inner=dice_svg(value, side, named=False),
            aria_label=f"{_whose(side)} die: {value}",
            aria_pressed="true" if value == lies else "false",
            data_side=side.value,
            data_die=str(value),
        )


def percent(chance: Fraction) -> str:
    """A chance in per cent with two decimals, rounded half to even: ``31.94 %``; else ``100 %``.

    A chance that is neither 0 nor 1 never reads ``0.00 %`` or ``100.00 %``: it is then told as
    ``under 0.01 %`` or ``over 99.99 %``.
    """
    if chance.denominator == 1:
        return f"{100 * chance} %"
    rounded = round(chance * 10_000)
    if rounded == 0:
        return "under 0.01 %"
    if rounded == 10_000:
        return "over 99.99 %"
    return f"{rounded // 100}.{rounded % 100:02} %"


def chance_words(chance: Fraction) -> str:
    """A chance in both ways: ``31.94 % (23/72)``; certain ones without a fraction."""
    if chance.denominator == 1:
        return percent(chance)
    return f"{percent(chance)} ({chance})"


def side_class(side: Side | None) -> str:
    """The class that gives a side its colour and its corners: ``cb-jp``, ``cb-al``, or none."""
    return "" if side is None else f"cb-{side.short}"
