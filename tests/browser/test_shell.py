"""The page shell in a browser: one small app, by mouse, touch and keys, through every failure."""

from __future__ import annotations

import json
import os
import re
import signal
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import nbformat
import pytest
from axe_playwright_python.sync_playwright import Axe
from browsing import DESKTOP, PHONE, Server, free_port, serving
from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Page

DEMO = '''
import html, time
import ipywidgets as w
from witp_learn import hexgrid
from witp_learn.ui.companion import Companion
from witp_learn.ui.hexmap import HexMap, centre, extent

HEXES = [hexgrid.make(c, r) for c in range(1, 17) for r in range(1, 11)]
left, top, right, bottom = extent(HEXES)
SHOWN = [hexgrid.make(c, r) for c in (6, 12) for r in (4, 7)]

def svg(body):
    box = f"{left} {top} {right - left} {bottom - top}"
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}">{body}</svg>'

def shape(h, **style):
    points = " ".join(f"{x * 100:.1f},{y * 100:.1f}" for x, y in hexgrid.corners(h))
    return f'<polygon points="{points}" style="{";".join(f"{k}:{v}" for k, v in style.items())}"/>'

units, chosen, log = ["0905"], "", []
m = HexMap(HEXES, shown=SHOWN)
c = Companion(m, title="Shell", storage_key="witp-shell", page_keys=["PageDown"])
c.hexes = {h: f"{h}, open sea" for h in HEXES}
card, told = w.HTML(), w.HTML()

def draw():
    m.set_picture("counters", svg("".join(shape(h, fill="#2563b0") for h in units)))
    card.value = f"""<section class="witp-card" aria-label="Answer"><p id="verdict">{chosen}</p>
    <p id="units">{" ".join(units)}</p><div class="witp-row">
    <button class="witp-btn" data-action="add" data-value="{chosen}">Add</button>
    <button class="witp-btn" data-action="fail">Fail</button>
    <button class="witp-btn" data-action="off" disabled>Off</button></div>
    <label for="line">Line</label>
    <textarea id="line" class="witp-field" data-key="line" data-action-input="line"></textarea>
    </section>"""
    c.position = "; ".join(f"{h} us L" for h in units)

def note(*parts):
    log.append(" ".join(map(str, parts)))
    told.value = f'<pre id="log">{html.escape(chr(10).join(log))}</pre>'

def choose(h):
    global chosen
    chosen = h
    draw()
    c.announce("Chosen.")

m.on_click(choose)

@c.on_hello
def hello(h):
    if h.position:
        units[:] = [item.split()[0] for item in h.position.split(";")]
    m.frame(SHOWN)
    draw()
    note("hello", h.page.map_width, h.touch)

@c.on_action
def action(name, value):
    note("action", name, value)
    if name == "add":
        units.append(value)
        draw()
    elif name == "many":
        units.extend(HEXES)
        draw()
    elif name == "line":
        draw()
    elif name == "fail":
        raise RuntimeError("<b>on purpose</b>")
    elif name == "busy":
        time.sleep(5)
    elif name == "save":
        c.download("position.txt", c.position)
    elif name == "copy":
        c.copy(c.position)

c.on_key(lambda key, shift, h: note("key", key, shift, h))
c.on_file(lambda name, text: note("file", name, text))
c.on_resize(lambda page: note("size", page.map_width))
m.on_zoom(lambda px: note("zoom", round(px)))

tools = w.HTML("".join(
    f'<button class="witp-btn" data-action="{n}">{n}</button>'
    for n in ("busy", "save", "copy", "many")
) + """<label>Find <input class="witp-field" data-find data-action-enter="find"></label>
<label>Open <input type="file" data-open></label>
<label><input type="checkbox" data-action-input="box"> Box</label>""")
bar = w.HTML('<header class="witp-bar"><a href="/">Home</a><h1>Shell</h1></header>')
columns = [w.VBox([m]), w.VBox([card, tools, told])]
for column, name in zip(columns, ("witp-left", "witp-right")):
    column.add_class(name)
body = w.Box(columns)
body.add_class("witp-body")
app = w.VBox([bar, body, c])
app.add_class("witp-app")
draw()
'''
SERVE = (
    "import sys; from pathlib import Path; from witp_learn.ui import serve\n"
    "port, folder = int(sys.argv[1]), Path(sys.argv[2])\n"
    "launch = serve.app_command(port, folder / 'set-up', root=folder / 'root')\n"
    "with serve._until_stopped(), serve.serving(launch) as process: process.wait()"
)
APP = "/voila/render/examples/shell.ipynb"
BANNER = ".witp-banner"


