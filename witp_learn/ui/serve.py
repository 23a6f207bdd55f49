"""Serving the notebooks: as apps through Voila, with their code through JupyterLab.

Everything a server reads is put together in a folder of its own at each start: the template, the
style sheet, the home page and the way to the notebooks. So an editable install never serves a stale
copy, and no file of the reader's Jupyter settings changes what is shown.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
import webbrowser
from collections.abc import Callable, Iterator, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any
from urllib.parse import quote

import attrs

from witp_learn.files import BadData, NotAvailable
from witp_learn.ui.map_watch import MapWatch
from witp_learn.ui.owner import APP_VARIABLE
from witp_learn.view.home import home_html
from witp_learn.view.site import DATA_PAGE, RULINGS

APP_PORT = 8866
LAB_PORT = 8888
LOCAL = "127.0.0.1"
FOLDERS = ("tutorials", "examples")
"""The folders of notebooks, in the order they are shown."""

READING = "book"
"""The tag of notebook cells that are there to be read, not for the app."""

_PACKAGE = Path(__file__).resolve().parents[1]
_TEMPLATE = "witp"
_UI = Path(__file__).resolve().parent
_START_SECONDS = 60.0
_STEPS = re.compile(r'\bsteps\(\\"([\w-]+)\\"\)')
_PATIENCE = 10.0
_PAUSE = 3.0
# Engines talk to the server through files of this user, not through open ports.
_PRIVATE = {} if os.name == "nt" else {"transport": "ipc"}


class ServeError(NotAvailable):
    """A server that cannot be started; the message is one sentence for the reader."""


@attrs.frozen
class Notebook:
    """A notebook that can be opened as an app."""

    path: str
    """From the served root, with forward slashes: ``examples/supply_check.ipynb``."""
    title: str
    summary: str = ""
    example: str = ""
    """The position that its picture on the home page shows, by name."""
    steps: str = ""
    """The walkthrough that it steps through, by name."""
    battle: str = ""
    """The dice-pool battle that its picture shows: ``infantry:3 v artillery:1``."""

    @property
    def href(self) -> str:
        """Its address on the app server."""
        return f"/voila/render/{quote(self.path)}"


@attrs.frozen
class OwnPage:
    """A finished page at an address of its own, by one word: ``/rulings``."""

    name: str
    title: str
    body: str


# ---------------------------------------------------------------- finding notebooks


def notebook_root() -> Path:
    """The folder that holds ``tutorials`` and ``examples``.

    In an installed package they lie inside it; in a checkout beside it. Raises ServeError when
    there are none.
    """
    for root in (_PACKAGE, _PACKAGE.parent):
        if any((root / name).is_dir() for name in FOLDERS):
            return root
    raise ServeError(
        f"There are no notebooks: neither {_PACKAGE} nor the folder above it "
        "holds tutorials or examples."
    )


def notebooks(root: Path | None = None) -> list[Notebook]:
    """All notebooks, tutorials first, by file name.

    The title is the notebook's own (``metadata.title``), else its file name in words; the summary
    is ``metadata.witp.summary``, and what its picture shows ``metadata.witp.example`` or
    ``metadata.witp.battle``. What it steps through is read from its code.
    """
    root = root or notebook_root()
    found = []
    for folder in FOLDERS:
        for file in sorted((root / folder).rglob("*.ipynb")):
            if ".ipynb_checkpoints" not in file.parts:
                found.append(_notebook(root, file))
    return found


def _notebook(root: Path, file: Path) -> Notebook:
    try:
        text = file.read_text("utf-8")
        metadata = json.loads(text).get("metadata", {})
    except (OSError, ValueError):
        text, metadata = "", {}
    own = metadata.get("witp")
    own = own if isinstance(own, dict) else {}
    stepped = _STEPS.search(text)
    return Notebook(
        path=file.relative_to(root).as_posix(),
        title=str(metadata.get("title") or file.stem.replace("_", " ").capitalize()),
        summary=str(own.get("summary", "")),
        example=str(own.get("example", "")),
        battle=str(own.get("battle", "")),
        steps=stepped[1] if stepped else "",
    )


def plain_home(found: Sequence[Notebook]) -> str:
    """A bare home page: the notebooks by name, for when nothing better is given."""
    rows = "\n".join(
        f'<li><a href="{escape(n.href)}">{escape(n.title)}</a> {escape(n.summary)}</li>'
        for n in found
    )
    return (
        '<main class="witp-plain"><h1>War in the Pacific, explained</h1>\n'
        f'<ul class="witp-list">\n{rows}\n</ul></main>'
    )


def own_pages(found: Sequence[Notebook]) -> list[OwnPage]:
    """The companion's finished pages beside home, with links to the notebooks that are there."""
    from witp_learn.view.data_page import data_html
    from witp_learn.view.rulings_page import rulings_html

    return [
        OwnPage(RULINGS, "Rulings", rulings_html(found)),
        OwnPage(DATA_PAGE, "Where the data comes from", data_html(found)),
    ]


