"""The exact chances of fights: printed examples, an oracle, dice thrown for real, best choices."""

from __future__ import annotations

import json
from fractions import Fraction
from math import sqrt
from random import Random
from typing import Any

import combat_oracle as oracle
import pytest
from attrs import evolve
from combat_positions import Case, cases, seeded
from hypothesis import given
from hypothesis import strategies as st
from strategies import at_large, examples, on, port

from witp_learn.files import NotAvailable, Unreadable
from witp_learn.model import Kind, Nation, Side, State, Unit
from witp_learn.odds import Odds, Outcome, odds, odds_from, plan, what_changes
from witp_learn.odds.fights import outcome
from witp_learn.rules.combat import fight
from witp_learn.rules.combat.arena import Arena
from witp_learn.rules.combat.moment import Moment
from witp_learn.rules.combat.record import Combat, fight_out

JAPAN, ALLIES = Side.JAPAN, Side.ALLIES
HALF = Fraction(1, 2)
SINGAPORE = "0407 jp 2N(2L); 0507 jp A; 0407 cw N L A; turn 1"
AS_PRINTED = "; ruling transport-hit-vs-singapore=b"
MANILA = "0606 jp 2C 4N(2L); 0707 jp A; 0507 jp A; 0606 us A L; 0606 cw 2N 2L; turn 4"


def after_the_fleets(line: str, hex_id: str, dice: list[int]) -> Odds:
    """The odds before the landing, once the fleets have fought with these dice."""
    found = fight_out(at_large(line), hex_id, dice)
    return odds_from(found.arena, found.moment)


# The printed examples


@pytest.mark.clause("9.1d", "14.1ac", "14.1ae")
def test_japan_wins_the_fleet_combat_of_manila_for_certain() -> None:
    fleets, landing = odds(at_large(MANILA), "0606").battles
    assert (fleets.kind, fleets.reached, fleets.tie) == ("fleet", 1, 0)
    assert fleets.win == {JAPAN: 1, ALLIES: 0}
    assert min(fleets.difference.chances) == 16 - 4 - 5
    assert (landing.kind, landing.number, landing.reached) == ("assault", 1, 1)


@pytest.mark.clause("9.6b", "14.1am", "14.1an")
def test_the_landing_of_manila_is_even_and_ten_of_36_rolls_are_ties() -> None:
    found = after_the_fleets(MANILA, "0606", [4, 5])
    (landing,) = found.battles
    assert landing.win == {JAPAN: HALF, ALLIES: HALF}
    assert landing.tie == Fraction(10, 36) == Fraction(5, 18)
    assert found.at_least(JAPAN, 3) == Fraction(1, 26)
    assert found.at_least(JAPAN, -1) == found.at_least(ALLIES, -1) == 1 - Fraction(5, 26)


@pytest.mark.clause("9.6.2l", "9.6b")
def test_singapore_before_any_dice() -> None:
    fleets, landing = odds(at_large(SINGAPORE), "0407").battles
    assert fleets.win == {JAPAN: Fraction(21, 31), ALLIES: Fraction(10, 31)}
    assert fleets.tie == Fraction(5, 36)
    assert fleets.difference.chances[2] == Fraction(5, 31)
    assert landing.reached == Fraction(21, 31)


@pytest.mark.clause("9.6.1j", "9.6.2r", "9.6.2s")
@pytest.mark.parametrize(
    ("ruling", "japan"), [("", HALF), (AS_PRINTED, Fraction(23, 28))], ids=["rule", "printed"]
)
def test_the_landing_of_singapore_by_both_readings(ruling: str, japan: Fraction) -> None:
    (landing,) = after_the_fleets(SINGAPORE + ruling, "0407", [6, 5]).battles
    assert landing.win[JAPAN] == japan
    assert landing.win[ALLIES] == 1 - japan


@pytest.mark.clause("9.6.3b", "9.1d")
def test_the_landing_is_fought_only_where_the_fleet_combat_was_won() -> None:
    found = odds(at_large(SINGAPORE), "0407")
    assert found.outcomes.chances[Outcome("allies", "allies")] == Fraction(10, 31)
    assert found.land("both") + found.land("japan") < Fraction(21, 31)
    assert found.unopposed == {JAPAN: 0, ALLIES: Fraction(10, 31)}


# The contract


