"""Answers and panels as HTML text, all words escaped. Plain elements, no script.

Whatever can be pressed is a ``<button>`` with words in it, ``data-action`` and ``data-value`` for
the page companion and a ``data-key`` that keeps the focus when the card is drawn anew. Actions:
``tab`` (place of the tab), ``passed`` (``1`` opens, ``0`` folds), ``edit`` (an edit; its
``data-hexes`` are ringed while it is pointed at), ``fact-same`` and ``fact-correct``
(``hex:key``), ``rule`` (clause), ``rule-show``, ``rule-close``, ``select`` (index of a unit),
``undo``, ``example`` (its slug).

The classes, styled in ``cards.css`` (`card_css`):

- ``w-card`` a card; ``w-kicker`` the quiet line above; ``w-verdict`` with ``w-in`` or ``w-out``;
  ``w-deciding``; ``w-tabs``; ``w-tests``, ``w-between`` for a hex between, with
  ``w-stops`` on the rows that decide; ``w-note``
- ``w-changes`` one change; ``w-rests``, ``w-facts``, ``w-assumed``; ``w-chips``, ``w-chip`` rules
- ``w-units`` a list of units; ``w-badge`` with ``w-b-in``, ``w-b-out``, ``w-b-auto``, ``w-b-ask``
- ``w-panel`` with ``w-k-info``, ``w-k-changed``, ``w-k-warning``, ``w-k-good``, ``w-k-error``
- ``w-drawer`` a rule; ``w-empty``, ``w-examples``; ``w-button``, ``w-row``, ``w-hidden``
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from importlib.resources import files

from witp_learn.explain import Answer, Change, Fact, RulingEffect, Tab, Test
from witp_learn.view.scene import BADGE_WORDS, Badge
from witp_learn.view.svg import text_of

MOST_CHANGES = 6
"""Single changes shown at once; more stand behind a line that opens."""

NOTICES = ("info", "changed", "warning", "good", "error")
"""Kinds of notice."""

_SIGNS: dict[str, str] = {"in": "✓", "out": "✕", "auto": "A", "ask": "?", "": "–"}
_WORST_FIRST = ("out", "ask", "in", "auto", "")


@cache
def card_css() -> str:
    """The style sheet of all cards and panels."""
    return (files("witp_learn.view") / "cards.css").read_text("utf-8")


def button(
    words: str,
    action: str,
    value: object = "",
    *,
    key: str = "",
    kind: str = "w-button",
    inner: str = "",
    **more: str,
) -> str:
    """A button that says ``words``, or shows ``inner`` (HTML) in their place."""
    named = {"data-value": value, "data-key": key or f"{action}:{value}", **more}
    written = "".join(f' {k.replace("_", "-")}="{text_of(v)}"' for k, v in named.items())
    return (
        f'<button type="button" class="{kind}" data-action="{action}"{written}>'
        f"{inner or text_of(words)}</button>"
    )


def badge_sign(badge: Badge) -> str:
    """A verdict as a small sign, with its words for those who listen."""
    words = BADGE_WORDS.get(badge, "not checked")
    return (
        f'<span class="w-badge w-b-{badge or "none"}" aria-hidden="true">{_SIGNS[badge]}</span>'
        f'<span class="w-hidden">{words}: </span>'
    )


def chips(rules: Iterable[str], where: str = "card") -> str:
    """Rule numbers as buttons. ``where`` tells equal chips of one page apart."""
    return "".join(
        button(r, "rule", r, key=f"rule:{where}:{r}", kind="w-chip", aria_label=f"Rule {r}")
        for r in rules
    )


def answer_card(
    answer: Answer,
    *,
    unit_label: str = "",
    can_edit: bool = True,
    open_tab: int = 0,
    passed_open: bool = False,
    rests_open: bool = False,
    can_correct: bool = False,
    more: str = "",
) -> str:
    """An answer in its six parts: verdict, deciding fact, tests, one change, rests on, rules.

    ``unit_label``: the quiet line above the verdict. ``can_edit``: whether changes can be
    pressed; ``can_correct``: whether map facts can be confirmed and corrected. ``open_tab``:
    which hex between is shown. ``passed_open``: whether passed tests are spread out, as in
    lessons. ``rests_open``: whether the assumed facts are spread out. ``more``: finished HTML
    below the deciding fact, such as a ledger.
    """
    sign = "in" if answer.good else "out"
    kicker = f'<p class="w-kicker">{text_of(unit_label)}</p>' if unit_label else ""
    parts = [
        kicker,
        f'<h2 class="w-verdict w-{sign}"><span class="w-badge w-b-{sign}" aria-hidden="true">'
        f"{_SIGNS[sign]}</span><span>{text_of(answer.verdict)}</span></h2>",
        f'<p class="w-deciding">{text_of(answer.deciding)}</p>',
        more,
        _tabs(answer.tabs, open_tab, passed_open),
        _changes(answer.heading, answer.changes, can_edit),
        _rests(answer, can_edit, can_correct, rests_open),
        f'<p class="w-chips"><span class="w-hidden">Rules: </span>{chips(answer.rules)}</p>'
        if answer.rules
        else "",
    ]
    label = text_of(unit_label or answer.verdict)
    return f'<section class="w-card" aria-label="{label}">{"".join(parts)}</section>'


def _tabs(tabs: Sequence[Tab], open_tab: int, passed_open: bool) -> str:
    if not tabs:
        return ""
    shown = min(max(open_tab, 0), len(tabs) - 1)
    head = f"<h3>{text_of(tabs[0].words('one'))}</h3>"
    if len(tabs) > 1:
        row = "".join(_tab_button(tab, i, i == shown) for i, tab in enumerate(tabs))
        head = (
            f"<h3>{text_of(tabs[0].words('many'))}</h3>"
            f'<div class="w-tabs" role="group" aria-label="{text_of(tabs[0].words("many"))}">{row}'
            "</div>"
        )
    return head + _tests(tabs[shown], passed_open)


def _tab_button(tab: Tab, place: int, shown: bool) -> str:
    sign, words = ("✓", tab.words("open")) if tab.open else ("✕", tab.words("shut"))
    inner = (
        f'{text_of(tab.label)} <span aria-hidden="true">{sign}</span>'
        f'<span class="w-hidden">{words}</span>'
    )
    return button(
        "",
        "tab",
        place,
        key=f"tab:{tab.hex or place}",
        kind="w-tab",
        inner=inner,
        aria_pressed="true" if shown else "false",
    )


def _explained(test: Test) -> bool:
    """Whether a passed test passed for a reason of its own, such as a zone that is lifted."""
    return not test.stops and len(test.rules) > 1


def _tests(tab: Tab, passed_open: bool) -> str:
    folded = [] if passed_open else [t for t in tab.tests if not t.stops and not _explained(t)]
    rows = [_test_row(tab, t) for t in tab.tests if t not in folded]
    passed = [t for t in tab.tests if not t.stops]
    if folded:
        rows.append(_folded_row(folded, len(passed) == len(tab.tests)))
    elif passed:
        fold = button("Fold the passed tests", "passed", 0, key="passed", kind="w-button w-small")
        rows.append(f'<tr class="w-more"><td colspan="3">{fold}</td></tr>')
    state = text_of(tab.words("open" if tab.open else "shut"))
    return (
        f'<table class="w-tests w-between"><caption class="w-hidden">'
        f"Tests of {text_of(tab.label)}: {state}"
        '</caption><thead class="w-hidden"><tr><th scope="col">Test</th><th scope="col">Found</th>'
        f'<th scope="col">Rule</th></tr></thead><tbody>{"".join(rows)}</tbody></table>'
    )


def _test_row(tab: Tab, test: Test) -> str:
    kind = ' class="w-stops"' if test.stops else ""
    sign, words = ("✕", tab.words("failed")) if test.stops else ("✓", tab.words("passed"))
    return (
        f'<tr{kind}><th scope="row"><span aria-hidden="true">{sign}</span> '
        f'<span class="w-hidden">{words}: </span>{text_of(test.label)}</th>'
        f'<td>{text_of(test.result)}<span class="w-note">{text_of(test.note)}</span></td>'
        f'<td class="w-chips">{chips(test.rules, test.name)}</td></tr>'
    )


def _folded_row(tests: Sequence[Test], all_passed: bool) -> str:
    count = len(tests)
    more = "" if all_passed else "other "
    words = f"{count} {more}test{'s' if count > 1 else ''} passed"
    names = ", ".join(f"{t.label} {t.result}" for t in tests)
    show = button(
        "Show",
        "passed",
        1,
        key="passed",
        kind="w-button w-small",
        aria_label=f"Show: {words}",
    )
    return (
        f'<tr class="w-more"><th scope="row"><span aria-hidden="true">✓</span> {words}</th>'
        f'<td><span class="w-note">{text_of(names)}</span></td><td>{show}</td></tr>'
    )


def _changes(heading: str, changes: Sequence[Change], can_edit: bool) -> str:
    if not heading:
        return ""
    if not changes:
        return f'<p class="w-changes-none">{text_of(heading)}.</p>'
    items = [f"<li>{_change(c, can_edit)}</li>" for c in changes]
    shown = f'<ul class="w-changes">{"".join(items[:MOST_CHANGES])}</ul>'
    rest = items[MOST_CHANGES:]
    if rest:
        shown += (
            f'<details class="w-rest"><summary data-key="changes-rest">{len(rest)} more</summary>'
            f'<ul class="w-changes">{"".join(rest)}</ul></details>'
        )
    return f"<h3>{text_of(heading)}</h3>{shown}"


def _change(change: Change, can_edit: bool) -> str:
    if not can_edit:
        return text_of(change.text)
    return button(
        change.text, "edit", change.edit, kind="w-change", data_hexes=" ".join(change.hexes)
    )


def _rests(answer: Answer, can_edit: bool, can_correct: bool, rests_open: bool) -> str:
    if not answer.facts and not answer.rulings:
        return f'<p class="w-rests">{text_of(answer.leans_on())}</p>'
    items = [_fact(f, can_correct) for f in answer.facts]
    items += [_ruling(r, can_edit) for r in answer.rulings]
    opened = " open" if rests_open else ""
    return (
        f'<details class="w-rests"{opened}><summary data-key="rests">{text_of(answer.leans_on())}'
        f'</summary><ul class="w-facts">{"".join(items)}</ul></details>'
    )


def _fact(fact: Fact, can_correct: bool) -> str:
    value = f"{fact.hex}:{fact.key}"
    row = ""
    if can_correct:
        same = button("Same on my map", "fact-same", value, kind="w-button w-small")
        other = button("Correct it", "fact-correct", value, kind="w-button w-small")
        row = f'<span class="w-row">{same}{other}</span>'
    return (
        f'<li><span class="w-assumed">{text_of(fact.text)}</span>'
        f'<span class="w-note">{text_of(fact.grade.capitalize())}: {text_of(fact.why)}. '
        f"The verdict turns with: {text_of(fact.otherwise)}.</span>"
        f"{row}</li>"
    )


def _ruling(ruling: RulingEffect, can_edit: bool) -> str:
    edit = f"ruling {ruling.slug}={ruling.reading}"
    tried = button("Try that reading", "edit", edit, kind="w-button w-small")
    row = f'<span class="w-row">{tried}</span>' if can_edit and ruling.switch else ""
    return f"<li>{text_of(ruling.text)}{row}</li>"


def unit_list(rows: Iterable[tuple[int, Badge, str, str]]) -> str:
    """All units, worst first: place in the position, badge, label, reason in a few words.

    Rules: 8.9b
    """
    ordered = sorted(rows, key=lambda row: _WORST_FIRST.index(row[1]))
    if not ordered:
        return '<p class="w-deciding">No units on the map.</p>'
    items = []
    for index, badge, label, reason in ordered:
        inner = (
            f"{badge_sign(badge)}<span><strong>{text_of(label)}</strong>"
            f"{f', {text_of(reason)}' if reason else ''}</span>"
        )
        items.append(f"<li>{button('', 'select', index, kind='w-unit', inner=inner)}</li>")
    return f'<ul class="w-units">{"".join(items)}</ul>'


def changes_panel(text: str, undo_name: str = "") -> str:
    """What the last edit did, and the button that takes it back, named ``undo_name``."""
    undo = ""
    if undo_name:
        undo = button("Undo", "undo", key="undo", aria_label=f"Undo: {undo_name}")
    return (
        f'<section class="w-panel w-k-changed" aria-label="What changed"><p>{text_of(text)}</p>'
        f"{undo}</section>"
    )


def rule_drawer(
    clause: str,
    title: str,
    lines: Iterable[str],
    rulings: Iterable[tuple[str, str, str]] = (),
    *,
    can_show: bool = False,
) -> str:
    """A rule in our own words: clause, title, its lines, and rulings: slug, question and reading.

    ``can_show``: whether the map has something to show for it.
    """
    said = "".join(f"<p>{text_of(line)}</p>" for line in lines)
    asked = "".join(
        f"<dt>{text_of(question)}</dt><dd>{text_of(reading)} {_register_link(slug)}</dd>"
        for slug, question, reading in rulings
    )
    if asked:
        asked = f"<h3>Rulings</h3><dl>{asked}</dl>"
    show = ""
    if can_show:
        show = button("Show me on this map", "rule-show", clause, key="rule-show")
    close = button("Close", "rule-close", key="rule-close")
    return (
        f'<section class="w-card w-drawer" aria-label="Rule {text_of(clause)}">'
        f"<h2>{text_of(clause)} <span>{text_of(title)}</span></h2>{said}{asked}"
        f'<p class="w-row">{show}{close}</p></section>'
    )


def _register_link(slug: str) -> str:
    """The way to a ruling's entry in the register; only pages of a server that has one show it.

    It opens beside the page, so that nothing there is lost.
    """
    place = f"rulings#{slug}"
    return (
        f'<a class="w-register" href="/{text_of(place)}" data-own="{text_of(place)}" '
        f'target="_blank" rel="noopener" aria-label="{text_of(slug)} in the register of rulings, '
        'opens beside this page">In the register</a>'
    )


def notice(kind: str, text: str) -> str:
    """A panel with one message. ``kind`` is one of `NOTICES`.

    Raises ValueError for another kind.
    """
    if kind not in NOTICES:
        raise ValueError(f"{kind!r} is no kind of notice: {', '.join(NOTICES)}")
    role = "alert" if kind == "error" else "status"
    sign = {"warning": "↺ ", "good": "✓ "}.get(kind, "")
    mark = f'<span aria-hidden="true">{sign}</span>' if sign else ""
    return f'<div class="w-panel w-k-{kind}" role="{role}"><p>{mark}{text_of(text)}</p></div>'


def empty_state(examples: Iterable[tuple[str, str, str]]) -> str:
    """What an empty map says: examples as slug, title and picture (SVG text of this package)."""
    cards = "".join(
        f"<li>{button('', 'example', slug, kind='w-example', inner=_example(title, picture))}</li>"
        for slug, title, picture in examples
    )
    return (
        '<section class="w-card w-empty" aria-label="Start">'
        "<h2>Put a counter on the map, or start from an example</h2>"
        f'<ul class="w-examples">{cards}</ul></section>'
    )


def _example(title: str, picture: str) -> str:
    return (
        f'<span class="w-picture" aria-hidden="true">{picture}</span><span>{text_of(title)}</span>'
    )
