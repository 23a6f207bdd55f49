"""What cards do: at once, by choice, for the rest of a turn; forced events (4.3, 4.5)."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from card_tables import (
    any_cards,
    at,
    hands,
    legal,
    played,
    playing_with,
    told,
    why,
)

import witp_learn as witp
from witp_learn import engine
from witp_learn.actions import Ambiguous
from witp_learn.components.turns import deck_year
from witp_learn.model import Effect, Ending, Kind, Nation, Phase, Progress, Side, State, Step
from witp_learn.position.file import from_plain, to_plain
from witp_learn.rules import events

ALLIES, JAPAN = Side.ALLIES, Side.JAPAN

Uses = Callable[..., engine.Outcome]


@pytest.fixture
def uses(tmp_path: Path) -> Iterator[Uses]:
    """Play a card of an owner: Japan 1942-04 or the Allies 1942-06, with these effects."""
    with ExitStack() as stack:

        def use(line: str, japan: str = "", allies: str = "", **progress: Any) -> engine.Outcome:
            cards = {"1942-04": {"japan_effect": japan}, "1942-06": {"allies_effect": allies}}
            stack.enter_context(playing_with(tmp_path, cards))
            held = {"japan": "1942-04 1942-07", "allies": "1942-06 1942-09"}
            state = at(f"turn 4; {line}", **held, deck=("1942-02",), **progress)
            state = played(state, "card 1942-06")
            return engine.play(state, "card 1942-04")

        yield use


def used(state: State, which: Side) -> tuple[Effect, ...]:
    return tuple(effect for effect in state.effects if effect.side is which)


# What is not told.


@pytest.mark.ruling("missing-component-data")
@pytest.mark.clause("4.3a")
@pytest.mark.parametrize(
    ("japan", "says"),
    [
        ("1942-04", "1942-04 (not described in the rulebook). Nothing changes"),
        ("1942-02", "Midget submarine attack on Sydney Harbour. What it does for this side is not"),
        ("1942-10", "Doolittle Raid. What it does for this side is not told, so nothing changes"),
    ],
)
def test_a_card_of_which_nothing_is_told_does_nothing_and_says_so(japan: str, says: str) -> None:
    """Ruling missing-component-data: nothing is guessed."""
    held = (f"{japan} 1942-07", "1942-05 1942-09")
    state = at("turn 4; 0607 us N; 0707 jp A", *held, deck=("1942-06",))
    state = played(state, "card 1942-09")
    outcome = engine.play(state, f"card {japan}")
    assert outcome.state.phase is Phase.RESOURCES
    assert outcome.state.effects == ()
    assert outcome.state.progress is not None
    assert outcome.state.progress.gains == ()
    assert outcome.state.units == state.units
    assert says in told(outcome)


@pytest.mark.clause("4.5e")
def test_a_help_of_unknown_size_says_so() -> None:
    state = at("turn 9; 0607 us N", "1944-01 1944-02", "1944-08 1944-03", deck=("1944-05",))
    outcome = engine.play(played(state, "card 1944-01"), "card 1944-08")
    assert "how much is not told, so nothing changes" in told(outcome)
    assert outcome.state.effects == ()


# At once.


@pytest.mark.clause("4.3a", "5.1f")
def test_only_the_part_for_the_side_that_uses_a_card_is_carried_out() -> None:
    state = at("turn 4; 0607 us N", "1942-10 1942-02", "1942-03 1942-09", deck=("1942-06",))
    state = played(state, "card 1942-03", "card 1942-10")
    assert state.phase is Phase.RESOURCES
    assert state.progress is not None
    assert state.progress.gains == ()
    assert state.at("0607") != ()


@pytest.mark.ruling("card-rp-and-order")
@pytest.mark.clause("5.1f", "14.1c")
def test_rp_come_on_top_once_the_order_is_settled(uses: Uses) -> None:
    """Ruling card-rp-and-order."""
    outcome = uses("0607 us N", japan="rp 9; rp enemy -3", allies="rp 2")
    state = played(outcome.state, "roll 1 1", "roll 1 1")
    assert state.progress is not None
    assert state.progress.points == (15, 16)
    assert state.trp == (24, 15)
    assert engine.acting(state) is ALLIES


@pytest.mark.ruling("trp-floor")
@pytest.mark.clause("5.1f")
def test_rp_that_an_event_takes_leave_nothing_less_than_nothing(uses: Uses) -> None:
    state = played(uses("0607 us N", japan="rp enemy -20").state, "roll 1 1")
    outcome = engine.play(state, "roll 1 1")
    assert outcome.state.trp == (15, 0)
    assert "Allied: -20 RP from events, 0 in all" in told(outcome)


@pytest.mark.ruling("card-rp-and-order")
@pytest.mark.clause("5.1f")
def test_points_that_a_card_calls_trp_count_for_the_order(uses: Uses) -> None:
    """Ruling card-rp-and-order: unless the card says TRP."""
    state = uses("0607 us N", japan="trp 2; trp 1", allies="trp enemy -1").state
    outcome = engine.play(state, "roll 1 1")
    assert "(1942-04 A card of the owner)" in told(outcome)
    state = played(outcome.state, "roll 1 1")
    assert state.progress is not None
    assert state.progress.points == (17, 16)
    assert engine.acting(state) is JAPAN


@pytest.mark.clause("3.2d", "4.3c")
def test_a_card_that_drops_the_bomb_wins_for_the_allies_at_once(uses: Uses) -> None:
    line = "0607 us N; 0907 jp L"
    outcome = uses(line, japan="rp 1", allies="win", scenario="standard")
    assert outcome.state.progress is not None
    assert outcome.state.progress.ending == Ending(ALLIES, "3.2d")
    assert engine.legal_actions(outcome.state) == ()
    assert [rule for rule, _ in why(outcome.state, "roll 1 1")] == ["3.2d"]


def test_a_position_of_its_own_has_no_winner(uses: Uses) -> None:
    outcome = uses("0607 us N", allies="win")
    assert "A position of its own has no winner (3.2d)" in told(outcome)
    assert outcome.state.phase is Phase.RESOURCES


# Choices.


@pytest.mark.clause("4.3a", "4.3c", "14.1d")
def test_a_unit_of_the_users_choice_goes_for_good(uses: Uses) -> None:
    state = uses("0607 us N; 0909 cw 2N; 0909 cw N-; 0707 jp N", japan="remove enemy naval 2").state
    assert legal(state) == ["lose naval 0607", "lose full-naval 0909", "lose attrited-naval 0909"]
    with pytest.raises(Ambiguous, match="full-naval 0909, attrited-naval 0909"):
        engine.check(state, "lose naval 0909")
    state = played(state, "lose full-naval 0909")
    assert legal(state) == ["lose naval 0607", "lose full-naval 0909", "lose attrited-naval 0909"]
    outcome = engine.play(state, "lose full-cw-naval 0909")
    assert outcome.state.phase is Phase.RESOURCES
    (left,) = outcome.state.at("0909")
    assert (left.count, left.full) == (1, False)


@pytest.mark.parametrize(
    ("effect", "could"),
    [
        ("remove enemy fleet 1", ["lose carrier 0607", "lose naval 0607"]),
        ("remove enemy land 1 jungle", ["lose land 0909", "lose land 1009"]),
        ("remove enemy unit 1 china", []),
        ("remove enemy unit 1 0606", ["lose air 0606", "lose land 0606"]),
        ("remove enemy land 1 port", ["lose land 0606", "lose land 0909"]),
        ("remove enemy land 1 airfield", ["lose land 0606", "lose land 0909", "lose land 1009"]),
        ("remove own unit 1", ["lose air 0707"]),
        ("attrite enemy air 1", ["hit air 0606"]),
    ],
)
def test_what_a_choice_may_fall_on(uses: Uses, effect: str, could: list[str]) -> None:
    line = "0606 us A; 0606 us L-; 0607 us C; 0607 us N-; 0909 cw L; 1009 us L; 0707 jp A"
    outcome = uses(line, japan=effect)
    assert (outcome.state.phase is Phase.EVENT) is bool(could)
    assert [one for one in legal(outcome.state) if not one.startswith("roll")] == could


@pytest.mark.clause("4.3c")
def test_a_full_unit_is_turned_over_and_a_turned_one_rebuilt(uses: Uses) -> None:
    state = uses("0606 us A; 0605 jp N-; 0605 jp N", "attrite enemy air 1; rebuild naval 1").state
    assert legal(state) == ["hit air 0606"]
    state = played(state, "hit air 0606")
    assert state.at("0606")[0].state is Step.ATTRITED
    assert legal(state) == ["rebuild naval 0605"]
    outcome = engine.play(state, "rebuild naval 0605")
    (ships,) = outcome.state.at("0605")
    assert (ships.full, ships.count) == (True, 2)
    assert "turned to full strength" in told(outcome)


@pytest.mark.clause("4.3c")
def test_a_base_of_the_enemy_is_taken_off(uses: Uses) -> None:
    line = "0607 us N; base al 0607 0909 1009; base jp 0605"
    state = uses(line, japan="remove-base enemy jungle").state
    assert legal(state) == ["remove 0909", "remove 1009"]
    assert why(state, "remove 0605") == [("4.3a", "pick")]
    outcome = engine.play(state, "remove 0909")
    assert outcome.state.bases[ALLIES] == ("0607", "1009")
    assert "Allied base at Port Moresby removed" in told(outcome)
    assert "lost" not in told(outcome), "no enemy land unit is there (8.8b)"


@pytest.mark.ruling("missing-component-data")
@pytest.mark.clause("3.3l", "4.3a")
def test_the_reserve_air_unit_comes_once_to_a_us_source_without_enemies(uses: Uses) -> None:
    """Ruling missing-component-data: the unit in reserve enters only by a card."""
    state = uses("0607 us N; 0109 jp L", allies="reserve air").state
    assert legal(state) == ["place air 1708"]
    assert engine.acting(state) is ALLIES
    outcome = engine.play(state, "place air 1708")
    (unit,) = outcome.state.at("1708")
    assert (unit.nation, unit.kind, unit.full) == (Nation.US, Kind.AIR, True)
    assert outcome.state.progress is not None
    assert outcome.state.progress.once == (events.RESERVE,)
    assert "out of reserve" in told(outcome)


@pytest.mark.parametrize(
    ("line", "japan", "allies", "once"),
    [
        ("", "remove enemy carrier 1", "", ()),
        ("", "remove-base enemy", "", ()),
        ("", "rebuild unit 1", "", ()),
        ("", "reserve air", "", ()),
        ("", "", "reserve air", (events.RESERVE,)),
        ("; 1708 jp L", "", "reserve air", ()),
    ],
)
@pytest.mark.clause("4.3c")
def test_where_nothing_can_be_chosen_the_effect_is_lost_and_told(
    uses: Uses, line: str, japan: str, allies: str, once: tuple[str, ...]
) -> None:
    outcome = uses(f"0607 us N; 0707 jp A{line}", japan, allies, once=once)
    assert outcome.state.phase is Phase.RESOURCES
    assert "there is nothing it could be carried out on, so that is lost" in told(outcome)


def test_what_an_earlier_choice_took_away_is_not_asked_for_again(uses: Uses) -> None:
    effects = "remove enemy naval 2; attrite enemy naval 1; rp 1"
    state = uses("0607 us N; 0707 jp A", japan=effects).state
    outcome = engine.play(state, "lose naval 0607")
    assert outcome.state.phase is Phase.RESOURCES
    assert told(outcome).count("so that is lost") == 2
    assert outcome.state.progress is not None
    assert outcome.state.progress.gains == (1, 0)


def test_a_ship_that_is_removed_takes_its_cargo_along(uses: Uses) -> None:
    state = uses("0607 us N (L)", japan="remove enemy naval 1").state
    outcome = engine.play(state, "lose naval 0607")
    assert outcome.state.units == ()
    assert "lost with its ship" in told(outcome)


@pytest.mark.clause("4.3c", "8.7a", "8.8b")
def test_what_a_removed_unit_brings_about_follows_at_once(uses: Uses) -> None:
    """The last Allied land unit gone, Japan's alone are left: the base is lost, air goes."""
    line = "0606 us L; 0606 us A; 0606 jp L; 0607 us L; base al 0606"
    state = uses(line, japan="remove enemy land 2 0606").state
    outcome = engine.play(state, "lose land 0606")
    assert outcome.state.bases[ALLIES] == ()
    assert "so that is lost" in told(outcome) or engine.acting(outcome.state) is ALLIES


