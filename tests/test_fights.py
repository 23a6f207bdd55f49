"""What notebooks ask of a fight: its terms, dice, choices, chances and JSON (9)."""

from __future__ import annotations

import json
import subprocess
import sys
from fractions import Fraction

import pytest
from combat_cases import sea
from strategies import at_large

import witp_learn as witp
from witp_learn.files import BadData, Unreadable
from witp_learn.model import Side
from witp_learn.position.file import from_plain

SINGAPORE = "turn 1; 0407 jp 2N(2L); 0507 jp A; 0407 cw N L A"
MANILA = "turn 4; 0606 jp 2C 4N(2L); 0707 jp A; 0507 jp A; 0606 us A L; 0606 cw 2N 2L"


def pair(japan: int, allies: int) -> dict[str, int]:
    return {"japan": japan, "allies": allies}


def row(at: str, nation: str, kind: str, **more: object) -> dict[str, object]:
    return {"at": at, "nation": nation, "kind": kind, **more}


@pytest.fixture
def singapore() -> witp.Fight:
    return witp.combat(at_large(SINGAPORE), "Singapore")


# Dice and choices


def test_a_fight_waits_for_its_dice_and_shows_its_strengths(singapore: witp.Fight) -> None:
    assert not singapore.over and singapore.pending is not None
    assert singapore.battles[0].stakes.strength == (4, 3)
    assert set(singapore.after.units) == set(at_large(SINGAPORE).units)
    assert "2 dice are due so far, 0 given" in singapore.due and singapore.due in str(singapore)


def test_rolling_gives_a_new_fight_and_leaves_the_old(singapore: witp.Fight) -> None:
    first = singapore.roll(6, 5)
    whole = first.roll(1, 6)
    assert (len(singapore.battles), len(first.battles), len(whole.battles)) == (1, 2, 2)
    assert "4 dice are due so far, 2 given: the landing at Singapore" in first.due
    assert whole.over and whole.due == ""
    assert whole == witp.combat(at_large(SINGAPORE), "0407", [6, 5, 1, 6])


@pytest.mark.parametrize("dice", [[6, 5, 1, 6, 2], [6, 5, 1, 6, 2, 3]])
def test_more_dice_than_are_due_are_refused(dice: list[int]) -> None:
    with pytest.raises(BadData, match=r"^dice = \[6, 5, 1, 6, 2.*4 dice are due, [56] given"):
        witp.combat(at_large(SINGAPORE), "0407", dice)


@pytest.mark.parametrize("dice", [[], [6], [6, 5], [6, 5, 1]])
def test_json_needs_all_the_dice(dice: list[int]) -> None:
    fight = witp.combat(at_large(SINGAPORE), "0407", dice)
    due = 2 if len(dice) < 2 else 4
    with pytest.raises(BadData, match=rf"^dice = .*{due} dice are due so far, {len(dice)} given"):
        fight.as_dict()


@pytest.mark.parametrize("die", [0, 7, -1, 2.5, "6", True, None])
def test_a_die_shows_one_to_six(singapore: witp.Fight, die: object) -> None:
    with pytest.raises(BadData, match=r"^dice\[1\].* 1 to 6"):
        singapore.roll(6, die)  # type: ignore[arg-type]


def test_a_choice_answers_the_next_question_that_offers_it() -> None:
    state = sea("0505 us N C; 0505 jp 5N")
    plain = witp.combat(state, "0505", [3, 1])
    assert plain.choices[-1].startswith("retreat fleet 0404: ")
    chosen = plain.choose("retreat fleet 0605")
    assert chosen.after.at("0605", Side.ALLIES) and not chosen.after.at("0404", Side.ALLIES)
    assert chosen.choices[:-1] == plain.choices[:-1]
    both = witp.combat(state, "0505", [3, 1], ["hit carrier 0505", "retreat fleet 0504"])
    assert both.choices[0].startswith("hit carrier 0505") and both.after.at("0504", Side.ALLIES)


def test_none_leaves_one_question_to_its_owner() -> None:
    state = sea("0505 us 2N C; 0505 jp 8N")
    found = witp.combat(state, "0505", [1, 1], [None, "hit carrier 0505"])
    assert [told.split(":")[0] for told in found.choices[:2]] == [
        "hit naval 0505",
        "hit carrier 0505",
    ]


