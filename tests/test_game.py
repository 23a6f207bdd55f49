"""A game: played, undone, redone, recorded, replayed, branched."""

from __future__ import annotations

import os
import random
from pathlib import Path
from typing import Any

import pytest

import witp_learn as witp
from witp_learn.actions import Roll
from witp_learn.engine import NotAllowed
from witp_learn.files import BadData, Unreadable
from witp_learn.game import CannotUndo, Game, fingerprint
from witp_learn.model import Side

MANILA = "turn 4; phase combat; trp 14 17; 0606 jp 2C 4N(2L); 0606 cw 2N 2L; 0606 us L A; 0707 jp A"


def started(line: str, **options: str) -> Game:
    return witp.new_game(witp.load(f"text:{line}"), **options)


def test_a_game_keeps_actions_states_and_what_happened() -> None:
    game = started(MANILA)
    game.play("fight 0606", "roll 4 5")
    assert game.actions == ("fight 0606", "roll 4 5")
    assert "roll 4 5" in game.log()
    assert any("(9.6a, " in line for line in game.log())
    assert "hits" in game.status


def test_all_actions_are_done_or_none() -> None:
    game = started(MANILA)
    with pytest.raises(NotAllowed):
        game.play("fight 0606", "fight 0606")
    with pytest.raises(Unreadable):
        game.play("fight 0606", "dive")
    assert game.actions == ()


def played(game: Game, dice: random.Random, most: int) -> int:
    """Random play: ``most`` actions or as far as the turn goes."""
    for done in range(most):
        offered = game.legal_actions()
        if not offered:
            return done
        game.play(dice.choice(offered))
    return most


@pytest.mark.parametrize("seed", range(4))
def test_undo_and_redo_lead_to_the_same_states_byte_for_byte(seed: int) -> None:
    game = started(MANILA)
    prints, logs = [game.hash], [game.log()]
    dice = random.Random(seed)
    while game.legal_actions():
        game.play(dice.choice(game.legal_actions()))
        prints.append(game.hash)
        logs.append(game.log())
    for index in reversed(range(len(prints) - 1)):
        game.undo()
        assert (game.hash, game.log()) == (prints[index], logs[index])
    for index in range(1, len(prints)):
        game.redo()
        assert (game.hash, game.log()) == (prints[index], logs[index])
    with pytest.raises(CannotUndo):
        game.redo()


def test_at_the_start_nothing_is_left_to_undo() -> None:
    with pytest.raises(CannotUndo, match="start of the game"):
        started(MANILA).undo()


def test_in_play_dice_stay_and_so_does_the_other_sides_decision() -> None:
    game = started("turn 4; phase bases; trp 9 5; base jp 0605; base al 1110", mode="play")
    game.play("remove 0605", "pass")
    game.undo()
    with pytest.raises(CannotUndo, match="other side"):
        game.undo()
    fight = started(MANILA, mode="play").play("fight 0606", "roll 4 5")
    with pytest.raises(CannotUndo, match="Dice"):
        fight.undo()


def test_a_new_action_ends_what_could_be_redone() -> None:
    game = started("turn 4; phase bases; trp 9 5; base jp 0605")
    game.play("remove 0605").undo()
    assert game.can_redo
    game.play("pass")
    assert not game.can_redo


def test_what_has_one_answer_can_be_done_without_asking() -> None:
    game = started(MANILA, automation="single")
    assert game.actions == ("fight 0606",) and game.history[0].by_itself
    with pytest.raises(CannotUndo, match="start of the game"):
        game.undo()
    assert isinstance(game.legal_actions()[0], Roll)


def test_chores_are_done_by_the_owners_default_and_undone_together() -> None:
    game = started(MANILA, automation="chores")
    before = game.hash
    game.play("roll 4 5")
    assert any(entry.by_itself for entry in game.history)
    assert all(
        isinstance(action, Roll) or "support" in str(action) for action in game.legal_actions()
    )
    assert game.undo().hash == before
    assert game.redo().history[-1].by_itself


def test_a_record_replays_to_the_same_state(tmp_path: Path) -> None:
    game = started(MANILA)
    played(game, random.Random(3), 40)
    path = tmp_path / "manila.toml"
    game.save(path)
    again = witp.replay(path)
    assert again.actions == game.actions
    assert again.hash == game.hash
    assert again.record() == game.record()
    assert again.log() == game.log()


