"""The page shell without a browser: guarded callbacks, map, companion, serving."""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from witp_learn import components, hexgrid
from witp_learn.components import folder as data_folder
from witp_learn.files import BadData, NotAvailable
from witp_learn.ui import owner, serve
from witp_learn.ui.companion import Companion, Hello
from witp_learn.ui.guard import MESSAGE, Guard, guarded, report
from witp_learn.ui.hexmap import HEX, SNAP, HexMap, centre, data_uri, extent
from witp_learn.ui.map_watch import MapWatch

HEXES = [hexgrid.make(c, r) for c in range(1, 13) for r in range(1, 9)]
SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="10 20 300 200"><text>50 % #1</text></svg>'


class Sent(list[dict[str, Any]]):
    """What a companion sent to its page."""

    def kinds(self) -> list[str]:
        return [message["type"] for message in self]


@pytest.fixture
def board() -> HexMap:
    return HexMap(HEXES, width_px=800, height_px=600)


@pytest.fixture
def companion(board: HexMap, monkeypatch: pytest.MonkeyPatch) -> Companion:
    made = Companion(board, title="Test")
    made.sent = Sent()
    monkeypatch.setattr(made, "send", lambda content: made.sent.append(content))
    return made


def receive(companion: Companion, **message: Any) -> None:
    companion._receive(companion, message, [])


def boom(*_: object) -> None:
    raise ValueError("no such <thing>")


# ---------------------------------------------------------------- guard


def test_a_guarded_callback_reports_and_the_app_goes_on() -> None:
    told: list[tuple[Exception, str]] = []
    guard = Guard(lambda error, text: told.append((error, text)), lambda: "0909 us L")
    assert guard(boom)() is None
    assert guard(lambda: 3)() == 3
    (error, text) = told[0]
    assert isinstance(error, ValueError) and len(told) == 1
    assert "ValueError: no such <thing>" in text
    assert "in boom" in text and "Position: 0909 us L" in text


def test_a_report_names_no_folder_of_this_computer() -> None:
    try:
        boom()
    except ValueError as error:
        text = report(error)
    assert str(Path(__file__).parent.parent) not in text
    assert "tests/test_ui_shell.py:" in text


def test_a_hook_that_fails_ends_in_the_log(caplog: pytest.LogCaptureFixture) -> None:
    Guard(boom)(boom)()
    assert caplog.text.count(MESSAGE) == 2


def test_a_position_that_cannot_be_told_leaves_the_report_whole() -> None:
    told: list[str] = []
    Guard(lambda _, text: told.append(text), boom)(boom)()
    assert "ValueError" in told[0]


def test_interrupts_pass_a_guard() -> None:
    def stop() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        guarded(stop)()


# ---------------------------------------------------------------- the map


def test_a_hex_is_a_hundred_pixels_wide_at_zoom_nought() -> None:
    left, top, right, bottom = extent(["0404"])
    assert right - left == pytest.approx(HEX)
    assert bottom - top == pytest.approx(HEX * hexgrid.HEIGHT)
    (x, y), (next_x, next_y) = centre("0404"), centre("0504")
    assert next_x - x == pytest.approx(75)
    assert y - next_y == pytest.approx(HEX * hexgrid.HEIGHT / 2)  # even columns lie lower


def test_every_hex_is_one_clear_shape_with_its_own_class(board: HexMap) -> None:
    features = board._sheet.data["features"]
    assert len(features) == len(HEXES)
    first = features[0]
    assert first["properties"]["style"]["className"] == "hex hex-0101"
    assert first["properties"]["style"]["fillOpacity"] == 0
    ring = first["geometry"]["coordinates"][0]
    assert len(ring) == 7 and ring[0] == ring[-1]
    assert all(lat < 0 for _, lat in ring)


def test_the_map_asks_for_nothing_outside_the_page(board: HexMap) -> None:
    kinds = {type(layer).__name__ for layer in board.layers}
    assert kinds == {"Picture", "GeoJSON"}
    assert all(layer.url.startswith("data:") for layer in board._pictures.values())
    assert not board.controls and not board.keyboard


