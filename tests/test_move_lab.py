"""The move lab without a browser: units, reach, ways, reasons, the plan, history, texts, panels."""

from __future__ import annotations

import random
from typing import Any

import pytest
from attrs import evolve
from test_supply_desk import OWN_BOARD
from test_supply_panels import EVIL, Reader, parse

from witp_learn import engine, queries
from witp_learn.components import board as companion_board
from witp_learn.model import Kind, Side, State, Unit
from witp_learn.position import write_file
from witp_learn.rules.moves import unable
from witp_learn.rules.routes import first_choice
from witp_learn.ui import move_bars, move_panels, move_pick
from witp_learn.ui.move_desk import MoveDesk, apart
from witp_learn.ui.move_lab import STORAGE, MoveLab, move_lab
from witp_learn.ui.move_plan import split
from witp_learn.ui.move_plan_panel import plan_text, starving_lines
from witp_learn.ui.move_sight import Pane
from witp_learn.ui.move_starters import STARTERS, starter_picture
from witp_learn.ui.position_text import read
from witp_learn.view.move_ledger import move_text

BRITISH = "turn 4; 0306 cw N"
BRUNEI = "turn 4; 0408 jp N L; 0407 jp L"
TWO_SEAS = "turn 4; 0406W jp 2N(L); 0406E jp N; 0406 jp L; 0306 us L; trp 9 9"


@pytest.fixture
def desk() -> MoveDesk:
    """Manila on turn 4, before the moves."""
    return MoveDesk()


def on(text: str) -> MoveDesk:
    return MoveDesk(read(text, "a line"))


def said(desk: MoveDesk) -> str:
    return "" if desk.notice is None else desk.notice.text


def words(desk: MoveDesk) -> str:
    return parse(move_panels.panel(desk)).text


def cost(desk: MoveDesk) -> int | None:
    return None if desk.move is None else desk.move.rp


def send(desk: MoveDesk, *hexes: str) -> None:
    for hex_id in hexes:
        desk.press(hex_id)


def moves_of(desk: MoveDesk) -> list[str]:
    return [str(m) for impulse in desk.impulses for m in impulse.moves]


# -- picking


def test_a_click_picks_all_that_can_go_together(desk: MoveDesk) -> None:
    desk.press("0804")
    assert desk.pick is not None and desk.pick.side is Side.JAPAN
    assert desk.stack is not None and desk.stack.kind == "transport"
    assert move_pick.told(desk.pick) == "1 carrier, 2 naval units and 1 land unit"
    assert "The fleet carries land units: 1 carrier, 2 naval units and 1 land unit." in words(desk)


def test_what_is_taken_says_how_they_go(desk: MoveDesk) -> None:
    desk.press("0804")
    for kind in ("fleet", "land", "transport"):
        desk.take_kind(kind)
        assert desk.stack is not None and desk.stack.kind == kind
        assert move_pick.HOW[kind] in words(desk)
    for _ in range(3):
        desk.take_more(2, -1)
    assert desk.stack is not None and desk.stack.kind == "fleet"
    for row in (0, 1, 1, 1):
        desk.take_more(row, -1)
    assert desk.stack is None and "take at least one unit" in words(desk).lower()
    desk.take_more(2, 5)
    assert desk.stack is not None and desk.stack.kind == "land"


def test_ships_take_no_more_than_they_can_carry() -> None:
    desk = on("turn 4; 0606 jp N 3L")
    desk.press("0606")
    assert desk.pick is not None
    assert move_pick.told(desk.pick) == "1 naval unit and 1 land unit"
    desk.take_more(1, 1)
    assert "1 naval unit carries at most 1 land unit, not 2" in words(desk)


def test_an_empty_hex_says_that_nobody_is_there(desk: MoveDesk) -> None:
    desk.press("1007")
    assert desk.pick is None and said(desk).startswith("No unit stands at Ponape")
    desk.press("0507")
    assert desk.pick is None and "do not move by themselves (8.0)" in said(desk)


def test_each_sea_and_each_side_of_a_hex_is_a_stack_of_its_own() -> None:
    desk = on("turn 4; 0406W jp 2N(L); 0406E jp N; 0406 us L")
    desk.press("0406")
    seen = set()
    for _ in range(3):
        assert desk.pick is not None
        seen.add((desk.pick.side, desk.pick.at))
        desk.press("0406")
    assert seen == {(Side.JAPAN, "0406W"), (Side.JAPAN, "0406E"), (Side.ALLIES, "0406")}


