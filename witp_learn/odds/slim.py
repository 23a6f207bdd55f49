"""Moments before a battle without what nothing can touch any more, so that more of them are equal.

Fleets that have no fight before them only matter where they land: their full carriers lend support,
and their cargo counts, with the ships it came on to take it back aboard (9.5, 9.6.3).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from witp_learn.hexgrid import HexId
from witp_learn.model import Kind, Nation, Side
from witp_learn.rules.combat.arena import Arena
from witp_learn.rules.combat.battles import Battle
from witp_learn.rules.combat.moment import Moment, battle_of
from witp_learn.rules.combat.pieces import CARRIER, LAND, NAVAL, SIDE_OF, Piece, order

Key = tuple[Side, Kind]

Counts = dict[Key, tuple[int, int]]
"""Full counters and counters in all, by side and kind."""


class Slim(NamedTuple):
    """A moment without what nothing can touch any more, and how many counters are missing."""

    moment: Moment
    aside: Counts


def slim(moment: Moment) -> Slim:
    """The moment without the fleets that no battle still to come can touch.

    A battle must be about to be rolled, else the moment stays as it is. Of the fleets in the hex
    one stays for each side, attrited, to show that some are there. Where cargo may land, its ships
    stay, attrited, and full carriers; which sea it lands from does not matter any more.
    """
    battle = moment.battle
    if battle is None or not moment.todo:
        return Slim(moment, {})
    waits = _waiting(moment.here, battle)
    here: list[Piece] = []
    marked: set[Piece] = set()
    aside: Counts = {}
    for piece in moment.here:
        if not piece.is_fleet or waits.get(piece.at) == "fight":
            here.append(piece)
            continue
        kept = _kept(piece, waits, battle)
        if kept is not None:
            here.append(kept)
        elif piece.at[:4] == battle.hex:
            marked.add(_marker(piece, battle.hex))
        if kept != piece:
            _count(aside, piece, 1)
            if kept is not None:
                _count(aside, kept, -1)
    if not marked and not aside:
        return Slim(moment, {})
    for piece in marked:
        _count(aside, piece, -1)
    if battle.lander is not None:
        battle = battle._replace(seas=(battle.hex,))
    there = tuple(sorted((*here, *marked), key=order))
    slimmed = moment._replace(here=there, battle=battle)
    return Slim(slimmed, {key: counts for key, counts in aside.items() if counts != (0, 0)})


def slim_rolled(arena: Arena, moment: Moment) -> Slim:
    """The moment after the dice, all hits placed, without the fleets that nobody needs any more.

    Beaten fleets that can retreat are as good as gone, but for one of them; what fleets do after
    they have won, see `slim`, which has been applied before the dice. After a combat on land only
    the ships are needed that take beaten land units aboard.
    """
    battle = battle_of(moment)
    if battle.kind == "fleet":
        sea = battle.seas[0]
        fleets = tuple(p for p in moment.here if p.at == sea and p.is_fleet)
        others = [p for p in moment.here if not (p.at == sea and p.is_fleet)]
        loser = next((task.side for task in moment.todo if task.kind == "retreat"), None)
        away = loser is not None and bool(arena.fleet_retreats(sea, loser))
        moored, aside = _parted(fleets, loser, away)
    else:
        board = next((task.side for task in moment.todo if task.kind == "board"), None)
        fleets = tuple(p for p in moment.here if p.is_fleet)
        others = [p for p in moment.here if not p.is_fleet]
        moored, aside = _moored(fleets, battle.hex, board)
    there = tuple(sorted((*others, *moored), key=order))
    return Slim(moment.on(there, moment.todo), aside)


@lru_cache(maxsize=1024)
def _parted(
    fleets: tuple[Piece, ...], loser: Side | None, away: bool
) -> tuple[tuple[Piece, ...], Counts]:
    """What stays of the fleets of a sea after their combat, and what is set aside.

    ``away``: whether the loser's can retreat; else they are lost.
    """
    beaten = [p for p in fleets if SIDE_OF[p.nation] is loser]
    winners = [p for p in fleets if SIDE_OF[p.nation] is not loser]
    lands = any(p.cargo is not None for p in winners)
    kept: list[Piece] = []
    aside: Counts = {}
    for piece in winners:
        if lands and (stays := _needed(piece, piece.at)) is not None:
            kept.append(stays)
            _count(aside, stays, -1)
        _count(aside, piece, 1)
    if len(kept) < len(winners):
        kept.append(_marker(winners[0], winners[0].at))
        _count(aside, kept[-1], -1)
    if beaten:
        kept.append(_marker(beaten[0], beaten[0].at))
        if away:
            _count(aside, kept[-1], -1)
            for piece in beaten:
                _count(aside, piece, 1)
    return tuple(kept), aside


@lru_cache(maxsize=1024)
def _moored(
    fleets: tuple[Piece, ...], hex_id: HexId, board: Side | None
) -> tuple[tuple[Piece, ...], Counts]:
    """What stays of the fleets when only ships of ``board`` are needed, and what is set aside."""
    kept = [p for p in fleets if p.kind is NAVAL and SIDE_OF[p.nation] is board]
    dropped = [p for p in fleets if p.kind is CARRIER or SIDE_OF[p.nation] is not board]
    marked = {_marker(p, hex_id) for p in dropped}
    aside: Counts = {}
    for piece in dropped:
        _count(aside, piece, 1)
    for piece in marked:
        _count(aside, piece, -1)
    return (*kept, *marked), aside


def _waiting(here: tuple[Piece, ...], battle: Battle) -> dict[str, str]:
    """What the fleets in each of the waters of the hex wait for: to ``fight``, or to ``land``."""
    sides: dict[str, set[Side]] = {}
    loaded: set[str] = set()
    for piece in here:
        if piece.is_fleet and piece.at[:4] == battle.hex:
            sides.setdefault(piece.at, set()).add(SIDE_OF[piece.nation])
            if piece.cargo is not None:
                loaded.add(piece.at)
    if battle.kind == "fleet":
        fights = [at for at, there in sides.items() if len(there) > 1]
        return dict.fromkeys(loaded, "land") | dict.fromkeys(fights, "fight")
    return dict.fromkeys(battle.seas, "land")


def _kept(piece: Piece, waits: dict[str, str], battle: Battle) -> Piece | None:
    """What has to be kept of a fleet that will not fight."""
    if piece.at not in waits:
        return None
    return _needed(piece, piece.at if battle.kind == "fleet" else battle.hex)


def _needed(piece: Piece, at: str) -> Piece | None:
    """What a landing needs of a fleet: carriers that lend support, ships with cargo."""
    if not (piece.full if piece.kind is CARRIER else piece.cargo is not None):
        return None
    return Piece(at, _nation(piece), piece.kind, piece.kind is CARRIER, None, piece.cargo)


def _marker(piece: Piece, at: str) -> Piece:
    """The ship that shows that there are fleets of the side."""
    return Piece(at, _nation(piece), NAVAL, False)


def _nation(piece: Piece) -> Nation:
    return Nation.JAPAN if piece.nation is Nation.JAPAN else Nation.US


def counted(here: Iterable[Piece]) -> Counts:
    """The counters there are, by side and kind, cargo included."""
    found: Counts = {}
    for piece in here:
        _count(found, piece, 1)
    return found


def _count(aside: Counts, piece: Piece, times: int) -> None:
    side = SIDE_OF[piece.nation]
    full, there = aside.get((side, piece.kind), (0, 0))
    aside[side, piece.kind] = full + times * piece.full, there + times
    if piece.cargo is not None:
        full, there = aside.get((side, LAND), (0, 0))
        aside[side, LAND] = full + times * piece.cargo.full, there + times
