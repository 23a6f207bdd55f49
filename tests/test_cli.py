"""The command line: machine output as documented, one message for bad input, no traceback."""

from __future__ import annotations

import io
import json
import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from witp_learn import cli, components, rulebook
from witp_learn.components import folder

NEW_HEBRIDES = (
    "text:base al 1110; base jp 0907; 1008 jp A; 1009 us A; 1309 us L; 1208 us L; 1207 us A; "
    "0909 us L; turn 4"
)

FORCES = ("--attacker", "infantry:1", "--defender", "infantry:1")

OWN_BOARD = """
format = "witp-position/1"
turn = 3
[board]
columns = [1, 6]
rows = [1, 5]
[[board.hexes]]
id = "0202"
terrain = "shallow"
facility = "port"
owner = "us"
source = "us"
[[board.hexes]]
id = "0403"
terrain = "land"
mountain = true
[[board.hexes]]
id = "0503"
terrain = "shallow"
facility = "airfield"
owner = "commonwealth"
[bases]
allies = ["0202"]
[[units]]
at = "0503"
nation = "commonwealth"
kind = "land"
state = "attrited"
"""


class Ran:
    """What a command printed and how it ended."""

    def __init__(self, status: int, out: str, err: str) -> None:
        self.status, self.out, self.err = status, out, err

    @property
    def data(self) -> dict:
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


@pytest.mark.clause("7.3k")
def test_supply_prints_the_rulebooks_example(run) -> None:
    ran = run("supply", NEW_HEBRIDES, "--json")
    assert ran.status == 0 and ran.err == ""
    rows = ran.data["units"]
    verdicts = {r["at"]: r["in_supply"] for r in rows}
    assert verdicts == {
        "1008": True,
        "1009": True,
        "1309": True,
        "1208": True,
        "1207": False,
        "0909": True,
    }
    ellis = next(r for r in rows if r["at"] == "1208")
    assert ellis["path"] == ["1208", "1209", "1110"]
    assert ellis["blocked"] == [{"hex": "1109", "why": "enemy_azoc"}]
    gilberts = next(r for r in rows if r["at"] == "1207")
    assert (gilberts["path"], gilberts["effect"]) == (None, "attrited")
    assert {"nation", "kind", "state", "count", "automatic", "rules"} <= gilberts.keys()


def test_azoc_prints_both_zones_sorted(run) -> None:
    ran = run("azoc", NEW_HEBRIDES, "--json")
    assert ran.data["japan"] == ["0908", "0909", "1007", "1108", "1109"]
    assert ran.data["allies"] == sorted(ran.data["allies"])


@pytest.mark.clause("6.6.2i")
def test_bases_names_clause_reason_and_hex(run) -> None:
    ran = run("bases", "text:0807 jp L; turn 2", "--side", "japan", "--json")
    assert ran.data["network"] == []
    assert "0605" in ran.data["can_build"]
    reasons = ran.data["refused"]["0807"]
    assert {(r["rule"], r["why"], r["hex"]) for r in reasons} == {
        ("6.3e", "enemy_facility", "0806")
    }


def test_a_position_with_its_own_board_comes_from_a_file_or_standard_input(run, tmp_path) -> None:
    file = tmp_path / "own.toml"
    file.write_text(OWN_BOARD, "utf-8")
    from_file = run("supply", str(file), "--json").data
    from_input = run("supply", "-", "--json", stdin=OWN_BOARD.encode()).data
    assert from_file == from_input
    assert from_file["units"][0]["effect"] == "removed"


def test_explain_gives_paraphrase_rulings_and_where_it_is_shown(run) -> None:
    entry = run("explain", "7.1j", "--json").data
    assert entry["clauses"][0]["id"] == "7.1j"
    assert [r["slug"] for r in entry["rulings"]] == ["supply-range-three"]
    assert {"new_hebrides"} == {lesson["name"] for lesson in entry["lessons"]}
    assert "Shown in" in run("explain", "7.1j").out


def test_text_output_says_the_verdict_in_words(run) -> None:
    assert "OUT Gilberts air unit" in run("supply", NEW_HEBRIDES).out
    whole = run("supply", NEW_HEBRIDES, "--at", "Gilberts").out
    assert run("supply", NEW_HEBRIDES, "--at", "gilberts").out == whole
    assert whole.startswith("Gilberts air unit is out of supply. It will be attrited.")
    assert "supply-range-three" in whole


