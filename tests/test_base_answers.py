"""What a base and a building site hang by, and how their answers read (6)."""

from __future__ import annotations

from collections.abc import Iterator

import oracle
import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st
from strategies import SUPPLY_SWITCHES, allowed_kinds, examples, pacific, positions

from witp_learn import edits
from witp_learn.edits import CannotEdit
from witp_learn.model import Kind, Nation, Side, State, Step, Unit
from witp_learn.rulebook import switches
from witp_learn.rules.base_leaning import FACT_KEYS, Question
from witp_learn.rules.leaning import alternatives

JAPAN, ALLIES = Side.JAPAN, Side.ALLIES


def stands(state: State, side: Side, hex_id: str) -> bool:
    """Whether the base there is linked, or one could be built, by the independent judge."""
    if hex_id in state.bases[side]:
        return hex_id in oracle.network(state, side)
    return hex_id in oracle.can_build(state, side)


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
        if place.facility and oracle.controller(state, hex_id) is enemy:
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
