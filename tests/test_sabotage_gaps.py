"""Rule functions that no test of their clauses would have missed."""

from __future__ import annotations

from collections.abc import Iterator
from colorsys import rgb_to_hls

import pytest
from attrs import evolve
from combat_cases import fight, left, sea, shore
from hypothesis import given
from strategies import at_large, on, port, positions

import witp_learn as witp
from witp_learn import dicepool, engine
from witp_learn.dicepool import stages
from witp_learn.model import Grade, Hex, Kind, Nation, Origin, Phase, Side, State, Terrain, Unit
from witp_learn.rules import planning
from witp_learn.rules.base_leaning import Question
from witp_learn.rules.bases import buildable, site, sites
from witp_learn.rules.combat.record import fight_out
from witp_learn.rules.combat.tally import Stakes, alike
from witp_learn.rules.combat_answers.changes import what_changed
from witp_learn.rules.combat_answers.leaning import again
from witp_learn.rules.combat_answers.outcome import extra_due, supporting
from witp_learn.rules.combat_answers.sheet import roll_rows
from witp_learn.rules.combat_answers.words import note_text
from witp_learn.rules.links import links
from witp_learn.rules.movement_answers import unreachable
from witp_learn.rules.moves import judge
from witp_learn.rules.routes import first_path
from witp_learn.rules.stacks import stack
from witp_learn.view import style
from witp_learn.view.picture import scene_svg
from witp_learn.view.scene import CounterView, Scene

JAPAN, ALLIES = Side.JAPAN, Side.ALLIES
SOURCE = port("0101", Nation.US, source=Nation.US)
NEAR, FAR = port("0104", Nation.US), port("0107", Nation.US)


# 6.1, 6.2, 6.3: the quick answers of the network are those of the judged sites.


@pytest.mark.clause("6.1a", "6.1b", "6.1c", "6.2b", "6.3a")
def test_a_base_may_be_built_three_hexes_from_a_source_and_from_there_on() -> None:
    state = on("0101 us L", SOURCE, NEAR, FAR)
    assert buildable(state, ALLIES) == ("0101", "0104")
    further = on("0101 us L; base al 0104", SOURCE, NEAR, FAR)
    assert buildable(further, ALLIES) == ("0101", "0107")
    assert buildable(further, JAPAN) == ()


@pytest.mark.clause("6.1c", "6.2b", "6.3b")
def test_a_hex_is_a_site_while_a_line_joins_it_to_the_network() -> None:
    net = links(on("0101 us L", SOURCE, NEAR, FAR), ALLIES)
    assert (net.site("0101"), net.site("0104"), net.site("0107")) == (True, True, False)
    assert net.with_base("0104").site("0107")


@pytest.mark.clause("6.1a", "6.1b", "6.1c", "6.1d", "6.2b", "6.3a", "6.3b", "6.6.1a")
@given(positions())
def test_what_may_be_built_is_what_its_judgement_allows(state: State) -> None:
    for side in Side:
        allowed = tuple(one.hex for one in sites(state, side) if one.allowed)
        assert buildable(state, side) == allowed
        assert all(site(state, side, h).allowed for h in allowed)


@pytest.mark.clause("6.1b", "6.1c")
def test_the_real_map_names_sites_for_both_sides() -> None:
    state = at_large("base jp 0907")
    for side in Side:
        found = buildable(state, side)
        assert found and all(site(state, side, h).allowed for h in found)


@pytest.mark.clause("2.3.3c", "2.3.3e", "6.1b")
def test_an_icon_is_its_owners_until_enemy_land_units_stand_there_alone() -> None:
    places = (port("0104", Nation.US), port("0107", Nation.JAPAN))
    assert planning.held(on("", *places), ALLIES) == ("0104",)
    assert planning.held(on("0104 jp L", *places), JAPAN) == ("0104", "0107")
    assert planning.held(on("0104 jp L; 0104 us L", *places), ALLIES) == ("0104",)
    assert planning.held(on("0104 jp N(L)", *places), JAPAN) == ("0107",)


def assumed(place: Hex, key: str) -> Hex:
    return evolve(place, origins={key: Origin(Grade.ASSUMED, "", "by eye")})


def rests_on(hex_id: str, *places: Hex) -> set[tuple[str, str]]:
    """The assumed data that would turn whether the Allies may build in a hex."""
    return {(one.hex, one.key) for one in Question(on("", *places), ALLIES, hex_id).leans()}


