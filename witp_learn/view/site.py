"""What the finished pages share: bar, drawer, style sheet, script, and the frame round them.

They are made before a server starts and need no engine: home, the register of rulings, the data.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from witp_learn.files import DATA
from witp_learn.view.cards import card_css
from witp_learn.view.home_index import embedded
from witp_learn.view.svg import text_of

RULINGS, DATA_PAGE = "rulings", "data"
"""The pages beside the home page, as their addresses name them."""

_HERE = DATA.parent / "view"


def resource(name: str) -> str:
    """A style sheet or script of this package as text."""
    return (_HERE / name).read_text("utf-8")


def link(href: str, words: str, kind: str = "witp-btn", **more: str) -> str:
    """A link; ``more`` are attributes, with ``_`` for ``-``."""
    written = "".join(f' {k.replace("_", "-")}="{text_of(v)}"' for k, v in more.items())
    return f'<a class="{kind}" href="{text_of(href)}"{written}>{text_of(words)}</a>'


def rule_chips(rules: tuple[str, ...]) -> str:
    """Rule numbers as buttons that open the drawer of the page."""
    return "".join(
        f'<button type="button" class="witp-chip" data-rule="{text_of(r)}" '
        f'aria-label="Rule {text_of(r)}">{text_of(r)}</button>'
        for r in rules
    )


def page(
    name: str,
    bar: str,
    main: str,
    foot: str,
    data: Mapping[str, Any],
    shared: tuple[str, ...] = (),
) -> str:
    """The body of a page: ``bar``, ``main`` and ``foot`` in their places.

    ``name``: whose style sheet and script come last, after those that are ``shared``. ``data``:
    what the script reads; at least the parts of `home_index.rules`.
    """
    parts = ("site", *shared, name)
    style, script = ("".join(resource(f"{p}.{end}") for p in parts) for end in ("css", "js"))
    kinds = " ".join(f"wh-{part}" for part in (*shared, name))
    return (
        f'<style>{card_css()}{style}</style><div class="wh {kinds}">'
        f'<header class="wh-bar">{bar}</header><main>{main}</main>'
        f'<footer class="wh-foot">{foot}</footer>'
        '<dialog class="wh-drawer" aria-labelledby="wh-drawer-title"></dialog></div>'
        f'<script type="application/json" id="wh-index">{embedded(data)}</script>'
        f"<script>{script}</script>"
    )


def titled(title: str) -> str:
    """The bar of a page beside home: the way home, and its title."""
    return f'<a class="wh-back" href="/">Home</a><h1>{text_of(title)}</h1>'
