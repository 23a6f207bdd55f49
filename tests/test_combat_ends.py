"""Retreats, lost landings and continuing combat, clause by clause (9.6.3, 9.7)."""

from __future__ import annotations

import pytest
from attrs import evolve
from combat_cases import AROUND, again, fight, kinds, left, offered, sea, shore, strength, told
from strategies import at_large, port

from witp_learn.model import Area, Kind, Nation, Side, Terrain, side_pair
from witp_learn.rules.combat.losses import boarded, unloaded
from witp_learn.rules.combat.pieces import pieces
from witp_learn.rules.combat.record import Combat, fight_out
from witp_learn.rules.stacking import stack_limit

JAPAN, ALLIES = Side.JAPAN, Side.ALLIES
LAND, DEEP = Terrain.LAND, Terrain.DEEP

LANDED = "0505 jp 7N(7L); 0505 us 3L"
"""A landing that the defenders lose by 3 with dice that add nothing."""


def ways(found: Combat) -> list[str]:
    """The hexes the beaten may retreat to."""
    asked = [s.question for s in found.decided if s.question.kind == "retreat"]
    return [c.to for c in asked[-1].choices]


# Fleets


@pytest.mark.clause("9.6.3a")
def test_only_the_loser_retreats_and_only_after_all_hits() -> None:
    found = fight("0505 jp 3N; 0505 us 3N; 0504 us A; 0404 jp A", [3, 5])
    order = [(step.question.kind, step.question.side) for step in found.decided]
    asked = [(step.question.kind, step.question.side) for step in found.battles[0].decided]
    assert asked[-1] == ("retreat", JAPAN) and [kind for kind, _ in order].count("retreat") == 1
    assert {row[:4] for row in left(found) if " us " in row and "N" in row} == {"0505"}


@pytest.mark.clause("9.6.3b")
@pytest.mark.parametrize("dice", [[2, 1], [6, 1]])
def test_a_beaten_fleet_leaves_whatever_the_difference(dice: list[int]) -> None:
    found = fight("0505 jp 4N; 0505 us 4N", dice)
    assert found.battles[0].result == "retreat"
    assert {row[:4] for row in left(found) if "us" in row} == {"0404"}


@pytest.mark.ruling("fleet-retreat-details")
@pytest.mark.clause("9.6.3b", "8.5i", "8.5o", "8.5n", "12.1e")
def test_it_goes_only_where_fleets_may() -> None:
    places = [
        shore("0404", LAND),
        shore("0405"),
        port("0504", Nation.US, unlimited=True),
        shore("0604", area=Area.AUSTRALIA),
    ]
    state = sea("turn 1; 0505 us 4N; 0505 jp 4N; contested 0405; 0405 us L; 0405 jp L", *places)
    side = {side_pair("0505", "0506"): LAND}
    state = evolve(state, board=evolve(state.board, hexsides=side))
    assert ways(fight_out(state, "0505", [1, 2])) == ["0605"]
    later = evolve(state, turn=2)
    assert ways(fight_out(later, "0505", [1, 2])) == ["0604", "0605"]
    allied = fight_out(state, "0505", [2, 1])
    assert ways(allied) == ["0504", "0604", "0605"]


@pytest.mark.ruling("fleet-retreat-details")
@pytest.mark.clause("9.6.3b")
def test_enemy_ports_air_units_and_land_units_do_not_stop_it() -> None:
    line = "0505 us 2N; 0505 jp 2N; 0404 jp L; 0405 jp A; 0504 jp A"
    found = fight(line, [4, 1], places=[port("0404", Nation.JAPAN), shore("0405"), shore("0504")])
    assert ways(found) == sorted(AROUND)


@pytest.mark.clause("9.6.3c")
@pytest.mark.parametrize("enemy", ["N", "C", "N-", "N(L)"])
def test_it_never_goes_where_an_enemy_fleet_is(enemy: str) -> None:
    found = fight(f"0505 us 2N; 0505 jp 2N; 0404 jp {enemy}", [2, 1], places=[shore("0404")])
    assert ways(found) == ["0405", "0504", "0506", "0604", "0605"]


