"""The battle as a tree of reasons: no node lies, and a changed leaf changes what is above it."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from attrs import evolve
from combat_positions import SWITCHES, Case, cases
from hypothesis import given, settings
from hypothesis import strategies as st

from witp_learn import edits
from witp_learn.components import board
from witp_learn.explain import LEAVES, Reason, faults
from witp_learn.model import Side
from witp_learn.position import read_line
from witp_learn.position.check import settled
from witp_learn.rules.combat.record import Combat, fight_out
from witp_learn.rules.combat.strength import Term
from witp_learn.rules.combat.tally import SIDES
from witp_learn.rules.combat_answers.ledger import ledger
from witp_learn.rules.combat_answers.sheet import sheet

SINGAPORE = "turn 1; 0407 jp 2N(2L); 0507 jp A; 0407 cw N L A"
MANILA = "turn 4; 0606 jp 2C 4N(2L); 0707 jp A; 0507 jp A; 0606 us A L; 0606 cw 2N 2L"

Path = tuple[str, ...]


def fought(line: str, hex_id: str, *dice: int) -> Combat:
    return fight_out(read_line(line, board()), hex_id, dice)


def by_path(reason: Reason, above: Path = ()) -> Iterator[tuple[Path, Reason]]:
    here = (*above, reason.what)
    yield here, reason
    for part in reason.parts:
        yield from by_path(part, here)


def find(reason: Reason, what: str) -> Reason:
    return next(node for path, node in by_path(reason) if path[-1] == what)


def long_fight(case: Case, rng: Random) -> Combat:
    return fight_out(case.state, case.hex, case.dice(rng))


# -- no node lies


@settings(max_examples=150, deadline=None)
@given(cases(switched=25), st.randoms(use_true_random=False), st.integers(0, 6))
def test_every_node_follows_from_its_parts_in_any_fight_however_far_it_is(
    case: Case, rng: Random, steps: int
) -> None:
    combat = fight_out(case.state, case.hex, case.dice(rng), steps=steps)
    for index, battle in enumerate(combat.battles):
        tree = ledger(combat, index)
        assert faults(tree) == []
        paths = [path for path, _ in by_path(tree)]
        assert len(set(paths)) == len(paths), "two nodes with one name"
        assert all(leaf.op in LEAVES and leaf.text for leaf in tree.leaves())
        for at, side in enumerate(SIDES):
            found = find(tree, f"strength.{side.value}")
            assert found.value == battle.stakes.strength[at]
            assert [part.value for part in found.parts] == [t.value for t in battle.lines[at]]


@settings(max_examples=100, deadline=None)
@given(cases(switched=25), st.randoms(use_true_random=False))
def test_the_tree_has_the_numbers_of_the_battle(case: Case, rng: Random) -> None:
    combat = long_fight(case, rng)
    for index, battle in enumerate(combat.battles):
        tree, tally = ledger(combat, index), battle.tally
        assert tally is not None
        assert tally.winner is not None
        lose = SIDES.index(tally.winner.enemy)
        assert find(tree, "difference").value == tally.difference
        assert find(tree, "loser_hits").value == tally.hits[lose]
        assert find(tree, "winner_hits").value == tally.hits[1 - lose]
        values = {line.key: line.value for line in sheet(combat, index).lines}
        for side in Side:
            assert find(tree, f"extra.{side.value}").value == values[f"extra_{side.value}"]
        for at in range(2):
            assert values[f"extra_{SIDES[at].value}"] >= battle.air_hits[at]


def test_a_node_that_says_something_else_is_found_out() -> None:
    tree = ledger(fought(MANILA, "0606", 4, 5, 3, 1), 0)
    lie = evolve(find(tree, "difference"), value=21)
    assert faults(lie)


# -- a changed leaf changes what is above it, and nothing else


def changed_rightly(old: Reason, new: Reason) -> None:
    """Nodes whose leaves are all the same are the same; all others are worked out anew."""
    before, after = dict(by_path(old)), dict(by_path(new))
    for path in before.keys() & after.keys():
        if tuple(before[path].leaves()) == tuple(after[path].leaves()):
            assert before[path] == after[path], path
    assert faults(new) == []


def turned(case: Case, rng: Random) -> Case:
    """The case with one counter turned over, written as a position that was read writes it."""
    state = case.state
    state = evolve(state, units=tuple(settled(u, state.board) for u in state.units))
    units = [u for u in state.units if u.hex == case.hex or u.kind.value == "air"]
    flip = edits.flip(evolve(rng.choice(units), count=1))
    return Case(edits.apply(state, flip), case.hex)


@settings(max_examples=100, deadline=None)
@given(cases(switched=25), st.randoms(use_true_random=False))
def test_a_unit_turned_over_changes_only_the_nodes_above_it(case: Case, rng: Random) -> None:
    combat = long_fight(case, rng)
    if not combat.battles:
        return
    other = turned(case, rng)
    dice = [die for roll in combat.battles[0].rolls[-1:] for die in roll]
    pair = [fight_out(c.state, c.hex, dice) for c in (case, other)]
    if all(c.battles and c.battles[0].battle == pair[0].battles[0].battle for c in pair):
        changed_rightly(ledger(pair[0], 0), ledger(pair[1], 0))


@settings(max_examples=100, deadline=None)
@given(cases(switched=25), st.randoms(use_true_random=False), st.integers(1, 6))
def test_a_changed_die_changes_only_the_nodes_above_it(case: Case, rng: Random, die: int) -> None:
    japan, allies = rng.randint(1, 6), rng.randint(1, 6)
    pair = [fight_out(case.state, case.hex, (d, allies)) for d in (japan, die)]
    if not pair[0].battles:
        return
    trees = [ledger(combat, 0) for combat in pair]
    changed_rightly(*trees)
    for path, node in by_path(trees[1]):
        rolled = any(leaf.what == "die.japan" for leaf in node.leaves())
        old = dict(by_path(trees[0])).get(path)
        if not rolled and old is not None and tuple(old.leaves()) == tuple(node.leaves()):
            assert node == old


@settings(max_examples=100, deadline=None)
@given(cases(switched=0), st.randoms(use_true_random=False), st.sampled_from(sorted(SWITCHES)))
def test_another_reading_changes_only_the_nodes_above_it(
    case: Case, rng: Random, slug: str
) -> None:
    dice = case.dice(rng)[:2]
    state = evolve(case.state, rulings={slug: SWITCHES[slug][-1]})
    pair = [fight_out(s, case.hex, dice) for s in (case.state, state)]
    if all(c.battles for c in pair) and pair[0].battles[0].battle == pair[1].battles[0].battle:
        changed_rightly(ledger(pair[0], 0), ledger(pair[1], 0))


# -- the printed cases


@pytest.mark.clause("14.1aj", "9.3c", "9.6.1a", "9.6.1b", "9.6.1c")
def test_the_fleet_combat_of_manila_number_by_number() -> None:
    tree = ledger(fought(MANILA, "0606", 4, 5, 3, 1), 0)
    wanted = {
        "strength.japan": 16,
        "strength.allies": 4,
        "total.japan": 20,
        "total.allies": 9,
        "difference": 11,
        "loser_hits": 6,
        "half": 3,
        "winner_hits": 2,
        "extra.japan": 1,
        "extra.allies": 0,
        "leaves": True,
        "pairs.japan": 2,
    }
    assert {what: find(tree, what).value for what in wanted} == wanted
    assert "9.6.1c" in find(tree, "loser_hits").rules


@pytest.mark.clause("9.6.2r", "9.6.2s", "9.6.2t", "9.6.2u", "9.6.2x")
@pytest.mark.parametrize(("reading", "japan", "gap"), [("a", 1, 3), ("b", 2, 2)])
def test_the_landing_of_singapore_by_both_readings(reading: str, japan: int, gap: int) -> None:
    line = f"{SINGAPORE}; ruling transport-hit-vs-singapore={reading}"
    tree = ledger(fought(line, "0407", 6, 5, 1, 6), 1)
    assert find(tree, "total.japan").value == japan
    assert find(tree, "total.allies").value == 4
    assert find(tree, "difference").value == gap
    assert find(tree, "loser_hits").value == 1
    assert find(tree, "winner_hits").value == 0
    assert find(tree, "extra.japan").rules == ("9.6.2b",)
    assert find(tree, "extra.allies").rules == ("9.6.2a",)


@pytest.mark.clause("9.5.1e", "2.2.2b")
def test_what_gives_nothing_stays_in_the_tree_with_its_reason() -> None:
    tree = ledger(fought(SINGAPORE, "0407", 6, 5, 1, 6), 1)
    zeros = [n for _, n in by_path(tree) if n.what.startswith("line.") and n.value == 0]
    texts = " / ".join(dict.fromkeys(node.text for node in zeros))
    assert "Saigon: 0, attrited" in texts
    assert "0, none on turn 1 against Japan" in texts
    assert "0, this side lands" in texts


def test_before_the_dice_there_are_two_strengths_and_no_more() -> None:
    tree = ledger(fought(MANILA, "0606"), 0)
    assert [part.what for part in tree.parts] == ["strength.japan", "strength.allies"]
    assert tree.value == "16, 4"
    assert all(leaf.op != "die" for leaf in tree.leaves())


@pytest.mark.clause("9.6.2g")
@pytest.mark.parametrize(
    ("die", "hits", "rule"), [(6, 1, "9.6.2g"), (5, 1, "9.6.2d"), (4, 0, "9.6.2a")]
)
def test_a_six_at_sea_hits_a_carrier_instead_of_air_units(die: int, hits: int, rule: str) -> None:
    tree = ledger(fought("0606 jp C A 4N; 0606 us N", "0606", 3, die), 0)
    found = find(tree, "extra.japan")
    assert found.value == hits
    assert rule in found.rules


@pytest.mark.clause("9.6.1b")
@pytest.mark.parametrize(("reading", "hits"), [("a", 1), ("b", 4), ("c", 1)])
def test_what_the_winners_hits_are_half_of_is_a_leaf(reading: str, hits: int) -> None:
    line = f"0606 jp 2C; 0507 jp 3A; 0606 us 4N; ruling winner-hits-basis={reading}"
    tree = ledger(fought(line, "0606", 6, 1), 0)
    assert find(tree, "difference").value == 11
    assert find(tree, "loser_hits").value == 2
    assert find(tree, "reading.winner-hits-basis").value == reading
    assert find(tree, "winner_hits").value == hits


def test_a_line_knows_its_hex_for_the_map() -> None:
    combat = fought(MANILA, "0606", 4, 5)
    tree = ledger(combat, 0)
    lines: list[Term] = [t for side in combat.battles[0].lines for t in side]
    nodes = [n for p, n in by_path(tree) if p[-1].startswith("line.") and p[1] == "winner"]
    assert [n.hexes for n in nodes] == [(t.at[:4],) for t in lines]


# -- how well a leaf is known


@pytest.mark.clause("9.6.1b", "9.6.2d", "9.6.2e")
@pytest.mark.parametrize("reading", ["a", "b"])
def test_a_reading_is_never_told_as_printed(reading: str) -> None:
    line = (
        "0606 jp 4N; 0507 jp A; 0707 jp A; 0606 us 2N; "
        f"ruling air-hits-total-vs-each={reading}; ruling winner-hits-basis={reading}"
    )
    tree = ledger(fought(line, "0606", 3, 5), 0)
    assert faults(tree) == []
    readings = [leaf for leaf in tree.leaves() if leaf.what.startswith("reading.")]
    slugs = {leaf.what.removeprefix("reading.") for leaf in readings}
    assert slugs == {"air-hits-total-vs-each", "winner-hits-basis"}
    assert {leaf.grade for leaf in readings} == {"assumed"}
    assert find(tree, "extra.japan").value == (1 if reading == "a" else 2)
    printed = [leaf for leaf in tree.leaves() if leaf.grade == "printed"]
    assert all(leaf.rules for leaf in printed)
    assert not any("in all" in leaf.text for leaf in tree.leaves())


@pytest.mark.clause("9.6.2g")
@pytest.mark.parametrize(
    ("line", "choices", "left"),
    [
        ("0606 jp C A 4N; 0606 us N", (), True),
        ("0606 jp C- A; 0606 us 2N", (), False),
        ("0606 jp C- N- A; 0606 us 4N", ("hit naval 0606",), False),
    ],
)
def test_whether_a_carrier_is_left_follows_from_the_hits(
    line: str, choices: tuple[str, ...], left: bool
) -> None:
    combat = fight_out(read_line(line, board()), "0606", (1, 6), choices)
    tree = ledger(combat, 0)
    assert faults(tree) == []
    node = find(tree, "carrier_left.japan")
    assert node.value == (1 if left else 2)
    assert any(leaf.op == "die" for leaf in node.leaves())
    assert find(node, "some_carrier.japan").value is left
    assert find(node, "carriers_left.japan").value == int(left)
