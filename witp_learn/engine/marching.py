"""The moves of an impulse: which there are, why one may not be made, setting out (8.2 to 8.6)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property

from attrs import evolve, frozen

from witp_learn.actions import Action, Ambiguous, Counts, Move, counted
from witp_learn.engine.table import noted, paid, points_left, progress, settled
from witp_learn.engine.verdicts import Event, Log
from witp_learn.explain import say
from witp_learn.files import BadData
from witp_learn.hexgrid import HexId
from witp_learn.model import Kind, Nation, Progress, Side, State, Unit
from witp_learn.rules import marching, routes, stacks
from witp_learn.rules import moves as rules_moves
from witp_learn.rules.leaving import Passing, left
from witp_learn.rules.refusals import Refusal
from witp_learn.rules.stacks import Stack, Take


def targets(state: State, side: Side) -> tuple[HexId, ...]:
    """The hexes that some unit of the side could move to in a new impulse, and pay for, in order.

    Rules: 8.2a, 8.2d, 8.2e
    """
    budget = points_left(state, side)
    return tuple(sorted(routes.reach(state, side, rp=budget)))


@frozen(slots=False)
class Impulse:
    """An impulse under way as its side looks at it: what could still set out, and for how much."""

    state: State
    side: Side

    @cached_property
    def now(self) -> Progress:
        """How far the turn has come."""
        return progress(self.state)

    @cached_property
    def distances(self) -> Mapping[HexId, int]:
        """RP, without activation, that the target is away at least, by hex of origin."""
        return routes.distances(self.state, self.side, self.now.target)

    def budget(self, but: HexId = "") -> int | None:
        """RP left when every marker that is not used yet keeps what its cheapest move costs.

        ``but``: a hex whose own move is to be paid from the rest. None where points are not
        counted.
        """
        points = points_left(self.state, self.side)
        waiting = [h for h in self.now.activated if h not in self.now.done and h != but]
        if points is None or not waiting:
            return points
        return points - sum(self.distances.get(h, 0) for h in waiting)

    def origins(self) -> tuple[HexId, ...]:
        """The hexes from which units could go to the target, the other markers' moves paid for.

        Rules: 8.2b, 8.2c, 8.2d, 8.2e
        """
        budget = self.budget()
        found = sorted(self.distances.items())
        return tuple(h for h, least in found if budget is None or least + 1 <= budget)

    def moves(self) -> Iterator[Action]:
        """Every move from an activated hex: like units by number, by their first-choice path.

        Where no path can be taken and paid unless a force stays to cover the rest, the cheapest
        that leaves the least.
        """
        for hex_id in self.now.activated:
            yield from self.moves_from(hex_id)

    def moves_from(self, hex_id: HexId) -> Iterator[Move]:
        """The moves from one activated hex to the target; see `moves`.

        Rules: 8.2e, 8.4a, 8.4b, 8.4c, 8.5l, 8.5m
        """
        for at in _waters(self.state, hex_id):
            ways: dict[tuple[str, bool], tuple[str, ...] | None] = {}
            met = any(
                u.kind.is_fleet and u.at == at for u in self.state.at(hex_id, self.side.enemy)
            )
            for stack in stacks.every(self.state, self.side, at):
                alike = stack.kind, any(unit.ashore for unit in stack.land)
                if alike not in ways or met:
                    ways[alike] = self._way(stack)
                if (path := ways[alike]) is not None:
                    yield Move(_words(self.state, stack.units), path)
                elif (past := self._past(stack)) is not None:
                    yield written(past)

    def _way(self, stack: Stack) -> tuple[str, ...] | None:
        """The first-choice path of a stack, None where it may not go or it cannot be paid.

        But for enemy fleets where they start, all stacks of a kind in a hex fare alike, those with
        land units from ashore and those without.
        """
        path = routes.first_path(self.state, stack, self.now.target)
        return path if path is not None and self.judge(stack, path).legal else None

    @cached_property
    def _passing(self) -> Passing:
        return routes.passing(self.state, self.side, self.now.target)

    def _past(self, stack: Stack) -> rules_moves.Move | None:
        """The cheapest move on which a force stays on the way, None where none may be made."""
        if any(rules_moves.unable(self.state, stack)):
            return None
        budget = self.budget(stack.hex)
        found = self._passing.judged(stack, activation=False, rp=budget, most=budget)
        return found if found is not None and found.legal else None

    def way(self, stack: Stack) -> rules_moves.Move | None:
        """The move that a stack makes when its path is left to the engine.

        The cheapest, if need be with a force left on the way; one that cannot be paid only where
        there is no other. None where no way leads to the target.
        """
        cheapest = routes.first_choice(self.state, stack, self.now.target, activation=False)
        if cheapest is None:
            return None
        plain = self.judge(stack, cheapest.path, left(cheapest))
        return plain if plain.legal else self._past(stack) or plain

    def judge(
        self, stack: Stack, path: tuple[str, ...], leaving: Mapping[HexId, Take] | None = None
    ) -> rules_moves.Move:
        """A move of this impulse as the rules of movement judge it."""
        return rules_moves.judge(
            self.state,
            stack,
            path,
            target=self.now.target,
            activation=False,
            rp=self.budget(stack.hex),
            leaving=leaving,
        )


def out_of_reach(state: State, side: Side, hex_id: HexId) -> Iterator[Refusal]:
    """Why a hex cannot be the target: what shuts it, or that it cannot be paid."""
    place = state.board.label(hex_id)
    least = min(routes.distances(state, side, hex_id).values(), default=None)
    if least is None:
        shut = tuple(dict.fromkeys(_what_shuts(state, side, hex_id)))
        text = say("engine.nobody_reaches", side=side.adjective, place=place)
        yield from shut or (Refusal("8.2e", "no_way", hex_id, text),)
        return
    points = points_left(state, side)
    text = say("engine.too_dear", place=place, cost=least + 1, rp=points)
    yield Refusal("8.4d", "no_rp", hex_id, text)


def _what_shuts(state: State, side: Side, hex_id: HexId) -> Iterator[Refusal]:
    """What keeps a fleet, and land units on foot, of the side out of a hex, by clause."""
    seen: set[str] = set()
    for unit in state.units:
        kind = "fleet" if unit.kind.is_fleet else "land"
        able = unit.side is side and not unit.moved and unit.kind is not Kind.AIR
        if able and not unit.aboard and kind not in seen and unit.nation is not Nation.CHINA:
            seen.add(kind)
            stack = Stack(side, kind, unit.at, (evolve(unit, count=1),))
            found = routes.routes(state, stack, hex_id).reasons
            yield from (one for one in found if one.why != "no_way")


def cannot_go(state: State, side: Side, hex_id: HexId) -> Refusal:
    """Why a hex cannot be activated: nothing there gets to the target, or it cannot be paid.

    Rules: 8.2b, 8.2d, 8.2e, 12.2d
    """
    impulse = Impulse(state, side)
    place, target = state.board.label(hex_id), state.board.label(impulse.now.target)
    movers = [unit for unit in state.at(hex_id, side) if unit.kind is not Kind.AIR]
    if not movers:
        text = say("engine.nobody_there", place=place, side=side.adjective)
        return Refusal("8.2b", "no_unit", hex_id, text)
    if all(unit.nation is Nation.CHINA for unit in movers):
        return Refusal("12.2d", "china", hex_id, say("move.china"))
    if (least := impulse.distances.get(hex_id)) is None:
        text = say("engine.no_way", place=place, target=target)
        return Refusal("8.2e", "no_way", hex_id, text)
    free = max(0, impulse.budget() or 0)
    text = say("engine.not_payable", place=place, cost=least + 1, rp=free)
    return Refusal("8.2d", "no_rp", hex_id, text)


def _waters(state: State, hex_id: HexId) -> tuple[str, ...]:
    return tuple(hex_id + c for c in sorted(state.board[hex_id].coasts)) or (hex_id,)


def written(move: rules_moves.Move) -> Move:
    """A judged move as an action, its path and what stays on the way written out."""
    leaving = tuple((at, counted(units)) for at, units in left(move).items())
    return Move(_words(move.state, move.stack.units), move.path, leaving)


def _words(state: State, units: tuple[Unit, ...]) -> Counts:
    text = stacks.words(state, units)
    return counted({word: int(many) for word, _, many in _split(text)})


def _split(text: str) -> Iterator[tuple[str, str, str]]:
    return (piece.partition(":") for piece in text.split(","))


def refusals(state: State, side: Side, action: Move) -> Iterator[Refusal]:
    """Why a move may not be made: no marker, not the target, and all that movement forbids.

    Rules: 8.2b, 8.2e, 8.4d
    """
    now = progress(state)
    origin = action.path[0][:4]
    if not now.target:
        yield Refusal("8.2a", "no_target", origin, say("engine.no_target"))
        return
    if nowhere := tuple(_nowhere(state, action)):
        yield from nowhere
        return
    if origin not in now.activated:
        place = state.board.label(origin)
        yield Refusal("8.2b", "not_activated", origin, say("engine.not_activated", place=place))
    try:
        found = judged(state, side, action)
    except BadData as error:
        if error.key == "at":
            raise Ambiguous(str(action), error.problem) from None
        yield Refusal("8.2e", "no_unit", origin, error.problem)
        return
    if found is None:
        yield from _astray(state, _stack(state, side, action))
        return
    if len(found.reasons) == 1 and found.reasons[0].why == "no_rp":
        yield evolve(found.reasons[0], text=found.verdict.rstrip("."))
        return
    yield from found.reasons


def _astray(state: State, stack: Stack) -> Iterator[Refusal]:
    """Why these units have no way to the target: what they lack, or what bars the closest way."""
    target = progress(state).target
    found = routes.routes(state, stack, target, limit=1)
    firm = tuple(one for one in found.reasons if one.why != "no_way")
    if firm:
        yield from firm
        return
    board, units = state.board, action_units(stack)
    names = {"units": units, "place": board.label(stack.hex), "target": board.label(target)}
    text = say(f"engine.astray_{stack.kind}", **names)
    yield Refusal("8.2e", "no_way", stack.hex, text)
    path = routes.closest(state, stack, target)
    if len(path) > 1:
        yield from rules_moves.judge(state, stack, path, target=target, activation=False).reasons


def _nowhere(state: State, action: Move) -> Iterator[Refusal]:
    """Places of a move that are not on the board, or seas that a hex does not have."""
    for at in (*action.path, *(h for h, _ in action.leaving)):
        if at[:4] not in state.board:
            yield Refusal("8.4e", "no_hex", at, say("engine.no_hex", hex=at))
        elif at[4:] and at[4:] not in state.board[at[:4]].coasts:
            text = say("take.no_coast", place=state.board.label(at[:4]))
            yield Refusal("8.7k", "no_coast", at[:4], text)


def judged(state: State, side: Side, action: Move) -> rules_moves.Move | None:
    """The move as the rules of movement judge it; by the cheapest way when it names none.

    None when no way leads to the target. Raises BadData for units that are not there.
    """
    stack = _stack(state, side, action)
    impulse = Impulse(state, side)
    if len(action.path) == 1 and not action.leaving:
        return impulse.way(stack)
    return impulse.judge(stack, action.path, {h: dict(stays) for h, stays in action.leaving})


def _stack(state: State, side: Side, action: Move) -> Stack:
    take = dict(action.units)
    return stacks.stack(state, side, stacks.kind_of(take), action.path[0], take)


def canonical(state: State, side: Side, action: Move) -> Move:
    """The same move in the words that `moves` uses, its path written out."""
    found = judged(state, side, action)
    if found is None:
        return action
    return written(found)


def started(state: State, side: Side, action: Move, log: Log) -> State:
    """The units set out: paid for, marked as moved, on their way.

    Rules: 8.2e, 8.2f, 8.4e, 8.4f, 8.4i
    """
    found = judged(state, side, action)
    if found is None:
        raise ValueError(f"{action}: no way leads to the target")
    now = progress(state)
    origin = found.path[0][:4]
    text = say(
        "engine.moves",
        side=side.adjective,
        units=action_units(found.stack),
        path=", ".join(state.board.label(h[:4]) for h in found.path),
        cost=found.cost,
        sum=found.sum_text,
    )
    charges = dict.fromkeys(item.rule for item in found.ledger)
    log.append(Event(text, side, ("8.2e", *charges), tuple(h[:4] for h in found.path)))
    before = state
    state, journey = marching.set_out(paid(state, side, found.cost), found)
    state = settled(before, state, (origin,), log)
    done = now.done if origin in now.done else (*now.done, origin)
    return noted(state, journey=journey, done=done)


def action_units(stack: Stack) -> str:
    """``2 carriers, 1 naval unit and 1 land unit``."""
    many = {kind: stacks.count(u for u in stack.units if u.kind is kind) for kind in Kind}
    told = [f"{n} {kind.noun}{'' if n == 1 else 's'}" for kind, n in many.items() if n]
    return told[0] if len(told) == 1 else f"{', '.join(told[:-1])} and {told[-1]}"
