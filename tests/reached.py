"""Which functions of the rules a run has reached, for the list of those it never did."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

import witp_learn

HOME = Path(witp_learn.__file__).parent

KINDS = (
    "Roll",
    "Build",
    "Remove",
    "Target",
    "Activate",
    "Move",
    "Support",
    "Fight",
    "Hit",
    "Lose",
    "Retreat",
    "Displace",
    "Draw",
    "Declare",
    "Redeploy",
    "Rebuild",
    "Place",
    "Pass",
)
"""Kinds of action of a game by the default readings (`Land` belongs to another reading)."""

NOT_IN_PLAY: dict[str, str] = {
    "rules/planning.py": "plans of bases in the supply lab",
    "rules/base_leaning.py": "what a base answer rests on",
    "rules/leaning.py": "what a supply answer rests on",
    "rules/movement_leaning.py": "what a movement answer rests on",
    "rules/movement_answers.py": "answers of the move lab",
    "rules/base_answers.py": "answers about bases",
    "rules/zone_answers.py": "answers about zones and control",
    "rules/answers.py": "answers about supply",
    "rules/combat_answers/after.py": "answers of the combat lab",
    "rules/combat_answers/answers.py": "answers of the combat lab",
    "rules/combat_answers/changes.py": "answers of the combat lab",
    "rules/combat_answers/hurt.py": "answers of the combat lab",
    "rules/combat_answers/leaning.py": "answers of the combat lab",
    "rules/combat_answers/ledger.py": "answers of the combat lab",
    "rules/combat_answers/outcome.py": "answers of the combat lab",
    "rules/combat_answers/sheet.py": "answers of the combat lab",
    "rules/combat_answers/text.py": "answers of the combat lab",
    "rules/combat_answers/lines.py": "answers of the combat lab",
    "rules/combat_answers/words.py": "answers of the combat lab",
    "rules/combat/record.py:fight_out": "a fight asked of a position, not played",
    "rules/combat/record.py:result": "a fight asked of a position, not played",
    "rules/combat/choices.py:_do_land": "landing left to choice is another reading (9.1c)",
    "rules/combat/tally.py:ways": "exact chances",
    "rules/combat/tally.py:alike": "exact chances",
    "rules/control.py:lifted_zone": "drawn on the map",
    "rules/lines.py:end_stops": "ends are tested by another reading (6.3c)",
    "rules/resources.py:trp_chances": "exact chances",
    "rules/routes.py:routes": "the list of ways in the move lab",
    "rules/routes.py:first_choice": "the way the move lab proposes",
    "rules/redeployment/places.py:haven": "the reasons of a question, play asks for yes or no",
    "rules/redeployment/places.py:friendly": "the reasons of a question, play asks for yes or no",
    "rules/rebuilding.py:serves": "the reasons of a question, play asks for yes or no",
    "rules/turn_end/short_game.py:award": "the bids come before the game (13.2b)",
    "rules/turn_end/short_war.py:midway_value": "the printed example",
    "engine/foresight.py:starving": "the warning of the move lab",
}
"""Rule functions, or modules, that no play by the default readings asks, with the reason."""


def rule_functions() -> Iterator[str]:
    """``rules/supply.py:check`` for every function of rules and referee that names clauses."""
    for folder in ("rules", "engine"):
        for path in sorted((HOME / folder).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, ast.FunctionDef) and "Rules:" in (
                    ast.get_docstring(node) or ""
                ):
                    yield f"{path.relative_to(HOME).as_posix()}:{node.name}"


@contextmanager
def watching(seen: set[str], *, on: bool = True) -> Iterator[None]:
    """Write down every function of the package that is called meanwhile."""
    if not on:
        yield
        return
    home = f"{HOME}/"
    codes: set[Any] = set()

    def note(frame: FrameType, *_: object) -> None:
        codes.add(frame.f_code)

    sys.settrace(note)
    try:
        yield
    finally:
        sys.settrace(None)
        seen.update(
            f"{code.co_filename.removeprefix(home)}:{code.co_name}"
            for code in codes
            if code.co_filename.startswith(home)
        )


def never(seen: set[str]) -> list[str]:
    """The rule functions of play that were not reached."""
    return [
        name
        for name in rule_functions()
        if name not in seen and name not in NOT_IN_PLAY and name.split(":")[0] not in NOT_IN_PLAY
    ]
