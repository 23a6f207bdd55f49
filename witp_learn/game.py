"""A game in progress: what was done, undo and redo, a log in words, a record to keep and replay.

A `Game` holds a position and the actions since its start. It never changes a position: every
action gives a new one. Its record is a TOML file: how the game began, and the actions in order.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from attrs import define, field, frozen

from witp_learn import engine
from witp_learn.actions import Action, Displace, Draw, Hit, Land, Lose, Retreat, Roll, read
from witp_learn.display import Displayed
from witp_learn.engine import Event, NotAllowed, Verdict
from witp_learn.explain import say
from witp_learn.files import (
    BadData,
    NotAvailable,
    Unreadable,
    one_of,
    parse,
    save_text,
    structure,
    to_toml,
)
from witp_learn.model import Board, Side, State
from witp_learn.position.file import from_plain, to_plain
from witp_learn.typed import read as read_typed

FORMAT = "witp-game/1"
"""The record format that this companion reads and writes."""

MODES = ("study", "play")
"""``study``: undo goes anywhere. ``play``: not over dice or drawn cards, nor over the other
side's decision."""

AUTOMATION = ("ask", "single", "chores")
"""What is done without asking: nothing, what has one answer, also every owner's default."""

CHOSEN = ("rulings", "optional_bases", "options", "last_turn", "bid")
"""What is chosen for a game of a scenario; a position of its own says it itself."""

OF_A_SCENARIO = "belongs to a scenario; a start position says this itself"

_CHORES = (Hit, Lose, Retreat, Displace, Land)


class CannotUndo(ValueError):
    """Undo or redo that is not possible, and why."""


@frozen
class Entry:
    """One action of a game: its text, who did it (None: dice), and what it led to.

    ``by_itself``: done by the automation, not asked for.
    """

    action: str
    side: Side | None
    state: State = field(repr=False)
    events: tuple[Event, ...] = field(repr=False, default=())
    by_itself: bool = False


@frozen
class Record:
    """A game as a file holds it.

    ``scenario``: the name of a set-up, or empty where ``start`` is a position of its own.
    ``options``: optional rules in force. ``last_turn`` and ``bid``: of a short game (13.2).
    """

    format: str
    actions: tuple[str, ...] = ()
    scenario: str = ""
    title: str = ""
    optional_bases: bool = False
    options: tuple[str, ...] = ()
    last_turn: int = 0
    bid: int = 0
    rulings: Mapping[str, str] = field(factory=dict)


BeginsScenario = Callable[[Record], State]
"""Sets up the scenario of a record."""