# -- where it can go


@pytest.mark.parametrize("name", ["manila_before_moves", "standard"])
def test_the_reach_of_a_stack_is_what_its_cheapest_ways_cost(name: str) -> None:
    state = queries.scenario(name) if name == "standard" else queries.example(name)
    chance = random.Random(5)
    hexes = sorted(state.board.hexes)
    for side, at in move_pick.movers(state):
        pick = move_pick.everything(state, side, at)
        for kind in move_pick.ways_to_go(state, pick):
            stack = move_pick.taken(state, move_pick.only(state, pick, kind))
            found = move_pick.reached(state, stack)
            if unable(state, stack):
                assert not found
            for hex_id in chance.sample(hexes, 3):
                least = found.get(hex_id)
                best = first_choice(state, stack, hex_id, rp=least)
                assert least == (best.cost if best else None), (at, kind, hex_id)


def test_hexes_out_of_budget_are_told(desk: MoveDesk) -> None:
    desk.set_points(Side.JAPAN, 3)
    desk.press("0804")
    text = words(desk)
    assert "for the 3 RP left" in text
    panel = move_panels.panel(desk)
    assert 'aria-label="Manila, 5 RP, too dear"' in panel
    assert 'aria-label="Okinawa, 2 RP"' in panel


def test_points_are_counted_only_where_the_position_does() -> None:
    desk = on(BRITISH)
    assert move_bars.points_words(desk) == "RP not counted"
    desk.set_points(Side.ALLIES, 7)
    assert desk.state.trp == (7, 7) and desk.undo_name == "Set the resource points"
    desk.set_points(Side.JAPAN, None)
    assert desk.state.trp is None
    desk.undo()
    assert desk.state.trp == (7, 7)


# -- the answer


def test_kure_to_manila_is_a_ledger_of_five(desk: MoveDesk) -> None:
    send(desk, "0804", "0606")
    assert cost(desk) == 5 and desk.move is not None and desk.move.left == 9
    assert [i.what for i in desk.move.ledger] == ["activation", "hex", "hex", "azoc", "hex"]
    text = words(desk)
    assert "reaches Manila for 5 RP; 9 are left." in text
    assert "1 activation + 3 hexes + 1 air zone" in text
    assert "4 ways for 5 RP, 5 dearer" in text


def test_a_move_is_copied_as_text(desk: MoveDesk) -> None:
    send(desk, "0804", "0606")
    assert desk.move is not None
    assert move_text("Verdict.", desk.move).split("\n") == [
        "Verdict.",
        "Way: Kure 0804, Okinawa 0705, Taiwan 0605, Manila 0606",
        "- Activation of Kure: 1 RP (8.4d)",
        "- Enters Okinawa: 1 RP (8.4e)",
        "- Enters Taiwan: 1 RP (8.4e)",
        "- Taiwan lies in an Allied air zone: 1 RP (8.4f)",
        "- Enters Manila: 1 RP (8.4e)",
        "= 5 RP: 1 activation + 3 hexes + 1 air zone",
    ]
    send(desk, "0505")
    assert "South China is a land hex (2.3.2c)" in move_text("", desk.move)


def test_what_is_offered_instead_can_be_paid(desk: MoveDesk) -> None:
    desk.set_points(Side.JAPAN, 3)
    send(desk, "0804", "0606")
    assert not desk.other_kinds and "Fleet alone" not in words(desk)
    assert "Nearest within reach: Okinawa, 2 RP" in words(desk)


@pytest.mark.clause("8.7h", "8.7j")
def test_the_british_fleet_goes_round_bangkok_and_not_through() -> None:
    desk = on(BRITISH)
    send(desk, "0306", "0506")
    assert desk.move is not None and desk.move.legal
    assert [at[:4] for at in desk.move.path] == ["0306", "0307", "0407", "0507", "0506"]
    desk.start_drawing()
    send(desk, "0406", "0407")
    assert desk.move is not None and not desk.move.legal
    assert desk.move.reasons[0].rule == "8.7j" and "8.7j" in words(desk)
    desk.draw_back()
    assert desk.move is not None and desk.move.legal and desk.goal == "0406"


