"""Totals, hits and extra air hits, clause by clause (9.6-9.6.2)."""

from __future__ import annotations

import pytest
from attrs import evolve
from combat_cases import fight, hits, kinds, left, offered, sea, strength, told, total
from strategies import at_large

from witp_learn.model import Nation, Side
from witp_learn.rules.combat.record import fight_out

JAPAN, ALLIES = Side.JAPAN, Side.ALLIES

# 9.6 Who wins


@pytest.mark.clause("9.6a")
@pytest.mark.parametrize(("dice", "winner"), [((6, 1), ALLIES), ((1, 1), ALLIES)])
def test_the_higher_total_wins_whatever_the_dice(dice: tuple[int, int], winner: Side) -> None:
    found = fight("0505 jp N; 0505 us 7N", dice)
    assert told(found.battles[0]).winner is winner


@pytest.mark.ruling("tie-reroll-scope")
@pytest.mark.clause("9.6b")
def test_a_tie_is_rolled_again_by_both_until_the_totals_differ() -> None:
    line = "0505 jp 2N; 0505 us N; 0504 us A; 0404 jp A"
    tied = fight(line, [3, 4, 5, 6])
    assert not tied.over and tied.battles[0].rolls == ((3, 4), (5, 6))
    assert left(tied) == left(fight(line))
    found = fight(line, [3, 4, 5, 6, 2, 1])
    assert found.battles[0].rolls == ((3, 4), (5, 6), (2, 1))
    assert told(found.battles[0]).dice == (2, 1) and told(found.battles[0]).difference == 2


@pytest.mark.ruling("air-hits-on-reroll")
@pytest.mark.clause("9.6b", "9.6.2a")
def test_a_five_or_six_of_a_tied_roll_hits_no_air_unit() -> None:
    line = "0505 jp 2N; 0505 us N; 0504 us A; 0404 jp A"
    found = fight(line, [5, 6, 2, 1])
    assert "0504 us A" in left(found) and "0404 jp A" in left(found)
    assert found.battles[0].air_hits == (0, 0)


# 9.6.1 Hits


@pytest.mark.clause("9.6.1a")
@pytest.mark.parametrize(("dice", "taken"), [((1, 3), 1), ((1, 4), 2), ((1, 5), 3)])
def test_the_loser_takes_as_many_hits_as_the_difference(dice: tuple[int, int], taken: int) -> None:
    found = fight("0505 jp 5N; 0505 us 4N", dice)
    assert hits(found)[0] == taken


@pytest.mark.clause("9.6.1b")
@pytest.mark.parametrize(("die", "taken", "given"), [(2, 1, 0), (3, 2, 1), (4, 3, 1), (5, 4, 2)])
def test_the_winner_takes_half_of_that_rounded_down(die: int, taken: int, given: int) -> None:
    assert hits(fight("0505 jp 6N; 0505 us 6N", [die, 1])) == (given, taken)


@pytest.mark.clause("9.6.1b", "9.6.1c")
def test_the_winner_takes_half_of_the_hits_that_the_cap_left() -> None:
    found = fight("0505 us C 3N-; 0505 jp 3N; 0504 us A", [1, 6])
    assert strength(found) == (3, 4) and told(found.battles[0]).difference == 6
    assert hits(found) == (1, 0)


@pytest.mark.clause("9.6.1c")
def test_nobody_takes_more_hits_than_the_enemy_has_full_units() -> None:
    assert hits(fight("0505 jp 2N; 0505 us 6N", [6, 1]))[1] == 1
    assert hits(fight("0505 jp 2N 4N-; 0505 us 2N", [6, 1])) == (1, 2)
    assert hits(fight("0505 jp 6N; 0505 us N 5N-", [6, 1])) == (1, 6)


