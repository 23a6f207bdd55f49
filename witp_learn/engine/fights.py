"""Phase 5, combat segment: one hex after another, each fought out step by step (9)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from attrs import frozen

from witp_learn.actions import (
    Action,
    Ambiguous,
    Displace,
    Fight,
    Hit,
    Land,
    Lose,
    Retreat,
    Roll,
    Support,
    read,
)
from witp_learn.engine.memory import Remembered
from witp_learn.engine.table import enter, noted, progress
from witp_learn.engine.telling import note_events, roll_events
from witp_learn.engine.verdicts import Event, Log
from witp_learn.engine.waiting import not_there
from witp_learn.explain import say
from witp_learn.files import BadData
from witp_learn.hexgrid import HexId
from witp_learn.model import Kind, Nation, Phase, Side, State
from witp_learn.rules.combat import fight
from witp_learn.rules.combat.arena import Arena
from witp_learn.rules.combat.battles import ashore, first_battle, fought_over
from witp_learn.rules.combat.losses import LANDING_RULES, Notes
from witp_learn.rules.combat.moment import Moment, Question, battle_of
from witp_learn.rules.combat.pieces import AIR
from witp_learn.rules.combat.strength import supporters
from witp_learn.rules.combat.tally import Pair, Tally
from witp_learn.rules.combat_answers.words import battle_name, battle_rules, question_rules
from witp_learn.rules.effects import best_words
from witp_learn.rules.refusals import Refusal
from witp_learn.sequence import leader

FACES = range(1, 7)

DECISIONS = (Hit, Lose, Retreat, Displace, Land)
"""What the owner of a counter decides in a fight."""


@frozen
class Scene:
    """A fight under way: where it stands, and what has to be decided next."""

    arena: Arena
    moment: Moment
    asked: Question | None


def scene(state: State) -> Scene | None:
    """The fight under way, None between two fights."""
    return _scene(state) if progress(state).fight else None


def _played(state: State) -> Scene | None:
    now = progress(state)
    if not now.fight:
        return None
    arena = Arena(state, now.fight)
    moment = _run(arena, fight.begin(arena), None)
    if fight.question(arena, moment) is None and first_battle(state, now.fight) is None:
        place = state.board.label(now.fight)
        raise BadData("", "progress.fight", say("engine.no_fight", place=place), now.fight)
    for index, text in enumerate(now.record):
        try:
            moment = _step(arena, moment, read(text), None)[0]
        except (ValueError, StopIteration, AttributeError):
            problem = say("engine.not_on_record", place=state.board.label(now.fight))
            raise BadData("", f"progress.record[{index}]", problem, text) from None
    return Scene(arena, moment, fight.question(arena, moment))


_scene = Remembered(_played)


def _run(arena: Arena, moment: Moment, notes: Notes | None) -> Moment:
    """The fight on to the next dice or real choice."""
    while (asked := fight.question(arena, moment)) is not None and len(asked.choices) == 1:
        moment = fight.answered(arena, moment, 0, notes)
    return moment


def _step(
    arena: Arena, moment: Moment, action: Action, notes: Notes | None
) -> tuple[Moment, Tally | None]:
    """The fight after a roll, a decision or air support held back or given."""
    if isinstance(action, Support):
        return _supported(arena, moment, action), None
    tally = None
    if isinstance(action, Roll):
        moment, tally = fight.rolled(arena, moment, action.first, action.second, None, notes)
    else:
        asked = fight.question(arena, moment)
        moment = fight.answered(arena, moment, _index(asked, action), notes)
    return _run(arena, moment, notes), tally


def _index(asked: Question | None, action: Action) -> int:
    texts = [] if asked is None else [choice.action for choice in asked.choices]
    return texts.index(str(action))


def _flying(arena: Arena, moment: Moment) -> dict[tuple[HexId, str], Side]:
    """Full air units that could support the battle at hand, by hex and nation."""
    battle = battle_of(moment)
    return {
        (piece.at, piece.nation.value): side
        for side in Side
        for piece in supporters(arena.state, moment.here, battle, side)
    }


def _supported(arena: Arena, moment: Moment, action: Support) -> Moment:
    nation = next(
        p.nation
        for p in moment.here
        if p.kind is AIR and p.at == action.at and action.nation in ("", p.nation.value)
    )
    flight = frozenset({(action.at, nation)})
    return fight.hold_back(moment, moment.held - flight if action.given else moment.held | flight)


def owner(state: State, action: Support) -> Side | None:
    """The side whose air units an action of support speaks of."""
    now = scene(state)
    if now is None or now.asked is None or now.asked.kind != "dice":
        return None
    flying = _flying(now.arena, now.moment)
    held = {(at, nation.value): nation.side for at, nation in now.moment.held}
    sides = {**held, **flying}
    meant = (s for (at, n), s in sides.items() if at == action.at and action.nation in ("", n))
    return next(meant, None)


def acting(state: State) -> Side | None:
    """Who decides: the side that picks the order of fights, the owner of a hit counter ...

    None while dice are due.

    Rules: 9.0d, 9.0e, 9.6.1g
    """
    now = scene(state)
    if now is None:
        return leader(progress(state), state.phase)
    return now.asked.side if now.asked else None


def open_fights(state: State) -> tuple[HexId, ...]:
    """The hexes still to be fought over, in order of number.

    Rulings: combat-order-commit
    Rules: 9.0b, 9.0c
    """
    done = progress(state).fought
    return tuple(h for h in fought_over(state) if h not in done)


def automatic(state: State, log: Log) -> State | None:
    """A fight that has nothing left to decide is over; after the last the segment is.

    Rules: 9.0b, 9.0c, 10.0a
    """
    now = progress(state)
    if now.fight:
        found = scene(state)
        if found is None or found.asked is not None:
            return None
        after = fight.position(found.arena, found.moment)
        log.append(
            Event(
                say("engine.fight_over", place=state.board.label(now.fight)),
                None,
                ("9.0c",),
                (now.fight,),
            )
        )
        return noted(after, fight="", record=(), fought=(*now.fought, now.fight))
    if open_fights(state):
        return None
    log.append(Event(say("engine.combat_over"), None, ("9.0b",)))
    return enter(state, Phase.FLEET_REDEPLOYMENT)


def offers(state: State) -> Iterator[Action]:
    """The fights that may be begun; in a fight every roll and support, or every choice."""
    now = scene(state)
    if now is None:
        yield from (Fight(h) for h in open_fights(state))
    elif now.asked is not None and now.asked.kind == "dice":
        yield from (Roll(japan, allies) for japan, allies in product(FACES, FACES))
        yield from _support_offers(now)
    elif now.asked is not None:
        yield from (read(choice.action) for choice in now.asked.choices)


def _support_offers(now: Scene) -> Iterator[Action]:
    """Air units that may be held back, or sent after all.

    Rules: 9.2d
    """
    flying = _flying(now.arena, now.moment)
    nations: dict[HexId, list[str]] = {}
    for at, nation in flying:
        nations.setdefault(at, []).append(nation)
    held = {(at, nation.value) for at, nation in now.moment.held}
    for at, nation in sorted(flying):
        named = nation if len(nations[at]) > 1 else ""
        yield Support(at, (at, nation) in held, named)


def refusals(state: State, action: Action) -> Iterator[Refusal]:
    """Why a fight may not be begun, or what is decided instead."""
    now = scene(state)
    if now is None:
        yield from _no_fight(state, action)
        return
    offered = tuple(offers(state))
    if action in offered or _shortened(action, offered) is not None:
        return
    if now.asked is not None and now.asked.kind == "dice":
        battle = battle_of(now.moment)
        text = say(
            "engine.dice_due",
            battle=battle_name(state, battle),
            best=best_words(state, battle.kind),
        )
        yield Refusal("9.6a", "dice_due", progress(state).fight, text)
    else:
        yield from _nowhere(state, now, action)
        choices = ", ".join(str(one) for one in offered)
        text = say("engine.choose", choices=choices)
        yield Refusal(_clause(now.asked), "not_offered", progress(state).fight, text)


def _clause(asked: Question | None) -> str:
    """The clause by which there is a choice; for hits the one that leaves it to the owner."""
    rules = () if asked is None else question_rules(asked)
    return rules[0] if rules and "9.6.1g" not in rules else "9.6.1g"


def asked_rules(state: State) -> tuple[str, ...]:
    """The clauses of what is asked in the fight under way, by its battle and its last dice.

    Rules: 9.3d, 9.4d, 9.5c, 9.6.1g, 9.6.2d, 9.6.3l
    """
    now = scene(state)
    if now is None or now.asked is None:
        return ()
    if now.moment.battle is None:
        return question_rules(now.asked)
    return battle_rules(now.asked, now.moment.battle, _last_dice(progress(state).record))


def _nowhere(state: State, now: Scene, action: Action) -> Iterator[Refusal]:
    """Why the air unit that has to leave a hex may not go where an action sends it.

    Rules: 8.7a, 12.1e, 12.2c
    """
    asked = now.asked
    if asked is not None and asked.kind == "displace" and asked.side is not None:
        for unit in shown(state).at(asked.what, asked.side):
            if unit.kind is Kind.AIR:
                yield from not_there(shown(state), unit, action)
                return


def _no_fight(state: State, action: Action) -> Iterator[Refusal]:
    if not isinstance(action, Fight):
        places = ", ".join(state.board.label(h) for h in open_fights(state))
        yield Refusal("9.0c", "fight_first", "", say("engine.fight_first", places=places))
    elif action.at not in open_fights(state):
        key = "fought" if action.at in progress(state).fought else "no_fight"
        text = say(f"engine.{key}", place=state.board.label(action.at))
        yield Refusal("9.0b", key, action.at, text)


def _shortened(action: Action, offered: tuple[Action, ...]) -> Action | None:
    """The choice on offer that a shorter unit word or a hex without coast letter means.

    Raises Ambiguous when it could be more than one.
    """
    meant = [one for one in offered if _could_mean(action, one)]
    if len(meant) > 1:
        names = ", ".join(str(one) for one in meant)
        raise Ambiguous(str(action), f"could be {names}; name the unit more fully")
    return meant[0] if meant else None


def _could_mean(action: Action, offered: Action) -> bool:
    if isinstance(action, Hit | Lose) and type(action) is type(offered):
        whole, part = offered.unit.split("-"), action.unit.split("-")
        return set(part) <= set(whole) and offered.at.startswith(action.at)
    if isinstance(action, Retreat) and isinstance(offered, Retreat):
        return action.what == offered.what and offered.to.startswith(action.to)
    if isinstance(action, Support) and isinstance(offered, Support):
        same = (action.at, action.given) == (offered.at, offered.given)
        return same and action.nation in ("", offered.nation)
    return False


def carried_out(state: State, action: Action, log: Log) -> State:
    """A fight begun, dice thrown, a decision made.

    Cargo that fights for its landing goes ashore before the dice, and is told before them.

    Rules: 9.0c, 9.1c, 9.5a, 9.2d, 9.6a, 9.6b, 9.6.1g, 12.2k
    """
    if isinstance(action, Fight):
        text = say("engine.fight_begins", place=state.board.label(action.at))
        log.append(Event(text, acting(state), ("9.0c",), (action.at,)))
        state = noted(state, fight=action.at, record=())
        notes: Notes = []
        arena = Arena(state, action.at)
        _run(arena, fight.begin(arena, notes=notes), notes)
        log += note_events(state, action.at, notes, None)
        return state
    now = scene(state)
    if now is None:
        raise ValueError(f"{action}: no fight is under way")
    offered = tuple(offers(state))
    exact = action if action in offered else _shortened(action, offered)
    if exact is None:
        raise ValueError(f"{action} is not on offer")
    notes = []
    _, tally = _step(now.arena, now.moment, exact, notes)
    ashore_first = [note for note in notes if note.rules == LANDING_RULES]
    notes = [note for note in notes if note.rules != LANDING_RULES]
    if tally is not None:
        log += note_events(state, now.arena.hex, ashore_first, None)
        log += roll_events(now.arena, now.moment, tally)
        if _meets_chinese(now.moment):
            state = noted(state, met_chinese=True)
    elif isinstance(exact, Support):
        key = "supports" if exact.given else "held_back"
        text = say(f"engine.{key}", place=state.board.label(exact.at))
        log.append(Event(text, None, ("9.2d",), (exact.at,)))
    record = (*progress(state).record, str(exact))
    log += note_events(state, now.arena.hex, notes, _last_dice(record))
    return noted(state, record=record)


def _last_dice(record: Sequence[str]) -> Pair | None:
    """Japan's and the Allied die of the last roll on record, None before the first."""
    rolls = (done for text in reversed(record) if isinstance(done := read(text), Roll))
    return next(((roll.first, roll.second) for roll in rolls), None)


def _meets_chinese(moment: Moment) -> bool:
    """Whether the battle at hand is a land combat with a Chinese land unit, a continuing one too.

    Rulings: china-combat-quota
    Rules: 12.2k, 12.2l
    """
    battle = battle_of(moment)
    if battle.kind == "fleet":
        return False
    return any(p.nation is Nation.CHINA for p in ashore(moment.here, Side.ALLIES, battle.hex))


def shown(state: State) -> State:
    """The position as the fight under way stands, for a map; else the position itself."""
    now = scene(state)
    return state if now is None else fight.position(now.arena, now.moment)
