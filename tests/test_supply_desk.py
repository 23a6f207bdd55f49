"""The desk of the supply lab without a browser: selecting, editing, history, texts, messages."""

from __future__ import annotations

import json
from typing import Any

import pytest
from attrs import evolve
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from strategies import pacific

from witp_learn import edits, queries
from witp_learn.components import board as companion_board
from witp_learn.model import Kind, Nation, Side, State, Step, Unit
from witp_learn.position import to_plain, write_file, write_line
from witp_learn.ui.counter_desk import MOST_UNDO, TYPED
from witp_learn.ui.position_text import read
from witp_learn.ui.supply_desk import SupplyDesk
from witp_learn.ui.supply_selection import OVERLAYS, Pane

OWN_BOARD = """
format = "witp-position/1"
title = "Two islands"
turn = 3

[bases]
allies = ["1901"]

[board]
columns = [19, 21]
rows = [1, 2]
hexes = [
    { id = "1901", terrain = "shallow", facility = "port", owner = "us", source = "us" },
    { id = "2101", terrain = "shallow", name = "Far <b>isle</b>" },
]

[[units]]
at = "2101"
nation = "us"
kind = "land"
"""


@pytest.fixture
def desk() -> SupplyDesk:
    """The example of 7.3: six rows of units."""
    return SupplyDesk()


def on(text: str) -> SupplyDesk:
    """A desk with the position of a line."""
    return SupplyDesk(read(text, "a line"))


def said(desk: SupplyDesk) -> str:
    assert desk.notice is not None
    return desk.notice.text


def at(desk: SupplyDesk, hex_id: str) -> str:
    """The counters in a hex, in the notation of a line."""
    items = write_line(evolve(desk.state, title="", bases=dict.fromkeys(Side, ()))).split("; ")
    here = [i.partition(" ")[2] for i in items if i.startswith(hex_id)]
    return "; ".join(here)


def badges(desk: SupplyDesk) -> dict[str, str]:
    return {row.label: row.badge for row in desk.supply}


# -- the position and its verdicts


def test_the_first_position_is_the_example_with_its_six_verdicts(desk: SupplyDesk) -> None:
    assert desk.state.title == "New Hebrides: who is in supply?"
    assert badges(desk) == {
        "Port Moresby land unit": "in",
        "Rabaul air unit": "in",
        "Guadalcanal air unit": "in",
        "Gilberts air unit": "out",
        "Ellis land unit": "in",
        "Samoa land unit": "in",
    }


def test_verdicts_are_worked_out_once_for_a_position(desk: SupplyDesk) -> None:
    first = desk.supply
    desk.press("1009")
    assert desk.supply is first
    desk.flip()
    assert desk.supply is not first


# -- selecting


def test_pressing_a_hex_selects_its_unit_and_shows_the_answer(desk: SupplyDesk) -> None:
    desk.press("0909")
    assert desk.row is not None and desk.row.label == "Port Moresby land unit"
    assert desk.pane is Pane.CARD


def test_pressing_again_walks_the_stack_and_comes_round() -> None:
    desk = on("0909 us N L A")
    kinds = []
    for _ in range(4):
        desk.press("0909")
        assert desk.row is not None
        kinds.append(desk.row.unit.kind)
    assert kinds == [Kind.LAND, Kind.AIR, Kind.NAVAL, Kind.LAND]


def test_a_hex_without_units_can_be_selected(desk: SupplyDesk) -> None:
    desk.press("1109")
    assert (desk.selected, desk.row, desk.pane) == ("1109", None, Pane.CARD)


def test_a_hex_that_is_not_on_the_board_changes_nothing(desk: SupplyDesk) -> None:
    desk.press("9999")
    assert (desk.selected, desk.pane) == (None, Pane.UNITS)


def test_selecting_from_the_list_selects_the_hex_too(desk: SupplyDesk) -> None:
    worst = desk.supply.worst_first()[0]
    desk.select(worst.index)
    assert (desk.selected, desk.row) == ("1207", worst)
    desk.select(99)
    assert desk.row == worst


