"""Actions with place names: read wherever a board is at hand, written with hex numbers only."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

import witp_learn as witp
from witp_learn import actions, typed
from witp_learn.files import Unreadable

BOARD = witp.load("text:turn 1").board
NAMED = {h: place.name for h, place in BOARD.hexes.items() if place.name}

READ = [
    ("build Taiwan", "build 0605"),
    ("BUILD taiwan", "build 0605"),
    ("target  pearl   harbor", "target 1406"),
    ("activate 0804", "activate 0804"),
    ("move naval:1 Kure", "move naval:1 0804"),
    ("move naval:1 Kure,Okinawa,Taiwan,Manila", "move naval:1 0804,0705,0605,0606"),
    ("move naval:2 Kure, 0705( naval:1 ), Manila", "move naval:2 0804,0705(naval:1),0606"),
    ("move carrier:1 Pearl Harbor, New Zealand", "move carrier:1 1406,1211"),
    ("redeploy land:2 Pearl Harbor Midway", "redeploy land:2 1406 1205"),
    ("redeploy land:2 San Diego San Francisco", "redeploy land:2 1804 1803"),
    ("redeploy land:2 San Diego to 0605", "redeploy land:2 1804 0605"),
    ("redeploy naval:1 bangkok e Saigon", "redeploy naval:1 0406E 0507"),
    ("redeploy naval:1 Saigon 0406W", "redeploy naval:1 0507 0406W"),
    ("displace Manila Leyte", "displace 0606 0607"),
    ("displace 0606 leyte", "displace 0606 0607"),
    ("displace Manila none", "displace 0606 none"),
    ("retreat fleet Bangkok W", "retreat fleet 0406W"),
    ("support us Pearl Harbor yes", "support us 1406 yes"),
    ("support South China no", "support 0505 no"),
    ("land Port Moresby no", "land 0909 no"),
    ("hit full-land Iwo Jima", "hit full-land 0805"),
    ("lose air South China", "lose air 0505"),
    ("rebuild naval Pearl Harbor", "rebuild naval 1406"),
    ("place us-naval:2 San Diego", "place us-naval:2 1804"),
    ("place air Truk from Iwo Jima", "place air 0907 from 0805"),
]


@pytest.mark.parametrize(("text", "plain"), READ)
def test_a_place_name_stands_for_its_hex(text, plain) -> None:
    found = typed.read(text, BOARD)
    assert found == actions.read(plain)
    assert typed.read(text.lower(), BOARD) == found


UNKNOWN = [
    ("build Taiwann", "Taiwann", "Did you mean Taiwan?"),
    ("target Pearl", "Pearl", "Did you mean Pearl Harbor?"),
    ("target harbor", "harbor", "Did you mean Dutch Harbor or Pearl Harbor?"),
    ("target Sai", "Sai", "Did you mean Saigon or Saipan?"),
    ("move naval:1 Kure,Okinava", "Okinava", "Did you mean Okinawa?"),
    ("redeploy land:2 Pearl Harbour Midway", "Pearl Harbour", "Did you mean Pearl Harbor?"),
    ("redeploy land:2 Midway Pearl Harbour", "Pearl Harbour", "Did you mean Pearl Harbor?"),
    ("redeploy land:2 Midway to Perl Harbor", "Perl Harbor", "Did you mean Pearl Harbor?"),
    ("displace 0606 Leite", "Leite", "Did you mean Leyte?"),
    ("support us Manilla yes", "Manilla", "Did you mean Manila?"),
    ("place air Trek from Kure", "Trek", "Did you mean Truk?"),
    ("build Reykjavik", "Reykjavik", "no hex or place of this board."),
]


@pytest.mark.parametrize(("text", "piece", "hint"), UNKNOWN)
def test_an_unknown_name_is_told_with_the_names_near_to_it(text, piece, hint) -> None:
    with pytest.raises(witp.Unreadable) as caught:
        typed.read(text, BOARD)
    assert caught.value.piece == piece
    assert caught.value.problem.endswith(hint)


PLAIN = [
    ("build", "write build and one hex"),
    ("build 06", "four digits"),
    ("build 0O06", "four digits"),
    ("move Kure", "write move, the units and the path"),
    ("move Kure Manila", "units read like"),
    ("support Pearl Harbor", "yes or no"),
    ("support Manila maybe", "yes or no"),
    ("bild Taiwan", "an action starts with"),
    ("retreat Manila", "write retreat"),
    ("displace Manila", "write displace"),
    ("build " + "x" * 3000, "at most 2,000 characters"),
]


@pytest.mark.parametrize(("text", "problem"), PLAIN, ids=[text[:30] for text, _ in PLAIN])
def test_what_is_wrong_but_for_the_names_is_told_as_before(text, problem) -> None:
    with pytest.raises(witp.Unreadable) as caught:
        typed.read(text, BOARD)
    assert re.search(problem, caught.value.problem)


POSITIONS = (
    witp.scenario("standard"),
    witp.example("manila_before_moves"),
    witp.load("text:turn 4; phase fleet-redeployment; 0606 jp 2N; 0804 jp C; 1406 us 2N"),
)


@pytest.mark.parametrize("state", POSITIONS, ids=range(len(POSITIONS)))
def test_every_action_on_offer_reads_the_same_by_names(state) -> None:
    for action in witp.legal(state).actions:
        said = re.sub(r"\b\d{4}\b", lambda found: NAMED.get(found[0], found[0]), str(action))
        assert typed.read(said, state.board) == action
        assert typed.numbered(str(action), state.board) == str(action)


@given(st.sampled_from([verb for verb, _ in (t[0].split(" ", 1) for t in READ)]), st.text())
def test_any_text_is_an_action_or_told_to_be_none(verb, rest) -> None:
    try:
        found = typed.read(f"{verb} {rest}", BOARD)
    except witp.Unreadable:
        return
    assert actions.read(str(found)) == found


def test_games_and_positions_take_names_and_records_keep_numbers() -> None:
    start = witp.example("manila_before_moves")
    game = witp.new_game(start).play("target Manila", "activate Singapore")
    game.play("move naval:1,land:1 Singapore,Saigon,Manila")
    assert game.actions == ("target 0606", "activate 0407", "move naval:1,land:1 0407,0507,0606")
    assert witp.apply(start, "target Manila") == witp.apply(start, "target 0606")
    assert witp.check(start, "target manila").ok
    assert all(f'"{action}"' in game.record() for action in game.actions)


def test_a_record_has_hex_numbers_only() -> None:
    record = witp.new_game().record().replace("actions = []", 'actions = ["build Taiwan"]')
    right = r"actions\[0\].*four digits.*; records have numbers, not names: build 0605$"
    with pytest.raises(witp.BadData, match=right):
        witp.replay(f"text:{record}")


def test_an_owner_chooses_in_a_fight_by_name() -> None:
    pos = witp.load("text:turn 1; 0407 jp 2N(2L); 0507 jp A; 0407 cw N L A")
    by_name = witp.combat(pos, "Singapore", [6, 5, 1, 6], ["hit attrited-land Singapore"])
    assert by_name == witp.combat(pos, "Singapore", [6, 5, 1, 6], ["hit attrited-land 0407"])
    fight = witp.combat(pos, "Singapore", [6, 5, 1, 6])
    assert fight.choose("hit attrited-land singapore").after == by_name.after
    with pytest.raises(witp.BadData, match=r"Singapor: no hex .* Did you mean Singapore"):
        fight.choose("hit attrited-land Singapor")


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("move naval:1, land:1 Kure, Okinawa", "move naval:1,land:1 0804,0705"),
        ("move naval:1 , us-land Kure ,Okinawa", "move naval:1,us-land:1 0804,0705"),
        ("move naval:2, land:1 0804,0705(naval:1, land:1),0606", None),
        ("redeploy carrier:1, naval:2 0804 0605", "redeploy carrier:1,naval:2 0804 0605"),
        ("place land:1, air:1 Peiping", "place land:1,air:1 0504"),
    ],
)
def test_blanks_after_a_comma_between_units_do_not_matter(text: str, right: str | None) -> None:
    read = str(typed.read(text, BOARD))
    assert read == (right or "move naval:2,land:1 0804,0705(naval:1,land:1),0606")
    assert actions.read(read) == typed.read(text, BOARD)


@pytest.mark.parametrize("text", ["move naval:1 Kure,,Manila", "move naval:1 ,Kure", ""])
def test_an_error_has_no_empty_subject(text: str) -> None:
    with pytest.raises(Unreadable) as caught:
        typed.read(text, BOARD)
    assert ": :" not in str(caught.value) and not str(caught.value).startswith(
        ("an action st", ":")
    )
