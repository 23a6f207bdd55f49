"""Movement impulses as play: targets, markers, moves, what they bring about (8)."""

from __future__ import annotations

import pytest
from test_engine import legal, pos, told, why

import witp_learn as witp
from witp_learn import engine
from witp_learn.actions import Ambiguous
from witp_learn.engine import NotAllowed
from witp_learn.files import Unreadable
from witp_learn.model import Kind, Phase, Side, State


def done(state: State, *actions: str) -> State:
    for action in actions:
        state = engine.apply(state, action)
    return state


def there(state: State, at: str, side: Side) -> list[str]:
    return sorted(
        f"{u.count}{u.kind.letter}{'' if u.full else '-'}{'+' if u.aboard else ''}"
        for u in state.at(at, side)
    )


@pytest.fixture
def manila() -> State:
    return engine.begin(witp.example("manila_before_moves"))


@pytest.mark.clause("14.1l", "14.1m", "14.1n", "14.1p", "14.1q", "14.1r", "14.1t", "14.1v", "14.1x")
@pytest.mark.clause("14.1s", "14.1u", "14.1y", "8.2a", "8.2b", "8.2c", "8.2d", "8.2e", "8.2g")
def test_the_impulses_of_manila_as_printed(manila: State) -> None:
    assert engine.acting(manila) is Side.ALLIES
    state = done(manila, "pass")
    state = done(state, "target 0606", "activate 0804", "activate 0707")
    assert state.trp == (12, 17)
    state = done(state, "move carrier:1,naval:2,land:1 0804,0705,0706,0606")
    assert state.trp == (8, 17)
    state = done(state, "move carrier:1,naval:2,land:1 0707,0606")
    assert state.trp == (7, 17)
    assert there(state, "0606", Side.JAPAN) == ["2C", "2L+", "4N"]
    state = done(state, "pass", "pass")
    assert state.phase is Phase.COMBAT


@pytest.mark.clause("14.1s", "14.1t", "14.1v", "14.1w", "14.1x", "14.1y", "8.6.2a")
def test_the_allied_impulse_to_manila_costs_ten(manila: State) -> None:
    state = done(manila, "target 0606", "activate 0407", "activate 0909")
    assert state.trp == (14, 15)
    state = done(state, "move naval:1,land:1 0407,0507,0606")
    assert state.trp == (14, 13)
    assert why(state, "move naval:1,land:1 0909,0908,0808,0708,0607,0606")[0][0] == "8.5i"
    state = done(state, "move naval:1,land:1 0909,0808,0708,0607,0606")
    assert state.trp == (14, 7)
    assert there(state, "0606", Side.ALLIES) == ["1A", "1L", "2L", "2N"]
    state = done(state, "pass")
    assert engine.acting(state) is Side.JAPAN
    assert "target 0606" in legal(state)


@pytest.mark.ruling("target-hex-once-scope")
@pytest.mark.clause("8.5b")
def test_a_side_chooses_a_hex_as_target_once_a_turn(manila: State) -> None:
    state = done(manila, "target 0606", "activate 0407", "move naval:1,land:1 0407", "pass")
    state = done(state, "pass")
    assert "target 0606" not in legal(state)
    assert ("8.5b", "target_twice") in why(state, "target 0606")


@pytest.mark.clause("8.1a", "8.1b", "8.1c", "8.1d", "8.1e")
def test_impulses_alternate_until_both_have_passed() -> None:
    state = pos("turn 4; phase movement; trp 9 9; 0605 jp N; 0804 jp N; 0909 cw N")
    assert engine.acting(engine.begin(state)) is Side.JAPAN
    state = done(state, "target 0606", "activate 0605", "move naval:1 0605,0606", "pass")
    assert engine.acting(state) is Side.ALLIES
    assert any(u.moved for u in state.units)
    state = done(state, "pass")
    assert engine.acting(state) is Side.JAPAN
    state = done(state, "pass")
    assert not any(u.moved for u in state.units)


@pytest.mark.clause("8.1f", "12.1d", "8.2g")
def test_on_turn_1_japan_moves_in_a_row_and_the_allies_never() -> None:
    state = pos("turn 1; phase movement; trp 20 0; 0605 jp N; 0804 jp N; 0606 us L; 0607 us N")
    state = done(state, "target 0706", "activate 0605", "move naval:1 0605")
    state = done(state, "pass")
    assert engine.acting(state) is Side.JAPAN
    assert done(state, "pass").phase is not Phase.MOVEMENT


@pytest.mark.ruling("activation-split-stacks")
@pytest.mark.clause("8.2b", "8.2e", "8.4a")
def test_an_impulse_goes_on_until_every_marker_is_used() -> None:
    state = pos("turn 4; phase movement; trp 9 3; 0605 jp 2N; 0804 jp N")
    assert why(state, "pass") == []
    state = done(state, "target 0706")
    assert why(state, "pass") == [("8.2b", "no_marker")]
    assert why(state, "target 0705") == [("8.2a", "has_target")]
    state = done(state, "activate 0605")
    assert why(state, "activate 0605") == [("8.2b", "activated")]
    assert why(state, "pass") == [("8.2e", "not_moved")]
    state = done(state, "move naval:1 0605")
    assert why(state, "activate 0804")[0] == ("8.2e", "moving")
    assert "move naval:1 0605,0706" in legal(state)
    assert why(state, "pass") == []


