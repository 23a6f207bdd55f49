"""A step that goes on with a recorded game: what is done, what may be done, what is left (10)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, cached_property

from attrs import evolve, field, frozen

from witp_learn import edits, engine
from witp_learn.actions import read
from witp_learn.components import shipped_board
from witp_learn.engine import Event, Verdict
from witp_learn.explain import Answer, say
from witp_learn.files import DATA, parse
from witp_learn.game import Entry, Game, start
from witp_learn.hexgrid import HexId
from witp_learn.model import Kind, Side, State
from witp_learn.position import at_rest, from_plain
from witp_learn.rules.control import holder
from witp_learn.walkthrough.book import Book, Comparison, PlayAsk, PlayData
from witp_learn.walkthrough.combat_points import NONE, SIDE_NAMES, Point, holding, read_points

ASKS = "A game"
PASS = "pass"
"""The action that only hands on the turn, whose event is not told."""
_SIDES = {side.short: side for side in Side}
_FORMS = ("control al", "rp jp 3 1", "holds jp 2C 2N-")
"""How the printed points of such a step are written."""


@cache
def recorded(name: str) -> Game:
    """A game that comes with the companion, on its own map, played to its last action.

    Raises NotAllowed where its record does not hold.
    """
    file = DATA / "games" / f"{name}.toml"
    data = parse(file.read_text("utf-8"), file.name)
    first = from_plain(data["start"], f"{file.name}, start", shipped_board())
    return start(first).play(*(read(text) for text in data["actions"]))


@frozen
class Asked:
    """An action that the step asks about: what it is called, what is printed of it, the verdict."""

    ask: PlayAsk
    verdict: Verdict


@frozen(slots=False)
class PlayLook:
    """What a step looks at: a stretch of a recorded game.

    ``game``: the record as far as the step carries it out. ``state``: the position before, without
    what is under way in the turn, named after the step.
    """

    state: State = field(repr=False)
    game: Game = field(repr=False)
    data: PlayData
    hex: HexId | None = None

    @property
    def side(self) -> Side | None:
        """Both sides play."""
        return None

    @property
    def answer(self) -> Answer | None:
        """No single question is asked."""
        return None

    @cached_property
    def entries(self) -> tuple[Entry, ...]:
        """What is done at the step, one entry for each action."""
        return self.game.history[self.data.after :]

    @cached_property
    def begins(self) -> State:
        """The position of the game before the step, in the middle of its turn."""
        return self.game.branch(self.data.after).state

    @cached_property
    def shown(self) -> State:
        """The position after what is done."""
        return evolve(edits.tidy(at_rest(self.game.state)), title=self.state.title)

    @cached_property
    def events(self) -> tuple[Event, ...]:
        """What the actions led to; that somebody passes is left out."""
        return tuple(
            event for entry in self.entries for event in entry.events[entry.action == PASS :]
        )

    @cached_property
    def asked(self) -> tuple[Asked, ...]:
        """The actions that are asked about, on the position before the step."""
        return tuple(Asked(ask, self.verdict(ask)) for ask in self.data.ask)

    def verdict(self, ask: PlayAsk) -> Verdict:
        """Whether an action may be done before the step.

        Raises Unreadable for an action or an edit that cannot be read, CannotEdit for an edit of
        what is not there.
        """
        state = self.begins
        for text in ask.edits:
            state = edits.apply(state, edits.read(text))
        return engine.check(state, ask.action)

    @property
    def ways(self) -> tuple[tuple[HexId, HexId], ...]:
        """From where to where units have been redeployed."""
        pairs = (event.hexes for event in self.events if len(event.hexes) == 2)
        return tuple((at, to) for at, to in pairs)

    @property
    def changed(self) -> tuple[HexId, ...]:
        """The hexes where units have been put down, or turned over."""
        return tuple(dict.fromkeys(e.hexes[-1] for e in self.events if e.hexes))

    @property
    def place(self) -> tuple[HexId, ...]:
        """The hexes that the step is about."""
        here = (self.hex,) if self.hex else ()
        told = (h for event in self.events for h in event.hexes)
        return tuple(dict.fromkeys((*here, *told)))

    @property
    def rules(self) -> tuple[str, ...]:
        """The clauses by which things happen, or may not."""
        done = (rule for event in self.events for rule in event.rules)
        barred = (rule for asked in self.asked for rule in asked.verdict.rules)
        return tuple(dict.fromkeys((*done, *barred)))

    @property
    def asks(self) -> str:
        """What is asked, in a word or two."""
        return ASKS

    @property
    def short(self) -> str:
        """Where the turn stands when the step ends."""
        return self.game.status

    def computed(self, book: Book | None) -> str:
        """What happens; where nothing does, why what is asked about may not be done."""
        barred = (r.text for asked in self.asked for r in asked.verdict.reasons)
        told = [event.text for event in self.events] or list(dict.fromkeys(barred))
        return f"{'. '.join(told)}." if told else ""

    def lines(self) -> Iterator[str]:
        """What happens and what may be done, each with its rules, as plain text."""
        for event in self.events:
            yield f"  {event}"
        for asked in self.asked:
            yield f"  {asked.ask.what}: {may(asked.verdict.ok)}"
            yield from (f"    {reason.text} ({reason.rule})" for reason in asked.verdict.reasons)

    def comparisons(self, book: Book) -> Iterator[Comparison]:
        """What is printed beside what is computed: what may be done, then how things stand."""
        for asked in self.asked:
            if asked.ask.printed is not None:
                found = may(asked.verdict.ok)
                yield Comparison(asked.ask.what, may(asked.ask.printed), found)
        for text in book.printed:
            for point in points(text):
                found = self._stands(point)
                if (
                    point.kind is None
                    or point.printed != NONE
                    or found != NONE
                    or self._left(point)
                ):
                    yield book.point(point.key, point.what, point.printed, found)

    def _left(self, point: Point) -> bool:
        """Whether units of a kind that is not there any more stood there before the step."""
        return holding(self.begins.at(self.hex or "", point.side), point.kind or Kind.LAND) != NONE

    def _stands(self, point: Point) -> str:
        """What the rules give for a printed point."""
        if point.name == "control":
            held = holder(self.shown, self.hex or "")
            return SIDE_NAMES[held] if held else say("walk_play.nobody")
        side = point.side or Side.JAPAN
        if point.kind is not None:
            return holding(self.shown.at(self.hex or "", side), point.kind)
        at = list(Side).index(side)
        before, after = (state.trp or (0, 0) for state in (self.begins, self.game.state))
        return say("walk_play.before_after", before=before[at], after=after[at])


def may(allowed: bool) -> str:
    """``allowed`` or ``not allowed``."""
    return say(f"walk_play.{'allowed' if allowed else 'barred'}")


def points(text: str) -> tuple[Point, ...]:
    """The printed points of one text. Raises ValueError saying what would be right."""
    name, *words = text.split() or [""]
    if name == "holds":
        return read_points(text, str)
    if name == "control" and len(words) == 1 and words[0] in _SIDES:
        return (Point(name, say("walk_play.control"), SIDE_NAMES[_SIDES[words[0]]]),)
    if name == "rp" and len(words) == 3 and words[0] in _SIDES and all(map(_whole, words[1:])):
        side = _SIDES[words[0]]
        told = say("walk_play.before_after", before=words[1], after=words[2])
        return (Point(name, say("walk_play.rp", side=SIDE_NAMES[side]), told, side),)
    raise ValueError(f"write a point of a game like one of: {', '.join(_FORMS)}")


def _whole(text: str) -> bool:
    return text.isascii() and text.isdigit()
