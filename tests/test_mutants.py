"""Small changes to the rules that no other test would have noticed (4, 10, 12, 15)."""

from __future__ import annotations

from pathlib import Path

import pytest
from card_tables import at, legal, played, playing_with, table, told
from strategies import at_large

import witp_learn as witp
from witp_learn import engine
from witp_learn.engine import arrivals, season, short_war
from witp_learn.engine.table import noted
from witp_learn.explain import say
from witp_learn.model import HIDDEN, Effect, Pending, Phase, Side, State
from witp_learn.position.file import from_plain
from witp_learn.rules import (
    effects,
    events,
    naming,
    redeployment,
    reinforcement,
    resources,
    stacking,
    turn_end,
)
from witp_learn.rules.redeployment import allowance, places
from witp_learn.rules.redeployment.network import Network
from witp_learn.rules.turn_end import china

JAPAN, ALLIES = Side.JAPAN, Side.ALLIES


def why(state: State, action: str) -> list[tuple[str, str]]:
    return [(reason.rule, reason.why) for reason in engine.check(state, action).reasons]


# 4. Events


@pytest.mark.clause("4.1b")
@pytest.mark.parametrize(
    ("turn", "scenario", "rule"), [(1, "standard", "4.1b"), (6, "1943", "3.3i")]
)
def test_the_first_deal_is_told_with_the_clause_of_its_scenario(
    turn: int, scenario: str, rule: str
) -> None:
    state = at(f"turn {turn}; 0606 us L; 0907 jp L", scenario=scenario)
    assert "the Japanese side is dealt a card" in engine.status(state)
    outcome = engine.play(state, str(engine.legal_actions(state)[0]))
    assert f"The Japanese side is dealt a card ({rule})" in told(outcome)


@pytest.mark.clause("4.1a", "4.1b")
def test_a_position_of_its_own_deals_on_turn_1_too() -> None:
    deck = ("1942-02", "1942-03")
    assert events.due(table("turn 1; 0607 us N", deck=deck)) == events.Due(JAPAN, deck, deal=True)


@pytest.mark.clause("4.1a", "4.2a")
def test_a_card_dealt_to_the_other_side_is_not_called_one_held_out() -> None:
    state = at("turn 1; 0606 us L; 0907 jp L", scenario="standard")
    state = engine.apply(state, "draw 1942-03")
    assert why(state, "draw 1942-03") == [("4.2a", "not_in_deck")]
    later = at("turn 4; 0607 us N", "1942-04", "1942-06", deck=("1942-02", "1942-09"))
    assert why(later, "draw 1942-05") == [("4.2a", "not_in_deck")]


@pytest.mark.clause("4.2a")
def test_a_draw_after_the_deal_is_told_as_one() -> None:
    state = at("turn 4; 0607 us N", "1942-04", "1942-06", deck=("1942-02", "1942-09"))
    assert "the Allied side draws a card" in engine.status(state)
    assert "(4.2a)" in told(engine.play(state, "draw 1942-02"))


@pytest.mark.clause("4.4a")
def test_a_deck_face_down_stays_within_its_year() -> None:
    """On turn 3 the cards face down are those of 1942; on turn 5 they are the old year's."""
    face_down = (HIDDEN, HIDDEN)
    assert events.renewal(table("turn 3; 0607 us N", deck=face_down)) is None
    new = events.renewal(table("turn 5; 0607 us N", deck=face_down))
    assert new is not None and new.put_away == face_down


@pytest.mark.clause("4.3c")
def test_what_finds_nothing_is_lost_at_once_though_a_later_choice_is_open(tmp_path: Path) -> None:
    effect = "remove enemy naval 1; attrite enemy naval 1; remove enemy land 1"
    with playing_with(tmp_path, {"1942-04": {"japan_effect": effect}}):
        held = ("1942-04 1942-07", "1942-06 1942-09")
        state = at("turn 4; 0607 us N; 0606 us L; 0707 jp A", *held, deck=("1942-02",))
        state = played(state, "card 1942-06", "card 1942-04")
        outcome = engine.play(state, "lose naval 0607")
        assert told(outcome).count("so that is lost") == 1
        assert legal(outcome.state) == ["lose land 0606"]


