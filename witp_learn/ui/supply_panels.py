"""The panels of the supply lab as HTML, from what the desk says; texts are escaped."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from urllib.parse import quote

from witp_learn import queries
from witp_learn.hexgrid import HexId
from witp_learn.model import Side
from witp_learn.rules.bases import site
from witp_learn.rules.control import holder, icon_text, zone
from witp_learn.ui import supply_bases
from witp_learn.ui.buttons import button, home_link, redo, turns
from witp_learn.ui.position_panels import (
    ADDRESS_LIMIT,
    MOST_CHIPS,
    add_strip,
    counter_words,
    example_picture,
    example_titles,
    find_panel,
    handles,
    head,
    keys_panel,
    line_items,
    line_panel,
    notice_of,
    open_panel,
    share,
)
from witp_learn.ui.rule_panel import rule_panel
from witp_learn.ui.supply_bars import overlays
from witp_learn.ui.supply_desk import SupplyDesk
from witp_learn.ui.supply_facts import can_correct
from witp_learn.ui.supply_selection import Pane
from witp_learn.view.cards import (
    answer_card,
    badge_sign,
    empty_state,
    unit_list,
)
from witp_learn.view.legend import legend_html
from witp_learn.view.scene import Badge

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
        return "".join((*notice_of(desk), rule_panel(desk.rule)))
    makers = {
        Pane.CARD: _card,
        Pane.UNITS: _units,
        Pane.ADD: _add,
        Pane.LINE: lambda desk: line_panel(desk, line_below(desk)),
        Pane.OPEN: lambda _: open_panel(),
        Pane.SHARE: share,
        Pane.FIND: find_panel,
        Pane.KEYS: lambda _: keys_panel(KEYS),
        Pane.MENU: _menu,
        Pane.HEX: _hex,
        Pane.BASES: _bases,
        Pane.LEGEND: _legend,
    }
    return "".join((*notice_of(desk), *makers[desk.pane](desk)))


def _card(desk: SupplyDesk) -> Iterator[str]:
    if desk.selected is None:
        yield from _units(desk)
        return
    yield from _stack(desk)
    row = desk.row
    if row is not None:
        yield handles(desk, add=desk.pane is not Pane.ADD)
        yield answer_card(
            row.answer,
            open_tab=desk.tab,
            passed_open=desk.passed_open,
            rests_open=desk.rests_open,
            can_correct=can_correct(desk),
        )
    else:
        yield _place(desk, desk.selected)
        yield add_strip(desk)


def _hex(desk: SupplyDesk) -> Iterator[str]:
    """The editor of a hex of the map."""
    if desk.editor is not None:
        yield desk.editor.html()


def _bases(desk: SupplyDesk) -> Iterator[str]:
    """The bases of a side, and where it could build."""
    yield from supply_bases.panel(desk)


def _legend(desk: SupplyDesk) -> Iterator[str]:
    """Every sign of the map with its meaning."""
    yield f'<section class="witp-card">{head("Key of the map")}{legend_html()}</section>'


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
    words = counter_words(row.unit)
    return button(words, "select", str(row.index), pressed=pressed, label=label)


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


def _add(desk: SupplyDesk) -> Iterator[str]:
    """The palette alone: hexes and counters are chosen in turn, and each verdict stands below."""
    yield head("Add", "Done")
    yield from _stack(desk)
    yield add_strip(desk)
    if desk.row is not None:
        yield handles(desk, add=desk.pane is not Pane.ADD)
        yield (
            f'<p class="witp-brief">{badge_sign(_badge(desk.row.badge))}'
            f"<span>{escape(desk.row.verdict)}</span></p>"
        )


def _badge(text: str) -> Badge:
    return "in" if text == "in" else "auto" if text == "auto" else "out"


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


def line_below(desk: SupplyDesk) -> str:
    """Below the typed line: its items, and every verdict."""
    return line_items(desk) + _verdicts(desk)


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
        f'<section class="witp-card">{head("Menu")}'
        f'<p class="witp-quiet">{escape(desk.state.title or "Untitled position")}</p>'
        f'<div class="witp-row">{turns(desk, "turn-menu", "")}{redo(desk, "", "menu-")}</div>'
        f'<h3>Position</h3><div class="witp-row">{ways}</div>'
        f'<h3>The map shows</h3><div class="witp-row" role="group" '
        f'aria-label="What the map shows">{overlays(desk, "menu-")}</div>'
        '<div class="witp-row">'
        + button("Whole board or hexes in use", "zoom", "all")
        + f"{home_link()}</div></section>"
    )
