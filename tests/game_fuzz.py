"""Whole random games through the referee, turn 1 to the end, with invariants that name their rule.

Between two games some random positions are played to the end of combat (`play_fuzz`). Run as a
program it plays for some minutes of work on both cores (``make fuzz MINUTES=5``), counts what it
met and what it never reached, and keeps a record that replays a failure.
"""

from __future__ import annotations

import argparse
import multiprocessing
import shutil
import sys
import time
import traceback
from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Protocol

import play_fuzz
import reached
from attrs import evolve
from card_tables import any_cards, playing_with
from play_fuzz import Found

import witp_learn as witp
from witp_learn import components, engine, wording
from witp_learn.actions import (
    Action,
    Build,
    Declare,
    Draw,
    Lose,
    Pass,
    Place,
    Rebuild,
    Redeploy,
    Remove,
    Roll,
    Target,
)
from witp_learn.components.cards import CARD_IDS
from witp_learn.components.scenarios import forces
from witp_learn.explain import faults
from witp_learn.game import Game, fingerprint
from witp_learn.model import Facility, Kind, Nation, Phase, Progress, Side, State
from witp_learn.playing import games
from witp_learn.position.file import from_plain, to_plain
from witp_learn.rules.control import holder, zone

LONGEST = 20_000
"""Actions of the longest game."""

LATE = (Phase.REBUILDING, Phase.REINFORCEMENT)

QUIET = (Pass, Roll, Draw)
"""What is no doing of a side's own."""

LONG = 30
"""Minutes after which everything should have come about once."""

BESIDE = 4
"""Random positions played between two games."""

_RATE = 40
"""One action in so many is looked at from every side."""


def beginning(rng: Random) -> Game:
    """The standard game or a short one, with options at random."""
    options = [o for o in ("sudden-death", "chinese-stay-turn-1") if rng.random() < 0.5]
    placed = rng.random() < 0.3
    if rng.random() < 0.2:
        end, bid = rng.choice((2, 3, 4, rng.randint(2, 16))), rng.randint(5, 40)
        return short(end, bid, placed, options)
    return witp.new_game(optional_bases=placed, options=options)


def short(last_turn: int, bid: int, placed: bool = False, options: Sequence[str] = ()) -> Game:
    """A short game (13.2)."""
    return witp.new_game(
        "short", optional_bases=placed, options=options, last_turn=last_turn, bid=bid
    )


def counters(state: State) -> Counter[tuple[Any, ...]]:
    """How many counters of each make are in play: on the map, waiting, still to come (2.2)."""
    found = play_fuzz.counters(state)
    now = state.progress or Progress()
    for unit in now.waiting:
        found[unit.nation, unit.kind, unit.strength] += unit.count
    reserve = "reserve-air" not in now.once
    for one in _track(now.scenario):
        late = state.turn == one.turn and state.phase is Phase.REINFORCEMENT
        come = one.turn is not None and (one.turn < state.turn or late)
        if (one.is_reserve and reserve) or (one.turn is not None and not come):
            found[one.nation, one.kind, one.strength] += one.count
    return found


_tracks: dict[str, tuple[Any, ...]] = {}


def _track(name: str) -> tuple[Any, ...]:
    if name not in _tracks:
        board, scenario = components.shipped_board(), components.scenario(name)
        _tracks[name] = forces(components.shipped(), scenario, board)
    return _tracks[name]


