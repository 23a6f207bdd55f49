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
from typing import NamedTuple, TypeVar

from attrs import field, frozen

from witp_learn.chances import Distribution
from witp_learn.explain import say
from witp_learn.files import one_of
from witp_learn.hexgrid import HexId
from witp_learn.model import Kind, Side, State
from witp_learn.odds.plan import Plan
from witp_learn.odds.records import BattleOdds, Loss, Odds, Outcome
from witp_learn.odds.slim import Counts, Key, Slim, counted, slim, slim_rolled
from witp_learn.rules.combat import fight
from witp_learn.rules.combat.arena import Arena
from witp_learn.rules.combat.moment import Moment, battle_of
from witp_learn.rules.combat.pieces import LAND, SIDE_OF, Piece
from witp_learn.rules.combat.strength import Held
from witp_learn.rules.combat.tally import SIDES, Stakes, Tally, rolls, ways

POLICIES = ("default", "best")
"""Who chooses how: what is done without being asked, or what is best for the chooser."""


class _Owners(NamedTuple):
    """How owners choose.

    ``settle`` decides everything up to the next dice. ``rolls`` tells what the rolls of a battle
    with these stakes lead to, ``slim`` makes that slimmer; then it is settled.
    """

    settle: Callable[[Moment], Moment]
    rolls: Callable[[Moment, Stakes], Iterable[tuple[tuple[Tally, ...], Moment]]]
    slim: Callable[[Moment], Slim]


Weights = dict[Moment, int]
"""How likely moments are, as whole numbers of a common fraction."""

Expected = dict[Key, tuple[int, int]]
"""Full counters and counters in all, by side and kind, times how likely they are."""


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
    owners = _owners(arena, moment, policy)
    rows, ends = _chain(arena, owners.settle(moment), owners)
    return Odds(
        arena.state,
        arena.hex,
        tuple(row.odds() for _, row in sorted(rows.items())),
        _outcomes(ends),
        _losses(moment.here, ends),
        _unopposed(ends),
        policy,
        say(f"odds.policy.{policy}"),
    )


def _owners(arena: Arena, moment: Moment, policy: str) -> _Owners:
    if policy == "best":
        return _Owners(
            Plan(arena, moment).settled,
            lambda now, known: fight.outcomes(arena, now, known),
            lambda now: Slim(now, {}),
        )
    return _Owners(
        lambda now: fight.settled(arena, now),
        lambda now, known: fight.hurt_outcomes(arena, now, known),
        lambda now: slim_rolled(arena, now),
    )


@frozen
class _Row:
    """A battle as it is added up: how likely it is to be fought with which stakes.

    ``sea``: the one of two seas fought in, else empty.
    """

    kind: str
    number: int
    sea: str
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
            self.sea,
        )


Rows = dict[tuple[int, str, str], _Row]
"""The battles of a fight by number, kind and sea."""


@frozen
class Summary:
    """How many of the throws that decide a battle do what, by what they do."""

    tie: Fraction
    decided: int
    japan: Mapping[bool, int]
    difference: Mapping[int, int]
    hits: tuple[Mapping[int, int], Mapping[int, int]]


@lru_cache(maxsize=1024)
def summary(stakes: Stakes) -> Summary:
    """The rolls of a battle, counted: ties, wins, differences from Japan's side, hits.

    A roll counts as often as it is thrown (see `tally.ways`).
    """
    found = rolls(stakes)
    decided = [(roll, ways(stakes, (roll,))) for roll in found if roll.winner is not None]
    total, deciding = ways(stakes, found), sum(many for _, many in decided)
    return Summary(
        Fraction(total - deciding, total),
        deciding,
        _counted((roll.winner is Side.JAPAN, many) for roll, many in decided),
        _counted((roll.total[0] - roll.total[1], many) for roll, many in decided),
        (
            _counted((roll.hits[0], many) for roll, many in decided),
            _counted((roll.hits[1], many) for roll, many in decided),
        ),
    )


T = TypeVar("T", bound=Hashable)
N = TypeVar("N", int, Fraction)


def _counted(items: Iterable[tuple[T, int]]) -> Mapping[T, int]:
    found: Counter[T] = Counter()
    for item, many in items:
        found[item] += many
    return found


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


