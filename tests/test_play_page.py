"""The page of a game without a browser: what is offered, done, refused, undone, kept, told."""

from __future__ import annotations

import asyncio
import html
import random
import re
import sys
from typing import Any

import pytest
from attrs import evolve
from test_supply_panels import EVIL, Reader, parse

from witp_learn import components, engine, playing
from witp_learn.actions import Build, Move, Pass, Roll, read
from witp_learn.engine.table import progress
from witp_learn.game import Game
from witp_learn.model import Phase, Side
from witp_learn.queries import load
from witp_learn.rules import events
from witp_learn.ui import play_panels
from witp_learn.ui.play import STORAGE, PlayPage
from witp_learn.ui.play_desk import PlayDesk
from witp_learn.ui.play_keep import BOT, CHANCE, ITSELF, MINE, SEEDS, Table, head_of
from witp_learn.ui.play_offers import MOST
from witp_learn.ui.play_sight import Pane, PlaySight
from witp_learn.ui.play_why import questions, typed
from witp_learn.ui.play_words import told
from witp_learn.view.play_marks import Marks, can_picture, marked, marks_picture
from witp_learn.view.scene import plain_scene
from witp_learn.wording import unit_words

CARDS = tuple(one.id for one in components.event_cards())

FIRST = ("draw 1942-10", "draw 1942-02")


@pytest.fixture
def desk() -> PlaySight:
    """A new game: Japan here, the Allies by a sparring partner, at the Japanese bases."""
    desk = PlaySight()
    desk.throw()
    desk.go_on()
    return desk


@pytest.fixture
def moving(desk: PlaySight) -> PlaySight:
    """The same at the first Japanese impulse."""
    passed(desk)
    return desk


def two(*actions: str) -> PlaySight:
    """Two people at one screen, after these actions."""
    desk = PlaySight()
    desk.begin("standard", Table("you", "you", 1))
    for action in (*FIRST, *actions):
        assert desk.do(action), said(desk)
    return desk


def passed(desk: PlayDesk) -> None:
    one = desk.offers.passing
    assert one is not None
    desk.do(one.action)
    desk.go_on()


def said(desk: PlayDesk) -> str:
    return "" if desk.notice is None else desk.notice.text


def words(desk: PlaySight) -> str:
    return parse(play_panels.panel(desk)).text


def rows(desk: PlayDesk) -> list[str]:
    return [row.text for group in desk.offers.groups for row in group.rows]


# -- what can be done


def test_the_card_says_what_is_asked_and_lists_it_in_words(desk: PlaySight) -> None:
    text = words(desk)
    assert "the Japanese side may build or remove a supply base, or pass." in text
    assert "Build a base at Taiwan" in text and "Pass: no more bases this turn" in text
    assert [row.number for group in desk.offers.groups for row in group.rows][:9] == list(
        range(1, 10)
    )


def test_every_action_on_offer_is_listed_once_and_no_more(desk: PlaySight) -> None:
    for _ in range(60):
        if desk.over:
            break
        if not desk.mine:
            desk.go_on()
            continue
        offered = [
            a
            for a in desk.game.legal_actions()
            if not isinstance(a, Roll | Pass) and not str(a).startswith(("draw", "support"))
        ]
        listed = [one.action for one in desk.offers.everything]
        assert {a for a in listed if not str(a).startswith("support")} == set(offered)
        assert sum(len(group.rows) for group in desk.offers.groups) <= MOST
        row = desk.offers.numbered(1)
        if desk.chance_due:
            desk.throw()
        elif row is not None and row.told is not None:
            desk.do(row.told.action)
        elif row is not None:
            desk.press(row.hex)
        else:
            passed(desk)


@pytest.mark.clause("8.2a", "8.2b", "8.2d", "8.2e")
def test_an_impulse_is_told_step_by_step_with_what_it_costs(moving: PlaySight) -> None:
    desk = moving
    heads = [group.head for group in desk.offers.groups]
    assert heads == ["Choose a target with enemy units", "Choose a target: other hexes"]
    assert rows(desk)[0] == "Target Peiping"
    assert "Target Manilafrom 2 RP" in words(desk)
    desk.do("target 0606")
    assert "Target: Manila. Activate the hexes whose units shall go there, 1 RP each." in words(
        desk
    )
    assert "Activate Kure1 RP" in words(desk)
    desk.do("activate 0804")
    first = desk.offers.numbered(1)
    assert first is not None and first.more == "3 RP"
    assert desk.offers.groups[0].head == "Move to Manila from Kure"
    assert first.text == "3 carriers, 2 naval units and 2 land units"
    assert desk.offers.passing is None, "what is activated has to move first"
    desk.do(first.told.action if first.told else "")
    assert desk.game.actions[-1] == "pass" and desk.by[-1] == ITSELF, "nothing else was left"
    assert desk.offers.passing is not None
    assert desk.offers.passing.text == "Pass: no more impulses this turn"


