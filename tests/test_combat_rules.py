"""Which fights there are, who fights in them, and both strengths, clause by clause (9.0-9.5)."""

from __future__ import annotations

import pytest
from attrs import evolve
from combat_cases import AROUND, again, fight, kinds, left, sea, shore, strength, total
from strategies import at_large, port

from witp_learn.model import Nation, Phase, Side, Terrain
from witp_learn.rules.combat.battles import fought_over, order_chooser
from witp_learn.rules.combat.record import fight_out

JAPAN, ALLIES = Side.JAPAN, Side.ALLIES

# 9.0 Which hexes are fought over, and in what order


@pytest.mark.clause("9.0a", "9.0b")
def test_every_hex_with_units_that_can_fight_each_other_is_fought_over() -> None:
    state = sea(
        "0505 jp N; 0505 us C; "  # fleets
        "0502 jp L; 0502 us L-; "  # land units, one of them attrited
        "0402 jp N(L); 0402 us L; "  # cargo against land units
        "0508 jp N; 0508 us L; "  # a fleet and land units
        "0602 jp A; 0602 us A N L; "  # an air unit against everything
        "0808 jp N(L); 0708 us N; 0705 jp 3L",  # hexes of one side
        *map(shore, ("0502", "0402", "0508", "0602", "0705", "0808")),
    )
    assert list(fought_over(state)) == ["0402", "0502", "0505"]
    assert list(fought_over(evolve(state, phase=Phase.COMBAT))) == ["0402", "0502", "0505"]


@pytest.mark.clause("9.0c", "9.2e")
def test_hexes_are_fought_one_after_another_and_feel_what_went_before() -> None:
    start = sea("0505 jp N; 0505 us N; 0603 jp N; 0603 us N; 0504 us A")
    first = fight_out(start, "0505", [5, 6])
    assert strength(first) == (1, 3) and "0504 us A-" in left(first)
    assert strength(fight_out(start, "0603", [])) == (1, 3)
    assert strength(fight_out(first.after, "0603", [])) == (1, 1)


@pytest.mark.ruling("retreat-into-unresolved-hex")
@pytest.mark.clause("9.0c")
def test_a_beaten_fleet_helps_in_the_hex_it_retreats_to_when_that_is_fought_later() -> None:
    start = sea("0505 jp 4N; 0505 us 2C; 0404 us N(L); 0404 jp L", shore("0404"))
    assert list(fought_over(start)) == ["0404", "0505"]
    assert strength(fight_out(start, "0404")) == (2, 1)
    first = fight_out(start, "0505", [2, 1], [None, "retreat fleet 0404"])
    assert strength(fight_out(first.after, "0404")) == (2, 2)


@pytest.mark.ruling("equal-trp-order")
@pytest.mark.clause("9.0d", "9.0e")
@pytest.mark.parametrize(
    ("points", "chooses"), [("9 8", JAPAN), ("8 9", ALLIES), ("8 8", JAPAN), ("0 0", JAPAN)]
)
def test_the_side_with_more_points_picks_the_order_and_japan_on_equal_points(
    points: str, chooses: Side
) -> None:
    assert order_chooser(sea(f"trp {points}; 0505 jp N; 0505 us N")) is chooses


@pytest.mark.clause("9.0d")
def test_nobody_is_named_where_points_are_not_counted() -> None:
    assert order_chooser(sea("0505 jp N; 0505 us N")) is None


# 9.1 Kinds of combat


@pytest.mark.clause("9.1a", "9.3a")
def test_fleets_of_both_sides_in_a_hex_fight() -> None:
    assert kinds(fight("0505 jp N; 0505 us C-")) == ["fleet"]
    assert kinds(fight("0505 jp N; 0504 us C")) == []
    assert kinds(fight("0505 jp N C; 0504 jp A")) == []


@pytest.mark.clause("9.1b", "9.4a")
def test_land_units_of_both_sides_ashore_fight() -> None:
    assert kinds(fight("0505 jp L; 0505 cw L")) == ["land"]
    assert kinds(fight("0505 jp L; 0504 cw L", places=[shore("0504")])) == []
    inland = at_large("0505 jp L; 0505 cn L; turn 4")
    assert kinds(fight_out(inland, "0505")) == ["land"]


