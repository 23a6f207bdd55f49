"""The owner's folder as the apps use it: found, remembered, made at the first answer, undone."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from witp_learn import components
from witp_learn.components import DATA_VARIABLE
from witp_learn.components import folder as data_folder
from witp_learn.model import Grade
from witp_learn.ui import owner as owners
from witp_learn.ui.owner import (
    HOME_VARIABLE,
    CannotWrite,
    How,
    Owner,
    Settings,
    free_place,
    grades,
    read_settings,
    settings_folder,
    write_settings,
)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A home of the test's own, and the shipped map before and after it."""
    place = tmp_path / "home"
    monkeypatch.setenv(HOME_VARIABLE, str(place))
    monkeypatch.delenv(DATA_VARIABLE, raising=False)
    components.use(None)
    yield place
    components.use(None)


def started() -> Owner:
    owner = Owner()
    owner.start()
    return owner


def again() -> Owner:
    """What the next start of an app finds."""
    components.use(None)
    return started()


def confirm(owner: Owner, hex_id: str = "0806", key: str = "terrain") -> str:
    return owner.change("confirmed it", lambda folder: data_folder.confirm(folder, hex_id, key))


def grade(hex_id: str = "0806", key: str = "terrain") -> Grade:
    return components.board()[hex_id].origin(key).grade


# ---------------------------------------------------------------- starting


def test_without_settings_the_shipped_map_is_in_use_and_nothing_is_written(home: Path) -> None:
    owner = started()
    assert (owner.how, owner.folder, owner.problem) == (How.SHIPPED, None, "")
    assert components.board() is components.shipped_board()
    assert not home.exists()


def test_the_first_answer_makes_a_folder_says_where_and_is_found_again(home: Path) -> None:
    owner = started()
    assert confirm(owner) == f"Your map is kept in {home / 'map'} from now on."
    assert grade() is Grade.CONFIRMED
    assert confirm(owner, key="mountain") == ""
    assert again().folder == home / "map"
    assert (grade(), grade(key="mountain")) == (Grade.CONFIRMED, Grade.CONFIRMED)
    assert again().how is How.REMEMBERED


def test_the_environment_comes_before_the_settings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    confirm(started())
    other = tmp_path / "other"
    data_folder.init(other)
    monkeypatch.setenv(DATA_VARIABLE, str(other))
    owner = again()
    assert (owner.how, owner.folder) == (How.ENVIRONMENT, other)
    for act in (lambda: owner.choose(str(other)), lambda: owner.make("/x"), owner.leave):
        with pytest.raises(CannotWrite, match="comes first"):
            act()
    confirm(owner, key="jungle")
    assert (grade(key="jungle"), grade()) == (Grade.CONFIRMED, Grade.ASSUMED)


def test_a_folder_taken_up_in_a_notebook_is_left_as_it_is(tmp_path: Path) -> None:
    data_folder.init(tmp_path / "mine")
    components.use(tmp_path / "mine")
    owner = started()
    assert (owner.how, owner.folder) == (How.TOLD, tmp_path / "mine")


@pytest.mark.parametrize(
    "text",
    [
        "data = [",
        'data = 3\nformat = "witp-settings/1"',
        "\udcff".encode("utf-8", "surrogateescape"),
    ],
)
def test_a_broken_settings_file_is_told_and_kept(home: Path, text: str | bytes) -> None:
    file = home / "settings.toml"
    home.mkdir()
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    owner = started()
    assert owner.folder is None
    assert str(file) in owner.problem and "nothing is remembered" in owner.problem
    confirm(owner)
    assert again().folder == home / "map"
    assert not again().problem
    kept = (home / "settings.bak").read_bytes()
    assert kept == (text if isinstance(text, bytes) else text.encode())


def test_a_settings_file_that_is_a_folder_is_told(home: Path) -> None:
    (home / "settings.toml").mkdir(parents=True)
    assert "cannot be read" in started().problem