def test_the_enemy_zone_follows_the_selected_unit(desk: SupplyDesk) -> None:
    desk.press("0909")
    assert desk.shown().zones == (Side.JAPAN,)
    desk.press("1008")
    assert desk.shown().zones == (Side.ALLIES,)


def test_overlays_switch_one_by_one(desk: SupplyDesk) -> None:
    before = desk.shown()
    for name in OVERLAYS:
        desk.toggle(name)
        assert desk.shown() != before, name
        desk.toggle(name)
        assert desk.shown() == before, name
    desk.toggle("own-zone")
    assert desk.shown().zones == (Side.JAPAN, Side.ALLIES)


def test_escape_takes_back_one_thing_at_a_time(desk: SupplyDesk) -> None:
    desk.press("0909")
    desk.rule = "7.1c"
    desk.start_move()
    desk.clear()
    assert (desk.moving, desk.rule) == (None, "7.1c")
    desk.clear()
    assert (desk.rule, desk.pane) == ("", Pane.CARD)
    desk.show(Pane.KEYS)
    desk.clear()
    assert (desk.pane, desk.selected) == (Pane.CARD, "0909")
    desk.clear()
    assert (desk.pane, desk.selected, desk.row) == (Pane.UNITS, None, None)


# -- edits and what they say


@pytest.mark.clause("2.2.3b", "7.1h")
def test_turning_over_says_whose_verdict_changed_and_only_that(desk: SupplyDesk) -> None:
    desk.press("1009")
    desk.flip()
    assert said(desk) == (
        "Turned over Guadalcanal A. Now cut: Port Moresby L. Nothing else changed."
    )
    assert desk.row is not None and desk.row.label == "Guadalcanal air unit"
    assert badges(desk)["Port Moresby land unit"] == "out"


def test_an_edit_without_effect_says_so(desk: SupplyDesk) -> None:
    desk.press("1309")
    desk.flip()
    assert said(desk) == "Turned over Samoa L. No verdict changed."


def test_removing_takes_one_counter_of_several_off() -> None:
    desk = on("0909 us 3L")
    desk.press("0909")
    desk.remove()
    assert at(desk, "0909") == "us 2L"
    assert said(desk).startswith("Removed Port Moresby L.")


def test_removing_where_no_counter_stands_takes_the_base(desk: SupplyDesk) -> None:
    desk.press("1110")
    desk.remove()
    assert desk.state.bases[Side.ALLIES] == ()
    desk.remove()
    assert said(desk) == "Nothing here to take off."


@pytest.mark.parametrize("kind", Kind)
def test_each_kind_is_added_for_the_nation_last_used(kind: Kind) -> None:
    desk = on("0909 cw L")
    desk.press("0909")
    desk.press("1009")
    desk.add(kind)
    assert at(desk, "1009") == f"cw {kind.letter}"
    assert desk.row is not None and desk.row.unit.kind is kind


def test_an_attrited_counter_can_be_added(desk: SupplyDesk) -> None:
    desk.choose_nation(Nation.JAPAN)
    desk.press("1009")
    desk.choose_nation(Nation.JAPAN)
    desk.add(Kind.AIR, attrited=True)
    assert at(desk, "1009") == "jp A-; us A"


@pytest.mark.parametrize(
    ("hex_id", "kind", "reason"),
    [
        ("1109", Kind.LAND, "1109 is deep sea (2.3.2)."),
        ("0710", Kind.NAVAL, "is land; fleets need sea (2.3.2)."),
    ],
)
def test_a_counter_that_cannot_stand_there_is_refused_in_words(
    desk: SupplyDesk, hex_id: str, kind: Kind, reason: str
) -> None:
    land = next(h for h, p in companion_board().hexes.items() if p.terrain.value == "land")
    desk.press(land if hex_id == "0710" else hex_id)
    before = desk.state
    desk.add(kind)
    assert desk.state is before and not desk.done
    assert said(desk).endswith(reason)
    assert desk.notice is not None and desk.notice.kind == "warning"
    assert not desk.can_stand(kind)


