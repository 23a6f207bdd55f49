"""Places as people type them after --at, --hex, --from and --to, and in typed actions."""

from __future__ import annotations

import pytest
from typer.testing import CliRunner

import witp_learn as witp
from witp_learn import typed
from witp_learn.cli import app
from witp_learn.files import Unreadable
from witp_learn.position.finding import find_place, named_hex

RUN = CliRunner()
BOARD = witp.scenario().board


def told(*words: str) -> str:
    done = RUN.invoke(app, list(words))
    assert done.exit_code == 0, done.output
    return done.stdout


@pytest.mark.parametrize("typed_place", ["0803 ", " yokosuka", "YOKOSUKA  ", "0803"])
def test_blanks_around_a_place_do_not_matter(typed_place: str) -> None:
    right = told("supply", "scenario:standard", "--at", "Yokosuka")
    assert told("supply", "scenario:standard", "--at", typed_place) == right


def test_blanks_within_a_name_do_not_matter() -> None:
    assert find_place(BOARD, " Port  Moresby ") == "0909"
    assert witp.control(witp.scenario(), "Port   Moresby").verdict
    ways = ("routes", "scenario:standard", "--side", "allies", "--kind", "fleet")
    right = told(*ways, "--from", "Pearl Harbor", "--to", "Midway")
    assert told(*ways, "--from", " Pearl  Harbor", "--to", "1205 ") == right


@pytest.mark.parametrize(
    ("name", "hex_id"),
    [("Marshall Islands", "1107"), ("Ellis Islands", "1208"), ("gilbert islands", "1207")],
)
@pytest.mark.clause("7.3g")
def test_a_group_of_islands_may_be_called_so(name: str, hex_id: str) -> None:
    assert named_hex(BOARD, name) == hex_id
    assert str(typed.read(f"build {name}", BOARD)) == f"build {hex_id}"


def test_islands_that_are_none_stay_unknown() -> None:
    with pytest.raises(Unreadable, match="Aland Islands"):
        find_place(BOARD, "Aland Islands")
    assert named_hex(BOARD, "Marshall") is None


@pytest.mark.parametrize("name", ["Bangkok W", "0406 W", "0406w", "bangkok  w ", "0406W"])
@pytest.mark.clause("8.7c")
def test_one_of_two_seas_is_named_like_a_typed_action_does(name: str) -> None:
    assert find_place(BOARD, name) == "0406W"
    assert str(typed.read(f"hit naval {name}", BOARD)) == "hit naval 0406W"
    position = "text:0406W us N; 0306 us N"
    seen = told("supply", position, "--at", name)
    assert seen == told("supply", position, "--at", "0406W")
    ways = ("routes", position, "--side", "allies", "--kind", "fleet")
    right = told(*ways, "--from", "0406W", "--to", "Rangoon")
    assert told(*ways, "--from", name, "--to", "Rangoon") == right
    back = told(*ways, "--from", "Rangoon", "--to", "0406W")
    assert told(*ways, "--from", "Rangoon", "--to", name) == back


def test_a_fight_is_found_by_the_letter_of_a_sea() -> None:
    right = told("combat", "example:two_seas", "--hex", "0406")
    for name in ("Bangkok W", "0406 W", "0406w"):
        assert told("combat", "example:two_seas", "--hex", name) == right


@pytest.mark.parametrize(
    ("name", "right"),
    [
        ("Bangkok Q", "no such coast; write 0406, 0406E or 0406W"),
        ("0407 W", "no such coast; write 0407"),
        ("Port W", "no hex or place of this board"),
        ("", "no hex or place of this board"),
    ],
)
def test_a_letter_that_is_no_sea_is_refused(name: str, right: str) -> None:
    with pytest.raises(Unreadable, match=right):
        find_place(BOARD, name)
