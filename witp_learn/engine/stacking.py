"""Phase 6, stacking check: what is over the limit of its hex goes (8.3, 10.5)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from attrs import evolve

from witp_learn.actions import Action, Lose
from witp_learn.engine.picking import picked
from witp_learn.engine.table import enter, noted, progress, settled
from witp_learn.engine.verdicts import Event, Log
from witp_learn.explain import say
from witp_learn.hexgrid import HexId
from witp_learn.model import Kind, Phase, Side, State, Unit
from witp_learn.rules.naming import told, word
from witp_learn.rules.refusals import Refusal
from witp_learn.rules.stacking import (
    Excess,
    checked_last,
    crowded,
    limit_rule,
    over_limit,
    stack_limit,
)
from witp_learn.rules.stacks import count, together, without
from witp_learn.sequence import leader

AFTER = "after-rebuilding"
"""The step of a check that comes after rebuilding (ruling stacking-check-time)."""


def acting(state: State) -> Side | None:
    """Who picks what goes: the owner; first the side that acts first.

    Rulings: stacking-removal-choice
    Rules: 10.0d, 10.5b
    """
    return next(_sides(state), None)


def _sides(state: State) -> Iterator[Side]:
    """The sides with more in a hex than may stay, in the order of the phase."""
    first = leader(progress(state), state.phase)
    return (side for side in (first, first.enemy) if crowded(state, side))


def _due(state: State, side: Side) -> Mapping[HexId, Excess]:
    """What a side has to take off next in each of its hexes: fleets before others."""
    return {h: over_limit(state, h, side)[0] for h in crowded(state, side)}


def automatic(state: State, log: Log) -> State | None:
    """What is over a limit goes where there is nothing to choose; then the phase goes on.

    Rules: 8.3c, 10.5a, 10.5b
    """
    last = checked_last(state)
    if last and progress(state).step != AFTER:
        return enter(state, Phase.REBUILDING)
    side = acting(state)
    if side is None:
        log.append(Event(say("stacking.within"), None, ("10.5a",)))
        return enter(state, Phase.REINFORCEMENT if last else Phase.REBUILDING)
    for hex_id, excess in _due(state, side).items():
        if gone := _forced(excess):
            return _removed(state, hex_id, gone, log)
    return None


def _forced(excess: Excess) -> tuple[Unit, ...]:
    """The units that go without a choice: like ones, or all there are."""
    rows = together((), excess.units)
    if len(rows) == 1:
        return (evolve(rows[0], count=excess.count),)
    return rows if count(rows) == excess.count else ()


def _removed(state: State, hex_id: HexId, gone: tuple[Unit, ...], log: Log) -> State:
    """The state without some units of a hex, and without cargo that has no ship left.

    Rules: 8.6c, 10.5b
    """
    left = without(state.units, gone)
    drowned = tuple(_drowned(left, gone))
    after = evolve(state, units=without(left, drowned))
    side, place = gone[0].side, state.board.label(hex_id)
    over = loss_rules(state, hex_id)
    for unit, rules in (*((u, over) for u in gone), *((u, ("8.6c",)) for u in drowned)):
        text = say("stacking.removed", units=told(unit), place=place)
        log.append(Event(text, side, rules, (hex_id,)))
    return settled(state, after, (hex_id,), log)


def loss_rules(state: State, hex_id: HexId) -> tuple[str, ...]:
    """The clauses by which the next unit of a hex goes, the one of its limit among them.

    Rules: 8.3d, 8.3e, 8.3f, 8.3g, 8.3j, 10.5b
    """
    side = acting(state)
    found = over_limit(state, hex_id, side) if side is not None else ()
    if side is None or not found:
        return ("10.5b",)
    return ("10.5b", limit_rule(state, hex_id, side, found[0].what))


def _drowned(left: tuple[Unit, ...], gone: tuple[Unit, ...]) -> Iterator[Unit]:
    """Cargo for which no ship is left, attrited units first."""
    for at in dict.fromkeys(unit.at for unit in gone if unit.kind is Kind.NAVAL):
        side = gone[0].side
        there = [unit for unit in left if unit.at == at and unit.side is side]
        cargo = sorted((unit for unit in there if unit.aboard), key=lambda unit: unit.full)
        short = count(cargo) - count(unit for unit in there if unit.kind is Kind.NAVAL)
        for unit in cargo:
            if (many := min(unit.count, short)) > 0:
                yield evolve(unit, count=many)
                short -= many


def offers(state: State) -> Iterator[Action]:
    """Every unit that can be taken off next, one for each unlike one.

    Rules: 10.5b
    """
    side = acting(state)
    if side is None:
        return
    for excess in _due(state, side).values():
        rows = together((), excess.units)
        yield from (Lose(word(row, rows), row.at) for row in sorted(rows, key=_dearer))


def _dearer(unit: Unit) -> tuple[bool, int]:
    """The order in which an owner would rather lose units: attrited ones first, then the weak."""
    return unit.full, unit.value


def refusals(state: State, action: Action) -> Iterator[Refusal]:
    """Why a unit may not be taken off: its hex, or it, is not over a limit.

    Rules: 10.5b
    """
    side = acting(state)
    if side is None or not isinstance(action, Lose):
        return
    hex_id = action.at[:4]
    place = state.board.label(hex_id)
    if hex_id not in state.board:
        yield Refusal("10.5b", "no_hex", hex_id, say("engine.no_hex", hex=hex_id))
    elif (excess := _due(state, side).get(hex_id)) is not None:
        rows = together((), excess.units)
        if picked(action, action.unit, action.at, rows) is None:
            choices = ", ".join(str(Lose(word(row, rows), row.at)) for row in rows)
            text = say("stacking.pick", place=place, choices=choices)
            yield Refusal("10.5b", "pick", hex_id, text)
    elif over_limit(state, hex_id, side.enemy):
        text = say("stacking.other_side", place=place, side=side.adjective)
        yield Refusal("10.0d", "other_side", hex_id, text)
    elif not state.at(hex_id, side):
        text = say("stacking.nobody", side=side.adjective, place=place)
        yield Refusal("10.5b", "nobody", hex_id, text)
    else:
        limit = stack_limit(state, hex_id, side).reason
        text = say("stacking.keeps", limit=limit.text, side=side.adjective)
        yield Refusal(limit.rules[0], "within", hex_id, text)


def carried_out(state: State, action: Action, log: Log) -> State:
    """A unit is taken off for good.

    Rules: 8.3c, 10.5b
    """
    side = acting(state)
    if side is None or not isinstance(action, Lose):
        raise ValueError(f"{action}: nothing is over a limit")
    hex_id = action.at[:4]
    rows = together((), _due(state, side)[hex_id].units)
    unit = picked(action, action.unit, action.at, rows)
    if unit is None:
        raise ValueError(f"{action}: no such unit is over the limit")
    return _removed(state, hex_id, (evolve(unit, count=1),), log)


def again(state: State) -> State:
    """The state at a check that comes after rebuilding, by reading b of stacking-check-time."""
    return noted(enter(state, Phase.STACKING), step=AFTER)
