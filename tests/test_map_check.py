"""The map check without a browser: the walk, the answers, the editor, the panels."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from witp_learn import components
from witp_learn.components import folder as data_folder
from witp_learn.hexgrid import distance
from witp_learn.model import Board, Facility, Grade, Hex, Nation, Origin, Terrain
from witp_learn.ui.companion import Hello, Page
from witp_learn.ui.hex_editor import EXAMPLES_STAND, HexEditor
from witp_learn.ui.map_check import MapCheck
from witp_learn.ui.map_check_desk import START, MapDesk, Pane
from witp_learn.ui.map_check_panels import panel
from witp_learn.ui.owner import HOME_VARIABLE, Owner
from witp_learn.view.hex_card import (
    SIDE,
    data,
    grade_words,
    headline,
    hex_card,
    hex_editor,
    open_data,
    open_hexes,
    usual_side,
)

GUAM = "0806"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A home of the test's own, and the shipped map before and after it."""
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path / "home"))
    monkeypatch.delenv(components.DATA_VARIABLE, raising=False)
    components.use(None)
    yield tmp_path / "home"
    components.use(None)


@pytest.fixture
def desk() -> MapDesk:
    owner = Owner()
    owner.start()
    return MapDesk(owner)


def said(desk: MapDesk) -> str:
    assert desk.notice is not None
    return desk.notice.text


def at(desk: MapDesk, hex_id: str) -> MapDesk:
    desk.press(hex_id)
    return desk


def edited(desk: MapDesk, hex_id: str = GUAM, **fields: str) -> HexEditor:
    at(desk, hex_id).different()
    assert desk.editor is not None
    for name, text in fields.items():
        desk.editor.put(name.replace("_to_", " "), text)
    return desk.editor


# ---------------------------------------------------------------- the walk


def test_it_starts_at_manila_with_every_hex_that_is_not_known(desk: MapDesk) -> None:
    assert (desk.at, desk.pane) == (START, Pane.CARD)
    assert len(desk.open) + desk.settled == len(desk.board.hexes)
    assert desk.progress == f"{desk.settled} of {len(desk.board.hexes)} hexes confirmed"


def test_what_is_open_is_what_the_data_folder_says(desk: MapDesk) -> None:
    facts = {fact.place for fact in data_folder.open_facts(desk.board)}
    sides = {h for fact in data_folder.open_sides(desk.board) for h in fact.place}
    assert set(desk.open) == facts | sides


def test_it_walks_in_rings_and_misses_none(desk: MapDesk) -> None:
    rings = [distance(START, desk.at)]
    seen = {desk.at}
    while len(seen) < len(desk.open):
        desk.skip()
        seen.add(desk.at)
        rings.append(distance(START, desk.at))
    assert seen == set(desk.open)
    assert rings == sorted(rings)
    desk.skip()
    assert "skipped" in said(desk)
    desk.again()
    assert len(desk.left) == len(desk.open)


def test_it_starts_at_the_hexes_in_use_of_a_position(desk: MapDesk) -> None:
    desk.start("0909 us L; 1008 jp A")
    seen = []
    for _ in range(2):
        seen.append(desk.at)
        desk.skip()
    assert sorted(seen) == ["0909", "1008"]
    assert min(distance(h, desk.at) for h in ("0909", "1008")) == 1


def test_it_starts_at_the_hex_of_the_address(desk: MapDesk) -> None:
    desk.start("0909 us L", "1110")
    assert desk.at == "1110"


def test_a_position_that_cannot_be_read_is_told(desk: MapDesk) -> None:
    desk.start("0909 us <b>")
    assert desk.at == START and "passed over" in said(desk)
    assert "<b>" not in panel(desk)


def test_pressing_a_hex_goes_there_and_walks_on_from_there(desk: MapDesk) -> None:
    at(desk, "1309").skip()
    assert distance("1309", desk.at) == 1
    desk.back()
    assert desk.at == "1309"
    at(desk, "9999")
    assert desk.at == "1309"


def test_the_narrower_walk_stays_near(desk: MapDesk) -> None:
    at(desk, GUAM).cover(True)
    near = set(desk.covered())
    seen = set()
    for _ in range(len(near)):
        seen.add(desk.at)
        desk.skip()
    assert seen == near & set(desk.open)
    desk.cover(False)
    assert desk.covered() == () and desk.left


# ---------------------------------------------------------------- answers


