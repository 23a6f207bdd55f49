"""Walkthroughs: data checked when read, verdicts that are computed, words beside them."""

from __future__ import annotations

import csv
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import witp_learn as witp
from witp_learn import components
from witp_learn.files import DATA, BadData, to_toml
from witp_learn.model import Side
from witp_learn.walkthrough import (
    MOST_WORDS,
    SHOWN,
    Comparison,
    Mode,
    WalkStep,
    Walkthrough,
    read,
    walkthrough,
)

STEPS = 11
SOURCE = (DATA / "walkthroughs" / "new_hebrides.toml").read_text("utf-8")
NEW = ("air_zones", "supply_network", "supply_setup")


@pytest.fixture(scope="module")
def walk() -> Walkthrough:
    return witp.walkthrough("new_hebrides")


def step_about(walk: Walkthrough, words: str) -> WalkStep:
    return next(step for step in walk if words in step.title)


# ---------------------------------------------------------------- the example of 7.3


@pytest.mark.clause("7.3e", "7.3f", "7.3g", "7.3i", "7.3j", "7.3k")
@pytest.mark.parametrize(
    ("words", "in_supply", "through"),
    [
        ("Guadalcanal: next", True, ()),
        ("Samoa", True, ("1209",)),
        ("Ellis: one", True, ("1209",)),
        ("Gilberts: three", False, None),
        ("Port Moresby", True, ("1009",)),
        ("Rabaul", True, ("0908",)),
    ],
)
def test_all_six_verdicts_are_computed(
    walk: Walkthrough, words: str, in_supply: bool, through: tuple[str, ...] | None
) -> None:
    step = step_about(walk, words)
    assert step.found is not None and step.answer is not None
    assert step.found.in_supply is in_supply
    assert step.answer.good is in_supply
    assert step.found.path is None if through is None else step.found.path[1:-1] == through
    assert step.agrees is True, step.comparisons


def test_every_unit_of_the_position_has_its_step(walk: Walkthrough) -> None:
    looked_at = {step.found.unit for step in walk if step.found is not None}
    assert set(walk.start.units) <= looked_at


@pytest.mark.ruling("ellis-1109-reason")
@pytest.mark.clause("7.3h")
def test_1109_is_stopped_by_the_zone_and_not_by_a_unit(walk: Walkthrough) -> None:
    step = step_about(walk, "not through 1109")
    assert step.misprint is not None and step.misprint.slug == "ellis-1109-reason"
    assert [(c.what, c.printed, c.computed, c.agrees) for c in step.comparisons] == [
        ("Hex 1109", "stopped", "stopped", True),
        ("Stopped by", "enemy unit", "air zone", False),
    ]
    assert step.agreement == "They differ in one point."
    assert not walk.start.at("1109")


@pytest.mark.clause("7.1j", "7.3i")
def test_the_sentence_about_three_hexes_has_its_ruling(walk: Walkthrough) -> None:
    step = step_about(walk, "too far")
    assert step.misprint is not None and step.misprint.slug == "supply-range-three"
    assert [(c.printed, c.computed) for c in step.comparisons] == [("3 hexes", "2 hexes")]
    other = witp.edit(step.judged, "ruling supply-range-three=b")
    assert witp.supply(other)["Gilberts"].in_supply, "the other reading contradicts the example"


@pytest.mark.clause("7.0d", "7.2a", "7.3k")
def test_the_result_falls_on_the_gilberts_alone_and_from_one_position(walk: Walkthrough) -> None:
    step = step_about(walk, "The result")
    assert step.judged.units == walk.start.units, "judged before anything is turned over"
    before, after = set(step.judged.units), set(step.state.units)
    (gone,) = before - after
    (come,) = after - before
    assert (gone.at, gone.full, come.at, come.full) == ("1207", True, "1207", False)
    assert step.computed == ("Out of supply: Gilberts A (attrited). All others stay as they are.")