def test_odd_positions_are_answered_with_a_word_on_standard_error(run) -> None:
    odd = "text:1009 us A; 1009 jp L; base al 1110"
    ran = run("supply", odd)
    assert ran.status == 0 and "8.7" in ran.err
    assert run("supply", odd, "--json").err == ""


BAD = {
    "not TOML": ("x = [", "bad.toml: not TOML"),
    "unknown nation": (
        'format="witp-position/1"\nturn=4\n[[units]]\nat="1009"\nnation="jpn"\nkind="air"',
        'units[0].nation = "jpn"',
    ),
    "unknown key": ('format="witp-position/1"\nturn=4\ntrun=5', "trun"),
    "hex off the board": (
        'format="witp-position/1"\nturn=4\n[[units]]\nat="9999"\nnation="us"\nkind="air"',
        'units[0].at = "9999"',
    ),
    "two bases": (
        'format="witp-position/1"\nturn=4\n[bases]\njapan=["0605","0605"]',
        'bases.japan[1] = "0605"',
    ),
    "land in deep sea": (
        'format="witp-position/1"\nturn=4\n[[units]]\nat="1109"\nnation="us"\nkind="land"',
        "2.3.2",
    ),
    "negative count": (
        'format="witp-position/1"\nturn=4\n[[units]]\nat="1009"\nnation="us"\nkind="air"\ncount=-1',
        "units[0].count = -1",
    ),
    "fractional count": (
        'format="witp-position/1"\nturn=4\n[[units]]\nat="1009"\nnation="us"\nkind="air"\ncount=1.5',
        "units[0].count = 1.5",
    ),
    "text for number": ('format="witp-position/1"\nturn="2"', 'turn = "2"'),
    "brackets": ("[" * 3000, "bad.toml: "),
    "missing turn": ('format="witp-position/1"', "turn: is missing"),
}


@pytest.mark.parametrize("name", BAD)
@pytest.mark.parametrize("command", ["azoc", "supply", "bases"])
def test_bad_files_end_in_one_message_that_names_the_place(run, tmp_path, name, command) -> None:
    text, part = BAD[name]
    file = tmp_path / "bad.toml"
    file.write_text(text, "utf-8")
    extra = ["--side", "japan"] if command == "bases" else []
    ran = run(command, str(file), *extra, "--json")
    assert ran.status == 2 and ran.out == ""
    assert "bad.toml" in ran.err and part in ran.err
    assert ran.err.count("\n") == 1 and "Traceback" not in ran.err


@pytest.mark.parametrize(
    ("args", "part"),
    [
        (("supply", "text:1O09 us A"), "1009"),
        (("supply", "no/such/file.toml"), "no such file"),
        (("supply", "example:hebrides"), "new_hebrides"),
        (("explain", "99.9"), "99.9"),
        (("supply", NEW_HEBRIDES, "--at", "Tokyo"), "no hex or place of this board"),
        (("supply", NEW_HEBRIDES, "--at", "1109"), "no unit stands there"),
        (("supply", ""), "POS is empty"),
        (("bases", NEW_HEBRIDES, "--side", "jp"), "japan"),
        (("fly",), "fly"),
    ],
)
def test_other_bad_input_ends_the_same_way(run, args, part) -> None:
    ran = run(*args)
    assert ran.status == 2 and ran.out == "" and part in ran.err


@pytest.mark.parametrize(
    ("args", "name"),
    [
        (("supply", NEW_HEBRIDES, "--at", ""), "--at"),
        (("supply", NEW_HEBRIDES, "--at", " "), "--at"),
        (("rulings", ""), "[WORDS]"),
        (("rulings", " ", "--switches"), "[WORDS]"),
        (("dicepool", "units", "--units", ""), "--units"),
        (("dicepool", "battle", *FORCES, "--dice", ""), "--dice"),
        (("dicepool", "battle", *FORCES, "--attacker-targets", ""), "--attacker-targets"),
        (("dicepool", "odds", *FORCES, "--defender-targets", ""), "--defender-targets"),
        (("dicepool", "odds", *FORCES, "--units", ""), "--units"),
    ],
)
def test_an_option_that_is_given_says_something(run, args, name) -> None:
    ran = run(*args)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == f"{name} is empty; say something or leave it out\n"