@pytest.mark.clause("8.5d", "8.6a")
def test_brunei_is_refused_on_foot_and_offered_by_sea() -> None:
    desk = on(BRUNEI)
    desk.press("0408")
    desk.take_kind("land")
    desk.press("0508")
    assert desk.move is not None and not desk.move.legal
    assert [r.rule for r in desk.move.reasons] == ["8.5d", "8.5c"][: len(desk.move.reasons)]
    assert "Fleet with cargo: 2 RP" in words(desk)
    desk.take_kind("transport")
    assert cost(desk) == 2


def test_all_reasons_are_told_with_their_rules_and_what_is_near(desk: MoveDesk) -> None:
    send(desk, "0707", "0505")
    assert desk.move is not None
    rules = [r.rule for r in desk.move.reasons]
    assert len(rules) > 1 and "8.6.1d" in rules
    text = words(desk)
    for reason in desk.move.reasons:
        assert reason.text in text and reason.rule in text
    assert "Nearest within reach: Hainan, 4 RP" in text
    assert not desk.plan_it() and "not allowed" in said(desk)


def test_the_first_step_that_cannot_be_paid_is_marked(desk: MoveDesk) -> None:
    desk.set_points(Side.JAPAN, 3)
    send(desk, "0804", "0606")
    assert desk.move is not None and desk.move.cannot_pay is not None
    text = words(desk)
    assert "Not enough RP: this move costs 5, you have 3." in text
    assert text.count("first you cannot pay") >= 1
    assert "The second hex is the first you cannot pay (8.4)." in text
    assert "mv-unpaid" in move_panels.panel(desk)


def test_another_way_is_chosen_and_kept(desk: MoveDesk) -> None:
    send(desk, "0804", "0606")
    first = desk.move
    desk.next_way(1)
    assert desk.move is not None and first is not None and desk.move.path != first.path
    assert desk.ways_open and desk.move.cost == 5
    desk.next_way(-1)
    desk.next_way(-1)
    assert cost(desk) == 6, "round to the dearest"


def test_a_way_is_drawn_hex_by_hex(desk: MoveDesk) -> None:
    desk.press("0804")
    desk.start_drawing()
    desk.press("0606")
    assert "do not touch" in said(desk) and len(desk.path) == 1
    send(desk, "0805", "0706", "0606")
    assert cost(desk) == 5
    desk.press("0706")
    assert list(desk.path) == ["0804", "0805", "0706"], "an earlier hex shortens the way"
    send(desk, "0606", "0606")
    assert not desk.drawing and desk.goal == "0606" and cost(desk) == 5
    assert "0804,0805,0706,0606" in desk.shared()


def test_a_change_is_made_with_a_click_and_says_what_it_costs_now(desk: MoveDesk) -> None:
    send(desk, "0804", "0606")
    desk.apply_text("flip 0606 us A")
    assert "The move costs 4 RP instead of 5." in said(desk) and cost(desk) == 4
    desk.undo()
    assert cost(desk) == 5


@pytest.mark.clause("8.5l")
def test_a_cheaper_way_that_leaves_a_force_behind_comes_first() -> None:
    desk = MoveDesk(queries.scenario("standard"))
    desk.press("0506")
    desk.take_kind("fleet")
    desk.press("0808")
    assert desk.reach["0808"] == 5 and cost(desk) == 5
    assert desk.move is not None and desk.move.leaving
    assert ", leaving 1 naval unit at" in words_with_ways(desk)
    text = desk.shared()
    again = MoveDesk()
    assert again.open_text(text, "a text") and again.shared() == text
    assert desk.plan_it(anyway=True) and again.plan_it(anyway=True)
    assert "(jp-full-naval:1)" in desk.shared() and "leaving 1 naval at" in words(desk)
    assert again.shared() == desk.shared()


