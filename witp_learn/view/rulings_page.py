"""The register of rulings as a page: each with its question, readings, reason and clauses.

It is finished HTML and needs no engine: its script searches, filters, opens and marks what stands
in it already.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from urllib.parse import quote

from witp_learn import rulebook
from witp_learn.rulebook import Ruling
from witp_learn.view.home_index import Page, rules
from witp_learn.view.register import filters, register_page, select
from witp_learn.view.site import link, rule_chips, titled
from witp_learn.view.svg import text_of

LAB = "supply_lab.ipynb"

TRIED = {
    "rangoon-example-turn": "base jp 0605 0506; 0306 jp L; 0407 us A; turn 1",
    "supply-line-endpoints": "base jp 0605 0506; 0306 jp L; 0205 cw A; turn 2",
    "supply-range-three": "base al 1110; 1207 us A; turn 4",
    "supply-simultaneity": "base al 1110; 1008 jp A; 0909 us L; turn 4",
}
"""For the switches of supply, a small position in which the other reading changes an answer."""

KINDS = ("contradiction", "misprint", "silence", "map")
IMPACTS = ("high", "medium", "low")
_CHAPTER = re.compile(r"D|end|\d+")


def rulings_html(notebooks: Sequence[Page]) -> str:
    """The body of the register as HTML, with its style and script.

    ``notebooks``: those that can be opened; without the supply lab there is no link to it.
    """
    lab = next((n for n in notebooks if n.path.rpartition("/")[2] == LAB), None)
    found = tuple(rulebook.rulings().values())
    main = (
        f'{_head(found)}{_filters(found)}<div class="wr-list">{_entries(found, lab)}</div>'
        '<p class="wh-unseen" role="status" data-said></p>'
    )
    foot = "<p>Nothing leaves this computer. The readings are in the project's own words.</p>"
    return register_page("rulings", titled("Rulings"), main, foot, rules())


def chapters(item: Ruling) -> tuple[str, ...]:
    """The chapters its clauses stand in, each once: ``7``, ``D`` for the dice-pool system."""
    return tuple(dict.fromkeys(_chapter(section) for section in item.sections))


def _chapter(section: str) -> str:
    match = _CHAPTER.match(section)
    return match[0] if match else section


def _order(chapter: str) -> int:
    return int(chapter) if chapter.isdecimal() else 100


def _head(found: Sequence[Ruling]) -> str:
    switches = sum(item.switch for item in found)
    return (
        f'<div class="wr-intro"><p>{len(found)} points where the rulebook is silent, contradicts '
        f"itself or misprints, each with its readings and the one used here. {switches} are "
        f"switches: a position can choose another reading, and every one of them changes "
        f"answers.</p></div>"
    )


# ---------------------------------------------------------------- search and filters


def _filters(found: Sequence[Ruling]) -> str:
    kinds = Counter(item.kind for item in found)
    impacts = Counter(item.impact for item in found)
    numbers = Counter(chapter for item in found for chapter in chapters(item))
    titles = rulebook.sections()
    switches = sum(item.switch for item in found)
    selects = (
        select("kind", "Kind", "all kinds", [(k, f"{k} ({kinds[k]})") for k in KINDS]),
        select("impact", "Impact", "any", [(k, f"{k} ({impacts[k]})") for k in IMPACTS]),
        select(
            "switch",
            "In a position",
            "all",
            [
                ("yes", f"switch ({switches})"),
                ("no", f"built in ({len(found) - switches})"),
            ],
        ),
        select(
            "chapter",
            "Chapter",
            "all chapters",
            [(c, f"{c} {titles[c]} ({numbers[c]})") for c in sorted(numbers, key=_order)],
        ),
    )
    return filters("Rulings", "Find a word, section or clause", selects, len(found))


# ---------------------------------------------------------------- entries


def _entries(found: Sequence[Ruling], lab: Page | None) -> str:
    """All rulings under their first chapter, in the order of the chapters, then of the register."""
    titles = rulebook.sections()
    groups: dict[str, list[Ruling]] = {}
    for item in found:
        groups.setdefault(chapters(item)[0], []).append(item)
    return "".join(
        f'<section class="wr-group"><h2>{text_of(_heading(chapter, titles[chapter]))}</h2>'
        f"{''.join(_entry(item, lab) for item in groups[chapter])}</section>"
        for chapter in sorted(groups, key=_order)
    )


def _heading(chapter: str, title: str) -> str:
    return f"{chapter} {title}" if chapter.isdecimal() else title


def _entry(item: Ruling, lab: Page | None) -> str:
    switch = "yes" if item.switch else "no"
    refs = " ".join((*item.clauses, *item.sections))
    return (
        f'<details class="wr-entry" id="{item.slug}" data-kind="{item.kind}" '
        f'data-impact="{item.impact}" data-switch="{switch}" '
        f'data-chapter="{" ".join(chapters(item))}" data-refs="{refs}">'
        f'<summary><span class="wr-kicker"><code>{item.slug}</code> {_tags(item)}</span>'
        f"<strong>{text_of(item.question)}</strong></summary>"
        f'<div class="wr-body">{_readings(item)}<h3>What the examples say</h3>'
        f"<p>{text_of(item.examples)}</p><h3>Why</h3><p>{text_of(item.why)}</p>"
        f'<h3>Clauses</h3><p class="wh-rules">{rule_chips(item.clauses)}</p>'
        f"{_choosing(item, lab)}</div></details>"
    )


def _tags(item: Ruling) -> str:
    tags = [item.kind, f"{item.impact} impact"]
    if item.switch:
        tags.append("switch")
    return "".join(f'<span class="wr-tag">{text_of(tag)}</span>' for tag in tags)


def _readings(item: Ruling) -> str:
    rows = "".join(
        f"<li{' data-default' if r.name == item.default else ''}><b>{r.name}</b><span>"
        f"{text_of(r.says)}"
        f"{' <em>default</em>' if r.name == item.default else ''}</span></li>"
        for r in item.readings
    )
    return f'<h3>Readings</h3><ol class="wr-readings">{rows}</ol>'


def _choosing(item: Ruling, lab: Page | None) -> str:
    """How a position chooses another reading, where it can."""
    if not item.switch:
        return "<p class='wr-built'>Built in: a position cannot choose another reading.</p>"
    others = [r.name for r in item.readings if r.name != item.default]
    rows = "".join(_switch(item, letter, lab) for letter in others)
    told = "Write this in a position, as text or in the lab; it changes answers."
    return f"<h3>In a position</h3><p>{told}</p><ul class='wr-switches'>{rows}</ul>"


def _switch(item: Ruling, letter: str, lab: Page | None) -> str:
    written = f"ruling {item.slug}={letter}"
    tried = ""
    if lab is not None and item.slug in TRIED:
        line = quote(f"{TRIED[item.slug]}; {written}", safe="")
        tried = link(f"{lab.href}?p={line}", "Try it in the supply lab", "wr-try")
    return (
        f"<li><code>{written}</code>"
        f'<button type="button" class="witp-btn" data-copy="{written}" '
        f'aria-label="Copy {written}">Copy</button>{tried}</li>'
    )
