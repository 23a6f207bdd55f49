"""The stored notebooks: run, complete, readable where nothing runs, and not swollen."""

from __future__ import annotations

import ast
import base64
import copy
import json
import os
import re
import subprocess
import sys
from html import unescape
from pathlib import Path
from typing import Any

import pytest

import witp_learn as witp
from tools import bake_notebooks as bake
from tools.notebooks import ROOT, notebooks
from witp_learn.dicepool.asking import questions
from witp_learn.view.dicepool_faces import battle_picture

CHECKED = "nbval-check-output"
READING = "book"
LARGEST = 1_000_000
"""Characters of the largest notebook."""

PUBLIC = {"witp_learn", "witp_learn.ui", "witp_learn.dicepool", "witp_learn.study"}
"""What a notebook may import."""

NAMES = [path.relative_to(ROOT).as_posix() for path in notebooks()]
LESSONS = [name for name in NAMES if name.startswith("tutorials/")]
"""Pages to be read: every cell is shown, also by the app server."""

APPS = [name for name in NAMES if name not in LESSONS]
"""An app in the last cell; the cells before it are for code hosts and notebooks."""

Json = dict[str, Any]


def load(name: str) -> Json:
    return dict(json.loads((ROOT / name).read_text("utf-8")))


def code(notebook: Json) -> list[Json]:
    return [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]


def source(cell: Json) -> str:
    return "".join(cell["source"])


def tags(cell: Json) -> list[str]:
    return list(cell["metadata"].get("tags", []))


def faces(cell: Json) -> list[Json]:
    return [output["data"] for output in cell["outputs"] if "data" in output]


def pictured(notebook: Json) -> list[Json]:
    outputs = (output for cell in code(notebook) for output in cell["outputs"])
    return [output for output in outputs if "image/png" in output.get("data", {})]


def printed(cell: Json) -> str:
    return "".join("".join(o["text"]) for o in cell["outputs"] if o["output_type"] == "stream")


def test_the_notebooks_are_here() -> None:
    assert {"examples/supply_check.ipynb", "examples/supply_lab.ipynb"} <= set(NAMES)


# ---------------------------------------------------------------- every notebook


@pytest.mark.parametrize("name", NAMES)
def test_it_has_been_run_from_top_to_bottom(name: str) -> None:
    cells = code(load(name))
    assert [cell["execution_count"] for cell in cells] == list(range(1, len(cells) + 1))
    kinds = {output["output_type"] for cell in cells for output in cell["outputs"]}
    assert "error" not in kinds
    assert not any(o.get("name") == "stderr" for cell in cells for o in cell["outputs"])


@pytest.mark.parametrize("name", APPS)
def test_whatever_prints_is_checked(name: str) -> None:
    for cell in code(load(name)):
        assert (CHECKED in tags(cell)) == bool(printed(cell)), source(cell)


@pytest.mark.parametrize("name", NAMES)
def test_no_live_widget_is_stored(name: str) -> None:
    notebook = load(name)
    assert "widgets" not in notebook["metadata"]
    kinds = {kind for cell in code(notebook) for data in faces(cell) for kind in data}
    assert kinds <= {"text/plain", "text/html", "image/png"}, kinds
    text = json.dumps(notebook)
    assert "widget-view" not in text and "object at 0x" not in text


@pytest.mark.parametrize("name", NAMES)
def test_pictures_are_whole_and_words_stand_beside_them(name: str) -> None:
    pictures = [data for cell in code(load(name)) for data in faces(cell) if "image/png" in data]
    assert pictures, "a notebook without a picture says little on a code host"
    for data in pictures:
        png = base64.b64decode(data["image/png"])
        assert png.startswith(b"\x89PNG\r\n") and png.rstrip().endswith(b"IEND\xaeB`\x82")
        assert 400 <= int.from_bytes(png[16:20], "big") <= 1000, "pixels wide"
        assert data["text/plain"]


