"""The bases panel of the supply lab without a browser (6): side, cost, sites, edits, answers."""

from __future__ import annotations

import re

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st
from strategies import examples, pacific

from witp_learn import edits, queries
from witp_learn.model import Kind, Nation, Side, State, Unit
from witp_learn.rules.planning import SET_UP_BASES
from witp_learn.ui import supply_panels
from witp_learn.ui.supply_bases import MOST_SITES, seen, told
from witp_learn.ui.supply_desk import SupplyDesk
from witp_learn.ui.supply_selection import Pane
from witp_learn.view.supply_view import Focus, Overlays, supply_scene

JAPAN, ALLIES = Side.JAPAN, Side.ALLIES


def truk() -> SupplyDesk:
    """The example of one base, with its bases up."""
    desk = SupplyDesk(queries.example("one_base_truk"))
    desk.show(Pane.BASES)
    return desk


def html(desk: SupplyDesk) -> str:
    return supply_panels.panel(desk)


def words(desk: SupplyDesk) -> str:
    return re.sub(r"<[^>]+>", " ", html(desk)).replace("  ", " ")


def edits_in(desk: SupplyDesk) -> list[str]:
    return re.findall(r'data-action="(?:base-)?edit" data-value="((?:un)?base [^"]*)"', html(desk))


def test_the_panel_opens_on_the_side_that_goes_hungry() -> None:
    desk = truk()
    assert (desk.base_side, desk.side, desk.nation.side) == (JAPAN, JAPAN, JAPAN)
    assert "Out of supply now: Hainan L, Saigon A and Palau A." in words(desk)
    desk.choose_side(ALLIES)
    assert (desk.side, desk.nation) == (ALLIES, Nation.US)
    assert "No Allied unit is out of supply now." in words(desk)
    desk = SupplyDesk(queries.example("one_base_truk"))
    desk.press("0606")
    desk.show(Pane.BASES)
    assert desk.base_side is ALLIES, "a unit that is selected says whose bases"


@pytest.mark.clause("6.5a", "6.6.1a", "6.6.2a", "6.6.2b", "6.6.2e")
def test_what_bases_cost_and_what_turn_one_makes_of_it() -> None:
    desk = truk()
    assert "1 base: 1 RP of 20, 19 left (6.5)." in words(desk)
    assert "(6.6.1)" in words(desk)
    desk.choose_side(ALLIES)
    assert "1 base, free on turn 1 (6.6.2)." in words(desk)
    assert "build up to 6" in words(desk)
    for place in SET_UP_BASES:
        if place not in desk.state.bases[ALLIES]:
            desk.do(edits.base(ALLIES, place))
    assert "none is built on turn 1" in words(desk)
    assert not any(e.startswith("base al") for e in edits_in(desk))
    desk.set_turn(2)
    assert "6 bases: 6 RP (6.5)." in words(desk)


def test_every_row_says_what_it_brings_and_does_it() -> None:
    desk = truk()
    assert "Truk , linked to Kure; without it out of supply: Marshalls L" in words(desk)
    assert "Taiwan , feeds Hainan L, Saigon A and Palau A; opens " in words(desk)
    desk.apply_text("base jp 0605")
    assert desk.notice is not None and desk.notice.kind == "changed"
    assert "Now fed: Hainan L, Saigon A and Palau A." in desk.notice.text
    assert desk.pane is Pane.BASES and "2 bases: 2 RP of 20" in words(desk)
    desk.undo()
    assert "1 base: 1 RP of 20" in words(desk)


@pytest.mark.clause("6.5e", "6.5f")
def test_an_edit_tells_which_bases_it_cuts_off() -> None:
    desk = truk()
    for text in ("base jp 0605", "base jp 0507", "unbase jp 0605"):
        desk.apply_text(text)
    assert desk.notice is not None
    assert "Cut off: Saigon; it still feeds units (6.5)." in desk.notice.text
    assert "Saigon , cut off, but it feeds (6.5)" in words(desk)
    desk.apply_text("base jp 0605")
    assert "Linked again: Saigon." in desk.notice.text