def test_a_choice_may_wait_for_dice_that_are_still_due() -> None:
    state = sea("0505 us N C; 0505 jp 5N")
    waiting = witp.combat(state, "0505", None, ["retreat fleet 0605"])
    assert waiting.choices == ()
    assert waiting.roll(3, 1).after.at("0605", Side.ALLIES)


def test_a_choice_that_nobody_offers_is_refused() -> None:
    fight = witp.combat(sea("0505 us N C; 0505 jp 5N"), "0505", [3, 1])
    with pytest.raises(BadData, match=r'^choices = "retreat fleet 0909": .* hit carrier 0505'):
        fight.choose("retreat fleet 0909")
    with pytest.raises(BadData, match="nothing is to be chosen"):
        witp.combat(sea("0505 us N-; 0505 jp 5N"), "0505", [3, 1], ["retreat fleet 0404"])


# Where


@pytest.mark.parametrize("where", ["0407", "singapore", "Singapore"])
def test_a_hex_is_named_by_number_coast_letter_or_place(where: str) -> None:
    assert witp.combat(at_large(SINGAPORE), where).hex == "0407"


@pytest.mark.parametrize("where", ["0606", "Manila"])
def test_where_nobody_fights_there_are_no_battles(where: str) -> None:
    found = witp.combat(at_large(SINGAPORE), where)
    assert found.over and found.battles == () and found.as_dict()["battles"] == []
    assert found.as_dict()["after"]["units"][0] == row("0407", "japan", "naval", count=2)
    assert "nobody fights" in str(found)
    assert sum(found.odds().outcomes.chances.values()) == 1
    with pytest.raises(BadData, match="no dice are due; 2 given"):
        found.roll(1, 2)


def test_a_place_that_is_none_is_refused() -> None:
    for where in ("Tokio", "", "04", "0407W", "0406X", "0407w", "9999", "9999W"):
        with pytest.raises(Unreadable):
            witp.combat(at_large(SINGAPORE), where)


# Support held back


@pytest.mark.clause("9.2d")
@pytest.mark.parametrize("held", [["0507"], ["Saigon"], ["0507 jp"], ["Saigon JP"]])
def test_air_units_are_held_back_by_hex_or_place(held: list[str]) -> None:
    found = witp.combat(at_large(SINGAPORE), "0407", held=held)
    assert found.battles[0].stakes.strength == (2, 3)
    assert found.roll(6, 4).battles[0].air_hits == (0, 2)
    assert witp.odds(at_large(SINGAPORE), "0407", held=held).as_dict() == found.odds().as_dict()


def test_one_nation_of_a_hex_is_held_back_alone() -> None:
    state = sea("0505 jp N; 0505 us N; 0404 us A; 0404 cw A")
    assert witp.combat(state, "0505", held=["0404"]).battles[0].stakes.strength == (1, 1)
    assert witp.combat(state, "0505", held=["0404 cw"]).battles[0].stakes.strength == (1, 3)


@pytest.mark.parametrize("held", ["0606", "0407 jp", "0507 us"])
def test_only_a_full_air_unit_in_range_can_be_held_back(held: str) -> None:
    with pytest.raises(BadData, match=f'^held = "{held}": no full air unit there'):
        witp.combat(at_large(SINGAPORE), "0407", held=[held])


# JSON


@pytest.mark.clause("9.6.2m", "9.6.2n", "9.6.2o", "9.6.2p", "9.6.2q")
def test_the_json_of_singapore() -> None:
    found = witp.combat(at_large(SINGAPORE), "0407", [6, 5, 1, 6]).as_dict()
    fleets, landing = found["battles"]
    assert {k: fleets[k] for k in list(fleets)[:11]} == {
        "kind": "fleet",
        "strength": pair(4, 3),
        "dice": pair(6, 5),
        "rolls": [[6, 5]],
        "total": pair(10, 8),
        "difference": 2,
        "winner": "japan",
        "hits": pair(1, 2),
        "air_hits": pair(1, 2),
        "result": "eliminated",
        "choices": [],
    }
    assert (landing["difference"], landing["winner"], landing["result"]) == (
        3,
        "allies",
        "embarked",
    )
    assert "result_overland" not in landing
    assert landing["choices"][0].startswith("hit full-land 0407: full land unit")
    assert landing["rules"] == ["9.6.3l"] and landing["verdict"]
    assert found["after"]["units"] == [
        row("0407", "japan", "naval"),
        row("0407", "japan", "naval", state="attrited"),
        row("0407", "japan", "land", state="attrited", aboard=True),
        row("0407", "commonwealth", "land"),
        row("0507", "japan", "air", state="attrited"),
    ]
    assert json.loads(json.dumps(found)) == found