def test_pictures_lie_under_the_sheet_of_hexes_in_order(board: HexMap) -> None:
    heights = [board.panes[f"witp-{n}"]["zIndex"] for n in ("board", "zones", "lines", "counters")]
    assert heights == sorted(heights) and heights[-1] < 400


def test_a_picture_covers_its_view_box_and_is_sent_once(board: HexMap) -> None:
    assert board.set_picture("counters", SVG)
    layer = board._pictures["counters"]
    assert layer.bounds == [[-220.0, 10.0], [-20.0, 310.0]]
    assert layer.url == data_uri(SVG) and "50 %25 %231" in layer.url
    assert not board.set_picture("counters", SVG)
    assert board.set_picture("counters", SVG, (0, 0, 100, 100))
    assert layer.bounds == [[-100, 0], [0, 100]]
    assert board.set_picture("counters", "") and "viewBox='0" not in layer.url
    assert not board.set_picture("counters", "")


def test_a_picture_does_not_move_the_map(board: HexMap) -> None:
    before = (list(board.center), board.zoom)
    board.set_picture("zones", SVG)
    assert (list(board.center), board.zoom) == before


def test_pictures_that_cannot_be_placed_are_refused(board: HexMap) -> None:
    with pytest.raises(ValueError, match="viewBox"):
        board.set_picture("zones", "<svg/>")
    with pytest.raises(KeyError):
        board.set_picture("clouds", SVG)


@pytest.mark.parametrize("size", [(848, 664), (400, 330), (1600, 200)])
def test_a_frame_fits_and_could_not_be_one_step_larger(
    board: HexMap, size: tuple[int, int]
) -> None:
    wanted = ["0303", "0703", "0507"]
    board.frame(wanted, *size)
    left, top, right, bottom = extent(wanted)
    scale = board.hex_px / HEX
    fits = [(right - left) * scale / size[0], (bottom - top) * scale / size[1]]
    assert max(fits) <= 1 < max(fits) * 2**SNAP
    seen = _seen(board, *size)
    assert seen[0] <= left + 0.1 and seen[1] <= top + 0.1
    assert seen[2] >= right - 0.1 and seen[3] >= bottom - 0.1


def _seen(board: HexMap, width: int, height: int) -> tuple[float, float, float, float]:
    """What the map shows: left, top, right, bottom in board units."""
    (lat, lng), scale = board.center, board.hex_px / HEX
    return (
        lng - width / scale / 2,
        -lat - height / scale / 2,
        lng + width / scale / 2,
        -lat + height / scale / 2,
    )


@pytest.mark.parametrize("corner", ["0101", "0901", "0107"])
def test_no_room_beside_the_board_is_shown_while_hexes_are_cut_off(
    board: HexMap, corner: str
) -> None:
    board.frame([corner], 300, 300)
    seen, whole = _seen(board, 300, 300), extent(board.hexes)
    assert seen[0] >= whole[0] - 0.1 and seen[1] >= whole[1] - 0.1
    assert seen[2] <= whole[2] + 0.1 and seen[3] <= whole[3] + 0.1
    board.frame(board.hexes, 3000, 3000)
    assert board.center == pytest.approx([-(whole[1] + whole[3]) / 2, (whole[0] + whole[2]) / 2])


def test_a_frame_of_columns_and_rows_is_the_frame_of_its_hexes(board: HexMap) -> None:
    board.frame((3, 2, 8, 6), 800, 600)
    by_range = (list(board.center), board.hex_px)
    board.frame([hexgrid.make(c, r) for c in range(3, 9) for r in range(2, 7)], 800, 600)
    assert (board.center, board.hex_px) == (pytest.approx(by_range[0]), by_range[1])


def test_an_empty_frame_is_refused(board: HexMap) -> None:
    with pytest.raises(ValueError, match="at least one hex"):
        board.frame([])


def test_moving_without_zooming_still_reaches_the_page_and_tells_no_one(board: HexMap) -> None:
    told: list[float] = []
    board.on_zoom(told.append)
    before = board.zoom
    board.frame(["0101", "0102"], 800, 600)
    board.frame(["0501", "0502"], 800, 600)
    assert board.zoom != before
    assert len(told) == 1