def test_a_hex_filters_the_list_and_the_card_says_so(moving: PlaySight) -> None:
    moving.press("0606")
    assert rows(moving) == ["Target Manila"]
    assert "At Manila 0606: 1 of" in words(moving) and "Show all" in words(moving)
    moving.press("0606")
    assert moving.at == "" and len(rows(moving)) == MOST


def test_words_places_and_numbers_are_found(moving: PlaySight) -> None:
    for seek in ("manila", "0606", "target man"):
        moving.seek = seek
        assert "Target Manila" in rows(moving)
    moving.seek = "nowhere at all"
    assert not rows(moving) and "No action by these words" in words(moving)


def test_long_lists_go_by_pages(moving: PlaySight) -> None:
    seen: list[str] = []
    for page in range(moving.offers.pages):
        moving.page = page
        seen += rows(moving)
    assert len(seen) == len(set(seen)) == len(moving.offers.everything)
    moving.page = 10_000
    assert rows(moving), "beyond the last page stands the last"


@pytest.mark.clause("10.2a", "10.2g")
def test_redeployment_asks_from_where_then_where_to() -> None:
    desk = two("pass", "pass", "pass")
    assert desk.state.phase is Phase.FLEET_REDEPLOYMENT
    assert desk.offers.groups[0].head == "Redeploy a stack: from where?"
    start = desk.offers.numbered(1)
    assert start is not None and start.hex
    desk.press(start.hex)
    assert all(one.start == start.hex for one in desk.offers.found)
    goals = desk.offers.hexes
    assert goals and start.hex not in goals
    desk.press(goals[0])
    assert {(one.start, one.to) for one in desk.offers.found} == {(start.hex, goals[0])}
    place = desk.state.board.label(start.hex)
    assert f"From {place} to " in words(desk)


def test_hexes_where_one_can_act_are_those_that_actions_name(desk: PlaySight) -> None:
    built = {a.at for a in desk.game.legal_actions() if isinstance(a, Build)}
    assert set(desk.offers.hexes) == built


@pytest.mark.clause("8.7a")
def test_where_an_air_unit_can_go_is_marked_not_where_it_is() -> None:
    text = "turn 4; phase movement; 0407 cw N L; 0507 jp A; 0506 jp L; 0605 jp L; trp 9 9"
    game = playing.new_game(load(f"text:{text}"), automation="single")
    desk = PlayDesk(game, Table("you", "you"))
    for action in ("pass", "target 0507", "move naval:1,land:1 0407"):
        assert desk.do(action), said(desk)
    goals = [str(a).split()[2] for a in desk.game.legal_actions()]
    assert len(goals) > 1 and set(desk.offers.hexes) == set(goals)
    desk.press(goals[0])
    assert len(rows(desk)) == 1 and desk.offers.found[0].to == goals[0]


# -- why not


@pytest.mark.clause("6.1b")
def test_a_hex_where_nothing_can_be_done_says_every_reason(desk: PlaySight) -> None:
    desk.press("0606")
    (question,) = questions(desk.offers)
    verdict = desk.game.check("build 0606")
    assert question.verdict == verdict and not verdict.ok
    text = words(desk)
    assert "Build a base at Manila: not allowed." in text
    page = play_panels.panel(desk)
    for reason in verdict.reasons:
        assert reason.text.rstrip(".") in text
        assert f'data-action="rule" data-value="{reason.rule}"' in page


@pytest.mark.clause("8.2b", "8.2e")
def test_what_cannot_be_activated_or_targeted_is_told(moving: PlaySight) -> None:
    unreached = next(
        h for h in sorted(moving.state.board.hexes) if not moving.game.check(f"target {h}").ok
    )
    moving.press(unreached)
    assert "not allowed" in words(moving)
    moving.do("target 0606")
    moving.press("0909")
    assert "Activate Port Moresby: not allowed." in words(moving)
    assert "No Japanese fleet or land unit at Port Moresby" in words(moving)


def test_redeploying_where_it_cannot_be_is_refused_with_reasons() -> None:
    desk = two("pass", "pass", "pass")
    start = desk.offers.numbered(1)
    assert start is not None
    desk.press(start.hex)
    goals = set(desk.offers.hexes)
    other = next(h for h in sorted(desk.state.board.hexes) if h not in goals and h != start.hex)
    desk.start, desk.at = start.hex, other
    found = questions(desk.offers)
    assert found and not any(one.verdict.ok for one in found)


