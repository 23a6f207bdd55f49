"""A small app in the page shell, for the browser tests of the shell, and what they do to it."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import nbformat
from browsing import Server
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
    global chosen
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
    elif name == "anew":
        units[:], chosen = ["0905"], ""
        m.frame(SHOWN)
        draw()
        log.clear()
        note("hello", value)
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


def go(page: Page, server: Server, query: str = "") -> Page:
    page.goto(server.url + APP + query)
    page.wait_for_selector("html[data-witp-ready]", state="attached")
    expect(page.locator("#log")).to_contain_text("hello")
    return page


ANEW = """name => {
  document.activeElement?.blur();
  for (const field of document.querySelectorAll(".witp-app .witp-field")) field.value = "";
  const button = document.createElement("button");
  Object.assign(button.dataset, { action: "anew", value: name });
  document.querySelector(".witp-app").append(button);
  button.click();
  button.remove();
}"""


RESTS = """() => {
  const box = document.querySelector(".hex-0905").getBoundingClientRect();
  const last = window.lastBox ?? {};
  if (last.x !== box.x || last.y !== box.y || last.width !== box.width) {
    window.lastBox = { x: box.x, y: box.y, width: box.width, at: performance.now() };
  }
  return performance.now() - window.lastBox.at > 300;
}"""
"""Whether the map has stood still for a while."""


def begin_anew(page: Page, name: str) -> None:
    """Put the app back as it comes up, for the test of that name."""
    page.mouse.move(0, 0)
    page.evaluate(ANEW, name)
    expect(page.locator("#log")).to_have_text(f"hello {name}")
    expect(page.locator("#verdict")).to_have_text("")
    page.wait_for_function(RESTS)


def lines(page: Page) -> list[str]:
    return page.locator("#log").inner_text().splitlines()


def hears(page: Page, line: str) -> None:
    expect(page.locator("#log")).to_contain_text(line)


def kept(page: Page, text: str) -> None:
    """Wait until the browser keeps a position with some text: it comes after what is shown."""
    page.wait_for_function(
        "text => localStorage.getItem('witp-shell')?.includes(text) ?? false", arg=text
    )


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


def cursor_says(page: Page, text: str) -> None:
    expect(page.locator("[data-live=cursor]")).to_have_text(text)


def engine_of(server: Server, before: set[int]) -> Any:
    (engine,) = [k for k in server.kernels() if k.pid not in before]
    return engine
