"""The order of battle: read strictly, graded, and true to all that the text implies of it."""

from __future__ import annotations

import csv
import io
import re
import shutil
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st
from strategies import examples

import witp_learn as witp
from witp_learn import position, rulebook
from witp_learn.components import board, current, shipped
from witp_learn.components.units import (
    CHINESE_HEXES,
    UNIT_COLUMNS,
    Counters,
    arriving,
    at_start,
    from_turn,
    misfits,
    read_units,
    reserve,
    totals,
)
from witp_learn.files import BadData, NotAvailable
from witp_learn.hexgrid import distance
from witp_learn.model import STRENGTHS, Grade, Kind, Nation, Origin, Phase, Side, State
from witp_learn.rules import bases, supply
from witp_learn.rules.stacking import crowded

ROOT = Path(__file__).resolve().parent.parent
GRADES = ("printed", "derived", "assumed", "unknown")
NEEDS_A_BASE = {"0506", "0507", "0707", "1107"}
"""Hainan, Saigon, Palau and the Marshalls: the only Japanese starts that no source feeds (7.3)."""

REPORTED_BASES = ("1406", "1208", "0909", "0607", "0509", "0407")
"""The six Allied bases of a game on record, in which Wake starved."""


@pytest.fixture(scope="module")
def forces() -> tuple[Counters, ...]:
    return read_units(shipped(), hexes=board().hexes)


@pytest.fixture(scope="module")
def standard() -> State:
    return witp.scenario()


@pytest.fixture(scope="module")
def optional() -> State:
    return witp.scenario(optional_bases=True)


def count(forces: tuple[Counters, ...], nation: Nation, kind: Kind, before: int = 1) -> int:
    """Counters of a kind on the map at the start of a turn, if none is lost."""
    have = [*at_start(forces), *(c for c in forces if c.turn is not None and c.turn < before)]
    return sum(c.count for c in have if (c.nation, c.kind) == (nation, kind))


def starving(state: State, side: Side) -> set[str]:
    return {j.unit.hex for j in supply.check(state).out() if j.unit.side is side}


def with_bases(state: State, side: Side, *hexes: str, turn: int = 1) -> State:
    return evolve(state, turn=turn, bases={**state.bases, side: tuple(hexes)})


# The reader.

GOOD = {
    "nation": "us",
    "kind": "air",
    "strength": "",
    "count": "1",
    "hex": "0606",
    "turn": "",
    "grade": "assumed",
    "section": "14.1",
    "why": "a reason",
}


