"""Clauses pinned where the code carries them, in play and in the rules (3.1, 6, 8, 9)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from attrs import evolve
from card_tables import played as done
from combat_cases import fight, kinds, left, sea, shore
from strategies import at_large, on, port
from test_engine import legal, pos, why

import witp_learn as witp
from witp_learn import engine
from witp_learn.explain import Reason
from witp_learn.model import Facility, Hex, Journey, Nation, Phase, Side, Terrain
from witp_learn.odds import odds_from
from witp_learn.rules import marching, planning
from witp_learn.rules.combat.arena import Arena
from witp_learn.rules.combat.battles import first_battle, order_chooser
from witp_learn.rules.combat.choices import after_hits
from witp_learn.rules.combat.fight import begin, outcomes, rolled, settled, stakes
from witp_learn.rules.combat.losses import struck, unloaded
from witp_learn.rules.combat.moment import Task, battle_of
from witp_learn.rules.combat.pieces import free_ships, pieces, stowed
from witp_learn.rules.combat.strength import supporters
from witp_learn.rules.displacement import Displaced, displace, displaced
from witp_learn.rules.movement import land_retreats, open_hexes
from witp_learn.rules.moves import judge, no_landing
from witp_learn.rules.routes import (
    distances,
    first_choice,
    first_path,
    least,
    reach,
    routes,
)
from witp_learn.rules.stacks import every, stack
from witp_learn.rules.tolls import costs
from witp_learn.sequence import following
from witp_learn.view.cards import unit_list
from witp_learn.view.scene import Badge

JAPAN, ALLIES = Side.JAPAN, Side.ALLIES


# 3.1 The phases


def phases(start: Phase) -> Iterator[Phase]:
    now: Phase | None = start
    while now is not None:
        yield now
        now = following(now)


@pytest.mark.clause("3.1a", "3.1b", "3.1c", "3.1d", "3.1e", "3.1f", "3.1g")
def test_the_phases_of_a_turn_follow_each_other_as_printed() -> None:
    assert list(phases(Phase.EVENT)) == list(Phase)
    assert list(Phase)[:6] == [
        Phase.EVENT,
        Phase.RESOURCES,
        Phase.BASES,
        Phase.SUPPLY,
        Phase.MOVEMENT,
        Phase.COMBAT,
    ]


# 6.6.2 The six bases of the option


@pytest.mark.clause("6.6.2c", "6.6.2f")
def test_the_six_bases_of_the_option_are_known_where_all_stand_on_turn_1() -> None:
    placed = witp.scenario()
    six = evolve(placed, turn=1, bases={JAPAN: (), ALLIES: tuple(planning.SET_UP_BASES)})
    assert len(set(planning.SET_UP_BASES)) == 6 and planning.placed_at_set_up(six)
    for missing in planning.SET_UP_BASES:
        rest = tuple(h for h in planning.SET_UP_BASES if h != missing)
        assert not planning.placed_at_set_up(evolve(six, bases={JAPAN: (), ALLIES: rest}))
    assert not planning.placed_at_set_up(evolve(six, turn=2))


# 8.4, 8.5, 8.6 Moves


@pytest.mark.clause("2.2.3e", "8.4f", "8.4g")
def test_a_hex_under_an_enemy_air_zone_costs_one_point_more() -> None:
    plain = sea("0505 jp N")
    under = sea("0505 jp N; 0602 us A", shore("0602"))
    for state, paid in ((plain, 2), (under, 3)):
        found = judge(state, stack(state, JAPAN, "fleet", "0505"), ["0505", "0504", "0503"])
        assert found.cost - 1 == paid and least(state, JAPAN, "0505", "0503") == paid
    ours = sea("0505 jp N; 0602 us A; 0503 jp A", shore("0602"), shore("0503"))
    assert least(ours, JAPAN, "0505", "0503") == 2
    tired = sea("0505 jp N; 0602 us A-", shore("0602"))
    assert least(tired, JAPAN, "0505", "0503") == 2


@pytest.mark.clause("8.5c", "8.6.1d")
def test_no_cargo_is_brought_to_mountains_whatever_else_is_there() -> None:
    high = on("0505 jp N(L)", shore("0505"), shore("0504", mountain=True))
    assert [r.rule for r in no_landing(high, "0504", JAPAN)] == ["8.5c"]
    assert not list(no_landing(high, "0505", JAPAN))
    assert "0504" not in reach(high, JAPAN)
    flat = on("0505 jp N(L)", shore("0505"), shore("0504"))
    assert "0504" in reach(flat, JAPAN)


@pytest.mark.clause("8.6.1a", "8.6.1b", "8.6.1c")
def test_a_transport_sets_out_with_its_cargo_aboard_and_leaves_the_rest_ashore() -> None:
    state = on("0505 jp 2N 3L", shore("0505"), shore("0503"))
    taken = {"naval": 2, "land": 2}
    found = judge(state, stack(state, JAPAN, "transport", "0505", taken), ["0505", "0504", "0503"])
    assert found.legal
    now, journey = marching.set_out(state, found)
    assert journey is not None and journey.kind == "transport"
    assert sum(u.count for u in journey.units if u.aboard) == 2
    rest: Journey | None = journey
    while rest is not None:
        now, rest = marching.advance(now, rest)
    assert sum(u.count for u in now.units if u.hex == "0503" and u.kind.value == "land") == 2
    assert sum(u.count for u in now.units if u.hex == "0505" and u.ashore) == 1


@pytest.mark.clause("8.6b", "8.6c", "8.6.1b")
def test_a_ship_takes_one_land_unit_of_its_side_and_a_carrier_none() -> None:
    state = sea("0505 jp C N; 0505 us N; 0505 jp L")
    here = pieces(state, "0505")
    (load,) = (p for p in here if p.kind.value == "land")
    assert [p.kind.value for p in free_ships(here, JAPAN, "0505")] == ["naval"]
    rest = [p for p in here if p is not load]
    full = stowed(rest, load)
    assert free_ships(full, JAPAN, "0505") == []
    (ship,) = (p for p in full if p.cargo is not None)
    assert (ship.nation, ship.kind.value) == (Nation.JAPAN, "naval")
    with pytest.raises(ValueError, match="no naval unit has room"):
        stowed(full, load)


ENEMIES = (
    ("", 0),
    ("; 0606 us L", 2),
    ("; 0606 us N", 0),
    ("; 0606 us A", 0),
    ("; 0606 us A N", 2),
)
"""Who is there, and how many land units stay aboard."""


@pytest.mark.clause("8.6.2b", "8.6.2c", "8.6.2d")
def test_in_play_cargo_lands_at_once_only_where_no_enemy_land_unit_stands() -> None:
    line = "turn 4; phase movement; trp 9 9; 0605 jp 2N(2L)"
    moves = ("target 0606", "activate 0605", "move naval:2,land:2 0605,0606")
    for enemy, aboard in ENEMIES:
        after = done(pos(line + enemy), *moves)
        carried = sum(u.count for u in after.at("0606", JAPAN) if u.aboard)
        assert carried == aboard, enemy


# 8.7 Air units that have to leave


def taken_over(line: str, *places: str) -> tuple[Displaced, ...]:
    """Who has to leave 0505 when a Japanese land unit has come there."""
    state = sea(line, *(port(h, Nation.US) for h in places))
    before = evolve(state, units=tuple(u for u in state.units if u.side is ALLIES))
    return displaced(before, state, ["0505"])


@pytest.mark.clause("8.7a", "8.7c", "8.7d")
def test_an_attrited_air_unit_and_one_without_a_place_have_nowhere_to_go() -> None:
    (full,) = taken_over("0505 jp L; 0505 us A", "0504", "0502")
    assert full.destinations == ("0504",)
    (attrited,) = taken_over("0505 jp L; 0505 us A-", "0504")
    (homeless,) = taken_over("0505 jp L; 0505 us A")
    assert attrited.destinations == homeless.destinations == ()


@pytest.mark.clause("8.7b", "8.7c", "8.7d")
def test_who_leaves_is_turned_over_and_who_cannot_is_removed() -> None:
    state = sea("0505 jp L; 0505 us A", port("0504", Nation.US))
    before = evolve(state, units=tuple(u for u in state.units if u.side is ALLIES))
    (driven,) = displaced(before, state, ["0505"])
    assert left(displace(state, driven, "0504")) == ["0504 us A-", "0505 jp L"]
    assert left(displace(state, driven, None)) == ["0505 jp L"]
    with pytest.raises(ValueError, match="may not go to 0502"):
        displace(state, driven, "0502")


@pytest.mark.clause("8.7g", "9.2c")
def test_enemy_fleets_drive_no_air_unit_out() -> None:
    state = sea("0505 jp 4N(2L); 0505 us A")
    before = evolve(state, units=tuple(u for u in state.units if u.side is ALLIES))
    assert displaced(before, state, ["0505"]) == ()
    landed = evolve(state, units=tuple(evolve(u, aboard=False) for u in state.units))
    assert len(displaced(before, landed, ["0505"])) == 1


@pytest.mark.clause("8.6.2b", "8.7c", "8.7d")
@pytest.mark.parametrize(("air", "rule"), [("A-", "8.7c"), ("A", "8.7d")])
def test_in_play_an_air_unit_landed_upon_is_removed_where_it_cannot_go(air: str, rule: str) -> None:
    state = sea(f"0503 jp N(L); 0505 us {air}; phase movement; trp 9 9", shore("0503"))
    state = done(state, "target 0505", "activate 0503")
    outcome = engine.play(state, "move naval:1,land:1 0503,0504,0505")
    assert not outcome.state.at("0505", ALLIES)
    assert (rule,) in [event.rules for event in outcome.events]


# 8.9 Unit markers


@pytest.mark.clause("8.9b")
def test_every_unit_of_a_crowded_hex_is_in_the_list() -> None:
    units = at_large("0606 us C N A; 0606 cw 2L; 0606 jp L").units
    marks: tuple[Badge, ...] = ("in", "out", "", "auto")
    text = unit_list((i, marks[i % 4], f"unit {i}", "") for i in range(len(units)))
    assert all(f"unit {i}<" in text for i in range(len(units)))


# 9 Combat


@pytest.mark.clause("9.2d", "9.2e", "9.2f", "9.3b", "9.4b", "9.5b")
@pytest.mark.parametrize("line", ["N; us N", "L; us L", "N(L); us L"])
def test_all_full_air_units_within_reach_support_and_may_be_hit(line: str) -> None:
    ours, theirs = line.split("; ")
    state = sea(f"0505 jp {ours}; 0505 {theirs}; 0505 us A; 0404 us 2A; 0404 us A-; 0603 us A")
    arena = Arena(state, "0505")
    moment = begin(arena)
    found = supporters(state, moment.here, battle_of(moment), ALLIES)
    assert sorted(p.at for p in found) == ["0404", "0404", "0505"]
    assert supporters(state, moment.here, battle_of(moment), JAPAN) == []


@pytest.mark.clause("9.2f", "9.6.2f")
def test_two_extra_hits_go_on_any_of_several_air_units_that_support() -> None:
    found = fight("0505 jp 2L; 0505 us 2L; 0505 us A; 0404 us A", [6, 1])
    assert [row for row in left(found) if " A" in row] == ["0404 us A-", "0505 us A-"]
    found = fight("0505 jp 2L; 0505 us 2L; 0505 us A; 0404 us A", [5, 1])
    assert [row for row in left(found) if " A" in row] == ["0404 us A", "0505 us A-"]


@pytest.mark.clause("9.0a", "9.0b", "9.0c", "9.0d", "9.0e")
def test_in_play_who_has_more_points_picks_each_fight_until_all_are_over() -> None:
    line = "turn 4; phase combat; trp {}; 0605 jp N; 0605 us N; 0707 jp N; 0707 us N"
    for trp, side in (("5 4", JAPAN), ("4 5", ALLIES), ("4 4", JAPAN)):
        state = engine.begin(pos(line.format(trp)))
        assert engine.acting(state) is order_chooser(state) is side
    state = engine.begin(pos(line.format("5 4")))
    assert legal(state) == ["fight 0605", "fight 0707"]
    state = done(state, "fight 0707")
    assert engine.acting(state) is None
    assert why(state, "fight 0605") == [("9.6a", "dice_due")]
    state = done(state, "roll 3 3")
    assert engine.acting(state) is None and legal(state)[0] == "roll 1 1"
    state = done(state, "roll 6 1")
    while state.progress and state.progress.fight:
        state = done(state, legal(state)[0])
    assert legal(state) == ["fight 0605"] and why(state, "fight 0707")[0][0] == "9.0b"


@pytest.mark.clause("9.6.1g", "9.6a", "9.6b")
def test_in_play_the_owner_of_the_counters_says_which_is_hit() -> None:
    line = "turn 4; phase combat; trp 5 4; 0605 jp 7N; 0605 us C 2N"
    state = done(engine.begin(pos(line)), "fight 0605", "roll 2 1")
    assert engine.acting(state) is ALLIES
    assert legal(state) == ["hit carrier 0605", "hit naval 0605"]
    assert why(state, "roll 2 1") == [("9.6.1g", "not_offered")]


@pytest.mark.clause("9.5a")
def test_cargo_stands_ashore_once_the_dice_of_a_landing_fall() -> None:
    state = sea("0505 jp 2N(2L); 0505 us L")
    moment = begin(Arena(state, "0505"))
    battle = battle_of(moment)
    assert (battle.kind, battle.lander) == ("assault", JAPAN)
    here = unloaded(moment.here, battle)
    assert not any(p.cargo for p in here)
    assert sum(1 for p in here if p.part == "sea") == 2


@pytest.mark.clause("9.6.1e", "9.6.1f", "9.6.1j")
def test_a_hit_turns_over_and_a_second_removes_with_the_cargo() -> None:
    (ship,) = (p for p in pieces(sea("0505 jp N(L)"), "0505") if p.is_fleet)
    once = struck(ship, True)
    assert once is not None and not once.full
    assert once.cargo is not None and not once.cargo.full
    assert struck(once, True) is None
    spared = struck(ship, False)
    assert spared is not None and spared.cargo is not None and spared.cargo.full


@pytest.mark.clause("2.3.3f", "2.3.3g")
def test_in_a_fight_a_port_changes_hands_with_the_land_units_ashore() -> None:
    there = port("0505", Nation.US)
    for line, holder in (
        ("0505 jp L", JAPAN),
        ("0505 jp L; 0505 us L", ALLIES),
        ("0505 jp N(L); 0505 us N", ALLIES),
        ("0505 jp N; 0505 jp A-", ALLIES),
    ):
        state = on(line, there)
        arena = Arena(state, "0505")
        assert arena.holder(pieces(state, "0505"), "0505") is holder
        ashore = any(u.ashore and u.side is JAPAN for u in state.units)
        assert arena.has_land(pieces(state, "0505"), "0505", JAPAN) is ashore
    assert there.facility is Facility.PORT


@pytest.mark.clause("8.5e", "9.6.3h")
def test_beaten_land_units_retreat_over_no_deep_sea_side() -> None:
    state = on("0505 jp L; 0505 us L", shore("0505"), shore("0504"), shore("0404"))
    nations = frozenset({Nation.US})
    found = open_hexes(land_retreats(state, "0505", ALLIES, nations, landing=False))
    assert set(found) <= {"0504", "0404"}


@pytest.mark.clause("9.7c")
@pytest.mark.parametrize("dice", [[6, 1], [1, 6], [2, 1], [1, 2]])
def test_after_a_fleet_combat_the_loser_always_leaves(dice: list[int]) -> None:
    found = fight("0505 jp 3N; 0505 us 3N", dice)
    assert kinds(found) == ["fleet"] and found.over
    assert len({u.side for u in found.after.units if u.hex == "0505"}) == 1
    assert found.after.contested == () and found.battles[0].result == "retreat"


@pytest.mark.clause("9.1a", "9.1b")
def test_fleets_fight_first_and_land_units_after_them() -> None:
    state = sea("0505 jp N L; 0505 us N L")
    first = first_battle(state, "0505")
    assert first is not None and first.kind == "fleet"
    ashore = evolve(state, units=tuple(u for u in state.units if not u.kind.is_fleet))
    then = first_battle(ashore, "0505")
    assert then is not None and then.kind == "land"


@pytest.mark.clause("9.6.3l", "9.6.3m", "9.6.3n")
def test_who_lost_a_landing_and_finds_no_ship_is_destroyed() -> None:
    arena = Arena(sea("0505 jp 4N(4L); 0505 us 6L"), "0505")
    moment, tally = rolled(arena, begin(arena), 1, 2)
    assert tally.winner is ALLIES
    ships = [p for p in moment.here if p.kind.value == "naval"]
    others = [p for p in moment.here if p.kind.value != "naval"]
    sunk = moment._replace(here=(*others, ships[0]))
    after = settled(arena, sunk)
    carried = [p for p in after.here if p.cargo is not None]
    assert len(carried) == 1 and not any(
        p.kind.value == "land" for p in after.here if p.side is JAPAN
    )


@pytest.mark.clause("9.6.1k", "9.6.2g", "9.6.3l")
def test_hits_without_a_unit_are_lost_and_the_chances_know_it() -> None:
    arena = Arena(sea("0505 jp 6N; 0505 us N"), "0505")
    (row,) = odds_from(arena, begin(arena)).battles
    assert max(row.hits[ALLIES].chances) > 2
    for group, after in outcomes(arena, begin(arena), stakes(arena, begin(arena))):
        beaten = [p for p in settled(arena, after).here if p.side is ALLIES and p.at == "0505"]
        assert beaten == [] or group[0].winner is ALLIES
    here = pieces(arena.state, "0505")
    ours = [p for p in here if p.side is ALLIES]
    assert after_hits(arena, ours, Task("hit", ALLIES, 5)) == ()
    carriers = pieces(sea("0505 us 2C"), "0505")
    left_over = after_hits(arena, carriers, Task("carrier", ALLIES, 1))
    assert sorted(p.full for p in left_over) == [False, True]
    assert len(after_hits(arena, carriers, Task("lose", ALLIES, 1))) == 1


# 8.4 What a path costs, however it is asked for


JUNGLE = shore("0504", Terrain.LAND, jungle=True)
WAYS = (
    ("0505 jp N", "fleet", (), 2, ("8.4e",)),
    ("0505 jp N; 0602 us A", "fleet", (shore("0602"),), 3, ("8.4e", "8.4f")),
    ("0505 jp N; 0602 us A; 0403 us A", "fleet", (shore("0602"), shore("0403")), 4, ("8.4h",)),
    ("0505 jp N; 0602 us 2A", "fleet", (shore("0602"),), 3, ("8.4h",)),
    ("0505 jp N; 0602 us A; 0503 jp A", "fleet", (shore("0602"), shore("0503")), 2, ("8.4g",)),
    ("0505 jp L", "land", (JUNGLE, shore("0503")), 3, ("8.4i",)),
    ("0505 jp N(L)", "transport", (shore("0503", jungle=True),), 2, ("8.4j",)),
)


@pytest.mark.clause("8.4d", "8.4e", "8.4f", "8.4g", "8.4h", "8.4i", "8.4j")
@pytest.mark.parametrize(("line", "kind", "places", "paid", "rules"), WAYS)
def test_a_path_costs_the_same_however_it_is_asked_for(
    line: str, kind: str, places: tuple[Hex, ...], paid: int, rules: tuple[str, ...]
) -> None:
    state = sea(line, *places)
    ours = stack(state, JAPAN, kind, "0505")
    path = first_path(state, ours, "0503")
    assert path is not None and len(path) == 3
    move = judge(state, ours, path)
    assert move.legal and move.cost == paid + 1
    assert set(rules) <= set(cited(move.reason)) | {"8.4g", "8.4h", "8.4j"}
    chosen = first_choice(state, ours, "0503")
    assert chosen is not None and chosen.cost == paid + 1
    assert next(iter(routes(state, ours, "0503"))).cost == paid + 1
    assert reach(state, JAPAN)["0503"].rp == paid + 1
    assert least(state, JAPAN, "0505", "0503") == paid
    assert distances(state, JAPAN, "0503")["0505"] == paid
    toll = costs(state, JAPAN, kind, ours)
    assert toll.home(frozenset({"0503"}))["0505"] == paid


def cited(reason: Reason) -> Iterator[str]:
    yield from reason.rules
    for part in reason.parts:
        yield from cited(part)


@pytest.mark.clause("8.5a", "8.4b")
def test_what_has_moved_is_in_no_stack_that_may_move() -> None:
    state = sea("0505 jp 2N; 0505 jp 2L")
    assert list(every(state, JAPAN, "0505"))
    tired = evolve(state, units=tuple(evolve(u, moved=True) for u in state.units))
    assert list(every(tired, JAPAN, "0505")) == [] and not reach(tired, JAPAN)


# Play


@pytest.mark.clause("5.2a", "8.2d", "8.2f", "8.4b", "8.4e")
def test_in_play_the_points_fall_with_marker_and_hexes_and_the_marker_is_turned() -> None:
    state = done(pos("turn 4; phase movement; trp 9 3; 0605 jp 2N"), "target 0706")
    assert state.trp == (9, 3)
    state = done(state, "activate 0605")
    assert state.trp == (8, 3) and state.progress is not None and not state.progress.done
    moves = [m for m in legal(state) if m.startswith("move")]
    assert moves == ["move naval:1 0605,0706", "move naval:2 0605,0706"]
    state = done(state, "move naval:2 0605,0706")
    assert state.trp == (7, 3) and state.progress is not None
    assert state.progress.done == ("0605",)


@pytest.mark.clause("9.7b", "8.6.2b")
def test_in_play_the_marker_comes_off_when_one_side_is_gone() -> None:
    line = "turn 4; phase combat; trp 5 4; 0606 jp 4L; 0606 us L-"
    state = evolve(pos(line), contested=("0606",))
    state = done(state, "fight 0606", "roll 6 1")
    while state.progress and state.progress.fight:
        state = done(state, legal(state)[0])
    assert state.contested == ()