def test_an_odd_position_is_kept_and_told(desk: SupplyDesk) -> None:
    desk.press("1009")
    desk.choose_nation(Nation.CHINA)
    desk.add(Kind.AIR)
    assert at(desk, "1009") == "us A; cn A"
    assert "the Chinese have land units only (2.2.1)." in said(desk)


@pytest.mark.parametrize("key", ["flip", "add", "toggle_base", "start_move", "remove", "load"])
def test_without_a_selection_every_edit_says_what_to_do_first(desk: SupplyDesk, key: str) -> None:
    before = desk.state
    getattr(desk, key)(*([Kind.LAND] if key == "add" else []))
    assert desk.state is before
    assert desk.notice is not None and desk.notice.kind == "info"


def test_a_base_is_built_and_taken_away_for_the_chosen_side(desk: SupplyDesk) -> None:
    desk.press("1208")
    desk.toggle_base()
    assert "1208" in desk.state.bases[Side.ALLIES]
    assert said(desk).startswith("Built the Allied base at Ellis.")
    desk.choose_nation(Nation.JAPAN)
    desk.toggle_base()
    assert "1208" in desk.state.bases[Side.JAPAN]
    desk.toggle_base()
    assert "1208" not in desk.state.bases[Side.JAPAN]
    assert said(desk).startswith("Took away the Japanese base at Ellis.")


def test_no_base_without_a_port_or_airfield(desk: SupplyDesk) -> None:
    desk.press("1109")
    desk.toggle_base()
    assert not desk.done
    assert said(desk) == "1109 has no port or airfield; a base needs one (6.1)."


# -- moving


def test_a_counter_is_moved_by_pressing_the_hex_it_goes_to(desk: SupplyDesk) -> None:
    desk.press("1009")
    desk.start_move()
    assert said(desk) == "Where to? Choose a hex for Guadalcanal air unit."
    desk.press("1110")
    assert (at(desk, "1009"), at(desk, "1110")) == ("", "us A")
    assert said(desk).startswith("Moved Guadalcanal A to New Hebrides. Now cut: Port Moresby L.")
    assert desk.row is not None and desk.row.unit.hex == "1110"


def test_a_move_to_where_it_cannot_stand_can_be_tried_elsewhere(desk: SupplyDesk) -> None:
    desk.press("0909")
    desk.start_move()
    desk.press("1109")
    assert "deep sea" in said(desk) and desk.moving is not None
    desk.press("1009")
    assert desk.moving is None and at(desk, "1009") == "us L A"


@pytest.mark.parametrize("way", ["again", "same hex", "escape", "another unit"])
def test_a_move_can_be_given_up(desk: SupplyDesk, way: str) -> None:
    desk.press("1009")
    desk.start_move()
    if way == "again":
        desk.start_move()
    elif way == "same hex":
        desk.press("1009")
    elif way == "escape":
        desk.clear()
    else:
        desk.select(0)
    assert desk.moving is None and not desk.done


def test_a_ship_takes_its_cargo_along_when_no_other_has_room() -> None:
    desk = on("0909 us N(L-)")
    desk.select(next(i for i, u in enumerate(desk.state.units) if u.kind is Kind.NAVAL))
    desk.start_move()
    desk.press("1009")
    assert (at(desk, "0909"), at(desk, "1009")) == ("", "us N(L-)")


def test_cargo_stays_when_another_ship_has_room() -> None:
    desk = on("0909 us 2N(L)")
    desk.select(next(i for i, u in enumerate(desk.state.units) if u.kind is Kind.NAVAL))
    desk.start_move()
    desk.press("1009")
    assert (at(desk, "0909"), at(desk, "1009")) == ("us N(L)", "us N")