@pytest.mark.ruling("hit-cap-timing", "hit-cap-scope")
@pytest.mark.clause("9.6.1c")
def test_the_cap_counts_units_of_the_kind_that_fights_before_any_hit() -> None:
    found = fight("0505 jp N 2L; 0505 us 2N; 0504 jp 3A", [3, 1])
    assert told(found.battles[0]).difference == 7 and hits(found) == (0, 1)
    landing = fight("0505 jp 2C 4N(L); 0505 us L 2L-; 0504 jp 2A", [1, 1])
    assert told(landing.battles[-1]).difference == 5 and hits(landing, -1) == (0, 1)
    before_hits = fight("0505 jp 5N; 0505 us 2N", [2, 1])
    assert hits(before_hits) == (2, 4)


@pytest.mark.clause("9.6.1d")
@pytest.mark.parametrize(("dice", "first"), [((4, 1), ALLIES), ((1, 4), JAPAN)])
def test_the_loser_places_its_hits_first(dice: tuple[int, int], first: Side) -> None:
    found = fight("0505 jp C 3N; 0505 us C 3N", dice)
    sides = [step.question.side for step in found.decided if step.question.kind == "hit"]
    assert sorted(hits(found)) == [1, 3]
    assert sides == [first] * 3 + [first.enemy]


@pytest.mark.clause("9.6.1e", "9.6.1f")
def test_a_hit_attrites_a_full_unit_and_removes_an_attrited_one() -> None:
    assert left(fight("0505 jp N; 0505 us N", [2, 1])) == ["0404 us N-", "0505 jp N"]
    assert left(fight("0505 jp N; 0505 us N-", [1, 1])) == ["0505 jp N"]


@pytest.mark.ruling("hit-spread-or-stack")
@pytest.mark.clause("9.6.1e")
def test_one_unit_may_take_two_hits_while_others_are_full() -> None:
    found = fight("0505 jp 3N; 0505 us C 2N", [6, 1], "hit carrier 0505", "hit carrier 0505")
    assert hits(found) == (1, 2) and left(found, "0404") == ["0404 us 2N"]


@pytest.mark.ruling("hit-chooser")
@pytest.mark.clause("9.6.1g")
def test_the_side_that_is_hit_decides_where_its_hits_go() -> None:
    asked = fight_out(sea("0505 jp 4N L; 0505 us C N(L) N N-"), "0505", [6, 1], steps=0)
    assert asked.pending is not None and asked.pending.side is ALLIES
    assert offered(asked) == [
        "hit carrier 0505",
        "hit full-empty-naval 0505",
        "hit full-loaded-naval 0505",
        "hit attrited-empty-naval 0505",
    ]


@pytest.mark.clause("9.6.1g", "2.2.2c")
def test_units_of_unlike_strength_are_told_apart_in_a_choice() -> None:
    state = sea("0505 us 2N; 0505 jp 4N")
    weak, strong = evolve(state.units[0], count=1), evolve(state.units[0], count=1, strength=3)
    state = evolve(state, units=(weak, strong, *state.units[1:]))
    found = fight_out(state, "0505", [6, 1], steps=0)
    assert found.battles[0].stakes.strength == (4, 4)
    assert offered(found) == ["hit strength1-naval 0505", "hit strength3-naval 0505"]


@pytest.mark.clause("9.6.1g", "9.6.1j")
@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("2N(2L)", ["naval"]),
        ("2N(L)", ["empty-naval", "loaded-naval"]),
        ("3N(L L-)", ["empty-naval", "loaded-full-naval", "loaded-attrited-naval"]),
        ("2N(L L-)", ["loaded-full-naval", "loaded-attrited-naval"]),
    ],
)
def test_ships_are_named_by_what_tells_them_apart_and_no_more(line: str, names: list[str]) -> None:
    asked = fight_out(sea(f"0505 jp 9N L; 0505 us {line} C"), "0505", [6, 1], steps=0)
    assert offered(asked) == ["hit carrier 0505", *(f"hit {name} 0505" for name in names)]


@pytest.mark.clause("9.6.1h", "9.2a")
def test_these_hits_never_go_on_air_units() -> None:
    found = fight("0505 jp 4N; 0505 us N; 0505 us A; 0504 us 2A; 0404 jp A", [4, 1])
    assert hits(found)[1] == 2
    assert [row for row in left(found) if "us" in row and row.endswith("A")] == [
        "0504 us 2A",
        "0505 us A",
    ]
    words = [c.action for step in found.decided for c in step.question.choices]
    assert not any("air" in action for action in words)


