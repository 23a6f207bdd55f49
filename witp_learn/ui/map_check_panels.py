"""The panels of the map check as HTML: bars, card, editor, data folder, foot. Texts are escaped."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from urllib.parse import quote

from witp_learn.components import folder as data_folder
from witp_learn.files import BadData
from witp_learn.model import Grade
from witp_learn.ui.buttons import button, home_link
from witp_learn.ui.map_check_desk import NEAR, MapDesk, Pane
from witp_learn.ui.owner import How, free_place, grades
from witp_learn.view.cards import notice
from witp_learn.view.hex_card import hex_card

LAB = "supply_lab.ipynb"
"""The notebook of the supply lab, which lies beside that of the map check."""

MOST_FINDINGS = 40

KEYS = (
    ("S", "the same on your map: confirm the hex and go on"),
    ("D", "different: correct the hex"),
    ("K or →", "skip it for now; ← goes back"),
    ("U", "undo the last answer"),
    ("Arrow keys", "on the map, step over the hexes; Enter takes one up"),
    ("N", "walk the hexes near this one only, or all of them"),
    ("F", "the data folder; Escape closes"),
    ("0", "the hexes near this one, then the whole map; + and - zoom"),
)

_GRADES = {
    Grade.PRINTED: "printed",
    Grade.DERIVED: "derived",
    Grade.ASSUMED: "assumed",
    Grade.UNKNOWN: "unknown",
    Grade.CONFIRMED: "confirmed by you",
}


def bar(desk: MapDesk) -> str:
    """The bar: way home, title, progress, undo, data folder, keys, and the way to the lab."""
    return (
        f'<div class="witp-bar">{home_link()}<h1>Map check</h1>'
        f'<span class="mc-progress">{desk.settled} of {len(desk.board.hexes)}'
        '<span class="mc-long"> hexes confirmed</span></span><span class="witp-space"></span>'
        f"{undo(desk)}"
        + button(
            "Data folder", "pane", "folder", pressed=desk.pane is Pane.FOLDER, kind="small wide"
        )
        + button("Keys", "pane", "keys", pressed=desk.pane is Pane.KEYS, kind="small wide")
        + lab_link(desk, "wide")
        + button("Menu", "pane", "menu", pressed=desk.pane is Pane.MENU, kind="small narrow")
        + "</div>"
    )


def undo(desk: MapDesk) -> str:
    """The button that takes back the last answer, named."""
    name = f": {desk.owner.undo_name}" if desk.owner.undo_name else ""
    return button("Undo", "undo", dim=not name, label=f"Undo{name}", more=name)


def lab_link(desk: MapDesk, kind: str) -> str:
    """The way to the supply lab, back to the position that one came from."""
    query = f"?p={quote(desk.position, safe='')}" if desk.position else ""
    return (
        f'<a class="witp-btn small {kind}" href="{escape(LAB + query)}" data-key="lab:{kind}">'
        "Supply lab</a>"
    )


def tools(desk: MapDesk) -> str:
    """Which hexes the walk covers, and the zoom."""
    near = desk.region is not None
    here = desk.board.label(desk.region if desk.region is not None else desk.at)
    return (
        '<div class="witp-tools" role="group" aria-label="Which hexes are asked">'
        + button("All hexes", "cover", "all", pressed=not near)
        + button(f"Within {NEAR} of {here}", "cover", "near", pressed=near)
        + f'<span class="witp-space"></span>{_zoom("wide")}</div>'
    )


def key_line(desk: MapDesk) -> str:
    """The line under the map: what its marks mean, and how much of it comes from where."""
    found = grades(desk.board)
    counted = " · ".join(f"{found[g]:,} {words}" for g, words in _GRADES.items() if found[g])
    return (
        '<div class="witp-key"><span class="mc-sign">\N{WHITE CIRCLE} something to confirm</span>'
        f'<span class="mc-grades">Data of hexes and sides: {counted}</span></div>'
    )


def foot(desk: MapDesk) -> str:
    """The bottom bar of a phone: the three answers, or the two ends of the editor."""
    if desk.pane is not Pane.CARD:
        return ""
    return (
        '<div class="witp-foot" role="group" aria-label="Your answer">'
        f"{_answers(desk, 'foot-')}</div>"
    )


def panel(desk: MapDesk) -> str:
    """The right-hand side."""
    makers = {
        Pane.CARD: _card,
        Pane.EDIT: _edit,
        Pane.FOLDER: _folder,
        Pane.KEYS: _keys,
        Pane.MENU: _menu,
    }
    return "".join((*_notices(desk), *makers[desk.pane](desk)))


def _notices(desk: MapDesk) -> Iterator[str]:
    if desk.owner.problem and desk.pane is not Pane.EDIT:
        yield notice("warning", desk.owner.problem)
    if desk.notice is not None and desk.notice.text != desk.owner.problem:
        yield notice(desk.notice.kind, desk.notice.text)


def _card(desk: MapDesk) -> Iterator[str]:
    if not desk.left and desk.skipped & set(desk.open):
        row = button("Come to the skipped hexes", "again", kind="")
        yield f'<p class="witp-row">{row}</p>'
    ways = f'<div class="witp-row mc-answers">{_answers(desk, "")}</div>'
    yield hex_card(desk.board, desk.at, ways)


def _answers(desk: MapDesk, where: str) -> str:
    """The answers, each with its key; a hex without a question can still be corrected."""
    if not desk.still_open:
        return _answer("Next", "K", "skip", where, "primary") + _answer(
            "Correct it", "D", "different", where
        )
    return (
        _answer("Same", "S", "same", where, "primary")
        + _answer("Different", "D", "different", where)
        + _answer("Skip", "K", "skip", where)
    )


def _answer(words: str, key: str, action: str, where: str, kind: str = "") -> str:
    return (
        f'<button type="button" class="witp-btn {kind}" data-action="{action}" '
        f'data-key="{where}{action}" aria-keyshortcuts="{key}">{words}'
        f'<kbd class="mc-kbd" aria-hidden="true">{key}</kbd></button>'
    )


def _edit(desk: MapDesk) -> Iterator[str]:
    if desk.editor is not None:
        yield desk.editor.html()


def _menu(desk: MapDesk) -> Iterator[str]:
    """What a phone's bar has no room for: the ways out, and the zoom."""
    home = '<a class="witp-btn small" href="../../../" data-key="menu:home">Home</a>'
    yield (
        f'<section class="witp-card">{_head("Menu")}<div class="witp-row">{home}'
        f"{lab_link(desk, 'menu')}{button('Data folder', 'pane', 'folder', where='menu-')}"
        f"{button('Keys', 'pane', 'keys', where='menu-')}</div>"
        f'<div class="witp-row mc-ways">{_zoom("", "menu-")}</div></section>'
    )


