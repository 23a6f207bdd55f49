"""What would change the odds of a fight: a list of single changes as buttons, the strongest first.

Classes, styled in ``combat.css``: ``cb-effects`` the list, ``cb-effect`` a button or,
with ``cb-ways``, a line of several.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Protocol

from witp_learn.view.cards import button
from witp_learn.view.svg import text_of

MOST_EFFECTS = 8
"""Effects shown at once; more stand behind a line that opens."""


class EffectView(Protocol):
    """What has to be known of a change. ``delta``: what the chance gains, 1 for certainty."""

    @property
    def edit(self) -> str:
        """The edit, in its notation."""

    @property
    def text(self) -> str:
        """The change in words."""

    @property
    def delta(self) -> Fraction:
        """What the chance gains or, below 0, loses."""


def points(delta: Fraction) -> str:
    """A change of a chance in points of per cent: ``+46.88``, ``−3.00``, ``0.00`` for none.

    A change too small for two decimals reads ``+0.00`` or ``−0.00``: it is not none.
    """
    hundredths = round(abs(delta) * 10_000)
    sign = "" if delta == 0 else "+" if delta > 0 else "−"
    return f"{sign}{hundredths // 100}.{hundredths % 100:02}"


def effects_html(
    effects: Iterable[EffectView], *, previewed: str = "", one_stop: bool = False
) -> str:
    """Single changes with what they do to the chance, in the order given.

    Each is a button with ``data-action="edit"`` and the edit as ``data-value`` and ``data-edit``.
    Changes of one counter that come to the same share a line. ``previewed``: the edit that is
    being shown, pressed. ``one_stop``: whether the page companion makes the list one stop of the
    Tab key, with arrow keys inside.
    """
    items = [f"<li>{_line(group, previewed)}</li>" for group in alike(effects)]
    if not items:
        return '<p class="w-deciding">No single change makes a difference.</p>'
    stop = ' data-roving="1"' if one_stop else ""
    shown = f'<ul class="cb-effects"{stop}>{"".join(items[:MOST_EFFECTS])}</ul>'
    rest = items[MOST_EFFECTS:]
    if not rest:
        return shown
    return (
        f'{shown}<details class="cb-rest"><summary data-key="effects-rest">{len(rest)} more'
        f'</summary><ul class="cb-effects"{stop}>{"".join(rest)}</ul></details>'
    )


def alike(effects: Iterable[EffectView]) -> list[list[EffectView]]:
    """The changes in their order, those of one counter that come to the same put together."""
    found: dict[tuple[object, ...], list[EffectView]] = {}
    for effect in effects:
        own = _subject(effect.text)
        found.setdefault((effect.delta, own or effect.edit), []).append(effect)
    return list(found.values())


def _subject(text: str) -> str:
    """What a change is about, ``Palau: Japanese air unit``; empty where it is not so put."""
    match = _CHANGE.fullmatch(text)
    return match["subject"] if match else ""


_CHANGE = re.compile(
    r"(?P<subject>.+: (?!one more).+ unit(?: aboard)?|.+: .+ carrier) (?P<what>.+)"
)


def _line(group: Sequence[EffectView], previewed: str) -> str:
    if len(group) == 1:
        return _effect(group[0], group[0].edit == previewed)
    subject = _subject(group[0].text)
    ways = "".join(
        button(
            e.text[len(subject) + 1 :],
            "edit",
            e.edit,
            key=f"effect:{e.edit}",
            kind="w-button cb-way",
            aria_label=f"{e.text}, {points(e.delta)} points of per cent",
            aria_pressed="true" if e.edit == previewed else "false",
            data_edit=e.edit,
        )
        for e in group
    )
    words = f'{text_of(subject)}<span class="cb-options">{ways}</span>'
    gained = points(group[0].delta)
    return f'<div class="cb-effect cb-ways"><span>{words}</span><strong>{gained}</strong></div>'


def _effect(effect: EffectView, pressed: bool) -> str:
    gained = points(effect.delta)
    inner = (
        f"<span>{text_of(effect.text)}</span>"
        f'<strong>{gained}<span class="w-hidden"> points of per cent</span></strong>'
    )
    return button(
        "",
        "edit",
        effect.edit,
        key=f"effect:{effect.edit}",
        kind="w-change cb-effect",
        inner=inner,
        aria_pressed="true" if pressed else "false",
        data_edit=effect.edit,
    )
