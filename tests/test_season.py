"""The start of a turn: points by special rules, the air unit for Chongqing (12.2 to 12.4)."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve
from strategies import at_large, on

from witp_learn import engine
from witp_learn.actions import Ambiguous
from witp_learn.model import Kind, Nation, Phase, Progress, Side, State
from witp_learn.position.file import from_plain, to_plain
from witp_learn.rules import resources
from witp_learn.rules.turn_end import china

WELLS = "0508 jp L; 0408 jp L"


def starting(line: str, **progress: Any) -> State:
    """A position as its turn starts, at the first decision."""
    return engine.begin(opening(line, **progress))


def opening(line: str, **progress: Any) -> State:
    return evolve(at_large(f"phase event; {line}"), progress=Progress(**progress))


def legal(state: State) -> list[str]:
    return [str(action) for action in engine.legal_actions(state)]


def why(state: State, action: str) -> list[tuple[str, str]]:
    return [(reason.rule, reason.why) for reason in engine.check(state, action).reasons]


def flying(state: State) -> list[str]:
    return [u.hex for u in state.units if u.kind is Kind.AIR]


# Points of special rules


@pytest.mark.clause("12.3b", "12.3c", "12.4a", "12.4b")
@pytest.mark.parametrize(
    ("line", "special"),
    [
        ("0508 jp L", (0, 0)),
        (WELLS, (1, 0)),
        (f"{WELLS}; 0509 jp L-", (2, 0)),
        (f"{WELLS}; 0408 cw L-; 0710 jp L; 0207 jp L", (0, -3)),
    ],
)
def test_what_special_rules_give_is_noted_as_the_turn_begins(
    line: str, special: tuple[int, int]
) -> None:
    now = starting(f"turn 4; {line}").progress
    assert now is not None and now.special == special


@pytest.mark.ruling("trp-modifier-timing")
@pytest.mark.clause("12.3b", "12.4a", "5.1f", "5.2e")
def test_later_changes_do_not_touch_what_was_noted_and_it_counts_for_the_order() -> None:
    """Ruling trp-modifier-timing: as the turn begins, not as the dice fall."""
    state = starting(f"turn 4; {WELLS}; 0710 jp L")
    state = evolve(state, units=())
    state = engine.apply(state, "roll 3 3")
    outcome = engine.play(state, "roll 3 3")
    assert outcome.state.trp == (16, 13)
    assert engine.acting(outcome.state) is Side.JAPAN
    told = "\n".join(map(str, outcome.events))
    assert "13 RP: 16 + 3 - 3 - 3 (a port or airfield of Australia or India lost, 12.4)" in told


@pytest.mark.clause("12.2n", "12.3b", "5.1c")
def test_the_points_of_the_oil_and_the_loss_for_china_are_told_apart() -> None:
    state = starting(f"turn 4; {WELLS}", penalty=3)
    assert state.progress is not None and state.progress.special == (-2, 0)
    assert dict(resources.special_gains(state, Side.JAPAN)) == {
        "southern resources, 12.3": 1,
        "too few land units in China, 12.2": -3,
    }
    told = "\n".join(map(str, engine.play(state, "roll 2 2").events))
    assert "13 RP: 15 + 2 - 2 + 1 (southern resources, 12.3) - 3 (too few" in told


@pytest.mark.ruling("trp-modifier-timing")
@pytest.mark.clause("12.2n", "12.3b", "5.3a")
def test_turn_1_has_its_points_whatever_is_held() -> None:
    begun = starting(f"turn 1; {WELLS}; 0710 jp L")
    assert begun.trp == (20, 0) and begun.phase is Phase.BASES
    assert begun.progress is not None and begun.progress.special == ()


@pytest.mark.clause("12.3b")
def test_a_position_that_starts_with_the_dice_is_judged_as_it_stands() -> None:
    state = at_large(f"turn 4; phase resources; {WELLS}")
    assert dict(resources.special_gains(state, Side.JAPAN)) == {"southern resources, 12.3": 1}


# The air unit at Chongqing


@pytest.mark.clause("12.2v")
def test_from_turn_6_the_allies_may_put_an_air_unit_at_chongqing() -> None:
    state = starting("turn 6; 0606 us A; 0404 cn L")
    assert state.phase is Phase.EVENT and engine.acting(state) is Side.ALLIES
    assert legal(state) == ["place air 0404", "pass"]
    assert "may put an air unit at Chongqing" in engine.status(state)
    after = engine.apply(state, "place air 0404")
    assert flying(after) == ["0404"] and after.phase is Phase.RESOURCES
    assert after.progress is not None and after.progress.once == ("chongqing",)
    assert starting("turn 5; 0606 us A; 0404 cn L").phase is Phase.RESOURCES


@pytest.mark.clause("12.2v")
def test_the_unit_is_named_as_fully_as_it_takes() -> None:
    state = starting("turn 6; 0606 us A A-; 0407 cw A; 0304 cw A; 0304 us A")
    assert sorted(legal(state)) == [
        "pass",
        "place air 0404 from 0407",
        "place attrited-air 0404 from 0606",
        "place cw-air 0404 from 0304",
        "place full-air 0404 from 0606",
        "place us-air 0404 from 0304",
    ]
    with pytest.raises(Ambiguous, match="say which"):
        engine.check(state, "place air 0404")
    after = engine.apply(state, "place attrited-air 0404")
    assert [u.full for u in after.at("0404")] == [False], "as it is"
    assert sorted(flying(after)) == ["0304", "0304", "0404", "0407", "0606"]


@pytest.mark.clause("12.2v")
def test_what_else_is_no_answer() -> None:
    state = starting("turn 6; 0606 us A; 0605 jp A")
    assert why(state, "place air 0405") == [("12.2v", "elsewhere")]
    assert why(state, "place air:2 0404") == [("12.2v", "air_one")]
    assert why(state, "place land 0404") == [("12.2v", "air_one")]
    assert why(state, "place cw-air 0404") == [("12.2v", "no_unit")]
    assert why(state, "place air 0404 from 0605") == [("12.2v", "no_unit")]
    assert [rule for rule, _ in why(state, "card 1942-03")] == ["12.2v"]


@pytest.mark.ruling("occupies-alone")
@pytest.mark.clause("12.2v")
@pytest.mark.parametrize(
    ("rangoon", "open_"),
    [
        ("0306 jp L", False),
        ("0306 jp L-; 0306 cw A N", False),
        ("0306 jp L-; 0306 cw L", True),
        ("0306 jp L; 0306 cw L-; contested 0306", True),
        ("0306 jp N(L)", True),
        ("", True),
    ],
)
def test_japanese_land_units_alone_at_rangoon_close_the_way(rangoon: str, open_: bool) -> None:
    """Ruling occupies-alone: ashore and no enemy land unit ashore; attrited ones count."""
    state = starting(f"turn 6; 0606 us A; {rangoon}")
    assert (state.phase is Phase.EVENT) is open_
    if not open_:
        assert [r.why for r in china.no_air(state)] == ["rangoon"]


@pytest.mark.clause("12.2w", "11.0a")
def test_an_air_unit_that_arrived_last_turn_may_go_at_once() -> None:
    new = evolve(at_large("1802 us A").units[0], at="")
    late = at_large("turn 6; phase reinforcement; 0605 jp 3L; 0504 jp 3L")
    state = engine.begin(evolve(late, progress=Progress(waiting=(new,), met_chinese=True)))
    assert (state.turn, state.phase) == (7, Phase.EVENT) and flying(state) == ["1708"]
    assert flying(engine.apply(state, "place us-air 0404 from 1708")) == ["0404"]


@pytest.mark.clause("12.2x")
def test_who_passes_has_to_wait_for_the_start_of_the_next_turn() -> None:
    state = engine.apply(starting("turn 6; 0606 us A"), "pass")
    assert state.phase is Phase.RESOURCES
    assert not engine.check(state, "place air 0404").ok
    assert state.progress is not None and state.progress.once == ()
    later = evolve(state, turn=7, phase=Phase.EVENT, progress=Progress())
    assert "place air 0404" in legal(later)


@pytest.mark.clause("12.2y", "12.2ab")
def test_once_a_game_also_after_it_has_left() -> None:
    assert starting("turn 9; 0606 us A", once=("chongqing",)).phase is Phase.RESOURCES
    there = opening("turn 9; 0404 us A; 0606 us A")
    assert [r.rule for r in china.no_air(there)] == ["12.2y"]


@pytest.mark.clause("12.2i", "12.2v")
def test_not_after_the_surrender_and_not_among_japanese_alone() -> None:
    gone = opening("turn 9; 0606 us A", once=("china-surrendered",))
    assert [r.rule for r in china.no_air(gone)] == ["12.2i"]
    taken = opening("turn 9; 0606 us A; 0404 jp L")
    assert [(r.rule, r.why) for r in china.no_air(taken)] == [("12.2v", "enemy_land")]
    assert starting("turn 9; 0605 jp A").phase is Phase.RESOURCES, "no Allied air unit is there"
    assert [r.why for r in china.no_air(on("turn 9"))] == ["no_hex"]


@pytest.mark.clause("12.2v")
def test_the_start_of_a_turn_reads_back() -> None:
    state = starting("turn 6; 0606 us A", penalty=3)
    assert from_plain(to_plain(state), "again") == state


# From one turn to the next


@pytest.mark.clause("3.0a", "5.2b")
def test_what_lasts_is_kept_and_the_points_are_not() -> None:
    unit = at_large("1802 us L").units[0]
    lasting = Progress(
        points=(9, 4),
        special=(1, 0),
        stacks=(2, 3),
        met_chinese=True,
        once=("chongqing",),
        choices=("sudden-death",),
        discards=("1942-03",),
        waiting=(unit,),
    )
    state = evolve(at_large("turn 4; phase reinforcement; 0605 jp 3L; trp 3 4"), progress=lasting)
    outcome = engine.opening(evolve(state, progress=evolve(lasting, step="last")))
    after = outcome.state
    assert after.turn == 5 and after.phase is Phase.RESOURCES and after.trp is None
    assert after.progress is not None
    assert after.progress.once == ("chongqing",) and after.progress.discards == ("1942-03",)
    assert after.progress.waiting == (unit,) and after.progress.choices == ("sudden-death",)
    assert (after.progress.points, after.progress.stacks) == ((), ())
    assert not after.progress.met_chinese
    assert "Turn 5 begins: winter 1942-43" in "\n".join(map(str, outcome.events))


@pytest.mark.clause("3.0b")
def test_a_position_of_its_own_stops_after_turn_16() -> None:
    state = evolve(at_large("turn 16; phase reinforcement; 0606 us L"), progress=Progress())
    over = engine.begin(state)
    assert over.turn == 16 and legal(over) == [] and engine.acting(over) is None
    assert over.progress is not None and over.progress.ending is None
    assert engine.status(over) == "The last turn is over"
    assert over.units[0].nation is Nation.US
