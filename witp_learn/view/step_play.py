"""What the card and the map of a step show of a recorded game: what is done, what may be done."""

from __future__ import annotations

from collections.abc import Iterator

from witp_learn.explain import say
from witp_learn.view.cards import chips
from witp_learn.view.move_ledger import reasons_html
from witp_learn.view.scene import LineView
from witp_learn.view.svg import text_of
from witp_learn.walkthrough.play_look import PlayLook, may


def play_html(look: PlayLook) -> str:
    """What happens at the step, and every reason against what may not be done, with rules."""
    done = "".join(
        f'<li>{text_of(event.text)} <span class="st-chips">{chips(event.rules, f"done{i}")}</span>'
        "</li>"
        for i, event in enumerate(look.events)
    )
    asked = "".join(
        reasons_html(one.verdict.reasons, f"{one.ask.what}: {may(one.verdict.ok)}")
        for one in look.asked
    )
    parts = [_part(say("walk_play.done"), f'<ul class="st-list">{done}</ul>')] if done else []
    parts += [_part(say("walk_play.asked"), asked)] if asked else []
    return "".join(parts)


def _part(title: str, inside: str) -> str:
    return (
        f'<section class="w-card" aria-label="{text_of(title)}"><h3 class="st-first">'
        f"{text_of(title)}</h3>{inside}</section>"
    )


def play_lines(look: PlayLook) -> Iterator[LineView]:
    """A line for each stack that is redeployed, from where it was taken to where it is put."""
    for way in dict.fromkeys(look.ways):
        yield LineView(way, kind="move")


def play_marks(look: PlayLook) -> Iterator[str]:
    """What the marks on the map mean, for the line under it."""
    if look.ways:
        yield say("walk_play.arrows")
    if look.changed:
        yield say("walk_play.rings")
    if look.shown.contested:
        yield say("walk_play.bars")
