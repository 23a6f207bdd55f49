"""The lines on who leaves after a battle: cargo and lost units, those who walked in, the marker."""

from __future__ import annotations

from collections.abc import Iterator

from witp_learn.explain import say
from witp_learn.hexgrid import HexId
from witp_learn.model import Kind
from witp_learn.rules.combat.battles import ashore
from witp_learn.rules.combat.pieces import Piece
from witp_learn.rules.combat.record import Combat, Fought
from witp_learn.rules.combat_answers.outcome import decided_tally
from witp_learn.rules.combat_answers.records import Line
from witp_learn.rules.combat_answers.words import counted, forces, notes_text, place_of

_DESTROYED = {"fleet": "9.6.3e", "land": "9.6.3k", "assault": "9.6.3t"}


def after_lines(combat: Combat, fought: Fought) -> tuple[Line, ...]:
    """What a verdict leaves out of those who leave; empty where it says it all.

    Rules: 9.5.2c, 9.6.3b, 9.6.3e, 9.6.3k, 9.6.3t, 9.7a
    """
    _, winner = decided_tally(fought)
    beaten_landing = fought.battle.lander is winner.enemy
    found = [*_walked(combat, fought)] if beaten_landing else [*_left(combat, fought)]
    if any(note.event == "ended" for note in fought.notes):
        found.append(Line("marker", say("combat.line.marker"), ("9.7a",), hexes=(combat.hex,)))
    return tuple(found)


def opening_line(combat: Combat) -> Line | None:
    """The cargo that was ashore before the first battle, and bases lost and air units moved by it.

    Rules: 8.6.2a, 8.6.2b, 8.7a, 8.8b
    """
    notes = [*combat.landed, *(note for step in combat.opening for note in step.notes)]
    if not notes:
        return None
    text = "; ".join(notes_text(combat.before, notes))
    events = {note.event for note in notes}
    rules = ["8.6.2b"]
    rules += ["8.8b"] if "lost_base" in events else []
    rules += ["8.7a"] if events & {"displaced", "removed"} else []
    text = say("combat.line.joined", first=say("combat.line.landed_before"), second=text)
    return Line("landed", text, tuple(rules), hexes=(combat.hex,))


def _gone(fought: Fought, event: str) -> list[tuple[Piece, str]]:
    """The beaten that retreat or are destroyed, and where they go; not those who landed."""
    _, winner = decided_tally(fought)
    return [
        (note.piece, note.to)
        for note in fought.notes
        if note.event == event
        and note.piece is not None
        and note.side is winner.enemy
        and note.piece.part != "sea"
    ]


def _left(combat: Combat, fought: Fought) -> Iterator[Line]:
    """Cargo that sails away with a beaten fleet; units that have no hex to retreat to."""
    kind = fought.battle.kind
    if sailing := [(p.cargo, to) for p, to in _gone(fought, "retreated") if p.cargo is not None]:
        to = sailing[0][1]
        units = counted(Kind.LAND, len(sailing))
        key = "sails" if len(sailing) == 1 else "sail"
        text = say(f"combat.line.{key}", units=units, place=place_of(combat.before, to))
        yield Line("left", text, ("9.6.3b",), hexes=(to[:4],), value=len(sailing))
    if lost := [piece for piece, _ in _gone(fought, "destroyed")]:
        text = say("combat.line.no_retreat", units=forces(lost))
        yield Line("left", text, (_DESTROYED[kind],), hexes=(combat.hex,), value=len(lost))


def _walked(combat: Combat, fought: Fought) -> Iterator[Line]:
    """What becomes of those who walked in when the landing is lost: the result of land combat."""
    tally, winner = decided_tally(fought)
    loser, hex_id = winner.enemy, fought.battle.hex
    walkers = ashore(fought.before.here, loser, hex_id)
    if not walkers:
        return
    hexes: tuple[HexId, ...] = (hex_id,)
    rules: tuple[str, ...] = ()
    first = say("combat.line.walked", units=counted(Kind.LAND, len(walkers)))
    if gone := _gone(fought, "retreated"):
        to = gone[0][1]
        hexes = (to[:4],)
        units = forces(piece for piece, _ in gone)
        key = "walks_to" if len(gone) == 1 else "walked_to"
        then = say(f"combat.line.{key}", units=units, place=place_of(combat.before, to))
        rules = ("9.6.3h", "9.6.3j")
    elif gone := _gone(fought, "destroyed"):
        then = say("combat.line.no_retreat", units=forces(piece for piece, _ in gone))
        rules = ("9.6.3h", "9.6.3k")
    elif not (fought.over or (combat.pending and combat.pending.kind == "retreat")):
        return
    elif left := _ashore_now(fought):
        units = forces(left)
        key = "must" if tally.long else "stays" if len(left) == 1 else "stay"
        then = say(f"combat.line.walked_{key}", units=units, difference=tally.difference)
        rules = ("9.6.3h",) if tally.long else ("9.6.3f", "9.6.3g")
    else:
        then, rules = say("combat.line.walked_gone"), ("9.6.1f",)
    text = say("combat.line.joined", first=first, second=then[:1].lower() + then[1:])
    yield Line("walked", text, ("9.5.2c", *rules), hexes=hexes)


def _ashore_now(fought: Fought) -> list[Piece]:
    """The beaten who walked in and still stand ashore."""
    _, winner = decided_tally(fought)
    here = fought.after.here if fought.after else ()
    return [p for p in ashore(here, winner.enemy, fought.battle.hex) if p.part != "sea"]