def test_the_odds_as_json() -> None:
    found = odds(at_large(SINGAPORE), "0407").as_dict()
    first = found["battles"][0]
    assert list(first) == ["kind", "win", "difference"]
    assert first["win"] == {"japan": "21/31", "allies": "10/31"}
    assert list(first["difference"]) == ["-4", "-3", "-2", "-1", "1", "2", "3", "4", "5", "6"]
    assert found["outcomes"][-1] == {"land": "both", "fleets": "japan", "p": "1797/5642"}
    assert sum(Fraction(o["p"]) for o in found["outcomes"]) == 1


def test_the_same_question_twice_gives_the_same_text() -> None:
    first, again = (odds(at_large(MANILA), "0606") for _ in range(2))
    assert json.dumps(first.as_dict()) == json.dumps(again.as_dict())
    assert str(first) == str(again)
    shuffled = at_large("; ".join(reversed(MANILA.split("; "))))
    assert odds(shuffled, "0606").as_dict() == first.as_dict()


def test_no_fight_leaves_everything_as_it_is() -> None:
    found = odds(at_large("0606 jp N(L); 0606 us A"), "0606")
    assert found.battles == ()
    assert found.as_dict()["outcomes"] == [{"land": "none", "fleets": "japan", "p": "1"}]
    assert all(loss.full == loss.removed == 0 for loss in found.losses)
    assert "nothing to fight over" in str(found)


@pytest.mark.clause("2.3.3e")
def test_land_units_aboard_are_not_left_on_land() -> None:
    found = odds(at_large("0407 jp N-(L-); 0407 cw 3L; turn 4"), "0407")
    assert found.land("allies") == 1
    assert found.fleets("japan") == 1


def test_the_odds_in_words() -> None:
    text = str(odds(at_large(SINGAPORE), "0407"))
    assert "Fleet combat (9.3): Japan 67.74 % (21/31), the Allies 32.26 % (10/31)" in text
    assert "a roll is a tie 13.89 % (5/36) (9.6b)" in text and "(9.6.3):\n" in text
    assert "Landing (9.5): " in text and "fought 67.74 % (21/31)" in text
    assert "Owners do what they do without being asked" in text


@pytest.mark.clause("8.7h", "9.3a")
def test_combats_on_two_seas_are_named_by_their_sea() -> None:
    found = odds(at_large("turn 4; 0406W jp N; 0406E us N; 0406E jp C; 0406W us C N"), "0406")
    assert [battle.sea for battle in found.battles] == ["0406E", "0406W"]
    assert [b["sea"] for b in found.as_dict()["battles"]] == ["0406E", "0406W"]
    for letter, share in (("E", "67.74 % (21/31)"), ("W", "2.94 % (1/34)")):
        assert f"Fleet combat in the sea {letter} of Bangkok (9.3): Japan {share}" in str(found)
    one = odds(at_large(SINGAPORE), "0407")
    assert one.battles[0].sea == "" and "sea" not in one.as_dict()["battles"][0]


def test_sides_may_be_given_by_name_and_others_are_refused() -> None:
    found = odds(at_large(SINGAPORE), "0407")
    for side in Side:
        assert found.at_least(side.value, 3) == found.at_least(side, 3)
        assert found.battles[0].at_least(side.value, 1) == found.battles[0].win[side]
    for ask in (
        lambda: found.at_least("jp", 3),
        lambda: found.battles[0].at_least("Japan", 1),
        lambda: found.land("jp"),
        lambda: found.fleets("nobody"),
        lambda: what_changes(at_large(SINGAPORE), "0407", "us"),
    ):
        with pytest.raises(Unreadable, match="must be japan"):
            ask()
    changes = [what_changes(at_large(SINGAPORE), "0407", one) for one in (JAPAN, "japan")]
    assert changes[0] == changes[1]


def test_an_unknown_policy_is_refused() -> None:
    with pytest.raises(ValueError, match="no policy 'bold'"):
        odds(at_large(SINGAPORE), "0407", policy="bold")


# Losses, support


@pytest.mark.clause("9.6.1c", "9.6.1e", "9.6.1f")
def test_expected_losses_of_a_certain_fight() -> None:
    """Three full naval units against an attrited one: it is removed, nobody else is hit."""
    found = odds(on("0505 jp 3N; 0505 us N-"), "0505")
    lost = {(loss.side, loss.kind): (loss.full, loss.removed) for loss in found.losses}
    never = found.battles[0].win[ALLIES]
    assert lost[ALLIES, Kind.NAVAL] == (0, 1 - never)
    assert found.fleets("japan") == 1 - never


