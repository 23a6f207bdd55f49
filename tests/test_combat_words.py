"""Combat in words: the sheet, questions and choices, changes, answers, and the text of a fight."""

from __future__ import annotations

from random import Random

import pytest
from attrs import evolve
from combat_positions import SWITCHES, Case, cases, seeded
from hypothesis import given, settings
from hypothesis import strategies as st

from witp_learn import edits
from witp_learn.components import board
from witp_learn.explain import faults
from witp_learn.model import Grade, Nation, Side, State, Terrain, side_pair
from witp_learn.position import read_line
from witp_learn.rulebook import clause
from witp_learn.rules.combat.battles import first_battle
from witp_learn.rules.combat.record import Combat, fight_out
from witp_learn.rules.combat_answers.answers import battle_answer, fight_answer
from witp_learn.rules.combat_answers.changes import what_changed
from witp_learn.rules.combat_answers.leaning import RULINGS
from witp_learn.rules.combat_answers.records import Line, Row, Sheet
from witp_learn.rules.combat_answers.sheet import links, sheet
from witp_learn.rules.combat_answers.text import MOST_LINES, text_copy
from witp_learn.rules.combat_answers.words import (
    choice_text,
    notes_text,
    question_rules,
    question_text,
)

SINGAPORE = "turn 1; 0407 jp 2N(2L); 0507 jp A; 0407 cw N L A"
MANILA = "turn 4; 0606 jp 2C 4N(2L); 0707 jp A; 0507 jp A; 0606 us A L; 0606 cw 2N 2L"


def state(line: str) -> State:
    return read_line(line, board())


def fought(line: str, hex_id: str, *dice: int, steps: int | None = None) -> Combat:
    return fight_out(state(line), hex_id, dice, steps=steps)


def line_of(told: Sheet, key: str) -> Line:
    return next(line for line in told.lines if line.key == key)


def row_of(told: Sheet, kind: str) -> Row:
    return next(row for row in told.rows if row.kind == kind)


def said(row: Row) -> tuple[str, str]:
    return (row.japan.text if row.japan else "", row.allies.text if row.allies else "")


# -- the sheet


@pytest.mark.clause("9.3.1a", "9.3.1b", "9.3.1c", "14.1ah")
def test_the_rows_of_a_fleet_combat_stand_in_pairs() -> None:
    told = sheet(fought(MANILA, "0606", 4, 5, 3, 1), 0)
    assert told.title == "Manila 0606"
    assert told.heading == "fleet combat, fight 1 of 2"
    assert [(row.label, *said(row)) for row in told.rows[:5]] == [
        ("Carriers", "2 carriers, 2 each", ""),
        ("Naval units", "4 naval units", "2 naval units"),
        ("Pair bonus", "2 pairs of carrier and naval unit, 2 each", ""),
        ("Air", "Air, Saigon", "Air, Manila"),
        ("Air", "Air, Palau", ""),
    ]
    assert [row.kind for row in told.rows[5:]] == ["strength", "die", "total"]


@pytest.mark.clause("9.5c", "9.4d")
def test_the_die_row_says_what_becomes_of_the_die() -> None:
    combat = fought(MANILA, "0606", 4, 5, 3, 1)
    assert said(row_of(sheet(combat, 0), "die")) == ("all of 4", "all of 5")
    row = row_of(sheet(combat, 1), "die")
    assert said(row) == ("half of 3, down: 1", "half of 1, down: 0")
    assert row.japan is not None
    assert (row.japan.value, row.japan.die) == (1, 3)


@pytest.mark.clause("2.2.2b", "9.5.1d", "9.5.1e")
def test_lines_that_give_nothing_stay_with_their_reason() -> None:
    told = sheet(fought(SINGAPORE, "0407", 6, 5, 1, 6), 1)
    cells = [c for row in told.rows for c in (row.japan, row.allies) if c is not None and c.zero]
    assert [(cell.text, cell.zero) for cell in cells] == [
        ("1 land unit", "attrited"),
        ("Air, Saigon", "attrited"),
        ("Bonus of the side landed upon", "this side lands"),
        ("Bonus of the side landed upon", "none on turn 1 against Japan"),
    ]
    assert all(cell.value == 0 for cell in cells)


@pytest.mark.clause("9.2d", "9.3.1c")
def test_an_air_unit_held_back_and_a_carrier_alone_are_told() -> None:
    place = state("0606 jp C; 0507 jp A; 0606 us N")
    combat = fight_out(place, "0606", held=frozenset({("0507", Nation.JAPAN)}))
    zeros = [row.japan.zero for row in sheet(combat, 0).rows if row.japan is not None]
    assert "no full naval unit to pair with" in zeros
    assert "held back by its owner" in zeros


