"""What events change in moves and fights, and that nothing changes without them (4.3, 4.5)."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from attrs import evolve
from combat_cases import sea, shore
from strategies import at_large

import witp_learn as witp
from witp_learn.explain import faults
from witp_learn.model import Effect, Progress, Side, State
from witp_learn.odds import odds, odds_from, plan, rolls36
from witp_learn.odds.fights import summary
from witp_learn.rules import effects
from witp_learn.rules.combat import fight
from witp_learn.rules.combat.arena import Arena
from witp_learn.rules.combat.battles import first_battle, fought_over
from witp_learn.rules.combat.record import fight_out
from witp_learn.rules.combat.tally import Stakes, rolls, ways
from witp_learn.rules.combat_answers.answers import fight_answer
from witp_learn.rules.combat_answers.ledger import ledger
from witp_learn.rules.combat_answers.sheet import roll_rows, sheet
from witp_learn.rules.combat_answers.text import text_copy
from witp_learn.rules.moves import judge
from witp_learn.rules.routes import distances, first_choice, least, reach, routes
from witp_learn.rules.stacks import stack
from witp_learn.view.combat_rolls import grid_words

JAPAN, ALLIES = Side.JAPAN, Side.ALLIES
LAND_FIGHT = "0505 jp 3L; 0505 us 3L"
LANDING = "0505 jp 3N(3L); 0505 us 2L"
FLEETS = "0505 jp 2N; 0505 us 2N"
TROOPS = "1942-05 Allied troop inexperience"
TYPHOON = "1944-06 Typhoon Cobra"


def effect(
    what: str,
    side: Side | None,
    kind: str = "",
    amount: int = 0,
    card: str = "1942-05",
    forced: bool = False,
) -> Effect:
    return Effect(what, side, card, kind, amount, forced)


def under(state: State, *found: Effect) -> State:
    """The position in a turn in which events have done this."""
    return evolve(state, progress=Progress(effects=found))


def fought(line: str, *found: Effect, dice: tuple[int, ...] = ()) -> witp.Fight:
    return witp.combat(under(sea(line, shore("0505")), *found), "0505", dice)


# Strength


@pytest.mark.clause("4.3a", "4.3c")
@pytest.mark.parametrize(
    ("line", "kind"), [(LAND_FIGHT, "land"), (LANDING, "landing"), (FLEETS, "fleet")]
)
def test_a_bonus_counts_for_its_side_in_its_kind_of_battle_only(line: str, kind: str) -> None:
    plain = fought(line).battles[0].stakes.strength
    for named in ("land", "landing", "fleet", "any"):
        more = 2 if named in (kind, "any") else 0
        for_japan = fought(line, effect("bonus", JAPAN, named, 2)).battles[0]
        assert for_japan.stakes.strength == (plain[0] + more, plain[1])
        for_allies = fought(line, effect("bonus", ALLIES, named, 2)).battles[0]
        assert for_allies.stakes.strength == (plain[0], plain[1] + more)


@pytest.mark.clause("4.3c")
def test_every_card_has_a_line_of_its_own_and_its_name_is_told() -> None:
    first = effect("bonus", JAPAN, "land", 2)
    found = fought(LAND_FIGHT, first, effect("bonus", JAPAN, "any", 2, "1943-09"), dice=(3, 3))
    lines = [(t.card, t.value, t.rules) for t in found.battles[0].lines[0] if t.what == "event"]
    assert lines == [("1942-05", 2, ("4.3c",)), ("1943-09", 2, ("4.3c",))]
    rows = [row for row in sheet(found.found, 0).rows if row.kind == "event"]
    assert [row.japan.text for row in rows if row.japan] == [
        TROOPS,
        "1943-09 Vengeance Operation",
    ]
    assert all(row.allies is None for row in rows)
    assert f"2 ({TROOPS})" in text_copy(found.found)
    tree = ledger(found.found, 0)
    assert faults(tree) == []
    assert f"{TROOPS} adds 2" in {node.text for node in tree.leaves()}


@pytest.mark.clause("4.3c")
def test_an_event_may_take_something_off() -> None:
    found = fought(LAND_FIGHT, effect("bonus", ALLIES, "land", -1), dice=(3, 3))
    assert found.battles[0].stakes.strength == (3, 2)
    (row,) = (row for row in sheet(found.found, 0).rows if row.kind == "strength")
    assert row.allies is not None and row.allies.text == "3 - 1"
    assert f"3 land units - 1 ({TROOPS})" in text_copy(found.found)
    assert f"{TROOPS} takes 1 off" in {node.text for node in ledger(found.found, 0).leaves()}


@pytest.mark.clause("4.3c")
def test_a_bonus_counts_in_the_chances() -> None:
    state = sea(LAND_FIGHT, shore("0505"))
    helped = odds(under(state, effect("bonus", JAPAN, "land", 1)), "0505").battles[0]
    one_more = odds(sea("0505 jp 3L; 0505 us 2L", shore("0505")), "0505").battles[0]
    assert helped.win == one_more.win != odds(state, "0505").battles[0].win


# The higher of two dice


@pytest.mark.clause("4.3c")
def test_the_higher_of_two_dice_is_thrown_as_often_as_both_show_it() -> None:
    seen = Counter(max(pair) for pair in product(range(1, 7), repeat=2))
    plain = Stakes("land", (0, 0), (3, 3), (6, 6))
    best = plain._replace(best=(True, False))
    for roll in rolls(best):
        assert ways(best, (roll,)) == seen[roll.dice[0]]
        assert ways(best._replace(best=(False, True)), (roll,)) == seen[roll.dice[1]]
        both = ways(best._replace(best=(True, True)), (roll,))
        assert both == seen[roll.dice[0]] * seen[roll.dice[1]]
    assert [ways(s, rolls(s)) for s in (plain, best)] == [36, 216]


@pytest.mark.clause("4.3c")
@pytest.mark.parametrize("line", [LAND_FIGHT, LANDING, FLEETS])
@pytest.mark.parametrize("side", [JAPAN, ALLIES])
def test_the_chances_are_those_of_three_dice_thrown_and_counted(line: str, side: Side) -> None:
    state = under(sea(line, shore("0505")), effect("best-die", side, "any"))
    wins: Counter[Side] = Counter()
    hits: Counter[int] = Counter()
    for one, two, other in product(range(1, 7), repeat=3):
        kept = max(one, two)
        dice = (kept, other) if side is JAPAN else (other, kept)
        tally = fight_out(state, "0505", dice).battles[0].tally
        if tally is not None and tally.winner is not None:
            wins[tally.winner] += 1
            hits[tally.hits[0]] += 1
    thrown = wins.total()
    for policy in ("default", "best"):
        found = odds(state, "0505", policy=policy).battles[0]
        assert found.win == {s: Fraction(wins[s], thrown) for s in Side}
        assert found.tie == Fraction(216 - thrown, 216)
        assert found.hits[JAPAN].chances == {n: Fraction(c, thrown) for n, c in hits.items()}


@pytest.mark.clause("4.3c")
def test_best_choices_weigh_the_higher_die_too() -> None:
    state = under(sea(LAND_FIGHT, shore("0505")), effect("best-die", JAPAN, "land"))
    arena = Arena(state, "0505")
    worth = plan.Plan(arena, fight.begin(arena)).worth(fight.begin(arena))
    alone = odds_from(arena, fight.begin(arena), policy="best").land("japan")
    assert worth.alone[0] == alone
    assert alone > odds(sea(LAND_FIGHT, shore("0505")), "0505", policy="best").land("japan")


@pytest.mark.clause("4.3c")
def test_the_grid_of_rolls_counts_each_as_often_as_it_is_thrown() -> None:
    state = under(sea(LAND_FIGHT, shore("0505")), effect("best-die", JAPAN, "land"))
    arena = Arena(state, "0505")
    moment = fight.begin(arena)
    cells = rolls36(arena, moment)
    known = summary(fight.stakes(arena, moment))
    assert sum(cell.ways for cell in cells) == 216
    ties = sum(cell.ways for cell in cells if cell.tie)
    assert Fraction(ties, 216) == known.tie and f"{ties} of 216" in grid_words(cells)


@pytest.mark.clause("4.3a", "4.3c")
def test_the_question_for_the_dice_says_who_keeps_the_higher() -> None:
    helped = effect("best-die", JAPAN, "land")
    told = f"Japan throws two dice and keeps the higher, the one to enter ({TROOPS})"
    found = fought(LAND_FIGHT, helped)
    assert told in found.due and told not in fought(LAND_FIGHT).due
    assert told not in fought(LANDING, helped).due
    assert "the Allies throw two dice" in fought(FLEETS, effect("best-die", ALLIES, "fleet")).due
    (row,) = (row for row in sheet(found.found, 0).rows if row.kind == "die")
    assert row.japan is not None and row.allies is not None and "4.3c" in row.rules
    assert (row.japan.text, row.allies.text) == ("the higher of two dice", "")
    rolled = found.roll(5, 2)
    (row,) = (row for row in sheet(rolled.found, 0).rows if row.kind == "die")
    assert row.japan is not None and row.japan.text == "half of 5, down: 2, the higher of two"
    assert roll_rows(rolled.battles[0], (5, 2))[0] == row
    tree = ledger(rolled.found, 0)
    assert "The higher of Japan's two dice shows 5" in {node.text for node in tree.leaves()}


# No landings


@pytest.mark.clause("4.3c", "4.5e")
def test_a_forbidden_landing_is_not_fought_and_the_cargo_stays_aboard() -> None:
    state = sea(LANDING, shore("0505"))
    typhoon = effect("no-landings", None, card="1944-06", forced=True)
    for found in (typhoon, effect("no-landings", JAPAN)):
        barred = under(state, found)
        assert first_battle(barred, "0505") is None and not list(fought_over(barred))
        assert fight_out(barred, "0505").after == barred
    free = under(state, effect("no-landings", ALLIES))
    assert list(fought_over(free)) == ["0505"]
    row = next(
        t for t in fight_answer(under(state, typhoon), "0505").tabs[0].tests if "4.5e" in t.rules
    )
    assert row.note.startswith(TYPHOON) and not row.stops


@pytest.mark.clause("4.5c", "4.5e")
def test_the_typhoon_goes_before_a_help_in_landing() -> None:
    typhoon = effect("no-landings", None, card="1944-06", forced=True)
    help_ = effect("bonus", JAPAN, "landing", 2, card="1944-08")
    assert fought(LANDING, help_).battles[0].stakes.strength[0] == 5
    for order in ((typhoon, help_), (help_, typhoon)):
        assert fought(LANDING, *order).battles == ()


@pytest.mark.clause("4.5c")
def test_a_forced_event_is_the_one_that_is_told() -> None:
    own = effect("no-landings", None, card="1943-09")
    forced = effect("no-landings", None, card="1944-06", forced=True)
    bar = effects.landing_bar(under(sea(LANDING), own, forced), JAPAN)
    assert bar is not None and bar.card == "1944-06"


@pytest.mark.clause("4.3c", "4.5e")
def test_after_a_fleet_combat_the_landing_is_not_fought_but_land_units_ashore_fight() -> None:
    typhoon = effect("no-landings", None, card="1944-06", forced=True)
    line = "0505 jp 4N(2L); 0505 us N 2L"
    dice = (6, 1)
    free = fought(line, dice=dice)
    assert [one.battle.kind for one in free.battles] == ["fleet", "assault"]
    stopped = fought(line, typhoon, dice=dice)
    assert [one.battle.kind for one in stopped.battles] == ["fleet"] and stopped.over
    assert sum(u.count for u in stopped.after.units if u.aboard) == 2
    both = fought("0505 jp 4N(2L) L; 0505 us N 2L", typhoon, dice=dice)
    assert [one.battle.kind for one in both.battles] == ["fleet", "land"]
    assert both.battles[1].stakes.strength == (1, 2)


@pytest.mark.clause("4.3c", "4.5e")
def test_cargo_lands_all_the_same_where_no_enemy_land_unit_stands() -> None:
    typhoon = effect("no-landings", None, card="1944-06", forced=True)
    found = fought("0505 jp 4N(2L); 0505 us N", typhoon, dice=(6, 1))
    assert not any(u.aboard for u in found.after.units)
    assert any(u.ashore and u.hex == "0505" for u in found.after.units)


def transport(state: State, to: str) -> witp.Refusal | None:
    """The event that keeps a Japanese transport in Kure from a hex."""
    found = judge(state, stack(state, JAPAN, "transport", "0804"), ["0804", "0705", "0605", to])
    return next((r for r in found.reasons if r.why == "event"), None)


@pytest.mark.clause("4.3c", "4.5e", "8.6.1d")
def test_no_transport_sails_to_enemy_land_units_while_landings_are_forbidden() -> None:
    plain = at_large("turn 4; 0804 jp C 2N(2L); 0606 us L")
    typhoon = under(plain, effect("no-landings", None, card="1944-06", forced=True))
    assert transport(plain, "0606") is None
    bar = transport(typhoon, "0606")
    assert bar is not None and (bar.rule, bar.hex) == ("4.5e", "0606")
    assert bar.text.startswith(f"{TYPHOON} allows no landing against Allied land units")
    own = transport(under(plain, effect("no-landings", JAPAN)), "0606")
    assert own is not None and own.rule == "4.3c"
    assert transport(under(plain, effect("no-landings", ALLIES)), "0606") is None
    empty = under(at_large("turn 4; 0804 jp 2N(2L)"), *typhoon.effects)
    assert transport(empty, "0606") is None
    carrier = stack(typhoon, JAPAN, "fleet", "0804", {"carrier": 1})
    assert judge(typhoon, carrier, ["0804", "0705", "0605", "0606"]).legal


@pytest.mark.clause("4.5e", "8.6.1d")
def test_routes_reach_and_distances_know_of_the_bar() -> None:
    plain = at_large("turn 4; 0804 jp N(L); 0606 us L")
    typhoon = under(plain, effect("no-landings", None, card="1944-06", forced=True))
    loaded = stack(plain, JAPAN, "transport", "0804")
    assert first_choice(plain, loaded, "0606") is not None
    assert first_choice(typhoon, loaded, "0606") is None
    assert [r.rule for r in routes(typhoon, loaded, "0606").reasons] == ["4.5e"]
    assert "0606" in reach(plain, JAPAN) and "0606" not in reach(typhoon, JAPAN)
    assert reach(typhoon, JAPAN).keys() == reach(plain, JAPAN).keys() - {"0606"}
    assert "0804" in distances(plain, JAPAN, "0606")
    assert not distances(typhoon, JAPAN, "0606")


# No fleet moves


@pytest.mark.clause("4.3c")
def test_fleets_that_an_event_holds_do_not_move_and_all_others_do() -> None:
    plain = at_large("turn 4; 0804 jp 2N(L); 0503 jp L; 0909 us 2N")
    held = under(plain, effect("no-fleet-moves", JAPAN, card="1943-09"))
    for kind in ("fleet", "transport"):
        found = judge(held, stack(held, JAPAN, kind, "0804"), ["0804", "0805"])
        (reason,) = (r for r in found.reasons if r.why == "event")
        assert reason.rule == "4.3c" and not found.legal
        assert (
            reason.text == "1943-09 Vengeance Operation: Japanese fleets do not move in this turn"
        )
        assert judge(plain, stack(plain, JAPAN, kind, "0804"), ["0804", "0805"]).legal
    assert judge(held, stack(held, ALLIES, "fleet", "0909"), ["0909", "0808"]).legal
    assert reach(held, ALLIES) == reach(plain, ALLIES)
    walked = {h: one for h, one in reach(plain, JAPAN).items() if one.kind == "land"}
    after = reach(held, JAPAN)
    assert after and {one.kind for one in after.values()} == {"land"}
    assert walked.items() <= after.items()
    assert least(held, JAPAN, "0804", "0805") is None
    assert least(plain, JAPAN, "0804", "0805") is not None
    assert distances(held, JAPAN, "0805").keys() <= {"0503"}


@pytest.mark.clause("4.3c")
def test_no_fleet_is_covered_past_an_enemy_by_one_that_stays() -> None:
    line = "0505 jp 3N; 0504 us N; 0503 us L"
    plain, held = (
        under(sea(line, shore("0503")), *e) for e in ((), (effect("no-fleet-moves", None),))
    )
    assert "0503" in reach(plain, JAPAN) and not reach(held, JAPAN)
    assert "0505" in distances(plain, JAPAN, "0503") and not distances(held, JAPAN, "0503")


# Nothing without events


def test_effects_of_another_kind_and_none_at_all_change_nothing() -> None:
    state = sea(LANDING, shore("0505"))
    other = under(state, effect("trp", JAPAN, amount=2), effect("stacks", None, amount=1))
    plain = fight_out(state, "0505", (5, 2)).battles
    told = fight_out(other, "0505", (5, 2)).battles
    assert [(b.stakes, b.lines, b.tally) for b in plain] == [
        (b.stakes, b.lines, b.tally) for b in told
    ]
    assert effects.best_dice(state, "land") == effects.best_dice(other, "land") == (False, False)


@pytest.mark.parametrize(
    ("card", "label"),
    [("1944-06", TYPHOON), ("1942-01", "1942-01"), ("something", "something")],
)
def test_a_card_is_named_as_far_as_its_name_is_known(card: str, label: str) -> None:
    assert effects.card_label(card) == label
