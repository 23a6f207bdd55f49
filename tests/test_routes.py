"""Paths: the cheapest and dearer ones, what a side can reach, against trying all (8.4, 8.5)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st
from strategies import at_large, boards_with_hexsides, examples, on, port, positions_on

import witp_learn as witp
from witp_learn.files import BadData
from witp_learn.model import Hex, Kind, Nation, Side, State, Terrain
from witp_learn.rules import nets
from witp_learn.rules.moves import Move, judge
from witp_learn.rules.routes import (
    Reach,
    distances,
    first_choice,
    first_path,
    least,
    reach,
    routes,
)
from witp_learn.rules.stacks import KINDS, Stack, count, every, stack

JAPAN, ALLIES = Side.JAPAN, Side.ALLIES


def coast(hex_id: str, terrain: Terrain = Terrain.SHALLOW) -> Hex:
    return Hex(hex_id, terrain, land_part=True)


def listed(state: State, side: Side, kind: str, start: str, goal: str, **more: int) -> list[str]:
    found = routes(state, stack(state, side, kind, start), goal, **more)
    return [f"{','.join(m.path)} {m.cost}" for m in found]


@pytest.fixture(scope="module")
def manila() -> State:
    return witp.example("manila_before_moves")


# Routes


@pytest.mark.clause("14.1m", "14.1v", "8.4e", "8.4f")
def test_the_cheapest_ways_come_first_in_order_of_their_hexes(manila: State) -> None:
    assert listed(manila, JAPAN, "transport", "0804", "0606") == [
        "0804,0705,0605,0606 5",
        "0804,0705,0706,0606 5",
        "0804,0805,0706,0606 5",
        "0804,0805,0806,0707,0606 5",
    ]
    found = listed(manila, ALLIES, "transport", "0909", "0606", more=2)
    assert found[0] == "0909,0808,0708,0607,0606 7" and len(found) == 5
    assert [text[-1] for text in found] == ["7", "7", "7", "8", "8"]


@pytest.mark.clause("14.1u")
def test_a_port_with_air_units_alone_is_passed(manila: State) -> None:
    without = evolve(
        manila, units=tuple(u for u in manila.units if u.hex != "0707" or u.kind is Kind.AIR)
    )
    assert listed(without, ALLIES, "fleet", "0909", "0606")[0].endswith("6")


def test_the_total_counts_more_than_are_listed() -> None:
    state = on("0101 jp N")
    found = routes(state, stack(state, JAPAN, "fleet", "0101"), "0505", limit=3)
    four_by_two = 15
    assert (len(found), found.total, found.routes[0].cost) == (3, four_by_two, 7)
    none = routes(state, stack(state, JAPAN, "fleet", "0101"), "0505", limit=0, more=1)
    assert (none.total, [m.cost for m in none]) == (four_by_two, [8])


def test_ways_that_rp_do_not_cover_are_listed_all_the_same(manila: State) -> None:
    group = stack(manila, JAPAN, "fleet", "0707")
    found = routes(manila, group, "0605", rp=2)
    assert found.total and all(m.cannot_pay is not None and m.reasons for m in found)
    assert first_choice(manila, group, "0605", rp=2) is None
    assert first_choice(manila, group, "0605", rp=found.routes[0].cost) is not None


@pytest.mark.parametrize(
    ("units", "kind", "goal", "why"),
    [
        ("0505 jp N", "fleet", "0405", "land"),
        ("0505 jp L", "land", "0507", "deep"),
        ("0505 jp L", "land", "0509", "no_way"),
        ("0505 jp N; contested 0504; 0504 jp L; 0504 us L", "fleet", "0504", "contested"),
        ("0505 jp N L", "transport", "0506", "not_shallow"),
        ("0505 jp C L", "transport", "0504", "no_carrier"),
        ("0505 jp N; 0505 us 2N", "fleet", "0504", "locked"),
        ("0505 jp N", "fleet", "0505", "no_way"),
    ],
)
def test_where_no_way_leads_the_reasons_are_told(
    units: str, kind: str, goal: str, why: str
) -> None:
    state = on(units, coast("0505"), coast("0504"), coast("0405", Terrain.LAND), coast("0509"))
    group = stack(state, JAPAN, kind, "0505")
    found = routes(state, group, goal)
    assert (found.total, len(found), found.reasons[0].why) == (0, 0, why)
    assert first_choice(state, group, goal) is None


@pytest.mark.clause("8.7i", "8.7j", "8.7k")
def test_a_hex_with_two_seas_is_a_goal_from_either_side() -> None:
    state = at_large("0306 cw N; 0407 us N")
    assert listed(state, ALLIES, "fleet", "0306", "0406") == ["0306,0406W 2"]
    assert listed(state, ALLIES, "fleet", "0306", "0406E") == ["0306,0307,0407,0406E 4"]
    assert listed(state, ALLIES, "fleet", "0407", "0406") == ["0407,0406E 2"]


@pytest.mark.clause("8.5k", "8.5l")
def test_ways_end_at_enemy_fleets_unless_own_ones_as_strong_stand_there() -> None:
    channel = [Hex(h, Terrain.LAND, land_part=True) for h in ("0404", "0405", "0604", "0605")]
    state = on("0505 jp N; 0504 us N", *channel)
    assert first_choice(state, stack(state, JAPAN, "fleet", "0505"), "0504") is not None
    group = stack(state, JAPAN, "fleet", "0505")
    round_about = first_choice(state, group, "0503")
    assert round_about is not None and "0504" not in round_about.path
    held = on("0505 jp N; 0504 us N; 0504 jp N", *channel)
    through = first_choice(held, stack(held, JAPAN, "fleet", "0505"), "0503")
    assert through is not None and through.path == ("0505", "0504", "0503")


@pytest.mark.clause("8.7e", "8.4f")
def test_a_march_through_an_air_unit_may_be_the_cheapest() -> None:
    places = [coast(h) for h in ("0505", "0504", "0503", "0604", "0603", "0602", "0502")]
    state = on("0505 jp L; 0504 us A", *places)
    found = routes(state, stack(state, JAPAN, "land", "0505"), "0502")
    assert [m.path for m in found] == [("0505", "0504", "0503", "0502")]
    assert (found.total, found.routes[0].cost) == (1, 4)


def test_an_owners_hexside_closes_the_way() -> None:
    state = on("0505 jp N; contested 0504; 0504 jp L; 0504 us L", coast("0504"))
    assert first_choice(state, stack(state, JAPAN, "fleet", "0505"), "0504") is None
    way = first_choice(state, stack(state, JAPAN, "fleet", "0505"), "0503")
    assert way is not None and way.cost == 4 and "0504" not in way.path


def test_first_path_asks_not_whether_these_units_may_go() -> None:
    state = on("0505 jp N; 0505 us 2N; 0404 jp N(L)", coast("0404"))
    group = stack(state, JAPAN, "fleet", "0505")
    assert first_choice(state, group, "0503") is None
    assert first_path(state, group, "0503") == ("0505", "0504", "0503")
    cargo = stack(state, JAPAN, "fleet", "0404")
    assert first_path(state, cargo, "0403") is None


def test_the_activation_may_be_paid_already(manila: State) -> None:
    found = first_choice(
        manila, stack(manila, JAPAN, "fleet", "0707"), "0606", activation=False, rp=1
    )
    assert found is not None and found.rp == 1


# Reach


@pytest.mark.clause("8.2b", "8.2c", "8.4d")
def test_reach_names_the_nearest_origin(manila: State) -> None:
    found = reach(manila, JAPAN)["0606"]
    assert (found.rp, found.kind) == (2, "fleet") and found.origin in ("0605", "0707")
    assert least(manila, JAPAN, "0804", "0606") == 4
    assert distances(manila, JAPAN, "0606") == {"0605": 1, "0707": 1, "0804": 4}
    assert set(reach(manila, JAPAN, origins=("0804",)).values()) and all(
        one.origin == "0804" for one in reach(manila, JAPAN, origins=("0804",)).values()
    )
    near = reach(manila, JAPAN, rp=2)
    assert "0606" in near and all(one.rp == 2 for one in near.values())


def test_a_hex_from_which_units_set_out_is_reached_from_elsewhere() -> None:
    found = reach(on("0505 jp N; 0503 jp N"), JAPAN)
    assert (found["0505"].origin, found["0505"].rp) == ("0503", 3)
    assert "0505" not in reach(on("0505 jp N"), JAPAN)


@pytest.mark.clause("8.5a", "8.5g", "8.5j", "12.1d", "12.2d")
@pytest.mark.parametrize(
    "units",
    [
        "0505 us N; 0505 jp N",
        "0505 us L; 0505 jp L",
        "turn 1; 0505 us N L",
        "0505 cn L",
        "0505 us A",
    ],
)
def test_units_that_may_not_set_out_reach_nothing(units: str) -> None:
    state = on(units, coast("0505"), coast("0504"))
    assert reach(state, ALLIES) == {} and distances(state, ALLIES, "0504") == {}
    moved = on("0505 us N L", coast("0505"), coast("0504"))
    moved = evolve(moved, units=tuple(evolve(u, moved=True) for u in moved.units))
    assert reach(moved, ALLIES) == {}


@pytest.mark.clause("8.6.1c", "8.6.1d")
def test_a_lone_ship_with_cargo_reaches_landing_places_only() -> None:
    state = on("0505 us N(L)", coast("0505"), coast("0503"))
    assert set(reach(state, ALLIES)) == {"0503"}
    free = on("0505 us 2N(L)", coast("0505"), coast("0503"))
    assert len(reach(free, ALLIES)) > 50


def test_the_nets_of_a_board_are_kept_for_the_same_board_only() -> None:
    state = on("0505 jp N", port("0504", Nation.JAPAN))
    assert nets.fleet_net(state, JAPAN) is nets.fleet_net(evolve(state, units=()), JAPAN)
    other = evolve(state, board=evolve(state.board))
    assert nets.fleet_net(other, JAPAN) is not nets.fleet_net(state, JAPAN)
    closed = evolve(state, contested=("0504",))
    assert "0504" not in nets.fleet_net(closed, JAPAN).ahead["0505"]
    assert "0505" in nets.fleet_net(closed, JAPAN).ahead["0504"]
    assert "0505" not in nets.fleet_net(closed, JAPAN).back["0504"]


# Against trying every path


def every_way(
    state: State, group: Stack, goal: str, most: int
) -> list[tuple[int, tuple[str, ...]]]:
    """Each allowed path to a hex of at most so many hexes, by trying them one by one."""

    def walk(path: tuple[str, ...]) -> Iterator[Move]:
        for to in state.board.neighbours(path[-1]):
            if to == goal:
                yield judge(state, group, (*path, to))
            elif to not in path and len(path) < most:
                yield from walk((*path, to))

    found = (m for m in walk((group.hex,)) if m.legal and group.hex != goal)
    return sorted((m.cost, m.path) for m in found)


@examples(25)
@given(st.data())
def test_routes_are_those_that_trying_every_path_finds(data: st.DataObject) -> None:
    board = data.draw(boards_with_hexsides())
    state = data.draw(positions_on(board, sorted(board.hexes), chinese=True, switched=False))
    side = data.draw(st.sampled_from(tuple(Side)))
    most = 5 if len(board.hexes) > 9 else 9
    for hex_id in sorted({u.hex for u in state.units if u.side is side}):
        for kind in KINDS:
            try:
                group = stack(state, side, kind, hex_id)
            except BadData:
                continue
            goal = data.draw(st.sampled_from(sorted(board.hexes)))
            tried = every_way(state, group, goal, most)
            found = routes(state, group, goal, more=4, limit=1000)
            known = [(m.cost, m.path) for m in found]
            assert known == sorted(known) and all(m.legal for m in found)
            if tried:
                assert known[0] <= tried[0]
                assert [way for way in tried if way < known[-1]] == [
                    way for way in known[:-1] if len(way[1]) <= most + 1
                ]
                assert found.total == sum(1 for cost, _ in known if cost == known[0][0])
                choice = first_choice(state, group, goal)
                assert choice is not None and (choice.cost, choice.path) == known[0]
            else:
                assert not known or len(known[0][1]) > most + 1 or found.routes[0].leaving


@examples(25)
@given(st.data())
def test_reach_is_the_best_of_single_counters_or_leaves_some_on_the_way(
    data: st.DataObject,
) -> None:
    board = data.draw(boards_with_hexsides())
    state = data.draw(positions_on(board, sorted(board.hexes), chinese=True, switched=False))
    side = data.draw(st.sampled_from(tuple(Side)))
    best: dict[str, int] = {}
    from_there: dict[str, dict[str, int]] = {}
    for unit in state.units:
        if unit.side is not side or unit.kind is Kind.AIR or unit.aboard:
            continue
        kind = "land" if unit.kind is Kind.LAND else "fleet"
        word = f"{unit.nation.short}-{unit.state.value}-{unit.kind.value}"
        group = stack(state, side, kind, unit.at, {word: 1})
        for goal in board.hexes:
            if (move := first_choice(state, group, goal)) is not None:
                best[goal] = min(best.get(goal, 99), move.cost)
                there = from_there.setdefault(goal, {})
                there[unit.hex] = min(there.get(unit.hex, 99), move.cost - 1)
    found = reach(state, side)
    assert set(best) <= set(found)
    for goal, one in found.items():
        assert one.rp == best.get(goal) or passes(state, side, one, goal)
    for goal in sorted(board.hexes)[:6]:
        alone = from_there.get(goal, {})
        for origin, paid in distances(state, side, goal).items():
            assert paid == alone.pop(origin, None) or paid == least(state, side, origin, goal)
        assert not alone


def passes(state: State, side: Side, one: Reach, goal: str) -> bool:
    """Whether some stack gets there for so much by leaving a force behind, and none for less."""
    seas = nets.waters(state.board, one.origin)
    groups = [g for at in seas for g in every(state, side, at) if count(g.fleets) > 1]
    found = [m for g in groups if (m := first_choice(state, g, goal, rp=one.rp)) is not None]
    cheaper = any(first_choice(state, g, goal, rp=one.rp - 1) for g in groups)
    return any(m.leaving and m.cost == one.rp for m in found) and not cheaper