def test_a_land_unit_goes_aboard_and_ashore() -> None:
    desk = on("0909 us N L")
    desk.press("0909")
    assert desk.can_load
    desk.load()
    assert at(desk, "0909") == "us N(L)"
    assert said(desk).startswith("Put Port Moresby L aboard.")
    assert desk.row is not None and desk.row.unit.aboard
    desk.load()
    assert at(desk, "0909") == "us N L"
    assert desk.undo_name == "Put Port Moresby L ashore"


def test_no_second_land_unit_on_one_ship() -> None:
    desk = on("0909 us N(L) L")
    desk.select(next(i for i, u in enumerate(desk.state.units) if u.ashore))
    assert not desk.can_load
    desk.load()
    assert said(desk) == "Select a land unit beside a ship with room for it (8.6)."


@pytest.mark.clause("8.7a")
def test_a_hex_with_two_seas_asks_which(desk: SupplyDesk) -> None:
    desk.press("0406")
    assert (desk.coasts, desk.sea) == (("E", "W"), "E")
    desk.choose_coast("W")
    desk.add(Kind.NAVAL)
    desk.add(Kind.LAND)
    assert {u.at for u in desk.state.units if u.hex == "0406"} == {"0406W", "0406"}
    desk.choose_coast("Z")
    assert desk.sea == "W"


def test_a_fleet_goes_to_the_other_sea(desk: SupplyDesk) -> None:
    desk.press("0406")
    desk.add(Kind.NAVAL)
    desk.choose_coast("W")
    assert desk.row is not None and desk.row.unit.at == "0406W"
    assert desk.undo_name == "Moved Bangkok N to Bangkok W"


# -- history


def test_undo_and_redo_go_back_and_forth_by_name(desk: SupplyDesk) -> None:
    start = desk.state
    desk.press("1009")
    desk.flip()
    desk.set_turn(5)
    assert (desk.undo_name, desk.redo_name) == ("Went to turn 5", "")
    desk.undo()
    assert (desk.undo_name, desk.redo_name) == ("Turned over Guadalcanal A", "Went to turn 5")
    desk.undo()
    assert desk.state is start
    assert said(desk) == (
        "Undone: turned over Guadalcanal A. Now fed: Port Moresby L. Nothing else changed."
    )
    assert (desk.undo_name, desk.redo_name) == ("", "Turned over Guadalcanal A")
    desk.redo()
    assert said(desk).startswith("Done again: turned over Guadalcanal A. Now cut: Port Moresby L.")
    desk.redo()
    assert desk.state.turn == 5


def test_a_new_edit_ends_what_could_be_done_again(desk: SupplyDesk) -> None:
    desk.press("1009")
    desk.flip()
    desk.undo()
    desk.set_turn(5)
    assert desk.redo_name == ""


def test_nothing_to_undo_is_said(desk: SupplyDesk) -> None:
    assert not desk.undo()
    assert said(desk) == "Nothing to undo."
    assert not desk.redo()
    assert said(desk) == "Nothing to redo."


def test_the_history_is_long_but_not_endless(desk: SupplyDesk) -> None:
    desk.press("1009")
    for _ in range(MOST_UNDO + 5):
        desk.flip()
    assert len(desk.done) == MOST_UNDO


def test_fifty_flips_are_none_and_fifty_one_are_one(desk: SupplyDesk) -> None:
    start = desk.text()
    desk.press("1009")
    for _ in range(50):
        desk.flip()
    assert desk.text() == start
    desk.flip()
    assert desk.text() == start.replace("1009 us A", "1009 us A-")


def test_going_back_over_another_position_says_so(desk: SupplyDesk) -> None:
    desk.press("1009")
    desk.flip()
    desk.open_example("one_base_truk")
    assert desk.undo()
    assert said(desk).startswith("Undone: opened One base for Pearl Harbor")
    assert not desk.undo()
    assert not desk.redo()
    assert desk.redo()


