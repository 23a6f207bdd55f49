"""The real fight against an oracle of chapter 9, and what must hold of every fight."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from random import Random
from typing import Any

import combat_oracle as oracle
import pytest
from attrs import evolve
from combat_positions import SWITCHES, Case, cases, even, make, seeded, swapped
from hypothesis import given
from strategies import at_large, examples

import witp_learn as witp
from witp_learn.files import BadData
from witp_learn.model import Side, State
from witp_learn.position.check import fatal
from witp_learn.position.file import to_plain
from witp_learn.rules.combat.record import fight_out

SINGAPORE = "0407 jp 2N(2L); 0507 jp A; 0407 cw N L A; turn 1"
AS_PRINTED = "; ruling transport-hit-vs-singapore=b"
MANILA = "0606 jp 2C 4N(2L); 0707 jp A; 0507 jp A; 0606 us A L; 0606 cw 2N 2L; turn 4"
MANILA_LANDING = "0606 jp 2C 2N 2N-(2L); 0507 jp A; 0707 jp A-; 0606 us A L; 0606 cw 2L; turn 4"


def pair(japan: int, allies: int) -> dict[str, int]:
    return {"japan": japan, "allies": allies}


@pytest.mark.clause("9.6.2k", "9.6.2l", "9.6.2m", "9.6.2n", "9.6.2o", "9.6.2p", "9.6.2q")
@pytest.mark.parametrize(("ruling", "landing"), [("", 1), (AS_PRINTED, 2)])
def test_the_oracle_fights_singapore(ruling: str, landing: int) -> None:
    found = oracle.fight(at_large(SINGAPORE + ruling), "0407", [6, 5, 1, 6])
    fleets, assault = found["battles"]
    assert fleets["strength"] == pair(4, 3) and fleets["total"] == pair(10, 8)
    assert fleets["hits"] == pair(1, 2) and fleets["air_hits"] == pair(1, 2)
    assert fleets["result"] == "eliminated"
    assert assault["total"] == pair(landing, 4) and assault["winner"] == "allies"
    assert assault["hits"] == pair(1, 0) and assault["result"] == "embarked"
    assert found["after"]["units"] == {
        ("0407", "commonwealth", "land", "full", False, 1): 1,
        ("0407", "japan", "land", "attrited", True, 1): 1,
        ("0407", "japan", "naval", "attrited", False, 1): 1,
        ("0407", "japan", "naval", "full", False, 1): 1,
        ("0507", "japan", "air", "attrited", False, 2): 1,
    }


@pytest.mark.clause("14.1ac", "14.1ae", "14.1ag", "14.1ai", "14.1ak", "14.1am", "14.1an", "14.1aq")
def test_the_oracle_fights_manila() -> None:
    found = oracle.fight(at_large(MANILA), "0606", [4, 5, 3, 1])
    fleets, assault = found["battles"]
    assert fleets["total"] == pair(20, 9) and fleets["difference"] == 11
    assert fleets["hits"] == pair(2, 6) and fleets["air_hits"] == pair(1, 0)
    assert assault["total"] == pair(7, 6) and assault["hits"] == pair(0, 1)
    assert assault["result"] == "continuing"
    assert found["after"]["contested"] == ["0606"]
    assert found["after"]["units"]["0707", "japan", "air", "attrited", False, 2] == 1


@pytest.mark.parametrize(
    ("line", "hex_id", "japan"),
    [
        (MANILA, "0606", Fraction(1)),
        (MANILA_LANDING, "0606", Fraction(1, 2)),
        (SINGAPORE, "0407", Fraction(21, 31)),
        ("0407 jp N N-(L L-); 0507 jp A-; 0407 cw L; turn 1", "0407", Fraction(1, 2)),
        ("0407 jp N N-(2L); 0507 jp A-; 0407 cw L; turn 1", "0407", Fraction(23, 28)),
    ],
)
def test_the_oracle_knows_the_odds_of_the_examples(line: str, hex_id: str, japan: Fraction) -> None:
    found = oracle.odds(at_large(line), hex_id)
    assert found["battles"][0]["win"]["japan"] == japan
    assert sum(found["outcomes"].values()) == 1


def test_ties_of_the_manila_landing() -> None:
    table = oracle.table_of(at_large(MANILA_LANDING))
    assert sum(oracle.tied(table, "0606", raw) for raw in oracle.ROLLS) == 10


# The real fight against the oracle


TOLD = ("choices", "chosen", "verdict", "why", "rules")
"""What a battle of the contract says in words."""


def as_contract(found: witp.Fight) -> dict[str, Any]:
    """The fight as the commands print it, without its words, the position in normal form."""
    data = found.as_dict()
    rows = [{k: v for k, v in row.items() if k not in TOLD} for row in data["battles"]]
    return {"battles": rows, "after": oracle.normal(data["after"])}


def fought(case: Case, dice: list[int]) -> witp.Fight:
    return witp.combat(case.state, case.hex, dice)


def agree(case: Case, rng: Random) -> dict[str, Any]:
    dice = case.dice(rng)
    expected = oracle.fight(case.state, case.hex, dice)
    assert as_contract(fought(case, dice)) == expected
    return expected


@pytest.mark.clause("9.3d", "9.4d", "9.5a", "9.5.2b", "9.6.1a", "9.6.3b", "9.6.3h", "9.6.3q")
def test_the_real_fight_agrees_with_the_oracle() -> None:
    seen: Counter[tuple[str, str]] = Counter()
    for number, case in enumerate(seeded(900)):
        for battle in agree(case, Random(number))["battles"]:
            seen[battle["kind"], battle["result"]] += 1
            if "result_overland" in battle:
                seen["overland", battle["result_overland"]] += 1
    ends = ("continuing", "retreat", "eliminated")
    expected = {(kind, end) for kind in ("land", "assault", "overland") for end in ends}
    expected |= {("fleet", "retreat"), ("fleet", "eliminated")}
    expected |= {("assault", "embarked"), ("assault", "destroyed")}
    assert set(seen) == expected
    assert min(seen.values()) >= 5


@examples(200)
@given(cases(switched=30))
def test_the_real_fight_agrees_whatever_the_readings(case: Case) -> None:
    agree(case, Random(1))


def test_the_real_fight_agrees_on_odd_positions() -> None:
    """Air units alone beside enemy land units, or on an enemy airfield, stay as they are."""
    for number, case in enumerate(seeded(250, odd=True)):
        agree(case, Random(number))


def read_as(case: Case, slug: str, reading: str) -> Case:
    return evolve(case, state=evolve(case.state, rulings={slug: reading}))


@pytest.mark.parametrize("slug", sorted(set(SWITCHES) - {"assault-may-or-must"}))
def test_each_switch_matters_and_both_agree_on_how(slug: str) -> None:
    turned = 0
    for number in range(2000):
        case = make(Random(number), switched=0)
        other = read_as(case, slug, "b")
        dice = case.dice(Random(number))
        try:
            changed = oracle.fight(other.state, case.hex, dice)
        except oracle.WrongDice:
            agree(other, Random(number))
            turned += 1
        else:
            assert as_contract(fought(other, dice)) == changed
            turned += changed != oracle.fight(case.state, case.hex, dice)
        if turned == 5:
            return
    pytest.fail(f"only {turned} fights turn on it")


@pytest.mark.clause("9.6.1b", "9.6.1c")
def test_hits_absorbed_or_taken_come_to_the_same() -> None:
    """What a loser cannot absorb exceeds twice its full units, which cap the winner's hits."""
    for number, case in enumerate(seeded(200, switched=0)):
        other = read_as(case, "winner-hits-basis", "c")
        dice = case.dice(Random(number))
        expected = oracle.fight(case.state, case.hex, dice)
        assert oracle.fight(other.state, case.hex, dice) == expected
        assert as_contract(fought(other, dice)) == expected


