"""The 36 rolls, what would change the chances, and the chances of the game's other rolls."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from attrs import evolve
from combat_positions import SWITCHES as FIGHT_SWITCHES
from combat_positions import Case, cases
from hypothesis import given
from strategies import at_large, examples, on, port

from witp_learn import edits
from witp_learn.components import board
from witp_learn.explain import faults
from witp_learn.model import Kind, Nation, Side, State
from witp_learn.odds import (
    MEASURES,
    RollCell,
    effects,
    first_player_odds,
    midway_odds,
    odds,
    odds_from,
    resource_odds,
    rolls36,
    submarine_odds,
    sudden_death_odds,
    what_changes,
)
from witp_learn.odds.changes import SWITCHES
from witp_learn.rules import redeployment, turn_end
from witp_learn.rules.combat import fight
from witp_learn.rules.combat.arena import Arena
from witp_learn.rules.combat.pieces import order
from witp_learn.rules.combat.record import fight_out

JAPAN, ALLIES = Side.JAPAN, Side.ALLIES
SINGAPORE = "0407 jp 2N(2L); 0507 jp A; 0407 cw N L A; turn 1"
MANILA = "0606 jp 2C 4N(2L); 0707 jp A; 0507 jp A; 0606 us A L; 0606 cw 2N 2L; turn 4"
MANILA_LANDING = "0606 jp 2C 2N 2N-(2L); 0507 jp A; 0707 jp A-; 0606 us A L; 0606 cw 2L; turn 4"


def grid(line: str, hex_id: str) -> dict[tuple[int, int], RollCell]:
    arena = Arena(at_large(line), hex_id)
    return {(c.japan, c.allies): c for c in rolls36(arena, fight.begin(arena))}


# The 36 rolls


@pytest.mark.clause("9.6a", "9.6b")
def test_the_36_rolls_of_the_manila_landing() -> None:
    found = grid(MANILA_LANDING, "0606")
    assert list(found) == list(product(range(1, 7), repeat=2))
    assert found[3, 1].text == "J+1"
    assert found[1, 6].text == "A+3" and found[1, 6].strong
    assert found[2, 3].text == "↻" and found[2, 3].tie
    assert sum(cell.tie for cell in found.values()) == 10
    assert sum(cell.winner is JAPAN for cell in found.values()) == 13


@pytest.mark.clause("9.6.1a", "9.6.1b", "9.6.2a", "9.6.2e", "9.6.2f", "9.6.2g")
def test_a_cell_knows_the_hits_and_the_extra_hits() -> None:
    cell = grid(SINGAPORE, "0407")[6, 5]
    assert (cell.text, cell.difference, cell.hits, cell.extra) == ("J+2", 2, (1, 2), (1, 2))
    fleets = grid(MANILA, "0606")
    assert fleets[4, 5].hits == (2, 6) and fleets[4, 5].extra == (1, 0)
    assert fleets[4, 6].extra == (1, 0), "one hit on a carrier"
    assert fleets[6, 4].extra == (0, 2), "the Allies have no carrier"


@pytest.mark.clause("9.6.2b")
def test_no_extra_hits_without_supporting_air_units_or_on_a_tie() -> None:
    found = grid("0606 jp 2N; 0606 us 2N; 0707 jp A-; 0607 us A", "0606")
    assert {cell.extra[0] for cell in found.values()} == {0}
    assert found[6, 1].extra == (0, 2)
    tied = grid("0606 jp 2N; 0606 us 2N; 0707 jp A; 0607 us A", "0606")[6, 6]
    assert tied.tie and tied.extra == (0, 0)


def test_the_rolls_wait_for_a_battle_about_to_be_rolled() -> None:
    found = fight_out(at_large(MANILA), "0606", [4, 5], steps=0)
    with pytest.raises(ValueError, match="no dice are due"):
        rolls36(found.arena, found.moment)


@given(cases(most=3))
@examples(25)
def test_the_rolls_and_the_odds_of_a_battle_agree(case: Case) -> None:
    arena = Arena(case.state, case.hex)
    moment = fight.settled(arena, fight.begin(arena))
    if not moment.todo:
        return
    cells = rolls36(arena, moment)
    first = odds_from(arena, moment).battles[0]
    decided = [cell for cell in cells if not cell.tie]
    assert first.tie == Fraction(36 - len(decided), 36)
    for difference, chance in first.difference.chances.items():
        assert chance == Fraction(sum(c.difference == difference for c in decided), len(decided))


@given(cases(most=3, switched=30))
@examples(25)
def test_rolls_that_are_counted_together_lead_to_the_same_moment(case: Case) -> None:
    arena = Arena(case.state, case.hex)
    moment = fight.settled(arena, fight.begin(arena))
    if not moment.todo:
        return
    known = fight.stakes(arena, moment)
    seen = 0
    quick = fight.hurt_outcomes(arena, moment, known.lead)
    for (group, fallen), (same, hurt) in zip(
        fight.outcomes(arena, moment, known), quick, strict=True
    ):
        after = {fight.rolled(arena, moment, *roll.dice)[0] for roll in group}
        settled = fight.settled(arena, hurt)
        for one in (fallen, *after):
            left = fight.settled(arena, one)
            assert sorted(left.here, key=order) == sorted(settled.here, key=order)
            assert left[1:] == settled[1:]
        assert [roll.dice for roll in group] == [roll.dice for roll in same]
        seen += len(group)
    assert seen == sum(not c.tie for c in rolls36(arena, moment))


# What would change it


def deltas(line: str, hex_id: str, side: Side = JAPAN, measure: str = "win") -> dict[str, Fraction]:
    return {e.edit: e.delta for e in what_changes(at_large(line), hex_id, side, measure=measure)}


@pytest.mark.clause("2.2.2b", "9.2d", "9.5.1a")
def test_what_would_change_the_landing_of_manila() -> None:
    found = deltas(MANILA_LANDING, "0606")
    assert found["flip 0606 us A"] == Fraction(15, 32)
    assert found["remove 0606 us A"] == found["hold 0606 us"] == Fraction(15, 32)
    assert found["add 0606 jp (L)"] == found["add 0606 jp L"] == Fraction(9, 28)
    assert found["flip 0707 jp A-"] == Fraction(15, 32)
    assert found["hold 0507 jp"] == -Fraction(15, 32)
    assert "flip 0606 jp N" not in found, "ships do not count in a landing"


def test_effects_are_sorted_and_those_without_effect_counted() -> None:
    state = at_large(MANILA_LANDING)
    found = what_changes(state, "0606", JAPAN)
    assert [(-abs(e.delta), e.text) for e in found] == sorted(
        (-abs(e.delta), e.text) for e in found
    )
    every = list(effects(state, "0606", JAPAN))
    assert len(every) == len(found) + found.unchanged
    assert found.unchanged == sum(e.delta == 0 for e in every) > 0
    assert found[0].before == Fraction(1, 2)
    assert len({e.edit for e in every}) == len(every)
    texts = {e.edit: e.text for e in every}
    assert texts["flip 0606 us A"] == "Manila: US air unit attrited"
    assert texts["add 0606 jp (L)"] == "Manila: one more Japanese land unit aboard"
    assert texts["hold 0507 jp"] == "Saigon: Japanese air unit held back"
    assert texts["flip 0606 jp N-"] == "Manila: attrited Japanese naval unit made full"


@pytest.mark.parametrize("measure", MEASURES)
def test_an_effect_is_what_the_edited_position_gives(measure: str) -> None:
    state = at_large(SINGAPORE)
    for effect in what_changes(state, "0407", ALLIES, measure=measure):
        if effect.edit.startswith("hold "):
            _, at, nation = effect.edit.split()
            held = frozenset({(at, next(n for n in Nation if n.short == nation))})
            changed = odds(state, "0407", held=held)
        else:
            changed = odds(edits.apply(state, edits.read(effect.edit)), "0407")
        fought = [b for b in changed.battles if b.kind != "fleet"]
        if fought:
            won = sum((b.reached * b.win[ALLIES] for b in fought), changed.unopposed[ALLIES])
            expected = won if measure == "win" else changed.land("allies")
        else:
            sea = changed.battles[0].win[ALLIES] if changed.battles else Fraction(1)
            expected = sea if measure == "win" else changed.fleets("allies")
        assert effect.after == expected, effect.edit
        assert effect.delta == effect.after - effect.before != 0


def test_what_one_side_gains_by_winning_the_other_loses() -> None:
    ours, theirs = deltas(MANILA_LANDING, "0606"), deltas(MANILA_LANDING, "0606", ALLIES)
    assert theirs == {edit: -delta for edit, delta in ours.items()}


@pytest.mark.clause("9.6.1j", "9.6.2r")
def test_a_ruling_that_changes_the_chance() -> None:
    found = deltas(SINGAPORE, "0407")
    assert found["ruling transport-hit-vs-singapore=b"] > 0
    assert "ruling azoc-combat-support=b" not in found


def test_the_switches_tried_are_those_of_chapter_9() -> None:
    assert set(SWITCHES) == set(FIGHT_SWITCHES)


def test_a_fight_at_sea_alone_is_judged_at_sea() -> None:
    state = on("0505 jp N; 0505 us N")
    found = {e.edit: e.after for e in effects(state, "0505", JAPAN)}
    assert found["remove 0505 us N"] == 1
    assert found["remove 0505 jp N"] == 0
    assert found["add 0505 jp C"] > Fraction(1, 2)
    assert not any(edit.startswith("add 0505 jp L") for edit in found), "no land there"
    held = {e.edit: e.after for e in effects(state, "0505", JAPAN, measure="hold")}
    assert held == found


@pytest.mark.clause("8.6.2a", "8.6.2d")
def test_an_open_landing_counts_as_won() -> None:
    state = at_large("0606 jp N(L); 0606 us L; turn 4")
    found = {e.edit: e.after for e in effects(state, "0606", JAPAN)}
    assert found["remove 0606 us L"] == 1, "nobody is left to be fought"
    assert found["remove 0606 jp (L)"] == 0
    fleets = at_large("0606 jp 9N(L); 0606 us N L; turn 4")
    found = {e.edit: e.after for e in effects(fleets, "0606", JAPAN)}
    assert found["remove 0606 us L"] == 1, "the winner of the fleet combat lands at once"


@pytest.mark.clause("9.1b", "9.1c", "8.6.2b", "8.6.2c")
@pytest.mark.parametrize("measure", MEASURES)
@pytest.mark.parametrize(
    ("line", "edit"),
    [
        ("0606 jp 4N(4L); 0606 us N", "add 0606 us L"),
        ("0606 jp 2N(2L); 0606 us A", "ruling assault-vs-lone-air=b"),
        ("0606 jp 4N L; 0606 us N", "add 0606 us L"),
    ],
)
def test_a_change_that_brings_a_combat_on_land_is_judged_on_land(
    line: str, edit: str, measure: str
) -> None:
    state = at_large(line)
    assert not any(b.kind != "fleet" for b in odds(state, "0606").battles)
    changed = odds(edits.apply(state, edits.read(edit)), "0606")
    fought = [b for b in changed.battles if b.kind != "fleet"]
    for side in Side:
        found = {e.edit: e.after for e in effects(state, "0606", side, measure=measure)}
        won = sum((b.reached * b.win[side] for b in fought), changed.unopposed[side])
        assert fought and found[edit] == (won if measure == "win" else changed.land(side.value))


@pytest.mark.clause("8.7k", "9.3a")
def test_on_two_seas_the_only_fleets_left_have_won() -> None:
    state = at_large("0406W jp 2N; 0406W cw N; 0406E jp N; 0406E cw N; turn 4")
    whole = odds(state, "0406")
    found = what_changes(state, "0406", JAPAN)
    assert found.before == whole.fleets("japan") < whole.battles[0].win[JAPAN]
    assert {e.edit for e in found} >= {"remove 0406E cw N", "remove 0406W cw N"}


SEAS_OF_BANGKOK = "turn 4; 0406W jp N; 0406E us N; 0406E jp C; 0406W us C N"


@pytest.mark.clause("8.7k", "9.3a")
def test_on_two_seas_every_change_is_judged_by_both() -> None:
    state = at_large(SEAS_OF_BANGKOK)
    for side in Side:
        for effect in effects(state, "0406", side):
            assert effect.measured == "have the only fleets left in both seas"
            if not effect.edit.startswith("hold "):
                changed = odds(edits.apply(state, edits.read(effect.edit)), "0406")
                assert effect.after == changed.fleets(side.value), effect.edit


@pytest.mark.clause("8.7h")
def test_changes_on_two_seas_differ_in_words() -> None:
    texts = {e.edit: e.text for e in effects(at_large(SEAS_OF_BANGKOK), "0406", JAPAN)}
    assert len(set(texts.values())) == len(texts)
    assert texts["add 0406E us C"] == "The sea E of Bangkok: one more US carrier"
    assert texts["add 0406W us C"] == "The sea W of Bangkok: one more US carrier"


@pytest.mark.parametrize(
    ("line", "hex_id", "measure", "words"),
    [
        (MANILA_LANDING, "0606", "win", "win on land, or be alone there"),
        (MANILA_LANDING, "0606", "hold", "have the only land units left"),
        ("0606 jp N; 0606 us N", "0606", "win", "win the fleet combat"),
        ("0606 jp N; 0606 us N", "0606", "hold", "have the only fleets left"),
        (SEAS_OF_BANGKOK, "0406", "hold", "have the only fleets left"),
        ("0606 jp N", "0606", "win", "be alone there"),
    ],
)
def test_what_is_measured_is_named(line: str, hex_id: str, measure: str, words: str) -> None:
    assert what_changes(at_large(line), hex_id, JAPAN, measure=measure).measured == words


@pytest.mark.parametrize(
    ("line", "absent", "present"),
    [
        ("0606 jp N(L); 0606 us L", "add 0606 jp (L)", "add 0606 us L"),
        ("0303 jp L; 0303 cn L", "add 0303 us L", "add 0303 cn L"),
    ],
)
def test_only_what_can_be_is_tried(line: str, absent: str, present: str) -> None:
    """No room for more cargo; no Americans among the Chinese."""
    state = at_large(line)
    tried = {e.edit for e in effects(state, line[:4], JAPAN)}
    assert absent not in tried and present in tried


@pytest.mark.clause("9.2d", "2.3.3c")
def test_air_units_come_to_a_port_or_airfield_of_their_side() -> None:
    place = port("0505", Nation.US)
    state = on("0505 jp N; 0505 us N", place, port("0504", Nation.JAPAN))
    tried = [e.edit for e in effects(state, "0505", JAPAN) if e.edit.endswith(" A")]
    assert tried == ["add 0504 jp A", "add 0505 us A"]


def test_an_unknown_measure_is_refused() -> None:
    with pytest.raises(ValueError, match="no measure 'glory'"):
        what_changes(at_large(SINGAPORE), "0407", JAPAN, measure="glory")


# Submarines


@pytest.mark.clause("10.4a", "10.4d")
@pytest.mark.parametrize("turn", [1, 4, 8])
def test_submarines_until_1943(turn: int) -> None:
    for side in Side:
        found = submarine_odds(turn, side)
        assert found.p == Fraction(1, 12)
        assert "10.4d" in found.rules and "2 or less" not in found.text


@pytest.mark.clause("10.4e")
@pytest.mark.parametrize("turn", [9, 16])
def test_submarines_from_1944_on(turn: int) -> None:
    assert submarine_odds(turn, JAPAN).p == Fraction(5, 18)
    assert submarine_odds(turn, ALLIES).p == Fraction(1, 12)
    assert "10.4e" in submarine_odds(turn, JAPAN).rules
    assert "27.78 % (5/18)" in str(submarine_odds(turn, JAPAN))


@pytest.mark.clause("10.4c", "10.4d", "10.4e")
@pytest.mark.parametrize(
    ("turn", "side", "hits"), [(8, JAPAN, 3), (9, JAPAN, 10), (9, ALLIES, 3), (1, ALLIES, 3)]
)
def test_the_dice_that_hit_are_those_of_the_table(turn: int, side: Side, hits: int) -> None:
    found = [redeployment.submarine_hit(turn, side, d) for d in product(range(1, 7), repeat=2)]
    assert sum(bool(reason.value) for reason in found) == hits
    assert all(faults(reason) == [] for reason in found)
    with pytest.raises(ValueError, match="a die shows 1 to 6"):
        redeployment.submarine_hit(turn, side, (0, 3))


@pytest.mark.clause("10.4a", "10.4b")
def test_submarines_attack_land_units_that_cross_the_sea() -> None:
    table = board()
    crossing, inland = ("0507", "0607", "0606"), ("0101", "0102")
    assert redeployment.submarines_reach(table, crossing, Kind.LAND)
    assert not redeployment.submarines_reach(table, inland, Kind.LAND)
    for kind in (Kind.CARRIER, Kind.NAVAL, Kind.AIR):
        assert not redeployment.submarines_reach(table, crossing, kind)


@pytest.mark.clause("10.4f")
def test_every_unit_of_the_stack_takes_one_hit() -> None:
    stack = at_large("0606 jp 2L L-").units
    left = redeployment.struck_stack(stack)
    assert [(u.kind, u.full, u.count) for u in left] == [(Kind.LAND, False, 2)]


# Resource points


@pytest.mark.clause("5.1a", "5.1b", "5.1c")
def test_the_resource_roll() -> None:
    found = resource_odds(13, JAPAN)
    assert found.points.chances[13] == Fraction(1, 6)
    assert (min(found.points.chances), max(found.points.chances)) == (8, 18)
    assert found.points.mean(lambda n: n) == 13
    assert resource_odds(13, JAPAN, others=2).points.mean(lambda n: n) == 15


@pytest.mark.clause("5.1a")
def test_the_base_points_of_a_turn_and_how_well_they_are_known() -> None:
    manila = resource_odds(at_large("turn 4"), JAPAN)
    assert (manila.base, manila.grade) == (15, "printed")
    assert resource_odds(at_large("turn 3"), JAPAN).grade == "assumed"
    assert "(assumed)" in str(resource_odds(at_large("turn 3"), JAPAN))


@pytest.mark.clause("5.3a", "12.1a", "12.1b")
def test_nothing_is_rolled_on_turn_1() -> None:
    assert resource_odds(at_large("turn 1"), JAPAN).points.chances == {20: 1}
    assert resource_odds(at_large("turn 1"), ALLIES).points.chances == {0: 1}
    assert first_player_odds(at_large("turn 1")).japan == 1


@pytest.mark.clause("5.2e", "5.2g", "5.2h")
def test_who_has_more_points() -> None:
    found = first_player_odds(at_large("turn 4"))
    assert found.japan + found.allies + found.equal == 1
    assert found.equal == Fraction(35, 324)
    assert found.allies > found.japan, "16 base points against 15"


# Sudden death


def midway(extra: str = "") -> State:
    """Four places taken, Midway the fifth, two full Allied carriers left."""
    places = "; ".join(f"{h} jp L" for h in ("0407", "0508", "1008", "1207", "1205"))
    return at_large(f"{places}; 1406 us 2C C-; turn 3{extra}")


@pytest.mark.clause("15.0c", "15.0d", "15.0e")
def test_the_value_counts_places_taken_less_full_carriers() -> None:
    found = turn_end.sudden_death_value(midway(), "1205")
    assert found.value == 3
    assert faults(found) == []
    assert "Midway began as Allied" in str(found)
    assert sudden_death_odds(midway(), "1205").p == Fraction(3, 36)


@pytest.mark.ruling("sudden-death-count-basis")
@pytest.mark.clause("15.0d", "15.0e")
def test_home_ports_and_places_lost_again_do_not_count() -> None:
    home = evolve(midway(), bases={JAPAN: ("0907",), ALLIES: ()})
    assert turn_end.captured(home) == ("0407", "0508", "1008", "1205", "1207")
    contested = at_large("0407 jp L; 0407 cw L-; 0508 jp N(L); 1008 jp L-; turn 3")
    assert turn_end.captured(contested) == ("1008",)


@pytest.mark.ruling("sudden-death-example-math")
@pytest.mark.clause("15.0f")
@pytest.mark.parametrize(
    ("letter", "value", "p"),
    [("a", 2, Fraction(1, 36)), ("b", 3, Fraction(3, 36)), ("c", 2, Fraction(1, 36))],
)
def test_the_printed_example_by_its_three_readings(letter: str, value: int, p: Fraction) -> None:
    found = midway_odds(letter)
    assert (found.reason.value, found.p) == (value, p)
    assert faults(found.reason) == []


@pytest.mark.ruling("sudden-death-example-math")
@pytest.mark.clause("15.0f")
def test_the_switch_leaves_out_the_place_just_taken() -> None:
    by_c = "; ruling sudden-death-example-math=c"
    assert turn_end.sudden_death_value(midway(by_c), "1205").value == 2
    assert turn_end.sudden_death_value(midway(by_c)).value == 3
    by_a = "; ruling sudden-death-example-math=a"
    assert turn_end.sudden_death_value(midway(by_a), "1205").value == 3


@pytest.mark.clause("15.0b")
def test_a_roll_is_due_for_each_place_that_passes_to_japan() -> None:
    before = at_large("0407 cw L; 0508 jp L; 0606 jp N(L)")
    after = at_large("0407 jp L; 0508 jp L; 0606 jp L; 0505 jp L")
    assert turn_end.rolls_due(before, after) == ("0407", "0606")
    assert turn_end.rolls_due(after, before) == ()


@pytest.mark.clause("15.0c")
def test_the_dice_of_sudden_death() -> None:
    assert turn_end.sudden_death(3, (1, 2)) and not turn_end.sudden_death(3, (2, 2))
    with pytest.raises(ValueError, match="a die shows 1 to 6"):
        turn_end.sudden_death(3, (1, 7))
    never = sudden_death_odds(at_large("0407 jp L; 1406 us 2C"))
    assert never.p == 0 and "cannot win at once: the value is -1" in str(never)
    assert "2.78 % (1/36)" in str(midway_odds("a"))


@pytest.mark.clause("15.0g")
def test_the_option_is_off_once_the_card_has_been_drawn() -> None:
    assert sudden_death_odds(midway(), drawn=["1943-08"]).p > 0
    found = sudden_death_odds(midway(), drawn=["1943-08", "1943-09"])
    assert found.p == 0 and found.rules == ("15.0g",)
