"""The commands that ask something of a position."""

from __future__ import annotations

from typing import Annotated

import typer

from witp_learn import queries
from witp_learn.cli.common import AsJson, Data, Position, app, filled, position, show, stop, warn
from witp_learn.files import Unreadable
from witp_learn.model import Side, State
from witp_learn.position.finding import find_place


@app.command()
def azoc(pos: Position, as_json: AsJson = False, data: Data = None) -> None:
    """The hexes under each side's air zone, after lifting (2.2.3)."""
    state = position(pos)
    zones = queries.air_zones(state)
    warn(state, as_json)
    show(zones.as_dict(), str(zones), as_json)


@app.command()
def supply(
    pos: Position,
    as_json: AsJson = False,
    at: Annotated[
        str | None,
        typer.Option(
            "--at", metavar="HEX", callback=filled, help="The whole answer for a hex or place."
        ),
    ] = None,
    data: Data = None,
) -> None:
    """Which units are in supply, and why (7).

    Both sides are judged from the one position.
    """
    state = position(pos)
    found = queries.supply(state)
    if at is not None:
        there = _asked(state, at)
        rows = [r for r in found if there in (r.unit.at, r.unit.hex)]
        if not rows:
            stop(f"--at {at}: no unit stands there")
        warn(state, as_json)
        answers = {"units": [r.as_dict() for r in rows]}
        show(answers, "\n\n".join(str(r.answer) for r in rows), as_json)
        return
    warn(state, as_json)
    show(found.as_dict(), str(found), as_json)


def _asked(state: State, at: str) -> str:
    """The hex that is asked about, with the letter of a sea where one is named."""
    try:
        return find_place(state.board, at)
    except Unreadable as error:
        stop(f"--at {at}: {error.problem}")


@app.command()
def bases(
    pos: Position,
    side: Annotated[Side, typer.Option("--side", help="Whose bases.")],
    as_json: AsJson = False,
    data: Data = None,
) -> None:
    """Where a side may build a base, and why not elsewhere (6).

    The supply network comes first: the bases that are linked, and those cut off.
    """
    state = position(pos)
    found = queries.bases(state, side)
    warn(state, as_json)
    show(found.as_dict(), str(found), as_json)
