"""The supply verdict in words: short, complete, and true to what the rules found (7)."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st
from strategies import at_large, examples, on, pacific, port, positions

from witp_learn.components import board as companion_board
from witp_learn.explain import Answer, faults
from witp_learn.hexgrid import between, distance, within
from witp_learn.model import Board, Facility, Hex, Kind, Nation, Side, State, Terrain, Unit
from witp_learn.rulebook import clauses, switches
from witp_learn.rules import answers
from witp_learn.rules.lines import TESTS, Ground, Purpose
from witp_learn.rules.supply import Judgement, check, judge, photograph

NEW_HEBRIDES = (
    "base al 1110; base jp 0907; 1008 jp A; 1009 us A; 1309 us L; 1208 us L; 1207 us A; 0909 us L"
)
BASE = port("0505", Nation.US)
FED = "base al 0505; "


def answer(text: str, at: str, *places: Hex) -> Answer:
    state = on(text, *places) if places else at_large(text)
    unit = next(u for u in state.units if u.at == at)
    return answers.answer(state, unit)


def deciding(text: str, at: str = "0503", *places: Hex) -> str:
    return answer(text, at, BASE, *places).deciding


# The six parts, on the example of 7.3


@pytest.mark.clause("7.3j")
def test_port_moresby_in_supply() -> None:
    found = answer(NEW_HEBRIDES, "0909")
    assert found.good
    assert found.verdict == "Port Moresby land unit is in supply. It stays as it is."
    assert found.deciding == (
        "One hex lies between it and the base at New Hebrides: Guadalcanal. "
        "The US air unit there keeps the Japanese air zone off it."
    )
    (tab,) = found.tabs
    assert tab.open and tab.label == "Guadalcanal"
    assert [t.result for t in tab.tests] == ["no", "none", "ours", "Rabaul A, lifted here"]
    assert tab.tests[-1].rules == ("7.1g", "7.1h")
    assert "Guadalcanal would lie in a Japanese air zone" in tab.tests[-1].note
    assert found.heading == "It hangs by"
    assert {c.edit for c in found.changes} >= {
        "flip 1009 us A",
        "remove 1009 us A",
        "unbase al 1110",
    }
    assert "any Japanese unit reaches Guadalcanal" in [c.text for c in found.changes]
    assert {"7.1c", "7.1h", "2.2.3i"} <= set(found.rules)
    assert found.rulings == ()


@pytest.mark.clause("7.3j")
def test_port_moresby_cut_off() -> None:
    found = answer(NEW_HEBRIDES.replace("1009 us A", "1009 us A-"), "0909")
    assert not found.good
    assert found.verdict == "Port Moresby land unit is out of supply. It will be attrited."
    assert found.deciding == (
        "The only hex between it and the base at New Hebrides is Guadalcanal, "
        "and that hex lies in a Japanese air zone."
    )
    (tab,) = found.tabs
    assert [(t.name, t.stops) for t in tab.tests] == [
        ("mountain", False),
        ("enemy_unit", False),
        ("enemy_facility", False),
        ("enemy_azoc", True),
    ]
    assert tab.tests[-1].result == "Rabaul A"
    edits = {c.edit for c in found.changes}
    assert {"flip 1009 us A-", "flip 1008 jp A", "remove 1008 jp A"} <= edits
    assert "remove 1009 us A-" not in edits
    assert "One change" in found.heading
    assert {"7.1c", "7.1g", "7.2a"} <= set(found.rules)


@pytest.mark.clause("7.3i", "7.1j")
def test_the_gilberts_too_far() -> None:
    found = answer(NEW_HEBRIDES, "1207")
    assert found.deciding.startswith("The base at New Hebrides is the nearest, and it is 3 hexes")
    assert found.tabs == ()
    assert [r.slug for r in found.rulings] == ["supply-range-three"]
    assert "7.1j" in found.rules


@pytest.mark.clause("7.3g", "7.3h")
def test_ellis_has_an_open_hex_and_a_stopped_one() -> None:
    found = answer(NEW_HEBRIDES, "1208")
    assert [(t.hex, t.open) for t in found.tabs] == [("1209", True), ("1109", False)]


def test_a_fleet_and_a_homeland_need_no_test() -> None:
    fleet = answer("1009 jp N-", "1009")
    assert fleet.good and fleet.tabs == () and fleet.changes == ()
    assert fleet.verdict == "Guadalcanal naval unit is always in supply. It stays as it is."
    assert fleet.deciding == "Fleets are never checked."
    assert "7.3d" in fleet.rules
    home = answer("0710 cw A", "0710")
    assert home.deciding == "Units in Australia need no base."
    assert "7.3a" in home.rules


# Subjects and sentences


@pytest.mark.parametrize(
    ("text", "at", "verdict"),
    [
        ("0606 us L", "0606", "Manila land unit is out of supply. It will be attrited."),
        ("0606 us L-", "0606", "Manila land unit is out of supply. It will be removed."),
        ("0606 us 3L", "0606", "Manila 3 land units are out of supply. They will be attrited."),
        ("1109 us A", "1109", "1109 air unit is out of supply. It will be attrited."),
    ],
)
def test_verdicts(text: str, at: str, verdict: str) -> None:
    assert answer(text, at).verdict == verdict


def test_a_subject_says_what_tells_it_apart() -> None:
    state = at_large("0606 us 2L L-; 0606 jp L; 0606 us A; 0606 us N(L)")
    named = [answers.subject(state, u) for u in state.units]
    assert len(set(named)) == len(named)
    assert named[0] == "Manila 2 full US land units"
    assert named[1] == "Manila attrited US land unit"
    assert named[2] == "Manila Japanese land unit"
    assert named[3] == "Manila air unit"


@pytest.mark.clause("7.1a", "7.1b", "7.1d", "7.1e", "7.1f", "7.1g")
def test_deciding_facts() -> None:
    mountain = Hex("0504", Terrain.LAND, mountain=True, land_part=True)
    assert "in its own hex" in answer(f"{FED}0505 us A", "0505", BASE).deciding
    assert "next door" in answer(f"{FED}0504 us A", "0504", BASE).deciding
    assert deciding(f"{FED}0503 us A").endswith("0504, and nothing there stops the line.")
    assert deciding(f"{FED}0503 us A", "0503", mountain).endswith("that hex is a mountain.")
    assert deciding(f"{FED}0503 us A; 0504 jp N").endswith("that hex holds a Japanese unit.")
    assert deciding(f"{FED}0503 us A; 0404 jp A").endswith("lies in a Japanese air zone.")
    enemy = port("0504", Nation.JAPAN)
    assert deciding(f"{FED}0503 us A", "0503", enemy).endswith("is a Japanese port or airfield.")
    assert deciding("0503 us A") == "The Allied side has no supply base or source on the board."
    assert "Both hexes between" in deciding(f"{FED}0506 jp N; 0605 jp N; 0606 us A", "0606")
    far = deciding(f"{FED}0502 us A", "0502")
    assert "3 hexes away" in far and "1 hex between" in far


@pytest.mark.clause("7.1i")
def test_the_waiver_of_turn_one_is_said() -> None:
    base = port("0505", Nation.JAPAN)
    found = answer("base jp 0505; 0503 jp A; 0404 us A; turn 1", "0503", base)
    assert found.deciding.endswith("On turn 1 the Allied air zone there does not count.")
    assert found.tabs[0].tests[-1].result.endswith("waived on turn 1")
    assert "7.1i" in found.rules


@pytest.mark.clause("7.1j")
def test_the_reading_of_three_is_said() -> None:
    text = f"{FED}0502 us A; ruling supply-range-three=b"
    found = answer(text, "0502", BASE)
    assert "by 0503 and 0504" in found.deciding
    assert [t.hex for t in found.tabs] == ["0503", "0504"]
    assert [r.slug for r in found.rulings] == ["supply-range-three"]


# The list and what changed


def test_reasons_for_the_list() -> None:
    state = at_large(NEW_HEBRIDES.replace("1009 us A", "1009 us A-") + "; 1009 us N")
    rows = {(j.unit.at, j.unit.kind): answers.list_reason(state, j) for j in check(state)}
    assert rows["1207", Kind.AIR] == "3 hexes from the nearest base"
    assert rows["0909", Kind.LAND] == "cut at Guadalcanal: air zone"
    assert rows["1009", Kind.NAVAL] == "always in supply"
    assert rows["1309", Kind.LAND] == "hangs by the base at New Hebrides"
    lone = on("0503 us A")
    assert answers.list_reason(lone, check(lone).judgements[0]) == "no base or source on the board"


def test_where_a_line_is_cut() -> None:
    state = at_large(NEW_HEBRIDES.replace("1009 us A", "1009 us A-"))
    cuts = {
        j.unit.at: answers.why_cut(Ground(state, j.unit.side, Purpose.UNIT), j)
        for j in check(state)
    }
    assert cuts["0909"] == ("1009", "air zone")
    assert cuts["1207"] == (None, "")
    assert cuts["1009"] == (None, "")


def test_what_changed_after_an_edit() -> None:
    before = at_large(NEW_HEBRIDES)
    after = at_large(NEW_HEBRIDES.replace("1009 us A", "1009 us A-"))
    cut = answers.what_changed(before, after)
    assert cut.startswith("Now cut: ") and "Port Moresby" in cut and "Nothing else changed." in cut
    assert answers.what_changed(after, before).startswith("Now fed: ")
    assert answers.what_changed(before, before) == "No verdict changed."


# Everywhere


def short_answers(state: State) -> Iterator[tuple[Judgement, Answer]]:
    for found in check(state):
        yield found, answers.answer(state, found.unit, deep=False)


def words(text: str) -> int:
    return len(text.split())


def well_said(state: State) -> None:
    for found, said in short_answers(state):
        unit = found.unit
        assert said.good is found.in_supply
        assert words(said.verdict) <= 14, said.verdict
        assert state.board.label(unit.hex) in said.verdict
        assert unit.kind.noun in said.verdict or re.search(rf"\b{unit.kind.letter}\b", said.verdict)
        if found.in_supply:
            assert "in supply" in said.verdict and "stay" in said.verdict
            assert "out of supply" not in said.verdict
        else:
            assert "out of supply" in said.verdict and found.effect in said.verdict
        assert words(said.deciding) <= 25, said.deciding
        assert said.deciding.endswith(".")
        everything = str(said)
        assert not re.search(r"\b(invalid|illegal|Oops|False|None)\b|!|\ba Allied|[{}]", everything)
        assert set(said.rules) <= set(clauses())
        assert said.rules
        assert said.reason is not None and faults(said.reason) == []


@examples(200)
@given(pacific(most=10))
def test_verdicts_and_facts_keep_to_their_lengths_on_the_map(state: State) -> None:
    well_said(state)


@st.composite
def besieged(draw: st.DrawFn) -> State:
    """A unit on the map whose bases lie two hexes off, each hex between stopped somehow."""
    board = companion_board()
    hex_id = draw(st.sampled_from(sorted(board.hexes)))
    ring = [h for h in within(hex_id, 2) if h in board and distance(hex_id, h) == 2]
    ends = draw(st.lists(st.sampled_from(ring), min_size=1, max_size=3, unique=True))
    serves = Nation.US if draw(st.booleans()) else None
    hexes = {h: evolve(p, source=serves if h in ends else None) for h, p in board.hexes.items()}
    foes: list[Unit] = []
    for middle in sorted({m for e in ends for m in between(hex_id, e)} & set(hexes)):
        how = draw(st.sampled_from(("mountain", "unit", "icon", "icon")))
        if how == "unit":
            foes.append(Unit(middle, Nation.JAPAN, Kind.AIR))
        elif how == "icon":
            icon = {"facility": Facility.AIRFIELD, "owner": Nation.JAPAN}
            hexes[middle] = evolve(hexes[middle], **icon)
        else:
            hexes[middle] = evolve(hexes[middle], mountain=True)
    bases = {Side.JAPAN: (), Side.ALLIES: () if serves else tuple(ends)}
    unit = Unit(hex_id, Nation.COMMONWEALTH, Kind.AIR)
    return State(Board(hexes), 2, (unit, *foes), bases)


@examples(200)
@given(besieged())
def test_a_fact_with_many_stopped_hexes_is_short_as_well(state: State) -> None:
    well_said(state)
    said = answers.answer(state, state.units[0], deep=False)
    assert said.good or not re.search(r"All [12] hexes", said.deciding)


@examples(100)
@given(positions())
def test_verdicts_and_facts_keep_to_their_lengths_on_small_boards(state: State) -> None:
    well_said(state)


@pytest.mark.slow
@examples(800)
@given(pacific(most=10))
def test_verdicts_and_facts_keep_to_their_lengths_in_many_positions(state: State) -> None:
    well_said(state)


@examples(80)
@given(pacific())
def test_tabs_tell_what_the_rules_found(state: State) -> None:
    for found, said in short_answers(state):
        ground = Ground(photograph(state, found.unit.side), found.unit.side, Purpose.UNIT)
        for tab in said.tabs:
            assert tuple(t.name for t in tab.tests) == TESTS
            stopping = tuple(t.name for t in tab.tests if t.stops)
            assert stopping == ground.stops(tab.hex)
            for test in tab.tests:
                assert test.label and test.result and test.note.endswith(".") and test.rules
        if not found.in_supply:
            assert not any(tab.open for tab in said.tabs) or said.tabs == ()
            listed = {(b.hex, b.why) for b in found.blocked}
            told = {(tab.hex, t.name) for tab in said.tabs for t in tab.tests if t.stops}
            if "supply-range-three" not in state.rulings:
                assert told == listed
        elif found.path and len(found.path) == 3:
            assert said.tabs[0].hex == found.path[1] and said.tabs[0].open


@examples(100)
@given(pacific(most=5), st.data())
def test_what_changed_names_every_change_and_no_other(state: State, data: st.DataObject) -> None:
    air = [i for i, u in enumerate(state.units) if u.kind is Kind.AIR]
    if not air:
        return
    index = data.draw(st.sampled_from(air))
    units = tuple(u.turned if i == index else u for i, u in enumerate(state.units))
    after = evolve(state, units=units)
    told = answers.what_changed(state, after)
    old = {_place(j): j.in_supply for j in check(state) if not j.automatic}
    new = {_place(j): j.in_supply for j in check(after) if not j.automatic}
    turned = {place for place in new if new[place] is not old[place]}
    assert bool(turned) is (told != "No verdict changed.")
    if len(turned) <= 4:
        for hex_id, _, _ in turned:
            assert state.board.label(hex_id) in told


def _place(found: Judgement) -> tuple[str, Nation, Kind]:
    return found.unit.hex, found.unit.nation, found.unit.kind


def test_the_two_sides_have_their_words() -> None:
    assert [s.adjective for s in Side] == ["Japanese", "Allied"]
    assert switches()["supply-range-three"].options.keys() == {"a", "b"}
    assert judge(on("0503 us A"), on("0503 us A").units[0]).effect == "attrited"
