"""Every line that the referee writes says why: its clauses, the sums of a battle, who was hit."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

import game_fuzz
import play_fuzz
import pytest
from attrs import evolve
from combat_cases import sea, shore
from strategies import port

import witp_learn as witp
from witp_learn import engine
from witp_learn.actions import Roll
from witp_learn.bots.choices import Choice, Term, told
from witp_learn.bots.match import Match
from witp_learn.engine import Event, fights
from witp_learn.game import Game
from witp_learn.model import Effect, Hex, Nation, Pending, Phase, Progress, Side, State
from witp_learn.playing import games
from witp_learn.rulebook import clause
from witp_learn.rules.combat.losses import LANDING_RULES

JAPAN, ALLIES = Side.JAPAN, Side.ALLIES


def events(game: Game) -> Iterator[Event]:
    """Everything that happened in a game, what came before its first decision too."""
    yield from game.opening
    for entry in game.history:
        yield from entry.events


def without_reason(game: Game) -> list[str]:
    """The lines of a game's log that name no clause, or one that the rulebook does not have."""
    return [str(one) for one in events(game) if not one.rules or not all(map(clause, one.rules))]


# Every line


@pytest.mark.parametrize("name", games())
def test_every_line_of_a_recorded_game_names_its_clause(name: str) -> None:
    game = witp.replay(f"example:{name}")
    assert not without_reason(game) and any(events(game))
    assert all(re.search(r"\([\d., a-z]+\)$", line) for line in game.log() if line[:2] == "  ")


@pytest.mark.parametrize("seed", [15, 89])
def test_every_line_of_a_random_game_names_its_clause(seed: int) -> None:
    game = game_fuzz.play_out(seed, Counter())
    assert not without_reason(game)


@pytest.fixture(scope="module")
def sparring() -> Match:
    """A game between two sparring partners."""
    return witp.bot_game(seed=1)


def test_every_line_of_a_game_between_bots_names_its_clause(sparring: Match) -> None:
    assert not without_reason(sparring.game) and not list(wrong_sums(sparring.game))
    game = witp.bot_game(seed=2, japan="random", allies="random").game
    assert not without_reason(game) and not list(wrong_sums(game))


def test_every_line_of_random_positions_names_its_clause() -> None:
    for seed in range(20):
        game = play_fuzz.play_out(seed, Counter())
        assert not without_reason(game), seed
        assert not list(wrong_sums(game)), seed


TOTAL = re.compile(
    r"^(?:[^:]*: )?(?:Japan|The Allies) (?P<strength>-?\d+)"
    r"(?: = (?P<parts>[^;]*)|: nothing adds to it); .* adds (?P<die>\d): (?P<total>-?\d+)$"
)
"""A side's strength, its terms, what the die adds, and the total."""

RESULT = re.compile(
    r"^(?P<japan>-?\d+) against (?P<allies>-?\d+)"
    r"(?:: (?:Japan wins|the Allies win) by (?P<gap>\d+);|, a tie: both roll again$)"
)
"""Both totals, and the difference."""


def wrong_sums(game: Game) -> Iterator[str]:
    """The lines about a roll whose numbers do not add up, or are not those of its battle."""
    before = game.start
    for entry in game.history:
        now = fights.scene(before) if before.phase is Phase.COMBAT else None
        if now is not None and entry.action.startswith("roll"):
            yield from _wrong(entry.events)
        before = entry.state


def _wrong(found: Sequence[Event]) -> Iterator[str]:
    first = next(at for at, one in enumerate(found) if one.rules != LANDING_RULES)
    *lines, result = [one.text for one in found[first : first + 3]]
    totals = []
    for line in lines:
        sums = TOTAL.match(line)
        assert sums is not None, line
        parts = re.sub(r" \([^()]*\)", "", sums["parts"] or "0").replace("- ", "+ -")
        strength, die, total = (int(sums[name]) for name in ("strength", "die", "total"))
        totals.append(total)
        added_up = sum(int(part.split()[0]) for part in parts.split(" + "))
        if (added_up, strength + die) != (strength, total):
            yield line
    whole = RESULT.match(result)
    assert whole is not None, result
    gap = int(whole["gap"] or 0)
    if [int(whole["japan"]), int(whole["allies"])] != totals or gap != abs(totals[0] - totals[1]):
        yield result


