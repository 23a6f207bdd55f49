"""What an action will cost later: who will be out of supply next time because of it (7)."""

from __future__ import annotations

from collections import Counter

from attrs import evolve, frozen

from witp_learn.model import Kind, Nation, Side, State, Step
from witp_learn.rules import supply
from witp_learn.rules.supply import Judgement

_Key = tuple[str, Nation, Kind, Step]


@frozen
class Starving:
    """Like units that will be out of supply after an action and would not have been before it.

    ``count`` of them; ``judged``: what the next supply check will find.
    """

    judged: Judgement
    count: int

    @property
    def side(self) -> Side:
        """Whose units they are."""
        return self.judged.unit.side


def starving(before: State, after: State) -> tuple[Starving, ...]:
    """The units that the next supply check would find out of supply only after the action.

    Bases are taken as they stand, and the exceptions of turn 1 as over: the check is next turn's.
    Units that were out of supply where they stood before are not counted again, nor are those
    that an action destroyed.

    Rules: 7.0a, 7.1a, 7.1c, 7.2a, 7.2b
    """
    was = _out(before)
    found = []
    for judged in _next_check(after):
        if judged.in_supply:
            continue
        new = judged.unit.count - was[_key(judged)]
        if new > 0:
            found.append(Starving(judged, new))
    return tuple(found)


def _next_check(state: State) -> tuple[Judgement, ...]:
    later = evolve(state, turn=min(state.turn + 1, 16))
    return tuple(supply.check(later))


def _out(state: State) -> Counter[_Key]:
    found: Counter[_Key] = Counter()
    for judged in _next_check(state):
        if not judged.in_supply:
            found[_key(judged)] += judged.unit.count
    return found


def _key(judged: Judgement) -> _Key:
    unit = judged.unit
    return unit.hex, unit.nation, unit.kind, unit.state
