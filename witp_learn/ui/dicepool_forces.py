"""The two forces of the dice-pool lab as HTML: plus and minus, a typed line, plans."""

from __future__ import annotations

from html import escape

from witp_learn.dicepool import (
    NEVER,
    Fire,
    Force,
    Role,
    UnitType,
    cost,
    leave,
)
from witp_learn.dicepool.answers import odd_side
from witp_learn.dicepool.forces import notice, unsure
from witp_learn.dicepool.stages import dice, room
from witp_learn.dicepool.units import counted, dice_word, price
from witp_learn.ui.buttons import button
from witp_learn.ui.dicepool_desk import DicepoolDesk, types_for
from witp_learn.ui.dicepool_setup import Counts
from witp_learn.ui.dicepool_setup import counted as written
from witp_learn.view.cards import chips
from witp_learn.view.dicepool_parts import CLASSES, side_tag, unit_svg

LINE_HINT = "Type both forces, the attacker first, or use plus and minus"

_LEAVES = ("never", "tanks", "after:1", "after:2", "after:3", "after:4", "after:5", "after:6")
_STAGES = {
    "dogfight": "In the dogfight",
    "strafing": "Strafing",
    "answer": "Firing back",
    "withdrawal": "At a withdrawal",
}
_FIRES = {"dogfight": Fire.DOGFIGHT, "strafing": Fire.RUN, "withdrawal": Fire.PURSUIT}


def forces(desk: DicepoolDesk) -> str:
    """Both sides with their units and plans; once the battle has begun a line is enough."""
    sides = "".join(_side(desk, role) for role in Role)
    return (
        f'{_folded(desk)}<section class="dl-forces" aria-label="Forces">'
        f'<div class="dl-sides">{sides}</div>'
        f"{_refuge(desk)}{warning(desk)}</section>"
    )


def _folded(desk: DicepoolDesk) -> str:
    """Both forces in a line, for a wide screen while the battle goes on."""
    if not desk.folded:
        return ""
    sides = "".join(
        f"<span>{side_tag(role)} {escape(listed(desk.setup.force(role)))}</span>" for role in Role
    )
    change = button("Change forces", "view", "forces", where="fold-")
    return f'<div class="dl-fold">{sides}{change}</div>'


def listed(held: Force | None) -> str:
    """``infantry 3, tank 1``; what is left of a force."""
    found = [f"{group.name} {group.left}" for group in held or () if group.left]
    return ", ".join(found) or "nothing"


def line_field(desk: DicepoolDesk) -> str:
    """The field for both forces as text; drawn once and then left alone, so the caret stays."""
    return (
        f'<div class="dl-line"><label for="dl-line">{LINE_HINT}</label>'
        '<input id="dl-line" class="witp-field witp-mono" spellcheck="false" autocapitalize="off" '
        'autocomplete="off" data-action-input="line" data-action-enter="line-done" '
        f'data-key="line" aria-describedby="dl-line-said" value="{escape(line_text(desk))}">'
        '<div id="dl-line-said" aria-live="polite"></div></div>'
    )


def line_text(desk: DicepoolDesk) -> str:
    """Both forces as the field shows them."""
    return f"{written(desk.setup.attacker)} v {written(desk.setup.defender)}"


def line_said(desk: DicepoolDesk) -> str:
    """What could not be read of the typed line."""
    if not desk.line_error:
        return ""
    return f'<p class="witp-amber">{escape(desk.line_error)}</p>'


def _side(desk: DicepoolDesk, role: Role) -> str:
    counts = desk.setup.counts(role)
    names = types_for(desk.table, role, counts)
    held = desk.setup.force(role)
    rows = counter_rows(desk, role, counts, names, "add", "count")
    return (
        f'<section class="dl-side {CLASSES[role]}" aria-label="{role.capitalize()}">'
        f"<h2>{side_tag(role)}</h2>{rows}{_totals(held)}{_odd(desk, role)}{_plan(desk, role)}"
        "</section>"
    )


def counter_rows(
    desk: DicepoolDesk, role: Role, counts: Counts, names: tuple[str, ...], add: str, count: str
) -> str:
    """Each type with minus, its number and plus. ``add``, ``count``: the actions."""
    there = dict(counts)
    rows = "".join(_row(desk.table[name], role, there.get(name, 0), add, count) for name in names)
    return f'<ul class="dl-units">{rows}</ul>'


def _row(unit: UnitType, role: Role, count: int, add: str, action: str) -> str:
    name = escape(unit.name)
    whose = f"{role} {unit.name}"
    less = button(
        "\N{MINUS SIGN}",
        add,
        f"{role} -1 {unit.name}",
        label=f"One {unit.name} less, {role}",
        dim=not count,
    )
    more = button("+", add, f"{role} +1 {unit.name}", label=f"One {unit.name} more, {role}")
    made_up = "" if unit.grade in ("printed", "confirmed") else _grade(unit)
    return (
        f"<li>{unit_svg(unit, role)}<span class='dl-what'><strong>{name}</strong>{made_up}"
        f'<span class="w-note">{_values(unit)}</span></span>'
        f'<span class="dl-count">{less}<input class="witp-field" inputmode="numeric" '
        f'data-action-input="{action} {escape(whose)}" data-key="{action} {escape(whose)}" '
        f'aria-label="{name}, {role}" value="{count}" maxlength="3" autocomplete="off">{more}'
        "</span></li>"
    )


