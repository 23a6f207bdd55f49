"""The second ruleset: units, forces, costs, and battles from given dice, volley by volley."""

from __future__ import annotations

from random import Random

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from witp_learn import dicepool, rulebook
from witp_learn.dicepool import (
    Battle,
    Category,
    Conduct,
    Fire,
    Force,
    Leave,
    Place,
    Plan,
    Role,
    Size,
    Stage,
    Stockpile,
    Territory,
    moments,
    stages,
)
from witp_learn.explain import faults
from witp_learn.files import BadData, NotAvailable, Unreadable, to_toml

ONE = """
format = "witp-dicepool-units/1"
[[units]]
name = "zero"
category = "aircraft"
air = 3
hits = 1
pu = 9
"""


def held(text: str) -> Force:
    return dicepool.force(text, dicepool.sample())


def fight(attacker: str, defender: str, dice: list[int], plan: Plan = dicepool.PLAIN) -> Battle:
    return dicepool.battle(held(attacker), held(defender), dice, plan)


def fires(fought: Battle) -> list[tuple[str, str, int]]:
    """Kind, side and hits of every volley."""
    return [(v.due.fire.value, v.due.side.value, v.hits) for v in fought.volleys()]


# Units, categories, costs


@pytest.mark.clause("D-stats-1", "D-stats-3", "D-stats-5", "D-stats-8", "D-units-4", "D-units-5")
@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("infantry", (1, 0, 2, 1, Size.SMALL)),
        ("tank", (2, 0, 2, 2, Size.LARGE)),
        ("artillery", (3, 1, 1, 1, Size.SMALL)),
        ("blockhouse", (4, 2, 2, 0, Size.NONE)),
    ],
)
def test_printed_values(name: str, values: tuple[object, ...]) -> None:
    unit = dicepool.printed()[name]
    assert (unit.land, unit.air, unit.hits, unit.movement, unit.size) == values
    assert unit.grade == "printed"
    assert set(unit.rules) <= set(rulebook.clauses())


@pytest.mark.ruling("d-missing-stats")
@pytest.mark.clause("D-stats-1", "D-stats-8")
def test_values_the_text_does_not_give_count_as_0_and_are_assumed() -> None:
    for name in ("infantry", "tank"):
        unit = dicepool.printed()[name]
        assert unit.air == 0
        assert unit.grade_of("air") == "assumed"
        assert unit.grade_of("land") == "printed"


@pytest.mark.clause("D-stats-2", "D-stats-4", "D-stats-7", "D-stats-9")
def test_costs_of_a_force() -> None:
    side = dicepool.force("infantry:3,tank:2,artillery:1,blockhouse:1")
    assert dicepool.pu(side) == 3 + 10 + 5 + 5
    assert dicepool.mp(side) == 3
    assert dicepool.cost(side) == "23 PU and 3 MP"
    assert dicepool.cost(dicepool.force("tank:2")) == "10 PU"
    assert [unit.mp for unit in dicepool.printed()] == [1, 0, 0, 0]


@pytest.mark.ruling("d-land-categories")
@pytest.mark.clause("D-units-1")
def test_land_categories_and_the_blockhouse_among_artillery() -> None:
    assert [unit.name for unit in dicepool.printed()] == [
        "infantry",
        "tank",
        "artillery",
        "blockhouse",
    ]
    assert dicepool.printed()["blockhouse"].category is Category.ARTILLERY
    assert [c.value for c in Category if c.is_land] == ["infantry", "tank", "artillery"]


@pytest.mark.clause("D-units-2")
@pytest.mark.parametrize("name", ["escort", "capital-ship", "submarine", "transport"])
def test_naval_categories_exist_and_have_no_rules(name: str) -> None:
    assert Category(name).is_naval
    with pytest.raises(Unreadable, match="no values and no rules"):
        dicepool.force(f"{name}:1")
    table = dicepool.read_units(
        ONE.replace('"aircraft"', f'"{name}"').replace('"zero"', '"yamato"'), "own.toml"
    )
    assert table["yamato"].category.is_naval
    with pytest.raises(Unreadable, match="no values and no rules"):
        dicepool.force("yamato:1", table)


