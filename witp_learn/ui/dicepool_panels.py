"""The right-hand side of the dice-pool lab as HTML: odds, comparison, and what is called up."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from urllib.parse import quote

from witp_learn.dicepool import (
    BattleAnswer,
    Force,
    Odds,
    Role,
    UnitTable,
    cost,
    exchange_chances,
    same_price,
    written,
)
from witp_learn.dicepool.outcomes import percent
from witp_learn.rulebook import Found, find
from witp_learn.ui.buttons import button, home_link, redo
from witp_learn.ui.dicepool_bars import tabs
from witp_learn.ui.dicepool_desk import DicepoolDesk, Pane, View, types_for
from witp_learn.ui.dicepool_forces import counter_rows
from witp_learn.ui.dicepool_setup import counted
from witp_learn.ui.dicepool_sums import Sums, TooLarge
from witp_learn.ui.position_panels import ADDRESS_LIMIT, head, keys_panel, rows_for
from witp_learn.ui.rule_panel import rule_panel
from witp_learn.view.cards import answer_card, changes_panel, chips, notice
from witp_learn.view.dicepool_charts import distribution_html, fates_html
from witp_learn.view.dicepool_parts import side_tag

KEYS = (
    ("1 to 6", "set the next die; Backspace takes the last one up"),
    ("R", "roll the dice that are due"),
    ("E", "roll to the end of the round; X to the end of the battle"),
    ("Space or .", "next: place the hits, the next round, what the plan says"),
    ("A  D", "after a round: the attacker, the defender withdraws"),
    ("N", "begin the battle anew"),
    ("S", "swap the sides"),
    ("T", "type both forces"),
    ("F  B  O  C", "forces, battle, odds, compare"),
    ("Y", "the unit table"),
    ("U", "undo; Shift and U does it again"),
    ("/", "find a rule; ? these keys; Escape closes"),
)

MOST_FOUND = 12
MOST_SUGGESTED = 4


def note(desk: DicepoolDesk) -> str:
    """The message of the desk; what changed has an Undo beside it."""
    if desk.notice is None:
        return ""
    if desk.notice.kind == "changed":
        return changes_panel(desk.notice.text, desk.undo_name)
    return notice(desk.notice.kind, desk.notice.text)


def panel(desk: DicepoolDesk, sums: Sums) -> str:
    """The right-hand side."""
    if desk.rule:
        return rule_panel(desk.rule)
    if desk.pane:
        return "".join(_PANES[desk.pane](desk))
    if desk.right is View.COMPARE:
        return tabs(desk) + _compare(desk, sums)
    return tabs(desk) + _odds(desk, sums)


# ---------------------------------------------------------------- odds


def _odds(desk: DicepoolDesk, sums: Sums) -> str:
    if desk.fight is None:
        return '<section class="witp-card"><p>Odds need units on both sides.</p></section>'
    found = sums.chances(desk)
    if found is None:
        return _working("Working out the exact odds.")
    if isinstance(found, TooLarge):
        return notice("info", f"{found.why[:1].upper()}{found.why[1:]}.")
    told = sums.answer(desk)
    card = _answer(desk, told) if told else _working("Trying what would change them.")
    return f"{_ends(desk, sums, found)}{card}{_plots(found)}"


def _working(words: str) -> str:
    return f'<section class="witp-card" aria-busy="true"><p>{words}</p></section>'


def _ends(desk: DicepoolDesk, sums: Sums, whole: Odds) -> str:
    """How the battle ends: from here on when a round is over, else from the first die."""
    found = sums.here(desk)
    words, odds_ = "How it ends", whole
    if isinstance(found, Odds):
        words, odds_ = "From here, if nobody withdraws", found
    elif desk.setup.steps:
        words = "How it ends, before the first die"
    gone = "".join(
        f"<li><span>The {role} withdraws</span><strong>{percent(chance)}</strong></li>"
        for role in Role
        if (chance := odds_.withdrawn(role))
    )
    gone = f'<ul class="dp-fates">{gone}</ul>' if gone else ""
    return (
        f'<section class="w-card dl-ends" aria-label="{words}"><h2>{words}</h2>'
        f"{fates_html(odds_, words)}{gone}</section>"
    )


def _answer(desk: DicepoolDesk, told: BattleAnswer) -> str:
    label = "Before the first die" if desk.setup.steps else "Exact odds"
    card = answer_card(
        told, unit_label=label, open_tab=desk.tab, passed_open=desk.passed_open, can_edit=True
    )
    readings = "".join(
        f'<li><span class="w-chips">{chips((slug,), "reading")}</span></li>'
        for slug in told.readings
    )
    return (
        f'{card}<details class="w-card dl-readings"><summary data-key="readings">Readings it '
        f"rests on: {len(told.readings)}</summary><ul>{readings}</ul></details>"
    )


def _plots(found: Odds) -> str:
    means = found.rounds
    rounds = distribution_html(found.round_chances, "Rounds", "Rounds", None, means)
    sides = "".join(_losses(found, role) for role in Role)
    swing = distribution_html(
        exchange_chances(found),
        "Exchange in PU: lost by the defender less lost by the attacker",
        "PU",
        None,
        found.exchange,
    )
    return (
        '<section class="w-card dl-plots" aria-label="Distributions"><h2>How long, how dear</h2>'
        f"{rounds}{swing}"
        f'<p class="w-note">Every chance is exact to within {found.error:.0e}.</p></section>{sides}'
    )


def _losses(found: Odds, role: Role) -> str:
    """What a side loses in PU, and how many of each type are left."""
    lost = distribution_html(
        found.lost_pu_chances(role), "PU lost", "PU", role, found.lost_pu(role)
    )
    means = found.left(role)
    left = "".join(
        distribution_html(chances, f"{name.capitalize()} left", name, role, means[name])
        for name, chances in found.left_chances(role).items()
    )
    return (
        f'<section class="w-card dl-plots" aria-label="Losses of the {role}">'
        f"<h2>{side_tag(role)} loses</h2>{lost}{left}</section>"
    )


# ---------------------------------------------------------------- comparing


def _compare(desk: DicepoolDesk, sums: Sums) -> str:
    setup = desk.setup
    side = setup.side
    sides = "".join(
        button(f"For the {role}", "side", role.value, pressed=role is side, kind="")
        for role in Role
    )
    first = setup.force(side)
    if first is None:
        return f'<section class="witp-card"><p>The {side} has no units yet.</p></section>'
    second = Force.of(dict(setup.second), setup.table) if setup.second else None
    rows = counter_rows(
        desk, side, setup.second, types_for(setup.table, side, setup.second), "add2", "count2"
    )
    error = f'<p class="witp-amber">{escape(desk.second_error)}</p>' if desk.second_error else ""
    return (
        '<section class="witp-card dl-compare" aria-label="Compare two forces">'
        f'<h2>Two forces, one enemy</h2><div class="witp-row" role="group" aria-label="Side">'
        f"{sides}</div><p><strong>First</strong> {escape(written(first))}: {cost(first)}</p>"
        f"<p><strong>Second</strong> {escape(counted(setup.second))}"
        f"{f': {cost(second)}' if second else ''}</p>{_suggested(first, setup.table, side)}"
        f'<label for="dl-second">Type the second force</label>'
        '<input id="dl-second" class="witp-field witp-mono" spellcheck="false" '
        'autocapitalize="off" autocomplete="off" data-action-input="second" '
        'data-action-enter="second" data-key="second" '
        f'value="{escape(desk.second_text)}" '
        f'placeholder="infantry:8">{error}{rows}</section>{_compared(desk, sums)}'
    )


def _suggested(first: Force, table: UnitTable, side: Role) -> str:
    """Forces that cost the same, to choose from."""
    made = "".join(
        button(written(held), "suggest", written(held), kind="")
        for held in same_price(first, table, side)[:MOST_SUGGESTED]
    )
    if not made:
        return ""
    return (
        f'<div class="dl-suggested"><span>For the same PU</span><div class="witp-row" role="group" '
        f'aria-label="For the same PU">{made}</div></div>'
    )


def _compared(desk: DicepoolDesk, sums: Sums) -> str:
    if not desk.setup.second:
        return ""
    if desk.setup.force(desk.setup.side.other) is None:
        return notice("info", f"The {desk.setup.side.other} has no units yet.")
    found = sums.comparison(desk)
    if found is None:
        return _working("Working out both.")
    if isinstance(found, TooLarge):
        return notice("info", f"{found.why[:1].upper()}{found.why[1:]}.")
    told = found.answer
    rows = "".join(
        f'<tr><th scope="row">{escape(row.label)}</th>'
        + "".join(
            f"<td{' class=dl-better' if row.better == place else ''}>{escape(text)}"
            f"{_BETTER if row.better == place else ''}</td>"
            for place, text in enumerate(row.texts)
        )
        + "</tr>"
        for row in found.figures
    )
    bars = "".join(
        f"<h3>{words}</h3>{fates_html(odds, words)}"
        for words, odds in zip(("First", "Second"), found.options, strict=True)
    )
    take = button("Let the second force fight", "take-second", kind="")
    return (
        f'<section class="w-card dl-compared" aria-label="Compared"><h2>{escape(told.verdict)}</h2>'
        f'<p class="w-deciding">{escape(told.deciding)}</p>'
        '<table class="witp-tests"><caption class="w-hidden">Both forces</caption><thead><tr>'
        '<th scope="col"><span class="w-hidden">Figure</span></th><th scope="col">First</th>'
        f'<th scope="col">Second</th></tr></thead><tbody>{rows}</tbody></table>{bars}'
        f'<p class="w-rests">{escape(told.leans_on())}</p>'
        f'<p class="w-chips">{chips(told.rules, "compared")}</p>'
        f'<div class="witp-row">{take}</div></section>'
    )


_BETTER = '<span aria-hidden="true"> ◂</span><span class="w-hidden">, better</span>'


# ---------------------------------------------------------------- panels that are called up


def _units(desk: DicepoolDesk) -> Iterator[str]:
    """Where the units come from, their values with grades, and the learner's own table."""
    now = desk.setup.units
    ways = "".join(
        button(words, "units", name, pressed=name == now, kind="")
        for name, words in (
            ("printed", "Printed units"),
            ("sample", "Sample with aircraft"),
            ("own", "My table"),
        )
        if name != "own" or desk.setup.own
    )
    sample = (
        '<p class="witp-amber"><strong>Sample.</strong> The fighter and the bomber are made up, so '
        "that the air stages can be tried. The text prints no values for aircraft.</p>"
        if now == "sample"
        else ""
    )
    yield (
        f'<section class="witp-card dl-table">{head("Units")}'
        f'<div class="witp-row" role="group" aria-label="Unit table">{ways}</div>{sample}'
        f"{_table(desk.table)}<p>Ships are categories only: the text gives them no rules.</p>"
        f'<p class="w-chips">{chips(("D-units-2", "D-units-4", "D-units-5"), "units")}</p>'
        '<h3>Your own table</h3><label for="dl-own">Units beyond the four printed ones, as TOML; '
        "each says how well its values are known.</label>"
        '<textarea id="dl-own" class="witp-field witp-mono" rows="12" spellcheck="false" '
        'autocapitalize="off" autocomplete="off" data-action-input="own" data-key="own">'
        f"\n{escape(desk.draft)}</textarea>"
        f'<div id="dl-own-said" aria-live="polite">{own_said(desk)}</div>'
        f'<div class="witp-row">{button("Start from the sample", "own-sample", kind="")}'
        f"{button('Save as a file', 'save-own', kind='')}</div>"
        '<label class="witp-file" for="witp-file">Or open a file; it can also be dropped on the '
        'page.</label><input type="file" id="witp-file" class="witp-field" data-open '
        'data-key="file" accept=".toml,.json,.txt,text/plain"></section>'
    )


