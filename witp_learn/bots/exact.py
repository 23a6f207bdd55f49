"""The exact chances of an attack that is only planned: its units put in the hex, and fought (9)."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import evolve

from witp_learn.bots.forces import Forecast
from witp_learn.files import BadData, NotAvailable
from witp_learn.hexgrid import HexId
from witp_learn.model import STRENGTHS, Kind, Side, State, Unit
from witp_learn.odds import Odds, odds
from witp_learn.rules.stacks import count, together, without

LARGEST = 24
"""Counters in a hex up to which the exact chances are worked out."""

OPEN = 0.45
"""How much continuing combat counts of a hex that is taken."""


def exact(
    state: State, side: Side, target: HexId, units: Iterable[Unit], by_sea: bool
) -> Forecast | None:
    """What an attack may expect by the exact chances; None where they would take too long.

    ``units``: the counters that go there, as they stand now. ``by_sea``: land units among those of
    a fleet come aboard, to land once the fighting begins.
    """
    rows = tuple(units)
    there = count(u for u in state.at(target) if u.kind is not Kind.AIR)
    if state.board[target].coasts or there + count(rows) > LARGEST:
        return None
    resists = state.land_ashore(target, side.enemy)
    try:
        met = together(
            without(state.units, rows), (_put(u, target, by_sea and resists) for u in rows)
        )
        return _told(odds(evolve(state, units=met), target), side)
    except (BadData, NotAvailable, ValueError):
        return None


def _put(unit: Unit, target: HexId, aboard: bool) -> Unit:
    carried = unit.kind is Kind.LAND and aboard
    return evolve(unit, at=target, moved=True, aboard=carried)


def _told(found: Odds, side: Side) -> Forecast:
    chances = found.outcomes.chances
    alone = sum(float(p) for one, p in chances.items() if one.land == side.value)
    both = sum(float(p) for one, p in chances.items() if one.land == "both")
    lost = dict.fromkeys(Side, 0.0)
    for loss in found.losses:
        lost[loss.side] += STRENGTHS[loss.kind] * float(loss.full + loss.removed) / 2
    return Forecast(alone + OPEN * both, alone + both, lost[side.enemy], lost[side])
