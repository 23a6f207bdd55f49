"""Run the notebooks and keep their outputs in them, so that they can be read where nothing runs.

Maps are stored as PNG, since code hosts mangle SVG; the SVG they were made from leaves its
digest, so that a notebook is current on every machine, whatever its fonts. Live widgets become
their picture. With ``--check`` nothing is written, and the exit status is 1 when a notebook is not
current.
"""

from __future__ import annotations

import base64
import copy
import hashlib
import json
import os
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent))

from notebooks import ROOT, notebooks

WIDGET = "application/vnd.jupyter.widget-view+json"
SVG, PNG, HTML = "image/svg+xml", "image/png", "text/html"
LANGUAGE = {
    "file_extension": ".py",
    "mimetype": "text/x-python",
    "name": "python",
    "pygments_lexer": "ipython3",
}
SECONDS = 120

Json = dict[str, Any]


def executed(path: Path) -> Json:
    """The notebook after a run from top to bottom, with outputs as they are stored."""
    from nbclient import NotebookClient

    nbformat: Any = import_module("nbformat")

    # The engine must read this checkout, also where another one is installed.
    os.environ["PYTHONPATH"] = os.pathsep.join(
        filter(None, [str(ROOT), os.environ.get("PYTHONPATH", "")])
    )
    notebook = nbformat.read(path, as_version=4)
    client = NotebookClient(
        notebook,
        timeout=SECONDS,
        kernel_name="python3",
        record_timing=False,
        store_widget_state=False,
        coalesce_streams=True,
        resources={"metadata": {"path": str(path.parent)}},
    )
    client.execute()
    run: Json = json.loads(nbformat.writes(notebook))
    run["metadata"].pop("widgets", None)
    run["metadata"]["language_info"] = LANGUAGE
    for cell in run["cells"]:
        for output in cell.get("outputs", []):
            _still(output)
    return run


def _still(output: Json) -> None:
    """Take the live widget out of an output, and leave the digest of a picture for the picture."""
    data = output.get("data", {})
    data.pop(WIDGET, None)
    drawn = data.pop(SVG, None)
    if drawn is None:
        return
    text = "".join(drawn) if isinstance(drawn, list) else drawn
    # The same picture as part of a page; code hosts would prefer it, and strip it.
    if "".join(data.get(HTML, "")).startswith("<svg"):
        del data[HTML]
    data[PNG] = text
    output["metadata"] = {"witp": {"svg": hashlib.sha256(text.encode()).hexdigest()}}


def _digest(output: Json) -> str:
    return str(output.get("metadata", {}).get("witp", {}).get("svg", ""))


def _outputs(notebook: Json) -> list[Json]:
    return [output for cell in notebook["cells"] for output in cell.get("outputs", [])]


def without_pictures(notebook: Json) -> Json:
    """The same notebook with pictures told only by their digests."""
    bare = copy.deepcopy(notebook)
    for output in _outputs(bare):
        if _digest(output):
            output["data"].pop(PNG, None)
    return bare


def painted(run: Json, stored: Json) -> Json:
    """A run with its pictures as PNG; a picture that has not changed is kept as it is stored."""
    known = {_digest(o): o["data"][PNG] for o in _outputs(stored) if _digest(o)}
    done = copy.deepcopy(run)
    for output in _outputs(done):
        if digest := _digest(output):
            drawn = output["data"][PNG]
            output["data"][PNG] = known.get(digest) or _png(drawn)
    return done


def _png(svg: str) -> str:
    import resvg_py

    made = resvg_py.svg_to_bytes(svg_string=svg, background="#FAF8F3")
    return base64.b64encode(bytes(made)).decode() + "\n"


def main(words: list[str]) -> int:
    """Bake every notebook, or with ``--check`` only say which are not current."""
    check = words == ["--check"]
    if words and not check:
        print("usage: bake_notebooks.py [--check]", file=sys.stderr)
        return 2
    stale = 0
    for path in notebooks():
        stored: Json = json.loads(path.read_text("utf-8"))
        run = executed(path)
        current = without_pictures(run) == without_pictures(stored)
        stale += not current
        name = path.relative_to(ROOT)
        if check:
            print(f"{name}: {'current' if current else 'not current'}")
        elif not current:
            text = json.dumps(painted(run, stored), indent=1, ensure_ascii=False, sort_keys=True)
            path.write_text(text + "\n", "utf-8", newline="\n")
            print(f"{name}: baked")
        else:
            print(f"{name}: is current")
    return int(check and stale > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
