"""Redeployment played: alternation, locks, stacks, what the end brings, submarines, Manila."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from attrs import evolve

import witp_learn as witp
from witp_learn import engine
from witp_learn.actions import Redeploy
from witp_learn.components import track
from witp_learn.engine import NotAllowed
from witp_learn.files import BadData
from witp_learn.model import Effect, Kind, Phase, Progress, Side, State, Step
from witp_learn.position.file import from_plain, to_plain

JAPAN, ALLIES = Side.JAPAN, Side.ALLIES
FLEETS, TROOPS = "phase fleet-redeployment; ", "phase troop-redeployment; "


def pos(line: str) -> State:
    return witp.load(f"text:turn 4; {line}")


def legal(state: State) -> list[str]:
    return [str(action) for action in engine.legal_actions(state)]


def why(state: State, action: str) -> list[tuple[str, str]]:
    return [(reason.rule, reason.why) for reason in engine.check(state, action).reasons]


def after(state: State, *actions: str) -> State:
    for action in actions:
        state = engine.apply(state, action)
    return state


def told(outcome: engine.Outcome) -> str:
    return "\n".join(map(str, outcome.events))


def there(state: State, at: str) -> set[tuple[str, str, int]]:
    return {(u.kind.value, u.state.value, u.count) for u in state.at(at[:4]) if u.at == at}


def targets(actions: Iterable[str]) -> set[str]:
    return {action.split()[-1] for action in actions if action != "pass"}


# --- the order of things --------------------------------------------------------------------------


@pytest.mark.clause("10.0a", "10.0b", "10.2a", "10.2i", "10.3m")
def test_the_segments_follow_combat_in_their_order() -> None:
    state = engine.begin(pos("phase combat; 0804 jp N L; 0606 us L"))
    assert state.phase is Phase.FLEET_REDEPLOYMENT
    state = after(state, "pass", "pass")
    assert state.phase is Phase.TROOP_REDEPLOYMENT
    outcome = engine.play(engine.apply(state, "pass"), "pass")
    assert outcome.state.phase not in (Phase.FLEET_REDEPLOYMENT, Phase.TROOP_REDEPLOYMENT)


@pytest.mark.clause("10.0d")
@pytest.mark.parametrize(
    ("points", "first"), [((15, 14), JAPAN), ((14, 15), ALLIES), ((14, 14), ALLIES)]
)
@pytest.mark.parametrize("phase", [Phase.FLEET_REDEPLOYMENT, Phase.TROOP_REDEPLOYMENT])
def test_higher_points_act_first(points: tuple[int, int], first: Side, phase: Phase) -> None:
    state = evolve(pos("0804 jp N; 0606 us L"), phase=phase, trp=(0, 0))
    state = evolve(state, progress=Progress(points=points))
    assert engine.acting(engine.begin(state)) is first


@pytest.mark.clause("10.0e")
def test_equal_points_leave_the_allies_first_in_every_segment() -> None:
    state = engine.begin(pos(FLEETS + "0804 jp N; 0606 us L; trp 9 9"))
    assert engine.acting(state) is ALLIES
    state = after(state, "pass", "pass")
    assert state.phase is Phase.TROOP_REDEPLOYMENT
    assert engine.acting(state) is ALLIES


@pytest.mark.clause("10.0c", "10.3a")
def test_one_stack_each_in_turn() -> None:
    state = engine.begin(pos(FLEETS + "0804 jp 2N; 0207 cw 2N; trp 15 14"))
    for side, action in (
        (JAPAN, "redeploy naval:1 0804 0605"),
        (ALLIES, "redeploy naval:1 0207 0407"),
        (JAPAN, "redeploy naval:1 0804 0605"),
    ):
        assert engine.acting(state) is side
        state = engine.apply(state, action)
    assert engine.acting(state) is ALLIES
    state = engine.begin(pos(TROOPS + "0804 jp A; 0207 cw A; trp 15 14"))
    state = engine.apply(state, "redeploy air:1 0804 0605")
    assert engine.acting(state) is ALLIES


@pytest.mark.clause("10.2h", "10.2i")
def test_who_passes_is_done_with_fleets_and_the_other_goes_on() -> None:
    state = engine.begin(pos(FLEETS + "0804 jp 2N A; 0207 cw 3N; trp 15 14"))
    state = engine.apply(state, "pass")
    for to in ("0407", "0606", "0609"):
        assert engine.acting(state) is ALLIES
        if to != "0609":
            state = engine.apply(state, f"redeploy naval:1 0207 {to}")
    state = engine.apply(state, "pass")
    assert state.phase is Phase.TROOP_REDEPLOYMENT
    assert engine.acting(state) is JAPAN
    assert "redeploy air:1 0804 0605" in legal(state)


@pytest.mark.clause("10.3l", "10.3m")
def test_who_passes_is_done_with_air_and_land_units() -> None:
    state = engine.begin(pos(TROOPS + "0804 jp A; 0207 cw A; 0407 cw A; trp 15 14"))
    state = engine.apply(state, "pass")
    state = engine.apply(state, "redeploy air:1 0207 0205")
    assert engine.acting(state) is ALLIES
    state = engine.apply(state, "redeploy air:1 0407 0206")
    assert engine.acting(state) is ALLIES
    assert engine.apply(state, "pass").phase is not Phase.TROOP_REDEPLOYMENT


# --- stacks ---------------------------------------------------------------------------------------


@pytest.mark.clause("10.1a")
def test_a_unit_goes_once_in_the_phase() -> None:
    state = engine.begin(pos(FLEETS + "0804 jp N(L) L; base jp 0605; trp 15 14"))
    state = after(state, "redeploy naval:1 0804 0605", "pass")
    assert why(state, "redeploy naval:1 0605 0804") == [("10.1a", "moved")]
    assert legal(state) == ["pass"]
    state = engine.apply(state, "pass")
    assert state.phase is Phase.TROOP_REDEPLOYMENT
    assert why(state, "redeploy land:1 0605 0604") == [("10.1a", "moved")]
    assert not any(a.startswith("redeploy land:1 0605") for a in legal(state))
    done = after(state, "pass", "pass")
    assert not any(unit.moved for unit in done.units)


@pytest.mark.ruling("redeploy-limit-shared")
@pytest.mark.clause("10.1b", "10.1c", "10.3a")
def test_the_limit_counts_stacks_of_all_types_together() -> None:
    most = track().stacks(4, JAPAN)
    start = pos(FLEETS + f"0804 jp {most}N 9A; trp 15 14")
    state = engine.begin(start)
    state = engine.apply(state, f"redeploy naval:{most - 1} 0804 0605")
    state = engine.apply(state, "pass")
    assert state.progress is not None and state.progress.stacks == (1, 0)
    state = after(state, "redeploy naval:1 0804 0604", "pass")
    for _ in range(most - 2):
        assert engine.acting(state) in (JAPAN, ALLIES)
        if engine.acting(state) is ALLIES:
            state = engine.apply(state, "pass")
        state = engine.apply(state, "redeploy air:1 0804 0605")
    if engine.acting(state) is ALLIES:
        state = engine.apply(state, "pass")
    assert engine.acting(state) is JAPAN
    assert legal(state) == ["pass"]
    assert why(state, "redeploy air:1 0804 0605") == [("10.1c", "no_stacks")]


@pytest.mark.clause("10.1g", "12.1h")
def test_the_allies_have_five_stacks_on_turn_1() -> None:
    state = evolve(pos(TROOPS + "0207 cw 7A; trp 20 0"), turn=1)
    state = engine.apply(engine.begin(state), "pass")
    for _ in range(5):
        state = engine.apply(state, "redeploy air:1 0207 0205")
    assert legal(state) == ["pass"]


@pytest.mark.clause("10.1d", "10.2f")
def test_no_points_are_paid() -> None:
    state = engine.begin(pos(FLEETS + "0804 jp C 2N A L; base jp 0804; trp 3 0"))
    state = after(state, "redeploy carrier:1,naval:2 0804 0907", "pass", "pass")
    state = after(state, "redeploy air:1 0804 0907", "pass", "redeploy land:1 0804 0805")
    assert state.trp == (3, 0)
    poor = engine.begin(pos(FLEETS + "0804 jp C 2N; trp 0 0"))
    assert "redeploy carrier:1,naval:2 0804 0907" in legal(engine.apply(poor, "pass"))


@pytest.mark.clause("10.2f")
def test_an_event_that_stops_fleets_from_moving_does_not_stop_redeployment() -> None:
    bar = Effect("no-fleet-moves", JAPAN, "1943-09")
    state = evolve(pos(FLEETS + "0804 jp N"), progress=Progress(points=(9, 1), effects=(bar,)))
    assert engine.check(state, "redeploy naval:1 0804 0605").ok


@pytest.mark.clause("10.1a")
def test_every_reason_is_told() -> None:
    state = engine.begin(pos(FLEETS + "0804 jp C 2N; trp 9 1"))
    state = after(state, "redeploy naval:1 0804 0605", "pass")
    assert why(state, "redeploy naval:2 0605 0606") == [
        ("10.1e", "no_unit"),
        ("10.1a", "moved"),
        ("10.2b", "no_haven"),
    ]
    assert why(state, "redeploy carrier:1 0605 0804") == [("10.1e", "no_unit")]


@pytest.mark.clause("10.1e")
def test_one_stack_is_of_one_type_from_one_hex_to_one_destination() -> None:
    state = engine.begin(pos(FLEETS + "0804 jp C 2N; 0605 jp N; trp 15 14"))
    one = engine.apply(state, "redeploy carrier:1,naval:2 0804 0907")
    assert one.progress is not None and one.progress.stacks == (1, 0)
    assert there(one, "0907") == {("carrier", "full", 1), ("naval", "full", 2)}
    assert why(state, "redeploy naval:3 0804 0907") == [("10.1e", "no_unit")]


@pytest.mark.clause("10.1f")
def test_attrited_units_go_too() -> None:
    state = engine.begin(pos(FLEETS + "0804 jp 2N N-; trp 15 14"))
    state = engine.apply(state, "redeploy attrited-naval:1 0804 0605")
    assert there(state, "0605") == {("naval", "attrited", 1)}


def test_any_number_of_a_stack_may_go_though_only_some_are_listed() -> None:
    state = engine.begin(pos(FLEETS + "0804 jp 4N N-; trp 15 14"))
    assert "redeploy full-naval:3 0804 0605" not in legal(state)
    assert engine.check(state, "redeploy full-naval:3,attrited-naval:1 0804 0605").ok
    state = engine.apply(state, "redeploy full-naval:3,attrited-naval:1 0804 0605")
    assert there(state, "0804") == {("naval", "full", 1)}


# --- fleets ---------------------------------------------------------------------------------------


@pytest.mark.clause("10.2b", "10.2c", "10.2g")
def test_fleets_go_to_any_friendly_port_or_source_however_far() -> None:
    state = engine.begin(pos(FLEETS + "0909 cw N; 0606 us L; 0606 jp N; trp 1 2"))
    found = targets(legal(state))
    assert {"0109", "1708", "0606", "0407"} <= found
    assert not found & {"0605", "1009", "0307", "0909"}
    assert why(state, "redeploy naval:1 0909 0605") == [("10.2b", "no_haven")]
    assert why(state, "redeploy naval:1 0909 1009") == [("10.2b", "no_haven")]
    assert why(state, "redeploy naval:1 0909 0909") == [("10.2g", "same")]
    assert there(engine.apply(state, "redeploy naval:1 0909 1708"), "1708") == {
        ("naval", "full", 1)
    }


@pytest.mark.clause("10.2a")
def test_air_units_wait_for_their_segment_and_fleets_do_not_come_back() -> None:
    state = engine.begin(pos(FLEETS + "0804 jp N A; trp 15 14"))
    assert why(state, "redeploy air:1 0804 0605") == [("10.2a", "fleets_first")]
    state = after(state, "pass", "pass")
    assert why(state, "redeploy naval:1 0804 0605") == [("10.2i", "fleets_done")]


@pytest.mark.clause("10.2e")
def test_no_land_unit_is_named_with_a_fleet() -> None:
    state = engine.begin(pos(FLEETS + "0804 jp N L; trp 15 14"))
    assert why(state, "redeploy naval:1,land:1 0804 0605") == [("10.2e", "land")]
    state = engine.apply(state, "redeploy naval:1 0804 0605")
    assert ("land", "full", 1) in there(state, "0804")


@pytest.mark.ruling("losing-fleet-cargo", "reembarked-land-arrival")
@pytest.mark.clause("10.2d")
def test_cargo_goes_with_its_fleet_and_ashore_for_nothing() -> None:
    state = engine.begin(pos(FLEETS + "0606 jp 2N(2L-); 0606 us L; trp 15 14"))
    outcome = engine.play(state, "redeploy naval:2 0606 0605")
    assert there(outcome.state, "0605") == {("naval", "full", 2), ("land", "attrited", 2)}
    assert not any(u.aboard for u in outcome.state.units)
    assert outcome.state.progress is not None
    assert outcome.state.progress.stacks == (1, 0)
    assert not outcome.state.progress.pending
    assert "10.2d" in told(outcome)


@pytest.mark.ruling("fleets-in-captured-port")
@pytest.mark.clause("10.2j", "10.2b")
def test_fleets_left_outside_are_removed_with_their_cargo() -> None:
    state = engine.begin(pos(FLEETS + "0606 jp C N(L); 0606 us L; 0804 jp N(L); trp 15 14"))
    state = engine.apply(state, "pass")
    outcome = engine.play(state, "pass")
    assert not outcome.state.at("0606", JAPAN)
    assert there(outcome.state, "0804") == {("naval", "full", 1), ("land", "full", 1)}
    assert "(10.2j)" in told(outcome) and "(10.2d)" in told(outcome)


@pytest.mark.ruling("redeploy-mandatory-over-limit")
@pytest.mark.clause("10.2j")
def test_what_must_go_counts_and_the_rest_is_lost() -> None:
    most = track().stacks(4, JAPAN)
    ports = ["0306", "0407", "0606", "0607", "0508", "0509", "0710", "0909"]
    assert len(ports) > most
    line = "; ".join(f"{h} jp N" for h in ports[: most + 1])
    state = engine.begin(pos(FLEETS + line + "; trp 15 14"))
    for h in ports[:most]:
        state = engine.apply(state, f"redeploy naval:1 {h} 0804")
        if engine.acting(state) is ALLIES:
            state = engine.apply(state, "pass")
    assert legal(state) == ["pass"]
    state = engine.apply(state, "pass")
    assert sum(u.count for u in state.units) == most


@pytest.mark.ruling("fleet-in-continuing-hex")
@pytest.mark.clause("9.7e")
def test_no_fleet_joins_continuing_combat_those_there_may_stay() -> None:
    line = "0606 us N L; 0606 jp L; contested 0606; 0207 cw N; trp 1 2"
    state = engine.begin(pos(FLEETS + line))
    assert why(state, "redeploy naval:1 0207 0606") == [("9.7e", "contested")]
    assert "0606" not in targets(legal(state))
    state = after(state, "pass", "pass")
    assert ("naval", "full", 1) in there(state, "0606")


@pytest.mark.clause("8.7k")
def test_a_fleet_names_the_sea_where_there_are_two() -> None:
    port = {"facility": "port", "owner": "japan", "terrain": "shallow"}
    split = {**port, "id": "0305", "coasts": {"W": ["0304"], "E": ["0306"]}}
    rows = [split, {**port, "id": "0301"}]
    rows += [{"id": f"03{r:02d}", "terrain": "shallow"} for r in (2, 3, 4, 6)]
    plain = {
        "format": "witp-position/1",
        "turn": 4,
        "phase": "fleet-redeployment",
        "board": {"columns": [3, 3], "rows": [1, 6], "hexes": rows},
        "units": [{"at": "0301", "nation": "japan", "kind": "naval", "count": 2}],
        "trp": {"japan": 5, "allies": 1},
    }
    state = engine.begin(from_plain(plain, "test"))
    assert targets(legal(state)) == {"0305E", "0305W"}
    assert why(state, "redeploy naval:1 0301 0305") == [("8.7k", "which_sea")]
    assert why(state, "redeploy naval:1 0301 0305X") == [("8.7k", "no_coast")]
    state = engine.apply(state, "redeploy naval:1 0301 0305W")
    assert there(state, "0305W") == {("naval", "full", 1)}


# --- air and land units ---------------------------------------------------------------------------


@pytest.mark.ruling("azoc-air-redeploy")
@pytest.mark.clause("10.3d", "10.3e")
def test_air_units_are_lifted_to_any_friendly_place() -> None:
    state = engine.begin(pos(TROOPS + "0306 cw A; 1009 us A; 0605 jp A; trp 1 2"))
    found = targets(a for a in legal(state) if " 0306 " in a)
    assert {"0109", "1205", "0606", "0609", "1708"} <= found
    assert not found & {"0605", "0404", "0307"}
    assert why(state, "redeploy air:1 0306 0605") == [("10.3d", "not_friendly")]
    assert there(engine.apply(state, "redeploy air:1 0306 1205"), "1205") == {("air", "full", 1)}


@pytest.mark.ruling("azoc-air-redeploy")
@pytest.mark.clause("2.2.3g", "10.3e")
def test_the_other_readings_for_air_units() -> None:
    line = (
        TROOPS + "0606 us A; 0605 jp A; 0506 jp A; trp 1 2; base al 0407; ruling azoc-air-redeploy="
    )
    free, zoned, netted = (engine.begin(pos(line + letter)) for letter in "abc")
    assert "0607" in targets(legal(free))
    assert engine.check(free, "redeploy air:1 0606 0607").ok
    near = engine.begin(pos(line + "b; 0707 jp A"))
    assert why(near, "redeploy air:1 0606 0607") == [("2.2.3g", "enemy_zone")]
    assert "0607" not in targets(legal(near)) and "0207" in targets(legal(zoned))
    assert "10.3g" in [rule for rule, _ in why(netted, "redeploy air:1 0606 1708")]
    assert "1708" not in targets(legal(netted))


@pytest.mark.clause("10.3b")
def test_air_and_land_units_make_no_common_stack() -> None:
    state = engine.begin(pos(TROOPS + "0804 jp A L; base jp 0804; trp 2 1"))
    assert why(state, "redeploy land:1,air:1 0804 0605") == [("10.3b", "mixed")]


@pytest.mark.clause("9.7f", "10.3c")
def test_land_units_in_a_fight_stay() -> None:
    line = "0606 us L; 0606 jp L; contested 0606; base al 0607; trp 1 2"
    state = engine.begin(pos(TROOPS + line))
    assert ("10.3c", "fighting") in why(state, "redeploy land:1 0606 0607")
    assert legal(state) == ["pass"]


@pytest.mark.clause("9.7g", "10.3d")
def test_units_go_into_a_fight() -> None:
    line = "0606 us L; 0606 jp L; contested 0606; 0605 jp L A; base jp 0605; trp 2 1"
    state = engine.begin(pos(TROOPS + line))
    assert "redeploy air:1 0605 0606" in legal(state)
    assert "redeploy land:1 0605 0606" in legal(state)
    state = engine.apply(state, "redeploy land:1 0605 0606")
    assert sum(u.count for u in state.at("0606", JAPAN)) == 2


@pytest.mark.clause("10.2b", "10.2j")
def test_who_has_fleets_astray_is_told_before_passing_and_usually_sends_them_home() -> None:
    state = engine.begin(pos(FLEETS + "0606 jp 2N C; 0707 jp N; 0804 jp N; 0605 jp L; trp 2 1"))
    assert engine.status(state).endswith(
        "or pass; fleets in no friendly port or supply source are lost if they stay: Manila"
    )
    home = engine.usual(state)
    assert str(home) == "redeploy carrier:1,naval:2 0606 0506"
    state = after(state, str(home), "pass")
    assert engine.status(state).endswith("may redeploy fleets, or pass")
    assert str(engine.usual(state)) == "pass"
    state = after(state, "pass")
    assert state.phase is Phase.TROOP_REDEPLOYMENT and str(engine.usual(state)) == "pass"


@pytest.mark.ruling("transport-network-blockers")
@pytest.mark.clause("10.3g", "10.3j")
def test_a_base_in_an_enemy_zone_serves_those_who_come_from_its_hex_alone() -> None:
    """Ruling transport-network-blockers: the origin is not tested."""
    line = "trp 3 9; 0607 us L; 0707 jp A; base al 0607; 0606 us L"
    state = engine.begin(pos(TROOPS + line))
    assert engine.check(state, "redeploy land:1 0607 0509").ok
    assert "redeploy land:1 0607 0509" in legal(state)
    outcome = engine.play(state, "redeploy land:1 0607 0509")
    assert "By sea: Leyte, Celebes, Surabaya" in told(outcome)
    assert {rule for rule, _ in why(state, "redeploy land:1 0606 0509")} == {"10.3g", "10.3j"}
    far = engine.check(state, "redeploy land:1 0607 0909")
    assert far.rules == ("10.3g",) and "No Allied base" in str(far)


@pytest.mark.clause("10.3d", "10.3j")
def test_a_fight_in_an_enemy_zone_takes_no_land_units_and_says_so() -> None:
    line = "trp 5 10; 0906 us L; 0906 jp L; 0905 jp A; 0707 us 2L; base al 0707; contested 0906"
    verdict = engine.check(engine.begin(pos(TROOPS + line)), "redeploy land:2 0707 0906")
    assert "10.3j" in verdict.rules and "continuing combat does not lift it" in str(verdict)


@pytest.mark.clause("10.1c", "10.1e", "10.2a", "10.2b", "10.2e", "10.3b", "10.3d", "2.3c")
@pytest.mark.parametrize(
    ("segment", "action", "reasons"),
    [
        (FLEETS, "naval:3 0605 9999", ["2.3c", "10.1c", "10.1e"]),
        (FLEETS, "land:3 0605 0606", ["10.2e", "10.1c", "10.1e"]),
        (FLEETS, "naval:1,land:1 0605 0606", ["10.2e", "10.1c", "10.2b"]),
        (TROOPS, "land:3,air:1 0605 9999", ["10.3b", "2.3c", "10.1c", "10.1e", "10.1e"]),
        (TROOPS, "air:1 9999 0606", ["2.3c", "10.1c", "10.3d"]),
    ],
)
def test_all_reasons_are_given_together(segment: str, action: str, reasons: list[str]) -> None:
    state = engine.begin(pos(segment + "0605 jp N L; trp 2 1"))
    now = state.progress
    assert now is not None
    state = evolve(state, progress=evolve(now, stacks=(99, 99)))
    assert [rule for rule, _ in why(state, f"redeploy {action}")] == reasons


@pytest.mark.clause("10.3f", "10.3g")
def test_land_units_go_as_far_as_their_network() -> None:
    state = engine.begin(pos(TROOPS + "0804 jp L; base jp 0805; trp 2 1"))
    found = targets(legal(state))
    assert {"0605", "0704", "0707", "0805"} <= found
    assert "0506" not in found and "0507" not in found
    assert "10.3g" in [rule for rule, _ in why(state, "redeploy land:1 0804 0507")]


@pytest.mark.clause("12.2e", "12.2c", "12.2aa")
def test_china_is_left_alone() -> None:
    state = engine.begin(pos(TROOPS + "0404 cn L; 0404 us A; 0505 cn L; trp 1 2"))
    assert "redeploy air:1 0404 0207" in legal(state)
    assert not any("land" in action for action in legal(state))
    assert ("12.2e", "chinese") in why(state, "redeploy land:1 0404 0505")
    back = engine.begin(pos(TROOPS + "0207 us A; trp 1 2"))
    assert why(back, "redeploy air:1 0207 0404") == [("12.2c", "china")]


@pytest.mark.ruling("china-redeploy-path")
@pytest.mark.clause("12.2a", "12.2e", "12.2s", "12.2t")
@pytest.mark.parametrize(
    ("position", "action", "reasons"),
    [
        ("0504 cn 2L; 0404 cn L; trp 5 10", "land:1 0504 0404", ["12.2e"]),
        ("0504 cn 2L; trp 5 10", "land:1 0504 0205", ["12.2e", "12.2a"]),
        ("0504 cn L; 0504 jp L; contested 0504; trp 5 10", "land:1 0504 0404", ["12.2e", "12.2t"]),
        ("0504 cn 2L; trp 5 10", "land:3 0504 0404", ["10.1e", "12.2e"]),
        ("0504 cn 2L; trp 5 10", "cn-land 0504 0504", ["12.2e", "12.2r"]),
    ],
)
def test_what_keeps_the_chinese_is_told_of_chinese_units(
    position: str, action: str, reasons: list[str]
) -> None:
    """Neither the network nor the number of stacks, nor what bars other Allied units."""
    state = engine.begin(pos(TROOPS + position))
    while engine.acting(state) is not ALLIES:
        state = engine.apply(state, "pass")
    now = state.progress
    assert now is not None
    state = evolve(state, progress=evolve(now, stacks=(99, 99)))
    assert [rule for rule, _ in why(state, f"redeploy {action}")] == reasons


def test_a_port_left_goes_back_to_its_owner_and_drives_the_air_unit_out() -> None:
    state = engine.begin(pos(TROOPS + "0606 jp L A; base jp 0606 0605; trp 2 1"))
    state = engine.apply(state, "redeploy land:1 0606 0605")
    assert state.progress is not None
    assert [p.kind for p in state.progress.pending][-1] == "submarines"
    state = engine.apply(state, "roll 6 6")
    assert "displace 0606 0605" in legal(state)
    state = engine.apply(state, "displace 0606 0605")
    assert ("air", "attrited", 1) in there(state, "0605")
    assert engine.acting(state) is ALLIES


# --- submarines -----------------------------------------------------------------------------------


@pytest.mark.ruling("submarine-attack-details")
@pytest.mark.clause("10.4a", "10.4c")
def test_two_dice_are_due_after_the_stack_has_come_by_sea() -> None:
    state = engine.begin(pos(TROOPS + "0804 jp 2L L-; base jp 0804; trp 2 1"))
    outcome = engine.play(state, "redeploy full-land:2,attrited-land:1 0804 0605")
    state = outcome.state
    assert there(state, "0605") == {("land", "full", 2), ("land", "attrited", 1)}
    assert engine.acting(state) is None
    assert len(legal(state)) == 36 and legal(state)[0] == "roll 1 1"
    assert why(state, "pass") == [("10.4c", "dice")]
    assert "submarines" in engine.status(state)
    missed = engine.apply(state, "roll 6 6")
    assert there(missed, "0605") == there(state, "0605")
    assert engine.acting(missed) is ALLIES


@pytest.mark.ruling("submarine-stack-hit")
@pytest.mark.clause("10.4f")
def test_every_unit_of_a_stack_that_is_hit_takes_one() -> None:
    state = engine.begin(pos(TROOPS + "0605 jp L; 0804 jp 2L L-; base jp 0804; trp 2 1"))
    state = engine.apply(state, "redeploy full-land:2,attrited-land:1 0804 0605")
    state = engine.apply(state, "roll 1 2")
    assert there(state, "0605") == {("land", "full", 1), ("land", "attrited", 2)}


@pytest.mark.clause("10.4d", "10.4e")
@pytest.mark.parametrize(
    ("turn", "side", "highest"),
    [(4, JAPAN, 3), (8, ALLIES, 3), (9, JAPAN, 5), (12, ALLIES, 3), (16, JAPAN, 5)],
)
def test_the_table_of_submarines(turn: int, side: Side, highest: int) -> None:
    line = "0804 jp L; 0207 cw L; base jp 0804; base al 0207"
    first = "trp 2 1" if side is JAPAN else "trp 1 2"
    state = engine.begin(evolve(pos(f"{TROOPS}{line}; {first}"), turn=turn))
    action = "redeploy land:1 0804 0605" if side is JAPAN else "redeploy land:1 0207 0206"
    state = engine.apply(state, action)
    for total in range(2, 13):
        white = min(6, total - 1)
        rolled = engine.apply(state, f"roll {white} {total - white}")
        hit = any(u.state is Step.ATTRITED for u in rolled.units)
        assert hit is (total <= highest)


@pytest.mark.clause("10.4b")
def test_fleets_and_air_units_are_never_attacked() -> None:
    state = engine.begin(pos(FLEETS + "0804 jp N A; trp 2 1"))
    state = engine.apply(state, "redeploy naval:1 0804 0907")
    assert state.progress is not None and not state.progress.pending
    state = after(state, "pass", "pass")
    state = engine.apply(state, "redeploy air:1 0804 0907")
    assert state.progress is not None and not state.progress.pending


@pytest.mark.clause("10.4a")
def test_no_dice_by_land() -> None:
    rows = [{"id": f"03{r:02d}", "terrain": "land"} for r in range(1, 4)]
    rows[2].update({"facility": "airfield", "owner": "japan"})
    plain = {
        "format": "witp-position/1",
        "turn": 4,
        "phase": "troop-redeployment",
        "board": {"columns": [3, 3], "rows": [1, 3], "hexes": rows},
        "units": [{"at": "0301", "nation": "japan", "kind": "land"}],
        "bases": {"japan": ["0301"]},
        "trp": {"japan": 5, "allies": 1},
    }
    outcome = engine.play(from_plain(plain, "test"), "redeploy land:1 0301 0303")
    assert outcome.state.progress is not None and not outcome.state.progress.pending
    assert "By land" in told(outcome)


def test_a_position_in_the_middle_reads_back() -> None:
    state = engine.begin(pos(TROOPS + "0804 jp 2L A; base jp 0804; trp 2 1"))
    for action in ("redeploy land:1 0804 0605", "roll 6 6", "pass", "redeploy air:1 0804 0605"):
        state = engine.apply(state, action)
        assert from_plain(to_plain(state), "test") == state


def test_dice_are_due_only_for_a_stack_that_is_there() -> None:
    state = engine.begin(pos(TROOPS + "0804 jp 2L; base jp 0804; trp 2 1"))
    plain = to_plain(engine.apply(state, "redeploy land:1 0804 0605"))
    assert from_plain(plain, "test").progress is not None
    (due,) = plain["progress"]["pending"]
    for wrong in ([], [{**due["units"][0], "count": 3}], [{**due["units"][0], "at": "0804"}]):
        due["units"] = wrong
        with pytest.raises(BadData, match=r"progress.pending\[0\].units"):
            from_plain(plain, "test")
        due["units"] = [{"at": "0605", "nation": "japan", "kind": "land", "moved": True}]


# --- the campaign of Manila -----------------------------------------------------------------------


@pytest.fixture(scope="module")
def manila() -> State:
    """The printed example after its combat (14.1ar)."""
    state = engine.begin(witp.example("manila_turn_4"))
    for action in (
        "fight 0606",
        "roll 4 5",
        "hit full-naval 0606",
        "hit empty-naval 0606",
        "hit full-empty-naval 0606",
        "hit air 0707",
        "roll 3 1",
        "hit us-land 0606",
    ):
        state = engine.apply(state, action)
    assert state.phase is Phase.FLEET_REDEPLOYMENT
    return state


@pytest.mark.clause("14.1at", "10.2b")
def test_the_japanese_fleets_must_leave_manila(manila: State) -> None:
    assert manila.contested == ("0606",)
    assert engine.acting(manila) is ALLIES
    state = engine.apply(manila, "pass")
    assert engine.acting(state) is JAPAN
    fleets = [u for u in state.at("0606", JAPAN) if u.kind.is_fleet]
    assert {(u.kind, u.count) for u in fleets} >= {(Kind.CARRIER, 2)}
    assert "0606" not in targets(legal(state))
    assert ("10.2b", "no_haven") in why(state, "redeploy naval:1 0605 0606")
    stays = engine.apply(state, "pass")
    assert not any(u.kind.is_fleet for u in stays.at("0606", JAPAN))


@pytest.mark.clause("14.1au", "10.2g")
def test_they_go_to_a_port_of_their_own_in_one_stack(manila: State) -> None:
    state = engine.apply(manila, "pass")
    leave = "redeploy carrier:2,full-naval:2,attrited-naval:2 0606 0605"
    assert "redeploy carrier:2,naval:4 0606 0605" in legal(state) or leave in legal(state)
    state = engine.apply(state, "redeploy carrier:2,naval:4 0606 0605")
    assert {("carrier", "full", 2), ("naval", "attrited", 2)} <= there(state, "0605")
    assert state.progress is not None and state.progress.stacks == (1, 0)
    state = engine.apply(state, "pass")
    assert any(u.kind is Kind.CARRIER for u in state.at("0605"))


@pytest.mark.clause("14.1as", "10.3c", "9.7f")
def test_the_land_units_of_manila_stay(manila: State) -> None:
    state = after(manila, "pass", "pass")
    assert state.phase is Phase.TROOP_REDEPLOYMENT
    assert ("10.3c", "fighting") in why(state, "redeploy land:1 0606 0607")
    assert not any("land" in a and " 0606 " in a for a in legal(state))
    state = engine.apply(state, "pass")
    assert ("10.3c", "fighting") in why(state, "redeploy land:1 0606 0605")
    assert not any("land" in a and " 0606 " in a for a in legal(state))


def test_a_stack_that_is_not_there_is_refused_not_guessed() -> None:
    state = engine.begin(pos(FLEETS + "0804 jp N; trp 2 1"))
    with pytest.raises(NotAllowed):
        engine.play(state, Redeploy((("carrier", 1),), "0804", "0605"))
    assert why(state, "redeploy naval:1 9999 0605") == [("2.3c", "no_hex")]
