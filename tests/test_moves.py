"""Moves: what they cost, everything that forbids them, and how they are carried out (8)."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st
from strategies import at_large, boards_with_hexsides, examples, on, port, positions_on

import witp_learn as witp
from witp_learn.explain import faults
from witp_learn.files import BadData
from witp_learn.model import Area, Hex, Kind, Nation, Side, State, Terrain, Unit, side_pair
from witp_learn.rules import marching, routes
from witp_learn.rules.displacement import displaced
from witp_learn.rules.movement_answers import cost_answer
from witp_learn.rules.moves import Move, again, judge, marched
from witp_learn.rules.stacks import KINDS, Stack, every, kind_of, pick, stack, without, words

JAPAN, ALLIES = Side.JAPAN, Side.ALLIES
DEEP, SHALLOW, LAND = Terrain.DEEP, Terrain.SHALLOW, Terrain.LAND


def coast(hex_id: str, terrain: Terrain = SHALLOW, **changes: Any) -> Hex:
    """A hex with land to stand on."""
    return evolve(Hex(hex_id, terrain, land_part=True), **changes)


def coasts(*hexes: str) -> list[Hex]:
    return [coast(h) for h in hexes]


def move(state: State, side: Side, kind: str, path: str, take: Any = None, **more: Any) -> Move:
    hexes = path.split(",")
    return judge(state, stack(state, side, kind, hexes[0], take), hexes, **more)


def whys(found: Move) -> list[tuple[str, str, str]]:
    return [(r.why, r.rule, r.hex) for r in found.reasons]


def paid(found: Move) -> list[tuple[str, str]]:
    return [(item.what, item.hex) for item in found.ledger]


def rows(units: tuple[Unit, ...]) -> list[tuple[str, str, str, bool, int, bool]]:
    return [(u.at, u.nation.short, u.kind.letter, u.full, u.count, u.aboard) for u in units]


def carried_out(state: State, found: Move) -> list[State]:
    """The positions hex by hex, the first when nobody has left."""
    now, journey = marching.set_out(state, found)
    told = [now]
    while journey is not None:
        now, journey = marching.advance(now, journey)
        told.append(now)
    return told


@pytest.fixture(scope="module")
def manila() -> State:
    return witp.example("manila_before_moves")


# Printed examples


@pytest.mark.ruling("port-moresby-cheapest-path")
@pytest.mark.clause("14.1v", "8.2d", "8.4d", "8.4e", "8.4f", "8.4g")
def test_port_moresby_to_manila_costs_seven(manila: State) -> None:
    found = move(manila, ALLIES, "transport", "0909,0808,0708,0607,0606", rp=10)
    assert (found.legal, found.rp, found.left) == (True, 7, 3)
    assert paid(found) == [
        ("activation", "0909"),
        ("hex", "0808"),
        ("hex", "0708"),
        ("azoc", "0708"),
        ("hex", "0607"),
        ("azoc", "0607"),
        ("hex", "0606"),
    ]
    assert found.sum_text == "1 activation + 4 hexes + 2 air zones"


@pytest.mark.clause("14.1w", "8.5i")
def test_port_moresby_to_0908_is_barred_by_the_hexside(manila: State) -> None:
    found = move(manila, ALLIES, "transport", "0909,0908")
    assert whys(found) == [("land_hexside", "8.5i", "0908")] and found.rp is None


@pytest.mark.clause("14.1m", "14.1n", "14.1o", "14.1t", "14.1u")
@pytest.mark.parametrize(
    ("side", "path", "rp"),
    [
        (JAPAN, "0804,0705,0605,0606", 5),
        (JAPAN, "0707,0606", 2),
        (JAPAN, "0605,0606", 2),
        (ALLIES, "0407,0507,0606", 3),
    ],
)
def test_the_other_moves_to_manila(manila: State, side: Side, path: str, rp: int) -> None:
    assert move(manila, side, "transport", path).rp == rp


@pytest.mark.clause("8.7h", "8.7i", "8.7j")
def test_the_british_fleet_goes_round_and_not_across() -> None:
    state = at_large("0306 cw N")
    assert move(state, ALLIES, "fleet", "0306,0307,0407,0507,0506").rp == 5
    assert move(state, ALLIES, "fleet", "0306,0406").path == ("0306", "0406W")
    across = move(state, ALLIES, "fleet", "0306,0406,0407")
    assert whys(across) == [("land_hexside", "8.7j", "0407")]
    named = move(state, ALLIES, "fleet", "0306,0406E,0407")
    assert ("land_hexside", "8.7j", "0406") in whys(named)


@pytest.mark.ruling("split-sea-hexes")
@pytest.mark.clause("8.7k", "8.5j", "8.5k")
def test_fleets_on_two_seas_of_a_hex_do_not_meet() -> None:
    state = at_large("0406W cw N; 0406E jp 2N; 0407 jp N")
    assert move(state, ALLIES, "fleet", "0406W,0306").legal
    assert move(state, JAPAN, "fleet", "0407,0406,0507").legal
    assert move(state, ALLIES, "fleet", "0406,0307,0407").legal


@pytest.mark.clause("8.9c", "8.9d", "8.9e", "8.9f", "8.9g", "8.5d", "8.5e", "8.5f")
def test_palembang_singapore_and_brunei() -> None:
    state = at_large("0408 jp N L; 0407 cw L; 0508 jp L")
    by_land = move(state, JAPAN, "land", "0408,0508")
    assert whys(by_land) == [("deep_hexside", "8.5d", "0508")]
    by_sea = move(state, JAPAN, "transport", "0408,0508")
    assert by_sea.rp == 2 and by_sea.sum_text == "1 activation + 1 hex"
    assert ("0508", "jp", "L", True, 1, False) in rows(carried_out(state, by_sea)[-1].units)
    assert move(state, JAPAN, "transport", "0408,0407").rp == 2
    assert whys(move(state, ALLIES, "land", "0407,0507")) == [("deep_hexside", "8.5d", "0507")]
    assert move(state, ALLIES, "land", "0407,0406,0507").rp == 3


# Costs


@pytest.mark.clause("8.2d", "8.4d")
def test_the_marker_is_paid_once(manila: State) -> None:
    found = move(manila, JAPAN, "fleet", "0707,0606", activation=False)
    assert paid(found) == [("hex", "0606")]


@pytest.mark.clause("8.4b", "8.6.1c", "8.3b", "8.3a")
def test_a_stack_pays_as_one_however_large() -> None:
    state = on("0505 jp 5C 9N 7L; 0504 jp 9N 9L", *coasts("0505", "0504"))
    assert move(state, JAPAN, "fleet", "0505,0504").rp == 2
    assert move(state, JAPAN, "transport", "0505,0504").rp == 2
    assert move(state, JAPAN, "land", "0505,0504").rp == 2


@pytest.mark.clause("8.4f", "8.4h", "2.2.3a", "2.2.3b")
def test_a_zone_costs_one_however_many_air_units_reach_the_hex() -> None:
    state = on("0505 jp N; 0405 us 2A; 0406 us A; 0605 us A-")
    assert move(state, JAPAN, "fleet", "0505,0506").sum_text == "1 activation + 1 hex + 1 air zone"
    assert move(state, JAPAN, "fleet", "0505,0604").rp == 2


@pytest.mark.clause("8.4g", "2.2.3i")
def test_a_full_own_air_unit_takes_the_surcharge_off_and_an_attrited_one_does_not() -> None:
    for air, rp in (("A", 2), ("A-", 3)):
        state = on(f"0505 jp N; 0404 us A; 0504 jp {air}")
        assert move(state, JAPAN, "fleet", "0505,0504").rp == rp


@pytest.mark.clause("8.4f")
def test_a_zone_is_paid_each_time_it_is_entered() -> None:
    state = on("0506 jp N; 0404 us A")
    assert move(state, JAPAN, "fleet", "0506,0505,0504").cost == 1 + 2 * 2


@pytest.mark.ruling("jungle-hex-or-hexside")
@pytest.mark.clause("8.4i", "8.4j")
def test_jungle_is_paid_on_foot_only_and_over_any_hexside() -> None:
    state = on("0505 jp N L", coast("0505"), coast("0504", jungle=True))
    assert paid(move(state, JAPAN, "land", "0505,0504"))[1:] == [
        ("hex", "0504"),
        ("jungle", "0504"),
    ]
    assert move(state, JAPAN, "transport", "0505,0504").rp == 2
    burma = at_large("0406 jp L; 0306 jp L")
    assert move(burma, JAPAN, "land", "0406,0306").sum_text == "1 activation + 1 hex + 1 jungle hex"
    assert move(burma, JAPAN, "land", "0306,0406").sum_text == "1 activation + 1 hex"


def test_what_cannot_be_paid_is_told_item_by_item(manila: State) -> None:
    found = move(manila, ALLIES, "transport", "0909,0808,0708,0607,0606", rp=5)
    assert whys(found) == [("no_rp", "8.4f", "0607")] and (found.rp, found.cost) == (None, 7)
    assert found.verdict == (
        "Not enough RP: this move costs 7, you have 5. 1 activation + 4 hexes + 2 air zones. "
        "The third hex is the first you cannot pay (8.4)."
    )
    none = move(manila, JAPAN, "fleet", "0707,0606", rp=0)
    assert "The activation is the first you cannot pay (8.4)." in none.verdict
    assert none.cannot_pay == none.ledger[0]
    assert move(manila, JAPAN, "fleet", "0707,0606", rp=2).left == 0


def test_the_tree_of_the_cost_is_sound(manila: State) -> None:
    found = move(manila, ALLIES, "transport", "0909,0808,0708,0607,0606")
    assert faults(found.reason) == [] and found.reason.value == 7
    assert [part.value for part in found.reason.parts] == [1, 4, 2]
    assert "Palau" in str(found.reason) and "lifts it" in str(found.reason)


# Who may go


@pytest.mark.clause("8.4a", "8.4c", "8.0b", "8.0c")
def test_any_units_of_a_hex_may_move() -> None:
    state = on("0505 us C 2N N- 2L L- A; 0505 cw N L", coast("0505"))
    names = {kind: words(state, stack(state, ALLIES, kind, "0505").units) for kind in KINDS}
    assert names["fleet"] == "carrier:1,naval:4" and names["land"] == "land:4"
    assert names["transport"] == "carrier:1,naval:4,land:4"
    some = stack(state, ALLIES, "transport", "0505", {"naval": 2, "land": 1})
    assert words(state, some.units) == "naval:2,land:1"
    with pytest.raises(BadData, match="air units do not move"):
        stack(state, ALLIES, "air", "0505")


@pytest.mark.parametrize(
    ("take", "told"),
    [
        ({"naval": 1}, "naval:1"),
        ({"attrited-naval": 1}, "attrited-naval:1"),
        ({"cw-naval": 1}, "cw-naval:1"),
        ({"commonwealth-naval": 1, "us-naval": 2}, "naval:3"),
        ({"us-attrited-naval": 1, "naval": 1}, "full-naval:1,attrited-naval:1"),
        ({"naval": 4}, "naval:4"),
    ],
)
def test_unit_words_take_full_ones_first_and_tell_themselves(take: Any, told: str) -> None:
    state = on("0505 us 2N N-; 0505 cw N")
    found = stack(state, ALLIES, "fleet", "0505", take)
    assert words(state, found.units) == told
    again_taken = {w: int(n) for w, n in (p.split(":") for p in told.split(","))}
    assert stack(state, ALLIES, "fleet", "0505", again_taken) == found


def test_units_of_unlike_strength_are_told_apart() -> None:
    state = on("0505 jp N")
    strong = evolve(state.units[0], strength=3)
    state = evolve(state, units=(*state.units, strong))
    weak = Stack(JAPAN, "fleet", "0505", (state.units[0],))
    assert words(state, weak.units) == "jp-full-strength1-naval:1"
    assert stack(state, JAPAN, "fleet", "0505", {"strength1-naval": 1}) == weak
    assert stack(state, JAPAN, "fleet", "0505", {"naval": 1}).units == (strong,)


def test_cargo_aboard_and_land_units_ashore_are_told_apart() -> None:
    state = on("0505 jp 2N(L) L", coast("0505"))
    carried = stack(state, JAPAN, "transport", "0505", {"naval": 1, "land": 1})
    assert words(state, carried.units) == "naval:1,land:1"
    ashore = stack(state, JAPAN, "transport", "0505", {"naval": 1, "ashore-land": 1})
    assert words(state, ashore.units) == "naval:1,ashore-land:1"
    assert [u.aboard for u in ashore.land] == [False]


@pytest.mark.parametrize(
    ("kind", "take", "problem"),
    [
        ("fleet", {"naval": 3}, "2 naval units can move"),
        ("fleet", {"naval": 0}, "must be 1 or more"),
        ("fleet", {"tank": 1}, "carrier, naval or land"),
        ("fleet", {"air": 1}, "carrier, naval or land"),
        ("fleet", {"old-naval": 1}, "old tells no units apart"),
        ("fleet", {"land": 1}, "a fleet takes no land units"),
        ("land", {"naval": 1}, "takes no fleets"),
        ("fleet", {"us-naval": 2, "naval": 1}, "2 naval units can move"),
    ],
)
def test_units_that_are_not_there_are_bad_data(kind: str, take: Any, problem: str) -> None:
    state = on("0505 us 2N L", coast("0505"))
    with pytest.raises(BadData, match=problem) as error:
        stack(state, ALLIES, kind, "0505", take)
    assert error.value.key == "take"


def test_a_hex_with_two_seas_needs_a_letter_only_where_fleets_are_on_both() -> None:
    state = at_large("0406W cw N; 0406E us N")
    with pytest.raises(BadData, match="0406E or 0406W"):
        stack(state, ALLIES, "fleet", "0406")
    assert stack(state, ALLIES, "fleet", "0406E").units[0].nation is Nation.US
    one = at_large("0406W cw N; 0406 cw L")
    assert stack(one, ALLIES, "transport", "0406").at == "0406W"
    assert stack(one, ALLIES, "land", "0406W").at == "0406"
    with pytest.raises(BadData, match="no such coast"):
        stack(one, ALLIES, "fleet", "0406Q")


@pytest.mark.clause("8.5a")
def test_units_that_have_moved_do_not_move_again() -> None:
    state = on("0505 jp 2N L", coast("0505"), coast("0504"))
    after = carried_out(state, move(state, JAPAN, "fleet", "0505,0504", {"naval": 1}))[-1]
    assert stack(after, JAPAN, "fleet", "0504").units == ()
    assert whys(move(after, JAPAN, "fleet", "0504,0503")) == [("no_unit", "8.5a", "0504")]
    assert whys(move(after, JAPAN, "land", "0504,0503"))[0] == ("no_unit", "8.4a", "0504")
    landed = carried_out(
        state, move(state, JAPAN, "transport", "0505,0504", {"naval": 1, "land": 1})
    )
    assert whys(move(landed[-1], JAPAN, "land", "0504,0505"))[0][:2] == ("no_unit", "8.5a")
    with pytest.raises(BadData, match="1 naval unit can move"):
        stack(after, JAPAN, "fleet", "0505", {"naval": 2})


@pytest.mark.ruling("locked-land-transport-paren")
@pytest.mark.clause("8.5g", "8.5f")
def test_enemy_land_ashore_holds_land_units_also_from_ships() -> None:
    places = coasts("0505", "0504")
    state = on("0505 jp N L; 0505 us L", *places)
    assert whys(move(state, JAPAN, "land", "0505,0504")) == [("locked", "8.5g", "0505")]
    assert whys(move(state, JAPAN, "transport", "0505,0504")) == [("locked", "8.5g", "0505")]
    assert move(state, JAPAN, "fleet", "0505,0504").legal
    cargo = on("0505 jp L; 0505 us N(L)", *places)
    assert move(cargo, JAPAN, "land", "0505,0504").legal
    attrited = on("0505 jp L; 0505 us L-", *places)
    assert not move(attrited, JAPAN, "land", "0505,0504").legal


@pytest.mark.clause("8.5j", "8.5l", "8.5m")
@pytest.mark.parametrize(
    ("units", "take", "legal"),
    [
        ("0505 jp 2N; 0505 us N", None, False),
        ("0505 jp 2N; 0505 us N", {"naval": 1}, True),
        ("0505 jp 2N; 0505 us 2N", {"naval": 1}, False),
        ("0505 jp C N; 0505 us 2N", {"naval": 1}, True),
        ("0505 jp N N-; 0505 us N", {"full-naval": 1}, False),
        ("0505 jp N N-; 0505 us N", {"attrited-naval": 1}, True),
        ("0505 jp N; 0505 us N-", None, False),
        ("0505 jp 2N-; 0505 us N-", {"naval": 1}, True),
        ("0505 jp N; 0505 us L; 0505 us A", None, True),
    ],
)
def test_a_fleet_leaves_an_enemy_fleet_only_to_a_force_as_strong(
    units: str, take: Any, legal: bool
) -> None:
    found = move(on(units, coast("0505")), JAPAN, "fleet", "0505,0504", take)
    assert found.legal is legal
    assert legal or whys(found) == [("locked", "8.5j", "0505")]


def test_fleets_that_have_moved_cover_those_that_go() -> None:
    state = on("0505 jp N; 0504 jp N; 0504 us N")
    assert whys(move(state, JAPAN, "fleet", "0504,0503")) == [("locked", "8.5j", "0504")]
    after = carried_out(state, move(state, JAPAN, "fleet", "0505,0504"))[-1]
    assert move(after, JAPAN, "fleet", "0504,0503").legal


@pytest.mark.ruling("transport-nationality")
@pytest.mark.clause("12.2d", "12.2a", "12.2c", "8.6a")
def test_chinese_units_neither_move_nor_are_carried() -> None:
    state = at_large("0504 cn L; 0505 cn L")
    assert ("china", "12.2d", "0504") in whys(move(state, ALLIES, "land", "0504,0505"))
    own = on("0505 us N; 0505 cn L", coast("0505"), coast("0504"))
    assert whys(move(own, ALLIES, "transport", "0505,0504")) == [("china", "12.2d", "0505")]
    british = at_large("0305 cw L")
    assert ("china", "12.2c", "0404") in whys(move(british, ALLIES, "land", "0305,0404"))
    mixed = on("0505 us N; 0505 cw L", *coasts("0505", "0504"))
    assert move(mixed, ALLIES, "transport", "0505,0504").legal


@pytest.mark.clause("12.1d", "12.1e", "8.1f")
def test_on_turn_1_only_japan_moves_and_not_into_the_homelands() -> None:
    state = on("turn 1; 0505 jp N; 0405 us N", coast("0504", area=Area.AUSTRALIA))
    assert whys(move(state, ALLIES, "fleet", "0405,0404")) == [("barred", "12.1d", "0405")]
    assert whys(move(state, JAPAN, "fleet", "0505,0504")) == [("barred", "12.1e", "0504")]
    later = evolve(state, turn=2)
    assert move(later, ALLIES, "fleet", "0405,0404").legal
    assert move(later, JAPAN, "fleet", "0505,0504").legal


# The way


def test_steps_between_hexes_that_do_not_touch_are_refused() -> None:
    state = on("0505 jp N")
    assert whys(move(state, JAPAN, "fleet", "0505,0503")) == [("not_adjacent", "8.4e", "0503")]
    assert whys(move(state, JAPAN, "fleet", "0505,0505")) == [
        ("not_adjacent", "8.4e", "0505"),
        ("start", "8.2b", "0505"),
    ]
    assert whys(move(state, JAPAN, "fleet", "0505")) == [("not_adjacent", "8.4e", "0505")]
    with pytest.raises(BadData, match="begins at 0505"):
        judge(state, stack(state, JAPAN, "fleet", "0505"), ["0504", "0503"])


@pytest.mark.ruling("must-reach-target")
@pytest.mark.clause("8.2e")
def test_a_move_ends_at_the_target_of_the_impulse() -> None:
    state = on("0505 jp N")
    assert move(state, JAPAN, "fleet", "0505,0504", target="0504").legal
    missed = move(state, JAPAN, "fleet", "0505,0504", target="0503")
    assert whys(missed) == [("not_target", "8.2e", "0504")]
    assert whys(move(state, JAPAN, "fleet", "0505,0504,0505")) == [("start", "8.2b", "0505")]


@pytest.mark.clause("8.5c", "8.5d", "8.5e", "2.3.2d")
def test_land_units_on_foot() -> None:
    places = [
        coast("0505"),
        coast("0504"),
        coast("0405", LAND, mountain=True),
        Hex("0404", SHALLOW),
    ]
    state = on("0505 jp L", *places, coast("0403"))
    assert move(state, JAPAN, "land", "0505,0504").legal
    assert whys(move(state, JAPAN, "land", "0505,0405")) == [("mountain", "8.5c", "0405")]
    deep = whys(move(state, JAPAN, "land", "0505,0506"))
    assert ("deep", "8.5c", "0506") in deep and ("deep_hexside", "8.5d", "0506") in deep
    assert whys(move(state, JAPAN, "land", "0505,0404")) == [("no_land", "2.3.2d", "0404")]
    assert move(state, JAPAN, "land", "0505,0404,0403").rp == 3


@pytest.mark.clause("8.5h")
def test_enemy_land_units_are_met_at_the_target_only() -> None:
    state = on("0505 jp L; 0504 us L", *coasts("0505", "0504", "0503"))
    assert move(state, JAPAN, "land", "0505,0504").legal
    on_way = move(state, JAPAN, "land", "0505,0504,0503")
    assert whys(on_way) == [("enemy_land", "8.5h", "0504")]
    ship = on("0505 jp L; 0504 us N(L)", *coasts("0505", "0504", "0503"))
    assert move(ship, JAPAN, "land", "0505,0504,0503").legal


@pytest.mark.clause("8.5k", "8.5l", "8.5m")
@pytest.mark.parametrize(
    ("units", "left", "reasons"),
    [
        ("0505 jp 2N; 0504 us N", {}, [("enemy_fleet", "8.5k", "0504")]),
        ("0505 jp 2N; 0504 us N", {"naval": 1}, []),
        ("0505 jp 2N; 0504 us 2N", {"naval": 1}, [("enemy_fleet", "8.5k", "0504")]),
        ("0505 jp 2N; 0504 jp N; 0504 us N", {}, []),
        ("0505 jp N N-; 0504 us N-", {"attrited-naval": 1}, []),
        ("0505 jp C N; 0504 us 2N", {"carrier": 1}, []),
        ("0505 jp 2N; 0504 us A; 0504 us L", {}, []),
        ("0505 jp 2N", {"naval": 1}, [("left", "8.2e", "0504")]),
    ],
)
def test_an_enemy_fleet_ends_the_move_unless_enough_stays(
    units: str, left: Any, reasons: list[tuple[str, str, str]]
) -> None:
    state = on(units, coast("0504"))
    found = move(state, JAPAN, "fleet", "0505,0504,0503", leaving={"0504": left} if left else {})
    assert whys(found) == reasons


def test_it_may_always_be_the_target() -> None:
    assert move(on("0505 jp N-; 0504 us 9C"), JAPAN, "fleet", "0505,0504").legal


@pytest.mark.clause("8.5l", "8.6c")
def test_those_who_stay_carry_nothing_and_somebody_goes_on() -> None:
    state = on("0505 jp 2N(2L); 0504 us N", *coasts("0505", "0503"))
    found = move(state, JAPAN, "transport", "0505,0504,0503", leaving={"0504": {"naval": 1}})
    assert whys(found) == [("no_carrier", "8.6c", "0504")]
    all_left = move(
        on("0505 jp 2N; 0504 us N"),
        JAPAN,
        "fleet",
        "0505,0504,0503",
        leaving={"0504": {"naval": 2}},
    )
    assert whys(all_left) == [("left", "8.2e", "0504")]
    with pytest.raises(BadData, match="no hex on the way"):
        move(state, JAPAN, "fleet", "0505,0504,0503", leaving={"0503": {"naval": 1}})
    with pytest.raises(BadData, match="more than there is"):
        move(state, JAPAN, "fleet", "0505,0504,0503", leaving={"0504": {"naval": 3}})


@pytest.mark.clause("8.5n", "8.5o")
def test_contested_shallow_sea_and_unlimited_boxes_are_closed() -> None:
    state = on(
        "0505 jp N; contested 0504; 0504 jp L; 0504 us L",
        coast("0504"),
        coast("0506", unlimited=True),
    )
    assert whys(move(state, JAPAN, "fleet", "0505,0504")) == [("contested", "8.5n", "0504")]
    assert whys(move(state, JAPAN, "fleet", "0505,0506")) == [("barred", "8.5o", "0506")]


def test_all_reasons_are_told_not_only_the_first() -> None:
    state = on("0505 jp C L; 0505 us N L; 0504 us N", coast("0505"), coast("0503", mountain=True))
    found = move(state, JAPAN, "transport", "0505,0504,0503,0506", rp=1)
    assert {why for why, _, _ in whys(found)} == {
        "no_carrier",
        "locked",
        "enemy_fleet",
        "not_adjacent",
        "not_shallow",
        "no_rp",
    }
    assert found.rp is None and len(found.ledger) == 4
    assert "and 6 more" in found.verdict


# Sea transport


@pytest.mark.ruling("transport-attrited")
@pytest.mark.clause("8.6a", "8.6b", "8.6c", "8.6.1a", "8.6.1b")
@pytest.mark.parametrize(
    ("units", "reasons"),
    [
        ("0505 jp N L", []),
        ("0505 jp N- L-", []),
        ("0505 jp N(L)", []),
        ("0505 jp C N L", []),
        ("0505 jp N 2L", [("no_carrier", "8.6c", "0505")]),
        ("0505 jp 2N(2L) L", [("no_carrier", "8.6c", "0505")]),
        ("0505 jp C L", [("no_carrier", "8.6b", "0505")]),
        ("0505 jp L", [("no_carrier", "8.6a", "0505")]),
        ("0505 jp N", [("no_cargo", "8.6.1a", "0505")]),
        ("0506 jp N L", [("no_unit", "8.4a", "0505")]),
    ],
)
def test_one_naval_unit_carries_one_land_unit(
    units: str, reasons: list[tuple[str, str, str]]
) -> None:
    state = on(units, *coasts("0505", "0504", "0506"))
    assert whys(move(state, JAPAN, "transport", "0505,0504")) == reasons


@pytest.mark.clause("8.6.1d")
def test_cargo_goes_to_shallow_sea_with_land_only() -> None:
    places = [coast("0505"), Hex("0504", SHALLOW), coast("0404", mountain=True)]
    state = on("0505 jp N(L)", *places)
    assert whys(move(state, JAPAN, "fleet", "0505,0506")) == [("not_shallow", "8.6.1d", "0506")]
    assert whys(move(state, JAPAN, "fleet", "0505,0504")) == [("no_land", "8.6.2a", "0504")]
    assert whys(move(state, JAPAN, "transport", "0505,0404")) == [("mountain", "8.5c", "0404")]
    assert move(on("0505 jp N", *places), JAPAN, "fleet", "0505,0506").legal


@pytest.mark.clause("8.6.1c")
def test_cargo_goes_with_its_ship_and_ships_without_go_first() -> None:
    state = on("0505 jp 3N(2L) L", coast("0505"))
    assert rows(stack(state, JAPAN, "fleet", "0505", {"naval": 1}).units) == [
        ("0505", "jp", "N", True, 1, False)
    ]
    two = stack(state, JAPAN, "fleet", "0505", {"naval": 2})
    assert (two.ships, sum(u.count for u in two.land), two.carries) == (2, 1, True)
    chosen = stack(state, JAPAN, "transport", "0505", {"naval": 1, "land": 1})
    assert [u.aboard for u in chosen.land] == [True]
    with pytest.raises(BadData, match="without a ship"):
        stack(state, JAPAN, "transport", "0505", {"naval": 3, "land": 1})
    assert kind_of({"naval": 1}) == "fleet" and kind_of({"land": 1}) == "land"
    assert kind_of({"carrier": 1, "us-land": 1}) == "transport"


@pytest.mark.clause("8.6.2a", "8.6.2b", "8.6.2c", "8.6.2d")
@pytest.mark.parametrize(
    ("there", "ashore"),
    [
        ("", True),
        ("; 0504 us N", True),
        ("; 0504 us N(L)", True),
        ("; 0504 us A", True),
        ("; 0504 us L", False),
        ("; 0504 us L-", False),
        ("; 0504 us N L", False),
        ("; 0504 us N A", False),
        ("; 0504 us A; ruling assault-vs-lone-air=b", False),
        ("; 0504 jp L; 0504 us L", False),
    ],
)
def test_cargo_lands_at_once_where_no_enemy_holds_the_land(there: str, ashore: bool) -> None:
    state = on(f"0505 jp N L{there}", *coasts("0505", "0504"))
    last = carried_out(state, move(state, JAPAN, "transport", "0505,0504"))[-1]
    cargo = [u for u in last.units if u.kind is Kind.LAND and u.moved]
    assert [(u.at, u.ashore) for u in cargo] == [("0504", ashore)]


@pytest.mark.clause("8.6.2a", "8.7i")
def test_cargo_lands_from_one_of_two_seas() -> None:
    state = at_large("0306 cw N L; 0406E jp N; 0406 us A")
    first, last = carried_out(state, move(state, ALLIES, "transport", "0306,0406"))
    assert [(u.at, u.aboard) for u in first.units if u.moved] == [("0306", False), ("0306", True)]
    assert {u.at for u in last.units if u.moved} == {"0406W", "0406"}


@pytest.mark.clause("8.2f", "8.5a", "8.5l")
def test_a_move_is_carried_out_hex_by_hex() -> None:
    state = on("0505 jp 2N L; 0504 us N", *coasts("0505", "0503"))
    found = move(
        state,
        JAPAN,
        "transport",
        "0505,0504,0503",
        {"naval": 2, "land": 1},
        leaving={"0504": {"naval": 1}},
    )
    began, first, last = carried_out(state, found)
    assert rows(began.units) == [
        ("0504", "us", "N", True, 1, False),
        ("0505", "jp", "N", True, 2, False),
        ("0505", "jp", "L", True, 1, True),
    ]
    assert ("0504", "jp", "N", True, 2, False) in rows(first.units)
    assert rows(last.units)[1:] == [
        ("0504", "jp", "N", True, 1, False),
        ("0503", "jp", "N", True, 1, False),
        ("0503", "jp", "L", True, 1, False),
    ]
    assert all(u.moved for u in last.units if u.nation is Nation.JAPAN)


def test_a_move_of_no_hex_is_not_carried_out() -> None:
    state = on("0505 jp N")
    with pytest.raises(ValueError, match="no hex"):
        marching.set_out(state, move(state, JAPAN, "fleet", "0505"))
    with pytest.raises(ValueError, match="not all"):
        without(state.units, (evolve(state.units[0], count=2),))


# Air units and bases on the way


@pytest.mark.clause("8.7e", "8.4f")
def test_a_march_drives_air_units_out_and_pays_no_zone_of_theirs_any_more() -> None:
    places = coasts("0505", "0504", "0503", "0502")
    state = on("0505 jp L; 0504 us A", *places)
    found = move(state, JAPAN, "land", "0505,0504,0503")
    assert found.sum_text == "1 activation + 2 hexes"
    assert faults(found.reason) == [] and found.reason.value == 3
    held = on("0505 jp L; 0504 us A; 0403 us A", *places)
    assert move(held, JAPAN, "land", "0505,0504,0503").cost == 1 + 2 + 2
    sailing = on("0505 jp N; 0504 us A", *places)
    assert move(sailing, JAPAN, "fleet", "0505,0504,0503").cost == 1 + 2 + 1
    assert [i.what for i in marched(found)].count("azoc") == 1


@pytest.mark.ruling("pass-through-capture")
@pytest.mark.clause("8.7e", "8.8b", "8.8c")
def test_a_march_through_a_hex_drives_out_air_units_and_takes_bases() -> None:
    port_there = port("0504", Nation.US)
    state = on(
        "0505 jp L; 0504 us A; base al 0504; base al 0503", *coasts("0505", "0503"), port_there
    )
    states = carried_out(state, move(state, JAPAN, "land", "0505,0504,0503"))
    assert [s.bases[ALLIES] for s in states] == [("0504", "0503"), ("0503",), ()]
    assert [d.unit.hex for d in displaced(states[0], states[1], ("0505", "0504"))] == ["0504"]


@pytest.mark.clause("8.7f")
def test_an_air_unit_leaves_with_the_land_unit_that_held_its_airfield() -> None:
    state = on("0505 jp L; 0505 jp A", port("0505", Nation.US), coast("0504"))
    before, after = carried_out(state, move(state, JAPAN, "land", "0505,0504"))
    assert [d.unit.hex for d in displaced(before, after, ("0505", "0504"))] == ["0505"]


def test_a_hex_without_land_is_crossed_within_one_step() -> None:
    places = [coast("0505"), Hex("0504", SHALLOW), coast("0503")]
    state = on("0505 jp L; 0504 us A", *places)
    found = move(state, JAPAN, "land", "0505,0504,0503")
    assert found.cost == 1 + 2 + 1
    states = carried_out(state, found)
    assert len(states) == 2 and rows(states[-1].units)[-1][0] == "0503"


# The answer


def test_the_answer_of_a_move_follows_the_grammar(manila: State) -> None:
    found = move(manila, ALLIES, "transport", "0909,0808,0708,0607,0606", rp=17)
    answer = cost_answer(manila, found)
    assert answer.good and answer.verdict.endswith("reaches Manila for 7 RP; 10 are left.")
    assert answer.deciding == "1 activation + 4 hexes + 2 air zones."
    assert [tab.hex for tab in answer.tabs] == ["0808", "0708", "0607", "0606"]
    zones = [next(t.result for t in tab.tests if t.name == "azoc") for tab in answer.tabs]
    assert zones[0] == "none" and zones[1] == "Palau A, 1 RP" and zones[3].endswith("lifted")
    assert ("flip 0707 jp A", "Palau air unit attrited: 6 RP") in [
        (c.edit, c.text) for c in answer.changes
    ]
    assert {f.grade for f in answer.facts} == {"assumed"}
    assert len(answer.verdict.split()) <= 14 and "8.4f" in answer.rules


@pytest.mark.parametrize(
    ("units", "kind", "path", "rp", "deciding", "change"),
    [
        (
            "0505 jp N; 0504 us N",
            "fleet",
            "0505,0504,0503",
            None,
            "The enemy fleet at 0504 ends",
            "remove 0504 us N",
        ),
        ("0505 jp N", "fleet", "0505,0504,0503", 2, "The second hex is the first", None),
        (
            "0505 jp N; 0505 us N",
            "fleet",
            "0505,0504",
            None,
            "no fleet stays there",
            "remove 0505 us N",
        ),
        (
            "0505 jp N; 0404 us A",
            "fleet",
            "0505,0504",
            2,
            "The first hex is the first",
            "flip 0404 us A",
        ),
        ("0505 jp N", "fleet", "0505,0502", 1, "one more reason stands below", None),
    ],
)
def test_the_answer_of_a_refusal_says_what_would_allow_it(
    units: str, kind: str, path: str, rp: Any, deciding: str, change: str | None
) -> None:
    state = on(units)
    found = move(state, JAPAN, kind, path, rp=rp)
    answer = cost_answer(state, found)
    assert not answer.good and deciding in answer.deciding
    told = [c.edit for c in answer.changes]
    assert change in told if change else told == []
    for edit in told:
        assert again(found, witp.edit(state, edit)).legal
    assert any(test.stops for tab in answer.tabs for test in tab.tests)
    assert "None" not in str(answer) and "False" not in str(answer)


def test_rulings_that_would_turn_a_move_are_named() -> None:
    places = coasts("0505", "0504", "0503")
    locked = on("0505 jp N L; 0505 us L", *places)
    slugs = [
        r.slug for r in cost_answer(locked, move(locked, JAPAN, "transport", "0505,0504")).rulings
    ]
    assert slugs == ["locked-land-transport-paren"]
    passing = on("0505 jp L; 0504 us A", *places)
    told = cost_answer(passing, move(passing, JAPAN, "land", "0505,0504,0503")).rulings
    assert [(r.slug, r.switch) for r in told] == [("pass-through-capture", False)]
    plain = cost_answer(passing, move(passing, JAPAN, "land", "0505,0504"))
    assert plain.rulings == ()


def test_the_map_facts_a_move_rests_on_would_turn_it(manila: State) -> None:
    found = move(manila, JAPAN, "transport", "0605,0606")
    answer = cost_answer(manila, found)
    assert answer.facts and all(fact.text != fact.otherwise for fact in answer.facts)
    hexsides = [f for f in answer.facts if f.key.startswith("side ")]
    for fact in hexsides:
        pair = side_pair(fact.hex, fact.key[-4:])
        board = evolve(manila.board, hexsides={**manila.board.hexsides, pair: LAND})
        assert not again(found, evolve(manila, board=board)).legal


# Any position


@examples(30)
@given(st.data())
def test_every_move_is_sound_and_carried_out_without_loss(data: st.DataObject) -> None:
    board = data.draw(boards_with_hexsides())
    state = data.draw(positions_on(board, sorted(board.hexes), chinese=True, switched=False))
    side = data.draw(st.sampled_from(tuple(Side)))
    for hex_id in {u.hex for u in state.units if u.side is side}:
        for letter in sorted(board[hex_id].coasts) or [""]:
            for group in islice(every(state, side, hex_id + letter), 8):
                told = words(state, group.units)
                take = {w: int(n) for w, n in (piece.split(":") for piece in told.split(","))}
                taken = stack(state, side, group.kind, group.at, take)
                assert set(taken.units) == set(group.units), told
                goal = data.draw(st.sampled_from(sorted(board.hexes)))
                found = routes.first_choice(state, group, goal)
                if found is not None:
                    _sound(state, found)


def _sound(state: State, found: Move) -> None:
    assert found.legal and faults(found.reason) == [] and found.reason.value == found.cost
    answer = cost_answer(state, found, deep=False)
    assert answer.good and answer.tabs
    before = sorted((u.nation, u.kind, u.state) for u in state.units for _ in range(u.count))
    last = carried_out(state, found)[-1]
    assert before == sorted((u.nation, u.kind, u.state) for u in last.units for _ in range(u.count))
    moved = [u for u in last.units if u.moved]
    assert {u.hex for u in moved} == {found.target, *(one.at[:4] for one in found.leaving)}
    assert pick(state, found.stack.units, {found.stack.units[0].kind.value: 1})
