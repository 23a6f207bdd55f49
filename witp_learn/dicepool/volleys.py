"""One exchange of fire between two forces whose states are spread over a table of chances.

Both volleys are independent once the states are known, which is what makes this fast. With
``b(x) = (1 + 2x) / 3`` for one die, the table after the exchange is the sum over all states of
``chance * b(x)**dice_against_rows * b(y)**dice_against_columns``. The columns are few binomial
rows; the rows are multiplied by ``1 + 2x`` once per die for all columns together, beginning with
the states that throw most dice (Horner's rule). So nothing is done per pair of outcomes.

All terms are positive, so every result has a small relative error: at most one rounding a die and
one for each state that flows together, see `rounding`.
"""

from __future__ import annotations

from collections.abc import Sequence

from witp_learn.dicepool.tracks import binomial

Row = list[float]
Table = dict[int, Row]
"""Chances by the state of the first force, then by the state of the second."""

UNIT = 2.0**-53
"""The relative error of one rounding."""


def rounding(dice: int, states: int) -> float:
    """A bound of the relative error that one exchange adds to any chance.

    ``dice``: the most that are thrown at the rows; ``states``: the most columns that flow together
    in one. A die costs at most two roundings, such a column one, and the binomial, the scale, the
    products and the tally of the end eight.
    """
    return (2 * dice + states + 8) * UNIT


def exchange(
    table: Table,
    thrown: tuple[Sequence[int], Sequence[int]],
    after: Sequence[int],
    chains: Sequence[Sequence[int]],
    cut: float,
) -> tuple[Table, float]:
    """The table after both sides have fired at once, and the chance that was left out.

    ``thrown``: dice of the first force by its state, of the second by its state; ``after``: where
    a hit takes a state of the first; ``chains``: where hits take a state of the second; chances
    up to ``cut`` are left out.
    """
    lost = sum(chance for row in table.values() for chance in row if chance <= cut)
    by_dice = _columns_by_dice(table, thrown[1], cut)
    if not by_dice:
        return {}, lost
    low = min(columns[0] for columns in by_dice.values())
    made: Table = {}
    above = 0
    for dice in sorted(by_dice, reverse=True):
        for _ in range(above - dice):
            made = _one_die(made, after)
        above = dice
        _add(made, table, (by_dice[dice], 3.0**-dice), thrown[0], chains, (low, cut))
    for _ in range(above):
        made = _one_die(made, after)
    before = [0.0] * low
    return {state: before + row for state, row in made.items()}, lost


def _columns_by_dice(table: Table, thrown: Sequence[int], cut: float) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    highest = [max(column) for column in zip(*table.values(), strict=True)]
    for column, chance in enumerate(highest):
        if chance > cut:
            found.setdefault(thrown[column], []).append(column)
    return found


def _add(
    made: Table,
    table: Table,
    scaled: tuple[list[int], float],
    thrown: Sequence[int],
    chains: Sequence[Sequence[int]],
    limits: tuple[int, float],
) -> None:
    columns, scale = scaled
    low, cut = limits
    width = len(chains) - low
    for state, row in table.items():
        hits = binomial(thrown[state])
        for column in columns:
            chance = row[column]
            if chance > cut:
                if state not in made:
                    made[state] = [0.0] * width
                target, weight = made[state], chance * scale
                chain = chains[column]
                for there, likely in zip(chain, hits.within(len(chain) - 1), strict=False):
                    target[there - low] += weight * likely


def _one_die(table: Table, after: Sequence[int]) -> Table:
    made: Table = {}
    moving = []
    for state, row in table.items():
        if after[state] == state:
            made[state] = [3.0 * chance for chance in row]
        else:
            made[state] = row
            moving.append((after[state], row))
    for there, row in moving:
        held = made.get(there)
        if held is None:
            made[there] = [2.0 * chance for chance in row]
        else:
            made[there] = [chance + 2.0 * more for chance, more in zip(held, row, strict=True)]
    return made