@pytest.mark.parametrize("dice", ["1,,1", ",1", "1,", "1,1,,"])
def test_a_gap_between_dice_is_told(run, dice) -> None:
    ran = run("dicepool", "battle", *FORCES, "--dice", dice)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith("--dice: ") and "a die is missing" in ran.err


def test_bad_input_is_the_only_message_also_of_an_odd_position(run) -> None:
    odd = "text:1009 us A; 1009 jp L; base al 1110"
    for args in (("supply", odd, "--at", "Tokyo"), ("combat", odd, "--hex", "1009", "--dice", "7")):
        ran = run(*args)
        assert (ran.status, ran.err.count("\n")) == (2, 1) and "Odd" not in ran.err


# Output that cannot be written

COMMANDS = [
    ("azoc", NEW_HEBRIDES),
    ("supply", NEW_HEBRIDES, "--json"),
    ("bases", NEW_HEBRIDES, "--side", "japan"),
    ("combat", "text:0606 us L; 0606 jp L", "--dice", "3,1"),
    ("odds", "text:0606 us L; 0606 jp L"),
    ("explain", "7.1j"),
    ("rulings",),
    ("dicepool", "units"),
    ("data", "check", str(components.shipped())),
]


def shell(command: tuple[str, ...], redirection: str) -> subprocess.CompletedProcess[str]:
    line = shlex.join([sys.executable, "-m", "witp_learn", *command])
    return subprocess.run(
        ["sh", "-c", f"{line} {redirection}"],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
def test_a_full_output_ends_in_one_message(command) -> None:
    done = shell(command, ">/dev/full")
    assert done.returncode == 2
    assert done.stderr.startswith("standard output: ") and done.stderr.count("\n") == 1


@pytest.mark.skipif(os.name != "posix", reason="needs a shell")
@pytest.mark.parametrize("command", COMMANDS[-5:], ids=lambda command: command[0])
def test_a_closed_output_ends_in_one_message(command) -> None:
    done = shell(command, ">&-")
    assert done.returncode == 2
    assert "standard output" in done.stderr and done.stderr.count("\n") == 1


@pytest.mark.skipif(os.name != "posix", reason="needs a shell")
@pytest.mark.parametrize("command", [COMMANDS[6], COMMANDS[3]], ids=lambda command: command[0])
def test_a_closed_pipe_ends_quietly(command) -> None:
    done = shell(command, "| true")
    assert done.stderr == ""


@pytest.mark.skipif(os.name != "posix", reason="needs a shell")
def test_messages_that_cannot_be_written_keep_the_exit_status() -> None:
    for redirection in ("2>&-", "<&-", *(["2>/dev/full"] if Path("/dev/full").exists() else [])):
        source = "-" if redirection == "<&-" else "no/such/file.toml"
        done = shell(("azoc", source), redirection)
        assert done.returncode == 2 and "Traceback" not in done.stderr


def test_a_file_that_is_no_text_says_so(run, tmp_path: Path) -> None:
    file = tmp_path / "picture.toml"
    file.write_bytes(b"\xff\xfe\x00")
    assert "not UTF-8" in run("supply", str(file)).err
    assert "not UTF-8" in run("supply", "-", stdin=b"\xff\xfe").err
    assert run("supply", str(tmp_path)).status == 2


def test_the_installed_command_runs_as_a_module() -> None:
    command = [sys.executable, "-m", "witp_learn", "supply", NEW_HEBRIDES, "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)
    assert len(json.loads(done.stdout)["units"]) == 6


def test_a_coast_letter_is_accepted_where_a_hex_is(run) -> None:
    ran = run("supply", "--at", "0406W", "text:0406W jp N(L) A; base jp 0306; turn 4")
    assert ran.status == 0 and "Bangkok" in ran.out


# Set-ups, rulings.


def test_a_scenario_is_a_position(run) -> None:
    rows = run("supply", "scenario:standard", "--json").data["units"]
    assert {"0506", "0407"} <= {row["at"] for row in rows}
    ran = run("supply", "scenario:standart")
    assert ran.status == 2 and "Did you mean standard?" in ran.err
    ran = run("supply", "scenario:1943")
    assert ran.status == 2 and "setup_1943.csv" in ran.err and ran.err.count("\n") == 1


def test_rulings_as_json_are_the_whole_register(run) -> None:
    found = run("rulings", "--json").data["rulings"]
    assert [row["slug"] for row in found] == list(rulebook.rulings())
    for row in found:
        assert {"slug", "sections", "question", "options", "default", "why", "switch"} <= row.keys()
        assert row["default"] in row["options"] and isinstance(row["switch"], bool)
    switches = run("rulings", "--switches", "--json").data["rulings"]
    assert [row["slug"] for row in switches] == list(rulebook.switches())


def test_rulings_are_found_by_slug_section_and_words(run) -> None:
    def slugs(*args: str) -> list[str]:
        return [row["slug"] for row in run("rulings", *args, "--json").data["rulings"]]

    assert slugs("supply-range-three") == ["supply-range-three"]
    of_chapter = slugs("7")
    assert "supply-range-three" in of_chapter
    assert all(
        any(section.split(".")[0] == "7" for section in rulebook.ruling(slug).sections)
        for slug in of_chapter
    )
    assert set(slugs("7.1")) < set(of_chapter)
    assert "kure-hex-number" in slugs("Kure manila")
    ran = run("rulings", "suply-range-three")
    assert ran.status == 2 and "Did you mean supply-range-three?" in ran.err
    assert run("rulings", "kure-hex-number", "--switches").status == 2


def test_rulings_as_text_stand_under_their_chapters_in_order(run) -> None:
    text = run("rulings").out
    titles = rulebook.sections()
    headings = [f"{n}  {titles[n]}\n=" for n in ("2", "3", "6", "7", "9", "12")]
    assert [text.count(heading) for heading in headings] == [1] * len(headings)
    places = [text.index(heading) for heading in headings]
    assert places == sorted(places)
    assert "  * a  Two hexes is the limit" in text


# An owner's data folder.


@pytest.fixture
def own(tmp_path: Path) -> Path:
    folder.init(tmp_path / "own")
    return tmp_path / "own"


def test_data_init_writes_a_folder_that_data_check_finds_clean(run, tmp_path) -> None:
    place = tmp_path / "new" / "folder"
    ran = run("data", "init", str(place))
    assert ran.status == 0 and f"witp-learn data check {place}" in ran.out
    assert {file.name for file in place.iterdir()} == {*folder.FILES, folder.README}
    found = run("data", "check", str(place), "--json").data
    assert (found["findings"], found["changes"]) == ([], [])
    assert found["counts"]["units"]["printed"] > 0
    assert "can be read" in run("data", "check", str(place)).out
    again = run("data", "init", str(place))
    assert again.status == 2 and "nothing is written over" in again.err and again.out == ""
    other = tmp_path / "other"
    assert len(run("data", "init", str(other), "--json").data["written"]) == len(folder.FILES) + 1


def test_data_check_tells_what_the_rulebook_prints_otherwise(run, own) -> None:
    folder.correct_side(own, "0407", "0507", components.board().hexside("0407", "0406"))
    found = run("data", "check", str(own), "--json").data
    assert found["findings"][0]["section"] == "8.9"
    assert found["findings"][0]["hexes"] == ["0407", "0507"]
    assert [change["place"] for change in found["changes"]] == [["0407", "0507"]]
    assert "(8.9)" in run("data", "check", str(own)).out


@pytest.mark.parametrize("before", [True, False])
def test_an_owners_map_is_used_before_or_after_the_name_of_the_command(run, own, before) -> None:
    place = components.board()["0806"]
    pos = "text:0707 jp A; base jp 0907; turn 1"
    folder.correct(own, type(place)("0806"), ("icon",))
    named = ("--data", str(own))
    commands = (("supply", pos), ("bases", pos, "--side", "japan"), ("azoc", pos))
    for command in commands:
        args = (*named, *command) if before else (*command, *named)
        assert run(*args, "--json").status == 0
    args = (*named, "supply", pos) if before else ("supply", pos, *named)
    assert run(*args, "--json").data["units"][0]["in_supply"] is True
    assert run("supply", pos, "--json").data["units"][0]["in_supply"] is False


def test_a_line_and_a_set_up_are_laid_on_the_owners_map_and_an_example_is_not(run, own) -> None:
    for hex_id, name in (("0806", "Guam Island"), ("0606", "Luzon"), ("1207", "Tarawa")):
        folder.correct(own, type(components.board()[hex_id])(hex_id, name=name), ("name",))
    named = ("--data", str(own))
    for pos, name in (("text:0806 jp A; turn 1", "Guam Island"), ("scenario:standard", "Luzon")):
        ran = run("supply", pos, "--at", name, *named)
        assert ran.status == 0 and name in ran.out
    for more in (named, ()):
        ran = run("supply", "example:new_hebrides", "--at", "Gilberts", *more)
        assert ran.status == 0 and "Gilberts" in ran.out and "Tarawa" not in ran.out
    assert run("supply", "example:new_hebrides", "--at", "Tarawa", *named).status == 2


@pytest.mark.clause("6.6.2f")
def test_a_set_up_may_begin_with_the_six_optional_bases(run) -> None:
    ran = run("bases", "scenario:standard+bases", "--side", "allies", "--json")
    assert ran.data["network"] == ["0207", "0509", "0607", "0710", "1205", "1407"]
    assert run("bases", "scenario:standard", "--side", "allies", "--json").data["network"] == []
    assert "scenario:standard+bases" in " ".join(run("supply", "--help").out.split())
    ran = run("supply", "scenario:standart+bases")
    assert ran.status == 2 and "Did you mean standard?" in ran.err


@pytest.mark.parametrize("name", ["", "~no-such-user-here/x", "n" * 300])
def test_a_path_that_can_be_none_ends_every_command_in_one_message(
    run, tmp_path, monkeypatch, name
) -> None:
    monkeypatch.chdir(tmp_path)
    commands = [
        ("data", "init", name),
        ("data", "check", name),
        ("supply", "text:0806 us A", "--data", name),
        ("--data", name, "azoc", "text:0806 us A"),
    ]
    for command in commands:
        ran = run(*command)
        assert ran.status == 2 and ran.out == "" and ran.err.count("\n") == 1, command
    if name:
        monkeypatch.setenv(components.DATA_VARIABLE, name)
        for command in (("supply", "text:0806 us A"), ("azoc", "scenario:standard")):
            ran = run(*command)
            assert ran.status == 2 and ran.err.count("\n") == 1, command
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("file", "old", "new", "part"),
    [
        ("hexes.csv", "0806,Guam,shallow", "0806,Guam,sea", 'terrain = "sea"'),
        ("units.csv", "naval,,2,0506", "naval,,2,9906", 'hex = "9906"'),
        ("scenarios.toml", "last_turn = 16", "last_turn = 17", "scenarios[0].last_turn = 17"),
    ],
)
@pytest.mark.parametrize(
    "command",
    [
        ("supply", "scenario:standard"),
        ("bases", "scenario:standard", "--side", "japan"),
        ("azoc", "text:0806 us A"),
        ("app",),
        ("lab",),
    ],
)
def test_a_broken_folder_ends_every_command_in_one_message(
    run, own, command, file, old, new, part
) -> None:
    text = (own / file).read_text("utf-8")
    assert old in text
    (own / file).write_text(text.replace(old, new, 1), "utf-8")
    for ran in (run(*command, "--data", str(own)), run("--data", str(own), *command)):
        assert ran.status == 2 and ran.out == ""
        assert ran.err.startswith(f"{own}/{file}: ") and part in ran.err
        assert ran.err.count("\n") == 1
    ran = run("data", "check", str(own))
    assert ran.status == 2 and part in ran.err and ran.err.count("\n") == 1


@pytest.mark.parametrize("given", ["", "no/such/folder"])
def test_a_folder_that_is_none_ends_the_same_way(run, given) -> None:
    ran = run("supply", "text:0806 us A", "--data", given)
    assert ran.status == 2 and "witp-learn data init" in ran.err and ran.err.count("\n") == 1


@pytest.mark.parametrize("command", ["app", "lab"])
def test_the_pages_are_served_with_the_owners_folder(run, own, monkeypatch, command) -> None:
    from witp_learn.ui import serve

    seen = []

    def served(port: int, window: bool) -> None:
        seen.append((port, os.environ.get(components.DATA_VARIABLE)))

    monkeypatch.setattr(serve, command, served)
    monkeypatch.setenv(components.DATA_VARIABLE, "")
    assert run(command, "--data", str(own), "--port", "8941").status == 0
    assert run("--data", str(own), command, "--port", "8942").status == 0
    assert seen == [(8941, str(own)), (8942, str(own))]
