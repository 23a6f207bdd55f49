"""Chances of a dice-pool battle as SVG: how it ends, and the distribution of any number.

Each picture is decoration; a table beside it, seen by those who listen, says the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby

from attrs import frozen

from witp_learn.dicepool import FATES, Odds, Role
from witp_learn.dicepool.engine import BOUND
from witp_learn.dicepool.outcomes import percent
from witp_learn.view import style
from witp_learn.view.dicepool_parts import COLOURS
from witp_learn.view.svg import label, num, path, rect, tag, text_of, text_width

WIDE = 372.0
"""Pixels that a picture is drawn wide; it shrinks with its card."""

FATE_WORDS = {
    "attacker": "Attacker takes it",
    "defender": "Defender keeps it",
    "both": "Both destroyed, defender keeps it",
    "empty": "Nobody left, defender keeps it",
    "unending": "Nobody can hit any more",
}
"""How a battle ends, in a few words."""

MOST_COLUMNS = 34
"""Columns of a distribution; more numbers than that are put together."""

LEAST = 5e-5
"""Ends of a distribution that are less likely than this are not drawn."""

_BARS, _HEAD, _FOOT, _EDGE = 92.0, 18.0, 22.0, 12.0


@frozen
class Column:
    """One column: numbers from ``low`` to ``high`` and their chance together."""

    low: int
    high: int
    chance: float

    @property
    def words(self) -> str:
        """``3``, or ``3 to 5``."""
        low = _signed(self.low)
        return low if self.low == self.high else f"{low} to {_signed(self.high)}"


def _signed(value: int) -> str:
    return str(value).replace("-", "\N{MINUS SIGN}")


def fates_html(odds: Odds, name: str = "How it ends") -> str:
    """How a battle ends: one bar, and each end with its chance in words.

    Rules: D-completion-4, D-completion-5
    """
    shown = [fate for fate in FATES if odds.fates[fate] > 0]
    shown.sort(key=("attacker", "both", "empty", "unending", "defender").index)
    rows = "".join(
        f'<li><span class="dp-swatch dp-f-{fate}" aria-hidden="true"></span>'
        f"<span>{FATE_WORDS[fate]}</span><strong>{percent(odds.fates[fate])}</strong></li>"
        for fate in shown
    )
    bar = fates_svg([(fate, odds.fates[fate]) for fate in shown])
    return f'{bar}<ul class="dp-fates" aria-label="{text_of(name)}">{rows}</ul>'


def fates_svg(chances: Sequence[tuple[str, float]], width: float = WIDE) -> str:
    """The bar of `fates_html` alone."""
    at, parts = 0.0, []
    for fate, chance in chances:
        wide = chance * width
        parts.append(_part(fate, at, wide))
        if wide > 44:
            ink = style.WHITE if fate == "attacker" else style.INK
            words = f"{_rounded(chance)} %"
            halo = 0 if fate in tuple(Role) else 5
            parts.append(label(words, at + wide / 2, 25, 14, fill=ink, weight=700, halo=halo))
        at += wide
    edge = rect(0.75, 0.75, width - 1.5, 38.5, fill="none", stroke=style.INK, stroke_width=1.5)
    return _picture(width, 40, "".join(parts) + edge, "dp-picture dp-bar")


def _rounded(chance: float) -> str:
    """Whole percents; what is not certain is shown neither as 0 nor as 100."""
    if chance < 0.005:
        return "<1"
    if chance >= 0.995 and 1 - chance > BOUND:
        return ">99"
    return str(round(100 * chance))


def _part(fate: str, at: float, wide: float) -> str:
    """A stretch of the bar; what is neither side's is striped."""
    if fate in tuple(Role):
        return rect(at, 0.0, wide, 40.0, fill=COLOURS[Role(fate)][0])
    ground = rect(at, 0.0, wide, 40.0, fill=style.WHITE)
    steps = int(wide // 8) + 1
    marks = "".join(
        f"M{num(at + min(wide, 8 * i + 4))} 0V40" for i in range(steps) if 8 * i + 4 < wide
    )
    return ground + path(marks, stroke=style.CONTROL, stroke_width=1.5, fill="none")


def columns(chances: Mapping[int, float], most: int = MOST_COLUMNS) -> tuple[Column, ...]:
    """A distribution as at most so many columns, the unlikely ends left out."""
    numbers = sorted(chances)
    while len(numbers) > 1 and chances[numbers[0]] < LEAST:
        numbers.pop(0)
    while len(numbers) > 1 and chances[numbers[-1]] < LEAST:
        numbers.pop()
    if not numbers:
        return ()
    low, high = numbers[0], numbers[-1]
    step = -(-(high - low + 1) // most)
    made = []
    for start, found in groupby(range(low, high + 1), lambda n: (n - low) // step * step + low):
        last = min(high, start + step - 1)
        made.append(Column(start, last, sum(chances.get(n, 0.0) for n in found)))
    return tuple(made)


def distribution_html(
    chances: Mapping[int, float],
    title: str,
    unit: str,
    role: Role | None = None,
    mean: float | None = None,
) -> str:
    """How likely each number is: a heading, the picture, and a table for those who listen."""
    made = columns(chances)
    rows = "".join(
        f'<tr><th scope="row">{column.words}</th><td>{percent(column.chance)}</td></tr>'
        for column in made
    )
    told = "" if mean is None else f"on average {mean:.2f}".replace("-", "\N{MINUS SIGN}")
    average = f'<span class="w-note">{told}</span>' if told else ""
    return (
        f'<figure class="dp-chart"><figcaption>{text_of(title)} {average}</figcaption>'
        f'{distribution_svg(made, role)}<div class="w-hidden"><table>'
        f"<caption>{text_of(title)}</caption>"
        f'<thead><tr><th scope="col">{text_of(unit)}</th><th scope="col">Chance</th></tr></thead>'
        f"<tbody>{rows}</tbody></table></div></figure>"
    )


def distribution_svg(made: Sequence[Column], role: Role | None, width: float = WIDE) -> str:
    """The columns alone, as decoration beside words."""
    if not made:
        return ""
    pitch = min(46.0, (width - 2 * _EDGE) / len(made))
    top = max(column.chance for column in made)
    wide = pitch * len(made) + 2 * _EDGE
    need = max(text_width(_signed(column.low), 12) for column in made) + 6
    every = max(1, -(-int(need) // int(pitch)))
    drawn = "".join(
        _column(column, _EDGE + (place + 0.5) * pitch, pitch, top, role, place % every == 0)
        for place, column in enumerate(made)
    )
    ground = path(f"M0 {num(_HEAD + _BARS)}H{num(wide)}", stroke=style.CONTROL, stroke_width=1)
    return _picture(wide, _HEAD + _BARS + _FOOT, drawn + ground)


def _column(
    column: Column, middle: float, pitch: float, top: float, role: Role | None, labelled: bool
) -> str:
    tall = column.chance / top * _BARS
    gap = 2.0 if pitch > 14 else 1.0
    fill = COLOURS[role][0] if role else style.CONTROL
    bar = rect(
        middle - pitch / 2 + gap,
        _HEAD + _BARS - tall,
        pitch - 2 * gap,
        tall,
        fill=fill,
        stroke=style.INK,
        stroke_width=0.75,
        rx=min(4.0, (pitch - 2 * gap) / 3) if role is Role.DEFENDER else None,
    )
    if pitch >= 26 and column.chance:
        bar += label(_rounded(column.chance), middle, _HEAD + _BARS - tall - 4, 12)
    words = label(_signed(column.low), middle, _HEAD + _BARS + 16, 12) if labelled else ""
    return bar + words


def _picture(width: float, height: float, drawn: str, kind: str = "dp-picture") -> str:
    return tag(
        "svg",
        drawn,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {num(width)} {num(height)}",
        width=width,
        height=height,
        font_family=style.SANS,
        aria_hidden="true",
        focusable="false",
        class_=kind,
    )
