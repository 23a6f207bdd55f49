"""Redeployment of fleets, air and land units, and the submarines on the way (10.1 to 10.4)."""

from witp_learn.rules.redeployment.submarines import (
    HIGHEST,
    struck_stack,
    submarine_hit,
    submarine_limit,
    submarines_reach,
)

__all__ = [
    "HIGHEST",
    "struck_stack",
    "submarine_hit",
    "submarine_limit",
    "submarines_reach",
]
