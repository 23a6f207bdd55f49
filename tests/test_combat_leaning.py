"""What a battle rests on: the map data and the rulings by which it would end otherwise (9)."""

from __future__ import annotations

import pytest
from attrs import evolve
from combat_cases import BEACH, sea, shore
from strategies import at_large, port

from witp_learn.explain import Fact
from witp_learn.model import Grade, Hex, Nation, Origin, Terrain
from witp_learn.rules.combat.record import Combat, fight_out
from witp_learn.rules.combat_answers.answers import fight_answer
from witp_learn.rules.combat_answers.leaning import facts


def assumed(place: Hex, *keys: str) -> Hex:
    """The hex with some of its data only assumed."""
    return evolve(place, origins={key: Origin(Grade.ASSUMED, "", "a guess") for key in keys})


def fought(text: str, dice: list[int], *places: Hex) -> Combat:
    return fight_out(sea(text, *places), "0505", dice)


def named(combat: Combat, index: int = 0) -> dict[tuple[str, str], Fact]:
    return {(fact.hex, fact.key): fact for fact in facts(combat, index)}


@pytest.mark.clause("12.2c", "9.6.3b")
def test_a_fleet_retreat_rests_on_the_area_of_the_hex_it_goes_to() -> None:
    place = assumed(shore("0404"), "area")
    found = named(fought("0505 us 3N; 0505 jp 3N", [4, 1], place))
    fact = found["0404", "area"]
    assert fact.grade == "assumed" and "China" in fact.otherwise
    japan = named(fought("0505 us 3N; 0505 jp 3N", [1, 4], place))
    assert ("0404", "area") not in japan, "China is closed to Allied fleets only"


@pytest.mark.clause("12.1e", "9.6.3b")
def test_on_turn_1_a_japanese_retreat_rests_on_the_area() -> None:
    place = assumed(shore("0404"), "area")
    assert ("0404", "area") in named(fought("turn 1; 0505 us 3N; 0505 jp 3N", [1, 4], place))
    assert ("0404", "area") not in named(fought("0505 us 3N; 0505 jp 3N", [1, 4], place))


@pytest.mark.clause("8.5o", "9.6.3b")
def test_a_japanese_retreat_rests_on_the_hex_having_stacking_limits() -> None:
    place = assumed(shore("0404"), "unlimited")
    fact = named(fought("0505 us 3N; 0505 jp 3N", [1, 4], place))["0404", "unlimited"]
    assert fact.text != fact.otherwise and "closed to Japanese fleets" in fact.otherwise
    assert ("0404", "unlimited") not in named(fought("0505 us 3N; 0505 jp 3N", [4, 1], place))


@pytest.mark.clause("8.6.1d", "9.1c")
def test_a_landing_rests_on_the_land_part_of_its_hex() -> None:
    """Without one the cargo stays aboard; with land units ashore there must be one."""
    beach = assumed(BEACH, "land_part", "terrain")
    bases = [port(h, Nation.US) for h in ("0404",)]
    lone = fought("0505 jp 3N(L); 0505 us N A", [3, 1], beach, *bases)
    assert {("0505", "land_part"), ("0505", "terrain")} <= set(named(lone))
    early = fought("0505 jp 3N(L); 0505 us N", [3, 1], beach)
    assert early.landed and {("0505", "land_part"), ("0505", "terrain")} <= set(named(early))
    ashore = fought("0505 jp 3N(L); 0505 us N L", [3, 1, 3, 1], beach)
    assert ("0505", "land_part") not in named(ashore, 1)


@pytest.mark.clause("8.5i", "9.6.3b")
def test_a_fleet_retreat_rests_on_the_terrain_of_the_hex_it_leaves() -> None:
    """Were the hex all land its sides would be, but then no fleet could be there."""
    place = assumed(Hex("0505", Terrain.DEEP), "terrain")
    found = fought("0505 us 3N; 0505 jp 3N", [4, 1], place, shore("0404"))
    assert ("0505", "terrain") not in named(found)


@pytest.mark.clause("8.5d", "9.6.3h")
def test_a_land_retreat_rests_on_the_terrain_of_the_hex_it_leaves() -> None:
    """From land one walks into the shallow hex; a shallow hex has the same open side."""
    inland = assumed(evolve(BEACH, terrain=Terrain.LAND), "terrain", "mountain")
    found = fought("0505 jp 6L; 0505 us 3L", [2, 1], inland, shore("0404"))
    assert found.battles[0].result == "retreat"
    assert {("0505", "terrain"), ("0505", "mountain")}.isdisjoint(named(found))


@pytest.mark.clause("8.7a", "8.7e", "9.6.3h")
def test_air_units_driven_out_where_the_beaten_go_rest_on_the_icons_around_that_hex() -> None:
    """The beaten walk to 0404; an enemy air unit there has to leave, two hexes at most."""
    far = assumed(port("0402", Nation.US), "side")
    places = [shore("0404"), far]
    found = fought("0505 jp 5L; 0505 us 6L; 0404 us A", [1, 2], *places)
    assert found.battles[0].result == "retreat"
    assert [s.action for s in found.decided if s.question.kind == "displace"] == [
        "displace 0404 0402"
    ]
    assert ("0402", "icon") in named(found)


@pytest.mark.clause("8.7a", "12.2c")
def test_where_displaced_air_units_go_rests_on_the_area() -> None:
    place = assumed(port("0404", Nation.US), "area")
    found = fought("0505 jp 3N(L); 0505 us N A", [3, 1], place)
    assert "China" in named(found)["0404", "area"].otherwise


@pytest.mark.clause("8.6.2c", "9.1c")
def test_whether_there_is_a_fight_may_hang_by_a_ruling() -> None:
    lone = fight_answer(at_large("0606 jp N(L); 0606 us A; turn 4"), "0606")
    assert [(r.slug, r.reading) for r in lone.rulings] == [("assault-vs-lone-air", "b")]
    with_land = fight_answer(at_large("0606 jp N(L); 0606 us A L; turn 4"), "0606")
    assert with_land.rulings == ()