@pytest.mark.ruling("retreat-split")
@pytest.mark.clause("9.6.3d")
def test_the_loser_picks_the_hex_and_all_go_there() -> None:
    line = "0505 us 3N; 0505 jp 5N"
    stop = fight_out(sea(line), "0505", [1, 1], steps=1)
    assert stop.pending is not None and stop.pending.side is ALLIES
    assert offered(stop) == [f"retreat fleet {h}" for h in AROUND]
    found = fight(line, [1, 1], None, "retreat fleet 0605")
    assert left(found, "0605") == ["0605 us 2N-", "0605 us N"]


@pytest.mark.clause("9.6.3e")
def test_a_fleet_with_nowhere_to_go_is_destroyed() -> None:
    ring = "; ".join(f"{h} jp N" for h in AROUND)
    found = fight(f"0505 us 4N(L); 0505 jp 4N L; {ring}", [2, 1])
    assert found.battles[0].result == "eliminated"
    assert not any("us" in row for row in left(found))


@pytest.mark.ruling("transport-stopped-en-route", "losing-fleet-cargo")
@pytest.mark.clause("9.6.3b", "9.6.1i")
def test_cargo_stays_aboard_a_beaten_fleet() -> None:
    found = fight("0505 us 2N(L); 0505 jp 2N L", [2, 1], places=[shore("0404")])
    assert left(found, "0404") == ["0404 us L*", "0404 us N", "0404 us N-"]


@pytest.mark.clause("8.7h", "8.7i", "9.6.3b")
def test_a_fleet_leaves_a_hex_with_two_seas_by_its_own_sea() -> None:
    state = at_large("0406W cw 2N; 0406W jp 2N; turn 4")
    assert ways(fight_out(state, "0406", [4, 3])) == ["0306", "0307"]
    state = at_large("0406E cw 2N; 0406E jp 2N; turn 4")
    assert ways(fight_out(state, "0406", [4, 3])) == ["0407", "0507"]


# Land units


@pytest.mark.clause("9.6.3f", "9.6.3g", "9.7a")
@pytest.mark.parametrize("dice", [[2, 1], [4, 1]])
def test_at_a_difference_of_one_or_two_both_stay_and_the_hex_is_marked(dice: list[int]) -> None:
    found = fight("0505 jp 4L; 0505 us 4L", dice, places=[shore("0404")])
    assert told(found.battles[0]).difference in (1, 2)
    assert found.battles[0].result == "continuing" and found.after.contested == ("0505",)
    assert any(row.startswith("0505 us") for row in left(found))
    assert left(found, "0404") == []


@pytest.mark.ruling("margin-vs-capped-hits")
@pytest.mark.clause("9.6.3f", "9.6.3h")
def test_the_difference_decides_not_the_capped_hits() -> None:
    found = fight("0505 us L; 0505 jp 2L; 0504 us 2A", [1, 1], places=[shore("0404")])
    numbers = told(found.battles[0])
    assert (numbers.difference, numbers.hits) == (3, (1, 0))
    assert found.battles[0].result == "retreat"


@pytest.mark.clause("9.6.3h")
@pytest.mark.parametrize(("die", "leaves"), [(2, False), (4, False), (6, True)])
def test_from_a_difference_of_three_the_loser_leaves(die: int, leaves: bool) -> None:
    found = fight("0505 jp 4L; 0505 us 4L", [die, 1], places=[shore("0404")])
    assert told(found.battles[0]).long is leaves
    gone = [row for row in left(found) if "us" in row and row.startswith("0404")]
    assert bool(gone) is leaves
    assert bool(found.after.contested) is not leaves
    assert {row[:4] for row in left(found) if "jp" in row} == {"0505"}


@pytest.mark.clause("9.6.3h", "8.5c", "8.5d")
def test_land_units_retreat_only_where_they_may_walk() -> None:
    places = [
        shore("0404", mountain=True),
        shore("0405"),
        shore("0504"),
        evolve(shore("0604"), land_part=False),
    ]
    state = sea("0505 jp 6L; 0505 us 3L", *places)
    side = {side_pair("0504", "0505"): DEEP}
    state = evolve(state, board=evolve(state.board, hexsides=side))
    assert ways(fight_out(state, "0505", [2, 2])) == ["0405"]


@pytest.mark.clause("9.6.3i")
@pytest.mark.parametrize(
    ("there", "open_"), [("jp L", False), ("jp L-", False), ("jp N(L)", True), ("jp A", True)]
)
def test_land_units_never_retreat_onto_enemy_land_units(there: str, open_: bool) -> None:
    line = f"0505 jp 6L; 0505 us 3L; 0405 {there}"
    found = fight(line, [2, 2], places=[shore("0404"), shore("0405")])
    assert ways(found) == (["0404", "0405"] if open_ else ["0404"])