@pytest.mark.clause("10.2b")
def test_a_stack_chosen_and_a_hex_where_it_cannot_go_are_asked_about_together() -> None:
    desk = two("pass", "pass", "pass")
    desk.press("0907")
    desk.press("0606")
    assert (desk.start, desk.at) == ("0907", "0606")
    text = words(desk)
    assert "From Truk to Manila 0606: nothing can be done." in text
    assert "Manila is no friendly port" in text and "10.2b" in text
    for hex_id in ("1804", "0101"):
        desk.press(hex_id)
        assert desk.start == "0907" and "10.2b" in words(desk)
    desk.clear()
    for hex_id in ("1804", "0101", "0404"):
        desk.press(hex_id)
        assert desk.start == "" and "10.1e" in words(desk)


def cited(desk: PlaySight, hex_id: str) -> bool:
    """Whether a hex on its own offers something, or says by which rule it does not."""
    desk.look_anew()
    desk.press(hex_id)
    if desk.offers.found:
        return True
    page = play_panels.actions_html(desk)
    text, asked = parse(page).text, questions(desk.offers)
    return bool(asked) and all(
        one.text.rstrip(".") in text and f'data-value="{one.rule}"' in page
        for question in asked
        for one in question.verdict.reasons
    )


@pytest.mark.clause("3.1e")
@pytest.mark.parametrize("seed", [1, 2])
def test_every_hex_has_an_action_or_a_reason_with_its_rule_at_every_decision(seed: int) -> None:
    chance = random.Random(seed)
    allies = ("greedy", "random")[seed - 1]
    played = playing.bot_game("short", seed, allies=allies, last_turn=2, bid=10).game
    desk, state, seen = PlaySight(), played.start, set()
    desk.begin("short", Table("you", "you"), last_turn=2, bid=10)
    hexes = sorted(state.board.hexes)
    for entry in played.history:
        now = progress(state)
        kind = (state.phase, now.fight != "", bool(now.pending), bool(now.target))
        many = 6 if kind not in seen else 1
        seen.add(kind)
        desk.game = playing.new_game(state, automation="ask")
        for hex_id in chance.sample(hexes, many):
            assert cited(desk, hex_id), (state.phase, desk.game.status, hex_id, entry.action)
        state = entry.state


def test_an_action_typed_is_judged(moving: PlaySight) -> None:
    moving.seek = "build 0605"
    assert "not allowed" in words(moving) and "3.1e" in words(moving)
    moving.do("target 0606")
    moving.do("activate 0804")
    moving.seek = "move carrier:2,naval:1 0804"
    found = typed(moving.state, moving.seek)
    assert found is not None and found.verdict.ok
    assert typed(moving.state, "move") is None
    by_name = typed(moving.state, "target manila")
    assert by_name == typed(moving.state, "target 0606") is not None


@pytest.mark.clause("8.2b")
def test_a_target_that_cannot_be_left_says_the_way_back(moving: PlaySight) -> None:
    moving.do("target 0606")
    assert not moving.do("pass")
    assert said(moving).startswith("Not allowed: ") and "8.2b" in said(moving)
    assert said(moving).endswith(" Undo takes the target back.")
    assert moving.undo() and progress(moving.state).target == ""
    moving.do("target 0606")
    moving.do("activate 0804")
    assert not moving.do("pass") and "Undo" not in said(moving)
    assert not moving.do("move carrier:9 0804")
    assert "Not allowed: More than there is: 3 carriers can move from there" in said(moving)
    moving.seek = "move carrier:9 0804"
    assert "More than there is: 3 carriers can move from there. 8.2e" in words(moving)


def test_the_next_page_of_one_leaves_no_old_notice(desk: PlaySight) -> None:
    page = PlayPage()
    page.desk = desk
    desk.press("0605")
    page._key("9", False, "")
    assert said(desk) == "No action has the number 9 now."
    page._key("n", False, "")
    assert desk.notice is None


def test_what_is_refused_leaves_everything_as_it_is(desk: PlaySight) -> None:
    before = desk.kept()
    assert not desk.do("build 0606") and said(desk).startswith("Not allowed: ")
    assert not desk.do("gibberish") and desk.kept() == before
    assert not desk.lay_dice() and said(desk) == "Set both dice first."


# -- dice and cards


def test_the_same_dice_fall_again_after_an_undo(moving: PlaySight) -> None:
    fought(moving)
    place = len(moving.game.history)
    moving.throw()
    first = moving.game.actions[place]
    moving.undo()
    assert len(moving.game.history) == place
    moving.throw()
    assert moving.game.actions[place] == first and first.startswith("roll ")