def test_a_broken_folder_leaves_the_shipped_map_in_use_and_is_not_passed_over(home: Path) -> None:
    confirm(started())
    table = home / "map" / "hexes.csv"
    whole = table.read_text("utf-8")
    table.write_text(whole.replace(",shallow,", ",swamp,", 1), "utf-8")
    owner = again()
    assert owner.folder is None and owner.broken == str(home / "map")
    assert components.board()["0806"] == components.shipped_board()["0806"]
    for part in (str(table), "line", "terrain", '"swamp"', "land, shallow or deep"):
        assert part in owner.problem
    before = table.read_bytes()
    with pytest.raises(CannotWrite, match="Nothing was written"):
        confirm(owner)
    assert table.read_bytes() == before and sorted(home.iterdir()) == [
        home / "map",
        home / "settings.toml",
    ]
    table.write_text(whole, "utf-8")
    assert again().folder == home / "map"
    assert grade() is Grade.CONFIRMED


def test_a_folder_that_is_gone_is_told_by_name(home: Path) -> None:
    confirm(started())
    (home / "map").rename(home / "moved")
    owner = again()
    assert owner.folder is None and str(home / "map") in owner.problem
    owner.choose(str(home / "moved"))
    assert owner.problem == "" and again().folder == home / "moved"


def test_a_broken_folder_of_the_environment_leaves_the_shipped_map_in_use(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(DATA_VARIABLE, str(tmp_path / "nowhere"))
    owner = started()
    assert owner.folder is None and str(tmp_path / "nowhere") in owner.problem
    assert components.board().hexes == components.shipped_board().hexes
    with pytest.raises(CannotWrite):
        confirm(owner)


# ---------------------------------------------------------------- choosing


def test_a_folder_is_made_chosen_and_left(home: Path, tmp_path: Path) -> None:
    owner = started()
    there = tmp_path / "deep" / "mine"
    assert str(there) in owner.make(f'  "{there}" ')
    confirm(owner)
    assert again().folder == there
    owner = again()
    said = owner.leave()
    assert str(there) in said and components.board() is components.shipped_board()
    owner = again()
    assert (owner.folder, owner.former) == (None, str(there))
    owner.choose(owner.former)
    assert grade() is Grade.CONFIRMED


@pytest.mark.parametrize(
    ("path", "words"),
    [("", "Type the path"), ("map", "not a full path"), ("{tmp}/gone", "is not a folder$")],
)
def test_a_path_that_cannot_be_used_is_refused_in_words(
    path: str, words: str, tmp_path: Path
) -> None:
    owner = started()
    with pytest.raises(CannotWrite, match=words):
        owner.choose(path.format(tmp=tmp_path))
    assert (owner.how, owner.folder) == (How.SHIPPED, None)


@pytest.mark.parametrize("path", ["a" * 5000, "/" + "a" * 5000, "/" + "ab/" * 1700])
def test_a_path_that_is_too_long_is_not_told_in_full(path: str) -> None:
    owner = started()
    for act in (owner.choose, owner.make):
        with pytest.raises(CannotWrite) as told:
            act(path)
        assert len(str(told.value)) < 250 and "data init" not in str(told.value)


def test_nothing_is_made_over_another_folder(tmp_path: Path) -> None:
    owner = started()
    mine = tmp_path / "mine"
    owner.make(str(mine))
    confirm(owner)
    before = (mine / "sources.csv").read_bytes()
    with pytest.raises(CannotWrite, match="is there already"):
        owner.make(str(mine))
    assert (mine / "sources.csv").read_bytes() == before
    assert owner.folder == mine


def test_a_second_folder_gets_a_name_of_its_own(home: Path) -> None:
    owner = started()
    confirm(owner)
    owner.leave()
    assert confirm(owner, key="jungle").startswith(f"Your map is kept in {home / 'map-2'}")
    assert free_place() == home / "map-3"


def test_settings_that_cannot_be_written_are_told(home: Path) -> None:
    home.write_text("a file where the folder should be")
    assert "could not be remembered" in write_settings(Settings("/somewhere"))
    owner = started()
    with pytest.raises(CannotWrite):
        confirm(owner)
    assert owner.folder is None


def test_a_path_with_odd_letters_is_remembered(home: Path) -> None:
    odd = 'C:\\maps "one" é\\' + "地図"
    assert write_settings(Settings(odd)) == ""
    assert read_settings() == (Settings(odd), "")


@pytest.mark.skipif(sys.platform == "win32", reason="conventions of this platform")
def test_files_lie_where_the_platform_wants_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(HOME_VARIABLE)
    monkeypatch.setattr(owners.sys, "platform", "linux")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "c"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "d"))
    assert settings_folder() == tmp_path / "c" / "witp-learn"
    assert free_place() == tmp_path / "d" / "witp-learn" / "map"
    monkeypatch.setattr(owners.sys, "platform", "win32")
    monkeypatch.setenv("APPDATA", str(tmp_path / "roaming"))
    assert settings_folder() == tmp_path / "roaming" / "witp-learn"
    monkeypatch.setattr(owners.sys, "platform", "darwin")
    monkeypatch.setenv("HOME", str(tmp_path / "h"))
    support = tmp_path / "h" / "Library" / "Application Support"
    assert settings_folder() == support / "witp-learn"