def table(folder: Path, *changes: dict[str, str], name: str = "units.csv") -> Path:
    """A folder with a table of units: the good row with each of the changes."""
    text = io.StringIO()
    writer = csv.DictWriter(text, UNIT_COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows({**GOOD, **change} for change in changes)
    (folder / name).write_text(text.getvalue(), "utf-8")
    return folder


BROKEN = [
    ("nation", {"nation": "usa"}, "must be japan, us, commonwealth or china"),
    ("nation", {"nation": ""}, "is missing"),
    ("kind", {"kind": "carrrier"}, "Did you mean carrier?"),
    ("kind", {"kind": ""}, "is missing"),
    ("kind", {"nation": "china", "hex": "0404"}, "land units only"),
    ("strength", {"strength": "-1"}, "must be a whole number"),
    ("strength", {"strength": "100"}, "must be 0 to 99"),
    ("count", {"count": "0"}, "must be 1 to 99"),
    ("count", {"count": "two"}, "must be a whole number"),
    ("hex", {"hex": "9999"}, "must be the number of a hex of the board"),
    ("hex", {"hex": "Manila"}, "must be the number of a hex of the board"),
    ("hex", {"hex": "0406W"}, "only fleets are on a coast"),
    ("hex", {"hex": "", "count": "2"}, "only one US air unit has neither"),
    ("hex", {"hex": "", "nation": "japan"}, "only one US air unit has neither"),
    ("hex", {"nation": "china", "kind": "land"}, "0404, 0504 or 0505"),
    ("turn", {"turn": "3"}, "not both"),
    ("turn", {"hex": "", "turn": "1"}, "must be 2 to 16"),
    ("turn", {"hex": "", "turn": "17"}, "must be 2 to 16"),
    ("turn", {"hex": "", "turn": "x"}, "must be a whole number"),
    ("turn", {"nation": "china", "kind": "land", "hex": "", "turn": "3"}, "no supply source"),
    ("grade", {"grade": "guessed"}, "must be printed, derived"),
    ("grade", {"grade": ""}, "is missing"),
]


@pytest.mark.clause("2.3.2c", "2.3.2d", "8.7k")
@pytest.mark.parametrize(
    ("kind", "hex_id", "says"),
    [
        ("naval", "0406Q", "write 0406W or 0406E"),
        ("carrier", "0406", "write 0406W or 0406E"),
        ("naval", "0606W", "Manila has one sea only"),
        ("naval", "0404", "is land; fleets need sea (2.3.2)"),
        ("land", "0108", "is deep sea; land units cannot stand in deep sea (2.3.2)"),
        ("air", "0606", ""),
        ("air", "0108", ""),
        ("naval", "0406W", ""),
    ],
)
def test_counters_that_cannot_be_where_they_start_are_named_with_their_line(
    tmp_path: Path, kind: str, hex_id: str, says: str
) -> None:
    table(tmp_path, {"hex": "1106"}, {"kind": kind, "hex": hex_id})
    hexes = board().hexes
    found = [str(m) for m in misfits(read_units(tmp_path, hexes=hexes), hexes)]
    assert len(found) == bool(says)
    for text in found:
        assert text.startswith("units.csv, line 3: 1 US ") and says in text


@pytest.mark.parametrize(("column", "change", "says"), BROKEN)
def test_a_cell_that_cannot_be_is_named_with_file_line_and_column(
    tmp_path: Path, column: str, change: dict[str, str], says: str
) -> None:
    table(tmp_path, {"hex": "1106"}, change)
    with pytest.raises(BadData) as caught:
        read_units(tmp_path, hexes=board().hexes)
    assert (caught.value.source, caught.value.key) == ("units.csv", f"line 3, {column}")
    assert caught.value.value == {**GOOD, **change}[column]
    assert says in str(caught.value)


def test_the_same_counters_twice_and_a_second_reserve_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BadData, match=r"units.csv: line 3, count.* line 2; raise their count"):
        read_units(table(tmp_path, {}, {"count": "2"}))
    with pytest.raises(BadData, match=r"units.csv: line 3, hex.*one US air unit is in reserve"):
        read_units(table(tmp_path, {"hex": ""}, {"hex": "", "strength": "3"}))


def test_a_table_without_a_column_is_refused(tmp_path: Path) -> None:
    (tmp_path / "units.csv").write_text("nation,kind\nus,air\n", "utf-8")
    with pytest.raises(BadData, match=r"units\.csv: line 1.*strength is missing"):
        read_units(tmp_path)


def test_what_a_row_says(tmp_path: Path) -> None:
    table(
        tmp_path,
        {"hex": "606", "count": "", "strength": "3"},
        {"kind": "naval", "hex": "0406W", "count": "2"},
        {"hex": "", "turn": "16"},
        {"hex": ""},
    )
    here, coast, later, kept = read_units(tmp_path, hexes=board().hexes)
    assert (here.hex, here.count, here.strength, here.line) == ("0606", 1, 3, 2)
    assert here.origin == Origin(Grade.ASSUMED, "14.1", "a reason")
    assert (here.unit().at, here.unit().value) == ("0606", 3)
    assert (coast.hex, coast.unit().at, coast.unit().count) == ("0406", "0406W", 2)
    assert (later.hex, later.turn, later.unit("1708").value) == (None, 16, STRENGTHS[Kind.AIR])
    assert kept.is_reserve and not later.is_reserve and not here.is_reserve
    assert at_start((here, coast, later, kept)) == (here, coast)
    assert arriving((here, later), 16) == (later,)
    assert reserve((here, later, kept)) == (kept,)
    with pytest.raises(ValueError, match="need one"):
        later.unit()


