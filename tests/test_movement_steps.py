"""The examples of movement, stepped: printed beside computed, the way and its ledger (8, 14.1)."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

import pytest
from attrs import evolve

import witp_learn as witp
from witp_learn.files import BadData
from witp_learn.rules.moves import judge
from witp_learn.rules.stacks import stack
from witp_learn.ui import move_plan
from witp_learn.ui.steps_desk import StepsDesk
from witp_learn.ui.steps_panels import card, key_line, lab_link
from witp_learn.view.move_way import way_line
from witp_learn.view.picture import counters_picture, lines_picture
from witp_learn.view.scene import plain_scene
from witp_learn.view.stacks import stacks
from witp_learn.view.step_view import step_place, step_scene
from witp_learn.walkthrough import Mode, WalkStep, read
from witp_learn.walkthrough.move_look import MoveLook
from witp_learn.walkthrough.sum_look import SumLook

WALK = witp.walkthrough("movement")
MOVES = [step for step in WALK if isinstance(step.look, MoveLook)]
HEAD = 'format = "witp-walkthrough/1"\ntitle = "Mine"\nmode = "move"\n'
SEA = 'position = "turn 4; 0306 cw N"\n'


def titled(words: str) -> WalkStep:
    return next(step for step in WALK if words in step.title)


def look(words: str) -> MoveLook:
    found = titled(words).look
    assert isinstance(found, MoveLook)
    return found


def desk_at(words: str) -> StepsDesk:
    desk = StepsDesk(WALK)
    desk.go(titled(words).number)
    return desk


@pytest.mark.clause("8.7h", "8.7i", "8.7j")
@pytest.mark.parametrize(
    ("words", "legal", "end"),
    [("Hainan by sea", True, "0506"), ("two seas", True, "0406W"), ("short cut", False, "0407")],
)
def test_the_british_fleet(words: str, legal: bool, end: str) -> None:
    found = look(words).move
    assert (found.legal, found.path[-1]) == (legal, end)
    assert titled(words).agrees


@pytest.mark.clause("8.7j")
@pytest.mark.parametrize("beyond", ["0407", "0507"])
def test_no_way_leads_out_of_bangkok_on_the_other_side(beyond: str) -> None:
    state = WALK.step(1).state
    fleet = stack(state, witp.Side.ALLIES, "fleet", "0306")
    found = judge(state, fleet, ["0306", "0406", beyond])
    assert [(r.rule, r.hex) for r in found.reasons] == [("8.7j", beyond)]


@pytest.mark.clause("8.7k")
def test_west_and_east_of_bangkok_do_not_meet() -> None:
    found = look("West and east")
    assert {u.at for u in found.after.at("0406")} == {"0406W", "0406E"}
    assert not found.meets
    same = read(
        f'{HEAD}position = "turn 4; 0306 cw N; 0406W jp N"\n[[step]]\ntitle = "One sea"\n'
        'says = "Ours."\n[step.move]\nside = "al"\nway = ["0306", "0406"]\n',
        "mine.toml",
    ).step(1)
    assert isinstance(same.look, MoveLook) and same.look.meets


@pytest.mark.clause("8.9c", "8.9d", "8.9e", "8.9f", "8.9g")
def test_armies_walk_and_sail() -> None:
    assert [r.rule for r in look("Brunei on foot").move.reasons] == ["8.5d"]
    assert [r.rule for r in look("Saigon on foot").move.reasons] == ["8.5d"]
    assert look("By way of Bangkok").move.rp == 3
    sailed = look("aboard ship")
    assert sailed.move.rp == 2 and sailed.lands
    assert [(u.kind.letter, u.aboard) for u in sailed.after.at("0508")] == [
        ("N", False),
        ("L", False),
    ]
    assert not sailed.after.at("0408")


@pytest.mark.clause("14.1m", "14.1n", "14.1o", "14.1t", "14.1v", "14.1x")
@pytest.mark.parametrize(
    ("words", "rp"),
    [
        ("From Kure", 5),
        ("From Palau", 2),
        ("From Taiwan", 2),
        ("Singapore, past Saigon", 3),
        ("Port Moresby: 7", 7),
        ("leaves out", 6),
    ],
)
def test_the_impulses_of_manila(words: str, rp: int) -> None:
    found = look(words).move
    assert found.rp == rp == sum(item.rp for item in found.ledger)
    shown = card(desk_at(words))
    assert f'<td class="mv-n">{rp}</td>' in shown


@pytest.mark.clause("14.1w")
def test_no_fleet_goes_north_from_port_moresby() -> None:
    assert [(r.rule, r.hex) for r in look("Not north").move.reasons] == [("8.5i", "0908")]


def test_print_and_rule_differ_twice_and_each_time_a_ruling_says_why() -> None:
    slips = {s.misprint.slug: s for s in WALK if s.misprint is not None}
    assert set(slips) == {"guadalcanal-one-rp", "kure-hex-number"}
    assert all(s.agrees is False for s in slips.values())
    assert all(s.agrees for s in WALK if s.misprint is None and s.comparisons)
    printed = [(c.printed, c.computed) for s in slips.values() for c in s.comparisons]
    assert printed == [("1 RP", "2 RP"), ("5 RP", "8 RP")]


@pytest.mark.parametrize("step", MOVES, ids=lambda s: str(s.number))
def test_the_map_shows_the_way_with_what_each_hex_costs(step: WalkStep) -> None:
    found = step.look
    assert isinstance(found, MoveLook)
    scene = step_scene(step)
    lines = ET.fromstring(lines_picture(scene, 90))
    drawn = [e.get("data-line") for e in lines.iter() if e.get("data-line")]
    assert drawn[-1] == " ".join(found.way)
    discs = counters_picture(scene, 90)
    paid = re.findall(r'data-rp="(\d{4}) (\d+)"', discs)
    if found.move.legal:
        assert [h for h, _ in paid] == list(found.way[1:])
        assert sum(int(rp) for _, rp in paid) + 1 == found.move.cost
    else:
        assert f'data-pill="{found.move.reasons[0].hex}"' in lines_picture(scene, 90)
        assert found.move.reasons[0].hex not in [h for h, _ in paid]
    assert set(found.way) <= set(step_place(step))


def test_the_first_hex_that_cannot_be_paid_is_cut_and_its_disc_pale() -> None:
    state = witp.example("manila_before_moves")
    fleet = stack(state, witp.Side.ALLIES, "fleet", "0909")
    line = way_line(judge(state, fleet, ["0909", "0808", "0708", "0607", "0606"], rp=4))
    assert (line.cut_at, line.pill) == ("0607", "✕ no RP")
    assert line.costs == ("", "1", "2", "2", "")
    drawn = counters_picture(evolve(plain_scene(state), lines=(line,)), 90)
    pale = re.findall(r'<g data-rp="(\d{4}) \d">(?:(?!</g>).)*stroke-dasharray', drawn)
    assert pale == ["0607"]


def test_a_step_opens_its_move_in_the_lab() -> None:
    desk = desk_at("Port Moresby: 7")
    parts = move_plan.split(desk.lab_text())
    assert parts.wrong == "" and parts.plan is not None and parts.plan.looked is not None
    assert parts.plan.looked.move.path == look("Port Moresby: 7").way
    assert "move_lab.ipynb" in lab_link(desk, "st-wide")
    assert "dashed" in key_line(desk) and "arrows" in key_line(desk)
    for title in ("Taiwan stays", "The Allies spend"):
        assert "move_lab.ipynb" in lab_link(desk_at(title), "st-wide")


def test_a_sum_charges_what_the_rules_of_movement_charge() -> None:
    walk = witp.walkthrough("manila_turn_4")
    made = [m for s in walk if isinstance(s.look, SumLook) for m in s.look.sums if m.way]
    assert [m.reason.value for m in made] == [2, 5, 2, 2, 3, 7]


def step(more: str, position: str = SEA) -> str:
    return f'{HEAD}{position}[[step]]\ntitle = "A step"\nsays = "Ours."\n{more}'


MOVE = '[step.move]\nside = "al"\nway = ["0306", "0406"]\n'


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (step(""), r"step\[0\]\.move: a step about a move needs one"),
        (step(MOVE.replace('"al"', '"us"')), r"move\.side.*jp or al"),
        (step('[step.move]\nside = "al"\nway = ["0306"]\n'), r"move\.way.*at least one other"),
        (step(MOVE.replace("0406", "9999")), r"move\.way\[1\].*not on the board"),
        (step(MOVE + 'kind = "air"\n'), r"move\.kind.*fleet"),
        (step(MOVE + 'take = "naval:9"\n'), r"move\.take"),
        (step(MOVE + "rp = -1\n"), r"move\.rp.*at least 0"),
        (step(MOVE + 'others = [["0306"]]\n'), r"others\[0\]"),
        (step('look = "0306"\n' + MOVE), r"step\[0\]\.look"),
        (step("carried_out = true\n" + MOVE.replace('"0406"', '"0405"')), r"carried_out"),
        (step(MOVE + '[step.book]\nsays = "x"\nclauses = []\nverdict = "in"\n'), r"book\.verdict"),
        (step('mode = "sum"\n' + MOVE), r"step\[0\]\.move.*about move"),
    ],
)
def test_a_slip_is_told_with_file_key_and_what_is_right(text: str, told: str) -> None:
    with pytest.raises(BadData, match=told) as error:
        read(text, "mine.toml")
    assert "mine.toml" in str(error.value)


def test_every_step_has_a_question_of_movement() -> None:
    assert {s.mode for s in WALK} == {Mode.MOVE, Mode.SUM}
    assert len(WALK) == 19


def test_counters_on_two_seas_stand_west_before_east() -> None:
    views = [v for v in step_scene(titled("West and east")).counters if v.unit.hex == "0406"]
    assert [s.view.unit.coast for s in stacks(views)] == ["W", "E"]
    assert [s.view.unit.coast for s in stacks(views[::-1])] == ["W", "E"]