# A move


MANILA_MOVES = ("pass", "target 0606", "activate 0804", "activate 0707")


@pytest.mark.clause("8.4e", "8.4f", "8.4i")
@pytest.mark.parametrize(
    ("position", "actions", "cited"),
    [
        (
            "manila_before_moves",
            (*MANILA_MOVES, "move carrier:1,naval:2,land:1 0804,0705,0706,0606"),
            ("8.2e", "8.4e", "8.4f"),
        ),
        (
            "manila_before_moves",
            (*MANILA_MOVES, "move carrier:1,naval:2,land:1 0707,0606"),
            ("8.2e", "8.4e"),
        ),
        (
            "text:turn 4; phase movement; trp 9 9; 0406 jp 2L",
            ("target 0306", "activate 0406", "move land:2 0406,0306"),
            ("8.2e", "8.4e", "8.4i"),
        ),
        (
            "text:turn 4; phase movement; trp 9 9; 0406 jp 2L; 0305 cw A",
            ("target 0306", "activate 0406", "move land:2 0406,0306"),
            ("8.2e", "8.4e", "8.4f", "8.4i"),
        ),
    ],
)
def test_a_move_cites_what_its_cost_consists_of(
    position: str, actions: tuple[str, ...], cited: tuple[str, ...]
) -> None:
    state = witp.load(position) if position.startswith("text:") else witp.example(position)
    for action in actions[:-1]:
        state = engine.apply(state, action)
    moved = engine.play(state, actions[-1]).events[0]
    assert moved.rules == cited and "RP: " in moved.text


# A battle


def fought(text: str | State, *actions: str, places: Sequence[Hex] = ()) -> list[str]:
    """What the referee tells of the fight at 0505, owners doing the usual once actions are out."""
    state = sea(text, *places) if isinstance(text, str) else text
    state, lines = evolve(state, phase=Phase.COMBAT), list[str]()
    todo = ["fight 0505", *actions]
    while state.phase is Phase.COMBAT and (todo or fights.scene(state) is not None):
        action = todo.pop(0) if todo else engine.usual(state)
        done = engine.play(state, action)
        lines += map(str, done.events)
        state = done.state
    return lines


@pytest.mark.clause("9.3c", "9.3d", "9.6a", "9.6.1a", "9.6.1b", "9.6.1c")
def test_a_battle_tells_both_sums_the_winner_and_why_so_many_hits() -> None:
    log = witp.replay("example:manila_turn_4").log()
    at = log.index("roll 4 5")
    assert [line.strip() for line in log[at + 1 : at + 5]] == [
        "Fleet combat: Japan 16 = 4 (2 carriers, 2 each) + 4 naval units + 4 (2 pairs of carrier "
        "and naval unit, 2 each) + 2 (air, Saigon) + 2 (air, Palau); the die adds 4: 20 "
        "(9.3.1a, 9.3.1c, 9.3.1b, 9.3d)",
        "The Allies 4 = 2 naval units + 2 (air, Manila); the die adds 5: 9 (9.3.1a, 9.3.1b, 9.3d)",
        "20 against 9: Japan wins by 11; the Allies take 6 hits [the difference is 11, but Japan "
        "has 6 full fleet units, so 6]; 2 hits lost: no unit is left to take them; Japan takes 2 "
        "hits [half of 6 (the loser's hits) is 3, but the Allies have 2 full fleet units, so 2] "
        "(9.6a, 9.6.1a, 9.6.1c, 9.6.1b, 9.6.1k)",
        "Japan takes 1 extra hit on air units [the Allies' die shows 5] (9.6.2e, 9.6.2c)",
    ]


@pytest.mark.clause("9.4d", "9.6.1a", "9.6.1b")
def test_on_land_half_of_the_die_is_told_and_hits_that_no_cap_binds() -> None:
    lines = fought("0505 jp 5L; 0505 us 3L", "roll 3 4")
    assert lines[1:4] == [
        "Land combat: Japan 5 = 5 land units; half of the die of 3, rounded down, adds 1: 6 "
        "(9.4.2a, 9.4d)",
        "The Allies 3 = 3 land units; half of the die of 4, rounded down, adds 2: 5 (9.4.2a, 9.4d)",
        "6 against 5: Japan wins by 1; the Allies take 1 hit [the difference; Japan has 5 full "
        "land units]; Japan takes no hit [half of 1 (the loser's hits), rounded down: 0] "
        "(9.6a, 9.6.1a, 9.6.1c, 9.6.1b)",
    ]


