"""Files to records: nothing is taken silently for something else, and every error says where."""

from __future__ import annotations

import json
import os
import tomllib
from enum import StrEnum
from pathlib import Path
from typing import Any

import pytest
from attrs import field, frozen
from hypothesis import given
from hypothesis import strategies as st
from strategies import examples

from witp_learn import files
from witp_learn.files import BadData, Unreadable


class Colour(StrEnum):
    RED = "red"
    BLUE = "blue"


@frozen
class Inner:
    name: str
    sizes: tuple[int, ...] = ()


@frozen
class Outer:
    number: int
    share: float = 0.0
    flag: bool = False
    colour: Colour = Colour.RED
    items: tuple[Inner, ...] = ()
    named: dict[str, tuple[str, ...]] = field(factory=dict)
    perhaps: Inner | None = None


def structured(data: Any) -> Outer:
    return files.structure(Outer, data, "f.toml")


def complaint(data: Any) -> str:
    with pytest.raises(BadData) as caught:
        structured(data)
    return str(caught.value)


def test_a_record_is_read_whole() -> None:
    data = {
        "number": 3,
        "share": 1,
        "flag": True,
        "colour": "blue",
        "items": [{"name": "a", "sizes": [1, 2]}, {"name": "b"}],
        "named": {"W": ["x"]},
        "perhaps": {"name": "c"},
    }
    assert structured(data) == Outer(
        3, 1.0, True, Colour.BLUE, (Inner("a", (1, 2)), Inner("b")), {"W": ("x",)}, Inner("c")
    )


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({"number": "2"}, 'number = "2": must be a whole number without quotes'),
        ({"number": 2.0}, "number = 2.0: must be a whole number without quotes"),
        ({"number": True}, "number = true: must be a whole number without quotes"),
        ({"number": 1, "share": "0.5"}, 'share = "0.5": must be a number without quotes'),
        ({"number": 1, "share": True}, "share = true: must be a number without quotes"),
        ({"number": 1, "share": float("nan")}, "share = NaN: must be a number without quotes"),
        ({"number": 1, "flag": 1}, "flag = 1: must be true or false without quotes"),
        ({"number": 1, "flag": "false"}, 'flag = "false": must be true or false without quotes'),
        ({"number": 1, "colour": "rad"}, 'colour = "rad": must be red or blue. Did you mean red?'),
        ({"number": 1, "colour": 3}, "colour = 3: must be red or blue."),
        ({"number": 1, "items": "ab"}, 'items = "ab": must be a list in square brackets'),
        ({"number": 1, "items": {"name": "a"}}, "must be a list in square brackets"),
        ({"number": 1, "items": ["a"]}, 'items[0] = "a": must be a table of keys and values'),
        ({"number": 1, "items": [{"name": 1}]}, "items[0].name = 1: must be a text in quotes"),
        (
            {"number": 1, "items": [{"name": "a"}, {"name": "b", "sizes": [1, "2"]}]},
            'items[1].sizes[1] = "2": must be a whole number without quotes',
        ),
        ({"number": 1, "items": [{"nam": "a"}]}, "items[0].nam = "),
        ({"number": 1, "items": [{"nam": "a"}]}, "no such key. Did you mean name?"),
        ({"number": 1, "zzz": 0}, "zzz = 0: no such key. Known here: number, share, flag"),
        ({"number": 1, "named": {"W": "x"}}, 'named.W = "x": must be a list in square brackets'),
        ({"number": 1, "named": {"W": [3]}}, "named.W[0] = 3: must be a text in quotes"),
        ({"number": 1, "perhaps": 4}, "perhaps = 4: must be a table of keys and values"),
        ({}, "number: is missing"),
        ({"number": 1, "items": [{}]}, "items[0].name: is missing"),
        ([], "must be a table of keys and values"),
    ],
)
def test_what_is_wrong_is_named_with_its_key_and_value(data: Any, message: str) -> None:
    said = complaint(data)
    assert said.startswith("f.toml: ")
    assert message in said
    assert "\n" not in said


