"""The commands of combat: machine output as documented, one message for bad input (9)."""

from __future__ import annotations

import io
import json
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from witp_learn import cli, components

SINGAPORE = "text:turn 1; 0407 jp 2N(2L); 0507 jp A; 0407 cw N L A"
MANILA = "text:turn 4; 0606 jp 2C 4N(2L); 0707 jp A; 0507 jp A; 0606 us A L; 0606 cw 2N 2L"
TWO = "text:turn 4; 0606 jp N; 0606 us N; 0407 jp L; 0407 cw L"
NONE = "text:turn 4; 0606 jp N; 0606 us A"

OWN = """
format = "witp-position/1"
turn = 4
trp = { japan = 10, allies = 9 }
contested = ["0202"]
[board]
columns = [1, 4]
rows = [1, 4]
[[board.hexes]]
id = "0202"
terrain = "shallow"
facility = "port"
owner = "us"
name = "Home"
[bases]
allies = ["0202"]
[[units]]
at = "0202"
nation = "japan"
kind = "land"
count = 4
[[units]]
at = "0202"
nation = "us"
kind = "land"
"""


class Ran:
    """What a command printed and how it ended."""

    def __init__(self, status: int, out: str, err: str) -> None:
        self.status, self.out, self.err = status, out, err

    @property
    def data(self) -> dict:
        assert (self.status, self.err) == (0, ""), self.err
        return json.loads(self.out)


@pytest.fixture
def run(capsys, monkeypatch):
    monkeypatch.delenv(components.DATA_VARIABLE, raising=False)

    def command(*args: str, stdin: bytes = b"") -> Ran:
        monkeypatch.setattr(sys, "argv", ["witp-learn", *args])
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        status = 0
        try:
            cli.main()
        except SystemExit as end:
            status = int(end.code or 0)
        finally:
            components.use(None)
        printed = capsys.readouterr()
        return Ran(status, printed.out, printed.err)

    return command


# combat


@pytest.mark.clause("14.1ae", "14.1ai", "14.1am", "14.1an")
def test_combat_prints_the_example_of_manila(run) -> None:
    found = run("combat", MANILA, "--hex", "0606", "--dice", "4,5,3,1", "--json").data
    fleets, landing = found["battles"]
    assert fleets["strength"] == {"japan": 16, "allies": 4}
    assert fleets["hits"] == {"japan": 2, "allies": 6}
    assert fleets["air_hits"] == {"japan": 1, "allies": 0}
    assert landing["total"] == {"japan": 7, "allies": 6}
    assert (landing["kind"], landing["result"], landing["difference"]) == (
        "assault",
        "continuing",
        1,
    )
    assert found["after"]["contested"] == ["0606"]
    assert [told.split(":")[0] for told in fleets["choices"]][-1] == "hit air 0707"
    rows = [
        (u["at"], u["nation"], u["kind"], u.get("aboard", False)) for u in found["after"]["units"]
    ]
    assert rows == sorted(rows, key=lambda r: r[0]) and len(set(rows)) == len(rows) - 1


def test_the_keys_of_a_battle_stand_in_their_order(run) -> None:
    battle = run("combat", SINGAPORE, "--dice", "6,5,1,6", "--json").data["battles"][0]
    assert list(battle)[:11] == [
        "kind",
        "strength",
        "dice",
        "rolls",
        "total",
        "difference",
        "winner",
        "hits",
        "air_hits",
        "result",
        "choices",
    ]
    for key in ("strength", "dice", "total", "hits", "air_hits"):
        assert list(battle[key]) == ["japan", "allies"]


@pytest.mark.parametrize("where", ["0407", "Singapore", "singapore"])
def test_a_hex_is_taken_by_number_or_name(run, where) -> None:
    ran = run("combat", SINGAPORE, "--hex", where, "--dice", "6 5 1 6", "--json")
    assert len(ran.data["battles"]) == 2


@pytest.mark.parametrize("where", ["0101", "0606", "Manila", "0406", "0406W"])
def test_a_hex_without_a_fight_is_answered(run, where) -> None:
    found = run("combat", SINGAPORE, "--hex", where, "--json").data
    assert found["battles"] == []
    assert [u["at"] for u in found["after"]["units"]] == ["0407"] * 5 + ["0507"]
    people = run("combat", SINGAPORE, "--hex", where)
    assert people.status == 0 and "nobody fights here. Nobody stands there. (9.0b)" in people.out
    chances = run("odds", SINGAPORE, "--hex", where, "--json").data
    assert chances["battles"] == [] and [o["p"] for o in chances["outcomes"]] == ["1"]


