"""The supply lab on the owner's map: facts confirmed and corrected, positions laid on it anew."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from witp_learn import components, queries
from witp_learn.components import folder as data_folder
from witp_learn.model import Grade, State, Terrain
from witp_learn.position import write_file
from witp_learn.ui import supply_facts as facts
from witp_learn.ui.companion import Hello, Page
from witp_learn.ui.owner import HOME_VARIABLE, Owner
from witp_learn.ui.position_text import OFF_THE_MAP, laid, read
from witp_learn.ui.supply_desk import SupplyDesk
from witp_learn.ui.supply_lab import SupplyLab
from witp_learn.ui.supply_panels import panel
from witp_learn.ui.supply_selection import Pane


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A home of the test's own, and the shipped map before and after it."""
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path / "home"))
    monkeypatch.delenv(components.DATA_VARIABLE, raising=False)
    components.use(None)
    yield tmp_path / "home"
    components.use(None)


@pytest.fixture
def mine(home: Path) -> Path:
    """An owner's folder in use."""
    data_folder.init(home / "mine")
    components.use(home / "mine")
    return home / "mine"


def drowned(folder: Path, hex_id: str) -> None:
    """The owner's map shows deep sea at a hex, where no land unit can stand."""
    place = components.board()[hex_id]
    gone = evolve(
        place,
        terrain=Terrain.DEEP,
        land_part=False,
        facility=None,
        owner=None,
        mountain=False,
        jungle=False,
    )
    keys = ("terrain", "land_part", "icon", "mountain", "jungle")
    data_folder.correct(folder, gone, keys)


def said(desk: SupplyDesk) -> str:
    assert desk.notice is not None
    return desk.notice.text


def resting() -> SupplyDesk:
    """A desk with a unit selected whose verdict rests on assumed facts."""
    for name in queries.examples():
        desk = SupplyDesk(queries.example(name))
        for index in range(len(desk.state.units)):
            desk.select(index)
            if desk.row is not None and desk.row.answer.facts:
                return desk
    pytest.fail("no example rests on an assumed fact")


def fact(desk: SupplyDesk) -> str:
    assert desk.row is not None
    first = desk.row.answer.facts[0]
    return f"{first.hex}:{first.key}"


# ---------------------------------------------------------------- same on my map


def test_a_card_offers_same_and_correct_on_each_assumed_fact() -> None:
    desk = resting()
    assert desk.row is not None
    html = panel(desk)
    many = len(desk.row.answer.facts)
    assert html.count('data-action="fact-same"') == many
    assert html.count('data-action="fact-correct"') == many


def test_same_confirms_and_the_fact_is_gone_from_the_card(home: Path) -> None:
    desk = resting()
    value = fact(desk)
    hex_id, _, key = value.partition(":")
    unit, verdict = desk.row.unit, desk.row.verdict
    facts.same(desk, value)
    assert components.board()[hex_id].origin(key).grade is Grade.CONFIRMED
    assert desk.state.board is components.board()
    assert desk.row is not None and (desk.row.unit, desk.row.verdict) == (unit, verdict)
    assert value not in {f"{f.hex}:{f.key}" for f in desk.row.answer.facts}
    assert f'data-value="{value}"' not in panel(desk)
    assert "confirmed by you" in said(desk) and str(home / "map") in said(desk)
    assert desk.undo_name.startswith("Confirmed ")
    desk.undo()
    assert components.board()[hex_id].origin(key).grade.is_open
    assert desk.row is not None and value in {f"{f.hex}:{f.key}" for f in desk.row.answer.facts}


def test_every_fact_can_be_confirmed_one_after_the_other() -> None:
    desk = resting()
    while desk.row is not None and desk.row.answer.facts:
        before = len(desk.row.answer.facts)
        facts.same(desk, fact(desk))
        assert len(desk.row.answer.facts) == before - 1
    assert 'data-action="fact-same"' not in panel(desk)


def test_a_position_with_its_own_board_offers_neither() -> None:
    state = queries.example("new_hebrides")
    own = SupplyDesk(evolve(state, board=evolve(state.board, own=True)))
    for index in range(len(own.state.units)):
        own.select(index)
        assert "fact-same" not in panel(own) and "fact-correct" not in panel(own)
    own.press("1109")
    assert "fact-correct" not in panel(own)
    for act in (facts.same, facts.correct):
        act(own, "0806:icon")
        assert said(own) == facts.GIVEN and own.pane is not Pane.HEX
    assert components.in_use() is None


def test_an_answer_that_cannot_be_written_is_told(home: Path) -> None:
    home.write_text("a file where the folder should be")
    desk = resting()
    before = panel(desk)
    facts.same(desk, fact(desk))
    assert "Nothing was" in said(desk)
    desk.notice = None
    assert panel(desk) == before


# ---------------------------------------------------------------- correcting