def test_zooming_goes_in_steps_and_stops_at_the_ends(board: HexMap) -> None:
    told: list[float] = []
    board.on_zoom(told.append)
    start = board.hex_px
    board.zoom_in()
    assert told[-1] == board.hex_px == pytest.approx(start * 2**0.5)
    for _ in range(20):
        board.zoom_in()
    largest = board.hex_px
    for _ in range(40):
        board.zoom_out()
    assert largest == pytest.approx(HEX * 2**1.5) and board.hex_px == pytest.approx(HEX / 16)
    board.whole_board()
    assert board.hex_px == pytest.approx(start)


def test_the_view_follows_a_hex_only_as_far_as_it_must(board: HexMap) -> None:
    board.frame(["0503", "0604"], 300, 300)
    still = list(board.center)
    board.reveal("0504")
    assert board.center == still
    board.reveal("0904")
    half = 150 / (board.hex_px / HEX)
    assert board.center[1] + half == pytest.approx(extent(["0904"])[2])
    assert board.center[0] == still[0]
    board.reveal("9999")
    assert board.center[1] + half == pytest.approx(extent(["0904"])[2])


def test_a_click_reaches_every_callback_whichever_fails(board: HexMap) -> None:
    pressed: list[str] = []
    board.on_click(boom)
    board.on_click(pressed.append)
    board._pressed(properties={"id": "0404"}, event="click")
    board.press("9999")
    board._pressed(properties=None)
    assert pressed == ["0404"]


def test_another_board_takes_the_place_of_the_first(board: HexMap) -> None:
    pressed: list[str] = []
    board.on_click(pressed.append)
    board.set_hexes(["2020", "2021"])
    board.press("0404")
    board.press("2020")
    assert pressed == ["2020"]
    assert [f["properties"]["id"] for f in board._sheet.data["features"]] == ["2020", "2021"]


def test_the_map_has_a_plain_name(board: HexMap) -> None:
    assert repr(board) == "HexMap(96 hexes)"


# ---------------------------------------------------------------- the companion


def test_hello_opens_the_address_before_what_is_stored(companion: Companion) -> None:
    heard: list[Hello] = []
    companion.on_hello(heard.append)
    receive(
        companion,
        type="hello",
        search="?p=0909%20us%20L%3B%20turn%204&x=1",
        stored="1110 us L",
        width=400,
        height=800,
        map_width=400,
        map_height=330,
        reduced_motion=True,
    )
    receive(companion, type="hello", search="", stored="1110 us L")
    receive(companion, type="hello", search="", stored=None)
    assert [h.position for h in heard] == ["0909 us L; turn 4", "1110 us L", ""]
    assert heard[0].query["x"] == "1"
    assert heard[0].page.narrow and not heard[1].page.narrow
    assert heard[0].reduced_motion and not heard[0].touch


def test_hello_tells_the_map_its_size(companion: Companion, board: HexMap) -> None:
    receive(companion, type="hello", width=400, height=800, map_width=400, map_height=330)
    board.frame(["0303", "0703"])
    assert board.hex_px == pytest.approx(HEX)


def test_a_new_size_is_told_once_and_reaches_the_map(companion: Companion) -> None:
    sizes: list[int] = []
    companion.on_resize(lambda page: sizes.append(page.map_width))
    receive(companion, type="resize", width=1280, height=800, map_width=848, map_height=664)
    assert sizes == [848]


def test_actions_keys_and_files_arrive(companion: Companion) -> None:
    heard: list[tuple[object, ...]] = []
    companion.on_action(lambda *a: heard.append(a))
    companion.on_key(lambda *a: heard.append(a))
    companion.on_file(lambda *a: heard.append(a))
    receive(companion, type="action", name="flip", value="0909 us L")
    receive(companion, type="key", key="F", shift=True, hex="0404", on_map=True)
    receive(companion, type="key", key="z", ctrl=True, shift=False, hex="")
    receive(companion, type="file", name="a.toml", text="x = 1")
    assert heard == [
        ("flip", "0909 us L"),
        ("F", True, "0404"),
        ("Ctrl+z", False, ""),
        ("a.toml", "x = 1"),
    ]


