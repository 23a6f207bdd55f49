"""The panels for a new game and for opening a record, as HTML."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape

from witp_learn import components
from witp_learn.playing import OPTIONS
from witp_learn.rules.turn_end.short_game import places
from witp_learn.ui.buttons import button
from witp_learn.ui.play_keep import PLAYERS
from witp_learn.ui.play_sight import PlaySight, scenarios
from witp_learn.ui.position_panels import head

OPTION_WORDS = {
    "sudden-death": "Sudden death (15)",
    "chinese-stay-turn-1": "The Chinese do not redeploy on turn 1 (erratum, second hand)",
}


def new_panel(desk: PlaySight) -> Iterator[str]:
    """Scenario, options, who plays, seed."""
    draft, table = desk.draft, desk.draft.table
    scenario = components.scenario(draft.scenario)
    short = ""
    if scenario.agreed_end:
        most = len(places(components.board()))
        turns = {str(n): f"Turn {n}" for n in range(scenario.first_turn, scenario.last_turn + 1)}
        short = _select("Last turn (13.2a)", "new-last", turns, str(draft.last_turn)) + _number(
            f"Ports and airfields Japan bid, 0 to {most} (13.2b)", "new-bid", draft.bid
        )
    players = "".join(
        _select(words, f"new-{side}", PLAYERS, now)
        for words, side, now in (
            ("Japan", "japan", table.japan),
            ("The Allies", "allies", table.allies),
        )
    )
    boxes = _box(
        "Six Allied bases on the map, none built on turn 1 (6.6.2)",
        "new-bases",
        draft.optional_bases,
    )
    boxes += "".join(_box(OPTION_WORDS[one], f"new-{one}", one in draft.options) for one in OPTIONS)
    yield (
        f'<section class="witp-card wp-new">{head("New game")}'
        f"{_select('Scenario', 'new-scenario', scenarios(), draft.scenario)}{short}"
        f"<h3>Who plays</h3>{players}"
        '<p class="witp-quiet">Two people at one screen: choose You for both.</p>'
        f"{_number('Seed of dice and cards, 1 to 999999', 'new-seed', draft.seed)}"
        f"<h3>Rules and help</h3>{boxes}"
        f"{_box('Hits and retreats in the usual way, without asking', 'new-chores', table.chores)}"
        '<div class="witp-row wp-begin">'
        f"{button('Begin', 'begin', kind='primary')}"
        f"{button('Only change who plays', 'sit', kind='')}</div>"
        '<p class="witp-quiet">The game at hand can be brought back until you have made a few '
        "moves; Save record keeps it for good.</p></section>"
    )


def _select(words: str, name: str, choices: Mapping[str, str], now: str) -> str:
    options = "".join(
        f'<option value="{escape(value)}"{" selected" if value == now else ""}>'
        f"{escape(told)}</option>"
        for value, told in choices.items()
    )
    return (
        f'<label for="{name}">{escape(words)}</label><select id="{name}" class="witp-field" '
        f'data-action-input="{name}" data-key="{name}">{options}</select>'
    )


def _number(words: str, name: str, now: str) -> str:
    return (
        f'<label for="{name}">{escape(words)}</label><input id="{name}" class="witp-field" '
        f'inputmode="numeric" maxlength="12" autocomplete="off" data-action-input="{name}" '
        f'data-key="{name}" value="{escape(now)}">'
    )


def _box(words: str, name: str, now: bool) -> str:
    checked = " checked" if now else ""
    return (
        f'<label class="wp-box"><input type="checkbox" data-action-input="{name}" '
        f'data-key="{name}"{checked}><span>{escape(words)}</span></label>'
    )


def open_panel(desk: PlaySight) -> Iterator[str]:
    """A record as a file or as text."""
    yield (
        f'<section class="witp-card">{head("Open a record")}'
        '<label class="witp-file" for="witp-file">A record file (TOML or JSON); it can also be '
        "dropped on the page.</label>"
        '<input type="file" id="witp-file" class="witp-field" data-open data-key="file" '
        'accept=".toml,.json,.txt,text/plain">'
        '<label for="wp-text">Or the text of a record</label>'
        '<textarea id="wp-text" class="witp-field witp-mono" rows="6" spellcheck="false" '
        'autocapitalize="off" autocomplete="off" data-action-input="text" data-key="text">'
        f"\n{escape(desk.text)}</textarea>"
        f'<div class="witp-row">{button("Open the text", "open-text", kind="primary")}</div>'
        "</section>"
    )
