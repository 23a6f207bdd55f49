"""Phase 6, redeployment of air and land units, in alternation (10.3)."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from witp_learn.actions import Action, Pass, Redeploy
from witp_learn.edits import tidy
from witp_learn.engine import redeploying
from witp_learn.engine.table import enter, handed_over, noted, progress
from witp_learn.engine.verdicts import Event, Log
from witp_learn.explain import say
from witp_learn.hexgrid import HexId
from witp_learn.model import Kind, Pending, Phase, Side, State
from witp_learn.rules.redeployment import flights, places, who
from witp_learn.rules.redeployment.network import Network, Route
from witp_learn.rules.refusals import Refusal
from witp_learn.rules.turn_end import china

acting = redeploying.acting


def automatic(state: State, log: Log) -> State | None:
    """With both sides done redeployment is over, and no unit counts as redeployed any more.

    Rules: 10.0b, 10.3m
    """
    if acting(state) is not None:
        return None
    units = tuple(evolve(unit, moved=False) for unit in state.units)
    return enter(tidy(evolve(state, units=units)), Phase.STACKING)


def offers(state: State) -> Iterator[Action]:
    """Air and land units to every place they may go to, and passing.

    Rules: 10.1b, 10.1c, 10.3a, 10.3d, 10.3e, 10.3f
    """
    side = acting(state)
    if side is None:
        return
    if redeploying.some_left(state, side):
        ends = places.troop_places(state, side)
        yield from _flights(state, side, ends)
        yield from _marches(state, side, ends)
    yield Pass()


def _flights(state: State, side: Side, ends: tuple[HexId, ...]) -> Iterator[Redeploy]:
    bars = flights.Bars(state, side)
    for hex_id in _hexes(state, side, Kind.AIR):
        free = [to for to in ends if bars.open(hex_id, to)]
        yield from redeploying.listed(state, side, who.AIR, hex_id, free)


def _marches(state: State, side: Side, ends: tuple[HexId, ...]) -> Iterator[Redeploy]:
    net = Network(state, side)
    firm = {
        h: net.nets_at(h)
        for h in ends
        if net.ends(h) and not any(places.troop_bars(state, h, side, ground=True))
    }
    for hex_id in _hexes(state, side, Kind.LAND):
        if who.pool(state, side, who.LAND, hex_id):
            start = net.nets_at(hex_id)
            beside = net.beside(hex_id)
            near = [to for to, nets in firm.items() if to in beside or not start.isdisjoint(nets)]
            yield from redeploying.listed(state, side, who.LAND, hex_id, near)


def _hexes(state: State, side: Side, kind: Kind) -> Iterator[HexId]:
    return iter(dict.fromkeys(u.hex for u in state.units if u.kind is kind and u.side is side))


def refusals(state: State, action: Action) -> Iterator[Refusal]:
    """Why air or land units may not be redeployed.

    The Chinese wait for the end of the turn; they need no network and count as no stack (ruling
    china-redeploy-path).

    Rules: 9.7f, 9.7g, 10.1a, 10.1c, 10.2i, 10.3b, 10.3c, 10.3d, 10.3f, 12.2a, 12.2e, 12.2s
    """
    side = acting(state)
    if side is None or not isinstance(action, Redeploy):
        return
    types = redeploying.types_of(action)
    if who.FLEET in types:
        yield Refusal("10.2i", "fleets_done", action.at[:4], say("redeploying.fleets_done"))
    if who.AIR in types and who.LAND in types:
        yield Refusal("10.3b", "mixed", action.at[:4], say("redeploying.mixed"))
    astray = tuple(redeploying.nowhere(state, action, types[0]))
    yield from astray
    if types == (who.LAND,) and who.chinese(state, side, action.at, dict(action.units)):
        yield from who.no_units(state, side, who.LAND, action.at, dict(action.units))
        yield from china.no_redeployment(state, action.at[:4], action.to[:4])
        return
    yield from redeploying.no_stack(state, side, action)
    if action.to in state.board and who.FLEET not in types:
        yield from places.troop_bars(state, action.to, side, ground=who.LAND in types)
    if astray or action.at == action.to:
        return
    if who.LAND in types:
        yield from Network(state, side).refusals(action.at, action.to)
    if who.AIR in types:
        yield from flights.Bars(state, side).refusals(action.at, action.to)


def carried_out(state: State, action: Action, log: Log) -> State:
    """The stack put down elsewhere, with dice to come if it crossed the sea; or the side done.

    Rules: 10.0c, 10.3a, 10.3e, 10.3f, 10.3l, 10.4a, 10.4b, 10.4c
    """
    side = acting(state)
    if side is None:
        raise ValueError("nobody redeploys here")
    if not isinstance(action, Redeploy):
        return redeploying.passed(state, side, "10.3l", log)
    what = who.type_of(action.units[0][0])
    if what == who.AIR:
        state = redeploying.sent(state, side, what, action, ("10.3e",), log)
        return handed_over(state, side)
    route = Network(state, side).route(action.at, action.to)
    if route is None:
        raise ValueError(f"no way leads from {action.at} to {action.to}")
    return handed_over(_carried(state, side, action, route, log), side)


def _carried(state: State, side: Side, action: Redeploy, route: Route, log: Log) -> State:
    """A land stack at the end of its way; submarines lie in wait when it crossed the sea."""
    units = who.chosen(state, side, who.LAND, action.at, dict(action.units))
    state = redeploying.sent(state, side, who.LAND, action, ("10.3f",), log)
    key = "redeploying.by_sea" if route.by_sea else "redeploying.by_land"
    way = ", ".join(state.board.label(h) for h in route.hexes)
    rules = ("10.3g", "10.3k") if route.by_sea else ("10.3g",)
    log.append(Event(say(key, way=way), side, rules, route.hexes))
    if not route.by_sea:
        return state
    there = tuple(evolve(u, at=action.to, moved=True) for u in units)
    due = Pending("submarines", side, at=action.to, units=there)
    return noted(state, pending=(*progress(state).pending, due))
