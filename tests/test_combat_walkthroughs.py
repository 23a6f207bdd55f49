"""Singapore (9.6.2, 14.2) and Manila (14.1), number by number: printed beside computed."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest

import witp_learn as witp
from witp_learn.explain import faults
from witp_learn.hexgrid import neighbours
from witp_learn.model import Side
from witp_learn.rulebook import clauses
from witp_learn.ui.combat_desk import CombatDesk
from witp_learn.ui.companion import Page
from witp_learn.ui.steps import PHONE_HEX, Steps
from witp_learn.ui.steps_desk import StepsDesk
from witp_learn.ui.steps_panels import bar, card, key_line
from witp_learn.view.step_view import step_place, step_scene
from witp_learn.walkthrough import Mode, WalkStep, Walkthrough, read, walkthrough
from witp_learn.walkthrough.combat_look import CombatLook
from witp_learn.walkthrough.combat_points import read_points
from witp_learn.walkthrough.sum_look import SumLook

SINGAPORE, MANILA = walkthrough("singapore_turn_1"), walkthrough("manila_turn_4")
BOTH = {walk.name: walk for walk in (SINGAPORE, MANILA)}


def step_about(walk: Walkthrough, words: str) -> WalkStep:
    return next(step for step in walk if words in step.title)


def fight(step: WalkStep) -> CombatLook:
    assert isinstance(step.look, CombatLook)
    return step.look


def sums(step: WalkStep) -> SumLook:
    assert isinstance(step.look, SumLook)
    return step.look


def pairs(step: WalkStep) -> dict[str, tuple[str, str]]:
    return {c.what: (c.printed, c.computed) for c in step.comparisons}


# ---------------------------------------------------------------- Singapore


@pytest.mark.clause(
    "9.6.2j",
    "9.6.2k",
    "9.6.2l",
    "9.6.2m",
    "9.6.2n",
    "9.6.2p",
    "9.6.2q",
    "9.6.2s",
    "9.6.2t",
    "9.6.2u",
    "9.6.2v",
    "9.6.2w",
    "9.6.2x",
    "14.2a",
)
@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("First at sea", {"Fought": "fleet combat, then landing"}),
        ("4 against 3", {"Naval units": "2 v 1", "Air support": "2 v 2", "Strength": "4 v 3"}),
        (
            "Dice 6 and 5",
            {"Die": "6 v 5", "Total": "10 v 8", "Difference": "2", "Winner": "Japan"},
        ),
        (
            "Two hits",
            {
                "Hits on the loser": "2",
                "Half, before the cap": "1",
                "Hits on the winner": "1",
                "Hits, the Allies": "removed: naval unit",
            },
        ),
        (
            "reach the aircraft",
            {
                "Extra hits, the Allies": "removed: Singapore air unit",
                "Extra hits, Japan": "attrited: Saigon air unit",
            },
        ),
        (
            "by the example: 2",
            {
                "Land units": "2 v 1",
                "Air support": "0 v 0",
                "Defence bonus": "0 v 0",
                "Strength": "2 v 1",
            },
        ),
        (
            "1 and 6, halved",
            {
                "Die": "1 v 6",
                "Die halved": "0 v 3",
                "Total": "2 v 4",
                "Difference": "2",
                "Winner": "the Allies",
            },
        ),
        (
            "one hit, not two",
            {
                "Hits on the loser": "1",
                "Hits on the winner": "0",
                "Hits, the Allies": "none",
                "Extra hits, Japan": "none",
            },
        ),
        (
            "goes back aboard",
            {
                "Then": "back aboard",
                "Japan: naval units": "2, 1 attrited",
                "Japan: land units": "1, attrited, aboard",
                "The Allies: land units": "1",
            },
        ),
    ],
)
def test_singapore_comes_out_as_printed(words: str, found: dict[str, str]) -> None:
    step = step_about(SINGAPORE, words)
    assert pairs(step) == {what: (value, value) for what, value in found.items()}
    assert step.agrees


@pytest.mark.clause("9.6.2o", "9.6.2r", "9.6.1j", "14.2a")
def test_the_hit_on_the_cargo_parts_print_and_rule_and_leads_to_the_same_end() -> None:
    differing = [step for step in SINGAPORE if step.agrees is False]
    assert {s.misprint.slug for s in differing if s.misprint} == {"transport-hit-vs-singapore"}
    cargo, landing, dice = differing
    assert pairs(cargo) == {
        "Hits, Japan": ("attrited: naval unit", "attrited: naval unit, land unit")
    }
    assert pairs(landing)["Strength"] == ("2 v 1", "1 v 1")
    assert pairs(dice) == {
        "Total": ("2 v 4", "1 v 4"),
        "Difference": ("2", "3"),
        "Hits on the loser": ("1", "1"),
    }
    by_example, by_rule = step_about(SINGAPORE, "back aboard"), SINGAPORE.steps[-1]
    assert by_example.judged.rulings == {"transport-hit-vs-singapore": "b"}
    assert not by_rule.judged.rulings
    assert by_example.state.units == by_rule.state.units
    assert by_example.agrees and by_rule.agrees
    assert " ".join(witp.line(by_rule.state).split("; ")[2:5]) == (
        "0407 jp N N-(L-) 0407 cw L 0507 jp A-"
    )


def test_the_readings_at_singapore_do_not_alternate() -> None:
    by_example = [bool(step.judged.rulings) for step in SINGAPORE]
    assert by_example == [False] * 8 + [True] * 4 + [False] * 2
    for step, switched in zip(SINGAPORE, by_example, strict=True):
        if step.number >= 8:
            assert ("the example" if switched else "the rule") in step.title


@pytest.mark.clause("9.6.2x", "9.6.1b")
def test_half_of_the_difference_would_have_cost_the_allies_at_singapore() -> None:
    step = step_about(SINGAPORE, "one hit, not two")
    assert step.ruling is not None and step.ruling.slug == "winner-hits-basis"
    other = witp.edit(step.judged, "ruling winner-hits-basis=b")
    found = CombatLook(other, "0407", fight(step).dice, battle=2).fought
    assert found is not None and found.tally is not None and found.tally.hits == (1, 1)


@pytest.mark.clause("9.6.2w", "9.6.2b")
def test_the_attrited_air_unit_at_saigon_takes_nothing_more() -> None:
    found = fight(step_about(SINGAPORE, "one hit, not two")).fought
    assert found is not None and found.tally is not None and found.tally.dice[1] == 6
    assert not [n for n in found.notes if n.piece and n.piece.at == "0507"]


@pytest.mark.parametrize(
    ("words", "win", "tie"),
    [
        ("4 against 3", Fraction(21, 31), Fraction(5, 36)),
        ("by the rule: 1", Fraction(1, 2), Fraction(5, 18)),
        ("by the example: 2", Fraction(23, 28), Fraction(2, 9)),
    ],
)
def test_chances_at_singapore(words: str, win: Fraction, tie: Fraction) -> None:
    look = fight(step_about(SINGAPORE, words))
    assert look.odds and look.chances is not None
    assert look.chances.win == (win, 1 - win) and look.chances.tie == tie


# ---------------------------------------------------------------- Manila: sums


@pytest.mark.clause("14.1e", "14.1f", "14.1g", "5.1c", "5.2e")
def test_the_roll_and_who_acts_first() -> None:
    step = step_about(MANILA, "The roll")
    assert [made.value for made in sums(step).sums] == ["14 RP", "17 RP", "the Allies"]
    assert step.agrees and step.ruling is not None and step.ruling.slug == "card-rp-and-order"
    assert step.judged.trp == (14, 17)


@pytest.mark.ruling("guadalcanal-one-rp")
@pytest.mark.clause("14.1i", "8.4d", "8.4e")
def test_the_least_operation_costs_two() -> None:
    step = step_about(MANILA, "Guadalcanal")
    assert pairs(step) == {"An operation of one hex": ("1 RP", "2 RP")}
    assert step.misprint is not None and step.misprint.slug == "guadalcanal-one-rp"


@pytest.mark.clause("14.1h", "14.1j", "14.1k", "14.1p", "14.1q", "14.1x")
@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("Ten RP", {"The Allies": "10 RP", "Japan": "10 RP"}),
        (
            "Taiwan stays",
            {
                "Palau to Manila": "2 RP",
                "Taiwan to Manila": "2 RP",
                "All three leave": "1 RP",
                "Without Taiwan": "3 RP",
            },
        ),
        (
            "spend all ten",
            {"Singapore to Manila": "3 RP", "Port Moresby to Manila": "7 RP", "Together": "10 RP"},
        ),
    ],
)
def test_budgets_add_up(words: str, found: dict[str, str]) -> None:
    step = step_about(MANILA, words)
    assert pairs(step) == {what: (value, value) for what, value in found.items()}


@pytest.mark.clause("14.1m", "14.1n", "14.1o", "14.1t", "14.1v", "8.4f", "8.4g")
@pytest.mark.parametrize(
    ("words", "what", "cost", "zones", "lifted"),
    [
        ("From Kure", "Kure to Manila", 5, ["0706"], []),
        ("Taiwan stays", "Palau to Manila", 2, [], []),
        ("Taiwan stays", "Taiwan to Manila", 2, [], []),
        ("spend all ten", "Singapore to Manila", 3, [], ["0606"]),
        ("spend all ten", "Port Moresby to Manila", 7, ["0708", "0607"], ["0606"]),
    ],
)
def test_what_a_way_costs(
    words: str, what: str, cost: int, zones: list[str], lifted: list[str]
) -> None:
    made = next(made for made in sums(step_about(MANILA, words)).sums if made.what == what)
    assert made.reason.value == cost
    entered = {"8.4f": zones, "8.4g": lifted}
    for rule, hexes in entered.items():
        assert [h for p in made.reason.parts if rule in p.rules for h in p.hexes] == hexes


def test_a_sum_tells_its_parts() -> None:
    told = str(step_about(MANILA, "spend all ten"))
    for line in (
        "Port Moresby to Manila: 7 RP",
        "    4 Hexes: Merauke, Ambon, Leyte, Manila (8.4e)",
        "    1 Air zone at Ambon (8.4f)",
        "    0 Air zone at Manila: lifted by the air unit there (8.4g)",
    ):
        assert line in told
    assert "14 RP: 15 + 2 - 3" in str(step_about(MANILA, "The roll"))


@pytest.mark.ruling("kure-hex-number")
@pytest.mark.clause("14.1l")
def test_kure_at_0801_could_not_be_three_hexes_away() -> None:
    step = step_about(MANILA, "Before the dice")
    assert step.ruling is not None and step.ruling.slug == "kure-hex-number"
    with pytest.raises(witp.BadData, match="hex to hex next to it"):
        read(cost_step('["0801", "0606"]'), "mine.toml")
    assert len(step.judged.units) == len(witp.example("manila_before_moves").units)


@pytest.mark.parametrize("walk", BOTH.values(), ids=BOTH)
def test_every_sum_follows_from_its_parts(walk: Walkthrough) -> None:
    made = [m for s in walk if isinstance(s.look, SumLook) for m in s.look.sums]
    assert all(faults(m.reason) == [] for m in made)
    if walk is MANILA:
        assert len(made) == 14


# ---------------------------------------------------------------- Manila: the fight


@pytest.mark.clause(
    "14.1r",
    "14.1y",
    "14.1z",
    "14.1aa",
    "14.1ab",
    "14.1ac",
    "14.1ae",
    "14.1ag",
    "14.1ah",
    "14.1aj",
    "14.1ak",
    "14.1al",
    "14.1am",
    "14.1an",
    "14.1ao",
    "14.1ap",
    "14.1aq",
    "14.1ar",
)
@pytest.mark.parametrize(
    ("words", "found"),
    [
        (
            "Japan arrives",
            {
                "Japan: carriers": "2",
                "Japan: naval units": "4",
                "Japan: land units": "2",
            },
        ),
        (
            "Three Allied",
            {
                "The Allies: naval units": "2",
                "The Allies: land units": "3",
                "The Allies: air units": "1",
                "Fought over": "0606",
                "Picks the order": "the Allies",
            },
        ),
        (
            "16 against 4",
            {
                "Carriers": "4 v –",
                "Pair bonus": "4 v –",
                "Naval units": "4 v 2",
                "Air support": "4 v 2",
                "Strength": "16 v 4",
            },
        ),
        ("Six hits", {"Hits on the loser": "6", "Hits, the Allies": "removed: 2 naval units"}),
        ("in the air", {"Extra hits, Japan": "attrited: Palau air unit"}),
        (
            "7 against 6",
            {
                "Land units": "2 v 3",
                "Carrier support": "2 v –",
                "Defence bonus": "– v 1",
                "Air support": "2 v 2",
                "Strength": "6 v 6",
                "Die": "3 v 1",
                "Die halved": "1 v 0",
                "Total": "7 v 6",
            },
        ),
        (
            "no end",
            {
                "Difference": "1",
                "Hits on the loser": "1",
                "Hits on the winner": "0",
                "Hits, the Allies": "attrited: land unit",
                "Then": "continuing combat",
            },
        ),
        (
            "at the end",
            {
                "Japan: carriers": "2",
                "Japan: naval units": "4, 2 attrited",
                "Japan: land units": "2",
                "The Allies: land units": "3, 1 attrited",
                "The Allies: air units": "1",
            },
        ),
    ],
)
def test_manila_comes_out_as_printed(words: str, found: dict[str, str]) -> None:
    step = step_about(MANILA, words)
    assert pairs(step) == {what: (value, value) for what, value in found.items()}
    assert step.agrees


@pytest.mark.ruling("manila-total-30", "manila-difference-21")
@pytest.mark.clause("14.1ad", "14.1af", "14.1ai")
@pytest.mark.parametrize(
    ("words", "slug", "what", "pair"),
    [
        ("printed 30", "manila-total-30", "Total", ("30 v 9", "20 v 9")),
        ("printed 21", "manila-difference-21", "Difference", ("21", "11")),
        ("Half of what", "winner-hits-basis", "Half, before the cap", ("5", "3")),
    ],
)
def test_misprints_and_contradictions_name_their_ruling(
    words: str, slug: str, what: str, pair: tuple[str, str]
) -> None:
    step = step_about(MANILA, words)
    assert step.misprint is not None and step.misprint.slug == slug
    assert pairs(step)[what] == pair
    assert [c.what for c in step.comparisons if not c.agrees] == [what]
    if slug == "winner-hits-basis":
        assert pairs(step)["Hits on the winner"] == ("2", "2"), "both readings are capped"
        other = witp.edit(step.judged, "ruling winner-hits-basis=b")
        assert step.book is not None
        again = CombatLook(other, "0606", (4, 5)).comparisons(step.book)
        assert all(c.agrees for c in again), "the example's reading gives its 5"


@pytest.mark.clause("14.1ak", "9.6.2e")
def test_with_a_hit_on_each_air_unit_the_landing_fails() -> None:
    step = MANILA.steps[-1]
    found = fight(step).fought
    assert found is not None and found.tally is not None
    assert found.stakes.strength == (4, 6) and found.tally.total == (5, 6)
    assert step.book is None and "step 15" in step.ours
    assert MANILA.step(15).title == "One hit in the air: Palau"


@pytest.mark.clause("14.1aq", "9.7a")
def test_manila_ends_in_continuing_combat() -> None:
    step = step_about(MANILA, "at the end")
    assert step.state.contested == ("0606",)
    assert step.judged.contested == ()
    assert "crossed bars" in key_line(desk_at(MANILA, step.number))


def test_chances_at_manila() -> None:
    fleet = fight(step_about(MANILA, "16 against 4")).chances
    landing = fight(step_about(MANILA, "7 against 6")).chances
    assert fleet is not None and fleet.win == (Fraction(1), Fraction(0)) and not fleet.tie
    assert landing is not None and landing.win == (Fraction(1, 2), Fraction(1, 2))
    assert landing.tie == Fraction(5, 18)


# ---------------------------------------------------------------- every printed number


LEFT_OUT = {"14.1a", "14.1b", "14.1w"}
"""Hands and order of the cards, and the hexside: no number of these."""


@pytest.mark.parametrize(
    ("walk", "section", "first"), [(SINGAPORE, "9.6.2", "9.6.2j"), (MANILA, "14.1", "14.1a")]
)
def test_every_clause_of_the_example_is_spoken_of(
    walk: Walkthrough, section: str, first: str
) -> None:
    told = {clause for step in walk if step.book for clause in step.book.clauses}
    ids = [i for i, clause in clauses().items() if clause.section == section]
    example = ids[ids.index(first) :]
    assert set(example) - told - LEFT_OUT - {"14.1s"} == set()


@pytest.mark.parametrize("walk", BOTH.values(), ids=BOTH)
def test_the_numbers_of_the_books_words_are_compared(walk: Walkthrough) -> None:
    """Every number in the words of a step stands in its points, its dice, or its parts."""
    for step in walk:
        if step.book is None or not step.comparisons:
            continue
        said = set(re.findall(r"(?<![0-9.])[0-9]{1,2}(?![0-9.])", step.book.says))
        known = {n for c in step.comparisons for n in re.findall(r"[0-9]+", c.printed)}
        known |= {str(die) for die in (*step.dice, *getattr(step.look, "dice", ()))}
        if isinstance(step.look, SumLook):
            leaves = [leaf for m in step.look.sums for leaf in m.reason.leaves()]
            known |= {str(leaf.value).removeprefix("-") for leaf in leaves}
            known |= {n for leaf in leaves for n in re.findall(r"[0-9]+", leaf.text)}
        assert said - known - EXPLAINED.get(step.title, set()) == set(), step.title


EXPLAINED = {
    "Taiwan stays at home": {"9"},
    "Half of what: 5 or 3?": {"11"},
    "Dice 4 and 5: printed 30": {"16"},
    "Six hits, four of them felt": {"2"},
    "One hit in the air: Palau": {"1"},
}
"""Numbers that another step compares, or of which the point is the sum."""


# ---------------------------------------------------------------- a die is changed


def desk_at(walk: Walkthrough, number: int) -> StepsDesk:
    desk = StepsDesk(walk)
    desk.go(number)
    return desk


WITH_DICE = [
    pytest.param(walk, step.number, id=f"{name} {step.number}")
    for name, walk in BOTH.items()
    for step in walk
    if step.dice
]


@pytest.mark.parametrize(("walk", "number"), WITH_DICE)
def test_a_changed_die_moves_what_is_computed_and_not_what_is_printed(
    walk: Walkthrough, number: int
) -> None:
    desk = desk_at(walk, number)
    before, moved = card(desk), 0
    printed = {c.what: c.printed for c in desk.step.comparisons}
    for index in range(len(desk.step.dice)):
        for face in range(1, 7):
            desk.as_printed()
            desk.set_die(index, face)
            assert {c.what: c.printed for c in desk.step.comparisons} == printed
            moved += str(desk.step) != str(walk.step(number))
            assert ('data-action="as-printed"' in card(desk)) is desk.changed
            assert desk.text() == desk_at(walk, number).text()
    assert moved
    assert desk.as_printed() is True and card(desk) == before


def test_another_die_at_manila() -> None:
    step = step_about(MANILA, "printed 30")
    other = step.with_dice([1, 5])
    assert pairs(other) == {"Die": ("4 v 5", "1 v 5"), "Total": ("30 v 9", "17 v 9")}
    assert step.with_dice([4, 5]).comparisons == step.comparisons
    landing = step_about(MANILA, "no end").with_dice([1, 1])
    told = pairs(landing)
    assert told["Difference"] == ("1", "a tie, rolled again")
    assert told["Hits, the Allies"][1] == "a tie, rolled again"
    assert "A tie: nothing happens, both dice are rolled again." in card_of(landing)
    lost = step_about(MANILA, "no end").with_dice([1, 6])
    assert pairs(lost)["Then"] == ("continuing combat", "back aboard")


def card_of(step: WalkStep) -> str:
    desk = desk_at(MANILA, step.number)
    desk.set_dice(step.dice)
    return card(desk)


def test_another_die_in_the_roll_changes_who_acts_first() -> None:
    other = step_about(MANILA, "The roll").with_dice([6, 1, 1, 6])
    assert pairs(other) == {
        "Japan, TRP": ("14 RP", "20 RP"),
        "The Allies, TRP": ("17 RP", "11 RP"),
        "Acts first": ("the Allies", "Japan"),
    }


def test_dice_that_cannot_be_are_refused() -> None:
    step = step_about(MANILA, "printed 30")
    for dice in ([4], [4, 5, 1], [0, 5], [4, 7]):
        with pytest.raises(ValueError, match=r"dice|die"):
            step.with_dice(dice)
    with pytest.raises(ValueError, match="this step has 0 dice"):
        step_about(MANILA, "Before the dice").with_dice([1, 2])
    desk = desk_at(MANILA, step.number)
    assert not desk.set_die(2, 3) and not desk.set_die(0, 7) and not desk.set_dice((1,))
    assert not desk.changed


def test_a_roll_can_be_tried_where_no_dice_lie() -> None:
    step = step_about(MANILA, "16 against 4")
    desk = desk_at(MANILA, step.number)
    assert "Set another die" not in card(desk)
    assert desk.set_dice((1, 6)) and desk.changed
    assert desk.step.comparisons == step.comparisons, "no number of dice is printed here"
    assert "Japan wins by 7" in card(desk) and 'data-action="as-printed"' in card(desk)
    assert desk.as_printed() and desk.step is step


def test_with_own_dice_nothing_looks_like_a_misprint() -> None:
    desk = desk_at(MANILA, step_about(MANILA, "no end").number)
    assert "Your dice" not in card(desk)
    desk.set_dice((6, 1))
    html = card(desk)
    assert "<strong>Your dice, in this step only: 6 and 1.</strong> Title, print and " in html
    assert "remarks are of 3 and 1." in html
    assert "<strong>With 3 and 1:</strong> A difference of 1 or 2 drives nobody out." in html
    assert "Your dice bring out 5 points otherwise." in html
    assert "st-differs" not in html and "They differ" not in html and "printed 1" not in html
    assert desk.words().startswith("Your dice, in this step only: 6 and 1. Japan wins by 3.")
    assert desk.words().endswith("Your dice bring out 5 points otherwise.")
    told = str(desk.step)
    assert "DIFFER" not in told and "They differ" not in told
    assert "  Difference" in told and "your dice" in told and "\nWith 3 and 1: A diff" in told
    assert str(desk.step.with_dice((3, 1))) == str(MANILA.step(desk.step.number))
    desk.set_dice((3, 1))
    assert "Your dice" not in card(desk) and "as printed" in card(desk)
    before = desk_at(MANILA, step_about(MANILA, "16 against 4").number)
    before.set_dice((1, 6))
    assert "Title and remarks are from before the dice." in card(before)
    assert "<strong>Before the dice:</strong> Sixteen is" in card(before)
    assert "<h3>Your dice, for this step only</h3>" in card(before)
    assert "Your dice come to what is printed." in card(before)
    roll = desk_at(MANILA, step_about(MANILA, "The roll").number)
    roll.set_die(0, 6)
    assert "Your dice, in this step only: 6 and 3, 5 and 4." in card(roll)
    assert "Your dice bring out 2 points otherwise." in card(roll)


def test_a_step_left_and_come_back_to_has_its_dice_as_printed() -> None:
    desk = desk_at(MANILA, 11)
    desk.set_die(0, 1)
    desk.forward()
    desk.back()
    assert not desk.changed and desk.step is MANILA.step(11)


# ---------------------------------------------------------------- on the screen


def test_the_ledger_stands_on_the_card_with_the_printed_numbers() -> None:
    html = card(desk_at(MANILA, step_about(MANILA, "printed 30").number))
    assert "printed 30, computed 20 (14.1)" in html
    assert "as printed" in html and "<h3>Set another die, for this step only</h3>" in html
    landing = card(desk_at(MANILA, step_about(MANILA, "7 against 6").number))
    assert "Japan 50.00 % (1/2), ties rolled again 10 of 36" in landing
    fleet = card(desk_at(MANILA, step_about(MANILA, "16 against 4").number))
    assert "Japan 100 %, no ties" in fleet


def test_the_lab_of_a_fight_opens_the_position_before_it() -> None:
    desk = desk_at(MANILA, step_about(MANILA, "printed 30").number)
    assert "combat_lab.ipynb?p=" in bar(desk)
    line, _, fight = desk.lab_text().partition(" # ")
    before = witp.load(f"text:{line}")
    assert before.units == desk.step.judged.units != desk.step.state.units
    assert before.title == "Manila on turn 4: every printed number (step 11)"
    assert fight == "fight 0606; dice 4:5; choose  / -, -, -, -; unasked; see 0"
    assert "supply_lab.ipynb?p=" in bar(desk_at(MANILA, 2))


@pytest.mark.parametrize("walk", BOTH.values(), ids=BOTH)
def test_the_lab_shows_the_battle_and_the_dice_of_the_step(walk: Walkthrough) -> None:
    for step in walk:
        if not isinstance(step.look, CombatLook):
            continue
        lab, desk = CombatDesk(), desk_at(walk, step.number)
        assert lab.open_text(desk.lab_text(), "the step")
        assert lab.fight.hex == step.look.hex and lab.state.rulings == step.judged.rulings
        if step.look.fought is None:
            assert lab.fight.fresh and lab.fight.asks, "nothing is told before it was seen"
            continue
        assert lab.battle == step.look.battle - 1 and lab.fight.asks is False
        assert lab.fought is not None
        assert lab.fought.rolls == step.look.fought.rolls
        assert lab.fought.tally == step.look.fought.tally
        if step.look.rolled:
            assert lab.fought.after == step.look.fought.after
    own = desk_at(walk, step_about(walk, "Dice ").number)
    own.set_dice((2, 6))
    assert "dice 2:6;" in own.lab_text() and "2%3A6" in bar(own)


def test_ways_are_drawn_and_counters_that_were_hit_are_ringed() -> None:
    ways = step_scene(step_about(MANILA, "spend all ten")).lines
    assert [line.kind for line in ways] == ["move", "move"]
    assert ways[1].path == ("0909", "0808", "0708", "0607", "0606")
    fleet = step_scene(step_about(MANILA, "in the air"))
    assert fleet.ringed == ("0707",) and fleet.selected == "0606"


def test_on_a_phone_the_map_shows_what_a_step_is_about() -> None:
    assert step_place(step_about(MANILA, "From Kure")) == ("0804", "0705", "0706", "0606")
    fleet = step_place(step_about(MANILA, "16 against 4"))
    assert fleet[0] == "0606" and {"0707", "0507"} < set(fleet) < set(neighbours("0606")) | {"0606"}
    assert step_place(step_about(MANILA, "Before the dice")) == ()
    page = Steps(MANILA)
    page.desk.go(step_about(MANILA, "16 against 4").number)
    page._fit(Page(1280, 800, 848, 655))
    wide = page.map.hex_px, page.map.center
    page._action("next", "")
    assert (page.map.hex_px, page.map.center) == wide, "on a screen the frame never moves"
    page._fit(Page(400, 800, 400, 300))
    assert 64 <= page.map.hex_px <= PHONE_HEX and page.map.shows("0606")
    page._action("go", "5")
    assert page.map.hex_px >= 50 and page.map.shows("0804") and page.map.shows("0606")
    page._action("go", "1")
    assert page.map.shows("0909") and page.map.shows("0407")


# ---------------------------------------------------------------- reading


HEAD = 'format = "witp-walkthrough/1"\ntitle = "Mine"\nmode = "combat"\n'
FIGHT = 'position = "turn 4; 0606 jp N; 0606 us N"\n[[step]]\ntitle = "One"\n'


def combat_step(parts: str) -> str:
    return f'{HEAD}{FIGHT}look = "0606"\n{parts}\n'


def cost_step(way: str, side: str = "jp") -> str:
    return (
        f'{HEAD}{FIGHT}mode = "sum"\n[[step.sum]]\nwhat = "A way"\nkind = "cost"\n'
        f'side = "{side}"\nway = {way}\n'
    )


def book(*printed: str) -> str:
    told = ", ".join(f'"{text}"' for text in printed)
    return f'book.says = "So."\nbook.clauses = ["9.3d"]\nbook.printed = [{told}]'


BAD = {
    "no hex": (combat_step("").replace('look = "0606"', ""), r"look.*four digits"),
    "off the board": (combat_step("").replace('"0606"\n', '"9909"\n'), "not on the board"),
    "a die": (combat_step("dice = [7, 1]"), r"dice\[0\] = 7: a die shows 1 to 6"),
    "half a roll": (combat_step("dice = [1]"), r"dice.*no partner"),
    "too many dice": (combat_step("dice = [6, 1, 1, 1]"), r"dice.*more than the fight needs"),
    "no such battle": (combat_step("battle = 2"), r"battle = 2.*1 to 1"),
    "a choice": (combat_step('dice = [6, 5]\nchoices = ["hit it"]'), r"choices"),
    "an unknown point": (combat_step(book("strenght 1 1")), r"printed\[0\].*starts with one of"),
    "one number": (combat_step(book("strength 1")), r"two numbers"),
    "no number": (combat_step(book("difference x")), r"whole number"),
    "no side": (combat_step(book("winner us")), r"jp or al"),
    "no event": (combat_step("dice = [6, 1]\n" + book("hit al 2N")), r"attrited or removed"),
    "no counter": (combat_step(book("holds jp 2X")), r"counter reads like"),
    "dice needed": (combat_step(book("total 3 3")), r"speaks of dice, but none lie"),
    "no battles": (combat_step(book("order sea")), r"fleet, land, assault"),
    "no result": (combat_step("dice = [6, 1]\n" + book("result won")), r"retreat"),
    "follows nothing": (
        combat_step(book("strength 1 1") + '\nbook.follows = ["total"]'),
        r"names no point",
    ),
    "verdict": (combat_step(book("strength 1 1") + '\nbook.verdict = "in"'), r"about combat"),
    "sums of a fight": (combat_step('[[step.sum]]\nwhat = "S"'), r"sum.*belongs to a step about"),
    "odds of a sum": (combat_step('mode = "sum"\nodds = true'), r"odds.*about combat"),
    "dice of a zone": (combat_step('mode = "zones"\ndice = [1]'), r"dice.*combat or sum"),
    "battle of a zone": (combat_step('mode = "zones"\nbattle = 2'), r"battle.*about combat"),
    "a sum looks": (combat_step('mode = "sum"'), r"look.*looks at nothing"),
    "no way": (cost_step('["0606"]'), r"at least one"),
    "a way off the board": (cost_step('["0606", "9909"]'), r"way\[1\].*not on the board"),
    "whose way": (cost_step('["0606", "0707"]', "us"), r"jp or al"),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_steps_are_one_clear_message(case: str) -> None:
    text, message = BAD[case]
    with pytest.raises(witp.BadData) as caught:
        read(text, "mine.toml")
    told = str(caught.value)
    assert told.startswith("mine.toml: ") and re.search(message, told), told
    assert "\n" not in told and len(told) < 400


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        ('kind = "trp"\nbrp = 15', "two dice, white and red"),
        ('kind = "first"', "two sums of resource points"),
        ("", "has no parts"),
        ('parts = ["eight for bases"]', "write a number and what it is"),
    ],
)
def test_bad_sums_are_one_clear_message(parts: str, message: str) -> None:
    text = f'{HEAD}{FIGHT}mode = "sum"\n[[step.sum]]\nwhat = "S"\n{parts}\n'
    with pytest.raises(witp.BadData, match=message):
        read(text, "mine.toml")


def test_a_step_may_bring_its_own_position() -> None:
    text = combat_step('position = "turn 4; 0707 jp N; 0707 us 2N"\n').replace(
        'look = "0606"', 'look = "0707"'
    )
    (step,) = read(text, "mine.toml")
    assert fight(step).short == "1 against 2" and step.mode is Mode.COMBAT
    with pytest.raises(witp.BadData, match=r"step\[0\]\.position.*names no example"):
        read(text.replace("turn 4; 0707 jp N; 0707 us 2N", "maniila"), "mine.toml")


def test_counters_that_were_attrited_before_are_told_apart() -> None:
    text = combat_step("dice = [6, 1]\n" + book("hit al removed N")).replace(
        "0606 us N", "0606 us N-"
    )
    (step,) = read(text, "mine.toml")
    assert step.agrees, step.comparisons


def test_points_are_named_by_side_where_they_have_one() -> None:
    (point,) = read_points("winner al", str)
    assert point.key == "winner" and point.printed == "the Allies"
    keys = {point.key for point in read_points("holds jp 2N", str)}
    assert keys == {"holds jp"}
    assert {p.side for p in read_points("hit al removed N", str)} == {Side.ALLIES}