def amiss(before: State, action: Action, after: State) -> Iterator[str]:
    """Every invariant of a whole game that the step breaks, with its rule."""
    yield from play_fuzz.broken(before, action, after)
    now = after.progress or Progress()
    if grown := counters(after) - counters(before):
        yield f"2.2: counters out of nowhere: {dict(grown)}"
    yield from _cards(now)
    if before.phase is Phase.STACKING and after.phase in LATE:
        yield from over(after)
    if after.phase not in (Phase.MOVEMENT, Phase.COMBAT) and not now.ending:
        for hex_id, units in after.by_hex.items():
            if len({u.side for u in units if u.ashore}) == 2 and hex_id not in after.contested:
                yield f"9.7a: both sides ashore at {hex_id} without continuing combat"
    if after.phase in LATE:
        for unit in after.units:
            if unit.kind.is_fleet and not _harbour(after, unit.hex, unit.side):
                yield f"10.2j: a fleet of {unit.side} outside a port at {unit.at}"
            if unit.aboard:
                yield f"10.2d: a land unit still aboard at {unit.at}"
    for unit in after.units:
        if unit.nation is Nation.CHINA and unit.hex not in ("0404", "0504", "0505"):
            yield f"12.2a: a Chinese unit at {unit.at}"
        barred = unit.hex in ("0404", "0504", "0505") and unit.kind is not Kind.AIR
        if barred and unit.nation in (Nation.US, Nation.COMMONWEALTH):
            yield f"12.2c: an Allied unit in China at {unit.at}"
    limit = [10 if side is Side.JAPAN and after.turn == 1 else 99 for side in Side]
    if any(many > most for many, most in zip(now.stacks, limit, strict=False)):
        yield "10.1c: too many stacks redeployed"


def _harbour(state: State, hex_id: str, side: Side) -> bool:
    """Whether a hex is a port or source of a side's own (10.2b)."""
    place = state.board[hex_id]
    port = place.facility is Facility.PORT and holder(state, hex_id) is side
    source = place.source is not None and place.source.side is side
    enemy_alone = state.land_ashore(hex_id, side.enemy) and not state.land_ashore(hex_id, side)
    return port or (source and not enemy_alone)


def _cards(now: Progress) -> Iterator[str]:
    """Every card in one place only; two held and none used more than once (4.2, 4.3e)."""
    if not now.scenario:
        return
    held = [card for hand in now.hands for card in hand.cards]
    lie = [*held, *now.deck, *now.discards, *now.declared]
    if len(set(lie)) < len(lie) or not set(lie) <= set(CARD_IDS):
        yield f"4.2: a card in two places: {sorted(lie)}"
    if any(len(hand.cards) > 2 for hand in now.hands):
        yield "4.2a: more than two cards in a hand"


def over(state: State) -> Iterator[str]:
    """Hexes over their stacking limit, counted from the rulebook (8.3)."""
    for hex_id in state.by_hex:
        for side in Side:
            yield from _over(state, hex_id, side)


def _over(state: State, hex_id: str, side: Side) -> Iterator[str]:
    place, units = state.board[hex_id], state.at(hex_id, side)
    if place.unlimited:
        return
    land = sum(u.count for u in units if u.kind is Kind.LAND and u.nation is not Nation.CHINA)
    air = sum(u.count for u in units if u.kind is Kind.AIR)
    fleets = sum(u.count for u in units if u.kind.is_fleet)
    own_icon = place.facility is not None and holder(state, hex_id) is side
    source = place.source is not None and place.source.side is side
    if hex_id in state.contested:
        if air > 2:
            yield f"8.3j: {air} air units of {side} at {hex_id}"
    elif own_icon or source:
        if land > 3 or air > 1:
            yield f"8.3e: {land} land and {air} air units of {side} at {hex_id}"
    elif land + air > 1:
        yield f"8.3d: {land} land and {air} air units of {side} at {hex_id}"
    port = (place.facility is Facility.PORT and own_icon) or source
    if port and fleets > place.fleet_limit:
        yield f"8.3f: {fleets} fleets of {side} at {hex_id}"


def strange(rng: Random, state: State) -> Action:
    """An action that may or may not be allowed, of any phase."""
    hexes = sorted(state.in_use()) or sorted(state.board.hexes)
    here, there = rng.choice(hexes), rng.choice(sorted(state.board.hexes))
    word = rng.choice(
        ("naval", "carrier", "land", "air", "attrited-naval", "us-air", "attrited-land")
    )
    many = ((word, rng.randint(1, 2)),)
    return rng.choice(
        (
            Redeploy(many, here, there),
            Redeploy(many, here, rng.choice(hexes)),
            Rebuild(word, here),
            Place(many, here),
            Lose(word, here),
            rng.choice((Draw, Declare))(rng.choice(CARD_IDS)),
            play_fuzz.strange(rng, state),
        )
    )


