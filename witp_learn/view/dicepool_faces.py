"""Dice-pool records in notebooks: odds as one standing-alone picture, questions as answers to open.

Nothing here needs a style sheet or a script.
"""

from __future__ import annotations

from collections.abc import Iterable

from witp_learn.dicepool import (
    FATES,
    Comparison,
    Figure,
    Folded,
    Force,
    Odds,
    Question,
    Role,
    Size,
    UnitTable,
    UnitType,
    answer,
    force,
    odds,
    sample,
    written,
)
from witp_learn.dicepool.outcomes import percent
from witp_learn.dicepool.units import price
from witp_learn.explain import say
from witp_learn.view import style
from witp_learn.view.dicepool_charts import (
    FATE_WORDS,
    columns,
    distribution_svg,
    fates_svg,
)
from witp_learn.view.dicepool_parts import unit_svg
from witp_learn.view.svg import finished, group, label, rect, text_of, text_width

_WIDE, _EDGE, _LINE = 640.0, 16.0, 22.0
_CHART = (_WIDE - 3 * _EDGE) / 2
_TALL = 132.0
_ORDER = ("attacker", "both", "empty", "unending", "defender")
"""Ends in the order of the bar: what the attacker wants first, what the defender wants last."""


def faces(found: object) -> dict[str, str]:
    """The faces of a record by media type; none for a record that shows itself as text only."""
    if isinstance(found, Odds):
        drawn = odds_svg(found)
        return {"image/svg+xml": drawn, "text/html": _inline(drawn)}
    if isinstance(found, Comparison):
        return {"text/html": comparison_html(found)}
    if isinstance(found, UnitTable):
        return {"text/html": units_html(found)}
    if isinstance(found, Folded):
        return {"text/html": folded_html(found)}
    return {"text/html": question_html(found)} if isinstance(found, Question) else {}


def _inline(drawn: str) -> str:
    """A picture for a page: as wide as there is room, its title and words read out."""
    return drawn.replace("<svg ", '<svg style="max-width:100%;height:auto" ', 1)


def odds_svg(found: Odds) -> str:
    """The odds of a battle: how it ends, how many rounds it takes, what both sides lose."""
    shown = [name for name in _ORDER if found.fates[name] > 0 or name in FATES[:3]]
    drawn = [_heading(found, role, 22 + 20 * place) for place, role in enumerate(Role)]
    bar = fates_svg([(name, found.fates[name]) for name in shown], _WIDE - 2 * _EDGE)
    drawn.append(_at(bar, _EDGE, 54))
    at = 54 + 40 + _LINE
    for name in shown:
        drawn.append(_row(name, found, at))
        at += _LINE
    drawn.append(_words(say("dicepool.columns"), _EDGE, at + 4, 13))
    at += _LINE
    drawn += _charts(found, at + 8)
    tall = at + 8 + 2 * (_TALL + _LINE + 12)
    ground = rect(0, 0, _WIDE, tall, fill=style.PAPER)
    return finished(
        (0, 0, _WIDE, tall), ground, *drawn, title=answer(found).verdict, desc=str(found)
    )


def _heading(found: Odds, role: Role, at: float) -> str:
    """A side and its force on one line, smaller where it is long."""
    words = f"{role.capitalize()}: {written(found.start(role)).replace(',', ', ')}"
    size = min(15.0, 15 * (_WIDE - 2 * _EDGE) / text_width(words, 16))
    return _words(words, _EDGE, at, size, 700)


def _row(name: str, found: Odds, at: float) -> str:
    swatch = fates_svg([(name, 1.0)], 44)
    small = group(swatch, transform=f"translate({_EDGE} {at - 13}) scale(0.4)")
    words = f"{percent(found.fates[name])}  {FATE_WORDS[name]}"
    return small + _words(words, _EDGE + 28, at, 14)


def _charts(found: Odds, top: float) -> Iterable[str]:
    """Rounds above, what each side loses in PU below, side by side."""
    mean = found.rounds
    rounds = "Rounds" if mean is None else f"Rounds, on average {mean:.3f}"
    yield from _chart(found.round_chances, rounds, None, _EDGE, top)
    below = top + _TALL + _LINE + 12
    for place, role in enumerate(Role):
        title = f"{role.capitalize()} loses {found.lost_pu(role):.2f} PU on average"
        left = _EDGE + place * (_CHART + _EDGE)
        yield from _chart(found.lost_pu_chances(role), title, role, left, below)


def _chart(
    chances: dict[int, float], title: str, role: Role | None, left: float, top: float
) -> Iterable[str]:
    yield _words(title, left, top + 12, 14, 700)
    yield _at(distribution_svg(columns(chances, 16), role, _CHART), left, top + _LINE)


def _at(drawn: str, left: float, top: float) -> str:
    return group(drawn, transform=f"translate({left:g} {top:g})")


def _words(words: str, left: float, top: float, size: float, weight: int = 400) -> str:
    return label(words, left, top, size, fill=style.INK, anchor="start", weight=weight)


def battle_picture(text: str, wide: float = 280, tall: float = 168) -> str:
    """Two forces over the bar of their odds, as decoration; ``text``: ``FORCE v FORCE``.

    Raises Unreadable for forces that the sample table cannot give.
    """
    known = sample()
    forces = [force(part, known) for part in text.split(" v ", 1)]
    found = odds(forces[0], forces[-1])
    rows = [
        _counters(held, role, 18 + 46 * place)
        for place, (role, held) in enumerate(zip(Role, forces, strict=True))
    ]
    shown = [(name, found.fates[name]) for name in _ORDER if found.fates[name] > 0]
    bar = group(fates_svg(shown, wide - 40), transform=f"translate(20 {tall - 56:g})")
    ground = rect(-wide, -tall, 3 * wide, 3 * tall, fill=style.PAPER)
    return finished((0, 0, wide, tall), ground, *rows, bar)


