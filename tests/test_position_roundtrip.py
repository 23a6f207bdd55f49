"""Positions through their text forms and back: nothing is lost, and no verdict changes."""

from __future__ import annotations

import json
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st
from strategies import boards_with_hexsides, dressed, examples, pacific, positions_on, titles

import witp_learn as witp
from witp_learn.components import board as companion_board
from witp_learn.model import Side, State
from witp_learn.position import from_plain, read_file, read_line, to_plain, write_file, write_line
from witp_learn.rules.bases import network, sites
from witp_learn.rules.supply import check


@st.composite
def own_boards(draw: st.DrawFn) -> State:
    """A position that brings its own board, dressed with everything a file can hold."""
    board = draw(boards_with_hexsides())
    return draw(dressed(draw(positions_on(board, sorted(board.hexes), chinese=True))))


on_the_map = pacific().flatmap(dressed)


def by_toml(state: State) -> State:
    return read_file(write_file(state), "p.toml")


def by_json(state: State) -> State:
    return read_file(json.dumps(to_plain(state)), "p.json")


def by_tables(state: State) -> State:
    return from_plain(to_plain(state), "p")


def by_line(state: State) -> State:
    return read_line(write_line(state), companion_board())


def verdicts(state: State) -> object:
    """Everything the supply check and the networks say, in the order of the position."""
    found = [
        (j.unit, j.in_supply, j.automatic, j.path, j.effect, j.blocked, str(j.reason))
        for j in check(state)
    ]
    linked = [(network(state, side), sites(state, side)) for side in Side]
    return found, linked


def same(state: State, back: State) -> None:
    assert back == state
    assert back.units == state.units
    assert {s: back.bases[s] for s in Side} == {s: state.bases[s] for s in Side}
    assert dict(back.rulings) == dict(state.rulings)


@examples(80)
@given(own_boards())
def test_a_file_loses_nothing_of_a_position_with_its_own_board(state: State) -> None:
    for way in (by_toml, by_json, by_tables):
        back = way(state)
        same(state, back)
        assert back.board.hexes == state.board.hexes
        assert write_file(back) == write_file(state)


@examples(80)
@given(on_the_map)
def test_no_form_loses_anything_of_a_position_on_the_map(state: State) -> None:
    for way in (by_toml, by_json, by_line):
        same(state, way(state))


@examples(25)
@given(on_the_map)
def test_verdicts_are_those_of_the_position_rebuilt(state: State) -> None:
    expected = verdicts(state)
    for way in (by_toml, by_json, by_line):
        assert verdicts(way(state)) == expected


@examples(25)
@given(own_boards())
def test_verdicts_on_an_own_board_are_those_of_the_position_rebuilt(state: State) -> None:
    expected = verdicts(state)
    for way in (by_toml, by_json):
        assert verdicts(way(state)) == expected


@examples(300)
@given(titles | st.text())
def test_any_title_survives_every_form(title: str) -> None:
    state = State(board=companion_board(), turn=2, title=title)
    for way in (by_toml, by_json, by_line):
        assert way(state).title == title
    assert "\n" not in write_line(state)


def test_a_saved_file_reads_back(tmp_path: Path) -> None:
    state = witp.load(
        'text:title "太平洋; <b>"; 0406W jp 2N(L); 1009 us A-=0; base al 1110; trp 1 2'
    )
    witp.save(state, tmp_path / "p.toml")
    assert witp.load(tmp_path / "p.toml") == state
    assert witp.load("text:" + witp.line(state)) == state


def test_the_companions_map_is_no_board_of_ones_own() -> None:
    state = witp.example("new_hebrides")
    assert not by_toml(state).board.own
    assert by_toml(state).board is state.board


def test_line_and_file_agree_on_the_example() -> None:
    state = witp.example("new_hebrides")
    assert by_line(state) == by_json(state) == by_toml(state) == state
