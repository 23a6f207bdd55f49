"""Phase 1: cards are drawn, named and used (4)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from witp_learn.actions import Action, Declare, Draw
from witp_learn.components.cards import Card
from witp_learn.components.deeds import Deed
from witp_learn.components.turns import declares_first
from witp_learn.engine import choosing, season, short_war
from witp_learn.engine.table import SIDES, enter, noted, progress
from witp_learn.engine.verdicts import Event, Log
from witp_learn.explain import say
from witp_learn.files import one_of
from witp_learn.model import Ending, Hand, Pending, Phase, Side, State
from witp_learn.rules import events
from witp_learn.rules.refusals import Refusal
from witp_learn.rules.turn_end import VENGEANCE

DRAW, NAME, USE = "draw", "declare", "use"
"""The steps of the phase, after the start of the turn."""


def acting(state: State) -> Side | None:
    """Who names a card; nobody while one is drawn.

    Rules: 4.2c, 4.2d
    """
    if season.dawning(state):
        return season.dawn_acting(state)
    return events.names_next(state) if progress(state).step == NAME else None


def automatic(state: State, log: Log) -> State | None:
    """The deck of a new year, and cards used in the order in which they were named.

    A position of its own without cards passes the phase.

    Rules: 3.1a, 4.1f, 4.2e, 4.3c, 4.5d
    """
    if season.dawning(state):
        return season.dawn(state, log)
    match progress(state).step:
        case season.BEGUN:
            return _begun(noted(state, points=()), log)
        case "draw":
            if events.due(state) is not None:
                return None
            return _over(state) if declares_first(state.turn) is None else noted(state, step=NAME)
        case "declare":
            return None if events.names_next(state) is not None else noted(state, step=USE)
    now = progress(state)
    return _over(state) if now.used == len(now.declared) else _used(state, log)


def _begun(state: State, log: Log) -> State:
    if not events.in_play(state):
        return enter(state, Phase.RESOURCES)
    return noted(_renewed(state, log), step=DRAW)


def _renewed(state: State, log: Log) -> State:
    """The state with the deck of the year, what was left of the old one put away.

    Rules: 3.3g, 3.3h, 4.4a, 4.4b
    """
    found, now = events.renewal(state), progress(state)
    if found is None:
        return state
    many = len(found.deck)
    if found.put_away:
        text = say("cards.new_deck", year=found.year, cards=many, left=len(found.put_away))
        log.append(Event(text, None, ("4.4a", "4.4b")))
    else:
        text = say("cards.first_deck", year=found.year, cards=many)
        log.append(Event(text, None, ("4.0a",)))
    return noted(state, deck=found.deck, discards=(*now.discards, *found.put_away))


def _over(state: State) -> State:
    """The phase is over, and the cards used are put away for good.

    Rules: 4.2b, 4.3d, 4.3e
    """
    now = progress(state)
    discards = (*now.discards, *now.declared)
    return enter(noted(state, discards=discards), Phase.RESOURCES)


def offers(state: State) -> Iterator[Action]:
    """Every card that may be drawn, or named; before that what the start of the turn offers."""
    if season.dawning(state):
        yield from season.dawn_offers(state)
    elif (found := _due(state)) is not None:
        yield from map(Draw, found.cards)
    elif (side := acting(state)) is not None:
        yield from map(Declare, events.nameable(state, side))


def _due(state: State) -> events.Due | None:
    return events.due(state) if progress(state).step == DRAW else None


def refusals(state: State, action: Action) -> Iterator[Refusal]:
    """Why a card may not be drawn or named."""
    if season.dawning(state):
        yield from season.dawn_refusals(state, action)
    elif (found := _due(state)) is not None:
        yield from _no_draw(state, found, action)
    elif (side := acting(state)) is not None:
        yield from _no_naming(state, side, action)


def _no_draw(state: State, found: events.Due, action: Action) -> Iterator[Refusal]:
    """Why a card is not drawn now.

    Rules: 3.3i, 4.1a, 4.1b, 4.1f, 4.2a, 4.2e
    """
    if isinstance(action, Declare) and declares_first(state.turn) is None:
        yield Refusal("4.1f", "none_used", "", say("cards.none_used"))
    elif not isinstance(action, Draw):
        key = "deal_first" if found.deal else "draw_first"
        rule = _deal_rule(state) if found.deal else "4.2e"
        yield Refusal(rule, key, "", say(f"cards.{key}", side=found.side.adjective))
    elif action.card in found.cards:
        return
    elif found.deal and action.card in events.held_out(state):
        rule = "4.1a" if state.turn == 1 else "3.3i"
        yield Refusal(rule, "held_out", "", say("cards.held_out", card=action.card))
    else:
        yield Refusal("4.2a", "not_in_deck", "", say("cards.not_in_deck", card=action.card))


def _deal_rule(state: State) -> str:
    return "4.1b" if state.turn == 1 else "3.3i"


def draw_rule(state: State) -> str:
    """The clause by which a card is drawn: one of the first deal, or one of a later turn.

    Rules: 3.3i, 4.1b, 4.2a
    """
    found = _due(state)
    return _deal_rule(state) if found is not None and found.deal else "4.2a"


def _no_naming(state: State, side: Side, action: Action) -> Iterator[Refusal]:
    """Why a card may not be named.

    Rules: 4.2b, 4.5b
    """
    may = events.nameable(state, side)
    if not isinstance(action, Declare):
        text = say("cards.name_one", side=side.adjective, cards=one_of(may))
        yield Refusal("4.2b", "name_one", "", text)
    elif action.card in may:
        return
    elif action.card in events.hand(state, side):
        forced = events.card(may[0]).label
        yield Refusal("4.5b", "forced", "", say("cards.forced", card=forced))
    else:
        text = say("cards.not_held", side=side.adjective, card=action.card, cards=one_of(may))
        yield Refusal("4.2b", "not_held", "", text)


def carried_out(state: State, action: Action, log: Log) -> State:
    """A card goes from the deck into a hand, or out of a hand onto the table.

    Rules: 3.3i, 4.1b, 4.2a, 4.2b, 4.4c, 4.4d
    """
    if season.dawning(state):
        return season.dawn_carried_out(state, action, log)
    found = _due(state)
    if isinstance(action, Draw) and found is not None:
        return _drawn(state, found, action.card, log)
    side = acting(state)
    if not isinstance(action, Declare) or side is None:
        raise ValueError(f"{action} is nothing for the event phase")
    now = progress(state)
    left = events.taken(events.hand(state, side), action.card)
    text = say("cards.names", side=side.adjective, card=events.card(action.card).label)
    log.append(Event(text, side, ("4.2c",) if state.turn <= _ALLIES_FIRST else ("4.2d",)))
    state = _with_hand(state, side, left)
    return noted(state, declared=(*now.declared, action.card), passed=(*now.passed, side))


_ALLIES_FIRST = 8
"""The last turn in which the Allies name their card first (4.2)."""


def _drawn(state: State, found: events.Due, card_id: str, log: Log) -> State:
    """The state after a card was drawn; which one is not told.

    The one that switches sudden death off has to be shown, and is noted.

    Rulings: sudden-death-off-switch
    Rules: 4.1b, 4.1e, 4.2a, 15.0g
    """
    side = found.side
    key = "dealt" if found.deal else "draws"
    log.append(Event(say(f"cards.{key}", side=side.adjective), side, (draw_rule(state),)))
    now = progress(state)
    state = noted(state, deck=events.taken(now.deck, card_id))
    new = card_id == VENGEANCE and card_id not in now.once
    if new and short_war.OPTION in now.choices:
        text = say("cards.vengeance", side=side.adjective, card=events.card(card_id).label)
        log.append(Event(text, side, ("15.0g",)))
        state = noted(state, once=(*now.once, VENGEANCE))
    return _with_hand(state, side, (*events.hand(state, side), card_id))


def _with_hand(state: State, side: Side, cards: tuple[str, ...]) -> State:
    hands = {one: events.hand(state, one) for one in SIDES} | {side: cards}
    return noted(state, hands=tuple(Hand(one, held) for one, held in hands.items()))


def _used(state: State, log: Log) -> State:
    """The next card named is carried out: the part for the side that named it, and no other.

    Rules: 4.0b, 4.2c, 4.2d, 4.3a, 4.3b, 4.3c, 4.5d
    """
    now = progress(state)
    side, card_id = events.owners(state)[now.used]
    one = events.card(card_id)
    _told_use(one, side, log)
    before = len(now.pending)
    for index, deed in enumerate(one.deeds(side)):
        state = _done(state, one, side, index, deed, log)
    asked = progress(state).pending
    pending = (*asked[:before], *reversed(asked[before:]))
    return noted(state, pending=pending, used=now.used + 1)


_SECTION = re.compile(r" \(\d[\d.]*\)$")
"""The section that the words of a card end with: the log names the clause instead."""


def _told_use(one: Card, side: Side, log: Log) -> None:
    """What a side's card says, or that nobody tells what it does.

    Rulings: missing-component-data
    Rules: 4.3a
    """
    does = _SECTION.sub("", one.part(side).rstrip("."))
    values = {"side": side.adjective, "card": one.label, "does": does}
    if one.deeds(side):
        key = "uses_forced" if one.forced else "uses"
    elif one.part(side):
        key = "uses_untold"
    else:
        key = "uses_blank" if one.is_blank else "uses_unknown"
    rules = ("4.5b",) if one.forced else ("4.3a",)
    log.append(Event(say(f"cards.{key}", **values), side, rules))


def _done(state: State, one: Card, side: Side, index: int, deed: Deed, log: Log) -> State:
    """One effect of a card: at once, for the rest of the turn, or as a choice that is due.

    Rulings: forced-conflict-scope, card-rp-and-order
    Rules: 3.2d, 4.3c, 4.5c, 4.5e, 5.1f, 14.1c
    """
    if bar := events.cancelled(state, deed, side):
        text = say("cards.cancelled", card=one.label, forced=events.card(bar).label)
        log.append(Event(text, side, ("4.5c", "4.5e")))
        return state
    now = progress(state)
    if (effect := events.lasting(deed, side, one)) is not None:
        return noted(state, effects=(*now.effects, effect))
    if deed.asks:
        asked = Pending("choose", side, deed.amount, card=one.id, effect=index)
        if not events.choices(state, deed, side):
            choosing.lost(asked, log)
            return state
        return noted(state, pending=(*now.pending, asked))
    if deed.what == "win":
        return _won(state, log)
    gains = list(now.gains or (0, 0))
    gains[SIDES.index(deed.side(side) or side)] += deed.amount
    return noted(state, gains=tuple(gains))


def _won(state: State, log: Log) -> State:
    """The Allies have won; a position of its own has no winner.

    Rules: 3.2d
    """
    if not progress(state).scenario:
        log.append(Event(say("cards.no_winner"), Side.ALLIES, ("3.2d",)))
        return state
    return noted(state, ending=Ending(Side.ALLIES, "3.2d"))


def status(state: State, phase: str) -> str:
    """Who draws or names a card, in a sentence."""
    if (found := _due(state)) is not None:
        key = "status_deal" if found.deal else "status_draw"
        return say(f"cards.{key}", phase=phase, side=found.side.adjective)
    side = acting(state)
    return "" if side is None else say("cards.status_name", phase=phase, side=side.adjective)
