"""Moments before a combat on land without what it cannot touch, so that more of them are equal.

Fleets take no part in it but for those that land: of these only the full carriers lend support and
the cargo and the room for it matter (9.5, 9.6.3).
"""

from __future__ import annotations

from witp_learn.model import Nation
from witp_learn.rules.combat.battles import Battle
from witp_learn.rules.combat.moment import Moment
from witp_learn.rules.combat.pieces import JAPAN, NAVAL, Piece, order


def slim(moment: Moment) -> Moment:
    """The moment without the fleets that a combat on land, about to be rolled, cannot touch.

    Of those in the hex one stays for each side, attrited, to show that some are there; ships that
    land count as attrited. Any other moment stays as it is.
    """
    battle = moment.battle
    if battle is None or battle.kind == "fleet" or not moment.todo:
        return moment
    here: list[Piece] = []
    marked: set[Piece] = set()
    for piece in moment.here:
        if not piece.is_fleet:
            here.append(piece)
        elif _lands(piece, battle):
            if piece.kind is NAVAL:
                here.append(piece.attrited)
            elif piece.full:
                here.append(piece)
        elif piece.hex == battle.hex:
            nation = Nation.JAPAN if piece.side is JAPAN else Nation.US
            marked.add(Piece(battle.hex, nation, NAVAL, False))
    return moment._replace(here=tuple(sorted((*here, *marked), key=order)))


def _lands(piece: Piece, battle: Battle) -> bool:
    """Whether a fleet belongs to those that a landing comes from."""
    return piece.at in battle.seas and piece.side is battle.lander
