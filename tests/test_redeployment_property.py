"""Random positions: the network and the offers equal a plain oracle, and nothing is lost."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import move_positions
import pytest
import redeploy_oracle as oracle
from attrs import evolve

from witp_learn import engine
from witp_learn.actions import Redeploy
from witp_learn.edits import tidy
from witp_learn.hexgrid import adjacent
from witp_learn.model import Kind, Phase, Side, State
from witp_learn.position.file import from_plain, to_plain
from witp_learn.rules.redeployment import allowance, who
from witp_learn.rules.redeployment.network import Network

SEEDS = range(40)
NATIONS = ("japan", "japan", "us", "commonwealth")


def drawn(seed: int, phase: str) -> dict[str, Any]:
    """A random position at rest in a segment, with bases and sources."""
    rng = Random(seed)
    plain = move_positions.position(rng, rng.choice(("land", "fleet", "transport")))
    rows = plain["board"]["hexes"]
    for row in rows:
        if rng.random() < 0.12 and row.get("area") != "china":
            row["source"] = rng.choice(NATIONS)
    ids = [row["id"] for row in rows]
    plain["bases"] = {
        side: sorted(rng.sample(ids, rng.randint(0, len(ids) // 3))) for side in ("japan", "allies")
    }
    for unit in plain["units"]:
        unit.pop("moved", None)
    plain["phase"] = phase
    plain["turn"] = rng.choice((2, 4, 9))
    plain["trp"] = {"japan": rng.randint(0, 9), "allies": rng.randint(0, 9)}
    return plain


def state_of(plain: dict[str, Any]) -> State:
    return from_plain(plain, "test")


def counted(state: State) -> Counter[Any]:
    """The counters, wherever they are."""
    found: Counter[Any] = Counter()
    for unit in state.units:
        found[unit.nation, unit.kind, unit.state, unit.strength] += unit.count
    return found


@pytest.mark.clause("10.3f", "10.3g", "10.3h", "10.3i", "10.3j", "10.3k")
@pytest.mark.parametrize("seed", SEEDS)
def test_the_network_is_the_rulebooks(seed: int) -> None:
    plain = drawn(seed, "troop-redeployment")
    state, table = state_of(plain), oracle.Table(plain)
    for side in Side:
        net = Network(state, side)
        assert net.nodes == oracle.nodes(table, side.value)
        for start in Random(seed).sample(sorted(state.board.hexes), 6):
            for end in state.board.hexes:
                if start == end:
                    continue
                leads = oracle.leads(table, side.value, start, end)
                assert net.reaches(start, end) is leads, (side, start, end)
                assert (not tuple(net.refusals(start, end))) is leads, (side, start, end)
                route = net.route(start, end)
                assert (route is not None) is leads
                if route is None:
                    continue
                dry = oracle.leads(table, side.value, start, end, dry=True)
                assert route.by_sea is not dry, (side, route)
                assert (route.hexes[0], route.hexes[-1]) == (start, end)
                steps = zip(route.hexes, route.hexes[1:], strict=False)
                assert all(adjacent(a, b) for a, b in steps)
                assert set(route.nodes) <= (net.nodes | {start}) & set(route.hexes)
                assert all(net.open(h) for h in route.hexes[1:-1])


@pytest.mark.clause("10.2g", "10.3d", "10.3e", "10.3f")
@pytest.mark.parametrize("seed", SEEDS)
def test_the_offers_are_the_rulebooks(seed: int) -> None:
    plain = drawn(seed, "troop-redeployment")
    table, begun = oracle.Table(plain), engine.begin(state_of(plain))
    side = engine.acting(begun)
    assert side is not None
    offered = {
        (who.type_of(a.units[0][0]), a.at, a.to)
        for a in engine.legal_actions(begun)
        if isinstance(a, Redeploy)
    }
    assert offered == set(oracle.troops(table, side.value))
    plain["phase"] = "fleet-redeployment"
    begun = engine.begin(state_of(plain))
    sent = {(a.at[:4], a.to[:4]) for a in engine.legal_actions(begun) if isinstance(a, Redeploy)}
    assert sent == set(oracle.fleets(table, side.value))


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("phase", ["fleet-redeployment", "troop-redeployment"])
def test_check_agrees_with_what_is_offered(seed: int, phase: str) -> None:
    rng = Random(seed)
    state = engine.begin(state_of(drawn(seed, phase)))
    offered = [a for a in engine.legal_actions(state) if isinstance(a, Redeploy)]
    for action in rng.sample(offered, min(12, len(offered))):
        assert engine.check(state, action).ok, str(action)
    allowed = {(a.units, a.at, a.to) for a in offered}
    for action in rng.sample(offered, min(12, len(offered))):
        for to in rng.sample(sorted(state.board.hexes), 4):
            other = evolve(action, to=to)
            if (other.units, other.at, other.to) not in allowed:
                verdict = engine.check(state, other)
                assert not verdict.ok and all(r.rule and r.text for r in verdict.reasons)


@pytest.mark.clause("10.1a", "10.1c", "10.2h", "10.2i", "10.2j", "10.3l", "10.3m", "10.4f")
@pytest.mark.parametrize("seed", SEEDS)
def test_a_phase_played_at_random_keeps_every_unit(seed: int) -> None:
    rng = Random(seed)
    state = engine.begin(state_of(drawn(seed, "fleet-redeployment")))
    for _ in range(200):
        if state.phase not in (Phase.FLEET_REDEPLOYMENT, Phase.TROOP_REDEPLOYMENT):
            break
        offered = engine.legal_actions(state)
        assert offered
        action = rng.choice(offered)
        before, state = state, engine.apply(state, action)
        _kept(before, state, action)
        assert state == tidy(state)
        assert from_plain(to_plain(state), "test") == state
    else:
        pytest.fail("the phase does not end")


def _kept(before: State, after: State, action: Any) -> None:
    """A stack sent loses nobody; the end of the fleets' segment only fleets astray and cargo."""
    gone = counted(before) - counted(after)
    if isinstance(action, Redeploy):
        assert sum(counted(before).values()) == sum(counted(after).values())
        progress = after.progress
        assert progress is not None
        for side in Side:
            assert allowance.redeployed(after, side) <= int(
                allowance.allowance(after, side).value or 0
            )
    elif str(action) == "pass":
        ended = before.phase is Phase.FLEET_REDEPLOYMENT and after.phase is not before.phase
        if not ended:
            assert not gone or after.phase is not before.phase
            return
        astray = sum(u.count for side in Side for u in who.astray(before, side))
        assert sum(n for key, n in gone.items() if key[1] is not Kind.LAND) == astray
        assert not any(who.astray(after, side) for side in Side)