@pytest.mark.clause("9.1c", "9.5a", "8.6.2c")
def test_cargo_has_to_land_against_land_units_ashore() -> None:
    found = fight("0505 jp N(L); 0505 us L")
    assert kinds(found) == ["assault"] and found.battles[0].battle.lander is JAPAN
    found = fight("0505 us N(L); 0505 jp L-")
    assert kinds(found) == ["assault"] and found.battles[0].battle.lander is ALLIES
    assert kinds(fight("0505 jp N(L); 0504 us L", places=[shore("0504")])) == []
    assert kinds(fight("0505 jp N(L); 0505 us A")) == []


@pytest.mark.clause("9.1c", "8.6.1d")
def test_cargo_lands_only_from_a_shallow_sea_onto_a_land_part() -> None:
    barren = evolve(shore("0505"), land_part=False)
    for place in (barren, shore("0505", Terrain.DEEP, land_part=False)):
        found = fight("0505 jp 2N(2L); 0505 us N", [6, 1, 6, 1], places=[place])
        assert kinds(found) == ["fleet"] and found.over
        assert "0505 jp L*" in left(found) or "0505 jp 2L*" in left(found)


@pytest.mark.ruling("same-hex-combat-sequence")
@pytest.mark.clause("9.1d", "8.6.2d", "8.6.2e")
def test_fleets_fight_first_and_the_landing_follows_when_the_enemy_is_gone() -> None:
    line = "0505 jp 2N(2L); 0505 us N L"
    assert kinds(fight(line, [6, 1])) == ["fleet", "assault"]
    lost = fight(line, [1, 6])
    assert kinds(lost) == ["fleet"] and lost.over
    assert "0505 us L" in left(lost) and "0505 us N" in left(lost)


@pytest.mark.clause("9.1d")
def test_a_fleet_driven_out_is_gone_as_well_as_one_sunk() -> None:
    driven = fight("0505 jp 2N(L); 0505 us 2N L", [2, 1])
    assert driven.battles[0].result == "retreat" and kinds(driven) == ["fleet", "assault"]
    sunk = fight("0505 jp 4N(L); 0505 us N L", [6, 1])
    assert sunk.battles[0].result == "eliminated" and kinds(sunk) == ["fleet", "assault"]


@pytest.mark.clause("8.6.2b", "14.1y")
@pytest.mark.parametrize("dice", [[6, 1], [1, 6]])
def test_where_only_enemy_fleets_are_cargo_is_ashore_before_they_fight(dice: list[int]) -> None:
    found = fight("0505 jp 2N(2L); 0505 us N", dice)
    assert kinds(found) == ["fleet"] and "0505 jp 2L" in left(found)
    assert [note.event for note in found.landed] == ["landed", "landed"]
    assert all(p.cargo is None for p in found.battles[0].before.here)


@pytest.mark.clause("8.6.2b", "14.1y")
def test_cargo_of_the_enemy_does_not_keep_cargo_aboard() -> None:
    """As at Manila, where the Allied cargo joined the land unit there; Japan's had to wait."""
    found = fight("0505 jp 2N(2L); 0505 us 2N(2L) L", [6, 1])
    assert kinds(found) == ["fleet", "assault"] and strength(found, 1)[1] == 4
    assert [note.side for note in found.landed] == [ALLIES, ALLIES]
    both = fight("0505 jp 2N(L); 0505 us N(L-)", [6, 1])
    assert kinds(both) == ["fleet", "land"] and len(both.landed) == 2


@pytest.mark.clause("8.6.2b", "8.8b", "2.3.3e")
def test_a_base_is_lost_when_cargo_lands_before_the_fleets_fight() -> None:
    line = "0505 jp 2N(L); 0505 us 2N; base al 0505"
    found = fight(line, [1, 3], places=[port("0505", Nation.US)])
    assert [note.event for note in found.landed] == ["landed", "lost_base"]
    assert found.after.bases[ALLIES] == () and found.battles[0].result == "retreat"


@pytest.mark.clause("8.6.2c", "8.6.2d")
@pytest.mark.parametrize("enemy", ["L", "L-", "A", "A-"])
def test_an_enemy_on_land_or_in_the_air_keeps_cargo_aboard_until_the_fleets_have_fought(
    enemy: str,
) -> None:
    beaten = fight(f"0505 jp 2N(L); 0505 us 3N {enemy}", [1, 3])
    assert beaten.landed == () and kinds(beaten) == ["fleet"]
    assert not any(row.endswith(("jp L", "jp L-")) for row in left(beaten))


