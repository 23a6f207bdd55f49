"""What the card of a step shows of a battle or a sum: ledger, result, chances, dice to change."""

from __future__ import annotations

from witp_learn.explain import Reason
from witp_learn.view.cards import button, chips
from witp_learn.view.combat_ledger import ledger_html, result_html
from witp_learn.view.combat_parts import dice_html
from witp_learn.view.combat_rolls import rolls_html
from witp_learn.view.svg import text_of
from witp_learn.walkthrough import WalkStep
from witp_learn.walkthrough.book import SumKind
from witp_learn.walkthrough.combat_look import CombatLook
from witp_learn.walkthrough.sum_look import Sum, SumLook

SET = "set-die"
"""The action of a button that sets a die of a sum: its number, from 0, and the face."""


def fight_html(step: WalkStep, look: CombatLook, section: str, *, own: bool = False) -> str:
    """The battle of a step: ledger, result, and all 36 rolls where the step shows them.

    ``section``: where the book's numbers are printed. ``own``: whether the dice are the reader's,
    beside which no printed number stands.
    """
    sheet = look.sheet(None if own else step.book)
    if sheet is None:
        return ""
    rolls = ""
    if look.odds:
        rolls = (
            '<section class="w-card" aria-label="All 36 rolls"><h3 class="st-first">All 36 rolls'
            f"</h3>{rolls_html(look.cells, look.pair)}</section>"
        )
    ledger = ledger_html(sheet, printed=not own, printed_in=section)
    if not sheet.verdict:
        return _before(look) + ledger + rolls
    return ledger + result_html(sheet, printed=not own, printed_in=section) + rolls


def _before(look: CombatLook) -> str:
    """What can be said while no dice have decided: none lie, or they were a tie."""
    if look.answer is None:
        return ""
    verdict, fact = look.answer.verdict, look.answer.deciding
    if look.rolled:
        verdict, fact = "A tie: nothing happens, both dice are rolled again.", ""
    told = f'<p class="w-deciding">{text_of(fact)}</p>' if fact else ""
    return (
        f'<section class="w-card" aria-label="Before the dice"><h2 class="w-verdict">'
        f"<span>{text_of(verdict)}</span></h2>{told}</section>"
    )


def dice_of(step: WalkStep, changed: bool) -> str:
    """The dice of a step, to be set to other faces, and the way back; empty without dice."""
    if isinstance(step.look, CombatLook) and step.look.pair is not None:
        dice = dice_html(*step.look.pair)
    elif isinstance(step.look, SumLook) and step.look.dice:
        dice = _roll_dice(step.look)
    else:
        return ""
    told, back = "Set another die, for this step only", ""
    if changed:
        told = "Your dice, for this step only"
        back = button("As printed", "as-printed", key="as-printed", kind="witp-btn")
    return f'<div class="st-dice" role="group" aria-label="Dice"><h3>{told}</h3>{dice}{back}</div>'


def sums_html(look: SumLook) -> str:
    """The sums of a step as small ledgers."""
    cards = [_sum_card(made) for made in look.sums if made.kind is not SumKind.FIRST]
    firsts = [_first(made) for made in look.sums if made.kind is SumKind.FIRST]
    return "".join([*cards, *firsts])


def _sum_card(made: Sum) -> str:
    rows = "".join(_sum_row(part) for part in made.rows)
    return (
        f'<section class="w-card st-sum" aria-label="{text_of(made.what)}">'
        f'<table class="w-tests"><caption>{text_of(made.what)}</caption><tbody>{rows}'
        f'<tr class="st-total"><th scope="row">Together</th><td>{text_of(made.value)}</td></tr>'
        "</tbody></table></section>"
    )


def _sum_row(part: Reason) -> str:
    rules = f' <span class="st-chips">{chips(part.rules, part.text)}</span>' if part.rules else ""
    number = int(part.value or 0) * (-1 if part.what == "red" else 1)
    value = f"&minus;{-number}" if number < 0 else str(number)
    return f'<tr><th scope="row">{text_of(part.text)}{rules}</th><td>{value}</td></tr>'


def _first(made: Sum) -> str:
    rules = chips(made.reason.clause_ids(), "first")
    return (
        f'<section class="w-card" aria-label="{text_of(made.what)}"><h3 class="st-first">'
        f"{text_of(made.reason.text)}.</h3>"
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
        f'<div class="st-pick" role="group" aria-label="{text_of(name)} die">'
        f'<span class="st-pick-name" aria-hidden="true">{text_of(name)}</span>'
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
