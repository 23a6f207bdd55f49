"""Bases planned ahead: their cost, whom they feed, what they cut off (6.4, 6.5, 6.6.2)."""

from __future__ import annotations

from itertools import combinations, permutations

import oracle
import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st
from strategies import at_large, examples, on, pacific, port, positions

import witp_learn as witp
from witp_learn import edits, queries
from witp_learn.model import Nation, Side, State
from witp_learn.rules.planning import (
    FREE_BASES,
    SET_UP_BASES,
    Pantry,
    approaches,
    buildable,
    cost,
    placed_at_set_up,
    plan,
    points_of,
    refused,
    suggestions,
)

JAPAN, ALLIES = Side.JAPAN, Side.ALLIES
SOURCE = port("0101", Nation.US, source=Nation.US)
ROW = tuple(port(f"01{row:02d}", Nation.US) for row in (3, 4, 6, 7))


def pearl_harbor() -> State:
    """The set-up example of 7.3 before the one base is built."""
    return edits.apply(queries.example("one_base_truk"), edits.unbase(JAPAN, "0907"))


def builds(side: Side, *hexes: str) -> list[edits.Edit]:
    return [edits.base(side, h) for h in hexes]


def why(state: State, text: str) -> list[tuple[str, str]]:
    return [(r.rule, r.why) for r in refused(state, edits.read(text))]


# Cost


@pytest.mark.clause("6.5a", "6.5b", "6.4b")
def test_each_base_on_the_map_costs_one_rp() -> None:
    state = evolve(on("base al 0103 0104", SOURCE, *ROW), trp=(9, 14))
    found = cost(state, ALLIES)
    assert (found.due, found.points, found.left, found.short) == (2, 14, 12, 0)
    assert str(found) == "2 bases: 2 RP of 14, 12 left (6.5)"
    assert cost(state, JAPAN).due == 0
    fewer = edits.apply(state, edits.unbase(ALLIES, "0103"))
    assert str(cost(fewer, ALLIES)) == "1 base: 1 RP of 14, 13 left (6.5)"
    assert str(cost(evolve(state, trp=None), ALLIES)) == "2 bases: 2 RP (6.5)"


@pytest.mark.clause("6.5c", "6.5d")
def test_bases_beyond_the_points_must_go() -> None:
    state = evolve(on("base al 0103 0104 0106", SOURCE, *ROW), trp=(0, 1))
    found = cost(state, ALLIES)
    assert (found.due, found.left, found.short) == (3, 0, 2)
    assert "2 must go, the opponent chooses which" in str(found)


@pytest.mark.clause("5.3a", "6.6.2b", "12.1a", "12.1b")
def test_turn_one_has_fixed_points_and_free_allied_bases() -> None:
    state = on("base al 0103; turn 1", SOURCE, *ROW)
    assert (points_of(state, JAPAN), points_of(state, ALLIES)) == (20, 0)
    assert str(cost(state, ALLIES)) == "1 base, free on turn 1 (6.6.2)"
    assert cost(evolve(state, turn=2), ALLIES).due == 1
    assert points_of(evolve(state, turn=2), ALLIES) is None


# What may be done


@pytest.mark.clause("6.4a", "6.4c", "6.4d")
def test_a_base_built_now_stays_and_one_removed_may_be_built_anew() -> None:
    state = on("base al 0103", SOURCE, *ROW)
    texts = ("base al 0104", "unbase al 0104", "unbase al 0103", "base al 0103", "unbase al 0107")
    found = plan(state, ALLIES, [edits.read(t) for t in texts])
    assert [s.allowed for s in found.steps] == [True, False, True, True, False]
    assert [r.rule for s in found.steps for r in s.refusals] == ["6.4d", "6.4a"]
    assert not found.allowed and set(found.end.bases[ALLIES]) == {"0103", "0104"}
    assert "not allowed" in str(found.steps[1]) and "(6.4d)" in str(found.steps[1])


@pytest.mark.clause("6.6.2a")
def test_the_allies_build_at_most_six_on_turn_one() -> None:
    six = [h.id for h in ROW] + ["0203", "0204"]
    places = (*ROW, *(port(h, Nation.US) for h in ("0203", "0204", "0303")))
    state = on(f"base al {' '.join(six)}; turn 1", SOURCE, *places)
    assert len(six) == FREE_BASES
    assert why(state, "base al 0303") == [("6.6.2a", "six")]
    assert suggestions(state, ALLIES) == ()
    assert why(evolve(state, turn=2), "base al 0303") == []
    assert why(evolve(state, bases={**state.bases, ALLIES: tuple(six[:5])}), "base al 0303") == []


