"""What is on the table: sides, nations, kinds of unit, the board and a position, all frozen.

The board knows no rules. Every datum of a board says where it comes from (`Grade`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum
from functools import cached_property

from attrs import evolve, field, frozen

from witp_learn.display import Displayed
from witp_learn.hexgrid import HexId, adjacent, neighbours


class Side(StrEnum):
    """One of the two players (2.2.1)."""

    JAPAN = "japan"
    ALLIES = "allies"

    @property
    def enemy(self) -> Side:
        """The other side."""
        return Side.ALLIES if self is Side.JAPAN else Side.JAPAN

    @property
    def short(self) -> str:
        """``jp`` or ``al``, as in the position line."""
        return "jp" if self is Side.JAPAN else "al"

    @property
    def adjective(self) -> str:
        """``Japanese`` or ``Allied``."""
        return "Japanese" if self is Side.JAPAN else "Allied"


class Nation(StrEnum):
    """Whose units or icons they are (2.2.1); all but Japan are Allied.

    Rulings: third-nationality-dutch
    """

    JAPAN = "japan"
    US = "us"
    COMMONWEALTH = "commonwealth"
    CHINA = "china"

    @property
    def side(self) -> Side:
        """The side this nation fights on."""
        return Side.JAPAN if self is Nation.JAPAN else Side.ALLIES

    @property
    def short(self) -> str:
        """``jp``, ``us``, ``cw`` or ``cn``, as in the position line."""
        return {"japan": "jp", "us": "us", "commonwealth": "cw", "china": "cn"}[self.value]

    @property
    def adjective(self) -> str:
        """The word before a unit: ``Japanese``, ``US``, ``Commonwealth``, ``Chinese``."""
        return {"japan": "Japanese", "us": "US", "china": "Chinese"}.get(self.value, "Commonwealth")


class Kind(StrEnum):
    """The four kinds of unit (2.2). Carriers and naval units together are fleets.

    Rules: 2.2b, 2.2d
    """

    CARRIER = "carrier"
    NAVAL = "naval"
    LAND = "land"
    AIR = "air"

    @property
    def letter(self) -> str:
        """C, N, L or A, as printed on the counters."""
        return self.value[0].upper()

    @property
    def is_fleet(self) -> bool:
        """Whether it sails (2.2)."""
        return self in (Kind.CARRIER, Kind.NAVAL)

    @property
    def noun(self) -> str:
        """``carrier``, ``naval unit``, ``land unit`` or ``air unit``."""
        return "carrier" if self is Kind.CARRIER else f"{self.value} unit"


class Step(StrEnum):
    """Which face of a counter shows (2.2.2)."""

    FULL = "full"
    ATTRITED = "attrited"


class Terrain(StrEnum):
    """Kinds of hex and of hexside (2.3.1, 2.3.2)."""

    LAND = "land"
    SHALLOW = "shallow"
    DEEP = "deep"


class Facility(StrEnum):
    """A port also works as an airfield (2.3.3).

    Rulings: port-airfield-counting
    """

    PORT = "port"
    AIRFIELD = "airfield"


class Area(StrEnum):
    """Striped homelands (7.3) and China (12.2)."""

    UNITED_STATES = "united-states"
    AUSTRALIA = "australia"
    INDIA = "india"
    NEW_ZEALAND = "new-zealand"
    CHINA = "china"

    @property
    def label(self) -> str:
        """The area as a sentence would name it."""
        words = {"united-states": "the United States", "new-zealand": "New Zealand"}
        return words.get(self.value, self.value.capitalize())


class Phase(StrEnum):
    """Phases and segments of a turn, in order (3.1)."""

    EVENT = "event"
    RESOURCES = "resources"
    BASES = "bases"
    SUPPLY = "supply"
    MOVEMENT = "movement"
    COMBAT = "combat"
    FLEET_REDEPLOYMENT = "fleet-redeployment"
    TROOP_REDEPLOYMENT = "troop-redeployment"
    STACKING = "stacking"
    REBUILDING = "rebuilding"
    REINFORCEMENT = "reinforcement"


class Grade(StrEnum):
    """How well a datum is known. Only `ASSUMED` and `UNKNOWN` may differ from the printed map."""

    PRINTED = "printed"
    DERIVED = "derived"
    ASSUMED = "assumed"
    UNKNOWN = "unknown"
    CONFIRMED = "confirmed"
    GIVEN = "given"

    @property
    def is_open(self) -> bool:
        """Whether the printed map might say otherwise."""
        return self in (Grade.ASSUMED, Grade.UNKNOWN)


STRENGTHS: Mapping[Kind, int] = {Kind.CARRIER: 2, Kind.NAVAL: 1, Kind.LAND: 1, Kind.AIR: 2}
"""Printed strengths seen in the examples (14.1, 9.6.2)."""

TURNS = range(1, 17)
"""The game lasts sixteen turns (3.2)."""


@frozen
class Origin:
    """Where a datum comes from: its grade, the section that prints it, and the reason."""

    grade: Grade
    section: str = ""
    why: str = ""


GIVEN = Origin(Grade.GIVEN, "", "stated by the position's own board")


@frozen
class Hex:
    """One hex of the board.

    ``land_part``: whether land units may stand here. ``coasts``: for a hex with two seas, which
    neighbours each sea touches. ``fleet_limit``: fleets that may stack in its port (8.3).
    ``origins``: the origin of each field; `facility` and `owner` share the key ``icon``.

    Rulings: terrain-classes, jungle-hex-or-hexside
    """

    id: HexId
    terrain: Terrain = Terrain.DEEP
    mountain: bool = False
    jungle: bool = False
    land_part: bool = False
    coasts: Mapping[str, tuple[HexId, ...]] = field(factory=dict)
    unlimited: bool = False
    fleet_limit: int = 5
    facility: Facility | None = None
    owner: Nation | None = None
    source: Nation | None = None
    resource: bool = False
    area: Area | None = None
    name: str = ""
    origins: Mapping[str, Origin] = field(factory=dict, eq=False)

    @property
    def label(self) -> str:
        """The place name, or the number where no place is named."""
        return self.name or self.id

    def origin(self, key: str) -> Origin:
        """Where the datum ``key`` comes from.

        ``icon`` is the port or airfield as drawn, with its colour; ``side`` is only whether one is
        there and whose side's, which may be known better.
        """
        if key == "side" and key not in self.origins:
            key = "icon"
        return self.origins.get(key, GIVEN)


def side_pair(a: HexId, b: HexId) -> tuple[HexId, HexId]:
    """The key of a hexside: its two hexes, lower number first."""
    return (a, b) if a <= b else (b, a)


@frozen
class Board:
    """All hexes and those hexsides that differ from what their hexes would give (2.3)."""

    hexes: Mapping[HexId, Hex]
    hexsides: Mapping[tuple[HexId, HexId], Terrain] = field(factory=dict)
    side_origins: Mapping[tuple[HexId, HexId], Origin] = field(factory=dict, eq=False, repr=False)
    own: bool = False
    """Whether the position brought this board itself; then it replaces the companion's map."""

    def __contains__(self, hex_id: object) -> bool:
        return hex_id in self.hexes

    def __getitem__(self, hex_id: HexId) -> Hex:
        return self.hexes[hex_id]

    @cached_property
    def sources(self) -> tuple[HexId, ...]:
        """The hexes with a printed supply source (2.3.4), in order of number."""
        return tuple(sorted(h for h, place in self.hexes.items() if place.source is not None))

    @cached_property
    def near(self) -> Mapping[HexId, tuple[HexId, ...]]:
        """For every hex, the hexes on the board that touch it."""
        return {h: tuple(n for n in neighbours(h) if n in self.hexes) for h in self.hexes}

    def source_side(self, hex_id: HexId) -> Side | None:
        """The side whose supply source is printed in a hex, None where there is none."""
        nation = self.hexes[hex_id].source
        return nation.side if nation else None

    def neighbours(self, hex_id: HexId) -> tuple[HexId, ...]:
        """The hexes on the board that touch ``hex_id``."""
        if (near := self.near.get(hex_id)) is not None:
            return near
        return tuple(n for n in neighbours(hex_id) if n in self.hexes)

    def hexside(self, a: HexId, b: HexId) -> Terrain:
        """The kind of the side between two adjacent hexes (2.3.1, 2.3.2).

        Without an entry of its own: land if either hex is land, shallow between two shallow
        hexes, else deep. Raises ValueError when the hexes do not touch.

        Rules: 2.3.1a, 2.3.2a
        """
        if not adjacent(a, b):
            raise ValueError(f"{a} and {b} do not touch")
        if (kind := self.hexsides.get(side_pair(a, b))) is not None:
            return kind
        kinds = {self.hexes[a].terrain, self.hexes[b].terrain}
        if Terrain.LAND in kinds:
            return Terrain.LAND
        return Terrain.SHALLOW if kinds == {Terrain.SHALLOW} else Terrain.DEEP

    def side_origin(self, a: HexId, b: HexId) -> Origin:
        """Where the kind of the side between two adjacent hexes comes from.

        Without an entry of its own it follows from the terrain of the hexes, and is as open as
        they are; between two shallow hexes it stays open, since deep sea may part them (2.3.2).
        """
        if (known := self.side_origins.get(side_pair(a, b))) is not None:
            return known
        grounds = [self.hexes[h].origin("terrain").grade for h in (a, b)]
        if Grade.GIVEN in grounds:
            return GIVEN
        if self.hexside(a, b) is Terrain.SHALLOW:
            return Origin(Grade.ASSUMED, "2.3.2", "no deep sea is known between the two")
        grade = Grade.ASSUMED if any(g.is_open for g in grounds) else Grade.DERIVED
        return Origin(grade, "2.3.1", "follows from the terrain of the two hexes")

    def label(self, hex_id: HexId) -> str:
        """The place name of a hex, or its number."""
        return self.hexes[hex_id].label if hex_id in self.hexes else hex_id

    def with_hex(self, changed: Hex) -> Board:
        """The board with one hex replaced."""
        return evolve(self, hexes={**self.hexes, changed.id: changed})


