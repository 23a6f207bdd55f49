"""What a changed die, choice or counter changes in a fight, in sentences, and nothing else (9)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from witp_learn.explain import say
from witp_learn.model import Side
from witp_learn.rules.combat.record import Combat, Fought
from witp_learn.rules.combat.tally import SIDES, Pair, added
from witp_learn.rules.combat_answers.hurt import hurt, hurt_list, hurt_text
from witp_learn.rules.combat_answers.outcome import extra_due, outcome
from witp_learn.rules.combat_answers.sheet import link_label
from witp_learn.rules.combat_answers.words import (
    capital,
    forces,
    notes_phrases,
    place_of,
    side_name,
    side_words,
    whose,
    winner_words,
)


def what_changed(before: Combat, after: Combat) -> tuple[str, ...]:
    """Sentences on what differs between two fights for the same hex; only what really does.

    Rules: 9.6a, 9.6.1a, 9.6.1b, 9.6.2c, 9.6.3a
    """
    told: list[str] = []
    changed = 0
    several = max(len(before.battles), len(after.battles)) > 1
    for index, (old, new) in enumerate(zip(before.battles, after.battles, strict=False)):
        if old.battle.kind != new.battle.kind:
            told.append(_other_battle(old, new))
            changed += 2
            continue
        found = list(_battle((before, old), (after, new)))
        if found and several:
            found[0] = _placed(after, index, found[0])
        changed += bool(found)
        told += found
    more = [*_more_or_fewer(before, after)]
    if more or changed > 1:
        told += [*more, *_left(before, after)]
    if len(told) < 2:
        told.append(say(f"combat.changed.{'else' if told else 'nothing'}"))
    return tuple(told)


def _kind(fought: Fought) -> str:
    return say(f"combat.{fought.battle.kind}")


def _placed(combat: Combat, index: int, text: str) -> str:
    return say("combat.changed.placed", kind=link_label(combat.battles[index].battle), text=text)


def _other_battle(old: Fought, new: Fought) -> str:
    return say("combat.changed.other", old=_kind(old), new=capital(_kind(new)))


def _more_or_fewer(before: Combat, after: Combat) -> Iterator[str]:
    common = min(len(before.battles), len(after.battles))
    for fought in before.battles[common:]:
        yield say("combat.changed.fewer", kind=_kind(fought))
    for fought in after.battles[common:]:
        yield say("combat.changed.more", kind=capital(_kind(fought)))


Told = tuple[Combat, Fought]


def _battle(was: Told, now: Told) -> Iterator[str]:
    """Everything that differs in one battle."""
    if numbers := _numbers(was[1], now[1]):
        yield numbers
    old, new = was[1].tally, now[1].tally
    ties = [len(fought.rolls) - (fought.tally is not None) for _, fought in (was, now)]
    if ties[0] != ties[1]:
        yield say("combat.changed.ties", old=ties[0], new=ties[1])
    if new is None or new.winner is None:
        if old is not None:
            yield say("combat.changed.undecided")
        return
    if old is None or old.winner is not new.winner:
        yield say("combat.changed.wins", difference=new.difference, **winner_words(new.winner))
    if old is not None and (hits := _hits(was, now)):
        yield hits
    if then := _outcome(was[1], now):
        yield then
    yield from _losses(was, now)


def _numbers(was: Fought, now: Fought) -> str:
    """``Japan's die 3 to 6: total 7 to 9, difference 1 to 3.``"""
    told: list[str] = []
    both = bool(was.rolls and now.rolls)
    totals = [_totals(fought) for fought in (was, now)]
    for at, side in enumerate(SIDES):
        inputs = []
        if was.stakes.strength[at] != now.stakes.strength[at]:
            inputs.append(_to("strength", was.stakes.strength[at], now.stakes.strength[at]))
        if both and was.rolls[-1][at] != now.rolls[-1][at]:
            inputs.append(_to("die", was.rolls[-1][at], now.rolls[-1][at]))
        if not inputs:
            continue
        name = whose(side)
        text = f"{name if told else capital(name)} {', '.join(inputs)}"
        if both and totals[0][at] != totals[1][at]:
            text = f"{text}: {_to('total', totals[0][at], totals[1][at])}"
        told.append(text)
    if not told:
        return ""
    text = "; ".join(told)
    gaps = [abs(japan - allies) for japan, allies in totals]
    if both and gaps[0] != gaps[1]:
        text += f", {_to('difference', gaps[0], gaps[1])}"
    return f"{text}."


