"""The exact chances of a fight: every roll is made through the functions that fight it (9).

Layer by layer: the moments in which a battle may begin, each with its chance; every roll of each;
and what follows up to the next battle. Equal moments are counted together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import TypeVar

from attrs import field, frozen

from witp_learn.chances import Distribution
from witp_learn.explain import say
from witp_learn.files import one_of
from witp_learn.hexgrid import HexId
from witp_learn.model import Kind, Side, State
from witp_learn.odds.plan import Plan
from witp_learn.odds.records import BattleOdds, Loss, Odds, Outcome
from witp_learn.odds.slim import slim
from witp_learn.rules.combat import fight
from witp_learn.rules.combat.arena import Arena
from witp_learn.rules.combat.moment import Moment, battle_of
from witp_learn.rules.combat.pieces import LAND, SIDE_OF, Piece
from witp_learn.rules.combat.strength import Held
from witp_learn.rules.combat.tally import SIDES, Stakes, rolls

POLICIES = ("default", "best")
"""Who chooses how: what is done without being asked, or what is best for the chooser."""

Settle = Callable[[Moment], Moment]
"""Decides everything up to the next dice."""

Weights = dict[Moment, Fraction]

Key = tuple[Side, Kind]

Left = dict[Key, tuple[Fraction, Fraction]]
"""Full counters and counters in all that are to be expected, by side and kind."""

NOTHING = (Fraction(0), Fraction(0))


def odds(state: State, hex_id: HexId, *, policy: str = "default", held: Held = frozenset()) -> Odds:
    """The exact chances of the fight for a hex, all its battles chained with their losses.

    ``policy``: how owners choose; see `POLICIES`. ``held``: air units held back from support. No
    fight: the position as it is, for certain. Raises ValueError for an unknown policy, NotAvailable
    when the best choices are too many to be compared (see `plan.MOST`).

    Rules: 9.0b, 9.1a, 9.1b, 9.1c, 9.1d, 9.6b
    """
    arena = Arena(state, hex_id)
    return odds_from(arena, fight.begin(arena, held), policy=policy)


def odds_from(arena: Arena, moment: Moment, *, policy: str = "default") -> Odds:
    """The exact chances from a moment in the middle of a fight on, before or after any dice.

    Battles are counted from there, losses too. Raises as `odds` does.
    """
    if policy not in POLICIES:
        raise ValueError(f"no policy {policy!r}; it must be {one_of(POLICIES)}")
    settle = _settler(arena, moment, policy)
    rows, ends, aside = _chain(arena, settle(moment), settle)
    chances, below = _whole(ends)
    return Odds(
        arena.state,
        arena.hex,
        tuple(row.odds() for _, row in sorted(rows.items())),
        _outcomes(arena.hex, chances, below),
        _losses(moment.here, aside, chances, below),
        _unopposed(arena.hex, chances, below),
        policy,
        say(f"odds.policy.{policy}"),
    )


def _settler(arena: Arena, moment: Moment, policy: str) -> Settle:
    if policy == "best":
        return Plan(arena, moment).settled
    return lambda now: fight.settled(arena, now)


@frozen
class _Row:
    """A battle as it is added up: how likely it is to be fought with which stakes."""

    kind: str
    number: int
    met: dict[Stakes, Fraction] = field(factory=dict)

    def odds(self) -> BattleOdds:
        reached = sum(self.met.values(), Fraction(0))
        share = {stakes: chance / reached for stakes, chance in self.met.items()}
        win = _mixed(share, lambda known: known.japan)
        spread = _mixed(share, lambda known: known.difference)
        suffered = (
            _mixed(share, lambda known: known.hits[0]),
            _mixed(share, lambda known: known.hits[1]),
        )
        japan = win.get(True, Fraction(0))
        tie = sum((p * summary(stakes).tie for stakes, p in share.items()), Fraction(0))
        return BattleOdds(
            self.kind,
            self.number,
            reached,
            {Side.JAPAN: japan, Side.ALLIES: 1 - japan},
            tie,
            Distribution(dict(sorted(spread.items()))),
            {s: Distribution(dict(sorted(suffered[i].items()))) for i, s in enumerate(SIDES)},
        )


@frozen
class Summary:
    """How many of the rolls that decide a battle do what, by what they do."""

    tie: Fraction
    decided: int
    japan: Mapping[bool, int]
    difference: Mapping[int, int]
    hits: tuple[Mapping[int, int], Mapping[int, int]]


@lru_cache(maxsize=1024)
def summary(stakes: Stakes) -> Summary:
    """The rolls of a battle, counted: ties, wins, differences from Japan's side, hits."""
    found = rolls(stakes)
    decided = [roll for roll in found if roll.winner is not None]
    signed = (roll.total[0] - roll.total[1] for roll in decided)
    return Summary(
        Fraction(len(found) - len(decided), len(found)),
        len(decided),
        _counted(roll.winner is Side.JAPAN for roll in decided),
        _counted(signed),
        (_counted(r.hits[0] for r in decided), _counted(r.hits[1] for r in decided)),
    )


T = TypeVar("T", bound=Hashable)


def _counted(items: Iterable[T]) -> Mapping[T, int]:
    return Counter(items)