@frozen
class Unit:
    """Like counters in one hex: ``count`` of them, all of one nation, kind and state.

    ``at`` is a hex, with a coast letter for fleets and their cargo in a hex with two seas
    (``0406W``). ``aboard``: a land unit carried by a naval unit of its side there (8.6). ``moved``:
    it has moved in this movement segment, or was carried (8.5a), or has been redeployed in this
    phase (10.1a).
    """

    at: str
    nation: Nation
    kind: Kind
    state: Step = Step.FULL
    count: int = 1
    aboard: bool = False
    strength: int | None = None
    moved: bool = False

    @property
    def hex(self) -> HexId:
        """The hex without a coast letter."""
        return self.at[:4]

    @property
    def coast(self) -> str:
        """The coast letter, or nothing."""
        return self.at[4:]

    @property
    def side(self) -> Side:
        """The side it fights for."""
        return self.nation.side

    @property
    def full(self) -> bool:
        """Whether its front shows (2.2.2)."""
        return self.state is Step.FULL

    @property
    def ashore(self) -> bool:
        """Whether it is a land unit standing on land, not carried (2.3.3).

        Rulings: embarked-land-control, attrited-land-holds
        """
        return self.kind is Kind.LAND and not self.aboard

    @property
    def value(self) -> int:
        """Combat strength of one counter: 0 when attrited (2.2.2).

        Rulings: attrited-only-combat
        Rules: 2.2i, 2.2.2a-c
        """
        if not self.full:
            return 0
        return STRENGTHS[self.kind] if self.strength is None else self.strength

    @property
    def turned(self) -> Unit:
        """The same counter with its other face up."""
        return evolve(self, state=Step.ATTRITED if self.full else Step.FULL)


