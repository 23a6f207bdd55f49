"""What the command line says of itself: every command in a group, no line cut or too long."""

from __future__ import annotations

import pytest
from typer.main import get_command
from typer.testing import CliRunner

import witp_learn as witp
from witp_learn.cli import app
from witp_learn.cli.grouped import GROUPS

RUN = CliRunner()
TREE = get_command(app)
WIDTH = 80

LISTS = [(), ("data",), ("dicepool",)]
COMMANDS = [
    (*words, name)
    for words in LISTS
    for name, one in (TREE.commands[words[0]] if words else TREE).commands.items()
    if not hasattr(one, "commands")
]


def helped(*words: str) -> list[str]:
    done = RUN.invoke(app, [*words, "--help"], terminal_width=WIDTH)
    assert done.exit_code == 0, done.output
    return done.stdout.splitlines()


@pytest.mark.parametrize("words", LISTS, ids=str)
def test_no_short_help_is_cut_and_each_fits_its_line(words) -> None:
    group = TREE.commands[words[0]] if words else TREE
    lines = helped(*words)
    assert all(len(line) <= WIDTH and not line.endswith("...") for line in lines[1:])
    for name in group.commands:
        rows = [line.split(maxsplit=1) for line in lines if line.startswith(f"  {name} ")]
        assert len(rows) == 1
        told = rows[0][1]
        assert told == group.commands[name].get_short_help_str(200) and len(told) > 20


def test_every_command_stands_in_one_group_and_questions_come_first() -> None:
    grouped = [name for names in GROUPS.values() for name in names]
    assert sorted(grouped) == sorted(TREE.commands)
    lines = helped()
    headings = [line.removesuffix(":") for line in lines if line.endswith(":")][1:]
    assert headings == list(GROUPS) and headings[0] == "Ask about a position"
    order = [line.split()[0] for line in lines if line[2:].split(" ")[0] in grouped]
    assert order == grouped


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_the_help_of_a_command_is_whole(words) -> None:
    lines = helped(*words)
    assert all(len(line) <= WIDTH for line in lines)
    text = "\n".join(lines)
    assert "<int" not in text and "Show this message and exit." in text
    told = [line for line in lines[1 : lines.index("Options:")] if line.strip()]
    assert told[0].strip().endswith(".")


def test_the_version_is_that_of_the_package() -> None:
    done = RUN.invoke(app, ["--version"])
    assert (done.exit_code, done.stdout) == (0, f"witp-learn {witp.__version__}\n")
