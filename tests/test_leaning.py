"""What a verdict hangs by: every listed change turns it, and none that would is missing (7)."""

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
from witp_learn.components import board as companion_board
from witp_learn.components import shipped_board
from witp_learn.edits import CannotEdit, Edit
from witp_learn.model import Grade, Kind, Nation, Side, State, Step, Unit
from witp_learn.rulebook import switches
from witp_learn.rules.answers import answer
from witp_learn.rules.control import holder
from witp_learn.rules.leaning import (
    FACT_KEYS,
    alternatives,
    fed,
    leans,
    open_to_doubt,
    turning_rulings,
    turnings,
)

JAPAN, ALLIES = Side.JAPAN, Side.ALLIES
NEW_HEBRIDES = (
    "base al 1110; base jp 0907; 1008 jp A; 1009 us A; 1309 us L; 1208 us L; 1207 us A; 0909 us L"
)
BASE = port("0505", Nation.US)


def listed(state: State, at: str, kind: Kind | None = None) -> set[str]:
    unit = next(u for u in state.units if u.at == at and kind in (None, u.kind))
    return {str(t.edit) for t in turnings(state, unit)}


# The example


@pytest.mark.clause("7.1g", "7.1h", "7.3j")
def test_what_port_moresby_hangs_by() -> None:
    assert listed(at_large(NEW_HEBRIDES), "0909") == {
        "flip 1009 us A",
        "remove 1009 us A",
        "unbase al 1110",
        "add 1009 jp N-",
    }


@pytest.mark.clause("7.1g", "7.1h", "7.3j")
def test_what_would_save_port_moresby() -> None:
    state = at_large(NEW_HEBRIDES.replace("1009 us A", "1009 us A-"))
    found = listed(state, "0909")
    assert {"flip 1009 us A-", "flip 1008 jp A", "remove 1008 jp A"} <= found
    assert {e for e in found if not e.startswith("base al")} == {
        "flip 1009 us A-",
        "flip 1008 jp A",
        "remove 1008 jp A",
    }
    # Every port or airfield held that feeds it: its own hex, next door, or through an open hex.
    for spot in (e.split()[-1] for e in found if e.startswith("base al")):
        built = edits.apply(state, edits.base(ALLIES, spot))
        assert "0909" not in {
            u.at for u, ok in zip(built.units, oracle.judge(built), strict=True) if not ok
        }


@pytest.mark.clause("6.1c", "6.5f")
def test_a_base_that_no_network_reaches_says_so() -> None:
    state = on("base al 0505; 0502 us A", BASE, port("0501", Nation.US))
    (unit,) = state.units
    (turning,) = turnings(state, unit)
    assert (str(turning.edit), turning.buildable) == ("base al 0501", False)
    linked = on(
        "base al 0505; 0502 us A",
        BASE,
        port("0501", Nation.US, source=None),
        port("0401", Nation.US, source=Nation.US),
    )
    assert {str(t.edit): t.buildable for t in turnings(linked, linked.units[0])} == {}
    assert "though no network reaches it now" in answer(state, unit).changes[0].text


@pytest.mark.clause("7.1c")
def test_two_open_hexes_hang_by_nothing_between() -> None:
    state = on("base al 0505; 0606 us A", BASE)
    assert listed(state, "0606") == {"unbase al 0505"}


@pytest.mark.clause("7.1e")
def test_any_enemy_unit_that_arrives_is_one_change() -> None:
    state = on("base al 0505; 0503 us A", BASE)
    (arrival,) = [t for t in turnings(state, state.units[0]) if t.arrival]
    assert arrival.edit.unit == Unit("0504", Nation.JAPAN, Kind.NAVAL, Step.ATTRITED)
    said = answer(state, state.units[0])
    assert "any Japanese unit reaches 0504" in [c.text for c in said.changes]