def test_a_correction_changes_the_lab_and_says_what_it_does() -> None:
    desk = SupplyDesk(read("base al 1110; 0909 us L; 1008 jp A; 1009 us A; base jp 0907", "line"))
    desk.press("0909")
    assert desk.row is not None and desk.row.in_supply
    facts.correct(desk, "1009:mountain")
    assert desk.pane is Pane.HEX and desk.editor is not None and "Guadalcanal" in panel(desk)
    desk.editor.put("mountain", "on")
    if not facts.save(desk):
        assert desk.editor.asking
        assert facts.save(desk)
    assert desk.state.board is components.board() and desk.state.board["1009"].mountain
    assert desk.row is not None and not desk.row.in_supply
    assert "mountain: yes instead of no" in said(desk) and "Port Moresby" in said(desk)
    desk.undo()
    assert desk.row is not None and desk.row.in_supply and not desk.state.board["1009"].mountain


def test_a_correction_under_a_unit_keeps_both(mine: Path) -> None:
    desk = SupplyDesk(read("1309 us L; base al 1110", "line"))
    desk.press("1309")
    facts.correct(desk, "1309:terrain")
    editor = desk.editor
    assert editor is not None
    for field, text in {"terrain": "deep", "facility": "", "owner": "", "jungle": ""}.items():
        editor.put(field, text)
    assert editor.problems() == ()
    if not facts.save(desk):
        assert facts.save(desk)
    assert components.board()["1309"].terrain is Terrain.DEEP
    assert OFF_THE_MAP in said(desk) and desk.state.board.own
    assert [u.at for u in desk.state.units] == ["1309"]
    assert desk.state.board["1309"].terrain is Terrain.SHALLOW
    desk.undo()
    assert not desk.state.board.own and desk.state.board is components.board()
    assert [u.at for u in desk.state.units] == ["1309"]


def test_edits_before_a_correction_can_still_be_undone_on_the_new_map() -> None:
    desk = SupplyDesk()
    desk.press("1009")
    desk.flip()
    facts.same(desk, "0806:terrain")
    desk.flip()
    desk.undo()
    desk.undo()
    assert components.board()["0806"].origin("terrain").grade.is_open
    desk.undo()
    assert desk.state.board is components.board()
    assert desk.state.units == SupplyDesk().state.units
    desk.redo()
    assert desk.state.board is components.board()


def test_what_is_typed_is_seen_though_the_hex_was_in_use_before() -> None:
    lab = SupplyLab()
    lab.map.resize(600, 400)
    lab._action("line", "turn 2; 0306 jp L; 1309 us L; 1207 us L")
    lab.map.frame(["1309"], most_px=140)
    assert not lab.map.shows("0306")
    lab._action("line", "turn 2; 0306 jp L A; 1309 us L; 1207 us L")
    assert lab.map.shows("0306")
    lab._action("line", "turn 2; base jp 0506; 0306 jp L")
    assert all(lab.map.shows(h) for h in ("0306", "0506"))


def test_what_was_framed_stays_framed_in_another_size_until_the_map_is_moved() -> None:
    lab = SupplyLab()
    used = tuple(lab.desk.state.in_use())
    for width, height in ((900, 600), (420, 300)):
        lab.page.page = Page(1280, 800, width, height)
        lab.map.resize(width, height)
        lab._resized(lab.page.page)
        assert all(lab.map.shows(h) for h in used)
    lab.map.reveal("0101")
    moved = list(lab.map.center)
    lab._resized(lab.page.page)
    assert list(lab.map.center) == moved


def test_an_open_editor_with_changes_is_not_thrown_away_by_a_click() -> None:
    lab = SupplyLab()
    lab._action("fact-correct", "0806:icon")
    lab._pressed("1009")
    assert lab.desk.selected == "1009" and lab.desk.pane is Pane.CARD
    lab._action("fact-correct", "0806:icon")
    lab._action("hex:name", "Elsewhere")
    lab._pressed("1009")
    assert lab.desk.pane is Pane.HEX and "Save or cancel" in said(lab.desk)
    before = lab.desk.state
    for name, value in (("pane", "open"), ("undo", ""), ("example", "new_hebrides"), ("flip", "")):
        lab._action(name, value)
        assert lab.desk.pane is Pane.HEX and lab.desk.state is before
    for key in "tfu/":
        lab._key(key, False, "1009")
        assert lab.desk.pane is Pane.HEX and lab.desk.state is before
    lab._action("overlay", "control")
    assert lab.desk.on["control"] and lab.desk.pane is Pane.HEX
    lab._action("hex-cancel", "")
    assert lab.desk.pane is Pane.CARD and components.in_use() is None


@pytest.mark.parametrize("pane", [Pane.CARD, Pane.UNITS, Pane.BASES])
def test_the_editor_leads_back_to_the_panel_it_was_opened_from(pane: Pane) -> None:
    desk = SupplyDesk()
    if pane is Pane.CARD:
        desk.press("1009")
    desk.pane = pane
    facts.correct(desk, "0806:icon")
    assert desk.focus().ringed == ("0806",)
    facts.close(desk)
    assert (desk.pane, desk.editor) == (pane, None)
    assert desk.focus().ringed == ()
    facts.correct(desk, "0806:icon")
    assert desk.editor is not None
    desk.editor.put("name", "Elsewhere")
    assert facts.save(desk) and desk.pane is pane


