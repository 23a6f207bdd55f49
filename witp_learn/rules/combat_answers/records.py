"""What a ledger shows, row by row: plain values that every screen and text draws from (9)."""

from __future__ import annotations

from attrs import frozen

from witp_learn.hexgrid import HexId


@frozen
class Cell:
    """One side's half of a row: its words and what it adds.

    ``zero`` is the reason why the line gives nothing, in words; then it is shown struck through.
    ``die``: what the die of the row shows, 1 to 6; 0 while it is still to be thrown.
    """

    text: str
    value: int | None = None
    zero: str = ""
    hex: HexId = ""
    die: int = 0


@frozen
class Row:
    """A row of the ledger, Japan left, the Allies right; None where a side has no such line.

    ``kind``: ``units carrier_support pair air defence strength die total``. ``printed``: what the
    rulebook prints for either side, where an example is shown, else empty.
    """

    kind: str
    label: str
    rules: tuple[str, ...]
    japan: Cell | None = None
    allies: Cell | None = None
    printed: tuple[str, str] = ("", "")


@frozen
class Line:
    """One line of the result: what was found, how it was worked out, by which rule.

    ``key``: ``landed loser_hits winner_hits extra_japan extra_allies cargo landing_loss result left
    walked marker bases stays``. ``sum``: the arithmetic (``least of 11 and 6``); ``bound``: which
    number bound a cap, in words, else empty. ``value``: the number that the line finds, if it finds
    one; ``printed``: what the rulebook prints, else empty; ``computed``: what is compared with it
    where that is no number (``continuing combat``).
    """

    key: str
    text: str
    rules: tuple[str, ...]
    sum: str = ""
    bound: str = ""
    printed: str = ""
    hexes: tuple[HexId, ...] = ()
    value: int | None = None
    computed: str = ""

    @property
    def found(self) -> str:
        """What is compared with the print: the number of the line, else its words."""
        return self.computed if self.value is None else str(self.value)


@frozen
class Sheet:
    """One battle as a screen shows it.

    ``title``: ``Manila 0606``; ``heading``: ``landing, fight 2 of 2``; ``verdict`` is empty until
    the dice have decided; ``rolls`` has one text for every roll that was a tie and rolled again.
    """

    title: str
    heading: str
    kind: str
    rows: tuple[Row, ...]
    verdict: str = ""
    deciding: str = ""
    rolls: tuple[str, ...] = ()
    lines: tuple[Line, ...] = ()
    rules: tuple[str, ...] = ()


@frozen
class Link:
    """One link of the strip of a whole fight: ``Fleet 20:9``, won by, done or still to come.

    ``winner``: ``japan``, ``allies`` or empty; ``state``: ``done``, ``now`` or ``coming``. The
    last link is what is left after the fight.
    """

    label: str
    score: str
    winner: str
    state: str
