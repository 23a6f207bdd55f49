"""The lines of a result: hits and caps, extra hits, cargo, landing loss, what stays (9.6)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attrs import evolve

from witp_learn.explain import say
from witp_learn.hexgrid import HexId
from witp_learn.model import Kind, Side
from witp_learn.rules.combat.losses import Note, extra_hits
from witp_learn.rules.combat.record import Combat, Decided, Fought
from witp_learn.rules.combat.tally import SIDES
from witp_learn.rules.combat_answers.after import after_lines, opening_line
from witp_learn.rules.combat_answers.hurt import HIT, hurt, hurt_list
from witp_learn.rules.combat_answers.outcome import (
    decided_tally,
    extra_due,
    extra_kind,
    outcome,
    supporting,
)
from witp_learn.rules.combat_answers.owed import loser_owes, winner_owes
from witp_learn.rules.combat_answers.records import Line
from witp_learn.rules.combat_answers.words import (
    capital,
    cargo_is_hit,
    cargo_marked,
    counted,
    forces,
    notes_text,
    number_of,
    place_of,
    side_name,
    side_words,
    winner_words,
)


def result_lines(combat: Combat, index: int) -> tuple[Line, ...]:
    """Every line of the result of a battle; none before the dice have decided.

    Rules: 9.6.1a, 9.6.1b, 9.6.1c, 9.6.1j, 9.6.1k, 9.6.2a, 9.6.2b, 9.6.3b, 9.6.3f, 9.6.3h, 9.6.3l
    """
    fought = combat.battles[index]
    if fought.tally is None:
        return ()
    first = opening_line(combat) if index == 0 else None
    found = [] if first is None else [first]
    _, winner = decided_tally(fought)
    found += [_owed(combat, fought, side) for side in (winner.enemy, winner)]
    found += [_extra(combat, fought, side) for side in SIDES]
    result = _result(combat, fought)
    found += [*_cargo(combat, fought), *_landing_loss(fought), result]
    found += [*after_lines(combat, fought), *_bases(combat, fought)]
    if fought.over:
        found.append(_stays(combat, fought, "9.7a" if "9.7a" in result.rules else result.rules[0]))
    return tuple(found)


# -- hits


def _owed(combat: Combat, fought: Fought, side: Side) -> Line:
    """The hits that a side takes, with what they did."""
    tally, winner = decided_tally(fought)
    owes = winner_owes if side is winner else loser_owes
    line = owes(fought.stakes, tally, winner)
    due = tally.hits[SIDES.index(side)]
    told, lost = _with_effects(combat, fought, side, ("hit",), line.text, due)
    return evolve(line, text=told, rules=(*line.rules, *lost))


def _with_effects(
    combat: Combat, fought: Fought, side: Side, kinds: tuple[str, ...], told: str, due: int
) -> tuple[str, tuple[str, ...]]:
    """The text with what the hits did, and the clause by which surplus ones are lost, if any are.

    Rules: 9.6.1k
    """
    steps = [s for s in fought.decided if s.question.kind in kinds and s.question.side is side]
    did = hurt_list(combat.before, hurt(steps))
    lost: tuple[str, ...] = ()
    waiting = 0 if fought.over else _waiting(combat, kinds, side, due)
    if waiting:
        did.append(say("combat.line.placing", hits=number_of("hits.", waiting)))
    elif surplus := due - _landed_hits(steps):
        hits = number_of("hits.", surplus)
        did.append(say("combat.line.surplus", hits=hits, them="it" if surplus == 1 else "them"))
        lost = ("9.6.1k",)
    if did:
        told = say("combat.line.joined", first=told, second="; ".join(did))
    return told, lost


def _landed_hits(steps: Iterable[Decided]) -> int:
    """How many hits found a unit; hits on cargo are not counted."""
    return sum(
        1
        for s in steps
        for note, aboard in cargo_marked(s.notes)
        if note.event in HIT and not aboard
    )


def _waiting(combat: Combat, kinds: tuple[str, ...], side: Side, due: int) -> int:
    """The hits of these kinds still to be placed; extra hits wait until all others are (9.6.2)."""
    todo = [t for t in combat.moment.todo if t.side is side]
    if "hit" not in kinds and any(t.kind == "extra" for t in todo):
        return due
    return sum(t.left for t in todo if t.kind in kinds)


# -- extra hits


def _extra(combat: Combat, fought: Fought, side: Side) -> Line:
    tally, _ = decided_tally(fought)
    kind = extra_kind(fought, combat, side)
    die = tally.dice[1 - SIDES.index(side)]
    words = {**side_words(side), "die": str(die)}
    key = f"extra_{side.value}"
    if kind in ("no_die", "no_air"):
        rule = "9.6.2a" if kind == "no_die" else "9.6.2b"
        name = "no_extra_die" if kind == "no_die" else "no_extra_air"
        return Line(key, say(f"combat.line.{name}", **words), (rule,), value=0)
    due = extra_due(fought, combat, side)
    if kind == "carrier":
        told = say("combat.line.extra_carrier", **words)
        text, lost = _with_effects(combat, fought, side, ("carrier",), told, due)
        worked = say("combat.line.extra_sum_carrier", **words)
        return Line(key, text, ("9.6.2g", "9.6.2c", *lost), worked, value=due)
    each = extra_hits(die)
    hits = number_of("hits.extra_", each)
    flying = counted(Kind.AIR, supporting(fought, combat, side))
    name = "extra_each" if kind == "each" else "extra"
    told = say(f"combat.line.{name}", hits=hits, units=flying, **words)
    text, lost = _with_effects(combat, fought, side, ("air",), told, due)
    rules = ("9.6.2e" if each == 1 else "9.6.2f", "9.6.2c", *lost)
    return Line(key, text, rules, say("combat.line.extra_sum", **words), value=due)


# -- cargo


def _cargo(combat: Combat, fought: Fought) -> Iterator[Line]:
    """What the hits on ships did to what they carry, and cargo that lands unopposed."""
    if fought.battle.kind != "fleet":
        return
    marked = [pair for s in fought.decided for pair in cargo_marked(s.notes)]
    state = combat.before
    loaded = any(n.event in HIT and n.piece and n.piece.cargo for n, _ in marked)
    damaged = sum(1 for _, aboard in marked if aboard)
    moved = [n for n, _ in marked if n.event in ("shifted", "drowned")]
    if loaded and not cargo_is_hit(state):
        yield Line("cargo", say("combat.line.cargo_spared"), ("9.6.1j",), value=0)
    elif damaged:
        did = "; ".join(hurt_list(state, hurt(fought.decided, aboard=True)))
        told = say("combat.line.joined", first=say("combat.line.cargo"), second=did)
        yield Line("cargo", told, ("9.6.1j", "9.6.1i"), value=damaged)
    for event, key in (("shifted", "cargo_moved"), ("drowned", "cargo_lost")):
        if those := [n for n in moved if n.event == event]:
            told = say(
                "combat.line.joined", first=say(f"combat.line.{key}"), second=str(len(those))
            )
            yield Line("cargo", told, ("9.6.1j",), value=len(those))
    if landed := [n for n in fought.notes if n.event == "landed"]:
        side = landed[0].side or Side.JAPAN
        first = say("combat.line.landed_free", **side_words(side))
        told = say("combat.line.joined", first=first, second=counted(Kind.LAND, len(landed)))
        faced = any(
            p.side is side.enemy and p.hex == combat.hex and not p.is_fleet
            for p in fought.before.here
        )
        rules = ("8.6.2d", "8.6.2e") if faced else ("8.6.2b",)
        yield Line("cargo", told, rules, value=len(landed))


# -- after the hits


def _landing_loss(fought: Fought) -> Iterator[Line]:
    found = outcome(fought)
    if found.key not in ("embarked", "destroyed", "both_stay"):
        return
    count = found.boarded + found.lost
    half = sum(1 for s in fought.decided if s.question.kind == "lose")
    if not count:
        return
    did = [say(f"combat.line.{'of_landed' if half else 'none_landed'}", count=count, lost=half)]
    if found.boarded:
        did.append(say("combat.line.back", count=found.boarded))
    if stranded := found.lost - half:
        did.append(say("combat.line.stranded", count=stranded))
    rules = ("9.6.3l", *(["9.6.3m"] if found.boarded else []), *(["9.6.3n"] if stranded else []))
    worked = say("combat.line.landing_loss_sum", count=count, half=half)
    yield Line("landing_loss", "; ".join(did), rules, worked, value=half)


def _result(combat: Combat, fought: Fought) -> Line:
    """Whether the loser has to leave, and where it went."""
    tally, winner = decided_tally(fought)
    found, words = outcome(fought), winner_words(winner)
    kind, beaten = fought.battle.kind, fought.battle.lander is winner.enemy
    if kind == "fleet":
        first, rules = say("combat.line.long_fleet"), ["9.6.3b", *_LEAVES.get(found.key, ())]
    elif beaten:
        first, rules = say("combat.line.landing_lost"), ["9.6.3l"]
    else:
        key = "long" if tally.long else "short"
        first = say(f"combat.line.{key}", difference=tally.difference, **words)
        rules = list(_ON_LAND[kind][tally.long])
        rules += _ON_LAND_TO[kind].get(found.key, ())
    hexes: tuple[HexId, ...] = (found.to[:4],) if found.to else ()
    told = [first]
    if found.key not in ("stay", "fails", "must", "must_fleet"):
        where = place_of(combat.before, found.to) if found.to else ""
        then = say(
            f"combat.verdict.{found.key}",
            place=where,
            units=counted(Kind.LAND, found.boarded),
            **words,
        )
        told.append(then.rstrip("."))
    return Line("result", ". ".join(told), tuple(rules), hexes=hexes)


_LEAVES = {"retreat": ("9.6.3d",), "nowhere": ("9.6.3e",), "gone_fleet": ("9.6.1f",)}
_ON_LAND = {
    "land": (("9.6.3f",), ("9.6.3h",)),
    "assault": (("9.6.3o",), ("9.6.3q",)),
}
_ON_LAND_TO = {
    "land": {"nowhere": ("9.6.3k",), "retreat": ("9.6.3j",), "continuing": ("9.6.3g", "9.7a")},
    "assault": {"nowhere": ("9.6.3t",), "retreat": ("9.6.3s",), "continuing": ("9.6.3g", "9.7a")},
}


def _bases(combat: Combat, fought: Fought) -> Iterator[Line]:
    """Bases that are gone, and air units that had to leave (8.7, 8.8)."""
    lost = [n for n in fought.notes if n.event == "lost_base"]
    leaving = [
        n for s in fought.decided if s.question.kind == "displace" for n in s.notes if n.piece
    ]
    moved = [n for n in leaving if n.event in ("displaced", "removed")]
    hexes = tuple(dict.fromkeys(n.to[:4] for n in (*lost, *moved) if n.to))
    if lost:
        told = "; ".join(notes_text(combat.before, lost))
        yield Line("bases", told, ("8.8b",), hexes=hexes)
    if moved:
        told = "; ".join(notes_text(combat.before, moved))
        rules = [r for r, e in (("8.7b", "displaced"), ("8.7c", "removed")) if _any(moved, e)]
        yield Line("bases", told, ("8.7a", *rules), hexes=hexes)


def _any(notes: Iterable[Note], event: str) -> bool:
    return any(n.event == event for n in notes)


def _stays(combat: Combat, fought: Fought, rule: str) -> Line:
    """What stands in the hex when the battle is over, by the clause that decided the result."""
    hex_id = fought.battle.hex
    here = fought.after.here if fought.after else ()
    left = {side: [p for p in here if p.hex == hex_id and p.side is side] for side in SIDES}
    told = [
        say("combat.line.stays_side", side=side_name(side), units=forces(units))
        for side, units in left.items()
    ]
    place = combat.before.board.label(hex_id)
    text = say("combat.line.stays", place=place, japan=capital(told[0]), allies=told[1])
    return Line("stays", text, (rule,), hexes=(hex_id,))