@frozen
class Mark:
    """A hex that a side has marked: a base it built this phase, a target it chose this turn."""

    side: Side
    hex: HexId


@frozen
class Leaving:
    """Fleets that a moving stack leaves behind in a hex on its way (8.5l)."""

    at: str
    units: tuple[Unit, ...]


@frozen
class Journey:
    """A move under way: the units, where they are, the hexes still to be entered (8.2e).

    ``kind``: ``fleet``, ``land`` or ``transport``. Land units of a transport are ``aboard``.
    """

    kind: str
    at: str
    units: tuple[Unit, ...]
    path: tuple[str, ...]
    leaving: tuple[Leaving, ...] = ()


@frozen
class Pending:
    """A decision that has to be made, or dice that are due, before play goes on.

    ``kind``: ``base`` (``side`` picks ``count`` bases of the enemy's that go, 6.5d), ``displace``
    (``side`` says where its air unit ``unit`` goes, 8.7a), ``choose`` (``side`` picks what the
    card ``card`` does, 4.3), ``submarines`` (two dice for a stack of ``side`` that came to ``at``,
    10.4), ``sudden-death`` (two dice for the capture of ``at``, 15.0). ``units``: the stack.
    ``effect``: which effect of the card it is, from 0.
    """

    kind: str
    side: Side
    count: int = 1
    unit: Unit | None = None
    at: str = ""
    card: str = ""
    units: tuple[Unit, ...] = ()
    effect: int = 0


