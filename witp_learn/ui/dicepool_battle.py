"""The battle of the dice-pool lab as HTML: dice that are due, decisions, ledger, how it ends."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from itertools import groupby

from witp_learn.dicepool import Due, Fire, Force, Result, Role, Stage
from witp_learn.dicepool.answers import can_attack
from witp_learn.dicepool.ledger import AIR_RULES
from witp_learn.dicepool.stages import REMOVAL, RULES, dice
from witp_learn.dicepool.units import counted, dice_word
from witp_learn.explain import say
from witp_learn.ui.buttons import button
from witp_learn.ui.dicepool_desk import DicepoolDesk
from witp_learn.ui.dicepool_fight import Entry, Fight
from witp_learn.ui.dicepool_forces import listed
from witp_learn.view.cards import chips
from witp_learn.view.dicepool_ledger import (
    FIRES,
    STAGES,
    ended_words,
    removal_html,
    standing_html,
    volley_html,
)
from witp_learn.view.dicepool_parts import die_svg, die_words, side_tag

MOST_DICE = 48
"""Dice that are shown one by one to be set; of more the rest is only thrown."""


def battle(desk: DicepoolDesk) -> str:
    """What is due, who stands, and the ledger, the newest round first."""
    found = desk.fight
    if found is None:
        return (
            '<section class="witp-card"><h2>No battle yet</h2>'
            "<p>Put units on both sides, or type both forces.</p></section>"
        )
    moment = found.moment
    standing = standing_html(moment.attacker, moment.defender) if desk.setup.steps else ""
    return f"{_now(desk, found)}{standing}{_still_firing(found)}{_ledger(desk, found)}"


def _still_firing(found: Fight) -> str:
    """That what is destroyed in a stage still fires in it, while that matters."""
    moment, wanted = found.moment, found.due
    if wanted is None:
        return ""
    fires, now = moment.firing(wanted.side), moment.force(wanted.side)
    if fires.counts() == now.counts():
        return ""
    rule = chips((REMOVAL[wanted.fire.stage], "d-simultaneity"), "still")
    return (
        '<p class="dl-told"><span class="w-note">Units destroyed in this stage leave at its end, '
        f'and still fire in it.</span><span class="w-chips">{rule}</span></p>'
    )


# ---------------------------------------------------------------- what is due


def _now(desk: DicepoolDesk, found: Fight) -> str:
    if desk.editing is not None:
        return _editing(desk, found)
    wanted = found.due
    if wanted is not None:
        return _volley(desk, found, wanted)
    if found.result is not None:
        return _ended(desk, found)
    return _decision(desk, found)


def _strip(found: Fight, now: Stage | None) -> str:
    """The stages of the round, the present one marked."""
    items = "".join(
        f"<li{' aria-current=step' if stage is now else ''}>{words}</li>"
        for stage, words in STAGES.items()
        if stage is not Stage.WITHDRAWAL or now is Stage.WITHDRAWAL or found.moment.deciding
    )
    return (
        f'<div class="dl-strip"><h2>Round {found.moment.round}</h2><ol>{items}</ol>'
        f'<span class="w-chips">{chips(("D-round-1",), "strip")}</span></div>'
    )


def _volley(desk: DicepoolDesk, found: Fight, wanted: Due) -> str:
    parts = ", ".join(part.text for part in wanted.dice.parts)
    rules = dict.fromkeys((RULES[wanted.fire, wanted.side][0], "D-units-6"))
    first = RULES[wanted.fire, wanted.side][1]
    head = (
        f'<div class="dp-head">{side_tag(wanted.side)}'
        f"<strong>{FIRES[wanted.fire]}: {dice_word(wanted.count)}</strong>"
        f'<span class="w-note">{escape(parts)}</span>'
        f'<span class="w-chips">{chips(rules, "due")}</span></div>'
    )
    done = 0 not in desk.dice
    ways = button("Place the hits", "next", kind="primary") if done else ""
    ways += button("Roll the rest" if any(desk.dice) else "Roll", "roll", kind=_first(not done))
    ways = ways if not done else button("Place the hits", "next", kind="primary")
    ways += button("Whole round", "roll-round", kind="")
    ways += button("To the end", "roll-all", kind="")
    told = _told(desk)
    return (
        f'<section class="witp-card dl-now" aria-label="Dice that are due">'
        f"{_strip(found, wanted.fire.stage)}{head}{_dice(desk, wanted.side)}{told}"
        f'{_targets(desk, found, wanted, first)}<div class="witp-row">{ways}{_anew(desk)}</div>'
        "</section>"
    )


def _first(is_first: bool) -> str:
    return "primary" if is_first else ""


def _anew(desk: DicepoolDesk) -> str:
    return button("Begin anew", "again", kind="") if desk.setup.steps else ""


def _dice(desk: DicepoolDesk, role: Role) -> str:
    """The dice as buttons: each click the next number."""
    faces = "".join(
        f'<button type="button" class="dl-die" data-action="die" data-value="{place}" '
        f'data-key="die-{place}" aria-label="Die {place + 1}: {die_words(value)}">'
        f"{die_svg(value, role, 40, named=False)}</button>"
        for place, value in enumerate(desk.dice[:MOST_DICE])
    )
    more = len(desk.dice) - MOST_DICE
    rest = f'<span class="w-note">and {more} more, which are only thrown</span>' if more > 0 else ""
    return f'<div class="dl-dice" role="group" aria-label="Dice">{faces}{rest}</div>'


def _told(desk: DicepoolDesk) -> str:
    laid = [die for die in desk.dice if die]
    if not laid:
        words = "Click a die, type 1 to 6, or roll. 4 or less is a hit."
    else:
        hits = counted(sum(die <= 4 for die in laid), "hit")
        left = len(desk.dice) - len(laid)
        words = f"{hits}, {dice_word(left)} still to set" if left else hits
    rule = chips(("D-units-7",), "told")
    return f'<p class="dl-told"><span>{words}</span><span class="w-chips">{rule}</span></p>'


def _targets(desk: DicepoolDesk, found: Fight, wanted: Due, rule: str) -> str:
    """Where the hits go: by the forced order, or as the shooter wishes."""
    target = found.moment.force(wanted.side.other)
    names = [g.name for g in target if g.name in wanted.order and g.room]
    names.sort(key=wanted.order.index)
    why = f'<span class="w-chips">{chips((rule,), "aim")}</span>'
    if wanted.fire is Fire.MAIN or len(names) < 2:
        words = f"Hits go to {', then '.join(names)}."
        return f'<p class="dl-told"><span>{escape(words)}</span>{why}</p>'
    first = desk.setup.order[0] if desk.setup.order else names[0]
    picks = "".join(
        button(name, "aim", name, pressed=name == first, kind="", label=f"Hit {name} first")
        for name in names
    )
    return (
        f'<div class="dl-aim" role="group" aria-label="Hit first"><span>Hits first, by choice of '
        f"the {wanted.side}:</span>{picks}{why}</div>"
    )


def _editing(desk: DicepoolDesk, found: Fight) -> str:
    """The dice of a volley that was fired, to be changed."""
    entry = found.entries[desk.editing or 0]
    volley = entry.volley
    if volley is None:
        return ""
    due = volley.due
    ways = button("Take these dice", "next", kind="primary") + button("Roll anew", "roll", kind="")
    ways += button("Leave it as it was", "close", kind="", where="edit-")
    return (
        '<section class="witp-card dl-now" aria-label="Change dice">'
        f'<div class="dl-strip"><h2>Change: round {due.round}, {STAGES[due.fire.stage].lower()}'
        f'</h2></div><div class="dp-head">{side_tag(due.side)}<strong>{FIRES[due.fire]}: '
        f"{dice_word(due.count)}</strong></div>{_dice(desk, due.side)}"
        f'<p class="dl-told">What comes after follows as far as its dice still fit.</p>'
        f'<div class="witp-row">{ways}</div></section>'
    )


def _decision(desk: DicepoolDesk, found: Fight) -> str:
    """A round is over: go on, or one side withdraws; the defender declares first."""
    moment, planned = found.moment, found.planned
    go = button(f"Round {moment.round + 1}", "decide", "go", kind=_first(planned is None))
    rows = "".join(_leaving(found, role, planned is role) for role in reversed(Role))
    more = button("Whole round", "roll-round", kind="") + button("To the end", "roll-all", kind="")
    return (
        '<section class="witp-card dl-now" aria-label="After the round">'
        f"{_strip(found, None)}<p>The round is over and both sides have land units left. Either "
        "side may withdraw to a friendly territory; the defender is asked first.</p>"
        f'<div class="dl-leaving">{rows}</div>'
        f'<div class="witp-row">{go}{more}{_anew(desk)}</div>'
        '<p class="w-chips">'
        f"{chips(_AFTER, 'after')}"
        "</p></section>"
    )


_AFTER = ("D-completion-7", "D-withdraw-1", "D-withdraw-2", "d-withdraw-choice")


def _leaving(found: Fight, role: Role, planned: bool) -> str:
    """One side's withdrawal, with the dice it brings."""
    moment = found.moment
    theirs = dice(Fire.PURSUIT, moment.force(role.other))
    ours = dice(Fire.COVER, moment.force(role))
    words = f"{role.capitalize()} withdraws"
    note = (
        f"the {role.other}'s planes and tanks throw {dice_word(theirs)}, "
        f"then the {role}'s aircraft {dice_word(ours)}"
    )
    mark = " By the plan." if planned else ""
    rules = ["D-withdraw-3", "D-withdraw-5"]
    if any(group.left and not can_attack(group.unit) for group in moment.force(role)):
        note += "; what has movement 0 goes along"
        rules += ["d-withdraw-order"]
    way = button(words, "decide", f"{role}-leaves", kind=_first(planned))
    return (
        f'<p>{way}<span class="w-note">{note}.{mark}</span>'
        f'<span class="w-chips">{chips(rules, f"leave-{role}")}</span>'
        "</p>"
    )