@pytest.mark.clause("8.6.2a", "8.7k", "8.7e")
def test_cargo_on_a_sea_without_enemy_fleets_drives_an_air_unit_out_before_the_fleets_fight() -> (
    None
):
    line = "0406W jp N(L); 0406E jp 2N; 0406E us N; 0406 us A; 0407 us L; turn 4"
    found = fight_out(at_large(line), "0406", [6, 1])
    assert kinds(found) == ["fleet"] and "0406 jp L" in left(found)
    assert [step.action for step in found.opening] == ["displace 0406 0205"]
    assert found.opening[0] in found.decided and "0205 us A-" in left(found)


@pytest.mark.clause("8.6.2a", "9.0b")
def test_where_nobody_fights_nothing_has_happened_yet() -> None:
    found = fight("0505 jp N(L); 0505 us A")
    assert found.landed == () and "0505 jp L*" in left(found)


@pytest.mark.clause("8.6.2d")
def test_cargo_of_the_winner_lands_at_once_where_only_an_air_unit_waits() -> None:
    found = fight("0505 jp 2N(L); 0505 us N A", [6, 1])
    assert kinds(found) == ["fleet"] and "0505 jp L" in left(found)
    beaten = fight("0505 jp 2N(L); 0505 us 3N A", [1, 2])
    assert not any("jp L" in row and "*" not in row for row in left(beaten))


@pytest.mark.clause("8.6.2d", "9.2b", "8.7e")
def test_an_air_unit_alone_is_driven_out_by_the_landing_that_follows() -> None:
    found = fight("0505 jp 3N(L); 0505 us N A", [3, 1], places=[port("0504", Nation.US)])
    assert kinds(found) == ["fleet"] and "0505 jp L" in left(found)
    assert [row for row in left(found) if row.endswith(("A", "A-"))] == ["0504 us A-"]


@pytest.mark.clause("9.1e", "9.2a")
def test_air_units_never_fight_whatever_else_is_in_the_hex() -> None:
    for enemy in ("A", "A-", "3A"):
        for own in ("A", "N", "C", "N(L)"):
            assert kinds(fight(f"0505 jp {own}; 0505 us {enemy}")) == []


@pytest.mark.clause("9.1f")
def test_fleets_and_land_units_never_fight() -> None:
    assert kinds(fight("0505 jp 4C 4N; 0505 us 3L")) == []
    found = fight("0505 jp C N L; 0505 us L", [4, 1])
    assert kinds(found) == ["land"] and strength(found) == (1, 1)


@pytest.mark.clause("9.1g", "2.2.2b")
def test_attrited_units_add_nothing_but_are_in_the_fight_are_hit_and_retreat() -> None:
    found = fight("0505 jp 2N- C-; 0505 us N", [1, 1])
    assert strength(found) == (0, 1)
    assert left(found, "0505") == ["0505 us N"]
    gone = [row for row in left(found) if "jp" in row]
    assert len(gone) == 2 and all("0505" not in row for row in gone)
    land = fight("0505 jp L-; 0505 us L", [2, 2])
    assert strength(land) == (0, 1) and "0505 jp L-" not in left(land)


@pytest.mark.ruling("attrited-only-combat")
@pytest.mark.clause("9.1g", "9.6.1c")
def test_against_attrited_units_alone_nobody_is_hit_by_them() -> None:
    found = fight("0505 jp 2N-; 0505 us 2N", [6, 1])
    assert total(found) == (6, 3)
    assert left(found, "0505") == ["0505 jp 2N-"] and "0404 us 2N" in left(found)


# 9.2 Air support


@pytest.mark.clause("9.2c", "8.7g")
def test_an_air_unit_alone_stays_when_an_enemy_fleet_comes_in() -> None:
    line = "0505 jp 4N; 0505 us 3N; 0404 jp A"
    found = fight(line, [1, 1], None, None, "retreat fleet 0404", places=[shore("0404")])
    assert left(found, "0404") == ["0404 jp A", "0404 us 3N-"]


@pytest.mark.clause("9.2d", "9.3.1b", "9.3b")
@pytest.mark.parametrize("hex_id", ["0505", *AROUND])
def test_an_air_unit_supports_in_its_own_hex_and_next_to_it(hex_id: str) -> None:
    assert strength(fight(f"0505 jp N; 0505 us N; {hex_id} us A")) == (1, 3)
    assert strength(fight(f"0505 jp N; 0505 us N; {hex_id} jp A")) == (3, 1)