@given(st.sampled_from(UNIT_COLUMNS), st.text(max_size=6))
@examples(150)
def test_any_text_in_a_cell_is_read_or_refused_by_name(column: str, text: str) -> None:
    with tempfile.TemporaryDirectory() as name:
        table(Path(name), {column: text})
        try:
            (one,) = read_units(Path(name), hexes=board().hexes)
        except BadData as error:
            assert error.source.endswith("units.csv")
            assert error.key.startswith("line ")
        else:
            assert one.count >= 1
            assert one.is_reserve or (one.hex is None) != (one.turn is None)


# The data: graded, with reasons.


def test_every_row_says_why_and_where_it_is_printed_or_derived(
    forces: tuple[Counters, ...],
) -> None:
    sections = {clause.section for clause in rulebook.clauses().values()}
    assert [c.line for c in forces if not c.origin.why] == []
    assert [c.line for c in forces if c.origin.section not in {"", *sections}] == []
    settled = [c for c in forces if c.origin.grade in (Grade.PRINTED, Grade.DERIVED)]
    assert [c.line for c in settled if not c.origin.section] == []
    assert {c.origin.grade.value for c in forces} <= set(GRADES)


def test_the_page_about_the_data_tells_the_true_numbers(forces: tuple[Counters, ...]) -> None:
    text = (ROOT / "DATA.md").read_text("utf-8")
    rows = re.findall(r"^\| (Japanese|US|Commonwealth|Chinese) \| ([\d |]+) \|$", text, re.M)
    told = {name: [int(n) for n in cells.split(" | ")] for name, cells in rows}
    true = {}
    for nation in Nation:
        numbers = []
        for kind in Kind:
            own = [c for c in forces if (c.nation, c.kind) == (nation, kind)]
            there = sum(c.count for c in at_start(own))
            numbers += [there, sum(c.count for c in own) - there]
        true[nation.adjective] = [*numbers, sum(numbers)]
    assert told == true
    grades = Counter(c.origin.grade.value for c in forces)
    line = re.search(r"^\| `units.csv` \| (\d+) \| (\d+) \| (\d+) \| (\d+) \|$", text, re.M)
    assert line is not None
    assert [int(n) for n in line.groups()] == [grades[g] for g in GRADES]


@pytest.mark.clause("2.1a")
def test_the_units_leave_room_for_the_markers_among_234_counters(
    forces: tuple[Counters, ...],
) -> None:
    assert 150 <= sum(totals(forces).values()) <= 175


@pytest.mark.clause("2.2.1d")
def test_each_nation_has_the_kinds_of_unit_it_can_have(forces: tuple[Counters, ...]) -> None:
    have = set(totals(forces))
    assert {kind for nation, kind in have if nation is Nation.CHINA} == {Kind.LAND}
    for nation in (Nation.JAPAN, Nation.US, Nation.COMMONWEALTH):
        assert {kind for n, kind in have if n is nation} == set(Kind)
    assert all(c.strength is None for c in forces)


# What the text and the replays say of the start.


@pytest.mark.parametrize(
    ("hex_id", "nation", "kind", "least"),
    [
        pytest.param("0506", Nation.JAPAN, Kind.NAVAL, 2, marks=pytest.mark.clause("9.6.2j")),
        ("0506", Nation.JAPAN, Kind.LAND, 2),
        ("0507", Nation.JAPAN, Kind.AIR, 1),
        ("0606", Nation.US, Kind.AIR, 1),
        ("0606", Nation.US, Kind.LAND, 1),
        ("1106", Nation.US, Kind.AIR, 1),
        ("0407", Nation.COMMONWEALTH, Kind.NAVAL, 1),
        ("0407", Nation.COMMONWEALTH, Kind.LAND, 1),
        ("0407", Nation.COMMONWEALTH, Kind.AIR, 1),
        ("0404", Nation.CHINA, Kind.LAND, 3),
        ("0505", Nation.CHINA, Kind.LAND, 3),
    ],
)
def test_units_known_to_stand_there(
    standard: State, hex_id: str, nation: Nation, kind: Kind, least: int
) -> None:
    there = [u for u in standard.at(hex_id) if (u.nation, u.kind) == (nation, kind)]
    assert sum(u.count for u in there) >= least
    assert all(u.full for u in there)