def own_said(desk: DicepoolDesk) -> str:
    """What is wrong with the table that is typed, or that it is in use."""
    if desk.draft_error:
        return f'<p class="witp-amber">{escape(desk.draft_error)}</p>'
    if desk.draft.strip() and desk.setup.units == "own":
        return '<p class="witp-quiet">Read, and in use.</p>'
    return ""


def _table(table: UnitTable) -> str:
    heads = ("Values", "Land", "Air", "Hits", "Moves", "PU", "MP", "Size")
    rows = "".join(
        f'<tr><th scope="row">{escape(unit.name)}</th>'
        + "".join(
            f"<td>{escape(str(value))}</td>"
            for value in (
                unit.grade,
                unit.land,
                unit.air,
                unit.hits,
                unit.movement,
                unit.pu,
                unit.mp,
                unit.size.value,
            )
        )
        + "</tr>"
        for unit in table
    )
    head_row = "".join(f'<th scope="col">{name}</th>' for name in heads)
    return (
        '<div class="dl-scroll" tabindex="0" role="region" aria-label="Values of the units">'
        '<table class="witp-tests"><thead><tr>'
        f'<th scope="col">Unit</th>{head_row}</tr></thead><tbody>{rows}</tbody></table></div>'
    )


def _share(desk: DicepoolDesk) -> Iterator[str]:
    """The table as address and as text."""
    text = desk.shared()
    if len(quote(text, safe="!~*'()")) < ADDRESS_LIMIT:
        address = (
            '<div class="witp-by-address"><p>The address of this page carries forces, plans, units '
            'and the battle.</p><div class="witp-row"><button type="button" class="witp-btn" '
            'data-copy="@address" data-key="copy-address">Copy the address</button></div></div>'
        )
    else:
        address = "<p>This is too long for an address; share the text or the file.</p>"
    yield (
        f'<section class="witp-card">{head("Share this battle")}{address}'
        '<label for="witp-text">As text</label>'
        f'<textarea id="witp-text" class="witp-field witp-mono" readonly rows="{rows_for(text)}">'
        f"\n{escape(text)}</textarea>"
        '<div class="witp-row">'
        f'<button type="button" class="witp-btn" data-copy="{escape(text)}" data-key="copy-text">'
        "Copy as text</button>" + button("Save as a file", "save", kind="") + "</div>"
        '<label class="witp-file" for="witp-file">Open a file</label>'
        '<input type="file" id="witp-file" class="witp-field" data-open data-key="file" '
        'accept=".toml,.json,.txt,text/plain"></section>'
    )