@pytest.mark.clause("9.2d")
@pytest.mark.parametrize("hex_id", ["0503", "0507", "0305", "0705", "0403", "0606"])
def test_an_air_unit_two_hexes_off_does_not(hex_id: str) -> None:
    assert strength(fight(f"0505 jp N; 0505 us N; {hex_id} us A")) == (1, 1)


@pytest.mark.ruling("air-support-voluntary")
@pytest.mark.clause("9.2d")
def test_its_owner_may_hold_an_air_unit_back() -> None:
    state = sea("0505 jp N; 0505 us N; 0504 us A; 0404 us A")
    held = frozenset({("0504", Nation.US)})
    assert strength(fight_out(state, "0505")) == (1, 5)
    found = fight_out(state, "0505", [6, 1], held=held)
    assert strength(found) == (1, 3)
    assert "0504 us A" in left(found) and "0404 us A" not in left(found)


@pytest.mark.ruling("attrited-air-supports")
@pytest.mark.clause("9.2d", "9.6.2b")
def test_an_attrited_air_unit_gives_no_support() -> None:
    found = fight("0505 jp N; 0505 us N; 0504 us A-", [6, 1])
    assert strength(found) == (1, 1) and "0504 us A-" in left(found)


@pytest.mark.clause("9.2e")
def test_an_air_unit_supports_every_combat_of_a_hex() -> None:
    found = fight("0505 jp 2N(L); 0505 us N L; 0504 jp A", [3, 1])
    assert kinds(found) == ["fleet", "assault"]
    assert strength(found, 0) == (4, 1) and strength(found, 1) == (3, 2)


@pytest.mark.clause("9.2f")
def test_several_air_units_support_the_same_combat() -> None:
    air = "; ".join(f"{h} us A" for h in ("0505", "0404", "0405"))
    assert strength(fight(f"0505 jp N; 0505 us N; {air}")) == (1, 7)
    assert strength(fight("0505 jp N; 0505 us N; 0404 us 2A; 0404 cw A")) == (1, 7)


# 9.3 Fleet combat


@pytest.mark.clause("9.3c", "9.3.1a")
def test_fleet_strength_adds_up_carriers_and_naval_units_full_ones_only() -> None:
    assert strength(fight("0505 jp 2C; 0505 us 3N")) == (4, 3)
    assert strength(fight("0505 jp 2C-; 0505 us 3N 2N-")) == (0, 3)
    assert strength(fight("0505 jp C; 0505 us N; 0505 cw 2N")) == (2, 3)
    assert strength(fight("0505 jp N(L); 0505 us 2N; 0505 jp L; 0504 us 3N")) == (1, 2)


@pytest.mark.clause("9.3b", "9.3.1b")
def test_air_units_of_both_sides_support_a_fleet_combat() -> None:
    assert strength(fight("0505 jp N; 0505 us N; 0504 jp A; 0404 us 2A")) == (3, 5)


@pytest.mark.ruling("tf-bonus-attrited")
@pytest.mark.clause("9.3.1c")
@pytest.mark.parametrize(
    ("fleet", "value"),
    [
        ("C N", 5),
        ("2C 2N", 10),
        ("2C 4N", 12),
        ("3C N", 9),
        ("C 3N", 7),
        ("C N-", 2),
        ("C- N", 1),
        ("2C N N-", 7),
    ],
)
def test_each_pair_of_a_full_carrier_and_a_full_naval_unit_adds_two(fleet: str, value: int) -> None:
    assert strength(fight(f"0505 jp {fleet}; 0505 us N")) == (value, 1)


@pytest.mark.ruling("tf-bonus-nationality")
@pytest.mark.clause("9.3.1c")
def test_a_pair_may_be_of_two_nations_but_not_of_two_hexes() -> None:
    assert strength(fight("0505 jp N; 0505 us C; 0505 cw N")) == (1, 5)
    assert strength(fight("0505 jp N; 0505 us C; 0504 us N")) == (1, 2)


@pytest.mark.clause("9.3d", "9.3e", "9.6a")
@pytest.mark.parametrize("dice", [(1, 2), (2, 1), (6, 3), (3, 6), (5, 1)])
def test_at_sea_the_whole_die_is_added_and_the_higher_total_wins(dice: tuple[int, int]) -> None:
    found = fight("0505 jp 4N; 0505 us 4N", dice)
    assert total(found) == (4 + dice[0], 4 + dice[1])
    winner = JAPAN if dice[0] > dice[1] else ALLIES
    assert found.battles[0].tally is not None and found.battles[0].tally.winner is winner