# ---------------------------------------------------------------- the app server


@attrs.frozen
class Launch:
    """A command that starts a server, ready for ``subprocess``."""

    argv: list[str]
    env: dict[str, str]
    url: str
    name: str


def app_command(
    port: int,
    folder: Path,
    *,
    home: str | None = None,
    pages: Sequence[OwnPage] = (),
    root: Path | None = None,
    warm: Sequence[str] = (),
    ip: str = LOCAL,
    settings: Mapping[str, Any] | None = None,
) -> Launch:
    """How to start the app server, after writing into ``folder`` all that it reads.

    ``home``: the body of the home page as HTML; ``pages``: more pages of our own. ``root``: another
    folder of notebooks than `notebook_root`; it is served as it is. ``warm``: notebooks (paths
    from the root) for which one engine waits ready. ``settings``: more Jupyter
    settings, as ``{"Voila": {"base_url": "/x/"}}``.
    """
    folder = folder.resolve()
    served = root if root is not None else _gather(notebook_root(), folder / "notebooks")
    if home is None:
        home = plain_home(notebooks(served))
    _write_template(_template_folder(folder), home, pages)
    config = folder / "config"
    config.mkdir(parents=True, exist_ok=True)
    _write(config / "voila.json", json.dumps(_settings(port, ip, warm, settings), indent=1))
    path = [str(folder), *filter(None, [os.environ.get("JUPYTER_PATH")])]
    return Launch(
        argv=[
            sys.executable,
            # The server is a file that is run; its neighbours are no modules for it.
            "-P",
            str(_UI / "server.py"),
            str(served),
            f"--Voila.config_file_paths={config}",
        ],
        env={**os.environ, "JUPYTER_PATH": os.pathsep.join(path), APP_VARIABLE: "1"},
        url=f"http://{ip}:{port}/",
        name="The companion",
    )


def _template_folder(folder: Path) -> Path:
    return folder / "voila" / "templates" / _TEMPLATE


def _write(file: Path, text: str) -> None:
    file.write_text(text, "utf-8", newline="\n")


def _rewrite(file: Path, text: str) -> None:
    """Write a file that a server is reading: it finds the old text or the new one, never half."""
    fresh = file.with_suffix(".new")
    _write(fresh, text)
    fresh.replace(file)


def _gather(root: Path, into: Path) -> Path:
    """One folder with just the notebook folders: linked where that is possible, else copied."""
    into.mkdir(parents=True, exist_ok=True)
    for name in FOLDERS:
        if not (root / name).is_dir():
            continue
        try:
            (into / name).symlink_to(root / name, target_is_directory=True)
        except OSError:
            shutil.copytree(root / name, into / name, dirs_exist_ok=True)
    return into


def _write_template(folder: Path, home: str, pages: Sequence[OwnPage]) -> None:
    shutil.copytree(_UI / "template", folder, dirs_exist_ok=True)
    shutil.copyfile(_UI / "style.css", folder / "style.css")
    _write(folder / "home.html", _finished(home))
    _write(folder / "own_pages.txt", " ".join(page.name for page in pages))
    for page in pages:
        blocks = {"title": escape(page.title), "body": page.body}
        filled = (f"{{% block {k} %}}{_finished(v)}{{% endblock %}}" for k, v in blocks.items())
        _write(folder / f"own-{page.name}.html", '{% extends "page.html" %}' + "".join(filled))


def _finished(html: str) -> str:
    """Finished HTML as a template: nothing in it is for the template engine."""
    safe = re.sub(r"\{%(?=[-+\s]*endraw)", "&#123;%", html)
    return "{% raw %}" + safe + "{% endraw %}"