# -- the typed line


def test_typing_is_one_step_of_the_history(desk: SupplyDesk) -> None:
    start = desk.state
    desk.show(Pane.LINE)
    for text in ("0909 us L", "0909 us L; 1", "0909 us L; 1008 jp A", "0909 us L-; 1008 jp A"):
        desk.type_line(text)
    assert [past.name for past in desk.done] == [TYPED]
    assert desk.text() == "turn 2; 0909 us L-; 1008 jp A"
    assert desk.pane is Pane.LINE
    desk.undo()
    assert desk.state is start


def test_typing_after_another_edit_is_another_step(desk: SupplyDesk) -> None:
    desk.show(Pane.LINE)
    desk.type_line("0909 us L")
    desk.show(Pane.LINE)
    desk.show(Pane.LINE)
    desk.type_line("0909 us L-")
    desk.press("0909")
    desk.flip()
    desk.type_line("0909 us A")
    assert [past.name for past in desk.done] == [TYPED, TYPED, "Turned over Port Moresby L-", TYPED]


def test_typing_ends_what_could_be_done_again(desk: SupplyDesk) -> None:
    desk.type_line("0909 us L")
    desk.press("0909")
    desk.flip()
    desk.undo()
    desk.type_line("0909 us A")
    assert desk.redo_name == ""


def test_typing_back_to_where_one_began_leaves_no_step(desk: SupplyDesk) -> None:
    text = desk.text()
    desk.type_line(text.replace("0909 us L", "0909 us L-"))
    assert desk.undo_name == TYPED
    desk.type_line(text)
    assert desk.undo_name == ""


def test_a_wrong_item_is_named_while_the_others_stand(desk: SupplyDesk) -> None:
    text = "0909 us L; 1O09 us A; 1009 us A"
    desk.type_line(text)
    wrong = [item for item in desk.items if item.error]
    assert [item.text for item in wrong] == ["1O09 us A"]
    assert "did you mean 1009?" in wrong[0].error
    assert (at(desk, "0909"), at(desk, "1009")) == ("us L", "us A")
    assert desk.line_text == text


@pytest.mark.parametrize(
    "text", ["nonsense", "1", "9999 us L", "[" * 3000, "x" * 30_000, "{", 'format = "other"']
)
def test_text_without_anything_readable_leaves_the_position(desk: SupplyDesk, text: str) -> None:
    before = desk.state
    desk.type_line(text)
    assert desk.state is before and not desk.done
    assert desk.items and all(item.error for item in desk.items)


def test_an_empty_text_leaves_the_position_and_says_where_an_empty_map_is(
    desk: SupplyDesk,
) -> None:
    before = desk.state
    desk.type_line("  ")
    assert desk.state is before and not desk.done
    assert "Empty map" in desk.items[0].error and desk.line_text == "  "


def test_a_file_can_be_typed_or_pasted_too(desk: SupplyDesk) -> None:
    desk.type_line(OWN_BOARD)
    assert desk.state.board.own and not desk.items
    assert desk.line_text.startswith('format = "witp-position/1"')
    broken = desk.text().replace("kind = ", "kin = ")
    before = desk.state
    desk.type_line(broken)
    assert desk.state is before
    assert desk.line_text == broken
    assert "no such key" in desk.items[0].error


def test_the_line_follows_edits_on_the_map(desk: SupplyDesk) -> None:
    desk.show(Pane.LINE)
    desk.type_line("0909 us L; 1009 us A; 12")
    desk.undo()
    assert desk.line_text == desk.text()
    assert desk.items == ()


# -- whole positions