def _counters(held: Force, role: Role, top: float) -> str:
    units = [group.unit for group in held for _ in range(group.left)]
    pitch = min(46.0, 240 / max(1, len(units)))
    return "".join(
        _at(unit_svg(unit, role, 42), 20 + place * pitch, top) for place, unit in enumerate(units)
    )


# ---------------------------------------------------------------- tables

_CELL = "text-align:left;vertical-align:top;padding:4px 12px 4px 0"


def units_html(table: UnitTable) -> str:
    """The unit types with their values, cost and grade."""
    heads = _heads(*(say(f"dicepool.table.{name}") for name in _COLUMNS))
    rows = "".join(
        f'<tr><th scope="row" style="{_CELL}">{text_of(unit.name)}</th>{_values(unit)}</tr>'
        for unit in table
    )
    return f"{_table(heads, rows)}<p>{text_of(say('dicepool.naval'))}.</p>"


_COLUMNS = ("unit", "land", "air", "hits", "movement", "cost", "size", "grade")


def _values(unit: UnitType) -> str:
    size = say("dicepool.table.no_size") if unit.size is Size.NONE else unit.size
    numbers = (unit.land, unit.air, unit.hits, unit.movement)
    return _cells(*numbers, price(unit.pu, unit.mp), size, unit.grade)


def _table(heads: str, rows: str) -> str:
    """A table that scrolls by itself where the page is narrow."""
    table = f"<table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>"
    return f'<div style="overflow-x:auto" tabindex="0">{table}</div>'


def _heads(*words: object) -> str:
    return "".join(f'<th scope="col" style="{_CELL}">{text_of(word)}</th>' for word in words)


def _cells(*words: object) -> str:
    return "".join(f'<td style="{_CELL}">{text_of(word)}</td>' for word in words)


def comparison_html(found: Comparison) -> str:
    """Two forces side by side: the verdict, the deciding fact, every figure of both."""
    told = found.answer
    heads = _heads(say("dicepool.table.figure"), *map(written, found.forces))
    rows = "".join(_compared(figure) for figure in found.figures)
    notes = "".join(f"<p>{text_of(note)}</p>" for note in (told.leans_on(), *told.notices))
    return (
        f"<p><strong>{text_of(told.verdict)}</strong> {text_of(told.deciding)}</p>"
        f"{_table(heads, rows)}<p>{text_of(say('dicepool.compare.mark'))}</p>{notes}"
        f"<p>Rules: {text_of(', '.join(told.rules))}</p>"
    )


def _compared(figure: Figure) -> str:
    marks = (" *" if figure.better == which else "" for which in (0, 1))
    cells = _cells(*(f"{words}{mark}" for words, mark in zip(figure.texts, marks, strict=True)))
    return f'<tr><th scope="row" style="{_CELL}">{text_of(figure.label)}</th>{cells}</tr>'


# ---------------------------------------------------------------- questions

_BOX = "border:1px solid #4F5F6E;border-radius:8px;margin:0 0 8px;padding:0 12px"
_SHOWN = (
    "white-space:pre-wrap;word-break:normal;overflow-wrap:anywhere;"
    "margin:0 0 12px;padding:8px 12px;font:14px/1.5 monospace"
)
_SUMMARY = "cursor:pointer;min-height:44px;padding:10px 0;font-weight:600"


def question_html(question: Question) -> str:
    """A question whose answers open what is said to them; the right one what the rules give."""
    text = question.text
    parts = [
        _opened(say("dicepool.ask.unsure"), f"<p>{text_of(text.begin)}</p>", text.id),
    ]
    for option in text.option:
        sign = say(f"dicepool.ask.{'right' if question.is_right(option) else 'not_yet'}")
        said = f"<p><strong>{text_of(sign)}</strong> {text_of(question.met(option))}</p>"
        if question.is_right(option) and question.shown != "":
            said += _uncovered(question.shown)
        parts.insert(-1, _opened(option.answer, said, text.id))
    asked = f"<p><strong>{text_of(text.ask)}</strong></p>"
    return f'<div style="max-width:44rem;margin:0 0 24px">{asked}{"".join(parts)}</div>'


def _uncovered(shown: object) -> str:
    """What the right answer uncovers: as a table where it has one, else as its plain text."""
    made = "" if isinstance(shown, Odds) else faces(shown).get("text/html")
    return made or f'<pre style="{_SHOWN}">{text_of(shown)}</pre>'


def folded_html(found: Folded) -> str:
    """What is kept shut: its title opens it; odds are told in words below their picture."""
    inside = "".join(_unfolded(shown) for shown in found.shown)
    return f'<div style="max-width:44rem">{_opened(found.title, inside, found.title)}</div>'


def _unfolded(shown: object) -> str:
    if isinstance(shown, str) and "\n" not in shown:
        return f"<p>{text_of(shown)}</p>"
    picture = _inline(odds_svg(shown)) if isinstance(shown, Odds) else ""
    return f"{picture}{_uncovered(shown)}"


def _opened(summary: str, inside: str, name: str) -> str:
    """One answer; opening it shuts the others of the same question."""
    return (
        f'<details name="{text_of(name)}" style="{_BOX}">'
        f'<summary style="{_SUMMARY}">{text_of(summary)}</summary>{inside}</details>'
    )