def _mixed(
    share: Mapping[Stakes, Fraction], pick: Callable[[Summary], Mapping[T, int]]
) -> dict[T, Fraction]:
    mixed: dict[T, Fraction] = {}
    for stakes, chance in share.items():
        counts = pick(summary(stakes))
        whole = sum(counts.values())
        for value, count in counts.items():
            mixed[value] = mixed.get(value, Fraction(0)) + chance * Fraction(count, whole)
    return mixed


def _chain(
    arena: Arena, start: Moment, settle: Settle
) -> tuple[dict[tuple[int, str], _Row], Weights, Left]:
    """Every battle that may be fought, every moment in which the fight may end.

    Last the counters that were set aside on the way, since nothing can touch them any more.
    """
    rows: dict[tuple[int, str], _Row] = {}
    ends: Weights = {}
    aside: Left = {}
    layer, number = {_slimmed(start, aside, Fraction(1)): Fraction(1)}, 0
    while layer:
        following: Weights = {}
        for moment, chance in layer.items():
            if not moment.todo:
                _add(ends, moment, chance)
                continue
            known = fight.stakes(arena, moment)
            kind = battle_of(moment).kind
            row = rows.setdefault((number, kind), _Row(kind, number))
            _add(row.met, known, chance)
            one = chance / summary(known).decided
            for group, fallen in fight.outcomes(arena, moment, known):
                share = one * len(group)
                _add(following, _slimmed(settle(fallen), aside, share), share)
        layer, number = following, number + 1
    return rows, ends, aside


def _slimmed(moment: Moment, aside: Left, chance: Fraction) -> Moment:
    slimmed = slim(moment)
    if slimmed is not moment:
        _set_aside(aside, moment, slimmed, chance)
    return slimmed


def _add(weights: dict[T, Fraction], key: T, chance: Fraction) -> None:
    already = weights.get(key)
    weights[key] = chance if already is None else already + chance


def _whole(ends: Weights) -> tuple[list[tuple[Moment, int]], int]:
    """The ends with whole numbers in place of fractions, and what they add up to."""
    below = lcm(*(chance.denominator for chance in ends.values()))
    return [(m, p.numerator * (below // p.denominator)) for m, p in ends.items()], below


def _outcomes(hex_id: HexId, ends: list[tuple[Moment, int]], below: int) -> Distribution[Outcome]:
    found: dict[Outcome, int] = {}
    for moment, weight in ends:
        left = outcome(hex_id, moment.here)
        found[left] = found.get(left, 0) + weight
    ranked = sorted(found.items(), key=lambda item: item[0].rank)
    return Distribution({left: Fraction(weight, below) for left, weight in ranked})


def outcome(hex_id: HexId, here: Iterable[Piece]) -> Outcome:
    """Who is left in a hex; embarked land units do not count."""
    land, fleets = set(), set()
    for piece in here:
        if piece.at[:4] == hex_id:
            if piece.kind is LAND:
                land.add(SIDE_OF[piece.nation])
            elif piece.is_fleet:
                fleets.add(SIDE_OF[piece.nation])
    return Outcome(_who(land), _who(fleets))


def _who(sides: set[Side]) -> str:
    return "both" if len(sides) > 1 else next((side.value for side in sides), "none")


def _unopposed(
    hex_id: HexId, ends: list[tuple[Moment, int]], below: int
) -> Mapping[Side, Fraction]:
    quiet = [(outcome(hex_id, m.here).land, weight) for m, weight in ends if not m.grounded]
    return {s: Fraction(sum(w for who, w in quiet if who == s), below) for s in SIDES}


def _losses(
    before: Iterable[Piece], aside: Left, ends: list[tuple[Moment, int]], below: int
) -> tuple[Loss, ...]:
    """What is lost: what there was, less what was set aside, less what is left in the end."""
    had = _strengths(before)
    left: dict[Key, tuple[int, int]] = {}
    for moment, weight in ends:
        for key, (full, there) in _strengths(moment.here).items():
            already = left.get(key, (0, 0))
            left[key] = already[0] + weight * full, already[1] + weight * there

    def lost(key: Key, what: int) -> Fraction:
        kept = Fraction(left.get(key, (0, 0))[what], below) + aside.get(key, NOTHING)[what]
        return had[key][what] - kept

    keys = ((side, kind) for side in SIDES for kind in Kind if (side, kind) in had)
    return tuple(Loss(*key, lost(key, 0), lost(key, 1)) for key in keys)


def _set_aside(aside: Left, moment: Moment, slimmed: Moment, chance: Fraction) -> None:
    """Keep count of the fleets that a moment has been made slim of."""
    rest = _strengths(slimmed.here)
    for key, (full, there) in _strengths(moment.here).items():
        still = rest.pop(key, (0, 0))
        _lay(aside, key, (full - still[0], there - still[1]), chance)
    for key, (full, there) in rest.items():
        _lay(aside, key, (-full, -there), chance)


def _lay(aside: Left, key: Key, counts: tuple[int, int], chance: Fraction) -> None:
    if counts != (0, 0):
        full, there = aside.get(key, NOTHING)
        aside[key] = full + counts[0] * chance, there + counts[1] * chance


def _strengths(here: Iterable[Piece]) -> dict[Key, tuple[int, int]]:
    """Full counters and counters in all, by side and kind, cargo included."""
    found: dict[Key, tuple[int, int]] = {}
    for piece in here:
        for one in (piece,) if piece.cargo is None else (piece, piece.cargo):
            key = SIDE_OF[one.nation], one.kind
            full, there = found.get(key, (0, 0))
            found[key] = full + one.full, there + 1
    return found