def _settings(
    port: int, ip: str, warm: Sequence[str], more: Mapping[str, Any] | None
) -> dict[str, Any]:
    config: dict[str, Any] = {
        "Voila": {
            "ip": ip,
            "port": port,
            "port_retries": 0,
            "open_browser": False,
            "log_level": "ERROR",
            # A page asks twice for its engine to be stopped; the second answer is not worth a line.
            "logging_config": {
                "loggers": {f"tornado.{name}": {"level": "ERROR"} for name in ("access", "general")}
            },
            "tornado_settings": {
                # Ten times fewer bytes for readers who are not at this machine.
                "websocket_compression_options": {},
                # The server's own default is longer than its interval, and it says so each time.
                "ws_ping_timeout": 30000,
            },
        },
        "VoilaConfiguration": {
            "template": _TEMPLATE,
            "allow_template_override": "NO",
            "allow_theme_override": "NO",
            "classic_tree": True,
            "show_tracebacks": False,
            "preheat_kernel": bool(warm),
        },
        # Cells for readers of the notebook are neither run nor sent in the app.
        "TagRemovePreprocessor": {"remove_cell_tags": [READING]},
        # An engine that died has lost the position; the page offers a fresh one instead.
        "KernelManager": {"autorestart": False} | _PRIVATE,
        # A page that was left before it stood could not say goodbye. Its engine has no one to talk
        # to and goes; an open page keeps its connection, and its engine.
        "MappingKernelManager": {
            "cull_interval": 15,
            "cull_idle_timeout": 60,
            "cull_connected": False,
            "cull_busy": False,
        },
    }
    if warm:
        pools: dict[str, Any] = {"default": {"pool_size": 0}}
        pools.update({path: {"pool_size": 1} for path in warm})
        # The next engine is warmed up after the page that took this one has been drawn.
        config["VoilaKernelManager"] = {"kernel_pools_config": pools, "fill_delay": 10}
    for section, values in (more or {}).items():
        config[section] = {**config.get(section, {}), **values}
    return config


# ---------------------------------------------------------------- running a server


def check_port(port: int, ip: str = LOCAL) -> None:
    """Raise ServeError, with a port that is free, when ``port`` is taken."""
    if not 1 <= port <= 65535:
        raise ServeError(f"There is no port {port}; ports are numbered 1 to 65535.")
    try:
        with socket.socket() as probe:
            if os.name != "nt":
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((ip, port))
    except OSError as error:
        with socket.socket() as other:
            other.bind((ip, 0))
            free = other.getsockname()[1]
        raise ServeError(
            f"Port {port} cannot be used ({(error.strerror or 'refused').lower()}); "
            f"another program may be serving there. Port {free} is free: try --port {free}."
        ) from None


@contextlib.contextmanager
def serving(launch: Launch, log: Path | None = None) -> Iterator[subprocess.Popen[bytes]]:
    """Start a server, wait until it answers, and stop it with all its engines at the end.

    ``log``: where its output goes; to this terminal when omitted. Raises ServeError when the server
    ends before it answers.
    """
    with contextlib.ExitStack() as stack:
        out = stack.enter_context(log.open("wb")) if log else None
        process = subprocess.Popen(
            launch.argv,
            env=launch.env,
            stdout=out,
            stderr=subprocess.STDOUT if out else None,
        )
        try:
            _wait(launch, process)
            yield process
        finally:
            _stop(process)


def _wait(launch: Launch, process: subprocess.Popen[bytes]) -> None:
    end = time.monotonic() + _START_SECONDS
    direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    while time.monotonic() < end:
        if process.poll() is not None:
            raise ServeError(
                f"{launch.name} could not start: its server ended with status {process.returncode}."
            )
        try:
            with direct.open(launch.url, timeout=2):
                return
        except urllib.error.HTTPError:
            return
        except OSError:
            time.sleep(0.05)
    raise ServeError(f"{launch.name} did not answer at {launch.url} within a minute.")