@pytest.mark.clause("9.6.3d")
def test_a_choice_before_the_dice_is_taken_where_it_is_asked_then(run) -> None:
    line = "text:0606 jp N(L) L; 0606 us L; ruling assault-may-or-must=b"
    ran = run("combat", line, "--hex", "0606", "--choose", "land 0606 no")
    assert ran.status == 0 and ran.out.startswith("Manila 0606: land combat")


def test_the_letter_of_a_sea_may_be_left_out_of_a_choice(run) -> None:
    args = ("combat", "text:0407 us 2N; 0407 jp 3N", "--dice", "4,1", "--json")
    for choice in ("retreat fleet 0406", "retreat fleet 0406E"):
        after = run(*args, "--choose", choice).data["after"]
        assert {unit["at"] for unit in after["units"] if unit["nation"] == "us"} == {"0406E"}


def test_the_position_after_is_shown_and_can_be_asked_about(run) -> None:
    out = run("combat", SINGAPORE, "--dice", "6,5,1,6").out
    after = next(line for line in out.splitlines() if line.startswith("Position after: "))
    found = run("combat", SINGAPORE, "--dice", "6,5,1,6", "--json").data["after"]
    again = run("supply", f"text:{after.removeprefix('Position after: ')}", "--json").data["units"]
    assert len(again) == len(found["units"])
    assert "Position so far: " in run("combat", SINGAPORE, "--dice", "6,5").out


def test_choices_and_air_units_held_back(run) -> None:
    line = "text:turn 4; 0606 us 4N; 0606 jp 4N; 0507 jp A"
    args = ("combat", line, "--hex", "0606", "--dice", "4,1", "--json")
    plain = run(*args).data
    assert plain["battles"][0]["strength"] == {"japan": 6, "allies": 4}
    held = run(*args, "--hold", "Saigon", "--choose", "retreat fleet 0706").data
    battle = held["battles"][0]
    assert battle["strength"] == {"japan": 4, "allies": 4}
    assert [told.split(":")[0] for told in battle["chosen"]] == ["retreat fleet 0706"]
    assert {u["at"] for u in held["after"]["units"] if u["nation"] == "us"} == {"0706"}


def test_people_get_the_ledger_and_what_is_due(run) -> None:
    ran = run("combat", SINGAPORE)
    assert ran.status == 0 and "Japan 4 = 2 naval units + 2 (air, Saigon)" in ran.out
    assert "2 dice are due so far, 0 given" in ran.out
    whole = run("combat", SINGAPORE, "--dice", "6,5,1,6").out
    assert "The Allies win by 3." in whole and "are due" not in whole
    assert "hit full-land 0407" in whole
    assert "landing at Singapore is to be" in run("combat", SINGAPORE, "--dice", "6,5").out


def test_without_a_hex_the_fights_are_listed(run) -> None:
    for command in ("combat", "odds"):
        ran = run(command, TWO)
        assert ran.status == 0
        assert ran.out.splitlines()[:2] == [
            "Singapore 0407: land combat (9.1b)",
            "Manila 0606: fleet combat (9.1a)",
        ]
        assert run(command, NONE).out == "No hex is fought over (9.0b).\n"
        for line, part in ((TWO, "0407, 0606"), (NONE, "no hex is fought over")):
            ran = run(command, line, "--json")
            assert (ran.status, ran.out) == (2, "") and f"--hex is missing: {part}" in (
                ran.err.replace("several hexes are fought over: ", "")
            )


def test_a_board_of_its_own_from_standard_input(run) -> None:
    args = ("combat", "-", "--hex", "Home", "--dice", "6,1")
    found = run(*args, "--json", stdin=OWN.encode()).data
    assert found["battles"][0]["result"] == "eliminated"
    assert found["after"]["bases"] == {"japan": [], "allies": []}
    assert "contested" not in found["after"] and found["after"]["board"]["columns"] == [1, 4]
    again = run("supply", "-", "--json", stdin=json.dumps(found["after"]).encode()).data
    assert again["units"]
    people = run(*args, stdin=OWN.encode())
    assert people.status == 0 and "Japan wins by" in people.out


# odds


def test_odds_prints_exact_fractions(run) -> None:
    found = run("odds", SINGAPORE, "--hex", "0407", "--json").data
    assert list(found) == ["battles", "outcomes"]
    fleets, landing = found["battles"]
    assert fleets["kind"] == "fleet" and landing["kind"] == "assault"
    assert fleets["win"] == {"japan": "21/31", "allies": "10/31"}
    assert fleets["difference"]["2"] == "5/31" and "0" not in fleets["difference"]
    assert {tuple(o)[:3] for o in found["outcomes"]} == {("land", "fleets", "p")}