@pytest.mark.clause("9.6b")
def test_the_json_has_every_roll_and_the_deciding_dice() -> None:
    found = witp.combat(sea("0505 jp 2N; 0505 us 2N"), "0505", [3, 3, 1, 1, 6, 2]).as_dict()
    battle = found["battles"][0]
    assert battle["rolls"] == [[3, 3], [1, 1], [6, 2]] and battle["dice"] == pair(6, 2)


@pytest.mark.clause("9.5.2c")
def test_the_json_of_a_mixed_landing_has_a_result_for_those_who_walked() -> None:
    state = sea("0505 jp L; 0505 jp 2N(2L); 0505 us 4L")
    lost = witp.combat(state, "0505", [2, 1]).as_dict()["battles"][0]
    assert (lost["result"], lost["result_overland"]) == ("embarked", "continuing")
    won = witp.combat(sea("0505 jp 4L; 0505 jp 2N(2L); 0505 us L"), "0505", [2, 1]).as_dict()
    assert "result_overland" not in won["battles"][0]


def test_the_position_after_can_be_read_again() -> None:
    for state, where, dice in (
        (at_large(MANILA), "0606", [4, 5, 3, 1]),
        (sea("0505 jp 4N; 0505 us 2N; base al 0505"), "0505", [6, 1]),
    ):
        fight = witp.combat(state, where, dice)
        after = from_plain(json.loads(json.dumps(fight.as_dict()["after"])), "after")
        assert after.units == fight.after.units and after.contested == fight.after.contested
        assert after.board.own is state.board.own
    assert fight.as_dict()["after"]["bases"] == {"japan": [], "allies": ["0505"]}


def test_choices_by_default_and_by_hand_are_told_apart() -> None:
    state = sea("0505 us N C; 0505 jp 5N")
    found = witp.combat(state, "0505", [3, 1], ["retreat fleet 0605"]).as_dict()
    battle = found["battles"][0]
    assert [told.split(":")[0] for told in battle["choices"]] == [
        "hit naval 0505",
        "hit carrier 0505",
    ]
    assert [told.split(":")[0] for told in battle["chosen"]] == ["retreat fleet 0605"]


@pytest.mark.clause("8.6.2e")
def test_cargo_that_stays_aboard_is_a_choice_as_well() -> None:
    state = sea("0505 jp N(L); 0505 us L; ruling assault-may-or-must=b")
    stays = witp.combat(state, "0505", None, ["land 0505 no"])
    assert stays.over and stays.as_dict()["battles"] == []
    assert stays.as_dict()["choices"][0].startswith("land 0505 no")
    lands = witp.combat(state, "0505", [1, 4]).as_dict()["battles"][0]
    assert lands["choices"][0].startswith("land 0505 yes")


# Text, picture, chances


def test_a_fight_says_itself_and_shows_itself(singapore: witp.Fight) -> None:
    whole = singapore.roll(6, 5, 1, 6)
    text = str(whole)
    assert "Japan wins by 2." in text and "The Allies win by 3." in text
    assert "hit full-land 0407" in text and "or: hit attrited-land 0407" in text
    faces = whole._repr_mimebundle_()
    assert faces["text/plain"] == text and faces["text/html"].count("<table") == 2
    assert "dice are due" in singapore._repr_mimebundle_()["text/html"]
    nobody = witp.combat(at_large(SINGAPORE), "Manila")
    assert "nobody fights" in nobody._repr_mimebundle_()["text/html"]


def test_names_of_a_file_stay_text() -> None:
    state = sea("title <b>x</b>; 0505 jp N; 0505 us N")
    assert "<b>x" not in witp.combat(state, "0505", [6, 1])._repr_mimebundle_()["text/html"]
    nobody = witp.combat(at_large("title <b>x</b>; turn 4; 0606 jp N"), "0606")
    assert "<b>x" not in nobody._repr_mimebundle_()["text/html"]


def test_the_chances_of_singapore(singapore: witp.Fight) -> None:
    before = singapore.odds()
    assert before.battles[0].win[Side.JAPAN] == Fraction(21, 31)
    assert before.as_dict() == witp.odds(at_large(SINGAPORE), "Singapore").as_dict()
    later = singapore.roll(6, 5).odds()
    assert [b.kind for b in later.battles] == ["assault"]
    done = singapore.roll(6, 5, 1, 6).odds()
    assert done.battles == () and set(done.outcomes.chances.values()) == {Fraction(1)}
    with pytest.raises(BadData, match='policy = "worst": must be default or best'):
        singapore.odds("worst")


