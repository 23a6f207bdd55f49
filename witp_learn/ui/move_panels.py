"""What the move lab shows beside its map, as HTML from what the desk says; texts are escaped."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from urllib.parse import quote

from attrs import evolve

from witp_learn.hexgrid import HexId
from witp_learn.model import Phase, Side, Unit
from witp_learn.position import write_line
from witp_learn.rules.combat.battles import fought_over
from witp_learn.rules.moves import unable
from witp_learn.ui import move_pick
from witp_learn.ui.buttons import button, home_link, redo, turns
from witp_learn.ui.move_bars import NAMES, overlays
from witp_learn.ui.move_desk import MoveDesk, at_rest
from witp_learn.ui.move_plan_panel import ask_panel, plan_card, plan_panel, units_words
from witp_learn.ui.move_sight import Pane
from witp_learn.ui.move_starters import STARTERS, starter_picture
from witp_learn.ui.position_panels import (
    ADDRESS_LIMIT,
    add_strip,
    counter_words,
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
from witp_learn.view.cards import answer_card
from witp_learn.view.legend import legend_html
from witp_learn.view.move_ledger import ledger_html, move_text, reasons_html, ways_html

KEYS = (
    ("Arrow keys", "step over the hexes"),
    ("Enter", "pick the units of the hex; then choose where they go"),
    ("W", "draw a way hex by hex; Backspace takes the last hex back"),
    ("[ and ]", "the way before, the next way"),
    ("P", "put the move into the plan"),
    ("R  Z", "how far the units could go; the enemy's air zone"),
    ("E", "edit counters: C N L A add, F turns over, M moves, B base, Delete"),
    ("U", "undo; Shift and U does it again"),
    ("Escape", "one step back: from the target to the units, then to all"),
    ("/", "find a rule, place or example; T types a position"),
    ("0", "whole board or hexes in use; + and - zoom"),
)


def panel(desk: MoveDesk) -> str:
    """The right-hand side: messages, then the drawer of a rule, a panel, or the move."""
    parts = list(notice_of(desk))
    if desk.rule:
        parts.append(rule_panel(desk.rule))
    elif desk.pane is Pane.MOVE:
        parts += _move(desk)
    else:
        parts += _PANES[desk.pane](desk)
    return "".join(parts)


# -- the move


def _move(desk: MoveDesk) -> Iterator[str]:
    if desk.pick is None:
        yield from _which(desk)
        yield from plan_card(desk)
        return
    yield from ask_panel(desk)
    yield _stack(desk)
    if desk.drawing:
        yield _drawing(desk)
    if desk.move is None:
        yield from _where(desk)
    else:
        yield from _answer(desk)
    yield from plan_card(desk)


def _which(desk: MoveDesk) -> Iterator[str]:
    """Nothing picked: all stacks that can still move, by side; starters on an empty map."""
    movers = list(move_pick.movers(desk.now))
    if not movers:
        yield _nothing(desk)
        yield _starters()
        return
    yield '<section class="witp-card"><h2 class="witp-head" tabindex="-1">Which units move?</h2>'
    yield '<p class="witp-quiet">Choose a hex on the map, or here.</p>'
    for side in Side:
        mine = [at for one, at in movers if one is side]
        if mine:
            rows = "".join(_mover(desk, side, at) for at in mine)
            left = desk.left(side)
            points = "" if left is None else f", {left} RP left"
            yield f'<h3>{NAMES[side]}{points}</h3><div class="witp-row ml-movers">{rows}</div>'
    yield "</section>"
    yield '<details class="w-rest ml-start"><summary data-key="starters">Examples of the '
    yield f"rulebook</summary>{_starters()}</details>"


def _nothing(desk: MoveDesk) -> str:
    if not desk.state.units:
        words = "Nothing on the map yet. Start from an example, or type a position."
    else:
        words = "Every unit has moved, or none can move. Undo, or start from an example."
    ways = button("Type a position", "pane", "line", kind="quiet")
    ways += button("Edit counters", "pane", "edit", kind="quiet", where="none-")
    return (
        '<section class="witp-card"><h2 class="witp-head" tabindex="-1">No units to move</h2>'
        f'<p>{words}</p><div class="witp-row">{ways}</div></section>'
    )


def _mover(desk: MoveDesk, side: Side, at: str) -> str:
    units = move_pick.pool(desk.now, side, at)
    sea = f" {at[4:]}" if at[4:] else ""
    words = f"{desk.state.board.label(at[:4])}{sea}: {move_pick.letters(units)}"
    return button(words, "pick", f"{side.short} {at}", kind="")


def _starters() -> str:
    """The rulebook's own examples of movement, as pictures."""
    cards = "".join(
        f'<li><button type="button" class="w-example" data-action="starter" '
        f'data-value="{escape(name)}" data-key="starter:{escape(name)}" '
        f'aria-label="{escape(one.title)}">'
        f'<span class="w-picture" aria-hidden="true">{starter_picture(name)}</span>'
        f"<span>{escape(one.title)}</span></button></li>"
        for name, one in STARTERS.items()
    )
    return (
        '<section class="w-card w-empty" aria-label="Examples">'
        f'<ul class="w-examples">{cards}</ul></section>'
    )