def _grade(unit: UnitType) -> str:
    return f' <span class="dl-grade">{escape(unit.grade)}</span>'


def _values(unit: UnitType) -> str:
    air = f", air {unit.air}" if unit.air else ""
    hits = counted(unit.hits, "hit")
    return (
        f"{dice_word(unit.land)}{air} · {hits} · {price(unit.pu, unit.mp).replace(' and ', ', ')}"
    )


def _totals(held: Force | None) -> str:
    if held is None:
        return '<p class="dl-total">No units yet.</p>'
    told = [dice_word(dice(Fire.MAIN, held)), counted(room(Fire.PURSUIT, held), "hit point")]
    return f'<p class="dl-total">{" · ".join(told)} · {cost(held).replace(" and ", ", ")}</p>'


def _odd(desk: DicepoolDesk, role: Role) -> str:
    """What is strange about a side, once both have units."""
    held, enemy = desk.setup.force(role), desk.setup.force(role.other)
    if held is None or enemy is None:
        return ""
    found = odd_side(role, held, enemy, desk.setup.plan)
    return "".join(f'<p class="witp-amber">{escape(_sentence(text))}.</p>' for text in found)


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


def _plan(desk: DicepoolDesk, role: Role) -> str:
    """When the side withdraws, and what it hits first where it may choose."""
    held = desk.setup.plan.of(role)
    now = str(held.leave)
    ways = _LEAVES if now in _LEAVES else (*_LEAVES, now)
    options = "".join(_option(way, _leave_words(way), way == now) for way in ways)
    rule = f'<span class="w-chips">{chips(("D-withdraw-1",), f"plan-{role}")}</span>'
    field = _select(f"leave {role}", f"Withdraws, {role}", "Withdraws", options)
    when = f'<div class="dl-when">{field}{rule}</div>'
    orders = "".join(_order(desk, role, stage) for stage in _STAGES)
    return f'<div class="dl-plan">{when}{orders}</div>'


def _leave_words(way: str) -> str:
    when = leave(way)
    if when == NEVER:
        return "never"
    return f"after round {when.after}" if when.after else "with only tanks and aircraft left"


def _option(value: str, words: str, chosen: bool) -> str:
    picked = " selected" if chosen else ""
    return f'<option value="{escape(value)}"{picked}>{escape(words)}</option>'


def _select(action: str, label: str, words: str, options: str) -> str:
    return (
        f'<label><span>{words}</span><select class="witp-field" data-action-input="{action}" '
        f'data-key="{action}" aria-label="{escape(label)}">{options}</select></label>'
    )


def _order(desk: DicepoolDesk, role: Role, stage: str) -> str:
    """The choice of the first target; nothing where there is none to make."""
    names = _targets(desk, role, stage)
    if len(names) < 2:
        return ""
    chosen = getattr(desk.setup.plan.of(role), stage)
    first = chosen[0] if chosen else ""
    options = _option("", names[0], first in ("", names[0]))
    options += "".join(_option(name, name, name == first) for name in names[1:])
    words = f"{_STAGES[stage]}, hits first"
    return _select(f"first {role} {stage}", f"{words}, {role}", words, options)


def _targets(desk: DicepoolDesk, role: Role, stage: str) -> tuple[str, ...]:
    """Enemy types that a side may choose between in a stage; none when it does not fire."""
    ours, enemy = desk.setup.force(role), desk.setup.force(role.other)
    if ours is None or enemy is None:
        return ()
    if stage == "answer":
        fires = any(group.unit.air for group in ours.land)
        return tuple(g.name for g in enemy.air if g.unit.land) if fires else ()
    if stage == "withdrawal":
        plan = desk.setup.plan
        leaves = any(plan.of(side).leave != NEVER for side in Role)
        return enemy.land.names if leaves and dice(Fire.PURSUIT, ours) else ()
    fires = bool(dice(_FIRES[stage], ours))
    found = enemy.air if stage == "dogfight" else enemy.land
    return found.names if fires else ()


def _refuge(desk: DicepoolDesk) -> str:
    """Whether the defender's aircraft have somewhere to go; asked only when he has some."""
    held = desk.setup.force(Role.DEFENDER)
    if held is None or not any(group.count for group in held.air):
        return ""
    has = desk.setup.plan.refuge
    words = "An adjacent friendly territory can take the defender's aircraft"
    return (
        f'<p class="dl-refuge">{button(words, "refuge", kind="", pressed=has)}'
        f'<span class="w-chips">{chips(("D-completion-2", "D-completion-3"), "refuge")}</span></p>'
    )


def warning(desk: DicepoolDesk) -> str:
    """Which units have values that are not the game's."""
    held = [force for role in Role if (force := desk.setup.force(role))]
    if not unsure(*held):
        return ""
    lines = "".join(f"<li>{escape(text)}.</li>" for text in notice(*held))
    what = "A sample, made up" if desk.setup.units == "sample" else "Your own values"
    ways = button("Your own unit table", "pane", "units", where="warn-")
    return f'<div class="witp-amber dl-warn"><strong>{what}</strong><ul>{lines}</ul>{ways}</div>'
