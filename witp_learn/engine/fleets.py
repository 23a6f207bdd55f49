"""Phase 6, fleet redeployment: into friendly ports and sources, in alternation (10.2)."""

from __future__ import annotations

from collections.abc import Iterator

from witp_learn.actions import Action, Pass, Redeploy
from witp_learn.engine import redeploying
from witp_learn.engine.table import SIDES, enter, handed_over, settled
from witp_learn.engine.verdicts import Event, Log
from witp_learn.explain import say
from witp_learn.hexgrid import distance
from witp_learn.model import Phase, State, Unit
from witp_learn.rules.redeployment import places, who
from witp_learn.rules.refusals import Refusal

acting = redeploying.acting


def automatic(state: State, log: Log) -> State | None:
    """With both sides done, fleets outside friendly ports and sources are lost, cargo lands.

    Rules: 10.0b, 10.2a, 10.2d, 10.2i, 10.2j
    """
    if acting(state) is not None:
        return None
    end = who.closing(state)
    _told(state, end.lost, "lost", "10.2j", log)
    _told(state, end.landed, "landed", "10.2d", log)
    hexes = tuple(dict.fromkeys(u.hex for u in (*end.lost, *end.landed)))
    state = settled(state, end.state, hexes, log)
    return enter(state, Phase.TROOP_REDEPLOYMENT)


def _told(state: State, units: tuple[Unit, ...], key: str, rule: str, log: Log) -> None:
    """One event for each hex and side."""
    for hex_id in dict.fromkeys(u.hex for u in units):
        for side in SIDES:
            here = tuple(u for u in units if u.hex == hex_id and u.side is side)
            if here:
                told = redeploying.units_text(here)
                names = {"side": side.adjective, "place": state.board.label(hex_id)}
                text = say(f"redeploying.{key}", units=told, **names)
                log.append(Event(text, side, (rule,), (hex_id,)))


def offers(state: State) -> Iterator[Action]:
    """Fleets to every port and source they may go to, first those that must leave, and passing.

    Rules: 10.1b, 10.1c, 10.2b, 10.2g
    """
    side = acting(state)
    if side is None:
        return
    if redeploying.some_left(state, side):
        must = dict.fromkeys(u.hex for u in who.astray(state, side))
        others = (u.hex for u in state.units if u.kind.is_fleet and u.side is side)
        ends = places.fleet_places(state, side)
        for hex_id in dict.fromkeys((*must, *others)):
            yield from redeploying.listed(state, side, who.FLEET, hex_id, ends)
    yield Pass()


def usual(state: State) -> Action:
    """What a careful owner does: fleets that must leave go to the nearest haven, else it passes.

    Rules: 10.2b, 10.2j
    """
    side = acting(state)
    must = set() if side is None else {u.hex for u in who.astray(state, side)}
    leaving = [a for a in offers(state) if isinstance(a, Redeploy) and a.at[:4] in must]
    ways = [a for a in leaving if (a.units, a.at) == (leaving[0].units, leaving[0].at)]
    return min(ways, key=lambda a: distance(a.at[:4], a.to[:4])) if ways else Pass()


def warning(state: State) -> str:
    """Where the side that acts has fleets that are lost if they stay, for the status; or nothing.

    Rules: 10.2b, 10.2j
    """
    side = acting(state)
    hexes = dict.fromkeys(u.hex for u in who.astray(state, side)) if side else {}
    places = ", ".join(state.board.label(h) for h in hexes)
    return say("redeploying.astray", places=places) if places else ""


def refusals(state: State, action: Action) -> Iterator[Refusal]:
    """Why fleets may not be redeployed.

    Rules: 10.1a, 10.1c, 10.2a, 10.2b, 10.2e, 10.2g
    """
    side = acting(state)
    if side is None or not isinstance(action, Redeploy):
        return
    types = redeploying.types_of(action)
    if who.LAND in types:
        yield Refusal("10.2e", "land", action.at[:4], say("redeploying.no_cargo"))
    if who.AIR in types:
        yield Refusal("10.2a", "fleets_first", action.at[:4], say("redeploying.fleets_first"))
    yield from redeploying.nowhere(state, action, who.FLEET if who.FLEET in types else types[0])
    yield from redeploying.no_stack(state, side, action)
    if who.FLEET in types and action.to[:4] in state.board:
        yield from places.fleet_bars(state, action.to[:4], side)


def carried_out(state: State, action: Action, log: Log) -> State:
    """The fleets put down elsewhere, or the side done with its fleets; then the other side is up.

    Rules: 10.0c, 10.2d, 10.2f, 10.2g, 10.2h
    """
    side = acting(state)
    if side is None:
        raise ValueError("nobody redeploys fleets here")
    if not isinstance(action, Redeploy):
        return redeploying.passed(state, side, "10.2h", log)
    state = redeploying.sent(state, side, who.FLEET, action, ("10.2g",), log)
    return handed_over(state, side)