def test_a_hex_selected_here_has_its_base_answer() -> None:
    desk = truk()
    desk.press("0605")
    assert "Japan can build a base at Taiwan" in words(desk)
    assert "Build a base at Taiwan" in words(desk)
    desk.press("0907")
    assert "The Japanese base at Truk is linked" in words(desk)
    assert "Remove the base at Truk" in words(desk)
    desk.press("0606")
    assert "Japan cannot build a base at Manila" in words(desk)
    assert "Build a base at Manila" not in words(desk)
    before = desk.index
    desk.press("0606")
    assert desk.index == before, "the stack is not walked here"
    desk.clear()
    assert (desk.pane, desk.selected) == (Pane.CARD, "0606")


def test_the_map_shows_network_sites_and_what_is_thought_of() -> None:
    desk = truk()
    desk.press("0605")
    scene = supply_scene(desk.state, desk.shown(), desk.focus())
    assert scene.planned == ((JAPAN, "0605"),)
    assert scene.sites["0605"] and not scene.sites["0507"] and "0907" not in scene.sites
    paths = [line.path for line in scene.lines]
    assert len(paths) == 2 and all(line.kind == "network" for line in scene.lines)
    assert {p[0] for p in paths} == {"0605", "0907"}
    desk.press("0507")
    assert desk.focus().planned is None, "no base can be built there"
    desk.close()
    assert desk.shown().network is None and desk.shown().sites is None
    assert supply_scene(desk.state, desk.shown(), desk.focus()).sites == {}


def test_a_screen_reader_hears_the_answer_of_a_hex_and_the_cost_of_all() -> None:
    desk = truk()
    assert told(desk).startswith("Japanese bases. 1 base: 1 RP of 20")
    desk.press("0605")
    assert told(desk).startswith("Japan can build a base at Taiwan")


def test_bases_that_are_cut_off_are_marked() -> None:
    state = queries.edit(queries.example("one_base_truk"), "base jp 0507")
    scene = supply_scene(state, Overlays(network=JAPAN), Focus())
    assert scene.cut_off == ("0507",)
    assert supply_scene(state).cut_off == ()


def test_the_network_stays_on_while_bases_are_up() -> None:
    desk = truk()
    assert desk.shown().network is JAPAN
    desk.toggle("network")
    assert desk.shown().network is JAPAN and not desk.on["network"]
    assert desk.notice is not None and "as long as Bases is open" in desk.notice.text
    assert desk.on == {**desk.on, "network": False}
    desk.toggle("control")
    assert desk.shown().control


def test_many_sites_fold_and_refusals_are_told() -> None:
    desk = SupplyDesk(queries.scenario())
    desk.show(Pane.BASES)
    known = seen(desk)
    assert len(known.could_build) > MOST_SITES
    assert f"{len(known.could_build) - MOST_SITES} more" in words(desk)
    assert "Cannot build at " in words(desk)
    assert re.search(r"\(6\.\d\w?\)", words(desk))
    assert seen(desk) is known, "found once for a position"
    desk.choose_side(desk.base_side.enemy)
    assert seen(desk) is not known


def test_the_open_panel_offers_the_set_up_with_and_without_the_six_bases() -> None:
    desk = SupplyDesk()
    desk.show(Pane.OPEN)
    assert "Standard set-up, turn 1" in words(desk)
    desk.open_scenario("standard")
    assert desk.state.turn == 1 and desk.state.bases[ALLIES] == ()
    desk.open_scenario("standard", optional_bases=True)
    assert desk.state.bases[ALLIES] == SET_UP_BASES
    assert desk.undo() and desk.state.bases[ALLIES] == ()
    before = desk.state
    desk.open_scenario("nowhere")
    assert desk.state is before
    assert desk.notice is not None and desk.notice.kind == "warning"
    assert desk.notice.text.startswith("Not opened.")


def test_the_key_of_the_map_is_a_panel() -> None:
    desk = SupplyDesk()
    desk.show(Pane.LEGEND)
    assert "Deep sea" in words(desk) and "Close" in words(desk)


def test_a_long_stack_shows_its_first_counters_and_the_selected_one() -> None:
    kinds = [(n, k) for n in (Nation.US, Nation.COMMONWEALTH) for k in Kind]
    units = [Unit("1406", n, k) for n, k in kinds]
    units += [u.turned for u in units]
    board = queries.example("new_hebrides").board
    desk = SupplyDesk(State(board=board, turn=2, units=tuple(units)))
    desk.press("1406")
    assert len(desk.here) == 16
    assert "8 more" in words(desk)
    shown = html(desk).partition("<details")[0]
    assert shown.count('data-action="select"') == 8
    desk.select(desk.here[-1])
    shown = html(desk).partition("<details")[0]
    assert shown.count('data-action="select"') == 9 and "7 more" in words(desk)


