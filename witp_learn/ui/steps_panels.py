"""The panels of a stepped example as HTML: bar, card, dots, foot. All words are escaped."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from urllib.parse import quote

from witp_learn.model import Side
from witp_learn.rulebook import Ruling
from witp_learn.rules.answers import subject
from witp_learn.ui.rule_panel import rule_panel
from witp_learn.ui.steps_desk import StepsDesk
from witp_learn.view.cards import answer_card, badge_sign, button, chips, unit_list
from witp_learn.view.scene import Badge
from witp_learn.view.step_fight import dice_of, fight_html, sums_html
from witp_learn.view.step_move import move_html, way_marks
from witp_learn.view.step_play import play_html, play_marks
from witp_learn.walkthrough import OURS, Book, Comparison, Mode, WalkStep, reading_of
from witp_learn.walkthrough.book import FOLLOWS
from witp_learn.walkthrough.combat_look import CombatLook
from witp_learn.walkthrough.move_look import MoveLook
from witp_learn.walkthrough.play_look import PlayLook
from witp_learn.walkthrough.sum_look import SumLook
from witp_learn.walkthrough.zone_look import ZoneLook

LAB = ("supply_lab.ipynb", "Try it in the supply lab")
"""The notebook of the supply lab, which lies beside that of the steps, and the words to it."""
FIGHT_LAB = ("combat_lab.ipynb", "Try it in the combat lab")
"""The same for a fight."""
MOVE_LAB = ("move_lab.ipynb", "Try it in the move lab")
"""The same for a move."""
_LABS = {Mode.COMBAT: FIGHT_LAB, Mode.MOVE: MOVE_LAB}


def bar(desk: StepsDesk) -> str:
    """The bar: way home, title, which step, and the way to the lab."""
    count = f"Step {desk.step.number} of {len(desk.walk)}"
    return (
        '<div class="witp-bar"><a class="witp-homelink" href="../../../">Home</a>'
        f"<h1>{escape(desk.walk.title)}</h1>"
        f'<span class="witp-space"></span><span class="st-count">{count}</span>'
        f"{lab_link(desk, 'st-wide')}</div>"
    )


def lab_link(desk: StepsDesk, kind: str) -> str:
    """The link that opens the position of the step in the lab of its question."""
    step = desk.step
    modes = {one.mode for one in desk.walk}
    moves = Mode.MOVE in modes and modes <= {Mode.MOVE, Mode.SUM}
    priced = isinstance(step.look, SumLook) and (moves or any(s.way for s in step.look.sums))
    lab, words = MOVE_LAB if priced else _LABS.get(step.mode, LAB)
    address = escape(f"{lab}?p={quote(desk.lab_text(), safe='')}")
    return f'<a class="witp-btn {kind}" href="{address}" data-key="lab:{kind}">{words}</a>'


MANY = 12
"""With more steps than this their dots stand closer, where a mouse points."""


def key_line(desk: StepsDesk) -> str:
    """The line under the map: the hex that was tapped, else what the marks mean."""
    if desk.tapped:
        return f'<div class="witp-key"><span>{escape(desk.tapped)}.</span></div>'
    shown, mode = desk.step.show, desk.step.mode
    marks = []
    if mode is Mode.COMBAT:
        marks.append("heavy edge: fought over")
    if isinstance(desk.step.look, CombatLook) and desk.step.look.struck:
        marks.append("ring: hit from here")
    if mode is Mode.COMBAT and desk.step.state.contested:
        marks.append("crossed bars: continuing combat")
    if isinstance(desk.step.look, SumLook) and any(made.way for made in desk.step.look.sums):
        marks.append("arrows: the way")
    if isinstance(desk.step.look, MoveLook):
        marks += way_marks(desk.step.look)
    if isinstance(desk.step.look, PlayLook):
        marks += play_marks(desk.step.look)
    if mode is Mode.SUPPLY and "no badges" not in shown:
        marks += [f"{badge_sign('in')} in supply", f"{badge_sign('out')} out of supply"]
    if "zone jp" in shown:
        marks.append("Japanese air zone: rising lines")
    if "zone al" in shown:
        marks.append("Allied air zone: falling lines")
    if any(text.startswith("zone") for text in shown):
        marks.append("dotted: lifted")
    if any(text.startswith("network") for text in shown):
        marks.append("double line: links bases")
    return '<div class="witp-key">' + "".join(f"<span>{m}</span>" for m in marks) + "</div>"


def card(desk: StepsDesk) -> str:
    """The right-hand side: the rulebook's words beside what is computed, then the answer."""
    if desk.rule:
        return rule_panel(desk.rule)
    return "".join(_card(desk))