# For the rest of the turn.


@pytest.mark.clause("4.3c", "4.0b")
@pytest.mark.parametrize(
    ("japan", "effect"),
    [
        ("stacks 1", Effect("stacks", JAPAN, "1942-04", "", 1)),
        ("bonus land 2", Effect("bonus", JAPAN, "1942-04", "land", 2)),
        ("bonus enemy any -1", Effect("bonus", ALLIES, "1942-04", "any", -1)),
        ("best-die landing", Effect("best-die", JAPAN, "1942-04", "landing")),
        ("no-landings enemy", Effect("no-landings", ALLIES, "1942-04")),
        ("no-landings both", Effect("no-landings", None, "1942-04")),
        ("no-fleet-moves allies", Effect("no-fleet-moves", ALLIES, "1942-04")),
        ("trp 2", Effect("trp", JAPAN, "1942-04", "", 2)),
    ],
)
def test_what_lasts_until_the_turn_ends_is_noted(uses: Uses, japan: str, effect: Effect) -> None:
    state = uses("0607 us N", japan=japan).state
    assert state.effects == (effect,)
    state = played(state, "roll 1 1", "roll 1 1")
    assert state.phase is Phase.BASES
    assert state.effects == (effect,)
    assert from_plain(to_plain(state), "here") == state