def write_notebooks(folder: Path) -> None:
    examples = folder / "root" / "examples"
    examples.mkdir(parents=True)
    (examples / "shell_demo.py").write_text(DEMO, "utf-8")
    cell, markdown = nbformat.v4.new_code_cell, nbformat.v4.new_markdown_cell
    pages = {
        "shell": [
            markdown("Only for the book.", metadata={"tags": ["book"]}),
            cell("from shell_demo import app\napp"),
        ],
        "fails": [cell("raise RuntimeError('on purpose')")],
        "words": [markdown("# A page of words"), cell("print('no widget here')")],
    }
    for name, cells in pages.items():
        made = nbformat.v4.new_notebook(cells=cells, metadata={"title": name.capitalize()})
        made.metadata["kernelspec"] = {
            "name": "python3",
            "display_name": "Python 3",
            "language": "python",
        }
        nbformat.write(made, examples / f"{name}.ipynb")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The small app behind the companion's own template and settings."""
    folder = tmp_path_factory.mktemp("shell")
    write_notebooks(folder)
    port = free_port()
    with serving(folder, ["-c", SERVE, str(port), str(folder)], port) as running:
        yield running


def go(page: Page, server: Server, query: str = "") -> Page:
    page.goto(server.url + APP + query)
    page.wait_for_selector("html[data-witp-ready]", state="attached")
    expect(page.locator("#log")).to_contain_text("hello")
    return page


@pytest.fixture
def shell(page: Page, server: Server) -> Page:
    return go(page, server)


def lines(page: Page) -> list[str]:
    return page.locator("#log").inner_text().splitlines()


def hears(page: Page, line: str) -> None:
    expect(page.locator("#log")).to_contain_text(line)


def chosen(page: Page, hex_id: str) -> None:
    expect(page.locator("#verdict")).to_have_text(hex_id)


def hex_at(page: Page, hex_id: str) -> tuple[float, float]:
    box = page.locator(f".hex-{hex_id}").bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def click(page: Page, hex_id: str) -> None:
    page.mouse.click(*hex_at(page, hex_id))
    chosen(page, hex_id)