@pytest.mark.ruling("hits-actually-taken")
@pytest.mark.clause("9.6.1a", "9.6.1b", "9.6.1c", "9.6.1k")
def test_the_hits_of_manila_name_the_number_that_bound() -> None:
    told = sheet(fought(MANILA, "0606", 4, 5, 3, 1), 0)
    loser = line_of(told, "loser_hits")
    assert loser.text.startswith("The Allies take 6 hits: 2 Commonwealth naval units at Manila re")
    assert "2 hits lost" in loser.text
    assert loser.sum == "least of 11 and 6"
    assert loser.bound == "the difference is 11, but Japan has 6 full fleet units, so 6"
    winner = line_of(told, "winner_hits")
    assert winner.value == 2
    assert (
        winner.bound
        == "half of 6 (the loser's hits) is 3, but the Allies have 2 full fleet units, so 2"
    )
    assert line_of(told, "extra_japan").text.endswith("air unit at Palau attrited")
    assert line_of(told, "extra_allies").rules == ("9.6.2a",)


@pytest.mark.clause("9.6.3o", "9.7a")
def test_manila_ends_in_continuing_combat() -> None:
    told = sheet(fought(MANILA, "0606", 4, 5, 3, 1), 1)
    assert told.verdict == "Japan wins by 1. Continuing combat."
    assert line_of(told, "loser_hits").bound == ""
    assert "less than 3" in line_of(told, "result").text
    assert "3 land units (1 attrited), 1 air unit" in line_of(told, "stays").text


@pytest.mark.clause("9.6.1j", "9.6.3l", "9.6.3m")
def test_singapore_tells_cargo_and_lost_landing() -> None:
    combat = fought(SINGAPORE, "0407", 6, 5, 1, 6)
    assert "land unit at Singapore attrited" in line_of(sheet(combat, 0), "cargo").text
    told = sheet(combat, 1)
    assert told.verdict == "The Allies win by 3. The landing fails; 1 land unit back aboard."
    assert line_of(told, "landing_loss").text == "1 of 2 landed units lost; 1 back aboard, attrited"
    spared = fought(f"{SINGAPORE}; ruling transport-hit-vs-singapore=b", "0407", 6, 5, 1, 6)
    assert "not hit" in line_of(sheet(spared, 0), "cargo").text


def test_before_the_dice_there_is_no_verdict_and_the_die_is_empty() -> None:
    told = sheet(fought(MANILA, "0606"), 0)
    assert (told.verdict, told.deciding, told.lines) == ("", "", ())
    row = row_of(told, "die")
    assert said(row) == ("", "")
    assert [row.kind for row in told.rows][-1] == "die"


@pytest.mark.clause("9.6b")
def test_ties_are_told_and_the_deciding_roll_counts() -> None:
    combat = fought(MANILA, "0606", 4, 5, 2, 2, 3, 1)
    told = sheet(combat, 1)
    assert told.rolls == ("Dice 2 and 2: 7 each, a tie, rolled again (9.6b)",)
    assert said(row_of(told, "total")) == ("6 + 1", "6 + 0")


def test_hits_still_to_be_placed_are_told_as_such() -> None:
    told = sheet(fought(MANILA, "0606", 4, 5, steps=0), 0)
    assert line_of(told, "winner_hits").text == "Japan takes 2 hits: 2 hits still to be placed"


# -- the strip


@pytest.mark.clause("9.1d")
def test_the_strip_tells_what_is_done_and_what_may_come() -> None:
    done = [
        (k.label, k.score, k.winner, k.state) for k in links(fought(MANILA, "0606", 4, 5, 3, 1))
    ]
    assert done == [
        ("Fleet", "20:9", "japan", "done"),
        ("Landing", "7:6", "japan", "done"),
        ("After", "", "", "done"),
    ]
    open_ = [(k.label, k.state) for k in links(fought(MANILA, "0606"))]
    assert open_ == [("Fleet", "now"), ("Landing, if Japan wins", "coming"), ("After", "coming")]
    lost = fought(SINGAPORE, "0407", 1, 6)
    assert [k.label for k in links(lost)] == ["Fleet", "After"]


# -- words


def everything(combat: Combat) -> list[str]:
    texts: list[str] = []
    for index in range(len(combat.battles)):
        told = sheet(combat, index)
        texts += [told.verdict, told.deciding, told.heading, told.title, *told.rolls]
        texts += [t for line in told.lines for t in (line.text, line.sum, line.bound)]
        cells = [c for row in told.rows for c in (row.japan, row.allies) if c is not None]
        texts += [t for cell in cells for t in (cell.text, cell.zero)]
        texts += notes_text(combat.before, combat.battles[index].notes)
    texts += text_copy(combat).splitlines()
    return texts