@pytest.mark.clause("9.6b")
def test_a_tie_tells_the_sums_too() -> None:
    lines = fought("0505 jp 2N; 0505 us 3N", "roll 3 2")
    assert lines[3] == "5 against 5, a tie: both roll again (9.6b)"
    assert "adds 3: 5" in lines[1] and "adds 2: 5" in lines[2]


@pytest.mark.clause("9.1g")
def test_a_side_without_strength_says_so() -> None:
    lines = fought("0505 jp 2N-; 0505 us 3N", "roll 3 2")
    assert lines[1] == "Fleet combat: Japan 0: nothing adds to it; the die adds 3: 3 (9.3d)"


@pytest.mark.clause("4.3c")
def test_an_event_that_adds_or_gives_the_higher_die_is_told() -> None:
    found = (
        Effect("bonus", JAPAN, "1942-05", "fleet", -1),
        Effect("best-die", ALLIES, "1942-05", "fleet"),
    )
    state = evolve(sea("0505 jp 3N; 0505 us 3N"), progress=Progress(effects=found))
    lines = fought(state, "roll 3 2")
    assert lines[1].startswith("Fleet combat: Japan 2 = 3 naval units - 1 (1942-05 ")
    assert lines[1].endswith("the die adds 3: 5 (9.3.1a, 4.3c, 9.3d)")
    assert lines[2].endswith("the higher die adds 2: 5 (9.3.1a, 9.3d, 4.3c)")


EXTRA = "0505 jp 6N; 0505 us {}4N; 0504 us 2A"
FIVE = "The Allies take 1 extra hit on air units [Japan's die shows 5] (9.6.2e, 9.6.2c)"
SIX = "The Allies take 2 extra hits on air units [Japan's die shows 6] (9.6.2f, 9.6.2c)"
EITHER = (
    "The Allies take 1 extra hit on a carrier, or 2 extra hits on air units if none is left by "
    "then [Japan's die shows 6] (9.6.2f, 9.6.2g, 9.6.2c)"
)


@pytest.mark.clause("9.6.2a", "9.6.2e", "9.6.2f", "9.6.2g")
@pytest.mark.parametrize(
    ("carrier", "die", "line", "then"),
    [
        ("", 4, [], []),
        ("", 5, [FIVE], ["Air unit at 0504 attrited (9.6.2e)"]),
        ("", 6, [SIX], ["Air unit at 0504 attrited (9.6.2f)"] * 2),
        ("C ", 5, [FIVE], ["Air unit at 0504 attrited (9.6.2e)"]),
        ("C ", 6, [EITHER], ["Carrier at 0505 attrited (9.6.2g)"]),
    ],
)
def test_extra_hits_are_told_by_the_die_that_gives_them(
    carrier: str, die: int, line: list[str], then: list[str]
) -> None:
    lines = [one for one in fought(EXTRA.format(carrier), f"roll {die} 1") if "9.6.2" in one]
    assert lines == [*line, *then]


@pytest.mark.ruling("air-hits-total-vs-each")
@pytest.mark.clause("9.6.2e", "9.6.2f")
def test_by_the_other_reading_extra_hits_fall_on_each() -> None:
    state = evolve(sea(EXTRA.format("")), rulings={"air-hits-total-vs-each": "b"})
    assert [one for one in fought(state, "roll 5 1") if "9.6.2" in one] == [
        "The Allies take 1 extra hit on each of 2 air units [Japan's die shows 5] (9.6.2e, 9.6.2c)",
        "2 air units at 0504 attrited (9.6.2e)",
    ]
    assert "2 air units at 0504 removed (9.6.2f)" in fought(state, "roll 6 1")


