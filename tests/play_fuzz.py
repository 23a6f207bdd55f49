"""Random positions played to the end of combat, with invariants that name their rule.

`game_fuzz` plays whole games, and these beside them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import move_oracle
import move_positions

import witp_learn as witp
from witp_learn import engine
from witp_learn.actions import (
    Action,
    Activate,
    Build,
    Fight,
    Move,
    Pass,
    Redeploy,
    Remove,
    Roll,
    Target,
    read,
)
from witp_learn.engine import NotAllowed
from witp_learn.files import Unreadable
from witp_learn.game import Game, fingerprint
from witp_learn.model import Kind, Phase, Side, State
from witp_learn.position.file import from_plain, to_plain

END = Phase.FLEET_REDEPLOYMENT
"""The phase that these games are played up to; whole games are in `game_fuzz`."""

MARKED = (
    Phase.MOVEMENT,
    Phase.FLEET_REDEPLOYMENT,
    Phase.TROOP_REDEPLOYMENT,
    Phase.REINFORCEMENT,
)
"""The phases in which units are marked as moved or redeployed."""

PASSING = 5
"""Percent of turns in which a side passes although it could act."""


def beginning(rng: Random) -> Game:
    """A game from the standard set-up or from a random position, in any phase."""
    if rng.random() < 0.25:
        return witp.new_game(optional_bases=rng.random() < 0.5)
    if rng.random() < 0.4:
        move = move_positions.leaving(rng)
        points = {move.side: rng.randint(3, 9), move_oracle.ENEMY[move.side]: rng.randint(0, 4)}
        met = {**move.position, "phase": "movement", "trp": points}
        return witp.new_game(from_plain(met, "random"))
    plain = move_positions.position(rng, rng.choice(("fleet", "land", "transport")))
    plain["phase"] = rng.choice(("resources", "bases", "supply", "movement", "movement", "combat"))
    if plain["phase"] != "movement":
        for unit in plain["units"]:
            unit.pop("moved", None)
    if rng.random() < 0.7:
        plain["trp"] = {"japan": rng.randint(0, 12), "allies": rng.randint(0, 12)}
    return witp.new_game(from_plain(plain, "random"))


def chosen(rng: Random, offered: tuple[Action, ...]) -> Action:
    """One of the actions: a kind first, so that the many do not crowd out the few."""
    kinds: dict[type, list[Action]] = {}
    for action in offered:
        kinds.setdefault(type(action), []).append(action)
    busy = [kind for kind in kinds if kind is not Pass]
    if busy and rng.randint(1, 100) > PASSING:
        return rng.choice(kinds[rng.choice(busy)])
    return rng.choice(list(offered))


def strange(rng: Random, state: State) -> Action:
    """An action that may or may not be allowed."""
    hexes = sorted(state.board.hexes)
    where = rng.choice(hexes)
    near = rng.choice(state.board.neighbours(where) or (where,))
    word = rng.choice(("naval", "carrier", "land", "attrited-naval", "us-land"))
    return rng.choice(
        (
            Build(where),
            Remove(where),
            Target(where),
            Activate(where),
            Fight(where),
            Roll(rng.randint(1, 6), rng.randint(1, 6)),
            Move(((word, rng.randint(1, 3)),), (where, near)),
            Move(((word, 1),), (where,)),
            Pass(),
        )
    )


def own_ways(rng: Random, state: State) -> Iterator[Move]:
    """Some moves to the target of the impulse along ways of their own, and by the cheapest."""
    now, side = state.progress, engine.acting(state)
    if now is not None and now.target and now.activated:
        yield from (own_way(rng, state, now.target) for _ in range(6))
        for at in now.activated:
            for word in {u.kind.value for u in state.at(at, side) if u.kind is not Kind.AIR}:
                yield Move(((word, 1),), (at,))


def own_way(rng: Random, state: State, target: str) -> Move:
    """A move along a path of its own, which may leave units behind on the way (8.5l)."""
    marked = state.progress.activated if state.progress is not None else ()
    start = rng.choice(marked or tuple(sorted(state.board.hexes)))
    path, side = [start], engine.acting(state)
    foes = {u.hex for u in state.units if u.kind.is_fleet and u.side != side}
    while path[-1] != target and len(path) < 7:
        near = [h for h in state.board.neighbours(path[-1]) if h not in path]
        if not near:
            break
        through = [h for h in near if h in foes and h != target]
        if through and rng.random() < 0.6:
            path.append(rng.choice(through))
        else:
            path.append(target if target in near and rng.random() < 0.8 else rng.choice(near))
    here = Counter[str]()
    for unit in state.at(start, side):
        if unit.kind is not Kind.AIR and not unit.moved:
            here[unit.kind.value] += unit.count
    some = rng.random() < 0.5
    units = tuple((w, rng.randint(1, n) if some else n) for w, n in here.items() if w != "land")
    if some and "land" in here:
        units = (*units, ("land", 1))
    word = rng.choice(("naval", "naval", "carrier", "attrited-naval", "full-naval"))
    stays = [h for h in path[1:-1] if rng.random() < (0.9 if h in foes else 0.02)]
    leaving = tuple((h, ((word, rng.randint(1, 2)),)) for h in stays)
    return Move(units or (("naval", 2),), tuple(path), leaving)


def counters(state: State) -> Counter[tuple[Any, ...]]:
    """How many counters of each make are on the map."""
    found: Counter[tuple[Any, ...]] = Counter()
    for unit in state.units:
        found[unit.nation, unit.kind, unit.strength] += unit.count
    return found


def amiss(before: State, action: Action, after: State) -> Iterator[str]:
    """Every invariant that the step breaks, with its rule."""
    if counters(after) - counters(before):
        yield "2.2: counters out of nowhere"
    if from_plain(to_plain(after), "again") != after:
        yield "the position does not read back"
    yield from broken(before, action, after)


def broken(before: State, action: Action, after: State) -> Iterator[str]:
    """The invariants of any step, wherever in a game."""
    if after.trp is not None and min(after.trp) < 0:
        yield "5.2a: RP below 0"
    for unit in after.units:
        place = after.board[unit.hex]
        if unit.ashore and not place.land_part:
            yield f"2.3.2d: land unit ashore at {unit.at}, where no land is"
    for side in Side:
        for hex_id in after.bases[side]:
            if after.land_ashore(hex_id, side.enemy) and not after.land_ashore(hex_id, side):
                yield f"8.8b: base of {side} at {hex_id} under enemy land units alone"
    if after.phase not in MARKED and any(unit.moved for unit in after.units):
        yield "8.1e: a marker left on"
    if after.phase is END:
        yield from _after_combat(after)
    if after.progress is not None and len(set(after.progress.targets)) < len(
        after.progress.targets
    ):
        yield "8.5b: a target twice"


def _after_combat(after: State) -> Iterator[str]:
    for hex_id, units in after.by_hex.items():
        ashore = {u.side for u in units if u.ashore}
        fought = after.progress is not None and hex_id in after.progress.fought
        if len(ashore) == 2 and hex_id not in after.contested and fought:
            yield f"9.6.3o: both sides ashore at {hex_id} without a marker"
        for at in {u.at for u in units if u.kind.is_fleet}:
            fleets = {u.side for u in units if u.kind.is_fleet and u.at == at}
            if len(fleets) == 2 and fought:
                yield f"9.6.3b: fleets of both sides still at {at}"


class Found(AssertionError):
    """A game that breaks an invariant, with its record."""

    def __init__(self, game: Game, what: str) -> None:
        self.record = game.record()
        super().__init__(f"{what}\n{self.record}")


def play_out(seed: int, met: Counter[str]) -> Game:
    """One random game to the end of the combat segment; raises Found."""
    rng = Random(seed)
    game = beginning(rng)
    for _ in range(400):
        before, print_before = game.state, game.hash
        offered = game.legal_actions()
        if before.phase is END:
            break
        if not offered:
            raise Found(game, f"a dead end: {game.status}")
        for tried in (strange(rng, before), *own_ways(rng, before)):
            agree(game, tried, offered, met)
        action = chosen(rng, offered)
        if not game.check(action).ok:
            raise Found(game, f"offered and not allowed: {action}: {game.check(action)}")
        met[type(action).__name__] += 1
        if isinstance(action, Move) and action.leaving:
            met["Move, leaving some"] += 1
        try:
            game.play(action)
        except Exception as error:
            raise Found(game, f"{action}: {error!r}") from error
        if fingerprint(before) != print_before:
            raise Found(game, f"{action} changed the position it was given")
        for what in amiss(before, action, game.state):
            raise Found(game, f"{action}: {what}")
    _kept(game)
    return game


def agree(game: Game, action: Action, offered: tuple[Action, ...], met: Counter[str]) -> None:
    """`check` is good just when the action, in full words, is among those on offer."""
    try:
        verdict = game.check(action)
    except Unreadable:
        met["ambiguous"] += 1
        return
    full = engine.canonical(game.state, action) if verdict.ok else action
    own_way = isinstance(action, Move) and len(action.path) > 1
    if verdict.ok and own_way:
        _own(game, action, full, offered, met)
    elif verdict.ok and full not in offered:
        if not isinstance(full, Redeploy):
            raise Found(game, f"allowed and not offered: {action} ({full})")
        _other_stack(game, action, full, offered, met)
    if not verdict.ok and action in offered:
        raise Found(game, f"offered and not allowed: {action}")
    met["refused" if not verdict.ok else "allowed"] += 1
    if not verdict.ok:
        for reason in verdict.reasons:
            met[f"{reason.rule} {reason.why}"] += 1
        try:
            engine.apply(game.state, action)
        except NotAllowed:
            return
        raise Found(game, f"refused and done: {action}")


def _own(
    game: Game, action: Action, full: Action, offered: tuple[Action, ...], met: Counter[str]
) -> None:
    """A way of its own reads back, does the same in full words, and breaks nothing.

    The same units are on offer by the referee's way, which costs no more.
    """
    assert isinstance(full, Move)
    met["own way" + (", leaving some" if full.leaving else "")] += 1
    _in_full(game, action, full)
    usual = [a for a in offered if isinstance(a, Move) and a.units == full.units]
    usual = [a for a in usual if a.path[0] == full.path[0]]
    if len(usual) != 1:
        raise Found(game, f"allowed, and these units are not on offer: {full}")


def _other_stack(
    game: Game, action: Action, full: Redeploy, offered: tuple[Action, ...], met: Counter[str]
) -> None:
    """A stack of other numbers than are listed; a stack is on offer by the same way."""
    met["other stack"] += 1
    _in_full(game, action, full)
    ways = {(a.at[:4], a.to) for a in offered if isinstance(a, Redeploy)}
    if (full.at[:4], full.to) not in ways:
        raise Found(game, f"allowed, and no stack is on offer there: {full}")


def _in_full(game: Game, action: Action, full: Action) -> None:
    """An action reads back, does the same in full words, and breaks nothing."""
    state = game.state
    if engine.canonical(state, read(str(full))) != full:
        raise Found(game, f"reads back as another action: {full}")
    after = engine.apply(state, action)
    if fingerprint(engine.apply(state, full)) != fingerprint(after):
        raise Found(game, f"not the same in full words: {action}, {full}")
    for what in amiss(state, action, after):
        raise Found(game, f"{action}: {what}")


def _kept(game: Game) -> None:
    """The record replays to the same position; undo goes back to the start and redo forward."""
    again = witp.replay(f"text:{game.record()}")
    if again.hash != game.hash:
        raise Found(game, "the record replays to another position")
    end, many = game.hash, len(game.actions)
    for _ in range(many):
        game.undo()
    if game.hash != fingerprint(game.start):
        raise Found(game, "undone, and not at the start")
    for _ in range(many):
        game.redo()
    if game.hash != end:
        raise Found(game, "redone, and not at the end")