def test_a_line_a_file_and_json_open(desk: SupplyDesk) -> None:
    state = queries.example("one_base_truk")
    tidied = edits.tidy(state)
    for text, source in (
        (write_line(state), "a line"),
        (write_file(state), "p.toml"),
        (json.dumps(to_plain(state)), "p.json"),
        (json.dumps(to_plain(state)), "p.txt"),
        (write_file(state), "P.TOML"),
    ):
        desk = SupplyDesk()
        assert desk.open_text(text, source)
        assert desk.state == tidied
        assert said(desk) == f"Opened {source}."
        assert desk.undo_name == f"Opened {source}"


def test_a_board_of_its_own_comes_and_goes(desk: SupplyDesk) -> None:
    start = desk.state
    desk.press("1009")
    assert desk.open_text(OWN_BOARD, "isles.toml")
    assert desk.state.board.own and desk.selected is None
    assert set(desk.state.board.hexes) == {"1901", "1902", "2001", "2002", "2101", "2102"}
    desk.press("2101")
    assert desk.row is not None and desk.row.badge == "in"
    assert read(desk.text(), "text") == desk.state
    desk.undo()
    assert desk.state is start and desk.selected is None


def test_a_title_is_never_taken_for_a_file() -> None:
    state = State(board=companion_board(), turn=2, title='witp-position format = "x"')
    assert read(write_line(state), "text") == state


def test_opening_tells_what_is_odd(desk: SupplyDesk) -> None:
    desk.open_text("1109 cn A", "odd")
    assert said(desk) == "Opened odd. 1109: the Chinese have land units only (2.2.1)."


