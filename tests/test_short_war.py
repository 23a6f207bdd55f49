"""The option of a sudden-death victory in play: captures, dice, the card that ends it (15.0)."""

from __future__ import annotations

import re
from typing import Any

import pytest
from attrs import evolve
from strategies import at_large

from witp_learn import engine
from witp_learn.model import Ending, Hand, Journey, Phase, Progress, Side, State
from witp_learn.position.file import from_plain, to_plain
from witp_learn.rules.turn_end import sudden_death_value

JAPAN, ALLIES = Side.JAPAN, Side.ALLIES
HELD = "0407 jp L; 0508 jp L; 1207 jp L"
MIDWAY = (
    "turn 3; phase combat; 0407 jp L; 0508 jp L; 1008 jp L; 1207 jp L; 1205 jp 2C 2N(L); 1205 us C"
)
"""Singapore, Brunei, Rabaul and the Gilberts are Japan's, and a fleet with troops is at Midway."""


def option(line: str, **progress: Any) -> State:
    choices = progress.pop("choices", ("sudden-death",))
    now = Progress(scenario="standard", choices=choices, **progress)
    return evolve(at_large(line), progress=now)


def at_midway(carriers: int, extra: str = "", **progress: Any) -> State:
    """The battle of Midway fought out: the carrier there is lost, ``carriers`` full ones are left.

    The airfield is Japan's.
    """
    state = option(f"{MIDWAY}; 1406 us {carriers}C{extra}", **progress)
    for action in ("fight 1205", "roll 6 1", "hit naval 1205"):
        state = engine.apply(state, action)
    return state


def ending(state: State) -> Ending | None:
    return None if state.progress is None else state.progress.ending


def due(state: State) -> list[str]:
    now = state.progress
    return [one.at for one in now.pending if one.kind == "sudden-death"] if now else []


@pytest.mark.clause("15.0b", "15.0c", "15.0d", "15.0e")
@pytest.mark.parametrize(
    ("carriers", "extra", "value"),
    [(2, "", 3), (3, "", 2), (2, "; ruling sudden-death-example-math=c", 2)],
)
def test_midway_as_the_rule_has_it_and_as_the_example_prints_it(
    carriers: int, extra: str, value: int
) -> None:
    """Ruling sudden-death-example-math: five places less two carriers, or less three.

    By the rule the carrier lost is one of the three, which leaves two. The printed 2 stands when
    it was a fourth, or when the place just taken does not count.
    """
    state = at_midway(carriers, extra)
    assert due(state) == ["1205"] and state.phase is not Phase.REINFORCEMENT
    assert sudden_death_value(state, "1205").value == value
    assert engine.acting(state) is None and len(engine.legal_actions(state)) == 36
    assert f"two dice are due for Midway: Japan wins on {value} or less" in engine.status(state)
    best = engine.play(state, "roll 1 1")
    assert ending(best.state) == Ending(JAPAN, "15.0c")
    assert engine.status(best.state) == "Japanese victory: America makes peace"
    three = engine.play(state, "roll 2 1")
    assert ending(three.state) == (Ending(JAPAN, "15.0c") if value == 3 else None)
    missed = engine.play(state, "roll 2 2")
    assert ending(missed.state) is None and due(missed.state) == []
    told = "\n".join(map(str, missed.events))
    assert re.search(
        rf"4, more than {value} = [45] places taken - [23] full Allied carriers: ", told
    )


@pytest.mark.clause("15.0f")
def test_the_printed_example_as_a_position() -> None:
    """The example file stands at the roll: by the rule 3, by its print 2."""
    import witp_learn as witp

    state = witp.example("sudden_death")
    assert sudden_death_value(state, "1205").value == 3
    printed = evolve(state, rulings={"sudden-death-example-math": "c"})
    assert sudden_death_value(printed, "1205").value == 2


@pytest.mark.clause("15.0a")
def test_without_the_option_no_dice_are_due() -> None:
    state = at_midway(2, choices=())
    assert due(state) == [] and ending(state) is None


@pytest.mark.clause("15.0b")
def test_the_dice_come_before_anything_else_and_read_back() -> None:
    state = at_midway(2)
    (reason,) = engine.check(state, "pass").reasons
    assert (reason.rule, reason.why, reason.hex) == ("15.0b", "dice_due", "1205")
    assert from_plain(to_plain(state), "again") == state


