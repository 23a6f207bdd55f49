"""An owner's data folder: made whole, read with one clear error, held against the rulebook."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve, fields
from owned import (
    as_folder,
    contents,
    edit,
    fail_on,
    missing,
    no_text,
    rewrite,
    rows,
    semicolons,
)

from witp_learn import components, queries
from witp_learn.components import folder, shipped, shipped_board
from witp_learn.components.scenarios import Scenario
from witp_learn.files import BadData
from witp_learn.hexgrid import HexId
from witp_learn.model import Area, Facility, Kind, Nation, Terrain


@pytest.fixture(autouse=True)
def no_folder_in_use(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.delenv(components.DATA_VARIABLE, raising=False)
    yield
    components.use(None)


@pytest.fixture
def own(tmp_path: Path) -> Path:
    folder.init(tmp_path / "own")
    return tmp_path / "own"


# A new folder.


def test_a_new_folder_is_the_shipped_data_and_checks_clean(own: Path) -> None:
    assert contents(own) == {n: (shipped() / n).read_bytes() for n in folder.FILES}
    report = folder.check(own)
    assert (report.findings, report.changes) == ((), ())
    assert evolve(folder.read(own), folder=shipped()) == folder.read(shipped())
    assert folder.read(own).board == shipped_board()
    assert "Nothing contradicts" in str(report) and "nothing here is changed or confirmed" in str(
        report
    )


def test_the_page_in_the_folder_explains_every_file_and_column(own: Path) -> None:
    text = (own / folder.README).read_text("utf-8")
    for name in folder.FILES:
        assert f"## {name}" in text
        part = text.split(f"## {name}")[1].split("\n## ")[0]
        if name.endswith(".csv"):
            head = rows(own, name)[0].strip().split(",")
        else:
            head = [a.name for a in fields(Scenario)]
        assert [c for c in head if f"`{c}`" not in part] == [], name


def test_a_folder_is_made_with_the_folders_above_it(tmp_path: Path) -> None:
    written = folder.init(tmp_path / "a" / "b")
    assert {file.name for file in written} == {*folder.FILES, folder.README}
    assert all(file.is_file() for file in written)


@pytest.mark.parametrize("name", ["hexes.csv", "README.md"])
def test_nothing_is_written_over(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text("mine")
    with pytest.raises(BadData, match=f"{name}: is there already"):
        folder.init(tmp_path)
    assert [f.name for f in tmp_path.iterdir()] == [name]
    assert (tmp_path / name).read_text() == "mine"


def test_a_file_is_no_folder(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("mine")
    with pytest.raises(BadData, match="is a file"):
        folder.init(file)
    with pytest.raises(BadData, match="cannot be written"):
        folder.init(file / "below")
    assert file.read_text() == "mine"


def test_a_folder_that_cannot_be_finished_is_not_begun(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fail_on(monkeypatch, "sources.csv")
    with pytest.raises(BadData, match="no space left on device; nothing is kept"):
        folder.init(tmp_path / "a" / "b")
    assert list(tmp_path.iterdir()) == []


# What the rulebook prints.


def header_only(name: str) -> Callable[[Path], None]:
    return lambda place: rewrite(place, name, lambda text: text.splitlines()[0] + "\n")


def without_row(name: str, start: str) -> Callable[[Path], None]:
    """Take a line out of a table."""

    def change(place: Path) -> None:
        kept = [line for line in rows(place, name) if not line.startswith(start)]
        assert len(kept) == len(rows(place, name)) - 1
        rewrite(place, name, lambda _: "".join(kept))

    return change


def owned(hex_id: HexId, **values: Any) -> Callable[[Path], None]:
    """A correction of a hex to these values."""
    keys = tuple(dict.fromkeys("icon" if k in ("facility", "owner") else k for k in values))
    return lambda place: folder.correct(place, evolve(shipped_board()[hex_id], **values), keys)


@pytest.mark.parametrize(
    ("change", "section", "part"),
    [
        (owned("0804", source=None), "7.3", "0804 Kure: supply source japan"),
        (owned("0804", source=None), "3.2", "Japan has three supply sources"),
        (owned("0705", source=Nation.JAPAN), "6.6.2", "Hollandia would be open"),
        (owned("0806", facility=None, owner=None), "6.6.2", "port or airfield Allied; here: none"),
        (owned("0907", source=Nation.JAPAN), "7.3", "within two hexes"),
        (owned("0508", resource=False), "12.3", "0508 Brunei: resource yes; here: no"),
        (owned("0709", resource=True), "12.3", "nowhere else; here: also in 0709"),
        (owned("0306", jungle=False), "8.4", "jungle yes"),
        (owned("0207", area=None), "12.1", "homeland india"),
        (owned("0707", area=Area.CHINA), "12.2", "Chinese land units"),
        (owned("0407", facility=Facility.AIRFIELD), "14.1", "so it is a port"),
        (owned("0605", owner=Nation.US), "14.1", "this Japanese port; here: Allied"),
        (owned("0708", terrain=Terrain.LAND), "14.1", "ships sail 0909 0808 0708 0607 0606"),
        (owned("0707", unlimited=True), "8.3", "no stacking limit"),
        (owned("0707", fleet_limit=2), "8.3", "only at Dutch Harbor"),
        (owned("0407", name="Johore"), "8.9", "0407: name Singapore; here: Johore"),
        (owned("0406", coasts={}), "8.7", "two seas"),
        (
            lambda f: folder.correct_side(f, "0407", "0507", Terrain.SHALLOW),
            "8.9",
            "the side between 0407 and 0507 is deep",
        ),
        (
            lambda f: folder.correct_side(f, "0406", "0407", Terrain.DEEP),
            "8.9",
            "land units go from 0406 to 0407",
        ),
        (edit("units.csv", "naval,,2,0506", "naval,,1,0506"), "9.6.2", "2 Japanese naval units"),
        (edit("units.csv", "naval,,2,0907", "air,,2,0907"), "7.3", "unit starts at Truk"),
        (
            edit("hexes.csv", "Hainan,shallow", "Hainan,deep"),
            "2.3.2",
            "land units cannot stand in deep sea; here: Hainan is deep sea, and units.csv, line 3",
        ),
        (
            edit("hexes.csv", "Hainan,shallow,,,", "Hainan,shallow,,,false"),
            "2.3.2",
            "need land to stand on; here: Hainan has none",
        ),
        (
            edit("hexes.csv", "Hainan,shallow", "Hainan,land"),
            "2.3.2",
            "fleets need sea; here: Hainan is land, and units.csv, line 2: 2 Japanese naval units",
        ),
        (
            edit("units.csv", "naval,,2,0506", "naval,,2,0406"),
            "8.7",
            "two seas; here: Bangkok has both: write",
        ),
        (
            owned("0805", terrain=Terrain.DEEP, facility=None, owner=None),
            "2.3.2",
            "land units cannot stand in deep sea; here: Iwo Jima is deep",
        ),
        (owned("1207", source=Nation.US), "7.3", "1207 Gilberts: supply source none; here: us"),
        (owned("1708", source=None), "2.3.4", "South Africa and Panama are supply sources"),
        (edit("units.csv", "naval,,1,0407", "naval,,1,0408"), "9.6.2", "unit starts at Singapore"),
        (header_only("units.csv"), "3.3", "units start on the map; here: no counters"),
        (edit("units.csv", "japan,air,,1,1107", "japan,air,,1,0805"), "7.3", "starts at Marshalls"),
        (without_row("hexes.csv", "0108,"), "2.3", "one map; here: not there: 0108"),
        (edit("cards.csv", "1942-04,,false", "1942-04,,true"), "4.1", "1942-04 is not red"),
        (edit("turns.csv", "4,japan,15", "4,japan,19"), "14.1", "on turn 4: 15; here: 19"),
        (edit("cards.csv", "Typhoon Cobra", "Cobra"), "4.5", "Typhoon Cobra; here: Cobra"),
        (edit("cards.csv", "Cobra,,true", "Cobra,,false"), "4.5", "is forced; here: no"),
        (
            edit("scenarios.toml", '"1942-01", "1942-05", ', '"1942-01", '),
            "13.1",
            "held_out 1942-01 1942-05 1942-08; here: 1942-01 1942-08",
        ),
        (edit("scenarios.toml", 'name = "short"', 'name = "long"'), "13.2", "scenario short"),
    ],
)
def test_what_contradicts_the_rulebook_is_found_and_is_no_error(
    own: Path, change: Callable[[Path], None], section: str, part: str
) -> None:
    change(own)
    printed, _, here = part.partition("; here: ")
    found = folder.check(own).findings
    assert any(f.section == section and printed in f.printed and here in f.here for f in found)
    assert "your copy may truly differ" in str(folder.check(own))


def one_more_hex(place: Path) -> None:
    rewrite(place, "hexes.csv", lambda text: text + "1805,,deep,,,,,,,,,,,\n")


@pytest.mark.parametrize(
    "change",
    [
        owned("0705", facility=None, owner=None),
        owned("0805", facility=None, owner=None),
        owned("0906", facility=None, owner=None),
        owned("1302", facility=None, owner=None),
        owned("0807", facility=None, owner=None),
        owned("0407", owner=Nation.US),
        owned("0804", facility=Facility.AIRFIELD),
        owned("1803", source=Nation.US),
        edit("units.csv", "japan,land,,1,0707", "japan,land,,7,0707"),
        edit("cards.csv", "1943-09,Vengeance Operation,true", "1943-09,Vengeance Operation,false"),
        edit("cards.csv", "1943-07,,true", "1943-07,,false"),
    ],
)
def test_what_is_assumed_contradicts_nothing(own: Path, change: Callable[[Path], None]) -> None:
    change(own)
    assert folder.check(own).findings == ()


def test_a_missing_or_further_hex_is_found_and_not_called_confirmed(own: Path) -> None:
    one_more_hex(own)
    without_row("hexes.csv", "0108,")(own)
    report = folder.check(own)
    assert [f.hexes for f in report.findings if f.section == "2.3"] == [("0108",), ("1805",)]
    assert [(c.place, c.grade) for c in report.changes] == [("0108", None), ("1805", None)]
    assert "confirmed" not in str(report).split("Confirmed unchanged: 0.")[1]
    assert [c["grade"] for c in report.as_dict()["changes"]] == [None, None]


def test_a_scenario_leaves_out_assumed_units_without_a_place_and_says_so(own: Path) -> None:
    components.use(own)
    whole = queries.scenario()
    folder.correct(own, evolve(shipped_board()["0707"], terrain=Terrain.LAND), ("terrain",))
    state, off = queries.scenario(), queries.left_out()
    (amiss,) = folder.misfits(own)
    assert (amiss.counters.hex, amiss.counters.kind) == ("0707", Kind.NAVAL)
    assert off == (str(amiss),)
    assert "1 Japanese naval unit at 0707; Palau is land; fleets need sea (2.3.2)" in off[0]
    assert sorted(map(str, {*whole.units} - {*state.units})) == [str(amiss.counters.unit())]
    assert state.title.endswith("(order of battle assumed, 1 line of it left out)")


def test_a_scenario_refuses_units_without_a_place_that_are_no_assumption(own: Path) -> None:
    components.use(own)
    folder.correct(own, evolve(shipped_board()["0506"], terrain=Terrain.LAND), ("terrain",))
    assert [m.counters.kind for m in folder.misfits(own, "0506")] == [Kind.NAVAL]
    for ask in (queries.scenario, queries.left_out):
        with pytest.raises(BadData, match=r"units\.csv: line 2, hex = \"0506\": Hainan is land"):
            ask()


# Broken folders.


def pipe(name: str) -> Callable[[Path], None]:
    def change(place: Path) -> None:
        (place / name).unlink()
        os.mkfifo(place / name)

    return change


def endless(name: str) -> Callable[[Path], None]:
    def change(place: Path) -> None:
        (place / name).unlink()
        (place / name).symlink_to("/dev/zero")

    return change


BROKEN: dict[str, tuple[Callable[[Path], None], str]] = {
    "hexes missing": (missing("hexes.csv"), "hexes.csv: no such file"),
    "sides missing": (missing("hexsides.csv"), "hexsides.csv: no such file"),
    "a folder for a file": (as_folder, "sources.csv: is a directory"),
    "not UTF-8": (no_text, "hexes.csv: not UTF-8 text"),
    "semicolons": (semicolons, "here semicolons part the cells, so save the table with commas"),
    "empty": (lambda f: (f / "hexes.csv").write_text(""), "the columns must be id,name"),
    "unknown column": (edit("hexes.csv", ",jungle,", ",jungel,"), "Did you mean jungle"),
    "column missing": (edit("hexsides.csv", ",why", ""), "why is missing"),
    "bad terrain": (edit("hexes.csv", "0806,Guam,shallow", "0806,Guam,sea"), 'terrain = "sea"'),
    "bad flag": (edit("hexes.csv", "0104,,land,true", "0104,,land,si"), 'mountain = "si"'),
    "hex twice": (edit("hexes.csv", "0805,", "0806,"), 'id = "0806": stands twice'),
    "not a hex": (edit("hexes.csv", "0805,", "08O5,"), 'id = "08O5"'),
    "icon without owner": (edit("hexes.csv", "airfield,us", "airfield,"), "has an owner"),
    "cells too many": (edit("hexes.csv", "0806,Guam,", "0806,Guam,,"), "15 cells where 14 belong"),
    "side off the board": (edit("hexsides.csv", "0407,0507", "0407,9907"), 'b = "9907"'),
    "side of no neighbours": (
        edit("hexsides.csv", "0407,0507", "0407,0607"),
        "does not touch 0407",
    ),
    "side twice": (edit("hexsides.csv", "0407,0508", "0507,0407"), "stands twice"),
    "side without kind": (edit("hexsides.csv", "0407,0507,deep", "0407,0507,"), "kind"),
    "unknown field": (edit("sources.csv", "0407,icon", "0407,port"), 'field = "port"'),
    "unknown grade": (edit("sources.csv", "0407,name,printed", "0407,name,sure"), 'grade = "sure"'),
    "units missing": (missing("units.csv"), "units.csv: no such file"),
    "turns missing": (missing("turns.csv"), "turns.csv: no such file"),
    "cards missing": (missing("cards.csv"), "cards.csv: no such file"),
    "scenarios missing": (missing("scenarios.toml"), "scenarios.toml: no such file"),
    "unit off the board": (edit("units.csv", "2,0506", "2,9906"), 'hex = "9906"'),
    "unit of a kind unknown": (edit("units.csv", "japan,air", "japan,aeroplane"), "aeroplane"),
    "BRP no number": (edit("turns.csv", "4,japan,15", "4,japan,many"), 'brp = "many"'),
    "turn twice": (edit("turns.csv", "4,japan,15", "5,japan,15"), "turn 5 has two rows for japan"),
    "card number": (edit("cards.csv", "1942-03,", "1942-3,"), 'id = "1942-3"'),
    "card flag": (edit("cards.csv", "Cobra,,true", "Cobra,,sure"), 'forced = "sure"'),
    "TOML": (edit("scenarios.toml", 'name = "short"', "name = short"), "scenarios.toml: not TOML"),
    "card held out twice": (
        edit("scenarios.toml", '"1942-01", "1942-05", ', '"1942-01", "1942-01", '),
        "held_out = [",
    ),
    "TOML key": (edit("scenarios.toml", "first_turn = 1", "first_trun = 1"), "first_trun"),
    "TOML value": (
        edit("scenarios.toml", "first_turn = 1", 'first_turn = "1"'),
        'first_turn = "1"',
    ),
    "base off the board": (
        edit("scenarios.toml", '["0207", "0509"', '["0207", "9909"'),
        'scenarios[0].optional_bases[1] = "9909"',
    ),
    "section a date": (
        edit("sources.csv", "printed,2.3.3", "printed,02.03.2003"),
        'section = "02.03.2003": must be a section',
    ),
    "origin off the board": (edit("sources.csv", "0407,icon", "1805,icon"), 'hex = "1805"'),
    "grade given": (
        edit("sources.csv", "0407,name,printed", "0407,name,given"),
        'grade = "given": must be printed, derived, assumed, unknown or confirmed',
    ),
    "unit given": (edit("units.csv", ",printed,3.3", ",given,3.3"), 'grade = "given"'),
    "scenario given": (
        edit("scenarios.toml", 'grade = "printed"', 'grade = "given"'),
        'scenarios[0].grade = "given": must be printed, derived, assumed, unknown or confirmed',
    ),
    "no such section": (
        edit("sources.csv", "0407,name,printed,8.9", "0407,name,printed,8.19"),
        'section = "8.19": the rulebook has no such section',
    ),
    "printed nowhere": (
        edit("sources.csv", "0407,name,printed,8.9", "0407,name,printed,"),
        "is missing; what is printed names the section",
    ),
    "scenario nowhere": (
        edit("scenarios.toml", 'section = "13.1"', 'section = "13.9"'),
        'scenarios[0].section = "13.9": the rulebook has no such section',
    ),
    "name too long": (edit("hexes.csv", "0806,Guam", "0806," + "G" * 41), "at most 40 letters"),
    "name of two lines": (edit("hexes.csv", "0806,Guam", '0806,"Gu\nam"'), "must be one line"),
    "name backwards": (edit("hexes.csv", "0806,Guam", "0806,Gu\u202eam"), "do not show"),
    "card name backwards": (edit("cards.csv", "Typhoon", "Ty\u202ephoon"), "do not show"),
    "name twice": (
        edit("hexes.csv", "0806,Guam", "0806,palau"),
        'name = "palau": is the name of 0707 too',
    ),
    "sea twice": (edit("hexes.csv", "E:0407 0507", "E:0407 0307"), "0307 touches two seas"),
    "mountain in deep sea": (edit("hexes.csv", "0108,,deep,", "0108,,deep,true"), "needs land"),
    "Chinese source": (
        edit("hexes.csv", "airfield,china,", "airfield,china,china"),
        'source = "china": China has no supply source (12.2)',
    ),
    "no hex": (header_only("hexes.csv"), "hexes.csv: has no hex"),
    "pipe": (pipe("hexes.csv"), "hexes.csv: is not an ordinary file"),
    "endless": (endless("units.csv"), "units.csv: is not an ordinary file"),
    "origin twice": (edit("sources.csv", "0407,icon", "0407,name"), "has two rows"),
}


NO_FILES = ("a folder for a file", "pipe", "endless")


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_folder_gives_one_error_with_file_and_place(own: Path, name: str) -> None:
    change, part = BROKEN[name]
    change(own)
    broken = contents(own) if name not in NO_FILES else {}
    for look in (
        folder.read,
        folder.check,
        folder.changes,
        lambda place: folder.confirm(place, "0806", "icon"),
    ):
        with pytest.raises(BadData) as caught:
            look(own)
        message = str(caught.value)
        assert part in message and message.startswith(str(own)) and "\n" not in message
    if broken:
        assert contents(own) == broken


def test_a_map_that_cannot_be_read_is_not_taken_into_use(own: Path) -> None:
    edit("hexes.csv", "0806,Guam,shallow", "0806,Guam,sea")(own)
    with pytest.raises(BadData, match=rf"{own}/hexes\.csv: line \d+, terrain"):
        components.use(own)
    assert components.in_use() is None


def test_a_folder_that_is_none_says_how_to_make_one(tmp_path: Path) -> None:
    for look in (folder.read, folder.check, components.use):
        with pytest.raises(BadData, match="is not a folder; witp-learn data init makes one"):
            look(tmp_path / "none")


NO_PATHS = {
    "": "the name of the folder is empty",
    "  ": "the name of the folder is empty",
    "~no-such-user-here/x": "no user of that name",
    "n" * 300: "file name too long",
    "x\0y": "not a usable name",
}


@pytest.mark.parametrize("name", NO_PATHS)
def test_a_path_that_can_be_none_is_told_in_one_line(
    name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    looks: list[Callable[[str], object]] = [
        folder.init,
        folder.read,
        folder.check,
        folder.changes,
        components.use,
        lambda named: folder.confirm(named, "0806", "icon"),
        lambda named: folder.correct_side(named, "0806", "0807", Terrain.DEEP),
        lambda named: folder.alone(named).__enter__(),
    ]
    for look in looks:
        with pytest.raises(BadData, match=NO_PATHS[name]) as caught:
            look(name)
        assert "\n" not in str(caught.value)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["~no-such-user-here/x", "n" * 300])
def test_an_environment_that_names_no_path_is_told_in_one_line(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(components.DATA_VARIABLE, name)
    for look in (components.in_use, components.board, queries.scenarios):
        with pytest.raises(BadData, match=NO_PATHS[name]):
            look()


def test_a_kind_of_side_that_there_is_not_is_refused_in_words(own: Path) -> None:
    before = contents(own)
    with pytest.raises(BadData, match='kind = "bogus": must be land, shallow or deep'):
        folder.correct_side(own, "0806", "0807", "bogus")
    assert contents(own) == before


# The map in use.


def test_the_board_is_the_same_object_while_nothing_changed(own: Path) -> None:
    components.use(own)
    assert components.board() is components.board()
    assert components.board() is not shipped_board()
    assert components.board() == shipped_board()


def test_a_correction_and_a_hand_edit_show_at_the_next_look(own: Path) -> None:
    components.use(own)
    before = components.board()
    folder.correct(own, evolve(before["0806"], mountain=True), ("mountain",))
    assert components.board()["0806"].mountain and not before["0806"].mountain
    rewrite(own, "hexes.csv", lambda text: text.replace("0906,Saipan,", "0906,Tinian,"))
    assert components.board()["0906"].name == "Tinian"
    assert shipped_board()["0906"].name == "Saipan"
    rewrite(own, "hexes.csv", lambda text: text.replace("0906,Tinian,", "0906,Saipan,"))
    rewrite(own, "hexes.csv", lambda text: text.replace("shallow", "shoal", 1))
    with pytest.raises(BadData, match="shoal"):
        components.board()


def test_the_environment_names_a_folder(own: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(components.DATA_VARIABLE, str(own))
    folder.correct(own, evolve(shipped_board()["0806"], mountain=True), ("mountain",))
    assert components.in_use() == own.resolve()
    assert queries.load("text:0806 us A; turn 2").board["0806"].mountain
    assert not queries.example(queries.examples()[0]).board["0806"].mountain
    (own / "hexes.csv").unlink()
    with pytest.raises(BadData, match=r"hexes\.csv: no such file"):
        components.board()