def test_same_confirms_all_that_is_shown_and_goes_on(desk: MapDesk) -> None:
    at(desk, GUAM)
    keys = open_data(desk.board, GUAM)
    assert {"terrain", "mountain", "jungle", "land_part", "name"} <= set(keys)
    assert any(key.startswith(SIDE) for key in keys)
    before, settled = desk.board, desk.settled
    desk.same()
    assert open_data(desk.board, GUAM) == () and desk.at != GUAM
    assert desk.settled > settled
    assert {d.origin.grade for d in data(desk.board, GUAM) if d.key in keys} == {Grade.CONFIRMED}
    assert desk.board[GUAM] == before[GUAM] and desk.board.hexsides == before.hexsides
    for key in set(components.FIELDS) - set(keys):
        assert desk.board[GUAM].origin(key) == before[GUAM].origin(key)


def test_progress_is_kept_in_the_folder(desk: MapDesk, home: Path) -> None:
    for _ in range(3):
        desk.same()
    components.use(None)
    owner = Owner()
    owner.start()
    later = MapDesk(owner)
    assert owner.folder == home / "map"
    assert later.settled == desk.settled and later.at not in (START,)


def test_undo_goes_back_to_the_hex(desk: MapDesk) -> None:
    before = desk.settled
    at(desk, GUAM).same()
    assert desk.owner.undo_name == "confirmed Guam"
    desk.undo()
    assert (desk.at, desk.settled) == (GUAM, before)
    assert said(desk) == "Undone: confirmed Guam."
    desk.undo()
    assert said(desk) == "Nothing to undo."


def test_when_all_near_is_confirmed_it_says_so(desk: MapDesk) -> None:
    at(desk, max(desk.board.hexes)).cover(True)
    for _ in desk.covered():
        desk.same()
    assert said(desk) == "Everything near here is confirmed."
    assert not set(desk.covered()) & set(desk.open)
    desk.cover(False)
    desk.skip()
    assert desk.at in desk.open


def test_an_answer_that_cannot_be_written_is_told_and_nothing_moves(
    desk: MapDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    at(desk, GUAM)
    monkeypatch.setattr(data_folder, "confirm", full)
    desk.same()
    assert desk.at == GUAM and "no space left on device" in said(desk)
    assert GUAM in desk.open and desk.owner.undo_name == ""


# ---------------------------------------------------------------- the editor


def test_only_what_differs_is_written_and_confirmed(desk: MapDesk) -> None:
    before = desk.board
    edited(desk, terrain="land", name="  Guam   Island ")
    assert desk.save()
    after = desk.board
    assert (after[GUAM].terrain, after[GUAM].name) == (Terrain.LAND, "Guam Island")
    changed = {
        key for key in components.FIELDS if after[GUAM].origin(key) != before[GUAM].origin(key)
    }
    assert changed == {"terrain", "name"}
    assert after[GUAM].origin("terrain").grade is Grade.CONFIRMED
    assert {h for h in after.hexes if after[h] != before[h]} == {GUAM}
    assert "terrain: land instead of shallow sea." in said(desk).lower()
    assert EXAMPLES_STAND in said(desk)
    assert (desk.at, desk.pane) == (GUAM, Pane.CARD)
    desk.undo()
    assert desk.board[GUAM] == before[GUAM]


def test_a_printed_datum_is_changed_only_after_a_yes(desk: MapDesk) -> None:
    name = desk.board["0606"].origin("name")
    assert name.grade is Grade.PRINTED
    editor = edited(desk, "0606", name="Luzon")
    assert not desk.save() and editor.asking
    assert f"The rulebook prints this in {name.section} (name Manila)." in panel(desk)
    assert "Your map differs?" in panel(desk)
    assert 'data-action="hex-yes"' in panel(desk) and "<select" not in panel(desk)
    editor.asking = False
    assert 'value="Luzon"' in panel(desk)
    assert desk.board["0606"].name == "Manila"
    assert not desk.save() and desk.save()
    assert desk.board["0606"].name == "Luzon"


def test_a_derived_datum_is_asked_about_too(desk: MapDesk) -> None:
    assert desk.board["0606"].origin("terrain").grade is Grade.DERIVED
    editor = edited(desk, "0606", terrain="land")
    assert not desk.save() and editor.asking
    assert "This follows from the rulebook" in panel(desk)


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"facility": ""}, "A colour belongs to a port or airfield"),
        ({"owner": ""}, "Whose airfield is it?"),
        ({"terrain": "deep", "facility": "", "owner": "", "mountain": "on"}, "has no mountain"),
        ({"terrain": "deep", "facility": "", "owner": "", "jungle": "on"}, "has no jungle"),
        ({"terrain": "deep"}, "Deep sea has no airfield: choose another terrain, or no airfield"),
        ({"coasts": "on"}, "To which hexes does the east sea lie?"),
        ({"terrain": "land", "land_part": ""}, "Land units may stand in a land hex"),
        ({"facility": "port", "fleet_limit": "many"}, "whole number"),
        ({"facility": "port", "fleet_limit": ""}, "whole number"),
        ({"name": "x" * 41}, "at most 40 letters"),
    ],
)
def test_what_cannot_be_is_refused_in_words(
    desk: MapDesk, fields: dict[str, str], words: str
) -> None:
    editor = edited(desk, **fields)
    assert any(words in problem for problem in editor.problems())
    assert not desk.save()
    assert desk.pane is Pane.EDIT and words in panel(desk)
    assert components.in_use() is None


