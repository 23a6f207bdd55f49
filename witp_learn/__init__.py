"""The interactive companion to the board wargame War in the Pacific: 1941-1945.

This façade is what notebooks and scripts import::

    import witp_learn as witp

    pos = witp.load("text:base al 1110; 0909 us L; 1008 jp A; 1009 us A-")
    witp.supply(pos)

    pos = witp.load("text:turn 4; 0606 jp 2C 4N(2L); 0606 cw 2N 2L")
    witp.combat(pos, "Manila").odds()

Every verdict says why, with its rule number. Nothing here imports a widget; those live in
`witp_learn.ui`.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

import witp_learn.odds as _chances

# The module comes first: the function of that name then takes its place.
from witp_learn.explain import Answer
from witp_learn.faces import register_faces
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
    from collections.abc import Iterable

    from witp_learn.crowding import Stacking, stacking
    from witp_learn.edits import CannotEdit
    from witp_learn.fighting import (
        Fight,
        Fights,
        combat,
        fights,
        resource_odds,
        submarine_odds,
        sudden_death_odds,
    )
    from witp_learn.moving import Cost, Routes, cost, routes
    from witp_learn.odds import Odds
    from witp_learn.playing import (
        Game,
        Legal,
        NotAllowed,
        apply,
        bid_for_japan,
        bot_game,
        check,
        legal,
        new_game,
        play_on,
        replay,
    )
    from witp_learn.printed_examples import Printed, PrintedExample, printed
    from witp_learn.walkthrough.steps import WalkStep, Walkthrough

__version__ = "0.1.0"

__all__ = [
    "AirZones",
    "Answer",
    "BadData",
    "Bases",
    "Board",
    "CannotEdit",
    "Cost",
    "Fight",
    "Fights",
    "Game",
    "Kind",
    "Legal",
    "Nation",
    "NotAllowed",
    "NotAvailable",
    "Odds",
    "Printed",
    "PrintedExample",
    "Routes",
    "Side",
    "Stacking",
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
    "apply",
    "bases",
    "bid_for_japan",
    "bot_game",
    "check",
    "combat",
    "control",
    "cost",
    "edit",
    "example",
    "examples",
    "explain",
    "fights",
    "legal",
    "line",
    "load",
    "new_game",
    "odds",
    "plan_bases",
    "play_on",
    "printed",
    "replay",
    "resource_odds",
    "routes",
    "save",
    "scenario",
    "scenarios",
    "stacking",
    "submarine_odds",
    "sudden_death_odds",
    "suggest_bases",
    "supply",
    "walkthrough",
    "walkthroughs",
]


_LATER = {
    "CannotEdit": "edits",
    "Stacking": "crowding",
    "stacking": "crowding",
    "Fight": "fighting",
    "Fights": "fighting",
    "combat": "fighting",
    "fights": "fighting",
    "resource_odds": "fighting",
    "submarine_odds": "fighting",
    "sudden_death_odds": "fighting",
    "Cost": "moving",
    "Routes": "moving",
    "cost": "moving",
    "routes": "moving",
    "Game": "playing",
    "Legal": "playing",
    "NotAllowed": "playing",
    "apply": "playing",
    "bid_for_japan": "playing",
    "bot_game": "playing",
    "check": "playing",
    "legal": "playing",
    "new_game": "playing",
    "play_on": "playing",
    "replay": "playing",
    "Printed": "printed_examples",
    "PrintedExample": "printed_examples",
    "printed": "printed_examples",
    "WalkStep": "walkthrough.steps",
    "Walkthrough": "walkthrough.steps",
}
"""Names that are loaded when they are first asked for, and their modules."""

_CHANCES = ("Odds",)
"""Those of the package `odds`."""

register_faces()


def __getattr__(name: str) -> Any:
    if name in _CHANCES:
        return getattr(_chances, name)
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_LATER[name]}"), name)


def odds(state: State, where: str, *, policy: str = "default", held: Iterable[str] = ()) -> Odds:
    """The exact chances of the fight for a hex before its dice; see `combat` and `Fight.odds`.

    It stands here so that the package of the same name, loaded above, cannot take its place.
    """
    from witp_learn.fighting import odds

    return odds(state, where, policy=policy, held=held)