def fought(desk: PlaySight) -> None:
    """Manila is attacked, up to the first dice."""
    for action in ("target 0606", "activate 0804", "move carrier:3,naval:2,land:2 0804"):
        assert desk.do(action), said(desk)
    passed(desk)
    if not desk.chance_due:
        assert desk.do("fight 0606")
    assert desk.state.phase is Phase.COMBAT and desk.mine and desk.asks_dice


@pytest.mark.clause("9.3.1a", "9.3.1b", "9.3.1c", "9.2d")
def test_a_battle_says_what_both_strengths_are_made_of(moving: PlaySight) -> None:
    fought(moving)
    text = words(moving)
    assert "Fleet combat at Manila" in text
    assert "Japan 14 = 6 carriers + 2 naval + 4 pair bonus + 2 air, Taiwan" in text
    assert "The Allies 3 = 1 naval + 2 air, Manila" in text
    assert "attrited" in text, "what gives nothing is told"
    moving.do("support 0605 no")
    assert "Japan 12 = " in words(moving) and "held back" in words(moving)
    moving.throw()
    assert "Fleet combat at Manila" not in words(moving) or not moving.chance_due


def test_dice_are_set_by_hand(moving: PlaySight) -> None:
    fought(moving)
    moving.set_die(0, 6)
    assert 'data-action="lay"' in play_panels.panel(moving)
    assert not moving.lay_dice()
    moving.set_die(0, 6)
    moving.set_die(1, 1)
    place = len(moving.game.history)
    assert moving.lay_dice() and moving.game.actions[place] == "roll 6 1"
    assert "Japan&#x27;s die 6" in play_panels.panel(moving) or "Japan's die 6" in (
        play_panels.panel(moving)
    )


def test_a_card_is_drawn_or_named_by_hand() -> None:
    desk = PlaySight()
    desk.begin("standard", Table("you", "you"))
    assert desk.mine and desk.chance_due and not desk.asks_dice
    desk.naming = True
    assert "1942-10 Doolittle Raid" in words(desk)
    assert desk.by_hand("draw 1942-10")
    assert events.hand(desk.state, Side.JAPAN) == ("1942-10",)


@pytest.mark.clause("4.1d")
@pytest.mark.parametrize("side", list(Side))
def test_no_card_is_named_while_a_bot_holds_a_hand(side: Side) -> None:
    seats = {Side.JAPAN: ("you", "greedy"), Side.ALLIES: ("greedy", "you")}
    desk = PlaySight()
    desk.begin("standard", Table(*seats[side], 1))
    desk.go_on()
    assert desk.mine and desk.chance_due and desk.roller is side
    page = PlayPage()
    page.desk = desk
    desk.naming = True
    before, told = desk.kept(), set()
    assert "Name the card" not in words(desk)
    for card in CARDS:
        desk.seek = f"Draw {card}"
        drawer = parse(play_panels.actions_html(desk)).text
        page._action("seek-do", desk.seek)
        assert desk.kept() == before and "4.1d" in said(desk)
        told.add((drawer, said(desk)))
        assert card not in words(desk)
    assert len(told) == 1, "what is said is the same of every card"
    assert desk.throw()


def test_the_seed_decides() -> None:
    games = []
    for seed in (1, 1, 2):
        desk = PlaySight()
        desk.begin("standard", Table("greedy", "greedy", seed))
        for _ in range(3):
            desk.go_on()
        games.append(desk.game.actions)
    assert games[0] == games[1] != games[2]


# -- sides


def test_the_partner_plays_its_side_and_says_why(desk: PlaySight) -> None:
    passed(desk)
    done = [n for n, by in enumerate(desk.by) if by == BOT]
    assert done and desk.mine
    sides = {desk.game.history[n].side for n in done}
    assert sides == {Side.ALLIES}
    assert all(desk.why(n) for n in done)
    text = words(desk)
    assert "Since your last decision" in text and "Allies (sparring partner):" in text
    assert "Why" in text


def test_why_is_the_same_when_it_is_computed_again(desk: PlaySight) -> None:
    passed(desk)
    told_before = {n: desk.why(n) for n, by in enumerate(desk.by) if by == BOT}
    desk.whys = {}
    assert {n: desk.why(n) for n in told_before} == told_before


@pytest.mark.clause("4.1d", "4.2a")
def test_the_hand_of_the_other_side_is_never_shown() -> None:
    for seed in range(1, 6):
        desk = PlaySight()
        desk.begin("standard", Table("you", "greedy", seed))
        desk.throw()
        desk.go_on()
        (card,) = events.hand(desk.state, Side.ALLIES)
        own = events.hand(desk.state, Side.JAPAN)
        page = play_panels.panel(desk)
        assert card not in page
        assert all(one in page for one in own)


