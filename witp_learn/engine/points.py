"""Phase 2: the points of the turn (5)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from attrs import evolve

from witp_learn import components
from witp_learn.actions import Action, Roll
from witp_learn.engine.table import SIDES, enter, noted, progress
from witp_learn.engine.verdicts import Event, Log
from witp_learn.explain import Reason, say
from witp_learn.model import Phase, Progress, Side, State
from witp_learn.rules import events, resources
from witp_learn.rules.refusals import Refusal
from witp_learn.sequence import leader

FACES = range(1, 7)


def acting(state: State) -> Side | None:
    """Who rolls: Japan, then the Allies."""
    return next((side for side in SIDES if side not in progress(state).rolled), None)


def automatic(state: State, log: Log) -> State | None:
    """Turn 1 needs no dice; with both rolls made the phase is over.

    Rules: 5.2e, 5.2f, 5.3a, 12.1a, 12.1b
    """
    now = progress(state)
    if state.turn == 1 and not now.rolled:
        for side in SIDES:
            state = _determined(state, side, resources.turn_1_points(side), log)
        return state
    if len(now.rolled) < len(SIDES):
        return None
    log.append(_first(now))
    return enter(_gained(state, log), Phase.BASES)


def _first(now: Progress) -> Event:
    """Who acts first this turn; on equal points Japan, but the Allies in phase 6.

    Rules: 5.2e, 5.2f, 5.2g, 5.2h
    """
    first, late = leader(now, Phase.BASES), leader(now, Phase.FLEET_REDEPLOYMENT)
    if first is late:
        return Event(say("engine.first", side=first.adjective), first, ("5.2e",))
    text = say("engine.first_equal", side=first.adjective, late=late.adjective)
    return Event(text, first, ("5.2g", "5.2h"))


def _gained(state: State, log: Log) -> State:
    """The points that events give, added once it is settled who acts first.

    Never below 0.

    Rulings: card-rp-and-order, trp-floor
    Rules: 5.1f, 5.2a
    """
    gains = progress(state).gains
    if not gains or state.trp is None:
        return state
    for side, gain, left in zip(SIDES, gains, state.trp, strict=True):
        if gain:
            rest = max(0, left + gain)
            text = say("engine.gains", side=side.adjective, points=f"{gain:+d}", left=rest)
            log.append(Event(text, side, ("5.1f",)))
    japan, allies = (max(0, left + gain) for left, gain in zip(state.trp, gains, strict=True))
    return evolve(state, trp=(japan, allies))


def offers(state: State) -> Iterator[Action]:
    """Every roll."""
    return (Roll(white, red) for white, red in product(FACES, FACES))


def refusals(state: State, action: Action) -> Iterator[Refusal]:
    """A roll can only be made, not refused."""
    return iter(())


def carried_out(state: State, action: Action, log: Log) -> State:
    """The side that rolls gets its points: BRP, what special rules and events give, the dice.

    Rules: 5.1a, 5.1b, 5.1c, 5.1f, 5.2a, 12.3b, 12.3c, 12.4a
    """
    side = acting(state)
    if not isinstance(action, Roll) or side is None:
        raise ValueError(f"{action} is no roll for points")
    brp = components.track().brp(state.turn, side)
    gains = {**resources.special_gains(state, side), **events.turn_gains(state, side)}
    found = resources.trp(brp, action.first, action.second, gains)
    return _determined(state, side, found, log)


def _determined(state: State, side: Side, found: Reason, log: Log) -> State:
    value = int(found.value or 0)
    log.append(Event(f"{side.adjective}: {found.text}", side, found.rules))
    now = progress(state)
    rolled = (*now.rolled, side)
    points = list(now.points or (0, 0))
    points[SIDES.index(side)] = value
    left = list(state.trp or (0, 0))
    left[SIDES.index(side)] = value
    changed = evolve(state, trp=(left[0], left[1]))
    return noted(changed, rolled=rolled, points=tuple(points))