@pytest.mark.clause("8.7k", "9.3a")
def test_fleets_on_two_seas_of_one_hex_do_not_meet() -> None:
    apart = at_large("0406W cw N; 0406E jp N; turn 4")
    assert kinds(fight_out(apart, "0406")) == []
    together = at_large("0406W cw N; 0406W jp N; 0406E jp 2N; turn 4")
    found = fight_out(together, "0406")
    assert kinds(found) == ["fleet"] and strength(found) == (1, 1)
    both = at_large("0406W cw N; 0406W jp 3N; 0406E jp 3N; 0406E us N; turn 4")
    assert kinds(fight_out(both, "0406", [6, 1, 6, 1])) == ["fleet", "fleet"]


# 9.4 Land combat


@pytest.mark.clause("9.4c", "9.4.2a")
def test_land_strength_adds_up_the_full_land_units_ashore() -> None:
    assert strength(fight("0505 jp 3L L-; 0505 us L; 0505 cw L")) == (3, 2)


@pytest.mark.clause("9.4b", "9.4.2b")
def test_air_units_of_both_sides_support_a_land_combat() -> None:
    found = fight("0505 jp L; 0505 us L; 0504 jp A; 0505 us A; 0605 us A; 0405 us A-")
    assert strength(found) == (3, 5)


@pytest.mark.clause("9.4a", "9.5.1c")
def test_carriers_and_ships_help_no_land_combat() -> None:
    assert strength(fight("0505 jp 2C N L; 0505 us L")) == (1, 1)


@pytest.mark.clause("9.4d", "9.4e")
@pytest.mark.parametrize(("die", "added"), [(1, 0), (2, 1), (3, 1), (4, 2), (5, 2), (6, 3)])
def test_on_land_half_the_die_rounded_down_is_added(die: int, added: int) -> None:
    found = fight("0505 jp 6L; 0505 us L", [die, 1])
    assert total(found) == (6 + added, 1)
    found = fight("0505 jp L; 0505 us 6L", [1, die])
    assert total(found) == (1, 6 + added)


# 9.5 Landings


@pytest.mark.clause("9.5c")
@pytest.mark.parametrize(("die", "added"), [(1, 0), (2, 1), (3, 1), (4, 2), (5, 2), (6, 3)])
def test_in_a_landing_the_die_is_halved_as_on_land(die: int, added: int) -> None:
    found = fight("0505 jp 6N(6L); 0505 us L", [die, 1])
    assert total(found) == (6 + added, 2)


@pytest.mark.clause("9.5a", "9.5.1a")
def test_those_who_land_fight_and_the_ships_do_not() -> None:
    found = fight("0505 jp 4N(2L L-); 0505 us L L-; 0504 us L", places=[shore("0504")])
    assert kinds(found) == ["assault"] and strength(found) == (2, 2)


@pytest.mark.clause("9.5b", "9.5.1b")
def test_air_units_of_both_sides_support_a_landing() -> None:
    assert strength(fight("0505 jp N(L); 0505 us L A; 0504 jp A; 0404 us A-")) == (3, 4)


@pytest.mark.ruling("cv-assault-support-side")
@pytest.mark.clause("9.5.1c")
def test_each_full_carrier_in_the_hex_adds_one_in_a_landing() -> None:
    assert strength(fight("0505 jp 2C N(L); 0505 us L")) == (3, 2)
    assert strength(fight("0505 jp C C- N(L); 0505 us L")) == (2, 2)
    assert strength(fight("0505 jp N(L); 0505 us L; 0504 jp C")) == (1, 2)
    assert strength(fight("0505 us C N(L); 0505 jp L")) == (2, 2)


@pytest.mark.clause("9.5.1c", "9.1d")
def test_a_carrier_that_the_fleet_combat_attrited_adds_none() -> None:
    line = "0505 jp C 2N(2L); 0505 us 2N L"
    found = fight(line, [2, 4], None, "hit carrier 0505")
    assert kinds(found) == ["fleet", "assault"] and strength(found, 1) == (2, 2)
    spared = fight(line, [1, 4])
    assert strength(spared, 1) == (3, 2)


