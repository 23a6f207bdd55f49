"""What a base and a building site hang by, and how their answers read (6)."""

from __future__ import annotations

from collections.abc import Iterator

import oracle
import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st
from strategies import (
    SUPPLY_SWITCHES,
    allowed_kinds,
    at_large,
    examples,
    on,
    pacific,
    port,
    positions,
)

from witp_learn import edits
from witp_learn.components import shipped_board
from witp_learn.edits import CannotEdit
from witp_learn.explain import faults
from witp_learn.model import Kind, Nation, Side, State, Step, Unit
from witp_learn.position import read_line
from witp_learn.rulebook import look_up, switches
from witp_learn.rules.answers import MOST_WORDS, MOST_WORDS_OF_A_FACT
from witp_learn.rules.base_answers import base_answer
from witp_learn.rules.base_leaning import FACT_KEYS, Question
from witp_learn.rules.leaning import alternatives

JAPAN, ALLIES = Side.JAPAN, Side.ALLIES


def stands(state: State, side: Side, hex_id: str) -> bool:
    """Whether the base there is linked, or one could be built, by the independent judge."""
    if hex_id in state.bases[side]:
        return hex_id in oracle.network(state, side)
    return hex_id in oracle.can_build(state, side)


# The answers of the examples

TRUK = "base jp 0907; base al 0607; 0606 us A L; turn 1"
SOURCE = port("0101", Nation.US, source=Nation.US)


def changes(state: State, hex_id: str, side: Side = JAPAN) -> list[str]:
    return [c.text for c in base_answer(state, side, hex_id).changes]


@pytest.mark.clause("6.1c", "6.3b", "7.3m")
def test_what_the_base_at_truk_is_linked_by() -> None:
    said = base_answer(at_large(TRUK), JAPAN, "0907")
    assert said.good
    assert said.verdict == "The Japanese base at Truk is linked; others can link to it."
    assert said.deciding.startswith("The line to the supply source at Kure runs through ")
    assert [t.open for t in said.tabs] == [True, True]
    assert all(r.startswith("6.3") for t in said.tabs for test in t.tests for r in test.rules)
    assert said.heading == "It stays linked by"
    assert said.rules == ("6.2a", "6.2b", "6.3b")


@pytest.mark.clause("6.2c", "6.2b")
def test_a_hex_too_far_off_names_the_base_to_build_first() -> None:
    state = on("", SOURCE, port("0104", Nation.US), port("0107", Nation.US))
    said = base_answer(state, ALLIES, "0107")
    assert not said.good
    assert (
        said.verdict == "The Allies cannot build a base at 0107: nothing linked within three hexes."
    )
    assert said.deciding.startswith("The nearest source or linked base is the supply source")
    assert [c.text for c in said.changes] == ["a base built at 0104 first"]
    built = edits.apply(state, edits.read(said.changes[0].edit))
    assert base_answer(built, ALLIES, "0107").good


@pytest.mark.clause("6.1b", "2.3.3e")
def test_a_port_in_enemy_hands_names_who_must_take_it() -> None:
    state = on("", SOURCE, port("0103", Nation.JAPAN))
    said = base_answer(state, ALLIES, "0103")
    assert said.verdict == "The Allies cannot build a base at 0103: no Allied port or airfield."
    assert (
        said.deciding
        == "A base needs a port or airfield in Allied hands; 0103 has a Japanese port."
    )
    assert [c.text for c in said.changes] == ["Allied land units alone at 0103"]
    assert said.rules == ("6.1b",)
    lost = on("0103 jp L", SOURCE, port("0103", Nation.US))
    assert "Japanese land units alone" in base_answer(lost, ALLIES, "0103").deciding
    assert changes(lost, "0103", ALLIES) == [
        "0103 land unit gone",
        "an Allied land unit joins at 0103",
    ]


@pytest.mark.clause("6.1b")
def test_open_sea_has_no_base() -> None:
    said = base_answer(on("", SOURCE), ALLIES, "0203")
    assert said.deciding.startswith("0203 has no port or airfield, and a base needs one")


@pytest.mark.clause("6.3f", "6.3g")
def test_a_zone_on_the_line_and_what_lifts_it() -> None:
    state = on("0103 jp A; 0104 us L", SOURCE, port("0104", Nation.US))
    said = base_answer(state, ALLIES, "0104")
    assert said.verdict == "The Allies cannot build a base at 0104: every line is stopped."
    assert "air zone" in said.deciding
    assert {"0103 air unit gone"} <= {c.text for c in said.changes}
    assert {"6.3d", "6.3f"} <= set(said.rules)
    lifted = on("0203 jp A; 0103 us A; 0102 us A", SOURCE, port("0104", Nation.US))
    found = base_answer(lifted, ALLIES, "0104")
    assert found.good and "lifts the Japanese air zone" in found.deciding
    assert "6.3g" in found.rules
    assert "0103 air unit attrited" in [c.text for c in found.changes]


