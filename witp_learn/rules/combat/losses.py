"""Hits: who can take them, what they do, and what an owner does without being asked (9.6.1, 9.6.2).

Every function takes the counters of a fight and returns them as they are afterwards.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from witp_learn.hexgrid import HexId
from witp_learn.model import Side
from witp_learn.rules.combat.battles import Battle, ashore, fleets
from witp_learn.rules.combat.pieces import CARRIER, LAND, NATIONS, Piece, free_ships, order, stowed

Here = tuple[Piece, ...]


class Note(NamedTuple):
    """Something that happened to a counter: what, to which, and where it went.

    ``event``: ``attrited removed drowned shifted landed boarded destroyed retreated displaced
    lost_base continuing ended``. ``rules``: the clauses by which it happened; of an extra hit on
    an air unit those of either die, `EXTRA_RULES`.
    """

    event: str
    piece: Piece | None = None
    to: str = ""
    side: Side | None = None
    rules: tuple[str, ...] = ()


Notes = list[Note]

EXTRA_RULES = ("9.6.2e", "9.6.2f")
"""The clauses of the extra hits of a die of 5, and of a 6."""

LANDING_RULES = ("9.1c", "9.5a")
"""The clauses by which cargo goes ashore to fight for its landing, before the dice."""

CARRIER_RULES = ("9.6.2g",)
"""The clause of the extra hit on a carrier."""


def can_be_hit(here: Here, battle: Battle, side: Side) -> list[Piece]:
    """The units of a side that hits of 9.6.1 may go on: those that fought, never cargo or air.

    Rulings: hit-spread-or-stack
    Rules: 9.1g, 9.6.1e, 9.6.1h, 9.6.1i, 9.2a
    """
    if battle.kind == "fleet":
        return fleets(here, side, battle.seas[0])
    return ashore(here, side, battle.hex)


@lru_cache(maxsize=4096)
def first_to_be_hit(piece: Piece) -> tuple[object, ...]:
    """Sort key of the unit an owner gives up first without being asked.

    Full units first: naval units that carry nothing, those that carry, carriers; those who walked
    in before those who landed; then US before Commonwealth. Of like ships that carry, the one by
    which least is lost: of full ones that with full cargo, which is turned over and not removed; of
    attrited ones that with attrited cargo, as all of it may go down.
    """
    cargo = piece.cargo
    rank = 2 if piece.kind is CARRIER else int(cargo is not None)
    worse = cargo is not None and cargo.full is not piece.full
    return (not piece.full, rank, piece.part == "sea", NATIONS[piece.nation], worse, order(piece))


@lru_cache(maxsize=4096)
def first_air_hit(piece: Piece) -> tuple[object, ...]:
    """Sort key of the air unit or carrier that takes an extra hit first without being asked.

    Full units first, then the highest hex number, then US before Commonwealth.
    """
    return (not piece.full, -int(piece.hex), NATIONS[piece.nation], order(piece))


def first_destroyed(piece: Piece) -> tuple[object, ...]:
    """Sort key of the landed unit that is given up first after a lost landing: attrited first."""
    return (piece.full, NATIONS[piece.nation], order(piece))


def without(here: Here, piece: Piece) -> Here:
    """The counters without one of them."""
    index = here.index(piece)
    return here[:index] + here[index + 1 :]


def replaced(here: Here, piece: Piece, other: Piece) -> Here:
    """The counters with one of them changed."""
    index = here.index(piece)
    return (*here[:index], other, *here[index + 1 :])


def hit(
    here: Here,
    piece: Piece,
    cargo_too: bool,
    notes: Notes | None = None,
    extra: tuple[str, ...] = (),
) -> Here:
    """One hit on a unit: a full one is attrited, an attrited one removed.

    ``cargo_too``: whether a carrying naval unit's cargo takes a hit as well (9.6.1j, or by
    reading b of transport-hit-vs-singapore not). Cargo whose ship is gone goes to a free one of
    its side there, else it is lost (transport-sunk-cargo). ``extra``: the clauses of an extra hit.

    Rules: 9.6.1e, 9.6.1f, 9.6.1j, 9.6.2e, 9.6.2f, 9.6.2g
    """
    if notes is not None:
        event, rules = _HURT[piece.full]
        _note(notes, event, piece, extra or rules)
    cargo = piece.cargo
    if cargo is not None and cargo_too:
        if notes is not None:
            _note(notes, _HURT[cargo.full][0], cargo._replace(at=piece.at), _CARGO_RULES)
        cargo = struck(cargo, False)
    if piece.full:
        return replaced(here, piece, _turned(piece, cargo))
    left = without(here, piece)
    return left if cargo is None else _saved(left, cargo._replace(at=piece.at), notes)


_HURT = {True: ("attrited", ("9.6.1e",)), False: ("removed", ("9.6.1f",))}
_CARGO_RULES = ("9.6.1j",)


def struck(piece: Piece, cargo_too: bool) -> Piece | None:
    """A counter after one hit, with what is left of its cargo; None when it is removed.

    Rules: 9.6.1e, 9.6.1f, 9.6.1j
    """
    if not piece.full:
        return None
    cargo = piece.cargo
    return _turned(piece, struck(cargo, False) if cargo is not None and cargo_too else cargo)


def _turned(piece: Piece, cargo: Piece | None) -> Piece:
    at, nation, kind, _, strength, _, part = piece
    return Piece(at, nation, kind, False, strength, cargo, part)


def _saved(here: Here, load: Piece, notes: Notes | None) -> Here:
    if not free_ships(here, load.side, load.at):
        _note(notes, "drowned", load, _CARGO_RULES)
        return here
    _note(notes, "shifted", load, _CARGO_RULES)
    return tuple(stowed(list(here), load))


def _note(
    notes: Notes | None, event: str, piece: Piece, rules: tuple[str, ...], to: str = ""
) -> None:
    if notes is not None:
        notes.append(Note(event, piece, to, piece.side, rules))


def mark_supporters(here: Here, supporting: Iterable[Piece]) -> Here:
    """The counters with the air units marked that may take the extra hits of this battle."""
    for piece in supporting:
        here = replaced(here, piece, piece._replace(part="support"))
    return here


def marked(here: Here, side: Side) -> list[Piece]:
    """The air units of a side that supported this battle."""
    return [p for p in here if p.part == "support" and p.side is side]


EXTRA_FROM = 4
"""What an unmodified die has to exceed to give extra hits (9.6.2)."""


def extra_hits(die: int) -> int:
    """The extra hits an unmodified die gives: none up to 4, one on a 5, two on a 6.

    Rulings: air-hits-total-vs-each
    Rules: 9.6.2a, 9.6.2e, 9.6.2f
    """
    return max(0, die - EXTRA_FROM)


def hits_a_carrier(here: Here, battle: Battle, side: Side, die: int) -> bool:
    """Whether an enemy die hits a carrier of ``side`` instead of its air units.

    A 6 in fleet combat while a carrier, full or attrited, is left. Where the carriers are gone it
    hits air units again.

    Rulings: die-six-cv-choice
    Rules: 9.6.2g, 9.6.2h, 9.6.2i
    """
    if battle.kind != "fleet" or die != 6:
        return False
    return any(p.kind is CARRIER for p in fleets(here, side, battle.seas[0]))


def unloaded(
    here: Here,
    battle: Battle,
    notes: Notes | None = None,
    rules: tuple[str, ...] = LANDING_RULES,
) -> Here:
    """The cargo of a landing put ashore, everyone of the landing side marked by the way he came.

    ``rules``: the clauses by which it lands, where it has not to fight for it.

    Rules: 9.1c, 9.5a, 9.5.2a, 9.5.2b
    """
    out = []
    for piece in here:
        if piece.kind is LAND and piece.side is battle.lander and piece.at == battle.hex:
            out.append(piece._replace(part="land"))
        elif piece.cargo is not None and piece.at in battle.seas and piece.side is battle.lander:
            out.append(piece._replace(cargo=None))
            landed = piece.cargo._replace(at=battle.hex, part="sea")
            _note(notes, "landed", landed, rules)
            out.append(landed)
        else:
            out.append(piece)
    return tuple(out)


def landed(here: Here, hex_id: HexId) -> list[Piece]:
    """The land units that landed in this battle and are still ashore."""
    return [p for p in here if p.part == "sea" and p.at == hex_id]


def boarded(here: Here, battle: Battle, notes: Notes | None = None) -> Here:
    """Beaten landed units attrited and back aboard, one to a ship; the rest destroyed.

    An attrited unit stays attrited (landing-loss-attrited).

    Rulings: landing-loss-half
    Rules: 9.6.3m, 9.6.3n
    """
    for piece in sorted(
        landed(here, battle.hex), key=lambda p: (NATIONS[p.nation], not p.full, order(p))
    ):
        here = without(here, piece)
        sea = next((at for at in battle.seas if free_ships(here, piece.side, at)), None)
        if sea is None:
            _note(notes, "destroyed", piece, ("9.6.3n",))
            continue
        _note(notes, "boarded", piece, ("9.6.3m",), sea)
        here = tuple(stowed(list(here), piece.attrited._replace(at=sea)))
    return here


def untagged(here: Here) -> Here:
    """The counters without the marks of the battle that is over."""
    return tuple(p.moved(p.at) if p.part else p for p in here)
