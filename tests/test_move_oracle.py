"""`cost` and `routes` against an oracle of chapter 8, on random boards and boards drawn by hand."""

from __future__ import annotations

import io
import json
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from random import Random
from typing import Any

import move_oracle as oracle
import pytest
from impulse_oracle import after, impulses, kind_of, standing, take_of
from move_boards import BOARDS, IMPULSES, Impulses, Targets, at_sea
from move_positions import Move, leaving, opening, seeded

import witp_learn as witp
from witp_learn import cli
from witp_learn.files import BadData
from witp_learn.model import State
from witp_learn.position.file import from_plain, to_plain

# The oracle on the printed examples

MANILA = at_sea(
    "0606 us air",
    "0606 us land",
    "0407 commonwealth air",
    "0407 commonwealth naval",
    "0407 commonwealth land",
    "0909 commonwealth naval",
    "0909 commonwealth land",
    "0507 japan air",
    "0707 japan air",
    "0804 japan carrier",
    "0804 japan naval 2",
    "0804 japan land",
    "0707 japan carrier",
    "0707 japan naval 2",
    "0707 japan land",
    "0605 japan naval",
    "0605 japan land",
)


def moved(kind: str, side: str, path: str, position: dict[str, Any] = MANILA) -> dict[str, Any]:
    return oracle.cost(position, side, kind, path.split())


def whys(found: dict[str, Any]) -> set[str]:
    return {word for word, _ in found["why"]}


@pytest.mark.clause("14.1m", "14.1n", "14.1o", "14.1t", "14.1u", "14.1v")
@pytest.mark.parametrize(
    ("side", "path", "rp", "zones"),
    [
        ("japan", "0804 0705 0706 0606", 5, ["0706"]),
        ("japan", "0707 0606", 2, []),
        ("japan", "0605 0606", 2, []),
        ("allies", "0407 0507 0606", 3, []),
        ("allies", "0909 0808 0708 0607 0606", 7, ["0708", "0607"]),
    ],
)
def test_the_oracle_moves_to_manila(side: str, path: str, rp: int, zones: list[str]) -> None:
    found = moved("transport", side, path)
    assert found["legal"] and found["rp"] == rp
    assert [hex_id for what, hex_id, _ in found["ledger"] if what == "azoc"] == zones


AT_MANILA = {
    **MANILA,
    "units": [
        {**row, "at": "0606"} if row["nation"] == "japan" and row["kind"] in oracle.FLEETS else row
        for row in MANILA["units"]
    ],
}
"""The example once Japan has moved: its fleets are at Manila, and none is at Palau."""


@pytest.mark.clause("14.1u", "14.1v")
def test_the_oracle_finds_the_way_past_palau() -> None:
    found = oracle.routes(AT_MANILA, "allies", "transport", "0909", "0606")
    assert [(way["rp"], way["path"]) for way in found["routes"]] == [
        (6, ["0909", "0808", "0708", "0707", "0606"]),
        (6, ["0909", "0808", "0807", "0707", "0606"]),
    ]


@pytest.mark.clause("14.1w", "8.5i")
def test_the_oracle_keeps_ships_off_the_land_of_new_guinea() -> None:
    assert moved("fleet", "allies", "0909 0908")["why"] == {("land_hexside", "0908")}


@pytest.mark.clause("8.7h", "8.7i", "8.7j")
@pytest.mark.parametrize(
    ("path", "legal"),
    [
        ("0306 0307 0407 0507 0506", True),
        ("0306 0406", True),
        ("0306 0406 0407", False),
        ("0306 0406 0507", False),
    ],
)
def test_the_oracle_sails_around_singapore(path: str, legal: bool) -> None:
    found = moved("fleet", "allies", path, at_sea("0306 commonwealth naval"))
    assert found["legal"] is legal
    assert legal or whys(found) == {"land_hexside"}


@pytest.mark.clause("8.7k")
def test_the_oracle_keeps_the_seas_of_bangkok_apart() -> None:
    position = at_sea("0306 commonwealth naval", "0406E japan naval", "0406W us naval")
    assert moved("fleet", "allies", "0306 0406", position)["legal"]
    west = moved("fleet", "allies", "0406W 0306", position)
    assert west["legal"] and west["rp"] == 2
    around = moved("fleet", "allies", "0406W 0307 0407 0406", position)
    assert around["legal"] and around["rp"] == 4