@pytest.mark.clause("4.3c")
@pytest.mark.parametrize(
    ("units", "effect", "answer", "drowned"),
    [
        ("0607 us N (L)", "attrite enemy naval 1", "hit naval 0607", False),
        ("0607 us N", "remove enemy naval 1", "lose naval 0607", False),
        ("0607 us N (L)", "remove enemy naval 1", "lose naval 0607", True),
    ],
)
def test_cargo_is_told_lost_only_where_a_ship_took_it_down(
    tmp_path: Path, units: str, effect: str, answer: str, drowned: bool
) -> None:
    with playing_with(tmp_path, {"1942-04": {"japan_effect": effect}}):
        held = ("1942-04 1942-07", "1942-06 1942-09")
        state = at(f"turn 4; {units}", *held, deck=("1942-02",))
        outcome = engine.play(played(state, "card 1942-06", "card 1942-04"), answer)
    assert ("lost with its ship" in told(outcome)) is drowned


@pytest.mark.clause("4.3c")
def test_the_better_of_two_dice_is_no_bonus() -> None:
    given = (Effect("best-die", JAPAN, "1942-04", "any"), Effect("bonus", JAPAN, "1942-06", "land"))
    state = noted(at_large("0606 us L; 0606 jp L"), effects=given)
    assert list(effects.bonuses(state, "land", JAPAN)) == [given[1]]


@pytest.mark.clause("4.1e", "4.2b")
def test_a_hand_seen_in_part_may_be_the_card_in_sight_or_any_not_in_sight() -> None:
    state = table("turn 4; 0607 us N", "1942-02", f"{HIDDEN} 1942-05", deck=("1942-10",))
    could = events.nameable(state, ALLIES)
    assert could[0] == "1942-05"
    assert len(could) == 8 and not {"1942-02", "1942-10"} & set(could)


@pytest.mark.clause("4.2b", "4.2c")
@pytest.mark.parametrize(
    ("japan", "allies", "side"), [("1942-02", "", JAPAN), ("", "1942-02", ALLIES)]
)
def test_only_a_side_with_cards_names_one(japan: str, allies: str, side: Side) -> None:
    assert events.names_next(table("turn 4; 0607 us N", japan, allies)) is side


# 10. Redeployment


def two_seas() -> State:
    """Fleets of Japan in a port with two seas, and another port."""
    port = {"facility": "port", "owner": "japan", "terrain": "shallow"}
    split = {**port, "id": "0305", "coasts": {"W": ["0304"], "E": ["0306"]}}
    rows = [split, {**port, "id": "0301"}]
    rows += [{"id": f"03{r:02d}", "terrain": "shallow"} for r in (2, 3, 4, 6)]
    plain = {
        "format": "witp-position/1",
        "turn": 4,
        "phase": "fleet-redeployment",
        "board": {"columns": [3, 3], "rows": [1, 6], "hexes": rows},
        "units": [{"at": "0305W", "nation": "japan", "kind": "naval", "count": 2}],
        "trp": {"japan": 5, "allies": 1},
    }
    return engine.begin(from_plain(plain, "test"))


@pytest.mark.clause("8.7j")
def test_fleets_leave_a_hex_with_two_seas_by_its_number_alone() -> None:
    state = two_seas()
    assert why(state, "redeploy naval:1 0305 0301") == []
    assert engine.apply(state, "redeploy naval:1 0305 0301").at("0301", JAPAN)