def test_the_known_cards_work_as_they_are_told() -> None:
    state = at("turn 8; 0607 us N", "1943-01 1943-02", "1943-09 1943-03", deck=("1943-04",))
    state = played(state, "card 1943-09", "card 1943-01")
    assert state.effects == (Effect("no-fleet-moves", JAPAN, "1943-09"),)
    state = at("turn 4; 0607 us N", "1942-05 1942-02", "1942-09 1942-04", deck=("1942-06",))
    state = played(state, "card 1942-09", "card 1942-05")
    assert state.effects == (Effect("best-die", JAPAN, "1942-05", "land"),)


# Forced events.


@pytest.mark.clause("4.5a", "4.5b")
def test_a_forced_card_that_is_drawn_is_used_and_may_not_stay() -> None:
    state = at("turn 10; 0607 us N", "1944-01", "1944-02", deck=("1944-03", "1944-06"))
    state = played(state, "draw 1944-06", "draw 1944-03")
    assert legal(state) == ["card 1944-06"]
    assert why(state, "card 1944-01") == [("4.5b", "forced")]
    outcome = engine.play(played(state, "card 1944-06"), "card 1944-02")
    assert "a forced event. No assault landings" in told(outcome)
    assert outcome.state.effects == (Effect("no-landings", None, "1944-06", forced=True),)


