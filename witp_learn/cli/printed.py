"""The command about the rulebook's printed examples: what they print, and what the rules give."""

from __future__ import annotations

from typing import Annotated

import typer

from witp_learn.cli.common import AsJson, app, filled, show


@app.command()
def examples(
    about: Annotated[
        str | None,
        typer.Argument(
            metavar="[ID]",
            callback=filled,
            help="A clause, 14.1m, for one example with how it is computed; or a section, 14.1.",
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """The rulebook's printed examples beside what the rules give."""
    from witp_learn.printed_examples import printed

    found = printed(about or "")
    text = str(next(iter(found)) if len(found) == 1 else found)
    show(found.as_dict() if as_json else {}, text, as_json)
