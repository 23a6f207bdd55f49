"""What the events of a turn change in the rules of moving and fighting (4.3).

Each rule asks here whether an event bears on it; a position without events has nothing to tell.
"""

from __future__ import annotations

from collections.abc import Iterator

from witp_learn.explain import say
from witp_learn.hexgrid import HexId
from witp_learn.model import Effect, Side, State
from witp_learn.rules.refusals import Refusal

KINDS = {"fleet": "fleet", "land": "land", "assault": "landing"}
"""The word an event has for each kind of battle."""

Both = tuple[bool, bool]
"""Whether something holds for Japan, and for the Allies."""

NEITHER: Both = (False, False)


def bonuses(state: State, kind: str, side: Side) -> Iterator[Effect]:
    """The events that add to the strength of a side in a kind of battle.

    ``kind``: ``fleet``, ``land`` or ``assault``. Combat on land and a landing are two kinds.

    Rules: 4.3a, 4.3c
    """
    return (e for e in state.effects if e.what == "bonus" and _concerns(e, side) and _is(e, kind))


def best_dice(state: State, kind: str) -> Both:
    """Which sides throw two dice in a kind of battle and keep the higher one.

    ``kind``: ``fleet``, ``land`` or ``assault``.

    Rules: 4.3a, 4.3c
    """
    if not state.effects:
        return NEITHER
    japan, allies = (any(best_die(state, kind, side)) for side in (Side.JAPAN, Side.ALLIES))
    return japan, allies


def best_die(state: State, kind: str, side: Side) -> Iterator[Effect]:
    """The events by which a side keeps the higher of two dice in a kind of battle."""
    found = (e for e in state.effects if e.what == "best-die" and _is(e, kind))
    return (e for e in found if _concerns(e, side))


def best_words(state: State, kind: str) -> str:
    """Who keeps the higher of two dice in a kind of battle, to go on with a sentence; or nothing.

    Rules: 4.3c
    """
    found = ((side, e.card) for side in Side for e in best_die(state, kind, side))
    return "".join(say(f"event.best_{side.value}", card=card_label(card)) for side, card in found)


def landing_bar(state: State, side: Side) -> Effect | None:
    """The event that keeps cargo of a side aboard where it would have to fight its way ashore.

    A forced one is told before others; it goes before every event that would help a landing.

    Rules: 4.3c, 4.5c, 4.5e
    """
    return _bar(state, "no-landings", side)


def fleet_bar(state: State, side: Side) -> Effect | None:
    """The event that keeps the fleets of a side from moving.

    Rules: 4.3c, 4.5c
    """
    return _bar(state, "no-fleet-moves", side)


def no_assault(state: State, hex_id: HexId, side: Side) -> Iterator[Refusal]:
    """Why cargo of a side may not be brought to a hex in which it would have to be landed upon.

    Rules: 4.3c, 4.5c, 4.5e
    """
    bar = landing_bar(state, side)
    if bar is None or not state.land_ashore(hex_id, side.enemy):
        return
    names = {"card": card_label(bar.card), "place": state.board.label(hex_id)}
    text = say("event.no_landings", side=side.enemy.adjective, **names)
    yield Refusal("4.5e" if bar.forced else "4.3c", "event", hex_id, text)


def no_sailing(state: State, hex_id: HexId, side: Side) -> Iterator[Refusal]:
    """Why no fleet of a side may set out from a hex.

    Rules: 4.3c, 4.5c
    """
    bar = fleet_bar(state, side)
    if bar is not None:
        text = say("event.no_fleet_moves", card=card_label(bar.card), side=side.adjective)
        yield Refusal("4.5c" if bar.forced else "4.3c", "event", hex_id, text)


def card_label(card_id: str) -> str:
    """``1944-06 Typhoon Cobra``; the number alone where the cards cannot tell its name."""
    from witp_learn.components import event_cards
    from witp_learn.files import BadData, NotAvailable

    try:
        card = event_cards().card(card_id)
    except (BadData, NotAvailable):
        return card_id
    return f"{card.id} {card.name}".strip()


def _bar(state: State, what: str, side: Side) -> Effect | None:
    if not state.effects:
        return None
    bars = [e for e in state.effects if e.what == what and _concerns(e, side)]
    return next((e for e in bars if e.forced), bars[0] if bars else None)


def _concerns(effect: Effect, side: Side) -> bool:
    return effect.side in (None, side)


def _is(effect: Effect, kind: str) -> bool:
    return effect.kind in ("any", KINDS[kind])
