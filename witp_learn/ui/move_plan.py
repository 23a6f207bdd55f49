"""A plan of impulses as the move lab keeps it: for each its side, target and moves, and as text.

The text form stands behind the text of the position, in the notation of actions::

    turn 4; 0804 jp C 2N L; ... # plan jp target 0606; activate 0804; move ...; pass

Impulses are told apart by ``/``; ``now jp move ...`` is the move that is being looked at.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from attrs import evolve, field, frozen

from witp_learn import engine
from witp_learn.actions import (
    Action,
    Activate,
    Counts,
    Displace,
    Move,
    Pass,
    Target,
    counted,
    read,
)
from witp_learn.actions import take as read_take
from witp_learn.engine import Event, NotAllowed
from witp_learn.engine.foresight import Starving, starving
from witp_learn.files import Unreadable
from witp_learn.hexgrid import HexId
from witp_learn.model import Phase, Progress, Side, State, Unit
from witp_learn.rules.moves import Move as Judged
from witp_learn.rules.refusals import Refusal
from witp_learn.rules.stacks import Stack, words

MARK = "# plan "
"""What stands between the text of a position and that of the plan for it."""

MOST_IMPULSES = 40
MOST_MOVES = 12

_SIDES = {side.short: side for side in Side}


@frozen
class Impulse:
    """One impulse of a plan: a side, the target, and the moves to it in their order (8.2)."""

    side: Side
    target: HexId
    moves: tuple[Move, ...] = ()

    @property
    def origins(self) -> tuple[HexId, ...]:
        """The hexes that are activated, in order."""
        return tuple(dict.fromkeys(move.path[0][:4] for move in self.moves))

    @property
    def actions(self) -> tuple[Action, ...]:
        """The impulse as the actions of the game."""
        markers = (Activate(h) for h in self.origins)
        return (Target(self.target), *markers, *self.moves, Pass())

    def __str__(self) -> str:
        return f"{self.side.short} {'; '.join(map(str, self.actions))}"


@frozen
class Looked:
    """The move that is being looked at: a side, units, and a path; the start alone: no target."""

    side: Side
    move: Move

    def __str__(self) -> str:
        return f"now {self.side.short} {self.move}"


@frozen
class Plan:
    """The impulses planned so far, and the move that is being looked at."""

    impulses: tuple[Impulse, ...] = ()
    looked: Looked | None = None

    def text(self) -> str:
        """The plan as text; empty when there is nothing to keep."""
        parts = [*map(str, self.impulses), *([str(self.looked)] if self.looked else [])]
        return f"{MARK}{' / '.join(parts)}" if parts else ""


Staying = tuple[tuple[HexId, Counts], ...]
"""What stays behind on the way, by hex (8.5l)."""


def order(stack: Stack, state: State, path: tuple[str, ...], stays: Staying = ()) -> Move:
    """A stack on its way as the action of the game."""
    return Move(counted(read_take(words(state, stack.units))), path, stays)


def staying(move: Judged) -> Staying:
    """What a judged move leaves behind on the way, in the words of actions."""
    return tuple(
        (one.at[:4], counted({unit_word(unit): unit.count for unit in one.units}))
        for one in move.leaving
    )


def unit_word(unit: Unit) -> str:
    """The fullest word for a counter: ``us-full-naval``."""
    return f"{unit.nation.short}-{unit.state.value}-{unit.kind.value}"


# -- carrying out


@frozen(slots=False)
class Step:
    """An impulse carried out: the position before and after it, and what happened.

    ``reasons``: why it cannot be made; then nothing of it is done.
    """

    impulse: Impulse
    before: State = field(repr=False)
    after: State = field(repr=False)
    events: tuple[Event, ...] = ()
    reasons: tuple[Refusal, ...] = ()

    @property
    def rp(self) -> int | None:
        """The RP it costs; None where the position does not count them."""
        if self.before.trp is None or self.after.trp is None:
            return None
        at = list(Side).index(self.impulse.side)
        return self.before.trp[at] - self.after.trp[at]

    @cached_property
    def starved(self) -> tuple[Starving, ...]:
        """Who will be out of supply next time because of it."""
        return () if self.reasons else starving(self.before, self.after)


def carried(state: State, impulse: Impulse) -> Step:
    """One impulse carried out by the rules of the game, as if the other side had passed.

    An air unit that is driven out goes where its owner usually sends it (8.7).

    Rules: 8.1c, 8.2a, 8.2b, 8.2d, 8.2e, 8.2g
    """
    side = impulse.side
    began = evolve(
        state,
        phase=Phase.MOVEMENT,
        progress=Progress(
            targets=state.progress.targets if state.progress else (),
            to_act=side,
            passed=(side.enemy,),
        ),
    )
    now, events = began, list[Event]()
    try:
        for action in impulse.actions:
            now = _done(now, action, events)
    except NotAllowed as error:
        return Step(impulse, state, state, (), error.verdict.reasons)
    return Step(impulse, state, now, tuple(events))


def _done(state: State, action: Action, events: list[Event]) -> State:
    outcome = engine.play(state, action)
    events += outcome.events
    state = outcome.state
    while state.progress and state.progress.pending:
        usual = engine.usual(state)
        if not isinstance(usual, Displace):
            break
        outcome = engine.play(state, usual)
        events += outcome.events
        state = outcome.state
    return state


def steps(state: State, impulses: tuple[Impulse, ...]) -> Iterator[Step]:
    """Impulses carried out one after the other; those that cannot be made change nothing."""
    for impulse in impulses:
        step = carried(state, impulse)
        yield step
        state = step.after


# -- text


class Parts(NamedTuple):
    """A text taken apart: the position, the plan, and what is wrong with the plan."""

    position: str
    plan: Plan | None = None
    wrong: str = ""


def split(text: str) -> Parts:
    """A text as its position and the plan behind it; a plan that cannot be read says why."""
    position, mark, behind = text.rpartition(MARK)
    if not mark:
        return Parts(text)
    try:
        return Parts(position.rstrip(), _plan(behind))
    except Unreadable as error:
        return Parts(position.rstrip(), None, str(error))


def _plan(text: str) -> Plan:
    impulses: list[Impulse] = []
    looked: Looked | None = None
    for piece in filter(None, (part.strip() for part in text.split("/"))):
        first, _, rest = piece.partition(" ")
        if first == "now":
            looked = _looked(rest.strip())
        elif len(impulses) == MOST_IMPULSES:
            raise Unreadable(piece[:40], f"a plan has at most {MOST_IMPULSES} impulses")
        else:
            impulses.append(_impulse(first, rest.strip()))
    return Plan(tuple(impulses), looked)


def _side(word: str) -> Side:
    if word not in _SIDES:
        raise Unreadable(word[:40], "an impulse starts with its side: jp or al")
    return _SIDES[word]


def _looked(text: str) -> Looked:
    first, _, rest = text.partition(" ")
    move = read(rest)
    if not isinstance(move, Move):
        raise Unreadable(rest[:40], "write now, a side and a move: now jp move naval:2 0804,0705")
    return Looked(_side(first), move)


def _impulse(side: str, text: str) -> Impulse:
    found = [read(part.strip()) for part in text.split(";") if part.strip()]
    targets = [one.at for one in found if isinstance(one, Target)]
    moves = tuple(one for one in found if isinstance(one, Move))
    if len(targets) != 1 or not moves or any(len(m.path) < 2 for m in moves):
        right = "an impulse is a target and moves to it: target 0606; activate 0605; move ..."
        raise Unreadable(text[:40], right)
    if len(moves) > MOST_MOVES:
        raise Unreadable(text[:40], f"an impulse of a plan has at most {MOST_MOVES} moves")
    return Impulse(_side(side), targets[0], moves)
