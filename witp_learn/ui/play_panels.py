"""What a page of a game shows beside its map, as HTML from what the desk says; all is escaped."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape

from witp_learn import engine
from witp_learn.actions import Draw
from witp_learn.components.cards import Card
from witp_learn.engine import Verdict
from witp_learn.engine.table import progress
from witp_learn.model import HIDDEN, Phase, Side
from witp_learn.rulebook import Found, clauses, find, sections
from witp_learn.rules import events
from witp_learn.ui.buttons import button, redo
from witp_learn.ui.play_desk import DRAWN, names_card, sentence
from witp_learn.ui.play_fight import fight_html
from witp_learn.ui.play_keep import CHANCE
from witp_learn.ui.play_log import WHO, log, words
from witp_learn.ui.play_offers import Group, Offers, Row
from witp_learn.ui.play_setup import new_panel, open_panel
from witp_learn.ui.play_sight import Pane, PlaySight
from witp_learn.ui.play_why import Question, questions, typed
from witp_learn.ui.play_words import NAMES
from witp_learn.ui.position_panels import head, keys_panel
from witp_learn.ui.rule_panel import rule_panel
from witp_learn.view.cards import chips, notice
from witp_learn.view.combat_parts import SIDE_NAMES, dice_html, dice_svg

KEYS = (
    ("Arrow keys", "step over the hexes"),
    ("Enter", "choose the hex: what can be done there, or why nothing can"),
    ("1 to 9", "do the action with that number"),
    ("P", "pass, or end the impulse"),
    ("R", "roll the dice, or draw the card"),
    ("G", "go on, where others act"),
    ("U", "undo; Shift and U does it again"),
    ("N", "next page of actions"),
    ("F", "find an action by its words"),
    ("Escape", "show all actions again"),
    ("/", "find a rule"),
    ("0", "whole board or hexes in use; + and - zoom"),
)


ELSEWHERE = (
    "Another tab has kept another game in this browser, in the place of this one. What is done "
    "here next takes its place again."
)
"""What is said when two tabs keep a game."""


def panel(desk: PlaySight) -> str:
    """The right-hand side: messages, then the drawer of a rule, a panel, or the game."""
    made = [_offer(desk), *_notice(desk)]
    if desk.rule:
        made.append(rule_panel(desk.rule))
    elif desk.pane is Pane.DO:
        made += [_do(desk), *_cards(desk), log(desk)]
    else:
        made += _PANES[desk.pane](desk)
    return "".join(made)


def _offer(desk: PlaySight) -> str:
    """Tells the page what is offered, so that no press is taken for another offer."""
    return f'<span hidden data-offer="{desk.offer}"></span>'


def _notice(desk: PlaySight) -> Iterator[str]:
    if desk.notice is not None:
        yield notice(desk.notice.kind, desk.notice.text)
        if rules := cited(desk.notice.text):
            yield f'<p class="w-chips wp-cited">{chips(rules, "notice")}</p>'
    if desk.elsewhere:
        take = button("Take over that game", "take-over", kind="")
        stay = button("Go on here", "stay", kind="")
        yield notice("warning", ELSEWHERE)
        yield f'<div class="witp-row wp-elsewhere">{take}{stay}</div>'
    if desk.can_go_back and not desk.rule and desk.pane is Pane.DO:
        way = button("Back to the game before", "back", kind="")
        yield f'<div class="witp-row wp-back">{way}</div>'


def cited(text: str) -> tuple[str, ...]:
    """The rules that a message names in brackets, each once."""
    found = ",".join(re.findall(r"\(([0-9., a-z]+)\)", text)).split(",")
    rules = dict.fromkeys(one.strip() for one in found)
    return tuple(one for one in rules if one in clauses() or one in sections())


# -- what can be done


def _do(desk: PlaySight) -> str:
    """The card that says what is asked of whom, and what can be done about it."""
    return (
        '<section class="witp-card wp-do" aria-label="What can be done">'
        '<h2 class="witp-head" tabindex="-1">What can be done</h2>'
        f'<p class="wp-asked">{escape(asked(desk))}</p>'
        f"{_impulse(desk)}{_since(desk)}{_mine(desk)}</section>"
    )


def _impulse(desk: PlaySight) -> str:
    """An impulse under way: its target, its markers, and what comes next (8.2)."""
    now, label = progress(desk.state), desk.state.board.label
    if not now.target or now.pending or not desk.mine:
        return ""
    waiting = [label(h) for h in now.activated if h not in now.done]
    used = [label(h) for h in now.done]
    parts = [f"Target: {label(now.target)}."]
    parts += [f"Activated: {', '.join(waiting)}."] if waiting else []
    parts += [f"Moved: from {', '.join(used)}."] if used else []
    if not now.activated:
        parts.append("Activate the hexes whose units shall go there, 1 RP each.")
    elif not now.done:
        parts.append("Activate more hexes, or move; after the first move no hex is activated.")
    return f'<p class="wp-impulse">{escape(" ".join(parts))} {chips(("8.2",), "impulse")}</p>'


def asked(desk: PlaySight) -> str:
    """What is asked of whom, in one sentence."""
    status = desk.game.status
    return f"{status[:1].upper()}{status[1:].rstrip('.')}."


def _since(desk: PlaySight) -> str:
    """What the others did since the last decision made here, in a line each."""
    found = desk.since
    if not found:
        return ""
    rows = "".join(f"<li>{_briefly(desk, n)}</li>" for n in reversed(found[:_FEW]))
    more = f"<li>{len(found) - _FEW} before them, see the log</li>" if len(found) > _FEW else ""
    return (
        '<div class="wp-since"><h3>Since your last decision</h3>'
        f'<ul class="wp-reasons">{more}{rows}</ul></div>'
    )


def _briefly(desk: PlaySight, index: int) -> str:
    side = desk.game.history[index].side
    if side is None and desk.by[index] == CHANCE and desk.game.history[index].events:
        return escape(desk.game.history[index].events[0].text)
    whose = f"{WHO[side]}: " if side else ""
    return f"{whose}{words(desk, index)}"


_FEW = 4
"""How much of what the others did stands in the card; the rest stands in the log."""


def _mine(desk: PlaySight) -> str:
    if desk.over:
        return _over(desk)
    if not desk.mine:
        return _waits(desk)
    if desk.chance_due:
        return fight_html(desk.state) + _chance(desk) + _list(desk)
    return _pass(desk.offers) + _list(desk)


def _over(desk: PlaySight) -> str:
    over = progress(desk.state).ending
    if over is None:
        return '<p class="wp-end">Nothing is left to do.</p>'
    again = button("New game", "pane", "new", kind="primary", where="over-")
    rule = chips((over.rule,), "end")
    return f'<p class="w-chips wp-end">{rule}</p><div class="witp-row">{again}</div>'


_PARTNERS = {"greedy": "sparring partner", "random": "random player"}
"""Who acts for a side within a sentence."""


def _waits(desk: PlaySight) -> str:
    side = desk.side
    who = "Dice are thrown"
    if side is not None:
        who = f"The {_PARTNERS.get(desk.table.player(side), 'player')} acts for {NAMES[side]}"
    return (
        f'<p class="wp-waits" role="status">{escape(who)}.</p>'
        f'<div class="witp-row">{button("Go on", "go-on", kind="primary")}</div>'
    )


def _pass(offers: Offers) -> str:
    one = offers.passing
    if one is None:
        return ""
    return (
        '<div class="witp-row wp-pass">'
        + button(one.text, "pass", kind="", label=f"{one.text}, key P")
        + "</div>"
    )


def _list(desk: PlaySight) -> str:
    """The filter, the search and the actions."""
    offers = desk.offers
    if not offers.everything and not desk.at:
        return ""
    field = (
        '<label for="wp-seek" class="wp-label">Find an action by word, place or number</label>'
        '<input id="wp-seek" class="witp-field" data-action-input="seek" '
        f'data-action-enter="seek-do" data-key="seek" maxlength="80" autocomplete="off" '
        f'value="{escape(desk.seek)}">'
    )
    return f'{field}<div id="wp-list">{actions_html(desk)}</div>'


def actions_html(desk: PlaySight) -> str:
    """The actions as far as they are shown, what is left out, and why not."""
    offers = desk.offers
    made = [_offer(desk), _filter(desk, offers), *map(_group, offers.groups), _pages(offers)]
    if desk.seek.strip() and not offers.found:
        made.append(_typed(desk))
    made += [_why(desk, q) for q in questions(offers)]
    return "".join(made)


def _filter(desk: PlaySight, offers: Offers) -> str:
    """Which hexes the list is about, and the way back to all."""
    if not desk.at:
        return ""
    label = desk.state.board.label
    place = f"{label(desk.at)} {desk.at}" if label(desk.at) != desk.at else desk.at
    where = f"From {label(desk.start)} to {place}" if desk.start else f"At {place}"
    number = f"{len(offers.found)} of {len(offers.everything)} actions"
    told = number if offers.found else "nothing can be done"
    every = button("Show all", "all")
    return (
        f'<div class="witp-headline wp-filter"><span>{escape(where)}: {told}.</span>{every}</div>'
    )


def _group(group: Group) -> str:
    rows = "".join(f"<li>{_row(row)}</li>" for row in group.rows)
    return f'<h3>{escape(group.head)}</h3><ul class="wp-actions">{rows}</ul>'


def _row(row: Row) -> str:
    action, value = ("do", str(row.told.action)) if row.told else ("place", row.hex)
    hexes = row.told.hexes if row.told else (row.hex,)
    number = str(row.number) if row.number else ""
    more = f'<span class="wp-more">{escape(row.more)}</span>' if row.more else ""
    return (
        f'<button type="button" class="wp-row" data-action="{action}" data-value="{escape(value)}" '
        f'data-key="{action}:{escape(value)}" data-hexes="{escape(" ".join(hexes))}">'
        f'<kbd aria-hidden="true">{number}</kbd><span>{escape(row.text)}</span>{more}</button>'
    )


def _pages(offers: Offers) -> str:
    if offers.pages < 2:
        return ""
    at, last = offers.shown_page, offers.pages - 1
    back = button("Back", "page", str(at - 1), off=at == 0)
    on = button("More", "page", str(at + 1), off=at == last)
    told = f"Page {at + 1} of {offers.pages}; choose a hex on the map to see fewer."
    return f'<div class="witp-row wp-pages">{back}{on}<span class="witp-quiet">{told}</span></div>'


def _typed(desk: PlaySight) -> str:
    """What was typed may be an action in its notation; else nothing matches it."""
    if names_card(desk.seek) and not desk.names_cards:
        return f'<p class="witp-quiet">{escape(DRAWN)} {chips(("4.1d",), "drawn")}</p>'
    found = typed(desk.state, desk.seek)
    if found is None:
        return '<p class="witp-quiet">No action by these words. Try a place, like Manila.</p>'
    return _why(desk, found)


def _why(desk: PlaySight, question: Question) -> str:
    """An action about the hex chosen: to be done where it may be, else every reason."""
    if question.verdict.ok:
        row = Row(question.told.text, question.told)
        return f'<ul class="wp-actions"><li>{_row(row)}</li></ul>'
    return (
        f'<section class="wp-no" aria-label="Why not"><p><strong>{escape(question.heading)}'
        f"</strong></p>{reasons(question.verdict)}</section>"
    )


def reasons(verdict: Verdict) -> str:
    """Every reason of a refusal with its rule."""
    rows = "".join(
        f'<li data-hexes="{escape(one.hex[:4])}"><span>{escape(sentence(one.text))}.</span> '
        f'<span class="w-chips">{chips((one.rule,), f"no{i}") if one.rule else ""}</span></li>'
        for i, one in enumerate(verdict.reasons)
    )
    return f'<ul class="wp-reasons">{rows}</ul>'


# -- dice and cards


def _chance(desk: PlaySight) -> str:
    if not desk.asks_dice:
        return _draw(desk)
    seed = desk.table.seed
    lie = all(desk.dice)
    use = button("Use these dice", "lay", kind="", off=not lie)
    return (
        '<div class="witp-row wp-throw">'
        + button("Roll", "throw", kind="primary", label="Roll, key R")
        + f'<span class="witp-quiet">Seed {seed}: after an undo the same dice fall again.</span>'
        + f"</div><details{' open' if any(desk.dice) else ''}>"
        + '<summary data-key="by-hand">Set the dice by hand</summary>'
        + f'{_dice(desk)}<div class="witp-row">{use}</div></details>'
    )


def _dice(desk: PlaySight) -> str:
    """Two rows of six dice to be set; in a fight Japan's and the Allies'."""
    if desk.state.phase is Phase.COMBAT and not progress(desk.state).pending:
        return dice_html(desk.dice[0] or None, desk.dice[1] or None)
    names = (
        ("White die", "Red die")
        if desk.state.phase is Phase.RESOURCES
        else (
            "First die",
            "Second die",
        )
    )
    rows = "".join(
        f'<div class="cb-pick" role="group" aria-label="{name}">'
        f'<span class="cb-pick-name" aria-hidden="true">{name}</span>'
        f'<span class="cb-pick-dice">{_faces(desk, side, name, desk.dice[i])}</span></div>'
        for i, (side, name) in enumerate(zip((Side.ALLIES, Side.JAPAN), names, strict=True))
    )
    return f'<div class="cb-dice">{rows}</div>'


def _faces(desk: PlaySight, side: Side, name: str, lies: int) -> str:
    which = "first" if side is Side.ALLIES else "second"
    return "".join(
        f'<button type="button" class="cb-face" data-action="die" data-value="{which} {n}" '
        f'data-key="die:{which} {n}" data-side="{side.value}" aria-label="{name}: {n}" '
        f'aria-pressed="{str(n == lies).lower()}">{dice_svg(n, side, named=False)}</button>'
        for n in range(1, 7)
    )


def _draw(desk: PlaySight) -> str:
    """Draw by chance, or name the card that was drawn from the own deck."""
    throw = button("Draw", "throw", kind="primary", label="Draw a card, key R")
    if not desk.names_cards:
        quiet = f"Seed {desk.table.seed}: after an undo the same card is drawn again."
        return (
            f'<div class="witp-row wp-throw">{throw}<span class="witp-quiet">{quiet}</span></div>'
        )
    rows = ""
    if desk.naming:
        found = [a for a in desk.game.legal_actions() if isinstance(a, Draw)]
        rows = "".join(
            f"<li>{button(events.card(a.card).label, 'do', str(a), kind='quiet')}</li>"
            for a in found
        )
        rows = f'<ul class="witp-list">{rows}</ul>'
    by_hand = button("Name the card", "naming", pressed=desk.naming)
    return (
        f'<div class="witp-row wp-throw">{throw}{by_hand}</div>'
        f'<p class="witp-quiet">Seed {desk.table.seed}; or draw from your own deck and name '
        f"the card.</p>{rows}"
    )


def _cards(desk: PlaySight) -> Iterator[str]:
    """The hand of the one side played here; with two at one screen either, face down.

    There a hand is open while its side names a card, or after Show until something is done.
    """
    if not events.in_play(desk.state):
        return
    for side in desk.table.mine:
        held = [c for c in events.hand(engine.observe(desk.state, side), side) if c != HIDDEN]
        if held:
            yield _hand(desk, side, held)


def _hand(desk: PlaySight, side: Side, held: list[str]) -> str:
    rows = "".join(f"<li>{_card(events.card(c), side)}</li>" for c in held)
    shown, ask = f"<ul>{rows}</ul>", ""
    if _holder(desk) is not side:
        opened, name = desk.hand_open is side, NAMES[side]
        word = "Hide" if opened else "Show"
        ask = button(word, "hand", side.value, label=f"{word} the cards of {name}", where="hand-")
        shown = shown if opened else f'<p class="witp-quiet">{len(held)} face down.</p>'
    return (
        f'<section class="witp-card wp-hand" aria-label="Cards of {escape(NAMES[side])}">'
        f'<div class="witp-headline"><h2 class="witp-head">Cards of {escape(NAMES[side])}</h2>'
        f"{ask}</div>{shown}</section>"
    )


def _holder(desk: PlaySight) -> Side | None:
    if len(desk.table.mine) == 1:
        return desk.table.mine[0]
    naming = desk.state.phase is Phase.EVENT and not desk.chance_due
    return engine.acting(desk.state) if naming and desk.table.mine else None


def _card(card: Card, side: Side) -> str:
    does = card.part(side)
    said = f"{SIDE_NAMES[side]}: {does}" if does else "What it does is not described."
    return f"<strong>{escape(card.label)}</strong><br><span>{escape(said)}</span>"


# -- panels


def _find(desk: PlaySight) -> Iterator[str]:
    yield (
        f'<section class="witp-card">{head("Find a rule or place")}'
        '<label for="witp-find">Number, word or place; Enter takes the first</label>'
        '<input id="witp-find" class="witp-field" data-find data-action-input="find" '
        'data-action-enter="first" maxlength="80" data-key="find" autocomplete="off" '
        f'value="{escape(desk.query)}"><div id="witp-found" aria-live="polite">{found(desk)}</div>'
        "</section>"
    )


def hits(desk: PlaySight) -> tuple[tuple[str, str, str], ...]:
    """What the search brings, each as action, value and words: places, then rules."""
    query = desk.query.strip().lower()
    if not query:
        return ()
    board = sorted(desk.state.board.hexes.items())
    places = [
        ("place", h, f"{h} {p.name}".strip()) for h, p in board if query in f"{h} {p.name}".lower()
    ]
    rules = [("rule", f.ref, _found_words(f)) for f in find(desk.query, limit=12)]
    return (*places[:5], *rules)


def _found_words(hit: Found) -> str:
    if hit.kind == "clause":
        return f"{hit.ref} {hit.says}"
    if hit.kind == "section":
        return f"{hit.ref} {hit.title}, {hit.says}"
    return f"{hit.title[:1].upper()}{hit.title[1:]}: {hit.says}"


def found(desk: PlaySight) -> str:
    """The hits of the search as buttons."""
    if not desk.query.strip():
        return '<p class="witp-quiet">Try 8.5b, target or Rabaul.</p>'
    rows = [button(words, action, value, kind="quiet") for action, value, words in hits(desk)]
    if not rows:
        return '<p class="witp-quiet">Nothing by that name. Try a section number, like 8.5.</p>'
    return '<ul class="witp-list">' + "".join(f"<li>{r}</li>" for r in rows) + "</ul>"


def _menu(desk: PlaySight) -> Iterator[str]:
    """What stands in the bar of a wide page."""
    calls = (
        ("New game", "pane", "new"),
        ("Save record", "save", ""),
        ("Open record", "pane", "open"),
        ("Find a rule", "pane", "find"),
        ("Keys", "pane", "keys"),
    )
    rows = "".join(f"<li>{button(w, a, v, kind='quiet', where='menu-')}</li>" for w, a, v in calls)
    shown = {
        "can": "Where to act",
        "supply": "Supply",
        "japan": "Japanese zone",
        "allies": "Allied zone",
        "control": "Control",
    }
    overlays = "".join(
        button(shown[name], "overlay", name, pressed=on, where="menu-")
        for name, on in desk.on.items()
    )
    zoom = "".join(
        button(sign, "zoom", way, label=label, where="menu-")
        for sign, way, label in (
            ("+", "in", "Zoom in"),
            ("\N{MINUS SIGN}", "out", "Zoom out"),
            ("0", "all", "Whole board or hexes in use"),
        )
    )
    yield (
        f'<section class="witp-card">{head("Menu")}<div class="witp-row">'
        f'{redo(desk, "", "menu-")}<a class="witp-btn" href="../../../">Home</a></div>'
        f'<ul class="witp-list">{rows}</ul><h3>On the map</h3>'
        f'<div class="witp-row">{overlays}</div><div class="witp-row">{zoom}</div></section>'
    )


_PANES = {
    Pane.NEW: new_panel,
    Pane.OPEN: open_panel,
    Pane.FIND: _find,
    Pane.KEYS: lambda _: keys_panel(KEYS),
    Pane.MENU: _menu,
}