# ---------------------------------------------------------------- how it ends


def _ended(desk: DicepoolDesk, found: Fight) -> str:
    ended = found.result
    if ended is None:
        return ""
    ledger = found.ledger
    rows = "".join(
        f"<li>{side_tag(role)}<span>{_keeps(role, ended)} {escape(listed(ended.force(role)))}; "
        f"loses {ledger.lost_pu(role) if ledger else 0} PU</span></li>"
        for role in Role
    )
    planes = "".join(
        f"<li><span>{escape(say(f'dicepool.aircraft.{told}', side=role))}.</span>"
        f'<span class="w-chips">{chips((AIR_RULES[told],), f"planes-{role}")}</span></li>'
        for role, told in ended.aircraft.items()
    )
    ways = button("Begin anew", "again", kind="primary") + _copy(desk)
    if found.still:
        ways += "".join(
            button(f"{role.capitalize()} withdraws", "decide", f"{role}-leaves", kind="")
            for role in Role
        )
    held = f"Controls the territory: the {ended.holder}."
    return (
        '<section class="witp-card dl-now dl-ended" aria-label="How it ended">'
        f"<h2>{ended_words(ended.fate)}</h2><p><strong>{held}</strong> "
        f"{counted(found.moment.round, 'round')}.</p>"
        f'<ul class="dl-left">{rows}{planes}<li><span>Injured units are at full health again.'
        f'</span><span class="w-chips">{chips(("D-completion-6",), "heal")}</span></li></ul>'
        f'<p class="w-chips">{chips(ended.rules, "ended")}</p>'
        f'<div class="witp-row">{ways}</div></section>'
    )


