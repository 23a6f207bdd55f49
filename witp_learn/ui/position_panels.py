"""Panels that every lab has for its position, as HTML: stack, palette, typed line, open, share.

Texts are escaped.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from html import escape
from urllib.parse import quote

from witp_learn import queries
from witp_learn.model import Kind, Nation, Unit
from witp_learn.position.line import counter_text
from witp_learn.rulebook import Found, find
from witp_learn.ui.buttons import button
from witp_learn.ui.counter_desk import CounterDesk, sea_words
from witp_learn.view import state_svg
from witp_learn.view.cards import changes_panel, notice

ADDRESS_LIMIT = 1790
"""Characters of a position, as an address writes them, that the page still puts in its address."""

STANDARD = "standard"
"""The scenario whose set-up the companion has."""

MOST_CHIPS = 8
"""Counters of a stack that are shown at once."""

LINE_HINT = (
    "Items by ; each a hex, a nation (jp us cw cn) and counters: C carrier, N naval, L land, "
    "A air, - behind for attrited, cargo in brackets. Also base al 1110 and turn 4."
)

FILE_HINT = "This position has its own board, so it stands here as a file."


def notice_of(desk: CounterDesk) -> Iterator[str]:
    """The message of the desk; what changed has an Undo beside it."""
    if desk.notice is None:
        return
    if desk.notice.kind == "changed":
        yield changes_panel(desk.notice.text, desk.undo_name)
    else:
        yield notice(desk.notice.kind, desk.notice.text)


def counter_words(unit: Unit) -> str:
    """A row of units on its button: ``us 2N``, ``jp L aboard``."""
    words = [unit.nation.short, counter_text(unit)]
    words += ["aboard"] if unit.aboard else []
    words += [sea_words(unit.coast)] if unit.coast else []
    return " ".join(words)


def head(title: str, close: str = "Close") -> str:
    """The first line of a panel that one has called up, with the way out of it."""
    way = button(close, "close", kind="small")
    return (
        '<div class="witp-headline"><h2 class="witp-head" tabindex="-1">'
        f"{escape(title)}</h2>{way}</div>"
    )


def add_strip(desk: CounterDesk) -> str:
    """Add a counter of a nation, build a base or take it away, by touch."""
    if desk.selected is None:
        words = "Choose a hex on the map; then a counter or a base can be added there."
        return f'<section class="witp-card witp-edit" aria-label="Add"><p>{words}</p></section>'
    side = desk.nation.side
    base_there = desk.state.has_base(desk.selected, side)
    base_text = f"Take the {side.adjective} base" if base_there else f"{side.adjective} base"
    nations = "".join(
        button(n.short, "nation", n.value, pressed=n is desk.nation, label=n.adjective)
        for n in Nation
    )
    adds = "".join(
        button(
            kind.letter,
            "add",
            kind.value,
            dim=not desk.can_stand(kind),
            label=f"Add a {desk.nation.adjective} {kind.noun}",
        )
        for kind in Kind
    )
    seas = "".join(
        button(sea_words(c).capitalize(), "coast", c, pressed=c == desk.sea) for c in desk.coasts
    )
    if seas:
        seas = f'<div class="witp-row" role="group" aria-label="Sea for fleets">{seas}</div>'
    where = escape(desk.state.board.label(desk.selected))
    return (
        f'<section class="witp-card witp-edit" aria-label="Add at {where}"><h3>Add at {where}</h3>'
        f'<div class="witp-row" role="group" aria-label="Nation">{nations}</div>{seas}'
        f'<div class="witp-row" role="group" aria-label="Counter">{adds}'
        + button(base_text, "base", dim=not desk.can_base())
        + "</div></section>"
    )


def example_titles() -> Iterator[tuple[str, str]]:
    """Name and title of every example position."""
    for name in queries.examples():
        yield name, queries.example(name).title or name


@cache
def example_picture(name: str) -> str:
    """A small picture of an example position."""
    return state_svg(queries.example(name), hex_px=48, width=320)


def rows_for(text: str) -> int:
    """Rows of a field that holds the text, up to what leaves room for the rest."""
    return min(14, 3 + sum(len(part) // 30 for part in text.split("\n")) + text.count("\n"))


def share(desk: CounterDesk) -> Iterator[str]:
    """The position as address, as text and as a file."""
    text = desk.shared()
    if not desk.state.board.own and len(quote(text, safe="!~*'()")) < ADDRESS_LIMIT:
        address = (
            '<div class="witp-by-address"><p>The address of this page carries the position.</p>'
            '<div class="witp-row"><button type="button" class="witp-btn" data-copy="@address" '
            'data-key="copy-address">Copy the address</button></div></div>'
        )
    else:
        why = "has its own board" if desk.state.board.own else "is too long for an address"
        address = f"<p>This position {why}; share the text or the file.</p>"
    yield (
        f'<section class="witp-card">{head("Share this position")}{address}'
        '<label for="witp-text">As text</label>'
        f'<textarea id="witp-text" class="witp-field witp-mono" readonly rows="{rows_for(text)}">'
        f"\n{escape(text)}</textarea>"
        '<div class="witp-row">'
        f'<button type="button" class="witp-btn" data-copy="{escape(text)}" data-key="copy-text">'
        "Copy as text</button>" + button("Save as a file", "save", kind="") + "</div></section>"
    )


def hits(desk: CounterDesk) -> tuple[tuple[str, str, str], ...]:
    """What the search brings, each as action, value and words: places, examples, rules."""
    query = desk.query.strip().lower()
    if not query:
        return ()
    board = sorted(desk.state.board.hexes.items())
    places = [
        ("place", h, f"{h} {p.name}".strip()) for h, p in board if query in f"{h} {p.name}".lower()
    ]
    examples = [
        ("example", name, f"Example: {title}")
        for name, title in example_titles()
        if query in title.lower()
    ]
    rules = [("rule", f.ref, _found_words(f)) for f in find(desk.query, limit=12)]
    return (*places[:5], *examples, *rules)


def _found_words(hit: Found) -> str:
    if hit.kind == "clause":
        return f"{hit.ref} {hit.says}"
    if hit.kind == "section":
        return f"{hit.ref} {hit.title}, {hit.says}"
    return f"{hit.title[:1].upper()}{hit.title[1:]}: {hit.says}"


def found(desk: CounterDesk) -> str:
    """The hits of the search as buttons."""
    if not desk.query.strip():
        return '<p class="witp-quiet">Try 7.1, air zone or Rabaul.</p>'
    rows = [button(words, action, value, kind="quiet") for action, value, words in hits(desk)]
    if not rows:
        return '<p class="witp-quiet">Nothing by that name. Try a section number, like 7.1.</p>'
    return '<ul class="witp-list">' + "".join(f"<li>{r}</li>" for r in rows) + "</ul>"


def set_ups() -> str:
    """The start of the game, with and without the option of 6.6.2, where the data has it."""
    if STANDARD not in queries.scenarios():
        return ""
    plain = button("Standard set-up, turn 1", "scenario", kind="quiet")
    six = "The same with the six Allied bases of 6.6.2"
    items = f"<li>{plain}</li><li>{button(six, 'scenario', 'bases', kind='quiet')}</li>"
    return f'<h3>The whole Pacific</h3><ul class="witp-list">{items}</ul>'


def line_panel(desk: CounterDesk, below: str) -> Iterator[str]:
    """The line editor, and ``below`` it what was made of the text; its field is
    drawn once and then left alone, so that the caret stays.
    """
    rows = rows_for(desk.line_text)
    hint = FILE_HINT if desk.state.board.own else LINE_HINT
    yield (
        f'<section class="witp-card">{head("Type a position")}'
        f'<label for="witp-line">{hint}</label>'
        f'<textarea id="witp-line" class="witp-field witp-mono" rows="{rows}" spellcheck="false" '
        'autocapitalize="off" autocomplete="off" data-action-input="line" data-key="line">'
        f"\n{escape(desk.line_text)}</textarea>"
        f'<div id="witp-items" aria-live="polite">{below}</div></section>'
    )


def line_items(desk: CounterDesk) -> str:
    """Each item of the typed line: read, or underlined with what would be right."""
    wrong = [i for i in desk.items if i.error]
    good = len(desk.items) - len(wrong)
    read = "1 item read." if good == 1 else f"{good} items read."
    rows = [f'<p class="witp-quiet">{read}</p>'] if desk.items else []
    rows += [
        f'<p class="witp-amber"><u class="witp-wrong">{escape(i.text)}</u>: {escape(i.error)}</p>'
        for i in wrong
    ]
    return "".join(rows)


def open_panel() -> Iterator[str]:
    """Examples, the whole Pacific, a file, an empty map."""
    items = "".join(
        f"<li>{button(title, 'example', name, kind='quiet')}</li>"
        for name, title in example_titles()
    )
    yield (
        f'<section class="witp-card">{head("Open a position")}'
        f"{set_ups()}"
        f'<h3>Examples</h3><ul class="witp-list">{items}</ul>'
        '<h3>A file</h3><label class="witp-file" for="witp-file">A position file (TOML or JSON); '
        "it can also be dropped on the page.</label>"
        '<input type="file" id="witp-file" class="witp-field" data-open data-key="file" '
        'accept=".toml,.json,.txt,text/plain">'
        "<h3>Or</h3>"
        + '<div class="witp-row">'
        + button("Type a position", "pane", "line", kind="")
        + button("Empty map", "empty", kind="")
        + "</div></section>"
    )


def find_panel(desk: CounterDesk) -> Iterator[str]:
    """The search, and what it brings."""
    yield (
        f'<section class="witp-card">{head("Find a rule, place or example")}'
        '<label for="witp-find">Number, word or place; Enter takes the first</label>'
        '<input id="witp-find" class="witp-field" data-find data-action-input="find" '
        'data-action-enter="first" maxlength="80" '
        f'data-key="find" autocomplete="off" value="{escape(desk.query)}">'
        f'<div id="witp-found" aria-live="polite">{found(desk)}</div></section>'
    )


def keys_panel(keys: Iterable[tuple[str, str]]) -> Iterator[str]:
    """What every key does."""
    rows = "".join(
        f'<tr><th scope="row">{escape(k)}</th><td>{escape(w)}</td></tr>' for k, w in keys
    )
    yield (
        f'<section class="witp-card">{head("Keys")}'
        f'<table class="witp-tests">{rows}</table></section>'
    )


def handles(desk: CounterDesk, *, add: bool) -> str:
    """What one does with the selected counter: turn it over, move it, take it off, and so on."""
    made = [
        button("Turn over", "flip"),
        button("Move", "move", pressed=desk.moving is not None),
        button("Take off", "remove"),
    ]
    unit = desk.unit
    if unit is not None and desk.can_load:
        made.append(button("Put ashore" if unit.aboard else "Put aboard", "load"))
    if unit is not None and unit.kind.is_fleet:
        others = (c for c in desk.coasts if c != unit.coast)
        made += [button(f"To the {sea_words(c)}", "coast", c, where="to-") for c in others]
    if add:
        made.append(button("Add", "pane", "add", kind="small wide"))
    return (
        '<div class="witp-row witp-handles" role="group" aria-label="The selected counter">'
        f"{''.join(made)}</div>"
    )