@pytest.mark.clause("6.6.1a", "6.6.2h")
def test_the_waiver_of_turn_one_is_told_and_its_end_is_a_change() -> None:
    said = base_answer(at_large(TRUK), JAPAN, "0707")
    assert said.good and "on turn 1 Allied air zones do not count" in said.deciding
    assert "6.6.1a" in said.rules
    assert "turn 2 comes: Allied air zones count again" in [c.text for c in said.changes]
    assert [r.slug for r in said.rulings] == ["rangoon-example-turn"]
    later = base_answer(at_large(TRUK.replace("turn 1", "turn 2")), JAPAN, "0707")
    assert not later.good and later.rulings == ()


@pytest.mark.clause("6.5e", "6.5f")
def test_a_base_that_is_cut_off_still_feeds_and_says_what_would_link_it() -> None:
    state = on("base al 0107; 0107 us L", SOURCE, port("0104", Nation.US), port("0107", Nation.US))
    said = base_answer(state, ALLIES, "0107")
    assert said.verdict == "The Allied base at 0107 is cut off; it still feeds units."
    assert [c.text for c in said.changes] == ["a base built at 0104"]
    assert {"6.5e", "6.5f"} <= set(said.rules)


@pytest.mark.clause("6.1c")
def test_without_an_open_source_there_is_no_network() -> None:
    said = base_answer(on("", port("0104", Nation.US)), ALLIES, "0104")
    assert said.verdict == "The Allies cannot build a base at 0104: no supply source is open."
    taken = base_answer(on("0101 jp L", SOURCE, port("0104", Nation.US)), ALLIES, "0104")
    assert taken.verdict == said.verdict
    assert "an Allied land unit joins at 0101" in [c.text for c in taken.changes]


def test_a_base_on_a_source_and_one_next_door() -> None:
    state = on("", SOURCE, port("0102", Nation.US))
    assert base_answer(state, ALLIES, "0101").deciding.startswith("0101 holds a supply source")
    standing = base_answer(on("base al 0101", SOURCE), ALLIES, "0101")
    assert standing.good and standing.reason is not None and standing.reason.value is True
    assert faults(standing.reason) == []
    assert "next door" in base_answer(state, ALLIES, "0102").deciding


def test_by_the_other_reading_an_end_may_stop_the_line() -> None:
    state = on("0104 jp N-; ruling supply-line-endpoints=b", SOURCE, port("0104", Nation.US))
    said = base_answer(state, ALLIES, "0104")
    assert not said.good and said.deciding.startswith("By reading b")
    assert ("supply-line-endpoints", "a") in [(r.slug, r.reading) for r in said.rulings]


def test_an_air_unit_may_come_to_a_hex_in_continuing_combat_or_to_a_source() -> None:
    text = "0306 jp L; 0507 jp L; 0507 us L; base jp 0506; turn 2; contested 0507"
    hangs = base_answer(read_line(text, shipped_board()), JAPAN, "0306").changes
    assert "add 0507 us A" in [c.edit for c in hangs]


# How they read


@examples(120)
@given(st.one_of(positions(most=6), pacific(most=6)), st.data())
def test_every_answer_keeps_to_the_grammar(state: State, data: st.DataObject) -> None:
    side, hex_id = asked(state, data)
    said = base_answer(state, side, hex_id)
    assert said.good is stands(state, side, hex_id)
    assert len(said.verdict.split()) <= MOST_WORDS, said.verdict
    assert len(said.deciding.split()) <= MOST_WORDS_OF_A_FACT, said.deciding
    assert said.verdict.endswith(".") and said.deciding.endswith(".")
    assert said.reason is not None and said.reason.value is said.good
    assert faults(said.reason) == []
    assert said.heading and said.rules
    assert all(look_up(r) for r in said.rules)
    assert all(t.open for t in said.tabs) is said.good or not said.tabs
    assert len({c.text for c in said.changes}) == len(said.changes)
    assert [c.edit for c in said.changes if c.hexes == ()] in ([], ["turn 2"])


# Soundness and completeness


def flag(side: Side) -> Nation:
    return Nation.JAPAN if side is JAPAN else Nation.US


def weakest(state: State, hex_id: str, side: Side) -> Unit:
    place = state.board[hex_id]
    fleet = Kind.NAVAL in allowed_kinds(place) and not place.coasts
    return Unit(hex_id, flag(side), Kind.NAVAL if fleet else Kind.AIR, Step.ATTRITED)


def arrivals(state: State, side: Side, hex_id: str, good: bool) -> Iterator[list[edits.Edit]]:
    """What may arrive in a hex, in groups of which the first that turns the answer is told."""
    place, enemy = state.board[hex_id], side.enemy
    land = place.facility is not None or place.source is not None
    if good:
        group = [weakest(state, hex_id, enemy)]
        group += [Unit(hex_id, flag(enemy), Kind.LAND)] if land else []
        held = place.facility and oracle.controller(state, hex_id) is enemy
        if held or hex_id in state.contested or hex_id in oracle.sources(state, enemy):
            group.append(Unit(hex_id, flag(enemy), Kind.AIR))
        yield [edits.add(u) for u in group]
        return
    yield [edits.add(Unit(hex_id, flag(side), Kind.AIR))]
    if land:
        yield [edits.add(Unit(hex_id, flag(side), Kind.LAND))]