@pytest.mark.ruling("retreat-split")
@pytest.mark.clause("9.6.3j")
def test_beaten_land_units_all_go_to_the_hex_their_owner_picks() -> None:
    places = [shore("0404"), shore("0405")]
    found = fight("0505 jp 7L; 0505 us 4L", [2, 2], None, None, "retreat land 0405", places=places)
    assert {row[:4] for row in left(found) if "us" in row} == {"0405"}


@pytest.mark.clause("9.6.3k")
def test_land_units_with_nowhere_to_go_are_destroyed() -> None:
    found = fight("0505 jp 6L; 0505 us 3L", [2, 2])
    assert found.battles[0].result == "eliminated"
    assert not any("us" in row for row in left(found)) and found.after.contested == ()


@pytest.mark.ruling("land-retreat-terrain")
@pytest.mark.clause("9.6.3h", "8.7e", "8.8b", "9.2b")
def test_a_retreat_displaces_a_lone_air_unit_and_removes_a_base() -> None:
    places = [port("0404", Nation.US), port("0403", Nation.US)]
    found = fight("0505 jp 3L; 0505 us 4L; 0404 us A; base al 0404", [1, 1], places=places)
    assert left(found, "0404") == ["0404 jp 3L-"] and left(found, "0403") == ["0403 us A-"]
    assert (found.before.bases[ALLIES], found.after.bases[ALLIES]) == (("0404",), ())


DRIVEN = "0505 jp 3L; 0505 us 4L"
"""Japan has to leave by 3, and goes to 0404."""


@pytest.mark.clause("8.7a", "8.7b", "8.7d")
def test_a_displaced_air_unit_goes_attrited_to_a_port_within_two_hexes_or_is_removed() -> None:
    line = f"{DRIVEN}; 0404 us A"
    fields = {
        ("0403",): ["0403 us A-"],
        ("0403", "0503", "0303"): ["0303 us A-"],
        ("0402",): ["0402 us A-"],
        ("0401",): [],
        (): [],
    }
    for ports, rest in fields.items():
        places = [port(h, Nation.US) for h in ("0404", *ports)]
        found = fight(line, [1, 1], places=places)
        assert [row for row in left(found) if row.endswith(("A", "A-"))] == rest
    hostile = [port("0404", Nation.US), port("0403", Nation.JAPAN)]
    assert not any("A" in row for row in left(fight(line, [1, 1], places=hostile)))


@pytest.mark.clause("8.7a")
def test_the_owner_picks_where_a_displaced_air_unit_goes() -> None:
    places = [port(h, Nation.US) for h in ("0404", "0403", "0503")]
    more = [None, None, "displace 0404 0503"]
    found = fight_out(sea(f"{DRIVEN}; 0404 us A", *places), "0505", [1, 1], more)
    assert left(found, "0503") == ["0503 us A-"]


@pytest.mark.clause("8.7c")
def test_an_attrited_air_unit_that_is_displaced_is_removed() -> None:
    places = [port("0404", Nation.US), port("0403", Nation.US)]
    found = fight("0505 jp 3L; 0505 us 6L; 0404 us A-", [1, 1], places=places)
    assert left(found, "0404") == ["0404 jp 3L-"]
    assert not any("A" in row for row in left(found))


@pytest.mark.ruling("displaced-air-trigger")
@pytest.mark.clause("8.7f", "8.7a", "9.6.3h")
def test_an_air_unit_leaves_when_the_retreat_of_its_land_units_turns_the_port() -> None:
    places = [port("0505", Nation.US), port("0404", Nation.US)]
    found = fight("0505 us 3L A; 0505 jp 8L", [1, 1], places=places)
    assert told(found.battles[0]).difference == 3
    assert left(found, "0404") == ["0404 us 3L-", "0404 us A-"]
    stays = fight("0505 us 3L A; 0505 jp 7L", [1, 1], places=places)
    assert "0505 us A" in left(stays)


