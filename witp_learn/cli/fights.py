"""The commands about combat: a fight with its dice, and the exact chances before them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any

import typer

from witp_learn.cli.common import AsJson, Data, Position, app, position, show, stop, warn
from witp_learn.files import BadData, Unreadable
from witp_learn.model import Side, State

if TYPE_CHECKING:
    from witp_learn.odds import Chance, Changes, PointsOdds

Where = Annotated[
    str,
    typer.Option(
        "--hex",
        metavar="H",
        help="The hex fought over: a number or a place name. A coast letter is accepted. Without "
        "it the hexes fought over are listed, and the only one is taken.",
    ),
]
Hold = Annotated[
    list[str] | None,
    typer.Option(
        "--hold",
        metavar="HEX",
        help="Hold back from support the air units of this hex; 0507 jp means those of one "
        "nation. It may be given several times.",
    ),
]

_OPTIONS = {"dice": "--dice", "choices": "--choose", "held": "--hold", "policy": "--policy"}


@app.command()
def combat(
    pos: Position,
    where: Where = "",
    dice: Annotated[
        str,
        typer.Option(
            "--dice",
            metavar="6,5,1,6",
            help="Japan's die, then the Allies', for each roll in turn; after a tie the next two "
            "belong to the same battle. Without dice the strengths are shown.",
        ),
    ] = "",
    choose: Annotated[
        list[str] | None,
        typer.Option(
            "--choose",
            metavar="ACTION",
            help="What an owner chooses, such as 'retreat fleet 0607'. It answers the next "
            "question that offers it; all others are decided by default. It may be given several "
            "times.",
        ),
    ] = None,
    hold: Hold = None,
    as_json: AsJson = False,
    data: Data = None,
) -> None:
    """The fight for a hex, term by term: strengths, dice, hits, retreat, what is left (9)."""
    from witp_learn import fighting

    state = position(pos)
    rolled = _dice(dice)
    hex_id = where or _only_fight(state, needed=as_json or bool(dice or choose or hold))
    warn(state, as_json)
    if not hex_id:
        typer.echo(str(fighting.fights(state)))
        return
    with _told(where, dice):
        fight = fighting.combat(state, hex_id, rolled, choose or (), held=hold or ())
        found = fight.as_dict() if as_json else {}
    show(found, str(fight), as_json)


@app.command()
def odds(
    pos: Position,
    where: Where = "",
    policy: Annotated[
        str,
        typer.Option(
            "--policy",
            metavar="default|best",
            help="How owners choose: what they do without being asked, or what is best for each.",
        ),
    ] = "default",
    hold: Hold = None,
    changes: Annotated[
        bool,
        typer.Option("--changes", help="Tell also what single changes would do to the chances."),
    ] = False,
    submarines: Annotated[
        bool,
        typer.Option(
            "--submarines", help="Instead: the chance that submarines hit this turn (10.4)."
        ),
    ] = False,
    resources: Annotated[
        bool,
        typer.Option(
            "--resources", help="Instead: how many resource points this turn may bring (5.1)."
        ),
    ] = False,
    sudden_death: Annotated[
        bool,
        typer.Option(
            "--sudden-death",
            help="Instead: the chance that Japan wins at once, by the optional rule (15).",
        ),
    ] = False,
    as_json: AsJson = False,
    data: Data = None,
) -> None:
    """The exact chances of the fight for a hex before its dice, all its battles chained (9)."""
    state = position(pos)
    asked = {"submarines": submarines, "resources": resources, "sudden_death": sudden_death}
    rolls = [name for name, wanted in asked.items() if wanted]
    if rolls and (where or hold or changes):
        stop(f"--{rolls[0].replace('_', '-')} is no fight: leave out --hex, --hold and --changes")
    warn(state, as_json)
    if rolls:
        found = {name: _rolls(state, name) for name in rolls}
        text = "\n".join(line["text"] for told in found.values() for line in told.values())
        show(found, text, as_json)
    else:
        _fight_odds(state, where, policy, hold or [], changes, as_json)


def _fight_odds(
    state: State, where: str, policy: str, hold: list[str], changes: bool, as_json: bool
) -> None:
    from witp_learn import fighting

    hex_id = where or _only_fight(state, needed=as_json or changes or bool(hold))
    if not hex_id:
        typer.echo(str(fighting.fights(state)))
        return
    with _told(where, ""):
        fight = fighting.combat(state, hex_id, held=hold)
        found = fight.odds(policy)
    told, texts = found.as_dict(), [str(found)]
    if changes:
        effects = {side: fight.what_changes(side) for side in Side}
        told["changes"] = {side.value: _effects(done) for side, done in effects.items()}
        texts += [_effects_text(side, done) for side, done in effects.items()]
    show(told, "\n\n".join(texts), as_json)


def _effects(changes: Changes) -> list[dict[str, str]]:
    return [
        {
            "edit": one.edit,
            "text": one.text,
            "before": str(one.before),
            "after": str(one.after),
            "delta": str(one.delta),
        }
        for one in changes
    ]


def _effects_text(side: Side, changes: Changes) -> str:
    from witp_learn.explain import say
    from witp_learn.odds import percent

    title = say("fighting.changes", side=side.adjective)
    rows = [f"  {percent(one.after):>22}  {one.text}" for one in changes]
    return "\n".join([title, *rows, say("fighting.unchanged", count=changes.unchanged)])


def _rolls(state: State, name: str) -> dict[str, dict[str, Any]]:
    """The chances of another roll on the turn of a position, by side."""
    from witp_learn import fighting

    if name == "sudden_death":
        return {"japan": _chance(fighting.sudden_death_odds(state))}
    if name == "submarines":
        found = {side: fighting.submarine_odds(state.turn, side) for side in Side}
        return {side.value: _chance(one) for side, one in found.items()}
    points = {side: fighting.resource_odds(state, side) for side in Side}
    return {side.value: _points(one) for side, one in points.items()}


def _chance(found: Chance) -> dict[str, Any]:
    return {"p": str(found.p), "text": found.text, "rules": list(found.rules)}


def _points(found: PointsOdds) -> dict[str, Any]:
    listed = sorted(found.points.chances.items())
    return {
        "base": found.base,
        "grade": found.grade,
        "points": {str(points): str(chance) for points, chance in listed},
        "text": found.text,
        "rules": list(found.rules),
    }


def _dice(text: str) -> tuple[int, ...]:
    """The dice of ``6,5,1,6``; other numbers than 1 to 6 are told of later."""
    words = text.replace(",", " ").split()
    for word in words:
        if not (word.isascii() and word.isdecimal() and len(word) < 5):
            stop(f"--dice {text}: {word} is no die; write numbers from 1 to 6, as in 6,5,1,6")
    return tuple(int(word) for word in words)


def _only_fight(state: State, *, needed: bool) -> str:
    """The only hex fought over. Where there is none or several: nothing, or the end if needed."""
    from witp_learn import fighting

    hexes = fighting.fights(state).hexes
    if len(hexes) == 1:
        return hexes[0]
    if needed:
        several = f"several hexes are fought over: {', '.join(hexes)}"
        stop(f"--hex is missing: {several if hexes else 'no hex is fought over'}")
    return ""


@contextmanager
def _told(where: str, dice: str) -> Iterator[None]:
    """Bad input told by the option it came from."""
    try:
        yield
    except BadData as error:
        option = _OPTIONS.get(error.key.partition("[")[0])
        if option is None:
            raise
        value = dice if option == "--dice" else str(error.value)
        which = f"{error.value}: " if error.key.endswith("]") else ""
        stop(f"{' '.join(filter(None, (option, value)))}: {which}{error.problem}")
    except Unreadable as error:
        stop(f"--hex {where}: {error.problem}")