def test_a_scenario_is_recorded_by_its_name() -> None:
    game = witp.new_game("standard", optional_bases=True, rulings={"winner-hits-basis": "b"})
    game.play("draw 1942-03", "draw 1942-10", "pass")
    text = game.record()
    assert "start" not in text
    again = witp.replay(f"text:{text}")
    assert again.hash == game.hash
    assert again.state.rulings == {"winner-hits-basis": "b"}


def test_a_branch_goes_its_own_way() -> None:
    game = started(MANILA).play("fight 0606", "roll 4 5")
    other = game.branch(1).play("roll 5 4")
    assert other.actions == ("fight 0606", "roll 5 4")
    assert game.actions == ("fight 0606", "roll 4 5")
    assert game.branch().hash == game.hash
    with pytest.raises(ValueError, match="0 to 2"):
        game.branch(3)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('format = "witp-game/2"', "format"),
        ('format = "witp-game/1"', "either a scenario or a start"),
        ('format = "witp-game/1"\nscenario = "standard"\nactions = ["jump"]', r"actions\[0\]"),
        (
            'format = "witp-game/1"\nscenario = "standard"\nactions = ["roll 1 2"]',
            "not allowed here",
        ),
        ('format = "witp-game/1"\nscenario = "standard"\nactoins = []', "actions"),
        ('format = "witp-game/1"\nstart = 3', "start"),
        ('format = "witp-game/1"\nscenario = "standard"\nactions = "pass"', "list"),
        ('format = "witp-game/1"\n[start]\nformat = "witp-position/1"\nturn = 99', "turn"),
    ],
)
def test_a_record_that_cannot_be_replayed_names_the_key(text: str, said: str) -> None:
    with pytest.raises(BadData, match=said):
        witp.replay(f"text:{text}")


@pytest.mark.ruling("air-support-voluntary")
@pytest.mark.clause("9.2d")
def test_holding_back_support_is_its_owners_decision() -> None:
    line = "turn 4; phase combat; trp 9 12; 0606 jp N; 0606 us N A; 0707 jp A"
    game = started(line, mode="play").play("fight 0606", "support 0707 no", "support 0606 no")
    assert [entry.side for entry in game.history] == [Side.ALLIES, Side.JAPAN, Side.ALLIES]
    game.undo()
    with pytest.raises(CannotUndo, match="other side"):
        game.undo()


def test_what_a_scenario_says_is_not_said_of_a_start_position() -> None:
    start = '[start]\nformat = "witp-position/1"\nturn = 4'
    for key in ('rulings = { "winner-hits-basis" = "b" }', "optional_bases = true"):
        with pytest.raises(BadData, match=key.split()[0]):
            witp.replay(f'text:format = "witp-game/1"\n{key}\n{start}')


@pytest.mark.parametrize("after", [1.5, "1", -1, True])
def test_a_branch_needs_a_whole_number(after: object) -> None:
    with pytest.raises(ValueError, match="actions"):
        started(MANILA).branch(after)  # type: ignore[arg-type]


def test_an_unknown_ruling_names_its_key() -> None:
    with pytest.raises(BadData, match=r"rulings.nope"):
        witp.new_game(rulings={"nope": "a"})
    text = 'text:format = "witp-game/1"\nscenario = "long"'
    with pytest.raises(BadData, match="scenario"):
        witp.replay(text)


def test_an_unknown_mode_or_automation_says_what_there_is() -> None:
    with pytest.raises(BadData, match="study or play"):
        started(MANILA, mode="fast")
    with pytest.raises(BadData, match="ask, single or chores"):
        started(MANILA, automation="all")


def test_the_fingerprint_does_not_depend_on_the_way_there() -> None:
    one = started("turn 4; phase bases; trp 9 5; base jp 0605 0506")
    two = started("turn 4; phase bases; trp 9 5; base jp 0506 0605")
    assert fingerprint(one.play("pass", "pass").state) == fingerprint(
        two.play("pass", "pass").state
    )
    assert one.acting is Side.JAPAN


