"""What the parts of a card do, in words the companion can play: ``remove enemy naval 1`` (4.3).

A text holds one effect or several, parted by semicolons. Each starts with a verb of `FORMS`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from attrs import field, frozen

from witp_learn.files import Unreadable, nearest, one_of
from witp_learn.hexgrid import is_hex
from witp_learn.model import Area, Side

UNITS = ("carrier", "naval", "fleet", "land", "air", "unit")
"""Kinds of unit an effect may speak of: ``fleet`` is carriers and naval units, ``unit`` any."""

BATTLES = ("fleet", "land", "landing", "any")
"""Kinds of battle an effect may speak of."""

WHOSE = ("own", "enemy")
"""Whose units or bases are meant, seen from the side that uses the card."""

WHOM = ("own", "enemy", "both", "japan", "allies")
"""Whom a bar concerns."""

PLACES = ("jungle", "mountain", "port", "airfield", "source", "resource", *(a.value for a in Area))
"""Words for a choice of hexes; the number of a hex stands for that hex alone."""

LONGEST = 200
"""Letters of the longest text."""

MOST = 20
"""The largest number in an effect, of RP, units or strength."""


@frozen
class Slot:
    """One place of a form: what may stand there, and whether it may be left out.

    ``reads``: ``whose``, ``whom``, ``unit``, ``battle``, ``number`` (1 or more), ``signed`` (a
    number that may be below 0), ``place``, or a word that has to stand there as it is.
    """

    reads: str
    optional: bool = False


def _slots(*names: str) -> tuple[Slot, ...]:
    return tuple(Slot(name.rstrip("?"), name.endswith("?")) for name in names)


FORMS: Mapping[str, tuple[tuple[Slot, ...], str]] = {
    "rp": (_slots("whose?", "signed"), "rp 2"),
    "trp": (_slots("whose?", "signed"), "trp 2"),
    "stacks": (_slots("whose?", "signed"), "stacks 1"),
    "remove": (_slots("whose", "unit", "number", "place?"), "remove enemy naval 1"),
    "attrite": (_slots("whose", "unit", "number", "place?"), "attrite enemy air 1"),
    "rebuild": (_slots("unit", "number", "place?"), "rebuild naval 1"),
    "remove-base": (_slots("whose", "number?", "place?"), "remove-base enemy jungle"),
    "reserve": (_slots("air"), "reserve air"),
    "bonus": (_slots("whose?", "battle", "signed"), "bonus land 2"),
    "best-die": (_slots("whose?", "battle"), "best-die land"),
    "no-landings": (_slots("whom"), "no-landings both"),
    "no-fleet-moves": (_slots("whom"), "no-fleet-moves enemy"),
    "win": (_slots(), "win"),
}
"""Every verb, what may follow it, and an example."""

LASTING = ("trp", "stacks", "bonus", "best-die", "no-landings", "no-fleet-moves")
"""Verbs whose effect lasts until the turn ends; the others act at once (4.3)."""

CHOOSING = ("remove", "attrite", "rebuild", "remove-base", "reserve")
"""Verbs that leave a choice to the side that uses the card."""

_WORDS = {"whose": WHOSE, "whom": WHOM, "unit": UNITS, "battle": BATTLES}
_NUMBER = re.compile(r"[+-]?[0-9]{1,2}")
_TOLD = {
    "whose": "own or enemy",
    "whom": one_of(WHOM),
    "unit": f"a kind of unit ({one_of(UNITS)})",
    "battle": f"a kind of battle ({one_of(BATTLES)})",
    "number": f"a number, 1 to {MOST}",
    "signed": f"a number, -{MOST} to {MOST} but not 0",
    "place": f"a place ({one_of(PLACES)}, or a hex like 0607)",
}


@frozen
class Deed:
    """One effect of one part of a card.

    ``what``: a verb of `FORMS`. ``whose``: ``own``, ``enemy``, ``both``, or a side by name.
    ``kind``: a kind of unit or of battle. ``amount``: how many RP, units, stacks, or how much
    strength. ``place``: a word of `PLACES` or a hex; empty: anywhere.
    """

    what: str
    whose: str = "own"
    kind: str = ""
    amount: int = 1
    place: str = field(default="")

    def __str__(self) -> str:
        said = {
            "whose": "" if self.whose == "own" else self.whose,
            "whom": self.whose,
            "number": str(self.amount),
            "signed": str(self.amount),
            "place": self.place,
        }
        slots = FORMS[self.what][0]
        words = (
            self.whose if slot == Slot("whose") else said.get(slot.reads, self.kind)
            for slot in slots
        )
        return " ".join([self.what, *filter(None, words)])

    @property
    def asks(self) -> bool:
        """Whether it leaves a choice to the side that uses the card."""
        return self.what in CHOOSING

    def side(self, user: Side) -> Side | None:
        """The side it concerns when ``user`` plays the card; None: both."""
        if self.whose == "both":
            return None
        if self.whose in WHOSE:
            return user if self.whose == "own" else user.enemy
        return Side(self.whose)


def read_deeds(text: str) -> tuple[Deed, ...]:
    """The effects that a text names, none for an empty one.

    Raises Unreadable with the piece and what would be right.
    """
    if len(text) > LONGEST:
        raise Unreadable(text[:40], f"at most {LONGEST} letters")
    if not text.strip():
        return ()
    return tuple(_deed(piece.strip()) for piece in text.split(";"))


def _deed(piece: str) -> Deed:
    verb, *words = piece.lower().split() or [""]
    if not verb:
        raise Unreadable(piece, "between semicolons an effect is missing")
    if verb not in FORMS:
        problem = f"an effect starts with {one_of(FORMS)}.{nearest(verb, FORMS)}"
        raise Unreadable(piece, problem)
    slots, example = FORMS[verb]
    found: dict[str, str] = {}
    for slot in slots:
        if words and _fits(slot, words[0]):
            found[slot.reads] = words.pop(0)
        elif not slot.optional:
            raise Unreadable(piece, _right(verb, slots, example))
    if words:
        raise Unreadable(piece, _right(verb, slots, example))
    return Deed(
        verb,
        found.get("whom", found.get("whose", "own")),
        found.get("unit", found.get("battle", found.get("air", ""))),
        int(found.get("signed", found.get("number", "1"))),
        found.get("place", ""),
    )


def _fits(slot: Slot, word: str) -> bool:
    if slot.reads in _WORDS:
        return word in _WORDS[slot.reads]
    if slot.reads in ("number", "signed"):
        least = 1 if slot.reads == "number" else -MOST
        fits = word.isascii() and _NUMBER.fullmatch(word) is not None
        return fits and int(word) in range(least, MOST + 1) and int(word) != 0
    if slot.reads == "place":
        return word in PLACES or is_hex(word)
    return word == slot.reads


def _right(verb: str, slots: tuple[Slot, ...], example: str) -> str:
    """What would be right after a verb, in words."""
    if not slots:
        return f"{verb} stands alone"
    parts = [
        f"{'perhaps ' if slot.optional else ''}{_TOLD.get(slot.reads, slot.reads)}"
        for slot in slots
    ]
    return f"after {verb} comes {', then '.join(parts)}: {example}"
