"""How often one bot beats the other: many games by seed, with the rule that ended each.

python tools/bot_match.py --games 100 --japan random --allies greedy
"""

from __future__ import annotations

import argparse
import time
from collections import Counter

import witp_learn as witp
from witp_learn.bots import BOTS


def main() -> None:
    """Play the games and print the tally."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--games", type=int, default=100)
    asked.add_argument("--first", type=int, default=1, help="the first seed")
    asked.add_argument("--japan", choices=list(BOTS), default="greedy")
    asked.add_argument("--allies", choices=list(BOTS), default="greedy")
    asked.add_argument("--scenario", default="standard")
    given = asked.parse_args()
    ended: Counter[tuple[str, str]] = Counter()
    turns: list[int] = []
    seconds: list[float] = []
    for seed in range(given.first, given.first + given.games):
        started = time.process_time()
        match = witp.bot_game(given.scenario, seed, japan=given.japan, allies=given.allies)
        seconds.append(time.process_time() - started)
        turns.append(match.game.state.turn)
        ending = match.ending
        ended["", ""] += ending is None
        if ending is not None:
            ended[ending.winner.value, ending.rule] += 1
    for (winner, rule), many in sorted(ended.items()):
        if many:
            print(f"{many:4} won by {winner or 'nobody'} ({rule or 'not over'})")
    print(f"turns: {min(turns)} to {max(turns)}, {sum(turns) / len(turns):.1f} on average")
    print(
        f"seconds of processor time: {sum(seconds) / len(seconds):.1f}, at most {max(seconds):.1f}"
    )


if __name__ == "__main__":
    main()
