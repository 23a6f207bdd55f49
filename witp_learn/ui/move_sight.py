"""What is seen on the desk of the move lab: the plan, the stack that is picked, where it can go.

`witp_learn.ui.move_desk` adds what is done to it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum
from functools import lru_cache
from itertools import product

from attrs import evolve

from witp_learn import queries
from witp_learn.actions import Counts, counted
from witp_learn.explain import Answer
from witp_learn.files import BadData
from witp_learn.hexgrid import HexId
from witp_learn.model import Side, State
from witp_learn.rules.movement_answers import cost_answer, unplanned, unreachable
from witp_learn.rules.moves import Move, judge
from witp_learn.rules.refusals import Refusal
from witp_learn.rules.routes import Routes, first_choice, routes, shut
from witp_learn.rules.stacks import Stack
from witp_learn.ui import move_pick
from witp_learn.ui.counter_desk import CounterDesk, position_text
from witp_learn.ui.move_pick import Pick
from witp_learn.ui.move_plan import (
    Impulse,
    Looked,
    Plan,
    Staying,
    Step,
    carried,
    order,
    staying,
    unit_word,
)
from witp_learn.ui.owner import Owner
from witp_learn.view.move_view import hexes_of

FIRST = "manila_before_moves"
"""The example the lab starts with."""

MOST_WAYS = 6
"""The most cheapest ways that are listed."""

MORE_WAYS = 5
"""Dearer ways that are listed behind them."""

OVERLAYS = {"reach": True, "enemy-zone": True, "own-zone": False, "ways": True, "control": False}
"""What the map can show, and whether it does at first."""


class Pane(StrEnum):
    """What the right-hand side shows: the move that is worked on, or a panel called up."""

    MOVE = "move"
    PLAN = "plan"
    EDIT = "edit"
    LINE = "line"
    OPEN = "open"
    SHARE = "share"
    FIND = "find"
    KEYS = "keys"
    MENU = "menu"
    LEGEND = "legend"


class MoveSight(CounterDesk):
    """A position, a plan of impulses from it, and the move that is worked on."""

    def __init__(self, state: State | None = None, owner: Owner | None = None) -> None:
        super().__init__(state or queries.example(FIRST))
        self.owner = owner or Owner()
        self.pane = Pane.MOVE
        self.impulses: tuple[Impulse, ...] = ()
        self.pick: Pick | None = None
        self.goal: HexId = ""
        self.path: tuple[str, ...] = ()
        self.leaving: Staying = ()
        self.drawing = False
        self.asking = False
        self.stack_open, self.ways_open = False, False
        self.tab, self.passed_open = 0, False
        self.on = dict(OVERLAYS)

    # -- the plan

    @property
    def steps(self) -> tuple[Step, ...]:
        """The plan carried out, impulse by impulse."""
        return _steps(_Same(self.state), self.impulses)

    @property
    def now(self) -> State:
        """The position after the plan; the start while nothing is planned."""
        return self.steps[-1].after if self.impulses else self.state

    @property
    def seen(self) -> State:
        """The position on the map: while counters are edited, the one before the plan."""
        return self.state if self.pane is Pane.EDIT else self.now

    @property
    def plan(self) -> Plan:
        """The impulses, and the move that is worked on."""
        return Plan(self.impulses, self.looked)

    def left(self, side: Side) -> int | None:
        """The RP a side has left after the plan, None where they are not counted."""
        return None if self.now.trp is None else self.now.trp[list(Side).index(side)]

    def shared(self) -> str:
        """The position with its plan, as it is kept and handed on."""
        text, behind = position_text(self.state), self.plan.text()
        if not behind:
            return text
        return f"{text}\n{behind}\n" if "\n" in text else f"{text} {behind}"

    # -- the stack

    @property
    def stack(self) -> Stack | None:
        """The units picked, None where none are or where they cannot go together."""
        if self.pick is None:
            return None
        try:
            return move_pick.taken(self.now, self.pick)
        except (BadData, ValueError):
            return None

    @property
    def why_no_stack(self) -> str:
        """Why the units picked make no stack; empty where they do."""
        if self.pick is None:
            return ""
        try:
            move_pick.taken(self.now, self.pick)
        except BadData as error:
            return error.problem
        return ""

    @property
    def side(self) -> Side:
        """The side whose move is looked at: that of the units picked, else that of the last."""
        return self.pick.side if self.pick else self.nation.side

    @property
    def reach(self) -> Mapping[HexId, int]:
        """The least RP to every hex that the stack can have as its target, whatever it has."""
        stack = self.stack
        return {} if stack is None else _reach(_Same(self.now), stack)

    @property
    def within(self) -> tuple[HexId, ...]:
        """The hexes of the reach that the RP left pay for; all where none are counted."""
        left = self.left(self.side)
        return tuple(h for h, rp in self.reach.items() if left is None or rp <= left)

    @property
    def joins(self) -> bool:
        """Whether the move goes to the target of the last impulse planned, of the same side."""
        last = self.impulses[-1] if self.impulses else None
        return bool(last and last.side is self.side and last.target == self.goal)

    @property
    def activation(self) -> bool:
        """Whether the marker has still to be paid: not where the impulse has put one there."""
        there = self.impulses[-1].origins if self.joins else ()
        return self.pick is None or self.pick.hex not in there

    # -- the move

    @property
    def found(self) -> Routes | None:
        """The ways of the stack to the target."""
        stack = self.stack
        if stack is None or not self.goal:
            return None
        return _routes(_Same(self.now), stack, self.goal)

    @property
    def ways(self) -> tuple[Move, ...]:
        """The ways to the target, cheapest first, each held against the RP left."""
        found, stack = self.found, self.stack
        if found is None or stack is None or not found.routes:
            return ()
        best = found.routes[0].cost
        cheap = [m for m in found if m.cost == best][:MOST_WAYS]
        dear = [m for m in found if m.cost > best]
        ways = (*self._past(stack, best), *cheap, *dear)
        same = (_Same(self.now), stack, self.activation, self.left(self.side))
        return tuple(_judged(*same, hexes_of(m), staying(m)) for m in ways)

    def _past(self, stack: Stack, best: int) -> Iterator[Move]:
        """A way that leaves some behind at an enemy fleet, where it is cheaper than all others."""
        least = self.reach.get(self.goal, best)
        if least < best:
            found = _first(_Same(self.now), stack, self.goal, least)
            if found is not None:
                yield found

    @property
    def move(self) -> Move | None:
        """The move that is looked at: the way chosen or drawn, else the cheapest.

        Where no way leads to the target: the least barred one, with all reasons.
        """
        stack = self.stack
        if stack is None:
            return None
        if self.path:
            if len(self.path) < 2:
                return None
            left = self.left(self.side)
            return _judged(_Same(self.now), stack, self.activation, left, self.path, self.leaving)
        if not self.goal:
            return None
        return self.ways[0] if self.ways else self._refused(stack)

    @property
    def _stays(self) -> Staying:
        """What stays behind on the way, as far as the way still leads through there."""
        return tuple(one for one in self.leaving if one[0] in self.path[1:-1])

    @property
    def covers(self) -> tuple[tuple[HexId, Counts], ...]:
        """Enemy fleets on the way past which the rest could go, and the least that has to stay.

        Rules: 8.5k, 8.5l, 8.5m
        """
        move = self.move
        if move is None:
            return ()
        whole = hexes_of(move)
        halts = dict.fromkeys(r.hex for r in move.reasons if r.why == "enemy_fleet")
        found = ((h, _cover(_Same(self.now), move, h)) for h in halts if h in whole[1:-1])
        return tuple((h, counts) for h, counts in found if counts)

    def _refused(self, stack: Stack) -> Move:
        barred = move_pick.least_barred(self.now, stack, self.goal)
        path = tuple(at[:4] for at in barred)
        if path[-1] != self.goal:
            path = (stack.hex, self.goal)
        left = self.left(self.side)
        move = _judged(_Same(self.now), stack, self.activation, left, path)
        more = self.found.reasons if self.found else ()
        always = self._always
        if not always:
            return evolve(move, reasons=tuple(dict.fromkeys((*move.reasons, *more))))
        if not set(move.reasons) <= set(always):
            straight = (stack.hex, self.goal)
            move = _judged(_Same(self.now), stack, self.activation, left, straight)
        return evolve(move, reasons=always)

    @property
    def _always(self) -> tuple[Refusal, ...]:
        """What forbids every way to the target: what it is itself first, then the units."""
        stack, found = self.stack, self.found
        if stack is None or found is None or found.routes:
            return ()
        closed = shut(self.now, stack, self.goal)
        firm = (r for r in found.reasons if r.why != "no_way")
        return tuple(dict.fromkeys((*closed, *firm)))

    @property
    def answer(self) -> Answer | None:
        """The move in the grammar of an answer."""
        move = self.move
        if move is None:
            return None
        found = _answer(_Same(self.now), move, not self.drawing)
        if not move.legal and not self.path and self._always:
            return evolve(found, verdict=unreachable(self.now, move))
        return unplanned(found, self.hindered) if self.hindered else found

    @property
    def looked(self) -> Looked | None:
        """What is worked on, as it is kept behind the position."""
        stack = self.stack
        if stack is None:
            return None
        move = self.move
        path = hexes_of(move) if move is not None else (stack.at,)
        stays = staying(move) if move is not None else ()
        return Looked(stack.side, order(stack, self.now, (stack.at, *path[1:]), stays))

    @property
    def trial(self) -> Step | None:
        """The impulse with the move in it, carried out; None while the move is not allowed."""
        move = self.move
        if move is None or not move.legal:
            return None
        step = order(move.stack, self.now, move.path, staying(move))
        if self.joins:
            last = self.impulses[-1]
            tried = evolve(last, moves=(*last.moves, step))
            return _carried(_Same(self.steps[-1].before), tried)
        return _carried(_Same(self.now), Impulse(self.side, move.target, (step,)))

    @property
    def hindered(self) -> tuple[Refusal, ...]:
        """Why a move that is allowed by itself cannot be planned now."""
        return self.trial.reasons if self.trial else ()

    @property
    def other_kinds(self) -> tuple[tuple[str, Move], ...]:
        """The other kinds of move that get to the target for the RP left, each with its move."""
        pick, now = self.pick, self.now
        if pick is None or not self.goal or self.stack is None:
            return ()
        made = []
        for kind in move_pick.ways_to_go(now, pick):
            if kind != self.stack.kind:
                try:
                    other = move_pick.taken(now, move_pick.only(now, pick, kind))
                except (BadData, ValueError):
                    continue
                found = first_choice(now, other, self.goal, rp=self.left(pick.side))
                made += [(kind, found)] if found is not None else []
        return tuple(made)


# -- worked out once for each position


class _Same:
    """A position by identity, so that it can be a key of what has been worked out."""

    def __init__(self, state: State) -> None:
        self.state = state

    def __hash__(self) -> int:
        return id(self.state)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other.state is self.state


@lru_cache(maxsize=8)
def _steps(start: _Same, impulses: tuple[Impulse, ...]) -> tuple[Step, ...]:
    if not impulses:
        return ()
    before = _steps(start, impulses[:-1])
    state = before[-1].after if before else start.state
    return (*before, _carried(_Same(state), impulses[-1]))


@lru_cache(maxsize=32)
def _carried(start: _Same, impulse: Impulse) -> Step:
    return carried(start.state, impulse)


@lru_cache(maxsize=16)
def _reach(now: _Same, stack: Stack) -> Mapping[HexId, int]:
    return move_pick.reached(now.state, stack)


@lru_cache(maxsize=16)
def _routes(now: _Same, stack: Stack, goal: HexId) -> Routes:
    return routes(now.state, stack, goal, more=MORE_WAYS, limit=MOST_WAYS)


@lru_cache(maxsize=64)
def _judged(
    now: _Same,
    stack: Stack,
    activation: bool,
    rp: int | None,
    path: tuple[str, ...],
    stays: Staying = (),
) -> Move:
    leaving = {at: dict(units) for at, units in stays}
    return judge(now.state, stack, path, activation=activation, rp=rp, leaving=leaving)


@lru_cache(maxsize=16)
def _cover(now: _Same, move: Move, hex_id: HexId) -> Counts:
    """The fewest counters that hold an enemy fleet on the way; empty where none of these can."""
    rows = move.stack.fleets
    choices = product(*(range(row.count + 1) for row in rows))
    known = {at: dict(units) for at, units in staying(move)}
    for numbers in sorted(choices, key=lambda n: (sum(n), n)):
        units = {unit_word(u): n for u, n in zip(rows, numbers, strict=True) if n}
        if not units:
            continue
        try:
            tried = judge(now.state, move.stack, move.path, leaving={**known, hex_id: units})
        except BadData:
            continue
        if not any(r.hex == hex_id for r in tried.reasons):
            return counted(units)
    return ()


@lru_cache(maxsize=16)
def _first(now: _Same, stack: Stack, goal: HexId, rp: int) -> Move | None:
    return first_choice(now.state, stack, goal, rp=rp)


@lru_cache(maxsize=16)
def _answer(now: _Same, move: Move, deep: bool) -> Answer:
    return cost_answer(now.state, move, deep=deep)