@settings(max_examples=150, deadline=None)
@given(cases(switched=25), st.randoms(use_true_random=False), st.integers(0, 6))
def test_sentences_are_short_and_sober_in_any_fight(case: Case, rng: Random, steps: int) -> None:
    combat = fight_out(case.state, case.hex, case.dice(rng), steps=steps)
    for index, battle in enumerate(combat.battles):
        told = sheet(combat, index)
        assert len(told.verdict.split()) <= 14
        assert len(told.deciding.split()) <= 25
        assert bool(told.verdict) is (battle.tally is not None)
        rules = [r for line in told.lines for r in line.rules]
        rules += [r for row in told.rows for r in row.rules]
        assert all(line.rules for line in told.lines)
        assert all(clause(rule) for rule in rules)
    for text in everything(combat):
        assert not set("!{}") & set(text), text
        assert "None" not in text
        assert "invalid" not in text


@settings(max_examples=100, deadline=None)
@given(cases(switched=25), st.randoms(use_true_random=False), st.integers(0, 4))
def test_choices_are_told_apart_and_questions_cite_their_clause(
    case: Case, rng: Random, steps: int
) -> None:
    combat = fight_out(case.state, case.hex, case.dice(rng), steps=steps)
    asked = combat.pending
    if asked is None:
        return
    texts = [choice_text(case.state, asked, choice) for choice in asked.choices]
    assert len(set(texts)) == len(texts)
    assert question_text(case.state, asked)
    assert all(clause(rule) for rule in question_rules(asked))
    if asked.side is not None:
        name = "Japan" if asked.side is Side.JAPAN else "The Allies"
        assert question_text(case.state, asked).startswith(name)


@pytest.mark.clause("9.6.1g", "9.6.1j")
def test_a_question_names_its_owner_and_its_choices_what_they_do() -> None:
    combat = fought(MANILA, "0606", 4, 5, steps=1)
    asked = combat.pending
    assert asked is not None
    assert question_text(combat.before, asked) == "Japan chooses who takes the next of 2 hits"
    texts = [choice_text(combat.before, asked, choice) for choice in asked.choices]
    assert texts == [
        "full carrier: attrited",
        "full naval unit without cargo: attrited",
        "full naval unit carrying a full land unit: attrited, its cargo too",
    ]


@pytest.mark.clause("9.6.1j")
def test_the_cargo_of_a_hit_ship_is_told_after_it() -> None:
    combat = fought(SINGAPORE, "0407", 6, 5)
    texts = notes_text(combat.before, combat.battles[0].notes)
    at = texts.index("Japanese naval unit at Singapore with its cargo attrited")
    assert texts[at + 1] == "Japanese land unit at Singapore, its cargo, attrited too (9.6.1j)"


@pytest.mark.clause("9.6.1j")
def test_cargo_that_outlives_its_ship_is_told() -> None:
    line = "turn 4; 0606 jp 2N-(L); 0606 us 3N A L; ruling transport-hit-vs-singapore=b"
    combat = fought(line, "0606", 1, 2)
    told = " ".join(row.text for row in sheet(combat, 0).lines if row.key == "cargo")
    assert "not hit" in told
    single = fought(line.replace("2N-(L)", "N-(L)"), "0606", 1, 2)
    assert "no free naval unit" in " ".join(r.text for r in sheet(single, 0).lines)


# -- what changed


@pytest.mark.clause("9.6a", "9.6.1a", "9.6.1b", "9.6.3a", "9.6.3q")
def test_one_die_says_what_it_changes_and_only_that() -> None:
    before = fought(MANILA, "0606", 4, 5, 3, 1)
    told = what_changed(before, fought(MANILA, "0606", 4, 5, 6, 1))
    assert told[0] == "Landing. Japan's die 3 to 6: total 7 to 9, difference 1 to 3."
    assert told[1].startswith("Hits on Japan 0 to 1, hits on the Allies 1 to 2")
    assert told[2] == "The Allies now retreat to Leyte."
    assert not any("Fleet" in text for text in told)
    same = what_changed(before, fought(MANILA, "0606", 4, 5, 2, 1))
    assert same == ("Landing. Japan's die 3 to 2.", "Nothing else changed.")
    assert what_changed(before, before) == ("Nothing changed.",)


def test_an_early_die_tells_what_becomes_of_the_later_fight() -> None:
    before = fought(SINGAPORE, "0407", 6, 5, 1, 6)
    told = " ".join(what_changed(before, fought(SINGAPORE, "0407", 1, 5, 1, 6)))
    assert "The Allies now win by 3." in told
    assert "No landing is fought any more." in told
    back = " ".join(what_changed(fought(SINGAPORE, "0407", 1, 5, 1, 6), before))
    assert "Landing follows now." in back


