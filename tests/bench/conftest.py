"""What the measurements share: bare pages to compare with, and the table at the end.

A figure for a page or a click is a ratio to a bare page measured in the same run, turn by turn, so
that a slow machine slows both. Nothing here fails for being slow; the table says what is over.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import nbformat
import pytest
from browsing import Server, free_port, serving
from measuring import Table

BARE_MAP = """
from ipyleaflet import GeoJSON, Map, projections
from math import cos, pi, sin

def hexagon(x, y):
    corners = [(x + cos(k * pi / 3), y + sin(k * pi / 3)) for k in range(7)]
    return {{"type": "Polygon", "coordinates": [[list(c) for c in corners]]}}

places = [(n, 1.5 * (n % 24), 1.8 * (n // 24)) for n in range({hexes})]
hexes = [
    {{"type": "Feature", "properties": {{"id": n}}, "geometry": hexagon(x, y)}}
    for n, x, y in places
]
layer = GeoJSON(data={{"type": "FeatureCollection", "features": hexes}},
                style={{"fillOpacity": 1, "weight": 1}})
board = Map(crs=projections.Simple, layers=(), center=(8, 18), zoom=4)
board.add(layer)
board
"""

ROUND_TRIP = """
import ipywidgets

count = 0
button = ipywidgets.Button(description="Ask")
button.add_class("bare-button")
answer = ipywidgets.HTML("0")
answer.add_class("bare-answer")

def clicked(_):
    global count
    count += 1
    answer.value = str(count)

button.on_click(clicked)
ipywidgets.VBox([button, answer])
"""

TABLE = Table()


@pytest.fixture
def table() -> Table:
    """Where a measurement puts its figures."""
    return TABLE


def pytest_terminal_summary(terminalreporter: Any) -> None:
    if TABLE.figures:
        terminalreporter.section("figures")
        for figure in TABLE.figures:
            terminalreporter.write_line(str(figure))


@pytest.fixture(scope="session")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The two bare pages, ``map.ipynb`` and ``click.ipynb``, in the companion's own template."""
    from witp_learn.components import board

    folder = tmp_path_factory.mktemp("bare")
    notebooks = folder / "notebooks"
    notebooks.mkdir()
    hexes = len(board().hexes)
    for name, code in {"map": BARE_MAP.format(hexes=hexes), "click": ROUND_TRIP}.items():
        made = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(code.strip())])
        nbformat.write(made, notebooks / f"{name}.ipynb")
    port = free_port()
    code = (
        "import sys; from pathlib import Path; from witp_learn.ui import serve\n"
        "port, folder = int(sys.argv[1]), Path(sys.argv[2])\n"
        "launch = serve.app_command(port, folder / 'set-up', root=folder / 'notebooks')\n"
        "with serve.serving(launch) as process: process.wait()"
    )
    with serving(folder, ["-c", code, str(port), str(folder)], port) as running:
        yield running
