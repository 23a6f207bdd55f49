"""The commands of the second ruleset: their JSON, their text, and what they say of bad input."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from witp_learn import cli

OWN = """
format = "witp-dicepool-units/1"
[[units]]
name = "zero"
category = "aircraft"
air = 2
land = 1
hits = 1
pu = 6
"""


class Ran:
    """What a command printed and how it ended."""

    def __init__(self, status: int, out: str, err: str) -> None:
        self.status, self.out, self.err = status, out, err


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    def runs(*words: str) -> Ran:
        monkeypatch.setattr(sys, "argv", ["witp-learn", "dicepool", *words])
        with pytest.raises(SystemExit) as ended:
            cli.main()
        out, err = capsys.readouterr()
        return Ran(int(ended.value.code or 0), out, err)

    return runs


def sides(attacker: str = "infantry:1", defender: str = "infantry:1") -> tuple[str, ...]:
    return "--attacker", attacker, "--defender", defender


def test_odds_as_json(run) -> None:
    ran = run("odds", *sides("infantry:3,tank:1", "infantry:2,artillery:1"), "--json")
    assert (ran.status, ran.err) == (0, "")
    found = json.loads(ran.out)
    shown = [round(100 * found[key], 2) for key in ("attacker", "defender", "both")]
    assert shown == [79.43, 7.22, 13.35]
    assert round(found["rounds"], 3) == 2.026
    assert set(found["left"]["attacker"]) == {"infantry", "tank"}
    assert 0 < found["left"]["attacker"]["tank"] < 1
    assert found["error"] < 1e-12
    assert found["assumed"] == []


def test_odds_for_people(run) -> None:
    ran = run("odds", *sides("infantry:3,tank:1", "infantry:2,artillery:1"))
    assert (ran.status, ran.err) == (0, "")
    first, second = ran.out.splitlines()[:2]
    assert first == "The attacker takes the territory in 79.43 % of battles."
    assert second.startswith("The attacker throws 5 dice at 5 hit points")
    assert "one tank less for the attacker" in ran.out
    assert "Rules: D-main-2" in ran.out


def test_odds_with_a_table_of_ones_own_and_a_plan(run, tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text(OWN, encoding="utf-8")
    ran = run(
        "odds",
        *sides("infantry:3,zero:2", "infantry:2,artillery:1"),
        *("--units", str(file), "--attacker-leaves", "after:1"),
        *("--attacker-targets", "strafing=artillery", "--json"),
    )
    found = json.loads(ran.out)
    assert found["assumed"] == ["zero"]
    assert found["withdrawn"]["attacker"] > 0
    assert found["attacker"] < 0.5


def test_a_battle_as_json(run) -> None:
    ran = run("battle", *sides(), "--dice", "1,5, 2 6", "--json")
    assert (ran.status, ran.err) == (0, "")
    found = json.loads(ran.out)
    assert [row["round"] for row in found["rounds"]] == [1, 2]
    volley = found["rounds"][0]["volleys"][0]
    assert volley["stage"] == "main"
    assert volley["side"] == "attacker"
    assert volley["dice"] == [1]
    assert volley["hits"] == 1
    assert volley["placed"] == [{"unit": "infantry", "hits": 1, "destroyed": 0}]
    assert "D-main-2" in volley["rules"]
    assert found["result"]["fate"] == "attacker"
    assert found["result"]["holder"] == "attacker"
    assert found["result"]["left"] == {"attacker": {"infantry": 1}, "defender": {}}
    assert found["dice"] == [1, 5, 2, 6]


def test_thrown_dice_repeat_with_a_seed(run) -> None:
    words = ("battle", *sides("infantry:3,fighter:1", "tank:2"), "--units", "sample", "--seed", "7")
    first, second = run(*words), run(*words)
    assert first.out == second.out
    assert "not the game's" in first.out


def test_units_are_listed_with_their_grade(run) -> None:
    ran = run("units")
    assert "infantry (infantry): land 1" in ran.out
    assert "the text gives naval units no values" in ran.out
    rows = json.loads(run("units", "--units", "sample", "--json").out)["units"]
    assert {row["name"]: row["grade"] for row in rows}["bomber"] == "assumed"


def test_an_attacking_blockhouse_is_odd(run) -> None:
    ran = run("odds", *sides("blockhouse:1"))
    assert ran.status == 0
    assert "movement 0" in ran.err
    assert run("odds", *sides("blockhouse:1"), "--json").err == ""


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("odds", *sides("infantri:1")), '--attacker: "infantri": the unit table has no'),
        (("odds", *sides("infantry:1", "infantry:x")), '--defender: "infantry:x": the number'),
        (("odds", *sides("submarine:1")), "no values and no rules (D-units-2)"),
        (("odds", *sides("aircraft:1")), "name a unit table with --units"),
        (("odds", *sides(), "--attacker-leaves", "soon"), '--attacker-leaves: "soon": must be'),
        (("odds", *sides(), "--defender-targets", "main=tank"), '--defender-targets: "main=tank"'),
        (("odds", *sides(), "--defender-targets", "strafing=tnak"), "Did you mean tank"),
        (("odds", *sides(), "--units", "nowhere.toml"), "nowhere.toml: no such file"),
        (("odds", *sides("infantry:200", "tank:200,")), "write a force like"),
        (("battle", *sides(), "--dice", "1,9"), '--dice: "9": a die must show'),
        (("battle", *sides(), "--dice", "1"), "--dice: Round 1, main combat: the defender"),
        (("battle", *sides(), "--dice", "1,1,1,1,1"), "--dice: the battle is over after 4 dice"),
        (("battle", *sides(), "--dice", "1", "--seed", "1"), "--seed: the dice are given"),
    ],
)
def test_bad_input_ends_in_one_message(run, words: tuple[str, ...], said: str) -> None:
    ran = run(*words)
    assert (ran.status, ran.out) == (2, "")
    assert said in ran.err
    assert len(ran.err.strip().splitlines()) == 1


def test_a_bad_table_is_named_with_key_and_value(run, tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text(OWN.replace("air = 2", "air = 99"), encoding="utf-8")
    ran = run("odds", *sides(), "--units", str(file))
    assert ran.status == 2
    assert f"{file}: units[0].air = 99: must be from 0 to 20" in ran.err


def test_the_package_does_not_load_the_second_ruleset() -> None:
    code = "import sys, witp_learn; print([m for m in sys.modules if 'dicepool' in m])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
