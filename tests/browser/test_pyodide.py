"""The built wheel in a browser, without a server and without network: pure Python all the way."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest
from browsing import DESKTOP, ROOT, Server, assert_quiet, free_port, serving, watched
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

HERE = ROOT / "tests" / "pyodide"
CACHE = ROOT / ".cache" / "pyodide"
NO_NPM = "The test of the pure core needs npm, which comes with Node: apt-get install npm"

ONE_VERDICT = """
import json
import sys
import witp_learn as witp

position = witp.load("text:1009 us A; 0909 us L; base al 1110; turn 4")
loaded = [name for name in ("ipywidgets", "numpy") if name in sys.modules]
json.dumps({"text": str(witp.supply(position)), "widgets": loaded})
"""


def runtime() -> Path:
    """The folder of Pyodide in the version that package.json names, fetched once."""
    wanted = json.loads((HERE / "package.json").read_text())["dependencies"]["pyodide"]
    folder = CACHE / "node_modules" / "pyodide"
    about = folder / "package.json"
    if not about.exists() or json.loads(about.read_text())["version"] != wanted:
        npm = shutil.which("npm")
        if npm is None:
            pytest.fail(NO_NPM)
        CACHE.mkdir(parents=True, exist_ok=True)
        shutil.copy(HERE / "package.json", CACHE)
        quiet = ["--no-package-lock", "--ignore-scripts", "--no-audit", "--no-fund"]
        subprocess.run([npm, "install", *quiet, "--prefix", str(CACHE)], check=True)
    return folder


def dependencies() -> dict[str, str]:
    """Name and installed version of all that the core asks for, and what that asks for in turn."""
    found: dict[str, str] = {}
    waiting = ["witp_learn"]
    while waiting:
        for text in metadata.requires(waiting.pop()) or []:
            wanted = Requirement(text)
            name = canonicalize_name(wanted.name)
            if name not in found and (not wanted.marker or wanted.marker.evaluate({"extra": ""})):
                found[name] = metadata.version(name)
                waiting.append(name)
    return found


def dependency_wheels() -> list[Path]:
    """A pure wheel of every dependency, fetched once; one that is not pure fails here."""
    folder = CACHE / "wheels"
    folder.mkdir(parents=True, exist_ok=True)
    wheels = []
    for name, version in sorted(dependencies().items()):
        stem = f"{name.replace('-', '_')}-{version}-"
        if not any(folder.glob(f"{stem}*.whl")):
            pure = ["--no-deps", "--only-binary=:all:", "--platform=any", "--quiet"]
            fetch = [sys.executable, "-m", "pip", "download", *pure, "--dest", str(folder)]
            subprocess.run([*fetch, f"{name}=={version}"], check=True)
        wheels += folder.glob(f"{stem}*.whl")
    return wheels


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, wheel: Path) -> Iterator[Server]:
    """A folder with Pyodide, the freshly built wheel and its dependencies, served as it is."""
    folder = tmp_path_factory.mktemp("site")
    wheels = folder / "wheels"
    wheels.mkdir()
    for path in (wheel, *dependency_wheels()):
        shutil.copy(path, wheels)
    names = sorted(path.name for path in wheels.glob("*.whl"))
    (folder / "wheels.json").write_text(json.dumps(names))
    shutil.copy(HERE / "index.html", folder)
    shutil.copytree(runtime(), folder / "runtime")
    port = free_port()
    with serving(folder, ["-m", "http.server", str(port), "--bind", "127.0.0.1"], port) as running:
        yield running


@pytest.mark.slow
def test_the_wheel_gives_a_verdict_in_a_browser_without_network(browser: Any, site: Server) -> None:
    with watched(browser, site.url, DESKTOP) as page:
        page.goto(site.url)
        page.get_by_text("ready").wait_for(timeout=60_000)
        told = json.loads(page.evaluate("code => window.runPython(code)", ONE_VERDICT))
        assert "0909" in told["text"]
        assert told["widgets"] == []
        assert_quiet(page)
