"""The command that shows which clauses of the rulebook are carried, tested and shown."""

from __future__ import annotations

from typing import Annotated

import typer

from witp_learn.cli.common import AsJson, app, show


@app.command()
def coverage(
    open_only: Annotated[
        bool, typer.Option("--open", help="Only the clauses that lack code or a test.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """For every clause: its code, its tests, where it is shown."""
    from witp_learn.coverage import coverage

    found = coverage()
    show(found.as_dict(open_only), found.text(open_only), as_json)
