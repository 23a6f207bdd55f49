"""The dice-pool lab without a browser: its table as text, the battle on it, its panels."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from witp_learn.dicepool import (
    Fire,
    Role,
    battle,
    exchange_chances,
    force,
    odds,
    pu,
    same_price,
    sample,
    written,
)
from witp_learn.files import BadData, Unreadable
from witp_learn.rulebook import clauses, rulings
from witp_learn.ui.companion import Hello, Page
from witp_learn.ui.dicepool_battle import battle as battle_html
from witp_learn.ui.dicepool_battle import text_copy
from witp_learn.ui.dicepool_desk import DicepoolDesk, Pane, View
from witp_learn.ui.dicepool_fight import fight
from witp_learn.ui.dicepool_forces import forces as forces_html
from witp_learn.ui.dicepool_lab import DicepoolLab
from witp_learn.ui.dicepool_panels import found_list, panel
from witp_learn.ui.dicepool_setup import START, Setup, read_counts, read_setup, sample_text
from witp_learn.ui.dicepool_sums import Sums
from witp_learn.ui.guard import Guard
from witp_learn.view.dicepool_charts import columns, distribution_html, fates_html
from witp_learn.view.dicepool_parts import die_svg

AIR = (
    "infantry:4,tank:2,fighter:2,bomber:1 v infantry:3,artillery:2,fighter:1; units sample; "
    "attacker leaves after:2; attacker strafing=artillery,infantry; no refuge"
)
OWN = """format = "witp-dicepool-units/1"