def gone(server: Server, before: set[int], seconds: float = 10) -> bool:
    """Whether all engines but those of ``before`` end within a while."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if {k.pid for k in server.kernels()} <= before:
            return True
        time.sleep(0.05)
    return False


def frames(page: Page) -> list[str]:
    sent: list[str] = []
    page.on("websocket", lambda ws: ws.on("framesent", lambda data: sent.append(str(data))))
    return sent


# ---------------------------------------------------------------- the page


def test_the_page_is_an_app_and_not_a_notebook(shell: Page) -> None:
    assert shell.title() == "Shell"
    assert shell.get_attribute("html", "lang") == "en"
    assert "width=device-width" in str(shell.get_attribute("meta[name=viewport]", "content"))
    expect(shell.get_by_text("Only for the book.")).to_be_hidden()
    assert "shell_demo" not in shell.locator("body").inner_text()
    app = shell.locator(".witp-app").bounding_box()
    assert app is not None
    assert (app["x"], app["y"], app["width"]) == (0, 0, DESKTOP[0])
    expect(shell.locator("nav.witp-home")).to_be_hidden()
    assert len(shell.locator("path.hex").all()) == 160


def test_a_page_of_words_has_a_way_home_and_a_skip_link(page: Page, server: Server) -> None:
    page.goto(server.url + "/voila/render/examples/words.ipynb")
    expect(page.get_by_role("heading", name="A page of words")).to_be_visible()
    expect(page.get_by_text("no widget here")).to_be_visible()
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
    page.keyboard.press("Enter")
    page.locator("nav.witp-home").get_by_role("link").click()
    expect(page.get_by_role("link", name="Shell")).to_be_visible()


def test_a_page_that_cannot_start_says_so_without_code(page: Page, server: Server) -> None:
    page.goto(server.url + "/voila/render/examples/fails.ipynb")
    said = page.get_by_role("alert")
    expect(said).to_contain_text("Something went wrong while this page started")
    shown = page.locator("body").inner_text()
    assert "purpose" not in shown and "Error" not in shown and "cell" not in shown
    said.get_by_role("link", name="Load it again").click()
    expect(page.get_by_role("alert")).to_be_visible()


def test_a_page_that_is_not_there_says_so(page: Page, server: Server) -> None:
    answer = page.goto(server.url + "/voila/render/examples/nothing.ipynb")
    assert answer is not None and answer.status == 404
    expect(page.get_by_role("heading")).to_have_text("There is no such page")
    page.errors.clear()  # type: ignore[attr-defined]


@pytest.mark.parametrize("way", ["home", "close", "blank"])
def test_a_page_that_is_left_takes_its_engine_along(
    open_page: Callable[..., Page], server: Server, way: str
) -> None:
    before = {k.pid for k in server.kernels()}
    page = go(open_page(), server)
    click(page, "0905")
    assert len({k.pid for k in server.kernels()} - before) == 1
    if way == "close":
        page.close()
    else:
        page.goto(server.url if way == "home" else "about:blank")
    assert gone(server, before)


def test_an_engine_cannot_be_stopped_from_another_site(shell: Page, server: Server) -> None:
    config = json.loads(shell.locator("#jupyter-config-data").inner_text())
    url = f"{server.url}/voila/api/shutdown/{config['kernelId']}"
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(urllib.request.Request(url, method="POST"))
    assert refused.value.code == 403
    click(shell, "0905")


def test_a_server_that_is_stopped_takes_its_engines_along(
    tmp_path: Path, open_page: Callable[..., Page]
) -> None:
    write_notebooks(tmp_path)
    port = free_port()
    with serving(tmp_path, ["-c", SERVE, str(port), str(tmp_path)], port) as running:
        request = urllib.request.urlopen(running.url + APP)
        request.read()
        engines = running.kernels()
        assert len(engines) == 1
        os.kill(running.process.pid, signal.SIGTERM)
        running.process.wait(15)
        assert not any(engine.is_running() for engine in engines)
        assert running.tail().strip() == ""


# ---------------------------------------------------------------- mouse and touch


def test_a_click_sends_one_message_and_hovering_none(page: Page, server: Server) -> None:
    sent = frames(page)
    go(page, server)
    click(page, "0905")
    time.sleep(0.3)
    sent.clear()
    for step in range(60):
        page.mouse.move(200 + 8 * step, 200 + step)
    quiet = [s for s in sent if "ping" not in s]
    click(page, "0805")
    time.sleep(0.3)
    loud = [s for s in sent if "ping" not in s]
    assert quiet == []
    assert len(loud) == 2, loud  # the hex, then the cursor's new place
    assert '"hex"' in loud[0]


def test_dragging_moves_the_map_and_chooses_nothing(shell: Page) -> None:
    click(shell, "0905")
    x, y = hex_at(shell, "0804")
    shell.mouse.move(x, y)
    shell.mouse.down()
    shell.mouse.move(x - 90, y + 20, steps=6)
    shell.mouse.up()
    time.sleep(0.3)
    after = hex_at(shell, "0804")
    assert after[0] - x == pytest.approx(-90, abs=8)
    chosen(shell, "0905")
    click(shell, "0804")


def test_the_wheel_zooms_the_map_and_not_the_page(shell: Page) -> None:
    shell.mouse.move(400, 300)
    shell.mouse.wheel(0, -240)
    hears(shell, "zoom")
    assert shell.evaluate("scrollY") == 0
    click(shell, "0905")


def test_changing_a_picture_moves_nothing(shell: Page) -> None:
    before = hex_at(shell, "0905")
    click(shell, "0805")
    shell.get_by_role("button", name="Add").click()
    expect(shell.locator("#units")).to_have_text("0905 0805")
    assert hex_at(shell, "0905") == before


def test_by_touch_on_a_phone(open_page: Callable[..., Page], server: Server) -> None:
    page = go(open_page(PHONE, has_touch=True, is_mobile=True), server)
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE[0]
    hears(page, "hello 400 True")
    page.touchscreen.tap(*hex_at(page, "0905"))
    chosen(page, "0905")
    assert page.evaluate("scrollY") == 0
    touch = page.context.new_cdp_session(page)

    def move(kind: str, *points: tuple[float, float]) -> None:
        at = [{"x": x, "y": y} for x, y in points]
        touch.send("Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": at})
        time.sleep(0.02)

    x, y = hex_at(page, "0905")
    move("Start", (x, y))
    for step in range(10):
        move("Move", (x - 8 * step, y))
    move("End")
    time.sleep(0.3)
    assert hex_at(page, "0905")[0] == pytest.approx(x - 72, abs=8)
    x, y = hex_at(page, "0905")
    move("Start", (x - 20, y), (x + 20, y))
    for step in range(10):
        move("Move", (x - 20 - 5 * step, y), (x + 20 + 5 * step, y))
    move("End")
    hears(page, "zoom")
    chosen(page, "0905")


# ---------------------------------------------------------------- keys


def focus_map(page: Page) -> None:
    page.get_by_role("application").focus()


def cursor_says(page: Page, text: str) -> None:
    expect(page.locator("[data-live=cursor]")).to_have_text(text)


def test_tab_goes_into_the_map_and_out_again(shell: Page) -> None:
    for _ in range(3):
        shell.keyboard.press("Tab")
    board = shell.get_by_role("application", name="Map.")
    expect(board).to_be_focused()
    assert board.get_attribute("tabindex") == "0"
    frame = "e => getComputedStyle(e, '::after').borderTopColor"
    assert board.evaluate(frame) == "rgb(255, 196, 0)"
    expect(shell.locator("path.witp-cursor")).to_have_count(1)
    cursor_says(shell, "0906, open sea")
    shell.keyboard.press("Tab")
    expect(shell.get_by_role("button", name="Add")).to_be_focused()


def test_arrows_step_over_hexes_and_say_them(shell: Page) -> None:
    click(shell, "0705")
    assert shell.locator(".witp-cursor").count() == 0
    for key, at in [
        ("ArrowRight", "0805"),
        ("ArrowRight", "0905"),
        ("ArrowUp", "0904"),
        ("ArrowLeft", "0804"),
        ("ArrowDown", "0805"),
    ]:
        shell.keyboard.press(key)
        cursor_says(shell, f"{at}, open sea")
    ring = shell.locator("path.witp-cursor")
    expect(ring).to_have_count(1)
    assert ring.get_attribute("d") == shell.locator("path.hex-0805").get_attribute("d")
    assert ring.evaluate("e => getComputedStyle(e).stroke") == "rgb(255, 196, 0)"
    chosen(shell, "0705")
    shell.keyboard.press("Enter")
    chosen(shell, "0805")
    expect(shell.locator("[data-live=say]")).to_have_text("Chosen.")


def test_the_cursor_stops_at_the_edge_and_stays_in_view(shell: Page) -> None:
    click(shell, "1005")
    shell.keyboard.press("End")
    cursor_says(shell, "1605, open sea")
    shell.keyboard.press("ArrowRight")
    cursor_says(shell, "Edge of the board.")
    board = shell.locator(".witp-map").bounding_box()
    assert board is not None

    def wholly_seen() -> bool:
        box = shell.locator("path.hex-1605").bounding_box()
        return box is not None and box["x"] + box["width"] <= board["x"] + board["width"] + 1

    end = time.monotonic() + 5
    while not wholly_seen() and time.monotonic() < end:
        time.sleep(0.05)
    assert wholly_seen()
    shell.keyboard.press("Home")
    cursor_says(shell, "0105, open sea")
    shell.keyboard.press("ArrowUp")
    for _ in range(12):
        shell.keyboard.press("ArrowUp")
    cursor_says(shell, "Edge of the board.")


def test_the_ring_follows_the_map_when_it_zooms(shell: Page) -> None:
    click(shell, "0905")
    shell.keyboard.press("ArrowUp")
    expect(shell.locator(".witp-cursor")).to_have_count(1)
    shell.mouse.move(400, 300)
    shell.mouse.wheel(0, -240)
    hears(shell, "zoom")
    time.sleep(0.5)
    same = "document.querySelector('.witp-cursor').getAttribute('d')"
    assert shell.evaluate(same) == shell.locator("path.hex-0904").get_attribute("d")


def test_letters_reach_the_app_with_the_hex_under_the_cursor(shell: Page) -> None:
    click(shell, "0905")
    for key in ("f", "Shift+F", "Delete", "?", "Control+z", "PageDown"):
        shell.keyboard.press(key)
    for line in ("f False", "F True", "Delete False", "? False", "Ctrl+z False", "PageDown False"):
        hears(shell, f"key {line} 0905")


def test_letters_typed_into_a_field_are_text(shell: Page) -> None:
    shell.keyboard.press("/")
    field = shell.get_by_label("Find")
    expect(field).to_be_focused()
    shell.keyboard.type("fuel /")
    shell.keyboard.press("Enter")
    hears(shell, "action find fuel /")
    assert not [line for line in lines(shell) if line.startswith("key")]
    shell.keyboard.press("Escape")
    hears(shell, "key Escape")


def test_a_key_held_down_acts_once(shell: Page) -> None:
    click(shell, "0905")
    shell.keyboard.down("f")
    shell.keyboard.down("f")
    shell.keyboard.up("f")
    shell.keyboard.press("g")
    hears(shell, "key g")
    assert lines(shell).count("key f False 0905") == 1


# ---------------------------------------------------------------- fields and focus


TYPE = """([text]) => {
  const field = document.querySelector("[data-key=line]");
  field.focus();
  for (const letter of text) {
    field.value += letter;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
  field.setSelectionRange(3, 3);
  return %s;
}"""


def typed(page: Page) -> list[str]:
    return [line for line in lines(page) if line.startswith("action")]


def test_typing_is_sent_when_it_rests(shell: Page) -> None:
    shell.evaluate(TYPE % "0", ["0404 us L"])
    hears(shell, "action line 0404 us L")
    assert typed(shell) == ["action line 0404 us L"]


def test_typing_is_sent_before_a_button_that_is_pressed(shell: Page) -> None:
    shell.evaluate(TYPE % "document.querySelector('[data-action=copy]').click()", ["0404"])
    hears(shell, "action copy")
    assert typed(shell) == ["action line 0404", "action copy "]


def test_a_field_drawn_anew_keeps_focus_caret_and_fresh_text(shell: Page) -> None:
    redraw = """new Promise((done) => {
      const box = field.parentElement;
      box.innerHTML = box.innerHTML;
      setTimeout(() => {
        const now = document.activeElement;
        done([now !== field, now.dataset.key, now.value, now.selectionStart]);
      });
    })"""
    assert shell.evaluate(TYPE % redraw, ["abcd"]) == [True, "line", "abcd", 3]
    hears(shell, "action line abcd")


def test_a_button_drawn_anew_keeps_the_focus(shell: Page) -> None:
    click(shell, "0805")
    add = shell.get_by_role("button", name="Add")
    add.focus()
    for count in (2, 3, 4):
        shell.keyboard.press("Enter")
        expect(shell.locator("#units")).to_have_text(" ".join(["0905", *["0805"] * (count - 1)]))
        expect(add).to_be_focused()


def test_boxes_and_buttons_that_are_off(shell: Page) -> None:
    shell.get_by_label("Box").check()
    hears(shell, "action box on")
    shell.get_by_label("Box").uncheck()
    shell.evaluate("document.querySelector('[data-action=off]').click()")
    shell.get_by_role("button", name="save").click()
    hears(shell, "action save")
    assert "action box " in shell.locator("#log").inner_text()
    assert not [x for x in lines(shell) if x.startswith("action off")]


# ---------------------------------------------------------------- nothing is lost


def test_a_reload_and_a_later_visit_find_the_position(shell: Page, server: Server) -> None:
    click(shell, "0805")
    shell.get_by_role("button", name="Add").click()
    expect(shell.locator("#units")).to_have_text("0905 0805")
    assert shell.url.endswith("?p=0905%20us%20L%3B%200805%20us%20L")
    shell.reload()
    expect(shell.locator("#units")).to_have_text("0905 0805")
    go(shell, server)
    expect(shell.locator("#units")).to_have_text("0905 0805")
    go(shell, server, "?p=0404%20us%20L&step=2")
    expect(shell.locator("#units")).to_have_text("0404")
    click(shell, "0805")
    shell.get_by_role("button", name="Add").click()
    expect(shell.locator("#units")).to_have_text("0404 0805")
    assert "step=2&p=0404" in shell.url


def test_a_long_position_is_stored_but_not_put_into_the_address(
    shell: Page, server: Server
) -> None:
    shell.get_by_role("button", name="many").click()
    expect(shell.locator("#units")).to_contain_text("1610")
    assert "p=" not in shell.url
    go(shell, server)
    expect(shell.locator("#units")).to_contain_text("1610")


def test_a_browser_that_stores_nothing_still_plays(page: Page, server: Server) -> None:
    page.add_init_script(
        "Object.defineProperty(window, 'localStorage', { get() { throw new Error('refused') } })"
    )
    go(page, server)
    click(page, "0805")
    page.get_by_role("button", name="Add").click()
    expect(page.locator("#units")).to_have_text("0905 0805")
    assert "p=0905" in page.url


def test_files_come_in_by_button_and_by_dropping(shell: Page) -> None:
    field = shell.get_by_label("Open")
    field.set_input_files({"name": "a.toml", "mimeType": "text/plain", "buffer": b"turn = 4"})
    hears(shell, "file a.toml turn = 4")
    shell.evaluate(
        """() => {
          const data = new DataTransfer();
          data.items.add(new File(["base al 1110"], "b.txt"));
          document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true }));
        }"""
    )
    hears(shell, "file b.txt base al 1110")


@pytest.mark.parametrize(
    ("buffer", "said"),
    [(b"x" * 1_500_000, "x.toml has 1.4 MB"), (b"\x89PNG\xff\xfe", "x.toml is not a text file")],
)
def test_files_that_cannot_be_read_are_told_in_words(shell: Page, buffer: bytes, said: str) -> None:
    field = shell.get_by_label("Open")
    field.set_input_files({"name": "x.toml", "mimeType": "text/plain", "buffer": buffer})
    expect(shell.locator(".witp-notice")).to_contain_text(said)
    shell.get_by_role("button", name="Close").click()
    expect(shell.locator(".witp-notice")).to_have_count(0)
    assert not [x for x in lines(shell) if x.startswith("file")]


def test_saving_and_copying(shell: Page) -> None:
    with shell.expect_download() as saved:
        shell.get_by_role("button", name="save").click()
    assert saved.value.suggested_filename == "position.txt"
    assert Path(saved.value.path()).read_text("utf-8") == "0905 us L"
    shell.context.grant_permissions(["clipboard-read", "clipboard-write"])
    shell.get_by_role("button", name="copy").click()
    expect(shell.locator(".witp-notice")).to_contain_text("Copied.")
    assert shell.evaluate("navigator.clipboard.readText()") == "0905 us L"


def test_without_a_clipboard_the_text_lies_ready_to_copy(shell: Page) -> None:
    refuse = "void (navigator.clipboard.writeText = () => Promise.reject(new Error('no')))"
    shell.evaluate(refuse)
    shell.get_by_role("button", name="copy").click()
    expect(shell.locator(".witp-notice")).to_contain_text("Press Ctrl+C to copy.")
    field = shell.get_by_label("Text to copy")
    expect(field).to_be_focused()
    assert field.evaluate("e => e.value.slice(e.selectionStart, e.selectionEnd)") == "0905 us L"


# ---------------------------------------------------------------- failures


def test_an_error_is_told_with_its_report_and_the_app_goes_on(shell: Page) -> None:
    shell.get_by_role("button", name="Fail").click()
    notice = shell.locator(".witp-notice")
    expect(notice).to_contain_text("Something went wrong here; your position is safe.")
    text = notice.locator("textarea").input_value()
    assert "RuntimeError: <b>on purpose</b>" in text and "Position: 0905 us L" in text
    expect(notice.get_by_role("button", name="Copy the report")).to_be_visible()
    click(shell, "0805")


def engine_of(server: Server, before: set[int]) -> Any:
    (engine,) = [k for k in server.kernels() if k.pid not in before]
    return engine


def test_a_killed_engine_is_told_within_ten_seconds(
    open_page: Callable[..., Page], server: Server
) -> None:
    before = {k.pid for k in server.kernels()}
    page = go(open_page(), server)
    click(page, "0805")
    page.get_by_role("button", name="Add").click()
    expect(page.locator("#units")).to_have_text("0905 0805")
    engine_of(server, before).kill()
    start = time.monotonic()
    banner = page.locator(BANNER)
    expect(banner).to_be_visible(timeout=15_000)
    assert time.monotonic() - start < 10
    expect(banner).to_contain_text("The engine has stopped. Your position is safe.")
    expect(banner.locator("textarea")).to_have_value("0905 us L; 0805 us L")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    banner.get_by_role("button", name="Copy it").click()
    expect(page.locator(".witp-notice")).to_contain_text("Copied.")
    assert page.evaluate("navigator.clipboard.readText()") == "0905 us L; 0805 us L"
    banner.get_by_role("button", name="Reload").click()
    expect(page.locator("#units")).to_have_text("0905 0805")
    expect(banner).to_have_count(0)
    page.goto(server.url)
    assert gone(server, before)


def test_a_busy_engine_is_not_a_lost_one(shell: Page) -> None:
    shell.get_by_role("button", name="busy").click()
    end = time.monotonic() + 6.5
    while time.monotonic() < end:
        assert shell.locator(BANNER).count() == 0
        time.sleep(0.2)
    click(shell, "0805")


def test_an_engine_that_answers_again_is_not_lost_any_more(
    open_page: Callable[..., Page], server: Server
) -> None:
    before = {k.pid for k in server.kernels()}
    page = go(open_page(), server)
    engine = engine_of(server, before)
    engine.suspend()
    try:
        expect(page.locator(BANNER)).to_be_visible(timeout=15_000)
    finally:
        engine.resume()
    expect(page.locator(BANNER)).to_have_count(0)
    click(page, "0805")


def test_a_hidden_page_does_not_worry(open_page: Callable[..., Page], server: Server) -> None:
    before = {k.pid for k in server.kernels()}
    page = go(open_page(), server)
    page.evaluate("Object.defineProperty(document, 'hidden', { value: true, writable: true })")
    engine = engine_of(server, before)
    engine.suspend()
    try:
        time.sleep(9)
        assert page.locator(BANNER).count() == 0
    finally:
        engine.resume()
    page.evaluate("document.hidden = false")
    click(page, "0805")
    assert page.locator(BANNER).count() == 0


def test_a_page_that_never_gets_its_map_says_so_and_reloads_once(
    page: Page, server: Server
) -> None:
    page.clock.install()
    page.route("**/anywidget/**", lambda route: route.abort())
    page.goto(server.url + APP)
    page.locator("#rendered_cells").wait_for()
    assert page.locator(".witp-slow").count() == 0
    page.clock.run_for(21_000)
    slow = page.locator(".witp-slow")
    expect(slow).to_contain_text("Still loading.")
    expect(slow.get_by_role("button", name="Reload this page")).to_be_visible()
    with page.expect_navigation():
        page.clock.run_for(10_000)
    assert page.evaluate("sessionStorage.getItem('witp-reloads')") == "1"
    page.locator("#rendered_cells").wait_for()
    page.clock.run_for(40_000)
    expect(slow).to_be_visible()
    assert page.evaluate("sessionStorage.getItem('witp-reloads')") == "1"
    page.unroute("**/anywidget/**")
    slow.get_by_role("button", name="Reload this page").click()
    page.wait_for_selector("html[data-witp-ready]", state="attached")
    page.clock.run_for(40_000)
    assert slow.count() == 0
    page.errors.clear()  # type: ignore[attr-defined]


def grave(page: Page) -> list[str]:
    """What axe-core finds serious or critical."""
    found = Axe().run(page).response["violations"]
    return [
        f"{v['id']}: {v['nodes'][0]['html'][:200]}"
        for v in found
        if v["impact"] in ("serious", "critical")
    ]


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_axe_finds_nothing_serious(
    open_page: Callable[..., Page], server: Server, size: tuple[int, int]
) -> None:
    before = {k.pid for k in server.kernels()}
    page = go(open_page(size), server)
    assert grave(page) == []
    page.get_by_role("button", name="Fail").click()
    expect(page.locator(".witp-notice")).to_be_visible()
    assert grave(page) == []
    page.get_by_role("button", name="Close").click()
    engine_of(server, before).kill()
    expect(page.locator(BANNER)).to_be_visible(timeout=15_000)
    assert grave(page) == []


@pytest.mark.parametrize("path", ["", "/voila/tree/examples", "/voila/render/examples/words.ipynb"])
def test_axe_finds_nothing_serious_on_plain_pages(page: Page, server: Server, path: str) -> None:
    page.goto(server.url + path)
    expect(page.locator("h1").first).to_be_visible()
    assert grave(page) == []


# ---------------------------------------------------------------- in JupyterLab


@pytest.fixture
def lab(tmp_path: Path) -> Iterator[Server]:
    write_notebooks(tmp_path)
    port = free_port()
    code = (
        "import os, sys, subprocess; from pathlib import Path; from witp_learn.ui import serve\n"
        "launch = serve.lab_command(int(sys.argv[1]), Path('root').resolve(), Path('config'))\n"
        "argv = [*launch.argv, '--no-browser', '--IdentityProvider.token=']\n"
        "os.environ.update(launch.env); sys.exit(subprocess.call(argv))"
    )
    with serving(tmp_path, ["-c", code, str(port)], port) as running:
        yield running


def test_in_jupyterlab_the_app_keeps_to_its_output(browser: Any, lab: Server) -> None:
    from browsing import assert_quiet, watched

    with watched(browser, lab.url, (1400, 1000)) as page:
        page.goto(lab.url + "/lab/tree/examples/shell.ipynb")
        expect(page.get_by_text("| Idle")).to_be_visible(timeout=40_000)
        page.locator(".jp-CodeCell .cm-content").first.click()
        page.keyboard.press("Shift+Enter")
        expect(page.locator("#log")).to_contain_text("hello")
        cells = page.locator(".jp-Cell").count()
        page.mouse.click(*hex_at(page, "0905"))
        page.mouse.click(*hex_at(page, "0905"))
        chosen(page, "0905")
        for key in ("b", "a", "ArrowUp"):  # commands of JupyterLab, elsewhere
            page.keyboard.press(key)
        hears(page, "key a False 0905")
        cursor_says(page, "0904, open sea")
        page.locator("[data-action=add]").click()
        page.keyboard.press("b")
        hears(page, "key b False 0904")
        assert page.locator(".jp-Cell").count() == cells
        assert re.search(r"/lab/tree/examples(/shell.ipynb)?$", page.url)
        assert "JupyterLab" in page.title()
        assert page.get_by_text("Jupyter news").count() == 0
        assert_quiet(page)
