"""Random games to the end of the combat segment keep every invariant."""

from __future__ import annotations

from collections import Counter

import pytest
from play_fuzz import play_out

SEEDS = range(40)


@pytest.mark.parametrize("first", range(0, len(SEEDS), 10))
def test_random_games_break_no_rule_and_meet_no_dead_end(first: int) -> None:
    met: Counter[str] = Counter()
    for seed in range(first, first + 10):
        play_out(seed, met)
    assert met["Move"] and met["Pass"] and met["refused"]
