"""What the combat lab shows beside its bars, as HTML from what the desk says; texts are escaped."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from witp_learn.model import Side, Unit
from witp_learn.rulebook import Ruling, reading
from witp_learn.rules.combat.moment import Question
from witp_learn.rules.combat.record import Combat, Decided
from witp_learn.rules.combat.tally import SIDES
from witp_learn.rules.combat_answers.records import Sheet
from witp_learn.rules.combat_answers.sheet import sheet
from witp_learn.rules.combat_answers.words import (
    choice_text,
    forces,
    notes_text,
    question_rules,
    question_text,
)
from witp_learn.ui.buttons import button, home_link, redo, turns
from witp_learn.ui.combat_bars import where
from witp_learn.ui.combat_desk import CombatDesk
from witp_learn.ui.combat_guess import guess_card, guessed
from witp_learn.ui.combat_print import beside_print
from witp_learn.ui.combat_sight import EXAMPLES, Pane, View
from witp_learn.ui.combat_sums import Sums, what_if
from witp_learn.ui.position_panels import (
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
from witp_learn.view.cards import chips, empty_state
from witp_learn.view.combat_ledger import ledger_html, result_html
from witp_learn.view.combat_parts import SIDE_NAMES, dice_svg, die_words
from witp_learn.view.combat_rolls import rolls_html
from witp_learn.view.combat_strip import choices_html
from witp_learn.view.legend import legend_html

KEYS = (
    ("1 to 6", "set Japan's die, then the Allies'; after a tie the next roll"),
    ("R", "roll both dice"),
    ("Space or .", "next: the default of a choice, the next fight, what is left"),
    ("D", "every default to the end of this fight"),
    ("G  W  M", "ledger, what would change it, map"),
    ("Arrow keys", "on the map: step over the hexes; Enter selects, again walks the stack"),
    ("F", "turn the selected counter over"),
    ("Delete", "take it off the map"),
    ("V", "move it: then choose a hex"),
    ("C N L A", "add a carrier, naval, land or air unit; with Shift an attrited one"),
    ("K", "keep this set-up and compare others with it"),
    ("U", "undo; Shift and U does it again"),
    ("/", "find a rule, place or example; T types a position; Escape closes"),
    ("0", "on the map: the fight, then the whole board; + and - zoom"),
)


def note(desk: CombatDesk) -> str:
    """The message of the desk."""
    return "".join(notice_of(desk))


# -- the left-hand side


def main(desk: CombatDesk) -> str:
    """The ledger with its dice, and what they bring."""
    combat = desk.combat
    if combat is None:
        return _no_fight(desk)
    if desk.fought is None:
        return _asked(desk)
    return _battle(desk, combat)


def _no_fight(desk: CombatDesk) -> str:
    if not desk.state.units:
        titles = dict(example_titles())
        shown = [(n, titles[n], example_picture(n)) for n in EXAMPLES if n in titles]
        ways = button("Type a position", "pane", "line", kind="quiet")
        ways += button(
            "Put counters on the map", "view", View.MAP.value, kind="quiet", where="main-"
        )
        return f'{empty_state(shown)}<div class="witp-row">{ways}</div>'
    words = (
        "Nobody fights here. A fight needs fleets of both sides on one sea, land units of both "
        "sides in one hex, or land units aboard ships beside enemy land units (9.1)."
    )
    ways = button("Look at the map", "view", View.MAP.value, kind="", where="main-")
    ways += button("Type a position", "pane", "line", kind="")
    return (
        f'<section class="witp-card"><h2>No fight</h2><p>{words}</p>'
        f'<div class="witp-row">{ways}</div></section>'
    )


def _battle(desk: CombatDesk, combat: Combat) -> str:
    one = beside_print(sheet(combat, desk.battle), desk)
    printed = _is_printed(one)
    return "".join(
        (
            guess_card(desk),
            ledger_html(one, printed=printed, titled=False),
            dice_row(desk, one.verdict),
            guessed(desk, combat),
            result_html(one, printed=printed),
            _asked(desk),
            _made(desk),
            _support(desk),
            _copy(desk),
        )
    )


def _is_printed(one: Sheet) -> bool:
    """Whether the rulebook prints numbers of this battle."""
    return any(any(r.printed) for r in one.rows) or any(line.printed for line in one.lines)


def dice_row(desk: CombatDesk, told: str) -> str:
    """The two dice, set by click, Roll and Next, and in a word what they have brought."""
    lies = desk.roll
    dice = "".join(_die(side, lies[place], place) for place, side in enumerate(SIDES))
    roll = button("Roll again" if desk.is_tie else "Roll", "roll", kind=_weight(not told))
    again = button("Next roll", "roll-again", kind="") if desk.is_tie else ""
    if desk.is_tie:
        told = "A tie: rolled again (9.6)."
    elif not told:
        told = "Click a die, or type 1 to 6"
    return (
        f'<div class="cl-dice" role="group" aria-label="Dice">{dice}{roll}{again}'
        f'<span class="cl-told">{escape(told)}</span>{_go_on(desk)}</div>'
    )


def _weight(first: bool) -> str:
    return "primary" if first else ""


def _die(side: Side, value: int, place: int) -> str:
    words = die_words(value, side)
    return (
        f'<button type="button" class="cl-die" data-action="die-next" data-value="{place}" '
        f'data-key="die-{place}" aria-label="{escape(words)}">'
        f'<span class="cl-die-name" aria-hidden="true">{SIDE_NAMES[side]}</span>'
        f"{dice_svg(value, side, named=False)}</button>"
    )


def _asked(desk: CombatDesk) -> str:
    """The question that is asked of an owner."""
    question = desk.question
    if question is None or (desk.battle < desk.now and desk.past_step is None):
        return ""
    state = desk.state
    words = [choice_text(state, question, choice) for choice in question.choices]
    asked = choices_html(
        question_text(state, question), words, question.default, side=question.side
    )
    if desk.past_step is not None:
        back = button("Leave it as it was", "next", kind="")
    else:
        back = button("All defaults", "defaults", kind="")
    rules = f'<p class="w-chips">{chips(question_rules(question), "asked")}</p>'
    return f'<div class="cl-asked">{asked}{rules}{back}</div>'


def _go_on(desk: CombatDesk) -> str:
    """Next, and how far it goes."""
    combat, fought = desk.combat, desk.fought
    if combat is None or fought is None or fought.tally is None or desk.past_step is not None:
        return ""
    if desk.battle < desk.now:
        words = "Next fight"
    elif desk.question is not None:
        words = "Next: default"
    elif combat.over:
        words = "What is left"
    else:
        return ""
    return button(words, "next", kind="primary")


def _made(desk: CombatDesk) -> str:
    """The choices made in the battle shown, each of which can be made anew."""
    battles = desk.battle + 1
    rows = [_made_row(desk, step, battles, at) for at, step in enumerate(desk.steps_after(battles))]
    if not rows:
        return ""
    return (
        f'<details class="cl-made"><summary data-key="made">Choices made: {len(rows)}</summary>'
        f'<ul class="witp-list">{"".join(rows)}</ul></details>'
    )


def _made_row(desk: CombatDesk, step: Decided, battles: int, at: int) -> str:
    question: Question = step.question
    words = choice_text(desk.state, question, question.choices[step.index])
    whose = "" if question.side is None else f"{SIDE_NAMES[question.side]}: "
    by = "" if step.by == "given" else " (default)"
    change = button("Change", "reopen", f"{battles} {at}", label=f"Change: {words}")
    return f"<li><span>{escape(whose + words + by)}</span>{change}</li>"


def _support(desk: CombatDesk) -> str:
    """The air units in range, each of which its owner may hold back (9.2)."""
    made = [
        button(
            f"{desk.state.board.label(at)} {'held back' if held else 'supports'}",
            "hold",
            f"{at} {nation.short}",
            pressed=not held,
            kind="",
        )
        for side, at, nation, held in desk.supporters()
    ]
    if not made:
        return ""
    return (
        '<section class="cl-support" aria-label="Air support"><h3>Air support, of its owner\'s '
        f'free will (9.2)</h3><div class="witp-row">{"".join(made)}</div></section>'
    )


def _copy(desk: CombatDesk) -> str:
    text = desk.text_copy()
    if not text:
        return ""
    return (
        '<div class="witp-row"><button type="button" class="witp-btn" data-key="copy-ledger" '
        f'data-copy="{escape(text)}">Copy as text</button></div>'
    )


# -- the right-hand side


def panel(desk: CombatDesk, sums: Sums) -> str:
    """The right-hand side."""
    if desk.rule:
        return rule_panel(desk.rule)
    if desk.pane:
        return "".join(_PANES[desk.pane](desk))
    if desk.map_shown:
        return _after(desk) if desk.after else _edit(desk)
    return _rolls(desk, sums) + what_if(desk, sums)


def _rolls(desk: CombatDesk, sums: Sums) -> str:
    cells = sums.cells(desk)
    if not cells:
        return ""
    if desk.guessing:
        ways = button("Show the 36 rolls", "ask", "no", kind="", where="rolls-")
        body = f'<p>All 36 rolls stand here once you have guessed.</p><div class="witp-row">{ways}'
        body += "</div>"
    else:
        lies = desk.roll if all(desk.roll) else None
        body = rolls_html(cells, rolled=lies, chosen=lies)
    head_ = '<section class="witp-card cl-rolls" aria-label="36 rolls"><h2>36 rolls</h2>'
    return f"{head_}{body}</section>"


def _edit(desk: CombatDesk) -> str:
    """The counters of the selected hex, and the palette."""
    made = [_fight_here(desk)]
    if desk.selected is not None:
        made.append(_stack(desk))
        if desk.unit is not None:
            made.append(handles(desk, add=False))
    made.append(add_strip(desk))
    ways = button("Type a position", "pane", "line", kind="quiet", where="edit-")
    ways += button("Start from an example", "pane", "open", kind="quiet", where="edit-")
    made.append(f'<div class="witp-row">{ways}</div>')
    return "".join(made)


def _fight_here(desk: CombatDesk) -> str:
    at = desk.selected
    if at is None:
        return ""
    label = escape(f"{at} {desk.state.board[at].name}".strip())
    if at == desk.fight.hex and desk.combat is not None:
        said = '<p class="witp-quiet">The hex fought over.</p>'
    elif at in desk.fights:
        said = (
            f'<div class="witp-row">{button("Fight here", "fight-hex", at, kind="primary")}</div>'
        )
    else:
        said = '<p class="witp-quiet">Nobody fights here (9.1).</p>'
    return f'<h2 class="witp-head" tabindex="-1">{label}</h2>{said}{_order(desk)}'


def _order(desk: CombatDesk) -> str:
    """Who picks the order of the hexes, when there are several (9.0)."""
    if len(desk.fights) < 2:
        return ""
    words = {
        None: "The side with more points picks the order of the hexes (9.0).",
        Side.JAPAN: "Japan picks the order of the hexes: it does not have fewer points (9.0).",
        Side.ALLIES: "The Allies pick the order of the hexes: they have more points (9.0).",
    }
    return f'<p class="witp-quiet">{words[desk.chooser]}</p>'


def _stack(desk: CombatDesk) -> str:
    rows = [(i, desk.state.units[i]) for i in desk.here]
    if not rows:
        return ""
    chips_ = "".join(_chip(desk, i, unit) for i, unit in rows[: 2 * MOST_CHIPS])
    where_ = escape(desk.state.board.label(desk.selected or ""))
    return (
        f'<div class="witp-row witp-stack" role="group" aria-label="Units at {where_}">{chips_}'
        "</div>"
    )


def _chip(desk: CombatDesk, index: int, unit: Unit) -> str:
    return button(counter_words(unit), "select", str(index), pressed=index == desk.index)


def _after(desk: CombatDesk) -> str:
    """What is left after the fight."""
    combat = desk.combat
    if combat is None:
        return ""
    told = notes_text(combat.before, [n for b in combat.battles for n in b.notes])
    items = "".join(f"<li>{escape(text)}.</li>" for text in told)
    items = f'<ul class="cl-notes">{items}</ul>' if items else "<p>Nothing was lost.</p>"
    left = _left(combat)
    ways = button("Go on from here", "carry-out", kind="primary")
    ways += button("Back to the ledger", "view", View.LEDGER.value, kind="", where="after-")
    label = escape(desk.state.board.label(combat.hex))
    return (
        f'<section class="witp-card"><h2 class="witp-head" tabindex="-1">After the fight for '
        f'{label}</h2>{left}<h3>What happened</h3>{items}<div class="witp-row">{ways}</div>'
        f"</section>{_copy(desk)}"
    )


def _left(combat: Combat) -> str:
    """Who stands in the hex after the fight."""
    here = [p for p in combat.moment.here if p.hex == combat.hex]
    rows = [
        f"<p><strong>{SIDE_NAMES[side]}</strong>: "
        f"{escape(forces(p for p in here if p.side is side))}.</p>"
        for side in SIDES
    ]
    if combat.hex in combat.after.contested:
        rows.append("<p>Continuing combat: both sides stay (9.7).</p>")
    return "".join(rows)


# -- panels that are called up


def _add(desk: CombatDesk) -> Iterator[str]:
    yield head("Add", "Done")
    yield _edit(desk)


def line_below(desk: CombatDesk) -> str:
    """Below the typed line: its items, and who fights."""
    if desk.combat is None:
        said = "Nobody fights yet (9.1)."
    else:
        labels = ", ".join(f"{desk.state.board.label(h)} {h}" for h in desk.fights)
        said = f"Fought over: {labels}."
    return f'{line_items(desk)}<p class="witp-quiet">{escape(said)}</p>'


def _rulings(desk: CombatDesk) -> Iterator[str]:
    """The switches that bear on fights, each with its readings."""
    yield f'<section class="witp-card cl-rulings">{head("Rulings that bear on fights")}'
    yield '<p class="witp-quiet">Another reading changes this position alone.</p>'
    for ruling in desk.rulings:
        yield _ruling(desk, ruling)
    yield "</section>"


def _ruling(desk: CombatDesk, ruling: Ruling) -> str:
    now = reading(ruling.slug, desk.state.rulings)
    rows = "".join(
        button(
            f"{r.name}: {r.says}{' (default)' if r.name == ruling.default else ''}",
            "ruling",
            f"{ruling.slug}={r.name}",
            pressed=r.name == now,
            kind="cl-reading",
        )
        for r in ruling.readings
    )
    rules = chips(ruling.clauses[:4], ruling.slug)
    return (
        f'<div role="group" aria-label="{escape(ruling.slug)}"><h3>{escape(ruling.question)}</h3>'
        f'{rows}<p class="w-chips">{rules}</p></div>'
    )


def _menu(desk: CombatDesk) -> Iterator[str]:
    """What a phone has no room for in its bar."""
    panes = (
        ("Open", Pane.OPEN),
        ("Share", Pane.SHARE),
        ("Rulings", Pane.RULINGS),
        ("Find a rule", Pane.FIND),
        ("Type", Pane.LINE),
        ("Key of the map", Pane.LEGEND),
    )
    ways = "".join(
        button(words, "pane", pane.value, kind="", where="menu-") for words, pane in panes
    )
    asks = button(
        "Ask before the dice",
        "ask",
        "no" if desk.fight.asks else "yes",
        kind="",
        where="menu-",
        pressed=desk.fight.asks,
    )
    yield (
        f'<section class="witp-card">{head("Menu")}'
        f'<p class="witp-quiet">{escape(desk.state.title or "Untitled position")}</p>'
        f'<div class="witp-row">{turns(desk, "turn-menu", "")}{redo(desk, "", "menu-")}'
        f"{where(desk, 'hex-menu')}</div>"
        f'<h3>Position</h3><div class="witp-row">{ways}</div>'
        f'<div class="witp-row">{asks}{home_link()}</div></section>'
    )


def _legend(desk: CombatDesk) -> Iterator[str]:
    yield f'<section class="witp-card">{head("Key of the map")}{legend_html()}</section>'


_PANES = {
    Pane.ADD: _add,
    Pane.LINE: lambda desk: line_panel(desk, line_below(desk)),
    Pane.OPEN: lambda _: open_panel(),
    Pane.SHARE: share,
    Pane.FIND: find_panel,
    Pane.KEYS: lambda _: keys_panel(KEYS),
    Pane.MENU: _menu,
    Pane.RULINGS: _rulings,
    Pane.LEGEND: _legend,
}