@pytest.mark.parametrize("name", NAMES)
def test_its_size(name: str) -> None:
    assert len((ROOT / name).read_text("utf-8")) < LARGEST


@pytest.mark.parametrize("name", NAMES)
def test_what_it_says_of_itself(name: str) -> None:
    metadata = load(name)["metadata"]
    own = metadata["witp"]
    assert metadata["title"] and len(metadata["title"]) <= 60
    assert own["summary"].endswith(".") and len(own["summary"].split()) <= 20
    if "battle" in own:
        assert battle_picture(own["battle"]).startswith("<svg")
    else:
        assert own["example"] in witp.examples()
    assert metadata["kernelspec"]["name"] == "python3"
    assert "version" not in metadata["language_info"], "no version of one machine"


@pytest.mark.parametrize("name", APPS)
def test_the_app_is_the_last_cell_and_needs_no_other(name: str) -> None:
    cells = load(name)["cells"]
    assert all(READING in tags(cell) for cell in cells[:-1])
    assert READING not in tags(cells[-1])
    nodes = list(ast.walk(ast.parse(source(cells[-1]))))
    imports = [node for node in nodes if isinstance(node, ast.ImportFrom)]
    bound = {alias.asname or alias.name for node in imports for alias in node.names}
    used = {node.id for node in nodes if isinstance(node, ast.Name)}
    assert used <= bound


@pytest.mark.parametrize("name", NAMES)
def test_it_uses_the_public_interface_and_short_cells(name: str) -> None:
    for cell in code(load(name)):
        text = source(cell)
        assert len(text.splitlines()) <= 12
        assert max(map(len, text.splitlines())) <= 88
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Import):
                assert {alias.name for alias in node.names} <= PUBLIC
            if isinstance(node, ast.ImportFrom):
                assert node.module in PUBLIC
            if isinstance(node, ast.Attribute):
                assert not node.attr.startswith("_")


@pytest.mark.parametrize("name", NAMES)
def test_it_starts_with_a_title_and_its_prose_is_short(name: str) -> None:
    cells = load(name)["cells"]
    assert source(cells[0]).startswith("# ")
    for cell in cells:
        if cell["cell_type"] == "markdown":
            assert len(source(cell).split()) <= 90
            assert "!" not in source(cell)


# ---------------------------------------------------------------- lessons


def asked(name: str) -> list[str]:
    """The questions of a lesson in their order, as they are named in its cells."""
    found = (re.search(r'dicepool\.ask\(\s*"([\w-]+)"', source(c)) for c in code(load(name)))
    return [match[1] for match in found if match]


@pytest.mark.parametrize("name", LESSONS)
def test_every_cell_of_a_lesson_is_shown(name: str) -> None:
    assert not any(READING in tags(cell) for cell in load(name)["cells"])


@pytest.mark.parametrize("name", LESSONS)
def test_a_lesson_asks_before_it_tells(name: str) -> None:
    cells = load(name)["cells"]
    told = [i for i, c in enumerate(cells) if c["cell_type"] == "code" and "ask(" not in source(c)]
    asks = [i for i, c in enumerate(cells) if "dicepool.ask(" in source(c)]
    ticket = next(i for i, c in enumerate(cells) if source(c).startswith("## Exit ticket"))
    assert len(asks) >= 9 and sum(i > ticket for i in asks) == 3
    for i in (i for i in asks if i < ticket):
        words = source(cells[i - 1]).partition("\n")[2].split()
        assert cells[i - 1]["cell_type"] == "markdown" and 0 < len(words) <= 40
    pictures = [i for i in told if any("image/png" in face for face in faces(cells[i]))]
    assert pictures and min(pictures) > max(asks)


@pytest.mark.parametrize("name", LESSONS)
def test_a_lesson_uses_the_second_ruleset_alone(name: str) -> None:
    for cell in code(load(name)):
        for node in ast.walk(ast.parse(source(cell))):
            assert not isinstance(node, ast.Import)
            if isinstance(node, ast.ImportFrom):
                assert (node.module, [a.name for a in node.names]) == ("witp_learn", ["dicepool"])