@pytest.mark.clause("6.3c")
def test_a_site_rests_on_a_mountain_that_might_be_none() -> None:
    peak = Hex("0102", Terrain.LAND, land_part=True, mountain=True)
    walls = (evolve(peak, id="0201"), evolve(peak, id="0202"))
    assert rests_on("0103", SOURCE, port("0103", Nation.US), peak, *walls) == set()
    shut = (SOURCE, port("0103", Nation.US), assumed(peak, "mountain"), *walls)
    assert rests_on("0103", *shut) == {("0102", "mountain")}


@pytest.mark.clause("2.3.3c", "6.3e")
def test_a_site_rests_on_whose_the_icons_are_in_its_hex_and_on_the_line() -> None:
    assert rests_on("0104", SOURCE, assumed(NEAR, "icon")) == {("0104", "icon")}
    peak = Hex("0201", Terrain.LAND, land_part=True, mountain=True)
    walls = (peak, evolve(peak, id="0202"))
    foe = assumed(port("0102", Nation.JAPAN), "icon")
    assert rests_on("0103", SOURCE, port("0103", Nation.US), foe, *walls) == {("0102", "icon")}


@pytest.mark.clause("2.3.4a")
def test_a_site_rests_on_a_source_that_might_be_none() -> None:
    assert rests_on("0104", assumed(SOURCE, "source"), NEAR) == {("0101", "source")}


# 8: a target to which there is no way.

PEAK = shore("0405", Terrain.LAND, mountain=True)


@pytest.mark.clause("8.5c", "8.5d", "8.5i", "8.6.1d")
@pytest.mark.parametrize(
    ("units", "kind", "target", "rules", "who"),
    [
        ("L", "land", "0405", {"8.5c"}, "land force"),
        ("L", "land", "0506", {"8.5c", "8.5d"}, "land force"),
        ("N", "fleet", "0405", {"8.5i"}, "fleet"),
        ("N(L)", "transport", "0506", {"8.6.1d"}, "transport"),
    ],
)
def test_a_target_that_no_way_leads_to_is_told_as_such(
    units: str, kind: str, target: str, rules: set[str], who: str
) -> None:
    state = sea(f"0505 jp {units}", PEAK)
    ours = stack(state, JAPAN, kind, "0505")
    move = judge(state, ours, ["0505", target])
    assert {reason.rule for reason in move.reasons} == rules
    assert first_path(state, ours, target) is None
    told = unreachable(state, move)
    assert told == f"The {who} from 0505 cannot go to {target} by any way."


# 9: numbers and words of a fight.


@pytest.mark.clause("9.6.1k")
def test_rolls_whose_hits_nobody_is_left_to_take_are_alike() -> None:
    lone = Stakes("fleet", (9, 0), (6, 1), (12, 1))
    (group,) = alike(lone, (False, False))
    assert len(group) == 36 and len({roll.hits for roll in group}) > 1
    several = alike(lone._replace(absorb=(12, 6)), (False, False))
    assert sorted({roll.hits[1] for roll in rolls}.pop() for rolls in several) == [4, 5, 6]


FLYING = "0505 jp 4N; 0505 us 3N A; 0504 jp A"


@pytest.mark.clause("9.6.2b")
def test_extra_hits_fall_on_air_units_in_support_and_without_them_there_are_none() -> None:
    found = fight(FLYING, [3, 6])
    (one,) = found.battles
    assert (supporting(one, found, JAPAN), extra_due(one, found, JAPAN)) == (1, 2)
    alone = fight("0505 jp 4N; 0505 us 3N A; 0504 jp A-", [3, 6])
    (one,) = alone.battles
    assert (supporting(one, alone, JAPAN), extra_due(one, alone, JAPAN)) == (0, 0)


@pytest.mark.clause("9.6a", "9.6.2c", "9.6.3a")
def test_a_die_that_turns_a_fight_tells_winner_extra_hits_and_retreat() -> None:
    told = what_changed(fight(FLYING, [2, 1]), fight(FLYING, [3, 6]))
    assert told[1] == "The Allies now win by 2."
    assert "extra hits on Japan 0 to 2" in told[2]
    assert told[3].startswith("Japan now retreats to ")