@pytest.mark.clause("10.2b")
@pytest.mark.parametrize(
    ("hex_id", "word"), [("0605", "Taiwan is a port"), ("0406", "Bangkok is no port")]
)
def test_an_airfield_is_not_worded_as_a_port_of_its_side(hex_id: str, word: str) -> None:
    found = places.haven(at_large("0605 jp L; 0406 jp L"), hex_id, JAPAN)
    assert found.parts[0].text == f"{word} the Japanese side controls"
    assert found.value is ("is a port" in word)


@pytest.mark.clause("10.3h", "10.3k")
@pytest.mark.parametrize(("hex_id", "word"), [("0907", "may not be"), ("0404", "may be")])
def test_whether_a_hex_may_carry_the_network_is_worded_as_it_is_judged(
    hex_id: str, word: str
) -> None:
    net = Network(at_large("0907 jp L"), ALLIES)
    found = net.tested(hex_id)
    assert bool(found.value) is net.open(hex_id) is (word == "may be")
    assert f"{word} part of the transport network" in found.text


@pytest.mark.ruling("submarine-attack-details")
@pytest.mark.clause("10.3g", "10.4a")
@pytest.mark.parametrize("sea", ["0202", "0203"])
def test_a_stack_that_leaves_a_base_goes_by_land_where_either_hex_serves(sea: str) -> None:
    ours = {"terrain": "land", "facility": "airfield", "owner": "japan"}
    rows = [{"id": "0303", **ours}, {"id": "0103", **ours}]
    rows += [{"id": h, "terrain": "shallow" if h == sea else "land"} for h in ("0202", "0203")]
    plain = {
        "format": "witp-position/1",
        "turn": 4,
        "board": {"columns": [1, 3], "rows": [2, 3], "hexes": rows},
        "units": [{"at": "0303", "nation": "japan", "kind": "land"}],
        "bases": {"japan": ["0303"], "allies": []},
    }
    route = Network(from_plain(plain, "test"), JAPAN).route("0303", "0103")
    dry = "0203" if sea == "0202" else "0202"
    assert route is not None
    assert (route.hexes, route.by_sea) == (("0303", dry, "0103"), False)


@pytest.mark.clause("10.2j")
def test_fleets_lost_are_told_to_the_side_that_lost_them() -> None:
    line = "0804 jp N; 0807 us C; turn 4; phase fleet-redeployment; trp 1 2"
    state = engine.apply(engine.begin(witp.load(f"text:{line}")), "pass")
    lost = [e for e in engine.play(state, "pass").events if "removed" in e.text]
    assert [(e.side, e.hexes) for e in lost] == [(ALLIES, ("0807",))]


@pytest.mark.ruling("displaced-air-trigger")
@pytest.mark.clause("8.7e", "10.2d")
def test_cargo_that_lands_as_the_segment_ends_drives_enemy_air_units_out() -> None:
    line = "0605 us A; 0605 jp N(L); 1406 us C; turn 4; phase fleet-redeployment; trp 2 1"
    state = engine.begin(at_large(line))
    state = engine.apply(engine.apply(state, "pass"), "pass")
    assert state.phase is Phase.TROOP_REDEPLOYMENT
    assert state.progress is not None
    assert [(one.kind, one.side) for one in state.progress.pending] == [("displace", ALLIES)]


@pytest.mark.clause("10.1c")
def test_events_leave_no_fewer_than_no_stacks() -> None:
    fewer = (Effect("stacks", JAPAN, "1942-04", "", -20),)
    state = noted(at_large("turn 4; 0804 jp N"), effects=fewer)
    for found in (allowance.allowance(state, JAPAN), allowance.stacks_left(state, JAPAN)):
        assert found.value == 0 and "may redeploy 0 stacks" in found.text