@pytest.mark.parametrize("name", LESSONS)
def test_links_of_a_lesson_lead_to_notebooks(name: str) -> None:
    for cell in load(name)["cells"]:
        if cell["cell_type"] == "markdown":
            for target in re.findall(r"\]\(([^)]+)\)", source(cell)):
                assert (ROOT / name).parent.joinpath(target).is_file(), target


NUMBERS = {
    "tutorials/dicepool_1_one_round.ipynb": (
        "Dogfight, attacker, 3 dice: 4 5 1: 2 hits",
        "from 1 fighter × 2 = 2, 1 bomber × 1 = 1",
        "Dogfight, defender, 2 dice",
        "Strafing run, attacker, 4 dice: 2 6 6 5: 1 hit",
        "from 1 fighter × 1 = 1, 1 bomber × 3 = 3",
        "artillery: 1 hit, 1 destroyed",
        "Return fire, defender, 1 die",
        "Main combat, attacker, 5 dice: 1 2 4 6 5: 3 hits",
        "infantry: 3 hits, 1 destroyed",
        "Main combat, defender, 5 dice",
        "from 2 infantry × 1 = 2, 1 artillery × 3 = 3",
        "infantry: 2 hits, 1 destroyed; artillery: 1 hit, 1 destroyed",
        "1 infantry (one with 1 hit)",
        "takes the territory: 59.01 %",
    ),
    "tutorials/dicepool_2_odds.ipynb": (
        "The attacker throws 5 dice at 5 hit points, the defender 5 dice at 8 hit points.",
        "takes it in 8 of 10 (79.43%)",
        "loses 3.5 PU, in 2.0 rounds",
        "The attacker throws 3 dice at 5 hit points, the defender 5 dice at 6 hit points.",
        "takes it in 1 of 10 (7.00%)",
        "takes it in 1 of 10 (13.17%)",
        "loses 1.4 PU, in 1.0 rounds",
        "Dice at those who leave: 0",
        "infantry:10\n  10 dice, 20 hits, 10 MP: 99.994%",
        "infantry:5,tank:1\n  7 dice, 12 hits, 5 MP: 70.151%",
        "infantry:5,artillery:1\n  8 dice, 11 hits, 5 MP: 79.731%",
        "tank:2\n  4 dice, 4 hits, 0 MP",
        "tank:1,artillery:1\n  5 dice, 3 hits, 0 MP",
        "blockhouse:1 falls in 85.78% of battles.",
        "The attacker throws 3 dice at 2 hit points, the defender 4 dice at 6 hit points.",
        "Three bombers take it in 0 of 10 battles.",
        "he keeps it in 7 of 10",
        "He alone is left: 11 of 32",
        "Both are destroyed: 10 of 32",
    ),
}
"""What the questions of a lesson and their answers speak of, as its checked cells show it."""


def shown(cell: Json) -> str:
    """What a cell shows as HTML, without its tags."""
    html = "".join("".join(face.get("text/html", "")) for face in faces(cell))
    return unescape(re.sub(r"<[^>]+>", "", html))


@pytest.mark.parametrize("name", LESSONS)
def test_whatever_a_lesson_shows_as_text_is_checked(name: str) -> None:
    """Its answers stay folded, so that they are no printed text but HTML, which nbval compares."""
    for cell in code(load(name)):
        assert not printed(cell)
        assert (CHECKED in tags(cell)) == bool(shown(cell)), source(cell)


@pytest.mark.parametrize("name", LESSONS)
def test_the_numbers_of_a_lesson_are_computed_and_checked(name: str) -> None:
    told = "\n".join(shown(cell) for cell in code(load(name)) if CHECKED in tags(cell))
    for words in NUMBERS[name]:
        assert words in told, words


