"""The commands about combat: a fight with its dice, and the exact chances before them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any

import typer

from witp_learn.cli.common import (
    FORMS,
    AsJson,
    Data,
    MaybePosition,
    Position,
    app,
    dice_of,
    filled,
    position,
    show,
    stop,
    warn,
)
from witp_learn.explain import say
from witp_learn.files import BadData, Unreadable
from witp_learn.model import Side, State

if TYPE_CHECKING:
    from witp_learn.fighting import Fight
    from witp_learn.odds import Changes

Where = Annotated[
    str | None,
    typer.Option(
        "--hex",
        metavar="H",
        callback=filled,
        help="The hex fought over: a number or a place name; the letter of one of its two seas is "
        "accepted. Without it the hexes fought over are listed, and the only one is taken.",
    ),
]
Hold = Annotated[
    list[str] | None,
    typer.Option(
        "--hold",
        metavar="HEX",
        callback=filled,
        help="Hold back from support the air units of this hex; 0507 jp means those of one "
        "nation. It may be given several times.",
    ),
]

_OPTIONS = {"dice": "--dice", "choices": "--choose", "held": "--hold", "policy": "--policy"}


@app.command()
def combat(
    pos: Position,
    where: Where = None,
    dice: Annotated[
        str | None,
        typer.Option(
            "--dice",
            metavar="6,5,1,6",
            callback=filled,
            help="Japan's die, then the Allies', for each roll in turn; after a tie the next two "
            "belong to the same battle. Without dice the strengths are shown.",
        ),
    ] = None,
    choose: Annotated[
        list[str] | None,
        typer.Option(
            "--choose",
            metavar="ACTION",
            callback=filled,
            help="What an owner chooses, such as 'retreat fleet Leyte'. It answers the next "
            "question that offers it; all others are decided by default. It may be given several "
            "times.",
        ),
    ] = None,
    hold: Hold = None,
    as_json: AsJson = False,
    data: Data = None,
) -> None:
    """A fight and its dice: strengths, hits, what is left (9).

    Every strength, die and hit is told term by term, each with its rule.
    """
    from witp_learn import fighting

    state = position(pos)
    rolled = () if dice is None else _dice(dice)
    hex_id = where or _only_fight(state, needed=as_json or bool(rolled or choose or hold))
    if not hex_id:
        warn(state, as_json)
        show({}, str(fighting.fights(state)), False)
        return
    with _told(where, dice):
        fight = fighting.combat(state, hex_id, rolled, choose or (), held=hold or ())
        _complete(fight)
        found = _as_json(fight) if as_json else {}
    warn(state, as_json)
    show(found, str(fight), as_json)


def _as_json(fight: Fight) -> dict[str, Any]:
    """The whole fight, or both strengths where no dice are given yet."""
    return fight.as_dict() if fight.dice or fight.over else fight.strengths()


def _complete(fight: Fight) -> None:
    """No die without its partner, no choice that no question has offered.

    Raises BadData for the first of them.
    """
    if len(fight.dice) % 2 and not fight.over:
        raise BadData("", "dice", fight.due, list(fight.dice))
    if fight.unasked:
        raise BadData("", "choices", say("fighting.not_asked"), fight.unasked[0])


@app.command()
def odds(
    pos: MaybePosition = None,
    where: Where = None,
    policy: Annotated[
        str | None,
        typer.Option(
            "--policy",
            metavar="default|best",
            callback=filled,
            help="How owners choose: what they do without being asked, which is the default, or "
            "what is best for each.",
        ),
    ] = None,
    hold: Hold = None,
    changes: Annotated[
        bool,
        typer.Option(
            "--changes",
            help="Tell also what single changes would do to the chances; owners choose by default.",
        ),
    ] = False,
    submarines: Annotated[
        bool,
        typer.Option(
            "--submarines",
            help="Instead: the chance that submarines hit this turn (10.4); all turns without POS.",
        ),
    ] = False,
    resources: Annotated[
        bool,
        typer.Option(
            "--resources",
            help="Instead: how many resource points this turn may bring (5.1); all turns without "
            "POS.",
        ),
    ] = False,
    sudden_death: Annotated[
        bool,
        typer.Option(
            "--sudden-death",
            help="Instead: the chance that Japan wins at once, by the optional rule (15); of each "
            "value without POS.",
        ),
    ] = False,
    as_json: AsJson = False,
    data: Data = None,
) -> None:
    """The exact chances of a fight before its dice (9).

    All battles for the hex are chained. All full air units in range support but those that --hold
    holds back.
    """
    asked = {"submarines": submarines, "resources": resources, "sudden_death": sudden_death}
    rolls = [name for name, wanted in asked.items() if wanted]
    of_fights = {"--hex": where, "--policy": policy, "--hold": hold, "--changes": changes}
    if rolls and (wrong := [option for option, given in of_fights.items() if given]):
        stop(f"--{rolls[0].replace('_', '-')} is no fight: leave out {' and '.join(wrong)}")
    if changes and policy not in (None, "default"):
        stop(f"--policy {policy}: --changes compares what owners do by default: leave one out")
    state = None if pos is None else position(pos)
    if rolls:
        _other_rolls(state, rolls, as_json)
    elif state is None:
        stop(f"POS is missing: give {FORMS}")
    else:
        _fight_odds(state, where, policy, hold or [], changes, as_json)


def _other_rolls(state: State | None, names: list[str], as_json: bool) -> None:
    from witp_learn.cli.rolls import told

    if state is not None:
        warn(state, as_json)
    found, text = told(state, names)
    show(found, text, as_json)


def _fight_odds(
    state: State,
    where: str | None,
    policy: str | None,
    hold: list[str],
    changes: bool,
    as_json: bool,
) -> None:
    from witp_learn import fighting

    hex_id = where or _only_fight(state, needed=as_json or changes or bool(hold or policy))
    if not hex_id:
        warn(state, as_json)
        show({}, str(fighting.fights(state)), False)
        return
    with _told(where, None):
        fight = fighting.combat(state, hex_id, held=hold)
        found = fight.odds(policy or "default")
    told, texts = found.as_dict(), [str(found)]
    texts += [_support(fight)] if fight.battles else [_nobody(fight)]
    if changes:
        effects = {side: fight.what_changes(side) for side in Side} if fight.battles else {}
        told["changes"] = {s.value: _effects(effects[s]) if effects else [] for s in Side}
        texts += [_effects_text(side, done) for side, done in effects.items()]
    warn(state, as_json)
    show(told, "\n\n".join(texts), as_json)


def _support(fight: Fight) -> str:
    """Which air units are held back, and how to hold some back."""
    if not fight.held:
        return say("fighting.none_held")
    board = fight.state.board
    units = [
        say("fighting.held_unit", place=board.label(at), nation=nation.adjective)
        for at, nation in sorted(fight.held)
    ]
    return say("fighting.held", units=", ".join(units))


def _nobody(fight: Fight) -> str:
    """Why nobody fights there."""
    from witp_learn.rules.combat_answers.answers import fight_answer

    found = fight_answer(fight.state, fight.hex)
    return say("fighting.nobody", why=found.deciding, rules=", ".join(found.rules))


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
    from witp_learn.odds import percent

    now = percent(changes.before)
    title = say("fighting.changes", side=side.adjective, measured=changes.measured, now=now)
    rows = [f"  {percent(one.after):>22}  {one.text}" for one in changes]
    return "\n".join([title, *rows, say("fighting.unchanged", count=changes.unchanged)])


def _dice(text: str) -> tuple[int, ...]:
    """The dice of ``6,5,1,6``; other numbers than 1 to 6 are told of later."""
    words = dice_of(text)
    for word in words:
        if not word:
            stop(f"--dice {text}: a die is missing; write numbers from 1 to 6, as in 6,5,1,6")
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
def _told(where: str | None, dice: str | None) -> Iterator[None]:
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
