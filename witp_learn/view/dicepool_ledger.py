"""A dice-pool battle as HTML: every volley with its dice, every hit with its clause, who stands.

Classes, styled in ``dicepool.css``: ``dp-volley`` a volley with ``dp-att`` or ``dp-def``, in it
``dp-thrown`` the dice and ``dp-placed`` where hits fell; ``dp-standing`` the units that are left,
each hit point a box.
"""

from __future__ import annotations

from collections.abc import Iterable

from witp_learn.dicepool import Force, Group, Role, Stage, Volley
from witp_learn.dicepool.stages import REMOVAL, RULES
from witp_learn.dicepool.units import counted, dice_word
from witp_learn.explain import say
from witp_learn.view.cards import button, chips
from witp_learn.view.dicepool_parts import CLASSES, die_svg, side_tag, unit_svg
from witp_learn.view.svg import text_of

STAGES = {
    Stage.DOGFIGHT: "Dogfight",
    Stage.STRAFING: "Strafing run",
    Stage.MAIN: "Main combat",
    Stage.WITHDRAWAL: "Withdrawal",
}
"""The stages as headings."""

FIRES = {
    "dogfight": "fires in the air",
    "run": "strafes",
    "answer": "fires back",
    "main": "fires",
    "pursuit": "stays and fires",
    "cover": "leaves and fires",
}
"""What a side does in each kind of volley."""

MOST_DRAWN = 12
"""Units of a type whose hit points are drawn one by one."""


def volley_html(volley: Volley, step: int, *, open_now: bool = False, change: bool = True) -> str:
    """A volley that was fired. ``step``: its place, which the Change button names.

    Rules: D-units-6, D-units-7, D-units-8
    """
    due = volley.due
    words = f"{FIRES[due.fire]}: {dice_word(due.count)}"
    parts = ", ".join(part.text for part in due.dice.parts)
    dice_rule, hit_rule = RULES[due.fire, due.side]
    again = ""
    if change:
        again = button(
            "Change",
            "volley",
            step,
            kind="w-button w-small",
            aria_label=f"Change the dice: {due}",
            aria_pressed="true" if open_now else "false",
        )
    shown = "".join(die_svg(die, due.side, 28) for die in volley.dice)
    return (
        f'<div class="dp-volley {CLASSES[due.side]}">'
        f'<div class="dp-head">{side_tag(due.side)}<strong>{words}</strong>'
        f'<span class="w-note">{text_of(parts)}</span>'
        f'<span class="w-chips">{chips(dict.fromkeys((dice_rule, "D-units-6")), f"d{step}")}'
        "</span></div>"
        f'<div class="dp-thrown"><span><span class="dp-faces">{shown}</span>'
        f"<strong>{counted(volley.hits, 'hit')}</strong>"
        f'<span class="w-chips">{chips(("D-units-7",), f"h{step}")}</span></span>{again}</div>'
        f"{_placed(volley, hit_rule, step)}</div>"
    )


def _placed(volley: Volley, rule: str, step: int) -> str:
    groups = {group.name: group for group in volley.target}
    enemy = volley.due.side.other
    rows = []
    for place, row in enumerate(volley.placed):
        group = groups[row.name]
        words = [counted(row.hits, "hit"), f"{row.destroyed} destroyed"]
        words += [f"one with {counted(group.damaged, 'hit')}"] if group.damaged else []
        why = chips(dict.fromkeys((rule, "D-units-8")), f"p{step}-{place}")
        rows.append(
            f"<li>{unit_svg(group.unit, enemy, 34)}<span><strong>{text_of(row.name)}</strong>: "
            f'{", ".join(words)}</span><span class="w-chips">{why}</span></li>'
        )
    wasted = volley.hits - sum(row.hits for row in volley.placed)
    if wasted:
        rows.append(f"<li>{counted(wasted, 'hit')} more: nothing left to hit</li>")
    if not rows:
        rows.append("<li>No hit.</li>")
    return f'<ul class="dp-placed">{"".join(rows)}</ul>'


def removal_html(stage: Stage, lost: Iterable[tuple[Role, str, int]], where: str) -> str:
    """What leaves at the end of a stage, both sides at once: side, type, number."""
    told = [f"{count} × {text_of(name)} ({role})" for role, name, count in lost if count]
    words = f"Destroyed units leave: {', '.join(told)}." if told else "Nothing is destroyed."
    return (
        f'<p class="dp-removal"><span>{words}</span>'
        f'<span class="w-chips">{chips((REMOVAL[stage],), where)}</span></p>'
    )


def standing_html(attacker: Force, defender: Force) -> str:
    """Who stands: each type of both sides, every hit point a box, those taken crossed.

    Rules: D-units-8
    """
    sides = "".join(
        f'<div class="dp-side-standing">{side_tag(role)}{_groups(held, role)}</div>'
        for role, held in ((Role.ATTACKER, attacker), (Role.DEFENDER, defender))
    )
    return f'<div class="dp-standing">{sides}</div>'


def _groups(held: Force, role: Role) -> str:
    rows = "".join(_group(group, role) for group in held)
    return f"<ul>{rows or '<li>nobody</li>'}</ul>"


def _group(group: Group, role: Role) -> str:
    kind = "" if group.left else ' class="dp-gone"'
    hurt = f", one with {counted(group.damaged, 'hit')}" if group.damaged else ""
    words = f"<strong>{text_of(group.name)}</strong> {group.left} of {group.count}{hurt}"
    return (
        f"<li{kind}>{unit_svg(group.unit, role, 34)}<span>{words}</span>"
        f"{_boxes(group) if group.count <= MOST_DRAWN else ''}</li>"
    )


def _boxes(group: Group) -> str:
    """The hit points of each unit: hits fall on one unit until it is destroyed."""
    units = []
    for place in range(group.count):
        taken = min(group.unit.hits, max(0, group.taken - place * group.unit.hits))
        boxes = "".join(
            f"<i{' class=dp-x' if box < taken else ''}></i>" for box in range(group.unit.hits)
        )
        units.append(f"<b>{boxes}</b>")
    return f'<span class="dp-boxes" aria-hidden="true">{"".join(units)}</span>'


def ended_words(fate: str) -> str:
    """How a battle has ended, in a sentence."""
    return say(f"dicepool.ended.{fate}") + "."
