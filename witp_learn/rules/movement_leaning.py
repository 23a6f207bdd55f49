"""What a move hangs by: single counters and single map facts that would make it other (8.4, 8.5).

Everything is found by trying the change and judging the same move again.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from attrs import evolve, frozen

from witp_learn import edits
from witp_learn.explain import Fact, RulingEffect, say
from witp_learn.hexgrid import HexId
from witp_learn.model import Board, Hex, Kind, Terrain, Unit, side_pair
from witp_learn.rulebook import ruling
from witp_learn.rules.answers import fact_text
from witp_learn.rules.leaning import alternatives, open_to_doubt
from witp_learn.rules.moves import Move, again, marched

GROUND = ("terrain", "mountain", "land_part", "jungle", "area")
"""The data of a hex that open or close it, or make it dearer."""


@frozen
class Saving:
    """A single edit that makes a move allowed, or cheaper. ``rp``: what it costs then."""

    edit: edits.Edit
    rp: int


def savings(move: Move) -> tuple[Saving, ...]:
    """Every single edit that would allow the move, or make it cheaper, cheapest first.

    An enemy counter gone or turned over, an own air unit restored, a full one of the side
    arriving in a hex of the way.

    Rules: 2.2.3a, 2.2.3i, 8.4f, 8.4g, 8.5g, 8.5h, 8.5j, 8.5k
    """
    found: list[Saving] = []
    for edit in _edits(move):
        try:
            after = again(move, edits.apply(move.state, edit))
        except edits.CannotEdit:
            continue
        if after.legal and (not move.legal or after.cost < move.cost):
            found.append(Saving(edit, after.cost))
    return tuple(sorted(found, key=lambda one: one.rp))


def _edits(move: Move) -> Iterator[edits.Edit]:
    state, side = move.state, move.stack.side
    way = tuple(dict.fromkeys(at[:4] for at in move.path))
    near = {n for h in way[1:] for n in state.board.neighbours(h)}
    for unit in dict.fromkeys(evolve(u, count=1) for u in state.units):
        if unit.side is not side and (unit.hex in way or (unit.kind is Kind.AIR and unit.full)):
            if unit.hex in way or unit.hex in near:
                if unit.full:
                    yield edits.flip(unit)
                yield edits.remove(unit)
        elif unit.side is side and unit.kind is Kind.AIR and not unit.full and unit.hex in way:
            yield edits.flip(unit)
    nation = next((u.nation for u in move.stack.units), None)
    for hex_id in way[1:]:
        if nation and not state.full_air(hex_id, side):
            yield edits.add(Unit(hex_id, nation, Kind.AIR))


def facts(move: Move) -> tuple[Fact, ...]:
    """The assumed or unknown map data whose other value would change the verdict or the cost.

    A move that is only too dear rests on the same facts as when it could be paid.

    Rules: 2.3.2c, 2.3.2d, 8.4i, 8.5c, 8.5d, 8.5i, 8.6.1d
    """
    if move.reasons and all(reason.why == "no_rp" for reason in move.reasons):
        move = evolve(move, available=None, reasons=())
    return tuple(_facts(move))


def _facts(move: Move) -> Iterator[Fact]:
    board, way = move.state.board, [at[:4] for at in move.path]
    for hex_id in dict.fromkeys(way[1:]):
        place = board[hex_id]
        for key in GROUND:
            if not open_to_doubt(place, key):
                continue
            for other in _others(place, key):
                if _turns(move, board.with_hex(other)):
                    origin = place.origin(key)
                    texts = [_text(p, key) for p in (place, other)]
                    yield Fact(hex_id, key, texts[0], origin.grade.value, origin.why, texts[1])
                    break
    for start, to in dict.fromkeys(pairwise(way)):
        if to in board.neighbours(start) and board.side_origin(start, to).grade.is_open:
            yield from _side_fact(move, start, to)


def _others(place: Hex, key: str) -> Iterator[Hex]:
    if key == "terrain":
        for terrain in Terrain:
            if terrain is not place.terrain:
                part = terrain is Terrain.LAND or (terrain is Terrain.SHALLOW and place.land_part)
                yield evolve(place, terrain=terrain, land_part=part)
    elif key == "land_part" and place.terrain is Terrain.SHALLOW:
        yield evolve(place, land_part=not place.land_part)
    elif key == "jungle" and place.terrain is not Terrain.DEEP:
        yield evolve(place, jungle=not place.jungle)
    elif key in ("mountain", "area"):
        yield from alternatives(place, key)


def _turns(move: Move, board: Board) -> bool:
    """Whether the move is allowed on one of the boards only, or costs something else there."""
    after = again(move, evolve(move.state, board=board))
    return after.rp != move.rp


def _text(place: Hex, key: str) -> str:
    if key in ("mountain", "area"):
        return fact_text(place, key)
    where = f"{place.id} {place.name}".strip()
    if key == "terrain":
        return say(f"combat.fact.{place.terrain.value}", place=where)
    there = place.land_part if key == "land_part" else place.jungle
    name = f"combat.fact.{'' if there else 'no_'}land_part"
    jungle = f"move_answer.{'' if there else 'no_'}jungle"
    return say(name if key == "land_part" else jungle, place=where)


def _side_fact(move: Move, start: HexId, to: HexId) -> Iterator[Fact]:
    board = move.state.board
    kind, origin = board.hexside(start, to), board.side_origin(start, to)
    for other in Terrain:
        sides = {**board.hexsides, side_pair(start, to): other}
        if other is kind or not _turns(move, evolve(board, hexsides=sides)):
            continue
        pair = f"{start} {board.label(start)} / {to} {board.label(to)}"
        texts = [say(f"combat.fact.side_{t.value}", pair=pair) for t in (kind, other)]
        yield Fact(start, f"side {to}", texts[0], origin.grade.value, origin.why, texts[1])
        return


def rulings(move: Move) -> tuple[RulingEffect, ...]:
    """The rulings whose other reading would allow the move or change what it costs.

    None of them can be chosen.

    Rules: 8.4f, 8.5g, 8.7e
    """
    found = []
    if move.reasons and all(r.rule == "8.5g" for r in move.reasons) and move.stack.carries:
        found.append("locked-land-transport-paren")
    if marched(move) != move.ledger:
        found.append("pass-through-capture")
    return tuple(_effect(slug) for slug in found)


def _effect(slug: str) -> RulingEffect:
    item = ruling(slug)
    text = say("answer.ruling", question=item.question, reading=item.options["b"])
    return RulingEffect(slug, "b", text, item.switch)
