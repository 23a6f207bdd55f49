"""Who wins, and when: the standard rules and the short game (3.2, 13)."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve
from strategies import at_large, on, port

import witp_learn as witp
from witp_learn import engine
from witp_learn.engine import endings
from witp_learn.explain import faults
from witp_learn.files import BadData
from witp_learn.model import Ending, Nation, Phase, Progress, Side, State
from witp_learn.position.file import from_plain, to_plain
from witp_learn.rules.turn_end import short_game, victory

JAPAN, ALLIES = Side.JAPAN, Side.ALLIES
AWAY = "0605 jp L"
"""A Japanese land unit that keeps 3.2b from being met."""


def game(line: str, **progress: Any) -> State:
    return evolve(at_large(line), progress=Progress(scenario="standard", **progress))


def ending(state: State) -> Ending | None:
    return None if state.progress is None else state.progress.ending


def judged(state: State) -> Ending | None:
    return ending(endings.judged(state, state, []))


def rule(line: str) -> str | None:
    found = victory.allied_victory(at_large(line))
    return found.rule if found else None


@pytest.mark.ruling("victory-a-scope")
@pytest.mark.clause("3.2b")
@pytest.mark.parametrize(
    ("line", "won"),
    [
        ("0605 jp 3N A; 0606 us L", True),
        ("0404 jp L; 0504 jp L; 0505 jp L; 0704 jp L; 0803 jp L-; 0804 jp 2L", True),
        ("0804 jp N(L)", True),
        ("0605 jp L", False),
        ("0605 jp L-", False),
        ("0606 jp N(L)", False),
        ("0506 jp L", False),
    ],
)
def test_the_allies_win_when_no_japanese_land_unit_is_left_outside(line: str, won: bool) -> None:
    """Rulings victory-a-scope and china-hex-set: cargo and attrited ones count."""
    assert (rule(line) == "3.2b") is won


@pytest.mark.ruling("victory-a-scope")
@pytest.mark.clause("3.2b")
def test_units_still_to_arrive_do_not_count() -> None:
    """Ruling victory-a-scope."""
    waits = at_large("1106 jp L").units
    assert judged(game("0606 us L", waiting=waits)) == Ending(ALLIES, "3.2b")


@pytest.mark.ruling("victory-b-occupies")
@pytest.mark.clause("3.2c")
@pytest.mark.parametrize(
    ("line", "won"),
    [
        ("0804 us L; base al 0805", True),
        ("0704 cw L-; base al 0705", True),
        ("0803 us L; base al 0606", False),
        ("0803 us L; base jp 0805", False),
        ("0803 us L", False),
        ("0705 us L; base al 0805", False),
        ("0804 us N(L); base al 0805", False),
        ("0804 us 2L; 0804 jp L-; base al 0805; contested 0804", False),
    ],
)
def test_a_source_of_japan_and_a_base_on_iwo_jima_or_okinawa(line: str, won: bool) -> None:
    """Ruling victory-b-occupies: alone ashore, not while it is still fought for."""
    assert (rule(f"{line}; {AWAY}") == "3.2c") is won


@pytest.mark.clause("3.2c")
def test_the_reason_names_both_places_and_is_sound() -> None:
    found = victory.allied_victory(at_large(f"0804 us L; base al 0805; {AWAY}"))
    assert found is not None and faults(found.reason) == []
    assert found.reason.text == (
        "Allied land units alone hold Kure, an Allied supply base stands at Iwo Jima"
    )


@pytest.mark.clause("3.2a")
def test_a_condition_ends_the_game_in_the_middle_of_a_segment() -> None:
    state = game("turn 14; phase combat; 0606 jp L; 0606 us 3L; contested 0606; 0605 jp N")
    state = engine.apply(state, "fight 0606")
    outcome = engine.play(state, "roll 1 6")
    assert ending(outcome.state) == Ending(ALLIES, "3.2b")
    assert outcome.state.phase is Phase.COMBAT, "at once"
    assert "Allied victory: No Japanese land units are left" in str(outcome.events[-1])
    assert engine.legal_actions(outcome.state) == () and engine.acting(outcome.state) is None
    assert [r.rule for r in engine.check(outcome.state, "pass").reasons] == ["3.2b"]
    assert engine.status(outcome.state).startswith("Allied victory: no Japanese land units")


@pytest.mark.clause("3.2a")
def test_by_moving_in_too() -> None:
    line = "turn 14; phase movement; 0802 us L; 0803 jp N; 0605 jp L; base al 0705; trp 0 9"
    state = game(line, points=(0, 9))
    for action in ("target 0803", "activate 0802"):
        state = engine.apply(state, action)
    moves = [str(a) for a in engine.legal_actions(state) if str(a).startswith("move land")]
    assert ending(engine.apply(state, moves[0])) == Ending(ALLIES, "3.2c")


def test_a_position_of_its_own_has_no_winner() -> None:
    line = "turn 14; phase combat; 0606 jp L; 0606 us 3L; contested 0606"
    state = engine.apply(engine.apply(at_large(line), "fight 0606"), "roll 1 6")
    assert ending(state) is None


@pytest.mark.clause("3.2b", "3.2c", "3.2d", "3.2e", "13.2c", "13.2d", "15.0c")
def test_every_way_to_win_is_told_in_a_sentence() -> None:
    for clause in ("3.2b", "3.2c", "3.2d", "3.2e", "13.2c", "13.2d", "15.0c"):
        side = JAPAN if clause in ("3.2e", "13.2d", "15.0c") else ALLIES
        text = endings.told(Ending(side, clause))
        assert text.startswith(f"{side.adjective} victory: ") and len(text) > 25
    assert "atomic bomb" in endings.told(Ending(ALLIES, "3.2d"))


def last(line: str, **progress: Any) -> State:
    return engine.begin(game(f"phase reinforcement; {line}", step="last", **progress))


@pytest.mark.clause("3.2e", "3.2f", "3.0b", "13.1b", "13.3b")
def test_japan_wins_when_the_last_turn_ends() -> None:
    over = last(f"turn 16; {AWAY}")
    assert ending(over) == Ending(JAPAN, "3.2e")
    assert (over.turn, over.phase) == (16, Phase.REINFORCEMENT)
    assert ending(last(f"turn 15; {AWAY}")) is None
    assert last(f"turn 15; {AWAY}").turn == 16
    assert from_plain(to_plain(over), "again") == over


@pytest.mark.clause("3.2e", "12.2r")
def test_the_last_turn_ends_as_every_turn_does() -> None:
    state = engine.begin(
        game(f"turn 16; phase reinforcement; {AWAY}; 0404 cn L-", step="quota", met_chinese=True)
    )
    assert "redeploy land:1 0404 0504" in map(str, engine.legal_actions(state))
    assert ending(engine.apply(state, "pass")) == Ending(JAPAN, "3.2e")


# The short game


@pytest.mark.clause("13.2a", "3.2e")
def test_a_short_game_ends_on_the_turn_agreed_on() -> None:
    assert ending(last(f"turn 6; {AWAY}", last_turn=6)) == Ending(JAPAN, "3.2e")
    assert ending(last(f"turn 5; {AWAY}", last_turn=6)) is None


def held(line: str) -> int:
    return int(short_game.held(at_large(line)).value or 0)


@pytest.mark.clause("13.2c", "13.2d")
def test_japan_has_to_end_with_as_many_ports_and_airfields_as_were_bid() -> None:
    line = f"turn 6; {AWAY}; 0606 jp L"
    many = held(line)
    assert many == held(f"turn 6; {AWAY}") + 1
    assert ending(last(line, last_turn=6, bid=many)) == Ending(JAPAN, "13.2d")
    assert ending(last(line, last_turn=6, bid=many + 1)) == Ending(ALLIES, "13.2c")
    assert ending(last(line, last_turn=7, bid=many + 1)) is None
    state = game(f"{line}; phase reinforcement", step="last", last_turn=6, bid=many + 1)
    told = str(engine.opening(state).events[-1])
    assert f"Japan controls {many} ports and airfields, {many + 1} were bid: too few" in told


@pytest.mark.clause("13.2c")
def test_the_allies_also_win_a_short_game_by_the_standard_conditions() -> None:
    assert judged(game("turn 3; 0606 us L", last_turn=6, bid=1)) == Ending(ALLIES, "3.2b")


@pytest.mark.ruling("port-airfield-counting")
@pytest.mark.clause("13.2c", "13.2d")
def test_ports_and_airfields_are_counted_one_a_hex_by_who_controls_them() -> None:
    """Ruling port-airfield-counting."""
    mine, theirs = port("0303", Nation.JAPAN), port("0404", Nation.US)
    line = "turn 4; 0404 jp L"
    found = short_game.held(on(line, mine, theirs, port("0606", Nation.US)))
    assert (found.value, found.hexes) == (2, ("0303", "0404"))
    shared = short_game.result(on("turn 4; 0404 jp L; 0404 us L-", mine, theirs), 1)
    assert (shared.winner, shared.rule, faults(shared.reason)) == (JAPAN, "13.2d", [])
    lost = short_game.result(on("turn 4; 0303 us L", mine, theirs), 1)
    assert (lost.winner, lost.rule, faults(lost.reason)) == (ALLIES, "13.2c", [])


@pytest.mark.ruling("short-game-bid")
@pytest.mark.clause("13.2b")
def test_the_higher_bid_commands_japan_and_equal_bids_are_made_again() -> None:
    """Ruling short-game-bid."""
    board = witp.scenario().board
    first = short_game.award(board, 21, 19)
    assert (first.japan, first.bid) == (0, 21) and "21 ports and airfields" in str(first)
    second = short_game.award(board, 19, 21)
    assert (second.japan, second.bid) == (1, 21)
    same = short_game.award(board, 20, 20)
    assert same.japan is None and str(same) == "Both bid 20: both bid again"
    assert [faults(one.reason) for one in (first, second, same)] == [[], [], []]
    with pytest.raises(ValueError, match="a bid is 0 to"):
        short_game.award(board, -1, 3)
    with pytest.raises(ValueError, match="a bid is 0 to"):
        short_game.award(board, 3, 400)
    assert witp.bid_for_japan(19, 21) == second
    with pytest.raises(BadData, match="bid"):
        witp.bid_for_japan(-1, 3)
