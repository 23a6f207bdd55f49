"""Which units may be redeployed together, and what becomes of them (10.1 to 10.3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attrs import evolve, frozen

from witp_learn.explain import say
from witp_learn.files import BadData
from witp_learn.hexgrid import HexId
from witp_learn.model import Kind, Nation, Side, State, Terrain, Unit
from witp_learn.rules import stacks
from witp_learn.rules.naming import fits
from witp_learn.rules.redeployment.places import is_haven
from witp_learn.rules.refusals import Refusal

FLEET, LAND, AIR = "fleet", "land", "air"
"""The types of units: each makes stacks of its own (ruling redeploy-same-type)."""


def type_of(word: str) -> str:
    """The type of the units that a unit word names: ``fleet``, ``land`` or ``air``.

    Rules: 10.1e, 10.3b
    """
    last = word.split("-")[-1]
    return last if last in (LAND, AIR) else FLEET


def _is(unit: Unit, what: str) -> bool:
    return unit.kind.is_fleet if what == FLEET else unit.kind.value == what


@frozen
class Kept:
    """Units that may not be redeployed, and why."""

    units: tuple[Unit, ...]
    refusal: Refusal


def pool(state: State, side: Side, what: str, at: str) -> tuple[Unit, ...]:
    """The units of a type in a hex that may be redeployed, attrited ones too.

    ``what``: ``fleet``, ``land`` or ``air``. ``at``: the hex; for fleets in one with two seas with
    the letter of one of them, without it both.

    Rules: 9.7f, 10.1a, 10.1e, 10.1f, 10.2e, 10.3c, 12.2e
    """
    rows = tuple(u for u in _there(state, side, what, at) if _why(state, u) is None)
    return rows if len(rows) < 2 else stacks.together((), rows)


def _there(state: State, side: Side, what: str, at: str) -> Iterator[Unit]:
    return (u for u in state.at(at[:4], side) if _is(u, what) and at in (u.at, u.hex))


def _why(state: State, unit: Unit) -> tuple[str, str] | None:
    """The clause and the name of what keeps a unit in its place."""
    if unit.moved:
        return "10.1a", "moved"
    if unit.kind is not Kind.LAND:
        return None
    if unit.aboard:
        return "10.2e", "aboard"
    if unit.nation is Nation.CHINA:
        return "12.2e", "chinese"
    return ("10.3c", "fighting") if unit.hex in state.contested else None


def kept(state: State, side: Side, what: str, at: str) -> tuple[Kept, ...]:
    """The units of a type in a hex that may not be redeployed, by reason.

    Rules: 9.7f, 10.1a, 10.2e, 10.3c, 12.2e
    """
    found: dict[tuple[str, str], list[Unit]] = {}
    for unit in _there(state, side, what, at):
        if (why := _why(state, unit)) is not None:
            found.setdefault(why, []).append(unit)
    names = {"side": side.adjective, "place": state.board.label(at[:4])}
    return tuple(
        Kept(tuple(units), Refusal(rule, why, at[:4], say(f"redeploying.{why}", **names)))
        for (rule, why), units in found.items()
    )


def chosen(state: State, side: Side, what: str, at: str, take: stacks.Take) -> tuple[Unit, ...]:
    """The units that unit words name among those that may be redeployed, full ones first.

    Raises BadData for words that name no such units or more than there are.
    """
    return stacks.pick(state, pool(state, side, what, at), take)


def no_units(state: State, side: Side, what: str, at: str, take: stacks.Take) -> Iterator[Refusal]:
    """Why these units may not be redeployed: they are not there, or must stay.

    Rules: 9.7f, 10.1a, 10.1e, 10.2e, 10.3c, 12.2e
    """
    free = pool(state, side, what, at)
    try:
        stacks.pick(state, free, take)
        return
    except BadData:
        held = [k for k in kept(state, side, what, at) if _concerns(k, take)]
    try:
        stacks.pick(state, stacks.together(free, (u for k in held for u in k.units)), take)
    except BadData as error:
        place = state.board.label(at[:4])
        text = say("redeploying.no_unit", side=side.adjective, place=place, problem=error.problem)
        yield Refusal("10.1e", "no_unit", at[:4], text)
    yield from (one.refusal for one in held)


def chinese(state: State, side: Side, at: str, take: stacks.Take) -> bool:
    """Whether land units that words name are the Chinese, who are redeployed as the turn ends.

    Rules: 12.2e, 12.2r
    """
    named = [u for u in _there(state, side, LAND, at) if any(fits(word, u) for word in take)]
    return bool(named) and all(u.nation is Nation.CHINA for u in named)


def _concerns(one: Kept, take: stacks.Take) -> bool:
    return any(fits(word, unit) for unit in one.units for word in take)


def choices(
    state: State, side: Side, what: str, hex_id: HexId
) -> Iterator[tuple[str, tuple[Unit, ...], tuple[Unit, ...]]]:
    """The stacks worth telling one by one in a hex.

    Each with the waters it leaves and all of the type that could leave them. All of these; all
    like ones; one of them. From both waters of a hex all go. Any other number may go too.

    Rules: 10.1b, 10.1e
    """
    here = pool(state, side, what, hex_id)
    waters = dict.fromkeys(u.at for u in here)
    if len(waters) > 1:
        yield hex_id, here, here
    for at in waters:
        rows = tuple(u for u in here if u.at == at)
        ones = (evolve(row, count=1) for row in rows)
        for units in dict.fromkeys((rows, *((row,) for row in rows), *((one,) for one in ones))):
            yield at, rows, units


def cargo_along(state: State, fleets: Iterable[Unit]) -> tuple[Unit, ...]:
    """The land units aboard that go with these fleets: as many as their naval units hold.

    Full ones first. Those who were beaten in a landing are treated like all others aboard
    (ruling losing-fleet-cargo).

    Rules: 10.2d, 10.2e, 8.6c
    """
    room: dict[tuple[str, Side], int] = {}
    for ship in fleets:
        if ship.kind is Kind.NAVAL:
            room[ship.at, ship.side] = room.get((ship.at, ship.side), 0) + ship.count
    found: list[Unit] = []
    for (at, side), left in room.items():
        aboard = [u for u in state.at(at[:4], side) if u.aboard and u.at == at]
        for unit in sorted(aboard, key=lambda u: not u.full):
            if many := min(left, unit.count):
                found.append(evolve(unit, count=many))
                left -= many
    return tuple(found)


def sent(state: State, units: tuple[Unit, ...], to: str) -> State:
    """The state with units taken up and put down elsewhere; a fleet's cargo goes ashore there.

    All that went are marked as redeployed. Neither the submarines nor what the leaving brings
    about are in it (ruling reembarked-land-arrival).

    Rules: 10.1a, 10.2d, 10.2g, 10.3e, 10.3f
    """
    cargo = cargo_along(state, units)
    left = stacks.without(state.units, (*units, *cargo))
    there = [evolve(u, at=to if u.kind.is_fleet else to[:4], moved=True) for u in units]
    landed = [evolve(ashore(state, u, to), moved=True) for u in cargo]
    return evolve(state, units=stacks.together(left, (*there, *landed)))


def ashore(state: State, unit: Unit, at: str) -> Unit:
    """A land unit put ashore in a hex; still aboard where there is no land."""
    place = state.board[at[:4]]
    if place.land_part and place.terrain is not Terrain.DEEP:
        return evolve(unit, at=at[:4], aboard=False)
    return evolve(unit, at=at, aboard=True)


def astray(state: State, side: Side) -> tuple[Unit, ...]:
    """The fleets of a side that are in no friendly port or source, and so must go.

    Rules: 10.2b, 10.2j
    """
    return tuple(
        u
        for u in state.units
        if u.kind.is_fleet and u.side is side and not is_haven(state, u.hex, side)
    )


@frozen
class Closing:
    """The end of the fleets' segment: the fleets and cargo removed, the cargo put ashore."""

    state: State
    lost: tuple[Unit, ...]
    landed: tuple[Unit, ...]


def closing(state: State) -> Closing:
    """What the end of the fleets' segment brings.

    Fleets outside a friendly port or source are removed with what they carry; cargo of the others
    lands where they are.

    Rules: 10.2d, 10.2e, 10.2j
    """
    fleets = [u for side in Side for u in astray(state, side)]
    waters = {(u.at, u.side) for u in fleets}
    aboard = [u for u in state.units if u.aboard]
    sunk = [u for u in aboard if (u.at, u.side) in waters]
    safe = [u for u in aboard if (u.at, u.side) not in waters]
    landed = tuple(one for u in safe if not (one := ashore(state, u, u.at)).aboard)
    gone = [u for u in safe if not ashore(state, u, u.at).aboard]
    units = stacks.without(state.units, (*fleets, *sunk, *gone))
    return Closing(evolve(state, units=stacks.together(units, landed)), (*fleets, *sunk), landed)
