"""The commands legal, apply, new, play and replay."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import witp_learn as witp
from witp_learn.cli import app, main

RUN = CliRunner()
MANILA = "example:manila_before_moves"
DEAL = ("draw 1942-03", "draw 1942-10")
"""The cards of turn 1."""


def answered(*words: str) -> dict[str, Any]:
    done = RUN.invoke(app, [*words, "--json"])
    assert done.exit_code == 0, done.output
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def said(*words: str) -> str:
    done = RUN.invoke(app, list(words))
    assert done.exit_code == 0, done.output
    return done.stdout


def refused(capsys: pytest.CaptureFixture[str], monkeypatch: Any, *words: str) -> str:
    monkeypatch.setattr("sys.argv", ["witp-learn", *words])
    with pytest.raises(SystemExit) as caught:
        main()
    assert caught.value.code == 2
    told = capsys.readouterr()
    assert told.out == ""
    return told.err.strip()


def test_legal_lists_actions_in_their_notation_and_counts_them() -> None:
    found = answered("legal", MANILA)
    assert found["count"] == len(found["actions"])
    assert found["actions"][-1] == "pass"
    assert found["actions"][:-1] == sorted(found["actions"][:-1])
    assert "target 0606" in found["actions"]
    assert said("legal", MANILA).startswith("Movement segment: the Allied side may")


def test_legal_says_where_other_moves_are_allowed_than_it_lists() -> None:
    told = said("legal", MANILA)
    assert "Other ways" not in told and "Other numbers" not in told
    state = witp.apply(witp.example("manila_before_moves"), "target 0606", "activate 0407")
    found = witp.legal(state)
    assert "Other ways" in str(found) and "Other numbers" not in str(found)
    other = "move naval:1 0407,0508,0607,0606"
    assert other not in found and witp.check(state, other).ok


def test_legal_says_where_other_numbers_may_be_redeployed() -> None:
    place = "phase fleet-redeployment; base jp 0804; base jp 0605; 0804 jp 4N; trp 15 14"
    told = said("legal", f"text:turn 4; {place}")
    assert "redeploy naval:3 0804 0605" not in told and "redeploy naval:4 0804 0605" in told
    assert "Other numbers may" in told.replace("\n", " ") and "Other ways" not in told
    assert "not allowed" not in said("apply", f"text:turn 4; {place}", "redeploy naval:3 0804 0605")


@pytest.mark.clause("12.2r")
@pytest.mark.parametrize("command", ["new", "bot"])
def test_an_option_known_at_second_hand_is_marked_so(command: str) -> None:
    helped = RUN.invoke(app, [command, "--help"], terminal_width=80).stdout
    assert "known at second hand only" in " ".join(helped.split())
    if command == "new":
        made = RUN.invoke(app, ["new", "--option", "chinese-stay-turn-1"])
        assert "known at second hand only" in made.stderr and "second hand" not in made.stdout
        assert RUN.invoke(app, ["new", "--option", "sudden-death"]).stderr == ""
        assert RUN.invoke(app, ["new", "--option", "chinese-stay-turn-1", "--json"]).stderr == ""


def test_the_bot_game_says_so_too(monkeypatch: pytest.MonkeyPatch) -> None:
    from witp_learn.cli import bots

    told: list[tuple[str, ...]] = []
    monkeypatch.setattr(bots, "say_second_hand", lambda options, _: told.append(tuple(options)))
    played = witp.bot_game("short", 1, japan="random", allies="random", last_turn=1)
    monkeypatch.setattr(bots, "bot_game", lambda *_, **__: played)
    said("bot", "--option", "chinese-stay-turn-1")
    assert told == [("chinese-stay-turn-1",)]


@pytest.mark.parametrize(
    ("option", "rule", "words"),
    [
        ("chinese-stay-turn-1", "12.2r", "known at second hand"),
        ("sudden-death", "15.0a", "optional rule of the rulebook"),
    ],
)
def test_options_are_explained_by_name(
    option: str, rule: str, words: str, capsys: pytest.CaptureFixture[str], monkeypatch: Any
) -> None:
    told = " ".join(said("explain", option).split())
    assert words in told and f"--option {option}" in told and f"{rule} " in told
    assert answered("explain", option)["option"]["name"] == option
    if option != "sudden-death":
        led = refused(capsys, monkeypatch, "rulings", option)
        assert f"witp-learn explain {option}" in led


def test_a_recorded_game_is_taken_by_name_where_no_position_has_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: Any
) -> None:
    end = witp.replay("example:midway_turn_3").state
    assert said("legal", "example:midway_turn_3").strip() == str(witp.legal(end))
    points = witp.replay("example:points_turn_5").state
    assert said("legal", "example:points_turn_5").strip() == str(witp.legal(points))
    assert "not allowed" not in said("apply", "example:points_turn_5", "roll 1 1")
    told = said("legal", "example:manila_turn_4").strip()
    assert told == str(witp.legal(witp.example("manila_turn_4")))
    led = refused(capsys, monkeypatch, "supply", "example:midway_turn_3")
    assert "is a recorded game" in led and "replay" in led
    assert "no example" in refused(capsys, monkeypatch, "legal", "example:nothing")


def test_apply_gives_the_position_after_which_can_be_fed_back(tmp_path: Path) -> None:
    first = answered("apply", MANILA, "target 0606", "activate 0407")
    assert first["trp"] == {"japan": 14, "allies": 16}
    assert first["progress"]["target"] == "0606"
    path = tmp_path / "after.json"
    path.write_text(json.dumps(first), "utf-8")
    both = answered("apply", str(path), "move naval:1,land:1 0407,0507,0606")
    once = answered(
        "apply", MANILA, "target 0606", "activate 0407", "move naval:1,land:1 0407,0507,0606"
    )
    assert both == once
    assert {"at": "0606", "nation": "commonwealth", "kind": "land", "moved": True} in both["units"]


def test_what_is_not_allowed_is_answered_with_its_reasons() -> None:
    found = answered("apply", MANILA, "target 0606", "activate 0605")
    assert found["illegal"]["action"] == "activate 0605"
    assert found["illegal"]["reasons"][0]["rule"] == "8.2b"
    assert "not allowed" in said("apply", MANILA, "target 0606", "activate 0605")


def test_apply_prints_what_happened_and_a_position_that_reads_back(tmp_path: Path) -> None:
    text = said("apply", MANILA, "target 0606", "activate 0407")
    assert "Allied activation marker on Singapore, 1 RP (8.2b, 8.2d)" in text
    path = tmp_path / "after.toml"
    path.write_text(text[text.index('format = "') :], "utf-8")
    assert answered("legal", str(path))["actions"][0] == "activate 0909"


def test_a_new_game_is_recorded_played_on_and_replayed(tmp_path: Path) -> None:
    path, more = tmp_path / "game.toml", tmp_path / "more.toml"
    begun = answered("new", "--scenario", "standard", "--out", str(path))
    assert begun["record"]["actions"] == []
    done = [*DEAL, "build 0907", "pass"]
    played = answered("play", str(path), *done, "--out", str(more))
    assert played["record"]["actions"] == done
    assert answered("replay", str(path))["hash"] == begun["hash"]
    again = answered("replay", str(more))
    assert (again["hash"], again["state"]) == (played["hash"], played["state"])
    assert len(again["hash"]) == 64
    assert "Japanese base built at Truk (6.1a, 6.2c)" in said("replay", str(more))


def test_a_new_game_does_not_write_over_another(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: Any
) -> None:
    path = tmp_path / "game.toml"
    answered("new", "--out", str(path))
    answered("play", str(path), *DEAL, "pass", "--out", str(path))
    kept = path.read_bytes()
    assert "is there already" in refused(capsys, monkeypatch, "new", "--out", str(path))
    assert path.read_bytes() == kept


def test_play_writes_only_when_asked_and_refuses_as_apply_does(tmp_path: Path) -> None:
    path = tmp_path / "game.toml"
    answered("new", "--out", str(path))
    before = path.read_bytes()
    assert "illegal" in answered("play", str(path), *DEAL, "build 0606")
    answered("play", str(path), *DEAL, "build 0907")
    assert path.read_bytes() == before


def test_the_optional_bases_are_part_of_the_record() -> None:
    begun = answered("new", "--bases")
    assert begun["record"]["optional_bases"] is True
    assert len(begun["state"]["bases"]["allies"]) == 6


@pytest.mark.parametrize(
    ("words", "right"),
    [
        (("new", "--scenario", "long"), "standard"),
        (("apply", MANILA, "sail 0606"), "an action starts with"),
        (("replay", "no-such-file.toml"), "no such file"),
        (("play", "text:format = 3", "pass"), "format"),
        (("replay", 'text:format = "witp-game/9"'), "witp-game/1"),
        (("replay", 'text:format = "witp-game/1"\nscenario = "standard"\nactions = ["x"]'), "[0]"),
        (("legal", "text:turn 4; phase nap"), "phase"),
        (("new", "--out", "/no/such/folder/game.toml"), "no such file"),
    ],
)
def test_bad_input_ends_in_one_message(
    words: tuple[str, ...], right: str, capsys: pytest.CaptureFixture[str], monkeypatch: Any
) -> None:
    told = refused(capsys, monkeypatch, *words)
    assert right in told
    assert "Traceback" not in told


def test_dice_cards_and_a_bot_go_on_until_a_decision_is_ones_own(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.toml"
    answered("new", "--out", str(path))
    dealt = answered("play", str(path), "--seed", "3")
    draws = dealt["record"]["actions"]
    assert [text.split()[0] for text in draws] == ["draw", "draw"]
    assert dealt == answered("play", str(path), "--seed", "3"), "the same number, the same cards"
    own = answered("play", str(path), *draws, "build 0907", "pass", "--seed", "3")
    assert own["record"]["actions"] == [*draws, "build 0907", "pass"]
    against = answered("play", str(path), "build 0907", "pass", "--seed", "3", "--bot", "allies")
    done = against["record"]["actions"]
    assert done[:3] == [*draws, "build 0907"] and len(done) > 5
    assert against["state"]["phase"] == "movement", "the Allies have built, and Japan is up"
    assert "--seed" in refused(capsys, monkeypatch, "play", str(path), "pass", "--bot", "allies")
    assert "--seed" in refused(capsys, monkeypatch, "play", str(path))
    assert "must be japan or allies" in refused(
        capsys, monkeypatch, "play", str(path), "--seed", "1", "--bot", "china"
    )


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("new", "--out", ""), "--out is empty"),
        (("new", "--last-turn", "17"), "--last-turn = 17: "),
        (("new", "--scenario", "short"), "--last-turn: is missing; it must be 1 to 16"),
        (
            ("new", "--scenario", "short", "--last-turn", "3", "--bid", "99"),
            "--bid = 99: must be 0",
        ),
        (("new", "--option", "foo"), '--option = "foo": must be sudden-death'),
        (("bot", "--option", "foo"), '--option = "foo": must be sudden-death'),
        (("play", "-", "--seed", "1", "--bot", "foo"), '--bot = "foo": must be japan or allies'),
    ],
)
def test_what_is_wrong_with_an_option_names_the_option(
    capsys: pytest.CaptureFixture[str], monkeypatch: Any, words: tuple[str, ...], said: str
) -> None:
    assert refused(capsys, monkeypatch, *words).startswith(said)


def test_a_record_that_cannot_be_written_is_no_answer(
    capsys: pytest.CaptureFixture[str], monkeypatch: Any, tmp_path: Path
) -> None:
    game = tmp_path / "game.toml"
    said("new", "--out", str(game))
    words = ("play", str(game), "--seed", "1", "--out", str(tmp_path))
    assert "is a directory" in refused(capsys, monkeypatch, *words)


@pytest.mark.skipif(os.name != "posix", reason="needs a shell")
def test_nobody_listening_is_told_by_the_exit_status() -> None:
    command = f"set -o pipefail; {sys.executable} -m witp_learn rulings --json | true"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=60)
    assert done.returncode in (0, 2)
    assert done.stderr == ""


def test_what_an_action_led_to_is_told_and_a_record_answers_what_may_be_done(
    tmp_path: Path,
) -> None:
    path = tmp_path / "game.toml"
    answered("new", "--out", str(path))
    told = said("play", str(path), "build 0907", "--seed", "3", "--out", str(tmp_path / "on.toml"))
    lines = told.splitlines()
    built = lines.index("Japanese: build 0907")
    assert lines[built + 1].startswith("  Japanese base built at Truk (6.1a")
    assert "the Allied side may build" in told
    offered = answered("legal", str(tmp_path / "on.toml"))
    assert "build 1708" in offered["actions"] and "build 0907" not in offered["actions"]


def test_a_refusal_says_what_may_be_chosen_and_that_nothing_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "fight.toml"
    path.write_text(witp.replay("example:singapore_turn_1").record(), "utf-8")
    game = witp.replay(path)
    while not any(action.startswith("hit") for action in map(str, game.legal_actions())):
        game.undo()
    verdict = game.check("pass")
    assert [reason.rule for reason in verdict.reasons] == ["9.6.1g"]
    assert all(str(action) in verdict.reasons[0].text for action in game.legal_actions())
    begun = tmp_path / "new.toml"
    answered("new", "--out", str(begun))
    told = said("play", str(begun), "draw 1942-03", "draw 1942-10", "build 0606")
    assert "not allowed" in told and "Nothing of this call is kept" in told