def test_the_error_carries_its_pieces() -> None:
    with pytest.raises(BadData) as caught:
        structured({"number": "2"})
    error = caught.value
    assert (error.source, error.key, error.value) == ("f.toml", "number", "2")
    assert error.problem == "must be a whole number without quotes"


def test_half_a_character_is_refused() -> None:
    said = complaint(json.loads('{"number": 1, "items": [{"name": "\\ud800"}]}'))
    assert "items[0].name" in said
    said.encode("utf-8")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a = ", "not TOML: invalid value (at end of document)"),
        ("hello", "not TOML: expected '='"),
        ("a = 1\na = 2", "not TOML: cannot overwrite a value"),
        ("[[[", "not TOML: "),
        ('{"a": 1', "not JSON: "),
        ('{"a": 1, "a": 2}', "a: stands twice in one table"),
        ('{"b": {"a": 1, "c": 0, "a": 2}}', "a: stands twice in one table"),
        ("a = " + "[" * 3000, "brackets nested too deep"),
        ('{"a": ' + "[" * 3000, "brackets nested too deep"),
        ('{"a": ' * 3000, "brackets nested too deep"),
        ("a = " + "9" * 5000, "a number has too many digits"),
        ("#" * (files.LARGEST + 1), "larger than 2,000,000 characters"),
    ],
)
def test_slips_of_notation(text: str, message: str) -> None:
    with pytest.raises(BadData) as caught:
        files.parse(text, "f.toml")
    assert str(caught.value).startswith("f.toml: ")
    assert message in str(caught.value)
    assert len(str(caught.value)) < 200


def test_a_syntax_error_names_its_line() -> None:
    with pytest.raises(BadData, match="line 3"):
        files.parse("a = 1\nb = 2\nc = = 3\nd = 4\n", "f.toml")


def test_toml_and_json_are_told_apart() -> None:
    assert files.parse('  {"a": [1, {"b": "x"}]}', "f") == {"a": [1, {"b": "x"}]}
    assert files.parse('a = [1, {b = "x"}]', "f") == {"a": [1, {"b": "x"}]}
    assert files.parse("\ufeffa = 1", "f") == {"a": 1}
    assert files.parse("", "f") == {}


def test_brackets_inside_a_text_are_text() -> None:
    assert files.parse(f'a = "{"[" * 500}"', "f") == {"a": "[" * 500}