def test_land_units_follow_the_terrain_until_told_otherwise(desk: MapDesk) -> None:
    editor = edited(desk, "1309")
    assert editor.draft["land_part"] == "on"
    assert editor.put("terrain", "deep") and editor.draft["land_part"] == ""
    assert editor.put("terrain", "shallow") and editor.draft["land_part"] == "on"
    editor.put("land_part", "")
    assert not editor.put("terrain", "shallow") and editor.draft["land_part"] == ""


def test_sides_are_corrected_and_put_back_to_what_the_hexes_give(desk: MapDesk) -> None:
    editor = edited(desk, "0806", side_to_0807="shallow")
    assert desk.board.hexside("0806", "0807") is Terrain.DEEP
    assert [c.key for c in editor.corrections()] == [f"{SIDE}0807"]
    assert desk.save()
    assert desk.board.hexside("0807", "0806") is Terrain.SHALLOW
    assert desk.board.side_origin("0806", "0807").grade is Grade.CONFIRMED
    edited(desk, "0807", side_to_0806="")
    assert usual_side(desk.board, "0806", "0807") is Terrain.SHALLOW
    assert desk.editor is not None and desk.editor.words() == ""
    edited(desk, "0806", terrain="land", side_to_0906="shallow")
    kept = [c for c in desk.editor.corrections() if c.key == f"{SIDE}0906"]
    assert [c.after for c in kept] == ["shallow sea"], "the terrain alone would make it land"


def test_what_follows_from_the_terrain_is_not_confirmed(desk: MapDesk) -> None:
    before = desk.board["1309"].origin("land_part")
    editor = edited(desk, "1309", terrain="deep", facility="", owner="")
    words = "Land units may stand here: no instead of yes, which follows from the terrain."
    assert words in editor.words()
    editor.asking = True
    assert desk.save(), said(desk)
    assert not desk.board["1309"].land_part
    assert desk.board["1309"].origin("land_part") == before
    edited(desk, "1309", terrain="shallow", land_part="").asking = True
    assert desk.save()
    assert desk.board["1309"].origin("land_part").grade is Grade.CONFIRMED


def test_the_land_part_follows_where_the_table_says_it_in_so_many_words(desk: MapDesk) -> None:
    at(desk, "1309").same()
    edited(desk, "1309", terrain="deep", facility="", owner="").asking = True
    assert desk.save(), said(desk)
    assert not desk.board["1309"].land_part


def test_a_correction_is_saved_though_units_start_there_and_names_them(desk: MapDesk) -> None:
    edited(desk, "0707", terrain="land").asking = True
    assert desk.save()
    assert desk.board["0707"].terrain is Terrain.LAND
    assert "A set-up now leaves out units.csv, line" in said(desk)
    assert "1 Japanese naval unit at 0707; Palau is land; fleets need sea (2.3.2)" in said(desk)
    edited(desk, "0506", terrain="land").asking = True
    assert desk.save()
    assert "A set-up cannot be opened until this is put right: units.csv, line 2" in said(desk)


def test_two_seas_are_made_changed_and_taken_away(desk: MapDesk) -> None:
    editor = edited(desk, GUAM)
    assert "Which sea lies there" not in panel(desk)
    assert editor.put("coasts", "on") and "Which sea lies there (8.7)" in panel(desk)
    editor.put("sea 0805", "W")
    editor.put("sea 0906", "E")
    editor.put("sea 0807", "W")
    assert not editor.problems() and desk.save()
    assert desk.board[GUAM].coasts == {"E": ("0906",), "W": ("0805", "0807")}
    assert desk.board[GUAM].origin("coasts").grade is Grade.CONFIRMED
    assert "two seas: east sea to 0906, west sea to 0805 0807 instead of no." in said(desk)
    assert edited(desk, GUAM).corrections() == ()
    edited(desk, GUAM, coasts="")
    assert desk.save() and desk.board[GUAM].coasts == {}


