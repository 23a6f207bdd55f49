"""China as a turn ends: Japan's duty, garrison, surrender, recovery, redeployment (12.2)."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve
from strategies import at_large, on

from witp_learn import engine
from witp_learn.actions import Ambiguous
from witp_learn.engine import NotAllowed
from witp_learn.explain import faults
from witp_learn.files import Unreadable
from witp_learn.model import Area, Hex, Kind, Nation, Phase, Progress, Side, State, Terrain
from witp_learn.position.file import from_plain, to_plain
from witp_learn.rules.turn_end import china

FRONT = "0404 cn 3L; 0504 cn L; 0505 cn L"


def closing(line: str, **progress: Any) -> State:
    """A position as its turn ends, at the first decision."""
    state = evolve(at_large(f"phase reinforcement; {line}"), progress=Progress(**progress))
    return engine.begin(state)


def end_of(line: str, **progress: Any) -> State:
    """The start of the next turn, the Allies having passed."""
    state = closing(line, **progress)
    while state.phase is Phase.REINFORCEMENT:
        assert engine.legal_actions(state), "the turn does not end"
        state = engine.apply(state, "pass")
    return state


def told(line: str, **progress: Any) -> str:
    state = evolve(at_large(f"phase reinforcement; {line}"), progress=Progress(**progress))
    return "\n".join(map(str, engine.opening(state).events))


def legal(state: State) -> list[str]:
    return [str(action) for action in engine.legal_actions(state)]


def why(state: State, action: str) -> list[tuple[str, str]]:
    return [(reason.rule, reason.why) for reason in engine.check(state, action).reasons]


def land(state: State, hex_id: str, nation: Nation) -> int:
    return sum(u.count for u in state.at(hex_id) if u.ashore and u.nation is nation)


# The duty to fight


@pytest.mark.clause("12.2k", "12.2m")
def test_without_a_fight_the_allies_pick_a_japanese_land_unit_in_china() -> None:
    state = closing("turn 4; 0404 cn L; 0504 jp L L-; 0505 jp L; 0605 jp L")
    assert engine.acting(state) is Side.ALLIES
    assert "the Allies pick" in engine.status(state)
    assert legal(state) == ["lose land 0504", "lose attrited-land 0504", "lose land 0505"]
    assert why(state, "lose land 0605") == [("12.2m", "pick")]
    assert why(state, "pass") == [("12.2m", "pick")]
    after = engine.apply(state, "lose land 0505")
    assert not after.at("0505") and land(after, "0504", Nation.JAPAN) == 2


@pytest.mark.clause("12.2m")
def test_a_unit_of_two_faces_is_named_by_its_face_and_unlike_ones_by_more() -> None:
    state = closing("turn 4; 0504 jp L L-")
    assert land(engine.apply(state, "lose full-land 0504"), "0504", Nation.JAPAN) == 1
    with pytest.raises(Ambiguous, match="name the unit more fully"):
        engine.check(closing("turn 4; 0504 jp L- L-=2; 0505 jp L"), "lose attrited-land 0504")


@pytest.mark.ruling("china-combat-quota")
@pytest.mark.clause("12.2m")
def test_the_only_one_goes_without_a_question_and_none_is_none() -> None:
    gone = end_of("turn 4; 0504 jp L; 0605 jp 2L")
    assert not gone.at("0504") and land(gone, "0605", Nation.JAPAN) == 2
    assert "has no land unit there to lose (12.2m)" in told("turn 4; 0605 jp 2L")


@pytest.mark.clause("12.2m", "8.7a")
def test_an_air_unit_left_alone_among_the_chinese_is_driven_out() -> None:
    line = "turn 4; contested 0505; 0505 jp L A; 0505 cn L; 0605 jp L; base jp 0605"
    state = closing(line)
    assert legal(state)[0].startswith("displace 0505") and not state.contested
    after = engine.apply(state, "displace 0505 0605")
    assert [str(u.state) for u in after.at("0605") if u.kind is Kind.AIR] == ["attrited"]
    assert after.phase is Phase.REINFORCEMENT, "the Chinese may still be redeployed"


@pytest.mark.clause("12.2k")
@pytest.mark.parametrize(("turn", "left"), [(1, 3), (2, 2), (3, 2)])
def test_the_duty_starts_on_turn_2(turn: int, left: int) -> None:
    assert land(end_of(f"turn {turn}; 0504 jp 3L"), "0504", Nation.JAPAN) == left


@pytest.mark.clause("12.2k")
def test_who_has_fought_the_chinese_loses_nothing() -> None:
    after = end_of("turn 4; 0504 jp 3L; 0404 cn L", met_chinese=True)
    assert land(after, "0504", Nation.JAPAN) == 3
    assert after.progress is not None and not after.progress.met_chinese, "each turn anew"


def fought(line: str, *actions: str) -> bool:
    state = engine.begin(at_large(f"phase combat; turn 4; {line}"))
    for action in actions:
        state = engine.apply(state, action)
    assert state.progress is not None
    return state.progress.met_chinese


@pytest.mark.ruling("china-combat-quota")
@pytest.mark.clause("12.2k", "12.2l")
@pytest.mark.parametrize("contested", ["", "; contested 0504"])
def test_a_land_combat_with_the_chinese_is_noted_continuing_combat_too(contested: str) -> None:
    line = f"0504 jp 3L; 0504 cn L{contested}"
    assert not fought(line, "fight 0504")
    assert fought(line, "fight 0504", "roll 6 1")


@pytest.mark.clause("12.2k")
def test_a_land_combat_elsewhere_does_not_count() -> None:
    assert not fought("0606 jp 3L; 0606 us L; contested 0606", "fight 0606", "roll 6 1")


@pytest.mark.clause("12.2k", "12.2m")
def test_the_fight_is_remembered_until_the_turn_ends() -> None:
    line = "turn 4; phase combat; 0504 jp L; 0504 cn L; contested 0504; 0605 jp L; trp 3 3"
    state, told = engine.begin(at_large(line)), ""
    for action in ("fight 0504", "roll 6 1"):
        state = engine.apply(state, action)
    while state.turn == 4:
        offered = engine.legal_actions(state)
        quiet = next((a for a in offered if str(a) == "pass"), offered[0])
        outcome = engine.play(state, quiet)
        state, told = outcome.state, "\n".join((told, *map(str, outcome.events)))
    assert land(state, "0504", Nation.JAPAN) == 1
    assert "too few" in told and "no land combat" not in told


# The garrison


@pytest.mark.clause("12.2n")
@pytest.mark.parametrize(
    ("turn", "units", "penalty"),
    [(2, "L", 0), (3, "L", 3), (3, "2L", 3), (3, "2L L-", 0), (9, "3L", 0), (9, "N", 3)],
)
def test_fewer_than_three_land_units_in_china_cost_three_points_from_turn_3(
    turn: int, units: str, penalty: int
) -> None:
    at = "0506" if units == "N" else "0504"
    after = end_of(f"turn {turn}; {at} jp {units}; 0404 cn L", met_chinese=True)
    assert after.progress is not None and after.progress.penalty == penalty
    assert after.turn == turn + 1


@pytest.mark.clause("12.2n", "5.1c", "5.2e")
def test_the_three_points_are_missing_next_turn_and_count_for_the_order() -> None:
    state = end_of("turn 3; 0404 cn L", met_chinese=True)
    assert state.phase is Phase.RESOURCES and state.trp is None
    state = engine.apply(state, "roll 3 3")
    outcome = engine.play(state, "roll 1 1")
    assert outcome.state.trp == (12, 16)
    first = end_of("turn 3; 0504 jp 3L; 0404 cn L", met_chinese=True)
    assert engine.apply(engine.apply(first, "roll 3 3"), "roll 1 1").trp == (15, 16)
    assert "-3 RP" in told("turn 3; 0606 us L; 0504 jp 2L", met_chinese=True)


@pytest.mark.clause("12.2n")
def test_the_loss_lasts_for_one_turn() -> None:
    state = closing("turn 5; 0504 jp 3L; 0404 cn L", met_chinese=True, penalty=3)
    after = engine.apply(state, "pass")
    assert after.progress is not None and after.progress.penalty == 0


@pytest.mark.ruling("turn-end-order")
@pytest.mark.clause("12.2m", "12.2n")
def test_the_unit_that_is_lost_no_longer_counts_for_the_garrison() -> None:
    """Ruling turn-end-order: the loss comes before the count."""
    after = end_of("turn 4; 0504 jp 3L; 0404 cn L")
    assert after.progress is not None and after.progress.penalty == 3


@pytest.mark.clause("12.2n")
def test_the_reason_of_the_penalty_is_sound() -> None:
    for line in ("turn 3; 0504 jp 2L", "turn 2; 0504 jp L", "turn 4; 0504 jp 2L L-"):
        found = china.penalty(at_large(line))
        assert faults(found) == []
    assert china.penalty(at_large("turn 3; 0504 jp 2L; 0605 jp 3L")).value == 3


@pytest.mark.ruling("china-hex-set")
@pytest.mark.clause("12.2a", "12.2n")
def test_on_a_board_of_its_own_china_is_the_area() -> None:
    """Ruling china-hex-set; a board without China asks nothing of Japan."""
    far = Hex("0303", Terrain.LAND, land_part=True, area=Area.CHINA)
    assert china.hexes(on("turn 4", far).board) == ("0303",)
    assert china.penalty(on("turn 4; 0303 jp L", far)).value == 3
    assert china.penalty(on("turn 4")).value == 0 and not china.failed(on("turn 4"))
    assert china.hexes(at_large("").board) == ("0404", "0504", "0505")


# Surrender


@pytest.mark.ruling("occupies-alone")
@pytest.mark.clause("12.2h", "12.2i", "12.2z")
def test_china_surrenders_to_japanese_land_units_alone_at_chongqing() -> None:
    line = "turn 7; 0404 jp L-; 0504 cn 2L; 0505 cn L-; 0505 jp 3L; contested 0505; 0606 us L"
    after = end_of(line, met_chinese=True)
    assert not [u for u in after.units if u.nation is Nation.CHINA]
    assert land(after, "0606", Nation.US) == 1 and land(after, "0505", Nation.JAPAN) == 3
    assert not after.contested
    assert after.progress is not None and "china-surrendered" in after.progress.once
    assert "China surrenders" in told(line, met_chinese=True)


@pytest.mark.clause("12.2h", "12.2i")
@pytest.mark.parametrize("there", ["0404 jp 2L; 0404 cn L-; contested 0404", "0404 cn L", ""])
def test_china_stands_while_one_chinese_unit_holds_chongqing_or_nobody_is_there(there: str) -> None:
    """Ruling occupies-alone: attrited ones count."""
    after = end_of(f"turn 7; {there}; 0504 cn L; 0505 jp 3L", met_chinese=True)
    assert after.progress is not None and after.progress.once == ()
    assert land(after, "0504", Nation.CHINA) == 1


@pytest.mark.ruling("chongqing-air-status")
@pytest.mark.clause("12.2i", "12.2z")
def test_the_air_unit_at_chongqing_leaves_with_the_chinese() -> None:
    """Ruling chongqing-air-status."""
    state = at_large("turn 8; 0404 us A; 0404 jp L; 0504 cn L; 0606 us A")
    assert china.surrenders(state)
    left = china.without_china(state)
    assert [u.hex for u in left.units] == ["0404", "0606"]


@pytest.mark.clause("12.2j")
def test_after_the_surrender_japan_has_no_duties_in_china() -> None:
    once = ("china-surrendered",)
    after = end_of("turn 8; 0404 jp L; 0605 jp L", once=once)
    assert land(after, "0404", Nation.JAPAN) == 1
    assert after.progress is not None
    assert (after.progress.penalty, after.progress.once) == (0, once)


@pytest.mark.clause("12.2j", "12.2n")
def test_the_surrender_lifts_the_loss_counted_at_the_same_time() -> None:
    after = end_of("turn 8; 0404 jp 2L; 0504 cn L", met_chinese=True)
    assert after.progress is not None and after.progress.penalty == 0
    assert "are not lost (12.2j)" in told("turn 8; 0404 jp 2L", met_chinese=True)


@pytest.mark.ruling("turn-end-order")
@pytest.mark.clause("12.2h", "12.2m")
def test_the_unit_picked_may_be_the_one_that_would_have_taken_chongqing() -> None:
    """Ruling turn-end-order: surrender is judged after the loss."""
    state = closing("turn 7; 0404 jp L; 0504 jp L; 0505 cn L")
    lost = engine.apply(state, "lose land 0404")
    assert lost.progress is not None and lost.progress.once == ()
    kept = engine.apply(state, "lose land 0504")
    assert kept.progress is not None and kept.progress.once == ("china-surrendered",)


# Recovery


@pytest.mark.clause("12.2o", "12.2p", "12.2q")
def test_attrited_chinese_units_recover_in_continuing_combat_too() -> None:
    line = "turn 4; 0404 cn L-; 0504 cn L 2L-; 0504 jp 3L-; contested 0504; 0606 us L-"
    after = end_of(line, met_chinese=True)
    assert all(u.full for u in after.units if u.nation is Nation.CHINA)
    assert land(after, "0504", Nation.CHINA) == 3, "none comes back from the dead"
    assert not any(u.full for u in after.units if u.nation is not Nation.CHINA)
    assert "Chinese units recover" in told(line, met_chinese=True)


@pytest.mark.ruling("chongqing-air-status")
@pytest.mark.clause("12.2o", "12.2z")
def test_the_air_unit_at_chongqing_recovers_with_the_chinese() -> None:
    """Ruling chongqing-air-status."""
    after = end_of("turn 7; 0404 cn L; 0404 us A-; 0606 us A-", met_chinese=True)
    assert [u.full for u in after.units if u.nation is Nation.US] == [True, False]


# Redeployment


@pytest.mark.ruling("china-redeploy-path")
@pytest.mark.clause("12.2e", "12.2r")
def test_the_allies_may_take_chinese_units_to_any_of_the_three_hexes() -> None:
    state = closing(f"turn 4; {FRONT}", met_chinese=True)
    assert engine.acting(state) is Side.ALLIES
    assert "may redeploy Chinese units" in engine.status(state)
    assert "redeploy land:3 0404 0505" in legal(state) and "pass" in legal(state)
    assert len(legal(state)) == 3 * 2 + 2 + 2 + 1
    state = engine.apply(state, "redeploy land:2 0404 0505")
    assert (land(state, "0404", Nation.CHINA), land(state, "0505", Nation.CHINA)) == (1, 3)


@pytest.mark.ruling("turn-end-order")
@pytest.mark.clause("12.2r")
def test_recovery_comes_before_redeployment() -> None:
    state = closing("turn 4; 0404 cn L L-; 0605 jp L", met_chinese=True)
    assert legal(state)[:2] == ["redeploy land:1 0404 0504", "redeploy land:2 0404 0504"]


@pytest.mark.clause("12.2r")
def test_a_unit_is_redeployed_once_a_turn_and_then_free_again() -> None:
    state = closing("turn 4; 0404 cn 2L", met_chinese=True)
    state = engine.apply(state, "redeploy land:1 0404 0504")
    assert why(state, "redeploy land:1 0504 0505") == [("12.2r", "no_unit")]
    assert why(state, "redeploy land:2 0404 0505") == [("12.2r", "no_unit")]
    after = engine.apply(state, "redeploy land:1 0404 0505")
    assert after.turn == 5 and not any(u.moved for u in after.units)


@pytest.mark.clause("12.2r")
def test_a_turn_that_ends_reads_back() -> None:
    state = engine.apply(
        closing("turn 4; 0404 cn 2L", met_chinese=True), "redeploy land:1 0404 0504"
    )
    assert from_plain(to_plain(state), "again") == state


@pytest.mark.clause("12.2s")
def test_it_takes_nothing_of_the_allied_allowance() -> None:
    state = closing("turn 4; 0404 cn 2L", met_chinese=True, stacks=(0, 8))
    after = engine.apply(state, "redeploy land:1 0404 0504")
    assert after.progress is not None and after.progress.stacks == (0, 8)


@pytest.mark.clause("12.2t", "12.2u")
def test_out_of_continuing_combat_none_may_go_into_it_they_may() -> None:
    line = "turn 4; 0404 cn L; 0504 cn L; 0504 jp 3L; contested 0504"
    state = closing(line, met_chinese=True)
    assert why(state, "redeploy land:1 0504 0404") == [("12.2t", "contested")]
    assert "redeploy land:1 0404 0504" in legal(state)
    after = engine.apply(state, "redeploy land:1 0404 0504")
    assert land(after, "0504", Nation.CHINA) == 2


@pytest.mark.clause("12.2a", "12.2r")
def test_where_they_may_not_go() -> None:
    state = closing("turn 4; 0404 cn L; 0505 jp 3L; 0606 us L", met_chinese=True)
    assert why(state, "redeploy land:1 0404 0505") == [("12.2u", "enemy_land")]
    assert why(state, "redeploy land:1 0404 0404") == [("12.2r", "same_hex")]
    assert why(state, "redeploy land:1 0404 0406") == [("12.2a", "china")]
    assert why(state, "redeploy land:1 0404 9999") == [("12.2a", "no_hex")]
    assert why(state, "redeploy land:1 0606 0404") == [("12.2a", "china")]
    assert why(state, "redeploy land:1 0504 0404") == [("12.2r", "no_unit")]
    assert why(state, "redeploy land:2 0404 0504") == [("12.2r", "no_unit")]
    assert why(state, "redeploy air:1 0404 0504") == [("12.2r", "no_unit")]
    assert why(state, "place air 0404") == [("12.2r", "chinese_only")]
    with pytest.raises(NotAllowed):
        engine.apply(state, "redeploy land:1 0404 0505")
    with pytest.raises(Unreadable):
        engine.check(state, "redeploy land:1 0404")


@pytest.mark.clause("12.2r")
def test_the_option_of_the_erratum_keeps_them_in_place_on_turn_1() -> None:
    stay = ("chinese-stay-turn-1",)
    assert "redeploy land:1 0404 0504" in legal(closing("turn 1; 0404 cn L"))
    assert closing("turn 1; 0404 cn L", choices=stay).turn == 2
    assert closing("turn 2; 0404 cn L", choices=stay, met_chinese=True).turn == 2


@pytest.mark.clause("12.2r")
def test_with_nobody_to_redeploy_the_turn_ends_without_a_question() -> None:
    state = closing("turn 4; 0404 cn L; 0404 jp 3L; contested 0404", met_chinese=True)
    assert state.turn == 5
