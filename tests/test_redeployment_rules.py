"""Redeployment by the rules alone: allowance, places, the transport network, what goes along."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

import witp_learn as witp
from witp_learn.components import track
from witp_learn.explain import faults
from witp_learn.model import Effect, Kind, Progress, Side, State, Step
from witp_learn.position.file import from_plain
from witp_learn.rules.redeployment import allowance, places, who
from witp_learn.rules.redeployment.network import Network

JAPAN, ALLIES = Side.JAPAN, Side.ALLIES


def pos(line: str) -> State:
    return witp.load(f"text:{line}")


def column(hexes: dict[str, dict[str, Any]], **position: Any) -> State:
    """Twelve hexes of land one below the other, 0301 to 0312, some of them different."""
    rows = [f"03{row:02d}" for row in range(1, 13)]
    ground = [{"id": h, "terrain": "land", **hexes.get(h, {})} for h in rows]
    board = {"columns": [3, 3], "rows": [1, 12], "hexes": ground}
    return from_plain({"format": "witp-position/1", "turn": 4, "board": board, **position}, "test")


def unit(at: str, nation: str = "japan", kind: str = "land", **more: Any) -> dict[str, Any]:
    return {"at": at, "nation": nation, "kind": kind, **more}


OURS = {"facility": "airfield", "owner": "japan"}
THEIRS = {"facility": "airfield", "owner": "us"}


def why(net: Network, start: str, to: str) -> list[tuple[str, str, str]]:
    return [(r.rule, r.why, r.hex) for r in net.refusals(start, to)]


# --- how many stacks ------------------------------------------------------------------------------


@pytest.mark.clause("10.1c")
@pytest.mark.parametrize("turn", range(2, 17))
@pytest.mark.parametrize("side", Side)
def test_half_of_brp_rounded_down(turn: int, side: Side) -> None:
    found = allowance.allowance(pos(f"turn {turn}; 0804 jp N"), side)
    assert found.value == track().brp(turn, side) // 2 == track().stacks(turn, side)
    assert not faults(found)


@pytest.mark.clause("10.1g", "12.1h")
def test_five_for_the_allies_on_turn_1() -> None:
    state = pos("turn 1; 0804 jp N")
    assert allowance.allowance(state, ALLIES).value == 5
    assert allowance.allowance(state, JAPAN).value == track().brp(1, JAPAN) // 2


@pytest.mark.clause("10.1d")
def test_points_add_none() -> None:
    few, many = pos("turn 4; 0804 jp N; trp 0 0"), pos("turn 4; 0804 jp N; trp 40 40")
    assert allowance.allowance(few, JAPAN) == allowance.allowance(many, JAPAN)


@pytest.mark.parametrize("more", [3, -2])
def test_an_event_changes_the_stacks_of_its_side_alone(more: int) -> None:
    effects = (Effect("stacks", JAPAN, "1942-01", amount=more),)
    state = evolve(pos("turn 4; 0804 jp N"), progress=Progress(effects=effects))
    found = allowance.allowance(state, JAPAN)
    assert found.value == track().stacks(4, JAPAN) + more
    assert allowance.allowance(state, ALLIES).value == track().stacks(4, ALLIES)
    assert f"1942-01: {more:+d} stacks" in str(found)
    assert not faults(found)


@pytest.mark.ruling("redeploy-limit-shared")
@pytest.mark.clause("10.1b", "10.3a")
def test_what_is_left_is_one_number_for_all_types() -> None:
    state = evolve(pos("turn 4; 0804 jp N"), progress=Progress(stacks=(2, 0)))
    left = allowance.stacks_left(state, JAPAN)
    assert left.value == track().stacks(4, JAPAN) - 2
    assert allowance.stacks_left(state, ALLIES).value == track().stacks(4, ALLIES)
    assert not faults(left)
    spent = evolve(state, progress=Progress(stacks=(99, 0)))
    assert allowance.stacks_left(spent, JAPAN).value == 0


# --- where fleets go ------------------------------------------------------------------------------


@pytest.mark.ruling("fleets-in-captured-port")
@pytest.mark.clause("10.2b")
@pytest.mark.parametrize(
    ("line", "hex_id", "found"),
    [
        ("0804 jp N", "0804", True),  # a port of its own
        ("0805 jp A", "0805", False),  # an airfield is no port
        ("0606 jp N", "0606", False),  # an enemy port
        ("0606 jp N L", "0606", True),  # taken
        ("0606 jp N L-", "0606", True),  # attrited land units hold it too
        ("0606 jp N(L)", "0606", False),  # land units aboard do not
        ("0606 jp N L; 0606 us L", "0606", False),  # both ashore: its owner's
        ("0307 jp N", "0307", False),  # open sea
    ],
)
def test_a_haven_is_a_port_that_the_side_controls(line: str, hex_id: str, found: bool) -> None:
    state = pos(f"turn 4; {line}")
    assert places.is_haven(state, hex_id, JAPAN) is found
    reason = places.haven(state, hex_id, JAPAN)
    assert reason.value is found and not faults(reason)


@pytest.mark.clause("10.2b", "2.3.4a")
def test_a_source_without_a_port_is_a_haven_for_its_owner_only() -> None:
    source = {"terrain": "shallow", "source": "us"}
    state = column({"0305": source}, units=[unit("0305", "us", "naval")])
    assert places.is_haven(state, "0305", ALLIES)
    assert places.haven(state, "0305", ALLIES).value is True
    assert not places.is_haven(state, "0305", JAPAN)
    taken = column({"0305": source}, units=[unit("0305", "us", "naval"), unit("0305")])
    assert not places.is_haven(taken, "0305", ALLIES)
    assert not places.is_haven(taken, "0305", JAPAN)


@pytest.mark.clause("10.2c")
def test_americans_and_british_share_ports() -> None:
    state = pos("turn 4; 0606 cw N; 0207 us N")
    assert not who.astray(state, ALLIES)
    assert {"0606", "0207"} <= set(places.fleet_places(state, ALLIES))


@pytest.mark.ruling("fleet-redeploy-blocked-port")
@pytest.mark.clause("9.7e", "10.2g")
def test_no_fleet_goes_into_continuing_combat_but_past_enemy_fleets() -> None:
    fought = pos("turn 4; 0606 us L; 0606 jp L; contested 0606; 0607 jp N")
    assert "0606" not in places.fleet_places(fought, ALLIES)
    assert [r.rule for r in places.fleet_bars(fought, "0606", ALLIES)] == ["9.7e"]
    assert places.is_haven(fought, "0606", ALLIES)
    assert "0607" in places.fleet_places(fought, ALLIES)


def test_fleets_need_water_and_a_sea_is_named_where_there_are_two() -> None:
    coasts = {"W": ["0304"], "E": ["0306"]}
    port = {"facility": "port", "owner": "japan"}
    split = {**port, "terrain": "shallow", "coasts": coasts}
    state = column({"0305": split, "0308": port})
    assert places.fleet_places(state, JAPAN) == ("0305E", "0305W")
    assert "2.3.2c" in [r.rule for r in places.fleet_bars(state, "0308", JAPAN)]


@pytest.mark.clause("12.2c", "8.5o")
def test_closed_hexes_stay_closed() -> None:
    china = pos("turn 4; 0404 cn L; 0504 jp L")
    assert "12.2c" in [r.rule for r in places.troop_bars(china, "0404", ALLIES, ground=False)]
    assert "0404" not in places.troop_places(china, ALLIES)
    panama = pos("turn 4; 1708 jp L")
    assert "8.5o" in [r.rule for r in places.fleet_bars(panama, "1708", JAPAN)]
    assert "1708" not in places.fleet_places(panama, JAPAN)


# --- where air and land units go ------------------------------------------------------------------


@pytest.mark.clause("9.7g", "10.3d")
@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("0805 jp A", True),  # 0605, a port of its own
        ("0605 us L", False),  # lost
        ("0605 us L; 0605 jp L; contested 0605", True),
    ],
)
def test_air_and_land_units_go_to_friendly_places_and_fights(line: str, found: bool) -> None:
    state = pos(f"turn 4; {line}")
    assert ("0605" in places.troop_places(state, JAPAN)) is found


@pytest.mark.clause("9.7g", "10.3d")
def test_a_fight_is_open_to_both_sides() -> None:
    state = pos("turn 4; 0606 us L; 0606 jp L; contested 0606")
    assert "0606" in places.troop_places(state, JAPAN)
    assert "0606" in places.troop_places(state, ALLIES)
    quiet = pos("turn 4; 0606 us L")
    assert "0606" not in places.troop_places(quiet, JAPAN)
    refusal = next(places.troop_bars(quiet, "0606", JAPAN, ground=True))
    assert (refusal.rule, refusal.why) == ("10.3d", "not_friendly")


@pytest.mark.ruling("allied-sharing-redeploy")
@pytest.mark.clause("10.3d")
def test_a_source_and_an_airfield_are_friendly_and_shared() -> None:
    hexes = {"0305": {"source": "us"}, "0306": THEIRS, "0307": OURS}
    state = column(hexes, units=[unit("0301", "commonwealth")])
    assert places.troop_places(state, ALLIES) == ("0305", "0306")
    assert places.troop_places(state, JAPAN) == ("0307",)
    for hex_id in ("0305", "0306", "0307", "0308"):
        reason = places.friendly(state, hex_id, ALLIES)
        assert reason.value is places.is_friendly(state, hex_id, ALLIES) and not faults(reason)


# --- the transport network ------------------------------------------------------------------------


@pytest.mark.ruling("transport-network-links")
@pytest.mark.clause("10.3f", "10.3g")
def test_links_have_one_hex_between_at_most() -> None:
    hexes = dict.fromkeys(("0301", "0305", "0308", "0309"), OURS)
    state = column(hexes, bases={"japan": ["0303"]})
    net = Network(state, JAPAN)
    assert net.reaches("0301", "0305")
    assert net.route("0301", "0305") is not None
    assert not net.reaches("0301", "0308")
    assert why(net, "0301", "0308") == [("10.3g", "no_node", "0308")]


@pytest.mark.ruling("transport-network-links")
@pytest.mark.clause("10.3g")
def test_bases_and_sources_chain() -> None:
    hexes = {"0301": OURS, "0309": OURS, "0307": {"source": "japan"}}
    state = column(hexes, bases={"japan": ["0303", "0305"]})
    route = Network(state, JAPAN).route("0301", "0309")
    assert route is not None
    assert route.hexes == tuple(f"03{row:02d}" for row in range(1, 10))
    assert route.nodes == ("0303", "0305", "0307")
    assert not route.by_sea


@pytest.mark.clause("10.3g")
def test_without_a_base_nothing_goes_even_to_the_next_hex() -> None:
    net = Network(column({"0301": OURS, "0302": OURS}), JAPAN)
    assert not net.reaches("0301", "0302")
    assert [w[:2] for w in why(net, "0301", "0302")] == [("10.3g", "no_node")] * 2


@pytest.mark.clause("10.3g")
def test_two_nets_that_do_not_meet() -> None:
    state = column({"0301": OURS, "0312": OURS}, bases={"japan": ["0302", "0311"]})
    net = Network(state, JAPAN)
    assert net.nets == {"0302": "0302", "0311": "0311"}
    assert why(net, "0301", "0312") == [("10.3g", "parted", "0312")]


@pytest.mark.clause("10.3g")
def test_only_own_bases_and_sources_are_nodes() -> None:
    hexes = {"0301": OURS, "0303": {"source": "us"}, "0305": OURS}
    assert not Network(column(hexes, bases={"allies": ["0303"]}), JAPAN).nodes
    shared = column({"0305": THEIRS, "0303": {"source": "commonwealth"}})
    assert Network(shared, ALLIES).reaches("0301", "0305")


BLOCKED = [
    ({"mountain": True}, [], "10.3h", "mountain"),
    (THEIRS, [], "10.3i", "enemy_place"),
    ({"source": "us"}, [], "10.3i", "enemy_place"),
    ({}, [unit("0312", "us", "air")], "10.3j", "enemy_zone"),
]


@pytest.mark.ruling("transport-network-blockers")
@pytest.mark.clause("10.3h", "10.3i", "10.3j")
@pytest.mark.parametrize(("ground", "units", "rule", "name"), BLOCKED)
def test_what_is_no_part_of_the_network(
    ground: dict[str, Any], units: list[dict[str, Any]], rule: str, name: str
) -> None:
    """The hex 0311 as the hex between, as a node, as the destination, and as the start."""
    free = column({"0312": OURS}, bases={"japan": ["0310"]})
    assert Network(free, JAPAN).reaches("0309", "0312")
    between = column({"0311": ground, "0312": OURS}, bases={"japan": ["0310"]}, units=units)
    net = Network(between, JAPAN)
    assert not net.open("0311")
    assert not faults(net.tested("0311"))
    assert (rule, name, "0311") in why(net, "0309", "0312")
    node = column({"0311": ground, "0309": OURS}, bases={"japan": ["0311"]}, units=units)
    assert "0311" not in Network(node, JAPAN).nodes
    assert (rule, name, "0311") in why(Network(node, JAPAN), "0310", "0309")
    end = column({"0311": {**OURS, **ground}}, bases={"japan": ["0309"]}, units=units)
    assert why(Network(end, JAPAN), "0308", "0311") == [(rule, name, "0311")]
    start = column({"0311": ground, "0308": OURS}, bases={"japan": ["0309"]}, units=units)
    assert Network(start, JAPAN).reaches("0311", "0308")


@pytest.mark.clause("10.3j", "2.2.3i")
def test_an_own_full_air_unit_lifts_the_zone_an_attrited_one_does_not() -> None:
    hexes = {"0309": {}, "0312": OURS}
    foe = unit("0312", "us", "air")
    for step, free in ((Step.FULL, True), (Step.ATTRITED, False)):
        friend = unit("0311", kind="air", state=step.value)
        state = column(hexes, bases={"japan": ["0311"]}, units=[foe, friend])
        assert Network(state, JAPAN).open("0311") is free


@pytest.mark.ruling("t1-azoc-redeploy")
@pytest.mark.clause("10.3j")
def test_allied_zones_count_on_turn_1_too() -> None:
    state = column({"0312": OURS}, turn=1, units=[unit("0310", "us", "air")])
    assert not Network(state, JAPAN).open("0311")


@pytest.mark.ruling("transport-network-blockers")
@pytest.mark.clause("10.3g")
def test_enemy_units_do_not_block() -> None:
    hexes = {"0304": {"terrain": "shallow"}, "0305": OURS}
    foes = [unit("0304", "us"), unit("0304", "us", "naval")]
    state = column(hexes, bases={"japan": ["0303"]}, units=foes)
    assert Network(state, JAPAN).reaches("0302", "0305")


@pytest.mark.clause("10.3k", "10.4a")
def test_sea_is_part_of_the_network_without_ships() -> None:
    hexes = {"0304": {"terrain": "deep"}, "0306": {"terrain": "shallow"}, "0307": OURS}
    state = column(hexes, bases={"japan": ["0303", "0305"]})
    route = Network(state, JAPAN).route("0302", "0307")
    assert route is not None and route.by_sea
    assert route.hexes == ("0302", "0303", "0304", "0305", "0306", "0307")


@pytest.mark.clause("10.4a")
def test_the_start_is_sea_only_as_a_node() -> None:
    hexes = {"0302": {"terrain": "shallow"}, "0304": OURS}
    other = column(hexes, bases={"japan": ["0303"]})
    route = Network(other, JAPAN).route("0302", "0304")
    assert route is not None and not route.by_sea and route.nodes == ("0303",)
    own = column(hexes, bases={"japan": ["0302"]})
    route = Network(own, JAPAN).route("0302", "0304")
    assert route is not None and route.by_sea and route.nodes == ("0302",)


@pytest.mark.ruling("submarine-attack-details")
@pytest.mark.clause("10.4a")
def test_the_way_without_sea_is_taken_though_it_is_longer() -> None:
    """In 0304 north and 0404 south of a lake: two columns, the straight way is wet."""
    rows = [f"{c:02d}{r:02d}" for c in (3, 4, 5) for r in range(1, 6)]
    sea = {"0403": {"terrain": "shallow"}, "0402": {"terrain": "shallow"}}
    ground = [{"id": h, "terrain": "land", **sea.get(h, {})} for h in rows]
    by = {r["id"]: r for r in ground}
    by["0503"].update(OURS)
    board = {"columns": [3, 5], "rows": [1, 5], "hexes": ground}
    plain = {"format": "witp-position/1", "turn": 4, "board": board}
    wet = from_plain({**plain, "bases": {"japan": ["0303"]}}, "test")
    route = Network(wet, JAPAN).route("0303", "0503")
    assert route is not None and route.by_sea
    dry = from_plain({**plain, "bases": {"japan": ["0303", "0305", "0505"]}}, "test")
    route = Network(dry, JAPAN).route("0303", "0503")
    assert route is not None and not route.by_sea
    assert len(route.hexes) > 3


@pytest.mark.ruling("redeploy-into-continuing")
@pytest.mark.clause("10.3d", "10.3i", "9.7g")
def test_into_a_fight_though_the_enemy_controls_the_place() -> None:
    foes = [unit("0305", "us"), unit("0305")]
    setting = {"bases": {"japan": ["0303"]}, "units": foes, "contested": ["0305"]}
    state = column({"0305": THEIRS}, **setting)
    net = Network(state, JAPAN)
    assert net.reaches("0302", "0305") and not net.open("0305")
    other = evolve(state, rulings={"redeploy-into-continuing": "b"})
    assert why(Network(other, JAPAN), "0302", "0305") == [("10.3i", "enemy_place", "0305")]
    through = column({"0305": THEIRS, "0307": OURS}, **setting)
    assert not Network(through, JAPAN).reaches("0303", "0307")
    peak = column({"0305": {**THEIRS, "mountain": True}}, **setting)
    assert why(Network(peak, JAPAN), "0302", "0305") == [("10.3h", "mountain", "0305")]


@pytest.mark.clause("10.3i")
def test_an_own_source_taken_by_the_enemy_is_the_enemys() -> None:
    hexes = {"0303": {"source": "japan"}, "0305": OURS}
    free = column(hexes)
    assert Network(free, JAPAN).reaches("0302", "0305")
    taken = column(hexes, units=[unit("0303", "us")])
    assert not Network(taken, JAPAN).open("0303")
    assert not Network(taken, JAPAN).reaches("0302", "0305")
    assert Network(taken, ALLIES).open("0303")


# --- who goes, and what goes along ----------------------------------------------------------------


@pytest.mark.clause("10.1f")
def test_attrited_units_go_like_full_ones() -> None:
    state = pos("turn 4; 0804 jp C- N- L- A-")
    for what in (who.FLEET, who.LAND, who.AIR):
        assert who.pool(state, JAPAN, what, "0804")
        assert not who.kept(state, JAPAN, what, "0804")


@pytest.mark.clause("9.7f", "10.3c")
def test_land_units_in_continuing_combat_stay_air_units_need_not() -> None:
    state = pos("turn 4; 0606 us L A; 0606 jp L; contested 0606")
    assert not who.pool(state, ALLIES, who.LAND, "0606")
    assert who.pool(state, ALLIES, who.AIR, "0606")
    (kept,) = who.kept(state, ALLIES, who.LAND, "0606")
    assert kept.refusal.rule == "10.3c"


@pytest.mark.clause("12.2e")
def test_the_chinese_stay_in_this_phase() -> None:
    state = pos("turn 4; 0404 cn L")
    (kept,) = who.kept(state, ALLIES, who.LAND, "0404")
    assert kept.refusal.rule == "12.2e"


@pytest.mark.clause("10.2d")
def test_cargo_goes_along_as_far_as_there_is_room_and_lands() -> None:
    state = pos("turn 4; 0606 jp C 3N(2L-)")
    fleets = who.chosen(state, JAPAN, who.FLEET, "0606", {"carrier": 1, "naval": 1})
    after = who.sent(state, fleets, "0804")
    assert {(u.kind, u.count, u.aboard) for u in after.at("0804")} == {
        (Kind.CARRIER, 1, False),
        (Kind.NAVAL, 1, False),
        (Kind.LAND, 1, False),
    }
    assert all(u.moved for u in after.at("0804"))
    assert {(u.kind, u.count, u.aboard) for u in after.at("0606")} == {
        (Kind.NAVAL, 2, False),
        (Kind.LAND, 1, True),
    }


@pytest.mark.clause("10.2e")
def test_a_carrier_alone_takes_no_cargo() -> None:
    state = pos("turn 4; 0606 jp C N(L)")
    fleets = who.chosen(state, JAPAN, who.FLEET, "0606", {"carrier": 1})
    assert not who.cargo_along(state, fleets)


@pytest.mark.clause("10.2j", "10.2d")
def test_the_end_removes_fleets_outside_a_haven_with_their_cargo() -> None:
    state = pos("turn 4; 0606 jp N(L); 0804 jp N(L); 0307 us C; 0207 cw N(L)")
    end = who.closing(state)
    assert {(u.at, u.kind) for u in end.lost} == {
        ("0606", Kind.NAVAL),
        ("0606", Kind.LAND),
        ("0307", Kind.CARRIER),
    }
    assert {u.at for u in end.landed} == {"0804", "0207"}
    assert not any(u.aboard for u in end.state.units)
    assert not end.state.at("0606") and not end.state.at("0307")


@pytest.mark.ruling("redeploy-same-type")
@pytest.mark.clause("10.1b", "10.1e")
def test_carriers_and_naval_units_of_a_hex_are_one_stack() -> None:
    state = pos("turn 4; 0804 jp C 2N N-")
    told = [
        (at, {(u.kind, u.state, u.count) for u in units})
        for at, _, units in who.choices(state, JAPAN, who.FLEET, "0804")
    ]
    whole = {
        (Kind.CARRIER, Step.FULL, 1),
        (Kind.NAVAL, Step.FULL, 2),
        (Kind.NAVAL, Step.ATTRITED, 1),
    }
    assert ("0804", whole) in told
    assert ("0804", {(Kind.NAVAL, Step.FULL, 1)}) in told
    assert len(told) == 5


@pytest.mark.clause("10.1e")
def test_fleets_on_both_seas_of_a_hex_are_in_one_hex() -> None:
    state = pos("turn 4; 0406E jp C; 0406W jp N")
    starts = [at for at, _, _ in who.choices(state, JAPAN, who.FLEET, "0406")]
    assert set(starts) == {"0406", "0406E", "0406W"}
    one = pos("turn 4; 0406E jp C N")
    assert {at for at, _, _ in who.choices(one, JAPAN, who.FLEET, "0406")} == {"0406E"}
