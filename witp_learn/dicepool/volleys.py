"""One exchange of fire between two forces whose states are spread over a table of chances.

Both volleys are independent once the states are known, which is what makes this fast. With
``b(x) = (1 + 2x) / 3`` for one die, the table after the exchange is the sum over all states of
``chance * b(x)**dice_against_rows * b(y)**dice_against_columns``. The columns are a few binomial
rows; the rows are multiplied by powers of ``b(x)`` for all columns together, beginning with the
states that throw most dice (Horner's rule). So nothing is done per pair of outcomes.

All terms are positive, so every result has a small relative error: one rounding for each product
and each sum on its way, which `exchange` counts.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from attrs import define

from witp_learn.dicepool.tracks import binomial

Row = list[float]
Table = dict[int, Row]
"""Chances by the state of the first force, then by the state of the second."""

Chains = Sequence[Sequence[int]]
"""For each state the states after 0, 1, 2 ... hits."""

UNIT = 2.0**-53
"""The relative error of one rounding."""


@define
class Exchanged:
    """A table after both sides have fired, the chance left out, and the roundings on any way."""

    table: Table
    lost: float = 0.0
    roundings: int = 0


def exchange(
    table: Table,
    thrown: tuple[Sequence[int], Sequence[int]],
    chains: tuple[Chains, Chains],
    cut: float,
) -> Exchanged:
    """The table after both sides have fired at once.

    ``thrown``: dice of the first force by its state, of the second by its state; ``chains``: where
    hits take the first, and the second; chances up to ``cut`` are left out.
    """
    lost = sum(chance for row in table.values() for chance in row if chance <= cut)
    by_dice = _columns_by_dice(table, thrown[1], cut)
    if not by_dice:
        return Exchanged({}, lost)
    low = min(columns[0] for columns in by_dice.values())
    made: Table = {}
    roundings = _meeting(sum(map(len, by_dice.values())), table, thrown[0], chains[1]) + 4
    steps = [*sorted(by_dice, reverse=True), 0]
    for dice, below in pairwise(steps):
        _add(made, table, by_dice[dice], thrown[0], chains[1], (low, cut))
        if dice > below:
            made, most = _spread(made, dice - below, chains[0])
            roundings += most + 1
    before = [0.0] * low
    found = {state: before + row for state, row in made.items()}
    return Exchanged(found, lost, roundings)


def _meeting(columns: int, table: Table, thrown: Sequence[int], chains: Chains) -> int:
    """The most columns whose losses can fall in one cell."""
    in_line = len(chains[0]) == len(chains)
    return min(columns, max(thrown[state] for state in table) + 1) if in_line else columns


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
    columns: list[int],
    thrown: Sequence[int],
    chains: Chains,
    limits: tuple[int, float],
) -> None:
    """Put in the states of these columns, with their own losses already spread."""
    low, cut = limits
    width = len(chains) - low
    for state, row in table.items():
        hits = binomial(thrown[state])
        for column in columns:
            chance = row[column]
            if chance <= cut:
                continue
            if state not in made:
                made[state] = [0.0] * width
            target, chain = made[state], chains[column]
            likely = hits.within(len(chain) - 1)
            start, end = column - low, column - low + len(likely)
            if chain[len(likely) - 1] - column == len(likely) - 1:
                held = target[start:end]
                target[start:end] = [a + chance * b for a, b in zip(held, likely, strict=True)]
            else:
                for there, more in zip(chain, likely, strict=False):
                    target[there - low] += chance * more


def _spread(table: Table, dice: int, chains: Chains) -> tuple[Table, int]:
    """The table after so many dice at its rows, and the most rows that flowed into one."""
    hits = binomial(dice)
    sources: dict[int, list[tuple[float, Row]]] = {}
    for state, row in table.items():
        chain = chains[state]
        for there, likely in zip(chain, hits.within(len(chain) - 1), strict=False):
            sources.setdefault(there, []).append((likely, row))
    most = max(map(len, sources.values()), default=0)
    return {state: _mixed(parts) for state, parts in sources.items()}, most


def _mixed(parts: list[tuple[float, Row]]) -> Row:
    """The weighted sum of rows, four at a time."""
    while True:
        (p, one), *rest = parts[:4]
        if not rest:
            made = [p * a for a in one]
        elif len(rest) == 1:
            ((q, two),) = rest
            made = [p * a + q * b for a, b in zip(one, two, strict=True)]
        elif len(rest) == 2:
            (q, two), (r, three) = rest
            made = [p * a + q * b + r * c for a, b, c in zip(one, two, three, strict=True)]
        else:
            (q, two), (r, three), (s, four) = rest
            rows = zip(one, two, three, four, strict=True)
            made = [p * a + q * b + r * c + s * d for a, b, c, d in rows]
        if len(parts) <= 4:
            return made
        parts = [(1.0, made), *parts[4:]]
