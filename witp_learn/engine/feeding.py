"""Phase 4: the supply check, done at once for both sides (7)."""

from __future__ import annotations

from collections.abc import Iterator

from witp_learn.actions import Action
from witp_learn.engine.table import enter, settled
from witp_learn.engine.verdicts import Event, Log
from witp_learn.explain import say
from witp_learn.model import Phase, Side, State
from witp_learn.rules import supply
from witp_learn.rules.refusals import Refusal


def acting(state: State) -> Side | None:
    """Nobody: there is nothing to decide."""
    return None


def automatic(state: State, log: Log) -> State | None:
    """Every unit out of supply is turned over or removed, from one photograph.

    Rules: 7.0a, 7.0b, 7.0d, 7.2a, 7.2b
    """
    found = supply.check(state)
    for judged in found.out():
        unit = judged.unit
        text = say(
            f"engine.unfed_{judged.effect}",
            units=f"{unit.count} {unit.nation.adjective} {unit.kind.noun}"
            f"{'' if unit.count == 1 else 's'}",
            place=state.board.label(unit.hex),
        )
        rule = "7.2a" if judged.effect == "attrited" else "7.2b"
        log.append(Event(text, unit.side, (rule,), (unit.hex,)))
    if not found.out():
        log.append(Event(say("engine.all_fed"), None, ("7.0a",)))
    hexes = tuple(dict.fromkeys(judged.unit.hex for judged in found.out()))
    return enter(settled(state, found.after(), hexes, log), Phase.MOVEMENT)


def offers(state: State) -> Iterator[Action]:
    """Nothing is to be done by hand."""
    return iter(())


def refusals(state: State, action: Action) -> Iterator[Refusal]:
    """Nothing is asked, so nothing is refused."""
    return iter(())


def carried_out(state: State, action: Action, log: Log) -> State:
    """Raises ValueError: there is no action here."""
    raise ValueError(f"{action}: the supply check asks for nothing")
