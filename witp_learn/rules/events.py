"""Events: the deck of a year, who draws, which card may be named, what its effects touch (4).

What a turn's events change in other rules is asked in `witp_learn.rules.effects`; the words that
cards are written in are in `witp_learn.components.deeds`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attrs import evolve, frozen

from witp_learn import components
from witp_learn.components.cards import CARD_IDS, Card
from witp_learn.components.deeds import LASTING, Deed
from witp_learn.components.scenarios import Scenario
from witp_learn.components.turns import YEARS, deck_year, declares_first
from witp_learn.hexgrid import HexId
from witp_learn.model import (
    HIDDEN,
    Area,
    Board,
    Effect,
    Facility,
    Kind,
    Nation,
    Pending,
    Progress,
    Side,
    State,
    Step,
    Unit,
)
from witp_learn.rules.naming import word
from witp_learn.rules.reinforcement import is_open
from witp_learn.rules.stacks import together

RESERVE = "reserve-air"
"""What is noted once the air unit in reserve has come (3.3l)."""

_FLEETS = (Kind.CARRIER, Kind.NAVAL)


def scenario(state: State) -> Scenario | None:
    """The scenario that is played, None in a position of its own."""
    name = _now(state).scenario
    return components.scenario(name) if name else None


def in_play(state: State) -> bool:
    """Whether cards are played: in a scenario, and wherever a hand or a deck is given."""
    now = _now(state)
    return bool(now.scenario or now.deck or any(hand.cards for hand in now.hands))


def hand(state: State, side: Side) -> tuple[str, ...]:
    """The cards a side holds, the one drawn last at the end."""
    return next((hand.cards for hand in _now(state).hands if hand.side is side), ())


def card(card_id: str) -> Card:
    """A card of the data in use, by its number."""
    return components.event_cards().card(card_id)


def kept(state: State) -> int:
    """How many cards a side holds between two turns: as many as it is dealt."""
    found = scenario(state)
    return 1 if found is None else found.deal


def held_out(state: State) -> tuple[str, ...]:
    """The cards that stay out of the first deal: those of the scenario, else the red ones.

    Rules: 3.3i, 4.1a
    """
    found = scenario(state)
    if found is not None:
        return found.held_out
    return tuple(one.id for one in components.event_cards() if one.red)


@frozen
class Renewal:
    """A new deck, and what was left of the old one and is put away."""

    year: int
    deck: tuple[str, ...]
    put_away: tuple[str, ...]


def renewal(state: State) -> Renewal | None:
    """The deck of the year where a turn begins without it; None where the deck stays.

    What is left of another year is put away. The year has ten cards, none of them held out; in a
    position of its own those in hand or used are missing. A winter belongs to the new year.

    Rulings: year-of-winter-turn
    Rules: 3.3h, 3.3j, 4.1c, 4.4a, 4.4b
    """
    now, year = _now(state), deck_year(state.turn)
    found = scenario(state)
    if year not in (found.decks if found is not None else YEARS):
        return None
    starts = state.turn > 1 and deck_year(state.turn - 1) != year
    this_year = tuple(c for c in now.deck if _year(c) == year or (c == HIDDEN and not starts))
    if this_year:
        left = tuple(c for c in now.deck if c not in this_year)
        return Renewal(year, this_year, left) if left else None
    seen = {*now.discards, *now.declared, *(c for hand in now.hands for c in hand.cards)}
    fresh = tuple(c for c in CARD_IDS if _year(c) == year and c not in seen)
    return Renewal(year, fresh, now.deck)


def _year(card_id: str) -> int:
    return 0 if card_id == HIDDEN else int(card_id[:4])


@frozen
class Due:
    """A card that is to be drawn: by whom, and what it may be. ``deal``: of the first deal."""

    side: Side
    cards: tuple[str, ...]
    deal: bool = False


def due(state: State) -> Due | None:
    """Who draws next, and out of which cards; None once all have drawn.

    In the first turn of a scenario each side is dealt a card, Japan first, out of the deck without
    the cards held out. From turn 2 on each draws one, the side that names its card first before
    the other; on turn 6 of a game that starts in 1943 too.

    Rulings: scenario-1943-hand
    Rules: 3.3g, 3.3i, 4.1a, 4.1b, 4.2a, 4.2e, 4.4c
    """
    found = scenario(state)
    many = kept(state)
    if state.turn == (1 if found is None else found.first_turn):
        out = held_out(state)
        dealt = tuple(c for c in _in_deck(state) if c not in out)
        for side in Side:
            if dealt and len(hand(state, side)) < many:
                return Due(side, dealt, deal=True)
    first = declares_first(state.turn)
    drawn = _in_deck(state)
    for side in () if first is None or not drawn else (first, first.enemy):
        if len(hand(state, side)) <= many:
            return Due(side, drawn)
    return None


def _in_deck(state: State) -> tuple[str, ...]:
    """The cards that the deck may hold, of the year or, before it is renewed, of the last one."""
    return _could_be(state, _now(state).deck, deck_year(max(1, state.turn - 1)))


def _could_be(state: State, cards: Iterable[str], first: int) -> tuple[str, ...]:
    """The cards themselves; where one is face down, each that lies nowhere in sight as well.

    ``first``: the first year that such a card may be of; it is not of a year to come.
    """
    known = tuple(cards)
    if HIDDEN not in known:
        return known
    now = _now(state)
    held = (c for hand in now.hands for c in hand.cards)
    seen = {*held, *now.deck, *now.discards, *now.declared}
    open_ = (c for c in known if c != HIDDEN)
    year = deck_year(state.turn)
    return (*open_, *(c for c in CARD_IDS if first <= _year(c) <= year and c not in seen))


def taken(cards: tuple[str, ...], card_id: str) -> tuple[str, ...]:
    """Cards without one of them, or without one that is face down."""
    gone = card_id if card_id in cards else HIDDEN
    index = cards.index(gone)
    return (*cards[:index], *cards[index + 1 :])


def owners(state: State) -> tuple[tuple[Side, str], ...]:
    """The cards named this turn, each with the side that named it, in the order of naming."""
    now = _now(state)
    return tuple(zip(now.passed, now.declared, strict=False))


def names_next(state: State) -> Side | None:
    """The side that names a card next, None once all have; nobody on turn 1.

    The order is also that in which the cards are carried out, and the second side knows the
    first card.

    Rulings: event-declare-resolve
    Rules: 4.1f, 4.2b, 4.2c, 4.2d, 4.2e, 4.4d
    """
    first = declares_first(state.turn)
    if first is None:
        return None
    named = _now(state).passed
    left = (side for side in (first, first.enemy) if side not in named and nameable(state, side))
    return next(left, None)


def nameable(state: State, side: Side) -> tuple[str, ...]:
    """The cards that a side may name: any it holds, but a forced one first.

    Of two forced ones the one held longer goes first, and the other the turn after. One that lies
    face down may be any card that could have been kept.

    Rulings: forced-initial-hand
    Rules: 4.2b, 4.4d, 4.5a, 4.5b
    """
    held = hand(state, side)
    forced = (c for c in held if c != HIDDEN and card(c).forced)
    return tuple(forced)[:1] or _could_be(state, held, YEARS[0])


def cancelled(state: State, deed: Deed, user: Side) -> str:
    """The forced event of the enemy that goes before an effect, empty where none does.

    Only the effect that clashes is lost: one that helps a landing, where none may be made.

    Rulings: forced-conflict-scope
    Rules: 4.5a, 4.5c, 4.5e
    """
    for side, card_id in owners(state):
        other = card(card_id)
        bars = other.deeds(side) if side is user.enemy and other.forced else ()
        if any(_clash(deed, user, bar, side) for bar in bars):
            return card_id
    return ""


def _clash(deed: Deed, user: Side, bar: Deed, forcing: Side) -> bool:
    helps = deed.what in ("bonus", "best-die") and deed.kind == "landing" and deed.amount > 0
    return helps and bar.what == "no-landings" and bar.side(forcing) in (None, deed.side(user))


def lasting(deed: Deed, user: Side, of: Card) -> Effect | None:
    """What an effect leaves for the rest of the turn; None for one that acts at once.

    Rules: 4.3c
    """
    if deed.what not in LASTING:
        return None
    amount = 0 if deed.what in ("best-die", "no-landings", "no-fleet-moves") else deed.amount
    return Effect(deed.what, deed.side(user), of.id, deed.kind, amount, forced=bool(of.forced))


def turn_gains(state: State, side: Side) -> dict[str, int]:
    """What events add to a side's points so that it counts for the order, in RP by card.

    Rulings: card-rp-and-order
    Rules: 5.1f
    """
    gains: dict[str, int] = {}
    for one in state.effects:
        if one.what == "trp" and one.side in (None, side):
            name = card(one.card).label
            gains[name] = gains.get(name, 0) + one.amount
    return gains


@frozen
class Choice:
    """One answer to what an effect leaves open: a unit by its word, or a base, and where."""

    at: str
    word: str = ""
    unit: Unit | None = None


def choices(state: State, deed: Deed, user: Side) -> tuple[Choice, ...]:
    """Everything that an effect could be carried out on, in order of hexes; none: it is lost.

    Rules: 4.3a, 4.3c
    """
    side = deed.side(user)
    if side is None:
        return ()
    if deed.what == "remove-base":
        return tuple(Choice(h) for h in sorted(state.bases[side]) if _there(state.board, h, deed))
    if deed.what == "reserve":
        return tuple(_reserve(state, side))
    rows = together((), _touched(state, deed, side))
    ordered = sorted(rows, key=lambda u: u.at)
    return tuple(Choice(u.at, word(u, rows), evolve(u, count=1)) for u in ordered)


def _touched(state: State, deed: Deed, side: Side) -> Iterator[Unit]:
    faces = {"attrite": (Step.FULL,), "rebuild": (Step.ATTRITED,)}.get(deed.what, tuple(Step))
    for unit in state.units:
        fits = unit.side is side and unit.state in faces and _meant(unit.kind, deed.kind)
        if fits and _there(state.board, unit.hex, deed):
            yield unit


def _meant(kind: Kind, said: str) -> bool:
    return said in ("unit", kind.value) or (said == "fleet" and kind in _FLEETS)


def _there(board: Board, hex_id: HexId, deed: Deed) -> bool:
    """Whether a hex is among those that an effect speaks of; a port is an airfield too (2.3.3)."""
    place, said = board[hex_id], deed.place
    match said:
        case "":
            return True
        case "jungle" | "mountain" | "resource":
            return bool(getattr(place, said))
        case "port":
            return place.facility is Facility.PORT
        case "airfield":
            return place.facility is not None
        case "source":
            return place.source is not None
    return place.area is Area(said) if said in tuple(Area) else hex_id == said


def _reserve(state: State, side: Side) -> Iterator[Choice]:
    """Where the air unit in reserve may come to: a source of its nation without enemy land units.

    Rulings: missing-component-data
    Rules: 3.3l, 11.0a
    """
    if side is not Side.ALLIES or RESERVE in _now(state).once:
        return
    for hex_id in state.board.sources:
        if is_open(state, hex_id, Nation.US):
            unit = Unit(hex_id, Nation.US, Kind.AIR)
            yield Choice(hex_id, Kind.AIR.value, unit)


def asked(found: Pending) -> Deed:
    """The effect whose choice a decision is about.

    Raises ValueError where the card has no such effect.
    """
    deeds = card(found.card).deeds(found.side) if found.card in CARD_IDS else ()
    if found.effect >= len(deeds):
        raise ValueError(f"{found.card} has no effect {found.effect + 1} to choose for")
    return deeds[found.effect]


def _now(state: State) -> Progress:
    return state.progress or Progress()
