"""Phase 7: reinforcements are placed, then the turn ends (11, 12.2)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from attrs import evolve

from witp_learn.actions import Action, Place
from witp_learn.edits import tidy
from witp_learn.engine import season
from witp_learn.engine.picking import only_one, picked
from witp_learn.engine.table import noted, progress
from witp_learn.engine.verdicts import Event, Log
from witp_learn.explain import say
from witp_learn.files import one_of
from witp_learn.model import Side, State, Unit
from witp_learn.rules import reinforcement
from witp_learn.rules.naming import told, word
from witp_learn.rules.refusals import Refusal
from witp_learn.rules.stacks import together, without
from witp_learn.sequence import leader

PLACING = "placing"
"""The step in which units that have arrived are put on the map."""


def acting(state: State) -> Side | None:
    """Who places units: first all of the side that acts first, then the other's.

    Rules: 11.0a
    """
    if season.closing(state):
        return season.acting(state)
    first = leader(progress(state), state.phase)
    return next((side for side in (first, first.enemy) if _open(state, side)), None)


def _open(state: State, side: Side) -> Mapping[Unit, tuple[str, ...]]:
    """The units of a side that wait and may be placed, with the places of each."""
    waiting = together((), (unit for unit in progress(state).waiting if unit.side is side))
    found = {unit: reinforcement.places(state, unit) for unit in waiting}
    return {unit: places for unit, places in found.items() if places}


def automatic(state: State, log: Log) -> State | None:
    """Units of this turn arrive; those with one place go there, those with none wait.

    A position of its own has no reinforcements. With all placed the end of the turn is played.

    Rules: 11.0a, 11.0b, 11.0d
    """
    if season.closing(state):
        return season.ended(state, log)
    if progress(state).step != PLACING:
        return noted(_arrived(state, log), step=PLACING)
    for side in Side:
        for unit, places in _open(state, side).items():
            if len(places) == 1:
                return _placed(state, unit, places[0], log)
    if acting(state) is not None:
        return None
    for unit in progress(state).waiting:
        key = "waits_one" if unit.count == 1 else "waits"
        text = say(f"reinforcement.{key}", units=told(unit), nation=unit.nation.adjective)
        log.append(Event(text, unit.side, ("11.0b",)))
    return season.ended(state, log)


def _arrived(state: State, log: Log) -> State:
    """The state with the units of this turn's box among those that wait for a place.

    Rules: 3.3e, 11.0a
    """
    now = progress(state)
    new = reinforcement.arriving(now.scenario, state.turn)
    for side in Side:
        if units := [told(unit) for unit in new if unit.side is side]:
            text = say("reinforcement.arrives", units=", ".join(units))
            log.append(Event(text, side, ("11.0a",)))
    return noted(state, waiting=together((), (*now.waiting, *new)))


def _placed(state: State, unit: Unit, at: str, log: Log) -> State:
    """The state with units that have waited on the map, for use from the next turn on.

    Rules: 11.0b, 11.0c, 11.0d, 11.0c
    """
    place = state.board.label(at[:4])
    text = say("reinforcement.placed", units=told(unit), place=place)
    log.append(Event(text, unit.side, ("11.0b",), (at[:4],)))
    waiting = without(progress(state).waiting, (unit,))
    there = evolve(state, units=together(state.units, (evolve(unit, at=at),)))
    return noted(tidy(there), waiting=waiting)


def offers(state: State) -> Iterator[Action]:
    """Every number of like units in every place that is open to them.

    Rules: 11.0b
    """
    if season.closing(state):
        yield from season.offers(state)
        return
    side = acting(state)
    waiting = _open(state, side) if side else {}
    for unit, places in waiting.items():
        name = word(unit, waiting)
        for at in places:
            yield from (Place(((name, many),), at) for many in range(1, unit.count + 1))


def refusals(state: State, action: Action) -> Iterator[Refusal]:
    """Why units may not be placed: they are not there, not so many, or not in that hex.

    Rules: 11.0a, 11.0b
    """
    if season.closing(state):
        yield from season.refusals(state, action)
        return
    side = acting(state)
    if side is None:
        return
    if not isinstance(action, Place):
        waiting = ", ".join(told(unit) for unit in _open(state, side))
        text = say("reinforcement.first", side=side.adjective, units=waiting)
        yield Refusal("11.0b", "first", "", text)
        return
    hex_id = action.at[:4]
    if action.start:
        yield Refusal("11.0b", "from_map", action.start[:4], say("reinforcement.from_map"))
    if len(action.units) != 1:
        yield Refusal("11.0b", "one_kind", "", say("reinforcement.one_kind"))
        return
    if hex_id not in state.board:
        yield Refusal("11.0b", "no_hex", hex_id, say("engine.no_hex", hex=hex_id))
    named, many = action.units[0]
    unit = _meant(state, side, action)
    if unit is None:
        text = say("reinforcement.nobody", side=side.adjective, unit=named)
        yield Refusal("11.0a", "nobody", "", text)
        return
    if many > unit.count:
        text = say("reinforcement.fewer", count=unit.count, unit=named)
        yield Refusal("11.0a", "fewer", "", text)
    if hex_id in state.board and _place(state, unit, action) is None:
        yield from _closed(state, unit, action.at)


def _meant(state: State, side: Side, action: Place) -> Unit | None:
    """The row of waiting units that an action means, None when it means none.

    Raises Ambiguous when it could mean several.
    """
    return picked(action, action.units[0][0], action.at, _open(state, side))


def _place(state: State, unit: Unit, action: Place) -> str | None:
    """Where the action puts a unit, with the coast letter; None where it may not go.

    Raises Ambiguous for a hex with two seas without its letter.
    """
    meant = [at for at in reinforcement.places(state, unit) if at.startswith(action.at)]
    only_one(action, meant)
    return meant[0] if meant else None


def _closed(state: State, unit: Unit, at: str) -> Iterator[Refusal]:
    """Every reason why a unit may not be placed in a hex.

    Rules: 2.3.2c, 2.3.2d, 11.0b
    """
    place, nation = state.board[at[:4]], unit.nation
    values = {"place": place.label, "nation": nation.adjective}
    if place.source is not nation:
        yield Refusal("11.0b", "no_source", place.id, say("reinforcement.no_source", **values))
    if state.land_ashore(place.id, unit.side.enemy):
        yield Refusal("11.0b", "occupied", place.id, say("reinforcement.occupied", **values))
    if why := reinforcement.amiss(place, unit):
        rule = "2.3.2c" if unit.kind.is_fleet else "2.3.2d"
        yield Refusal(rule, why, place.id, say(f"reinforcement.{why}", **values))
    letters = sorted(place.coasts) if unit.kind.is_fleet else []
    if at[4:] not in (letters or [""]):
        right = one_of(place.id + letter for letter in letters or [""])
        text = say("reinforcement.water", right=right, **values)
        yield Refusal("8.7k", "water", place.id, text)


def carried_out(state: State, action: Action, log: Log) -> State:
    """Units are placed, or a decision at the end of the turn is carried out.

    Rules: 11.0b, 11.0d
    """
    if season.closing(state):
        return season.carried_out(state, action, log)
    side = acting(state)
    if side is None or not isinstance(action, Place):
        raise ValueError(f"{action}: nothing waits for a place")
    unit = _meant(state, side, action)
    at = None if unit is None else _place(state, unit, action)
    if unit is None or at is None:
        raise ValueError(f"{action}: no such unit may be placed there")
    return _placed(state, evolve(unit, count=action.units[0][1]), at, log)