@define(eq=False)
class Game(Displayed):
    """A game in progress.

    ``origin``: the record's words for how it began. ``start``: the position at its first decision.
    """

    start: State
    origin: Mapping[str, Any]
    mode: str = "study"
    automation: str = "ask"
    opening: tuple[Event, ...] = field(default=(), repr=False)
    _done: list[Entry] = field(factory=list, repr=False)
    _undone: list[Entry] = field(factory=list, repr=False)
    _undoer: Side | None = field(default=None, repr=False)

    def __attrs_post_init__(self) -> None:
        _one_of("mode", self.mode, MODES)
        _one_of("automation", self.automation, AUTOMATION)

    @property
    def state(self) -> State:
        """The position now, at its next decision."""
        return self._done[-1].state if self._done else self.start

    @property
    def history(self) -> tuple[Entry, ...]:
        """Everything done so far."""
        return tuple(self._done)

    @property
    def actions(self) -> tuple[str, ...]:
        """The actions done so far, in their notation."""
        return tuple(entry.action for entry in self._done)

    @property
    def acting(self) -> Side | None:
        """Whose decision it is, None while dice are due or when nothing is left to do."""
        return engine.acting(self.state)

    @property
    def status(self) -> str:
        """Where the turn stands and who decides what."""
        return engine.status(self.state)

    def legal_actions(self) -> tuple[Action, ...]:
        """Every action that may be done now."""
        return engine.legal_actions(self.state)

    def check(self, action: Action | str) -> Verdict:
        """Whether an action may be done now, and every reason why not."""
        return engine.check(self.state, action)

    def play(self, *actions: Action | str) -> Game:
        """Do these actions one after the other; all of them, or none.

        A text may name places, ``build Taiwan``; records have hex numbers. Raises NotAllowed with
        the verdict, Unreadable for a text that is no action. What was undone can then no longer be
        redone.
        """
        kept = list(self._done)
        try:
            for action in actions:
                self._one(action, by_itself=False)
                self._automatic()
        except ValueError:
            self._done = kept
            raise
        if actions:
            self._undone, self._undoer = [], None
        return self

    def go_on(self) -> Game:
        """Do what the automation does without asking, if anything."""
        self._automatic()
        return self

    def _one(self, action: Action | str, *, by_itself: bool) -> None:
        done = read_typed(action, self.state.board) if isinstance(action, str) else action
        side = None if isinstance(done, Roll) else engine.doer(self.state, done)
        outcome = engine.play(self.state, done)
        told = str(engine.canonical(self.state, done))
        self._done.append(Entry(told, side, outcome.state, outcome.events, by_itself))

    def _automatic(self) -> None:
        while (found := self._obvious()) is not None:
            self._one(found, by_itself=True)

    def _obvious(self) -> Action | None:
        """What the automation does next, None when it has to ask."""
        if self.automation == "ask":
            return None
        offered = self.legal_actions()
        if len(offered) == 1 and not isinstance(offered[0], Roll):
            return offered[0]
        chores = [one for one in offered if isinstance(one, _CHORES)]
        if self.automation != "chores" or len(chores) < len(offered) or not offered:
            return None
        return engine.usual(self.state)

    def undo(self) -> Game:
        """Take back the last action, and what the automation did after it.

        Raises CannotUndo at the start, and in play over dice, drawn cards or the other side's
        decision.
        """
        count = self._last_asked()
        if count < 0:
            raise CannotUndo(say("game.at_start"))
        taken = self._done[count:]
        if self.mode == "play":
            self._may_undo(taken)
        self._undoer = taken[0].side
        self._undone.extend(reversed(taken))
        del self._done[count:]
        return self

    def _last_asked(self) -> int:
        """The place of the last action that the automation did not do, -1 where there is none."""
        asked = [i for i, entry in enumerate(self._done) if not entry.by_itself]
        return asked[-1] if asked else -1

    def _may_undo(self, taken: list[Entry]) -> None:
        done = [read(entry.action) for entry in taken]
        if any(isinstance(one, Draw) for one in done):
            raise CannotUndo(say("game.over_cards"))
        if any(isinstance(one, Roll) for one in done):
            raise CannotUndo(say("game.over_dice"))
        sides = {entry.side for entry in taken}
        if self._undoer is not None:
            sides.add(self._undoer)
        if len(sides) > 1:
            raise CannotUndo(say("game.over_other"))

    def redo(self) -> Game:
        """Do again what was undone last. Raises CannotUndo when there is nothing."""
        if not self._undone:
            raise CannotUndo(say("game.nothing_undone"))
        self._done.append(self._undone.pop())
        while self._undone and self._undone[-1].by_itself:
            self._done.append(self._undone.pop())
        self._undoer = None
        return self

    @property
    def can_redo(self) -> bool:
        """Whether something was undone and can be done again."""
        return bool(self._undone)

    def branch(self, after: int | None = None) -> Game:
        """A new game that shares the first ``after`` actions, all of them when None.

        Raises ValueError for a number that is not on record.
        """
        count = len(self._done) if after is None else after
        if type(count) is not int or not 0 <= count <= len(self._done):
            raise ValueError(f"this game has 0 to {len(self._done)} actions, not {after}")
        first = self._done[:count]
        return Game(self.start, self.origin, self.mode, self.automation, self.opening, first)

    def log(self) -> tuple[str, ...]:
        """What happened, in words: one line for each event, after its action."""
        return (*map(str, self.opening), *_lines(self._done))

    def record(self) -> str:
        """The game as a TOML record."""
        return to_toml({"format": FORMAT, **self.origin, "actions": list(self.actions)})

    def save(self, path: str | Path) -> None:
        """Write the record to a file. Raises BadData when it cannot be written.

        A record that was there stays until the new one is whole.
        """
        save_text(path, self.record())

    @property
    def hash(self) -> str:
        """A fingerprint of the position now; see `fingerprint`."""
        return fingerprint(self.state)

    def __str__(self) -> str:
        return "\n".join([self.status, *self.log()])