def test_singapore_holds_one_of_each_and_wake_the_air_unit_alone(standard: State) -> None:
    kinds = Counter({u.kind: u.count for u in standard.at("0407")})
    assert kinds == {Kind.NAVAL: 1, Kind.LAND: 1, Kind.AIR: 1}
    assert [(u.kind, u.count) for u in standard.at("1106")] == [(Kind.AIR, 1)]


def test_one_air_unit_lies_beside_rangoon_and_does_not_reach_bangkok(standard: State) -> None:
    near = [
        u
        for u in standard.units
        if u.nation is Nation.COMMONWEALTH and u.kind is Kind.AIR and distance(u.hex, "0306") == 1
    ]
    assert [u.hex for u in near] == ["0205"]
    assert distance("0205", "0406") > 1


def test_no_japanese_land_or_air_unit_is_at_truk_or_far_from_a_source(standard: State) -> None:
    own = [h for h in standard.board.sources if standard.board.source_side(h) is Side.JAPAN]
    troops = [u for u in standard.units if u.side is Side.JAPAN and not u.kind.is_fleet]
    assert "0907" not in {u.hex for u in troops}
    far = {u.hex for u in troops if min(distance(u.hex, h) for h in own) > 2}
    assert far == NEEDS_A_BASE


@pytest.mark.clause("12.2a", "12.2c")
def test_only_chinese_land_units_start_in_the_three_hexes(standard: State) -> None:
    chinese = {u.hex for u in standard.units if u.nation is Nation.CHINA}
    assert chinese == set(CHINESE_HEXES)
    there = {u.nation for u in standard.units if u.hex in CHINESE_HEXES}
    assert there == {Nation.CHINA}


@pytest.mark.clause("8.3c", "8.3e", "8.3f", "8.3g")
def test_nobody_starts_above_the_stacking_limits_and_fleets_lie_in_ports(standard: State) -> None:
    assert [crowded(standard, side) for side in Side] == [(), ()]


def test_nothing_is_amiss_or_odd_in_the_position(standard: State, optional: State) -> None:
    for state in (standard, optional):
        assert list(position.check.findings(state)) == []


def test_no_japanese_unit_starts_on_an_allied_icon(standard: State) -> None:
    held = {
        u.hex
        for u in standard.units
        if u.side is Side.JAPAN
        and (owner := standard.board[u.hex].owner) is not None
        and owner.side is Side.ALLIES
    }
    assert held == set()


@pytest.mark.parametrize(
    ("hex_id", "kind"),
    [("0707", Kind.LAND), ("0707", Kind.AIR), ("1107", Kind.AIR), ("0205", Kind.AIR)],
)
def test_a_unit_of_which_hex_or_kind_is_assumed_is_assumed(
    forces: tuple[Counters, ...], hex_id: str, kind: Kind
) -> None:
    (one,) = [c for c in forces if (c.hex, c.kind) == (hex_id, kind)]
    assert one.origin.grade is Grade.ASSUMED
    assert one.origin.section in ("7.3", "6.6.2")


# Supply at the start.


@pytest.mark.clause("7.3m", "7.3n")
@pytest.mark.parametrize("turn", [1, 2])
def test_with_a_base_at_truk_only_hainan_saigon_and_palau_go_out(
    optional: State, turn: int
) -> None:
    assert bases.site(optional, Side.JAPAN, "0907").allowed
    laid = with_bases(optional, Side.JAPAN, "0907", turn=turn)
    assert starving(laid, Side.JAPAN) == {"0506", "0507", "0707"}


@pytest.mark.clause("7.3o", "7.1i")
def test_with_a_base_at_taiwan_only_the_marshalls_go_out(optional: State) -> None:
    assert bases.site(optional, Side.JAPAN, "0605").allowed
    laid = with_bases(optional, Side.JAPAN, "0605")
    assert starving(laid, Side.JAPAN) == {"1107"}