def _zoom(kind: str, where: str = "") -> str:
    return "".join(
        button(sign, "zoom", value, label=label, kind=f"small {kind}".strip(), where=where)
        for sign, value, label in (
            ("+", "in", "Zoom in"),
            ("\N{MINUS SIGN}", "out", "Zoom out"),
            ("0", "all", "Whole map or the hexes near this one"),
        )
    )


def _keys(desk: MapDesk) -> Iterator[str]:
    rows = "".join(
        f'<tr><th scope="row">{escape(k)}</th><td>{escape(w)}</td></tr>' for k, w in KEYS
    )
    yield (
        f'<section class="witp-card">{_head("Keys")}'
        f'<table class="witp-tests">{rows}</table></section>'
    )


def _head(title: str) -> str:
    way = button("Close", "close")
    return (
        '<div class="witp-headline"><h2 class="witp-head" tabindex="-1">'
        f"{escape(title)}</h2>{way}</div>"
    )


# ---------------------------------------------------------------- the data folder


def _folder(desk: MapDesk) -> Iterator[str]:
    """Where the owner's map lies, how to choose another, and what the check finds in it."""
    yield (
        f'<section class="witp-card mc-folder">{_head("Data folder")}{_where(desk)}'
        f"{_ways(desk)}</section>"
    )
    if desk.owner.folder is not None:
        yield f'<section class="witp-card mc-check">{"".join(_checked(desk))}</section>'


def _where(desk: MapDesk) -> str:
    owner = desk.owner
    if owner.broken:
        return "<p>The map that comes with the companion is in use meanwhile.</p>"
    if owner.folder is None:
        return (
            "<p>The map that comes with the companion is in use. The first hex you confirm or "
            f"correct makes a folder of your own: {_path(free_place())}</p>"
        )
    why = {
        How.ENVIRONMENT: "It was named when the companion was started.",
        How.REMEMBERED: "It is remembered for the next start.",
        How.TOLD: "This notebook uses it.",
        How.SHIPPED: "",
    }[owner.how]
    return f"<p>Your map lies in {_path(owner.folder)}. {why}</p>"


def _path(path: object) -> str:
    return f'<span class="witp-mono mc-path">{escape(str(path))}</span>'


def _ways(desk: MapDesk) -> str:
    owner = desk.owner
    if owner.named_at_start:
        return "<p>To use another one, start the companion without it.</p>"
    typed = desk.path if desk.path else owner.former
    leave = ""
    if owner.folder is not None or owner.broken:
        leave = button("Back to the shipped map", "leave", kind="")
    return (
        '<label for="mc-path">The full path of a folder on this computer</label>'
        f'<input id="mc-path" class="witp-field witp-mono" data-action-input="path" '
        'data-action-enter="choose" data-key="path" autocomplete="off" spellcheck="false" '
        f'value="{escape(typed)}"><div class="witp-row mc-ways">'
        + button("Use this folder", "choose-typed", kind="")
        + button("Make a new one there", "make-typed", kind="")
        + leave
        + "</div>"
    )


def _checked(desk: MapDesk) -> Iterator[str]:
    """What ``witp-learn data check`` says of the folder, in words."""
    folder = desk.owner.folder
    assert folder is not None
    try:
        report = data_folder.check(folder)
    except BadData as error:
        yield f'<h3>What the check finds</h3><p class="witp-amber">{escape(str(error))}</p>'
        return
    other = [c for c in report.changes if c.differs]
    yield (
        f"<h3>What is yours</h3><p>{_many(len(report.changes) - len(other), 'datum', 'data')} "
        f"confirmed unchanged, {len(other)} changed.</p>"
    )
    yield _list([str(c) for c in other])
    yield "<h3>What the check finds</h3>"
    if not report.findings:
        yield "<p>Nothing contradicts what the rulebook prints.</p>"
        return
    yield "<p>The rulebook prints or implies otherwise; your copy may truly differ.</p>"
    yield _list([str(finding) for finding in report.findings])


def _many(count: int, one: str, more: str) -> str:
    return f"{count:,} {one if count == 1 else more}"


def _list(lines: list[str]) -> str:
    if not lines:
        return ""
    items = "".join(f"<li>{escape(line)}</li>" for line in lines[:MOST_FINDINGS])
    rest = len(lines) - MOST_FINDINGS
    items += f"<li>and {rest} more: witp-learn data check says them all</li>" if rest > 0 else ""
    return f'<ul class="mc-list">{items}</ul>'
