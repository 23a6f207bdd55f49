"""Two bots play: what they may see, what they say, and how well they play."""

from __future__ import annotations

import json
import re
from collections import Counter
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
from attrs import evolve
from typer.testing import CliRunner

import witp_learn as witp
from witp_learn import bots, engine
from witp_learn.actions import Build, Declare, Pass, Rebuild, Redeploy, Roll, Target
from witp_learn.bots import Chance, Choice, GreedyBot, Match, RandomBot, play_out
from witp_learn.bots.choices import best
from witp_learn.bots.forces import Force, Ground, battle, forecast
from witp_learn.bots.outlook import Outlook
from witp_learn.bots.passing import passed
from witp_learn.bots.weights import weights
from witp_learn.cli import app
from witp_learn.engine.table import noted
from witp_learn.files import BadData
from witp_learn.model import HIDDEN, Effect, Ending, Hand, Phase, Progress, Side, State
from witp_learn.rulebook import look_up

SHORT = 23
"""A seed whose game is over early."""


@pytest.fixture(scope="module")
def won() -> Match:
    """A game that the greedy Allies win against chance."""
    return witp.bot_game(seed=SHORT, japan="random", allies="greedy")


def position(text: str, phase: Phase, trp: tuple[int, int] = (10, 10)) -> State:
    """A position at the first decision of a phase."""
    laid = evolve(witp.load(f"text:{text}"), phase=phase, trp=trp)
    return engine.begin(evolve(laid, progress=Progress(points=trp)))


def test_greedy_allies_win_against_chance(won: Match) -> None:
    """The whole way: a chain of bases, an island, a landing at a source."""
    assert won.ending is not None
    assert won.ending.winner is Side.ALLIES
    assert won.ending.rule in ("3.2b", "3.2c")


def test_the_same_seed_gives_the_same_game(won: Match) -> None:
    again = witp.bot_game(seed=SHORT, japan="random", allies="greedy")
    assert again.game.actions == won.game.actions
    assert again.game.hash == won.game.hash
    assert [str(one) for one in again.choices] == [str(one) for one in won.choices]


def test_another_seed_gives_another_game(won: Match) -> None:
    other = witp.new_game()
    short = noted(other.start, last_turn=1)
    rolls = [
        play_out(witp.new_game(short), seed, japan="random", allies="random").game.actions
        for seed in (1, 2)
    ]
    assert rolls[0] != rolls[1]


def test_the_record_of_a_game_replays_to_its_end(won: Match) -> None:
    again = witp.replay(f"text:{won.game.record()}")
    assert again.hash == won.game.hash


def test_terms_add_up_and_cite_rules_that_there_are(won: Match) -> None:
    chosen = [one for one in won.choices if one is not None and one.terms]
    assert len(chosen) > 30
    cited = set()
    for one in chosen:
        assert one.score == pytest.approx(sum(t.amount * t.weight for t in one.terms))
        assert all(t.weight == weights().terms[t.name].weight and t.text for t in one.terms)
        cited |= {rule for t in one.terms for rule in t.rules}
    assert cited
    for rule in cited:
        assert look_up(rule)


def test_every_weight_cites_rules_that_there_are() -> None:
    for weight in weights().terms.values():
        assert weight.rules
        for rule in weight.rules:
            assert look_up(rule)


def test_every_weight_is_used() -> None:
    code = "".join(p.read_text("utf-8") for p in Path(bots.__file__).parent.glob("*.py"))
    unused = [name for name in weights().terms if f'"{name}"' not in code]
    assert not unused


def test_why_tells_each_choice_with_its_terms(won: Match) -> None:
    told = won.why()
    assert [one["action"] for one in told] == list(won.game.actions)
    assert any(t["name"] == "victory" for one in told for t in one["terms"])
    assert all(one["score"] is None for one in told if one["action"].startswith("roll"))
    assert all(one["terms"] or one["note"] for one in told if one["score"] is not None)
    text = str(won)
    assert "wins the game (3.2c)" in text
    assert won.game.status in text