@pytest.mark.clause("7.3p")
def test_on_turn_2_palau_and_saigon_go_out_as_well(optional: State) -> None:
    laid = with_bases(optional, Side.JAPAN, "0605", turn=2)
    assert starving(laid, Side.JAPAN) == {"0507", "0707", "1107"}
    away = evolve(laid, units=tuple(u for u in laid.units if u.hex != "0606"))
    assert starving(away, Side.JAPAN) == {"1107"}


def test_bases_at_truk_and_taiwan_feed_all_of_japan_on_turn_1(optional: State) -> None:
    laid = with_bases(optional, Side.JAPAN, "0605", "0907")
    assert starving(laid, Side.JAPAN) == set()


def test_without_any_base_only_the_four_places_go_out(standard: State) -> None:
    assert starving(standard, Side.JAPAN) == NEEDS_A_BASE


@pytest.mark.clause("6.6.2c", "6.6.2f")
def test_the_six_optional_bases_are_one_net_and_feed_every_ally(optional: State) -> None:
    net = bases.network(optional, Side.ALLIES)
    assert net.linked == ("0207", "0509", "0607", "0710", "1205", "1407")
    assert net.cut_off == ()
    assert starving(optional, Side.ALLIES) == set()


def test_the_six_bases_of_a_game_on_record_are_linked_and_starve_wake_alone(
    standard: State,
) -> None:
    laid = with_bases(standard, Side.ALLIES, *REPORTED_BASES)
    assert bases.network(laid, Side.ALLIES).cut_off == ()
    assert starving(laid, Side.ALLIES) == {"1106"}


def test_without_bases_the_allies_keep_their_homelands_and_china(standard: State) -> None:
    out = starving(standard, Side.ALLIES)
    assert out == {"0306", "0407", "0509", "0606", "1106", "1406"}


# Arrivals, and what they must make possible.


@pytest.mark.clause("3.3e", "11.0b")
def test_reinforcements_have_a_source_of_their_nation(forces: tuple[Counters, ...]) -> None:
    sources = {board()[h].source for h in board().sources}
    assert {c.nation for c in forces if c.turn is not None} <= sources
    assert Nation.CHINA not in sources


@pytest.mark.clause("3.3l")
def test_one_us_air_unit_waits_in_reserve(forces: tuple[Counters, ...]) -> None:
    assert [(c.nation, c.kind, c.count) for c in reserve(forces)] == [(Nation.US, Kind.AIR, 1)]
    assert reserve(forces)[0].origin.grade is Grade.PRINTED


def test_twelve_japanese_land_units_are_in_reach_of_china(forces: tuple[Counters, ...]) -> None:
    near = [
        c
        for c in at_start(forces)
        if (c.nation, c.kind) == (Nation.JAPAN, Kind.LAND)
        and c.hex is not None
        and min(distance(c.hex, front) for front in ("0504", "0505")) <= 3
    ]
    assert sum(c.count for c in near) >= 12


@pytest.mark.parametrize(
    ("nation", "kind", "turn", "least"),
    [
        (Nation.JAPAN, Kind.CARRIER, 2, 4),
        (Nation.US, Kind.CARRIER, 2, 2),
        (Nation.JAPAN, Kind.CARRIER, 8, 5),
        (Nation.JAPAN, Kind.NAVAL, 8, 10),
        (Nation.US, Kind.CARRIER, 8, 6),
        (Nation.US, Kind.NAVAL, 8, 9),
    ],
)
def test_the_battles_of_the_replays_can_be_fought(
    forces: tuple[Counters, ...], nation: Nation, kind: Kind, turn: int, least: int
) -> None:
    assert count(forces, nation, kind, turn) >= least


