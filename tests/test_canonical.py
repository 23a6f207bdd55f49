"""One text for one deed: actions are recorded as they are offered, however they were named."""

from __future__ import annotations

from random import Random

import pytest

import witp_learn as witp
from witp_learn import engine
from witp_learn.actions import read
from witp_learn.engine import NotAllowed
from witp_learn.files import Unreadable
from witp_learn.model import State

CROWDED = "text:turn 4; phase stacking; 0606 us 3L L-; 0606 cw L"

LIKE = [
    (CROWDED, "lose attrited-land 0606", "lose attrited-us-land 0606"),
    (CROWDED, "lose commonwealth-land 0606", "lose full-cw-land 0606"),
    (
        "text:turn 4; phase rebuilding; trp 1 5; 0606 us L-",
        "rebuild us-land 0606",
        "rebuild land 0606",
    ),
    (
        "text:turn 4; phase fleet-redeployment; trp 1 5; 0407 us 3N 2N-",
        "redeploy full-naval:3,attrited-naval:1 0407 0909",
        "redeploy naval:4 0407 0909",
    ),
    (
        "text:turn 4; phase fleet-redeployment; trp 1 5; 0407 us 3N",
        "redeploy full-us-naval:2 0407 0909",
        "redeploy naval:2 0407 0909",
    ),
    (
        "text:turn 4; phase troop-redeployment; trp 1 5; 0606 us A; 0606 cw A",
        "redeploy commonwealth-air 0606 0407",
        "redeploy cw-air:1 0606 0407",
    ),
    (
        "text:turn 6; phase event; 0606 us A; 0404 cn L",
        "place us-air 0404 from 0606",
        "place air 0404",
    ),
]


def position(line: str) -> State:
    return engine.begin(witp.load(line))


@pytest.mark.parametrize(("line", "typed", "written"), LIKE)
def test_one_deed_has_one_text(line: str, typed: str, written: str) -> None:
    state = position(line)
    full = engine.canonical(state, read(typed))
    assert str(full) == written and engine.check(state, written).ok
    assert engine.apply(state, full) == engine.apply(state, typed)
    assert engine.canonical(state, full) == full


@pytest.mark.parametrize(("line", "typed", "written"), LIKE)
def test_a_record_has_that_text(line: str, typed: str, written: str) -> None:
    game = witp.new_game(witp.load(line)).play(typed)
    assert game.actions == (written,)


def test_what_is_chosen_in_a_fight_is_written_in_full_too() -> None:
    game = witp.new_game(witp.example("manila_turn_4"))
    game.play("fight 0606", "roll 4 5", "hit full-naval 0606", "hit empty-naval 0606")
    game.play("hit empty-full-naval 0606")
    assert game.actions[-1] == "hit full-empty-naval 0606"


@pytest.mark.parametrize("seed", range(6))
def test_what_is_on_offer_is_written_as_it_is(seed: int) -> None:
    rng = Random(seed)
    game = witp.new_game()
    for _ in range(150):
        offered = engine.legal_actions(game.state)
        if not offered:
            break
        for action in rng.sample(offered, min(3, len(offered))):
            assert engine.canonical(game.state, action) == action
        game.play(rng.choice(offered))


def test_what_may_not_be_done_has_no_other_text() -> None:
    state = position(CROWDED)
    with pytest.raises(NotAllowed):
        engine.canonical(state, read("lose naval 0606"))
    with pytest.raises(Unreadable, match="could be"):
        engine.canonical(state, read("lose land 0606"))