@pytest.mark.clause("2.2.3i", "7.1h")
def test_with_guadalcanal_attrited_port_moresby_is_out_as_well(walk: Walkthrough) -> None:
    step = walk.steps[-1]
    out = {found.unit.hex for found in step.check.out()}
    assert out == {"0909", "1207"}
    assert step.book is None and step.agrees is None and step.ours
    assert step.answer is not None and not step.answer.good


def test_what_is_ours_is_marked_as_ours(walk: Walkthrough) -> None:
    rabaul = step_about(walk, "Rabaul")
    assert "0907" in rabaul.ours
    assert walk.start.bases[Side.JAPAN] == ("0907",)
    without = witp.edit(walk.start, "unbase jp 0907")
    assert not witp.supply(without)["Rabaul"].in_supply, "why the base is needed"


# ---------------------------------------------------------------- air zones, 2.2.3


def points(step: WalkStep) -> list[tuple[str, str]]:
    assert step.agrees is True, step.comparisons
    return [(c.what, c.computed) for c in step.comparisons]


@pytest.mark.clause("2.2.3k", "2.2.3n")
@pytest.mark.parametrize(
    ("words", "covers", "lifted"),
    [
        ("Rabaul covers", "0908 0909 1007 1108 1109", "Guadalcanal"),
        ("Guadalcanal covers", "0909 0910 1010 1109 1110", "Rabaul"),
    ],
)
def test_each_side_covers_its_five_hexes(words: str, covers: str, lifted: str) -> None:
    step = step_about(walkthrough("air_zones"), words)
    wanted = [("How many", "5 hexes"), ("Covered", covers), ("Lifted at", lifted)]
    assert points(step) == wanted


@pytest.mark.clause("2.2.3h", "2.2.3i", "2.2.3l", "2.2.3m", "2.2.3o", "2.2.3p")
@pytest.mark.parametrize(
    ("words", "zone", "rule"),
    [
        ("Guadalcanal: lifted", "lifted", "2.2.3i"),
        ("own hex", "not covered", "2.2.3h"),
        ("attrited air lifts nothing", "covered", "2.2.3j"),
        ("army lifts nothing", "covered", "2.2.3j"),
        ("Moresby projects nothing", "not covered", "2.2.3b"),
        ("Carriers project nothing", "not covered", "2.2.3p"),
        ("What if", "covered", "2.2.3a"),
    ],
)
def test_every_zone_of_the_example_is_computed(words: str, zone: str, rule: str) -> None:
    step = step_about(walkthrough("air_zones"), words)
    assert step.mode is Mode.ZONES and step.short == zone
    assert step.answer is not None and rule in step.answer.rules
    assert step.answer.good is (zone != "covered")
    assert set(step.look.rules) == set(step.answer.rules)


# ---------------------------------------------------------------- linking bases, 6.6.2


@pytest.mark.clause("6.6.2g")
def test_rangoon_can_be_built_though_it_lies_in_a_zone() -> None:
    walk = walkthrough("supply_network")
    assert points(step_about(walk, "Rangoon lies")) == [("Air zone", "covered")]
    assert points(step_about(walk, "0406")) == [("Air zone", "not covered")]
    for words in ("to, but not through", "Saigon"):
        step = step_about(walk, words)
        assert points(step) == [("A base", "can be built"), ("Through", "Bangkok")]


@pytest.mark.clause("6.6.2h")
def test_full_air_at_singapore_cuts_the_line_but_on_turn_1() -> None:
    walk = walkthrough("supply_network")
    cut = step_about(walk, "An air unit at Singapore")
    assert points(cut) == [
        ("A base", "cannot be built"),
        ("Hex 0406", "stopped"),
        ("Stopped by", "air zone"),
    ]
    first = step_about(walk, "turn 1")
    assert first.comparisons == (Comparison("A base", "cannot be built", "can be built"),)
    assert first.misprint is not None and first.misprint.slug == "rangoon-example-turn"
    attrited = witp.edit(walk.start, "add 0407 cw A-")
    assert "0306" in witp.bases(attrited, "japan").can_build