@pytest.mark.clause("9.1c", "9.5a")
@pytest.mark.parametrize(
    ("dice", "last"), [("6 1", "US land unit at 0505 destroyed"), ("1 3", "back aboard, attrited")]
)
def test_cargo_goes_ashore_before_the_dice_of_its_landing(dice: str, last: str) -> None:
    lines = fought("0505 jp 3N(3L); 0505 us 2L", f"roll {dice}")
    landed = lines.index("3 Japanese land units at 0505 landed (9.1c, 9.5a)")
    assert lines[landed + 1].startswith("Landing: Japan ")
    assert not [line for line in lines[landed + 1 :] if "(9.1c, 9.5a)" in line]
    assert any(last in line for line in lines[landed + 3 :])


# What becomes of whom

LANDED = "0505 jp 6N(6L); 0505 us 3L"
DRIVEN = "0505 jp 3L; 0505 us 4L"
RING = "; ".join(f"{h} jp N" for h in ("0404", "0405", "0504", "0506", "0604", "0605"))


@pytest.mark.parametrize(
    ("text", "dice", "places", "line"),
    [
        ("0505 jp 4N; 0505 us 3N", "2 1", [], "US naval unit at 0505 attrited (9.6.1e)"),
        ("0505 jp 4N; 0505 us 3N-", "2 1", [], "3 US naval units at 0505 removed (9.6.1f)"),
        (
            "0505 jp 4N L; 0505 us 3N(3L)",
            "4 3",
            [],
            "US land unit at 0505, its cargo, attrited too (9.6.1j)",
        ),
        ("0505 jp 4N; 0505 us 4N", "2 1", [], "US naval units at 0505 to 0404 (9.6.3b)"),
        (f"0505 us 4N; 0505 jp 4N; {RING}", "2 1", [], "US naval units at 0505 destroyed (9.6.3e)"),
        ("0505 jp 4L; 0505 us 4L", "2 1", [], "Continuing combat (9.6.3g, 9.7a)"),
        (
            "0505 jp 8L; 0505 us 4L",
            "2 2",
            [shore("0404")],
            "4 US land units at 0505 to 0404 (9.6.3h)",
        ),
        ("0505 jp 8L; 0505 us 4L", "2 2", [], "US land units at 0505 destroyed (9.6.3k)"),
        (
            "0505 jp 3N(3L); 0505 us 3L",
            "1 2",
            [],
            "3 Japanese land units at 0505 landed (9.1c, 9.5a)",
        ),
        ("0505 jp 3N(3L); 0505 us 3L", "1 2", [], "Japanese land unit at 0505 destroyed (9.6.3l)"),
        (
            "0505 jp 3N(3L); 0505 us 3L",
            "1 2",
            [],
            "2 Japanese land units at 0505 back aboard, attrited (9.6.3m)",
        ),
        (LANDED, "3 1", [shore("0404")], "US land units at 0505 to 0404 (9.6.3q)"),
        (LANDED, "3 1", [], "US land units at 0505 destroyed (9.6.3t)"),
        (
            "0505 jp 5L 2N(2L); 0505 us 9L",
            "1 1",
            [shore("0404")],
            "Japanese land units at 0505 to 0404 (9.5.2c, 9.6.3h)",
        ),
        (
            f"{DRIVEN}; 0404 us A",
            "1 1",
            [port("0404", Nation.US), port("0403", Nation.US)],
            "Air unit at 0404 to 0403, attrited (8.7a, 8.7b)",
        ),
        (
            "0505 jp 3L; 0505 us 6L; 0404 us A-",
            "1 1",
            [port("0404", Nation.US), port("0403", Nation.US)],
            "Air unit at 0404 removed (8.7a, 8.7c)",
        ),
        (
            f"{DRIVEN}; 0404 us A",
            "1 1",
            [port("0404", Nation.US)],
            "Air unit at 0404 removed (8.7a, 8.7d)",
        ),
        (
            "0505 us 3L; 0505 jp 6L; base al 0505",
            "1 1",
            [port("0505", Nation.US), shore("0404")],
            "Allied base at 0505 removed (8.8b)",
        ),
        ("0505 jp 3N(L); 0505 us 3N", "2 1", [], "Land unit at 0505 landed (8.6.2a, 8.6.2b)"),
        ("0505 jp 4N(L); 0505 us 3N A", "4 1", [], "Land unit at 0505 landed (8.6.2d, 8.6.2e)"),
    ],
)
def test_what_becomes_of_a_counter_names_its_clause(
    text: str, dice: str, places: list[Hex], line: str
) -> None:
    lines = fought(text, f"roll {dice}", places=places)
    assert [one for one in lines if one.endswith(line)], lines