@pytest.mark.clause("3.1a", "13.1a")
def test_the_lines_have_a_heading_for_each_phase_of_each_turn(won: Match) -> None:
    lines = list(won.lines())
    heads = [line for line in lines if line.startswith("Turn ")]
    assert lines[0] == heads[0] == "Turn 1 (winter 1941-42), event phase"
    assert "Turn 2 (spring 1942), movement segment" in heads
    assert len(heads) == len(set(heads))
    stood = [(e.state.turn, e.state.phase) for e in won.game.history[:-1]]
    assert len(heads) == len(dict.fromkeys([(1, Phase.EVENT), *stood]))


def test_no_line_of_a_bot_is_without_a_why(won: Match) -> None:
    lines = [line for line in won.lines() if line and not line.startswith("Turn ")]
    for line, after in zip(lines, [*lines[1:], ""], strict=True):
        if line.startswith(("Japanese: ", "Allied: ")):
            assert after.startswith("  "), line


def test_what_is_done_by_itself_says_so() -> None:
    begun = noted(witp.new_game().start, last_turn=1)
    game = witp.new_game(begun, automation="single")
    done = play_out(game, 4, japan="random", allies="random")
    assert "  done by itself" in list(done.lines())


def test_chance_says_among_how_many_it_chose(won: Match) -> None:
    notes = {one.note for one in won.choices if one is not None and not one.terms}
    assert any(note.startswith("by chance, one of ") for note in notes)


def test_notes_say_actions_in_words(won: Match) -> None:
    notes = {one.note for one in won.choices if one is not None and " comes to " in one.note}
    assert notes
    assert not [one for one in notes if re.search(r"\b[a-z]+ \S*:\d|\b[a-z]+ \d{4} comes", one)]


@pytest.mark.clause("6.5a")
def test_a_pass_names_what_comes_next_to_it() -> None:
    state = noted(position("turn 5; 0804 jp L", Phase.BASES), to_act=Side.JAPAN)
    found = GreedyBot().choose(state, Side.JAPAN)
    assert found.action == Pass()
    assert found.note.startswith("nothing better: Build a base at ")
    assert "comes to -" in found.note


def test_a_pass_names_the_attack_that_is_not_worth_it() -> None:
    text = "turn 5; 0803 jp 2N L; 0804 jp L; 0705 jp L; 0805 jp L; 1406 us 5C 5N 3L"
    state = noted(position(text, Phase.MOVEMENT, (6, 0)), to_act=Side.JAPAN)
    look = Outlook(state, Side.JAPAN)
    told = passed(look, [(Target("0801"), 0.1)], 2)
    assert told.note == ("nothing worth it: Target 0801 comes to +0.1, more than +0.3 is asked")
    close = passed(look, [(Target("0801"), 0.29)], 2)
    assert close.note.endswith("comes to +0.29, more than +0.30 is asked")
    barred = passed(look, [(Target("1406"), 2.0), (Target("0801"), 0.1)], 3)
    assert barred.note.startswith("Target Pearl Harbor comes to +2.0 and may not be done: ")
    assert passed(look, [], 1).note.startswith("nothing speaks for any of the ")


def test_of_equal_choices_the_first_is_best_and_says_so() -> None:
    first, second = Choice(Build("0804")), Choice(Build("0805"))
    state = position("turn 5; 0804 jp L", Phase.BASES)
    assert best([first, second], state).action == first.action
    assert best([first, second], state).note == "nothing speaks for any of the 2 that may be done"
    assert best([first], state).note == "nothing else to do"
    assert best([first, Choice(Build("0804"))], state).note == "nothing else to do"