@frozen
class _Layer:
    """The moments in which the next battle may begin, as whole numbers of ``1 / below``.

    ``ends``: how the fight has ended before that, and whether with a combat on land. ``left``: the
    counters that were left, or set aside since nothing could touch them any more.
    """

    hex: HexId
    below: int
    due: Weights = field(factory=dict)
    ends: dict[tuple[Outcome, bool], int] = field(factory=dict)
    left: Expected = field(factory=dict)

    def add(self, moment: Moment, weight: int) -> None:
        """One more way to come there."""
        if moment.todo:
            moment, counts = slim(moment)
            _add(self.due, moment, weight)
        else:
            counts = counted(moment.here)
            _add(self.ends, (outcome(self.hex, moment.here), moment.grounded), weight)
        self.lay(counts, weight)

    def lay(self, counts: Counts, weight: int) -> None:
        """Counters that are left, or set aside."""
        for key, (full, there) in counts.items():
            _lay(self.left, key, weight * full, weight * there)


def _chain(arena: Arena, start: Moment, owners: _Owners) -> tuple[Rows, _Layer]:
    """Every battle that may be fought, and all the ways in which the fight may end."""
    rows: Rows = {}
    layer = _Layer(arena.hex, 1)
    layer.add(start, 1)
    layers = [layer]
    while layer.due:
        layer = _following(arena, layer, len(layers) - 1, rows, owners)
        layers.append(layer)
    return rows, _together(layers)


def _following(arena: Arena, layer: _Layer, number: int, rows: Rows, owners: _Owners) -> _Layer:
    """What the rolls of battle number ``number`` lead to; its figures go into ``rows``."""
    known = {moment: fight.stakes(arena, moment).lead for moment in layer.due}
    step = lcm(*(summary(stakes).decided for stakes in known.values()))
    found = _Layer(layer.hex, layer.below * step)
    fallen: Weights = {}
    for moment, weight in layer.due.items():
        stakes = known[moment]
        battle = battle_of(moment)
        sea = battle.seas[0] if battle.kind == "fleet" and arena.place.coasts else ""
        key = number, battle.kind, sea
        row = rows.setdefault(key, _Row(battle.kind, number, sea))
        _add(row.met, stakes, Fraction(weight, layer.below))
        one = weight * (step // summary(stakes).decided)
        for group, rolled in owners.rolls(moment, stakes):
            slimmed, aside = owners.slim(rolled)
            many = one * ways(stakes, group)
            _add(fallen, slimmed, many)
            found.lay(aside, many)
    for moment, weight in fallen.items():
        found.add(owners.settle(moment), weight)
    return found


def _add(weights: dict[T, N], key: T, weight: N) -> None:
    already = weights.get(key)
    weights[key] = weight if already is None else already + weight


def _lay(found: Expected, key: Key, full: int, there: int) -> None:
    already = found.get(key, (0, 0))
    found[key] = already[0] + full, already[1] + there


def _together(layers: list[_Layer]) -> _Layer:
    """The ends of all layers as whole numbers of the same fraction."""
    found = _Layer(layers[-1].hex, layers[-1].below)
    for layer in layers:
        times = found.below // layer.below
        for end, weight in layer.ends.items():
            _add(found.ends, end, weight * times)
        for key, (full, there) in layer.left.items():
            _lay(found.left, key, full * times, there * times)
    return found


def _outcomes(ends: _Layer) -> Distribution[Outcome]:
    found: dict[Outcome, int] = {}
    for (left, _), weight in ends.ends.items():
        _add(found, left, weight)
    ranked = sorted(found.items(), key=lambda item: item[0].rank)
    return Distribution({left: Fraction(weight, ends.below) for left, weight in ranked})


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


def _unopposed(ends: _Layer) -> Mapping[Side, Fraction]:
    quiet = [(left.land, weight) for (left, on_land), weight in ends.ends.items() if not on_land]
    return {s: Fraction(sum(w for who, w in quiet if who == s), ends.below) for s in SIDES}


def _losses(before: Iterable[Piece], ends: _Layer) -> tuple[Loss, ...]:
    """What is lost: what there was, less what is left or was set aside."""
    had = counted(before)

    def lost(key: Key, what: int) -> Fraction:
        return had[key][what] - Fraction(ends.left.get(key, (0, 0))[what], ends.below)

    keys = ((side, kind) for side in SIDES for kind in Kind if (side, kind) in had)
    return tuple(Loss(*key, lost(key, 0), lost(key, 1)) for key in keys)
