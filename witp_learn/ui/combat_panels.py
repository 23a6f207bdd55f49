"""What the combat lab shows beside its bars, as HTML from what the desk says; texts are escaped."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from html import escape

from attrs import evolve

from witp_learn import queries
from witp_learn.hexgrid import neighbours
from witp_learn.model import Side, Unit
from witp_learn.odds.grid import RollCell
from witp_learn.rulebook import Ruling, reading
from witp_learn.rules.combat.battles import fought_over
from witp_learn.rules.combat.moment import Question
from witp_learn.rules.combat.record import Combat, Decided
from witp_learn.rules.combat.tally import SIDES
from witp_learn.rules.combat_answers.records import Cell, Sheet
from witp_learn.rules.combat_answers.sheet import roll_rows, sheet
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
from witp_learn.ui.combat_print import beside_print, printed
from witp_learn.ui.combat_sight import EXAMPLES, Pane, View
from witp_learn.ui.combat_sums import Sums, what_if
from witp_learn.ui.position_panels import (
    LINE_HINT,
    MOST_CHIPS,
    add_strip,
    counter_words,
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
from witp_learn.view.combat_rolls import roll_told, rolls_html
from witp_learn.view.combat_strip import choices_html
from witp_learn.view.legend import legend_html
from witp_learn.view.picture import scene_svg
from witp_learn.view.scene import plain_scene

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
        ways = button("Type a position", "pane", "line", kind="quiet")
        ways += button(
            "Put counters on the map", "view", View.MAP.value, kind="quiet", where="main-"
        )
        return f'{_examples()}<div class="witp-row">{ways}</div>'
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
    one = beside_print(_standing(sheet(combat, desk.battle), desk), desk)
    said, decided = _is_printed(one), bool(one.verdict)
    answer = guessed(desk, combat)
    return "".join(
        (
            guess_card(desk),
            "" if decided else answer,
            ledger_html(one, printed=said, titled=False, one_stop=True),
            dice_row(desk, one.verdict),
            _asked(desk),
            result_html(one, printed=said, one_stop=True),
            answer if decided else "",
            _made(desk),
            _book(desk),
            _support(desk),
            _ways_out(desk),
        )
    )


def _standing(one: Sheet, desk: CombatDesk) -> Sheet:
    """The ledger with the dice that lie while they decide nothing: one alone, or a tie (9.6)."""
    if one.verdict or not any(desk.roll) or desk.fought is None:
        return one
    if desk.is_tie:
        die, total = roll_rows(desk.fought, desk.roll)
        rows = tuple(die if r.kind == "die" else r for r in one.rows)
        return evolve(one, rows=(*rows, total), rolls=one.rolls[:-1])
    japan, allies = (Cell("", die=die) for die in desk.roll)
    rows = tuple(evolve(r, japan=japan, allies=allies) if r.kind == "die" else r for r in one.rows)
    return evolve(one, rows=rows)


def _book(desk: CombatDesk) -> str:
    """The dice that the rulebook throws here, and a way to set them."""
    said = printed(desk)
    if said is None or said.roll is None or desk.roll == said.roll or desk.is_tie:
        return ""
    japan, allies = said.roll
    way = button("Set these dice", "roll-cell", f"{japan} {allies}", kind="", where="book-")
    return (
        '<div class="witp-row cl-book"><span>The rulebook throws '
        f"{japan} for Japan and {allies} for the Allies here.</span>{way}</div>"
    )


def _is_printed(one: Sheet) -> bool:
    """Whether the rulebook prints numbers of this battle."""
    return any(any(r.printed) for r in one.rows) or any(line.printed for line in one.lines)


def dice_row(desk: CombatDesk, told: str) -> str:
    """The two dice, set by click, Roll and Next, and in a word what they have brought."""
    lies = desk.roll
    dice = "".join(_die(side, lies[place], place) for place, side in enumerate(SIDES))
    roll = button("Roll again" if desk.is_tie else "Roll", "roll", kind=_weight(not told))
    again = button("Set the next roll", "roll-again", kind="") if desk.is_tie else ""
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
    rules = f'<span class="w-chips">{chips(question_rules(question), "asked")}</span>'
    return f'<div class="cl-asked">{asked}<div class="witp-row">{back}{rules}</div></div>'


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
        '<section class="cl-support" aria-label="Air support"><h2>Air support, of its owner\'s '
        f'free will (9.2)</h2><div class="witp-row">{"".join(made)}</div></section>'
    )


def _ways_out(desk: CombatDesk) -> str:
    """Below all: the fight as text, and whether one is asked before the dice."""
    asks = "" if desk.guessing else _asks(desk, "out-")
    return f'<div class="witp-row">{_copy(desk)}{asks}</div>'


def _copy(desk: CombatDesk) -> str:
    text = desk.text_copy()
    if not text:
        return ""
    return (
        '<button type="button" class="witp-btn" data-key="copy-ledger" '
        f'data-copy="{escape(text)}">Copy as text</button>'
    )


def _asks(desk: CombatDesk, where_: str) -> str:
    asks = desk.fight.asks
    value = "no" if asks else "yes"
    return button("Ask before the dice", "ask", value, kind="", where=where_, pressed=asks)


# -- the right-hand side


def panel(desk: CombatDesk, sums: Sums) -> str:
    """The right-hand side."""
    if desk.rule:
        return rule_panel(desk.rule)
    if desk.pane:
        return "".join(_PANES[desk.pane](desk))
    if desk.map_shown:
        return _after(desk) if desk.after else _edit(desk)
    if desk.combat is None:
        return _set_one_up(desk)
    return _hidden() if desk.guessing else _rolls(desk, sums) + what_if(desk, sums)


def _hidden() -> str:
    """In place of every chance, as long as a guess is asked for."""
    ways = button("Show them without a guess", "ask", "no", kind="", where="odds-")
    return (
        '<section class="witp-card cl-hidden" aria-label="Odds"><h2>Odds</h2><p>All 36 rolls, the '
        "odds and what would change them stand here once you have guessed.</p>"
        f'<div class="witp-row">{ways}</div></section>'
    )


def _set_one_up(desk: CombatDesk) -> str:
    """Beside a position in which nobody fights: ways to one in which somebody does."""
    made = _examples() if desk.state.units else ""
    line = button("Type a position", "pane", "line", kind="", where="side-")
    return (
        f'{made}<section class="witp-card"><h2>A line is quickest</h2><p>{escape(LINE_HINT)}</p>'
        f'<p>Two against two at Manila: <span class="witp-mono">{SMALLEST}</span></p>'
        f'<div class="witp-row">{line}</div></section>'
    )


SMALLEST = "0606 jp 2L; 0606 us 2L"
"""A fight in a line."""


def _examples() -> str:
    titles = dict(example_titles())
    return empty_state([(n, titles[n], fight_picture(n)) for n in EXAMPLES if n in titles])


@cache
def fight_picture(name: str) -> str:
    """A small picture of an example: the hex fought over and those round it."""
    state = queries.example(name)
    at = tuple(fought_over(state))[:1]
    near = [h for hex_id in at for h in neighbours(hex_id) if h in state.board]
    scene = plain_scene(state, (*at, *near))
    return scene_svg(evolve(scene, names="counters", ringed=at), 72, 320)


def _rolls(desk: CombatDesk, sums: Sums) -> str:
    cells = sums.cells(desk)
    if not cells:
        return ""
    lies = desk.roll if all(desk.roll) else None
    body = rolls_html(cells, rolled=lies, chosen=lies, one_stop=True) + _brought(desk, cells)
    head_ = '<section class="witp-card cl-rolls" aria-label="36 rolls"><h2>36 rolls</h2>'
    return f"{head_}{body}</section>"


def _brought(desk: CombatDesk, cells: Sequence[RollCell]) -> str:
    """On a phone, where the ledger is out of sight: what the dice that lie have brought."""
    cell = next((c for c in cells if (c.japan, c.allies) == desk.roll), None)
    if cell is None:
        return ""
    words = "To the choice" if desk.question is not None else "To the ledger"
    way = button(words, "view", View.LEDGER.value, kind="", where="rolls-")
    return (
        f'<div class="cl-brought narrow"><p>{escape(roll_told(cell))}</p>'
        f'<div class="witp-row">{way}</div></div>'
    )


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
    turn = desk.onward(combat).turn
    fought_out = ""
    if turn != combat.after.turn:
        fought_out = (
            f"<p>The hex has been fought over this turn (9.0); the next fight for it is on turn "
            f"{turn}.</p>"
        )
    ways = button(f"Go on from here, on turn {turn}", "carry-out", kind="primary")
    ways += button("Back to the ledger", "view", View.LEDGER.value, kind="", where="after-")
    label = escape(desk.state.board.label(combat.hex))
    return (
        f'<section class="witp-card"><h2 class="witp-head" tabindex="-1">After the fight for '
        f"{label}</h2>{left}{fought_out}<h3>What happened</h3>{items}"
        f'<div class="witp-row">{ways}</div></section><div class="witp-row">{_copy(desk)}</div>'
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
        ("Type a position", Pane.LINE),
        ("Key of the map", Pane.LEGEND),
    )
    ways = "".join(
        button(words, "pane", pane.value, kind="", where="menu-") for words, pane in panes
    )
    yield (
        f'<section class="witp-card cl-menu">{head("Menu")}'
        f'<p class="witp-quiet">{escape(desk.state.title or "Untitled position")}</p>'
        f'<div class="witp-row">{turns(desk, "turn-menu", "")}{redo(desk, "", "menu-")}'
        f"{where(desk, 'hex-menu')}</div>"
        f'<h3>Position</h3><div class="witp-row">{ways}</div>'
        f'<div class="witp-row">{_asks(desk, "menu-")}{home_link()}</div></section>'
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
