"""Decisions and dice that interrupt a phase: whose base goes, where an air unit goes (6.5, 8.7).

Those of cards, submarines and the short war are in modules of their own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from attrs import evolve

from witp_learn.actions import NOWHERE, Action, Displace, Remove
from witp_learn.edits import tidy
from witp_learn.engine import choosing, short_war, submarines
from witp_learn.engine.basing import removed
from witp_learn.engine.parts import Interruption
from witp_learn.engine.table import driven_out, noted, progress
from witp_learn.engine.verdicts import Event, Log
from witp_learn.explain import say
from witp_learn.model import Pending, Side, State, Unit
from witp_learn.rules.displacement import Displaced
from witp_learn.rules.movement import displaced_to, no_displacement
from witp_learn.rules.refusals import Refusal

_ELSEWHERE: Mapping[str, Interruption] = {
    "choose": choosing,
    "submarines": submarines,
    "sudden-death": short_war,
}
"""Where the other kinds are decided."""


def asked(state: State) -> Pending | None:
    """The decision that has to be made now, if any."""
    pending = progress(state).pending
    return pending[-1] if pending else None


def acting(state: State) -> Side | None:
    """Who decides; None while dice are due."""
    found = asked(state)
    if found is not None and found.kind in _ELSEWHERE:
        return _ELSEWHERE[found.kind].acting(state, found)
    return found.side if found else None


def status(state: State, found: Pending, phase: str) -> str:
    """What has to be decided, by whom, in a sentence."""
    if found.kind in _ELSEWHERE:
        return _ELSEWHERE[found.kind].status(state, found, phase)
    if found.unit is None:
        return say("engine.status_waiting", phase=phase, side=found.side.adjective)
    unit = f"{found.unit.nation.adjective} {found.unit.kind.noun}"
    place = state.board.label(found.unit.hex)
    side = found.side.adjective
    return say("engine.status_driven", phase=phase, side=side, unit=unit, place=place)


def offers(state: State) -> Iterator[Action]:
    """Every answer."""
    found = asked(state)
    if found is None:
        return
    if found.kind in _ELSEWHERE:
        yield from _ELSEWHERE[found.kind].offers(state, found)
        return
    if found.unit is None:
        yield from (Remove(h) for h in sorted(state.bases[found.side.enemy]))
        return
    places = _places(state, found.unit)
    yield from (Displace(found.unit.hex, to) for to in places or (NOWHERE,))


def _places(state: State, unit: Unit) -> tuple[str, ...]:
    """Where the air unit may go as things stand now; an attrited one nowhere."""
    return displaced_to(state, unit.hex, unit.side, unit.nation) if unit.full else ()


def refusals(state: State, action: Action) -> Iterator[Refusal]:
    """Why this is no answer.

    Rules: 6.5d, 8.7a, 12.1e, 12.2c
    """
    found = asked(state)
    if found is None or action in tuple(offers(state)):
        return
    if found.kind in _ELSEWHERE:
        yield from _ELSEWHERE[found.kind].refusals(state, found, action)
        return
    if found.unit is None:
        text = say("engine.pick_base", side=found.side.enemy.adjective)
        yield Refusal("6.5d", "pick_base", "", text)
    else:
        yield from not_there(state, found.unit, action)
        places = ", ".join(state.board.label(h) for h in _places(state, found.unit)) or NOWHERE
        text = say("engine.pick_place", place=state.board.label(found.unit.hex), places=places)
        yield Refusal("8.7a", "pick_place", found.unit.hex, text)


def not_there(state: State, unit: Unit, action: Action) -> Iterator[Refusal]:
    """Why an air unit that is driven out may not go where an action sends it.

    Rules: 8.7a, 12.1e, 12.2c
    """
    if not isinstance(action, Displace) or action.at != unit.hex or action.to == NOWHERE:
        return
    if action.to not in state.board:
        yield Refusal("8.7a", "no_hex", action.to, say("engine.no_hex", hex=action.to))
        return
    for bar in no_displacement(state, unit.hex, action.to, unit.side, unit.nation):
        yield Refusal(bar.rule, bar.why, bar.hex, bar.text)


def carried_out(state: State, action: Action, log: Log) -> State:
    """The decision carried out, and off the stack.

    Rules: 6.5c, 6.5d, 8.7a, 8.7b, 8.7d
    """
    found = asked(state)
    if found is None:
        raise ValueError("nothing waits for a decision")
    pending = progress(state).pending[:-1]
    if found.kind in _ELSEWHERE:
        decide = _ELSEWHERE[found.kind].carried_out
        return decide(noted(state, pending=pending), found, action, log)
    if found.unit is None and isinstance(action, Remove):
        state = removed(state, found.side.enemy, action.at)
        values = {"side": found.side.enemy.adjective, "place": state.board.label(action.at)}
        log.append(
            Event(say("engine.taken_off", **values), found.side, ("6.5c", "6.5d"), (action.at,))
        )
        if found.count > 1:
            pending = (*pending, evolve(found, count=found.count - 1))
    elif found.unit is not None and isinstance(action, Displace):
        driven = Displaced(found.unit, _places(state, found.unit))
        to = None if action.to == NOWHERE else action.to
        state = tidy(driven_out(state, driven, to, log))
    return noted(state, pending=pending)
