"""Positions in the middle of a game with [progress] changed at random: refused, or played on (3.1).

Whatever loads says what may be done now, unless the game is over; some are played to the end of
the turn. Run as a program it goes through more: ``python tests/test_progress_mutants.py 5000``.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Callable, Mapping
from copy import deepcopy
from functools import cache
from random import Random
from typing import Any

import pytest

import witp_learn as witp
from witp_learn import engine
from witp_learn.actions import Pass
from witp_learn.bots.chance import Chance
from witp_learn.components.cards import CARD_IDS
from witp_learn.components.deeds import FORMS
from witp_learn.files import BadData
from witp_learn.model import Phase, Progress, Side, State
from witp_learn.position.file import from_plain, to_plain

Plain = dict[str, Any]

CASES, GROUPS = 300, 6
PLAYED = 10
"""One position in so many is played to the end of its turn."""

LONGEST = 1500
"""Actions of the longest turn."""

ALIKE = 3
"""Positions kept of those that stand at the same point of a turn."""

MANILA = "turn 4; phase combat; trp 14 17; 0606 jp 2C 4N(2L); 0606 cw 2N 2L; 0606 us L A; 0707 jp A"

SIDES = [side.value for side in Side]
PHASES = [phase.value for phase in Phase]


def going_on(rng: Random, state: State) -> State:
    """The position after one action by chance; now and then a side passes."""
    chance = Chance(rng)
    if engine.acting(state) is None or chance.due(state):
        return engine.apply(state, chance.action(state))
    offered = engine.legal_actions(state)
    passes = [one for one in offered if isinstance(one, Pass)]
    return engine.apply(state, passes[0] if passes and rng.random() < 0.3 else rng.choice(offered))


def point(state: State) -> tuple[Any, ...]:
    """Where in a turn a position stands."""
    now = state.progress or Progress()
    under_way = bool(now.target), bool(now.activated), bool(now.done), bool(now.fight)
    kind = now.pending[-1].kind if now.pending else ""
    said = len(now.passed), min(len(now.record), 3), bool(now.waiting)
    return state.phase, now.step, under_way, kind, said


@cache
def pool() -> tuple[Plain, ...]:
    """Positions of three games by chance, a few of each point of a turn."""
    found: dict[tuple[Any, ...], list[Plain]] = {}
    games = (
        witp.new_game("short", last_turn=4, bid=10, options=["sudden-death"]).state,
        witp.load(f"text:{MANILA}"),
        witp.load(
            "text:turn 6; 0606 us A 2L 2N; 0707 jp 2A; 0504 jp 2L; 0404 cn 2L; 0605 jp 2N(L)"
        ),
    )
    for seed, begun in enumerate(games):
        rng, state = Random(seed), engine.begin(begun)
        last = state.turn + 3
        while state.turn <= last and engine.legal_actions(state):
            kept = found.setdefault((seed, *point(state)), [])
            if len(kept) < ALIKE:
                kept.append(to_plain(state))
            state = going_on(rng, state)
    return tuple(one for kept in found.values() for one in kept)


def made_up(rng: Random, plain: Plain) -> Mapping[str, Callable[[], Any]]:
    """A way to make up a value for each key; most of them do not fit."""
    units = [unit["at"][:4] for unit in plain["units"]]

    def place() -> str:
        return str(rng.choice([*units, f"{rng.randrange(18):02}{rng.randrange(13):02}"]))

    def side() -> str:
        return rng.choice(SIDES)

    def cards(most: int) -> list[str]:
        return rng.choice([rng.sample(CARD_IDS, rng.randint(0, most)), ["hidden"] * most])

    def marks() -> list[Plain]:
        return [{"side": side(), "hex": place()} for _ in range(rng.randint(1, 3))]

    def numbers() -> list[int]:
        return [rng.choice([0, 1, 5, -1, 10**9]) for _ in range(rng.choice([2, 2, 2, 1]))]

    def waiting() -> list[Plain]:
        kind = rng.choice(["naval", "land", "air", "carrier"])
        nation = rng.choice(["us", "japan", "commonwealth", "china"])
        return [{"at": "", "nation": nation, "kind": kind, "count": rng.choice([1, 9, 99, 10**6])}]

    def pending() -> list[Plain]:
        kinds = ["base", "displace", "choose", "submarines", "sudden-death"]
        one = {"kind": rng.choice(kinds), "side": side(), "count": rng.choice([1, 1, 2, 0])}
        return [one | {"at": place(), "card": rng.choice(["", *CARD_IDS])}]

    def effects() -> list[Plain]:
        one = {"what": rng.choice([*FORMS, "x"]), "card": rng.choice(["", *CARD_IDS])}
        one["kind"] = rng.choice(["", "land", "fleet", "landing", "any", "x"])
        return [one | {"amount": rng.choice([0, 2, -5, 10**9]), "forced": rng.random() < 0.5}]

    return {
        "points": numbers,
        "gains": numbers,
        "special": numbers,
        "stacks": numbers,
        "rolled": lambda: rng.choice([["japan"], SIDES, ["allies"]]),
        "to_act": side,
        "passed": lambda: rng.sample(SIDES, rng.randint(1, 2)),
        "built": marks,
        "targets": marks,
        "target": place,
        "activated": lambda: [place() for _ in range(rng.randint(1, 2))],
        "done": lambda: [place()],
        "fought": lambda: [place()],
        "fight": place,
        "record": lambda: [rng.choice(["roll 6 3", "hit naval 0606", "pass", "x", "land 1"])],
        "pending": pending,
        "step": lambda: rng.choice(["dawn", "begun", "draw", "declare", "use", "placing", "over"]),
        "declared": lambda: cards(2),
        "used": lambda: rng.randint(0, 3),
        "met_chinese": lambda: True,
        "choices": lambda: rng.sample(["six-bases", "sudden-death", "chinese-stay-turn-1"], 2),
        "scenario": lambda: rng.choice(["standard", "short", "1943", "delayed-entry", "x"]),
        "last_turn": lambda: rng.choice([1, 5, 16, 17, plain["turn"]]),
        "bid": lambda: rng.choice([1, 40, 10**9]),
        "hands": lambda: [{"side": one, "cards": cards(3)} for one in SIDES],
        "deck": lambda: cards(10),
        "discards": lambda: cards(30),
        "waiting": waiting,
        "once": lambda: rng.sample(["china-surrendered", "chongqing", "1943-09", "x"], 2),
        "penalty": lambda: rng.choice([3, 10**9, -1]),
        "effects": effects,
        "ending": lambda: {"winner": side(), "rule": rng.choice(["3.2b", "3.2e", "x"])},
    }


def mutant(rng: Random) -> Plain:
    """A position with one to four things changed, most of them keys of [progress]."""
    plain = deepcopy(rng.choice(pool()))
    now: Plain = plain.setdefault("progress", {})
    for _ in range(rng.choice([1, 1, 1, 2, 2, 3, 4])):
        ways = made_up(rng, plain)
        key = rng.choice(sorted(ways))
        other = rng.choice(pool())
        match rng.randrange(12):
            case 0 | 1 | 2:
                if now:
                    del now[rng.choice(sorted(now))]
            case 3 | 4 | 5 | 6:
                now[key] = ways[key]()
            case 7 | 8:
                now |= {k: deepcopy(v) for k, v in other["progress"].items() if k == key}
            case 9:
                plain["phase"] = rng.choice([*PHASES, other["phase"]])
            case 10:
                plain["turn"] = rng.randint(1, 16)
            case 11:
                plain["trp"] = rng.choice([{"japan": 0, "allies": 0}, {"japan": 99, "allies": 1}])
    return plain


def over(state: State) -> bool:
    """Whether nothing is left to do: somebody has won, or the last turn is over."""
    now = state.progress or Progress()
    return now.ending is not None or now.step == "over"


def met(seed: int, *, to_the_end: bool) -> str:
    """What becomes of a mutant: refused, over, or playable."""
    rng = Random(seed)
    plain = mutant(rng)
    told = json.dumps(plain)
    try:
        state = engine.begin(from_plain(json.loads(told), "mutant"))
    except BadData as error:
        assert error.source == "mutant" and error.key, told
        return "refused"
    assert engine.status(state), told
    if over(state):
        return "over"
    assert engine.legal_actions(state), f"nothing can be done, seed {seed}: {told}"
    if to_the_end:
        turn, many = state.turn, 0
        while state.turn == turn and not over(state) and many < LONGEST:
            assert engine.legal_actions(state), f"a dead end, seed {seed}: {told}"
            state, many = going_on(rng, state), many + 1
            if rng.random() < 0.05:
                assert to_plain(from_plain(to_plain(state), "again")) == to_plain(state)
        return "played"
    return "loaded"


@pytest.mark.parametrize("group", range(GROUPS))
def test_what_loads_can_be_played_on(group: int) -> None:
    many = CASES // GROUPS
    seeds = range(group * many, (group + 1) * many)
    found = Counter(met(seed, to_the_end=seed % PLAYED == 0) for seed in seeds)
    assert found["refused"] >= many // 5
    assert found["loaded"] + found["played"] >= many // 5


def test_the_positions_stand_at_every_point_of_a_turn() -> None:
    assert {plain["phase"] for plain in pool()} >= set(PHASES) - {"supply", "stacking"}
    keys = {key for plain in pool() for key in plain["progress"]}
    assert {"target", "activated", "done", "fight", "record", "passed", "hands", "deck"} <= keys


if __name__ == "__main__":
    last = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
    print(Counter(met(seed, to_the_end=seed % 8 == 0) for seed in range(CASES, CASES + last)))
