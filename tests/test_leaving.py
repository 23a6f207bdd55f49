"""Ways past enemy fleets with a force left as cover: by hand, and by trying all (8.5l, 8.5m)."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import impulse_oracle
import move_oracle as oracle
import pytest
from attrs import evolve
from move_positions import leaving, position
from strategies import on

import witp_learn as witp
from witp_learn import actions, engine
from witp_learn.model import Hex, Phase, Side, State, Terrain
from witp_learn.position.file import from_plain
from witp_learn.rules.leaving import Due, Fleet, Make, left
from witp_learn.rules.moves import Move, judge
from witp_learn.rules.nets import waters
from witp_learn.rules.routes import distances, first_choice, reach, routes
from witp_learn.rules.stacks import every, stack

JAPAN, ALLIES = Side.JAPAN, Side.ALLIES


def land(*hexes: str) -> list[Hex]:
    return [Hex(h, Terrain.LAND, land_part=True) for h in hexes]


def channel(units: str, *more: Hex) -> State:
    """A channel north from 0505 by 0504 to the open sea at 0503."""
    walls = land("0404", "0405", "0604", "0605", "0403", "0603", "0406", "0506", "0606")
    shut = {place.id for place in more}
    return on(units, *(w for w in walls if w.id not in shut), *more)


def choice(state: State, kind: str = "fleet", goal: str = "0503", **more: Any) -> Move | None:
    return first_choice(state, stack(state, JAPAN, kind, "0505"), goal, **more)


# By hand


@pytest.mark.ruling("leave-behind-strength")
@pytest.mark.clause("8.5l", "8.5m")
@pytest.mark.parametrize(
    ("units", "stays"),
    [
        ("0505 jp 2N; 0504 us N", {"naval": 1}),
        ("0505 jp C N; 0504 us N", {"naval": 1}),
        ("0505 jp C N; 0504 us C", {"carrier": 1}),
        ("0505 jp C 2N; 0504 us C", {"carrier": 1}),
        ("0505 jp C 3N; 0504 us C N", {"carrier": 1, "naval": 1}),
        ("0505 jp C N; 0504 us N-", {"naval": 1}),
        ("0505 jp N N-; 0504 us N-", {"attrited-naval": 1}),
        ("0505 jp N N-; 0504 us N", {"naval": 1}),
        ("0505 jp 2N; 0504 us C; 0504 jp N", {"naval": 1}),
        ("0505 jp C- N-; 0504 us N-", {"naval": 1}),
    ],
)
def test_the_least_force_that_covers_the_rest_stays(units: str, stays: dict[str, int]) -> None:
    state = channel(units)
    found = choice(state)
    assert found is not None and found.legal and found.path == ("0505", "0504", "0503")
    assert left(found) == {"0504": stays} and found.cost == 3
    assert reach(state, JAPAN)["0503"].rp == 3 and distances(state, JAPAN, "0503")["0505"] == 2
    listed = routes(state, stack(state, JAPAN, "fleet", "0505"), "0503")
    assert (listed.total, listed.routes[0].leaving) == (1, found.leaving)


@pytest.mark.clause("8.5k", "8.5l", "8.2e")
@pytest.mark.parametrize(
    "units",
    [
        "0505 jp N; 0504 us N",
        "0505 jp 2N-; 0504 us N",
        "0505 jp 2N; 0504 us C",
        "0505 jp C N; 0504 us C N",
        "0505 jp C; 0504 us N-",
    ],
)
def test_a_fleet_that_cannot_cover_and_arrive_does_not_pass(units: str) -> None:
    state = channel(units)
    assert choice(state) is None and "0503" not in reach(state, JAPAN)
    assert distances(state, JAPAN, "0503") == {}
    found = routes(state, stack(state, JAPAN, "fleet", "0505"), "0503")
    assert found.total == 0 and found.reasons[0].why == "no_way"


@pytest.mark.clause("8.5l", "8.5m")
def test_what_stays_at_one_enemy_fleet_is_not_there_for_the_next() -> None:
    long = land("0504", "0402", "0602")
    two = channel("0505 jp 3N; 0504 us N; 0503 us N", *long[1:])
    found = choice(two, goal="0502")
    assert found is not None and left(found) == {"0504": {"naval": 1}, "0503": {"naval": 1}}
    assert choice(channel("0505 jp 2N; 0504 us N; 0503 us N", *long[1:]), goal="0502") is None


@pytest.mark.clause("8.5l")
def test_a_plain_way_is_chosen_unless_it_cannot_be_paid() -> None:
    state = on("0505 jp 2N; 0504 us N")
    assert reach(state, JAPAN)["0503"].rp == 3
    plain = choice(state)
    assert plain is not None and (plain.cost, plain.leaving) == (4, ())
    short = choice(state, rp=3)
    assert short is not None and short.cost == 3 and left(short) == {"0504": {"naval": 1}}
    assert choice(state, rp=2) is None
    assert routes(state, stack(state, JAPAN, "fleet", "0505"), "0503").routes[0].leaving == ()


@pytest.mark.ruling("transport-stopped-en-route")
@pytest.mark.clause("8.5l", "8.6c", "8.6.1c")
def test_ships_that_carry_are_not_left() -> None:
    shore = Hex("0503", Terrain.SHALLOW, land_part=True)
    home = Hex("0505", Terrain.SHALLOW, land_part=True)
    assert choice(channel("0505 jp 2N L; 0504 us N", shore, home), "transport") is not None
    assert choice(channel("0505 jp 2N 2L; 0504 us N", shore, home), "transport") is None
    found = choice(channel("0505 jp C N L; 0504 us N", shore, home), "transport")
    assert found is not None and left(found) == {"0504": {"carrier": 1}}
    aboard = channel("0505 jp 2N(2L); 0504 us N", shore, home)
    assert "0503" not in reach(aboard, JAPAN)
    carrier = channel("0505 jp C N(L); 0504 us N", shore, home)
    assert reach(carrier, JAPAN)["0503"].rp == 3 and "0502" not in reach(carrier, JAPAN)


@pytest.mark.clause("8.5j", "8.5l", "8.5m")
def test_cover_is_left_where_the_fleet_starts_too() -> None:
    three = channel("0505 jp 3N; 0505 us N; 0504 us N")
    assert reach(three, JAPAN)["0503"].rp == 3
    group = stack(three, JAPAN, "fleet", "0505", {"naval": 2})
    found = first_choice(three, group, "0503")
    assert found is not None and left(found) == {"0504": {"naval": 1}}
    two = channel("0505 jp 2N; 0505 us N; 0504 us N")
    assert "0503" not in reach(two, JAPAN) and distances(two, JAPAN, "0503") == {}


def test_a_fleet_knows_the_least_that_may_stay() -> None:
    naval, carrier = Make(1, False, True), Make(2, True, True)
    fleet = Fleet((naval, carrier), ((3, 1),))
    assert fleet.stays((3, 1), Due(2, 1)) == ((0, 1), (2, 0))
    assert fleet.after(fleet.rests, Due(2, 1)) == ((1, 1), (3, 0))
    assert Fleet((naval, carrier), ((3, 1),), loaded=2).stays((3, 1), Due(2, 1)) == ((0, 1),)
    assert fleet.stays((1, 0), Due(0, 1)) == ()


# The engine


def opening(units: str, rp: int = 9) -> State:
    """The channel in the movement segment, with so much RP for Japan and none for the Allies."""
    return engine.begin(evolve(channel(units), phase=Phase.MOVEMENT, trp=(rp, 0)))


def played(state: State, *texts: str) -> State:
    for text in texts:
        state = witp.apply(state, text)
    return state


@pytest.mark.clause("8.2e", "8.5l", "8.5m")
def test_the_engine_offers_and_makes_a_move_that_leaves_a_force() -> None:
    state = opening("0505 jp C 2N; 0504 us N")
    assert "0503" in offered(state, "target")
    assert "0503" not in offered(opening("0505 jp N; 0504 us N"), "target")
    state = played(state, "target 0503")
    assert offered(state, "activate") == ["0505"]
    state = played(state, "activate 0505")
    moves = offered(state, "move")
    assert sorted(moves) == [
        "carrier:1,naval:1 0505,0504(naval:1),0503",
        "carrier:1,naval:2 0505,0504(naval:1),0503",
        "naval:2 0505,0504(naval:1),0503",
    ]
    assert not witp.check(state, "move naval:1 0505,0504,0503").ok
    assert not witp.check(state, "pass").ok
    after = played(state, "move carrier:1,naval:2 0505")
    assert after == played(state, "move carrier:1,naval:2 0505,0504(naval:1),0503")
    assert after.trp == (6, 0)
    assert [(u.at, u.kind.value, u.count, u.moved) for u in after.units if u.side is JAPAN] == [
        ("0503", "carrier", 1, True),
        ("0503", "naval", 1, True),
        ("0504", "naval", 1, True),
    ]
    other = played(state, "move carrier:1,naval:2 0505,0504(carrier:1),0503")
    assert {u.at for u in other.units if u.kind.value == "carrier"} == {"0504"}


@pytest.mark.clause("8.4d", "8.5l")
def test_with_too_little_for_the_way_around_the_way_through_is_offered() -> None:
    sea = evolve(on("0505 jp 2N; 0504 us N"), phase=Phase.MOVEMENT, trp=(3, 0))
    state = played(engine.begin(sea), "target 0503", "activate 0505")
    assert offered(state, "move") == ["naval:2 0505,0504(naval:1),0503"]
    assert witp.check(state, "move naval:2 0505").ok
    alone = witp.check(state, "move naval:1 0505")
    assert [reason.why for reason in alone.reasons] == ["no_rp"]
    rich = played(engine.begin(evolve(sea, trp=(4, 0))), "target 0503", "activate 0505")
    assert all("(" not in move for move in offered(rich, "move"))


def test_what_stays_is_told_in_full_words() -> None:
    state = opening("0505 jp 2N N-; 0504 us N-")
    state = played(state, "target 0503", "activate 0505")
    typed = actions.read("move naval:3 0505,0504(attrited-naval:1),0503")
    assert engine.canonical(state, typed) in engine.legal_actions(state)
    loose = actions.read("move naval:3 0505,0504(full-naval:1),0503")
    assert str(engine.canonical(state, loose)).endswith("0505,0504(naval:1),0503")


@pytest.mark.clause("8.5l")
def test_cost_and_routes_show_what_stays() -> None:
    state = channel("0505 jp 2N; 0504 us N")
    found = witp.routes(state, "japan", "fleet", "0505", "0503")
    assert found.as_dict()["routes"] == [
        {
            "path": ["0505", "0504", "0503"],
            "rp": 3,
            "sum": "1 activation + 2 hexes",
            "affordable": True,
            "leaving": {"0504": {"naval": 1}},
        }
    ]
    assert "0505,0504(naval:1),0503" in str(found)
    told = witp.cost(state, "japan", "fleet", "0505,0504(naval:1),0503").as_dict()
    assert told["legal"] and told["leaving"] == {"0504": {"naval": 1}}
    assert "leaving" not in witp.cost(state, "japan", "fleet", "0505,0504").as_dict()
    none = witp.routes(state, "japan", "fleet", "0505", "0503", limit=0)
    assert (none.total, len(none)) == (1, 0)


# Against trying all


def opened(seed: int) -> tuple[dict[str, Any], str]:
    """A position before the first impulse, with enemy fleets where a fleet would sail."""
    rng = Random(seed)
    move = leaving(rng)
    while len(move.position["units"]) > 26:
        move = leaving(rng)
    trp = {move.side: rng.randint(2, 5), oracle.ENEMY[move.side]: 0}
    return {**move.position, "phase": "movement", "trp": trp}, move.side


def offered(state: State, word: str) -> list[str]:
    pieces = [str(action).split(" ", 1) for action in engine.legal_actions(state)]
    return [rest[0] for first, *rest in pieces if first == word]


@pytest.mark.clause("8.5l", "8.5m", "8.2a", "8.2b", "8.2e")
@pytest.mark.parametrize("first", range(0, 24, 8))
def test_first_impulses_are_those_that_trying_all_finds(first: int) -> None:
    for seed in range(first, first + 8):
        start, side = opened(seed)
        state = from_plain(start, "leaving")
        found: dict[str, dict[str, int]] = {}
        for goal in offered(state, "target"):
            aimed = witp.apply(state, f"target {goal}")
            for origin in offered(aimed, "activate"):
                marked = witp.apply(aimed, f"activate {origin}")
                moves = offered(marked, "move")
                assert len(set(moves)) == len(moves)
                found.setdefault(goal, {})[origin] = len(moves)
        assert found == impulse_oracle.impulses(start, side), f"seed {seed}"


def weigh(men: list[oracle.Man]) -> tuple[int, int, int, int]:
    return (
        sum(m["force"] for m in men),
        len(men),
        sum(m["kind"] == "carrier" for m in men),
        sum(m["full"] for m in men),
    )


def tried(
    table: oracle.Table, group: oracle.Stack, goal: str, bound: int
) -> Iterator[tuple[int, tuple[int, int, int, int], list[str]]]:
    if goal != group.spot[0] and not oracle.target_problems(table, group, goal):
        for rp, path, stays in oracle.covered_ways(table, group, goal, bound):
            yield rp, weigh([man for _, men in stays for man in men]), path


@pytest.mark.clause("8.5l", "8.5m")
@pytest.mark.parametrize("first", range(0, 60, 20))
def test_the_first_choice_is_the_least_of_all_forces_that_could_stay(first: int) -> None:
    passed = 0
    for seed in range(first, first + 20):
        move = leaving(Random(seed))
        state = from_plain({**move.position, "phase": "movement"}, "leaving")
        table = oracle.table_of(move.position)
        group = oracle.chosen(table, move.side, move.kind, move.path[0], None)
        if oracle.start_problems(table, group):
            continue
        own = stack(state, Side(move.side), move.kind, move.path[0])
        for goal in table["hexes"]:
            best = min(tried(table, group, goal, 6), default=None)
            found = first_choice(state, own, goal)
            plain = routes(state, own, goal)
            if found is None or found.cost > 6:
                assert best is None or (found is not None and not found.leaving)
            elif found.leaving:
                passed += 1
                units = [u for one in found.leaving for u in one.units]
                weight = (
                    sum(u.value * u.count for u in units),
                    sum(u.count for u in units),
                    sum(u.count for u in units if u.kind.value == "carrier"),
                    sum(u.count for u in units if u.full),
                )
                path = [at[:4] for at in found.path]
                assert (found.cost, weight, path) == best, f"seed {seed}: {goal}"
                assert (plain.total, [m.path for m in plain]) == (1, [found.path])
                again = judge(state, own, found.path, leaving=left(found))
                assert again.legal and again.leaving == found.leaving
            else:
                assert best is not None and best[0] <= found.cost
                cheaper = first_choice(state, own, goal, rp=best[0])
                assert cheaper is not None and cheaper.cost == best[0]
    assert passed


@pytest.mark.parametrize("seed", [94, 155, 210, 1812, 3, 4])
def test_what_can_be_reached_has_a_way_also_by_both_seas_of_a_hex(seed: int) -> None:
    plain = {**position(Random(seed), "fleet"), "phase": "movement"}
    state = from_plain(plain, "seas")
    for side in Side:
        for goal, one in reach(state, side).items():
            seas = [at for at in waters(state.board, one.origin) if one.kind == "fleet"]
            groups = [g for at in seas for g in every(state, side, at) if g.kind != "land"]
            costs = (first_choice(state, g, goal, rp=one.rp) for g in groups)
            assert not groups or min(m.cost for m in costs if m is not None) == one.rp
