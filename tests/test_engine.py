"""The referee: phases in order, what may be done, and what it leads to."""

from __future__ import annotations

import attrs
import pytest

import witp_learn as witp
from witp_learn import engine
from witp_learn.actions import Roll
from witp_learn.engine import NotAllowed
from witp_learn.files import Unreadable
from witp_learn.model import HIDDEN, Hand, Mark, Phase, Progress, Side, State
from witp_learn.position.file import from_plain, to_plain
from witp_learn.rules import supply


def pos(line: str) -> State:
    return witp.load(f"text:{line}")


def told(outcome: engine.Outcome) -> str:
    return "\n".join(map(str, outcome.events))


def legal(state: State) -> list[str]:
    return [str(action) for action in engine.legal_actions(state)]


def why(state: State, action: str) -> list[tuple[str, str]]:
    return [(reason.rule, reason.why) for reason in engine.check(state, action).reasons]


@pytest.mark.clause("3.1a", "3.1b", "3.1c", "5.3a", "12.1a", "12.1b")
def test_turn_1_has_its_points_without_a_roll_and_starts_with_bases() -> None:
    begun = engine.begin(witp.scenario())
    assert begun.phase is Phase.BASES
    assert begun.trp == (20, 0)
    assert begun.progress is not None and begun.progress.points == (20, 0)
    assert engine.acting(begun) is Side.JAPAN


@pytest.mark.clause("5.1a", "5.1b", "5.1c", "5.2a", "5.2e", "3.1b")
def test_both_roll_for_points_japan_first_and_the_higher_acts_first() -> None:
    state = pos("turn 4; phase resources; 0606 us L; trp 3 3")
    assert engine.acting(state) is Side.JAPAN
    assert legal(state) == [f"roll {w} {r}" for w in range(1, 7) for r in range(1, 7)]
    state = engine.apply(state, "roll 2 3")
    assert engine.acting(state) is Side.ALLIES
    outcome = engine.play(state, Roll(5, 4))
    assert outcome.state.trp == (14, 17)
    assert outcome.state.phase is Phase.BASES
    assert engine.acting(outcome.state) is Side.ALLIES
    assert "14 RP: 15 + 2 - 3" in told(outcome) or "17 RP: 16 + 5 - 4" in told(outcome)


@pytest.mark.clause("5.2b")
def test_points_of_last_turn_do_not_carry_over() -> None:
    state = pos("turn 4; phase resources; 0606 us L; trp 30 30")
    assert engine.apply(engine.apply(state, "roll 2 3"), "roll 5 4").trp == (14, 17)


@pytest.mark.clause("12.3a", "12.3b", "12.3c")
@pytest.mark.parametrize(("wells", "points"), [(1, 14), (2, 15), (3, 16)])
def test_southern_resources_give_japan_points(wells: int, points: int) -> None:
    places = "; ".join(f"{h} jp L" for h in ("0508", "0408", "0509")[:wells])
    state = pos(f"turn 4; phase resources; {places}")
    trp = engine.apply(engine.apply(state, "roll 2 3"), "roll 5 4").trp
    assert trp == (points, 17)


@pytest.mark.ruling("occupies-alone")
@pytest.mark.clause("12.3b")
def test_a_resource_hex_shared_with_an_allied_land_unit_gives_nothing() -> None:
    state = pos("turn 4; phase resources; 0508 jp L; 0408 jp L; 0408 cw L-")
    assert engine.apply(engine.apply(state, "roll 2 3"), "roll 5 4").trp == (14, 17)


@pytest.mark.clause("12.4a", "12.4b")
@pytest.mark.parametrize("places", ["0710 jp L", "0710 jp L-; 0207 jp L"])
def test_a_lost_port_of_australia_or_india_costs_three_points_once(places: str) -> None:
    state = pos(f"turn 4; phase resources; {places}")
    assert engine.apply(engine.apply(state, "roll 2 3"), "roll 5 4").trp == (14, 14)


@pytest.mark.clause("6.0a", "6.0b", "6.0c", "6.0d")
def test_building_alternates_and_who_passed_stays_out() -> None:
    state = pos("turn 4; phase bases; trp 5 9; base al 1110 0710")
    assert engine.acting(engine.begin(state)) is Side.ALLIES
    first, second, *_ = [action for action in legal(state) if action.startswith("build")]
    state = engine.apply(state, first)
    assert engine.acting(state) is Side.JAPAN
    state = engine.apply(state, "pass")
    assert engine.acting(state) is Side.ALLIES
    state = engine.apply(state, second)
    assert engine.acting(state) is Side.ALLIES
    assert len(state.bases[Side.ALLIES]) == 4


