"""Where a force or its aircraft may go: friendly territories, near or far.

The text has no map, so a player says of each territory what he knows.
"""

from __future__ import annotations

from collections.abc import Iterable

from attrs import frozen

from witp_learn.explain import Reason, number, say


@frozen
class Place:
    """A territory as a place to go: whether own side holds it, adjoins it, has a fight there."""

    name: str
    own: bool
    adjacent: bool = False
    contested: bool = False


def friendly(place: Place) -> Reason:
    """Whether a territory is friendly: own, and without an unresolved combat.

    Rules: D-withdraw-2
    """
    own = Reason(
        place.own,
        say(f"dicepool.place.{'own' if place.own else 'not_own'}", place=place.name),
        "state",
    )
    key = "fight" if place.contested else "no_fight"
    text = say(f"dicepool.place.{key}", place=place.name)
    fight = Reason(place.contested, text, "state", rules=("D-withdraw-2",))
    quiet = number(text, "none", fight, rules=("D-withdraw-2",))
    good = place.own and not place.contested
    told = say(f"dicepool.place.{'friendly' if good else 'unfriendly'}", place=place.name)
    return number(told, "all", own, quiet, what="friendly", rules=("D-withdraw-1",))


def can_withdraw(places: Iterable[Place]) -> Reason:
    """Whether a side has a territory to withdraw to; any friendly one will do, however far.

    Rulings: d-withdraw-order
    Rules: D-withdraw-1, D-withdraw-2
    """
    parts = [friendly(place) for place in places]
    good = any(part.value for part in parts)
    told = say(f"dicepool.place.{'withdraw' if good else 'no_withdrawal'}")
    return number(told, "any", *parts, what="withdraw", rules=("D-withdraw-1",))


def can_evacuate(places: Iterable[Place]) -> Reason:
    """Whether the defender's aircraft have an adjacent friendly territory; else they are lost.

    Rules: D-completion-2, D-completion-3, D-withdraw-2
    """
    parts = []
    for place in places:
        key = "adjacent" if place.adjacent else "not_adjacent"
        near = Reason(place.adjacent, say(f"dicepool.place.{key}", place=place.name), "state")
        both = bool(near.value and friendly(place).value)
        told = say(f"dicepool.place.{'refuge' if both else 'no_refuge'}", place=place.name)
        parts.append(number(told, "all", near, friendly(place), rules=("D-completion-2",)))
    good = any(part.value for part in parts)
    told = say(f"dicepool.place.{'evacuate' if good else 'no_evacuation'}")
    rules = ("D-completion-2",) if good else ("D-completion-3",)
    return number(told, "any", *parts, what="evacuate", rules=rules)