def test_one_loss_fewer_of_two_is_told_by_its_count() -> None:
    text = "turn 4; 0606 jp 3N; 0606 us 3N C"
    two, one = (
        fight_out(state(text), "0606", (1, 6), [None] * 3 + hits)
        for hits in (["hit full-naval 0606"], ["hit carrier 0606"])
    )
    told = " ".join(what_changed(two, one))
    assert "No longer" not in told, "one of two is still attrited"
    assert "Losses: US naval unit at Manila attrited 2 to 1." in told, told


def test_another_choice_says_who_is_hit_now() -> None:
    choices = [None, None, None, "hit air 0507"]
    other = fight_out(state(MANILA), "0606", (4, 5, 3, 1), choices)
    told = what_changed(fought(MANILA, "0606", 4, 5, 3, 1), other)
    assert told == (
        "Fleet. Now: air unit at Saigon attrited.",
        "No longer: air unit at Palau attrited.",
    )


@settings(max_examples=80, deadline=None)
@given(cases(switched=20), st.randoms(use_true_random=False), st.integers(1, 6))
def test_a_change_is_told_if_and_only_if_there_is_one(case: Case, rng: Random, die: int) -> None:
    dice = case.dice(rng)
    if not dice:
        return
    pair = [fight_out(case.state, case.hex, d, lenient=True) for d in (dice, [die, *dice[1:]])]
    told = what_changed(pair[0], pair[1])
    if dice[0] == die:
        assert told == ("Nothing changed.",)
    elif len(pair[0].battles[0].rolls) == len(pair[1].battles[0].rolls) == 1:
        assert f"die {dice[0]} to {die}" in told[0]


# -- the text of a fight


@settings(max_examples=80, deadline=None)
@given(cases(switched=20), st.randoms(use_true_random=False))
def test_a_fight_as_text_has_twelve_lines_a_battle_or_fewer(case: Case, rng: Random) -> None:
    combat = fight_out(case.state, case.hex, case.dice(rng))
    parts = text_copy(combat).split("\n\n")
    assert parts[-1].startswith("Position") is not case.state.board.own
    first = bool(combat.landed or combat.opening)
    assert len(parts) == first + max(1, len(combat.battles)) + (not case.state.board.own)
    assert all(len(part.splitlines()) <= MOST_LINES for part in parts)


@pytest.mark.clause("9.0b", "9.6a")
def test_the_text_of_manila_has_its_parts_inline() -> None:
    text = text_copy(fought(MANILA, "0606", 4, 5, 3, 1))
    assert "Japan 6 = 2 land units + 2 carriers + 2 (air, Saigon) (9.5.1a" in text
    assert "fight 1 of 2" in text and "fight 2 of 2" in text
    assert "Japan wins by 1." in text
    assert "0 for Japan: air, Palau (attrited), bonus of the side landed upon" in text
    assert "Dice: Japan 3 (half: 1), the Allies 1 (half: 0); totals 7 and 6" in text
    before, after = text.splitlines()[-2:]
    assert before == f"Position before: {MANILA}"
    assert after.startswith("Position after: ") and after.endswith("contested 0606")
    left = read_line(after.removeprefix("Position after: "), board())
    assert edits.tidy(left) == edits.tidy(fought(MANILA, "0606", 4, 5, 3, 1).after)


# -- answers


@settings(max_examples=60, deadline=None)
@given(cases(switched=20), st.randoms(use_true_random=False), st.integers(0, 5))
def test_an_answer_has_its_parts_in_any_fight(case: Case, rng: Random, steps: int) -> None:
    combat = fight_out(case.state, case.hex, case.dice(rng), steps=steps)
    for index in range(len(combat.battles)):
        answer = battle_answer(combat, index)
        assert 0 < len(answer.verdict.split()) <= 14
        assert 0 < len(answer.deciding.split()) <= 25
        assert answer.reason is not None
        assert faults(answer.reason) == []
        assert str(answer)
        chosen = case.state.rulings
        assert all(chosen.get(r.slug) != r.reading for r in answer.rulings)


@settings(max_examples=100, deadline=None)
@given(cases(switched=20))
def test_there_is_a_fight_where_the_rules_find_one(case: Case) -> None:
    answer = fight_answer(case.state, case.hex)
    assert answer.good is (first_battle(case.state, case.hex) is None)
    assert len(answer.verdict.split()) <= 14
    assert len(answer.deciding.split()) <= 25
    assert answer.reason is not None
    assert faults(answer.reason) == []
    order = [link.label for link in links(fight_out(case.state, case.hex))]
    assert bool(order) is not answer.good


