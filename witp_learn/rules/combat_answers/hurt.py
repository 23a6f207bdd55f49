"""What hits did in the end, counted: a unit attrited and then removed counts as removed (9.6.1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from witp_learn.model import Kind, Nation, State
from witp_learn.rules.combat.losses import Note
from witp_learn.rules.combat.pieces import Piece
from witp_learn.rules.combat.record import Decided
from witp_learn.rules.combat_answers.words import cargo_marked, note_phrase

HIT = ("attrited", "removed")
"""The events of a hit."""


class Hurt(NamedTuple):
    """One kind of loss: like counters of a nation in one place, ``aboard`` ship or not."""

    event: str
    kind: Kind
    nation: Nation
    at: str
    aboard: bool = False


def hurt(steps: Iterable[Decided], *, aboard: bool = False) -> Counter[Hurt]:
    """What the hits of these decisions did to fighting units, or to cargo ``aboard``.

    Rules: 9.6.1e, 9.6.1f, 9.6.1j
    """
    found: Counter[Hurt] = Counter()
    before: tuple[Piece, ...] = ()
    for step in steps:
        before = before or step.before.here
        for note, is_cargo in cargo_marked(step.notes):
            if note.event in HIT and is_cargo is aboard and note.piece is not None:
                piece = note.piece
                found[Hurt(note.event, piece.kind, piece.nation, piece.at, aboard)] += 1
    return _net(found, list(_carried(before) if aboard else before))


def _carried(here: Iterable[Piece]) -> Iterator[Piece]:
    return (p.cargo._replace(at=p.at) for p in here if p.cargo is not None)


def _net(found: Counter[Hurt], before: list[Piece]) -> Counter[Hurt]:
    """Units that were attrited before are taken to be removed first; they are alike."""
    out = Counter(found)
    for loss, count in found.items():
        if loss.event != "removed":
            continue
        spent = sum(
            1
            for p in before
            if (p.kind, p.nation, p.at, p.full) == (loss.kind, loss.nation, loss.at, False)
        )
        out[loss._replace(event="attrited")] -= max(0, count - spent)
    return +out


def hurt_text(state: State, loss: Hurt, many: int) -> str:
    """``2 naval units at Manila removed``."""
    piece = Piece(loss.at, loss.nation, loss.kind, full=loss.event == "attrited")
    return note_phrase(state, Note(loss.event, piece, "", piece.side), many=many)


def hurt_list(state: State, found: Counter[Hurt]) -> list[str]:
    """All of it, one text for each kind of loss."""
    return [hurt_text(state, loss, many) for loss, many in found.items()]
