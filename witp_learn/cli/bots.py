"""The command that lets two bots play a whole game."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from witp_learn.bots import NAMES
from witp_learn.cli.common import AsJson, Data, app, show, stop
from witp_learn.files import BadData, one_of
from witp_learn.playing import OPTIONS, bot_game, summary

_NAMES = one_of(NAMES)


@app.command()
def bot(
    scenario: Annotated[
        str, typer.Option("--scenario", metavar="NAME", help="The set-up.")
    ] = "standard",
    seed: Annotated[
        int, typer.Option("--seed", metavar="N", help="The same number gives the same game.")
    ] = 1,
    japan: Annotated[
        str, typer.Option("--japan", metavar="BOT", help=f"Who plays Japan: {_NAMES}.")
    ] = "greedy",
    allies: Annotated[
        str, typer.Option("--allies", metavar="BOT", help=f"Who plays the Allies: {_NAMES}.")
    ] = "greedy",
    bases: Annotated[
        bool, typer.Option("--bases", help="With the six optional Allied bases (6.6.2).")
    ] = False,
    option: Annotated[
        list[str] | None,
        typer.Option("--option", metavar="NAME", help=f"An optional rule: {one_of(OPTIONS)}."),
    ] = None,
    last_turn: Annotated[
        int, typer.Option("--last-turn", metavar="N", help="The last turn of a short game (13.2).")
    ] = 0,
    bid: Annotated[
        int,
        typer.Option(
            "--bid", metavar="N", help="Ports and airfields Japan has to hold then (13.2)."
        ),
    ] = 0,
    why: Annotated[
        bool, typer.Option("--why", help="With what spoke for and against each choice.")
    ] = False,
    out: Annotated[
        str, typer.Option("--out", metavar="FILE", help="Write the record to this file.")
    ] = "",
    as_json: AsJson = False,
    data: Data = None,
) -> None:
    """A whole game played by two bots, as a record (3.1)."""
    for option_name, name in (("--japan", japan), ("--allies", allies)):
        if name not in NAMES:
            raise BadData("", option_name, f"must be {_NAMES}", name)
    if out and Path(out).exists():
        stop(f"--out {out}: is there already; name another file, or remove it first")
    played = bot_game(
        scenario,
        seed,
        japan=japan,
        allies=allies,
        optional_bases=bases,
        options=option or (),
        last_turn=last_turn,
        bid=bid,
    )
    if out:
        played.game.save(out)
    answer = summary(played.game) | ({"why": played.why()} if why else {})
    text = "\n".join(played.lines()) if why else played.game.record().rstrip()
    show(answer, f"{text}\n\n{played.game.status}", as_json)
