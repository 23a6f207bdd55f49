"""Where a printed example is computed: a position, a point of a recorded game, a fight."""

from __future__ import annotations

from functools import cached_property

from attrs import evolve, field, frozen

from witp_learn import playing, queries
from witp_learn.components import board as companion_board
from witp_learn.files import BadData
from witp_learn.game import Game
from witp_learn.model import Board, State
from witp_learn.printed_examples.rows import Way
from witp_learn.walkthrough.combat_look import CombatLook
from witp_learn.walkthrough.combat_points import Scene

START = "start"
"""What names the position of a record before its first action."""


@frozen(slots=False)
class Setting:
    """The position that an example is computed on, and the fight in it where there is one.

    ``game``: the record as far as it is looked at, None for a position of its own.
    """

    way: Way
    state: State = field(repr=False)
    game: Game | None = field(repr=False, default=None)

    @cached_property
    def look(self) -> CombatLook:
        """The battle looked at."""
        way = self.way
        return CombatLook(self.state, way.hex, way.dice, battle=way.battle)

    @property
    def scene(self) -> Scene:
        """What the points of a battle are computed from."""
        return Scene(self.look.combat, self.look.fought, self.look.shown)


def setting(way: Way) -> Setting:
    """Where a value is computed.

    Raises BadData when the record does not go that far, as on an owner's map it may not.
    """
    game = _game(way) if way.record else None
    state = queries.example(way.position) if game is None else game.state
    state = queries.edit(state, *way.edits)
    for hex_id in way.bare:
        bared = evolve(state.board[hex_id], facility=None, owner=None)
        state = evolve(state, board=state.board.with_hex(bared))
    if way.plays:
        state = playing.apply(state, *way.plays)
    return Setting(way, state, game)


def _game(way: Way) -> Game:
    whole = _replayed(way.record)
    return whole.branch(_count(whole, way))


_kept: dict[str, tuple[Board, Game]] = {}


def _replayed(name: str) -> Game:
    """A record on the map in use, replayed once as long as that is the same."""
    board = companion_board()
    kept = _kept.get(name)
    if kept is None or kept[0] is not board:
        kept = _kept[name] = board, playing.replay(f"example:{name}")
    return kept[1]


def _count(game: Game, way: Way) -> int:
    """How many actions of a record have been done where it is looked at."""
    if way.after == START:
        return 0
    if not way.after:
        return len(game.actions)
    text, _, nth = way.after.partition("#")
    found = [index for index, action in enumerate(game.actions, 1) if action == text]
    wanted = int(nth or 1)
    if len(found) < wanted:
        raise BadData(f"{way.record}.toml", "actions", "does not hold this action", way.after)
    return found[wanted - 1]
