"""Exact chances, with fractions, through the same functions that play (9, 10.4, 5.1, 15)."""

from witp_learn.odds.fights import POLICIES, odds, odds_from
from witp_learn.odds.records import BattleOdds, Loss, Odds, Outcome, percent

__all__ = [
    "POLICIES",
    "BattleOdds",
    "Loss",
    "Odds",
    "Outcome",
    "odds",
    "odds_from",
    "percent",
]
