"""Position files: what is read, and one clear message for everything that cannot be."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import examples

import witp_learn as witp
from witp_learn.files import BadData
from witp_learn.model import Kind, Nation, Phase, Side, Step, Terrain, Unit
from witp_learn.position import from_plain, read_file, to_plain, warnings, write_file

HEAD = 'format = "witp-position/1"\nturn = 4\n'
UNIT = '[[units]]\nat = "1009"\nnation = "us"\nkind = "air"\n'
BOARD = "[board]\ncolumns = [1, 3]\nrows = [1, 3]\n"
FULL = """\
format  = "witp-position/1"
title   = "Two seas"
turn    = 4
phase   = "bases"
trp     = { japan = 14, allies = 17 }
rulings = { "supply-range-three" = "b", "supply-simultaneity" = "a" }
contested = ["0406"]
[board]
columns = [1, 6]
rows    = [5, 8]
[[board.hexes]]
id = "0406"
terrain = "shallow"
jungle = true
coasts = { W = ["0306", "0307"], E = ["0407", "0507"] }
facility = "port"
owner = "commonwealth"
name = "Isthmus"
[[board.hexes]]
id = "0505"
terrain = "land"
mountain = true
land_part = false
[[board.hexes]]
id = "0606"
terrain = "shallow"
land_part = true
unlimited = true
fleet_limit = 1
facility = "airfield"
owner = "us"
source = "us"
resource = true
area = "australia"
[[board.hexsides]]
between = ["0507", "0406"]
kind = "land"
[bases]
japan  = ["0506"]
allies = ["0406", "0606"]
[[units]]
at = "0406W"
nation = "us"
kind = "naval"
count = 2
[[units]]
at = "0406W"
nation = "commonwealth"
kind = "land"
aboard = true
[[units]]
at = "0406"
nation = "us"
kind = "land"
state = "attrited"
strength = 3
[[units]]
at = "0406"
nation = "japan"
kind = "land"
"""


def refused(text: str) -> BadData:
    with pytest.raises(BadData) as caught:
        read_file(text, "p.toml")
    return caught.value


def test_every_key_is_read() -> None:
    state = read_file(FULL, "p.toml")
    assert (state.title, state.turn, state.phase, state.trp) == (
        "Two seas",
        4,
        Phase.BASES,
        (14, 17),
    )
    assert dict(state.rulings) == {"supply-range-three": "b"}
    assert state.contested == ("0406",)
    assert state.bases == {Side.JAPAN: ("0506",), Side.ALLIES: ("0406", "0606")}
    assert state.units == (
        Unit("0406W", Nation.US, Kind.NAVAL, count=2),
        Unit("0406W", Nation.COMMONWEALTH, Kind.LAND, aboard=True),
        Unit("0406", Nation.US, Kind.LAND, Step.ATTRITED, strength=3),
        Unit("0406", Nation.JAPAN, Kind.LAND),
    )
    assert len(state.board.hexes) == 24
    assert state.board.own
    place = state.board["0606"]
    assert place.unlimited and place.resource and place.source is Nation.US
    assert place.fleet_limit == 1
    assert state.board["0406"].coasts["E"] == ("0407", "0507")
    assert not state.board["0505"].land_part
    assert state.board.hexside("0406", "0507") is Terrain.LAND
    assert state.board.hexside("0406", "0506") is Terrain.DEEP


def test_what_is_left_out_takes_its_default() -> None:
    state = read_file(HEAD + UNIT, "p.toml")
    assert state.units == (Unit("1009", Nation.US, Kind.AIR, Step.FULL, 1, False),)
    assert state.trp is None
    assert state.phase is Phase.SUPPLY
    assert not state.board.own
    plain = read_file(HEAD + BOARD + '[[board.hexes]]\nid = "0202"\nterrain = "land"\n', "p.toml")
    assert plain.board["0202"].land_part
    assert not plain.board["0101"].land_part
    assert plain.board["0101"].terrain is Terrain.DEEP


def test_json_reads_as_toml_does() -> None:
    text = json.dumps(tomllib.loads(FULL))
    assert read_file(text, "p.json") == read_file(FULL, "p.toml")
    assert from_plain(tomllib.loads(FULL), "p") == read_file(FULL, "p.toml")


@pytest.mark.clause("2.3.2a", "2.3.1a")
def test_hexsides_follow_their_hexes() -> None:
    rows = '[[board.hexes]]\nid = "0101"\nterrain = "land"\n'
    rows += '[[board.hexes]]\nid = "0102"\nterrain = "shallow"\n'
    rows += '[[board.hexes]]\nid = "0103"\nterrain = "shallow"\n'
    board = read_file(HEAD + BOARD + rows, "p.toml").board
    assert board.hexside("0101", "0102") is Terrain.LAND
    assert board.hexside("0102", "0103") is Terrain.SHALLOW
    assert board.hexside("0103", "0203") is Terrain.DEEP
    with pytest.raises(ValueError, match="do not touch"):
        board.hexside("0101", "0103")


BAD: list[tuple[str, str, str]] = [
    # text, key, what the message says
    ("hello", "", "not TOML"),
    ("", "format", "is missing"),
    ("{}", "format", "is missing"),
    ('{"format": ', "", "not JSON"),
    ('{"turn": 1, "turn": 2}', "turn", "stands twice"),
    ('format = "witp-position/1"\nturn = 1\nturn = 2', "", "not TOML: cannot overwrite"),
    ("turn = 4", "format", "is missing"),
    ('format = "witp-position/1"', "turn", "is missing"),
    ('format = "witp-position/2"\nturn = 4', "format", 'reads format = "witp-position/1"'),
    ("format = 1\nturn = 4", "format", 'reads format = "witp-position/1"'),
    ('format = "witp-position/1"\nturn = "4"', "turn", "a whole number without quotes"),
    ('format = "witp-position/1"\nturn = 4.0', "turn", "a whole number without quotes"),
    ('format = "witp-position/1"\nturn = true', "turn", "a whole number without quotes"),
    ('format = "witp-position/1"\nturn = 0', "turn", "1 to 16"),
    ('format = "witp-position/1"\nturn = 17', "turn", "1 to 16"),
    (HEAD + "colour = 1", "colour", "no such key. Known here: format, turn"),
    (HEAD + "rulling = {}", "rulling", "no such key. Did you mean rulings?"),
    (HEAD + "title = 3", "title", "must be a text in quotes"),
    (HEAD + "title = 1941-12-07", "title", "must be a text in quotes"),
    (HEAD + 'title = ["a"]', "title", "must be a text in quotes"),
    (HEAD + 'phase = "suply"', "phase", "Did you mean supply?"),
    (HEAD + "trp = 3", "trp", "must be a table"),
    (HEAD + "trp = { japan = 3 }", "trp.allies", "is missing"),
    (HEAD + "trp = { japan = -3, allies = 0 }", "trp.japan", "must be 0 or more"),
    (HEAD + "trp = { japan = 3.5, allies = 0 }", "trp.japan", "a whole number"),
    (HEAD + 'rulings = { "air-zones" = "b" }', "rulings.air-zones", "no ruling"),
    (HEAD + 'rulings = { "supply-range-three" = "c" }', "rulings.supply-range-three", "a or b"),
    (HEAD + 'rulings = { "hex-grid-parity" = "b" }', "rulings.hex-grid-parity", "no switch"),
    (HEAD + 'rulings = { "supply-range-three" = 2 }', "rulings.supply-range-three", "text in"),
    (HEAD + 'rulings = ["supply-range-three"]', "rulings", "must be a table"),
    (HEAD + 'contested = "0606"', "contested", "must be a list"),
    (HEAD + 'contested = ["9906"]', "contested[0]", "no such hex"),
    (HEAD + 'bases = "1110"', "bases", "must be a table"),
    (HEAD + '[bases]\nallies = "1110"', "bases.allies", "must be a list"),
    (HEAD + "[bases]\nallies = [1110]", "bases.allies[0]", "must be a text in quotes"),
    (HEAD + '[bases]\nus = ["1110"]', "bases.us", "no such key"),
    (HEAD + '[bases]\nallies = ["1110", "1110"]', "bases.allies[1]", "one is the limit"),
    (HEAD + '[bases]\njapan = ["0606", "0907", "9999"]', "bases.japan[2]", "no such hex"),
    (HEAD + "units = 3", "units", "must be a list"),
    (HEAD + 'units = ["1009 us A"]', "units[0]", "must be a table"),
    (HEAD + '[[units]]\nnation = "us"\nkind = "air"', "units[0].at", "is missing"),
    (HEAD + UNIT + 'colour = "red"', "units[0].colour", "no such key"),
    (HEAD + UNIT.replace("at =", "att ="), "units[0].att", "Did you mean at?"),
    (HEAD + UNIT.replace('"us"', '"usa"'), "units[0].nation", "Did you mean us?"),
    (HEAD + UNIT.replace('"us"', '"dutch"'), "units[0].nation", "japan, us, commonwealth or china"),
    (HEAD + UNIT.replace('"us"', "1"), "units[0].nation", "japan, us, commonwealth or china"),
    (HEAD + UNIT.replace('"air"', '"plane"'), "units[0].kind", "carrier, naval, land or air"),
    (HEAD + UNIT.replace('"1009"', "1009"), "units[0].at", "must be a text in quotes"),
    (HEAD + UNIT.replace("1009", "1O09"), "units[0].at", "Did you mean 1009?"),
    (HEAD + UNIT.replace("1009", "2509"), "units[0].at", "no such hex on the board"),
    (HEAD + UNIT.replace("1009", ""), "units[0].at", "no such hex on the board"),
    (HEAD + UNIT.replace("1009", "1009W"), "units[0].at", "one sea only"),
    (HEAD + UNIT.replace("1009", "0406N"), "units[0].at", "0406W or 0406E"),
    (HEAD + UNIT.replace("1009", "0406").replace("air", "naval"), "units[0].at", "two seas"),
    (HEAD + UNIT + 'state = "flipped"', "units[0].state", "full or attrited"),
    (HEAD + UNIT + 'count = "2"', "units[0].count", "a whole number without quotes"),
    (HEAD + UNIT + "count = 2.5", "units[0].count", "a whole number without quotes"),
    (HEAD + UNIT + "count = true", "units[0].count", "a whole number without quotes"),
    (HEAD + UNIT + "count = [1]", "units[0].count", "a whole number without quotes"),
    (HEAD + UNIT + "count = -1", "units[0].count", "must be 1 to 99"),
    (HEAD + UNIT + "count = 0", "units[0].count", "must be 1 to 99"),
    (HEAD + UNIT + "count = 100", "units[0].count", "must be 1 to 99"),
    (HEAD + UNIT + "strength = -1", "units[0].strength", "must be 0 to 99"),
    (HEAD + UNIT + 'strength = "2"', "units[0].strength", "whole number"),
    (HEAD + UNIT + 'aboard = "true"', "units[0].aboard", "true or false without quotes"),
    (HEAD + UNIT + "aboard = 1", "units[0].aboard", "true or false without quotes"),
    (HEAD + UNIT + "aboard = true", "units[0].aboard", "only land units are carried"),
    (HEAD + UNIT.replace("air", "land").replace("1009", "1109"), "units[0].at", "deep sea"),
    (HEAD + UNIT.replace("air", "carrier").replace("1009", "0404"), "units[0].at", "fleets need"),
    (HEAD + UNIT.replace("air", "land") + "aboard = true", "units[0].aboard", "no Allied naval"),
    (
        HEAD + UNIT.replace("air", "carrier") + UNIT.replace("air", "land") + "aboard = true",
        "units[1].aboard",
        "no Allied naval unit",
    ),
    (
        HEAD
        + UNIT.replace("air", "naval").replace("us", "japan")
        + UNIT.replace("air", "land")
        + "aboard = true",
        "units[1].aboard",
        "no Allied naval unit",
    ),
    (
        HEAD
        + UNIT.replace("air", "naval")
        + UNIT.replace("air", "land")
        + "count = 2\naboard = true",
        "units[1].aboard",
        "more cargo than naval units",
    ),
    (HEAD + "title = " + "[" * 3000, "", "brackets nested too deep"),
    (HEAD + "[" * 3000, "", "not TOML"),
    ('{"format": ' + "[" * 3000, "", "brackets nested too deep"),
    (HEAD + "[board]\ncolumns = [1, 3]", "board.rows", "is missing"),
    (HEAD + "[board]\ncolumns = [3, 1]\nrows = [1, 3]", "board.columns", "first and the last"),
    (HEAD + "[board]\ncolumns = [1, 2, 3]\nrows = [1, 3]", "board.columns", "first and the last"),
    (HEAD + "[board]\ncolumns = [1, 100]\nrows = [1, 3]", "board.columns", "0 to 99"),
    (HEAD + "[board]\ncolumns = 3\nrows = [1, 3]", "board.columns", "must be a list"),
    (HEAD + BOARD + '[[board.hexes]]\nid = "0404"', "board.hexes[0].id", "outside the board"),
    (HEAD + BOARD + '[[board.hexes]]\nid = "0101"\n' * 2, "board.hexes[1].id", "stands twice"),
    (
        HEAD + BOARD + '[[board.hexes]]\nid = "0101"\nterrain = "swamp"',
        "board.hexes[0].terrain",
        "land, shallow or deep",
    ),
    (
        HEAD + BOARD + '[[board.hexes]]\nid = "0101"\nfacility = "port"',
        "board.hexes[0].owner",
        "has an owner",
    ),
    (
        HEAD + BOARD + '[[board.hexes]]\nid = "0101"\nowner = "us"',
        "board.hexes[0].facility",
        "has an owner",
    ),
    (
        HEAD + BOARD + '[[board.hexes]]\nid = "0101"\nfleet_limit = -1',
        "board.hexes[0].fleet_limit",
        "0 or more",
    ),
    (
        HEAD + BOARD + '[[board.hexes]]\nid = "0101"\ncoasts = { West = ["0102"] }',
        "board.hexes[0].coasts",
        "one capital letter",
    ),
    (
        HEAD + BOARD + '[[board.hexes]]\nid = "0101"\ncoasts = { W = ["0303"] }',
        "board.hexes[0].coasts.W",
        "does not touch 0101",
    ),
    (
        HEAD + BOARD + '[[board.hexsides]]\nbetween = ["0101", "0103"]\nkind = "deep"',
        "board.hexsides[0].between",
        "that touch",
    ),
    (
        HEAD + BOARD + '[[board.hexsides]]\nbetween = ["0101", "0102"]\nkind = "river"',
        "board.hexsides[0].kind",
        "land, shallow or deep",
    ),
    (HEAD + BOARD + UNIT, "units[0].at", "no such hex on the board"),
]


@pytest.mark.parametrize(
    ("text", "key", "says"), BAD, ids=[f"{k or 'file'}-{s}" for _, k, s in BAD]
)
def test_one_message_for_a_bad_file(text: str, key: str, says: str) -> None:
    error = refused(text)
    said = str(error)
    assert error.key == key
    assert said.startswith("p.toml: ")
    assert says in said
    assert "\n" not in said
    assert len(said) < 320


@pytest.mark.clause("2.3.2c", "2.3.2d", "6.1a", "2.2.2b")
def test_the_value_stands_in_the_message() -> None:
    assert 'units[0].count = "2"' in str(refused(HEAD + UNIT + 'count = "2"'))
    assert 'units[0].nation = "dutch"' in str(refused(HEAD + UNIT.replace("us", "dutch")))
    assert 'bases.allies[1] = "1110"' in str(refused(HEAD + '[bases]\nallies = ["1110", "1110"]'))


def test_files_that_cannot_be_opened(tmp_path: Path) -> None:
    for path, says in ((tmp_path / "none.toml", "no such file"), (tmp_path, "is a directory")):
        with pytest.raises(BadData) as caught:
            witp.load(path)
        assert says in str(caught.value) and path.name in str(caught.value)
    path = tmp_path / "latin.toml"
    path.write_bytes(HEAD.encode() + b'title = "\xe9"')
    with pytest.raises(BadData, match=r"latin\.toml: not UTF-8 text"):
        witp.load(path)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (UNIT.replace('"air"', '"land"').replace("1009", "0405"), "do not enter mountains"),
        (UNIT.replace('"us"', '"china"'), "land units only"),
        (UNIT + UNIT.replace("us", "japan").replace("air", "land"), "air unit alone with an enemy"),
        ('contested = ["1009"]', "needs land units of both sides"),
        ('[bases]\nallies = ["1109"]', "a base without a port or airfield"),
        (
            '[bases]\nallies = ["1009"]\n' + UNIT.replace("us", "japan").replace("air", "land"),
            "a base goes once enemy land units alone are there",
        ),
        (
            UNIT.replace("us", "japan").replace("air", "naval").replace("1009", "0109"),
            "closed to Japanese fleets",
        ),
    ],
)
def test_odd_positions_are_kept_with_a_warning(text: str, says: str) -> None:
    found = warnings(read_file(HEAD + text, "p.toml"))
    assert len(found) == 1
    assert says in found[0]


OWN = "[board]\ncolumns = [9, 11]\nrows = [8, 11]\n"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (OWN + '[[board.hexes]]\nid = "1010"\nmountain = true', "a mountain in deep sea"),
        (OWN + '[[board.hexes]]\nid = "1010"\nsource = "china"', "China has no supply source"),
        (UNIT.replace('"air"', '"land"') + UNIT.replace("us", "japan").replace("air", "land"), ""),
    ],
)
def test_what_is_odd_about_a_board_of_its_own_is_told(text: str, says: str) -> None:
    twice = 'contested = ["1009", "1009"]\n'
    found = warnings(read_file(HEAD + (text if says else twice + text), "p.toml"))
    assert found == ("Guadalcanal stands twice in contested",) if not says else says in found[0]


def test_the_examples_are_clean() -> None:
    for name in witp.examples():
        assert warnings(witp.example(name)) == (), name


def test_what_is_written_leaves_defaults_out() -> None:
    plain = to_plain(read_file(HEAD + UNIT, "p.toml"))
    assert plain["units"] == [{"at": "1009", "nation": "us", "kind": "air"}]
    assert "board" not in plain and "trp" not in plain
    assert write_file(read_file(HEAD + UNIT, "p.toml")).startswith('format = "witp-position/1"')


keys = st.sampled_from(
    re.findall(
        r"\w+",
        "format turn title phase rulings contested board bases units nation kind state "
        "at trp hexsides aboard japan allies columns rows hexes id terrain coasts facility owner "
        "count between",
    )
)
values = st.one_of(
    st.sampled_from(
        ("1009", "0406W", "us", "japan", "air", "land", "naval", "full", "supply", "W")
    ),
    st.integers(-1, 20),
    st.booleans(),
    st.floats(),
    st.text(max_size=4),
    st.none(),
)
tables = st.recursive(
    values,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(keys, inner, max_size=5),
    max_leaves=10,
)


@st.composite
def mutilated(draw: st.DrawFn) -> dict[str, Any]:
    """A sound position with one value somewhere replaced, removed or added."""
    data: Any = tomllib.loads(FULL)
    here = data
    while True:
        options = list(here) if isinstance(here, dict) else list(range(len(here)))
        if not options:
            return dict(data)
        key = draw(st.sampled_from(options))
        if isinstance(here[key], dict | list) and draw(st.booleans()):
            here = here[key]
            continue
        change = draw(st.sampled_from(("replace", "remove", "add")))
        if change == "remove":
            del here[key]
        elif change == "add" and isinstance(here, dict):
            here[draw(keys)] = draw(tables)
        else:
            here[key] = draw(tables)
        return dict(data)


@examples(300)
@given(mutilated() | st.dictionaries(keys, tables, max_size=6))
def test_only_bad_data_escapes_from_tables(data: dict[str, Any]) -> None:
    try:
        state = from_plain(data, "p")
    except BadData as error:
        assert error.key
        assert str(error).startswith("p: ")
    else:
        assert from_plain(to_plain(state), "p") == state


@examples(200)
@given(st.data())
def test_only_bad_data_escapes_from_text(data: st.DataObject) -> None:
    cut = data.draw(st.integers(0, len(FULL)))
    text = FULL[:cut] + data.draw(st.text(max_size=4)) + FULL[cut + data.draw(st.integers(0, 9)) :]
    try:
        read_file(text, "p")
    except BadData as error:
        assert str(error).startswith("p: ")
