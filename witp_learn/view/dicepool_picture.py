"""A dice-pool battle as one still picture: both forces and how it ends."""

from __future__ import annotations

from witp_learn.dicepool import FATES, Force, Plan, Role, cost, odds
from witp_learn.dicepool.outcomes import percent
from witp_learn.dicepool.stages import PLAIN
from witp_learn.view import style
from witp_learn.view.dicepool_charts import FATE_WORDS, fates_svg
from witp_learn.view.dicepool_parts import unit_svg
from witp_learn.view.svg import label, num, rect, tag

WIDE = 760.0
_ROW = 40.0


def battle_picture(
    attacker: Force, defender: Force, plan: Plan = PLAIN, width: float = WIDE
) -> str:
    """Both forces side by side, and below them how their battle ends.

    ``width``: pixels; everything is drawn for 760 and shrinks with it.
    """
    found = odds(attacker, defender, plan)
    rows = max(len(attacker.groups), len(defender.groups))
    top = 64 + rows * _ROW
    shown = [(f, found.fates[f]) for f in ("attacker", "both", "empty", "unending", "defender")]
    shown = [(f, chance) for f, chance in shown if chance or f in FATES[:3]]
    told = "".join(
        label(f"{FATE_WORDS[f]}: {percent(chance)}", 20, top + 88 + 26 * i, 17, anchor="start")
        for i, (f, chance) in enumerate(shown)
    )
    high = top + 92 + 26 * len(shown)
    bar = _placed(fates_svg(shown, WIDE - 40), 20, top + 12)
    return tag(
        "svg",
        rect(0.0, 0.0, WIDE, high, fill=style.PAPER),
        _force(attacker, Role.ATTACKER, 20),
        _force(defender, Role.DEFENDER, WIDE / 2 + 10),
        bar,
        told,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {num(WIDE)} {num(high)}",
        width=width,
        height=high * width / WIDE,
        font_family=style.SANS,
        role="img",
        aria_label="Two forces and how their battle ends",
    )


def _force(held: Force, role: Role, x: float) -> str:
    head = label(f"{role.capitalize()}: {cost(held)}", x, 36, 19, weight=700, anchor="start")
    rows = "".join(
        _placed(unit_svg(group.unit, role), x, 52 + place * _ROW)
        + label(f"{group.count} {group.name}", x + 54, 74 + place * _ROW, 18, anchor="start")
        for place, group in enumerate(held)
    )
    return head + rows


def _placed(picture: str, x: float, y: float) -> str:
    """A picture within a picture."""
    return tag("g", picture, transform=f"translate({num(x)} {num(y)})")
