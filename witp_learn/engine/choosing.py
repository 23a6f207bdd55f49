"""What a card leaves to its side to choose: which unit, which base, where to (4.3)."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from witp_learn import edits
from witp_learn.actions import Action, Ambiguous, Hit, Lose, Pass, Place, Rebuild, Remove
from witp_learn.engine.basing import removed
from witp_learn.engine.table import noted, progress, settled
from witp_learn.engine.verdicts import Event, Log
from witp_learn.explain import say
from witp_learn.files import one_of
from witp_learn.model import Pending, Side, State, Unit
from witp_learn.rules import events
from witp_learn.rules.events import Choice
from witp_learn.rules.naming import fits, told
from witp_learn.rules.refusals import Refusal
from witp_learn.rules.stacks import count, together, without


def acting(state: State, found: Pending) -> Side | None:
    """Who chooses: the side that uses the card.

    Rules: 4.3a
    """
    return found.side


def status(state: State, found: Pending, phase: str) -> str:
    """What is to be chosen, in a sentence."""
    values = {"phase": phase, "side": found.side.adjective, "card": events.card(found.card).label}
    return say(f"cards.status_{events.asked(found).what.replace('-', '_')}", **values)


def _on_offer(state: State, found: Pending) -> dict[Action, Choice]:
    deed = events.asked(found)
    return {_action(deed.what, one): one for one in events.choices(state, deed, found.side)}


def _action(what: str, one: Choice) -> Action:
    match what:
        case "remove":
            return Lose(one.word, one.at)
        case "attrite":
            return Hit(one.word, one.at)
        case "rebuild":
            return Rebuild(one.word, one.at)
        case "reserve":
            return Place(((one.word, 1),), one.at)
    return Remove(one.at)


def offers(state: State, found: Pending) -> Iterator[Action]:
    """Every answer; where what came before has left none, passing.

    Rules: 4.3a, 4.3c
    """
    yield from _on_offer(state, found) or (Pass(),)


def refusals(state: State, found: Pending, action: Action) -> Iterator[Refusal]:
    """Why this is no answer."""
    offered = _on_offer(state, found)
    if _meant(action, offered) is None:
        right = one_of(list(map(str, offered)) or ["pass"])
        card = events.card(found.card).label
        yield Refusal("4.3a", "pick", "", say("cards.pick", card=card, choices=right))


def _meant(action: Action, offered: dict[Action, Choice]) -> Choice | None:
    """The choice that an action means, by a shorter word or without a coast letter too.

    Raises Ambiguous when it could be more than one.
    """
    if action in offered:
        return offered[action]
    if not isinstance(action, Lose | Hit | Rebuild):
        return None
    like = [
        one
        for exact, one in offered.items()
        if type(exact) is type(action) and _could_be(action.unit, action.at, one)
    ]
    if len(like) > 1:
        names = ", ".join(f"{one.word} {one.at}" for one in like)
        raise Ambiguous(str(action), f"could be {names}; name it more fully")
    return like[0] if like else None


def _could_be(named: str, at: str, one: Choice) -> bool:
    return one.unit is not None and fits(named, one.unit) and one.at.startswith(at)


def carried_out(state: State, found: Pending, action: Action, log: Log) -> State:
    """The choice carried out; the next unit or base is asked for as long as there is one.

    Rules: 4.3a, 4.3c, 14.1d
    """
    chosen = _meant(action, _on_offer(state, found))
    if chosen is None:
        lost(found, log)
        return state
    state = _done(state, found, chosen, log)
    if found.count > 1:
        state = _asked_again(state, evolve(found, count=found.count - 1))
    return _without_lost(state, log)


def _asked_again(state: State, more: Pending) -> State:
    """The state with more to choose, after the decisions that the last choice brought about."""
    pending = progress(state).pending
    first = next((i for i, one in enumerate(pending) if one.kind == "displace"), len(pending))
    return noted(state, pending=(*pending[:first], more, *pending[first:]))


def _without_lost(state: State, log: Log) -> State:
    """The state without decisions on top for which nothing is left to choose from."""
    while (pending := progress(state).pending) and pending[-1].kind == "choose":
        if _on_offer(state, pending[-1]):
            return state
        lost(pending[-1], log)
        state = noted(state, pending=pending[:-1])
    return state


def lost(found: Pending, log: Log) -> None:
    """Tell that an effect finds nothing to be carried out on.

    Rules: 4.3c
    """
    text = say("cards.lost", card=events.card(found.card).label)
    log.append(Event(text, found.side, ("4.3c",)))


def _done(state: State, found: Pending, chosen: Choice, log: Log) -> State:
    what, unit = events.asked(found).what, chosen.unit
    place = state.board.label(chosen.at[:4])
    if unit is None:
        side = events.asked(found).side(found.side) or found.side
        state = after = removed(state, side, chosen.at)
        whom = side.adjective
    else:
        after, whom = _changed(state, what, unit), told(unit)
    text = say(f"cards.{what.replace('-', '_')}", units=whom, place=place)
    log.append(
        Event(text, found.side, RESERVE_RULES if what == "reserve" else ("4.3a",), (chosen.at[:4],))
    )
    if what == "remove" and unit is not None and count(state.units) - count(after.units) > 1:
        log.append(Event(say("cards.cargo", place=place), unit.side, ("8.6.1c",)))
    if what == "reserve":
        after = noted(after, once=(*progress(after).once, events.RESERVE))
    return settled(state, after, (chosen.at[:4],), log)


RESERVE_RULES = ("3.3l", "4.3a")
"""The clauses by which the air unit kept in reserve is brought in."""


def _changed(state: State, what: str, unit: Unit) -> State:
    """The state with a unit lost, turned over or brought in."""
    if what == "remove":
        return edits.applied(state, edits.remove(unit))
    if what == "reserve":
        return evolve(state, units=together(state.units, (unit,)))
    return evolve(state, units=together(without(state.units, (unit,)), (unit.turned,)))