def hits(desk: DicepoolDesk) -> tuple[Found, ...]:
    """What the search brings: clauses, sections and rulings of this ruleset, then words."""
    if not desk.query.strip():
        return ()
    found = find(desk.query, limit=200)
    ours = [hit for hit in found if hit.ref.startswith(("D-", "d-"))]
    return tuple(ours[:MOST_FOUND])


def found_list(desk: DicepoolDesk) -> str:
    """The hits of the search as buttons."""
    if not desk.query.strip():
        return '<p class="witp-quiet">Try strafing, D-main-2 or manpower.</p>'
    rows = [button(_words(hit), "rule", hit.ref, kind="quiet", where="find-") for hit in hits(desk)]
    if not rows:
        return '<p class="witp-quiet">Nothing by that name in the dice-pool rules.</p>'
    return '<ul class="witp-list">' + "".join(f"<li>{row}</li>" for row in rows) + "</ul>"


def _words(hit: Found) -> str:
    return f"{hit.ref} {hit.says}" if hit.kind == "clause" else f"{hit.ref} {hit.title}"


def _find(desk: DicepoolDesk) -> Iterator[str]:
    yield (
        f'<section class="witp-card">{head("Find a rule")}'
        '<label for="witp-find">Number or word; Enter takes the first</label>'
        '<input id="witp-find" class="witp-field" data-find data-action-input="find" '
        'data-action-enter="first-found" maxlength="80" data-key="find" autocomplete="off" '
        f'value="{escape(desk.query)}">'
        f'<div id="witp-found" aria-live="polite">{found_list(desk)}</div></section>'
    )


def _menu(desk: DicepoolDesk) -> Iterator[str]:
    """What a phone has no room for in its bar."""
    panes = (("Units", Pane.UNITS), ("Share", Pane.SHARE), ("Find a rule", Pane.FIND))
    ways = "".join(
        button(words, "pane", pane.value, kind="", where="menu-") for words, pane in panes
    )
    swap = button("Swap the sides", "swap", kind="", where="menu-")
    yield (
        f'<section class="witp-card">{head("Menu")}<div class="witp-row">{ways}</div>'
        f'<div class="witp-row">{redo(desk, "", "menu-")}{swap}{home_link()}</div></section>'
    )


_PANES = {
    Pane.UNITS: _units,
    Pane.SHARE: _share,
    Pane.FIND: _find,
    Pane.KEYS: lambda _: keys_panel(KEYS),
    Pane.MENU: _menu,
}
