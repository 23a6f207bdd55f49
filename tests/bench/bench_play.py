"""The referee: everything that may be done on a full map, and whole games played at random."""

from __future__ import annotations

import sys
from collections import Counter
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from measuring import Table

import witp_learn as witp
from witp_learn import engine
from witp_learn.model import Phase, State

sys.path.insert(0, str(Path(__file__).parents[1]))


def _moving(*actions: str) -> State:
    """The standard set-up on turn 4, every counter where it starts, in the movement segment."""
    state = evolve(witp.scenario(), turn=4, phase=Phase.MOVEMENT, trp=(20, 20))
    return witp.apply(state, *actions)


@pytest.mark.parametrize(
    ("name", "actions"),
    [
        ("targets", ()),
        ("markers", ("target 0606",)),
        ("moves", ("target 0606", "activate 0804", "activate 0605")),
    ],
)
def bench_legal_actions(benchmark: Any, table: Table, name: str, actions: tuple[str, ...]) -> None:
    state = _moving(*actions)

    def anew() -> Any:
        return (evolve(state),), {}

    found = benchmark.pedantic(engine.legal_actions, setup=anew, warmup_rounds=1, rounds=40)
    assert len(found) > 5
    cost = 1000 * benchmark.stats.stats.median
    table.add(f"legal actions on a full map, {name}", cost, "ms", (20, 2))


@pytest.mark.parametrize(("name", "limits"), [("random", (10, 1)), ("greedy", None)])
def bench_whole_game(benchmark: Any, table: Table, name: str, limits: Any) -> None:
    """Games of two bots alike to their end, with all that the referee checks."""
    seeds = count(1)

    def next_seed() -> Any:
        return (), {"seed": next(seeds), "japan": name, "allies": name}

    match = benchmark.pedantic(witp.bot_game, setup=next_seed, rounds=5)
    assert match.ending is not None
    cost = benchmark.stats.stats.median
    table.add(f"a whole game, two {name} bots", cost, "s", limits)


def bench_a_random_turn(benchmark: Any, table: Table) -> None:
    from play_fuzz import play_out

    benchmark.pedantic(play_out, (11, Counter()), rounds=3)
    table.add("a random turn with all its checks", 1000 * benchmark.stats.stats.median, "ms")
