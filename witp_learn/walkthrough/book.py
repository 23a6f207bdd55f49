"""What the rulebook states at a step, in our words, and the points that can be compared."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from attrs import frozen

MOST_WORDS = 40
"""The longest text of a step."""

SHOWN = ("zone jp", "zone al", "network jp", "network al", "all lines", "no badges")
"""What a step can show on the map, or leave out, beyond counters and the line looked at."""

OURS = "Ours, not the rulebook's"
"""What stands before the words that tell what we have added."""


FOLLOWS = "follows from the book"
"""What stands behind a point that the rulebook does not print but that follows from it."""


class Mode(StrEnum):
    """The question that a step asks of the position.

    ``supply``: who is fed (7); ``zones``: where an air zone lies (2.2.3); ``bases``: where a base
    can be built (6); ``combat``: how a battle goes (9); ``sum``: what numbers add up to (5, 8.4);
    ``move``: whether a move may be made and what it costs (8); ``play``: how a recorded game goes
    on, and what may be done in it (10).
    """

    SUPPLY = "supply"
    ZONES = "zones"
    BASES = "bases"
    COMBAT = "combat"
    SUM = "sum"
    MOVE = "move"
    PLAY = "play"


class Frame(StrEnum):
    """What the map shows: ``whole`` all that some step is about, ``step`` what each is about."""

    WHOLE = "whole"
    STEP = "step"


class Verdict(StrEnum):
    """What the rulebook says of a unit."""

    IN = "in"
    OUT = "out"


class Stop(StrEnum):
    """What the rulebook gives as the reason why a hex between is stopped."""

    MOUNTAIN = "mountain"
    ENEMY_UNIT = "enemy_unit"
    ENEMY_FACILITY = "enemy_facility"
    ENEMY_AZOC = "enemy_azoc"


class Effect(StrEnum):
    """What the rulebook says happens to a unit out of supply."""

    NONE = "none"
    ATTRITED = "attrited"
    REMOVED = "removed"


class Zone(StrEnum):
    """What the rulebook says of a hex and an air zone; ``lifted``: reached, but kept off."""

    COVERED = "covered"
    LIFTED = "lifted"
    FREE = "free"


@frozen
class Book:
    """What the rulebook states at a step, in our words, and the points that can be compared.

    Of a unit looked at (supply): ``verdict``; ``away`` its distance to the base in hexes;
    ``effect`` what happens to it, or to all units in ``out``, those said to be out of supply;
    ``reach`` the distance in hexes up to which supply is said to run. Of a hex looked at (zones):
    ``zone``. Of a side's whole air zone: ``covers`` its hexes, ``count`` how many they are. Of a
    hex looked at for a base: ``build``, whether one can be built.

    ``through`` is the hex between that a line runs through; ``stopped`` one where it stops, and
    ``why``; ``lifted`` a hex where the air zone is lifted.

    ``printed``: the numbers and counters printed for a battle, one text for each point
    (``strength 16 4``); of a game who holds the hex looked at, a side's RP before and after, and
    what stands there (``control al``, ``rp jp 3 1``, ``holds jp 2L``).

    Of a move: ``allowed``; ``rp`` its cost; ``stopped`` the hex that cannot be entered; ``lands``,
    whether its cargo goes ashore at once; ``meets``, whether it meets an enemy fleet at its end.

    ``follows`` names the points that the book does not print but that follow from what it says.
    """

    says: str
    clauses: tuple[str, ...]
    verdict: Verdict | None = None
    effect: Effect | None = None
    away: int | None = None
    through: str = ""
    stopped: str = ""
    why: Stop | None = None
    lifted: str = ""
    reach: int | None = None
    out: tuple[str, ...] = ()
    zone: Zone | None = None
    covers: tuple[str, ...] = ()
    count: int | None = None
    build: bool | None = None
    printed: tuple[str, ...] = ()
    allowed: bool | None = None
    rp: int | None = None
    lands: bool | None = None
    meets: bool | None = None
    follows: tuple[str, ...] = ()

    @property
    def points(self) -> tuple[str, ...]:
        """The names of the points that it states something about."""
        named = (name for names in POINTS.values() for name in names)
        said = (n for n in dict.fromkeys(named) if getattr(self, n) not in (None, "", ()))
        return tuple(said)

    def point(self, name: str, what: str, printed: str, computed: str) -> Comparison:
        """The comparison of one point."""
        return Comparison(what, printed, computed, name in self.follows)

    @property
    def of_a_unit(self) -> bool:
        """Whether something is said of the unit looked at."""
        own = {"verdict", "away", "through", "stopped", "lifted"}
        return bool(own & set(self.points)) or (self.effect is not None and not self.out)


POINTS: Mapping[Mode, tuple[str, ...]] = {
    Mode.SUPPLY: (
        "verdict",
        "effect",
        "away",
        "through",
        "stopped",
        "why",
        "lifted",
        "reach",
        "out",
    ),
    Mode.ZONES: ("zone", "covers", "count", "lifted"),
    Mode.BASES: ("build", "through", "stopped", "why"),
    Mode.COMBAT: ("printed",),
    Mode.SUM: (),
    Mode.MOVE: ("allowed", "rp", "stopped", "lands", "meets"),
    Mode.PLAY: ("printed",),
}
"""The points that can be compared, by the question of the step."""


@frozen
class Comparison:
    """One point: what the rulebook prints, what the rules give, and whether the two agree.

    ``follows``: the book does not print it; it follows from what the book says.
    """

    what: str
    printed: str
    computed: str
    follows: bool = False

    @property
    def agrees(self) -> bool:
        """Whether print and rule agree."""
        return self.printed == self.computed


class SumKind(StrEnum):
    """How a sum of a step is made.

    ``trp``: resource points by the roll (5.1); ``first``: who acts first, by the two sums before
    it (5.2); ``cost``: what a way costs (8.4); ``parts``: parts that are written down.
    """

    TRP = "trp"
    FIRST = "first"
    COST = "cost"
    PARTS = "parts"


@frozen
class SumData:
    """A sum as its file has it; ``printed`` is what the rulebook prints for it, or nothing.

    ``trp``: ``brp`` and two dice of the step, white and red. ``cost``: ``side`` and the hexes of
    the ``way``, from the one it starts in. ``parts``: texts like ``-8 for bases (6.5a)``.
    """

    what: str
    kind: SumKind = SumKind.PARTS
    side: str = ""
    brp: int = 0
    way: tuple[str, ...] = ()
    parts: tuple[str, ...] = ()
    printed: str = ""


@frozen
class MoveData:
    """A move as its file has it: ``side`` jp or al, ``kind`` fleet, land or transport.

    ``way``: its hexes, from the one it starts in. ``take``: the units, all of that kind there when
    empty, as ``naval:1,land:1``. ``rp``: the RP at hand, those of the position when left out.
    ``others``: ways that the map shows beside it.
    """

    side: str
    way: tuple[str, ...]
    kind: str = "fleet"
    take: str = ""
    rp: int | None = None
    others: tuple[tuple[str, ...], ...] = ()


@frozen
class PlayAsk:
    """An action that a step asks about: ``what`` it is called, and whether the book allows it.

    ``edits``: what is changed on the map before it is asked. ``printed`` is left out where the
    book does not speak of it.
    """

    what: str
    action: str
    printed: bool | None = None
    edits: tuple[str, ...] = ()


@frozen
class PlayData:
    """A stretch of a recorded game as its file has it.

    ``record``: the game's name; ``after``: how many of its actions are done before the step;
    ``plays``: how many the step carries out. ``ask``: actions asked about before those.
    """

    record: str
    after: int
    plays: int = 0
    ask: tuple[PlayAsk, ...] = ()


@frozen
class StepData:
    """A step as its file has it.

    ``position``: its own, where it does not start from that of the walkthrough. ``dice``: those
    that lie, Japan's and the Allied one of each roll, or white and red for each side.
    ``choices``: what owners decide in a fight, in turn; ``battle``: which of its battles is looked
    at; ``odds``: whether its 36 rolls are shown.
    """

    title: str
    mode: Mode | None = None
    look: str = ""
    position: str = ""
    dice: tuple[int, ...] = ()
    choices: tuple[str, ...] = ()
    battle: int = 1
    odds: bool = False
    sum: tuple[SumData, ...] = ()
    move: MoveData | None = None
    play: PlayData | None = None
    tab: str = ""
    edits: tuple[str, ...] = ()
    carried_out: bool = False
    book: Book | None = None
    says: str = ""
    ours: str = ""
    misprint: str = ""
    ruling: str = ""
    show: tuple[str, ...] = ()


@frozen
class WalkData:
    """A walkthrough as its file has it; ``mode`` is that of steps which name none.

    ``frame``: what the map shows of the board at a step.
    """

    format: str
    title: str
    position: str
    step: tuple[StepData, ...]
    section: str = ""
    mode: Mode = Mode.SUPPLY
    frame: Frame = Frame.WHOLE


def hexes_text(count: int) -> str:
    """``1 hex`` or ``3 hexes``."""
    return f"{count} hex{'' if count == 1 else 'es'}"


def stopped_text(stops: tuple[str, ...]) -> str:
    """How a comparison says whether a line stops in a hex."""
    return "stopped" if stops else "open"