def _card(desk: StepsDesk) -> Iterator[str]:
    step = desk.step
    yield _beside(desk)
    if isinstance(step.look, CombatLook) and step.look.fought is not None:
        yield fight_html(step, step.look, desk.walk.section, own=desk.changed)
    elif isinstance(step.look, SumLook) and step.look.data:
        yield sums_html(step.look)
    elif isinstance(step.look, PlayLook):
        yield play_html(step.look)
    elif step.answer is not None:
        more = move_html(step.look) if isinstance(step.look, MoveLook) else ""
        yield answer_card(
            step.answer,
            can_edit=False,
            open_tab=desk.tab,
            passed_open=desk.passed_open,
            more=more,
        )
    elif step.mode is Mode.SUPPLY:
        yield _units(desk)
    elif isinstance(step.look, ZoneLook) and step.side is not None:
        yield _zone(step, step.look)
    else:
        yield _counters(step)
    yield f'<p class="st-narrow">{lab_link(desk, "st-block")}</p>'


def _beside(desk: StepsDesk) -> str:
    step, own = desk.step, desk.changed
    body = [f'<h2 class="st-title">{escape(step.title)}</h2>']
    body += [_own_dice(step)] if own else []
    body += [_book(step.book)] if step.book is not None else []
    if step.comparisons:
        body += [_points(step.comparisons, own), _mark(step, own)]
    body.append(dice_of(step, own))
    body += [_ruling(step.misprint, "differ")] if step.misprint is not None else []
    if step.ours:
        body.append(f'<p class="st-ours"><strong>{OURS}.</strong> {escape(step.ours)}</p>')
    if step.says:
        body.append(f'<p class="st-says">{_remark_of(step)}{escape(step.says)}</p>')
    body += [_ruling(step.ruling, "rests")] if step.ruling is not None else []
    label = escape(f"Step {step.number}: {step.title}")
    return f'<section class="w-card st-step" aria-label="{label}">{"".join(body)}</section>'


def _book(book: Book) -> str:
    return (
        f'<h3>The rulebook says</h3><p class="st-book">{escape(book.says)} '
        f'<span class="st-chips">{chips(book.clauses, "book")}</span></p>'
    )


def _own_dice(step: WalkStep) -> str:
    """That dice were changed, and what on the card then speaks of others."""
    dice, _, rest = step.own_dice.partition(". ")
    return f'<p class="st-own"><strong>{dice}.</strong> {rest}</p>'


def _remark_of(step: WalkStep) -> str:
    """What stands before a remark while the dice are others than those it speaks of."""
    return f"<strong>{step.remark_of}</strong> " if step.remark_of else ""


def _points(points: tuple[Comparison, ...], own: bool) -> str:
    rows = "".join(_point(point, own) for point in points)
    found = "Your dice" if own else "Computed"
    return (
        '<table class="w-tests st-points"><caption class="w-hidden">The rulebook beside what is '
        'computed</caption><thead><tr><td></td><th scope="col">Rulebook</th>'
        f'<td class="st-sign"></td><th scope="col">{found}</th></tr></thead>'
        f"<tbody>{rows}</tbody></table>"
    )


def _point(point: Comparison, own: bool) -> str:
    other = "st-moved" if own else "st-differs"
    kind = "" if point.agrees else f' class="{other}"'
    sign, words = ("=", "agree") if point.agrees else ("≠", "differ")
    return (
        f'<tr{kind}><th scope="row">{escape(point.what)}</th><td>{_told(point)}</td>'
        f'<td class="st-sign"><span aria-hidden="true">{sign}</span>'
        f'<span class="w-hidden">{words}</span></td><td>{escape(point.computed)}</td></tr>'
    )


def _told(point: Comparison) -> str:
    """What is printed; what only follows from print says so."""
    more = f' <span class="st-follows">({FOLLOWS})</span>' if point.follows else ""
    return f"{escape(point.printed)}{more}"