def test_like_rows_give_one_change() -> None:
    state = on("base al 0505; 0503 us A; 0404 jp A; 0404 jp A-; 0404 jp A", BASE)
    found = [str(t.edit) for t in turnings(state, state.units[0])]
    assert len(found) == len(set(found))


@pytest.mark.clause("7.3d")
def test_a_fleet_hangs_by_nothing() -> None:
    state = at_large("1009 us N; 1008 jp A")
    assert turnings(state, state.units[0]) == ()
    assert leans(state, state.units[0]) == ()
    assert turning_rulings(state, state.units[0]) == ()


def test_a_confirmed_fact_is_leant_on_no_more() -> None:
    state = at_large(NEW_HEBRIDES)
    samoa = next(u for u in state.units if u.at == "1309")
    assert [(x.hex, x.key) for x in leans(state, samoa)] == [("1209", "icon")]
    place = state.board["1209"]
    sure = evolve(place.origin("icon"), grade=Grade.CONFIRMED)
    known = evolve(place, origins={**place.origins, "icon": sure})
    after = evolve(state, board=state.board.with_hex(known))
    assert leans(after, samoa) == ()


@pytest.mark.clause("7.1c", "7.1j", "7.0d")
def test_the_rulings_that_would_turn_a_verdict() -> None:
    state = at_large(NEW_HEBRIDES)
    for unit in state.units:
        for slug in switches().keys() - set(SUPPLY_SWITCHES):
            for reading in switches()[slug].options:
                other = evolve(state, rulings={slug: reading})
                assert fed(other, unit) is fed(state, unit), slug
    named = {u.at: [slug for slug, _ in turning_rulings(state, u)] for u in state.units}
    assert named == {at: ["supply-range-three"] if at == "1207" else [] for at in named}
    chain = on("base al 0505; 0404 jp A; 0503 us A", BASE)
    assert ("supply-simultaneity", "b") in turning_rulings(chain, chain.units[1])


IN_TURN = "; ruling supply-simultaneity=b"


@pytest.mark.clause("7.0d", "7.2b")
def test_judged_in_turn_a_unit_about_to_be_removed_stops_nothing() -> None:
    shore = evolve(port("0504", Nation.JAPAN), facility=None, owner=None)
    state = on("base al 0505; 0503 us A; 0504 jp L" + IN_TURN, BASE, shore)
    assert not fed(state, state.units[0])
    assert {"flip 0504 jp L", "remove 0504 jp L"} <= listed(state, "0503")


@pytest.mark.clause("7.0d", "2.3.4a")
def test_judged_in_turn_a_source_comes_free_before_the_allies_are_judged() -> None:
    source = port("0505", Nation.US, source=Nation.US)
    state = on("0503 us A; 0505 jp L-" + IN_TURN, source)
    assert fed(state, state.units[0])
    assert {"flip 0505 jp L-", "add 0504 jp N-"} <= listed(state, "0503")


def test_cargo_does_not_hang_by_the_ship_that_takes_it_along() -> None:
    state = on("base al 0505; 0503 us N(L)", BASE)
    assert "remove 0503 us N" not in listed(state, "0503", Kind.LAND)


def test_other_values_of_a_fact() -> None:
    board = companion_board()
    guam, sea = board["0806"], board["1109"]
    assert list(alternatives(sea, "mountain")) == []
    assert [p.mountain for p in alternatives(guam, "mountain")] == [True]
    assert [p.owner for p in alternatives(guam, "icon")] == [None, Nation.JAPAN]
    assert [p.owner for p in alternatives(sea, "icon")] == [Nation.JAPAN, Nation.US]
    assert [p.source for p in alternatives(guam, "source")] == [Nation.US]
    assert [p.source for p in alternatives(sea, "source")] == [Nation.JAPAN, Nation.US]
    assert len(list(alternatives(guam, "area"))) == 5
    for key in FACT_KEYS:
        for other in alternatives(guam, key):
            assert other != guam
            assert (other.facility is None) is (other.owner is None)