# What must hold of every fight


def counted(state: State) -> Counter[tuple[str, str, int | None]]:
    found: Counter[tuple[str, str, int | None]] = Counter()
    for unit in state.units:
        found[unit.nation.value, unit.kind.value, unit.strength] += unit.count
    return found


def everywhere(number: int = 150) -> Any:
    return examples(number)


def with_choices(case: Case, rng: Random) -> witp.Fight:
    """The fight with random dice, every owner choosing at random."""
    dice: list[int] = []
    chosen: list[str] = []
    while True:
        found = fight_out(case.state, case.hex, dice, chosen, steps=len(chosen))
        if found.over:
            return witp.combat(case.state, case.hex, dice, chosen)
        assert found.pending is not None
        if found.pending.kind == "dice":
            dice += (rng.randint(1, 6), rng.randint(1, 6))
        else:
            chosen.append(rng.choice(found.pending.choices).action)


@pytest.mark.clause("9.6.1b", "9.6.1c")
@everywhere()
@given(cases(), cases(switched=40))
def test_hits_keep_to_their_caps(first: Case, second: Case) -> None:
    for case in (first, second):
        for battle in fought(case, case.dice(Random(3))).battles:
            tally, full = battle.tally, battle.stakes.full
            assert tally is not None
            assert tally.hits[0] <= full[1] and tally.hits[1] <= full[0]
            win = 0 if tally.winner is Side.JAPAN else 1
            most = tally.difference
            if case.state.rulings.get("winner-hits-basis") != "b":
                most = tally.hits[1 - win]
            assert tally.hits[win] <= most // 2