@examples(30)
@given(pacific(most=6), st.sampled_from(Side))
def test_what_is_offered_can_be_done(state: State, side: Side) -> None:
    desk = SupplyDesk(state)
    desk.show(Pane.BASES)
    desk.choose_side(side)
    bases = queries.bases(desk.state, side)
    offered = edits_in(desk)
    assert len(offered) == len(set(offered))
    built = {e.split()[-1] for e in offered if e.startswith("base")}
    gone = {e.split()[-1] for e in offered if e.startswith("unbase")}
    assert built <= set(bases.can_build) and gone == set(desk.state.bases[side])
    for text in offered[:3]:
        assert desk.do(edits.read(text))
        assert html(desk)
        desk.undo()


def standard() -> SupplyDesk:
    """The start of the standard game, with the Allied bases up."""
    desk = SupplyDesk(queries.scenario("standard"))
    desk.show(Pane.BASES)
    desk.choose_side(ALLIES)
    return desk


@pytest.mark.clause("6.6.2a", "6.6.2e")
@pytest.mark.parametrize(
    ("bases", "why"),
    [
        (SET_UP_BASES, "placed at set-up"),
        (("0207", "0509", "0607", "0710", "1205", "0408"), "six is the limit"),
    ],
)
def test_where_turn_one_shuts_the_building_the_whole_panel_says_so(
    bases: tuple[str, ...], why: str
) -> None:
    desk = standard()
    for place in bases:
        desk.do(edits.base(ALLIES, place))
    can = queries.bases(desk.state, ALLIES).can_build
    assert can, "the network alone would let more be built"
    desk.press(can[0])
    shown = words(desk)
    assert "The Allies can build" not in shown and "Build a base at" not in shown
    assert f"cannot build a base at {desk.state.board.label(can[0])} on turn 1" in shown
    assert why in shown and "By the network alone one could be built here." in shown
    assert "Can build at" not in shown and "Fed only by several bases" not in shown
    assert "cannot build" in told(desk) and why in told(desk)
    scene = supply_scene(desk.state, desk.shown(), desk.focus())
    assert scene.sites and not any(scene.sites.values()) and not scene.planned
    desk.press(bases[0])
    assert "is linked" in words(desk) or "is cut off" in words(desk)
    desk.set_turn(2)
    desk.press(can[0])
    assert "on turn 1" not in told(desk)


@pytest.mark.clause("6.5a", "6.5c", "6.5d")
def test_a_base_that_no_rp_pays_for_can_be_built_but_one_must_go() -> None:
    desk = SupplyDesk(queries.example("one_base_taiwan"))
    desk.state = evolve(desk.state, turn=2, trp=(1, 5))
    desk.show(Pane.BASES)
    desk.choose_side(JAPAN)
    assert "for each a base must go, the opponent chooses which (6.5)." in words(desk)
    assert "Can build at" in words(desk)
    desk.state = evolve(desk.state, trp=(2, 5))
    assert "for each a base must go" not in words(desk)


@pytest.mark.clause("6.1c", "6.2c", "6.6.2a", "7.1b")
def test_pressing_the_first_build_again_and_again_feeds_all_whom_six_bases_can_feed() -> None:
    desk = standard()
    for _ in range(6):
        desk.apply_listed(next(e for e in edits_in(desk) if e.startswith("base al")))
    assert "No Allied unit is out of supply now." in words(desk)


def test_the_panel_names_the_row_of_bases_that_reaches_the_rest() -> None:
    desk = standard()
    assert "Manila L and Manila A: Palembang, then Leyte" in words(desk)
    desk.apply_text("base al 0207")
    assert "with Leyte feeds Manila L and Manila A" in words(desk)


@pytest.mark.clause("6.4d")
def test_a_base_of_the_list_is_looked_at_and_named_as_built_just_now() -> None:
    desk = truk()
    desk.press("0907")
    desk.apply_listed("base jp 0605")
    assert desk.selected == "0605" and "Remove the base at Taiwan" in words(desk)
    assert words(desk).count("built just now: in play it stays this phase (6.4)") == 1
    desk.apply_text("base jp 0507")
    assert words(desk).count("built just now") == 2
    desk.set_turn(2)
    assert "built just now" not in words(desk)
