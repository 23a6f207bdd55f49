"""Playing: what may be done in a position, games from a set-up or a position, records (3.1)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING, Any

from attrs import evolve, frozen

from witp_learn import components, engine, game, position, queries
from witp_learn.actions import Action, Move, Redeploy
from witp_learn.display import Displayed, register
from witp_learn.engine import NotAllowed, Verdict
from witp_learn.engine.basing import PLACED
from witp_learn.engine.fights import shown
from witp_learn.explain import say
from witp_learn.files import (
    DATA,
    BadData,
    NotAvailable,
    one_of,
    read_text,
    standard_input,
    structure,
)
from witp_learn.game import Game, Record
from witp_learn.model import Progress, State
from witp_learn.position.file import to_plain
from witp_learn.rulebook import switches
from witp_learn.rules.turn_end.short_game import places

if TYPE_CHECKING:
    from witp_learn.bots.choices import Choice
    from witp_learn.bots.match import Match
    from witp_learn.rules.turn_end.short_game import Award

_GAMES = DATA / "games"


def bid_for_japan(first: int, second: int) -> Award:
    """Who commands Japan in a short game after two secret bids, and the number that counts.

    Each bid is a number of ports and airfields that Japan will hold at the end; give the ``bid``
    of the answer to `new_game`. Equal bids have to be made again. Raises BadData for a bid below 0
    or above what the board in use has.

    Rules: 13.2b
    """
    from witp_learn.rules.turn_end.short_game import award

    try:
        return award(components.board(), first, second)
    except ValueError as error:
        raise BadData("", "bid", str(error), f"{first}, {second}") from None


_WIDEST = 40
"""Characters of the widest column of actions; longer ones push their words to the right."""


@frozen
class Legal(Displayed):
    """What may be done now, in a position at its next decision."""

    state: State
    actions: tuple[Action, ...]

    def __len__(self) -> int:
        return len(self.actions)

    def __contains__(self, action: object) -> bool:
        return str(action) in map(str, self.actions)

    def __str__(self) -> str:
        from witp_learn.wording import told

        texts = [str(action) for action in self.actions]
        width = min(max(map(len, texts), default=0), _WIDEST)
        rows = [
            f"  {text:{width}}  {told(self.state, action)}"
            for text, action in zip(texts, self.actions, strict=True)
        ]
        return "\n".join([engine.status(self.state), *rows, *self._others()])

    def _others(self) -> Iterator[str]:
        """That more than what is listed may be allowed, where it may."""
        for kind, key in ((Move, "move"), (Redeploy, "redeploy")):
            if any(isinstance(action, kind) for action in self.actions):
                yield from ("", fill(say(f"game.others_{key}"), 80))

    def as_dict(self) -> dict[str, Any]:
        """The answer as the command prints it."""
        return {"actions": [str(one) for one in self.actions], "count": len(self.actions)}


def legal(state: State) -> Legal:
    """What may be done in a position, in the notation of actions.

    Moves are listed one way for each group of like units, redeployments with all, all like ones or
    one; `check` tells of other ways and numbers, and of units left on the way. All else is listed
    whole. A position at rest is first taken to the first decision of its phase.
    """
    begun = engine.begin(_position(state))
    return Legal(begun, engine.legal_actions(begun))


def check(state: State, action: str) -> Verdict:
    """Whether an action may be done in a position, with every reason why not.

    It may name places, ``build Taiwan``. Raises Unreadable for a text that is no action.
    """
    return engine.check(_position(state), action)


def _position(given: Any) -> State:
    """A position that is given as one. Raises BadData for anything else."""
    if not isinstance(given, State):
        problem = "must be a position, such as load gives; that of a game is its state"
        raise BadData("", "state", problem, type(given).__name__)
    return given


def apply(state: State, *actions: str) -> State:
    """The position after these actions, ``"target Manila"``, at its next decision.

    Raises NotAllowed with the verdict of the first that is not allowed, Unreadable for a text that
    is no action.
    """
    state = _position(state)
    for action in actions:
        state = engine.apply(state, action)
    return engine.begin(state)


def new_game(
    scenario: str | State = "standard",
    *,
    optional_bases: bool = False,
    options: Iterable[str] = (),
    last_turn: int = 0,
    bid: int = 0,
    rulings: Mapping[str, str] | None = None,
    mode: str = "study",
    automation: str = "ask",
) -> Game:
    """A game from a set-up by name, or from a position.

    ``optional_bases``: with the six Allied bases of 6.6.2 on the map; then none is built on turn 1.
    ``options``: optional rules, ``sudden-death`` (15.0) and ``chinese-stay-turn-1`` (an erratum
    known at second hand: the Chinese do not redeploy on turn 1). ``last_turn`` and ``bid``: of a
    short game, when it ends and how many ports and airfields Japan has to hold then (13.2).
    ``mode``: ``study`` or ``play`` (undo not over dice). ``automation``: ``ask``, ``single`` or
    ``chores``. Raises NotAvailable for an unknown scenario, BadData for other bad values.
    """
    told = {
        "rulings": dict(rulings) if isinstance(rulings, Mapping) else rulings or {},
        "optional_bases": optional_bases,
        "options": _listed(options),
        "last_turn": last_turn,
        "bid": bid,
    }
    if isinstance(scenario, State):
        for key, value in told.items():
            if value:
                raise BadData("", key, game.OF_A_SCENARIO, value)
        return game.start(scenario, mode=mode, automation=automation)
    record = structure(Record, {"format": game.FORMAT, "scenario": scenario, **told}, "")
    begun = _set_up(record)
    return game.start(begun, origin=_origin(record), mode=mode, automation=automation)


def _listed(options: Iterable[str]) -> object:
    """Options as a list, as a record has them; what is none stays, to be refused."""
    many = isinstance(options, Iterable) and not isinstance(options, str)
    return list(options) if many else options


def bot_game(
    scenario: str | State = "standard",
    seed: int = 1,
    *,
    japan: str = "greedy",
    allies: str = "greedy",
    optional_bases: bool = False,
    options: Iterable[str] = (),
    last_turn: int = 0,
    bid: int = 0,
    rulings: Mapping[str, str] | None = None,
) -> Match:
    """A game that two bots play to its end, with the reasons of each choice.

    ``seed``: the same number gives the same game. ``japan``, ``allies``: ``greedy``, which says why
    it chose, or ``random``. The rest as in `new_game`. Raises as `new_game` does, BadData for a bot
    that there is not.
    """
    from witp_learn.bots.match import play_out

    begun = new_game(
        scenario,
        optional_bases=optional_bases,
        options=options,
        last_turn=last_turn,
        bid=bid,
        rulings=rulings,
    )
    return play_out(begun, seed, japan=japan, allies=allies)


def play_on(game: Game, seed: int = 1, **players: str) -> tuple[tuple[str, Choice | None], ...]:
    """Throw the dice, draw the cards, and let bots play a side, until a decision is yours.

    ``players``: ``japan`` or ``allies`` and the bot that plays it, ``greedy`` or ``random``:
    ``play_on(game, 3, allies="greedy")``. The actions done, each with the choice behind it, None
    for chance. Raises Unreadable for another side, BadData for a bot that there is not.
    """
    from witp_learn.bots.sparring import play_on as go_on

    if not isinstance(game, Game):
        raise BadData("", "game", "must be a game, such as new_game gives", type(game).__name__)
    return go_on(game, seed, {queries.find_side(side): name for side, name in players.items()})


def _origin(record: Record) -> dict[str, Any]:
    """How a record says that its game began; what is as usual is left out."""
    told = {
        "scenario": record.scenario,
        "optional_bases": record.optional_bases,
        "options": list(record.options),
        "last_turn": record.last_turn,
        "bid": record.bid,
        "rulings": dict(record.rulings),
    }
    return {key: value for key, value in told.items() if value}


def scenario_with_bases(name: str = "standard") -> State:
    """A set-up with the six optional Allied bases, which then may build none on turn 1 (6.6.2).

    Raises NotAvailable for an unknown scenario, or one without such bases.
    """
    return _set_up(Record(game.FORMAT, scenario=name, optional_bases=True))


OPTIONS = {"sudden-death": "15.0a", "chinese-stay-turn-1": "12.2r"}
"""Optional rules that a game can be played with, and what they are about; 12.2 at second hand."""

SECOND_HAND = "chinese-stay-turn-1"
"""The option that the rulebook does not have."""


def option_told(name: str) -> str:
    """What an option of a new game says, where it is from, and that it is off by itself."""
    title = say("options.title", name=name, rule=OPTIONS[name])
    told = fill(say(f"options.{name}"), 80)
    return "\n".join([title, told, say("options.off", name=name)])


def _set_up(record: Record) -> State:
    """The first position of a record's scenario, with its options.

    Raises NotAvailable, BadData.

    Rules: 3.3a, 3.3b, 13.1b, 13.2a
    """
    first = queries.scenario(record.scenario, optional_bases=record.optional_bases)
    first = _read_by(first, record.rulings)
    for index, option in enumerate(record.options):
        if option not in OPTIONS or option in record.options[:index]:
            raise BadData("", "options", f"must be {one_of(OPTIONS)}, each once", option)
    placed = (PLACED,) if record.optional_bases else ()
    last_turn, bid = _agreed(record)
    return evolve(
        first,
        progress=Progress(
            choices=(*placed, *record.options),
            scenario=record.scenario,
            last_turn=last_turn,
            bid=bid,
        ),
    )


def _read_by(state: State, rulings: Mapping[str, str]) -> State:
    """The position by other readings of the rules. Raises BadData for one that there is not."""
    chosen = evolve(state, rulings=dict(rulings))
    if amiss := position.fatal(chosen):
        raise BadData("", amiss.key, amiss.problem, amiss.value)
    others = {slug: one for slug, one in rulings.items() if switches()[slug].default != one}
    return evolve(state, rulings=others)


def _agreed(record: Record) -> tuple[int, int]:
    """The last turn of a game, and what Japan has bid for in a short one.

    Raises BadData for values that cannot be.

    Rules: 3.0b, 13.2a, 13.2b
    """
    scenario = components.scenario(record.scenario)
    if not scenario.agreed_end:
        for key in ("last_turn", "bid"):
            if value := getattr(record, key):
                raise BadData("", key, "belongs to the short game (13.2)", value)
        return scenario.last_turn, 0
    first, last = scenario.first_turn, scenario.last_turn
    if not first <= record.last_turn <= last:
        problem = f"must be {first} to {last}, the last turn of the short game (13.2)"
        if not record.last_turn:
            raise BadData("", "last_turn", f"is missing; it {problem}")
        raise BadData("", "last_turn", problem, record.last_turn)
    most = len(places(components.board()))
    if not 0 <= record.bid <= most:
        problem = f"must be 0 to {most}, the ports and airfields Japan has to hold (13.2)"
        raise BadData("", "bid", problem, record.bid)
    return record.last_turn, record.bid


def games() -> tuple[str, ...]:
    """The names of the recorded games that come with the companion."""
    return tuple(sorted(path.stem for path in _GAMES.glob("*.toml")))


def replay(source: str | Path, *, mode: str = "study", automation: str = "ask") -> Game:
    """The game of a record file, played to its last action.

    ``text:`` gives the record itself, ``example:`` the name of one that comes with the companion.
    Raises BadData naming file, key and value for what cannot be replayed, NotAvailable for a name
    that is not there.
    """
    named = str(source)
    if named.startswith("example:"):
        name = named.removeprefix("example:")
        if name not in games():
            raise NotAvailable(f"no recorded game {name!r}; there are: {', '.join(games())}")
        text = read_text(_GAMES / f"{name}.toml")
    elif named.startswith("text:"):
        text, named = named.removeprefix("text:"), "the record"
    else:
        text = standard_input() if named == "-" else read_text(source)
    return game.read_record(text, named, _set_up, mode=mode, automation=automation)


def summary(played: Game) -> dict[str, Any]:
    """A game as the commands print it: its record, the position it leads to, its fingerprint."""
    record = {"format": game.FORMAT, **played.origin, "actions": list(played.actions)}
    return {"record": record, "state": to_plain(played.state), "hash": played.hash}


def _game_faces(played: Game) -> dict[str, str]:
    from witp_learn.view import state_svg

    return {"text/plain": played.status, "image/svg+xml": state_svg(shown(played.state))}


register(Game, _game_faces)


__all__ = [
    "Game",
    "Legal",
    "NotAllowed",
    "apply",
    "bot_game",
    "check",
    "games",
    "legal",
    "new_game",
    "play_on",
    "replay",
    "summary",
]
