"""Resource points: the roll (5.1), who acts first (5.2), turn 1 (5.3) and upkeep of bases (6.5)."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

from witp_learn.chances import DIE, Distribution
from witp_learn.explain import Reason, number, say
from witp_learn.model import Area, Phase, Side, State
from witp_learn.rules.control import alone

REDEPLOYMENT = (
    Phase.FLEET_REDEPLOYMENT,
    Phase.TROOP_REDEPLOYMENT,
    Phase.STACKING,
    Phase.REBUILDING,
)
"""The segments of phase 6, where the Allies go first on equal points (5.2)."""

TURN_1_POINTS: Mapping[Side, int] = {Side.JAPAN: 20, Side.ALLIES: 0}
"""Both sides' points on turn 1, without a roll (5.3)."""


def trp(base: int, white: int, red: int, others: Mapping[str, int] | None = None) -> Reason:
    """A side's resource points for the turn: BRP plus the white die minus the red die.

    ``others`` are what events and special rules add, by name. Never below 0, since the track has
    no lower box (ruling trp-floor). Value in RP. Raises ValueError for a die that is not 1 to 6.

    Rules: 5.1a, 5.1b, 5.1c, 5.1f, 2.1b
    """
    for die in (white, red):
        if die not in range(1, 7):
            raise ValueError(f"a die shows 1 to 6, not {die}")
    gains = (
        Reason(base, say("resources.brp", points=base), "data", what="brp", rules=("5.1a",)),
        Reason(white, say("resources.white", die=white), "die", what="white", rules=("5.1b",)),
        *(
            Reason(points, say("resources.other", name=name, points=f"{points:+d}"), "data")
            for name, points in (others or {}).items()
        ),
    )
    total = number(
        say("resources.gains", points=sum(int(g.value or 0) for g in gains)), "sum", *gains
    )
    minus = Reason(red, say("resources.red", die=red), "die", what="red", rules=("5.1b",))
    sum_text = f"{base} + {white} - {red}" + "".join(
        f" {'-' if v < 0 else '+'} {abs(v)} ({name})" for name, v in (others or {}).items()
    )
    points = number(sum_text, "difference", total, minus, rules=("5.1c",))
    kept = max(0, int(points.value or 0))
    below = int(points.value or 0) < 0
    key = "resources.trp_floor" if below else "resources.trp"
    text = say(key, points=kept, sum=sum_text, below=points.value)
    return number(text, "above_zero", points, what="trp", rules=("5.1c", "5.1f"))


RESOURCE_GAINS = {2: 1, 3: 2}
"""RP for Japan, by how many of the southern resource hexes it occupies alone (12.3)."""

LOST_DOMINION = -3
"""RP of the Allies while Japan occupies a port or airfield of Australia or India (12.4)."""


def special_gains(state: State, side: Side) -> Mapping[str, int]:
    """What the special rules add to a side's points this turn, in RP by name.

    As it was noted when the turn began (``progress.special``), so that events do not change it;
    a position that has nothing noted is judged as it stands. What Japan loses for want of land
    units in China was settled as the last turn ended. On turn 1 the points are fixed and nothing
    is added (ruling trp-modifier-timing).

    Rules: 12.2n, 12.3a, 12.3b, 12.3c, 12.4a, 12.4b
    """
    now = state.progress
    gains = judged_gains(state, side)
    if now is not None and now.special:
        japan, allies = now.special
        wells = japan + now.penalty
        gains = _named(resources=wells) if side is Side.JAPAN else _named(dominion=allies)
    if side is Side.JAPAN and now is not None and now.penalty:
        gains = {**gains, say("resources.china"): -now.penalty}
    return gains


def _named(resources: int = 0, dominion: int = 0) -> dict[str, int]:
    named = {say("resources.southern"): resources, say("resources.dominion"): dominion}
    return {name: points for name, points in named.items() if points}


