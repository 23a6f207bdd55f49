"""A wheel and an editable install behave alike."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
POSITION = "text:1009 us A; 0909 us L; 1008 jp L-; base al 1110; turn 4"


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Folder of commands of an environment that holds the wheel.

    It borrows the dependencies of the running environment, whose own path entry for the checkout
    does not come along.
    """
    folder = tmp_path_factory.mktemp("installed")
    venv.create(folder)
    names = {"base": str(folder), "platbase": str(folder)}
    library = Path(sysconfig.get_path("purelib", "venv", names))
    commands = Path(sysconfig.get_path("scripts", "venv", names))
    (library / "borrowed.pth").write_text(sysconfig.get_path("purelib") + "\n")
    python = str(commands / Path(sys.executable).name)
    pip = [sys.executable, "-m", "pip", "--python", python, "install", "--quiet", "--no-deps"]
    subprocess.run([*pip, "--no-index", str(wheel)], check=True)
    return commands


def run(command: list[str], folder: Path) -> str:
    """What a command prints, from a folder that is not the checkout and without its path."""
    env = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def shipped(folder: str) -> list[str]:
    """Files of the checkout under ``folder`` that are under version control or about to be."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", folder]
    listed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return sorted(name for name in listed.split("\0") if name and (ROOT / name).is_file())


def test_the_wheel_carries_every_file_of_the_package_and_the_notebooks(wheel: Path) -> None:
    inside = set(zipfile.ZipFile(wheel).namelist())
    wanted = set(shipped("witp_learn"))
    wanted |= {f"witp_learn/{name}" for part in ("examples", "tutorials") for name in shipped(part)}
    assert wanted - inside == set()
    others = {name for name in inside if not name.startswith("witp_learn/")}
    assert {name.partition("/")[0] for name in others} == {
        wheel.name.split("-py3")[0] + ".dist-info"
    }


def test_the_wheel_answers_from_its_own_files(installed: Path, tmp_path: Path) -> None:
    python = str(next(installed.glob("python*")))
    where = run([python, "-c", "import witp_learn; print(witp_learn.__file__)"], tmp_path)
    assert not Path(where.strip()).is_relative_to(ROOT)


def test_both_give_the_same_answer_elsewhere(installed: Path, tmp_path: Path) -> None:
    words = ["supply", POSITION, "--json"]
    from_wheel = run([str(installed / "witp-learn"), *words], tmp_path)
    from_checkout = run([sys.executable, "-m", "witp_learn", *words], tmp_path)
    assert json.loads(from_wheel) == json.loads(from_checkout)
    assert [row["at"] for row in json.loads(from_wheel)["units"]] == ["1009", "0909", "1008"]


def test_both_explain_a_rule_in_the_same_words(installed: Path, tmp_path: Path) -> None:
    words = ["explain", "7.1c"]
    from_wheel = run([str(installed / "witp-learn"), *words], tmp_path)
    assert from_wheel == run([sys.executable, "-m", "witp_learn", *words], tmp_path)
    assert "7.1c" in from_wheel
