"""All 36 rolls of a battle as a grid of buttons: Japan's die down, the Allies' across (9.3, 9.4).

Classes, styled in ``combat.css``: ``cb-rolls`` around all, ``cb-grid`` the table, ``cb-cell`` a
button with ``cb-r0`` (Japan by 3 or more) to ``cb-r4`` (the Allies by 3 or more), ``cb-strong``
from 3 up, ``cb-rolled`` for the roll that lies.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from fractions import Fraction

from witp_learn.model import Side
from witp_learn.odds.grid import RollCell
from witp_learn.rules.combat.tally import LONG
from witp_learn.view.cards import button
from witp_learn.view.combat_parts import chance_words, dice_svg
from witp_learn.view.svg import text_of

FACES = range(1, 7)
HEAD = 32
"""Side of the dice at the heads of rows and columns, in pixels."""

Roll = tuple[int, int]
"""Japan's die, then the Allies'."""


def rolls_html(
    cells: Iterable[RollCell],
    rolled: Roll | None = None,
    chosen: Roll | None = None,
    *,
    one_stop: bool = False,
) -> str:
    """The grid of all 36 rolls, and below it the chances that follow from it.

    ``rolled``: the dice that lie, framed; ``chosen``: the roll whose ledger is shown, pressed.
    Every cell is a button with ``data-action="roll-cell"``, ``data-value="4 5"``, ``data-japan``
    and ``data-allies``; what it brings stands below the grid while it is pointed at
    (``data-told``). ``one_stop``: whether the page companion makes the grid one stop of the Tab
    key, with arrow keys inside. Raises ValueError unless there are 36 different rolls.

    Rules: 9.3d, 9.3e, 9.4d, 9.4e, 9.5c
    """
    at = grid(cells)
    heads = "".join(f'<th scope="col">{dice_svg(a, Side.ALLIES, size=HEAD)}</th>' for a in FACES)
    rows = "".join(
        f'<tr><th scope="row">{dice_svg(j, Side.JAPAN, size=HEAD)}</th>'
        f"{''.join(_cell(at[j, a], rolled, chosen) for a in FACES)}</tr>"
        for j in FACES
    )
    arrows = "; arrow keys step over them" if one_stop else ""
    stop = f' data-roving="{len(FACES)}"' if one_stop else ""
    return (
        f'<div class="cb-rolls"><table class="cb-grid"{stop}><caption class="w-hidden">All 36 '
        f"rolls: Japan's die down, the Allies' die across{arrows}</caption><thead><tr>"
        f'<td class="cb-corner">{_corner()}</td>{heads}</tr></thead><tbody>{rows}</tbody></table>'
        f"{_below(at.values())}</div>"
    )


def grid(cells: Iterable[RollCell]) -> dict[Roll, RollCell]:
    """The cells by their dice. Raises ValueError unless there are 36 different rolls."""
    at = {(c.japan, c.allies): c for c in cells}
    if at.keys() != {(j, a) for j in FACES for a in FACES}:
        raise ValueError(f"a grid shows 36 rolls, not {len(at)}")
    return at


def _corner() -> str:
    return '<span aria-hidden="true">J↓ A→</span>'


def ramp(difference: int) -> int:
    """Which of the five colours of the odds ramp a difference takes, Japan's end first."""
    if abs(difference) >= LONG:
        return 0 if difference > 0 else 4
    return 2 - (difference > 0) + (difference < 0)


def _cell(cell: RollCell, rolled: Roll | None, chosen: Roll | None) -> str:
    roll = (cell.japan, cell.allies)
    kind = f"cb-cell cb-r{ramp(cell.difference)}"
    kind += " cb-strong" if cell.strong else ""
    kind += " cb-wide" if len(cell.text) > 3 else ""
    kind += " cb-rolled" if roll == rolled else ""
    lies = {"aria_current": "true"} if roll == rolled else {}
    made = button(
        cell.text,
        "roll-cell",
        f"{cell.japan} {cell.allies}",
        kind=kind,
        aria_label=roll_words(cell) + (", the dice that lie" if roll == rolled else ""),
        aria_pressed="true" if roll == chosen else "false",
        data_japan=str(cell.japan),
        data_allies=str(cell.allies),
        data_told=roll_told(cell),
        **lies,
    )
    return f"<td>{made}</td>"


def roll_words(cell: RollCell) -> str:
    """A roll in words: ``Japan 4, Allies 5: Japan wins by 2, hits 1 and 2``.

    Extra hits are told where there are any (9.6.2).
    """
    dice = f"Japan {cell.japan}, Allies {cell.allies}"
    if cell.tie:
        return f"{dice}: a tie, rolled again"
    who = "Japan wins" if cell.difference > 0 else "the Allies win"
    extra = f", extra hits {cell.extra[0]} and {cell.extra[1]}" if any(cell.extra) else ""
    hits = f"hits {cell.hits[0]} and {cell.hits[1]}"
    return f"{dice}: {who} by {abs(cell.difference)}, {hits}{extra}"


def roll_told(cell: RollCell) -> str:
    """A roll with its sums: ``4 and 5: 16 + 4 = 20 to 4 + 5 = 9. Japan wins by 11.`` and hits."""
    total, added = cell.tally.total, cell.tally.added
    sums = [f"{t - a} + {a} = {t}" for t, a in zip(total, added, strict=True)]
    told = f"Japan {cell.japan}, the Allies {cell.allies}: {sums[0]} to {sums[1]}."
    if cell.tie:
        return f"{told} A tie: rolled again."
    who = "Japan wins" if cell.difference > 0 else "The Allies win"
    hits = [
        f"{h}{f' + {e} extra' if e else ''}" for h, e in zip(cell.hits, cell.extra, strict=True)
    ]
    return f"{told} {who} by {abs(cell.difference)}. Hits: Japan {hits[0]}, the Allies {hits[1]}."


def grid_words(cells: Iterable[RollCell]) -> str:
    """The chances of a grid: ``Japan 50.00 % (1/2), ties rolled again 10 of 36``."""
    cells = tuple(cells)
    chance, ties = _japan(cells)
    if chance is None:
        return "Every roll is a tie, rolled again"
    again = f"ties rolled again {ties} of {sum(c.ways for c in cells)}" if ties else "no ties"
    return f"Japan {chance_words(chance)}, {again}"


def _japan(cells: Iterable[RollCell]) -> tuple[Fraction | None, int]:
    """How likely Japan is to win, None if every roll is a tie; and how many rolls are ties.

    A roll counts as often as it is thrown, where a side keeps the higher of two dice (4.3).
    """
    japan = ties = decided = 0
    for cell in cells:
        ties += cell.ways * cell.tie
        decided += cell.ways * (not cell.tie)
        japan += cell.ways * (cell.difference > 0)
    return (Fraction(japan, decided) if decided else None), ties


def _below(cells: Collection[RollCell]) -> str:
    chance, _ = _japan(cells)
    other = f"The Allies {chance_words(1 - chance)}. " if chance is not None else ""
    return (
        f'<p class="cb-below"><strong>{text_of(grid_words(cells))}</strong>'
        f'<span class="w-note">{other}Bold from a difference of {LONG}; ↻ is a tie.</span></p>'
    )
