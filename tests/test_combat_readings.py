"""The switches of chapter 9, each in a position where its readings part."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from pathlib import Path

import pytest
from combat_cases import fight, hits, kinds, left, offered, sea, strength, told, total
from strategies import at_large, port

from witp_learn import rulebook
from witp_learn.model import Nation, Side
from witp_learn.rules.combat.record import Combat, fight_out
from witp_learn.rules.combat.tally import winner_base, winner_hits

JAPAN = Side.JAPAN


def read(slug: str, letter: str, text: str, dice: Sequence[int] = (), *more: str | None) -> Combat:
    """The fight at 0505 by one reading of a ruling."""
    return fight(f"{text}; ruling {slug}={letter}", dice, *more, places=[port("0504", Nation.US)])


# azoc-combat-support


@pytest.mark.ruling("azoc-combat-support")
@pytest.mark.clause("2.2.3f", "9.2d")
@pytest.mark.parametrize(("letter", "allies"), [("a", 3), ("b", 1)])
def test_an_enemy_air_zone_keeps_out_support_from_next_door(letter: str, allies: int) -> None:
    line = "0505 jp N; 0505 us N; 0404 us A; 0605 jp A"
    found = read("azoc-combat-support", letter, line)
    assert strength(found)[1] == allies


@pytest.mark.clause("2.2.3f", "2.2.3i")
def test_the_zone_is_lifted_by_a_full_air_unit_in_the_hex() -> None:
    line = "0505 jp N; 0505 us N; 0404 us A; 0605 jp A"
    assert strength(read("azoc-combat-support", "b", f"{line}; 0505 us A")) == (1, 5)
    assert strength(read("azoc-combat-support", "b", f"{line}; 0505 us A-")) == (1, 1)
    assert strength(read("azoc-combat-support", "b", f"{line}; 0505 jp A")) == (5, 1)
    assert strength(read("azoc-combat-support", "b", line.replace("jp A", "jp A-"))) == (1, 3)


@pytest.mark.clause("2.2.3f", "9.6.2b")
@pytest.mark.parametrize(("letter", "unit"), [("a", []), ("b", ["0404 us A"])])
def test_an_air_unit_kept_out_takes_no_extra_hits(letter: str, unit: list[str]) -> None:
    line = "0505 jp N; 0505 us N; 0404 us A; 0605 jp A"
    found = read("azoc-combat-support", letter, line, [6, 1])
    assert [row for row in left(found) if "us A" in row] == unit


# assault-vs-lone-air


@pytest.mark.ruling("assault-vs-lone-air")
@pytest.mark.clause("8.6.2c", "9.1c")
@pytest.mark.parametrize(("letter", "battles"), [("a", []), ("b", ["assault"])])
def test_cargo_against_an_air_unit_alone(letter: str, battles: list[str]) -> None:
    found = read("assault-vs-lone-air", letter, "0505 jp N(L); 0505 us A")
    assert kinds(found) == battles


@pytest.mark.clause("8.6.2c", "9.1e")
@pytest.mark.parametrize("other", ["0505 jp A", "0505 us N; 0404 us A", "0404 us A", "0404 us A-"])
def test_only_an_enemy_air_unit_in_the_hex_is_fought(other: str) -> None:
    found = read("assault-vs-lone-air", "b", f"0505 jp 3N(L); {other}", [6, 1])
    assert "assault" not in kinds(found)


@pytest.mark.clause("8.6.2d", "8.6.2e", "9.1d")
def test_after_a_fleet_combat_an_air_unit_alone_is_driven_out_or_fought() -> None:
    line = "0505 jp 3N(L); 0505 us N A"
    freely = read("assault-vs-lone-air", "a", line, [3, 1])
    assert kinds(freely) == ["fleet"] and left(freely, "0504") == ["0504 us A-"]
    fought = read("assault-vs-lone-air", "b", line, [3, 1])
    assert kinds(fought) == ["fleet", "assault"] and strength(fought, 1) == (1, 3)
    assert left(fought, "0505")[-1] == "0505 us A"


@pytest.mark.clause("8.6.2c", "9.6.3l", "9.6.3q")
def test_a_landing_against_an_air_unit_alone_is_won_or_lost() -> None:
    line = "0505 jp 4N(4L); 0505 us A"
    lost = read("assault-vs-lone-air", "b", line, [1, 4])
    assert total(lost) == (4, 5) and lost.battles[0].result == "embarked"
    assert hits(lost) == (0, 0) and "0505 us A" in left(lost)
    won = read("assault-vs-lone-air", "b", line, [2, 1])
    assert told(won.battles[0]).winner is JAPAN and "0505 jp 4L" in left(won)
    assert left(won, "0504") == ["0504 us A-"] and won.after.contested == ()


# enemy-fleet-eliminated-or-gone


@pytest.mark.ruling("enemy-fleet-eliminated-or-gone")
@pytest.mark.clause("8.6.2e", "9.1d")
@pytest.mark.parametrize(("letter", "battles"), [("a", ["fleet", "assault"]), ("b", ["fleet"])])
def test_a_fleet_that_only_retreated_opens_the_way_or_not(letter: str, battles: list[str]) -> None:
    line = "0505 jp 3N(L); 0505 us 3N L"
    found = read("enemy-fleet-eliminated-or-gone", letter, line, [2, 1])
    assert found.battles[0].result == "retreat" and kinds(found) == battles
    assert found.over is (letter == "b")


@pytest.mark.clause("8.6.2e", "9.1d")
@pytest.mark.parametrize("letter", ["a", "b"])
def test_a_sunk_fleet_opens_the_way_by_either_reading(letter: str) -> None:
    line = "0505 jp 4N(L); 0505 us N L"
    found = read("enemy-fleet-eliminated-or-gone", letter, line, [2, 1])
    assert kinds(found) == ["fleet", "assault"]


@pytest.mark.clause("8.6.2d", "8.6.2e")
@pytest.mark.parametrize(
    ("letter", "air", "lands"),
    [("a", "us A", True), ("b", "us A", False), ("b", "jp A", True), ("b", "", True)],
)
def test_cargo_lands_free_where_only_an_enemy_air_unit_could_bar_it(
    letter: str, air: str, lands: bool
) -> None:
    line = f"0505 jp 4N(L); 0505 us 3N{f'; 0505 {air}' if air else ''}"
    found = read("enemy-fleet-eliminated-or-gone", letter, line, [4, 2])
    assert found.battles[0].result == "retreat" and kinds(found) == ["fleet"]
    assert ("0505 jp L" in left(found)) is lands


@pytest.mark.clause("8.6.2e", "9.1b")
def test_those_who_walked_in_fight_on_land_where_the_cargo_may_not_land() -> None:
    line = "0505 jp 3N(L) 2L; 0505 us 3N L"
    found = read("enemy-fleet-eliminated-or-gone", "b", line, [2, 1, 2, 1])
    assert kinds(found) == ["fleet", "land"] and strength(found, 1) == (2, 1)
    assert any(row.endswith("*") for row in left(found, "0505"))


# assault-may-or-must


@pytest.mark.ruling("assault-may-or-must")
@pytest.mark.clause("8.6.2e", "9.1c")
def test_cargo_must_land_or_may() -> None:
    line = "0505 jp N(L); 0505 us L"
    assert read("assault-may-or-must", "a", line).pending == fight(line).pending
    asked = fight_out(sea(f"{line}; ruling assault-may-or-must=b"), "0505", steps=0)
    assert offered(asked) == ["land 0505 yes", "land 0505 no"]
    assert asked.pending is not None and asked.pending.side is JAPAN
    assert kinds(read("assault-may-or-must", "b", line)) == ["assault"]
    stays = read("assault-may-or-must", "b", line, [], "land 0505 no")
    assert stays.over and kinds(stays) == []
    assert left(stays) == ["0505 jp L*", "0505 jp N", "0505 us L"]


@pytest.mark.clause("8.6.2e", "9.5.2b", "9.4a")
def test_where_cargo_stays_aboard_those_ashore_fight_on_land() -> None:
    line = "0505 jp N(L) L; 0505 us L"
    yes = read("assault-may-or-must", "b", line)
    no = read("assault-may-or-must", "b", line, [], "land 0505 no")
    assert (kinds(yes), strength(yes)) == (["assault"], (2, 2))
    assert (kinds(no), strength(no)) == (["land"], (1, 1))


# winner-hits-basis


@pytest.mark.ruling("winner-hits-basis")
@pytest.mark.clause("9.6.1b", "9.6.2x")
@pytest.mark.parametrize(("letter", "given"), [("a", 0), ("b", 1), ("c", 0)])
def test_at_singapore_half_of_what_the_winner_takes(letter: str, given: int) -> None:
    line = "turn 1; 0407 jp 2N(2L); 0507 jp A; 0407 cw N L A"
    rulings = f"ruling transport-hit-vs-singapore=b; ruling winner-hits-basis={letter}"
    found = fight_out(at_large(f"{line}; {rulings}"), "0407", [6, 5, 1, 6])
    assert told(found.battles[1]).difference == 2 and hits(found, 1) == (1, given)


@pytest.mark.ruling("winner-hits-basis")
@pytest.mark.clause("9.6.1b", "9.6.1c")
@pytest.mark.parametrize(("letter", "given"), [("a", 1), ("b", 3), ("c", 1)])
def test_half_of_the_capped_hits_or_half_of_the_difference(letter: str, given: int) -> None:
    line = "0505 jp 2N; 0505 us 3N; 0504 jp 2A"
    found = read("winner-hits-basis", letter, line, [6, 1])
    assert told(found.battles[0]).difference == 8 and hits(found) == (given, 2)


@pytest.mark.clause("9.6.1b", "9.6.1k")
def test_half_of_what_the_loser_can_absorb_comes_to_the_same_under_the_cap() -> None:
    for hurt, full, attrited in product(range(1, 14), range(6), range(6)):
        absorb = 2 * full + attrited
        bases = [winner_base(letter, hurt, hurt, absorb) for letter in "ac"]
        assert winner_hits(bases[0], full) == winner_hits(bases[1], full)


# transport-hit-vs-singapore


@pytest.mark.ruling("transport-hit-vs-singapore")
@pytest.mark.clause("9.6.1j", "9.6.2o", "9.6.2r")
@pytest.mark.parametrize(("letter", "japan", "difference"), [("a", 1, 3), ("b", 2, 2)])
def test_the_cargo_of_a_ship_that_is_hit(letter: str, japan: int, difference: int) -> None:
    line = "turn 1; 0407 jp 2N(2L); 0507 jp A; 0407 cw N L A"
    ruling = f"ruling transport-hit-vs-singapore={letter}"
    found = fight_out(at_large(f"{line}; {ruling}"), "0407", [6, 5, 1, 6])
    assert hits(found, 0) == (1, 2) and strength(found, 1) == (japan, 1)
    assert told(found.battles[1]).difference == difference


# air-hits-total-vs-each


@pytest.mark.ruling("air-hits-total-vs-each")
@pytest.mark.clause("9.6.2d", "9.6.2e")
@pytest.mark.parametrize(("letter", "suffered"), [("a", 1), ("b", 3)])
def test_a_five_hits_one_air_unit_or_each(letter: str, suffered: int) -> None:
    line = "0505 jp N; 0505 us N; 0404 us A; 0604 us A; 0605 us A; 0405 us A-"
    found = read("air-hits-total-vs-each", letter, line, [5, 1])
    assert found.battles[0].air_hits == (0, suffered)
    assert sum(row.endswith(" A") for row in left(found)) == 3 - suffered


@pytest.mark.ruling("air-hits-total-vs-each")
@pytest.mark.clause("9.6.2d", "9.6.2f")
@pytest.mark.parametrize(("letter", "rest"), [("a", ["0404 us A", "0604 us A"]), ("b", [])])
def test_a_six_gives_two_hits_in_all_or_two_on_each(letter: str, rest: list[str]) -> None:
    line = "0505 jp N; 0505 us N; 0404 us A; 0604 us A; 0605 us A"
    more = ["hit air 0605"] * 2 if letter == "a" else []
    found = read("air-hits-total-vs-each", letter, line, [6, 1], *more)
    assert [row for row in left(found) if "A" in row] == rest


@pytest.mark.clause("9.6.2g")
@pytest.mark.parametrize("letter", ["a", "b"])
def test_a_six_at_sea_goes_on_one_carrier_by_either_reading(letter: str) -> None:
    line = "0505 jp N; 0505 us 2C 4N; 0404 us A; 0604 us A"
    found = read("air-hits-total-vs-each", letter, line, [6, 1])
    assert found.battles[0].air_hits == (0, 1)
    assert {"0404 us A", "0604 us A", "0505 us C", "0505 us C-"} <= set(left(found))


def test_every_switch_of_combat_is_tried_here() -> None:
    """Those of chapter 9 but for one that acts in redeployment (9.7g, 10.3)."""
    acting = {slug: _chapters(item) for slug, item in rulebook.switches().items() if item.acts}
    combat = {slug for slug, chapters in acting.items() if "9" in chapters and "10" not in chapters}
    source = Path(__file__).read_text("utf-8")
    assert combat and all(source.count(f"# {slug}\n") == 1 for slug in combat)


def _chapters(item: rulebook.Ruling) -> set[str]:
    return {section.split(".")[0] for section in item.sections}
