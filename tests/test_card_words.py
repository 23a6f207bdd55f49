"""The words that say what a card does, and the table they stand in (2, 4.3)."""

from __future__ import annotations

from pathlib import Path

import pytest
from card_tables import NAMED, older_columns, owned, playing_with, shipped_cards, written
from hypothesis import given
from hypothesis import strategies as st
from strategies import examples

from witp_learn import components
from witp_learn.components.cards import read_cards
from witp_learn.components.deeds import (
    BATTLES,
    CHOOSING,
    FORMS,
    LASTING,
    MOST,
    PLACES,
    UNITS,
    WHOM,
    WHOSE,
    Deed,
    read_deeds,
)
from witp_learn.components.folder import check
from witp_learn.files import BadData, Unreadable
from witp_learn.model import Side

ALLIES, JAPAN = Side.ALLIES, Side.JAPAN


@pytest.mark.parametrize(
    ("text", "deeds"),
    [
        ("", ()),
        ("  ", ()),
        ("rp 2", (Deed("rp", amount=2),)),
        ("RP Enemy -2", (Deed("rp", "enemy", amount=-2),)),
        ("trp +1", (Deed("trp", amount=1),)),
        ("remove enemy naval 1", (Deed("remove", "enemy", "naval"),)),
        ("attrite own land 2 jungle", (Deed("attrite", "own", "land", 2, "jungle"),)),
        ("attrite enemy air 1 0607", (Deed("attrite", "enemy", "air", 1, "0607"),)),
        ("rebuild unit 3 australia", (Deed("rebuild", "own", "unit", 3, "australia"),)),
        ("remove-base enemy", (Deed("remove-base", "enemy"),)),
        ("remove-base enemy 2 jungle", (Deed("remove-base", "enemy", "", 2, "jungle"),)),
        ("remove-base own 0607", (Deed("remove-base", "own", "", 1, "0607"),)),
        ("reserve air", (Deed("reserve", kind="air"),)),
        ("stacks 1;bonus any -1", (Deed("stacks"), Deed("bonus", kind="any", amount=-1))),
        ("best-die enemy fleet", (Deed("best-die", "enemy", "fleet"),)),
        ("no-landings both; win", (Deed("no-landings", "both"), Deed("win"))),
        ("no-fleet-moves japan", (Deed("no-fleet-moves", "japan"),)),
    ],
)
def test_effects_are_read(text: str, deeds: tuple[Deed, ...]) -> None:
    assert read_deeds(text) == deeds


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("remov enemy naval 1", "an effect starts with rp.*Did you mean remove"),
        ("remove naval 1", "after remove comes own or enemy, then a kind of unit .*: remove enemy"),
        ("remove enemy tank 1", "carrier, naval, fleet, land, air or unit"),
        ("remove enemy naval", "then a number, 1 to 20"),
        ("remove enemy naval 0", "a number, 1 to 20"),
        ("remove enemy naval 21", "a number, 1 to 20"),
        ("remove enemy naval -1", "a number, 1 to 20"),
        ("remove enemy naval 1 desert", "perhaps a place .jungle, mountain"),
        ("remove enemy naval 1 jungle 0607", "perhaps a place"),
        ("rp two", "a number, -20 to 20 but not 0: rp 2"),
        ("rp 0", "but not 0"),
        ("rp ٢", "but not 0"),
        ("bonus sea 2", "a kind of battle .fleet, land, landing or any"),
        ("no-landings", "own, enemy, both, japan or allies: no-landings both"),
        ("win twice", "win stands alone"),
        ("rp 1;", "between semicolons an effect is missing"),
        (";", "between semicolons an effect is missing"),
        ("rp 1; " * 60, "at most 200 letters"),
    ],
)
def test_what_cannot_be_read_says_what_would_be_right(text: str, says: str) -> None:
    with pytest.raises(Unreadable, match=says):
        read_deeds(text)


@given(
    text=st.text(max_size=40)
    | st.lists(st.sampled_from([*FORMS, *WHOM, *UNITS, "1", ";"])).map(" ".join)
)
@examples(300)
def test_any_text_is_read_or_refused_in_words(text: str) -> None:
    try:
        deeds = read_deeds(text)
    except Unreadable as error:
        assert str(error)
        return
    for deed in deeds:
        assert deed.what in FORMS
        assert deed.whose in WHOM
        assert deed.kind in ("", *UNITS, *BATTLES)
        assert deed.amount in range(-MOST, MOST + 1)
        assert deed.side(JAPAN) in (None, *Side)
        assert read_deeds(str(deed)) == (deed,)


