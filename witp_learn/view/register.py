"""A register as a page: a search field and filters beside a list of entries that open."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from witp_learn.view.site import page
from witp_learn.view.svg import text_of


def register_page(name: str, bar: str, main: str, foot: str, data: Mapping[str, Any]) -> str:
    """The body of a page whose main part holds `filters` and entries; see `site.page`."""
    return page(name, bar, main, foot, data, shared=("register",))


def filters(label: str, hint: str, selects: Iterable[str], count: int) -> str:
    """The search field with a ``hint`` in it, the ``selects``, and how many of ``count`` fit."""
    return (
        f'<form class="wr-filters" role="search" aria-label="{label}" autocomplete="off">'
        '<div class="wh-find"><input id="wr-find" type="search" spellcheck="false" '
        f'aria-label="{hint}" aria-keyshortcuts="/" aria-describedby="wr-count" '
        f'placeholder="{hint}"><kbd aria-hidden="true">/</kbd></div>'
        f'<div class="wr-selects">{"".join(selects)}</div><p class="wr-told">'
        f'<span id="wr-count" role="status">{count} of {count}</span>'
        '<button type="button" class="witp-btn" data-clear hidden>Show all</button></p></form>'
    )


def select(name: str, label: str, all_words: str, options: Iterable[tuple[str, str]]) -> str:
    """A filter: ``all_words`` for no choice, then values with their words."""
    listed = "".join(f'<option value="{k}">{text_of(words)}</option>' for k, words in options)
    return (
        f'<label>{label}<select name="{name}"><option value="">{all_words}</option>{listed}'
        "</select></label>"
    )