@pytest.mark.clause("4.5c", "4.5e")
@pytest.mark.parametrize("turn", [8, 10])
def test_a_forced_event_goes_before_what_clashes_in_either_order(tmp_path: Path, turn: int) -> None:
    """Ruling forced-conflict-scope: the rest of the other event is carried out."""
    cells = {"1944-08": {"allies_effect": "bonus landing 2; best-die landing; bonus land 1; rp 1"}}
    with playing_with(tmp_path, cells):
        held = ("1944-06 1944-01", "1944-08 1944-02")
        state = at(f"turn {turn}; 0607 us N", *held, deck=(f"{1943 if turn == 8 else 1944}-03",))
        first, second = ("1944-08", "1944-06") if turn == 8 else ("1944-06", "1944-08")
        outcome = engine.play(played(state, f"card {first}"), f"card {second}")
    bar = Effect("no-landings", None, "1944-06", forced=True)
    helped = Effect("bonus", ALLIES, "1944-08", "land", 1)
    assert set(outcome.state.effects) == {bar, helped}
    assert told(outcome).count("goes before what clashes with it, which is lost (4.5c, 4.5e)") == 2
    assert outcome.state.progress is not None
    assert outcome.state.progress.gains == (0, 1)


@pytest.mark.ruling("forced-conflict-scope")
@pytest.mark.clause("4.5c")
@pytest.mark.parametrize(
    ("bar", "forced", "help_", "left"),
    [
        ("no-landings own", "true", "bonus landing 2", 1),
        ("no-landings enemy", "true", "bonus landing 2", 0),
        ("no-landings enemy", "true", "bonus enemy landing -2", 1),
        ("no-landings enemy", "true", "bonus any 2", 1),
        ("no-landings enemy", "false", "bonus landing 2", 1),
    ],
)
def test_only_a_help_that_is_barred_by_a_forced_event_is_lost(
    tmp_path: Path, bar: str, forced: str, help_: str, left: int
) -> None:
    cells = {
        "1942-04": {"japan_effect": bar, "forced": forced},
        "1942-06": {"allies_effect": help_},
    }
    with playing_with(tmp_path, cells):
        held = ("1942-04 1942-07", "1942-06 1942-09")
        state = at("turn 4; 0607 us N", *held, deck=("1942-02",))
        state = played(state, "card 1942-06", "card 1942-04")
    assert sum(effect.card == "1942-06" for effect in state.effects) == left