@pytest.mark.clause("6.0e")
def test_on_equal_points_japan_builds_first() -> None:
    assert engine.acting(engine.begin(pos("turn 4; phase bases; trp 5 5"))) is Side.JAPAN


@pytest.mark.clause("6.1a", "6.1b", "6.1c")
def test_a_base_that_cannot_be_built_is_refused_with_its_reasons() -> None:
    state = pos("turn 4; phase bases; trp 9 5; base jp 0605")
    assert why(state, "build 0605") == [("6.1a", "has_base")]
    assert why(state, "build 0606") == [("6.1b", "no_facility")]
    assert why(state, "build 9999") == [("6.1b", "no_hex")]
    assert why(state, "build 1708") == [("6.1b", "no_facility"), ("6.3b", "too_far")]
    with pytest.raises(NotAllowed) as caught:
        engine.apply(state, "build 0606")
    assert caught.value.verdict.rules == ("6.1b",)


@pytest.mark.clause("6.4a", "6.4b", "6.4c", "6.4d")
def test_a_base_built_now_stays_and_one_removed_may_be_built_again() -> None:
    state = pos("turn 4; phase bases; trp 9 5; base jp 0605")
    assert why(state, "remove 0606") == [("6.4a", "no_base")]
    built = engine.apply(engine.apply(state, "build 0506"), "pass")
    assert why(built, "remove 0506") == [("6.4d", "built_now")]
    gone = engine.apply(engine.apply(state, "remove 0605"), "pass")
    assert "build 0605" in legal(gone)
    after = engine.apply(gone, "pass")
    assert after.trp == (9, 5)


@pytest.mark.clause("6.5a", "6.5b", "6.2c")
def test_upkeep_is_paid_once_when_both_have_done() -> None:
    state = pos("turn 4; phase bases; trp 9 5; base jp 0605 0506; base al 0607")
    after = engine.apply(engine.apply(state, "pass"), "pass")
    assert after.trp == (7, 4)
    assert after.phase is Phase.MOVEMENT
    assert after.progress is not None and after.progress.points == (9, 5)


@pytest.mark.ruling("base-shortfall-choice")
@pytest.mark.clause("6.5c", "6.5d", "8.8c")
def test_who_is_short_loses_the_bases_that_the_opponent_picks() -> None:
    state = pos("turn 4; phase bases; trp 9 1; base jp 0605; base al 0606 0607 0710")
    state = engine.apply(engine.apply(state, "pass"), "pass")
    assert state.trp == (8, 0)
    assert engine.acting(state) is Side.JAPAN
    assert legal(state) == ["remove 0606", "remove 0607", "remove 0710"]
    assert why(state, "remove 0605") == [("6.5d", "pick_base")]
    assert why(state, "pass") == [("6.5d", "pick_base")]
    state = engine.apply(engine.apply(state, "remove 0607"), "remove 0710")
    assert state.bases[Side.ALLIES] == ("0606",)
    assert state.phase is Phase.MOVEMENT


@pytest.mark.ruling("base-shortfall-choice")
@pytest.mark.clause("6.5c", "6.5d")
def test_when_both_are_short_the_first_players_bases_go_first() -> None:
    state = pos("turn 4; phase bases; trp 1 0; base jp 0605 0506; base al 0606")
    state = engine.apply(engine.apply(state, "pass"), "pass")
    assert engine.acting(state) is Side.ALLIES
    state = engine.apply(state, "remove 0605")
    assert engine.acting(state) is Side.JAPAN
    state = engine.apply(state, "remove 0606")
    assert state.bases == {Side.JAPAN: ("0506",), Side.ALLIES: ()}


@pytest.mark.clause("6.6.2a", "6.6.2b", "12.1g")
def test_on_turn_1_the_allies_build_six_bases_for_nothing() -> None:
    state = engine.apply(witp.scenario(), "pass")
    for _ in range(6):
        state = engine.apply(state, next(a for a in legal(state) if a.startswith("build")))
    assert not any(action.startswith("build") for action in legal(state))
    assert why(state, "build 0606")[0] == ("6.6.2a", "six")
    state = engine.apply(state, "pass")
    assert state.trp == (20, 0)
    assert len(state.bases[Side.ALLIES]) == 6


