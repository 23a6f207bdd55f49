"""Phase 6, rebuilding: attrited units are turned to their full face, one at a time (10.6)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attrs import evolve

from witp_learn.actions import Action, Pass, Rebuild
from witp_learn.edits import tidy
from witp_learn.engine import stacking
from witp_learn.engine.picking import picked
from witp_learn.engine.table import (
    SIDES,
    enter,
    handed_over,
    noted,
    paid,
    points_left,
    progress,
)
from witp_learn.engine.verdicts import Event, Log
from witp_learn.explain import say
from witp_learn.model import Phase, Side, State, Unit
from witp_learn.rules import rebuilding
from witp_learn.rules.naming import fits, told, word
from witp_learn.rules.refusals import Refusal
from witp_learn.rules.stacking import checked_last
from witp_learn.rules.stacks import together, without
from witp_learn.sequence import turn_of


def acting(state: State) -> Side | None:
    """Whose turn it is to rebuild; who has passed is done.

    Rulings: redeploy-autopass
    Rules: 10.0c, 10.0d, 10.0e
    """
    return turn_of(progress(state), state.phase)


def automatic(state: State, log: Log) -> State | None:
    """With both sides done the points that are left are lost.

    Rules: 5.2b, 10.6e
    """
    if acting(state) is not None:
        return None
    if state.trp is not None:
        for side, left in zip(SIDES, state.trp, strict=True):
            if left:
                text = say("rebuilding.lost", side=side.adjective, points=left)
                log.append(Event(text, side, ("10.6e",)))
        state = evolve(state, trp=(0, 0))
    return stacking.again(state) if checked_last(state) else enter(state, Phase.REINFORCEMENT)


def _worn(state: State, side: Side, at: str) -> tuple[Unit, ...]:
    """The attrited units of a side in a hex, like ones in one row."""
    return together((), (unit for unit in state.at(at[:4], side) if not unit.full))


def offers(state: State) -> Iterator[Action]:
    """Every attrited unit that may be rebuilt, one for each unlike one, and passing.

    Rules: 10.6a, 10.6b, 10.6c, 10.6d
    """
    side = acting(state)
    if side is None:
        return
    for unit in together((), rebuilding.rebuildable(state, side, points_left(state, side))):
        yield Rebuild(word(unit, _worn(state, side, unit.at)), unit.at)
    yield Pass()


def refusals(state: State, action: Action) -> Iterator[Refusal]:
    """Why a unit may not be rebuilt: not there, not attrited, the wrong place, too dear.

    Rules: 10.6a, 10.6b, 10.6c, 10.6d, 10.6f, 10.6g
    """
    side = acting(state)
    if side is None or not isinstance(action, Rebuild):
        return
    if action.at[:4] not in state.board:
        yield Refusal("10.6b", "no_hex", action.at, say("engine.no_hex", hex=action.at))
        return
    if _meant(state, side, action) is not None:
        return
    worn = _named(action, _worn(state, side, action.at))
    if not worn:
        yield from _nobody(state, side, action)
    points = points_left(state, side) if worn else None
    rows = worn or _named(action, state.at(action.at[:4], side))
    barred = [found for unit in rows for found in rebuilding.refusals(state, unit, points)]
    yield from dict.fromkeys(barred)


def _named(action: Rebuild, units: Iterable[Unit]) -> tuple[Unit, ...]:
    """Those of some units in a hex that the words could mean."""
    return tuple(u for u in units if fits(action.unit, u) and u.at.startswith(action.at))


def _nobody(state: State, side: Side, action: Rebuild) -> Iterator[Refusal]:
    """Why there is nothing to rebuild: nobody of that name is there, or none is attrited."""
    place = state.board.label(action.at[:4])
    kind = action.unit.rpartition("-")[2]
    there = any(unit.kind.value == kind for unit in state.at(action.at[:4], side))
    key = "not_attrited" if there else "not_there"
    text = say(f"rebuilding.{key}", side=side.adjective, unit=action.unit, place=place)
    yield Refusal("10.6a", key, action.at[:4], text)


def _meant(state: State, side: Side, action: Rebuild) -> Unit | None:
    """The unit to be rebuilt, None when the words mean none that may be.

    Raises Ambiguous when they could mean several.
    """
    may = together((), rebuilding.rebuildable(state, side, points_left(state, side)))
    here = (unit for unit in may if unit.hex == action.at[:4])
    return picked(action, action.unit, action.at, here)


def carried_out(state: State, action: Action, log: Log) -> State:
    """A unit is rebuilt and paid for, or the side passes; then the other side is up.

    Rules: 10.0c, 10.6a, 10.6c, 10.6d
    """
    side = acting(state)
    if side is None:
        raise ValueError("nobody rebuilds here")
    if not isinstance(action, Rebuild):
        state = noted(state, passed=(*progress(state).passed, side))
        log.append(Event(say("engine.passes", side=side.adjective), side, ("10.0c",)))
        return handed_over(state, side)
    unit = _meant(state, side, action)
    if unit is None:
        raise ValueError(f"{action}: no such unit may be rebuilt")
    one = evolve(unit, count=1)
    price = rebuilding.cost(unit.kind)
    text = say(
        "rebuilding.done", unit=told(one), place=state.board.label(unit.hex), cost=f"{price} RP"
    )
    log.append(Event(text, side, ("10.6a",), (unit.hex,)))
    units = together(without(state.units, (one,)), (one.turned,))
    return handed_over(tidy(paid(evolve(state, units=units), side, price)), side)