BAD = {
    "not TOML": "format = [",
    "unknown nation": OWN_BOARD.replace('nation = "us"', 'nation = "uk"'),
    "unknown key": OWN_BOARD.replace("turn = 3", "turn = 3\nweather = 1"),
    "hex off the board": OWN_BOARD.replace('at = "2101"', 'at = "0901"'),
    "two bases in one hex": OWN_BOARD.replace('["1901"]', '["1901", "1901"]'),
    "land unit in deep sea": OWN_BOARD.replace('at = "2101"', 'at = "2001"'),
    "negative count": OWN_BOARD + "count = -1\n",
    "fractional count": OWN_BOARD + "count = 1.5\n",
    "text for a number": OWN_BOARD + 'count = "2"\n',
    "many brackets": "x = " + "[" * 3000,
    "many brackets, JSON": "[" * 3000,
    "nothing": "",
    "no line": "Dear friend",
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_file_leaves_the_position_and_says_what_is_wrong(desk: SupplyDesk, name: str) -> None:
    before = desk.state
    source = "bad.json" if "JSON" in name else "letter" if name == "no line" else "bad.toml"
    assert not desk.open_text(BAD[name], source)
    assert desk.state is before and not desk.done
    assert said(desk).startswith("Not opened. ")
    assert "\n" not in said(desk) and len(said(desk)) < 300
    if source.startswith("bad"):
        assert source in said(desk)


@pytest.mark.clause("7.2a", "7.2b")
def test_carrying_out_the_check_hits_both_sides_at_once() -> None:
    desk = on("1207 us A; 0710 jp L-; 1309 us L; base al 1110")
    desk.carry_out()
    assert (at(desk, "1207"), at(desk, "0710"), at(desk, "1309")) == ("us A-", "", "us L")
    assert said(desk) == (
        "Carried out the supply check: Darwin L- removed, Gilberts A attrited (7.2)."
    )
    assert desk.undo_name == "Carried out the supply check"
    desk.carry_out()
    assert at(desk, "1207") == ""
    desk.carry_out()
    assert said(desk) == "The supply check changes nothing now (7.2)."


def test_a_check_with_many_losses_names_some() -> None:
    desk = on("; ".join(f"{h} us A" for h in ("1207", "1208", "1309", "0909", "1009", "1107")))
    desk.carry_out()
    assert said(desk).endswith("and 2 more (7.2).")
    assert said(desk).count("attrited") == 4


def test_a_title_that_asks_ends_in_one_mark(desk: SupplyDesk) -> None:
    desk.open_example("new_hebrides")
    assert said(desk) == "Opened New Hebrides: who is in supply?"


def test_an_empty_map_can_be_undone(desk: SupplyDesk) -> None:
    desk.empty()
    assert desk.state.units == () and desk.pane is Pane.UNITS
    desk.undo()
    assert len(desk.state.units) == 6


def test_the_change_on_a_button_is_made(desk: SupplyDesk) -> None:
    desk.press("1207")
    assert desk.row is not None
    change = desk.row.answer.changes[0]
    desk.apply_text(change.edit)
    assert badges(desk)["Gilberts air unit"] == "in"
    assert "Now fed: Gilberts A." in said(desk)
    desk.apply_text("fly 1009")
    assert desk.notice is not None and desk.notice.kind == "warning"


# -- panels


def test_a_panel_comes_and_goes(desk: SupplyDesk) -> None:
    for pane in Pane:
        desk.show(pane)
        assert desk.pane is pane
    desk.show(Pane.KEYS)
    desk.show(Pane.KEYS)
    assert desk.pane is Pane.UNITS
    desk.press("1009")
    desk.show(Pane.SHARE)
    desk.close()
    assert desk.pane is Pane.CARD


def test_while_adding_the_palette_stays_and_keeps_its_nation(desk: SupplyDesk) -> None:
    desk.show(Pane.ADD)
    desk.choose_nation(Nation.JAPAN)
    desk.press("1009")
    assert (desk.pane, desk.nation) == (Pane.ADD, Nation.JAPAN)
    desk.add(Kind.NAVAL)
    desk.press("1109")
    desk.add(Kind.CARRIER)
    assert desk.pane is Pane.ADD
    assert (at(desk, "1009"), at(desk, "1109")) == ("jp N; us A", "jp C")


# -- anything in any order

HEXES = ("0909", "1009", "1008", "1109", "1110", "1209", "1208", "1207", "0907", "0406", "0710")


class Anything(RuleBasedStateMachine):
    """After whatever was done, text and position agree, and undo leads back the same way."""

    desk: SupplyDesk

    @initialize(start=st.one_of(st.none(), pacific(most=5)))
    def begin(self, start: State | None) -> None:
        self.desk = SupplyDesk(start)
        self.start = self.desk.state

    @rule(hex_id=st.sampled_from(HEXES))
    def press(self, hex_id: str) -> None:
        self.desk.press(hex_id)

    @rule(index=st.integers(-1, 12))
    def select(self, index: int) -> None:
        self.desk.select(index)

    @rule(name=st.sampled_from(["flip", "remove", "toggle_base", "start_move", "load", "clear"]))
    def handle(self, name: str) -> None:
        getattr(self.desk, name)()

    @rule(hex_id=st.sampled_from(HEXES), kind=st.sampled_from(Kind), attrited=st.booleans())
    def add(self, hex_id: str, kind: Kind, attrited: bool) -> None:
        self.desk.press(hex_id)
        self.desk.add(kind, attrited)

    @rule(nation=st.sampled_from(Nation))
    def nation(self, nation: Nation) -> None:
        self.desk.choose_nation(nation)

    @rule(letter=st.sampled_from(["W", "E", ""]))
    def coast(self, letter: str) -> None:
        self.desk.choose_coast(letter)

    @rule(number=st.integers(-1, 18))
    def turn(self, number: int) -> None:
        self.desk.set_turn(number)

    @rule(pane=st.sampled_from(Pane))
    def show(self, pane: Pane) -> None:
        self.desk.show(pane)

    @rule(place=st.sampled_from(list(OVERLAYS)))
    def toggle(self, place: str) -> None:
        self.desk.toggle(place)

    @rule(pick=st.integers(0, 9))
    def change(self, pick: int) -> None:
        row = self.desk.row
        if row is not None and row.answer.changes:
            self.desk.apply_text(row.answer.changes[pick % len(row.answer.changes)].edit)

    @rule(
        text=st.sampled_from(
            ("", "0909 us 2L N(L-)", "1008 jp A; 9", "0406W us N; base al 1110", "zz", "turn 1")
        )
    )
    def type_text(self, text: str) -> None:
        self.desk.type_line(text)

    @rule(text=st.text(max_size=20))
    def open_text(self, text: str) -> None:
        self.desk.open_text(text, "a file")

    @rule()
    def open_own_board(self) -> None:
        self.desk.open_text(OWN_BOARD, "isles.toml")

    @rule(name=st.sampled_from(["one_base_truk", "nowhere"]))
    def example(self, name: str) -> None:
        self.desk.open_example(name)

    @rule()
    def carry_out(self) -> None:
        self.desk.carry_out()

    @rule()
    def undo(self) -> None:
        past = self.desk.done[-1:]
        now = self.desk.state
        self.desk.undo()
        if past:
            assert self.desk.state is past[0].state
            self.desk.redo()
            assert self.desk.state is now
            self.desk.undo()

    @rule()
    def redo(self) -> None:
        self.desk.redo()

    @invariant()
    def text_and_position_agree(self) -> None:
        if not hasattr(self, "desk"):
            return
        state = self.desk.state
        again = read(self.desk.text(), "text")
        assert again == state
        assert edits.tidy(state) == state
        verdicts = [(r.unit, r.badge, r.verdict) for r in queries.supply(again)]
        assert verdicts == [(r.unit, r.badge, r.verdict) for r in self.desk.supply]

    @invariant()
    def the_selection_is_on_the_map(self) -> None:
        if not hasattr(self, "desk"):
            return
        desk = self.desk
        assert desk.selected is None or desk.selected in desk.state.board
        assert desk.row is None or desk.row.unit.hex == desk.selected
        assert desk.index is None or desk.row is not None
        assert desk.moving is None or _one(desk.moving) in map(_one, desk.state.units)

    @invariant()
    def every_step_has_a_name(self) -> None:
        if hasattr(self, "desk"):
            assert all(p.name and "None" not in p.name for p in self.desk.done + self.desk.undone)

    def teardown(self) -> None:
        if not hasattr(self, "desk"):
            return
        steps = len(self.desk.done)
        states = [past.state for past in self.desk.done]
        for state in reversed(states):
            self.desk.undo()
            assert self.desk.state is state
        assert self.desk.state is self.start
        for _ in range(steps):
            self.desk.redo()
        assert len(self.desk.done) == steps


def _one(unit: Unit) -> Unit:
    return evolve(unit, count=1)


TestAnything: Any = Anything.TestCase
TestAnything.settings = settings(
    max_examples=60,
    stateful_step_count=25,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
)


def test_an_attrited_counter_turns_back(desk: SupplyDesk) -> None:
    desk.press("1009")
    desk.flip()
    assert desk.row is not None and desk.row.unit.state is Step.ATTRITED
    desk.flip()
    assert desk.row is not None and desk.row.unit.state is Step.FULL


def test_why_brings_up_the_answer_or_says_what_to_choose(desk: SupplyDesk) -> None:
    desk.why()
    assert desk.pane is Pane.UNITS
    assert said(desk) == "Choose a hex with a counter; its answer says why."
    desk.press("0909")
    desk.show(Pane.UNITS)
    desk.rule = "7.1"
    desk.why()
    assert (desk.pane, desk.rule, desk.notice) == (Pane.CARD, "", None)


def test_a_line_never_takes_a_position_s_own_board_away() -> None:
    text = (
        'format = "witp-position/1"\nturn = 3\n[board]\ncolumns = [1, 5]\nrows = [1, 5]\n'
        '[[units]]\nat = "0202"\nnation = "us"\nkind = "air"\n'
    )
    desk = SupplyDesk()
    assert desk.open_text(text, "own.toml")
    before = desk.state
    desk.type_line("0401 us A; turn 2")
    assert desk.state == before
    assert "own board" in desk.items[0].error