@pytest.mark.clause("9.6.1j", "9.6.2e", "8.7d")
def test_losses_count_cargo_and_air_units() -> None:
    found = odds(at_large(SINGAPORE), "0407")
    lost = {(loss.side, loss.kind): loss for loss in found.losses}
    assert lost[JAPAN, Kind.LAND].full > 1
    assert 0 < lost[ALLIES, Kind.AIR].removed < 1
    assert lost[JAPAN, Kind.NAVAL].as_dict()["side"] == "japan"


@pytest.mark.clause("9.2d")
def test_air_units_held_back_do_not_count() -> None:
    held = frozenset({("0507", Nation.JAPAN)})
    found = odds(at_large(SINGAPORE), "0407", held=held)
    known = fight.stakes(Arena(found.state, "0407"), fight.begin(Arena(found.state, "0407"), held))
    assert known.strength == (2, 3)
    assert found.battles[0].win[JAPAN] < HALF


def test_losses_in_the_middle_of_a_fight_are_those_to_come() -> None:
    whole = odds(at_large(MANILA), "0606")
    rest = after_the_fleets(MANILA, "0606", [4, 5])
    naval = [x for x in whole.losses if (x.side, x.kind) == (JAPAN, Kind.NAVAL)]
    later = [x for x in rest.losses if (x.side, x.kind) == (JAPAN, Kind.NAVAL)]
    assert naval[0].full == 2 and later[0].full == 0


@pytest.mark.clause("9.6.1d", "9.6.1g")
def test_the_odds_from_a_question_that_waits() -> None:
    """Once the dice lie and the hits are to be placed, only the landing is open."""
    found = fight_out(at_large(MANILA), "0606", [4, 5], steps=0)
    assert found.pending is not None and found.pending.kind == "hit"
    open_now = odds_from(found.arena, found.moment)
    assert [b.kind for b in open_now.battles] == ["assault"]
    assert open_now.battles[0].win == {JAPAN: HALF, ALLIES: HALF}


# Any fight


def judged(found: Odds) -> dict[str, Any]:
    """The odds in the form of the oracle."""
    return {
        "battles": [
            {
                "kind": battle.kind,
                "win": {side.value: p for side, p in battle.win.items()},
                "difference": {str(d): p for d, p in battle.difference.chances.items()},
            }
            for battle in found.battles
        ],
        "outcomes": {(o.land, o.fleets): p for o, p in found.outcomes.chances.items()},
    }


@pytest.mark.clause("9.0b", "9.1a", "9.1b", "9.1c", "9.6b")
def test_the_oracle_finds_the_same_odds() -> None:
    for case in seeded(80, most=2):
        wanted = oracle.odds(case.state, case.hex)
        ours = odds(case.state, case.hex)
        found = judged(ours)
        assert found == {key: wanted[key] for key in found}, case
        assert lost(ours) == {key: n for key, n in gone(case.state, wanted["left"]).items() if n}


def lost(found: Odds) -> dict[tuple[str, str, str], Fraction]:
    """What is expected to be lost, nothing left out that is not 0."""
    both = [
        (x, what, n) for x in found.losses for what, n in (("full", x.full), ("all", x.removed))
    ]
    return {(x.side.value, x.kind.value, what): n for x, what, n in both if n}


def gone(
    state: State, left: dict[tuple[str, str, str], Fraction]
) -> dict[tuple[str, str, str], Fraction]:
    """The same by the oracle: what stood on the map less what is expected to be left."""
    had: dict[tuple[str, str, str], Fraction] = {}
    for unit in state.units:
        for what, counts in (("full", unit.full), ("all", True)):
            key = (unit.side.value, unit.kind.value, what)
            had[key] = had.get(key, Fraction(0)) + counts * unit.count
    return {key: n - left.get(key, 0) for key, n in had.items()}


@given(cases(most=3, switched=30))
@examples(60)
def test_chances_sum_to_one_and_losses_are_possible(case: Case) -> None:
    found = odds(case.state, case.hex)
    assert sum(found.outcomes.chances.values()) == 1
    for battle in found.battles:
        assert 0 < battle.reached <= 1 and 0 <= battle.tie < 1
        spreads = [
            battle.win,
            battle.difference.chances,
            *(h.chances for h in battle.hits.values()),
        ]
        assert all(sum(spread.values()) == 1 for spread in spreads)
        assert battle.at_least(JAPAN, 1) == battle.win[JAPAN]
        assert battle.at_least(ALLIES, 1) == battle.win[ALLIES]
    had = forces(case.state, case.hex)
    for loss in found.losses:
        full, there = had[loss.side, loss.kind]
        assert 0 <= loss.full <= full
        assert 0 <= loss.removed <= there