def test_japan_leads_at_sea_at_first_and_the_allies_from_1943_on(
    forces: tuple[Counters, ...],
) -> None:
    def carriers(side: Side, turn: int) -> int:
        nations = [n for n in Nation if n.side is side]
        return sum(count(forces, n, Kind.CARRIER, turn) for n in nations)

    lead = [carriers(Side.JAPAN, t) - carriers(Side.ALLIES, t) for t in range(1, 17)]
    assert lead[0] >= 2
    assert lead[8] < 0
    assert lead[5:] == sorted(lead[5:], reverse=True)


@pytest.mark.clause("3.3f")
def test_a_later_start_takes_only_what_is_still_to_come(forces: tuple[Counters, ...]) -> None:
    late = list(from_turn(forces, 6))
    assert late
    assert all(c.turn is not None and c.turn >= 6 for c in late)


# The façade.


def test_the_standard_scenario(standard: State, optional: State) -> None:
    assert standard.title == "Standard set-up, turn 1 (order of battle assumed)"
    assert (standard.turn, standard.phase, standard.trp) == (1, Phase.EVENT, (20, 0))
    assert standard.bases == {Side.JAPAN: (), Side.ALLIES: ()}
    assert standard.board is board()
    assert optional.units == standard.units
    assert witp.scenario("short").units == standard.units
    assert witp.scenarios() == ("standard", "short", "1943", "delayed-entry")


def test_the_set_up_survives_file_and_line(optional: State) -> None:
    assert position.read_line(position.write_line(optional), board()) == optional
    assert position.read_file(position.write_file(optional), "x.toml") == optional


def test_unknown_and_missing_scenarios_say_what_there_is() -> None:
    with pytest.raises(NotAvailable, match=r"no scenario 'standart'. Did you mean standard\?"):
        witp.scenario("standart")
    with pytest.raises(NotAvailable, match=r"player aid sheet .* setup_1943\.csv"):
        witp.scenario("1943")
    with pytest.raises(NotAvailable, match=r"setup_delayed_entry\.csv"):
        witp.scenario("delayed-entry")


@pytest.fixture
def owned(tmp_path: Path) -> Iterator[Path]:
    """An owner's folder in use: a copy of the shipped one."""
    folder = tmp_path / "mine"
    shutil.copytree(shipped(), folder)
    current.use(folder)
    yield folder
    current.use(None)


def rewrite(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")


@pytest.mark.clause("3.3d", "3.3f", "3.3k", "13.3a")
def test_an_owner_can_bring_the_set_up_of_1943(owned: Path) -> None:
    table(owned, {"count": "2"}, {"nation": "japan", "hex": "0605"}, name="setup_1943.csv")
    state = witp.scenario("1943")
    assert (state.turn, state.trp) == (6, None)
    assert [(u.at, u.count) for u in state.units] == [("0606", 2), ("0605", 1)]
    assert state.title == "The 1943 scenario, turn 6 (order of battle assumed)"
    with pytest.raises(NotAvailable, match="no optional Allied bases"):
        witp.scenario("1943", optional_bases=True)


def test_the_title_drops_the_warning_once_all_is_confirmed(owned: Path) -> None:
    rewrite(owned / "units.csv", ",assumed,", ",confirmed,")
    assert witp.scenario().title == "Standard set-up, turn 1"


def test_a_unit_where_none_can_be_is_named_by_its_line(owned: Path) -> None:
    rewrite(owned / "units.csv", "japan,land,,2,0506", "japan,land,,2,0307")
    lines = (owned / "units.csv").read_text("utf-8").splitlines()
    line = next(i for i, text in enumerate(lines, 1) if "0307" in text)
    with pytest.raises(BadData) as caught:
        witp.scenario()
    assert caught.value.source == str(owned / "units.csv")
    assert caught.value.key == f"line {line}, hex"
    assert "deep sea" in str(caught.value)


def test_a_table_that_is_gone_is_named_with_its_folder(owned: Path) -> None:
    (owned / "turns.csv").unlink()
    with pytest.raises(BadData, match=r"turns\.csv"):
        witp.scenario()
    rewrite(owned / "scenarios.toml", "complete = false", "complete = true")
    with pytest.raises(BadData, match=r"scenarios\[2\]\.setup = .*no such file in the folder"):
        witp.scenarios()