def test_select_keys_press_the_hex_under_the_cursor(companion: Companion, board: HexMap) -> None:
    pressed: list[str] = []
    keys: list[str] = []
    board.on_click(pressed.append)
    companion.on_key(lambda key, *_: keys.append(key))
    receive(companion, type="key", key="Enter", hex="0404", on_map=True)
    receive(companion, type="key", key=" ", hex="0405", on_map=True)
    receive(companion, type="key", key="Enter", hex="0404", on_map=False)
    receive(companion, type="hex", hex="0406")
    assert pressed == ["0404", "0405", "0406"] and keys == ["Enter"]


def test_a_page_can_keep_the_select_keys_for_itself(board: HexMap) -> None:
    keys: list[tuple[str, str]] = []
    page = Companion(board, select_keys=())
    page.on_key(lambda key, _, hex_id: keys.append((key, hex_id)))
    receive(page, type="key", key=" ", hex="0404", on_map=True)
    assert keys == [(" ", "0404")]


@pytest.mark.parametrize(
    "message",
    [
        {},
        {"type": 3},
        {"type": "nonsense"},
        {"type": "action", "name": ["x"], "value": {"a": 1}},
        {"type": "key", "key": None, "hex": 7},
        {"type": "hex", "hex": ["0404"]},
        {"type": "reveal"},
        {"type": "resize", "width": "wide", "map_width": 1e99},
        {"type": "hello", "search": 5, "stored": 6},
    ],
)
def test_odd_messages_do_no_harm(companion: Companion, message: dict[str, Any]) -> None:
    heard: list[tuple[object, ...]] = []
    companion.on_action(lambda *a: heard.append(a))
    receive(companion, **message)
    companion._receive(companion, "text", [])
    assert all(isinstance(part, str) for row in heard for part in row)
    assert not companion.sent


def test_a_ping_is_answered_with_its_number(companion: Companion) -> None:
    receive(companion, type="ping", n=7)
    assert companion.sent == [{"type": "pong", "n": 7}]


def test_an_error_shows_in_the_page_and_later_callbacks_run(companion: Companion) -> None:
    heard: list[str] = []
    companion.position = "0404 us L"
    companion.on_action(boom)
    companion.on_action(lambda name, _: heard.append(name))
    receive(companion, type="action", name="flip")
    assert heard == ["flip"]
    (shown,) = companion.sent
    assert shown["text"] == MESSAGE and "Position: 0404 us L" in shown["report"]


def test_an_error_in_a_click_takes_the_same_way(companion: Companion, board: HexMap) -> None:
    board.on_click(boom)
    receive(companion, type="hex", hex="0404")
    assert companion.sent.kinds() == ["notice"]


def test_the_app_may_show_errors_itself(board: HexMap) -> None:
    told: list[str] = []
    page = Companion(board, on_error=lambda _, text: told.append(text))
    page.on_hello(boom)
    receive(page, type="hello")
    assert len(told) == 1


def test_the_same_words_are_announced_again(companion: Companion) -> None:
    said: list[str] = []
    companion.observe(lambda change: said.append(change["new"]), names="say")
    for _ in range(3):
        companion.announce("In supply.")
    companion.announce("Cut off.")
    assert len(said) == 4
    assert {s.strip("\u200b") for s in said} == {"In supply.", "Cut off."}


def test_what_python_can_ask_of_the_page(companion: Companion) -> None:
    companion.download("a.toml", "x = 1")
    companion.copy("0404 us L")
    companion.focus("#line")
    companion.store("key", None)
    companion.set_value("#line", "x")
    companion.set_html("#found", "<p>x</p>")
    companion.notice("Saved.")
    kinds = ["download", "copy", "focus", "store", "value", "html", "notice"]
    assert companion.sent.kinds() == kinds
    answers = set(re.findall(r"^    (\w+)[:,]", companion._esm.split("const answers = {")[1], re.M))
    assert {*kinds, "pong"} <= answers