def test_two_people_see_a_hand_only_when_it_is_used() -> None:
    desk = two()
    assert "Cards of Japan" in words(desk) and "1 face down." in words(desk)
    assert not any(card in words(desk) for card in CARDS if card != "1942-10")
    assert "Doolittle" not in words(desk)
    for _ in range(400):
        if desk.state.phase is Phase.EVENT and not desk.chance_due:
            break
        desk.throw() if desk.chance_due else desk.do(engine.usual(desk.state))
    assert desk.state.phase is Phase.EVENT and desk.side is not None
    assert f"Cards of {'Japan' if desk.side is Side.JAPAN else 'the Allies'}" in words(desk)


@pytest.mark.clause("4.1d")
def test_two_people_turn_up_a_hand_until_something_is_done() -> None:
    desk = two()
    page = PlayPage()
    page.desk = desk
    for side, card in ((Side.JAPAN, "1942-10"), (Side.ALLIES, "1942-02")):
        other = next(one for one in FIRST if not one.endswith(card)).removeprefix("draw ")
        page._action("hand", side.value)
        assert events.card(card).label in words(desk)
        assert events.card(other).label not in words(desk)
    page._action("hand", Side.ALLIES.value)
    assert desk.hand_open is None
    page._action("hand", Side.JAPAN.value)
    page._action("pass", "")
    assert desk.hand_open is None and "Doolittle" not in words(desk)


def test_a_bots_hand_is_never_turned_up(desk: PlaySight) -> None:
    page = PlayPage()
    page.desk = desk
    page._action("hand", Side.ALLIES.value)
    assert desk.hand_open is None and "Show" not in words(desk).split("Cards of")[1]


def test_two_bots_go_on_phase_by_phase() -> None:
    desk = PlaySight()
    desk.begin("standard", Table("greedy", "random", 3))
    assert not desk.mine and "Go on" in words(desk)
    seen = []
    for _ in range(5):
        desk.go_on()
        seen.append((desk.state.turn, desk.state.phase))
    assert len(set(seen)) == 5
    desk.undo()
    assert len(desk.game.history) < len(desk.by)


def test_two_bots_play_a_phase_to_its_end_in_short_spells(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys.modules[PlayPage.__module__], "AT_ONCE", 1e-9)
    page, whole = PlayPage(), PlaySight()
    for desk in (page.desk, whole):
        desk.begin("standard", Table("greedy", "random", 3))

    async def pressed() -> int:
        page._key("g", False, "")
        spells = 0
        while page._running:
            seen = len(page.desk.game.history)
            await asyncio.sleep(0.005)
            spells += len(page.desk.game.history) > seen
        return spells

    for _ in range(3):
        spells = asyncio.run(pressed())
        whole.go_on()
        assert page.desk.game.actions == whole.game.actions, "all of the phase, and no more"
    assert spells > 1


def test_a_whole_game_of_two_bots_ends_and_says_by_which_rule() -> None:
    desk = PlaySight()
    desk.begin("short", Table("greedy", "greedy", 2), last_turn=2, bid=10)
    for _ in range(60):
        desk.go_on()
        if desk.over:
            break
    ending = progress(desk.state).ending
    assert ending is not None
    assert ending.rule in words(desk) and words(desk).count("victory: the last turn is over") == 1
    assert not desk.throw()


# -- history and texts


def test_undo_goes_back_over_the_partner_to_the_own_decision(desk: PlaySight) -> None:
    before = desk.kept()
    desk.do("build 0605")
    desk.go_on()
    assert BOT in desk.by[-3:] and desk.undo_name == "Build a base at Taiwan"
    after = desk.kept()
    assert desk.undo() and desk.kept() == before and desk.mine
    assert desk.redo() and desk.kept() == after
    while desk.undo():
        pass
    assert len(desk.game.history) == 0 and "Nothing of yours" in said(desk)


def test_what_is_done_after_an_undo_ends_the_redo(desk: PlaySight) -> None:
    desk.do("build 0605")
    desk.go_on()
    desk.undo()
    desk.do("build 0704")
    assert not desk.redo() and len(desk.by) == len(desk.game.history)


def test_a_game_is_kept_and_comes_back(moving: PlaySight) -> None:
    fought(moving)
    text = moving.kept()
    again = PlaySight()
    assert again.open_text(text, "this browser")
    assert again.kept() == text and again.game.hash == moving.game.hash
    assert again.by == moving.by and again.table == moving.table
    again.undo()
    moving.undo()
    assert again.kept() == moving.kept()