@pytest.mark.clause("9.3d", "9.3e", "9.4d", "9.4e", "9.5c", "9.6b")
@pytest.mark.parametrize(
    ("line", "dice", "added", "rules"),
    [
        ("0505 jp 2N; 0505 us 2N", (3, 3), ("all of 3", 3), ("9.3d", "9.3e")),
        ("0505 jp 2L; 0505 us 2L", (3, 2), ("half of 3", 1), ("9.4d", "9.4e")),
        ("0505 jp 3N(3L); 0505 us 2L", (3, 2), ("half of 3", 1), ("9.5c", "9.5c")),
    ],
)
def test_the_rows_of_a_tie_show_equal_totals_and_what_each_die_adds(
    line: str, dice: tuple[int, int], added: tuple[str, int], rules: tuple[str, str]
) -> None:
    (one,) = fight(line, dice).battles
    assert one.tally is None, "the dice have not decided"
    die, total = roll_rows(one, dice)
    assert die.japan is not None and total.japan is not None and total.allies is not None
    assert die.japan.text.startswith(added[0]) and die.japan.value == added[1]
    assert total.japan.value == total.allies.value
    assert (die.rules[0], total.rules[0]) == rules


@pytest.mark.clause("9.0b")
def test_a_fight_fought_again_keeps_dice_and_choices() -> None:
    state = sea("0505 jp C 2N; 0505 us 6N")
    first = ["hit naval 0505", "hit carrier 0505"]
    chosen = fight_out(state, "0505", [1, 4], first)
    usual = fight_out(state, "0505", [1, 4])
    assert chosen.decided != usual.decided
    for found in (chosen, usual):
        same = again(found, state)
        assert (same.battles, same.decided) == (found.battles, found.decided)
    smaller = again(chosen, sea("0505 jp C 2N; 0505 us 5N"))
    assert [step.action for step in smaller.decided if step.by == "given"] == first
    assert left(smaller, "0505") != left(chosen, "0505")


@pytest.mark.clause("9.6.1e", "9.6.1f", "9.6.1j")
def test_a_hit_unit_is_told_attrited_or_removed_and_its_cargo_with_it() -> None:
    found = fight("0505 jp N(L) N; 0505 us 4N", [1, 2])
    told = [note_text(found.before, n) for n in found.battles[0].notes]
    assert "Japanese naval unit at 0505 attrited" in told
    assert "US naval unit at 0505 attrited" in told
    worn = fight("0505 jp 2N-; 0505 us 4N", [1, 2])
    told = [note_text(worn.before, n) for n in worn.battles[0].notes]
    assert told[0] == "Japanese naval unit at 0505 removed"
    met = fight("0505 jp 3N(3L); 0505 us 3N L", [1, 2])
    cargo = next(n for n in met.battles[0].notes if n.piece and n.piece.kind is Kind.LAND)
    told = [note_text(met.before, cargo, aboard=True)]
    assert told == ["Japanese land unit at 0505, its cargo, attrited too (9.6.1j)"]


@pytest.mark.clause("9.6.3g")
def test_continuing_combat_is_told() -> None:
    found = fight("0505 jp 4N(4L); 0505 us 2L", [1, 1], places=[shore("0404")])
    assert found.after.contested == ("0505",)
    *_, last = found.battles[0].notes
    assert note_text(found.before, last) == "Continuing combat"


@pytest.mark.clause("8.7a", "12.2c")
def test_an_air_unit_driven_out_by_a_fight_is_told_where_it_may_not_go() -> None:
    state = witp.load(
        "text:turn 7; phase combat; trp 10 5; 0306 cw A L; 0404 cn L; 0306 jp 5L",
    )
    for action in ("fight 0306", "roll 4 1"):
        state = engine.apply(state, action)
    places = {str(action) for action in engine.legal_actions(state)}
    assert len(places) > 1 and all(place.startswith("displace 0306 ") for place in places)
    reasons = {
        to: [(r.rule, r.why) for r in engine.check(state, f"displace 0306 {to}").reasons]
        for to in ("0404", "0506", "0306")
    }
    choice = ("8.7a", "not_offered")
    assert reasons == {
        "0404": [("12.2c", "china"), choice],
        "0506": [("8.7a", "air_not_held"), choice],
        "0306": [("8.7a", "air_stays"), choice],
    }


# 10.4: nobody acts while two dice are due.


@pytest.mark.clause("10.4c")
def test_dice_for_submarines_are_nobodys_turn_and_any_throw_may_fall() -> None:
    state = engine.begin(
        witp.load("text:phase troop-redeployment; 0804 jp 2L; base jp 0804; trp 2 1")
    )
    state = engine.apply(state, "redeploy land:1 0804 0605")
    assert engine.acting(state) is None
    throws = {f"roll {first} {second}" for first in range(1, 7) for second in range(1, 7)}
    assert {str(action) for action in engine.legal_actions(state)} == throws