def test_every_verb_has_an_example_that_can_be_read_and_acts_in_one_way() -> None:
    for verb, (_, example) in FORMS.items():
        (deed,) = read_deeds(example)
        assert deed.what == verb
    assert not set(LASTING) & set(CHOOSING)
    assert set(FORMS) - set(LASTING) - set(CHOOSING) == {"rp", "win"}
    assert {"own", "enemy"} == set(WHOSE)


def test_the_page_of_the_data_folder_explains_every_word() -> None:
    text = (components.shipped() / "README.md").read_text("utf-8")
    for verb in FORMS:
        assert f"| `{verb}" in text, verb
    for word in (*UNITS, *BATTLES, *PLACES[:6]):
        assert f"`{word}`" in text, word


# The table.


@pytest.mark.clause("2.cards-a", "2.cards-b", "4.0b", "4.3b")
def test_a_card_has_a_number_a_name_a_year_and_a_part_for_each_side() -> None:
    card = components.event_cards().card("1942-03")
    assert (card.id, card.name, card.year) == ("1942-03", "Type 95 torpedo", 1942)
    assert card.part(JAPAN).startswith("Remove one Allied naval unit")
    assert card.deeds(JAPAN) == (Deed("remove", "enemy", "naval"),)
    assert (card.part(ALLIES), card.deeds(ALLIES)) == ("", ())


@pytest.mark.clause("4.5a")
def test_the_known_forced_card_has_one_instruction_for_both_sides() -> None:
    for card in components.event_cards():
        if card.forced:
            assert card.deeds(JAPAN) == card.deeds(ALLIES) != ()


def test_effects_stand_only_where_words_tell_them() -> None:
    cards = components.event_cards()
    for card in (*cards, *cards.unnumbered):
        for side in Side:
            assert card.part(side) or not card.deeds(side), card.id


@pytest.mark.parametrize(
    ("cells", "column", "says"),
    [
        ({**NAMED, "japan_effect": "rp"}, "japan_effect", "after rp comes"),
        ({**NAMED, "allies_effect": "wim"}, "allies_effect", "Did you mean win"),
        ({**NAMED, "japan_effect": "win"}, "japan_effect", "for the Allies alone .3.2"),
        ({"name": "", "japan_effect": "rp 2"}, "japan_effect", "must be empty"),
    ],
)
def test_an_effect_that_is_wrong_is_refused_by_line_and_column(
    tmp_path: Path, cells: dict[str, str], column: str, says: str
) -> None:
    rows = [{**row, **(cells if row["id"] == "1942-04" else {})} for row in shipped_cards()]
    written(owned(tmp_path, {}), rows, tuple(rows[0]))
    with pytest.raises(BadData, match=says) as caught:
        check(tmp_path)
    assert Path(caught.value.source).name == "cards.csv"
    assert caught.value.key == f"line 5, {column}"


def test_a_table_of_before_without_effects_takes_ours_where_its_words_are_ours(
    tmp_path: Path,
) -> None:
    changed = {"1942-10": {"allies": "Something else."}, "1942-04": {"japan": "Something."}}
    folder = owned(tmp_path, changed, older_columns())
    assert "japan_effect" not in (folder / "cards.csv").read_text("utf-8")
    cards = read_cards(folder)
    assert cards.card("1942-03").deeds(JAPAN) == (Deed("remove", "enemy", "naval"),)
    for card in ("1942-10", "1942-04"):
        assert all(cards.card(card).deeds(side) == () for side in Side)
    assert [one.deeds(JAPAN) for one in cards.unnumbered if one.name == "Malaria"] == [
        (Deed("remove-base", "enemy", place="jungle"),)
    ]


def test_what_the_rulebook_prints_of_a_card_is_held_against_an_owners(tmp_path: Path) -> None:
    cells = {"1942-10": {"allies_effect": "rp 3"}, "1942-03": {"japan_effect": ""}}
    report = str(check(owned(tmp_path, cells)))
    assert "card 1942-10 does for the Allied side: rp 2" in report
    assert "rp 3" in report
    assert "card 1942-03 does for the Japanese side: remove enemy naval 1" in report
    assert str(check(owned(tmp_path, {"1942-05": {"japan_effect": "rp 1"}}))).count("does for") == 0


def test_half_of_the_new_columns_is_refused_with_the_one_that_is_missing(tmp_path: Path) -> None:
    columns = tuple(c for c in shipped_cards()[0] if c != "allies_effect")
    with pytest.raises(BadData, match="allies_effect is missing"):
        read_cards(owned(tmp_path, {}, columns))


def test_an_owners_cards_are_read_again_when_they_change(tmp_path: Path) -> None:
    with playing_with(tmp_path, {}):
        assert components.event_cards().card("1942-04").is_blank
        owned(tmp_path, {"1942-04": {"japan_effect": "rp 1"}})
        assert components.event_cards().card("1942-04").deeds(JAPAN) == (Deed("rp"),)
    assert components.event_cards().card("1942-04").is_blank