def test_the_two_seas_of_the_shipped_map_can_be_seen_and_left_alone(desk: MapDesk) -> None:
    editor = edited(desk, "0406")
    assert editor.draft["coasts"] and editor.draft["sea 0407"] == "E"
    assert editor.corrections() == ()
    editor.put("sea 0407", "")
    assert [c.key for c in editor.corrections()] == ["coasts"]


def test_fleets_in_port_are_asked_of_a_port_only(desk: MapDesk) -> None:
    editor = edited(desk, GUAM)
    assert 'id="hx-fleet_limit"' not in panel(desk)
    assert editor.put("facility", "port")
    assert 'id="hx-fleet_limit"' in panel(desk)
    assert [c.key for c in editor.corrections()] == ["icon"]
    card = hex_card(desk.board, GUAM)
    assert "no port" in card and "<td>5" not in card


def test_a_place_keeps_its_capital_in_the_question(desk: MapDesk) -> None:
    editor = edited(desk, "0407", side_to_0507="shallow")
    assert "(side to Saigon is deep sea" in editor.question()


def test_an_editor_is_kept_by_the_browser_and_comes_back(app: MapCheck) -> None:
    app._do_different("")
    assert app.sent.of("store") == []
    app._action("hex:name", "Luzon")
    app._action("hex:terrain", "land")
    kept = app.sent.of("store")[-1]
    assert kept["key"] == app.page.storage_key
    other = MapCheck()
    other._hello(Hello(Page(1280, 800, 848, 660), {}, kept["value"]))
    assert (other.desk.at, other.desk.pane) == (app.desk.at, Pane.EDIT)
    assert other.desk.editor is not None and app.desk.editor is not None
    assert other.desk.editor.draft == app.desk.editor.draft
    assert "are here again" in panel(other.desk)
    app._do_hex_cancel("")
    assert app.sent.of("store")[-1]["value"] is None


@pytest.mark.parametrize(
    "kept", ["", "x", "[]", '{"hex": "9999", "fields": {"name": "x"}}', '{"hex": 1, "fields": {}}']
)
def test_a_kept_editor_that_is_none_is_passed_over(kept: str) -> None:
    made = MapCheck()
    made._hello(Hello(Page(1280, 800, 848, 660), {}, kept))
    assert (made.desk.at, made.desk.pane) == (START, Pane.CARD)


def test_an_address_with_another_hex_comes_before_a_kept_editor() -> None:
    made = MapCheck()
    kept = '{"hex": "0606", "fields": {"name": "x"}}'
    made._hello(Hello(Page(1280, 800, 848, 660), {"hex": GUAM}, kept))
    assert (made.desk.at, made.desk.pane) == (GUAM, Pane.CARD)


def test_the_menu_of_a_phone_has_the_ways_out(app: MapCheck) -> None:
    app._do_pane("menu")
    shown = panel(app.desk)
    for words in ("Home", "Supply lab", "Keys", "Zoom in", "Zoom out", "Whole map"):
        assert words in shown


def test_saving_without_a_change_says_so(desk: MapDesk) -> None:
    edited(desk)
    assert not desk.save()
    assert said(desk) == "Nothing is changed yet." and components.in_use() is None


def test_cancel_keeps_nothing(desk: MapDesk) -> None:
    edited(desk, terrain="land")
    desk.cancel()
    assert (desk.pane, desk.editor) == (Pane.CARD, None)
    assert desk.board is components.shipped_board()


def test_changes_in_the_editor_are_not_thrown_away_by_the_way(desk: MapDesk) -> None:
    edited(desk, name="Elsewhere")
    for act in (
        lambda: desk.press("1309"),
        lambda: desk.show(Pane.FOLDER),
        lambda: desk.cover(True),
        desk.undo,
    ):
        desk.notice = None
        act()
        assert said(desk) == "Save or cancel the changes to Guam first."
        assert (desk.at, desk.pane) == (GUAM, Pane.EDIT)
    desk.cancel()
    desk.press("1309")
    assert desk.at == "1309"