@pytest.mark.clause("D-units-3")
def test_aircraft_have_no_printed_values() -> None:
    assert not [unit for unit in dicepool.printed() if unit.category is Category.AIRCRAFT]
    with pytest.raises(Unreadable, match="no values; name a unit table"):
        dicepool.force("aircraft:1")
    own = [u for u in dicepool.sample() if u.category is Category.AIRCRAFT]
    assert {unit.grade for unit in own} == {"assumed"}
    assert all(unit.why for unit in own)
    assert "not the game's" in str(fight("fighter:1", "infantry:1", [6]))


@pytest.mark.clause("D-stats-6", "D-units-5")
def test_shipping() -> None:
    fine = dicepool.shipping(dicepool.force("infantry:2,tank:1,artillery:1"))
    assert fine.value is True
    assert "1 tank: large" in str(fine)
    fixed = dicepool.shipping(dicepool.force("infantry:2,blockhouse:1"))
    assert fixed.value is False
    assert "blockhouse: cannot be shipped" in str(fixed)
    assert not faults(fine) + faults(fixed)


def test_an_own_table_adds_to_the_printed_units() -> None:
    table = dicepool.read_units(ONE, "own.toml")
    assert table["zero"].air == 3
    assert table["zero"].land == 0
    assert table["zero"].grade == "assumed"
    assert "infantry" in table
    assert dicepool.read_units(to_toml(dicepool.to_table(table)), "again.toml").units == table.units


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"witp-dicepool-units/1"', '"units"', 'own.toml: format = "units": must be'),
        ('name = "zero"', 'name = "tank"', 'units[0].name = "tank": the text prints'),
        ('name = "zero"', 'name = "A:1"', 'units[0].name = "A:1": must be small letters'),
        ("air = 3", "air = 21", "units[0].air = 21: must be from 0 to 20"),
        ("air = 3", 'air = "3"', 'units[0].air = "3": must be a whole number'),
        ("hits = 1", "hits = 0", "units[0].hits = 0: must be from 1 to 20"),
        ("hits = 1\n", "", "units[0].hits: is missing"),
        ('"aircraft"', '"aircrafts"', 'units[0].category = "aircrafts": must be infantry'),
        ("pu = 9", "pu = -1", "units[0].pu = -1: must be from 0"),
        ("pu = 9", 'pu = 9\ngrade = "printed"', 'units[0].grade = "printed": must be derived'),
        ("pu = 9", 'pu = 9\ngrade = "sure"', 'units[0].grade = "sure": must be printed, derived'),
        ("pu = 9", 'pu = 9\nsize = "small"', "only land units have a size"),
        ("pu = 9", "pu = 9\nspeed = 4", "units[0].speed = 4: no such key"),
        ("pu = 9", 'pu = 9\nunprinted = ["air"]', "must name one of land, naval"),
        ("pu = 9", 'pu = 9\nrules = ["D-x-1"]', 'units[0].rules[0] = "D-x-1"'),
        ("pu = 9", "pu = 9\n" + ONE.split("\n", 2)[2], 'units[1].name = "zero": stands twice'),
    ],
)
def test_errors_of_a_table_name_file_key_and_value(old: str, new: str, said: str) -> None:
    with pytest.raises(BadData) as error:
        dicepool.read_units(ONE.replace(old, new), "own.toml")
    assert str(error.value).startswith("own.toml: ")
    assert said in str(error.value)


def test_a_table_that_is_not_there() -> None:
    with pytest.raises(BadData, match="nowhere"):
        dicepool.units("nowhere.toml")
    with pytest.raises(NotAvailable, match="Did you mean tank"):
        dicepool.printed()["tanks"]