# Which hexes


@pytest.mark.clause("9.0b", "9.0d", "9.0e")
def test_the_hexes_fought_over_and_who_picks_their_order() -> None:
    state = at_large(f"{MANILA}; 0407 jp L; 0407 cw L; trp 14 17")
    found = witp.fights(state)
    assert list(found) == ["0407", "0606"] and len(found) == 2
    assert found.kinds == {"0407": "land", "0606": "fleet"} and found.chooser is Side.ALLIES
    assert str(found).splitlines() == [
        "Singapore 0407: land combat (9.1b)",
        "Manila 0606: fleet combat (9.1a)",
        "The Allies pick the order: they have more points than Japan (9.0).",
    ]
    assert "Japan picks" in str(witp.fights(at_large(f"{MANILA}; trp 17 17")))
    assert "does not count points" in str(witp.fights(at_large(MANILA)))
    assert str(witp.fights(at_large("0606 jp N; turn 4"))) == "No hex is fought over (9.0b)."
    assert found.as_dict()["order"] == "allies"


def test_why_a_hex_is_fought_over_or_not() -> None:
    found = witp.fights(at_large(MANILA))
    assert found["Manila"].verdict == "At Manila: fleet combat, then an assault landing."
    assert found["Saigon"].good and not found["Manila"].good
    with pytest.raises(Unreadable):
        found["Tokio"]


# The façade


def test_the_facade_stays_quick_and_its_names_stay_what_they_are() -> None:
    code = (
        "import sys, witp_learn as witp; "
        "late = ('rules.combat', 'fighting', 'odds.'); "
        "heavy = [m for m in sys.modules if any(f'witp_learn.{x}' in m for x in late)]; "
        "assert not heavy, heavy; "
        "position = witp.load('text:turn 4; 0606 jp N; 0606 us N'); "
        "assert callable(witp.odds); import witp_learn.odds.fights; "
        "print(witp.odds(position, 'Manila').battles[0].win[witp.Side.JAPAN])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.stdout.strip(), done.stderr) == ("1/2", "")


def test_every_name_of_the_facade_is_there() -> None:
    for name in witp.__all__:
        assert getattr(witp, name) is not None
    assert {"combat", "odds", "fights"} <= set(witp.__all__)


# Bad arguments


@pytest.mark.parametrize(
    ("given", "key"),
    [
        ({"dice": 46}, "dice = 46"),
        ({"dice": "46"}, 'dice = "46"'),
        ({"choices": "retreat fleet 0607"}, 'choices = "retreat fleet 0607"'),
        ({"choices": None}, "choices"),
        ({"held": "0507"}, 'held = "0507"'),
        ({"held": [507]}, "held = 507"),
    ],
)
def test_what_is_no_list_is_refused_by_name(given: dict[str, object], key: str) -> None:
    with pytest.raises(BadData, match=rf"^{key}: must "):
        witp.combat(at_large(SINGAPORE), "0407", **given)  # type: ignore[arg-type]


def test_the_letter_of_a_sea_may_be_left_out_where_one_is_on_offer() -> None:
    fight = witp.combat(at_large("0407 us 2N; 0407 jp 3N"), "0407", [4, 1])
    offered = [step for step in fight.found.decided if step.question.kind == "retreat"]
    assert "retreat fleet 0406E" in [c.action for c in offered[0].question.choices]
    chosen = witp.combat(at_large("0407 us 2N; 0407 jp 3N"), "0407", [4, 1], ["retreat fleet 0406"])
    assert {u.at for u in chosen.after.units if u.nation.short == "us"} == {"0406E"}
    for wrong in ("retreat fleet 0406W", "retreat fleet 040", "retreat fleet"):
        with pytest.raises(BadData, match="is not to be chosen"):
            witp.combat(at_large("0407 us 2N; 0407 jp 3N"), "0407", [4, 1], [wrong])


def test_like_choices_are_told_once_with_their_number() -> None:
    text = str(witp.combat(at_large("0606 jp 6N; 0606 us C 5N-"), "0606", [5, 1]))
    assert "hit carrier 0606), 5 times" in text
    lines = text.split("Choices\n")[1].splitlines()
    assert len(set(lines)) == len(lines)
