"""Rulings that no test of another file pins down: each fails under the readings not in use."""

from __future__ import annotations

import pytest
from attrs import evolve
from combat_cases import fight, kinds, shore, strength
from strategies import at_large, on, port
from test_dicepool import fight as battle
from test_dicepool import held
from test_engine import legal, pos, why

import witp_learn as witp
from witp_learn import dicepool, engine, rulebook
from witp_learn.components import board
from witp_learn.dicepool import Conduct, Fire, Leave, Plan, Role, moments
from witp_learn.model import Area, Nation, Phase, Side, State
from witp_learn.position.file import from_plain
from witp_learn.rules.bases import network, site
from witp_learn.rules.control import holder
from witp_learn.rules.lines import Ground, Purpose
from witp_learn.rules.movement import base_lost
from witp_learn.rules.moves import judge
from witp_learn.rules.redeployment.places import fleet_bars, is_haven
from witp_learn.rules.redeployment.who import astray
from witp_learn.rules.stacks import stack
from witp_learn.rules.supply import judge as judged
from witp_learn.rules.turn_end import short_war

JAPAN, ALLIES = Side.JAPAN, Side.ALLIES
OIL = ("0408", "0508", "0509")
"""Palembang, Brunei and Surabaya."""


def done(state: State, *actions: str) -> State:
    for action in actions:
        state = engine.apply(state, action)
    return state


# The map (2.3)


@pytest.mark.ruling("third-nationality-dutch")
def test_dutch_places_are_commonwealth_and_there_is_no_fifth_nation() -> None:
    assert {board()[hex_id].owner for hex_id in OIL} == {Nation.COMMONWEALTH}
    assert {nation for nation in Nation if nation.side is ALLIES} == {
        Nation.US,
        Nation.COMMONWEALTH,
        Nation.CHINA,
    }


@pytest.mark.ruling("shallow-land-part")
@pytest.mark.parametrize(("marks", "stands"), [({}, True), ({"land_part": False}, False)])
def test_a_shallow_hex_has_land_unless_the_map_says_otherwise(
    marks: dict[str, bool], stands: bool
) -> None:
    hexes = [{"id": "0101", "terrain": "shallow", **marks}, {"id": "0102", "terrain": "deep"}]
    table = {"format": "witp-position/1", "turn": 4}
    state = from_plain({**table, "board": {"columns": [1, 1], "rows": [1, 2], "hexes": hexes}}, "")
    assert [state.board[h].land_part for h in ("0101", "0102")] == [stands, False]


@pytest.mark.ruling("striped-hex-list")
def test_where_hawaii_is_striped_its_units_are_always_fed() -> None:
    state = at_large("1406 us L; turn 4")
    assert not judged(state, state.units[0]).in_supply
    striped = state.board.with_hex(evolve(state.board["1406"], area=Area.UNITED_STATES))
    assert judged(evolve(state, board=striped), state.units[0]).automatic


@pytest.mark.ruling("split-sea-hexes")
def test_carriers_help_a_landing_from_their_own_sea_only() -> None:
    place = evolve(shore("0505"), coasts={"E": ("0604", "0605"), "W": ("0404", "0405")})
    assert strength(fight("0505E jp N(L); 0505E jp C; 0505 us L", places=[place])) == (2, 2)
    assert strength(fight("0505E jp N(L); 0505W jp C; 0505 us L", places=[place])) == (1, 2)


# Bases (6, 8.8)


@pytest.mark.ruling("base-after-reversion")
def test_a_base_left_behind_in_an_enemy_port_stays_and_is_an_end_but_no_way() -> None:
    places = (
        port("0101", Nation.JAPAN, source=Nation.JAPAN),
        port("0103", Nation.US),
        port("0105", Nation.JAPAN),
    )
    state = on("base jp 0103; 0105 jp L; turn 4", *places)
    assert not base_lost(state, "0103", JAPAN)
    assert network(state, JAPAN).linked == ("0103",)
    assert judged(state, state.units[0]).in_supply
    assert "enemy_facility" in Ground(state, JAPAN, Purpose.UNIT).stops("0103")
    assert base_lost(on("base jp 0103; 0103 us L; turn 4", *places), "0103", JAPAN)


@pytest.mark.ruling("base-build-cost")
def test_a_base_that_is_built_costs_its_upkeep_and_no_more() -> None:
    state = done(pos("turn 4; phase bases; trp 9 5; base jp 0605"), "build 0506")
    assert state.trp == (9, 5)
    state = done(state, "pass", "pass")
    assert state.bases[JAPAN] == ("0506", "0605") and state.trp == (7, 5)


