"""What all commands share: where a position comes from, the map it lies on, how they end."""

from __future__ import annotations

import json
import re
import sys
from typing import Annotated, Any, NoReturn, TypeVar

import typer

from witp_learn import __version__, components, queries
from witp_learn.cli.grouped import Grouped
from witp_learn.files import BadData, NotAvailable, Unreadable
from witp_learn.model import State
from witp_learn.position import warnings

app = typer.Typer(
    name="witp-learn",
    cls=Grouped,
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


T = TypeVar("T")

FORMS = "a file, -, text:LINE, example:NAME or scenario:NAME"
"""What a position may be given as."""

WITH_BASES = "+bases"
"""What follows the name of a scenario that begins with the optional Allied bases (6.6.2)."""


def own_data(folder: str | None) -> str | None:
    """Lay positions on the map of an owner's folder from here on.

    Raises BadData when anything in the folder cannot be read.
    """
    from witp_learn.components.folder import read

    if folder is not None:
        if not folder:
            raise BadData("", "--data", "is empty; name the folder that witp-learn data init made")
        read(folder)
        components.use(folder)
    return folder


POS = (
    "a position file, - for standard input, text:LINE, example:NAME, or scenario:NAME for a "
    "set-up, such as scenario:standard; scenario:standard+bases begins with the six optional "
    "Allied bases (6.6.2). An example stays on the companion's own map."
)
"""What a position may be given as, at length."""

Position = Annotated[str, typer.Argument(metavar="POS", help=POS)]
MaybePosition = Annotated[str | None, typer.Argument(metavar="[POS]", help=POS)]
AsJson = Annotated[bool, typer.Option("--json", help="Machine output, nothing else.")]
Data = Annotated[
    str | None,
    typer.Option(
        "--data",
        metavar="DIR",
        callback=own_data,
        help="Your own data folder, see witp-learn data init.",
    ),
]


def _version(wanted: bool) -> None:
    """Print the version and end."""
    if wanted:
        typer.echo(f"witp-learn {__version__}")
        raise typer.Exit


Version = Annotated[
    bool,
    typer.Option("--version", callback=_version, is_eager=True, help="Show the version and exit."),
]


@app.callback()
def start(data: Data = None, version: Version = False) -> None:
    """Learn War in the Pacific: every verdict with its reason and rule number.

    Begin with witp-learn app, or ask: witp-learn supply example:new_hebrides. Every command has
    its own --help.
    """


def stop(message: str) -> NoReturn:
    """End with exit status 2 and one message on standard error."""
    typer.echo(message, err=True)
    raise typer.Exit(2)


def filled(param: typer.CallbackParam, value: T) -> T:
    """The value of an option or argument; what is given must say something."""
    for text in value if isinstance(value, list | tuple) else (value,):
        if isinstance(text, str) and not text.strip():
            option = next((o for o in param.opts if o.startswith("--")), str(param.metavar))
            stop(f"{option} is empty; say something or leave it out")
    return value


def dice_of(text: str) -> list[str]:
    """The dice of ``6,5,1,6`` as they stand there; ``6,,5`` has an empty one."""
    return re.split(r"\s*,\s*|\s+", text.strip())


def recorded(source: str) -> bool:
    """Whether this names a recorded game of the companion, and no position."""
    from witp_learn.playing import games

    name = source.removeprefix("example:")
    return name != source and name in games() and name not in queries.examples()


def position(source: str) -> State:
    """The position a command is asked about.

    Raises Unreadable, BadData or NotAvailable, which say what would be right.
    """
    if not source.strip():
        raise Unreadable("", f"POS is empty: give {FORMS}")
    if source.startswith("scenario:"):
        name = source.removeprefix("scenario:")
        with_bases = name.endswith(WITH_BASES)
        return queries.scenario(name.removesuffix(WITH_BASES), optional_bases=with_bases)
    if recorded(source):
        told = f"{source} is a recorded game: legal and apply take it, replay prints its position"
        raise NotAvailable(told)
    if source.startswith("example:"):
        return queries.example(source.removeprefix("example:"))
    if source == "-" and sys.stdin is None:
        stop("standard input is closed; no position can be read from it")
    return queries.load(source)


def show(data: dict[str, Any], text: str, as_json: bool) -> None:
    """Print an answer, for people or as JSON; closed output ends with exit status 2."""
    if sys.stdout is None:
        stop("standard output is closed; nothing can be printed")
    typer.echo(json.dumps(data, ensure_ascii=False) if as_json else text)


def warn(state: State, as_json: bool) -> None:
    """Say on standard error what is odd about a position; nothing in machine output."""
    if not as_json:
        for odd in warnings(state):
            typer.echo(f"Odd: {odd}", err=True)
