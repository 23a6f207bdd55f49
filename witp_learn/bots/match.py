"""Two bots play a game to its end."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any

from attrs import frozen

from witp_learn import engine
from witp_learn.bots.chance import Chance
from witp_learn.bots.choices import Bot, Choice
from witp_learn.bots.greedy import GreedyBot
from witp_learn.bots.random_bot import RandomBot
from witp_learn.components.turns import season
from witp_learn.explain import say
from witp_learn.files import BadData, one_of
from witp_learn.game import Game
from witp_learn.model import Ending, Side, State
from witp_learn.sequence import stage

BOTS: Mapping[str, Callable[[Random], Bot]] = {
    "greedy": lambda source: GreedyBot(),
    "random": RandomBot,
}
"""The bots by name; each gets its own source of chance."""

MOST = 50_000
"""How many actions a game may have."""


@frozen
class Match:
    """A game that two bots have played, with the choice behind each action.

    None stands for dice and cards, for what was done before, and for what is done by itself.
    """

    game: Game
    choices: tuple[Choice | None, ...]

    @property
    def ending(self) -> Ending | None:
        """How it ended, None where the position belongs to no scenario."""
        now = self.game.state.progress
        return None if now is None else now.ending

    def lines(self) -> Iterator[str]:
        """Every action with what spoke for it, under a heading for each phase of each turn."""
        state, last = self.game.start, ""
        for entry, choice in zip(self.game.history, self.choices, strict=True):
            if (now := heading(state)) != last:
                yield from ("", now) if last else (now,)
                last = now
            who = f"{entry.side.adjective}: " if entry.side else ""
            score = choice.told if choice is not None else ""
            yield f"{who}{entry.action}  {score}" if score else f"{who}{entry.action}"
            if choice is not None:
                yield from (f"  {why}" for why in choice.whys())
            elif entry.by_itself:
                yield f"  {say('bots.by_itself')}"
            state = entry.state

    def why(self) -> list[dict[str, Any]]:
        """The same in plain data: action, score, terms and note; chance has no score."""
        return [
            {"action": entry.action, "score": None, "terms": [], "note": ""}
            if choice is None
            else {"action": entry.action, **choice.as_dict()}
            for entry, choice in zip(self.game.history, self.choices, strict=True)
        ]

    def __str__(self) -> str:
        return "\n".join([*self.lines(), self.game.status])


def heading(state: State) -> str:
    """``Turn 4 (autumn 1942), movement segment``: where a position stands.

    Rules: 3.1a, 13.1a
    """
    name = stage(state.phase).name
    return say(
        "bots.heading",
        turn=state.turn,
        season=season(state.turn),
        phase=name[0].lower() + name[1:],
    )


def bot(name: str, source: Random) -> Bot:
    """A bot by name. Raises BadData with the names there are."""
    if name not in BOTS:
        raise BadData("", "bot", f"must be {one_of(BOTS)}", name)
    return BOTS[name](source)


def play_out(game: Game, seed: int, *, japan: str = "greedy", allies: str = "random") -> Match:
    """The game played on by two bots until it is over.

    ``seed`` decides the dice, the cards, and what a bot leaves to chance: the same seed gives the
    same game. Raises BadData for a bot that there is not, ValueError for a game without end.
    """
    players = {
        side: bot(name, Random(f"{seed} {side}"))
        for side, name in zip(Side, (japan, allies), strict=True)
    }
    chance = Chance(Random(f"{seed} dice"))
    choices: list[Choice | None] = [None] * len(game.history)
    while (side := game.acting) is not None or engine.legal_actions(game.state):
        if len(choices) >= MOST:
            raise ValueError(f"the game is not over after {MOST:,} actions")
        if side is None or chance.due(game.state):
            choices.append(None)
            game.play(chance.action(game.state))
        else:
            choice = players[side].choose(engine.observe(game.state, side), side)
            choices.append(choice)
            game.play(choice.action)
        choices += [None] * (len(game.history) - len(choices))
    return Match(game, tuple(choices))
