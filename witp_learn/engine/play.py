"""The referee: any position to its next decision, actions judged and carried out (3.1)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from attrs import evolve, field, frozen

from witp_learn.actions import (
    Action,
    Activate,
    Build,
    Declare,
    Displace,
    Draw,
    Fight,
    Hit,
    Land,
    Lose,
    Move,
    Pass,
    Place,
    Rebuild,
    Redeploy,
    Remove,
    Retreat,
    Roll,
    Support,
    Target,
)
from witp_learn.components.current import in_use
from witp_learn.edits import tidy
from witp_learn.engine import (
    arrivals,
    basing,
    cards,
    endings,
    feeding,
    fights,
    fleets,
    impulses,
    marching,
    points,
    rebuilding,
    redeploying,
    season,
    stacking,
    troops,
    waiting,
)
from witp_learn.engine.memory import Remembered
from witp_learn.engine.parts import Part
from witp_learn.engine.table import noted, progress
from witp_learn.engine.verdicts import Event, Log, NotAllowed, Verdict
from witp_learn.explain import say
from witp_learn.files import Unreadable
from witp_learn.model import HIDDEN, Hand, Phase, Progress, Side, State
from witp_learn.rules.combat_answers.words import question_text
from witp_learn.rules.refusals import Refusal
from witp_learn.sequence import stage
from witp_learn.typed import read

Acts = tuple[type, ...]

_ACTS: Mapping[Phase, Acts] = {
    Phase.EVENT: (Draw, Declare, Place, Pass),
    Phase.RESOURCES: (Roll,),
    Phase.BASES: (Build, Remove, Pass),
    Phase.MOVEMENT: (Target, Activate, Move, Pass),
    Phase.COMBAT: (Fight, Roll, Support, Hit, Lose, Retreat, Displace, Land),
    Phase.FLEET_REDEPLOYMENT: (Redeploy, Pass),
    Phase.TROOP_REDEPLOYMENT: (Redeploy, Pass),
    Phase.STACKING: (Lose,),
    Phase.REBUILDING: (Rebuild, Pass),
    Phase.REINFORCEMENT: (Place, Redeploy, Lose, Pass),
}
"""The kinds of action of each phase."""

_MODULES: Mapping[Phase, Part] = {
    Phase.EVENT: cards,
    Phase.RESOURCES: points,
    Phase.BASES: basing,
    Phase.SUPPLY: feeding,
    Phase.MOVEMENT: impulses,
    Phase.COMBAT: fights,
    Phase.FLEET_REDEPLOYMENT: fleets,
    Phase.TROOP_REDEPLOYMENT: troops,
    Phase.STACKING: stacking,
    Phase.REBUILDING: rebuilding,
    Phase.REINFORCEMENT: arrivals,
}
"""Where each phase is played."""


@frozen
class Outcome:
    """The position after an action, and what happened."""

    state: State
    events: tuple[Event, ...] = field(default=())


def begin(state: State) -> State:
    """The position at its next decision; one at rest starts with its phase.

    Points of a position at rest are taken as those determined this turn (5.2e).
    """
    return opening(state).state


def opening(state: State) -> Outcome:
    """The position at its next decision, as `begin` has it, and what happened up to there."""
    if state.progress is None:
        given = state.trp if state.phase is not Phase.RESOURCES else None
        if state.phase is not Phase.MOVEMENT:
            state = evolve(state, units=tuple(evolve(u, moved=False) for u in state.units))
        state = evolve(tidy(state), progress=Progress(points=given or ()))
    return _run(state)


def _run(state: State) -> Outcome:
    log: Log = []
    while not (progress(state).pending or progress(state).ending):
        done = _MODULES[state.phase].automatic(state, log)
        if done is None:
            break
        state = endings.judged(state, done, log)
    return Outcome(state, tuple(log))


def acting(state: State) -> Side | None:
    """Whose decision it is; None while dice are due in a fight, or when nothing is left to do."""
    if progress(state).ending is not None:
        return None
    if waiting.asked(state) is not None:
        return waiting.acting(state)
    return _MODULES[state.phase].acting(state)


def legal_actions(state: State) -> tuple[Action, ...]:
    """Every action that may be done now, in the order of the rules.

    Rolls are listed one by one; moves by group of like units, each by its first-choice path:
    `check` also allows other paths and leaving units on the way (8.5l). Of the units that may be
    redeployed from a hex all are listed, all like ones, and one of them; `check` allows any other
    number. Empty when the game is over.
    """
    return _offered(state) if in_use() is None else _offers(state)


def _offers(state: State) -> tuple[Action, ...]:
    state = begin(state)
    if progress(state).ending is not None:
        return ()
    if waiting.asked(state) is not None:
        return tuple(waiting.offers(state))
    return tuple(dict.fromkeys(_MODULES[state.phase].offers(state)))


_offered = Remembered(_offers)
"""What may be done; asked anew each time with an owner's tables, which may change in between."""


def check(state: State, action: Action | str) -> Verdict:
    """Whether an action may be done now, with every reason why not.

    A text may name places: ``build Taiwan``. Raises Unreadable for one that is no action,
    Ambiguous for one that could mean several.
    """
    state = begin(state)
    done = _read(state, action)
    return Verdict(done, acting(state), tuple(_refusals(state, done)))


