"""What may be done, in words: places by name, what it costs, and the rule it goes by."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

import witp_learn as witp
from witp_learn import actions, playing, wording
from witp_learn.actions import Action
from witp_learn.model import State
from witp_learn.rulebook import look_up

KINDS = {kind.__name__ for kind in Action.__args__}


def offered() -> Iterator[tuple[State, Action]]:
    """What is on offer in the recorded games and some positions, a few actions of each kind."""
    states = [e.state for name in playing.games() for e in witp.replay(f"example:{name}").history]
    states += [witp.legal(witp.scenario("standard")).state]
    for line in (
        "turn 4; phase resources; 0804 jp N",
        "turn 4; phase fleet-redeployment; 0606 jp 2N; 1406 us 2N",
        "turn 4; phase troop-redeployment; 0804 jp 2L; 0605 jp A; 1406 us 2L",
        "turn 4; phase rebuilding; trp 9 9; 0804 jp C- N-; 1406 us N-",
        "turn 4; phase bases; trp 9 9; base jp 0907; base al 1110",
    ):
        states.append(witp.legal(witp.load(f"text:{line}")).state)
    for state in states:
        seen: dict[type, int] = {}
        for action in witp.legal(state).actions:
            seen[type(action)] = seen.get(type(action), 0) + 1
            if seen[type(action)] <= 3:
                yield state, action


OFFERED = list(offered())


def test_every_action_on_offer_is_told_with_the_names_of_its_places() -> None:
    for state, action in OFFERED:
        told = wording.words(state, action)
        assert told and "{" not in told and not told.endswith((" ", ","))
        for hex_id in re.findall(r"\b\d{4}\b", re.sub(r"\d{4}-\d\d", "", str(action))):
            assert state.board.label(hex_id) in told


def test_every_rule_cited_is_in_the_rulebook() -> None:
    cited = {wording.rule(state, action) for state, action in OFFERED} - {""}
    cited |= {*wording._RULES.values(), *wording._IN_PHASE.values()}
    assert len(cited) > 15
    for one in cited:
        look_up(one)


def test_most_kinds_of_action_are_met_and_most_cite_a_rule() -> None:
    met = {type(action).__name__ for _, action in OFFERED}
    assert len(met) >= 12 and met <= KINDS
    bare = {type(action).__name__ for state, action in OFFERED if not wording.rule(state, action)}
    assert not bare & {"Build", "Target", "Activate", "Move", "Fight", "Rebuild", "Draw"}


MANILA = witp.example("manila_before_moves")
ON = witp.apply(MANILA, "target Manila", "activate Singapore")
BUILDING = witp.legal(witp.load("text:turn 4; phase bases; trp 9 9; base jp 0907")).state
FIRST = witp.legal(witp.load("text:turn 1; phase bases; trp 0 9")).state

TOLD = [
    (BUILDING, "build Taiwan", "Build a base at Taiwan, 1 RP of upkeep (6.1a, 6.5a)"),
    (BUILDING, "remove Truk", "Take off the base at Truk (6.4a)"),
    (BUILDING, "pass", "Pass: no more bases this turn (6.0b)"),
    (MANILA, "target Pearl Harbor", "Target Pearl Harbor (8.2a)"),
    (MANILA, "target 1007", "Target Ponape (8.2a)"),
    (ON, "activate 0909", "Activate Port Moresby, 1 RP (8.2b)"),
    (
        ON,
        "move naval:1,land:1 0407,0507,0606",
        "Move 1 naval unit and 1 land unit: Singapore, Saigon, Manila, 2 RP (8.2e)",
    ),
    (ON, "pass", "End this impulse (8.2g)"),
]


@pytest.mark.parametrize(("state", "action", "told"), TOLD, ids=[a for _, a, _ in TOLD])
def test_an_action_in_words(state, action, told) -> None:
    read = witp.check(state, action).action
    assert wording.told(state, read) == told


@pytest.mark.clause("6.6.2b")
def test_the_first_allied_bases_cost_no_upkeep() -> None:
    assert wording.told(FIRST, actions.Build("1406")) == "Build a base at Pearl Harbor (6.1a)"


def test_units_in_words() -> None:
    assert wording.unit_words("us-attrited-naval") == "attrited US naval unit"
    assert wording.unit_words("loaded-attrited-naval") == "naval unit with attrited cargo"
    assert wording.stack_words((("carrier", 1), ("land", 2))) == "1 carrier and 2 land units"


def test_the_list_of_what_may_be_done_stands_in_columns() -> None:
    found = witp.legal(ON)
    rows = list(zip(str(found).splitlines()[1 : len(found) + 1], found.actions, strict=True))
    assert len({line.index(wording.told(ON, action)) for line, action in rows}) == 1
    assert all(line.startswith(f"  {action} ") for line, action in rows)
    assert found.as_dict()["actions"] == [str(action) for action in found.actions]