@pytest.mark.clause("10.1b", "10.1c")
@pytest.mark.parametrize("left", [0, 2])
def test_a_stack_sent_is_told_with_the_stacks_that_are_left(left: int) -> None:
    state = at_large("0605 jp N; 0606 us L; turn 4; phase fleet-redeployment; trp 2 1")
    many = allowance.allowance(state, JAPAN).value
    assert isinstance(many, int)
    state = engine.begin(noted(state, points=(2, 1), stacks=(many - 1 - left, 0)))
    outcome = engine.play(state, "redeploy naval:1 0605 0907")
    assert f"redeployed from Taiwan to Truk, {left} stacks left" in told(outcome)


@pytest.mark.clause("10.1e", "12.2e")
def test_units_that_are_not_there_are_not_taken_for_chinese() -> None:
    line = "0606 us L; 0907 jp L; turn 4; phase troop-redeployment; trp 1 2"
    state = engine.begin(at_large(line))
    reasons = why(state, "redeploy land:1 0609 0606")
    assert ("10.1e", "no_unit") in reasons and ("12.2a", "china") not in reasons


@pytest.mark.clause("10.6b", "10.6d")
def test_what_just_can_be_paid_is_barred_by_its_place_alone() -> None:
    line = "turn 4; phase rebuilding; trp 1 0; 0508 jp A-; 0907 jp L"
    state = engine.begin(at_large(line))
    assert why(state, "rebuild air 0508") == [("10.6g", "place_enemy")]


@pytest.mark.clause("10.4c")
@pytest.mark.parametrize("dice", [(7, 1), (1, 7), (0, 3)])
def test_submarines_throw_dice_of_six_faces(dice: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="a die shows 1 to 6"):
        redeployment.submarine_hit(4, JAPAN, dice)


@pytest.mark.clause("8.3d", "10.5a")
def test_one_fleet_where_there_is_no_port_is_over_the_limit() -> None:
    state = at_large("0806 us N; 0907 jp N")
    assert stacking.crowded(state, ALLIES) == ("0806",)
    assert [over.what for over in stacking.over_limit(state, "0806", ALLIES)] == ["fleets"]
    assert stacking.crowded(state, JAPAN) == ()


@pytest.mark.clause("10.4c", "10.4d")
@pytest.mark.parametrize(("dice", "hits"), [((1, 2), True), ((2, 2), False)])
def test_what_submarines_do_is_worded_as_it_is_judged(dice: tuple[int, int], hits: bool) -> None:
    found = redeployment.submarine_hit(4, JAPAN, dice)
    assert found.value is hits
    assert found.text == say("redeployment.hit" if hits else "redeployment.missed", side="Japanese")


# 11. Reinforcements


@pytest.mark.clause("11.0a")
def test_what_arrives_is_told_to_its_own_side() -> None:
    state = at_large("turn 2; phase reinforcement; 0907 jp L; 0606 us L")
    state = noted(state, scenario="standard")
    log: list[engine.Event] = []
    assert arrivals.automatic(state, log) is not None
    for event in log:
        mine = [u for u in reinforcement.arriving("standard", 2) if u.side is event.side]
        assert event.text == f"Reinforcements: {', '.join(map(naming.told, mine))}"
    assert [event.side for event in log] == [JAPAN, ALLIES]


# 12. China


@pytest.mark.clause("12.2n")
@pytest.mark.parametrize(("turn", "many", "points"), [(4, 2, 3), (4, 3, 0), (2, 2, 0)])
def test_the_loss_for_a_thin_garrison_is_worded_as_it_is_counted(
    turn: int, many: int, points: int
) -> None:
    found = china.penalty(at_large(f"turn {turn}; 0505 jp {many}L"))
    assert found.value == points
    assert ("no RP lost" in found.text) is (points == 0)


@pytest.mark.clause("12.2r")
def test_the_chinese_stay_on_turn_1_only_where_that_was_chosen() -> None:
    state = at_large("turn 1; 0404 cn L")
    assert state.progress is None and not china.stays(state)
    assert china.stays(noted(state, choices=(china.STAY,)))