def test_every_question_of_the_course_is_asked_once() -> None:
    assert sorted(id for name in LESSONS for id in asked(name)) == sorted(questions())


# ---------------------------------------------------------------- the supply check


def test_the_supply_check_holds_the_lesson() -> None:
    cells = code(load("examples/supply_check.ipynb"))
    told = "\n".join(printed(cell) for cell in cells if CHECKED in tags(cell))
    assert sum(CHECKED in tags(cell) for cell in cells) >= 4
    for words in (
        "1207  OUT Gilberts air unit",
        "0909  OUT Port Moresby land unit",
        "Port Moresby land unit is in supply.",
        "Ruling ellis-1109-reason",
        "Ruling supply-range-three",
        "lifted here (7.1g, 7.1h)",
    ):
        assert words in told, words
    shown = [data for cell in cells for data in faces(cell)]
    (table,) = ["".join(data["text/html"]) for data in shown if "text/html" in data]
    assert table.count("<tr>") == 7


def test_the_apps_are_named() -> None:
    last = {Path(name).stem: source(load(name)["cells"][-1]) for name in APPS}
    assert last["supply_check"] == 'from witp_learn.ui import steps\n\nsteps("new_hebrides")'
    for name in ("air_zones", "supply_network", "supply_setup"):
        assert last[name] == f'from witp_learn.ui import steps\n\nsteps("{name}")'
    assert last["supply_lab"] == "from witp_learn.ui import supply_lab\n\nsupply_lab()"


# ---------------------------------------------------------------- baking


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_it_is_current(name: str) -> None:
    run = bake.executed(ROOT / name)
    assert bake.without_pictures(run) == bake.without_pictures(load(name)), (
        "run python tools/bake_notebooks.py"
    )


def test_a_picture_is_kept_while_its_drawing_is_the_same() -> None:
    stored = load("examples/supply_check.ipynb")
    run = copy.deepcopy(stored)
    outputs = pictured(run)
    for output in outputs:
        output["data"]["image/png"] = "<svg/>"
    assert bake.painted(run, stored) == stored
    outputs[0]["metadata"]["witp"]["svg"] = "another"
    outputs[0]["data"]["image/png"] = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/>'
        "</svg>"
    )
    painted, kept = pictured(bake.painted(run, stored)), pictured(stored)
    assert painted[1:] == kept[1:]
    assert base64.b64decode(painted[0]["data"]["image/png"]).startswith(b"\x89PNG")


def test_a_change_in_words_or_drawing_is_noticed() -> None:
    stored = load("examples/supply_check.ipynb")
    words, drawing = copy.deepcopy(stored), copy.deepcopy(stored)
    next(c for c in code(words) if printed(c))["outputs"][0]["text"][0] += "x"
    code(drawing)[0]["outputs"][0]["metadata"]["witp"]["svg"] = "another"
    for other in (words, drawing):
        assert bake.without_pictures(other) != bake.without_pictures(stored)


@pytest.mark.slow
def test_a_lesson_that_would_print_something_else_fails(tmp_path: Path) -> None:
    text = (ROOT / "examples" / "supply_check.ipynb").read_text("utf-8")
    changed = tmp_path / "changed.ipynb"
    changed.write_text(text.replace("OUT Gilberts", "in  Gilberts"), "utf-8")
    settings = ["-c", os.devnull, "--rootdir", str(tmp_path), "-p", "no:cacheprovider"]
    checks = ["--nbval-lax", "--nbval-current-env"]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", *settings, *checks, str(changed)],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert done.returncode == 1, done.stdout
    assert "1 failed" in done.stdout


def test_unknown_words_are_refused() -> None:
    script = ROOT / "tools" / "bake_notebooks.py"
    done = subprocess.run([sys.executable, script, "--chek"], capture_output=True, text=True)
    assert done.returncode == 2 and "usage" in done.stderr