def _one_of(key: str, value: str, known: Iterable[str]) -> None:
    names = list(known)
    if value not in names:
        raise BadData("", key, f"must be {one_of(names)}", value)


def _lines(entries: Iterable[Entry]) -> Iterator[str]:
    for entry in entries:
        who = f"{entry.side.adjective}: " if entry.side else ""
        yield f"{who}{entry.action}"
        yield from (f"  {event}" for event in entry.events)


def fingerprint(state: State) -> str:
    """SHA-256 of a position as canonical JSON: keys sorted, no spaces."""
    text = json.dumps(to_plain(state), sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()


def start(
    state: State,
    *,
    origin: Mapping[str, Any] | None = None,
    mode: str = "study",
    automation: str = "ask",
) -> Game:
    """A game that begins with a position, taken to its first decision.

    ``origin``: how the record says where it came from; the whole position when None.
    """
    words = {"start": to_plain(state)} if origin is None else origin
    begun = engine.opening(state)
    game = Game(begun.state, words, mode, automation, begun.events)
    return game.go_on()


def read_record(
    text: str, source: str, begun: BeginsScenario, *, mode: str = "study", automation: str = "ask"
) -> Game:
    """The game of a TOML or JSON record, replayed to its last action.

    ``begun`` sets up a scenario by name. Raises BadData naming ``source``, key and value: for
    another format, a key that is not known, an action that cannot be read or is not allowed.
    """
    data = parse(text, source)
    if "format" in data and data["format"] != FORMAT:
        problem = f'this companion reads format = "{FORMAT}"'
        raise BadData(source, "format", problem, data["format"])
    position = data.pop("start", None)
    found = structure(Record, data, source)
    if (position is None) == (not found.scenario):
        problem = "a record has either a scenario or a start position"
        raise BadData(source, "start" if position is not None else "scenario", problem)
    origin = {k: v for k, v in data.items() if k not in ("format", "actions")}
    if position is None:
        first = _first(found, source, begun)
    else:
        for key in CHOSEN:
            if key in data:
                raise BadData(source, key, OF_A_SCENARIO, data[key])
        if not isinstance(position, dict):
            raise BadData(source, "start", "must be a table of keys and values", position)
        first = from_plain(position, f"{source}, start")
        origin = {**origin, "start": position}
    game = start(first, origin=origin, mode=mode)
    for index, action in enumerate(found.actions):
        _replayed(game, action, f"actions[{index}]", source)
    game.automation = automation
    return game


def _first(found: Record, source: str, begun: BeginsScenario) -> State:
    try:
        return begun(found)
    except BadData as error:
        raise BadData(source, error.key, error.problem, error.value) from None
    except NotAvailable as error:
        raise BadData(source, "scenario", str(error), found.scenario) from None


def _replayed(game: Game, action: str, key: str, source: str) -> None:
    try:
        game.play(read(action))
    except NotAllowed as error:
        why = "; ".join(f"{r.text} ({r.rule})" for r in error.verdict.reasons)
        raise BadData(source, key, f"not allowed here: {why}", action) from None
    except Unreadable as error:
        problem = f"{error.problem}{_meant(action, game.state.board)}"
        raise BadData(source, key, problem, action) from None


def _meant(action: str, board: Board) -> str:
    """How a record writes an action that names places, for the end of an error."""
    try:
        meant = str(read_typed(action, board))
    except Unreadable:
        return ""
    return f"; records have numbers, not names: {meant}"
