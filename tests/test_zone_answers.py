"""Air zones (2.2.3) and control (2.3.3) as answers: found by trying, complete, and short."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from attrs import evolve
from hypothesis import given
from strategies import at_large, examples, on, positions

import witp_learn as witp
from witp_learn import edits
from witp_learn.explain import Answer, faults
from witp_learn.model import Facility, Grade, Hex, Kind, Nation, Origin, Side, State, Step, Unit
from witp_learn.rules import control
from witp_learn.rules.answers import MOST_WORDS, MOST_WORDS_OF_A_FACT
from witp_learn.rules.leaning import FACT_KEYS, alternatives
from witp_learn.rules.zone_answers import control_answer, under, zone_answer

JAPAN, ALLIES = Side.JAPAN, Side.ALLIES
EXAMPLE = "1008 jp A; 1009 us A; 0909 cw A-"
"""The example of 2.2.3."""


def zone(text: str, hex_id: str, side: Side = JAPAN) -> Answer:
    return zone_answer(at_large(text), hex_id, side)


def texts(answer: Answer) -> list[str]:
    return [change.text for change in answer.changes]


def rows(answer: Answer) -> dict[str, str]:
    return {test.name: test.result for tab in answer.tabs for test in tab.tests}


# ---------------------------------------------------------------- air zones


@pytest.mark.clause("2.2.3a", "2.2.3k")
@pytest.mark.parametrize("hex_id", ["0908", "0909", "1007", "1108", "1109"])
def test_rabaul_covers_five_hexes(hex_id: str) -> None:
    answer = zone(EXAMPLE, hex_id)
    assert not answer.good and answer.verdict.endswith("is under the Japanese air zone.")
    assert "at Rabaul reaches it" in answer.deciding
    assert rows(answer)["reach"] == "Rabaul A"


@pytest.mark.clause("2.2.3i", "2.2.3k")
def test_at_guadalcanal_the_zone_is_lifted_and_that_is_explained() -> None:
    answer = zone(EXAMPLE, "1009")
    assert answer.good
    assert answer.verdict == "Guadalcanal is not under the Japanese air zone: it is lifted there."
    assert answer.deciding.endswith("but the full US air unit in that very hex lifts the zone.")
    assert rows(answer) == {"reach": "Rabaul A, lifted here", "lift": "US air unit, lifts it"}
    assert texts(answer) == ["Guadalcanal air unit attrited", "Guadalcanal air unit gone"]
    assert answer.rules == ("2.2.3a", "2.2.3i")


@pytest.mark.clause("2.2.3l", "2.2.3j")
def test_attrited_air_at_port_moresby_lifts_nothing_until_it_is_full() -> None:
    answer = zone(EXAMPLE, "0909")
    assert not answer.good
    assert "the attrited Commonwealth air unit there cannot lift the zone" in answer.deciding
    assert texts(answer) == [
        "Port Moresby air unit at full strength",
        "Rabaul air unit attrited",
        "Rabaul air unit gone",
        "a full US air unit arrives at Port Moresby",
    ]


@pytest.mark.clause("2.2.3m", "2.2.3j")
@pytest.mark.parametrize(("counter", "noun"), [("L", "land unit"), ("C", "carrier"), ("N(L)", "")])
def test_nothing_else_there_lifts_it(counter: str, noun: str) -> None:
    answer = zone(f"1008 jp A; 0909 us {counter}", "0909")
    assert not answer.good and f"US {noun}" in answer.deciding
    assert "the zone stays" in rows(answer)["cannot"]


@pytest.mark.clause("2.2.3n")
def test_guadalcanal_covers_five_hexes_but_not_rabaul() -> None:
    state = at_large(EXAMPLE)
    covered = [h for h in state.board.hexes if not zone_answer(state, h, ALLIES, deep=False).good]
    assert sorted(covered) == ["0909", "0910", "1010", "1109", "1110"]
    assert "US air" not in zone_answer(state, "1008", ALLIES).deciding
    assert zone_answer(state, "1008", ALLIES).good


@pytest.mark.clause("2.2.3h")
def test_its_own_hex_is_not_covered() -> None:
    answer = zone("1008 jp A", "1008")
    assert answer.good and "covers only the hexes next to it" in answer.deciding
    assert rows(answer)["own"] == "Japanese air unit, not its own hex"
    assert "2.2.3h" in answer.rules


@pytest.mark.clause("2.2.3b", "2.2.3o")
def test_attrited_air_next_door_projects_nothing_and_that_is_said() -> None:
    answer = zone(EXAMPLE, "0908", ALLIES)
    assert answer.good and answer.rules == ("2.2.3b",)
    assert "at Port Moresby, is attrited and projects nothing" in answer.deciding
    assert rows(answer)["spent"] == "Port Moresby A-, projects nothing"
    assert "Port Moresby air unit at full strength" in texts(answer)


@pytest.mark.clause("2.2.3p")
@pytest.mark.parametrize("counter", ["2C", "N", "L", "N(L)"])
def test_carriers_project_nothing_and_that_is_said(counter: str) -> None:
    answer = zone(f"1009 us {counter}", "1010", ALLIES)
    assert answer.good and answer.rules == ("2.2.3p",)
    assert "nothing else projects an air zone" in answer.deciding
    assert "no zone" in rows(answer)["others"]


def test_an_empty_sea_says_what_would_bring_a_zone() -> None:
    answer = zone("", "1209")
    assert answer.good and answer.deciding == "No Japanese air unit stands next door."
    assert len(answer.changes) == 6
    assert all(text.startswith("a full Japanese air unit arrives at") for text in texts(answer))


def test_two_lifters_leave_no_single_change() -> None:
    answer = zone("1008 jp A; 1009 us 2A", "1009")
    assert answer.good and answer.changes == ()
    assert answer.heading == "No single change of this kind would put it here"


@pytest.mark.clause("12.1c")
def test_turn_one_waives_supply_and_nothing_else() -> None:
    first, second = (zone(f"0606 us A; turn {n}", "0506", ALLIES) for n in (1, 2))
    assert not first.good and not second.good
    assert rows(first)["waived"] == "waived for Japanese supply"
    assert "waived" not in rows(second)
    assert "waived" not in rows(zone("1008 jp A; turn 1", "0908"))


@pytest.mark.clause("2.2.3i")
def test_the_ruling_on_two_air_units_in_one_hex_is_named_only_where_it_matters() -> None:
    both = zone("0606 us A; 0606 jp A", "0506", ALLIES)
    (effect,) = both.rulings
    assert (effect.slug, effect.reading, effect.switch) == ("air-both-sides-one-hex", "b", False)
    assert "1 ruling." in both.leans_on()
    assert zone("0606 us A; 0606 jp A; 0607 us A", "0707", ALLIES).rulings == ()
    assert zone("0606 us A", "0506", ALLIES).rulings == ()
    assert zone("0606 us A; 0606 jp A", "0606", ALLIES).rulings == ()


def brute_force(state: State, hexes: Iterator[str]) -> Iterator[edits.Edit]:
    """Every counter turned over, gone or put anywhere, of every nation, kind and face."""
    for unit in dict.fromkeys(evolve(u, count=1) for u in state.units):
        yield edits.flip(unit)
        yield edits.remove(unit)
    for hex_id in hexes:
        for nation in (Nation.JAPAN, Nation.US, Nation.COMMONWEALTH):
            for kind in Kind:
                for step in Step:
                    yield edits.add(Unit(hex_id, nation, kind, step))


def meaning(edit: edits.Edit) -> tuple[object, ...]:
    """An edit told by what it does; whose ally arrives makes no difference."""
    assert edit.unit is not None
    who = edit.unit.side if edit.verb == "add" else edit.unit.nation
    unit = edit.unit
    return (edit.verb, unit.at, who, unit.kind, unit.state, unit.aboard, unit.strength)


def applied(state: State, edit: edits.Edit) -> State:
    try:
        return edits.apply(state, edit)
    except edits.CannotEdit:
        return state


@examples(60)
@given(positions())
def test_zone_changes_are_complete_and_each_turns_the_answer(state: State) -> None:
    for hex_id in sorted({u.hex for u in state.units})[:3]:
        for side in Side:
            answer = zone_answer(state, hex_id, side)
            now = under(state, hex_id, side)
            assert answer.good is not now
            found = {meaning(edits.read(c.edit)) for c in answer.changes}
            near = iter(state.board.hexes)
            turning = {
                meaning(e)
                for e in brute_force(state, near)
                if under(applied(state, e), hex_id, side) is not now
            }
            assert found == turning


@examples(200)
@given(positions())
def test_every_hex_is_answered_in_few_words_with_a_reason_that_holds(state: State) -> None:
    for hex_id in state.board.hexes:
        answers = [zone_answer(state, hex_id, side, deep=False) for side in Side]
        for side, answer in zip(Side, answers, strict=True):
            assert answer.good is (hex_id not in control.air_zone(state, side))
            assert answer.tabs[0].open is answer.good
        answers.append(control_answer(state, hex_id, deep=False))
        for answer in answers:
            assert len(answer.verdict.split()) <= MOST_WORDS
            assert len(answer.deciding.split()) <= MOST_WORDS_OF_A_FACT, answer.deciding
            assert answer.reason is not None and faults(answer.reason) == []
            assert answer.rules and "{" not in str(answer) and "a Allied" not in str(answer)


@examples(60)
@given(positions())
def test_no_datum_of_the_map_turns_a_zone(state: State) -> None:
    hex_id = next(iter(state.board.hexes))
    around = (hex_id, *state.board.neighbours(hex_id))
    for side in Side:
        now = under(state, hex_id, side)
        for near in around:
            for key in FACT_KEYS:
                for other in alternatives(state.board[near], key):
                    changed = evolve(state, board=state.board.with_hex(other))
                    assert under(changed, hex_id, side) is now
        assert zone_answer(state, hex_id, side).facts == ()


# ---------------------------------------------------------------- control


@pytest.mark.clause("2.3.3c")
@pytest.mark.parametrize(
    ("hex_id", "verdict"),
    [
        ("0806", "The Allies control the airfield at Guam."),
        ("0606", "The Allies control the port at Manila."),
        ("0605", "Japan controls the port at Taiwan."),
    ],
)
def test_the_icon_says_who_controls(hex_id: str, verdict: str) -> None:
    answer = control_answer(at_large(""), hex_id)
    assert answer.verdict == verdict
    assert answer.good and answer.rules == ("2.3.3c",)
    assert len(answer.changes) == 1 and "goes ashore" in texts(answer)[0]


@pytest.mark.clause("2.3.3d")
def test_chongqing_is_chinese() -> None:
    answer = control_answer(at_large(""), "0404")
    assert answer.rules == ("2.3.3c", "2.3.3d") and "Chinese" in answer.deciding


@pytest.mark.clause("2.3.3e", "2.3.3f")
def test_land_units_alone_take_it_and_hold_it_while_they_stay() -> None:
    answer = control_answer(at_large("0806 jp L-"), "0806")
    assert answer.verdict.startswith("Japan controls")
    assert "land units alone stand ashore" in answer.deciding
    assert "Guam land unit gone" in texts(answer)
    assert [r.slug for r in answer.rulings] == ["attrited-land-holds"]
    assert not answer.tabs[0].open
    assert texts(control_answer(at_large("0806 jp 2L"), "0806")) == [
        "a US land unit goes ashore at Guam"
    ]


@pytest.mark.clause("2.3.3g")
def test_with_both_sides_ashore_the_icon_keeps_it() -> None:
    answer = control_answer(at_large("0806 jp 3L; 0806 us L"), "0806")
    assert answer.verdict.startswith("The Allies control")
    assert answer.rules == ("2.3.3c", "2.3.3g")
    assert texts(answer) == ["Guam US land unit gone"]


@pytest.mark.clause("2.3.3e")
def test_ships_air_and_cargo_take_nothing_and_that_is_said() -> None:
    answer = control_answer(at_large("0806 jp C N(L) A"), "0806")
    assert answer.verdict.startswith("The Allies control")
    assert "aboard ship and take nothing" in answer.deciding
    assert "not counted" in rows(answer)["aboard"] and "nothing taken" in rows(answer)["others"]
    assert [r.slug for r in answer.rulings] == ["embarked-land-control"]


@pytest.mark.clause("2.3.3a")
def test_where_no_icon_is_there_is_nothing_to_control() -> None:
    answer = control_answer(at_large("1209 us N"), "1209")
    assert not answer.good and answer.tabs == () and answer.changes == ()
    assert answer.verdict == "1209 has no port or airfield to control."


def test_it_rests_on_the_icon_where_that_is_assumed_and_matters() -> None:
    for grade, many in ((Grade.ASSUMED, 1), (Grade.UNKNOWN, 1), (Grade.PRINTED, 0)):
        origins = {"icon": Origin(grade, "", "a guess")}
        place = Hex("0101", facility=Facility.PORT, owner=Nation.US, origins=origins)
        (*facts,) = control_answer(on("0101 us A", place), "0101").facts
        assert len(facts) == many
        assert all((f.hex, f.key, f.grade) == ("0101", "icon", grade.value) for f in facts)


@examples(60)
@given(positions())
def test_control_changes_are_complete_and_each_turns_the_answer(state: State) -> None:
    for hex_id in sorted(state.board.hexes)[:6]:
        now = control.holder(state, hex_id)
        found = {meaning(edits.read(c.edit)) for c in control_answer(state, hex_id).changes}
        turning = {
            meaning(e)
            for e in brute_force(state, iter([hex_id]))
            if control.holder(applied(state, e), hex_id) is not now
        }
        arrivals = {m for m in turning if m[0] == "add" and m[4] is Step.ATTRITED}
        assert found == turning - arrivals, "a full land unit stands for any that comes ashore"


# ---------------------------------------------------------------- asked by name


def test_places_are_named_by_number_or_name() -> None:
    state = at_large(EXAMPLE)
    assert witp.air_zone(state, "1009", "japan") == witp.air_zone(state, "guadalcanal", JAPAN)
    assert witp.control(state, "Guam") == witp.control(state, "0806")
    for wrong in ("1O09", "Guadalcana", ""):
        with pytest.raises(witp.Unreadable, match="no hex or place"):
            witp.air_zone(state, wrong, "japan")
    with pytest.raises(witp.Unreadable, match="Did you mean Guadalcanal"):
        witp.control(state, "Guadalcana")
    with pytest.raises(ValueError, match="us"):
        witp.air_zone(state, "1009", "us")


def test_an_answer_shows_itself_in_a_notebook() -> None:
    state = at_large(EXAMPLE)
    faces = witp.air_zone(state, "0909", "japan")._repr_mimebundle_()
    assert faces["text/plain"].startswith("Port Moresby is under the Japanese air zone.")
    assert "<h4>Port Moresby is under" in faces["text/html"]
    assert "Full Japanese air next door" in faces["text/html"]
    table = witp.air_zones(state)._repr_mimebundle_()["text/html"]
    assert "1009 Guadalcanal" in table and "0908 Lae" in table
    assert witp.air_zones(at_large(""))._repr_mimebundle_()["text/html"].count("no hex") == 4


def test_names_of_an_own_board_are_escaped() -> None:
    place = Hex("0101", facility=Facility.PORT, owner=Nation.US, name="<b>Isle</b>")
    state = on("0102 us A", place)
    html = witp.control(state, "0101")._repr_mimebundle_()["text/html"]
    html += witp.air_zones(state)._repr_mimebundle_()["text/html"]
    assert "<b>" not in html and "&lt;b&gt;Isle" in html
