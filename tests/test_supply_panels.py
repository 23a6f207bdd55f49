"""The panels of the supply lab as HTML: what stands in them, escaped, with no dead button."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given
from strategies import examples, pacific, titles
from test_supply_desk import OWN_BOARD

from witp_learn import queries
from witp_learn.components import board as companion_board
from witp_learn.model import TURNS, Kind, Nation, Side, State, Unit
from witp_learn.position import write_file, write_line
from witp_learn.ui import buttons, position_panels, supply_bars, supply_facts, supply_panels
from witp_learn.ui.companion import Hello, Page
from witp_learn.ui.hexmap import extent
from witp_learn.ui.position_text import read
from witp_learn.ui.supply_desk import SupplyDesk
from witp_learn.ui.supply_lab import STORAGE, SupplyLab, supply_lab
from witp_learn.ui.supply_selection import Pane

EVIL = "<script>alert(1)</script>\"'&"
BARS: tuple[Callable[[SupplyDesk], str], ...] = (
    supply_bars.bar,
    supply_bars.tools,
    supply_bars.key_line,
    supply_bars.foot,
)
VOID = {"input", "br", "hr", "img", "col"}
SVG = {"svg", "path", "rect", "circle", "line", "polygon", "polyline", "use", "pattern", "ellipse"}


class Reader(HTMLParser):
    """The elements of a text of HTML; every element must be closed where it was opened."""

    def __init__(self) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.open: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _ in attrs]
        assert len(names) == len(set(names)), f"an attribute twice: {tag} {names}"
        self.elements.append((tag, {k: v or "" for k, v in attrs}))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, {k: v or "" for k, v in attrs}))

    def handle_endtag(self, tag: str) -> None:
        assert self.open and self.open[-1] == tag, f"</{tag}> closes {self.open[-1:]}"
        self.open.pop()

    def handle_data(self, data: str) -> None:
        self.text += data


def parse(html: str) -> Reader:
    reader = Reader()
    reader.feed(html)
    reader.close()
    assert not reader.open, f"not closed: {reader.open}"
    return reader


def desks() -> Iterator[tuple[str, SupplyDesk]]:
    """A desk in every state that its panels tell apart."""
    for pane in Pane:
        desk = SupplyDesk()
        desk.show(pane)
        desk.query = "a"
        yield f"{pane} with nothing selected", desk
        for hex_id in ("0909", "1208", "1109", "1110", "0406"):
            desk = SupplyDesk()
            desk.press(hex_id)
            desk.show(pane)
            desk.pane = pane
            yield f"{pane} at {hex_id}", desk
    busy = SupplyDesk(read("0406W us 2N(L) C; 0406 us L A; 0406 jp L-; turn 1", "busy"))
    for index in range(len(busy.state.units)):
        desk = SupplyDesk(busy.state)
        desk.select(index)
        desk.passed_open = True
        yield f"unit {index} of a stack", desk
    desk = SupplyDesk()
    desk.press("1009")
    desk.flip()
    yield "after an edit", desk
    desk.undo()
    yield "after undo", desk
    desk.start_move()
    yield "moving", desk
    desk = SupplyDesk()
    desk.empty()
    yield "an empty map", desk
    desk.show(Pane.LINE)
    desk.type_line(f"0909 us L; {EVIL}")
    yield "a wrong item", desk
    desk = SupplyDesk()
    supply_facts.correct(desk, "0606:icon")
    yield "the editor of a hex", desk
    desk = SupplyDesk()
    supply_facts.correct(desk, "0606:icon")
    assert desk.editor is not None
    desk.editor.put("name", EVIL[:40])
    supply_facts.save(desk)
    assert desk.editor.asking
    yield "printed data about to be changed", desk
    for ref in ("7.1c", "7.1", "air zone", "supply-range-three", "99.9"):
        desk = SupplyDesk()
        desk.rule = ref
        yield f"rule {ref}", desk


def all_html(desk: SupplyDesk) -> str:
    return "".join(make(desk) for make in (*BARS, supply_panels.panel))


@pytest.mark.parametrize(("desk", "_"), [pytest.param(d, n, id=n) for n, d in desks()])
def test_panels_are_whole_html_with_names_and_keys_of_their_own(desk: SupplyDesk, _: str) -> None:
    for make in (*BARS, supply_panels.panel):
        reader = parse(make(desk))
        keys = [a["data-key"] for _, a in reader.elements if "data-key" in a]
        assert len(keys) == len(set(keys)), f"a key twice: {sorted(keys)}"
        ids = [a["id"] for _, a in reader.elements if "id" in a and a["id"].startswith("witp")]
        assert len(ids) == len(set(ids))
        labelled = {a["for"] for t, a in reader.elements if t == "label"}
        for tag, found in reader.elements:
            if tag in ("textarea", "select") or (tag == "input"):
                assert found.get("id") in labelled or found.get("aria-label"), found
            if tag == "button":
                assert found.get("type") == "button"
    for word in ("None", "False", "True", "invalid", "illegal", "Oops"):
        assert not re.search(rf"\b{word}\b", parse(all_html(desk)).text), word


def test_every_button_that_can_be_drawn_has_a_handler() -> None:
    actions: set[str] = set()
    for _, desk in desks():
        for _, found in parse(all_html(desk)).elements:
            names = ("data-action", "data-action-input", "data-action-enter")
            actions |= {found[name] for name in names if name in found}
    lab = SupplyLab()
    typed = {"line", "find"}
    typed |= {a for a in actions if a.startswith("hex:")}
    missing = {a for a in actions - typed if not hasattr(lab, f"_do_{a.replace('-', '_')}")}
    assert not missing
    written = set(re.findall(r'data-action(?:-input|-enter)?="([a-z-]+)"', _sources()))
    assert {"turn", "line", "find", "first"} <= written <= actions
    handlers = {n.removeprefix("_do_").replace("_", "-") for n in dir(lab) if n.startswith("_do_")}
    assert handlers <= actions, "handlers that nothing asks for"


def _sources() -> str:
    from pathlib import Path

    modules = (buttons, position_panels, supply_bars, supply_panels)
    files = (module.__file__ for module in modules)
    return "".join(Path(f).read_text("utf-8") for f in files)


def evil_state() -> State:
    """A position whose title and place names try to be HTML."""
    board = companion_board()
    for hex_id in ("0909", "1009", "1110"):
        board = board.with_hex(evolve(board[hex_id], name=f"{EVIL} {hex_id}"))
    state = queries.example("new_hebrides")
    return evolve(state, board=evolve(board, own=True), title=EVIL)


@pytest.mark.parametrize("pane", Pane)
@pytest.mark.parametrize("hex_id", ["", "0909", "1009", "1110"])
def test_what_comes_from_a_file_is_shown_as_text(pane: Pane, hex_id: str) -> None:
    desk = SupplyDesk(evil_state())
    desk.query = EVIL
    if hex_id:
        desk.press(hex_id)
        desk.flip()
    desk.pane = pane
    reader = parse(all_html(desk))
    assert not [t for t, _ in reader.elements if t in ("script", "b", "i", "img", "iframe")]
    assert "<script>" not in all_html(desk)
    assert EVIL in reader.text
    assert not [k for _, a in reader.elements for k in a if k.startswith("on")]


@given(state=pacific(most=4, switched=False), title=titles)
@examples(20)
def test_the_title_is_read_back_from_the_bar(state: State, title: str) -> None:
    desk = SupplyDesk(evolve(state, title=title))
    shown = parse(supply_bars.bar(desk)).text
    assert not title or title.replace("\x00", "�") in shown.replace("\x00", "�")


def test_the_field_holds_the_line_even_when_it_starts_with_a_new_line() -> None:
    desk = SupplyDesk()
    desk.show(Pane.LINE)
    desk.type_line("\n0909 us L; 9")
    assert ">\n\n0909 us L; 9</textarea>" in supply_panels.panel(desk)


# -- what stands where


def test_the_list_is_worst_first_and_says_why() -> None:
    text = parse(supply_panels.panel(SupplyDesk())).text
    rows = [
        "Gilberts air unit, 3 hexes from the nearest base",
        "Port Moresby land unit, hangs by Guadalcanal A",
    ]
    assert [text.index(row) for row in rows] == sorted(text.index(row) for row in rows)
    assert "The check hits 1 unit." in text


def test_fleets_are_counted_and_not_judged() -> None:
    desk = SupplyDesk(read("0909 us 2N C; 1009 us L; base al 1110", "a line"))
    text = parse(supply_panels.panel(desk)).text
    assert "3 fleets are not checked: fleets are always in supply (7.3)." in text
    assert "The supply check changes nothing now (7.2)." in text


def test_a_crowded_list_is_short_and_quick() -> None:
    board = companion_board()
    rows = [Unit(h, Nation.US, Kind.AIR) for h in sorted(board.hexes)[:80]]
    desk = SupplyDesk(State(board=board, turn=2, units=tuple(rows)))
    text = supply_panels.panel(desk)
    assert text.count("<li>") == 80
    assert "hangs by" not in text


def test_after_an_edit_the_panel_leads_with_what_changed() -> None:
    desk = SupplyDesk()
    desk.press("1009")
    desk.flip()
    html = supply_panels.panel(desk)
    assert html.startswith('<section class="w-panel w-k-changed"')
    assert "Turned over Guadalcanal A. Now cut: Port Moresby L." in html
    assert 'aria-label="Undo: Turned over Guadalcanal A"' in html
    assert "Undo: turned over Guadalcanal A" in parse(supply_bars.bar(desk)).text


def test_the_turn_is_chosen_among_all_turns() -> None:
    reader = parse(supply_bars.bar(SupplyDesk()))
    options = [a for t, a in reader.elements if t == "option"]
    assert [int(a["value"]) for a in options] == list(TURNS)
    assert [a["value"] for a in options if "selected" in a] == ["4"]


def test_a_hex_without_units_tells_ground_zone_and_bases() -> None:
    desk = SupplyDesk()
    desk.press("1109")
    text = parse(supply_panels.panel(desk)).text
    assert "Deep sea." in text
    assert "Japanese air zone" in text and "(2.2.3)" in text
    assert "No new Allied base here" in text
    desk.press("1110")
    assert "Allied base." in parse(supply_panels.panel(desk)).text


def test_a_position_too_long_for_the_address_says_so() -> None:
    desk = SupplyDesk()
    desk.show(Pane.SHARE)
    assert 'data-copy="@address"' in supply_panels.panel(desk)
    board = companion_board()
    hexes = sorted(board.hexes)[:160]
    many = State(board=board, turn=2, units=tuple(Unit(h, Nation.US, Kind.AIR) for h in hexes))
    desk.replace(many, "Many")
    desk.show(Pane.SHARE)
    html = supply_panels.panel(desk)
    assert 'data-copy="@address"' not in html
    assert "too long for an address" in html


def test_the_search_finds_places_examples_and_rules() -> None:
    desk = SupplyDesk()
    for query, action, value in (
        ("rabaul", "place", "1008"),
        ("1008", "place", "1008"),
        ("pearl", "example", "one_base_truk"),
        ("7.1c", "rule", "7.1c"),
        ("air zone", "rule", "air zone"),
    ):
        desk.query = query
        assert (action, value) in [hit[:2] for hit in position_panels.hits(desk)], query
    desk.query = "zzzz"
    assert "Nothing by that name" in position_panels.found(desk)
    desk.query = " "
    assert position_panels.hits(desk) == ()


# -- the lab without a page


def tell(lab: SupplyLab, kind: str, **content: Any) -> None:
    """What a page would send."""
    lab.page._handle_custom_msg({"type": kind, **content}, [])


def hello(lab: SupplyLab, search: str = "", stored: str | None = None, width: int = 1280) -> None:
    size = {"width": width, "height": 800, "map_width": min(width, 848), "map_height": 648}
    tell(lab, "hello", search=search, stored=stored, **size)


@pytest.fixture
def lab() -> SupplyLab:
    """A lab whose page has said hello and whose errors are raised."""
    made = SupplyLab()

    def fail(error: Exception, report: str) -> None:
        raise AssertionError(report) from error

    made.page.guard.on_error = fail
    hello(made)
    return made


def test_the_lab_is_one_box_of_widgets() -> None:
    box = supply_lab()
    assert {"witp-app", "witp-lab"} <= set(box._dom_classes)


def test_the_frame_shows_the_hexes_in_use_and_stays_on_a_flip(lab: SupplyLab) -> None:
    assert 118 < lab.map.hex_px < 142
    before = (lab.map.zoom, lab.map.center)
    lab.map.press("1009")
    tell(lab, "key", key="f", hex="1009")
    assert (lab.map.zoom, lab.map.center) == before
    tell(lab, "key", key="0", hex="1009")
    assert lab.map.hex_px < 70
    tell(lab, "key", key="0", hex="1009")
    assert 118 < lab.map.hex_px < 142


def test_on_a_phone_hexes_are_wide_enough_to_press(lab: SupplyLab) -> None:
    for text in ("", "?p=" + write_line(queries.example("one_base_truk")).replace(";", "%3B")):
        size = {"width": 400, "height": 800, "map_width": 400, "map_height": 330}
        tell(lab, "hello", search=text, stored=None, **size)
        assert lab.map.hex_px >= 64


def test_a_picture_is_sent_only_when_it_changes(lab: SupplyLab) -> None:
    sent: list[str] = []
    original = lab.map.set_picture
    lab.map.set_picture = lambda n, s, r=None: sent.append(n) or original(n, s, r)
    lab.map.press("1009")
    assert "board" not in sent and "zones" not in sent
    sent.clear()
    tell(lab, "action", name="overlay", value="own-zone")
    assert "zones" in sent and "board" not in sent and "counters" not in sent
    sent.clear()
    tell(lab, "action", name="pane", value="keys")
    assert sent == []


def test_the_stored_position_comes_back_and_the_address_goes_first() -> None:
    for search, stored, expected in (
        ("", "0909 us L", "turn 2; 0909 us L"),
        ("?p=1009%20us%20A", "0909 us L", "turn 2; 1009 us A"),
        ("?p=nonsense", "0909 us L", "turn 2; 0909 us L"),
    ):
        lab = SupplyLab()
        hello(lab, search, stored)
        assert lab.desk.text() == expected
        assert (lab.desk.notice is not None) == bool(search)
        assert bool(lab.desk.done) == ("1009" in search)
    lab = SupplyLab()
    hello(lab, "?p=1009%20us%20A", "0909 us L")
    lab.desk.undo()
    assert lab.desk.text() == "turn 2; 0909 us L"
    lab = SupplyLab()
    hello(lab, "?p=nonsense", "[[[")
    assert lab.desk.text() == SupplyDesk().text()
    assert lab.desk.notice is not None
    assert lab.desk.notice.text.startswith("Not opened. ")


def test_a_position_of_the_notebook_is_not_overwritten_by_the_stored_one() -> None:
    assert SupplyLab().page.storage_key == STORAGE
    state = read("0909 us L", "a line")
    lab = SupplyLab(state)
    assert lab.page.storage_key == ""
    hello(lab, stored=None)
    assert lab.desk.state == state


def test_a_page_that_says_hello_again_keeps_the_history(lab: SupplyLab) -> None:
    lab.map.press("1009")
    tell(lab, "key", key="f", hex="1009")
    hello(lab, stored=lab.desk.text())
    assert lab.desk.undo_name == "Turned over Guadalcanal A"


def test_the_address_can_ask_for_a_panel(lab: SupplyLab) -> None:
    hello(lab, "?open=line")
    assert lab.desk.pane is Pane.LINE
    hello(lab, "?open=nowhere")
    assert lab.desk.pane is Pane.LINE


def test_a_file_with_a_board_of_its_own_brings_its_hexes(lab: SupplyLab) -> None:
    text = write_file(evil_state())
    tell(lab, "file", name="evil.toml", text=text)
    assert lab.desk.state.board.own
    assert set(lab.map.hexes) == set(lab.desk.state.board.hexes)
    assert lab.page.position == lab.desk.text()


def test_undoing_another_board_brings_the_old_hexes_back(lab: SupplyLab) -> None:
    before = lab.map.hexes
    tell(lab, "file", name="isles.toml", text=OWN_BOARD)
    assert len(lab.map.hexes) == 6
    tell(lab, "key", key="u")
    assert lab.map.hexes == before
    tell(lab, "action", name="line", value=OWN_BOARD)
    assert len(lab.map.hexes) == 6


def test_keys_do_what_the_keys_panel_says(lab: SupplyLab) -> None:
    def key(name: str, hex_id: str = "", shift: bool = False, ctrl: bool = False) -> None:
        tell(lab, "key", key=name, hex=hex_id, shift=shift, ctrl=ctrl)

    desk = lab.desk
    key("f", "1009")
    assert desk.undo_name == "Turned over Guadalcanal A"
    key("u")
    key("U", shift=True)
    key("z", ctrl=True)
    assert desk.undo_name == ""
    key("y", ctrl=True)
    assert desk.undo_name == "Turned over Guadalcanal A"
    key("Delete", "1009")
    assert desk.undo_name == "Removed Guadalcanal A-"
    for letter in "cnla":
        key(letter, "1309")
        key(letter.upper(), "1309", shift=True)
    kinds = sorted((u.kind.letter, u.full) for u in desk.state.units if u.hex == "1309")
    assert kinds == [(k, full) for k in "ACLN" for full in (False, True)]
    key("b", "1208")
    assert desk.state.has_base("1208", Side.ALLIES)
    key("m", "0909")
    lab.map.press("1009")
    assert desk.undo_name == "Moved Port Moresby L to Guadalcanal"
    key("m", "1009")
    key("m", "1009")
    assert desk.moving is None
    for name, pane in (("t", Pane.LINE), ("/", Pane.FIND), ("?", Pane.KEYS)):
        key(name)
        assert desk.pane is pane
        key("Escape")
        assert desk.pane is Pane.CARD
    key("Escape")
    worst = [r.index for r in desk.supply.worst_first()]
    key("]")
    assert desk.index == worst[0]
    key("]")
    key("[")
    assert desk.index == worst[0]
    key("[")
    assert desk.index == worst[-1]
    for name in ("+", "-", "=", "0", "x", "Enter"):
        key(name)


def test_stepping_back_from_nothing_is_the_last_unit(lab: SupplyLab) -> None:
    tell(lab, "key", key="[")
    assert lab.desk.index == lab.desk.supply.worst_first()[-1].index


def test_every_verdict_and_message_is_said(lab: SupplyLab) -> None:
    page = lab.page
    lab.map.press("0909")
    assert page.say.startswith("Port Moresby land unit is in supply.")
    lab.map.press("1109")
    assert page.say.startswith("1109. Deep sea.")
    tell(lab, "key", key="f", hex="1009")
    assert page.say.startswith("Turned over Guadalcanal A. Now cut: Port Moresby L.")
    before = page.say
    tell(lab, "action", name="overlay", value="control")
    assert page.say == before
    tell(lab, "action", name="rule", value="7.1c")
    assert page.say == "Rule 7.1c"
    tell(lab, "key", key="f", hex="1307")
    assert page.say.startswith("Select a counter first")


def test_typed_text_and_map_stay_in_step(lab: SupplyLab) -> None:
    sent: list[dict[str, Any]] = []
    lab.page.send = lambda content, buffers=None: sent.append(content)
    tell(lab, "action", name="pane", value="line")
    tell(lab, "action", name="line", value="0909 us L; 1009 us")
    assert "Guadalcanal" not in str(sorted(u.hex for u in lab.desk.state.units))
    html = [m["html"] for m in sent if m["type"] == "html"]
    assert "which counters?" in html[-1]
    assert "Port Moresby land unit" in html[-1], "verdicts stand below while one types"
    assert sent[-1]["type"] == "html", "the field may hold newer text than what was answered"
    tell(lab, "action", name="undo")
    texts = [m["value"] for m in sent if m["type"] == "value"]
    assert texts[-1] == lab.desk.text()
    below = [m["html"] for m in sent if m["type"] == "html"][-1]
    assert "which counters?" not in below and "Gilberts air unit" in below


@pytest.mark.parametrize("text", ["one base", "rabaul", "7.1c"])
def test_enter_in_the_search_takes_the_first(lab: SupplyLab, text: str) -> None:
    tell(lab, "action", name="pane", value="find")
    tell(lab, "action", name="find", value=text)
    tell(lab, "action", name="first", value=text)
    got = (lab.desk.state.title[:8], lab.desk.selected, lab.desk.rule)
    assert (
        got
        == {
            "one base": ("One base", None, ""),
            "rabaul": ("New Hebr", "1008", ""),
            "7.1c": ("New Hebr", None, "7.1c"),
        }[text]
    )
    tell(lab, "action", name="first", value="zzzz")


def test_saving_hands_out_a_file_with_a_plain_name(lab: SupplyLab) -> None:
    sent: list[dict[str, Any]] = []
    lab.page.send = lambda content, buffers=None: sent.append(content)
    for title, name in (("New Hebrides: who?", "new_hebrides__who"), ("../..", "position")):
        lab.desk.state = evolve(lab.desk.state, title=title)
        tell(lab, "action", name="save")
        assert sent[-1]["name"] == f"{name}.toml"
        assert read(sent[-1]["text"], sent[-1]["name"]) == lab.desk.state


def test_nothing_the_page_sends_ends_the_lab() -> None:
    lab = SupplyLab()
    told: list[str] = []
    lab.page.guard.on_error = lambda error, report: told.append(report)
    hello(lab)
    tell(lab, "action", name="no-such", value="")
    assert "no-such" in told[0]
    for name, value in (
        ("select", "x"),
        ("tab", ""),
        ("turn", "many"),
        ("nation", "mars"),
        ("add", "tank"),
        ("pane", "attic"),
        ("overlay", "moon"),
        ("example", "nowhere"),
    ):
        tell(lab, "action", name=name, value=value)
    assert len(told) == 8
    tell(lab, "key", key="f", hex="1009")
    assert lab.desk.undo_name == "Turned over Guadalcanal A"


def test_an_error_in_drawing_leaves_the_position_and_the_way_back() -> None:
    lab = SupplyLab()
    told: list[str] = []
    lab.page.guard.on_error = lambda error, report: told.append(report)
    hello(lab)
    whole = lab._draw_map

    def broken() -> None:
        if lab.desk.done:
            raise RuntimeError("no ink")
        whole()

    lab._draw_map = broken
    tell(lab, "key", key="f", hex="1009")
    assert "no ink" in told[0] and "Position: title New Hebrides" in told[0]
    tell(lab, "key", key="u", hex="1009")
    assert len(told) == 1
    assert lab.desk.text() == SupplyDesk().text()


def test_the_page_learns_its_size(lab: SupplyLab) -> None:
    tell(lab, "resize", width=400, height=800, map_width=400, map_height=330)
    assert lab.page.page == Page(400, 800, 400, 330)
    assert Hello(lab.page.page, {}, None).page.narrow


def test_the_cursor_stays_where_the_arrows_took_it(lab: SupplyLab) -> None:
    lab.map.press("0909")
    assert lab.page.cursor == "0909"
    lab.page.cursor = "1009"
    tell(lab, "action", name="overlay", value="control")
    assert lab.page.cursor == "1009"
    tell(lab, "key", key="]", hex="1009")
    assert lab.page.cursor == lab.desk.selected


def test_a_button_that_vanishes_hands_the_keyboard_on(lab: SupplyLab) -> None:
    sent: list[dict[str, Any]] = []
    lab.map.press("1207")
    change = lab.desk.row.answer.changes[0] if lab.desk.row else None
    assert change is not None
    lab.page.send = lambda content, buffers=None: sent.append(content)
    tell(lab, "action", name="edit", value=change.edit)
    assert [m["selector"] for m in sent if m["type"] == "focus"] == [
        '.witp-right [data-key="undo"]'
    ]
    assert 'data-key="undo"' in lab.side.value
    sent.clear()
    tell(lab, "key", key="u")
    assert not [m for m in sent if m["type"] == "focus"]


TEXTS = ("", "0909 us L", "0406W us 2N(L); 0406 jp L; base jp 0406", "9", EVIL, "title a;; turn 1")
KEYS = (*"fmbcnlautFCNLAU/?0+-[]x", "Delete", "Backspace", "Escape", "Enter", " ")


@pytest.mark.parametrize("seed", [1, 2])
def test_whatever_is_pressed_the_lab_goes_on(lab: SupplyLab, seed: int) -> None:
    """A child at the keyboard: every button, key, hex, text and file, in any order."""
    child = random.Random(seed)
    hexes = ["0909", "1009", "1008", "1109", "1110", "0406", "1208", "0301"]
    for _ in range(100):
        shown = [lab.bar.value, lab.tools.value, lab.foot.value, lab.side.value]
        buttons = [a for html in shown for _, a in parse(html).elements if "data-action" in a]
        what = child.randrange(10)
        if what < 5:
            found = child.choice(buttons)
            tell(lab, "action", name=found["data-action"], value=found.get("data-value", ""))
        elif what < 7:
            tell(
                lab,
                "key",
                key=child.choice(KEYS),
                hex=child.choice(hexes),
                shift=child.random() < 0.2,
            )
        elif what < 8:
            tell(lab, "hex", hex=child.choice(hexes))
        elif what < 9:
            name = child.choice(["line", "find", "first"])
            tell(lab, "action", name=name, value=child.choice(TEXTS))
        else:
            tell(
                lab,
                "file",
                name="a.toml",
                text=child.choice([OWN_BOARD, "x", write_file(evil_state())]),
            )
        assert read(lab.desk.text(), "text") == lab.desk.state
        assert lab.page.position == lab.desk.text()
        assert set(lab.map.hexes) == set(lab.desk.state.board.hexes)


@pytest.mark.parametrize("kind", ["hello", "resize", "action", "key", "hex", "reveal", "file"])
def test_an_error_anywhere_behind_a_message_is_told(kind: str) -> None:
    lab = SupplyLab()
    told: list[str] = []
    lab.page.guard.on_error = lambda error, report: told.append(report)

    def broken(*_: Any, **__: Any) -> None:
        raise RuntimeError("a broken part")

    for name in ("resize", "press", "reveal", "frame"):
        setattr(lab.map, name, broken)
    lab.desk.flip = lab.desk.press = broken
    lab.desk.open_text = broken
    tell(lab, kind, name="flip", value="", key="f", hex="1009", text="x", map_width=9, map_height=9)
    assert len(told) == 1 and "a broken part" in told[0]
    assert "Position: title New Hebrides" in told[0]


def test_what_is_typed_comes_into_view(lab: SupplyLab) -> None:
    tell(lab, "action", name="pane", value="line")
    before = list(lab.map.center)
    tell(lab, "action", name="line", value=lab.desk.text() + "; 1109 us C")
    assert lab.map.center == before
    tell(lab, "action", name="line", value=lab.desk.text() + "; 0406 jp L")
    assert lab.map.center[1] < before[1]
    tell(lab, "action", name="line", value="0406 jp L; 0506 jp L; 0606 us L; 0607 us L; 0506 us A")
    lat, lng = lab.map.center
    assert (lng, -lat) == pytest.approx(middle(["0406", "0506", "0606", "0607"]), abs=1)


def middle(hexes: list[str]) -> tuple[float, float]:
    left, top, right, bottom = extent(hexes)
    return (left + right) / 2, (top + bottom) / 2