def forces(state: State, hex_id: str) -> dict[tuple[Side, Kind], tuple[int, int]]:
    """Full counters and counters in all near a hex."""
    found: dict[tuple[Side, Kind], tuple[int, int]] = {}
    near = {hex_id, *state.board.neighbours(hex_id)}
    for unit in state.units:
        if unit.hex in near:
            full, there = found.get((unit.side, unit.kind), (0, 0))
            found[unit.side, unit.kind] = (full + unit.full * unit.count, there + unit.count)
    return found


@given(cases(most=3, switched=30), st.randoms(use_true_random=False))
@examples(60)
def test_survivors_never_exceed_those_who_began(case: Case, rng: Random) -> None:
    found = thrown(case.state, case.hex, rng)
    before, after = counters(found.before), counters(found.after)
    for key, (full, there) in after.items():
        assert full <= before[key][0] and there <= before[key][1]


def counters(state: State) -> dict[tuple[Nation, Kind], tuple[int, int]]:
    found: dict[tuple[Nation, Kind], tuple[int, int]] = {}
    for unit in state.units:
        full, there = found.get((unit.nation, unit.kind), (0, 0))
        found[unit.nation, unit.kind] = (full + unit.full * unit.count, there + unit.count)
    return found


def thrown(state: State, hex_id: str, rng: Random) -> Combat:
    """The fight with dice thrown one after the other until it is over."""
    dice: list[int] = []
    while not (found := fight_out(state, hex_id, dice)).over:
        dice += [rng.randint(1, 6), rng.randint(1, 6)]
    return found


@pytest.mark.clause("9.6b")
def test_dice_thrown_for_real_agree() -> None:
    """Within four standard errors, for every outcome and for winning either battle."""
    state, rng, games = at_large(SINGAPORE), Random(5), 600
    found = odds(state, "0407")
    ends: dict[Outcome, int] = {}
    wins = {"fleet": [0, 0], "assault": [0, 0]}
    for _ in range(games):
        played = thrown(state, "0407", rng)
        left = outcome("0407", played.moment.here)
        ends[left] = ends.get(left, 0) + 1
        for battle in played.battles:
            assert battle.tally is not None
            wins[battle.battle.kind][0] += battle.tally.winner is JAPAN
            wins[battle.battle.kind][1] += 1
    assert set(ends) <= set(found.outcomes.chances)
    for left, chance in found.outcomes.chances.items():
        assert near(ends.get(left, 0), games, chance)
    for battle in found.battles:
        assert near(*wins[battle.kind], battle.win[JAPAN])


def near(count: int, games: int, chance: Fraction) -> bool:
    error = sqrt(float(chance * (1 - chance)) / games)
    return abs(count / games - float(chance)) <= 4 * error


# Sides exchanged


EXCHANGED = {Nation.JAPAN: Nation.US, Nation.US: Nation.JAPAN}
ISLAND = {owner: port("0505", owner) for owner in EXCHANGED}


@st.composite
def forces_at_sea_and_land(draw: st.DrawFn) -> list[Unit]:
    """Units of both sides in one hex, all of one nation to a side, and air next to it."""
    rows = []
    for nation in EXCHANGED:
        ships = draw(st.integers(0, 3))
        for kind, at, most in (
            (Kind.CARRIER, "0505", 2),
            (Kind.LAND, "0505", 2),
            (Kind.AIR, "0504", 1),
        ):
            if count := draw(st.integers(0, most)):
                rows.append(Unit(at, nation, kind, count=count))
        if ships:
            rows.append(Unit("0505", nation, Kind.NAVAL, count=ships))
            if loads := draw(st.integers(0, ships)):
                rows.append(Unit("0505", nation, Kind.LAND, count=loads, aboard=True))
    return rows


def exchanged(rows: list[Unit]) -> list[Unit]:
    return [evolve(unit, nation=EXCHANGED[unit.nation]) for unit in rows]


@given(forces_at_sea_and_land(), st.sampled_from(sorted(EXCHANGED)))
@examples(60)
def test_exchanging_the_sides_exchanges_the_chances(rows: list[Unit], owner: Nation) -> None:
    ours = odds(evolve(on("turn 4", ISLAND[owner]), units=tuple(rows)), "0505")
    board = on("turn 4", ISLAND[EXCHANGED[owner]])
    theirs = odds(evolve(board, units=tuple(exchanged(rows))), "0505")
    for one, other in zip(ours.battles, theirs.battles, strict=True):
        assert one.win == {side: other.win[side.enemy] for side in Side}
        assert one.hits == {side: other.hits[side.enemy] for side in Side}
        assert one.difference.chances == {-d: p for d, p in other.difference.chances.items()}
    swap = {"japan": "allies", "allies": "japan"}
    assert ours.outcomes.chances == {
        Outcome(swap.get(o.land, o.land), swap.get(o.fleets, o.fleets)): p
        for o, p in theirs.outcomes.chances.items()
    }