# Manpower


LANDS = (
    Territory("Hunan", "china", "china", mp=3, pu=2),
    Territory("Burma", "britain", "china", mp=2, pu=1),
    Territory("Shanghai", "china", "japan", mp=4, pu=5),
)


@pytest.mark.ruling("d-manpower-scope")
@pytest.mark.clause("D-manpower-1", "D-manpower-2")
def test_manpower_comes_from_what_a_nation_held_at_the_start_and_still_holds() -> None:
    got = dicepool.manpower("china", LANDS)
    assert got.value == 3
    assert "not held at the start" in str(got)
    assert "japan holds it now" in str(got)
    assert dicepool.manpower("japan", LANDS).value == 0
    assert not faults(got)


@pytest.mark.clause("D-manpower-3", "D-manpower-4", "D-stats-2")
def test_manpower_is_collected_like_pu_saved_and_spent() -> None:
    saved = dicepool.collect(Stockpile("china", pu=1, mp=1), LANDS)
    assert (saved.pu, saved.mp) == (1 + 3, 1 + 3)
    later = dicepool.collect(saved, LANDS)
    assert (later.pu, later.mp) == (7, 7)
    left = dicepool.buy(later, dicepool.force("infantry:2,artillery:1"))
    assert left == Stockpile("china", 0, 5)
    dear = dicepool.force("infantry:8")
    assert dicepool.buy(later, dear) is None
    assert dicepool.shortfall(later, dear) == (1, 1)


# Forces and casualties


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "write a force like"),
        ("infantry:0", "from 1 to 200"),
        ("infantry:201", "from 1 to 200"),
        ("infantry:-1", "from 1 to 200"),
        ("infantry:1.5", "from 1 to 200"),
        ("infantry:1,infantry:2", "named twice"),
        ("infantri:1", "Did you mean infantry"),
        ("infantry:150,tank:51", "at most 200 units"),
        (",", "write a force like"),
    ],
)
def test_forces_that_cannot_be_read(text: str, said: str) -> None:
    with pytest.raises(Unreadable, match=said):
        dicepool.force(text)


def test_a_force_is_written_as_it_is_read() -> None:
    side = dicepool.force(" tank:1 , infantry:3,artillery")
    assert dicepool.written(side) == "infantry:3,tank:1,artillery:1"
    assert hash(side) == hash(dicepool.force("infantry:3,tank:1,artillery:1"))


@pytest.mark.ruling("d-damage-spreading")
@pytest.mark.clause("D-units-8", "D-main-2")
def test_hits_are_concentrated_and_go_through_the_types_in_order() -> None:
    side = dicepool.force("infantry:3,tank:1,artillery:1,blockhouse:1")
    order = side.names
    once, placed = dicepool.take(side, 3, order)
    assert str(once).startswith("2 infantry (one with 1 hit)")
    assert [(row.hits, row.touched, row.destroyed) for row in placed] == [(3, 2, 1)]
    twice, placed = dicepool.take(once, 1, order)
    assert twice.left("infantry") == 1
    assert [(row.touched, row.destroyed) for row in placed] == [(1, 1)]
    last, placed = dicepool.take(twice, 5, order)
    assert [row.name for row in placed] == ["infantry", "tank", "artillery"]
    assert last.counts() == {"infantry": 0, "tank": 0, "artillery": 0, "blockhouse": 1}
    gone, _ = dicepool.take(last, 9, order)
    assert not gone.has_land


@given(
    st.dictionaries(
        st.sampled_from(["infantry", "tank", "artillery", "blockhouse"]),
        st.integers(1, 4),
        min_size=1,
    ),
    st.integers(0, 30),
    st.integers(0, 30),
)
def test_hits_taken_in_two_parts_fall_as_they_do_at_once(
    counts: dict[str, int], first: int, second: int
) -> None:
    side = Force.of(counts)
    order = tuple(reversed(side.names))
    parts = dicepool.take(dicepool.take(side, first, order)[0], second, order)[0]
    assert parts == dicepool.take(side, first + second, order)[0]
    assert all(0 <= group.left <= group.count for group in parts)


