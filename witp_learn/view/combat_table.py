"""A fight as HTML for notebooks: complete without any script or style sheet."""

from __future__ import annotations

from collections.abc import Iterable

from witp_learn.model import Side
from witp_learn.odds.grid import RollCell
from witp_learn.odds.records import Odds
from witp_learn.rules.combat_answers.records import Cell, Line, Row, Sheet
from witp_learn.view import style
from witp_learn.view.combat_effects import EffectView, points
from witp_learn.view.combat_ledger import STRESSED, winner
from witp_learn.view.combat_odds import battle_name, loss_words, outcome_bars
from witp_learn.view.combat_parts import SIDE_NAMES, chance_words
from witp_learn.view.combat_rolls import FACES, Roll, grid, grid_words, ramp
from witp_learn.view.svg import text_of

_TABLE = '<table style="border-collapse:collapse">'
_BASE = "padding:4px 8px;vertical-align:top"
_LEFT = f"{_BASE};text-align:left"
_RIGHT = f"{_BASE};text-align:right"
_MIDDLE = f"{_BASE};text-align:center"
_STRESSED = ";font-size:20px;font-weight:700;border-top:2px solid #1A1F26"
_QUIET = f"color:{style.QUIET}"
_DIFFERS = f"background:{style.NOT_YET};color:{style.INK};padding:0 4px"
_CORNERS = {Side.JAPAN: "2px", Side.ALLIES: "10px"}


def sheet_table(sheet: Sheet, *, printed: bool = False, printed_in: str = "") -> str:
    """The ledger of a battle and its result, Japan left and the Allies right, rules between.

    ``printed``: whether the numbers of the rulebook stand beside the computed ones;
    ``printed_in``: the section they are printed in.
    """
    where = printed_in if printed else None
    name = ", ".join(t for t in (sheet.title, sheet.heading) if t)
    rows = "".join(_row(row, sheet, where) for row in sheet.rows)
    ties = "".join(f"<li>{text_of(told)}</li>" for told in sheet.rolls)
    return (
        f"<h4>{text_of(name)}</h4>{_TABLE}{_head()}<tbody>{rows}</tbody></table>"
        f"{f'<ul>{ties}</ul>' if ties else ''}{_result(sheet, where)}"
    )


def _head() -> str:
    japan, allies = (
        f'<span style="{_plate(side)};padding:2px 10px">{name}</span>'
        for side, name in SIDE_NAMES.items()
    )
    return (
        f'<thead><tr><th scope="col" colspan="2" style="{_LEFT}">{japan}</th>'
        f'<th scope="col" style="{_MIDDLE}">Line and rules</th>'
        f'<th scope="col" colspan="2" style="{_RIGHT}">{allies}</th></tr></thead>'
    )


def _plate(side: Side) -> str:
    return f"background:{style.SIDES[side]};color:{style.WHITE};border-radius:{_CORNERS[side]}"


def _row(row: Row, sheet: Sheet, where: str | None) -> str:
    stressed = _STRESSED if row.kind in STRESSED else ""
    said = row.printed if where is not None else ("", "")
    left = _cell(row.japan, Side.JAPAN, row.kind), _note(row.japan, said[0], where)
    right = _cell(row.allies, Side.ALLIES, row.kind), _note(row.allies, said[1], where)
    rules = f'<br><span style="{_QUIET};font-size:13px;font-weight:400">{_rules(row.rules)}</span>'
    return (
        f'<tr><td style="{_LEFT}">{"".join(left)}</td>'
        f'<td style="{_RIGHT}{stressed}">{_value(row, Side.JAPAN, sheet)}</td>'
        f'<th scope="row" style="{_MIDDLE}{stressed or ";font-weight:400"}">{text_of(row.label)}'
        f"{rules if row.rules else ''}</th>"
        f'<td style="{_LEFT}{stressed}">{_value(row, Side.ALLIES, sheet)}</td>'
        f'<td style="{_RIGHT}">{"".join(right)}</td></tr>'
    )


def _rules(rules: Iterable[str]) -> str:
    return text_of(", ".join(rules))


def _cell(cell: Cell | None, side: Side, kind: str) -> str:
    if cell is None:
        return ""
    if kind == "die":
        face = f'<span style="{_plate(side)};padding:1px 8px;font-weight:700">{cell.die or "?"}'
        return f"{face}</span> {text_of(cell.text or ('' if cell.die else 'not thrown yet'))}"
    if not cell.zero:
        return text_of(cell.text)
    return (
        f"<s>{text_of(cell.text)}</s><br>"
        f'<span style="{_QUIET}">gives 0: {text_of(cell.zero)}</span>'
    )


def _value(row: Row, side: Side, sheet: Sheet) -> str:
    cell = row.japan if side is Side.JAPAN else row.allies
    if cell is None:
        return ""
    if cell.zero:
        return "<s>0</s>"
    if cell.value is None:
        return "–"
    if row.kind == "total" and winner(sheet) is side:
        return f'<span style="{_plate(side)};padding:0 6px">{cell.value}</span>'
    return str(cell.value)


