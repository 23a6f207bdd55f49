"""Why something cannot be done in a hex: the referee's refusals with all their reasons (3.1)."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve, frozen

from witp_learn import engine
from witp_learn.actions import (
    Action,
    Activate,
    Build,
    Displace,
    Fight,
    Move,
    Place,
    Rebuild,
    Redeploy,
    Retreat,
    Target,
)
from witp_learn.engine import Verdict
from witp_learn.engine.fights import scene
from witp_learn.engine.table import progress
from witp_learn.files import BadData, Unreadable
from witp_learn.hexgrid import HexId
from witp_learn.model import Kind, Phase, Side, State, Unit
from witp_learn.rules.refusals import Refusal
from witp_learn.typed import read
from witp_learn.ui.play_offers import Offers
from witp_learn.ui.play_words import Told, told

_WORDS = {
    Build: "Build a base here",
    Target: "Make this hex the target",
    Activate: "Activate this hex",
    Fight: "Fight here",
    Redeploy: "Redeploy here",
    Rebuild: "Rebuild here",
    Place: "Place what arrives here",
    Retreat: "Retreat here",
    Displace: "The air unit here",
    Move: "Move from here",
}
"""What is asked about a hex, in words."""


@frozen
class Question:
    """Something that was asked about a hex, and the referee's verdict.

    ``due``: nothing about the hex is asked now; the verdict says what is asked, and by which rule.
    """

    words: str
    told: Told
    verdict: Verdict
    due: bool = False

    @property
    def heading(self) -> str:
        """What the reasons are reasons for."""
        return self.words if self.due else f"{self.told.text}: not allowed."


def questions(offers: Offers) -> tuple[Question, ...]:
    """What can be asked about the hex chosen, where nothing on offer names it.

    Where nothing about the hex can be asked, what is asked instead, with its rule.
    """
    state, hex_id = offers.state, offers.at
    side = engine.acting(state)
    if not hex_id or offers.found or (side is not None and side in offers.hidden):
        return ()
    asked = dict.fromkeys(_asked(offers, side, hex_id)) if side is not None else {}
    found = tuple(q for action in asked if (q := _judged(state, action)) is not None)
    return found or _due(state, hex_id)


def _due(state: State, hex_id: HexId) -> tuple[Question, ...]:
    """What is asked at the decision at hand, of whom, and the rule by which it is asked."""
    for other in (Build(hex_id), Target(hex_id)):
        verdict = engine.check(state, other)
        if not verdict.ok:
            rules = verdict.rules[-1:]
            status = tuple(Refusal(rule, "asked", "", engine.status(state)) for rule in rules)
            place = state.board.label(hex_id)
            words = f"Nothing at {place} is asked for now."
            return (Question(words, told(state, other), evolve(verdict, reasons=status), due=True),)
    return ()


def _judged(state: State, action: Action) -> Question | None:
    try:
        verdict = engine.check(state, action)
    except (BadData, Unreadable):
        return None
    return Question(_WORDS.get(type(action), "This"), told(state, action), verdict)


def _asked(offers: Offers, side: Side, hex_id: HexId) -> Iterator[Action]:
    state = offers.state
    if progress(state).pending or scene(state) is not None:
        yield from _answers(offers, hex_id)
        return
    match state.phase:
        case Phase.BASES:
            yield Build(hex_id)
        case Phase.MOVEMENT:
            yield from _impulse(state, hex_id)
        case Phase.COMBAT:
            yield Fight(hex_id)
        case Phase.FLEET_REDEPLOYMENT | Phase.TROOP_REDEPLOYMENT:
            yield from _redeployed(offers, side, hex_id)
        case Phase.REBUILDING:
            yield from (Rebuild(_word(u), u.at) for u in _rows(state, side, hex_id) if not u.full)
        case _:
            yield from _answers(offers, hex_id)


def _impulse(state: State, hex_id: HexId) -> Iterator[Action]:
    now = progress(state)
    if not now.target:
        yield Target(hex_id)
    elif hex_id != now.target:
        yield Activate(hex_id)


def _answers(offers: Offers, hex_id: HexId) -> Iterator[Action]:
    """The answers on offer, with this hex in the place of theirs."""
    for one in offers.everything:
        match one.action:
            case Retreat():
                yield evolve(one.action, to=hex_id)
            case Displace():
                yield evolve(one.action, to=hex_id)
            case Place():
                yield evolve(one.action, at=hex_id)


def _redeployed(offers: Offers, side: Side, hex_id: HexId) -> Iterator[Action]:
    """From the hex chosen before to this one; without one, from this hex to where others may go."""
    state, fleets = offers.state, offers.state.phase is Phase.FLEET_REDEPLOYMENT
    start = offers.start or hex_id
    ends = [one.to for one in offers.everything if one.to and one.to != start]
    to = hex_id if offers.start else next(iter(ends), "")
    if not to:
        return
    goes = [unit for unit in _rows(state, side, start) if unit.kind.is_fleet is fleets]
    for unit in goes:
        yield Redeploy(((_word(unit), unit.count),), unit.at, to)
    if not goes and not offers.start:
        yield from (
            Redeploy(((kind.value, 1),), start, to) for kind in Kind if kind.is_fleet is fleets
        )


def _rows(state: State, side: Side, hex_id: HexId) -> tuple[Unit, ...]:
    return state.at(hex_id, side)


def _word(unit: Unit) -> str:
    """The word of an action for the units of a row: ``attrited-us-naval``."""
    marks = [] if unit.full else ["attrited"]
    marks += [unit.nation.short] if unit.side is Side.ALLIES else []
    return "-".join([*marks, unit.kind.value])


def typed(state: State, text: str) -> Question | None:
    """A typed action in its notation, also with place names, judged; None for what is none.

    A move that names only its start takes the cheapest way.
    """
    try:
        action = read(text.strip(), state.board)
        verdict = engine.check(state, action)
        return Question("Typed", told(state, action), verdict)
    except (BadData, Unreadable, ValueError):
        return None
