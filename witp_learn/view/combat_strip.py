"""The strip of a whole fight, and the questions put to the owners, as HTML.

Classes, styled in ``combat.css``: ``cb-strip`` with ``cb-link`` and its state ``cb-s-done``,
``cb-s-now`` or ``cb-s-coming``; ``cb-ask`` a question, ``cb-choice`` a button of it, ``cb-default``
the mark of what is done without being asked.
"""

from __future__ import annotations

from collections.abc import Sequence

from witp_learn.model import Side
from witp_learn.rules.combat_answers.records import Link
from witp_learn.view.cards import button
from witp_learn.view.combat_parts import side_class, side_words
from witp_learn.view.svg import text_of

STATES = {"done": "✓", "now": "", "coming": ""}
_STATE_WORDS = {"done": "done", "now": "being fought", "coming": "still to come"}
_SIDES = {side.value: side for side in Side} | {side.short: side for side in Side}


def strip_html(links: Sequence[Link], current: int | None = None) -> str:
    """A whole fight in one line: each battle with its score, then what is left after it.

    Each link is a button with ``data-action="link"`` and its place as ``data-value`` and
    ``data-link``; the one shown, ``current``, is marked, else the one being fought.
    """
    if current is None:
        current = next((i for i, link in enumerate(links) if link.state == "now"), None)
    items = "".join(f"<li>{_link(link, i, i == current)}</li>" for i, link in enumerate(links))
    return (
        f'<nav class="cb-strip" aria-label="The whole fight"><ol>{items}</ol></nav>'
        if items
        else ""
    )


def _link(link: Link, place: int, shown: bool) -> str:
    won = _SIDES.get(link.winner)
    score = f' <span class="cb-score">{text_of(link.score)}</span>' if link.score else ""
    tick = STATES.get(link.state, "")
    sign = f' <span aria-hidden="true">{tick}</span>' if tick else ""
    told = [_STATE_WORDS[link.state]] if link.state in _STATE_WORDS else []
    told += [f"won by {side_words(won)}"] if won else []
    words = f'<span class="w-hidden">, {", ".join(told)}</span>' if told else ""
    mark = f'<span class="cb-dot {side_class(won)}" aria-hidden="true"></span>' if won else ""
    marked = {"aria_current": "step"} if shown else {}
    return button(
        "",
        "link",
        place,
        kind=f"cb-link cb-s-{text_of(link.state or 'coming')}",
        inner=f"{mark}{text_of(link.label)}{score}{sign}{words}",
        data_link=str(place),
        **marked,
    )


def choices_html(
    question: str, choices: Sequence[str], default: int = 0, *, side: Side | None = None
) -> str:
    """A question to the owner of the units, one button for each answer, the default marked.

    ``question`` names who chooses. Each button has ``data-action="choose"`` and the place of its
    answer as ``data-value`` and ``data-choice``. ``side``: whose choice it is, for the colour.

    Rules: 9.6.1g
    """
    items = "".join(
        f"<li>{_choice(words, i, i == default)}</li>" for i, words in enumerate(choices)
    )
    return (
        f'<section class="w-card cb-ask {side_class(side)}" aria-label="Choice">'
        f'<h2>{text_of(question)}</h2><ul class="cb-choices">{items}</ul></section>'
    )


def _choice(words: str, place: int, default: bool) -> str:
    mark = ' <span class="cb-default">default</span>' if default else ""
    return button(
        "",
        "choose",
        place,
        kind="w-button cb-choice",
        inner=f"<span>{text_of(words)}</span>{mark}",
        data_choice=str(place),
    )
