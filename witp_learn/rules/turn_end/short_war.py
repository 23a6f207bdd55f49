"""The optional sudden-death victory of Japan (15)."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from witp_learn.explain import Reason, number, say
from witp_learn.hexgrid import HexId
from witp_learn.model import Kind, Side, State, Unit
from witp_learn.rulebook import reading
from witp_learn.rules.control import holder

VENGEANCE = "1943-09"
"""The card that switches the option off once it has been drawn."""

MIDWAY: Mapping[str, int] = {"held": 4, "taken": 1, "carriers": 3, "lost": 1}
"""The printed example: places held before and taken, full Allied carriers before and lost."""


def began_allied(state: State, hex_id: HexId) -> bool:
    """Whether a port or airfield was the Allies' at the start of the game: by its icon.

    Rules: 15.0b, 15.0e
    """
    owner = state.board[hex_id].owner
    return owner is not None and owner.side is Side.ALLIES


def captured(state: State) -> tuple[HexId, ...]:
    """The ports and airfields that began as Allied and that Japan controls, in order.

    A hex with both counts once (ruling port-airfield-counting), and those that began as Japanese
    do not count (ruling sudden-death-count-basis).

    Rules: 15.0d, 15.0e
    """
    ashore = {u.hex for u in state.units if u.ashore and u.side is Side.JAPAN}
    taken = (h for h in ashore if began_allied(state, h) and holder(state, h) is Side.JAPAN)
    return tuple(sorted(taken))


def full_allied_carriers(state: State) -> int:
    """How many full Allied carriers are on the map.

    Rules: 15.0d
    """
    return sum(u.count for u in state.units if _counts(u))


def _counts(unit: Unit) -> bool:
    return unit.kind is Kind.CARRIER and unit.full and unit.side is Side.ALLIES


def sudden_death_value(state: State, taken: HexId | None = None) -> Reason:
    """What two dice must not exceed for Japan to win at once (value: a number, perhaps below 2).

    ``taken``: the hex whose capture is rolled for. By reading c of sudden-death-example-math it
    does not count yet; readings a and b both follow the rule.

    Rules: 15.0c, 15.0d, 15.0e, 15.0f
    """
    late = reading("sudden-death-example-math", state.rulings) == "c"
    counted = tuple(h for h in captured(state) if not (late and h == taken))
    places = tuple(
        Reason(
            True,
            say("sudden_death.place", place=state.board.label(h)),
            what="captured",
            rules=("15.0e",),
            hexes=(h,),
        )
        for h in counted
    )
    held = number(
        say("sudden_death.held", count=len(counted)),
        "count",
        *places,
        what="held",
        rules=("15.0d",),
        hexes=counted,
    )
    carriers = full_allied_carriers(state)
    against = Reason(
        carriers,
        say("sudden_death.carriers", count=carriers),
        what="carriers",
        rules=("15.0d", "2.2.2a"),
        hexes=tuple(sorted({u.hex for u in state.units if _counts(u)})),
    )
    value = len(counted) - carriers
    text = say("sudden_death.value", value=value, held=len(counted), carriers=carriers)
    return number(text, "difference", held, against, what="value", rules=("15.0c", "15.0d"))


def midway_value(letter: str) -> Reason:
    """The value in the printed example of Midway, by a reading of sudden-death-example-math.

    a: the carrier lost was a fourth; b: the rule at the time of the roll; c: the place just taken
    does not count yet. Raises KeyError for another letter.

    Rules: 15.0d, 15.0f
    """
    places = MIDWAY["held"] + (0 if letter == "c" else MIDWAY["taken"])
    carriers = MIDWAY["carriers"] - (0 if letter == "a" else MIDWAY["lost"])
    text = say(f"sudden_death.midway.{letter}", held=places, carriers=carriers)
    held = Reason(places, say("sudden_death.held", count=places), "data", rules=("15.0f",))
    against = Reason(carriers, say("sudden_death.carriers", count=carriers), "data")
    return number(text, "difference", held, against, what="value", rules=("15.0d", "15.0f"))


def rolls_due(before: State, after: State) -> tuple[HexId, ...]:
    """The hexes for which Japan may roll: their control passed to Japan between two positions.

    One roll for each port or airfield that began as Allied, retaken ones too (ruling
    sudden-death-trigger).

    Rules: 15.0b
    """
    had = set(captured(before))
    return tuple(h for h in captured(after) if h not in had)


def sudden_death(value: int, dice: tuple[int, int]) -> bool:
    """Whether Japan wins at once with these dice.

    Raises ValueError for a die that is not 1 to 6.

    Rules: 15.0c
    """
    for die in dice:
        if die not in range(1, 7):
            raise ValueError(f"a die shows 1 to 6, not {die}")
    return sum(dice) <= value


def switched_off(drawn: Collection[str]) -> bool:
    """Whether the option is off: card 1943-09 is among those drawn, by whomever.

    Rules: 15.0g
    """
    return VENGEANCE in drawn
