"""The plan of the move lab as HTML: its impulses with their RP, the budget, the supply warning."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from attrs import evolve

from witp_learn.actions import Move
from witp_learn.engine.foresight import Starving
from witp_learn.model import TURNS, Side, State
from witp_learn.rules.answers import answer
from witp_learn.ui.buttons import button
from witp_learn.ui.move_bars import NAMES
from witp_learn.ui.move_desk import MoveDesk
from witp_learn.ui.move_plan import Step
from witp_learn.ui.position_panels import head
from witp_learn.view.cards import chips

MOST_POINTS = 40
"""The most RP that can be chosen."""

MOST_STARVING = 4
"""Units that a warning tells of by name."""


def starving_lines(step: Step) -> Iterator[str]:
    """Whom an impulse leaves out of supply next time, each with the reason."""
    for one in step.starved[:MOST_STARVING]:
        yield f"{_who(step.after, one)} would be out of supply next turn. {_why(step.after, one)}"
    more = len(step.starved) - MOST_STARVING
    if more > 0:
        yield f"So would {more} more."


def _who(state: State, one: Starving) -> str:
    unit = one.judged.unit
    many = f"{one.count} " if one.count > 1 else ""
    return f"{state.board.label(unit.hex)} {many}{unit.kind.letter}{'' if unit.full else '-'}"


def _why(state: State, one: Starving) -> str:
    later = evolve(state, turn=min(state.turn + 1, TURNS[-1]))
    return answer(later, one.judged.unit, deep=False).deciding


def ask_panel(desk: MoveDesk) -> Iterator[str]:
    """The warning before an impulse that leaves units out of supply next time."""
    trial = desk.trial
    if not desk.asking or trial is None:
        return
    lines = "".join(f"<p>{escape(line)}</p>" for line in starving_lines(trial))
    anyway = button("Add anyway", "plan-anyway", kind="")
    back = button("Back", "plan-back", kind="")
    yield (
        '<section class="w-panel w-k-warning ml-ask" role="alert" aria-label="Supply next turn">'
        f'<div>{lines}<p class="w-chips">{chips(("7.1", "7.2"), "ask")}</p>'
        f'<div class="witp-row">{anyway}{back}</div></div></section>'
    )


def plan_card(desk: MoveDesk) -> Iterator[str]:
    """The impulses planned so far, below the move; nothing while there are none."""
    if desk.impulses:
        yield f'<section class="witp-card" aria-label="Plan"><h3>Plan</h3>{_list(desk)}</section>'


def plan_panel(desk: MoveDesk) -> Iterator[str]:
    """The plan with its budget, and what can be done with it."""
    body = _list(desk)
    if not desk.impulses:
        body = "<p>Nothing is planned yet. Pick units, choose a target, then Add to plan.</p>"
    copy = ""
    if desk.impulses:
        text = escape("\n".join(plan_text(desk)))
        copy = (
            f'<button type="button" class="witp-btn" data-copy="{text}" data-key="copy-plan">'
            "Copy as text</button>" + button("Go on from here", "go-on", kind="")
        )
    yield (
        f'<section class="witp-card">{head("Plan")}{body}<div class="witp-row">{copy}</div>'
        f"<h3>Resource points</h3>{_points(desk)}</section>"
    )


def _list(desk: MoveDesk) -> str:
    rows = "".join(_row(desk, i, step) for i, step in enumerate(desk.steps))
    return f'<ol class="ml-plan">{rows}</ol>{_totals(desk)}{_order(desk)}'


UNJUDGED = "The plan does not judge the order of the impulses; in play the sides take turns."
"""What a plan leaves open (8.1)."""


def _order(desk: MoveDesk) -> str:
    """That a plan lets either side go first, and twice running."""
    if not desk.impulses:
        return ""
    return f'<p class="witp-quiet ml-order">{UNJUDGED} {chips(("8.1",), "order")}</p>'


def _row(desk: MoveDesk, index: int, step: Step) -> str:
    label = desk.state.board.label
    target = label(step.impulse.target)
    rp = "" if step.rp is None else f"{step.rp} RP"
    moves = "".join(
        f'<span class="ml-sub">{escape(units_words(move.units))} from '
        f"{escape(', '.join(label(h[:4]) for h in move.path))}{escape(_stays(desk, move))}</span>"
        for move in step.impulse.moves
    )
    more = ""
    if step.reasons:
        rp = "not possible"
        told = " ".join(f"{r.text} ({r.rule})." for r in step.reasons)
        more = f'<span class="ml-sub witp-amber">{escape(told)}</span>'
    elif step.starved:
        names = ", ".join(_who(step.after, one) for one in step.starved[:MOST_STARVING])
        more = f'<span class="ml-sub witp-amber">Out of supply next turn: {escape(names)}</span>'
    drop = button(
        "Remove", "drop", str(index), label=f"Take the impulse to {target} out of the plan"
    )
    who = NAMES[step.impulse.side]
    return (
        f'<li><span class="ml-line"><strong>{who} to {escape(target)}</strong>'
        f'<span class="ml-cost">{rp}</span></span>{moves}{more}{drop}</li>'
    )


def _stays(desk: MoveDesk, move: Move) -> str:
    """``, leaving 1 naval at Manila``."""
    label = desk.state.board.label
    words = (f", leaving {units_words(units)} at {label(at)}" for at, units in move.leaving)
    return "".join(words)


def units_words(units: tuple[tuple[str, int], ...]) -> str:
    """``1 carrier, 2 naval``."""
    return ", ".join(f"{many} {word.split('-')[-1]}" for word, many in units)


def _totals(desk: MoveDesk) -> str:
    """What each side that is in the plan spends, and what it has left."""
    rows = []
    for side in Side:
        mine = [s for s in desk.steps if s.impulse.side is side]
        left, spent = desk.left(side), sum(s.rp or 0 for s in mine)
        if mine and left is not None:
            rows.append(f"{NAMES[side]}: {spent} of {spent + left} RP, {left} left")
    if not rows and desk.impulses:
        rows = ["RP are not counted in this position."]
    return "".join(f'<p class="ml-total">{row}</p>' for row in rows)


def plan_text(desk: MoveDesk) -> Iterator[str]:
    """The plan in lines, for a message."""
    label = desk.state.board.label
    yield f"{desk.state.title or 'Plan'}, turn {desk.state.turn}"
    for number, step in enumerate(desk.steps, 1):
        rp = "" if step.rp is None else f": {step.rp} RP"
        rp = ": not possible" if step.reasons else rp
        yield f"{number}. {NAMES[step.impulse.side]} to {label(step.impulse.target)}{rp}"
        for move in step.impulse.moves:
            path = ", ".join(f"{label(h[:4])} {h}" for h in move.path)
            yield f"   {units_words(move.units)}: {path}{_stays(desk, move)}"
        for line in () if step.reasons else starving_lines(step):
            yield f"   {line}"
    for side in Side:
        left = desk.left(side)
        if left is not None and any(i.side is side for i in desk.impulses):
            yield f"{NAMES[side]}: {left} RP left"


def _points(desk: MoveDesk) -> str:
    """The RP each side starts with."""
    fields = "".join(_field(desk, side) for side in Side)
    return f'<div class="witp-row">{fields}</div>'


def _field(desk: MoveDesk, side: Side) -> str:
    now = None if desk.state.trp is None else desk.state.trp[list(Side).index(side)]
    most = max(MOST_POINTS, now or 0)
    options = [f'<option value=""{" selected" if now is None else ""}>not counted</option>']
    options += [
        f'<option value="{n}"{" selected" if n == now else ""}>{n} RP</option>'
        for n in range(most + 1)
    ]
    return (
        f'<label class="ml-points-of">{NAMES[side]} <select class="witp-field" '
        f'data-action-input="points-{side.short}" data-key="points-{side.short}">'
        f"{''.join(options)}</select></label>"
    )
