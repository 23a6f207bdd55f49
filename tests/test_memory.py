"""What is worked out once of a position, and the quick answers that must equal the full ones."""

from __future__ import annotations

import random
from importlib import import_module

import pytest
from attrs import evolve

import witp_learn as witp
from witp_learn import engine
from witp_learn.engine.memory import SIZE, Remembered
from witp_learn.model import Side, State
from witp_learn.rules import routes
from witp_learn.rules.bases import buildable, sites
from witp_learn.rules.routes import distances, least


def counted() -> tuple[Remembered[int], list[State]]:
    """A function that notes each position it really looks at."""
    asked: list[State] = []

    def work(state: State) -> int:
        asked.append(state)
        return state.turn

    return Remembered(work), asked


def test_the_same_position_is_worked_out_once() -> None:
    turn, asked = counted()
    state = witp.load("text:turn 4; 0606 us L")
    assert turn.known(state) is None
    assert turn(state) == turn(state) == 4
    assert turn.known(state) == 4
    assert len(asked) == 1


def test_an_equal_position_is_another_one() -> None:
    turn, asked = counted()
    state = witp.load("text:turn 4; 0606 us L")
    turn(state)
    turn(evolve(state, title=state.title))
    assert len(asked) == 2


def test_the_oldest_is_forgotten() -> None:
    turn, asked = counted()
    states = [evolve(witp.load("text:turn 4; 0606 us L"), title=str(n)) for n in range(SIZE + 1)]
    for state in states:
        turn(state)
    assert turn.known(states[0]) is None
    assert turn.known(states[1]) == 4
    turn(states[0])
    assert len(asked) == SIZE + 2


def test_an_action_on_offer_needs_no_second_look(monkeypatch: pytest.MonkeyPatch) -> None:
    """And one that is not is still refused with its reasons."""
    state = witp.new_game().start
    first = engine.legal_actions(state)[0]
    plain = engine.apply(evolve(state, title=state.title), first)

    def refused(*_: object) -> None:
        raise AssertionError("looked at again")

    with monkeypatch.context() as patched:
        patched.setattr(import_module("witp_learn.engine.play"), "_refusals", refused)
        assert engine.apply(state, first) == plain
    with pytest.raises(engine.NotAllowed):
        engine.apply(state, "fight 0606")


def random_positions(number: int) -> list[State]:
    """Positions of a game played by chance."""
    source, game = random.Random(11), witp.new_game()
    found: list[State] = []
    while len(found) < number and (offered := game.legal_actions()):
        game.play(source.choice(offered))
        found.append(game.state)
    return found[:: max(1, number // 20)]


@pytest.mark.clause("6.1b", "6.2b")
@pytest.mark.parametrize("rulings", [{}, {"supply-line-endpoints": "b"}])
def test_the_quick_list_of_sites_is_that_of_the_reasons(rulings: dict[str, str]) -> None:
    for state in random_positions(120):
        ruled = evolve(state, rulings=rulings)
        for side in Side:
            full = tuple(site.hex for site in sites(ruled, side) if site.allowed)
            assert buildable(ruled, side) == full


def test_ways_on_foot_past_air_units_cost_what_the_search_says() -> None:
    """Zones that fall as a march drives air units out: hex by hex as from each origin alone."""
    text = (
        "turn 4; 0604 jp 2L; 0603 jp L; 0504 cn L; 0506 jp L; 0507 us A; 0406 us A; 0407 us A; "
        "0306 cw L; 0205 cw A"
    )
    state = witp.load(f"text:{text}")
    for target in ("0507", "0406", "0407", "0505"):
        found = distances(state, Side.JAPAN, target)
        origins = {u.hex for u in state.units if u.side is Side.JAPAN and u.hex != target}
        alone = {h: least(state, Side.JAPAN, h, target) for h in origins}
        assert dict(found) == {h: paid for h, paid in alone.items() if paid is not None}
    assert routes.distances(state, Side.JAPAN, "0507")