# -- the stack


def _stack(desk: MoveDesk) -> str:
    """The units picked: rows with more and fewer, and how they go."""
    pick = desk.pick
    if pick is None:
        return ""
    place = escape(f"{desk.state.board.label(pick.hex)} {pick.hex}")
    stack, wrong = desk.stack, desk.why_no_stack
    how = move_pick.HOW[stack.kind] if stack else "These units cannot go together"
    ways = _kinds(desk)
    away = button("Other hex", "let-go", label="Pick other units")
    rows = "" if desk.move is not None and not desk.stack_open else _rows(desk)
    more = "" if rows else button("Change", "units", label="Change which units go")
    said = f"<p>{escape(wrong[:1].upper() + wrong[1:])}.</p>" if wrong else ""
    return (
        f'<section class="witp-card ml-stack" aria-label="Units at {place}">'
        f'<div class="witp-headline"><h2 class="witp-head" tabindex="-1">{place}</h2>'
        f'<span class="witp-row">{more}{away}</span></div>'
        f'<p class="ml-how"><strong>{how}</strong>: {escape(move_pick.told(pick) or "nobody")}.</p>'
        f"{said}{rows}{ways if rows else ''}{_others_here(desk)}</section>"
    )


def _rows(desk: MoveDesk) -> str:
    pick = desk.pick
    if pick is None:
        return ""
    units = move_pick.pool(desk.now, pick.side, pick.at)
    rows = "".join(_row(desk, i, row, pick.many(row)) for i, row in enumerate(units))
    return f'<ul class="ml-units">{rows}</ul>'


def _row(desk: MoveDesk, index: int, row: Unit, many: int) -> str:
    noun = f"{row.nation.adjective} {row.kind.noun}{'' if row.full else ', attrited'}"
    noun += ", aboard" if row.aboard else ""
    fewer = button("\N{MINUS SIGN}", "more", f"{index} -1", off=many == 0, label=f"Fewer: {noun}")
    more = button("+", "more", f"{index} 1", off=many == row.count, label=f"More: {noun}")
    return (
        f'<li><span class="ml-unit">{escape(noun[:1].upper() + noun[1:])}</span>'
        f'{fewer}<span class="ml-many" aria-live="polite">{many} of {row.count}</span>{more}</li>'
    )


_KIND_WORDS = {"transport": "Fleet with cargo", "fleet": "Fleet alone", "land": "On foot"}


def _kinds(desk: MoveDesk) -> str:
    """How units there can go, when there is a choice."""
    pick, stack = desk.pick, desk.stack
    kinds = move_pick.ways_to_go(desk.now, pick) if pick else ()
    if len(kinds) < 2:
        return ""
    now = stack.kind if stack else ""
    made = "".join(button(_KIND_WORDS[kind], "kind", kind, pressed=kind == now) for kind in kinds)
    return f'<div class="witp-row" role="group" aria-label="How they go">{made}</div>'


