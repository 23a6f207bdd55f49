"""The command that lets two bots play a whole game."""

from __future__ import annotations

from typing import Annotated

import typer

from witp_learn.bots import NAMES
from witp_learn.cli.common import AsJson, Data, app, show
from witp_learn.cli.games import (
    Bid,
    LastTurn,
    Options,
    Out,
    Scenario,
    WithBases,
    by_option,
    kept,
    not_over_another,
    say_second_hand,
)
from witp_learn.files import BadData, one_of
from witp_learn.playing import bot_game, summary

_NAMES = one_of(NAMES)


@app.command()
def bot(
    scenario: Scenario = "standard",
    seed: Annotated[
        int, typer.Option("--seed", metavar="N", help="The same number gives the same game.")
    ] = 1,
    japan: Annotated[
        str, typer.Option("--japan", metavar="BOT", help=f"Who plays Japan: {_NAMES}.")
    ] = "greedy",
    allies: Annotated[
        str, typer.Option("--allies", metavar="BOT", help=f"Who plays the Allies: {_NAMES}.")
    ] = "greedy",
    bases: WithBases = False,
    option: Options = None,
    last_turn: LastTurn = 0,
    bid: Bid = 0,
    why: Annotated[
        bool, typer.Option("--why", help="With what spoke for and against each choice.")
    ] = False,
    out: Out = None,
    as_json: AsJson = False,
    data: Data = None,
) -> None:
    """A whole game between two bots, as a record (3.1)."""
    for option_name, name in (("--japan", japan), ("--allies", allies)):
        if name not in NAMES:
            raise BadData("", option_name, f"must be {_NAMES}", name)
    not_over_another(out)
    with by_option():
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
    kept(played.game, out)
    say_second_hand(option or (), as_json)
    answer = summary(played.game) | ({"why": played.why()} if why else {})
    status = played.game.status
    record = f"{played.game.record().rstrip()}\n\n# {status}"
    show(answer, "\n".join([*played.lines(), "", status]) if why else record, as_json)