@pytest.mark.clause("8.2d", "8.4d", "8.4e")
def test_what_cannot_be_paid_is_neither_target_nor_marker_nor_move() -> None:
    state = pos("turn 4; phase movement; trp 3 1; 0605 jp N; 0804 jp N")
    assert ("8.4d", "no_rp") in why(state, "target 1008")
    state = done(state, "target 0705", "activate 0804")
    assert why(state, "activate 0605") == [("8.2d", "no_rp")]
    assert state.trp == (2, 1)


@pytest.mark.clause("8.5a")
def test_what_has_moved_stays_for_the_segment() -> None:
    state = pos("turn 4; phase movement; trp 9 3; 0605 jp N")
    state = done(state, "target 0705", "activate 0605", "move naval:1 0605", "pass", "pass")
    assert legal(state) == ["pass"]
    assert why(state, "target 0605")[0] == ("8.2e", "no_way")


@pytest.mark.clause("8.7a", "8.7b", "8.7e", "8.8b", "8.6.2a")
def test_an_air_unit_landed_upon_goes_where_its_owner_says_and_its_base_is_lost() -> None:
    state = pos("turn 4; phase movement; trp 9 3; 0707 jp N(L); 0606 us A; base al 0606; 0607 us L")
    state = done(state, "target 0606", "activate 0707")
    outcome = engine.play(state, "move naval:1,land:1 0707,0606")
    assert "base at Manila lost" in told(outcome)
    state = outcome.state
    assert state.bases[Side.ALLIES] == ()
    if engine.acting(state) is Side.ALLIES:
        assert all(action.startswith("displace 0606") for action in legal(state))
        assert why(state, "pass") == [("8.7a", "pick_place")]
        state = done(state, legal(state)[0])
    air = [u for u in state.units if u.kind is Kind.AIR]
    assert [u.full for u in air] == [False] and air[0].hex != "0606"
    assert engine.acting(state) is Side.JAPAN


@pytest.mark.clause("8.7a", "12.2c")
def test_where_an_air_unit_driven_out_may_not_go_is_told_with_its_reason() -> None:
    state = pos("turn 7; phase movement; trp 10 5; 0306 cw A; 0404 cn L; 0406 jp L; 0907 jp L")
    state = done(state, "target 0306", "activate 0406", "move land:1 0406,0306")
    assert engine.acting(state) is Side.ALLIES and len(legal(state)) > 1
    pick = ("8.7a", "pick_place")
    assert why(state, "displace 0306 0404") == [("12.2c", "china"), pick]
    assert why(state, "displace 0306 0506") == [("8.7a", "air_not_held"), pick]
    assert why(state, "displace 0306 0406") == [("8.7a", "air_not_held"), pick]
    assert why(state, "displace 0306 0909") == [("8.7a", "air_far"), pick]
    assert why(state, "displace 0306 0306") == [("8.7a", "air_stays"), pick]
    assert why(state, "displace 0306 9999") == [("8.7a", "no_hex"), pick]
    assert why(state, "displace 0407 0205") == [pick]
    assert "lies in China" in str(engine.check(state, "displace 0306 0404"))


@pytest.mark.ruling("assault-vs-lone-air")
@pytest.mark.clause("8.6.2a", "8.6.2b", "9.1c")
@pytest.mark.parametrize(("there", "rule"), [("us A", "9.1c"), ("us N", "8.6.2b")])
def test_why_cargo_lands_at_once_is_told_by_who_is_there(there: str, rule: str) -> None:
    state = pos(f"turn 4; phase movement; trp 9 3; 0707 jp N(L); 0606 {there}")
    state = done(state, "target 0606", "activate 0707")
    outcome = engine.play(state, "move naval:1,land:1 0707,0606")
    assert f"1 land unit ashore at Manila at once ({rule})" in told(outcome)


def test_a_move_that_is_not_allowed_gives_all_its_reasons(manila: State) -> None:
    state = done(manila, "target 0606", "activate 0909")
    verdict = engine.check(state, "move naval:1,land:1 0909,0908,0606")
    assert len(verdict.reasons) >= 2
    with pytest.raises(NotAllowed):
        engine.apply(state, "move naval:1,land:1 0909,0908,0606")
    assert why(state, "move naval:9 0909,0808")[0] == ("8.2e", "no_unit")


@pytest.mark.clause("8.5g", "8.4c")
def test_cargo_may_sail_on_while_those_ashore_are_held() -> None:
    line = "turn 4; phase movement; trp 9 9; contested 0606; 0606 jp 2N(L) L-; 0606 us L"
    state = done(pos(line), "target 0605", "activate 0606")
    offered = [action for action in legal(state) if action.startswith("move")]
    assert offered and all(engine.check(state, action).ok for action in offered)
    assert any("land" in action for action in offered)
    assert ("8.5g", "locked") in why(state, "move naval:2,attrited-land:1,full-land:1 0606,0605")