def _others_here(desk: MoveDesk) -> str:
    """The stacks of the other side, or on the other sea, in the same hex."""
    pick = desk.pick
    if pick is None or desk.move is not None:
        return ""
    rows = [
        button(_stack_words(desk, side, at), "pick", f"{side.short} {at}", where="here-")
        for side, at in desk.stacks_at(pick.hex)
        if (side, at) != (pick.side, pick.at)
    ]
    return f'<div class="witp-row ml-others">{"".join(rows)}</div>' if rows else ""


def _stack_words(desk: MoveDesk, side: Side, at: str) -> str:
    units = move_pick.letters(move_pick.pool(desk.now, side, at))
    sea = f", sea {at[4:]}" if at[4:] else ""
    return f"{NAMES[side]}{sea}: {units}"


# -- where it can go


def _where(desk: MoveDesk) -> Iterator[str]:
    stack = desk.stack
    if stack is None or desk.drawing:
        return
    stuck = unable(desk.now, stack)
    if stuck:
        yield (
            '<section class="witp-card"><h2 class="witp-head">These units cannot set out</h2>'
            f"{reasons_html(stuck, 'Why not')}</section>"
        )
        return
    left = desk.left(desk.side)
    found = sorted(desk.reach.items(), key=lambda item: (item[1], item[0]))
    within_reach = set(desk.within)
    able = [(h, rp) for h, rp in found if h in within_reach]
    named = [(h, rp) for h, rp in able if desk.state.board[h].name]
    rest = [(h, rp) for h, rp in found if (h, rp) not in set(named)]
    draw = button("Draw a way", "draw")
    many = move_pick.hexes_told(len(able))
    within = "" if left is None else f" for the {left} RP left"
    yield (
        '<section class="witp-card" aria-label="Where it can go">'
        f'<div class="witp-headline"><h2 class="witp-head" tabindex="-1">Where to?</h2>{draw}</div>'
        f'<p class="witp-quiet">{many} within reach{within}. Choose one on the map, or here.</p>'
        f"{_by_rp(desk, named)}"
    )
    if rest:
        yield (
            f'<details class="w-rest"><summary data-key="reach-rest">{len(rest)} more: without a '
            f"name, or too dear</summary>{_by_rp(desk, rest)}</details>"
        )
    yield "</section>"


def _by_rp(desk: MoveDesk, found: list[tuple[HexId, int]]) -> str:
    """Hexes as buttons, a row for each RP."""
    left = desk.left(desk.side)
    rows = []
    for rp in sorted({cost for _, cost in found}):
        dear = left is not None and rp > left
        hexes = "".join(
            button(
                desk.state.board.label(h),
                "aim",
                h,
                label=f"{desk.state.board.label(h)}, {rp} RP{', too dear' if dear else ''}",
            )
            for h, cost in found
            if cost == rp
        )
        rows.append(
            f'<div class="ml-rp{" dear" if dear else ""}"><span class="ml-cost">{rp} RP</span>'
            f'<span class="witp-row">{hexes}</span></div>'
        )
    return "".join(rows)


# -- the answer


def _drawing(desk: MoveDesk) -> str:
    """What is drawn so far, and how to go on."""
    names = ", ".join(desk.state.board.label(h) for h in desk.path)
    back = button("Take a hex back", "draw-back", off=len(desk.path) < 2)
    done = button("Done", "draw", kind="small", where="done-")
    words = "Choose the next hex on the map" if len(desk.path) < 2 else "Next hex, or done"
    return (
        '<section class="witp-card ml-draw" aria-label="Draw a way">'
        f'<h2 class="witp-head" tabindex="-1">Your way</h2><p>{escape(names)}</p>'
        f'<p class="witp-quiet">{words}: each step is judged as you go.</p>'
        f'<div class="witp-row">{back}{done}</div></section>'
    )