@pytest.mark.clause("9.5.1d")
def test_the_side_landed_upon_adds_one() -> None:
    assert strength(fight("0505 jp N(L); 0505 us L")) == (1, 2)
    assert strength(fight("0505 us N(L); 0505 jp L")) == (2, 1)
    assert strength(fight("0505 jp N(L); 0505 us 2L-")) == (1, 1)


@pytest.mark.clause("9.5.1e", "12.1f")
def test_on_turn_one_there_is_no_such_one_against_japan() -> None:
    assert strength(fight("turn 1; 0505 jp N(L); 0505 us L")) == (1, 1)
    assert strength(fight("turn 2; 0505 jp N(L); 0505 us L")) == (1, 2)
    assert strength(fight("turn 1; 0505 us N(L); 0505 jp L")) == (2, 1)


@pytest.mark.ruling("sea-reinforce-contested", "same-hex-combat-sequence")
@pytest.mark.clause("9.5.2a", "9.5.2b")
def test_walking_in_and_landing_is_one_combat_with_all_attackers() -> None:
    found = fight("0505 jp 2L; 0505 jp N(L); 0505 us L", [2, 1])
    assert kinds(found) == ["assault"] and strength(found) == (3, 2)
    assert found.over


@pytest.mark.ruling("mixed-assault-loss")
@pytest.mark.clause("9.5.2c", "9.6.3f", "9.6.3l")
def test_after_a_near_loss_those_who_walked_in_stay_and_those_who_landed_embark() -> None:
    found = fight("0505 jp L; 0505 jp 2N(2L); 0505 us 4L", [2, 1])
    battle = found.battles[0]
    assert (battle.result, battle.result_overland) == ("embarked", "continuing")
    assert left(found, "0505") == [
        "0505 jp 2N",
        "0505 jp L-",
        "0505 jp L-*",
        "0505 us 4L",
    ]
    assert found.after.contested == ("0505",)


@pytest.mark.ruling("mixed-assault-loss")
@pytest.mark.clause("9.5.2c", "9.6.3h", "9.6.3l")
def test_after_a_clear_loss_those_who_walked_in_retreat_and_those_who_landed_embark() -> None:
    line = "0505 jp 2L; 0505 jp 2N(2L); 0505 us 7L"
    found = fight(line, [1, 1], *[None] * 9, places=[shore("0404")])
    battle = found.battles[0]
    assert (battle.result, battle.result_overland) == ("embarked", "retreat")
    assert left(found, "0404") == ["0404 jp 2L-"] or "0404 jp L-" in left(found)
    assert found.after.contested == ()


@pytest.mark.ruling("mixed-assault-loss")
@pytest.mark.clause("9.5.2c")
@pytest.mark.parametrize(
    ("hit", "rest"),
    [
        ("attrited-landed", ["0505 jp L", "0505 jp N", "0505 us L"]),
        ("full-walked", ["0505 jp L-", "0505 jp L-*", "0505 jp N", "0505 us L"]),
    ],
)
def test_hits_of_a_mixed_landing_go_where_the_owner_likes(hit: str, rest: list[str]) -> None:
    found = fight("0505 jp L; 0505 jp N(L-); 0505 us L", [1, 2], f"hit {hit}-land 0505")
    assert left(found) == rest


# 12.2 China


@pytest.mark.ruling("chongqing-air-status")
@pytest.mark.clause("12.2z", "9.2d")
@pytest.mark.parametrize("nation", ["us", "cn"])
def test_the_air_unit_at_chongqing_supports_land_combat(nation: str) -> None:
    line = f"0404 cn L; 0404 jp L; 0404 {nation} A; turn 7"
    assert strength(fight_out(at_large(line), "0404")) == (1, 3)
    line = f"0504 cn L; 0504 jp L; 0404 {nation} A; turn 7"
    assert strength(fight_out(at_large(line), "0504")) == (1, 3)


@pytest.mark.clause("9.6.3p", "9.7b")
def test_the_next_fight_in_a_hex_in_continuing_combat_is_plain_land_combat() -> None:
    first = fight("0505 jp C 4N(4L); 0505 us 3L", [2, 1])
    assert kinds(first) == ["assault"] and first.after.contested == ("0505",)
    second = again(first)
    assert kinds(second) == ["land"]
    assert all(line.what == "land" for lines in second.battles[0].lines for line in lines)
