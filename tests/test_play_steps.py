"""Steps that go on with a recorded game: Manila after combat, to the end of rebuilding (10)."""

from __future__ import annotations

import re

import pytest

import witp_learn as witp
from witp_learn.files import BadData
from witp_learn.ui.steps_desk import StepsDesk
from witp_learn.ui.steps_panels import card, key_line
from witp_learn.view.step_view import step_place, step_scene
from witp_learn.walkthrough import Mode, WalkStep, read
from witp_learn.walkthrough.play_look import PlayLook, recorded

MANILA = witp.walkthrough("manila_turn_4")
PLAYED = [step for step in MANILA if isinstance(step.look, PlayLook)]
HEAD = (
    'format = "witp-walkthrough/1"\ntitle = "Mine"\nmode = "play"\nposition = "turn 4; 0606 jp L"\n'
    '[[step]]\ntitle = "One"\n'
)
PLAY = '[step.play]\nrecord = "manila_turn_4"\nafter = 39\n'
BOOK = '[step.book]\nsays = "So."\nclauses = ["14.1at"]\n'


def titled(words: str) -> WalkStep:
    return next(step for step in MANILA if words in step.title)


def look(words: str) -> PlayLook:
    found = titled(words).look
    assert isinstance(found, PlayLook)
    return found


def pairs(words: str) -> dict[str, tuple[str, str]]:
    return {c.what: (c.printed, c.computed) for c in titled(words).comparisons}


def refused(words: str, what: str) -> set[str]:
    asked = next(one for one in look(words).asked if one.ask.what == what)
    assert not asked.verdict.ok
    return set(asked.verdict.rules)


def desk_at(words: str) -> StepsDesk:
    desk = StepsDesk(MANILA)
    desk.go(titled(words).number)
    return desk


# ---------------------------------------------------------------- what the book says of it


def test_the_steps_follow_the_fight_and_agree() -> None:
    numbers = [step.number for step in PLAYED]
    assert numbers == list(range(numbers[0], numbers[0] + 4))
    assert MANILA.step(numbers[0] - 1).title == "What Manila holds at the end"
    assert all(step.mode is Mode.PLAY and step.agrees for step in PLAYED)


@pytest.mark.clause("14.1at", "10.2b", "9.7e", "2.3.3g")
def test_the_fleets_cannot_stay_at_manila() -> None:
    assert pairs("must leave") == {
        "Ships to Manila": ("not allowed", "not allowed"),
        "Ships to Palau": ("allowed", "allowed"),
        "Controlled by": ("the Allies", "the Allies"),
    }
    assert refused("must leave", "Ships to Manila") == {"10.2b", "9.7e"}


@pytest.mark.clause("14.1at", "10.2g")
def test_they_go_to_ports_that_were_japans() -> None:
    step = titled("Palau and Taiwan")
    moved = look("Palau and Taiwan")
    assert set(moved.ways) == {("0606", "0707"), ("0606", "0605")}
    assert [event.rules for event in moved.events] == [("10.2g",)] * 3
    assert witp.line(step.judged).count("0606 jp 2C 2N 2N- 2L") == 1
    assert "0606 jp 2L" in witp.line(step.state) and "0605 jp 3N L" in witp.line(step.state)
    assert pairs("Palau and Taiwan")["Japan: naval units"] == ("none", "none")
    assert "Japan: air units" not in pairs("Palau and Taiwan"), "none came, none went"


@pytest.mark.clause("14.1as", "10.3c", "10.5a")
def test_the_armies_stay_and_the_stacks_are_counted() -> None:
    assert refused("armies stay", "The army to Saigon") == {"10.3c"}
    assert [event.rules for event in look("armies stay").events] == [("10.5a",)]


@pytest.mark.clause("14.1au", "10.6a", "10.6g")
def test_two_points_rebuild_two_ships_at_palau_alone() -> None:
    found = pairs("two ships")
    assert found["Japan, RP"] == ("3, then 1", "3, then 1")
    assert found["Japan: naval units"] == ("2", "2")
    assert found["Japan: air units"] == ("1, attrited", "1, attrited")
    assert refused("two ships", "At Brunei, taken") == {"10.6g"}
    assert recorded("manila_turn_4").branch(49).check("rebuild air 0707").ok


def test_the_record_is_played_on_the_companions_own_map() -> None:
    whole = recorded("manila_turn_4")
    assert whole.state.board is MANILA.start.board
    assert whole.actions == witp.replay("example:manila_turn_4").actions


# ---------------------------------------------------------------- card, map, text