def test_unknown_fields_and_values_change_nothing(desk: MapDesk) -> None:
    editor = edited(desk)
    editor.put("origins", "x")
    editor.put("terrain", "<lava>")
    assert editor.corrections() == ()


# ---------------------------------------------------------------- words and HTML


def odd_board() -> Board:
    """A board whose texts are all markup."""
    why = '<img src=x onerror="x">'
    origins = dict.fromkeys(components.FIELDS, Origin(Grade.ASSUMED, "<9>", why))
    place = Hex("0101", Terrain.SHALLOW, land_part=True, name="<script>1</script>", origins=origins)
    other = Hex("0102", Terrain.DEEP, name="<b>", origins=origins)
    sides = {("0101", "0102"): Terrain.LAND}
    return Board({"0101": place, "0102": other}, sides, {("0101", "0102"): Origin(Grade.ASSUMED)})


def test_every_text_is_escaped() -> None:
    board = odd_board()
    editor = HexEditor(board, "0101")
    editor.put("name", '"><script>2</script>')
    for html in (hex_card(board, "0101"), editor.html(), editor.note(), panel_of(board)):
        assert "<script" not in html and "<img" not in html and "<b>" not in html


def panel_of(board: Board) -> str:
    return hex_editor(board, "0101", {"name": "<script>"}, question="<script>")


def test_the_question_names_what_is_special_and_what_is_not_there() -> None:
    board = components.shipped_board()
    assert headline(board, GUAM).startswith("0806 Guam: US airfield, shallow sea")
    html = hex_card(board, GUAM)
    assert "No mountain, jungle, supply source, resource or stripes." in html
    assert "Same on your map?" in html
    place = evolve(
        board["0704"],
        mountain=True,
        resource=True,
        unlimited=True,
        fleet_limit=1,
        coasts={"W": ("0604",), "E": ("0804",)},
    )
    words = headline(board.with_hex(place), "0704")
    for part in ("mountain", "resource", "two seas", "no stacking limit", "1 fleet in port"):
        assert part in words


def test_each_datum_says_where_it_comes_from() -> None:
    assert grade_words(Origin(Grade.CONFIRMED, "2.3", "x")) == "confirmed by you"
    assert grade_words(Origin(Grade.PRINTED, "2.3.4")) == "printed in 2.3.4"
    assert grade_words(Origin(Grade.ASSUMED, "", "ours")) == "assumed: ours"


def test_open_data_come_first_on_the_card() -> None:
    board = components.shipped_board()
    grades = re.findall(r'<tr class="hx-(\w+)"', hex_card(board, GUAM))
    still = [grade in ("assumed", "unknown") for grade in grades]
    assert still == sorted(still, reverse=True) and any(still) and not all(still)


def test_open_hexes_of_a_board_of_a_position_are_none() -> None:
    plain = Board({"0101": Hex("0101"), "0102": Hex("0102")})
    assert open_hexes(plain) == ()


# ---------------------------------------------------------------- the data folder panel


def test_the_folder_panel_says_where_the_map_lies(desk: MapDesk, home: Path) -> None:
    desk.show(Pane.FOLDER)
    assert str(home / "map") in panel(desk) and "comes with the companion is in use" in panel(desk)
    at(desk, GUAM).same()
    edited(desk, terrain="land")
    desk.save()
    desk.show(Pane.FOLDER)
    html = panel(desk)
    assert "remembered for the next start" in html and str(home / "map") in html
    assert "0806 terrain: land instead of shallow, confirmed" in html
    assert "confirmed unchanged, 1 changed" in html
    desk.leave()
    assert desk.board is components.shipped_board() and said(desk).startswith("The shipped map")


def test_a_folder_is_typed_refused_made_and_used(desk: MapDesk, tmp_path: Path) -> None:
    desk.show(Pane.FOLDER)
    desk.path = str(tmp_path / "mine")
    desk.choose()
    assert "is not a folder" in said(desk) and desk.pane is Pane.FOLDER
    desk.make()
    assert said(desk).startswith(f"Made {tmp_path / 'mine'}")
    assert desk.board is components.board() and components.in_use() == tmp_path / "mine"
    desk.path = "<i>"
    desk.choose()
    assert "<i>" not in panel(desk)