def _answer(desk: MoveDesk) -> Iterator[str]:
    answer, move = desk.answer, desk.move
    if answer is None or move is None:
        return
    yield answer_card(
        answer,
        open_tab=desk.tab,
        passed_open=desk.passed_open,
        more="".join(_below(desk)),
    )


def _below(desk: MoveDesk) -> Iterator[str]:
    """Below the deciding fact: what is done with the move, its reasons, its ledger."""
    move = desk.move
    if move is None:
        return
    if move.legal and not desk.hindered:
        words = "Add stack to this impulse" if desk.joins else "Add to plan"
        add = button(words, "plan", kind="primary")
        yield f'<div class="witp-row ml-do">{add}{_draw(desk)}</div>'
    elif move.legal:
        yield reasons_html(desk.hindered, "Allowed by itself, but not in this plan")
        yield f'<div class="witp-row ml-do">{_draw(desk)}</div>'
    else:
        yield reasons_html(move.reasons, "All reasons" if len(move.reasons) > 1 else "The reason")
        yield _covers(desk)
        yield _instead(desk)
    if move.legal or all(r.why == "no_rp" for r in move.reasons) or desk.drawing:
        yield ledger_html(move)
        yield from _alternatives(desk)
    text = escape(move_text(desk.answer.verdict if desk.answer else "", move))
    yield (
        f'<button type="button" class="witp-btn small ml-more" data-copy="{text}" '
        'data-key="copy-move">Copy as text</button>'
    )


def _covers(desk: MoveDesk) -> str:
    """What could stay at an enemy fleet on the way, so that the rest goes on (8.5)."""
    label = desk.state.board.label
    made = "".join(
        button(f"Leave {units_words(units)} at {label(at)}", "leave", at, kind="")
        for at, units in desk.covers
    )
    return f'<div class="witp-row ml-do">{made}</div>' if made else ""


def _draw(desk: MoveDesk) -> str:
    return "" if desk.drawing else button("Draw a way", "draw", kind="")


def _instead(desk: MoveDesk) -> str:
    """What is possible instead: units there in another way, the nearest hex within reach."""
    if desk.drawing:
        return ""
    made = []
    for kind, other in desk.other_kinds:
        words = f"{_KIND_WORDS[kind]}: {other.cost} RP"
        made.append(button(words, "kind", kind, kind="", where="instead-"))
    left = desk.left(desk.side)
    near = move_pick.nearest(desk.reach, desk.goal, left)
    if near is not None:
        words = f"Nearest within reach: {desk.state.board.label(near)}, {desk.reach[near]} RP"
        made.append(button(words, "aim", near, kind="", where="near-"))
    if desk.ways and desk.path:
        cheapest = desk.ways[0]
        made.append(button(f"The cheapest way: {cheapest.cost} RP", "way", "0", kind=""))
    made += [_draw(desk)]
    return f'<h3>Instead</h3><div class="witp-row ml-do">{"".join(made)}</div>'


def _alternatives(desk: MoveDesk) -> Iterator[str]:
    """The ways to the target: how many, and on demand each of them."""
    found, ways = desk.found, desk.ways
    if found is None or desk.drawing or len(ways) < 2:
        return
    dearer = sum(1 for m in ways if m.cost > ways[0].cost)
    words = f"{found.total} ways for {ways[0].cost} RP" if found.total > 1 else "1 cheapest way"
    words += f", {dearer} dearer" if dearer else ""
    sign = "\N{MINUS SIGN}" if desk.ways_open else "+"
    yield (
        f'<button type="button" class="witp-btn small ml-more" data-action="ways" data-value="" '
        f'data-key="ways" aria-expanded="{str(desk.ways_open).lower()}">{escape(words)} '
        f'<span aria-hidden="true">{sign}</span></button>'
    )
    if desk.ways_open:
        yield ways_html(ways, desk.move, found.total)