def test_a_kept_game_is_a_record_for_everybody(moving: PlaySight) -> None:
    replayed = playing.replay(f"text:{moving.kept()}")
    assert replayed.hash == moving.game.hash
    assert head_of(moving.kept()) is not None and head_of(moving.game.record()) is None


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("", "format"),
        ("not a record", "not TOML"),
        ('format = "witp-game/1"\nscenario = "standard"\nactions = ["fly home"]', "actions[0]"),
        ('format = "witp-game/1"\nscenario = "standard"\nactions = ["build 0605"]', "actions[0]"),
        ('format = "witp-game/9"\nscenario = "standard"', "format"),
        ('format = "witp-game/1"\nscenario = "nowhere"', "nowhere"),
        (f'format = "witp-game/1"\nscenario = "{EVIL.replace(chr(34), "")}"', "scenario"),
    ],
)
def test_a_bad_record_is_one_message_and_loses_nothing(
    desk: PlaySight, text: str, part: str
) -> None:
    before = desk.kept()
    assert not desk.open_text(text, "game.toml")
    assert said(desk).startswith("Not opened. ") and said(desk).endswith(". The game before stays.")
    assert part in said(desk) and "game.toml" in said(desk)
    assert desk.kept() == before
    parse(play_panels.panel(desk))


def test_a_refused_record_and_action_have_their_rules_to_press(desk: PlaySight) -> None:
    record = 'format = "witp-game/1"\nscenario = "standard"\nactions = ["build 0605"]'
    assert not desk.open_text(record, "game.toml")
    rules = play_panels.cited(said(desk))
    assert rules and all(
        f'data-key="rule:notice:{one}"' in play_panels.panel(desk) for one in rules
    )
    assert not desk.do("build 0606") and "6.1b" in play_panels.cited(said(desk))
    assert play_panels.cited("(1941) (6.1b, 8.2) (99.9) (6.1b)") == ("6.1b", "8.2")


def test_a_foreign_record_is_taken_as_the_players_sit_now(desk: PlaySight) -> None:
    record = playing.bot_game("short", 4, last_turn=2, bid=10).game.record()
    assert desk.open_text(record, "a file") and desk.over
    marks = set(desk.by)
    assert marks <= {MINE, BOT, CHANCE, ITSELF} and {MINE, BOT, CHANCE} <= marks
    assert desk.back() and not desk.over


def test_bad_values_for_a_new_game_leave_the_old_one(desk: PlaySight) -> None:
    before = desk.kept()
    assert not desk.begin("short", desk.table, last_turn=99, bid=3)
    assert "No new game" in said(desk) and desk.kept() == before
    assert ".." not in said(desk) and not desk.begin("nowhere", desk.table)
    assert ".." not in said(desk) and said(desk).endswith(". This game goes on.")


def test_a_new_game_as_filled_in_and_the_way_back(desk: PlaySight) -> None:
    before = desk.kept()
    desk.show(Pane.NEW)
    page = PlayPage()
    page.desk = desk
    for name, value in (
        ("new-scenario", "short"),
        ("new-last", "4"),
        ("new-bid", "12"),
        ("new-seed", "77"),
        ("new-japan", "greedy"),
        ("new-allies", "you"),
        ("new-sudden-death", "on"),
        ("new-bases", "on"),
    ):
        page._action(name, value)
    page._action("begin", "")
    now = progress(desk.state)
    assert (now.scenario, now.last_turn, now.bid) == ("short", 4, 12)
    assert "sudden-death" in now.choices and "six-bases" in now.choices
    assert desk.table == Table("greedy", "you", 77)
    assert desk.back() and desk.kept() == before


def test_beginning_twice_keeps_the_game_that_was_played(desk: PlaySight) -> None:
    desk.do("build 0605")
    before = desk.kept()
    page = PlayPage()
    page.desk = desk
    desk.show(Pane.NEW)
    for _ in range(2):
        page._action("begin", "")
    assert desk.before == before, "the second Begin did not take its place"
    record = playing.bot_game("short", 4, last_turn=2, bid=10).game.record()
    assert desk.open_text(record, "a file") and desk.before == before
    assert desk.back() and desk.kept() == before
    assert desk.begin_draft() and desk.throw()
    played = desk.kept()
    assert desk.begin_draft() and desk.before == played


def shown_offer(page: PlayPage) -> str:
    """The offer whose name the page would send with a press: the last one in the panel."""
    return str(re.findall(r'data-offer="([^"]*)"', page.side.value)[-1])


def press(page: PlayPage, offer: str, **what: str) -> None:
    """A click or a key as the browser sends it."""
    page.page._receive(None, {**what, "offer": offer}, None)


