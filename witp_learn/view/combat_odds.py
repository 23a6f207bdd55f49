"""The exact chances of a fight as HTML: what is left in the hex, each battle, losses (9).

Classes, styled in ``combat.css``: ``cb-odds`` around all; ``cb-bars`` a list of outcomes, each
with ``cb-bar``; ``cb-odds-table`` a table with a column for either side; ``cb-difference`` the
picture of a distribution.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction

from witp_learn.model import Kind, Side
from witp_learn.odds.records import WHO, BattleOdds, Loss, Odds
from witp_learn.view.combat_bars import Bar, bars_html, difference_html
from witp_learn.view.combat_parts import SIDE_NAMES, chance_words, percent, side_words
from witp_learn.view.svg import text_of

SIDES = {side.value: side for side in Side}
LAND = {
    "japan": "Japan alone",
    "allies": "The Allies alone",
    "both": "Both: continuing combat",
    "none": "Nobody",
}
"""Whose land units are left ashore, in words."""

FLEETS = {**LAND, "both": "Both"}
"""Whose fleets are left, in words."""

BATTLES = {"fleet": "Fleet combat", "land": "Land combat", "assault": "Landing"}
"""Kinds of battle as headings."""


def battle_name(battle: BattleOdds, fought: int = 0) -> str:
    """``Landing, fight 2``. ``fought``: how many battles of the hex lie before these chances."""
    return f"{BATTLES[battle.kind]}, fight {fought + battle.number + 1}"


def outcome_bars(odds: Odds) -> tuple[tuple[str, tuple[Bar, ...]], ...]:
    """What may be left in the hex: land units ashore, then fleets, each with a heading.

    Outcomes that cannot happen are left out, and so are fleets where none is ever left.
    """
    lists = [("Land units left ashore", _bars(odds.land, LAND))]
    if odds.fleets("none") != 1:
        lists.append(("Fleets left", _bars(odds.fleets, FLEETS)))
    return tuple(lists)


def _bars(chance: Callable[[str], Fraction], names: dict[str, str]) -> tuple[Bar, ...]:
    found = ((who, chance(who)) for who in WHO)
    return tuple(Bar(names[who], share, SIDES.get(who)) for who, share in found if share)


def odds_html(odds: Odds, *, title: str = "Before the dice", fought: int = 0) -> str:
    """The chances of a whole fight: outcomes as bars, battles, differences, expected losses.

    ``title``: the heading of the card. ``fought``: how many battles of the hex lie before, so that
    those to come are numbered as in the whole fight. Where there is no fight only what stands
    there is told.

    Rules: 9.0b, 9.6.1e
    """
    outcomes = "".join(
        f"<h3>{heading}</h3>{bars_html(bars, heading)}" for heading, bars in outcome_bars(odds)
    )
    parts = [
        _battles(odds.battles, fought),
        _unopposed(odds.unopposed),
        *(_battle(battle, fought) for battle in odds.battles),
        _losses(odds.losses),
    ]
    if not odds.battles:
        parts = ['<p class="w-deciding">No fight: nothing is rolled for.</p>']
    return (
        f'<section class="w-card cb-odds" aria-label="Chances"><h2>{text_of(title)}</h2>'
        f'{outcomes}{"".join(parts)}<p class="w-note cb-policy">{text_of(odds.policy_text)}</p>'
        "</section>"
    )


def _table(name: str, heads: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """A table; cells are HTML, the first of a row is its head."""
    head = "".join(f'<th scope="col">{text}</th>' for text in heads)
    body = "".join(
        f'<tr><th scope="row">{first}</th>{"".join(f"<td>{cell}</td>" for cell in rest)}</tr>'
        for first, *rest in rows
    )
    return (
        f'<table class="cb-odds-table"><caption class="w-hidden">{text_of(name)}</caption>'
        f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    )


def _chance(chance: Fraction) -> str:
    """A chance for a cell: per cent, the exact fraction below it."""
    exact = "" if chance.denominator == 1 else f"<small>{chance}</small>"
    return f"{percent(chance)}{exact}"


def _battles(battles: Iterable[BattleOdds], fought: int) -> str:
    rows = [[_battle_head(b, fought), *(_chance(b.win[side]) for side in Side)] for b in battles]
    heads = ("Battle", *SIDE_NAMES.values())
    return f"<h3>Who wins each battle</h3>{_table('Who wins each battle', heads, rows)}"


def _unopposed(chances: Mapping[Side, Fraction]) -> str:
    told = " and ".join(f"{side_words(s)} {chance_words(c)}" for s, c in chances.items() if c)
    return f'<p class="w-note">Alone ashore without a fight on land: {told}.</p>' if told else ""


def _battle_head(battle: BattleOdds, fought: int) -> str:
    told = [] if battle.reached == 1 else [f"fought with {chance_words(battle.reached)}"]
    told += [f"a tie per roll {chance_words(battle.tie)}"] if battle.tie else []
    return text_of(battle_name(battle, fought)) + "".join(f"<small>{t}</small>" for t in told)


def _battle(battle: BattleOdds, fought: int) -> str:
    """The difference of one battle, drawn, and below it the chance of at least so much."""
    name = battle_name(battle, fought)
    drawn = difference_html(battle.difference.chances, f"{name}: difference of the totals")
    leads = sorted({abs(difference) for difference in battle.difference.chances} - {0})
    rows = (
        [f"By {n} or more", *(_chance(battle.at_least(side, n)) for side in Side)] for n in leads
    )
    table = _table(f"{name}: at least", ("Winner ahead", *SIDE_NAMES.values()), rows)
    return (
        f"<h3>{text_of(name)}: difference, in per cent</h3>{drawn}"
        f'<details class="cb-rest"><summary data-key="least:{battle.kind}:{battle.number}">'
        f"Chance of at least</summary>{table}</details>"
    )


def _losses(losses: Iterable[Loss]) -> str:
    by = {(loss.side, loss.kind): loss for loss in losses}
    kinds = [kind for kind in Kind if any((side, kind) in by for side in Side)]
    if not kinds:
        return ""
    rows = ([_plural(kind), *(_loss(by.get((side, kind))) for side in Side)] for kind in kinds)
    table = _table("Losses to be expected", ("No longer full", *SIDE_NAMES.values()), rows)
    return f"<h3>Losses to be expected</h3>{table}"


def _plural(kind: Kind) -> str:
    return f"{kind.noun.capitalize()}s"


def _loss(loss: Loss | None) -> str:
    if loss is None:
        return "–"
    return f"{loss_words(loss.full)}<small>{loss_words(loss.removed)} removed</small>"


def loss_words(count: Fraction) -> str:
    """An expected number of counters: ``1.67``."""
    return f"{float(count):.2f}"