# Soundness and completeness


def weakest(state: State, hex_id: str, side: Side) -> Unit:
    """An attrited enemy counter that can stand in the hex."""
    place = state.board[hex_id]
    fleet = Kind.NAVAL in allowed_kinds(place) and not place.coasts
    nation = Nation.JAPAN if side is JAPAN else Nation.US
    return Unit(hex_id, nation, Kind.NAVAL if fleet else Kind.AIR, Step.ATTRITED)


def every_edit(state: State, unit: Unit) -> Iterator[Edit]:
    """All edits of the kinds an answer offers, over the whole board."""
    for other in dict.fromkeys(evolve(u, count=1) for u in state.units):
        yield edits.flip(other)
        if other != evolve(unit, count=1):
            yield edits.remove(other)
    for side in Side:
        for hex_id in state.board.hexes:
            if hex_id in state.bases[side]:
                yield edits.unbase(side, hex_id)
            elif holder(state, hex_id) is side:
                yield edits.base(side, hex_id)
    for hex_id in state.board.hexes:
        yield edits.add(weakest(state, hex_id, unit.side.enemy))


def subject_after(after: State, unit: Unit, edit: Edit) -> Unit | None:
    """The unit asked about as it stands after the edit, None when the edit took it off."""
    like = evolve(unit, count=1)
    here = {evolve(u, count=1) for u in after.units}
    if edit.verb == "flip" and edit.unit == like and unit.count == 1:
        like = like.turned
    return like if like in here else None


def truly_turning(state: State, unit: Unit) -> set[str]:
    now = fed(state, unit)
    found = set()
    for edit in every_edit(state, unit):
        try:
            after = edits.apply(state, edit)
        except CannotEdit:
            continue
        subject = subject_after(after, unit, edit)
        if subject is not None and fed(after, subject) is not now:
            found.add(str(edit))
    return found


def checked(state: State) -> list[Unit]:
    return [u for u in state.units if not u.kind.is_fleet]


def sound(state: State, unit: Unit) -> None:
    """Every listed edit turns the verdict, by the independent check."""
    now = oracle.judge(state)[state.units.index(unit)]
    for turning in turnings(state, unit):
        after = edits.apply(state, edits.read(str(turning.edit)))
        subject = subject_after(after, unit, turning.edit)
        assert subject is not None, f"{turning.edit} takes the unit itself away"
        rows = [i for i, u in enumerate(after.units) if evolve(u, count=1) == subject]
        assert oracle.judge(after)[rows[0]] is not now, str(turning.edit)


def complete(state: State, unit: Unit) -> None:
    """No edit of those kinds, anywhere on the board, is missing."""
    assert {str(t.edit) for t in turnings(state, unit)} == truly_turning(state, unit)


@examples(100)
@given(st.one_of(positions(most=6), pacific(most=6)).map(edits.tidy), st.data())
def test_every_listed_change_turns_the_verdict(state: State, data: st.DataObject) -> None:
    if units := checked(state):
        sound(state, data.draw(st.sampled_from(units)))


@examples(50)
@given(positions(most=6).map(edits.tidy), st.data())
def test_no_change_that_would_turn_it_is_missing(state: State, data: st.DataObject) -> None:
    if units := checked(state):
        complete(state, data.draw(st.sampled_from(units)))


@examples(6)
@given(pacific(most=6).map(edits.tidy), st.data())
def test_no_change_on_the_whole_map_is_missing(state: State, data: st.DataObject) -> None:
    if units := checked(state):
        complete(state, data.draw(st.sampled_from(units)))


@pytest.mark.slow
@examples(250)
@given(positions().map(edits.tidy), st.data())
def test_changes_are_sound_and_complete_in_many_positions(
    state: State, data: st.DataObject
) -> None:
    if units := checked(state):
        unit = data.draw(st.sampled_from(units))
        sound(state, unit)
        complete(state, unit)