@pytest.mark.parametrize(
    "what",
    [
        {"type": "action", "name": "pass", "value": ""},
        {"type": "action", "name": "do", "value": "build 0605"},
        {"type": "key", "key": "1"},
        {"type": "key", "key": "p"},
    ],
)
def test_an_action_is_taken_only_from_the_offer_it_was_pressed_in(
    desk: PlaySight, what: dict[str, str]
) -> None:
    page = PlayPage()
    page.desk = desk
    page.draw()
    offer = shown_offer(page)
    press(page, offer, **what)
    done = desk.game.actions
    assert len(done) > 2
    desk.notice = None
    for _ in range(8):
        press(page, offer, **what)
    assert desk.game.actions == done and said(desk) == "", "refused, and quietly"
    press(page, shown_offer(page), type="key", key="1")
    assert len(desk.game.actions) > len(done), "what stands there now is done at once"
    press(page, offer, type="action", name="undo", value="")
    press(page, offer, type="action", name="undo", value="")
    assert len(desk.game.actions) < len(done), "Undo can be repeated"


def test_a_number_belongs_to_the_list_it_stands_in(moving: PlaySight) -> None:
    page = PlayPage()
    page.desk = moving
    page.draw()
    offer, before = shown_offer(page), moving.game.actions
    press(page, offer, type="hex", hex="0606")
    press(page, offer, type="key", key="1")
    assert moving.game.actions == before, "another list than the one that was shown"
    press(page, offer, type="action", name="do", value="target 0605")
    assert moving.game.actions == (*before, "target 0605"), "a row says itself what it does"


@pytest.mark.parametrize("typed_seed", ["abc", "0", "", "-5", "1e3", "7.5", "1000000", "\u0664"])
def test_a_wrong_seed_begins_nothing_and_says_what_would_be_right(
    desk: PlaySight, typed_seed: str
) -> None:
    before, page = desk.kept(), PlayPage()
    page.desk = desk
    page._action("pane", "new")
    page._action("new-seed", typed_seed)
    page._action("begin", "")
    assert desk.kept() == before and desk.pane is Pane.NEW
    assert said(desk).startswith("No new game: the seed has to be a whole number from 1 to 999999")
    assert said(desk).endswith(". This game goes on.")
    assert f'value="{typed_seed}"' in play_panels.panel(desk), "what was typed stays"
    page._action("new-seed", " 42 ")
    page._action("begin", "")
    assert desk.table.seed == 42 and str(desk.pane) == "do"


@pytest.mark.parametrize("bid", ["many", "-1", "", "400"])
def test_a_wrong_bid_begins_nothing(desk: PlaySight, bid: str) -> None:
    before = desk.kept()
    desk.show(Pane.NEW)
    desk.draft = evolve(desk.draft, scenario="short", bid=bid)
    assert not desk.begin_draft() and desk.kept() == before and desk.pane is Pane.NEW
    assert "bid" in said(desk) and "13.2" in said(desk)


def test_a_new_game_proposes_a_seed_of_its_own_and_other_players_keep_the_old_one(
    desk: PlaySight,
) -> None:
    proposed = set()
    for _ in range(4):
        desk.show(Pane.NEW)
        proposed.add(desk.draft.seed)
        desk.show(Pane.NEW)
    assert len(proposed) > 1 and all(int(seed) in SEEDS for seed in proposed)
    page = PlayPage()
    page.desk = desk
    page._action("pane", "new")
    page._action("new-allies", "you")
    page._action("sit", "")
    assert desk.table == Table("you", "you", 1)


def test_what_another_tab_keeps_is_told_and_can_be_taken_over(desk: PlaySight) -> None:
    other = PlaySight()
    assert other.open_text(desk.kept(), "the same game") and other.do("build 0605")
    page, sent = PlayPage(), list[Any]()
    page.desk, page._greeted = desk, True
    page.page.send = lambda content, _=None: sent.append(content)
    desk.do("build 0704")
    desk.go_on()
    mine = desk.kept()
    press(page, "", type="elsewhere", text=mine)
    assert "Another tab" not in words(desk), "the same game is none to be told of"
    press(page, "", type="elsewhere", text=other.kept())
    assert "Another tab has kept another game" in parse(page.side.value).text
    assert "Another tab" in page.page.say and desk.kept() == mine
    press(page, "", type="action", name="stay", value="")
    assert "Another tab" not in words(desk)
    assert {"type": "store", "key": STORAGE, "value": mine} in sent
    press(page, "", type="elsewhere", text="nonsense")
    press(page, "", type="action", name="take-over", value="")
    assert "Not opened. the game of the other tab" in words(desk) and desk.kept() == mine
    press(page, "", type="elsewhere", text=other.kept())
    press(page, "", type="action", name="take-over", value="")
    assert "build 0605" in desk.game.actions and "Another tab" not in words(desk)
    assert desk.back() and desk.kept() == mine, "nor is the game of this tab lost"


# -- words and pictures


