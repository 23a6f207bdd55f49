"""The notation of actions, both ways."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from witp_learn.actions import (
    Activate,
    Build,
    Declare,
    Displace,
    Draw,
    Fight,
    Hit,
    Land,
    Lose,
    Move,
    Pass,
    Place,
    Rebuild,
    Redeploy,
    Remove,
    Retreat,
    Roll,
    Support,
    Target,
    counted,
    read,
    take,
)
from witp_learn.files import Unreadable

SAID = {
    "roll 6 3": Roll(6, 3),
    "build 0605": Build("0605"),
    "remove 0605": Remove("0605"),
    "target 0606": Target("0606"),
    "activate 0804": Activate("0804"),
    "move carrier:1,naval:2,land:1 0804,0705,0606": Move(
        (("carrier", 1), ("naval", 2), ("land", 1)), ("0804", "0705", "0606")
    ),
    "move naval:2 0804,0705(naval:1),0606": Move(
        (("naval", 2),), ("0804", "0705", "0606"), (("0705", (("naval", 1),)),)
    ),
    "support 0707 no": Support("0707", False),
    "support us 0606 yes": Support("0606", True, "us"),
    "fight 0606": Fight("0606"),
    "hit attrited-naval 0406W": Hit("attrited-naval", "0406W"),
    "hit each air": Hit("each air"),
    "lose land 0606": Lose("land", "0606"),
    "retreat fleet 0607": Retreat("fleet", "0607"),
    "retreat land none": Retreat("land", "none"),
    "displace 0606 0607": Displace("0606", "0607"),
    "land 0606 no": Land("0606", False),
    "draw 1942-03": Draw("1942-03"),
    "card 1945-10": Declare("1945-10"),
    "redeploy land:2 0801 0605": Redeploy((("land", 2),), "0801", "0605"),
    "redeploy carrier:1,naval:2 0606 0406W": Redeploy(
        (("carrier", 1), ("naval", 2)), "0606", "0406W"
    ),
    "rebuild us-naval 0605": Rebuild("us-naval", "0605"),
    "place air 0404": Place((("air", 1),), "0404"),
    "place us-air 0404 from 0606": Place((("us-air", 1),), "0404", "0606"),
    "place carrier:1,naval:2 1708": Place((("carrier", 1), ("naval", 2)), "1708"),
    "pass": Pass(),
}


@pytest.mark.parametrize("text", SAID)
def test_the_text_of_an_action_and_its_record_are_the_same(text: str) -> None:
    assert read(text) == SAID[text]
    assert str(SAID[text]) == text
    assert hash(read(text)) == hash(SAID[text])


def test_case_spaces_and_the_order_of_units_do_not_matter() -> None:
    assert read(" MOVE land,NAVAL:2  0804,0606 ") == read("move naval:2,land:1 0804,0606")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "an action is empty; one starts with roll, build"),
        ("  ", "an action is empty; one starts with roll, build"),
        ("move naval:1 0407,,0606", ": a comma with no hex on one side; a path reads like"),
        ("move naval:1,land:1, 0407,0606", "a comma with no unit on one side; units read like"),
        ("rol 1 2", "Did you mean roll?"),
        ("roll 7 1", "two dice, each 1 to 6"),
        ("roll 1", "two dice"),
        ("build", "one hex"),
        ("build 06", "a hex has four digits"),
        ("move naval:2", "the units and the path"),
        ("move boats:2 0606", "units read like naval:2"),
        ("move naval:0 0606", "at least 1"),
        ("move naval:1,naval:2 0606", "naval stands twice"),
        ("move naval:1 0606,xx", "a path reads like"),
        ("support 0606", "a hex and yes or no"),
        ("support dutch 0606 no", "a nation if need be"),
        ("support 0606 maybe", "ends with yes or no"),
        ("hit ship 0606", "a kind of unit"),
        ("retreat air 0606", "fleet or land"),
        ("displace 0606", "the hex it goes to"),
        ("draw 1942-11", "draw and a card, like 1942-03"),
        ("card", "card and a card, like 1942-03"),
        ("redeploy land:2 0801", "the units and two hexes"),
        ("redeploy land:2 0801 08", "a hex has four digits"),
        ("rebuild 0605", "a kind of unit"),
        ("place air", "the units and a hex"),
        ("place air 0404 off 0606", "the units and a hex"),
        ("pass on", "pass stands alone"),
        ("pass " * 1000, "at most 2,000 characters"),
    ],
)
def test_text_that_is_no_action_says_what_would_be_right(text: str, said: str) -> None:
    with pytest.raises(Unreadable, match=said):
        read(text)


WORDS = st.sampled_from(["carrier", "naval", "attrited-naval", "us-naval", "land", "us-land"])


@given(st.dictionaries(WORDS, st.integers(1, 99), min_size=1))
def test_units_by_number_read_back(units: dict[str, int]) -> None:
    move = Move(counted(units), ("0804", "0705"))
    assert read(str(move)) == move
    assert take(",".join(f"{word}:{n}" for word, n in units.items())) == units


@given(st.text(max_size=60))
def test_no_text_breaks_the_reader(text: str) -> None:
    try:
        assert read(str(read(text))) == read(text)
    except Unreadable as error:
        assert str(error)