@pytest.mark.clause("12.2z")
def test_of_the_allies_at_chongqing_only_an_air_unit_counts_as_chinese() -> None:
    units = at_large("0404 us A; 0404 us L; 0404 cn L; 0404 jp L").units
    chinese = {(u.nation.short, u.kind.value) for u in units if china.is_chinese(u)}
    assert chinese == {("us", "air"), ("cn", "land")}


@pytest.mark.clause("12.2o")
@pytest.mark.parametrize(
    ("line", "hexes"), [("0404 cn L; 0505 cn L-", ("0505",)), ("0404 cn L", ())]
)
def test_recovery_is_told_of_the_hexes_with_attrited_chinese(
    line: str, hexes: tuple[str, ...]
) -> None:
    state = at_large(f"turn 4; phase reinforcement; 0606 us L-; {line}")
    log: list[engine.Event] = []
    assert season.ended(noted(state, step=season.RECKONING), log) is not None
    assert [e.hexes for e in log if e.rules == ("12.2o",)] == [hexes] * bool(hexes)


@pytest.mark.clause("12.2h")
@pytest.mark.parametrize(("area", "falls"), [({"area": "china"}, True), ({}, False), (None, False)])
def test_china_surrenders_only_on_a_board_with_china(
    area: dict[str, str] | None, falls: bool
) -> None:
    rows = [{"id": "0403", "terrain": "land"}]
    rows += [] if area is None else [{"id": "0404", "terrain": "land", **area}]
    at_ = "0403" if area is None else "0404"
    plain = {
        "format": "witp-position/1",
        "turn": 4,
        "board": {"columns": [4, 4], "rows": [3, 4], "hexes": rows},
        "units": [{"at": at_, "nation": "japan", "kind": "land"}],
    }
    assert china.surrenders(from_plain(plain, "test")) is falls


@pytest.mark.clause("12.4a")
@pytest.mark.parametrize(("icon", "points"), [("airfield", -3), ("", 0)])
def test_only_a_port_or_airfield_of_australia_costs_points(icon: str, points: int) -> None:
    row = {"id": "0403", "terrain": "land", "area": "australia"}
    row |= {"facility": icon, "owner": "commonwealth"} if icon else {}
    plain = {
        "format": "witp-position/1",
        "turn": 4,
        "board": {"columns": [4, 4], "rows": [3, 3], "hexes": [row]},
        "units": [{"at": "0403", "nation": "japan", "kind": "land"}],
    }
    gains = resources.judged_gains(from_plain(plain, "test"), ALLIES)
    assert sum(gains.values()) == points


# 15. Sudden death


@pytest.mark.clause("15.0c", "15.0d")
def test_a_value_of_one_is_told_as_one_that_cannot_win() -> None:
    line = "turn 3; 0407 jp L; 0508 jp L; 1207 jp L; 1205 jp L; 1406 us 3C"
    due = Pending("sudden-death", JAPAN, at="1205")
    state = noted(at_large(line), scenario="standard", pending=(due,))
    assert turn_end.sudden_death_value(state, "1205").value == 1
    assert "they cannot win, the value is 1" in engine.status(state)


@pytest.mark.clause("15.0c")
@pytest.mark.parametrize("dice", [(7, 1), (1, 7), (0, 3)])
def test_sudden_death_is_rolled_with_dice_of_six_faces(dice: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="a die shows 1 to 6"):
        turn_end.sudden_death(9, dice)


@pytest.mark.ruling("sudden-death-off-switch")
@pytest.mark.clause("15.0g")
@pytest.mark.parametrize(("turn", "drawn"), [(5, True), (8, True), (9, False)])
def test_a_card_put_away_was_drawn_as_long_as_its_year_lasts(turn: int, drawn: bool) -> None:
    """Ruling sudden-death-off-switch: later it may have been left over, undrawn."""
    state = noted(at_large(f"turn {turn}; 0907 jp L"), discards=("1943-09",))
    assert turn_end.switched_off(tuple(short_war.drawn(state))) is drawn