def bent(rng: Random, state: State, offered: tuple[Action, ...]) -> Iterator[Action]:
    """Actions on offer, one of each kind, with another place in them: any, and where units are."""
    anywhere, used = sorted(state.board.hexes), sorted(state.by_hex)
    kinds = {type(one): one for one in rng.sample(offered, len(offered))}
    for action in kinds.values():
        for name in ("at", "to"):
            for hexes in (anywhere, used) if getattr(action, name, "") else ():
                yield evolve(action, **{name: rng.choice(hexes)})


def explained(rng: Random, state: State) -> Iterator[str]:
    """Explanations of a position that do not follow from their parts, or that fail."""
    where = rng.choice(sorted(state.board.hexes))
    for side in Side:
        yield from faults(zone(state, where, side))
        witp.air_zone(state, where, side)
        rows = witp.bases(state, side)
        for row in rng.sample(list(rows), min(2, len(list(rows)))):
            str(row.answer)
    witp.control(state, where)
    found = list(witp.supply(state))
    for row in found:
        yield from faults(row.judgement.reason)
    if found:
        str(rng.choice(found).answer)
    seen = engine.observe(state, rng.choice(tuple(Side)))
    if seen.units != state.units:
        yield "what a side sees has other units"
    yield from _listed(state)
    yield from _move_explained(rng, state)
    yield from _fight_explained(rng, state)


def _listed(state: State) -> Iterator[str]:
    """Actions on offer that the list of them gives no rule for."""
    str(witp.legal(state))
    for action in engine.legal_actions(state):
        if not wording.rules(state, action):
            yield f"{action} goes by no rule"


def _move_explained(rng: Random, state: State) -> Iterator[str]:
    """The cost of a way from one hex with units to another, explained."""
    movers = [u for u in state.units if u.kind is not Kind.AIR and u.nation is not Nation.CHINA]
    if not movers:
        return
    unit, to = rng.choice(movers), rng.choice(sorted(state.board.hexes))
    kind = "land" if unit.kind is Kind.LAND else "fleet"
    if unit.aboard or unit.hex == to:
        return
    for way in witp.routes(state, unit.side, kind, unit.at, to, limit=3).moves[:1]:
        cost = witp.cost(state, unit.side, kind, [unit.at, *way.path[1:]])
        yield from faults(cost.move.reason)
        str(cost)


def _fight_explained(rng: Random, state: State) -> Iterator[str]:
    """The next fight of a position at rest in its combat segment, fought by the usual choices."""
    now = state.progress or Progress()
    places = [] if now.fight or now.pending else list(witp.fights(state))
    if state.phase is not Phase.COMBAT or not places:
        return
    fight = witp.combat(state, rng.choice(places))
    str(fight)
    if sum(u.count for u in fight.state.at(fight.hex)) < 12:
        odds = fight.odds().as_dict()
        if abs(sum(Fraction(one["p"]) for one in odds["outcomes"]) - 1) > 0:
            yield f"9.6a: the chances at {fight.hex} do not sum to 1"
    while not fight.over:
        fight = fight.roll(rng.randint(1, 6), rng.randint(1, 6))
        str(fight)


def chosen(rng: Random, state: State, offered: tuple[Action, ...]) -> Action:
    """One of the actions, a kind first; so chosen that points are left for impulses.

    A side that has more bases than half its points takes some off rather than build, and ends
    its building sooner than it passes anywhere else.
    """
    kinds: dict[type, list[Action]] = {}
    for action in offered:
        kinds.setdefault(type(action), []).append(action)
    busy = [kind for kind in kinds if kind is not Pass]
    building = state.phase is Phase.BASES
    if Pass in kinds and (not busy or rng.random() < (0.1 if building else 0.01)):
        return kinds[Pass][0]
    if building and Remove in busy and Build in busy and rng.random() < 0.9:
        busy = [Remove if _too_many(state) else Build]
    kind = rng.choice(busy)
    if kind is Target and rng.random() < 0.7:
        enemy = [one for one in kinds[Target] if _defended(state, one)]
        return rng.choice(enemy or kinds[Target])
    return rng.choice(kinds[kind])