@pytest.mark.clause("9.1d", "9.1e", "9.1f", "8.7k", "9.0d", "9.0e")
@pytest.mark.parametrize(
    ("line", "hex_id", "verdict", "fact", "rule"),
    [
        (
            MANILA,
            "0606",
            "At Manila: fleet combat, then an assault landing.",
            "Fleets fight first",
            "9.1d",
        ),
        (
            "0606 us A; 0606 jp N",
            "0606",
            "Nobody fights at Manila.",
            "air units never fight",
            "9.1e",
        ),
        (
            "0606 us L; 0606 jp N",
            "0606",
            "Nobody fights at Manila.",
            "never fight each other",
            "9.1f",
        ),
        ("0406W cw N; 0406E jp N", "0406", "Nobody fights at Bangkok.", "different seas", "8.7k"),
        ("0606 us L", "0606", "Nobody fights at Manila.", "Only the Allies have units", "9.0b"),
        ("0606 us L", "0102", "Nobody fights at 0102.", "Nobody stands there", "9.0b"),
        (
            "0909 us L; 0909 jp L; trp 5 7",
            "0909",
            "At Port Moresby: land combat.",
            "ashore",
            "9.0d",
        ),
        (
            "0909 us L; 0909 jp L; trp 7 7",
            "0909",
            "At Port Moresby: land combat.",
            "ashore",
            "9.0e",
        ),
    ],
)
def test_why_there_is_a_fight_or_none(
    line: str, hex_id: str, verdict: str, fact: str, rule: str
) -> None:
    answer = fight_answer(state(line), hex_id)
    assert answer.verdict == verdict
    assert fact in answer.deciding
    assert rule in answer.rules


def test_who_picks_the_order_of_the_hexes_is_told() -> None:
    rows = fight_answer(state("0909 us L; 0909 jp L; trp 5 7"), "0909").tabs[0].tests
    assert next(row.result for row in rows if row.name == "order") == "The Allies"


@pytest.mark.clause("9.6.3h", "9.6.3q", "8.5d")
def test_a_retreat_shows_the_hexes_around_and_what_bars_them() -> None:
    answer = battle_answer(fought(MANILA, "0606", 4, 5, 6, 1), 1)
    tabs = answer.tabs
    assert (tabs[0].label, tabs[0].open) == ("Leyte", True)
    assert {tab.label for tab in tabs[1:]} == {"Hainan", "Saigon", "Taiwan", "0706", "Palau"}
    assert not any(tab.open for tab in tabs[1:])
    assert all(test.rules for tab in tabs for test in tab.tests)
    assert {(f.hex, f.key) for f in answer.facts} >= {("0607", "land_part"), ("0606", "side 0607")}


def test_each_fact_of_a_retreat_really_turns_it() -> None:
    combat = fought(MANILA, "0606", 4, 5, 6, 1)
    around = combat.before.board
    sides = {**around.hexsides, side_pair("0606", "0607"): Terrain.DEEP}
    moved = fight_out(
        evolve(combat.before, board=evolve(around, hexsides=sides)), "0606", (4, 5, 6, 1)
    )
    assert sheet(moved, 1).verdict != sheet(combat, 1).verdict
    known = evolve(around["0607"], origins={})
    assert known.origin("mountain").grade is Grade.GIVEN
    fewer = evolve(combat.before, board=around.with_hex(known))
    facts = battle_answer(fight_out(fewer, "0606", (4, 5, 6, 1)), 1).facts
    assert {fact.hex for fact in facts} <= {"0606"}


@pytest.mark.parametrize(
    ("line", "hex_id", "index", "slugs"),
    [
        (SINGAPORE, "0407", 0, {"transport-hit-vs-singapore"}),
        (SINGAPORE, "0407", 1, {"transport-hit-vs-singapore", "winner-hits-basis"}),
        (MANILA, "0606", 0, {"air-hits-total-vs-each"}),
        (MANILA, "0606", 1, {"air-hits-total-vs-each"}),
    ],
)
def test_the_rulings_that_turn_a_printed_case_are_named(
    line: str, hex_id: str, index: int, slugs: set[str]
) -> None:
    dice = (6, 5, 1, 6) if hex_id == "0407" else (4, 5, 3, 1)
    answer = battle_answer(fought(line, hex_id, *dice), index)
    assert {effect.slug for effect in answer.rulings} == slugs


@pytest.mark.clause("9.6.1b", "9.6.1j", "9.6.2e")
def test_every_switch_of_combat_is_named_somewhere() -> None:
    rng = Random(3)
    found: set[str] = set()
    for case in seeded(150, switched=0):
        combat = fight_out(case.state, case.hex, case.dice(rng))
        for index in range(len(combat.battles)):
            found |= {effect.slug for effect in battle_answer(combat, index).rulings}
    assert found >= set(RULINGS) - {"assault-may-or-must"}
    assert set(RULINGS) == set(SWITCHES)


