"""Phase 5, movement segment: impulses in alternation (8).

An impulse is a target, activation markers, moves, and `pass`, which ends it. With no impulse under
way `pass` ends the side's part in the segment.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from witp_learn.actions import Action, Activate, Move, Pass, Target
from witp_learn.edits import tidy
from witp_learn.engine import marching
from witp_learn.engine.marching import Impulse
from witp_learn.engine.table import enter, handed_over, noted, paid, progress, settled
from witp_learn.engine.verdicts import Event, Log
from witp_learn.explain import say
from witp_learn.hexgrid import HexId
from witp_learn.model import Kind, Mark, Phase, Side, State
from witp_learn.rulebook import reading
from witp_learn.rules.marching import advance
from witp_learn.rules.refusals import Refusal
from witp_learn.sequence import turn_of

ACTIVATION = 1
"""RP of an activation marker (8.2d)."""


def acting(state: State) -> Side | None:
    """Whose impulse it is. On turn 1 the Allies make none.

    Rules: 8.1a, 8.1b, 8.1c, 8.1d, 8.1f, 12.1d
    """
    now = progress(state)
    if state.turn == 1:
        return None if Side.JAPAN in now.passed else Side.JAPAN
    return turn_of(now, state.phase)


def automatic(state: State, log: Log) -> State | None:
    """A move under way goes on; with both sides done the markers come off.

    Rules: 8.0a, 8.1d, 8.1e
    """
    journey = progress(state).journey
    if journey is not None:
        before = state
        state, rest = advance(state, journey)
        state = noted(state, journey=rest)
        entered = progress(before).target if rest is None else rest.at[:4]
        if rest is None:
            _arrived(before, state, entered, log)
        return settled(before, state, (journey.at[:4], entered), log)
    if acting(state) is not None:
        return None
    log.append(Event(say("engine.movement_over"), None, ("8.1d", "8.1e")))
    units = tuple(evolve(unit, moved=False) for unit in state.units)
    return enter(tidy(evolve(state, units=units)), Phase.COMBAT)


def _arrived(before: State, after: State, hex_id: HexId, log: Log) -> None:
    """What the cargo of a stack does at its target.

    A lone air unit is not fought (ruling assault-vs-lone-air).

    Rules: 8.6.2a, 8.6.2b, 8.6.2c, 8.6.2d, 9.1c
    """
    journey = progress(before).journey
    cargo = sum(u.count for u in journey.units if u.aboard) if journey else 0
    if journey is None or not cargo:
        return
    side = journey.units[0].side
    ashore = sum(u.count for u in after.at(hex_id, side) if u.ashore)
    landed = ashore - sum(u.count for u in before.at(hex_id, side) if u.ashore)
    many = f"{cargo} land unit{'' if cargo == 1 else 's'}"
    met = {u.kind.is_fleet for u in after.at(hex_id, side.enemy) if u.kind is not Kind.LAND}
    if landed:
        rule = "8.6.2b" if True in met else "9.1c" if met else "8.6.2a"
        key, rules = "landed", (rule,)
    elif after.land_ashore(hex_id, side.enemy):
        key, rules = "aboard", ("8.6.2d",) if True in met else ("8.6.2c",)
    else:
        key, rules = "waits", ("8.6.2d",)
    text = say(f"engine.{key}", units=many, place=after.board.label(hex_id))
    log.append(Event(text, side, rules, (hex_id,)))


def offers(state: State) -> Iterator[Action]:
    """What the side may do: choose a target, activate, move, end its impulse, or pass."""
    side, now = acting(state), progress(state)
    if side is None:
        return
    if not now.target:
        taken = chosen(state, side)
        yield from (Target(h) for h in marching.targets(state, side) if h not in taken)
        yield Pass()
        return
    impulse = Impulse(state, side)
    if not now.done:
        yield from (Activate(h) for h in impulse.origins() if h not in now.activated)
    yield from impulse.moves()
    if now.activated and not any(_unfinished(impulse)):
        yield Pass()


def chosen(state: State, side: Side) -> tuple[HexId, ...]:
    """The hexes a side may not choose as target any more this turn: its own targets.

    By reading b of target-hex-once-scope those of both sides.

    Rules: 8.5b
    """
    both = reading("target-hex-once-scope", state.rulings) == "b"
    return tuple(mark.hex for mark in progress(state).targets if both or mark.side is side)


def refusals(state: State, action: Action) -> Iterator[Refusal]:
    """Why the side may not do it."""
    side, now = acting(state), progress(state)
    if side is None:
        return
    if isinstance(action, Target):
        yield from _no_target(state, side, action.at)
    elif isinstance(action, Activate):
        yield from _no_activation(state, side, action.at)
    elif isinstance(action, Move):
        yield from marching.refusals(state, side, action)
    elif now.target:
        if not now.activated:
            yield Refusal("8.2b", "no_marker", now.target, say("engine.no_marker"))
        yield from _unfinished(Impulse(state, side))


def _no_target(state: State, side: Side, hex_id: HexId) -> Iterator[Refusal]:
    """Why a hex cannot be the target.

    Rules: 8.2a, 8.5b
    """
    now = progress(state)
    if hex_id not in state.board:
        yield Refusal("8.2a", "no_hex", hex_id, say("engine.no_hex", hex=hex_id))
        return
    place = state.board.label(hex_id)
    if now.target:
        text = say("engine.has_target", place=state.board.label(now.target))
        yield Refusal("8.2a", "has_target", now.target, text)
        return
    if hex_id in chosen(state, side):
        text = say("engine.target_twice", side=side.adjective, place=place)
        yield Refusal("8.5b", "target_twice", hex_id, text)
    if hex_id not in marching.targets(state, side):
        yield from marching.out_of_reach(state, side, hex_id)


def _no_activation(state: State, side: Side, hex_id: HexId) -> Iterator[Refusal]:
    """Why a hex cannot be activated.

    Rules: 8.2b, 8.2c, 8.2d
    """
    now = progress(state)
    if hex_id not in state.board:
        yield Refusal("8.2b", "no_hex", hex_id, say("engine.no_hex", hex=hex_id))
        return
    place = state.board.label(hex_id)
    if not now.target:
        yield Refusal("8.2a", "no_target", hex_id, say("engine.no_target"))
        return
    if now.done:
        yield Refusal("8.2e", "moving", hex_id, say("engine.markers_first"))
    if hex_id in now.activated:
        yield Refusal("8.2b", "activated", hex_id, say("engine.activated", place=place))
    elif hex_id not in Impulse(state, side).origins():
        yield marching.cannot_go(state, side, hex_id)


def _unfinished(impulse: Impulse) -> Iterator[Refusal]:
    """Activated hexes from which something can and must still move.

    Rules: 8.2b, 8.2e
    """
    for hex_id in impulse.now.activated:
        if hex_id not in impulse.now.done and any(impulse.moves_from(hex_id)):
            text = say("engine.not_moved", place=impulse.state.board.label(hex_id))
            yield Refusal("8.2e", "not_moved", hex_id, text)


def carried_out(state: State, action: Action, log: Log) -> State:
    """The step of the impulse done; `pass` hands over to the other side.

    Rules: 8.1a, 8.1c, 8.2a, 8.2b, 8.2d, 8.2e, 8.2f, 8.2g, 8.4d
    """
    side, now = acting(state), progress(state)
    if side is None:
        raise ValueError("nobody moves here")
    if isinstance(action, Target):
        targets = (*now.targets, Mark(side, action.at))
        state = noted(state, target=action.at, targets=targets, to_act=side)
        _told(log, "target", state, side, action.at, ("8.2a",))
    elif isinstance(action, Activate):
        state = noted(paid(state, side, ACTIVATION), activated=(*now.activated, action.at))
        _told(log, "activates", state, side, action.at, ("8.2b", "8.2d"))
    elif isinstance(action, Move):
        state = marching.started(state, side, action, log)
    elif now.target:
        log.append(Event(say("engine.impulse_over", side=side.adjective), side, ("8.2g",)))
        state = handed_over(noted(state, target="", activated=(), done=()), side)
    else:
        log.append(Event(say("engine.passes", side=side.adjective), side, ("8.1c",)))
        state = handed_over(noted(state, passed=(*now.passed, side)), side)
    return state


def _told(
    log: Log, key: str, state: State, side: Side, hex_id: HexId, rules: tuple[str, ...]
) -> None:
    text = say(f"engine.{key}", side=side.adjective, place=state.board.label(hex_id))
    log.append(Event(text, side, rules, (hex_id,)))