@pytest.mark.clause("9.6.1i")
def test_no_hit_may_be_placed_on_cargo_itself() -> None:
    asked = fight_out(sea("0505 jp 4N L; 0505 us C N(L)"), "0505", [4, 1], steps=0)
    assert not any("land" in action.split()[1].split("-")[-1] for action in offered(asked))


@pytest.mark.clause("9.6.1j")
def test_a_hit_on_a_ship_hits_its_cargo_as_well() -> None:
    found = fight("0505 jp 2N L; 0505 us N(L)", [1, 1])
    assert hits(found)[1] == 1
    assert left(found, "0404") == ["0404 us L-*", "0404 us N-"]
    weak = fight("0505 jp 2N L; 0505 us N(L-)", [1, 1])
    assert left(weak, "0404") == ["0404 us N-"]


@pytest.mark.ruling("transport-sunk-cargo")
@pytest.mark.clause("9.6.1j", "9.6.1f")
def test_cargo_of_a_sunk_ship_goes_to_a_free_one_or_is_lost() -> None:
    lost = fight("0505 jp 2N L; 0505 us N-(L)", [1, 1])
    assert left(lost) == ["0505 jp 2N", "0505 jp L"]
    line = "0505 jp 2N L; 0505 us 2N-(L); ruling transport-hit-vs-singapore=b"
    saved = fight(line, [1, 2], "hit loaded-naval 0505")
    assert hits(saved) == (0, 1) and left(saved, "0404") == ["0404 us L*", "0404 us N-"]


@pytest.mark.clause("9.6.1g", "9.6.1j")
@pytest.mark.parametrize(
    ("ships", "first"),
    [
        ("us 2N(L L-)", "full"),
        ("us 2N(2L-); 0505 cw N(L)", "full"),
        ("us 2N-(L L-)", "attrited"),
        ("us 3N(L L-)", "empty"),
    ],
)
def test_the_default_among_ships_with_cargo_loses_least(ships: str, first: str) -> None:
    """Full cargo is turned over, not removed; of a ship that is lost the less goes down."""
    asked = fight_out(sea(f"0505 jp 5N L; 0505 {ships}"), "0505", [6, 1], steps=0).pending
    assert asked is not None and asked.kind == "hit" and len(asked.choices) > 1
    piece = asked.choices[asked.default].piece
    assert piece is not None and piece.nation is Nation.US
    cargo = "empty" if piece.cargo is None else "full" if piece.cargo.full else "attrited"
    assert cargo == first


@pytest.mark.clause("9.6.1k")
def test_hits_left_over_when_nobody_is_left_are_lost() -> None:
    found = fight("0505 jp 6N; 0505 us N", [6, 1])
    assert hits(found) == (1, 6)
    assert left(found) == ["0505 jp 5N", "0505 jp N-"]


@pytest.mark.ruling("cv-assault-support-side")
@pytest.mark.clause("9.6.1c", "9.6.1e")
def test_in_a_landing_ships_and_carriers_take_no_hit() -> None:
    found = fight("0505 jp C 3N(L); 0505 us 3L", [1, 6])
    assert hits(found)[0] == 3
    assert left(found) == ["0505 jp 3N", "0505 jp C", "0505 us 2L", "0505 us L-"]


# 9.6.2 Extra hits

LINE = "0505 jp 3N; 0505 us 3N; 0504 us A; 0404 us A; 0605 jp A; 0604 jp A"


def air(text: str, dice: list[int], *choices: str | None) -> list[str]:
    """The air units left."""
    return [row for row in left(fight(text, dice, *choices)) if row.rstrip("-").endswith("A")]


@pytest.mark.clause("9.6.2a")
@pytest.mark.parametrize("dice", [[4, 1], [4, 3], [1, 4], [3, 2]])
def test_a_die_of_one_to_four_gives_no_extra_hit(dice: list[int]) -> None:
    assert air(LINE, dice) == ["0404 us A", "0504 us A", "0604 jp A", "0605 jp A"]


