"""The interactive companion to the board wargame War in the Pacific: 1941-1945.

This façade is what notebooks and scripts import::

    import witp_learn as witp

    pos = witp.load("text:base al 1110; 0909 us L; 1008 jp A; 1009 us A-")
    witp.supply(pos)

Every verdict says why, with its rule number. Nothing here imports a widget; those live in
`witp_learn.ui`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from witp_learn.edits import CannotEdit
from witp_learn.files import BadData, NotAvailable, Unreadable
from witp_learn.model import Board, Kind, Nation, Side, State, Step, Unit
from witp_learn.queries import (
    AirZones,
    Bases,
    Supply,
    SupplyRow,
    air_zone,
    air_zones,
    bases,
    control,
    edit,
    example,
    examples,
    explain,
    line,
    load,
    plan_bases,
    save,
    scenario,
    scenarios,
    suggest_bases,
    supply,
)
from witp_learn.walkthrough import walkthrough, walkthroughs

if TYPE_CHECKING:
    from witp_learn.walkthrough.steps import WalkStep, Walkthrough

__version__ = "0.1.0"

__all__ = [
    "AirZones",
    "BadData",
    "Bases",
    "Board",
    "CannotEdit",
    "Kind",
    "Nation",
    "NotAvailable",
    "Side",
    "State",
    "Step",
    "Supply",
    "SupplyRow",
    "Unit",
    "Unreadable",
    "WalkStep",
    "Walkthrough",
    "air_zone",
    "air_zones",
    "bases",
    "control",
    "edit",
    "example",
    "examples",
    "explain",
    "line",
    "load",
    "plan_bases",
    "save",
    "scenario",
    "scenarios",
    "suggest_bases",
    "supply",
    "walkthrough",
    "walkthroughs",
]


def __getattr__(name: str) -> Any:
    """The records of walkthroughs, which are loaded when they are first asked for."""
    if name not in ("WalkStep", "Walkthrough"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from witp_learn.walkthrough import steps

    return getattr(steps, name)