@pytest.mark.clause("2.3.2g", "2.3.2h", "8.9c", "8.9d", "8.9e", "8.9f")
@pytest.mark.parametrize(
    ("kind", "path", "why"),
    [
        ("land", "1008 0909", set()),
        ("land", "0908 1008", {"deep_hexside"}),
        ("land", "0408 0508", {"deep_hexside"}),
        ("land", "0407 0507", {"deep_hexside"}),
        ("land", "0407 0406 0507", set()),
        ("transport", "0408 0508", set()),
        ("transport", "0408 0407", set()),
    ],
)
def test_the_oracle_walks_and_ferries_as_printed(kind: str, path: str, why: set[str]) -> None:
    start = path[:4]
    position = at_sea(f"{start} japan land", f"{start} japan naval")
    assert whys(moved(kind, "japan", path, position)) == why


@pytest.mark.clause("8.4i", "8.4j")
def test_the_oracle_pays_for_jungle_on_foot_only() -> None:
    position = at_sea("0406W japan naval", "0406 japan land")
    assert moved("land", "japan", "0406 0306", position)["rp"] == 3
    assert moved("transport", "japan", "0406W 0306", position)["rp"] == 2


# The oracle on the boards drawn by hand

TABLES = [(name, question) for name, (_, moves, _) in BOARDS.items() for question in moves]


def by_hand(position: dict[str, Any], start: str, asked: Any) -> Targets:
    """What can be reached from a hex, in the form of the tables; ``asked`` answers `routes`."""
    found: Targets = {}
    for goal in sorted(oracle.table_of(position)["hexes"]):
        ways = asked(goal)["routes"] if goal != start else []
        if ways:
            found[goal] = (ways[0]["rp"], [way["path"] for way in ways])
    return found


@pytest.mark.parametrize(("name", "question"), TABLES, ids=str)
def test_the_oracle_agrees_with_the_count_by_hand(
    name: str, question: tuple[str, str, str]
) -> None:
    position, moves, _ = BOARDS[name]
    side, kind, start = question

    def asked(goal: str) -> dict[str, Any]:
        return oracle.routes(position, side, kind, start, goal)

    assert by_hand(position, start, asked) == moves[question]


@pytest.mark.parametrize("name", BOARDS)
def test_the_first_targets_are_what_the_tables_can_pay(name: str) -> None:
    position, moves, first = BOARDS[name]
    for side, least in first.items():
        found: dict[str, int] = {}
        for (mover, _, _), targets in moves.items():
            for goal, (rp, _) in targets.items():
                if mover == side and rp <= position["trp"][side]:
                    found[goal] = min(rp, found.get(goal, rp))
        assert found == least


# The package against the boards drawn by hand


def state_of(position: dict[str, Any]) -> State:
    return from_plain({"phase": "movement", **position}, "oracle")


@pytest.mark.parametrize(("name", "question"), TABLES, ids=str)
def test_routes_agrees_with_the_count_by_hand(name: str, question: tuple[str, str, str]) -> None:
    position, moves, _ = BOARDS[name]
    side, kind, start = question
    state = state_of(position)

    def asked(goal: str) -> dict[str, Any]:
        return witp.routes(state, side, kind, start, goal).as_dict()

    assert by_hand(position, start, asked) == moves[question]


@pytest.mark.parametrize(("name", "question"), TABLES, ids=str)
def test_cost_agrees_with_the_count_by_hand(name: str, question: tuple[str, str, str]) -> None:
    position, moves, _ = BOARDS[name]
    side, kind, _ = question
    for rp, paths in moves[question].values():
        for path in paths:
            told = witp.cost(state_of(position), side, kind, path).as_dict()
            paid = position["trp"][side] >= rp
            assert told["legal"] is paid and told["rp"] == (rp if paid else None)
            assert [reason["why"] for reason in told["reasons"]] == ([] if paid else ["no_rp"])


