"""The combat lab without a browser: dice, choices, what changes, history, texts, panels."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

import pytest
from attrs import evolve
from test_supply_desk import OWN_BOARD
from test_supply_panels import EVIL, Reader, parse

from witp_learn import edits, queries
from witp_learn.components import board as companion_board
from witp_learn.files import Unreadable
from witp_learn.model import Kind, Nation, Side, State
from witp_learn.position import write_file
from witp_learn.rules.combat_answers.sheet import sheet
from witp_learn.ui import combat_bars, combat_panels
from witp_learn.ui.combat_desk import CombatDesk
from witp_learn.ui.combat_fight import MOST_GUESS, Fight, Guess, played, split
from witp_learn.ui.combat_fight import read as read_fight
from witp_learn.ui.combat_lab import STORAGE, CombatLab, combat_lab
from witp_learn.ui.combat_news import QUIET, edit_name
from witp_learn.ui.combat_print import beside_print
from witp_learn.ui.combat_sight import Pane, View
from witp_learn.ui.combat_sums import Sums
from witp_learn.ui.guard import Guard
from witp_learn.ui.later import Later
from witp_learn.ui.position_text import read
from witp_learn.view.combat_ledger import result_html
from witp_learn.walkthrough import walkthrough
from witp_learn.walkthrough.combat_look import CombatLook

SINGAPORE = "turn 1; 0407 jp 2N(2L); 0507 jp A; 0407 cw N L A"
EVEN = "turn 4; 0606 jp 2L; 0606 us 2L"
TWO_SEAS = "turn 4; 0406W jp 2N(L); 0406W us N; 0406E us N; 0406 us L"


@pytest.fixture
def desk() -> CombatDesk:
    """Manila on turn 4, before any die."""
    return CombatDesk()


def on(text: str) -> CombatDesk:
    return CombatDesk(read(text, "a line"))


def said(desk: CombatDesk) -> str:
    return "" if desk.notice is None else desk.notice.text


def roll(desk: CombatDesk, japan: int, allies: int) -> None:
    desk.key_die(japan)
    desk.key_die(allies)


def strengths(desk: CombatDesk) -> tuple[int, int]:
    assert desk.fought is not None
    return desk.fought.stakes.strength


def to_the_end(desk: CombatDesk, *dice: tuple[int, int]) -> None:
    """Every default, with these rolls."""
    for pair in dice:
        roll(desk, *pair)
        desk.all_defaults()
        if desk.battle < desk.now:
            desk.next()


# -- dice


def test_the_lab_starts_with_manila_and_asks_before_the_dice(desk: CombatDesk) -> None:
    assert desk.fights == ("0606",) and desk.fight.hex == desk.selected == "0606"
    assert strengths(desk) == (16, 4)
    assert desk.guessing and desk.roll == (0, 0) and desk.question is None


def test_keys_set_japans_die_then_the_allies(desk: CombatDesk) -> None:
    desk.key_die(4)
    assert desk.roll == (4, 0) and desk.fought is not None and desk.fought.tally is None
    desk.key_die(5)
    assert desk.fought is not None and desk.fought.tally is not None
    assert desk.fought.tally.total == (20, 9) and desk.fought.tally.hits == (2, 6)
    assert desk.undo_name == "Dice 4 and 5" and len(desk.done) == 1
    assert not desk.guessing
    desk.key_die(6)
    assert desk.roll == (6, 5), "Japan's die again"


def test_a_click_cycles_a_die_and_fifty_clicks_are_as_one(desk: CombatDesk) -> None:
    roll(desk, 1, 1)
    for _ in range(6):
        desk.cycle_die(0)
    assert desk.roll == (1, 1)
    one = CombatDesk()
    one.set_roll(3, 1)
    for _ in range(50):
        desk.cycle_die(0)
    assert desk.roll == (3, 1)
    assert combat_panels.main(desk) == combat_panels.main(one)
    assert len(desk.done) == 2, "fifty clicks on one die are one step for Undo"


@pytest.mark.clause("9.6.2g")
def test_an_extra_hit_on_a_carrier_waits_until_all_others_are_placed() -> None:
    desk = on("turn 4; 0606 jp 2C N- N(L); 0606 us 3N C; 0606 us L A; 0607 us A; 0707 jp A")
    roll(desk, 1, 6)
    while desk.question is not None and desk.question.kind == "hit":
        words = parse(combat_panels.main(desk)).text
        assert "1 extra hit, on a carrier: 1 hit still to be placed" in words
        assert "no unit is left" not in words
        desk.next()
    words = parse(combat_panels.main(desk)).text
    assert "1 extra hit, on a carrier: Japanese carrier at Manila removed" in words


def test_a_tie_waits_for_the_next_roll() -> None:
    desk = on(EVEN)
    roll(desk, 2, 3)
    assert desk.is_tie and desk.fought is not None and desk.fought.tally is None
    assert "A tie: rolled again" in combat_panels.main(desk)
    desk.cycle_die(0)
    assert desk.roll == (3, 3) and desk.is_tie, "a click changes the roll that is a tie"
    roll(desk, 6, 1)
    assert desk.fought is not None and desk.fought.rolls == ((3, 3), (6, 1))
    assert desk.fought.tally is not None and desk.fought.tally.winner is Side.JAPAN
    assert "dice 3:3 6:1" in desk.shared()
    desk.set_roll(1, 6)
    assert desk.fought is not None and desk.fought.rolls == ((3, 3), (1, 6))


def test_after_a_tie_the_next_roll_can_be_taken_up() -> None:
    desk = on(EVEN)
    desk.set_roll(2, 3)
    desk.roll_again()
    assert desk.roll == (0, 0) and not desk.is_tie
    desk.set_die(1, 6)
    desk.set_die(0, 2)
    assert desk.fought is not None and desk.fought.rolls == ((2, 3), (2, 6))


def test_dice_that_decide_nothing_are_in_the_ledger_too() -> None:
    desk = on(EVEN)
    desk.key_die(2)
    html = combat_panels.main(desk)
    assert html.count("not thrown yet") == 1, "the Allies'"
    desk.key_die(3)
    words = parse(combat_panels.main(desk)).text
    assert "not thrown yet" not in words and "A tie: rolled again (9.6)." in words, words
    assert "half of 2, down: 1" in words and "half of 3, down: 1" in words
    assert words.count("2 + 1") == 2 and "cb-k-total" in combat_panels.main(desk), "both totals"
    assert "cb-won" not in combat_panels.main(desk)
    assert "Roll again" in words and "Set the next roll" in words


def test_two_seas_of_a_hex_are_told_apart() -> None:
    desk = on("turn 4; 0406W jp 2N; 0406W us N; 0406E jp N; 0406E us N")
    assert "in the sea E of Bangkok" in combat_bars.fight_name(desk)
    roll(desk, 6, 1)
    desk.all_defaults()
    desk.next()
    html = combat_bars.strip(desk)
    assert "Fleet W" in html and "Fleet E" in html
    assert "in the sea W of Bangkok" in combat_bars.fight_name(desk)


def test_a_throw_sets_both_dice_and_goes_on_after_a_tie() -> None:
    class Loaded(random.Random):
        def randint(self, a: int, b: int) -> int:
            return values.pop(0)

    values = [2, 3, 5, 1]
    desk = on(EVEN)
    desk.throw(Loaded())
    assert desk.is_tie
    desk.throw(Loaded())
    assert desk.fought is not None and desk.fought.rolls == ((2, 3), (5, 1))


# -- choices


def test_next_leads_through_every_choice_to_what_is_left(desk: CombatDesk) -> None:
    roll(desk, 4, 5)
    asked = []
    for _ in range(20):
        if desk.question is not None:
            asked.append(desk.question.kind)
        elif desk.battle < desk.now:
            pass
        elif desk.combat is not None and desk.combat.pending is not None:
            roll(desk, 3, 1)
            continue
        if desk.after:
            break
        desk.next()
    assert asked == ["hit", "hit", "hit", "air", "hit"]
    assert desk.after and desk.map_shown
    assert set(desk.changed_hexes()) == {"0606", "0707"}
    combat = desk.combat
    assert combat is not None and combat.over and "0606" in desk.seen.contested
    html = combat_panels.panel(desk, Sums(Later(Guard())))
    assert "Continuing combat" in html and "Palau" in html


def test_an_owner_chooses_and_can_choose_again(desk: CombatDesk) -> None:
    roll(desk, 4, 5)
    assert desk.question is not None and len(desk.question.choices) > 1
    other = 1 - desk.question.default
    action = desk.question.choices[other].action
    desk.choose(other)
    assert desk.fight.answers_after(1) == (action,)
    desk.all_defaults()
    assert desk.steps_after(1)[0].by == "given" and desk.now == 1
    roll(desk, 3, 1)
    desk.reopen(1, 0)
    assert desk.past_step is not None and desk.question is desk.past_step.question
    desk.choose(desk.question.default)
    assert desk.fight.answers_after(1)[0] is None
    assert desk.roll == (3, 1), "the dice of the landing stay"
    assert said(desk) == f"Chose for the Allies. {QUIET}"
    desk.reopen(1, 99)
    assert desk.reopened is None


def test_a_choice_no_longer_on_offer_gives_way_to_the_default(desk: CombatDesk) -> None:
    state = desk.state
    fight = Fight("0606", rolls=(((4, 5),),), answers=((), ("hit moon 9999",) * 9))
    assert [s.by for s in played(state, fight).steps_after(1)] == ["default"] * 4


def test_another_early_die_leaves_the_later_ones_and_says_what_changes(desk: CombatDesk) -> None:
    to_the_end(desk, (4, 5), (3, 1))
    assert desk.combat is not None and desk.combat.over and desk.battle == 1
    assert strengths(desk) == (7 - 1, 6)
    desk.link(0)
    assert desk.battle == 0 and desk.roll == (4, 5)
    desk.set_die(0, 5)
    assert "Extra hits on the Allies 0 to 1" in said(desk)
    assert "Landing." in said(desk)
    desk.link(1)
    assert desk.roll == (3, 1) and strengths(desk) == (6, 4)
    before = desk.combat
    desk.undo()
    desk.undo()
    assert desk.combat != before
    desk.link(1)
    assert strengths(desk) == (6, 6)


def test_a_landing_that_falls_away_keeps_its_dice_for_when_it_comes_back() -> None:
    desk = on("turn 4; 0606 jp N(L); 0606 us N L")
    to_the_end(desk, (6, 1))
    assert desk.now == 1
    roll(desk, 5, 2)
    desk.link(0)
    desk.set_roll(1, 6)
    assert desk.now == 0
    desk.set_roll(6, 1)
    desk.link(1)
    assert desk.now == 1 and desk.roll == (5, 2)


def test_a_link_to_come_says_so(desk: CombatDesk) -> None:
    desk.link(2)
    assert "comes when" in said(desk) and not desk.after
    desk.next()
    assert said(desk) == "Set both dice, or Roll."


def test_air_units_are_held_back_and_support_again(desk: CombatDesk) -> None:
    units = [(side, at, held) for side, at, _, held in desk.supporters()]
    assert units == [
        (Side.JAPAN, "0507", False),
        (Side.JAPAN, "0707", False),
        (Side.ALLIES, "0606", False),
    ]
    desk.toggle_held("0707", Nation.JAPAN)
    assert strengths(desk) == (14, 4) and "Held back Palau A" in said(desk)
    assert "strength 16 to 14" in said(desk)
    assert "hold 0707 jp" in desk.shared()
    desk.undo()
    assert strengths(desk) == (16, 4)


@pytest.mark.parametrize(
    ("slug", "word"), [("air-hits-total-vs-each", "Saigon"), ("winner-hits-basis", "Hits on Japan")]
)
def test_a_ruling_of_chapter_9_is_switched_and_what_changes_is_said(
    desk: CombatDesk, slug: str, word: str
) -> None:
    to_the_end(desk, (4, 5))
    desk.link(0)
    assert slug in [r.slug for r in desk.rulings]
    desk.set_ruling(slug, "b")
    assert said(desk).startswith("Read 9.6.") and slug not in said(desk)
    assert word in said(desk) or QUIET in said(desk)
    assert desk.state.rulings == {slug: "b"}
    desk.undo()
    assert desk.state.rulings == {}


# -- setting up


def test_a_counter_turned_over_changes_the_ledger_and_says_how(desk: CombatDesk) -> None:
    desk.look(View.MAP)
    desk.press("0707")
    desk.flip()
    assert strengths(desk) == (14, 4)
    assert said(desk).startswith("Turned over Palau A. Japan's strength 16 to 14.")
    desk.undo()
    assert "Japan's strength 14 to 16" in said(desk)
    desk.redo()
    assert strengths(desk) == (14, 4)


def test_the_hex_is_picked_among_those_fought_over() -> None:
    desk = on("turn 4; trp 10 17; 0606 jp L; 0606 us L; 0909 jp L; 0909 us L")
    assert desk.fights == ("0606", "0909") and desk.fight.hex == "0606"
    assert desk.chooser is Side.ALLIES
    desk.choose_hex("0909")
    assert desk.fight.hex == "0909" and desk.battle == 0
    desk.choose_hex("1110")
    assert "Nobody fights" in said(desk)
    desk.undo()
    assert desk.fight.hex == "0606"
    desk.look(View.MAP)
    desk.press("0909")
    assert "Fight here" in combat_panels.panel(desk, Sums(Later(Guard())))


def test_without_a_fight_the_ledger_says_what_it_would_take() -> None:
    desk = on("turn 4; 0606 jp L")
    assert desk.combat is None and "Nobody fights here" in combat_panels.main(desk)
    desk.empty()
    assert "Manila" in combat_panels.main(desk), "the examples"
    desk.look(View.MAP)
    desk.press("0606")
    desk.nation = Nation.US
    desk.add(Kind.LAND)
    desk.nation = Nation.JAPAN
    desk.add(Kind.LAND)
    assert desk.fight.hex == "0606" and strengths(desk) == (1, 1)
    assert "is fought over" in said(desk)


def test_what_is_left_can_be_gone_on_from(desk: CombatDesk) -> None:
    desk.carry_out()
    assert said(desk) == "The fight is not over yet."
    to_the_end(desk, (4, 5), (3, 1))
    after = desk.combat.after if desk.combat else None
    desk.carry_out()
    assert after is not None and desk.state == evolve(after, turn=5) and desk.fight.fresh
    assert desk.fights == ("0606",), "continuing combat"
    assert "once a turn (9.0): this is turn 5" in said(desk)
    desk.undo()
    assert desk.roll == (3, 1)


@pytest.mark.clause("9.0c")
def test_a_hex_is_fought_over_once_a_turn() -> None:
    desk = on("turn 4; 0606 jp 2N(2L); 0606 us 3L; 0407 jp 2L; 0407 cw 2L")
    desk.choose_hex("0606")
    to_the_end(desk, (1, 6))
    desk.link(9)
    assert desk.after and "Go on from here, on turn 4" in combat_panels.panel(
        desk, Sums(Later(Guard()))
    )
    desk.carry_out()
    assert desk.state.turn == 4 and desk.fights == ("0407",) and desk.fight.hex == "0407"
    desk.choose_hex("0606")
    assert said(desk) == "Manila has been fought over this turn (9.0)."
    again = on("1009 us A")
    assert again.open_text(desk.shared(), "a text") and again.fights == ("0407",)
    to_the_end(desk, (1, 2))
    desk.link(9)
    words = parse(combat_panels.panel(desk, Sums(Later(Guard())))).text
    assert "has been fought over this turn (9.0); the next fight for it is on turn 5" in words
    assert "Go on from here, on turn 5" in words
    desk.carry_out()
    assert desk.state.turn == 5 and set(desk.fights) == {"0606", "0407"}


def test_a_change_of_the_list_is_made_where_the_battle_shown_begins(desk: CombatDesk) -> None:
    desk.try_change("flip 0606 us A")
    assert strengths(desk) == (16, 2)
    desk.undo()
    to_the_end(desk, (4, 5))
    assert desk.battle == 1 and strengths(desk) == (6, 6)
    desk.try_change("flip 0606 us A")
    assert strengths(desk) == (6, 4) and desk.now == 0
    desk.undo()
    desk.undo()
    assert desk.battle == 1 and strengths(desk) == (6, 6)
    desk.try_change("hold 0606 us")
    assert strengths(desk) == (6, 4)


# -- guesses, comparison


def test_a_guess_is_answered_in_words() -> None:
    desk = on(EVEN)
    desk.guess_words("One hit <b>")
    desk.guess("japan")
    html = combat_panels.main(desk)
    assert "Not yet: you said Japan" in html and "One hit &lt;b&gt;" in html
    assert "50.00 % (1/2)" in html and "A difference of 1." in html
    desk.guess("even")
    assert "You said even" in combat_panels.main(desk)
    desk.guess("nobody")
    assert desk.fight.guess(0).winner == "even"


@pytest.mark.clause("9.6.3l")
def test_a_landing_tells_either_end_of_a_difference_of_1(desk: CombatDesk) -> None:
    to_the_end(desk, (4, 5))
    desk.guess("even")
    words = parse(combat_panels.main(desk)).text
    assert "Japan wins by 1. Continuing combat." in words
    assert "The Allies win by 1. The landing fails" in words


def test_the_question_asks_only_what_can_happen(desk: CombatDesk) -> None:
    card = combat_panels.main(desk)
    assert "a difference of 1?" not in card
    assert card.index('id="cl-guess-words"') < card.index('data-action="guess"'), "field first"
    assert "the smallest difference that can come up" in combat_panels.main(desk)
    desk.guess("japan")
    html = combat_panels.main(desk)
    assert "The smallest difference here is 7. At 1 and 6: Japan wins by 7." in html
    assert "ties rolled again" not in html, "no roll is a tie"
    even = on(EVEN)
    assert "What happens at a difference of 1?" in combat_panels.main(even)
    even.guess_words("x" * (MOST_GUESS - 20))
    assert "Room for 20 more letters." in combat_panels.main(even)
    even.guess_words("x" * 2 * MOST_GUESS)
    assert f"Full: {MOST_GUESS} letters are kept." in combat_panels.main(even)
    assert even.fight.guess(0).words == "x" * MOST_GUESS


def test_no_chance_is_shown_before_the_guess(desk: CombatDesk) -> None:
    sums = Sums(Later(Guard()))
    desk.keep_for_comparison()
    for view in (View.LEDGER, View.ROLLS, View.WHAT_IF):
        desk.look(view)
        sums.follow(desk, lambda: None)
        html = combat_panels.main(desk) + combat_panels.panel(desk, sums)
        assert "%" not in html and "cb-effect" not in html and "cb-grid" not in html
    desk.guess("even")
    html = combat_panels.panel(desk, sums)
    assert "cb-effect" in html and "cb-grid" in html and "cl-compare" in html


def test_the_question_can_be_skipped_for_good(desk: CombatDesk) -> None:
    sums = Sums(Later(Guard()))
    assert "cb-grid" not in combat_panels.panel(desk, sums)
    desk.ask(False)
    assert not desk.guessing and "cb-grid" in combat_panels.panel(desk, sums)
    to_the_end(desk, (4, 5))
    assert not desk.guessing
    desk.open_example("singapore_turn_1")
    assert not desk.guessing


def test_two_set_ups_stand_side_by_side(desk: CombatDesk) -> None:
    sums = Sums(Later(Guard()))
    desk.ask(False)
    desk.keep_for_comparison()
    desk.try_change("flip 0707 jp A")
    sums.follow(desk, lambda: None)
    html = parse(combat_panels.panel(desk, sums)).text
    assert "16 : 4" in html and "14 : 4" in html and "Land: Japan alone" in html
    desk.back_to_kept()
    assert strengths(desk) == (16, 4) and desk.undo_name == "Went back to A"
    desk.keep_for_comparison()
    assert desk.kept is None


def test_a_change_of_the_list_says_what_it_does_to_the_chances(desk: CombatDesk) -> None:
    desk.ask(False)
    sums = Sums(Later(Guard()))
    sums.follow(desk, lambda: None)
    edit = "add 0606 us L"
    told = sums.told(desk, edit)
    assert told == "Japan's chance to win on land, or be alone there: 90.90 % to 76.22 %."
    desk.try_change(edit, told)
    assert said(desk) == f"Added Manila us L. {told}", "the fleets fight as before"
    desk.undo()
    assert QUIET in said(desk)
    desk.try_change("hold 0707 jp", sums.told(desk, "hold 0707 jp"))
    assert "90.90 % to 53.42 %" in said(desk) and "strength 16 to 14" in said(desk)
    assert sums.told(desk, "flip 9999 us A") == ""
    words = parse(combat_panels.panel(CombatDesk(), sums)).text
    assert "%" not in words


def test_changes_that_are_readings_are_listed_by_what_they_say(desk: CombatDesk) -> None:
    desk.ask(False)
    sums = Sums(Later(Guard()))
    sums.follow(desk, lambda: None)
    words = parse(combat_panels.panel(desk, sums)).text
    assert "Read 9.6.2d as: one on each on a 5" in words and "air-hits" not in words
    assert "Points of per cent that Japan's chance to win on land" in words
    assert "now 90.90 %" in words


def test_chances_are_worked_out_once_and_belong_to_the_battle_shown(desk: CombatDesk) -> None:
    drawn: list[int] = []
    sums = Sums(Later(Guard()))
    assert sums.odds(desk) is None
    sums.follow(desk, lambda: drawn.append(1))
    assert len(drawn) == 2
    sums.follow(desk, lambda: drawn.append(1))
    assert len(drawn) == 2
    assert sums.odds(desk).battles[0].win[Side.JAPAN] == 1
    desk.ask(False)
    to_the_end(desk, (4, 5))
    assert sums.odds(desk) is None
    sums.follow(desk, lambda: drawn.append(1))
    assert sums.odds(desk).battles[0].win[Side.JAPAN] * 2 == 1
    words = parse(combat_panels.panel(desk, sums)).text
    assert "+46.88" in words and "+32.14" in words, "14.1"
    assert "fight 2 of 2" in combat_bars.fight_name(desk)
    assert "Landing, fight 2: difference" in words and "fight 1" not in words, "of the whole chain"
    assert "Japan 50.00 % (1/2), ties rolled again 10 of 36" in words


# -- texts


def test_position_and_fight_are_one_text_and_come_back(desk: CombatDesk) -> None:
    desk.guess_words("two; hits / or # fight 0101")
    desk.guess("japan")
    to_the_end(desk, (4, 5))
    desk.toggle_held("0507", Nation.JAPAN)
    roll(desk, 3, 1)
    text = desk.kept_text()
    other = CombatDesk(read("turn 2; 1009 us A", "a line"))
    assert other.open_text(text, "this browser")
    assert (other.state, other.fight) == (desk.state, desk.fight)
    assert other.kept_text() == text and combat_panels.main(other) == combat_panels.main(desk)


def test_a_position_with_its_own_board_keeps_its_fight() -> None:
    desk = CombatDesk()
    own = OWN_BOARD + '\n[[units]]\nat = "2101"\nnation = "japan"\nkind = "land"\n'
    assert desk.open_text(own, "isles.toml")
    assert desk.fights == ("2101",)
    roll(desk, 6, 1)
    text = desk.shared()
    assert text.splitlines()[-1].startswith("# fight 2101; dice 6:1")
    other = CombatDesk()
    assert other.open_text(text, "isles.toml") and other.roll == (6, 1)


@pytest.mark.parametrize(
    "wrong",
    ["0606; dice 7:1", "06; dice 1:1", "0606; hold Palau", "0606; luck", "0606; guess nobody"],
)
def test_a_fight_that_cannot_be_read_says_what_would_be_right(wrong: str) -> None:
    with pytest.raises(Unreadable) as error:
        read_fight(wrong)
    desk = CombatDesk()
    roll(desk, 4, 5)
    assert desk.open_text(f"turn 3; 0606 us L; 0606 jp L # fight {wrong}", "a text")
    assert desk.state.turn == 3 and desk.fight.fresh, "the position is not lost with it"
    assert desk.notice is not None and desk.notice.kind == "warning"
    assert "the fight starts anew" in said(desk) and str(error.value) in said(desk)
    desk.type_line(f"turn 5; 0606 us L; 0606 jp L # fight {wrong}")
    assert desk.state.turn == 5 and desk.items[-1].error == str(error.value)
    assert desk.line_text.endswith(wrong)


def test_a_title_that_looks_like_a_fight_is_a_title() -> None:
    desk = CombatDesk()
    for text in ("turn 4; title a # fight club", "title a # fight club; turn 4"):
        assert desk.open_text(text, "a text") and desk.state.title == "a # fight club"
        again = CombatDesk()
        assert again.open_text(desk.shared(), "a text") and again.state == desk.state


def test_an_empty_line_leaves_the_position_and_says_what_to_do(desk: CombatDesk) -> None:
    before = desk.state
    for text in ("", "  \n"):
        desk.type_line(text)
        assert desk.state is before and "Empty map" in desk.items[0].error
        assert desk.line_text == text, "what is typed is not replaced under the caret"
        assert not desk.open_text(text, "a.toml") and said(desk) == "Not opened. a.toml is empty."


def test_a_fight_is_split_from_its_position() -> None:
    fight = Fight("0606", rolls=(((1, 1), (2, 3)), ((6, 0),)), guesses=(Guess("even", "a; b"),))
    found = split(f"turn 4 {fight.text()}")
    assert (found.position, found.fight, found.wrong) == ("turn 4", fight, "")
    assert split("title a # fight club; turn 4").fight is None
    assert Fight().text() == ""


@pytest.mark.parametrize("own", [False, True])
def test_the_set_up_compared_with_is_part_of_the_text(desk: CombatDesk, own: bool) -> None:
    if own:
        more = '\n[[units]]\nat = "2101"\nnation = "japan"\nkind = "land"\n'
        assert desk.open_text(OWN_BOARD + more, "isles.toml")
    roll(desk, 4, 5)
    desk.keep_for_comparison()
    desk.set_turn(7)
    roll(desk, 2, 1)
    again = CombatDesk(read("turn 2; 1009 us A", "a line"))
    assert again.open_text(desk.shared(), "a.toml" if own else "a line"), said(again)
    assert (again.state, again.fight) == (desk.state, desk.fight)
    assert again.kept is not None and desk.kept is not None
    assert (again.kept.state, again.kept.fight) == (desk.kept.state, desk.kept.fight)
    assert again.shared() == desk.shared()
    desk.keep_for_comparison()
    assert "beside" not in desk.shared()
    assert desk.open_text("turn 4; 0606 us L # beside turn%3B 99", "a text")
    assert "set-up A beside it cannot be read" in said(desk) and desk.kept is None


def test_notices_name_readings_by_what_they_say_and_counters_by_their_owner(
    desk: CombatDesk,
) -> None:
    desk.set_ruling("winner-hits-basis", "b")
    assert desk.undo_name == "Read 9.6.1b as: half of the difference"
    for edit, name in (
        ("add 0606 us L", "Added Manila us L"),
        ("flip 0606 us L", "Turned over Manila us L"),
        ("flip 0606 jp (L)", "Turned over Manila jp (L)"),
        ("flip 0707 jp A", "Turned over Palau A"),
    ):
        assert edit_name(desk.state, edits.read(edit)) == name


def test_a_typed_line_is_live_and_may_bring_its_fight(desk: CombatDesk) -> None:
    desk.show(Pane.LINE)
    desk.type_line("0606 jp 2L; 0606 us 2")
    assert desk.combat is None
    desk.type_line("0606 jp 2L; 0606 us 2L")
    assert strengths(desk) == (2, 2)
    desk.type_line("0606 jp 2L; 0606 us 2L # fight 0606; dice 6:1")
    assert desk.roll == (6, 1)
    desk.close()
    assert desk.undo_name == "Typed a position"
    desk.undo()
    assert desk.state.title == "Manila on turn 4"


def test_the_text_for_a_forum_has_every_number(desk: CombatDesk) -> None:
    to_the_end(desk, (4, 5), (3, 1))
    text = desk.text_copy()
    assert "totals 20 and 9" in text and "Japan wins by 1" in text
    line = next(line for line in text.splitlines() if "# fight" in line)
    again = CombatDesk()
    assert again.open_text(line.partition(": ")[2], "a text"), said(again)
    assert again.combat is not None and desk.combat is not None
    assert again.combat.after == desk.combat.after, "with its dice and choices"
    assert parse(combat_panels.main(desk)).text.count("Copy as text") == 1


def test_singapore_runs_number_by_number() -> None:
    desk = on(SINGAPORE)
    roll(desk, 6, 5)
    assert desk.fought is not None and desk.fought.tally is not None
    assert desk.fought.tally.total == (10, 8) and desk.fought.tally.hits == (1, 2)
    desk.all_defaults()
    assert desk.battle == 0 and desk.now == 1, "the fleet combat stays in view until Next"
    desk.next()
    roll(desk, 1, 6)
    assert desk.fought.tally is not None and desk.fought.tally.total == (1, 4), "9.6.1"
    desk.set_ruling("transport-hit-vs-singapore", "b")
    assert desk.battle == 1 and desk.fought.tally.total == (2, 4), "as printed"


# -- panels


def desks() -> Iterator[tuple[str, CombatDesk]]:
    """A desk in every state that its panels tell apart."""
    for pane in Pane:
        for dice in ((), ((4, 5),), ((4, 5), (3, 1))):
            desk = CombatDesk()
            to_the_end(desk, *dice)
            desk.show(pane)
            desk.query = "a"
            yield f"{pane or 'no pane'} after {len(dice)}", desk
    for view in View:
        desk = CombatDesk()
        desk.ask(False)
        roll(desk, 4, 5)
        desk.look(view)
        yield f"{view}", desk
    desk = CombatDesk()
    to_the_end(desk, (4, 5), (3, 1))
    desk.next()
    yield "after the fight", desk
    desk.link(0)
    desk.reopen(1, 0)
    yield "a choice called up again", desk
    desk = on(EVEN)
    roll(desk, 2, 3)
    yield "a tie", desk
    desk.guess("japan")
    desk.keep_for_comparison()
    yield "comparing", desk
    desk = on("turn 4; 0606 jp L; 0606 us L; 0909 jp L; 0909 us L")
    desk.look(View.MAP)
    desk.press("0909")
    yield "two hexes", desk
    desk.undo()
    yield "nothing to undo", desk
    for index in range(4):
        desk = on(TWO_SEAS)
        desk.look(View.MAP)
        desk.select(index)
        yield f"a hex with two seas {index}", desk
    desk = on("turn 4; 0606 jp L")
    yield "no fight", desk
    desk = CombatDesk()
    desk.empty()
    yield "an empty map", desk
    desk.show(Pane.LINE)
    desk.type_line(f"0909 us L; {EVIL}")
    yield "a wrong item", desk
    desk = on("turn 4; ruling assault-may-or-must=b; 0606 jp N(L); 0606 us L")
    yield "cargo that may stay aboard", desk
    desk = CombatDesk()
    desk.rule = "9.6.1a"
    yield "a rule", desk


def all_html(desk: CombatDesk) -> str:
    sums = Sums(Later(Guard()))
    if not desk.pane and not desk.rule:
        sums.follow(desk, lambda: None)
    makers = (combat_bars.bar, combat_bars.strip, combat_bars.key_line, combat_bars.foot)
    made = [make(desk) for make in makers]
    made += [combat_panels.note(desk), combat_panels.main(desk), combat_panels.panel(desk, sums)]
    return "".join(made)


@pytest.mark.parametrize(("desk", "_"), [pytest.param(d, n, id=n) for n, d in desks()])
def test_panels_are_whole_html_with_names_and_keys_of_their_own(desk: CombatDesk, _: str) -> None:
    reader = parse(all_html(desk))
    keys = [a["data-key"] for _, a in reader.elements if "data-key" in a]
    assert len(keys) == len(set(keys)), (
        f"a key twice: {sorted(k for k in keys if keys.count(k) > 1)}"
    )
    labelled = {a["for"] for t, a in reader.elements if t == "label"}
    for tag, found in reader.elements:
        if tag in ("textarea", "select", "input"):
            assert found.get("id") in labelled or found.get("aria-label"), found
        if tag == "button":
            assert found.get("type") == "button"
    for word in ("None", "False", "True", "invalid", "illegal", "Oops"):
        assert not re.search(rf"\b{word}\b", reader.text), word


def actions(reader: Reader) -> set[str]:
    names = ("data-action", "data-action-input", "data-action-enter")
    return {found[n] for _, found in reader.elements for n in names if n in found}


def test_every_button_that_can_be_drawn_has_a_handler_and_every_handler_a_button() -> None:
    drawn = set().union(*(actions(parse(all_html(desk))) for _, desk in desks()))
    lab = CombatLab()
    typed = {"line", "find", "guess-words"}
    missing = {a for a in drawn - typed if not hasattr(lab, f"_do_{a.replace('-', '_')}")}
    assert not missing
    handlers = {n.removeprefix("_do_").replace("_", "-") for n in dir(lab) if n.startswith("_do_")}
    assert handlers <= drawn, "handlers that nothing asks for"


def evil_state() -> State:
    board = companion_board()
    for hex_id in ("0606", "0507", "0707"):
        board = board.with_hex(evolve(board[hex_id], name=f"{EVIL} {hex_id}"))
    state = queries.example("manila_turn_4")
    return evolve(state, board=evolve(board, own=True), title=EVIL)


@pytest.mark.parametrize("pane", Pane)
def test_what_comes_from_a_file_is_shown_as_text(pane: Pane) -> None:
    desk = CombatDesk(evil_state())
    desk.query = EVIL
    desk.guess_words(EVIL)
    to_the_end(desk, (4, 5), (3, 1))
    desk.toggle_held("0707", Nation.JAPAN)
    for _ in range(2):
        desk.pane = pane
        reader = parse(all_html(desk))
        assert not [t for t, _ in reader.elements if t in ("script", "img", "iframe")]
        assert not [k for _, a in reader.elements for k in a if k.startswith("on")]
        desk.pane = Pane.NONE
        desk.next()


# -- the lab without a page


def tell(lab: CombatLab, kind: str, **content: Any) -> None:
    lab.page._handle_custom_msg({"type": kind, **content}, [])


def hello(lab: CombatLab, search: str = "", stored: str | None = None, width: int = 1280) -> None:
    size = {"width": width, "height": 800, "map_width": min(width, 800), "map_height": 648}
    tell(lab, "hello", search=search, stored=stored, **size)


def fresh(**more: Any) -> CombatLab:
    """A lab whose page has said hello and whose errors are raised."""
    made = CombatLab(dice=random.Random(1))

    def fail(error: Exception, report: str) -> None:
        raise AssertionError(report) from error

    made.page.guard.on_error = fail
    hello(made, **more)
    return made


def test_a_reload_finds_dice_choices_and_guesses_again() -> None:
    lab = fresh()
    tell(lab, "action", name="guess-words", value="nothing")
    tell(lab, "action", name="guess", value="japan")
    for key in ("4", "5", ".", "d", ".", "3"):
        tell(lab, "key", key=key, hex="")
    assert lab.page.storage_key == STORAGE
    kept = lab.page.kept
    assert kept == lab.desk.kept_text() and "3:0" in kept and "guess japan nothing" in kept
    address = f"?p={quote(lab.page.position)}"
    for again in (fresh(stored=kept), fresh(search=address, stored=kept)):
        assert again.desk.kept_text() == kept and again.main.value == lab.main.value
        assert again.desk.notice is None
    tell(again, "key", key="1", hex="")
    assert again.desk.battle == 1 and again.desk.roll == (3, 1)


def test_what_was_guessed_is_not_handed_on() -> None:
    lab = fresh()
    tell(lab, "action", name="guess-words", value="nothing")
    tell(lab, "action", name="guess", value="japan")
    tell(lab, "action", name="keep", value="")
    tell(lab, "action", name="roll-cell", value="4 5")
    tell(lab, "action", name="pane", value="share")
    assert "guess" in lab.page.kept
    assert "guess" not in lab.page.position == lab.desk.shared()
    assert lab.page.position in parse(lab.side.value).text
    other = fresh(search=f"?p={quote(lab.page.position)}")
    assert other.desk.roll == (4, 5) and other.desk.fight.guesses == ()


def test_the_address_comes_first_and_the_kept_fight_is_one_undo_away() -> None:
    lab = fresh()
    tell(lab, "action", name="roll-cell", value="4 5")
    kept = lab.page.position
    other = fresh(search="?p=0606%20jp%20L%3B%200606%20us%20L", stored=kept)
    assert len(other.desk.state.units) == 2 and "Undo brings back" in said(other.desk)
    tell(other, "action", name="undo", value="")
    assert other.desk.roll == (4, 5)


def test_dice_and_choices_are_announced() -> None:
    lab = fresh()
    tell(lab, "key", key="4", hex="")
    assert "Japan's die: 4" in lab.page.say
    tell(lab, "key", key="5", hex="")
    assert "Japan wins by 11." in lab.page.say and "choose" in lab.page.say


def test_the_next_fight_and_the_answer_to_a_guess_are_announced() -> None:
    lab = fresh()
    tell(lab, "action", name="guess", value="allies")
    assert lab.page.say == "Not yet. Japan is more likely to win: Japan wins 100 %."
    for key in ("4", "5", "d", "."):
        tell(lab, "key", key=key, hex="")
    assert lab.page.say.startswith("Landing, fight 2 of 2. Strength: Japan 6, the Allies 6.")


def test_undo_and_redo_are_off_while_there_is_nothing_to_do(desk: CombatDesk) -> None:
    def off(action: str) -> bool:
        found = [a for _, a in parse(combat_bars.bar(desk)).elements]
        return any(a.get("data-action") == action and "aria-disabled" in a for a in found)

    assert off("undo") and off("redo")
    roll(desk, 4, 5)
    assert not off("undo") and off("redo") and "Undo: dice 4 and 5" in combat_bars.bar(desk)
    desk.undo()
    assert off("undo") and not off("redo")
    desk.set_ruling("air-hits-total-vs-each", "b")
    shown = parse(combat_bars.bar(desk)).text
    assert "one on each" not in shown and "one on each" in combat_bars.bar(desk), "said, not cut"


def test_letters_add_counters_on_the_map_only() -> None:
    lab = fresh()
    before = lab.desk.state
    tell(lab, "key", key="l", hex="0606")
    assert lab.desk.state is before
    tell(lab, "key", key="m", hex="")
    tell(lab, "key", key="l", hex="0607")
    assert lab.desk.undo_name == "Added Leyte us L"


def test_a_panel_with_a_field_is_left_alone_by_sums_that_arrive() -> None:
    lab = fresh()
    tell(lab, "action", name="pane", value="line")
    before = lab.side.value
    lab._draw_sums()
    assert lab.side.value == before and "witp-line" in before


def test_the_lab_is_one_box_of_widgets() -> None:
    box = combat_lab()
    assert {"witp-app", "witp-combat"} <= set(box._dom_classes)
    assert "Manila" in CombatLab().picture()


KEYS = (*"123456rdgwmkt.fvbcnlauU?0+-x", "Delete", "Escape", "Enter", " ")
TEXTS = ("", EVEN, TWO_SEAS, SINGAPORE, "9", EVIL, "0606 jp L # fight 0606; dice 9:9")


@pytest.mark.parametrize("seed", range(4))
def test_whatever_is_pressed_the_lab_goes_on(seed: int) -> None:
    """A child at the keyboard: every button, key, hex, text and file, in any order."""
    child = random.Random(seed)
    lab = fresh(width=child.choice([400, 1280]))
    hexes = ["0606", "0507", "0707", "0607", "0406", "0909", ""]
    for _ in range(120):
        shown = [lab.bar.value, lab.strip.value, lab.main.value, lab.foot.value, lab.side.value]
        buttons = [a for html in shown for _, a in parse(html).elements if "data-action" in a]
        what = child.randrange(12)
        if what < 6:
            found = child.choice(buttons)
            tell(lab, "action", name=found["data-action"], value=found.get("data-value", ""))
        elif what < 9:
            key = child.choice(KEYS)
            tell(lab, "key", key=key, hex=child.choice(hexes), shift=child.random() < 0.2)
        elif what < 10:
            tell(lab, "hex", hex=child.choice(hexes[:-1]))
        elif what < 11:
            name = child.choice(["line", "find", "guess-words", "first"])
            tell(lab, "action", name=name, value=child.choice(TEXTS))
        else:
            text = child.choice([*TEXTS, OWN_BOARD, write_file(evil_state())])
            tell(lab, "file", name="a file", text=text)
        assert lab.page.position == lab.desk.shared()
        apart = split(lab.desk.shared())
        assert read(apart.position, "text") == lab.desk.state
        assert apart.fight is None or apart.fight.rolls == lab.desk.fight.rolls


# -- print


def words_of(desk: CombatDesk) -> str:
    return parse(combat_panels.main(desk)).text


def test_printed_numbers_stand_beside_those_of_the_printed_dice(desk: CombatDesk) -> None:
    assert "as printed" in words_of(desk), "the strengths"
    assert "printed 4" not in words_of(desk), "a die not thrown is no difference"
    assert "The rulebook throws 4 for Japan and 5 for the Allies here." in words_of(desk)
    roll(desk, 4, 5)
    assert "printed 30, computed 20" in words_of(desk) and "as printed" in words_of(desk)
    assert "The rulebook throws" not in words_of(desk)
    desk.set_ruling("winner-hits-basis", "b")
    assert "printed 30" in words_of(desk)


def test_dice_of_ones_own_are_not_held_against_the_printed_ones(desk: CombatDesk) -> None:
    desk.set_roll(6, 1)
    assert "computed" not in words_of(desk) and "as printed" in words_of(desk)
    assert "The rulebook throws 4 for Japan" in words_of(desk)
    desk.all_defaults()
    desk.next()
    assert desk.battle == 1 and "print" not in words_of(desk), "the book's fight went otherwise"
    desk.link(0)
    desk.look(View.MAP)
    desk.press("0707")
    desk.flip()
    assert "print" not in words_of(desk), "another position"
    assert "print" not in words_of(on(EVEN))


@pytest.mark.clause("14.1aq")
def test_a_printed_result_that_agrees_is_told_as_printed(desk: CombatDesk) -> None:
    to_the_end(desk, (4, 5))
    roll(desk, 3, 1)
    assert "printed continuing combat" not in words_of(desk), "a choice is open"
    desk.all_defaults()
    html = combat_panels.main(desk)
    assert "printed continuing combat" not in html and "cb-differs" not in html
    row = html.partition("cb-l-result")[2].partition("</li>")[0]
    assert "Continuing combat" in row and "as printed" in row and "cb-same" in row
    step = next(s for s in walkthrough("manila_turn_4") if s.number == 17)
    assert isinstance(step.look, CombatLook)
    one = step.look.sheet(step.book)
    assert one is not None
    assert "cb-differs" not in result_html(one, printed=True, printed_in="14.1")


def test_printed_hits_stay_with_their_side_when_a_reading_turns_the_winner(
    desk: CombatDesk,
) -> None:
    to_the_end(desk, (4, 5), (3, 1))
    assert desk.battle == 1 and "computed" not in words_of(desk)
    desk.set_ruling("air-hits-total-vs-each", "b")
    assert desk.combat is not None and desk.fought is not None and desk.fought.tally is not None
    assert desk.fought.tally.winner is Side.ALLIES
    lines = {line.key: line for line in beside_print(sheet(desk.combat, 1), desk).lines}
    assert lines["result"].found != lines["result"].printed == "continuing combat"
    assert lines["loser_hits"].printed == "0", "Japan's hits, as winner in print"
    assert lines["winner_hits"].printed == "1", "the Allies' hits, as loser in print"


def test_the_landing_of_singapore_is_printed_too() -> None:
    desk = CombatDesk(queries.example("singapore_turn_1"))
    to_the_end(desk, (6, 5), (1, 6))
    assert "printed 2, computed 1" in parse(combat_panels.main(desk)).text
