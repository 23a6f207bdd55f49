"""What both segments of redeployment share: who acts, the stack named, the stack sent (10.1)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product

from witp_learn.actions import Counts, Redeploy, counted, take
from witp_learn.engine.table import SIDES, handed_over, noted, progress, settled
from witp_learn.engine.verdicts import Event, Log
from witp_learn.explain import say
from witp_learn.files import one_of
from witp_learn.model import Kind, Side, State, Unit
from witp_learn.rules import stacks
from witp_learn.rules.redeployment import allowance, who
from witp_learn.rules.refusals import Refusal
from witp_learn.sequence import turn_of


def acting(state: State) -> Side | None:
    """Whose turn it is to redeploy a stack, None once both have passed.

    Rules: 10.0c, 10.0d, 10.0e, 10.2h, 10.2i, 10.3l, 10.3m
    """
    return turn_of(progress(state), state.phase)


def some_left(state: State, side: Side) -> bool:
    """Whether a side may redeploy another stack.

    Rules: 10.1c
    """
    return bool(allowance.stacks_left(state, side).value)


def listed(
    state: State, side: Side, what: str, hex_id: str, places: Iterable[str]
) -> Iterator[Redeploy]:
    """The stacks of a type in a hex, each to each of the places that is another hex."""
    ends = [to for to in places if to[:4] != hex_id]
    for at, rows, units in who.choices(state, side, what, hex_id) if ends else ():
        named = _words(state, rows, units)
        yield from (Redeploy(named, at, to) for to in ends)


def _words(state: State, rows: tuple[Unit, ...], units: tuple[Unit, ...]) -> Counts:
    """The units of a stack in the words of its action; ``rows``: all that it is taken from."""
    if len(rows) == 1:
        return ((rows[0].kind.value, units[0].count),)
    return counted(take(stacks.words_among(state, rows, units)))


def types_of(action: Redeploy) -> tuple[str, ...]:
    """The types of the units that an action names, each once.

    Rules: 10.1e, 10.3b
    """
    return tuple(dict.fromkeys(who.type_of(word) for word, _ in action.units))


def written(state: State, side: Side, action: Redeploy) -> Redeploy:
    """The same redeployment in the words that `listed` uses, fleets with the sea they leave.

    Raises BadData for units that are not there or have to stay.
    """
    what = who.type_of(action.units[0][0])
    units = who.chosen(state, side, what, action.at, dict(action.units))
    seas = dict.fromkeys(u.at for u in units)
    at = next(iter(seas)) if len(seas) == 1 else action.at[:4]
    told = Redeploy(_words(state, who.pool(state, side, what, at), units), at, action.to)
    again = who.chosen(state, side, what, at, dict(told.units))
    return told if again == units else action


def nowhere(state: State, action: Redeploy, what: str) -> Iterator[Refusal]:
    """Places that are not on the board, or seas that a hex does not have.

    Rules: 2.3c, 8.7k
    """
    for at in (action.at, action.to):
        hex_id, letter = at[:4], at[4:]
        if hex_id not in state.board:
            yield Refusal("2.3c", "no_hex", hex_id, say("engine.no_hex", hex=hex_id))
            continue
        coasts = state.board[hex_id].coasts
        place = state.board.label(hex_id)
        if letter and what != who.FLEET:
            text = say("redeploying.letter", hex=hex_id)
            yield Refusal("8.7k", "no_coast", hex_id, text)
        elif letter and letter not in coasts:
            yield Refusal("8.7k", "no_coast", hex_id, say("take.no_coast", place=place))
        elif what == who.FLEET and at == action.to and coasts and not letter:
            right = one_of(hex_id + c for c in sorted(coasts))
            text = say("redeploying.which_sea", place=place, right=right)
            yield Refusal("8.7k", "which_sea", hex_id, text)


def no_stack(state: State, side: Side, action: Redeploy) -> Iterator[Refusal]:
    """Why the stack may not be redeployed, wherever to; units of several types one by one.

    Rules: 9.7f, 10.1a, 10.1c, 10.1d, 10.1e, 10.2e, 10.2g, 10.3c, 10.3d, 12.2e
    """
    left = allowance.stacks_left(state, side)
    if not left.value:
        yield Refusal("10.1c", "no_stacks", "", left.text)
    types = types_of(action)
    for what in types if action.at[:4] in state.board else ():
        take = {word: many for word, many in action.units if who.type_of(word) == what}
        yield from who.no_units(state, side, what, action.at, take)
    if action.at[:4] == action.to[:4]:
        text = say("redeploying.same", place=state.board.label(action.to[:4]))
        yield Refusal("10.2g" if who.FLEET in types else "10.3d", "same", action.to[:4], text)


def sent(
    state: State, side: Side, what: str, action: Redeploy, rules: tuple[str, ...], log: Log
) -> State:
    """The stack taken up and put down, counted, and what its leaving brings about; told.

    Rules: 10.1a, 10.1b, 10.2d, 10.2f, 10.2g, 10.3e, 10.3f
    """
    units = who.chosen(state, side, what, action.at, dict(action.units))
    cargo = who.cargo_along(state, units)
    before, state = state, who.sent(state, units, action.to)
    done = [allowance.redeployed(state, one) + (one is side) for one in SIDES]
    state = noted(state, stacks=tuple(done))
    left = int(allowance.stacks_left(state, side).value or 0)
    hexes = (action.at[:4], action.to[:4])
    values = {
        "side": side.adjective,
        "place": state.board.label(hexes[0]),
        "to": state.board.label(hexes[1]),
        "left": allowance.stacks_text(left),
    }
    text = say("redeploying.sent", units=units_text(units), **values)
    log.append(Event(text, side, rules, hexes))
    if cargo:
        text = say("redeploying.cargo", units=units_text(cargo), **values)
        log.append(Event(text, side, ("10.2d",), hexes))
    return settled(before, state, hexes, log)


def passed(state: State, side: Side, rule: str, log: Log) -> State:
    """The state after a side has ended its part in the segment, for good (redeploy-autopass).

    Rules: 10.2h, 10.2i, 10.3l, 10.3m
    """
    log.append(Event(say("engine.passes", side=side.adjective), side, (rule,)))
    return handed_over(noted(state, passed=(*progress(state).passed, side)), side)


def units_text(units: Iterable[Unit]) -> str:
    """``2 carriers, 1 attrited naval unit and 1 land unit``."""
    rows = tuple(units)
    told = [
        f"{n} {'' if full else 'attrited '}{kind.noun}{'' if n == 1 else 's'}"
        for kind, full in product(Kind, (True, False))
        if (n := stacks.count(u for u in rows if (u.kind, u.full) == (kind, full)))
    ]
    return told[0] if len(told) == 1 else f"{', '.join(told[:-1])} and {told[-1]}"