def test_rows_of_like_units_are_one_stack_of_them() -> None:
    state = pos("turn 4; phase movement; trp 9 9; 0605 jp N; 0605 jp N")
    state = done(state, "target 0706", "activate 0605")
    assert [a for a in legal(state) if a.startswith("move")] == [
        "move naval:1 0605,0706",
        "move naval:2 0605,0706",
    ]


@pytest.mark.ruling("displaced-air-trigger")
@pytest.mark.clause("8.7f", "8.7b")
def test_an_air_unit_left_alone_when_its_land_unit_sails_has_to_leave() -> None:
    state = pos("turn 4; phase movement; trp 12 12; 0407 jp L A 2N; 0507 jp L")
    state = done(state, "target 0408", "activate 0407")
    state = done(state, "move naval:1,land:1 0407,0408")
    while engine.acting(state) is Side.JAPAN and legal(state)[0].startswith("displace"):
        state = done(state, legal(state)[0])
    assert not state.full_air("0407", Side.JAPAN)


@pytest.mark.ruling("target-hex-once-scope")
@pytest.mark.clause("8.5b")
def test_by_the_other_reading_a_hex_is_a_target_once_for_both() -> None:
    line = "turn 4; phase movement; trp 12 12; 0606 jp N; 0607 us N"
    moves = "target 0605", "activate 0606", "move naval:1 0606", "pass"
    assert why(done(pos(line), *moves), "target 0605") == []
    other = done(pos(f"{line}; ruling target-hex-once-scope=b"), *moves)
    assert why(other, "target 0605") == [("8.5b", "target_twice")]


@pytest.mark.clause("12.1e", "8.5o", "8.5n", "12.2c")
@pytest.mark.parametrize(
    ("line", "target", "rule"),
    [
        ("turn 1; trp 20 0; 0407 jp N", "0207", "12.1e"),
        ("turn 4; trp 20 9; 0606 jp 2N; 0607 jp L; 0607 us L; contested 0607", "0607", "8.5n"),
        ("turn 4; trp 0 20; 0407 cw L", "0504", "12.2c"),
    ],
)
def test_a_target_that_is_closed_says_by_which_rule(line: str, target: str, rule: str) -> None:
    state = pos(f"phase movement; {line}")
    assert rule in engine.check(state, f"target {target}").rules


@pytest.mark.clause("12.2d")
def test_a_marker_on_the_chinese_says_that_they_do_not_move() -> None:
    state = done(pos("turn 7; phase movement; trp 5 10; 0505 cn 2L; 0205 cw L"), "target 0306")
    assert why(state, "activate 0505") == [("12.2d", "china")]


def test_places_that_are_not_there_are_refused_in_words(manila: State) -> None:
    state = done(manila, "target 0606", "activate 0407")
    assert why(state, "move naval:1 0407,9999")[0] == ("8.4e", "no_hex")
    assert why(state, "move naval:1 9999")[0] == ("8.4e", "no_hex")
    assert why(state, "move naval:1 0407,0507Z,0606")[0] == ("8.7k", "no_coast")


@pytest.mark.clause("8.4d", "8.4e", "8.4f")
def test_a_move_that_cannot_be_paid_says_the_sum_and_where_it_ends(manila: State) -> None:
    state = done(manila, "target 0606", "activate 0909")
    poor = witp.load("text:turn 4; phase movement; trp 0 5; 0909 cw N; 0707 jp A; 0606 us L")
    state = done(poor, "target 0708", "activate 0909")
    told = str(engine.check(state, "move naval:1 0909,0809,0808,0807,0707,0708"))
    assert "Not enough RP" in told or "not allowed" in told


def test_fleets_on_both_seas_have_to_be_told_apart() -> None:
    state = pos("turn 4; phase movement; trp 9 9; 0406W jp N; 0406E jp N")
    state = done(state, "target 0407", "activate 0406")
    with pytest.raises(Ambiguous):
        engine.check(state, "move naval:1 0406,0407")


def test_what_is_no_action_at_all_is_unreadable(manila: State) -> None:
    for thing in (5, None, b"pass", ["pass"]):
        with pytest.raises(Unreadable):
            engine.check(manila, thing)  # type: ignore[arg-type]


def test_a_crowd_of_unlike_counters_is_listed_shortly() -> None:
    state = pos(
        "turn 4; phase movement; trp 9 12; 0606 us 3C 3N 2C- 2N- 3L; 0606 cw 2C 3N N- 2L; 0707 jp A"
    )
    state = done(state, "target 0605", "activate 0606")
    offered = legal(state)
    assert 20 < len(offered) < 1500
    assert why(state, "move us-carrier:2,cw-naval:3,land:2 0606,0605") == []