[[units]]
name = "gun<b>"
category = "artillery"
pu = 3
hits = 1
land = 2
"""


class Fixed(random.Random):
    """Dice that lie as they were told, then threes."""

    def __init__(self, *dice: int) -> None:
        super().__init__()
        self.told = list(dice)

    def randint(self, a: int, b: int) -> int:
        return self.told.pop(0) if self.told else 3


def desk(text: str = "") -> DicepoolDesk:
    return DicepoolDesk(read_setup(text) if text else None)


def lab(text: str = "", stored: str | None = None, query: str | None = None) -> DicepoolLab:
    made = DicepoolLab(read_setup(text) if text else None, Fixed())
    asked = {} if query is None else {"p": query}
    made._hello(Hello(page=Page(1280, 800), query=asked, stored=stored))
    return made


# ---------------------------------------------------------------- the text


@pytest.mark.parametrize(
    "text",
    [
        "infantry:3,tank:1 v infantry:2,artillery:1",
        AIR,
        "infantry:3,tank:1 v infantry:2,artillery:1; fight 25131 44464 go 2.3?",
        f"{AIR}; second attacker infantry:9; fight 334>bomber,fighter",
        "nothing v infantry:1; second defender tank:2",
    ],
)
def test_a_table_comes_back_from_its_text(text: str) -> None:
    setup = read_setup(text)
    assert read_setup(setup.text()) == setup


@given(
    st.lists(st.tuples(st.sampled_from(["infantry", "tank", "artillery"]), st.integers(1, 9))),
    st.lists(st.integers(1, 6), max_size=80),
)
@settings(max_examples=60, deadline=None)
def test_whatever_is_fought_comes_back(held: Any, dice: list[int]) -> None:
    made = desk()
    for name, count in held:
        made.set_count(Role.ATTACKER, name, count)
    chance = Fixed(*dice)
    made.throw(chance)
    made.throw_round(chance)
    again = desk(made.shared())
    assert again.setup == made.setup
    assert again.shared() == made.shared()


@pytest.mark.parametrize(
    ("typed", "counts"),
    [
        ("3 infantry + 1 tank", (("infantry", 3), ("tank", 1))),
        ("2 tanks, 1 infantry", (("infantry", 1), ("tank", 2))),
        ("tank", (("tank", 1),)),
        ("nothing", ()),
    ],
)
def test_forces_may_be_typed_as_they_are_spoken(typed: str, counts: object) -> None:
    assert read_counts(typed, START.table) == counts


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("infantry:3", "with v between"),
        ("infantry:3 v infantri:2", "infantry"),
        ("infantry:3 v infantry:2; units smple", "sample"),
        ("infantry:3 v infantry:2; fight 27", "must be dice"),
        ("infantry:3 v infantry:2; atacker leaves after:1", "attacker"),
        ("infantry:3 v infantry:2; attacker leaves soon", "never"),
        ("infantry:0 v infantry:2", "1 to 200"),
        ("submarine:1 v infantry:2", "naval"),
        ("", "two forces"),
    ],
)
def test_what_cannot_be_read_is_named_with_what_would_be_right(text: str, told: str) -> None:
    with pytest.raises((Unreadable, BadData)) as caught:
        read_setup(text)
    assert told in str(caught.value)


def test_a_bad_text_changes_nothing() -> None:
    made = desk()
    before = made.setup
    assert not made.open_text("infantry:3 v tnk:2", "The address")
    assert made.setup == before and not made.done
    assert made.notice is not None and "tank" in made.notice.text
    made.type_line("infantry:3 v nothing")
    assert made.setup.defender == ()
    made.type_line("infantry:3 v artilery:1")
    assert "artillery" in made.line_error


# ---------------------------------------------------------------- the battle


@pytest.mark.clause("D-main-1", "D-main-3", "D-main-5", "D-units-7")
def test_dice_typed_one_by_one_are_the_battle_of_the_command() -> None:
    made = desk()
    for die in (2, 5, 1, 3, 1, 4, 4, 4, 6, 4):
        made.key_die(die)
    found = made.fight
    assert found is not None and found.deciding
    assert made.shared().endswith("fight 25131 44464")
    made.next()
    for die in (2, 1, 4, 1, 4, 4):
        made.key_die(die)
    assert (found := made.fight) is not None and found.ledger is not None
    dice = [2, 5, 1, 3, 1, 4, 4, 4, 6, 4, 2, 1, 4, 1, 4, 4]
    assert str(found.ledger) == str(battle(found.attacker, found.defender, dice))


@given(st.integers(0, 10_000))
@settings(max_examples=40, deadline=None)
def test_thrown_to_the_end_it_is_the_same_battle(seed: int) -> None:
    made = desk(AIR)
    made.throw_all(random.Random(seed))
    found = made.fight
    assert found is not None and found.ledger is not None
    dice = [die for entry in found.entries if entry.volley for die in entry.volley.dice]
    told = battle(found.attacker, found.defender, dice, made.setup.plan)
    assert told.as_dict() == found.ledger.as_dict()


@pytest.mark.clause("D-withdraw-1", "D-withdraw-3", "D-withdraw-5")
def test_after_a_round_either_side_withdraws_and_volleys_follow() -> None:
    made = desk("infantry:3,tank:2 v infantry:3")
    made.decide("defender-leaves")
    assert made.notice is not None and "after a round" in made.notice.text
    made.throw_round(Fixed(6, 6, 6, 1, 1, 1, 1, 6, 6, 6))
    made.decide("defender-leaves")
    found = made.fight
    assert found is not None and found.due is not None
    assert found.due.fire is Fire.PURSUIT and found.due.count == 4
    made.throw(Fixed(6, 6, 6, 6))
    assert (found := made.fight) is not None and found.result is not None
    assert found.result.fate == "attacker" and found.result.leaver is Role.DEFENDER


@pytest.mark.clause("D-strafe-2", "D-strafe-5")
def test_the_shooter_is_asked_where_he_may_choose() -> None:
    made = desk("infantry:1,bomber:1 v infantry:2,artillery:2; units sample")
    made.throw(Fixed(3, 6, 6))
    assert made.asks_targets
    made.aim("artillery")
    made.place()
    found = made.fight
    assert found is not None
    (entry,) = found.entries
    assert entry.volley is not None
    assert [row.name for row in entry.volley.placed] == ["artillery"]
    assert ">artillery" in made.shared()


@pytest.mark.clause("D-main-2")
def test_in_main_combat_nobody_is_asked() -> None:
    made = desk()
    made.throw(Fixed(1, 1, 6, 6, 6))
    found = made.fight
    assert found is not None and not made.asks_targets
    assert [row.name for e in found.entries if e.volley for row in e.volley.placed] == ["infantry"]


def test_an_early_die_is_changed_and_the_rest_follows_as_far_as_it_fits() -> None:
    made = desk("infantry:3,tank:1 v infantry:2,artillery:1; fight 25131 44464 go 214 144")
    made.open_volley(0)
    made.set_die(0, 3)
    made.place()
    assert made.shared().endswith("fight 35131 44464 go 214 144")
    made.open_volley(1)
    for place in range(5):
        made.set_die(place, 6)
    made.place()
    assert made.shared().endswith("fight 35131 66666 go")
    assert made.notice is not None and "dropped" in made.notice.text
    made.undo()
    assert made.shared().endswith("fight 35131 44464 go 214 144")


def test_a_volley_that_is_looked_at_again_stays_as_it_was() -> None:
    made = desk("infantry:3,tank:1 v infantry:2,artillery:1; fight 25131 44464")
    before = made.shared()
    made.open_volley(0)
    made.cycle_die(0)
    assert made.shared() == before
    made.close()
    assert made.shared() == before and made.editing is None


def test_a_battle_that_stands_still_ends() -> None:
    made = desk(f"bomber:1 v infantry:1\n{sample_text().replace('land = 3', 'land = 0')}")
    found = made.fight
    assert found is not None and found.result is not None
    assert found.result.holder is Role.DEFENDER


def test_undo_goes_back_step_by_step_and_redo_again() -> None:
    made = desk()
    texts = [made.shared()]
    steps: tuple[Callable[[], Any], ...] = (
        lambda: made.add(Role.ATTACKER, "tank", 1),
        lambda: made.set_leave(Role.ATTACKER, "after:2"),
        lambda: made.throw(Fixed()),
        lambda: made.throw_round(Fixed()),
        lambda: made.swap(),
        lambda: made.set_units("sample"),
    )
    for step in steps:
        step()
        texts.append(made.shared())
    for text in reversed(texts[:-1]):
        made.undo()
        assert made.shared() == text
    for text in texts[1:]:
        made.redo()
        assert made.shared() == text


def test_the_dice_of_a_volley_are_one_step_for_undo() -> None:
    made = desk()
    for die in (1, 2, 3, 4, 5):
        made.key_die(die)
    assert len(made.done) == 1
    made.undo()
    assert made.setup == START


def test_other_forces_start_the_battle_again_and_say_so() -> None:
    made = desk("infantry:3,tank:1 v infantry:2,artillery:1; fight 25131 44464")
    made.add(Role.DEFENDER, "infantry", 1)
    assert not made.setup.steps
    assert made.notice is not None and "starts again" in made.notice.text


def test_a_force_has_at_most_two_hundred_units() -> None:
    made = desk("infantry:200 v infantry:1")
    made.add(Role.ATTACKER, "tank", 1)
    assert made.notice is not None and "200" in made.notice.text
    assert made.setup.attacker == (("infantry", 200),)


# ---------------------------------------------------------------- units


def test_the_sample_is_marked_and_printed_units_take_its_aircraft_off() -> None:
    made = desk(AIR)
    shown = forces_html(made)
    assert "A sample, made up" in shown and "not the game&#x27;s" in shown
    assert shown.count('class="dl-grade"') == 4
    made.set_units("printed")
    assert "fighter" not in made.shared() and "sample" not in forces_html(made)
    assert made.notice is not None and "fighter, bomber" in made.notice.text


def test_an_own_table_is_checked_and_kept_with_the_battle() -> None:
    made = desk()
    assert not made.set_own(OWN)
    assert "units[0].name" in made.draft_error and made.setup.units == "printed"
    assert made.set_own(OWN.replace("<b>", ""))
    made.add(Role.ATTACKER, "gun", 2)
    again = desk(made.shared())
    assert again.setup == made.setup and "gun" in again.table
    made.set_units("printed")
    assert desk(made.shared()).setup.own == made.setup.own


def test_a_file_may_hold_a_table_or_a_battle() -> None:
    made = desk()
    assert made.open_text(sample_text(), "mine.toml") and made.setup.units == "own"
    assert made.open_text(AIR, "battle.txt") and made.setup.units == "sample"
    assert not made.open_text('format = "other"', "bad.toml")
    assert made.notice is not None and "bad.toml" in made.notice.text


@pytest.mark.clause("D-stats-5")
def test_only_the_defender_is_offered_what_cannot_move() -> None:
    shown = forces_html(desk())
    assert "blockhouse, defender" in shown and "blockhouse, attacker" not in shown


# ---------------------------------------------------------------- points


@pytest.mark.clause("D-stats-2", "D-stats-4", "D-stats-9")
def test_other_forces_cost_the_same() -> None:
    held = force("infantry:3,tank:1")
    found = same_price(held)
    assert [written(other) for other in found] == ["infantry:8", "infantry:3,artillery:1"]
    assert {pu(other) for other in found} == {pu(held)}
    ours = {written(other) for other in same_price(held, role=Role.DEFENDER)}
    assert ours == {"infantry:8", "infantry:3,artillery:1", "infantry:3,blockhouse:1"}


def test_the_exchange_is_a_distribution_with_the_right_mean() -> None:
    known = sample()
    for plan in (read_setup(AIR).plan, START.plan):
        found = odds(
            force("infantry:3,fighter:1", known), force("infantry:2,fighter:1", known), plan
        )
        chances = exchange_chances(found)
        assert sum(chances.values()) == pytest.approx(1, abs=1e-12)
        mean = sum(points * chance for points, chance in chances.items())
        assert mean == pytest.approx(found.exchange, abs=1e-9)


# ---------------------------------------------------------------- what is shown


def test_every_die_and_every_placed_hit_has_its_clause() -> None:
    made = desk(AIR)
    made.throw_all(random.Random(7))
    shown = battle_html(made)
    found = made.fight
    assert found is not None
    volleys = [entry.volley for entry in found.entries if entry.volley]
    assert shown.count('class="dp-volley ') == len(volleys)
    placed = re.findall(r"<li><svg.*?</li>", shown, re.DOTALL)
    assert all('data-action="rule"' in row for row in placed if "destroyed" in row)
    assert shown.count('data-value="D-units-7"') == len(volleys)
    named = set(re.findall(r'data-action="rule" data-value="([^"]+)"', shown))
    assert named <= set(clauses()) | set(rulings())
    assert {"D-dogfight-5", "D-main-5", "D-completion-6"} <= named


@pytest.mark.clause("D-main-5")
def test_who_is_destroyed_in_a_stage_is_said_to_fire_still() -> None:
    made = desk()
    made.throw(Fixed(1, 1, 1, 1, 1))
    found = made.fight
    assert found is not None and found.due is not None and found.due.count == 5
    assert "and still fire in it" in battle_html(made)
    made.throw(Fixed(6, 6, 6, 6, 6))
    assert "still fire" not in battle_html(made)


def test_the_odds_follow_the_grammar_of_an_answer() -> None:
    made = lab()
    shown = made.side.value
    assert "The attacker takes the territory in 79.43 % of battles." in shown
    assert "13.35 %" in shown and "7.22 %" in shown
    assert "on average 2.03" in shown
    assert shown.index("w-verdict") < shown.index("w-deciding") < shown.index("w-tests")
    assert 'data-action="edit" data-value="attacker +1 infantry"' in shown
    made._action("edit", "attacker +1 infantry")
    assert made.desk.setup.attacker == (("infantry", 4), ("tank", 1))
    assert "98.08 %" in made.side.value


def test_odds_from_here_stand_above_those_before_the_first_die() -> None:
    made = lab("infantry:3,tank:1 v infantry:2,artillery:1; fight 25131 44464")
    shown = made.side.value
    assert shown.index("From here, if nobody withdraws") < shown.index("Before the first die")


def test_a_battle_too_large_says_so() -> None:
    names = "fighter:90,bomber:90,infantry:20"
    made = lab(f"{names} v {names}; units sample; attacker dogfight=bomber")
    assert "Too many states" in made.side.value


def test_two_forces_are_compared_and_can_change_places() -> None:
    made = lab()
    made._action("view", "compare")
    made._action("suggest", "infantry:8")
    assert "For 8 PU the second force does better" in made.side.value
    made._action("take-second", "")
    assert made.desk.setup.attacker == (("infantry", 8),)
    assert made.desk.setup.second == (("infantry", 3), ("tank", 1))
    made._action("second", "tanks:x")
    assert made.desk.second_error and 'value="tanks:x"' in made.side.value
    made._action("second", "2 tanks")
    assert made.desk.setup.second == (("tank", 2),) and 'value="2 tanks"' in made.side.value


def test_no_text_becomes_markup() -> None:
    made = lab()
    made._action("own", OWN)
    made._action("line", "infantry:3 v <img src=x>")
    made._action("find", "<script>")
    made._action("pane", "units")
    parts = (made.bar, made.note, made.forces, made.line, made.main, made.side, made.foot)
    everything = "".join(part.value for part in parts)
    assert "<img" not in everything and "<script" not in everything and "gun<b>" not in everything


def test_the_search_finds_clauses_of_this_ruleset_only() -> None:
    made = desk()
    made.query = "strafing"
    shown = found_list(made)
    refs = re.findall(r'data-action="rule" data-value="([^"]+)"', shown)
    assert refs and all(ref.startswith(("D-", "d-")) for ref in refs)
    made.query = "zzz"
    assert "Nothing by that name" in found_list(made)


@pytest.mark.parametrize("pane", [pane for pane in Pane if pane])
def test_every_panel_opens_and_closes(pane: Pane) -> None:
    made = desk(AIR)
    sums = Sums(Guard())
    made.show(pane)
    assert 'data-action="close"' in panel(made, sums)
    made.show(pane)
    assert made.pane is Pane.NONE


def test_what_is_copied_begins_with_the_line_that_brings_it_back() -> None:
    made = desk()
    made.throw_round(Fixed(1, 6, 6, 6, 6, 1, 6, 6, 6, 6))
    first, *rest = text_copy(made).splitlines()
    assert read_setup(first) == made.setup
    assert "Round 1" in rest
    made.throw_all(Fixed())
    assert text_copy(made).splitlines()[2].startswith("infantry:3,tank:1 attacks")


def test_a_chart_keeps_all_of_its_chance() -> None:
    chances = dict.fromkeys(range(-60, 60), 1 / 120)
    made = columns(chances)
    assert len(made) <= 34 and made[0].low == -60 and made[-1].high == 59
    assert sum(column.chance for column in made) == pytest.approx(1)
    assert made[0].words == "\N{MINUS SIGN}60 to \N{MINUS SIGN}57"
    shown = distribution_html({0: 0.25, 1: 0.75}, "Rounds <1>", "Rounds", None, 0.75)
    assert "25.00 %" in shown and "Rounds &lt;1&gt;" in shown and "on average 0.75" in shown


@pytest.mark.clause("D-completion-5")
def test_how_it_ends_names_who_keeps_the_territory() -> None:
    shown = fates_html(odds(force("infantry:1"), force("infantry:1")))
    assert shown.count("34.38 %") == 2 and "31.25 %" in shown
    assert "Both destroyed, defender keeps it" in shown


def test_a_die_tells_hit_and_miss_without_colour() -> None:
    hit, miss, unset = (die_svg(value, Role.ATTACKER) for value in (4, 5, 0))
    assert 'aria-label="4, a hit"' in hit and 'aria-label="5, no hit"' in miss
    assert "dasharray" in unset and "?" in unset
    assert 'fill="#FFFFFF" stroke' in miss and 'fill="#FFFFFF" stroke' not in hit


# ---------------------------------------------------------------- the lab


def test_the_address_comes_before_what_this_browser_kept() -> None:
    kept, given = "infantry:5 v tank:1", "infantry:2,tank:1 v artillery:2; attacker leaves after:1"
    made = lab(stored=kept)
    assert made.desk.shared() == kept
    made = lab(stored=kept, query=given)
    assert made.desk.setup == read_setup(given)
    assert made.desk.notice is not None and "Undo" in made.desk.notice.text
    made._key("u", False, "")
    assert made.desk.shared() == kept
    made = lab(stored=kept, query="rubbish")
    assert made.desk.shared() == kept
    assert made.desk.notice is not None and "cannot be read" in made.desk.notice.text


def test_a_whole_battle_by_keys() -> None:
    made = lab()
    for key in ("6", "6", "6", "6", "6", "r"):
        made._key(key, False, "")
    found = made.desk.fight
    assert found is not None and found.deciding
    made._key("a", False, "")
    assert (found := made.desk.fight) is not None and found.moment.leaver is Role.ATTACKER
    made._key("n", False, "")
    assert not made.desk.setup.steps
    made._key("x", False, "")
    assert (found := made.desk.fight) is not None and found.result is not None
    assert "ledger" in made.main.value
    for key, view in (("f", View.FORCES), ("b", View.BATTLE), ("o", View.ODDS)):
        made._key(key, False, "")
        assert made.desk.view is view


def test_fields_and_buttons_of_the_forces_do_what_they_say() -> None:
    made = lab()
    made._action("count attacker infantry", "12")
    assert made.desk.setup.attacker == (("infantry", 12), ("tank", 1))
    made._action("count attacker infantry", "x")
    made._action("add", "defender +1 tank")
    made._action("leave defender", "tanks")
    made._action("units", "sample")
    made._action("add", "attacker +1 bomber")
    made._action("first attacker strafing", "artillery")
    assert made.desk.shared() == (
        "infantry:12,tank:1,bomber:1 v infantry:2,tank:1,artillery:1; units sample; "
        "attacker strafing=artillery; defender leaves tanks"
    )
    with pytest.raises(LookupError):
        made._action("no-such-thing", "")


def test_its_picture_is_the_battle_it_opens_with() -> None:
    made = DicepoolLab(START)
    assert "79.43 %" in made.picture()
    assert repr(made.view) == "Dice-pool lab"
    assert DicepoolLab(Setup()).picture() == ""


def test_steps_that_do_not_fit_are_left_out() -> None:
    setup = read_setup("infantry:1 v infantry:1; fight 3 3 go 3 33 go")
    found = fight(setup)
    assert found is not None and found.used == 4
    assert desk(setup.text()).shared().endswith("fight 3 3 go 3")


# ---------------------------------------------------------------- what was opened


@pytest.mark.parametrize(
    ("fight", "kept", "said"),
    [
        ("25131 44464 go 27", "", '"27": must be dice'),
        ("25131 444", "25131", "444 does not fit: Round 1, main combat: the defender throws 5"),
        ("25131 44464 21", "25131 44464", "21 does not fit"),
        ("attacker-leaves", "", "only after a round"),
        ("251313?", "", "251313? does not fit: Round 1, main combat"),
    ],
)
def test_dice_that_do_not_fit_are_named_and_the_forces_are_opened(
    fight: str, kept: str, said: str
) -> None:
    forces = "infantry:3,tank:1 v infantry:2,artillery:1"
    made = lab(query=f"{forces}; fight {fight}", stored="tank:1 v tank:1")
    assert made.desk.shared() == (f"{forces}; fight {kept}" if kept else forces)
    assert made.desk.notice is not None and said in made.desk.notice.text
    assert made.desk.notice.kind == "warning"
    made._key("u", False, "")
    assert made.desk.shared() == "tank:1 v tank:1"


def test_a_battle_under_way_opens_as_a_battle_with_the_forces_folded() -> None:
    text = "infantry:3,tank:1 v infantry:2,artillery:1; fight 25131"
    for made in (lab(query=text), lab(stored=text), lab(text)):
        assert made.desk.view is View.BATTLE and made.desk.folded
        assert "Change forces" in made.forces.value
    assert not lab(query="infantry:3 v tank:1").desk.folded


def test_bars_show_nothing_uncertain_as_certain() -> None:
    found = odds(force("infantry:4"), force("infantry:2"))
    assert 0.995 < found.attacker < 1
    shown = fates_html(found)
    assert "&gt;99 %" in shown and ">100 %" not in shown
    assert ">100<" not in distribution_html({1: 0.997, 2: 0.003}, "Rounds", "Rounds")
    assert ">100<" in distribution_html({1: 1.0}, "Rounds", "Rounds")


def test_means_have_a_real_minus_sign() -> None:
    assert "on average \N{MINUS SIGN}1.18" in distribution_html(
        {-2: 0.6, 0: 0.4}, "X", "PU", None, -1.18
    )


def test_ends_that_never_come_have_no_row() -> None:
    shown = fates_html(odds(force("bomber:3", sample()), force("infantry:1")))
    assert "Attacker takes it" not in shown and "0.00 %" not in shown


@pytest.mark.clause("D-withdraw-1")
def test_who_withdrew_is_said_to_have_left_with_what_is_left() -> None:
    made = desk("infantry:3 v infantry:2,blockhouse:1; fight 666 666666")
    assert "what has movement 0 goes along" in battle_html(made)
    made.decide("defender-leaves")
    shown = battle_html(made)
    assert "withdrew with infantry 2, blockhouse 1" in shown and "keeps infantry 3" in shown
    assert 'data-value="D-withdraw-1" data-key="rule:ended:D-withdraw-1"' in shown
