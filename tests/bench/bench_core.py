"""The core alone: how long it takes to load, and to answer for a whole board."""

from __future__ import annotations

import subprocess
import sys
import time
from statistics import median
from typing import Any

from measuring import Table

import witp_learn as witp

BUSY = (
    "text:0606 jp 2C 4N(2L) A; 0605 jp L A; 0907 jp A L; 1008 jp A 2L; 1007 jp A; 0808 jp L; "
    "0908 jp L A-; 1009 us A L; 0909 us L N A; 1110 us A 2L; 1207 us A; 1208 us L; 1309 us L; "
    "1010 us 2N; 0710 cw L A; 0810 cw L; base jp 0605; base jp 0907; base al 1110; base al 0710; "
    "turn 4"
)

MANILA = "text:0606 jp 2C 4N(2L); 0707 jp A; 0507 jp A; 0606 us A L; 0606 cw 2N 2L; turn 4"


def run_for(code: str) -> float:
    """Milliseconds that a fresh Python takes to run ``code``."""
    start = time.perf_counter()
    subprocess.run([sys.executable, "-c", code], check=True)
    return 1000 * (time.perf_counter() - start)


def bench_import(table: Table) -> None:
    run_for("import witp_learn")
    turns = [(run_for("pass"), run_for("import witp_learn")) for _ in range(15)]
    cost = median(ours for _, ours in turns) - median(bare for bare, _ in turns)
    table.add("import witp_learn", cost, "ms", (150, 80))


def bench_supply_of_both_sides(benchmark: Any, table: Table) -> None:
    position = witp.load(BUSY)
    found = benchmark(witp.supply, position)
    assert len(found) == len(position.units)
    cost = 1000 * benchmark.stats.stats.median
    table.add("supply of both sides, with reasons", cost, "ms", (10, 3))


def bench_one_whole_answer(benchmark: Any, table: Table) -> None:
    position = witp.load(BUSY)
    text = benchmark(lambda: str(witp.supply(position)["Gilberts"].answer))
    assert text
    cost = 1000 * benchmark.stats.stats.median
    table.add("one answer, with what would change it", cost, "ms")


def bench_one_fight(benchmark: Any, table: Table) -> None:
    position = witp.load(MANILA)
    found = benchmark(lambda: witp.combat(position, "0606", (4, 5, 3, 1)).as_dict())
    assert [battle["kind"] for battle in found["battles"]] == ["fleet", "assault"]
    cost = 1000 * benchmark.stats.stats.median
    table.add("one fight of two battles, as JSON", cost, "ms")
