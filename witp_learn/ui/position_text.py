"""Positions as readers give them to an app: a line or a file, whole or half typed."""

from __future__ import annotations

import re

from attrs import evolve

from witp_learn import queries
from witp_learn.components import board, shipped_board
from witp_learn.files import BadData, Unreadable
from witp_learn.model import Board, State
from witp_learn.position import draft_line, read_file, read_line
from witp_learn.position.line import Item

_FORMAT = re.compile(r'^\ufeff?\s*"?format"?\s*=', re.MULTILINE)


def like_a_file(text: str) -> bool:
    """Whether a text is meant as a position file: JSON, or TOML with its format line."""
    return text.lstrip("\ufeff \t\r\n").startswith("{") or _FORMAT.search(text) is not None


def read(text: str, source: str) -> State:
    """A position from a file's text or a line, on the map in use.

    One that fits only the shipped map brings that as its own board. Raises BadData or Unreadable,
    which say what would be right.
    """
    try:
        return _read_on(text, source, board())
    except (BadData, Unreadable):
        if board() is shipped_board():
            raise
        try:
            found = _read_on(text, source, shipped_board())
        except (BadData, Unreadable):
            found = None
        if found is None or found.board.own:
            raise
        return evolve(found, board=evolve(found.board, own=True))


def _read_on(text: str, source: str, ground: Board) -> State:
    if like_a_file(text) or source.lower().endswith((".toml", ".json")):
        return read_file(text, source, ground)
    return read_line(text, ground)


def ground() -> Board:
    """The map in use; the shipped one while the owner's cannot be read."""
    try:
        return board()
    except BadData:
        return shipped_board()


def laid(state: State) -> tuple[State, str]:
    """A position on the map in use, or on a board of its own and the reason in words."""
    try:
        board()
    except BadData as error:
        own = evolve(state, board=evolve(state.board, own=True))
        return own, f"Your map cannot be read now, so this keeps its own board: {error}"
    try:
        return queries.lay(state), ""
    except BadData as error:
        own = evolve(state, board=evolve(state.board, own=True))
        return own, f"{OFF_THE_MAP}: {stopped(error.problem)}"


OFF_THE_MAP = "It does not fit your map, so it keeps its own board"


def draft(text: str) -> tuple[State | None, tuple[Item, ...]]:
    """What a half-typed line or file says, or None when nothing in it can be read; and its items.

    A file has no items, but one when it cannot be read.
    """
    if like_a_file(text):
        try:
            return read_file(text, "text"), ()
        except BadData as error:
            start = text.strip().partition("\n")[0][:40]
            return None, (Item(start, 0, len(text), str(error)),)
    state, items = draft_line(text, ground())
    return (None if items and all(i.error for i in items) else state), items


def sentence(text: str) -> str:
    """A text as a sentence: a capital first, a full stop last."""
    return stopped(text[:1].upper() + text[1:])


def stopped(text: str) -> str:
    """A text with a full stop, unless it ends in one or asks."""
    return text if text.endswith((".", "?")) else f"{text}."


def lowered(name: str) -> str:
    """A name of an edit, to go on with in a sentence."""
    return name[:1].lower() + name[1:]
