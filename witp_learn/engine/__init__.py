"""The rules as a referee: what may be done now, why something may not, and what it leads to.

`check`, `legal_actions` and `apply` work on any position: one at rest is taken to the first
decision of its phase by `begin`. Nothing is changed in place. The sides, the dice and the order
of play follow `witp_learn.sequence`.
"""

from witp_learn.engine.play import (
    Outcome,
    acting,
    apply,
    begin,
    canonical,
    check,
    doer,
    legal_actions,
    observe,
    opening,
    play,
    status,
    usual,
)
from witp_learn.engine.verdicts import Event, NotAllowed, Verdict

__all__ = [
    "Event",
    "NotAllowed",
    "Outcome",
    "Verdict",
    "acting",
    "apply",
    "begin",
    "canonical",
    "check",
    "doer",
    "legal_actions",
    "observe",
    "opening",
    "play",
    "status",
    "usual",
]
