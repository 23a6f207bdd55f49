"""Fleet and land strength, term by term (9.2, 9.3.1, 9.4.2, 9.5.1)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from witp_learn.hexgrid import HexId, adjacent
from witp_learn.model import Kind, Nation, Side, State
from witp_learn.rulebook import reading
from witp_learn.rules.combat.battles import Battle, ashore, fleets
from witp_learn.rules.combat.pieces import AIR, CARRIER, NAVAL, Piece
from witp_learn.rules.effects import bonuses

PAIR_BONUS = 2
"""Strength for each pair of a carrier and a naval unit (9.3.1)."""

CARRIER_SUPPORT = 1
"""Strength in a landing for each full carrier there (9.5.1)."""

DEFENCE_BONUS = 1
"""Strength of the side landed upon (9.5.1)."""

Held = frozenset[tuple[HexId, Nation]]
"""Air units whose owner holds them back from support: hex and nation (9.2)."""


class Term(NamedTuple):
    """One line of a strength: ``times`` times ``each``.

    ``what``: ``carrier naval pair land carrier_support air defence event``. ``zero``: why it gives
    nothing, when it does not (``attrited held_back air_zone turn_1 attacker unpaired``). ``card``:
    the event that gives it.
    """

    what: str
    at: str
    nation: Nation | None
    times: int
    each: int
    rules: tuple[str, ...]
    zero: str = ""
    card: str = ""

    @property
    def value(self) -> int:
        """What the line adds."""
        return 0 if self.zero else self.times * self.each


def terms(
    state: State, here: tuple[Piece, ...], battle: Battle, side: Side, held: Held = frozenset()
) -> tuple[Term, ...]:
    """Every line of a side's strength in a battle, lines that give 0 included.

    Rules: 4.3c, 9.3b, 9.3c, 9.3.1a, 9.3.1b, 9.3.1c, 9.4b, 9.4c, 9.4.2a, 9.4.2b, 9.5b, 9.5.1a,
    9.5.1b
    """
    if battle.kind == "fleet":
        own = [*_fighters(here, battle, side), *_pairs(here, battle, side)]
    else:
        own = [*_fighters(here, battle, side), *_carrier_support(here, battle, side)]
    rest = (*_air(state, here, battle, side, held), *_defence(state, battle, side))
    return (*own, *rest, *_events(state, battle, side)) if state.effects else (*own, *rest)


def strength(lines: tuple[Term, ...]) -> int:
    """The strength that the lines add up to."""
    return sum(line.value for line in lines)


def fighters(here: tuple[Piece, ...], battle: Battle, side: Side) -> list[Piece]:
    """The units of a side that fight a battle and may be hit in it, attrited ones too.

    In a landing: the landing side's cargo from the clear seas, and whoever stands ashore.

    Rulings: attrited-only-combat
    Rules: 9.1g, 9.3a, 9.4a, 9.5a, 9.5.2b, 9.2a
    """
    if battle.kind == "fleet":
        return fleets(here, side, battle.seas[0])
    found = ashore(here, side, battle.hex)
    if battle.lander is side:
        found += [p.cargo._replace(at=p.at) for p in carriers_of(here, battle) if p.cargo]
    return found


def carriers_of(here: tuple[Piece, ...], battle: Battle) -> list[Piece]:
    """The naval units whose cargo lands in a battle."""
    side = battle.lander
    if side is None:
        return []
    return [p for at in battle.seas for p in fleets(here, side, at) if p.cargo is not None]


_RULE = {"fleet": "9.3.1a", "land": "9.4.2a", "assault": "9.5.1a"}


def _fighters(here: tuple[Piece, ...], battle: Battle, side: Side) -> Iterator[Term]:
    counted: dict[tuple[Kind, Nation, int, bool], int] = {}
    for piece in fighters(here, battle, side):
        key = (piece.kind, piece.nation, piece._replace(full=True).value, piece.full)
        counted[key] = counted.get(key, 0) + 1
    for (kind, nation, each, full), count in sorted(counted.items(), key=_line_order):
        zero, rules = ("", (_RULE[battle.kind],)) if full else ("attrited", ("9.1g", "2.2.2b"))
        yield Term(kind.value, battle.hex, nation, count, each, rules, zero)


def _line_order(item: tuple[tuple[Kind, Nation, int, bool], int]) -> tuple[object, ...]:
    (kind, nation, each, full), _ = item
    return (kind is not CARRIER, list(Nation).index(nation), not full, each)


def _pairs(here: tuple[Piece, ...], battle: Battle, side: Side) -> Iterator[Term]:
    """The task-force bonus: full units only, own-side pairs (tf-bonus-attrited, -nationality).

    Rulings: tf-bonus-nationality, tf-bonus-attrited
    """
    own = fleets(here, side, battle.seas[0])
    carriers = sum(1 for p in own if p.kind is CARRIER and p.full)
    naval = sum(1 for p in own if p.kind is NAVAL and p.full)
    if pairs := min(carriers, naval):
        yield Term("pair", battle.hex, None, pairs, PAIR_BONUS, ("9.3.1c",))
    elif any(p.kind is CARRIER for p in own):
        yield Term("pair", battle.hex, None, 1, PAIR_BONUS, ("9.3.1c",), "unpaired")


def _carrier_support(here: tuple[Piece, ...], battle: Battle, side: Side) -> Iterator[Term]:
    """The landing bonus: each full carrier adds 1, an attrited one nothing.

    Rulings: cv-assault-support-side
    Rules: 9.5.1c
    """
    if battle.kind != "assault":
        return
    own = [p for at in battle.seas for p in fleets(here, side, at) if p.kind is CARRIER]
    for full in (True, False):
        if count := sum(1 for p in own if p.full is full):
            zero = "" if full else "attrited"
            rules = ("9.5.1c",)
            yield Term("carrier_support", battle.hex, None, count, CARRIER_SUPPORT, rules, zero)


def in_range(piece: Piece, hex_id: HexId) -> bool:
    """Whether an air unit could support a battle in a hex: it is there, or next to it.

    Rules: 9.2d
    """
    return piece.at == hex_id or adjacent(piece.at, hex_id)


_AIR_RULE = {"fleet": "9.3.1b", "land": "9.4.2b", "assault": "9.5.1b"}


def _air(
    state: State, here: tuple[Piece, ...], battle: Battle, side: Side, held: Held
) -> Iterator[Term]:
    """The air units of a side within reach, like ones of a hex together, of whatever nation.

    Any number of them may support; those that give nothing are among them.

    Rulings: chongqing-air-status
    Rules: 9.2d, 9.2f, 9.3.1b, 9.4.2b, 9.5.1b
    """
    counted: dict[Piece, int] = {}
    for piece in here:
        if piece.kind is AIR and piece.side is side and in_range(piece, battle.hex):
            bare = piece._replace(part="")
            counted[bare] = counted.get(bare, 0) + 1
    shut = zone_shuts(state, here, battle.hex, side)
    for piece, count in counted.items():
        zero = _no_support(piece, battle.hex, held, shut)
        rules = _ZERO_RULES.get(zero, (_AIR_RULE[battle.kind],))
        each = piece._replace(full=True).value
        yield Term("air", piece.at, piece.nation, count, each, rules, zero)


_ZERO_RULES = {"attrited": ("2.2.2b", "9.2d"), "held_back": ("9.2d",), "air_zone": ("2.2.3f",)}


def _no_support(piece: Piece, hex_id: HexId, held: Held, shut: bool) -> str:
    if not piece.full:
        return "attrited"
    if (piece.at, piece.nation) in held:
        return "held_back"
    return "air_zone" if shut and piece.at != hex_id else ""


def zone_shuts(state: State, here: tuple[Piece, ...], hex_id: HexId, side: Side) -> bool:
    """Whether an enemy air zone over the hex keeps out air support from next door.

    Only by reading b of azoc-combat-support; by the default nothing does.

    Rules: 2.2.3f, 2.2.3i
    """
    if reading("azoc-combat-support", state.rulings) != "b":
        return False
    air = [p for p in here if p.kind is AIR and p.full]
    lifted = any(p.at == hex_id and p.side is side for p in air)
    return not lifted and any(adjacent(p.at, hex_id) and p.side is side.enemy for p in air)


def supporters(
    state: State, here: tuple[Piece, ...], battle: Battle, side: Side, held: Held = frozenset()
) -> list[Piece]:
    """The full air units of a side that support a battle (attrited ones do not).

    Rulings: air-support-voluntary, attrited-air-supports
    Rules: 9.2d, 9.2e, 9.2f, 9.3b, 9.4b, 9.5b, 9.6.2b
    """
    shut = zone_shuts(state, here, battle.hex, side)
    return [
        p
        for p in here
        if p.kind is AIR
        and p.side is side
        and in_range(p, battle.hex)
        and not _no_support(p, battle.hex, held, shut)
    ]


def _events(state: State, battle: Battle, side: Side) -> Iterator[Term]:
    """What the events of the turn add, each card on a line of its own.

    Rules: 4.3c
    """
    for one in bonuses(state, battle.kind, side):
        yield Term("event", battle.hex, None, 1, one.amount, ("4.3c",), card=one.card)


def _defence(state: State, battle: Battle, side: Side) -> Iterator[Term]:
    """The bonus of the side landed upon; none on turn 1 against Japan.

    Rules: 9.5.1d, 9.5.1e, 12.1f
    """
    if battle.kind != "assault":
        return
    if side is battle.lander:
        yield Term("defence", battle.hex, None, 1, DEFENCE_BONUS, ("9.5.1d",), "attacker")
    elif state.turn == 1 and battle.lander is Side.JAPAN:
        rules = ("9.5.1e", "12.1f")
        yield Term("defence", battle.hex, None, 1, DEFENCE_BONUS, rules, "turn_1")
    else:
        yield Term("defence", battle.hex, None, 1, DEFENCE_BONUS, ("9.5.1d",))