@pytest.mark.clause("8.5k", "8.5l", "8.5m")
def test_on_a_drawn_way_a_force_can_be_left_at_an_enemy_fleet() -> None:
    desk = on("turn 4; 0804 jp C 2N; 0805 us N; trp 9 9")
    desk.press("0804")
    desk.start_drawing()
    send(desk, "0805", "0806")
    assert desk.move is not None and [r.why for r in desk.move.reasons] == ["enemy_fleet"]
    assert "Leave 1 naval at Iwo Jima" in words(desk)
    desk.leave("0805")
    assert cost(desk) == 3 and desk.move.leaving
    desk.stop_drawing()
    assert desk.plan_it(anyway=True)
    assert sum(u.count for u in desk.now.at("0805", Side.JAPAN)) == 1
    assert sum(u.count for u in desk.now.at("0806", Side.JAPAN)) == 2


def words_with_ways(desk: MoveDesk) -> str:
    desk.ways_open = True
    return words(desk)


# -- the plan


def test_two_impulses_leave_what_they_do_not_cost(desk: MoveDesk) -> None:
    send(desk, "0804", "0606")
    assert (
        desk.plan_it() and said(desk) == "Planned the impulse to Manila: 5 RP. Japan has 9 RP left."
    )
    assert desk.pick is None and desk.left(Side.JAPAN) == 9
    send(desk, "0605", "0506")
    assert cost(desk) == 3 and desk.plan_it()
    assert desk.left(Side.JAPAN) == 6 and desk.left(Side.ALLIES) == 17
    assert "Japan: 8 of 14 RP, 6 left" in words(desk)


@pytest.mark.clause("8.2b", "8.5b")
def test_several_stacks_go_to_one_target_in_one_impulse(desk: MoveDesk) -> None:
    for origin in ("0804", "0707", "0605"):
        send(desk, origin, "0606")
        assert "Add stack to this impulse" in words(desk) or origin == "0804"
        assert desk.plan_it()
    assert len(desk.impulses) == 1 and len(moves_of(desk)) == 3
    assert desk.left(Side.JAPAN) == 14 - 5 - 2 - 2
    desk.undo()
    assert len(moves_of(desk)) == 2 and desk.left(Side.JAPAN) == 7
    assert desk.pick is not None and desk.pick.hex == "0605", "what was worked on is back"


@pytest.mark.clause("8.4d")
def test_a_marker_is_paid_once_for_a_hex_of_an_impulse(desk: MoveDesk) -> None:
    desk.press("0804")
    desk.take_kind("fleet")
    desk.take_more(1, -2)
    desk.press("0606")
    assert cost(desk) == 5 and desk.plan_it()
    send(desk, "0804", "0606")
    assert not desk.activation and cost(desk) == 4
    assert desk.plan_it() and desk.left(Side.JAPAN) == 5


@pytest.mark.clause("8.5b")
def test_a_target_is_chosen_once_a_turn(desk: MoveDesk) -> None:
    send(desk, "0804", "0606")
    desk.plan_it()
    send(desk, "0605", "0506")
    desk.plan_it()
    send(desk, "0707", "0606")
    assert [r.rule for r in desk.hindered] == ["8.5b"]
    assert "Allowed by itself, but not in this plan" in words(desk)
    assert not desk.plan_it() and "8.5b" in said(desk)


@pytest.mark.clause("8.5a")
def test_units_that_have_moved_are_not_picked_again(desk: MoveDesk) -> None:
    send(desk, "0804", "0705")
    desk.plan_it()
    assert "Kure" not in words(desk).split("Plan")[0]
    desk.press("0705")
    assert desk.pick is None and "have moved this turn" in said(desk)


def test_who_would_starve_is_told_before_the_move_is_planned(desk: MoveDesk) -> None:
    send(desk, "0804", "1007")
    assert not desk.plan_it() and desk.asking and not desk.impulses
    assert desk.trial is not None
    (line,) = starving_lines(desk.trial)
    assert line.startswith("Ponape L would be out of supply next turn. ")
    assert line in words(desk) and "Add anyway" in words(desk)
    desk.clear()
    assert not desk.asking and desk.goal == "1007"
    assert desk.plan_it(anyway=True)
    assert "Out of supply next turn: Ponape L" in words(desk)


def test_both_sides_plan_and_each_has_its_budget(desk: MoveDesk) -> None:
    send(desk, "0804", "0606")
    desk.plan_it()
    send(desk, "0909", "0607")
    assert desk.side is Side.ALLIES and desk.plan_it(anyway=True)
    assert desk.left(Side.JAPAN) == 9
    spent = 17 - (desk.left(Side.ALLIES) or 0)
    assert f"Allies: {spent} of 17 RP" in words(desk)


