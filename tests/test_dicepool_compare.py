"""Two forces side by side, and the ways to spend the same points."""

from __future__ import annotations

import pytest
from attrs import evolve

from witp_learn import dicepool, rulebook
from witp_learn.dicepool import Comparison, Conduct, Force, Leave, Plan, Role
from witp_learn.dicepool.outcomes import percent
from witp_learn.files import NotAvailable, Unreadable

ENEMY = "infantry:4,artillery:1"


def held(text: str) -> Force:
    return dicepool.force(text, dicepool.sample())


def compared(first: str, second: str, enemy: str = ENEMY, role: Role = Role.ATTACKER) -> Comparison:
    return dicepool.compare(held(first), held(second), held(enemy), role)


def figure(found: Comparison, name: str) -> dicepool.Figure:
    return next(row for row in found.figures if row.name == name)


@pytest.mark.clause("D-stats-2", "D-stats-4", "D-stats-9", "D-completion-4")
def test_two_forces_for_the_same_pu() -> None:
    found = compared("infantry:10", "infantry:5,tank:1")
    first = dicepool.odds(held("infantry:10"), held(ENEMY))
    second = dicepool.odds(held("infantry:5,tank:1"), held(ENEMY))
    assert found.price == (10, 10)
    assert (found.chance(0), found.chance(1)) == (first.attacker, second.attacker)
    assert found.better == 0
    assert found.answer.good
    assert found.answer.verdict == (
        f"For 10 PU the first force does better: {percent(first.attacker)} against "
        f"{percent(second.attacker)}."
    )
    assert figure(found, "mp").values == (10, 5)
    assert figure(found, "mp").better == 1
    assert figure(found, "lost").values == (
        first.lost_pu(Role.ATTACKER),
        second.lost_pu(Role.ATTACKER),
    )
    assert figure(found, "enemy_lost").values[0] == first.lost_pu(Role.DEFENDER)
    assert figure(found, "rounds").better is None


@pytest.mark.clause("D-completion-5", "D-stats-7")
def test_for_a_defender_the_chance_is_to_keep_the_territory() -> None:
    found = compared("artillery:1", "blockhouse:1", "infantry:3", Role.DEFENDER)
    for which, name in enumerate(("artillery:1", "blockhouse:1")):
        odds = dicepool.odds(held("infantry:3"), held(name))
        kept = odds.defender + odds.both
        assert found.chance(which) == pytest.approx(kept, abs=1e-12)
    assert found.price == (5, 5)
    assert found.better == 1
    assert "D-completion-5" in found.answer.rules


@pytest.mark.parametrize(
    ("first", "second", "said"),
    [
        ("infantry:12", "tank:2", "for 2 PU more."),
        ("infantry:8", "tank:2", "for 2 PU less."),
        ("tank:2", "infantry:10", "For 10 PU the second force does better"),
        ("tank:2", "tank:2", "Both forces do equally well"),
    ],
)
def test_the_verdict_says_what_it_costs(first: str, second: str, said: str) -> None:
    found = compared(first, second)
    assert said in found.answer.verdict
    assert len(found.answer.verdict.replace(" %", "%").split()) <= 14
    assert len(found.answer.deciding.split()) <= 25


def test_swapping_the_forces_swaps_the_figures() -> None:
    one, two = (
        compared("infantry:6", "tank:1,infantry:1"),
        compared("tank:1,infantry:1", "infantry:6"),
    )
    for ours, theirs in zip(one.figures, two.figures, strict=True):
        assert ours.values == theirs.values[::-1]
        assert ours.better == (None if theirs.better is None else 1 - theirs.better)


def test_both_fight_under_the_same_plan() -> None:
    plan = Plan(defender=Conduct(leave=Leave(after=1)))
    found = dicepool.compare(held("infantry:5"), held("tank:1"), held(ENEMY), plan=plan)
    assert found.chance(0) == dicepool.odds(held("infantry:5"), held(ENEMY), plan).attacker
    assert "d-withdraw-order" in found.answer.readings


def test_made_up_values_that_would_turn_it_are_named() -> None:
    found = compared("infantry:4,fighter:1", "infantry:2,tank:2")
    assert found.as_dict()["assumed"] == ["fighter"]
    assert [fact.key for fact in found.answer.facts] == ["fighter.land"]
    fighter = dicepool.sample()["fighter"]
    stronger = held("infantry:4,fighter:1").retyped(evolve(fighter, land=2))
    again = dicepool.compare(stronger, held("infantry:2,tank:2"), held(ENEMY))
    assert again.better == 0 and found.better == 1
    assert "not the game's" in str(found)


def test_what_was_not_tried_is_not_claimed() -> None:
    big = "infantry:60,tank:20"
    found = compared(big, "infantry:60,tank:19", big)
    assert not found.answer.tried
    assert "were not tried" in str(found)
    assert "0 unprinted" not in str(found)


def test_the_table_has_every_figure_of_both_forces() -> None:
    found = compared("infantry:10", "tank:2")
    text = str(found)
    for row in found.figures:
        assert row.label in text
        assert all(shown in text for shown in row.texts)
    assert set(found.answer.rules) <= set(rulebook.clauses())
    assert set(found.answer.readings) <= set(rulebook.rulings())
    assert found.as_dict()["figures"]["pu"] == [10, 10]


@pytest.mark.clause("D-stats-2", "D-stats-4", "D-stats-5", "D-stats-7", "D-stats-9")
def test_every_way_to_spend_the_points() -> None:
    ways = dicepool.mixes(10)
    assert [dicepool.written(side) for side in ways] == [
        "infantry:10",
        "infantry:5,tank:1",
        "infantry:5,artillery:1",
        "tank:2",
        "tank:1,artillery:1",
        "artillery:2",
    ]
    defending = dicepool.mixes(23, Role.DEFENDER)
    assert len(set(map(dicepool.written, defending))) == len(defending)
    assert {dicepool.pu(side) for side in defending} == {23}
    assert any(side.left("blockhouse") for side in defending)
    assert [dicepool.written(side) for side in dicepool.mixes(10, manpower=4)] == [
        "tank:2",
        "tank:1,artillery:1",
        "artillery:2",
    ]
    assert dicepool.mixes(3, manpower=2) == ()


def test_points_that_cannot_be_spent_or_listed() -> None:
    for points in (0, 201, -5):
        with pytest.raises(Unreadable, match="from 1 to 200"):
            dicepool.mixes(points)
    with pytest.raises(NotAvailable, match="limit the MP"):
        dicepool.mixes(200, Role.DEFENDER)


@pytest.mark.parametrize(
    ("chance", "shown"),
    [
        (0.0, "0.00 %"),
        (1.0, "100.00 %"),
        (1 - 1e-15, "100.00 %"),
        (1e-9, "under 0.001 %"),
        (1 - 1e-9, "over 99.999 %"),
        (0.00001, "0.001 %"),
        (0.00073, "0.073 %"),
        (0.99156, "99.156 %"),
        (0.01, "1.00 %"),
        (0.7943, "79.43 %"),
    ],
)
def test_what_is_not_certain_is_not_shown_as_certain(chance: float, shown: str) -> None:
    assert percent(chance) == shown
