"""The end of a turn, who has won, and the options of victory (3.2, 12.2, 13.2, 15)."""

from witp_learn.rules.turn_end.short_war import (
    MIDWAY,
    VENGEANCE,
    began_allied,
    captured,
    full_allied_carriers,
    midway_value,
    rolls_due,
    sudden_death,
    sudden_death_value,
    switched_off,
)

__all__ = [
    "MIDWAY",
    "VENGEANCE",
    "began_allied",
    "captured",
    "full_allied_carriers",
    "midway_value",
    "rolls_due",
    "sudden_death",
    "sudden_death_value",
    "switched_off",
]