@pytest.mark.ruling("t1-option-build-ban")
@pytest.mark.clause("6.6.2c", "6.6.2d", "6.6.2e", "6.6.2f")
def test_with_the_six_bases_placed_the_allies_build_none_on_turn_1() -> None:
    game = witp.new_game(optional_bases=True)
    assert len(game.state.bases[Side.ALLIES]) == 6
    game.play("draw 1942-03", "draw 1942-10", "pass")
    assert not any(str(action).startswith("build") for action in game.legal_actions())
    assert game.check("build 0606").rules[0] == "6.6.2e"
    game.play("pass")
    assert game.state.trp == (20, 0)


@pytest.mark.clause("7.0a", "7.0d", "7.2a", "7.2b", "3.1d")
def test_the_supply_check_follows_and_play_goes_on_with_movement() -> None:
    state = pos("turn 4; base al 1110; 1207 us A; 0909 us L-; 1008 jp A")
    after = engine.begin(state)
    assert after.phase is Phase.MOVEMENT
    expected = supply.check(state).after()
    counters = {(u.at, u.kind, u.state) for u in after.units}
    assert counters == {(u.at, u.kind, u.state) for u in expected.units}


@pytest.mark.clause("5.2e", "5.2f", "5.2g", "5.2h", "10.0e")
@pytest.mark.parametrize(
    ("dice", "said"),
    [
        (
            ("roll 1 1", "roll 4 1"),
            "Equal RP: the Japanese side acts first in this turn's phases, "
            "but the Allied side in phase 6 (5.2g, 5.2h)",
        ),
        (("roll 1 1", "roll 5 1"), "The Allied side acts first in this turn's phases (5.2e)"),
    ],
)
def test_who_acts_first_is_told_also_on_equal_points(dice: tuple[str, str], said: str) -> None:
    state = engine.begin(pos("turn 3; phase resources"))
    outcome = engine.play(engine.apply(state, dice[0]), dice[1])
    assert said in [str(event) for event in outcome.events]


def test_an_action_of_another_phase_names_the_phase_and_its_clause() -> None:
    state = pos("turn 4; phase bases; trp 9 5")
    assert why(state, "target 0606") == [("3.1c", "phase")]
    assert "build or remove" in str(engine.check(state, "roll 1 2"))


def test_text_that_is_no_action_is_unreadable_and_changes_nothing() -> None:
    with pytest.raises(Unreadable):
        engine.apply(pos("turn 4; phase bases"), "sail away")


def test_progress_is_complete_what_apply_gives_can_be_played_on() -> None:
    state = engine.apply(pos("turn 4; phase bases; trp 9 5; base jp 0605"), "build 0506")
    again = from_plain(to_plain(state), "again")
    assert again == state
    assert again.progress == Progress(
        points=(9, 5), to_act=Side.ALLIES, built=(Mark(Side.JAPAN, "0506"),)
    )


def test_nothing_given_is_changed() -> None:
    state = pos("turn 4; phase bases; trp 9 5; base jp 0605")
    kept = attrs.evolve(state)
    engine.apply(state, "build 0506")
    assert state == kept and state.progress is None


def with_cards() -> State:
    hands = (Hand(Side.JAPAN, ("1942-02", "1942-03")), Hand(Side.ALLIES, ("1942-05",)))
    progress = Progress(points=(9, 5), hands=hands, deck=("1942-07", "1942-01"))
    return attrs.evolve(pos("turn 4; phase bases; trp 9 5; base jp 0605"), progress=progress)


@pytest.mark.clause("4.2a")
def test_each_side_sees_its_own_hand_only_and_nobody_the_deck() -> None:
    seen = engine.observe(with_cards(), Side.JAPAN)
    assert seen.progress is not None
    assert [hand.cards for hand in seen.progress.hands] == [("1942-02", "1942-03"), (HIDDEN,)]
    assert seen.progress.deck == (HIDDEN, HIDDEN)
    assert "1942-05" not in str(to_plain(seen)) and "1942-07" not in str(to_plain(seen))
    assert from_plain(to_plain(seen), "seen") == seen


def test_cards_stay_where_they_are_from_phase_to_phase() -> None:
    after = engine.apply(engine.apply(with_cards(), "pass"), "pass")
    assert after.phase is Phase.MOVEMENT and after.progress is not None
    assert after.progress.deck == ("1942-07", "1942-01")
    assert engine.observe(pos("turn 4"), Side.JAPAN) == pos("turn 4")