def test_the_card_names_what_happens_and_every_reason_with_its_rule() -> None:
    html = card(desk_at("Palau and Taiwan"))
    assert html.count('data-value="10.2g"') == 3 and "What may not be done" not in html
    html = card(desk_at("must leave"))
    assert "Ships to Manila: not allowed" in html and "Ships to Palau: allowed" not in html
    assert 'data-value="10.2b"' in html and 'data-value="9.7e"' in html
    assert "What is done" not in html


def test_the_map_shows_what_moves_and_what_has_changed() -> None:
    scene = step_scene(titled("Palau and Taiwan"))
    assert {line.path for line in scene.lines} == {("0606", "0707"), ("0606", "0605")}
    assert set(scene.ringed) == {"0707", "0605"}
    assert step_scene(titled("two ships")).ringed == ("0707",)
    assert step_place(titled("must leave")) == ("0606",)
    assert set(step_place(titled("Palau and Taiwan"))) == {"0606", "0707", "0605"}
    key = key_line(desk_at("Palau and Taiwan"))
    assert "arrows: redeployed" in key and "ring: put down or rebuilt here" in key
    assert "arrows" not in key_line(desk_at("must leave"))


def test_in_words_and_back_to_the_step() -> None:
    told = str(titled("armies stay"))
    assert "Manila is in continuing combat: land units there stay (10.3c)" in told
    assert "Every hex is within its stacking limits (10.5a)" in told
    desk = desk_at("two ships")
    kept = desk.text()
    assert "rebuilt" in desk.words()
    desk.go(1)
    assert desk.restore(kept) and desk.step is titled("two ships")


# ---------------------------------------------------------------- slips


BAD = {
    "no record": ("", r"step\[0\]\.play: a step of a game needs its record"),
    "a strange record": (
        '[step.play]\nrecord = "manila"\nafter = 0\n',
        r'play\.record = "manila": must be .*manila_turn_4',
    ),
    "too far": ('[step.play]\nrecord = "manila_turn_4"\nafter = 51\n', r"after = 51: .*0 to 50"),
    "before it": ('[step.play]\nrecord = "manila_turn_4"\nafter = -1\n', r"after = -1"),
    "too much": (f"{PLAY}plays = 12\n", r"plays = 12: must be 0 to 11"),
    "no action": (
        f'{PLAY}[[step.play.ask]]\nwhat = "A"\naction = "redploy"\n',
        r"play\.ask\[0\]: .*redploy",
    ),
    "an edit of nothing": (
        f'{PLAY}[[step.play.ask]]\nwhat = "A"\naction = "pass"\nedits = ["flip 0606 us N"]\n',
        r"play\.ask\[0\]: .*no such counter",
    ),
    "a point of a battle": (f'{PLAY}{BOOK}printed = ["strength 3 4"]\n', r"like one of: control"),
    "a side": (f'{PLAY}{BOOK}printed = ["control us"]\n', r"printed\[0\].*control al"),
    "points": (f'{PLAY}{BOOK}printed = ["rp jp 3"]\n', r"printed\[0\].*rp jp 3 1"),
    "no hex": (f'{PLAY}{BOOK}printed = ["holds jp 2L"]\n', r"speaks of a hex"),
    "no such point": (
        f'{PLAY}{BOOK}printed = ["rp jp 3 3"]\nfollows = ["control"]\n',
        r"follows.*names no point",
    ),
    "another question": (f"{PLAY}{BOOK}rp = 3\n", r"rp: is no point of a step about play"),
}


@pytest.mark.parametrize("case", BAD)
def test_a_slip_is_one_clear_message(case: str) -> None:
    parts, message = BAD[case]
    with pytest.raises(BadData) as caught:
        read(HEAD + parts, "mine.toml")
    told = str(caught.value)
    assert told.startswith("mine.toml: ") and re.search(message, told), told
    assert "\n" not in told


def test_a_game_belongs_to_a_step_about_one() -> None:
    with pytest.raises(BadData, match=r"step\[0\]\.play.*belongs to a step about play"):
        read(HEAD.replace('"play"', '"supply"') + PLAY, "mine.toml")


def test_where_print_and_game_differ_it_is_told() -> None:
    walk = read(
        f'{HEAD}look = "0606"\n{PLAY}[[step.play.ask]]\nwhat = "Home"\n'
        'action = "redeploy naval:1 0605 0606"\nprinted = true\n'
        f'{BOOK}printed = ["control jp", "rp jp 3 2"]\n',
        "mine.toml",
    )
    (step,) = walk
    assert [(c.printed, c.computed) for c in step.comparisons] == [
        ("allowed", "not allowed"),
        ("Japan", "the Allies"),
        ("3, then 2", "3, then 3"),
    ]
    assert step.agreement == "They differ in 3 points."
