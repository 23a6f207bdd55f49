"""Whole random games keep every invariant, and a game that breaks one leaves a record."""

from __future__ import annotations

import queue
import time
from collections import Counter
from pathlib import Path
from typing import Any

import game_fuzz
import pytest
import reached

import witp_learn as witp


@pytest.mark.clause("3.0b", "3.2a", "3.2f")
@pytest.mark.parametrize("seed", [7, 11])
def test_a_random_game_comes_to_its_end_and_breaks_no_rule(seed: int) -> None:
    met: Counter[str] = Counter()
    game = game_fuzz.play_out(seed, met)
    assert game.state.progress is not None and game.state.progress.ending is not None
    assert met["won by japan"] + met["won by allies"] == 1
    assert met["could act and passed"] <= 0.05 * met["could act"]


def test_a_broken_invariant_leaves_a_record_that_replays_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(before: Any, action: Any, after: Any) -> Any:
        yield from ["5.2a: RP below 0"] if after.turn == 2 else []

    monkeypatch.setattr(game_fuzz, "amiss", broken)
    monkeypatch.chdir(tmp_path)
    out: queue.Queue[Any] = queue.Queue()
    game_fuzz.worker(time.monotonic() + 60, 3, 1, out)
    told = out.get_nowait()[3]
    assert "5.2a" in told and "fuzz-3.toml" in told
    assert witp.replay(tmp_path / "fuzz-3.toml").state.turn == 2


def test_a_fault_of_the_checks_themselves_ends_the_run_and_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def at_fault(*_: Any) -> Any:
        raise ZeroDivisionError("in the checks")

    monkeypatch.setattr(game_fuzz, "amiss", at_fault)
    out: queue.Queue[Any] = queue.Queue()
    game_fuzz.worker(time.monotonic() + 60, 3, 1, out)
    assert "ZeroDivisionError: in the checks" in out.get_nowait()[3]


def test_what_is_never_reached_is_named() -> None:
    seen: set[str] = set()
    with reached.watching(seen):
        witp.supply(witp.example("new_hebrides"))
    assert "rules/supply.py:check" in seen
    never = reached.never(seen)
    assert "rules/supply.py:check" not in never and "engine/basing.py:carried_out" in never