def test_odds_by_the_best_choices_and_with_air_units_held_back(run) -> None:
    args = ("odds", SINGAPORE, "--hex", "0407", "--json")
    plain = run(*args).data["battles"][0]["win"]
    assert run(*args, "--policy", "best").data["battles"][0]["win"] == plain
    assert run(*args, "--hold", "0507").data["battles"][0]["win"] != plain
    assert "chooses what leaves him alone" in run("odds", SINGAPORE, "--policy", "best").out


def test_odds_tells_what_would_change_them(run) -> None:
    found = run("odds", SINGAPORE, "--changes", "--json").data["changes"]
    assert set(found) == {"japan", "allies"}
    first = found["japan"][0]
    assert {"edit", "text", "before", "after", "delta"} == set(first) and first["delta"] != "0"
    text = run("odds", SINGAPORE, "--changes").out
    assert first["text"] in text
    now = f"({first['before']}); after one change"
    assert "The Japanese chance to win on land, or be alone there: now " in text and now in text


@pytest.mark.clause("9.1e")
def test_odds_where_nobody_fights_have_a_reason_and_no_changes(run) -> None:
    args = ("odds", NONE, "--hex", "0606", "--changes")
    assert run(*args, "--json").data["changes"] == {"japan": [], "allies": []}
    text = run(*args).out
    assert "after one change" not in text and "--hold" not in text
    assert "Nobody fights there: Units of both sides are there, but air units never" in text
    assert "(9.1e, 9.2a)" in text


def test_odds_say_which_air_units_are_held_back(run) -> None:
    assert "No air unit is held back; --hold holds some back." in run("odds", SINGAPORE).out
    held = run("odds", SINGAPORE, "--hold", "0507").out
    assert "Held back from support: Japanese air at Saigon." in held


def test_expected_losses_of_nothing_are_not_told(run) -> None:
    text = run("odds", "text:0606 us L; 0606 jp L; 0507 jp A").out
    assert "Lost on average (9.6.1, 9.6.2):\n" in text
    assert "  Japanese land unit: 0.03 full ones lost\n" in text
    assert "0.00" not in text
    assert (
        "0202: exact chances (9)\n" in run("odds", "text:0202 cn L; 0202 jp L", "--hex", "0202").out
    )


def test_odds_of_the_other_rolls(run) -> None:
    line = "text:turn 5; 0606 jp N"
    subs = run("odds", line, "--submarines", "--json").data["submarines"]
    assert set(subs) == {"japan", "allies"} and subs["japan"]["rules"]
    points = run("odds", line, "--resources", "--json").data["resources"]["japan"]
    assert points["base"] == 13 and points["points"]["13"] == "1/6"
    both = run("odds", line, "--submarines", "--sudden-death", "--json").data
    assert list(both) == ["submarines", "sudden_death"] and "p" in both["sudden_death"]["japan"]
    for form in ("--submarines", "--resources", "--sudden-death"):
        ran = run("odds", line, form)
        assert ran.status == 0 and ran.out.strip()
        assert run("odds", line, form, "--hex", "0606").status == 2
    assert "13 to" not in run("odds", line, "--submarines").out
    assert "18 after the roll, 13 as expected" in run("odds", line, "--resources").out


@pytest.mark.clause("10.4d", "10.4e", "5.1b", "15.0c")
def test_the_other_rolls_need_no_position(run) -> None:
    subs = run("odds", "--submarines", "--json").data["submarines"]
    assert list(subs) == [str(turn) for turn in range(1, 17)]
    one = run("odds", "text:turn 9", "--submarines", "--json").data["submarines"]
    assert subs["9"] == one and subs["8"] != one
    people = run("odds", "--submarines").out
    assert people.startswith("Turns 1 to 8\n  Submarines hit") and "\nTurns 9 to 16\n" in people
    points = run("odds", "--resources", "--json").data["resources"]
    assert points["5"] == run("odds", "text:turn 5", "--resources", "--json").data["resources"]
    values = run("odds", "--sudden-death", "--json").data["sudden_death"]
    assert {value: told["p"] for value, told in values.items()} == {
        "2": "1/36",
        "3": "1/12",
        "4": "1/6",
        "5": "5/18",
        "6": "5/12",
        "7": "7/12",
        "8": "13/18",
        "9": "5/6",
        "10": "11/12",
        "11": "35/36",
        "12": "1",
    }
    assert run("odds", "--sudden-death").out.count("\n") == 11


