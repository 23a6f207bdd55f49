"""Exact chances of a fight: one hex, all its battles chained, with everything counted anew."""

from __future__ import annotations

from functools import _lru_cache_wrapper
from typing import Any

import pytest
from measuring import Table

from witp_learn.components import board
from witp_learn.model import Side, State, Terrain
from witp_learn.odds import fights, odds, slim, what_changes
from witp_learn.position import read_line
from witp_learn.rules.combat import losses, pieces, tally

SINGAPORE = "turn 1; 0407 jp 2N(2L); 0507 jp A; 0407 cw N L A"
MANILA = "turn 4; 0606 jp 2C 4N(2L); 0707 jp A; 0507 jp A; 0606 us A L; 0606 cw 2N 2L"
LARGE = (
    "turn 4; 0606 jp 5C 10N(3L) 2L A; 0707 jp 2A; 0507 jp A; 0505 jp A; 0706 jp A; "
    "0606 us 6C 5N 2L A; 0606 cw 4N 2L; 0607 us A"
)
"""5 carriers, 10 naval units, 6 air units against 6, 9 and 2; land units on both sides."""

TWO_SEAS = (
    "turn 4; 0406W jp 2C 3N(2L); 0406W us 2C 3N; 0406E jp C 2N(L); 0406E us C 3N; 0406 us 2L A; "
    "0407 jp A; 0507 jp A"
)
"""A fleet combat on either sea of Bangkok, and a landing."""

KEPT: tuple[_lru_cache_wrapper[Any], ...] = (
    tally.rolls,
    tally.alike,
    fights.summary,
    pieces.order,
    losses.first_to_be_hit,
    losses.first_air_hit,
    slim._moored,
    slim._parted,
)
"""What is remembered from one question to the next; forgotten before each is measured."""


def forget() -> None:
    """Begin as if nothing had been asked yet."""
    for kept in KEPT:
        kept.cache_clear()


def busy(line: str) -> State:
    """The position of a line with a hundred rows of units elsewhere on the map."""
    table = board()
    near = {"0606", *table.neighbours("0606")}
    sea = [
        h
        for h, place in table.hexes.items()
        if place.terrain is not Terrain.LAND
        and not place.coasts
        and not place.unlimited
        and h not in near
    ]
    rows = (f"{h} {('jp', 'us')[i % 2]} N" for i, h in enumerate(sea[:100]))
    return read_line("; ".join((line, *rows)), table)


@pytest.mark.parametrize(
    ("name", "state", "hex_id"),
    [
        ("Singapore", read_line(SINGAPORE, board()), "0407"),
        ("Manila", read_line(MANILA, board()), "0606"),
        ("a large fight", busy(LARGE), "0606"),
        ("two seas", read_line(TWO_SEAS, board()), "0406"),
    ],
)
def bench_odds(benchmark: Any, table: Table, name: str, state: State, hex_id: str) -> None:
    found = benchmark.pedantic(odds, (state, hex_id), setup=forget, rounds=40)
    assert sum(found.outcomes.chances.values()) == 1
    cost = 1000 * benchmark.stats.stats.median
    table.add(f"odds of one hex, {name}", cost, "ms", (50, 5))


def bench_best_choices(benchmark: Any, table: Table) -> None:
    state = read_line(MANILA, board())
    benchmark.pedantic(odds, (state, "0606"), {"policy": "best"}, setup=forget, rounds=3)
    table.add("odds of Manila, best choices", 1000 * benchmark.stats.stats.median, "ms")


def bench_what_changes(benchmark: Any, table: Table) -> None:
    state = read_line(MANILA, board())
    args = (state, "0606", Side.JAPAN)
    found = benchmark.pedantic(what_changes, args, setup=forget, rounds=3)
    assert len(found) + found.unchanged > 30
    table.add("what would change the odds of Manila", 1000 * benchmark.stats.stats.median, "ms")