# -- who leaves, and what else a verdict leaves out


def lines_of(line: str, hex_id: str, *dice: int, index: int = 0) -> dict[str, Line]:
    return {told.key: told for told in sheet(fought(line, hex_id, *dice), index).lines}


MIXED = "turn 4; 0606 jp 2N(2L); 0606 jp 2L; 0606 us 4L"


@pytest.mark.clause("9.5.2c", "9.6.3f", "9.6.3h", "9.6.3k")
@pytest.mark.parametrize(
    ("line", "hex_id", "dice", "then", "rules"),
    [
        (MIXED, "0606", (1, 6), "2 attrited land units retreat to Leyte", ("9.6.3h", "9.6.3j")),
        (
            MIXED,
            "0606",
            (6, 6),
            "2 land units (1 attrited) stay, as the difference of 1 is less than 3",
            ("9.6.3f", "9.6.3g"),
        ),
        (MIXED.replace(" 2L;", " 2L-;"), "0606", (1, 6), "nobody is left", ("9.6.1f",)),
        (
            "1110 jp 2N(2L) 2L; 1110 us 4L; 1009 us L; 1210 us L",
            "1110",
            (1, 6),
            "destroyed for want of a hex to retreat to: 2 attrited land units",
            ("9.6.3h", "9.6.3k"),
        ),
    ],
)
def test_a_lost_mixed_landing_tells_the_fate_of_those_who_walked_in(
    line: str, hex_id: str, dice: tuple[int, int], then: str, rules: tuple[str, ...]
) -> None:
    told = lines_of(line, hex_id, *dice)["walked"]
    assert told.text == f"Of those who walked in (2 land units): {then}"
    assert told.rules == ("9.5.2c", *rules)
    assert told.text in text_copy(fought(line, hex_id, *dice))


@pytest.mark.clause("9.5.2c", "9.6.3f", "9.6.3h")
@pytest.mark.parametrize(
    ("dice", "then"),
    [
        ((1, 6), "1 attrited land unit retreats to Leyte"),
        ((6, 6), "1 attrited land unit stays, as the difference of 1 is less than 3"),
    ],
)
def test_a_single_unit_that_walked_in_is_told_as_one(dice: tuple[int, int], then: str) -> None:
    one = "turn 4; 0606 jp 3N(3L); 0606 jp L; 0606 us 4L"
    told = lines_of(one, "0606", *dice)["walked"]
    assert told.text == f"Of those who walked in (1 land unit): {then}"


@pytest.mark.clause("9.5.2c")
def test_only_a_lost_mixed_landing_has_such_a_line() -> None:
    assert "walked" not in lines_of(MIXED, "0606", 6, 1)
    assert "walked" not in lines_of("turn 4; 0606 jp 2N(2L); 0606 us 4L", "0606", 1, 6)
    waiting = sheet(fought(MIXED, "0606", 1, 6, steps=0), 0)
    assert "walked" not in {line.key for line in waiting.lines}


AROUND = "; ".join(f"{at} us N" for at in ("1109", "1209", "1210", "1111", "1010", "1009"))


@pytest.mark.clause("9.6.3k", "9.6.3e", "9.6.3t")
@pytest.mark.parametrize(
    ("line", "dice", "rule", "units"),
    [
        (
            "1110 us 7L; 1110 jp 6L; 1009 us L; 1210 us L",
            (1, 6),
            "9.6.3k",
            "6 land units (4 attrited)",
        ),
        (
            "1110 us 6N(6L); 1110 jp 3L; 1009 us L; 1210 us L",
            (1, 6),
            "9.6.3t",
            "1 attrited land unit",
        ),
        (
            f"1110 us 3N; 1110 jp C 3N(L) L; {AROUND}",
            (1, 6),
            "9.6.3e",
            "1 carrier, 3 naval units (1 attrited)",
        ),
        (
            f"1110 us 2N A; 1110 jp 4N(L); {AROUND}",
            (1, 6),
            "9.6.3e",
            "4 naval units (2 attrited), 1 land unit aboard",
        ),
    ],
)
def test_units_destroyed_for_want_of_a_retreat_are_told(
    line: str, dice: tuple[int, int], rule: str, units: str
) -> None:
    told = lines_of(line, "1110", *dice)["left"]
    assert told.text == f"Destroyed for want of a hex to retreat to: {units}"
    assert told.rules == (rule,)
    assert told.text in text_copy(fought(line, "1110", *dice))


