"""Actions as a player says them: what each does, the hexes it names, and what it costs.

The referee decides what may be done (3.1); here stand only the words on its buttons.
"""

from __future__ import annotations

from attrs import frozen

from witp_learn import actions, engine
from witp_learn.actions import Action
from witp_learn.engine.table import progress
from witp_learn.hexgrid import HexId
from witp_learn.model import Side, State
from witp_learn.wording import cost as rp
from witp_learn.wording import label, stack_words, words

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


@frozen
class Told:
    """An action that may be done, in words.

    ``start``: the hex it is about or comes from, ``to``: where something goes, empty where it
    names none. ``more``: its cost, where one is known. ``stack``: the units that go.
    """

    action: Action
    text: str
    start: HexId = ""
    to: HexId = ""
    more: str = ""
    stack: str = ""

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


def told(state: State, action: Action) -> Told:
    """An action in words, without what it costs."""
    match action:
        case actions.Move(units, path, leaving):
            to = path[-1] if len(path) > 1 else progress(state).target
            stays = " and ".join(dict.fromkeys(label(state, h) for h, _ in leaving))
            left = f", leaving some at {stays}" if stays else ""
            stack = stack_words(units)
            said = f"Move {stack} from {label(state, path[0])} to {label(state, to)}{left}"
            return Told(action, said, path[0][:4], to[:4], stack=f"{stack}{left}")
        case actions.Redeploy(units, at, to):
            stack = stack_words(units)
            return Told(action, words(state, action), at[:4], _place(to), stack=stack)
        case actions.Displace(at, to):
            return Told(action, words(state, action), at[:4], _place(to))
        case actions.Retreat(_, to):
            return Told(action, words(state, action), "", _place(to))
    return Told(action, words(state, action), str(getattr(action, "at", ""))[:4])


def _place(to: str) -> HexId:
    return "" if to == actions.NOWHERE else to[:4]


def cost(state: State, action: Action) -> str:
    """What an action costs, ``4 RP``; empty where nothing is paid or it is not known."""
    points = rp(state, action)
    return "" if points is None else f"{points} RP"


def who(state: State) -> str:
    """Whose decision it is: ``Japan``, ``the Allies``, or nobody's."""
    side = engine.acting(state)
    return "" if side is None else NAMES[side]
