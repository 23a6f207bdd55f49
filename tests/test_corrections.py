"""An owner's corrections: row by row, whole or not at all, none lost."""

from __future__ import annotations

import random
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st
from owned import BOARD, contents, fail_on, rewrite, rows
from strategies import examples

from witp_learn import components
from witp_learn.components import FIELDS, folder, shipped, shipped_board, writing
from witp_learn.files import BadData
from witp_learn.hexgrid import HexId
from witp_learn.model import Area, Board, Facility, Grade, Hex, Nation, Terrain, side_pair


@pytest.fixture(autouse=True)
def no_folder_in_use(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.delenv(components.DATA_VARIABLE, raising=False)
    yield
    components.use(None)


@pytest.fixture
def own(tmp_path: Path) -> Path:
    folder.init(tmp_path / "own")
    return tmp_path / "own"


# Corrections.


def test_confirming_a_field_changes_its_grade_and_nothing_else(own: Path) -> None:
    before = folder.read(own).board
    old = {name: rows(own, name) for name in BOARD}
    folder.confirm(own, "0806", "icon")
    board = folder.read(own).board
    assert board == before
    origin = board["0806"].origin("icon")
    assert (origin.grade, origin.section) == (Grade.CONFIRMED, "6.6.2")
    assert rows(own, "hexes.csv") == old["hexes.csv"]
    new = rows(own, "sources.csv")
    assert len(new) == len(old["sources.csv"])
    assert [r for r in new if r not in old["sources.csv"]] == [
        "0806,icon,confirmed,6.6.2,the same on the owner's printed map\n",
        "0806,side,confirmed,6.6.2,the same on the owner's printed map\n",
    ]


def test_confirming_what_had_no_row_adds_one_in_its_place(own: Path) -> None:
    old = rows(own, "sources.csv")
    folder.confirm(own, "0806", "terrain", "jungle")
    new = rows(own, "sources.csv")
    added = [r for r in new if r not in old]
    assert [r.split(",")[:3] for r in added] == [
        ["0806", "terrain", "confirmed"],
        ["0806", "jungle", "confirmed"],
    ]
    assert [r for r in new if r in old] == old
    keys = [r.split(",")[:2] for r in new[1:] if not r.startswith("*")]
    assert [h for h, _ in keys] == sorted(h for h, _ in keys)
    folder.confirm(own, "0806", "terrain", "jungle")
    assert rows(own, "sources.csv") == new


def test_confirmed_land_stays_when_the_terrain_is_corrected(own: Path) -> None:
    place = shipped_board()["0806"]
    folder.confirm(own, "0806", "land_part")
    folder.correct(own, evolve(place, terrain=Terrain.LAND), ("terrain",))
    board = folder.read(own).board
    assert board["0806"].land_part and board["0806"].terrain is Terrain.LAND
    folder.correct(own, evolve(shipped_board()["0905"], terrain=Terrain.SHALLOW), ("terrain",))
    assert folder.read(own).board["0905"].land_part


def test_a_correction_writes_only_the_fields_it_names(own: Path) -> None:
    place = evolve(
        shipped_board()["0806"],
        name="Guam, Marianas",
        facility=Facility.PORT,
        owner=Nation.JAPAN,
        terrain=Terrain.LAND,
    )
    folder.correct(own, place, ("name", "icon"))
    found = folder.read(own).board["0806"]
    assert found == evolve(place, terrain=Terrain.SHALLOW)
    grades = {key: found.origin(key).grade for key in FIELDS}
    assert {k for k, g in grades.items() if g is Grade.CONFIRMED} == {"name", "icon"}


def test_a_side_is_confirmed_and_corrected_with_or_without_a_row(own: Path) -> None:
    before = folder.read(own).board
    folder.confirm_side(own, "0807", "0707")
    folder.confirm_side(own, "0103", "0102")
    board = folder.read(own).board
    for pair in (("0707", "0807"), ("0102", "0103")):
        assert board.hexside(*pair) is before.hexside(*pair)
        assert board.side_origin(*pair).grade is Grade.CONFIRMED
    folder.correct_side(own, "0807", "0707", Terrain.SHALLOW)
    folder.correct_side(own, "0104", "0103", Terrain.SHALLOW)
    board = folder.read(own).board
    for pair in (("0707", "0807"), ("0103", "0104")):
        assert board.hexside(*pair) is Terrain.SHALLOW
        assert board.side_origin(*pair).grade is Grade.CONFIRMED
    pairs = [tuple(r.split(",")[:2]) for r in rows(own, "hexsides.csv")[1:]]
    assert pairs == sorted(set(pairs))


@pytest.mark.parametrize(
    ("change", "part"),
    [
        (lambda f: folder.confirm(f, "9901", "icon"), 'id = "9901": no such hex'),
        (lambda f: folder.confirm(f, "0806", "port"), "no such field of a hex"),
        (lambda f: folder.confirm_side(f, "0806", "0809"), "does not touch 0806"),
        (
            lambda f: folder.correct(f, Hex("0806", facility=Facility.PORT), ("icon",)),
            "a port or airfield has an owner, and only it",
        ),
        (lambda f: folder.correct(f, Hex("0806", name="a\nb"), ("name",)), "must be one line"),
        (lambda f: folder.correct(f, Hex("0806", name="n" * 41), ("name",)), "at most 40"),
        (
            lambda f: folder.correct(f, Hex("0806", coasts={"W": ("0101",)}), ("coasts",)),
            "does not touch 0806",
        ),
        (lambda f: folder.confirm(shipped(), "0806", "icon"), "is the companion's own"),
        (lambda f: folder.confirm(f / "none", "0806", "icon"), "is not a folder"),
    ],
)
def test_what_cannot_be_corrected_changes_nothing(
    own: Path, change: Callable[[Path], None], part: str
) -> None:
    before, ours = contents(own), (shipped() / "sources.csv").read_bytes()
    with pytest.raises(BadData, match=part) as caught:
        change(own)
    assert ".witp-learn-trial" not in str(caught.value)
    assert contents(own) == before and (shipped() / "sources.csv").read_bytes() == ours


@pytest.mark.parametrize("name", BOARD[::2])
def test_a_failure_between_two_tables_puts_all_back(
    own: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    before = contents(own)
    with monkeypatch.context() as patch:
        fail_on(patch, name)
        place = evolve(shipped_board()["0806"], mountain=True)
        with pytest.raises(BadData, match="no space left on device; nothing changed"):
            folder.correct(own, place, ("mountain",))
    assert contents(own) == before
    folder.correct(own, place, ("mountain",))
    assert folder.read(own).board["0806"].mountain


def test_what_a_killed_program_left_is_cleared_away(own: Path) -> None:
    left = own / ".witp-learn-trial-x"
    left.mkdir()
    (left / "hexes.csv").write_text("half")
    folder.confirm(own, "0806", "icon")
    assert not left.exists()
    assert {f.name for f in own.iterdir()} == {*folder.FILES, folder.README, writing.LOCK}


def test_a_hand_edit_during_a_correction_is_kept(
    own: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, times = writing._examine, []

    def edited_meanwhile(*args: Any) -> None:
        if not times:
            rewrite(own, "hexes.csv", lambda text: text.replace("0806,Guam,", "0806,Hand,"))
        times.append(1)
        real(*args)

    monkeypatch.setattr(writing, "_examine", edited_meanwhile)
    folder.correct(own, evolve(shipped_board()["0806"], mountain=True), ("mountain",))
    place = folder.read(own).board["0806"]
    assert (place.name, place.mountain, len(times)) == ("Hand", True, 2)


def test_corrections_from_several_pages_are_all_kept(
    own: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # However crowded the machine is, each page waits for its turn.
    monkeypatch.setattr(writing, "_PATIENCE", 60)
    hexes = [h for h, p in shipped_board().hexes.items() if not p.mountain][:12]

    def work(mine: list[HexId]) -> None:
        for hex_id in mine:
            folder.correct(own, evolve(shipped_board()[hex_id], jungle=True), ("jungle",))

    threads = [threading.Thread(target=work, args=(hexes[i::3],)) for i in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    board = folder.read(own).board
    assert [h for h in hexes if not board[h].jungle] == []


def test_a_folder_that_another_program_holds_says_so(
    own: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writing, "_PATIENCE", 0.05)
    before = contents(own)
    with holding(own):
        for _ in range(2):
            with pytest.raises(BadData, match="is being changed by another program"):
                folder.confirm(own, "0806", "icon")
    assert contents(own) == before
    folder.confirm(own, "0806", "icon")


@contextmanager
def holding(own: Path) -> Iterator[None]:
    """Another program that holds the folder."""
    code = (
        "import sys\n"
        "from witp_learn.components import folder\n"
        "with folder.alone(sys.argv[1]):\n"
        "    print('held', flush=True)\n"
        "    sys.stdin.read()\n"
    )
    pipe = subprocess.PIPE
    with subprocess.Popen([sys.executable, "-c", code, str(own)], stdin=pipe, stdout=pipe) as held:
        assert held.stdout is not None and held.stdout.readline() == b"held\n"
        yield
        held.communicate()


def test_several_corrections_can_be_made_as_one(own: Path) -> None:
    done: list[str] = []

    def other_page() -> None:
        folder.confirm(own, "0805", "icon")
        done.append("other")

    with folder.alone(own):
        folder.confirm(own, "0806", "icon")
        other = threading.Thread(target=other_page)
        other.start()
        folder.correct_side(own, "0805", "0806", Terrain.LAND)
        done.append("mine")
    other.join()
    assert done == ["mine", "other"]
    assert len(folder.changes(own)) == 3


def test_corrections_in_any_order_come_to_the_same(tmp_path: Path) -> None:
    hexes = [h for h, p in shipped_board().hexes.items() if not p.jungle][:5]
    made = []
    for seed in (1, 2):
        own = tmp_path / str(seed)
        folder.init(own)
        random.Random(seed).shuffle(hexes)
        for hex_id in hexes:
            folder.correct(own, evolve(shipped_board()[hex_id], jungle=True), ("jungle",))
        made.append(contents(own))
    assert made[0] == made[1]


# The spreadsheets of owners.


def test_mark_line_ends_and_quotes_of_the_owner_stay(own: Path) -> None:
    def excel(text: str) -> str:
        return "\ufeff" + text.replace("\n", "\r\n").replace("0805,Iwo Jima,", '0805,"Iwo Jima",')

    for name in BOARD:
        rewrite(own, name, excel)
    rewrite(own, "sources.csv", lambda text: text.removesuffix("\r\n"))
    before = {name: rows(own, name) for name in BOARD}
    last = shipped_board().hexes[max(shipped_board().hexes)]
    folder.correct(own, evolve(shipped_board()["0806"], jungle=True), ("jungle",))
    folder.correct(own, evolve(last, fleet_limit=2), ("fleet_limit",))
    for name in BOARD:
        after = rows(own, name)
        assert after[0] == before[name][0] and after[0].startswith("\ufeff")
        assert all(row.endswith("\r\n") for row in after[:-1])
    kept = [row for row in rows(own, "hexes.csv") if row in before["hexes.csv"]]
    assert len(kept) == len(before["hexes.csv"]) - 2
    assert any(row.startswith('0805,"Iwo Jima"') for row in kept)
    assert folder.read(own).board[last.id].fleet_limit == 2


def test_numbers_without_their_zero_and_capital_flags_are_understood(own: Path) -> None:
    def spreadsheet(text: str) -> str:
        return "\n".join(row.removeprefix("0") for row in text.split("\n")).replace("true", "TRUE")

    for name in BOARD:
        rewrite(own, name, spreadsheet)
    assert folder.read(own).board == shipped_board()
    folder.correct(own, evolve(shipped_board()["0806"], jungle=True), ("jungle",))
    assert folder.read(own).board["0806"].jungle
    assert folder.read(own).board["0806"].origin("jungle").grade is Grade.CONFIRMED


# Any correction.


def values(board: Board) -> st.SearchStrategy[tuple[HexId, tuple[str, ...], Hex]]:
    """A hex, some of its fields, and new values for all of them."""
    names = st.text(
        st.characters(exclude_categories=("Cc", "Cf", "Cs", "Zl", "Zp")), max_size=12
    ).map(str.strip)
    icons = st.one_of(
        st.just((None, None)), st.tuples(st.sampled_from(Facility), st.sampled_from(Nation))
    )

    @st.composite
    def one(draw: st.DrawFn) -> tuple[HexId, tuple[str, ...], Hex]:
        hex_id = draw(st.sampled_from(sorted(board.hexes)))
        keys = draw(st.lists(st.sampled_from(FIELDS), min_size=1, max_size=4, unique=True))
        facility, owner = draw(icons)
        around = board.neighbours(hex_id)
        coasts = draw(st.sampled_from(({}, {"W": around[:1]}, {"E": around[:1], "W": around[1:]})))
        known = board[hex_id]
        rises = "mountain" not in keys and known.mountain
        grounds = [one for one in Terrain if not (rises and one is Terrain.DEEP)]
        terrain = draw(st.sampled_from(grounds))
        ground = terrain if "terrain" in keys else known.terrain
        place = Hex(
            hex_id,
            terrain=terrain,
            mountain=draw(st.booleans()) and ground is not Terrain.DEEP,
            jungle=draw(st.booleans()),
            land_part=draw(st.booleans()),
            coasts={k: v for k, v in coasts.items() if v},
            unlimited=draw(st.booleans()),
            fleet_limit=draw(st.integers(0, 99)),
            facility=facility,
            owner=owner,
            source=draw(st.none() | st.sampled_from([n for n in Nation if n is not Nation.CHINA])),
            resource=draw(st.booleans()),
            area=draw(st.none() | st.sampled_from(Area)),
            name=draw(names),
        )
        return hex_id, tuple(keys), place

    return one()


def columns(keys: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(c for k in keys for c in (("facility", "owner") if k == "icon" else (k,)))


@given(change=values(shipped_board()))
@examples(40)
def test_any_correction_is_read_back_and_leaves_the_rest_byte_for_byte(
    tmp_path_factory: pytest.TempPathFactory, change: tuple[HexId, tuple[str, ...], Hex]
) -> None:
    hex_id, keys, place = change
    own = tmp_path_factory.mktemp("own") / "data"
    folder.init(own)
    before, old = contents(own), {name: rows(own, name) for name in BOARD}
    if "terrain" in keys:
        keys = tuple(dict.fromkeys((*keys, "land_part")))
    try:
        folder.correct(own, place, keys)
    except BadData as error:
        # Units start there, so it cannot be dry, or deep, or of two seas, without them moving.
        assert error.source == str(own / "units.csv") and error.value[:4] == hex_id
        assert contents(own) == before
        return
    board = folder.read(own).board
    wanted = {c: getattr(place, c) for c in columns(keys)}
    assert board[hex_id] == evolve(shipped_board()[hex_id], **wanted)
    assert all(board[hex_id].origin(k).grade is Grade.CONFIRMED for k in keys)
    others = {h: p for h, p in board.hexes.items() if h != hex_id}
    assert others == {h: p for h, p in shipped_board().hexes.items() if h != hex_id}
    after = contents(own)
    assert {n for n in after if after[n] != before[n]} <= {"hexes.csv", "sources.csv"}
    kept = [row for row in rows(own, "hexes.csv") if not row.startswith(hex_id)]
    assert kept == [row for row in old["hexes.csv"] if not row.startswith(hex_id)]
    rowed = (*keys, "side") if "icon" in keys else keys
    vouched = tuple(f"{hex_id},{key}," for key in rowed)
    kept = [row for row in rows(own, "sources.csv") if not row.startswith(vouched)]
    assert kept == [row for row in old["sources.csv"] if not row.startswith(vouched)]
    differing = {c.field for c in folder.changes(own)}
    assert set(keys) == differing


@given(data=st.data())
@examples(25)
def test_any_side_is_read_back(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    board = shipped_board()
    a = data.draw(st.sampled_from(sorted(board.hexes)))
    b = data.draw(st.sampled_from(board.neighbours(a)))
    kind = data.draw(st.sampled_from(Terrain))
    own = tmp_path_factory.mktemp("own") / "data"
    folder.init(own)
    before, old = contents(own), rows(own, "hexsides.csv")
    folder.correct_side(own, a, b, kind)
    found = folder.read(own).board
    assert found.hexside(a, b) is kind
    assert found.side_origin(a, b).grade is Grade.CONFIRMED
    assert found.hexes == board.hexes
    start = ",".join(side_pair(a, b))
    assert [r for r in rows(own, "hexsides.csv") if not r.startswith(start)] == [
        r for r in old if not r.startswith(start)
    ]
    after = contents(own)
    assert {n for n in after if after[n] != before[n]} == {"hexsides.csv"}


# What differs, what is open.


def test_changes_tell_what_differs_and_what_is_confirmed(own: Path) -> None:
    folder.confirm(own, "0806", "terrain")
    folder.correct(own, evolve(shipped_board()["0805"], jungle=True), ("jungle",))
    folder.correct_side(own, "0805", "0806", Terrain.LAND)
    rewrite(own, "hexes.csv", lambda text: text.replace("0906,Saipan,", "0906,Tinian,"))
    found = {(c.place, c.field): c for c in folder.changes(own)}
    assert set(found) == {
        ("0806", "terrain"),
        ("0805", "jungle"),
        (("0805", "0806"), "hexside"),
        ("0906", "name"),
    }
    assert not found["0806", "terrain"].differs
    jungle = found["0805", "jungle"]
    assert (jungle.shipped, jungle.here, jungle.grade) == ("no", "yes", Grade.CONFIRMED)
    assert found["0906", "name"].grade is not Grade.CONFIRMED
    text = str(folder.check(own))
    assert "Confirmed unchanged: 1. Changed: 3." in text
    assert "0805/0806 hexside: land instead of deep, confirmed" in text


def test_a_folder_that_cannot_be_written_is_named_itself(
    own: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(**_: Any) -> None:
        raise PermissionError(13, "Permission denied", str(own / ".witp-learn-trial-x"))

    monkeypatch.setattr("tempfile.TemporaryDirectory", refuse)
    with pytest.raises(BadData) as caught:
        folder.confirm(own, "0806", "terrain")
    assert str(caught.value) == f"{own}: cannot be written: permission denied; nothing changed"


def test_open_facts_are_the_assumed_and_unknown_ones_that_a_map_shows(own: Path) -> None:
    facts = folder.open_facts(shipped_board())
    assert {f.origin.grade for f in facts} == {Grade.ASSUMED, Grade.UNKNOWN}
    assert {"unlimited", "fleet_limit"} <= {f.field for f in facts}
    assert ("0806", "terrain") in {(f.place, f.field) for f in facts}
    folder.confirm(own, "0806", "terrain")
    fewer = folder.open_facts(folder.read(own).board)
    assert {(f.place, f.field) for f in facts} - {(f.place, f.field) for f in fewer} == {
        ("0806", "terrain")
    }
    sides = folder.open_sides(shipped_board())
    folder.confirm_side(own, *sides[0].place)
    assert folder.open_sides(folder.read(own).board) == sides[1:]


def test_counts_add_up(own: Path) -> None:
    folder.confirm(own, "0806", "terrain")
    counts = folder.check(own).counts
    for key in FIELDS:
        assert sum(counts[f"hexes {key}"].values()) == len(shipped_board().hexes)
    assert counts["hexes terrain"][Grade.CONFIRMED] == 1
