"""The façade: what a notebook or a script asks, and the forms the command line prints."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from strategies import at_large, examples, on, pacific, port

import witp_learn as witp
from witp_learn.explain import Answer
from witp_learn.files import BadData, NotAvailable, Unreadable
from witp_learn.model import Nation, Side, State
from witp_learn.position import write_file
from witp_learn.queries import state_text
from witp_learn.rulebook import UnknownRule, clauses

NEW_HEBRIDES = (
    "base al 1110; base jp 0907; 1008 jp A; 1009 us A; 1309 us L; 1208 us L; 1207 us A; 0909 us L"
)


def test_everything_that_is_promised_is_there() -> None:
    assert sorted(witp.__all__) == list(witp.__all__)
    assert all(hasattr(witp, name) for name in witp.__all__)


def test_the_facade_imports_no_widget_and_no_drawing() -> None:
    heavy = "ipywidgets ipyleaflet anywidget IPython numpy matplotlib voila witp_learn.view"
    code = f"import sys, witp_learn; print([m for m in {heavy.split()} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


# Positions in and out


def test_load_from_a_file_a_line_and_standard_input(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = at_large(NEW_HEBRIDES)
    path = tmp_path / "p.toml"
    witp.save(state, path)
    assert witp.load(path) == witp.load(str(path)) == witp.load("text:" + NEW_HEBRIDES) == state

    class Piped:
        buffer = io.BytesIO(b"\xef\xbb\xbf" + write_file(state).encode())

    monkeypatch.setattr(sys, "stdin", Piped)
    assert witp.load("-") == state
    Piped.buffer = io.BytesIO(b"title = \xff")
    with pytest.raises(BadData, match="standard input: not UTF-8 text"):
        witp.load("-")


def test_what_cannot_be_loaded(tmp_path: Path) -> None:
    with pytest.raises(BadData, match=r"none\.toml: no such file"):
        witp.load(tmp_path / "none.toml")
    with pytest.raises(Unreadable, match="no such hex"):
        witp.load("text:9909 us L")
    with pytest.raises(NotAvailable, match="Did you mean new_hebrides"):
        witp.example("new_hebredes")


def test_examples_are_listed_and_named() -> None:
    assert "new_hebrides" in witp.examples()
    assert all(isinstance(witp.example(name), State) for name in witp.examples())


@pytest.mark.clause("7.3k")
def test_the_shipped_example_is_the_one_of_the_rulebook() -> None:
    assert set(witp.example("new_hebrides").units) == set(at_large(NEW_HEBRIDES).units)
    assert [r.unit.at for r in witp.supply(witp.example("new_hebrides")) if not r.in_supply] == [
        "1207"
    ]


def test_edits_by_text() -> None:
    state = witp.edit(witp.load("text:1009 us A"), "flip 1009 us A", "base al 1110")
    assert witp.line(state) == "turn 2; 1009 us A-; base al 1110"
    with pytest.raises(Unreadable):
        witp.edit(state, "flop")
    with pytest.raises(witp.CannotEdit):
        witp.edit(state, "flip 1009 us A")


def test_explaining_a_reference() -> None:
    assert "7.1g" in str(witp.explain("7.1g"))
    with pytest.raises(UnknownRule):
        witp.explain("77.7z")


def test_a_position_in_one_line() -> None:
    assert state_text(at_large("1009 us A")) == "turn 2; 1009 us A"
    assert state_text(on("0505 us A")) == "Position on its own board: 1 row of units, turn 2"


# Supply


@pytest.mark.clause("7.3k")
def test_the_table_of_the_example() -> None:
    found = witp.supply(at_large(NEW_HEBRIDES))
    assert len(found) == 6
    assert found["Port Moresby"] is found["0909"] is found[5]
    assert found["0909"].badge == "in"
    assert found["1207"].badge == "out"
    assert found.worst_first()[0].unit.at == "1207"
    assert "OUT Gilberts air unit" in str(found)
    assert isinstance(found["0909"].answer, Answer)
    assert str(found["0909"]) == str(found["0909"].answer)
    assert found["0909"].verdict == found["0909"].answer.verdict
    assert found["0909"].label == "Port Moresby land unit"
    with pytest.raises(KeyError, match="no unit at Rangoon"):
        found["Rangoon"]
    assert str(witp.supply(at_large(""))) == "No units on the map."


def test_fleets_come_last_and_a_place_gives_what_is_checked() -> None:
    found = witp.supply(at_large("1009 us N; 1009 us A; 0909 us L; base al 1110; 1109 jp N"))
    assert [r.badge for r in found.worst_first()] == ["in", "in", "auto", "auto"]
    assert found["1009"].badge == "in"
    assert found["1109"].badge == "auto"


@pytest.mark.clause("7.2a", "7.3k")
def test_the_position_after_the_check() -> None:
    after = witp.supply(at_large(NEW_HEBRIDES)).after()
    assert [u.at for u in after.units if not u.full] == ["1207"]


def test_the_rows_for_machines() -> None:
    rows = witp.supply(at_large(NEW_HEBRIDES + "; 0606 jp 2N(L)")).as_dict()["units"]
    assert json.loads(json.dumps(rows)) == rows
    wanted = {"at", "nation", "kind", "state", "count", "in_supply", "automatic", "path", "effect"}
    assert all(wanted | {"blocked", "rules"} <= set(row) for row in rows)
    by = {(r["at"], r["kind"]): r for r in rows}
    assert [r["at"] for r in rows][:6] == ["1008", "1009", "1309", "1208", "1207", "0909"]
    assert by["0909", "land"]["path"] == ["0909", "1009", "1110"]
    assert by["1208", "land"]["blocked"] == [{"hex": "1109", "why": "enemy_azoc"}]
    assert (by["1207", "air"]["path"], by["1207", "air"]["effect"]) == (None, "attrited")
    fleet = by["0606", "naval"]
    assert (fleet["count"], fleet["automatic"], fleet["path"], fleet["blocked"]) == (
        2,
        True,
        None,
        [],
    )


# Air zones and bases


@pytest.mark.clause("2.2.3k", "2.2.3n")
def test_air_zones_of_both_sides() -> None:
    found = witp.air_zones(at_large("1008 jp A; 1009 us A; 0909 cw A-"))
    assert found.japan == ("0908", "0909", "1007", "1108", "1109")
    assert found.allies == ("0909", "0910", "1010", "1109", "1110")
    assert found.lifted == {"japan": ("1009",), "allies": ("1008",)}
    assert str(found).splitlines() == [
        "Under the Japanese air zone, 5 hexes (2.2.3a):",
        "  Lae 0908, Port Moresby 0909, Ponape 1007, 1108, 1109",
        "  Lifted by a full Allied air unit at Guadalcanal 1009 (2.2.3i)",
        "Under the Allied air zone, 5 hexes (2.2.3a):",
        "  Port Moresby 0909, Townsville 0910, 1010, 1109, New Hebrides 1110",
        "  Lifted by a full Japanese air unit at Rabaul 1008 (2.2.3i)",
    ]
    assert str(witp.air_zones(at_large(""))).splitlines() == [
        "No hex is under a Japanese air zone (2.2.3a, 2.2.3b)",
        "No hex is under an Allied air zone (2.2.3a, 2.2.3b)",
    ]
    assert found.as_dict()["lifted"] == {"japan": ["1009"], "allies": ["1008"]}


def test_no_line_of_a_list_of_hexes_is_too_long_and_no_name_is_broken() -> None:
    text = str(witp.bases(at_large("turn 4; base al 1406"), "allies"))
    listed = text[: text.index("\n  0")]
    assert max(map(len, listed.splitlines())) <= 100
    for name in ("Pearl Harbor 1406", "South Africa 0109"):
        assert name in text


@pytest.mark.clause("12.1c")
def test_turn_one_changes_no_zone_outside_supply() -> None:
    first = witp.air_zones(at_large("0606 us A; turn 1"))
    assert first == witp.air_zones(at_large("0606 us A; turn 2"))
    assert len(first.allies) == 6


@pytest.mark.clause("6.1a", "6.1b", "6.1c")
def test_bases_of_a_side() -> None:
    source = port("0101", Nation.US, source=Nation.US)
    near, far = port("0104", Nation.US), port("0108", Nation.US)
    state = on("base al 0104", source, near, far)
    found = witp.bases(state, "allies")
    assert found.network.linked == ("0104",)
    assert found.can_build == ("0101",)
    data = found.as_dict()
    assert (data["network"], data["can_build"]) == (["0104"], ["0101"])
    assert {
        h: [(r["rule"], r["why"], r["hex"]) for r in rows] for h, rows in data["refused"].items()
    } == {
        "0104": [("6.1a", "has_base", "0104")],
        "0108": [("6.3b", "too_far", "0108")],
    }
    assert "0108 no: No source or linked base lies within three hexes" in str(found)
    assert witp.bases(state, Side.JAPAN).as_dict() == {
        "network": [],
        "can_build": [],
        "refused": {},
    }
    with pytest.raises(ValueError, match="us"):
        witp.bases(state, "us")


@examples(40)
@given(pacific())
def test_every_form_is_plain_and_cites_rules_that_exist(state: State) -> None:
    found = witp.supply(state)
    data = found.as_dict()
    assert json.loads(json.dumps(data)) == data
    assert [row["at"] for row in data["units"]] == [u.at for u in state.units]
    for row in data["units"]:
        assert row["rules"] and set(row["rules"]) <= set(clauses())
        assert row["automatic"] <= row["in_supply"]
    assert str(found)
    order = [r.badge for r in found.worst_first()]
    assert order == sorted(order, key=["out", "in", "auto"].index)
    for side in Side:
        bases = witp.bases(state, side).as_dict()
        assert json.loads(json.dumps(bases)) == bases
        for rows in bases["refused"].values():
            assert rows and all(r["rule"] in clauses() for r in rows)


def test_a_side_that_there_is_not_is_told_with_the_two_there_are() -> None:
    state = witp.scenario()
    for ask in (witp.bases, witp.plan_bases, witp.suggest_bases):
        with pytest.raises(Unreadable, match='"usa": no side; must be japan or allies'):
            ask(state, "usa")
    with pytest.raises(Unreadable, match="no side"):
        witp.air_zone(state, "0606", "usa")


@pytest.mark.parametrize("where", [None, 606])
def test_a_place_that_is_no_text_is_told_so(where: Any) -> None:
    with pytest.raises(Unreadable, match="no hex or place"):
        witp.control(witp.scenario(), where)