def _mark(step: WalkStep, own: bool) -> str:
    if own:
        return f'<p class="st-mark">{escape(step.agreement)}</p>'
    kind, sign = ("agree", "✓") if step.agrees else ("differ", "≠")
    return (
        f'<p class="st-mark st-{kind}"><span aria-hidden="true">{sign}</span> '
        f"{escape(step.agreement)}</p>"
    )


_RULINGS = {"differ": "Where print and rule differ", "rests": "The ruling this rests on"}


def _ruling(item: Ruling, kind: str) -> str:
    return (
        f'<div class="st-ruling st-ruling-{kind}"><h3>{_RULINGS[kind]}</h3>'
        f"<p>{escape(item.question)}</p>"
        f"<p><strong>We read:</strong> {escape(reading_of(item))} "
        f'<span class="st-chips">{chips(item.clauses, "ruling")}</span></p></div>'
    )


def _units(desk: StepsDesk) -> str:
    """The units judged that a step looks at; each leads there."""
    asked = not desk.step.comparisons
    rows = []
    for row in filter(lambda row: desk.about(row.unit.hex) is not None, desk.supply):
        badge: Badge = "ask" if asked else "out" if row.badge == "out" else "in"
        effect = row.judgement.effect
        told = "" if asked else "stays as it is" if effect == "none" else effect
        rows.append((row.index, badge, row.label, told))
    words = "Who is fed? Each unit leads to its step." if asked else "What happens to each"
    return (
        f'<section class="w-card" aria-label="Units"><h3 class="st-first">{words}</h3>'
        f"{unit_list(rows)}</section>"
    )


def _zone(step: WalkStep, look: ZoneLook) -> str:
    """The hexes of a side's whole air zone, and those where it is lifted."""
    board = step.judged.board
    rows = [(h, "covered") for h in look.covers] + [(h, "lifted") for h in look.lifted]
    items = "".join(
        f"<li><strong>{escape(f'{h} {board[h].name}'.strip())}</strong>, {told}</li>"
        for h, told in sorted(rows)
    )
    return (
        '<section class="w-card" aria-label="Air zone"><h3 class="st-first">'
        f'{escape(step.computed)}</h3><ul class="st-list">{items}</ul></section>'
    )


def _counters(step: WalkStep) -> str:
    """What stands on the map, where no question is asked yet."""
    state = step.state
    items = [
        f"<strong>{escape(subject(state, u))}</strong>, {u.nation.adjective}, {u.state.value}"
        for u in state.units
    ]
    items += [
        f"<strong>{escape(state.board.label(at))}</strong>, {side.adjective} base"
        for side in Side
        for at in state.bases[side]
    ]
    listed = "".join(f"<li>{item}</li>" for item in items)
    return (
        '<section class="w-card" aria-label="On the map"><h3 class="st-first">On the map</h3>'
        f'<ul class="st-list">{listed}</ul></section>'
    )


def dots(desk: StepsDesk) -> str:
    """A dot for each step, to jump to it."""
    made = "".join(_dot(step, step.number == desk.step.number) for step in desk.walk)
    many = " st-many" if len(desk.walk) > MANY else ""
    return f'<nav class="st-dots{many}" aria-label="Steps">{made}</nav>'


def _dot(step: WalkStep, here: bool) -> str:
    more = {"aria_current": "step"} if here else {}
    return button(
        "",
        "go",
        step.number,
        kind="st-dot",
        inner=f"<span>{step.number}</span>",
        aria_label=f"Step {step.number}: {step.title}",
        **more,
    )


def foot(desk: StepsDesk) -> str:
    """Back and Next; at the ends they stay where they are, so that the focus does."""
    at, last = desk.step.number, len(desk.walk)
    return (
        '<div class="st-foot"><span class="st-keys">Keys: ← → or Space, Home, End</span>'
        + _way("Back", "back", "←", at == 1)
        + f'<span class="st-count" aria-hidden="true">{at} of {last}</span>'
        + _way("Next", "next", "→", at == last)
        + "</div>"
    )


def _way(words: str, action: str, arrow: str, ended: bool) -> str:
    more = {"aria_disabled": "true"} if ended else {}
    sign = f'<span aria-hidden="true">{arrow}</span>'
    inner = f"{sign} {words}" if action == "back" else f"{words} {sign}"
    kind = "witp-btn primary" if action == "next" else "witp-btn"
    return button(words, action, key=action, kind=kind, inner=inner, **more)