def test_the_script_and_the_style_sheet_come_whole(companion: Companion) -> None:
    assert companion._esm.count("export default") == 1
    assert "function keyboardMap" in companion._esm and "function pulse" in companion._esm
    for text in (companion._esm, companion._css):
        assert "http://" not in text.replace("http://www.w3.org/2000/svg", "")
        assert "https://" not in text


# ---------------------------------------------------------------- serving


def notebook(folder: Path, path: str, **metadata: Any) -> Path:
    file = folder / path
    file.parent.mkdir(parents=True, exist_ok=True)
    text = {"cells": [], "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}
    file.write_text(json.dumps(text), "utf-8")
    return file


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "root"
    notebook(folder, "examples/b_lab.ipynb")
    notebook(
        folder,
        "examples/a<i>.ipynb",
        title="<script>alert(1)</script>",
        witp={"summary": "One & two", "example": "new_hebrides"},
    )
    notebook(folder, "tutorials/first steps.ipynb", title="First")
    notebook(folder, "examples/.ipynb_checkpoints/b_lab-checkpoint.ipynb")
    (folder / "examples" / "broken.ipynb").write_text("{", "utf-8")
    return folder


def test_notebooks_are_found_tutorials_first_with_their_words(root: Path) -> None:
    found = serve.notebooks(root)
    assert [n.path for n in found] == [
        "tutorials/first steps.ipynb",
        "examples/a<i>.ipynb",
        "examples/b_lab.ipynb",
        "examples/broken.ipynb",
    ]
    assert found[0].href == "/voila/render/tutorials/first%20steps.ipynb"
    assert (found[1].summary, found[1].example) == ("One & two", "new_hebrides")
    assert [n.title for n in found[2:]] == ["B lab", "Broken"]


def test_the_plain_home_page_escapes_titles(root: Path) -> None:
    page = serve.plain_home(serve.notebooks(root))
    assert "<script>" not in page and "&lt;script&gt;" in page
    assert "/voila/render/examples/a%3Ci%3E.ipynb" in page


def test_the_companions_own_notebooks_are_found() -> None:
    found = serve.notebook_root()
    assert any((found / name).is_dir() for name in serve.FOLDERS)
    assert {n.path.split("/")[0] for n in serve.notebooks()} <= set(serve.FOLDERS)


def test_a_missing_folder_of_notebooks_is_one_clear_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serve, "_PACKAGE", tmp_path / "witp_learn")
    with pytest.raises(serve.ServeError, match="There are no notebooks"):
        serve.notebook_root()


def test_a_launch_carries_everything_its_server_reads(root: Path, tmp_path: Path) -> None:
    set_up = tmp_path / "set-up"
    launch = serve.app_command(
        8899,
        set_up,
        root=root,
        home="<p>{{ 7 * 7 }} {% endraw %}{% x %}</p>",
        warm=["examples/b_lab.ipynb"],
        settings={"Voila": {"base_url": "/class/"}},
    )
    template = set_up / "voila" / "templates" / "witp"
    names = {"conf.json", "index.html.j2", "page.html", "tree.html", "style.css", "home.html"}
    assert names <= {f.name for f in template.iterdir()}
    assert launch.env["JUPYTER_PATH"].split(os.pathsep)[0] == str(set_up)
    config = json.loads((set_up / "config" / "voila.json").read_text("utf-8"))
    assert config["Voila"]["ip"] == "127.0.0.1" and config["Voila"]["port"] == 8899
    assert config["Voila"]["base_url"] == "/class/" and config["Voila"]["port_retries"] == 0
    assert config["VoilaConfiguration"]["show_tracebacks"] is False
    assert config["VoilaConfiguration"]["preheat_kernel"] is True
    pools = config["VoilaKernelManager"]["kernel_pools_config"]
    assert pools == {"default": {"pool_size": 0}, "examples/b_lab.ipynb": {"pool_size": 1}}
    assert config["MappingKernelManager"]["cull_idle_timeout"] == 60
    assert config["MappingKernelManager"]["cull_connected"] is False