def _note(cell: Cell | None, printed: str, where: str | None) -> str:
    value = cell.value if cell is not None and not cell.zero else 0
    return _said(printed, "" if value is None else str(value), where)


def _said(printed: str, computed: str, where: str | None) -> str:
    if not printed:
        return ""
    if printed == computed:
        return f'<br><span style="color:{style.SUPPLIED}">✓ as printed</span>'
    place = f" ({where})" if where else ""
    both = f"printed {printed}, computed {computed}" if computed else f"printed {printed}"
    return f'<br><span style="{_DIFFERS}">{text_of(both + place)}</span>'


def _result(sheet: Sheet, where: str | None) -> str:
    if not sheet.verdict:
        return ""
    lines = "".join(f"<li>{_line(line, where)}</li>" for line in sheet.lines)
    fact = f"<p>{text_of(sheet.deciding)}</p>" if sheet.deciding else ""
    rules = f"<p>Rules: {_rules(sheet.rules)}</p>" if sheet.rules else ""
    return (
        f'<p style="font-size:20px;font-weight:700">{text_of(sheet.verdict)}</p>{fact}'
        f"{f'<ul>{lines}</ul>' if lines else ''}{rules}"
    )


def _line(line: Line, where: str | None) -> str:
    worked = "; ".join(t for t in (line.sum, line.bound) if t)
    said = _said(line.printed, line.found, where) if where is not None else ""
    rules = f" ({_rules(line.rules)})" if line.rules else ""
    told = f'<br><span style="{_QUIET}">{text_of(worked)}</span>' if worked else ""
    return f"<strong>{text_of(line.text)}</strong>{rules}{told}{said}"


def rolls_table(cells: Iterable[RollCell], rolled: Roll | None = None) -> str:
    """All 36 rolls of a battle, Japan's die down and the Allies' across; ``rolled`` is framed.

    Raises ValueError unless there are 36 different rolls.
    """
    at = grid(cells)
    heads = "".join(f'<th scope="col" style="{_MIDDLE}">A {die}</th>' for die in FACES)
    rows = "".join(
        f'<tr><th scope="row" style="{_MIDDLE}">J {j}</th>'
        f"{''.join(_roll(at[j, a], rolled) for a in FACES)}</tr>"
        for j in FACES
    )
    return (
        f"{_TABLE}<thead><tr><td></td>{heads}</tr></thead><tbody>{rows}</tbody></table>"
        f"<p>{text_of(grid_words(at.values()))}</p>"
    )


def _roll(cell: RollCell, rolled: Roll | None) -> str:
    weight = 700 if cell.strong else 400
    frame = f"outline:3px solid {style.INK};outline-offset:-3px;" if _lies(cell, rolled) else ""
    colour = style.ODDS_RAMP[ramp(cell.difference)]
    return (
        f'<td style="{_MIDDLE};min-width:28px;{frame}background:{colour};color:{style.INK};'
        f'font-weight:{weight}">{text_of(cell.text)}</td>'
    )


def _lies(cell: RollCell, rolled: Roll | None) -> bool:
    return rolled == (cell.japan, cell.allies)


def odds_table(odds: Odds) -> str:
    """The chances of a whole fight: what is left in the hex, who wins each battle, losses."""
    outcomes = "".join(
        f"<p><strong>{heading}</strong></p>"
        + _plain(("", "Chance"), ([bar.label, chance_words(bar.chance)] for bar in bars))
        for heading, bars in outcome_bars(odds)
    )
    battles = _plain(
        ("Battle", "Fought", "Japan wins", "The Allies win", "Tie per roll"),
        (
            [battle_name(b), *map(chance_words, (b.reached, *(b.win[s] for s in Side), b.tie))]
            for b in odds.battles
        ),
    )
    losses = _plain(
        ("Losses to be expected", "Unit", "Full no more", "Removed"),
        (
            [SIDE_NAMES[x.side], x.kind.noun, loss_words(x.full), loss_words(x.removed)]
            for x in odds.losses
        ),
    )
    return f"{outcomes}{battles}{losses}<p>{text_of(odds.policy_text)}</p>"


def effects_table(effects: Iterable[EffectView]) -> str:
    """What would change the odds, in the order given: the change, the edit, points gained."""
    rows = ([e.text, e.edit, points(e.delta)] for e in effects)
    return _plain(("What would change it", "Edit", "Points of per cent"), rows)


def _plain(heads: Iterable[str], rows: Iterable[list[str]]) -> str:
    """A table of plain texts, the first of a row its head; nothing where there are no rows."""
    body = "".join(
        f'<tr><th scope="row" style="{_LEFT};font-weight:400">{text_of(first)}</th>'
        + "".join(f'<td style="{_RIGHT}">{text_of(cell)}</td>' for cell in rest)
        + "</tr>"
        for first, *rest in rows
    )
    first, *others = heads
    head = f'<th scope="col" style="{_LEFT}">{first}</th>' + "".join(
        f'<th scope="col" style="{_RIGHT}">{name}</th>' for name in others
    )
    return f"{_TABLE}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>" if body else ""
