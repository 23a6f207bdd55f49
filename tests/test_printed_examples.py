"""Every printed example of the rulebook: what it prints, and what the rules give (2 to 15)."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from pathlib import Path

import pytest
from attrs import evolve

import witp_learn as witp
from witp_learn import components, rulebook
from witp_learn.components import folder
from witp_learn.files import BadData, NotAvailable
from witp_learn.model import Kind, Side
from witp_learn.playing import games
from witp_learn.printed_examples import Printed, PrintedExample, Verdict, rows
from witp_learn.printed_examples.asks import ASKS, functions
from witp_learn.printed_examples.setting import setting
from witp_learn.rulebook import clauses, section_of

EXAMPLES = [one.id for one in clauses().values() if one.kind == "example"]
"""The clauses of the rulebook that print an example."""

CONTRADICTIONS = {
    "9.6.2o": ("attrited: naval unit, land unit", "attrited: naval unit"),
    "9.6.2r": ("1", "2"),
    "14.1i": ("2 RP", "1 RP"),
    "14.1l": ("3 hexes", "6 hexes"),
    "14.1af": ("11", "21"),
    "14.1ai": ("3; 2", "5; 2", "2; 2"),
    "14.1ak": ("attrited: Palau air unit", "attrited: Palau air unit, Saigon air unit"),
    "15.0f": ("3 or less", "2 or less", "2 or less"),
}
"""What the reading in use gives where the rulebook is at odds with itself, then the others."""

RULED_OUT = {
    "6.6.2g": "in the air zone; not in the air zone; cannot be built",
    "7.3i": "in supply; 3 hexes",
    "9.6.2t": "0 v 3; 1 v 4; the Allies; 3",
    "9.6.2x": "1; attrited: land unit",
    "14.1s": "not allowed",
    "14.1v": "6 RP",
}
"""What an example that agrees rules out, or leaves to be done otherwise."""

CONDITIONS = {
    "6.6.2h": "can be built",
    "6.6.2i": "can be built; nothing in between",
    "6.6.2j": "cannot be built",
    "7.3h": "open",
    "7.3n": "Hainan, Saigon",
    "14.1m": "7 RP at least",
}
"""What comes out where the condition of an example fails."""


@pytest.fixture(scope="module")
def found() -> Printed:
    return witp.printed()


def one(clause: str) -> PrintedExample:
    return witp.printed()[clause]


def as_printed(clause: str, printed: str) -> None:
    """The example prints this, and the rules give it; or what its condition or reading says."""
    example = one(clause)
    assert example.printed == printed
    others = tuple(other.computed for other in example.others)
    if clause in CONTRADICTIONS:
        assert example.verdict is Verdict.CONTRADICTION
        assert (example.computed, *others) == CONTRADICTIONS[clause]
        assert printed in CONTRADICTIONS[clause]
    else:
        assert example.computed == printed
        besides = {**CONDITIONS, **RULED_OUT}
        assert others == ((besides[clause],) if clause in besides else ())
        wanted = Verdict.CONDITION if clause in CONDITIONS else Verdict.AGREES
        assert example.verdict is wanted
    assert example.holds


# ---------------------------------------------------------------- one by one


AIR_ZONES = {
    "2.2.3k": "0908 0909 1007 1108 1109",
    "2.2.3l": "in the air zone",
    "2.2.3m": "in the air zone",
    "2.2.3n": "0909 0910 1010 1109 1110",
    "2.2.3o": "no hex",
}


@pytest.mark.clause(
    "2.2.3k",
    "2.2.3l",
    "2.2.3m",
    "2.2.3n",
    "2.2.3o",
)
@pytest.mark.parametrize("clause", AIR_ZONES)
def test_air_zones(clause: str) -> None:
    as_printed(clause, AIR_ZONES[clause])


LAND_UNITS_ON_FOOT = {
    "2.3.2g": "allowed",
    "2.3.2h": "not allowed",
}


@pytest.mark.clause(
    "2.3.2g",
    "2.3.2h",
)
@pytest.mark.parametrize("clause", LAND_UNITS_ON_FOOT)
def test_land_units_on_foot(clause: str) -> None:
    as_printed(clause, LAND_UNITS_ON_FOOT[clause])


FORCED_EVENTS = {
    "4.5e": "not allowed",
}


@pytest.mark.clause(
    "4.5e",
)
@pytest.mark.parametrize("clause", FORCED_EVENTS)
def test_forced_events(clause: str) -> None:
    as_printed(clause, FORCED_EVENTS[clause])


ROLLS_FOR_POINTS = {
    "5.1d": "16 RP",
    "5.1e": "11 RP",
}


@pytest.mark.clause(
    "5.1d",
    "5.1e",
)
@pytest.mark.parametrize("clause", ROLLS_FOR_POINTS)
def test_rolls_for_points(clause: str) -> None:
    as_printed(clause, ROLLS_FOR_POINTS[clause])


RANGOON_AND_HOLLANDIA = {
    "6.6.2g": "in the air zone; not in the air zone; can be built",
    "6.6.2h": "cannot be built",
    "6.6.2i": "cannot be built; an enemy airfield in between",
    "6.6.2j": "can be built",
}


@pytest.mark.clause(
    "6.6.2g",
    "6.6.2h",
    "6.6.2i",
    "6.6.2j",
)
@pytest.mark.parametrize("clause", RANGOON_AND_HOLLANDIA)
def test_rangoon_and_hollandia(clause: str) -> None:
    as_printed(clause, RANGOON_AND_HOLLANDIA[clause])


THE_SUPPLY_CHECK = {
    "7.3e": "in supply; next to it",
    "7.3f": "in supply; by 1209",
    "7.3g": "in supply; by 1209",
    "7.3h": "stopped",
    "7.3i": "out of supply; 3 hexes",
    "7.3j": "in supply; by 1009",
    "7.3k": "Gilberts; attrited",
    "7.3l": "1 base",
    "7.3m": "in supply; 2 hexes",
    "7.3n": "Hainan, Saigon, Palau",
    "7.3o": "Marshalls",
    "7.3p": "Saigon, Palau, Marshalls; in supply",
}


@pytest.mark.clause(
    "7.3e",
    "7.3f",
    "7.3g",
    "7.3h",
    "7.3i",
    "7.3j",
    "7.3k",
    "7.3l",
    "7.3m",
    "7.3n",
    "7.3o",
    "7.3p",
)
@pytest.mark.parametrize("clause", THE_SUPPLY_CHECK)
def test_the_supply_check(clause: str) -> None:
    as_printed(clause, THE_SUPPLY_CHECK[clause])


TWO_SEAS = {
    "8.7h": "allowed",
    "8.7i": "allowed",
    "8.7j": "not allowed; not allowed",
    "8.7k": "no hex",
}


@pytest.mark.ruling("split-sea-hexes")
@pytest.mark.clause(
    "8.7h",
    "8.7i",
    "8.7j",
    "8.7k",
)
@pytest.mark.parametrize("clause", TWO_SEAS)
def test_two_seas(clause: str) -> None:
    as_printed(clause, TWO_SEAS[clause])


PALEMBANG = {
    "8.9c": "not allowed",
    "8.9d": "not allowed",
    "8.9e": "allowed",
    "8.9f": "allowed; allowed",
    "8.9g": "1 naval unit, 1 land unit",
}


@pytest.mark.clause(
    "8.9c",
    "8.9d",
    "8.9e",
    "8.9f",
    "8.9g",
)
@pytest.mark.parametrize("clause", PALEMBANG)
def test_palembang(clause: str) -> None:
    as_printed(clause, PALEMBANG[clause])


SINGAPORE = {
    "9.6.2j": "fleet combat, then landing",
    "9.6.2k": "4",
    "9.6.2l": "3",
    "9.6.2m": "10 v 8; Japan; 2",
    "9.6.2n": "2; removed: naval unit",
    "9.6.2o": "attrited: naval unit",
    "9.6.2p": "removed: Singapore air unit",
    "9.6.2q": "attrited: Saigon air unit",
    "9.6.2r": "2",
    "9.6.2s": "1",
    "9.6.2t": "0 v 3; 2 v 4; the Allies; 2",
    "9.6.2u": "1; attrited: land unit",
    "9.6.2v": "2 naval units (1 attrited), 1 land unit (attrited, aboard)",
    "9.6.2w": "none",
    "9.6.2x": "0; none",
}


@pytest.mark.clause(
    "9.6.2j",
    "9.6.2k",
    "9.6.2l",
    "9.6.2m",
    "9.6.2n",
    "9.6.2o",
    "9.6.2p",
    "9.6.2q",
    "9.6.2r",
    "9.6.2s",
    "9.6.2t",
    "9.6.2u",
    "9.6.2v",
    "9.6.2w",
    "9.6.2x",
)
@pytest.mark.parametrize("clause", SINGAPORE)
def test_singapore(clause: str) -> None:
    as_printed(clause, SINGAPORE[clause])


MANILA = {
    "14.1a": "1942-02 1942-03; 1942-05 1942-10",
    "14.1b": "the Allies",
    "14.1c": "2 RP",
    "14.1d": "no units",
    "14.1e": "14 RP",
    "14.1f": "17 RP",
    "14.1g": "the Allies",
    "14.1h": "8 RP; 4 RP",
    "14.1i": "1 RP",
    "14.1j": "10 RP",
    "14.1k": "10 RP",
    "14.1l": "3 hexes",
    "14.1m": "5 RP",
    "14.1n": "2 RP",
    "14.1o": "2 RP",
    "14.1p": "5 + 2 + 2 RP, 1 RP left; 5 + 2 RP, 3 RP left",
    "14.1q": "2 RP for markers, 5 RP for moves",
    "14.1r": "2 carriers, 4 naval units, 2 land units",
    "14.1s": "allowed",
    "14.1t": "3 RP",
    "14.1u": "allowed",
    "14.1v": "7 RP",
    "14.1w": "not allowed",
    "14.1x": "3 + 7 RP, 0 RP left",
    "14.1y": "3 land units",
    "14.1z": "the Allies",
    "14.1aa": "0606",
    "14.1ab": "fleet combat, then landing",
    "14.1ac": "4; 4; 4; 4; 16",
    "14.1ad": "20",
    "14.1ae": "4; 9",
    "14.1af": "21",
    "14.1ag": "6",
    "14.1ah": "removed: 2 naval units",
    "14.1ai": "5; 2",
    "14.1aj": "attrited: 2 naval units",
    "14.1ak": "attrited: Palau air unit",
    "14.1al": "fleet combat, then landing",
    "14.1am": "2; 2; 2; 6; 1; 7",
    "14.1an": "3; 1; 2; 6; 0; 6",
    "14.1ao": "1; attrited: land unit",
    "14.1ap": "0",
    "14.1aq": "continuing combat",
    "14.1ar": "2 carriers, 4 naval units (2 attrited), 2 land units; "
    "3 land units (1 attrited), 1 air unit",
    "14.1as": "not allowed",
    "14.1at": "the Allies; not allowed; allowed",
    "14.1au": "1 RP; 2 carriers, 2 naval units, 1 air unit (attrited); not allowed",
}


@pytest.mark.clause(
    "14.1a",
    "14.1b",
    "14.1c",
    "14.1d",
    "14.1e",
    "14.1f",
    "14.1g",
    "14.1h",
    "14.1i",
    "14.1j",
    "14.1k",
    "14.1l",
    "14.1m",
    "14.1n",
    "14.1o",
    "14.1p",
    "14.1q",
    "14.1r",
    "14.1s",
    "14.1t",
    "14.1u",
    "14.1v",
    "14.1w",
    "14.1x",
    "14.1y",
    "14.1z",
    "14.1aa",
    "14.1ab",
    "14.1ac",
    "14.1ad",
    "14.1ae",
    "14.1af",
    "14.1ag",
    "14.1ah",
    "14.1ai",
    "14.1aj",
    "14.1ak",
    "14.1al",
    "14.1am",
    "14.1an",
    "14.1ao",
    "14.1ap",
    "14.1aq",
    "14.1ar",
    "14.1as",
    "14.1at",
    "14.1au",
)
@pytest.mark.parametrize("clause", MANILA)
def test_manila(clause: str) -> None:
    as_printed(clause, MANILA[clause])


TURN_1 = {
    "14.2a": "2 naval units (1 attrited), 1 land unit (attrited, aboard); 1 land unit",
}


@pytest.mark.clause(
    "14.2a",
)
@pytest.mark.parametrize("clause", TURN_1)
def test_turn_1(clause: str) -> None:
    as_printed(clause, TURN_1[clause])


MIDWAY = {
    "15.0f": "2 or less",
}


@pytest.mark.clause(
    "15.0f",
)
@pytest.mark.parametrize("clause", MIDWAY)
def test_midway(clause: str) -> None:
    as_printed(clause, MIDWAY[clause])


# ---------------------------------------------------------------- reasons behind the verdicts


def barred_by(name: str, count: int, action: str) -> tuple[str, ...]:
    """The clauses that forbid an action in a record after so many actions."""
    return witp.replay(f"example:{name}").branch(count).check(action).rules


def after(name: str, action: str) -> int:
    return witp.replay(f"example:{name}").actions.index(action) + 1


@pytest.mark.clause("4.5e", "4.5c")
def test_without_the_typhoon_the_army_may_land() -> None:
    landing = "move carrier:1,naval:1,land:1 0806,0906"
    typhoon = witp.replay("example:typhoon_cobra")
    assert typhoon.check(landing).rules == ("4.5e",)
    assert typhoon.check("move carrier:1,naval:1 0806,0906").ok
    other = typhoon.branch(0).play("draw 1944-05", "draw 1944-02", "card 1944-01", "card 1944-08")
    other.play(*typhoon.actions[4:])
    assert other.check(landing).ok


@pytest.mark.clause("14.1a", "14.1b", "4.2c", "4.2e")
def test_the_cards_of_manila_come_from_the_deck_and_go() -> None:
    game = witp.replay("example:manila_turn_4").branch(4)
    now = game.state.progress
    assert now is not None
    assert now.declared == ("1942-10", "1942-03")
    assert [hand.cards for hand in now.hands] == [("1942-02",), ("1942-05",)]
    assert now.deck == ("1942-01", "1942-09")


@pytest.mark.clause("14.1d")
def test_the_torpedo_may_take_any_allied_ship() -> None:
    offered = witp.replay("example:manila_turn_4").branch(4).legal_actions()
    assert "lose naval 0607" in map(str, offered)
    assert {str(action).split()[0] for action in offered} == {"lose"}


@pytest.mark.clause("14.1as", "10.3c")
def test_land_units_in_continuing_combat_stay() -> None:
    count = after("manila_turn_4", "redeploy naval:2 0606 0605")
    game = witp.replay("example:manila_turn_4").branch(count).play("pass")
    assert "10.3c" in game.check("redeploy us-land:1 0606 0607").rules
    game.play("pass")
    assert "10.3c" in game.check("redeploy land:1 0606 0707").rules


@pytest.mark.clause("14.1at", "10.2b", "10.2j", "9.7e")
def test_fleets_may_not_end_at_manila_and_are_lost_where_they_stay() -> None:
    count = after("manila_turn_4", "redeploy naval:1 1009 1110")
    assert {"10.2b", "9.7e"} <= set(barred_by("manila_turn_4", count, "redeploy naval:1 0605 0606"))
    game = witp.replay("example:manila_turn_4").branch(count).play("pass", "pass")
    left = game.state.at("0606", Side.JAPAN)
    assert {unit.kind for unit in left} == {Kind.LAND}
    assert sum(unit.count for unit in left) == 2


@pytest.mark.clause("14.1au", "10.6d", "10.6e", "10.6g")
def test_only_ports_of_their_own_rebuild_the_ships() -> None:
    game = witp.replay("example:manila_turn_4").branch(after("manila_turn_4", "rebuild naval 0707"))
    elsewhere = witp.edit(game.state, "add 0508 jp L", "add 0508 jp N-")
    assert witp.check(elsewhere, "rebuild naval 0508").rules == ("10.6g",)
    assert witp.check(elsewhere, "rebuild naval 0707").ok
    done = game.play("rebuild naval 0707")
    assert done.state.trp == (1, 0)
    assert "1 RP left, lost (10.6e)" in "\n".join(done.play("pass").log())


@pytest.mark.ruling("guadalcanal-one-rp")
@pytest.mark.clause("14.1i")
def test_no_action_of_one_point_moves_anybody_to_guadalcanal() -> None:
    game = witp.replay("example:manila_turn_4").branch(after("manila_turn_4", "activate 1110"))
    before = game.branch(len(game.actions) - 1).state.trp
    assert before is not None and game.state.trp == (before[0], before[1] - 1)
    moved = game.play("move naval:1 1110,1009")
    assert moved.state.trp == (before[0], before[1] - 2)


@pytest.mark.clause("9.6.2x", "14.1ai")
def test_half_of_the_difference_would_hurt_singapore() -> None:
    pos = witp.edit(witp.example("singapore_turn_1"), "ruling winner-hits-basis=b")
    after_it = witp.combat(pos, "Singapore", dice=[6, 5, 1, 6]).after
    assert not any(unit.full for unit in after_it.at("0407", Side.ALLIES))


@pytest.mark.clause("9.6.2o", "9.6.2v", "14.2a")
def test_singapore_ends_the_same_whether_the_cargo_is_hit_or_not() -> None:
    for reading in "ab":
        pos = witp.edit(
            witp.example("singapore_turn_1"), f"ruling transport-hit-vs-singapore={reading}"
        )
        end = witp.combat(pos, "Singapore", dice=[6, 5, 1, 6]).after
        assert [(u.kind, u.full, u.count) for u in end.at("0407", Side.JAPAN)] == [
            (Kind.NAVAL, True, 1),
            (Kind.NAVAL, False, 1),
            (Kind.LAND, False, 1),
        ]


@pytest.mark.clause("10.4c", "10.4d", "10.4e")
def test_the_same_dice_hit_one_stack_and_miss_the_other() -> None:
    game = witp.replay("example:submarines_turn_10")
    state = game.state
    assert all(unit.full for unit in state.at("1009", Side.ALLIES))
    assert [(u.full, u.count) for u in state.at("0605", Side.JAPAN)] == [(False, 2)]


@pytest.mark.clause("15.0f", "15.0b", "15.0c")
def test_the_roll_at_midway_is_won_on_three_and_lost_on_four() -> None:
    game = witp.replay("example:midway_turn_3")
    now = game.state.progress
    assert now is not None and now.ending is not None
    assert (now.ending.winner, now.ending.rule) == (Side.JAPAN, "15.0c")
    before = game.branch(len(game.actions) - 1)
    lost = before.branch().play("roll 1 3").state.progress
    assert lost is not None and lost.ending is None
    chance = witp.sudden_death_odds(before.state, "Midway").p
    assert chance == witp.sudden_death_odds(witp.example("sudden_death"), "Midway").p
    assert chance == Fraction(1, 12)


# ---------------------------------------------------------------- the table


def test_every_printed_example_is_in_the_table(found: Printed) -> None:
    assert [example.id for example in found] == EXAMPLES
    assert len(found) == 99


def test_every_example_has_its_test_here() -> None:
    text = Path(__file__).read_text("utf-8")
    marks = "".join(re.findall(r"mark\.clause\((.*?)\)", text, re.DOTALL))
    assert set(EXAMPLES) <= set(re.findall(r'"([^"]+)"', marks))


def test_how_many_agree(found: Printed) -> None:
    assert found.counts == {
        Verdict.AGREES: 85,
        Verdict.CONDITION: len(CONDITIONS),
        Verdict.CONTRADICTION: len(CONTRADICTIONS),
    }
    assert all(example.holds for example in found)


def test_the_verdicts_are_those_of_the_register(found: Printed) -> None:
    words = {"consistent": "agrees", "conditional": "condition", "inconsistent": "contradiction"}
    for example in found:
        known = rulebook.clause(example.id).example
        assert known is not None
        assert example.verdict.value == words[known.check.partition(":")[0]], example.id


def test_rulings_of_the_rows_touch_the_clause_or_its_section(found: Printed) -> None:
    for example in found:
        if example.ruling is not None:
            touched = {section_of(clause) for clause in example.ruling.clauses}
            told = example.id in example.ruling.examples
            assert told or example.section in touched, example.id


def test_the_file_holds_no_computed_value() -> None:
    text = rows.FILE.read_text("utf-8")
    assert "computed" not in text.partition("format =")[2]


def test_every_question_is_asked_and_names_a_function_that_is_there() -> None:
    asked = {
        piece.split()[0]
        for row in rows.rows()
        for way in (row, *(other.way(row) for other in row.others))
        for piece in way.ask.split(";")
    }
    assert asked == set(ASKS)
    for row in rows.rows():
        assert functions(row.ask)


def test_what_no_record_or_position_of_the_data_is_named() -> None:
    for row in rows.rows():
        assert row.position in ("", *witp.examples()) and row.record in ("", *games())


def test_an_answer_follows_the_position(found: Printed) -> None:
    """Nothing is stored: the same question on another position has another answer."""
    row = next(row for row in rows.rows() if row.id == "9.6.2k")
    state = witp.edit(setting(row).state, "flip 0507 jp A")
    assert witp.combat(state, "0407").found.battles[0].stakes.strength[0] == 2
    assert found["9.6.2k"].computed == "4"


@pytest.mark.parametrize(
    ("about", "count"), [("14.1m", 1), ("14.1", 47), ("9.6", 15), ("15", 1), ("7.3", 12)]
)
def test_one_clause_or_a_section(about: str, count: int) -> None:
    assert len(witp.printed(about)) == count


def test_where_nothing_is_printed_the_nearest_is_named() -> None:
    with pytest.raises(NotAvailable, match=r"9\.6\.3: no printed example stands there\."):
        witp.printed("9.6.3")
    with pytest.raises(KeyError):
        witp.printed("5.1")["14.1m"]


def test_those_of_a_verdict(found: Printed) -> None:
    assert [e.id for e in found.of("contradiction")] == list(CONTRADICTIONS)
    assert [e.id for e in found.of(Verdict.CONDITION)] == list(CONDITIONS)


# ---------------------------------------------------------------- words and faces


def test_an_example_as_text() -> None:
    text = str(one("14.1ai"))
    for words in (
        "Printed: 5; 2",
        "Computed: 3; 2",
        "(ruling winner-hits-basis)",
        "Other reading (the example: half of the difference): 5; 2",
        "The fight at 0606 with dice 4, 5.",
    ):
        assert words in " ".join(text.split()), words


def test_where_in_a_record_is_said_in_words() -> None:
    assert 'Record manila_turn_4, after the second "target 0606".' in str(one("14.1x"))
    assert "Record manila_turn_4, before its first action." in str(one("14.1i"))
    assert "Record singapore_turn_1, at its end." in str(one("14.2a"))


def test_the_listing_is_narrow_and_shows_all_readings(found: Printed) -> None:
    lines = str(found).splitlines()
    assert max(map(len, lines)) <= 92
    assert lines[0].split() == ["Clause", "Printed", "Computed", "Verdict"]
    assert lines[-1] == found.summary
    assert found.summary == (
        "99 printed examples: 85 agree, 6 agree on a condition, "
        "8 show the book at odds with itself."
    )
    told = " ".join(str(found).split())
    for example in found:
        for other in example.others:
            assert " ".join(f"({other.name}): {other.computed}".split()) in told


def test_one_that_differs_is_said_to_differ() -> None:
    row = next(row for row in rows.rows() if row.id == "5.1d")
    wrong = PrintedExample(evolve(row, printed="17 RP"))
    assert not wrong.holds and wrong.told == "DIFFERS from the rules as they stand"
    table = Printed((wrong,))
    assert "1 differ" in table.summary and "DIFFERS" in str(table)
    assert "\u2715 DIFFERS" in table._repr_mimebundle_()["text/html"]


def test_a_condition_that_changes_nothing_is_no_condition() -> None:
    row = next(row for row in rows.rows() if row.id == "7.3h")
    idle = evolve(row, others=(evolve(row.others[0], edits=()),))
    assert not PrintedExample(idle).holds


def test_the_faces_are_whole_and_escaped(found: Printed) -> None:
    html = found._repr_mimebundle_()["text/html"]
    groups = {example.section for example in found}
    assert html.count("<tr>") == 1 + len(groups) + len(found)
    assert html.count('scope="rowgroup"') == len(groups)
    assert html.startswith("<h1") and found.summary in html
    letters = sum(bool(other.letter) for example in found for other in example.others)
    assert html.count("Other reading (") == letters == 15
    assert "<script" not in html and "Rabaul&#x27;s" in html
    card = found["7.3h"]._repr_mimebundle_()["text/html"]
    assert "Position new_hebrides." in card and card.startswith("<h4>7.3h")


# ---------------------------------------------------------------- the file


GOOD = """
format = "witp-printed/1"
[[example]]
id = "5.1d"
given = "x"
printed = "16 RP"
record = "points_turn_5"
ask = "points japan"
"""


def test_a_row_is_read() -> None:
    (row,) = rows.read(GOOD, "mine.toml")
    assert PrintedExample(row).same


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("witp-printed/1", "witp-printed/2", r'format = "witp-printed/2": this companion reads'),
        ('id = "5.1d"', 'id = "5.1c"', r'example\[0\]\.id = "5\.1c": is no clause that prints'),
        ('id = "5.1d"', 'id = "99"', r'example\[0\]\.id = "99": is no clause that prints'),
        ("ask =", 'position = "air_zones"\nask =', r"example\[0\]\.position: give either"),
        ("ask =", 'reading = "b"\nask =', r"example\[0\]\.others: are missing; say"),
        ("ask =", 'ruling = "none"\nask =', r'example\[0\]\.ruling = "none"'),
        ("ask =", "surplus = 1\nask =", r"example\[0\]\.surplus"),
        (
            "ask =",
            'condition = "c"\nreading = "r"\nask =',
            r'example\[0\]\.condition = "c": an example has',
        ),
    ],
)
def test_a_slip_in_the_file_is_named(old: str, new: str, problem: str) -> None:
    with pytest.raises(BadData, match=problem):
        rows.read(GOOD.replace(old, new), "mine.toml")


def test_rows_with_readings_are_checked() -> None:
    other = '[[example.others]]\nname = "o"\nletter = "{}"\n'
    text = GOOD + 'reading = "r"\n'
    with pytest.raises(BadData, match=r"ruling: is missing"):
        rows.read(text + other.format("b"), "mine.toml")
    text += 'ruling = "kure-hex-number"\n'
    with pytest.raises(BadData, match=r"others\[0\]\.letter"):
        rows.read(text + other.format("z"), "mine.toml")
    with pytest.raises(BadData, match=r'letter = "b": is not the reading in use, which is a'):
        rows.read(text + 'letter = "b"\n' + other.format("b"), "mine.toml")
    with pytest.raises(BadData, match=r"example\[1\]\.id"):
        rows.read(GOOD + GOOD.partition("[[example]]")[2].join(["[[example]]", ""]), "mine.toml")


def test_a_record_that_does_not_go_so_far_is_told() -> None:
    row = next(row for row in rows.rows() if row.id == "5.1d")
    example = PrintedExample(evolve(row, after="roll 1 1"))
    assert example.computed.startswith("cannot be computed here: points_turn_5.toml")
    assert not example.holds


def test_an_owners_map_moves_records_and_not_positions(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(components.DATA_VARIABLE, raising=False)
    folder.init(tmp_path / "mine")
    turns = tmp_path / "mine" / "turns.csv"
    text = turns.read_text("utf-8")
    turns.write_text(text.replace("5,japan,13,", "5,japan,12,"), "utf-8")
    try:
        components.use(tmp_path / "mine")
        assert witp.printed("5.1d")["5.1d"].computed == "15 RP"
        assert not witp.printed("5.1d")["5.1d"].holds
        assert witp.printed("7.3k")["7.3k"].holds
    finally:
        components.use(None)
    assert witp.printed("5.1d")["5.1d"].holds


# ---------------------------------------------------------------- the command


def test_the_command_prints_the_table_and_one_example(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from witp_learn import cli

    def run(*words: str) -> str:
        monkeypatch.setattr("sys.argv", ["witp-learn", "examples", *words])
        with pytest.raises(SystemExit) as end:
            cli.main()
        assert not end.value.code
        return capsys.readouterr().out

    assert run() == f"{witp.printed()}\n"
    assert run("14.1m") == f"{one('14.1m')}\n"
    told = json.loads(run("--json", "15.0f"))
    assert told["counts"] == {"agrees": 0, "condition": 0, "contradiction": 1}
    (example,) = told["examples"]
    assert [reading["computed"] for reading in example["readings"]] == list(CONTRADICTIONS["15.0f"])
    assert example["readings"][0]["used"] and example["ruling"] == "sudden-death-example-math"


def test_the_command_names_what_is_near(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from witp_learn import cli

    monkeypatch.setattr("sys.argv", ["witp-learn", "examples", "14.3"])
    with pytest.raises(SystemExit) as end:
        cli.main()
    assert end.value.code == 2
    assert "14.3: no printed example stands there." in capsys.readouterr().err