# 2.2.1: the colours of the counters.


def drawn(nation: Nation, kind: Kind) -> Iterator[str]:
    """The colours of the face of a counter as drawn, outermost first."""
    places = {"0505": shore("0505")}
    unit = Unit("0505", nation, kind)
    board = on("", *places.values()).board
    text = scene_svg(Scene(board, counters=(CounterView(unit),)), 140)
    face = text.partition('data-unit="0"')[2].partition("</g>")[0]
    return (part.partition('"')[0] for part in face.split('fill="')[1:])


def hue(colour: str) -> tuple[float, float]:
    """Hue in degrees from -30 on, red being 0, and lightness from 0 to 1."""
    red, green, blue = (value / 255 for value in style.channels(colour))
    turn, light, _ = rgb_to_hls(red, green, blue)
    return (turn * 360 + 30) % 360 - 30, light


@pytest.mark.clause("2.2.1a", "2.2.1b", "2.2.1c", "2.2.1d")
@pytest.mark.parametrize(
    ("nation", "least", "most"),
    [
        (Nation.JAPAN, -20, 20),
        (Nation.US, 200, 230),
        (Nation.COMMONWEALTH, 30, 50),
        (Nation.CHINA, 255, 290),
    ],
)
def test_faces_are_red_blue_ochre_and_light_purple_by_nation(
    nation: Nation, least: int, most: int
) -> None:
    face, _ = style.FACES[nation]
    kinds = [Kind.LAND] if nation is Nation.CHINA else list(Kind)
    assert all(face in drawn(nation, kind) for kind in kinds)
    turn, light = hue(face)
    assert least <= turn <= most
    assert (light > 0.85) is (nation is Nation.CHINA)


# The dice pool.


def pool(text: str) -> dicepool.Force:
    return dicepool.force(text, dicepool.sample())


@pytest.mark.clause("D-main-2", "D-main-4")
@pytest.mark.parametrize(
    ("text", "dice", "left_over"),
    [
        ("infantry:4", 4, 2),
        ("infantry:2,tank:1", 4, 3),
        ("infantry:2,artillery:2", 8, 7),
        ("infantry:1,tank:1,artillery:1", 6, 5),
    ],
)
def test_half_the_hits_take_the_infantry_before_tanks_and_guns(
    text: str, dice: int, left_over: int
) -> None:
    assert stages.dice(stages.Fire.MAIN, pool(text)) == dice
    assert stages.half(pool(text)) == left_over


@pytest.mark.clause("D-completion-3")
def test_aircraft_that_cannot_evacuate_count_as_lost_in_the_exchange() -> None:
    ours, theirs = pool("tank:1"), pool("artillery:1,fighter:1")
    away, lost = (
        dicepool.exchange_chances(dicepool.odds(ours, theirs, plan))
        for plan in (dicepool.PLAIN, dicepool.Plan(refuge=False))
    )
    assert set(away) == {-5, 0, 5}, "the gun alone, worth 5 PU"
    assert set(lost) == {-5, 0, 13}, "the fighter, worth 8 PU, with it"
    assert lost[13] == pytest.approx(away[5])


# 4, 5: what is done for the players until somebody decides.


@pytest.mark.clause("4.1d", "4.2a", "5.1b")
def test_cards_are_drawn_and_dice_thrown_and_a_bot_knows_its_own_hand() -> None:
    begun = evolve(witp.new_game().start, turn=2, phase=Phase.EVENT, trp=None)
    game = witp.new_game(begun)
    drawn_now = [action for action, _ in witp.play_on(game, 3, japan="random")]
    assert [word.split()[0] for word in drawn_now] == ["draw"] * 4
    assert game.acting is ALLIES and game.state.progress is not None
    hands = {hand.side: hand.cards for hand in game.state.progress.hands}
    assert [len(hands[side]) for side in Side] == [2, 2]
    game.play(f"card {hands[ALLIES][0]}")
    (declared, chosen), *rest = witp.play_on(game, 3, japan="random")
    assert chosen is not None and declared.removeprefix("card ") in hands[JAPAN]
    throws = [action for action, choice in rest if action.startswith("roll") and choice is None]
    assert len(throws) == 2 and game.state.trp is not None
