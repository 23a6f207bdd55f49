"""Reading the steps about moves: every slip told with file, key and value."""

from __future__ import annotations

from witp_learn import actions
from witp_learn.files import BadData, one_of
from witp_learn.model import Side, State
from witp_learn.rules.moves import Move, judge
from witp_learn.rules.stacks import Take, stack
from witp_learn.walkthrough.book import MoveData, StepData
from witp_learn.walkthrough.move_look import MoveLook

_SIDES = {side.short: side for side in Side}


def move_look(state: State, step: StepData, source: str, key: str) -> MoveLook:
    """The move that a step looks at."""
    if step.look:
        raise BadData(source, f"{key}.look", "a step about a move looks at its way", step.look)
    if step.move is None:
        raise BadData(source, f"{key}.move", "a step about a move needs one")
    found, where = step.move, f"{key}.move"
    if found.side not in _SIDES:
        raise BadData(source, f"{where}.side", f"must be {one_of(_SIDES)}", found.side)
    _check_way(state, found.way, source, f"{where}.way")
    for index, way in enumerate(found.others):
        _check_way(state, way, source, f"{where}.others[{index}]")
    look = MoveLook(state, _judged(state, found, source, where), found.others, step.carried_out)
    if step.carried_out and not look.move.legal:
        raise BadData(source, f"{key}.carried_out", "this move may not be made", True)
    return look


def _check_way(state: State, way: tuple[str, ...], source: str, key: str) -> None:
    if len(way) < 2:
        raise BadData(source, key, "a way leads from its first hex to at least one other")
    for index, at in enumerate(way):
        if at[:4] not in state.board:
            raise BadData(source, f"{key}[{index}]", "is not on the board", at)


def _judged(state: State, found: MoveData, source: str, key: str) -> Move:
    side = _SIDES[found.side]
    points = None if state.trp is None else state.trp[list(Side).index(side)]
    if found.rp is not None and found.rp < 0:
        raise BadData(source, f"{key}.rp", "must be at least 0", found.rp)
    try:
        units = stack(state, side, found.kind, found.way[0], _take(found.take))
        return judge(state, units, found.way, rp=points if found.rp is None else found.rp)
    except BadData as error:
        name = {"at": "way", "path": "way"}.get(error.key, error.key)
        raise BadData(source, f"{key}.{name}", error.problem, error.value) from None


def _take(text: str) -> Take | None:
    """Units by word, None for all of the kind. Raises BadData naming ``take``."""
    if not text:
        return None
    try:
        return actions.take(text.replace(" ", ""))
    except ValueError as error:
        raise BadData("", "take", str(error), text) from None