@pytest.mark.ruling("base-capture-by-combat")
@pytest.mark.clause("8.8b", "9.6.3h", "9.6.3q")
@pytest.mark.parametrize("line", ["0505 us 3L; 0505 jp 6L", "0505 us 3L; 0505 jp 7N(7L)"])
def test_a_base_is_lost_with_the_hex(line: str) -> None:
    found = fight(f"{line}; base al 0505", [1, 1], places=[port("0505", Nation.US), shore("0404")])
    assert told(found.battles[0]).long and found.after.bases[ALLIES] == ()
    lost = [note for note in found.battles[0].notes if note.event == "lost_base"]
    assert [(note.to, note.side) for note in lost] == [("0505", ALLIES)]
    near = fight(f"{line}; base al 0505", [1, 3], places=[port("0505", Nation.US), shore("0404")])
    assert near.after.bases[ALLIES] == ("0505",)


@pytest.mark.clause("9.6.3h", "8.7e")
def test_a_retreat_to_an_air_unit_of_its_own_side_displaces_nobody() -> None:
    places = [port("0404", Nation.US), port("0403", Nation.US)]
    found = fight("0505 us 3L; 0505 jp 8L; 0404 us A", [1, 1], places=places)
    assert left(found, "0404") == ["0404 us 3L-", "0404 us A"]


@pytest.mark.clause("12.2f", "12.2b")
def test_beaten_chinese_go_only_to_the_other_two_hexes() -> None:
    state = at_large("0504 cn 3L; 0504 jp 6L; turn 4")
    assert ways(fight_out(state, "0504", [1, 1])) == ["0404", "0505"]
    shut = at_large("0504 cn 3L; 0504 jp 6L; 0404 jp L; 0505 jp L; turn 4")
    found = fight_out(shut, "0504", [1, 1])
    assert found.battles[0].result == "eliminated" and not any("cn" in row for row in left(found))


# A beaten landing


@pytest.mark.clause("9.6.3l")
@pytest.mark.parametrize("enemies", [3, 8])
def test_a_beaten_landing_loses_half_of_its_survivors_whatever_the_difference(
    enemies: int,
) -> None:
    found = fight(f"0505 jp 4N(4L); 0505 us {enemies}L", [1, 2 if enemies == 3 else 1])
    notes = [note.event for note in found.battles[0].notes]
    survivors = 4 - notes.count("removed")
    assert notes.count("destroyed") == survivors // 2
    assert notes.count("boarded") == survivors - survivors // 2
    assert found.battles[0].result == "embarked" and found.after.contested == ()


@pytest.mark.ruling("landing-loss-half")
@pytest.mark.clause("9.6.3l")
@pytest.mark.parametrize(("landed", "aboard"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3)])
def test_half_is_rounded_down(landed: int, aboard: int) -> None:
    found = fight(f"0505 jp {landed}N({landed}L); 0505 us {landed}L", [1, 2])
    assert told(found.battles[0]).difference == 2
    cargo = [row for row in left(found) if row.endswith("*")]
    assert sum(int(row.split()[2].rstrip("L-*") or 1) for row in cargo) == aboard


@pytest.mark.ruling("landing-loss-attrited")
@pytest.mark.clause("9.6.3m")
def test_the_rest_go_back_aboard_attrited_one_to_a_ship() -> None:
    found = fight("0505 jp 3N(3L); 0505 us 3L", [1, 2])
    rest = ["0505 jp 2L-*", "0505 jp 3N", "0505 us 2L", "0505 us L-"]
    assert told(found.battles[0]).hits == (2, 1) and left(found) == rest


@pytest.mark.clause("9.6.3n")
def test_without_a_ship_that_has_room_the_rest_are_destroyed() -> None:
    battle = fight("0505 jp 2N(2L); 0505 us 3L").battles[0].battle
    ashore = unloaded(pieces(sea("0505 jp 2N(2L); 0505 us 3L"), "0505"), battle)
    sunk = tuple(p for p in ashore if p.kind is not Kind.NAVAL)
    assert [p.nation for p in boarded(sunk, battle)] == [Nation.US] * 3
    one = (*sunk, next(p for p in ashore if p.kind is Kind.NAVAL))
    loads = [p.cargo for p in boarded(one, battle) if p.cargo]
    assert len(loads) == 1 and not loads[0].full


@pytest.mark.clause("9.6.3l", "9.6.3m")
def test_a_beaten_landing_does_not_retreat_and_its_ships_stay() -> None:
    found = fight("0505 us C 2N(2L); 0505 jp 8L", [1, 1], places=[shore("0404")])
    assert left(found, "0404") == []
    assert {"0505 us 2N", "0505 us C"} <= set(left(found))


# A landing that succeeds