def test_an_impulse_taken_out_gives_its_points_back(desk: MoveDesk) -> None:
    send(desk, "0804", "0606")
    desk.plan_it()
    send(desk, "0605", "0506")
    desk.plan_it()
    desk.drop_impulse(0)
    assert len(desk.impulses) == 1 and desk.left(Side.JAPAN) == 11
    desk.undo()
    assert len(desk.impulses) == 2 and desk.left(Side.JAPAN) == 6
    desk.undo()
    desk.undo()
    assert not desk.impulses and desk.left(Side.JAPAN) == 14
    desk.redo()
    assert len(desk.impulses) == 1


def test_an_impulse_that_an_edit_breaks_stays_and_says_why(desk: MoveDesk) -> None:
    send(desk, "0804", "0606")
    desk.plan_it()
    desk.apply_text("remove 0804 jp C")
    assert "Impulse 1 of the plan cannot be made any more." in said(desk)
    assert len(desk.impulses) == 1 and "not possible" in words(desk)
    assert desk.left(Side.JAPAN) == 14
    desk.undo()
    assert desk.left(Side.JAPAN) == 9


def test_going_on_makes_the_end_of_the_plan_the_position(desk: MoveDesk) -> None:
    send(desk, "0804", "0606")
    desk.plan_it()
    desk.go_on()
    assert not desk.impulses and desk.state.trp == (9, 17) and desk.state.progress is None
    assert not any(u.moved for u in desk.state.units)
    assert sum(u.count for u in desk.state.at("0606", Side.JAPAN)) == 4
    desk.undo()
    assert len(desk.impulses) == 1 and not desk.state.at("0606", Side.JAPAN)


def test_the_plan_as_text_says_ways_costs_and_what_is_left(desk: MoveDesk) -> None:
    send(desk, "0804", "0606")
    desk.plan_it()
    assert list(plan_text(desk)) == [
        "Manila on turn 4, before the moves, turn 4",
        "1. Japan to Manila: 5 RP",
        "   1 carrier, 2 naval, 1 land: Kure 0804, Okinawa 0705, Taiwan 0605, Manila 0606",
        "Japan: 9 RP left",
    ]


# -- texts


def test_position_plan_and_what_is_looked_at_are_shared_and_found_again(desk: MoveDesk) -> None:
    send(desk, "0804", "0606")
    desk.plan_it()
    send(desk, "0605", "0507")
    desk.next_way(1)
    text = desk.shared()
    assert "# plan jp target 0606; activate 0804; move carrier:1,naval:2,land:1 0804," in text
    again = MoveDesk()
    assert again.open_text(text, "a text")
    assert again.shared() == text
    assert again.move is not None and desk.move is not None
    assert again.move.path == desk.move.path and again.left(Side.JAPAN) == 9


@pytest.mark.parametrize(
    ("plan", "words"),
    [
        ("xx target 0606; move naval:1 0605,0606", "starts with its side: jp or al"),
        ("jp target 0606", "an impulse is a target and moves to it"),
        ("jp target 0606; march 0605", "an action starts with"),
        ("now jp pass", "write now, a side and a move"),
        ("jp target 0606; move naval:x 0605,0606", "naval:x"),
        (" / ".join(["jp target 0606; move naval:1 0605,0606"] * 41), "at most 40 impulses"),
    ],
)
def test_a_plan_that_cannot_be_read_says_why_and_leaves_the_position(plan: str, words: str) -> None:
    desk = MoveDesk()
    assert desk.open_text(f"turn 4; 0605 jp N # plan {plan}", "a text")
    assert words in said(desk) and not desk.impulses
    assert desk.state.units == (Unit("0605", desk.state.units[0].nation, Kind.NAVAL),)


def test_a_title_that_looks_like_a_plan_stays_a_title() -> None:
    state = evolve(queries.example("manila_before_moves"), title="My # plan now")
    desk = MoveDesk(state)
    found = apart(desk.shared(), "a text")
    assert found.plan is None and read(found.position, "a text").title == "My # plan now"