# ---------------------------------------------------------------- changing


def test_a_change_that_fails_leaves_the_files_as_they_were(home: Path) -> None:
    owner = started()
    confirm(owner)
    files = {p.name: p.read_bytes() for p in (home / "map").iterdir()}

    def spoil(folder: Path) -> None:
        (folder / "hexes.csv").write_text("id\n")

    with pytest.raises(CannotWrite, match="Nothing was written"):
        owner.change("spoilt it", spoil)
    assert {p.name: p.read_bytes() for p in (home / "map").iterdir()} == files
    assert grade() is Grade.CONFIRMED
    assert owner.undo_name == "confirmed it"


def test_undo_puts_the_very_files_back_step_by_step(home: Path) -> None:
    owner = started()
    owner.make(str(home / "map"))
    table = home / "map" / "sources.csv"
    shipped = table.read_bytes()
    confirm(owner)
    once = table.read_bytes()
    confirm(owner, key="jungle")
    assert owner.undo() == "confirmed it"
    assert table.read_bytes() == once and grade() is Grade.CONFIRMED
    owner.undo()
    assert table.read_bytes() == shipped and grade() is Grade.ASSUMED
    with pytest.raises(CannotWrite, match="Nothing to undo"):
        owner.undo()


def test_undo_does_not_throw_away_what_was_changed_elsewhere(home: Path) -> None:
    owner = started()
    confirm(owner)
    data_folder.confirm(home / "map", "0806", "jungle")
    with pytest.raises(CannotWrite, match="changed elsewhere"):
        owner.undo()
    assert grade(key="jungle") is Grade.CONFIRMED


def test_a_change_that_changes_nothing_is_nothing_to_undo() -> None:
    owner = started()
    confirm(owner)
    confirm(owner)
    owner.undo()
    assert owner.undo_name == ""


def test_grades_are_counted_over_all_data() -> None:
    board = components.shipped_board()
    found = grades(board)
    shown = len(components.FIELDS)
    assert sum(found.values()) == len(board.hexes) * shown + len(board.hexsides)
    still = len(data_folder.open_facts(board)) + len(data_folder.open_sides(board))
    assert found[Grade.ASSUMED] + found[Grade.UNKNOWN] == still
    assert found[Grade.CONFIRMED] == 0 and found[Grade.PRINTED] > 0
    confirm(started())
    assert grades(components.board())[Grade.CONFIRMED] == 1


# ---------------------------------------------------------------- who asks


def test_scripts_and_notebooks_without_a_browser_do_not_read_the_settings(home: Path) -> None:
    owner = started()
    data_folder.init(home / "map")
    data_folder.confirm(home / "map", "0806", "terrain")
    owner.choose(str(home / "map"))
    code = (
        "import witp_learn\n"
        "from witp_learn import components\n"
        "from witp_learn.ui.map_check import MapCheck\n"
        "made = MapCheck()\n"
        "assert components.in_use() is None and not made.desk.owner.started\n"
        "print(components.board()['0806'].origin('terrain').grade)\n"
    )
    told = {}
    for app in ("", "1"):
        env = {**os.environ, owners.APP_VARIABLE: app}
        run = code if not app else code.replace("components.in_use() is None and not ", "")
        done = subprocess.run(
            [sys.executable, "-c", run], env=env, capture_output=True, text=True, check=False
        )
        told[app] = done.stdout.strip() or done.stderr
    assert told == {"": "assumed", "1": "confirmed"}