def leant_on(state: State, unit: Unit) -> set[tuple[str, str]]:
    """The open facts of the whole board whose other value turns the verdict."""
    now = fed(state, unit)
    return {
        (hex_id, key)
        for hex_id, place in state.board.hexes.items()
        for key in FACT_KEYS
        if place.origin(key).grade.is_open
        for other in alternatives(place, key)
        if fed(evolve(state, board=state.board.with_hex(other)), unit) is not now
    }


def facts_complete(state: State, unit: Unit) -> None:
    found = leans(state, unit)
    assert {(x.hex, x.key) for x in found} == leant_on(state, unit)
    now = oracle.judge(state)[state.units.index(unit)]
    for lean in found:
        after = evolve(state, board=state.board.with_hex(lean.otherwise))
        assert oracle.judge(after)[state.units.index(unit)] is not now
        assert state.board[lean.hex].origin(lean.key).grade in (Grade.ASSUMED, Grade.UNKNOWN)


@examples(40)
@given(positions(graded=True, most=5), st.data())
def test_a_fact_that_is_not_listed_never_matters(state: State, data: st.DataObject) -> None:
    if units := checked(state):
        facts_complete(state, data.draw(st.sampled_from(units)))


@examples(5)
@given(pacific(most=6), st.data())
def test_a_fact_of_the_map_that_is_not_listed_never_matters(
    state: State, data: st.DataObject
) -> None:
    if units := checked(state):
        facts_complete(state, data.draw(st.sampled_from(units)))


@pytest.mark.slow
@examples(120)
@given(positions(graded=True), st.data())
def test_facts_are_complete_in_many_positions(state: State, data: st.DataObject) -> None:
    if units := checked(state):
        facts_complete(state, data.draw(st.sampled_from(units)))


@examples(50)
@given(st.one_of(positions(most=6), pacific(most=6)))
def test_every_ruling_that_matters_is_listed_and_no_other(state: State) -> None:
    for unit in state.units:
        now = fed(state, unit)
        turning = set()
        for slug in SUPPLY_SWITCHES:
            for reading in switches()[slug].options:
                other = evolve(state, rulings={**state.rulings, slug: reading})
                if fed(other, unit) is not now:
                    turning.add((slug, reading))
        assert set(turning_rulings(state, unit)) == turning


@examples(10)
@given(pacific(most=6).map(edits.tidy))
def test_an_answer_tells_all_of_it(state: State) -> None:
    for unit in state.units[:3]:
        said = answer(state, unit)
        assert [c.edit for c in said.changes] == [str(t.edit) for t in turnings(state, unit)]
        assert [(f.hex, f.key) for f in said.facts] == [(x.hex, x.key) for x in leans(state, unit)]
        assert [(r.slug, r.reading) for r in said.rulings] == list(turning_rulings(state, unit))
        assert len({c.text for c in said.changes}) == len(said.changes)
        assert said.heading
        for fact in said.facts:
            assert fact.text != fact.otherwise and fact.why and fact.hex in fact.text
        assert said.leans_on().startswith(f"Rests on {len(said.facts)} assumed")


@pytest.mark.parametrize(("hex_id", "icon", "side"), [("1008", True, False), ("0705", True, True)])
def test_whose_an_icon_is_may_be_known_better_than_which(
    hex_id: str, icon: bool, side: bool
) -> None:
    place = shipped_board()[hex_id]
    assert place.origin("icon").grade.is_open is icon
    assert open_to_doubt(place, "icon") is side


@pytest.mark.clause("2.3.4a")
@pytest.mark.parametrize(
    ("hex_id", "nations"), [("0606", {"us"}), ("0603", {"japan"}), ("0108", {"japan", "us"})]
)
def test_a_source_that_might_be_there_is_of_the_side_of_the_icon(
    hex_id: str, nations: set[str]
) -> None:
    found = alternatives(shipped_board()[hex_id], "source")
    assert {place.source for place in found} == nations