@pytest.mark.clause("9.6.1f", "9.6.3b", "9.6.3f", "9.7a", "8.6c")
@everywhere()
@given(cases(switched=25))
def test_what_a_fight_leaves_on_the_board(case: Case) -> None:
    for found in (fought(case, case.dice(Random(4))), with_choices(case, Random(4))):
        leaves_in_order(case, found)


def leaves_in_order(case: Case, found: witp.Fight) -> None:
    after = found.after
    assert fatal(after) is None
    assert not counted(after) - counted(case.state)
    if not found.battles:
        assert oracle.normal(to_plain(after)) == oracle.normal(to_plain(case.state))
        return
    rows = [evolve(unit, count=1) for unit in after.units]
    assert len(rows) == len(set(rows))
    here = after.at(case.hex)
    for at in {unit.at for unit in here}:
        assert len({u.side for u in here if u.kind.is_fleet and u.at == at}) < 2
    both = all(after.land_ashore(case.hex, side) for side in Side)
    ashore_fights = [b for b in found.battles if b.battle.kind != "fleet"]
    assert both is (case.hex in after.contested) or not ashore_fights
    assert not both or ashore_fights
    assert set(after.contested) - {case.hex} == set(case.state.contested) - {case.hex}


@pytest.mark.clause("9.6.3l", "9.6.3m")
@everywhere()
@given(cases())
def test_beaten_landers_are_halved_and_attrited(case: Case) -> None:
    found = with_choices(case, Random(5))
    for battle in found.battles:
        if battle.result not in ("embarked", "destroyed") or battle.battle.lander is None:
            continue
        here = [u for u in found.after.at(case.hex, battle.battle.lander) if u.aboard]
        back = [u for u in here if u.at in battle.battle.seas]
        assert all(not u.full for u in back)
        lander, seas = battle.battle.lander, battle.battle.seas
        ships = [p for p in battle.before.here if p.side is lander and p.at in seas]
        landed = sum(ship.cargo is not None for ship in ships)
        assert sum(u.count for u in back) <= (landed + 1) // 2


def turned_round(battle: dict[str, Any]) -> dict[str, Any]:
    """A battle's row with the sides swapped."""
    row = dict(battle)
    for key, value in battle.items():
        if isinstance(value, dict):
            row[key] = pair(value["allies"], value["japan"])
    row["winner"] = {"japan": "allies", "allies": "japan"}[battle["winner"]]
    row["rolls"] = [[a, j] for j, a in battle["rolls"]]
    return row


@pytest.mark.clause("9.3a", "9.4a", "9.5.1d", "9.6a")
@everywhere()
@given(cases(switched=25).map(even))
def test_swapping_the_sides_swaps_everything(case: Case) -> None:
    dice = case.dice(Random(6))
    other = swapped(case)
    turned = [die for j, a in zip(dice[::2], dice[1::2], strict=True) for die in (a, j)]
    one, two = fought(case, dice), fought(other, turned)
    rows = as_contract(one)["battles"]
    assert as_contract(two)["battles"] == [turned_round(row) for row in rows]
    back = swapped(Case(two.after, case.hex)).state
    assert oracle.normal(to_plain(back)) == oracle.normal(to_plain(one.after))


@pytest.mark.clause("9.6b", "9.3d", "9.4d")
@everywhere(60)
@given(cases())
def test_a_tie_is_rolled_again_and_changes_nothing(case: Case) -> None:
    table = oracle.opened(case.state, case.hex)
    if oracle.next_battle(table, case.hex) is None:
        return
    ties = [raw for raw in oracle.ROLLS if oracle.tied(table, case.hex, raw)]
    dice = case.dice(Random(7))
    for raw in ties[:2]:
        plain, delayed = fought(case, dice), fought(case, [*raw, *dice])
        assert delayed.battles[0].rolls[0] == raw
        assert delayed.after == plain.after


@everywhere(60)
@given(cases())
def test_too_few_or_too_many_dice_are_refused(case: Case) -> None:
    dice = case.dice(Random(8))
    with pytest.raises(BadData, match="dice"):
        fought(case, [*dice, 3, 4])
    with pytest.raises(BadData, match="dice"):
        fought(case, [*dice, 5])
    if dice:
        with pytest.raises(BadData, match="dice"):
            fought(case, dice[:-1]).as_dict()
        with pytest.raises(oracle.WrongDice):
            oracle.fight(case.state, case.hex, dice[:-2])
        with pytest.raises(BadData, match="dice"):
            fought(case, [7, *dice[1:]])
