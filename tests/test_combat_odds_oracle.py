"""The exact chances of fights against an oracle that walks all dice, and against the real fight."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import sqrt
from random import Random
from typing import Any

import combat_oracle as oracle
import pytest
from attrs import evolve
from combat_positions import Case, cases, even, seeded, swapped
from hypothesis import given
from strategies import at_large, examples

import witp_learn as witp
from witp_learn.model import Side, State

SMALL: dict[str, Any] = {"most": 2}


def plain(found: dict[str, Any]) -> dict[str, Any]:
    """The oracle's odds as the contract writes them, in an order of their own."""
    battles = [
        {
            "kind": row["kind"],
            "win": {side: str(p) for side, p in row["win"].items()},
            "difference": {d: str(p) for d, p in row["difference"].items()},
        }
        for row in found["battles"]
    ]
    outcomes = [
        {"land": land, "fleets": fleets, "p": str(p)}
        for (land, fleets), p in found["outcomes"].items()
    ]
    return ordered({"battles": battles, "outcomes": outcomes})


def ordered(data: dict[str, Any]) -> dict[str, Any]:
    return {key: sorted(rows, key=repr) for key, rows in data.items()}


def without_seas(data: dict[str, Any], hex_id: str) -> dict[str, Any]:
    """The same without the sea that a fleet combat is in, each of which is told once."""
    battles = [dict(row) for row in data["battles"]]
    seas = [row.pop("sea") for row in battles if "sea" in row]
    assert len(set(seas)) == len(seas)
    assert all(sea[:4] == hex_id and len(sea) == 5 for sea in seas)
    return {**data, "battles": battles}


def sums_to_one(data: dict[str, Any]) -> None:
    assert sum(Fraction(row["p"]) for row in data["outcomes"]) == 1
    for battle in data["battles"]:
        assert sum(map(Fraction, battle["win"].values())) == 1
        assert sum(map(Fraction, battle["difference"].values())) == 1
        ahead = sum(Fraction(p) for d, p in battle["difference"].items() if int(d) > 0)
        assert ahead == Fraction(battle["win"]["japan"])
        assert "0" not in battle["difference"]


def counters(state: State, side: Side, kind: str, *, full: bool) -> int:
    rows = (u for u in state.units if u.side is side and u.kind.value == kind)
    return sum(u.count for u in rows if u.full or not full)


def agrees(case: Case) -> list[str]:
    """Compare one case, expected losses too; the kinds of battles it holds."""
    found = witp.odds(case.state, case.hex)
    expected = oracle.odds(case.state, case.hex)
    data = found.as_dict()
    sums_to_one(data)
    assert ordered(without_seas(data, case.hex)) == plain(expected)
    for loss in found.losses:
        key = (loss.side.value, loss.kind.value)
        before = counters(case.state, loss.side, loss.kind.value, full=False)
        assert loss.removed == before - expected["left"][(*key, "all")]
        fresh = counters(case.state, loss.side, loss.kind.value, full=True)
        assert loss.full == fresh - expected["left"][(*key, "full")]
        assert 0 <= loss.removed <= before and 0 <= loss.full <= fresh
    return [battle["kind"] for battle in data["battles"]]


@pytest.mark.clause("9.3d", "9.4d", "9.6a", "9.6b")
def test_the_odds_agree_with_all_dice_walked() -> None:
    seen: Counter[str] = Counter()
    for case in seeded(70, **SMALL):
        seen["+".join(agrees(case))] += 1
    chained = sum(number for kinds, number in seen.items() if "+" in kinds)
    assert seen["fleet"] and seen["land"] and seen["assault"] and chained >= 10


@examples(25)
@given(cases(switched=35, **SMALL))
def test_the_odds_agree_whatever_the_readings(case: Case) -> None:
    agrees(case)


def test_where_nobody_fights_the_position_is_certain() -> None:
    state = at_large("0407 jp 2N(2L); 0407 cw A; turn 4")
    certain = [{"land": "none", "fleets": "japan", "p": "1"}]
    assert witp.odds(state, "0407").as_dict() == {"battles": [], "outcomes": certain}


@examples(40)
@given(cases(**SMALL))
def test_the_same_question_has_the_same_answer(case: Case) -> None:
    first = witp.odds(case.state, case.hex).as_dict()
    shuffled = list(case.state.units)
    Random(8).shuffle(shuffled)
    again = evolve(case.state, units=tuple(shuffled))
    assert witp.odds(case.state, case.hex).as_dict() == first
    assert witp.odds(again, case.hex).as_dict() == first


@examples(40)
@given(cases(switched=20, **SMALL).map(even))
def test_swapping_the_sides_swaps_the_odds(case: Case) -> None:
    def turned(word: str) -> str:
        return {"japan": "allies", "allies": "japan"}.get(word, word)

    data = witp.odds(case.state, case.hex).as_dict()
    battles = [
        {
            **row,
            "win": {side: row["win"][turned(side)] for side in ("japan", "allies")},
            "difference": {str(-int(d)): p for d, p in reversed(row["difference"].items())},
        }
        for row in data["battles"]
    ]
    outcomes = [
        {"land": turned(row["land"]), "fleets": turned(row["fleets"]), "p": row["p"]}
        for row in data["outcomes"]
    ]
    other = swapped(case)
    expected = ordered({"battles": battles, "outcomes": outcomes})
    assert ordered(witp.odds(other.state, other.hex).as_dict()) == expected


# By chance, through the real fight


def tries(state: State, hex_id: str, number: int, rng: Random) -> Counter[tuple[str, str]]:
    """Who won the first battle, and who was left, in so many real fights with random dice."""
    found: Counter[tuple[str, str]] = Counter()
    for _ in range(number):
        fight = witp.combat(state, hex_id)
        while not fight.over:
            fight = fight.roll(rng.randint(1, 6), rng.randint(1, 6))
        data = fight.as_dict()
        found["first", data["battles"][0]["winner"]] += 1
        left = oracle.who_is_left(oracle.table_of(fight.after), hex_id)
        found[left] += 1
    return found


@pytest.mark.parametrize(
    ("line", "hex_id"),
    [
        ("0407 jp 2N(2L); 0507 jp A; 0407 cw N L A; turn 1", "0407"),
        ("0606 jp 2C 4N(2L); 0707 jp A; 0507 jp A; 0606 us A L; 0606 cw 2N 2L; turn 4", "0606"),
        ("0606 jp C 2N(2L) 2L; 0507 jp A; 0606 us 2N 2L; 0607 us A; turn 4", "0606"),
        ("0505 jp 2L; 0505 cn 2L; contested 0505; turn 4", "0505"),
    ],
)
def test_chance_agrees_with_the_odds(line: str, hex_id: str) -> None:
    state, number = at_large(line), 600
    data = witp.odds(state, hex_id).as_dict()
    found = tries(state, hex_id, number, Random(1942))
    chances = {(row["land"], row["fleets"]): Fraction(row["p"]) for row in data["outcomes"]}
    first = data["battles"][0]["win"]
    chances |= {("first", side): Fraction(p) for side, p in first.items() if Fraction(p)}
    assert set(found) <= set(chances)
    for key, chance in chances.items():
        p = float(chance)
        assert abs(found[key] / number - p) <= 4 * sqrt(p * (1 - p) / number), key
