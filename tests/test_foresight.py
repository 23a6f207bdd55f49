"""Who will be out of supply next time because of an action (7)."""

from __future__ import annotations

import pytest
from test_engine import pos

from witp_learn.engine import apply, begin
from witp_learn.engine.foresight import starving
from witp_learn.model import Kind, Side


def names(line: str, *actions: str) -> list[tuple[str, str, int]]:
    before = begin(pos(line))
    after = before
    for action in actions:
        after = apply(after, action)
    return [(s.judged.unit.hex, s.judged.unit.kind.value, s.count) for s in starving(before, after)]


GONE = "target 0508", "activate 0507", "move naval:1,land:1 0507,0508"


@pytest.mark.clause("7.1c", "7.2a")
def test_land_carried_out_of_reach_of_its_base_will_starve() -> None:
    assert names("turn 4; phase movement; trp 9 0; base jp 0506; 0507 jp N(L)", *GONE) == []
    far = "turn 4; phase movement; trp 9 0; base jp 0605; 0506 jp N(L)"
    moves = "target 0408", "activate 0506", "move naval:1,land:1 0506,0507,0407,0408"
    assert names(far, *moves) == [("0408", "land", 1)]


@pytest.mark.clause("7.0c")
def test_fleets_never_starve_and_the_hungry_are_not_told_twice() -> None:
    line = "turn 4; phase movement; trp 9 0; 0506 jp N; 0408 jp L"
    moves = "target 0407", "activate 0506", "move naval:1 0506,0507,0407"
    assert names(line, *moves) == []


@pytest.mark.clause("2.3.3f", "7.1f")
def test_leaving_a_captured_port_cuts_off_those_beyond_it() -> None:
    line = "turn 4; phase movement; trp 9 0; base jp 0605; 0606 jp N L; 0607 jp L"
    moves = "target 0605", "activate 0606", "move naval:1,land:1 0606,0605"
    assert names(line, *moves) == [("0607", "land", 1)]


def test_what_is_told_names_the_side_and_the_judgement() -> None:
    before = begin(pos("turn 4; phase movement; trp 9 0; base jp 0605; 0506 jp N(L)"))
    after = before
    for action in ("target 0408", "activate 0506", "move naval:1,land:1 0506,0507,0407,0408"):
        after = apply(after, action)
    (found,) = starving(before, after)
    assert (found.side, found.judged.unit.kind) == (Side.JAPAN, Kind.LAND)
    assert found.judged.effect == "attrited"
