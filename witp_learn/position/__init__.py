"""Positions as text: the file (TOML or JSON) and the line, which convert without loss."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from witp_learn.position.check import fatal, warnings
from witp_learn.position.line import draft as draft_line
from witp_learn.position.line import read as read_line
from witp_learn.position.line import write as write_line

if TYPE_CHECKING:
    from witp_learn.position.file import from_plain, to_plain
    from witp_learn.position.file import read as read_file
    from witp_learn.position.file import write as write_file

__all__ = [
    "draft_line",
    "fatal",
    "from_plain",
    "read_file",
    "read_line",
    "to_plain",
    "warnings",
    "write_file",
    "write_line",
]

# The records of the file form take long to make, and a position is often a line.
_OF_THE_FILE = {
    "from_plain": "from_plain",
    "read_file": "read",
    "to_plain": "to_plain",
    "write_file": "write",
}


def __getattr__(name: str) -> Any:
    if name not in _OF_THE_FILE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from witp_learn.position import file

    return getattr(file, _OF_THE_FILE[name])