@frozen
class Effect:
    """What an event does for the rest of the turn; the rules it changes ask for it (4.3).

    ``what``: a word of the vocabulary of `witp_learn.rules.events`. ``side``: who has the gain, or
    suffers the bar; None: both. ``kind`` and ``amount``: of what, and how much. ``forced``: it
    comes from a forced event and goes before others (4.5).
    """

    what: str
    side: Side | None = None
    card: str = ""
    kind: str = ""
    amount: int = 0
    forced: bool = False


@frozen
class Ending:
    """How the game has ended: the winner and the clause that says so (3.2)."""

    winner: Side
    rule: str


HIDDEN = "hidden"
"""What stands for a card that the other side may not see (4.2)."""


@frozen
class Hand:
    """The cards a side holds, by id such as ``1942-03`` (4.2)."""

    side: Side
    cards: tuple[str, ...]


@frozen
class Progress:
    """How far a turn has come: whose turn it is to act, who has passed, what has been done.

    ``points``: the resource points as determined this turn, Japan's and the Allies', empty before
    (5.2e). ``rolled``: who has rolled for them; ``gains``: what comes on top once that is settled
    and does not count for who acts first (5.1f, ruling card-rp-and-order). ``special``: what
    special rules add to the points of each side, judged as the turn began (12.2n, 12.3, 12.4).
    ``built``, ``targets``: bases built in this phase, target hexes chosen this turn. ``target``,
    ``activated``, ``done``: the impulse under way, its activation markers and those that are
    turned over (8.2). ``fought``: hexes whose fight is over; ``fight``, ``record``: the hex that
    is fought over, and the dice and decisions so far (9). ``stacks``: stacks redeployed this turn
    (10.1c). ``pending``: what must be decided first, the last one before the others.
    ``step``: the part of an event or reinforcement phase. ``declared``: the cards named this turn,
    in the order they are carried out; ``used``: how many of them have been (4.2).
    ``met_chinese``: a land combat with a Chinese unit was fought this turn (12.2k).

    What lasts longer than a turn: ``choices``: options taken, like ``six-bases`` (6.6.2c).
    ``scenario``: the scenario played, empty for a position of its own, which has no cards, no
    reinforcements and no winner. ``last_turn``, ``bid``: of a short game (13.2). ``hands``,
    ``deck``: cards held, and those that may be drawn; ``discards``: cards used or put away.
    ``waiting``: units that have arrived and found no place (11.0). ``once``: what may happen once
    a game and has. ``penalty``: points Japan loses next turn (12.2n). ``effects``: what events do
    until the turn ends. ``ending``: how the game has ended.
    """

    points: tuple[int, ...] = ()
    rolled: tuple[Side, ...] = ()
    gains: tuple[int, ...] = ()
    special: tuple[int, ...] = ()
    to_act: Side | None = None
    passed: tuple[Side, ...] = ()
    built: tuple[Mark, ...] = ()
    targets: tuple[Mark, ...] = ()
    target: HexId = ""
    activated: tuple[HexId, ...] = ()
    done: tuple[HexId, ...] = ()
    journey: Journey | None = None
    fought: tuple[HexId, ...] = ()
    fight: HexId = ""
    record: tuple[str, ...] = ()
    stacks: tuple[int, ...] = ()
    pending: tuple[Pending, ...] = ()
    step: str = ""
    declared: tuple[str, ...] = ()
    used: int = 0
    met_chinese: bool = False
    choices: tuple[str, ...] = ()
    scenario: str = ""
    last_turn: int = 0
    bid: int = 0
    hands: tuple[Hand, ...] = ()
    deck: tuple[str, ...] = ()
    discards: tuple[str, ...] = ()
    waiting: tuple[Unit, ...] = ()
    once: tuple[str, ...] = ()
    penalty: int = 0
    effects: tuple[Effect, ...] = ()
    ending: Ending | None = None