# The package against the oracle on random boards

RULES = {
    "activation": {"8.2d", "8.4d"},
    "hex": {"8.4e"},
    "azoc": {"8.4f"},
    "jungle": {"8.4i"},
}


def disagreement(move: Move, told: dict[str, Any]) -> str:
    """Where the command and the oracle part; empty where they do not."""
    own = oracle.cost(move.position, move.side, move.kind, move.path, move.take, move.leave)
    if (told["legal"], told["rp"]) != (own["legal"], own["rp"]):
        return f"{move}\ntold {told}\nown {own}"
    ledger = [(item["what"], item["hex"][:4], item["rp"]) for item in told["ledger"]]
    against = told_once((reason["why"], reason["hex"][:4]) for reason in told["reasons"])
    if own["legal"] and ledger != own["ledger"]:
        return f"{move}\ntold {ledger}\nown {own}"
    if not own["vague"] and against != told_once(own["why"]):
        return f"{move}\ntold {against}\nown {own}"
    return ""


def told_once(why: Iterable[tuple[str, str]]) -> set[tuple[str, str]]:
    """Reasons with their hexes; that ships lack room for cargo is one reason, wherever told."""
    return {(word, "" if word == "no_carrier" else hex_id) for word, hex_id in why}


@pytest.mark.parametrize("first", range(0, 1400, 350))
def test_cost_agrees_with_the_oracle(first: int) -> None:
    for move in seeded(350, first):
        state = state_of(move.position)
        found = witp.cost(state, move.side, move.kind, move.path, move.take).as_dict()
        assert not disagreement(move, found)
        assert all(item["rule"] in RULES[item["what"]] for item in found["ledger"])


@pytest.mark.clause("8.5l", "8.5m")
def test_cost_agrees_with_the_oracle_on_forces_left_on_the_way() -> None:
    refused = 0
    for seed in range(120):
        move = leaving(Random(seed))
        state = state_of(move.position)
        try:
            found = witp.cost(state, move.side, move.kind, move.tokens).as_dict()
        except BadData:
            refused += 1
            with pytest.raises(oracle.Unclear):
                oracle.cost(move.position, move.side, move.kind, move.path, None, move.leave)
        else:
            assert not disagreement(move, found)
    assert refused < 60


@pytest.mark.parametrize("first", range(0, 240, 80))
def test_routes_agrees_with_the_oracle(first: int) -> None:
    for seed, move in enumerate(seeded(80, first), start=first):
        start, goal = move.path[0], move.path[-1][:4]
        if goal == start[:4]:
            continue
        more, limit = (0, 0, 2, 5)[seed % 4], (100, 100, 1)[seed % 3]
        asked = (move.position, move.side, move.kind, start, goal)
        own = oracle.routes(*asked, more=more, limit=limit, take=move.take)
        ways = witp.routes(state_of(move.position), *asked[1:], move.take, more=more, limit=limit)
        if own["total"] or not any(way.leaving for way in ways):
            found = ways.as_dict()
            for row in found["routes"]:
                parts = [int(part) for part in re.findall(r"\d+", row.pop("sum"))]
                assert sum(parts) == row["rp"], f"seed {seed}"
            assert {key: found[key] for key in own} == own, f"seed {seed}"


# First impulses


def first_impulses(state: State) -> Impulses:
    """What `legal` offers for the first impulse: targets, then activations, then moves."""
    found: Impulses = {}
    for goal in offered(state, "target"):
        aimed = witp.apply(state, f"target {goal}")
        for start in offered(aimed, "activate"):
            ready = witp.apply(aimed, f"activate {start}")
            found.setdefault(goal, {})[start] = len(offered(ready, "move"))
    return found


def offered(state: State, word: str) -> list[str]:
    actions = [text.split(" ", 1) for text in witp.legal(state).as_dict()["actions"]]
    return [rest[0] for first, *rest in actions if first == word]