@pytest.mark.clause("9.6.2a", "9.4d")
def test_the_die_itself_counts_not_what_it_adds() -> None:
    line = "0505 jp 3L; 0505 us 3L; 0504 us A; 0604 jp A"
    assert air(line, [4, 1]) == ["0504 us A", "0604 jp A"]
    assert air(line, [5, 1]) == ["0504 us A-", "0604 jp A"]


@pytest.mark.clause("9.6.2b")
def test_without_an_enemy_air_unit_in_support_there_are_no_extra_hits() -> None:
    line = "0505 jp 3N; 0505 us C N; 0503 us A; 0504 us A-"
    found = fight(line, [6, 1])
    assert found.battles[0].air_hits == (0, 0)
    assert "0503 us A" in left(found) and "0504 us A-" in left(found)


@pytest.mark.clause("9.6.2b", "9.2d")
def test_an_air_unit_held_back_takes_no_extra_hit() -> None:
    state = sea("0505 jp 3N; 0505 us 2N; 0504 us A")
    held = frozenset({("0504", Nation.US)})
    found = fight_out(state, "0505", [6, 1], held=held)
    assert found.battles[0].air_hits == (0, 0) and "0504 us A" in left(found)


@pytest.mark.clause("9.6.2c")
def test_extra_hits_come_on_top_and_know_no_cap() -> None:
    found = fight("0505 jp N; 0505 us 6N; 0504 us 2A", [6, 1])
    assert hits(found) == (4, 1)
    assert found.battles[0].air_hits == (0, 2)


@pytest.mark.ruling("extra-hits-timing")
@pytest.mark.clause("9.6.2c", "9.6.3a")
def test_extra_hits_follow_the_ordinary_hits_and_come_before_the_retreat() -> None:
    found = fight("0505 jp 3N; 0505 us 3N; 0504 us A; 0404 jp A", [6, 5])
    order = [step.question.kind for step in found.battles[0].decided]
    assert [k for i, k in enumerate(order) if i == 0 or order[i - 1] != k] == [
        "hit",
        "air",
        "retreat",
    ]
    assert [step.question.side for step in found.decided if step.question.kind == "air"] == [
        JAPAN,
        ALLIES,
        ALLIES,
    ]


@pytest.mark.clause("9.6.2d")
def test_the_side_that_takes_extra_hits_chooses_the_air_units() -> None:
    line = "0505 jp 3N; 0505 us 3N; 0504 us A; 0404 us A"
    found = fight(line, [5, 6])
    at = next(s for s in found.decided if s.question.kind == "air" and s.number >= 0)
    assert at.question.side is ALLIES
    assert [c.action for c in at.question.choices] == ["hit air 0404", "hit air 0504"]


@pytest.mark.clause("9.6.2e")
def test_a_five_gives_one_extra_hit() -> None:
    assert air("0505 jp 3N; 0505 us 3N; 0504 us A", [5, 1]) == ["0504 us A-"]
    assert air("0505 jp 3N; 0505 us 3N; 0504 us A; 0404 us A", [5, 2]) == [
        "0404 us A",
        "0504 us A-",
    ]


@pytest.mark.clause("9.6.2f")
def test_a_six_gives_two_extra_hits() -> None:
    assert air("0505 jp 3N; 0505 us 3N; 0504 us A", [6, 1]) == []
    line = "0505 jp 3N; 0505 us 3N; 0504 us A; 0404 us A"
    assert air(line, [6, 1]) == ["0404 us A-", "0504 us A-"]
    assert air("0505 jp L; 0505 us L; 0504 us A", [6, 1]) == []


@pytest.mark.ruling("extra-hits-timing")
@pytest.mark.clause("9.6.2c")
def test_both_dice_give_extra_hits() -> None:
    found = fight(LINE, [6, 5])
    assert found.battles[0].air_hits == (1, 2)