@pytest.mark.clause("6.6.2i", "6.6.2j")
def test_hollandia_waits_for_another_base() -> None:
    walk = walkthrough("supply_network")
    step = step_about(walk, "not at first")
    assert points(step) == [
        ("A base", "cannot be built"),
        ("Hex 0806", "stopped"),
        ("Stopped by", "enemy port or airfield"),
    ]
    assert step.ruling is not None and step.ruling.slug == "hollandia-0807-control"
    first = {c.hexes for c in step.answer.changes if "first" in c.text} if step.answer else set()
    assert {("0705",), ("0906",)} <= first, "Okinawa and Saipan are found by trying"
    for words in ("Okinawa", "Saipan"):
        assert points(step_about(walk, words)) == [("A base", "can be built")]
    assert step_about(walk, "takes Guam").short == "can be built"


# ---------------------------------------------------------------- one base, 7.3


@pytest.mark.clause("7.3m", "7.3n", "7.3o", "7.3p")
@pytest.mark.parametrize(
    ("words", "out"),
    [
        ("Truk: three", {"0506", "0507", "0707"}),
        ("Taiwan: only", {"1107"}),
        ("Spring", {"0507", "0707", "1107"}),
    ],
)
def test_who_goes_without(words: str, out: set[str]) -> None:
    step = step_about(walkthrough("supply_setup"), words)
    assert step.agrees is True
    assert {found.unit.hex for found in step.check.out()} == out


@pytest.mark.clause("7.3l", "7.3m", "7.3o", "6.1c")
def test_either_base_can_be_built_on_turn_1() -> None:
    walk = walkthrough("supply_setup")
    for words in ("Truk can", "Taiwan can"):
        assert points(step_about(walk, words)) == [("A base", "can be built")]
    assert witp.supply(walk.start)["Manila"].in_supply, "fed from Leyte"
    without = witp.edit(walk.start, "unbase al 0607")
    assert not witp.supply(without)["Manila"].in_supply, "why the base is needed"


@pytest.mark.ruling("palau-truk-blocked")
@pytest.mark.clause("7.3n", "7.1f")
def test_palau_is_stopped_by_two_airfields() -> None:
    step = step_about(walkthrough("supply_setup"), "not feed Palau")
    assert step.found is not None
    assert {(b.hex, b.why) for b in step.found.blocked} == {
        ("0806", "enemy_facility"),
        ("0807", "enemy_facility"),
    }
    assert step.ruling is not None and step.ruling.slug == "palau-truk-blocked"


@pytest.mark.clause("7.3p", "7.1g")
def test_only_the_air_unit_at_manila_should_have_been_hit() -> None:
    spring = step_about(walkthrough("supply_setup"), "Spring").judged
    saved = {}
    for unit in spring.units:
        if unit.side is Side.ALLIES:
            hit = witp.edit(spring, f"flip {unit.at} us {unit.kind.letter}")
            saved[unit.kind.letter] = {r.unit.hex for r in witp.supply(hit) if r.badge == "out"}
    assert saved == {"A": {"1107"}, "L": {"0507", "0707", "1107"}}
    assert step_about(walkthrough("supply_setup"), "should have been hit").short == "in supply"


# ---------------------------------------------------------------- an owner's map changes no step


OTHERWISE = {
    "0806": {"facility": "", "owner": ""},
    "0807": {"mountain": "true"},
    "1009": {"facility": "port", "owner": "japan"},
    "0406": {"mountain": "true", "facility": "", "owner": "", "coasts": ""},
    "1209": {"mountain": "true", "terrain": "shallow"},
    "0804": {"source": ""},
    "0605": {"owner": "us"},
}
"""What an owner might find on his map, as badly for the examples as can be."""


@pytest.fixture
def owners(tmp_path: Path) -> Iterator[Path]:
    folder = tmp_path / "mine"
    shutil.copytree(components.shipped(), folder)
    table = folder / "hexes.csv"
    with table.open(encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines))
    with table.open("w", encoding="utf-8", newline="") as out:
        writer = csv.DictWriter(out, rows[0].keys(), lineterminator="\n")
        writer.writeheader()
        writer.writerows(row | OTHERWISE.get(row["id"], {}) for row in rows)
    yield folder
    components.use(None)
    components.reload()