def test_the_home_page_is_not_read_as_a_template(root: Path, tmp_path: Path) -> None:
    import jinja2

    serve.app_command(8899, tmp_path, root=root, home="<p>{{ 7 * 7 }} {%- endraw -%} {# x #}</p>")
    loader = jinja2.FileSystemLoader(tmp_path / "voila" / "templates" / "witp")
    page = jinja2.Environment(loader=loader).get_template("home.html").render()
    assert page == "<p>{{ 7 * 7 }} &#123;%- endraw -%} {# x #}</p>"


def test_own_pages_are_templates_of_their_own(root: Path, tmp_path: Path) -> None:
    import jinja2

    hostile = "<p>{{ 7 * 7 }} {% endraw %}</p>"
    pages = [serve.OwnPage("rulings", "Rulings & {{ more }}", hostile)]
    launch = serve.app_command(8899, tmp_path, root=root, pages=pages)
    folder = tmp_path / "voila" / "templates" / "witp"
    made = jinja2.Environment(loader=jinja2.FileSystemLoader(folder))
    page = made.get_template("own-rulings.html").render(base_url="/class/")
    assert "<title>Rulings &amp; {{ more }}</title>" in page
    assert "<p>{{ 7 * 7 }} &#123;% endraw %}</p>" in page
    assert 'data-base-url="/class/voila/"' in page
    assert (folder / "own_pages.txt").read_text("utf-8") == "rulings"
    assert Path(launch.argv[2]).name == "server.py" and Path(launch.argv[2]).is_file()


def test_a_notebook_that_steps_says_through_what(root: Path) -> None:
    file = notebook(root, "examples/c.ipynb")
    text = json.loads(file.read_text("utf-8"))
    cell = {"cell_type": "code", "source": ["x = 1\n", 'steps("air_zones")'], "metadata": {}}
    file.write_text(json.dumps({**text, "cells": [cell]}), "utf-8")
    steps = {n.path: n.steps for n in serve.notebooks(root)}
    assert steps["examples/c.ipynb"] == "air_zones"
    assert not any(v for k, v in steps.items() if k != "examples/c.ipynb")


def test_the_companion_has_its_own_pages() -> None:
    names = [page.name for page in serve.own_pages(serve.notebooks())]
    assert names == ["rulings", "data"]