@pytest.mark.clause("9.3.1a", "9.3.1c")
def test_a_symmetric_fight_is_even() -> None:
    found = odds(on("0505 jp 2C 3N; 0505 us 2C 3N; 0504 jp A; 0506 us A"), "0505")
    (battle,) = found.battles
    assert battle.win == {JAPAN: HALF, ALLIES: HALF}
    assert battle.hits[JAPAN] == battle.hits[ALLIES]
    assert found.fleets("japan") == found.fleets("allies") == HALF


# The best choices


TWO_AIR_UNITS = "0407 jp 3N(2L); 0507 jp A; 0406 jp A; 0407 cw 3N L; turn 4"


@pytest.mark.clause("9.6.2d", "9.6.2f")
def test_the_best_choice_beats_the_default() -> None:
    """Of two air units the owner gives up one for good rather than both for the landing."""
    state = at_large(TWO_AIR_UNITS)
    plain, best = odds(state, "0407"), odds(state, "0407", policy="best")
    assert best.land("japan") > plain.land("japan")
    assert best.battles[0].win == plain.battles[0].win


def test_the_best_choices_are_never_worse_for_a_lone_chooser() -> None:
    compared = 0
    for case in seeded(150, most=2):
        chooser = only_chooser(case)
        if chooser is None:
            continue
        plain = odds(case.state, case.hex)
        best = odds(case.state, case.hex, policy="best")
        assert hold(best, case, chooser) >= hold(plain, case, chooser), case
        compared += 1
    assert compared > 10


def only_chooser(case: Case) -> Side | None:
    """The only side with a choice in the whole fight, None where both or neither have one."""
    arena = Arena(case.state, case.hex)
    choosers = set()
    waiting, seen = [fight.begin(arena)], set()
    while waiting:
        moment = waiting.pop()
        if moment in seen:
            continue
        seen.add(moment)
        asked = fight.question(arena, moment)
        if asked is None:
            continue
        if asked.side is None:
            known = fight.stakes(arena, moment)
            waiting += [fallen for _, fallen in fight.outcomes(arena, moment, known)]
            continue
        if len(asked.choices) > 1 and asked.what != "fleet":
            choosers.add(asked.side)
        waiting += [fight.answered(arena, moment, i) for i in range(len(asked.choices))]
        if len(choosers) > 1 or len(seen) > 1500:
            return None
    return choosers.pop() if choosers else None


def hold(found: Odds, case: Case, side: Side) -> Fraction:
    arena = Arena(case.state, case.hex)
    by_land = plan.Plan(arena, fight.begin(arena)).by_land
    return (found.land if by_land else found.fleets)(side.value)


def test_the_best_choices_without_a_choice_are_the_default() -> None:
    state = at_large("0606 jp 2N; 0606 us N")
    best = odds(state, "0606", policy="best")
    assert best.as_dict() == odds(state, "0606").as_dict()
    assert best.policy_text != odds(state, "0606").policy_text


@pytest.mark.clause("8.7k", "9.1a")
def test_a_fight_on_two_seas_takes_few_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fleets that have fought are counted and set aside, and equal moments come together."""
    line = (
        "0406W jp 2C 3N(2L); 0406W us 2C 3N; 0406E jp C 2N(L); 0406E us C 3N; 0406 us 2L A; "
        "0407 jp A; 0507 jp A; turn 4"
    )
    seen: list[Moment] = []

    def settled(arena: Arena, moment: Moment) -> Moment:
        seen.append(moment)
        return quietly(arena, moment)

    quietly = fight.settled
    monkeypatch.setattr(fight, "settled", settled)
    found = odds(at_large(line), "0406")
    assert [battle.kind for battle in found.battles] == ["fleet", "fleet", "assault"]
    assert len(seen) < 250


@pytest.mark.parametrize("bound", ["MOST", "DEEPEST"])
def test_too_many_ways_to_choose_are_said_to_be_too_many(
    bound: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(plan, bound, 8)
    with pytest.raises(NotAvailable, match="Manila: too many ways to choose"):
        odds(at_large(MANILA), "0606", policy="best")