def everything(name: str) -> list[object]:
    """All that a walkthrough says and computes."""
    return [
        (str(step), str(step.answer), step.comparisons, step.check.judgements)
        for step in walkthrough(name)
    ]


@pytest.mark.parametrize("name", witp.walkthroughs())
def test_an_owners_map_changes_no_step(name: str, owners: Path) -> None:
    before = everything(name)
    components.use(owners)
    assert components.board()["0807"].mountain and not components.board()["0806"].owner
    assert everything(name) == before
    assert walkthrough(name).start.board is components.shipped_board()


# ---------------------------------------------------------------- every walkthrough


@pytest.mark.parametrize("name", NEW)
def test_what_the_new_examples_need_is_said_to_be_ours(name: str) -> None:
    walk = walkthrough(name)
    assert any(step.ours for step in walk)
    assert walk.steps[-1].book is None and walk.steps[-1].ours.startswith("This whole step.")
    assert f"step {len(walk) - 1}" in walk.steps[-1].ours
    assert witp.example(name).units and len(walk) <= 12


def test_what_the_book_does_not_print_is_named_as_following_from_it() -> None:
    saigon = walkthrough("supply_network").step(5)
    assert [c.follows for c in saigon.comparisons] == [True, True]
    assert saigon.book is not None and "Saigon" not in saigon.book.says
    covered = {c.what: c.follows for c in walkthrough("air_zones").step(2).comparisons}
    assert covered == {"How many": False, "Covered": True, "Lifted at": False}
    assert "follows" in str(saigon)
    text = 'format = "witp-walkthrough/1"\ntitle = "T"\nposition = "air_zones"\n[[step]]\n'
    text += 'title = "S"\n[step.book]\nsays = "A."\nclauses = ["7.3e"]\nfollows = ["verdict"]'
    with pytest.raises(BadData, match="names no point that stands here"):
        read(text, "t.toml")


@pytest.mark.parametrize("name", witp.walkthroughs())
def test_the_listing_is_not_too_wide(name: str) -> None:
    assert max(map(len, str(walkthrough(name)).splitlines())) <= 98


