"""Exact odds: the figures that must come out, a slow second opinion, and the battle itself."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from itertools import permutations, product
from math import comb, isclose
from random import Random

import pytest
from dicepool_oracle import LAND, PLAIN, PLANES, Army, Oracle, army
from hypothesis import given, settings
from hypothesis import strategies as st

from witp_learn import dicepool
from witp_learn.dicepool import Conduct, Force, Leave, Odds, Plan, Role
from witp_learn.files import NotAvailable

EXACT = 1e-12


def held(text: str) -> Force:
    return dicepool.force(text, dicepool.sample())


def asked(attacker: str, defender: str, plan: Plan = dicepool.PLAIN) -> Odds:
    return dicepool.odds(held(attacker), held(defender), plan)


def as_army(side: Force) -> Army:
    """A force of the odds as the oracle writes it, the destroyed left out."""
    units = []
    for group in side:
        whole = group.unit.hits
        units += [(group.name, whole)] * group.left
        if group.damaged:
            units[-1] = (group.name, whole - group.damaged)
    return tuple(sorted(units))


def ends(found: Odds) -> dict:
    table: dict = defaultdict(float)
    for outcome in found.outcomes:
        table[as_army(outcome.attacker), as_army(outcome.defender)] += outcome.chance
    return table


def agree(ours: dict, exact: dict, within: float = EXACT) -> None:
    assert set(ours) <= set(exact)
    for key, chance in exact.items():
        assert abs(Fraction(ours.get(key, 0.0)) - chance) <= within, key


@pytest.mark.clause("D-completion-1", "D-completion-5", "D-units-7", "D-units-8")
def test_one_infantry_against_one() -> None:
    found = asked("infantry:1", "infantry:1")
    for got, exact in ((found.attacker, 11), (found.defender, 11), (found.both, 10)):
        assert abs(got - Fraction(exact, 32)) < EXACT


@pytest.mark.clause("D-main-1", "D-main-2", "D-main-3", "D-main-4")
@pytest.mark.parametrize(
    ("attacker", "defender", "shown", "rounds"),
    [
        ("infantry:3,tank:1", "infantry:2,artillery:1", (79.43, 7.22, 13.35), 2.026),
        (
            "infantry:5,tank:3,artillery:2",
            "infantry:6,artillery:2",
            (99.156, 0.073, 0.771),
            None,
        ),
    ],
)
def test_shown_figures(
    attacker: str, defender: str, shown: tuple[float, ...], rounds: float | None
) -> None:
    found = asked(attacker, defender)
    digits = 2 if rounds else 3
    chances = (found.attacker, found.defender, found.both)
    assert tuple(round(100 * chance, digits) for chance in chances) == shown
    if rounds:
        assert found.rounds is not None
        assert round(found.rounds, 3) == rounds


SMALL = st.fixed_dictionaries(
    {},
    optional={
        "infantry": st.integers(1, 2),
        "tank": st.integers(1, 2),
        "artillery": st.integers(1, 2),
        "blockhouse": st.just(1),
    },
).filter(lambda counts: 0 < sum(counts.values()) < 4)
FLOWN = st.fixed_dictionaries({}, optional={"fighter": st.integers(1, 2), "bomber": st.just(1)})


@settings(max_examples=25)
@given(SMALL, SMALL)
def test_land_battles_against_the_oracle(attacker: dict, defender: dict) -> None:
    table = dicepool.sample()
    found = dicepool.odds(Force.of(attacker, table), Force.of(defender, table))
    exact, rounds = Oracle().ends(army(attacker), army(defender))
    agree(ends(found), exact)
    assert found.rounds is not None
    assert abs(found.rounds - rounds) < EXACT
    assert found.error < EXACT
    assert found.rounds_error < EXACT


@pytest.mark.clause(
    "D-dogfight-1",
    "D-dogfight-3",
    "D-dogfight-5",
    "D-strafe-1",
    "D-strafe-3",
    "D-strafe-4",
    "D-strafe-6",
    "D-strafe-7",
    "D-round-1",
)
@settings(max_examples=6)
@given(SMALL, SMALL, FLOWN, FLOWN)
def test_battles_with_aircraft_against_the_oracle(
    attacker: dict, defender: dict, over: dict, above: dict
) -> None:
    table = dicepool.sample()
    ours, theirs = attacker | over, defender | above
    found = dicepool.odds(Force.of(ours, table), Force.of(theirs, table))
    exact, rounds = Oracle().ends(army(ours), army(theirs))
    agree(ends(found), exact, found.error)
    assert found.error < EXACT
    assert found.rounds is not None
    assert abs(Fraction(found.rounds) - rounds) <= found.rounds_error < EXACT


@pytest.mark.clause("D-strafe-2", "D-strafe-5", "D-dogfight-2", "D-dogfight-4")
@settings(max_examples=5)
@given(
    SMALL,
    SMALL,
    FLOWN,
    FLOWN,
    st.sampled_from(list(permutations(LAND))),
    st.sampled_from(list(permutations(LAND))),
    st.sampled_from(list(permutations(PLANES))),
)
def test_targets_of_choice_against_the_oracle(
    attacker: dict, defender: dict, over: dict, above: dict, first: tuple, second: tuple, air: tuple
) -> None:
    table = dicepool.sample()
    ours, theirs = attacker | over, defender | above
    plan = Plan(
        Conduct(dogfight=air, strafing=first, answer=air),
        Conduct(strafing=second, dogfight=air),
    )
    found = dicepool.odds(Force.of(ours, table), Force.of(theirs, table), plan)
    oracle = Oracle(
        PLAIN | {"dogfight": air, "strafing": first, "answer": air},
        PLAIN | {"strafing": second, "dogfight": air},
    )
    exact, _ = oracle.ends(army(ours), army(theirs))
    agree(ends(found), exact)


@pytest.mark.clause(
    "D-withdraw-1", "D-withdraw-3", "D-withdraw-4", "D-withdraw-5", "D-withdraw-6", "D-withdraw-7"
)
@settings(max_examples=15)
@given(SMALL, SMALL, FLOWN, FLOWN, st.sampled_from(list(Role)), st.sampled_from([LAND, LAND[::-1]]))
def test_withdrawal_after_round_1_against_the_oracle(
    attacker: dict, defender: dict, over: dict, above: dict, leaver: Role, order: tuple
) -> None:
    table = dicepool.sample()
    ours, theirs = attacker | over, defender | above
    stays = Conduct(withdrawal=order)
    goes = Conduct(withdrawal=order, leave=Leave(after=1))
    plan = Plan(goes, stays) if leaver is Role.ATTACKER else Plan(stays, goes)
    found = dicepool.odds(Force.of(ours, table), Force.of(theirs, table), plan)
    table_of: dict = defaultdict(float)
    for outcome in found.outcomes:
        key = as_army(outcome.attacker), as_army(outcome.defender), outcome.leaver is leaver
        table_of[key] += outcome.chance
    orders = PLAIN | {"withdrawal": order}
    agree(table_of, Oracle(orders, orders).withdrawn_after_one(army(ours), army(theirs), leaver))


def test_mean_survivors_after_withdrawing_follow_from_round_1_and_the_volleys() -> None:
    plan = Plan(defender=Conduct(leave=Leave(after=1)))
    found = asked("infantry:2,tank:1,fighter:1", "infantry:2,artillery:1,bomber:1", plan)
    ours = army({"infantry": 2, "tank": 1, "fighter": 1})
    theirs = army({"infantry": 2, "artillery": 1, "bomber": 1})
    mean = Fraction(0)
    for (_, side, _), chance in Oracle().withdrawn_after_one(ours, theirs, "defender").items():
        mean += chance * sum(name == "infantry" for name, _ in side)
    assert abs(found.left(Role.DEFENDER)["infantry"] - mean) < EXACT


@pytest.mark.parametrize(
    ("attacker", "defender", "plan"),
    [
        ("infantry:3,tank:1", "infantry:2,artillery:1", Plan()),
        ("infantry:2,tank:1,fighter:2,bomber:1", "infantry:3,artillery:1,fighter:1", Plan()),
        (
            "infantry:2,tank:2,bomber:1",
            "infantry:2,tank:1,blockhouse:1,fighter:1",
            Plan(Conduct(strafing=("blockhouse",), leave=Leave(mobile=True)), refuge=False),
        ),
        (
            "infantry:3,tank:1",
            "infantry:3,tank:1,fighter:1",
            Plan(Conduct(leave=Leave(after=2)), Conduct(leave=Leave(mobile=True))),
        ),
    ],
)
def test_the_battle_itself_comes_out_as_often(attacker: str, defender: str, plan: Plan) -> None:
    ours, theirs = held(attacker), held(defender)
    found = dicepool.odds(ours, theirs, plan)
    chance, fights = Random(6), 2000
    fates: dict[str, int] = defaultdict(int)
    rounds, left, paid = 0, 0, 0
    for _ in range(fights):
        fought = dicepool.battle(ours, theirs, chance, plan)
        fates[fought.result.fate] += 1
        rounds += len(fought.rounds)
        left += sum(fought.result.defender.counts().values())
        paid += fought.lost_pu(Role.ATTACKER)
    for name, likely in found.fates.items():
        spread = 4 * (likely * (1 - likely) / fights) ** 0.5
        assert abs(fates[name] / fights - likely) <= spread + 1e-9, name
    assert found.rounds is not None
    assert isclose(rounds / fights, found.rounds, rel_tol=0.05)
    assert isclose(left / fights, sum(found.left(Role.DEFENDER).values()), rel_tol=0.1)
    assert isclose(paid / fights, found.lost_pu(Role.ATTACKER), rel_tol=0.05)


@pytest.mark.clause("D-units-8")
@settings(max_examples=20)
@given(SMALL, SMALL, FLOWN, FLOWN)
def test_survivors_never_exceed_the_force_and_the_destroyed_have_none(
    attacker: dict, defender: dict, over: dict, above: dict
) -> None:
    table = dicepool.sample()
    found = dicepool.odds(Force.of(attacker | over, table), Force.of(defender | above, table))
    assert abs(sum(found.fates.values()) - 1) < EXACT
    for role in Role:
        for group in found.start(role):
            chances = found.left_chances(role)[group.name]
            assert max(chances) <= group.count
            assert abs(sum(chances.values()) - 1) < EXACT
        assert abs(sum(found.lost_pu_chances(role).values()) - 1) < EXACT
    for outcome in found.outcomes:
        if outcome.fate == "both":
            assert not any(group.left for group in outcome.attacker.land)
            assert not any(group.left for group in outcome.defender.land)
        if outcome.fate == "attacker":
            assert not any(group.left for group in outcome.defender.land)


@pytest.mark.clause("D-completion-4")
def test_aircraft_alone_take_nothing() -> None:
    found = asked("fighter:2,bomber:2", "infantry:1")
    assert found.attacker == 0.0
    assert found.both > 0
    assert found.rounds == pytest.approx(1, abs=EXACT)


@pytest.mark.clause("D-completion-1", "D-withdraw-1")
def test_nobody_withdraws_once_a_land_force_is_gone() -> None:
    plan = Plan(Conduct(leave=Leave(after=1)), Conduct(leave=Leave(after=1)))
    found = asked("infantry:2", "artillery:1", plan)
    plain = asked("infantry:2", "artillery:1")
    after_one = sum(o.chance for o in found.outcomes if o.leaver is None)
    assert after_one == pytest.approx(plain.round_chances[1], abs=EXACT)
    assert all(
        outcome.attacker.has_land and outcome.defender.has_land
        for outcome in found.outcomes
        if outcome.leaver
    )


@pytest.mark.ruling("d-withdraw-order")
@pytest.mark.clause("D-withdraw-1")
def test_the_defender_declares_first() -> None:
    plan = Plan(Conduct(leave=Leave(after=1)), Conduct(leave=Leave(after=1)))
    found = asked("infantry:2", "infantry:2", plan)
    assert found.withdrawn(Role.DEFENDER) > 0
    assert found.withdrawn(Role.ATTACKER) == 0


def test_both_sides_alike_have_the_same_chances() -> None:
    found = asked("infantry:6,tank:3,artillery:2", "infantry:6,tank:3,artillery:2")
    assert found.attacker == pytest.approx(found.defender, abs=EXACT)
    assert found.exchange == pytest.approx(0, abs=1e-10)
    assert found.lost_pu(Role.ATTACKER) == pytest.approx(found.lost_pu(Role.DEFENDER), abs=1e-10)


def hits_of(dice: int) -> list[Fraction]:
    return [Fraction(comb(dice, k) * 2**k, 3**dice) for k in range(dice + 1)]


def exact_infantry(ours: int, theirs: int) -> tuple[Fraction, Fraction, Fraction]:
    """Chances of infantry against infantry in exact fractions, state by state."""
    known: dict[tuple[int, int], tuple[Fraction, ...]] = {
        (0, 0): (Fraction(0), Fraction(0), Fraction(1))
    }
    for left in range(1, 2 * ours + 1):
        known[left, 0] = Fraction(1), Fraction(0), Fraction(0)
    for left in range(1, 2 * theirs + 1):
        known[0, left] = Fraction(0), Fraction(1), Fraction(0)
    for a, d in product(range(1, 2 * ours + 1), range(1, 2 * theirs + 1)):
        total, stay = [Fraction(0)] * 3, Fraction(0)
        volleys = product(enumerate(hits_of((a + 1) // 2)), enumerate(hits_of((d + 1) // 2)))
        for (on_d, p), (on_a, q) in volleys:
            there = max(0, a - on_a), max(0, d - on_d)
            if there == (a, d):
                stay += p * q
            else:
                total = [t + p * q * more for t, more in zip(total, known[there], strict=True)]
        known[a, d] = tuple(t / (1 - stay) for t in total)
    first, second, third = known[2 * ours, 2 * theirs]
    return first, second, third


def test_the_error_is_no_larger_than_the_bound_says() -> None:
    found = asked("infantry:12", "infantry:11")
    exact = exact_infantry(12, 11)
    for shown, true in zip((found.attacker, found.defender, found.both), exact, strict=True):
        assert abs(Fraction(shown) - true) <= found.error < EXACT / 10


def test_chances_of_many_endings_add_up_to_one() -> None:
    text = "infantry:6,tank:2,artillery:2,fighter:2,bomber:2"
    found = asked(text, text, Plan(Conduct(strafing=("artillery",), leave=Leave(after=4))))
    assert len(found.outcomes) > 1000
    for chances in (found.fates, found.round_chances, dicepool.exchange_chances(found)):
        assert abs(sum(chances.values()) - 1) <= found.error < EXACT


def test_a_large_battle_stays_within_the_bound() -> None:
    found = asked("infantry:20,tank:10,artillery:5", "infantry:20,tank:8,artillery:3")
    assert found.error < 2e-13
    assert abs(sum(found.fates.values()) - 1) <= found.error
    assert found.rounds_error < EXACT


def test_a_battle_with_too_many_states_is_refused_in_words() -> None:
    with pytest.raises(NotAvailable, match="too many states"):
        asked("infantry:100,tank:50,fighter:30", "infantry:100,tank:50,bomber:30")


def test_units_that_cannot_hurt_each_other_never_end() -> None:
    text = """
    format = "witp-dicepool-units/1"
    [[units]]
    name = "balloon battery"
    category = "artillery"
    hits = 1
    pu = 1
    """
    table = dicepool.read_units(text, "own.toml")
    side = dicepool.force("balloon battery:2", table)
    found = dicepool.odds(side, side)
    assert found.fates["unending"] == 1.0
    assert found.rounds is None
    assert "never end" in str(found)
    later = dicepool.odds(side, side, Plan(Conduct(leave=Leave(after=3))))
    assert later.rounds == 3.0
    assert later.withdrawn(Role.ATTACKER) == 1.0
    assert dicepool.battle(side, side, []).result.fate == "unending"
    assert len(dicepool.battle(side, side, [], Plan(Conduct(leave=Leave(after=3)))).rounds) == 3


@pytest.mark.parametrize("kind", ["infantry", "tank", "artillery", "blockhouse"])
def test_the_largest_forces_stay_within_the_bound(kind: str) -> None:
    found = asked(f"{kind}:200", f"{kind}:150")
    assert found.error < EXACT
    assert abs(sum(found.fates.values()) - 1) <= found.error
    assert found.attacker > found.defender
