"""The event phase played: who draws, who names, what is used, and where every card lies (4)."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from card_tables import at, held, legal, played, playing_with, table, told, why

import witp_learn as witp
from witp_learn import components, engine
from witp_learn.actions import read
from witp_learn.components.cards import CARD_IDS
from witp_learn.components.turns import deck_year
from witp_learn.engine.table import LASTING
from witp_learn.files import BadData
from witp_learn.game import CannotUndo
from witp_learn.model import HIDDEN, Phase, Progress, Side, State
from witp_learn.position.course import STEPS
from witp_learn.position.file import from_plain, to_plain

MANILA = "turn 4; 0606 us A; 0606 us L; 0607 us N; 0707 jp C; 0707 jp A"


def of_year(year: int) -> list[str]:
    return [card for card in CARD_IDS if card.startswith(str(year))]


def start(turn: int, scenario: str = "standard", **progress: Any) -> State:
    return at(f"turn {turn}; 0606 us L; 0907 jp L", scenario=scenario, **progress)


def next_turn(state: State) -> State:
    """The event phase of the turn after, with what lasts."""
    now = state.progress or Progress()
    kept = {name: getattr(now, name) for name in LASTING}
    turn = state.turn + 1
    changed = evolve(state, turn=turn, phase=Phase.EVENT, trp=None, progress=Progress(**kept))
    return engine.begin(changed)


def lying(state: State) -> Counter[str]:
    """How often each card lies somewhere."""
    now = state.progress or Progress()
    hands = [card for hand in now.hands for card in hand.cards]
    return Counter([*hands, *now.deck, *now.declared, *now.discards])


# Without cards.


@pytest.mark.clause("3.1a", "4.0a")
def test_a_position_without_cards_passes_the_phase() -> None:
    begun = engine.begin(witp.load("text:turn 4; phase event; 0606 us L"))
    assert begun.phase is Phase.RESOURCES
    assert legal(begun)[0] == "roll 1 1"


# Turn 1 and the start of 1943.


@pytest.mark.clause("3.3g", "4.1a", "4.1b", "4.1c")
def test_on_turn_1_each_is_dealt_one_of_the_seven_cards_not_held_out() -> None:
    state = start(1)
    seven = [c for c in of_year(1942) if c not in ("1942-01", "1942-05", "1942-08")]
    assert legal(state) == [f"draw {card}" for card in seven]
    assert engine.acting(state) is None
    assert why(state, "draw 1942-05") == [("4.1a", "held_out")]
    assert why(state, "card 1942-03") == [("4.1f", "none_used")]
    assert why(state, "pass") == [("4.1b", "deal_first")]
    assert "the Japanese side is dealt a card" in str(engine.check(state, "roll 1 2"))
    state = played(state, "draw 1942-03")
    assert legal(state) == [f"draw {card}" for card in seven if card != "1942-03"]
    state = played(state, "draw 1942-04")
    assert (held(state, Side.JAPAN), held(state, Side.ALLIES)) == (("1942-03",), ("1942-04",))
    assert state.progress is not None
    deck = [c for c in of_year(1942) if c not in ("1942-03", "1942-04")]
    assert list(state.progress.deck) == deck
    assert len(deck) == 8


@pytest.mark.clause("4.1f")
def test_no_card_is_used_on_turn_1() -> None:
    state = played(start(1), "draw 1942-03")
    outcome = engine.play(state, "draw 1942-10")
    assert outcome.state.phase is Phase.BASES
    assert outcome.state.trp == (20, 0)
    assert outcome.state.progress is not None
    assert (outcome.state.progress.discards, outcome.state.progress.declared) == ((), ())
    assert "Doolittle" not in told(outcome)


@pytest.mark.ruling("forced-initial-hand")
@pytest.mark.clause("4.1f", "4.5b")
def test_a_forced_card_of_the_first_deal_waits_for_turn_2(tmp_path: Path) -> None:
    """Ruling forced-initial-hand: the ban of turn 1 wins, then it is the one that is used."""
    with playing_with(tmp_path, {"1942-04": {"forced": "true"}, "1942-06": {"forced": "true"}}):
        state = played(start(1), "draw 1942-04", "draw 1942-09")
        assert held(state, Side.JAPAN) == ("1942-04",)
        state = played(next_turn(state), "draw 1942-02", "draw 1942-06", "card 1942-02")
        assert legal(state) == ["card 1942-04"]
        assert why(state, "card 1942-06") == [("4.5b", "forced")]
        state = played(state, "card 1942-04")
        state = played(next_turn(state), "draw 1942-01", "draw 1942-03", "card 1942-01")
        assert legal(state) == ["card 1942-06"]


@pytest.mark.ruling("scenario-1943-hand")
@pytest.mark.clause("3.3h", "3.3i", "3.3j", "3.3k")
def test_the_1943_start_deals_one_of_seven_and_plays_its_first_turn_as_usual() -> None:
    """Ruling scenario-1943-hand: a second card on turn 6, and nothing is barred."""
    state = start(6, "1943")
    seven = [c for c in of_year(1943) if c not in ("1943-07", "1943-08", "1943-09")]
    assert legal(state) == [f"draw {card}" for card in seven]
    assert why(state, "draw 1943-09") == [("3.3i", "held_out")]
    state = played(state, "draw 1943-01", "draw 1943-02")
    eight = [c for c in of_year(1943) if c not in ("1943-01", "1943-02")]
    assert legal(state) == [f"draw {card}" for card in eight]
    state = played(state, "draw 1943-09", "draw 1943-03")
    assert held(state, Side.ALLIES) == ("1943-02", "1943-09")
    assert engine.acting(state) is Side.ALLIES
    assert legal(state) == ["card 1943-02", "card 1943-09"]
    state = played(state, "card 1943-02", "card 1943-01")
    assert state.phase is Phase.RESOURCES
    assert not any(card.startswith("1942") for card in lying(state))


# Drawing and naming.


@pytest.mark.clause("4.2a", "4.2c", "4.2e", "14.1a", "14.1b")
def test_both_draw_before_a_card_is_named_and_the_allies_name_first_until_turn_8() -> None:
    state = at(MANILA, "1942-02", "1942-05", deck=("1942-03", "1942-10", "1942-06"))
    assert why(state, "card 1942-05") == [("4.2e", "draw_first")]
    assert why(state, "draw 1942-02") == [("4.2a", "not_in_deck")]
    state = played(state, "draw 1942-10")
    assert engine.acting(state) is None
    assert legal(state) == ["draw 1942-03", "draw 1942-06"]
    state = played(state, "draw 1942-03")
    assert held(state, Side.JAPAN) == ("1942-02", "1942-03")
    assert held(state, Side.ALLIES) == ("1942-05", "1942-10")
    assert engine.acting(state) is Side.ALLIES
    assert legal(state) == ["card 1942-05", "card 1942-10"]
    state = played(state, "card 1942-10")
    assert engine.acting(state) is Side.JAPAN
    assert legal(state) == ["card 1942-02", "card 1942-03"]


@pytest.mark.clause("4.2c", "4.2d")
@pytest.mark.parametrize("turn", range(2, 17))
def test_who_draws_and_names_first(turn: int) -> None:
    deck = tuple(of_year(deck_year(turn))[4:8])
    one, other, *_ = of_year(deck_year(turn))
    state = at(f"turn {turn}; 0606 us L", one, other, deck=deck)
    first = Side.ALLIES if turn < 9 else Side.JAPAN
    state = played(state, f"draw {deck[0]}")
    assert len(held(state, first)) == 2
    state = played(state, f"draw {deck[1]}")
    assert engine.acting(state) is first
    outcome = engine.play(state, f"card {deck[0]}")
    assert outcome.events[0].rules == (("4.2c",) if turn < 9 else ("4.2d",))
    assert engine.acting(outcome.state) is first.enemy


@pytest.mark.clause("4.2b", "4.3d", "4.3e")
def test_one_of_two_is_used_and_put_away_and_the_other_is_kept() -> None:
    state = at(MANILA, "1942-02", "1942-05", deck=("1942-03", "1942-10", "1942-06"))
    state = played(state, "draw 1942-10", "draw 1942-06")
    assert why(state, "pass") == [("4.2b", "name_one")]
    assert why(state, "card 1942-03") == [("4.2b", "not_held")]
    state = played(state, "card 1942-05", "card 1942-02")
    assert state.phase is Phase.RESOURCES
    assert held(state, Side.JAPAN) == ("1942-06",)
    assert held(state, Side.ALLIES) == ("1942-10",)
    assert state.progress is not None
    assert state.progress.discards == ("1942-05", "1942-02")
    later = next_turn(state)
    drawn = {action.split()[1] for action in legal(later)}
    assert not drawn & {"1942-05", "1942-02"}


@pytest.mark.ruling("event-declare-resolve")
@pytest.mark.clause("4.2c", "4.5d")
def test_the_second_knows_the_first_card_and_they_are_carried_out_in_order() -> None:
    """Ruling event-declare-resolve."""
    state = at(MANILA, "1942-03 1942-02", "1942-10 1942-05", deck=("1942-06",))
    named = engine.play(state, "card 1942-10")
    assert named.state.progress is not None
    assert named.state.progress.gains == ()
    assert "names 1942-10 Doolittle Raid" in told(named)
    done = told(engine.play(named.state, "card 1942-02"))
    assert done.index("1942-10 Doolittle Raid. The Allies gain") < done.index(
        "Japanese: 1942-02 Midget"
    )


@pytest.mark.clause("4.1d", "4.1e")
def test_a_side_sees_its_own_hand_what_is_named_and_what_is_put_away() -> None:
    deck, away = ("1942-06", "1942-07"), ("1942-09",)
    state = at(MANILA, "1942-03 1942-02", "1942-10 1942-05", deck=deck, discards=away)
    state = played(state, "card 1942-10")
    seen = engine.observe(state, Side.JAPAN)
    assert held(seen, Side.JAPAN) == ("1942-03", "1942-02")
    assert held(seen, Side.ALLIES) == (HIDDEN,)
    assert seen.progress is not None
    assert seen.progress.deck == (HIDDEN, HIDDEN)
    assert (seen.progress.declared, seen.progress.discards) == (("1942-10",), away)
    assert "1942-05" not in str(to_plain(seen)) and "1942-06" not in str(to_plain(seen))
    assert legal(seen) == ["card 1942-03", "card 1942-02"]


@pytest.mark.clause("4.1e", "4.2a")
def test_what_is_face_down_could_be_any_card_not_in_sight() -> None:
    state = table(MANILA, "1942-02", "1942-05", deck=("1942-03", "1942-10"))
    seen = engine.observe(engine.begin(state), Side.JAPAN)
    could = [card for card in of_year(1942) if card != "1942-02"]
    assert legal(seen) == [f"draw {card}" for card in could]
    after = played(seen, "draw 1942-05", "draw 1942-07")
    assert held(after, Side.JAPAN) == ("1942-02", "1942-07")
    assert held(after, Side.ALLIES) == (HIDDEN, "1942-05")
    assert after.progress is not None
    assert after.progress.deck == ()
    assert "card 1942-01" in legal(after)


def test_the_event_told_of_a_draw_names_no_card() -> None:
    state = at(MANILA, "1942-02", "1942-05", deck=("1942-03", "1942-10"))
    outcome = engine.play(state, "draw 1942-10")
    assert told(outcome) == "The Allied side draws a card (4.2a)"


# The example of 14.1.


@pytest.mark.clause("14.1a", "14.1b", "14.1c", "14.1d", "5.1f", "4.3a", "4.3c")
def test_the_event_phase_of_manila() -> None:
    state = at(MANILA, "1942-02", "1942-05")
    state = played(state, "draw 1942-10", "draw 1942-03", "card 1942-10", "card 1942-03")
    assert legal(state) == ["lose naval 0607"]
    assert engine.acting(state) is Side.JAPAN
    assert "says which unit goes" in engine.status(state)
    outcome = engine.play(state, "lose naval 0607")
    assert outcome.state.at("0607") == ()
    assert "1 US naval unit at Leyte removed" in told(outcome)
    state = played(outcome.state, "roll 2 3", "roll 5 4")
    assert state.progress is not None
    assert state.progress.points == (14, 17)
    assert state.trp == (14, 19)
    assert engine.acting(state) is Side.ALLIES
    assert held(state, Side.JAPAN) == ("1942-02",)
    assert held(state, Side.ALLIES) == ("1942-05",)


@pytest.mark.clause("14.1d")
def test_another_unit_or_place_is_refused_and_a_pending_choice_can_be_written_and_read() -> None:
    state = at(MANILA + "; 0907 us N-; 0907 cw N", "1942-02 1942-03", "1942-05 1942-10")
    state = played(state, "card 1942-10", "card 1942-03")
    assert legal(state) == [
        "lose naval 0607",
        "lose attrited-us-naval 0907",
        "lose full-cw-naval 0907",
    ]
    assert why(state, "lose land 0606") == [("4.3a", "pick")]
    assert why(state, "pass") == [("4.3a", "pick")]
    assert from_plain(to_plain(state), "here") == state
    assert played(state, "lose cw-naval 0907").at("0907")[0].full is False


# The years.


@pytest.mark.clause("4.4a", "4.4b", "4.4c", "4.4d")
@pytest.mark.parametrize("turn", [5, 9, 13])
def test_a_new_year_has_a_deck_of_its_own(turn: int) -> None:
    """Ruling year-of-winter-turn: a winter belongs to the new year."""
    year = deck_year(turn)
    old = of_year(year - 1)
    state = table(f"turn {turn}; 0606 us L", old[0], old[1], deck=tuple(old[8:]))
    outcome = engine.opening(state)
    now = outcome.state.progress
    assert now is not None
    assert list(now.deck) == of_year(year)
    assert now.discards == tuple(old[8:])
    assert f"the 2 cards left are put away, and the 10 of {year} are the deck" in told(outcome)
    assert legal(outcome.state) == [f"draw {card}" for card in of_year(year)]
    state = played(outcome.state, f"draw {year}-05", f"draw {year}-10")
    first = Side.ALLIES if turn < 9 else Side.JAPAN
    assert held(state, first) == (old[1] if first is Side.ALLIES else old[0], f"{year}-05")
    assert len(legal(state)) == 2


def other_turns() -> list[int]:
    return [turn for turn in range(2, 17) if turn not in (5, 9, 13)]


@pytest.mark.clause("4.4a")
@pytest.mark.parametrize("turn", other_turns())
def test_in_other_turns_the_deck_stays(turn: int) -> None:
    deck = tuple(of_year(deck_year(turn))[4:8])
    one, other, *_ = of_year(deck_year(turn))
    state = at(f"turn {turn}; 0606 us L", one, other, deck=deck)
    assert state.progress is not None
    assert (state.progress.deck, state.progress.discards) == (deck, ())


def random_years(scenario: str, turn: int, rng: random.Random) -> State:
    """All event phases of a game at random, with what holds after every action."""
    state = start(turn, scenario)
    while True:
        while state.phase is Phase.EVENT:
            acts = engine.legal_actions(state)
            state = engine.apply(state, rng.choice(acts))
            decks = components.scenario(scenario).decks
            come = [
                c for c in CARD_IDS if int(c[:4]) in decks and int(c[:4]) <= deck_year(state.turn)
            ]
            assert lying(state) == Counter(come)
        now = state.progress
        assert now is not None
        assert [len(hand.cards) for hand in now.hands] == [1, 1]
        if state.turn % 4 == 0:
            assert len(now.deck) == 2
        if state.turn > 1:
            assert not any(components.event_cards().card(h.cards[0]).forced for h in now.hands)
        if state.turn == 16:
            return state
        state = next_turn(state)


@pytest.mark.clause("4.0a", "4.2b", "4.3e", "4.4a", "4.4b", "4.5b", "3.3h")
@pytest.mark.parametrize(("scenario", "turn"), [("standard", 1), ("1943", 6)])
def test_every_card_lies_in_one_place_and_two_are_left_at_the_end_of_a_year(
    scenario: str, turn: int
) -> None:
    rng = random.Random(4)
    for _ in range(30):
        state = random_years(scenario, turn, rng)
        assert state.progress is not None
        used = 2 * (16 - turn) + (2 if turn > 1 else 0)
        assert len(state.progress.discards) == used + 2 * (len({4, 8, 12} & set(range(turn, 17))))


# The option of sudden death.


@pytest.mark.ruling("sudden-death-off-switch")
@pytest.mark.clause("15.0g")
@pytest.mark.parametrize("option", [True, False])
def test_the_card_that_switches_sudden_death_off_is_shown_when_drawn(option: bool) -> None:
    """Ruling sudden-death-off-switch: a draw by either side, and it has to be shown."""
    choices = ("sudden-death",) if option else ()
    deck = ("1943-09", "1943-10", "1943-08")
    state = at("turn 8; 0606 us L", "1943-01", "1943-02", deck=deck, choices=choices)
    outcome = engine.play(state, "draw 1943-09")
    assert ("Vengeance" in told(outcome)) is option
    assert outcome.state.progress is not None
    assert outcome.state.progress.once == (("1943-09",) if option else ())
    seen = engine.observe(outcome.state, Side.JAPAN)
    assert held(seen, Side.ALLIES) == (HIDDEN, "1943-09" if option else HIDDEN)


# What a file may say of it.


@pytest.mark.parametrize(
    ("progress", "key"),
    [
        ({"step": "zzz"}, "progress.step"),
        ({"declared": ["1942-10"]}, "progress.declared"),
        ({"declared": ["1942-02"], "passed": ["japan"]}, "progress.declared"),
        ({"pending": [{"kind": "choose", "side": "japan"}]}, "progress.pending[0].card"),
        (
            {"pending": [{"kind": "choose", "side": "allies", "card": "1942-03"}]},
            "progress.pending[0].effect",
        ),
        (
            {"pending": [{"kind": "choose", "side": "japan", "card": "1942-03", "effect": 1}]},
            "progress.pending[0].effect",
        ),
        (
            {"pending": [{"kind": "choose", "side": "japan", "card": "1942-03", "count": 2}]},
            "progress.pending[0].count",
        ),
    ],
)
def test_an_event_phase_that_cannot_be_is_refused_by_its_key(
    progress: dict[str, Any], key: str
) -> None:
    plain = to_plain(at(MANILA, "1942-02", "1942-05"))
    plain["progress"] = {**plain["progress"], **progress}
    with pytest.raises(BadData) as caught:
        from_plain(plain, "here")
    assert caught.value.key == key


@pytest.mark.parametrize("deck", [("1942-03",), ("1942-03", "1942-10")])
def test_every_step_of_the_phase_can_be_written_and_read(deck: tuple[str, ...]) -> None:
    state = at(MANILA, "1942-02", "1942-05", deck=deck)
    steps = set()
    while state.phase is Phase.EVENT:
        assert from_plain(to_plain(state), "here") == state
        steps.add(state.progress.step if state.progress else "")
        state = engine.apply(state, engine.legal_actions(state)[-1])
    assert steps <= {"", *STEPS[Phase.EVENT]}


def test_what_was_drawn_stays_drawn_in_play() -> None:
    begun = witp.new_game(table(MANILA, "1942-02", "1942-05"), mode="play")
    begun.play("draw 1942-10").play("draw 1942-03")
    with pytest.raises(CannotUndo, match="A card has been drawn since: it stays"):
        begun.undo()
    begun.play("card 1942-10")
    assert begun.undo().legal_actions() == tuple(
        read(text) for text in ("card 1942-05", "card 1942-10")
    )
