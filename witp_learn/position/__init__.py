"""Positions as text: the file (TOML or JSON) and the line, which convert without loss."""

from __future__ import annotations

from witp_learn.position.check import fatal, warnings
from witp_learn.position.file import from_plain, to_plain
from witp_learn.position.file import read as read_file
from witp_learn.position.file import write as write_file
from witp_learn.position.line import draft as draft_line
from witp_learn.position.line import read as read_line
from witp_learn.position.line import write as write_line

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