@pytest.mark.clause("9.6.3o", "9.7a")
def test_defenders_beaten_by_one_or_two_stay_and_the_hex_is_marked() -> None:
    found = fight("0505 jp 4N(4L); 0505 us 2L", [1, 1], places=[shore("0404")])
    assert told(found.battles[0]).difference == 1
    assert found.battles[0].result == "continuing" and found.after.contested == ("0505",)
    assert "0505 jp 4L" in left(found) and "0505 jp 4N" in left(found)


@pytest.mark.clause("9.6.3p", "9.7b")
def test_next_turn_the_hex_is_fought_over_as_plain_land_combat() -> None:
    first = fight("0505 jp C 4N(4L); 0505 us 3L", [1, 1])
    assert kinds(first) == ["assault"] and first.after.contested == ("0505",)
    second = again(first, [1, 6])
    assert kinds(second) == ["land"]
    assert strength(second) == (4, 2)
    assert second.battles[0].result == "continuing"


@pytest.mark.clause("9.6.3q")
def test_defenders_beaten_by_three_or_more_leave() -> None:
    found = fight(LANDED, [1, 1], places=[shore("0404")])
    assert told(found.battles[0]).difference == 3 and found.battles[0].result == "retreat"
    assert left(found, "0404") == ["0404 us 3L-"] and found.after.contested == ()


@pytest.mark.clause("9.6.3r")
def test_beaten_defenders_never_retreat_onto_enemy_land_units() -> None:
    line = f"{LANDED}; 0405 jp L"
    found = fight(line, [1, 1], places=[shore("0404"), shore("0405")])
    assert told(found.battles[0]).difference == 3 and ways(found) == ["0404"]


@pytest.mark.clause("9.6.3s")
def test_beaten_defenders_pick_among_several_hexes() -> None:
    places = [shore("0404"), shore("0405")]
    found = fight(LANDED, [1, 1], None, None, "retreat land 0405", places=places)
    assert ways(found) == ["0404", "0405"] and left(found, "0405") == ["0405 us 3L-"]


@pytest.mark.clause("9.6.3t")
def test_beaten_defenders_with_nowhere_to_go_are_destroyed() -> None:
    found = fight(LANDED, [1, 1])
    assert found.battles[0].result == "eliminated"
    assert not any("us" in row for row in left(found))


# 9.7 Continuing combat


@pytest.mark.clause("9.7a")
def test_without_land_units_of_both_sides_left_there_is_no_continuing_combat() -> None:
    found = fight("0505 jp L; 0505 us L-; 0504 jp A", [1, 4])
    assert told(found.battles[0]).difference == 1
    assert found.after.contested == () and left(found, "0505") == ["0505 jp L"]


@pytest.mark.ruling("continuing-end")
@pytest.mark.clause("9.7b", "9.7a")
def test_the_marker_stays_while_both_are_there_and_goes_when_one_is_gone() -> None:
    first = fight("0505 jp 5L; 0505 us 4L", [1, 1])
    assert first.after.contested == ("0505",)
    second = again(first, [1, 6])
    assert kinds(second) == ["land"] and second.after.contested == ("0505",)
    third = again(second, [6, 1])
    assert told(third.battles[0]).long and third.after.contested == ()


@pytest.mark.clause("9.7c")
def test_a_fleet_combat_never_leads_to_continuing_combat() -> None:
    for dice in ([2, 1], [1, 2], [6, 1], [1, 6]):
        found = fight("0505 jp 3N; 0505 us 3N; 0505 us L", dice)
        assert kinds(found) == ["fleet"] and found.after.contested == ()


@pytest.mark.clause("9.7d", "8.3i", "8.3j")
def test_a_marked_hex_has_other_stacking_limits() -> None:
    found = fight("0505 jp 5L; 0505 us 4L", [1, 1]).after
    limit = stack_limit(found, "0505", JAPAN)
    assert (limit.land, limit.air) == (None, 2)


@pytest.mark.clause("9.7e", "8.5n")
def test_a_marked_hex_is_closed_to_a_retreating_fleet() -> None:
    line = "0505 us 2N; 0505 jp 2N; 0404 us L; 0404 jp L"
    free = fight(line, [2, 1], places=[shore("0404")])
    shut = fight(f"{line}; contested 0404", [2, 1], places=[shore("0404")])
    assert set(ways(free)) - set(ways(shut)) == {"0404"}
