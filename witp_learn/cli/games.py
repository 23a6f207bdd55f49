"""The commands that play: what may be done, a position after actions, games and their records."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from witp_learn.cli.common import (
    POS,
    WITH_BASES,
    AsJson,
    Data,
    app,
    filled,
    position,
    recorded,
    show,
    stop,
    warn,
)
from witp_learn.engine import NotAllowed
from witp_learn.explain import say
from witp_learn.files import BadData, one_of, parse, read_text
from witp_learn.game import FORMAT, Game
from witp_learn.model import Side, State
from witp_learn.playing import OPTIONS, SECOND_HAND, new_game, play_on, scenario_with_bases, summary
from witp_learn.playing import legal as legal_in
from witp_learn.playing import replay as replay_record
from witp_learn.position.file import to_plain, write

if TYPE_CHECKING:
    from witp_learn.bots import Choice

Position = Annotated[
    str,
    typer.Argument(
        metavar="POS",
        help=f"{POS} Or the record of a game, as far as it goes, also example:NAME of one where no "
        "position has that name.",
    ),
]
Actions = Annotated[
    list[str],
    typer.Argument(
        metavar="ACTION...",
        help="what is done, in order, each in quotes, with hex numbers or place names: "
        '"target Manila" "activate 0804" ...',
    ),
]
Record = Annotated[
    str,
    typer.Argument(
        metavar="GAME", help="the record of a game, example:NAME, or - for standard input."
    ),
]
Out = Annotated[
    str | None,
    typer.Option("--out", metavar="FILE", callback=filled, help="Write the record to this file."),
]
Scenario = Annotated[str, typer.Option("--scenario", metavar="NAME", help="The set-up.")]
WithBases = Annotated[
    bool, typer.Option("--bases", help="With the six optional Allied bases (6.6.2).")
]
Options = Annotated[
    list[str] | None,
    typer.Option(
        "--option",
        metavar="NAME",
        help=f"An optional rule: {one_of(OPTIONS)}; {SECOND_HAND} is an erratum known at second "
        "hand only.",
    ),
]
LastTurn = Annotated[
    int, typer.Option("--last-turn", metavar="N", help="The last turn of a short game (13.2).")
]
Bid = Annotated[
    int,
    typer.Option(
        "--bid",
        metavar="N",
        help="Ports and airfields Japan has to hold then: the higher of two secret bids (13.2).",
    ),
]


def not_over_another(out: str | None) -> None:
    """Stop where a new record would be written over a file that is there."""
    if out and Path(out).exists():
        stop(f"--out {out}: is there already; name another file, or remove it first")


def _position(source: str) -> State:
    """The position to play from: as other commands take it, or where a recorded game stands.

    A recorded game of the companion is taken where there is no position of its name. With the
    optional bases none is built on turn 1 (6.6.2e).
    """
    if recorded(source):
        return replay_record(source).state
    if Path(source).is_file() and parse(read_text(source), source).get("format") == FORMAT:
        return replay_record(source).state
    if source.startswith("scenario:") and source.endswith(WITH_BASES):
        return scenario_with_bases(source.removeprefix("scenario:").removesuffix(WITH_BASES))
    return position(source)


@contextmanager
def by_option() -> Iterator[None]:
    """Let an error about the start of a game name the option that was given."""
    try:
        yield
    except BadData as error:
        named = _NAMED.get(error.key.partition("[")[0])
        if named is None:
            raise
        raise BadData("", named, error.problem, error.value) from None


_NAMED = {"last_turn": "--last-turn", "bid": "--bid", "options": "--option"}
"""The options of the command line that say what a record has under these keys."""


def say_second_hand(options: Iterable[str], as_json: bool) -> None:
    """Say on standard error that an option is not the rulebook's; nothing in machine output."""
    if SECOND_HAND in options and not as_json:
        typer.echo(f"{SECOND_HAND}: {say(f'options.{SECOND_HAND}')}", err=True)


def kept(found: Game, out: str | None) -> None:
    """Write the record of a game to a file, where one is named."""
    if out is not None:
        found.save(out)


@app.command()
def legal(pos: Position, as_json: AsJson = False, data: Data = None) -> None:
    """What may be done in a position (3.1).

    Moves are listed one way for each group of like units, redeployments with all, all like ones or
    one. Other ways, other numbers and units left on the way may be allowed too: ask apply.
    """
    state = _position(pos)
    found = legal_in(state)
    warn(state, as_json)
    show(found.as_dict(), str(found), as_json)


