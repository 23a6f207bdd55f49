"""Actions as a player says them: what each does, the hexes it names, and what it costs.

The referee decides what may be done (3.1); here stand only the words on its buttons.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from attrs import frozen

from witp_learn import actions, engine
from witp_learn.actions import Action, Counts
from witp_learn.engine.impulses import ACTIVATION
from witp_learn.engine.marching import judged
from witp_learn.engine.table import progress
from witp_learn.files import BadData
from witp_learn.hexgrid import HexId
from witp_learn.model import Kind, Nation, Phase, Side, State
from witp_learn.rules import events, rebuilding

NAMES = {Side.JAPAN: "Japan", Side.ALLIES: "the Allies"}
"""A side within a sentence."""

HEADS = {
    "Draw": "The card drawn",
    "Declare": "Name a card",
    "Build": "Build a supply base",
    "Remove": "Take off a supply base",
    "Target": "Choose a target",
    "Move": "Move to the target",
    "Activate": "Activate a hex",
    "Fight": "Fight for a hex",
    "Support": "Air support",
    "Hit": "Who takes the hit",
    "Lose": "Which unit goes",
    "Retreat": "Where to retreat",
    "Displace": "Where the air unit goes",
    "Land": "Land or stay aboard",
    "Redeploy": "Redeploy a stack",
    "Rebuild": "Rebuild a unit",
    "Place": "Place what arrives",
    "Pass": "Or",
}
"""What stands over the actions of a kind."""

_NATIONS = {name: nation for nation in Nation for name in (nation.short, str(nation))}
_KINDS = {str(kind): kind for kind in Kind}


@frozen
class Told:
    """An action that may be done, in words.

    ``start``: the hex it is about or comes from, ``to``: where something goes, empty where it
    names none. ``more``: its cost, where one is known.
    """

    action: Action
    text: str
    start: HexId = ""
    to: HexId = ""
    more: str = ""

    @property
    def kind(self) -> str:
        """The kind of action, which has a heading of its own."""
        return type(self.action).__name__

    @property
    def hexes(self) -> tuple[HexId, ...]:
        """The hexes it names, each once."""
        return tuple(dict.fromkeys(h for h in (self.start, self.to) if h))

    def names(self, hex_id: HexId) -> bool:
        """Whether it is about a hex."""
        return hex_id in (self.start, self.to)

    @property
    def whole(self) -> str:
        """Words and cost."""
        return f"{self.text}, {self.more}" if self.more else self.text


def unit_words(word: str, many: int = 1) -> str:
    """``us-attrited-naval``: ``attrited US naval unit``; with its number where there are more."""
    if word == "each air":
        return "every air unit"
    *marks, kind = word.split("-")
    cut = marks.index("loaded") if "loaded" in marks else len(marks)
    own, cargo = (_states(part) for part in (marks[:cut], marks[cut:]))
    nation = [_NATIONS[m].adjective for m in marks if m in _NATIONS]
    noun = _KINDS[kind].noun if kind in _KINDS else kind
    words = [str(many)] if many > 1 else []
    words += [*own, *nation, f"{noun}s" if many > 1 else noun]
    if "loaded" in marks:
        words += ["with", *cargo, "cargo"]
    words += ["without cargo"] if "empty" in marks else []
    words += [m for m in marks if m in ("aboard", "ashore")]
    return " ".join(words)


def _states(marks: Iterable[str]) -> list[str]:
    return [m for m in marks if m in ("full", "attrited")]


def stack_words(units: Counts) -> str:
    """``3 carriers, 2 naval units and 1 land unit``."""
    told = [unit_words(w, n) if n > 1 else f"1 {unit_words(w)}" for w, n in units]
    return told[0] if len(told) == 1 else f"{', '.join(told[:-1])} and {told[-1]}"


def told(state: State, action: Action) -> Told:
    """An action in words, without what it costs."""
    label = _label(state)
    match action:
        case actions.Roll(first, second):
            return Told(action, f"Dice {first} and {second}")
        case actions.Draw(card) | actions.Declare(card):
            verb = "Draw" if isinstance(action, actions.Draw) else "Use"
            return Told(action, f"{verb} {events.card(card).label}")
        case actions.Build(at):
            return Told(action, f"Build a base at {label(at)}", at)
        case actions.Remove(at):
            return Told(action, f"Take off the base at {label(at)}", at)
        case actions.Target(at):
            return Told(action, f"Target {label(at)}", at)
        case actions.Activate(at):
            return Told(action, f"Activate {label(at)}", at)
        case actions.Move(units, path, leaving):
            stays = (
                f", leaving some at {_places(label, (h for h, _ in leaving))}" if leaving else ""
            )
            to = path[-1] if len(path) > 1 else progress(state).target
            said = f"Move {stack_words(units)} from {label(path[0])} to {label(to)}{stays}"
            return Told(action, said, path[0][:4], to[:4])
        case actions.Fight(at):
            return Told(action, f"Fight for {label(at)}", at)
        case actions.Support(at, given, nation):
            whose = f"{_NATIONS[nation].adjective} " if nation in _NATIONS else ""
            verb = "Let" if given else "Hold back"
            tail = " support" if given else ""
            return Told(action, f"{verb} the {whose}air units of {label(at)}{tail}", at)
        case _:
            return _decided(state, action)


def _decided(state: State, action: Action) -> Told:
    """What an owner decides, what is redeployed, rebuilt or placed, and passing."""
    label = _label(state)
    match action:
        case actions.Hit("each air"):
            return Told(action, "Every air unit takes the hit")
        case actions.Hit(unit, at):
            return Told(action, f"Take the hit on the {unit_words(unit)} at {label(at)}", at[:4])
        case actions.Lose(unit, at):
            return Told(action, f"Remove the {unit_words(unit)} at {label(at)}", at[:4])
        case actions.Retreat(what, to):
            force = "The fleet" if what == "fleet" else "The land units"
            if to == actions.NOWHERE:
                return Told(action, f"{force}: nowhere to go")
            return Told(action, f"{force} to {label(to)}", "", to[:4])
        case actions.Displace(at, to):
            if to == actions.NOWHERE:
                return Told(action, f"The air unit of {label(at)}: nowhere to go", at)
            return Told(action, f"The air unit of {label(at)} to {label(to)}", at, to[:4])
        case actions.Land(at, wanted):
            return Told(action, f"{'Land at' if wanted else 'Stay aboard at'} {label(at)}", at)
        case actions.Redeploy(units, at, to):
            said = f"Redeploy {stack_words(units)} from {label(at)} to {label(to)}"
            return Told(action, said, at[:4], to[:4])
        case actions.Rebuild(unit, at):
            return Told(action, f"Rebuild the {unit_words(unit)} at {label(at)}", at[:4])
        case actions.Place(units, at, start):
            come = f" from {label(start)}" if start else ""
            return Told(action, f"Place {stack_words(units)}{come} at {label(at)}", at[:4])
        case _:
            return Told(action, pass_words(state))


def _label(state: State) -> Callable[[str], str]:
    """The name of a place, with the letter of its sea where it has two."""
    return lambda at: f"{state.board.label(at[:4])} {at[4:]}".strip()


def _places(label: Callable[[str], str], hexes: Iterable[str]) -> str:
    return " and ".join(dict.fromkeys(label(h) for h in hexes))


def pass_words(state: State) -> str:
    """What passing means here."""
    match state.phase:
        case Phase.MOVEMENT if progress(state).target:
            return "End this impulse"
        case Phase.MOVEMENT:
            return "Pass: no more impulses this turn"
        case Phase.BASES:
            return "Pass: no more bases this turn"
        case Phase.FLEET_REDEPLOYMENT | Phase.TROOP_REDEPLOYMENT:
            return "Pass: nothing more to redeploy here"
        case Phase.REBUILDING:
            return "Pass: nothing more to rebuild"
    return "Pass"


def cost(state: State, action: Action) -> str:
    """What an action costs, ``4 RP``; empty where nothing is paid or it is not known.

    Rules: 8.2d, 8.4e, 8.4f, 10.6c, 10.6d
    """
    side = engine.acting(state)
    if side is None:
        return ""
    match action:
        case actions.Activate():
            return f"{ACTIVATION} RP"
        case actions.Move():
            try:
                found = judged(state, side, action)
            except BadData:
                return ""
            return "" if found is None else f"{found.cost} RP"
        case actions.Rebuild(unit) if state.phase is Phase.REBUILDING:
            return f"{rebuilding.cost(_KINDS[unit.split('-')[-1]])} RP"
    return ""


def who(state: State) -> str:
    """Whose decision it is: ``Japan``, ``the Allies``, or nobody's."""
    side = engine.acting(state)
    return "" if side is None else NAMES[side]