@pytest.mark.clause("4.5d")
@pytest.mark.parametrize(("turn", "order"), [(4, ["al", "jp"]), (10, ["jp", "al"])])
def test_two_forced_events_are_carried_out_in_the_order_of_naming(
    tmp_path: Path, turn: int, order: list[str]
) -> None:
    year = 1942 if turn == 4 else 1944
    cells = {
        f"{year}-04": {"japan_effect": "bonus land 1", "forced": "true"},
        f"{year}-05": {"allies_effect": "bonus land 2", "forced": "true"},
    }
    with playing_with(tmp_path, cells):
        held = (f"{year}-04 {year}-07", f"{year}-05 {year}-09")
        state = at(f"turn {turn}; 0607 us N", *held, deck=(f"{year}-02",))
        for _ in order:
            (action,) = legal(state)
            state = played(state, action)
    assert [effect.side.short for effect in state.effects if effect.side] == order
    assert [effect.forced for effect in state.effects] == [True, True]


def test_a_decision_about_an_effect_the_card_does_not_have_is_refused(uses: Uses) -> None:
    state = uses("0607 us N", japan="remove enemy naval 1").state
    assert state.progress is not None
    (asked,) = state.progress.pending
    with pytest.raises(ValueError, match="1942-04 has no effect 2"):
        events.asked(evolve(asked, effect=1))


# Any cards at all.


@pytest.mark.parametrize("seed", range(6))
def test_any_cards_can_be_played_to_the_end_of_the_phase(tmp_path: Path, seed: int) -> None:
    """Every choice can be answered, written and read; what is forced does not stay by choice."""
    rng = random.Random(seed)
    with playing_with(tmp_path, any_cards(rng)):
        for turn in range(2, 17):
            year = deck_year(turn)
            held = [f"{year}-{number:02}" for number in rng.sample(range(1, 11), 10)]
            state = engine.begin(
                evolve(
                    witp.scenario(),
                    turn=turn,
                    bases={JAPAN: ("0605", "0907"), ALLIES: ("0607", "0909", "1009")},
                    progress=Progress(hands=hands(held[0], held[1]), deck=tuple(sorted(held[2:6]))),
                )
            )
            for _ in range(60):
                if state.phase is not Phase.EVENT:
                    break
                offered = engine.legal_actions(state)
                assert offered
                assert engine.status(state)
                assert from_plain(to_plain(state), "here") == state
                state = engine.apply(state, rng.choice(offered))
            assert state.phase is Phase.RESOURCES
            now = state.progress
            assert now is not None
            cards = [*(c for hand in now.hands for c in hand.cards), *now.deck, *now.discards]
            assert sorted(cards) == sorted(held[:6])
