"""The panels of the supply lab as HTML, from what the desk says; texts are escaped."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from html import escape

from witp_learn import queries
from witp_learn.hexgrid import HexId
from witp_learn.model import TURNS, Kind, Nation, Side, Unit
from witp_learn.position.line import counter_text
from witp_learn.rulebook import UnknownRule, find, look_up
from witp_learn.rules.bases import site
from witp_learn.rules.control import holder, icon_text, zone
from witp_learn.ui.supply_desk import Pane, SupplyDesk
from witp_learn.view import state_svg
from witp_learn.view.cards import (
    answer_card,
    badge_sign,
    changes_panel,
    empty_state,
    notice,
    rule_drawer,
    unit_list,
)

KEYS = (
    ("Arrow keys", "step over the hexes; Enter selects, Enter again walks the stack"),
    ("F", "turn the selected counter over"),
    ("Delete", "take it off the map"),
    ("M", "move it: then choose a hex"),
    ("C N L A", "add a carrier, naval, land or air unit; with Shift an attrited one"),
    ("B", "build a base, or take it away"),
    ("U", "undo; Shift and U does it again"),
    ("[ and ]", "the unit before, the unit after, over all units"),
    ("/", "find a rule; T types a position; Escape closes"),
    ("0", "the hexes in use, then the whole board; + and - zoom"),
)


def button(
    text: str,
    action: str,
    value: str = "",
    *,
    kind: str = "small",
    pressed: bool | None = None,
    disabled: bool = False,
    label: str = "",
) -> str:
    """A button that sends an action; ``label`` is what a screen reader says instead of the text."""
    extra = f' aria-pressed="{str(pressed).lower()}"' if pressed is not None else ""
    extra += ' disabled aria-disabled="true"' if disabled else ""
    extra += f' aria-label="{escape(label)}"' if label else ""
    key = escape(f"{action}:{value}")
    return (
        f'<button type="button" class="witp-btn {kind}" data-action="{action}" '
        f'data-value="{escape(value)}" data-key="{key}"{extra}>{escape(text)}</button>'
    )


def bar(desk: SupplyDesk) -> str:
    """The bar: title, position, turn, undo and redo, open, share, find."""
    undo = f"Undo: {desk.undo_name}" if desk.undo_name else "Undo"
    redo = f"Redo: {desk.redo_name}" if desk.redo_name else "Redo"
    turns = "".join(
        f'<option value="{n}"{" selected" if n == desk.state.turn else ""}>Turn {n}</option>'
        for n in TURNS
    )
    return "".join(
        (
            '<div class="witp-bar"><a class="witp-homelink" href="../../../">Home</a>',
            "<h1>Supply lab</h1>",
            f'<span class="witp-name">{escape(desk.state.title or "Untitled position")}</span>',
            '<span class="witp-space"></span>',
            '<select class="witp-field witp-turn" aria-label="Turn" data-action-input="turn" '
            f'data-key="turn">{turns}</select>',
            button("Undo", "undo", label=undo, disabled=not desk.undo_name),
            button("Redo", "redo", label=redo, disabled=not desk.redo_name),
            button("Open", "pane", "open", pressed=desk.pane is Pane.OPEN),
            button("Share", "pane", "share", pressed=desk.pane is Pane.SHARE),
            button("Find a rule", "pane", "find", pressed=desk.pane is Pane.FIND),
            button("Keys", "pane", "keys", pressed=desk.pane is Pane.KEYS, kind="small wide-only"),
            "</div>",
        )
    )


def tools(desk: SupplyDesk) -> str:
    """The overlay row."""
    enemy, own = desk.side.enemy.adjective, desk.side.adjective
    shown = desk.overlays
    rows = (
        ("Supply", "supply", shown.supply),
        (f"{enemy} zone", "enemy-zone", desk.show_enemy_zone),
        (f"{own} zone", "own-zone", desk.show_own_zone),
        ("Control", "control", shown.control),
        ("Network", "network", desk.show_network),
        ("All lines", "all_lines", shown.all_lines),
        ("Counters", "counters", shown.counters),
    )
    made = "".join(button(text, "overlay", name, pressed=on) for text, name, on in rows)
    zoom = "".join(
        button(sign, "zoom", value, label=label)
        for sign, value, label in (
            ("+", "in", "Zoom in"),
            ("\N{MINUS SIGN}", "out", "Zoom out"),
            ("0", "all", "Whole board or hexes in use"),
        )
    )
    return (
        '<div class="witp-tools" role="group" aria-label="What the map shows">'
        f'{made}<span class="witp-space"></span>{zoom}</div>'
    )


def key_line(desk: SupplyDesk) -> str:
    """The line under the map: what the marks mean, in words."""
    side = desk.side.enemy
    slope = "rising" if side is Side.JAPAN else "falling"
    marks = (
        f"{badge_sign('in')} in supply",
        f"{badge_sign('out')} out of supply",
        f"{badge_sign('auto')} always in supply",
        f"{escape(side.adjective)} air zone: lines {slope} to the right",
        "dotted edge: zone lifted",
        "\N{WHITE CIRCLE} assumed hex",
    )
    return '<div class="witp-key">' + "".join(f"<span>{m}</span>" for m in marks) + "</div>"


def foot(desk: SupplyDesk) -> str:
    """The bottom bar of a phone: Why, Turn over, Add, Units."""
    return (
        '<div class="witp-foot">'
        + button("Why", "pane", "card", kind="")
        + button("Turn over", "flip", kind="", disabled=desk.row is None)
        + button("Type", "pane", "line", kind="")
        + button("Units", "pane", "units", kind="")
        + "</div>"
    )


def panel(desk: SupplyDesk) -> str:
    """The right-hand side."""
    if desk.rule:
        return _rule(desk.rule)
    makers = {
        Pane.CARD: _card,
        Pane.UNITS: _units,
        Pane.LINE: _line,
        Pane.OPEN: _open,
        Pane.SHARE: _share,
        Pane.FIND: _find,
        Pane.KEYS: _keys,
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
        yield answer_card(row.answer, open_tab=desk.tab, passed_open=desk.passed_open)
    else:
        yield _place(desk, desk.selected)
    yield _add_strip(desk)


def _stack(desk: SupplyDesk) -> Iterator[str]:
    """The counters of the hex as chips, when there is more than one to choose from."""
    rows = [desk.supply[i] for i in desk.here]
    if len(rows) < 2:
        return
    chips = "".join(
        button(
            _counter_words(r.unit),
            "select",
            str(r.index),
            pressed=r.index == desk.index,
            label=f"{r.label}: {r.badge}",
        )
        for r in rows
    )
    where = escape(desk.state.board.label(desk.selected or ""))
    yield (
        f'<div class="witp-row witp-stack" role="group" aria-label="Units at {where}">{chips}</div>'
    )


def _counter_words(unit: Unit) -> str:
    text = f"{unit.nation.short} {counter_text(unit)}"
    return f"{text} aboard" if unit.aboard else text


def _place(desk: SupplyDesk, hex_id: HexId) -> str:
    """A hex without a unit: what it is, whose zone it lies in, whether a base can be built."""
    state, side = desk.state, desk.side
    place = state.board[hex_id]
    named = f"{hex_id} {place.name}".strip()
    kinds = {"land": "Land", "shallow": "Shallow sea", "deep": "Deep sea"}
    words = [kinds[place.terrain.value]]
    words += ["mountain"] if place.mountain else []
    words += ["jungle"] if place.jungle else []
    lines = [f"{', '.join(words)}. {icon_text(state, hex_id)}."]
    held = holder(state, hex_id)
    if held is not None and place.owner is not None and held is not place.owner.side:
        lines.append(f"{held.adjective} land units hold it now (2.3.3).")
    for one in Side:
        reason = zone(state, hex_id, one)
        if reason.parts[0].value:
            lines.append(f"{reason.text} (2.2.3).")
    body = "".join(f"<p>{escape(text)}</p>" for text in lines)
    judged = site(state, side, hex_id)
    if judged.allowed:
        verdict = f"A {side.adjective} base can be built here (6.1)."
    else:
        verdict = f"No new {side.adjective} base here: " + " ".join(
            f"{r.text} ({r.rule})." for r in judged.refusals[:3]
        )
    return (
        f'<section class="witp-card" aria-label="{escape(named)}">'
        f'<h2 class="witp-verdict">{escape(named)}</h2>{body}'
        f"<p>{escape(verdict)}</p>{_origin(desk, hex_id)}</section>"
    )


def _origin(desk: SupplyDesk, hex_id: HexId) -> str:
    place = desk.state.board[hex_id]
    facts = "; ".join(
        f"{name} {place.origin(key).grade}"
        for name, key in (("terrain", "terrain"), ("port or airfield", "icon"))
    )
    return f'<p class="witp-quiet">Where this comes from: {escape(facts)}.</p>'


def _handles(desk: SupplyDesk) -> str:
    """What one does with the selected counter: turn it over, move it, take it off."""
    return (
        '<div class="witp-row witp-handles" role="group" aria-label="The selected counter">'
        + button("Turn over", "flip")
        + button("Move", "move", pressed=desk.moving is not None)
        + button("Take off", "remove")
        + "</div>"
    )


def _add_strip(desk: SupplyDesk) -> str:
    """Add a counter of a nation, build a base or take it away, by touch."""
    base_there = desk.selected is not None and desk.state.has_base(desk.selected, desk.side)
    base_text = "Take the base away" if base_there else f"{desk.side.adjective} base"
    nations = "".join(
        button(n.short, "nation", n.value, pressed=n is desk.nation, label=n.adjective)
        for n in Nation
    )
    adds = "".join(
        button(
            kind.letter,
            "add",
            kind.value,
            disabled=not desk.can_stand(kind),
            label=f"Add a {desk.nation.adjective} {kind.noun}",
        )
        for kind in Kind
    )
    where = escape(desk.state.board.label(desk.selected or ""))
    return (
        f'<section class="witp-card witp-edit" aria-label="Add at {where}"><h3>Add at {where}</h3>'
        f'<div class="witp-row" role="group" aria-label="Nation">{nations}</div>'
        f'<div class="witp-row" role="group" aria-label="Counter">{adds}'
        + button(base_text, "base", disabled=not desk.can_base())
        + "</div></section>"
    )


def _units(desk: SupplyDesk) -> Iterator[str]:
    supply = desk.supply
    if not supply.rows and not any(desk.state.bases.values()):
        yield empty_state((name, title, example_picture(name)) for name, title in example_titles())
        yield _type_button()
        return
    checked = [r for r in supply.worst_first() if not r.unit.kind.is_fleet]
    fleets = [r for r in supply.rows if r.unit.kind.is_fleet]
    rows = [(r.index, r.badge, r.label, r.reason) for r in checked]
    yield unit_list(rows)
    if fleets:
        count = sum(r.unit.count for r in fleets)
        words = "1 fleet is" if count == 1 else f"{count} fleets are"
        yield f'<p class="witp-quiet">{words} not checked: fleets are always in supply (7.3).</p>'
    yield _after(desk)
    yield _type_button()


def _after(desk: SupplyDesk) -> str:
    """The effect of the check on both sides at once, as one button."""
    losers = len(desk.supply.found.out())
    if not losers:
        return '<p class="witp-quiet">The supply check changes nothing now (7.2).</p>'
    words = "1 row of units" if losers == 1 else f"{losers} rows of units"
    text = f"The check hits {words}, both sides from one photograph (7.0, 7.2)."
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


def _line(desk: SupplyDesk) -> Iterator[str]:
    """The line editor; its field is drawn once and then left alone, so that the caret stays."""
    text = "" if desk.state.board.own else desk.text()
    yield (
        '<section class="witp-card"><h2>Type a position</h2>'
        '<label for="witp-line">Items by ;  a hex, a nation (jp us cw cn), counters '
        "C N L A, - behind for attrited. base al 1110, turn 4.</label>"
        '<textarea id="witp-line" class="witp-field witp-mono" rows="5" spellcheck="false" '
        'autocapitalize="off" autocomplete="off" data-action-input="line" data-key="line">'
        f"{escape(text)}</textarea>"
        f'<div id="witp-items" aria-live="polite">{line_items(desk)}</div></section>'
    )


def line_items(desk: SupplyDesk) -> str:
    """Each item of the typed line: read, or underlined with what would be right."""
    wrong = [i for i in desk.items if i.error]
    good = len(desk.items) - len(wrong)
    rows = [f'<p class="witp-quiet">{good} items read.</p>'] if desk.items else []
    rows += [
        f'<p class="witp-amber"><u class="witp-wrong">{escape(i.text)}</u>: {escape(i.error)}</p>'
        for i in wrong
    ]
    return "".join(rows)


def _open(desk: SupplyDesk) -> Iterator[str]:
    items = "".join(
        f"<li>{button(title, 'example', name, kind='quiet')}</li>"
        for name, title in example_titles()
    )
    yield (
        '<section class="witp-card"><h2>Open a position</h2>'
        f'<h3>Examples</h3><ul class="witp-list">{items}</ul>'
        '<h3>A file</h3><label class="witp-row">A position file (TOML or JSON), or drop it on '
        'the page<input type="file" data-open data-key="file" accept=".toml,.json,text/plain">'
        "</label><h3>Or</h3>"
        + '<div class="witp-row">'
        + button("Type a position", "pane", "line", kind="")
        + button("Empty map", "empty", kind="")
        + "</div></section>"
    )


def _share(desk: SupplyDesk) -> Iterator[str]:
    text = desk.text()
    rows = 8 if desk.state.board.own else 4
    yield (
        '<section class="witp-card"><h2>Share this position</h2>'
        "<p>The address of this page carries the position.</p>"
        '<div class="witp-row">'
        '<button type="button" class="witp-btn" data-copy="@address" data-key="copy-address">'
        "Copy the address</button>"
        f'<button type="button" class="witp-btn" data-copy="{escape(text)}" data-key="copy-text">'
        "Copy as text</button>"
        + button("Save as a file", "save", kind="")
        + '</div><label for="witp-text">As text</label>'
        f'<textarea id="witp-text" class="witp-field witp-mono" readonly rows="{rows}">'
        f"{escape(text)}</textarea></section>"
    )


def _find(desk: SupplyDesk) -> Iterator[str]:
    yield (
        '<section class="witp-card"><h2>Find a rule, place or example</h2>'
        '<label for="witp-find">Number, word or place</label>'
        '<input id="witp-find" class="witp-field" data-find data-action-input="find" '
        f'data-key="find" autocomplete="off" value="{escape(desk.query)}">'
        f'<div id="witp-found" aria-live="polite">{found(desk)}</div></section>'
    )


def found(desk: SupplyDesk) -> str:
    """What the search brings: places of the board, examples, clauses and terms."""
    query = desk.query.strip().lower()
    if not query:
        return '<p class="witp-quiet">Try 7.1, air zone or Rabaul.</p>'
    rows = list(_places(desk, query))
    rows += [
        button(f"Example: {title}", "example", name, kind="quiet")
        for name, title in example_titles()
        if query in title.lower()
    ]
    rows += [
        button(f"{f.ref} {f.says}", "rule", f.ref, kind="quiet") for f in find(desk.query, limit=12)
    ]
    if not rows:
        return '<p class="witp-quiet">Nothing by that name. Try a section number, like 7.1.</p>'
    return '<ul class="witp-list">' + "".join(f"<li>{r}</li>" for r in rows) + "</ul>"


def _places(desk: SupplyDesk, query: str) -> Iterator[str]:
    hits = [
        p for h, p in sorted(desk.state.board.hexes.items()) if query in f"{h} {p.name}".lower()
    ]
    for place in hits[:5]:
        yield button(f"{place.id} {place.name}".strip(), "place", place.id, kind="quiet")


def _keys(desk: SupplyDesk) -> Iterator[str]:
    rows = "".join(
        f'<tr><th scope="row">{escape(k)}</th><td>{escape(w)}</td></tr>' for k, w in KEYS
    )
    yield (
        '<section class="witp-card"><h2>Keys</h2>'
        f'<table class="witp-tests">{rows}</table></section>'
    )


def _rule(ref: str) -> str:
    try:
        entry = look_up(ref)
    except UnknownRule as error:
        return notice("warning", str(error))
    many = len(entry.clauses) > 1
    said = [f"{c.id}: {c.says}" if many else c.says for c in entry.clauses]
    said = said or [t.text() for t in entry.terms]
    rulings = ((r.question, f"{r.options[r.default]} {r.why}") for r in entry.rulings)
    return rule_drawer(entry.ref, entry.title, said, rulings)