@pytest.mark.ruling("die-six-cv-choice")
@pytest.mark.clause("9.6.2g")
@pytest.mark.parametrize("carrier", ["C", "C-"])
def test_a_six_at_sea_hits_a_carrier_once_instead_of_air_units(carrier: str) -> None:
    line = f"0505 jp N 5N-; 0505 us {carrier} 4N; 0504 us A"
    found = fight(line, [6, 2])
    assert found.battles[0].air_hits == (0, 1)
    assert "0504 us A" in left(found)
    assert ("us C-" in " ".join(left(found))) == (carrier == "C")


@pytest.mark.clause("9.6.2g")
def test_a_five_at_sea_spares_the_carriers() -> None:
    found = fight("0505 jp N; 0505 us C 4N; 0504 us A", [5, 1])
    assert "0505 us C" in left(found) and "0504 us A-" in left(found)


@pytest.mark.ruling("die-six-needs-air")
@pytest.mark.clause("9.6.2g", "9.6.2b")
def test_a_six_at_sea_spares_the_carriers_too_where_no_air_unit_supports() -> None:
    found = fight("0505 jp N; 0505 us C 6N", [6, 1])
    assert "0505 us C" in left(found) and found.battles[0].air_hits == (0, 0)


@pytest.mark.ruling("die-six-cv-choice")
@pytest.mark.clause("9.6.2g")
def test_a_six_hits_air_units_where_the_ordinary_hits_sank_the_carriers() -> None:
    line = "0505 jp 4N; 0505 us C-; 0505 us N-; 0504 us A"
    found = fight(line, [6, 1])
    assert found.battles[0].air_hits == (0, 2)
    assert left(found) == ["0505 jp 4N"]


@pytest.mark.clause("9.6.2h", "9.6.2i")
def test_a_six_in_a_landing_never_hits_a_carrier() -> None:
    for dice in ([6, 6], [1, 6], [6, 1]):
        found = fight("0505 jp C N(2L) N; 0505 us 3L; 0504 jp A; 0404 us A", dice)
        assert kinds(found) == ["assault"] and "0505 jp C" in left(found)
    found = fight("0505 jp C N(L); 0505 us 3L; 0504 jp A", [1, 6])
    assert "0505 jp C" in left(found) and found.battles[0].air_hits == (2, 0)
    assert not any("A" in row for row in left(found))


@pytest.mark.clause("9.6.2i", "9.4a")
def test_a_six_in_land_combat_never_hits_a_carrier() -> None:
    found = fight("0505 us C N L; 0505 jp 4L; 0504 us A", [6, 1])
    assert kinds(found) == ["land"] and "0505 us C" in left(found)
    assert found.battles[0].air_hits == (0, 2)


@pytest.mark.clause("9.6.2j", "9.6.2k", "9.6.2l", "9.6.2m", "9.6.2n", "9.6.2o", "9.6.2p", "9.6.2q")
def test_the_fleet_combat_at_singapore_as_printed() -> None:
    line = "turn 1; 0407 jp 2N(2L); 0507 jp A; 0407 cw N L A"
    found = fight_out(at_large(line), "0407", [6, 5])
    assert kinds(found) == ["fleet", "assault"] and strength(found) == (4, 3)
    assert total(found) == (10, 8) and hits(found) == (1, 2)
    assert found.battles[0].air_hits == (1, 2)
    ships = [row for row in left(found) if row.rstrip("-*").endswith(("N", "A"))]
    assert ships == ["0407 jp N", "0407 jp N-", "0507 jp A-"]


@pytest.mark.clause("9.6.2r", "9.6.2s", "9.6.2t", "9.6.2w", "9.6.2x", "9.6.2u", "9.6.2v")
def test_the_landing_at_singapore_as_printed() -> None:
    line = "turn 1; 0407 jp 2N(2L); 0507 jp A; 0407 cw N L A; ruling transport-hit-vs-singapore=b"
    found = fight_out(at_large(line), "0407", [6, 5, 1, 6])
    assert strength(found, 1) == (2, 1) and total(found, 1) == (2, 4)
    assert hits(found, 1) == (1, 0) and found.battles[1].air_hits == (0, 0)
    assert "0507 jp A-" in left(found) and "0407 jp L-*" in left(found)
    assert "0407 cw L" in left(found)
