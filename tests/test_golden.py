"""Recorded games: every line of their logs, and the printed numbers of the book's examples."""

from __future__ import annotations

from pathlib import Path

import pytest

import witp_learn as witp
from witp_learn.game import Game
from witp_learn.model import Kind, Phase, Side
from witp_learn.playing import games

GOLDEN = Path(__file__).parent / "golden"


@pytest.mark.parametrize("name", games())
def test_a_recorded_game_goes_line_by_line_as_before(name: str) -> None:
    """After a change that is meant: ``python tools/golden.py --write``."""
    played = witp.replay(f"example:{name}")
    kept = (GOLDEN / f"{name}.txt").read_text("utf-8")
    log, _, rest = kept.partition("\n\n")
    assert list(played.log()) == log.splitlines()
    assert f"Fingerprint: {played.hash}" in rest


@pytest.fixture
def manila() -> Game:
    return witp.replay("example:manila_turn_4")


def points_after(game: Game, action: str) -> tuple[int, int] | None:
    return next(entry.state.trp for entry in game.history if entry.action == action)


@pytest.mark.clause("14.1e", "14.1f", "14.1g", "14.1j", "14.1k", "14.1p", "14.1x")
def test_the_budgets_of_manila(manila: Game) -> None:
    assert points_after(manila, "roll 5 4") == (14, 19)
    assert manila.history[0].state.progress is not None
    assert "Allied side acts first" in "\n".join(manila.log())
    assert points_after(manila, "move naval:1 1110,1009") == (10, 10)
    assert manila.state.trp == (3, 0)


@pytest.mark.clause("14.1aq", "14.1ar", "9.6.3o", "9.7b")
def test_the_end_of_combat_at_manila(manila: Game) -> None:
    end = manila.state
    assert end.phase is Phase.FLEET_REDEPLOYMENT
    assert end.contested == ("0606",)
    count = {(u.side, u.kind, u.full): u.count for u in end.at("0606") if u.nation.value != "us"}
    assert count[Side.JAPAN, Kind.LAND, True] == 2
    assert count[Side.JAPAN, Kind.CARRIER, True] == 2
    assert (count[Side.JAPAN, Kind.NAVAL, True], count[Side.JAPAN, Kind.NAVAL, False]) == (2, 2)
    allies = [u for u in end.at("0606", Side.ALLIES) if u.kind is Kind.LAND]
    assert sum(u.count for u in allies) == 3
    assert sum(u.count for u in allies if not u.full) == 1


@pytest.mark.clause("9.6.2k", "9.6.2n", "9.6.2o", "9.6.2v", "14.2a")
def test_singapore_ends_as_printed() -> None:
    end = witp.replay("example:singapore_turn_1").state
    land = [u for u in end.at("0407", Side.JAPAN) if u.kind is Kind.LAND]
    assert [(u.count, u.full, u.aboard) for u in land] == [(1, False, True)]
    assert not end.full_air("0407", Side.ALLIES)
    assert not end.full_air("0507", Side.JAPAN)


def test_a_recorded_game_with_another_die_is_refused_or_goes_on_otherwise(manila: Game) -> None:
    other = manila.branch(26).play("roll 1 6")
    assert other.hash != manila.hash
    assert manila.actions[26] == "roll 4 5"