@pytest.mark.ruling("t1-allied-base-rules")
def test_the_six_bases_of_turn_1_need_control_and_a_network_and_alternate() -> None:
    state = done(engine.begin(witp.scenario()), "build 0605")
    assert engine.acting(state) is ALLIES
    assert why(state, "build 0605") == [("6.1b", "no_facility"), ("6.3b", "too_far")]
    cut = [h for h, place in state.board.hexes.items() if place.owner is Nation.US]
    refused = [h for h in cut if not site(state, ALLIES, h).allowed]
    assert refused and all(f"build {h}" not in legal(state) for h in refused)
    assert "6.1b" not in {rule for rule, _ in why(state, f"build {refused[0]}")}
    state = done(state, next(a for a in legal(state) if a.startswith("build")))
    assert engine.acting(state) is JAPAN, "a base each in turn"


@pytest.mark.ruling("t1-option-build-ban")
def test_with_the_six_bases_placed_japan_still_builds_on_turn_1() -> None:
    game = witp.new_game(optional_bases=True)
    game.play("draw 1942-03", "draw 1942-10")
    assert engine.acting(game.state) is JAPAN
    assert any(str(action).startswith("build") for action in game.legal_actions())


# The order of play (5.2, 9.0)


@pytest.mark.ruling("trp-snapshot")
def test_the_order_of_play_is_settled_once_a_turn_and_not_by_the_points_left() -> None:
    line = "turn 4; phase bases; trp 9 8; base jp 0605 0506 0507 0604; 0605 jp N; 0606 us N"
    state = done(pos(line), "pass", "pass")
    assert state.trp == (5, 8) and state.phase is Phase.MOVEMENT
    assert engine.acting(state) is JAPAN
    state = done(state, "pass", "pass")
    assert state.phase is Phase.FLEET_REDEPLOYMENT and engine.acting(state) is JAPAN


@pytest.mark.ruling("combat-order-commit")
def test_the_hexes_to_fight_over_are_named_one_by_one() -> None:
    fleets = "; ".join(f"{h} jp 2N; {h} us N" for h in ("0307", "0607", "0906"))
    state = engine.begin(pos(f"turn 4; phase combat; trp 9 5; {fleets}"))
    assert legal(state) == ["fight 0307", "fight 0607", "fight 0906"]
    state = done(state, "fight 0607", "roll 6 1")
    while not legal(state)[0].startswith("fight"):
        state = done(state, legal(state)[0])
    assert legal(state) == ["fight 0307", "fight 0906"]


@pytest.mark.ruling("air-support-voluntary")
def test_an_air_unit_supports_both_combats_of_a_hex_unless_its_owner_says_no() -> None:
    found = fight("0505 jp 4N(L); 0505 us N L; 0504 us A", [3, 1])
    assert [strength(found, index) for index in (0, 1)] == [(4, 3), (1, 4)]


@pytest.mark.ruling("same-hex-combat-sequence")
@pytest.mark.parametrize(
    ("line", "battles"),
    [
        ("0505 jp 2N L; 0505 us N L", ["fleet", "land"]),
        ("0505 jp 2N(L) L; 0505 us N L", ["fleet", "assault"]),
    ],
)
def test_fleets_fight_then_there_is_one_combat_ashore(line: str, battles: list[str]) -> None:
    assert kinds(fight(line, [6, 1])) == battles


@pytest.mark.ruling("continuing-end")
def test_the_marker_goes_at_once_when_the_supply_check_removes_the_last_land_unit() -> None:
    line = "turn 4; phase supply; trp 5 5; contested 0606; 0606 us L; 0606 jp L-; base al 0606"
    state = engine.begin(pos(line))
    assert state.phase is Phase.MOVEMENT
    assert not state.at("0606", JAPAN) and state.contested == ()


# Moves (8.2, 8.4, 8.5)


@pytest.mark.ruling("activation-split-stacks")
def test_one_marker_is_paid_and_every_stack_pays_for_its_own_hexes() -> None:
    state = pos("turn 4; phase movement; trp 9 3; 0605 jp 2N")
    state = done(state, "target 0706", "activate 0605")
    assert state.trp == (8, 3)
    state = done(state, "move naval:1 0605,0706")
    assert state.trp == (7, 3)
    assert done(state, "move naval:1 0605,0706").trp == (6, 3)


@pytest.mark.ruling("leave-behind-strength")
@pytest.mark.parametrize(
    ("enemy", "left"),
    [("3N", True), ("4N", False), ("C 2N", False), ("C N", True), ("3N 2N-", True)],
)
def test_what_is_left_behind_counts_without_bonus_and_air_support(enemy: str, left: bool) -> None:
    state = on(f"0505 jp C 2N; 0504 us {enemy}; 0504 jp A; 0405 jp A; turn 4")
    leaving = {"0504": {"carrier": 1, "naval": 1}}
    sails = stack(state, JAPAN, "fleet", "0505")
    found = judge(state, sails, ["0505", "0504", "0503"], leaving=leaving)
    assert found.legal is left


