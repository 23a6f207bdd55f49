"""A game played on as far as nobody has to be asked: chance, and the sides a bot plays."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from witp_learn import engine
from witp_learn.bots.chance import Chance
from witp_learn.bots.choices import Choice
from witp_learn.bots.match import MOST, bot
from witp_learn.game import Game
from witp_learn.model import Side


def play_on(
    game: Game, seed: int, players: Mapping[Side, str] | None = None
) -> tuple[tuple[str, Choice | None], ...]:
    """Throw the dice, draw the cards and let bots decide until it is somebody else's turn.

    ``players``: the bots by side. ``seed`` and the number of actions so far decide what comes, so
    a game goes on in the same way from the same record. The actions done, each with the choice
    behind it, None for chance. Raises BadData for a bot that there is not.

    Rules: 4.1d, 4.2a, 5.1b
    """
    first = len(game.actions)
    chance = Chance(Random(f"{seed} dice {first}"))
    playing = {s: bot(name, Random(f"{seed} {s} {first}")) for s, name in (players or {}).items()}
    done: list[tuple[str, Choice | None]] = []
    while len(done) < MOST and engine.legal_actions(game.state):
        side = game.acting
        choice = None
        if side is None or chance.due(game.state):
            action = chance.action(game.state)
        elif side in playing:
            choice = playing[side].choose(engine.observe(game.state, side), side)
            action = choice.action
        else:
            break
        game.play(action)
        done.append((str(action), choice))
    return tuple(done)
