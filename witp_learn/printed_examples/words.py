"""What is computed, in the words in which the file tells what is printed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from witp_learn.files import Unreadable, one_of
from witp_learn.hexgrid import HexId
from witp_learn.model import Kind, Side, Unit

ORDER = (Kind.CARRIER, Kind.NAVAL, Kind.LAND, Kind.AIR)
NAMES = {Side.JAPAN: "Japan", Side.ALLIES: "the Allies"}
NOBODY = "nobody"


def side_of(word: str) -> Side:
    """``japan`` or ``allies``. Raises Unreadable for another word."""
    names = [side.value for side in Side]
    if word not in names:
        raise Unreadable(word, f"must be {one_of(names)}")
    return Side(word)


def name_of(side: Side | None) -> str:
    """A side in words; nobody for none."""
    return NOBODY if side is None else NAMES[side]


def points(number: int) -> str:
    """``5 RP``."""
    return f"{number} RP"


def counted(number: int, noun: str) -> str:
    """``1 land unit``, ``3 land units``, ``2 hexes``."""
    if number == 1:
        return f"1 {noun}"
    return f"{number} {noun}es" if noun.endswith("x") else f"{number} {noun}s"


def hexes(found: Iterable[HexId]) -> str:
    """Hex numbers in order, or ``no hex``."""
    return " ".join(sorted(found)) or "no hex"


def units(found: Iterable[Unit], *, carried: bool = False) -> str:
    """``2 carriers, 4 naval units (2 attrited), 2 land units``, or ``no units``.

    ``carried``: whether those aboard are told apart.
    """
    return ", ".join(_kinds(tuple(found), carried)) or "no units"


def _kinds(found: tuple[Unit, ...], carried: bool) -> Iterator[str]:
    for kind in ORDER:
        mine = [unit for unit in found if unit.kind is kind]
        many = sum(unit.count for unit in mine)
        if not many:
            continue
        worn = sum(unit.count for unit in mine if not unit.full)
        aboard = sum(unit.count for unit in mine if unit.aboard and carried)
        marks = [_mark(worn, many, "attrited"), _mark(aboard, many, "aboard")]
        told = ", ".join(filter(None, marks))
        yield counted(many, kind.noun) + (f" ({told})" if told else "")


def _mark(number: int, of: int, word: str) -> str:
    if not number:
        return ""
    return word if number == of else f"{number} {word}"