@pytest.mark.clause("9.6.3b")
def test_cargo_that_sails_away_with_a_beaten_fleet_is_told() -> None:
    line = "0606 us 2N A; 0606 jp 4N(2L)"
    told = lines_of(line, "0606", 1, 6)["left"]
    assert told.text == "2 land units aboard sail to Hainan with the fleet"
    assert (told.rules, told.hexes, told.value) == (("9.6.3b",), ("0506",), 2)
    assert told.text in text_copy(fought(line, "0606", 1, 6))
    assert "left" not in lines_of("0606 us 2N A; 0606 jp 4N", "0606", 1, 6)


@pytest.mark.clause("9.7a")
def test_a_marker_that_comes_off_is_told() -> None:
    line = "0909 jp 5L; 0909 us L"
    told = lines_of(f"{line}; contested 0909", "0909", 6, 1)["marker"]
    assert told.text == "The marker of continuing combat comes off"
    assert told.rules == ("9.7a",)
    assert "marker" not in lines_of(line, "0909", 6, 1)
    assert "marker" not in lines_of("0909 jp L; 0909 us L; contested 0909", "0909", 2, 1)


@pytest.mark.clause("8.6.2b", "8.6.2d", "8.6.2e")
def test_cargo_landed_without_a_fight_cites_the_clause_it_landed_by() -> None:
    before = fought("0606 jp 2N(2L); 0606 us N", "0606", 6, 1)
    told = lines_of("0606 jp 2N(2L); 0606 us N", "0606", 6, 1)
    assert told["landed"].text == "Before the first battle: 2 land units at Manila landed"
    assert told["landed"].rules == ("8.6.2b",)
    assert "cargo" not in told
    assert text_copy(before).startswith(f"{told['landed'].text} (8.6.2b)\n\n")
    after = lines_of("0606 jp 3N(2L); 0606 us N A", "0606", 6, 1)
    assert "landed" not in after
    assert after["cargo"].text.startswith("Japan lands at once")
    assert after["cargo"].rules == ("8.6.2d", "8.6.2e")


@pytest.mark.clause("9.6.1k")
def test_hits_that_are_lost_cite_their_clause() -> None:
    told = lines_of("0606 jp 6N; 0606 us N", "0606", 6, 1)
    assert "lost: no unit is left" in told["loser_hits"].text
    assert told["loser_hits"].rules == ("9.6.1a", "9.6.1c", "9.6.1k")
    assert told["winner_hits"].rules == ("9.6.1b", "9.6.1c")
    air = lines_of("0606 jp 6N; 0606 us 6N; 0707 us A-; 0507 us A", "0606", 6, 1)
    assert "9.6.1k" not in air["extra_allies"].rules


@pytest.mark.clause("9.3d", "9.4d", "9.5c")
@pytest.mark.parametrize(
    ("line", "rule"),
    [
        ("0606 jp N; 0606 us N", "9.3d"),
        ("0606 jp L; 0606 us L", "9.4d"),
        ("0606 jp N(L); 0606 us L", "9.5c"),
    ],
)
def test_dice_that_are_due_cite_the_kind_that_fights(line: str, rule: str) -> None:
    assert f"Still open: Both sides roll a die ({rule})\n" in text_copy(fought(line, "0606"))


@pytest.mark.clause("9.6.3h", "9.6.3q", "9.5.2c", "9.6.2e", "9.6.2f")
@pytest.mark.parametrize(
    ("line", "dice", "kind", "rules"),
    [
        ("0909 jp 4L; 0909 us 3L", (6, 1), "retreat", ("9.6.3h", "9.6.3j")),
        ("0909 jp 4N(4L); 0909 us 3L", (6, 1), "retreat", ("9.6.3q", "9.6.3s")),
        ("0909 jp N(L) 2L; 0909 us 4L", (1, 6), "retreat", ("9.5.2c", "9.6.3h", "9.6.3j")),
        ("0606 jp 4N A; 0507 jp A; 0606 us N", (1, 5), "air", ("9.6.2d", "9.6.2e")),
        ("0606 jp 4N A; 0507 jp A; 0606 us N", (1, 6), "air", ("9.6.2d", "9.6.2f")),
    ],
)
def test_a_question_cites_the_clauses_of_its_battle_only(
    line: str, dice: tuple[int, int], kind: str, rules: tuple[str, ...]
) -> None:
    for steps in range(9):
        combat = fought(line, line[:4], *dice, steps=steps)
        if combat.pending is not None and combat.pending.kind == kind:
            assert question_rules(combat.pending, combat.battles[-1]) == rules
            assert set(rules) - {"9.5.2c"} <= set(question_rules(combat.pending))
            return
    pytest.fail("not asked")


