"""Which hexes hold more than may stay at the stacking check, and why (8.3, 10.5)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from attrs import field, frozen

from witp_learn.display import Displayed
from witp_learn.explain import say
from witp_learn.hexgrid import HexId
from witp_learn.model import Side, State
from witp_learn.rules.naming import told
from witp_learn.rules.stacking import Excess, crowded, over_limit


@frozen
class Crowd:
    """What a side has over the limits of one hex: fleets, then land and air units."""

    hex: HexId
    side: Side
    excess: tuple[Excess, ...]

    @property
    def count(self) -> int:
        """How many units have to go."""
        return sum(one.count for one in self.excess)


@frozen
class Stacking(Displayed):
    """The hexes that are over their stacking limits, Japan's first."""

    state: State = field(repr=False)
    rows: tuple[Crowd, ...]

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[Crowd]:
        return iter(self.rows)

    def __str__(self) -> str:
        return "\n".join(self._lines())

    def _lines(self) -> Iterator[str]:
        if not self.rows:
            yield f"{say('stacking.within')} (10.5a)"
        for row in self.rows:
            place = self.state.board.label(row.hex)
            yield say("stacking.row", place=place, hex=row.hex, side=row.side.adjective)
            for one in row.excess:
                yield from one.reason.lines(1)
                units = ", ".join(told(unit) for unit in one.units)
                yield f"  {say('stacking.among', units=units)}"

    def as_dict(self) -> dict[str, Any]:
        """The answer as plain data."""
        return {
            "over": [
                {
                    "hex": row.hex,
                    "side": row.side.value,
                    "excess": {one.what: one.count for one in row.excess},
                    "rules": sorted({r for one in row.excess for r in one.reason.clause_ids()}),
                }
                for row in self.rows
            ]
        }


def stacking(state: State) -> Stacking:
    """The hexes of both sides that hold more than may stay, each with its limit and its reasons.

    It says what the stacking check would take off if it came now; before that no limit holds.

    Rules: 8.3b, 8.3c, 10.5a
    """
    rows = (
        Crowd(hex_id, side, over_limit(state, hex_id, side))
        for side in Side
        for hex_id in crowded(state, side)
    )
    return Stacking(state, tuple(rows))
