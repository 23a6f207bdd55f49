"""What an answer about a battle says: the deciding fact, the rows that decide, what it rests on."""

from __future__ import annotations

from random import Random

import pytest

from witp_learn import dicepool, rulebook
from witp_learn.dicepool import BattleAnswer, Conduct, Force, Leave, Plan, Role, engine
from witp_learn.dicepool.answers import MOST_FLOWN, odd
from witp_learn.explain import Test
from witp_learn.files import NotAvailable, Unreadable

AIR = {"d-round-order", "d-strafe-targets", "d-strafe-allocator", "d-air-evacuation"}


def held(text: str) -> Force:
    return dicepool.force(text, dicepool.sample())


def told(attacker: str, defender: str, plan: Plan = dicepool.PLAIN) -> BattleAnswer:
    found = dicepool.odds(held(attacker), held(defender), plan)
    return dicepool.answer(found, dicepool.sample())


def row(found: BattleAnswer, role: Role, name: str) -> Test:
    tab = found.tabs[list(Role).index(role)]
    return next(test for test in tab.tests if test.name == name)


# ---------------------------------------------------------------- the deciding fact


@pytest.mark.clause("D-completion-4", "D-completion-5")
def test_aircraft_alone_take_nothing_is_the_deciding_fact() -> None:
    found = told("bomber:3", "infantry:1")
    assert "aircraft alone take nothing" in found.deciding
    assert "D-completion-4, D-completion-5" in found.deciding
    assert {"D-completion-4", "D-completion-5"} <= set(found.rules)
    assert row(found, Role.ATTACKER, "points").stops
    assert "D-completion-4" in told("infantry:2", "fighter:1").deciding


@pytest.mark.clause("D-round-1")
def test_with_aircraft_the_deciding_fact_counts_the_stages_in_the_air() -> None:
    found = told("infantry:2,fighter:2,bomber:1", "infantry:2,artillery:1,fighter:1")
    assert found.deciding == (
        "In a round the attacker throws 12 dice (5 in the air, 5 strafing, 2 on land), "
        "the defender 8 (2, 1, 5)."
    )
    assert len(found.deciding.split()) <= 25


@pytest.mark.clause("D-completion-5")
@pytest.mark.parametrize("force", ["infantry:3", "infantry:1", "artillery:2", "tank:2,infantry:1"])
def test_an_even_fight_is_decided_by_who_keeps_it_when_both_are_destroyed(force: str) -> None:
    found = told(force, force)
    decides = row(found, Role.ATTACKER, "both")
    assert decides.stops and decides.rules == ("D-completion-5",)
    assert decides.result in found.deciding and "D-completion-5" in found.deciding
    assert not found.tabs[0].open


def test_both_destroyed_decides_nothing_where_the_attacker_is_ahead_anyway() -> None:
    found = told("infantry:3,tank:1", "infantry:2,artillery:1")
    assert found.good and not row(found, Role.ATTACKER, "both").stops
    assert found.deciding.startswith("The attacker throws 5 dice at 5 hit points")


@pytest.mark.clause("D-withdraw-1")
def test_a_withdrawal_that_gives_the_territory_away_decides() -> None:
    found = told("infantry:3,tank:1", "infantry:2,artillery:1", Plan(Conduct(leave=Leave(after=1))))
    assert not found.good
    assert "the attacker withdraws" in found.deciding
    assert row(found, Role.ATTACKER, "leaves").stops


def test_the_losing_side_always_has_a_row_that_says_why() -> None:
    chance, table = Random(1), dicepool.printed()
    for _ in range(60):
        sides = []
        for kinds in (("infantry", "tank", "artillery"), ("infantry", "artillery", "blockhouse")):
            counts = {kind: chance.randint(1, 3) for kind in kinds if chance.random() < 0.6}
            sides.append(Force.of(counts or {"infantry": 2}, table))
        found = dicepool.answer(dicepool.odds(*sides))
        assert not found.tabs[int(found.good)].open, sides


def test_stages_in_the_air_are_listed_only_where_there_are_aircraft() -> None:
    names = [test.name for test in told("infantry:3", "tank:1").tabs[0].tests]
    assert "dogfight" not in names and "run" not in names
    assert "dogfight" in [
        test.name for test in told("infantry:3", "fighter:1,tank:1").tabs[0].tests
    ]


# ---------------------------------------------------------------- changes


def test_changes_of_nothing_are_left_out() -> None:
    found = told("bomber:3", "infantry:1")
    assert found.changes
    assert all("(+0.00)" not in change.text for change in found.changes)
    nothing = told("bomber:1", "infantry:200")
    assert not nothing.changes
    assert "changes nothing" in str(nothing) or "Too large" in str(nothing)


def test_numbers_have_a_real_minus_sign_and_units_a_plural() -> None:
    found = told("infantry:3,tank:3", "infantry:2,artillery:2")
    assert "(\N{MINUS SIGN}" in str(found) and "(-" not in str(found)
    assert str(held("infantry:3,tank:3,artillery:2")) == "3 infantry, 3 tanks, 2 artillery"
    assert str(held("tank:1,blockhouse:2")) == "1 tank, 2 blockhouses"
    due = dicepool.due(dicepool.begin(held("tank:3"), held("infantry:1")))
    assert due is not None
    assert [part.text for part in due.dice.parts] == ["3 tanks × 2 = 6"]


def test_battles_with_many_aircraft_are_too_large_to_try_sooner() -> None:
    many = "infantry:6,tank:2,fighter:3,bomber:2"
    found = told(many, "infantry:5,artillery:2,fighter:2,bomber:1")
    assert not found.tried and MOST_FLOWN < 100_000
    assert told("infantry:10,tank:4", "infantry:10,artillery:4").tried


