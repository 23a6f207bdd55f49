"""The panels of the supply lab as HTML, from what the desk says; texts are escaped."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from html import escape
from urllib.parse import quote

from witp_learn import queries
from witp_learn.hexgrid import HexId
from witp_learn.model import Kind, Nation, Side, Unit
from witp_learn.position.line import counter_text
from witp_learn.rulebook import Found, find
from witp_learn.rules.bases import site
from witp_learn.rules.control import holder, icon_text, zone
from witp_learn.ui import supply_bases
from witp_learn.ui.rule_panel import rule_panel
from witp_learn.ui.supply_bars import button, home_link, overlays, redo, turns
from witp_learn.ui.supply_desk import SupplyDesk
from witp_learn.ui.supply_facts import can_correct
from witp_learn.ui.supply_selection import Pane
from witp_learn.view import state_svg
from witp_learn.view.cards import (
    answer_card,
    badge_sign,
    changes_panel,
    empty_state,
    notice,
    unit_list,
)
from witp_learn.view.legend import legend_html
from witp_learn.view.scene import Badge

ADDRESS_LIMIT = 1790
"""Characters of a position, as an address writes them, that the page still puts in its address."""

STANDARD = "standard"
"""The scenario whose set-up the companion has."""

MOST_CHIPS = 8
"""Counters of a stack that are shown at once."""

MOST_REASONS = 32
"""Units up to which the list says of each what it hangs by."""

KEYS = (
    ("Arrow keys", "step over the hexes; Enter selects, Enter again walks the stack"),
    ("F", "turn the selected counter over"),
    ("Delete", "take it off the map, or the base where no counter stands"),
    ("M", "move it: then choose a hex"),
    ("C N L A", "add a carrier, naval, land or air unit; with Shift an attrited one"),
    ("B", "build a base, or take it away"),
    ("P", "bases planned: which are linked, where one can be built, whom it feeds"),
    ("U", "undo; Shift and U does it again"),
    ("[ and ]", "the unit before, the unit after, over all units"),
    ("/", "find a rule, place or example; T types a position; Escape closes"),
    ("0", "the hexes in use, then the whole board; + and - zoom"),
)


def panel(desk: SupplyDesk) -> str:
    """The right-hand side."""
    if desk.rule:
        return "".join((*_notice(desk), rule_panel(desk.rule)))
    makers = {
        Pane.CARD: _card,
        Pane.UNITS: _units,
        Pane.ADD: _add,
        Pane.LINE: _line,
        Pane.OPEN: _open,
        Pane.SHARE: _share,
        Pane.FIND: _find,
        Pane.KEYS: _keys,
        Pane.MENU: _menu,
        Pane.HEX: _hex,
        Pane.BASES: _bases,
        Pane.LEGEND: _legend,
    }
    return "".join((*_notice(desk), *makers[desk.pane](desk)))


def _notice(desk: SupplyDesk) -> Iterator[str]:
    if desk.notice is None:
        return
    if desk.notice.kind == "changed":
        yield changes_panel(desk.notice.text, desk.undo_name)
    else:
        yield notice(desk.notice.kind, desk.notice.text)


def _card(desk: SupplyDesk) -> Iterator[str]:
    if desk.selected is None:
        yield from _units(desk)
        return
    yield from _stack(desk)
    row = desk.row
    if row is not None:
        yield _handles(desk)
        yield answer_card(
            row.answer,
            open_tab=desk.tab,
            passed_open=desk.passed_open,
            rests_open=desk.rests_open,
            can_correct=can_correct(desk),
        )
    else:
        yield _place(desk, desk.selected)
        yield _add_strip(desk)


def _hex(desk: SupplyDesk) -> Iterator[str]:
    """The editor of a hex of the map."""
    if desk.editor is not None:
        yield desk.editor.html()


def _bases(desk: SupplyDesk) -> Iterator[str]:
    """The bases of a side, and where it could build."""
    yield from supply_bases.panel(desk)


def _legend(desk: SupplyDesk) -> Iterator[str]:
    """Every sign of the map with its meaning."""
    yield f'<section class="witp-card">{_head("Key of the map")}{legend_html()}</section>'


def _stack(desk: SupplyDesk) -> Iterator[str]:
    """The counters of the hex as chips, when there is more than one to choose from.

    In a long stack those behind the first few stand behind a line that opens; the selected one is
    always in sight.
    """
    rows = [desk.supply[i] for i in desk.here]
    if len(rows) < 2:
        return
    first = rows[:MOST_CHIPS]
    chosen = [r for r in rows[MOST_CHIPS:] if r.index == desk.index]
    rest = [r for r in rows[MOST_CHIPS:] if r not in chosen]
    chips = "".join(_chip(desk, r) for r in (*first, *chosen))
    if rest:
        chips += (
            f'<details class="w-rest"><summary data-key="stack-rest">{len(rest)} more</summary>'
            f'<span class="witp-row">{"".join(_chip(desk, r) for r in rest)}</span></details>'
        )
    where = escape(desk.state.board.label(desk.selected or ""))
    yield (
        f'<div class="witp-row witp-stack" role="group" aria-label="Units at {where}">{chips}</div>'
    )


def _chip(desk: SupplyDesk, row: queries.SupplyRow) -> str:
    pressed, label = row.index == desk.index, f"{row.label}: {row.badge}"
    words = _counter_words(row.unit)
    return button(words, "select", str(row.index), pressed=pressed, label=label)


def _counter_words(unit: Unit) -> str:
    words = [unit.nation.short, counter_text(unit)]
    words += ["aboard"] if unit.aboard else []
    words += [_sea(unit.coast)] if unit.coast else []
    return " ".join(words)


def _sea(letter: str) -> str:
    names = {"N": "north", "S": "south", "W": "west", "E": "east"}
    return f"{names[letter]} sea" if letter in names else f"sea {letter}"


def _head(title: str, close: str = "Close") -> str:
    """The first line of a panel that one has called up, with the way out of it."""
    way = button(close, "close", kind="small")
    return (
        '<div class="witp-headline"><h2 class="witp-head" tabindex="-1">'
        f"{escape(title)}</h2>{way}</div>"
    )


def _place(desk: SupplyDesk, hex_id: HexId) -> str:
    """A hex without a unit: what it is, whose zone it lies in, whether a base can be built."""
    place = desk.state.board[hex_id]
    named = f"{hex_id} {place.name}".strip()
    body = "".join(f"<p>{escape(text)}</p>" for text in place_facts(desk, hex_id))
    return (
        f'<section class="witp-card" aria-label="{escape(named)}">'
        f'<h2 class="witp-verdict">{escape(named)}</h2>{body}{_origin(desk, hex_id)}</section>'
    )


def place_facts(desk: SupplyDesk, hex_id: HexId) -> tuple[str, ...]:
    """What there is to say of a hex itself, each a sentence: ground, holder, air zones, bases."""
    state, side = desk.state, desk.side
    place = state.board[hex_id]
    kinds = {"land": "Land", "shallow": "Shallow sea", "deep": "Deep sea"}
    words = [kinds[place.terrain.value]]
    words += ["mountain"] if place.mountain else []
    words += ["jungle"] if place.jungle else []
    words += ["two seas"] if len(place.coasts) > 1 else []
    lines = [f"{', '.join(words)}. {icon_text(state, hex_id)}."]
    held = holder(state, hex_id)
    if held is not None and place.owner is not None and held is not place.owner.side:
        lines.append(f"{held.adjective} land units hold it now (2.3.3).")
    for one in Side:
        if state.has_base(hex_id, one):
            lines.append(f"{one.adjective} base.")
        reason = zone(state, hex_id, one)
        if reason.parts[0].value:
            lines.append(f"{reason.text} (2.2.3).")
    judged = site(state, side, hex_id)
    if judged.allowed:
        lines.append(f"A new {side.adjective} base could be built here (6.1).")
    else:
        why = " ".join(f"{r.text} ({r.rule})." for r in judged.refusals[:3])
        lines.append(f"No new {side.adjective} base here: {why}")
    return tuple(lines)


def _origin(desk: SupplyDesk, hex_id: HexId) -> str:
    place = desk.state.board[hex_id]
    facts = "; ".join(
        f"{name} {place.origin(key).grade}"
        for name, key in (("terrain", "terrain"), ("port or airfield", "icon"))
    )
    ways = ""
    if can_correct(desk):
        ways = button("Correct it", "fact-correct", f"{hex_id}:terrain", label="Correct this hex")
        ways = f'<div class="witp-row">{ways}{map_check_link(desk, hex_id)}</div>'
    return f'<p class="witp-quiet">Where this comes from: {escape(facts)}.</p>{ways}'


def map_check_link(desk: SupplyDesk, hex_id: HexId) -> str:
    """The way to the map check, which goes on from a hex and leads back to this position."""
    query = f"hex={hex_id}&p={quote(desk.text(), safe='')}"
    if len(query) > ADDRESS_LIMIT:
        query = f"hex={hex_id}"
    return f'<a class="witp-btn small" href="map_check.ipynb?{escape(query)}">Check the map</a>'


def _handles(desk: SupplyDesk) -> str:
    """What one does with the selected counter: turn it over, move it, take it off, and so on."""
    made = [
        button("Turn over", "flip"),
        button("Move", "move", pressed=desk.moving is not None),
        button("Take off", "remove"),
    ]
    unit = desk.row.unit if desk.row else None
    if unit is not None and desk.can_load:
        made.append(button("Put ashore" if unit.aboard else "Put aboard", "load"))
    if unit is not None and unit.kind.is_fleet:
        others = (c for c in desk.coasts if c != unit.coast)
        made += [button(f"To the {_sea(c)}", "coast", c) for c in others]
    if desk.pane is not Pane.ADD:
        made.append(button("Add", "pane", "add", kind="small wide"))
    return (
        '<div class="witp-row witp-handles" role="group" aria-label="The selected counter">'
        f"{''.join(made)}</div>"
    )


def _add(desk: SupplyDesk) -> Iterator[str]:
    """The palette alone: hexes and counters are chosen in turn, and each verdict stands below."""
    yield _head("Add", "Done")
    yield from _stack(desk)
    yield _add_strip(desk)
    if desk.row is not None:
        yield _handles(desk)
        yield (
            f'<p class="witp-brief">{badge_sign(_badge(desk.row.badge))}'
            f"<span>{escape(desk.row.verdict)}</span></p>"
        )


def _badge(text: str) -> Badge:
    return "in" if text == "in" else "auto" if text == "auto" else "out"


def _add_strip(desk: SupplyDesk) -> str:
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
        button(_sea(c).capitalize(), "coast", c, pressed=c == desk.sea) for c in desk.coasts
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


def _units(desk: SupplyDesk) -> Iterator[str]:
    supply = desk.supply
    if not supply.rows and not any(desk.state.bases.values()):
        yield empty_state((name, title, example_picture(name)) for name, title in example_titles())
        yield _type_button()
        return
    fleets = [r for r in supply.rows if r.unit.kind.is_fleet]
    yield '<h2 class="witp-head witp-unseen" tabindex="-1">All units, worst first</h2>'
    yield _verdicts(desk)
    if fleets:
        count = sum(r.unit.count for r in fleets)
        words = "1 fleet is" if count == 1 else f"{count} fleets are"
        yield f'<p class="witp-quiet">{words} not checked: fleets are always in supply (7.3).</p>'
    yield _after(desk)
    yield _type_button()


def _verdicts(desk: SupplyDesk) -> str:
    """The units that are checked, worst first."""
    checked = [r for r in desk.supply.worst_first() if not r.unit.kind.is_fleet]
    # What a unit hangs by takes long to find; in a crowded position each says it when selected.
    brief = len(checked) > MOST_REASONS
    return unit_list(
        (r.index, _badge(r.badge), r.label, "" if brief and r.in_supply else r.reason)
        for r in checked
    )


def _after(desk: SupplyDesk) -> str:
    """The effect of the check on both sides at once, as one button."""
    losers = sum(found.unit.count for found in desk.supply.found.out())
    if not losers:
        return '<p class="witp-quiet">The supply check changes nothing now (7.2).</p>'
    words = "1 unit" if losers == 1 else f"{losers} units"
    text = f"The check hits {words}. Both sides are judged from this same position (7.0, 7.2)."
    return (
        f'<p>{text}</p><div class="witp-row">'
        + button("Carry out the check", "carry-out", kind="")
        + "</div>"
    )


def _type_button() -> str:
    return (
        '<div class="witp-row">'
        + button("Type a position", "pane", "line", kind="quiet")
        + button("Start from an example", "pane", "open", kind="quiet")
        + "</div>"
    )


def example_titles() -> Iterator[tuple[str, str]]:
    """Name and title of every example position."""
    for name in queries.examples():
        yield name, queries.example(name).title or name


@cache
def example_picture(name: str) -> str:
    """A small picture of an example position."""
    return state_svg(queries.example(name), hex_px=48, width=320)


LINE_HINT = (
    "Items by ; each a hex, a nation (jp us cw cn) and counters: C carrier, N naval, L land, "
    "A air, - behind for attrited, cargo in brackets. Also base al 1110 and turn 4."
)
FILE_HINT = "This position has its own board, so it stands here as a file."


def _line(desk: SupplyDesk) -> Iterator[str]:
    """The line editor; its field is drawn once and then left alone, so that the caret stays."""
    rows = _rows(desk.line_text)
    hint = FILE_HINT if desk.state.board.own else LINE_HINT
    yield (
        f'<section class="witp-card">{_head("Type a position")}'
        f'<label for="witp-line">{hint}</label>'
        f'<textarea id="witp-line" class="witp-field witp-mono" rows="{rows}" spellcheck="false" '
        'autocapitalize="off" autocomplete="off" data-action-input="line" data-key="line">'
        f"\n{escape(desk.line_text)}</textarea>"
        f'<div id="witp-items" aria-live="polite">{line_items(desk)}</div></section>'
    )


def _rows(text: str) -> int:
    """Rows of a field that holds the text, up to what leaves room for the rest."""
    return min(14, 3 + sum(len(part) // 30 for part in text.split("\n")) + text.count("\n"))


def line_items(desk: SupplyDesk) -> str:
    """Each item of the typed line: read, or underlined with what would be right."""
    wrong = [i for i in desk.items if i.error]
    good = len(desk.items) - len(wrong)
    read = "1 item read." if good == 1 else f"{good} items read."
    rows = [f'<p class="witp-quiet">{read}</p>'] if desk.items else []
    rows += [
        f'<p class="witp-amber"><u class="witp-wrong">{escape(i.text)}</u>: {escape(i.error)}</p>'
        for i in wrong
    ]
    return "".join(rows) + _verdicts(desk)


def _open(desk: SupplyDesk) -> Iterator[str]:
    items = "".join(
        f"<li>{button(title, 'example', name, kind='quiet')}</li>"
        for name, title in example_titles()
    )
    yield (
        f'<section class="witp-card">{_head("Open a position")}'
        f"{_set_ups()}"
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


def _set_ups() -> str:
    """The start of the game, with and without the option of 6.6.2, where the data has it."""
    if STANDARD not in queries.scenarios():
        return ""
    plain = button("Standard set-up, turn 1", "scenario", kind="quiet")
    six = "The same with the six Allied bases of 6.6.2"
    items = f"<li>{plain}</li><li>{button(six, 'scenario', 'bases', kind='quiet')}</li>"
    return f'<h3>The whole Pacific</h3><ul class="witp-list">{items}</ul>'


def _share(desk: SupplyDesk) -> Iterator[str]:
    text = desk.text()
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
        f'<section class="witp-card">{_head("Share this position")}{address}'
        '<label for="witp-text">As text</label>'
        f'<textarea id="witp-text" class="witp-field witp-mono" readonly rows="{_rows(text)}">'
        f"\n{escape(text)}</textarea>"
        '<div class="witp-row">'
        f'<button type="button" class="witp-btn" data-copy="{escape(text)}" data-key="copy-text">'
        "Copy as text</button>" + button("Save as a file", "save", kind="") + "</div></section>"
    )


def _find(desk: SupplyDesk) -> Iterator[str]:
    yield (
        f'<section class="witp-card">{_head("Find a rule, place or example")}'
        '<label for="witp-find">Number, word or place; Enter takes the first</label>'
        '<input id="witp-find" class="witp-field" data-find data-action-input="find" '
        'data-action-enter="first" maxlength="80" '
        f'data-key="find" autocomplete="off" value="{escape(desk.query)}">'
        f'<div id="witp-found" aria-live="polite">{found(desk)}</div></section>'
    )


def hits(desk: SupplyDesk) -> tuple[tuple[str, str, str], ...]:
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


def found(desk: SupplyDesk) -> str:
    """The hits of the search as buttons."""
    if not desk.query.strip():
        return '<p class="witp-quiet">Try 7.1, air zone or Rabaul.</p>'
    rows = [button(words, action, value, kind="quiet") for action, value, words in hits(desk)]
    if not rows:
        return '<p class="witp-quiet">Nothing by that name. Try a section number, like 7.1.</p>'
    return '<ul class="witp-list">' + "".join(f"<li>{r}</li>" for r in rows) + "</ul>"


def _keys(desk: SupplyDesk) -> Iterator[str]:
    rows = "".join(
        f'<tr><th scope="row">{escape(k)}</th><td>{escape(w)}</td></tr>' for k, w in KEYS
    )
    yield (
        f'<section class="witp-card">{_head("Keys")}'
        f'<table class="witp-tests">{rows}</table></section>'
    )


def _menu(desk: SupplyDesk) -> Iterator[str]:
    """What a phone has no room for in its bar."""
    panes = (
        ("Bases", "bases"),
        ("Open", "open"),
        ("Share", "share"),
        ("Find a rule", "find"),
        ("Type", "line"),
        ("Key of the map", "legend"),
    )
    ways = "".join(button(words, "pane", value, kind="") for words, value in panes)
    yield (
        f'<section class="witp-card">{_head("Menu")}'
        f'<p class="witp-quiet">{escape(desk.state.title or "Untitled position")}</p>'
        f'<div class="witp-row">{turns(desk, "turn-menu", "")}{redo(desk, "", "menu-")}</div>'
        f'<h3>Position</h3><div class="witp-row">{ways}</div>'
        f'<h3>The map shows</h3><div class="witp-row" role="group" '
        f'aria-label="What the map shows">{overlays(desk, "menu-")}</div>'
        '<div class="witp-row">'
        + button("Whole board or hexes in use", "zoom", "all")
        + f"{home_link()}</div></section>"
    )