def _stop(process: subprocess.Popen[bytes]) -> None:
    """Ask the server to end, which also ends its engines; insist after ten seconds."""
    if process.poll() is not None:
        return
    with contextlib.suppress(OSError):
        process.terminate()
    try:
        process.wait(_PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


@contextlib.contextmanager
def _until_stopped() -> Iterator[None]:
    """Run a block until Ctrl+C or a request to end, either of which ends it quietly."""

    def end(*_: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, end)
    try:
        with contextlib.suppress(KeyboardInterrupt):
            yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _run(launch: Launch, open_browser: bool, meanwhile: Callable[[], None]) -> None:
    """Serve until Ctrl+C, or until the server ends, with something to do ``meanwhile``."""
    with _until_stopped(), serving(launch) as process:
        print(f"{launch.name} is at {launch.url} (Ctrl+C stops it).", flush=True)
        if open_browser:
            webbrowser.open(launch.url)
        while process.poll() is None:
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(_PAUSE)
            meanwhile()


def app(
    port: int = APP_PORT,
    open_browser: bool = True,
    *,
    home: str | None = None,
    warm: Sequence[str] = (),
    ip: str = LOCAL,
) -> None:
    """Serve the apps at ``port`` until Ctrl+C, behind the companion's own home page.

    See `app_command` for the rest. The home page tells of the map in use, also when that changes.

    Raises ServeError when the port is taken, when there are no notebooks, or when Voila is not
    installed.
    """
    _need("voila", "app")
    check_port(port, ip)
    found, watch, given = notebooks(), MapWatch(), home
    with tempfile.TemporaryDirectory(prefix="witp-learn-") as made:
        folder = Path(made)

        def follow_map() -> None:
            if given is None:
                _follow_map(watch, _template_folder(folder) / "home.html", found)

        home, pages = given or home_html(found), own_pages(found)
        launch = app_command(port, folder, home=home, pages=pages, warm=warm, ip=ip)
        _run(launch, open_browser, follow_map)


def _follow_map(watch: MapWatch, page: Path, found: Sequence[Notebook]) -> None:
    """Write the home page anew when the map has changed; a map that is gone by then changes none.

    Whatever happens to an owner's folder, the server goes on; what is no fault of the folder is
    told where the server writes.
    """
    try:
        with contextlib.suppress(BadData, OSError):
            if watch.changed():
                _rewrite(page, _finished(home_html(found)))
    except Exception as error:
        sys.stderr.write(f"The home page stays as it was: {error!r}\n")


def lab_folder(work: Path | None = None) -> Path:
    """The folder that JupyterLab opens.

    In a checkout, the checkout. For an installed package, whose own notebooks must stay as they
    are, ``work`` (``witp-learn`` in the current folder): notebooks it lacks are copied there.
    """
    root = notebook_root()
    if root != _PACKAGE:
        return root
    work = work or Path.cwd() / "witp-learn"
    for notebook in notebooks(root):
        target = work / notebook.path
        if not target.exists():
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(root / notebook.path, target)
    return work


def lab_command(port: int, folder: Path, config: Path) -> Launch:
    """How to start JupyterLab on ``folder``, with settings written into ``config``.

    JupyterLab makes a token, so it prints its own address.
    """
    # Nothing leaves this machine: no news, and no look for a newer JupyterLab.
    (config / "labconfig").mkdir(parents=True, exist_ok=True)
    page = {"disabledExtensions": {"@jupyterlab/apputils-extension:announcements": True}}
    _write(config / "labconfig" / "page_config.json", json.dumps(page))
    path = [str(config), *filter(None, [os.environ.get("JUPYTER_CONFIG_PATH")])]
    return Launch(
        argv=[
            sys.executable,
            "-m",
            "jupyterlab",
            f"--ServerApp.root_dir={folder}",
            f"--ServerApp.ip={LOCAL}",
            f"--ServerApp.port={port}",
            "--ServerApp.port_retries=0",
            "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
            # In a container everybody is root, and JupyterLab then wants to be told so.
            *(["--allow-root"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []),
        ],
        env={**os.environ, "JUPYTER_CONFIG_PATH": os.pathsep.join(path), APP_VARIABLE: "1"},
        url=f"http://{LOCAL}:{port}/lab",
        name="JupyterLab",
    )


def lab(port: int = LAB_PORT, open_browser: bool = True, work: Path | None = None) -> None:
    """Open the notebooks, with their code, in JupyterLab until Ctrl+C.

    JupyterLab prints its address, with the token that opens it. Raises ServeError as `app` does.
    """
    _need("jupyterlab", "lab")
    check_port(port)
    folder = lab_folder(work)
    print(f"The notebooks are in {folder} (Ctrl+C stops JupyterLab).", flush=True)
    flags = [] if open_browser else ["--no-browser"]
    with tempfile.TemporaryDirectory(prefix="witp-learn-") as config, _until_stopped():
        launch = lab_command(port, folder, Path(config))
        process = subprocess.Popen([*launch.argv, *flags], env=launch.env)
        try:
            process.wait()
        finally:
            _stop(process)


def _need(module: str, extra: str) -> None:
    from importlib.util import find_spec

    if find_spec(module) is None:
        raise ServeError(
            f"This needs the package {module}: install witp_learn with the extra '{extra}'."
        )
