"""Who has won by the standard rules, at any moment of the game (3.2)."""

from __future__ import annotations

from attrs import frozen

from witp_learn.explain import Reason, number, say
from witp_learn.hexgrid import HexId
from witp_learn.model import TURNS, Area, Board, Kind, Side, State
from witp_learn.rules.control import alone

WINNER = Side.ALLIES
"""Whose victory these conditions are; Japan wins by lasting (3.2)."""

STEPPING_STONES = ("Iwo Jima", "Okinawa")
"""The islands on which an Allied base must stand; the text names them without numbers."""


@frozen
class Victory:
    """A condition of victory that holds: its clause and why."""

    rule: str
    reason: Reason


def allied_victory(state: State) -> Victory | None:
    """The condition by which the Allies have won as things stand, None where none holds.

    Rules: 3.2a, 3.2b, 3.2c
    """
    if driven_from_map(state):
        text = say("victory.no_japanese_land")
        return Victory("3.2b", Reason(True, text, what="driven_out", rules=("3.2b",)))
    islands = stepping_stones(state)
    taken = sources_taken(state) if islands else ()
    if not taken:
        return None
    held = Reason(
        True,
        say("victory.source_taken", place=state.board.label(taken[0])),
        what="source",
        rules=("3.2c",),
        hexes=taken,
    )
    base = Reason(
        True,
        say("victory.island_base", place=state.board.label(islands[0])),
        what="island",
        rules=("3.2c",),
        hexes=islands,
    )
    text = f"{held.text}, {base.text}"
    return Victory("3.2c", number(text, "all", held, base, what="homeland", rules=("3.2c",)))


def driven_from_map(state: State) -> bool:
    """Whether no Japanese land unit is on the map but in China and in Japan's supply sources.

    Land units aboard ship and attrited ones count, those still to arrive do not (ruling
    victory-a-scope). The Chinese ports and airfields are all hexes of China (china-hex-set).

    Rules: 3.2b
    """
    return all(
        _spared(state.board, u.hex)
        for u in state.units
        if u.kind is Kind.LAND and u.side is Side.JAPAN
    )


def _spared(board: Board, hex_id: HexId) -> bool:
    return board[hex_id].area is Area.CHINA or board.source_side(hex_id) is Side.JAPAN


def sources_taken(state: State) -> tuple[HexId, ...]:
    """Japan's supply sources in which Allied land units stand ashore alone.

    Beside a Japanese land unit they do not occupy the hex yet (ruling victory-b-occupies).

    Rules: 3.2c
    """
    board = state.board
    return tuple(
        h
        for h in board.sources
        if board.source_side(h) is Side.JAPAN and alone(state, h, Side.ALLIES)
    )


def stepping_stones(state: State) -> tuple[HexId, ...]:
    """Iwo Jima and Okinawa, where an Allied supply base stands there.

    Rules: 3.2c
    """
    return tuple(h for h in state.bases[Side.ALLIES] if state.board[h].name in STEPPING_STONES)


def last_turn(state: State) -> int:
    """The last turn of the game: turn 16, or what the players of a short game agreed on.

    Rules: 3.0b, 13.1a, 13.2a
    """
    agreed = 0 if state.progress is None else state.progress.last_turn
    return min(agreed or TURNS[-1], TURNS[-1])