def test_the_home_page_notices_a_map_that_is_chosen_and_corrected(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(owner.HOME_VARIABLE, str(tmp_path / "home"))
    monkeypatch.delenv(components.DATA_VARIABLE, raising=False)
    try:
        watch = MapWatch()
        assert not watch.changed()
        place = tmp_path / "map"
        data_folder.init(place)
        owner.write_settings(owner.Settings(str(place)))
        assert watch.changed() and not watch.changed()
        assert components.in_use() == place
        table = place / "sources.csv"
        text = table.read_text("utf-8")
        table.write_text(
            text.replace("1009,icon,assumed", "1009,icon,confirmed", 1) + "\n", "utf-8"
        )
        assert watch.changed() and not watch.changed()
        table.write_text("half a table", "utf-8")
        assert not watch.changed()
        table.write_text(text, "utf-8")
        assert watch.changed()
        owner.write_settings(owner.Settings())
        assert watch.changed()
        assert components.board() is components.shipped_board()
    finally:
        components.use(None)


@pytest.mark.parametrize(
    ("fault", "told"),
    [(BadData("map", "", "is not a folder"), ""), (StopIteration(), "The home page stays")],
)
def test_whatever_goes_wrong_while_the_home_page_is_made_does_not_end_the_server(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    fault: Exception,
    told: str,
) -> None:
    monkeypatch.setenv(owner.HOME_VARIABLE, str(tmp_path / "home"))
    monkeypatch.delenv(components.DATA_VARIABLE, raising=False)

    def gone(_: object) -> str:
        raise fault

    monkeypatch.setattr(serve, "home_html", gone)
    page = tmp_path / "home.html"
    page.write_text("as it was", "utf-8")
    try:
        watch = MapWatch()
        data_folder.init(tmp_path / "map")
        owner.write_settings(owner.Settings(str(tmp_path / "map")))
        serve._follow_map(watch, page, [])
        assert page.read_text("utf-8") == "as it was"
        assert capsys.readouterr().err.startswith(told)
        assert components.in_use() == tmp_path / "map"
    finally:
        components.use(None)


def test_a_page_that_is_read_is_replaced_whole(tmp_path: Path) -> None:
    file = tmp_path / "home.html"
    file.write_text("old", "utf-8")
    serve._rewrite(file, "new")
    assert file.read_text("utf-8") == "new" and list(tmp_path.iterdir()) == [file]


def test_the_served_folder_holds_only_notebooks(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (root / "secret.txt").write_text("x")
    monkeypatch.setattr(serve, "notebook_root", lambda: root)
    served = Path(serve.app_command(8899, tmp_path / "set-up").argv[3])
    assert {f.name for f in served.iterdir()} == {"examples", "tutorials"}
    assert (served / "tutorials" / "first steps.ipynb").is_file()


def test_notebooks_are_copied_where_links_are_not_allowed(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: Any, **__: Any) -> None:
        raise OSError

    monkeypatch.setattr(Path, "symlink_to", refuse)
    served = serve._gather(root, tmp_path / "served")
    assert (served / "tutorials" / "first steps.ipynb").is_file()


def test_no_template_names_another_machine() -> None:
    folder = Path(serve.__file__).parent / "template"
    for file in folder.iterdir():
        text = file.read_text("utf-8").replace("http://www.w3.org/2000/svg", "")
        assert not re.search(r"https?://", text), file.name


def test_a_busy_port_is_one_clear_sentence() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(serve.ServeError) as told:
            serve.check_port(port)
    text = str(told.value)
    assert str(port) in text and "\n" not in text
    serve.check_port(int(re.findall(r"--port (\d+)", text)[0]))
    assert isinstance(told.value, NotAvailable)


@pytest.mark.parametrize("port", [0, 65536, -1])
def test_a_port_that_cannot_be_is_refused(port: int) -> None:
    with pytest.raises(serve.ServeError, match="1 to 65535"):
        serve.check_port(port)


def test_a_server_that_ends_at_once_is_told() -> None:
    command = [sys.executable, "-c", "raise SystemExit(3)"]
    launch = serve.Launch(command, {}, "http://127.0.0.1:9/", "The companion")
    with pytest.raises(serve.ServeError, match="status 3"), serve.serving(launch):
        pass


def test_a_server_is_ended_with_its_block(tmp_path: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "http.server", str(port), "--bind", "127.0.0.1"]
    launch = serve.Launch(command, {}, f"http://127.0.0.1:{port}/", "A server")
    with serve.serving(launch, tmp_path / "log") as process:
        assert process.poll() is None
    assert process.returncode is not None


def test_a_server_that_will_not_end_is_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = (
        "import signal, time\nsignal.signal(15, signal.SIG_IGN)\n"
        "print(1, flush=True)\ntime.sleep(60)"
    )
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE)
    assert process.stdout is not None
    process.stdout.readline()
    monkeypatch.setattr(serve, "_PATIENCE", 0.2)
    start = time.monotonic()
    serve._stop(process)
    process.stdout.close()
    assert process.poll() is not None and time.monotonic() - start < 10


def test_lab_leaves_the_packages_notebooks_as_they_are(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serve, "_PACKAGE", root)
    work = tmp_path / "work"
    mine = notebook(work, "examples/b_lab.ipynb", title="Mine")
    assert serve.lab_folder(work) == work
    assert (work / "tutorials" / "first steps.ipynb").is_file()
    assert "Mine" in mine.read_text("utf-8")


def test_lab_asks_nobody_for_news(tmp_path: Path) -> None:
    launch = serve.lab_command(8888, tmp_path, tmp_path / "config")
    assert any("NeverCheckForUpdate" in word for word in launch.argv)
    page = json.loads((tmp_path / "config/labconfig/page_config.json").read_text("utf-8"))
    assert page["disabledExtensions"]["@jupyterlab/apputils-extension:announcements"]
    assert launch.env["JUPYTER_CONFIG_PATH"].startswith(str(tmp_path / "config"))
