"""The short game: who commands Japan, and who has won as the agreed last turn ends (13.2)."""

from __future__ import annotations

from attrs import frozen

from witp_learn.explain import Reason, number, say
from witp_learn.hexgrid import HexId
from witp_learn.model import Board, Side, State
from witp_learn.rules.control import holder


@frozen
class Award:
    """What two bids lead to.

    ``japan``: which bidder commands Japan, 0 for the first and 1 for the second; None when both
    bid the same and have to bid again. ``bid``: the ports and airfields that Japan must control.
    """

    japan: int | None
    bid: int
    reason: Reason

    def __str__(self) -> str:
        return self.reason.text


def award(board: Board, first: int, second: int) -> Award:
    """Who commands Japan after two secret bids, each a number of ports and airfields.

    Equal bids are made again; the higher one is the number that counts, the other means nothing
    (ruling short-game-bid). Raises ValueError for a bid below 0 or above what the board has.

    Rules: 13.2b
    """
    most = len(places(board))
    for bid in (first, second):
        if not 0 <= bid <= most:
            raise ValueError(f"a bid is 0 to {most}, the ports and airfields on the board")
    bids = tuple(
        Reason(bid, say(f"short_game.{which}", bid=bid), "data", rules=("13.2b",))
        for which, bid in (("first", first), ("second", second))
    )
    ahead = "same" if first == second else "first_higher" if first > second else "second_higher"
    text = say(f"short_game.{ahead}", bid=max(first, second))
    japan = None if first == second else int(second > first)
    sign = number(text, "sign", number(text, "difference", *bids), what="award", rules=("13.2b",))
    return Award(japan, max(first, second), sign)


def places(board: Board) -> tuple[HexId, ...]:
    """The hexes with a port or an airfield, one each (ruling port-airfield-counting)."""
    return tuple(sorted(h for h, place in board.hexes.items() if place.facility is not None))


def held(state: State) -> Reason:
    """How many ports and airfields Japan controls (value: a number).

    A hex counts once, and control is that of 2.3.3 (rulings port-airfield-counting,
    short-game-bid).

    Rules: 13.2c, 2.3.3c, 2.3.3e
    """
    mine = tuple(h for h in places(state.board) if holder(state, h) is Side.JAPAN)
    leaves = tuple(
        Reason(True, state.board.label(h), what="held", rules=("2.3.3e",), hexes=(h,)) for h in mine
    )
    text = say("short_game.held", count=len(mine))
    return number(text, "count", *leaves, what="held", rules=("13.2c",), hexes=mine)


@frozen
class Result:
    """Who has won a short game as its last turn ends, by which clause, and why."""

    winner: Side
    rule: str
    reason: Reason


def result(state: State, bid: int) -> Result:
    """Who has won as the last turn of a short game ends, the Allies not having won before.

    The Allies when Japan controls fewer ports and airfields than were bid; Japan in every other
    case, so also with just as many.

    Rules: 13.2c, 13.2d
    """
    many = held(state)
    wanted = Reason(bid, say("short_game.bid", bid=bid), "data", what="bid", rules=("13.2b",))
    kept = int(many.value or 0) >= bid
    rule = "13.2d" if kept else "13.2c"
    text = say(f"short_game.{'kept' if kept else 'missed'}", count=many.value, bid=bid)
    reason = number(text, "at_most", wanted, many, what="kept", rules=(rule,))
    return Result(Side.JAPAN if kept else Side.ALLIES, rule, reason)
