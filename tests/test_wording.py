"""What may be done, in words: places by name, what it costs, and the rule it goes by."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache

import pytest
from attrs import evolve
from test_cards_play import start

import witp_learn as witp
from witp_learn import actions, engine, playing, wording
from witp_learn.actions import Action
from witp_learn.model import Pending, Phase, Progress, Side, State
from witp_learn.rulebook import clause, look_up

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


def test_every_rule_that_may_be_cited_is_in_the_rulebook() -> None:
    tables = (wording._RULES, wording._IN_PHASE, wording._ASKED)
    cited = {rule for table in tables for rules in table.values() for rule in rules}
    assert len(cited) > 20
    for one in cited:
        look_up(one)


def test_most_kinds_of_action_are_met() -> None:
    met = {type(action).__name__ for _, action in OFFERED}
    assert len(met) >= 12 and met <= KINDS


GAMES = [f"example:{name}" for name in playing.games()]
BOTS = {"sparring": {"seed": 1}, "random": {"seed": 2, "japan": "random", "allies": "random"}}


def family(rules: Iterable[str]) -> set[str]:
    """The sections of some clauses: ``9.6.1`` of ``9.6.1g``."""
    return {clause.rstrip("abcdefghijklmnopqrstuvwxyz") for clause in rules}


@cache
def known(rule: str) -> bool:
    return clause(rule) is not None


@pytest.mark.parametrize("name", [*GAMES, *BOTS])
def test_every_action_cites_the_rules_that_the_log_of_it_does(name: str) -> None:
    game = witp.bot_game(**BOTS[name]).game if name in BOTS else witp.replay(name)
    before, other = game.start, set[str]()
    for entry in game.history:
        here = engine.begin(before)
        for action in engine.legal_actions(here):
            rules = wording.rules(here, action)
            assert rules and all(map(known, rules)), action
        done = engine.check(here, entry.action).action
        if not family(wording.rules(here, done)) & family(entry.events[0].rules):
            other.add(f"{done}: {wording.rules(here, done)}, log {entry.events[0]}")
        before = entry.state
    assert not other and game.history


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
        "Move 1 naval unit and 1 land unit: Singapore, Saigon, Manila, 2 RP (8.2e, 8.4e)",
    ),
    (
        ON,
        "move naval:1,land:1 0909,0808,0708,0607,0606",
        "Move 1 naval unit and 1 land unit: Port Moresby, Merauke, Ambon, Leyte, Manila, 6 RP "
        "(8.2e, 8.4e, 8.4f)",
    ),
    (ON, "pass", "End this impulse (8.2g)"),
]


@pytest.mark.parametrize(("state", "action", "told"), TOLD, ids=[a for _, a, _ in TOLD])
def test_an_action_in_words(state, action, told) -> None:
    read = witp.check(state, action).action
    assert wording.told(state, read) == told


def text(line: str) -> State:
    return witp.legal(witp.load(f"text:turn 4; {line}")).state


def waits(found: Pending, line: str = "0404 cn L; 0804 jp N; 0606 us L") -> State:
    return evolve(text(f"phase movement; trp 9 9; {line}"), progress=Progress(pending=(found,)))


@pytest.mark.parametrize(
    ("state", "action", "rules"),
    [
        (waits(Pending("base", Side.JAPAN), "base al 0606; 0606 us L"), "remove 0606", "6.5c 6.5d"),
        (waits(Pending("submarines", Side.JAPAN, at="0804")), "roll 1 1", "10.4c"),
        (waits(Pending("sudden-death", Side.JAPAN, at="0606")), "roll 1 1", "15.0b 15.0c"),
        (waits(Pending("choose", Side.ALLIES)), "place air:1 0404", "3.3l 4.3a"),
        (waits(Pending("choose", Side.ALLIES)), "lose land 0606", "4.3a"),
        (waits(Pending("choose", Side.ALLIES)), "pass", "4.3c"),
        (text("phase resources"), "roll 1 1", "5.1b"),
        (text("phase rebuilding; trp 9 9; 0804 jp N-"), "pass", "10.0c"),
        (
            text("phase troop-redeployment; 0804 jp L; 0605 jp A L"),
            "redeploy air 0605 0804",
            "10.3e",
        ),
        (
            text("phase troop-redeployment; 0804 jp L; 0605 jp A L"),
            "redeploy land 0605 0804",
            "10.3f",
        ),
        (text("phase stacking; 0908 jp L A"), "lose air 0908", "10.5b 8.3d"),
        (text("phase stacking; 0606 us 3L L-"), "lose full-land 0606", "10.5b 8.3e"),
        (text("phase stacking; 0605 jp C 5N"), "lose carrier 0605", "10.5b 8.3f"),
        (
            text("phase stacking; 0606 jp 2A A-; 0606 us L; contested 0606"),
            "lose full-air 0606",
            "10.5b 8.3j",
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_the_same_word_goes_by_the_rule_of_what_is_asked(
    state: State, action: str, rules: str
) -> None:
    assert wording.rules(state, actions.read(action)) == tuple(rules.split())


@pytest.mark.clause("3.3i", "4.1b", "4.2a")
@pytest.mark.parametrize(
    ("turn", "scenario", "cards", "rule"),
    [
        (1, "standard", 0, "4.1b"),
        (2, "standard", 0, "4.2a"),
        (6, "1943", 0, "3.3i"),
        (6, "1943", 2, "4.2a"),
    ],
)
def test_a_card_is_drawn_by_the_rule_of_the_deal_or_of_a_later_turn(
    turn: int, scenario: str, cards: int, rule: str
) -> None:
    here = start(turn, scenario)
    for _ in range(cards):
        here = engine.apply(here, engine.legal_actions(here)[0])
    draw = engine.legal_actions(here)[0]
    assert wording.rules(here, draw) == engine.play(here, draw).events[0].rules == (rule,)


@pytest.mark.clause("9.6.2d", "9.6.2e", "9.6.1g")
def test_an_extra_hit_on_an_air_unit_is_chosen_by_its_own_rule() -> None:
    here, met = text("phase combat; 0606 jp 6N(L L-); 0606 us 4N L; 0605 us A; 0607 us A"), set()
    for action in ("fight 0606", "roll 5 1"):
        here = engine.apply(here, action)
    while isinstance(hit := engine.usual(here), actions.Hit):
        met.add((hit.unit.rpartition("-")[2], wording.rules(here, hit)))
        here = engine.apply(here, hit)
    assert met == {("air", ("9.6.2d", "9.6.2e")), ("naval", ("9.6.1d", "9.6.1g"))}


PASSES = [
    ("phase bases; trp 9 9", "Pass: no more bases this turn (6.0b)"),
    ("phase rebuilding; trp 9 9; 0804 jp N-", "Pass: nothing more to rebuild (10.0c)"),
    ("phase movement; trp 9 9; 0804 jp N", "Pass: no more impulses this turn (8.1c)"),
]


@pytest.mark.clause("12.2r", "12.2v")
def test_passing_says_what_it_means() -> None:
    for line, expected in PASSES:
        assert wording.told(text(line), actions.Pass()) == expected
    here = evolve(text("phase movement; trp 9 9; 0804 jp N"), phase=Phase.EVENT)
    assert wording.told(here, actions.Pass()) == "Pass: no air unit to Chongqing (12.2v)"
    here = evolve(here, phase=Phase.REINFORCEMENT)
    assert wording.told(here, actions.Pass()) == "Pass: no more moves in China (12.2r)"
    longest = max(len(wording.say(f"wording.{key}")) for key in wording._PASSES.values())
    assert longest <= len("Pass: nothing more to redeploy here")


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
