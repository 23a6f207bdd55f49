"""What has happened, as HTML: by phase, the newest on top, with every event and its rules."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from attrs import frozen

from witp_learn.actions import Roll, read
from witp_learn.bots.match import heading
from witp_learn.engine import Event
from witp_learn.model import Phase, Side, State
from witp_learn.ui.buttons import button
from witp_learn.ui.play_keep import BOT, CHANCE, ITSELF, YOU
from witp_learn.ui.play_sight import PlaySight
from witp_learn.view.cards import chips
from witp_learn.view.combat_parts import dice_svg

MOST_PARTS = 8
"""Phases that are told before one asks for the older ones."""

WHO = {Side.JAPAN: "Japan", Side.ALLIES: "Allies"}
"""A side as a short label."""


@frozen
class Part:
    """The actions of one phase: its heading, and the first of them and the one behind the last."""

    head: str
    first: int
    end: int


def parts(desk: PlaySight) -> tuple[Part, ...]:
    """The game so far by phase, the newest first."""
    made: list[Part] = []
    state = desk.game.start
    for index, entry in enumerate(desk.game.history):
        head = heading(state)
        if made and made[-1].head == head:
            made[-1] = Part(head, made[-1].first, index + 1)
        else:
            made.append(Part(head, index, index + 1))
        state = entry.state
    return tuple(reversed(made))


def log(desk: PlaySight) -> str:
    """The log; the phase at hand is open, those before open when asked."""
    found = parts(desk)
    shown = found if desk.older else found[:MOST_PARTS]
    body = "".join(_part(desk, part, newest=part is found[0]) for part in shown)
    if len(found) > len(shown):
        body += button(f"{len(found) - len(shown)} phases before", "older", kind="quiet")
    elif not found or desk.older or len(found) == len(shown):
        body += _opening(desk)
    return (
        '<section class="witp-card wp-log" aria-label="What has happened">'
        f'<h2 class="witp-head" tabindex="-1">What has happened</h2>{body}</section>'
    )


def _opening(desk: PlaySight) -> str:
    told = "".join(_event(event, f"o{i}") for i, event in enumerate(desk.game.opening))
    return f'<ol class="wp-entries"><li><ul class="wp-events">{told}</ul></li></ol>' if told else ""


def _part(desk: PlaySight, part: Part, *, newest: bool) -> str:
    opened = newest is not (part.first in desk.folded)
    many = part.end - part.first
    words = f"{many} action{'' if many == 1 else 's'}"
    sign = "\N{MINUS SIGN}" if opened else "+"
    head = (
        f'<h3><button type="button" class="wp-fold" data-action="fold" data-value="{part.first}" '
        f'data-key="fold:{part.first}" aria-expanded="{str(opened).lower()}">'
        f'<span aria-hidden="true">{sign}</span><span>{escape(part.head)}</span>'
        f'<span class="witp-quiet">{words}</span></button></h3>'
    )
    if not opened:
        return head
    rows = "".join(entry(desk, n) for n in range(part.end - 1, part.first - 1, -1))
    return f'{head}<ol class="wp-entries" reversed>{rows}</ol>'


def entry(desk: PlaySight, index: int) -> str:
    """One action with what it led to, and for a bot why."""
    found = desk.game.history[index]
    hexes = dict.fromkeys(h for event in found.events for h in event.hexes)
    told = "".join(_event(event, f"{index}.{i}") for i, event in enumerate(found.events))
    pointed = f' data-hexes="{escape(" ".join(hexes))}"' if hexes else ""
    return (
        f'<li{pointed}><p class="wp-action"><strong>{escape(who(desk, index))}</strong> '
        f"{words(desk, index)}</p>"
        f'<ul class="wp-events">{told}</ul>{_whys(desk, index)}</li>'
    )


def who(desk: PlaySight, index: int) -> str:
    """Who did an action: ``Allies (sparring partner):``."""
    side = desk.game.history[index].side
    name = WHO[side] if side else "Dice"
    if desk.game.history[index].action.startswith("draw "):
        name = "Cards"
    by = desk.by[index]
    tails = {BOT: "sparring partner", CHANCE: "", ITSELF: "the only choice"}
    tail = tails.get(by, "")
    if by == BOT and side and desk.table.player(side) != "greedy":
        tail = "random"
    if by == ITSELF and desk.table.chores:
        tail = "done by itself"
    return f"{name} ({tail}):" if tail else f"{name}:"


def words(desk: PlaySight, index: int) -> str:
    """An action in words as HTML; a roll as its dice."""
    action = read(desk.game.history[index].action)
    if isinstance(action, Roll):
        return dice(action, _before(desk, index))
    return escape(desk.words(index))


def _before(desk: PlaySight, index: int) -> State:
    return desk.game.history[index - 1].state if index else desk.game.start


def dice(roll: Roll, before: State) -> str:
    """Two dice with their pips; in a fight Japan's and the Allies'."""
    sides = (Side.JAPAN, Side.ALLIES)
    if before.phase is not Phase.COMBAT:
        name = f"two dice, {roll.first} and {roll.second}"
        sides = (Side.ALLIES, Side.JAPAN)
    else:
        name = f"Japan's die {roll.first}, the Allies' {roll.second}"
    drawn = "".join(
        dice_svg(value, side, size=26, named=False)
        for value, side in zip((roll.first, roll.second), sides, strict=True)
    )
    return f'<span class="wp-dice" role="img" aria-label="{name}">{drawn}</span>'


def _event(event: Event, where: str) -> str:
    rules = chips(event.rules, f"log{where}") if event.rules else ""
    return f'<li><span>{escape(event.text)}.</span> <span class="w-chips">{rules}</span></li>'


def _whys(desk: PlaySight, index: int) -> str:
    """Why a bot did it, line by line."""
    lines = tuple(_reasons(desk, index))
    if not lines:
        return ""
    rows = "".join(f"<li>{escape(line)}</li>" for line in lines)
    return (
        f'<details class="wp-why"><summary data-key="why:{index}">Why</summary>'
        f"<ul>{rows}</ul></details>"
    )


def _reasons(desk: PlaySight, index: int) -> Iterator[str]:
    side = desk.game.history[index].side
    if desk.by[index] != BOT or side is None or desk.table.player(side) == YOU:
        return
    hidden = side not in desk.table.mine and desk.game.history[index].action.startswith("card ")
    if not hidden:
        yield from desk.why(index)
