"""What a move costs and the ways there: what notebooks and commands ask (8)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

from attrs import field, frozen

from witp_learn import actions, queries
from witp_learn.display import Displayed, register
from witp_learn.explain import say
from witp_learn.files import BadData
from witp_learn.hexgrid import HexId
from witp_learn.model import Side, State
from witp_learn.rules.charges import Item
from witp_learn.rules.leaving import left
from witp_learn.rules.moves import Move, judge
from witp_learn.rules.refusals import Refusal
from witp_learn.rules.routes import routes as find_routes
from witp_learn.rules.stacks import Take, stack

if TYPE_CHECKING:
    from witp_learn.explain import Answer

MOST = 1_000
"""The most routes that are listed."""

Named = str | Take | None
"""Units by word: ``naval:2,land:1``, the same as a mapping, or None for all."""


@frozen(slots=False)
class Cost(Displayed):
    """What a move costs, item by item, or everything that forbids it."""

    state: State = field(repr=False)
    move: Move = field(repr=False)

    @property
    def legal(self) -> bool:
        """Whether the move may be made."""
        return self.move.legal

    @property
    def rp(self) -> int | None:
        """The RP to pay; None for a move that may not be made."""
        return self.move.rp

    @property
    def ledger(self) -> tuple[Item, ...]:
        """The items: activation, each hex, each air zone, each jungle hex on foot."""
        return self.move.ledger

    @property
    def reasons(self) -> tuple[Refusal, ...]:
        """Everything that forbids the move."""
        return self.move.reasons

    @cached_property
    def answer(self) -> Answer:
        """The verdict with its tests, what would change it, and what it rests on."""
        from witp_learn.rules.movement_answers import cost_answer

        return cost_answer(self.state, self.move)

    def as_dict(self) -> dict[str, Any]:
        """The form ``witp-learn cost --json`` prints."""
        move = self.move
        return {
            "legal": move.legal,
            "rp": move.rp,
            "ledger": [
                {"what": i.what, "hex": i.hex, "rp": i.rp, "rule": i.rule, "text": i.text}
                for i in move.ledger
            ],
            "reasons": _reasons(move.reasons),
            "cost": move.cost,
            "left": move.left,
            "path": _hexes(move),
            **_left(move),
            "verdict": move.verdict,
        }

    def __str__(self) -> str:
        return str(self.answer)


@frozen(slots=False)
class Routes(Displayed):
    """The ways of a stack to a hex, cheapest first."""

    state: State = field(repr=False)
    moves: tuple[Move, ...]
    total: int
    reasons: tuple[Refusal, ...]

    def __iter__(self) -> Iterator[Move]:
        return iter(self.moves)

    def __len__(self) -> int:
        return len(self.moves)

    def __getitem__(self, index: int) -> Move:
        return self.moves[index]

    def as_dict(self) -> dict[str, Any]:
        """The form ``witp-learn routes --json`` prints."""
        rows = [
            {
                "path": _hexes(m),
                "rp": m.cost,
                "sum": m.sum_text,
                "affordable": m.cannot_pay is None,
                **_left(m),
            }
            for m in self.moves
        ]
        return {"routes": rows, "total": self.total, "reasons": _reasons(self.reasons)}

    def __str__(self) -> str:
        if not self.moves:
            return "\n".join(self._refused())
        return "\n".join(self._rows())

    def _refused(self) -> Iterator[str]:
        yield say("moving.none")
        yield from (f"  {one.text} ({one.rule})" for one in self.reasons)

    def _rows(self) -> Iterator[str]:
        cheapest = sum(1 for m in self.moves if m.cost == self.moves[0].cost)
        key = "one" if self.total == 1 else "all" if cheapest == self.total else "some"
        yield say(f"moving.{key}", total=self.total, shown=cheapest, rp=self.moves[0].cost)
        width = max(len(",".join(_typed(move))) for move in self.moves)
        for move in self.moves:
            path = ", ".join(self.state.board.label(h) for h in _hexes(move))
            dear = "" if move.cannot_pay is None else say("moving.dear", rp=move.available)
            rules = ", ".join(dict.fromkeys(item.rule for item in move.ledger))
            told = {"sum": move.sum_text, "rules": rules, "dear": dear, "places": path}
            yield say("moving.way", rp=move.cost, path=",".join(_typed(move)).ljust(width), **told)


def cost(
    state: State, side: Side | str, kind: str, path: str | Iterable[str], take: Named = None
) -> Cost:
    """What it costs to move from the first hex of a path along it, or all that forbids it (8).

    ``kind``: ``fleet``, ``land`` or ``transport``. ``path``: hexes or places, one text with commas
    or a list; ``0705(naval:1)`` leaves that much behind there. ``take``: the units that move, all
    of that kind unless they are named. Held against the RP left, where the position counts them.

    Raises BadData or Unreadable for a side, kind, place or units that are none.
    """
    player = queries.find_side(side)
    steps = [_step(state, piece) for piece in _pieces(path)]
    group = stack(state, player, kind, steps[0][0], _take(take))
    leaving = {at[:4]: units for at, units in steps if units is not None}
    points = _points(state, player)
    move = judge(state, group, [at for at, _ in steps], rp=points, leaving=leaving)
    return Cost(state, move)


def routes(
    state: State,
    side: Side | str,
    kind: str,
    start: str,
    goal: str,
    take: Named = None,
    *,
    more: int = 0,
    limit: int = 100,
) -> Routes:
    """The cheapest ways of a stack from one hex to another, then ``more`` dearer ones (8.4).

    No way enters a hex twice. Where all lead past an enemy fleet, the only one told is the cheapest
    on which the least force stays to cover the others, such as ``0102(naval:1)``. At most ``limit``
    of the cheapest are listed; ``total`` counts them all. See `cost` for the rest.

    Raises BadData or Unreadable for a side, kind, place, units or number that is none.
    """
    player = queries.find_side(side)
    for name, number in (("more", more), ("limit", limit)):
        if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number <= MOST:
            raise BadData("", name, say("moving.number", most=f"{MOST:,}"), number)
    group = stack(state, player, kind, queries.find_sea(state, start), _take(take))
    end = queries.find_sea(state, goal)
    points = _points(state, player)
    found = find_routes(state, group, end, more=more, limit=limit, rp=points)
    return Routes(state, found.routes, found.total, found.reasons)


def _points(state: State, side: Side) -> int | None:
    return None if state.trp is None else state.trp[list(Side).index(side)]


def _hexes(move: Move) -> list[HexId]:
    return [at[:4] for at in move.path]


def _left(move: Move) -> dict[str, Any]:
    """What stays behind on the way, where anything does."""
    return (
        {"leaving": {at: dict(units) for at, units in left(move).items()}} if move.leaving else {}
    )


def _typed(move: Move) -> Iterator[str]:
    """The hexes of a move as they are typed, with what stays there."""
    stays = left(move)
    for at in _hexes(move):
        units = ",".join(f"{word}:{many}" for word, many in stays.get(at, {}).items())
        yield f"{at}({units})" if units else at


def _reasons(reasons: Iterable[Refusal]) -> list[dict[str, str]]:
    return [{"rule": r.rule, "why": r.why, "hex": r.hex, "text": r.text} for r in reasons]


def _take(take: Named) -> Take | None:
    if take is None:
        return None
    if isinstance(take, str):
        return _counts(take)
    if not isinstance(take, Mapping) or not take:
        raise BadData("", "take", say("moving.take"), take)
    for word, number in take.items():
        if not isinstance(word, str) or not isinstance(number, int) or isinstance(number, bool):
            raise BadData("", "take", say("moving.take"), dict(take))
    return dict(take)


def _counts(text: str) -> Take:
    if not text.strip():
        raise BadData("", "take", say("moving.take"), text)
    try:
        return actions.take(text.replace(" ", ""))
    except ValueError as error:
        raise BadData("", "take", str(error), text) from None


_STEP = re.compile(r"([^()]*)(?:\(([^()]*)\))?")


def _pieces(path: str | Iterable[str]) -> list[str]:
    if isinstance(path, str):
        return [piece.strip() for piece in re.split(r",(?![^(]*\))", path)]
    pieces = list(path) if isinstance(path, Iterable) else []
    if not pieces or not all(isinstance(piece, str) for piece in pieces):
        raise BadData("", "path", say("moving.path"), str(path))
    return pieces


def _step(state: State, piece: str) -> tuple[str, Take | None]:
    """A step of a path, and what stays behind there."""
    found = _STEP.fullmatch(piece)
    if found is None or not found[1].strip():
        raise BadData("", "path", say("moving.path"), piece)
    at = queries.find_sea(state, found[1].strip())
    return at, None if found[2] is None else _counts(found[2])


register(Cost, lambda found: found.answer._repr_mimebundle_())
