"""Edits of a position: what each does, what is refused, and that all of them can be undone."""

from __future__ import annotations

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st
from strategies import allowed_kinds, at_large, examples, pacific, positions

import witp_learn as witp
from witp_learn import edits
from witp_learn.edits import CannotEdit, Edit
from witp_learn.files import Unreadable
from witp_learn.model import Kind, Nation, Side, State, Unit
from witp_learn.position import write_file, write_line
from witp_learn.position.check import fatal
from witp_learn.rulebook import switches


def after(text: str, *changes: str) -> str:
    """The units and bases of a line after edits, as a line again."""
    return write_line(witp.edit(at_large(text), *changes)).removeprefix("turn 2").removeprefix("; ")


@pytest.mark.parametrize(
    ("text", "change", "result"),
    [
        ("1009 us A", "flip 1009 us A", "1009 us A-"),
        ("1009 us A-", "flip 1009 us A-", "1009 us A"),
        ("1009 us 2A", "flip 1009 us A", "1009 us A A-"),
        ("1009 us A A-", "flip 1009 us A", "1009 us 2A-"),
        ("1009 us A=4", "flip 1009 us A=4", "1009 us A-=4"),
        ("1009 us 2L", "remove 1009 us L", "1009 us L"),
        ("1009 us L", "remove 1009 us L", ""),
        ("", "add 1009 us L", "1009 us L"),
        ("1009 us L", "add 1009 us L", "1009 us 2L"),
        ("1009 us L", "add 0909 jp A-", "0909 jp A-; 1009 us L"),
        ("1009 us L", "move 1009 us L 0909", "0909 us L"),
        ("1009 us 3L", "move 1009 us L 0909", "0909 us L; 1009 us 2L"),
        ("1009 us N", "move 1009 us N 0406", "0406E us N"),
        ("1009 us N(L)", "move 1009 us N 0406W", "0406W us N(L)"),
        ("1009 us 2N(L)", "move 1009 us N 0909", "0909 us N; 1009 us N(L)"),
        ("1009 us 2N(2L-)", "move 1009 us N 0909", "0909 us N(L-); 1009 us N(L-)"),
        ("1009 us N", "move 1009 us N 0406W", "0406W us N"),
        ("1009 us L", "move 1009 us L 0406W", "0406 us L"),
        ("1009 us N(L)", "move 1009 us (L) 1009", "1009 us N L"),
        ("1009 us N(L)", "flip 1009 us (L)", "1009 us N(L-)"),
        ("1009 us N(L)", "remove 1009 us N", ""),
        ("1009 us 2N(L)", "remove 1009 us N", "1009 us N(L)"),
        ("1009 us N(L)", "remove 1009 us (L)", "1009 us N"),
        ("1009 us N", "add 1009 cw (L)", "1009 us N; 1009 cw (L)"),
        ("", "base al 1110", "base al 1110"),
        ("base jp 0907", "base jp 0605", "base jp 0605 0907"),
        ("base al 1110", "unbase al 1110", ""),
        ("0406W jp N", "flip 0406W jp N", "0406W jp N-"),
        ("0406 jp A", "flip 0406W jp A", "0406 jp A-"),
    ],
)
def test_what_an_edit_does(text: str, change: str, result: str) -> None:
    assert after(text, change) == result


def test_turns_and_rulings() -> None:
    state = witp.edit(at_large(""), "turn 1", "ruling supply-range-three=b")
    assert state.turn == 1
    assert dict(state.rulings) == {"supply-range-three": "b"}
    assert witp.edit(state, "ruling supply-range-three=a").rulings == {}


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "an edit starts with flip, remove, add, move, base, unbase, turn or ruling"),
        ("flop 1009 us A", "Did you mean flip?"),
        ("flip", "a hex, a nation (jp, us, cw or cn) and a counter"),
        ("flip 1009 us", "and a counter"),
        ("flip 1009 us A 0909", "and a counter"),
        ("flip 1009 uk A", "a nation (jp, us, cw or cn)"),
        ("flip 1O09 us A", "did you mean 1009?"),
        ("flip 109 us A", "four digits"),
        ("flip 1009 us X", "a counter reads like 2L or A-"),
        ("move 1009 us L", "write move"),
        ("move 1009 us L far", "no such hex"),
        ("base 1110", "base jp or base al"),
        ("base us 1110", "base jp or base al"),
        ("unbase al", "unbase jp or unbase al"),
        ("turn", "write turn and one value"),
        ("ruling a b", "write ruling and one value"),
    ],
)
def test_texts_that_name_no_edit(text: str, says: str) -> None:
    with pytest.raises(Unreadable) as caught:
        edits.read(text)
    assert says in caught.value.problem
    assert caught.value.piece == text


