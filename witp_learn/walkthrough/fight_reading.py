"""Reading the steps about battles and sums: every slip told with file, key and value."""

from __future__ import annotations

from witp_learn.files import BadData, Unreadable
from witp_learn.hexgrid import HexId
from witp_learn.model import State
from witp_learn.walkthrough.book import Book, Mode, StepData, SumKind
from witp_learn.walkthrough.combat_look import FACES, CombatLook
from witp_learn.walkthrough.combat_points import needs_dice, read_points
from witp_learn.walkthrough.sum_look import SumLook

_ONLY = {
    "choices": Mode.COMBAT,
    "odds": Mode.COMBAT,
    "sum": Mode.SUM,
    "move": Mode.MOVE,
    "play": Mode.PLAY,
}


def check_fields(step: StepData, source: str, key: str) -> None:
    """Dice, choices, odds, sums, moves and games stand only in steps whose question needs them."""
    for name, mode in _ONLY.items():
        if getattr(step, name) and step.mode is not mode:
            raise BadData(source, f"{key}.{name}", f"belongs to a step about {mode}")
    if step.dice and step.mode not in (Mode.COMBAT, Mode.SUM):
        raise BadData(source, f"{key}.dice", "belongs to a step about combat or sum")
    if step.battle != 1 and step.mode is not Mode.COMBAT:
        raise BadData(source, f"{key}.battle", "belongs to a step about combat")
    for index, die in enumerate(step.dice):
        if die not in FACES:
            raise BadData(source, f"{key}.dice[{index}]", "a die shows 1 to 6", die)


def combat_look(state: State, hex_id: HexId, step: StepData, source: str, key: str) -> CombatLook:
    """The battle that a step looks at, fought as far as its dice go."""
    look = CombatLook(state, hex_id, step.dice, step.choices, step.battle, step.odds)
    try:
        found = look.combat
    except Unreadable as error:
        raise BadData(source, f"{key}.choices", str(error)) from None
    if found.spare:
        problem = "are more than the fight needs, or a die has no partner"
        raise BadData(source, f"{key}.dice", problem, list(step.dice))
    fought = len(found.battles)
    if not 0 <= step.battle <= fought:
        there = f"must be 0, for the hex alone, or 1 to {fought}"
        raise BadData(source, f"{key}.battle", f"{there}, as far as the dice go", step.battle)
    return look


def sum_look(state: State, step: StepData, source: str, key: str) -> SumLook:
    """What a step adds up."""
    if step.look:
        raise BadData(source, f"{key}.look", "a step about sums looks at nothing", step.look)
    look = SumLook(state, step.sum, step.dice)
    for index, wanted in enumerate(step.sum):
        for at, hex_id in enumerate(wanted.way):
            if hex_id not in state.board:
                where = f"{key}.sum[{index}].way[{at}]"
                raise BadData(source, where, "is not on the board", hex_id)
    try:
        made = look.sums
    except ValueError as error:
        raise BadData(source, f"{key}.sum", str(error)) from None
    needed = 2 * sum(one.kind is SumKind.TRP for one in made)
    if len(step.dice) != needed:
        problem = f"must be {needed} dice, two for each roll"
        raise BadData(source, f"{key}.dice", problem, list(step.dice))
    return look


def printed_keys(look: CombatLook, book: Book, source: str, key: str) -> tuple[str, ...]:
    """The names of the printed points; each can be read, and has the dice it speaks of."""
    found: list[str] = []
    for index, text in enumerate(book.printed):
        where = f"{key}.printed[{index}]"
        try:
            points = read_points(text, look.state.board.label)
        except ValueError as error:
            raise BadData(source, where, str(error), text) from None
        if any(needs_dice(point) for point in points) and not look.rolled:
            raise BadData(source, where, "speaks of dice, but none lie in this battle", text)
        found += [point.key for point in points]
    return tuple(found)