def every_edit(state: State, side: Side, hex_id: str, good: bool) -> Iterator[list[edits.Edit]]:
    """All edits of the kinds an answer offers, over the whole board."""
    for unit in dict.fromkeys(evolve(u, count=1) for u in state.units):
        yield [edits.flip(unit)]
        yield [edits.remove(unit)]
    for place in state.board.hexes:
        if place != hex_id and place in state.bases[side]:
            yield [edits.unbase(side, place)]
        elif place != hex_id and oracle.controller(state, place) is side:
            yield [edits.base(side, place)]
        yield from arrivals(state, side, place, good)
    if state.turn == 1 and side is JAPAN:
        yield [edits.turn(2)]


def truly_turning(state: State, side: Side, hex_id: str) -> set[str]:
    good, found = stands(state, side, hex_id), set()
    for group in every_edit(state, side, hex_id, good):
        for edit in group:
            try:
                after = edits.apply(state, edit)
            except CannotEdit:
                continue
            if stands(after, side, hex_id) is not good:
                found.add(str(edit))
                break
    return found


def asked(state: State, data: st.DataObject) -> tuple[Side, str]:
    """A side and a hex: a base or an icon more often than not."""
    side = data.draw(st.sampled_from(Side))
    telling = [h for h, p in state.board.hexes.items() if p.facility]
    some = st.sampled_from(sorted({*telling, *state.bases[side]}) or sorted(state.board.hexes))
    return side, data.draw(some)


def agree(state: State, side: Side, hex_id: str) -> None:
    question = Question(state, side, hex_id)
    assert question.good is stands(state, side, hex_id)
    found = [str(t.edit) for t in question.turnings()]
    assert len(found) == len(set(found))
    assert set(found) == truly_turning(state, side, hex_id)


@examples(60)
@given(positions(most=5).map(edits.tidy), st.data())
def test_changes_are_sound_and_complete(state: State, data: st.DataObject) -> None:
    agree(state, *asked(state, data))


@examples(4)
@given(pacific(most=5).map(edits.tidy), st.data())
def test_changes_are_sound_and_complete_on_the_map(state: State, data: st.DataObject) -> None:
    agree(state, *asked(state, data))


@pytest.mark.slow
@examples(600)
@given(positions().map(edits.tidy), st.data())
def test_changes_in_many_positions(state: State, data: st.DataObject) -> None:
    agree(state, *asked(state, data))


def leant_on(state: State, side: Side, hex_id: str) -> set[tuple[str, str]]:
    """The open facts of the whole board whose other value turns the answer."""
    good = stands(state, side, hex_id)
    return {
        (place.id, key)
        for place in state.board.hexes.values()
        for key in (*FACT_KEYS, "area")
        if place.origin(key).grade.is_open
        for other in alternatives(place, key)
        if stands(evolve(state, board=state.board.with_hex(other)), side, hex_id) is not good
    }


def facts_agree(state: State, side: Side, hex_id: str) -> None:
    found = Question(state, side, hex_id).leans()
    assert {(x.hex, x.key) for x in found} == leant_on(state, side, hex_id)
    good = stands(state, side, hex_id)
    for lean in found:
        after = evolve(state, board=state.board.with_hex(lean.otherwise))
        assert stands(after, side, hex_id) is not good


@examples(60)
@given(positions(graded=True, most=5), st.data())
def test_a_fact_that_is_not_listed_never_matters(state: State, data: st.DataObject) -> None:
    facts_agree(state, *asked(state, data))


@examples(3)
@given(pacific(most=6), st.data())
def test_a_fact_of_the_map_that_is_not_listed_never_matters(
    state: State, data: st.DataObject
) -> None:
    facts_agree(state, *asked(state, data))


@pytest.mark.slow
@examples(500)
@given(positions(graded=True), st.data())
def test_facts_are_complete_in_many_positions(state: State, data: st.DataObject) -> None:
    facts_agree(state, *asked(state, data))


@examples(60)
@given(st.one_of(positions(most=6), pacific(most=6)), st.data())
def test_every_ruling_that_matters_is_listed_and_no_other(
    state: State, data: st.DataObject
) -> None:
    side, hex_id = asked(state, data)
    good = stands(state, side, hex_id)
    turning = {
        (slug, name)
        for slug in SUPPLY_SWITCHES
        for name in switches()[slug].options
        if stands(evolve(state, rulings={**state.rulings, slug: name}), side, hex_id) is not good
    }
    assert set(Question(state, side, hex_id).rulings()) == turning
