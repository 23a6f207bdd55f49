"""The oracle of combat on the printed examples."""

from __future__ import annotations

from fractions import Fraction

import combat_oracle as oracle
import pytest
from strategies import at_large

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