def _totals(fought: Fought) -> Pair:
    """Both totals by the last roll; the strengths before any."""
    japan, allies = fought.stakes.strength
    if not fought.rolls:
        return japan, allies
    first, second = (added(fought.battle.kind, die) for die in fought.rolls[-1])
    return japan + first, allies + second


def _to(key: str, old: int, new: int) -> str:
    return say(f"combat.changed.{key}", old=old, new=new)


def _hits(was: Told, now: Told) -> str:
    told = []
    for at, side in enumerate(SIDES):
        ours = [_suffered(*t, at, side) for t in (was, now)]
        for key, old, new in zip(("hits", "extra"), ours[0], ours[1], strict=True):
            if old != new:
                name = side_name(side)
                told.append(say(f"combat.changed.{key}", side=name, old=old, new=new))
    return f"{capital(', '.join(told))}." if told else ""


def _suffered(combat: Combat, fought: Fought, at: int, side: Side) -> tuple[int, int]:
    hits = fought.tally.hits[at] if fought.tally else 0
    return hits, extra_due(fought, combat, side)


def _outcome(was: Fought, now: Told) -> str:
    """What the loser does now, where that is something else than before."""
    combat, fought = now
    tally = fought.tally
    if tally is None or tally.winner is None:
        return ""
    old, new = None if was.tally is None else outcome(was), outcome(fought)
    same_loser = was.tally is not None and was.tally.winner is tally.winner
    if same_loser and old is not None and (old.key, old.to) == (new.key, new.to):
        return ""
    if new.key == "stay":
        return say("combat.verdict.stay") if old is None or old.key != "continuing" else ""
    place = place_of(combat.before, new.to) if new.to else ""
    words = winner_words(tally.winner)
    return say(f"combat.changed.outcome.{new.key}", place=place, **words)


def _losses(was: Told, now: Told) -> Iterator[str]:
    """Losses there are now and were not before, the other way round, and more or fewer of them."""
    hurts = [hurt(fought.decided) + hurt(fought.decided, aboard=True) for _, fought in (was, now)]
    other = [_moved(*told) for told in (was, now)]
    for key, new, old in (("now", 1, 0), ("no_longer", 0, 1)):
        only = Counter({loss: n for loss, n in hurts[new].items() if loss not in hurts[old]})
        items = hurt_list(now[0].before, only)
        items += [t for t in other[new] if t not in other[old]]
        if items:
            yield say(f"combat.changed.{key}", items="; ".join(items))
    other_counts = [
        say("combat.changed.count", loss=hurt_text(now[0].before, loss, 1), old=old, new=new)
        for loss, old in hurts[0].items()
        if (new := hurts[1][loss]) and new != old
    ]
    if other_counts:
        yield say("combat.changed.counts", items="; ".join(other_counts))


def _moved(combat: Combat, fought: Fought) -> tuple[str, ...]:
    """Air units driven off and bases lost."""
    notes = [n for n in fought.notes if n.event in ("displaced", "lost_base")]
    return notes_phrases(combat.before, notes)


def _left(before: Combat, after: Combat) -> Iterator[str]:
    """What stands in the hex in the end, where both fights are over and it differs."""
    if not (before.over and after.over):
        return
    for side in SIDES:
        units = [
            forces(p for p in c.moment.here if p.hex == c.hex and p.side is side)
            for c in (before, after)
        ]
        if units[0] != units[1]:
            place = after.before.board.label(after.hex)
            yield say("combat.changed.left", place=place, units=units[1], **side_words(side))