# Battles from given dice


@pytest.mark.ruling("d-round-order")
@pytest.mark.clause("D-round-1")
def test_a_round_runs_dogfight_strafing_run_main_combat() -> None:
    ours, theirs = held("infantry:9,bomber:2"), held("artillery:2,fighter:2")
    fought = dicepool.battle(ours, theirs, Random(5))
    first = [v.due.fire.stage for v in fought.rounds[0].volleys]
    assert list(dict.fromkeys(first)) == [Stage.DOGFIGHT, Stage.STRAFING, Stage.MAIN]
    sides = [v.due.side for v in fought.rounds[0].volleys]
    assert sides[:2] == sides[-2:] == [Role.ATTACKER, Role.DEFENDER]
    rounds = [[v.due.fire.stage for v in row.volleys] for row in fought.rounds]
    assert all(row == sorted(row, key=list(Stage).index) for row in rounds)


@pytest.mark.ruling("d-simultaneity")
@pytest.mark.clause(
    "D-dogfight-1", "D-dogfight-2", "D-dogfight-3", "D-dogfight-4", "D-dogfight-5", "D-units-6"
)
def test_dogfight_dice_and_both_fire_before_removal() -> None:
    # 1 fighter and 1 bomber throw 3 dice at 1 fighter, which throws its 2 although it is shot.
    moment = dicepool.begin(held("infantry:1,fighter:1,bomber:1"), held("infantry:1,fighter:1"))
    wanted = dicepool.due(moment)
    assert wanted is not None
    assert (wanted.fire, wanted.side, wanted.count) == (Fire.DOGFIGHT, Role.ATTACKER, 3)
    volley, moment = dicepool.roll(moment, [4, 5, 5])
    assert volley.target.left("fighter") == 0
    wanted = dicepool.due(moment)
    assert wanted is not None
    assert (wanted.side, wanted.count) == (Role.DEFENDER, 2)
    volley, moment = dicepool.roll(moment, [1, 6], order=("bomber", "fighter"))
    assert volley.target.left("bomber") == 0
    assert volley.target.left("fighter") == 1
    wanted = dicepool.due(moment)
    assert wanted is not None
    assert (wanted.fire, wanted.side, wanted.count) == (Fire.RUN, Role.ATTACKER, 1)


@pytest.mark.ruling("d-strafe-targets")
@pytest.mark.clause("D-strafe-1", "D-strafe-2", "D-strafe-3", "D-strafe-7")
def test_strafed_units_shoot_back_also_those_killed() -> None:
    plan = Plan(Conduct(strafing=("artillery",)))
    moment = dicepool.begin(held("infantry:1,bomber:1"), held("infantry:1,artillery:2"))
    volley, moment = dicepool.roll(moment, [1, 2, 6], plan)
    assert volley.due.fire is Fire.RUN
    assert volley.target.left("artillery") == 0
    back = dicepool.due(moment, plan)
    assert back is not None
    assert (back.fire, back.side, back.count) == (Fire.ANSWER, Role.DEFENDER, 2)
    volley, moment = dicepool.roll(moment, [3, 3], plan)
    assert volley.target.left("bomber") == 0
    assert volley.taken.value == 1
    # What the run killed is gone before the main combat: the defender throws 1 die, not 7.
    _, moment = dicepool.roll(moment, [6], plan)
    left = dicepool.due(moment, plan)
    assert left is not None
    assert (left.fire, left.side, left.count) == (Fire.MAIN, Role.DEFENDER, 1)


@pytest.mark.clause("D-strafe-3")
def test_infantry_has_no_air_value_to_shoot_back_with() -> None:
    fought = fight("infantry:1,bomber:1", "infantry:2", [1, 1, 1, 1, 1])
    assert fires(fought)[:2] == [("run", "attacker", 3), ("main", "attacker", 1)]