@pytest.mark.clause("8.7k")
def test_two_fleet_combats_of_one_hex_name_their_seas() -> None:
    combat = fought("0406W jp 3N; 0406W us N; 0406E jp 3N; 0406E us N", "0406", 6, 1, 6, 1)
    told = [sheet(combat, index).heading for index in range(2)]
    assert sorted(told) == [
        f"fleet combat in the sea {sea} of Bangkok, fight {number} of 2"
        for number, sea in ((1, "E"), (2, "W"))
    ]
    assert [link.label for link in links(combat)] == ["Fleet E", "Fleet W", "After"]
    assert sheet(fought(MANILA, "0606"), 0).heading == "fleet combat, fight 1"


# -- small words


def test_a_place_without_a_name_is_told_once() -> None:
    combat = fought("0606 jp 6N; 0606 us 7N", "0606", 6, 1, steps=4)
    asked = combat.pending
    assert asked is not None and asked.kind == "retreat"
    texts = [choice_text(combat.before, asked, choice) for choice in asked.choices]
    assert "to 0706" in texts and "to Hainan 0506" in texts


@pytest.mark.clause("8.8b")
def test_a_lost_base_cites_its_clause_once() -> None:
    text = text_copy(fought("0909 jp 5L; 0909 us L; base al 0909", "0909", 6, 1))
    assert text.count("8.8b") == 1


def test_the_strength_of_one_unusual_unit_is_not_told_as_each() -> None:
    one = state("0606 us N; 0606 jp N")
    units = tuple(evolve(u, strength=3) if u.nation is Nation.US else u for u in one.units)
    told = sheet(fight_out(evolve(one, units=units), "0606"), 0)
    assert said(row_of(told, "units")) == ("1 naval unit", "1 naval unit, strength 3")
    two = evolve(one, units=tuple(evolve(u, count=2) for u in units))
    assert said(row_of(sheet(fight_out(two, "0606"), 0), "units"))[1] == "2 naval units, 3 each"


@pytest.mark.clause("9.6.3l")
def test_a_landing_of_one_loses_no_unit() -> None:
    told = lines_of("0606 jp N(L); 0606 us 4L", "0606", 6, 1)
    assert told["landing_loss"].text == "No landed unit lost; 1 back aboard, attrited"


def test_a_strength_of_nothing_is_told_in_words() -> None:
    text = text_copy(fought("0606 us L-; 0606 jp L", "0606"))
    assert "The Allies 0: nothing adds to it\n" in text and "0 = 0" not in text


@pytest.mark.parametrize(
    ("line", "dice", "fact"),
    [
        (
            "0606 jp N; 0606 us N",
            (6, 3),
            "Strengths are level at 1; the dice decide: Japan's 6 against the Allies' 3.",
        ),
        (
            "0606 jp N; 0606 us 2N",
            (6, 3),
            "The dice turn it: Japan has strength 1 against 2, but Japan's 6 against the Allies' 3 "
            "makes it 7 to 5.",
        ),
        (
            "0606 jp L; 0606 us L",
            (6, 3),
            "Strengths are level at 1; the dice decide: Japan's 6 adds 3, the Allies' 3 adds 1.",
        ),
    ],
)
def test_the_value_of_a_whole_die_is_told_once(line: str, dice: tuple[int, int], fact: str) -> None:
    assert sheet(fought(line, "0606", *dice), 0).deciding == fact


@pytest.mark.clause("9.1e", "9.1f")
def test_a_text_says_why_nobody_fights() -> None:
    told = text_copy(fought("0606 us A; 0606 jp N", "0606"))
    assert told.startswith(
        "Manila 0606: nobody fights here. Units of both sides are there, but air units never "
        "fight as such. (9.1e, 9.2a)\n\nPosition: "
    )


@pytest.mark.clause("8.6.2b", "9.1b")
def test_cargo_that_lands_first_is_ashore_when_the_order_of_battles_is_told() -> None:
    answer = fight_answer(state("0606 jp 2N(2L); 0606 us N"), "0606")
    assert answer.verdict == "At Manila: fleet combat."
    rows = {test.name: test for test in answer.tabs[0].tests}
    assert rows["landed"].result == "Japan 2 land units" and rows["landed"].rules == ("8.6.2b",)
    assert not rows["landed"].stops and rows["assault"].result == "none"
    waiting = fight_answer(state("0606 jp 2N(2L); 0606 us N A"), "0606").tabs[0].tests
    assert "landed" not in {test.name for test in waiting}


@pytest.mark.clause("8.7k")
def test_fleet_combats_on_two_seas_are_told_as_such() -> None:
    line = "0406W jp N; 0406W us N; 0406E jp N; 0406E us N"
    assert fight_answer(state(line), "0406").verdict == "At Bangkok: fleet combat on both seas."