@pytest.mark.parametrize(
    ("text", "change", "says"),
    [
        ("", "flip 1009 us A", "no such counter at Guadalcanal: A"),
        ("1009 us A-", "flip 1009 us A", "no such counter at Guadalcanal: A"),
        ("1009 us A", "remove 1009 cw A", "no such counter"),
        ("", "add 1109 us L", "deep sea"),
        ("", "add 9909 us A", "no such hex"),
        ("", "add 0406 us N", "0406W or 0406E"),
        ("", "add 1009 us (L)", "no Allied naval unit"),
        ("1009 us N(L)", "add 1009 us (L)", "more cargo than naval units"),
        ("1009 us L", "move 1009 us L 1109", "deep sea"),
        ("1009 us L", "move 1009 us L 9909", "no such hex"),
        ("1009 us 99L", "add 1009 us L", "must be 1 to 99"),
        ("base al 1110", "base al 1110", "already holds an Allied base"),
        ("", "base al 9999", "no such hex"),
        ("", "unbase jp 0907", "no Japanese base at Truk"),
        ("", "turn 0", "1 to 16"),
        ("", "turn 17", "1 to 16"),
        ("", "turn two", "a whole number"),
        ("", "turn " + "9" * 5000, "a whole number"),
        ("", "ruling supply-range-three=c", "no such switch or reading"),
        ("", "ruling hex-grid-parity=b", "no such switch or reading"),
        ("", "ruling supply-range-three", "no such switch or reading"),
    ],
)
def test_edits_that_lead_nowhere(text: str, change: str, says: str) -> None:
    state = at_large(text)
    with pytest.raises(CannotEdit) as caught:
        witp.edit(state, change)
    assert says in str(caught.value)
    assert "\n" not in str(caught.value) and len(str(caught.value)) < 200


@pytest.mark.parametrize("change", ["flip 1009 us 2A", "add 1009 us 2A", "move 1009 us 2A 0909"])
def test_one_counter_at_a_time(change: str) -> None:
    with pytest.raises(Unreadable, match="one counter"):
        witp.edit(at_large("1009 us 2A"), change)


@pytest.mark.parametrize(
    ("text", "change", "name"),
    [
        ("1009 us A", "flip 1009 us A", "Turned over Guadalcanal A"),
        ("1009 us A-", "remove 1009 us A-", "Removed Guadalcanal A-"),
        ("1009 us N", "add 1009 us (L)", "Added Guadalcanal (L)"),
        ("1009 us L", "move 1009 us L 0909", "Moved Guadalcanal L to Port Moresby"),
        ("", "base al 1110", "Built the Allied base at New Hebrides"),
        ("base jp 0907", "unbase jp 0907", "Took away the Japanese base at Truk"),
        ("", "turn 5", "Went to turn 5"),
        ("", "ruling supply-range-three=b", "Chose ruling supply-range-three=b"),
    ],
)
def test_names_for_the_undo_button(text: str, change: str, name: str) -> None:
    edit = edits.read(change)
    assert edits.name(at_large(text), edit) == name
    assert str(edit) == change


def test_which_hexes_an_edit_touches() -> None:
    assert edits.read("move 0406W jp N 0307").hexes == ("0406", "0307")
    assert edits.read("base al 1110").hexes == ("1110",)
    assert edits.read("turn 3").hexes == ()


# Everywhere


@st.composite
def possible(draw: st.DrawFn, state: State) -> Edit:
    """An edit that this tidy position allows."""
    verb = draw(st.sampled_from(edits.VERBS))
    hex_id = draw(st.sampled_from(sorted(state.board.hexes)))
    side = draw(st.sampled_from(Side))
    if verb in ("base", "unbase"):
        there = hex_id in state.bases[side]
        return edits.unbase(side, hex_id) if there else edits.base(side, hex_id)
    if verb == "turn":
        return edits.turn(draw(st.integers(1, 16)))
    if verb == "ruling":
        item = draw(st.sampled_from(sorted(switches().values(), key=lambda r: r.slug)))
        return Edit("ruling", value=f"{item.slug}={draw(st.sampled_from(sorted(item.options)))}")
    if verb == "add" or not state.units:
        place = state.board[hex_id]
        kind = draw(st.sampled_from(allowed_kinds(place)))
        coast = min(place.coasts, default="") if kind.is_fleet else ""
        return edits.add(Unit(hex_id + coast, draw(st.sampled_from(Nation)), kind))
    unit = draw(st.sampled_from(state.units))
    if verb == "move":
        return edits.move(unit, hex_id)
    return edits.flip(unit) if verb == "flip" else edits.remove(unit)