@pytest.mark.ruling("fleets-in-captured-port")
def test_a_fleet_stays_in_a_port_that_is_taken_until_fleets_redeploy() -> None:
    before = "turn 4; phase movement; trp 9 9; 0606 us N; 0605 jp N L; 0804 jp L"
    state = done(pos(before), "target 0606", "activate 0605")
    state = done(state, next(a for a in legal(state) if a.startswith("move") and "land" in a))
    assert [u.count for u in state.at("0606", ALLIES)] == [1]
    taken = pos("turn 4; 0606 us N; 0606 jp L")
    assert not is_haven(taken, "0606", ALLIES) and len(astray(taken, ALLIES)) == 1
    assert [bar.rule for bar in fleet_bars(taken, "0606", ALLIES)] == ["10.2b"]


@pytest.mark.ruling("port-moresby-cheapest-path")
def test_an_enemy_port_without_a_fleet_may_be_crossed_and_the_dear_way_be_chosen() -> None:
    state = at_large("0909 cw N L; 0707 jp A; turn 4")
    sails = stack(state, ALLIES, "transport", "0909")
    dear = judge(state, sails, ["0909", "0808", "0708", "0607", "0606"])
    cheap = judge(state, sails, ["0909", "0808", "0708", "0707", "0606"])
    assert (dear.legal, cheap.legal) == (True, True) and cheap.cost < dear.cost


# Redeployment and the short war (10, 15)


@pytest.mark.ruling("redeploy-same-type")
def test_carriers_and_naval_units_are_redeployed_by_one_action_as_one_stack() -> None:
    line = "turn 4; phase fleet-redeployment; 0804 jp C 2N; trp 15 14"
    state = done(pos(line), "redeploy carrier:1,naval:1 0804 0605")
    assert sum(u.count for u in state.at("0605", JAPAN)) == 2
    assert state.progress is not None and state.progress.stacks == (1, 0)


@pytest.mark.ruling("sudden-death-count-basis")
def test_home_ports_with_land_units_ashore_do_not_count_for_sudden_death() -> None:
    state = at_large("0407 jp L; 0605 jp L; 0804 jp 2L; turn 3")
    assert holder(state, "0605") is holder(state, "0804") is JAPAN
    assert short_war.captured(state) == ("0407",)


# Words (2.2, 7.3, 8.5)


@pytest.mark.ruling("term-drift")
@pytest.mark.parametrize(
    ("name", "other"),
    [("SP", "RP"), ("sustained combat", "continuing combat"), ("objective", "target")],
)
def test_two_names_for_one_thing_lead_to_one_entry(name: str, other: str) -> None:
    first, second = rulebook.look_up(name), rulebook.look_up(other)
    assert (first.ref, first.kind) == (second.ref, second.kind)
    assert first.kind == "term"


# The dice-pool system


@pytest.mark.ruling("d-strafe-allocator")
@pytest.mark.parametrize(("wish", "lost"), [("bomber", "bomber"), ("fighter", "fighter")])
def test_the_side_whose_land_units_shoot_back_picks_the_aircraft(wish: str, lost: str) -> None:
    start = dicepool.begin(held("infantry:1,fighter:1,bomber:1"), held("artillery:1"))
    plan = Plan(Conduct(answer=("fighter", "bomber")), Conduct(answer=(wish,)))
    run = dicepool.due(start, plan)
    assert run is not None and run.fire is Fire.RUN
    _, struck = dicepool.roll(start, [1] + [6] * (run.count - 1), plan)
    back = dicepool.due(struck, plan)
    assert back is not None and (back.fire, back.side) == (Fire.ANSWER, Role.DEFENDER)
    volley, _ = dicepool.roll(struck, [1] + [6] * (back.count - 1), plan)
    assert volley.target.left(lost) == 0 and sum(volley.target.air.counts().values()) == 1


@pytest.mark.ruling("d-withdraw-choice")
def test_who_fires_at_a_withdrawal_chooses_and_need_not_begin_with_infantry() -> None:
    leaving = Plan(Conduct(leave=Leave(after=1)), Conduct(withdrawal=("artillery",)))
    start = moments.begin(held("infantry:1,artillery:1"), held("tank:1"))
    moment = start
    while not moment.deciding:
        due = dicepool.due(moment, leaving)
        assert due is not None
        _, moment = dicepool.roll(moment, [6] * due.count, leaving)
    pursuit = dicepool.due(moments.decide(moment, Role.ATTACKER), leaving)
    assert pursuit is not None and pursuit.fire is Fire.PURSUIT
    assert pursuit.order == ("artillery", "infantry")


@pytest.mark.ruling("d-air-evacuation")
def test_the_attackers_aircraft_return_when_his_land_units_are_gone() -> None:
    fought = battle("infantry:1,fighter:1", "artillery:1", [6, 6, 1, 1, 6])
    assert fought.result.fate == "defender"
    assert fought.result.aircraft == {Role.ATTACKER: "return"}
    assert fought.result.attacker.counts() == {"fighter": 1}