# ---------------------------------------------------------------- what it rests on


@pytest.mark.parametrize(
    ("attacker", "defender", "rests"),
    [
        ("infantry:1", "infantry:1", {"d-simultaneity", "d-damage-persist"}),
        ("artillery:3", "artillery:2", {"d-simultaneity"}),
        (
            "infantry:3",
            "infantry:2",
            {"d-simultaneity", "d-damage-persist", "d-damage-spreading"},
        ),
        ("infantry:1", "blockhouse:1", {"d-simultaneity", "d-damage-persist", "d-land-categories"}),
        ("bomber:3", "infantry:1", {"d-air-evacuation", "d-missing-stats"}),
        (
            "infantry:1,bomber:1,fighter:1",
            "artillery:1",
            {*AIR, "d-simultaneity", "d-damage-persist", "d-missing-stats"},
        ),
    ],
)
def test_only_rulings_that_can_matter_are_named(
    attacker: str, defender: str, rests: set[str]
) -> None:
    found = told(attacker, defender)
    assert set(found.readings) == rests
    assert all(name in found.leans_on() for name in rests)


def test_two_types_need_an_order_of_hits() -> None:
    assert "d-hit-order-detail" in told("infantry:1,tank:1", "infantry:1").readings
    assert "d-hit-order-detail" not in told("infantry:2", "tank:2").readings


def test_it_is_said_how_far_values_were_tried() -> None:
    assert "one point higher or lower" in told("infantry:2,bomber:1", "infantry:2").leans_on()


# ---------------------------------------------------------------- what cannot move, or be hit


@pytest.mark.ruling("d-withdraw-order")
@pytest.mark.clause("D-stats-5", "D-withdraw-1")
def test_a_blockhouse_withdraws_with_the_force_in_a_stated_reading() -> None:
    plan = Plan(defender=Conduct(leave=Leave(after=1)))
    ours, theirs = held("infantry:3"), held("infantry:2,blockhouse:1")
    assert "d-withdraw-order" in told("infantry:3", "infantry:2,blockhouse:1", plan).readings
    assert "d-withdraw-order" not in told("infantry:3", "infantry:2,blockhouse:1").readings
    (warned,) = odd(ours, theirs, plan)
    assert "blockhouse has movement 0" in warned and "d-withdraw-order" in warned
    assert "a blockhouse too" in rulebook.rulings()["d-withdraw-order"].options["a"]
    fought = dicepool.battle(ours, theirs, [6] * 9, plan)
    assert fought.result.defender.counts() == {"infantry": 2, "blockhouse": 1}
    assert "D-withdraw-1" in fought.result.rules
    assert "The defender withdrew with 2 infantry, 1 blockhouse" in str(fought)
    assert "The attacker keeps 3 infantry" in str(fought)


@pytest.mark.clause("D-dogfight-2", "D-strafe-2", "D-strafe-3")
@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("dogfight=infantry", "dogfight hits aircraft only"),
        ("answer=tank", "answer hits aircraft only"),
        ("strafing=bomber", "strafing hits land units only"),
        ("withdrawal=fighter", "withdrawal hits land units only"),
        ("strafing=", "name at least one type"),
        ("strafing=tank,", "name at least one type"),
    ],
)
def test_targets_that_no_battle_allows_are_refused(text: str, said: str) -> None:
    with pytest.raises(Unreadable, match=said):
        dicepool.conduct(text, dicepool.NEVER, dicepool.sample())


def test_targets_that_this_battle_never_has_are_said() -> None:
    table = dicepool.sample()

    def strange(attacker: str, defender: str, text: str, leave: str = "never") -> list[str]:
        conduct = dicepool.conduct(text, dicepool.leave(leave), table)
        return list(odd(held(attacker), held(defender), Plan(conduct)))

    assert "strafing" in strange("infantry:2", "infantry:1", "strafing=infantry")[0]
    assert "strafing" in strange("infantry:2,bomber:1", "infantry:1", "strafing=tank")[0]
    assert not strange("infantry:2,bomber:1", "infantry:1", "strafing=tank,infantry")
    assert "withdrawal" in strange("tank:2", "infantry:1", "withdrawal=infantry")[0]
    assert not strange("tank:2,bomber:1", "infantry:1", "withdrawal=infantry", "after:1")
    assert "answer" in strange("infantry:1", "infantry:1,bomber:1", "answer=bomber")[0]
    assert not strange("artillery:1", "infantry:1,bomber:1", "answer=bomber")


def test_a_unit_of_the_sample_is_pointed_at() -> None:
    with pytest.raises(Unreadable, match=r"--units sample.*Sample with aircraft"):
        dicepool.force("fighter:3")


# ---------------------------------------------------------------- what is too large


def test_the_limit_that_was_met_is_named_and_no_advice_about_targets_nobody_set() -> None:
    many = held("infantry:100,tank:50,fighter:30")
    with pytest.raises(NotAvailable, match="states") as caught:
        dicepool.odds(many, many)
    assert "leave the targets" not in str(caught.value)
    wished = Plan(Conduct(strafing=("tank",)))
    with pytest.raises(NotAvailable, match="or leave the targets in the order"):
        dicepool.odds(many, many, wished)


def test_a_small_battle_that_is_too_long_is_not_said_to_have_too_many_states(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(engine, "BOUND", 2e-15)
    with pytest.raises(NotAvailable, match=r"too long to reckon exactly: in round [1-9]") as caught:
        dicepool.odds(held("infantry:3"), held("infantry:3"))
    assert "too many states" not in str(caught.value)
    assert "targets" not in str(caught.value)