def _read(state: State, action: Action | str) -> Action:
    if isinstance(action, Action):
        return action
    if not isinstance(action, str):
        raise Unreadable(repr(action), "an action is a text like pass, or what read gives")
    return read(action, state.board)


def _refusals(state: State, action: Action) -> Iterator[Refusal]:
    over = progress(state).ending
    if over is not None:
        yield Refusal(over.rule, "over", "", endings.told(over))
        return
    if waiting.asked(state) is not None:
        yield from waiting.refusals(state, action)
        return
    deciding = state.phase is Phase.COMBAT and fights.scene(state) is not None
    if not (deciding or isinstance(action, _ACTS[state.phase])):
        yield Refusal(stage(state.phase).rules[0], "phase", "", status(state))
        return
    yield from _MODULES[state.phase].refusals(state, action)


def play(state: State, action: Action | str) -> Outcome:
    """The position after an action, at its next decision, and everything that happened.

    Raises NotAllowed with the verdict, Unreadable for a text that is no action.
    """
    begun, done = opening(state), _read(state, action)
    if done not in (_offered.known(state) or ()) and not (verdict := check(state, done)).ok:
        raise NotAllowed(verdict)
    state, log = begun.state, list(begun.events)
    state = endings.judged(state, _carrier(state)(state, done, log), log)
    ahead = _run(state)
    return Outcome(ahead.state, (*log, *ahead.events))


def _carrier(state: State) -> Callable[[State, Action, Log], State]:
    if waiting.asked(state) is not None:
        return waiting.carried_out
    return _MODULES[state.phase].carried_out


def apply(state: State, action: Action | str) -> State:
    """The position after an action; see `play`."""
    return play(state, action).state


def observe(state: State, side: Side) -> State:
    """The position as a side may see it: the other hand and the deck are face down.

    Cards that are named or put away lie open, and so does the one that has to be shown (15.0g).

    Rules: 4.1d, 4.1e, 4.2a, 15.0g
    """
    now = state.progress
    if now is None:
        return state
    hands = tuple(
        hand if hand.side is side else Hand(hand.side, tuple(_back(now, c) for c in hand.cards))
        for hand in now.hands
    )
    return noted(state, hands=hands, deck=(HIDDEN,) * len(now.deck))


def _back(now: Progress, card: str) -> str:
    """A card of the other hand as it looks from the outside."""
    return card if card in now.once else HIDDEN


def doer(state: State, action: Action) -> Side | None:
    """Whose action it is: who decides, whose air units are meant; None for dice of both sides."""
    if isinstance(action, Support) and state.phase is Phase.COMBAT:
        return fights.owner(state, action)
    return acting(state)


def canonical(state: State, action: Action) -> Action:
    """The same action as `legal_actions` lists it, so that records are alike.

    Units are in its words, a move has its path, fleets have the letter of their sea. Raises
    BadData, Ambiguous or NotAllowed for an action that may not be done.
    """
    side, now = acting(state), waiting.asked(state)
    if isinstance(action, Move) and side is not None and state.phase is Phase.MOVEMENT:
        return marching.canonical(state, side, action)
    if isinstance(action, Redeploy) and side is not None and now is None and _segment(state):
        return redeploying.written(state, side, action)
    if not isinstance(action, _WORDED) or action in (offered := legal_actions(state)):
        return action
    like = [one for one in offered if type(one) is type(action) and _place(one) == _place(action)]
    reached = apply(state, action)
    return next((one for one in like if apply(state, one) == reached), action)


_WORDED = (Support, Hit, Lose, Retreat, Rebuild, Place, Redeploy)
"""Actions that have more than one text."""


def _segment(state: State) -> bool:
    return state.phase in (Phase.FLEET_REDEPLOYMENT, Phase.TROOP_REDEPLOYMENT)


def _place(action: Action) -> str:
    """The hex that an action names first, empty where it names none."""
    return str(getattr(action, "at", ""))[:4]


def usual(state: State) -> Action:
    """What the owner does without being asked, among what is on offer: the default of a fight.

    Redeployment is passed once no fleet has to leave the place where it is.

    Raises ValueError when nothing is on offer.
    """
    offered = legal_actions(state)
    if not offered:
        raise ValueError("nothing is to be done here")
    now = fights.scene(state) if state.phase is Phase.COMBAT else None
    if now is not None and now.asked is not None and now.asked.choices:
        return offered[now.asked.default]
    if _segment(state) and waiting.asked(state) is None:
        return fleets.usual(state) if state.phase is Phase.FLEET_REDEPLOYMENT else Pass()
    return offered[0]


def status(state: State) -> str:
    """Where the turn stands and who decides what, in a sentence."""
    row = stage(state.phase)
    side = acting(state)
    if (over := progress(state).ending) is not None:
        return endings.told(over)
    if (asked := waiting.asked(state)) is not None:
        return waiting.status(state, asked, row.name)
    now = fights.scene(state) if state.phase is Phase.COMBAT else None
    if now is not None and now.asked is not None and now.asked.choices:
        return say("engine.status_asked", phase=row.name, asked=question_text(state, now.asked))
    if season.rests(state):
        return season.status(state)
    if state.phase is Phase.EVENT:
        return cards.status(state, row.name)
    if side is None:
        return say("engine.status_dice", phase=row.name)
    told = say("engine.status", phase=row.name, side=side.adjective, does=row.does)
    return told + (fleets.warning(state) if state.phase is Phase.FLEET_REDEPLOYMENT else "")
