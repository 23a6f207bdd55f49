"""Why something cannot be done: one reason, with its clause and the hex to look at."""

from __future__ import annotations

from attrs import frozen

from witp_learn.hexgrid import HexId


@frozen
class Refusal:
    """One reason: the clause, a short name of the reason, the hex, and a sentence."""

    rule: str
    why: str
    hex: HexId
    text: str