def test_a_position_in_mid_turn_is_kept_as_a_file() -> None:
    begun = engine.begin(queries.example("manila_before_moves"))
    desk = MoveDesk()
    assert desk.open_text(write_file(begun), "a.toml")
    send(desk, "0804", "0606")
    assert desk.plan_it()
    text = desk.shared()
    again = MoveDesk()
    assert again.open_text(text, "a text") and again.shared() == text
    assert again.left(Side.JAPAN) == 9 and again.state.progress is not None


def test_an_impulse_of_a_text_that_is_not_allowed_is_shown_with_its_reason() -> None:
    desk = MoveDesk()
    line = "turn 4; 0605 jp N; trp 1 0 # plan jp target 0606; activate 0605; move naval:1 0605,0606"
    assert desk.open_text(line, "a text")
    assert desk.steps[0].reasons and "not possible" in words(desk)
    assert desk.left(Side.JAPAN) == 1


@pytest.mark.parametrize("name", STARTERS)
def test_each_starter_opens_with_its_units_picked(name: str) -> None:
    desk = MoveDesk()
    assert desk.open_text(STARTERS[name].text, name)
    assert desk.pick is not None and split(desk.shared()).plan is not None
    picture = starter_picture(name)
    assert picture.startswith("<svg")


def test_an_empty_map_offers_the_examples() -> None:
    desk = MoveDesk()
    desk.empty()
    panel = move_panels.panel(desk)
    for name, one in STARTERS.items():
        assert f'data-value="{name}"' in panel and one.title in panel


# -- the lab


def tell(lab: MoveLab, kind: str, **content: Any) -> None:
    lab.page._handle_custom_msg({"type": kind, **content}, [])


def fresh(search: str = "", stored: str | None = None, width: int = 1280) -> MoveLab:
    """A lab whose page has said hello and whose errors are raised."""
    made = MoveLab()

    def fail(error: Exception, report: str) -> None:
        raise AssertionError(report) from error

    made.page.guard.on_error = fail
    size = {"width": width, "height": 800, "map_width": min(width, 800), "map_height": 648}
    tell(made, "hello", search=search, stored=stored, **size)
    return made


def test_a_reload_finds_plan_and_target_again() -> None:
    lab = fresh()
    for hex_id in ("0804", "0606"):
        tell(lab, "hex", hex=hex_id)
    tell(lab, "key", key="p", hex="")
    tell(lab, "hex", hex="0707")
    assert lab.page.storage_key == STORAGE
    kept = lab.page.position
    again = fresh(stored=kept)
    assert again.page.position == kept
    assert again.desk.pick is not None and again.desk.pick.hex == "0707"
    assert again.desk.left(Side.JAPAN) == 9


def test_an_address_leaves_the_last_plan_one_undo_away() -> None:
    lab = fresh()
    for hex_id in ("0804", "0606"):
        tell(lab, "hex", hex=hex_id)
    tell(lab, "key", key="p", hex="")
    kept = lab.page.position
    other = fresh(search="?p=turn%204%3B%200306%20cw%20N", stored=kept)
    assert len(other.desk.state.units) == 1
    assert other.desk.notice is not None and "Undo brings back" in other.desk.notice.text
    tell(other, "action", name="undo", value="")
    assert other.desk.left(Side.JAPAN) == 9 and len(other.desk.impulses) == 1


def test_hexes_say_what_it_costs_to_get_there() -> None:
    lab = fresh()
    assert "RP" not in lab.page.hexes["0606"]
    tell(lab, "hex", hex="0804")
    assert lab.page.hexes["0606"].endswith(", 5 RP")
    assert lab.page.say.startswith("Kure: 1 carrier")
    tell(lab, "hex", hex="0606")
    assert "reaches Manila for 5 RP" in lab.page.say


def test_letters_add_counters_only_while_counters_are_edited() -> None:
    lab = fresh()
    before = lab.desk.state
    tell(lab, "key", key="l", hex="0606")
    assert lab.desk.state is before
    tell(lab, "key", key="e", hex="")
    tell(lab, "key", key="l", hex="0607")
    assert lab.desk.undo_name == "Added Leyte L"
    tell(lab, "key", key="Escape", hex="0607")
    assert lab.desk.pane is Pane.MOVE


