"""Exact chances, with fractions, through the same functions that play (9, 10.4, 5.1, 15).

The modules are loaded when something of them is first asked for.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from witp_learn.odds.changes import MEASURES, Changes, Effect, effects, what_changes
    from witp_learn.odds.fights import POLICIES, odds, odds_from
    from witp_learn.odds.grid import RollCell, rolls36
    from witp_learn.odds.records import BattleOdds, Loss, Odds, Outcome, percent
    from witp_learn.odds.tables import (
        Chance,
        FirstOdds,
        PointsOdds,
        first_player_odds,
        midway_odds,
        resource_odds,
        submarine_odds,
        sudden_death_odds,
    )

__all__ = [
    "MEASURES",
    "POLICIES",
    "BattleOdds",
    "Chance",
    "Changes",
    "Effect",
    "FirstOdds",
    "Loss",
    "Odds",
    "Outcome",
    "PointsOdds",
    "RollCell",
    "effects",
    "first_player_odds",
    "midway_odds",
    "odds",
    "odds_from",
    "percent",
    "resource_odds",
    "rolls36",
    "submarine_odds",
    "sudden_death_odds",
    "what_changes",
]

_HOMES: dict[str, tuple[str, ...]] = {
    "changes": ("MEASURES", "Changes", "Effect", "effects", "what_changes"),
    "fights": ("POLICIES", "odds", "odds_from"),
    "grid": ("RollCell", "rolls36"),
    "records": ("BattleOdds", "Loss", "Odds", "Outcome", "percent"),
    "tables": (
        "Chance",
        "FirstOdds",
        "PointsOdds",
        "first_player_odds",
        "midway_odds",
        "resource_odds",
        "submarine_odds",
        "sudden_death_odds",
    ),
}


def __getattr__(name: str) -> Any:
    home = next((home for home, names in _HOMES.items() if name in names), None)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{home}"), name)
