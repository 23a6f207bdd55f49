"""The commands of the second ruleset, dice-pool land combat."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Annotated, TypeVar

import typer

from witp_learn.cli.common import AsJson, app, dice_of, filled, show, stop
from witp_learn.files import BadData, Unreadable

dicepool = typer.Typer(no_args_is_help=True, rich_markup_mode=None)
app.add_typer(dicepool, name="dicepool", help="The second ruleset: dice-pool land combat (D-).")

T = TypeVar("T")

Attacker = Annotated[
    str, typer.Option("--attacker", metavar="FORCE", help="Such as infantry:3,tank:1.")
]
Defender = Annotated[
    str, typer.Option("--defender", metavar="FORCE", help="Such as infantry:2,artillery:1.")
]
Units = Annotated[
    str | None,
    typer.Option(
        "--units",
        metavar="FILE",
        callback=filled,
        help="Your own unit table (TOML); sample: made-up aircraft for trying the air stages.",
    ),
]
AttackerLeaves = Annotated[
    str,
    typer.Option(
        "--attacker-leaves", metavar="WHEN", help="never, after:N (round N), or tanks (see below)."
    ),
]
DefenderLeaves = Annotated[
    str,
    typer.Option(
        "--defender-leaves",
        metavar="WHEN",
        help="The same for the defender; tanks: once only aircraft and tanks are left.",
    ),
]
AttackerTargets = Annotated[
    str | None,
    typer.Option(
        "--attacker-targets",
        metavar="ORDERS",
        callback=filled,
        help="Where the attacker may choose: strafing=artillery,tank; dogfight=bomber. Also "
        "answer and withdrawal. Types not named follow in the order of main combat.",
    ),
]
DefenderTargets = Annotated[
    str | None,
    typer.Option(
        "--defender-targets",
        metavar="ORDERS",
        callback=filled,
        help="The same for the defender.",
    ),
]
Refuge = Annotated[
    bool,
    typer.Option(
        "--refuge/--no-refuge",
        help="Whether an adjacent friendly territory can take the defender's aircraft.",
    ),
]


def _read(option: str, reading: Callable[[], T]) -> T:
    """What an option says; what cannot be read ends the command naming the option."""
    try:
        return reading()
    except Unreadable as error:
        raise BadData("", "", f"{option}: {error}") from None


class _Asked:
    """The forces and the plan that a command was given."""

    def __init__(
        self,
        forces: tuple[str, str],
        units: str | None,
        leaves: tuple[str, str],
        targets: tuple[str | None, str | None],
        refuge: bool,
    ) -> None:
        from witp_learn import dicepool as rules

        table = rules.sample() if units == "sample" else rules.units(units)
        sides, conducts = [], []
        for role, force, when, wish in zip(rules.Role, forces, leaves, targets, strict=True):
            sides.append(_read(f"--{role}", partial(rules.force, force, table)))
            leave = _read(f"--{role}-leaves", partial(rules.leave, when))
            wished = partial(rules.conduct, wish or "", leave, table)
            conducts.append(_read(f"--{role}-targets", wished))
        self.table = table
        self.attacker, self.defender = sides
        self.plan = rules.Plan(conducts[0], conducts[1], refuge)

    def warn(self, as_json: bool) -> None:
        """Say on standard error what is strange: units that cannot move, targets never hit."""
        from witp_learn.dicepool.answers import odd

        if not as_json:
            for strange in odd(self.attacker, self.defender, self.plan):
                typer.echo(f"Odd: {strange}", err=True)


@dicepool.command()
def odds(
    attacker: Attacker,
    defender: Defender,
    units: Units = None,
    attacker_leaves: AttackerLeaves = "never",
    defender_leaves: DefenderLeaves = "never",
    attacker_targets: AttackerTargets = None,
    defender_targets: DefenderTargets = None,
    refuge: Refuge = True,
    as_json: AsJson = False,
) -> None:
    """The exact chances of a whole battle.

    Who is left, how many rounds, what is lost, and what would change it.
    """
    from witp_learn import dicepool as rules

    asked = _Asked(
        (attacker, defender),
        units,
        (attacker_leaves, defender_leaves),
        (attacker_targets, defender_targets),
        refuge,
    )
    asked.warn(as_json)
    found = rules.odds(asked.attacker, asked.defender, asked.plan)
    if as_json:
        show(found.as_dict(), "", True)
        return
    show({}, f"{rules.answer(found, asked.table)}\n\n{found}", False)


@dicepool.command()
def battle(
    attacker: Attacker,
    defender: Defender,
    dice: Annotated[
        str | None,
        typer.Option(
            "--dice",
            metavar="DICE",
            callback=filled,
            help="All dice in the order of the volleys, such as 3,5,1; the attacker's come first "
            "in each stage. Without it the dice are thrown.",
        ),
    ] = None,
    seed: Annotated[
        int | None, typer.Option("--seed", metavar="N", help="Throws the same dice every time.")
    ] = None,
    units: Units = None,
    attacker_leaves: AttackerLeaves = "never",
    defender_leaves: DefenderLeaves = "never",
    attacker_targets: AttackerTargets = None,
    defender_targets: DefenderTargets = None,
    refuge: Refuge = True,
    as_json: AsJson = False,
) -> None:
    """One battle, round by round, with its dice.

    Every die, where its hits fall, and who holds the territory.
    """
    from witp_learn import dicepool as rules

    if dice is not None and seed is not None:
        stop("--seed: the dice are given with --dice, so none are thrown")
    asked = _Asked(
        (attacker, defender),
        units,
        (attacker_leaves, defender_leaves),
        (attacker_targets, defender_targets),
        refuge,
    )
    asked.warn(as_json)
    thrown = _read("--dice", partial(_dice, dice)) if dice is not None else Random(seed)
    fought = _read(
        "--dice", lambda: rules.battle(asked.attacker, asked.defender, thrown, asked.plan)
    )
    show(fought.as_dict(), str(fought), as_json)


@dicepool.command()
def units(table: Units = None, as_json: AsJson = False) -> None:
    """The unit types: those of the text, and your own."""
    from witp_learn import dicepool as rules

    known = rules.sample() if table == "sample" else rules.units(table)
    show({"units": [rules.type_as_dict(unit) for unit in known]}, str(known), as_json)


def _dice(text: str) -> list[int]:
    pieces = dice_of(text)
    for piece in pieces:
        if not piece:
            raise Unreadable(text, "a die is missing; write numbers from 1 to 6, as in 3,5,1")
        if not re.fullmatch(r"[1-6]", piece):
            raise Unreadable(piece, "a die must show a whole number from 1 to 6, as in 3,5,1")
    return [int(piece) for piece in pieces]