@pytest.mark.parametrize("content", [b'title = "\xff"', "title = 'Kyūshū'".encode("utf-16")])
def test_a_file_that_is_not_utf8(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "f.toml"
    path.write_bytes(content)
    with pytest.raises(BadData, match="not UTF-8 text"):
        files.read_text(path)


def test_files_that_are_not_there(tmp_path: Path) -> None:
    with pytest.raises(BadData, match="no such file"):
        files.read_text(tmp_path / "none.toml")
    with pytest.raises(BadData, match="is a directory"):
        files.read_text(tmp_path)
    with pytest.raises(BadData, match="file name"):
        files.read_text("a\x00b")
    with pytest.raises(BadData, match="too long"):
        files.read_text("x" * 5000)


@pytest.mark.parametrize("name", ["/dev/zero", "pipe"])
def test_only_ordinary_files_are_read(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    if name == "pipe":
        os.mkfifo(path)
    with pytest.raises(BadData, match="is not an ordinary file"):
        files.read_text(path)


def test_a_folder_that_somebody_names_is_written_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/somewhere")
    assert files.whole_path("~/map") == Path("/somewhere/map")
    for name in ("", "~no-such-user-here/x", "n" * 300, "a\0b"):
        with pytest.raises(BadData):
            files.whole_path(name)


def test_a_large_file_is_refused_unread(tmp_path: Path) -> None:
    path = tmp_path / "large.toml"
    with path.open("wb") as file:
        file.truncate(files.LARGEST * 4 + 1)
    with pytest.raises(BadData, match="larger than"):
        files.read_text(path)


def test_a_mark_at_the_start_of_a_file_is_dropped(tmp_path: Path) -> None:
    path = tmp_path / "f.toml"
    path.write_bytes(b"\xef\xbb\xbfa = 1")
    assert files.read_text(path) == "a = 1"


def test_show_cuts_short_and_never_fails() -> None:
    assert files.show(True) == "true"
    assert files.show("é") == '"é"'
    assert len(files.show("x" * 500)) == 60
    assert files.show(object()) == "object"
    assert files.show("\ud800").encode("utf-8")
    deep: list[Any] = []
    for _ in range(5000):
        deep = [deep]
    assert files.show(deep) == "list"


def test_words_for_choices() -> None:
    assert files.one_of(["a"]) == "a"
    assert files.one_of(["a", "b", "c"]) == "a, b or c"
    assert files.nearest("naval ", ["naval", "land"]) == " Did you mean naval?"
    assert files.nearest("zzz", ["naval", "land"]) == ""


def test_unreadable_names_its_piece() -> None:
    assert str(Unreadable("1O09 us A", "no such hex", 3)) == '"1O09 us A": no such hex'
    assert str(Unreadable("", "nothing there")) == "nothing there"


def test_records_to_plain_tables_and_toml() -> None:
    data = {"a": (1, 2), "b": Colour.RED, "c": None, "d": [{"x": None, "y": True}]}
    assert files.plain(data) == {"a": [1, 2], "b": "red", "d": [{"y": True}]}
    assert tomllib.loads(files.to_toml(data)) == files.plain(data)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "t.csv: line 1 = []: the columns must be a,b"),
        ("a,c\n1,2\n", "the columns must be a,b"),
        ("a,b\n1,2\n1\n", "t.csv: line 3: 1 cells where 2 belong"),
        ("a,b\n1,2,3\n", "line 2: 3 cells where 2 belong"),
        ('a,b\n"' + "x" * 200_000, "field larger than field limit"),
    ],
)
def test_tables_that_cannot_be_read(text: str, message: str) -> None:
    with pytest.raises(BadData) as caught:
        files.read_csv(text, "t.csv", ["a", "b"])
    assert message in str(caught.value)


def test_rows_carry_their_line() -> None:
    rows = files.read_csv('a,b\n1,"x\ny"\n\n2,z\n', "t.csv", ["a", "b"])
    assert rows == [{"a": "1", "b": "x\ny", "line": "3"}, {"a": "2", "b": "z", "line": "5"}]


scalars = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=6)
names = st.sampled_from((*(a.name for a in Outer.__attrs_attrs__), "name", "sizes", "x"))
trees = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(names, inner, max_size=4),
    max_leaves=8,
)


@examples(300)
@given(st.dictionaries(names, trees, max_size=5) | trees)
def test_nothing_but_bad_data_escapes_structure(data: Any) -> None:
    try:
        found = structured(data)
    except BadData as error:
        assert error.problem
        assert error.key or not isinstance(data, dict)
    else:
        assert type(found.number) is int
        assert type(found.flag) is bool
        assert all(isinstance(item, Inner) for item in found.items)


@examples(300)
@given(st.text(max_size=40) | st.text(alphabet="{}[]=\"'\\,.:#\n a1e-_", max_size=40))
def test_nothing_but_bad_data_escapes_parse(text: str) -> None:
    try:
        assert isinstance(files.parse(text, "f"), dict)
    except BadData as error:
        assert error.source == "f"


@examples(100)
@given(st.binary(max_size=30))
def test_nothing_but_bad_data_escapes_read_text(tmp_path_factory: Any, content: bytes) -> None:
    path = tmp_path_factory.getbasetemp() / "any"
    path.write_bytes(content)
    try:
        files.parse(files.read_text(path), "any")
    except BadData as error:
        assert error.problem


@pytest.mark.parametrize("text", ["[1, 2]", "3", "null", "x"])
def test_a_file_named_json_is_read_as_json(text: str) -> None:
    with pytest.raises(BadData) as caught:
        files.parse(text, "place.json")
    assert "TOML" not in str(caught.value) and "place.json" in str(caught.value)
