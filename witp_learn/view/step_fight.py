"""What the card of a step shows of a battle or a sum: ledger, result, chances, dice to change."""

from __future__ import annotations

from html import escape

from witp_learn.explain import Reason
from witp_learn.view.cards import button, chips
from witp_learn.view.combat_ledger import ledger_html, result_html
from witp_learn.view.combat_parts import chance_words, dice_html
from witp_learn.walkthrough import WalkStep
from witp_learn.walkthrough.book import SumKind
from witp_learn.walkthrough.combat_look import Chances, CombatLook
from witp_learn.walkthrough.sum_look import Sum, SumLook

ROLLS = 36
SET = "set-die"
"""The action of a button that sets a die of a sum: its number, from 0, and the face."""


def fight_html(step: WalkStep, look: CombatLook, section: str) -> str:
    """The battle of a step: dice, chances before the roll, ledger, and the result.

    ``section``: where the book's numbers are printed.
    """
    sheet = look.sheet(step.book)
    if sheet is None:
        return ""
    parts = []
    if look.odds and look.chances is not None:
        parts.append(chances_html(look.chances))
    if look.pair is not None:
        parts.append(_dice_card(dice_html(*look.pair), look.changed))
    parts.append(ledger_html(sheet, printed=True, printed_in=section))
    parts.append(result_html(sheet, printed=True, printed_in=section))
    return "".join(parts)


def _dice_card(dice: str, changed: bool) -> str:
    told, back = "Set another die", ""
    if changed:
        told = "Changed dice: only what is computed moves"
        back = button("As printed", "as-printed", key="as-printed", kind="witp-btn")
    return (
        f'<section class="w-card st-dice" aria-label="Dice"><h3 class="st-first">{told}</h3>'
        f"{dice}{back}</section>"
    )


def chances_html(chances: Chances) -> str:
    """The chances of the roll: ``Japan 50.00 % (1/2)``, and how often it is rolled again."""
    japan, allies = (chance_words(chance) for chance in chances.win)
    ties = chances.tie * ROLLS
    again = f" Ties are rolled again, {ties} of {ROLLS}." if ties else ""
    return (
        '<section class="w-card st-odds" aria-label="Chances"><h3 class="st-first">Before the '
        f"roll</h3><p>Japan wins {japan}, the Allies {allies}.{again}</p></section>"
    )


def sums_html(look: SumLook, changed: bool) -> str:
    """The sums of a step as small ledgers, and the dice of the roll to change."""
    cards = [_sum_card(made) for made in look.sums if made.kind is not SumKind.FIRST]
    firsts = [_first(made) for made in look.sums if made.kind is SumKind.FIRST]
    dice = _dice_card(_roll_dice(look), changed) if look.dice else ""
    return "".join([dice, *cards, *firsts])


def _sum_card(made: Sum) -> str:
    rows = "".join(_sum_row(part) for part in made.rows)
    return (
        f'<section class="w-card st-sum" aria-label="{escape(made.what)}">'
        f'<table class="w-tests"><caption>{escape(made.what)}</caption><tbody>{rows}'
        f'<tr class="st-total"><th scope="row">Together</th><td>{escape(made.value)}</td></tr>'
        "</tbody></table></section>"
    )


def _sum_row(part: Reason) -> str:
    rules = f' <span class="st-chips">{chips(part.rules, part.text)}</span>' if part.rules else ""
    value = -int(part.value or 0) if part.what == "red" else part.value
    return f'<tr><th scope="row">{escape(part.text)}{rules}</th><td>{value}</td></tr>'


def _first(made: Sum) -> str:
    rules = chips(made.reason.clause_ids(), "first")
    return (
        f'<section class="w-card" aria-label="{escape(made.what)}"><h3 class="st-first">'
        f"{escape(made.reason.text)}.</h3>"
        f'<p class="st-chips">{rules}</p></section>'
    )


def _roll_dice(look: SumLook) -> str:
    """Six faces for white and red of each roll."""
    names = [
        f"{made.what.partition(',')[0]}, {colour}"
        for made in look.sums
        if made.kind is SumKind.TRP
        for colour in ("white", "red")
    ]
    rows = (
        _faces(index, name, lies)
        for index, (name, lies) in enumerate(zip(names, look.dice, strict=True))
    )
    return f'<div class="st-roll">{"".join(rows)}</div>'


def _faces(index: int, name: str, lies: int) -> str:
    made = "".join(_face(index, name, face, lies) for face in range(1, 7))
    colour = name.rpartition(" ")[2]
    return (
        f'<div class="st-pick" role="group" aria-label="{escape(name)} die">'
        f'<span class="st-pick-name" aria-hidden="true">{escape(name)}</span>'
        f'<span class="st-faces st-{colour}">{made}</span></div>'
    )


def _face(index: int, name: str, face: int, lies: int) -> str:
    return button(
        str(face),
        SET,
        f"{index} {face}",
        kind="st-face",
        aria_label=f"{name} die: {face}",
        aria_pressed="true" if face == lies else "false",
    )
