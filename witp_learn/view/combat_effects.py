"""What would change the odds of a fight: a list of single changes as buttons, the strongest first.

Classes, styled in ``combat.css``: ``cb-effects`` the list, ``cb-effect`` a button.
"""

from __future__ import annotations

from collections.abc import Iterable
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


def effects_html(effects: Iterable[EffectView], *, previewed: str = "") -> str:
    """Single changes with what they do to the chance, in the order given.

    Each is a button with ``data-action="edit"`` and the edit as ``data-value`` and ``data-edit``.
    ``previewed``: the edit that is being shown, pressed.
    """
    items = [f"<li>{_effect(e, e.edit == previewed)}</li>" for e in effects]
    if not items:
        return '<p class="w-deciding">No single change makes a difference.</p>'
    shown = f'<ul class="cb-effects">{"".join(items[:MOST_EFFECTS])}</ul>'
    rest = items[MOST_EFFECTS:]
    if not rest:
        return shown
    return (
        f'{shown}<details class="cb-rest"><summary data-key="effects-rest">{len(rest)} more'
        f'</summary><ul class="cb-effects">{"".join(rest)}</ul></details>'
    )


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