@pytest.mark.clause("9.3.1a")
def test_without_dice_the_json_has_the_strengths(run) -> None:
    ran = run("combat", SINGAPORE, "--json")
    assert ran.status == 0
    found = json.loads(ran.out)
    [battle] = found["battles"]
    assert battle["kind"] == "fleet" and battle["strength"] == {"japan": 4, "allies": 3}
    assert [(t["what"], t["at"], t["value"]) for t in battle["terms"]["japan"]] == [
        ("naval", "0407", 2),
        ("air", "0507", 2),
    ]
    assert battle["told"]["japan"] == "Japan 4 = 2 naval units + 2 (air, Saigon)"
    assert found["due"].startswith("2 dice are due so far, 0 given")
    for side in battle["strength"]:
        assert sum(t["value"] for t in battle["terms"][side]) == battle["strength"][side]
        assert all(t["rules"] for t in battle["terms"][side])


# Bad input


@pytest.mark.parametrize(
    ("args", "parts"),
    [
        (
            ("combat", SINGAPORE, "--dice", "6,5", "--json"),
            ("--dice 6,5:", "4 dice are due so far"),
        ),
        (("combat", SINGAPORE, "--dice", "6,5,1", "--json"), ("--dice 6,5,1:", "3 given")),
        (("combat", SINGAPORE, "--dice", "6,5,1,6,1"), ("--dice 6,5,1,6,1:", "4 dice are due, 5")),
        (("combat", SINGAPORE, "--dice", "6,5,1,6,1,2", "--json"), ("--dice", "6 given")),
        (("combat", SINGAPORE, "--dice", "7,5,1,6"), ("--dice 7,5,1,6:", "7:", "1 to 6")),
        (("combat", SINGAPORE, "--dice", "0,1"), ("--dice 0,1:", "0:", "1 to 6")),
        (("combat", SINGAPORE, "--dice", "6,x"), ("--dice 6,x:", "x is no die")),
        (("combat", SINGAPORE, "--dice", "6,-1"), ("--dice 6,-1:", "-1 is no die")),
        (("combat", SINGAPORE, "--dice", "6;5"), ("--dice 6;5:", "is no die")),
        (("combat", SINGAPORE, "--dice", "٣,1"), ("--dice", "is no die")),
        (
            ("combat", SINGAPORE, "--hex", "0606", "--dice", "1,2"),
            ("--dice 1,2:", "no dice are due"),
        ),
        (("combat", SINGAPORE, "--dice", "6"), ("--dice 6:", "2 dice are due so far, 1 given")),
        (("combat", SINGAPORE, "--dice", "6,5,1"), ("--dice 6,5,1:", "4 dice are due so far, 3")),
        (("combat", SINGAPORE, "--dice", "6,,5,1,6"), ("--dice 6,,5,1,6:", "a die is missing")),
        (("combat", SINGAPORE, "--dice", "6,5,1,6,"), ("--dice 6,5,1,6,:", "a die is missing")),
        (("combat", SINGAPORE, "--dice", ",6,5"), ("--dice ,6,5:", "a die is missing")),
        (("combat", SINGAPORE, "--dice", ""), ("--dice is empty",)),
        (("combat", SINGAPORE, "--hex", ""), ("--hex is empty",)),
        (("combat", SINGAPORE, "--hex", "9999"), ("--hex 9999:", "no hex or place")),
        (("combat", SINGAPORE, "--hex", "9999W"), ("--hex 9999W:", "no hex or place")),
        (("combat", SINGAPORE, "--hex", "0407W"), ("--hex 0407W:", "no such coast; write 0407")),
        (("odds", SINGAPORE, "--hex", "0606q"), ("--hex 0606q:", "no such coast; write 0606")),
        (
            ("odds", SINGAPORE, "--hex", "0406X"),
            ("--hex 0406X:", "no such coast; write 0406, 0406E or 0406W"),
        ),
        (("odds", SINGAPORE, "--hex", "0407e"), ("--hex 0407e:", "no such coast")),
        (("odds", SINGAPORE, "--hex", "9999", "--json"), ("--hex 9999:", "no hex or place")),
        (("odds", SINGAPORE, "--hex", " "), ("--hex is empty",)),
        (("odds", SINGAPORE, "--policy", ""), ("--policy is empty",)),
        (("odds", SINGAPORE, "--hold", ""), ("--hold is empty",)),
        (("combat", SINGAPORE, "--hold", "0507", "--hold", ""), ("--hold is empty",)),
        (("combat", SINGAPORE, "--choose", ""), ("--choose is empty",)),
        (("combat", SINGAPORE, "--dice", "6,5,1,6", "--choose", " "), ("--choose is empty",)),
        (
            ("combat", SINGAPORE, "--choose", "retreat fleet 0406"),
            ("--choose retreat fleet 0406:", "no question so far offers it"),
        ),
        (
            ("combat", SINGAPORE, "--dice", "6,5", "--choose", "hit moon 0407"),
            ("--choose hit moon 0407:", "no question so far offers it"),
        ),
        (("odds", SINGAPORE, "--submarines", "--policy", "best"), ("leave out --policy",)),
        (
            ("odds", SINGAPORE, "--resources", "--hold", "0507", "--changes"),
            ("--resources is no fight: leave out --hold and --changes",),
        ),
        (
            ("odds", SINGAPORE, "--changes", "--policy", "best"),
            ("--policy best: --changes compares what owners do by default",),
        ),
        (("odds", TWO, "--policy", "best"), ("--hex is missing: several hexes",)),
        (("odds",), ("POS is missing: give a file",)),
        (("odds", ""), ("POS is empty: give a file",)),
        (("odds", "", "--submarines"), ("POS is empty: give a file",)),
        (("odds", "--hex", "0606"), ("POS is missing",)),
        (("combat", SINGAPORE, "--hex", "Tokio"), ("--hex Tokio:", "no hex or place")),
        (("odds", SINGAPORE, "--hex", "04"), ("--hex 04:", "no hex or place")),
        (
            ("combat", SINGAPORE, "--dice", "6,5,1,6", "--choose", "retreat fleet 0406"),
            ("--choose retreat fleet 0406:", "on offer were: hit full-land 0407"),
        ),
        (("combat", SINGAPORE, "--hold", "0606"), ("--hold 0606:", "no full air unit")),
        (("odds", SINGAPORE, "--hold", "Tokio"), ("--hold Tokio:", "no hex or place")),
        (("odds", SINGAPORE, "--policy", "worst"), ("--policy worst:", "default or best")),
        (("odds", "no/such.toml", "--hex", "0407"), ("no such file",)),
        (("combat", "", "--hex", "0407"), ("POS is empty",)),
    ],
)
def test_bad_input_ends_in_one_message(run, args, parts) -> None:
    ran = run(*args)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.count("\n") == 1 and "Traceback" not in ran.err
    for part in parts:
        assert part in ran.err


