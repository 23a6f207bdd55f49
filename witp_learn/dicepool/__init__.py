"""The second ruleset: dice-pool land combat, with exact odds of whole battles.

    from witp_learn import dicepool

    dicepool.odds(dicepool.force("infantry:3,tank:1"), dicepool.force("infantry:2,artillery:1"))

Clause ids begin with ``D-``. The text prints four land units; other values come from a learner's
own unit table (`units`) or from the made-up `sample`.
"""

from __future__ import annotations

from witp_learn.dicepool.answers import BattleAnswer, answer
from witp_learn.dicepool.asking import Folded, Question, ask, fold
from witp_learn.dicepool.compare import Comparison, Figure, compare, mixes
from witp_learn.dicepool.costs import (
    Stockpile,
    Territory,
    buy,
    collect,
    manpower,
    shipping,
    shortfall,
)
from witp_learn.dicepool.endings import FATES
from witp_learn.dicepool.forces import Force, Group, Placed, cost, force, mp, pu, take, written
from witp_learn.dicepool.ledger import Battle, Result, Round, battle, result
from witp_learn.dicepool.moments import Due, Moment, Volley, begin, decide, due, roll
from witp_learn.dicepool.outcomes import Odds, Outcome, odds
from witp_learn.dicepool.places import Place, can_evacuate, can_withdraw, friendly
from witp_learn.dicepool.spending import exchange_chances, same_price
from witp_learn.dicepool.stages import (
    NEVER,
    PLAIN,
    Conduct,
    Fire,
    Leave,
    Plan,
    Role,
    Stage,
    conduct,
    leave,
)
from witp_learn.dicepool.units import (
    Category,
    Size,
    UnitTable,
    UnitType,
    printed,
    read_units,
    sample,
    to_table,
    type_as_dict,
    units,
)

__all__ = [
    "FATES",
    "NEVER",
    "PLAIN",
    "Battle",
    "BattleAnswer",
    "Category",
    "Comparison",
    "Conduct",
    "Due",
    "Figure",
    "Fire",
    "Folded",
    "Force",
    "Group",
    "Leave",
    "Moment",
    "Odds",
    "Outcome",
    "Place",
    "Placed",
    "Plan",
    "Question",
    "Result",
    "Role",
    "Round",
    "Size",
    "Stage",
    "Stockpile",
    "Territory",
    "UnitTable",
    "UnitType",
    "Volley",
    "answer",
    "ask",
    "battle",
    "begin",
    "buy",
    "can_evacuate",
    "can_withdraw",
    "collect",
    "compare",
    "conduct",
    "cost",
    "decide",
    "due",
    "exchange_chances",
    "fold",
    "force",
    "friendly",
    "leave",
    "manpower",
    "mixes",
    "mp",
    "odds",
    "printed",
    "pu",
    "read_units",
    "result",
    "roll",
    "same_price",
    "sample",
    "shipping",
    "shortfall",
    "take",
    "to_table",
    "type_as_dict",
    "units",
    "written",
]
