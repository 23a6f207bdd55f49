"""The commands about an owner's data folder."""

from __future__ import annotations

from typing import Annotated

import typer

from witp_learn.cli.common import AsJson, app, show

data = typer.Typer(no_args_is_help=True, rich_markup_mode=None)
app.add_typer(data, name="data", help="Your own map and pieces: make a data folder, check it.")

Folder = Annotated[str, typer.Argument(metavar="DIR", help="The folder.")]


@data.command()
def init(folder: Folder, as_json: AsJson = False) -> None:
    """Write a data folder to correct from your own game."""
    from witp_learn.components.folder import README, init

    written = init(folder)
    names = ", ".join(file.name for file in written)
    text = (
        f"Wrote {names} into {folder}.\n"
        f"{README} there explains every table. Then: witp-learn data check {folder}, and\n"
        f"witp-learn app --data {folder} to correct it in the companion."
    )
    show({"folder": str(folder), "written": [str(file) for file in written]}, text, as_json)


@data.command()
def check(folder: Folder, as_json: AsJson = False) -> None:
    """Read a data folder and say how well each table is known.

    Also where the rulebook says otherwise.
    """
    from witp_learn.components.folder import check

    report = check(folder)
    show(report.as_dict(), str(report), as_json)