@pytest.mark.clause("6.6.2c", "6.6.2e", "6.6.2f")
def test_after_the_option_no_allied_base_is_built_on_turn_one() -> None:
    state = at_large(f"base al {' '.join(SET_UP_BASES)}; turn 1")
    assert placed_at_set_up(state)
    assert why(state, "base al 0407") == [("6.6.2e", "set_up")]
    assert suggestions(state, ALLIES) == ()
    assert cost(state, ALLIES).due == 0
    assert plan(at_large("turn 1"), ALLIES, builds(ALLIES, "0407"), set_up=True).allowed is False
    assert why(state, "unbase al 0607") == []
    later = evolve(state, turn=2)
    assert not placed_at_set_up(later)
    assert all(rule != "6.6.2e" for rule, _ in why(later, "base al 0407"))


def test_a_plan_is_of_one_side_and_of_bases() -> None:
    state = pearl_harbor()
    for text in ("base al 0607", "flip 0507 jp A"):
        with pytest.raises(ValueError, match="Japanese bases"):
            plan(state, JAPAN, [edits.read(text)])
    with pytest.raises(ValueError, match="1 to 3"):
        suggestions(state, JAPAN, 4)


# Whom it feeds


@pytest.mark.clause("7.3l", "7.3m", "7.3n", "7.3o")
def test_one_base_for_pearl_harbor() -> None:
    state = pearl_harbor()
    told = {s.hexes: str(s) for s in suggestions(state, JAPAN)}
    assert told["0907",] == "Truk: feeds Marshalls L; Hainan L, Saigon A and Palau A stay out"
    assert told["0605",] == "Taiwan: feeds Hainan L, Saigon A and Palau A; Marshalls L stays out"
    both = [s.hexes for s in suggestions(state, JAPAN, 2) if not s.out]
    assert ("0605", "0907") in both and all(len(h) == 2 for h in both)
    spring = evolve(state, turn=2)
    assert all(s.out for s in suggestions(spring, JAPAN, 2))


@pytest.mark.clause("6.1c", "6.2c", "7.3m")
def test_a_plan_tells_cost_units_and_what_links_it() -> None:
    found = plan(pearl_harbor(), JAPAN, builds(JAPAN, "0907", "0605", "0507"))
    assert found.allowed and found.out == () and found.starved == ()
    assert [len(s.fed) for s in found.steps] == [1, 3, 0]
    assert str(found.steps[0]) == (
        "Build at Truk: allowed, linked to the supply source at Kure. "
        "1 base: 1 RP of 20, 19 left (6.5). Now fed: Marshalls L."
    )
    assert "linked to the base at Taiwan" in str(found.steps[2])
    assert str(found).endswith("Nobody is out of supply after it.")
    alone = plan(pearl_harbor(), JAPAN, builds(JAPAN, "0507"))
    assert not alone.allowed and "(6.3b)" in str(alone)
    assert "Out of supply after it: " in str(alone)


@pytest.mark.clause("6.5e", "6.5f")
def test_a_base_that_is_cut_off_by_a_removal_still_feeds() -> None:
    state = on("base al 0104 0107; 0107 us L; 0104 us L", SOURCE, *ROW)
    (step,) = plan(state, ALLIES, [edits.unbase(ALLIES, "0104")]).steps
    assert step.cut_off == ("0107",)
    assert [u.hex for u in step.starved] == ["0104"]
    assert "Cut off: 0107; it still feeds units (6.5)" in str(step)
    back = plan(step.state, ALLIES, builds(ALLIES, "0104"))
    assert back.steps[0].linked == ("0107",)
    assert [u.hex for u in Pantry(state, ALLIES).hanging_by("0104")] == ["0104"]


def test_plans_and_suggestions_as_notebooks_ask_for_them() -> None:
    state = pearl_harbor()
    found = witp.plan_bases(state, "japan", "base jp 0907", "base jp 0605")
    assert found.allowed and found.cost.due == 2
    assert found == plan(state, JAPAN, builds(JAPAN, "0907", "0605"))
    assert witp.suggest_bases(state, "japan")[0].hexes == ("0605",)
    with pytest.raises(witp.Unreadable):
        witp.plan_bases(state, "japan", "build 0907")
    table = witp.bases(found.end, "japan")
    assert [row.hex for row in table][:2] == ["0605", "0907"]
    assert table["Truk"].good and table.site("0907").is_base
    assert "Truk" in str(table["0907"].answer.verdict)
    faces = table._repr_mimebundle_()
    assert faces["text/html"].count("<tr>") == 1 + len(list(table))
    with pytest.raises(witp.Unreadable):
        table["9999"]