@pytest.mark.clause("D-strafe-4", "D-strafe-5", "D-strafe-6")
def test_the_defender_strafes_with_what_the_dogfight_left_and_the_attacker_shoots_back() -> None:
    # The attacker's run costs the defender nothing in the air: his bomber still strafes.
    dice = [5, 5, *[6] * 3, *[1, 6, 6], 1, 1, 6, 6]
    plan = Plan(defender=Conduct(strafing=("artillery",)))
    moment = dicepool.begin(held("infantry:1,artillery:1,bomber:1"), held("infantry:1,bomber:1"))
    told = []
    for count in (1, 1, 3, 3, 1):
        volley, moment = dicepool.roll(moment, dice[:count], plan)
        dice = dice[count:]
        told.append((volley.due.fire, volley.due.side, volley.hits))
    assert told[3] == (Fire.RUN, Role.DEFENDER, 1)
    assert told[4] == (Fire.ANSWER, Role.ATTACKER, 1)
    assert moment.force(Role.DEFENDER).left("bomber") == 0
    assert moment.force(Role.ATTACKER).left("artillery") == 0


@pytest.mark.clause("D-strafe-6")
def test_return_fire_hits_only_aircraft_that_strafe() -> None:
    text = (
        ONE.replace("air = 3", "air = 1")
        + ONE.split("\n", 2)[2].replace("zero", "tony")
        + ("land = 2\n")
    )
    table = dicepool.read_units(text, "own.toml")
    side = dicepool.force("infantry:1,zero:1,tony:1", table)
    assert stages.targets(Fire.ANSWER, side) == ("tony",)
    assert stages.targets(Fire.DOGFIGHT, side) == ("zero", "tony")


@pytest.mark.ruling("d-simultaneity")
@pytest.mark.clause("D-main-1", "D-main-3", "D-main-5", "D-units-6")
def test_main_combat_is_simultaneous() -> None:
    fought = fight("infantry:2", "artillery:1", [1, 6, 1, 2, 3])
    assert fires(fought) == [("main", "attacker", 1), ("main", "defender", 3)]
    assert fought.result.fate == "attacker"
    assert fought.result.attacker.counts() == {"infantry": 1}


@pytest.mark.ruling("d-hit-order-detail")
@pytest.mark.clause("D-main-2", "D-main-4")
def test_main_combat_has_a_forced_order() -> None:
    moment = dicepool.begin(held("infantry:1,tank:1,artillery:1"), held("infantry:4"))
    volley, _ = dicepool.roll(moment, [6] * 6, order=("artillery",))
    assert volley.due.order == ("infantry",)
    dice = [6] * 6 + [1] * 5
    fought = fight("infantry:1,tank:1,artillery:1", "infantry:5", dice)
    fell = [
        [(p.name, p.hits) for p in v.placed] for v in fought.volleys() if v.due.side == "defender"
    ]
    assert fell[0] == [("infantry", 2), ("tank", 2), ("artillery", 1)]


@pytest.mark.clause("D-units-7")
@pytest.mark.parametrize(("die", "hits"), [(1, 1), (4, 1), (5, 0), (6, 0)])
def test_four_or_less_hits(die: int, hits: int) -> None:
    moment = dicepool.begin(held("infantry:1"), held("infantry:1"))
    volley, _ = dicepool.roll(moment, [die])
    assert volley.hits == hits
    assert volley.taken.value == hits


@pytest.mark.ruling("d-damage-persist")
@pytest.mark.clause("D-completion-7", "D-completion-6")
def test_damage_stays_between_rounds_and_heals_after_the_combat() -> None:
    fought = fight("infantry:2", "infantry:1", [1, 6, 1, 1, 6, 6])
    assert [row.number for row in fought.rounds] == [1, 2]
    assert fought.rounds[0].volleys[1].target.groups[0].damaged == 1
    assert fought.result.attacker.counts() == {"infantry": 2}
    assert fought.result.attacker.groups[0].taken == 0
    assert fought.lost_pu(Role.ATTACKER) == 0