def _defended(state: State, action: Action) -> bool:
    side = engine.acting(state)
    return isinstance(action, Target) and side is not None and bool(state.at(action.at, side.enemy))


def _too_many(state: State) -> bool:
    side, left = engine.acting(state), state.trp or (0, 0)
    return side is not None and 2 * len(state.bases[side]) > left[tuple(Side).index(side)]


def given_up(state: State, action: Action) -> bool:
    """Whether a pass ends a side's part in a segment; at the end of an impulse it does not."""
    return isinstance(action, Pass) and not (state.progress and state.progress.target)


def play_out(seed: int, met: Counter[str]) -> Game:
    """One random game to its end, every other one with made-up cards; raises Found.

    A bomb that ends the game is left out of the cards but for one game in ten.
    """
    rng = Random(seed)
    if seed % 2:
        return _to_the_end(rng, beginning(rng), met)
    cards = any_cards(rng)
    if rng.random() < 0.9:
        cards = {one: _without_bomb(cells) for one, cells in cards.items()}
    return _with_cards(rng, cards, seed, met)


def _with_cards(
    rng: Random, cards: dict[str, dict[str, str]], seed: int, met: Counter[str]
) -> Game:
    with TemporaryDirectory() as folder, playing_with(Path(folder), cards):
        try:
            return _to_the_end(rng, beginning(rng), met)
        except Found:
            shutil.copytree(folder, f"fuzz-{seed}-data", dirs_exist_ok=True)
            raise


def _without_bomb(cells: dict[str, str]) -> dict[str, str]:
    return {name: text.replace("win", "rp 1") for name, text in cells.items()}


def _to_the_end(rng: Random, game: Game, met: Counter[str]) -> Game:
    could = passed = 0
    while len(game.actions) < LONGEST:
        before = game.state
        offered = game.legal_actions()
        if not offered:
            break
        action = chosen(rng, before, offered)
        own = any(not isinstance(one, QUIET) for one in offered)
        could, passed = could + own, passed + (own and given_up(before, action))
        met[type(action).__name__] += 1
        _one(rng, game, action, offered, met)
        for what in amiss(before, action, game.state):
            raise Found(game, f"{action}: {what}")
    now = game.state.progress or Progress()
    if now.ending is None:
        raise Found(game, f"a dead end: {game.status}")
    met["won by " + now.ending.winner.value] += 1
    met["won by " + now.ending.rule] += 1
    met["could act"] += could
    met["could act and passed"] += passed
    if witp.replay(f"text:{game.record()}").hash != game.hash:
        raise Found(game, "the record replays to another position")
    return game


def _one(
    rng: Random, game: Game, action: Action, offered: tuple[Action, ...], met: Counter[str]
) -> None:
    """The action done; now and then with everything looked at that can be."""
    before = game.state
    asked = before.progress.pending[-1:] if before.progress else ()
    new = [one.kind for one in asked if not met[f"asked {one.kind}"]]
    met.update(f"asked {one.kind}" for one in asked)
    closely = rng.randrange(_RATE) == 0 or bool(new)
    print_before = fingerprint(before) if closely else ""
    if closely:
        tried = [strange(rng, before) for _ in range(6)]
        for one in (*tried, *play_fuzz.own_ways(rng, before)):
            play_fuzz.agree(game, one, offered, met)
        if not game.check(usual := engine.usual(before)).ok:
            raise Found(game, f"the usual action is not allowed: {usual}")
        try:
            wrong = next(explained(rng, before), None)
        except Exception as error:
            raise Found(game, f"explaining: {error!r}") from error
        if wrong is not None:
            raise Found(game, f"an explanation does not follow: {wrong}")
    if closely or rng.randrange(4) == 0:
        if not game.check(action).ok:
            raise Found(game, f"offered and not allowed: {action}: {game.check(action)}")
        for one in bent(rng, before, offered):
            play_fuzz.agree(game, one, offered, met)
    try:
        game.play(action)
    except Exception as error:
        raise Found(game, f"{action}: {error!r}") from error
    if closely and fingerprint(before) != print_before:
        raise Found(game, f"{action} changed the position it was given")
    if closely and from_plain(to_plain(game.state), "again") != game.state:
        raise Found(game, f"{action}: the position does not read back")


