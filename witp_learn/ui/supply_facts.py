"""The map under the supply lab: its facts confirmed and corrected, the position laid on it anew.

A position that does not fit the owner's map keeps the board it was made for; nothing is lost.
"""

from __future__ import annotations

from witp_learn.components import folder as data_folder
from witp_learn.model import State, Unit
from witp_learn.rules.answers import what_changed
from witp_learn.ui.counter_desk import Notice, Past
from witp_learn.ui.hex_editor import HexEditor
from witp_learn.ui.owner import CannotWrite
from witp_learn.ui.position_text import laid
from witp_learn.ui.supply_selection import Pane, Selection
from witp_learn.view.hex_card import LABELS

GIVEN = "This position brings its own board, which says all of it; there is nothing to correct."


def begin(desk: Selection) -> None:
    """Find the owner's map, unless that is done, and lay the position on it."""
    if not desk.owner.started:
        desk.owner.start()
        desk.state = laid(desk.state)[0]


def warn(desk: Selection) -> None:
    """Tell of an owner's map that is not in use, ahead of what else is told."""
    if desk.owner.problem:
        more = f" {desk.notice.text}" if desk.notice else ""
        desk.notice = Notice("warning", f"{desk.owner.problem}{more}")


def can_correct(desk: Selection) -> bool:
    """Whether the facts a verdict rests on are those of the companion's map."""
    return not desk.state.board.own


def same(desk: Selection, value: str) -> None:
    """A fact, given as hex and key, is the same on the owner's map."""
    hex_id, _, key = value.partition(":")
    if not can_correct(desk) or hex_id not in desk.state.board:
        desk.notice = Notice("info", GIVEN)
        return
    label, before = desk.state.board.label(hex_id), desk.state
    try:
        told = desk.owner.change(
            f"confirmed {label}", lambda folder: data_folder.confirm(folder, hex_id, key)
        )
    except CannotWrite as error:
        desk.notice = Notice("warning", str(error))
        return
    what = LABELS.get(key, key).lower()
    _settle(desk, before, f"{label}, {what}: confirmed by you. {told}".strip())
    desk.rests_open = True


def correct(desk: Selection, value: str) -> None:
    """Open the editor of the hex that a fact is about."""
    hex_id = value.partition(":")[0]
    if not can_correct(desk) or hex_id not in desk.state.board:
        desk.notice = Notice("info", GIVEN)
        return
    came_from = desk.pane
    desk.close()
    desk.editor = HexEditor(desk.state.board, hex_id, came_from)
    desk.pane = Pane.HEX


def save(desk: Selection) -> bool:
    """Keep what the editor holds and lay the position on the corrected map.

    Gives False, with the editor still open, when something is to be said or asked first.
    """
    editor = desk.editor
    if editor is None or editor.problems():
        return False
    if not editor.corrections():
        desk.notice = Notice("info", "Nothing is changed yet.")
        return False
    if editor.question() and not editor.asking:
        editor.asking = True
        return False
    before = desk.state
    try:
        said = editor.save(desk.owner)
    except CannotWrite as error:
        editor.asking = False
        desk.notice = Notice("warning", str(error))
        return False
    close(desk)
    _settle(desk, before, said)
    return True


def close(desk: Selection) -> None:
    """Close the editor and bring up the panel it was opened from; its fields are not kept."""
    editor, desk.editor = desk.editor, None
    desk.close()
    if editor is not None and editor.came_from not in ("", Pane.HEX):
        desk.pane = Pane(editor.came_from)


def holds_back(desk: Selection) -> bool:
    """Whether an editor with changes in it is open; then the reader is told to end it first."""
    editor = desk.editor
    if desk.pane is not Pane.HEX or editor is None or not editor.corrections():
        return False
    label = editor.board.label(editor.hex)
    desk.notice = Notice("info", f"Save or cancel the changes to {label} first.")
    return True


def _settle(desk: Selection, before: State, said: str) -> None:
    """A change of the map is a step of the history; say what it does to the verdicts."""
    name = desk.owner.undo_name
    if name:
        desk.done = [*desk.done, Past(before, f"{name[:1].upper()}{name[1:]}", folder=True)]
        desk.undone = []
    _lay(desk, before, said, "changed")


def take_back(desk: Selection) -> None:
    """Undo a change of the map: the files of its folder are as they were, the position stays."""
    past, now = desk.done.pop(), desk.state
    try:
        name = desk.owner.undo()
    except CannotWrite as error:
        desk.notice = Notice("warning", str(error))
        return
    unit = desk.row.unit if desk.row else None
    desk.state = past.state
    said = f"Undone: {name}. Redo does not bring back a change of the map; make it anew."
    _lay(desk, now, said, "info", unit)


def _lay(desk: Selection, before: State, said: str, kind: str, unit: Unit | None = None) -> None:
    unit = unit or (desk.row.unit if desk.row else None)
    desk.state, told = laid(desk.state)
    if desk.selected is not None and desk.selected not in desk.state.board:
        desk.selected = None
    desk.index = desk.same_row(unit)
    changed = told or what_changed(before, desk.state)
    desk.notice = Notice(kind, f"{said} {changed}".strip())