@pytest.mark.clause("9.7a")
def test_the_end_of_continuing_combat_names_its_clause() -> None:
    state = evolve(sea("0505 jp 8L; 0505 us 3L", shore("0404")), contested=("0505",))
    assert "Continuing combat is over (9.7a)" in fought(state, "roll 6 1")


def test_what_happens_in_a_fight_says_where_and_to_whom() -> None:
    state = evolve(sea("0505 jp 4N; 0505 us 4N"), phase=Phase.COMBAT)
    state = engine.apply(state, "fight 0505")
    rolled = engine.play(state, Roll(2, 1)).events
    assert [one.side for one in rolled[:3]] == [JAPAN, ALLIES, JAPAN]
    assert all(one.hexes == ("0505",) for one in rolled[:3])
    assert rolled[3].side is ALLIES


# Other words


@pytest.mark.clause("10.2g", "10.4f")
def test_redeployed_attrited_units_are_told_as_attrited() -> None:
    start = witp.load("text:turn 4; phase fleet-redeployment; trp 9 5; 0804 jp N 3N- C-; 0605 jp L")
    sent = engine.play(start, "redeploy attrited-naval:2,carrier:1 0804 0605").events[0].text
    assert "1 attrited carrier and 2 attrited naval units" in sent
    sent = engine.play(start, "redeploy full-naval:1,attrited-naval:1 0804 0605").events[0].text
    assert "1 naval unit and 1 attrited naval unit" in sent


@pytest.mark.clause("4.3a", "4.5b")
def test_a_card_is_told_with_one_bracket_of_rules() -> None:
    for name in games():
        for line in witp.replay(f"example:{name}").log():
            assert not re.search(r"\(\d[\d.]*\) \(", line), line


@pytest.mark.clause("15.0c", "15.0d")
@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("0606 jp L; 1406 us 2C", "3, more than -1 = 1 place taken - 2 full Allied carriers"),
        (
            "0606 jp L; 0605 jp L; 1406 us C",
            "3, more than 0 = 1 place taken - 1 full Allied carrier",
        ),
    ],
)
def test_the_two_dice_of_sudden_death_are_held_against_a_sum(line: str, told: str) -> None:
    here = engine.begin(witp.load(f"text:turn 4; phase movement; trp 9 9; {line}"))
    due = Progress(pending=(Pending("sudden-death", JAPAN, at="0606"),))
    done = engine.play(evolve(here, progress=due), Roll(1, 2)).events[0]
    assert str(done) == f"Two dice for Manila: {told}: the war goes on (15.0c, 15.0d)"


# What a bot says


def test_a_term_that_rounds_to_nothing_is_left_out() -> None:
    large = Term("rp", 2, 1, "large", ("8.4d",))
    small = Term("lost", -0.04, 1, "small", ("9.6.1a",))
    both = Choice(Roll(1, 1), (large, small), 3)
    assert list(both.whys()) == ["+2.0 large (8.4d)"]
    only = evolve(both, terms=(small,))
    assert list(only.whys()) == ["small (9.6.1a); nothing else is worth more"]
    assert list(evolve(only, among=1).whys()) == ["small (9.6.1a); nothing else to do"]
    assert only.told == "" and both.told == "+2.0" and next(only.lines()) == "roll 1 1"
    assert (told(-0.04), told(0.04), told(-0.06)) == ("0.0", "0.0", "-0.1")


def test_no_reason_of_a_sparring_partner_is_worth_nothing(sparring: Match) -> None:
    lines = list(sparring.lines())
    assert not [line for line in lines if re.search(r"[+-]0\.0\b", line)]
    hits = [after for line, after in pairwise(lines) if ": hit full-land " in line]
    assert hits and set(hits) == {
        "  full units first, ships without cargo before loaded ones, carriers last "
        "(9.6.1d, 9.6.1g); nothing else is worth more"
    }