def test_the_name_means_the_function_whatever_is_imported_first() -> None:
    code = (
        "import witp_learn.walkthrough.reading, witp_learn.walkthrough.steps\n"
        "import witp_learn as witp\n"
        "from witp_learn.walkthrough import Mode, walkthrough\n"
        "assert witp.walkthrough is walkthrough and callable(witp.walkthrough)\n"
        "assert isinstance(witp.walkthrough('air_zones'), witp.Walkthrough)\n"
        "assert isinstance(witp.walkthrough('air_zones').step(1), witp.WalkStep)\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_walkthroughs_are_loaded_when_they_are_asked_for() -> None:
    code = (
        "import sys, witp_learn as witp\n"
        "assert 'witp_learn.walkthrough.steps' not in sys.modules\n"
        "assert witp.walkthroughs() and witp.WalkStep.__name__ == 'WalkStep'\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
    for name in ("Walkthru", "__path"):
        with pytest.raises(AttributeError, match=f"no attribute '{name}'"):
            getattr(witp, name)
        with pytest.raises(AttributeError, match=f"no attribute '{name}'"):
            getattr(sys.modules["witp_learn.walkthrough"], name)


@pytest.mark.parametrize("name", witp.walkthroughs())
def test_print_and_rule_differ_just_where_a_ruling_says_so(name: str) -> None:
    for step in witp.walkthrough(name):
        assert (step.agrees is False) == (step.misprint is not None), step.title


@pytest.mark.parametrize("name", witp.walkthroughs())
def test_each_step_has_a_position_of_its_own_that_can_be_typed(name: str) -> None:
    walk = witp.walkthrough(name)
    lines = [witp.line(step.state) for step in walk]
    assert len(set(lines)) == len(walk)
    for step, line in zip(walk, lines, strict=True):
        assert witp.load(f"text:{line}") == step.state


@pytest.mark.parametrize("name", witp.walkthroughs())
def test_each_step_says_something_and_is_short(name: str) -> None:
    for step in witp.walkthrough(name):
        assert step.says or step.book is not None
        assert len(step.title.split()) <= 8
        for text in (step.says, step.ours, step.book.says if step.book else ""):
            assert len(text.split()) <= MOST_WORDS
            assert "!" not in text


def test_steps_by_number(walk: Walkthrough) -> None:
    assert len(walk) == STEPS
    assert [step.number for step in walk] == list(range(1, STEPS + 1))
    assert walk.step(0) is walk.steps[0] and walk.step(99) is walk.steps[-1]
    assert walk.step(3).title.startswith("Samoa")


# ---------------------------------------------------------------- as text and as a table


def test_the_listing_reads_as_a_table(walk: Walkthrough) -> None:
    lines = str(walk).splitlines()
    assert lines[0] == "New Hebrides: who is in supply? (7.3)"
    assert max(len(line) for line in lines) <= 88
    assert sum(line.endswith("DIFFER") for line in lines) == 2
    assert ["Through", "Guadalcanal", "Guadalcanal", "agree"] in [line.split() for line in lines]


def test_a_step_as_text_holds_all_that_is_known(walk: Walkthrough) -> None:
    text = str(step_about(walk, "not through 1109"))
    for words in (
        "(7.3h)",
        "Computed: Ellis",
        "DIFFER",
        "Ruling ellis-1109-reason",
        "next to 1008",
    ):
        assert words in text
    assert "Ours, not the rulebook's: The base at Truk" in str(step_about(walk, "Rabaul"))
    assert "Computed" not in str(walk.steps[0])


def test_in_a_notebook_it_is_a_table_and_its_words_are_escaped() -> None:
    walk = changed(step={"title": "<script>alert(1)</script>"})
    html = walk._repr_mimebundle_()["text/html"]
    assert html.count("<tr>") == STEPS, "a row for each step that computes, and the heading"
    assert "≠ differ" in html and "Ruling supply-range-three" in html
    assert "<script" not in html


# ---------------------------------------------------------------- reading


def data(number: int = 2, **parts: Any) -> dict[str, Any]:
    """The example as plain tables, with keys of the whole, of a step or of its book replaced."""
    made = tomllib.loads(SOURCE)
    step = made["step"][number - 1]
    step["book"] |= parts.pop("book", {})
    step |= parts.pop("step", {})
    return made | parts


def changed(number: int = 2, **parts: Any) -> Walkthrough:
    return read(to_toml(data(number, **parts)), "mine.toml")


BAD: dict[str, tuple[dict[str, Any], str]] = {
    "format": ({"format": "witp-walkthrough/2"}, "format"),
    "unknown key": ({"step": {"lok": "1009 us A"}}, r"step\[1\]\.lok.*look"),
    "number for text": ({"step": {"title": 3}}, r"step\[1\]\.title = 3: must be a text"),
    "text for truth": ({"step": {"carried_out": "yes"}}, r"step\[1\]\.carried_out"),
    "mode": ({"mode": "battle"}, "mode.*supply"),
    "no such example": ({"position": "new_hebridees"}, "position.*names no example"),
    "unreadable line": ({"position": "base al 1110; 1O09 us A"}, "position.*1O09"),
    "no steps": ({"step_list": None}, "step: a walkthrough has at least one step"),
    "unreadable edit": ({"step": {"edits": ["flop 1009 us A"]}}, r"edits\[0\].*flip"),
    "edit of nothing": ({"step": {"edits": ["flip 1109 us A"]}}, r"edits\[0\].*no such counter"),
    "no such unit": ({"step": {"look": "1009 us L"}}, r"look.*no such counter"),
    "no such nation": ({"step": {"look": "1009 de A"}}, r"look.*a nation on the map"),
    "look at nothing": ({"step": {"look": "Guadalcanal"}}, r"look.*Guadalcanal"),
    "hex off the board": ({"step": {"look": "9909", "book": {"says": "", "clauses": []}}}, "board"),
    "no hex between": ({"step": {"tab": "1109"}}, r"tab.*no hex between"),
    "ruling": ({"step": {"misprint": "ellis-1109"}}, r"misprint.*ellis-1109-reason"),
    "overlay": ({"step": {"show": ["zone us"]}}, r"show.*zone jp"),
    "too many words": ({"step": {"says": "word " * 41}}, r"says.*41 words; 40 is the limit"),
    "too many words of the book": ({"book": {"says": "word " * 41}}, r"book\.says.*41 words"),
    "clause": ({"book": {"clauses": ["7.3zz"]}}, r"book\.clauses.*7\.3zz"),
    "verdict": ({"book": {"verdict": "maybe"}}, r"book\.verdict.*in or out"),
    "why": ({"book": {"why": "ship"}}, r"book\.why.*enemy_unit"),
    "negative": ({"book": {"away": -1}}, r"book\.away.*at least 0"),
    "through off the board": ({"book": {"through": "9909"}}, r"book\.through.*board"),
    "out of no unit": ({"book": {"out": ["1109 us A"]}}, r"book\.out.*no such counter"),
    "a unit is not looked at": ({"step": {"look": ""}}, r"book.*looks at none"),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_data_is_one_clear_message(case: str) -> None:
    parts, message = BAD[case]
    given = data(**dict(parts))
    if "step_list" in given:
        given = {k: v for k, v in given.items() if k != "step_list"} | {"step": []}
    with pytest.raises(witp.BadData) as caught:
        read(to_toml(given), "mine.toml")
    text = str(caught.value)
    assert text.startswith("mine.toml: ")
    assert re.search(message, text), text
    assert "\n" not in text and len(text) < 400


ZONES: dict[str, tuple[str, str]] = {
    "no side": ('look = "1009"', r"look.*a hex and a side, like 1009 jp, or jp or al alone"),
    "a unit": ('look = "1009 us A"', r"look.*a hex and a side"),
    "a strange side": ('look = "1009 us"', r"look.*a hex and a side"),
    "no hex": ('look = "9909 jp"', r"look.*not on the board"),
    "a slip": ('look = "1O09 jp"', r"look.*1O09"),
    "carried out": ("carried_out = true", r"carried_out.*only a supply check"),
    "a tab": ('look = "1009 jp"\ntab = "1109"', r"tab.*must be 1009"),
    "a tab of nothing": ('tab = "1109"', r"tab.*no hex between"),
    "another question": ('look = "1009 jp"\nbook.verdict = "in"', r"verdict.*step about zones"),
    "no hex looked at": ('look = "jp"\nbook.zone = "free"', r"speaks of a hex"),
    "no zone looked at": ('look = "1009 jp"\nbook.count = 5', r"whole air zone"),
    "no side looked at": ("book.count = 5", r"whole air zone"),
    "a negative count": ('look = "jp"\nbook.count = -1', r"count.*at least 0"),
    "covers off the board": ('look = "jp"\nbook.covers = ["9909"]', r"covers.*board"),
    "a strange zone": ('look = "1009 jp"\nbook.zone = "partly"', r"zone.*covered"),
    "bases need a hex": ('mode = "bases"\nlook = "jp"', r"look.*like 1009 jp$"),
    "bases look at nothing": ('mode = "bases"\nbook.build = true', r"speaks of a hex"),
    "bases ask no zone": ('mode = "bases"\nlook = "0907 jp"\nbook.zone = "free"', r"about bases"),
    "build is no text": ('mode = "bases"\nlook = "0907 jp"\nbook.build = "yes"', r"build"),
    "a ruling": ('ruling = "kure"', r"ruling.*kure"),
}


@pytest.mark.parametrize("case", ZONES)
def test_bad_steps_about_zones_and_bases_are_one_clear_message(case: str) -> None:
    parts, message = ZONES[case]
    text = (
        'format = "witp-walkthrough/1"\ntitle = "Mine"\nmode = "zones"\n'
        'position = "1008 jp A; 1009 us A"\n[[step]]\ntitle = "One"\n'
        f'book.says = "So."\nbook.clauses = ["2.2.3a"]\n{parts}\n'
    )
    with pytest.raises(witp.BadData) as caught:
        read(text, "mine.toml")
    told = str(caught.value)
    assert told.startswith("mine.toml: ") and re.search(message, told), told
    assert "\n" not in told and len(told) < 400


def test_a_side_without_air_units_covers_nothing() -> None:
    walk = read(
        'format = "witp-walkthrough/1"\ntitle = "Mine"\nmode = "zones"\nposition = "1009 us A"\n'
        '[[step]]\ntitle = "One"\nlook = "jp"\n[step.book]\nsays = "All."\nclauses = []\n'
        'covers = ["1008"]\ncount = 1\nlifted = "1009"\n',
        "mine.toml",
    )
    (step,) = walk
    assert step.computed == "Japan covers no hex."
    assert [c.computed for c in step.comparisons] == ["0 hexes", "no hex", "no hex"]
    assert step.agreement == "They differ in 3 points."


def test_a_tab_must_be_a_hex_between() -> None:
    with pytest.raises(witp.BadData, match=r"step\[3\]\.tab.*must be 1209 or 1109"):
        changed(4, step={"tab": "1108"})


@pytest.mark.parametrize("text", ["title = ", "[[[[", "format = 1\nformat = 2"])
def test_text_that_is_no_toml(text: str) -> None:
    with pytest.raises(witp.BadData, match=r"mine\.toml: not TOML"):
        read(text, "mine.toml")


def test_a_missing_key_is_named() -> None:
    given = data()
    del given["step"][1]["title"]
    with pytest.raises(witp.BadData, match=r"step\[1\]\.title: is missing"):
        read(to_toml(given), "mine.toml")


def test_names() -> None:
    assert "new_hebrides" in witp.walkthroughs()
    with pytest.raises(witp.NotAvailable, match="Did you mean new_hebrides"):
        witp.walkthrough("new_hebridees")


def test_what_the_book_says_never_moves_the_verdict() -> None:
    walk = changed(2, book={"verdict": "out", "away": 2, "effect": "attrited", "through": "1109"})
    step = walk.steps[1]
    assert step.answer is not None and step.answer.good
    assert [c.agrees for c in step.comparisons] == [False] * 4
    assert [c.computed for c in step.comparisons] == [
        "in supply",
        "none",
        "1 hex",
        "no hex between",
    ]
    assert step.agreement == "They differ in 4 points."


def test_a_position_line_serves_as_well_as_an_example() -> None:
    walk = read(
        'format = "witp-walkthrough/1"\ntitle = "Two"\nposition = "base al 1110; 1009 us A"\n'
        '[[step]]\ntitle = "One"\nlook = "1009"\nshow = ["zone al", "network al"]\n'
        '[step.book]\nsays = "Nobody is out."\nclauses = ["7.1b"]\n'
        '[[step]]\ntitle = "Two"\nlook = "1009 us A-"\n'
        'edits = ["flip 1009 us A", "unbase al 1110"]\n'
        '[step.book]\nsays = "No base."\nclauses = ["7.1j"]\nverdict = "out"\n'
        'effect = "removed"\naway = 7\nlifted = "1009"\n',
        "mine.toml",
    )
    one, two = walk
    assert (one.hex, one.index, one.answer, one.computed) == ("1009", None, None, "")
    assert [(c.computed, c.agrees) for c in two.comparisons] == [
        ("out of supply", True),
        ("removed", True),
        ("7 hexes", True),
        ("not lifted", False),
    ]
    assert walk.start.units[0].full, "edits hold for their own step only"
    assert "Two" in str(walk) and walk.section == ""


def test_every_overlay_can_be_named() -> None:
    assert changed(2, step={"show": list(SHOWN)}).steps[1].show == SHOWN
