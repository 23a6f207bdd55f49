"""The command ``witp-learn``: every question of the companion from a terminal.

Exit status 0: answered. 2: bad input, with one message on standard error and nothing else.
"""

from __future__ import annotations

import json
import sys
from typing import Annotated, Any, NoReturn

import typer
from attrs import asdict

from witp_learn import queries
from witp_learn.files import BadData, NotAvailable, Unreadable, nearest
from witp_learn.model import Side, State
from witp_learn.position import warnings
from witp_learn.rulebook import UnknownRule

app = typer.Typer(
    name="witp-learn",
    help="Learn War in the Pacific: every verdict with its reason and rule number.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)

Position = Annotated[
    str,
    typer.Argument(
        metavar="POS",
        help="a position file, - for standard input, text:LINE, or example:NAME",
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Machine output, nothing else.")]


def stop(message: str) -> NoReturn:
    """End with exit status 2 and one message on standard error."""
    typer.echo(message, err=True)
    raise typer.Exit(2)


def _position(source: str) -> State:
    if not source:
        raise Unreadable("", "POS is empty: give a file, -, text:LINE or example:NAME")
    if source.startswith("example:"):
        return queries.example(source.removeprefix("example:"))
    return queries.load(source)


def _print(data: dict[str, Any], text: str, as_json: bool) -> None:
    typer.echo(json.dumps(data, ensure_ascii=False) if as_json else text)


def _warn(state: State, as_json: bool) -> None:
    if not as_json:
        for odd in warnings(state):
            typer.echo(f"Odd: {odd}", err=True)


@app.command()
def azoc(pos: Position, as_json: AsJson = False) -> None:
    """The hexes under each side's air zone, after lifting (2.2.3)."""
    state = _position(pos)
    zones = queries.air_zones(state)
    _warn(state, as_json)
    _print({"japan": list(zones.japan), "allies": list(zones.allies)}, str(zones), as_json)


@app.command()
def supply(
    pos: Position,
    as_json: AsJson = False,
    at: Annotated[
        str, typer.Option("--at", metavar="HEX", help="The whole answer for a hex or place.")
    ] = "",
) -> None:
    """The supply check of every unit, both sides from one position (7)."""
    state = _position(pos)
    found = queries.supply(state)
    _warn(state, as_json)
    if at:
        rows = [r for r in found if at in (r.unit.at, r.unit.hex, state.board.label(r.unit.hex))]
        if not rows:
            stop(_nothing_at(state, at))
        data = {"units": [r.as_dict() for r in rows]}
        _print(data, "\n\n".join(str(r.answer) for r in rows), as_json)
        return
    _print(found.as_dict(), str(found), as_json)


def _nothing_at(state: State, at: str) -> str:
    names = [place.name for place in state.board.hexes.values() if place.name]
    if at[:4] in state.board or at in names:
        return f"--at {at}: no unit stands there"
    return f"--at {at}: no such hex or place on the board.{nearest(at.title(), names)}"


@app.command()
def bases(
    pos: Position,
    side: Annotated[Side, typer.Option("--side", help="Whose bases.")],
    as_json: AsJson = False,
) -> None:
    """A side's supply network, where it may build a base, and why not elsewhere (6)."""
    state = _position(pos)
    found = queries.bases(state, side)
    _warn(state, as_json)
    _print(found.as_dict(), str(found), as_json)


@app.command()
def explain(
    ref: Annotated[str, typer.Argument(help="A section, a clause, a ruling or a term: 7.1c")],
    as_json: AsJson = False,
) -> None:
    """What the rulebook index says: paraphrase, rulings that touch it, where it is shown."""
    entry = queries.explain(ref)
    steps = queries.taught(entry)
    shown = "\n".join(f"  {step}" for step in steps)
    text = f"{entry.text()}\n\nShown in\n{shown}" if steps else entry.text()
    lessons = [asdict(step) for step in steps]
    _print({**entry.as_dict(), "lessons": lessons}, text, as_json)


Port = Annotated[int, typer.Option("--port", min=1, max=65535, help="Where to serve.")]
NoBrowser = Annotated[bool, typer.Option("--no-browser", help="Do not open a browser.")]


@app.command(name="app")
def serve_apps(port: Port = 8866, no_browser: NoBrowser = False) -> None:
    """Serve the companion's pages in the browser."""
    _server().app(port, not no_browser)


@app.command()
def lab(port: Port = 8888, no_browser: NoBrowser = False) -> None:
    """Open the notebooks in JupyterLab."""
    _server().lab(port, not no_browser)


def _server() -> Any:
    try:
        from witp_learn.ui import serve
    except ModuleNotFoundError as error:
        stop(f"{error.name} is not installed; pip install 'witp_learn[app]' brings it")
    return serve


def main() -> None:
    """Run the command line; bad input ends in one message and exit status 2."""
    try:
        app()
    except (BadData, Unreadable, NotAvailable, UnknownRule) as error:
        typer.echo(str(error.args[0] if error.args else error), err=True)
        sys.exit(2)


if __name__ == "__main__":
    main()