def test_a_broken_folder_is_told_on_every_panel_but_the_editor(home: Path, desk: MapDesk) -> None:
    desk.same()
    (home / "map" / "hexsides.csv").write_text("a,b\n")
    components.use(None)
    owner = Owner()
    owner.start()
    broken = MapDesk(owner)
    assert panel(broken).count("Your map is not in use") == 1
    assert "hexsides.csv" in panel(broken)
    broken.same()
    assert "Nothing was written" in said(broken) and broken.board[START]
    broken.show(Pane.FOLDER)
    assert "in use meanwhile" in panel(broken) and "Back to the shipped map" in panel(broken)


def test_a_folder_broken_meanwhile_is_told_and_the_last_map_stays(
    home: Path, desk: MapDesk
) -> None:
    desk.same()
    board = desk.board
    (home / "map" / "hexes.csv").write_text("id\n")
    desk.refresh()
    assert "cannot be read now" in said(desk) and desk.board is board


# ---------------------------------------------------------------- the app


class Sent(list[dict[str, Any]]):
    """What the app sent to its page."""

    def of(self, kind: str) -> list[dict[str, Any]]:
        return [message for message in self if message["type"] == kind]


@pytest.fixture
def app(monkeypatch: pytest.MonkeyPatch) -> MapCheck:
    made = MapCheck()
    made.sent = Sent()
    monkeypatch.setattr(made.page, "send", made.sent.append)
    hello(made)
    return made


def hello(app: MapCheck, query: dict[str, str] | None = None) -> None:
    app._hello(Hello(Page(1280, 800, 848, 660), query or {}, None))


def press(app: MapCheck, key: str) -> None:
    app._key(key, False, "")


def test_the_keys_answer(app: MapCheck) -> None:
    first = app.desk.at
    press(app, "s")
    assert first not in app.desk.open and app.desk.at != first
    assert "Same on your map?" in app.page.say
    second = app.desk.at
    press(app, "K")
    assert second in app.desk.skipped
    press(app, "ArrowLeft")
    assert app.desk.at == second
    press(app, "u")
    assert app.desk.at == first
    press(app, "d")
    assert app.desk.pane is Pane.EDIT
    press(app, "s")
    assert first in app.desk.open, "letters answer nothing while the editor is open"
    press(app, "Escape")
    assert app.desk.pane is Pane.CARD
    press(app, "f")
    assert app.desk.pane is Pane.FOLDER
    press(app, "s")
    assert first in app.desk.open, "nor while the question is not shown"
    press(app, "Escape")
    press(app, "n")
    assert app.desk.region == first
    press(app, "?")
    assert app.desk.pane is Pane.KEYS


def test_the_address_opens_a_panel_and_a_hex(app: MapCheck) -> None:
    hello(app, {"hex": "1110", "open": "folder"})
    assert (app.desk.at, app.desk.pane) == ("1110", Pane.FOLDER)


def test_a_field_changes_only_what_stands_under_the_fields(app: MapCheck) -> None:
    app._action("different", "")
    before = app.side.value
    app._action("hex:name", "Elsewhere")
    assert app.side.value == before
    html = app.sent.of("html")[-1]
    assert html["selector"] == "#hx-note" and "Elsewhere instead of" in html["html"]
    app._action("hex-save", "")
    assert app.desk.editor is not None and app.desk.editor.asking
    app._action("hex-back", "")
    assert 'value="Elsewhere"' in app.side.value
    app._action("hex-save", "")
    app._action("hex-yes", "")
    assert app.desk.board[START].name == "Elsewhere"
    assert f"{START} Elsewhere" in app.page.hexes[START]


def test_an_unknown_action_is_an_error_that_is_told(app: MapCheck) -> None:
    with pytest.raises(LookupError, match="'dance'"):
        app._action("dance", "")


def test_pictures_follow_the_answers(app: MapCheck) -> None:
    first = dict(app._drawn)
    app._action("same", "")
    assert app._drawn["board"] != first["board"] and app._drawn["lines"] != first["lines"]
    second = dict(app._drawn)
    app._action("skip", "")
    assert app._drawn["board"] == second["board"]


def test_a_nation_of_each_icon_can_be_chosen() -> None:
    html = HexEditor(components.shipped_board(), GUAM).html()
    for nation in Nation:
        assert f'value="{nation.value}"' in html
    for kind in Facility:
        assert f'value="{kind.value}"' in html


def test_what_a_notebook_shows_where_there_are_no_widgets() -> None:
    faces = MapCheck().view._repr_mimebundle_()
    assert faces["text/plain"] == "Map check"
    assert faces["image/svg+xml"].startswith("<svg") and "Manila" in faces["image/svg+xml"]
