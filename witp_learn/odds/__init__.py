"""Exact chances, with fractions, through the same functions that play (9, 10.4, 5.1, 15)."""

from witp_learn.odds.changes import MEASURES, Changes, Effect, effects, what_changes
from witp_learn.odds.fights import POLICIES, odds, odds_from
from witp_learn.odds.grid import RollCell, rolls36
from witp_learn.odds.records import BattleOdds, Loss, Odds, Outcome, percent

__all__ = [
    "MEASURES",
    "POLICIES",
    "BattleOdds",
    "Changes",
    "Effect",
    "Loss",
    "Odds",
    "Outcome",
    "RollCell",
    "effects",
    "odds",
    "odds_from",
    "percent",
    "rolls36",
    "what_changes",
]