def test_the_editor_answers_in_the_lab(monkeypatch: pytest.MonkeyPatch) -> None:
    lab = SupplyLab()
    sent: list[dict[str, Any]] = []
    monkeypatch.setattr(lab.page, "send", sent.append)
    lab._action("fact-correct", "0606:icon")
    lab._action("hex:name", "Luzon")
    assert any(m["type"] == "html" and "Luzon" in m["html"] for m in sent)
    lab._action("hex-save", "")
    assert "hex-yes" in lab.side.value
    lab._action("hex-back", "")
    assert 'value="Luzon"' in lab.side.value
    lab._action("hex-save", "")
    lab._action("hex-yes", "")
    assert lab.desk.state.board["0606"].name == "Luzon"
    assert lab.page.hexes["0606"].startswith("0606 Luzon")


# ---------------------------------------------------------------- laid on the map in use


def test_examples_and_lines_lie_on_the_map_in_use(mine: Path) -> None:
    data_folder.correct(mine, evolve(components.board()["0806"], name="Guahan"), ("name",))
    desk = SupplyDesk()
    assert desk.state.board is components.board() is not components.shipped_board()
    for name in queries.examples():
        desk.open_example(name)
        assert desk.state.board is components.board() or desk.state.board.own
    desk.open_text("0806 us L", "a line")
    assert desk.state.board["0806"].name == "Guahan"
    desk.empty()
    assert desk.state.board is components.board()


def test_an_example_that_does_not_fit_keeps_its_own_board_and_says_so(mine: Path) -> None:
    drowned(mine, "0909")
    desk = SupplyDesk()
    assert desk.state.board.own
    desk.open_example("new_hebrides")
    assert OFF_THE_MAP in said(desk) and "deep sea" in said(desk)
    assert desk.state.board["0909"].terrain is Terrain.SHALLOW
    again = SupplyDesk(read(desk.text(), "a file"))
    assert again.state.units == desk.state.units


def test_a_kept_position_that_does_not_fit_comes_up_on_the_shipped_board(mine: Path) -> None:
    drowned(mine, "0909")
    desk = SupplyDesk()
    for text in ("0909 us L; base al 1110", write_file(laid_line("0909 us L"))):
        assert desk.open_text(text, "this browser")
        assert OFF_THE_MAP in said(desk) and desk.state.board.own
        assert [u.at for u in desk.state.units] == ["0909"]
    assert not desk.open_text("0909 us <b>", "this browser")


def laid_line(text: str) -> State:
    from witp_learn.position import read_line

    return read_line(text, components.shipped_board())


def test_a_folder_broken_meanwhile_takes_nothing_away(mine: Path) -> None:
    desk = SupplyDesk()
    desk.press("1009")
    desk.flip()
    (mine / "hexes.csv").write_text("id\n")
    units = desk.state.units
    desk.undo()
    assert "cannot be read now" in said(desk) and str(mine / "hexes.csv") in said(desk)
    desk.redo()
    assert desk.state.units == units
    desk = SupplyDesk(laid_line("0909 us L"))
    desk.type_line("0909 us L; 1009 us A")
    assert [u.at for u in desk.state.units] == ["0909"], "a line never takes a board away"
    assert not desk.open_text("0909 us L", "a line")
    assert str(mine / "hexes.csv") in said(desk)


def test_a_position_on_the_map_in_use_is_left_alone() -> None:
    state = queries.example("new_hebrides")
    assert laid(state) == (state, "")


def test_the_lab_tells_of_a_broken_folder_once(home: Path) -> None:
    owner = Owner()
    owner.start()
    owner.make(str(home / "map"))
    (home / "map" / "hexes.csv").write_text("id\n")
    components.use(None)
    lab = SupplyLab()
    lab._hello(Hello(Page(1280, 800, 848, 660), {}, None))
    assert said(lab.desk).count("Your map is not in use") == 1
    assert str(home / "map" / "hexes.csv") in said(lab.desk)
    assert lab.desk.state.board["0806"] == components.shipped_board()["0806"]
    lab._pressed("0909")
    assert lab.desk.notice is None and lab.desk.row is not None
    facts.same(lab.desk, "0806:terrain")
    assert "Nothing was written" in said(lab.desk)


def test_a_lab_opened_by_a_browser_lies_on_the_remembered_map(home: Path) -> None:
    owner = Owner()
    owner.start()
    owner.make(str(home / "map"))
    data_folder.correct(
        home / "map", evolve(components.board()["1009"], name="Solomons"), ("name",)
    )
    components.use(None)
    lab = SupplyLab()
    assert lab.desk.state.board["1009"].name == "Guadalcanal"
    lab._hello(Hello(Page(1280, 800, 848, 660), {}, None))
    assert lab.desk.state.board["1009"].name == "Solomons"