def _seldom(seed: int, met: Counter[str]) -> None:
    """What chance seldom brings about: the recorded games, one between bots that meets the roll
    for a short war, one that the bomb ends, and a short one to its last turn."""
    for name in games():
        str(witp.replay(f"example:{name}"))
    for entry in witp.bot_game(seed=1, japan="random", options=["sudden-death"]).game.history:
        if entry.state.progress and entry.state.progress.pending:
            str(engine.check(entry.state, Pass()))
    _with_cards(Random(seed), {card: {"allies_effect": "win"} for card in CARD_IDS}, seed, met)
    _to_the_end(Random(seed), short(2, 30), met)


class Answers(Protocol):
    """Where a worker puts what it has found."""

    def put(self, found: tuple[int, Counter[str], set[str], str]) -> None:
        """Hand over the number of games, the counts, what was reached, and what was broken."""


def worker(until: float, seed: int, step: int, out: Answers) -> None:
    """Games until the time is up, every third with what it reaches written down."""
    met: Counter[str] = Counter()
    seen: set[str] = set()
    games = 0
    while time.monotonic() < until:
        try:
            if not games:
                with reached.watching(seen):
                    _seldom(seed, met)
            with reached.watching(seen, on=games % 3 == 0):
                met["actions"] += len(play_out(seed, met).actions)
                for other in range(BESIDE):
                    play_fuzz.play_out(BESIDE * seed + other, met)
        except Found as found:
            place = Path(f"fuzz-{seed}.toml")
            place.write_text(found.record, "utf-8")
            out.put((games, met, seen, f"seed {seed}: {str(found).splitlines()[0]}\n{place}"))
            return
        except Exception:
            out.put((games, met, seen, f"seed {seed}: {traceback.format_exc()}"))
            return
        games, seed = games + 1, seed + step
    out.put((games, met, seen, ""))


def main(minutes: float, jobs: int, seed: int) -> int:
    """Play for some minutes of work, shared out; the exit status is 1 for a broken invariant or
    too much passing, and in a long run for a kind of action or rule function never reached."""
    out: multiprocessing.Queue[Any] = multiprocessing.Queue()
    until = time.monotonic() + 60 * minutes / jobs
    workers = [
        multiprocessing.Process(target=worker, args=(until, seed + i, jobs, out))
        for i in range(jobs)
    ]
    for one in workers:
        one.start()
    results = [out.get() for _ in workers]
    for one in workers:
        one.join()
    return _told(results, strict=minutes >= LONG)


def _told(results: list[tuple[int, Counter[str], set[str], str]], *, strict: bool) -> int:
    games = sum(result[0] for result in results)
    met: Counter[str] = sum((result[1] for result in results), Counter())
    seen = set().union(*(result[2] for result in results))
    faults = [result[3] for result in results if result[3]]
    missed = [f"never done: {name}" for name in reached.KINDS if not met[name]]
    missed += [f"never reached: {name}" for name in reached.never(seen)]
    faults += missed if strict else []
    share = met["could act and passed"] / max(1, met["could act"])
    if share > 0.05:
        faults.append(f"passed {share:.1%} of the times when it could act")
    sys.stdout.write(f"{games} games, {met['actions']} actions; passed {share:.1%} of the time\n")
    for name, many in met.most_common():
        sys.stdout.write(f"  {many:7} {name}\n")
    for name in () if strict else missed:
        sys.stdout.write(f"{name}\n")
    for fault in faults:
        sys.stderr.write(f"{fault}\n")
    return 1 if faults else 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("minutes", type=float, nargs="?", default=1.0)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    asked = parser.parse_args()
    raise SystemExit(main(asked.minutes, asked.jobs, asked.seed))