def inverse(state: State, edit: Edit) -> Edit | None:
    """The edit that takes this one back, where a single one can."""
    unit = edit.unit
    if unit is None:
        if edit.side is not None:
            make = edits.unbase if edit.verb == "base" else edits.base
            return make(edit.side, edit.at)
        if edit.verb == "turn":
            return edits.turn(state.turn)
        slug = edit.value.partition("=")[0]
        chosen = state.rulings.get(slug, switches()[slug].default)
        return Edit("ruling", value=f"{slug}={chosen}")
    if edit.verb == "flip":
        return edits.flip(unit.turned)
    if edit.verb == "add":
        return edits.remove(unit)
    if edit.verb == "remove":
        carries = any(u.aboard and u.at == unit.at for u in state.units)
        return None if unit.kind is Kind.NAVAL and carries else edits.add(unit)
    carries = any(u.aboard and u.at == unit.at for u in state.units)
    joins = any(u.hex == edit.to[:4] and u.kind is Kind.NAVAL for u in state.units)
    if unit.aboard or (unit.kind is Kind.NAVAL and (carries or joins)):
        return None
    coast = min(state.board[edit.to[:4]].coasts, default="") if unit.kind.is_fleet else ""
    return edits.move(evolve(unit, at=edit.to[:4] + coast), unit.at)


@examples(80)
@given(st.one_of(positions(), pacific()).map(edits.tidy), st.data())
def test_edits_taken_back_give_the_same_bytes(state: State, data: st.DataObject) -> None:
    before = write_file(state)
    back: list[Edit] = []
    now = state
    for _ in range(data.draw(st.integers(1, 6))):
        edit = data.draw(possible(now))
        undo = inverse(now, edit)
        if undo is None:
            continue
        try:
            now = edits.apply(now, edits.read(str(edit)))
        except CannotEdit:
            continue
        back.append(undo)
        assert fatal(now) is None
    for undo in reversed(back):
        now = edits.apply(now, undo)
    assert write_file(now) == before
    assert now == state


@examples(40)
@given(st.one_of(positions(), pacific()).map(edits.tidy), st.data())
def test_two_flips_are_none_and_fifty_are_none(state: State, data: st.DataObject) -> None:
    unit = evolve(data.draw(st.sampled_from(state.units)), count=1)
    once = edits.apply(state, edits.flip(unit))
    assert once != state
    now = state
    for turn in range(50):
        now = edits.apply(now, edits.flip(unit if turn % 2 == 0 else unit.turned))
    assert now == state
    assert write_file(now) == write_file(state)


@examples(80)
@given(st.one_of(positions(), pacific()), st.randoms(use_true_random=False))
def test_tidying_is_once_for_all_and_knows_no_order(state: State, random: object) -> None:
    tidy = edits.tidy(state)
    assert edits.tidy(tidy) == tidy
    mixed = list(state.units)
    random.shuffle(mixed)
    split = [evolve(u, count=1) for u in mixed for _ in range(u.count)]
    assert edits.tidy(evolve(state, units=tuple(mixed))) == tidy
    assert edits.tidy(evolve(state, units=tuple(split))) == tidy
    assert fatal(tidy) is None


@examples(80)
@given(positions().map(edits.tidy), st.data())
def test_every_edit_says_itself(state: State, data: st.DataObject) -> None:
    edit = data.draw(possible(state))
    assert edits.read(str(edit)) == edit
    assert edits.name(state, edit)
    assert set(edit.hexes) <= set(state.board.hexes)


words = st.sampled_from(
    [
        *edits.VERBS,
        *("1009", "0406W", "9909", "us", "jp", "al", "A", "L-", "(L)", "2A", "N", "3"),
        *("supply-range-three=b", "=", "²", "x"),
    ]
)


@examples(400)
@given(st.lists(words, max_size=5).map(" ".join) | st.text(max_size=12))
def test_nothing_but_the_two_errors_escapes(text: str) -> None:
    state = at_large("1009 us A N(L); 0406W jp N; base al 1110")
    try:
        assert fatal(witp.edit(state, text)) is None
    except (Unreadable, CannotEdit) as error:
        assert "\n" not in str(error)
