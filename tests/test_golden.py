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
    assert points_after(manila, "hit us-land 0606") == (3, 0)


@pytest.mark.clause("14.1aq", "14.1ar", "9.6.3o", "9.7b")
def test_the_end_of_combat_at_manila(manila: Game) -> None:
    end = next(entry.state for entry in manila.history if entry.action == "hit us-land 0606")
    assert end.phase is Phase.FLEET_REDEPLOYMENT
    assert end.contested == ("0606",)
    count = {(u.side, u.kind, u.full): u.count for u in end.at("0606") if u.nation.value != "us"}
    assert count[Side.JAPAN, Kind.LAND, True] == 2
    assert count[Side.JAPAN, Kind.CARRIER, True] == 2
    assert (count[Side.JAPAN, Kind.NAVAL, True], count[Side.JAPAN, Kind.NAVAL, False]) == (2, 2)
    allies = [u for u in end.at("0606", Side.ALLIES) if u.kind is Kind.LAND]
    assert sum(u.count for u in allies) == 3
    assert sum(u.count for u in allies if not u.full) == 1


@pytest.mark.clause("14.1a", "14.1b", "14.1c", "14.1d", "4.2c", "4.3d")
def test_the_cards_of_manila(manila: Game) -> None:
    log = "\n".join(manila.log())
    assert log.index("The Allied side names 1942-10") < log.index("The Japanese side names 1942-03")
    assert "Allied: +2 RP from events, 19 in all (5.1f)" in log
    assert "1 US naval unit at Leyte removed" in log
    now = manila.history[4].state.progress
    assert now is not None and now.gains == (0, 2)
    assert {"1942-03", "1942-10"} <= set(now.discards)


@pytest.mark.clause("14.1as", "14.1at", "14.1au", "10.2b", "10.6a", "10.6e")
def test_the_end_of_the_turn_at_manila(manila: Game) -> None:
    end = manila.state
    assert (end.turn, end.phase, end.contested) == (5, Phase.EVENT, ("0606",))
    assert {unit.kind for unit in end.at("0606", Side.JAPAN)} == {Kind.LAND}
    fleets = [u for u in (*end.at("0605"), *end.at("0707")) if u.kind.is_fleet]
    assert all(unit.full for unit in fleets)
    assert sum(u.count for u in fleets if u.kind is Kind.NAVAL) == 5
    assert points_after(manila, "redeploy naval:2 0606 0605") == (3, 0)
    assert "Japanese: 1 RP left, lost (10.6e)" in "\n".join(manila.log())


@pytest.mark.clause("9.6.2k", "9.6.2n", "9.6.2o", "9.6.2v", "14.2a")
def test_singapore_ends_as_printed() -> None:
    end = witp.replay("example:singapore_turn_1").state
    land = [u for u in end.at("0407", Side.JAPAN) if u.kind is Kind.LAND]
    assert [(u.count, u.full, u.aboard) for u in land] == [(1, False, True)]
    assert not end.full_air("0407", Side.ALLIES)
    assert not end.full_air("0507", Side.JAPAN)


def test_a_recorded_game_with_another_die_is_refused_or_goes_on_otherwise(manila: Game) -> None:
    rolled = manila.actions.index("roll 4 5")
    before = manila.branch(rolled)
    assert before.branch().play("roll 1 6").hash != before.branch().play("roll 4 5").hash