@pytest.mark.clause("D-completion-1", "D-completion-5")
def test_both_destroyed_and_the_defender_keeps_it() -> None:
    fought = fight("artillery:1", "artillery:1", [1, 6, 6, 2, 6, 6])
    assert fought.result.fate == "both"
    assert fought.result.holder is Role.DEFENDER
    assert fought.result.control.value is False


@pytest.mark.clause("D-completion-4")
def test_the_side_with_land_units_left_takes_control() -> None:
    won = fight("infantry:1", "artillery:1", [1, 6, 6, 6])
    assert won.result.holder is Role.ATTACKER
    assert won.result.control.value is True
    lost = fight("artillery:1", "infantry:1", [6, 6, 6, 1])
    assert (lost.result.fate, lost.result.holder) == ("defender", Role.DEFENDER)


@pytest.mark.ruling("d-air-evacuation")
@pytest.mark.clause("D-completion-2", "D-completion-3")
def test_the_defenders_aircraft_evacuate_or_are_lost() -> None:
    # The fighter strafes and misses, the tank kills the gun, the gun misses.
    dice = [6, 1, 6, 6, 6, 6]
    away = fight("tank:1", "artillery:1,fighter:1", dice)
    assert away.result.fate == "attacker"
    assert away.result.aircraft == {Role.DEFENDER: "evacuate"}
    assert away.result.defender.counts() == {"fighter": 1}
    assert away.lost_pu(Role.DEFENDER) == 5
    lost = fight("tank:1", "artillery:1,fighter:1", dice, Plan(refuge=False))
    assert lost.result.aircraft == {Role.DEFENDER: "lost"}
    assert lost.result.defender.counts() == {}
    assert lost.losses(Role.DEFENDER) == {"artillery": 1, "fighter": 1}
    assert lost.lost_pu(Role.DEFENDER) == 13


@pytest.mark.clause("D-completion-5")
def test_the_defenders_aircraft_stay_when_both_land_forces_are_gone() -> None:
    fought = fight("artillery:1", "artillery:1,fighter:1", [6, 1, 6, 6, 1, 6, 6])
    assert fought.result.fate == "both"
    assert fought.result.aircraft == {Role.DEFENDER: "stay"}


def test_an_attacker_without_land_units_left_flies_home() -> None:
    fought = fight("infantry:1,fighter:1", "tank:1", [6, 6, 1, 1])
    assert fought.result.fate == "defender"
    assert fought.result.aircraft == {Role.ATTACKER: "return"}


@pytest.mark.clause("D-completion-1", "D-completion-4")
def test_aircraft_alone_raid_for_a_round_and_take_nothing() -> None:
    fought = fight("bomber:1", "infantry:1", [1, 1, 6])
    assert len(fought.rounds) == 1
    assert fires(fought) == [("run", "attacker", 2)]
    assert fought.result.fate == "both"
    assert fought.result.holder is Role.DEFENDER


@pytest.mark.ruling("d-withdraw-choice")
@pytest.mark.clause("D-withdraw-1", "D-withdraw-3", "D-withdraw-4")
def test_withdrawing_under_fire_of_planes_and_tanks() -> None:
    plan = Plan(Conduct(leave=Leave(after=1)))
    fought = fight(
        "infantry:3", "infantry:1,tank:1,fighter:1", [6, *[6] * 3, *[6] * 3, 1, 1, 6], plan
    )
    last = list(fought.volleys())[-1]
    assert (last.due.fire, last.due.side, last.due.count) == (Fire.PURSUIT, Role.DEFENDER, 3)
    assert fought.result.leaver is Role.ATTACKER
    assert fought.result.attacker.counts() == {"infantry": 2}
    assert fought.result.holder is Role.DEFENDER


