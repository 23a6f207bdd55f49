"""The stepped example without a browser: what each step shows, and that stepping undoes itself."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from html import unescape
from typing import Any
from urllib.parse import parse_qs, urlsplit
from xml.etree import ElementTree

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

import witp_learn as witp
from witp_learn.model import Side
from witp_learn.ui import steps
from witp_learn.ui.steps import Steps
from witp_learn.ui.steps_desk import StepsDesk
from witp_learn.ui.steps_panels import bar, card, dots, foot, key_line
from witp_learn.view.step_view import spoken_step, step_place, step_scene
from witp_learn.walkthrough import Mode, walkthrough, walkthroughs

WALK = walkthrough("new_hebrides")
NUMBERS = range(1, len(WALK) + 1)


@pytest.fixture(scope="module")
def stepper() -> Iterator[Steps]:
    yield Steps(WALK)


def shown(desk: StepsDesk) -> tuple[object, ...]:
    """Everything that a reader sees."""
    panels = tuple(panel(desk) for panel in (bar, key_line, card, dots, foot))
    return (*panels, desk.scene(), desk.text())


def desk_at(number: int, name: str = "new_hebrides") -> StepsDesk:
    desk = StepsDesk(WALK if name == "new_hebrides" else walkthrough(name))
    desk.go(number)
    return desk


EACH_STEP = [
    pytest.param(name, number, id=f"{name} {number}")
    for name in walkthroughs()
    for number in range(1, len(walkthrough(name)) + 1)
]


# ---------------------------------------------------------------- stepping


@given(st.lists(st.sampled_from(["forward", "back", "tab", "fold", "rule", "press", "select"])))
def test_whatever_was_done_a_step_shows_the_same(acts: list[str]) -> None:
    desk = StepsDesk(WALK)
    for act in acts:
        if act in ("forward", "back"):
            getattr(desk, act)()
        elif act == "tab":
            desk.tab = 1
        elif act == "fold":
            desk.passed_open = False
        elif act == "rule":
            desk.rule = "7.1"
        elif act == "press":
            desk.press("1309")
        else:
            desk.select(0)
    before = desk.step.number
    if not desk.forward():
        desk.back()
    desk.go(before)
    assert shown(desk) == shown(desk_at(before))


def test_the_ends_are_ends() -> None:
    desk = desk_at(1)
    assert not desk.back() and desk.step.number == 1
    desk.go(len(WALK))
    assert not desk.forward() and desk.step.number == len(WALK)
    assert 'data-key="next" aria-disabled="true"' in foot(desk)
    assert "aria-disabled" not in foot(desk_at(2))


@pytest.mark.parametrize(("name", "number"), EACH_STEP)
def test_the_position_line_brings_the_step_back(name: str, number: int) -> None:
    desk = desk_at(1, name)
    assert desk.restore(desk_at(number, name).text()) is (number > 1)
    assert desk.step.number == number


@pytest.mark.parametrize("text", ["", "no position", "base al 1110; 1009 us A", "title x; turn 4"])
def test_a_strange_position_line_changes_nothing(text: str) -> None:
    desk = desk_at(4)
    assert not desk.restore(text)
    assert desk.step.number == 4


def test_a_hex_leads_to_its_step_and_an_empty_one_says_what_it_is() -> None:
    desk = desk_at(1)
    assert desk.press("0909") and desk.step.title.startswith("Port Moresby")
    assert not desk.press("1109")
    assert desk.tapped.startswith("1109") and desk.tapped in key_line(desk)
    assert desk.step.title.startswith("Port Moresby"), "the step stays"
    assert not desk.press("0909"), "the hex of the step itself"
    assert "land" in desk.tapped
    assert not desk.press("9999") and desk.tapped == ""


def test_a_unit_of_the_list_leads_to_its_step() -> None:
    desk = desk_at(1)
    for index, unit in enumerate(WALK.start.units):
        desk.go(1)
        assert desk.select(index) and desk.step.hex == unit.hex
    assert not desk.select(99)


# ---------------------------------------------------------------- panels


@pytest.mark.parametrize(("name", "number"), EACH_STEP)
def test_the_books_words_stand_beside_what_is_computed(name: str, number: int) -> None:
    desk = desk_at(number, name)
    html, step = card(desk), desk.step
    assert step.title in html.replace("&#x27;", "'")
    rows = re.findall(
        r'<tr[^>]*><th scope="row">([^<]*)</th><td>([^<]*)'
        r'(<span class="st-follows">[^<]*</span>)?</td><td class="st-sign">'
        r'<span aria-hidden="true">(.)</span><span class="w-hidden">[^<]*</span></td>'
        r"<td>([^<]*)</td></tr>",
        html,
    )
    expected = [(c.what, c.printed, "=" if c.agrees else "≠", c.computed) for c in step.comparisons]
    assert [(what, text.strip(), sign, found) for what, text, _, sign, found in rows] == expected
    assert [bool(row[2]) for row in rows] == [c.follows for c in step.comparisons]
    assert ("Where print and rule differ" in html) == (step.misprint is not None)
    assert ("The ruling this rests on" in html) == (step.ruling is not None)
    assert (step.agreement in html) if step.agreement else ("st-mark" not in html)
    if step.answer is not None:
        told = unescape(html)
        assert step.answer.verdict in told and step.answer.deciding in told


def test_the_tab_that_a_step_names_is_open() -> None:
    html = card(desk_at(5))
    assert re.search(r'data-key="tab:1109"[^>]*aria-pressed="true"', html)
    assert re.search(r'data-key="tab:1209"[^>]*aria-pressed="true"', card(desk_at(4)))


def test_no_change_can_be_pressed_in_an_example() -> None:
    assert all('data-action="edit"' not in card(desk_at(n)) for n in NUMBERS)


def test_the_lab_link_carries_the_position_that_is_shown() -> None:
    for number in NUMBERS:
        desk = desk_at(number)
        (address,) = set(re.findall(r'href="(supply_lab[^"]*)"', bar(desk) + card(desk)))
        (line,) = parse_qs(urlsplit(address).query)["p"]
        title = f"New Hebrides: who is in supply? (step {number})"
        assert witp.load(f"text:{line}") == evolve(desk.step.state, title=title)


def test_words_from_a_file_are_escaped() -> None:
    evil = "<script>alert(1)</script>"
    first = evolve(WALK.steps[4], number=1, title=evil, says=evil, ours=evil)
    assert first.book is not None
    first = evolve(first, book=evolve(first.book, says=evil))
    desk = StepsDesk(evolve(WALK, title=evil, steps=(first,)))
    for panel in (bar, key_line, card, dots, foot):
        assert "<script" not in panel(desk)


def test_a_rule_opens_in_place_of_the_card() -> None:
    desk = desk_at(8)
    desk.rule = "7.3j"
    assert "w-drawer" in card(desk) and "Port Moresby" in card(desk)
    desk.rule = "99.9"
    assert "99.9" in card(desk)


# ---------------------------------------------------------------- the map


def test_what_the_map_shows() -> None:
    gilberts, moresby = step_scene(WALK.step(6)), step_scene(WALK.step(8))
    assert [line.cut_at is None for line in (*gilberts.lines, *moresby.lines)] == [False, True]
    assert moresby.lines[0].path == ("0909", "1009", "1110")
    assert step_scene(WALK.step(5)).ringed == ("1109",)
    badges = {view.unit.hex: view.badge for view in moresby.counters}
    assert badges["1207"] == "out" and badges["0909"] == "in"
    assert all(view.badge == "" for view in step_scene(WALK.step(1)).counters)


def test_the_result_shows_the_counter_turned_over_and_ringed() -> None:
    scene = step_scene(WALK.step(10))
    assert scene.ringed == ("1207",) and not scene.lines
    assert [v.unit.full for v in scene.counters if v.unit.hex == "1207"] == [False]


@pytest.mark.parametrize(("name", "number"), EACH_STEP)
def test_badges_belong_to_the_supply_check(name: str, number: int) -> None:
    desk = desk_at(number, name)
    badges = {view.badge for view in desk.scene().counters}
    asked = desk.step.mode is Mode.SUPPLY and "no badges" not in desk.step.show
    assert (badges == {""}) is not asked
    assert ("in supply" in key_line(desk)) is asked
    said = " ".join(spoken_step(desk.step).values())
    asked = desk.step.mode is Mode.SUPPLY
    assert ("in supply" in said or "out of supply" in said) is asked


def test_a_whole_air_zone_is_hatched_listed_and_spoken() -> None:
    desk = desk_at(2, "air_zones")
    scene, html = desk.scene(), card(desk)
    assert scene.zones[Side.JAPAN] == ("0908", "0909", "1007", "1108", "1109")
    assert scene.lifted[Side.JAPAN] == ("1009",)
    for words in (
        "<strong>0908 Lae</strong>, covered",
        "<strong>1009 Guadalcanal</strong>, lifted",
    ):
        assert words in html
    said = spoken_step(desk.step)
    assert said["1108"].endswith("under the Japanese air zone")
    assert said["1009"].endswith("Japanese air zone lifted")
    assert desk.press("1009") and desk.step.title == "Guadalcanal: lifted"
    assert not desk.press("1009") and "air zone lifted" in key_line(desk)


def test_a_dotted_edge_is_not_covered_by_the_frame_of_the_hex_looked_at() -> None:
    lifted, covered = desk_at(3, "air_zones"), desk_at(5, "air_zones")
    assert lifted.step.hex == "1009" and lifted.scene().selected is None
    assert covered.scene().selected == "0909"
    assert 'class="w-verdict w-in"' in card(lifted) and 'class="w-verdict w-out"' in card(covered)
    assert "What makes or lifts the zone here" in card(covered)


def test_a_line_that_would_link_a_base_is_drawn_whole_or_cut() -> None:
    whole, cut = desk_at(4, "supply_network").scene(), desk_at(8, "supply_network").scene()
    assert [(v.path, v.kind) for v in whole.lines] == [
        (("0506", "0505", "0604", "0704"), "network"),
        (("0306", "0406", "0506"), "network"),
    ]
    (line,) = cut.lines
    assert (line.path, line.cut_at, line.pill) == (
        ("0807", "0806", "0805", "0804"),
        "0806",
        "airfield",
    )
    zone = desk_at(6, "supply_network").scene().lines[-1]
    assert (zone.path, zone.cut_at, zone.pill) == (("0306", "0406", "0506"), "0406", "air zone")
    assert "double line: links bases" in key_line(desk_at(4, "supply_network"))


@pytest.mark.parametrize(("name", "number"), EACH_STEP)
def test_the_line_of_a_base_is_that_of_the_answer(name: str, number: int) -> None:
    step = desk_at(number, name).step
    if step.mode is Mode.BASES and step.answer is not None:
        (line,) = (v for v in step_scene(step).lines if v.path[0] == step.hex)
        assert (line.cut_at is None) is step.answer.good
        tabs = {tab.hex: tab.open for tab in step.answer.tabs}
        assert all(tabs[h] for h in line.path[1:-1] if line.cut_at is None)
        assert line.cut_at is None or not tabs[line.cut_at]


def test_every_unit_of_a_list_leads_somewhere() -> None:
    for name in ("supply_setup", "new_hebrides"):
        desk = desk_at(1, name)
        listed = [int(value) for value in re.findall(r'"select" data-value="(\d+)"', card(desk))]
        assert len(listed) >= 4
        for index in listed:
            desk.go(1)
            assert desk.select(index)


def test_a_first_step_without_a_question_lists_what_is_on_the_map() -> None:
    html = card(desk_at(1, "supply_network"))
    assert "On the map" in html and "<strong>Hainan</strong>, Japanese base" in html
    assert "Who is fed?" in card(desk_at(1, "supply_setup"))


def test_the_frame_holds_all_that_any_step_is_about() -> None:
    for name in walkthroughs():
        stepper = Steps(walkthrough(name))
        shown = set(stepper._frame())
        for step in stepper.desk.walk:
            lines = {h for line in step_scene(step).lines for h in line.path}
            played = step.mode is Mode.PLAY
            about = step_place(step) if played else step.state.in_use()
            assert lines | set(about) <= shown
            assert step.hex is None or step.hex in shown


# ---------------------------------------------------------------- the widget


def test_keys_step(stepper: Steps) -> None:
    at = []
    for key in ("ArrowRight", "PageDown", " ", "ArrowLeft", "End", "PageUp", "Home", "x"):
        stepper._key(key, False, "")
        at.append(stepper.desk.step.number)
    assert at == [2, 3, 4, 3, 11, 10, 1, 1]
    assert set(stepper.page.page_keys) >= {"ArrowRight", "ArrowLeft", "PageDown", "PageUp"}


def test_escape_closes_a_rule_and_gives_the_focus_back(stepper: Steps) -> None:
    sent: list[dict[str, Any]] = []
    stepper.page.send = lambda message, *_: sent.append(message)
    stepper._action("rule", "7.3e")
    assert "w-drawer" in stepper.side.value
    stepper._key("Escape", False, "")
    assert "w-drawer" not in stepper.side.value
    asked = [message["selector"] for message in sent if message["type"] == "focus"]
    assert asked == ['[data-key="rule-close"]', '[data-action="rule"][data-value="7.3e"]']
    del stepper.page.send


@pytest.mark.parametrize("name", ["go", "select", "tab", "passed", "nonsense"])
@pytest.mark.parametrize("value", ["", "-1", "1.5", "99", "<b>"])
def test_strange_messages_break_nothing(stepper: Steps, name: str, value: str) -> None:
    stepper._action("go", "4")
    stepper._action(name, value)
    assert stepper.desk.step.number in (4, len(WALK))
    assert "w-verdict" in stepper.side.value


def test_each_step_is_spoken(stepper: Steps) -> None:
    stepper._action("go", "1")
    stepper._action("next", "")
    assert stepper.page.say == (
        "Step 2 of 11. Guadalcanal: next to the base. Guadalcanal air unit is in supply. "
        "It stays as it is. Beside the rulebook: They agree."
    )


def test_the_frame_comes_back_after_the_keyboard_has_led_out_of_it(stepper: Steps) -> None:
    stepper._action("go", "1")
    stepper.map.frame(stepper._frame())
    middle = list(stepper.map.center)
    stepper.map.center = [0.0, 0.0]
    stepper._action("next", "")
    assert list(stepper.map.center) == middle


def test_without_widgets_it_is_a_picture_and_words() -> None:
    faces = steps("new_hebrides")._repr_mimebundle_()
    assert faces["text/plain"] == "New Hebrides: who is in supply? 11 steps"
    assert "application/vnd.jupyter.widget-view+json" in faces
    picture = ElementTree.fromstring(faces["image/svg+xml"])
    assert picture.tag.endswith("svg")
    assert "Port Moresby" in "".join(picture.itertext())
    again = steps("new_hebrides")._repr_mimebundle_()
    assert again["image/svg+xml"] == faces["image/svg+xml"]


def test_an_unknown_walkthrough_is_named() -> None:
    with pytest.raises(witp.NotAvailable, match="Did you mean new_hebrides"):
        steps("new_hebride")


@pytest.mark.parametrize(
    "first", ["import witp_learn.ui.steps", "from witp_learn.ui.steps import Steps", "pass"]
)
def test_the_app_is_what_its_name_means_in_any_order(first: str) -> None:
    code = f"{first}\nfrom witp_learn.ui import steps, supply_lab\nprint(callable(steps))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "True"


def test_an_unknown_app_is_an_attribute_error() -> None:
    import witp_learn.ui

    for name in ("stepz", "__path"):
        with pytest.raises(AttributeError, match=f"no attribute '{name}'"):
            getattr(witp_learn.ui, name)