def evil_state() -> State:
    board = companion_board()
    for hex_id in ("0606", "0804", "0705", "0605"):
        board = board.with_hex(evolve(board[hex_id], name=f"{EVIL} {hex_id}"))
    state = queries.example("manila_before_moves")
    return evolve(state, board=evolve(board, own=True), title=EVIL)


@pytest.mark.parametrize("pane", Pane)
def test_what_comes_from_a_file_is_shown_as_text(pane: Pane) -> None:
    desk = MoveDesk(evil_state())
    desk.query = EVIL
    send(desk, "0804", "0606")
    desk.plan_it(anyway=True)
    send(desk, "0605", "0606")
    desk.pane = pane
    html = "".join(
        make(desk)
        for make in (
            move_bars.bar,
            move_bars.tools,
            move_bars.key_line,
            move_bars.foot,
            move_panels.panel,
        )
    )
    found = parse(html)
    assert isinstance(found, Reader) and "script" not in {tag for tag, _ in found.elements}


@pytest.mark.parametrize("pane", Pane)
def test_no_two_things_of_a_page_have_one_key(pane: Pane, desk: MoveDesk) -> None:
    send(desk, "0804", "0606")
    desk.plan_it()
    send(desk, "0605", "0505")
    desk.pane = pane
    html = move_bars.bar(desk) + move_bars.tools(desk) + move_bars.foot(desk)
    keys = [
        a["data-key"]
        for _, a in parse(html + move_bars.key_line(desk) + move_panels.panel(desk)).elements
        if "data-key" in a
    ]
    assert len(keys) == len(set(keys)), [k for k in keys if keys.count(k) > 1]


def test_the_lab_is_one_box_of_widgets() -> None:
    box = move_lab()
    assert {"witp-app", "witp-move"} <= set(box._dom_classes)
    assert "Manila" in MoveLab().picture()


KEYS = (*"wprzet[]cnlafmbuU/?0+-x", "Delete", "Escape", "Enter", "Backspace", " ")
TEXTS = (
    "",
    BRITISH,
    TWO_SEAS,
    "9",
    EVIL,
    "0606 jp L # plan now jp move land:1 0606,9999",
    f"{BRUNEI} # plan jp target 0508; activate 0408; move naval:1,land:1 0408,0508",
)


@pytest.mark.parametrize("seed", range(4))
def test_whatever_is_pressed_the_lab_goes_on(seed: int) -> None:
    """A child at the keyboard: every button, key, hex, text and file, in any order."""
    child = random.Random(seed)
    lab = fresh(width=child.choice([400, 1280]))
    hexes = ["0606", "0507", "0707", "0607", "0406", "0804", "0605", "0909", ""]
    for _ in range(90):
        shown = [lab.bar.value, lab.tools.value, lab.key.value, lab.foot.value, lab.side.value]
        buttons = [a for html in shown for _, a in parse(html).elements if "data-action" in a]
        what = child.randrange(14)
        if what < 6:
            found = child.choice(buttons)
            tell(lab, "action", name=found["data-action"], value=found.get("data-value", ""))
        elif what < 8:
            key = child.choice(KEYS)
            tell(lab, "key", key=key, hex=child.choice(hexes), shift=child.random() < 0.2)
        elif what < 12:
            tell(lab, "hex", hex=child.choice(hexes[:-1]))
        elif what < 13:
            name = child.choice(["line", "find", "first"])
            tell(lab, "action", name=name, value=child.choice(TEXTS))
        else:
            text = child.choice([*TEXTS, OWN_BOARD, write_file(evil_state())])
            tell(lab, "file", name="a file", text=text)
        assert lab.page.position == lab.desk.shared()
        found_again = apart(lab.desk.shared(), "text")
        assert read(found_again.position, "text") == lab.desk.state
        plan = found_again.plan
        assert (plan.impulses if plan else ()) == lab.desk.impulses


# -- the same answer everywhere


def test_card_and_voice_tell_the_same_reach() -> None:
    lab = MoveLab(read(f"{BRUNEI}; trp 3 3", "a line"))
    lab.desk.press("0408")
    many = len(lab.desk.within)
    assert 1 < many < len(lab.desk.reach)
    assert f"{many} hexes within reach for the 3 RP left" in words(lab.desk)
    assert lab._words().endswith(f"{many} hexes can be reached for the 3 RP left.")
    assert [move_pick.hexes_told(n) for n in (0, 1, 2)] == ["0 hexes", "1 hex", "2 hexes"]