@app.command()
def apply(pos: Position, actions: Actions, as_json: AsJson = False, data: Data = None) -> None:
    """The position after some actions, or why not (3.1)."""
    state = _position(pos)
    warn(state, as_json)
    found = new_game(state)
    try:
        found.play(*actions)
    except NotAllowed as error:
        _refused(error, as_json)
        return
    show(to_plain(found.state), _played(found), as_json)


def _played(found: Game) -> str:
    """What happened, where the turn stands, and the position, which can be fed back."""
    return "\n".join([*found.log(), "", found.status, "", write(found.state).rstrip()])


def _refused(error: NotAllowed, as_json: bool) -> None:
    verdict = error.verdict
    reasons = [
        {"rule": one.rule, "why": one.why, "hex": one.hex, "text": one.text}
        for one in verdict.reasons
    ]
    illegal = {"illegal": {"action": str(verdict.action), "reasons": reasons}}
    show(illegal, str(verdict), as_json)


@app.command()
def new(
    scenario: Scenario = "standard",
    bases: WithBases = False,
    option: Options = None,
    last_turn: LastTurn = 0,
    bid: Bid = 0,
    out: Out = None,
    as_json: AsJson = False,
    data: Data = None,
) -> None:
    """Begin a game: its record, to keep and to play on (3.1).

    A file that is there already is left as it is.
    """
    not_over_another(out)
    with by_option():
        begun = new_game(
            scenario,
            optional_bases=bases,
            options=option or (),
            last_turn=last_turn,
            bid=bid,
        )
    kept(begun, out)
    say_second_hand(option or (), as_json)
    _told(begun, as_json)


@app.command()
def play(
    game: Record,
    actions: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[ACTION...]",
            help='What is done, in order, each in quotes: "build Taiwan" "pass" ...',
        ),
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(
            "--seed", metavar="N", help="Throw dice and draw cards that are due, by this number."
        ),
    ] = None,
    bot: Annotated[
        list[str] | None,
        typer.Option("--bot", metavar="SIDE", help="Let the greedy bot play a side; needs --seed."),
    ] = None,
    out: Out = None,
    as_json: AsJson = False,
    data: Data = None,
) -> None:
    """Go on with a recorded game (3.1).

    The record with more actions is written only with --out.

    With a number for chance, dice and cards that are due come before an action that must wait for
    them, and after the last one.
    """
    if bot and seed is None:
        stop("--bot: needs --seed N, which decides the dice and the cards")
    if not actions and seed is None:
        stop("play needs an action, or --seed N for the dice and cards that are due")
    for side in bot or ():
        if side not in tuple(Side):
            raise BadData("", "--bot", f"must be {one_of(Side)}", side)
    found = replay_record(game)
    sides = dict.fromkeys(bot or (), "greedy")
    first = len(found.history)
    chosen: dict[int, Choice] = {}
    try:
        for action in actions or ():
            if seed is not None and (found.acting in sides or not found.check(action).ok):
                chosen |= _by_itself(found, seed, sides)
            found.play(action)
        if seed is not None:
            chosen |= _by_itself(found, seed, sides)
    except NotAllowed as error:
        _refused(error, as_json)
        if len(found.history) > first and not as_json:
            typer.echo(say("game.nothing_kept", actions=len(found.history) - first))
        return
    kept(found, out)
    if not as_json:
        typer.echo("\n".join([*_happened(found, first, chosen), "", found.status, ""]))
    _told(found, as_json)


def _by_itself(found: Game, seed: int, sides: dict[str, str]) -> dict[int, Choice]:
    """Play on by chance and by bots; the choices of the bots by their place in the game."""
    first = len(found.history)
    done = play_on(found, seed, **sides)
    return {first + i: choice for i, (_, choice) in enumerate(done) if choice is not None}


def _happened(found: Game, first: int, chosen: dict[int, Choice]) -> Iterator[str]:
    """What was done since, what it led to, and what spoke for a bot's choice."""
    for index, entry in enumerate(found.history[first:], first):
        who = f"{entry.side.adjective}: " if entry.side else ""
        yield f"{who}{entry.action}"
        if index in chosen:
            yield from (f"    {why}" for why in chosen[index].whys())
        yield from (f"  {event}" for event in entry.events)


@app.command()
def replay(game: Record, as_json: AsJson = False, data: Data = None) -> None:
    """What happened in a recorded game, and where it stands (3.1)."""
    found = replay_record(game)
    show(summary(found), _played(found), as_json)


def _told(found: Game, as_json: bool) -> None:
    show(summary(found), found.record().rstrip(), as_json)