@pytest.mark.clause("11.0b")
def test_a_reinforcement_is_placed_and_does_not_come_home() -> None:
    begun = noted(witp.new_game().start, last_turn=2)
    done = play_out(witp.new_game(begun), 4, allies="greedy")
    names: dict[str, set[str]] = {"place": set(), "redeploy": set()}
    for one in done.choices:
        if one is not None and (word := str(one.action).split()[0]) in names:
            names[word] |= {term.name for term in one.terms}
    assert "placed" in names["place"]
    assert "home" not in names["place"]
    assert "placed" not in names["redeploy"]
    assert weights().terms["placed"].rules[0] == "11.0b"


@pytest.mark.parametrize(
    ("name", "rule"),
    [
        ("support", "9.2d"),
        ("rally", "8.4d"),
        ("share", "5.2a"),
        ("repair", "10.6b"),
        ("crowd", "10.5b"),
        ("chinese", "12.2r"),
        ("unsupplied", "7.2a"),
        ("far", "10.2b"),
    ],
)
def test_a_term_cites_the_rule_that_makes_it_count(name: str, rule: str) -> None:
    assert rule in weights().terms[name].rules


@pytest.mark.clause("4.2a")
def test_a_bot_sees_neither_the_other_hand_nor_the_deck(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[tuple[State, Side]] = []
    choose = RandomBot.choose

    def watched(self: RandomBot, state: State, side: Side) -> Choice:
        seen.append((state, side))
        return choose(self, state, side)

    monkeypatch.setattr(RandomBot, "choose", watched)
    begun = witp.new_game().start
    short = noted(begun, last_turn=2)
    play_out(witp.new_game(short), 5, japan="random", allies="random")
    held = 0
    for state, side in seen:
        assert state.progress is not None
        assert set(state.progress.deck) <= {HIDDEN}
        for hand in state.progress.hands:
            if hand.side is not side:
                assert set(hand.cards) <= {HIDDEN}
            held += hand.side is side and HIDDEN not in hand.cards
    assert held


def test_what_is_hidden_changes_no_choice() -> None:
    found = []
    for other, deck in (("1942-04", "1942-06"), ("1942-06", "1942-04")):
        state = witp.new_game().start
        state = evolve(state, turn=2, phase=Phase.EVENT, trp=None)
        hands = (Hand(Side.JAPAN, (other,)), Hand(Side.ALLIES, ("1942-02", "1942-10")))
        state = noted(state, points=(), hands=hands, deck=(deck, "1942-09"), step="declare")
        seen = engine.observe(state, Side.ALLIES)
        found.append(GreedyBot().choose(seen, Side.ALLIES))
    assert found[0] == found[1]
    assert found[0].action == Declare("1942-10")
    assert found[0].score == pytest.approx(2.0)


def test_every_choice_is_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where the greedy bot makes up the action itself."""
    choose = GreedyBot.choose
    made: Counter[str] = Counter()

    def checked(self: GreedyBot, state: State, side: Side) -> Choice:
        found = choose(self, state, side)
        assert engine.check(state, found.action).ok
        made[state.phase.value] += 1
        return found

    monkeypatch.setattr(GreedyBot, "choose", checked)
    begun = witp.new_game().start
    short = noted(begun, last_turn=3)
    done = play_out(witp.new_game(short), 7)
    assert done.ending is not None
    assert {"bases", "movement", "combat", "fleet-redeployment"} <= set(made)


def test_chance_passes_seldom() -> None:
    state = position("turn 2; 0803 jp N L; 1406 us N L", Phase.BASES)
    player = RandomBot(Random(1))
    done = Counter(type(player.choose(state, Side.JAPAN).action).__name__ for _ in range(400))
    assert 0 < done["Pass"] < 40
    assert done["Build"] > 300


@pytest.mark.clause("4.3c")
def test_the_better_of_two_dice_is_entered_where_an_event_says_so() -> None:
    state = position("turn 2; 0606 jp L; 0606 us L", Phase.COMBAT)
    state = noted(state, effects=(Effect("best-die", Side.JAPAN, "1942-05", "land"),))
    state = engine.apply(state, "fight 0606")
    chance = Chance(Random(3))
    rolls = [chance.action(state) for _ in range(600)]
    japan = Counter(one.first for one in rolls if isinstance(one, Roll))
    allies = Counter(one.second for one in rolls if isinstance(one, Roll))
    assert japan[6] > 150 > allies[6] > 60
    assert japan[1] < 40


def test_chance_does_nothing_where_somebody_decides() -> None:
    state = position("turn 2; 0803 jp N L", Phase.BASES)
    with pytest.raises(ValueError, match="neither dice nor cards"):
        Chance(Random(1)).action(state)


def test_nobody_chooses_where_nothing_is_left() -> None:
    begun = witp.new_game().start
    over = noted(begun, ending=Ending(Side.JAPAN, "3.2e"))
    with pytest.raises(ValueError, match="nothing is to be decided"):
        RandomBot(Random(1)).choose(over, Side.JAPAN)


def test_an_unknown_bot_is_named_with_those_there_are() -> None:
    with pytest.raises(BadData, match="greedy or random"):
        witp.bot_game(japan="clever")


def test_the_names_are_those_of_the_bots() -> None:
    assert set(bots.NAMES) == set(bots.BOTS)


def test_a_game_is_played_on_from_where_it_stands() -> None:
    """What was done before, and what is done by itself, has no choice behind it."""
    begun = witp.new_game().start
    game = witp.new_game(noted(begun, last_turn=1), automation="single")
    game.play(engine.legal_actions(game.state)[0])
    before = len(game.history)
    done = play_out(game, 4, japan="random", allies="random")
    assert len(done.choices) == len(game.history) > before
    assert done.choices[:before] == (None,) * before
    assert any(entry.by_itself for entry in game.history)
    assert len(done.why()) == len(game.history)


# What the greedy bot goes for


@pytest.mark.clause("3.2c")
def test_it_lands_where_that_wins() -> None:
    text = (
        "turn 12; base al 1406; base al 1106; base al 0805; 0805 us L; 1406 us 2C 2N L; 0704 jp L"
    )
    state = position(text, Phase.MOVEMENT, (0, 20))
    state = noted(state, to_act=Side.ALLIES)
    found = GreedyBot().choose(state, Side.ALLIES)
    assert isinstance(found.action, Target)
    assert found.action.at in Outlook(state, Side.ALLIES).sources
    assert "victory" in {term.name for term in found.terms}


@pytest.mark.clause("3.2c")
def test_it_builds_the_base_that_victory_asks_for() -> None:
    text = "turn 12; base al 1406; base al 1106; 0805 us L; 1406 us L; 0704 jp L"
    state = noted(position(text, Phase.BASES, (0, 20)), to_act=Side.ALLIES)
    found = GreedyBot().choose(state, Side.ALLIES)
    assert found.action == Build("0805")
    assert "victory_base" in {term.name for term in found.terms}


@pytest.mark.clause("12.2k")
def test_japan_fights_the_chinese_each_turn() -> None:
    text = "turn 5; 0604 jp 3L; 0505 cn L; 0504 cn L; 0404 cn 2L; 0804 jp L; 0705 jp L; 0805 jp L"
    state = noted(position(text, Phase.MOVEMENT, (10, 0)), to_act=Side.JAPAN)
    found = GreedyBot().choose(state, Side.JAPAN)
    assert isinstance(found.action, Target)
    assert found.action.at in ("0404", "0504", "0505")
    assert "quota" in {term.name for term in found.terms}


@pytest.mark.clause("10.2j")
def test_fleets_come_home_before_they_are_removed() -> None:
    text = "turn 5; 1003 jp C 2N; 0804 jp L; 0705 jp L; 0805 jp L"
    state = noted(position(text, Phase.FLEET_REDEPLOYMENT), to_act=Side.JAPAN)
    found = GreedyBot().choose(state, Side.JAPAN)
    assert isinstance(found.action, Redeploy)
    assert found.action.at == "1003"
    assert "home" in {term.name for term in found.terms}


def test_no_more_fleets_come_to_a_port_than_may_stay() -> None:
    text = "turn 5; 1003 jp 4C 4N; 0804 jp L; 0705 jp L; 0805 jp L"
    state = noted(position(text, Phase.FLEET_REDEPLOYMENT), to_act=Side.JAPAN)
    found = GreedyBot().choose(state, Side.JAPAN)
    assert isinstance(found.action, Redeploy)
    assert sum(many for _, many in found.action.units) == 5
    assert "crowd" not in {term.name for term in found.terms}


@pytest.mark.clause("10.6a")
def test_it_rebuilds_what_is_strongest() -> None:
    text = "turn 5; 0804 jp C- N- L-; 0705 jp L"
    state = noted(position(text, Phase.REBUILDING), to_act=Side.JAPAN)
    found = GreedyBot().choose(state, Side.JAPAN)
    assert isinstance(found.action, Rebuild)
    assert "carrier" in found.action.unit


def test_with_nothing_to_gain_it_passes() -> None:
    state = noted(position("turn 5; 0804 jp L", Phase.MOVEMENT, (0, 0)), to_act=Side.JAPAN)
    assert GreedyBot().choose(state, Side.JAPAN).action == Pass()


def test_the_chain_of_bases_leads_to_an_island() -> None:
    state = position("turn 5; 1406 us L; 1106 us L; 0805 jp L", Phase.BASES)
    look = Outlook(state, Side.ALLIES)
    assert look.chain[-1] in look.islands
    assert Outlook(state, Side.JAPAN).chain == ()


# Estimates


def test_an_estimate_of_one_battle_is_exact() -> None:
    even = battle("fleet", 4, 4, (3, 3), (6, 6))
    assert even.win == pytest.approx(0.5)
    assert even.given == pytest.approx(even.taken)
    better = battle("fleet", 7, 4, (3, 3), (6, 6))
    assert better.win == pytest.approx(30 / 33)
    assert better.rout < better.win


def test_more_units_never_lower_the_chance_to_take_a_hex() -> None:
    ground = Ground(Force(naval=1, land=2), enemy_air=2)
    hopes = [forecast(Force(2, 2, land), ground).take for land in range(1, 6)]
    assert hopes == sorted(hopes)
    assert forecast(Force(2, 2, 0), ground).take == 0
    assert forecast(Force(land=1), Ground(Force())).take == 1


# The command


def test_the_command_prints_a_record_that_replays(won: Match) -> None:
    done = CliRunner().invoke(
        app, ["bot", "--seed", str(SHORT), "--japan", "random", "--why", "--json"]
    )
    assert done.exit_code == 0
    told = json.loads(done.stdout)
    assert told["hash"] == won.game.hash
    assert told["record"]["scenario"] == "standard"
    assert told["record"]["actions"] == list(won.game.actions)
    assert told["why"] == won.why()


def test_the_command_names_the_bots_there_are() -> None:
    done = CliRunner().invoke(app, ["bot", "--japan", "clever"])
    assert done.exit_code
    assert "--japan" in str(done.exception)


def test_a_bot_one_plays_against_says_why_it_passes(tmp_path: Path) -> None:
    kept = tmp_path / "game.toml"
    kept.write_text(witp.new_game().record(), encoding="utf-8")
    words = ["play", str(kept), "build 0907", "pass", "--seed", "3", "--bot", "allies"]
    done = CliRunner().invoke(app, words)
    assert done.exit_code == 0
    told = dict(pairwise(done.stdout.splitlines()))
    assert "Allied: pass" in told
    assert all(why.startswith("    ") for now, why in told.items() if now.startswith("Allied: "))