def test_one_is_left_and_not_are() -> None:
    desk = on(f"{BRITISH}; trp 6 6")
    send(desk, "0306", "0506")
    assert desk.answer is not None and desk.answer.verdict.endswith("for 5 RP; 1 is left.")
    desk = on(f"{BRITISH}; trp 1 1")
    send(desk, "0306", "0506")
    assert "The move costs 5 RP and 1 is left" in words(desk)


@pytest.mark.parametrize(("kind", "rules"), [("fleet", 1), ("transport", 2)])
def test_a_hex_nothing_can_enter_says_what_it_is(desk: MoveDesk, kind: str, rules: int) -> None:
    desk.press("0804")
    desk.take_kind(kind)
    desk.aim("0203")
    assert desk.move is not None and desk.answer is not None
    assert desk.answer.verdict.endswith("from Kure cannot go to 0203 by any way.")
    assert desk.answer.deciding.startswith("0203 is a land hex")
    assert len(desk.move.reasons) == rules and {r.hex for r in desk.move.reasons} == {"0203"}
    assert "Leave" not in words(desk) and desk.answer.rulings == ()
    again = MoveDesk()
    assert again.open_text(desk.shared(), "an address") and again.path == ()
    assert again.move == desk.move


def test_a_way_told_for_a_refusal_goes_round_enemy_fleets() -> None:
    desk = on("turn 4; 0506 jp N; 0306 cw N; 0407 us N")
    send(desk, "0506", "1305")
    assert desk.move is not None and "0407" not in [at[:4] for at in desk.move.path[:-1]]


def test_what_a_plan_forbids_is_a_no_in_the_verdict() -> None:
    lab = MoveLab()
    for start, target in (("0605", "0705"), ("0707", "0606")):
        send(lab.desk, start, target)
        assert lab.desk.plan_it(anyway=True)
    send(lab.desk, "0804", "0705")
    answer = lab.desk.answer
    assert lab.desk.hindered and answer is not None and not answer.good
    assert answer.verdict.startswith("No: ") and "8.5b" in answer.rules
    assert lab._words().startswith(answer.verdict)


def test_gone_on_stands_in_the_title_once(desk: MoveDesk) -> None:
    for start in ("0804", "0707"):
        send(desk, start, "0606" if start == "0804" else "0705")
        assert desk.plan_it(anyway=True)
        assert "does not judge the order of the impulses" in words(desk)
        desk.go_on()
    assert desk.state.title == "Gone on from: Manila on turn 4, before the moves"


@pytest.mark.parametrize(
    ("looked", "why"),
    [
        ("move naval:3 0306,0307", "more than there is"),
        ("move naval:1 0306,9999", "not on this map"),
    ],
)
def test_a_pick_that_cannot_be_made_is_told(looked: str, why: str) -> None:
    desk = MoveDesk()
    assert desk.open_text(f"{BRITISH} # plan now al {looked}", "the address")
    assert desk.pick is None and "The move that was picked is left out" in said(desk)
    assert why in said(desk) and desk.notice is not None and desk.notice.kind == "warning"


def test_the_sum_of_a_barred_way_stops_at_the_bar() -> None:
    desk = on(f"{BRITISH}; trp 9 9")
    desk.press("0306")
    desk.start_drawing()
    for hex_id in ("0307", "0406", "0507", "0508"):
        desk.draw(hex_id)
    text = words(desk)
    assert "Saigon 0507Hexnot allowed: the sum stops here" in text
    assert "Up to there: 1 activation + 2 hexes3" in text


def test_a_text_that_cannot_be_read_leaves_the_position(desk: MoveDesk) -> None:
    desk.show(Pane.LINE)
    desk.type_line("nonsense")
    assert "The position before stays: " in move_panels.line_below(desk)


def test_what_is_too_dear_rests_on_the_same_facts() -> None:
    rich, poor = on(BRITISH), on(f"{BRITISH}; trp 1 1")
    for desk in (rich, poor):
        send(desk, "0306", "0506")
    assert rich.answer is not None and poor.answer is not None
    assert rich.answer.facts and poor.answer.facts == rich.answer.facts
