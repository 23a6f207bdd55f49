"""A move that names its units and its start only: why these units have no way (8.2, 8.5, 8.6)."""

from __future__ import annotations

import pytest
from attrs import evolve
from test_engine import pos, why

from witp_learn import engine
from witp_learn.model import Phase, Progress, Side, State
from witp_learn.rules import routes, stacks


def impulse(line: str, target: str, *markers: str) -> State:
    """An impulse of Japan with its target and its markers."""
    begun = engine.begin(
        evolve(pos(line), phase=Phase.MOVEMENT, trp=(20, 10), progress=Progress(points=(20, 10)))
    )
    for action in (f"target {target}", *(f"activate {one}" for one in markers)):
        begun = engine.apply(begun, action)
    return begun


@pytest.fixture
def singapore() -> State:
    """Manila is the target, Singapore is activated; its land units get there aboard only."""
    return impulse("turn 3; 0407 jp 2C 3N 3L", "0606", "0407")


@pytest.mark.clause("8.2e", "8.5d")
def test_land_units_alone_are_told_what_bars_them(singapore: State) -> None:
    told = engine.check(singapore, "move land:1 0407")
    first, *bars = told.reasons
    assert first.text == "1 land unit on foot cannot get from Singapore to Manila"
    assert ("8.5d", "deep_hexside") in {(one.rule, one.why) for one in bars}
    assert "Nothing" not in str(told)
    assert engine.check(singapore, "move naval:1,land:1 0407").ok


@pytest.mark.clause("8.6b")
def test_what_the_units_lack_is_told_first(singapore: State) -> None:
    assert why(singapore, "move carrier:1,land:1 0407") == [("8.6b", "no_carrier")]


@pytest.mark.clause("8.5i")
def test_fleets_are_told_that_the_target_is_inland() -> None:
    state = impulse("turn 3; 0604 jp 2N 2L; 0404 cn L", "0404", "0604")
    told = engine.check(state, "move naval:1 0604")
    assert not told.ok
    assert "Nothing" not in str(told)
    assert {one.rule for one in told.reasons} & {"2.3.2c", "8.5i"}
    assert engine.check(state, "move land:1 0604").ok


@pytest.mark.clause("8.5d")
def test_the_closest_way_is_the_least_barred(singapore: State) -> None:
    stack = stacks.stack(singapore, Side.JAPAN, "land", "0407", {"land": 1})
    path = routes.closest(singapore, stack, "0606")
    assert (path[0], path[-1]) == ("0407", "0606")
    assert len(set(path)) == len(path)
    assert routes.closest(singapore, stack, "0407") == ("0407",)


@pytest.mark.clause("8.5h")
def test_an_enemy_on_the_only_way_is_named() -> None:
    state = impulse("turn 3; 0407 jp 2N 3L; 0406 us L", "0306", "0407")
    told = engine.check(state, "move land:1 0407")
    assert [(one.rule, one.hex) for one in told.reasons] == [("8.2e", "0407"), ("8.5h", "0406")]
    assert "Bangkok" in told.reasons[1].text


@pytest.mark.clause("8.6c", "8.6.1c")
def test_in_a_crowded_hex_all_ships_go_with_just_what_is_aboard() -> None:
    """Land units ashore that an enemy holds stay, and the fleet that carries others still goes."""
    line = "0606 us 3C 3C- 3N 3N-(L-) L; 0606 cw 3N(L) 3N- L-"
    every = list(stacks.every(pos(f"turn 4; {line}"), Side.ALLIES, "0606"))
    whole = [one for one in every if stacks.count(one.fleets) == 18]
    assert any(stacks.count(one.land) == 2 and all(u.aboard for u in one.land) for one in whole)
    assert any(stacks.count(one.land) == 4 for one in whole)