@pytest.mark.parametrize("command", ["combat", "odds"])
def test_a_bad_file_names_file_key_and_value(run, tmp_path, command) -> None:
    file = tmp_path / "bad.toml"
    file.write_text(OWN.replace("count = 4", "count = 0"), "utf-8")
    ran = run(command, str(file), "--hex", "0202", "--json")
    assert ran.status == 2 and "bad.toml: units[0].count = 0" in ran.err
    assert ran.out == "" and ran.err.count("\n") == 1


def test_the_help_says_what_each_option_does(run) -> None:
    for command, options in (
        ("combat", ("--hex", "--dice", "--choose", "--hold", "--json", "--data")),
        ("odds", ("--hex", "--policy", "--hold", "--changes", "--submarines", "--resources")),
    ):
        text = " ".join(run(command, "--help").out.split())
        assert all(option in text for option in options)
        assert text.count("--hold") == (2 if command == "odds" else 1)
        assert "combat" in run("--help").out and "odds" in run("--help").out


def test_the_commands_of_the_readme_run(run) -> None:
    readme = (Path(__file__).parent.parent / "README.md").read_text("utf-8")
    lines = [line for line in readme.splitlines() if line.startswith("witp-learn ")]
    combat = [line for line in lines if line.split()[1] in ("combat", "odds")]
    assert len(combat) == 2
    for line in combat:
        ran = run(*shlex.split(line)[1:])
        assert ran.status == 0 and "Singapore 0407" in ran.out
    chosen = run(*shlex.split(combat[0])[1:], "--choose", "hit attrited-land 0407")
    assert chosen.status == 0 and 'hit attrited-land 0407"' in readme


def test_the_installed_command_prints_json_and_nothing_else() -> None:
    command = [
        sys.executable,
        "-m",
        "witp_learn",
        "combat",
        SINGAPORE,
        "--dice",
        "6,5,1,6",
        "--json",
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)
    assert len(json.loads(done.stdout)["battles"]) == 2 and done.stderr == ""