def _keeps(role: Role, ended: Result) -> str:
    """Whether a side keeps what is left to it there, or has left with it."""
    return "withdrew with" if role is ended.leaver else "keeps"


def _copy(desk: DicepoolDesk) -> str:
    return (
        '<button type="button" class="witp-btn" data-key="copy-ledger" '
        f'data-copy="{escape(text_copy(desk))}">Copy as text</button>'
    )


# ---------------------------------------------------------------- the ledger


def _ledger(desk: DicepoolDesk, found: Fight) -> str:
    rounds = groupby(found.entries, key=lambda entry: entry.before.round)
    made = [_round(desk, number, tuple(entries)) for number, entries in rounds]
    if not made:
        return ""
    ways = f'<div class="witp-row">{_copy(desk)}</div>' if found.result is None else ""
    return (
        f'<section class="dl-ledger" aria-label="Ledger">{"".join(reversed(made))}{ways}</section>'
    )


def _round(desk: DicepoolDesk, number: int, entries: Sequence[Entry]) -> str:
    parts = []
    for stage, found in groupby(entries, key=lambda entry: entry.stage):
        rows = tuple(found)
        parts.append(_stage(desk, stage, rows) if stage else _decided(rows[0]))
    return f'<section class="witp-card"><h3>Round {number}</h3>{"".join(parts)}</section>'


def _stage(desk: DicepoolDesk, stage: Stage, entries: Sequence[Entry]) -> str:
    volleys = "".join(
        volley_html(entry.volley, entry.step, open_now=entry.step == desk.editing)
        for entry in entries
        if entry.volley
    )
    last = entries[-1].after
    over = last.step in (2, 6) or last.step > 7 or last.round > entries[-1].before.round
    lost = list(_lost(entries))
    ended = removal_html(stage, lost, f"end-{entries[0].step}") if over else ""
    return f'<div class="dl-stage"><h4>{STAGES[stage]}</h4>{volleys}{ended}</div>'


def _lost(entries: Sequence[Entry]) -> Iterator[tuple[Role, str, int]]:
    """What the volleys of a stage destroyed."""
    first, last = entries[0].before, entries[-1].after
    for role in Role:
        before: Force = first.force(role)
        for group in before:
            yield role, group.name, group.left - last.force(role).left(group.name)


def _decided(entry: Entry) -> str:
    leaver = entry.after.leaver
    if leaver is None:
        return ""
    return (
        f'<p class="dp-removal"><span>The {leaver} withdraws.</span>'
        f'<span class="w-chips">{chips(("D-withdraw-1",), f"went-{entry.step}")}</span></p>'
    )


def text_copy(desk: DicepoolDesk) -> str:
    """The battle so far as plain text, the line that brings it back first."""
    found = desk.fight
    if found is None:
        return desk.shared()
    ledger = found.ledger
    if ledger is not None:
        return f"{desk.shared()}\n\n{ledger}"
    lines = [desk.shared(), ""]
    for number in range(1, found.moment.round + 1):
        lines.append(say("dicepool.round", number=number))
        for volley in found.volleys(number):
            lines.append(f"  {volley.due}: {' '.join(map(str, volley.dice))}")
            fell = "; ".join(str(row) for row in volley.placed) or say("dicepool.no_hits")
            lines.append(f"    {fell} ({', '.join(volley.rules)})")
    return "\n".join(lines)