@frozen
class State(Displayed):
    """A position: what stands where, and when. ``units`` keep the order of their file.

    ``trp``: resource points left, Japan's then the Allies', or None when they are not counted.
    ``rulings``: readings that differ from the default, by slug. ``progress``: how far the turn has
    come, None for a position at rest.
    """

    board: Board = field(repr=False)
    turn: int
    units: tuple[Unit, ...] = ()
    bases: Mapping[Side, tuple[HexId, ...]] = field(factory=lambda: dict.fromkeys(Side, ()))
    title: str = ""
    phase: Phase = Phase.SUPPLY
    trp: tuple[int, int] | None = None
    rulings: Mapping[str, str] = field(factory=dict)
    contested: tuple[HexId, ...] = ()
    progress: Progress | None = None

    def __str__(self) -> str:
        many = sum(unit.count for unit in self.units)
        units = f"{many} unit{'' if many == 1 else 's'}"
        named = f"{self.title}: " if self.title else ""
        return f"{named}turn {self.turn}, {self.phase.value} phase, {units}"

    @property
    def under_way(self) -> bool:
        """Whether it stands in the middle of a turn, with things done that must be remembered."""
        return self.progress is not None or any(unit.moved for unit in self.units)

    @property
    def effects(self) -> tuple[Effect, ...]:
        """What events do in this turn (4.3)."""
        return () if self.progress is None else self.progress.effects

    @cached_property
    def by_hex(self) -> Mapping[HexId, tuple[Unit, ...]]:
        """Units by hex, in the order of the position."""
        table: dict[HexId, list[Unit]] = {}
        for unit in self.units:
            table.setdefault(unit.hex, []).append(unit)
        return {h: tuple(u) for h, u in table.items()}

    def at(self, hex_id: HexId, side: Side | None = None) -> tuple[Unit, ...]:
        """The units in a hex, of one side or of both."""
        found = self.by_hex.get(hex_id, ())
        return found if side is None else tuple(u for u in found if u.side is side)

    def full_air(self, hex_id: HexId, side: Side) -> bool:
        """Whether a full air unit of ``side`` stands in the hex (2.2.3)."""
        return any(
            u.kind is Kind.AIR and u.full and u.side is side for u in self.by_hex.get(hex_id, ())
        )

    def land_ashore(self, hex_id: HexId, side: Side) -> bool:
        """Whether a land unit of ``side``, full or attrited, stands ashore in the hex (2.3.3)."""
        return (hex_id, side) in self._ashore

    @cached_property
    def _ashore(self) -> frozenset[tuple[HexId, Side]]:
        return frozenset((u.hex, u.side) for u in self.units if u.ashore)

    def has_base(self, hex_id: HexId, side: Side) -> bool:
        """Whether ``side`` has a supply base in the hex."""
        return hex_id in self.bases[side]

    def in_use(self) -> Iterator[HexId]:
        """Every hex that holds a unit or a base, once each."""
        seen = dict.fromkeys(u.hex for u in self.units)
        return iter(seen | dict.fromkeys(h for side in Side for h in self.bases[side]))