@pytest.mark.clause("D-withdraw-5", "D-withdraw-6", "D-withdraw-7")
def test_the_side_that_leaves_fires_with_its_aircraft_at_the_same_time() -> None:
    plan = Plan(
        Conduct(withdrawal=("tank",)),
        Conduct(leave=Leave(after=1), withdrawal=("tank",)),
    )
    # Round 1: three strafing dice and all guns miss; then the volleys of the withdrawal.
    dice = [6] * 3 + [6] * 3 + [6] * 3 + [1, 1] + [1, 1, 6]
    fought = fight("infantry:1,tank:1", "infantry:1,tank:1,bomber:1", dice, plan)
    volleys = list(fought.volleys())[-2:]
    assert [(v.due.fire, v.due.side) for v in volleys] == [
        (Fire.PURSUIT, Role.ATTACKER),
        (Fire.COVER, Role.DEFENDER),
    ]
    assert fought.result.defender.counts() == {"infantry": 1, "bomber": 1}
    assert fought.result.attacker.counts() == {"infantry": 1}
    assert fought.result.holder is Role.ATTACKER
    assert fought.result.aircraft == {Role.DEFENDER: "withdraw"}


@pytest.mark.clause("D-withdraw-1")
def test_withdrawing_needs_a_finished_round_with_land_units_on_both_sides() -> None:
    moment = dicepool.begin(held("infantry:1"), held("infantry:1"))
    with pytest.raises(Unreadable, match="only after a round"):
        dicepool.decide(moment, Role.ATTACKER)
    _, moment = dicepool.roll(moment, [6])
    _, moment = dicepool.roll(moment, [6])
    assert moment.deciding
    assert dicepool.decide(moment, Role.DEFENDER).over
    over = fight("infantry:1", "artillery:1", [1, 6, 6, 6], Plan(defender=Conduct(leave=Leave(1))))
    assert over.result.leaver is None


@pytest.mark.clause("D-withdraw-1")
def test_leaving_with_only_aircraft_and_tanks_left() -> None:
    when = Leave(mobile=True)
    assert when.wanted(1, held("tank:1,fighter:1"))
    assert not when.wanted(1, held("tank:1,infantry:1"))
    assert not when.wanted(1, held("artillery:1"))
    gone, _ = dicepool.take(held("tank:1,infantry:1"), 2, ("infantry",))
    assert when.wanted(1, gone)


@pytest.mark.clause("D-withdraw-2", "D-completion-2", "D-completion-3")
def test_a_territory_with_an_unresolved_combat_is_not_friendly() -> None:
    near = Place("Luzon", own=True, adjacent=True)
    fought = evolve(near, contested=True)
    far = Place("Formosa", own=True)
    enemy = Place("Leyte", own=False, adjacent=True)
    assert dicepool.friendly(near).value is True
    assert dicepool.friendly(fought).value is False
    assert dicepool.can_withdraw([fought, enemy, far]).value is True
    assert dicepool.can_withdraw([fought, enemy]).value is False
    assert dicepool.can_evacuate([fought, enemy, far]).value is False
    assert dicepool.can_evacuate([fought, near]).value is True
    for places in ([fought, enemy, far], [near, fought]):
        assert not faults(dicepool.can_withdraw(places)) + faults(dicepool.can_evacuate(places))


@pytest.mark.parametrize(
    ("dice", "said"),
    [
        ([1], "Round 1, main combat: the defender throws 1 die; dice missing: 1"),
        ([1, 1, 1], "Round 2, main combat: the defender throws 1 die"),
        ([1, 1, 1, 1, 5], "left over: 1"),
        ([1, 7], "whole number from 1 to 6"),
    ],
)
def test_dice_that_do_not_fit_are_refused(dice: list[int], said: str) -> None:
    with pytest.raises(Unreadable) as error:
        fight("infantry:1", "infantry:1", dice)
    assert said in str(error.value)