def judged_gains(state: State, side: Side) -> Mapping[str, int]:
    """What the land units in the oil fields, in Australia and in India are worth, in RP by name.

    The position is judged as it stands. Alone means that no enemy land unit stands ashore there
    (ruling occupies-alone).

    Rules: 12.3a, 12.3b, 12.3c, 12.4a, 12.4b
    """
    if side is Side.JAPAN:
        wells = [h for h, place in state.board.hexes.items() if place.resource]
        held = sum(1 for h in wells if alone(state, h, side))
        return _named(resources=RESOURCE_GAINS.get(held, 0))
    lost = any(
        place.facility is not None
        and place.area in (Area.AUSTRALIA, Area.INDIA)
        and alone(state, h, Side.JAPAN)
        for h, place in state.board.hexes.items()
    )
    return _named(dominion=LOST_DOMINION if lost else 0)


def noted_gains(state: State) -> tuple[int, int]:
    """What a turn that begins notes in ``progress.special``: RP for Japan and for the Allies.

    Rules: 12.2n, 12.3b, 12.3c, 12.4a
    """
    japan, allies = (sum(special_gains(state, side).values()) for side in Side)
    return japan, allies


def trp_chances(base: int, others: int = 0) -> Distribution[int]:
    """How likely each number of resource points is before the dice fall.

    Rules: 5.1b, 5.1c
    """
    return DIE.join(DIE, lambda white, red: max(0, base + others + white - red))


def turn_1_points(side: Side) -> Reason:
    """A side's resource points on turn 1, without a roll (value in RP).

    Rules: 5.3a, 12.1a, 12.1b
    """
    points = TURN_1_POINTS[side]
    text = say("resources.turn_1", side=side.adjective, points=points)
    return Reason(points, text, "data", what="trp", rules=("5.3a",), grade="printed")


def first_to_act(points: tuple[int, int], phase: Phase) -> Reason:
    """The side that acts first, by the points determined this turn, Japan's then the Allies'.

    The higher goes first; on equal points the Allies in phase 6, Japan in all others. The value
    is the side's name.

    Rulings: trp-snapshot, equal-trp-order
    Rules: 5.2c, 5.2d, 5.2e, 5.2f, 5.2g, 5.2h, 6.0d, 6.0e
    """
    japan, allies = points
    if japan == allies:
        late = phase in REDEPLOYMENT
        side, rule = (Side.ALLIES, "5.2g") if late else (Side.JAPAN, "5.2h")
        text = say("resources.equal", side=side.adjective, points=japan)
        return Reason(side.value, text, what="first", rules=(rule,))
    side = Side.JAPAN if japan > allies else Side.ALLIES
    text = say("resources.higher", side=side.adjective, japan=japan, allies=allies)
    return Reason(side.value, text, what="first", rules=("5.2e",))


@frozen
class Upkeep:
    """What a side owes for its bases: RP due, RP left after paying, bases that must go."""

    due: int
    left: int
    short: int
    reason: Reason


def upkeep(state: State, side: Side, points: int) -> Upkeep:
    """Upkeep of the bases of ``side`` with ``points`` RP to pay it from.

    One RP a base; the six free Allied bases of turn 1 cost nothing that turn (ruling
    free-base-duration). When points fall short they drop to 0 and one base goes for each RP
    missing; the opponent chooses which.

    Rulings: base-build-cost
    Rules: 6.5a, 6.5b, 6.5c, 6.5d, 6.6.2b, 6.6.2d
    """
    count = len(state.bases[side])
    free = state.turn == 1 and side is Side.ALLIES
    due = 0 if free else count
    short = max(0, due - points)
    rules = ("6.6.2b",) if free else ("6.5a", "6.5c") if short else ("6.5a",)
    key = "upkeep_free" if free else "upkeep_short" if short else "upkeep"
    held = f"{count} base{'' if count == 1 else 's'}"
    text = say(f"resources.{key}", bases=held, due=due, points=points, short=short)
    return Upkeep(due, max(0, points - due), short, Reason(due, text, what="upkeep", rules=rules))