def out_of(state: State, side: Side) -> set[int]:
    units = enumerate(zip(state.units, oracle.judge(state), strict=True))
    return {i for i, (u, ok) in units if u.side is side and not ok}


@examples(80)
@given(st.one_of(positions(most=6), pacific(most=6)).map(edits.tidy), st.data())
def test_whom_a_base_feeds_against_the_whole_check(state: State, data: st.DataObject) -> None:
    side = data.draw(st.sampled_from(Side))
    pantry = Pantry(state, side)
    starving = [state.units[i] for i in sorted(out_of(state, side))]
    assert list(pantry.starving) == starving
    for place in oracle.can_build(state, side)[:3]:
        after = edits.apply(state, edits.base(side, place))
        gained = out_of(state, side) - out_of(after, side)
        assert list(pantry.fed_by([place])) == [state.units[i] for i in sorted(gained)]
    for base in state.bases[side]:
        after = edits.apply(state, edits.unbase(side, base))
        lost = out_of(after, side) - out_of(state, side)
        assert list(pantry.hanging_by(base)) == [state.units[i] for i in sorted(lost)]


@examples(40)
@given(st.one_of(positions(most=6), pacific(most=6)).map(edits.tidy), st.data())
def test_a_plan_against_the_whole_check(state: State, data: st.DataObject) -> None:
    side = data.draw(st.sampled_from(Side))
    held = oracle.held(state, side) or sorted(state.board.hexes)
    hexes = data.draw(st.lists(st.sampled_from(held), max_size=3, unique=True))
    found = plan(state, side, builds(side, *hexes), set_up=False)
    here = state
    for step in found.steps:
        full = state.turn == 1 and side is ALLIES and len(here.bases[side]) >= FREE_BASES
        may = step.edit.at in oracle.can_build(here, side) and not full
        assert step.allowed is may
        after = edits.apply(here, step.edit) if may else here
        assert step.state == after
        old, new = oracle.judge(here), oracle.judge(after)
        pairs = tuple(zip(after.units, old, new, strict=True))
        assert step.fed == tuple(u for u, a, b in pairs if b and not a)
        assert step.starved == tuple(u for u, a, b in pairs if a and not b)
        cut = set(oracle.network(here, side)) - set(oracle.network(after, side))
        assert set(step.cut_off) == cut
        here = after
    assert found.end == here and str(found)


@examples(25)
@given(positions(most=6).map(edits.tidy), st.data())
def test_suggestions_are_all_that_can_be_built(state: State, data: st.DataObject) -> None:
    side = data.draw(st.sampled_from(Side))
    state = evolve(state, turn=max(2, state.turn))
    ones = suggestions(state, side)
    assert sorted(s.hexes[0] for s in ones) == oracle.can_build(state, side)
    assert [s.count for s in ones] == sorted((s.count for s in ones), reverse=True)
    pairs = {frozenset(s.hexes) for s in suggestions(state, side, 2) if len(s.hexes) == 2}
    held = oracle.held(state, side)
    for pair in combinations(held[:6], 2):
        orders = [plan(state, side, builds(side, *order)) for order in permutations(pair)]
        if frozenset(pair) in pairs:
            assert any(p.allowed for p in orders)
    for first in oracle.can_build(state, side)[:3]:
        after = edits.apply(state, edits.base(side, first))
        assert list(buildable(state, side, (first,))) == oracle.can_build(after, side)


@pytest.mark.clause("6.2c", "6.6.2a", "7.1b")
def test_a_row_of_bases_is_named_for_units_that_no_single_base_feeds() -> None:
    state = queries.scenario("standard")
    found = approaches(state, Side.ALLIES)
    assert str(found[0]) == "Manila L and Manila A: Palembang, then Leyte"
    for one in found:
        assert one.possible and len(one.hexes) > 1
        end = plan(state, Side.ALLIES, [edits.base(Side.ALLIES, h) for h in one.hexes])
        assert end.allowed and set(one.units) <= set(end.fed)
    assert approaches(queries.example("one_base_taiwan"), Side.ALLIES) == ()