def test_a_record_stays_when_the_new_one_cannot_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "game.toml"
    witp.new_game().save(file)
    kept = file.read_bytes()
    file.chmod(0o640)

    def half(self: Path, text: str, *more: str) -> int:
        with self.open("w", encoding="utf-8") as out:
            out.write(text[:10])
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as full:
        full.setattr(Path, "write_text", half)
        with pytest.raises(BadData, match="no space left"):
            witp.new_game("short", last_turn=3).save(file)
        with pytest.raises(BadData, match="no space left"):
            witp.save(witp.load("text:0606 us A"), file)
    assert file.read_bytes() == kept
    assert os.listdir(tmp_path) == ["game.toml"]
    witp.new_game("short", last_turn=3).save(file)
    assert file.stat().st_mode & 0o777 == 0o640
    assert witp.replay(file).state.progress.last_turn == 3


@pytest.mark.parametrize("name", ["", " ", "a\0b"])
def test_a_record_goes_to_a_file_with_a_name(name: str) -> None:
    with pytest.raises(BadData, match=r"is empty|not a usable file name"):
        witp.new_game().save(name)


def test_a_record_can_go_to_what_is_no_ordinary_file() -> None:
    witp.new_game().save(os.devnull)
    assert not Path(os.devnull).is_file()


@pytest.mark.parametrize(
    ("said", "key"),
    [
        ({"last_turn": 3.5}, "last_turn"),
        ({"last_turn": True}, "last_turn"),
        ({"last_turn": "3"}, "last_turn"),
        ({"last_turn": 3, "bid": 2.5}, "bid"),
        ({"last_turn": 3, "bid": 57}, "bid"),
        ({"last_turn": 3, "bid": -1}, "bid"),
        ({"last_turn": 3, "optional_bases": "no"}, "optional_bases"),
        ({"last_turn": 3, "options": "sudden-death"}, "options"),
        ({"last_turn": 3, "options": 3}, "options"),
        ({"last_turn": 3, "options": [3]}, "options[0]"),
        ({"last_turn": 3, "rulings": ["x"]}, "rulings"),
        ({"last_turn": 3, "rulings": {"x": "b"}}, "rulings.x"),
        ({"last_turn": 3, "rulings": {"x; turn 3": "b"}}, "rulings.x; turn 3"),
        (
            {"last_turn": 3, "rulings": {"air-hits-total-vs-each": "z"}},
            "rulings.air-hits-total-vs-each",
        ),
        ({"scenario": None}, "scenario"),
    ],
)
def test_a_game_is_asked_for_in_the_words_of_a_record(said: dict[str, Any], key: str) -> None:
    with pytest.raises(BadData) as caught:
        witp.new_game(**{"scenario": "short", **said})
    assert caught.value.key == key


def test_a_wrong_reading_says_which_there_are() -> None:
    with pytest.raises(BadData, match="must be a or b"):
        witp.new_game(rulings={"air-hits-total-vs-each": "z"})
    slug = "air-hits-total-vs-each"
    assert not witp.new_game(rulings={slug: "a"}).state.rulings
    assert witp.new_game(rulings={slug: "b"}).state.rulings == {slug: "b"}


@pytest.mark.parametrize(
    "said",
    [
        {"options": ["sudden-death"]},
        {"last_turn": 4},
        {"bid": 3},
        {"optional_bases": True},
        {"rulings": {"x": "y"}},
    ],
)
def test_a_position_of_its_own_is_not_given_what_belongs_to_a_scenario(
    said: dict[str, Any],
) -> None:
    with pytest.raises(BadData, match="a start position says this itself"):
        witp.new_game(witp.load("text:0606 us A"), **said)


def test_what_is_no_position_no_game_and_no_file_is_told_so() -> None:
    game: Any = witp.new_game()
    for wrong in (lambda: witp.legal(game), lambda: witp.check(game, "pass")):
        with pytest.raises(BadData, match="must be a position, such as load gives"):
            wrong()
    with pytest.raises(BadData, match=r'state = "Game"'):
        witp.apply(game, "pass")
    with pytest.raises(BadData, match="must be a game, such as new_game gives"):
        witp.play_on(game.state, 1)
    nothing: Any = None
    for ask in (witp.load, witp.replay, game.save):
        with pytest.raises(BadData, match="must be its name, a text or a path"):
            ask(nothing)