@given(st.integers(0, 10_000))
def test_ledgers_are_sound_and_repeat_from_their_own_dice(seed: int) -> None:
    plan = Plan(
        Conduct(strafing=("artillery", "tank"), leave=Leave(mobile=True)),
        Conduct(dogfight=("bomber",), leave=Leave(after=3)),
        refuge=bool(seed % 2),
    )
    ours = held("infantry:2,tank:2,fighter:1,bomber:1")
    theirs = held("infantry:2,artillery:1,blockhouse:1,fighter:2")
    fought = dicepool.battle(ours, theirs, Random(seed), plan)
    again = dicepool.battle(ours, theirs, fought.as_dict()["dice"], plan)
    assert again.as_dict() == fought.as_dict()
    assert str(again) == str(fought)
    for volley in fought.volleys():
        assert not faults(volley.due.dice) + faults(volley.taken)
        assert volley.due.count == len(volley.dice)
        assert volley.taken.value == sum(row.hits for row in volley.placed)
        assert set(volley.rules) <= set(rulebook.clauses())
    assert not faults(fought.result.control)
    assert fought.result.control.value is (fought.result.holder is Role.ATTACKER)
    for role in Role:
        for name, lost in fought.losses(role).items():
            assert 0 <= lost <= fought.start(role).left(name)


def test_the_ledger_tells_every_volley_with_its_rules() -> None:
    text = str(fight("infantry:1,bomber:1", "artillery:1", [1, 6, 6, 6]))
    assert "Strafing run, attacker, 3 dice: 1 6 6: 1 hit (D-strafe-1, D-strafe-2)" in text
    assert "Return fire, defender, 1 die: 6: 0 hits (D-strafe-3)" in text
    assert "The attacker alone has land units there" in text


def test_steps_that_are_due_name_themselves() -> None:
    moment = dicepool.begin(held("infantry:1"), held("infantry:1"))
    assert str(dicepool.due(moment)) == "Round 1, main combat: the attacker throws 1 die"
    with pytest.raises(Unreadable, match="given: 2 dice"):
        dicepool.roll(moment, [1, 2])
    assert moments.DECISION == 8


# Answers


def test_an_answer_tells_who_takes_it_and_what_one_unit_would_change() -> None:
    found = dicepool.odds(held("infantry:3,tank:1"), held("infantry:2,artillery:1"))
    told = dicepool.answer(found)
    assert told.good
    assert told.verdict == "The attacker takes the territory in 79.43 % of battles."
    assert len(told.deciding.split()) <= 25
    for change in told.changes:
        role, more, name = change.edit.split(" ", 2)
        sides = {r: found.start(r) for r in Role}
        sides[Role(role)] = sides[Role(role)].with_units(name, int(more), dicepool.printed())
        again = dicepool.odds(sides[Role.ATTACKER], sides[Role.DEFENDER]).attacker
        assert ("turns" in change.text) == (again < 0.5), change
    assert "attacker +1 blockhouse" not in [change.edit for change in told.changes]
    assert set(told.rules) <= set(rulebook.clauses())
    assert set(told.readings) <= set(rulebook.rulings())
    assert "0 unprinted values" in str(told)


def test_an_answer_names_the_made_up_values_that_would_turn_it() -> None:
    table = dicepool.sample()
    found = dicepool.odds(held("infantry:2,bomber:1"), held("infantry:2,artillery:1"))
    told = dicepool.answer(found, table)
    assert {fact.grade for fact in told.facts} == {"assumed"}
    assert "bomber.land" in [fact.key for fact in told.facts]
    assert "not the game's" in str(told)


def test_a_battle_too_large_to_try_changes_says_so() -> None:
    big = dicepool.force("infantry:60,tank:30")
    told = dicepool.answer(dicepool.odds(big, big))
    assert not told.tried
    assert not told.changes
    assert "Too large" in str(told)
