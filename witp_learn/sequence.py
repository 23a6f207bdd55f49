"""The sequence of play as one table: the phases of a turn, in order, and who acts in each (3.1)."""

from __future__ import annotations

from attrs import frozen

from witp_learn.model import Phase, Progress, Side
from witp_learn.rules.resources import first_to_act


@frozen
class Stage:
    """A phase or segment of a turn.

    ``acts``: ``alternate`` (one action each, until both have passed), ``rolls`` (each side rolls
    once), ``chooser`` (one side picks what is done next) or ``nobody`` (done at once for both).
    ``does``: what a player does in it, in words; ``rules``: the clauses that put it here.
    """

    phase: Phase
    number: str
    name: str
    section: str
    acts: str
    does: str
    rules: tuple[str, ...]


STAGES: tuple[Stage, ...] = (
    Stage(Phase.EVENT, "1", "Event phase", "4", "chooser", "name the card it uses", ("3.1a",)),
    Stage(
        Phase.RESOURCES, "2", "Resource point phase", "5", "rolls", "roll the two dice", ("3.1b",)
    ),
    Stage(
        Phase.BASES,
        "3",
        "Supply base construction phase",
        "6",
        "alternate",
        "build or remove a supply base, or pass",
        ("3.1c", "6.0a"),
    ),
    Stage(Phase.SUPPLY, "4", "Supply check", "7", "nobody", "", ("3.1d", "7.0a")),
    Stage(
        Phase.MOVEMENT,
        "5",
        "Movement segment",
        "8",
        "alternate",
        "make a movement impulse (target, activate, move), or pass",
        ("3.1e", "8.0a"),
    ),
    Stage(
        Phase.COMBAT, "5", "Combat segment", "9", "chooser", "fight, one hex at a time", ("3.1e",)
    ),
    Stage(
        Phase.FLEET_REDEPLOYMENT,
        "6",
        "Fleet redeployment",
        "10.2",
        "alternate",
        "redeploy fleets, or pass",
        ("3.1f", "10.0b", "10.2a"),
    ),
    Stage(
        Phase.TROOP_REDEPLOYMENT,
        "6",
        "Redeployment of air and land units",
        "10.3",
        "alternate",
        "redeploy air and land units, or pass",
        ("3.1f", "10.0b", "10.3a"),
    ),
    Stage(
        Phase.STACKING,
        "6",
        "Stacking check",
        "10.5",
        "chooser",
        "say which units over a limit go",
        ("3.1f",),
    ),
    Stage(
        Phase.REBUILDING,
        "6",
        "Rebuilding",
        "10.6",
        "alternate",
        "rebuild a unit, or pass",
        ("3.1f",),
    ),
    Stage(
        Phase.REINFORCEMENT,
        "7",
        "Reinforcement phase",
        "11",
        "chooser",
        "place what arrives",
        ("3.1g",),
    ),
)
"""A turn, in order."""

_STAGE = {stage.phase: stage for stage in STAGES}


def stage(phase: Phase) -> Stage:
    """The row of a phase in the table."""
    return _STAGE[phase]


def following(phase: Phase) -> Phase | None:
    """The phase after this one, None at the end of the turn.

    Rules: 3.1a, 3.1b, 3.1c, 3.1d, 3.1e, 3.1f, 3.1g
    """
    index = STAGES.index(_STAGE[phase]) + 1
    return STAGES[index].phase if index < len(STAGES) else None


def leader(progress: Progress, phase: Phase) -> Side:
    """The side that acts first in a phase: the one with more points as determined this turn.

    Without points Japan, as on equal ones; in phase 6 the Allies.

    Rules: 5.2e, 5.2g, 5.2h, 6.0d, 6.0e, 8.1a, 8.1b, 9.0d, 9.0e, 10.0d, 10.0e
    """
    japan, allies = progress.points or (0, 0)
    return Side(str(first_to_act((japan, allies), phase).value))


def turn_of(progress: Progress, phase: Phase) -> Side | None:
    """Whose turn it is in a phase of alternation, None once both have passed.

    Rules: 6.0b, 6.0c, 8.1c, 8.1d, 10.0c, 10.2h, 10.2i, 10.3l, 10.3m
    """
    side = progress.to_act or leader(progress, phase)
    for one in (side, side.enemy):
        if one not in progress.passed:
            return one
    return None