# -- panels that are called up


def _edit(desk: MoveDesk) -> Iterator[str]:
    """Counters of the position before the plan."""
    yield head("Edit counters", "Done")
    if desk.impulses:
        yield '<p class="witp-quiet">The map shows the position before the plan.</p>'
    here = [desk.state.units[i] for i in desk.here]
    if len(here) > 1:
        chips = "".join(
            button(counter_words(u), "select", str(i), pressed=i == desk.index)
            for i, u in zip(desk.here, here, strict=True)
        )
        yield f'<div class="witp-row witp-stack" role="group" aria-label="Units here">{chips}</div>'
    if desk.unit is not None:
        yield f"<p><strong>{escape(counter_words(desk.unit))}</strong></p>"
        yield handles(desk, add=False)
    yield add_strip(desk)


def line_below(desk: MoveDesk) -> str:
    """Below the typed line: its items, and who can move."""
    movers = sum(1 for _ in move_pick.movers(desk.now))
    words = "1 stack can move." if movers == 1 else f"{movers} stacks can move."
    if any(item.error for item in desk.items):
        words = f"What cannot be read is left out of the position. There, {words}"
        if all(item.error for item in desk.items):
            words = f"The position before stays: {words}"
    return f'{line_items(desk)}<p class="witp-quiet">{words}</p>'


def _share(desk: MoveDesk) -> Iterator[str]:
    yield from share(desk)
    after = at_rest(evolve(desk.now, phase=Phase.COMBAT))
    fights = fought_over(after)
    if not fights or after.board.own:
        return
    text = quote(write_line(after), safe="")
    if len(text) < ADDRESS_LIMIT:
        where = ", ".join(desk.state.board.label(h) for h in fights)
        yield (
            '<section class="witp-card witp-by-address"><h3>Fought over after the plan</h3>'
            f'<p>{escape(where)}.</p><a class="witp-btn" '
            f'href="combat_lab.ipynb?p={escape(text)}">Open in the combat lab</a></section>'
        )


def _menu(desk: MoveDesk) -> Iterator[str]:
    """What a phone has no room for in its bar."""
    panes = (
        ("Edit counters", "edit"),
        ("Open", "open"),
        ("Share", "share"),
        ("Find a rule", "find"),
        ("Type a position", "line"),
        ("Key of the map", "legend"),
    )
    ways = "".join(button(words, "pane", pane, kind="", where="menu-") for words, pane in panes)
    yield (
        f'<section class="witp-card">{head("Menu")}'
        f'<p class="witp-quiet">{escape(desk.state.title or "Untitled position")}</p>'
        f'<div class="witp-row">{turns(desk, "turn-menu", "")}{redo(desk, "", "menu-")}</div>'
        f'<h3>Position</h3><div class="witp-row">{ways}</div>'
        '<h3>The map shows</h3><div class="witp-row" role="group" '
        f'aria-label="What the map shows">{overlays(desk, "menu-")}</div>'
        '<div class="witp-row">'
        + button("Whole board or hexes in use", "zoom", "all", where="menu-")
        + f"{home_link()}</div></section>"
    )


def _legend(desk: MoveDesk) -> Iterator[str]:
    yield f'<section class="witp-card">{head("Key of the map")}{legend_html()}</section>'


def _open(desk: MoveDesk) -> Iterator[str]:
    yield f'<section class="witp-card">{head("Open a position")}'
    yield f"<h3>Examples of movement</h3>{_starters()}</section>"
    yield from (part.replace(head("Open a position"), "") for part in open_panel())


_PANES = {
    Pane.PLAN: plan_panel,
    Pane.EDIT: _edit,
    Pane.LINE: lambda desk: line_panel(desk, line_below(desk)),
    Pane.OPEN: _open,
    Pane.SHARE: _share,
    Pane.FIND: find_panel,
    Pane.KEYS: lambda _: keys_panel(KEYS),
    Pane.MENU: _menu,
    Pane.LEGEND: _legend,
}
