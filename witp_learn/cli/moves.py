"""The commands about movement: what a move costs, and the ways from one hex to another (8)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated

import typer

from witp_learn.cli.common import AsJson, Data, Position, app, filled, position, show, stop, warn
from witp_learn.files import BadData, Unreadable
from witp_learn.model import Side

Whose = Annotated[Side, typer.Option("--side", help="Whose units move.")]
How = Annotated[
    str,
    typer.Option(
        "--kind",
        metavar="fleet|land|transport",
        help="Fleets, land units on foot, or fleets that carry land units.",
    ),
]
Who = Annotated[
    str | None,
    typer.Option(
        "--take",
        metavar="naval:2,land:1",
        help="The units that move, all of that kind without it; us-naval or attrited-land where "
        "needed. Full ones go first, cargo aboard before land units ashore.",
        callback=filled,
    ),
]


@app.command()
def cost(
    pos: Position,
    side: Whose,
    kind: How,
    path: Annotated[
        str,
        typer.Option(
            "--path",
            metavar="H,H,H",
            help="The hexes from the start to the target, numbers or place names. 0705(naval:1) "
            "leaves that much behind there.",
            callback=filled,
        ),
    ],
    take: Who = None,
    as_json: AsJson = False,
    data: Data = None,
) -> None:
    """What a move costs, or everything that forbids it (8.4-8.6)."""
    from witp_learn import moving

    state = position(pos)
    warn(state, as_json)
    with _told({"path": path, "kind": kind, "take": take or ""}, "--path"):
        found = moving.cost(state, side, kind, path, take)
    show(found.as_dict(), str(found), as_json)


@app.command()
def routes(
    pos: Position,
    side: Whose,
    kind: How,
    start: Annotated[
        str,
        typer.Option("--from", metavar="H", help="Where the units are: a number or a place name."),
    ],
    goal: Annotated[str, typer.Option("--to", metavar="H", help="The target: the same.")],
    take: Who = None,
    more: Annotated[
        int, typer.Option("--more", metavar="N", help="Also up to so many dearer ways.")
    ] = 0,
    limit: Annotated[
        int, typer.Option("--limit", metavar="N", help="At most so many of the cheapest ways.")
    ] = 100,
    as_json: AsJson = False,
    data: Data = None,
) -> None:
    """The cheapest ways from one hex to another (8.4)."""
    from witp_learn import moving

    state = position(pos)
    warn(state, as_json)
    with _told({"kind": kind, "take": take or ""}, "--from and --to"):
        found = moving.routes(state, side, kind, start, goal, take, more=more, limit=limit)
    show(found.as_dict(), str(found), as_json)


@contextmanager
def _told(given: dict[str, str], places: str) -> Iterator[None]:
    """Bad input told by the option it came from."""
    try:
        yield
    except BadData as error:
        option = places if error.key == "at" else f"--{error.key}"
        value = given.get(error.key, error.value)
        which = f"{error.value}: " if str(error.value) != str(value) else ""
        stop(f"{option} {value}: {which}{error.problem}")
    except Unreadable as error:
        stop(f"{places} {error.piece}: {error.problem}")