@pytest.mark.parametrize(
    ("word", "many", "said"),
    [
        ("naval", 1, "naval unit"),
        ("us-attrited-naval", 2, "2 US attrited naval units"),
        ("full-cw-loaded-full-naval", 1, "full Commonwealth naval unit with full cargo"),
        ("empty-naval", 1, "naval unit without cargo"),
        ("each air", 1, "every air unit"),
    ],
)
def test_units_in_words(word: str, many: int, said: str) -> None:
    assert sorted(unit_words(word, many).split()) == sorted(said.split())


def test_every_action_of_whole_games_has_words() -> None:
    game: Game = playing.bot_game("short", 2, allies="random", last_turn=3, bid=10).game
    state = game.start
    for entry in game.history:
        one = told(state, read(entry.action))
        assert one.text and "none" not in one.text and not re.search(r"[<>:]\w+-\w+", one.text)
        assert all(h in state.board for h in one.hexes)
        state = entry.state


def test_the_map_shows_where_one_can_act_target_and_markers(moving: PlaySight) -> None:
    moving.do("target 0606")
    moving.do("activate 0804")
    page = PlayPage()
    page.desk = moving
    marks = page._marks()
    assert marks.target == "0606" and marks.activated == ("0804",) and "0605" in marks.can
    scene = plain_scene(moving.state)
    drawn = marks_picture(scene, marks, 60)
    assert 'data-sign="0606 target"' in drawn and 'data-sign="0804 marker"' in drawn
    assert 'data-can="yes"' in can_picture(scene, marks, 60)
    assert dict(marked(marks)) == {"0606": "target", "0804": "activation marker"}
    assert "data-sign" not in marks_picture(scene, Marks(), 60)
    assert page._spoken()["0606"].endswith(", target")


def test_the_page_speaks_of_what_is_chosen_and_refused(desk: PlaySight) -> None:
    page = PlayPage()
    page.desk = desk
    page._pressed("0605")
    assert page.page.say.startswith("Taiwan: 1 action, Build a base at Taiwan.")
    page._pressed("0606")
    assert "Build a base at Manila: not allowed." in page.page.say


def test_every_panel_is_sound_html_and_escapes_what_is_typed(desk: PlaySight) -> None:
    for pane in Pane:
        desk.pane = pane
        for text in ("", EVIL):
            desk.query = desk.seek = desk.text = text
            found: Reader = parse(play_panels.panel(desk))
            assert "<script" not in play_panels.panel(desk).lower()
            assert found.text


@pytest.mark.parametrize("key", [*"123456789prgufn0+-?/", "Escape", "Ctrl+z", "x"])
def test_every_key_is_answered(desk: PlaySight, key: str) -> None:
    page = PlayPage()
    page.desk = desk
    failed: list[Any] = []
    page.page.guard.on_error = lambda error, _: failed.append(error)
    page._key(key, False, "0605")
    assert not failed


@pytest.mark.parametrize("seed", range(4))
def test_whatever_is_pressed_nothing_fails_and_nothing_is_lost(seed: int) -> None:
    chance, page = random.Random(seed), PlayPage()
    failed: list[Any] = []
    page.page.guard.on_error = lambda error, _: failed.append(error)
    page._greeted = True
    if seed == 3:
        page.desk.begin("standard", Table("you", "you", 5))
    hexes = sorted(page.desk.state.board.hexes)
    for _ in range(150):
        match chance.randrange(6):
            case 0:
                page.map.press(chance.choice([*hexes, *page.desk.offers.hexes]))
            case 1:
                page.page.guard(page._key)(chance.choice("uUprgn/?0"), False, "")
            case 2:
                shown = re.findall(r'data-action="([a-z-]+)" data-value="([^"]*)"', page.side.value)
                name, value = chance.choice(shown or [("close", "")])
                page.page.guard(page._action)(name, html.unescape(value))
            case _:
                page.page.guard(page._key)(chance.choice("1234567rp"), False, "")
        assert not failed, failed
        parse(page.side.value)
    again = PlaySight()
    assert again.open_text(page.desk.kept(), "again")
    assert again.game.hash == page.desk.game.hash


def test_an_unknown_action_of_the_page_is_an_error(desk: PlaySight) -> None:
    with pytest.raises(LookupError, match="flyhome"):
        PlayPage()._action("flyhome", "")


def test_moves_on_offer_are_told_with_their_cost(moving: PlaySight) -> None:
    moving.do("target 0606")
    moving.do("activate 0804")
    for one in moving.offers.everything:
        if isinstance(one.action, Move):
            assert one.hexes == ("0804", "0606")


def test_the_storage_has_a_name_of_its_own() -> None:
    assert STORAGE == "witp-play"
