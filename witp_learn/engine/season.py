"""The turn of the season: what ends a turn, and what starts the next one (3.2, 12.2, 12.3, 12.4).

Phase 7 hands over to this module once its units are placed, and the event phase asks it first.
For the end of a turn the module of phase 7 calls `ended` in its ``automatic``; while `closing` is
true it passes on `acting`, `offers`, `refusals` and `carried_out`, which have the shape of a
`witp_learn.engine.parts.Part`. For the start the module of the event phase calls `dawn` in its
``automatic`` while `dawning` is true, and passes on `dawn_acting`, `dawn_offers`, `dawn_refusals`
and `dawn_carried_out` while ``progress.step`` is `DAWN`; then ``progress.step`` is `BEGUN`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from attrs import evolve

from witp_learn.actions import Action, Ambiguous, Lose, Pass, Place, Redeploy
from witp_learn.components.turns import season as season_name
from witp_learn.edits import tidy
from witp_learn.engine.table import LASTING, SIDES, noted, progress, settled
from witp_learn.engine.verdicts import Event, Log
from witp_learn.explain import say
from witp_learn.files import BadData
from witp_learn.model import Ending, Kind, Phase, Progress, Side, State, Step, Unit
from witp_learn.rules import resources, stacks
from witp_learn.rules.refusals import Refusal
from witp_learn.rules.turn_end import china, short_game, victory

DAWN = "dawn"
"""The step of the event phase in which an air unit may be put at Chongqing."""

BEGUN = "begun"
"""The step of the event phase in which the turn has started and the cards come."""

QUOTA, RECKONING, CHINESE, LAST, OVER = "quota", "reckoning", "chinese", "last", "over"


def closing(state: State) -> bool:
    """Whether the turn is being ended: reinforcements are placed."""
    return state.phase is Phase.REINFORCEMENT and progress(state).step in _DONE


def ended(state: State, log: Log) -> State | None:
    """The next step of the end of a turn; None while a decision is due, and after the last turn.

    In this order (ruling turn-end-order): the loss for no combat with the Chinese, the count of
    land units in China, surrender, recovery, Chinese redeployment; then the game ends or the next
    turn starts.

    Rules: 12.2h, 12.2m, 12.2n, 12.2o, 12.2r
    """
    step = progress(state).step
    return _DONE[step](state, log) if step in _DONE else noted(state, step=QUOTA)


def _quota(state: State, log: Log) -> State | None:
    """Where no Chinese were fought one Japanese land unit in China goes, if there is one.

    Rulings: china-combat-quota
    Rules: 12.2k, 12.2l, 12.2m
    """
    if not china.failed(state):
        return noted(state, step=RECKONING)
    choices = tuple(_losses(state))
    if len(choices) > 1:
        return None
    if choices:
        return _lost(state, *choices[0], log)
    log.append(Event(say("season.quota_none"), Side.JAPAN, ("12.2m",)))
    return noted(state, step=RECKONING)


def _losses(state: State) -> Iterator[tuple[Lose, Unit]]:
    """Every Japanese land unit in China that could go, like ones once, with its action."""
    for unit in china.japanese(state):
        one = evolve(unit, count=1)
        word = stacks.words(state, (one,)).rpartition(":")[0]
        yield Lose(word, unit.at), one


def _lost(state: State, action: Lose, unit: Unit, log: Log) -> State:
    place = state.board.label(unit.hex)
    text = say("season.quota_lost", unit=unit.kind.noun, place=place)
    log.append(Event(text, Side.ALLIES, ("12.2m",), (unit.hex,)))
    left = evolve(state, units=stacks.without(state.units, (unit,)))
    return settled(state, noted(left, step=RECKONING), (unit.hex,), log)


def _reckoning(state: State, log: Log) -> State:
    """Land units in China are counted, China surrenders or not, the Chinese recover.

    A surrender lifts the loss of RP that was just counted, as Japan's penalties end with it.

    Rules: 12.2h, 12.2i, 12.2j, 12.2n, 12.2o, 12.2p, 12.2q
    """
    due = china.penalty(state)
    if due.value:
        log.append(Event(due.text, Side.JAPAN, due.rules, due.hexes))
    state = noted(state, step=CHINESE, penalty=int(due.value or 0))
    if china.surrenders(state):
        return _surrendered(state, log)
    worn = [u.hex for u in state.units if china.is_chinese(u) and not u.full]
    if worn:
        hexes = tuple(dict.fromkeys(worn))
        text = say("season.recovery", places=", ".join(map(state.board.label, hexes)))
        log.append(Event(text, Side.ALLIES, ("12.2o",), hexes))
    return tidy(china.recovered(_rested(state)))


def _rested(state: State) -> State:
    """The state with no unit marked as redeployed in this phase."""
    if not any(u.moved for u in state.units):
        return state
    return evolve(state, units=tuple(evolve(u, moved=False) for u in state.units))


def _surrendered(state: State, log: Log) -> State:
    place = state.board.label(china.CHONGQING)
    text = say("season.surrender", place=place)
    log.append(Event(text, Side.JAPAN, ("12.2h", "12.2i"), (china.CHONGQING,)))
    now = progress(state)
    if now.penalty:
        log.append(Event(say("season.penalty_lifted"), Side.JAPAN, ("12.2j",)))
    hexes = tuple(dict.fromkeys(u.hex for u in state.units if china.is_chinese(u)))
    gone = noted(china.without_china(state), once=(*now.once, china.SURRENDERED), penalty=0)
    return settled(state, gone, hexes, log)


def _chinese(state: State, log: Log) -> State | None:
    """The Allies redeploy Chinese units as long as one can go somewhere.

    Rules: 12.2r, 12.2s
    """
    return None if any(_redeployments(state)) else noted(_rested(state), step=LAST)


def _redeployments(state: State) -> Iterator[Redeploy]:
    if china.stays(state):
        return
    places = china.hexes(state.board)
    for at in places:
        pool = china.movers(state, at)
        for to in places if pool else ():
            if not any(china.no_redeployment(state, at, to)):
                yield from (Redeploy(words, at, to) for words in _groups(state, pool))


def _groups(state: State, pool: tuple[Unit, ...]) -> Iterator[tuple[tuple[str, int], ...]]:
    """The numbers of like Chinese units of a hex that may go together, by unit word."""
    for unit in pool:
        word = stacks.words(state, (evolve(unit, count=1),)).rpartition(":")[0]
        yield from (((word, many),) for many in range(1, unit.count + 1))


def _last(state: State, log: Log) -> State | None:
    """The game is over after its last turn; else the next turn starts.

    A position of its own has no winner; it stops after turn 16.

    Rules: 3.0b, 3.2e, 3.2f, 13.2c, 13.2d, 13.3b
    """
    now = progress(state)
    if state.turn < victory.last_turn(state):
        return _next(state, log)
    if not now.scenario:
        log.append(Event(say("season.game_over"), None, ("3.0b",)))
        return noted(state, step=OVER)
    if now.bid:
        found = short_game.result(state, now.bid)
        winner, rule, why = found.winner, found.rule, found.reason.text
    else:
        winner, rule = Side.JAPAN, "3.2e"
        why = say("victory.last_turn", turn=state.turn)
    text = say("victory.won", side=winner.adjective, why=why)
    log.append(Event(text, winner, (rule,)))
    return noted(state, step=OVER, ending=Ending(winner, rule))


def _next(state: State, log: Log) -> State:
    """The start of the next turn: what lasts is kept, points are not counted until rolled for.

    Rules: 3.0a, 5.2b, 12.2n
    """
    now = progress(state)
    kept = {name: getattr(now, name) for name in (*LASTING, "penalty")}
    turn = state.turn + 1
    log.append(Event(say("season.next_turn", turn=turn, season=season_name(turn)), None, ("3.0a",)))
    return evolve(_rested(state), turn=turn, phase=Phase.EVENT, trp=None, progress=Progress(**kept))


def _over(state: State, log: Log) -> State | None:
    return None


_DONE: Mapping[str, Callable[[State, Log], State | None]] = {
    QUOTA: _quota,
    RECKONING: _reckoning,
    CHINESE: _chinese,
    LAST: _last,
    OVER: _over,
}
"""The steps of the end of a turn, in order."""


def acting(state: State) -> Side | None:
    """Who decides at the end of a turn: the Allies, both times.

    Rules: 12.2m, 12.2r
    """
    return Side.ALLIES if progress(state).step in (QUOTA, CHINESE) else None


def rests(state: State) -> bool:
    """Whether the turn rests at a decision of this module, or after the last turn."""
    return progress(state).step in (QUOTA, CHINESE, OVER, DAWN)


def status(state: State) -> str:
    """What has to be decided as the turn ends or starts, in a sentence."""
    return say(f"season.status_{progress(state).step}")


def offers(state: State) -> Iterator[Action]:
    """Every Japanese land unit in China that may be picked, or every Chinese redeployment."""
    step = progress(state).step
    if step == QUOTA:
        yield from (action for action, _ in _losses(state))
    elif step == CHINESE:
        yield from _redeployments(state)
        yield Pass()


def refusals(state: State, action: Action) -> Iterator[Refusal]:
    """Why a unit may not be picked, or Chinese units may not be redeployed.

    Rules: 12.2a, 12.2m, 12.2r, 12.2t
    """
    if progress(state).step == QUOTA:
        if _picked(state, action) is None:
            choices = ", ".join(str(one) for one, _ in _losses(state))
            yield Refusal("12.2m", "pick", "", say("season.pick", choices=choices))
    elif isinstance(action, Redeploy):
        yield from _no_redeployment(state, action)
    elif not isinstance(action, Pass):
        yield Refusal("12.2r", "chinese_only", "", say("season.chinese_only"))


def _picked(state: State, action: Action) -> tuple[Lose, Unit] | None:
    """The Japanese land unit an action names; Ambiguous when unlike ones fit."""
    if not isinstance(action, Lose):
        return None
    every = tuple(_losses(state))
    exact = [pair for pair in every if pair[0] == action]
    meant = exact or [pair for pair in every if _fits(action, pair[1])]
    if len(meant) > 1:
        names = ", ".join(str(one) for one, _ in meant)
        raise Ambiguous(str(action), f"could be {names}; name the unit more fully")
    return meant[0] if meant else None


def _fits(action: Lose, unit: Unit) -> bool:
    return action.at[:4] == unit.hex and set(action.unit.split("-")) <= _marks(unit)


def _marks(unit: Unit) -> set[str]:
    """The words that a name of this unit may be made of."""
    front = evolve(unit, state=Step.FULL).value
    nation = unit.nation
    return {unit.kind.value, nation.short, nation.value, unit.state.value, f"strength{front}"}


def _no_redeployment(state: State, action: Redeploy) -> Iterator[Refusal]:
    at, to = action.at[:4], action.to[:4]
    yield from china.no_redeployment(state, at, to)
    if at not in china.hexes(state.board):
        return
    pool = china.movers(state, at)
    if not pool:
        text = say("season.no_chinese", place=state.board.label(at))
        yield Refusal("12.2r", "no_unit", at, text)
        return
    try:
        stacks.pick(state, pool, dict(action.units))
    except BadData as error:
        yield Refusal("12.2r", "no_unit", at, error.problem)


def carried_out(state: State, action: Action, log: Log) -> State:
    """The unit that was picked goes, Chinese units are redeployed, or the Allies have done.

    Rules: 12.2e, 12.2m, 12.2r, 12.2s, 12.2u
    """
    if progress(state).step == QUOTA:
        picked = _picked(state, action)
        if picked is None:
            raise ValueError(f"{action}: no such land unit is in China")
        return _lost(state, *picked, log)
    if not isinstance(action, Redeploy):
        log.append(Event(say("season.redeployment_over"), Side.ALLIES, ("12.2r",)))
        return noted(_rested(state), step=LAST)
    at, to = action.at[:4], action.to[:4]
    going = stacks.pick(state, china.movers(state, at), dict(action.units))
    many = stacks.count(going)
    label = state.board.label
    text = say(
        "season.redeployed",
        units=f"{many} land unit{'' if many == 1 else 's'}",
        place=label(at),
        to=label(to),
    )
    log.append(Event(text, Side.ALLIES, ("12.2r",), (at, to)))
    left = stacks.without(state.units, going)
    come = tuple(evolve(u, at=to, moved=True) for u in going)
    return tidy(evolve(state, units=(*left, *come)))


# The start of a turn


def dawning(state: State) -> bool:
    """Whether the start of the turn is still to be done, before any card."""
    return state.phase is Phase.EVENT and progress(state).step in ("", DAWN)


def dawn(state: State, log: Log) -> State | None:
    """The start of a turn: special rules give points, an air unit may go to Chongqing.

    None while that is to be decided; then ``progress.step`` is `BEGUN`. What the special rules
    give is noted as the turn begins, before events (ruling trp-modifier-timing); on turn 1 the
    points are fixed.

    Rules: 12.2n, 12.2v, 12.2x, 12.3b, 12.3c, 12.4a
    """
    if progress(state).step == DAWN:
        return None
    if state.turn > 1:
        for side in SIDES:
            for name, points in resources.special_gains(state, side).items():
                text = say("season.special", side=side.adjective, points=f"{points:+d}", name=name)
                log.append(Event(text, side, ("5.1f",)))
        state = noted(state, special=resources.noted_gains(state))
    open_ = not any(china.no_air(state)) and bool(china.flyers(state))
    return noted(state, step=DAWN if open_ else BEGUN)


def dawn_acting(state: State) -> Side | None:
    """The Allies decide on Chongqing.

    Rules: 12.2v
    """
    return Side.ALLIES


def dawn_offers(state: State) -> Iterator[Action]:
    """Every air unit that may be put at Chongqing, and passing.

    ``place air 0404`` where only one is on the map, else the hex it comes from is named.
    """
    units = china.flyers(state)
    if len(units) == 1:
        yield Place((("air", 1),), china.CHONGQING)
    else:
        yield from (_placing(state, unit) for unit in units)
    yield Pass()


def _placing(state: State, unit: Unit) -> Place:
    """The action of an air unit by the shortest word that tells it from others in its hex."""
    front = evolve(unit, state=Step.FULL).value
    words = (
        (),
        (unit.nation.short,),
        (unit.state.value,),
        (unit.nation.short, unit.state.value),
        (unit.nation.short, unit.state.value, f"strength{front}"),
    )
    rivals = [u for u in china.flyers(state) if u.hex == unit.hex]
    for marks in words:
        word = "-".join((*marks, Kind.AIR.value))
        if [u for u in rivals if set(word.split("-")) <= _marks(u)] == [unit]:
            break
    return Place(((word, 1),), china.CHONGQING, unit.hex)


def _flown(state: State, action: Place) -> tuple[Unit, ...]:
    """The rows of air units that an action could mean."""
    word = action.units[0][0]
    return tuple(
        u
        for u in china.flyers(state)
        if set(word.split("-")) <= _marks(u) and action.start[:4] in ("", u.hex)
    )


def dawn_refusals(state: State, action: Action) -> Iterator[Refusal]:
    """Why this is no answer. Raises Ambiguous where unlike air units fit.

    Rules: 12.2v, 12.2w, 12.2x
    """
    if isinstance(action, Pass):
        return
    if not isinstance(action, Place):
        yield Refusal("12.2v", "air_only", "", say("season.air_only"))
        return
    if action.at[:4] != china.CHONGQING:
        yield Refusal("12.2v", "elsewhere", action.at[:4], say("season.air_elsewhere"))
    if len(action.units) > 1 or action.units[0][1] > 1 or not action.units[0][0].endswith("air"):
        yield Refusal("12.2v", "air_one", "", say("season.air_one"))
        return
    meant = _flown(state, action)
    if len(meant) > 1:
        names = ", ".join(str(_placing(state, unit)) for unit in meant)
        raise Ambiguous(str(action), f"could be {names}; say which")
    if not meant:
        start = action.start[:4]
        key = "no_air_unit" if start else "no_air_anywhere"
        text = say(f"season.{key}", place=state.board.label(start))
        yield Refusal("12.2v", "no_unit", start, text)


def dawn_carried_out(state: State, action: Action, log: Log) -> State:
    """An air unit is put at Chongqing as it is, full or attrited, or the Allies pass.

    Rules: 12.2v, 12.2w, 12.2y
    """
    if not isinstance(action, Place):
        log.append(Event(say("season.air_passed"), Side.ALLIES, ("12.2v",)))
        return noted(state, step=BEGUN)
    unit = evolve(_flown(state, action)[0], count=1)
    whole = f"{unit.nation.adjective} {unit.kind.noun}"
    text = say("season.air_placed", unit=whole, from_=state.board.label(unit.hex))
    log.append(Event(text, Side.ALLIES, ("12.2v", "12.2y"), (unit.hex, china.CHONGQING)))
    left = stacks.without(state.units, (unit,))
    moved = evolve(state, units=(*left, evolve(unit, at=china.CHONGQING, moved=False)))
    return noted(tidy(moved), step=BEGUN, once=(*progress(state).once, china.AIR_PLACED))
