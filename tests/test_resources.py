"""Resource points (5.1 to 5.3), who acts first (5.2, 6.0), upkeep of bases (6.5)."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import at_large, examples

from witp_learn.explain import faults
from witp_learn.model import Phase, Side
from witp_learn.rules import resources

JAPAN, ALLIES = Side.JAPAN, Side.ALLIES
LATE = {
    Phase.FLEET_REDEPLOYMENT,
    Phase.TROOP_REDEPLOYMENT,
    Phase.STACKING,
    Phase.REBUILDING,
}


@pytest.mark.clause("5.1a", "5.1b", "5.1c", "5.1d")
def test_the_high_white_die_of_the_example() -> None:
    found = resources.trp(13, 6, 3)
    assert found.value == 16
    assert "16 RP: 13 + 6 - 3" in str(found)
    assert [leaf.value for leaf in found.leaves()] == [13, 6, 3]
    assert [leaf.op for leaf in found.leaves()] == ["data", "die", "die"]


@pytest.mark.clause("5.1c", "5.1e")
def test_the_high_red_die_of_the_example() -> None:
    assert resources.trp(13, 2, 4).value == 11


@pytest.mark.clause("5.1f")
def test_what_else_changes_the_points() -> None:
    found = resources.trp(13, 2, 4, {"southern resources": 2, "China": -3})
    assert found.value == 10
    assert "southern resources +2" in str(found)
    assert "China -3" in str(found)


@pytest.mark.ruling("trp-floor")
@pytest.mark.clause("5.1c")
def test_points_never_fall_below_nothing() -> None:
    found = resources.trp(2, 1, 6)
    assert found.value == 0
    assert faults(found) == []
    assert found.text == "0 RP: 2 + 1 - 6 is -3, and RP are never below 0"
    assert resources.trp(5, 1, 6).text == "0 RP: 5 + 1 - 6"


@pytest.mark.parametrize("dice", [(0, 1), (1, 7), (-1, 1)])
def test_a_die_shows_one_to_six(dice: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="a die shows 1 to 6"):
        resources.trp(13, *dice)


@pytest.mark.clause("5.1b", "5.1c")
def test_the_chances_before_the_roll() -> None:
    found = resources.trp_chances(13)
    assert found.mean(lambda p: p) == 13
    assert found.chances[13] == Fraction(1, 6)
    assert found.chances[18] == Fraction(1, 36)
    assert min(found.chances) == 8
    assert resources.trp_chances(2).chances[0] == Fraction(10, 36)


@pytest.mark.clause("5.2a")
def test_what_is_spent_is_taken_off() -> None:
    owed = resources.upkeep(at_large("base al 0606 0607"), ALLIES, 5)
    assert (owed.due, owed.left) == (2, 3)


@pytest.mark.clause("5.2e", "6.0d")
@pytest.mark.parametrize("phase", list(Phase))
def test_the_higher_goes_first(phase: Phase) -> None:
    assert resources.first_to_act((15, 14), phase).value == JAPAN.value
    found = resources.first_to_act((14, 17), phase)
    assert found.value == ALLIES.value
    assert "14" in found.text and "17" in found.text
    assert found.rules == ("5.2e",)


@pytest.mark.ruling("equal-trp-order")
@pytest.mark.clause("5.2g", "5.2h", "6.0e")
@pytest.mark.parametrize("phase", list(Phase))
def test_equal_points_favour_japan_but_for_phase_six(phase: Phase) -> None:
    found = resources.first_to_act((9, 9), phase)
    late = phase in LATE
    assert found.value == (ALLIES if late else JAPAN).value
    assert found.rules == (("5.2g",) if late else ("5.2h",))


@pytest.mark.clause("5.3a", "12.1a", "12.1b")
def test_turn_one_has_no_roll() -> None:
    assert resources.turn_1_points(JAPAN).value == 20
    assert resources.turn_1_points(ALLIES).value == 0
    assert not any(leaf.op == "die" for leaf in resources.turn_1_points(JAPAN).leaves())


@pytest.mark.clause("6.5a")
def test_each_base_costs_one_point() -> None:
    owed = resources.upkeep(at_large("base jp 0605 0907 0707"), JAPAN, 14)
    assert (owed.due, owed.left, owed.short) == (3, 11, 0)


@pytest.mark.clause("6.5c")
def test_bases_that_cannot_be_paid_go() -> None:
    owed = resources.upkeep(at_large("base jp 0605 0907 0707"), JAPAN, 1)
    assert (owed.due, owed.left, owed.short) == (3, 0, 2)
    assert "6.5c" in owed.reason.rules


@pytest.mark.clause("7.3l")
def test_all_but_one_point_at_pearl_harbor_leaves_one_base() -> None:
    left = int(resources.turn_1_points(JAPAN).value or 0) - 19
    assert resources.upkeep(at_large("base jp 0605; turn 1"), JAPAN, left).short == 0
    assert resources.upkeep(at_large("base jp 0605 0907; turn 1"), JAPAN, left).short == 1


@pytest.mark.ruling("free-base-duration")
@pytest.mark.clause("6.6.2b", "6.6.2d")
def test_the_six_allied_bases_of_turn_one_are_free_that_turn() -> None:
    text = "base al 0207 0509 0607 0710 1205 1407"
    owed = resources.upkeep(at_large(text + "; turn 1"), ALLIES, 0)
    assert (owed.due, owed.left, owed.short) == (0, 0, 0)
    later = resources.upkeep(at_large(text + "; turn 2"), ALLIES, 15)
    assert (later.due, later.left, later.short) == (6, 9, 0)
    japan = resources.upkeep(at_large("base jp 0605; turn 1"), JAPAN, 0)
    assert (japan.due, japan.short) == (1, 1)


@examples(300)
@given(
    st.integers(0, 30),
    st.integers(1, 6),
    st.integers(1, 6),
    st.dictionaries(st.sampled_from("abc"), st.integers(-9, 9)),
)
def test_the_parts_give_the_total(base: int, white: int, red: int, others: dict[str, int]) -> None:
    found = resources.trp(base, white, red, others)
    assert found.value == max(0, base + white - red + sum(others.values()))
    assert faults(found) == []
    chances = resources.trp_chances(base, sum(others.values()))
    assert sum(chances.chances.values()) == 1
    assert found.value in chances.chances