def movement(line: str, *actions: str, **progress: Any) -> State:
    state = option(f"turn 4; phase movement; trp 12 4; {line}", points=(12, 4), **progress)
    for action in actions:
        state = engine.apply(state, action)
    return state


WALK = ("target 0407", "activate 0406")


@pytest.mark.ruling("sudden-death-trigger")
@pytest.mark.clause("15.0b")
def test_a_place_taken_without_a_fight_is_rolled_for_too_and_again_when_retaken() -> None:
    """Ruling sudden-death-trigger."""
    line = "0508 jp L; 1008 jp L; 0406 jp L; 1406 us C-; 0306 us A"
    state = movement(line, *WALK)
    moves = [str(a) for a in engine.legal_actions(state) if str(a).startswith("move land:1 0406")]
    state = engine.apply(state, moves[0])
    assert due(state) == ["0407"]
    assert ending(engine.apply(state, "roll 1 2")) == Ending(JAPAN, "15.0c")
    on = engine.apply(state, "roll 4 4")
    assert ending(on) is None and on.phase is Phase.MOVEMENT


@pytest.mark.clause("15.0b")
def test_a_place_of_japan_retaken_gives_no_roll() -> None:
    before = option("turn 4; 0506 us L; 0605 jp L")
    after = option("turn 4; 0506 jp L; 0605 jp L")
    assert engine.endings.judged(before, after, []) == after


@pytest.mark.ruling("sudden-death-trigger")
@pytest.mark.clause("15.0b")
def test_several_places_at_once_are_rolled_for_one_by_one() -> None:
    before, after = option(f"turn 4; {HELD}"), option(f"turn 4; {HELD}; 0606 jp L; 1008 jp L")
    state = engine.endings.judged(before, after, [])
    assert due(state) == ["1008", "0606"], "the last one first"
    state = engine.apply(engine.begin(state), "roll 6 6")
    assert due(state) == ["1008"]


@pytest.mark.clause("15.0b")
def test_a_place_passed_on_the_way_is_not_taken() -> None:
    before, after = option(f"turn 4; {HELD}"), option(f"turn 4; {HELD}; 0606 jp L")
    now = after.progress
    assert now is not None
    journey = Journey("land", "0606", at_large("0606 jp L").units, ("0607",))
    on_the_way = evolve(after, progress=evolve(now, journey=journey))
    assert due(engine.endings.judged(before, on_the_way, [])) == []


@pytest.mark.clause("15.0d")
def test_a_value_below_two_is_told_and_rolled_for_all_the_same() -> None:
    state = at_midway(9)
    assert "they cannot win, the value is -4" in engine.status(state)
    assert ending(engine.apply(state, "roll 1 1")) is None


@pytest.mark.ruling("sudden-death-off-switch")
@pytest.mark.clause("15.0g")
@pytest.mark.parametrize(
    "progress",
    [
        {"hands": (Hand(JAPAN, ("1943-09",)), Hand(ALLIES, ("1943-02",)))},
        {"hands": (Hand(JAPAN, ("1943-02",)), Hand(ALLIES, ("1943-09",)))},
        {"declared": ("1943-09",)},
        {"discards": ("1943-09",)},
        {"once": ("1943-09",)},
    ],
)
def test_no_dice_once_the_card_has_been_drawn_by_either_side(progress: dict[str, Any]) -> None:
    """Ruling sudden-death-off-switch: drawn, not used."""
    assert due(at_midway(2, **progress)) == []


@pytest.mark.clause("15.0g")
def test_a_card_in_the_deck_or_left_over_undrawn_switches_nothing_off() -> None:
    assert due(at_midway(2, deck=("1943-09",))) == ["1205"]
    before = option(f"turn 9; {HELD}")
    after = option(f"turn 9; {HELD}; 0606 jp L", discards=("1943-09",))
    assert due(engine.endings.judged(before, after, [])) == ["0606"]


def test_a_position_of_its_own_has_no_short_war() -> None:
    state = evolve(at_large(f"{MIDWAY}; 1406 us 2C"), progress=Progress(choices=("sudden-death",)))
    for action in ("fight 1205", "roll 6 1", "hit naval 1205"):
        state = engine.apply(state, action)
    assert due(state) == []
