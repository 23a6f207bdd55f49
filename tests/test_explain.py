"""Values with reasons: every node follows from its parts, and a false one is found out."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st
from strategies import at_large, examples, pacific, positions

from witp_learn.explain import (
    LEAVES,
    OPERATIONS,
    Answer,
    Change,
    Fact,
    Reason,
    RulingEffect,
    Tab,
    Test,
    faults,
    number,
    say,
)
from witp_learn.model import Kind, Nation, Side, State, Step, Terrain, Unit
from witp_learn.rules.resources import first_to_act, trp, turn_1_points, upkeep
from witp_learn.rules.supply import check, judge


def leaf(value: Any, op: str = "state", **kw: Any) -> Reason:
    return Reason(value, f"leaf {value}", op, **kw)


@pytest.mark.parametrize(
    ("op", "parts", "value"),
    [
        ("all", [True, True], True),
        ("all", [True, False], False),
        ("all", [], True),
        ("any", [False, True], True),
        ("any", [], False),
        ("none", [False, False], True),
        ("none", [False, True], False),
        ("sum", [1, 2, 3], 6),
        ("difference", [10, 3, 2], 5),
        ("count", [True, False, True], 2),
        ("at_most", [2, 2], True),
        ("at_most", [3, 2], False),
        ("smallest", [4, 2, 9], 2),
        ("same", ["x"], "x"),
        ("above_zero", [-4], 0),
        ("above_zero", [4], 4),
        ("sum", [Fraction(1, 2), Fraction(1, 3)], Fraction(5, 6)),
    ],
)
def test_operations(op: str, parts: list[Any], value: Any) -> None:
    found = number("a node", op, *(leaf(p) for p in parts))
    assert found.value == value
    assert faults(found) == []
    assert set(OPERATIONS) & set(LEAVES) == set()


def test_a_node_that_lies_is_found_out() -> None:
    parts = (leaf(True), leaf(False))
    lie = Reason(True, "both hold", "all", parts)
    assert faults(lie) == ["'both hold': says True, its parts give False"]
    above = number("so it goes", "same", lie)
    assert len(faults(above)) == 1


def test_leaves_have_no_parts_and_nodes_know_their_operation() -> None:
    assert faults(Reason(1, "odd", "data", (leaf(1),))) == ["'odd': a leaf with parts"]
    assert faults(Reason(1, "odd", "guess", (leaf(1),))) == ["'odd': no operation 'guess'"]
    assert faults(Reason(1, "fine", "die")) == []


def test_a_reason_says_itself() -> None:
    found = number("total", "sum", leaf(1, rules=("5.1a",)), leaf(2), rules=("5.1c",))
    assert str(found) == "total (5.1c)\n  leaf 1 (5.1a)\n  leaf 2"
    assert found.clause_ids() == ("5.1c", "5.1a")
    assert [x.value for x in found.leaves()] == [1, 2]
    assert list(number("empty", "any").leaves()) == []


def test_words_are_filed_and_filled_in() -> None:
    assert say("line.open", place="Guam") == "A line may run through Guam"
    assert say("zone.covered", place="Guam", side="Allied") == "Guam lies in an Allied air zone"
    assert say("line.enemy_unit", place="Guam", side="Allied") == "An Allied unit is at Guam"
    assert say("zone.covered", place="Guam", side="US").endswith("in a US air zone")
    with pytest.raises(KeyError):
        say("line.no_such_words")


def sample_answer() -> Answer:
    row = Test("enemy_azoc", "Enemy air zone", "Rabaul A", True, "A note.", ("7.1g",))
    return Answer(
        good=False,
        verdict="X is out of supply. It will be attrited.",
        deciding="One fact.",
        tabs=(
            Tab("1109", "1109", (row,)),
            Tab("1209", "1209", (evolve(row, stops=False, result="none"),)),
        ),
        changes=(Change("flip 1008 jp A", "Rabaul air unit attrited"),),
        facts=(Fact("1209", "icon", "1209: no port", "assumed", "no reason", "1209: a port"),),
        rulings=(RulingEffect("supply-range-three", "b", "words"),),
        rules=("7.1c",),
        heading="One change that would bring it in",
    )


def test_an_answer_keeps_its_six_parts_in_order() -> None:
    text = str(sample_answer())
    order = [
        "X is out of supply",
        "One fact.",
        "1109: stopped",
        "x Enemy air zone: Rabaul A (7.1g)",
        "1209: open",
        "- Enemy air zone: none (7.1g)",
        "One change that would bring it in",
        "Rabaul air unit attrited",
        "Rests on 1 assumed map fact and 1 ruling.",
        "1209: no port (assumed: no reason)",
        "ruling supply-range-three: words",
        "Rules: 7.1c",
    ]
    places = [text.index(piece) for piece in order]
    assert places == sorted(places)


def test_what_an_answer_rests_on_is_counted() -> None:
    bare = Answer(True, "In.", "Near.")
    assert bare.leans_on() == "Rests on 0 assumed map facts and 0 rulings."


# Over real positions


@examples(120)
@given(st.one_of(positions(), pacific()))
def test_no_reason_of_a_supply_check_lies(state: State) -> None:
    for found in check(state):
        assert faults(found.reason) == []
        assert bool(found.reason.value) is found.in_supply
        assert all(part.op in LEAVES for part in found.reason.leaves())
        assert all(part.op == "data" or not part.grade for part in found.reason.leaves())


def test_no_other_reason_lies() -> None:
    state = at_large("base jp 0605 0907; 1009 us A")
    for found in (
        trp(13, 6, 3, {"event": 2}),
        turn_1_points(Side.JAPAN),
        first_to_act((3, 3), state.phase),
        upkeep(state, Side.JAPAN, 1).reason,
    ):
        assert faults(found) == []


def recomputed(reason: Reason, flips: Callable[[Reason], bool]) -> Reason:
    """The reason with the leaves that ``flips`` picks turned round, and every node anew."""
    if reason.op in LEAVES:
        return evolve(reason, value=not reason.value) if flips(reason) else reason
    parts = tuple(recomputed(part, flips) for part in reason.parts)
    return evolve(reason, parts=parts, value=OPERATIONS[reason.op]([p.value for p in parts]))


def with_air(state: State, hex_id: str, side: Side, full: bool) -> State:
    """The position with every air unit of a side in a hex turned over, or a full one added."""
    if full:
        nation = Nation.JAPAN if side is Side.JAPAN else Nation.US
        return evolve(state, units=(*state.units, Unit(hex_id, nation, Kind.AIR)))
    return evolve(
        state,
        units=tuple(
            evolve(u, state=Step.ATTRITED)
            if u.hex == hex_id and u.side is side and u.kind is Kind.AIR
            else u
            for u in state.units
        ),
    )


def with_mountain(state: State, hex_id: str) -> State:
    place = state.board[hex_id]
    return evolve(state, board=state.board.with_hex(evolve(place, mountain=not place.mountain)))


@examples(80)
@given(positions(most=6))
def test_a_leaf_turned_round_foretells_the_same_change_on_the_map(state: State) -> None:
    """The root follows from its leaves as the rules follow from the position (7.1)."""
    state = evolve(
        state, rulings={k: v for k, v in state.rulings.items() if k != "supply-simultaneity"}
    )
    for unit in [u for u in state.units if not u.kind.is_fleet][:3]:
        root = judge(state, unit).reason
        leaves = {(x.what, x.hexes[0], bool(x.value)) for x in root.leaves() if len(x.hexes) == 1}
        for what, hex_id, value in sorted(leaves):
            if what == "mountain":
                changed = with_mountain(state, hex_id)
            elif what == "projects":
                changed = with_air(state, hex_id, unit.side.enemy, not value)
            elif what == "lifts":
                changed = with_air(state, hex_id, unit.side, not value)
            else:
                continue
            turned = recomputed(root, lambda r, w=what, h=hex_id: (r.what, r.hexes) == (w, (h,)))
            assert faults(turned) == []
            assert bool(turned.value) is judge(changed, unit).in_supply


@examples(100)
@given(positions(most=6))
def test_what_is_not_in_the_tree_does_not_matter(state: State) -> None:
    state = evolve(state, rulings={})
    for unit in state.units:
        found = judge(state, unit)
        named = {h for part in found.reason.leaves() for h in part.hexes} | {unit.hex}
        far = [h for h in state.board.hexes if h not in named]
        board = state.board
        for hex_id in far:
            if not board[hex_id].mountain and unit.kind is not Kind.NAVAL:
                board = board.with_hex(evolve(board[hex_id], mountain=True, terrain=Terrain.LAND))
        assert judge(evolve(state, board=board), unit).in_supply is found.in_supply
