"""A step that asks whether a move may be made, and what it costs (8)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from attrs import evolve, field, frozen

from witp_learn import edits
from witp_learn.explain import Answer, say
from witp_learn.hexgrid import HexId
from witp_learn.model import Journey, Kind, Side, State
from witp_learn.rules.combat.battles import fleet_battle
from witp_learn.rules.combat.pieces import pieces
from witp_learn.rules.marching import advance, set_out
from witp_learn.rules.movement_answers import cost_answer
from witp_learn.rules.moves import Move
from witp_learn.walkthrough.book import Book, Comparison

ASKS = "A move"


@frozen(slots=False)
class MoveLook:
    """What a step looks at: a move, and other ways that the map shows beside it.

    ``carried_out``: whether the step shows the position after it.
    """

    state: State = field(repr=False)
    move: Move = field(repr=False)
    others: tuple[tuple[HexId, ...], ...] = ()
    carried_out: bool = False

    @property
    def hex(self) -> HexId:
        """The last hex of the move."""
        return self.move.target

    @property
    def side(self) -> Side:
        """The side that moves."""
        return self.move.stack.side

    @property
    def way(self) -> tuple[HexId, ...]:
        """The hexes of the move, the one it starts in first."""
        return tuple(at[:4] for at in self.move.path)

    @cached_property
    def answer(self) -> Answer:
        """The whole answer for the move."""
        return cost_answer(self.state, self.move)

    @property
    def rules(self) -> tuple[str, ...]:
        """The clauses that decide about the move."""
        return cost_answer(self.state, self.move, deep=False).rules

    @property
    def asks(self) -> str:
        """What is asked, in a word or two."""
        return ASKS

    @property
    def short(self) -> str:
        """The cost, or that the move may not be made."""
        return _rp(self.move.cost) if self.move.legal else say("walk_move.barred")

    def computed(self, book: Book | None) -> str:
        """Verdict and deciding fact."""
        found = cost_answer(self.state, self.move, deep=False)
        return f"{found.verdict} {found.deciding}"

    @cached_property
    def after(self) -> State:
        """The position after the move; as before where it may not be made.

        Air units that would have to leave stay where they are. The step shows the move alone, so
        that nobody counts as having moved.

        Rules: 8.2f, 8.6.2a, 8.6.2b, 8.6.2c
        """
        if not self.move.legal:
            return self.state
        state, journey = set_out(self.state, self.move)
        going: Journey | None = journey
        while going is not None:
            state, going = advance(state, going)
        units = tuple(evolve(unit, moved=False) for unit in state.units)
        return edits.tidy(evolve(state, units=units))

    @property
    def shown(self) -> State:
        """The position that the step shows."""
        return self.after if self.carried_out else self.state

    @property
    def lands(self) -> bool:
        """Whether cargo that the move carries is ashore when it has ended."""
        sails = self.move.legal and self.move.stack.kind != "land"
        cargo = sails and any(u.kind is Kind.LAND for u in self.move.stack.units)
        return cargo and not any(u.aboard for u in self.after.at(self.hex, self.side))

    @property
    def meets(self) -> bool:
        """Whether fleets have to fight where the move ends; two seas of a hex are apart (8.7).

        Rules: 8.7k, 9.0b, 9.3a
        """
        here = pieces(self.after, self.hex)
        return self.move.legal and fleet_battle(here, self.after.board[self.hex]) is not None

    def lines(self) -> Iterator[str]:
        """The ledger, item by item, and every reason against the move, as plain text."""
        for item in self.move.ledger if self.move.legal else ():
            yield f"  {item.rp:>3} {item.text} ({item.rule})"
        for reason in self.move.reasons:
            yield f"    {reason.text} ({reason.rule})"

    def comparisons(self, book: Book) -> Iterator[Comparison]:
        """What is printed beside what is computed."""
        for name, printed, computed in self._points(book):
            yield book.point(name, say(f"walk_move.{name}"), printed, computed)

    def _points(self, book: Book) -> Iterator[tuple[str, str, str]]:
        move, label = self.move, self.state.board.label
        barred = say("walk_move.barred")
        if book.allowed is not None:
            yield "allowed", _may(book.allowed), _may(move.legal)
        if book.stopped:
            stops = {reason.hex for reason in move.reasons}
            first = next((h for h in self.way if h in stops), None)
            found = label(first) if first else say("walk_move.nowhere")
            yield "stopped", label(book.stopped), found
        if book.rp is not None:
            yield "rp", _rp(book.rp), _rp(move.cost) if move.legal else barred
        if book.lands is not None:
            yield "lands", _lands(book.lands), _lands(self.lands)
        if book.meets is not None:
            yield "meets", _meets(book.meets), _meets(self.meets)


def _rp(points: int) -> str:
    return f"{points} RP"


def _may(allowed: bool) -> str:
    return say(f"walk_move.{'open' if allowed else 'barred'}")


def _lands(lands: bool) -> str:
    return say(f"walk_move.{'ashore' if lands else 'aboard'}")


def _meets(meets: bool) -> str:
    return say(f"walk_move.{'met' if meets else 'apart'}")