@pytest.mark.clause("8.2a", "8.2b", "8.4a")
@pytest.mark.parametrize("side", ["japan", "allies"])
@pytest.mark.parametrize("name", IMPULSES)
def test_the_first_impulses_agree_with_the_count_by_hand(name: str, side: str) -> None:
    position, tables = IMPULSES[name]
    alone = {side: position["trp"][side], oracle.ENEMY[side]: 0}
    opened = {**position, "phase": "movement", "trp": alone}
    assert impulses(opened, side) == tables[side]
    assert first_impulses(state_of(opened)) == tables[side]


@pytest.mark.clause("8.2a", "8.2b", "8.4a", "8.6c")
@pytest.mark.parametrize("first", [0, 14])
def test_the_first_impulses_agree_with_the_oracle(first: int) -> None:
    for seed in range(first, first + 14):
        position, side = opening(Random(seed))
        assert first_impulses(state_of(position)) == impulses(position, side), f"seed {seed}"


def moves_of(seed: int) -> Iterator[tuple[dict[str, Any], str, State, str]]:
    """Some moves of a first impulse, with the state they start from, the marker placed."""
    rng = Random(seed)
    position, side = opening(rng)
    state = state_of(position)
    goals = offered(state, "target")
    if goals and not any("strength" in row for row in position["units"]):
        aimed = witp.apply(state, f"target {rng.choice(goals)}")
        ready = witp.apply(aimed, f"activate {rng.choice(offered(aimed, 'activate'))}")
        stacks = offered(ready, "move")
        for chosen in rng.sample(stacks, min(4, len(stacks))):
            yield position, side, ready, chosen


def played(state: State, move: str) -> dict[str, Any]:
    """The position after a move, once every air unit driven off on the way has found a place."""
    state = witp.apply(state, f"move {move}")
    while ways := offered(state, "displace"):
        state = witp.apply(state, f"displace {ways[0]}")
    return to_plain(state)


@pytest.mark.clause("8.6.2a", "8.6.2b", "8.6.2c", "8.6.2d", "8.7e", "8.8b")
def test_what_a_move_leaves_agrees_with_the_oracle() -> None:
    for seed in range(120):
        for position, side, ready, move in moves_of(seed):
            words, path = move.split(" ")[0], move.split(" ")[1].split(",")
            found = played(ready, move)
            units, bases, air_gone = after(position, side, words, path)
            men = oracle.table_of({**found, "board": position["board"]})["men"]
            said = f"seed {seed}: {move}"
            assert Counter(standing(m) for m in men if m["kind"] != "air") == units, said
            assert {who: set(found["bases"][who]) for who in bases} == bases, said
            fit = {m["hex"] for m in men if m["kind"] == "air" and m["full"] and m["side"] != side}
            assert not fit & air_gone, said
            assert found["trp"][side] == position["trp"][side] - paid_for(position, side, move)


def paid_for(position: dict[str, Any], side: str, move: str) -> int:
    words, path = move.split(" ")
    take = take_of(words)
    told = oracle.cost(position, side, kind_of(take), path.split(","), take)
    assert told["legal"]
    return int(told["rp"])


# The commands

Run = Callable[..., Any]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """A command's machine output."""

    def command(*args: str, stdin: bytes) -> Any:
        monkeypatch.setattr(sys, "argv", ["witp-learn", *args])
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        with pytest.raises(SystemExit) as ended:
            cli.main()
        printed = capsys.readouterr()
        assert not ended.value.code, printed.err
        return json.loads(printed.out)

    return command


def test_the_commands_print_what_the_questions_answer(run: Run) -> None:
    for move in seeded(12, 5000):
        state = state_of(move.position)
        typed = json.dumps(move.position).encode()
        more = ["--side", move.side, "--kind", move.kind, "--json"]
        if move.take:
            more += ["--take", ",".join(f"{word}:{n}" for word, n in move.take.items())]
        asked = run("cost", "-", "--path", ",".join(move.path), *more, stdin=typed)
        question = (state, move.side, move.kind)
        assert asked == witp.cost(*question, move.path, move.take).as_dict()
        ends = (move.path[0], move.path[-1])
        asked = run("routes", "-", "--from", ends[0], "--to", ends[1], *more, stdin=typed)
        assert asked == witp.routes(*question, *ends, move.take).as_dict()
