"""A move from hex to hex: what it costs, item by item, and everything that forbids it (8.4-8.6).

`judge` takes the path as given; `witp_learn.rules.routes` finds paths, and
`witp_learn.rules.marching` carries a move out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from attrs import field, frozen

from witp_learn.explain import Reason, say
from witp_learn.files import BadData
from witp_learn.hexgrid import HexId, adjacent
from witp_learn.model import Kind, Leaving, Nation, Side, State, Terrain, Unit
from witp_learn.rules.charges import Item, before, cost_reason, ledger_of, nth, sum_text, unpaid
from witp_learn.rules.effects import no_assault, no_sailing
from witp_learn.rules.movement import Barred, fleet_step, land_step, sea_label, sea_towards
from witp_learn.rules.refusals import Refusal
from witp_learn.rules.stacks import Stack, Take, count, pick, strength, without


@frozen(slots=False)
class Move:
    """A stack on a path: what it costs, and all reasons why it may not go.

    ``path``: the hexes with coast letters, the start first. ``available``: the RP it is held
    against, None when they are not counted. ``leaving``: fleets left behind on the way.
    """

    state: State = field(repr=False, eq=False)
    stack: Stack
    path: tuple[str, ...]
    ledger: tuple[Item, ...]
    reasons: tuple[Refusal, ...]
    available: int | None = None
    leaving: tuple[Leaving, ...] = ()

    @property
    def target(self) -> HexId:
        """The last hex."""
        return self.path[-1][:4]

    @property
    def legal(self) -> bool:
        """Whether nothing forbids the move."""
        return not self.reasons

    @property
    def cost(self) -> int:
        """The RP of the whole ledger, also of a move that may not be made."""
        return sum(item.rp for item in self.ledger)

    @property
    def rp(self) -> int | None:
        """The RP to pay, None for a move that may not be made."""
        return self.cost if self.legal else None

    @property
    def left(self) -> int | None:
        """The RP left after the move, None where none are counted or it may not be made."""
        return None if self.available is None or not self.legal else self.available - self.cost

    @property
    def cannot_pay(self) -> Item | None:
        """The first item of the ledger that the RP do not cover."""
        return unpaid(self.ledger, self.available)

    @property
    def sum_text(self) -> str:
        """``1 activation + 4 hexes + 2 air zones``."""
        return sum_text(self.ledger)

    @cached_property
    def reason(self) -> Reason:
        """The cost as a sum with all its parts, down to the air units whose zones count.

        Rules: 8.2d, 8.4d, 8.4e, 8.4f, 8.4g, 8.4h, 8.4i, 8.4j
        """
        return cost_reason(self.state, self.stack, self.path, self.ledger)

    @property
    def verdict(self) -> str:
        """Whether the move may be made and what it costs, in one or two sentences."""
        if self.legal:
            key = "legal" if self.left is None else "paid_1" if self.left == 1 else "paid"
            return say(f"move.{key}", cost=self.cost, sum=self.sum_text, left=self.left)
        first, *more = self.reasons
        if first.why == "no_rp" and not more:
            return self._too_dear()
        key = "barred_more" if more else "barred"
        return say(f"move.{key}", reason=first.text, rule=first.rule, more=len(more))

    def _too_dear(self) -> str:
        names = {"cost": self.cost, "rp": self.available, "sum": self.sum_text}
        return say("move.no_rp", **names, first=self.first_unpaid)

    @property
    def first_unpaid(self) -> str:
        """``The third hex``: what the RP do not cover any more; empty where they cover all."""
        item = self.cannot_pay
        if item is None:
            return ""
        entered = sum(1 for one in before(self.ledger, item) if one.what == "hex")
        return say("move.first_hex", nth=nth(entered)) if entered else say("move.first_activation")


def judge(
    state: State,
    stack: Stack,
    path: Sequence[str],
    *,
    target: HexId | None = None,
    activation: bool = True,
    rp: int | None = None,
    leaving: Mapping[HexId, Take] | None = None,
) -> Move:
    """A stack on a path, with its ledger and everything that forbids the move.

    ``path``: hexes of the board from the stack's own on; coast letters follow from the steps and
    may be left out. ``target``: the hex of the impulse, the last one unless given. ``activation``:
    whether the marker has still to be paid. ``rp``: the points at hand, None when they are not
    counted. ``leaving``: the fleets that stay in a hex on the way.

    Raises BadData, naming ``path`` or ``take``, for a path that does not begin at the stack, or
    for units that cannot be left.

    Rulings: port-moresby-cheapest-path
    Rules: 8.2e, 8.4b, 8.4c, 8.5a, 8.5f, 8.5g, 8.5h, 8.5j, 8.5k, 8.5l, 8.5m, 8.6c, 8.6.1d, 12.1d
    """
    if not path or path[0][:4] != stack.hex:
        raise BadData("", "path", say("take.elsewhere", place=state.board.label(stack.hex)))
    legs = tuple(_legs(state, stack, path))
    whole = (stack.at, *(leg.to for leg in legs))
    staying = _leaving(state, stack, whole, leaving or {})
    ledger = tuple(ledger_of(state, stack, whole, activation))
    found = [
        *unable(state, stack),
        *_barred(state, stack, legs),
        *_met(state, stack, whole, staying),
        *_ends(state, stack, whole, target),
    ]
    if (item := unpaid(ledger, rp)) is not None:
        key = "no_rp_text_1" if rp == 1 else "no_rp_text"
        text = say(f"move.{key}", cost=sum(i.rp for i in ledger), rp=rp)
        found.append(Refusal(item.rule, "no_rp", item.hex, text))
    return Move(state, stack, whole, ledger, tuple(dict.fromkeys(found)), rp, staying)


def again(move: Move, state: State) -> Move:
    """The same move judged in another position, in which its units stand as well."""
    left = {
        one.at[:4]: {f"{u.nation.short}-{u.state.value}-{u.kind.value}": u.count for u in one.units}
        for one in move.leaving
    }
    return judge(
        state,
        move.stack,
        [at[:4] for at in move.path],
        activation=any(item.what == "activation" for item in move.ledger),
        rp=move.available,
        leaving=left,
    )


def marched(move: Move) -> tuple[Item, ...]:
    """The ledger if a march drove no air unit out of the hexes it only passes.

    Reading b of the ruling pass-through-capture.
    """
    paid = any(item.what == "activation" for item in move.ledger)
    return tuple(ledger_of(move.state, move.stack, move.path, paid, passing=False))


# Steps


@frozen
class _Leg:
    """A step: the waters or hex it starts in, those it comes to, and what bars it."""

    start: str
    to: str
    apart: bool = False
    barred: tuple[Barred, ...] = ()


def _legs(state: State, stack: Stack, path: Sequence[str]) -> Iterator[_Leg]:
    at = stack.at
    asked = tuple(path[1:])
    for index, named in enumerate(asked):
        after = asked[index + 1][:4] if index + 1 < len(asked) else None
        leg = _leg(state, stack, at, named, after)
        yield leg
        at = leg.to


def _leg(state: State, stack: Stack, at: str, named: str, after: HexId | None) -> _Leg:
    to = named[:4]
    if not adjacent(at[:4], to):
        there = to if stack.kind == "land" else _some_sea(state, named, after)
        return _Leg(at, there, apart=True)
    if stack.kind == "land":
        return _Leg(at, to, barred=_on_foot(state, stack, at, to, stops=after is None))
    way = fleet_step(state, at, to, stack.side)
    barred = tuple(b for b in way.barred if b.why != "land") or way.barred
    asked = named if named[4:] in state.board[to].coasts else way.to
    if asked != way.to:
        barred = (*barred, _other_sea(state, at, asked))
    sails = state.board[to].coasts and not way.to[4:]
    return _Leg(at, _some_sea(state, named, after) if sails else way.to, barred=barred)


def _other_sea(state: State, at: str, to: str) -> Barred:
    board = state.board
    return Barred("land_hexside", "8.7j", to[:4], sea_label(board, at), sea_label(board, to))


def _some_sea(state: State, named: str, after: HexId | None) -> str:
    """Waters of a hex that no step led to: as named, or those towards the next hex."""
    hex_id, coasts = named[:4], state.board[named[:4]].coasts
    if not coasts:
        return hex_id
    if named[4:] in coasts:
        return named
    ahead = sea_towards(state.board, hex_id, after) if after else None
    return ahead or hex_id + min(coasts)


def _on_foot(state: State, stack: Stack, at: str, to: HexId, *, stops: bool) -> tuple[Barred, ...]:
    nations = {u.nation for u in stack.units} or {_some_nation(stack.side)}
    ways = (land_step(state, at, to, n, stops=stops) for n in Nation if n in nations)
    return tuple(dict.fromkeys(b for way in ways for b in way.barred))


def _some_nation(side: Side) -> Nation:
    return next(nation for nation in Nation if nation.side is side)


# Reasons


def unable(state: State, stack: Stack) -> tuple[Refusal, ...]:
    """Why a stack may not set out at all, wherever it would go.

    Rules: 8.5a, 8.5g, 8.5j, 8.5l, 8.5m, 8.6a, 8.6b, 8.6c, 8.6.1a, 8.6.1b, 8.7k, 12.1d, 12.2d
    """
    return (*_unfit(state, stack), *_locked(state, stack))


def _unfit(state: State, stack: Stack) -> Iterator[Refusal]:
    """What the units themselves forbid.

    Rulings: transport-nationality
    Rules: 4.3c, 8.5a, 8.6a, 8.6b, 8.6c, 8.6.1a, 8.6.1b, 12.1d, 12.2d
    """
    here, place = stack.hex, state.board.label(stack.hex)
    if not stack.units:
        moved = any(u.moved and _concerned(stack, u) for u in state.at(here, stack.side))
        kind = say(f"move.kind.{stack.kind}")
        text = say(
            "move.moved" if moved else "move.no_unit",
            kind=kind,
            place=place,
            side=stack.side.adjective,
        )
        yield Refusal("8.5a" if moved else "8.4a", "no_unit", here, text)
        return
    if state.turn == 1 and stack.side is Side.ALLIES:
        yield Refusal("12.1d", "barred", here, say("move.turn_1"))
    if any(u.nation is Nation.CHINA for u in stack.units):
        text = say("move.china" if stack.kind == "land" else "move.china_cargo")
        yield Refusal("12.2d", "china", here, text)
    if stack.kind != "land":
        yield from no_sailing(state, here, stack.side)
        yield from _room(stack, here, place)


def _concerned(stack: Stack, unit: Unit) -> bool:
    """Whether a counter is of the kind that moves in this way."""
    if stack.kind == "land":
        return unit.ashore
    return unit.kind.is_fleet or (stack.kind == "transport" and unit.kind is Kind.LAND)


def _room(stack: Stack, here: HexId, place: str) -> Iterator[Refusal]:
    land = count(stack.land)
    if stack.kind == "transport" and not land:
        yield Refusal("8.6.1a", "no_cargo", here, say("move.no_cargo", place=place))
    if land <= stack.ships and (stack.ships or stack.kind == "fleet"):
        return
    if stack.ships:
        key = "no_carrier_1" if stack.ships == 1 else "no_carrier"
        text = say(f"move.{key}", ships=stack.ships, land=land)
        yield Refusal("8.6c", "no_carrier", here, text)
    elif stack.fleets:
        text = say("move.no_carrier_carriers", place=place)
        yield Refusal("8.6b", "no_carrier", here, text)
    else:
        yield Refusal("8.6a", "no_carrier", here, say("move.no_carrier_none", place=place))


def _locked(state: State, stack: Stack) -> Iterator[Refusal]:
    """Enemy units that hold units where they start.

    Rulings: locked-land-transport-paren
    Rules: 8.5g, 8.5j, 8.5l, 8.5m, 8.7k
    """
    place = state.board.label(stack.hex)
    if any(u.ashore for u in stack.units) and state.land_ashore(stack.hex, stack.side.enemy):
        yield Refusal("8.5g", "locked", stack.hex, say("move.locked_land", place=place))
    enemy = fleets_at(state, stack.at, stack.side.enemy)
    if stack.fleets and enemy:
        staying = without(fleets_at(state, stack.at, stack.side), stack.fleets)
        if not covers(staying, enemy):
            key = "locked_fleet" if staying else "locked_alone"
            text = say(f"move.{key}", place=place, enemy=strength(enemy), own=strength(staying))
            yield Refusal("8.5j", "locked", stack.hex, text)


def fleets_at(state: State, at: str, side: Side) -> tuple[Unit, ...]:
    """The carriers and naval units of a side in these waters."""
    return tuple(u for u in state.at(at[:4], side) if u.kind.is_fleet and u.at == at)


def covers(staying: tuple[Unit, ...], enemy: tuple[Unit, ...]) -> bool:
    """Whether fleets that stay let others go on: at least one, as strong as the enemy fleet.

    Printed strengths of full units count, those that did not move included (ruling
    leave-behind-strength).

    Rules: 8.5l, 8.5m
    """
    return bool(staying) and strength(staying) >= strength(enemy)


def _barred(state: State, stack: Stack, legs: Iterable[_Leg]) -> Iterator[Refusal]:
    board = state.board
    for leg in legs:
        if leg.apart:
            names = {"start": board.label(leg.start[:4]), "place": board.label(leg.to[:4])}
            text = say("move.not_adjacent", **names)
            yield Refusal("8.4e", "not_adjacent", leg.to[:4], text)
        for bar in leg.barred:
            yield Refusal(bar.rule, bar.why, bar.hex, bar.text)


def _met(
    state: State, stack: Stack, whole: tuple[str, ...], staying: tuple[Leaving, ...]
) -> Iterator[Refusal]:
    """Enemies on the way, who make a hex the end of the move.

    Rulings: transport-stopped-en-route
    Rules: 8.5h, 8.5k, 8.5l, 8.5m, 8.6c
    """
    if stack.kind == "land":
        for hex_id in whole[1:-1]:
            if state.land_ashore(hex_id, stack.side.enemy):
                names = {"side": stack.side.enemy.adjective, "place": state.board.label(hex_id)}
                yield Refusal("8.5h", "enemy_land", hex_id, say("move.enemy_land", **names))
        return
    left: dict[str, tuple[Unit, ...]] = {one.at: one.units for one in staying}
    ships, land = stack.ships, count(stack.land)
    for at in whole[1:-1]:
        here = left.get(at, ())
        yield from _halted(state, stack, at, here)
        ships -= count(u for u in here if u.kind is Kind.NAVAL)
        if here and ships < land <= stack.ships:
            text = say("move.no_carrier_left", place=state.board.label(at[:4]), land=land)
            yield Refusal("8.6c", "no_carrier", at[:4], text)
    if left and sum(map(count, left.values())) == count(stack.fleets):
        text = say("move.left_all", place=sea_label(state.board, staying[-1].at))
        yield Refusal("8.2e", "left", staying[-1].at[:4], text)


def _halted(state: State, stack: Stack, at: str, left: tuple[Unit, ...]) -> Iterator[Refusal]:
    enemy = fleets_at(state, at, stack.side.enemy)
    place = sea_label(state.board, at)
    if not enemy:
        if left:
            yield Refusal("8.2e", "left", at[:4], say("move.left", place=place))
        return
    there = fleets_at(state, at, stack.side)
    if at == stack.at:
        there = without(there, stack.fleets)
    if not covers((*there, *left), enemy):
        own = strength((*there, *left))
        key = "enemy_fleet" if there or left else "enemy_fleet_alone"
        text = say(f"move.{key}", place=place, enemy=strength(enemy), own=own)
        yield Refusal("8.5k", "enemy_fleet", at[:4], text)


def _ends(
    state: State, stack: Stack, whole: tuple[str, ...], target: HexId | None
) -> Iterator[Refusal]:
    """What the last hex forbids.

    Rulings: must-reach-target, guadalcanal-one-rp
    Rules: 4.5e, 8.2b, 8.2e, 8.4e, 8.5c, 8.6.1d, 8.6.2a
    """
    end = whole[-1]
    place = state.board[end[:4]]
    if len(whole) == 1:
        yield Refusal("8.4e", "not_adjacent", place.id, say("move.nowhere"))
    elif end == whole[0]:
        yield Refusal("8.2b", "start", place.id, say("move.start"))
    if target is not None and place.id != target[:4]:
        text = say("move.not_target", place=place.label, target=state.board.label(target[:4]))
        yield Refusal("8.2e", "not_target", place.id, text)
    if stack.carries:
        yield from no_landing(state, place.id, stack.side)


def no_landing(state: State, hex_id: HexId, side: Side) -> Iterator[Refusal]:
    """Why cargo of a side cannot have a hex as its target; nothing where it can.

    Rules: 4.3c, 4.5e, 8.5c, 8.6.1d, 8.6.2a
    """
    place = state.board[hex_id]
    if place.terrain is not Terrain.SHALLOW:
        text = say("move.not_shallow", place=place.label)
        yield Refusal("8.6.1d", "not_shallow", hex_id, text)
    elif not place.land_part:
        yield Refusal("8.6.2a", "no_land", hex_id, say("move.no_landing", place=place.label))
    elif place.mountain:
        yield Refusal("8.5c", "mountain", hex_id, say("move.mountain", place=place.label))
    if state.effects:
        yield from no_assault(state, hex_id, side)


def _leaving(
    state: State, stack: Stack, whole: tuple[str, ...], asked: Mapping[HexId, Take]
) -> tuple[Leaving, ...]:
    """The fleets left behind, in the order of the path."""
    on_way = {at[:4]: at for at in whole[1:-1]}
    with_us, found = stack.fleets, []
    for hex_id in asked:
        if hex_id[:4] not in on_way:
            place = state.board.label(hex_id[:4])
            raise BadData("", "path", say("take.not_on_way", place=place), hex_id)
    for hex_id, at in on_way.items():
        if hex_id in asked:
            units = pick(state, with_us, asked[hex_id])
            with_us = without(with_us, units)
            found.append(Leaving(at, units))
    return tuple(found)
