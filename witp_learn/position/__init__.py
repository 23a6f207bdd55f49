"""Positions as text: the file (TOML or JSON) and the line, which convert without loss."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from witp_learn.position.check import fatal, warnings
    from witp_learn.position.file import from_plain, to_plain
    from witp_learn.position.file import read as read_file
    from witp_learn.position.file import write as write_file
    from witp_learn.position.line import at_rest
    from witp_learn.position.line import draft as draft_line
    from witp_learn.position.line import read as read_line
    from witp_learn.position.line import write as write_line

__all__ = [
    "at_rest",
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

# Reading takes the rulebook and many records, and a program often asks for none of it.
_LATER = {
    "draft_line": ("line", "draft"),
    "fatal": ("check", "fatal"),
    "from_plain": ("file", "from_plain"),
    "read_file": ("file", "read"),
    "read_line": ("line", "read"),
    "to_plain": ("file", "to_plain"),
    "warnings": ("check", "warnings"),
    "write_file": ("file", "write"),
    "at_rest": ("line", "at_rest"),
    "write_line": ("line", "write"),
}


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module, own_name = _LATER[name]
    return getattr(import_module(f"{__name__}.{module}"), own_name)
